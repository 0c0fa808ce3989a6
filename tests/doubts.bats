#!/usr/bin/env bats
# What others may have meant otherwise is said, and nothing of it is lost.

load helper

small='#####/#@$.#/#####'
two='######/#@ $.#/######'

# finds FILE LINE:COLUMN RULE TEXT: the only finding of sokcheck.
finds() {
	try 0 sokcheck "$1"
	one_line "$out"
	printed "^$1:$2: warning: .*$4.* \[$3\]"
}

# lost FILE LINE:COLUMN: the only finding is the error that a board is lost;
# the lines are kept.
lost() {
	try 1 sokcheck --disable=bad-utf8,no-puzzle "$1"
	one_line "$out"
	printed "^$1:$2: error: .* is not a Sokoban square; these lines are not read as a board \
\[unknown-square\]"
	try 1 sokfmt "$1"
	said "^$1:$2: error: .* is not a Sokoban square; these lines are not read as a board"
	same "$1" "$out"
}

# no_board ROWS: below a board these are a lost board.
no_board() {
	{ board "$two" && lines '' 'Next one' '' && board "$1"; } >in
	lost in '[0-9]+:[0-9]+'
}

@test "headings of games may hold a colon and have text above them" {
	{ board "$two" && lines '' 'Solution 1: 3/1' rR '' Snapshot: r '' \
		'By: X' 'best solution' rR; } >in
	{ board "$two" && lines '' rR '' 'Title: Solution 1: 3/1' '' Snapshot r \
		'' 'By: X' '' 'best solution' rR; } >want
	try 0 sokfmt in
	same want "$out"
	stable
	try 0 sokreplay in
	printed ': warning: the title says 3/1, the moves are 2/1 \[wrong-count\]'
	printed 'note: unsolved 1/0 .*"Snapshot"'
	printed 'note: solved 2/1 .*"best solution"'
}

@test "words that only begin like a heading of a game are notes" {
	for line in 'Solutions: 3' 'Solution comment: hard' 'Author: Solution'; do
		{ board "$two" && lines '' "$line" '' rR; } >in
		try 0 sokfmt in
		same in "$out"
	done
	# Above a board a colon makes a note of it.
	{ board "$two" && lines '' 'Solution: none' '' '' && board "$small"; } >in
	try 0 sokfmt in
	same in "$out"
}

@test "moves behind a word are text, which is said" {
	for line in 'Solution: rR' 'lurd=rR' 'Solution 2: 3(lr)rR' 'path: RR' \
		'Solution (2 moves): rR' 'Solution 2/1: rR' \
		'Solution (moves: 2, pushes: 1): rR' 'Path: r,R,l,l,r,r,l,l,r'; do
		{ board "$two" && lines '' "$line"; } >in
		finds in 5:1 ambiguous-moves 'a word precedes these moves'
		try 0 sokfmt in
		same in "$out"
		try 0 sokrle -d in
		quiet
	done
	{ cat in && lines 'Author: me' '' && cat in; } >again
	finds again 5:1 ambiguous-moves 'a word precedes these moves'
	for line in 'Moves: 12' 'Author: Dull' 'Solution: run' 'Path:' \
		'Solution: u1' 'Moves: l,u,r,d,L,U,R,D' 'Solution (see: x): no' \
		'Solution (see: rR' 'Solution by (me): rR'; do
		{ board "$two" && lines '' "$line"; } >in
		try 0 sokcheck in
		expect_out </dev/null
	done
}

