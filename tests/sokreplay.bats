#!/usr/bin/env bats
# sokreplay: its findings about games, the games it accepts, and its options.

load helper

small='#####/#@$.#/#####'
two='######/#@ $.#/######'
early='######/#@$. #/######'
tail='######/# @$.#/######'
D1='########/#      #/#@ $   #/#   $  #/# . .  #/########'

setup() {
	scratch
	# Untidy on purpose: CRLF, indented rows, blanks, a failing game.
	printf '%s\r\n' 'Author:  Ann ' '' '  T' '' '  #####  ' '  #@$.#' \
		'  #####' '' '' 'Solution 3/3' 'RR' '' 'note  ' '' \
		'Solution 9/9 by Bob' 'r ' 'moves: 4' 'pushes:   7' '' '' 'R' >f
	cp f old
}

# game BOARD LINE ...: write a board and, after a blank line, these lines to the
# file "in"; an untitled game is at line rows + 2.
game() {
	{ board "$1" && echo && lines "${@:2}"; } >in
}

# says STATUS LINE ...: sokreplay prints exactly these lines about "in".
says() {
	try "$1" sokreplay in
	lines "${@:2}" | expect_out
	quiet
}

# --- the line of a game

@test "a game is reported in one line with its position and counts" {
	{ lines Foo '' && board "$D1" && lines '' 'Solution/Moves' \
		'(rurrdD)(uLulDD)'; } >in
	says 0 'in:11:1: note: solved 12/4 lines 3 changes 2 sessions 3 player-lines 9 (puzzle 1 "Foo", "Solution/Moves")'
}

@test "untitled puzzles and games are reported by number" {
	game "$small" R '' '(R)'
	says 0 'in:5:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1, game 1)' \
		'in:7:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1, game 2)'
}

@test "a reverse game is reported as reverse" {
	game "$small" '[]rL'
	says 0 'in:5:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 2 reverse (puzzle 1, game 1)'
}

@test "for an illegal game, only the error is reported" {
	{ lines Bar '' && board "$small" && lines '' 'Solution/Moves' RR; } >in
	says 1 'in:8:2: error: move 2 `R` pushes into a wall [illegal-move] (puzzle 1 "Bar", "Solution/Moves")'
}

@test "the reason of an illegal move is reported" {
	while read -r rows moves why; do
		game "${rows//_/ }" "$moves"
		try 1 sokreplay in
		printed "error: move [0-9]+ \`.\` $why \\[illegal-move\\]"
	done <<-'EOT'
	#####/#@$.#/##### u walks into a wall
	#####/#@$.#/##### RR pushes into a wall
	#######/#@$$..#/####### R pushes into another box
	-----/@.$--/----- urrrrr leaves the board
	#####/#.$-#/@---# d leaves the board
	#####/#.$-#/#---@ d leaves the board
	@---#/#.$-#/##### u leaves the board
	#---@/#.$-#/##### u leaves the board
	-----/@.$--/----- urrdRlRRR (leaves the board|pushes a box off the board)
	-----/@$.--/----- RRRR pushes a box off the board
	##.##/@---#/$---# D pushes a box off the board
	##.##/#---@/#---$ D pushes a box off the board
	$---#/@---#/##.## U pushes a box off the board
	#---$/#---@/##.## U pushes a box off the board
	$@--#/#---#/##.## L pushes a box off the board
	##.##/#---#/#--@$ R pushes a box off the board
	#####/#@$.#/##### []R pulls no box
	#####/#@$.#/##### []rr walks into a box
	#####/#+$_#/##### []r starts on a box, which only a jump leaves
	#####/#@$.#/##### [rr] jumps onto a box
	#####/#@$.#/##### [u] jumps into a wall
	#####/#@$.#/##### [dd] jumps off the board
	#######/#@$.#_#/####### [rrrr] jumps out of the player's area
	#####/#@$.#/##### {r}R changes to a square without a player
	EOT
}

@test "the failing move is located through counts, groups and lines" {
	game '##########/#@  $    #/#.       #/##########' 2r 'RRlrl6(d)'
	try 1 sokreplay in
	printed '^in:7:8: error: move 9 `d` walks into a wall'
}

# --- claims

@test "a game claims to solve unless its title says otherwise" {
	for title in Solution 'My way' 'Best so far'; do
		game "$two" "$title" r
		try 1 sokreplay in
		printed 'error: claims to solve, but 1 box is off goal \[not-solved\]'
	done
}

@test "snapshots, saved games and games with redo moves do not claim to solve" {
	for title in 'Snapshot 1/0' SNAPSHOT 'SaveGame 1/0' 'Reverse Mode Snapshot'; do
		game "$two" "$title" r
		try 0 sokreplay in
		never_printed '\[not-solved\]'
		printed 'unsolved 1/0'
	done
	game "$two" Mine 'r*R'
	try 0 sokreplay in
	game "$two" 'A solution' 'r*R'
	try 1 sokreplay in
}

@test "a game without pushes, or with unreachable boxes off goal, is not solved" {
	game '#######/#     #/# @*  #/#     #/#######' u
	try 1 sokreplay in
	printed 'claims to solve, but pushes no box \[not-solved\]'
	game '########/#@$.#$.#/########' R
	try 1 sokreplay in
	printed "1 box out of the player's reach is off goal \\[not-solved\\]"
	try 0 sokreplay --reachable in
	printed 'solved 1/1'
}

@test "a game solved on the way is an error only if it ends unsolved" {
	game "$early" RR
	try 1 sokreplay in
	printed 'error: was solved after move 1, but is not at the end \[solved-early\]'
	game "$tail" Rl
	try 0 sokreplay in
	printed 'note: already solved after move 1, but continues up to move 2 \[solved-early\]'
}

@test "counts in titles are compared with the replayed ones" {
	for title in 'Solution 1/1' 'Solution/Moves 1/1' 'Solution 1/1/1/1/1/1' \
	    'Solution (1/1)' 'Solution by X 2020' 'Stage 9/9'; do
		game "$small" "$title" R
		try 0 sokreplay in
		never_printed '\[wrong-count\]'
	done
	for title in 'Solution 2/1' 'Snapshot 1/0' 'Solution 1/1/2'; do
		game "$small" "$title" R
		try 0 sokreplay in
		printed 'warning: .*\[wrong-count\]'
	done
}

@test "both definitions of box lines are accepted in a title" {
	rows='#######/#     #/#@$  .#/#     #/#######'
	for lines in 1 2; do
		game "$rows" "Solution 5/3/$lines" RlrRR
		try 0 sokreplay in
		never_printed '\[wrong-count\]'
	done
	game "$rows" 'Solution 5/3/3' RlrRR
	try 0 sokreplay in
	printed wrong-count
	try 0 sokreplay --yasc-lines in
	printed 'yasc-lines 1 '
}

@test "Limit is the maximum number of moves of a puzzle" {
	{ board "$two" && lines '' 'Limit: 1' '' rR; } >in
	try 0 sokreplay in
	printed 'warning: 2 moves, the limit is 1 \[over-limit\]'
	{ board "$two" && lines '' 'Limit: 01' '' rR; } >in
	try 0 sokreplay in
	printed 'warning: 2 moves, the limit is 1 \[over-limit\]'
	{ board "$two" && lines '' 'Limit: 99999999999999999999999' '' rR; } >in
	try 0 sokreplay in
	never_printed over-limit
}

@test "impossible redo moves are only warnings" {
	game "$small" 'R*RR'
	try 0 sokreplay in
	printed 'in:5:3: warning: `R` after `\*` is not possible \[redo-moves\]'
	game "$small" 'R*l*'
	try 0 sokreplay in
	printed 'more than one `\*`; the first one is used \[redo-moves\]'
}

@test "wrong letter case is a warning, or an error with --strict-case" {
	game "$two" RR
	try 0 sokreplay in
	printed 'in:5:1: warning: `R` is not a push, .*\[wrong-case\]'
	try 1 sokreplay --strict-case in
	printed 'in:5:1: error: .*\[wrong-case\]'
}

