#!/usr/bin/env bats
# Titles of puzzles: the line or key that is the title, the board it belongs to,
# how titles are written, and findings about doubtful titles.

load helper

small='#####/#@$.#/#####'
D1='########/#      #/#@ $   #/#   $  #/# . .  #/########'
bent='#####/#@$.#/#  ##/#####'
two='######/#@ $.#/######'
D2='########/#     .#/#@ $   #/#   $  #/# . *  #/########'

# ---- lines that are titles

@test "1: a paragraph is a note, and a single line above the board the title" {
	try 0 sokfmt <<-'EOT'
	One

	#####
	#@$.#
	#####

	Nice one.
	Made 1999.

	Two

	####
	#@ #
	#$ #
	#. #
	####
	EOT
	quiet
	expect_out <<-'EOT'
	One

	#####
	#@$.#
	#####

	Nice one.
	Made 1999.


	Two

	####
	#@ #
	#$ #
	#. #
	####
	EOT
	stable
}

@test "2: the last line of a paragraph is not a title" {
	try 0 sokfmt <<-'EOT'
	#####
	#@$.#
	#####

	Two
	by Bob
	######
	#@$. #
	######
	EOT
	quiet
	expect_out <<-'EOT'
	#####
	#@$.#
	#####

	Two
	by Bob


	######
	#@$. #
	######
	EOT
	stable
}

@test "3: a line with a colon is not a title" {
	{ lines 'Level 3: Trap' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines 'Level 3: Trap' '' '' && board "$small"; } | expect_out
	stable
}

