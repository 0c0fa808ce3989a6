#!/usr/bin/env bats
# The options and messages that the five programs share.

load helper

small='#####/#@$.#/#####'

# The long options of each program, without the shared ones.
options() {
	case $1 in
	sokfmt) echo check list diff write backup= floor= simplify transform= \
		unique drop= expand-macros title= wrap= ;;
	sokrle) echo decode only= min-run= groups lines floor= ;;
	sokcheck) echo format= pass disable= enable= severity= strict \
		exit-zero target= baseline= write-baseline= explain= \
		list-rules duplicates summary stats header ;;
	sokreplay) echo moves= moves-file= match format= pass rewrite \
		to-forward best= final require-solution strict-case \
		reachable yasc-lines board-from-moves disable= enable= \
		severity= strict exit-zero baseline= write-baseline= \
		explain= list-rules summary stats failures heading header ;;
	sokconv) echo to= list-formats split= name= container= strict floor= ;;
	esac
}
shared='from= output= select= charset= to-charset= tabs= files-from=
	files0-from= stdin-name= limit= jobs= color= help version'

@test "-V names the program, the family and the version" {
	for program in $programs; do
		for option in -V --version; do
			try 0 "$program" $option
			lines "$program (soktools) 1.0.0" \
				'libraries: expat jansson libarchive' | expect_out
			quiet
		done
	done
}

@test "messages and output keep their order if both go to one file" {
	board '#####/#@$ #/#####' >bad.sok
	for j in 1 2; do
		sokcheck -j $j bad.sok missing bad.sok >log 2>&1 || :
		cut -d ' ' -f 1 log >"$out"
		lines bad.sok:1:1: bad.sok:2:3: sokcheck: bad.sok:1:1: bad.sok:2:3: |
			expect_out
	done
	{ board '#####/#@$.#/#####' && lines '' RR; } >game.sok
	try 1 eval 'sokreplay -v game.sok game.sok 2>&1 | sed "/sandbox: /d"; (exit ${PIPESTATUS[0]})'
	cp "$out" log
	cut -d ' ' -f 1 log | grep -n game.sok >"$out"
	lines '1:game.sok:5:2:' '6:game.sok:5:2:' | expect_out
}

@test "an input file that is also the output is refused" {
	board '#####/#@$.#/#####' >old
	for program in $programs; do
		for way in '>>' '1<>'; do
			cp old f
			{ eval "timeout 10 $program f $way f" || echo $? >status; } 2>"$err"
			echo 2 | same - status
			lines "$program: f: is both an input and the output" | expect_err
			same old f
			rm status
			{ eval "timeout 10 $program old - <f $way f" || echo $? >status; } 2>"$err"
			echo 2 | same - status
			said "^$program: <stdin>: is both an input and the output\$"
		done
		cp old f
		try 0 "$program" old </dev/null
	done
	cp old f
	sokfmt -l f >>f 2>"$err" || echo $? >status
	echo 2 | same - status
}

@test "-o - is standard output, and the last of two equal options wins" {
	board '#####/#@$.#/#####' >in
	try 0 sokfmt -o - in
	same in "$out"
	try 0 sokfmt -o first -o second in
	[ ! -e first ]
	same in second
	try 0 sokfmt --floor=dash --floor=space --wrap=9999 --wrap=0 \
		-s 7 -s 1 in
	same in "$out"
	{ lines ':: a' && cat in && lines '' 'Author: x' note; } >parts
	try 0 sokfmt --drop=comments --drop=keys --drop=notes parts
	same in "$out"
}

@test "-h shows the usage line and every option" {
	for program in $programs; do
		try 0 "$program" -h
		quiet
		cp "$out" short
		try 0 "$program" --help
		same short "$out"
		printed "^[Uu]sage: $program "
		for option in $shared $(options "$program"); do
			printed "--${option%=}\\b"
		done
	done
}

@test "long options cannot be abbreviated" {
	for program in $programs; do
		for option in $shared $(options "$program"); do
			[ "${#option}" -gt 4 ] || continue
			name=${option%=}
			try 2 "$program" "--${name%?}" x
			no_output
			said "^$program: "
		done
	done
}

@test "an unknown option is a usage error" {
	for program in $programs; do
		for option in --nonsense --ver -Z --; do
			[ $option = -- ] && option=---
			try 2 "$program" $option
			no_output
			said "^$program: "
		done
	done
}

@test "a mistyped name is answered with the nearest valid name" {
	while IFS='|' read -r command message; do
		# shellcheck disable=SC2086 # several words
		try 2 $command
		no_output
		head -n 1 "$err" >got
		lines "${command%% *}: $message" | same - got
	done <<-'EOF'
		sokfmt --selct=1|unknown option --selct; did you mean --select?
		sokcheck --dupplicates|unknown option --dupplicates; did you mean --duplicates?
		sokcheck --disable=no-plaeyr|--disable: there is no rule `no-plaeyr` (see sokcheck --list-rules); did you mean no-player?
		sokcheck --explain=frozenbox|--explain: there is no rule `frozenbox` (see sokcheck --list-rules); did you mean frozen-box?
		sokconv -t record|--to=record: not a format that can be written (see --list-formats); did you mean records?
		sokfmt --floor=dahs|--floor: `dahs` is not one of space, dash, underscore; did you mean dash?
		sokcheck --target=xsokban|--target: `xsokban` is not one of yasc, jsoko, ksokoban, xsokoban, sokoban3d, simplesokoban, all; did you mean xsokoban?
		sokfmt --wrong|unknown option --wrong
		sokfmt --ver|unknown option --ver
		sokconv -t x|--to=x: not a format that can be written (see --list-formats)
	EOF
}