@test "a jump after the first pull is a walk if possible, else an error" {
	rows='#########/#@ $. $.#'
	game "$rows/#       #/#########" '[rr]L[rrr]rL'
	try 0 sokreplay in
	printed 'solved 8/2'
	game "$rows/#########" '[rr]L[rrr]rL'
	try 1 sokreplay in
	printed 'in:5:6: error: .*\[jump-after-pull\]'
	game "$small" 'r[]rL'
	try 1 sokreplay in
	printed 'error: .*\[no-leading-jump\]'
}

@test "an unsupported variant is not replayed, and is not an error" {
	{ board "$small" && lines '' 'Game: Pukoban' '' RRRR; } >in
	try 0 sokreplay in
	printed 'note: not replayed: .*\[unsupported-variant\]'
	try 0 sokreplay -F tsv in
	printed $'\tunsupported\t0\t0\t'
}

@test "a game on an unplayable board is an error" {
	game '######/#  $.#/######' R
	try 1 sokreplay in
	printed 'error: not replayed: there is no player \[no-player\]'
	game '#######/#@$. @#/#######' R
	try 1 sokreplay in
	printed 'error: not replayed: .*\[many-players\]'
}

@test "boards without games are a warning, a file without boards and games is an error" {
	board "$small" >in
	says 0 'in:1:1: warning: there are no games in this file [no-games]'
	try 1 sokreplay </dev/null
	printed '^<stdin>:1:1: error: .*no-games'
	try 0 sokreplay -p </dev/null
	said '^<stdin>:1:1: warning: .*no-games'
	{ cat in && lines '' && board "$two" && lines '' rR; } >both
	try 0 sokreplay -s 1 both
	expect_out <<<'both:1:1: warning: the selected puzzles have no games [no-games]'
	try 0 sokreplay -s 1-2 both
	never_printed no-games
	try 0 sokreplay -s 9 both
	no_output
}

@test "--require-solution requires a solution for every puzzle" {
	{ board "$small" && lines '' R '' '' && board "$two" && lines '' \
		Snapshot r; } >in
	try 0 sokreplay in
	try 1 sokreplay --require-solution in
	printed 'in:8:1: error: no game solves this puzzle \[no-solution\]'
	[ "$(grep -c no-solution "$out")" -eq 1 ]
	board "$small" >in
	try 1 sokreplay --require-solution -F tap in
	printed '^not ok 1 - in:1: puzzle 1$'
}

@test "--require-solution exempts unsupported variants, with a note" {
	{ lines 'Game: Pukoban' '' && board '#####/#@$.#/#####'; } >in
	try 0 sokreplay --require-solution in
	expect_out <<<'in:3:1: note: puzzles of this kind are not replayed: no solution is required [unsupported-variant] (puzzle 1)'
	# A build that is strict has to know about each puzzle.
	try 1 sokreplay --strict --require-solution in
	printed '^in:3:1: error: no game that can be replayed solves this puzzle'
	lines '' Solution R >>in
	try 0 sokreplay --require-solution in
	one_line "$out"
	try 1 sokreplay --strict --require-solution in
}

@test "--require-solution fails for a file without a board" {
	for text in '' rR 'A note.'; do
		lines "$text" >in
		try 1 sokreplay --require-solution in
		printed 'in:1:1: error: no board was recognised in this file \[no-solution\]$'
	done
}

# --- tables

@test "-F tsv prints one line per game" {
	{ lines $'T\tx' '' && board "$two" && lines '' 'A game' rR '' B RRR; } >in
	try 1 sokreplay -F tsv --header in
	{ lines $'file\tline\tpuzzle\ttitle\tgame\tname\tmode\tverdict\tmoves\tpushes\tlines\tchanges\tsessions\tplayer_lines\tfinding\tdetail'
	  lines $'in\t8\t1\tT\\tx\t1\tA game\tforward\tsolved\t2\t1\t1\t1\t1\t1\t\t'
	  lines $'in\t11\t1\tT\\tx\t2\tB\tforward\tillegal\t2\t1\t1\t1\t1\t1\tillegal-move\tmove 3 `R` pushes into a wall'
	} | expect_out
}

@test "-F json contains both definitions of box lines" {
	game '#######/#     #/#@$  .#/#     #/#######' RlrRR
	for option in '' --yasc-lines; do
		# shellcheck disable=SC2086 # none or one
		try 0 sokreplay -F json $option in
		printed '"lines":2,.*"yasc_lines":1'
	done
}

@test "each title is decoded separately" {
	{ lines $'caf\xc3\xa9' '' && board "$small" &&
		lines '' $'l\xf6sung' '' R; } >in
	try 0 sokreplay in
	printed $': note: solved .* \\(puzzle 1 "caf\xc3\xa9", "l\xc3\xb6sung"\\)'
}

@test "every report format contains the verdict" {
	game "$small" RR
	try 1 sokreplay -F github in
	printed '^::error file=in,line=5,col=2,title=illegal-move::move 2 `R`'
	try 1 sokreplay -F junit in
	printed '<testsuite name="in" tests="1" failures="1"'
	try 1 sokreplay -F sarif in
	printed '"ruleId": ?"illegal-move"'
	try 1 sokreplay -F tap in
	printed '^not ok 1 - in:5: puzzle 1, game 1$'
}

# --- games of the command line

@test "-m replaces the games of the puzzle" {
	game "$small" RRRR
	try 0 sokreplay -F tsv -m R in
	one_line "$out"
	printed $'\tsolved\t1\t1\t'
}

@test "-M plays all games on a single puzzle" {
	board "$two" >in
	lines '; mine' r R '' rR '' '2(' '; wrapped' 'r)' >games
	try 0 sokreplay -M games in
	lines 'games:2:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1, game 1)' \
		'games:5:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1, game 2)' \
		'games:9:1: warning: `r` is a push and must be a capital [wrong-case] (puzzle 1, game 3)' \
		'games:7:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1, game 3)' |
		expect_out
}

@test "-M with as many games as puzzles plays one on each" {
	{ board "$small" && echo && board "$two"; } >in
	lines R '' rR >games
	try 0 sokreplay -F tsv -M games in
	[ "$(cut -f 3,8 "$out" | tr '\t\n' '  ')" = '1 solved 2 solved ' ]
	try 1 sokreplay -F tsv -M games in -s 2
	[ "$(cut -f 3,8 "$out" | tr '\t\n' '  ')" = '2 unsolved 2 solved ' ]
}

@test "findings about a later operand wait for the games of the first puzzle" {
	{ lines 'Author: Ann' '' '' One '' && board "$small"; } >a
	{ lines 'Author: Bob' $'\xff' '' '' Two '' && board "$two"; } >b
	lines R '' rR >games
	try 0 sokreplay -M games a b
	lines 'games:1:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1 "One", game 1)' \
		'games:3:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1 "Two", game 1)' |
		expect_out
	try 0 sokreplay -F junit -M games a b
	sed -n '/<testsuite /p; /<testcase /p' "$out" | sed 's/.* name="//; s/".*//' >names
	lines a 'puzzle 1 &quot;One&quot;, game 1' b \
		'puzzle 1 &quot;Two&quot;, game 1' >want
	same want names
	lines 'Author: Cat' >none
	try 0 sokreplay -p -M games a b none
	grep -E '^(One|Two|R|rR|.*Author.*)$' "$out" >got
	lines ':: Author: Ann' One 'Author: Ann' R ':: Author: Bob' Two \
		'Author: Bob' rR ':: Author: Cat' >want
	same want got
	lines R '' R >games
	try 0 sokreplay -F tsv -M games a none
	[ "$(cut -f 2,5 "$out" | tr '\t\n' '  ')" = '1 1 3 2 ' ]
	lines '6(9(9(9(9(9(9(9(9(r)))))))))' >bomb
	try 2 sokreplay -M games a bomb
	[ "$(cut -d: -f 1 "$out" | tr '\n' ' ')" = 'games games bomb ' ]
}

