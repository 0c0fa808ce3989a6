#!/usr/bin/env bats
# Keys (Author: and the like) and headers: the recognition of keys, the puzzles
# they apply to, and the macros of headers, with sokfmt --expand-macros.

load helper

small='#####/#@$.#/#####'
two='######/#@ $.#/######'
bent='#####/#@$.#/#  ##/#####'

# ---- lines that are keys

@test "a known key is never the title line of a puzzle" {
	{ board "$small" && lines '' 'Author=Bob' '' '' && board "$two"; } |
		unchanged
}

@test "words that contain a key are not keys" {
	{ lines One '' && board "$small" && lines '' 'Subtitle: foo' \
	'Co-Author: Bob' 'This level is from Madrid: the capital' \
	'best title: none'; } >in
	unchanged <in
	try 0 sokconv -t jsonl in
	printed '"title":"One"'
	never_printed '"author":"Bob"'
}

# ---- headers

@test "a header in the middle of a file is reported" {
	for key in Author Copyright Collection Game; do
		{ lines "$key: Sokoban" '' A '' && board '#####/#@$.#/#####'; } >a
		for games in '' $'\nSolution\nR\n'; do
			{ lines "Email: x" "$key: Hexoban" '' B '' &&
				board '#####/#@$.#/#####'; } >b
			{ cat a && printf '%s\n' "$games" && cat b; } >in
			sokcheck in >found || true
			grep -Eq '^in:[0-9]+:1: warning: `'$key'` is read as a key of the board above, .*\[shifted-titles\]' found
		done
	done
	# Files that end without a blank line, joined.
	{ lines 'Author: Ann' '' && board '#####/#@$.#/#####'; } >a1
	{ lines 'Author: Bob' '' && board '#####/#.$@#/#####'; } >b1
	{ lines 'Author: Cyd' '' && board '#####/#@ *#/#####'; } >c1
	for in in 'a1 b1' 'b1 a1' 'a1 b1 c1 b1'; do
		# shellcheck disable=SC2086 # a list of files
		cat $in | sokcheck >found || true
		grep -q '^<stdin>:6:1: warning: `Author` is read as a key of the board above' found
	done
	# Some boards with authors of their own, or the same value, are none.
	{ cat a1 b1 b1 && lines '' && board '#####/#@ *#/#####'; } >in
	sokcheck in >found || true
	[ "$(grep -c shifted-titles found)" -eq 0 ]
	{ cat a && lines '' && cat a; } >in
	sokcheck in >found || true
	[ "$(grep -c shifted-titles found)" -eq 0 ]
}

@test "keys of a header do not apply to puzzles of other files" {
	{ lines 'Collection: P' 'Author: Ann' 'Copyright: Me' '' &&
		board "$two"; } >p
	board "$bent" >q
	{ lines 'Author: Bob' '' && board "$small" && lines '' '' &&
		board "$bent" && lines '' 'Author: Eve'; } >r
	try 0 sokfmt p q r
	{ lines 'Collection: P' ':: Author: Ann' ':: Copyright: Me' '' '' &&
		board "$two" && lines '' 'Author: Ann' 'Copyright: Me' '' '' &&
		board "$bent" && lines '' ':: Author: Bob' '' '' &&
		board "$small" && lines '' 'Author: Bob' '' '' &&
		board "$bent" && lines '' 'Author: Eve'; } | expect_out
	lines 'r: warning: a later header was written as `::` lines [lossy]' |
		expect_err
	stable
	# One file keeps its header, also beside others that are rewritten.
	sokfmt p >alone
	head -n 3 alone | cmp - <(head -n 3 p)
	cp alone beside
	try 0 sokfmt -w alone q
	same beside alone
	try 0 sokconv --split=each p q
	head -n 3 each/0001.sok | cmp - <(head -n 3 p)
}

@test "every puzzle keeps its author and keys after merging, in any order and format" {
	{ lines 'Author: Ann' 'Copyright: Me' '' && board "$two"; } >p
	board "$bent" >q
	{ lines 'Copyright: You' 'Author: Bob' 'Game: Hexoban' '' &&
		board "$small" && lines '' '' && board "$two" &&
		lines '' 'Author: Eve' 'Game: Sokoban'; } >r
	lines $'p\tAnn\tAuthor: Ann\\nCopyright: Me' $'q\t\t' \
		$'r\tBob\tAuthor: Bob\\nCopyright: You\\nGame: Hexoban' \
		$'r\tEve\tCopyright: You\\nAuthor: Eve\\nGame: Sokoban' >facts
	for to in sok records jsonl; do
		for order in 'p q' 'q p' 'p r' 'r p' 'q r' 'r q' 'p q r' \
			'r q p' 'p p' 'p empty q' 'empty p q'; do
			: >empty
			for f in $order; do
				sed -n "s/^$f	//p" facts
			done >want
			# shellcheck disable=SC2086 # several names
			sokconv -q -t $to $order >merged
			try 0 sokconv -t records merged
			never_said shifted-titles
			# Headers above are remarks, and so are those below.
			awk -F '\t' '{ sub(/^:: .*/, "", $6) }
				!$4 && $6 != "" { print "header", $6 }
				$4 { sub(/(\\n\\n)?:: .*/, "", $6)
				print $3 "\t" $6 }' "$out" >got
			same want got || { echo "$to $order"; return 1; }
		done
	done
}

