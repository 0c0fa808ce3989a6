#!/usr/bin/env bats
# The recognition of boards: rows of plain and run-length text, squares, the
# ends of a board next to text and other boards, and findings about broken rows.

load helper

bent='#####/#@$.#/#  ##/#####'
small='#####/#@$.#/#####'
two='######/#@ $.#/######'
D1='########/#      #/#@ $   #/#   $  #/# . .  #/########'

# ---- rows and sizes

@test "every floor character is read, and written as a blank" {
	lines '#######' '#@-_ .#' '#_$_--#' '#######' >in
	lines '#######' '#@   .#' '# $   #' '#######' >want
	formats want <in
}

@test "the floor character can be chosen, empty rows stay a dash" {
	lines '  ###' '-' '#####' '#@ .#' '# $ #' '#####' >in
	try 0 sokfmt --floor=dash in
	lines '--###' - '#####' '#@-.#' '#-$-#' '#####' | expect_out
	try 0 sokfmt --floor=underscore in
	lines '__###' - '#####' '#@_.#' '#_$_#' '#####' | expect_out
	try 0 sokfmt --floor=space in
	same in "$out"
}

@test "two rows are not a board" {
	lines '#####' '#@$.#' | unchanged
}

@test "rows wider than any buffer are kept whole" {
	edge=$(printf '%3000s' '' | tr ' ' '#')
	{ echo "$edge"; printf '#@$%2995s.#\n' '' ; echo "$edge"; } >in
	formats in <in
	for floor in dash underscore; do
		try 0 sokfmt --floor=$floor in
		cp "$out" other
		[ "$(awk '{ print length }' other | uniq)" = 3000 ]
		formats in <other
	done
	try 0 sokfmt --transform=rotate90 in
	cp "$out" turned
	[ "$(wc -l <turned)" -eq 3000 ]
	try 0 sokfmt --transform=rotate270 turned
	same in "$out"
	# Open: the rectangle is shown by its first row.
	{ printf '%2990s\n' '' | tr ' ' -; echo '#@$.'; echo '####'; } >in
	try 0 sokfmt in
	sed -n 1p "$out" | grep -cxE -- '-{2990}'
	stable
}

@test "a board has three rows, and three columns that are not floor" {
	for rows in 1:###/#@#/### 1:#-#/#-#/#-# 1:-###-/-#@#-/-###- \
		1:*-*/@/*-* 1:@\$./---/--- 1:-----/-----/*@--- 1:##-/#@#/### \
		0:###/#@# 0:##/##/## 0:-##-/-##-/-##- 0:##-/##-/##- \
		0:*@/*@/*@ 0:#/#/# 0:@-/\$-/.- 0:@/\$/.; do
		{ board "$bent" && echo && board "${rows#?:}" && echo &&
			board "$bent"; } >in
		sokconv -q -t jsonl in >got
		[ "$(grep -c '"height":[1-9]' got)" -eq $((2 + ${rows%%:*})) ] ||
			{ echo "$rows"; cat got; false; }
		# Where puzzles are not kept; run-length text needs a wall.
		[[ $rows == *#* ]] || continue
		sokrle in >got
		[ "$(grep -c '|' got)" -eq $((2 + ${rows%%:*})) ] ||
			{ echo "$rows"; cat got; false; }
	done
}

@test "11: a dash is an empty row inside the board" {
	board '###/-/#####/#@$.#/#####' >in
	try 0 sokfmt in
	quiet
	same in "$out"
	try 0 sokconv -t jsonl in
	printed '"height":5'
}

@test "11: an empty line ends the board above it; the rows left are text" {
	{ lines '###' '' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines '###' '' '' && board "$small"; } | expect_out
	stable
}

@test "30: a TAB extends to the next multiple of eight" {
	lines $'\t#####' '        #@$.#' $'\t#####' >in
	try 0 sokfmt in
	board "$small" | expect_out
	try 0 sokcheck in
	printed 'in:1:[0-9]+: warning: .*\[tab-in-board\]'
}

@test "30: --tabs sets the width of a TAB" {
	lines $'\t#####' ' #@$.#' $'\t#####' | try 0 sokfmt --tabs=1
	board "$small" | expect_out
}

@test "38: a backslash followed by n does not end a row" {
	lines '#####\n#@$.#\n#####' >in
	try 0 sokfmt in
	quiet
	same in "$out"
	try 1 sokcheck in
	printed 'in:[0-9]+:[0-9]+: error: .*\[no-puzzle\]'
}

# ---- closed and open boards

@test "floor around a closed board is removed" {
	lines '---------' '---#####-' '---#@$.#' '---#####--' '-' >in
	board "$small" >want
	head -n 4 in | formats want
}

@test "open boards keep their rectangle, with floor at the edge" {
	lines '-----' '@.$--' '-----' >in
	try 0 sokfmt in
	quiet
	stable
	try 0 sokconv -t jsonl "$out.once"
	printed '"width":5,"height":3'
	try 0 sokconv -t jsonl in
	printed '"width":5,"height":3'
}

@test "39: a box on a goal in the outer ring does not count as a wall" {
	board '#####/#@$.*/#####' >in
	try 1 sokcheck in
	printed 'in:2:5: error: .*\[not-closed\]'
	try 0 sokfmt in
	same in "$out"
}

