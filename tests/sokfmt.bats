#!/usr/bin/env bats
# sokfmt: its options, one by one and together, and the parts of a collection.

load helper

small='#####/#@$.#/#####'
bent='#####/#@$.#/#  ##/#####'
two='######/#@ $.#/######'

@test "-c answers by its exit status and prints nothing" {
	board "$small" >good
	lines '-#####' '-#@$.#' '-#####' >bad
	try 0 sokfmt -c good
	no_output
	try 1 sokfmt -c good bad
	no_output
	try 1 sokfmt --check <bad
	no_output
	try 0 sokfmt -c <good
}

@test "-l prints the names of unformatted files" {
	board "$small" >good
	lines '-#####' '-#@$.#' '-#####' | tee bad >worse
	try 1 sokfmt -l bad good worse
	lines bad worse | expect_out
	try 0 sokfmt --list good
	no_output
}

@test "-d prints a diff that patches" {
	board "$small" >good
	lines One '#####  ' '#@$.#' '#####' >bad
	try 0 sokfmt -d good
	no_output
	try 1 sokfmt --diff good bad
	printed '^-#####  $'
	printed '^--- .*bad'
	printed '^\+\+\+ '
	never_printed good
	if command -v patch; then
		sokfmt bad >want
		patch -s bad <"$out"
		same want bad
	fi
}

@test "-d escapes control characters of file names" {
	bad=$'a b\n+#\x1b[1m'
	lines '#####  ' '#@$.#' '#####' >"$bad"
	try 1 sokfmt -d "$bad"
	printed '^--- a b\\x0a\+#\\x1b\[1m$'
	printed '^\+\+\+ a b\\x0a\+#\\x1b\[1m$'
	lacks "$out" '[\x01-\x09\x0b-\x1f]'
	mv "$bad" $'caf\xc3\xa9 b'
	try 1 sokfmt -d $'caf\xc3\xa9 b'
	printed $'^--- caf\xc3\xa9 b$'
}

@test "-l and -d write the file of -o even if it is empty" {
	board '#####/#@$.#/#####' >in
	for option in -l -d -cl -cd; do
		lines old >list
		try 0 sokfmt $option -o list in
		same /dev/null list
		rm list
		try 0 sokfmt $option -o list in
		same /dev/null list
	done
	lines old >list
	try 2 sokfmt -l -o list missing
	lines old | same - list
	rm list
	try 2 sokfmt -c -o list in
	said '^sokfmt: -c writes nothing'
	[ ! -e list ]
}

@test "an error of a temporary file does not name the operand" {
	lines '#####  ' '#@$.#' '#####' >in
	try 2 env TMPDIR="$PWD/none" sokfmt -d in
	lines 'sokfmt: temporary file in TMPDIR: No such file or directory' |
		expect_err
	for option in -c -l -d; do
		try 2 env TMPDIR="$PWD/none" bash -c "cat in | sokfmt $option"
		lines 'sokfmt: temporary file in TMPDIR: No such file or directory' |
			expect_err
	done
}

# The difference is at the start, within and after the first blocks that are
# compared, and at the end.
@test "-c and -l find a difference anywhere in a file" {
	many 9000 '#####' '#@$.#' '#####' '' >text
	sokfmt text >in
	for change in '1s/$/ /' '2000s/$/ /' '9000s/$/ /' '$s/$/ /' '$G'; do
		sed "$change" in >other
		try 1 env TMPDIR="$PWD/none" sokfmt -c other
		try 1 env TMPDIR="$PWD/none" sokfmt -l in other
		lines other | expect_out
		try 1 sokfmt -d other
		case $change in '$G') want=3 ;; *) want=4 ;; esac
		[ "$(grep -c '^[-+]' "$out")" -eq $want ]
		try 0 sokfmt -w other
		same in other
	done
	head -c -1 in >other
	try 1 sokfmt -cl other
	try 0 sokfmt -w other
	same in other
	sed '2000s/$/ /' in | head -c -1 >other # as long as it was
	try 1 sokfmt -cl other
	lines other | expect_out
}

