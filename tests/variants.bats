#!/usr/bin/env bats
# variants.bats - Hexoban, Trioban, Octoban and Sokoban+ as users see them.
bats_require_minimum_version 1.5.0
# shellcheck disable=SC2086 # options
load helper

hex='    # # #/   #   . #/  #   $ #/ # @   #/# # # #'
tri='#######/#@ $ .#/#######'
oct='#####/#  .#/# $ #/#@  #/#####'
plus='#######/#.$@$.#/#######'

@test "a board is recognised as Hexoban by its shape" {
	{ board "$hex" && lines '' rN; } >in
	try 0 sokreplay -v in
	printed '^in:1:1: note: read as Hexoban: .* \[assumed-variant\]'
	printed ': solved 2/1'
	try 0 sokcheck in
	no_output
	# Squares of both parities, or a board that is closed as squares.
	board ' # # # #/#@  $ . #/ # # # #' >in
	try 1 sokcheck --severity=note in
	printed not-closed
	never_printed assumed-variant
}

@test "option, key, header, suffix and shape determine the game, in this order" {
	{ board "$hex" && lines '' 'Game: Sokoban'; } >in
	try 1 sokcheck in
	printed not-closed
	try 0 sokcheck --game=hexoban in
	{ lines 'Variant: Octoban' '' '' && board "$oct" && lines '' N; } >in.hsb
	try 0 sokreplay -v in.hsb
	printed ': solved 1/1'
	{ board "$oct" && lines '' N; } >in.osb
	try 0 sokreplay -v in.osb
	printed ': solved 1/1'
	{ board "$tri" && lines '' rRR; } >in.tsb
	try 0 sokfmt in.tsb
	printed '^Game: Trioban$'
	try 2 sokfmt --game=chess in.tsb
	said 'unknown game `chess`'
}

@test "jsonl states the game of each puzzle" {
	{ board "$oct" && lines '' N; } >in.osb
	board '#####/#@$.#/#####' >plain
	sokconv -t jsonl in.osb >octoban
	sokconv -t jsonl plain >sokoban
	printf '%s\n' Octoban Sokoban | same - <(
		cat octoban sokoban | grep -o '"game":"[^"]*","title_line' |
			cut -d '"' -f 4)
	# Of others it has the name that was given.
	{ board "$oct" && lines '' 'Variant: Pukoban 2'; } | try 0 sokconv -t jsonl
	printed '"game":"Pukoban 2"'
	{ lines 'Game: Xsok' '' '' && board "$oct"; } | try 0 sokconv -t jsonl
	printed '"game":"Xsok"'
	# It is read where the text says nothing, before header and shape.
	for game in octoban oct 'Octoban 2'; do
		sed "s/Game: Octoban//; s/\"game\":\"Octoban\"/\"game\":\"$game\"/" \
			octoban >in
		try 0 sokreplay -v in
		printed ': solved 1/1'
		{ board "$oct" && lines '' 'Game: Octoban' '' N; } >want
		try 0 sokfmt in
		same want "$out"
	done
	board "$hex" | sokconv -t jsonl >in
	try 0 sokcheck --severity=note in
	no_output
	sed 's/"game":"Hexoban"/"game":"Sokoban"/' in | try 0 sokfmt
	printed '^Game: Sokoban$'
	{ lines '{"header":true,"text":"Game: Octoban"}' && cat sokoban; } |
		try 0 sokfmt
	{ lines 'Game: Octoban' '' '' && board '#####/#@$.#/#####' &&
		lines '' 'Game: Sokoban'; } | expect_out
	sed 's/"game":"Sokoban"/"game":"Foo"/' sokoban | try 0 sokfmt
	printed '^Game: Foo$'
	# What the text says counts.
	sed 's/"game":"Octoban"/"game":"Trioban"/' octoban >in
	try 0 sokreplay -v in
	printed ': solved 1/1'
	printed 'in:1:1: warning: the game `Trioban` is dropped, because the text says `Octoban` \[lossy\]'
	sed 's/"game":"Sokoban"/"game":[1]/' sokoban | try 0 sokfmt
	said '1:1: warning: "game" and other members .* are dropped \[lossy\]'
}