@test "a puzzle that waits for games keeps the keys of its header" {
	lines 'Author: Cat' >none
	{ lines 'Author: Bob' 'Game: Multiban' '' '' Two '' &&
		board '########/#@$.$.@#/########'; } >b
	lines 'R{rr}l' '' 'r{rrrr}l' >games
	try 1 sokreplay -p --rewrite -M games none b
	printed '^Author: Bob$'
	printed '^Game: Multiban$'
}

@test "a mismatch between the numbers of games and puzzles is a usage error" {
	{ board "$small" && echo && board "$two" && echo && board "$early"; } >in
	lines R '' '' rR >games
	try 2 sokreplay -M games in
	said '2 games for 3 puzzles'
	try 2 sokreplay -m R in
	said '1 game for 3 puzzles: .*--select.*--match'
	lines '; nothing was found' >games
	try 2 sokreplay -M games in
	said '^sokreplay: --moves-file: no games in .games.'
	try 0 sokreplay --match -M games in
	no_output
	expect_err <<<'sokreplay: --moves-file: no games in `games`'
	lines in >names
	try 2 sokreplay --match --files-from=- -M - <names
	said 'standard input cannot be both the names of operands and the moves'
}

@test "-M takes each line as a game if there is one line per puzzle" {
	{ board "$small" && echo && board "$early" && echo && board "$two"; } >in
	for place in '' - ' - '; do
		lines '; mine' R "$place" rR >games
		try 0 sokreplay -F tsv -M games in
		[ "$(cut -f 2,3,8 "$out" | tr '\t\n' ' ,')" = \
			'2 1 solved,4 3 solved,' ]
		try 0 sokreplay -F tsv -m "$(lines R "$place" rR)" in
		[ "$(cut -f 3,8 "$out" | tr '\t\n' ' ,')" = '1 solved,3 solved,' ]
	done
	# Two files are one list.
	lines R - >first
	lines rR >second
	try 0 sokreplay -F tsv -M first -M second in
	[ "$(cut -f 1,3,8 "$out" | tr '\t\n' ' ,')" = \
		'first 1 solved,second 3 solved,' ]
	# Paragraphs come first.
	board "$two" >two
	lines r R >games
	try 0 sokreplay -F tsv -M games two
	printed $'\tsolved\t2\t'
	# A place is no move where no line is a game.
	lines R - >games
	for puzzles in two in; do
		try 2 sokreplay -M games $puzzles
		said '^sokreplay: games:2:1: '
		no_output
	done
	lines R x rR >games
	try 2 sokreplay -M games in
	said '^sokreplay: games:2:1: '
	lines "R\\" rR R >games
	try 2 sokreplay -M games in
	said '1 game for 3 puzzles'
	# What is between puzzles waits with them.
	{ board "$small" && lines '' RR '' '' && board "$two"; } >in
	lines R rR >games
	try 1 sokreplay -p -M games in
	{ board "$small" && lines '' 'Solution 1/1' R '' '' && board "$two" &&
		lines '' 'Solution 2/1' rR; } | expect_out
	said '^in:5:2: error: .*illegal-move'
}

@test "-M can be repeated, and accepts headings and titles" {
	board "$small" >a
	board "$two" >b
	lines Solution R >one
	lines '' 'Mine' rR '' >two
	try 0 sokreplay -M one a
	printed '^one:2:1: note: solved 1/1 .*\(puzzle 1, "Solution"\)$'
	try 0 sokreplay -F tsv -M one -M two a b
	[ "$(cut -f 1,2,6,8 "$out" | tr '\t\n' ' ,')" = \
		'one 2 Solution solved,two 3 Mine solved,' ]
	try 1 sokreplay -M two -M one a b
	try 2 sokreplay -M one -M two -M one a b
	said '3 games for 2 puzzles'
	: >none
	try 2 sokreplay -M one -M none a
	said 'no games in .none.'
	try 0 sokreplay --match -M two -M one -M none a b
	printed '^two:3:1: note: solved .*\(b:1, '
	try 2 sokreplay -M - -M - a
	said 'only once'
	try 2 sokreplay -M nothere -M one a
	said '^sokreplay: nothere: '
	no_output
}

# A collection of games: one for the small board turned, and one for a board
# that is not in `in`.
answers() {
	{ lines One '' && board '###/#.#/#$#/#@#/###' &&
		lines '' 'Solution 1/1' U '' '' Two '' && board "$two" &&
		lines '' rrR '' Short rR '' '' Three '' && board "$early" &&
		lines '' Solution R; } >answers.sok
	{ lines Two '' && board "$small" && lines '' '' One '' &&
		board "$two" && lines '' '' Small '' && board "$small"; } >in
}

@test "-M finds puzzles by id if the games have boards" {
	answers
	try 1 sokreplay -F tsv -M answers.sok in
	[ "$(cut -f 1-3,8 "$out" | tr '\t\n' ' ,')" = "$(printf %s \
		'answers.sok 10 1 solved,answers.sok 19 2 illegal,' \
		'answers.sok 22 2 solved,answers.sok 10 3 solved,')" ]
	expect_err <<-EOT
	sokreplay: answers.sok:27: none of the puzzles has this board; 1 game was not played
	EOT
	cut -f 3- "$out" >want
	try 1 sokreplay -F tsv --by=id -M answers.sok in
	cut -f 3- "$out" | diff want -
	# Of what -s leaves out, only the number is said.
	try 0 sokreplay -M answers.sok -s 1 in
	one_line "$out"
	expect_err <<<'sokreplay: 3 games are for none of the selected puzzles'
	# A game without a board, by default, has its place.
	lines R >one
	board "$small" >small
	try 0 sokreplay -F tsv -s 1 -M answers.sok -M one small
	[ "$(cut -f 1,8 "$out" | tr '\t\n' ' ,')" = \
		'answers.sok solved,one solved,' ]
	try 1 sokreplay --by=id -M one small
	no_output
	said '^sokreplay: one:1: this game has no board, which --by=id needs'
	# The turned game is added as it is played here.
	try 1 sokreplay -p -M answers.sok small
	{ board "$small" && lines '' 'Solution 1/1' R; } | expect_out
}

@test "-M --by=title finds puzzles by title, and keeps their order" {
	answers
	try 1 sokreplay -F tsv --by=title -M answers.sok in
	[ "$(cut -f 2,3,8 "$out" | tr '\t\n' ' ,')" = \
		'19 1 illegal,22 1 illegal,10 2 illegal,' ]
	said 'answers.sok:27: none of the puzzles has this title; 1 game was not'
	lines Small R '' One rR '' R >titles
	try 1 sokreplay -F tsv --by=title -M titles in
	[ "$(cut -f 2,3,8 "$out" | tr '\t\n' ' ,')" = '5 2 solved,2 3 solved,' ]
	said 'titles:7: this game has no title, which --by=title needs'
	# In order, the games of a puzzle stay together.
	try 1 sokreplay -F tsv --by=order -M answers.sok in
	[ "$(cut -f 2,3 "$out" | tr '\t\n' ' ,')" = '10 1,19 2,22 2,32 3,' ]
	try 2 sokreplay --by=order -M answers.sok -s 1,2 in
	said '3 games for 2 puzzles'
	try 1 sokreplay --by=try -M answers.sok in
	cp "$out" want
	try 1 sokreplay --match -M answers.sok in
	same want "$out"
	try 2 sokreplay --by=id in
	said -- '--by needs -m or -M'
	try 2 sokreplay --by=place -M answers.sok in
	said 'order, id, title, try'
	try 2 sokreplay --by=title -m R in
	said 'the moves of -m have no board'
}

