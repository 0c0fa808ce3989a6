#!/usr/bin/env bats
# Accepted findings: by a line in the text, and by a baseline.

load helper

dead='#######/#  $  #/#@    #/# .  #/#######'

@test "a line in the text ignores a rule for its puzzle" {
	{
		board "$dead"
		lines '' ':: sok: ignore dead-box, unreachable-goal' ''
		board "$dead"
	} >in
	try 0 sokcheck --severity=note in
	lacks "$out" '^in:[1-5]:'
	printed '^in:10:4: .*\[dead-box\] \(puzzle 2\)$'
	try 0 sokcheck --no-ignore in
	printed '^in:2:4: .*\[dead-box\] \(puzzle 1\)$'
	try 0 sokcheck --duplicates -F tap -j2 in
	[ "$(grep -c 'rule: dead-box' "$out")" -eq 1 ]
}

@test "a line in the header ignores a rule for the file" {
	{
		lines ':: sok: ignore dead-box,unreachable-goal,bom' ''
		board "$dead"
		lines ''
		board "$dead"
	} >one
	board "$dead" >two
	try 0 sokcheck one two one
	lacks "$out" '^one:'
	printed '^two:2:4: .*\[dead-box\]'
	try 1 sokcheck --strict --no-ignore one
}

@test "an ignore line in any other spelling has no effect" {
	for line in ':: sokcheck: ignore dead-box' '::sok: ignore dead-box' \
	    ':: sok: ignored dead-box' 'sok: ignore dead-box' \
	    ':: SOK: ignore dead-box' ':: sok: ignore Dead-Box'; do
		{
			board "$dead"
			lines '' "$line"
		} >in
		try 0 sokcheck in
		printed '\[dead-box\]'
	done
}

@test "an ignored rule without a finding is reported" {
	{
		lines ':: sok: ignore frozen-box' ''
		board '######/#@ $.#/######'
		lines '' ':: sok: ignore dead-box,illegal-move,row-edges'
	} >in
	try 0 sokcheck --severity=note in
	expect_out <<-'END'
		in:3:1: note: `dead-box` is ignored, but not found [unused-ignore] (puzzle 1)
		in:3:1: warning: there is no rule `row-edges` to ignore [unused-ignore] (puzzle 1)
		in:1:1: note: `frozen-box` is ignored, but not found [unused-ignore]
	END
	# A rule that is off, or of another program, is not judged.
	try 0 sokcheck --severity=note --disable=dead-box,frozen-box in
	lacks "$out" 'dead-box|frozen-box|illegal-move'
	lines Solution rR >>in
	try 0 sokreplay in
	printed '`illegal-move` is ignored, but not found'
	lacks "$out" 'dead-box'
}

@test "-p keeps a failing game if the puzzle ignores the rule" {
	{
		board '######/#@ $.#/######'
		lines '' ':: sok: ignore illegal-move' '' Solution rrrR
	} >in
	try 0 sokreplay in
	lacks "$out" 'error'
	try 0 sokreplay -p in
	printed '^rrrR$'
	try 1 sokreplay --no-ignore in
	printed '\[illegal-move\]'
}

@test "an unreadable file cannot be ignored" {
	{
		lines ':: sok: ignore limit' ''
		board "$dead"
	} >in
	try 2 sokcheck --limit=side=4 in
	printed '\[limit\]'
}

@test "a baseline line that accepts nothing is reported as stale" {
	board "$dead" >in
	sokcheck --write-baseline=known in
	try 0 sokcheck --baseline=known --severity=note in
	no_output
	board '#######/#     #/#@ $  #/# .  #/#######' >in
	try 0 sokcheck --baseline=known --severity=note in
	expect_out <<-'END'
		known:2:1: note: 1 finding of `dead-box` is accepted but not found [stale-baseline]
		known:3:1: note: 1 finding of `unreachable-goal` is accepted but not found [stale-baseline]
	END
	# Nobody knows what puzzles have that are not selected.
	try 0 sokcheck --baseline=known --severity=note -s 1 in
	no_output
	# Written again, the baseline forgets what was mended.
	try 0 sokcheck --baseline=known --write-baseline=known in
	[ "$(wc -l <known)" -eq 1 ]
}

