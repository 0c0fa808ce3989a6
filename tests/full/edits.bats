#!/usr/bin/env bats
# Random edits in the numbers that rare things need: what is compared, merged and
# kept is what independent scripts expect.  With a corpus, half of the collections
# are from its files.  EDITS is the number of scripts of each kind.

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

@test "what random scripts did to a collection is what is reported" {
	try 0 python3 "$edits/against.py" 1 "$half"
	no_output
	try 0 python3 "$edits/against.py" "$half" "$half" "${files[@]}"
	no_output
}

@test "random edits that are disjoint are all in the merge, and none is lost" {
	try 0 python3 "$edits/three_way.py" 1 "$half"
	no_output
	try 0 python3 "$edits/three_way.py" "$half" "$half" "${files[@]}"
	no_output
}

@test "of random copies the best is kept, and what it lacks comes from the others" {
	try 0 python3 "$edits/unique.py" 1 $((half / 5))
	no_output
	try 0 python3 "$edits/unique.py" "$half" $((half / 5)) "${files[@]}"
	no_output
}

@test "git merges random histories, and no puzzle, solution or note is lost" {
	needs git
	local snippets=$BATS_TEST_DIRNAME/../../cmd/share
	[ -e "$snippets/gitconfig" ] || skip 'without the snippets'
	try 0 python3 "$edits/histories.py" "$snippets" 1 100
	no_output
	try 0 python3 "$edits/histories.py" "$snippets" 101 200 "${files[@]}"
	no_output
}

@test "with the diffs of random texts and changed files others make the new text" {
	needs patch
	needs git
	try 0 python3 "$edits/diffs.py" 1 $((half / 5))
	no_output
	try 0 python3 "$edits/diffs.py" 0 $((half / 5)) "${files[@]}"
	no_output
}
