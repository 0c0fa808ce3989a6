#!/usr/bin/env bats
# The traps of the formats: what two programs have read in two ways, and what
# these five make of it.

load helper

D1='########/#      #/#@ $   #/#   $  #/# . .  #/########'
D2='########/#     .#/#@ $   #/#   $  #/# . *  #/########'
small='#####/#@$.#/#####'

@test "1: a paragraph is a note, a line alone above the board its title" {
	try 0 sokfmt <<-'EOT'
	One

	#####
	#@$.#
	#####

	Nice one.
	Made 1999.

	Two

	####
	#@ #
	#$ #
	#. #
	####
	EOT
	quiet
	expect_out <<-'EOT'
	One

	#####
	#@$.#
	#####

	Nice one.
	Made 1999.


	Two

	####
	#@ #
	#$ #
	#. #
	####
	EOT
	stable
}

@test "2: the last line of a paragraph is no title" {
	try 0 sokfmt <<-'EOT'
	#####
	#@$.#
	#####

	Two
	by Bob
	######
	#@$. #
	######
	EOT
	quiet
	expect_out <<-'EOT'
	#####
	#@$.#
	#####

	Two
	by Bob


	######
	#@$. #
	######
	EOT
	stable
}

@test "3: a line with a colon is no title" {
	{ lines 'Level 3: Trap' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines 'Level 3: Trap' '' '' && board "$small"; } | expect_out
	stable
}