@test "a temporary file is created only if there is a difference" {
	board '#####/#@$.#/#####' >in
	mkdir folder
	cp in folder
	touch -d '2001-02-03 04:05:06' folder
	for option in -c -l -d -w -dw; do
		try 0 env TMPDIR="$PWD/none" sokfmt $option folder/in
		[ ! -s "$out" ]
	done
	[ "$(date -r folder +%Y)" = 2001 ]
}

@test "binary input is an error, and produces no output" {
	printf 'GIF8\0\0x' >gif
	board '#####/#@$.#/#####' >in
	try 2 sokfmt gif in
	expect_out <in
	expect_err <<<'gif:1:1: error: this is binary and was not read; it looks like GIF; -f sok reads it as text [binary]'
	for option in -c -l -d -w; do
		try 2 sokfmt $option gif
		no_output
		expect_err <<<'gif:1:1: error: this is binary and was not read; it looks like GIF; -f sok reads it as text [binary]'
	done
	try 0 sokfmt --from=sok gif
	try 0 sokrle gif
	expect_out <gif
	# One with a board, and words alone, are not.
	{ cat in && printf '\3'; } >odd
	lines 'a note' >note
	try 0 sokfmt odd
	quiet
	try 0 sokfmt note
	quiet
}

@test "a non-blocking pipe is waited for, and an unreadable input is reported" {
	board "$small" >in
	# Others that read there get their flags from this one.
	{ sleep .3 && cat in; } | try 0 perl -e 'use Fcntl; fcntl(STDIN, F_SETFL,
	    O_RDONLY | O_NONBLOCK); exec "sokfmt", "-c"'
	try 2 sokfmt -c <.
	said '^sokfmt: <stdin>: Is a directory$'
}

@test "-d does not depend on the locale" {
	printf '#####\n#@$.#\n#####' >in
	try 1 sokfmt -d in
	cp "$out" want
	try 1 env LC_ALL=C.UTF-8 LANGUAGE=de sokfmt -d in
	same want "$out"
}

@test "-c, -l and -d are refused with -s" {
	{ board '#####/#@$.#/#####' && lines '' '' && board '#####/#@*.#/#####'; } >in
	try 0 sokfmt -c in
	for option in -c -l -d; do
		try 2 sokfmt $option -s 1 in
		said '^sokfmt: -c, -l and -d are for whole files, not for -s$'
	done
}

@test "-c with an error in the input has status 1" {
	lines '3#2' >in
	try 1 sokfmt -c in
	said 'rle-count'
}

@test "--transform turns boards and solutions together" {
	{ board "$bent" && lines '' 'Solution 1/1' R '' '[]rL'; } >in
	while read -r name rows forward reverse; do
		try 0 sokfmt --transform="$name" in
		{ board "${rows//_/ }" && lines '' 'Solution 1/1' "$forward" '' \
			"$reverse"; } | expect_out
		try 0 sokreplay "$out.want"
	done <<-'EOT'
	rotate90 ####/#_@#/#_$#/##.#/#### D []dU
	rotate180 #####/##__#/#.$@#/##### L []lR
	rotate270 ####/#.##/#$_#/#@_#/#### U []uD
	flip-h #####/#.$@#/##__#/##### L []lR
	flip-v #####/#__##/#@$.#/##### R []rL
	transpose ####/#@_#/#$_#/#.##/#### D []dU
	anti-transpose ####/##.#/#_$#/#_@#/#### U []uD
	EOT
	try 2 sokfmt --transform=sideways in
}

# The canonical form of the file in, stored in the file want, is the canonical
# form of all its images.
canonical_from_every_side() {
	sokfmt --transform=canonical in >want
	for t in rotate90 rotate180 rotate270 flip-h flip-v transpose \
	    anti-transpose; do
		sokfmt --transform=$t in >turned
		try 0 sokfmt --transform=canonical turned
		same want "$out"
	done
}

