#!/usr/bin/env bats
# sokfmt -w: the file is the old one or the new one, never anything else.  The
# temporary files of a killed program are removed by the next program that
# replaces a file in the same folder, and no other files are.

load helper

setup() {
	scratch
	lines '-#####' '-#@$.#' '-#####' >ugly
	lines '#####' '#@$.#' '#####' >pretty
	left=.sok0123456789abcdef
}

# only FILE ...: the folder contains only these files.
only() {
	find . ! -type d | sed 's,^\./,,' | sort >"$out.found"
	lines "$@" | sort | diff - "$out.found"
}

@test "-w rewrites a file in place, without output" {
	try 0 sokfmt -w ugly
	no_output
	quiet
	same pretty ugly
	only pretty ugly
}

@test "-w rewrites all operands" {
	cp ugly second
	try 0 sokfmt -w ugly pretty second
	same pretty ugly
	same pretty second
}

@test "-w keeps the header of each operand" {
	{ lines 'Author: Ann' '' '' && cat ugly; } >first
	{ lines 'Author: Bob' '' '' && cat ugly; } >second
	try 0 sokfmt second
	cp "$out" want
	try 1 sokfmt -l first second
	quiet
	lines first second | expect_out
	try 1 sokfmt -d first second
	quiet
	never_printed '::'
	try 0 sokfmt -w first second
	quiet
	same want second
	try 0 sokfmt -c first second
	quiet
}

@test "a binary file without boards is refused with every option" {
	printf '\0\1\2\3\0' >data
	cp data old
	for option in -w -l -d -c; do
		try 2 sokfmt $option data ugly
		said '^data:1:1: error: this is binary and was not read; -f sok reads it as text \[binary\]$'
		never_printed data
		same old data
	done
	same pretty ugly
	printf '#####\n#@$.#\n#####\n\n\0\1\n' >odd
	try 0 sokfmt -w odd
	printf 'A\1\n' >named
	try 0 sokfmt -w --charset=ISO-8859-1 named
}

@test "-w continues after an operand that cannot be opened" {
	try 2 sokfmt -w missing ugly
	expect_err <<<'sokfmt: missing: No such file or directory'
	same pretty ugly
}

# Some file systems have neither.
attributes() {
	needs setfacl
	needs getfattr
	lines x >probe
	{ setfacl -m u:99:rw probe && setfattr -n user.x -v y probe; } ||
		skip 'this file system has no access control lists or attributes'
}

facts() {
	getfacl -cpn file
	getfattr -d file
	stat -c '%a %u %g' file
}

@test "-w and -o keep access control lists and attributes, and do not add any" {
	attributes
	setfacl -d -m u:77:rwx,g::rwx .
	for list in '' u:99:rw,g::r u:99:r,g:98:rwx,m::r; do
		for way in -w -o '-w --backup=.old'; do
			rm -f file
			cp ugly file
			setfacl -b file
			chmod 640 file
			[ -z "$list" ] || setfacl -m "$list" file
			setfattr -n user.from -v 0x6865007468 file
			setfattr -n user.none file
			facts >before
			# shellcheck disable=SC2086 # options
			case $way in
			-o) try 0 sokfmt -o file ugly ;;
			*) try 0 sokfmt $way file ;;
			esac
			quiet
			same pretty file
			facts >after
			same before after
		done
		getfattr -e hex -n user.from file.old | grep -q 0x6865007468
	done
}

@test "-w keeps mode and owner" {
	for mode in 600 640 755 444; do
		lines '-#####' '-#@$.#' '-#####' >file
		chmod $mode file
		[ "$(id -u)" -ne 0 ] || chown 1:1 file
		stat -c '%a %u %g' file >before
		# 444: rename needs the folder, not the file.
		sokfmt -w file 2>"$err" || [ $mode -eq 444 ]
		stat -c '%a %u %g' file >after
		same before after
		rm -f file
	done
}

@test "-w does not touch a formatted file" {
	touch -d '2001-02-03 04:05:06' pretty
	stat -c '%Y %i' pretty >before
	try 0 sokfmt -w pretty
	stat -c '%Y %i' pretty >after
	same before after
}

@test "-w follows a symbolic link and keeps it" {
	mkdir folder
	mv ugly folder
	ln -s folder/ugly link
	try 0 sokfmt -w link
	[ -L link ]
	same pretty folder/ugly
	only folder/ugly link pretty
}

@test "-w refuses a file with another hard link" {
	ln ugly other
	cp ugly before
	try 2 sokfmt -w ugly
	said '^sokfmt: ugly: '
	same before ugly
	[ ugly -ef other ]
}

