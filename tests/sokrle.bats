#!/usr/bin/env bats
# sokrle: the text it rewrites and keeps, in both directions; its options; the
# input it refuses.

load helper

small='#####/#@$.#/#####'

# both_ways WANT: stdin is encoded as the file WANT, which is decoded to stdin.
both_ways() {
	cat >flat
	try 0 sokrle flat
	quiet
	same "$1" "$out"
	try 0 sokrle -d "$1"
	quiet
	same flat "$out"
}

# --- boards and moves

@test "-d refuses options for encoding" {
	for option in --groups --min-run=2 --lines; do
		try 2 sokrle -d "$option" </dev/null
		said "^sokrle: ${option%=*} and -d exclude each other\$"
		no_output
	done
}

@test "boards and moves are encoded, other text is unchanged" {
	golden 0 rle sokrle
	cp "$out" once
	try 0 sokrle once
	same once "$out"
}

@test "boards and moves are decoded, other text is unchanged" {
	golden 0 rle-decoded sokrle -d "$cases/rle.out"
	cp "$out" flat
	try 0 sokrle -d flat
	same flat "$out"
	try 0 sokrle flat
	same "$cases/rle.out" "$out"
}

@test "bare moves and bare boards are encoded and decoded" {
	echo 3r3U | try 0 sokrle -d
	expect_out <<<rrrUUU
	lines '7#|#.@-#-#|#$*-$-#|#3-$-#|#-..--#|#--*--#|7#' >want
	board '#######/#.@ # #/#$* $ #/#   $ #/# ..  #/#  *  #/#######' |
		both_ways want
}

@test "the examples of the format specification are encoded and decoded" {
	lines '3#|#.3#|#*$-#|#-@-#|5#' >want
	board '###/#.###/#*$ #/# @ #/#####' | both_ways want
	lines '--3#|3#-#|#@$.#|5#' >want
	board '  ###/### #/#@$.#/#####' | both_ways want
	lines '2(3(#-)#)|#@$.#8-#|14#' | try 0 sokrle -d
	board '# # # ## # # #/#@$.#        #/##############' | expect_out
	echo '2(3(dr)R)' | try 0 sokrle -d
	expect_out <<<drdrdrRdrdrdrR
}

@test "runs shorter than three are not encoded" {
	lines '8#|#@$$..##|8#' >want
	board '########/#@$$..##/########' | both_ways want
	lines rruulld | try 0 sokrle
	expect_out <<<rruulld
}

@test "floor at the end of a row is dropped, and an empty row is a dash" {
	board '####   /-/#####__/#@$.#---/#####' | try 0 sokrle
	lines '4#|-|5#|#@$.#|5#' | expect_out
}

@test "an open board is encoded completely" {
	lines '5-|-@$.-|5-' | try 0 sokrle
	lines '5-|-@$.-|5-' | expect_out
	lines '6-|5#-|#@$.--|5#-' >want
	board '------/#####/#@$./#####' | both_ways want
}

@test "a board of a variant is encoded completely" {
	hexoban='-5#|-#@$.#|-5#'
	plain=' #####/ #@$.#/ #####'
	lines "$hexoban" '' 'Game: Hexoban' >want
	{ board "$plain" && lines '' 'Game: Hexoban'; } | both_ways want
	lines 'Game: Hexoban' '' "$hexoban" >want
	{ lines 'Game: Hexoban' '' && board "$plain"; } | both_ways want
	# far below its board, and never for the next one
	lines "$hexoban" '' 3r '' A 'Variant: Trioban' '' '5#|#@$.#|5#' >want
	{ board "$plain" && lines '' rrr '' A 'Variant: Trioban' '' &&
		board "$plain"; } >in
	try 0 sokrle in
	same want "$out"
	try 0 sokrle --lines in
	lines "$hexoban" '5#|#@$.#|5#' | expect_out
	# floor of all sides; below the board plain rows cannot have any
	{ board '------/ #####-/ #@$.#/ #####' &&
		lines '' 'Puzzle Type: Hexoban'; } >flat
	try 0 sokrle flat
	lines '7-|-5#-|-#@$.#-|-5#-' '' 'Puzzle Type: Hexoban' | expect_out
	sokfmt flat >want
	sokrle flat | sokrle -d | try 0 sokfmt
	same want "$out"
	lines "$hexoban|-" '' 'Game: Hexoban' >in
	try 1 sokrle -d in
	same in "$out"
}

