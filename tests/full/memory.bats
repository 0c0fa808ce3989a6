#!/usr/bin/env bats
# Every allocation of a run fails, alone and with all that follow.  The result
# is one message with status 2, or the same as without a failure.

load ../helper

setup_file() {
	sanitized && skip 'ASan has an allocator of its own'
	shim=$BATS_FILE_TMPDIR/fail_malloc.so
	export shim
	${CC:-cc} -shared -fPIC -fno-builtin -O1 -o "$shim" \
	    "$BATS_TEST_DIRNAME/fail_malloc.c" -ldl ||
		skip 'no library can be preloaded'
}

setup() {
	scratch
	local golden=$BATS_TEST_DIRNAME/../golden
	{ many 3 '-#####' '-#@$.#' '-#####' '' Solution R ''; lines note; } >ugly
	cp "$BATS_TEST_DIRNAME/../demo.sok" demo
	cp "$golden/check.in" bad
	cp "$golden/conv-remarks.in" remarks
	cp "$golden/conv-pusher.in" pusher
	{ lines ':: Macro' 'Tail=lluR' ''; cat ugly; } >macros
	hex <"$golden/conv-macbinary.hex" >mac
	hex <"$golden/conv-appledouble.hex" >double
	for format in slc jsonl records xsb rle; do
		sokconv -q -t "$format" demo >"$format" || [ $? -eq 1 ]
	done
	sokconv -q -s 1 -t hir demo >hir
	lines R '' rR >games
	many 900 '; Title' '#####' '#@$.#' '#####' '' >runs
	sokcheck --write-baseline=known bad >/dev/null || [ $? -le 1 ]
	# What is freed is overwritten, so that its use shows.
	export MALLOC_PERTURB_=165
}

# run_with N ALL PROGRAM ...: the N-th allocation fails, with ALL also the
# following ones.
run_with() {
	local at=$1 all=$2
	shift 2
	status=0
	if [ -n "$all" ]; then
		FAIL_ALL=1 FAIL_AT=$at FAIL_LOG=log LD_PRELOAD=$shim \
		    "$@" >"$out" 2>"$err" || status=$?
	else
		FAIL_AT=$at FAIL_LOG=log LD_PRELOAD=$shim \
		    "$@" >"$out" 2>"$err" || status=$?
	fi
}

# sound PROGRAM: the result of the run is valid.
sound() {
	local said asked held
	case $status in
	2)	said=$(grep -cE "^$1: (.*: )?($nothing_left)\$" "$err") || :
		[ "$said" -ge 1 ] || { echo "messages: $said"; return 1; } ;;
	"$good") read -r asked held <log
		[ "$held" -eq 0 ] || [ -n "${FAIL_OURS-}" ] ||
			{ echo "$held blocks kept"; return 1; }
		same want "$out" ;;
	*) return 1 ;;
	esac
}
nothing_left='Cannot allocate memory|Out of memory|out of memory|the archive could not be read: .*'

# sweep PROGRAM ...: run it with each of its allocations failing in each way.
sweep() {
	local asked held all n
	run_with 0 '' "$@"
	good=$status
	cp "$out" want
	read -r asked held <log
	[ "$good" -le 1 ] && [ "$asked" -gt 0 ]
	[ "$held" -eq 0 ] || [ -n "${FAIL_OURS-}" ]
	"$after"
	for ((n = 1; n <= asked; n++)); do
		for all in '' all; do
			run_with "$n" "$all" "$@"
			{ sound "$1" && "$after"; } || {
				echo "status $status: allocation $n $all: $*"
				show
				return 1
			}
		done
	done
	echo "# $asked allocations: $*" >&3
}
after=true

# each: sweep the programs of a table on stdin, with their options and files.
each() {
	while read -r command; do
		# shellcheck disable=SC2086 # a list of words
		sweep $command
	done
}

@test "every reader survives failing allocations" {
	each <<-EOT
	sokfmt demo
	sokfmt bad
	sokfmt rle
	sokfmt xsb
	sokfmt slc
	sokfmt jsonl
	sokfmt records
	sokfmt hir
	sokfmt mac
	sokfmt double
	sokfmt remarks
	sokfmt -f pusher pusher
	sokfmt macros
	sokfmt runs
	EOT
}