@test "an option without its argument or with one too many is a usage error" {
	for program in $programs; do
		for option in -f -o -s --from --limit --version=1 --help=x; do
			try 2 "$program" $option
			no_output
			said "^$program: "
		done
	done
}

@test "an empty option argument is a usage error that names the option" {
	board "$small" >in
	for program in $programs; do
		while IFS=$'\t' read -r name _ arg _; do
			[ -n "$arg" ] || continue
			# No moves at all are a game, which solves nothing.
			[ "$name" != moves ] || continue
			try 2 "$program" "--$name=" in
			no_output
			said "^$program: --$name\\b"
		done < <("$program" --print-options)
	done
	for list in 'sokfmt --unique --prefer' 'sokfmt --unique --best' \
	    'sokfmt --unique --rejects' 'sokfmt -w --backup' 'sokfmt --sort' \
	    'sokfmt --drop' 'sokreplay -p --best' 'sokreplay -M in --by' \
	    'sokconv -t csv --columns' 'sokconv --split=d --name'; do
		for value in '' ',' 'x,'; do
			case $list,$value in
			*rejects,?* | *backup,?* | *name,?*) continue ;;
			esac
			# shellcheck disable=SC2086 # a command line
			try 2 $list="$value" in
			no_output
			said "^${list%% *}: --${list##*--}\\b"
		done
	done
	[ ! -e d ]
	board "$small" | same - in
}

@test "values out of range are usage errors" {
	board "$small" >in
	for program in $programs; do
		for option in --from=nonsense --tabs=0 --tabs=x --tabs=99999999999 \
		    --limit=nonsense=3 --limit=nesting --limit=nesting=x \
		    --limit=nesting= --charset=NO-SUCH-SET \
		    --to-charset=NO-SUCH-SET --jobs=x --jobs=-1 --select=0; do
			try 2 "$program" $option in
			no_output
			said "^$program: "
		done
	done
}

@test "an option without effect is a usage error" {
	board "$small" >in
	for program in sokcheck sokreplay; do
		try 2 $program --to-charset=ascii in
		said "^$program: --to-charset needs -p$"
		no_output
		try 0 $program -p --to-charset=ascii in
	done
	for option in rewrite to-forward; do
		try 2 sokreplay --$option in
		said "^sokreplay: --$option needs -p, -w, -l, -d or -c$"
		no_output
	done
	try 2 sokreplay --best=moves in
	said '^sokreplay: --best needs -p$'
	no_output
}

@test "an option made ineffective by another option is a usage error" {
	board '#####/#@$.#/#####' >in
	for pair in 'sokcheck --show' 'sokreplay --show' 'sokreplay --failures' \
	    'sokreplay --yasc-lines' 'sokreplay --final' 'sokcheck -p'; do
		# shellcheck disable=SC2086 # a program and an option
		try 2 $pair --stats in
		no_output
		said "^${pair% *}: --stats .*${pair#* }"
	done
	for pair in 'sokcheck --against=in' 'sokcheck --duplicates' \
	    'sokcheck --target=all' 'sokreplay --require-solution'; do
		name=${pair#* }
		for format in text json csv; do
			# shellcheck disable=SC2086
			try 2 $pair --stats -F $format in
			said "^${pair% *}: --stats does not count what ${name%=*} finds without -F tsv or --summary"
		done
		# shellcheck disable=SC2086
		try 0 $pair --stats --summary in
		# shellcheck disable=SC2086
		try 0 $pair --stats -F tsv in
	done
	try 0 sokcheck --stats -F tsv --duplicates in in
	printed '^duplicate-puzzle	1$'
	try 2 sokrle --only=moves --floor=dash in
	said '^sokrle: --floor and --only=moves exclude each other'
	# These have one together.
	try 0 sokfmt --number='Level %n' --title=key in
	board '#####/#@$.#/#####' | cat - <(lines '' 'Title: Level 1') |
		expect_out
}

@test "a usage error says where to find help" {
	for program in $programs; do
		try 2 "$program" --nonsense
		expect_err <<-EOF
			$program: unknown option --nonsense
			usage: $program [options] [file ...] (-h lists the options)
		EOF
	done
	try 2 sokfmt --limit=side=0
	said '^sokfmt: --limit=side: 0 is not between 1 and '
	try 2 sokfmt --limit=side=99999999999999999999999
	said '^sokfmt: --limit=side: 9{23} is not between 1 and '
	try 2 sokfmt --drop=trees
	said 'not one of comments, .*, titles, all$'
	try 2 sokcheck --disable=nonsense
	said 'there is no rule .nonsense. \(see sokcheck --list-rules\)'
	try 2 sokrle --charset=NO-SUCH-SET
	said 'unknown character set .NO-SUCH-SET. \(iconv -l lists them\)'
	try 2 sokconv --split=
	said '^sokconv: --split needs the name of a folder'
}

@test "options may follow operands, and -- ends the options" {
	board "$small" >-c
	board "$small" >in
	try 0 sokfmt in -c
	no_output
	try 0 sokfmt -- in -c
	{ board "$small" && lines '' '' && board "$small"; } | expect_out
	try 0 sokcheck -- -c
}

@test "without operands, or with -, standard input is read" {
	board "$small" >in
	for program in $programs; do
		try 0 "$program" <in
		cp "$out" without
		try 0 "$program" - <in
		same without "$out"
		try 0 "$program" in <in
	done
}

@test "a terminal as the only input shows the usage" {
	needs script
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	for program in $programs; do
		timeout 10 script -qec "$program; echo status \$?" log >"$out"
		tr -d '\r' <"$out" | grep -i '^usage: '
		tr -d '\r' <"$out" | grep '^status 2$'
	done
}

@test "-l escapes names on a terminal, and writes them unchanged to a pipe" {
	needs script
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	for mark in '\342\200\216' '\342\200\217' '\342\201\246' '\342\201\251' \
	    '\330\234' '\n' '\033[2J'; do
		name=$(printf "x%by" "$mark")
		rm -f x*
		printf '#####\n#@$.#  \n#####\n\n\n' >"$name"
		script -qec 'sokfmt -l x*' log </dev/null >"$out" || :
		tr -d '\r' <log | sed '/^Script /d' >got
		grep -qE '^x(\\x|\\u\{)[0-9a-f]+.*y$' got || { cat -v got; return 1; }
		case $mark in
		'\n' | '\033'*) ;;
		*) sokfmt -l "$name" >piped || : ; lines "$name" | same - piped ;;
		esac
	done
}

