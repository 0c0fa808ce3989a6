#!/usr/bin/env bats
# What was not understood stays as it is: sok(5), "What is kept whole".
load helper

# torn LINE:COLUMN: the file `in` is text with this error, and stays as it is.
torn() {
	try 1 sokfmt in
	same in "$out"
	one_line "$err"
	said "^in:$1: error: .* is not a Sokoban square; these lines are not read as a board"
	cp in copy
	try 1 sokfmt -w copy
	same in copy
}

@test "a board with one foreign square stays whole, and is mended later" {
	board '######/#@ $.#/#    #/# X  #/#    #/#    #/######' >in
	torn 4:3
	sed 's/X/ /' in >mended
	sokfmt in 2>/dev/null | sed 's/X/ /' | try 0 sokfmt
	same mended "$out"
}

@test "a number between two walls, or a legacy letter, is a foreign square" {
	board '######/#@ $.#/#  3  #/#    #/#    #/######' >in
	torn 3:4
	board '######/#@ $.#/# p  #/#    #/#    #/######' >in
	torn 3:3
	board '######/#@ $.#/#(   #/#    #/#    #/######' >in
	torn 3:2
}

@test "a foreign square in the outer wall, or several, keep the board whole" {
	board '######/#@ $.#/X    #/#    #/#    #/######' >in
	torn 3:1
	board '######/#@ $.#/#    X/#    #/#    #/######' >in
	torn 3:6
	for row in 1 7; do
		for col in 1 3 6; do
			board '######/#@ $.#/#    #/#    #/#    #/#    #/######' |
				sed "${row}s/./X/$col" >in
			torn "$row:$col"
		done
	done
	board '######/#@ $.#/# X Y#/#  Z #/#    #/######' >in
	torn 3:3
}

@test "sokrle, sokcheck and sokconv keep a board with a foreign square whole" {
	board '######/#@ $.#/#    #/# X  #/#    #/#    #/######' >in
	try 0 sokrle in
	same in "$out"
	try 0 sokrle -d in
	same in "$out"
	try 1 sokcheck -p in
	same in "$out"
	sokconv -q -t records in >records || true
	sokconv -q -t sok records >out || true
	same in out
	sokconv -q -t jsonl in >jsonl || true
	sokconv -q -t sok jsonl >out || true
	same in out
}

@test "a nearly-row above or below a closed board stays beside it" {
	while IFS= read -r text; do
		printf '%b' "$text" >in
		sed 's/X/ /' in >mended
		for program in sokfmt 'sokcheck -p' 'sokreplay -p' 'sokconv -t sok'; do
			$program in >first 2>/dev/null || true
			sed 's/X/ /' first | $program >got 2>/dev/null || true
			$program mended >want 2>/dev/null || true
			same want got
			# It is written as it was read.
			$program first >again 2>/dev/null || true
			same first again
		done
		# There titles and text have other places.
		for format in xsb jsoko; do
			sokconv -q -t $format in | sed 's/X/ /' |
				sokconv -q -t $format | grep '#' >got
			sokconv -q -t $format mended | grep '#' >want
			same want got
		done
	done <<-'END'
		#####\n#@$.#\n#####\n#X  #\n
		#X  #\n#####\n#@$.#\n#####\n
		Title\n\n#X  #\n#####\n#@$.#\n#####\n\nR\n
		A note\n\nTitle\n\n#####\n#@$.#\n#####\n#X  #\nMore\n\nR\n
		#####\n#@$.#\n#####\n#X  #\n\n#####\n#.$@#\n#####\n
		#####\n#@$.#\n#####\n#X  #\n\nTitle\n\n#####\n#.$@#\n#####\n
		#####\n#@$.#\n#####\n\nText\n\n#X  #\n#####\n#.$@#\n#####\n
		#####\n#@$.#\n#####\nX   #\n\nRR\n
		  #####\n  #@$.#\n  #####\n  #X  #\n
		N\n\n  #X  #\n  #####\n  #@$.#\n  #####\n\nAuthor: A\n
		5#\n#@$.#\n5#\n#X--#\n
		#X--#\n5#\n#@$.#\n5#\n
	END
	# Elsewhere than beside its board it is text like any other.
	{ board '#####/#@$.#/#####/#X  #' && lines '' &&
		board '#####/#.$@#/#####'; } | try 0 sokfmt --sort=title -s 2
	board '#####/#.$@#/#####' | expect_out
}