@test "-M reads every format, compressed files, folders and archives" {
	answers
	try 1 sokreplay -F tsv -M answers.sok in
	cut -f 3- "$out" >want
	sokconv -t jsonl answers.sok >a.jsonl
	sokconv -t records answers.sok >a.records
	sokconv -t csv answers.sok >a.csv
	gzip -k answers.sok
	mkdir folder
	cp answers.sok folder
	tar cf a.tar folder
	for file in a.jsonl a.records a.csv answers.sok.gz folder a.tar; do
		try 1 sokreplay -F tsv -M $file in
		cut -f 3- "$out" | diff want -
	done
	sokconv -t jsonl answers.sok | try 1 sokreplay -F tsv -M - in
	cut -f 3- "$out" | diff want -
	lines R | gzip >bare.gz
	board "$small" >small
	try 0 sokreplay -M bare.gz small
	printed '^bare.gz:1:1: note: solved'
	head -c 100 answers.sok.gz >cut.gz
	try 2 sokreplay -M cut.gz in
	no_output
}

@test "-M skips and reports a README and a picture in a folder" {
	mkdir games
	board "$small" >small
	{ board "$small" && lines '' Solution R; } >games/a.sok
	lines 'About these games.' >games/README.txt
	printf 'GIF\0\1\n' >games/b.txt
	try 0 sokreplay -M games small
	printed '^games/a.sok:6:1: note: solved'
	said 'sokreplay: games/README.txt: no games; it was passed'
	said 'sokreplay: games/b.txt: no games; it was passed'
	try 2 sokreplay -M games/README.txt small
	said 'README.txt:1:1: this is not a move'
	# What may be a solution with a wrong letter may not be missing.
	lines R rRx >games/c.txt
	try 2 sokreplay -M games small
	said 'games/c.txt:2:3: this is not a move'
}

@test "-M joins a line that ends in a backslash with the next" {
	board '######/#@$ .#/######' >in
	lines Rx R | tr x "\\\\" >games
	try 0 sokreplay -M games in
	printed ' solved 2/2 '
	sed 's/$/ /' games >blanks
	try 0 sokreplay -M blanks in
	printed ' solved 2/2 '
}

@test "-M reports the position of an invalid move" {
	board "$small" >in
	lines R '' 'r x' >games
	try 2 sokreplay -M games in
	said '^sokreplay: games:3:3: '
	printf 'rx \\\n' >games
	try 2 sokreplay -M games in
	said '^sokreplay: games:1:2: '
	try 2 sokreplay -m 'rx' in
	said -- '--moves: byte 2: '
	try 2 sokreplay -M nothere in
	said nothere
	try 2 sokreplay -M - - <games
}

@test "-M reads line ends, mail quotes and byte-order marks as in collections" {
	board "$two" >in
	for text in '\xef\xbb\xbfR\n\nrR\n' 'R\r\rrR\r' 'R\r\n\r\nr\r\nR' \
	    '> R\n>\n> ; mine\n>> rR\n' '\xef\xbb\xbf; x\rR\r\r\rrR'; do
		# shellcheck disable=SC2059 # the text has escapes
		printf "$text" >games
		try 1 sokreplay -F tsv -M games in
		[ "$(cut -f 8 "$out" | tr '\n' ' ')" = 'unsolved solved ' ]
	done
	printf 'R\r\r> rx\r' >games
	try 2 sokreplay -M games in
	said '^sokreplay: games:3:4: '
	printf '> rRR\n' >games
	try 1 sokreplay -M games in
	printed '^games:1:5: error: '
}

@test "-M reports only the first invalid move, and plays no games" {
	board "$small" >in
	lines 'R x' '' R '' y >games
	try 2 sokreplay -M games in
	one_line "$err"
	said '^sokreplay: games:1:3: '
	no_output
	lines 'x' >games
	try 2 sokreplay --match -M games in
	one_line "$err"
}

@test "--match finds the puzzle that a game solves" {
	{ board "$small" && lines '' '' && board "$two"; } >in
	lines rR '' llll >games
	try 1 sokreplay --match -M games in
	lines 'games:1:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 2, game 1)' |
		expect_out
	said 'games:3: solves none of the puzzles'
	try 1 sokreplay -p --match -M games in
	{ board "$small" && lines '' '' && board "$two" && lines '' \
		'Solution 2/1' rR; } | expect_out
	try 2 sokreplay --match in
	# Among several files it is told which.
	{ lines A '' && board "$two"; } >a
	{ lines B '' && board "$small" && lines '' '' && board "$two"; } >b
	lines rR >games
	try 0 sokreplay --match -M games a b
	lines 'games:1:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (a:3, puzzle 1 "A", game 1)' \
		'games:1:1: note: solved 2/1 lines 1 changes 1 sessions 1 player-lines 1 (b:8, puzzle 2, game 1)' |
		expect_out
	try 0 sokreplay --match -M games -F tsv --header a b
	cut -f 1-3,8,16- "$out" >columns
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' file line puzzle verdict detail place \
		games 1 1 solved '' a:3 games 1 2 solved '' b:8 | diff - columns
	try 0 sokreplay --match -M games -F json a
	printed ',"yasc_lines":1,"place":"a:3"}$'
	# What is said of a file has as many columns as what is said of a game.
	lines none >c
	sokreplay --match -M games -F tsv a c | awk -F '\t' '{ print NF }' | sort -u |
		diff - <(lines 17)
}

@test "-p -m adds a solving game with its counts" {
	game "$small" 'Mine' R
	try 0 sokreplay -p -m '()R' in
	{ board "$small" && lines '' Mine R '' 'Solution 1/1' '()R'; } | expect_out
	try 0 sokreplay -p -m R in
	same in "$out"
}

@test "-p -m and -p -M also replay the puzzle's own games" {
	game "$two" Mine rlrR '' Solution lrrR
	try 1 sokreplay -p -m rR in
	{ board "$two" && lines '' Mine rlrR '' 'Solution 2/1' rR; } | expect_out
	said 'in:9:1: error: .*\[illegal-move\] \(puzzle 1, "Solution"\)$'
	said '^sokreplay: in:9: "Solution" of puzzle 1 left out: it has an error$'
	cp "$out" want
	lines rR >games
	try 1 sokreplay -p -M games in
	same want "$out"
	try 1 sokreplay -p --match -M games in
	same want "$out"
	lines '; none' >games
	try 1 sokreplay -p --match -M games in
	{ board "$two" && lines '' Mine rlrR; } | expect_out
	try 0 sokreplay -m rR in
	one_line "$out"
}

@test "-p -m writes puzzles without a given game, too" {
	{ board "$small" && lines '' R '' '' && board "$two" && lines '' \
		RR R; } >in
	try 2 sokreplay -p -m R in
	{ board "$small" && lines '' R '' '' && board "$two"; } | expect_out
	said 'left out: it has an error'
}

@test "-p applies its options to games of -m and -M" {
	game "$two" Long rlrR
	try 0 sokreplay -p --best=moves -m rR in
	{ board "$two" && lines '' 'Solution 2/1' rR; } | expect_out
	said '^sokreplay: in:6: "Long" of puzzle 1 left out: another solution is better$'
	game "$two" Short rR
	try 0 sokreplay -p --best=moves -m rlrR in
	same in "$out"
	board '######/#@$ .#/######' >in
	try 0 sokreplay -p --to-forward -m '[rr]LL' in
	{ board '######/#@$ .#/######' && lines '' 'Solution 2/2' RR; } | expect_out
	try 0 sokreplay -p --best=moves -m '[rr]LL' in
	printed '^Solution 4/2$'
	try 0 sokreplay -p --rewrite -m rr in
	printed '^RR$'
	game '######/#@$ .#/######' Mine rr
	try 0 sokreplay -p --rewrite -m RR in
	{ board '######/#@$ .#/######' && lines '' Mine RR; } | expect_out
}

# --- the filter

