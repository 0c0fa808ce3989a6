#!/usr/bin/env bats
# Records and JSON Lines: one puzzle per line, without loss in both directions.

load helper

small='#####/#@$.#/#####'

@test "later headers among records are reported once" {
	{ lines 'Author: B' '' T '' && board "$small"; } >in
	for to in records jsonl; do
		for i in 1 2 3; do sokconv -t $to in; done >records
		try 0 sokconv records
		expect_err <<<'records:3:1: warning: a later header was written as `::` lines [lossy] (puzzle 1 "T")'
		try 0 sokconv -t $to records
		said '^records:3:1: warning: a later header'
		one_line "$err"
		sokconv -t $to in | try 0 sokconv
		quiet
	done
	try 0 sokconv in in
	expect_err <<<'in: warning: a later header was written as `::` lines [lossy]'
}

@test "two headers above the first record are merged, with a warning" {
	lines '{"header":true,"text":"one"}' '{"header":true,"text":"two"}' \
		'{"board":["#####","#@$.#","#####"]}' | try 0 sokconv
	{ lines one '' ':: two' '' '' && board "$small"; } | expect_out
	said '^<stdin>:2:1: warning: a later header was written as `::` lines \[lossy\]'
	one_line "$err"
}

@test "a later header without text is ignored" {
	lines '{"board":["#####","#@$.#","#####"]}' \
		'{"header":true,"text":""}' | try 0 sokconv
	board "$small" | expect_out
	quiet
}

@test "the header of one operand does not apply to the next operand" {
	{ lines 'Author: Ann' '' One '' && board "$small"; } >one
	{ lines Two '' && board "$small"; } >two
	for to in records jsonl; do
		for j in 1 4; do
			try 0 sokconv -j $j -t $to two one two two one two
			cp "$out" all.$j
		done
		same all.1 all.4
		sokconv -t records all.1 | cut -f 2,3 | grep . >got
		printf '%s\n' $'Two\t' $'One\tAnn' $'Two\t' $'Two\t' $'One\tAnn' $'Two\t' |
			same - got
	done
}

@test "the first header in records does not apply to later operands" {
	{ lines 'Author: Ann' 'Game: Hexoban' '' One '' && board "$small"; } >one
	{ lines Two '' && board "$small"; } >two
	for to in records jsonl; do
		try 0 sokconv -t $to /dev/null one two
		quiet
		sokconv -t jsonl "$out" | grep -q '"title":"One","author":"Ann".*"keys":{"author":"Ann","game":"Hexoban"}'
		sokconv -t jsonl "$out" | grep -q '"title":"Two","author":"",.*"keys":{}'
	done
}

@test "records keep their authors without the header" {
	{ lines 'Author: Ann' '' '' One '' && board "$small" &&
		lines '' '' Two '' && board "$small" &&
		lines '' 'Author: Bob'; } >in
	for to in records jsonl; do
		sokconv -t $to in | tail -n +2 | try 0 sokconv
		quiet
		{ lines One '' && board "$small" && lines '' 'Author: Ann' '' ''
		  lines Two '' && board "$small" && lines '' 'Author: Bob'
		} | expect_out
		sokconv -t $to in >records
		try 0 sokconv records
		quiet
		same in "$out"
		{ sed -n 1p records | sed 's/Ann/Zoe/g'; sed 1d records; } >other
		try 0 sokconv other
		quiet
		[ "$(grep -c '^Author: Ann$' "$out")" -eq 1 ]
	done
	lines '{"title":"T","author":"Bob","board":["#####","#@$.#","#####"]}' |
		try 0 sokconv
	quiet
	{ lines T '' && board "$small" && lines '' 'Author: Bob'; } | expect_out
	lines '{"author":["Bob"],"board":["#####","#@$.#","#####"]}' |
		try 0 sokconv
	said '1:1: warning: "author" and other members .* are dropped \[lossy\]'
	board "$small" | expect_out
}

