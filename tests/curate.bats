#!/usr/bin/env bats
# sokfmt for collectors: --unique, which keeps one of several copies without
# losing anything of the others, and the selection, order and titles of puzzles.

load helper

small='#####/#@$.#/#####'
two='######/#@ $.#/######'

# ---- copies

@test "--unique keeps the copy with the only solution, not the first copy" {
	{ lines Odd '' && board '########/#@$.#$ #/########'
	  lines '' '' Duh '' && board "$small" && lines '' Solution R; } >in
	try 0 sokfmt --unique in
	{ lines Duh '' && board "$small" && lines '' 'Also: Odd' '' Solution R
	} | expect_out
	expect_err <<<'in:3:1: warning: dropped as a duplicate of puzzle 2 at in:10; of its games, 0 were added there, 0 were there already, 0 do not fit there [duplicate-puzzle] (puzzle 1 "Odd")'
}

@test "--unique does not keep an unplayable copy, whatever its position" {
	# A box in the corner, out of the player's reach and off goal, is no error;
	# an open board has no id and is no copy of a closed one.
	{ lines Bad '' && board '######/#@ $.#/######' && lines '' 'Author: A'
	  lines '' '' '' && board "$two"; } >in
	for order in 'in' 'in in'; do
		# shellcheck disable=SC2086 # a list
		try 0 sokfmt --unique $order
		printed '^Bad$'
		printed '^Author: A$'
		[ "$(grep -c '@' "$out")" -eq 1 ]
	done
}

@test "--unique prefers a good copy to one with an unreachable box" {
	{ lines Odd '' && board '########/#@$.#$ #/########'
	  lines '' '' Duh '' && board "$small"; } >in
	try 0 sokfmt --unique in
	{ lines Duh '' && board "$small" && lines '' 'Also: Odd'; } | expect_out
}

@test "--unique copies title, author, notes and solutions from dropped copies" {
	{ board "$two" && lines '' 'A note.' '' 'Solution 2/1' rR; } >solved
	{ lines Twin '' && board '######/#.$ @#/######' && lines '' 'Author: Eve'
	  lines '' 'Solution by Eve' 'llL'; } >named
	{ lines Other '' && board "$two"; } >other
	try 0 sokfmt --unique solved named other
	{ lines Twin '' && board "$two"
	  lines '' 'Author: Eve' 'Also: Other' 'A note.' '' 'Solution 2/1' rR
	} >want
	grep -v '^Also: Other' want >want.text
	grep -v '^Also: Other' "$out" >got.text
	printed '^Also: Other$'
	printed '^Twin$'
	printed '^Author: Eve$'
	printed '^A note.$'
	printed '^Solution 2/1$'
	# Merging again changes nothing.
	cp "$out" once
	try 0 sokfmt --unique once once
	same once "$out"
}

@test "--unique keeps and reports a copy with a game that does not fit the kept one" {
	open='######/@ $ .#/######'
	margin='-######/-@ $ .#/-######'
	{ lines One '' && board "$open"
	  lines '' '' Two '' && board "$margin" && lines '' lrrRR '' rRR
	  lines '' '' Three '' && board "$margin" && lines '' lrlrrRR
	  lines '' '' Four '' && board "$open" && lines '' rRlrR; } >in
	try 0 sokfmt --unique --prefer=first in
	{ lines One '' && board "$open" && lines '' 'Also: Four' '' rRR '' rRlrR
	  lines '' '' Two '' && sed 's/^-/ /' <(board "$margin")
	  lines '' 'Also: Three' '' lrrRR '' rRR '' lrlrrRR; } | expect_out
	expect_err <<-'EOT'
	in:10:1: warning: kept, although it is a duplicate of puzzle 1 at in:3, where 1 of its games does not fit [duplicate-puzzle] (puzzle 2 "Two")
	in:21:1: warning: kept, although it is a duplicate of puzzle 1 at in:3, where 1 of its games does not fit [duplicate-puzzle] (puzzle 3 "Three")
	in:30:1: warning: dropped as a duplicate of puzzle 1 at in:3; of its games, 1 were added there, 0 were there already, 0 do not fit there [duplicate-puzzle] (puzzle 4 "Four")
	in:21:1: warning: dropped as a duplicate of puzzle 2 at in:10; of its games, 1 were added there, 0 were there already, 0 do not fit there [duplicate-puzzle] (puzzle 3 "Three")
	EOT
	cp "$out" once
	try 0 sokfmt --unique --prefer=first once
	same once "$out"
	# The kept copy is not the first one, which stays behind it.
	{ lines Bare '' && board "$margin" && lines '' lrrRR
	  lines '' '' Full '' && board "$open" && lines '' rRR; } >in
	try 0 sokfmt --unique --prefer=best in
	{ lines Full '' && board "$open" && lines '' rRR
	  lines '' '' Bare '' && sed 's/^-/ /' <(board "$margin")
	  lines '' lrrRR; } | expect_out
}

