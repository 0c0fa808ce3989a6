#!/usr/bin/env bats
# Solutions, snapshots and other games as text: lines that are read as moves,
# headings of games, the meaning of moves, and lines that are almost moves.

load helper

D1='########/#      #/#@ $   #/#   $  #/# . .  #/########'
small='#####/#@$.#/#####'
two='######/#@ $.#/######'
D2='########/#     .#/#@ $   #/#   $  #/# . *  #/########'

# ---- words and lines that are moves

@test "7: a word of move letters is a game" {
	for word in DULL Lull Rudd; do
		{ board "$D1" && lines '' "$word" '' && board "$small"; } |
			try 0 sokfmt
		{ board "$D1" && lines '' "$word" '' '' && board "$small"; } |
			expect_out
		stable
		try 0 sokconv -t jsonl "$out.once"
		printed "\"moves\":\"$word\""
	done
}

@test "10: a row of stars is a note and neither moves nor a title" {
	{ board "$small" && lines '' '***' '' && board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '***' '' '' && board "$D1"; } | expect_out
	stable
	try 0 sokconv -t jsonl "$out.once"
	never_printed '"moves"'
}

@test "a backslash continues moves, but is text by itself" {
	{ board "$small" && lines '' Solution "R\\" "l\\" r "\\" Note; } >in
	try 0 sokfmt in
	{ board "$small" && lines '' Solution Rlr '' "\\" Note; } | expect_out
	sokfmt in | unchanged
}