@test "a field of a record that contradicts its text is dropped and reported once" {
	{ board "$small" && lines '' 'Title: Old' 'Author: Ann'; } >in
	sokconv -t records in |
		awk -F '\t' -v OFS='\t' '{ $2 = "New"; $3 = "Bob"; print; print }' |
		try 0 sokconv
	{ echo '<stdin>:1:1: warning: the title `New` is dropped, because the text says `Old` [lossy] (puzzle 1 "Old")'
	  echo '<stdin>:1:1: warning: the author `Bob` is dropped, because the text says `Ann` [lossy] (puzzle 1 "Old")'
	} | expect_err
	{ cat in && lines '' '' && cat in; } | expect_out
	for name in Bob B; do
		sokconv -t jsonl in | sed "s/\"Ann\"/\"$name\"/" | try 0 sokconv
		expect_err <<<"<stdin>:1:1: warning: the author \`$name\` is \
dropped, because the text says \`Ann\` [lossy] (puzzle 1 \"Old\")"
		same in "$out"
	done
}

@test "a key without a value is skipped for the next one" {
	{ board "$small" && lines '' Title: Author: 'Title: T' 'Author: A'; } |
		try 0 sokconv -t records
	cut -f 2,3 "$out" >named
	printf 'T\tA\n' >want
	same want named
}

@test "additional columns of records are ignored" {
	{ lines T '' && board "$small"; } >in
	sokconv -t records in | sed 's/$/\t\t\tmore/' | try 0 sokconv
	quiet
	same in "$out"
}

# The line of a record has the limit of any other line; the next record is read.
@test "a record over the limit is dropped, with an error" {
	{ lines '#####' '#@$.#' '#####' '' '' '#####' '#@.$#' '#####'
	  lines 'Note: a text that goes on and on' '' ''
	  lines '#####' '#.@$#' '#####'; } >all
	sokconv -q -t records all >in
	try 2 sokconv -f records -t xsb --limit=line=60 in
	said '^in:2:1: error: a line of more than 60 bytes, the limit `line`, was dropped \[limit\]$'
	printed '^#@\$\.#$'
	printed '^#\.@\$#$'
	never_printed '^#@\.\$#$'
}

@test "JSON Lines are UTF-8, regardless of --to-charset" {
	{ lines 'Café' '' && board '#####/#@$.#/#####'; } >in
	try 0 sokconv -t jsonl --to-charset=ISO-8859-1 in
	cp "$out" lines
	try 0 sokconv -t sok lines
	printed '^Café$'
}

@test "a guessed character set is reported once" {
	local guess='text that is not UTF-8 was read as windows-1252; .*charset.* \[lossy\]$'
	{ lines 'Good' '' && board '#####/#@$.#/#####'; } >good.sok
	{ printf '\x93\xfa\n\n' && board '#####/#@$.#/#####' &&
	    printf '\nby \x93\xfa\n'; } >in.sok
	for target in jsonl slc svg ansi sokoban3d; do
		try 0 sokconv -s 1 -t $target in.sok
		said "^in.sok:3:1: warning: $guess"
		[ "$(grep -c windows-1252 "$err")" -eq 1 ]
		try 0 sokconv -t $target good.sok
		never_said windows-1252
	done
	try 0 sokconv -j 2 -t jsonl good.sok in.sok
	said "^in.sok:3:1: warning: $guess"
	try 1 sokconv --strict -t jsonl in.sok
	said "^in.sok:3:1: error: $guess"
	for target in sok xsb rle records; do
		try 0 sokconv -t $target in.sok
		never_said windows-1252
	done
	for program in sokfmt sokrle; do
		try 0 $program --to-charset=UTF-8 in.sok
		said "^<stdout>: warning: $guess"
		try 0 $program --charset=SHIFT_JIS --to-charset=UTF-8 in.sok
		never_said windows-1252
	done
}

