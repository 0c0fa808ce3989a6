#!/usr/bin/env bats
# sokcheck --against: the differences between two collections.

load helper

# example RULE: its examples, as two files.
example() {
	sokcheck --explain="$1" >explained
	sed -n '/^Found in:/,/^Not in:/{/^    /s/^    //p; /^$/p;}' explained |
		sed '1d;$d' >found
	sed -n '/^Not in:/,${/^    /s/^    //p; /^$/p;}' explained |
		sed 1d >not
}

@test "the examples of the rules show what each rule finds" {
	for rule in missing-puzzle new-puzzle moved-puzzle renamed-puzzle \
	    redrawn-puzzle changed-puzzle changed-text changed-author \
	    lost-text lost-solution worse-solution better-solution; do
		example $rule
		try 0 sokcheck --against=not found
		[ "$(wc -l <"$out")" -eq 1 ]
		printed "\[$rule\]"
		try 0 sokcheck --against=not not
		no_output
	done
}

# puzzle TITLE ROWS [LINE ...]: a puzzle with text below it.
puzzle() {
	lines "$1" ''
	board "$2"
	shift 2
	lines '' "$@" ''
}

# three: a collection with an author, a note and a solution.
three() {
	lines 'Author: Ann' ''
	puzzle Cellar '######/#@ $.#/######' 'Dark.'
	puzzle Attic '#######/#@ $ .#/#######' Solution rRR
	puzzle Tower '########/#@  $ .#/########'
}

@test "sokcheck --against: a collection compared with itself has no findings, in any format" {
	three >a.sok
	sokconv -t records a.sok >a.records
	sokconv -t jsonl a.sok >a.jsonl
	gzip -k a.sok
	mkdir folder
	cp a.sok folder
	for old in a.sok a.records a.jsonl a.sok.gz folder -; do
		for jobs in 1 2; do
			try 0 sokcheck -j$jobs --against=$old a.sok <a.sok
			no_output
			quiet
		done
	done
	# This format has an author only as the owner of a copyright.
	sokconv -q -t slc a.sok >a.slc
	try 0 sokcheck -q --disable=lost-text --against=a.slc a.sok
	no_output
}

@test "a changed character set is not a change of the text" {
	lines 'Author: Andr'$'\xe9' '' Caf$'\xe9' '' >old
	board '######/#@ $.#/######' >>old
	lines '' 'Tr'$'\xe8''s bon.' >>old
	iconv -f latin1 -t utf-8 old >new
	try 0 sokcheck --disable=bad-utf8 --against=old new
	no_output
	try 0 sokcheck --disable=bad-utf8 --against=new old
	no_output
}

@test "losses are warnings at the old line, changes are notes at the new line" {
	three >old
	{
		lines 'Author: Ann' ''
		puzzle Basement '######/#.$ @#/######'
		puzzle Attic '#######/#@ $ .#/#######' Solution rlrRR
		puzzle Spire '#####/#@$.#/#####'
	} >new
	try 0 sokcheck --against=old new
	expect_out <<-'END'
		new:5:1: note: renamed to `Basement`, was `Cellar` at old:5 [renamed-puzzle] (puzzle 1 "Basement")
		new:5:1: note: the same puzzle as at old:5, drawn differently: turned by rotate180 [redrawn-puzzle] (puzzle 1 "Basement")
		new:5:1: warning: lines of text at old:5 are gone: 1, new: 0; the first is `Dark.` [lost-text] (puzzle 1 "Basement")
		new:12:1: warning: the best solution by moves has 5/2 moves/pushes, at old:13 it has 3/2 [worse-solution] (puzzle 2 "Attic")
		new:21:1: note: this puzzle is new [new-puzzle] (puzzle 3 "Spire")
		old:22:1: warning: this puzzle is missing from the new collection [missing-puzzle] (puzzle 3 "Tower")
	END
	try 1 sokcheck --strict --against=old new
	try 0 sokcheck -q --against=old new
	lacks "$out" ' note: '
	[ "$(wc -l <"$out")" -eq 3 ]
	try 0 sokcheck --severity=warning --against=old new
	[ "$(wc -l <"$out")" -eq 3 ]
	try 0 sokcheck --disable=lost-text,new-puzzle --against=old new
	lacks "$out" 'lost-text|new-puzzle'
	[ "$(wc -l <"$out")" -eq 4 ]
	# A baseline accepts what is accepted today.
	try 0 sokcheck --against=old --write-baseline=known new
	try 0 sokcheck --against=old --baseline=known new
	no_output
}

