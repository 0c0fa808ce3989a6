#!/usr/bin/env bats
# hir's screens and traces: tags, remarks, the status and the counts.

load helper
load conversion

# The example of the format's author, simple, with lines of 70 moves.
trace() {
	lines ' #######' ' # @...#' ' #   ####' '###$    #' '#   #$# #' \
	'# $ #   #' '#   #####' '#####' '---saved-image---' ' #######' \
	' # @***#' ' #   ####' '###     #' '#   # # #' '#   #   #' \
	'#   #####' '#####' '---information---' 'status:completed' \
	'screen-set:perfect' 'level:1' '' \
	'time-stamp:Fri Mar 12 16:22:56 1999' 'moves:70' 'pushes:26' \
	'---trace-data---' \
	'dDDllddrrUUUUluRRRlldddlldRdrUUUUluRRddrrrddllUdrruulLLulDDlddrUUUUluR'
}

@test "a trace file becomes a game and a trace file again" {
	trace >in
	golden 0 conv-trace sokconv in
	cp "$out" game
	try 0 sokconv -t hir in
	quiet
	same in "$out"
	try 0 sokconv -t hir game
	quiet
	same in "$out"
}

@test "remarks keep their position" {
	golden 0 conv-remarks sokconv -t hir
	cp "$out" once
	try 0 sokconv once
	printed '^Before 1: ; first$'
	printed '^After 2: "behind"$'
	printed '^Between 2 and 3: ; apart$'
	cp "$out" game
	try 0 sokconv -t hir game
	same once "$out"
}

@test "a screen is a board followed by tags" {
	collection >in
	try 0 sokconv -q -s 2 -t hir in
	{ board '#######/#@ $ .#/#######' && lines 'Author: Ann' \
	    'Title: Two: second' Comment: 'Author: no' Comment-End:; } |
		expect_out
}

@test "the author of a screen comes from the puzzle, else from the collection" {
	for own in '' 'Author: Ann'; do
		lines 'Author: Bob' '' "$(board "$small")" '' "$own" |
			try 0 sokconv -t hir
		{ board "$small" && lines "${own:-Author: Bob}"; } | expect_out
	done
}

@test "keys with an equals sign become hir tags" {
	{ board "$small" && lines '' 'Title = T' 'Author=Bob' 'limit = 7' \
	    Comment: 'Title = no' Comment-End: '' R '' 'Author = Ann'; } >in
	try 0 sokconv -t hir in
	quiet
	cp "$out" once
	{ board "$small" && lines 'Title: T' 'Author: Bob' 'limit: 7' Comment: \
	    'Title = no' Comment-End: ---saved-image--- '#####' '# @*#' '#####' \
	    ---information--- status:completed moves:1 pushes:1 'Author: Ann' \
	    ---trace-data--- R; } | same - once
	try 0 sokconv -t jsonl once
	printed '"title":"T"'
}

@test "hir: the game type of a puzzle is dropped, with a warning" {
	for key in 'Game: Hexoban' 'Puzzle Type = Multiban' 'Variant: Pukoban'; do
		{ board "$small" && lines '' "$key" '' R; } >in
		try 0 sokconv -t hir in
		said '^in:1:1: warning: 1 game type dropped: hir cannot hold it \[lossy\]'
		printed "^$key$"
		try 1 sokconv --strict -t hir in
		no_output
	done
	{ board "$small" && lines '' 'Game: Sokoban' '' R; } | try 0 sokconv --strict -t hir
}

@test "a hir file contains one game" {
	collection >in
	try 1 sokconv -q -s 1 -t hir in
	said 'hir cannot hold more than one game in a file'
	{ board "$small" && lines '' '[]rL'; } | try 0 sokconv -t hir
	said '1 game with jumps or pusher changes dropped'
	board "$small" | expect_out
}

@test "a game without remaining moves is not written as a trace" {
	{ board "$small" && lines '' Snapshot '*R' '' 'Date: 1'; } >in
	try 0 sokconv -t hir in
	said 'warning: 1 game without remaining moves dropped: hir cannot hold it'
	board "$small" | expect_out
	try 1 sokconv --strict -t hir in
}