@test "two closed boards around a nearly-row are two boards" {
	board '#####/#@$.#/#####/##X##/#####/#@$.#/#####' | try 0 sokconv -t records
	[ "$(grep -c '#' "$out")" -eq 2 ]
}

@test "NULs beside line ends do not make text binary" {
	printf '#####\n#@$.#\n#####\n\0\n#####\n#.$@#\n#####\n\0\n' >in
	try 0 sokcheck in
	no_output
	printf 'one\0two\0three\n' | try 2 sokfmt
	said 'this is binary and was not read; -f sok reads it as text'
}

@test "NULs at the end of every line are a part of its line end" {
	{ lines Title '' && board '#####/#@$.#/#####' && lines '' R '' 'A note'; } >want
	for end in '\0\n' '\0\r\n' '\0\r' '\0\0\0\n'; do
		sed 's/$/~/' want | tr -d '\n' | sed "s/~/${end//\\/\\\\}/g" >in
		# shellcheck disable=SC2059 # the ends of lines are made of \0 and \n
		printf "$(cat in)" >nuls
		try 0 sokfmt nuls
		same want "$out"
		# The numbers of lines are those of a file without NULs.
		sed 's/#@/#X/' in >spoilt
		# shellcheck disable=SC2059
		printf "$(cat spoilt)" | try 1 sokcheck
		printed '^<stdin>:4:2: error: `X` is not a Sokoban square'
		sokconv -t records <want >records
		try 0 sokconv -t records <nuls
		same records "$out"
	done
	# The bytes of a line end may arrive one by one.
	{ printf '#####\0'; sleep .1; printf '\n#@$.#\0\0'; sleep .1
	  printf '\0\r'; sleep .1; printf '\n#####\0'; } | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
}