@test "moving one puzzle past others gives one finding" {
	for i in 1 2 3 4 5 6 7 8; do
		puzzle "P$i" "$(printf '############/#@%*s$.%*s#/############' $i '' $((8 - i)) '')"
	done | sokfmt >old
	{
		sokfmt -s 2-5 old
		sokfmt -s 1 old
		sokfmt -s 6- old
	} >new
	try 0 sokcheck --against=old new
	expect_out <<-'END'
		new:29:1: note: moved: it was puzzle 1, at old:3 [moved-puzzle] (puzzle 5 "P1")
	END
}

@test "several files are compared as one collection: a puzzle may change files" {
	three >old
	sokfmt -s 1 old >one
	sokfmt -s 2- old | sed '/^Author/d' >two
	try 0 sokcheck --against=old one two
	expect_out <<-'END'
		two:5:1: warning: the author `Ann`, of old:13, is gone [lost-text] (puzzle 1 "Attic")
	END
	# Merged again, nothing is lost, not even text of the second header.
	{
		lines 'Set: Two' ''
		sokfmt -s 2- old
	} >two
	sokfmt one two >merged
	try 0 sokcheck --disable=changed-text --against=one --against=two merged
	no_output
}

@test "puzzles without titles are matched by position and similarity" {
	{
		board '#####/#@$.#/#####'
		lines ''
		board '########/#@  $ .#/#      #/########'
		lines ''
		board '#######/#@ $ .#/#######'
	} >old
	# One square of the second differs; nothing is like the third.
	{
		board '#####/#@$.#/#####'
		lines ''
		board '########/#@ $  .#/#      #/########'
		lines ''
		board '####/#@ ###/#  $.#/#  $.#/######'
	} >new
	try 0 sokcheck --against=old new
	expect_out <<-'END'
		new:5:1: note: changed since old:5: 2 squares differ: row 2, column 4 is `$`, was ` `; row 2, column 5 is ` `, was `$` [changed-puzzle] (puzzle 2)
		new:10:1: note: this puzzle is new [new-puzzle] (puzzle 3)
		old:10:1: warning: this puzzle is missing from the new collection [missing-puzzle] (puzzle 3)
	END
}

@test "the collection given to --against must be readable and contain a puzzle" {
	three >new
	: >empty
	lines 'Only text.' >text
	for old in empty text missing; do
		try 2 sokcheck --against=$old new
		no_output
		said "$old"
	done
	try 2 sokcheck --against=- - <new
}

@test "with -s, only selected puzzles are compared and none is reported missing" {
	three >old
	sokfmt -s '!1' old >new 2>/dev/null || sokfmt -s 2- old >new
	try 0 sokcheck -s 1 --against=old new
	no_output
	try 0 sokcheck --against=old new
	printed '\[missing-puzzle\]'
}

@test "every report format contains all findings" {
	three >old
	{
		lines 'Author: Bob' ''
		puzzle Attic '#######/#@ $ .#/#######'
		puzzle 'A "b", <c> & d' '######/#@ $.#/######'
	} >new
	try 0 sokcheck --against=old new
	n=$(wc -l <"$out")
	[ "$n" -gt 4 ]
	needs python3
	for form in json sarif csv tsv junit tap; do
		sokcheck -F $form --against=old new >report.$form
	done
	python3 - "$n" <<-'END'
		import csv, json, sys
		import xml.etree.ElementTree as tree
		n = int(sys.argv[1])
		lines = [json.loads(x) for x in open('report.json')]
		assert len(lines) == n, lines
		assert {x['location']['path'] for x in lines} == {'old', 'new'}
		run = json.load(open('report.sarif'))['runs'][0]
		assert len(run['results']) == n
		ids = [x['id'] for x in run['tool']['driver']['rules']]
		for x, y in zip(run['results'], lines):
		    assert ids[x['ruleIndex']] == x['ruleId'] == y['code']['value']
		assert len(list(csv.reader(open('report.csv', newline='')))) == n
		assert len(open('report.tsv').read().split('\n')) == n + 1
		suites = tree.parse('report.junit').getroot()
		text = ''.join(suites.itertext())
		assert sum(text.count('[%s]' % x) for x in ids) == n, text
		for suite in suites:
		    assert int(suite.get('tests')) == len(suite)
		tap = open('report.tap').read().split('\n')
		assert tap[-2] == '1..%d' % sum(x.startswith(('ok', 'not ok'))
		                               for x in tap)
		assert sum(x.startswith('      rule:') for x in tap) == n
	END
	try 0 sokcheck --summary -o /dev/null --against=old new
	said 'missing-puzzle +warning +1'
}