@test "each line of wrapped moves is moves by itself" {
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

@test "a count at the end of a line repeats the first move of the next line" {
	{ board "$small" && lines '' 'll1' '0rR'; } >in
	{ board "$small" && lines '' 'llrrrrrrrrrrR'; } >want
	formats want <in
}

@test "numbers and star rows between games are not moves" {
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

@test "moves before the first board are a separate puzzle" {
	{ lines rR '' '' && board "$small"; } >in
	unchanged <in
	try 0 sokcheck in
	printed 'in:1:1: warning: .*\[moves-without-board\]'
}

@test "a word that is move letters and a number is text" {
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

@test "a word that ends in a long number is text" {
	{ board "$small" && lines '' L20261231; } >in
	try 0 sokfmt -c in
	quiet
}

# ---- headings of games

@test "a game has its title directly above it" {
	{ board "$small" && lines '' Solution '' R; } >in
	{ board "$small" && lines '' Solution R; } >want
	formats want <in
}

@test "a note above an untitled game is followed by a guard" {
	{ board "$small" && lines '' Note :: '' R; } >in
	formats in <in
	try 0 sokconv -t jsonl in
	printed '"text":"Note"'
	never_printed '"name":"Note"'
}

@test "headings of games may contain a colon and follow text" {
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

@test "words that only begin like a heading of a game are notes, not titles" {
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

# ---- how moves are written

@test "moves are written without groups and wrapped at column 70" {
	golden 0 wrap sokfmt
	stable
}

@test "--wrap sets the width of moves" {
	{ board "$two" && lines '' 'rlrlrlrlrlrl[]{}rlrlR'; } >in
	try 0 sokfmt --wrap=10 in
	{ board "$two" && lines '' rlrlrlrlrl 'rl[]{}rlrl' R; } | expect_out
	try 0 sokfmt --wrap=0 in
	same in "$out"
	for n in 1 9 -1 x 1e9; do
		try 2 sokfmt --wrap=$n in
	done
}

@test "jumps, pusher changes, groups and the star are kept" {
	{ board "$small" && lines '' '[]rL' '' '{u}R*' '' '(rR)(l)' '' \
	'[rr](l)*Lu'; } | unchanged
}

# ---- counts and groups in moves

@test "13: a bad count is an error among moves, and text elsewhere" {
	for line in 'rr3)r' 'rr(3)r'; do
		lines '#####' '#@$.#' '#####' '' Solution "$line" | try 1 sokfmt
		said ':6:[34]: error: this count .*\[rle-count\] \(puzzle 1\)$'
		lines '#####' '#@$.#' '#####' '' rR "$line" | try 1 sokfmt
		said ':6:[34]: error: this count .*\[rle-count\] \(puzzle 1\)$'
	done
	lines '#####' '#@$.#' '#####' '' 'rr3' | try 0 sokfmt
}

@test "16: exponential moves are refused, with their position" {
	lines '9(9(9(9(9(9(9(9(9(r)))))))))' >in
	for program in sokfmt 'sokrle -d' sokcheck sokreplay sokconv; do
		# shellcheck disable=SC2086 # a program with its option
		try 2 $program in
		cat "$out" "$err" >both
		grep -qE '^in:1:[0-9]+: error: .*\[limit\]' both
	done
}

@test "17: groups without a count only group" {
	replays 0 'forward solved 12 4 3 2 3 9 ' "$D1" '(rurrdD)(uLulDD)'
	{ board "$D1" && lines '' '(rurrdD)(uLulDD)'; } >in
	try 0 sokfmt in
	same in "$out"
}

# ---- what moves mean

@test "18: a star marks the current position, and redo moves follow it" {
	replays 0 'forward unsolved 9 2' "$D1" 'urrrrddLL*ruulDD'
	{ board "$D1" && lines '' 'urrrrddLL*ruulDD'; } >in
	try 0 sokfmt in
	same in "$out"
}

@test "19: the steps of a jump count as moves" {
	replays 1 'reverse unsolved 13 6' "$D2" '[rrrd]UU(rLLL)(drD)'
	printed not-solved
}

@test "20: a reverse game must begin with a jump" {
	replays 1 '.*' '######/#@ $.#/######' 'r[]rL'
	printed no-leading-jump
}

@test "21: in reverse play, capitals pull and small letters walk" {
	replays 0 'reverse solved 2 1' "$small" '[]rL'
	replays 1 'reverse unsolved 2 0' "$small" '[]rl'
}

@test "22: letter case is taken from the position in forward play" {
	replays 0 'forward solved 1 1 1 1 1 1 wrong-case' "$small" r
	replays 0 'forward solved 2 1 1 1 1 1 wrong-case' \
		'######/#@ $.#/######' RR
	{ board '######/#@ $.#/######' && lines '' RR; } >in
	try 0 sokreplay -p --rewrite in
	{ board '######/#@ $.#/######' && lines '' rR; } | expect_out
}

@test "22: wrong letter case can be made an error" {
	replays 1 '.*' "$small" r --strict-case
	printed wrong-case
}

@test "23: a game solved on the way but not at the end is not solved" {
	replays 1 'forward unsolved 2 2 1 1 1 1 solved-early' \
		'######/#@$. #/######' RR
}

@test "24: a puzzle that starts solved is not solved without a push" {
	replays 1 'forward unsolved 1 0' '#######/#     #/# @*  #/#     #/#######' u
	replays 0 'forward solved 6 2' \
		'#######/#     #/# @*  #/#     #/#######' RurrdL
}

@test "28: a step and a step back are two moves" {
	replays 1 'forward unsolved 2 0' "$D1" rl
}

@test "29: both definitions of box lines are supported" {
	replays 0 'forward solved 5 3 2 1 2 3' \
		'#######/#     #/#@$  .#/#     #/#######' RlrRR
	replays 0 'forward solved 5 3 1 1 2 3' \
		'#######/#     #/#@$  .#/#     #/#######' RlrRR --yasc-lines
}

@test "42: pusher changes are relative to the active pusher" {
	replays 0 'forward solved 6 3' \
	'#######/#  .  #/#  $  #/# .$  #/# @ @ #/#  .  #/#  $  #/#  @  #/#######' \
	'{rddd}Urr{uul}uLU'
}

# ---- counts in titles and texts

# game TITLE LINE ...: a game of 2 moves and 1 push.
game() {
	board '######/#@ $.#/######'
	lines '' "$1" rR "${@:2}"
}

# wrong TITLE ...: the title has wrong counts; true_or_none: it has not.
wrong() {
	for title; do
		game "$title" >in
		try 0 sokreplay in
		printed 'the title says .*\[wrong-count\]'
	done
}

true_or_none() {
	for title; do
		game "$title" >in
		try 0 sokreplay in
		never_printed wrong-count
	done
}

@test "a title states its counts after the name" {
	true_or_none Solution 'Solution 2/1' 'Solution (2/1)' 'Solution, 2/1, A' \
	    'Solution by Al 2/1' 'Solution 2/1/1/1/1/1' 'Snapshot 2/1' \
	    'solution v1.0 2/1' 'Solution 2/1.'
	wrong 'Solution 1/1' 'Solution (2/2)' 'Solution, 3/1, A' \
	    'SaveGame 4/5' 'Solution 2/1/9' 'Solution 0/1' \
	    'Solution by Al, 7/8'
}

@test "other numbers in a title are not counts" {
	true_or_none 'Solution 5' 'Solution 5/' 'Solution /5' 'Solution x1/2' \
	    'Solution 1/2x' 'Solution 1.1/2' 'Solution 3/1.5' 'Solution .3/4' \
	    'Solution 01/2' 'Solution 3/04' '9/9 Solution' \
	    'Solution 99999999999999999999/1'
}

# corrected WANT TITLE: --rewrite changes TITLE to WANT.
corrected() {
	game "$2" >in
	try 0 sokreplay -p --rewrite in
	game "$1" | expect_out
}

@test "--rewrite corrects counts in place" {
	corrected 'Solution 2/1' 'Solution 1/1'
	corrected 'Solution (2/1) by Al 9/9' 'Solution (3/1) by Al 9/9'
	corrected 'Solution 2/1/1/1/1/1!' 'Solution 2/1/5/1/1/1!'
	corrected 'Solution 2/1' 'Solution 2/1'
	corrected 'Solution 5 and more' 'Solution 5 and more'
}

@test "--rewrite corrects counts below the game, too" {
	game Solution '' 'moves: 5' 'Pushes=7' 'moves: 2' 'pushes: x' 'pushes:' \
	    note 'pushes: 1 of 2' >in
	try 0 sokreplay in
	printed '`moves: 5` should be 2'
	printed '`pushes: 7` should be 1'
	try 0 sokreplay -p --rewrite in
	game Solution '' 'moves: 2' 'Pushes=1' 'moves: 2' 'pushes: x' 'pushes:' \
	    note 'pushes: 1 of 2' | expect_out
	game Solution '' 'moves: 0002' 'pushes: 0003' >in
	try 0 sokreplay in
	never_printed moves:
	printed '`pushes: 0003` should be 1'
	game Solution '' 'moves: 99999999999999999999' >in
	try 0 sokreplay in
	printed '`moves: 99999999999999999999` should be 2'
}

# ---- lines that are almost a game

@test "a number before moves is not a count" {
	{ board "$small" && lines '' '1 lR' '2 lR' '12 rR'; } >in
	try 0 sokfmt in
	same in "$out"
	try 0 sokcheck in
	printed '^in:[0-9]+:1: warning: a number and a blank precede these '\
'moves; they were kept as text \[ambiguous-moves\]'
	one_line "$out"
	try 0 sokrle in
	printed '^12 rR$'
	{ board "$small" && lines '' 'rr3' '2 rR' '' '3 (lr)'; } | try 0 sokfmt
	{ board "$small" && lines '' "$(printf 'r%.0s' {1..34})R" '' \
		lrlrlr; } | expect_out
	lines 'lr 3 r' | try 0 sokrle -d
	lines lrrrr | expect_out
	board "$small" >in
	lines R '' $'12\trR' >moves
	try 2 sokreplay -M moves in
	said '^sokreplay: moves:3:1: a number and a blank precede these moves'
	try 2 sokreplay -m '3 rR' in
	said '^sokreplay: --moves: byte 1: a number and a blank'
}

@test "lines of moves with one invalid character are reported next to moves" {
	local early='########/#@$ .  #/########'
	{ board "$early" && lines '' 'rrllRRll,' 'rrllrrll' '' 'rR' \
		'  llrrllrr.' 'rlrlrlrl' && board "$early" &&
		lines '' 'rrllrrll=' 'rrllrr=' 'rrllrrll=' 'rR'; } >in
	for way in cat 'sed s/$/\r/'; do
		$way <in >again
		try 0 sokcheck again
		printed '^again:5:9: warning: this is not a move, so this line is text and does not continue the moves below it \[ambiguous-moves\]'
		printed '^again:9:11: warning: .* the moves above it'
		printed '^again:17:9: warning: .* the moves below it'
		[ "$(grep -c ambiguous-moves "$out")" -eq 3 ]
	done
	try 0 sokrle in
	quiet
	# Words and lists are no moves, and what is apart belongs to nothing.
	{ board "$early" && lines '' 'Rudolfus!' 'rRlrlrlr' 'rrll,rl' '' \
		'llrrllrr.' '' rR; } | try 0 sokcheck
	no_output
}

@test "moves followed by a remark on the same line are text, with a warning" {
	local early='########/#@$ .  #/########' sign
	for sign in ' ; ' ';' ' # ' ' // '; do
		{ board "$early" && lines '' Solution "rr${sign}so far" 'll' \
			"lR${sign}done"; } >in
		try 0 sokcheck in
		printed '^in:6:3: warning: this is not a move, .* the moves below it'
		printed '^in:8:3: warning: this is not a move, .* the moves above it'
		[ "$(grep -c 'this is not a move' "$out")" -eq 2 ]
		try 0 sokcheck - <<-EOF
			$(board "$early")

			rrllrrllr${sign}so far
			rr${sign}done

			rrllrrllr${sign}so far
		EOF
		one_line "$out"
		printed ':5:10: warning: this is not a move, so this line is kept as'
	done
	# Words are none, and remarks below moves are what they seem.
	{ board "$early" && lines '' Solution rRlrlrlr 'D; it ends' '' \
		'Dull; it ends' '' rRlrlrlr '; done' '' '2 # of these'; } |
		try 0 sokcheck
	no_output
}

@test "an HTML tag by itself is not a jump" {
	{ board "$small" && lines '' Notes: '<ul>' '<dl>' End; } >in
	try 0 sokfmt in
	same in "$out"
	{ board "$small" && lines '' '<ul>[]rL'; } | try 0 sokfmt
	printed '^\[ul\]\[\]rL$'
	lines '<ul>' '<d>' | try 0 sokrle
	lines '<ul>' '<d>' | expect_out
	# Several are none, either.
	{ board "$small" && lines '' '<dl><dl>' '<u> <u>' '' '<dl>rL'; } >in
	{ board "$small" && lines '' '<dl><dl>' '<u> <u>' '' '[dl]rL'; } >want
	try 0 sokfmt in
	same want "$out"
	lines '<dl><dl>' '<>' '<>' | try 0 sokrle
	lines '<dl><dl>' '<>' '<>' | expect_out
}

@test "drawings made of < and > are not games" {
	{ board "$small" && lines '' '<> D <>' '<>   <>' '' '<> L <>'; } >in
	try 0 sokfmt in
	same in "$out"
	try 0 sokrle <in
	{ lines '5#|#@$.#|5#' '' '<> D <>' '<>   <>' '' '<> L <>'; } >want
	same want "$out"
	# The first jump of a game may be empty, as before.
	{ board "$small" && lines '' '<>rL'; } | try 0 sokfmt
	printed '^\[\]rL$'
}

@test "moves after a word are text, with a warning" {
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

@test "a solution with one invalid character is text, with a warning" {
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
				try 0 sokcheck --duplicates -j "$jobs" in
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

@test "long moves within other text are reported" {
	game=rrrruuuulllldddd what='these moves are in the middle of other text; they are'
	for line in "Way: $game" "1. \`$game\`" "\"lurd\": \"$game\"," \
		"So it goes: ${game}r and no further" "3 x	$game	solved"; do
		bytes=${line%%rr*}
		{ lines '; 1' '' && board '#####/#@$.#/#####' &&
			lines '' Notes "$line" "$line" '' '; 2' '' &&
			board '######/#@ $.#/######'; } >in
		for jobs in 1 2; do
			try 0 sokcheck --duplicates -j "$jobs" in
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

@test "a word of move letters directly above a board is reported" {
	{ lines C '' && board "$small" && lines '' D && board "$two"; } >in
	try 0 sokcheck in
	one_line "$out"
	printed '^in:7:1: warning: .D. right above a board is read as moves '
	{ lines C '' && board "$small" && lines '' R '' && board "$two"; } >in
	try 0 sokcheck in
	expect_out </dev/null
}

@test "a short game between its heading and its key is not reported" {
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

@test "a word of move letters that solves nothing where a title is missing is reported" {
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

@test "moves below a heading that end in a count are reported" {
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

@test "moves after a word are reported in quotes and after blanks, too" {
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

@test "a few moves with other characters below a heading are reported" {
	what='ambiguous-moves'
	for moves in '"R"' 'R.' 'R, R' '- R' '1. R' 'R 1/1' $'R-\nR' 'R->R'; do
		for gap in '' $'\n'; do
			{ board "$small" && lines '' "Solution$gap" "$moves" '' \
				'' && board "$small"; } >in
			for j in 1 2; do
				try 0 sokcheck --duplicates -j "$j" in
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

@test "a line that is almost moves below a heading is reported" {
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

@test "sokreplay -M: unreadable parts of a collection of games are reported" {
	puzzle='#####/#@$.#/#####'
	board "$puzzle" >in
	{ board "$puzzle"; lines '' Solution R '' Solution '3(R' '' Solution rxR ''
	  lines '#####' '#@$.x' '#####'; } >games
	try 1 sokreplay -M games in
	printed '^games:6:1: note: solved 1/1'
	expect_err <<-'END'
		games:9:1: error: this group is not closed; these moves were kept as text [rle-nesting] (puzzle 1)
		games:12:2: warning: this is not a move, so this line is kept as text, and so are others like it [ambiguous-moves] (puzzle 1)
		games:15:5: error: `x` is not a Sokoban square; these lines are not read as a board [unknown-square] (puzzle 1)
	END
}
