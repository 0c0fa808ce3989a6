#!/usr/bin/env bats
# -j: output, messages and status do not depend on the number of jobs.

load helper

# Puzzles that are plain to see, and a few between them that are not.
collection() {
	awk -v n="$1" -v odd="$2" 'BEGIN {
		for (i = 1; i <= n; i++) {
			print (i % 3 ? "; " i "\n" : "")
			print "#####\n#   #"
			print (i % 11 ? "#@$.#" : "#@..#") "\n#####"
			if (i % 5 == 0)
				print "Author: Bob"
			if (i % 7 == 0)
				print "\nSolution 1/1\n" (i % 2 ? "R" : "L")
			if (odd && i % odd == 0)
				print "\nComment:\n; x\n\n####\n#@$.#\n####\n" \
				    "Comment-End:\n\n5#|#@-$.#|5#\n"
			if (odd && i == int(n / 2))
				print "\n\001 \377 x\r"
			print ""
		}
	}'
}

# each_number COMMAND ...: status, output and messages are the same for every
# number of jobs.
each_number() {
	local want=0 n
	"$@" >plain 2>messages || want=$?
	for n in 2 3 8; do
		try "$want" "$1" -j "$n" "${@:2}"
		same plain "$out"
		same messages "$err"
	done
}

@test "-j: the output for a large input does not change" {
	collection 20000 300 >in
	for program in $programs; do
		each_number "$program" in
	done
	for to in xsb rle slc records jsonl boxoban; do
		each_number sokconv -t $to in
	done
	each_number sokcheck --duplicates -v --strict -F tsv in
	each_number sokcheck --duplicates --summary -F json in
	each_number sokreplay -F tsv --require-solution in
	each_number sokfmt --transform=rotate90 --drop=titles in
}

@test "-j: the output for one large .slc does not change, in any character set" {
	collection 9000 300 | sed 's/^; /; Caf\xc3\xa9 /' >in
	sokconv -q -t slc in >utf8
	sed '1s/UTF-8/ISO-8859-1/' utf8 | iconv -f UTF-8 -t ISO-8859-1 >latin1
	sed '1s/UTF-8/KOI8-R/; s/\xc3\xa9/\xd1/' utf8 >koi8
	{ printf '\xef\xbb\xbf' && sed '1s/UTF-8/ISO-8859-1/' utf8; } >marked
	for file in utf8 latin1 koi8 marked; do
		each_number sokconv -t sok $file
		each_number sokcheck --duplicates --strict $file
	done
}

# Titles above boards, with and without a blank line, some of which could be
# rows, and text below the boards; a comment block in the middle; and one board
# that cannot be written as one line.
sound() {
	awk -v n="$1" 'BEGIN {
		for (i = 1; i <= n; i++) {
			title = i % 8 > 3 ? "mob " i : "Level " i
			print (i % 4 ? title (i % 3 ? "\n" : "") : "")
			print "#####\n#   #\n#@$.#\n#####"
			if (i % 5 == 0)
				print "Author: Bob"
			if (i % 7 == 0)
				print "\nSolution 1/1\nrrrrruuuuuR"
			if (i % 9 == 0)
				print "#1"
			print ""
			if (i == int(n / 2))
				print "Comment:"
			if (i == int(n / 2) + int(n / 20))
				print "Comment-End:\n"
			if (i == int(n / 4))
				print "-----\n-@.$-\n-----\n"
			if (i % 3001 == 0)
				print "#####\n#@$.#\n#####\n######\n#@ $.#\n######\n"
		}
	}'
}

@test "-j: run-length output does not change" {
	sound 20000 >in
	for option in --groups --lines --floor=underscore --only=boards \
		--only=moves --min-run=2 -v; do
		each_number sokrle $option in
	done
	try 1 sokrle in
	[ "$(grep -c glued-boards "$err")" -eq 6 ]
	cp "$out" encoded
	each_number sokrle -d encoded
	each_number sokrle -d --floor=dash encoded
	each_number sokrle in encoded in
}

@test "-j: adjoining boards are reported once" {
	for i in 1 2; do
		collection 9000 0
		yes '5#|#@$.#|5#' | head -n 30000
	done >in
	for way in '' -d; do
		each_number sokrle $way in
		[ "$(grep -c glued-boards messages)" -eq 1 ]
	done
}