@test "40: two players are both kept, and are an error" {
	board '#######/#@$.@ #/#######' >in
	try 1 sokcheck in
	printed 'in:[0-9]+:[0-9]+: error: .*\[many-players\]'
	try 0 sokfmt in
	same in "$out"
}

# ---- squares in and out of reach

@test "25: unreachable boxes on goals are decoration" {
	replays 0 'forward solved 1 1' '*###*/#@$.#/*###*' R
	try 0 sokcheck board
	no_output
	try 0 sokcheck --severity=note board
	printed ': note: .*\[outside-elements\]'
}

@test "26: an unreachable box off goal is a warning, and the game is not solved" {
	replays 1 'forward unsolved 1 1' '########/#@$.#$.#/########' R
	printed not-solved
	replays 0 'forward solved 1 1' '########/#@$.#$.#/########' R --reachable
	try 0 sokcheck board
	printed 'board:2:6: warning: .*\[outside-box-off-goal\]'
}

@test "27: only boxes and goals that the player reaches are counted" {
	board '########/#@$ #.##/########' >in
	try 1 sokcheck in
	printed 'in:[0-9]+:[0-9]+: error: .*\[box-goal-count\]'
	try 0 sokfmt in
	same in "$out"
}

@test "no-break spaces in a board are read as floor, with a warning" {
	{ lines One '' && board '  #####/  #   #/  #@$.#/  #####' | sed 's/$/ /'
	  lines ' ' Two '' && board '#####/#@$.#/#####' &&
		lines ' ' 'A note.'; } >plain
	{ lines One '' && board '#####/#   #/#@$.#/#####' && lines '' '' Two ''
	  board '#####/#@$.#/#####' && lines '' 'A note.'; } >want
	for space in '\xc2\xa0' '\xa0'; do
		sed "/#/s/ /$space/g" plain >in
		try 0 sokfmt in
		same want "$out"
		try 0 sokcheck in
		printed '^in:3:1: warning: no-break spaces in this board were read as floor \[unknown-square\]'
		[ "$(grep -c unknown-square "$out")" -eq 1 ]
		try 0 sokrle in
		printed '5#|#3-#|#@$.#|5#$'
		# By itself it is a character of text.
		{ cat in && printf "%b\n" "$space" && cat in; } >twice
		try 0 sokconv -q -t records twice
		[ "$(wc -l <"$out")" -eq 4 ]
	done
	{ board '#####/#@$.#/#####' && printf '#\xc3\xa4\xc2\xa0#\n'; } >in
	try 0 sokfmt in
	printed '^#.*#$'
	lacks "$out" '\xa0.*\xa0'
}

# ---- boards that touch each other or text

@test "two boards without a blank line between them are separated" {
	{ board "$small" && board "$small"; } >in
	try 0 sokfmt in
	{ board "$small" && lines '' '' && board "$small"; } | expect_out
	stable
	try 0 sokcheck in
	printed 'in:[0-9]+:[0-9]+: warning: .*\[glued-boards\]'
}

# Rows above a walled board are read again separately.
@test "a board without walls right above another board is separate" {
	lines '-@-' '-$-' '-.-' '#####' '#@$.#' '#####' >in
	try 0 sokfmt in
	lines ' @-' ' $' ' .' '' '' '#####' '#@$.#' '#####' | expect_out
	stable
}

# All five lines are a sound board of letters, but the middle three are a board
# without walls.
@test "words around a board without walls are text" {
	lines Bob '-@-' '-$-' '-.-' Bob | try 0 sokfmt
	lines Bob '' ' @-' ' $' ' .' '' Bob | expect_out
}

@test "9: a rule line that touches the board below is removed" {
	{ lines One '' ----- && board "$small"; } | try 0 sokfmt
	quiet
	{ lines One '' && board "$small"; } | expect_out
	stable
}

@test "a number above or below a board is not a broken row" {
	{ lines '#1' && board "$small" && lines '#50 (3)'; } >in
	try 0 sokfmt in
	quiet
	{ lines '#1' '' && board "$small" && lines '' '#50 (3)'; } | expect_out
}

@test "headings made of a hash and a number are not rows" {
	for number in '#1.' '#12.' '#2-1' '#3 -' '#7'; do
		{ lines "$number" && board "$small"; } | try 0 sokfmt
		{ lines "$number" '' && board "$small"; } | expect_out
		quiet
	done
}

@test "any number of boards without blank lines between them are separated" {
	for rows in "$small/$two/$small" "$small/$two/$two/$small/$two"; do
		board "$rows" >in
		n=$(($(tr -cd / <<<"$rows" | wc -c) / 3 + 1))
		try 0 sokcheck in
		[ "$(grep -c 'glued-boards' "$out")" -eq $((n - 1)) ]
		try 0 sokfmt in
		[ "$(grep -c '@' "$out")" -eq "$n" ]
		[ "$(grep -c '^$' "$out")" -eq $((2 * (n - 1))) ]
	done
	lines '5#|#@$.#|5#' '6#|#@-$.#|6#' '6#|#@$-.#|6#' >in
	try 0 sokrle -d in
	[ "$(grep -c '^$' "$out")" -eq 2 ]
	# Too many to be cut off one by one are one, which is said.
	for ((i = 0; i < 65; i++)); do
		board "$small"
	done >in
	for program in sokfmt sokrle; do
		try 0 "$program" in
		[ "$(grep -c '^$' "$out")" -eq 0 ]
		one_line "$err"
		said '^in:4:1: warning: .*more than 64 .* one \[glued-boards\]'
	done
	sed 1,3d in >less
	try 0 sokfmt less
	[ "$(grep -c '^$' "$out")" -eq 126 ]
	# Several players in one room belong together.
	board "$small/######/#@ \$.#/#  @ #/######" >in
	try 1 sokcheck in
	printed ': error: 3 players'
}