@test "a baseline that is its own input keeps its findings" {
	{
		board "$dead"
		lines ''
		board '#######/#@ *  #/#######'
	} >in
	sokcheck --severity=note --write-baseline=known in
	cp known before
	try 0 sokcheck --baseline=known --write-baseline=known in
	same before known
}

@test "--stats=files prints a row for each file" {
	board '######/#@ $.#/######' >a,b
	lines 'Foo' '' >'c d'
	board "$dead" >>'c d'
	try 0 sokcheck --stats=files a,b 'c d'
	expect_out <<-'END'
		  puzzles    boards     boxes    titles   authors     games solutions  file
		        1         1         1         0         0         0         0  a,b
		        1         1         1         1         0         0         0  c d
	END
	try 0 sokcheck --stats=files -F csv --header a,b 'c d'
	tr -d '\r' <"$out" | cut -d, -f1-4 | head -1 >first.row
	lines 'file,puzzles,boards,boards_up_to_10' | same - first.row
	printed '^"a,b",1,1,1,'
	try 0 sokreplay --stats=files -F json 'c d'
	printed '^\{"file":"c d","puzzles":1,.*,"puzzles_with_solution":0\}$'
	try 2 sokcheck --stats=puzzles a,b
	# As in the tables of findings.
	cp a,b =a
	cp a,b $'a\n\\'
	try 0 sokcheck --stats=files -F csv =a
	printed "^'=a,1,1,1,"
	try 0 sokcheck --stats=files -F tsv a?*
	printed '^a\\n\\\\	1	1	1'
}

@test "each level of --duplicates finds more, and is named in the finding" {
	{
		board '#########/#@  $  .#/#       #/#########'
		lines ''
		board '#########/#@  $  .#/#       #/#########' # exact
		lines ''
		board '#########/#.  $  @#/#       #/#########' # same
		lines ''
		board '#########/#@  $   #/#     . #/#########' # goals
		lines ''
		board '#########/#@     .#/# $     #/#########' # boxes
		lines ''
		board '#########/#@  .  $#/#       #/#########' # exchanged
		lines ''
		board '#########/#@   $  #/#  .    #/#########' # layout
	} >in
	set -- 1 2 2 3 4 5 6
	for level in exact same start goals boxes exchanged layout; do
		try 0 sokcheck --disable=all --duplicates=$level in
		[ "$(wc -l <"$out")" -eq "$1" ]
		shift
	done
	printed '^in:16:1: .* walls and boxes as at in:1, other goals \(step `goals`\)'
	printed '^in:21:1: .* walls and goals as at in:1, other boxes \(step `boxes`\)'
	printed '^in:26:1: .* boxes and goals exchanged \(step `exchanged`\)'
	printed '^in:31:1: .* walls as at in:1, other boxes and goals \(step `layout`\)'
	# The player in another area.
	{
		board '########/#@ $  .#/########'
		lines ''
		board '########/#  $@ .#/########'
	} >in
	try 0 sokcheck --disable=all --duplicates in
	no_output
	try 0 sokcheck --disable=all --duplicates=start in
	printed 'the player in another area \(step `start`\)'
	try 2 sokcheck --duplicates=nearly in
}

@test "a new baseline keeps rules that were not checked, and drops findings that are gone" {
	lines A '' '#####' '#@$ #' '#####' '' '' B '' '#####' '#@$ .' '#####' >two
	try 0 sokcheck --write-baseline=known two
	cp known before
	try 0 sokcheck --baseline=known --write-baseline=known -s 1 two
	diff before known
	try 0 sokcheck --baseline=known --write-baseline=known \
		--disable=not-closed,box-goal-count two
	diff before known
	board '#####/#@$.#/#####' >two
	try 0 sokcheck --baseline=known --write-baseline=known two
	[ "$(cat known)" = '# sokcheck baseline 1: rule, level, count' ]
}

@test "a rule that cannot be ignored is reported" {
	{ board '#####/#@$.#/#####' && lines '' ':: sok: ignore limit,dead-box'; } >in
	try 0 sokcheck --severity=note in
	expect_out <<-'EOT'
		in:1:1: note: `dead-box` is ignored, but not found [unused-ignore] (puzzle 1)
		in:1:1: note: `limit` cannot be ignored [unused-ignore] (puzzle 1)
	EOT
}