@test "a backslash at the end of a line of a trace does not join lines" {
	{ board '######/#@ $.#/######' &&
	  lines ---trace-data--- r $'#\\\t' '' R '' '#es:'; } >in
	try 0 sokconv -t hir in
	printed '^moves:2$'
	cp "$out" once
	try 0 sokconv -t hir once
	same once "$out"
}

@test "a wrong saved image is kept, with a warning" {
	trace | sed '11s/\*\*\*/..*/' >in
	try 0 sokconv in
	said '^in:10:1: warning: .*\[saved-image-mismatch\]'
	printed '^Saved-Image: '
}

@test "a status of success is dropped if the game does not solve" {
	{ board '######/#@ $.#/######' && lines '' 'Attempt' r \
	    '' 'status:completed' 'moves:7'; } >in
	try 0 sokconv -t hir in
	never_printed status
	printed '^moves:1$'
	printed '^pushes:0$'
	said 'warning: 1 status of success without a solution dropped'
	said 'warning: 1 wrong count dropped'
	{ board '######/#@ $.#/######' && lines '' r \
	    '' 'status:completed' '' 'player:Ann' '' 'status:cleared'; } >in
	try 0 sokconv -t hir in
	sed -n '/information/,$p' "$out" >got
	lines ---information--- moves:1 pushes:0 player:Ann ---trace-data--- r |
		same - got
}

@test "digits in a trace are errors, but are allowed in messages" {
	{ board "$small" && lines ---trace-data--- '"3 \"times\"" R 2l'; } >in
	try 1 sokconv in
	said '^in:5:17: error: .2l. is no word of moves: left out \[syntax\]'
	printed '^Before 1: "3 \\"times\\""$'
	printed '^R$'
}

@test "a section needs a board above it, followed by tags only" {
	{ board "$small" && lines '' 'Some note' '' ---trace-data--- R; } >in
	try 0 sokconv in
	same in "$out"
	{ board "$small" && lines 'Limit: 3' ---trace-data--- R; } >in
	try 0 sokconv in
	never_printed trace-data
	printed '^Limit: 3$'
}

@test "each game is written to a trace of its own" {
	collection >in
	try 0 sokconv -q -t hir --split=out in
	lines answer.1 answer.1-2 screen.2 >want
	names out | same want -
}

@test "a trace file states each count once, even if the input left it empty" {
	lines '######' '#@ $.#' '######' ---saved-image--- ---information--- \
		'pushes:' 'moves:' ---trace-data--- rR | try 0 sokconv -t hir
	quiet
	[ "$(grep -c '^pushes:1$' "$out")$(grep -c '^moves:2$' "$out")" = 11 ]
	[ "$(grep -c '^[pm]' "$out")" = 2 ]
}

@test "counts in a trace file are taken from its moves" {
	lines '#######' '#@ $ .#' '#######' '---information---' \
	'status:completed' 'moves:4' 'pushes:0003' 'author:me' 'odd line' \
	'key=value' '---trace-data---' rRR >in
	try 0 sokconv -t hir in
	said ': 2 wrong counts dropped: hir cannot hold them'
	printed '^moves:3$'
	printed '^pushes:2$'
	printed '^; key=value$'
	cp "$out" once
	try 0 sokconv -t hir once
	same once "$out"
	quiet
}

@test "a hir screen has one player" {
	{ board '#######/# @.$ #/#  @  #/#######' && lines '' 'Game: Multiban'; } |
		try 1 sokconv -t hir
	said 'hir cannot hold several players \[cannot-hold\]'
}

@test "if the status tag is repeated, the last one wins" {
	trace | sed 's/^status:.*/status:broken\nstatus:completed/' >in
	try 0 sokreplay in
	printed ' solved 70/26 '
	trace | sed 's/^status:.*/status:completed\nstatus:broken/;$s/R$//' >in
	try 0 sokreplay in
	printed ' unsolved 69/25 '
}

@test "a saved image made only of floor is one square" {
	{ board '#####/#@$.#/#####' && lines ---saved-image--- '- -' \
		---information--- status:completed ---trace-data--- R; } >in
	try 0 sokfmt in
	printed '^Saved-Image: -$'
	stable
}