@test "-j: margins removed by sokrle do not change" {
	collection 20000 0 | awk '/#/ { $0 = "  " $0 }
		/^  / && !inside && ++n % 50 == 0 { key = 1 }
		{ inside = /#/; print }
		!inside && key { print "\nGame: Hexoban\n"; key = 0 }' >in
	each_number sokrle in
	grep -c '^--' "$out" | grep -vx 0
	grep -c '^[0-9]' "$out" | grep -vx 0
}

@test "-j: the output for records does not change" {
	collection 8000 300 >text
	for to in records jsonl; do
		sokconv -q -t $to text >lines || :
		awk '{ print }
			NR % 1000 == 0 { print "" }
			NR % 1700 == 0 { print "no record" }' lines >in
		for program in sokfmt sokcheck sokreplay; do
			each_number "$program" in
		done
		each_number sokconv -t sok in
		{ cat lines && sed 2000q lines; } >in
		each_number sokfmt -f $to in
	done
}

@test "-j: macros of later headers are expanded alike" {
	{
		printf '\t\t\t\t\tTitle: One\ta:1\n'
		yes "$(printf '\tA\t\t5#|#@$.#|5#\t\tNote\ta:2')" | head -n 9000
		printf '\t\t\t\t\tTwo=2\ta:3\n'
		printf '\tB\t\t5#|#@$.#|5#\t\t<#Other#/>\ta:4\n'
		printf '\t\t\t\t\t\ta:5\n'
		yes "$(printf '\tC\t\t5#|#@$.#|5#\t\tNote\ta:6')" | head -n 9000
	} >in
	for program in sokcheck sokconv sokfmt sokreplay; do
		each_number "$program" in
	done
	each_number sokcheck --duplicates in
	grep -q '^a:4:1:.*\[undefined-macro\] (puzzle 9001 "B")$' plain
}

@test "-j: the output for standard input does not change" {
	collection 20000 2000 >in
	for program in $programs; do
		want=0
		"$program" <in >plain 2>messages || want=$?
		try "$want" "$program" -j 2 <in
		same plain "$out"
		same messages "$err"
		"$program" -j 3 <(cat in) <in >"$out" || :
		"$program" <(cat in) <in >plain || :
		same plain "$out"
	done
}

@test "-j: options that need all puzzles work alike" {
	collection 8000 1000 >in
	each_number sokcheck --duplicates in
	each_number sokcheck --duplicates -v --severity=note in
	each_number sokcheck --duplicates -p in
	each_number sokcheck --duplicates -F sarif in
	each_number sokcheck --duplicates -F junit in
	each_number sokcheck --duplicates --write-baseline=list in
	each_number sokcheck --duplicates --baseline=list in
	each_number sokreplay -p --rewrite in
	each_number sokreplay -m R in
	each_number sokreplay -F tap in
	each_number sokfmt --unique in
	each_number sokfmt --expand-macros in
	each_number sokfmt -s 4000-4010,7 in
	each_number sokfmt -c in
	each_number sokconv --strict -t xsb in
	each_number sokfmt --to-charset=UTF-16 in
	each_number sokfmt --limit=line=20 in
}

@test "-j: the output for many operands does not change" {
	mkdir folder
	: >empty
	echo 'A note.' >note
	echo '<SokobanLevels><Title/>' >bad.slc
	printf ';; no end' >open
	for i in 1 2 3 4 5 6 7 8; do
		collection "$((i * 1100))" "$((i * 90))" >"in$i"
	done
	# Less is not worth a thread.
	[ "$(cat in[4-8] | wc -c)" -gt 1100000 ]
	for program in $programs 'sokconv -t xsb' 'sokconv -t slc' \
	    'sokrle --lines' 'sokfmt -s 3' 'sokcheck --duplicates -F json' 'sokfmt -l' \
	    'sokreplay -F tsv' 'sokcheck --strict' 'sokcheck --duplicates'; do
		# shellcheck disable=SC2086 # options
		each_number $program in1 empty in2 note in3 missing open in4 \
		    folder in5 bad.slc in6 note in7 empty in8 in1
		# shellcheck disable=SC2086
		each_number $program empty note open in8 in7 in6 in5 in4
	done
}

@test "-j: moves in files without boards are assigned alike" {
	collection 10 0 >0.sok
	lines rrRR >moves
	# Above moves that end a paragraph of lines over a limit, too.
	lines '' "$(head -c 200 /dev/zero | tr '\0' x)" >>0.sok
	many 6000 'All of this is text.' >text
	for i in {1..60}; do
		cp text "$i.txt"
		cp moves "$i.u"
	done
	for limit in 1000 100; do
		each_number sokfmt --limit=line=$limit 0.sok {1..60}.{txt,u}
		each_number sokconv --limit=line=$limit 0.sok {1..60}.{txt,u}
	done
}

@test "-j: findings and ids that need all puzzles do not change" {
	collection 6000 400 >in
	collection 4000 0 | sed 's/^; /; Caf\xc3\xa9 /' >other
	for program in 'sokcheck -F json -v' 'sokcheck --duplicates -v -p' \
	    'sokcheck --duplicates --severity=note -F sarif' \
	    'sokcheck --target=all --disable=circular' \
	    'sokreplay -F json --final' 'sokreplay -v --strict-case' \
	    'sokreplay -p --best=moves --to-forward' \
	    'sokreplay -F junit --board-from-moves' \
	    'sokfmt --transform=canonical --simplify' \
	    'sokfmt --unique=exact --expand-macros' \
	    'sokfmt --drop=solutions,notes --title=key' 'sokconv -t jsonl' \
	    'sokconv -t records'; do
		# shellcheck disable=SC2086 # options
		each_number $program in other missing in
	done
	id=$(sokconv -t records other | sed -n '2s/\t.*//p')
	[ -n "$id" ]
	each_number sokfmt -s "3-5,@$id" in other
	each_number sokcheck --duplicates -s "@$id,@0123456789ABCDEF" -F tap other in
	sokcheck --write-baseline=list other || :
	each_number sokcheck --duplicates --baseline=list in other
	each_number sokreplay --match -m R -m L in
}

@test "-j: empty and missing operands are handled alike" {
	: >empty
	for program in $programs; do
		each_number "$program" empty
		each_number "$program" missing
		each_number "$program" empty missing empty
	done
}

@test "-j: -w writes the same files" {
	collection 8000 300 >in
	sokfmt in >want
	for n in 1 2 8; do
		cp in a
		cp in b
		try 0 sokfmt -w -j "$n" a b
		same want a
		same want b
		try 0 sokfmt -j "$n" -o c in
		same want c
	done
}

@test "-j: a closed pipe ends the program" {
	collection 20000 0 >in
	for program in sokfmt sokrle sokconv; do
		(
			status=0
			timeout 60 "$program" -j 4 in in in || status=$?
			echo $status >status
		) 2>/dev/null | head -c 100 >/dev/null
		echo 141 | same - status
	done
}

@test "-j: a full disk is an error" {
	[ -w /dev/full ] || skip 'no /dev/full'
	collection 20000 0 >in
	for program in sokfmt sokrle sokconv sokcheck 'sokcheck -p -q' \
	    'sokreplay -p -q' 'sokconv -t jsonl'; do
		for n in 1 4; do
			status=0
			# shellcheck disable=SC2086 # options
			timeout 60 $program -j $n in in >/dev/full 2>said$n ||
				status=$?
			[ $status -eq 2 ]
			[ "$(grep -c 'No space' said$n)" -eq 1 ]
		done
		same said1 said4
	done
}

@test "-j: four file descriptors are enough, as without it" {
	collection 80000 0 >in
	few() {
		(
			exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
			ulimit -n 4
			"$@"
		)
	}
	# What is no file is opened in its turn, while others may be at work.
	set -- sokfmt --transform=rotate90 - /dev/null in in
	{ sleep 0.01 && lines x; } | try 0 few "$@" -j 1
	cp "$out" plain
	for _ in 1 2 3 4; do
		{ sleep 0.01 && lines x; } | try 0 few "$@" -j 4
		same plain "$out"
		[ ! -s "$err" ]
	done
}

@test "-j: the progress of sokrle counts puzzles" {
	needs script
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	many 200000 '#####' '#@$.#' '#####' >in
	for n in 1 2; do
		script -qec "{ head -c 1900000 in && sleep 2.1 &&
			tail -c 1900000 in; } | sokrle -j $n >log.out" log >"$out"
		tr '\r' '\n' <"$out" | grep -o '^[0-9]* puzzles' >told
		awk '$1 < 90000 || $1 > 200000 { exit 1 }' told
	done
}