@test "a solution that a byte makes text is said" {
	game=rrrruuuulllldddd
	for line in "$game," "$game. $game" "${game}x" "> $game,"; do
		for title in '' Solution; do
			{ lines '; 1' '' && board '#####/#@$.#/#####' &&
				lines '' $title "$line" '' "$line" '' '; 2' '' &&
				board '######/#@ $.#/######'; } >in
			bytes=${line%%[., x]*}
			[ "$line" = "> $game," ] && bytes="> $game"
			at=$((7 + ${#title} / 8)):$((${#bytes} + 1))
			for jobs in 1 2; do
				try 0 sokcheck -j "$jobs" in
				one_line "$out"
				printed "^in:$at: warning: this is not a move, so this line is kept \
as text, and so are others like it \[ambiguous-moves\] \(puzzle 1"
			done
		done
	done
	# It may be that of a board far below, and none of a comment.
	{ for ((i = 1; i < 3000; i++)); do
		lines "; $i" '' && board '#####/#@$.#/#####' && lines ''
	done && lines "$game," ''; } >in
	for jobs in 1 2; do
		try 0 sokcheck -j "$jobs" in
		printed '^in:17995:17: .*ambiguous-moves'
		one_line "$out"
	done
	# So are those with a sign between each two, or between several.
	for line in r,r,u,u,l,l,d,d,r 'rrUU llDD. rrUU. uLuL' \
		'R | U | L | R | U | L | R | U | L'; do
		{ board '#####/#@$.#/#####' && lines '' "$line"; } >in
		try 0 sokcheck in
		one_line "$out"
		printed '^in:5:[2-9]*: warning: this is not a move, so this line is'
	done
	{ board '#####/#@$.#/#####' && lines '' Comment: "$game," Comment-End: '' \
		'l, u, r, d, L, U, R, D' 'rrr,uuu; rrr,uuu; lll,ddd' \
		'Lull, Ulrudd, Dull' 'rrr, uuu, lll, ddd'; } >in
	try 0 sokcheck in
	no_output
}

@test "long moves among other text are said" {
	game=rrrruuuulllldddd what='these moves are in the middle of other text; they are'
	for line in "Way: $game" "1. \`$game\`" "\"lurd\": \"$game\"," \
		"So it goes: ${game}r and no further" "3 x	$game	solved"; do
		bytes=${line%%rr*}
		{ lines '; 1' '' && board '#####/#@$.#/#####' &&
			lines '' Notes "$line" "$line" '' '; 2' '' &&
			board '######/#@ $.#/######'; } >in
		for jobs in 1 2; do
			try 0 sokcheck -j "$jobs" in
			one_line "$out"
			printed "^in:8:$((${#bytes} + 1)): warning: $what .*\
\[ambiguous-moves\] \(puzzle 1"
		done
		try 0 sokrle -d in
		quiet
	done
	# A title, a key and a note far below are lines like others.
	awk -v rows="$(board '#####/#@$.#/#####')" 'BEGIN {
		for (i = 1; i < 3000; i++)
			printf "Level %d\n\n%s\nAuthor: Ann\n\n\n", i, rows
	}' >far
	for line in "Way $game" "Author: $game" "A note of $game,"; do
		{ cat far && lines "$line" '' && board '######/#@ $.#/######' &&
			lines '' 'Author: Bob' '' '' && cat far; } >in
		for jobs in 1 2; do
			try 0 sokcheck -j "$jobs" in
			printed "^in:23993:[0-9]+: warning: $what"
			one_line "$out"
		done
	done
	# Words are shorter, and what stands in comments is one.
	{ board '#####/#@$.#/#####' && lines '' Comment: "Way: $game" \
		Comment-End: '' "Way: ${game%d}" "x ${game%d}.${game%d}" \
		"By ${game%d}-rr"; } >in
	try 0 sokcheck in
	no_output
}

@test "a word of moves that touches the board below is said" {
	{ lines C '' && board "$small" && lines '' D && board "$two"; } >in
	try 0 sokcheck in
	one_line "$out"
	printed '^in:7:1: warning: .D. right above a board is read as moves '
	{ lines C '' && board "$small" && lines '' R '' && board "$two"; } >in
	try 0 sokcheck in
	expect_out </dev/null
}

@test "a short game between its heading and its key is no word" {
	for title in Solution 'Best solution: 1/1' 'Snapshot 2'; do
		{ board "$small" && lines '' "$title" R 'Solver: Bob'; } >in
		try 0 sokcheck in
		expect_out </dev/null
	done
	for pair in Solution:Well 'Solutions:Solver= Bob' 'So:Solver= Bob'; do
		{ board "$small" && lines '' "${pair%:*}" R "${pair#*:}"; } >in
		finds in 6:1 ambiguous-moves 'between two lines of text'
	done
}

@test "a word of moves where a title is missing, which solves nothing, is said" {
	for word in D Dull 'l r' lulldud; do
		{ lines C '' && board "$small" && lines '' "$word" '' &&
			board "$two" && lines '' E '' && board "$two"; } >in
		finds in 7:1 ambiguous-moves \
			"may be the title of the board below, which has none"
		tr '\n' '\r' <in >cr
		finds cr 7:1 ambiguous-moves '.* is read as moves'
		try 0 sokfmt in
		stable
	done
	{ lines C '' && board "$small" && lines '' R '' D '' && board "$two"; } >in
	finds in 9:1 ambiguous-moves '.D. is read as moves'
	{ lines A '' && board "$small" && lines '' B '' && board "$two" &&
		lines '' && cat in; } >other
	finds other 21:1 ambiguous-moves '.D. is read as moves'
	# It is long or two, it has a title, the board below it has one, or none
	# have.
	for word in lullduds lulluddl $'D\nl' $'Try\nD' $'D\n\nTwo'; do
		{ lines C '' && board "$small" && lines '' "$word" '' &&
			board "$two"; } >in
		try 0 sokcheck in
		no_output
	done
	{ board "$small" && lines '' D '' && board "$two"; } >in
	try 0 sokcheck in
	no_output
	{ board "$small" && lines '; C' '' D '' && board "$two"; } >in
	try 0 sokcheck in
	no_output
	{ lines C '' && board "$small" && lines '' D; } >in
	try 0 sokcheck in
	no_output
}

@test "a paragraph that is no board for one character is said once" {
	for rows in '#####/#@x.#/#####' '######/#@ $.#/#  o #/#    #/######' \
		'#####,/#@$.#,/#####,' '#####/#@x.#/#$y #/#####' \
		'#####<br>/#@$.#<br>/#####<br>' '###<p>/#@#<p>/#$#<p>'; do
		no_board "$rows"
		try 0 sokrle -d in
		quiet
	done
	# Of several strange squares a row may be made where others are around.
	for rows in '#####/#xy.#/#@$ #/#####' '#####/#@$.#/#x y#/#####' \
		'#######/#ab?x.#/#@$ ! #/#######'; do
		no_board "$rows"
	done
	for rows in '#####/#foo#/#@$.#' '#####/#@$.#/# The #' '####/#xy/#@$#' \
		'######/#x  y#/######'; do
		board "$rows" >in
		try 0 sokcheck --disable=no-puzzle in
		expect_out </dev/null
	done
	printf '#####\342\200\213\n#@$.#\342\200\213\n#####\342\200\213\n' >in
	try 1 sokcheck in
	printed '^in:1:6: error: this is not a Sokoban square; these lines are not read as a board'
	# Other blanks are none, however many, in whatever character set.
	no_board '#####/#&nbsp;&nbsp;#/#@$.#/#####'
	no_board '&nbsp;####/##@$.#/&nbsp;####'
	for space in '\343\200\200' '\241\241' '\201@'; do
		printf '#####\n#%b%b#\n#@$.#\n#####\n' "$space" "$space" >in
		lost in 2:2
		printf '%b####\n##@$.#\n%b####\n' "$space" "$space" >in
		lost in 1:1
	done
	# Words stand behind rows, but not behind headings or in frames.
	no_board '#####/#@$.#  <-- you/#####'
	no_board '##### <- a wall/#@$.#/##### <- another'
	no_board '*###*  two boxes/#@$.#    one/*###*  and two'
	board '#####/#   # ; here/#@$.#/#####' >in
	lost in 2:7
	board '#####/#@$.#/#   #/# $.#  and more/#####' >in
	lost in 4:8
	{ board "$two" && lines '' '####  Costs $5' '####  Levels' '####  By @me' \
		'' '###  One' && board "$two" && lines '' '#####  x  #####' \
		'# $HOME   #' '###########' '' '# * <name> > <number>' \
		'# * <name> = <number>' '# * <name> < <number>'; } >in
	try 0 sokcheck --disable=ambiguous-title in
	no_output
	# A letter has slipped in before a row, but numbers and words have not.
	no_board 'n#####/#   #/#@$.#/#####'
	no_board 'n####/#@$.#/#####'
	{ board "$two" && lines '' 'C# is sharp#' 'c# #4 #'; } | try 0 sokcheck
	no_output
	# What quotes a picture touches its first row, its last or both.
	for rows in '[code]#####/#@$.#/#####[/code]' '<pre>#####/#@$.#/#####' \
		'#####/#@$.#/#####</pre>' '"#####/#@$.#/#####"' \
		'L = "####/#@$.#/#####'; do
		no_board "$rows"
	done
	{ board '`#####/#@$.#/#####`' && lines '' && board '`#####/#@$.#/#####`'
	} | try 1 sokcheck --disable=no-puzzle
	[ "$(grep -c 'error: a backquote is not a Sokoban square' "$out")" -eq 2 ]
	# Bytes of another character set are some, too.
	printf '#####\n#@$.#\n#####\n####\351\n' >in
	try 0 sokcheck --disable=bad-utf8 in
	one_line "$out"
	printed '^in:4:5: warning: this is not a Sokoban square; this line is not read as a row of'
	# A frame around words is none, and rows beside a board are said as such.
	for rows in '#########/# Intro #/#########' '######/# A  #/######'; do
		{ board "$two" && lines '' && board "$rows"; } >in
		try 0 sokcheck in
		expect_out </dev/null
	done
	board '#####/#@x.#/######/#@ $.#/######' >in
	lost in 2:3
}

@test "a string around rows is said, with floor between them and its quotes" {
	for rows in 'x = `  ####/###@$.#/#######' '`-_####/#@$.#/#####' \
		'x = "#### ####/#@ $  .#/#########' '#####/#@$.#/#####  "' \
		"#####/#@\$.#/#####   ');"; do
		no_board "$rows"
	done
	# The rows between may be a board by themselves, or another one adjoin.
	{ lines 'x = `  ####' && board '######/#@ $.#/######' &&
		lines '####  `;'; } >in
	try 0 sokcheck --disable=ambiguous-title in
	printed '^in:1:5: warning: a backquote is not a Sokoban square; this line is not read as a row '
	printed '^in:5:7: warning: a backquote is not a Sokoban square; this line is not read as a row '
	[ "$(wc -l <"$out")" -eq 2 ]
	board '#####/#@$.#/#####`,`/######/#@ $.#/######' >in
	try 1 sokcheck in
	one_line "$out"
	printed '^in:3:6: error: a backquote is not a Sokoban square; these lines are not read as a board'
	# Words in quotes are no rows.
	{ lines '### "Level 1" ###' && board "$two" && lines "### 'Two' ###"; } >in
	try 0 sokcheck --disable=ambiguous-title in
	expect_out </dev/null
}

@test "rows in quotes are said once, with what to strip" {
	for list in '`#####`/`#@$.#`/`#####`@the backquotes' \
		'"#####"/"#@$.#"/"#####"@the quotes' \
		"'#####'/'#@\$.#'/'#####'@the quotes" \
		'"#####",/"#@$.#",/"#####"@the quotes and the comma' \
		"x = [/  ' ####',/  '##@\$.#',/  '######'/]@the quotes and the comma" \
		'"#####",/"*@ .*",/"#  $#",/"#####",@the quotes and the comma'; do
		{ board "$two" && lines '' 'Next one' '' && board "${list%%"@the"*}"; } >in
		cp in copy
		try 0 sokcheck in
		one_line "$out"
		printed "warning: strip ${list##*"@"} around each row: .* is not a Sokoban square; these lines are not read as a board \[unknown-square\]"
		try 0 sokfmt -w copy
		same in copy
	done
	# Other strings are none.
	{ board "$two" && lines '' '"# a #",' '"# b #",' '"# c #",' '' '`#`' '`@`' \
		'`$`' '`.`' '' '"###"' '"###"' '"###"'; } >in
	try 0 sokcheck in
	no_output
}

@test "rows with numbers in front of them are said once, and no counts" {
	for rows in '1|#####/2|#@$.#/3|#####' '8 |#####|/9 |#@$.#|/10|#####|' \
		'1 | #####/2 | #@$.#/3 | #####' '0 #####/1 #@$.#/2 #####' \
		'1: ####/2:##@$.#/3:######' 'a|b/1|###/2|#@$.#/3|#####/+--' \
		'  31. #####/  32. #@$.#/  33. #####'; do
		no_board "$rows"
		said 'error: strip the number before each row: '
	done
	# A count alone is one.
	lines '2|3#' | try 1 sokcheck
	printed '\[rle-count\]'
	# Walls alone are no board, and items of a list are no rows.
	{ board "$two" && lines '' '1 ###' '2 ####' '3 ###' '' '1. # a #' \
		'2. # $ b #' '3. # c #'; } | try 0 sokcheck
	expect_out </dev/null
}

@test "a sign around rows for what is outside is said" {
	for rows in ':#####/:#@$.#/:#####' '##:###/#@$.##/###::::' \
		'XX#####/XX#@$.#/XX#####' '#####x/#@$.#x/#####x' \
		'~~####~/~##  #~/~#@$.#~/~#####~' '!####!!/!#  ###/!#@$. #/!######'; do
		no_board "$rows"
	done
	{ board "$two" && lines ':####:' '' && board "$two" && lines '####~' '' &&
		lines ':#: x #:' && board "$two"; } >in
	try 0 sokcheck --disable=ambiguous-title in
	printed '^in:4:1: warning: `:` is not a Sokoban square; this line is not read as a row of the board above it'
	printed '^in:9:5: warning: `~` is not a Sokoban square; this line is not read as a row of the board above it'
	[ "$(wc -l <"$out")" -eq 2 ]
	try 0 sokrle in
	[ "$(grep -c unknown-square "$err")" -eq 2 ]
}

@test "a row of strange squares is said where it parts a board from its rows" {
	board '#######/#..@..#/#.+$*.#/#.bb#w#/##   .#/#######' >in
	try 1 sokcheck in
	printed '^in:4:3: error: `b` is not a Sokoban square; these lines are not read as a board'
	[ "$(grep -c unknown-square "$out")" -eq 1 ]
	try 1 sokfmt in
	said '^in:4:3: error: `b` is not a Sokoban square'
	board '######/#    #/#bb  #/#@ $.#/######/######' >in
	try 1 sokcheck in
	printed '^in:3:2: error: `b` is not a Sokoban square; these lines are not read as a board'
	# Numbers, words, and what has no row behind it are none.
	for line in '### 12 ###' '# 7 8 #' '# Next one #'; do
		{ board "$two" && lines "$line" && board "$two"; } |
			try 0 sokcheck --disable=ambiguous-title,glued-boards
		no_output
	done
	{ board "$two" && lines '#ab#' '' && board "$two"; } |
		try 0 sokcheck --disable=ambiguous-title
	no_output
}

@test "moves below a heading that end in a count are said" {
	for heading in Solution 'Solution 3/2:' 'Best solution' 'Snapshot/'; do
		for gap in '' $'\n'; do
			{ board "$two" && lines '' "$heading$gap" R3U2L4 'By Ann'; } >in
			finds in '[67]:6' ambiguous-moves 'this is not a move, so this line is kept as text'
			try 0 sokfmt in
			same in "$out"
		done
	done
	for text in 'R3U2L4' 'Solutions/D2' 'Hint/D2'; do
		{ board "$two" && lines '' && board "$text"; } | try 0 sokcheck
		no_output
	done
}

@test "a table of squares is no run-length text" {
	for rows in '| # | # | # |/| # | @ | # |/| # | $ | # |/| # | . | # |' \
		'|   | # | # |/| # | @ | # |/| * | $ | # |'; do
		no_board "$rows"
		try 0 sokrle in
		[ "$(tail -n 1 "$out")" = "$(tail -n 1 in)" ]
	done
	lines '| ##### | #@$.# | ##### |' | try 0 sokcheck
	expect_out </dev/null
}

@test "a last row that runs into the text of another file is said" {
	no_board '#####/#@$.#/#####Level 2'
	no_board '  #####/  #@$.#/  #####; 2'
	for text in 'Level 2' 'Two: b'; do
		board "#####/#@\$.#/#   #/#####$text" >in
		try 1 sokcheck in
		printed '^in:4:6: warning: .* is not a Sokoban square; this line is not read as a row of the board above it'
		try 0 sokfmt in
		said '^in:4:6: warning: '
	done
	# One character may be a square that was lost.
	for text in ';2' $'\xc3\xa9'; do
		no_board "#####/#@\$.#/#   #/#####$text"
	done
	# Walls of another length begin a heading.
	{ board "$two" && lines '###Level 2' && board "$two" &&
		lines '#######Level 3' && board "$two" && lines '###### Four' ''; } |
		try 0 sokcheck --disable=ambiguous-title
	no_output
}

@test "a blank as mail writes it behind a row is said" {
	no_board '#####=20/#@$.#=20/#####=20'
	{ board "$small" && lines '#####=20'; } >in
	finds in 4:6 unknown-square 'this line is not read as a row of the board above it'
	{ board "$two" && lines '' '####=' '' 'a=20' '' '#=20' '' '# x #=20'; } |
		try 0 sokcheck --disable=ambiguous-title
	no_output
}

@test "any number of boards without blank lines between are told apart" {
	for rows in "$small/$two/$small" "$small/$two/$two/$small/$two"; do
		board "$rows" >in
		n=$(($(tr -cd / <<<"$rows" | wc -c) / 3 + 1))
		try 0 sokcheck in
		[ "$(grep -c 'glued-boards' "$out")" -eq $((n - 1)) ]
		try 0 sokfmt in
		[ "$(grep -c '@' "$out")" -eq "$n" ]
		[ "$(grep -c '^$' "$out")" -eq $((2 * (n - 1))) ]
	done
	lines '5#|#@$.#|5#' '6#|#@-$.#|6#' '6#|#@$-.#|6#' >in
	try 0 sokrle -d in
	[ "$(grep -c '^$' "$out")" -eq 2 ]
	# Too many to be cut off one by one are one, which is said.
	for ((i = 0; i < 65; i++)); do
		board "$small"
	done >in
	for program in sokfmt sokrle; do
		try 0 "$program" in
		[ "$(grep -c '^$' "$out")" -eq 0 ]
		one_line "$err"
		said '^in:4:1: warning: .*more than 64 .* one \[glued-boards\]'
	done
	sed 1,3d in >less
	try 0 sokfmt less
	[ "$(grep -c '^$' "$out")" -eq 126 ]
	# Several players in one room belong together.
	board "$small/######/#@ \$.#/#  @ #/######" >in
	try 1 sokcheck in
	printed ': error: 3 players'
}

@test "boards on lines of their own are told apart, however many there are" {
	for ((i = 0; i < 300; i++)); do
		lines '5#|#@$.#|5#' '######|#+ $ #|######|'
	done >in
	try 0 sokcheck in
	one_line "$out"
	printed '^in:2:1: warning: another board begins here without a blank line; '
	printed ', and so are others like them \[glued-boards\] \(puzzle 2\)'
	try 0 sokfmt in
	[ "$(grep -c '[@+]' "$out")" -eq 600 ]
	stable
	try 0 sokrle -d in
	[ "$(grep -c '^$' "$out")" -eq 599 ]
	one_line "$err"
	said '^in:2:1: warning: another board begins here without a blank line; '
	said ', and so are others like them \[glued-boards\]$'
	# So is one that is not closed from those beside it.
	lines '5#|#@$.#|5#' '5#|#@$.-|5#' '5#|#@$.#|5#' >in
	try 1 sokcheck --disable=glued-boards in
	one_line "$out"
	printed '^in:2:4: error: the player can leave the board here, in row 2, '
	# Two of those are one with two players, and rows of one stand on many.
	lines '5#|#@$.-|5#' '5#|#@$.-|5#' >in
	try 1 sokcheck in
	printed ': error: 2 players'
	# A line that is no row is no board.
	lines '5#|#@$.#|5#' '20#|#@$.#|20#' '5#|#@$.#|5#' >in
	try 2 sokcheck --limit=side=10 in
	one_line "$out"
	printed '^in:2:1: error: more squares in a row than the limit `side`'
	lines '#####|#@$.#|' '#   #|' '#+$ #|#####' '5#|5#' >in
	try 1 sokcheck in
	printed '^in:1:1: error: 2 players'
	lines '#####|#@$.#|' '#   #|' '#####|' '5#|5#' >in
	try 0 sokcheck in
	expect_out </dev/null
}

@test "rows between bars are rows, and what spoils one of them is said" {
	lines '#####|#@$.#|#####' '#####|#@$.#|#####' >in
	try 0 sokcheck --disable=glued-boards in
	expect_out </dev/null
	lines '#####|#@$.#|#####' '#####|#@$.#|##x##' >in
	finds in 2:15 unknown-square 'this line is not read as a row of the board above it'
	{ board "$small" && lines '#####|+-#'; } >in
	finds in 4:6 unknown-square 'this line is not read as a row of the board above it'
}

@test "what quotes a picture is no title" {
	for frame in '[code]' '```sokoban' '<pre>' '[CODE]' '</code>' '"""' \
		"'''" '<pre>#####' '[CODE]  ####' '<pre class="a b">' '{{{' \
		'{{{#!text' '}}}' '{code}' '{noformat}' '\begin{verbatim}' \
		'#+BEGIN_EXAMPLE' '<syntaxhighlight lang="text">' '<tt>' '[pre]'; do
		{ lines 'A title' '' "$frame" && board "$small" && lines "$frame"
		} >in
		try 0 titles in
		lines '' | expect_out
	done
	for title in '[1]' '[codes]' '<solution>' '<3' '<pretty wall>' \
		'{code red}' '{{{x}}}' '#+1' '<sources>' \
		'One """' 'Two [/code]'; do
		{ lines "$title" && board "$small"; } >in
		try 0 titles in
		lines "$title" | expect_out
	done
	{ lines '' && board "$small" && lines '' 'Level 2' '```' && board "$two"
	} >in
	try 0 sokcheck in
	printed 'a line without words is not a title'
}

@test "what quotes pictures is no title either where many are plain" {
	for frame in '{code}' '----{noformat}' '\begin{verbatim}' \
		'#+BEGIN_EXAMPLE' '[pre]' '<tt>' '{{{#!text'; do
		for n in {1..40}; do
			lines "$frame" '' && board "$small" && lines ''
		done >in
		try 0 titles in
		[ -z "$(tr -d '\n' <"$out")" ]
	done
}

@test "a name is said that blank lines part from what quotes the board" {
	for frame in '```' '<pre>' '{code}'; do
		{ lines '## One' '' "$frame" && board "$small" &&
			lines "$frame" '' 'Level: 2' '' '' "$frame" &&
			board "$two" && lines "$frame"; } >in
		try 0 sokcheck in
		for line in 3 12; do
			printed "^in:$line:1: .* is not a title; .* with the line above it"
		done
		[ "$(wc -l <"$out")" -eq 2 ]
		# Text of several lines, rules and what is apart is none.
		{ lines 'Two lines' 'of text' '' "$frame" && board "$small" &&
			lines "$frame" '' 'A note' '' ------- && board "$two" &&
			lines '' 'A note' '' "$frame" '' && board "$small"; } |
			try 0 sokcheck
		no_output
	done
}

@test "moves behind a word are said in quotes and behind blanks, too" {
	for line in 'Solution: `rR`' '  solution: rR' 'moves = "rR"' \
		"Path: 'rR'," 'Solution: "rR",'; do
		{ board "$two" && lines '' "$line"; } >in
		finds in 5:1 ambiguous-moves 'a word precedes these moves'
	done
	for line in 'Solution: ""' 'Solution: "' "Moves: ','" 'Solution: "rR'; do
		{ board "$two" && lines '' "$line"; } | try 0 sokcheck
		no_output
	done
}

@test "a title that touches the board above, which has none, is said" {
	{ board "$small" && lines First '' && board "$two" && lines Second ''; } >in
	finds in 4:1 ambiguous-title 'although it directly follows the board above'
	{ lines Zero && cat in; } >other
	try 0 sokcheck other
	expect_out </dev/null
	try 0 titles in
	lines '' First | expect_out
}

@test "a title above a board that is named below it, as others are, is said" {
	what='also has a name below it; this may be a note'
	for name in 'Title: %s' '; %s\n' '\nAuthor: Ann\ntitle = %s'; do
		# shellcheck disable=SC2059 # the layout of a name
		name() { printf "$name\n" "$@"; }
		named() {
			awk -v rows="$(board "$two")" -v name="$name" 'BEGIN {
				for (i = 0; i < 2000; i++)
					printf "%s\n" name "\n\n", rows, i
			}'
		}
		{ board "$two" && name One && lines '' 'A hint' '' &&
			board "$two" && name Two && lines '' &&
			board "$two" && name Three; } >in
		try 0 sokcheck in
		one_line "$out"
		[ "$(sed -n "$(cut -d : -f 2 "$out")p" in)" = 'A hint' ]
		printed "^in:[0-9]+:1: warning: .*$what.* .ambiguous-title. .puzzle 2"
		# The last line of a header is no better, if the name is close.
		{ lines 'About all' '' && sed '/A hint/d' in; } >first
		case $name in
		\\n*) try 0 sokcheck first && no_output ;;
		*) finds first 1:1 ambiguous-title "$what" ;;
		esac
		# In the middle of many, and wherever those are cut.
		{ named && cat in && lines '' && named; } >many
		for jobs in 1 2 4; do
			try 0 sokcheck -j "$jobs" many
			one_line "$out"
			printed ".*$what.* .ambiguous-title. .puzzle 2002"
		done
	done
}

