#!/usr/bin/env bats
# sokconv --outdir: one output file per input file.

load helper

setup() {
	scratch
	mkdir -p set/sub
	for file in a.sok sub/b.xsb; do
		{ echo "; $file" && board '#####/#@$.#/#####'; } >set/$file
	done
}

tree() {
	find "$1" ! -type d | LC_ALL=C sort
}

@test "--outdir uses the path below the operand and the suffix of the format" {
	try 0 sokconv -t rle --outdir=o set set/sub/b.xsb
	never_said output
	tree o >got
	lines o/a.rle o/b.rle o/sub/b.rle | same - got
	sokconv -t rle set/a.sok | same - o/a.rle
	echo old >o/a.rle
	try 0 sokconv -t rle --outdir=o set
	sokconv -t rle set/a.sok | same - o/a.rle
}

@test "members of archives are written at their paths" {
	needs zip
	zip -qr set.zip set
	try 0 sokconv -t rle --outdir=o set.zip
	tree o >got
	lines o/set/a.rle o/set/sub/b.rle | same - got
	mv set.zip set
	try 0 sokconv -t rle --outdir=p set
	tree p >got
	lines p/a.rle p/set.zip/set/a.rle p/set.zip/set/sub/b.rle p/sub/b.rle |
		same - got
}

@test "two inputs with the same output are an error before any file is written" {
	cp set/a.sok set/a.rle
	try 2 sokconv -t rle --outdir=o set
	expect_err <<<'sokconv: set/a.sok: o/a.rle is the output of an earlier input'
	[ ! -e o ]
	try 2 sokconv -t rle --outdir=o set/sub/b.xsb set/a.sok set/a.sok
	[ ! -e o ]
}

@test "an input is never overwritten" {
	cp -r set old
	try 2 sokconv --outdir=set set
	said '^sokconv: set/a.sok: set/a.sok is an input$'
	diff -r old set
	try 0 sokconv -t rle --outdir=set set
	tree set >got
	lines set/a.rle set/a.sok set/sub/b.rle set/sub/b.xsb | same - got
}

@test "files in the output folder are not read" {
	try 0 sokconv -t rle --outdir=set/o set
	try 0 sokconv -t rle --outdir=set/o set
	tree set/o >got
	lines set/o/a.rle set/o/sub/b.rle | same - got
}

@test "a file that cannot be converted is left out, the others are written" {
	printf '\0\1\2\3' >set/bad.sok
	try 2 sokconv -t rle --outdir=o set missing
	said '^sokconv: missing: No such file'
	said '^sokconv: o/bad.rle: not written$'
	tree o >got
	lines o/a.rle o/sub/b.rle | same - got
}

@test "-j converts several files in parallel, with the same output" {
	for i in {1..40}; do
		cp set/a.sok "set/sub/$i.sok"
	done
	printf '\0\1\2\3' >set/bad.sok
	printf '#####\n#@$.x\n#####\n' >set/ugly.sok
	ln -s nowhere set/broken.sok
	for n in 1 2 8; do
		try 1 sokconv -t rle -j $n --outdir=o set set/sub/b.xsb
		mv "$err" err$n
		mv o o$n
		same err1 err$n
		diff -r o1 o$n
	done
	[ "$(find o1 -type f | wc -l)" -eq 43 ]
	sanitized && skip "sanitizers make threads of their own"
	strace -o trace true 2>/dev/null || skip "there is no strace that works here"
	strace -f -qq -o trace -e trace=clone,clone3 \
		sokconv -t rle -j 2 --outdir=o set 2>"$err" || :
	[ "$(grep -c CLONE_THREAD trace)" -eq 16 ]
	zip -q set/x.zip set/a.sok || skip "there is no zip here"
	try 1 sokconv -t rle -j 8 --outdir=p set
	sokconv -t rle --outdir=q set 2>err1 || :
	sed 's#\bp/#q/#' "$err" >err2
	same err1 err2
	diff -r p q
}

@test "a file without a puzzle has no output, which is one note" {
	lines 'Read this.' >set/README.txt
	lines 'Title: none' >set/empty.sok
	: >set/nothing.xsb
	sokconv -q -t slc -o set/none.slc set/nothing.xsb
	for n in 1 4; do
		rm -rf o
		try 0 sokconv -t rle -j $n --outdir=o set
		never_said 'README|empty|nothing|none'
		tree o >got
		lines o/a.rle o/sub/b.rle | same - got
	done
	try 0 sokconv -v -t rle --outdir=o set/README.txt
	said '^set/README.txt:1:1: note: no puzzle was read in this file; o/README.rle was not written \[no-puzzle\]$'
	# An older output stays.
	echo old >o/README.rle
	try 0 sokconv -t rle --outdir=o set
	[ "$(cat o/README.rle)" = old ]
	# A file of which -s selects nothing has puzzles.
	try 0 sokconv -q -t rle -s 2 --outdir=p set
	tree p >got
	lines p/a.rle p/sub/b.rle | same - got
}

@test "--outdir cannot be combined with -o or --split" {
	try 2 sokconv --outdir=o -o x set
	try 2 sokconv --outdir=o --split=x set
	try 2 sokconv --outdir= set
	[ ! -e o ]
}

@test "control characters in names are replaced in output names" {
	hostile=$'a\n\x1b[31m\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\x8fb'
	mkdir -p "from/$hostile"
	board '#####/#@$.#/#####' >"from/$hostile/$hostile.sok"
	try 0 sokconv -t xsb --outdir=to from
	[ -f 'to/a--[31m-----b/a--[31m-----b.xsb' ]
	# Letters, and bytes of an old encoding, stay.
	mkdir plain
	board '#####/#@$.#/#####' >$'plain/\xc3\xa9\xe9.sok'
	try 0 sokconv -t xsb --outdir=as plain
	[ -f $'as/\xc3\xa9\xe9.xsb' ]
	# Two names that become one are an error, as elsewhere.
	mkdir twice
	board '#####/#@$.#/#####' | tee $'twice/a\nb.sok' >twice/a-b.sok
	try 2 sokconv -t xsb --outdir=none twice
	said 'is the output of an earlier input$'
	[ ! -e none ]
}

@test "the index of many web pages needs little memory" {
	sanitized && skip 'ASan needs more'
	mkdir many
	for n in {1..1500}; do
		lines "Level $n" '' '#####' '#@$.#' '#####' >"many/$n.sok"
	done
	(ulimit -v 65536; sokconv -q -t html --outdir=pages many)
	[ "$(grep -c 'href="[0-9]*\.html"' pages/index.html)" -eq 1500 ]
}