@test "markers of git are errors, and sokfmt leaves such a file unchanged" {
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

# marked NAME [TEXT ...]: the file NAME with the text, and the markers of a
# conflict of three versions, below it.
marked() {
	lines "${@:2}" '<<<<<<< ours' One '||||||| base' Zero '=======' Two \
		'>>>>>>> theirs' >"$1"
}

# withheld FILE: its four markers are errors in every program, and nothing is
# replaced with what it says.
withheld() {
	for program in sokrle 'sokrle -d' 'sokconv -t slc' 'sokconv --strict -t sok' \
		'sokcheck -p' 'sokreplay -p' sokfmt 'sokfmt --unique' \
		'sokfmt -s 1' 'sokrle -s 1' 'sokfmt -j2' 'sokcheck -p -j2'; do
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

@test "markers of a conflict are found wherever text is, by every program" {
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

@test "markers of a conflict are found in archives, and between boards" {
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

@test "a patch is said to be one" {
	{ lines '--- a' '+++ b' '@@ -1,3 +1,3 @@' '-One' '+Two' '' &&
		board '#####/#@$.#/#####'; } >in
	try 0 sokcheck in
	printed '^in:3:1: warning: .*\[patch-text\]'
}

@test "a word of letters that are moves, with a number, is text" {
	for word in 07D01L 'rr3)r' 3U0D; do
		{ board '#####/#@$.#/#####' && lines '' "$word"; } >in
		try 0 sokcheck --severity=note in
		never_printed '(rle-|ambiguous)'
		try 0 sokrle in
		{ board '5#|#@$.#|5#' && lines '' "$word"; } | expect_out
	done
	# As the whole input it was meant as moves, and so was a long line.
	lines 'rr3)r' | try 1 sokrle -d
	{ board '#####/#@$.#/#####' && lines '' 'rrrrlllldddd3)r'; } >in
	try 0 sokcheck in
	printed '^in:5:13: warning: .*\[ambiguous-moves\]'
	try 1 sokrle in
}

@test "JSON of other programs is text, and is said to be JSON" {
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

@test "the note about JSON names the member with the rows" {
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

@test "the header of a second file in the middle is reported" {
	for key in Author Copyright Collection Game; do
		{ lines "$key: Sokoban" '' A '' && board '#####/#@$.#/#####'; } >a
		for games in '' $'\nSolution\nR\n'; do
			{ lines "Email: x" "$key: Hexoban" '' B '' &&
				board '#####/#@$.#/#####'; } >b
			{ cat a && printf '%s\n' "$games" && cat b; } >in
			sokcheck in >found || true
			grep -Eq '^in:[0-9]+:1: warning: `'$key'` is read as a key of the board above, .*\[shifted-titles\]' found
		done
	done
	# Files that end without a blank line, joined.
	{ lines 'Author: Ann' '' && board '#####/#@$.#/#####'; } >a1
	{ lines 'Author: Bob' '' && board '#####/#.$@#/#####'; } >b1
	{ lines 'Author: Cyd' '' && board '#####/#@ *#/#####'; } >c1
	for in in 'a1 b1' 'b1 a1' 'a1 b1 c1 b1'; do
		# shellcheck disable=SC2086 # a list of files
		cat $in | sokcheck >found || true
		grep -q '^<stdin>:6:1: warning: `Author` is read as a key of the board above' found
	done
	# Some boards with authors of their own, or the same value, are none.
	{ cat a1 b1 b1 && lines '' && board '#####/#@ *#/#####'; } >in
	sokcheck in >found || true
	[ "$(grep -c shifted-titles found)" -eq 0 ]
	{ cat a && lines '' && cat a; } >in
	sokcheck in >found || true
	[ "$(grep -c shifted-titles found)" -eq 0 ]
}

@test "comments and definitions of macros do not reach players" {
	{ lines ':: zz' 'M=x' 'A note.' '' T '' && board '#####/#@$.#/#####' &&
		lines '' ':: zz' 'Author: Ann' '' Solution R '' ':: zz'; } >in
	for format in slc jsoko html svg ansi; do
		sokconv -q -t "$format" in >out
		# The page gives its source away, in elements that are not shown.
		sed '/<pre class="sok">/,/<\/pre>/d' out >shown
		[ "$(grep -c ':: zz' shown)" -eq 0 ]
		[ "$(grep -Ec '(^|>|[[:blank:]])M=x' shown)" -eq 0 ]
	done
	# What a Description says as `a=b` defines no macro, and returns.
	lines '<SokobanLevels><Description>size=10</Description>' \
		'<LevelCollection><Level Id="T"><L>#####</L><L>#@$.#</L>' \
		'<L>#####</L></Level></LevelCollection></SokobanLevels>' >a.slc
	sokconv -t sok a.slc >a.sok
	lines Comment: size=10 Comment-End: '' '' T '' '#####' '#@$.#' \
		'#####' | same - a.sok
	try 0 sokconv -t slc a.sok
	[ "$(grep -c '^size=10$' "$out")" -eq 1 ]
	quiet
	sokconv -q -t jsoko in >out
	lines 'A note.' :: '' '' '#####' '#@$.#' '#####' '' 'Title: T' \
		'Author: Ann' '' 'Solution 1/1' R >want
	same want out
	try 0 sokconv -t slc in
	said 'warning: 1 remark dropped: slc cannot hold it'
	# Where comments have a place they stay.
	try 0 sokconv -t sok in
	[ "$(grep -c '^:: zz$' "$out")" -eq 3 ]
}

@test "one row with a count is decoded if it is the whole input" {
	lines '3#4-@.#' | try 0 sokrle -d
	lines '###    @.#' | expect_out
	lines '3#4-@.#' | try 0 sokrle -d --floor=dash
	lines '###----@.#' | expect_out
	lines '' '> 3#2-' | try 0 sokrle -d
	lines '3#|#2-#' | try 0 sokrle -d
	lines '###' '#  #' | expect_out
	lines '3#4-@.#' 'a note' >in
	try 0 sokrle -d in
	same in "$out"
	lines '3#4-@.#' >in
	try 0 sokrle in
	same in "$out"
}
