#!/usr/bin/env bats
# Hostile input: exponential input is refused at once, endless streams need
# constant memory, and the time is linear in the size of the input.

load helper

# quick SECONDS COMMAND ...: the command takes at most this processor time,
# which is in $cpu.
quick() {
	local most=$1
	shift
	sanitized && most=60
	times >"$err.before" # of children in the second line
	"$@"
	times >"$err.after"
	cpu=$(awk 'FNR == 2 {
		split($1, u, "[ms]")
		split($2, s, "[ms]")
		t = 60 * (u[1] + s[1]) + u[2] + s[2]
		if (NR > 2)
			print t - before
		before = t
	}' "$err.before" "$err.after")
	awk -v c="$cpu" -v m="$most" 'BEGIN { exit !(c <= m) }' ||
		{ echo "$cpu s: $*"; return 1; }
}

# confined COMMAND ...: run it in 64 MiB of address space; libraries need a
# third.
confined() {
	(sanitized || ulimit -v 65536; "$@")
}

# refused REGEX <INPUT: every program refuses the input with this message and
# status 2, quickly and in little memory.
refused() {
	cat >bomb
	for program in sokfmt sokrle 'sokrle -d' sokcheck sokreplay sokconv; do
		# shellcheck disable=SC2086 # a program with its option
		quick 0.3 try 2 confined $program bomb
		cat "$out" "$err" >both
		grep -qE "$1" both || { echo "$program"; show; return 1; }
	done
}

# --- exponential input

@test "a huge count is refused quickly" {
	lines '#####' '#@$.#' '#####' '' 99999999999r |
		refused '^bomb:5:1: error: .*\[limit\]'
	lines '9999999#|#@$.#|9999999#' | refused '^bomb:1:1: error: .*\[limit\]'
}

@test "nested counts are refused" {
	lines '9(9(9(9(9(9(9(9(9(r)))))))))' | refused 'bomb:1:.*\[limit\]'
	lines '999(999(999(#)))|#@$.#|5#' | refused 'bomb:1:.*\[limit\]'
}

@test "many games of a few bytes are refused" {
	{ lines '#####' '#@$.#' '#####' ''
	  for i in {1..200}; do lines 9999999l ''; done; } >bomb
	{ printf '\t\t\t5#|#@$.#|5#\t'
	  printf '=9999999l=;%.0s' {1..200}
	  printf '\t\tf:1\n'; } >records
	for program in sokfmt sokcheck sokreplay 'sokconv -t jsonl'; do
		for in in bomb records; do
			# shellcheck disable=SC2086 # a program with its option
			quick 1 try 2 confined $program $in
			cat "$out" "$err" | grep -c '\[limit\]' | grep -qx 199
		done
	done
	# Each puzzle has the limit for itself.
	for i in {1..3}; do
		lines '#####' '#@$.#' '#####' '' 9999999l ''
	done >each
	try 0 sokconv -t records each
}

@test "deeply nested groups are refused" {
	{ lines '#####' '#@$.#' '#####' ''
	  printf 'R%s\n' "$(printf '(%.0s' {1..5000})r"; } |
		refused 'bomb:5:[0-9]+: error: .*\[(limit|rle-nesting)\]'
}

@test "a long row beside many short ones is refused" {
	{ head -c 1000000 /dev/zero | tr '\0' '#'
	  echo
	  many 50000 '##' | grep . ; } >bomb
	for program in sokfmt sokcheck sokreplay sokconv; do
		quick 1 try 2 confined "$program" bomb
		cat "$out" "$err" | grep -aqE '^bomb:[0-9]+:.*\[limit\]'
	done
}

@test "nested XML entities are refused" {
	{ lines '<?xml version="1.0"?>' '<!DOCTYPE SokobanLevels [' \
	'<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">'
	  for i in b c d e f g h i; do
		echo "<!ENTITY $i '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
	  done
	  lines ']><SokobanLevels><Title>&i;</Title></SokobanLevels>'; } >bomb
	for program in sokfmt sokcheck sokreplay sokconv; do
		quick 0.3 try 2 confined "$program" bomb
		cat "$out" "$err" | grep -qE '^bomb:[0-9]+:.*\[(limit|syntax)\]'
	done
}

