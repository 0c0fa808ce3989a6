#!/usr/bin/env bats
# What is formatted already passes through sokfmt as it stands, what is plain is
# formatted on the way, and games that solve pass through sokreplay: the output
# is the same as when every puzzle is looked at, which -s makes it do.

load helper

# N puzzles in the form that sokfmt gives them.
formatted() {
	awk -v n="$1" 'BEGIN {
		for (i = 1; i <= n; i++) {
			printf "%s", (i > 1 ? "\n\n" : "")
			printf "%s", (i % 4 ? "Level " i "\n\n" : "")
			print "  ####\n###@.#\n#  $ #\n########"
		}
	}'
}

one_by_one() {
	try 0 sokfmt -s 1- "$@"
	cp "$out" each
	try 0 sokfmt "$@"
	same each "$out"
}

@test "a formatted file passes" {
	formatted 5000 >in
	one_by_one in
	same in "$out"
	try 0 sokfmt -c in
	try 0 sokfmt -j 2 in
	same in "$out"
}

@test "what is not formatted among it is formatted" {
	formatted 1000 >half
	for odd in '; Title\n\n#####\n#@$-#\n###.#\n#####' 'A note.\n' '5#|#@-$.#|6#' \
		'#####\n#@$.#\n#####\nAuthor: Bob\n\nSolution\nR' '\n\n' \
		' #####\n #@$.#\n #####' '::\n' '#####\n#@$.#\n#####\r' 'R'; do
		{ cat half; printf '\n%b\n\n\n' "$odd"; cat half; } >in
		one_by_one -q in
		want=0
		cmp -s in "$out" || want=1
		cp "$out" formatted
		try "$want" sokfmt -q -c in
		try 0 sokfmt -q -c formatted
	done
}

@test "marked titles, titles below and keys are formatted on the way" {
	awk 'BEGIN {
		for (i = 1; i <= 5000; i++) {
			printf "%s", (i % 3 ? "; " i "\n" : "")
			print "  ####\n###@.#\n#  $ #\n########"
			printf "%s", (i % 6 ? "" : "; Below " i "\n")
			printf "%s", (i % 5 ? "" : "\n\nTitle: " i "\nAuthor: Bob\n")
			print ""
		}
	}' >in
	one_by_one in
	[ "$(grep -c '^Below ' "$out")" -eq 833 ]
	[ "$(grep -c '^Author: Bob' "$out")" -eq 1000 ]
	[ "$(grep -c '^;' "$out")" -eq 0 ]
	try 0 sokfmt -j 2 in
	same each "$out"
}

@test "options that change puzzles see each of them" {
	formatted 2000 >in
	for option in --floor=dash --transform=flip-h --drop=titles --title=key \
		--simplify --unique=exact; do
		one_by_one -q $option in
		! cmp -s in "$out" || { echo "$option changed nothing"; return 1; }
	done
}

@test "an author in the header of a later file goes to its puzzles" {
	formatted 2000 >in
	{ printf 'Author: Ann\n\n'; cat in; } >first
	{ printf 'Author: Bob\n\n'; cat in; } >second
	one_by_one -q first second
	[ "$(grep -c 'Author: Bob' "$out")" -gt 2000 ]
}

@test "a comment block that is closed but not open is said among plain puzzles" {
	for n in {1..40}; do
		[ "$n" -ne 20 ] || lines 'Author: Bob' note Comment-End: ''
		lines "Level $n" '' "$(board '######/#@$ .#/######')" ''
	done >in
	try 0 sokcheck in
	expect_out <<<'in:117:1: warning: no comment block is open here; the line was indented [unclosed-comment] (puzzle 19 "Level 19")'
}

# N puzzles with a solution each, the moves of some in two lines; some play on.
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

@test "games that solve pass" {
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

@test "what does not solve among them is replayed" {
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