@test "JSON in another layout reports the dropped members" {
	local board='"board":["#####","#@$.#","#####"]'
	lines "{\"name\":\"One\",$board,\"rating\":5}" "{\"rating\":5,$board}" >in.jsonl
	try 0 sokconv -t sok in.jsonl
	said '^in.jsonl:1:1: warning: "name" and other members without a meaning here are dropped \[lossy\]'
	one_line "$err"
	lines '{' "$board" '}' >in.jsonl
	try 1 sokconv -t sok -f jsonl in.jsonl
	said '^in.jsonl:1:1: error: .*: this line and all lines up to the next object were dropped; an object must be on one line \(jq -c\) \[syntax\]'
	one_line "$err"
	lines '{' '}' "{$board}" '{' "{$board}" >in.jsonl
	try 1 sokconv -t sok -f jsonl in.jsonl
	[ "$(grep -c 'dropped' "$err")" -eq 2 ]
	try 1 sokconv -t sok -f jsonl <(lines '{"header":"My levels","levels":[]}' '[]')
	said ':1:1: error: not a puzzle: '
	try 1 sokconv -t sok -f jsonl <(lines '{"title":"My levels","levels":[]}')
	said ':1:1: error: not a puzzle: '
	# What is no text at all has its first column, too.
	printf '\377\n' | try 1 sokconv -t sok -f jsonl
	said '^<stdin>:1:1: error: .*: this line and all .* were dropped'
}

@test "a JSON object that only contains a nested header is not a header" {
	local board='"board":["#####","#@$.#","#####"]'
	lines "{$board}" "{\"more\":{\"header\":true},$board}" \
		'{"header" : true,"text":"Title: B"}' "{$board}" >in.jsonl
	try 0 sokconv -t xsb in.jsonl
	[ "$(grep -c '@' "$out")" -eq 3 ]
	said 'a later header was written as `::` lines'
}

@test "JSON may have the rows of a board in one string" {
	lines '{"board":"######\n#@ $.#\r\n######\n","title":"One"}' |
		try 0 sokconv -t sok
	{ lines One '' && board '######/#@ $.#/######'; } | expect_out
	quiet
}

@test "JSON numbers of any size are accepted" {
	lines '{"id":18446744073709551615,"hash":-9e99,"board":["#####","#@$.#","#####"]}' |
		try 0 sokconv
	board "$small" | expect_out
	said '"hash" and other members'
	one_line "$err"
}

@test "a repeated JSON member is reported" {
	local board='"board":["#####","#@$.#","#####"]'
	for _ in 1 2; do
		lines "{$board,\"text\":\"first one\",\"text\":\"last one\"}"
	done >in.jsonl
	try 0 sokconv in.jsonl
	said '^in.jsonl:1:[0-9]*: warning: a member is repeated in an object: the last one wins \[lossy\]'
	one_line "$err"
	[ "$(grep -cx 'last one' "$out")" -eq 2 ]
}

@test "JSON in another layout is refused, with the missing member" {
	lines '{"levels":[{"title":"A","board":["#####","#@$.#","#####"]}]}' |
		try 1 sokconv -f jsonl
	said '^<stdin>:1:1: error: not a puzzle: there is no "board", an array '\
'of rows; this line was dropped \[syntax\]$'
	no_output
	lines '[{"title":"A","board":["#####","#@$.#","#####"]}]' |
		try 1 sokconv -f jsonl
	said "1:1: error: no JSON object: .*an object must be on one line \(jq -c '.\[\]'\)"
	lines '[' '{"board":["#####","#@$.#","#####"]},' ']' >in.jsonl
	try 1 sokconv -f jsonl -t xsb in.jsonl
	said "^in.jsonl:1:1: error: .*an object must be on one line \(jq -c '.\[\]'\)"
	lines '{"board":[[1,1,1],[1,2,1]]}' | try 1 sokconv
	said '1:1: error: "board" is not an array of strings: this line was dropped'
	lines '{"board":["#####","#@$.#","#####"],"games":{"a":"R"}}' | try 1 sokconv
	said '1:1: error: "games" is not an array of objects: this line was dropped'
}