@test "moves after a later header among records belong to the header's game" {
	board '#####/#@$.#/#####' >plain
	{ lines 'Game: Octoban' '' '' && board "$oct" && lines '' N; } >octoban
	for format in records jsonl; do
		for file in plain octoban; do
			sokconv -t $format $file
		done >in
		try 0 sokreplay -v in
		printed '^octoban:.*: solved 1/1'
		sokfmt in >one
		{ cat plain && lines '' ':: Game: Octoban' '' '' &&
			board "$oct" && lines '' 'Game: Octoban' '' N; } |
			same - one
	done
}

@test "sokfmt adds a Game key if the game would change, but not with -w" {
	{ board "$oct" && lines '' N; } >in.osb
	try 0 sokfmt in.osb
	{ board "$oct" && lines '' 'Game: Octoban' '' N; } | expect_out
	sokfmt in.osb | try 0 sokreplay -v
	printed ': solved 1/1'
	cp in.osb was
	try 0 sokfmt -w in.osb
	cmp in.osb was
	try 0 sokfmt -c in.osb
	try 0 sokconv -t jsonl in.osb
	printed '"text":"Game: Octoban"'
	sokconv -t records in.osb | try 0 sokreplay -v
	printed ': solved 1/1'
	# It is in the header or the shape says so.
	{ lines 'Game: Octoban' '' '' && board "$oct"; } >in
	try 0 sokfmt in
	[ "$(grep -c Game: "$out")" -eq 1 ]
	board "$hex" >in.hsb
	try 0 sokfmt in.hsb
	same in.hsb "$out"
	try 0 sokfmt --game=sokoban in.hsb
	printed '^Game: Sokoban$'
	try 0 sokconv -t slc in.osb
	said '1 key dropped: slc cannot hold it'
	# Traces know the letters of squares, and no other game.
	try 0 sokconv -t hir in.osb
	said '1 game type dropped: hir cannot hold it'
	said '1 game with letters of a variant dropped: hir cannot hold it'
	cp "$out" trace
	try 0 sokcheck trace
	no_output
}

@test "n, s, e and w are moves only below a board of a variant with them" {
	{ lines news '' '' && board "$oct" && lines '' new '' 'Game: Octoban' \
		'' N 'run' '' dune; } >in
	try 0 sokconv -t jsonl in
	printed '"text":"new\\n\\nGame: Octoban"'
	printed '"moves":"Nrun"'
	{ board "$hex" && lines '' rNNN nnn rrr; } >in
	try 0 sokrle in
	printed '^r3N$'
	sokrle in | sokrle -d | try 0 sokfmt
	printed '^rNNNnnnrrr$'
	{ board '#####/#@$.#/#####' && lines '' new; } >in
	try 0 sokconv -t jsonl in
	printed '"games":\[\]'
}

@test "characters between hexagonal cells are errors" {
	{ board '# # # #/ # @ $ #/ #  . #/# # # #' && lines '' 'Game: Hexoban'; } >in
	try 1 sokcheck in
	printed 'in:.* error: the `.` in row .* is between two cells.*\[bad-cell\]'
}

@test "six turns of Hexoban and Trioban give the original" {
	{ board "$hex" && lines '' rN '' 'Snapshot 1' r; } >in.hsb
	{ board "$tri" && lines '' rRR; } >in.tsb
	for f in in.hsb in.tsb; do
		sokfmt "$f" >first
		cp first was
		for t in 60 120 180 240 300 360; do
			try 0 sokfmt --transform=rotate60 was
			cp "$out" was
			try 0 sokreplay -v was
			printed ': solved'
			[ "$t" = 360 ] || ! cmp -s first was
			sokfmt --transform=canonical was >one
			sokfmt --transform=canonical first | same - one
			try 0 sokcheck --duplicates first was
			printed duplicate-puzzle
		done
		same first was
	done
	board "$oct" >in.osb
	try 0 sokfmt --transform=rotate60 in.osb
	said 'not transformed: boards of this variant have no such symmetry'
	board '#####/#@$./#####' >in.osb
	try 0 sokfmt --transform=rotate90 in.osb
	said 'not transformed: the board is open'
}

@test "cropping keeps the parity of octagons and triangles" {
	board '------/ #####/ #@$.#/ #####' >in.osb
	try 0 sokfmt in.osb
	{ board '#####/#@$.#/#####' && lines '' 'Game: Octoban'; } | expect_out
	board '   #####/   #@$.#/   #####' >in.osb
	try 0 sokfmt in.osb
	{ board ' #####/ #@$.#/ #####' && lines '' 'Game: Octoban'; } | expect_out
}

