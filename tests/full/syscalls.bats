#!/usr/bin/env bats
# Every system call of a run fails once in each way: a replaced file has its old
# or its new content, and the status reports incomplete output.

load ../helper

setup() {
	sanitized && skip 'ASan does not run under strace'
	command -v strace >/dev/null || skip 'strace is not installed'
	strace -o /dev/null true 2>/dev/null || skip 'ptrace is refused'
	scratch
	{ many 3 '-#####' '-#@$.#' '-#####' '' Solution R ''; lines note; } >old
	many 30000 '-#####' '-#@$.#' '-#####' >large
	cp old in
	cp "$BATS_TEST_DIRNAME/../golden/check.in" bad
	cp old copy
	echo before >target
}

# calls PROGRAM ...: name and number (the count of calls of that name) of each
# system call from the start of main(), because the loader is not tested here.
# brk is tested by memory.bats, and futex has no error that libc survives.
# Calls that load a library are left out as well.
calls() {
	strace -y -o log "$@" >"$out" 2>"$err" || [ $? -eq 1 ] || return
	awk -F'(' '
		/^[a-z]/ { n[$1]++ }
		/^rt_sigaction\(SIGINT/ { ours = 1 }
		/^exit_group/ { exit }
		/\.so[.0-9]*[>"]/ { next }
		ours && $1 !~ /^(brk|futex)$/ { print $1, n[$1] }' log
}

# Calls that a signal without SA_RESTART may interrupt, and that are repeated.
again=' read pread64 write fsync close '

# faults CHECK: the ways in which a call fails.
faults() {
	lines error=ENOSPC error=EIO error=EINTR
	[ "$1" = complete ] || echo signal=KILL
}

# sweep CHECK PROGRAM ...: run it with each call failing in each way; after each
# run, CHECK is called with STATUS CALL FAULT PROGRAM ...
sweep() {
	local check=$1 call n fault status
	shift
	fresh
	calls "$@" >list
	[ -s list ]
	while read -r call n; do
		while read -r fault; do
			fresh
			status=0
			timeout 20 strace -qq -o /dev/null -e "trace=$call" \
			    -e "inject=$call:$fault:when=$n" \
			    "$@" >"$out" 2>"$err" || status=$?
			"$check" "$status" "$call" "$fault" "$@" || {
				echo "status $status: $fault at $call $n: $*"
				show
				return 1
			}
		done < <(faults "$check")
	done <list
	echo "# $(wc -l <list) calls: $*" >&3
}

# Restore the file that a program replaces.
fresh() {
	[ -z "$result" ] || rm -f "$result"
	[ ! -s before ] || cp before "$result"
}

# says PROGRAM: a message begins with the name of the program.
says() {
	[[ $'\n'$(<"$err") == *$'\n'"$1: "* ]]
}

# retried STATUS CALL FAULT: an interrupted call is not an error.
retried() {
	[ "$3" != error=EINTR ] || [ "$1" -ne 2 ] || [[ $again != *" $2 "* ]]
}

# The file is "before" (empty: none) or "after", and there is no other file.
replaced() {
	local is=broken
	if [ -e "$result" ]; then
		! cmp -s before "$result" || is=before
		! cmp -s after "$result" || is=after
	elif [ ! -s before ]; then
		is=before
	fi
	echo "$result is $is"
	case $1-$is-$3 in
	0-after-error=*) ;;
	2-before-error=* | 2-after-error=*) says "$4" || return ;;
	137-before-signal=KILL | 137-after-signal=KILL) rm -f .sok* ;;
	*) return 1 ;;
	esac
	retried "$@" && ! compgen -G '.sok*'
}

# Status 0 or 1 requires complete output.
complete() {
	if [ "$1" -eq 2 ]; then
		says "$4" && retried "$@"
	else
		[ "$1" -eq "$good" ] && same after "$out"
	fi
}

# replace FILE PROGRAM ...: sweep a program that replaces or creates FILE.
replace() {
	result=$1
	shift
	rm -f before
	[ ! -e "$result" ] || cp "$result" before
	try 0 "$@"
	cp "$result" after
	sweep replaced "$@"
}

# filter PROGRAM ...: sweep a program that prints its output.
filter() {
	good=0 result=
	"$@" >after 2>"$err" || good=$?
	[ -s after ]
	sweep complete "$@"
}

@test "-w leaves the old or the new file if any system call fails" {
	replace old sokfmt -w old
	replace copy sokfmt -w --backup=.orig copy
	replace large sokfmt -w large
}

@test "-o leaves the old or the new file if any system call fails" {
	replace target sokfmt -o target in
	replace target sokconv -t jsonl -o target in
	replace target sokconv -t slc -o target in
	replace target sokrle -o target large
	replace new sokconv -t records -o new in
}

@test "an incomplete output gives status 2 if any system call fails" {
	sokfmt large >clean
	filter sokfmt in large
	filter sokfmt -l in clean large
	filter sokfmt -d in clean large
	filter sokrle in
	filter sokrle -d large
	filter sokcheck bad large
	filter sokcheck -F sarif in
	filter sokreplay in large
	filter sokconv -t records in large
	filter sokconv -t slc in
}

@test "folders, archives and compressed files are read completely, or give status 2" {
	needs zip
	mkdir set
	cp in large set
	mv set/in set/a.sok
	mv set/large set/b.sok
	zip -q set.zip set/*
	tar czf set.tgz set
	gzip -c in >in.gz
	gzip -c bad >bad.gz
	filter sokfmt set
	filter sokfmt set.zip
	filter sokconv -q -t rle set.tgz
	filter sokcheck -F json set.zip bad.gz
	filter sokrle in.gz
	filter sokreplay set
}

# Reading /proc/self/mem from its beginning is an input/output error.
@test "a read error is reported, and the other operands are read" {
	[ -r /proc/self/mem ] || skip 'there is no /proc'
	for program in $programs; do
		"$program" in >after || :
		try 2 "$program" /proc/self/mem in
		same after "$out"
		expect_err <<<"$program: /proc/self/mem: Input/output error"
	done
}