@test "the canonical form is the same for all eight symmetries" {
	{ board "$bent" && lines '' R; } >in
	canonical_from_every_side
}

@test "the canonical games of a symmetrical board are the same for all symmetries" {
	{ board '#####/#@$.#/#$  #/#.  #/#####' &&
		lines '' Snapshot RDdr '' Snapshot R; } >in
	canonical_from_every_side
	grep -qx DRrd want
}

@test "--transform turns jumps and pusher changes" {
	{ board '#######/#  .  #/#  $  #/# .$  #/# @ @ #/#  .  #/#  $  #/#  @  #/#######'
	  lines '' '{rddd}Urr{uul}uLU'; } >multi
	{ board '########/#     .#/#@ $   #/#   $  #/# . *  #/########'
	  lines '' Snapshot '[rrrd]UU(rLLL)(drD)'; } >reverse
	for t in rotate90 rotate180 rotate270 flip-h flip-v transpose \
	    anti-transpose canonical; do
		sokfmt --transform=$t multi >turned
		try 0 sokreplay -F tsv turned
		printed $'\tsolved\t6\t3\t'
		sokfmt --transform=$t reverse >turned
		try 0 sokreplay -F tsv turned
		printed $'\treverse\tunsolved\t13\t6\t'
	done
}

@test "--simplify removes decoration and adjusts games" {
	{ board '*######*/# #@$.##/# ######/*####*##' && lines '' R; } >in
	try 0 sokfmt --simplify in
	{ board "$small" && lines '' R; } | expect_out
	stable
}

# Without a letter, the line would be text, and the title of the board below.
@test "--simplify keeps the letters of a game that is only an empty jump or change" {
	for game in '[lr]' '{lr}'; do
		{ board "$small" && lines '' "$game" '' '' &&
			board "$two"; } >in
		try 0 sokfmt --simplify in
		same in "$out"
	done
	{ board '###/#@#/#$#/#.#/###' && lines '' '{lr}' '' '' &&
		board '###/#@#/# #/#$#/#.#/###'; } >want
	try 0 sokfmt --transform=rotate90 in
	same want "$out"
	{ board "$small" && lines '' 'Game: Multiban' '' '{lr}' '' R; } >in
	try 0 sokfmt --simplify in
	same in "$out"
}

@test "--simplify shortens only jumps with a detour" {
	local plain='#####/#@$.#/#  ##/####'
	{ board "$plain" && lines '' '[drul]L' '' '[udr]L'; } >in
	try 0 sokfmt --simplify in
	{ board "$plain" && lines '' '[]L' '' '[r]L'; } | expect_out
	{ board "$plain" && lines '' '[drdr]L'; } >in
	try 0 sokfmt --simplify in
	same in "$out"
}

@test "--simplify leaves an open board unchanged, with a warning" {
	board '#####/#@$.*/#####' >in
	try 0 sokfmt --simplify in
	same in "$out"
	[ -s "$err" ]
}

@test "--unique drops duplicates under any symmetry and reports them" {
	board "$small" >first
	{ lines Again '' && board '#####/#.$@#/#####'; } >second
	board "$two" >third
	try 0 sokfmt --unique --prefer=first first second third
	{ lines Again '' && board "$small" && lines '' '' && board "$two"
	} | expect_out
	said '^second:3:1: .*first'
	for strength in picture exact; do
		try 0 sokfmt --unique=$strength first second third
		printed Again
	done
	try 0 sokfmt --unique=picture first first third
	{ board "$small" && lines '' '' && board "$two"; } | expect_out
}