@test "--unique adds the games of turned copies" {
	{ board "$hex" && lines '' rN; } >in.hsb
	sokfmt --transform=flip-h-rotate120 in.hsb >turned.hsb
	sed 's/^r*[A-Z].*$//' in.hsb >bare.hsb
	# The copy with a game is kept, unless the first is asked for.
	try 0 sokfmt --unique bare.hsb turned.hsb
	sokfmt turned.hsb | same - "$out"
	try 0 sokfmt --unique --prefer=first bare.hsb turned.hsb
	sokfmt in.hsb | same - "$out"
}

@test "the games of a turned copy are turned, also with several players" {
	rows='#######/#@ $ .#/#   @##/#######'
	{ board "$rows" && lines '' 'Game: Multiban'; } >bare
	for moves in rRR '{rrrd}lr{lllu}rRR' 'rR{rd}lr{lu}R'; do
		{ cat bare && lines '' "$moves"; } >in
		try 0 sokreplay in
		for turn in rotate90 rotate180 rotate270 flip-h flip-v \
			transpose anti-transpose; do
			sokfmt --transform=$turn -o turned in
			try 0 sokreplay turned
			try 0 sokreplay -M turned bare
			try 0 sokfmt --unique --prefer=first bare turned
			cp "$out" got
			try 0 sokreplay got
			printed ': solved'
			# A game that is there is not there twice.
			try 0 sokfmt --unique --prefer=first in turned
			said ' 0 were added there, 1 were there already, 0 do'
			try 0 sokcheck --duplicates bare turned
			printed "the same picture as at bare:1, turned by $turn \\["
		done
	done
	# The games do not decide how a symmetric picture is turned.
	{ board '#######/#@ $ .#/#@    #/#@ $ .#/#######'
	  lines '' 'Game: Multiban'; } >bare
	{ cat bare && lines '' 'ddurRR{d}'; } >one
	{ cat bare && lines '' 'rRR{d}uddrRR'; } >two
	try 0 sokcheck --duplicates=exact one two
	printed 'the same picture as at one:1 \['
	# Only a change of players says that they take turns.
	board "$rows" >bare
	{ cat bare && lines '' '{rrrd}{lllu}rRR'; } >in
	sokfmt --transform=flip-h -o turned in
	try 0 sokreplay -M turned bare
	printed ': solved'
	try 0 sokfmt --unique --prefer=first bare turned
	cp "$out" got
	try 0 sokreplay got
	printed ': solved'
}

@test "the numbers of Sokoban+ determine how games of a turned copy are turned" {
	{ board '#########/#.  .  .#/#       #/# $ $ $ #/#   @   #/#########'
	  lines '' 'Game: Sokoban+' 'boxorder: 1 3 2' 'goalorder: 1 2 3'; } >bare
	{ cat bare && lines '' UluRRRlddrruUddlUruLLdlUddllUUruL; } >in
	try 0 sokreplay in
	sokfmt --transform=flip-h -o mirrored bare
	sokfmt --transform=flip-h -o turned in
	try 0 sokreplay turned
	# The picture is the same; only the numbers are not.
	try 0 sokfmt --unique --prefer=first bare turned
	sokfmt in | same - "$out"
}

# plus3 [LINE ...]: a board that is its own mirror image, apart from its
# numbers.
plus3() {
	board '#########/#.  .  .#/#       #/# $ $ $ #/#   @   #/#########'
	lines '' "$@"
}

@test "-M turns games of Sokoban+ as the numbers require" {
	numbers=('Game: Sokoban+' 'boxorder: 1 3 2' 'goalorder: 1 2 3')
	moves=UluRRRlddrruUddlUruLLdlUddllUUruL
	plus3 "${numbers[@]}" >bare
	plus3 "${numbers[@]}" '' $moves >in
	sokfmt --transform=flip-h -o turned in
	try 0 sokreplay turned
	try 0 sokreplay -p -M turned bare
	quiet
	printed "^$moves"
	# The lists of a header number its puzzles as well.
	{ lines 'Game: Sokoban+' 'boxorder: 2 3 1' 'goalorder: 3 2 1' '' ''
	  plus3 "$(tail -n 1 turned)"; } >header
	try 0 sokreplay header
	try 0 sokreplay -p -M header bare
	quiet
	printed "^$moves"
	# One side mirrored the numbers, the other one added a game.
	sokfmt --transform=flip-h -o mirrored bare
	try 0 sokfmt --merge bare in mirrored
	same turned "$out"
	try 0 sokfmt --merge bare mirrored in
	same turned "$out"
	try 0 sokfmt --unique --prefer=first bare header
	printed "^$moves"
}