@test "3: a line with a semicolon and a colon is a title, written as a key" {
	{ lines ';Level 3: Trap' && board "$small"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' 'Title: Level 3: Trap'; } | expect_out
	stable
}

@test "4: a line with an equals sign is not a title before the first board" {
	{ lines 'Level A=B' '' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines 'Level A=B' '' '' && board "$small"; } | expect_out
	stable
}

@test "4: a line with an equals sign is a title before the second board" {
	{ board "$small" && lines '' 'Level A=B' '' && board "$D1"; } >in
	try 0 sokconv -t jsonl in
	sed -n 2p "$out" | grep -F '"title":"Level A=B"'
	try 0 sokfmt in
	{ board "$small" && lines '' '' && board "$D1" &&
		lines '' 'Title: Level A=B'; } | expect_out
	stable
}

@test "leading semicolons and blanks are removed from a title" {
	for title in '; One' ';One' ';;; ; One'; do
		{ lines "$title" '' && board "$small"; } >in
		{ lines One '' && board "$small"; } >want
		formats want <in
	done
}

@test "a line made only of semicolons is not a title" {
	{ lines '; ;' '' '' && board "$small"; } | unchanged
}

@test "a rule line is not a title" {
	for rule in '-----' '=======' '~~~' '***' '__' '####' '+.+' '-=-'; do
		{ lines "$rule" '' '' && board "$small"; } | unchanged
	done
}

@test "a title keeps the characters that file names cannot hold" {
	{ lines 'What? *A* <B> [C] | "D" \E' '' && board "$small"; } | unchanged
}

@test "a comment line below moves is not a title" {
	{ board "$bent" && lines '' R '; a note' '' Two '' && board "$bent"; } >in
	try 0 sokfmt in
	quiet
	{ board "$bent" && lines '' R '' '; a note' '' '' Two '' &&
		board "$bent"; } | expect_out
}

# ---- numbers and names in quotes

@test "5: a numbered comment directly above a board is its title" {
	{ lines '; 1' && board "$small"; } | try 0 sokfmt
	{ lines 1 '' && board "$small"; } | expect_out
	stable
}

@test "5: a numbered comment directly below a board is its title" {
	{ board "$small" && lines '; 1' '' && board "$D1" && lines '; 2'; } |
		try 0 sokfmt
	{ lines 1 '' && board "$small" && lines '' '' 2 '' && board "$D1"; } |
		expect_out
	stable
}

@test "5: a numbered comment between blank lines is the title of the board below" {
	{ board "$small" && lines '' '; 2' '' && board "$D1"; } | try 0 sokfmt
	{ board "$small" && lines '' '' 2 '' && board "$D1"; } | expect_out
	stable
}

@test "5: a number below a bare comment marker ends the header" {
	{ lines '; A header' ';' '; 1' '' && board "$small"; } | try 0 sokfmt
	{ lines '; A header' ';' '' '' 1 '' && board "$small"; } | expect_out
	stable
}

@test "6: a number and a quoted name form one title" {
	{ lines '; 44' "'Duh!'" '' && board "$small"; } | try 0 sokfmt
	quiet
	{ lines "44 'Duh!'" '' && board "$small"; } | expect_out
	stable
}

@test "6: a quoted name below comments is the title" {
	{ lines '; <01> ; was <02>' ';  7/38  A 0:15' "'4 mp Jack'" '' &&
		board "$small" && lines '' --- '' '; <02>' "'DULL'" &&
		board "$D1" && lines '' '; by hand' "'rR'" '' R; } >in
	try 0 titles in
	lines "'4 mp Jack'" DULL | expect_out
	unchanged_again in
	try 0 sokcheck in
	printed '^in:3:1: warning: read as the title of the board below'
	{ lines '; Levels by Ann' '"The one"' && board "$small" &&
		lines '; harder' '; than it looks' '"Two"' '' && board "$D1" &&
		lines '' '; a quote' '"""' && board "$small" && lines '' \
		'Ann said' '"no title"' && board "$D1"; } >in
	try 0 titles in
	lines '"The one"' '"Two"' '' '' | expect_out
	try 0 sokfmt in
	{ lines '; Levels by Ann' '' '' '"The one"' '' && board "$small" &&
		lines '' '; harder' '; than it looks' '' '' '"Two"' '' &&
		board "$D1" && lines '' '; a quote' '"""' '' '' &&
		board "$small" && lines '' 'Ann said' '"no title"' '' '' &&
		board "$D1"; } | expect_out
	stable
}

@test "6: a pair of lines in quoted mail is one title" {
	lines '> ; 44' "> 'Duh!'" '>' '> #####' '> #@$.#' '> #####' >in
	try 0 titles in
	lines "44 'Duh!'" | expect_out
	lines '> note' '> ; a' '> ; b' '>' '> #####' '> #@$.#' '> #####' >in
	try 0 titles in
	lines '' | expect_out
	unchanged_again in
}

@test "6: a level line and a quoted name form one title" {
	{ lines 'Level 1' "'ONE'" && board "$small"; } | try 0 sokfmt
	quiet
	{ lines "Level 1 'ONE'" '' && board "$small"; } | expect_out
	stable
	{ board "$small" && lines '' 'Level 2' "'TWO'" && board "$D1"; } |
		try 0 sokcheck
	printed '^<stdin>:6:1: warning: .*title\] \(puzzle 2 "Level 2 .TWO.'
}

@test "6: a level line and a quoted name form one title, even if the name is empty" {
	{ lines 'Level 1' "''" && board "$small" && lines '' 'Level 2' "''" &&
		board "$D1"; } >in
	try 0 titles in
	lines "Level 1 ''" "Level 2 ''" | expect_out
	unchanged_again in
}

@test "8: digits alone are a title" {
	{ board "$small" && lines '' 12 '' && board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '' 12 '' && board "$D1"; } | expect_out
	stable
}

@test "numbers between walls are titles, not rows" {
	for number in '## 12' '#### 12 ####' '# 5 #' '#  5' '*** 7 ***'; do
		{ lines "$number" && board "$two" && lines '### 3 ###' &&
			board "$two"; } >in
		{ lines "$number" '' && board "$two" &&
			lines '' '' '### 3 ###' '' && board "$two"; } >want
		formats want <in
		try 0 sokcheck in
		no_output
	done
	# These are rows.
	board '######/#@$ .#/#    #/######' >want
	lines '######' '#@$ .#' '#4-#' '6#' | formats want
	lines '######' '#@$ .#' '#4 #' '6#' | formats want
}

# ---- titles that could be moves

@test "7: a quoted word of move letters is a title and remains quoted" {
	{ lines "'DULL'" '' && board "$small"; } | try 0 sokfmt
	{ lines "'DULL'" '' && board "$small"; } | expect_out
	stable
	try 0 sokconv -t jsonl "$out.once"
	printed '"title":"DULL"'
}

@test "7: a title key of move letters becomes a quoted title line" {
	{ board "$small" && lines '' 'Title: DULL'; } |
		try 0 sokfmt --title=line
	{ lines "'DULL'" '' && board "$small"; } | expect_out
	stable
}

@test "7: a count with nothing to repeat is a title" {
	{ board "$small" && lines '' D2 '' && board "$D1"; } | try 0 sokfmt
	quiet
	{ board "$small" && lines '' '' "'D2'" '' && board "$D1"; } | expect_out
	stable
}

# ---- titles in keys

@test "a title key overrides the title line, and both are kept" {
	{ lines One '' && board "$small" && lines '' 'Title: Two'; } >in
	unchanged <in
	try 0 sokconv -t jsonl in
	printed '"title":"Two"'
	printed '"title_line":"One"'
}

@test "a title key also overrides a title that must be written as a key" {
	{ board "$small" && lines '' 'Author: Ann' 'Title: Two' \
		'Title: One: the first' Note; } >want
	{ lines '; One: the first' && board "$small" &&
		lines 'Author: Ann' 'Title: Two' Note; } >in
	try 0 sokfmt in
	expect_out <want
	unchanged <want
	{ board "$small" && lines '; One: the first' '' 'Author: Ann' \
		'Title: Two' Note; } >in
	try 0 sokfmt in
	expect_out <want
	{ board "$small" && lines '' 'Title: One: the first' Title: \
		Comment: 'Title: no' Comment-End:; } >want
	{ lines '; One: the first' && board "$small" &&
		lines Title: Comment: 'Title: no' Comment-End:; } >in
	try 0 sokfmt in
	expect_out <want
	{ board "$small" && lines '' R '' 'Title: Mine' \
		'Title: Solution: 1/1'; } >want
	{ board "$small" && lines '' 'Solution: 1/1' R 'Title: Mine'; } >in
	try 0 sokfmt in
	expect_out <want
}

@test "an empty title key is not a title" {
	{ lines One '' && board "$small" && lines '' 'Title:' 'Title: Two'; } >in
	unchanged <in
	try 0 sokconv -t jsonl in
	printed '"title":"Two"'
}

# ---- titles between two boards

# The comment is directly below one board and directly above the other.
@test "a comment between two adjoining boards is the title of the lower one" {
	{ board "$small" && lines '; Second' && board "$small"; } |
		try 0 sokfmt
	{ board "$small" && lines '' '' Second '' && board "$small"; } |
		expect_out
}

@test "a title below a titled board is the next board's if it continues the numbers" {
	{ lines '; 1' '' && board "$small" && lines '; 2' '' &&
		board "$D1" && lines '; 3' '' && board "$small"; } >in
	try 0 titles in
	lines 1 2 3 | expect_out
	{ lines 'Level 9' '' && board "$small" && lines '; level 10' '' &&
		board "$D1"; } >in
	try 0 titles in
	lines 'Level 9' 'level 10' | expect_out
	# Games are not counted with boards.
	{ lines 1 '' && board "$small" && lines '' '; 2' '::' '' R; } >in
	{ lines 1 '' && board "$small" && lines '; 2' '' R; } | try 0 sokfmt
	same in "$out"
	# What does not count on may name the board above.
	{ lines '; 100 Boxes' '' && board "$small" && lines '; level 1' '' &&
		board "$D1" && lines '; level 2' '' && board "$small"; } >in
	try 0 titles in
	lines '100 Boxes' 'level 2' '' | expect_out
	# A number may have a name behind it, or below it.
	{ lines '; 43' '' && board "$small" && lines "; 44 'Duh!'" '' &&
		board "$D1" && lines '; 45' '' && board "$small" &&
		lines '; 46: Two' '' && board "$D1" && lines '; 47' '' &&
		board "$small" && lines '; 48' "'Three'" '' && board "$D1" &&
		lines $'\t; 49' '' && board "$small" &&
		lines $'\t; 50' "'Four'" '' && board "$D1"; } >in
	try 0 titles in
	lines 43 "44 'Duh!'" 45 '46: Two' 47 "48 'Three'" 49 "50 'Four'" |
		expect_out
}

@test "a comment directly above its board is the title" {
	{ lines '; A header' ';' ';M1.XSB' && board "$small"; } >in
	try 0 titles in
	lines M1.XSB | expect_out
	{ lines '; A header' ';LEVEL 1' && board "$small"; } >in
	try 0 titles in
	lines 'LEVEL 1' | expect_out
	{ lines '; A header' ';' '; A remark' '' && board "$small"; } >in
	try 0 titles in
	lines '' | expect_out
}

@test "a line that only looks blank separates a title from notes" {
	for blank in $'\xc2\xa0' $'\xa0 ' $'\f' $'\xe3\x80\x80'; do
		{ board "$small" && lines '' Note "$blank" Two '' &&
			board "$D1"; } >in
		try 0 titles in
		lines '' Two | expect_out
		unchanged_again in
	done
}

@test "a title directly below an untitled board is reported" {
	{ board "$small" && lines First '' && board "$two" && lines Second ''; } >in
	finds in 4:1 ambiguous-title 'although it directly follows the board above'
	{ lines Zero && cat in; } >other
	try 0 sokcheck other
	expect_out </dev/null
	try 0 titles in
	lines '' First | expect_out
}

@test "a title above a board with another name below it is reported" {
	what='also has a name below it; this may be a note'
	for name in 'Title: %s' '; %s\n' '\nAuthor: Ann\ntitle = %s'; do
		# shellcheck disable=SC2059 # the layout of a name
		name() { printf "$name\n" "$@"; }
		named() {
			awk -v rows="$(board "$two")" -v name="$name" 'BEGIN {
				for (i = 0; i < 2000; i++)
					printf "%s\n" name "\n\n", rows, i
			}'
		}
		{ board "$two" && name One && lines '' 'A hint' '' &&
			board "$two" && name Two && lines '' &&
			board "$two" && name Three; } >in
		try 0 sokcheck in
		one_line "$out"
		[ "$(sed -n "$(cut -d : -f 2 "$out")p" in)" = 'A hint' ]
		printed "^in:[0-9]+:1: warning: .*$what.* .ambiguous-title. .puzzle 2"
		# The last line of a header is no better, if the name is close.
		{ lines 'About all' '' && sed '/A hint/d' in; } >first
		case $name in
		\\n*) try 0 sokcheck first && no_output ;;
		*) finds first 1:1 ambiguous-title "$what" ;;
		esac
		# In the middle of many, and wherever those are cut.
		{ named && cat in && lines '' && named; } >many
		for jobs in 1 2 4; do
			try 0 sokcheck -j "$jobs" many
			one_line "$out"
			printed ".*$what.* .ambiguous-title. .puzzle 2002"
		done
	done
}