@test "a title line of a record without a title becomes the title" {
	printf '\t\t\t5#|#@$.#|5#\t\t\ta:1\tLine\n' | try 0 sokconv -f records
	{ lines Line '' && board "$small"; } | expect_out
	lines '{"board":["#####","#@$.#","#####"],"title":"T","title_line":"L."}' |
		try 0 sokconv
	said 'the title line `L\.` is dropped, because the title is `T` \[lossy\]'
	lines '{"board":["#####","#@$.#","#####"],"title_line":"L.","text":"Title: K"}' |
		try 0 sokconv
	quiet
	{ lines L. '' && board "$small" && lines '' 'Title: K'; } | expect_out
	# What no line can hold is kept beside a key.
	printf '\tK\t\t5#|#@$.#|5#\t\tTitle: K\t\t; B\n' |
		try 0 sokconv -f records
	quiet
	{ board "$small" && lines '' 'Title: K' '' Comment: '; B' Comment-End:
	} | expect_out
	lines '{"title":"","title_line":"L.","text":"none"}' |
		try 0 sokconv -f jsonl
	lines Comment: L. none Comment-End: | expect_out
	lines '{"header":true,"title_line":"L."}' | try 0 sokconv -f jsonl
	said '"title_line" and other members without a meaning here are dropped'
	lines '{"title":"T","title_line":"L.","text":"none"}' |
		try 0 sokconv -f jsonl
	said 'the title line `L\.` is dropped, because the title is `T` \[lossy\]'
}

@test "a title that occurs only in the text of a game without a board stays there" {
	lines '{"board":[],"title":"T","text":"Title: T","games":[{"moves":"R"}]}' >in
	for to in records jsonl; do
		sokconv -q -t $to <in >once
		try 0 sokconv -f $to -t $to <once
		same once "$out"
		printed 'Title: T'
		never_printed Comment
	done
}

@test "authors of headers and of games without a board are kept or reported" {
	printf '\t\tBob\t\t\ttext\ta:1\n' | try 0 sokconv -f records
	lines 'Author: Bob' '' text | expect_out
	quiet
	printf '\t\tAnn\t\tSol=R\t\ta:2\n' | try 0 sokconv -f records
	said 'the author `Ann` is dropped, because there is no board \[lossy\]'
	# None in the column is nobody to drop.
	lines '{"header":true,"text":"Author: Ann"}' \
		'{"text":"Author: Bob","games":[{"moves":"rR"}]}' |
		try 0 sokconv
	never_said 'the author'
}

@test "a header cannot contain a board" {
	lines '{"header":true,"text":"H","board":["#####","#@$.#","#####"]}' |
		try 0 sokconv
	lines H | expect_out
	said '"board" and other members without a meaning here are dropped'
}

@test "bytes that cannot be decoded are reported in every format" {
	{ printf '<SokobanLevels><Title>a\x87b</Title><LevelCollection>'
	  printf '<Level Id="x"><L>#####</L><L>#@$.#</L><L>#####</L></Level>'
	  printf '</LevelCollection></SokobanLevels>\n'; } >in.slc
	printf '\t\ta\x87b\t5#|#@$.#|5#\t\t\ta:1\n' >in.records
	printf '{"title":"a\x87b","board":["#####","#@$.#","#####"]}\n' >in.jsonl
	for f in slc records jsonl; do
		try 0 sokconv -f $f --charset=UTF-8 -t sok in.$f
		said "^in.$f: warning: invalid bytes .*\\[charset\\]"
		[ "$(grep -c '\[charset\]' "$err")" -eq 1 ]
	done
}

@test "records are recognised with any line ends" {
	{ board "$small" && lines '' '' && board "$small"; } >in
	for end in '\r' '\r\n'; do
		sokconv -t records in | sed "s/\$/$end/" | tr -d '\n' >odd
		[ "$end" = '\r' ] || sokconv -t records in | sed 's/$/\r/' >odd
		try 0 sokconv odd
		same in "$out"
	done
}

@test "the title_line of a JSON line is the title, if there is no other" {
	printf '{"board":["#####","#@$.#","#####"],"title_line":"Foo"}\n' |
		try 0 sokconv
	{ lines Foo '' && board "$small"; } | expect_out
	quiet
}

@test "a JSON line with too many values is dropped, with an error" {
	{ printf '{"header":true,"text":"one"}\n{"board":['
	  yes 1 | head -n 20000 | paste -sd,
	  printf ']}\n{"board":["#####","#@$.#","#####"]}\n'
	} | tr -d '\n' | sed 's/}{/}\n{/g' | try 2 sokconv -q
	{ lines one :: '' '' && board "$small"; } | expect_out
	said 'too many values for a puzzle: this line was dropped'
}