@test "--unique moves a solution that only the kept copy accepts, or keeps both copies" {
	odd='########/#@$.#$ #/########'
	{ lines Odd '' && board "$odd" && lines '' R
	  lines '' '' Duh '' && board "$small"; } >in
	try 0 sokfmt --unique in
	{ lines Duh '' && board "$small" && lines '' 'Also: Odd' '' R; } |
		expect_out
	{ lines Odd '' && board "$odd"
	  lines '' '' Duh '' && board "$small" && lines '' R; } >in
	try 0 sokfmt --unique --prefer=first in
	same in "$out"
	said 'kept, although it is a duplicate of puzzle 1 at in:3,'
}

@test "--prefer applies its criteria in the order given" {
	{ lines Titled '' && board "$two"; } >titled
	{ board "$two" && lines '' Solution rlrR; } >long
	{ board "$two" && lines '' Solution rR; } >short
	{ board "$two" && lines '' 'Author: Ann'; } >authored
	kept() { # kept LIST FILE ...: what follows "puzzle 1 at"
		local list=$1
		shift
		try 0 sokfmt --unique --prefer="$list" "$@"
		sed -n 's/.* at \([a-z0-9]*\):.*/\1/p' "$err" | sort -u
	}
	[ "$(kept first long short titled)" = long ]
	[ "$(kept titled long short titled)" = titled ]
	[ "$(kept best long short titled)" = short ]
	[ "$(kept solved,best titled long short)" = short ]
	[ "$(kept solved titled long short)" = long ]
	[ "$(kept authored,solved long titled authored)" = authored ]
	# As many moves and pushes are as good, whatever the lines are.
	{ board '#########/#. $@$ .#/#       #/#########'
	  lines '' Solution duLLrrRR; } >lines2
	{ lines Titled '' && board '#########/#. $@$ .#/#       #/#########'
	  lines '' Solution LrlLrrRR; } >lines3
	[ "$(kept best,titled lines2 lines3)" = lines3 ]
	[ "$(kept best lines2 lines3)" = lines2 ]
	try 2 sokfmt --prefer=best long
	said '^sokfmt: --prefer needs --unique'
	try 2 sokfmt --unique --prefer=nice long
	said 'nice'
}

@test "--rejects and the output together contain the whole input" {
	{ lines One '' && board "$two" && lines '' 'Note 1' '' Solution rR; } >a
	{ lines Two '' && board '######/#.$ @#/######' && lines '' 'Note 2' '' lL
	  lines '' '' Three '' && board "$small"; } >b
	for order in 'a b' 'b a'; do
		# shellcheck disable=SC2086 # a list
		try 0 sokfmt --unique --rejects=rejects $order
		cat "$out" rejects >all
		sokfmt a b | grep . | sort -u >want
		# Games that are equal after turning stand once in the output.
		sed '/^:: /d; /^Also: /d' all | grep . | sort -u >got
		comm -23 want got >lost
		[ ! -s lost ] || { cat lost; return 1; }
		grep -q '^:: dropped as a duplicate of puzzle' rejects
		[ "$(cat "$out" rejects | grep -c '[@+]')" -eq 3 ]
	done
	try 2 sokfmt --rejects=r a
	said '--rejects needs --unique'
	try 2 sokfmt --unique --rejects=a a
	said '^sokfmt: a: is both an input and the output of --rejects'
}