@test "--unique moves solutions of dropped puzzles to the kept one" {
	board "$small" >first
	{ board '#####/#.$@#/#####' && lines '' 'Solution by Eve' L; } >second
	try 0 sokfmt --unique --prefer=first first second
	{ board "$small" && lines '' 'Solution by Eve' R; } | expect_out
	# A copy that is solved is better.
	try 0 sokfmt --unique first second
	expect_out <second
	said '^first:1:1: .* a duplicate of puzzle 1 at second:1;'
}

# The two players are at different squares: the walk between them is added
# before the moves, or to the first jump of a reverse game.
@test "--unique adds the walk between different player positions to solutions" {
	board '######/#@   #/# $. #/#    #/######' >first
	{ board '######/#    #/# $. #/#  @ #/######'
	  lines '' lluR '' 'Two' '' '[lu]L'; } >second
	try 0 sokfmt --unique --prefer=first first second
	{ cat first && lines '' ddrrlluR '' Two '[ddrrlu]L'; } | expect_out
	cp "$out" merged
	try 0 sokreplay merged
	[ "$(grep -c ' solved ' "$out")" -eq 2 ]
}

@test "--drop removes the named parts only" {
	cat >in <<-'EOT'
	Author: Head


	One

	######
	#@ $.#
	######

	Author: Bob
	A note.

	Solution 2/1
	rR

	Snapshot 1/0
	r*
	EOT
	try 0 sokfmt --drop=solutions in
	never_printed '^(Solution 2/1|rR)$'
	printed '^r\*$'
	try 0 sokfmt --drop=snapshots in
	never_printed '^(Snapshot 1/0|r\*)$'
	printed '^rR$'
	try 0 sokfmt --drop=keys in
	never_printed Author
	printed '^A note\.$'
	try 0 sokfmt --drop=notes in
	never_printed 'A note'
	printed '^Author: Bob$'
	try 0 sokfmt --drop=titles in
	never_printed '^One$'
	try 0 sokfmt --drop=titles,keys,notes,solutions,snapshots,comments in
	board "$two" | expect_out
	try 2 sokfmt --drop=boards in
}

@test "--title moves titles to keys and back" {
	{ lines One '' && board "$small" && lines '' note '' 'Solution' R; } >line
	{ board "$small" && lines '' 'Title: One' note '' R '' \
	'Title: Solution'; } >key
	try 0 sokfmt --title=all-keys line
	same key "$out"
	stable
	try 0 sokfmt --title=line key
	same line "$out"
}

# JSoko takes the last title of a game as the title of the puzzle.
@test "--title=key does not move the titles of games" {
	{ lines One '' && board "$small" && lines '' Solution R '' 'note' '' \
		'Snapshot 1' r; } >line
	{ board "$small" && lines '' 'Title: One' '' Solution R '' 'note' '' \
		'Snapshot 1' r; } >key
	try 0 sokfmt --title=key line
	same key "$out"
	stable
	try 0 sokfmt --title=line key
	same line "$out"
}

@test "--transform reports the puzzles that it leaves unchanged" {
	{ board "$small" && lines '' 'Game: Pukoban' '' '' &&
		board "$small"; } >in
	for t in rotate90 canonical; do
		try 0 sokfmt --transform=$t in
		lines 'in:1:1: warning: not transformed: the puzzle is of another variant [lossy] (puzzle 1)' |
			expect_err
		head -n 3 "$out" | cmp - <(board "$small")
	done
}

@test "--unique treats games that differ only in letter case or groups as equal" {
	{ board '######/#@ $.#/######' && lines '' Solution rR; } >one
	{ board '######/#@ $.#/######' && lines '' Solution rr '' Other '(rR)' \
		'' Third RR '' Longer 'rlrR'; } >two
	try 0 sokfmt --unique one two
	{ cat one && lines '' Longer rlrR; } | expect_out
	said '; of its games, 1 were added there, 3 were there already, 0 do not fit there '
	# In reverse play the case tells pulls from moves.
	{ board '#######/#@ *- #/#######' && lines '' Back '[rrr]R'; } >one
	{ board '#######/#@ *- #/#######' && lines '' Back '[rrr]r'; } >two
	try 0 sokfmt --unique one two
	said '; of its games, 1 were added there, 0 were there already'
}