@test "two names for each board, or one for some, are in order" {
	for name in 'Title: %s' '; %s\n'; do
		# shellcheck disable=SC2059 # the layout of a name
		name() { printf "$name\n" "$@"; }
		for i in 1 2 3; do
			lines '' "$i" '' && board "$two" && name "Word $i"
		done >both
		{ lines '' && board "$two" && name One && for i in 2 3; do
			lines '' "Level $i" '' && board "$two"
		done; } >some
		{ lines All '' && board "$two" && name One; } >one
		for file in both some one; do
			try 0 sokcheck "$file"
			no_output
		done
	done
}

@test "few moves with something beside them are doubtful below a heading" {
	what='ambiguous-moves'
	for moves in '"R"' 'R.' 'R, R' '- R' '1. R' 'R 1/1' $'R-\nR' 'R->R'; do
		for gap in '' $'\n'; do
			{ board "$small" && lines '' "Solution$gap" "$moves" '' \
				'' && board "$small"; } >in
			for j in 1 2; do
				try 0 sokcheck -j "$j" in
				printed "^in:[67]:.*\[$what\]"
			done
			sokfmt in | try 0 sokcheck
			printed "$what"
		done
	done
	# Elsewhere such are words, and words have other letters.
	for text in $'Notes\n"R"' 'Solution' $'Solution\nby L. U. Rd' \
		$'Solution\n1/1' $'Comment:\nSolution\n"R"\nComment-End:'; do
		{ board "$small" && lines '' "$text" '' by '' &&
			board "$small"; } | try 0 sokcheck
		never_printed "$what"
	done
}