@test "run-length boards on consecutive lines are separated, however many there are" {
	for ((i = 0; i < 300; i++)); do
		lines '5#|#@$.#|5#' '######|#+ $ #|######|'
	done >in
	try 0 sokcheck in
	one_line "$out"
	printed '^in:2:1: warning: another board begins here without a blank line; '
	printed ', and so are others like them \[glued-boards\] \(puzzle 2\)'
	try 0 sokfmt in
	[ "$(grep -c '[@+]' "$out")" -eq 600 ]
	stable
	try 0 sokrle -d in
	[ "$(grep -c '^$' "$out")" -eq 599 ]
	one_line "$err"
	said '^in:2:1: warning: another board begins here without a blank line; '
	said ', and so are others like them \[glued-boards\]$'
	# So is one that is not closed from those beside it.
	lines '5#|#@$.#|5#' '5#|#@$.-|5#' '5#|#@$.#|5#' >in
	try 1 sokcheck --disable=glued-boards in
	one_line "$out"
	printed '^in:2:4: error: the player can leave the board here, in row 2, '
	# Two of those are one with two players, and rows of one stand on many.
	lines '5#|#@$.-|5#' '5#|#@$.-|5#' >in
	try 1 sokcheck in
	printed ': error: 2 players'
	# A line that is no row is no board.
	lines '5#|#@$.#|5#' '20#|#@$.#|20#' '5#|#@$.#|5#' >in
	try 2 sokcheck --limit=side=10 in
	one_line "$out"
	printed '^in:2:1: error: more squares in a row than the limit `side`'
	lines '#####|#@$.#|' '#   #|' '#+$ #|#####' '5#|5#' >in
	try 1 sokcheck in
	printed '^in:1:1: error: 2 players'
	lines '#####|#@$.#|' '#   #|' '#####|' '5#|5#' >in
	try 0 sokcheck in
	expect_out </dev/null
}

# ---- run-length rows

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

@test "13: counts that repeat nothing are errors, and their lines are kept" {
	for line in '3#2' '2|3#|#@$.#|5#' '0#|5#|#@$.#|5#' \
	    '5#|#@$.#|5#3' '03#|5#|#@$.#|5#' '5#|#@$.#|5#3)'; do
		lines "$line" | try 1 sokfmt
		said ':1:[0-9]+: error: .*\[rle-(count|nesting)\]$'
		lines "$line" | expect_out
		lines "$line" | try 1 sokcheck
		printed ':1:[0-9]+: error: .*\[rle-(count|nesting)\]$'
	done
}

@test "13: a bad count is reported at its own column" {
	lines '5#|#@$.#|5#3' | try 1 sokfmt
	said ':1:12: error: .*\[rle-count\]$'
}

@test "14: a bar at the end of a row adds nothing" {
	lines '5#|#@$.#|5#|' | try 0 sokfmt
	quiet
	board "$small" | expect_out
}

@test "14: two bars are an empty row, with a warning" {
	lines '3#||5#|#@$.#|5#' >in
	try 0 sokfmt in
	board '###/-/#####/#@$.#/#####' | expect_out
	try 0 sokcheck in
	printed 'in:1:[0-9]+: warning: .*\[rle-empty-row\]'
}

@test "15: a run of two is the same as two squares" {
	lines '7#|#@2$2.#|7#' | try 0 sokfmt
	cp "$out" counted
	lines '7#|#@$$..#|7#' | try 0 sokfmt
	same counted "$out"
	board '#######/#@$$..#/#######' | expect_out
}

@test "a bar at the start of a row adds nothing, like a bar at its end" {
	lines '|5#|' '|#@$.#|' '|5#|' | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
	quiet
	lines '| ######' '| #@ $.#' '| #    #' '| ######' | try 0 sokfmt
	board '######/#@ $.#/#    #/######' | expect_out
}

