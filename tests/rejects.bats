#!/usr/bin/env bats
# --rejects: the puzzles and games that -p leaves out, with the reasons; both
# files together contain those of the input.

load helper

setup() {
	scratch
	lines 'Author: Ann' '' '' One '' '#####' '#@$.#' '#####' '' \
		'Solution 3/3' RR 'a note' '' 'Solution' R '' '' \
		Two '' '#####' '#@$. ' '#####' '' 'of Two' '' Solution R >f
}

@test "sokcheck --rejects contains the puzzles with errors, and their findings" {
	try 1 sokcheck -p --rejects=bad f
	never_printed Two
	lines Two '' '#####' '#@$.' '#####' '' 'of Two' \
		':: f:21:5: error: the player can leave the board here, in row 2, column 5 of the picture [not-closed]' \
		'' Solution R | same - bad
	try 1 sokcheck -p -q --strict --rejects=bad f
}

@test "sokreplay --rejects contains failing games, with title and board" {
	try 1 sokreplay -p -o good --rejects=bad f
	lines One '' '#####' '#@$.#' '#####' '' 'Solution 3/3' RR '' 'a note' \
		':: f:11:2: error: move 2 `R` pushes into a wall [illegal-move]' |
		same - bad
	lacks good '3/3'
	grep -q '^Author: Ann$' good
	try 0 sokreplay -p --best=moves --rejects=bad -o best good
	[ ! -s bad ]
}

@test "sokreplay --rejects contains solutions that are not the best" {
	lines '######' '#@$. #' '#    #' '######' '' R '' duR >g
	try 0 sokreplay -p --best=moves --rejects=bad g
	never_printed duR
	lines '######' '#@$. #' '#    #' '######' '' duR '' \
		':: another solution is better' | same - bad
}

@test "rejected games replay as in the input" {
	lines 'Game: Multiban' '' '' '#######' '#@$. @#' '#######' \
		'Title: a: b' '' RRR >g
	try 1 sokreplay -p --rejects=bad g
	try 1 sokreplay bad
	printed 'illegal-move'
	printed 'a: b'
	never_printed many-players
}

@test "rejected games keep the box and goal order of the header" {
	lines 'Game: Sokoban+' 'boxorder: 1 2' 'goalorder: 2 1' '' One '' '#######' '#.$@$.#' \
		'#######' '' LrR '' '' Two '' '#######' '#.$@$.#' '#######' '' \
		'Puzzle Type: Octoban' '' DD >g
	try 1 sokreplay -p --rejects=bad g
	lines One '' '#######' '#.$@$.#' '#######' '' 'Game: Sokoban+' \
		'boxorder: 1 2' 'goalorder: 2 1' '' LrR '' \
		':: g:11:1: error: claims to solve, but a box is not on a goal of its number [not-solved]' \
		'' '' Two '' '#######' '#.$@$.#' '#######' '' \
		'Puzzle Type: Octoban' '' DD '' \
		':: g:22:1: error: move 1 `D` walks into a wall [illegal-move]' |
		same - bad
}

# parts FILE ...: titles, boards and games, without positions and remarks.
parts() {
	sokconv -q -f sok -t jsonl "$1" | jq -c '
		select(.board) | .title as $t | .board as $b |
		.games[]? | [$t, $b, .name, .moves]'
}

@test "output and rejects together contain all games of the input" {
	needs jq
	for i in {1..15}; do
		soup "$i" >g
		parts g | sort >want
		sokreplay -p -q --rejects=bad -o good g || [ $? -eq 1 ] || continue
		{ parts good && parts bad; } | sort >got
		same want got
		sokconv -q -f sok -t jsonl g | jq -c 'select(.board) | [.title, .board]' |
			sort >want
		sokcheck -p -q --rejects=bad -o good g || [ $? -eq 1 ] || continue
		for f in good bad; do
			sokconv -q -f sok -t jsonl $f |
				jq -c 'select(.board) | [.title, .board]'
		done | sort >got
		same want got
	done
}

@test "--rejects needs -p, and a file that is not otherwise used" {
	for program in sokcheck sokreplay; do
		try 2 $program --rejects=bad f
		said '^[a-z]*: --rejects needs -p$'
		try 2 $program -p --rejects=./f f
		said "^[a-z]*: (\./)?f: is both an input and the output of --rejects$"
		try 2 $program -p -o bad --rejects=./bad f
		said "^[a-z]*: bad: is the output of both --rejects and -o$"
		ln -sf f link
		try 2 $program -p --rejects=link f
		said "is both an input and the output"
		try 2 $program -p --rejects=- f
		said 'needs the name of a file'
		[ ! -e bad ]
	done
}

@test "--rejects is unchanged if an operand cannot be read" {
	echo old >bad
	try 2 sokcheck -p --rejects=bad f missing
	said '^sokcheck: bad: not written$'
	echo old | same - bad
}

@test "sokfmt --rejects is replaced together with the output, or not at all" {
	lines A '' '#####' '#@$.#' '#####' '' '' B '' '#####' '#.$@#' '#####' >two
	# An operand that cannot be read, one that exceeds a limit.
	for trouble in missing '--limit=side=4 two'; do
		echo old | tee kept >dropped
		# shellcheck disable=SC2086 # options and operands
		try 2 sokfmt --unique --rejects=dropped -o kept two $trouble
		said '^sokfmt: dropped: not written$'
		said '^sokfmt: kept: not written$'
		echo old | same - kept
		echo old | same - dropped
	done
	# What was kept is printed all the same.
	try 2 sokfmt --unique --rejects=dropped two missing
	printed '^A$'
	echo old | same - dropped
	rm dropped
	try 2 sokfmt --unique --rejects=dropped two missing
	[ ! -e dropped ]

	# Of the two versions of a conflict none is the right one.
	{ cat two && lines '' '' '<<<<<<< a' C '=======' D '>>>>>>> b' '' \
		'######' '#@ $.#' '######'; } >conflict
	echo old | tee kept >dropped
	try 1 sokfmt --unique --rejects=dropped -o kept conflict
	said '^sokfmt: dropped: not written$'
	echo old | same - kept
	echo old | same - dropped
	try 1 sokfmt --unique --rejects=dropped conflict
	cp "$out" kept
	printed '^>>>>>>> b$'
	grep -q '^:: dropped as a duplicate of puzzle 1 ' dropped

	try 0 sokfmt --unique --rejects=dropped -o kept two
	[ "$(sokconv -t ids kept dropped | wc -l)" -eq 2 ]
}