@test "--transform renumbers a board whose numbers come from the header" {
	{ lines 'Game: Sokoban+' 'boxorder: 1 3 2' 'goalorder: 1 2 3' '' ''
	  plus3 UluRRRlddrruUddlUruLLdlUddllUUruL; } >in
	try 0 sokreplay in
	for t in flip-h rotate90 rotate180; do
		try 0 sokfmt --transform=$t in
		cp "$out" turned
		printed '^boxorder: 1 3 2$'
		try 0 sokreplay turned
		try 0 sokcheck --duplicates in turned
		printed "turned by $t .duplicate-puzzle"
	done
	# Where they still fit they stay in the header.
	sed 's/order: .*/order: 1 1 1/' in >alike
	try 0 sokfmt --transform=flip-h alike
	[ "$(grep -c order "$out")" -eq 2 ]
}

@test "without Sokoban+, box and goal orders are only text" {
	plus3 'boxorder: 1 3 2' 'goalorder: 1 2 3' >one
	plus3 'boxorder: 3 1 2' 'goalorder: 1 2 3' 'Note' '' \
		UluRRRlddrruUddlUruLLdlUddllUUruL >two
	plus3 >none
	for file in two none; do
		try 0 sokcheck --duplicates one $file
		printed 'the same board as at one:1 .duplicate-puzzle'
		try 0 sokfmt --in=one $file
		[ -s "$out" ]
		try 0 sokfmt --not-in=one $file
		no_output
		{ board '#####/#@$.#/#####'; lines ''; cat $file; } >new
		{ cat one; lines ''; board '#####/#@$.#/#####'; } >old
		try 0 sokcheck --against=old --disable=lost-text,changed-text new
		lacks "$out" 'missing|new-puzzle|numbered'
	done
	try 0 sokreplay -p -M two one
	printed '^UluRRR'
	# The ids are the same as well; a puzzle of Sokoban+ has none.
	for file in one two none; do
		try 0 sokconv -t ids $file
		[[ $(cat "$out") == ????????????????$'\t'* ]]
	done
	for file in one two; do
		sed 's/^boxorder/Game: Sokoban+\n&/' $file >plus-$file
		try 0 sokconv -t ids plus-$file
		[[ $(cat "$out") == $'\t\t'* ]]
	done
	try 0 sokcheck --duplicates plus-one plus-two
	no_output
	try 0 sokcheck --duplicates one plus-one
	no_output
}

@test "reverse games and several players are supported in variants" {
	{ board "$hex" && lines '' '[rn]Sl'; } >in.hsb
	try 0 sokreplay -v in.hsb
	printed 'solved 4/1 .*'
	{ board '#######/#@ $ .#/#@ $ .#/#######' && lines '' \
		'rRR{llld}rRR'; } >in.osb
	try 0 sokreplay -v in.osb
	printed ': solved 6/4'
	for t in rotate90 flip-v anti-transpose; do
		sokfmt --transform=$t in.osb | try 0 sokreplay -v
		printed ': solved 6/4'
	done
}

@test "the orders of Sokoban+ are checked, replayed and preserved" {
	order() {
		board "$plus"
		lines '' 'Game: Sokoban+' "boxorder: $1" "goalorder: $2" '' LrR
	}
	order '1 2' '1 2' >good
	try 0 sokreplay -v good
	printed ': solved 3/2'
	order '1 2' '2 1' >cross
	try 1 sokreplay cross
	printed 'claims to solve, but a box is not on a goal of its number \[not-solved\]'
	try 0 sokreplay -v --game=sokoban cross
	printed 'note: solves as Sokoban, but not in the order of Sokoban+'
	printed ': solved 3/2'
	try 0 sokcheck cross
	order '1 2' '1 3' >bad
	try 1 sokcheck bad
	printed 'number 2 is not given to equally many boxes and goals \[bad-order\]'
	order '1 2 3' '1 2' | try 1 sokcheck
	printed bad-order
	order '0 99' '' | try 0 sokcheck
	try 0 sokfmt --transform=flip-h good
	printed '^boxorder: 2 1$'
	printed '^goalorder: 2 1$'
	sokfmt --transform=flip-h good | try 0 sokreplay -v
	printed ': solved 3/2'
	try 0 sokcheck --duplicates good cross
	no_output
	sokfmt --transform=rotate90 good >turned
	try 0 sokcheck --duplicates good turned
	printed 'turned by rotate90 \[duplicate-puzzle\]'
}