@test "boards with a title above and a name below are not reported" {
	for name in 'Title: %s' '; %s\n'; do
		# shellcheck disable=SC2059 # the layout of a name
		name() { printf "$name\n" "$@"; }
		for i in 1 2 3; do
			lines '' "$i" '' && board "$two" && name "Word $i"
		done >both
		{ lines '' && board "$two" && name One && for i in 2 3; do
			lines '' "Level $i" '' && board "$two"
		done; } >some
		{ lines All '' && board "$two" && name One; } >one
		for file in both some one; do
			try 0 sokcheck "$file"
			no_output
		done
	done
}

@test "several comment lines below an untitled board are reported" {
	what='kept as a note; a comment line directly below a board is its title'
	for end in '' $'\nTwo\n' $'\nA note\nof it\n'; do
		{ board "$small" && lines '; One' '; (c) Ann' "$end" && board "$two"
		} >in
		for jobs in 1 2; do
			try 0 sokcheck --duplicates -j "$jobs" in
			one_line "$out"
			printed "^in:4:1: warning: $what only if a blank line follows \
\[ambiguous-title\] \(puzzle 1\)$"
		done
	done
	{ board "$small" && lines '; One' '; (c) Ann'; } >in
	finds in 4:1 ambiguous-title "$what"
	for text in $'; One\nby Ann\n' $'\n; One\n; (c) Ann\n' $';\n; One\n' \
		$'; One\n; (c) Ann\nTitle: One\n'; do
		{ board "$small" && lines "$text" && board "$two"; } | try 0 sokcheck
		never_printed "$what"
	done
	{ lines One '' && board "$small" && lines '; More' '; of it'
	} | try 0 sokcheck
	no_output
}

