#!/usr/bin/env bats
# Boards in other characters: --squares and --squares-apart (sok(5), "Other
# alphabets").
load helper

# The map of a well known generator of puzzles, which writes squares apart.
map='+=# *=@ @=$ $=* X=. -= '

apart() {
	lines '+ + + + + + +' '+ + - - - + +' '+ + * @ X + +' '+ + - - - + +' \
		'+ + + + + + +'
}

plain() {
	lines '#######' '##   ##' '##@$.##' '##   ##' '#######'
}

@test "--squares maps a character to a square, in every program" {
	apart | tr -d ' ' >in
	plain >want
	try 0 sokfmt --squares="$map" in
	same want "$out"
	quiet
	try 0 sokrle --squares="$map" in
	expect_out <<<'7#|##3-##|##@$.##|##3-##|7#'
	try 0 sokrle -d --squares="$map" in
	same want "$out"
	try 0 sokcheck --strict --squares="$map" in
	no_output
	(cat in && echo && echo R) | try 0 sokreplay --squares="$map" -F tsv
	printed $'\tsolved\t1\t1\t'
	try 0 sokconv -t xsb --squares="$map" in
	same want "$out"
}

@test "--squares-apart works in mail and below an indent, with or without a map" {
	plain >want
	apart | try 0 sokfmt --squares="$map" --squares-apart
	same want "$out"
	plain | sed 's/./& /g' | try 0 sokfmt --squares-apart
	same want "$out"
	apart | sed 's/^/   /' | try 0 sokfmt --squares="$map" --squares-apart
	same want "$out"
	(echo 'He wrote:' && apart | sed 's/^/> /') |
		try 0 sokfmt --squares="$map" --squares-apart
	(lines 'He wrote:' '' '' && cat want) | expect_out
	apart | sed 's/^/> /' | try 0 sokfmt --squares="$map" --squares-apart
	same want "$out"
}

@test "--squares-apart still reads boards without blanks" {
	board '#####/# @ #/# $ #/# . #/#####' >one
	(plain | sed 's/./& /g' && echo && cat one) |
		try 0 sokfmt --squares-apart
	(plain && echo && echo && cat one) | expect_out
}

@test "--squares-apart applies to a whole picture or not at all" {
	# However many rows are apart, one that is not says how all are read.
	for row in 1 2 3 4 5; do
		board '#####/#@  #/#.$ #/#  .#/#####' | sed "$row!s/./& /g; s/ *$//" >in
		cp in want
		for from in in -; do
			try 0 sokfmt --squares-apart --stdin-name=in $from <in
			same want "$out"
		done
		# However few bytes are read at once.
		dd bs=1 status=none <in | try 0 sokfmt --squares-apart
		same want "$out"
	done
	board '#####/#@$.#/#####' | sed 's/./& /g; 2s/^/ /; s/ *$//' >in
	sed 's/ *$//' in >want
	try 0 sokfmt --squares-apart in
	same want "$out"
	# Text without a wall below a picture does not decide.
	{ board '#####/#@$.#/#####' | sed 's/./& /g'; lines -----; } >in
	try 0 sokfmt --squares-apart in
	printed '^#@..#$'
	# A row without a wall between others does not hide them.
	board '#####/#@$.#/-@-$-/#####' | sed '1,2s/./& /g; s/ *$//' >in
	cp in want
	try 0 sokfmt --squares-apart in
	sed -n 1,2p "$out" | same <(sed -n 1,2p want) -
}

@test "--squares accepts digits, letters, bars, mail quote characters and others" {
	board '#####/#@$.#/#####' >want
	board '11111/12341/11111' | try 0 sokfmt --squares='1=# 2=@ 3=$ 4=.'
	same want "$out"
	board 'XXXXX/XuldX/XXXXX' | try 0 sokfmt --squares='X=# u=@ l=$ d=.'
	same want "$out"
	board '|||||/|()\\|/|||||' | try 0 sokfmt --squares='|=# (=@ )=$ \=.'
	same <(board '#####/#@$..#/#####') "$out"
	board '>>>>>/>@$.>/>>>>>' | try 0 sokfmt --squares='>=#'
	same want "$out"
	board '=====/=@$.=/=====' | try 0 sokfmt --squares='==#'
	same want "$out"
	board '█████/█☺□·█/█████' |
		try 0 sokfmt --squares='█=# ☺=@ □=$ ·=.'
	same want "$out"
	# With and without the selector of a picture in colour.
	printf '⬛️⬛⬛️⬛️⬛\n⬛🧍📦🎯⬛️\n⬛️⬛️⬛️⬛️⬛️\n' |
		try 0 sokfmt --squares='⬛️=# 🧍=@ 📦=$ 🎯=.'
	same want "$out"
}

