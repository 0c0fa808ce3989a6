#!/usr/bin/env bats
# The hardening of a build, as shown by readelf and objdump.

load helper

setup() {
	scratch
	needs readelf
	readelf -h "$(command -v sokfmt)" >"$out" 2>/dev/null || skip "no ELF"
	! sanitized || skip "a build to be tested, not to be used"
}

# each REGEX READELF-OPTION ...: a line of the output of readelf matches, for
# every program.
each() {
	local regex=$1 p
	shift
	for p in $programs; do
		readelf -W "$@" "$(command -v "$p")" >"$out"
		printed "$regex" || { echo "of $p"; return 1; }
	done
}

@test "programs are position-independent executables" {
	each 'Type: +DYN' -h
	each '\(FLAGS_1\).* PIE' -d
}

@test "relocations are done at start-up, and read-only afterwards" {
	each 'GNU_RELRO' -l
	each '\(FLAGS\).* BIND_NOW' -d
}

@test "the stack is not executable" {
	each 'GNU_STACK .* RW +0x' -l
}

# asm REGEX: an instruction of every program matches, if this compiler supports
# the option.
asm() {
	echo | "${CC:-cc}" -Werror "$1" -x c -c -o known.o - 2>/dev/null ||
		skip "this compiler does not know $1"
	needs objdump
	for p in $programs; do
		objdump -d "$(command -v "$p")" >"$out"
		grep -qE -- "$2" "$out" || { echo "of $p"; return 1; }
	done
}

@test "sokfmt has endbr64 landing pads for indirect jumps" {
	[ "$(uname -m)" = x86_64 ] || skip "for x86-64"
	asm -fcf-protection endbr64
	objdump -d --disassemble=main "$(command -v sokfmt)" >"$out"
	printed endbr64
}

@test "large stack frames probe the guard page" {
	[ "$(uname -m)" = x86_64 ] || skip "for x86-64"
	asm -fstack-clash-protection 'or[lq]? +\$0x0,.*\(%rsp'
}

@test "programs use fortified libc functions and the stack protector" {
	each '__[a-z]+_chk@' --dyn-syms
	each '__stack_chk_fail@' --dyn-syms
}
