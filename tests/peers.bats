#!/usr/bin/env bats
# Errors seen in other programs, and the behaviour of these programs instead;
# the name in parentheses is the program with the error.

load helper

small='#####/#@$.#/#####'
D3='########/#      #/#  $   #/#   $  #/# + .  #/########'

# kept: sokfmt writes stdin unchanged.
kept() {
	cat >in
	try 0 sokfmt in
	quiet
	same in "$out"
}

# --- boards

@test "a count of two digits is one count (Games::Sokoban)" {
	lines '12#|#@$8-.#|12#' | try 0 sokfmt
	board '############/#@$        .#/############' | expect_out
}

@test "a run of more than nine is encoded as one (Games::Sokoban)" {
	board '############/#@$        .#/############' | try 0 sokrle
	expect_out <<<'12#|#@$8-.#|12#'
}

@test "a TAB after a row is ignored (Games::Sokoban, JSoko)" {
	printf '#####\t\n#@$.#\t\n#####\t\n' | try 0 sokfmt
	board "$small" | expect_out
}

@test "squares written as letters are squares (Games::Sokoban, JSoko)" {
	board '#####/#pbo#/#####' | try 0 sokfmt
	board "$small" | expect_out
}

@test "a numbered board keeps its first row (SokoSolve)" {
	{ lines '; 0' && board "$small" && lines '' '; 1' && board "$small"; } |
		try 0 sokfmt
	{ lines 0 '' && board "$small" && lines '' '' 1 '' &&
		board "$small"; } | expect_out
}

@test "run-length boards may have groups (soukoban, Simple Sokoban)" {
	lines '2(2#)#|#@($).#|5(#)' | try 0 sokfmt
	quiet
	board "$small" | expect_out
}

@test "a bar at the end of a row does not end the puzzle (soukoban)" {
	lines '5#|' '#@$.#|' '5#|' | try 0 sokfmt
	board "$small" | expect_out
}

@test "an empty row survives encoding and decoding (JSoko)" {
	board '####/-/#####/#@$.#/#####' >in
	try 0 sokrle in
	expect_out <<<'4#|-|5#|#@$.#|5#'
	sokrle in | try 0 sokrle -d
	same in "$out"
}

@test "an open board is an error, and is not filled (libsokoengine, soukoban)" {
	board '#####/#@$. /#####' >in
	try 1 sokcheck in
	printed 'in:2:5: error: .*\[not-closed\]'
}

@test "two players are an error (JSoko, YASC)" {
	board '#######/#@$.@ #/#######' >in
	try 1 sokcheck in
	printed 'error: .*\[many-players\]'
}

@test "dashes are floor, and large boards are read (KSokoban)" {
	awk 'BEGIN {
		for (y = 0; y < 60; y++) {
			for (x = 0; x < 70; x++) {
				edge = y == 0 || y == 59 || x == 0 || x == 69
				c = edge ? "#" : "-"
				if (y == 5 && x > 3 && x < 7) c = substr("@$.", x - 3, 1)
				printf "%s", c
			}
			print ""
		}
	}' >in
	try 0 sokcheck in
	no_output
	try 0 sokcheck --target=ksokoban in
	printed 'in:1:1: warning: .*\[size-limit\]'
}

@test "a puzzle that starts solved is a puzzle (KSokoban)" {
	board '#######/#     #/# @*  #/#     #/#######' >in
	try 0 sokcheck in
	no_output
	try 0 sokcheck --severity=note in
	printed 'note: .*\[circular\]'
}

# --- run-length text

@test "nested groups are expanded (soukoban)" {
	echo '2(3(dr)R)' | try 0 sokrle -d
	expect_out <<<drdrdrRdrdrdrR
	echo 3r3U | try 0 sokrle -d
	expect_out <<<rrrUUU
}

@test "unbalanced parentheses are an error with a position (soukoban, JSoko)" {
	echo '3(rr' | try 1 sokrle -d
	said ':1:[0-9]+: error: .*\[rle-nesting\]'
	echo '3r)' | try 1 sokrle -d
	said ':1:3: error: .*\[rle-nesting\]'
}

@test "a count of twenty digits is refused, not truncated (soukoban, JSoko)" {
	echo 99999999999999999999r >in
	try 2 sokrle -d in
	said 'in:1:1: error: .*\[limit\]'
	try 2 sokrle -d --limit=digits=30 in
}

@test "a count that repeats nothing is an error (JSoko, YASC)" {
	for rle in '5#|#@$.#|5#2' '0#|5#|#@$.#|5#'; do
		lines "$rle" | try 1 sokrle -d
		said ':1:[0-9]+: error: .*\[rle-count\]'
	done
}

# --- text

@test "titles, games and notes survive blank lines (soukoban)" {
	kept <<-'EOT'
	One

	#####
	#@$.#
	#####

	A note.

	Another note.

	Snapshot 0/0
	r*

	Solution 1/1
	R

	Found by Bob.
	EOT
}

@test "a key may be repeated, in any case and order (soukoban)" {
	{ board "$small" && lines '' 'http://a/' 'http://b/' 'Author: A' \
	'author: B' 'Zebra: 1' 'Apple: 2'; } | kept
}

@test "single lines of board characters are not rows (soukoban)" {
	{ board "$small" && lines '' '---' '...' + '***' '$$$' text; } | kept
}