@test "a line whose first column is not an id is not a record" {
	for id in G123456789ABCDEF 0123456789ABCDEG 0123456789ABCDE; do
		printf '%s\tT\t\t5#|#@$.#|5#\t\t\tx:1\n' "$id" |
			try 0 sokconv -t jsonl
		[ "$(grep -c '"board"' "$out")" -eq 0 ]
	done
	printf '0123456789abcdef\tT\t\t5#|#@$.#|5#\t\t\tx:1\n' |
		try 0 sokconv -t xsb
	{ lines '; T' '' && board "$small"; } | expect_out
}

@test "the records after one over the limit are read" {
	{ printf '\t1\t\t5#|#@$.#|5#\t\t\tx:1\n\t%s\t\t5#|#@$.#|5#\t\t\tx:2\n' \
		"$(printf '%090d' 0)"
	  printf '\tThree and more\t\t5#|#@$.#|5#\t\t\tx:3\n'; } >in
	try 2 sokconv -q -t xsb --limit=line=70 in
	{ lines '; 1' '' && board "$small" && lines '' '; Three and more' '' &&
		board "$small"; } | expect_out
}

@test "a board over a limit is dropped and reported at its position" {
	printf '{"header":true}\n{"board":["#####","#@$.#","#####"]}\n' |
		try 2 sokconv --limit=side=4
	said '^<stdin>:2:1: error: a board of 5 x 3 squares is over the limit `side`; it was dropped \[limit\]$'
	{ lines '<SokobanLevels><LevelCollection><Level Id="x">' \
		'<L>#####</L>' '<L>#@$.#</L>' '<L>#####</L>' \
		'</Level></LevelCollection></SokobanLevels>'; } |
		try 2 sokconv --limit=squares=14
	said '^<stdin>:2:1: error: a board of 5 x 3 squares is over the limit `squares`; it was dropped \[limit\]$'
}

@test "text longer than the comment limit is split into several comment blocks" {
	awk 'BEGIN { printf "{\"board\":[\"#####\",\"#@$.#\",\"#####\"],\"text\":\"rRlL"
		for (; i < 150000; i++) printf "\\nline %d", i
		print "\"}" }' >in
	try 0 sokconv in
	quiet
	cp "$out" once
	grep -v '^Comment' once | tail -n +5 | same - <(echo rRlL &&
		seq -f 'line %.0f' 0 149999)
	try 0 sokfmt once
	quiet
	same once "$out"
}

@test "findings about a record name the file and line of its origin" {
	lines '; 1' '' '#####' '#@$.#' '#####' '' rR '' '; 2' '' '######' \
		'#@$* #' '######' '' Rr >'a b.sok'
	sokconv -t records 'a b.sok' >in.tsv
	sokconv -t jsonl 'a b.sok' >in.jsonl
	for in in in.tsv in.jsonl; do
		for jobs in 1 2; do
			try 1 sokcheck --duplicates -j "$jobs" "$in"
			printed '^a b\.sok:11:1: error: .* \[box-goal-count\] \(puzzle 2 "2"\)$'
			try 1 sokreplay -j "$jobs" "$in"
			printed '^a b\.sok:3:1: error: move 2 `R` .* \[illegal-move\] \(puzzle 1'
			printed '^a b\.sok:11:1: error: move 1 `R` .* \[illegal-move\]'
		done
	done
	# It goes with them, and what is earlier in the run is named so as well.
	try 0 sokconv -t records in.tsv
	same in.tsv "$out"
	try 0 sokconv -t jsonl in.tsv
	same in.jsonl "$out"
	try 0 sokcheck --disable=all --enable=duplicate-puzzle in.tsv in.jsonl
	[ "$(wc -l <"$out")" -eq 2 ]
	printed '^a b\.sok:11:1: .*the same board as at a b\.sok:11 '
	try 0 sokfmt --unique in.jsonl in.tsv
	[ "$(wc -l <"$err")" -eq 2 ] || show
	# What is wrong with the record is where the record is.
	sed '2s/6#|/6#|0#|/' in.tsv >bad.tsv
	try 1 sokcheck --disable=no-player bad.tsv
	printed '^bad\.tsv:2:[0-9]+: error: .* \[rle-count\]'
	# Input without a name is gone, and so is what is none.
	for source in '<stdin>:3' -:3 :3 a:0 a:99999999999999999999 a; do
		printf '\t\t\t6#|#@$* #|6#\t\t\t%s\n' "$source" >no.tsv
		try 1 sokcheck --from=records no.tsv
		printed '^no\.tsv:1:4: warning: .* [[]frozen-box'
	done
	for source in 3 '"a"' '{}' '{"file":3,"line":3}' '{"file":"a","line":0}' \
		'{"file":"a"}' '{"file":"a","line":1e99}' '{"file":"","line":3}'; do
		printf '{"board":["######","#@$* #","######"],"source":%s}\n' \
			"$source" >no.jsonl
		try 1 sokcheck no.jsonl
		printed '^no\.jsonl:1:1: error: '
	done
}