@test "-s takes puzzles by number, range and id" {
	for i in 1 2 3 4 5; do
		lines "No. $i" ''
		if [ "$i" -eq 4 ]; then board "$two"; else board "$small"; fi
		lines '' ''
	done >in
	try 0 sokfmt -s 2 in
	{ lines 'No. 2' '' && board "$small"; } | expect_out
	try 0 sokfmt --select=5,1-2 in
	grep '^No' "$out" | paste -sd' ' >got
	echo 'No. 1 No. 2 No. 5' | same - got
	try 0 sokfmt -s 4- in
	grep '^No' "$out" | paste -sd' ' >got
	echo 'No. 4 No. 5' | same - got
	id=$(sokconv -s 4 -t records in | cut -f 1)
	try 0 sokfmt -s "@$id" in
	{ lines 'No. 4' '' && board "$two"; } | expect_out
}

@test "-s refuses an invalid selection, and warns about missing numbers" {
	board "$small" >in
	for list in 0 7-3 '' x @XYZ; do
		try 2 sokfmt -s "$list" in
	done
	try 0 sokfmt -s 1,9 in
	same in "$out"
	said '9'
	try 2 sokfmt -w -s 1 in
}

@test "-s keeps the header" {
	{ lines 'Author: A' '' '' && board "$small" && lines '' '' &&
		board "$two"; } >in
	try 0 sokfmt -s 2 in
	{ lines 'Author: A' '' '' && board "$two"; } | expect_out
}

@test "puzzles of later operands keep the game of their header" {
	for key in Game 'Puzzle Type'; do
		{ lines "$key: Hexoban" '' && board "$two"; } >p
		board "$bent" >q
		{ lines 'Puzzle Type: Multiban' '' && board "$small" &&
			lines '' '' && board "$two" &&
			lines '' 'Puzzle Type: Sokoban'; } >r
		{ lines ":: $key: Hexoban" '' '' && board "$two" &&
			lines '' 'Game: Hexoban' '' '' && board "$bent" &&
			lines '' ':: Puzzle Type: Multiban' '' '' && board "$small" &&
			lines '' 'Game: Multiban' '' '' && board "$two" &&
			lines '' 'Puzzle Type: Sokoban'; } >want
		try 0 sokfmt p q r
		same want "$out"
		stable
		try 0 sokfmt --expand-macros p q r
		same want "$out"
	done
}

@test "games without a board that move to another puzzle are reported" {
	board "$two" >p
	lines rR >r
	try 0 sokfmt p r
	{ cat p && lines '' rR; } | expect_out
	said '^r:1:1: warning: without a board: .* of the puzzle above \[lossy\] \(puzzle 1\)$'
	stable
	try 0 sokfmt r p
	quiet
	# Two of them become one as well.
	try 0 sokfmt r r
	said 'the puzzle above'
	# Lines over a limit stand between the two again.
	{ cat p && lines '' 'a line that is too long' '' rR; } >in
	try 2 sokfmt --limit=line=20 in
	never_said 'the puzzle above'
}

@test "the header of a later operand follows the previous puzzle" {
	{ lines 'Collection: A' 'Author: Adam' '' '' && board "$small"; } >a
	{ lines 'Collection: B' 'Author: Eve' '' '' && board "$two" &&
		lines '' '' && board "$bent" && lines '' 'Author: Kain'; } >b
	try 0 sokfmt a b
	{ lines 'Collection: A' ':: Author: Adam' '' '' && board "$small" &&
		lines '' 'Author: Adam' '' ':: Collection: B' \
		':: Author: Eve' '' '' &&
		board "$two" && lines '' 'Author: Eve' '' '' && board "$bent" &&
		lines '' 'Author: Kain'; } | expect_out
	[ -s "$err" ]
	stable
}