# ---- lines that are not titles

@test "invisible characters are not a title" {
	for blank in $'\xc2\xa0' $';\xa0' $'\f' $'; \xe3\x80\x80'; do
		{ board "$small" && lines '' "$blank" '' &&
			board "$D1" && lines '' "$blank" R; } >in
		try 0 titles in
		lines '' '' | expect_out
		unchanged_again in
		try 0 sokconv -t jsonl in
		lacks "$out" '"name":"[^"]'
	done
	{ board "$small" && lines '' Two '' $'\xc2\xa0' && board "$D1"; } >in
	try 0 titles in
	lines '' '' | expect_out
	{ board "$small" && lines '' Two $'\xc2\xa0' '' && board "$D1"; } |
		try 0 sokcheck
	printed '^<stdin>:6:1: warning: a line without words is not a title;'
	# Nor is it one from elsewhere.
	try 0 sokconv -f jsonl -t sok <<<'{"title_line":"\u00a0","board":["#####","#@$.#","#####"]}'
	printed $'^Title: \xc2\xa0$'
}

@test "the markup around a board is not a title" {
	for frame in '[code]' '```sokoban' '<pre>' '[CODE]' '</code>' '"""' \
		"'''" '<pre>#####' '[CODE]  ####' '<pre class="a b">' '{{{' \
		'{{{#!text' '}}}' '{code}' '{noformat}' '\begin{verbatim}' \
		'#+BEGIN_EXAMPLE' '<syntaxhighlight lang="text">' '<tt>' '[pre]'; do
		{ lines 'A title' '' "$frame" && board "$small" && lines "$frame"
		} >in
		try 0 titles in
		lines '' | expect_out
	done
	for title in '[1]' '[codes]' '<solution>' '<3' '<pretty wall>' \
		'{code red}' '{{{x}}}' '#+1' '<sources>' \
		'One """' 'Two [/code]'; do
		{ lines "$title" && board "$small"; } >in
		try 0 titles in
		lines "$title" | expect_out
	done
	{ lines '' && board "$small" && lines '' 'Level 2' '```' && board "$two"
	} >in
	try 0 sokcheck in
	printed 'a line without words is not a title'
}