@test "puzzles of later operands keep the boxorder and goalorder of their header" {
	for key in boxorder goalorder; do
		board "$small" >p
		{ lines "$key: 1" '' '' && board '#####-/#@$.#/#####' &&
			lines '' '' && board "$small" && lines '' "$key: 2" \
			'' '' && board "$small" && lines '' 'Game: Sokoban'; } >q
		{ board "$small" && lines '' ":: $key: 1" '' '' &&
			board '#####/#@$.#/#####' && lines '' "$key: 1" \
			'' '' && board "$small" && lines '' "$key: 2" \
			'' '' && board "$small" && lines '' 'Game: Sokoban'; } >want
		try 0 sokfmt p q
		same want "$out"
		stable
		try 0 sokfmt --expand-macros p q
		same want "$out"
		{ sokconv -t records p && sokconv -t records q; } >in
		try 0 sokfmt in
		same want "$out"
	done
}

@test "keys of a later header do not apply to games without a board" {
	{ lines One '' && board "$small"; } >a
	lines 'Author: you' 'Game: Multiban' '' Sol R >b
	try 0 sokfmt a b
	never_printed '^(Author|Game)'
	printed '^:: Author: you$'
}

# ---- macros

@test "comments and macro definitions are not shown to players" {
	{ lines ':: zz' 'M=x' 'A note.' '' T '' && board '#####/#@$.#/#####' &&
		lines '' ':: zz' 'Author: Ann' '' Solution R '' ':: zz'; } >in
	for format in slc jsoko html svg ansi; do
		sokconv -q -t "$format" in >out
		# The page gives its source away, in elements that are not shown.
		sed '/<pre class="sok">/,/<\/pre>/d' out >shown
		[ "$(grep -c ':: zz' shown)" -eq 0 ]
		[ "$(grep -Ec '(^|>|[[:blank:]])M=x' shown)" -eq 0 ]
	done
	# What a Description says as `a=b` defines no macro, and returns.
	lines '<SokobanLevels><Description>size=10</Description>' \
		'<LevelCollection><Level Id="T"><L>#####</L><L>#@$.#</L>' \
		'<L>#####</L></Level></LevelCollection></SokobanLevels>' >a.slc
	sokconv -t sok a.slc >a.sok
	lines Comment: size=10 Comment-End: '' '' T '' '#####' '#@$.#' \
		'#####' | same - a.sok
	try 0 sokconv -t slc a.sok
	[ "$(grep -c '^size=10$' "$out")" -eq 1 ]
	quiet
	sokconv -q -t jsoko in >out
	lines 'A note.' :: '' '' '#####' '#@$.#' '#####' '' 'Title: T' \
		'Author: Ann' '' 'Solution 1/1' R >want
	same want out
	try 0 sokconv -t slc in
	said 'warning: 1 remark dropped: slc cannot hold it'
	# Where comments have a place they stay.
	try 0 sokconv -t sok in
	[ "$(grep -c '^:: zz$' "$out")" -eq 3 ]
}

@test "--expand-macros inserts the text and drops used definitions" {
	cat >in <<-'EOT'
	Licence=free for all
	Unused=stays


	#####
	#@$.#
	#####

	This is <#licence#/>, see <#Nobody#/>.
	EOT
	try 0 sokfmt in
	same in "$out"
	try 0 sokfmt --expand-macros in
	expect_out <<-'EOT'
	Unused=stays


	#####
	#@$.#
	#####

	This is free for all, see <#Nobody#/>.
	EOT
	said ': warning: .*\[undefined-macro\]'
}

@test "--expand-macros expands once, and keeps macros used in the header" {
	cat >in <<-'EOT'
	A=uno <#B#/>
	B=dos
	Author: <#B#/>


	#####
	#@$.#
	#####

	See <#A#/> and <#B#/>.
	EOT
	try 0 sokfmt --expand-macros in
	expect_out <<-'EOT'
	B=dos
	Author: <#B#/>


	#####
	#@$.#
	#####

	See uno <#B#/> and dos.
	EOT
	# Equal headers are one header; of different ones each puzzle keeps its own.
	try 0 sokfmt --expand-macros in in
	[ "$(grep -c '^Author: <#B#/>$' "$out")" -eq 1 ]
	[ "$(grep -c '^See uno <#B#/> and dos.$' "$out")" -eq 2 ]
	{ echo Other; cat in; } >other
	try 0 sokfmt --expand-macros in other
	expect_out <<-'EOT'
	B=dos
	:: Author: <#B#/>


	#####
	#@$.#
	#####

	Author: dos

	See uno <#B#/> and dos.

	:: Other
	::
	:: B=dos
	:: Author: <#B#/>


	#####
	#@$.#
	#####

	Author: dos

	See uno <#B#/> and dos.
	EOT
}

