#!/usr/bin/env bats
# Random edits, in numbers that find rare errors: independent scripts predict
# the results of comparing, merging and keeping copies.  With a corpus, half of
# the collections are from its files.  EDITS is the number of scripts of each
# kind.

load ../helper

setup() {
	needs python3
	scratch
	edits=$BATS_TEST_DIRNAME/../edits
	half=$((${EDITS:-10000} / 2))
	files=()
	[ ! -d "$corpus" ] ||
		mapfile -t files < <(find "$corpus/sok" "$corpus/xsb" -type f | sort)
}

@test "random edits of a collection are reported as they were made" {
	try 0 python3 "$edits/against.py" 1 "$half"
	no_output
	try 0 python3 "$edits/against.py" "$half" "$half" "${files[@]}"
	no_output
}

@test "the merge contains all disjoint random edits of both sides" {
	try 0 python3 "$edits/three_way.py" 1 "$half"
	no_output
	try 0 python3 "$edits/three_way.py" "$half" "$half" "${files[@]}"
	no_output
}

@test "--unique keeps the best of random copies, and completes it from the others" {
	try 0 python3 "$edits/unique.py" 1 $((half / 5))
	no_output
	try 0 python3 "$edits/unique.py" "$half" $((half / 5)) "${files[@]}"
	no_output
}

@test "git merges random histories without losing puzzles, solutions or notes" {
	needs git
	local snippets=$BATS_TEST_DIRNAME/../../cmd/share
	[ -e "$snippets/gitconfig" ] || skip 'without the snippets'
	try 0 python3 "$edits/histories.py" "$snippets" 1 100
	no_output
	try 0 python3 "$edits/histories.py" "$snippets" 101 200 "${files[@]}"
	no_output
}

@test "diffs of random texts and changed files patch with other programs" {
	needs patch
	needs git
	try 0 python3 "$edits/diffs.py" 1 $((half / 5))
	no_output
	try 0 python3 "$edits/diffs.py" 0 $((half / 5)) "${files[@]}"
	no_output
}