@test "-w refuses files that are not regular" {
	mkfifo pipe
	for name in pipe /dev/null; do
		try 2 timeout 5 sokfmt -w "$name"
		said "^sokfmt: $name: "
	done
	[ -p pipe ]
}

@test "-w refuses standard input" {
	try 2 sokfmt -w <ugly
	no_output
	try 2 sokfmt -w - <ugly
	no_output
}

@test "-w in a read-only folder leaves the file unchanged" {
	[ "$(id -u)" -ne 0 ] || skip 'root writes everywhere'
	mkdir folder
	cp ugly folder
	chmod 555 folder
	try 2 sokfmt -w folder/ugly
	chmod 755 folder
	same ugly folder/ugly
}

@test "-w cannot be combined with -c" {
	cp ugly before
	try 2 sokfmt -cw ugly
	said '^sokfmt: -w writes and -c does not; use -w with -l or -d$'
	same before ugly
}

@test "--backup keeps the old file" {
	cp ugly before
	try 0 sokfmt -w --backup=.orig ugly pretty
	same before ugly.orig
	same pretty ugly
	[ ! -e pretty.orig ]
	only before pretty ugly ugly.orig
	cp before ugly
	echo x >>ugly
	cp ugly second
	try 0 sokfmt -w --backup=.orig ugly
	same second ugly.orig
}

@test "a backup that cannot be written is reported" {
	cp ugly before
	mkdir ugly.orig
	try 2 sokfmt -w --backup=.orig ugly
	said '^sokfmt: ugly\.orig: Is a directory$'
	same before ugly
	rmdir ugly.orig
	rm before
	only pretty ugly
}

@test "--backup refuses an empty suffix and one with a slash" {
	for suffix in '' / a/b; do
		try 2 sokfmt -w --backup="$suffix" ugly
	done
	only pretty ugly
}

@test "-w -l lists the changed files, -w -d shows the changes" {
	cp ugly second
	try 0 sokfmt -w -l ugly pretty
	expect_out <<<ugly
	same pretty ugly
	try 0 sokfmt -w -d second
	printed '^-#@|^--#@'
	same pretty second
}

@test "-w converts the character set of the whole file, or leaves the file" {
	{ printf 'Caf\xe9 \x80\n\n' && cat pretty; } >old
	{ lines 'Café €' '' && cat pretty; } >utf
	cp old new
	try 0 sokfmt -w --to-charset=UTF-8 new
	same utf new
	try 0 sokfmt -w --charset=windows-1252 --to-charset=windows-1252 old
	cp old new
	try 2 sokfmt -w --to-charset=ISO-8859-1 new
	same old new
	said '^new: warning: 1 character written as `\?`: ISO-8859-1 does not have it'
	said '^sokfmt: new: not rewritten: .*; the file is unchanged$'
}

@test "-w leaves a file with bytes that are invalid in its character set" {
	printf 'Caf\xe9\n\n' | cat - pretty >latin
	{ printf '\xff\xfe' && iconv -t UTF-16LE pretty && printf x; } >odd
	for option in --charset=UTF-8 --charset=utf-16; do
		for in in latin odd; do
			case $option$in in
			*utf-16latin | *UTF-8odd) continue ;;
			esac
			cp "$in" before
			try 2 sokfmt "$option" -w "$in"
			same before "$in"
			said 'warning: invalid bytes in the input.s character set'
			said "^sokfmt: $in: not rewritten: some of its bytes would be lost; the file is unchanged\$"
		done
	done
	cp odd before
	try 2 sokfmt --charset=UTF-8 -w odd # which is full of NULs then
	said '^odd:1:1: error: .*\[binary\]$'
	same before odd
	# They do not hold up others.
	cp ugly good
	try 2 sokfmt --charset=UTF-8 -w latin good
	same pretty good
	try 0 sokfmt -w latin
	try 0 sokfmt -w --charset=ISO-8859-1 latin
	lines Café | diff - <(head -n 1 latin)
}

@test "-w leaves a file with a line over a limit" {
	{ cat ugly && lines '' "9(9(9(9(9(9(9(9(9(r)))))))))"; } >bomb
	cp bomb before
	try 2 sokfmt -w bomb
	same before bomb
}

@test "-w leaves a file if the new text would be over a limit" {
	{ lines 'Author: A' '' && board '######/#@$ .#/######' && lines '' '' &&
		board '######/#@$ .#/######'; } >in
	cp in before
	try 0 sokfmt --limit=text=97 --transform=rotate90 -o out in
	try 2 sokfmt -w --limit=text=97 --transform=rotate90 in
	said '^sokfmt: in: not rewritten: the new text would be over a limit, which --limit can raise; the file is unchanged$'
	same before in
}

