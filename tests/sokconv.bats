#!/usr/bin/env bats
# sokconv: formats there and back, what is lost, files of their own.

load helper

small='#####/#@$.#/#####'

# A collection with something that most formats cannot hold.
collection() {
	lines ':: raw' 'Collection: Demo' 'Author: Ann' '' First ''
	board "$small"
	lines '' 'A note.' '' 'Author: Bob' '' Solution R '' 'Snapshot' 'l*r' '' ''
	board '#######/#@ $ .#/#######'
	lines '' 'Title: Two: second' Comment: 'Author: no' Comment-End:
}

# A row of n copies of a character.
row() {
	printf "%$1s\n" '' | tr ' ' "$2"
}

# A closed room of so many columns.
room() {
	row "$1" '#'
	printf '#@$.%s#\n' "$(row $(($1 - 5)) ' ')"
	row "$1" '#'
}

# names DIR: what stands in it, sorted.
names() {
	find "$1" -mindepth 1 -printf '%P\n' | LC_ALL=C sort
}

# The example of the format's author, simple, with lines of 70 moves.
trace() {
	lines ' #######' ' # @...#' ' #   ####' '###$    #' '#   #$# #' \
	'# $ #   #' '#   #####' '#####' '---saved-image---' ' #######' \
	' # @***#' ' #   ####' '###     #' '#   # # #' '#   #   #' \
	'#   #####' '#####' '---information---' 'status:completed' \
	'screen-set:perfect' 'level:1' '' \
	'time-stamp:Fri Mar 12 16:22:56 1999' 'moves:70' 'pushes:26' \
	'---trace-data---' \
	'dDDllddrrUUUUluRRRlldddlldRdrUUUUluRRddrrrddllUdrruulLLulDDlddrUUUUluR'
}

@test "the list of formats is what the table says" {
	golden 0 conv-formats sokconv --list-formats
}

@test "without -t it writes what sokfmt writes" {
	collection >in
	sokfmt in >want
	try 0 sokconv in
	quiet
	same want "$out"
}

@test "an unknown format is wrong usage" {
	collection >in
	for option in --to=nothing --from=nothing -tnothing; do
		try 2 sokconv $option in
		no_output
	done
}

# ---- xsb, rle, boxoban, screens, pusher

@test "xsb has titles above, tags and comments below" {
	golden 0 conv-xsb sokconv -t xsb
}

@test "xsb of its own output is the same" {
	collection | sokconv -q -t xsb >in
	try 0 sokconv -t xsb in
	quiet
	same in "$out"
}

@test "xsb has the floor that is asked for" {
	board '####/# ###/#@$.#/#####' | try 0 sokconv -t xsb --floor=dash
	board '####/#-###/#@$.#/#####' | expect_out
}

@test "macros are expanded where the header does not go along" {
	{ lines 'Copy=All\nmine' '' && board "$small" &&
		lines '<#Copy#/>'; } >in
	try 0 sokconv -t xsb in
	printed '^All$'
	printed '^mine$'
	try 0 sokconv -t sok in
	printed '<#Copy#/>'
}

@test "headers of records that are not the first are said, once" {
	{ lines 'Author: B' '' T '' && board "$small"; } >in
	for to in records jsonl; do
		for i in 1 2 3; do sokconv -t $to in; done >records
		try 0 sokconv records
		expect_err <<<'records:3:1: warning: a later header was written as `::` lines [lossy] (puzzle 1 "T")'
		try 0 sokconv -t $to records
		said '^records:3:1: warning: a later header'
		one_line "$err"
		sokconv -t $to in | try 0 sokconv
		quiet
	done
	try 0 sokconv in in
	expect_err <<<'in: warning: a later header was written as `::` lines [lossy]'
}

@test "records without their header keep their authors" {
	{ lines 'Author: Ann' '' '' One '' && board "$small" &&
		lines '' '' Two '' && board "$small" &&
		lines '' 'Author: Bob'; } >in
	for to in records jsonl; do
		sokconv -t $to in | tail -n +2 | try 0 sokconv
		quiet
		{ lines One '' && board "$small" && lines '' 'Author: Ann' '' ''
		  lines Two '' && board "$small" && lines '' 'Author: Bob'
		} | expect_out
		sokconv -t $to in >records
		try 0 sokconv records
		quiet
		same in "$out"
		{ sed -n 1p records | sed 's/Ann/Zoe/g'; sed 1d records; } >other
		try 0 sokconv other
		quiet
		[ "$(grep -c '^Author: Ann$' "$out")" -eq 1 ]
	done
	lines '{"title":"T","author":"Bob","board":["#####","#@$.#","#####"]}' |
		try 0 sokconv
	quiet
	{ lines T '' && board "$small" && lines '' 'Author: Bob'; } | expect_out
	lines '{"author":["Bob"],"board":["#####","#@$.#","#####"]}' |
		try 0 sokconv
	said '1:1: warning: "author" and other members .* are dropped \[lossy\]'
	board "$small" | expect_out
}