@test "a single record has the game of its file's header" {
	{ lines 'Game: Octoban' '' A '' && board '######/#@ $.#/######'
	  lines '' '' B '' && board '######/#@ $.#/######'; } >oct
	{ lines 'Game: Hexoban' '' C '' && board '######/#@ $.#/######'; } >hex
	{ lines K '' && board '######/#@ $.#/######'; } >plain
	try 0 sokconv -t records oct
	[ "$(cut -f 9 "$out" | sort -u)" = Octoban ]
	sed -n 3p "$out" >third
	try 0 sokconv -f records -t jsonl third
	printed '"id":null.*"game":"Octoban"'
	for file in oct hex plain; do sokconv -t records $file; done >all
	game() { # title and game of each puzzle, however the lines are ordered
		sokconv -q -f records -t jsonl |
			sed -n 's/.*"title":"\(.\)".*"boxes":1,"game":"\([A-Za-z]*\)".*/\1 \2/p' | sort
	}
	game <all >"$out"
	printf 'A Octoban\nB Octoban\nC Hexoban\nK Sokoban\n' | expect_out
	tac all | game | cmp - "$out"
	sort all | game | cmp - "$out"
	for seed in 1 2 3 4 5; do
		shuf --random-source=<(yes $seed) all | game | cmp - "$out"
	done
	# There and back nothing changes.
	sokconv -t records oct | try 0 sokconv
	sokfmt oct | cmp - "$out"
}

@test "a single record has the box and goal order of its header" {
	two='#######/#.$@$.#/#######'
	{ lines 'Game: Sokoban+' 'boxorder: 1 2' 'goalorder: 2 1' '' Against ''
	  board "$two"
	  lines '' LrR '' '' Along '' && board "$two"
	  lines '' 'boxorder: 2 1' 'goalorder: 2 1' '' LrR '' '' Octoban ''
	  board "$two" && lines '' 'Game: Octoban' '' LrR; } >in
	verdicts() {
		sokreplay -f "$1" -F tsv | cut -f 4,8
	}
	lines $'Against\tunsolved' $'Along\tsolved' $'Octoban\tsolved' >want
	verdicts sok <in | same want -
	for to in records jsonl csv; do
		sokconv -q -t $to in >all
		verdicts $to <all | same want -
	done
	for to in records jsonl; do
		sokconv -q -t $to in | sed 1d | tac >alone
		verdicts $to <alone | tac | same want -
	done
	try 0 sokconv -f records -t sok <(sokconv -t records in | sed -n 2p)
	{ lines Against '' && board "$two"
	  lines '' 'Game: Sokoban+' 'boxorder: 1 2' 'goalorder: 2 1' '' LrR
	} | expect_out
}

@test "a single record has the macros of its header expanded" {
	{ lines 'Who=Ann' '' T '' && board "$small" &&
		lines '' 'Author: <#Who#/>'; } >in
	for to in records jsonl; do
		try 0 sokconv -t $to in
		quiet
		tail -n 1 "$out" >line
		try 0 sokconv -f $to line
		{ lines T '' && board "$small" && lines '' 'Author: Ann'
		} | expect_out
	done
}

@test "records or JSON lines without a puzzle are not an error" {
	for format in records jsonl; do
		: | try 0 sokcheck --strict -f $format
		quiet
		: | try 0 sokreplay -f $format
		quiet
		lines T '' | cat - <(board "$small") | sokconv -t $format |
			try 0 sokreplay -f $format
		quiet
	done
	: | try 1 sokcheck
}

