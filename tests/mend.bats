#!/usr/bin/env bats
# sokreplay -w, -l, -d and -c: games are mended where they are, and nothing
# else in a file changes.

load helper

setup() {
	scratch
	# Untidy on purpose: CRLF, indented rows, blanks, a failing game.
	printf '%s\r\n' 'Author:  Ann ' '' '  T' '' '  #####  ' '  #@$.#' \
		'  #####' '' '' 'Solution 3/3' 'RR' '' 'note  ' '' \
		'Solution 9/9 by Bob' 'r ' 'moves: 4' 'pushes:   7' '' '' 'R' >f
	cp f old
}

# crlf LINE ...: what a diff of f and old has, without its line ends.
changed() {
	diff old f | grep '^[<>]' | tr -d '\r' >"$out.changed" || :
	lines "$@" | same - "$out.changed"
}

@test "-w --rewrite changes counts and case, and no other byte" {
	try 1 sokreplay -w --rewrite f
	quiet
	printed '^f:11:2: error: move 2 `R` pushes into a wall \[illegal-move\]'
	printed '^f:16:1: warning: the title says 9/9, the moves are 1/1 \[wrong-'
	changed '< Solution 9/9 by Bob' '< r ' '< moves: 4' '< pushes:   7' \
		'> Solution 1/1 by Bob' '> R ' '> moves: 1' '> pushes:   1'
	try 1 sokreplay -w --rewrite f
	cp f once
	try 1 sokreplay -c --rewrite f
	never_printed wrong-
	same once f
}

@test "-w leaves a file alone in which nothing is to be mended" {
	try 1 sokreplay -w --rewrite f
	touch -d 2020-01-01 f
	try 1 sokreplay -w --rewrite --backup=.b f
	[ "$(date -r f +%Y)" = 2020 ]
	[ ! -e f.b ]
	try 0 sokreplay -l --rewrite --exit-zero f
	no_output
}

@test "-w --heading writes a title above a solution, after its quotes" {
	try 1 sokreplay -w --heading f
	changed '> Solution 1/1'
	sed 's/^/> /' old >old2
	mv old2 old
	cp old f
	try 1 sokreplay -w --heading f
	changed '> > Solution 1/1'
	lines '#####' '#@$.#' '#####' R >f
	cp f old
	try 0 sokreplay -w --heading f
	lines '#####' '#@$.#' '#####' '' 'Solution 1/1' R | same - f
}

@test "-w --heading replaces the guard of an untitled game" {
	lines '#####' '#@$.#' '#####' '' Solution :: '' R >f
	cp f old
	try 0 sokreplay -w --heading f
	model sok old | sed 's/"name":""/"name":"Solution 1\/1"/' >want
	model sok f | same want -
}

@test "-w --to-forward replaces reverse solutions, unless moves would be lost" {
	lines '#####' '# $.#' '#@$.#' '# $.#' '# $.#' '#####' '' \
		'Reverse Mode Solution' '[]urLdrL' 'drLdrL' '' 'Solution' \
		'[]urLdrLdrLdrL*d' >f
	cp f old
	try 0 sokreplay -w --to-forward f
	changed '< Reverse Mode Solution' '< []urLdrL' '< drLdrL' \
		'> Solution' '> ddRluRlu' '> RluR'
}

@test "-w encodes moves that were encoded" {
	lines '#########' '#@$    .#' '#########' '' 5r >f
	try 0 sokreplay -w --rewrite f
	lines '#########' '#@$    .#' '#########' '' 5R | same - f
}

@test "-w keeps the width of moves, and a file without a last line end" {
	printf '%s\n' '#########' '#@$    .#' '#########' '' 3R >f
	printf 2r >>f
	try 0 sokreplay -w --rewrite f
	{ lines '#########' '#@$    .#' '#########' '' && printf 5R; } | same - f
	printf '%s\n' '#########' '#@$    .#' '#########' '' RR Rr >f
	printf R >>f
	try 0 sokreplay -w --rewrite f
	{ lines '#########' '#@$    .#' '#########' '' RR RR && printf R; } |
		same - f
}