@test "a margin is dropped unless the game is unknown after 64 KiB of text" {
	for game in Sokoban Multiban; do
		{ lines "Game: $game" '' && board ' #####/ #@$.#/ #####' &&
			lines 'Comment:' 'Game: Hexoban' Comment-End:; } |
			try 0 sokrle --lines
		lines '5#|#@$.#|5#' | expect_out
	done
	{ board ' #####/ #@$.#/ #####' && many 9000 'a note'; } >notes
	{ cat notes && lines '' 'Game: Hexoban'; } | try 0 sokrle --lines
	lines '-5#|-#@$.#|-5#' | expect_out
	# 64 KiB of text and no more, however the bytes come in
	head -c $((21 + 65536)) notes >in
	try 0 sokrle --lines in
	lines '5#|#@$.#|5#' | expect_out
	{ head -c 30 && sleep 0.1 && cat; } <in | try 0 sokrle --lines
	lines '5#|#@$.#|5#' | expect_out
}

@test "groups, jumps, pusher changes and the position are kept" {
	lines '(ru3r)[3u]{4l}3D*3(lr)' '' '2(u(dr))' | try 0 sokrle -d
	lines '(rurrr)[uuu]{llll}DDD*lrlrlr' '' 'u(dr)u(dr)' | expect_out
	lines '(rrrr*uu)' | try 0 sokrle
	expect_out <<<'*(4ruu)'
}

@test "blanks between moves are removed only if moves are encoded" {
	lines 'r r R' '' 'r r r' '' '3 r' | try 0 sokrle
	lines 'r r R' '' 3r '' 3r | expect_out
}

@test "moves keep their line width" {
	lines rrruuullll dddrruruuu dr | try 0 sokrle
	lines 3r3u4l3drr ur3udr | expect_out
	# never between a count and its atom, never a first line without a letter
	lines 'lrlrlrl10r' rrrrrrrrrr 'rrrrrrrrrr' | try 0 sokrle
	lines lrlrlrl30r | expect_out
	lines lrlrlrlr rrrrrrrr rrrrrrrr lrlrlrlr | try 0 sokrle
	lines lrlrlrl 17rlrlrl rlr | expect_out
	lines '((((((((((((u' u '))))))))))))' | try 0 sokrle
	lines '((((((((((((u' u '))))))))))))' | expect_out
	lines '5(lr)' 3u | try 0 sokrle -d
	lines lrlrl rlrlr uuu | expect_out
}

@test "wrapped moves have no line made only of stars" {
	lines 'rrrr' '*r**' '**u' >in
	try 0 sokrle in
	lines '4r*r' '****u' | expect_out
	lines 'rrrr' '*r**' '**u**' | try 0 sokrle
	lines '4r*r*' '***u**' | expect_out
}

@test "a row with a quote is reported, wherever it is" {
	{ board '#####/#@$.#/#####' && lines '' Two '' '5#|#@$.#|5#' '#####"' \
		'' 3 && board '#####/#@$.#/#####' && lines $'\t####x#' '' 4 &&
		board '#####/#@$.#/#####'; } >in
	try 0 sokrle in
	said '^in:8:6: warning: `"` is not a Sokoban square; .* of the board above it'
	said '^in:14:6: warning: `x` is not a Sokoban square; .* of the board above it'
	# With the limit below what is looked at first all goes by lines.
	sokrle --limit=text=60000 in 2>lines
	same lines "$err"
}

@test "a count wrapped over two lines is one count" {
	lines dr1 0RuRR | try 0 sokrle -d
	lines drRRR RRRRR RRuRR | expect_out
}

@test "mail quotes are kept" {
	board '> #####/> #@$.#/> #####/>/> rrr' | try 0 sokrle
	lines '> 5#|#@$.#|5#' '>' '> 3r' | expect_out
	cp "$out" there
	try 0 sokrle there
	same there "$out"
	try 0 sokrle -d there
	board '> #####/> #@$.#/> #####/>/> rrr' | expect_out
}