@test "blanks before a run-length row are floor, as in plain rows" {
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

@test "blanks before several run-length rows on one line are an indent" {
	for line in '  5#|#@$.#|5#' '  5#|  #@$.#|  5#' '  |5#|#@$.#|5#'; do
		lines "$line" | try 0 sokfmt
		board '#####/#@$.#/#####' | expect_out
		quiet
	done
}

@test "a run-length row between walls needs no walls of its own" {
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

@test "one row with a count is decoded if it is the whole input" {
	lines '3#4-@.#' | try 0 sokrle -d
	lines '###    @.#' | expect_out
	lines '3#4-@.#' | try 0 sokrle -d --floor=dash
	lines '###----@.#' | expect_out
	lines '' '> 3#2-' | try 0 sokrle -d
	lines '3#|#2-#' | try 0 sokrle -d
	lines '###' '#  #' | expect_out
	lines '3#4-@.#' 'a note' >in
	try 0 sokrle -d in
	same in "$out"
	lines '3#4-@.#' >in
	try 0 sokrle in
	same in "$out"
}

# lost FILE LINE:COLUMN: the only finding is the error that lines are not read
# as a board, and the lines are kept.
lost() {
	try 1 sokcheck --disable=bad-utf8,no-puzzle "$1"
	one_line "$out"
	printed "^$1:$2: error: .* is not a Sokoban square; these lines are not read as a board \
\[unknown-square\]"
	try 1 sokfmt "$1"
	said "^$1:$2: error: .* is not a Sokoban square; these lines are not read as a board"
	same "$1" "$out"
}

# no_board ROWS: these rows, below a board, are not read as a board.
no_board() {
	{ board "$two" && lines '' 'Next one' '' && board "$1"; } >in
	lost in '[0-9]+:[0-9]+'
}

@test "a table of squares is not run-length text" {
	for rows in '| # | # | # |/| # | @ | # |/| # | $ | # |/| # | . | # |' \
		'|   | # | # |/| # | @ | # |/| * | $ | # |'; do
		no_board "$rows"
		try 0 sokrle in
		[ "$(tail -n 1 "$out")" = "$(tail -n 1 in)" ]
	done
	lines '| ##### | #@$.# | ##### |' | try 0 sokcheck
	expect_out </dev/null
}

# ---- boards in letters

@test "31: letters are squares if they make a sound board" {
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

@test "31: letters are text if they do not make a sound board" {
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

@test "a run-length board on one line does not join the rows below it" {
	lines '.#|' '#5#|#@$.#|5#' '#|#@' >in
	try 0 sokfmt in
	cp "$out" alone
	{ cat in && lines 'W@$.W' W '#'; } >longer
	try 0 sokfmt longer
	head -n 4 "$out" | cmp - <(head -n 4 alone)
	printed '^#@\$\.#$'
	stable
}

@test "a picture below a board of letters is kept whole, as elsewhere" {
	printf '%b\n' '#5#|#@#|##' '#\xf9--' - >in
	try 1 sokfmt in
	expect_out <in
	{ lines W - '@.$' && cat in; } >longer
	try 1 sokfmt longer
	{ lines '#' - '@.$' '' && cat in; } | expect_out
	# What is a picture alone is one above letters as well, and the other way
	# round: a count of 0, and one at the end.
	local first
	for first in '0##' '##6' '@#0#'; do
		lines "$first" '$#' '#' '###' WW '@$.' W >longer
		try 1 sokfmt longer
		cp "$out" once
		try 1 sokfmt once
		same once "$out"
	done
	# What is a picture there is one alone as well.
	lines '||#@$.B' '#' '##1' '#' '@@.' '#' >longer
	try 1 sokfmt longer
	cp "$out" once
	try 1 sokfmt once
	same once "$out"
}

# ---- boards in mail

@test "37: a board quoted in mail is a board" {
	lines '> One' '>' '> #####' '> #@$.#' '> #####' >in
	try 0 sokfmt in
	quiet
	{ lines One '' && board "$small"; } | expect_out
	stable
}

@test "37: a board with only some rows quoted is a warning" {
	lines '> #####' '#@$.#' '> #####' >in
	try 0 sokcheck in
	printed 'warning: .*\[ragged-mail-quote\]'
}

@test "sokfmt warns if its output has only quoted lines" {
	{ lines 'Author: A' && yes '> text' | head -n 600 && board "$small"; } >in
	try 0 sokfmt in
	quiet
	try 0 sokfmt --drop=keys in
	printed '^> text$'
	never_printed Author
	said '^<stdout>: warning: every line of the output begins with `>`, as in quoted mail: it will be read without them \[lossy\]$'
	# A line that is not quoted in the first bytes is enough.
	{ lines 'Author: A' '> text' && board "$small"; } |
		try 0 sokfmt --drop=keys
	quiet
}

@test "the blank after mail quotes does not add a column" {
	lines '> #####' '> #@$.' '> #####' | try 0 sokfmt
	lines '#####' '#@$.' '#####' | expect_out
	lines '>> #####' '>> #@$.' '>> #####' | try 0 sokconv -t jsonl
	printed '"width":5,'
}

@test "rows with mixed or deeper mail quotes are reported" {
	lines '> ######' '> #@ $.#' '> ######' | try 0 sokcheck
	no_output
	lines '> ######' '#@ $.#' '> ######' | try 0 sokcheck
	printed '^<stdin>:1:1: warning: some rows .* begin with a mail quote and some do not'
	lines Hello '' '> ######' '>> #@ $.#' '> ######' | try 0 sokcheck
	printed '^<stdin>:3:1: warning: some rows .* are quoted deeper than others'
}

@test "a blank encoded by mail at the end of a row is reported" {
	no_board '#####=20/#@$.#=20/#####=20'
	{ board "$small" && lines '#####=20'; } >in
	finds in 4:6 unknown-square 'this line is not read as a row of the board above it'
	{ board "$two" && lines '' '####=' '' 'a=20' '' '#=20' '' '# x #=20'; } |
		try 0 sokcheck --disable=ambiguous-title
	no_output
}

# ---- ids

@test "36: the published id fills the whole area of the player" {
	board '###########/##### *. ##/####  @# ##/#  $.$#####/#   #  $ .#/##### $  .#/###########' >in
	try 0 sokconv -t jsonl in
	printed '"id":"1674E2D1AC70B61C"'
	printed '"exact_id":"4C58C6973860C790"'
	try 0 sokconv -t records in
	printed $'^1674E2D1AC70B61C\t'
}

# ---- broken rows

@test "a line next to a board that contains an invalid square is reported" {
	lines '  ####' '###  ####' '#     $ #' '# #  #$ #' '# O O#@ #' \
		'#########' | try 1 sokfmt
	said '^<stdin>:5:3: error: `O` is not a Sokoban square; these lines are not read as a board'
	{ lines '#  ä   #' && board "$small" && lines '#A    #' '' &&
		board "$D1"; } | try 0 sokcheck
	printed '^<stdin>:1:4: .*`ä` is not a Sokoban square; .* of the board below it'
	printed '^<stdin>:5:2: .*`A` is not a Sokoban square; .* of the board above it'
	[ "$(grep -c unknown-square "$out")" -eq 2 ]
	{ lines '## Level 1 ##' && board "$small"; } | try 0 sokfmt
	quiet
}

@test "a picture that is spelled out has no counts, and no bars between rows" {
	# Rows from wall to wall that are as long as the plain rows beside them.
	for row in '#@$. |#' '#| @ |#' '#@ $.1#' '#@$  3#' '#12  @#' '# 2$@ #' \
		'#  3 @#' '#3 .1@#' '#122#@#' '#@ 2..#'; do
		lines '#######' '#  $. #' "$row" '#    .#' '#######' >in
		try 1 sokfmt in
		expect_out <in
		said '^in:3:[0-9]: error: `[1-3|]` is not a Sokoban square; these lines'
		try 0 sokrle in
		expect_out <in
	done
	# Several of them, in pictures without a player, box or goal.
	lines '#########' '#       #' '# 1 2 3 #' '# 1 1 2 #' '#       #' \
		'#       #' '#########' >in
	try 1 sokfmt in
	expect_out <in
	said '^in:3:3: error: `1` is not a Sokoban square'
	lines '########' '#GC  P##' '#     ##' '# ######' '# ######' '#     ##' \
		'########' >in
	try 1 sokfmt in
	expect_out <in
	# Programs write these, whatever is beside them.
	for row in '#@2-$.#' '#@$2-.#' '#@$-2.#' '2#@$..#' '#-@$.2#'; do
		lines '8#' '#5-.##' "$row" '#.4-##' '8#' | try 0 sokfmt
		quiet
	done
	# With a minimum of six there may be five without a count.
	lines '12#' '#-----$.-@##' '#6-$.--#.--#' '12#' | try 0 sokfmt
	quiet
	grep -q '^#      \$.  #.  #$' "$out"
}

@test "an invalid square in one of several boards loses no other board" {
	for sign in '; 2' ';' '=' '%' '!' ',' 'o' 'Level 2' '2'; do
		{ board '#####/#@$.#/#####' && lines "$sign" &&
			board '#####/#x$@#/#####' && lines "$sign" &&
			board '#####/#.$@#/#####'; } >in
		try 1 sokconv -t rle in
		line=$(grep -n 'x' in)
		said "^in:${line%%:*}:2: error: .x. is not a Sokoban square"
		[ "$(grep -c '^5#|' "$out")" -eq 2 ]
	done
}

@test "a bar within one of several rows is reported" {
	lines '#######' '#@$. |##' '#    .#' '#######' | try 0 sokfmt
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

@test "walls next to quotes or tags are reported as unread rows" {
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

@test "walls next to a quote are reported wherever the board is" {
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

@test "walls next to invisible characters are reported as unread rows" {
	local zero=$'\xe2\x80\x8b'
	{ lines 1 '' $'\f#####' '#@$.#' '#   #' '#####' "$zero#####" &&
		lines '#@$.#' '#   #' '#####' $'#####\v'; } >in
	try 1 sokcheck in
	printed '^in:3:1: error: this is not a Sokoban square; these lines are not read as a board'
	[ "$(grep -c unknown-square "$out")" -eq 1 ]
}

@test "a row with one invalid character after it is reported" {
	{ lines 1 '' '#####x' '#@$.#' '#   #' '#####' '####z#' '' &&
		lines '#### A' && board "$D1"; } | try 1 sokcheck
	printed '^<stdin>:3:6: error: `x` is not a Sokoban square; these lines are not read as a board'
	[ "$(grep -c unknown-square "$out")" -eq 1 ]
}

@test "a paragraph with one invalid square is reported once" {
	for rows in '#####/#@x.#/#####' '######/#@ $.#/#  o #/#    #/######' \
		'#####,/#@$.#,/#####,' '#####/#@x.#/#$y #/#####' \
		'#####<br>/#@$.#<br>/#####<br>' '###<p>/#@#<p>/#$#<p>'; do
		no_board "$rows"
		try 0 sokrle -d in
		quiet
	done
	# Of several strange squares a row may be made where others are around.
	for rows in '#####/#xy.#/#@$ #/#####' '#####/#@$.#/#x y#/#####' \
		'#######/#ab?x.#/#@$ ! #/#######' \
		'######/#@$. #/#oooo#/#oxxo#/######' \
		'######/#@$. #/#~k~~#/#    #/######'; do
		no_board "$rows"
	done
	for rows in '#####/#fox#/#@$.#' '#####/#@$.#/# The #' '####/#xy/#@$#' \
		'######/#x  y#/######'; do
		board "$rows" >in
		try 0 sokcheck --disable=no-puzzle in
		expect_out </dev/null
	done
	printf '#####\342\200\213\n#@$.#\342\200\213\n#####\342\200\213\n' >in
	try 1 sokcheck in
	printed '^in:1:6: error: this is not a Sokoban square; these lines are not read as a board'
	# Other blanks are none, however many, in whatever character set.
	no_board '#####/#&nbsp;&nbsp;#/#@$.#/#####'
	no_board '&nbsp;####/##@$.#/&nbsp;####'
	for space in '\343\200\200' '\241\241' '\201@'; do
		printf '#####\n#%b%b#\n#@$.#\n#####\n' "$space" "$space" >in
		lost in 2:2
		printf '%b####\n##@$.#\n%b####\n' "$space" "$space" >in
		lost in 1:1
	done
	# Words stand behind rows, but not behind headings or in frames.
	no_board '#####/#@$.#  <-- you/#####'
	no_board '##### <- a wall/#@$.#/##### <- another'
	no_board '*###*  two boxes/#@$.#    one/*###*  and two'
	board '#####/#   # ; here/#@$.#/#####' >in
	lost in 2:7
	board '#####/#@$.#/#   #/# $.#  and more/#####' >in
	lost in 4:8
	{ board "$two" && lines '' '####  Costs $5' '####  Levels' '####  By @me' \
		'' '###  One' && board "$two" && lines '' '#####  x  #####' \
		'# $HOME   #' '###########' '' '# * <name> > <number>' \
		'# * <name> = <number>' '# * <name> < <number>'; } >in
	try 0 sokcheck --disable=ambiguous-title in
	no_output
	# A letter has slipped in before a row, but numbers and words have not.
	no_board 'n#####/#   #/#@$.#/#####'
	no_board 'n####/#@$.#/#####'
	{ board "$two" && lines '' 'C# is sharp#' 'c# #4 #'; } | try 0 sokcheck
	no_output
	# What quotes a picture touches its first row, its last or both.
	for rows in '[code]#####/#@$.#/#####[/code]' '<pre>#####/#@$.#/#####' \
		'#####/#@$.#/#####</pre>' '"#####/#@$.#/#####"' \
		'L = "####/#@$.#/#####'; do
		no_board "$rows"
	done
	{ board '`#####/#@$.#/#####`' && lines '' && board '`#####/#@$.#/#####`'
	} | try 1 sokcheck --disable=no-puzzle
	[ "$(grep -c 'error: a backquote is not a Sokoban square' "$out")" -eq 2 ]
	# Bytes of another character set are some, too.
	printf '#####\n#@$.#\n#####\n####\351\n' >in
	try 0 sokcheck --disable=bad-utf8 in
	one_line "$out"
	printed '^in:4:5: warning: this is not a Sokoban square; this line is not read as a row of'
	# A frame around words is none, and rows beside a board are said as such.
	for rows in '#########/# Intro #/#########' '######/# A  #/######'; do
		{ board "$two" && lines '' && board "$rows"; } >in
		try 0 sokcheck in
		expect_out </dev/null
	done
	board '#####/#@x.#/######/#@ $.#/######' >in
	lost in 2:3
}

@test "a string around rows is reported, even with floor between rows and quotes" {
	for rows in 'x = `  ####/###@$.#/#######' '`-_####/#@$.#/#####' \
		'x = "#### ####/#@ $  .#/#########' '#####/#@$.#/#####  "' \
		"#####/#@\$.#/#####   ');"; do
		no_board "$rows"
	done
	# The rows between may be a board by themselves, or another one adjoin.
	{ lines 'x = `  ####' && board '######/#@ $.#/######' &&
		lines '####  `;'; } >in
	try 0 sokcheck --disable=ambiguous-title in
	printed '^in:1:5: warning: a backquote is not a Sokoban square; this line is not read as a row '
	printed '^in:5:7: warning: a backquote is not a Sokoban square; this line is not read as a row '
	[ "$(wc -l <"$out")" -eq 2 ]
	board '#####/#@$.#/#####`,`/######/#@ $.#/######' >in
	try 1 sokcheck in
	one_line "$out"
	printed '^in:3:6: error: a backquote is not a Sokoban square; these lines are not read as a board'
	# Words in quotes are no rows.
	{ lines '### "Level 1" ###' && board "$two" && lines "### 'Two' ###"; } >in
	try 0 sokcheck --disable=ambiguous-title in
	expect_out </dev/null
}

@test "rows in quotes are reported once, with the characters to strip" {
	for list in '`#####`/`#@$.#`/`#####`@the backquotes' \
		'"#####"/"#@$.#"/"#####"@the quotes' \
		"'#####'/'#@\$.#'/'#####'@the quotes" \
		'"#####",/"#@$.#",/"#####"@the quotes and the comma' \
		"x = [/  ' ####',/  '##@\$.#',/  '######'/]@the quotes and the comma" \
		'"#####",/"*@ .*",/"#  $#",/"#####",@the quotes and the comma'; do
		{ board "$two" && lines '' 'Next one' '' && board "${list%%"@the"*}"; } >in
		cp in copy
		try 0 sokcheck in
		one_line "$out"
		printed "warning: strip ${list##*"@"} around each row: .* is not a Sokoban square; these lines are not read as a board \[unknown-square\]"
		try 0 sokfmt -w copy
		same in copy
	done
	# Other strings are none.
	{ board "$two" && lines '' '"# a #",' '"# b #",' '"# c #",' '' '`#`' '`@`' \
		'`$`' '`.`' '' '"###"' '"###"' '"###"'; } >in
	try 0 sokcheck in
	no_output
}

@test "rows with numbers before them are reported once, and the numbers are not counts" {
	for rows in '1|#####/2|#@$.#/3|#####' '8 |#####|/9 |#@$.#|/10|#####|' \
		'1 | #####/2 | #@$.#/3 | #####' '0 #####/1 #@$.#/2 #####' \
		'1: ####/2:##@$.#/3:######' 'a|b/1|###/2|#@$.#/3|#####/+--' \
		'  31. #####/  32. #@$.#/  33. #####'; do
		no_board "$rows"
		said 'error: strip the number before each row: '
	done
	# A count alone is one.
	lines '2|3#' | try 1 sokcheck
	printed '\[rle-count\]'
	# Walls alone are no board, and items of a list are no rows.
	{ board "$two" && lines '' '1 ###' '2 ####' '3 ###' '' '1. # a #' \
		'2. # $ b #' '3. # c #'; } | try 0 sokcheck
	expect_out </dev/null
}

@test "a character used for the outside of a board is reported" {
	for rows in ':#####/:#@$.#/:#####' '##:###/#@$.##/###::::' \
		'XX#####/XX#@$.#/XX#####' '#####x/#@$.#x/#####x' \
		'~~####~/~##  #~/~#@$.#~/~#####~' '!####!!/!#  ###/!#@$. #/!######'; do
		no_board "$rows"
	done
	{ board "$two" && lines ':####:' '' && board "$two" && lines '####~' '' &&
		lines ':#: x #:' && board "$two"; } >in
	try 0 sokcheck --disable=ambiguous-title in
	printed '^in:4:1: warning: `:` is not a Sokoban square; this line is not read as a row of the board above it'
	printed '^in:9:5: warning: `~` is not a Sokoban square; this line is not read as a row of the board above it'
	[ "$(wc -l <"$out")" -eq 2 ]
	try 0 sokrle in
	[ "$(grep -c unknown-square "$err")" -eq 2 ]
}

@test "a row of invalid squares that splits a board is reported" {
	board '#######/#..@..#/#.+$*.#/#.bb#w#/##   .#/#######' >in
	try 1 sokcheck in
	printed '^in:4:3: error: `b` is not a Sokoban square; these lines are not read as a board'
	[ "$(grep -c unknown-square "$out")" -eq 1 ]
	try 1 sokfmt in
	said '^in:4:3: error: `b` is not a Sokoban square'
	board '######/#    #/#bb  #/#@ $.#/######/######' >in
	try 1 sokcheck in
	printed '^in:3:2: error: `b` is not a Sokoban square; these lines are not read as a board'
	# Numbers, words, and what has no row behind it are none.
	for line in '### 12 ###' '# 7 8 #' '# Next one #'; do
		{ board "$two" && lines "$line" && board "$two"; } |
			try 0 sokcheck --disable=ambiguous-title,glued-boards
		no_output
	done
	{ board "$two" && lines '#ab#' '' && board "$two"; } |
		try 0 sokcheck --disable=ambiguous-title
	no_output
}

@test "a last row followed by the text of another file is reported" {
	no_board '#####/#@$.#/#####Level 2'
	no_board '  #####/  #@$.#/  #####; 2'
	for text in 'Level 2' 'Two: b'; do
		board "#####/#@\$.#/#   #/#####$text" >in
		try 1 sokcheck in
		printed '^in:4:6: warning: .* is not a Sokoban square; this line is not read as a row of the board above it'
		try 0 sokfmt in
		said '^in:4:6: warning: '
	done
	# One character may be a square that was lost.
	for text in ';2' $'\xc3\xa9'; do
		no_board "#####/#@\$.#/#   #/#####$text"
	done
	# Walls of another length begin a heading.
	{ board "$two" && lines '###Level 2' && board "$two" &&
		lines '#######Level 3' && board "$two" && lines '###### Four' ''; } |
		try 0 sokcheck --disable=ambiguous-title
	no_output
}

@test "rows between bars are read, and an invalid square in one is reported" {
	lines '#####|#@$.#|#####' '#####|#@$.#|#####' >in
	try 0 sokcheck --disable=glued-boards in
	expect_out </dev/null
	lines '#####|#@$.#|#####' '#####|#@$.#|##x##' >in
	finds in 2:15 unknown-square 'this line is not read as a row of the board above it'
	{ board "$small" && lines '#####|+-#'; } >in
	finds in 4:6 unknown-square 'this line is not read as a row of the board above it'
}

@test "a row of invalid squares without a wall at its end is reported" {
	row='#y....x'
	lines '#######' '#@$   #' "$row" '#######' | try 1 sokcheck
	printed '^<stdin>:3:2: error: `y` is not a Sokoban square; these lines are no'
	lines '#######' '#@$ . #' '#     #' '#######' "$row" '#     #' \
		'#######' | try 1 sokcheck
	printed ':5:2: error: `y` is not a Sokoban square; these lines are not read as a board'
	for text in '# a note' '#1....x' '#a.b.c' '# yes....no'; do
		lines '#####' '#@$.#' '#####' "$text" '#    #' | try 0 sokcheck
		no_output
	done
}

# ---- boards with invalid squares are kept whole

# torn LINE:COLUMN: the file `in` has this error and is kept as text.
torn() {
	try 1 sokfmt in
	same in "$out"
	one_line "$err"
	said "^in:$1: error: .* is not a Sokoban square; these lines are not read as a board"
	cp in copy
	try 1 sokfmt -w copy
	same in copy
}

@test "a board with one invalid square is kept whole, and can be corrected later" {
	board '######/#@ $.#/#    #/# X  #/#    #/#    #/######' >in
	torn 4:3
	sed 's/X/ /' in >mended
	sokfmt in 2>/dev/null | sed 's/X/ /' | try 0 sokfmt
	same mended "$out"
}

@test "a number between two walls, or a legacy letter, is an invalid square" {
	board '######/#@ $.#/#  3  #/#    #/#    #/######' >in
	torn 3:4
	board '######/#@ $.#/# p  #/#    #/#    #/######' >in
	torn 3:3
	board '######/#@ $.#/#(   #/#    #/#    #/######' >in
	torn 3:2
}

@test "invalid squares in the outer wall, or several, keep the board whole" {
	board '######/#@ $.#/X    #/#    #/#    #/######' >in
	torn 3:1
	board '######/#@ $.#/#    X/#    #/#    #/######' >in
	torn 3:6
	for row in 1 7; do
		for col in 1 3 6; do
			board '######/#@ $.#/#    #/#    #/#    #/#    #/######' |
				sed "${row}s/./X/$col" >in
			torn "$row:$col"
		done
	done
	board '######/#@ $.#/# X Y#/#  Z #/#    #/######' >in
	torn 3:3
}

@test "sokrle, sokcheck and sokconv keep a board with an invalid square whole" {
	board '######/#@ $.#/#    #/# X  #/#    #/#    #/######' >in
	try 0 sokrle in
	same in "$out"
	try 0 sokrle -d in
	same in "$out"
	try 1 sokcheck -p in
	same in "$out"
	sokconv -q -t records in >records || true
	sokconv -q -t sok records >out || true
	same in out
	sokconv -q -t jsonl in >jsonl || true
	sokconv -q -t sok jsonl >out || true
	same in out
}

@test "a line that is almost a row stays next to a closed board" {
	while IFS= read -r text; do
		printf '%b' "$text" >in
		sed 's/X/ /' in >mended
		for program in sokfmt 'sokcheck -p' 'sokreplay -p' 'sokconv -t sok'; do
			$program in >first 2>/dev/null || true
			sed 's/X/ /' first | $program >got 2>/dev/null || true
			$program mended >want 2>/dev/null || true
			same want got
			# It is written as it was read.
			$program first >again 2>/dev/null || true
			same first again
		done
		# There titles and text have other places.
		for format in xsb jsoko; do
			sokconv -q -t $format in | sed 's/X/ /' |
				sokconv -q -t $format | grep '#' >got
			sokconv -q -t $format mended | grep '#' >want
			same want got
		done
	done <<-'END'
		#####\n#@$.#\n#####\n#X  #\n
		#X  #\n#####\n#@$.#\n#####\n
		Title\n\n#X  #\n#####\n#@$.#\n#####\n\nR\n
		A note\n\nTitle\n\n#####\n#@$.#\n#####\n#X  #\nMore\n\nR\n
		#####\n#@$.#\n#####\n#X  #\n\n#####\n#.$@#\n#####\n
		#####\n#@$.#\n#####\n#X  #\n\nTitle\n\n#####\n#.$@#\n#####\n
		#####\n#@$.#\n#####\n\nText\n\n#X  #\n#####\n#.$@#\n#####\n
		#####\n#@$.#\n#####\nX   #\n\nRR\n
		  #####\n  #@$.#\n  #####\n  #X  #\n
		N\n\n  #X  #\n  #####\n  #@$.#\n  #####\n\nAuthor: A\n
		5#\n#@$.#\n5#\n#X--#\n
		#X--#\n5#\n#@$.#\n5#\n
	END
	# Elsewhere than beside its board it is text like any other.
	{ board '#####/#@$.#/#####/#X  #' && lines '' &&
		board '#####/#.$@#/#####'; } | try 0 sokfmt --sort=title -s 2
	board '#####/#.$@#/#####' | expect_out
}

@test "two closed boards around a line that is almost a row are two boards" {
	board '#####/#@$.#/#####/##X##/#####/#@$.#/#####' | try 0 sokconv -t records
	[ "$(grep -c '#' "$out")" -eq 2 ]
}