@test "macros are expanded if --drop removes their definitions" {
	board "$two" >a
	{ lines who=Eve '' && board "$small" && lines '' 'Author: <#who#/>' \
	'A note.'; } >b
	try 0 sokfmt --drop=notes a b
	{ board "$two" && lines '' '' && board "$small" &&
		lines '' 'Author: Eve'; } | expect_out
	quiet
}

@test "--expand-macros terminates if a macro refers to itself" {
	{ lines 'A=<#A#/><#A#/>' '' '' && board "$small" &&
		lines '' '<#A#/>'; } >in
	try 0 timeout 5 sokfmt --expand-macros in
}

@test "--expand-macros keeps definitions that are still used" {
	{ lines First=Jim 'Name=<#First#/> Smith' '' '' && board "$small" &&
		lines '' 'By <#Name#/>, <#First#/>.'; } >in
	try 0 sokfmt --expand-macros in
	{ lines First=Jim '' '' && board "$small" &&
		lines '' 'By <#First#/> Smith, Jim.'; } | expect_out
	quiet
}

@test "a comment block in the header does not define macros" {
	{ lines Comment: Name=Eve Comment-End: '' '' && board "$small" &&
		lines '' 'By <#Name#/>.'; } >in
	try 0 sokfmt --expand-macros in
	same in "$out"
	said ': warning: .*\[undefined-macro\]'
}

@test "quotes around the value of a macro are not part of it" {
	{ lines 'Who="Eve, of course"' 'What="' '' '' && board "$small" &&
		lines '' 'By <#who#/>, <#what#/>.'; } >in
	try 0 sokfmt --expand-macros in
	{ board "$small" && lines '' 'By Eve, of course, ".'; } | expect_out
}

@test "a definition used by a key of the header is kept" {
	{ lines Who=Eve 'Author: <#Who#/>' '' '' && board "$small" &&
		lines '' 'By <#who#/>.'; } >in
	try 0 sokfmt --expand-macros in
	sed 's/^By.*/By Eve./' in | same - "$out"
}

@test "the value of a macro is text, whatever it resembles" {
	for value in R '#####' 'Comment:'; do
		{ lines "M=$value" '' '' && board "$small" &&
			lines '' '<#M#/>'; } >in
		try 0 sokfmt --expand-macros in
		{ board "$small" && lines '' Comment: "$value" Comment-End:
		} >want
		[ "$value" != Comment: ] || sed -i '6s/^/ /' want
		same want "$out"
	done
}

@test "macro expansion keeps blank lines in a comment block" {
	{ lines M=one '' '' && board "$small" &&
		lines '' Comment: a '' '' '<#M#/>' Comment-End:; } >in
	try 0 sokfmt --expand-macros in
	{ board "$small" && lines '' Comment: a '' '' one Comment-End:
	} | expect_out
}

@test "a line shortened by an empty macro is formatted like any other" {
	lines 'Author:' '' T '#####' '#@$.#' '#####' \
		'Copyright: 1999 <#Author#/>' >q
	try 0 sokfmt -w --expand-macros q
	quiet
	grep -qx 'Copyright: 1999' q
	lines 'Void=' '' T '' '#####' '#@$.#' '#####' 'a <#Void#/>' \
		'<#Void#/> ' b '' 'Solution' R '<#Void#/>' >q
	try 0 sokfmt -w --expand-macros q
	try 0 sokfmt -c q
}

@test "--expand-macros removes quotes, and keeps macros that are not closed" {
	{ lines 'X="one, \n two"' 'Q="' '' && board "$small" && lines '' \
	'<#X#/>' '' '[<#q#/>] <#X, and <# more' '' 'end <#' '' R '' \
	'after <# X #/>'; } >in
	try 0 sokfmt --expand-macros in
	{ board "$small" && lines '' 'one,' ' two' '' \
	'["] <#X, and <# more' '' 'end <#' R '' 'after one,' ' two'; } |
		expect_out
	quiet
}

@test "--expand-macros leaves no blank lines for empty macros" {
	{ lines M= '' && board "$small" && lines '' '<#M#/>' a '' '<#M#/>' b \
		'<#M#/>'; } >in
	try 0 sokfmt --expand-macros in
	cp "$out" once
	{ board "$small" && lines '' a '' b; } | expect_out
	try 0 sokfmt -c once
}
