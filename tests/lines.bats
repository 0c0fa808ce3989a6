#!/usr/bin/env bats
# Lines and bytes: line ends, byte-order marks, NULs and other control bytes,
# character sets, and lines over the limit.

# shellcheck disable=SC1110 # quotes are text
load helper

small='#####/#@$.#/#####'
good='######/#@ $.#/######'
two='######/#@ $.#/######'

# ---- line ends

@test "CR, CRLF and LF each end a line" {
	board "$small" >want
	for end in $'\r' $'\r\n' $'\n'; do
		printf '%s' "#####$end" "#@\$.#$end" "#####$end" | formats want
		printf '%s' "One$end$end#####"$'\n#@$.#\n'"#####$end" |
			try 0 sokfmt
		{ lines One '' && cat want; } | expect_out
	done
}

@test "a missing last newline is added" {
	printf '#####\n#@$.#\n#####' >in
	board "$small" >want
	formats want <in
}

# ends END: stdin with this line end.
ends() {
	local line
	while IFS= read -r line; do printf '%s%b' "$line" "$1"; done
}

plain() {
	lines Title '' '#####' '#@$.#' '#####' '' 'A note.' '' Solution \
	    lrlrlrR RRR '' ''
	board '#####/# $@#/# . #/#####'
}

@test "sokrle keeps the line ends of each block" {
	plain >lf
	sokrle lf >lf.rle
	sokrle -d lf.rle >lf.flat
	for end in '\r\n' '\r'; do
		plain | ends "$end" >in
		try 0 sokrle in
		ends "$end" <lf.rle | same - "$out"
		cp "$out" encoded
		try 0 sokrle -d encoded
		ends "$end" <lf.flat | same - "$out"
	done
}

@test "sokrle does not add a line end at the end of the input" {
	for end in '\n' '\r\n' '\r'; do
		{ lines text '' | ends "$end"; printf '5#|#@$.#|5#'; } >in
		{ { lines text ''; board '#####/#@$.#'; } | ends "$end"
		  printf '#####'; } >flat
		try 0 sokrle in
		same in "$out"
		try 0 sokrle -d in
		sed 's/\r//' "$out" | tr '\r' '\n' >got
		sed 's/\r//' flat | tr '\r' '\n' | same - got
	done
	printf '\r\n\r\ntext' >in
	try 0 sokrle in
	same in "$out"
}

@test "findings and puzzles do not depend on the line ends" {
	{ plain && lines '' '3#|#@' '(' rRlx; } >lf
	for program in sokfmt sokcheck 'sokconv -t jsonl' sokreplay; do
		# shellcheck disable=SC2086 # a program with its option
		$program <lf >want 2>want.err || :
		for end in '\r\n' '\r'; do
			ends "$end" <lf >in
			# shellcheck disable=SC2086
			$program <in >got 2>got.err || :
			same want got
			same want.err got.err
		done
	done
}

@test "mixed line ends are reported once, and do not change the output" {
	for ((i = 0; i < 9000; i++)); do
		printf '%d\n\n#####\n#@$.#\n#####\n\nA note.\n\n' "$i"
	done >lf
	head -n 16000 lf >in
	tail -n +16001 lf | sed 's/$/\r/' >>in
	printf 'a\rb\r\n' >>in
	lines a b >>lf
	tail -n 800 lf | tee -a in >again
	cat again >>lf
	lines '<stdin>:16001: warning: this line ends differently from the lines above [mixed-line-ends] (puzzle 2001 "2000")' \
		'<stdin>:72002:1: warning: text directly above a board belongs to the text or board above it; only a separate line is a title [ambiguous-title] (puzzle 9001)' >said
	for program in sokfmt sokcheck 'sokcheck -j 4' 'sokconv -t jsonl'; do
		# shellcheck disable=SC2086 # a program with its option
		$program <lf >want 2>want.err
		[ ! -s want.err ]
		# shellcheck disable=SC2086
		$program <in >got 2>got.err || :
		case $program in
		sokcheck*) same said got ;;
		*) same want got && [ ! -s got.err ] ;;
		esac
	done
}

