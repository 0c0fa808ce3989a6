#!/usr/bin/env bats
# Temporary files of programs that were killed: the next program that replaces a
# file in their folder removes them, and nothing else.

load helper

setup() {
	scratch
	lines '-#####' '-#@$.#' '-#####' >ugly
	lines '#####' '#@$.#' '#####' >pretty
	left=.sok0123456789abcdef
}

# Nothing but these files is in the folder.
only() {
	find . ! -type d | sed 's,^\./,,' | sort >"$out.found"
	lines "$@" | sort | diff - "$out.found"
}

# compile_named: ./named runs a program where every file has a name.
compile_named() {
	compile no_tmpfile.c ../named
	../named true || skip 'this system cannot confine'
}

@test "a temporary file that was left goes, whatever replaces a file beside it" {
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

@test "what only reads or prints leaves what was left" {
	cp pretty "$left"
	try 0 sokfmt ugly
	try 1 sokfmt -c ugly
	try 1 sokfmt -l ugly
	try 0 sokcheck -q ugly
	only pretty ugly "$left"
}

@test "what is not surely a temporary file of ours stays" {
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

@test "the temporary file of a program that runs stays" {
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

# Killed between two calls, at the moments at which a file has a name.
@test "a program that is killed while its file has a name is tidied up after" {
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

# killed N COMMAND ...: N times, at random moments; COMMAND makes `big` of
# `before`, which is `after` when it is done.
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
@test "a program that is killed leaves the old file or the new one, and nothing for long" {
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
