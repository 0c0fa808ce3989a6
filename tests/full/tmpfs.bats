#!/usr/bin/env bats
# A full file system: an error is reported, and no file is damaged.

load ../helper

setup() {
	[ "$(id -u)" -eq 0 ] || skip 'only root can mount'
	scratch
	mkdir full
	mount -t tmpfs -o size=16k none full 2>/dev/null || skip 'mount is refused'
	many 2000 '-#####' '-#@$.#' '-#####' '' Solution R >many
	many 2 '-#####' '-#@$.#' '-#####' >full/old
	cp full/old before
	head -c 1M /dev/zero >full/rest 2>/dev/null || :
}

teardown() {
	! mountpoint -q full || umount full
}

# full_disk PROGRAM ...: it reports the full disk once, and keeps the files.
full_disk() {
	try 2 "$@"
	said "^$1: .*No space left on device"
	one_line "$err"
	same before full/old
	[ "$(find full -type f | wc -l)" -eq 2 ]
}

@test "sokfmt -w on a full disk leaves the old file" {
	full_disk sokfmt -w full/old
	full_disk sokfmt -w --backup=.orig full/old
}

@test "-o on a full disk leaves the old file" {
	for program in sokfmt sokrle sokconv; do
		full_disk "$program" -o full/old many
		full_disk "$program" -o full/new many
	done
	for format in jsonl records slc xsb; do
		full_disk sokconv -q -t "$format" -o full/old many
	done
}

@test "--split on a full disk leaves no file" {
	full_disk sokconv --split=full many
}

@test "standard output on a full disk is an error" {
	for command in sokfmt sokrle sokreplay 'sokconv -t jsonl' \
	    'sokcheck --enable=all -F tap'; do
		try 2 bash -c "$command many >full/out"
		said "^${command%% *}: .*No space left on device"
		one_line "$err"
		rm -f full/out
	done
}
