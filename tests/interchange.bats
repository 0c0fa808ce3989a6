#!/usr/bin/env bats
# sokconv -t jsoko and -t csv, sokcheck and sokreplay -F csv: the output as
# other programs read it.

# shellcheck disable=SC1003 # a backslash is text
load helper
load conversion

# The parts of a collection that the reader of JSoko finds.  A title or author
# may be anywhere in a line, for the collection above the first board; if a
# puzzle has several, the last one wins.  A solution follows a line with that
# word, in lines made only of letters and run lengths.
jsoko() {
	awk '
		function value(line) { sub(/^[^:]*: */, "", line); return line }
		/^[-#@$.+* _]*[#@$+*][-#@$.+* _]*$/ {
			if (!board)
				n++
			board = 1
			looks = 0
			next
		}
		{ board = 0 }
		looks && /^[lurdLURD()0-9]+$/ {
			solution[n] = solution[n] $0
			found = 1
			next
		}
		looks && (found || $0 != "") { looks = 0 }
		tolower($0) ~ /(title|collection):/ { title[n + 0] = value($0); next }
		tolower($0) ~ /author:/ { author[n + 0] = value($0); next }
		n && tolower($0) ~ /solution name:/ { name[n] = name[n] " " value($0); next }
		n && tolower($0) ~ /solution/ { looks = 1; found = 0; solution[n] = solution[n] " " }
		END {
			for (i = 0; i <= n; i++)
				print i "|" title[i] "|" author[i] "|" solution[i] "|" name[i]
		}'
}

@test "JSoko finds titles, authors and solutions in -t jsoko" {
	{ lines 'Author: Ann' 'Collection: Set' '' Intro '' First '' &&
		board '#######/#@ $ .#/#######' &&
		lines '' 'Author: Bob' '' rRR '' Best '(rR)R' '' \
			'Solution/Moves 3/2' rRR 'Title: a: b' '' 'Snapshot' 'r*R' '' \
			'Lost' 'l' '' '' 'Second' '' &&
		board "$small" && lines '' 'Title: Two' '' '' &&
		board "$small" && lines R; } >in
	try 0 sokconv -t jsoko in
	quiet
	jsoko <"$out" >got
	cat >want <<-'END'
		0|Set|Ann||
		1|First|Bob| rRR (rR)R rRR| Best a: b
		2|Two|||
		3||| R|
	END
	same want got
}

@test "-t jsoko is read back unchanged" {
	collection >in
	sed -i 's/^Solution$/My way/; /^:: raw$/d' in
	try 0 sokconv -t jsoko in
	quiet
	cat >want <<-'END'
		Collection: Demo
		Author: Ann


		#####
		#@$.#
		#####

		Title: First
		A note.

		Author: Bob

		Solution 1/1
		R

		Solution name: My way

		Snapshot
		l*r


		#######
		#@ $ .#
		#######

		Title: Two: second
		Comment:
		Author: no
		Comment-End:
	END
	same want "$out"
	cp "$out" once
	try 0 sokfmt -c once
	try 0 sokconv -t jsoko once
	same once "$out"
	# Boards, titles, authors and moves are those of the input.
	for file in in once; do
		sokreplay -F tsv $file | cut -f 4,7-14 >$file.games
		sokconv -t records -q $file | cut -f 1-4 >$file.records
	done
	same in.games once.games
	same in.records once.records
}

@test "-t jsoko adds counts to bare solution headings" {
	{ lines '; One' '' && board '#######/#@ $ .#/#######' &&
		lines '' Solution rRR '' 'best solution' rRlrR '' Solution/Moves rRR '' \
			'Best Solution/pushes' rlrlrRlrR 'By: me' '' 'Solution 3' rRR '' \
			'Solution 4/2' rRR '' 'Solution' rR '' Solution '[]L[ll]L' '' Snapshot \
			rR; } >in
	try 0 sokconv -t jsoko in
	quiet
	grep -iE 'solution|snapshot' "$out" >got
	lines 'Solution 3/2' 'best solution 5/2' 'Solution/Moves 3/2' \
		'Best Solution/pushes 9/2' 'Solution 3' 'Solution 4/2' Solution Solution \
		Snapshot | same - got
	cp "$out" once
	try 0 sokfmt -c once
	try 0 sokconv -t jsoko once
	same once "$out"
	for file in in once; do
		sokreplay -F tsv "$file" | cut -f 4,7-14 >"$file.games"
	done
	same in.games once.games
}

