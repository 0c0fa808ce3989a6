#!/usr/bin/env bats
# What a build is hardened with, as its files say.

load helper

setup() {
	scratch
	needs readelf
	readelf -h "$(command -v sokfmt)" >"$out" 2>/dev/null || skip "no ELF"
	! sanitized || skip "a build to be tested, not to be used"
}

# each REGEX READELF-OPTION ...: a line of what readelf says matches, for
# every program.
each() {
	local regex=$1 p
	shift
	for p in $programs; do
		readelf -W "$@" "$(command -v "$p")" >"$out"
		printed "$regex" || { echo "of $p"; return 1; }
	done
}

@test "programs can be loaded anywhere" {
	each 'Type: +DYN' -h
	each '\(FLAGS_1\).* PIE' -d
}

@test "relocations are done at the start, and read-only from then on" {
	each 'GNU_RELRO' -l
	each '\(FLAGS\).* BIND_NOW' -d
}

@test "no stack can be executed" {
	each 'GNU_STACK .* RW +0x' -l
}

# asm REGEX: an instruction of every program matches, if this compiler knows the
# option.
asm() {
	echo | "${CC:-cc}" -Werror "$1" -x c -c -o known.o - 2>/dev/null ||
		skip "this compiler does not know $1"
	needs objdump
	for p in $programs; do
		objdump -d "$(command -v "$p")" >"$out"
		grep -qE -- "$2" "$out" || { echo "of $p"; return 1; }
	done
}

@test "jumps land where they may" {
	[ "$(uname -m)" = x86_64 ] || skip "for x86-64"
	asm -fcf-protection endbr64
	objdump -d --disassemble=main "$(command -v sokfmt)" >"$out"
	printed endbr64
}

@test "no large array jumps over the guard page of the stack" {
	[ "$(uname -m)" = x86_64 ] || skip "for x86-64"
	asm -fstack-clash-protection 'or[lq]? +\$0x0,.*\(%rsp'
}

@test "calls of libc are checked, and so is the stack" {
	each '__[a-z]+_chk@' --dyn-syms
	each '__stack_chk_fail@' --dyn-syms
}
