#!/usr/bin/env bats
# The layout that sokfmt writes, and what it must never lose of a text.

load helper

small='#####/#@$.#/#####'
bent='#####/#@$.#/#  ##/#####'
two='######/#@ $.#/######'

# formats EXPECTED: sokfmt makes the file EXPECTED of stdin, in silence, and
# leaves that as it is.
formats() {
	try 0 sokfmt "${@:2}"
	quiet
	same "$1" "$out"
	stable
}

# unchanged: stdin is already formatted.
unchanged() {
	cat >already
	formats already <already
}

@test "every part of a collection has its place" {
	golden 0 layout sokfmt
	stable
}

@test "nothing in is nothing out" {
	try 0 sokfmt
	no_output
	quiet
	printf '\n \n\t\n' | try 0 sokfmt
	no_output
}

@test "a collection without a board is text and kept" {
	lines 'Only words here.' '' 'And: a key' | unchanged
}

@test "two blank lines stand before every puzzle but the first" {
	{ board "$small" && echo && board "$two" && echo && board "$bent"; } >in
	{ board "$small" && lines '' '' && board "$two" && lines '' '' &&
		board "$bent"; } >want
	formats want <in
}

@test "runs of blank lines in text become one, trailing blanks go" {
	{ board "$small" && lines '' '' 'one  ' '' '' $'two\t' '' ''; } >in
	{ board "$small" && lines '' one '' two; } >want
	formats want <in
}

@test "indentation and order of text stay" {
	{ board "$small" && lines '' '  deep' 'Author: A' 'note' ' Author: B' \
	'AUTHOR =C' 'http://a/' 'http://b/'; } | unchanged
}

@test "blank lines inside a comment block stay" {
	{ board "$small" && lines '' Comment: '' '' x '' '' '' y '' \
	Comment-End: after; } | unchanged
}

@test "boards, moves and titles inside a comment block are opaque" {
	{ board "$small" && lines '' Comment: && board "$two" &&
		lines R '' Title 'Title: x' && board "$two" &&
		lines Comment-End:; } | unchanged
}

@test "a comment block without its end is an ordinary key" {
	{ board "$small" && lines '' Comment: note '' '' && board "$two"; } >in
	try 0 sokfmt in
	same in "$out"
	stable
	try 0 sokcheck in
	printed 'in:5:1: warning: .*\[unclosed-comment\]'
}

@test "the end of a comment block that was never opened is kept, with a blank" {
	{ board "$small" && lines '' Comment-End: x; } >in
	try 0 sokfmt in
	{ board "$small" && lines '' ' Comment-End:' x; } | expect_out
	said 'in:5:1: warning: .*\[unclosed-comment\]'
	stable
}

@test "every floor character is read, a blank written" {
	lines '#######' '#@-_ .#' '#_$_--#' '#######' >in
	lines '#######' '#@   .#' '# $   #' '#######' >want
	formats want <in
}

@test "the floor character can be chosen, empty rows stay a dash" {
	lines '  ###' '-' '#####' '#@ .#' '# $ #' '#####' >in
	try 0 sokfmt --floor=dash in
	lines '--###' - '#####' '#@-.#' '#-$-#' '#####' | expect_out
	try 0 sokfmt --floor=underscore in
	lines '__###' - '#####' '#@_.#' '#_$_#' '#####' | expect_out
	try 0 sokfmt --floor=space in
	same in "$out"
}

@test "closed boards lose the floor around them" {
	lines '---------' '---#####-' '---#@$.#' '---#####--' '-' >in
	board "$small" >want
	head -n 4 in | formats want
}

@test "open boards keep their rectangle" {
	lines '-----' '@.$--' '-----' >in
	try 0 sokfmt in
	quiet
	stable
	try 0 sokconv -t jsonl "$out.once"
	printed '"width":5,"height":3'
	try 0 sokconv -t jsonl in
	printed '"width":5,"height":3'
}

@test "two boards glued together are taken apart" {
	{ board "$small" && board "$small"; } >in
	try 0 sokfmt in
	{ board "$small" && lines '' '' && board "$small"; } | expect_out
	stable
	try 0 sokcheck in
	printed 'in:[0-9]+:[0-9]+: warning: .*\[glued-boards\]'
}

# Rows above a walled board are looked at again by themselves.
@test "a board without walls right above another is one of its own" {
	lines '-@-' '-$-' '-.-' '#####' '#@$.#' '#####' >in
	try 0 sokfmt in
	lines ' @-' ' $' ' .' '' '' '#####' '#@$.#' '#####' | expect_out
	stable
}