@test "a change of line ends among plain puzzles is reported" {
	for ((i = 1; i <= 900; i++)); do
		printf '%d\n\n#####\n#@$.#\n#####\n\n' "$i"
	done >lf
	sed 's/$/\r/' lf >crlf
	for pair in 'lf crlf' 'crlf lf'; do
		# shellcheck disable=SC2086 # two files
		cat $pair >in
		try 0 sokcheck in
		printed '^in:5401: warning: .*\[mixed-line-ends\]'
		try 0 sokfmt in
		cat lf lf | sokfmt | same - "$out"
	done
}

@test "a file with consistent line ends has no mixed-line-ends finding" {
	for title in One Two Three; do
		lines "$title" '' && board "$good" && lines '' 'A note.' ''
	done >in
	for end in '\n' '\r\n' '\r'; do
		awk -v ORS="$end" 1 in | try 0 sokcheck
		no_output
		quiet
	done
	{ cat in && awk -v ORS='\r\n' 1 in; } | try 0 sokcheck -F tsv
	cut -f 2,5 "$out" >got
	printf '25\tmixed-line-ends\n' | same - got
}

# ---- control bytes

@test "NUL ends a line, and is a blank line between puzzles" {
	{ board "$small" && lines '' '' && board "$two" && lines '' note; } >want
	{ board "$small" && printf '\0' && board "$two" && lines '' note; } >in
	formats want <in
	{ board "$small" && lines '' && board "$two" && printf 'note\0'; } >in
	formats want <in
}

@test "a finding on a last line that ends in NUL is reported" {
	for rows in '' '#####\n#@$.#\n#####\n\n'; do
		# shellcheck disable=SC2059 # the rows are made of \n
		printf "$rows"'a line of some words, and \x1f\0' >in
		try 0 sokcheck --disable=no-puzzle in
		one_line "$out"
		printed ':27: warning: a control character \[control-char\]'
	done
}

@test "NUL next to line ends does not make text binary" {
	printf '#####\n#@$.#\n#####\n\0\n#####\n#.$@#\n#####\n\0\n' >in
	try 0 sokcheck in
	no_output
	printf 'one\0two\0three\n' | try 2 sokfmt
	said 'this is binary and was not read; -f sok reads it as text'
}

@test "NUL before every line end is part of the line end" {
	{ lines Title '' && board '#####/#@$.#/#####' && lines '' R '' 'A note'; } >want
	for end in '\0\n' '\0\r\n' '\0\r' '\0\0\0\n'; do
		sed 's/$/~/' want | tr -d '\n' | sed "s/~/${end//\\/\\\\}/g" >in
		# shellcheck disable=SC2059 # the ends of lines are made of \0 and \n
		printf "$(cat in)" >nuls
		try 0 sokfmt nuls
		same want "$out"
		# The numbers of lines are those of a file without NULs.
		sed 's/#@/#X/' in >spoilt
		# shellcheck disable=SC2059
		printf "$(cat spoilt)" | try 1 sokcheck
		printed '^<stdin>:4:2: error: `X` is not a Sokoban square'
		sokconv -t records <want >records
		try 0 sokconv -t records <nuls
		same records "$out"
	done
	# The bytes of a line end may arrive one by one.
	{ printf '#####\0'; sleep .1; printf '\n#@$.#\0\0'; sleep .1
	  printf '\0\r'; sleep .1; printf '\n#####\0'; } | try 0 sokfmt
	board '#####/#@$.#/#####' | expect_out
}

@test "a Control-Z at the end of a file is removed" {
	{ lines Title '' && board '#####/#@$.#/#####' && lines '' R; } >want
	for end in '' '\n' '\r\n'; do
		{ head -c -1 want; printf "%b\x1a" "$end"; } >in
		try 0 sokfmt in
		same want "$out"
		try 0 sokreplay in
		try 0 sokcheck in
		printed '\[control-char\]'
	done
	{ lines Title '' && board '#####/#@$.#/#####' | head -c -1
	  printf '\x1a\x1a'; } >in
	try 0 sokfmt in
	head -n 5 want | same - "$out"
}

# ---- byte-order marks

@test "a byte-order mark is removed at the beginning of any line" {
	bom=$'\xef\xbb\xbf'
	{ lines "${bom}One" '' "$bom#####" '#@$.#' '#####'; } >in
	{ lines One '' && board "$small"; } >want
	formats want <in
}