@test "deeply nested XML elements are refused" {
	{ echo '<SokobanLevels>'; many 200000 '<L>' | grep .; } >bomb
	for program in sokfmt sokcheck sokreplay sokconv; do
		quick 0.3 try 2 confined "$program" bomb
		cat "$out" "$err" | grep -qE '^bomb:[0-9]+:.*\[(limit|syntax)\]'
	done
}

@test "the puzzles after an exponential game are still read" {
	lines '#####' '#@$.#' '#####' '' 9999999999r '' One '' '######' \
	'#@ $.#' '######' >in
	try 2 sokfmt in
	printed '^9999999999r$'
	printed '^One$'
	printed '^#@ \$\.#$'
}

@test "rows that are not a board need little memory" {
	{ board '#####/#@$.#/#####' && echo
	  yes "$(printf '4096-|%.0s' {1..243})-#
" | head -n 400; } >in
	for program in sokfmt sokcheck; do
		quick 2 try 0 confined "$program" in
	done
}

@test "blank lines in comments count towards the limit" {
	{ board '#####/#@$.#/#####'
	  for _ in 1 2 3 4 5; do
		lines Comment:
		head -c 1000000 /dev/zero | tr '\0' '\n'
		lines x Comment-End:
	  done; } >in
	quick 1 try 2 confined sokfmt in
	said '\[limit\]'
}

@test "short lines count towards the limit in other formats" {
	{ lines XXXXX 'X@*.X' XXXXX && yes a | head -n 3000000; } >in
	quick 2 try 2 confined sokfmt -q -f pusher in
}

@test "macros are expanded in linear time, and up to a limit" {
	{ seq -f 'k%.0f=v' 20000 && lines '' && board '#####/#@$.#/#####'
	  lines '' && yes 'x <#zz#/> <#k777#/>' | head -n 20000; } >in
	quick 1 try 0 confined sokfmt -q --expand-macros in
	printed '^x <#zz#/> v$'
	{ printf 'big=%0100000d\n\n' 0 && board '#####/#@$.#/#####'
	  lines '' && yes 'x <#big#/>' | head -n 1000; } >in
	quick 1 try 2 confined sokfmt --expand-macros in
	said 'more than 1048576 bytes; they were left as they are from `big` on'
	[ "$(grep -cx 'x <#big#/>' "$out")" -eq 990 ]
}

@test "the macros of a header are sorted only once" {
	board '#####/#@$.#/#####' >a
	{ seq -f 'k%.0f=1' 15000 && lines '' ''
	  many 4000 '#####' '#@$.#' '#####' '' 'Author: <#k5#/>'; } >b
	for program in 'sokfmt a' 'sokconv -t jsonl a' \
	    'sokfmt --expand-macros' 'sokconv -t xsb'; do
		# shellcheck disable=SC2086 # a program with its option
		quick 1 try 0 $program b
	done
	quick 1 try 0 sokfmt a b
	[ "$(grep -cx 'Author: 1' "$out")" -eq 4000 ]
	for file in a b; do
		sokconv -t jsonl $file
	done >in.jsonl
	quick 1 try 0 sokfmt in.jsonl
	[ "$(grep -cx 'Author: 1' "$out")" -eq 4000 ]
}

@test "the game type of a header is looked up only once" {
	{ lines 'boxorder: 1' 'goalorder: 1' && yes 'A note.' | head -n 30000
	  lines '' '' && many 20000 '#####' '#@$.#' '#####'; } >in
	quick 1 try 0 sokcheck -q in
}

@test "macros that are undefined after expansion are found in linear time" {
	{ lines A=v '' && board '#####/#@$.#/#####' && lines ''
	  printf '<#A#/>'
	  yes '<#' | head -n 200000 | tr -d '\n'
	  echo '#/>'; } >in
	quick 1 try 0 confined sokfmt -q --expand-macros in
	printed '^v<#<#'
}

@test "each puzzle finds its header in constant time" {
	many 60000 '#####' '#@$.#' '#####' >in
	quick 1 try 0 sokfmt --expand-macros -o out in
}

@test "findings of a puzzle that waits for games share its data" {
	lines R '' RR >games
	{ board '#####/#@$.#/#####' && lines '' && board '######/#@$ .#/######'
	  lines '' && yes 'A note of some length.' | head -n 5000
	  lines '' && yes Comment-End: | head -n 9000; } >in
	quick 1 try 0 confined sokreplay -M games in
}

@test "the header of JSON lines is searched for only once" {
	{ lines '{"board":["#####","#@$.#","#####"]}'
	  printf '{"x":["'
	  yes '"header"' | head -n 50000 | tr -d '\n'
	  printf '"%400000s\n' ''; } >in.jsonl
	quick 1 try 1 confined sokcheck -q in.jsonl
}

@test "games share the data of their board" {
	{ awk 'BEGIN {
		for (i = 0; i < 300; i++) printf "#"
		print ""
		for (y = 0; y < 300; y++)
			printf "%s%294s#\n", y ? "#    " : "#@$. ", ""
		for (i = 0; i < 300; i++) printf "#"
		print "\n"
		for (i = 0; i < 1000; i++) print "Solution\nR\n"
	  }' >one && cat one one; } >in
	quick 1 try 0 confined sokfmt --drop=snapshots in
	quick 1 try 0 confined sokfmt --unique in
	said '; of its games, 0 were added there, 1000 were there already, 0 do not fit there'
}

# N copies of one board, each with a game of its own.
copies() { # N
	awk -v n="$1" 'BEGIN {
		split("lr rl du rdul", way, " ")
		for (i = 1; i <= n; i++) {
			print "########\n# @  $.#\n#      #\n########\n"
			for (k = i; k > 0; k = int(k / 4))
				printf "%s", way[k % 4 + 1]
			print "rrR\n"
		}
	}'
}