@test "what the text of a record contradicts is dropped and said, once" {
	{ board "$small" && lines '' 'Title: Old' 'Author: Ann'; } >in
	sokconv -t records in |
		awk -F '\t' -v OFS='\t' '{ $2 = "New"; $3 = "Bob"; print; print }' |
		try 0 sokconv
	expect_err <<<'<stdin>:1:1: warning: the title `New` is dropped, as the text says `Old` [lossy] (puzzle 1 "Old")'
	{ cat in && lines '' '' && cat in; } | expect_out
	sokconv -t jsonl in | sed 's/"Ann"/"Bob"/' | try 0 sokconv
	expect_err <<<'<stdin>:1:1: warning: the author `Bob` is dropped, as the text says `Ann` [lossy] (puzzle 1 "Old")'
	same in "$out"
}

@test "records may have more columns" {
	{ lines T '' && board "$small"; } >in
	sokconv -t records in | sed 's/$/\t\tmore/' | try 0 sokconv
	quiet
	same in "$out"
}

@test "--strict writes no games that change their puzzle" {
	board "$small" >p
	lines R >r
	try 0 sokconv -t jsonl p r
	quiet
	try 1 sokconv --strict -t sok p r
	no_output
	said '^r:1:1: error: without a board: .*\[lossy\]'
}

@test "headers of later operands go below the puzzle before" {
	collection >in
	{ lines 'Author: Zoe' 'About these.' '' Last '' && board "$small"; } >later
	try 0 sokconv -q -s 1 -t xsb in later
	sed -n '/^Comment:$/h; H; /^Comment-End:$/!d; x; /Zoe/p' "$out" |
		sed '1d' >got
	lines Comment: ':: Author: Zoe' ':: About these.' Comment-End: |
		same - got
	tail -n 1 "$out" | grep -qx 'Author: Zoe'
	cp "$out" once
	try 0 sokconv -t xsb once
	same once "$out"
}

@test "rle keeps boards apart" {
	collection | try 0 sokconv -q -t rle
	lines '5#|#@$.#|5#' '' '7#|#@-$-.#|7#' | expect_out
}

@test "rle holds only what is found in a line" {
	board '-----/@.$--/-----' | try 1 sokconv -t rle
	no_output
	said 'not written: rle cannot hold a board that would not be read back'
	board '#######/#@$.@ #/#######' >in
	try 0 sokconv -t rle in
	cp "$out" line
	try 0 sokconv line
	same in "$out"
}

@test "boxoban numbers from 0" {
	collection | try 0 sokconv -t boxoban
	{ lines '; 0' && board "$small" && lines '' '; 1' &&
		board '#######/#@ $ .#/#######' && lines ''; } | expect_out
	said '2 titles dropped: boxoban cannot hold them \[lossy\]'
}

@test "the number that boxoban gives is no lost title" {
	{ lines '; 0' && board "$small" && lines '' '; 1' && board "$small" &&
		lines ''; } >in
	try 0 sokconv -t boxoban in
	quiet
	same in "$out"
}

@test "screens are larger than xsokoban reads" {
	room 21 >in
	try 0 sokconv -t screens in
	same in "$out"
	said 'warning: the board is 21 x 3: .*\[size-limit\]'
	try 1 sokconv --strict -t screens in
	no_output
	said 'error: the board is 21 x 3: .*\[size-limit\]'
}

@test "a screen has one player" {
	board '#######/#@$.@ #/#######' | try 1 sokconv -t screens
	said 'screens cannot hold a board without one player'
}

@test "a screen shows neither empty rows nor floor at its edge" {
	board '###/-/#####/#@$.#/#####' | try 1 sokconv -t screens
	said 'error: not written: screens cannot hold an empty row'
	board '-----/@.$--/-----' | try 1 sokconv -t screens
	no_output
}

@test "pusher maps are read with what stands above them" {
	golden 0 conv-pusher sokconv -f pusher
}

@test "pusher maps come back" {
	sokconv -f pusher "$cases/conv-pusher.in" >maps
	try 0 sokconv -t pusher maps
	cp "$out" once
	try 0 sokconv -f pusher once
	same maps "$out"
	try 0 sokconv -f pusher -t pusher once
	same once "$out"
}

@test "pusher maps cannot look like what is around them" {
	{ lines 'A title' '' && board "$small" &&
		lines '' 'A note' '**********' ' X*'; } >in
	try 0 sokconv -t pusher in
	{ lines '*************************************' 'Maze: 1' \
	    'Title: A title' 'A note' '' && board 'XXXXX/X@*.X/XXXXX' &&
		lines ''; } | expect_out
	said '2 lines of text dropped'
	{ row 12 '#' && row 12 '$' && row 12 '#' &&
		board '#@.........#/############'; } | try 1 sokconv -t pusher
	said 'cannot hold a row of nothing but boxes'
	board '*****/#@$.#/#####' | try 1 sokconv -t pusher
	said 'cannot hold a board that does not begin and end with walls'
}