@test "text of the input is escaped on a terminal, and unchanged in a pipe or file" {
	needs script
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	{ printf 'T\033[2J\n\n' && board "$small" &&
		printf '\n\nnote\ta\033]0;x\a\302\233\342\200\256\177\n\351\n'; } >in
	cp in old
	while IFS='|' read -r command; do
		script -qec "$command 2>/dev/null" log </dev/null >"$out" || :
		tr -d '\r' <log | sed '/^Script /d' >got
		lacks got '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae'
		grep -qF '\x1b' got || { echo "$command"; cat -v got; return 1; }
		# A pipe and a file get the bytes.
		sh -c "$command" 2>/dev/null | cat >piped || :
		grep -q $'\033' piped || { echo "$command"; return 1; }
	done <<-'EOF'
		sokfmt in
		sokfmt -j 2 in in
		sokfmt -d in
		sokrle in
		sokcheck -p in
		sokreplay -p in
		sokconv -t xsb in
		sokconv --strict -t sok in
	EOF
	script -qec 'sokfmt --wrap=0 in 2>/dev/null' log </dev/null >"$out"
	grep -qF 'note	a\x1b]0;x\x07\u{9b}\u{202e}\x7f' log
	grep -q $'^\303\251\r' log
	script -qec 'sokconv -t ansi in 2>/dev/null' log </dev/null >"$out"
	grep -qF $'\033[1mT\\x1b[2J\033[0m' log
	same old in
}

@test "progress stays on one line of the terminal" {
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	many 200 '#####' '#@$.#' '#####' '' >in
	name=$(printf '%090d' 0)
	for columns in 40 200; do
		script -qec "stty cols $columns; { cat in; sleep 2.1; cat in; } |
			sokconv -t jsonl --stdin-name=$name >/dev/null" log >"$out"
		tr '\r' '\n' <log | grep -aE '^[0-9]+ puzzles, .*00$|^ +$' |
			awk '{ print length }' | sort -u >got
		lines $((columns < 80 ? columns - 1 : 79)) | same - got
	done
}

@test "progress shows the percentage and the time left if the size is known" {
	needs script
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	many 60000 '#####' '#@$.#' '#####' '' >in
	# What is written waits.
	script -qec 'sokconv -t jsonl in | { sleep 2.3; cat >/dev/null; }' log >"$out"
	tr '\r' '\n' <log | grep -aqE \
		'^[0-9]+ puzzles, [0-9.]+ MB/s, [0-9]+%, [0-9]+ s left, in$' ||
		{ cat -v log; return 1; }
	# A size is not known of a pipe.
	script -qec 'cat in | sokconv -t jsonl | { sleep 2.3; cat >/dev/null; }' log >"$out"
	tr '\r' '\n' <log | grep -aqE '^[0-9]+ puzzles, [0-9.]+ MB/s, <stdin>$'
	# Both streams on one terminal, but nothing comes there.
	head -c 8000 in >some
	for command in 'sokconv --split=dir' 'sokfmt -c' 'sokfmt -o file'; do
		script -qec "{ cat some; sleep 2.1; cat some; } | $command || :" \
			log >"$out"
		tr '\r' '\n' <log | grep -aqE '^[0-9]+ puzzles, ' ||
			{ echo "$command"; cat -v log; return 1; }
	done
}