# All five lines are a sound board in letters, but three are one without.
@test "words around a board without walls are text" {
	lines Bob '-@-' '-$-' '-.-' Bob | try 0 sokfmt
	lines Bob '' ' @-' ' $' ' .' '' Bob | expect_out
}

# Between two boards without a blank line it touches both.
@test "a comment that touches two boards names the one below" {
	{ board "$small" && lines '; Second' && board "$small"; } |
		try 0 sokfmt
	{ board "$small" && lines '' '' Second '' && board "$small"; } |
		expect_out
}

@test "two rows are no board" {
	lines '#####' '#@$.#' | unchanged
}

@test "CR, CRLF and LF end a line each" {
	board "$small" >want
	for end in $'\r' $'\r\n' $'\n'; do
		printf '%s' "#####$end" "#@\$.#$end" "#####$end" | formats want
		printf '%s' "One$end$end#####"$'\n#@$.#\n'"#####$end" |
			try 0 sokfmt
		{ lines One '' && cat want; } | expect_out
	done
}

@test "a byte-order mark goes, wherever a line begins with it" {
	bom=$'\xef\xbb\xbf'
	{ lines "${bom}One" '' "$bom#####" '#@$.#' '#####'; } >in
	{ lines One '' && board "$small"; } >want
	formats want <in
}

@test "NUL ends a line and is a blank one between puzzles" {
	{ board "$small" && lines '' '' && board "$two" && lines '' note; } >want
	{ board "$small" && printf '\0' && board "$two" && lines '' note; } >in
	formats want <in
	{ board "$small" && lines '' && board "$two" && printf 'note\0'; } >in
	formats want <in
}

@test "what is wrong with the last line is said, if only a NUL ends it" {
	for rows in '' '#####\n#@$.#\n#####\n\n'; do
		# shellcheck disable=SC2059 # the rows are made of \n
		printf "$rows"'a line of some words, and \x1f\0' >in
		try 0 sokcheck --disable=no-puzzle in
		one_line "$out"
		printed ':27: warning: a control character \[control-char\]'
	done
}

@test "a missing last newline is added" {
	printf '#####\n#@$.#\n#####' >in
	board "$small" >want
	formats want <in
}

@test "text bytes pass as they are, whatever their encoding" {
	{ printf 'caf\xe9 \x80\n\n' && board "$small" &&
		printf '\nna\xc3\xafve\n\x1b$B%%=\x1b(B\n'; } | unchanged
}

@test "UTF-16 with a byte-order mark is decoded" {
	{ printf '\xff\xfe' && { lines 'é1' '' && board "$small"; } |
		iconv -f UTF-8 -t UTF-16LE; } >in
	{ lines 'é1' '' && board "$small"; } >want
	formats want <in
}

@test "UTF-16 without a byte-order mark shows" {
	{ lines 'Title 1' '' && board "$small" && lines '' 'N 1' &&
		yes 'More of it.' | head -n 40 && lines 'é'; } >want
	for order in LE BE; do
		iconv -f UTF-8 -t UTF-16$order want >in
		formats want <in
		{ head -c 1 in; sleep .1; tail -c +2 in | head -c 100
		  sleep .1; tail -c +102 in; } | formats want
		sokrle in | sokrle -d | same want -
	done
	printf 'a\0#\0\n' | try 0 sokfmt -f sok
	[ "$(tr -d '\n' <"$out")" = 'a#' ]
	# Letters of other alphabets have no NUL, but the walls among them have.
	{ lines '一二' '' && board "$small" && lines '' 'Автор'; } >want
	for order in LE BE; do
		iconv -f UTF-8 -t UTF-16$order want >in
		formats want <in
		sokrle in | sokrle -d | same want -
	done
	# A Macintosh file with such text in it is none.
	{ printf '\0\5\26\7\0\2\0\0' && cat in; } >mac
	try 1 sokcheck mac
	printed '^mac: error: a damaged Macintosh file'
	for ((i = 0; i < 3; i++)); do
		printf '#####\0#@$.#\0#####\0\0'
	done | try 0 sokfmt -f sok
	[ "$(grep -c '@' "$out")" -eq 3 ]
}