@test "repeated byte-order marks at the beginning of a line are removed" {
	for mark in '\377\376' '\376\377' '\357\273\277'; do
		for n in 1 21 22 31 32 33 34 500; do
			for ((i = 0; i < n; i++)); do
				# shellcheck disable=SC2059 # it is made of escapes
				printf "$mark"
			done >marks
			{ lines hello '' && cat marks && lines '' '#'; } >in
			try 0 sokfmt in
			lines hello '' '#' >want
			same want "$out"
			{ lines '#####' '#@$.#' '#####' && lines '' && cat marks &&
				lines rR; } >in
			try 0 sokfmt in
			{ lines '#####' '#@$.#' '#####' && lines '' rR; } >want
			same want "$out"
		done
	done
}

# ---- character sets

@test "text bytes are copied unchanged, whatever their encoding" {
	{ printf 'caf\xe9 \x80\n\n' && board "$small" &&
		printf '\nna\xc3\xafve\n\x1b$B%%=\x1b(B\n'; } | unchanged
}

@test "UTF-16 with a byte-order mark is decoded" {
	{ printf '\xff\xfe' && { lines 'é1' '' && board "$small"; } |
		iconv -f UTF-8 -t UTF-16LE; } >in
	{ lines 'é1' '' && board "$small"; } >want
	formats want <in
}

@test "UTF-16 without a byte-order mark is recognised" {
	{ lines 'Title 1' '' && board "$small" && lines '' 'N 1' &&
		yes 'More of it.' | head -n 40 && lines 'é'; } >want
	for order in LE BE; do
		iconv -f UTF-8 -t UTF-16$order want >in
		formats want <in
		{ head -c 1 in; sleep .1; tail -c +2 in | head -c 100
		  sleep .1; tail -c +102 in; } | formats want
		sokrle in | sokrle -d | same want -
	done
	printf 'a\0#\0\n' | try 0 sokfmt -f sok
	[ "$(tr -d '\n' <"$out")" = 'a#' ]
	# Letters of other alphabets have no NUL, but the walls among them have.
	{ lines '一二' '' && board "$small" && lines '' 'Автор'; } >want
	for order in LE BE; do
		iconv -f UTF-8 -t UTF-16$order want >in
		formats want <in
		sokrle in | sokrle -d | same want -
	done
	# A Macintosh file with such text in it is none.
	{ printf '\0\5\26\7\0\2\0\0' && cat in; } >mac
	try 1 sokcheck mac
	printed '^mac: error: a damaged Macintosh file'
	for ((i = 0; i < 3; i++)); do
		printf '#####\0#@$.#\0#####\0\0'
	done | try 0 sokfmt -f sok
	[ "$(grep -c '@' "$out")" -eq 3 ]
}

@test "UTF-32 with a byte-order mark is decoded" {
	{ lines 'é1' '' && board "$small"; } >want
	{ printf '\xff\xfe\0\0' && iconv -f UTF-8 -t UTF-32LE want; } >in
	formats want <in
	{ printf '\0\0\xfe\xff' && iconv -f UTF-8 -t UTF-32BE want; } >in
	formats want <in
	try 0 sokfmt -w in
	same want in
	printf '\xff\xfe\0\0' | try 0 sokfmt
	no_output
}

@test "concatenated files of different character sets are reported" {
	{ lines One '' && board "$small" && lines ''; } >one
	{ lines '' Two '' && board "$small"; } >two
	cat one two | sokfmt >want
	# Each has its mark, of either order.
	for first in LE BE; do
		for second in LE BE; do
			{ printf '\xef\xbb\xbf' && cat one; } |
				iconv -f UTF-8 -t UTF-16$first >in
			{ printf '\xef\xbb\xbf' && cat two; } |
				iconv -f UTF-8 -t UTF-16$second >>in
			formats want <in
		done
	done
	# One of them has none.
	{ printf '\xff\xfe' && iconv -t UTF-16LE two; } >wide
	cat one wide >in
	try 0 sokfmt in
	said '^in: warning: the file also contains text that is not UTF-16.*\[charset\]'
	cat wide one >in
	try 0 sokfmt in
	said '^in: warning: the file also contains text that is not UTF-16.*\[charset\]'
	try 0 sokrle in
	said '^in: warning: the file also contains text that is not UTF-16.*\[charset\]'
	{ for ((i = 0; i < 200; i++)); do cat one; done; cat wide; } >in
	for n in 1 2; do
		try 0 sokfmt -j $n in
		said '^in:1201:1: warning: a byte-order mark of UTF-16 was removed; .*\[charset\]'
		one_line "$err"
	done
	# A smile has the bytes of two walls.
	{ printf '\xef\xbb\xbf(\xe2\x8c\xa3_\xe2\x8c\xa3)\n\n' && board "$small"; } |
		iconv -f UTF-8 -t UTF-16LE >in
	try 0 sokfmt in
	quiet
}

