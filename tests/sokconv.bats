#!/usr/bin/env bats
# sokconv: conversion from and to text formats, pictures, and losses.

load helper
load conversion

# room N: a closed room of N columns.
room() {
	row "$1" '#'
	printf '#@$.%s#\n' "$(row $(($1 - 5)) ' ')"
	row "$1" '#'
}

@test "--list-formats prints the table of formats" {
	golden 0 conv-formats sokconv --list-formats
}

@test "without -t, the output is that of sokfmt" {
	collection >in
	sokfmt in >want
	try 0 sokconv in
	quiet
	same want "$out"
}

@test "an unknown format is a usage error" {
	collection >in
	for option in --to=nothing --from=nothing -tnothing; do
		try 2 sokconv $option in
		no_output
	done
}

@test "xsb has titles above the board, keys and comments below" {
	golden 0 conv-xsb sokconv -t xsb
}

@test "xsb converted to xsb is unchanged" {
	collection | sokconv -q -t xsb >in
	try 0 sokconv -t xsb in
	quiet
	same in "$out"
}

@test "--floor sets the floor character of xsb" {
	board '####/# ###/#@$.#/#####' | try 0 sokconv -t xsb --floor=dash
	board '####/#-###/#@$.#/#####' | expect_out
}

@test "macros are expanded in formats without a header" {
	{ lines 'Copy=All\nmine' '' && board "$small" &&
		lines '<#Copy#/>'; } >in
	try 0 sokconv -t xsb in
	printed '^All$'
	printed '^mine$'
	try 0 sokconv -t sok in
	printed '<#Copy#/>'
}

@test "--strict refuses games that would move to another puzzle" {
	board "$small" >p
	lines R >r
	try 0 sokconv -t jsonl p r
	quiet
	try 1 sokconv --strict -t sok p r
	no_output
	said '^r:1:1: error: without a board: .*\[lossy\]'
}

@test "the header of a later operand follows the puzzle before it" {
	collection >in
	{ lines 'Author: Zoe' '' 'About these.' '' Last '' && board "$small"; } >later
	try 0 sokconv -s 1 -t xsb in later
	said '^later: warning: a later header was written as `::` lines \[lossy\]'
	sed -n '/^Comment:$/h; H; /^Comment-End:$/!d; x; /Zoe/p' "$out" |
		sed '1d' >got
	lines Comment: ':: Author: Zoe' '::' ':: About these.' Comment-End: |
		same - got
	tail -n 1 "$out" | grep -qx 'Author: Zoe'
	cp "$out" once
	try 0 sokconv -t xsb once
	same once "$out"
}

@test "rle separates boards by a blank line" {
	collection | try 0 sokconv -q -t rle
	lines '5#|#@$.#|5#' '' '7#|#@-$-.#|7#' | expect_out
}

@test "rle refuses a board that is not read back from one line" {
	board '-----/@.$--/-----' | try 1 sokconv -t rle
	no_output
	said 'not written: rle cannot hold a board that would not be read back'
	board '#######/#@$.@ #/#######' >in
	try 0 sokconv -t rle in
	cp "$out" line
	try 0 sokconv line
	same in "$out"
}

@test "boxoban numbers puzzles from 0" {
	collection | try 0 sokconv -t boxoban
	{ lines '; 0' && board "$small" && lines '' '; 1' &&
		board '#######/#@ $ .#/#######' && lines ''; } | expect_out
	said 'note: .*2 titles.*: boxoban cannot hold them \[lossy\]'
}

@test "a title that equals the number of boxoban is not lost" {
	{ lines '; 0' && board "$small" && lines '' '; 1' && board "$small" &&
		lines ''; } >in
	try 0 sokconv -t boxoban in
	quiet
	same in "$out"
}

@test "screens larger than xsokoban reads are written with a warning" {
	room 21 >in
	try 0 sokconv -t screens in
	same in "$out"
	said 'warning: the board is 21 x 3: .*\[size-limit\]'
	try 1 sokconv --strict -t screens in
	no_output
	said 'error: the board is 21 x 3: .*\[size-limit\]'
}

@test "screens need a board with one player" {
	board '#######/#@$.@ #/#######' | try 1 sokconv -t screens
	said 'screens cannot hold a board without one player'
}

@test "screens cannot have empty rows or floor at the edge" {
	board '###/-/#####/#@$.#/#####' | try 1 sokconv -t screens
	said 'error: not written: screens cannot hold an empty row'
	board '-----/@.$--/-----' | try 1 sokconv -t screens
	no_output
}

@test "pusher maps are read with the text above them" {
	golden 0 conv-pusher sokconv -f pusher
}