@test "-c, -l, -d and -w refuse other formats, which sokfmt reads like text" {
	lines '<SokobanLevels><Title>T</Title><Description/><LevelCollection>' \
	'<Level Id="One"><L>#####</L><L>#@$.#</L><L>#####</L></Level>' \
	'</LevelCollection></SokobanLevels>' >in.slc
	try 0 sokfmt in.slc
	{ lines 'Collection: T' '' '' One '' && board "$small"; } | expect_out
	for option in -c -l -d -w; do
		try 2 sokfmt $option in.slc
		said sokconv
	done
}

# One less than each accepted limit is refused.
@test "a value equal to a limit is accepted, and one more is an error" {
	lines '#####' '#@$.#' '#####' '' T '' 'lurdl2(2(r))11u' >in
	for limit in side=5 squares=15 moves=20 digits=2 nesting=2 line=15; do
		try 0 sokfmt "--limit=$limit" in
		[ ! -s "$err" ]
	done
	for limit in side=4 squares=14; do
		try 2 sokfmt "--limit=$limit" in
		said "^in:1:1: error: a board of 5 x 3 .*\`${limit%=*}\`.*\[limit\]"
	done
	for limit in moves=19 digits=1 nesting=1; do
		try 2 sokfmt "--limit=$limit" in
		said "^in:7:[0-9]+: error: .* than the limit \`${limit%=*}\`; .*\[limit\]"
		grep -qx 'lurdl2(2(r))11u' "$out"
	done
	# Groups that stay are counted as what they are.
	lines '#####' '#@$.#' '#####' '' '(lu)rr' >in
	try 0 sokfmt --limit=moves=6 in
	try 2 sokfmt --limit=moves=5 in
	lines abc '' '#####' '#@$.#' '#####' >in
	try 0 sokfmt --limit=title=3 in
	try 2 sokfmt --limit=title=2 in
	said ': error: a title of 3 bytes is over the limit `title`; .*\[limit\]'
}

@test "--drop=notes removes comment blocks, --drop=comments comment lines" {
	{ board "$small" && lines '' ':: c' '' Comment: a '' '' 'Author: b' \
	'Comment-End:' 'Comment: one line' 'Author: Z'; } >in
	try 0 sokfmt --drop=comments in
	{ board "$small" && echo && sed -n '/^Comment:$/,$p' in; } |
		expect_out
	try 0 sokfmt --drop=notes in
	{ board "$small" && lines '' ':: c' '' 'Author: Z'; } | expect_out
	# Blank lines of a block that stays stay, too.
	try 0 sokfmt --drop=keys in
	grep -v '^Author: Z' in | expect_out
}

@test "--drop=keys removes inherited keys of a later header" {
	board "$small" >one
	for key in Author Copyright Game boxorder goalorder; do
		{ lines "$key: Multiban" '' T '' && board "$small"; } >two
		try 0 sokfmt --drop=keys one two
		quiet
		{ board "$small" && lines '' '' T '' && board "$small"; } |
			expect_out
		try 0 sokfmt --drop=notes one two
		printed "^$key: Multiban"
	done
}

@test "--drop uses the title of a game that cannot be replayed" {
	{ board "$small" && lines 'Game: Pukoban' '' Solution r '' Snapshot \
	r; } >in
	try 0 sokfmt --drop=solutions in
	never_printed Solution
	printed Snapshot
	try 0 sokfmt --drop=snapshots in
	never_printed Snapshot
	printed Solution
}