@test "random edits of a collection are reported as they were made" {
	needs python3
	try 0 python3 "$BATS_TEST_DIRNAME/edits/against.py" 1 80
	no_output
}

@test "-p --strict leaves out puzzles that lost something" {
	three >old
	{
		lines 'Author: Ann' ''
		puzzle Cellar '######/#@ $.#/######'
		puzzle Attic '#######/#@ $ .#/#######' Solution rRR
		puzzle Tower '########/#@  $ .#/########' Solution rrRR
	} >new
	sokfmt -s 2- new >passes
	lost='new:5:1: warning: lines of text at old:5 are gone: 1, new: 0; the first is `Dark.` [lost-text]'
	for jobs in 1 2; do
		try 1 sokcheck -j$jobs -p --strict --rejects=left --against=old new
		same passes "$out"
		said 'lost-text'
		said 'better-solution'
		sokfmt -s 1 new | sed '/^Author/,/^$/d' | cat -s | sed 1d >want
		lines '' ":: $lost" >>want
		same want left
	done
	# Without --strict a loss is no reason, nor is one that is disabled.
	sokfmt new >whole
	try 0 sokcheck -p --against=old new
	same whole "$out"
	try 0 sokcheck -p --strict --disable=lost-text --against=old new
	same whole "$out"
	# What is wrong with a puzzle by itself comes before that.
	sed '/#@ \$.#/s/@//' new >broken
	try 1 sokcheck -p --strict --rejects=left --against=old broken
	same passes "$out"
	sed -n '/^::/s/.* //p' left >rules
	lines '[no-player]' '[lost-text]' | same - rules
}

@test "-p --against writes text and headers of all files unchanged" {
	three >old
	{
		lines 'Author: Andr'$'\xe9' ''
		puzzle "Caf"$'\xe9' '#####/#@$.#/#####' 'Tr'$'\xe8''s bon.'
		lines '' '#####' '#@$.x' '#####'
	} >one
	{
		lines 'Author: Bob' 'Two.' ''
		puzzle Attic '#######/#@ $ .#/#######' Solution rRR
	} >two
	sokcheck -q -p one two >plain 2>/dev/null || :
	[ -s plain ]
	try 1 sokcheck -q -p --strict --disable=bad-utf8 --against=old one two
	same plain "$out"
}

@test "test reports have one case per puzzle, with the changes in it" {
	three >old
	{
		lines 'Author: Ann' ''
		puzzle Cellar '######/#@ $.#/######'
		puzzle Spire '#####/#@$./#####'
		puzzle Attic '#######/#@ $ .#/#######' Solution rRR
	} >new
	try 1 sokcheck -F tap --against=old new
	expect_out <<-'END'
		TAP version 13
		ok 1 - new:5: puzzle 1 "Cellar"
		  ---
		  findings:
		    - message: "lines of text at old:5 are gone: 1, new: 0; the first is `Dark.`"
		      severity: warning
		      rule: lost-text
		      line: 5
		      column: 1
		  ...
		not ok 2 - new:12: puzzle 2 "Spire"
		  ---
		  findings:
		    - message: "the player can leave the board here, in row 2, column 5 of the picture"
		      severity: error
		      rule: not-closed
		      line: 13
		      column: 5
		    - message: "this puzzle is new"
		      severity: note
		      rule: new-puzzle
		      line: 12
		      column: 1
		  ...
		ok 3 - new:19: puzzle 3 "Attic"
		ok 4 - old:22: puzzle 3 "Tower"
		  ---
		  findings:
		    - message: "this puzzle is missing from the new collection"
		      severity: warning
		      rule: missing-puzzle
		      line: 22
		      column: 1
		  ...
		1..4
	END
	lines 'No board' >text
	try 1 sokcheck -F junit --strict --against=old new text
	sed -n 's/^<testsuite name="\([^ ]*\)" tests="\([0-9]*\)" failures="\([0-9]*\)".*/\1 \2 \3/p' "$out" >suites
	lines 'new 3 2' 'text 1 1' 'old 1 1' | same - suites
}