@test "UTF-32 with a byte-order mark is decoded" {
	{ lines 'é1' '' && board "$small"; } >want
	{ printf '\xff\xfe\0\0' && iconv -f UTF-8 -t UTF-32LE want; } >in
	formats want <in
	{ printf '\0\0\xfe\xff' && iconv -f UTF-8 -t UTF-32BE want; } >in
	formats want <in
	try 0 sokfmt -w in
	same want in
	printf '\xff\xfe\0\0' | try 0 sokfmt
	no_output
}

@test "files of several character sets that were put together are said to be" {
	{ lines One '' && board "$small" && lines ''; } >one
	{ lines '' Two '' && board "$small"; } >two
	cat one two | sokfmt >want
	# Each has its mark, of either order.
	for first in LE BE; do
		for second in LE BE; do
			{ printf '\xef\xbb\xbf' && cat one; } |
				iconv -f UTF-8 -t UTF-16$first >in
			{ printf '\xef\xbb\xbf' && cat two; } |
				iconv -f UTF-8 -t UTF-16$second >>in
			formats want <in
		done
	done
	# One of them has none.
	{ printf '\xff\xfe' && iconv -t UTF-16LE two; } >wide
	cat one wide >in
	try 0 sokfmt in
	said '^in: warning: the file also contains text that is not UTF-16.*\[charset\]'
	cat wide one >in
	try 0 sokfmt in
	said '^in: warning: the file also contains text that is not UTF-16.*\[charset\]'
	try 0 sokrle in
	said '^in: warning: the file also contains text that is not UTF-16.*\[charset\]'
	{ for ((i = 0; i < 200; i++)); do cat one; done; cat wide; } >in
	for n in 1 2; do
		try 0 sokfmt -j $n in
		said '^in:1201:1: warning: a byte-order mark of UTF-16 was removed; .*\[charset\]'
		one_line "$err"
	done
	# A smile has the bytes of two walls.
	{ printf '\xef\xbb\xbf(\xe2\x8c\xa3_\xe2\x8c\xa3)\n\n' && board "$small"; } |
		iconv -f UTF-8 -t UTF-16LE >in
	try 0 sokfmt in
	quiet
}

@test "a charset is decoded and encoded on request" {
	{ printf 'caf\xe9\n\n' && board "$small"; } >latin
	{ printf 'caf\xc3\xa9\n\n' && board "$small"; } >utf
	try 0 sokfmt --charset=ISO-8859-1 latin
	same utf "$out"
	try 0 sokfmt --to-charset=ISO-8859-1 utf
	same latin "$out"
	try 2 sokfmt --charset=NO-SUCH-SET latin
}

@test "leading semicolons and blanks are no part of a title" {
	for title in '; One' ';One' ';;; ; One'; do
		{ lines "$title" '' && board "$small"; } >in
		{ lines One '' && board "$small"; } >want
		formats want <in
	done
}

@test "only semicolons are no title" {
	{ lines '; ;' '' '' && board "$small"; } | unchanged
}

@test "a rule line is no title" {
	for rule in '-----' '=======' '~~~' '***' '__' '####' '+.+' '-=-'; do
		{ lines "$rule" '' '' && board "$small"; } | unchanged
	done
}

@test "a title keeps the characters that file names cannot hold" {
	{ lines 'What? *A* <B> [C] | "D" \E' '' && board "$small"; } | unchanged
}

@test "a title key beats the title line and both stay" {
	{ lines One '' && board "$small" && lines '' 'Title: Two'; } >in
	unchanged <in
	try 0 sokconv -t jsonl in
	printed '"title":"Two"'
	printed '"title_line":"One"'
}

@test "a backslash goes on with moves, but alone it is text" {
	{ board "$small" && lines '' Solution "R\\" "l\\" r "\\" Note; } >in
	try 0 sokfmt in
	{ board "$small" && lines '' Solution Rlr '' "\\" Note; } | expect_out
	sokfmt in | unchanged
}

@test "a title key beats a title that no line can hold, too" {
	{ board "$small" && lines '' 'Author: Ann' 'Title: Two' \
		'Title: One: the first' Note; } >want
	{ lines '; One: the first' && board "$small" &&
		lines 'Author: Ann' 'Title: Two' Note; } >in
	try 0 sokfmt in
	expect_out <want
	unchanged <want
	{ board "$small" && lines '; One: the first' '' 'Author: Ann' \
		'Title: Two' Note; } >in
	try 0 sokfmt in
	expect_out <want
	{ board "$small" && lines '' 'Title: One: the first' Title: \
		Comment: 'Title: no' Comment-End:; } >want
	{ lines '; One: the first' && board "$small" &&
		lines Title: Comment: 'Title: no' Comment-End:; } >in
	try 0 sokfmt in
	expect_out <want
	{ board "$small" && lines '' R '' 'Title: Mine' \
		'Title: Solution: 1/1'; } >want
	{ board "$small" && lines '' 'Solution: 1/1' R 'Title: Mine'; } >in
	try 0 sokfmt in
	expect_out <want
}