@test "a comment above a pusher map is the title, if there is no other" {
	{ lines 'A set' '' '; Level 1' '' && board 'XXXXX/X@*.X/XXXXX' &&
		lines '' ';; Two: b' && board 'XXXXXX/X@ *.X/XXXXXX' &&
		lines '' 'Maze: 3' '; a note' && board 'XXXXX/X@*.X/XXXXX' &&
		lines '' ';' && board 'XXXXX/X@*.X/XXXXX'; } >in
	sokconv -f pusher -t records in | cut -f 2,6 >got
	lines $'Level 1\tA set' $'Two: b\tTitle: Two: b' $'Maze 3\t; a note' \
		$'\t;' | same - got
}

@test "pusher maps are read back unchanged" {
	sokconv -f pusher "$cases/conv-pusher.in" >maps
	try 0 sokconv -t pusher maps
	cp "$out" once
	try 0 sokconv -f pusher once
	same maps "$out"
	try 0 sokconv -f pusher -t pusher once
	same once "$out"
}

@test "text of pusher maps that resembles a map or a frame is dropped" {
	{ lines 'A title' '' && board "$small" &&
		lines '' 'A note' '**********' ' X*'; } >in
	try 0 sokconv -t pusher in
	{ lines '*************************************' 'Maze: 1' \
	    'Title: A title' 'A note' '' && board 'XXXXX/X@*.X/XXXXX' &&
		lines ''; } | expect_out
	said '2 lines of text dropped'
	{ row 12 '#' && row 12 '$' && row 12 '#' &&
		board '#@.........#/############'; } | try 1 sokconv -t pusher
	said 'cannot hold a row that contains only boxes'
	board '*****/#@$.#/#####' | try 1 sokconv -t pusher
	said 'cannot hold a board that does not begin and end with walls'
}

@test "the name of a pusher map is removed from the text around it" {
	{ lines 'A note' 'Maze: 7' 'and more' '' && board 'XXXXX/X@*.X/XXXXX'; } |
		try 0 sokconv -f pusher
	quiet
	{ lines 'Maze 7' '' && board "$small" && lines '' 'A note' 'and more'; } |
		expect_out
}

@test "text without a pusher map is an error" {
	{ lines '' ' '; board "$small"; lines 'a note'; } >in
	try 1 sokconv -f pusher in
	expect_err <<-'EOT'
	in:3:1: error: no map (three or more lines of X * & @ + . and blanks): the text was dropped [syntax]
	EOT
	no_output
	lines '' ' ' | try 0 sokconv -f pusher
	quiet
	{ board 'XXXXX/X@*.X/XXXXX'; lines '' 'a note'; } | try 0 sokconv -f pusher
	quiet
}

@test "endless text without a pusher map exceeds the limit" {
	{ board 'XXXXX/X@*.X/XXXXX' && many 400 'some text'; } >in
	try 2 sokconv -f pusher --limit=text=1000 in
	said 'in:.*error: more text than the limit `text` without a map'
}

@test "losses are reported once per kind, with a count" {
	collection >in
	for _ in 1 2 3; do
		lines '' "$(board "$small")" '' Snapshot 'l*r'
	done >>in
	try 0 sokconv -t xsb in
	said '^in:7:1: warning: 1 solution dropped: xsb cannot hold it \[lossy\]$'
	said ': warning: 4 snapshots dropped: xsb cannot hold them \[lossy\]$'
	[ "$(wc -l <"$err")" -eq 2 ]
}

@test "a title line displaced by a title key is lost in formats with one title" {
	{ lines One '' && board "$small" && lines '' 'Title: Two'; } >in
	for to in pusher svg ansi sokoban3d slc hir; do
		try 0 sokconv -t $to in
		# Nobody expects it in a picture or with bare boards.
		case $to in
		pusher | svg | ansi) severity=note ;;
		*) severity=warning ;;
		esac
		said "^in:3:1: $severity: 1 title line dropped: $to cannot hold it"
		try 1 sokconv --strict -t $to in
		no_output
	done
	{ lines Two '' && board "$small" && lines '' 'Title: Two'; } >in
	for to in pusher svg ansi slc hir; do
		try 0 sokconv --strict -t $to in
		quiet
	done
	# A map has its number beside its title.
	{ lines 'Maze 1' '' && board "$small" && lines '' 'Title: Two'; } >in
	try 0 sokconv --strict -t pusher in
	quiet
	sokconv -f pusher "$out" | same in -
}