@test "3: a line with a semicolon and a colon is a title, kept as a key" {
	{ lines ';Level 3: Trap' && board "$small"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' 'Title: Level 3: Trap'; } | expect_out
	stable
}

@test "4: a line with an equals sign is no title before the first board" {
	{ lines 'Level A=B' '' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines 'Level A=B' '' '' && board "$small"; } | expect_out
	stable
}

@test "4: a line with an equals sign is a title before the second board" {
	{ board "$small" && lines '' 'Level A=B' '' && board "$D1"; } >in
	try 0 sokconv -t jsonl in
	sed -n 2p "$out" | grep -F '"title":"Level A=B"'
	try 0 sokfmt in
	{ board "$small" && lines '' '' && board "$D1" &&
		lines '' 'Title: Level A=B'; } | expect_out
	stable
}

@test "5: a numbered comment directly above a board names it" {
	{ lines '; 1' && board "$small"; } | try 0 sokfmt
	{ lines 1 '' && board "$small"; } | expect_out
	stable
}

@test "5: a numbered comment directly below a board names that board" {
	{ board "$small" && lines '; 1' '' && board "$D1" && lines '; 2'; } |
		try 0 sokfmt
	{ lines 1 '' && board "$small" && lines '' '' 2 '' && board "$D1"; } |
		expect_out
	stable
}

@test "5: a numbered comment between blank lines names the board below" {
	{ board "$small" && lines '' '; 2' '' && board "$D1"; } | try 0 sokfmt
	{ board "$small" && lines '' '' 2 '' && board "$D1"; } | expect_out
	stable
}

@test "5: a number below a bare comment closes a header" {
	{ lines '; A header' ';' '; 1' '' && board "$small"; } | try 0 sokfmt
	{ lines '; A header' ';' '' '' 1 '' && board "$small"; } | expect_out
	stable
}

@test "6: a number and a name in quotes are one title" {
	{ lines '; 44' "'Duh!'" '' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines "44 'Duh!'" '' && board "$small"; } | expect_out
	stable
}

@test "6: a name in quotes below comments is a title" {
	{ lines '; <01> ; was <02>' ';  7/38  A 0:15' "'4 mp Jack'" '' &&
		board "$small" && lines '' --- '' '; <02>' "'DULL'" &&
		board "$D1" && lines '' '; by hand' "'rR'" '' R; } >in
	try 0 titles in
	lines "'4 mp Jack'" DULL | expect_out
	unchanged_again in
	try 0 sokcheck in
	printed '^in:3:1: warning: read as the title of the board below'
	{ lines '; Levels by Ann' '"The one"' && board "$small" &&
		lines '; harder' '; than it looks' '"Two"' '' && board "$D1" &&
		lines '' '; a quote' '"""' && board "$small" && lines '' \
		'Ann said' '"no title"' && board "$D1"; } >in
	try 0 titles in
	lines '"The one"' '"Two"' '' '' | expect_out
	try 0 sokfmt in
	{ lines '; Levels by Ann' '' '' '"The one"' '' && board "$small" &&
		lines '' '; harder' '; than it looks' '' '' '"Two"' '' &&
		board "$D1" && lines '' '; a quote' '"""' '' '' &&
		board "$small" && lines '' 'Ann said' '"no title"' '' '' &&
		board "$D1"; } | expect_out
	stable
}

@test "6: a pair of lines in mail is one title" {
	lines '> ; 44' "> 'Duh!'" '>' '> #####' '> #@$.#' '> #####' >in
	try 0 titles in
	lines "44 'Duh!'" | expect_out
	lines '> note' '> ; a' '> ; b' '>' '> #####' '> #@$.#' '> #####' >in
	try 0 titles in
	lines '' | expect_out
	unchanged_again in
}

@test "6: a level and a name in quotes are one title" {
	{ lines 'Level 1' "'ONE'" && board "$small"; } | try 0 sokfmt
	quiet
	{ lines "Level 1 'ONE'" '' && board "$small"; } | expect_out
	stable
	{ board "$small" && lines '' 'Level 2' "'TWO'" && board "$D1"; } |
		try 0 sokcheck
	printed '^<stdin>:6:1: warning: .*title\] \(puzzle 2 "Level 2 .TWO.'
}

@test "6: a level and a name in quotes are one title, if the name is empty" {
	{ lines 'Level 1' "''" && board "$small" && lines '' 'Level 2' "''" &&
		board "$D1"; } >in
	try 0 titles in
	lines "Level 1 ''" "Level 2 ''" | expect_out
	unchanged_again in
}

@test "7: a word of move letters is a game" {
	for word in DULL Lull Rudd; do
		{ board "$D1" && lines '' "$word" '' && board "$small"; } |
			try 0 sokfmt
		{ board "$D1" && lines '' "$word" '' '' && board "$small"; } |
			expect_out
		stable
		try 0 sokconv -t jsonl "$out.once"
		printed "\"moves\":\"$word\""
	done
}

@test "7: a word of move letters in quotes is a title and stays one" {
	{ lines "'DULL'" '' && board "$small"; } | try 0 sokfmt
	{ lines "'DULL'" '' && board "$small"; } | expect_out
	stable
	try 0 sokconv -t jsonl "$out.once"
	printed '"title":"DULL"'
}

@test "7: a title key of move letters moves to a line in quotes" {
	{ board "$small" && lines '' 'Title: DULL'; } |
		try 0 sokfmt --title=line
	{ lines "'DULL'" '' && board "$small"; } | expect_out
	stable
}

@test "7: a count with nothing to repeat is a title" {
	{ board "$small" && lines '' D2 '' && board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '' "'D2'" '' && board "$D1"; } | expect_out
	stable
}

@test "8: digits alone are a title" {
	{ board "$small" && lines '' 12 '' && board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '' 12 '' && board "$D1"; } | expect_out
	stable
}

@test "9: a date, a number and a rule line are text" {
	{ board "$small" && lines '' '#50 (3)' '30-8-55' ----- '' &&
		board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '#50 (3)' '30-8-55' ----- '' '' &&
		board "$D1"; } | expect_out
	stable
}

@test "9: a rule line touching a board above vanishes in it" {
	{ lines One '' ----- && board "$small"; } | try 0 sokfmt
	quiet
	{ lines One '' && board "$small"; } | expect_out
	stable
}

@test "9: a rule line touching a board below is a note" {
	{ board "$small" && lines -----; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' -----; } | expect_out
	stable
}

@test "10: a row of stars is a note and neither moves nor a title" {
	{ board "$small" && lines '' '***' '' && board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '***' '' '' && board "$D1"; } | expect_out
	stable
	try 0 sokconv -t jsonl "$out.once"
	never_printed '"moves"'
}

@test "11: a dash is an empty row inside the board" {
	board '###/-/#####/#@$.#/#####' >in
	try 0 sokfmt in
	quiet
	same in "$out"
	try 0 sokconv -t jsonl in
	printed '"height":5'
}

@test "11: an empty line ends the board above, whose rest is text" {
	{ lines '###' '' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines '###' '' '' && board "$small"; } | expect_out
	stable
}

@test "12: a count has all its digits" {
	lines '18-5#|18-#@$.#|23#' | try 0 sokfmt
	quiet
	expect_out <<-'EOT'
	                  #####
	                  #@$.#
	#######################
	EOT
	stable
}

@test "13: counts that repeat nothing are errors and their lines stay" {
	for line in '3#2' '2|3#|#@$.#|5#' '0#|5#|#@$.#|5#' \
	    '5#|#@$.#|5#3' '03#|5#|#@$.#|5#' '5#|#@$.#|5#3)'; do
		lines "$line" | try 1 sokfmt
		said ':1:[0-9]+: error: .*\[rle-(count|nesting)\]$'
		lines "$line" | expect_out
		lines "$line" | try 1 sokcheck
		printed ':1:[0-9]+: error: .*\[rle-(count|nesting)\]$'
	done
}

@test "13: the column of a bad count is the count's" {
	lines '5#|#@$.#|5#3' | try 1 sokfmt
	said ':1:12: error: .*\[rle-count\]$'
}

@test "13: a bad count is an error where moves are meant" {
	for line in 'rr3)r' 'rr(3)r'; do
		lines '#####' '#@$.#' '#####' '' Solution "$line" | try 1 sokfmt
		said ':6:[34]: error: this count .*\[rle-count\] \(puzzle 1\)$'
		lines '#####' '#@$.#' '#####' '' rR "$line" | try 1 sokfmt
		said ':6:[34]: error: this count .*\[rle-count\] \(puzzle 1\)$'
	done
	lines '#####' '#@$.#' '#####' '' 'rr3' | try 0 sokfmt
}

@test "14: a bar at the end of a row adds nothing" {
	lines '5#|#@$.#|5#|' | try 0 sokfmt
	quiet
	board "$small" | expect_out
}

@test "14: two bars are an empty row and a warning" {
	lines '3#||5#|#@$.#|5#' >in
	try 0 sokfmt in
	board '###/-/#####/#@$.#/#####' | expect_out
	try 0 sokcheck in
	printed 'in:1:[0-9]+: warning: .*\[rle-empty-row\]'
}

@test "15: a run of two reads like two squares" {
	lines '7#|#@2$2.#|7#' | try 0 sokfmt
	cp "$out" counted
	lines '7#|#@$$..#|7#' | try 0 sokfmt
	same counted "$out"
	board '#######/#@$$..#/#######' | expect_out
}

@test "16: a bomb of moves is refused with its place" {
	lines '9(9(9(9(9(9(9(9(9(r)))))))))' >in
	for program in sokfmt 'sokrle -d' sokcheck sokreplay sokconv; do
		# shellcheck disable=SC2086 # a program with its option
		try 2 $program in
		cat "$out" "$err" >both
		grep -qE '^in:1:[0-9]+: error: .*\[limit\]' both
	done
}

@test "17: groups without a count are grouping" {
	replays 0 'forward solved 12 4 3 2 3 9 ' "$D1" '(rurrdD)(uLulDD)'
	{ board "$D1" && lines '' '(rurrdD)(uLulDD)'; } >in
	try 0 sokfmt in
	same in "$out"
}

@test "18: a star is the current position, what follows can be redone" {
	replays 0 'forward unsolved 9 2' "$D1" 'urrrrddLL*ruulDD'
	{ board "$D1" && lines '' 'urrrrddLL*ruulDD'; } >in
	try 0 sokfmt in
	same in "$out"
}

@test "19: the steps of a jump count as moves" {
	replays 1 'reverse unsolved 13 6' "$D2" '[rrrd]UU(rLLL)(drD)'
	printed not-solved
}

@test "20: a reverse game has to begin with a jump" {
	replays 1 '.*' '######/#@ $.#/######' 'r[]rL'
	printed no-leading-jump
}

@test "21: capitals pull in reverse play, small letters walk" {
	replays 0 'reverse solved 2 1' "$small" '[]rL'
	replays 1 'reverse unsolved 2 0' "$small" '[]rl'
}

@test "22: letter case follows the position in forward play" {
	replays 0 'forward solved 1 1 1 1 1 1 wrong-case' "$small" r
	replays 0 'forward solved 2 1 1 1 1 1 wrong-case' \
		'######/#@ $.#/######' RR
	{ board '######/#@ $.#/######' && lines '' RR; } >in
	try 0 sokreplay -p --rewrite in
	{ board '######/#@ $.#/######' && lines '' rR; } | expect_out
}

@test "22: letter case can be made an error" {
	replays 1 '.*' "$small" r --strict-case
	printed wrong-case
}

@test "23: solved on the way and not at the end is not solved" {
	replays 1 'forward unsolved 2 2 1 1 1 1 solved-early' \
		'######/#@$. #/######' RR
}

@test "24: a puzzle that starts solved needs a push" {
	replays 1 'forward unsolved 1 0' '#######/#     #/# @*  #/#     #/#######' u
	replays 0 'forward solved 6 2' \
		'#######/#     #/# @*  #/#     #/#######' RurrdL
}

@test "25: boxes on goals out of reach are decoration" {
	replays 0 'forward solved 1 1' '*###*/#@$.#/*###*' R
	try 0 sokcheck board
	no_output
	try 0 sokcheck --severity=note board
	printed ': note: .*\[outside-elements\]'
}

@test "26: a box off goal out of reach is a warning, and not solved" {
	replays 1 'forward unsolved 1 1' '########/#@$.#$.#/########' R
	printed not-solved
	replays 0 'forward solved 1 1' '########/#@$.#$.#/########' R --reachable
	try 0 sokcheck board
	printed 'board:2:6: warning: .*\[outside-box-off-goal\]'
}

@test "27: boxes and goals are counted where the player gets" {
	board '########/#@$ #.##/########' >in
	try 1 sokcheck in
	printed 'in:[0-9]+:[0-9]+: error: .*\[box-goal-count\]'
	try 0 sokfmt in
	same in "$out"
}

@test "28: a step forth and back is two moves" {
	replays 1 'forward unsolved 2 0' "$D1" rl
}

@test "29: there are two definitions of box lines" {
	replays 0 'forward solved 5 3 2 1 2 3' \
		'#######/#     #/#@$  .#/#     #/#######' RlrRR
	replays 0 'forward solved 5 3 1 1 2 3' \
		'#######/#     #/#@$  .#/#     #/#######' RlrRR --yasc-lines
}

@test "30: a TAB reaches to the next multiple of eight" {
	lines $'\t#####' '        #@$.#' $'\t#####' >in
	try 0 sokfmt in
	board "$small" | expect_out
	try 0 sokcheck in
	printed 'in:1:[0-9]+: warning: .*\[tab-in-board\]'
}

@test "30: a TAB is as wide as asked for" {
	lines $'\t#####' ' #@$.#' $'\t#####' | try 0 sokfmt --tabs=1
	board "$small" | expect_out
}

@test "31: letters are squares where they make a sound board" {
	board 'WWWWW/W@$.W/WWWWW' >in
	try 0 sokfmt in
	board "$small" | expect_out
	try 0 sokcheck in
	printed 'in:1:[0-9]+: warning: .*\[legacy-letter\]'
	for rows in '#####/#@$o#/#####' '#####/#pbo#/#####' '#####/#mb.#/#####'
	do
		board "$rows" | try 0 sokfmt
		board "$small" | expect_out
	done
}

@test "31: letters are text where they make no sound board" {
	for rows in 'WWWWW/W@$ W/WWWWW' 'wow/bob/pop' 'WWW/WbW/WWW'; do
		board "$rows" | try 0 sokfmt
		quiet
		board "$rows" | expect_out
	done
}

@test "32: the pusher alphabet is never guessed" {
	board 'XXXXX/X@*.X/XXXXX' >in
	try 1 sokfmt in
	said "--squares='X=# \*=\\$' reads them \[unknown-alphabet\]"
	same in "$out"
	try 1 sokcheck in
	printed 'error: .*\[no-puzzle\]'
	try 0 sokfmt -f pusher in
	board "$small" | expect_out
	board 'XXXXXX/X@*.&X/XXXXXX' | try 0 sokfmt -f pusher
	board '######/#@$.*#/######' | expect_out
}

slc() {
	lines '<?xml version="1.0" encoding="ISO-8859-1"?>' \
	'<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">' \
	'<SokobanLevels><Title>T</Title><Description>D</Description>' \
	'<LevelCollection Copyright="C">' "$@" \
	'</LevelCollection></SokobanLevels>'
}

@test "33: an .slc row keeps its leading blanks and its empty rows" {
	slc '<Level Id="A &#x26; B">' '<L>  ###</L>' '<L></L>' '<L>#####</L>' \
	'<L>#@$.#</L>' '<L>#####</L>' '<L></L>' '</Level>' | try 0 sokfmt
	quiet
	sed -n '/^A & B$/,$p' "$out" >level
	{ lines 'A & B' '' && board '  ###/-/#####/#@$.#/#####'; } >want
	same want level
	printed '^Collection: T$'
	printed '^Copyright: C$'
	printed '^D$'
}

@test "33: a byte that ISO-8859-1 leaves free is a warning" {
	slc "<Level Id=\"Cura"$'\x87'"ao\">" '<L>#####</L>' '<L>#@$.#</L>' \
	'<L>#####</L>' '</Level>' >in
	try 0 sokcheck in
	printed 'in:[0-9]+:[0-9]+: warning: '
	try 0 sokfmt in
	printed '^Cura.*ao$'
}

@test "33: a foreign character in an .slc row names its level" {
	slc '<Level Id="Good">' '<L>#####</L>' '<L>#@$.#</L>' '<L>#####</L>' \
	'</Level>' '<Level Id="Bad">' '<L>|####</L>' '<L>#@$.#</L>' \
	'<L>#####</L>' '</Level>' | try 1 sokfmt
	said 'error: .*Bad'
	printed '^Good$'
}

@test "34: a key inside a comment block is comment" {
	{ board "$small" &&
		lines '' Comment: 'Title: no' Comment-End:; } >in
	try 0 sokfmt in
	same in "$out"
	try 0 sokconv -t jsonl in
	never_printed '"title":"no"'
}

@test "34: a trace holds messages, comments and boundaries beside moves" {
	{ board '####/#@ #/#  #/#$ #/#. #/####'
	  lines ---saved-image---
	  board '####/#  #/#  #/# @#/#* #/####'
	  lines ---information--- 'status:cleared' ---trace-data---
	  lines '"dull" ; lll' 'dD' '' 'r'; } >trace
	try 0 sokconv -t jsonl trace
	printed '"moves":"\(dD\)\(r\)"'
	try 0 sokreplay trace
}

@test "35: a Macintosh set reads the same from every container" {
	hex <"$cases/mac-rsrc.hex" >set.rsrc
	hex <"$cases/mac-appledouble.hex" >._set
	hex <"$cases/mac-macbinary.hex" >set.bin
	try 0 sokfmt set.rsrc
	cp "$out" rsrc
	try 0 sokfmt ._set
	same rsrc "$out"
	try 0 sokfmt set.bin
	same rsrc "$out"
	sed -n '/^First$/,$p' rsrc >levels
	{ lines First '' && board "$small" && lines '' '' &&
		board '######/#@ $.#/######'; } >want
	same want levels
	printed Demo
}

@test "36: the published id fills the whole area of the player" {
	board '###########/##### *. ##/####  @# ##/#  $.$#####/#   #  $ .#/##### $  .#/###########' >in
	try 0 sokconv -t jsonl in
	printed '"id":"1674E2D1AC70B61C"'
	printed '"exact_id":"4C58C6973860C790"'
	try 0 sokconv -t records in
	printed $'^1674E2D1AC70B61C\t'
}

@test "37: a board quoted in mail is a board" {
	lines '> One' '>' '> #####' '> #@$.#' '> #####' >in
	try 0 sokfmt in
	quiet
	{ lines One '' && board "$small"; } | expect_out
	stable
}

@test "37: a board of which only some rows are quoted is a warning" {
	lines '> #####' '#@$.#' '> #####' >in
	try 0 sokcheck in
	printed 'warning: .*\[ragged-mail-quote\]'
}

@test "38: a backslash and an n do not end a row" {
	lines '#####\n#@$.#\n#####' >in
	try 0 sokfmt in
	quiet
	same in "$out"
	try 1 sokcheck in
	printed 'in:[0-9]+:[0-9]+: error: .*\[no-puzzle\]'
}

@test "39: a box on a goal in the outer ring is no wall" {
	board '#####/#@$.*/#####' >in
	try 1 sokcheck in
	printed 'in:2:5: error: .*\[not-closed\]'
	try 0 sokfmt in
	same in "$out"
}

@test "40: of two players none is dropped" {
	board '#######/#@$.@ #/#######' >in
	try 1 sokcheck in
	printed 'in:[0-9]+:[0-9]+: error: .*\[many-players\]'
	try 0 sokfmt in
	same in "$out"
}

@test "41: a note above an untitled board is guarded" {
	{ board "$small" && lines '' 'Thanks Bob' '' Two '' && board "$D1"; } |
		try 0 sokfmt --drop=titles
	{ board "$small" && lines '' 'Thanks Bob' :: '' '' && board "$D1"; } |
		expect_out
	stable
	try 0 sokconv -t jsonl "$out.once"
	never_printed '"title":"Thanks Bob"'
	printed '"text":"Thanks Bob"'
}

@test "42: pusher changes are displacements from the active pusher" {
	replays 0 'forward solved 6 3' \
	'#######/#  .  #/#  $  #/# .$  #/# @ @ #/#  .  #/#  $  #/#  @  #/#######' \
	'{rddd}Urr{uul}uLU'
}

@test "a number above or below a board is no broken row" {
	{ lines '#1' && board "$small" && lines '#50 (3)'; } >in
	try 0 sokfmt in
	quiet
	{ lines '#1' '' && board "$small" && lines '' '#50 (3)'; } | expect_out
}

@test "a word that ends in a long number is text" {
	{ board "$small" && lines '' L20261231; } >in
	try 0 sokfmt -c in
	quiet
}

@test "the blank behind mail quotes adds no column" {
	lines '> #####' '> #@$.' '> #####' | try 0 sokfmt
	lines '#####' '#@$.' '#####' | expect_out
	lines '>> #####' '>> #@$.' '>> #####' | try 0 sokconv -t jsonl
	printed '"width":5,'
}

@test "a row beside a board that holds no square is said" {
	lines '  ####' '###  ####' '#     $ #' '# #  #$ #' '# O O#@ #' \
		'#########' | try 1 sokfmt
	said '^<stdin>:5:3: error: `O` is not a Sokoban square; these lines are not read as a board'
	{ lines '#  ä   #' && board "$small" && lines '#A    #' '' &&
		board "$D1"; } | try 0 sokcheck
	printed '^<stdin>:1:4: .*this is not a Sokoban square; .* of the board below it'
	printed '^<stdin>:5:2: .*`A` is not a Sokoban square; .* of the board above it'
	[ "$(grep -c unknown-square "$out")" -eq 2 ]
	{ lines '## Level 1 ##' && board "$small"; } | try 0 sokfmt
	quiet
}

# unchanged_again FILE: what is written for it is read and written alike.
unchanged_again() {
	sokfmt -q "$1" >once
	try 0 sokfmt once
	same once "$out"
}

@test "a bar within one of several rows is said" {
	lines '#######' '#@$. |#' '#    .#' '#######' | try 0 sokfmt
	said '^<stdin>:2:6: warning: `\|` ends a row here, although other rows '\
'are on lines of their own \[unknown-square\]'
	one_line "$err"
	# Groups and blanks stand before it, and quotes before all.
	lines 'Hi' '' '> #######' '> 2(#)@$. |#' '> #    .#' '> #######' '' \
		'bye' | try 0 sokfmt
	said '^<stdin>:4:11: warning: `\|` ends a row here'
	lines '5#|#@$.#' '5#' | try 0 sokfmt
	quiet
}

@test "walls that touch quotes or tags are said to be no rows" {
	lines 'L = """######' '#    #' '#@$. #' '#    #' '######"""' >in
	try 0 sokfmt in
	said '^in:1:7: warning: `"` is not a Sokoban square; .* of the board below it'
	said '^in:5:7: warning: `"` is not a Sokoban square; .* of the board above it'
	lines '######</pre>' >>in
	{ lines '<pre>######' '#    #' '#@$. #' '#    #' '######</pre>'; } |
		try 1 sokcheck
	printed '^<stdin>:1:5: warning: `>` is not a Sokoban square'
	printed '^<stdin>:5:7: warning: `<` is not a Sokoban square'
	{ lines '"Three" ###' && board "$small" && lines '### "Four"'; } |
		try 0 sokfmt
	quiet
}

@test "walls that touch a quote are said wherever the board stands" {
	for line in 'One"####' 'One [b]####' '; "###' 'Title: "####'; do
		for n in 2 500; do
			for ((i = 0; i < n; i++)); do
				[ $((2 * i)) -ne "$n" ] || lines "$line"
				board "$small" && lines '' ''
			done >in
			try 0 sokcheck --disable=ambiguous-title in
			one_line "$out"
			printed ' is not a Sokoban square; this line is not read as a row of the'
			try 0 sokfmt in
			said 'warning: .* is not a Sokoban square; this line is not read as a row'
		done
	done
}

@test "walls that touch what is not to be seen are said to be no rows" {
	local zero=$'\xe2\x80\x8b'
	{ lines 1 '' $'\f#####' '#@$.#' '#   #' '#####' "$zero#####" &&
		lines '#@$.#' '#   #' '#####' $'#####\v'; } >in
	try 1 sokcheck in
	printed '^in:3:1: error: this is not a Sokoban square; these lines are not read as a board'
	[ "$(grep -c unknown-square "$out")" -eq 1 ]
}

@test "a row with one thing behind it is said to be none" {
	{ lines 1 '' '#####x' '#@$.#' '#   #' '#####' '####z#' '' &&
		lines '#### A' && board "$D1"; } | try 1 sokcheck
	printed '^<stdin>:3:6: error: `x` is not a Sokoban square; these lines are not read as a board'
	[ "$(grep -c unknown-square "$out")" -eq 1 ]
}

@test "a bar in front of a row adds nothing, as one behind it" {
	lines '|5#|' '|#@$.#|' '|5#|' | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
	quiet
	lines '| ######' '| #@ $.#' '| #    #' '| ######' | try 0 sokfmt
	board '######/#@ $.#/#    #/######' | expect_out
}

@test "blanks in front of a run-length row are floor, as in plain rows" {
	lines '  5#' '  #@$.#' '  5#' | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
	lines '  3#' '3# 3#' '#-@$.-#' '7#' | try 0 sokfmt
	{ lines '  ###' && board '### ###/# @$. #/#######'; } | expect_out
	lines '  3#|' '3# 3#|' '#-@$.-#|' '7#|' | try 0 sokfmt
	{ lines '  ###' && board '### ###/# @$. #/#######'; } | expect_out
	printf '\t%s\n' 5# '#@$.#' 5# | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
	lines '> 5#' '> #@$.' '> 5#' | try 0 sokfmt
	board '#####/#@$./#####' | expect_out
	lines '   6#' '   #@3-' '   6#' | try 1 sokcheck
	printed '^<stdin>:2:4: .*not-closed'
	lines '   5#|#@0$.#|5#' | try 1 sokfmt
	said '^<stdin>:1:9: error: a count cannot begin with 0'
}

@test "blanks in front of several run-length rows indent the line" {
	for line in '  5#|#@$.#|5#' '  5#|  #@$.#|  5#' '  |5#|#@$.#|5#'; do
		lines "$line" | try 0 sokfmt
		board '#####/#@$.#/#####' | expect_out
		quiet
	done
}

@test "a run-length row within walls needs none" {
	lines 7# '#@$.2-#' 7- '*5-*' 7# | try 0 sokfmt
	lines '#######' '#@$.  #' - '*     *' '#######' | expect_out
	lines 7# '*@-$.-*' '*5-*' '*5-*' 7# | try 0 sokfmt
	lines '#######' '*@ $. *' '*     *' '*     *' '#######' | expect_out
	for row in 7- '*5-*' ' 5*'; do
		lines 7# '#@$.2-#' "$row" 7# | try 0 sokfmt
		[ "$(sed '/^$/q' "$out" | wc -l)" -eq 4 ]
		lines '7#|' '#@$.2-#|' "$row|" '7#|' | try 0 sokfmt
		[ "$(sed '/^$/q' "$out" | wc -l)" -eq 4 ]
	done
	for row in 2- 8- '2*' '8*' 5. '*5-'; do
		lines 7# '#@$.2-#' 7# "$row" 7# '#@$.2-#' 7# | try 0 sokfmt
		grep -qxF "$row" "$out"
		[ "$(grep -c '@' "$out")" -eq 2 ]
	done
	lines '5#|#@$.#|5#' '*3-*' 5# | try 0 sokfmt
	printed '^\*3-\*$'
	lines 7# '#@$.2-#' 7# '7*' | try 0 sokfmt
	printed '^7\*$'
}

@test "headings of a hash and a number are no rows" {
	for number in '#1.' '#12.' '#2-1' '#3 -' '#7'; do
		{ lines "$number" && board "$small"; } | try 0 sokfmt
		{ lines "$number" '' && board "$small"; } | expect_out
		quiet
	done
}

@test "a number in front of moves counts no moves" {
	{ board "$small" && lines '' '1 lR' '2 lR' '12 rR'; } >in
	try 0 sokfmt in
	same in "$out"
	try 0 sokcheck in
	printed '^in:[0-9]+:1: warning: a number and a blank precede these '\
'moves; they were kept as text \[ambiguous-moves\]'
	one_line "$out"
	try 0 sokrle in
	printed '^12 rR$'
	{ board "$small" && lines '' 'rr3' '2 rR' '' '3 (lr)'; } | try 0 sokfmt
	{ board "$small" && lines '' "$(printf 'r%.0s' {1..34})R" '' \
		lrlrlr; } | expect_out
	lines 'lr 3 r' | try 0 sokrle -d
	lines lrrrr | expect_out
	board "$small" >in
	lines R '' $'12\trR' >moves
	try 2 sokreplay -M moves in
	said '^sokreplay: moves:3:1: a number and a blank precede these moves'
	try 2 sokreplay -m '3 rR' in
	said '^sokreplay: --moves: byte 1: a number and a blank'
}

@test "lines that are moves but for a byte are said where they touch some" {
	local early='########/#@$ .  #/########'
	{ board "$early" && lines '' 'rrllRRll,' 'rrllrrll' '' 'rR' \
		'  llrrllrr.' 'rlrlrlrl' && board "$early" &&
		lines '' 'rrllrrll=' 'rrllrr=' 'rrllrrll=' 'rR'; } >in
	for way in cat 'sed s/$/\r/'; do
		$way <in >again
		try 0 sokcheck again
		printed '^again:5:9: warning: this is not a move, so this line is text and does not continue the moves below it \[ambiguous-moves\]'
		printed '^again:9:11: warning: .* the moves above it'
		printed '^again:17:9: warning: .* the moves below it'
		[ "$(grep -c ambiguous-moves "$out")" -eq 3 ]
	done
	try 0 sokrle in
	quiet
	# Words and lists are no moves, and what is apart belongs to nothing.
	{ board "$early" && lines '' 'Rudolfus!' 'rRlrlrlr' 'rrll,rl' '' \
		'llrrllrr.' '' rR; } | try 0 sokcheck
	no_output
}

@test "moves with a remark behind them on the line are text, which is said" {
	local early='########/#@$ .  #/########' sign
	for sign in ' ; ' ';' ' # ' ' // '; do
		{ board "$early" && lines '' Solution "rr${sign}so far" 'll' \
			"lR${sign}done"; } >in
		try 0 sokcheck in
		printed '^in:6:3: warning: this is not a move, .* the moves below it'
		printed '^in:8:3: warning: this is not a move, .* the moves above it'
		[ "$(grep -c 'this is not a move' "$out")" -eq 2 ]
		try 0 sokcheck - <<-EOF
			$(board "$early")

			rrllrrllr${sign}so far
			rr${sign}done

			rrllrrllr${sign}so far
		EOF
		one_line "$out"
		printed ':5:10: warning: this is not a move, so this line is kept as'
	done
	# Words are none, and remarks below moves are what they seem.
	{ board "$early" && lines '' Solution rRlrlrlr 'D; it ends' '' \
		'Dull; it ends' '' rRlrlrlr '; done' '' '2 # of these'; } |
		try 0 sokcheck
	no_output
}

@test "a tag by itself is no jump" {
	{ board "$small" && lines '' Notes: '<ul>' '<dl>' End; } >in
	try 0 sokfmt in
	same in "$out"
	{ board "$small" && lines '' '<ul>[]rL'; } | try 0 sokfmt
	printed '^\[ul\]\[\]rL$'
	lines '<ul>' '<d>' | try 0 sokrle
	lines '<ul>' '<d>' | expect_out
	# Several are none, either.
	{ board "$small" && lines '' '<dl><dl>' '<u> <u>' '' '<dl>rL'; } >in
	{ board "$small" && lines '' '<dl><dl>' '<u> <u>' '' '[dl]rL'; } >want
	try 0 sokfmt in
	same want "$out"
	lines '<dl><dl>' '<>' '<>' | try 0 sokrle
	lines '<dl><dl>' '<>' '<>' | expect_out
}

@test "signs that are drawn with < and > are no game" {
	{ board "$small" && lines '' '<> D <>' '<>   <>' '' '<> L <>'; } >in
	try 0 sokfmt in
	same in "$out"
	try 0 sokrle <in
	{ lines '5#|#@$.#|5#' '' '<> D <>' '<>   <>' '' '<> L <>'; } >want
	same want "$out"
	# The first jump of a game may be empty, as before.
	{ board "$small" && lines '' '<>rL'; } | try 0 sokfmt
	printed '^\[\]rL$'
}

@test "a title below a titled board that counts on names the next" {
	{ lines '; 1' '' && board "$small" && lines '; 2' '' &&
		board "$D1" && lines '; 3' '' && board "$small"; } >in
	try 0 titles in
	lines 1 2 3 | expect_out
	{ lines 'Level 9' '' && board "$small" && lines '; level 10' '' &&
		board "$D1"; } >in
	try 0 titles in
	lines 'Level 9' 'level 10' | expect_out
	# Games are not counted with boards.
	{ lines 1 '' && board "$small" && lines '' '; 2' '::' '' R; } >in
	{ lines 1 '' && board "$small" && lines '; 2' '' R; } | try 0 sokfmt
	same in "$out"
	# What does not count on may name the board above.
	{ lines '; 100 Boxes' '' && board "$small" && lines '; level 1' '' &&
		board "$D1" && lines '; level 2' '' && board "$small"; } >in
	try 0 titles in
	lines '100 Boxes' 'level 2' '' | expect_out
	# A number may have a name behind it, or below it.
	{ lines '; 43' '' && board "$small" && lines "; 44 'Duh!'" '' &&
		board "$D1" && lines '; 45' '' && board "$small" &&
		lines '; 46: Two' '' && board "$D1" && lines '; 47' '' &&
		board "$small" && lines '; 48' "'Three'" '' && board "$D1" &&
		lines $'\t; 49' '' && board "$small" &&
		lines $'\t; 50' "'Four'" '' && board "$D1"; } >in
	try 0 titles in
	lines 43 "44 'Duh!'" 45 '46: Two' 47 "48 'Three'" 49 "50 'Four'" |
		expect_out
}

@test "a comment that touches its board is its title" {
	{ lines '; A header' ';' ';M1.XSB' && board "$small"; } >in
	try 0 titles in
	lines M1.XSB | expect_out
	{ lines '; A header' ';LEVEL 1' && board "$small"; } >in
	try 0 titles in
	lines 'LEVEL 1' | expect_out
	{ lines '; A header' ';' '; A remark' '' && board "$small"; } >in
	try 0 titles in
	lines '' | expect_out
}

@test "a line that only looks blank parts a title from notes" {
	for blank in $'\xc2\xa0' $'\xa0 ' $'\f' $'\xe3\x80\x80'; do
		{ board "$small" && lines '' Note "$blank" Two '' &&
			board "$D1"; } >in
		try 0 titles in
		lines '' Two | expect_out
		unchanged_again in
	done
}

@test "a title with a rule below it is doubtful" {
	{ lines One '===' '' && board "$small" && lines '' Two '~~~' '' &&
		board "$D1" && lines '```' '## Three' '```' && board "$small" &&
		lines '```' '' 'A note' '---' '' && board "$D1"; } >in
	try 0 sokcheck in
	for line in 2 9 19; do
		printed "^in:$line:1: warning: a line without words is not a \
title; it was kept as a note .* of the board below \[ambiguous-title\]"
	done
	[ "$(grep -c ambiguous-title "$out")" -eq 3 ]
	unchanged_again in
	# So are one with a colon and one of two lines.
	{ lines 'Level 1: One' '============' '' && board "$small" &&
		lines '' 'Level 2: Two' === && board "$D1" &&
		lines '' 'Level 3' "'Three'" ------- '' && board "$small" &&
		lines 'A note:' -------; } >in
	try 0 sokcheck in
	for line in 2 9 19; do
		printed "^in:$line:1: warning: a line without words is not a title"
	done
	[ "$(grep -c ambiguous-title "$out")" -eq 3 ]
	unchanged_again in
	# Keys, comments and notes of several lines have none below them.
	for line in 'Author: Bob' ':: Bob' $'A note\nby Bob' Comment:; do
		{ board "$small" && lines '' "$line" "${line//?/-}" '' &&
			board "$D1"; } | try 0 sokcheck --disable=unclosed-comment
		no_output
	done
}

@test "a title is doubtful right below a rule, or where it counts on" {
	{ lines 'Level 1' '' && board "$small" && lines '' ------ 'Level 2' '' &&
		board "$D1" && lines '' 'By Bob' '***' Three '' &&
		board "$small" && lines '' 'Level 4' '' && board "$small" &&
		lines '' 'By Ann' 'Level 5' '' && board "$D1"; } >in
	try 0 sokcheck in
	for line in 8 19 32; do
		printed "^in:$line:1: warning: kept as a note with the line \
above it; only a separate line is the title of the board below \[ambi"
	done
	[ "$(wc -l <"$out")" -eq 3 ]
	unchanged_again in
	# At the start nothing comes before them.
	{ lines 'My levels' 'level 1' '' && board "$small"; } | try 0 sokcheck
	printed '^<stdin>:2:1: warning: kept as a note .*ambiguous-title'
	# What counts from elsewhere is a note.
	{ lines 'Level 1' '' && board "$small" && lines '' 'By Bob' 'Level 3' '' &&
		board "$small" && lines 'Moves' 4 '' && board "$small"; } |
		try 0 sokcheck
	no_output
}

@test "what is not to be seen is no title" {
	for blank in $'\xc2\xa0' $';\xa0' $'\f' $'; \xe3\x80\x80'; do
		{ board "$small" && lines '' "$blank" '' &&
			board "$D1" && lines '' "$blank" R; } >in
		try 0 titles in
		lines '' '' | expect_out
		unchanged_again in
		try 0 sokconv -t jsonl in
		lacks "$out" '"name":"[^"]'
	done
	{ board "$small" && lines '' Two '' $'\xc2\xa0' && board "$D1"; } >in
	try 0 titles in
	lines '' '' | expect_out
	{ board "$small" && lines '' Two $'\xc2\xa0' '' && board "$D1"; } |
		try 0 sokcheck
	printed '^<stdin>:6:1: warning: a line without words is not a title;'
	# Nor is it one from elsewhere.
	try 0 sokconv -f jsonl -t sok <<<'{"title_line":"\u00a0","board":["#####","#@$.#","#####"]}'
	printed $'^Title: \xc2\xa0$'
}

@test "text that touches the board below is doubtful" {
	{ lines 1 && board "$small" && lines 'Moves: 12' 'Two (by Bob)' &&
		board "$D1" && lines '' ';LEVEL 3' ';AUTHOR A' &&
		board "$small" && lines '' Author:\ A 'Name: 4' &&
		board "$D1"; } >in
	try 0 sokcheck in
	for line in 6 15 21; do
		printed "^in:$line:1: warning: text directly above a board \
belongs to the text or board above it; only a separate line is a title \[amb"
	done
	[ "$(grep -c ambiguous-title "$out")" -eq 3 ]
	unchanged_again in
	# The header may, but for what numbers the first board.
	{ lines 'By Bob' 'in May' && board "$small" && lines '' '; by hand' \
		'of Ann' '' && board "$D1" && lines 'Author: A' 'Date: B' &&
		board "$small"; } | try 0 sokcheck
	no_output
	{ lines 'By Bob' 'Level 1' && board "$small"; } | try 0 sokcheck
	printed '^<stdin>:2:1: warning: text directly above a board .*ambiguous-title'
}

@test "keys above their boards are doubtful" {
	{ board "$small" && lines '' 'Title: Two' 'Author: A' &&
		board "$D1"; } >in
	try 0 sokcheck in
	printed '^in:6:1: warning: keys belong to the board above them; programs '\
'that split at blank lines give these to the board below \[ambiguous-title\]'
	one_line "$out"
	# These are where they belong.
	{ lines 'Title: All' && board "$small" && lines 'Title: One' &&
		board "$small" && lines '' 'Title: Two' '' && board "$D1"; } |
		try 0 sokcheck
	no_output
	{ board "$small" && lines '' Comment: 'Title: C' Comment-End: &&
		board "$D1"; } | try 0 sokcheck
	no_output
}

@test "titles that stand above their boards, apart from both, are doubtful" {
	{ lines 'By Bob' '' 'Title: One' '' && board "$small" &&
		lines '' 'Author: A' 'Title: Two' '' && board "$D1" &&
		lines 'Author: B' '' 'Title: Three' '' && board "$small" &&
		lines '' R; } >in
	for form in cat crlf cr; do
		case $form in
		cat) cp in it ;;
		crlf) sed 's/$/\r/' in >it ;;
		cr) tr '\n' '\r' <in >it ;;
		esac
		try 0 sokcheck it
		printed '^it:22:1: warning: keys belong to the board above '\