@test "characters without a mapping keep their meaning, also next to counts" {
	board '#####/#P$.#/#####' | try 0 sokfmt --squares='P=@'
	same <(board '#####/#@$.#/#####') "$out"
	echo '5X|XP$.X|5X' | try 0 sokfmt --squares='X=# P=@'
	same <(board '#####/#@$.#/#####') "$out"
}

@test "titles, notes and moves are not mapped" {
	cat >in <<-'EOF'
		X marks P

		XXXXX
		XPBGX
		XXXXX

		P pushes B to G.
		XX

		Solution
		R
	EOF
	try 0 sokfmt --squares='X=# P=@ B=$ G=. R=@' in
	expect_out <<-'EOF'
		X marks P

		#####
		#@$.#
		#####

		P pushes B to G.
		XX

		Solution
		R
	EOF
	try 0 sokreplay --squares='X=# P=@ B=$ G=.' -F tsv in
	printed $'\tSolution\t.*\tsolved\t1\t1\t'
}

@test "findings are located in the original file" {
	apart | sed 's/X/-/' >in
	try 1 sokcheck --squares="$map" --squares-apart -F tsv in
	printed $'^in\t1\t1\terror\tbox-goal-count\t'
	printed $'^in\t3\t7\twarning\tdead-box\t'
	sed 's/^/   /' in >indented
	try 1 sokcheck --squares="$map" --squares-apart -F tsv indented
	printed $'^indented\t3\t10\twarning\tdead-box\t'
	(echo Mail && sed 's/^/> /' in) >mail
	try 1 sokcheck --squares="$map" --squares-apart -F tsv mail
	printed $'^mail\t4\t9\twarning\tdead-box\t'
	board '█████/█☺□ █/█████' |
		try 1 sokcheck --squares='█=# ☺=@ □=$' --stdin-name=in -F tsv
	printed $'^in\t2\t3\twarning\tdead-box\t'
	# A foreign square, in the row of a board that is kept whole.
	sed 's/- - -/- Z -/' in |
		try 1 sokfmt --squares="$map" --squares-apart --stdin-name=in
	said '^in:2:7: error: `Z` is not a Sokoban square'
}

@test "folders, archives and -j read mapped squares alike" {
	mkdir d
	apart >d/a.txt
	apart >d/b.sok
	tar -cf d.tar d
	for from in d d.tar; do
		for jobs in 1 3; do
			try 0 sokfmt -j"$jobs" --squares="$map" \
				--squares-apart "$from"
			(plain && echo && echo && plain) | expect_out
		done
	done
	# Also where only the contents of a file decide.
	apart >d/c.dat
	try 0 sokfmt --squares="$map" --squares-apart d
	said '1 file with puzzles not read'
}

@test "sokfmt rewrites mapped characters, and sokreplay keeps them" {
	(apart && lines '' 'Solution 3/3' R) >in
	cp in mended
	try 0 sokreplay -w --rewrite --squares="$map" --squares-apart mended
	(apart && lines '' 'Solution 1/1' R) | cmp - mended
	try 1 sokfmt -c --squares="$map" --squares-apart in
	try 0 sokfmt -w --squares="$map" --squares-apart in
	(plain && lines '' 'Solution 3/3' R) | cmp - in
	try 0 sokfmt -c in
}

@test "an invalid map is a usage error that shows a valid map" {
	while IFS=: read -r wrong why; do
		for program in $programs; do
			echo | try 2 "$program" --squares="$wrong"
			said "^$program: --squares: .*: $why; a map is pairs like '\\+=# P=@ X=\\. -= '"
		done
	done <<-'EOF'
		:no character is named
		+:a character is not followed by `=`
		+=:the last `=` has no square
		+=x:the character after `=` is not a square
		+=?:the character after `=` is not a square
		+=#*=@:pairs are separated by one blank
		+=#  *=@:a character is not followed by `=`
		+=# :pairs are separated by one blank
		+=# +=@:a character has two squares
		+=# +=#:a character has two squares
		 =#:a blank can only be floor
	EOF
	echo | try 2 sokfmt --squares=$'\t=#'
	said 'a control character, or one that is not UTF-8, cannot be in a row'
	echo | try 2 sokfmt --squares=$'\xff=#'
	said 'a control character, or one that is not UTF-8, cannot be in a row'
}

# alphabet SEVERITY LINE MAP: the only finding about the file `in`.
alphabet() {
	try "$(test "$1" = error && echo 1 || echo 0)" \
		sokcheck --disable=no-puzzle --severity=note in
	one_line "$out"
	printed "^in:$2:1: $1: .* were kept as text; "
	grep -qF -- "--squares='$3" "$out" || { show; return 1; }
}