@test "severities are coloured on a terminal" {
	board '#####/#@$ #/#####' >in
	for command in 'sokcheck in' 'sokcheck -p in' 'sokcheck -j 2 in in'; do
		for way in --color=auto --color=always --color=never; do
			$command $way >"$out" 2>&1 || :
			if [ $way = --color=always ]; then
				printed $'\033\\[1;31merror\033\\[0m: '
			else
				never_printed $'\033'
			fi
		done
	done
	needs script
	script -qec true log >"$out" || skip 'no pseudo-terminals here'
	# Without a name a terminal is taken to have no colours.
	export TERM=xterm
	for command in 'sokcheck in' 'sokcheck -p in >&2' 'sokcheck -p in >p'; do
		script -qec "$command || :" log >"$out"
		grep -qaF $'\033[1;31merror\033[0m: ' log || { cat -v log; return 1; }
		script -qec "NO_COLOR=1 $command || :" log >"$out"
		lacks log '\x1b'
	done
	script -qec 'sokcheck --color=never in || :' log >"$out"
	lacks log '\x1b'
	try 2 sokcheck --color=some in
}

@test "a file that cannot be opened is reported, the others are read; status 2" {
	board "$small" >good
	mkdir folder
	for program in $programs; do
		try 0 "$program" good
		cp "$out" alone
		try 2 "$program" missing good
		expect_err <<<"$program: missing: No such file or directory"
		same alone "$out"
		try 2 "$program" good missing
		same alone "$out"
		try 2 "$program" good/folder good
		expect_err <<<"$program: good/folder: Not a directory"
		same alone "$out"
		try 2 "$program" <folder
		expect_err <<<"$program: <stdin>: Is a directory"
	done
}

@test "an unreadable file is reported" {
	[ "$(id -u)" -ne 0 ] || skip 'root reads everything'
	board "$small" >good
	board "$small" >locked
	chmod 0 locked
	for program in $programs; do
		try 2 "$program" locked good
		expect_err <<<"$program: locked: Permission denied"
	done
}

@test "the highest status of all operands is the exit status" {
	board "$small" >good
	board '#####/# $.#/#####' >bad
	try 1 sokcheck good bad good
	try 1 sokcheck bad good
	try 2 sokcheck bad missing good
	try 2 sokcheck missing bad
}

@test "--files-from reads operands, separated by lines or NUL" {
	board "$small" >a
	board '######/#@ $.#/######' >$'b\nc'
	sokfmt a $'b\nc' >want
	printf 'a\0b\nc\0' >names0
	try 0 sokfmt --files0-from=names0
	same want "$out"
	try 0 sokfmt --files0-from=- <names0
	same want "$out"
	mv $'b\nc' b
	printf 'a\nb' >names
	try 0 sokfmt --files-from=names
	same want "$out"
	try 2 sokfmt --files-from=names --files0-from=names
	said '^sokfmt: only one list of names can be read'
	try 0 sokfmt --files-from=- <names
	same want "$out"
	try 2 sokfmt --files-from=missing
	said '^sokfmt: missing: No such file'
}

@test "standard input can be read for one purpose only" {
	board '#####/#@$.#/#####' >in
	while read -r command; do
		# shellcheck disable=SC2086 # options and operands
		try 2 $command <in
		no_output
		said "^[a-z]*: (standard input can(not)? be |-M - can be given)"
	done <<-'END'
		sokfmt --in=- -
		sokfmt --in=- --in=- in
		sokfmt --in=- --not-in=- in
		sokfmt --not-in=- --files-from=-
		sokfmt --merge in - -
		sokfmt --merge - in -
		sokfmt --merge - - -
		sokcheck --against=- -
		sokcheck --against=- --against=- in
		sokcheck --against=- --files0-from=-
		sokreplay -M - -M - in
		sokreplay -M - -
	END
	try 0 sokfmt --merge in - in <in
	try 0 sokfmt --in=- in <in
	try 0 sokcheck --against=- in <in
}

@test "--stdin-name names standard input" {
	board '#####/# $.#/#####' >in
	try 1 sokcheck --stdin-name=levels.sok <in
	printed '^levels\.sok:1:1: error: .*\[no-player\]'
	try 1 sokcheck in --stdin-name=levels.sok
	printed '^in:1:1: error: '
}

@test "findings have the format of compiler messages" {
	{ lines One '' && board '#####/# $.#/#####' &&
		lines '' Two '' && board '#####/#@$.*/#####' && lines '' R; } >in
	try 1 sokcheck in
	lacks "$out" '^(?!in:\d+:\d+: (error|warning|note): .+ \[[a-z0-9-]+\] \(puzzle [12] "(One|Two)"\)$)'
	printed '^in:3:1: error: .*\[no-player\] \(puzzle 1 "One"\)$'
	printed '^in:10:5: error: .*\[not-closed\] \(puzzle 2 "Two"\)$'
}

@test "columns count characters" {
	{ lines $'\xc3\xa9\xe2\x82\xac\x01' '' && board "$small"; } >in
	try 0 sokcheck in
	printed '^in:1:3: warning: .*\[control-char\]'
}