@test "-p leaves out failing games and reports them" {
	{ lines Foo '' && board "$two" && lines '' Good rR '' Bad RRR '' \
		'Snapshot 1/0' r '' '' && board "$small"; } >in
	try 1 sokreplay -p in
	{ lines Foo '' && board "$two" && lines '' Good rR '' 'Snapshot 1/0' r \
		'' '' && board "$small"; } | expect_out
	said 'in:11:3: error: .*\[illegal-move\] \(puzzle 1 "Foo", "Bad"\)'
	said '^sokreplay: in:11: "Bad" of puzzle 1 left out: it has an error$'
	try 1 sokreplay -q -p in
	[ "$(wc -l <"$err")" -eq 1 ]
}

@test "--rewrite corrects case and counts" {
	{ board "$two" && lines '' 'Solution 7/7' RR '' 'moves: 9' 'pushes: 1'; } >in
	try 0 sokreplay -p --rewrite in
	{ board "$two" && lines '' 'Solution 2/1' rR '' 'moves: 2' \
		'pushes: 1'; } | expect_out
	try 2 sokreplay --rewrite in
}

@test "--rewrite leaves comment blocks unchanged" {
	{ board "$two" && lines '' rR '' 'moves: 2' Comment: 'moves: 7' \
		'Title: Solution 1/1' Comment-End: 'pushes: 1'; } >in
	try 0 sokreplay -p --rewrite in
	same in "$out"
}

@test "--to-forward replaces reverse solutions by forward solutions" {
	game '#######/#     #/# @*  #/#     #/#######' \
		'Reverse Mode Solution 8/2' '[rr]RulldL' '' Snapshot '[rr]R'
	try 0 sokreplay -p --to-forward in
	cp "$out" forward
	printed '^Solution [0-9]+/2$'
	printed '^\[rr\]R$'
	try 0 sokreplay -F tsv forward
	printed $'\tforward\tsolved\t'
	never_printed '\[wrong-count\]'
}

@test "--best keeps one solution and all other games" {
	game '#######/#     #/#@ $ .#/#     #/#######' A udrRR '' B rRR '' \
		Snapshot r '' C rRR '' E 'rRRl'
	try 0 sokreplay -p --best=moves in
	printed '^B$'
	printed '^Snapshot$'
	never_printed '^[ACE]$'
	[ "$(grep -c 'left out: another solution is better' "$err")" -eq 3 ]
	try 2 sokreplay -p --best=luck in
	try 2 sokreplay --best=moves in
}

@test "--best=moves,pushes keeps the best solution of each kind" {
	{ board '#######/#   . #/#  $  #/#.$  ##/# @####/#######'
	  lines '' Slow lrUrULuRllD '' Quick UrULuRllD '' Clever luurRdLrrU '' \
		Again UrULuRllD '' Snapshot l; } >in
	while read -r by kept dropped; do
		try 0 sokreplay -p --best="$by" --rejects=rejects in
		grep -oE "^(Slow|Quick|Clever|Again|Snapshot)$" "$out" |
			tr '\n' , >got
		lines "$kept" | tr -d '\n' | same - got
		[ "$(grep -c 'left out: another solution is better' "$err")" \
			-eq "$dropped" ]
		lacks rejects "^($(tr , '|' <got)x)$"
	done <<-EOT
	moves Quick,Snapshot, 3
	pushes Clever,Snapshot, 3
	moves,pushes Quick,Clever,Snapshot, 2
	all Quick,Clever,Snapshot, 2
	EOT
	try 2 sokreplay -p --best= in
	said -- '--best needs moves, pushes or both'
}

@test "--best ranks a reverse solution by its forward form" {
	game "$two" Long 'rlrR' '' Reverse '[rr]L'
	try 0 sokreplay -p --best=moves in
	printed '^\[rr\]L$'
	never_printed '^rlrR$'
}

# --- boards

@test "--final prints the board after the moves" {
	game "$two" rR
	try 0 sokreplay --final in
	{ sed -n 1p "$out" && board '######/#  @*#/######' && echo; } >want
	same want "$out"
	game "$small" '[]rL'
	try 0 sokreplay --final in
	printed '^#@\$\.#$'
	try 2 sokreplay --final -F tsv in
}

@test "-v prints the board before the failing move" {
	game "$two" rRR
	try 1 sokreplay -v in
	board '######/#  @*#/######' >want
	sed '/^$/d; /: sandbox: /d' "$err" >got
	same want got
	try 1 sokreplay in
	quiet
}

@test "--board-from-moves builds the smallest board" {
	lines '(rurrdD)(uLulDD)' >in
	try 0 sokreplay in
	printed '\[moves-without-board\]'
	try 0 sokreplay -p --board-from-moves in
	{ board ' #####/##   #/#@ $ #/## #$#/ #.#.#/ #####' && lines '' \
		'(rurrdD)(uLulDD)'; } | expect_out
	quiet
	lines '[rr]L' >in
	try 0 sokreplay --board-from-moves in
	printed '^#@ \$\.#$'
	lines rrll >in
	try 1 sokreplay --board-from-moves in
	printed 'no board can be rebuilt'
}

@test "--board-from-moves trims the rows it prints" {
	lines '(rurrdD)(uLulDD)' >in
	try 0 sokreplay --board-from-moves in
	board ' #####/##   #/#@ $ #/## #$#/ #.#.#/ #####' >want
	sed -n '2,7p' "$out" >got
	same want got
}

@test "--board-from-moves reports the reason of a failure" {
	says() { # says MOVES PLACE REASON
		lines "$1" >in
		try 1 sokreplay --board-from-moves in
		printed "^in:$2: error: no board can be rebuilt: $3 \\[not-solved\\] \\(puzzle 1, game 1\\)$"
	}
	says rrll 1:1 'no letter is a capital, so nothing is pushed'
	says '[r]llrr' 1:1 'no letter is a capital, so nothing is pulled'
	says '[]Lul' 1:1 'the walk home is missing: the player cannot get back to where it starts'
	says rRlrrllR 1:5 '`r` contradicts the moves before it: it walks into a box'
	says rRL 1:3 '`L` contradicts the moves before it: it pushes from a square that has no box'
	says '{l}rR' 1:1 'it changes players'
	says 'r[r]R' 1:1 'a reverse game must begin with a jump'
}

@test "--rewrite corrects six counts and keeps the text after them" {
	{ board '######/#@ $.#/######' && lines '' 'Solution 9/9/9/9/9/9/77 x' rR; } >in
	try 0 sokreplay -p --rewrite in
	printed '^Solution 2/1/1/1/1/1/77 x$'
}

@test "-m ignores a level without a board" {
	cat >in.slc <<-'EOT'
	<SokobanLevels><LevelCollection>
	<Level Id="bad"><L>#?#</L></Level>
	<Level Id="good"><L>#####</L><L>#@$.#</L><L>#####</L></Level>
	</LevelCollection></SokobanLevels>
	EOT
	try 1 sokreplay -m R in.slc
	printed 'in.slc:3:21: note: solved 1/1 .*"good", game 1'
	[ ! -s "$err" ]
}

@test "--require-solution reports a puzzle after a board made from moves" {
	{ lines rR '' && board "$two"; } >in
	try 1 sokreplay --board-from-moves --require-solution in
	printed '^in:3:1: error: .*\[no-solution\] \(puzzle 2\)$'
}

@test "a board made from moves counts as a board, solved by its game" {
	lines '(rR)' '' 'Not this one' rrll >in
	try 1 sokreplay --board-from-moves --require-solution in
	printed 'no board can be rebuilt'
	never_printed no-solution
	lines '(rR)' >in
	try 0 sokreplay --board-from-moves --require-solution in
}

@test "-M and -m skip puzzles without a board" {
	board '#######/#@$ . #/#######' >one
	lines rR >orphan
	lines RR '' lll >games
	try 1 sokreplay -M games orphan one
	mv "$out" want
	try 1 sokreplay -M games one orphan
	printed 'games:3:1: error: '
	grep '^games' want >played
	grep '^games' "$out" >also
	same played also
	try 1 sokreplay -p -M games one orphan
	{ board '#######/#@$ . #/#######' && lines '' 'Solution 2/2' RR '' \
		rR; } | expect_out
}