@test "a line of mail quotes in a comment block is not a blank line" {
	comment='Comment:/a/>/ > >/b/Comment-End:'
	{ board "#####/#@$.#/#####/$comment/---trace-data---/R"; } >trace
	board "XXXXX/X@*.X/XXXXX/$comment" >map
	{ board '#####/#@$.#/#####' && lines '' &&
		board 'Comment:/a/ >/ > >/b/Comment-End:'; } >want
	try 0 sokfmt --drop=solutions trace
	same want "$out"
	try 0 sokfmt -f pusher map
	same want "$out"
	try 0 sokfmt want
	same want "$out"
}

@test "a finding about a square of a trace file names its line" {
	{ board '######/#$ .@#/######' && lines '' 'Author: A' '' lL; } |
		sokconv -t hir >in
	try 0 sokcheck in
	cut -d ' ' -f 1 "$out" >where
	lines in:2:2: in:2:4: | same - where
	lines 'A: 1' | cat - in | try 0 sokcheck -f hir
	printed '^<stdin>:3:2: .*\[frozen-box\]'
}

@test "thousands of remarks are kept, short and long" {
	seq -f "remark %.0f, $(printf '%200s' '' | tr ' ' x)" 300 >remarks
	seq 3000 >>remarks
	printf '%30000s\n' '' | tr ' ' y >>remarks
	{ lines '#######' '#@ $ .#' '#######' '---information---' level:1 \
		'---trace-data---' r && sed 's/^/; /' remarks && lines RR; } >in
	try 0 sokconv -f hir in
	sed -n 's/^Before 2: ; //p' "$out" | same remarks -
}

@test "several traces in one stream are read like separate files" {
	trace >one
	trace | sed 's/^screen-set:.*/screen-set:other/; s/^level:1/level:2/' >two
	trace | sed -n '/^---saved/q; p' | { cat && lines '---information---' \
		'status:retired'; } >three
	sokconv -t jsonl one two three | sed 's/"source.*//' >want
	cat one two three one >all
	sokconv -t jsonl all | sed 's/"source.*//' >got
	head -n 3 got | same want -
	[ "$(wc -l <got)" -eq 4 ]
	dd if=all bs=1 status=none | sokconv -t jsonl | sed 's/"source.*//' |
		same got -
	try 0 sokreplay -v all
	printed '^all:[0-9]+:[0-9]+: note: solved 70/26.*puzzle 2'
	# Lines and numbers are those of the stream.
	{ cat one && sed 's/^dDD/dDDx/' one; } >bad
	try 1 sokreplay bad
	printed '^bad:54:1: error: .*puzzle 2'
	# A board in a message is none.
	{ cat one && lines '"' '####' '#  #' '####' '"'; } >said
	try 0 sokconv -t jsonl said
	one_line "$out"
}

@test "a trace saved unsolved without a status does not claim to solve" {
	for title in '' 'Title: Mine'; do
		{ board '#######/#@$  .#/#######' && lines ---saved-image--- &&
			board '#######/# @$ .#/#######' &&
			lines ---information--- "$title" moves:1 pushes:1 \
				---trace-data--- R; } | grep . >in
		try 0 sokreplay -v in
		printed ' unsolved 1/1 '
		try 0 sokfmt in
		printed '^Snapshot$'
		stable
		sokfmt in | try 0 sokreplay
		sokfmt in | try 0 sokconv -t hir
		same in "$out"
	done
	# A status or another image says more.
	sed 's/^moves:1/status:completed/' in >claims
	try 1 sokreplay claims
	sed 's/^# @\$ \.#/# @ $.#/' in >other
	try 1 sokreplay other
}

# ---- input that two programs read differently

@test "34: a trace contains messages, comments and boundaries besides moves" {
	{ board '####/#@ #/#  #/#$ #/#. #/####'
	  lines ---saved-image---
	  board '####/#  #/#  #/# @#/#* #/####'
	  lines ---information--- 'status:cleared' ---trace-data---
	  lines '"dull" ; lll' 'dD' '' 'r'; } >trace
	try 0 sokconv -t jsonl trace
	printed '"moves":"\(dD\)\(r\)"'
	try 0 sokreplay trace
}