@test "games replayed within the walk limit can be played forward" {
	{ lines '1000#|#@$.995-#' && yes '#998-#' | head -n 997 &&
		lines '1000#' '' '[r]L75([997d997r][997u997l])'; } >in
	try 0 sokreplay -p --to-forward in
	[ "$(tail -n 1 "$out")" = R ]
	quiet
}

@test "merging the games of many duplicates needs little memory" {
	copies 4000 >in
	quick 1 try 0 confined sokfmt --unique in
	[ "$(grep -c '; of its games, 1 were added there' "$err")" -eq 3999 ]
	copies 16000 >in
	quick 1 try 0 confined sokfmt -q --unique in
	cp "$out" once
	try 0 sokfmt -q --unique in once
	same once "$out"
}

# --- streams

# flat GENERATOR ...: every program reads 16 MB of it in constant memory.
flat() {
	sanitized && skip 'needs memory of its own'
	"$@" | head -c 16000000 >stream
	for program in sokfmt 'sokfmt -c' sokrle 'sokrle -d' sokcheck \
	    sokreplay 'sokconv -t jsonl' 'sokconv -t slc'; do
		# shellcheck disable=SC2086 # a program with its option
		(ulimit -v 65536; timeout 60 $program stream >/dev/null 2>"$err") ||
			[ $? -eq 1 ] || { echo "$program"; show; return 1; }
	done
}

@test "a stream of puzzles needs constant memory" {
	flat yes -- "$(lines Title '' '#####' '#@$.#' '#####' '' 'A note.' '' R '')"
}

@test "a stream of run-length puzzles needs constant memory" {
	flat yes -- "$(lines Title '' '5#|#@$.#|5#' '' '2(r)3(lr)' '')"
}

@test "an endless stream ends when its reader stops" {
	for program in sokfmt sokrle sokreplay 'sokconv -t jsonl'; do
		# shellcheck disable=SC2086 # a program with its option
		yes -- "$(lines '#####' '#@$.#' '#####' '' R '')" |
			timeout 60 $program 2>"$err" | head -n 50000 | wc -l |
			grep -x 50000
	done
}

# --- linear time

# linear PROGRAM: four times the input takes at most six times the processor
# time, which leaves room for noise.
linear() {
	local one four program=$1
	# shellcheck disable=SC2086 # a program with its option
	quick 20 settles $program small
	one=$cpu
	# shellcheck disable=SC2086
	quick 60 settles $program large
	four=$cpu
	awk -v a="$one" -v b="$four" 'BEGIN { exit !(b <= 6 * a + 0.15) }' ||
		{ echo "$program: $one s, four times as much $four s"; return 1; }
}

settles() {
	timeout 60 "$@" >/dev/null 2>&1 || [ $? -le 2 ]
}