@test "--reachable also applies to converting reverse solutions" {
	{ board '########/#@$.#$.#/########' && lines '' '[]rL'; } >in
	try 0 sokreplay --reachable -p --to-forward in
	{ board '########/#@$.#$.#/########' && lines '' R; } | expect_out
	{ board '#########/#@$ .#$.#/#   #####/#########' && lines '' '[rrud]LL' '' \
		duRR; } >in
	try 0 sokreplay --reachable -p --best=moves in
	printed '^\[rrud\]LL$'
	said 'left out: another solution is better'
}

@test "findings outside games are reported for the puzzle" {
	{ board "$two" && lines '' Good rR '' 'Also good' rR '' Bad '3(rR'; } >in
	try 1 sokreplay -F tap in
	printed '^ok 1 - in:6: puzzle 1, "Good"$'
	printed '^not ok 3 - in:1: puzzle 1$'
	try 1 sokreplay -F tsv in
	[ "$(grep -c rle-nesting "$out")" -eq 1 ]
	try 1 sokreplay -F junit in
	printed '<testcase classname="in" name="puzzle 1, &quot;Good&quot;"/>'
}

@test "-p reports left-out games in the report format" {
	{ board "$two" && lines '' rl; } >in
	try 1 sokreplay -p -F sarif in
	never_said '^[^]{}"]'
	said '"text":"game 1 of puzzle 1 left out: it has an error"'
	try 1 sokreplay -p -F json in
	never_said '^[^{]|[^}]$'
	try 1 sokreplay -p -F tsv in
	[ "$(awk -F '\t' '{ print NF }' "$err" | sort -u)" -eq 16 ]
	never_said '^sokreplay'
}

@test "boards made from moves have their own ids" {
	lines rRRRuuu '' rRRRRlll >in
	sokreplay --board-from-moves -p in | sokconv -t jsonl |
		grep -o '^{"id":"[0-9A-F]*"' | cut -d '"' -f 4 >want
	sokreplay --board-from-moves -F json in | grep '"game":' |
		grep -o '"id":"[0-9A-F]*"' | cut -d '"' -f 4 >got
	same want got
}

@test "--to-forward reports lost redo moves" {
	{ board '#######/#@$ . #/#     #/#######' && lines '' '[rr]LL*dr'; } >in
	try 0 sokreplay -p --to-forward in
	printed '^RR$'
	said '^sokreplay: in:6: game 1 of puzzle 1 lost its moves after `\*`'
}

@test "--rewrite does not change notes that resemble keys" {
	{ board '######/#@$. #/######' && lines '' R '' '  moves: 8'; } >in
	try 0 sokreplay -p --rewrite in
	same in "$out"
}

@test "-M reads concatenated files with byte-order marks within" {
	board "$two" >in
	printf '\xef\xbb\xbfrR\n\n\xef\xbb\xbfrrR\n' >games
	try 1 sokreplay -M games in
	printed '^games:1:'
	printed '^games:3:'
}

@test "findings of the -p writer belong to the test case of their puzzle" {
	lines '{"board":["#####","#@$.#","#####"]}' '{"games":[{"moves":"rR"}]}' \
		'{"board":["#####","#@$.#","#####"],"games":[{"moves":"R"}]}' >in
	try 0 sokreplay -F tap -p -o /dev/null in
	sed -n '/in:3:/,$p' "$err" >third
	lacks third 'without a board'
	said 'without a board'
}

@test "-p keeps a puzzle Multiban if it drops the game that showed it" {
	{ board '########/#@$. @#/########' && lines '' Bad '{rrrr}rrr' '' \
		Good R '' Also '[]rL'; } >in
	try 0 sh -c 'sokreplay -p in; :'
	{ board '########/#@$. @#/########' && lines '' Good '{}R' '' \
		Also '[]rL'; } | expect_out
	cp "$out" passed
	try 0 sokreplay passed
	{ board '########/#@$. @#/########' && lines '' A '{rrrr}l' '' B R; } >in
	try 0 sokfmt --drop=snapshots in
	{ board '########/#@$. @#/########' && lines '' B '{}R'; } | expect_out
	try 0 sokfmt --drop=solutions in
	{ board '########/#@$. @#/########' && lines '' A '{rrrr}l'; } | expect_out
}

@test "--to-forward also renames a title in a key" {
	{ board '#####/#@$.#/#####' && lines '' A '[]rL' '' 'Url: a' \
		'Title: Reverse Mode Solution: 7/9' 'Title: Reverse Mode Solution'
	} >in
	try 0 sokreplay -p --to-forward in
	{ board '#####/#@$.#/#####' && lines '' A R '' 'Url: a' \
		'Title: Solution: 1/1' 'Title: Reverse Mode Solution'; } |
		expect_out
}

@test "an unclosed jump or pusher change is named in the finding" {
	{ board "$two" && lines '' 'lurd{lurd'; } >in
	try 1 sokreplay in
	printed '^in:5:5: error: this pusher change is not closed; these moves were kept as text \[unmatched-bracket\] \(puzzle 1\)$'
	{ board "$two" && lines '' 'lurd[lurd'; } >in
	try 1 sokreplay in
	printed '^in:5:5: error: this jump is not closed; these moves were kept as text \[unmatched-bracket\] \(puzzle 1\)$'
}

@test "-q and --failures hide the results of solving games" {
	{ lines One '' && board "$two" && lines '' rR '' 'Solution 3/3' rR '' rr \
		'' Snapshot r; } >in
	try 0 sokreplay in
	[ "$(grep -c ': note: solved ' "$out")" -eq 3 ]
	cp "$out" all
	grep -v ': note: solved ' all >want
	try 0 sokreplay -q in
	same want "$out"
	try 0 sokreplay --failures in
	grep -v 'Snapshot' want >failures
	same failures "$out"
	try 0 sokreplay -F tsv --failures in
	[ "$(cut -f 5,15 "$out")" = "$(printf '2\twrong-count\n3\twrong-case')" ]
	try 0 sokreplay -F json --failures in
	never_printed '"game":1'
	try 0 sokreplay -F tap --failures in
	printed '^ok 4 '
}

@test "--heading titles untitled solutions with their counts" {
	{ board "$two" && lines '' rR '' 'My way' rR '' Snapshot r; } >in
	try 2 sokreplay --heading in
	said '--heading needs -p'
	try 0 sokreplay -p --heading in
	{ board "$two" && lines '' 'Solution 2/1' rR '' 'My way' rR '' Snapshot \
		r; } | expect_out
	{ board "$two" && lines '' '[rr]L'; } >in
	try 0 sokreplay -p --heading --to-forward in
	printed '^Solution [0-9]+/1$'
}

@test "rules are selected and explained as in sokcheck" {
	{ board "$two" && lines '' 'Solution 3/3' rR; } >in
	try 1 sokreplay --strict in
	try 0 sokreplay --strict --disable=wrong-count in
	never_printed wrong-count
	try 0 sokreplay --strict --exit-zero in
	try 0 sokreplay --severity=error in
	never_printed wrong-count
	printed ': note: solved 2/1 '
	try 0 sokreplay -p --strict --exit-zero in
	board "$two" | expect_out
	try 0 sokreplay --list-rules
	printed '^illegal-move +error '
	try 0 sokreplay --explain=wrong-count
	printed '^wrong-count \(warning\)'
	try 2 sokreplay --disable=nothing in
	said 'see sokreplay --list-rules'
}