@test "control bytes of the input are escaped in reports and messages" {
	{ printf 'a\x1b[31m\x7f\xc2\x9b\xe2\x80\xae\x07 caf\xc3\xa9\n\n' &&
		board '#####/# $.#/#####' && lines '' r &&
		printf '\n\xe9\x81\x1b\n\n' &&
		board '#####/# $.#/#####' && lines '' r; } >in
	for program in 'sokcheck' 'sokreplay -v' 'sokcheck -F github' \
	    'sokreplay -F github' 'sokcheck -F tsv' 'sokcheck -F json' \
	    'sokcheck -F sarif' 'sokcheck -F junit' 'sokcheck -F tap'; do
		# shellcheck disable=SC2086 # a program with its options
		$program in >"$out" 2>"$err" || [ $? -eq 1 ]
		[ -s "$out" ]
		cat "$out" "$err" >both
		lacks both '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]'
		iconv -f UTF-8 -t UTF-8 both >/dev/null
	done
	try 1 sokcheck in
	printed '\\x1b\[31m'
	printed '\\u\{202e\}'
}

@test "a hostile file name is escaped in messages" {
	name=$'no\x1b[31m\nfile'
	for program in $programs; do
		try 2 "$program" "$name"
		one_line "$err"
		lacks "$err" '\x1b'
	done
}

@test "--header is only for -F tsv" {
	for program in sokcheck sokreplay; do
		for format in '' '-F json' -p --stats '--stats -F json'; do
			# shellcheck disable=SC2086
			try 2 $program --header $format </dev/null
			said "^$program: --header needs -F tsv\$"
		done
	done
}

@test "text of the input cannot be a command in a build log" {
	hostile=('::error::x' ' ::set-output name=a::b' '##[set-output name=a]b' \
	    '##vso[task.complete]' $'a\n::error::x' $'b\r::error::x' \
	    $'c\xc2\x9b31m')
	for title in '##[error]x' '##vso[task.complete]' $'\u2028::error::x' \
	    '::error::x'; do
		lines '' "Title: $title" '' && board '#####/#@$./#####' &&
			lines '' "$title" rrD "<#$title#/>" ''
	done >in
	for name in "${hostile[@]}"; do cp in "$name"; done
	lines "${hostile[@]:0:4}" >names
	for run in 'sokfmt -v -o out' 'sokfmt -l' 'sokfmt -l --files-from=names' \
	    'sokfmt --expand-macros -o out' 'sokfmt --unique -o out' \
	    'sokconv -t boxoban -o out' 'sokrle -v -o out' 'sokcheck -p -o out' \
	    'sokreplay -p -F junit -o out' 'sokreplay -p -o out' \
	    'sokcheck --duplicates -v -F '{text,json,sarif,junit,tap,tsv} \
	    'sokreplay -v -F '{text,json,sarif,junit,tap,tsv}; do
		read -ra words <<<"$run"
		case $run in *names) set -- ;; *) set -- -- "${hostile[@]}" ;; esac
		"${words[@]}" "$@" >log 2>&1 || [ $? -eq 1 ]
		lacks log '^\s*::|##[a-z]*\[|\r|\x1b|\xc2\x9b|\xe2\x80\xa8'
	done
	# The names that -l writes are still those of the files.
	sokfmt -l -- "${hostile[@]:0:2}" >log || [ $? -eq 1 ]
	lines "./${hostile[0]}" "./${hostile[1]}" | diff - log
	xargs -d '\n' sokfmt -w <log 2>/dev/null || [ $? -eq 123 ]
}

@test "a report writes the name of a file in one way, even if it is not UTF-8" {
	name=$'n\xe9'
	{ board '#####/#@$.#/#####' && lines '' 'Solution 2/2' R; } >"$name"
	sokreplay "$name" >out
	[ "$(cut -d : -f 1 out | sort -u)" = né ]
	[ "$(wc -l <out)" -eq 2 ]
	sokcheck --duplicates "$name" "$name" >out
	[ "$(grep -o 'né:1' out | wc -l)" -eq 2 ]
}

@test "-q and -v change neither output nor status" {
	{ board '#####/# $.#/#####' && lines '' r; } >in
	for program in $programs; do
		want=0
		"$program" in >plain 2>/dev/null || want=$?
		for option in -q -v; do
			try "$want" "$program" $option in
			same plain "$out"
		done
	done
}

@test "the number of jobs changes neither output nor status" {
	for i in $(seq 300); do
		lines "No. $i" ''
		case $((i % 3)) in
		0) board "$small" && lines '' Solution R ;;
		1) board '#####/# $.#/#####' && lines '' 'note' ;;
		2) lines '5#|#@-.#|#-$-#|5#' '' 'r2(lr)' ;;
		esac
		lines ''
	done >in
	for program in $programs; do
		want=0
		"$program" in in >plain 2>messages || want=$?
		for n in 1 2 7 0; do
			try "$want" "$program" -j $n in in
			same plain "$out"
			same messages "$err"
		done
	done
}

@test "-o writes the whole file or leaves the old one" {
	board "$small" >in
	echo old >target
	try 0 sokfmt -o target in
	no_output
	same in target
	try 0 sokfmt --output=- in
	same in "$out"
	echo old >target
	try 2 sokfmt -o target in missing
	echo old | same - target
	try 2 sokfmt -o no/such/folder in
	said '^sokfmt: no/such/folder: '
	mkdir folder
	try 2 sokfmt -o folder in
	[ "$(find . -type f | wc -l)" -eq 2 ]
}