@test "-t jsoko writes the title key of a game as a line" {
	{ board "$small" && lines '' R '' 'Title: Start' '' r '' 'Title: =: [1]'; } >in
	sed 's/\.#/ .#/' in >far
	try 0 sokconv -t jsoko far
	quiet
	grep -B 1 '^[rR]$' "$out" >got
	lines Start R '' r | same - got
	printed '^Solution name: =: \[1\]$'
}

@test "-t jsoko writes UTF-8" {
	{ printf 'Caf\xe9\n\n' && board "$small" && printf '\nna\xefve\n'; } >in
	try 0 sokconv -t jsoko in
	said 'read as windows-1252'
	iconv -f UTF-8 -t UTF-8 "$out" >/dev/null
	printed '^Title: Café$'
	printed '^naïve$'
	cp "$out" once
	try 0 sokconv -f jsoko -t sok once
}

@test "csv has a header line, and the columns of records as in RFC 4180" {
	{ lines 'Author: Ann' 'Say "hi", you' '' 'A "title", two' '' &&
		board "$small" && lines '' 'one, "1"' two '' 'Sol;ution' R 'x=y'; } >in
	names=id,title,author,board,games,text,source,title_line,game
	try 0 sokconv -t csv in
	expect_err <<<'in:1: warning: 1 line of the header dropped: csv cannot hold it [lossy]'
	{
		printf '%s\r\n' "$names"
		printf '"17CC66887E16DCF3","A ""title"", two","Ann","5#|#@$.#|5#",'
		printf '"Sol\\;ution=R=x\\=y","one, ""1""\ntwo","in:6",,\r\n'
	} | expect_out
	sed 1d "$out" >bare
	try 0 sokconv -q -t csv --no-header in
	same bare "$out"
	# Every row has as many fields; the fields are those of records.
	needs python3
	sokconv -q -t records in | tail -n 1 >records
	python3 - "$out" records <<-'END'
		import csv, sys
		rows = list(csv.reader(open(sys.argv[1], newline=""), strict=True))
		lines = [l.rstrip("\n").split("\t") for l in open(sys.argv[2])]
		assert [len(r) for r in rows] == [9], rows
		assert [r[:5] for r in rows] == [l[:5] for l in lines]
		assert rows[0][5] == lines[0][5].replace("\\n", "\n")
	END
}

@test "csv with known column names is read back" {
	{ lines 'A "title", two' '' && board "$small"
	  lines '' '=one, "1"' '	two\' '' 'Sol;ution' R 'x=y' '' '' Last ''
	  board '######/#@ $.#/######'; } >in
	try 0 sokconv -q -t csv in
	cp "$out" out.csv
	try 0 sokconv out.csv
	quiet
	sokfmt in | cmp - "$out"
	# In any order, with some columns, with other line ends.
	try 0 sokconv -t csv --columns=author,board,title in
	tr -d '\r' <"$out" >some.csv
	try 0 sokconv some.csv
	{ lines 'A "title", two' '' && board "$small" && lines '' '' Last '' &&
		board '######/#@ $.#/######'; } | expect_out
	# Another table is text.
	printf 'name,board\n1,2\n' | try 0 sokconv
	printed '^name,board$'
	{ cat some.csv; lines '"open,"#####|#@$.#|#####"'; } | try 1 sokconv
	said ':4:1: error: a quote without its partner; the line was dropped \[syntax\]'
}

@test "--columns selects columns, including properties" {
	{ lines T '' && board '######/#@ $.#/######' && lines '' rR '' '' &&
		board "$small"; } >in
	try 0 sokconv -t csv --columns=title,width,height,boxes,goals,floor,moves,pushes,mode,verdict in
	{
		printf 'title,width,height,boxes,goals,floor,moves,pushes,mode,verdict\r\n'
		printf '"T",6,3,1,1,4,2,1,"forward","solved"\r\n'
		printf ',5,3,1,1,3,,,,\r\n'
	} | expect_out
	try 2 sokconv -t csv --columns=title,colour in
	said '^sokconv: --columns: `colour` is not one of id, .*, title_line, game, adjoins, width, .*, verdict$'
	try 2 sokconv -t csv --columns=widht in
	said ', verdict; did you mean width\?$'
	try 2 sokconv -t csv "--columns=$(printf 'id,%.0s' {1..64})id" in
	said '^sokconv: --columns has more than 64 names$'
	try 2 sokconv -t sok --columns=title in
	said '--columns and --no-header need --to=csv'
}