@test "the markup around a board is not a title in long files either" {
	for frame in '{code}' '----{noformat}' '\begin{verbatim}' \
		'#+BEGIN_EXAMPLE' '[pre]' '<tt>' '{{{#!text'; do
		for n in {1..40}; do
			lines "$frame" '' && board "$small" && lines ''
		done >in
		try 0 titles in
		[ -z "$(tr -d '\n' <"$out")" ]
	done
}

@test "a name separated by blank lines from the markup of its board is reported" {
	for frame in '```' '<pre>' '{code}'; do
		{ lines '## One' '' "$frame" && board "$small" &&
			lines "$frame" '' 'Level: 2' '' '' "$frame" &&
			board "$two" && lines "$frame"; } >in
		try 0 sokcheck in
		for line in 3 12; do
			printed "^in:$line:1: .* is not a title; .* with the line above it"
		done
		[ "$(wc -l <"$out")" -eq 2 ]
		# Text of several lines, rules and what is apart is none.
		{ lines 'Two lines' 'of text' '' "$frame" && board "$small" &&
			lines "$frame" '' 'A note' '' ------- && board "$two" &&
			lines '' 'A note' '' "$frame" '' && board "$small"; } |
			try 0 sokcheck
		no_output
	done
}

# ---- doubtful titles

@test "a title underlined by a rule is reported" {
	{ lines One '===' '' && board "$small" && lines '' Two '~~~' '' &&
		board "$D1" && lines '```' '## Three' '```' && board "$small" &&
		lines '```' '' 'A note' '---' '' && board "$D1"; } >in
	try 0 sokcheck in
	for line in 2 9 19; do
		printed "^in:$line:1: warning: a line without words is not a \
title; it was kept as a note .* of the board below \[ambiguous-title\]"
	done
	[ "$(grep -c ambiguous-title "$out")" -eq 3 ]
	unchanged_again in
	# So are one with a colon and one of two lines.
	{ lines 'Level 1: One' '============' '' && board "$small" &&
		lines '' 'Level 2: Two' === && board "$D1" &&
		lines '' 'Level 3' "'Three'" ------- '' && board "$small" &&
		lines 'A note:' -------; } >in
	try 0 sokcheck in
	for line in 2 9 19; do
		printed "^in:$line:1: warning: a line without words is not a title"
	done
	[ "$(grep -c ambiguous-title "$out")" -eq 3 ]
	unchanged_again in
	# Keys, comments and notes of several lines have none below them.
	for line in 'Author: Bob' ':: Bob' $'A note\nby Bob' Comment:; do
		{ board "$small" && lines '' "$line" "${line//?/-}" '' &&
			board "$D1"; } | try 0 sokcheck --disable=unclosed-comment
		no_output
	done
}

@test "a title below a rule or one that continues numbers is reported" {
	{ lines 'Level 1' '' && board "$small" && lines '' ------ 'Level 2' '' &&
		board "$D1" && lines '' 'By Bob' '***' Three '' &&
		board "$small" && lines '' 'Level 4' '' && board "$small" &&
		lines '' 'By Ann' 'Level 5' '' && board "$D1"; } >in
	try 0 sokcheck in
	for line in 8 19 32; do
		printed "^in:$line:1: warning: kept as a note with the line \
above it; only a separate line is the title of the board below \[ambi"
	done
	[ "$(wc -l <"$out")" -eq 3 ]
	unchanged_again in
	# At the start nothing comes before them.
	{ lines 'My levels' 'level 1' '' && board "$small"; } | try 0 sokcheck
	printed '^<stdin>:2:1: warning: kept as a note .*ambiguous-title'
	# What counts from elsewhere is a note.
	{ lines 'Level 1' '' && board "$small" && lines '' 'By Bob' 'Level 3' '' &&
		board "$small" && lines 'Moves' 4 '' && board "$small"; } |
		try 0 sokcheck
	no_output
}

@test "text directly above the next board is reported" {
	{ lines 1 && board "$small" && lines 'Moves: 12' 'Two (by Bob)' &&
		board "$D1" && lines '' ';LEVEL 3' ';AUTHOR A' &&
		board "$small" && lines '' Author:\ A 'Name: 4' &&
		board "$D1"; } >in
	try 0 sokcheck in
	for line in 6 15 21; do
		printed "^in:$line:1: warning: text directly above a board \
belongs to the text or board above it; only a separate line is a title \[amb"
	done
	[ "$(grep -c ambiguous-title "$out")" -eq 3 ]
	unchanged_again in
	# The header may, but for what numbers the first board.
	{ lines 'By Bob' 'in May' && board "$small" && lines '' '; by hand' \
		'of Ann' '' && board "$D1" && lines 'Author: A' 'Date: B' &&
		board "$small"; } | try 0 sokcheck
	no_output
	{ lines 'By Bob' 'Level 1' && board "$small"; } | try 0 sokcheck
	printed '^<stdin>:2:1: warning: text directly above a board .*ambiguous-title'
}

