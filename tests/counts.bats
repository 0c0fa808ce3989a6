#!/usr/bin/env bats
# The counts that titles and texts of games state: what is read as one, when
# it is wrong, and how --rewrite corrects it.

load helper

# The game is 2 moves, 1 push.
game() {
	board '######/#@ $.#/######'
	lines '' "$1" rR "${@:2}"
}

# wrong TITLE ...: the title is said to be wrong; true_or_none: nothing is.
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

# corrected WANT TITLE: by --rewrite.
corrected() {
	game "$2" >in
	try 0 sokreplay -p --rewrite in
	game "$1" | expect_out
}

@test "a title states its counts behind the name" {
	true_or_none Solution 'Solution 2/1' 'Solution (2/1)' 'Solution, 2/1, A' \
	    'Solution by Al 2/1' 'Solution 2/1/1/1/1/1' 'Snapshot 2/1' \
	    'solution v1.0 2/1' 'Solution 2/1.'
	wrong 'Solution 1/1' 'Solution (2/2)' 'Solution, 3/1, A' \
	    'SaveGame 4/5' 'Solution 2/1/9' 'Solution 0/1' \
	    'Solution by Al, 7/8'
}

@test "other numbers in a title are no counts" {
	true_or_none 'Solution 5' 'Solution 5/' 'Solution /5' 'Solution x1/2' \
	    'Solution 1/2x' 'Solution 1.1/2' 'Solution 3/1.5' 'Solution .3/4' \
	    'Solution 01/2' 'Solution 3/04' '9/9 Solution' \
	    'Solution 99999999999999999999/1'
}

@test "counts are corrected where they stand" {
	corrected 'Solution 2/1' 'Solution 1/1'
	corrected 'Solution (2/1) by Al 9/9' 'Solution (3/1) by Al 9/9'
	corrected 'Solution 2/1/1/1/1/1!' 'Solution 2/1/5/1/1/1!'
	corrected 'Solution 2/1' 'Solution 2/1'
	corrected 'Solution 5 and more' 'Solution 5 and more'
}

@test "counts below the game are corrected, too" {
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