@test "--charset decodes and --to-charset encodes" {
	{ printf 'caf\xe9\n\n' && board "$small"; } >latin
	{ printf 'caf\xc3\xa9\n\n' && board "$small"; } >utf
	try 0 sokfmt --charset=ISO-8859-1 latin
	same utf "$out"
	try 0 sokfmt --to-charset=ISO-8859-1 utf
	same latin "$out"
	try 2 sokfmt --charset=NO-SUCH-SET latin
}

@test "errors in UTF-16 do not depend on how the bytes arrive" {
	wide() { iconv -f ASCII -t UTF-16LE; }
	{ lines A '' && board '#####/#@$.#/#####' && lines '' ''; } | wide >one
	{ printf '\xff\xfe####' && lines '' '' | wide
	  for _ in {1..1500}; do cat one; done
	  printf '\x00\xd8' && lines '' '' | wide && cat one; } >first
	{ printf '\xff\xfe' && for _ in {1..1500}; do cat one; done
	  printf '\x00\xd8####' && lines '' '' | wide && cat one; } >later
	for in in first later; do
		for program in sokrle sokfmt; do
			try 0 "$program" <$in
			one_line "$err"
			cp "$err" whole
			split -b 40001 $in part.
			try 0 "$program" < <(for p in part.*; do cat "$p"; sleep 0.1; done)
			same whole "$err"
			rm part.*
		done
	done
	said '^<stdin>: warning: invalid bytes .* \[charset\]$'
}

@test "the finding about Japanese text suggests its charset" {
	for set in EUC-JP SHIFT_JIS; do
		for words in 倉庫番のレベルです 日本語日本語 カタカナ; do
			{ lines "$words" '' '' && board '#####/#@$.#/#####'; } |
				iconv -f UTF-8 -t $set >in
			try 0 sokcheck in
			[ "$set$words" = EUC-JP日本語日本語 ] ||
				printed "^in:1:1: warning: .*; --charset=$set may decode it \\[bad-utf8\\]"
			try 0 sokcheck --charset=$set in
			no_output
		done
	done
	# Western and Cyrillic text is not Japanese.
	for set in WINDOWS-1252:Café’s-été-naïve WINDOWS-1251:Привет-всем \
		KOI8-R:Привет-всем; do
		{ lines "${set#*:}" '' && board '#####/#@$.#/#####'; } |
			iconv -f UTF-8 -t "${set%%:*}" >in
		try 0 sokcheck in
		printed bad-utf8
		never_printed 'may decode'
	done
}

# ---- lines over the limit

@test "lines over the limit are not converted to other formats" {
	{ board '#####/#@$.#/#####' && lines '' "$(fill 100) and" ''; } >in
	try 2 sokconv -q -t xsb --limit=line=70 in
	said ': error: .* lines that are over a limit \[cannot-hold\]'
	printed '^#@\$\.#$'
	never_printed xxx
}

@test "rows over the line limit do not become a shorter board" {
	row=$(printf '#%.0s' {1..300})
	{ lines One '' "$row" "$row" "$row" && lines ''; } >in
	try 2 sokfmt --limit=line=70 in
	lines One '' "$row" "$row" "$row" | expect_out
	said '^in:3:1: error: over the limit `line`, or `text` for a whole puzzle; copied unchanged'
}