@test "adjoining boards are separated by a blank line" {
	board "$small/$small" | try 0 sokrle
	lines '5#|#@$.#|5#' '' '5#|#@$.#|5#' | expect_out
}

# --- bytes

@test "line ends are kept, including a missing last one" {
	for end in '\n' '\r\n' '\r'; do
		printf '%b' "A$end$end#####$end#@\$.#$end#####$end${end}rrr" >in
		printf '%b' "A$end${end}5#|#@\$.#|5#$end${end}3r" >want
		try 0 sokrle in
		same want "$out"
		try 0 sokrle -d want
		same in "$out"
	done
}

@test "mixed line ends do not merge lines" {
	printf '#####\r#@$.#\r#####\n\nrrr\r\nuuu\r\rx' >in
	printf '5#|#@$.#|5#\n\n3r\r\n3u\r\rx' >want
	try 0 sokrle in
	same want "$out"
}

@test "line ends converted twice are kept" {
	printf '5#|#@$.#|5#\r\r\n3(rl)\r\r\n\r\r\nNote\r\r\n5#|#@$.#|5#\r\r\n' >in
	printf '#####\r\r\n#@$.#\r\r\n#####\r\r\nrlrlrl\r\r\n\r\r\nNote\r\r\n' >want
	printf '#####\r\r\n#@$.#\r\r\n#####\r\r\n' >>want
	sokrle -d in >out
	cmp want out
	sokrle out >back
	sokrle -d back >again
	cmp out again
	sokfmt in >a
	sokfmt back >b
	cmp a b
}

@test "text is copied byte for byte" {
	printf 'caf\351 \303\251\tx \0 \001\n \n\n\n\t\n' >text
	{ cat text && board "$small" && cat text; } >in
	{ cat text && lines '5#|#@$.#|5#' && cat text; } >want
	try 0 sokrle in
	same want "$out"
	try 0 sokrle -d want
	same in "$out"
	try 0 sokrle text
	same text "$out"
}

@test "a byte-order mark is kept" {
	printf '\357\273\277%s\n' "$(board "$small")" >in
	printf '\357\273\2775#|#@$.#|5#\n' >want
	try 0 sokrle in
	same want "$out"
}

@test "characters missing in the output charset are reported" {
	printf 'Caf\303\251\n' >utf
	printf 'Caf\351\n' >latin
	for option in '' -d; do
		# shellcheck disable=SC2086 # none or one
		try 0 sokrle $option --to-charset=ascii utf
		expect_out <<<'Caf?'
		expect_err <<<'<stdout>: warning: 1 character written as `?`: ascii does not have it [charset]'
		try 0 sokrle $option --to-charset=ascii -o o utf utf
		expect_err <<<'o: warning: 2 characters written as `?`: ascii does not have them [charset]'
		# shellcheck disable=SC2086
		try 0 sokrle $option --charset=utf-8 latin latin utf
		said_bad='warning: invalid bytes in the input'\''s character set became U+FFFD [charset]'
		lines "latin: $said_bad" "latin: $said_bad" | expect_err
		try 0 sokrle $option --charset=latin1 --to-charset=utf-8 latin
		quiet
		same utf "$out"
	done
}

@test "empty input gives empty output" {
	try 0 sokrle -o made
	[ -e made ] && [ ! -s made ]
	printf '\n \n' | try 0 sokrle -d
	printf '\n \n' | expect_out
}

@test "operands are separated by an empty line" {
	printf '%s' "$(board "$small")" >a
	board "$small" >b
	{ board "$small" && echo; } >c
	try 0 sokrle a b c b
	lines '5#|#@$.#|5#' '' '5#|#@$.#|5#' '' '5#|#@$.#|5#' '' \
		'5#|#@$.#|5#' | expect_out
}

# --- options

@test "--only encodes only boards or only moves" {
	{ board "$small" && lines '' rrr; } >flat
	{ board "$small" && lines '' 3r; } >moves
	lines '5#|#@$.#|5#' '' rrr >boards
	lines '5#|#@$.#|5#' '' 3r >both
	for what in boards moves; do
		try 0 sokrle --only=$what flat
		same $what "$out"
	done
	try 0 sokrle -d --only=boards both
	same moves "$out"
	try 0 sokrle -d --only=moves both
	same boards "$out"
}