# refused PROGRAM ...: the program writes nothing and prints one line with the
# reason.
refused() {
	find . -type f -exec md5sum {} + | LC_ALL=C sort >"$out.before"
	try 2 timeout 10 "$@"
	one_line "$err"
	said ': is (both an input and the output|both the input of|the output of both)'
	find . -type f -exec md5sum {} + | LC_ALL=C sort | same "$out.before" -
}

@test "a file cannot be both an input and an output of one run" {
	local name
	{ board "$small" && lines '' R; } >f
	mkdir dir
	cp f dir/in.sok
	ln f hard
	ln -s f soft
	ln -s ../f dir/link.sok
	lines f >list
	for program in $programs; do
		for name in f ./f dir/../f "$PWD/f" hard soft; do
			refused "$program" -o "$name" f
			refused "$program" -o "$name" dir/link.sok
			refused "$program" -o f -- "$name"
			refused "$program" -o "$name" --files-from=list
			refused "$program" -o f - <"$name"
		done
		refused "$program" -o list --files-from=list
		refused "$program" -o ./list f --files0-from=list
		# What a walk finds is an error, and nothing is replaced.
		cp dir/in.sok old
		try 2 "$program" -o dir/in.sok dir
		said "^$program: dir/in.sok: is both an input and the output\$"
		same old dir/in.sok
	done
	for program in sokcheck sokreplay; do
		for name in f ./f hard soft; do
			refused "$program" --write-baseline=$name f
			refused "$program" -p --rejects=$name f
			refused "$program" -p --rejects=$name -o g f hard
		done
		refused "$program" --write-baseline=list --files-from=list
		refused "$program" -o new --write-baseline=./new f
		refused "$program" -o new --write-baseline="$PWD/new" f
		refused "$program" -p --rejects=new --write-baseline=new f
		refused "$program" -o dir/../new --write-baseline=new f
		$program --write-baseline=base f >/dev/null
		refused "$program" --baseline=base -o ./base f
		try 0 $program --baseline=base --write-baseline=base f
		try 0 $program -o /dev/null --write-baseline=/dev/null f
		rm -f base
	done
	lines R >moves
	cp f old
	refused sokcheck --against=old -o old f
	refused sokcheck --against=old --write-baseline=./old f
	refused sokcheck --against=old --write-baseline=f f
	refused sokreplay -M moves -o moves f
	for name in f.b ./f.b dir/../f.b; do
		cp f f.b
		refused sokfmt -w --backup=.b f $name
		refused sokfmt -w --backup=.b soft $name
		refused sokreplay -w --rewrite --backup=.b f $name
	done
	cp f dir/in.sok.b
	refused sokfmt -w --backup=.b --include='*' dir
	try 0 sokfmt -w --backup=.b --include='in.sok' dir
	refused sokfmt -l -o dir/in.sok dir
	needs zip
	zip -q set.zip f
	mv set.zip packed
	for program in $programs; do
		refused "$program" -o packed packed
	done
}

@test "--outdir and --split do not overwrite an input" {
	mkdir -p dir/out
	{ lines One && board "$small"; } >dir/in.sok
	lines dir/in.sok >list.rle
	try 2 sokconv -t rle --outdir=. --files-from=list.rle dir/../list.rle
	said 'list.rle: .*list.rle is an input$'
	cp dir/in.sok dir/out/0001.sok
	try 0 sokconv --split=dir/out --name=%s.sok dir
	[ "$(find dir/out -type f | wc -l)" -eq 2 ]
	same dir/out/0001.sok dir/in.sok
}

@test "a format is recognised by its bytes, not by its name" {
	lines '<SokobanLevels><Title/><Description/><LevelCollection>' \
	'<Level Id="One"><L>#####</L><L>#@$.#</L><L>#####</L></Level>' \
	'</LevelCollection></SokobanLevels>' >levels.sok
	board "$small" >levels.slc
	try 0 sokfmt levels.sok
	{ lines One '' && board "$small"; } >want
	tail -n 5 "$out" | same want -
	try 0 sokfmt levels.slc
	same levels.slc "$out"
	try 2 sokfmt -f slc levels.slc || try 1 sokfmt -f slc levels.slc
	[ -s "$err" ]
}

@test "safety limits can be raised up to a maximum" {
	deep=$(printf '2(%.0s' {1..17})r$(printf ')%.0s' {1..17})
	{ board "$small" && lines '' "$deep"; } >in
	try 2 sokfmt in
	said 'in:5:[0-9]+: error: .*\[limit\]'
	try 0 sokfmt --limit=nesting=20 in
	try 2 sokfmt --limit=nesting=256 in
	try 0 sokfmt --limit=nesting=255 in
}

@test "a closed standard stream is harmless" {
	board "$small" >in
	for program in $programs; do
		try 0 sh -c "$program in 2>&-"
		try 0 sh -c "$program in <&-"
	done
	try 0 sh -c 'sokfmt -c in >out <&- 2>&-'
}

@test "a closed pipe ends a program silently by SIGPIPE" {
	# More than any pipe holds.
	many 200000 '#####' '#@$.#' '#####' '' R >in
	for program in sokfmt sokrle sokreplay sokconv; do
		{ $program in 2>"$err" || echo $? >status; } |
			head -n 1 >/dev/null
		[ "$(cat status)" -eq 141 ]
		quiet
	done
}

