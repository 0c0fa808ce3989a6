#!/usr/bin/env bats
# sokconv --split: one file per puzzle, the names, and the removal after an
# error.

load helper
load conversion

@test "--split names files by puzzle number" {
	collection >in
	try 0 sokconv --split=out in
	quiet
	lines 0001.sok 0002.sok >want
	names out | same want -
	try 0 sokconv out/0001.sok
	printed '^Collection: Demo$'
	printed '^A note\.$'
	never_printed 'Two'
	{ collection && collection; } >twice
	try 0 sokconv -t xsb -q --split=more in twice
	lines 0001.xsb 0002.xsb 0003.xsb 0004.xsb 0005.xsb 0006.xsb >want
	names more | same want -
}

@test "the numbers of files count puzzles that are not selected" {
	many 3 '#####' '#@$.#' '#####' '' >three
	try 0 sokconv --split=out -s 2 three three
	lines 0002.sok 0005.sok >want
	names out | same want -
	try 0 sokconv --split=ids -s 1,@0000000000000000 three three
	lines 0001.sok 0004.sok >want
	names ids | same want -
	try 0 sokconv --split=last -s 2-3 three
	lines 0002.sok 0003.sok >want
	names last | same want -
}

@test "formats with one puzzle per file need --split" {
	collection >in
	for format in screens hir svg; do
		echo old >file
		try 2 sokconv -t $format -o file in
		said "$format files hold one puzzle"
		echo old | same - file
		try 2 sokconv -t $format in
		no_output
		try 0 sokconv -q -t $format -s 2 in
	done
}

@test "a dropped game has no file" {
	{ lines 'Author: Ann' 'by all' '' '' A '' && board "$small" &&
	    lines '' '[]L' '' R '' '[]r' '' B '' && board "$small" &&
	    lines '' '[]L' '' '*R'; } >in
	try 0 sokconv -t hir --split=out in
	names out | same <(lines answer.1 screen.2) -
	printf '%s\n' '#####' '#@$.#' '#####' 'Title: B' 'Author: Ann' |
		same - out/screen.2
	said '^out: warning: 1 line of the header dropped'
	said ': 3 games with jumps or pusher changes dropped'
	said ': 1 game without remaining moves dropped'
	for format in svg ansi; do
		try 0 sokconv -t $format -s 1 in
		said ': 1 line of the header dropped'
	done
}

@test "an existing file is an error and is kept" {
	collection >in
	mkdir out
	echo old >out/screen.2
	try 2 sokconv -q -t screens --split=out in
	said '^sokconv: out/screen.2: File exists$'
	echo old | same - out/screen.2
	rm out/*
	ln -s nowhere out/screen.1
	try 2 sokconv -q -t screens --split=out in
	[ ! -e nowhere ]
}

@test "a signal leaves only complete files" {
	many 3000 '######' '#@ $.#' '######' '' rR '' >in
	for wait in 0.01 0.02 0.05; do
		sokconv --split=out in &
		pid=$!
		sleep $wait
		kill -TERM $pid 2>/dev/null || :
		wait $pid || :
		mkdir -p out
		lines '######' '#@ $.#' '######' '' rR >want
		[ -z "$(find out -type f ! -size "$(wc -c <want)c")" ]
		[ -z "$(find out -type f -name '.*')" ]
		rm -r out
	done
}

@test "--strict removes all files after any error" {
	collection >in
	mkdir out
	echo old >out/0002.sok
	try 2 sokconv --strict --split=out in
	said '^sokconv: out/0002.sok: File exists$'
	said '^sokconv: out: not written$'
	lines 0002.sok >want
	names out | same want -
	echo old | same - out/0002.sok
	try 2 sokconv --strict --split=new in missing
	[ ! -e new ]
	try 2 sokconv --split=new in missing
	lines 0001.sok 0002.sok >want
	names new | same want -
}

@test "file names contain only the slug of a title" {
	for title in '../../etc/passwd' '/abs' '..' '-rf *' $'a\tb' '$(id)' \
	    'CON' '%n' "$(row 300 x)" $'\xc3\xa9t\xc3\xa9' "a'b\"c"; do
		lines '' "$title" '' "$(board "$small")" ''
	done >in
	try 0 sokconv --split=out --name='%s.sok' in
	find out -type f | sed 's,^out/,,' | lacks /dev/stdin \
		'^(?![A-Za-z0-9_][A-Za-z0-9_-]{0,63}\.sok$)'
	[ "$(names out | wc -l)" -eq 11 ]
	[ "$(find . -name passwd)" = '' ]
	names out | grep -qx etc-passwd.sok
	names out | grep -qx "$(row 60 x).sok"
}

@test "colliding file names get a number" {
	for title in Same same Same; do
		lines '' $title '' "$(board "$small")" ''
	done >in
	try 0 sokconv --split=out --name='%s.sok' in
	lines Same-3.sok Same.sok same-2.sok >want
	names out | same want -
}

@test "name templates support numbers, slugs and ids" {
	collection >in
	try 0 sokconv --split=out --name='%i_%3n%%%s' in
	names out >got
	{ echo '17CC66887E16DCF3_001%First'
	  echo "$(sokconv -q -s 2 -t records in | grep -v '^	' |
		cut -f 1)_002%Two-second"; } | sort | same - got
	for bad in '' a/b %x %s% %5s %999n; do
		try 2 sokconv --split=new --name="$bad" in
		[ ! -e new ]
	done
	try 2 sokconv --name=%n in
	try 2 sokconv --split=new -o file in
}

@test "a temporary file that cannot be removed is an error" {
	needs strace
	[ -z "${SANITIZE-}" ] || skip 'leaks cannot be looked for under strace'
	collection >in
	# Files without a name are not to be had, and names stay.
	block=(strace -f -qq -o trace -e 'inject=?access,faccessat,?faccessat2:error=ENOENT'
	    -e 'inject=?unlink,unlinkat:error=EPERM')
	"${block[@]}" true 2>/dev/null || skip "there is no strace that works here"
	try 2 "${block[@]}" sokconv --split=out in
	said '^sokconv: out/0001.sok: Operation not permitted$'
	[ "$(find out -name '.sok*' | wc -l)" -eq 1 ]
	try 2 "${block[@]}" sokconv --strict --split=all in
	said '^sokconv: all/0001.sok: Operation not permitted$'
}