'them, so this last board has no title; .* \[shifted-titles\] \(puzzle 3\)$'
		one_line "$out"
		unchanged_again it
	done
	head -c -1 in | try 0 sokcheck
	one_line "$out"
	for program in sokfmt 'sokconv -t slc'; do
		# shellcheck disable=SC2086 # a program with its option
		try 0 $program in
		said '^in:22:1: warning: .* \[shifted-titles\] \(puzzle 3\)$'
	done
	# They may touch the boards below.
	{ lines 'Title: One' && board "$small" && lines '' 'Title: Two' &&
		board "$D1"; } | try 0 sokcheck --disable=ambiguous-title
	printed '^<stdin>:7:1: warning: .* \[shifted-titles\] \(puzzle 2\)$'
	one_line "$out"
	# What has its own key or line, and what is not apart, is where it belongs.
	for end in $'\nTitle: Last' '; Last' $'\nR\n\nTitle: Last'; do
		{ head -n -2 in && lines "$end"; } >it
		try 0 sokcheck it
		no_output
	done
	{ lines 'Title: All' '' && board "$small" && lines 'Title: One' '' &&
		board "$D1"; } | try 0 sokcheck
	no_output
	{ lines 'Title: All' '' One '' && board "$small" &&
		lines '' 'Title: 1' '' && board "$D1"; } | try 0 sokcheck
	no_output
	{ lines 'Title: All' '' && board "$small" && lines '' 'Title: 1' '' Two \
		'' && board "$D1" && lines '' && board "$small"; } | try 0 sokcheck
	no_output
	{ lines 'Title: All' '' && board "$small"; } | try 0 sokcheck
	no_output
	# It is so from the first board on or not at all.
	{ lines 'Title: All' '' && board "$small" &&
		lines '' $'n\303\266te' 'of one' '' && board "$D1" &&
		lines '' $'n\303\266te' 'of two' '' 'Title: Two' '' &&
		board "$D2"; } | try 0 sokcheck
	no_output
}