@test "-t ids writes the two ids and the position only" {
	{ lines 'Author: Ann' '' T '' && board '######/#@ $.#/######' && lines '' rR
	  lines '' '' Open '' && board '#####/#@$. /#####'; } >in
	try 0 sokconv -q -t ids in
	printf '056141492A1253B7\t624F5740AC64441F\tin:5\n\t\tin:14\n' | expect_out
}

@test "unknown columns and surplus fields of csv are reported" {
	lines title,name,board 'A,x,5#|#@$.#|5#' >named.csv
	try 1 sokconv -f csv -t xsb named.csv
	said 'named.csv:1:1: error: no column is called `name`, or several are; its fields were dropped'
	printed '^; A$'
	printed '^#@\$.#$'
	lines title,board,board 'A,5#|#@$.#|5#,x' >twice.csv
	try 1 sokconv -f csv -t xsb twice.csv
	said 'twice.csv:1:1: error: no column is called `board`'
	printed '^#@\$.#$'
	lines title,board 'A,5#|#@$.#|5#,more' >more.csv
	try 1 sokconv -t xsb more.csv
	said 'more.csv:2:1: error: more fields than columns; the last ones were dropped'
	# Of one column only -f csv says that it is no title.
	board '#####/#@$.#/#####' >one
	sokconv -t csv --columns=board one | try 0 sokconv -f csv
	same one "$out"
}

@test "text after the closing quote of a csv field is kept, and reported once" {
	lines title,board 'A,5#|#@$.#|5#' '"B"tail,"5#|#@$.#|5#"' \
		'"C ""c"""and "more" ,"5#|#@$.#|5#" ' 'D,5#|#@$.#|5#,more' >in.csv
	try 1 sokconv -t records in.csv
	cut -f 2,4 "$out" | diff - <(
		lines $'A\t5#|#@$.#|5#' $'Btail\t5#|#@$.#|5#' \
			$'C "c"and "more"\t5#|#@$.#|5#' $'D\t5#|#@$.#|5#')
	expect_err <<-'END'
		in.csv:3:1: error: text after the closing quote of a field; it was kept as part of the field [syntax] (puzzle 2 "Btail")
		in.csv:4:1: error: text after the closing quote of a field; it was kept as part of the field [syntax] (puzzle 3 "C "c"and "more"")
		in.csv:5:1: error: more fields than columns; the last ones were dropped [syntax] (puzzle 4 "D")
	END
	lines '"title"x,board' 'A,5#|#@$.#|5#' | try 1 sokconv -f csv
	said '^<stdin>:1:1: error: no column is called `title`'
}

@test "a csv field never begins like a formula" {
	{ board "$small" && lines '' 'Author: @SUM(A1)' 'Title: =1+1' '' R; } >-in
	try 0 sokconv -q -t csv -- -in
	printed '"'"'"'=1\+1","'"'"'@SUM\(A1\)","5#.*","'"'"'=R=",'
	printed ',"'"'"'-in:1"'
	lacks "$out" ',"?[=+@\t-]'
	try 0 sokreplay -F csv -- -in
	lacks "$out" '(^|,)"?[=+@\t-]'
	printed "^'-in,"
	printed ",'=1\\+1,"
	# The others are exact.
	try 0 sokreplay -F tsv -- -in
	printed '	=1\+1	'
	try 0 sokconv -q -t records -- -in
	printed '	=1\+1	@SUM'
	try 0 sokconv -q -t jsonl -- -in
	printed '"title":"=1\+1"'
}

@test "csv reports have the columns of tsv reports" {
	{ lines 'A "b", c' '' && board "$small" && lines '' Solution R '' \
		'Solution 3/2' rR; } >in
	try 1 sokreplay -F csv --header in
	{
		printf 'file,line,puzzle,title,game,name,mode,verdict,moves,pushes,lines,changes,sessions,player_lines,finding,detail\r\n'
		printf 'in,8,1,"A ""b"", c",1,Solution,forward,solved,1,1,1,1,1,1,,\r\n'
		printf 'in,11,1,"A ""b"", c",2,Solution 3/2,forward,illegal,1,1,1,1,1,1,illegal-move,move 2 `R` pushes into a wall\r\n'
	} | expect_out
	board '####/#@$./####' >open
	try 1 sokcheck -F csv --header open
	{
		printf 'file,line,column,severity,rule,puzzle,title,message\r\n'
		printf 'open,2,4,error,not-closed,1,,"the player can leave the board here, in row 2, column 4 of the picture"\r\n'
	} | expect_out
	for program in 'sokcheck' 'sokreplay'; do
		$program -F tsv in | wc -l >a || [ $? -eq 1 ]
		$program -F csv in | wc -l >b || [ $? -eq 1 ]
		same a b
	done
}