@test "a baseline also accepts findings of games" {
	{ board "$two" && lines '' 'Solution 3/3' rR '' 'Bad way' r; } >in
	try 1 sokreplay in
	try 0 sokreplay --write-baseline=base in
	never_printed 'wrong-count|not-solved'
	printed ': note: solved 2/1 '
	grep -v '^#' base >body
	LC_ALL=C sort -c body
	[ "$(cut -f 1,3 body)" = "$(printf 'not-solved\t1\nwrong-count\t1')" ]
	for j in 1 2; do
		try 0 sokreplay -j $j --failures --strict --baseline=base in
		no_output
		quiet
		# Elsewhere, and a game that fails besides.
		{ lines Text '' && cat in && lines '' 'Solution' l; } >moved
		try 1 sokreplay -j $j --failures --baseline=base moved
		[ "$(grep -c '\[' "$out")" -eq 1 ]
		printed '"Solution"\)$'
	done
	# What is accepted passes.
	try 0 sokreplay -p --strict --baseline=base in
	same in "$out"
	try 1 sokreplay -p --strict in
	never_printed 'Bad way'
	# Standard output can have it, if nothing else is printed there.
	try 0 sokreplay --write-baseline=- in
	same base "$out"
	for other in -p '-F tap' --final --board-from-moves; do
		# shellcheck disable=SC2086 # several
		try 2 sokreplay $other --write-baseline=- in
		said 'cannot be combined with other output$'
	done
	try 2 sokreplay --baseline=missing in
	said '^sokreplay: missing: '
}

@test "a baseline also accepts findings of a puzzle that waits for games" {
	{ board "$two" && lines '' && board "$small"; } >in
	lines l '' l >moves
	for pass in '' -p; do
		# shellcheck disable=SC2086 # may be nothing
		try 1 sokreplay $pass --failures -M moves in
		try 0 sokreplay --write-baseline=base -M moves in
		[ "$(grep -c '^illegal-move' base)" -eq 2 ]
		# shellcheck disable=SC2086 # may be nothing
		try 0 sokreplay $pass --failures --baseline=base -M moves in
		never_printed illegal-move
	done
}

@test "--summary counts findings, games, puzzles and files" {
	{ board "$two" && lines '' 'Solution 3/3' rR '' 'Bad way' r '' &&
		board "$small"; } >in
	lines text >none
	for j in 1 2; do
		try 1 sokreplay -j $j --summary in none
		expect_err <<-EOT
		not-solved            error           1
		wrong-count           warning         1
		no-games              error           1
		2 games of 2 puzzles in 2 files: 2 errors, 1 warning, 0 notes
		EOT
	done
	lines rR '' R >moves
	try 0 sokreplay --summary -M moves in
	said '^2 games of 2 puzzles in 1 file: 0 errors, '
}

@test "--stats counts solutions by replaying the games" {
	{ board "$two" && lines '' 'Solution 3/3' rR '' 'Bad way' r '' &&
		board "$small" && lines '' R '' 'Once more' R; } >in
	for j in 1 2; do
		try 0 sokreplay -j $j --stats -F tsv in
		tail -n 5 "$out" >end
		lines 'games	4' 'solutions	3' 'puzzles_with_solution	2' \
			'not-solved	1' 'wrong-count	1' | diff - end
	done
	try 2 sokreplay --stats --final in
	said '^sokreplay: --stats cannot be combined with other output'
}

# ---- --rewrite and games that are not replayed to their end

@test "--rewrite does not change the counts of an illegal game" {
	lines T '' '#####' '#@$.#' '#####' '' 'Solution 3/3' 'RRru' >f
	cp f want
	try 0 sokreplay --write-baseline=known f
	for accept in --baseline=known --disable=illegal-move --disable=all; do
		try 0 sokreplay -p --rewrite $accept f
		same want "$out"
	done
	lines T '' '#####' '#@$.#' '#####' '' RR 'moves: 5' 'pushes: 4' >f
	cp f want
	try 0 sokreplay -p --rewrite --disable=illegal-move f
	printed '^moves: 5$'
	printed '^pushes: 4$'
}

@test "--rewrite does not change the counts of a game that is not replayed" {
	lines 'Game: Pukoban' '' '' '#####' '#@$.#' '#####' '' 'Solution 3/3' \
		'r' >f
	cp f want
	try 0 sokreplay -p --rewrite f
	same want "$out"
}

@test "--show prints the marked line of moves, and the board before the move" {
	{ board '#####/#@$.#/#####' && lines '' rlrlu RRR; } >in
	try 1 sokreplay --show in
	expect_out <<-'EOT'
	in:5:5: error: move 5 `u` walks into a wall [illegal-move] (puzzle 1, game 1)
	     5 | rlrlu
	       |     ^
	       | #####
	       | #@ *#
	       | #####
	EOT
	board '#####/#@$.#/#####' >board
	lines rl u >games
	try 1 sokreplay --show -M games board
	lines '     2 | u' '       | ^' >want
	grep -A 2 illegal-move "$out" | tail -n 2 | diff want -
	# What passes elsewhere is shown with its finding, too.
	try 1 sokreplay -p --show in
	said '^       \| #@ \*#$'
	# A game that has no lines has its board.
	try 1 sokreplay --show -m u board
	printed '^       \| #@\$\.#$'
	# A long line is cut around the move.
	{ board '#####/#@$.#/#####' && lines '' "$(printf 'rl%.0s' {1..100})u"; } >in
	try 1 sokreplay --show in
	printed '^     5 \| \.\.\.[rl]{71}u$'
	printed "^       \| {75}\^$"
}

# ---- solving games among others

# N puzzles with one solution each; some solutions have two lines, some further
# moves.
solved() {
	awk -v n="$1" 'BEGIN {
		for (i = 1; i <= n; i++) {
			printf "%s", (i % 4 ? "Level " i "\n\n" : "")
			print "#############\n#@$        .#"
			if (i % 7 == 0)
				print "#           #"
			print "#############"
			printf "\n%s", (i % 9 ? "Solution " i "\n" : "")
			if (i % 7 == 0)
				print "RlrRdudulrRRRRRRR"
			else
				print (i % 5 ? "RRRRRRRRR" : "RRRR\nRRRRR") \
				    (i % 11 ? "" : "ll")
			print ""
		}
	}'
}

replayed_one_by_one() {
	local want=0
	sokreplay -s 1- "$@" >each 2>said || want=$?
	for jobs in 1 2; do
		try "$want" sokreplay -j "$jobs" "$@"
		same each "$out"
		same said "$err"
	done
}

@test "solving games are reported correctly by the fast path" {
	solved 5000 >in
	replayed_one_by_one in
	[ "$(wc -l <"$out")" -eq $((5000 + 5000 / 11 - 5000 / 77)) ]
	try 0 sokreplay in
	sed -n '1p;4p;7p;9p;11,12p' "$out" >some
	cat >want <<-'END'
		in:8:1: note: solved 9/9 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1 "Level 1", "Solution 1")
		in:33:1: note: solved 9/9 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 4, "Solution 4")
		in:62:1: note: solved 17/9 lines 3 changes 1 sessions 3 player-lines 9 (puzzle 7 "Level 7", "Solution 7")
		in:77:1: note: solved 9/9 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 9 "Level 9", game 1)
		in:96:1: note: already solved after move 9, but continues up to move 11 [solved-early] (puzzle 11 "Level 11", "Solution 11")
		in:96:1: note: solved 11/9 lines 1 changes 1 sessions 1 player-lines 2 (puzzle 11 "Level 11", "Solution 11")
	END
	same want some
	for format in tsv json github junit tap sarif; do
		replayed_one_by_one -F $format in
	done
	for option in -v -q --yasc-lines --require-solution --reachable --final \
	    --strict-case -p --match; do
		[ "$option" != --match ] || set -- -m RRRRRRRRR
		replayed_one_by_one "$option" "$@" in
	done
}