@test "keys above their boards are reported" {
	{ board "$small" && lines '' 'Title: Two' 'Author: A' &&
		board "$D1"; } >in
	try 0 sokcheck in
	printed '^in:6:1: warning: keys belong to the board above them; programs '\
'that split at blank lines give these to the board below \[ambiguous-title\]'
	one_line "$out"
	# These are where they belong.
	{ lines 'Title: All' && board "$small" && lines 'Title: One' &&
		board "$small" && lines '' 'Title: Two' '' && board "$D1"; } |
		try 0 sokcheck
	no_output
	{ board "$small" && lines '' Comment: 'Title: C' Comment-End: &&
		board "$D1"; } | try 0 sokcheck
	no_output
}

@test "titles above their boards, with blank lines on both sides, are reported" {
	{ lines 'By Bob' '' 'Title: One' '' && board "$small" &&
		lines '' 'Author: A' 'Title: Two' '' && board "$D1" &&
		lines 'Author: B' '' 'Title: Three' '' && board "$small" &&
		lines '' R; } >in
	for form in cat crlf cr; do
		case $form in
		cat) cp in it ;;
		crlf) sed 's/$/\r/' in >it ;;
		cr) tr '\n' '\r' <in >it ;;
		esac
		try 0 sokcheck it
		printed '^it:22:1: warning: keys belong to the board above '\
'them, so this last board has no title; .* \[shifted-titles\] \(puzzle 3\)$'
		one_line "$out"
		unchanged_again it
	done
	head -c -1 in | try 0 sokcheck
	one_line "$out"
	for program in sokfmt 'sokconv -t slc'; do
		# shellcheck disable=SC2086 # a program with its option
		try 0 $program in
		said '^in:22:1: warning: .* \[shifted-titles\] \(puzzle 3\)$'
	done
	# They may touch the boards below.
	{ lines 'Title: One' && board "$small" && lines '' 'Title: Two' &&
		board "$D1"; } | try 0 sokcheck --disable=ambiguous-title
	printed '^<stdin>:7:1: warning: .* \[shifted-titles\] \(puzzle 2\)$'
	one_line "$out"
	# What has its own key or line, and what is not apart, is where it belongs.
	for end in $'\nTitle: Last' '; Last' $'\nR\n\nTitle: Last'; do
		{ head -n -2 in && lines "$end"; } >it
		try 0 sokcheck it
		no_output
	done
	{ lines 'Title: All' '' && board "$small" && lines 'Title: One' '' &&
		board "$D1"; } | try 0 sokcheck
	no_output
	{ lines 'Title: All' '' One '' && board "$small" &&
		lines '' 'Title: 1' '' && board "$D1"; } | try 0 sokcheck
	no_output
	{ lines 'Title: All' '' && board "$small" && lines '' 'Title: 1' '' Two \
		'' && board "$D1" && lines '' && board "$small"; } | try 0 sokcheck
	no_output
	{ lines 'Title: All' '' && board "$small"; } | try 0 sokcheck
	no_output
	# It is so from the first board on or not at all.
	{ lines 'Title: All' '' && board "$small" &&
		lines '' $'n\303\266te' 'of one' '' && board "$D1" &&
		lines '' $'n\303\266te' 'of two' '' 'Title: Two' '' &&
		board "$D2"; } | try 0 sokcheck
	no_output
}

@test "repeated keys above boards are reported as shifted" {
	what='so this last board has none; .* \[shifted-titles\]'
	for second in 'Author: A' 'Boxes: 2' 'best MOVES: 9'; do
		{ lines 'A set' '' 'Level: 1' 'Author: A' '' && board "$small" &&
			lines '' Hard '' 'LEVEL: 2' 'Author: B' '' &&
			board "$D1" && lines '' 'Level: 3' 'Author: A' '' &&
			board "$small"; } | sed "s/Author: A/$second/
			s/Author/${second%:*}/" >in
		for way in cat 'sed s/$/\r/'; do
			$way <in >it
			try 0 sokcheck it
			one_line "$out"
			printed "^it:25:1: warning: .*$what \(puzzle 3\)$"
		done
	done
	try 0 sokfmt in
	said "$what"
	# A rule may stand above them.
	for rule in '*****' '-----' ';;'; do
		sed "s/^level:/$rule\n&/I" in | try 0 sokcheck
		printed "$what"
	done
	# The last one has its own, they touch the board above or differ.
	{ cat in && lines '' 'Level: 4'; } | try 0 sokcheck
	no_output
	{ cat in && lines '' R '' 'Level: 4'; } | try 0 sokcheck
	no_output
	sed 's/^LEVEL: 2/Puzzle: 2/' in | try 0 sokcheck
	no_output
	{ lines 'Author: A' 'Date: 3' '' && board "$small" &&
		lines 'Author: B' 'Date: 4' '' && board "$D1"; } | try 0 sokcheck
	no_output
	{ lines 'Author: A' '' && board "$small" && lines '' 'Author: B' '' &&
		board "$D1"; } | try 0 sokcheck
	printed '^<stdin>:7:1: warning: `Author` is read as a key of the board above'
}