@test "--title skips comment blocks and existing titles" {
	{ lines Line '' && board "$small" && lines '' Comment: 'Title: no' \
	Comment-End: Title: 'Title: Key'; } >in
	try 0 sokfmt --title=line in
	same in "$out"
	try 0 sokfmt --title=key in
	{ sed 1,2d in && lines 'Title: Line'; } | expect_out
	# The second key would be the title.
	{ board "$small" && lines '' 'Title: a' 'Title: b'; } >in
	try 0 sokfmt --title=line in
	same in "$out"
	# The same title twice is once.
	{ lines One '' && board "$small" && lines '' 'Title: One'; } >in
	try 0 sokfmt --title=line in
	{ lines One '' && board "$small"; } | expect_out
}

@test "--unique keeps each solution once" {
	{ board '######/#@$. #/#    #/######' && lines '' Mine R; } >first
	{ board '######/#    #/#@$. #/######' && lines '' Same R '' \
	Other ulldR '' Longer drRuL '' Bad rrrr; } >second
	try 0 sokfmt --unique first second
	[ "$(grep -cx R "$out")" -eq 1 ]
	printed '^Mine$'
	never_printed '^Same$'
	grep -q '; of its games, .* were added there, .* were there already, .* do not fit there \[dupl' "$err"
	cp "$out" merged
	try 0 sokfmt --unique merged second
	grep -c . "$out" >once
	try 0 sokfmt --unique merged second second
	grep -c . "$out" | same once -
}

@test "records after a byte-order mark are recognised by their position column" {
	record='\tT\t\t5#|#@$.#|5#\t\t\tf:'
	for n in 1 12 907; do
		printf '%b\n' "$record$n" >in
		printf '\357\273\277%b\r\n' "$record$n" >marked
		for file in in marked; do
			try 0 sokfmt "$file"
			{ lines T '' && board "$small"; } | expect_out
		done
	done
	for n in '' 1x x - 1-; do
		printf '%b\n' "$record$n" >in
		try 0 sokfmt in
		never_printed '^#@'
	done
}

@test "-d ends when its reader stops" {
	for ((i = 0; i < 6000; i++)); do
		printf '%d\n#####\n#@$.#\n#####\n\n' "$i"
	done >in
	try 0 timeout 10 bash -c '(sokfmt -d in | head -n 3) 2>&1 | cat'
	[ "$(wc -l <"$out")" -eq 3 ]
}

@test "text that is not a selected puzzle is kept with the puzzle before it" {
	lines "$(printf '{"board":["##x"],"title":"gone"}')" \
		'{"board":["#####","#@$.#","#####"]}' \
		'{"board":["##y"],"title":"late"}' >in.jsonl
	try 1 sokfmt -s 1 in.jsonl
	{ lines Comment: gone '##x' Comment-End: '' '' && board "$small" &&
		lines '' Comment: late '##y' Comment-End:; } | expect_out
	[ "$(grep -c 'not a square' "$err")" -eq 2 ]
	lines '{"board":["#####","#@$.#","#####"]}' '[1]' \
		'{"board":["#####","#@$.#","#####"]}' >in.jsonl
	try 1 sokfmt -s 1 in.jsonl
	try 0 sokfmt -s 2 in.jsonl
	quiet
}

@test "-w accepts that --drop removes the whole content" {
	lines R >in
	try 0 sokfmt -w --drop=solutions in
	[ ! -s in ]
	{ lines K=val R '' '' && board "$small"; } >in
	try 0 sokfmt -w --drop=solutions in
	{ lines K=val '' '' && board "$small"; } >want
	same want in
}

@test "titles over the limit remain keys" {
	{ board "$small" && printf 'Title: %070000d\n' 7; } >in
	try 0 sokfmt --title=line in
	cp "$out" once
	try 0 sokfmt --title=line once
	same once "$out"
	printed '^Title: 000'
}

@test "--files-from with NUL suggests --files0-from" {
	printf 'in\0' | try 2 sokfmt --files-from=-
	said 'NUL; --files0-from reads such lists'
}