@test "a second title key is lost like any other key" {
	{ board "$small" && lines '' 'Title: One' 'Title: Two'; } >in
	for to in svg ansi sokoban3d slc rle boxoban screens; do
		try 0 sokconv -t $to in
		said "^in:1:1: warning: 1 key dropped: $to cannot hold it"
	done
	{ lines One '' && board "$small" && lines '' 'Title: 0'; } >in
	for to in rle boxoban screens; do
		try 0 sokconv -t $to in
		case $to in
		boxoban) what='1 title line dropped: boxoban cannot hold it' ;;
		*) what="1 title dropped, and 1 title line: $to cannot hold them" ;;
		esac
		said "^in:3:1: note: $what \\[lossy\\]\$"
	done
}

@test "--strict makes a loss an error and writes nothing" {
	collection >in
	echo old >file
	try 1 sokconv --strict -t xsb -o file in
	said ': error: 1 solution dropped'
	said '^sokconv: file: not written$'
	echo old | same - file
	try 1 sokconv --strict -t rle in
	no_output
	said '^sokconv: <stdout>: not written$'
	try 1 sokconv --strict -t rle --split=folder in
	names folder | same /dev/null -
	try 0 sokconv --strict -t jsonl in
	quiet
}

@test "formats that need a board refuse moves without a board" {
	lines 'rruu' >in
	for format in xsb rle boxoban screens pusher hir sokoban3d; do
		try 1 sokconv -t $format in
		no_output
		said "not written: $format cannot hold moves without a board"
	done
	try 0 sokconv -t sok in
}

@test "a puzzle that cannot be written does not stop the others" {
	{ board "$small" && echo && room 33 && echo && board "$small"; } >in
	try 1 sokconv -t sokoban3d -o demo in
	said 'error: not written: sokoban3d cannot hold a board of 33 x 3, over 32 x 32 \[cannot-hold\] \(puzzle 2\)'
	try 0 sokconv -q -t rle demo
	lines '5#|#@$.#|5#' '' '5#|#@$.#|5#' | expect_out
}

@test "--to-charset applies to text formats only" {
	{ lines $'Caf\xc3\xa9 \xce\xa9' '' && board "$small"; } >in
	try 0 sokconv -t xsb --to-charset=ISO-8859-1 in
	LC_ALL=C grep -q $'^; Caf\xe9 ?$' "$out"
	said '1 characters? written as .\?.'
	try 0 sokconv -t slc --to-charset=ISO-8859-1 in
	grep -q $'Caf\xc3\xa9' "$out"
}

