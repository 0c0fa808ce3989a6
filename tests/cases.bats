#!/usr/bin/env bats
# The cases in tests/golden, a folder for each subject; see tests/golden/README.

load helper

# case_holds FILE: one case, by its input.
case_holds() {
	local name=${1%.in} status command file
	read -r status command <<<'0 sokfmt'
	[ ! -e "$name.cmd" ] || read -r status command <"$name.cmd"
	# shellcheck disable=SC2086 # several words
	try "$status" $command <"$1" || return
	for file in out err; do
		: >want
		[ ! -e "$name.$file" ] || cat "$name.$file" >want
		if [ $file = out ]; then same want "$out"; else same want "$err"; fi || return
	done
	[ "$command" = sokfmt ] && [ "$status" = 0 ] || return 0
	cp "$out" again
	try 0 sokfmt again && same again "$out"
}

# subject NAME: run all cases of a folder, and name each one that fails.
subject() {
	local file n=0 failed=0
	for file in "$cases/$1"/*.in; do
		n=$((n + 1))
		case_holds "$file" || { echo "case ${file#"$cases"/} failed"; failed=1; }
	done
	[ $n -gt 4 ] && [ $failed = 0 ]
}

@test "golden cases of titles" {
	subject titles
}

@test "golden cases of games" {
	subject games
}

@test "golden cases of boards" {
	subject boards
}

@test "golden cases of keys" {
	subject keys
}

@test "golden cases of text" {
	subject text
}

@test "golden cases of lines" {
	subject lines
}

@test "each file in tests/golden belongs to a case" {
	cd "$cases"
	for file in */*; do
		case $file in
		*.in | *.out | *.err | *.cmd) ;;
		*) echo "what is $file?"; return 1 ;;
		esac
		[ -e "${file%.*}.in" ] || { echo "$file has no input"; return 1; }
	done
}