@test "--unique --rejects loses no puzzle of the corpus" {
	[ -d "$corpus" ] || skip "no corpus here"
	find "$corpus/sok" "$corpus/xsb" -type f | sort >names
	sokfmt -q --files-from=names >input || :
	for sorted in cat tac; do
		$sorted names >order
		sokfmt -q --unique --rejects=rejects --files-from=order >kept || :
		sokconv -q -t records input | cut -f 4 | grep . | sort >want
		cat kept rejects | sokconv -q -t records | cut -f 4 | grep . |
			sort >got
		same want got
	done
}

@test "--unique keeps the best of random copies, and completes it from the others" {
	needs python3
	try 0 python3 "$BATS_TEST_DIRNAME/edits/unique.py" 1 40
	no_output
}

@test "--best keeps the best solutions by moves and by pushes" {
	{ board '########/#@     #/# $  . #/#      #/########'
	  lines '' Long rldRRR '' Short dRRR '' Failing dR; } >in
	for by in moves pushes moves,pushes; do
		try 0 sokfmt --unique --best=$by --rejects=rejects in
		printed '^Short$'
		printed '^Failing$'
		never_printed '^Long$'
		said '^in:.* warning: dropped: another solution is better'
		grep -q '^Long$' rejects
		lacks rejects '^(Short|Failing)$'
	done
	# Of several games that are dropped none is in the place of a kept one.
	{ board '########/#@     #/# $  . #/#      #/########'
	  lines '' Short dRRR '' Long rldRRR '' Longer rlrldRRR '' Failing dR
	} >in
	for by in moves pushes moves,pushes; do
		try 0 sokfmt --unique --best=$by --rejects=rejects in
		grep -x 'Long\|Longer\|Short\|Failing' "$out" >kept
		lines Short Failing | same - kept
		grep -x 'Long\|Longer\|Short\|Failing' rejects >dropped
		lines Long Longer | same - dropped
	done
	try 2 sokfmt --best=moves in
	said '--best needs --unique'
}

# ---- which puzzles

@test "--in and --not-in divide a collection into two parts" {
	{ lines One '' && board "$two" && lines '' '' Two '' && board "$small"
	  lines '' '' Open '' && board '#####/#@$. /#####'; } >all
	board '######/#.$ @#/######' | sokconv -t slc -o some.slc
	try 0 sokfmt --in=some.slc all
	{ lines One '' && board "$two"; } | expect_out
	try 0 sokfmt --not-in=some.slc all
	printed '^Two$'
	printed '^Open$'
	never_printed '^One$'
	board '#####/#@$. /#####' >open
	try 0 sokfmt --not-in=some.slc --not-in=open all
	{ lines Two '' && board "$small"; } | expect_out
	try 0 sokfmt --in=some.slc --in=open all
	printed '^One$'
	printed '^Open$'
	try 0 sokfmt -j 2 --in=some.slc --in=open all
	printed '^One$'
	try 2 sokfmt --in=nothing all
	no_output
	said '^sokfmt: nothing: '
	try 2 sokfmt -w --in=open all
	said '--in and --not-in would drop'
}

# ---- order and names

@test "unreadable parts of the --in and --not-in files are reported" {
	{ board "$small"; lines '' 'A note.' '' '#####' '#@$.x' '#####'; } >broken
	board "$small" >in
	for option in --in --not-in; do
		for j in 1 2; do
			try 1 sokfmt -j $j -q $option=broken in
			expect_err <<-'END'
				broken:8:5: error: `x` is not a Sokoban square; these lines are not read as a board [unknown-square] (puzzle 1)
			END
		done
	done
	# What is only a warning there is not about this run.
	{ printf '\357\273\277'; cat in; } >marked
	try 0 sokfmt --in=marked in
	same in "$out"
	quiet
	mkdir folder
	echo 'No puzzles.' >folder/README
	try 1 sokfmt --not-in=folder in
	said '^folder: warning: none of its files was read .no-puzzle'
}