@test "lines over a limit end in LF, however the bytes arrive" {
	local small='#####/#@$.#/#####'
	yes 'some text' | head -n 40 >lf
	{ board "$small" && echo && cat lf; } >want
	for end in '\r' '\r\n' '\r\r\n'; do
		{ board "$small" && echo && cat lf; } |
			sed 's/$/\r/' | sed -z "s/\\r\\n/$end/g" >in
		try 2 sokfmt --limit=text=100 in
		same want "$out"
		{ head -c 333 in; sleep .1; tail -c +334 in; } |
			try 2 sokfmt --limit=text=100
		same want "$out"
	done
}

@test "a comment block directly below a line over a limit is kept" {
	{ board '#####/#@$.#/#####' &&
	  lines '' '88888888#|#@$.#' Comment: note Comment-End:; } >in
	try 2 sokfmt in
	same in "$out"
	said '^in:5:1: error: more digits in a count than the limit `digits`'
}

@test "moves after a line over the limit are read completely" {
	{ board '#####/#@$.#/#####' && lines '' "$(fill 100)" '' \
		'Author: Ann' '' 'rr(ll)R*uu' 'ddrr' '' more
	  board '#####/#@$.#/#####'; } >in
	try 2 sokfmt --limit=line=70 in
	printed '^rr\(ll\)R\*uuddrr$'
}

@test "lines over the limit are kept by every option that changes puzzles" {
	{ board '#####/#@$.#/#####' && lines '' 'a note longer than twenty'; } >in
	for options in --unique --unique=picture --expand-macros -s1 -s1-; do
		try 2 sokfmt "$options" --limit=line=20 in
		same in "$out"
		said '^in:5:1: error: .*\[limit\]'
	done
	try 2 sokconv -t xsb --split=there --limit=line=20 in
	board '#####/#@$.#/#####' | cmp - there/0001.xsb
	try 2 sokcheck -s 1 --limit=line=20 in
	{ board '#####/#@$.#/#####' && lines '' && cat in; } >two
	try 0 sokconv -s 1 --limit=line=20 two
	quiet
}

@test "a line over the limit is not read as moves, rows or comment marks" {
	local long
	long=$(fill 70)
	for line in "${long//x/r}rrr" "${long//x/r}rx" "$long#####" \
		"${long}Comment:" "${long}Comment-End:"; do
		{ board '#####/#@$.#/#####' && lines '' "$line" '#@$.#' \
			'#####' '' 2 '' && board '#####/#@$.#/#####'; } >in
		try 2 sokfmt --limit=line=70 in
		{ board '#####/#@$.#/#####' && lines '' "$line" '#@$.#' \
			'#####' '' '' 2 '' && board '#####/#@$.#/#####'; } >want
		same want "$out"
		said '^in:5:1: error: .*\[limit\]'
		try 2 sokrle --limit=line=70 in
		{ lines '5#|#@$.#|5#' '' "$line" '#@$.#' '#####' '' 2 '' &&
			lines '5#|#@$.#|5#'; } >want
		same want "$out"
		said '^in:5:1: error: more bytes in this line than the limit `line`'
		one_line "$err"
	done
	# Nor is it part of a comment block, which would cut it in two.
	{ board '#####/#@$.#/#####' && lines '' Comment: "$long$long" \
		Comment-End:; } >in
	try 2 sokfmt --limit=line=70 in
	printed "^$long$long\$"
	said '^in:5:1: warning: this comment block is not closed within the'
	said '^in:6:1: error: .*\[limit\]'
}

@test "a line that begins with more blanks than the limit is read to its end" {
	for n in 9 10 19; do
		{ printf "%${n}s#\n\n" '' && board '#####/#@$.#/#####'; } >in
		try 2 sokfmt --limit=line=9 in
		[ "$(tail -n 3 "$out")" = "$(board '#####/#@$.#/#####')" ]
		printed ' #$'
	done
	printf '%30s' '' >in
	try 2 sokfmt --limit=line=9 in
}

# The line is read in several parts; the paragraph must contain all of them.
@test "a paragraph with a line over the limit is copied unchanged" {
	lines '#####' '#@$.#' '#####' '' '  over the limit of a line  ' \
	    'and   one below' '' text '' '' '#####' '#@$.#' '#####' >in
	try 2 sokfmt --limit=line=20 in
	said '^in:5:1: error: over the limit `line`, or `text` for a whole puzzle; .*\[limit\]'
	grep -qx '  over the limit of a line  ' "$out"
	grep . in >want
	grep . "$out" >got
	same want got
}