@test "output that begins like another format is reported, and -w refuses it" {
	while read -r format start; do
		{ printf '%b\n' "$start" &&
			lines '' '5#|#@$.#|5#' '' ---saved-image---; } >in
		cp in old
		try 0 sokfmt in
		cp "$out" made
		said "^<stdout>: warning: the output begins like $format: only -f sok reads it as text \[lossy\]$"
		try 2 sokfmt -l made
		said "is $format, not text"
		try 0 sokfmt -f sok made
		same made "$out"
		try 1 sokconv --strict in
		no_output
		for option in '' --to-charset=UTF-16; do
			# shellcheck disable=SC2086 # none or one
			try 2 sokfmt -w $option in
			said '^sokfmt: in: not rewritten: it would no longer be read as text; '
			same old in
		done
		try 0 sokfmt -f sok -w in
		same made in
	done <<-'END'
		hir
		slc ; <SokobanLevels
	END
	# A title that begins as our JSON does is written as a key.
	{ board "$small" && lines '' 'Title: {"board":['; } >json
	try 0 sokfmt json
	quiet
	same json "$out"
	# Where it is not first, it is only text.
	{ lines A '' '{"board"' '' '5#|#@$.#|5#' '' ---saved-image---; } >in
	try 0 sokfmt -w in
	quiet
}

# ---- the parts of a collection

@test "every part of a collection is written at its place" {
	golden 0 layout sokfmt
	stable
}

@test "empty input gives empty output" {
	try 0 sokfmt
	no_output
	quiet
	printf '\n \n\t\n' | try 0 sokfmt
	no_output
}

@test "every puzzle but the first follows two blank lines" {
	{ board "$small" && echo && board "$two" && echo && board "$bent"; } >in
	{ board "$small" && lines '' '' && board "$two" && lines '' '' &&
		board "$bent"; } >want
	formats want <in
}

@test "damage in one puzzle does not affect the others" {
	{ board "$small" && lines '' '5#|#@$.#|5#3' 'a lost one' '' '' &&
		board "$two"; } >in
	try 1 sokfmt in
	same in "$out"
	said 'in:5:12: error: .*\[rle-count\]'
}

@test "errors are reported with their position, and no input is lost" {
	golden 2 findings sokfmt --stdin-name=findings.in
	tr -d ' \n' <"$cases/findings.in" >before
	sed "s/^'\(.*\)'$/\1/" "$out" | grep -v '^::$' | tr -d ' \n' >after
	same before after
}

# ---- formatted and plain puzzles

# formatted N: N puzzles in the format of sokfmt.
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

@test "a formatted file is unchanged" {
	formatted 5000 >in
	one_by_one in
	same in "$out"
	try 0 sokfmt -c in
	try 0 sokfmt -j 2 in
	same in "$out"
}

@test "unformatted parts within formatted puzzles are formatted" {
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

@test "marked titles, titles below and keys among formatted puzzles are formatted" {
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

@test "options that change puzzles apply to formatted puzzles, too" {
	formatted 2000 >in
	for option in --floor=dash --transform=flip-h --drop=titles --title=key \
		--simplify --unique=exact; do
		one_by_one -q $option in
		! cmp -s in "$out" || { echo "$option changed nothing"; return 1; }
	done
}

@test "an author in the header of a later file is added to formatted puzzles" {
	formatted 2000 >in
	{ printf 'Author: Ann\n\n'; cat in; } >first
	{ printf 'Author: Bob\n\n'; cat in; } >second
	one_by_one -q first second
	[ "$(grep -c 'Author: Bob' "$out")" -gt 2000 ]
}

@test "an unopened comment block among formatted puzzles is reported" {
	for n in {1..40}; do
		[ "$n" -ne 20 ] || lines 'Author: Bob' note Comment-End: ''
		lines "Level $n" '' "$(board '######/#@$ .#/######')" ''
	done >in
	try 0 sokcheck in
	expect_out <<<'in:117:1: warning: no comment block is open here; the line was indented [unclosed-comment] (puzzle 19 "Level 19")'
}
