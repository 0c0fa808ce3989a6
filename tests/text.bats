#!/usr/bin/env bats
# Text that is neither board, title, game nor key: notes, guards and comments,
# and text that is not understood, which is kept.

load helper

small='#####/#@$.#/#####'
D1='########/#      #/#@ $   #/#   $  #/# . .  #/########'
two='######/#@ $.#/######'

# ---- notes and the blank lines around them

@test "a collection without a board is text and is kept" {
	lines 'Only words here.' '' 'And: a key' | unchanged
}

@test "blank lines in text are merged, and trailing blanks removed" {
	{ board "$small" && lines '' '' 'one  ' '' '' $'two\t' '' ''; } >in
	{ board "$small" && lines '' one '' two; } >want
	formats want <in
}

@test "indentation and order of text are kept" {
	{ board "$small" && lines '' '  deep' 'Author: A' 'note' ' Author: B' \
	'AUTHOR =C' 'http://a/' 'http://b/'; } | unchanged
}

@test "9: a date, a number and a rule line are text" {
	{ board "$small" && lines '' '#50 (3)' '30-8-55' ----- '' &&
		board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '#50 (3)' '30-8-55' ----- '' '' &&
		board "$D1"; } | expect_out
	stable
}

@test "9: a rule line directly below a board is a note" {
	{ board "$small" && lines -----; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' -----; } | expect_out
	stable
}

# ---- guards

@test "an existing guard is not doubled" {
	{ board "$small" && lines '' Note :: '' '' && board "$two"; } | unchanged
}

@test "an unnecessary guard is kept as text" {
	{ lines :: '' '' && board "$small" && lines '' 'a' 'b' :: '' '' &&
		board "$two" && lines '' ::; } | unchanged
}

@test "41: a guard is added below a note above an untitled board" {
	{ board "$small" && lines '' 'Thanks Bob' '' Two '' && board "$D1"; } |
		try 0 sokfmt --drop=titles
	{ board "$small" && lines '' 'Thanks Bob' :: '' '' && board "$D1"; } |
		expect_out
	stable
	try 0 sokconv -t jsonl "$out.once"
	never_printed '"title":"Thanks Bob"'
	printed '"text":"Thanks Bob"'
}

# ---- comments

@test "blank lines within a comment block are kept" {
	{ board "$small" && lines '' Comment: '' '' x '' '' '' y '' \
	Comment-End: after; } | unchanged
}

@test "boards, moves and titles within a comment block are comment" {
	{ board "$small" && lines '' Comment: && board "$two" &&
		lines R '' Title 'Title: x' && board "$two" &&
		lines Comment-End:; } | unchanged
}

@test "an unclosed comment block is an ordinary key" {
	{ board "$small" && lines '' Comment: note '' '' && board "$two"; } >in
	try 0 sokfmt in
	same in "$out"
	stable
	try 0 sokcheck in
	printed 'in:5:1: warning: .*\[unclosed-comment\]'
}

@test "the end of an unopened comment block is kept and indented" {
	{ board "$small" && lines '' Comment-End: x; } >in
	try 0 sokfmt in
	{ board "$small" && lines '' ' Comment-End:' x; } | expect_out
	said 'in:5:1: warning: .*\[unclosed-comment\]'
	stable
}

@test "comment lines are text and keep their position" {
	{ lines '::::::::' ':: made by hand' '::::::::' '' '' &&
		board "$small" && lines '' ':: below' '' R '' ':: last'; } |
		unchanged
}

@test "34: a key within a comment block is comment" {
	{ board "$small" &&
		lines '' Comment: 'Title: no' Comment-End:; } >in
	try 0 sokfmt in
	same in "$out"
	try 0 sokconv -t jsonl in
	never_printed '"title":"no"'
}

@test "a solution comment ends only with its own end line" {
	for key in 'Solution Comment' 'solution comment' 'SOLUTION COMMENT'; do
		{ board "$small" && lines '' R '' "$key:" Comment-End: &&
			board "$D1" && lines "$key End:"; } >in
		unchanged_again in
		try 0 sokcheck -F tsv --severity=note in
		no_output
		try 0 sokconv -t records in
		one_line "$out"
	done
}

# ---- markers of a conflict, and patches

@test "git conflict markers are errors, and sokfmt does not change the file" {
	for end in '' $'\r'; do
		{ board '#####/#@$.#/#####' && lines '' '<<<<<<< HEAD' One '=======' \
			Two '>>>>>>> topic' '' && board '#####/#@$.#/#####'; } |
			sed "s/\$/$end/" >in
		cp in copy
		try 1 sokcheck in
		[ "$(grep -c conflict-marker "$out")" -eq 3 ]
		printed '^in:5:1: error: .*\[conflict-marker\]'
		try 1 sokfmt -w in
		same in copy
		echo old >new
		try 1 sokfmt -o new in
		echo old | same - new
		try 1 sokreplay -w --rewrite in
		same in copy
	done
	# A line of `=` alone underlines a heading.
	{ lines Heading ======= '' && board '#####/#@$.#/#####'; } >in
	try 0 sokcheck in
	never_printed conflict-marker
}

# marked NAME [TEXT ...]: write the text, and below it the markers of a conflict
# of three versions, to the file NAME.
marked() {
	lines "${@:2}" '<<<<<<< ours' One '||||||| base' Zero '=======' Two \
		'>>>>>>> theirs' >"$1"
}

# withheld FILE: every program reports its four markers as errors, and does not
# write its output file.
withheld() {
	for program in sokrle 'sokrle -d' 'sokconv -t slc' 'sokconv --strict -t sok' \
		'sokcheck -p' 'sokreplay -p' sokfmt 'sokfmt --unique' \
		'sokfmt -s 1' 'sokrle -s 1' 'sokfmt -j2' 'sokcheck --duplicates -p -j2'; do
		echo old >new
		# shellcheck disable=SC2086 # a program and its options
		try 1 $program -o new "$1"
		[ "$(grep -c '\[conflict-marker\]' "$err")" -eq 4 ]
		said '^[a-z]*: new: not written$'
		echo old | same - new
	done
	try 1 sokconv -q -t slc --outdir=out "$1"
	[ "$(find out -type f | wc -l)" -eq 0 ]
}

@test "conflict markers are found in any text by every program" {
	small=$(board '#####/#@$.#/#####')
	marked header.sok 'Author: Ann'
	lines '' "$small" >>header.sok
	marked below.sok "$small" ''
	marked direct.sok "$small"
	marked game.sok "$small" '' Solution R
	marked comment.sok "$small" 'Comment:'
	lines 'Comment-End:' >>comment.sok
	marked first.sok 'Comment:'
	lines 'Comment-End:' '' "$small" >>first.sok
	sed 's/$/\r/' header.sok >crlf.sok
	tr '\n' '\r' <below.sok >cr.sok
	for file in header below direct game comment first crlf cr; do
		withheld "$file.sok"
	done
}

@test "conflict markers are found in archives and between boards" {
	marked below.sok "$(board '#####/#@$.#/#####')" ''
	tar cf all.tar below.sok
	withheld all.tar
	{ lines '<<<<<<< ours' && board '#####/#@$.#/#####' && lines '=======' &&
		board '#####/#.$@#/#####' && lines '>>>>>>> theirs'; } >boards.sok
	echo old >new
	try 1 sokrle -o new boards.sok
	echo old | same - new
	[ "$(grep -c 'conflict-marker' "$err")" -eq 3 ]
	# Of files that go elsewhere, only the marked one is left out.
	board '#####/#@$.#/#####' >good.sok
	try 1 sokconv -q -t slc --outdir=out boards.sok good.sok
	[ "$(ls out)" = good.slc ]
}

@test "a patch is reported" {
	{ lines '--- a' '+++ b' '@@ -1,3 +1,3 @@' '-One' '+Two' '' &&
		board '#####/#@$.#/#####'; } >in
	try 0 sokcheck in
	printed '^in:3:1: warning: .*\[patch-text\]'
}

# ---- text of other formats

@test "JSON of other programs is text, and is reported" {
	while IFS= read -r json; do
		printf '%b\n' "$json" >in
		try 0 sokfmt in
		same in "$out"
		sokcheck --severity=note in >found || true
		grep -q '^in:1:1: note: this is JSON, .*\[json-text\]$' found
	done <<-'END'
		[\n {"board":["#"]}\n]
		[{"title":"A","board":["#####","#@$.#","#####"]}]
		{"levels":[{"title":"A","board":["#####","#@$.#","#####"]}]}
		{"size":{"board":["#"]},"n":1}
		{"board":{"rows":["#####"]}}
		{"header":"My levels","levels":[]}
		[[1,1,1],[1,2,1]]
	END
	# Text that begins with a bracket is no JSON.
	for text in '[Level 1]' '[]urLdr' '{rddd}Urr' '[1]' '{note}'; do
		lines "$text" >in
		sokcheck --severity=note in >found || true
		[ "$(grep -c json-text found)" -eq 0 ]
	done
	lines '{"id":null,"board":["#####","#@$.#","#####"]}' | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
}

@test "the note about JSON names the member that contains the rows" {
	needs jq
	while IFS= read -r json; do
		lines "$json" >in
		sokcheck --severity=note in |
			sed -n "s/.* \(jq -c '.*'\) makes them records .*/\1/p" >filter
		bash filter <in | try 0 sokconv -t rle
		lines '5#|#@$.#|5#' '' '5#|#.$@#|5#' | expect_out
	done <<-'END'
		[{"rows":["#####","#@$.#","#####"]},{"rows":["#####","#.$@#","#####"]}]
		{"levels":[["#####","#@$.#","#####"],["#####","#.$@#","#####"]]}
		{"a":[{"n":1,"map":"#####\n#@$.#\n#####"},{"map":"#####\n#.$@#\n#####"}]}
	END
}

@test "added keys do not separate a board from a line that is almost its row" {
	lines T '' '######' '#@ $.#' '######' '# X  #' >q
	local command
	for command in 'sokfmt --source q' 'sokfmt --title=key q' \
		'sokconv -t jsoko q'; do
		# shellcheck disable=SC2086 # words
		try 0 $command
		[ "$(grep -A 1 '^######$' "$out" | tail -n 1)" = '# X  #' ]
		# Formatting it again changes nothing.
		cp "$out" once
		try 0 sokfmt once
		same once "$out"
		# If the square is mended, the row is a part of the board again.
		sed 's/X/ /' once | try 0 sokfmt
		printed '^#    #$'
	done
	# Nor does a key with a wall in it become what is nearly a row.
	lines 'Wall #' '' '######' '#@ $.#' '######' '# X  #' '######' '#@ $.#' \
		'######' | try 0 sokfmt --title=key
	cp "$out" once
	try 0 sokfmt once
	same once "$out"
	{ lines 'Author: Ann' '' '' && cat q; } >a
	{ lines 'Author: Bob' '' '' && cat q; } >b
	try 0 sokfmt a b
	[ "$(grep -A 1 '^# X  #$' "$out" | grep -c '^Author: ')" -eq 2 ]
}
