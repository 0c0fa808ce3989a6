#!/usr/bin/env bats
# -d: other programs can apply the diff.

load helper

small='#####/#@$.#/#####'

# puzzles N: formatted puzzles, with boards whose lines differ.
puzzles() {
	awk -v n="$1" 'BEGIN {
		for (i = 1; i <= n; i++) {
			print (i > 1 ? "\n" : "") "Level " i "\n\n##############"
			for (k = 1; k < 5; k++) {
				row = "#"
				for (x = i * k + int(i / 7); length(row) < 13; x = int(x / 3))
					row = row (x % 3 ? " " : "#")
				print row "#"
			}
			print "#@$.         #\n##############"
		}
	}' | sokfmt
}

# patches FILE [OPTION ...]: patch and git apply the diff with the same result
# as sokfmt.
patches() {
	local file=$1
	shift
	sokfmt -f sok "$@" "$file" >want
	try 1 sokfmt -d -f sok "$@" "$file"
	cp "$file" patched
	if command -v patch >/dev/null; then
		patch -s --binary -F0 patched <"$out"
		same want patched
	fi
	if command -v git >/dev/null; then
		mkdir -p git
		cp "$file" git
		(cd git && git apply -p0 <"$out") 2>log
		same want "git/$file"
		rm "git/$file"
	fi
}

@test "-d shows three lines of context, and joins near changes in one hunk" {
	for ((i = 0; i < 3; i++)); do
		lines "Puzzle $i" ''
		board "$small"
		lines ''
	done | sokfmt >clean
	sed '4s/$/ /; 11s/$/ /; 19s/$/ /' clean >in
	try 1 sokfmt -d in
	{
		lines '--- in' '+++ in' '@@ -1,14 +1,14 @@' ' Puzzle 0' ' ' \
			' #####' '-#@$.# ' '+#@$.#' ' #####'
		sed -n '6,10s/^/ /p' clean
		sed -n '11s/.*/-& /p' clean
		sed -n '11s/^/+/p; 12,14s/^/ /p' clean
		lines '@@ -16,4 +16,4 @@'
		sed -n '16,18s/^/ /p' clean
		sed -n '19s/.*/-& /p' clean
		sed -n '19s/^/+/p' clean
	} >want
	same want "$out"
}

@test "-d keeps every byte: CR, NUL, invalid UTF-8, no newline at the end" {
	printf 'a\r\n#####\r\n#@$.#\r\n#####\r\n\r\nnote \0 \xff\xfe\r\n' >in
	patches in
	lacks "$out" 'No newline'
	printf '#####\n#@$.#\n#####' >in
	patches in
	lines '--- in' '+++ in' '@@ -1,3 +1,3 @@' ' #####' ' #@$.#' '-#####' \
		'\ No newline at end of file' '+#####' | expect_out
	printf '##### \n#@$.#\n#####\n\n\n\na\n\n \nlast \0' >in
	patches in
	printf '\n \n' >in
	patches in
	lines '--- in' '+++ in' '@@ -1,2 +0,0 @@' - '- ' | expect_out
}

@test "-d of large files patches, and contains only changed lines" {
	puzzles 9000 >clean
	[ "$(wc -c <clean)" -gt 900000 ]
	sed 's/$/ /' clean >all
	patches all
	sed 's/$/\r/' clean >crlf
	patches crlf
	sed '/#/s/ /-/g' clean >dash
	patches dash
	patches clean --transform=rotate90
	patches clean --sort=-title
	patches clean --drop=titles
	# A long stretch goes, between others that stay.
	{ cat clean; lines '' ''; sed -n '30000,70000p' clean; lines '' ''
		sed 's/Level/More/; s/@/ /; s/ \.  /@.  /' clean; } | sokfmt >twice
	patches twice --unique=unique
	never_printed '^[-+](Level 7|More 7)$'
	# Every thousandth line has a blank at its end.
	awk 'NR % 1000 == 3 { $0 = $0 " " } { print }' clean >few
	patches few
	[ "$(grep -c '^-' "$out")" -eq "$(($(grep -c ' $' few) + 1))" ]
	[ "$(grep -c '^@@' "$out")" -eq "$(grep -c ' $' few)" ]
}

@test "-d writes one diff each for standard input, archives, folders and files" {
	board "$small" >good
	lines '##### ' '#@$.#' '#####' | tee one.sok >two.sok
	mkdir set
	cp good one.sok set
	tar -cf set.tar set
	try 1 sokfmt -d <one.sok
	head -n 2 "$out" >first
	lines '--- <stdin>' '+++ <stdin>' | same - first
	try 1 bash -c 'cat one.sok | sokfmt -d'
	head -n 2 "$out" | same - first
	try 1 sokfmt -d good one.sok set set.tar two.sok
	grep -E '^(---|\+\+\+)' "$out" >heads
	lines '--- one.sok' '+++ one.sok' '--- set/one.sok' '+++ set/one.sok' \
		'--- set.tar:set/one.sok' '+++ set.tar:set/one.sok' \
		'--- two.sok' '+++ two.sok' | same - heads
	cp "$out" want
	try 1 sokfmt -d -j4 good one.sok set set.tar two.sok
	same want "$out"
	gzip -k one.sok
	try 1 sokfmt -d one.sok.gz
	lines '--- one.sok.gz' | same - <(head -n 1 "$out")
}

@test "-d runs no other program" {
	board '#####/#@$.#/#####///' >in
	try 1 env PATH=/nonexistent "$(command -v sokfmt)" -d in
	lines '--- in' '+++ in' '@@ -1,6 +1,3 @@' ' #####' ' #@$.#' ' #####' \
		- - - | expect_out
	lines '#####' '#@$.#' '#####' '' Solution R >in
	try 1 env PATH=/nonexistent "$(command -v sokfmt)" -d --drop=solutions in
	printed '^-R$'
}

@test "the memory used by -d does not grow with the diff" {
	sanitized && skip "a sanitizer needs more memory than a limit allows"
	puzzles 9000 | sed 's/$/ /' >in
	for ((i = 0; i < 16; i++)); do cat in; done >large
	[ "$(wc -c <large)" -gt 15000000 ]
	(
		ulimit -v 40000
		try 1 sokfmt -d in
		try 1 sokfmt -d large
	)
}

@test "diffs of random texts patch" {
	needs python3
	needs patch
	needs git
	try 0 python3 "$BATS_TEST_DIRNAME/edits/diffs.py" 1 60
	no_output
}