@test "-w writes the output of plain sokfmt, even if there are errors" {
	{ cat ugly && lines '' '5#|#@$.#|5#3' note; } >in
	sokfmt in >want 2>/dev/null || [ $? -eq 1 ]
	try 1 sokfmt -w in
	said 'rle-count'
	same want in
}

@test "a second -w changes nothing" {
	golden 0 layout sokfmt
	cp "$cases/layout.in" in
	try 0 sokfmt -w in
	same "$cases/layout.out" in
	touch -d '2001-02-03 04:05:06' in
	stat -c '%Y %i' in >before
	try 0 sokfmt -w in
	stat -c '%Y %i' in >after
	same before after
}

# Bash ignores SIGINT for its background jobs, and the programs keep that.
signals() {
	env --default-signal=INT,TERM,HUP true || skip 'this env cannot reset signals'
}

# unfinished PROCESS: wait until it has a temporary file in the folder.  The
# file has a name only on file systems without unnamed files.
unfinished() {
	local i
	for i in {1..500}; do
		[ -z "$(find . -name '.sok*')" ] || return 0
		! find "/proc/$1/fd" -lname "$PWD/#*" 2>/dev/null | grep -q . ||
			return 0
		sleep 0.02
	done
	echo 'there is no temporary file'
	return 1
}

@test "a signal during a run removes the temporary file and ends the program" {
	signals
	mkfifo pipe
	echo old >new
	many 20000 '#####' '#@$.#' '#####' '' R >in
	for signal in INT TERM HUP; do
		env --default-signal=INT,TERM,HUP sokfmt -o new <pipe &
		pid=$!
		exec 4>pipe
		cat in >&4
		unfinished $pid
		kill -$signal $pid
		status=0
		wait $pid || status=$?
		exec 4>&-
		[ "$(kill -l "$status")" = $signal ]
		only in new pipe pretty ugly
		echo old | same - new
	done
}

@test "a killed program leaves no temporary file" {
	touch probe
	python3 -c 'import os; os.open(".", os.O_TMPFILE | os.O_RDWR)' 2>/dev/null ||
		skip 'every file has a name here'
	many 30000 '-#####' '-#@$.#' '-#####' >before
	for n in {1..40}; do
		cp before big
		sokfmt -w big &
		pid=$!
		sleep "0.0$((n % 6))"
		kill -9 $pid || :
		wait $pid 2>/dev/null || :
	done
	only before big pretty probe ugly
}

@test "a signal leaves the old file, and no temporary file" {
	signals
	many 60000 '-#####' '-#@$.#' '-#####' >big
	cp big before
	for signal in INT TERM HUP KILL; do
		env --default-signal=INT,TERM,HUP sokfmt -w big &
		pid=$!
		sleep 0.01
		kill -$signal $pid 2>/dev/null || :
		wait $pid || :
		if ! cmp -s before big; then
			try 0 sokfmt -c big
			cp before big
		fi
		[ $signal = KILL ] || only before big pretty ugly
	done
}

# ended_by SIGNAL COMMAND ...: the command waits for input, with a temporary
# file in the folder; the signal ends it, and no file is left.
ended_by() {
	local signal=$1 pid status=0
	env --default-signal "${@:2}" <pipe 3>&- 9>&- &
	pid=$!
	unfinished $pid
	kill -"$signal" $pid
	wait $pid || status=$?
	[ "$status" -eq $((128 + $(kill -l "$signal"))) ]
	only pipe pretty ugly
}

@test "no fatal signal leaves a temporary file" {
	env --default-signal true 2>"$err" || skip 'env cannot reset'
	mkfifo pipe
	exec 9<>pipe
	ulimit -c 0
	cp ugly "$out.before"
	for signal in HUP INT QUIT TERM PIPE ALRM USR1 USR2 XCPU VTALRM PROF; do
		ended_by $signal sokfmt -o ugly
		same "$out.before" ugly
	done
}

@test "a signal that was ignored at the start stays ignored" {
	env --ignore-signal=USR1 true 2>"$err" || skip 'env cannot ignore'
	mkfifo pipe
	env --ignore-signal=USR1 sokfmt -o made <pipe 3>&- &
	exec 9>pipe
	unfinished $!
	kill -USR1 $!
	cat ugly >&9
	exec 9>&-
	wait $!
	same pretty made
}

