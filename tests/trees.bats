#!/usr/bin/env bats
# Folders as operands.

load helper

setup() {
	scratch
	mkdir -p set/sub/deep set/.hidden
	for file in b.sok a.sok sub/c.XSB sub/deep/d.rle z.txt .h.sok .hidden/i.sok; do
		board '#####/#@$.#/#####' >set/$file
	done
	echo 'no board' >set/x.doc
}

# files ARG ...: the names of those that are read, in order.
files() {
	sokconv -q -t records "$@" | sed 's/.*	\([^	]*\):[0-9]*$/\1/' | uniq
}

@test "files are read in the order of their names, by their suffixes" {
	files set >got
	lines set/a.sok set/b.sok set/sub/c.XSB set/sub/deep/d.rle set/z.txt |
		same - got
	files set/ >got.slash
	same got got.slash
	(cd set && files .) | sed 's/^\./set/' >got.here
	same got got.here
}

@test "--include replaces the suffixes, --exclude takes out" {
	files --include='*.rle' --include='?.doc' set >got
	lines set/sub/deep/d.rle set/x.doc | same - got
	files --exclude=deep --exclude='[ab].sok' set >got
	lines set/sub/c.XSB set/z.txt | same - got
	files --include='sub/*' set >got
	lines set/sub/c.XSB | same - got
	files --exclude='sub/deep' --include='*.*' set >got
	lines set/a.sok set/b.sok set/sub/c.XSB set/x.doc set/z.txt | same - got
	# What is named itself is read in any case.
	files --exclude='*' set/a.sok >got
	lines set/a.sok | same - got
}

@test "links to folders are not followed, links to files are" {
	ln -s ../set set/again
	ln -s sub/deep set/other
	ln -s sub/c.XSB set/link.sok
	files set >got
	lines set/a.sok set/b.sok set/link.sok set/sub/c.XSB \
		set/sub/deep/d.rle set/z.txt | same - got
}

@test "what is wrong with one entry is told, the rest is done" {
	ln -s nowhere set/broken.sok
	mkfifo set/pipe.sok
	for program in $programs; do
		try 2 timeout 10 "$program" set
		said "^$program: set/broken.sok: No such file or directory$"
		said "^$program: set/pipe.sok: not a regular file$"
	done
	try 2 sokconv -q -t rle set
	[ "$(grep -c '^5#' "$out")" -eq 5 ]
}

@test "a folder without a board is an error, a file in it a warning, a text a note" {
	mkdir -p words/none
	echo 'no board' >words/a.txt
	try 1 sokcheck words
	lines 'words: error: no board was recognised in any of its files [no-puzzle]' |
		expect_out
	try 1 sokcheck --severity=note words
	printed '^words/a.txt:1:1: note: no board'
	cp words/a.txt set
	try 0 sokcheck --strict set
	no_output
	cp words/a.txt set/a.xsb
	try 0 sokcheck set
	printed '^set/a.xsb:1:1: warning: no board'
	try 1 sokcheck --strict set
	try 1 sokcheck words/none
	try 0 sokfmt words/none
	no_output
}

@test "what is reported of a folder does not depend on the files before it" {
	mkdir none
	board "$small" >unsolved
	try 1 sokreplay unsolved none
	printed '^none: error: there are no games in any of its files \[no-games\]$'
}

@test "what is reported of a file does not depend on those before it" {
	printf '\0\1\2\3' >set/b1.sok
	cp set/b1.sok set/b2.sok
	for program in 'sokcheck -F tsv' 'sokreplay -F tsv'; do
		# shellcheck disable=SC2086 # options
		for file in set/b1.sok set/b2.sok; do
			try 2 $program $file
			cat "$out"
		done >want
		# shellcheck disable=SC2086
		try 2 $program set/b1.sok set/b2.sok
		same want "$out"
	done
}

@test "sokfmt -w and -l do the files of a folder" {
	echo '' >>set/a.sok
	echo '' >>set/sub/c.XSB
	try 1 sokfmt -l set
	lines set/a.sok set/sub/c.XSB | expect_out
	try 0 sokfmt -w set
	quiet
	try 0 sokfmt -c set
}

@test "each of many files is separated and numbered as if it were named" {
	for program in sokfmt sokrle sokconv; do
		"$program" set/a.sok set/b.sok set/sub/c.XSB set/sub/deep/d.rle \
			set/z.txt >want
		try 0 "$program" set
		same want "$out"
	done
}