@test "a key is recognised only at the start of a line (JSoko)" {
	{ lines One '' && board "$small" && lines '' \
	'This level is from Madrid: the capital' 'Subtitle: foo' \
	'Co-Author: Bob' 'No known solution exists'; } | kept
	try 0 sokconv -t jsonl in
	printed '"title":"One"'
	never_printed '"author":"Bob"'
}

@test "notes after a Game key stay (libsokoengine)" {
	{ board "$small" && lines '' 'Game: Sokoban' 'One note.' 'x=y' \
	'Author: Bob' 'Another note.'; } | kept
	try 0 sokconv -t jsonl in
	printed '"author":"Bob"'
}

@test "a file without a banner is read (libsokoengine)" {
	board "$small" | kept
}

@test "titles are neither renumbered nor truncated (YASC)" {
	{ lines 'What?' '' && board "$small" && lines '' '' 'What?' '' &&
		board "$D3" && lines '' '' 'a*b [c] <d> x.xsb' '' &&
		board "$small"; } | kept
}

@test "8-bit text is kept, and converted where Unicode is needed (JSoko, soukoban)" {
	{ printf 'Caf\xe9\n\n' && board "$small"; } | kept
	try 0 sokconv -t jsonl in
	printed $'"title":"Caf\xc3\xa9"'
}

@test "an .slc in ISO-8859-1 is read from a pipe (sokoban-elements)" {
	printf '%s\n' '<?xml version="1.0" encoding="ISO-8859-1"?>' \
	'<SokobanLevels><Title>T</Title><Description></Description>' \
	$'<LevelCollection><Level Id="Caf\xe9"><L>#####</L>' \
	'<L>#@$.#</L><L>#####</L></Level>' \
	'</LevelCollection></SokobanLevels>' >in
	# shellcheck disable=SC2002 # a pipe, on purpose
	cat in | try 0 sokconv -t jsonl
	printed $'"title":"Caf\xc3\xa9"'
}

# --- games

@test "all kinds of games are read as games, not notes (JSoko, soukoban)" {
	{ board "$small" && lines '' R '' '[]rL' '' '(R)' '' 'R*l' '' \
	'{u}R' '' 'RR' '' lll; } | kept
	try 0 sokconv -t jsonl in
	grep -o '"moves":"' "$out" | wc -l | grep -x 7
}

@test "moves may have blanks between them (JSoko, soukoban)" {
	{ board "$small" && lines '' 'R l r'; } | try 0 sokfmt
	{ board "$small" && lines '' Rlr; } | expect_out
}

@test "a line with other letters is not a game (JSoko)" {
	{ board "$small" && lines '' RxR; } | kept
	try 0 sokconv -t jsonl in
	never_printed '"moves"'
}

@test "an illegal move is not skipped (MichaelHoste/sokoban)" {
	{ board "$small" && lines '' uR; } >in
	try 1 sokreplay in
	printed 'in:5:1: error: .*`u`.*\[illegal-move\]'
}

@test "the failing move is located through counts and lines (JSoko)" {
	{ board '##########/#@  $    #/#.       #/##########' &&
		lines '' 2r 'RRlrl6(d)'; } >in
	try 1 sokreplay in
	printed 'in:7:8: error: .*\[illegal-move\]'
}

@test "a solution with further moves is replayed to its end (JSoko)" {
	replays 1 'forward unsolved 2 2 1 1 1 1 solved-early' \
		'######/#@$. #/######' RR
	replays 0 'forward solved 2 1' "$small" Rl
}

@test "a first step that is a push counts (soukoban)" {
	replays 0 'forward solved 1 1 1 1 1 1 ' "$small" R
}

@test "a step back is a move, not an undo (soukoban)" {
	replays 0 'forward solved 6 1' '######/#@ $.#/######' rlrlrR
}

@test "run-length solutions are replayed (YASS)" {
	replays 0 'forward solved 4 3' '#########/#@ $  . #/#########' r3R
	replays 0 'forward solved 43 15 8 5 7 25' \
	'  ####/###  ####/#     $ #/# #  #$ #/# . .#@ #/#########' \
	'ruu4L4rddlUru3LulDrdd3luu2RDrdL3ur2D'
}

@test "a reverse solution is replayed and played forward (soukoban, JSoko)" {
	replays 0 'reverse solved 2 1' "$small" '[]rL'
	{ board "$small" && lines '' '[]rL'; } >in
	try 0 sokreplay -p --to-forward in
	{ board "$small" && lines '' R; } | expect_out
}

@test "a wrong game is kept by the formatter (JSoko)" {
	{ board "$small" && lines '' 'Solution 9/9' uuuu; } | kept
}

# --- identity

@test "the published id is independent of the player's position in its area (Games::Sokoban)" {
	while read -r exact unique rows; do
		board "${rows//_/ }" | try 0 sokconv -t jsonl
		printed "\"id\":\"$unique\",\"exact_id\":\"$exact\""
	done <<-EOT
	4C58C6973860C790 1674E2D1AC70B61C ###########/#####_*._##/####__@#_##/#__\$.\$#####/#___#__\$_.#/#####_\$__.#/###########
	E84B163E0BE1C35A 17CC66887E16DCF3 $small
	D72F63A090CB78E8 0C58B256F2665E9B ${D3// /_}
	25575001DED3DCFC 0C58B256F2665E9B ########/#___@__#/#__\$___#/#___\$__#/#_._.__#/########
	EOT
}
