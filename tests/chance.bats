#!/usr/bin/env bats
# Options by chance on text by chance: every run ends in a status of its own,
# and nobody speaks of an internal error.  CHANCES is how many runs there are,
# CHANCE the first seed.

load helper

# roll N: sets die to one of 0 to N - 1, the same ones for every seed.
roll() {
	seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
	die=$(((seed >> 8) % $1))
}

# one WORD...: one of them.
one() {
	roll $#
	shift "$die"
	printf '%s\n' "$1"
}

# maybe N WORD...: one of them, once in N times.
maybe() {
	roll "$1"
	shift
	[ "$die" -gt 0 ] || one "$@"
}

limits() {
	local names=(line board side squares text title moves comment digits
		nesting)
	roll ${#names[@]}
	local name=${names[die]}
	maybe 3 --limit="$name"=1 --limit="$name"=2 --limit="$name"=5 \
		--limit="$name"=7 --limit="$name"=9
}

everybody() {
	maybe 5 -s1 -s2- -s1-3,5 -s@1674E2D1AC70B61C
	maybe 6 -j2 -j3
	maybe 9 -q -v
	maybe 9 --charset=UTF-8 --charset=LATIN1
	maybe 9 --tabs=1 --tabs=4
}

options_of() {
	case $1 in
	sokfmt)
		maybe 6 -c -l -d
		maybe 4 --transform=canonical --transform=rotate90 --simplify
		maybe 4 --unique --unique=picture --expand-macros
		maybe 4 --drop=keys --drop=notes,comments --drop=solutions \
			--drop=titles --drop=all
		maybe 5 --title=key --title=all-keys --title=line
		maybe 5 --wrap=0 --wrap=11
		;;
	sokrle)
		maybe 2 -d --groups --lines
		maybe 4 --only=boards --only=moves
		;;
	sokcheck | sokreplay)
		maybe 2 -Fjson -Fsarif -Fgithub -Fjunit -Ftap -Ftsv -Fcsv
		maybe 3 -p
		;;&
	sokcheck)
		maybe 3 --duplicates --strict --enable=all --severity=note
		maybe 4 --target=yasc,jsoko --summary
		;;
	sokreplay)
		maybe 3 -mrR -mR --board-from-moves --require-solution
		maybe 4 --reachable --strict-case --yasc-lines
		;;
	sokconv)
		one -tsok -txsb -trle -tslc -thir -tpusher -tboxoban \
			-trecords -tjsonl -tansi -tsokoban3d
		maybe 4 --strict
		maybe 4 --split=there
		;;
	esac
}

# run_by_chance SEED: one program on one or two texts.
run_by_chance() {
	local program options inputs=(in) status=0 seed=$1 die
	soup "$1" >in
	soup "$1$1" >too
	roll 3
	[ "$die" -gt 0 ] || inputs+=(too)
	rm -rf there
	roll 1000
	program=$(one sokfmt sokrle sokcheck sokreplay sokconv)
	mapfile -t options < <(everybody && limits && options_of "$program")
	timeout 60 "$program" "${options[@]}" "${inputs[@]}" \
		>"$out" 2>"$err" || status=$?
	[ "$status" -le 2 ] && ! grep -q 'internal error' "$err" && return
	printf '%s: %s %s: status %d\n' "$1" "$program" "${options[*]}" "$status"
	show
	return 1
}

@test "options by chance on text by chance have an end and a status" {
	first=${CHANCE:-1}
	for ((i = first; i < first + ${CHANCES:-150}; i++)); do
		run_by_chance "$i"
	done
}