@test "-w mends titles in other character sets and in keys" {
	printf '%s\n' '#####' '#@$.#' '#####' '' $'L\xf6sung, Solution 5/5' r \
		'' r 'Title: Solution: 4/4' '' 'Solution: 6/6' r >f
	cp f old
	try 0 sokreplay -w --rewrite f
	printf '%s\n' '#####' '#@$.#' '#####' '' $'L\xf6sung, Solution 1/1' R \
		'' R 'Title: Solution: 1/1' '' 'Solution: 1/1' R | same - f
}

@test "-w refuses a character set in which letters are other bytes" {
	lines '#####' '#@$.#' '#####' '' 'Solution 4/4' R |
		iconv -f ascii -t utf-16 >f
	cp f old
	try 2 sokreplay -w --rewrite f
	said '^sokreplay: f:6: cannot be mended in place, because the file is in '
	same old f
}

@test "-l, -d and -c show what -w would do, findings on standard error" {
	try 1 sokreplay -l --rewrite f
	said 'illegal-move'
	lines f | expect_out
	try 1 sokreplay -d --rewrite f
	said 'illegal-move'
	printed '^-Solution 9/9 by Bob'
	try 1 sokreplay -c --rewrite f
	quiet
	printed 'illegal-move'
	same old f
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' R >g
	try 1 sokreplay -c --rewrite g
	try 0 sokreplay -w --rewrite --backup=.old g
	try 0 sokreplay -c --rewrite g
	grep -q 'Solution 2/2' g.old
}

@test "what -d shows, given to patch, is what -w makes" {
	needs patch
	cp f patched
	try 1 sokreplay -d --rewrite f
	patch -s patched "$out"
	try 1 sokreplay -w --rewrite f
	same patched f
}

@test "with --strict wrong counts are mended, and a folder is walked" {
	mkdir d
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' r >d/a.sok
	lines nothing >d/b.txt
	try 1 sokreplay -w --strict --strict-case --rewrite d
	try 0 sokreplay --strict --strict-case d/a.sok
	grep -q '^Solution 1/1$' d/a.sok
	lines nothing | same - d/b.txt
}

@test "options that need each other, or exclude each other, are named" {
	while IFS='|' read -r args what; do
		# shellcheck disable=SC2086 # several of them
		try 2 sokreplay $args f
		said "^sokreplay: $what"
		same old f
	done <<-'END'
		--rewrite|--rewrite needs -p, -w, -l, -d or -c
		--to-forward|--to-forward needs -p, -w, -l, -d or -c
		--heading|--heading needs -p, -w, -l, -d or -c
		-w|-w needs --rewrite, --to-forward or --heading
		-l|-l needs --rewrite, --to-forward or --heading
		-d|-d needs --rewrite, --to-forward or --heading
		-c|-c needs --rewrite, --to-forward or --heading
		-w --rewrite -p|-w and -p exclude each other
		-w --rewrite -c|-w writes and -c does not
		-w --rewrite -o x|-w and -o exclude each other
		-w --rewrite -s 1|-w with -s would drop the other puzzles
		-w --rewrite -m R|-w mends the games of files
		-w --rewrite --best=moves|--best needs -p
		-w --rewrite --final|-w cannot be combined with --final
		-c --rewrite --backup=x|--backup needs -w
	END
}

@test "formats that are no text, and compressed files, stay" {
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' r |
		sokconv -t slc -o f.slc
	lines '#####' '#@$.#' '#####' '' 'Solution 2/2' r | gzip -n >f.gz
	cp f.slc old.slc
	cp f.gz old.gz
	try 2 sokreplay -w --rewrite f.slc
	said 'f.slc: is slc, not text; left unchanged'
	try 2 sokreplay -w --rewrite f.gz
	said 'f.gz: is packed'
	same old.slc f.slc
	same old.gz f.gz
}