@test "--stats and --summary as tsv can be added up" {
	{ lines T '' && board '####/#@$./####'; } >in
	try 1 sokcheck -F tsv --summary in
	expect_err <<-EOT
		not-closed	1
		puzzles	1
		files	1
		errors	1
		warnings	0
		notes	0
	EOT
	try 0 sokcheck -F tsv --stats in
	printed '^puzzles	1$'
	printed '^not-closed	1$'
}

@test "--stats of parts, one without a board, add up to those of the whole" {
	{ lines 'A' '' && board '#####/#@$.#/#####' && lines '' R '' 'B' '' &&
		board '#########/#@$ . $.#/#########'; } | sokconv -t records >one
	{ lines 'B' '' && board '########/#@$ . #/#      #/########'
	  lines '' 'Author: Ann'; } | sokconv -t records >two
	lines 'rrR' | sokfmt -q | sokconv -q -t records >three
	cat one two three >whole
	for program in sokcheck sokreplay; do
		for file in one two three whole; do
			try 0 $program -f records -F tsv --stats $file
			grep -vE '^(files|different)' "$out" >$file.stats || :
		done
		lacks three.stats '^(min|max)'
		cat one.stats two.stats three.stats | awk -F '\t' '
			/^min/ { if (!($1 in n) || $2 < n[$1]) n[$1] = $2; next }
			/^max/ { if ($2 > n[$1]) n[$1] = $2; next }
			{ n[$1] += $2 }
			END { for (name in n) print name "\t" n[name] }' |
			sort >sum
		sort whole.stats | same - sum
		grep -q '^min_width	5$' sum
		try 0 $program -f records -F json --stats three
		printed '"min_width":null,"max_width":null,.*"boxes":0,"min_boxes":null,'
		try 0 $program -f records -F csv --header --stats=files three
		[ "$(head -n 1 "$out" | tr -cd , | wc -c)" -eq \
			"$(tail -n 1 "$out" | tr -cd , | wc -c)" ]
	done
}

@test "--line-buffered writes each puzzle at once" {
	mkfifo pipe
	yes '#####
#@$.#
#####
' | head -n 40000 >many
	{ cat many; sleep 3; } >pipe &
	sokfmt --line-buffered pipe >got &
	sleep 2
	[ -s got ]
	wait
	[ "$(grep -c '@' got)" -eq 10000 ]
}

@test "text that is almost a row stays next to its board in records" {
	{
		lines 'Header' '#x #y#' '#####' '#@$.#' '#####' '#p#q#r#' 'Key: x' ''
		lines Two '' '#####' '#@$.#' '#####' '' '#x#y#z#' '' U '' '#w#v!#'
		lines '#####' '#@$.#' '#####' 'after'
	} >in
	sokfmt in >want
	[ "$(grep -B1 '^#####$' want | grep -c '^#[xpw]')" -eq 2 ]
	for format in jsonl records; do
		try 0 sokconv -t $format in
		cp "$out" in.$format
		try 0 sokfmt -f $format in.$format
		same want "$out"
		# Written again, they are the same.
		try 0 sokconv -f $format -t $format in.$format
		[ $format = jsonl ] ||
			tail -n +2 "$out" | diff - <(tail -n +2 in.records)
	done
	cut -f 10 in.records | tail -n +2 | diff - <(lines both '' above)
	grep -o '"adjoins":"[a-z]*"' in.jsonl |
		diff - <(lines '"adjoins":"both"' '"adjoins":"above"')
	tail -n +2 in.records | sokconv -f records -t csv \
		--columns=id,title,author,board,games,text,source,title_line,game,adjoins |
		try 0 sokfmt
	grep -B1 '^#w#v!#$' want >part
	grep -B1 '^#w#v!#$' "$out" | same part -
	# Nobody makes text of a board that says so.
	lines '{"board":["#####","#@$. ","#####"],"text":"#x #y#","adjoins":"below"}' |
		try 0 sokfmt -f jsonl
	lines '#####' '#@$. ' '#####' '' '#x #y#' | sed 's/ *$//' | diff - <(sed 's/ *$//' "$out")
}