@test "-w, -l and -c process several files in parallel with -j" {
	mkdir one several
	for n in {1..60}; do
		{ cat ugly && lines "Puzzle $n"; } >"one/$n.sok"
		[ $((n % 3)) -ne 0 ] || sokfmt -w "one/$n.sok"
	done
	printf '\0\0\0' >one/bad.sok
	cp one/* several
	ln -s . several/link
	for option in -l -c -lw -l; do
		# Names are buffered, so each stream is compared by itself.
		(cd one && sokfmt $option . ./7.sok missing) >want 2>want.err || :
		(cd several && sokfmt $option -j 4 . ./7.sok missing) \
			>got 2>got.err || :
		same want got
		same want.err got.err
	done
	rm several/link
	diff -r one several
}

# ---- temporary files of killed programs

@test "any command that replaces a file removes stale temporary files next to it" {
	for command in 'sokfmt -w ugly' 'sokfmt -w pretty' \
	    'sokfmt -w --backup=.old ugly' 'sokfmt -o new ugly' \
	    'sokrle -o new ugly' 'sokreplay -q -o new ugly' \
	    'sokcheck -q --write-baseline=new ugly' \
	    'sokconv -q -t rle --outdir=. pretty'; do
		cp pretty "$left"
		$command >"$out" 2>&1 || [ $? -le 1 ]
		[ ! -e "$left" ] || { echo "$command"; return 1; }
	done
	mkdir -p tree/sub
	cp ugly tree/sub
	cp pretty "tree/$left"
	cp pretty "tree/sub/$left"
	try 0 sokfmt -w tree/sub/ugly
	[ -e "tree/$left" ] && [ ! -e "tree/sub/$left" ]
}

@test "commands that only read leave stale temporary files" {
	cp pretty "$left"
	try 0 sokfmt ugly
	try 1 sokfmt -c ugly
	try 1 sokfmt -l ugly
	try 0 sokcheck -q ugly
	only pretty ugly "$left"
}

@test "files that only resemble a temporary file are kept" {
	touch .sok0123456789abcde .sok0123456789abcdeg .sok0123456789ABCDEF \
		.sok0123456789abcdef0 sok0123456789abcdef .sok .sokcheck
	mkdir .sok00000000000000aa
	ln -s pretty .sok00000000000000bb
	mkfifo .sok00000000000000cc
	touch before
	echo .* * >before
	try 0 sokfmt -w ugly
	echo .* * | diff before -
}

@test "the temporary file of a running program is kept" {
	needs flock
	touch "$left"
	(exec 8<>"$left" && flock 8 && exec sleep 20) 3>&- &
	for _ in {1..100}; do
		flock -n "$left" true || break
		sleep 0.05
	done
	cp ugly f
	try 0 sokfmt -w f
	[ -e "$left" ]
	kill $!
	wait $! || :
	cp ugly f
	try 0 sokfmt -w f
	[ ! -e "$left" ]
}

# The program is killed between two system calls, while its file has a name.
@test "the next run removes the named temporary file of a killed program" {
	sanitized && skip 'ASan does not run under strace'
	needs strace
	strace -o /dev/null true 2>/dev/null || skip 'ptrace is refused'
	cp ugly before
	for options in '-w ugly' '-w --backup=.old ugly' '-o ugly before'; do
		# shellcheck disable=SC2086 # a list of words
		strace -qq -o /dev/null -e trace=rename \
			-e inject=rename:signal=KILL sokfmt $options || :
		same before ugly
		[ "$(find . -name '.sok*' | wc -l)" -eq 1 ]
		# A second link to the file that is edited is such a file as well.
		try 0 sokfmt -w ugly
		same pretty ugly
		only before pretty ugly
		cp before ugly
	done
}

# compile_named: compile ./named, which runs a program without unnamed files.
compile_named() {
	compile no_tmpfile.c ../named
	../named true || skip 'this system cannot confine'
}

# killed N COMMAND ...: kill the command N times, at random moments.  The
# command replaces `big`, a copy of `before`, by a copy of `after`.
killed() {
	local n=$1 i pid
	shift
	for ((i = 0; i < n; i++)); do
		cp before big
		"$@" &
		pid=$!
		sleep "0.0$((RANDOM % 60 + 10))"
		kill -9 $pid 2>/dev/null || :
		wait $pid 2>/dev/null || :
		cmp -s before big || cmp -s after big ||
			{ echo "neither the old file nor the new one"; return 1; }
		[ ! -e big.old ] || cmp before big.old
		sokfmt -w pretty
		rm -f big.old
		only after before big pretty ugly
	done
}

# `make check-full` kills 500 programs.
@test "a killed program leaves the old or the new file, and temporary files only briefly" {
	local n=$((${KILLS:-50} / 5))
	compile_named
	many 20000 '-#####' '-#@$.#' '-#####' >before
	sokfmt before >after
	killed $n sokfmt -w big
	killed $n sokfmt -o big before
	killed $n ../named sokfmt -w big
	killed $n ../named sokfmt -w --backup=.old big
	killed $n ../named sokfmt -o big before
}