@test "--min-run sets the length of the shortest encoded run" {
	lines rruuulllldd >in
	lines 2r3u4l2d >want2
	lines rr3u4ldd >want3
	lines rruuu4ldd >want4
	for n in 2 3 4; do
		try 0 sokrle --min-run=$n in
		same want$n "$out"
	done
	for n in 0 1 x ''; do
		try 2 sokrle --min-run=$n in
	done
}

@test "--groups writes the shortest encoding" {
	board '# # # ## # # #/#@$.#        #/##############' |
		try 0 sokrle --groups
	lines '2(3(#-)#)|#@$.#8-#|14#' | expect_out
	lines drdrdrRdrdrdrR | try 0 sokrle --groups
	expect_out <<<'2(3(dr)R)'
	# equally short: no group rather than one, the longer count first
	lines rrurru '' rlrlrlr '' rlurlu | try 0 sokrle --groups
	lines rrurru '' '3(rl)r' '' rlurlu | expect_out
	lines '(ru)(ru)(ru)' '' 'ruru*ruruL' '' '[ur]d[ur]d[ur]d' |
		try 0 sokrle --groups
	lines '3((ru))' '' 'ruru*ruruL' '' '3([ur]d)' | expect_out
}

@test "--groups does not group moves with deeply nested groups" {
	local open='((((((((' close='))))))))'
	lines "${open}rrrr${close}ulluulluulluul" '' \
		"(${open}rrrr${close})ulluulluulluul" >in
	try 0 sokrle --groups in
	lines "${open}4r${close}3(ullu)ul" '' \
		"(${open}4r${close})ulluulluulluul" | expect_out
	sokrle -d "$out" | same in -
}

@test "groups do not span rows" {
	lines '4#|#@-#|#$-#|#.-#|4#' >in
	try 0 sokrle --groups in
	same in "$out"
}

@test "--floor writes underscores" {
	board '#####/#  @#/#$$ #/#.. #/#####' >flat
	lines '5#|#__@#|#$$_#|#.._#|5#' >want
	try 0 sokrle --floor=underscore flat
	same want "$out"
	try 0 sokrle -d want
	same flat "$out"
	try 0 sokrle -d --floor=dash want
	board '#####/#--@#/#$$-#/#..-#/#####' | expect_out
	try 2 sokrle --floor=space flat
}

@test "--lines prints bare boards only" {
	{ lines Title '' && board "$small" && lines '' rrr 'Author: A' '' 'Two' &&
		board "$small/$small" && lines '' '3#|-|5#|#@$.#|5#' end; } >in
	try 0 sokrle --lines in in
	lines '5#|#@$.#|5#' '5#|#@$.#|5#' '5#|#@$.#|5#' '3#|-|5#|#@$.#|5#' >want
	cat want want | expect_out
	try 0 sokrle --lines -s 2- in
	sed 1d want | expect_out
	try 2 sokrle --lines -d in
	try 2 sokrle --lines --only=moves in
}

@test "-s rewrites selected puzzles and their moves" {
	for i in 1 2 3; do board "$small" && lines '' rrr '' ''; done >in
	try 0 sokrle -s 2 in
	{ board "$small" && lines '' rrr '' '' '5#|#@$.#|5#' '' 3r '' '' &&
		board "$small" && lines '' rrr '' ''; } >want
	same want "$out"
	try 0 sokrle -d -s 2 want
	same in "$out"
	lines rrr '' uuu '' '5#|#@$.#|5#' '' 3l | try 0 sokrle -s 1
	lines 3r '' 3u '' '5#|#@$.#|5#' '' 3l | expect_out
}

@test "-s warns about missing numbers" {
	board "$small" >in
	for list in 1,9 1-9; do
		try 0 sokrle -s "$list" in
		expect_out <<<'5#|#@$.#|5#'
		said 'in: no puzzle 9, there is 1'
	done
	try 0 sokrle -s 1- in
	quiet
}