@test "other games among solving games are replayed" {
	solved 300 >half
	board='#############\n#@$        .#\n#############\n\n'
	for odd in "${board}Solution\nRRRRRRRR" "${board}Solution\nRRRRRRRRr" \
	    "${board}Solution\nRRRRRRRRRl" "${board}Solution\nRRRRRRRRrl" \
	    "${board}Solution 9/8\nRRRRRRRRR" "${board}RRRRRRRRR\n\nRRRRRRRRR" \
	    "${board}Solution\nRRRRRRRRR\nmoves: 8" "${board}9(R)" \
	    "${board}Solution\nRRRRRRRRR*l" "${board}Solution\nRRRR RRRRR" \
	    "${board}Limit: 8\n\nSolution\nRRRRRRRRR" 'A note.\n' \
	    '#######\n#@$ $.#\n#  . $#\n#######\n\nSolution\nRRRRRRRRR' \
	    "${board}Solution\nRRRRRRRRR\nRRRRRRRRR" "${board}R" "$board"; do
		{ cat half; printf '%b\n\n' "$odd"; cat half; solved 200; } >in
		replayed_one_by_one in
		replayed_one_by_one -v -F tsv --require-solution in
	done
}

# ---- games corrected in place

# changed LINE ...: the diff between old and f, without line ends.
changed() {
	diff old f | grep '^[<>]' | tr -d '\r' >"$out.changed" || :
	lines "$@" | same - "$out.changed"
}

@test "-w --rewrite changes only counts and case" {
	try 1 sokreplay -w --rewrite f
	quiet
	printed '^f:11:2: error: move 2 `R` pushes into a wall \[illegal-move\]'
	printed '^f:16:1: warning: the title says 9/9, the moves are 1/1 \[wrong-'
	changed '< Solution 9/9 by Bob' '< r ' '< moves: 4' '< pushes:   7' \
		'> Solution 1/1 by Bob' '> R ' '> moves: 1' '> pushes:   1'
	try 1 sokreplay -w --rewrite f
	cp f once
	try 1 sokreplay -c --rewrite f
	never_printed wrong-
	same once f
}

@test "-w leaves a file without corrections untouched" {
	try 1 sokreplay -w --rewrite f
	touch -d 2020-01-01 f
	try 1 sokreplay -w --rewrite --backup=.b f
	[ "$(date -r f +%Y)" = 2020 ]
	[ ! -e f.b ]
	try 0 sokreplay -l --rewrite --exit-zero f
	no_output
}

@test "-w --heading inserts a title above a solution, with its mail quotes" {
	try 1 sokreplay -w --heading f
	changed '> Solution 1/1'
	sed 's/^/> /' old >old2
	mv old2 old
	cp old f
	try 1 sokreplay -w --heading f
	changed '> > Solution 1/1'
	lines '#####' '#@$.#' '#####' R >f
	cp f old
	try 0 sokreplay -w --heading f
	lines '#####' '#@$.#' '#####' '' 'Solution 1/1' R | same - f
}

@test "-w --heading replaces the guard of an untitled game" {
	lines '#####' '#@$.#' '#####' '' Solution :: '' R >f
	cp f old
	try 0 sokreplay -w --heading f
	model sok old | sed 's/"name":""/"name":"Solution 1\/1"/' >want
	model sok f | same want -
}

@test "-w --to-forward replaces reverse solutions, unless moves would be lost" {
	lines '#####' '# $.#' '#@$.#' '# $.#' '# $.#' '#####' '' \
		'Reverse Mode Solution' '[]urLdrL' 'drLdrL' '' 'Solution' \
		'[]urLdrLdrLdrL*d' >f
	cp f old
	try 0 sokreplay -w --to-forward f
	changed '< Reverse Mode Solution' '< []urLdrL' '< drLdrL' \
		'> Solution' '> ddRluRlu' '> RluR'
}

@test "-w keeps run-length moves encoded" {
	lines '#########' '#@$    .#' '#########' '' 5r >f
	try 0 sokreplay -w --rewrite f
	lines '#########' '#@$    .#' '#########' '' 5R | same - f
}

@test "-w keeps the width of moves and a missing last line end" {
	printf '%s\n' '#########' '#@$    .#' '#########' '' 3R >f
	printf 2r >>f
	try 0 sokreplay -w --rewrite f
	{ lines '#########' '#@$    .#' '#########' '' && printf 5R; } | same - f
	printf '%s\n' '#########' '#@$    .#' '#########' '' RR Rr >f
	printf R >>f
	try 0 sokreplay -w --rewrite f
	{ lines '#########' '#@$    .#' '#########' '' RR RR && printf R; } |
		same - f
}

@test "-w corrects titles in other charsets and in keys" {
	printf '%s\n' '#####' '#@$.#' '#####' '' $'L\xf6sung, Solution 5/5' r \
		'' r 'Title: Solution: 4/4' '' 'Solution: 6/6' r >f
	cp f old
	try 0 sokreplay -w --rewrite f
	printf '%s\n' '#####' '#@$.#' '#####' '' $'L\xf6sung, Solution 1/1' R \
		'' R 'Title: Solution: 1/1' '' 'Solution: 1/1' R | same - f
}

@test "-w refuses a charset that is not a superset of ASCII" {
	lines '#####' '#@$.#' '#####' '' 'Solution 4/4' R |
		iconv -f ascii -t utf-16 >f
	cp f old
	try 2 sokreplay -w --rewrite f
	said '^sokreplay: f:6: cannot be mended in place, because the file is in '
	same old f
}

@test "-l, -d and -c show the changes of -w, with findings on standard error" {
	try 1 sokreplay -l --rewrite f
	said 'illegal-move'
	lines f | expect_out
	try 1 sokreplay -d --rewrite f
	said 'illegal-move'
	printed '^-Solution 9/9 by Bob'
	try 1 sokreplay -c --rewrite f
	quiet
	printed 'illegal-move'
	same old f
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' R >g
	try 1 sokreplay -c --rewrite g
	try 0 sokreplay -w --rewrite --backup=.old g
	try 0 sokreplay -c --rewrite g
	grep -q 'Solution 2/2' g.old
}

@test "the diff of -d gives the result of -w" {
	needs patch
	cp f patched
	try 1 sokreplay -d --rewrite f
	patch -s patched "$out"
	try 1 sokreplay -w --rewrite f
	same patched f
}

@test "-w corrects counts with --strict, and in folders" {
	mkdir d
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' r >d/a.sok
	lines nothing >d/b.txt
	try 1 sokreplay -w --strict --strict-case --rewrite d
	try 0 sokreplay --strict --strict-case d/a.sok
	grep -q '^Solution 1/1$' d/a.sok
	lines nothing | same - d/b.txt
}

@test "options that need or exclude each other are reported" {
	while IFS='|' read -r args what; do
		# shellcheck disable=SC2086 # several of them
		try 2 sokreplay $args f
		said "^sokreplay: $what"
		same old f
	done <<-'END'
		--rewrite|--rewrite needs -p, -w, -l, -d or -c
		--to-forward|--to-forward needs -p, -w, -l, -d or -c
		--heading|--heading needs -p, -w, -l, -d or -c
		-w|-w needs --rewrite, --to-forward or --heading
		-l|-l needs --rewrite, --to-forward or --heading
		-d|-d needs --rewrite, --to-forward or --heading
		-c|-c needs --rewrite, --to-forward or --heading
		-w --rewrite -p|-w and -p exclude each other
		-w --rewrite -c|-w writes and -c does not
		-w --rewrite -o x|-w and -o exclude each other
		-w --rewrite -s 1|-w with -s would drop the other puzzles
		-w --rewrite -m R|-w mends the games of files
		-w --rewrite --best=moves|--best needs -p
		-w --rewrite --final|-w cannot be combined with --final
		-c --rewrite --backup=x|--backup needs -w
	END
}

@test "-w refuses compressed files and formats that are not text" {
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' r |
		sokconv -t slc -o f.slc
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' r | gzip -n >f.gz
	cp f.slc old.slc
	cp f.gz old.gz
	try 2 sokreplay -w --rewrite f.slc
	said 'f.slc: is slc, not text; left unchanged'
	try 2 sokreplay -w --rewrite f.gz
	said 'f.gz: is packed'
	same old.slc f.slc
	same old.gz f.gz
}