@test "what is nearly moves is doubtful below a heading" {
	what='ambiguous-moves'
	for moves in rRx 'r R q' 'rR?' 'xlurD' $'\trRx'; do
		for heading in Solution 'Solution 1' Snapshot 'Best solution:'; do
			{ board "$small" && lines '' "$heading" "$moves"; } >in
			try 0 sokcheck in
			printed "^in:6:.*this is not a move.*\[$what\]"
			try 0 sokreplay in
			printed "\[$what\]"
		done
	done
	for text in $'Notes\nrRx' $'Solution\nrRxy' $'Solution\nby Rob' \
		$'Comment:\nSolution\nrRx\nComment-End:'; do
		{ board "$small" && lines '' "$text"; } | try 0 sokcheck
		never_printed "$what"
	done
}

@test "a row without a wall at its end that holds no squares is doubtful" {
	row='#y....x'
	lines '#######' '#@$   #' "$row" '#######' | try 1 sokcheck
	printed '^<stdin>:3:2: error: `y` is not a Sokoban square; these lines are no'
	lines '#######' '#@$ . #' '#     #' '#######' "$row" '#     #' \
		'#######' | try 1 sokcheck
	printed ':5:2: error: `y` is not a Sokoban square; these lines are not read as a board'
	for text in '# a note' '#1....x' '#a.b.c' '# yes....no'; do
		lines '#####' '#@$.#' '#####' "$text" '#    #' | try 0 sokcheck
		no_output
	done
}

