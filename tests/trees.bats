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

# files ARG ...: the names of the files that are read, in order.
files() {
	sokconv -q -t records "$@" | sed 's/.*	\([^	]*\):[0-9]*$/\1/' | uniq
}

@test "a folder is read by suffix, sorted by name" {
	files set >got
	lines set/a.sok set/b.sok set/sub/c.XSB set/sub/deep/d.rle set/z.txt |
		same - got
	files set/ >got.slash
	same got got.slash
	(cd set && files .) | sed 's/^\./set/' >got.here
	same got got.here
}

@test "--include replaces the suffixes, --exclude skips files and folders" {
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

@test "symbolic links to files are followed, to folders not" {
	ln -s ../set set/again
	ln -s sub/deep set/other
	ln -s sub/c.XSB set/link.sok
	files set >got
	lines set/a.sok set/b.sok set/link.sok set/sub/c.XSB \
		set/sub/deep/d.rle set/z.txt | same - got
}

@test "an unreadable entry is reported, and the others are read" {
	ln -s nowhere set/broken.sok
	mkfifo set/pipe.sok
	for program in $programs; do
		try 0 timeout 10 "$program" set
		said '^set/broken.sok: warning: not read: No such file or directory \[not-read\]$'
		said '^set/pipe.sok: warning: not read: not a regular file \[not-read\]$'
	done
	try 0 sokconv -q -t rle -o all.rle set
	[ "$(grep -c '^5#' all.rle)" -eq 5 ]
	try 1 sokcheck --strict set
	try 0 sokcheck --strict --exit-zero set
	# What is named is an error.
	for program in $programs; do
		try 2 timeout 10 "$program" set/broken.sok
		said "^$program: set/broken.sok: No such file or directory$"
	done
}

@test "binary data in a folder is a warning, and -o is still written" {
	printf '\0\1\2\3' >set/c.txt
	for program in 'sokfmt -o got' 'sokcheck -p -o got' \
		'sokreplay -p -o got' 'sokconv -o got'; do
		rm -f got
		# shellcheck disable=SC2086 # options
		try 0 $program set
		said '^set/c.txt:1:1: warning: .*\[binary\]$'
		[ "$(grep -c @ got)" -eq 5 ]
		# shellcheck disable=SC2086
		try 2 $program set/c.txt
		said '^set/c.txt:1:1: error: .*\[binary\]$'
	done
	try 0 sokcheck set
	try 1 sokcheck --strict set
	try 0 sokfmt -w set
	needs zip
	zip -qr set.zip set
	try 0 sokconv -o got set.zip
	said '^set.zip:set/c.txt:1:1: warning: .*\[binary\]$'
	[ "$(grep -c @ got)" -eq 5 ]
}

# others: files whose names a walk skips, with a board or without.
others() {
	board '#####/#@$.#/#####' >"$1/a.dat"
	cp "$1/a.dat" "$1/b.txt.old"
	cp "$1/a.dat" "$1/c"
	gzip -c "$1/a.dat" >"$1/d.gz"
	sokconv -q -t slc -o "$1/e.xml" "$1/a.dat"
	board '#####/#@$ #/#####' >"$1/goal"
	board '#####/#@$. /#####' >"$1/open"
	board '#####/#@$@#/#####' >"$1/players"
	board '#####/#@*##/# $.#/#####' >"$1/sound"
	lines DUD 'lurd LURD' >"$1/words"
	printf '\0\1\2\3' >"$1/picture.png"
	# It begins like a resource fork.
	{ printf '\0\0\1\0\1\0\20\20\0\0\1\0\40\0' && head -c 20000 /dev/zero; } \
		>"$1/picture.ico"
	{ head -c 16384 /dev/zero | tr '\0' x && cat "$1/a.dat"; } >"$1/late"
}

@test "puzzles in files with other suffixes are counted and reported" {
	others set
	for program in $programs; do
		try 0 "$program" set
		grep not-read "$err" >got
		lines "set: warning: 6 files with puzzles not read (a.dat, b.txt.old, c, d.gz, e.xml, sound): --include='*' reads them [not-read]" |
			same - got
		try 0 "$program" -q set
		never_said not-read
		try 0 "$program" --include='*.sok' set
		never_said not-read
		try 0 "$program" --exclude='a.*' --exclude='[b-e]*' \
			--exclude=sound set
		never_said not-read
	done
	try 0 sokcheck --strict set
	try 0 sokcheck --disable=not-read set
	quiet
	try 0 sokfmt -v set
	for file in c d.gz; do
		said "^sokfmt: set/$file: not read: puzzles are in it"
	done
	for file in goal open players words picture.png late; do
		said "^sokfmt: set/$file: not read: no puzzle was found in it$"
	done
	said '^sokfmt: set/.hidden: not read: its name begins with a full stop$'
	try 0 sokfmt -v --exclude=sub set
	said '^sokfmt: set/sub: not read: --exclude matches it$'
	try 0 sokfmt -v --include='*.sok' set
	said '^sokfmt: set/z.txt: not read: --include does not match it$'
	needs zip
	zip -qr set.zip set
	for program in $programs; do
		try 0 "$program" set.zip
		grep not-read "$err" >got
		grep -q '^set.zip: warning: 6 files .*set/sound' got
	done
	# An archive in a folder is counted with it.
	mkdir outer
	mv set.zip outer
	board '#####/#@$.#/#####' >outer/x.dat
	try 0 sokcheck outer
	grep not-read "$err" >got
	grep -q '^outer: warning: 7 files .*set.zip:set/a.dat.*, x.dat): ' got
	one_line got
}

@test "a long list of names is shortened, and -v prints all" {
	for n in {1..12}; do
		board '#####/#@$.#/#####' >"set/$n.dat"
	done
	try 0 sokcheck set
	said '12 files with puzzles not read \(1.dat, 2.dat, .*10.dat, \.\.\.\): '
	try 0 sokcheck -v set
	[ "$(grep -c 'not read: puzzles' "$err")" -eq 12 ]
	try 0 sokfmt -l set
	said '12 files with puzzles not read'
	try 0 sokconv -t rle --outdir=o set
	said '12 files with puzzles not read'
	one_line "$err"
}

@test "file names of xsokoban and hir are read, those of other games if they hold puzzles" {
	local file
	rm -r set
	mkdir set
	for file in screen.1 Screen2 answer_3 LEVEL-4 level5 a.sol b.skb \
		c.XSOKOBAN d.lvl e.lev f.map g.ban screen.6.gz; do
		board '#####/#@$.#/#####' >"set/$file"
	done
	gzip <set/a.sol >set/screen.6.gz
	for file in h.lvl screen.x level.1.old screens1; do
		lines 'no board' >"set/$file"
	done
	files set >got
	lines set/LEVEL-4 set/Screen2 set/a.sol set/answer_3 set/b.skb \
		set/c.XSOKOBAN set/d.lvl set/e.lev set/f.map set/g.ban \
		set/level5 set/screen.1 set/screen.6.gz | same - got
	try 0 sokconv -t slc -o all.slc set
	quiet
	needs zip
	zip -qr set.zip set
	files set.zip | sort >got
	[ "$(wc -l <got)" -eq 13 ]
	try 0 sokconv -t rle --outdir=o set
	[ -e o/b.rle ] && [ -e o/d.rle ] && [ -e o/screen.1.rle ]
}

@test "numbers in file names are sorted by value" {
	local file
	rm -r set
	mkdir -p set/set2 set/set10
	for file in level10 level2 level02 level1 set10/a.sok set2/a.sok \
		b9.sok b10.sok B10.sok b10a.sok \
		n18446744073709551617.sok n18446744073709551616.sok; do
		board '#####/#@$.#/#####' >"set/$file"
	done
	files set >got
	lines set/B10.sok set/b9.sok set/b10.sok set/b10a.sok set/level1 \
		set/level02 set/level2 set/level10 \
		set/n18446744073709551616.sok set/n18446744073709551617.sok \
		set/set2/a.sok set/set10/a.sok | same - got
	sokfmt -v -s 1 set >one
	# Archives keep their order.
	needs zip
	zip -q set.zip set/level10 set/level2
	files set.zip >got
	lines set.zip:set/level10 set.zip:set/level2 | same - got
}

@test "-w, -l, -d and -c skip text files without a board" {
	printf 'DUD  \n\n\n\nlurd\n' >set/README.txt
	cp set/README.txt set/sub/notes.sok
	printf '\n\nSolution 1/1\nR\n' >set/games.txt
	cp -r set old
	try 1 sokfmt -l set
	lines set/games.txt | expect_out
	quiet
	try 1 sokfmt -c set
	try 1 sokfmt -d set
	printed games.txt
	never_printed README
	try 0 sokfmt -vw set
	said '^set/README.txt:1:1: note: no board was recognised in this file; it was left unchanged \[no-puzzle\]$'
	said '^set/sub/notes.sok:1:1: note: no board'
	same old/README.txt set/README.txt
	same old/sub/notes.sok set/sub/notes.sok
	# What is named is formatted.
	try 1 sokfmt -l set/README.txt
	printed README
	needs zip
	zip -qr old.zip old
	try 1 sokfmt -l old.zip
	lines old.zip:old/games.txt | expect_out
}

@test "moves without a board in a folder are a note" {
	lines DUD >set/words.txt
	try 0 sokcheck --strict set
	no_output
	try 0 sokcheck --severity=note set
	printed '^set/words.txt:1:1: note: .*\[moves-without-board\]'
	try 0 sokconv -o all.sok set
	never_said moves-without-board
	try 0 sokcheck --severity=note -p set/words.txt
	said '^set/words.txt:1:1: warning: .*\[moves-without-board\]'
}

@test "a folder or an archive without readable files is a warning, with status 1" {
	mkdir -p none/sub
	lines 'no board' >none/a.doc
	printf '\0\1\2\3' >none/sub/a.txt
	for program in $programs; do
		# Any byte is text for sokrle.
		[ "$program" != sokrle ] || rm none/sub/a.txt
		try 1 "$program" none/sub
		try 1 "$program" -q none
		try 1 "$program" set none
		printf '\0\1\2\3' >none/sub/a.txt
		try 0 "$program" set none/../set
	done
	for program in sokfmt sokconv 'sokconv -t slc -o x' \
		'sokconv --outdir=o' 'sokfmt -l' 'sokfmt -w'; do
		# shellcheck disable=SC2086 # options
		try 1 $program none/sub
	done
	try 1 sokfmt none
	expect_err <<-'EOT'
		none/sub/a.txt:1:1: warning: this is binary and was not read; -f sok reads it as text [binary]
		none: warning: none of its files was read [no-puzzle]
	EOT
	needs zip
	(cd none && zip -qr ../none.zip .)
	for program in sokfmt sokcheck sokreplay sokconv; do
		try 1 "$program" none.zip
	done
	cp none.zip set
	try 0 sokfmt set
	said '^set/none.zip: warning: none of its files was read \[no-puzzle\]$'
}

@test "without a board, a folder is an error, a file in it a warning, a text a note" {
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
	try 1 sokfmt words/none
	no_output
}

@test "findings about a folder do not depend on the files before it" {
	mkdir none
	board "$small" >unsolved
	try 1 sokreplay unsolved none
	printed '^none: error: there are no games in any of its files \[no-games\]$'
}

@test "findings about a file do not depend on the files before it" {
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

@test "sokfmt -w and -l process the files of a folder" {
	echo '' >>set/a.sok
	echo '' >>set/sub/c.XSB
	try 1 sokfmt -l set
	lines set/a.sok set/sub/c.XSB | expect_out
	try 0 sokfmt -w set
	quiet
	try 0 sokfmt -c set
}

@test "the files of a folder are separated and numbered like named operands" {
	for program in sokfmt sokrle sokconv; do
		"$program" set/a.sok set/b.sok set/sub/c.XSB set/sub/deep/d.rle \
			set/z.txt >want
		try 0 "$program" set
		same want "$out"
	done
}