@test "every option of every program has an effect" {
	for p in sokfmt sokrle sokcheck sokreplay sokconv; do
		while IFS=$'\t' read -r name letter arg help; do
			value=
			[ -z "$arg" ] || value="=1"
			$p "--$name$value" </dev/null >out 2>err || true
			lacks err 'nothing takes'
		done < <($p --print-options)
	done
}

# ---- options of other tools

# three_puzzles: write three puzzles, with a header and solutions, to the file
# f.
three_puzzles() {
	lines 'Author: Ann Lee' '' '' 'Micro 1' '' '#####' '#@$.#' '#####' '' R \
		'' '' 'Big, one' '' '######' '#@ $.#' '######' 'Author: Bob' '' \
		'' 'Micro 2' '' '#####' '#@$.#' '#####' '' RR >f
}

@test "an option of another tool is answered with the equivalent option" {
	while read -r program word answer; do
		try 2 "$program" "$word"
		said "^$program: unknown option $word; did you mean $answer\?$"
	done <<-'END'
		sokfmt -i -w
		sokfmt --in-place -w
		sokfmt --fix -w
		sokreplay --in-place -w
		sokfmt --rotate --transform=rotate90
		sokfmt --mirror --transform=flip-h
		sokfmt --dedupe --unique
		sokfmt --duplicates --unique
		sokcheck --dedupe --duplicates
		sokcheck --ignore --disable
		sokreplay --ignore --disable
		sokreplay --solution -m
		sokreplay --verify -m
		sokconv --html -t html
		sokconv --svg -t svg
		sokrle --encode no option \(sokrle encodes unless -d is given\)
		sokcheck --level -s
		sokconv -n -s
		sokcheck -r the name of the folder, which is walked
		sokcheck --json -F json
	END
	try 2 sokcheck --in-place
	never_said 'did you mean -w'
	try 2 sokrle --svg
	never_said 'did you mean -t'
}

@test "an unknown symmetry is answered with one suggestion" {
	three_puzzles
	while read -r word name; do
		try 2 sokfmt "--transform=$word" f
		said "; did you mean $name\?$"
	done <<-'END'
		mirror flip-h
		90 rotate90
		left rotate270
		rotate45 rotate90
		flip_v flip-v
	END
}