# Blanks outside the walls are not coloured, and line ends are kept.
@test "ansi colours squares only" {
	lines One '' ' ####' '##@.#' '#$*+#' '#####' 'Author: Me' '' R >in
	try 0 sokconv -t ansi in
	tr '\033' '^' <"$out" >got
	same - got <<-'END'
		^[1mOne^[0m  ^[2mMe^[0m
		  ^[0;48;5;60m        ^[0m
		^[0;48;5;60m    ^[0;48;5;236;38;5;81m()^[0;48;5;236;38;5;203m<>^[0;48;5;60m  ^[0m
		^[0;48;5;60m  ^[0;48;5;178;38;5;94m[]^[0;48;5;71;38;5;22m[]^[0;48;5;88;38;5;81m()^[0;48;5;60m  ^[0m
		^[0;48;5;60m          ^[0m
	END
	said '1 solution dropped: ansi cannot hold it \[lossy\]$'
	one_line "$err"
}

@test "a picture needs a board" {
	lines 'rruu' >in
	for format in svg ansi slc; do
		try 1 sokconv -t $format in
		never_printed '#|xlink'
		said "not written: $format cannot hold a puzzle without a board"
	done
}

@test "unreachable floor outside is not drawn in a picture" {
	lines ' ####' '##@.#' '# $ #' '#####' '' >in
	try 0 sokconv -t svg in
	[ "$(grep -c 'href="#floor" x=' "$out")" -eq 2 ]
	[ "$(grep -c 'href="#wall" x=' "$out")" -eq 14 ]
	lacks "$out" 'x="0" y="0"'
}

@test "text formats refuse a board that would not be read back" {
	lines '{"title":"t","board":["####","#@$#",""," ",""]}' >in
	for format in sok xsb rle boxoban pusher screens hir; do
		try 1 sokconv -t $format in
		said "$format cannot hold .*would not be read back as one"
		no_output
	done
	for format in slc jsonl records svg ansi; do
		try 0 sokconv -t $format in
	done
}

@test "notes of a first puzzle without a board join the header, with a warning" {
	lines '{"title":"X","text":"n","games":[{"moves":"R"}]}' >in.jsonl
	try 0 sokconv -f jsonl -t sok in.jsonl
	said "^in.jsonl:1:1: warning: without a board: its notes will be read as \
the collection's \\[lossy\\] \\(puzzle 1\\)$"
	one_line "$err"
	lines Comment: X n Comment-End: '' '' R | expect_out
	stable
	lines '{"header":true,"text":"H"}' '{"text":"a=b","games":[{"moves":"R"}]}' |
		try 0 sokconv -f jsonl -t sok
	lines H '' a=b '' '' R | expect_out
	stable
	lines '{"text":"one"}' '{"text":"two"}' '{"games":[{"moves":"R"}]}' |
		try 0 sokconv -f jsonl -t sok
	lines one '' two :: '' '' R | expect_out
	[ "$(grep -c "notes will be read as the collection's" "$err")" -eq 2 ]
	stable
	try 1 sokconv --strict -f jsonl -t sok in.jsonl
	no_output
	lines '{"games":[{"moves":"R"}]}' | try 0 sokconv -f jsonl --strict -t sok
	quiet
}

@test "keys within a comment block are not counted as keys" {
	lines '#####' '#@$.#' '#####' '' 'Author: Ann' Comment: one '' 'Author: Bob' \
		Comment-End: two >in.sok
	try 0 sokconv -t boxoban in.sok
	said ': 1 key dropped'
	said ': 3 lines of notes dropped'
}

@test "the author shown in a picture is not reported as lost" {
	{ board "$small" && lines '' 'Author: Ann' 'Author: Bob'; } >in
	for format in svg ansi; do
		try 0 sokconv -t $format in
		printed Ann
		said '1 key dropped'
		sed -i '/Bob/d' in
		try 0 sokconv -t $format --strict in
		quiet
		lines 'Author: Bob' >>in
	done
}

@test "an operand without a puzzle, or --floor without effect, is reported" {
	lines 'Only words' >words
	board "$small" >in
	for j in 1 2; do
		try 0 sokconv -j $j -t jsonl words in words
		[ "$(grep -c '"board"' "$out")" -eq 1 ]
		lines 'words:1:1: warning: no board was recognised in this file [no-puzzle]' >one
		cat one one | expect_err
	done
	try 0 sokconv --split=dir -t xsb words
	expect_err <one
	lines rR | try 0 sokconv -t jsonl
	never_said no-puzzle
	try 2 sokconv -t slc --floor=dash in
	said 'floor needs --to=sok, xsb or boxoban'
	try 0 sokconv -t slc --floor=space in
}

@test "without -t the suffix of -o decides the format" {
	local file format
	board '#####/#@$.#/#####' >in
	while read -r file format; do
		rm -f "$file"
		try 0 sokconv -q -o "$file" in
		try 0 sokconv -q -t "$format" -o want in
		# Some formats name the output.
		sed "s/want/${file%.*}/g" want | same - "$file"
	done <<-'EOT'
		x.sok sok
		x.xsb xsb
		x.RLE rle
		a.b.slc slc
		x.jsonl jsonl
		x.csv csv
		x.svg svg
		x.html html
		x.tsv records
		x.rsrc sokoban3d
		x.txt sok
		x sok
		screen.1 sok
		.slc sok
		x. sok
		x.levels sok
		x.hsb sok
		x.skb sok
	EOT
	try 0 sokconv -t rle -o x.html in
	same x.html x.RLE
	try 0 sokconv -t sok -o x.pdf in
	same x.pdf x.sok
	mkfifo pipe.slc
	cat pipe.slc >got &
	try 0 sokconv -o pipe.slc in
	wait
	same got x.sok
	try 0 sokconv -o /dev/null in
	ln -s /dev/null null.html
	try 0 sokconv -o null.html in
	try 0 sokconv --caption -o x.svg in
	for file in x.pdf x.DOCX x.png x.jpg x.zip x.sok.gz x.tar x.xml x.htm1 \
		x.htm x.HTM1 x.scl x.json x.jsonl1 x.cvs x.soks x.svgz; do
		try 2 sokconv -o "$file" in
		said "^sokconv: -o $file: "
		[ ! -e "$file" ] || [ "$file" = x.pdf ]
	done
	try 2 sokconv -o x.htm1 in
	said 'did you mean \.html\?'
	try 2 sokconv --caption -o x.slc in
}

# ---- sheets and captions

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

@test "a sheet of 200 puzzles stays small" {
	many 200 '#####' '#@$.#' '#####' '' >in
	try 0 sokconv -t svg --sheet=10 in
	[ "$(wc -c <"$out")" -lt 180000 ]
}

@test "--sheet and --caption are only for svg" {
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

@test "the usual losses of a picture are reported in one note" {
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