@test "text without a pusher map is an error" {
	{ lines '' ' '; board "$small"; lines 'a note'; } >in
	try 1 sokconv -f pusher in
	expect_err <<-'EOT'
	in:3:1: error: no map, which is three lines or more of X * & @ + . and blanks: the text was dropped [syntax]
	EOT
	no_output
	lines '' ' ' | try 0 sokconv -f pusher
	quiet
	{ board 'XXXXX/X@*.X/XXXXX'; lines '' 'a note'; } | try 0 sokconv -f pusher
	quiet
}

@test "text without end is no pusher map" {
	{ board 'XXXXX/X@*.X/XXXXX' && many 400 'some text'; } >in
	try 2 sokconv -f pusher --limit=text=1000 in
	said 'in:.*error: more text than the limit without a map'
}

# ---- what is lost

@test "what is lost is said once per kind with a count" {
	collection >in
	for _ in 1 2 3; do
		lines '' "$(board "$small")" '' Snapshot 'l*r'
	done >>in
	try 0 sokconv -t xsb in
	said '^in:7:1: warning: 1 solution dropped: xsb cannot hold it \[lossy\]$'
	said ': warning: 4 snapshots dropped: xsb cannot hold them \[lossy\]$'
	[ "$(wc -l <"$err")" -eq 2 ]
}

