#!/usr/bin/env bats
# What a user of other tools tries first is answered with what there is.

load helper

setup() {
	scratch
	lines 'Author: Ann Lee' '' '' 'Micro 1' '' '#####' '#@$.#' '#####' '' R \
		'' '' 'Big, one' '' '######' '#@ $.#' '######' 'Author: Bob' '' \
		'' 'Micro 2' '' '#####' '#@$.#' '#####' '' RR >f
}

@test "words of other tools are answered with the option that there is" {
	while read -r program word answer; do
		try 2 "$program" "$word"
		said "^$program: unknown option $word; did you mean $answer\?$"
	done <<-'END'
		sokfmt -i -w
		sokfmt --in-place -w
		sokfmt --fix -w
		sokreplay --in-place -w
		sokfmt --rotate --transform=rotate90
		sokfmt --mirror --transform=flip-h
		sokfmt --dedupe --unique
		sokfmt --duplicates --unique
		sokcheck --dedupe --duplicates
		sokcheck --ignore --disable
		sokreplay --ignore --disable
		sokreplay --solution -m
		sokreplay --verify -m
		sokconv --html -t html
		sokconv --svg -t svg
		sokrle --encode no option \(sokrle encodes unless -d is given\)
		sokcheck --level -s
		sokconv -n -s
		sokcheck -r the name of the folder, which is walked
		sokcheck --json -F json
	END
	try 2 sokcheck --in-place
	never_said 'did you mean -w'
	try 2 sokrle --svg
	never_said 'did you mean -t'
}

@test "a wrong symmetry is answered with one name" {
	while read -r word name; do
		try 2 sokfmt "--transform=$word" f
		said "; did you mean $name\?$"
	done <<-'END'
		mirror flip-h
		90 rotate90
		left rotate270
		rotate45 rotate90
		flip_v flip-v
	END
}

@test "-h begins with three examples that work, and groups the options" {
	for program in $programs; do
		try 0 "$program" -h
		head -n 4 "$out" | tail -n 1 | grep -qx 'Examples:'
		[ "$(sed -n '5,7p' "$out" | grep -c "$program.* # ")" -eq 3 ]
		printed '^What is read:$'
		printed '^What is written:$'
		printed '^How it runs:$'
		cp f levels.sok
		cp f a.sok
		cp f b.xsb
		mkdir -p levels sets
		cp f levels/a.sok
		cp f sets/a.sok
		rm -rf out
		sed -n '5,7s/ *#.*//p' "$out" >commands
		while read -r command; do
			got=0
			sh -c "$command" >/dev/null 2>&1 || got=$?
			[ "$got" -lt 2 ] || { echo "$command: $got"; return 1; }
		done <commands
	done
	try 0 sokrle -h
	printed 'rewrite only these puzzles and copy the rest'
}

# picked LIST: the titles of what -s selects.
picked() {
	try 0 sokconv -s "$1" -t records f
	awk -F '\t' '$4 { print $2 }' "$out" | tr '\n' ';'
}

@test "-s selects by title, by author, and what is unsolved" {
	[ "$(picked 'title:mic*')" = 'Micro 1;Micro 2;' ]
	[ "$(picked 'TITLE:*1')" = 'Micro 1;' ]
	[ "$(picked 'title:big\, *')" = 'Big, one;' ]
	[ "$(picked 'author:*lee')" = 'Micro 1;Micro 2;' ]
	[ "$(picked 'author:bob,1')" = 'Micro 1;Big, one;' ]
	[ "$(picked unsolved)" = 'Big, one;Micro 2;' ]
	[ "$(picked '!2')" = 'Micro 1;Micro 2;' ]
	[ "$(picked '!title:big*,unsolved')" = 'Micro 1;' ]
	for list in '!' x title '!0' '1,,2'; do
		try 2 sokconv -s "$list" f
		said 'invalid selection'
	done
}

@test "all five programs select in the same way" {
	try 0 sokfmt -s '!title:mic*' f
	[ "$(grep -c Micro "$out")" -eq 0 ]
	try 0 sokcheck -p -s author:bob f
	[ "$(grep -c Micro "$out")" -eq 0 ]
	try 1 sokreplay -F tsv -s unsolved f
	[ "$(cut -f 4 "$out")" = 'Micro 2' ]
	try 0 sokreplay -F tsv -j 3 -s '!unsolved' f
	[ "$(cut -f 4 "$out")" = 'Micro 1' ]
	try 0 sokrle --lines -s 'title:big*' f
	lines '6#|#@-$.#|6#' | expect_out
	try 0 sokrle -s unsolved f
	[ "$(grep -c '^#' "$out")" -eq 3 ]
	printed '^6#'
	try 0 sokrle -s unsolved <f
	printed '^6#'
}

@test "a terminal that shows no colours gets none" {
	needs script
	for term in dumb ''; do
		TERM=$term script -qec 'sokcheck --severity=note f' /dev/null >seen || :
		lacks seen '\x1b\[1'
	done
	TERM=xterm script -qec 'sokcheck --severity=note f' /dev/null >seen || :
	! grep -q note seen || grep -q $'\033\[1' seen
}

@test "a summary that cannot be written is status 2" {
	[ -w /dev/full ] || skip "there is no /dev/full here"
	for program in sokcheck sokreplay; do
		got=0
		$program --summary --exit-zero f >/dev/null 2>/dev/full || got=$?
		[ "$got" -eq 2 ]
	done
}

@test "every result line has a severity" {
	lines '#####' '#@$.#' '#####' '' Snapshot r '' 'Solution' rl '' R >g
	try 0 sokreplay g
	printed '^g:6:1: note: solved 1/1 '
	lines '######' '#@ $.#' '######' '' Snapshot r '' Solution r >g
	try 1 sokreplay g
	printed '^g:6:1: note: unsolved 1/0 .* \(puzzle 1, "Snapshot"\)$'
	printed '^g:9:1: error: unsolved 1/0 .* \(puzzle 1, "Solution"\)$'
	lacks "$out" '^g:[0-9:]+ (?!note|warning|error)'
}

@test "svg with several puzzles names --sheet" {
	try 2 sokconv -t svg f
	said 'use --sheet, --split or --select$'
}

@test "losses that a format implies are one note" {
	lines 'Author: Ann' 'a note' '' '' One '' '#####' '#@$.#' '#####' '' \
		'more' '' R >g
	for format in rle screens boxoban pusher svg ansi; do
		try 0 sokconv -t $format g
		[ "$(grep -c 'note: .*cannot hold' "$err")" -eq 1 ]
		never_said warning
		try 1 sokconv --strict -t $format g
	done
}