@test "an empty title key is no title" {
	{ lines One '' && board "$small" && lines '' 'Title:' 'Title: Two'; } >in
	unchanged <in
	try 0 sokconv -t jsonl in
	printed '"title":"Two"'
}

@test "a known key is never a title line" {
	{ board "$small" && lines '' 'Author=Bob' '' '' && board "$two"; } |
		unchanged
}

@test "words with a key in them are no keys" {
	{ lines One '' && board "$small" && lines '' 'Subtitle: foo' \
	'Co-Author: Bob' 'This level is from Madrid: the capital' \
	'best title: none'; } >in
	unchanged <in
	try 0 sokconv -t jsonl in
	printed '"title":"One"'
	never_printed '"author":"Bob"'
}

@test "a guard that is there stays the one guard" {
	{ board "$small" && lines '' Note :: '' '' && board "$two"; } | unchanged
}

@test "a guard without need is text" {
	{ lines :: '' '' && board "$small" && lines '' 'a' 'b' :: '' '' &&
		board "$two" && lines '' ::; } | unchanged
}

@test "comment lines are text and stay where they stand" {
	{ lines '::::::::' ':: made by hand' '::::::::' '' '' &&
		board "$small" && lines '' ':: below' '' R '' ':: last'; } |
		unchanged
}

@test "a game has its title directly above it" {
	{ board "$small" && lines '' Solution '' R; } >in
	{ board "$small" && lines '' Solution R; } >want
	formats want <in
}

@test "an untitled game below a note is guarded" {
	{ board "$small" && lines '' Note :: '' R; } >in
	formats in <in
	try 0 sokconv -t jsonl in
	printed '"text":"Note"'
	never_printed '"name":"Note"'
}

@test "moves are written flat and wrapped at 70" {
	golden 0 wrap sokfmt
	stable
}

@test "moves wrap where asked for" {
	{ board "$two" && lines '' 'rlrlrlrlrlrl[]{}rlrlR'; } >in
	try 0 sokfmt --wrap=10 in
	{ board "$two" && lines '' rlrlrlrlrl 'rl[]{}rlrl' R; } | expect_out
	try 0 sokfmt --wrap=0 in
	same in "$out"
	for n in 1 9 -1 x 1e9; do
		try 2 sokfmt --wrap=$n in
	done
}

@test "every wrapped line of moves can be read alone" {
	{ board "$two" && printf '\n%s\n' 'rrrrrrrrrr******************R'; } >in
	try 0 sokfmt --wrap=10 in
	never_printed '^[*]+$'
	cp "$out" wrapped
	model sok in >want
	model sok wrapped >got
	same want got
}

@test "blanks between moves and counts in them are read" {
	{ board "$small" && lines '' 'r l 2(r l)' '3r 2(2(lr)u) R'; } >in
	{ board "$small" && lines '' rlrlrlrrrlrlrulrlruR; } >want
	formats want <in
}

@test "a count at the end of a line takes the move of the next" {
	{ board "$small" && lines '' 'll1' '0rR'; } >in
	{ board "$small" && lines '' 'llrrrrrrrrrrR'; } >want
	formats want <in
}

@test "jumps, pusher changes, groups and the star stay" {
	{ board "$small" && lines '' '[]rL' '' '{u}R*' '' '(rR)(l)' '' \
	'[rr](l)*Lu'; } | unchanged
}

@test "numbers between walls are titles and no rows" {
	for number in '## 12' '#### 12 ####' '# 5 #' '#  5' '*** 7 ***'; do
		{ lines "$number" && board "$two" && lines '### 3 ###' &&
			board "$two"; } >in
		{ lines "$number" '' && board "$two" &&
			lines '' '' '### 3 ###' '' && board "$two"; } >want
		formats want <in
		try 0 sokcheck in
		no_output
	done
	# These are rows.
	board '######/#@$ .#/#    #/######' >want
	lines '######' '#@$ .#' '#4-#' '6#' | formats want
	lines '######' '#@$ .#' '#4 #' '6#' | formats want
}

