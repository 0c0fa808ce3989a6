#!/usr/bin/env bats
# Pictures: sheets and captions, and what a picture is not expected to hold.

load helper
load conversion

@test "--caption writes title and author below the board" {
	{ lines 'A & B' '' && board '##########/#@ $    .#/##########' &&
		lines '' 'Author: Ann'; } >in
	try 0 sokconv -t svg in
	printed 'viewBox="0 0 10 3" width="320" height="96"'
	never_printed '<text'
	try 0 sokconv -t svg --caption in
	quiet
	printed 'viewBox="0 0 10 5" width="320" height="160"'
	printed '^<text x="5" y="3.8" font-size="0.6" text-anchor="middle" font-family="sans-serif" fill="#767676">A &amp; B</text>$'
	printed ' y="4.6" .*>Ann</text>$'
	board "$small" | try 0 sokconv -t svg --caption
	printed 'viewBox="0 0 5 3"'
	# A long title makes room on both sides.
	{ lines 'A title that is longer' '' && board "$small"; } |
		try 0 sokconv -t svg --caption
	printed 'viewBox="-1 0 8 4"'
}

@test "--sheet draws all puzzles in columns" {
	{ collection && many 2 '#####' '#@$.#' '#####' ''; } >in
	try 0 sokconv -q -t svg --sheet=3 in
	printed 'viewBox="0 0 34 25" width="1088" height="800"'
	[ "$(grep -c '^<svg x=' "$out")" -eq 4 ]
	# A board stands on its caption, however flat it is.
	printed '^<svg x="1" y="1" width="10" height="10" viewBox="-1 -4 7 7" preserveAspectRatio="xMidYMax">$'
	printed '^<svg x="23" y="1" '
	printed '^<svg x="1" y="13" '
	sed -n 's/.*>\(.*\)<\/text>$/\1/p' "$out" >titles
	lines First 'Two: second' 'Puzzle 3' 'Puzzle 4' | same - titles
	[ "$(grep -c '<pattern' "$out")" -eq 2 ]
	[ "$(grep -c '<title' "$out")" -eq 1 ]
	# Fewer puzzles than columns, and titles that are too long.
	{ lines 'A title that is much longer than its cell' '' &&
		board "$small"; } >long
	try 0 sokconv -t svg --sheet=9 long
	printed 'viewBox="0 0 12 13"'
	printed '>A title that is much longer…</text>$' ||
		printed '>A title that is much longe…</text>$'
	printf '%s\n' '' 推推推推推推推推推推推推推推推 '' >wide
	board "$small" >>wide
	try 0 sokconv -t svg --sheet=1 wide
	printed '>推推推推推推推推推推推推推…</text>$'
}

@test "a sheet is small beside its puzzles" {
	many 200 '#####' '#@$.#' '#####' '' >in
	try 0 sokconv -t svg --sheet=10 in
	[ "$(wc -c <"$out")" -lt 180000 ]
}

@test "sheets and captions are of one format" {
	board "$small" >in
	try 2 sokconv --caption in
	said '^sokconv: --sheet and --caption need --to=svg$'
	try 2 sokconv -t html --sheet=2 in
	said '^sokconv: --sheet and --caption need --to=svg$'
	try 2 sokconv -t svg --sheet=2 --split=out in
	said '^sokconv: --sheet and --split exclude each other$'
	for columns in 0 1001 x ''; do
		try 2 sokconv -t svg --sheet="$columns" in
	done
	try 0 sokconv -t svg --sheet=2 </dev/null
	no_output
}

@test "what nobody expects of a picture is one note" {
	collection >in
	for format in svg ansi; do
		try 0 sokconv -s 1 -t $format in
		lines "<stdout>: note: 2 lines of the header dropped, and 1 line of notes, 1 solution, 1 snapshot: $format cannot hold them [lossy]" |
			expect_err
		try 0 sokconv -q -s 1 -t $format in
		quiet
		try 1 sokconv --strict -s 1 -t $format in
		no_output
		said ': error: .*\[lossy\]$'
	done
	# A key is not among that.
	sed -i 's/^A note.*/Game: Sokoban/' in
	try 0 sokconv -s 1 -t svg in
	said ': warning: 1 key dropped: svg cannot hold it \[lossy\]$'
	said ': note: .* dropped, and 1 solution, 1 snapshot: svg'
}