# every GENERATOR ...: linear for all programs; the generator gets a size.
every() {
	local size=${size:-100000}
	"$@" "$size" >small
	"$@" $((4 * size)) >large
	for program in sokfmt sokrle 'sokrle -d' sokcheck sokreplay \
	    'sokconv -t records'; do
		linear "$program"
	done
}

# N bytes of a character on one line, below a board.
one_line_of() { # CHARACTER N
	lines '#####' '#@$.#' '#####' ''
	head -c "$2" /dev/zero | tr '\0' "$1"
	echo
}

# N / 8 lines LINE below a board.
lines_of() { # LINE N
	lines '#####' '#@$.#' '#####' ''
	yes -- "$1" | head -n $(($2 / 8))
}

@test "time is linear in one long line of digits" {
	every one_line_of 7
}

@test "time is linear in one long line of parentheses" {
	every one_line_of '('
	every one_line_of ')'
}

@test "time is linear in one long line of walls" {
	every one_line_of '#'
}

@test "time is linear in one long line of moves" {
	every one_line_of r
	every one_line_of '*'
	every one_line_of '['
	every one_line_of '{'
}

@test "time is linear in many keys, notes and comments" {
	every lines_of 'Author: Bob'
	every lines_of 'Title: x'
	every lines_of note
	every lines_of '; note'
	every lines_of ::
}

@test "time is linear in comment blocks that never end" {
	every lines_of Comment:
	every lines_of Comment-End:
	every lines_of 'Solution comment:'
}

@test "time is linear in macros" {
	every lines_of 'Key=<#Key#/>'
	every lines_of '<#Author#/><#Nobody#/>'
	linear 'sokfmt --expand-macros'
}

@test "time is linear in games" {
	every lines_of $'rl\n'
	every lines_of $'Solution 1/1\nR\n'
	every lines_of $'[rr]u\n'
}

@test "time is linear in blank lines and rule lines" {
	every lines_of ''
	every lines_of -----
	every lines_of '#'
	every lines_of '> '
}

@test "time is linear in short and broken boards" {
	every lines_of $'#####\n#@$.#\n'
	every lines_of $'###\n#@#\n###\n'
	every lines_of $'#####\n#@$.#\n#####'
	every lines_of '5#|'
	every lines_of 'p b'
}

# A square room with a puzzle in its corner; with WALLS, walls turn the room
# into one long corridor.
room() { # [WALLS] N
	awk -v walls="${2:+1}" -v n="${2:-$1}" 'BEGIN {
		w = int(sqrt(n) / 4) * 4 + 1
		for (y = 0; y < w; y++) {
			row = ""
			for (x = 0; x < w; x++) {
				c = " "
				if (walls && x % 2 == 0 && y != (x % 4 ? 1 : w - 2))
					c = "#"
				if (x == 0 || y == 0 || x == w - 1 || y == w - 1)
					c = "#"
				if (x == 1 && y < 8)
					c = substr("# @ $ . ", y + 1, 1)
				row = row c
			}
			print row
		}
	}'
}

@test "time is linear in the squares of a board" {
	size=200000 every room
	size=200000 every room walls
}

# with_data KIB COMMAND ...: limit the data in memory.  A quarter of a million
# puzzles would need twice the limit used below.
with_data() { # KIB COMMAND...
	(sanitized || ulimit -d "$1"; shift; "$@")
}

@test "--unique moves puzzles out of memory into a temporary file" {
	mkdir folder
	awk 'BEGIN {
		for (i = 0; i <= 250000; i++) {
			row = ""
			for (k = i % 250000 + 262144; k > 1; k = int(k / 2))
				row = row (k % 2 ? "#" : " ")
			print "#######################\n#@$.#" row "#"
			print "#######################\n"
		}
	}' >in
	TMPDIR=$PWD/folder try 0 with_data 120000 \
	    sokfmt -o once --unique=picture in
	said 'in:1000001:1: warning: dropped as a duplicate of puzzle 1 at in:1; of '
	[ "$(grep -c '^#@' once)" -eq 250000 ]
	[ -z "$(ls folder)" ]
	TMPDIR=$PWD/nowhere try 0 sokfmt -q --unique=picture in
	same once "$out"
	# A file that has no more room after some of them.
	(ulimit -f 20000; sokfmt -q --unique=picture in) | cmp - once
}