@test "a game that changes through a header or a file suffix is reported" {
	puzzle Attic '#######/#@ $ .#/#######' >rows
	board '########/#@  $ .#/########' >untitled
	{ lines 'Author: Ann' ''; cat rows untitled; } >old.sok
	{ lines 'Author: Ann' 'Game: Hexoban' ''; cat rows untitled; } >new.sok
	cp old.sok old.hsb
	# Once for all puzzles that inherit it, whether they have a title or not.
	try 0 sokcheck -q --severity=note --disable=all --enable=changed-text,new-puzzle,missing-puzzle,changed-puzzle --against=old.sok new.sok
	expect_out <<-'END'
		new.sok:6:1: note: the game is Hexoban, was Sokoban at old.sok:5 [changed-text] (puzzle 1 "Attic")
		new.sok:1:1: note: the header is another one than in old.sok [changed-text]
	END
	try 0 sokcheck --disable=bad-cell --against=old.sok old.hsb
	expect_out <<-'END'
		old.hsb:5:1: note: the game is Hexoban, was Sokoban at old.sok:5 [changed-text] (puzzle 1 "Attic")
	END
	try 0 sokcheck --against=old.hsb old.sok
	expect_out <<-'END'
		old.sok:5:1: note: the game is Sokoban, was Hexoban at old.hsb:5 [changed-text] (puzzle 1 "Attic")
	END
	# Said by the puzzle itself, it is said of the puzzle.
	{ cat old.sok; lines '' 'Game: Hexoban'; } >own.sok
	try 0 sokcheck --disable=bad-cell --against=old.sok own.sok
	expect_out <<-'END'
		own.sok:10:1: note: the game is Hexoban, was Sokoban at old.sok:10 [changed-text] (puzzle 2)
		own.sok:10:1: note: 1 line of text added; the first is `Game: Hexoban` [changed-text] (puzzle 2)
	END
	sed '1s/$/\nGame: Cyberbox/' old.sok >unsupported.sok
	try 0 sokcheck --against=old.sok unsupported.sok
	printed '^unsupported.sok:6:1: note: the game is one that is not supported, was Sokoban at old.sok:5 .changed-text'
	# One player needs no Multiban.
	sed '1s/$/\nGame: Multiban/' old.sok >new.sok
	try 0 sokcheck --disable=changed-text --against=old.sok new.sok
	no_output
	sed 's/^#@ \$ \.#/#@@$ .#/' old.sok >two.sok
	sed 's/^#@ \$ \.#/#@@$ .#/' new.sok >two-taking-turns.sok
	try 0 sokcheck --disable=many-players --against=two.sok two-taking-turns.sok
	expect_out <<-'END'
		two-taking-turns.sok:6:1: note: the game is Multiban, was Sokoban at two.sok:5 [changed-text] (puzzle 1 "Attic")
		two-taking-turns.sok:1:1: note: the header is another one than in two.sok [changed-text]
	END
}

@test "Sokoban+ numbers from the header are compared" {
	{
		lines 'Game: Sokoban+' 'boxorder: 2 1' 'goalorder: 1 2' ''
		puzzle Attic '#########/#@ $ $..#/#########'
	} >old
	sed 's/boxorder: 2 1/boxorder: 1 2/' old >new
	try 0 sokcheck --disable=changed-text --against=old new
	expect_out <<-'END'
		new:7:1: note: its boxes and goals are numbered differently from those at old:7 [changed-puzzle] (puzzle 1 "Attic")
	END
}

@test "unreadable parts of the old collection are reported without failing the run" {
	{ three; lines '' '#####' '#@$.x' '#####'; } >old
	three >new
	try 0 sokcheck --against=old --disable=lost-text new
	no_output
	expect_err <<-'END'
		old:29:5: error: `x` is not a Sokoban square; these lines are not read as a board [unknown-square] (puzzle 3 "Tower")
	END
	try 0 sokcheck --strict --against=old --disable=lost-text,unknown-square new
	quiet
	sokconv -q -t jsonl new | sed '$s/.$//' >old.jsonl
	try 0 sokcheck --against=old.jsonl new
	printed 'new:22:1: note: this puzzle is new'
	said '^old.jsonl:4:[0-9]*: error: .*dropped.* .syntax.$'
}