@test "all move letters of a declared variant belong to its solution" {
	{ board "$hex" && lines '' 'Game: Hexoban' '' Solution 'rNNN' 'nnsns' \
		'RRR'; } >hexoban
	{ board "$tri" && lines '' 'Game: Trioban' '' Solution 'rNNN' 'nnsns' \
		'RRR'; } >trioban
	{ board "$oct" && lines '' 'Game: Octoban' '' Solution 'rNEW' 'newsn' \
		'RRR'; } >octoban
	for game in hexoban trioban octoban; do
		try 0 sokconv -t jsonl $game
		[ "$(grep -o '"moves":"' "$out" | wc -l)" -eq 1 ]
		printed '"moves":"rN..n.*RRR"'
		try 0 sokfmt --drop=notes $game
		printed '^rN..n.*RRR$'
		stable
	done
}

@test "--board-from-moves and -m work for Hexoban" {
	lines rNN >in
	try 0 sokreplay --game=hexoban --board-from-moves -p in
	{ board '      # #/     # . #/    #   #/ # # $ #/# @   #/ # # #' &&
		lines '' rNN; } | expect_out
	try 1 sokreplay --game=octoban --board-from-moves in
	printed 'boards of this variant cannot be rebuilt'
	board "$hex" >in
	try 0 sokreplay -v -m rN in
	printed ': solved 2/1'
}

@test "pictures draw the cells of the variant" {
	board "$hex" >in.hsb
	try 0 sokconv -t svg in.hsb
	printed 'class="brick"'
	# A wall is a hexagon.
	[ "$(grep brick "$out" | tail -n 1 | grep -o M | wc -l)" -eq \
		"$(tr -cd '#' <in.hsb | wc -c)" ]
	try 0 sokconv -t html in.hsb
	printed 'data-steps="u-1,-1 d1,1 l-2,0 r2,0 n1,-1 s-1,1"'
}

@test "titles and notes that resemble moves of the variant are guarded" {
	{ lines 'Game: Octoban' '' '' Rules '' && board "$oct" && lines '' \
		"'sun'" N '' '' "'Dune'" '' && board "$oct" && lines '' \
		"''sun''" N; } >want
	try 0 sokfmt want
	same want "$out"
	sokconv -t jsonl want >titles
	printf '%s\n' Rules Dune | same - <(grep -o '"title":"[^"]*' titles |
		cut -d '"' -f 4)
	printf '%s\n' sun "'sun'" | same - <(grep -o '"name":"[^"]*' titles |
		cut -d '"' -f 4)
	sokfmt titles | same want -
	# No letters of squares: elsewhere these are words.
	{ lines "'Dune'" '' && board '#####/#@$.#/#####' && lines '' \
		"'sun'" R '' '' Rules '' && board '#####/#@$.#/#####'; } >plain
	try 0 sokfmt plain
	same plain "$out"
	# In text from elsewhere, and behind macros.
	sed 's/"text":""/"text":"Text\\nRules\\n\\nnew"/' titles >notes
	try 0 sokfmt notes
	printed '^Comment:$'
	stable
	[ "$(sokconv -t jsonl "$out" | grep -o '"moves":"' | wc -l)" -eq 2 ]
	{ lines a=Rules 'Game: Octoban' '' '' && board "$oct" &&
		lines '' Text '<#a#/>' '' N; } >macro
	try 0 sokfmt --expand-macros macro
	{ lines 'Game: Octoban' '' '' && board "$oct" && lines '' Text \
		Comment: Rules Comment-End: '' N; } | expect_out
}

@test "text that may be moves of the variant is reported" {
	doubt() { # GAME LINE REGEX [LINE-ABOVE]
		{ board "$oct" && lines '' "Game: $1" '' "${@:4}" "$2"; } >in
		try 0 sokcheck in
		printed "$3"
		sed '/Game/d' in | try 0 sokcheck
		never_printed "$3"
	}
	among='are in the middle of other text.* \[ambiguous-moves\]'
	none='this is not a move, so this line'
	doubt Octoban 'foo: nesswwnneewsnness' ":9:6: warning: these moves $among"
	doubt Trioban 'foo: nssnnlnssnnlnssn' ":9:6: warning: these moves $among"
	doubt Octoban 'n, e, s, w, n, e, s, w, n, e' ":9:2: warning: $none is kept"
	doubt Octoban 'Solution: NNee' ':9:1: warning: a word precedes'
	doubt Octoban 'nsxe' ":10:3: warning: $none is kept" Solution
	doubt Octoban 'nnnnnnnnseeeeeeex' ":10:17: warning: $none is text and does not" N
	doubt Octoban '12 NNee' ':9:1: warning: a number and a blank precede'
	{ board "$hex" && lines '' 'Game: Hexoban' '' news; } | try 0 sokcheck
	never_printed warning
	{ lines One '' && board "$oct" && lines '' 'Game: Octoban' '' news '' '' &&
		board "$oct"; } | try 0 sokcheck
	printed ':11:1: warning: `news` is read as moves; it may be the title'
}

@test "adjoining boards of a variant are separated" {
	glued() { # NAME BOARD
		{ board "$2" && board "$2"; } >"$1"
		try 0 sokcheck "$1"
		printed "^$1:[46]:1: warning: another board begins here .* \[glued-boards\]"
		{ board "$2" && lines '' '' && board "$2"; } >two
		mkdir -p apart && cp two "apart/$1"
		sokfmt "apart/$1" >want
		try 0 sokfmt "$1"
		same want "$out"
	}
	glued in "$hex"
	glued in.hsb "$hex"
	glued in.tsb "$tri"
	glued in.osb "$oct"
	# Not closed, or with squares between the cells of one.
	{ board "$hex" && board "${hex%/*}"; } >in.hsb
	try 1 sokcheck in.hsb
	never_printed glued-boards
	{ board "$hex" && board "$(tr @ ' ' <<<"$hex" | sed 's/@ /@#/')"; } >in
	try 1 sokcheck in
	never_printed glued-boards
}

@test "frozen and dead boxes are found on every grid" {
	stuck() { # NAME RULE BOARD
		board "$3" >"$1"
		try 0 sokcheck "$1"
		[ "$(wc -l <"$out")" -eq 1 ]
		printed "\[$2\]"
	}
	every='block it in every direction'
	stuck in.hsb frozen-box \
		'   # # # #/  #   . @ #/ #         #/#   . .   $ #/ #   $ $   #/  #       #/   # # # #'
	printed "row 4, column 11 .* $every"
	stuck in.tsb frozen-box \
		'###########/#$   .    #/# @ $     #/#     .   #/###########'
	printed "row 2, column 2 .* $every"
	stuck in.osb frozen-box '########/#$ .   #/# @$   #/# .    #/########'
	printed "row 2, column 2 .* $every"
	# A box stays at its wall, and no other one gets to the goal.
	board '    # # # # #/   #   $ @   #/  #     .     #/ #           #/  # # # # # #' >in.hsb
	try 0 sokcheck in.hsb
	printed ':2:8: .*\[dead-box\]'
	printed ':3:9: .*\[unreachable-goal\]'
	# Away from it, it does not.
	board '    # # # #/   # . @   #/  #   $     #/ #         #/  # # # # #' >in.hsb
	try 0 sokcheck in.hsb
	no_output
}

# Two players on hexagons, solved by the second one.
two_hex='    # # # #/   # @ . #/  #   $ #/ # @   #/# # # #'

@test "the grid and the number of players are independent" {
	board "$two_hex" >plain
	declared() { # NAME OPTION [LINE...]: both properties, in every program
		local name=$1 option=$2
		{ cat plain && lines '' "${@:3}" '' '{ss}rN'; } >"$name"
		# shellcheck disable=SC2086 # options
		try 0 sokcheck $option "$name"
		no_output
		# shellcheck disable=SC2086 # options
		try 0 sokreplay -v $option "$name"
		printed ': solved 2/1'
		# The output says so itself.
		# shellcheck disable=SC2086 # options
		try 0 sokfmt $option "$name"
		cp "$out" formatted
		try 0 sokcheck formatted
		no_output
		for to in rotate60 rotate240 flip-h flip-v; do
			# shellcheck disable=SC2086 # options
			sokfmt $option --transform=$to "$name" >turned
			try 0 sokreplay -v turned
			printed ': solved 2/1'
		done
		# shellcheck disable=SC2086 # options
		try 0 sokconv -t jsonl $option "$name"
		printed '"game":"Hexoban Multiban"'
		cp "$out" j
		try 0 sokreplay -v j
		printed ': solved 2/1'
		# shellcheck disable=SC2086 # options
		try 0 sokconv -t records $option "$name"
		cp "$out" r
		try 0 sokreplay -v r
		printed ': solved 2/1'
		# shellcheck disable=SC2086 # options
		try 0 sokconv -t svg $option "$name"
		# shellcheck disable=SC2086 # options
		try 0 sokconv -q -t html $option "$name"
	}
	declared in '' 'Game: Hexoban' 'Puzzle Type: Multiban'
	declared in '' 'Puzzle Type: Multiban' 'Variant: Hexoban'
	declared in '' 'Game: Hexoban Multiban'
	declared in '' 'Game: multiban (hexoban)'
	declared in.hsb '' 'Game: Multiban'
	declared in --game=hexoban 'Game: Multiban'
	declared in --game=multiban 'Game: Hexoban'
	declared in.hsb --game=multiban
	declared in '--game=hexoban,multiban'
	# The header, too, and each property from where it is named.
	for header in 'Game: Hexoban' 'Game: Multiban' 'Game: Hexoban Multiban'; do
		for key in 'Game: Hexoban' 'Game: Multiban'; do
			[ "$header" != "$key" ] || continue
			{ lines "$header" '' '' && cat plain &&
				lines '' "$key" '' '{ss}rN'; } >in
			try 0 sokreplay -v in
			printed ': solved 2/1'
			# Merged, below a header that says neither.
			board "$two_hex" >other
			try 0 sokfmt other in
			tail -n 9 "$out" >last
			try 0 sokreplay -v last
			printed ': solved 2/1'
		done
	done
}

@test "following the suggestion of a message leads to no other error" {
	for name in in.hsb in.txt; do
		board "$two_hex" >$name
		try 1 sokcheck $name
		printed 'add the line `Game: Multiban` below the board \[many-players\]'
		lines '' 'Game: Multiban' >>$name
		try 0 sokcheck $name
		no_output
	done
	# Below another name of the same game, or of Sokoban.
	for key in 'Game: Hexoban' 'Variant: hex'; do
		{ board "$two_hex" && lines '' "$key" 'Game: Multiban'; } >in
		try 0 sokcheck in
		no_output
	done
	{ board "$hex" && lines '' 'Game: Sokoban'; } >in
	try 1 sokcheck in
	printed 'if this is Hexoban, add the line `Game: Hexoban` below the board'
	lines 'Game: Hexoban' >>in
	try 0 sokcheck in
	no_output
	{ board '#######/#@$.$@#/#  .  #/#######' && lines '' 'Game: Sokoban+'; } >in
	try 1 sokcheck in
	printed many-players
	lines 'Game: Multiban' >>in
	try 0 sokcheck in
	never_printed error
	# A key does not change what an option says.
	board "$hex" >in
	for jobs in 1 3; do
		try 1 sokcheck --duplicates -j$jobs --game=sokoban in in
		never_printed 'add the line'
		printed '; --game=hexoban reads it as Hexoban \[not-closed\]'
	done
	try 0 sokcheck --game=hexoban in
	no_output
}

@test "unknown games are reported in archives and streams, at their lines" {
	{ board '#####/#@$.#/#####' && lines '' note '' 'Game: Foo' '' \
		'B' '' && board '#####/#@$.#/#####' &&
		lines 'Puzzle Type: Bar'; } >a.sok
	mkdir d
	cp a.sok d/a.sok
	{ lines 'Variant: not Hexoban' '' A '' && cat a.sok; } >d/b.txt
	tar -cf d.tar d
	for from in d d.tar; do
		for jobs in 1 3; do
			try 0 sokcheck --duplicates -j$jobs --disable=all \
				--enable=unknown-game -F tsv $from
			grep unknown-game "$out" | cut -f 1,2,4 |
				sed 's/^[^\t]*[:\/]//' >found
			lines $'a.sok\t7\twarning' $'a.sok\t14\twarning' \
				$'b.txt\t1\twarning' $'b.txt\t11\twarning' \
				$'b.txt\t18\twarning' >want
			sort -o found found
			sort -o want want
			same want found
		done
	done
	try 0 sokcheck --disable=all --enable=unknown-game <a.sok
	printed '^<stdin>:7:1: .*unknown-game'
}

@test "an unknown game does not disable any checks" {
	small='#####/#@$. /#####'
	for key in 'Game: Soko-Ban' 'Puzzle Type: Foo' 'game = soko'; do
		{ board "$small" && lines '' "$key" '' Solution L; } >puzzle
		{ lines "$key" '' A '' && board "$small" &&
			lines '' Solution L; } >header
		for name in puzzle header; do
			try 1 sokcheck $name
			printed 'warning: `.*` is not the name of a game.* \[unknown-game\]'
			printed not-closed
			try 1 sokreplay $name
			printed unknown-game
			printed illegal-move
			try 1 sokreplay --require-solution $name
			printed no-solution
			for to in jsonl records; do
				sokconv -q -t $to $name >other
				try 1 sokcheck other
				printed unknown-game
				printed not-closed
			done
		done
	done
	printf 'Game: Soko-Ban\n\n%s\n' "$(board '#####/#@$.#/#####')" >in
	try 0 sokcheck in
	expect_out <<<'in:1:1: warning: `Soko-Ban` is not the name of a game (did you mean `Sokoban`?); the puzzles are checked as if this line were not there [unknown-game] (puzzle 1)'
	try 1 sokcheck --strict in
	{ board '#####/#@$.#/#####' && lines '' note 'Game: hexabon'; } >in
	try 0 sokcheck in
	printed '^in:6:1: warning: .*did you mean `Hexoban`'
	# As a member of jsonl.
	lines '{"board":["#####","#@$. ","#####"],"game":"Foo"}' >in.jsonl
	try 1 sokcheck in.jsonl
	printed unknown-game
	printed not-closed
	# It still gives way to a name, and to --game.
	{ board "$oct" && lines '' 'Game: Foo' 'Variant: Octoban' '' N; } >in
	try 0 sokreplay -v in
	printed ': solved 1/1'
	sed -i /Variant/d in
	try 0 sokreplay --game=octoban -v in
	printed ': solved 1/1'
}

@test "a note is not a game, and Sokoban has several names" {
	for key in 'Variant: easier than Level 3' 'Variant: B' 'Variant: normal' \
		'Variant: Sokoban for children' 'Game: Sokoban 3D' \
		'Game: Standard' 'Puzzle Type: classic' 'Variant: 2' \
		'Variant: as in Sokoban'; do
		{ board '#####/#@$.#/#####' && lines '' "$key" '' R; } >in
		try 0 sokcheck --severity=note --strict in
		no_output
		try 0 sokreplay -q --strict --require-solution in
		no_output
	done
	{ board '#####/#@$.#/#####' && lines '' 'Variant: harder than Hexoban 3' \
		'' R; } >in
	try 1 sokcheck --strict in
	printed unknown-game
}

@test "pusher changes are rewritten when a board of a variant is turned" {
	lines '   # # # # #' '  # @     @ #' ' # . $ . $   #' '  #         #' \
		'   # # # # #' 'Game: Hexoban' '' '{}rl' '' 'rl{rrr}rl' '' \
		'{rrr}lr' >h
	try 0 sokfmt --transform=flip-h h
	printed '^rl$'
	cp "$out" once
	try 0 sokfmt --transform=flip-h once
	[ "$(grep -c '{' "$out")" -eq 2 ]
	printed '^rl\{rrr\}rl$'
	printed '^\{rrr\}lr$'
}

@test "W is read as an Octoban move, although it is a wall in old files" {
	lines 'Game: Octoban' '' '#####' '#.  #' '# $ #' '#  @#' '#####' '' \
		Solution W >w
	try 0 sokreplay w
	printed '^w:10:1: note: solved 1/1'
	try 0 sokfmt --transform=flip-h w
	printed '^N$'
	{ cat w && echo W; } >two
	try 1 sokreplay two
	printed '^two:11:1: error: move 2 `W`'
	# Walls are still walls.
	lines 'Game: Octoban' '' WWWWW 'W.  W' 'W b W' 'W  pW' WWWWW >walls
	try 0 sokfmt walls
	printed '^# \$ #$'
}