# threads COMMAND ...: the number of threads for operands large enough for them.
threads() {
	strace -f -qq -o trace -e trace=clone,clone3 "$@" -j 2 \
		in in in in in >/dev/null 2>&1 || :
	grep -c CLONE_THREAD trace || :
}

@test "the manuals say which options -j does not affect" {
	sanitized && skip "sanitizers make threads of their own"
	strace -o trace true 2>/dev/null || skip "there is no strace that works here"
	collection 9000 700 >in
	for helps in 'sokfmt --transform=rotate90' 'sokfmt --simplify' \
	    'sokfmt --unique' 'sokcheck --duplicates' 'sokcheck --duplicates -p' \
	    'sokreplay -F tap' 'sokconv -t slc' \
	    'sokconv --strict' 'sokconv -t boxoban' \
	    'sokfmt -s 2,@7D3A00127F83CB9B'; do
		# shellcheck disable=SC2086 # options
		[ "$(threads $helps)" -eq 1 ] || { echo "$helps"; return 1; }
	done
	for each in 'sokfmt -c' 'sokfmt -l' 'sokfmt -d'; do
		# shellcheck disable=SC2086
		[ "$(threads $each)" -eq 1 ] || { echo "$each"; return 1; }
	done
	for none in sokrle sokfmt 'sokfmt -lw --backup=~' 'sokcheck -s 2-' \
	    sokcheck 'sokcheck -p' 'sokcheck --target=all'; do
		# shellcheck disable=SC2086
		[ "$(threads $none)" -eq 0 ] || { echo "$none"; return 1; }
	done
	for i in {1..40}; do
		cp in "$i.sok"
	done
	strace -f -qq -o trace -e trace=clone,clone3 sokfmt -w -j 2 {1..40}.sok
	[ "$(grep -c CLONE_THREAD trace)" -eq 16 ]
	lines '####' '#@$.#' '#####' >in
	[ "$(threads sokcheck --duplicates)" -eq 0 ]
}