@test "numbers and star rows between games are no moves" {
	local early='######/#@$. #/######'
	{ lines 1 && board "$early" && lines RR 2 && board "$early" &&
		lines rR 3; } >in
	{ lines 1 '' && board "$early" && lines '' RR '' '' 2 '' &&
		board "$early" && lines '' rR '' 3; } >want
	formats want <in
	for number in 2 '2)' '(2)' '[2]' '* * *' '***'; do
		{ board "$early" && lines '' 1 RR "$number" rRR; } >in
		{ board "$early" && lines '' 1 RR '' "$number" &&
			{ [[ $number != *'*' ]] || lines ''; } &&
			lines rRR; } >want
		formats want <in
		sokrle <in | sokrle -d | same in -
	done
	for number in '97 31' $'(97\t31)' '1 1 1 '; do
		{ board "$early" && lines '' Solution RR "$number"; } >in
		{ board "$early" && lines '' Solution RR '' "${number% }"; } >want
		formats want <in
		sokrle <in | sokrle -d | same in -
	done
	{ board "$early" && lines '' r1 2 'r2(' 'r)' '*' r; } >in
	{ board "$early" && lines '' 'rrrrrrrrrrrrrrr*r'; } >want
	formats want <in
}

@test "a star row after a game is not a move" {
	{ board "$small" && lines '' R '' '***' '' '' && board "$two"; } |
		unchanged
}

@test "moves before the first board are a puzzle of their own" {
	{ lines rR '' '' && board "$small"; } >in
	unchanged <in
	try 0 sokcheck in
	printed 'in:1:1: warning: .*\[moves-without-board\]'
}

@test "damage in one puzzle costs that puzzle only" {
	{ board "$small" && lines '' '5#|#@$.#|5#3' 'a lost one' '' '' &&
		board "$two"; } >in
	try 1 sokfmt in
	same in "$out"
	said 'in:5:12: error: .*\[rle-count\]'
}

@test "what is wrong is said with its place, and nothing of it is lost" {
	golden 2 findings sokfmt --stdin-name=findings.in
	tr -d ' \n' <"$cases/findings.in" >before
	sed "s/^'\(.*\)'$/\1/" "$out" | grep -v '^::$' | tr -d ' \n' >after
	same before after
}

@test "rows wider than any buffer are whole" {
	edge=$(printf '%3000s' '' | tr ' ' '#')
	{ echo "$edge"; printf '#@$%2995s.#\n' '' ; echo "$edge"; } >in
	formats in <in
	for floor in dash underscore; do
		try 0 sokfmt --floor=$floor in
		cp "$out" other
		[ "$(awk '{ print length }' other | uniq)" = 3000 ]
		formats in <other
	done
	try 0 sokfmt --transform=rotate90 in
	cp "$out" turned
	[ "$(wc -l <turned)" -eq 3000 ]
	try 0 sokfmt --transform=rotate270 turned
	same in "$out"
	# Open: the rectangle is shown by its first row.
	{ printf '%2990s\n' '' | tr ' ' -; echo '#@$.'; echo '####'; } >in
	try 0 sokfmt in
	sed -n 1p "$out" | grep -cxE -- '-{2990}'
	stable
}

@test "a board has three rows, and three columns that are not floor" {
	for rows in 1:###/#@#/### 1:#-#/#-#/#-# 1:-###-/-#@#-/-###- \
		1:*-*/@/*-* 1:@\$./---/--- 1:-----/-----/*@--- 1:##-/#@#/### \
		0:###/#@# 0:##/##/## 0:-##-/-##-/-##- 0:##-/##-/##- \
		0:*@/*@/*@ 0:#/#/# 0:@-/\$-/.- 0:@/\$/.; do
		{ board "$bent" && echo && board "${rows#?:}" && echo &&
			board "$bent"; } >in
		sokconv -q -t jsonl in >got
		[ "$(grep -c '"height":[1-9]' got)" -eq $((2 + ${rows%%:*})) ] ||
			{ echo "$rows"; cat got; false; }
		# Where puzzles are not kept; run-length text needs a wall.
		[[ $rows == *#* ]] || continue
		sokrle in >got
		[ "$(grep -c '|' got)" -eq $((2 + ${rows%%:*})) ] ||
			{ echo "$rows"; cat got; false; }
	done
}

@test "a line with a semicolon below moves names nothing" {
	{ board "$bent" && lines '' R '; a note' '' Two '' && board "$bent"; } >in
	try 0 sokfmt in
	quiet
	{ board "$bent" && lines '' R '' '; a note' '' '' Two '' &&
		board "$bent"; } | expect_out
}