@test "titles in comments above boards are reported" {
	{ lines '; Title: One' '; Author: A' && board "$small" &&
		lines '' '; a note' ';title: Two' '; optimal: 3' '' &&
		board "$D1"; } >in
	for way in cat 'sed s/$/\r/'; do
		$way <in >it
		try 0 sokcheck it
		printed '^it:2:1: warning: text directly above a board .*\(puzzle 1\)$'
		printed '^it:9:1: warning: kept as a note with .*\(puzzle 2\)$'
		unchanged_again it
	done
	# The first is that of the collection; notes are none, blocks neither.
	sed 2G in | head -n 6 | try 0 sokcheck
	no_output
	sed 's/[Tt]itle:/Note:/' in | try 0 sokcheck
	no_output
	{ board "$small" && lines '' 'Comment:' '; Title: Two' '; more' \
		'Comment-End:' '' && board "$D1"; } | try 0 sokcheck
	no_output
}

@test "a title at the end of the header is reported if the next continues its number" {
	what='warning: the next title continues the numbering .*\(puzzle 1\)$'
	for first in 'Puzzle 1' '; Puzzle 1' "#1 'Attic'"; do
		for top in '; A set' $'A set\nby Bob'; do
			case $first in
			';'*) top=${top//A/; A} top=${top//by/; by} ;;
			esac
			{ lines "$top" "$first" '' && board "$small" &&
				lines '' "${first/1/2}" '' && board "$D1"; } >in
			try 0 sokcheck in
			printed "$what"
			sokfmt in | try 0 sokcheck
			printed "$what"
		done
	done
	# It stands by itself, does not count, or the board has another title.
	for change in '1G' 's/Puzzle 2/Cellar/' '5aTitle: One' '1d'; do
		{ lines 'A set' 'Puzzle 1' && board "$small" &&
			lines '' 'Puzzle 2' && board "$D1"; } |
			sed "$change" | try 0 sokcheck
		never_printed 'counts on'
	done
}

@test "title keys preceded by blanks or mail quotes are reported" {
	what='kept as a note, because blanks or mail quotes precede the key; .*'
	{ lines One '' && board "$small" && lines 'Author: A' 'Title: Two' '' &&
		board "$D1" && lines '' 'Title: Three'; } >in
	for way in '    ' '> ' '>>'; do
		sed "/[#:]/s/^/$way/" in >it
		try 0 sokcheck it
		printed "^it:7:1: warning: $what \(puzzle 1 \"One\"\)$"
		printed "^it:16:1: warning: $what \(puzzle 2\)$"
		for j in 1 2; do
			sokfmt -j "$j" it | try 0 sokcheck
			printed "^<stdin>:8:1: warning: $what"
		done
	done
	# There is another, it is in a block, or it is no title.
	sed 's/^/  /; 6s/.*/Title: One/; $d' in | try 0 sokcheck
	never_printed 'in front'
	sed 's/^/  /; 6s/.*/Comment:/; 8s/.*/Comment-End:/; $d' in |
		try 0 sokcheck
	never_printed 'in front'
	sed 's/^/  /; s/Title/Titles/' in | try 0 sokcheck
	never_printed 'in front'
	# Nothing stands in front of a key that has no value.
	sed 's/^Title: .*/Title:/' in | try 0 sokcheck
	never_printed 'in front'
}