@test "-h begins with three working examples, and groups the options" {
	three_puzzles
	for program in $programs; do
		try 0 "$program" -h
		head -n 4 "$out" | tail -n 1 | grep -qx 'Examples:'
		[ "$(sed -n '5,7p' "$out" | grep -c "$program.* # ")" -eq 3 ]
		printed '^What is read:$'
		printed '^What is written:$'
		printed '^How it runs:$'
		cp f levels.sok
		cp f a.sok
		cp f b.xsb
		mkdir -p levels sets
		cp f levels/a.sok
		cp f sets/a.sok
		rm -rf out
		sed -n '5,7s/ *#.*//p' "$out" >commands
		while read -r command; do
			got=0
			sh -c "$command" >/dev/null 2>&1 || got=$?
			[ "$got" -lt 2 ] || { echo "$command: $got"; return 1; }
		done <commands
	done
	try 0 sokrle -h
	printed 'rewrite only these puzzles and copy the rest'
}

# picked LIST: the titles of the puzzles that -s LIST selects.
picked() {
	try 0 sokconv -s "$1" -t records f
	awk -F '\t' '$4 { print $2 }' "$out" | tr '\n' ';'
}

@test "-s selects by title, by author and unsolved puzzles" {
	three_puzzles
	[ "$(picked 'title:mic*')" = 'Micro 1;Micro 2;' ]
	[ "$(picked 'TITLE:*1')" = 'Micro 1;' ]
	[ "$(picked 'title:big\, *')" = 'Big, one;' ]
	[ "$(picked 'author:*lee')" = 'Micro 1;Micro 2;' ]
	[ "$(picked 'author:bob,1')" = 'Micro 1;Big, one;' ]
	[ "$(picked unsolved)" = 'Big, one;Micro 2;' ]
	[ "$(picked '!2')" = 'Micro 1;Micro 2;' ]
	[ "$(picked '!title:big*,unsolved')" = 'Micro 1;' ]
	for list in '!' x title '!0' '1,,2'; do
		try 2 sokconv -s "$list" f
		said 'invalid selection'
	done
}

@test "all five programs implement -s alike" {
	three_puzzles
	try 0 sokfmt -s '!title:mic*' f
	[ "$(grep -c Micro "$out")" -eq 0 ]
	try 0 sokcheck -p -s author:bob f
	[ "$(grep -c Micro "$out")" -eq 0 ]
	try 1 sokreplay -F tsv -s unsolved f
	[ "$(cut -f 4 "$out")" = 'Micro 2' ]
	try 0 sokreplay -F tsv -j 3 -s '!unsolved' f
	[ "$(cut -f 4 "$out")" = 'Micro 1' ]
	try 0 sokrle --lines -s 'title:big*' f
	lines '6#|#@-$.#|6#' | expect_out
	try 0 sokrle -s unsolved f
	[ "$(grep -c '^#' "$out")" -eq 3 ]
	printed '^6#'
	try 0 sokrle -s unsolved <f
	printed '^6#'
}

@test "a terminal without colours gets none" {
	three_puzzles
	needs script
	for term in dumb ''; do
		TERM=$term script -qec 'sokcheck --severity=note f' /dev/null >seen || :
		lacks seen '\x1b\[1'
	done
	TERM=xterm script -qec 'sokcheck --severity=note f' /dev/null >seen || :
	! grep -q note seen || grep -q $'\033\[1' seen
}

@test "a summary that cannot be written gives status 2" {
	three_puzzles
	[ -w /dev/full ] || skip "there is no /dev/full here"
	for program in sokcheck sokreplay; do
		got=0
		$program --summary --exit-zero f >/dev/null 2>/dev/full || got=$?
		[ "$got" -eq 2 ]
	done
}

@test "every result line has a severity" {
	lines '#####' '#@$.#' '#####' '' Snapshot r '' 'Solution' rl '' R >g
	try 0 sokreplay g
	printed '^g:6:1: note: solved 1/1 '
	lines '######' '#@ $.#' '######' '' Snapshot r '' Solution r >g
	try 1 sokreplay g
	printed '^g:6:1: note: unsolved 1/0 .* \(puzzle 1, "Snapshot"\)$'
	printed '^g:9:1: error: unsolved 1/0 .* \(puzzle 1, "Solution"\)$'
	lacks "$out" '^g:[0-9:]+ (?!note|warning|error)'
}

@test "svg with several puzzles suggests --sheet" {
	three_puzzles
	try 2 sokconv -t svg f
	said 'use --sheet, --split or --select$'
}

@test "losses implied by a format are reported in one note" {
	lines 'Author: Ann' 'a note' '' '' One '' '#####' '#@$.#' '#####' '' \
		'more' '' R >g
	for format in rle screens boxoban pusher svg ansi; do
		try 0 sokconv -t $format g
		[ "$(grep -c 'note: .*cannot hold' "$err")" -eq 1 ]
		never_said warning
		try 1 sokconv --strict -t $format g
	done
}

# ---- random options

# Every run ends with a documented status and without an internal error.
# CHANCES is the number of runs, CHANCE the first seed.

# roll N: set die to a number from 0 to N - 1, the same for the same seed.
roll() {
	seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
	die=$(((seed >> 8) % $1))
}

# one WORD ...: print one of the words.
one() {
	roll $#
	shift "$die"
	printf '%s\n' "$1"
}

# maybe N WORD ...: print one of the words, once in N times.
maybe() {
	roll "$1"
	shift
	[ "$die" -gt 0 ] || one "$@"
}

limits() {
	local names=(line board side squares text title moves comment digits
		nesting)
	roll ${#names[@]}
	local name=${names[die]}
	maybe 3 --limit="$name"=1 --limit="$name"=2 --limit="$name"=5 \
		--limit="$name"=7 --limit="$name"=9
}

everybody() {
	maybe 5 -s1 -s2- -s1-3,5 -s@1674E2D1AC70B61C
	maybe 6 -j2 -j3
	maybe 9 -q -v
	maybe 9 --charset=UTF-8 --charset=LATIN1
	maybe 9 --tabs=1 --tabs=4
}

options_of() {
	case $1 in
	sokfmt)
		maybe 6 -c -l -d
		maybe 4 --transform=canonical --transform=rotate90 --simplify
		maybe 4 --unique --unique=picture --expand-macros
		maybe 4 --drop=keys --drop=notes,comments --drop=solutions \
			--drop=titles --drop=all
		maybe 5 --title=key --title=all-keys --title=line
		maybe 5 --wrap=0 --wrap=11
		;;
	sokrle)
		maybe 2 -d --groups --lines
		maybe 4 --only=boards --only=moves
		;;
	sokcheck | sokreplay)
		maybe 2 -Fjson -Fsarif -Fgithub -Fjunit -Ftap -Ftsv -Fcsv
		maybe 3 -p
		;;&
	sokcheck)
		maybe 3 --duplicates --strict --enable=all --severity=note
		maybe 4 --target=yasc,jsoko --summary
		;;
	sokreplay)
		maybe 3 -mrR -mR --board-from-moves --require-solution
		maybe 4 --reachable --strict-case --yasc-lines
		;;
	sokconv)
		one -tsok -txsb -trle -tslc -thir -tpusher -tboxoban \
			-trecords -tjsonl -tansi -tsokoban3d
		maybe 4 --strict
		maybe 4 --split=there
		;;
	esac
}

# run_by_chance SEED: run one program on one or two random texts.
run_by_chance() {
	local program options inputs=(in) status=0 seed=$1 die
	soup "$1" >in
	soup "$1$1" >too
	roll 3
	[ "$die" -gt 0 ] || inputs+=(too)
	rm -rf there
	roll 1000
	program=$(one sokfmt sokrle sokcheck sokreplay sokconv)
	mapfile -t options < <(everybody && limits && options_of "$program")
	timeout 60 "$program" "${options[@]}" "${inputs[@]}" \
		>"$out" 2>"$err" || status=$?
	[ "$status" -le 2 ] && ! grep -q 'internal error' "$err" && return
	printf '%s: %s %s: status %d\n' "$1" "$program" "${options[*]}" "$status"
	show
	return 1
}

@test "random options on random text terminate with a valid status" {
	first=${CHANCE:-1}
	for ((i = first; i < first + ${CHANCES:-150}; i++)); do
		run_by_chance "$i"
	done
}