@test "what is said of boards above them, the same of each, is doubtful" {
	what='so this last board has none; .* \[shifted-titles\]'
	for second in 'Author: A' 'Boxes: 2' 'best MOVES: 9'; do
		{ lines 'A set' '' 'Level: 1' 'Author: A' '' && board "$small" &&
			lines '' Hard '' 'LEVEL: 2' 'Author: B' '' &&
			board "$D1" && lines '' 'Level: 3' 'Author: A' '' &&
			board "$small"; } | sed "s/Author: A/$second/
			s/Author/${second%:*}/" >in
		for way in cat 'sed s/$/\r/'; do
			$way <in >it
			try 0 sokcheck it
			one_line "$out"
			printed "^it:25:1: warning: .*$what \(puzzle 3\)$"
		done
	done
	try 0 sokfmt in
	said "$what"
	# A rule may stand above them.
	for rule in '*****' '-----' ';;'; do
		sed "s/^level:/$rule\n&/I" in | try 0 sokcheck
		printed "$what"
	done
	# The last one has its own, they touch the board above or differ.
	{ cat in && lines '' 'Level: 4'; } | try 0 sokcheck
	no_output
	{ cat in && lines '' R '' 'Level: 4'; } | try 0 sokcheck
	no_output
	sed 's/^LEVEL: 2/Puzzle: 2/' in | try 0 sokcheck
	no_output
	{ lines 'Author: A' 'Date: 3' '' && board "$small" &&
		lines 'Author: B' 'Date: 4' '' && board "$D1"; } | try 0 sokcheck
	no_output
	{ lines 'Author: A' '' && board "$small" && lines '' 'Author: B' '' &&
		board "$D1"; } | try 0 sokcheck
	printed '^<stdin>:7:1: warning: `Author` is read as a key of the board above'
}