@test "a title with keys in the header above an untitled board is doubtful" {
	what='the title in the header is not the title of this board'
	for header in $'Title: One\nAuthor: Ann' $'One\nAuthor: Ann' \
		$'Author: Ann\nTitle: One' $'Notes.\n\nOne\nDate: 2001\nAuthor: Ann'; do
		for gap in 0 1; do
			{ lines "$header" && [ $gap = 0 ] || lines ''
				board "$small" && lines '' 'Two' '' && board "$two"; } >in
			row=$(($(grep -n -m 1 '^#' in | cut -d : -f 1)))
			for jobs in 1 2; do
				try 0 sokcheck -j "$jobs" in
				one_line "$out"
				printed "^in:$row:1: warning: $what, which has none; the title \
of a board is a separate line above it \[ambiguous-title\] \(puzzle 1\)$"
			done
		done
	done
	for header in 'Title: One' 'Author: Ann' $'Notes.\nOne\nAuthor: Ann' \
		$'Title: All\nAuthor: Ann\n\nOne' $'One\nAuthor: Ann\nLevel: 3' \
		$'Title:\nAuthor: Ann'; do
		{ lines "$header" '' && board "$small"; } | try 0 sokcheck
		no_output
	done
	for below in '; One' 'Title: One'; do
		{ lines 'Title: All' 'Author: Ann' '' && board "$small" &&
			lines "$below"; } | try 0 sokcheck
		no_output
	done
}

@test "several comment lines below an untitled board are doubtful" {
	what='kept as a note; a comment line directly below a board is its title'
	for end in '' $'\nTwo\n' $'\nA note\nof it\n'; do
		{ board "$small" && lines '; One' '; (c) Ann' "$end" && board "$two"
		} >in
		for jobs in 1 2; do
			try 0 sokcheck -j "$jobs" in
			one_line "$out"
			printed "^in:4:1: warning: $what only if a blank line follows \
\[ambiguous-title\] \(puzzle 1\)$"
		done
	done
	{ board "$small" && lines '; One' '; (c) Ann'; } >in
	finds in 4:1 ambiguous-title "$what"
	for text in $'; One\nby Ann\n' $'\n; One\n; (c) Ann\n' $';\n; One\n' \
		$'; One\n; (c) Ann\nTitle: One\n'; do
		{ board "$small" && lines "$text" && board "$two"; } | try 0 sokcheck
		never_printed "$what"
	done
	{ lines One '' && board "$small" && lines '; More' '; of it'
	} | try 0 sokcheck
	no_output
}