# The same rows below an empty line and at the start of the file.
@test "bug-rows-above: rows directly above a board are decoded alike anywhere in a file" {
	lines '6-|-4#-|-#@$.#|-4#-|6-' '#####' '#@$.#' '#####' >in
	board '####/#@$.#/####//#####/#@$.#/#####' >want
	try 0 sokrle -d in
	same want "$out"
	lines '' | cat - in >below
	lines '' | cat - want >want-below
	try 0 sokrle -d below
	same want-below "$out"
}

# --- refused input

@test "malformed counts and groups are errors with a position" {
	while read -r rle rule col; do
		lines "$rle" >in
		for option in '' -d; do
			# shellcheck disable=SC2086 # none or one
			try 1 sokrle $option in
			same in "$out"
			said "^in:1:$col: error: .*\\[$rule\\]"
			one_line "$err"
		done
	done <<-'END'
		5#|#@$.#|5#3        rle-count   12
		5#|#@$.#3|5#        rle-count   9
		5#|#@$.0#|5#        rle-count   8
		5#|#@3()$.#|5#      rle-count   6
		5#|#@$.#)|5#        rle-nesting 9
		5#|(#@$.#|5#        rle-group   4
		2(5#|#@$.#|)5#      rle-group   1
		5#|#@$.#|(5#        rle-nesting 10
		3(rr                rle-nesting 1
		rr)                 rle-nesting 3
		r2[lu]              rle-group   2
		2(r*u)              rle-group   4
		r[l[u]]             unmatched-bracket 4
		r[l{u}]             unmatched-bracket 4
		lurd{lurd           unmatched-bracket 5
		lurd[lurd           unmatched-bracket 5
		lurd]               unmatched-bracket 5
	END
}

@test "text that is not run-length text is kept without findings" {
	lines '#50 (3)' '' 30-8-55 '' 12 '' D2 '' '***' '' '3#2 or so' '' '(3)' >in
	try 0 sokrle in
	quiet
	same in "$out"
	try 0 sokrle -d in
	quiet
	same in "$out"
}

@test "an empty row between bars is a warning" {
	lines '3#||5#|#@$.#|5#' | try 0 sokrle -d
	board '###/-/#####/#@$.#/#####' | expect_out
	said ':1:1: warning: .*\[rle-empty-row\]'
}

@test "a board that would be read back differently is not encoded" {
	board '-----/-@$.-/-----' >in
	try 1 sokrle in
	same in "$out"
	said '^in:1:1: error: .*run-length text.*\[cannot-hold\]'
	# two boards on one line are one; as rows they would be two
	lines '5#|#@$.#|5#|5#|#@$.#|5#' >in
	try 1 sokrle -d in
	same in "$out"
	said '^in:1:1: error: .*plain rows.*\[cannot-hold\]'
}

@test "exponential input is refused quickly" {
	for bomb in '999999999#' '9999999#|5#|#@$.#|5#' \
		'999(999(999(#)))|#@$.#|5#' '9(9(9(9(9(9(9(9(9(r)))))))))' \
		"$(printf '(%.0s' {1..20000})#" \
		"$(printf '9%.0s' {1..100000})r"; do
		lines "$bomb" >in
		for option in '' -d --lines; do
			# shellcheck disable=SC2086 # none or one
			sanitized || ulimit -v 65536
			try 2 timeout 5 sokrle $option in
			said '^in:1:[0-9]+: error: .*\[limit\]'
			[ "$option" = --lines ] || same in "$out"
		done
	done
}

@test "limits can be raised" {
	lines '5000#|#4998-#|#@$.#4994-#|5000#' >in
	try 2 sokrle -d in
	said '^in:1:1: error: .*\[limit\]'
	try 0 sokrle -d --limit=side=5000 in
	[ "$(wc -L <"$out")" -eq 5000 ]
	lines 9999999r9999999r >in
	try 2 sokrle -d in
	said '^in:1:9: error: more moves than the limit `moves`'
	try 0 sokrle -d --limit=moves=20000000 in
	[ "$(wc -c <"$out")" -eq 19999999 ]
	lines 99999999r | try 2 sokrle -d
	lines 00099999r | try 1 sokrle -d
	lines "$(printf '(%.0s' {1..20})r$(printf ')%.0s' {1..20})" >in
	try 2 sokrle -d in
	said '^in:1:17: error: .*\[limit\]'
	try 0 sokrle --limit=nesting=20 in
	same in "$out"
}

@test "text without boards needs constant memory" {
	sanitized && skip 'needs memory of its own'
	for line in 'There is no board in this.' '3 boxes (or so) 5' 12; do
		yes -- "$line" | head -c 16000000 >in
		(ulimit -v 65536 && sokrle in >text)
		same in text
	done
}

@test "a file that is not text is refused" {
	lines '<?xml version="1.0"?>' '<SokobanLevels></SokobanLevels>' >a.slc
	board "$small" >b
	try 2 sokrle a.slc b
	said '^sokrle: a.slc: .*sokconv'
	lines '5#|#@$.#|5#' | expect_out
	try 2 sokrle -f jsonl b
	no_output
}

# --- real files

@test "solutions of real files are decoded" {
	[ -d "$corpus/solutions/cavepacker" ] || skip 'no corpus'
	for f in "$corpus"/solutions/cavepacker/*.sol; do
		try 0 sokrle -d "$f"
		quiet
		grep -qE '^[udlr]+$' "$out"
		lacks "$out" '[0-9()]'
		sokrle --groups "$out" >shortest
		[ "$(wc -c <shortest)" -le "$(wc -c <"$f")" ]
	done
}

@test "random line soup keeps its boards and moves, both ways" {
	for seed in $(seq 100); do
		# Without what makes a file XML.
		soup "$seed" | sed "s/<SokobanLevels>//" >in
		# A line that is nearly a row stays beside a board of plain rows
		# alone, so blank lines may differ.
		{ sokfmt -q in 2>/dev/null || :; } | grep . >want || :
		for option in '' --groups; do
			# shellcheck disable=SC2086 # none or one
			sokrle -q $option in >there 2>/dev/null || :
			sokrle -q -d there >back 2>/dev/null || :
			for way in there back; do
				{ sokfmt -q $way 2>/dev/null || :; } | grep . >got || :
				same want got || { cat -A in; false; }
			done
		done
	done
}

@test "decoded rows of an unterminated last line end like the lines above" {
	for end in '\n' '\r\n' '\r'; do
		printf '%b' "text$end$end" '5#|#@$.#|5#' | try 0 sokrle -d
		printf '%b' "text$end$end#####$end" '#@$.#' "$end#####" |
			expect_out
	done
}

@test "a hir trace is refused" {
	{ board '#####/#@$.#/#####' && lines '---saved-image---' '#####' \
		'# @*#' '#####' '---trace-data---' R; } >in
	try 2 sokrle in
	said '^sokrle: in: is hir, not text; use sokconv first$'
	no_output
	try 2 sokrle <in
	said 'is hir, not text'
	sed -i '3a Title: slow\nDate: 1' in
	{ head -n 5 in; sleep 0.1; tail -n +6 in; } | try 2 sokrle
	said 'is hir, not text'
	no_output
}

@test "a truncated line that may begin a record is text" {
	printf '0123456789ABCDEF\tfoo' >in
	try 0 sokrle in
	same in "$out"
	quiet
}

@test "findings are reported in the order of the lines" {
	lines zz '> #####' '> #####' '> #@$.#' '-----' '@.$--' '-----' '' \
		'Solution comment end:' | try 1 sokrle
	sed 's/:1: .* \[/ [/' "$err" >order
	lines '<stdin>:2 [cannot-hold]' '<stdin>:9 [unclosed-comment]' |
		same - order
}

@test "short rows of floor belong to the surrounding run-length rows" {
	lines '#######' - '#######' '#@$  .#' '#######' >want
	for floor in '-|' '2-|' '2-'; do
		for wall in '7#|' '7#' '#######'; do
			lines "$wall" "$floor" "$wall" '#@$--.#' "$wall" >in
			try 0 sokfmt in
			same want "$out"
			sokrle -d in >decoded
			try 0 sokfmt decoded
			same want "$out"
		done
	done
	# A number by itself is none, nor a row at an end.
	for end in 2 '2-'; do
		lines '#####' '#@$.#' '#####' "$end" >in
		lines '#####' '#@$.#' '#####' '' "$end" >want
		try 0 sokfmt in
		same want "$out"
	done
}