@test "titles in comments above boards are doubtful" {
	{ lines '; Title: One' '; Author: A' && board "$small" &&
		lines '' '; a note' ';title: Two' '; optimal: 3' '' &&
		board "$D1"; } >in
	for way in cat 'sed s/$/\r/'; do
		$way <in >it
		try 0 sokcheck it
		printed '^it:2:1: warning: text directly above a board .*\(puzzle 1\)$'
		printed '^it:9:1: warning: kept as a note with .*\(puzzle 2\)$'
		unchanged_again it
	done
	# The first is that of the collection; notes are none, blocks neither.
	sed 2G in | head -n 6 | try 0 sokcheck
	no_output
	sed 's/[Tt]itle:/Note:/' in | try 0 sokcheck
	no_output
	{ board "$small" && lines '' 'Comment:' '; Title: Two' '; more' \
		'Comment-End:' '' && board "$D1"; } | try 0 sokcheck
	no_output
}

@test "a title at the end of the header is doubtful if the next counts on" {
	what='warning: the next title continues the numbering .*\(puzzle 1\)$'
	for first in 'Puzzle 1' '; Puzzle 1' "#1 'Attic'"; do
		for top in '; A set' $'A set\nby Bob'; do
			case $first in
			';'*) top=${top//A/; A} top=${top//by/; by} ;;
			esac
			{ lines "$top" "$first" '' && board "$small" &&
				lines '' "${first/1/2}" '' && board "$D1"; } >in
			try 0 sokcheck in
			printed "$what"
			sokfmt in | try 0 sokcheck
			printed "$what"
		done
	done
	# It stands by itself, does not count, or the board has another title.
	for change in '1G' 's/Puzzle 2/Cellar/' '5aTitle: One' '1d'; do
		{ lines 'A set' 'Puzzle 1' && board "$small" &&
			lines '' 'Puzzle 2' && board "$D1"; } |
			sed "$change" | try 0 sokcheck
		never_printed 'counts on'
	done
}