# Libraries for archives keep the memory that they load, and some end their
# process if an allocation fails, which is reported as an unreadable archive.
@test "reading folders, archives and compressed files survives failing allocations" {
	needs zip
	mkdir set
	cp demo set/a.sok
	cp bad set/b.sok
	zip -q set.zip set/*
	tar czf set.tgz set
	gzip -k set/a.sok
	mv set/a.sok.gz .
	export FAIL_OURS=1
	each <<-EOT
	sokfmt set
	sokfmt --exclude=b.* set.zip
	sokconv -q -t rle set.tgz
	sokcheck -F json set.zip
	sokreplay -F sarif set
	sokrle a.sok.gz
	EOT
}

@test "every writer survives failing allocations" {
	each <<-EOT
	sokconv -q -t xsb demo
	sokconv -q -t rle demo
	sokconv -q -t slc demo
	sokconv -q -t jsonl demo
	sokconv -q -t records demo
	sokconv -q -s 1 -t hir demo
	sokconv -q -t boxoban demo
	sokconv -q -t sokoban3d demo
	sokconv -q -s 1 -t svg demo
	sokconv -q -t ansi demo
	EOT
}

@test "sokfmt survives failing allocations" {
	each <<-EOT
	sokfmt --unique demo demo
	sokfmt --transform=rotate90 demo
	sokfmt --simplify --drop=comments --title=key demo
	sokfmt -d demo
	sokfmt -l demo ugly
	EOT
}

@test "sokrle survives failing allocations" {
	each <<-EOT
	sokrle demo
	sokrle --groups --lines demo
	sokrle -d rle
	EOT
}

@test "sokcheck survives failing allocations" {
	each <<-EOT
	sokcheck bad demo
	sokcheck --duplicates demo demo
	sokcheck --summary -F json bad
	sokcheck -F sarif bad
	sokcheck -F github bad
	sokcheck -F junit bad
	sokcheck -F tap bad
	sokcheck -F tsv bad
	sokcheck -p bad demo
	sokcheck --target=yasc,jsoko --strict bad
	sokcheck --baseline=known bad
	sokcheck --explain=not-closed
	EOT
}

@test "sokreplay survives failing allocations" {
	each <<-EOT
	sokreplay demo
	sokreplay -F tsv demo
	sokreplay -F sarif demo
	sokreplay -p --rewrite --best=moves demo
	sokreplay -M games --match -p ugly
	sokreplay --final -s 1 -m lluurDDldRurrUruL demo
	EOT
}

@test "--split leaves complete files or none" {
	mkdir parts whole
	sokconv --split=whole demo
	emptied() {
		for name in parts/*; do
			[ ! -e "$name" ] || cmp "$name" "whole/${name#*/}" ||
				return
		done
		[ "$status" -eq 2 ] || diff -r parts whole || return
		rm -rf parts && mkdir parts
	}
	after=emptied
	sweep sokconv --split=parts demo
}

@test "--outdir leaves complete files or none" {
	mkdir -p set/sub parts whole
	cp demo set/a.sok
	cp ugly set/sub/b.sok
	sokconv -q -t rle --outdir=whole set
	emptied() {
		while read -r name; do
			cmp "parts/$name" "whole/$name" || return
		done < <(cd parts && find . -type f)
		[ "$status" -eq 2 ] || diff -r parts whole || return
		rm -rf parts
	}
	after=emptied
	sweep sokconv -q -t rle --outdir=parts set
}

@test "pages and their pictures are both complete or both absent" {
	sokfmt -q -s 1 demo >one
	mkdir parts
	page=(-q -t html --url=http://x.org/)
	sokconv "${page[@]}" --split=whole one
	emptied() {
		while read -r name; do
			cmp "parts/$name" "whole/$name" || return
		done < <(cd parts && find . -type f)
		[ "$status" -eq 2 ] || diff -r parts whole || return
		rm -rf parts && mkdir parts
	}
	after=emptied
	sweep sokconv "${page[@]}" --split=parts one
	rm -rf whole && mkdir whole
	sokconv "${page[@]}" -o whole/a.html one
	paired() {
		if [ -e a.html ]; then
			cmp a.html whole/a.html && cmp a.png whole/a.png || return
		else
			[ "$status" -eq 2 ] || return
		fi
		rm -f a.html a.png
	}
	after=paired
	sweep sokconv "${page[@]}" -o a.html one
	rm -rf whole parts && mkdir set && cp one set/a.sok
	sokconv "${page[@]}" --outdir=parts set && mv parts whole
	after=emptied
	sweep sokconv "${page[@]}" --outdir=parts set
}

@test "-w and -o leave the old file or the new one" {
	cp ugly before
	sokfmt before >new
	same_or_new() {
		! compgen -G '.sok*' || return
		if [ "$status" -eq 2 ]; then cmp ugly before
		else cmp ugly new && cp before ugly; fi
	}
	after=same_or_new
	sweep sokfmt -w ugly
	cp before ugly
	sweep sokfmt -o ugly before
}