@test "a board in another alphabet is a warning next to boards, else an error" {
	board '#####/#@$.#/#####//#######/#P X O#/#######' >in
	try 0 sokcheck --severity=note in
	expect_out <<-'EOF'
		in:5:1: warning: these lines seem to be a board in another alphabet, with 16 `#`, 1 `P`, 1 `X` and 1 `O`; they were kept as text; --squares='P=? X=? O=?' reads them if each `?` is replaced by its square [unknown-alphabet] (puzzle 1)
	EOF
	board '#######/#P X O#/#######//Cellar//#####/#@$.#/#####' >in
	alphabet warning 1 'P=? X=? O=?'
	board '#######/#P X O#/#######' >in
	alphabet error 1 'P=? X=? O=?'
	try 1 sokcheck in
	try 1 sokfmt in
	same in "$out"
	said 'error: these lines seem to be a board in another alphabet'
	# What it proposes reads the board.
	try 0 sokcheck --strict --squares='P=@ X=$ O=.' in
	no_output
}

@test "a known alphabet is suggested completely" {
	apart >in
	alphabet error 1 "+=# *=@ @=\$ X=.' --squares-apart reads them ["
	try 0 sokcheck --squares='+=# *=@ @=$ X=.' --squares-apart in
	apart | tr -d ' ' >in
	alphabet error 1 "+=# *=@ @=\$ X=.' reads them ["
	board ' XXXXX/XX*.&X/X @  X/XXXXXX' >in
	alphabet error 1 "X=# *=\$ &=*' reads them ["
	try 0 sokcheck --squares='X=# *=$ &=*' in
	board '%%%%%/%@$.%/%%%%%' >in
	alphabet error 1 "%=#' reads them ["
	try 0 sokcheck --squares='%=#' in
}

@test "walls, floor and a single player of an unknown alphabet are suggested" {
	board '1111111/1200041/1034001/1003001/1111111' >in
	alphabet error 1 '1=# 0=  2=@ 4=? 3=?'
	try 0 sokcheck --squares='1=# 0=  2=@ 4=. 3=$' in
	board '█████/█P  █/█bo █/█ob █/█████' >in
	alphabet error 1 '█=# P=@ b=? o=?'
	(echo "Title" && board 'WWWWWW/Wx  eW/Weaa W/WWWWWW') >in
	alphabet error 2 'W=# x=@ e=? a=?'
}

@test "another alphabet is found in mail, folders, archives and with -j" {
	board '#####/#@$.#/#####' >one
	board '#######/#P X O#/#######' >in
	(cat one && echo && sed 's/^/> /' in && echo 'me') >mail
	try 0 sokcheck --severity=note mail
	printed '^mail:5:1: warning: .*\[unknown-alphabet\]'
	mkdir d
	cp in d/a.txt
	cp mail d/b.sok
	tar -cf d.tar d
	for from in d d.tar; do
		for jobs in 1 3; do
			try 1 sokcheck --duplicates -j$jobs -F tsv $from
			[ "$(grep -c unknown-alphabet "$out")" -eq 2 ]
			printed $'a.txt\t1\t1\terror\tunknown-alphabet\t'
			printed $'b.sok\t5\t1\twarning\tunknown-alphabet\t'
		done
	done
	try 0 sokrle in
	same in "$out"
	quiet
}

@test "tables, banners, art and code are not alphabets" {
	cat >in <<-'EOF'
		#####
		#@$.#
		#####

		+---+---+
		| a | b |
		+---+---+
		| 1 | 2 |
		+---+---+

		*****************
		*   S O K O B   *
		*****************

		*********
		*       *
		*  BAR  *
		*       *
		*********

		############
		# BOX TOWN #
		############

		/////////////
		// a = b; c //
		/////////////

		=======
		Heading
		=======

		-------
		- a b -
		-------

		~~~~~~~
		~ P X ~
		~~~~~~~

		OOOOO
		O x O
		OOOOO

		#######
		#S   E#
		#######

		| # | $ |
		|---|---|
		| 1 | 2 |

		.......
		.a.b.c.
		.......

		  /\_/\
		 ( o.o )
		  > ^ <

		Comment:
		#######
		#P X O#
		#######
		Comment-End:

		```
		if (x) {
		}
		```
	EOF
	try 0 sokcheck --severity=note --disable=all --enable=unknown-alphabet in
	no_output
	sed 1,4d in >text
	try 0 sokcheck --severity=note --disable=all --enable=unknown-alphabet text
	no_output
}

@test "rows of XSB with invalid squares are not another alphabet" {
	board '#####/#@$.#/#####//######/#@ $k#/# ~  #/######' >in
	try 1 sokcheck --severity=note in
	never_printed unknown-alphabet
	board '#####/#@ .#/#####//######/#@ $.#/#$   #/######' >in
	try 1 sokcheck --severity=note in
	never_printed unknown-alphabet
}