@test "titles in keys with something in front are doubtful" {
	what='kept as a note, because blanks or mail quotes precede the key; .*'
	{ lines One '' && board "$small" && lines 'Author: A' 'Title: Two' '' &&
		board "$D1" && lines '' 'Title: Three'; } >in
	for way in '    ' '> ' '>>'; do
		sed "/[#:]/s/^/$way/" in >it
		try 0 sokcheck it
		printed "^it:7:1: warning: $what \(puzzle 1 \"One\"\)$"
		printed "^it:16:1: warning: $what \(puzzle 2\)$"
		for j in 1 2; do
			sokfmt -j "$j" it | try 0 sokcheck
			printed "^<stdin>:8:1: warning: $what"
		done
	done
	# There is another, it is in a block, or it is no title.
	sed 's/^/  /; 6s/.*/Title: One/; $d' in | try 0 sokcheck
	never_printed 'in front'
	sed 's/^/  /; 6s/.*/Comment:/; 8s/.*/Comment-End:/; $d' in |
		try 0 sokcheck
	never_printed 'in front'
	sed 's/^/  /; s/Title/Titles/' in | try 0 sokcheck
	never_printed 'in front'
	# Nothing stands in front of a key that has no value.
	sed 's/^Title: .*/Title:/' in | try 0 sokcheck
	never_printed 'in front'
}