@test "paragraphs with the same heading above each board are reported" {
	what='begins like the text above the first board; .*'
	what+=' \[shifted-titles\] \(puzzle 1\)'
	for second in Level 'LEVEL 2' '; Level 2' 'No. 2'; do
		{ lines 'A set' '' "${second/2/1}" "'Attic' ; A1" '' &&
			board "$small" && lines '' "$second" "'Shed' ; A2" '' &&
			board "$D1" && lines '' 'Level 3' "'Barn' ; A3" '' \
			"; 4" '' && board "$small"; } >in
		for way in cat 'sed s/$/\r/'; do
			$way <in >it
			try 0 sokcheck it
			printed "^it:11:1: warning: .*$what$"
			try 0 sokfmt -j 2 it
			said "$what"
		done
	done
	# They touch a board, differ, begin with a key or have no other words.
	for change in 9d 12d 's/^No. 2/Yes 2/' 's/^No\./N:/' \
		"s/^'Shed'.*/----/"; do
		sed "$change" in | try 0 sokcheck
		never_printed shifted
	done
}

@test "titles below their boards, with blank lines on both sides, are reported" {
	what='for the boards above, all titles are off by one \[shifted-titles\]'
	for last in '; Three' Three $'Three\n\n'; do
		{ board "$small" && lines '' '; One' '' && board "$D1" &&
			lines '' 'A note' 'on it' '' '; Two' '' && board "$small" &&
			lines '' "$last"; } >in
		try 0 sokcheck in
		one_line "$out"
		printed "^in:19:1: warning: titles .*$what \(puzzle 3"
		try 0 sokfmt in
		said "^in:19:1: warning: .*$what"
		stable
	done
	{ lines 'A set' 'by Bob' '' && board "$small" && lines '' 1 '' &&
		board "$D1" && lines '' 2; } >in
	try 0 sokcheck in
	printed "$what"
	# They may touch both boards.
	{ board "$small" && lines One && board "$D1" && lines Two &&
		board "$small" && lines Three; } >it
	for way in cat 'sed s/$/\r/'; do
		$way <it | try 0 sokcheck
		printed "^<stdin>:12:1: warning: titles .*$what \(puzzle 3"
		one_line "$out"
	done
	sokfmt it | try 0 sokcheck
	printed "$what"
	# No line is below the last, it does not count on, or says more; the first
	# board has a title, a note or a game.
	for end in '' 3 'Bob' 'Title: 2' $'2\n\n3' $'2\nby Bob' $'R\n\n2'; do
		{ head -n -1 in && lines "$end"; } | try 0 sokcheck
		no_output
	done
	for top in 'A set' $'A set\n\n; 0'; do
		{ lines "$top" '' && tail -n +4 in; } | try 0 sokcheck
		no_output
	done
	for note in Note $'Note\n' 'Title: 0' $'\nR'; do
		{ board "$small" && lines "$note" '' 1 '' && board "$D1" &&
			lines '' 2; } | try 0 sokcheck
		never_printed shifted
	done
}

@test "shifted titles are found with any number of jobs" {
	{ lines 'Title: 0' '' && for ((i = 1; i < 4000; i++)); do
		board "$small" && lines '' "Title: $i" ''
	done && board "$small" && lines '' ''; } >in
	for jobs in 1 2 4; do
		try 0 sokcheck -j "$jobs" in
		one_line "$out"
		printed '^in:23997:1: .*\[shifted-titles\] \(puzzle 4000\)$'
	done
	for ((i = 0; i < 4000; i++)); do
		board "$small" && lines '' "$i" ''
	done >in
	for jobs in 1 2 4; do
		try 0 sokcheck -j "$jobs" in
		one_line "$out"
		printed '^in:23995:1: .*\[shifted-titles\] \(puzzle 4000 "3998"\)$'
	done
}

@test "a title with keys in the header above an untitled board is reported" {
	what='the title in the header is not the title of this board'
	for header in $'Title: One\nAuthor: Ann' $'One\nAuthor: Ann' \
		$'Author: Ann\nTitle: One' $'Notes.\n\nOne\nDate: 2001\nAuthor: Ann'; do
		for gap in 0 1; do
			{ lines "$header" && [ $gap = 0 ] || lines ''
				board "$small" && lines '' 'Two' '' && board "$two"; } >in
			row=$(($(grep -n -m 1 '^#' in | cut -d : -f 1)))
			for jobs in 1 2; do
				try 0 sokcheck --duplicates -j "$jobs" in
				one_line "$out"
				printed "^in:$row:1: warning: $what, which has none; the title \
of a board is a separate line above it \[ambiguous-title\] \(puzzle 1\)$"
			done
		done
	done
	for header in 'Title: One' 'Author: Ann' $'Notes.\nOne\nAuthor: Ann' \
		$'Title: All\nAuthor: Ann\n\nOne' $'One\nAuthor: Ann\nLevel: 3' \
		$'Title:\nAuthor: Ann'; do
		{ lines "$header" '' && board "$small"; } | try 0 sokcheck
		no_output
	done
	for below in '; One' 'Title: One'; do
		{ lines 'Title: All' 'Author: Ann' '' && board "$small" &&
			lines "$below"; } | try 0 sokcheck
		no_output
	done
}