@test "--sort orders by each key, and is stable" {
	{ lines 'Level 10' '' && board "$small" && lines '' 'Author: Bob'
	  lines '' '' 'level 9' '' && board '#######/#@ $.##/# $ .##/#######'
	  lines '' 'Author: Ann' '' '' && board "$two" && lines '' rR
	  lines '' '' 'Level 11' '' && board "$small" && lines '' 'Author: ann'
	  lines '' R; } >in
	order() { sokfmt --sort="$1" in | grep -i '^level\|^#@ \$\.#$' | tr '\n' '|'; }
	[ "$(order title)" = 'level 9|Level 10|Level 11|#@ $.#|' ]
	[ "$(order -title)" = 'Level 11|Level 10|level 9|#@ $.#|' ]
	[ "$(order author,title)" = 'level 9|Level 11|Level 10|#@ $.#|' ]
	[ "$(order boxes)" = 'Level 10|#@ $.#|Level 11|level 9|' ]
	[ "$(order -boxes)" = 'level 9|Level 10|#@ $.#|Level 11|' ]
	[ "$(order moves)" = 'Level 11|#@ $.#|Level 10|level 9|' ]
	[ "$(order area,-title)" = 'Level 11|Level 10|#@ $.#|level 9|' ]
	sokfmt --sort=title in | sokfmt --sort=title >twice
	sokfmt --sort=title in | cmp - twice
	try 2 sokfmt --sort=colour in
	said 'colour'
}

@test "--number sets titles, and reports the number of replaced ones" {
	{ lines One '' && board "$small" && lines '' '' && board "$two"
	  lines '' 'Title: Two'; } >in
	try 0 sokfmt --number='Level %3n' in
	{ lines 'Level 001' '' && board "$small" && lines '' '' 'Level 002' '' &&
		board "$two"; } | expect_out
	expect_err <<<'sokfmt: 2 titles were replaced by --number; %t in its template keeps the old title'
	try 0 sokfmt --number='%n. %t' in
	quiet
	printed '^1. One$'
	printed '^2. Two$'
	never_printed 'Title:'
	try 0 sokfmt --number='100%% %n' in
	printed '^100% 1$'
	for bad in '%' '%x' '%3t' ''; do
		try 2 sokfmt --number="$bad" in
		no_output
	done
}

@test "--title=file names puzzles that are the only one in their file" {
	mkdir set
	board "$small" >set/first.one.xsb
	{ lines Named '' && board "$small"; } >set/named.sok
	{ board "$small" && lines '' '' && board "$two"; } >set/two.sok
	try 0 sokfmt --title=file set
	{ lines first.one '' && board "$small" && lines '' '' Named '' &&
		board "$small" && lines '' '' && board "$small" &&
		lines '' '' && board "$two"; } | expect_out
	# -s does not make a puzzle the only one.
	try 0 sokfmt --title=file -s 1 set/two.sok
	board "$small" | expect_out
	needs zip
	zip -qr set.zip set
	try 0 sokfmt --title=file set.zip
	printed '^first.one$'
	try 0 sokfmt -w --title=file set/first.one.xsb
	{ lines first.one '' && board "$small"; } | cmp - set/first.one.xsb
	# Nor is there a suffix of compression, or a title for what has no name.
	board "$small" >plain.sok
	gzip -k plain.sok
	try 0 sokfmt --title=file plain.sok.gz
	{ lines plain '' && board "$small"; } | expect_out
	board "$small" | try 0 sokfmt --title=file
	board "$small" | expect_out
	board "$small" | try 0 sokfmt --title=file --stdin-name=level.sok
	{ lines level '' && board "$small"; } | expect_out
}

@test "--source adds the origin of each puzzle once" {
	{ lines One '' && board "$small"; } >in
	try 0 sokfmt --source in
	{ lines One '' && board "$small" && lines '' 'Source: in:3'; } | expect_out
	cp "$out" again
	try 0 sokfmt --source again
	same again "$out"
}

@test "equal headers of several files are merged" {
	{ lines 'Author: Ann' '' '' One '' && board "$small"; } >a
	{ lines 'Author: Ann' '' '' Two '' && board "$two"; } >b
	{ lines 'Author: Bob' '' '' Three '' && board "$small"; } >c
	{ lines 'Author: Ann' '' '' One '' && board "$small" && lines '' '' Two ''
	  board "$two"; } >both
	for j in 1 2; do
		try 0 sokfmt -j $j a b
		expect_out <both
		quiet
		try 0 sokfmt -j $j a b c
		[ "$(grep -c '^Author: Ann$' "$out")" -eq 2 ]
		[ "$(grep -c '^Author: Bob$' "$out")" -eq 1 ]
		try 0 sokfmt -j $j --sort=-title a b
		[ "$(grep -c Ann "$out")" -eq 1 ]
		try 0 sokfmt -j $j --unique a b
		expect_out <both
	done
}