@test "a title line that a key displaced is lost where a title is one" {
	{ lines One '' && board "$small" && lines '' 'Title: Two'; } >in
	for to in pusher svg ansi sokoban3d slc; do
		try 0 sokconv -t $to in
		said "^in:3:1: warning: 1 title line dropped: $to cannot hold it"
		try 1 sokconv --strict -t $to in
		no_output
	done
	{ lines Two '' && board "$small" && lines '' 'Title: Two'; } >in
	for to in pusher svg ansi slc; do
		try 0 sokconv --strict -t $to in
		quiet
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

@test "moves without a board cannot be held" {
	lines 'rruu' >in
	for format in xsb rle boxoban screens pusher hir sokoban3d; do
		try 1 sokconv -t $format in
		no_output
		said "not written: $format cannot hold moves without a board"
	done
	try 0 sokconv -t sok in
}

@test "a puzzle that cannot be held does not stop the others" {
	{ board "$small" && echo && room 33 && echo && board "$small"; } >in
	try 1 sokconv -t sokoban3d -o demo in
	said 'error: not written: sokoban3d cannot hold a board of 33 x 3, over 32 x 32 \[cannot-hold\] \(puzzle 2\)'
	try 0 sokconv -q -t rle demo
	lines '5#|#@$.#|5#' '' '5#|#@$.#|5#' | expect_out
}

@test "text is encoded where it is text" {
	{ lines $'Caf\xc3\xa9 \xce\xa9' '' && board "$small"; } >in
	try 0 sokconv -t xsb --to-charset=ISO-8859-1 in
	LC_ALL=C grep -q $'^; Caf\xe9 ?$' "$out"
	said '1 characters? written as .\?.'
	try 0 sokconv -t slc --to-charset=ISO-8859-1 in
	grep -q $'Caf\xc3\xa9' "$out"
}

# ---- hir

@test "a trace file becomes a game and a trace file again" {
	trace >in
	golden 0 conv-trace sokconv in
	cp "$out" game
	try 0 sokconv -t hir in
	quiet
	same in "$out"
	try 0 sokconv -t hir game
	quiet
	same in "$out"
}

@test "remarks stand where they stood" {
	golden 0 conv-remarks sokconv -t hir
	cp "$out" once
	try 0 sokconv once
	printed '^Before 1: ; first$'
	printed '^After 2: "behind"$'
	printed '^Between 2 and 3: ; apart$'
	cp "$out" game
	try 0 sokconv -t hir game
	same once "$out"
}

@test "a screen is a board with tags" {
	collection >in
	try 0 sokconv -q -s 2 -t hir in
	{ board '#######/#@ $ .#/#######' && lines 'Author: Ann' \
	    'Title: Two: second' Comment: 'Author: no' Comment-End:; } |
		expect_out
}

@test "keys with an equals sign become tags of hir" {
	{ board "$small" && lines '' 'Title = T' 'Author=Bob' 'limit = 7' \
	    Comment: 'Title = no' Comment-End: '' R '' 'Author = Ann'; } >in
	try 0 sokconv -t hir in
	quiet
	cp "$out" once
	{ board "$small" && lines 'Title: T' 'Author: Bob' 'limit: 7' Comment: \
	    'Title = no' Comment-End: ---saved-image--- '#####' '# @*#' '#####' \
	    ---information--- status:completed moves:1 pushes:1 'Author: Ann' \
	    ---trace-data--- R; } | same - once
	try 0 sokconv -t jsonl once
	printed '"title":"T"'
}

@test "a file of hir holds one game" {
	collection >in
	try 1 sokconv -q -s 1 -t hir in
	said 'hir cannot hold more than one game in a file'
	{ board "$small" && lines '' '[]rL'; } | try 0 sokconv -t hir
	said '1 game with jumps or pusher changes dropped'
	board "$small" | expect_out
}

@test "a game without a move left is no trace" {
	{ board "$small" && lines '' Snapshot '*R' '' 'Date: 1'; } >in
	try 0 sokconv -t hir in
	said 'warning: 1 game without a move left dropped: hir cannot hold it'
	board "$small" | expect_out
	try 1 sokconv --strict -t hir in
}

@test "a backslash at the end of a line of a trace takes nothing along" {
	{ board '######/#@ $.#/######' &&
	  lines ---trace-data--- r $'#\\\t' '' R '' '#es:'; } >in
	try 0 sokconv -t hir in
	printed '^moves:2$'
	cp "$out" once
	try 0 sokconv -t hir once
	same once "$out"
}

@test "a saved image that is wrong is said and kept" {
	trace | sed '11s/\*\*\*/..*/' >in
	try 0 sokconv in
	said '^in:10:1: warning: .*\[saved-image-mismatch\]'
	printed '^Saved-Image: '
}

@test "the status of success needs success" {
	{ board '######/#@ $.#/######' && lines '' 'Attempt' r \
	    '' 'status:completed' 'moves:7'; } >in
	try 0 sokconv -t hir in
	never_printed status
	printed '^moves:1$'
	printed '^pushes:0$'
	said 'warning: 1 status of success without a solution dropped'
	said 'warning: 1 wrong count dropped'
}

@test "digits in a trace are wrong, messages may hold any" {
	{ board "$small" && lines ---trace-data--- '"3 \"times\"" R 2l'; } >in
	try 1 sokconv in
	said '^in:5:17: error: .2l. is no word of moves: left out \[syntax\]'
	printed '^Before 1: "3 \\"times\\""$'
	printed '^R$'
}

@test "sections need a board with nothing but tags before them" {
	{ board "$small" && lines '' 'Some note' '' ---trace-data--- R; } >in
	try 0 sokconv in
	same in "$out"
	{ board "$small" && lines 'Limit: 3' ---trace-data--- R; } >in
	try 0 sokconv in
	never_printed trace-data
	printed '^Limit: 3$'
}

# ---- Sokoban 3D

# set_of CONTAINER NAME: a set of two puzzles with these containers.
set_of() {
	{ lines "Collection: $2" '' $'Caf\xc3\xa9' '' && board "$small" &&
		lines '' && board '######/#@ $.#/######'; } |
		sokconv -q -t sokoban3d --container="$1"
}

@test "a set reads the same from every container" {
	for container in rsrc appledouble macbinary; do
		set_of $container Demo >demo
		try 0 sokconv demo
		quiet
		{ lines 'Collection: Demo' '' '' $'Caf\xc3\xa9' '' &&
			board "$small" && lines '' '' &&
			board '######/#@ $.#/######'; } | expect_out
	done
}

@test "sets have no dates and no chance in them" {
	for container in rsrc appledouble macbinary; do
		set_of $container Demo | od -An -v -tx1 | tr -d ' \n' |
			fold -w 64 >got
		echo >>got
		grep -v '^#' "$cases/conv-$container.hex" | same - got
	done
}

@test "what Sokoban 3D needs is said" {
	collection >in
	try 0 sokconv -t sokoban3d -o demo in
	said 'warning: a bare resource fork has no type and creator: '
	said 'warning: a set with Setx needs Sokoban 3D 1\.0\.1'
	try 0 sokconv -t sokoban3d --container=macbinary -o demo in
	never_said 'no type and creator'
	try 2 sokconv -t xsb --container=rsrc in
}

@test "a Macintosh file without a level says what its data fork may be" {
	board "$small" | tr '\n' '\r' >data
	{ hex <<<"00 01 61 $(printf '%0160d' 0) 00000012 00000000 $(printf '%074d' 0)"
	  cat data && head -c 110 /dev/zero; } >in.bin
	{ hex <<<"00051600 00020000 $(printf '%032d' 0) 0001 00000001 00000026 00000012"
	  cat data; } >in.as
	for name in bin:129 as:39; do
		try 0 sokconv -t sok in.${name%:*}
		no_output
		said "^in.${name%:*}: warning: no level was read, nor the data fork \
of 18 bytes, which may be text: tail -c \+${name#*:} \| head -c 18 \[lossy\]$"
		one_line "$err"
		tail -c +${name#*:} in.${name%:*} | head -c 18 | same data -
	done
}

@test "a set is called like its file if nobody says" {
	board "$small" >nice.set.sok
	sokconv -q -t sokoban3d nice.set.sok >demo
	try 0 sokconv demo
	printed '^Collection: nice\.set$'
}

@test "a fork without levels is no set and no error" {
	hex >empty <<-'EOT'
		00000100 00000100 00000000 0000001e
	EOT
	{ head -c 240 /dev/zero && hex <<-'EOT'; } >>empty
		00000100 00000100 00000000 0000001e 000000000000 0000 001c 001e
		ffff
	EOT
	try 0 sokconv empty
	no_output
	quiet
}

@test "names outside MacRoman are said" {
	{ lines $'\xe9\x93\x81 1' '' && board "$small"; } >in
	try 0 sokconv -t sokoban3d -o demo in
	said 'warning: 1 character that is not in MacRoman dropped'
	try 0 sokconv demo
	printed '^\? 1$'
}

# ---- a file per puzzle

@test "--split names files by number" {
	collection >in
	try 0 sokconv --split=out in
	quiet
	lines 0001.sok 0002.sok >want
	names out | same want -
	try 0 sokconv out/0001.sok
	printed '^Collection: Demo$'
	printed '^A note\.$'
	never_printed 'Two'
	{ collection && collection; } >twice
	try 0 sokconv -t xsb -q --split=more in twice
	lines 0001.xsb 0002.xsb 0003.xsb 0004.xsb 0005.xsb 0006.xsb >want
	names more | same want -
}

@test "the numbers of files count what is not selected" {
	many 3 '#####' '#@$.#' '#####' '' >three
	try 0 sokconv --split=out -s 2 three three
	lines 0002.sok 0005.sok >want
	names out | same want -
	try 0 sokconv --split=ids -s 1,@0000000000000000 three three
	lines 0001.sok 0004.sok >want
	names ids | same want -
	try 0 sokconv --split=last -s 2-3 three
	lines 0002.sok 0003.sok >want
	names last | same want -
}

# Blanks outside the walls stay uncoloured, and every line ends as it began.
@test "ansi colours squares and nothing around them" {
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
	said '1 key dropped: ansi cannot hold it \[lossy\]$'
}

# The line of a record is bounded like any other; the next one is read.
@test "a record over the limit is dropped and said" {
	{ lines '#####' '#@$.#' '#####' '' '' '#####' '#@.$#' '#####'
	  lines 'Note: a text that goes on and on' '' ''
	  lines '#####' '#.@$#' '#####'; } >all
	sokconv -q -t records all >in
	try 2 sokconv -f records -t xsb --limit=line=60 in
	said '^in:2:1: error: a line of more than 60 bytes was dropped \[limit\]$'
	printed '^#@\$\.#$'
	printed '^#\.@\$#$'
	never_printed '^#@\.\$#$'
}

@test "formats of one puzzle want --split" {
	collection >in
	for format in screens hir svg; do
		echo old >file
		try 2 sokconv -t $format -o file in
		said "$format holds one puzzle in a file"
		echo old | same - file
		try 2 sokconv -t $format in
		no_output
		try 0 sokconv -q -t $format -s 2 in
	done
}

@test "each game is a trace of its own" {
	collection >in
	try 0 sokconv -q -t hir --split=out in
	lines answer.1 answer.1-2 screen.2 >want
	names out | same want -
}

@test "a game that is left out has no file of its own" {
	{ lines 'Author: Ann' 'by all' '' '' A '' && board "$small" &&
	    lines '' '[]L' '' R '' '[]r' '' B '' && board "$small" &&
	    lines '' '[]L' '' '*R'; } >in
	try 0 sokconv -t hir --split=out in
	names out | same <(lines answer.1 screen.2) -
	printf '%s\n' '#####' '#@$.#' '#####' 'Title: B' 'Author: Ann' |
		same - out/screen.2
	said '^out: warning: 1 line of the header dropped'
	said ': 3 games with jumps or pusher changes dropped'
	said ': 1 game without a move left dropped'
	for format in svg ansi; do
		try 0 sokconv -t $format -s 1 in
		said ': 1 line of the header dropped'
	done
}

@test "a file that is there is an error and stays" {
	collection >in
	mkdir out
	echo old >out/screen.2
	try 2 sokconv -q -t screens --split=out in
	said '^sokconv: out/screen.2: File exists$'
	echo old | same - out/screen.2
	rm out/*
	ln -s nowhere out/screen.1
	try 2 sokconv -q -t screens --split=out in
	[ ! -e nowhere ]
}

@test "a signal leaves whole files and no others" {
	many 3000 '######' '#@ $.#' '######' '' rR '' >in
	for wait in 0.01 0.02 0.05; do
		sokconv --split=out in &
		pid=$!
		sleep $wait
		kill -TERM $pid 2>/dev/null || :
		wait $pid || :
		mkdir -p out
		lines '######' '#@ $.#' '######' '' rR >want
		[ -z "$(find out -type f ! -size "$(wc -c <want)c")" ]
		[ -z "$(find out -type f -name '.*')" ]
		rm -r out
	done
}

@test "--strict takes all files back whatever the trouble is" {
	collection >in
	mkdir out
	echo old >out/0002.sok
	try 2 sokconv --strict --split=out in
	said '^sokconv: out/0002.sok: File exists$'
	said '^sokconv: out: not written$'
	lines 0002.sok >want
	names out | same want -
	echo old | same - out/0002.sok
	try 2 sokconv --strict --split=new in missing
	[ ! -e new ]
	try 2 sokconv --split=new in missing
	lines 0001.sok 0002.sok >want
	names new | same want -
}

@test "names hold nothing of a title but its slug" {
	for title in '../../etc/passwd' '/abs' '..' '-rf *' $'a\tb' '$(id)' \
	    'CON' '%n' "$(row 300 x)" $'\xc3\xa9t\xc3\xa9' "a'b\"c"; do
		lines '' "$title" '' "$(board "$small")" ''
	done >in
	try 0 sokconv --split=out --name='%s.sok' in
	find out -type f | sed 's,^out/,,' | lacks /dev/stdin \
		'^(?![A-Za-z0-9_][A-Za-z0-9_-]{0,63}\.sok$)'
	[ "$(names out | wc -l)" -eq 11 ]
	[ "$(find . -name passwd)" = '' ]
	names out | grep -qx etc-passwd.sok
	names out | grep -qx "$(row 60 x).sok"
}

@test "names that collide get a number" {
	for title in Same same Same; do
		lines '' $title '' "$(board "$small")" ''
	done >in
	try 0 sokconv --split=out --name='%s.sok' in
	lines Same-3.sok Same.sok same-2.sok >want
	names out | same want -
}

@test "templates have numbers, slugs and ids" {
	collection >in
	try 0 sokconv --split=out --name='%i_%3n%%%s' in
	names out >got
	{ echo '17CC66887E16DCF3_001%First'
	  echo "$(sokconv -q -s 2 -t records in | grep -v '^	' |
		cut -f 1)_002%Two-second"; } | sort | same - got
	for bad in '' a/b %x %s% %5s %999n; do
		try 2 sokconv --split=new --name="$bad" in
		[ ! -e new ]
	done
	try 2 sokconv --name=%n in
	try 2 sokconv --split=new -o file in
}

@test "JSON lines are UTF-8, whatever character set text gets" {
	{ lines 'Café' '' && board '#####/#@$.#/#####'; } >in
	try 0 sokconv -t jsonl --to-charset=ISO-8859-1 in
	cp "$out" lines
	try 0 sokconv -t sok lines
	printed '^Café$'
}

@test "a trace file has each count once, also where it was left open" {
	lines '######' '#@ $.#' '######' ---saved-image--- ---information--- \
		'pushes:' 'moves:' ---trace-data--- rR | try 0 sokconv -t hir
	quiet
	[ "$(grep -c '^pushes:1$' "$out")$(grep -c '^moves:2$' "$out")" = 11 ]
	[ "$(grep -c '^[pm]' "$out")" = 2 ]
}

# --- character sets of XML

# level CHARSET ID: an .slc of one level; ID may have escapes.
level() {
	printf '<?xml version="1.0" encoding="%s"?>\n<SokobanLevels>' "$1"
	printf '<LevelCollection><Level Id="%b"><L>#####</L><L>#@$.#</L>' "$2"
	printf '<L>#####</L></Level></LevelCollection></SokobanLevels>\n'
}

@test "XML comes in every character set of single bytes" {
	for set in 'windows-1251:\xcf\xf0:Пр' 'KOI8-R:\xf0\xd2:Пр' \
	    'ISO-8859-2:\xa3\xf3d\xbc:Łódź' 'windows-1252:\x80:€'; do
		IFS=: read -r name id title <<<"$set"
		level "$name" "$id" | try 0 sokconv -t xsb
		quiet
		printed "^; $title$"
	done
}

@test "XML in another character set needs to be told of it" {
	level Shift_JIS '\x91\x71' >in.slc
	try 1 sokconv -t xsb in.slc
	no_output
	said '^in.slc:1:1: error: the charset Shift_JIS is not one of single .*--charset=Shift_JIS'
	level no-such x | try 1 sokconv -t xsb -
	said '^<stdin>:1:1: error: the charset no-such is not known: reading stops here \['
	try 0 sokconv --charset=Shift_JIS -t sok in.slc
	printed '^倉$'
}

@test "bytes that are not in the charset of the XML are told the way out" {
	local way='nothing is read after (this|it); --charset'
	level UTF-8 '\xe9' >in.slc
	try 1 sokconv -t xsb in.slc
	said "^in.slc:2:44: error: not well-formed .*: $way=windows-1252 may decode it \\["
	try 0 sokconv --charset=windows-1252 -t sok in.slc
	printed '^é$'
	level UTF-8 x | sed 's/<L>#@/\xe9&/' | try 1 sokconv -t xsb
	said "error: not well-formed .*: level \"x\" is not .*$way=windows-1252"
	level UTF-16 '\xc3\xa9' >in.slc
	try 1 sokconv -f slc -t xsb in.slc
	said "^in.slc:1:31: error: encoding .* is incorrect: $way=UTF-8 may decode it \\["
	try 0 sokconv --charset=UTF-8 -t sok in.slc
	printed '^é$'
	# Nothing of the kind where the bytes are right.
	level UTF-8 'é<' | try 1 sokconv -t xsb
	never_said charset
}

@test "a byte-order mark says more than the declaration of XML" {
	{ printf '\xef\xbb\xbf'; level ISO-8859-1 'é'; } >in.slc
	try 0 sokconv -t sok in.slc
	printed '^é$'
	said '^in.slc:1:1: warning: the byte-order mark of UTF-8 contradicts the declared charset ISO-8859-1: read as UTF-8 \[charset\]'
	one_line "$err"
	{ printf '\xef\xbb\xbf'; level utf-8 'é'; } | try 0 sokconv -t sok
	printed '^é$'
	quiet
}

@test "a picture needs a board" {
	lines 'rruu' >in
	for format in svg ansi slc; do
		try 1 sokconv -t $format in
		never_printed '#|xlink'
		said "not written: $format cannot hold a puzzle without a board"
	done
}

@test "floor that nobody reaches is no part of a picture" {
	lines ' ####' '##@.#' '# $ #' '#####' '' >in
	try 0 sokconv -t svg in
	[ "$(grep -c 'href="#floor" x=' "$out")" -eq 2 ]
	[ "$(grep -c 'href="#wall" x=' "$out")" -eq 14 ]
	lacks "$out" 'x="0" y="0"'
}

@test "what XML cannot hold is said and marked" {
	{ board "$small"; printf 'Title: a\001b\357\277\276c\033d & <e> "f"\n'
	  printf 'Author: \344\005\n'; } >in
	for format in slc svg; do
		try 0 sokconv -t $format in
		said 'control characters became U\+FFFD: '$format' cannot hold them \[lossy\]'
		lacks "$out" '[\x01\x05\x1b]|\xef\xbf\xbe'
		LC_ALL=C grep -q $'a\357\277\275b\357\277\275c\357\277\275d &amp; ' \
			"$out"
		grep -q '&lt;e>\|&lt;e&gt;' "$out"
	done
	sokconv -q -t slc in >in.slc
	try 0 sokconv -t sok in.slc
	printed '<e> "f"'
	for format in slc svg; do
		try 1 sokconv --strict -t $format in
		no_output
	done
}

@test "slc has one header" {
	{ lines 'Author: X' one '' '' && board "$small"; } >first
	{ lines 'Author: Y' 'two lines' here '' Last '' && board "$small"; } >later
	try 0 sokconv -t slc first later
	said ': 3 lines of later headers dropped: slc cannot hold them'
	never_printed 'two lines'
	printed '<LevelCollection Copyright="X">'
	printed '<Level Id="Last" .*Copyright="Y">'
	# Nothing in is a whole file, too.
	try 0 sokconv -t slc /dev/null
	printed '^</SokobanLevels>$'
	stable_slc=$(sokconv -t slc <"$out")
	[ "$stable_slc" = "$(cat "$out")" ]
}

@test "the game that a header names is lost in an .slc" {
	for key in 'Game: Multiban' 'Puzzle Type: Hexoban' 'boxorder: 1'; do
		{ lines "$key" '' '' && board "$small"; } >in
		try 0 sokconv -t slc in
		said 'warning: 1 game type of the header dropped: slc cannot hold it \[lossy\]'
		one_line "$err"
		printed "^$key$"
		try 1 sokconv --strict -t slc in
		no_output
	done
	{ lines 'Game: Sokoban' '' '' && board "$small"; } >in
	try 0 sokconv --strict -t slc in
	quiet
}

@test "text formats refuse a board that they would not read back" {
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

@test "counts in a trace file are those of its moves" {
	lines '#######' '#@ $ .#' '#######' '---information---' \
	'status:completed' 'moves:4' 'pushes:0003' 'author:me' 'odd line' \
	'key=value' '---trace-data---' rRR >in
	try 0 sokconv -t hir in
	said ': 2 wrong counts dropped: hir cannot hold them'
	printed '^moves:3$'
	printed '^pushes:2$'
	printed '^; key=value$'
	cp "$out" once
	try 0 sokconv -t hir once
	same once "$out"
	quiet
}

@test "the title of a set has an end" {
	{ printf 'Collection: %300s\n' x | tr ' ' y; echo; board "$small"; } >in
	try 0 sokconv -t sokoban3d in
	said ': 1 end of a title over 255 bytes dropped: '
}

# levels TEXT LATE: an .slc of two levels with TEXT between and LATE behind them.
levels() {
	local board='<L>#####</L><L>#@$.#</L><L>#####</L></Level>'
	lines '<SokobanLevels><LevelCollection>' "<Level Id=\"1\">$board" "$1" \
		"<Level Id=\"2\">$board" "</LevelCollection>$2" '</SokobanLevels>'
}

@test "what stands between two levels of an .slc goes to the one below" {
	levels '<!-- easy --><Foo>hello</Foo>' '' >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:3:14: warning: unknown element <Foo>: its text goes to the level below .*puzzle 2'
	[ "$(tail -n 3 "$out")" = "$(lines ' easy' '' 'Foo: hello')" ]
	levels '' '<Title>Mine</Title><Email>a@b</Email>' >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:5:.*: warning: text behind the last level is dropped: "Title: Mine" \[lossy\]'
	{ levels '' ''; lines '<!-- solved by Bob -->'; } >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:7:1: warning: text behind the last level is dropped: "solved by Bob"'
}

@test "blank lines may stand before the XML declaration" {
	{ lines '' ' ' '<?xml version="1.0"?>'; levels '<Foo/>' ''; } >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:6:1: warning: unknown element <Foo>'
}

@test "the root of an .slc may stand behind a long comment" {
	{ lines '<?xml version="1.0"?>' '<!--'; many 400 'a licence that is long'
	  lines '-->'; levels '' ''; } >in.slc
	try 0 sokconv -t xsb in.slc
	[ "$(grep -cx '; [12]' "$out")" -eq 2 ]
}

@test "JSON that is not of one puzzle per line says what it lost" {
	local board='"board":["#####","#@$.#","#####"]'
	lines "{\"name\":\"One\",$board,\"rating\":5}" "{\"rating\":5,$board}" >in.jsonl
	try 0 sokconv -t sok in.jsonl
	said '^in.jsonl:1:1: warning: "name" and other members that mean nothing here are dropped \[lossy\]'
	one_line "$err"
	lines '{' "$board" '}' >in.jsonl
	try 1 sokconv -t sok -f jsonl in.jsonl
	said '^in.jsonl:1:1: error: .*: this line was dropped; so are those behind it, up to an object: each stands on one line \(jq -c\) \[syntax\]'
	one_line "$err"
	lines "{$board}" '{' '}' >in.jsonl
	try 1 sokconv -t sok -f jsonl in.jsonl
	[ "$(grep -c 'this line was dropped' "$err")" -eq 2 ]
	try 1 sokconv -t sok -f jsonl <(lines '{"header":"My levels","levels":[]}' '[]')
	said ':1:1: error: no puzzle: '
	try 1 sokconv -t sok -f jsonl <(lines '{"title":"My levels","levels":[]}')
	said ':1:1: error: no puzzle: '
}

@test "JSON may have the rows of a board in one string" {
	lines '{"board":"######\n#@ $.#\r\n######\n","title":"One"}' |
		try 0 sokconv -t sok
	{ lines One '' && board '######/#@ $.#/######'; } | expect_out
	quiet
}

@test "notes of a first puzzle without a board go to the collection, which is said" {
	lines '{"title":"X","text":"n","games":[{"moves":"R"}]}' >in.jsonl
	try 0 sokconv -f jsonl -t sok in.jsonl
	said "^in.jsonl:1:1: warning: without a board: its notes will be read as \
the collection's \\[lossy\\] \\(puzzle 1\\)$"
	one_line "$err"
	lines Comment: X n Comment-End: '' R | expect_out
	try 1 sokconv --strict -f jsonl -t sok in.jsonl
	no_output
	lines '{"games":[{"moves":"R"}]}' | try 0 sokconv -f jsonl --strict -t sok
	quiet
}

@test "the marks of a comment are no keys" {
	lines '#####' '#@$.#' '#####' '' 'Author: Ann' Comment: one '' 'Author: Bob' \
		Comment-End: two >in.sok
	try 0 sokconv -t boxoban in.sok
	said ': 1 key dropped'
	said ': 3 lines of notes dropped'
}

@test "line ends inside a row of an .slc begin other rows" {
	lines '<SokobanLevels><LevelCollection><Level Id="1"><L>#####' '#@$.#' \
		'</L><L>' '#####' '</L></Level></LevelCollection></SokobanLevels>' >in.slc
	try 0 sokconv -t sok in.slc
	same <(lines 1 '' '#####' '#@$.#' '#####') "$out"
	sed 's/\$/x/' in.slc >bad.slc
	try 1 sokconv -t sok bad.slc
	said '^bad.slc:2:3: error: level "1": column 3 of row 2 is no square'
}

@test "JSON of another shape is refused, and told what it lacks" {
	lines '{"levels":[{"title":"A","board":["#####","#@$.#","#####"]}]}' |
		try 1 sokconv -f jsonl
	said '^<stdin>:1:1: error: no puzzle: an object has a "board", an array '\
'of rows; this line was dropped \[syntax\]$'
	no_output
	lines '[{"title":"A","board":["#####","#@$.#","#####"]}]' |
		try 1 sokconv
	said "1:1: error: no JSON object: .*each object stands on one line \(jq -c"
	lines '{"board":[[1,1,1],[1,2,1]]}' | try 1 sokconv
	said '1:1: error: "board" is no array of strings: this line was dropped'
}
