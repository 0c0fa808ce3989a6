#!/usr/bin/env bats
# Line ends: sokrle writes those it found, the others write their own, and
# nothing depends on which they are.

# shellcheck disable=SC1110 # quotes are text
load helper

# ends END: each line of stdin ended in this way.
ends() {
	local line
	while IFS= read -r line; do printf '%s%b' "$line" "$1"; done
}

plain() {
	lines Title '' '#####' '#@$.#' '#####' '' 'A note.' '' Solution \
	    lrlrlrR RRR '' ''
	board '#####/# $@#/# . #/#####'
}

@test "what is wrong with UTF-16 is said in one way, however the bytes come" {
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

@test "sokrle keeps the line ends of every block" {
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

@test "sokrle adds no line end at the end" {
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

@test "findings and puzzles are the same for all line ends" {
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

@test "mixed line ends are said once, and change nothing however far they go" {
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

@test "puzzles that are plain to see do not hide where line ends change" {
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

@test "a Control-Z at the end is the end" {
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

@test "any number of byte-order marks begins a line" {
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

@test "text in a Japanese charset is told which one" {
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
