#!/usr/bin/env bats
# Randomly damaged archives and compressed files of every kind.

load helper

setup() {
	scratch
	needs python3
	sokcheck <<<"$(board '#####/#@$.#/#####' | gzip | tr '\0' x)" \
		>/dev/null 2>unpacked || :
	lacks unpacked 'without libarchive' || skip "built without libarchive"
	mutants=${MUTANTS:-250}
	# Others each time, if that is wanted; a failure says which.
	seed=${MUTANTS_SEED:-1}
	"$BATS_TEST_DIRNAME/mutants" "$mutants" "$seed" set
	# What a sanitizer ends is told from what a library ends.
	export ASAN_OPTIONS=exitcode=99
}

# sound PROGRAM ...: it ends in time by itself, reports incomplete input, and
# has no memory error in any process.
sound() {
	local got=0
	timeout -k 5 "$@" >"$out" 2>"$err" || got=$?
	if [ $got -gt 2 ] || { [ $got -eq 2 ] && [ ! -s "$err" ] && [ ! -s "$out" ]; } ||
		grep -E 'Sanitizer|runtime error|ended with status 99' "$err"
	then
		echo "seed $seed, status $got: $*"
		show
		return 1
	fi
}

# `make check-full` runs this with 2,000 archives and with the sanitizers.
@test "a damaged archive does not crash a program, as a file or on standard input" {
	local -a program
	read -ra program <<<"$programs"
	local n=0
	for file in set/*; do
		which=${program[n++ % 5]}
		sound 30 "$which" "$file"
		sound 30 "$which" <"$file"
	done
}

@test "a folder of damaged archives is read completely" {
	board '#####/#@$.#/#####' >set/99999.sok
	sound 550 sokcheck --include='*' set
	sound 550 sokconv -t rle --include='*' set
	[ "$(tail -n 1 "$out")" = '5#|#@$.#|5#' ]
	sound 550 sokfmt -l --include='*' set
}