@test "paragraphs with the same heading above each board are doubtful" {
	what='begins like the text above the first board; .*'
	what+=' \[shifted-titles\] \(puzzle 1\)'
	for second in Level 'LEVEL 2' '; Level 2' 'No. 2'; do
		{ lines 'A set' '' "${second/2/1}" "'Attic' ; A1" '' &&
			board "$small" && lines '' "$second" "'Shed' ; A2" '' &&
			board "$D1" && lines '' 'Level 3' "'Barn' ; A3" '' \
			"; 4" '' && board "$small"; } >in
		for way in cat 'sed s/$/\r/'; do
			$way <in >it
			try 0 sokcheck it
			printed "^it:11:1: warning: .*$what$"
			try 0 sokfmt -j 2 it
			said "$what"
		done
	done
	# They touch a board, differ, begin with a key or have no other words.
	for change in 9d 12d 's/^No. 2/Yes 2/' 's/^No\./N:/' \
		"s/^'Shed'.*/----/"; do
		sed "$change" in | try 0 sokcheck
		never_printed shifted
	done
}

@test "titles that stand below their boards, apart from both, are doubtful" {
	what='for the boards above, all titles are off by one \[shifted-titles\]'
	for last in '; Three' Three $'Three\n\n'; do
		{ board "$small" && lines '' '; One' '' && board "$D1" &&
			lines '' 'A note' 'on it' '' '; Two' '' && board "$small" &&
			lines '' "$last"; } >in
		try 0 sokcheck in
		one_line "$out"
		printed "^in:19:1: warning: titles .*$what \(puzzle 3"
		try 0 sokfmt in
		said "^in:19:1: warning: .*$what"
		stable
	done
	{ lines 'A set' 'by Bob' '' && board "$small" && lines '' 1 '' &&
		board "$D1" && lines '' 2; } >in
	try 0 sokcheck in
	printed "$what"
	# They may touch both boards.
	{ board "$small" && lines One && board "$D1" && lines Two &&
		board "$small" && lines Three; } >it
	for way in cat 'sed s/$/\r/'; do
		$way <it | try 0 sokcheck
		printed "^<stdin>:12:1: warning: titles .*$what \(puzzle 3"
		one_line "$out"
	done
	sokfmt it | try 0 sokcheck
	printed "$what"
	# No line is below the last, it does not count on, or says more; the first
	# board has a title, a note or a game.
	for end in '' 3 'Bob' 'Title: 2' $'2\n\n3' $'2\nby Bob' $'R\n\n2'; do
		{ head -n -1 in && lines "$end"; } | try 0 sokcheck
		no_output
	done
	for top in 'A set' $'A set\n\n; 0'; do
		{ lines "$top" '' && tail -n +4 in; } | try 0 sokcheck
		no_output
	done
	for note in Note $'Note\n' 'Title: 0' $'\nR'; do
		{ board "$small" && lines "$note" '' 1 '' && board "$D1" &&
			lines '' 2; } | try 0 sokcheck
		never_printed shifted
	done
}

@test "they are found where an input is read at several places" {
	{ lines 'Title: 0' '' && for ((i = 1; i < 4000; i++)); do
		board "$small" && lines '' "Title: $i" ''
	done && board "$small" && lines '' ''; } >in
	for jobs in 1 2 4; do
		try 0 sokcheck -j "$jobs" in
		one_line "$out"
		printed '^in:23997:1: .*\[shifted-titles\] \(puzzle 4000\)$'
	done
	for ((i = 0; i < 4000; i++)); do
		board "$small" && lines '' "$i" ''
	done >in
	for jobs in 1 2 4; do
		try 0 sokcheck -j "$jobs" in
		one_line "$out"
		printed '^in:23995:1: .*\[shifted-titles\] \(puzzle 4000 "3998"\)$'
	done
}

@test "a comment on a solution ends with a line of its own kind" {
	for key in 'Solution Comment' 'solution comment' 'SOLUTION COMMENT'; do
		{ board "$small" && lines '' R '' "$key:" Comment-End: &&
			board "$D1" && lines "$key End:"; } >in
		unchanged_again in
		try 0 sokcheck -F tsv --severity=note in
		no_output
		try 0 sokconv -t records in
		one_line "$out"
	done
}
