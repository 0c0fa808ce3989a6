#!/usr/bin/env bats
# Exceeding a limit is reported with status 2 in every format; the text around
# it is read, and nothing is cut in the middle of a character.  Lines over the
# limit are in lines.bats.

load helper

level='<L>#####</L><L>#@$.#</L><L>#####</L>'

# slc DESCRIPTION LEVELS: a file of SokobanLevels XML.
slc() {
	printf '%s' '<SokobanLevels><Title>T</Title><Description>' "$1" \
	    '</Description><LevelCollection Copyright="C">' "$2" \
	    '</LevelCollection></SokobanLevels>'
}

# over LIMIT FILE REGEX [OPTION ...]: a file one over the limit is an error.
over() {
	try 2 sokfmt "--limit=$1" "${@:4}" "$2"
	said "^$2:[0-9: ]*error: $3.* \\[limit\\]"
}

@test "a board over the limit is reported in every format" {
	board '#####/#@$.#/#####' >board
	for format in xsb rle slc pusher hir boxoban screens sokoban3d \
	    records jsonl; do
		sokconv -q -t "$format" board >"$format" || [ $? -eq 1 ]
		try 0 sokfmt -f "$format" --limit=side=5 --limit=squares=15 \
		    "$format"
		quiet
		for limit in side={4..1} squares=14 squares=1; do
			over "$limit" "$format" '' -f "$format"
			[ $format != sokoban3d ] || one_line "$err"
			never_printed '^#@\$\.#\|'
		done
	done
}

@test "a board over the limit is kept as a comment if its rows are known" {
	slc D "<Level Id=\"a\">$level</Level>" >in.slc
	over squares=14 in.slc 'a board of 5 x 3 squares'
	printed '^a$'
	lines '{"title":"t","board":["#####","#@$.#","#####"]}' >json
	over side=4 json 'a board of 5 x 3 squares'
	expect_out <<-'EOT'
	Comment:
	t
	#####
	#@$.#
	#####
	Comment-End:
	EOT
}

@test "a title over the limit is cut between characters, not within" {
	slc D "<Level Id=\"$(fill 30)ää\">$level</Level>" >in.slc
	over title=31 in.slc 'text is cut at 31 bytes, the limit `title`'
	printed "^$(fill 30)\$"
	try 2 sokfmt --limit=title=32 in.slc
	printed "^$(fill 30)ä\$"
	try 0 sokfmt --limit=title=34 in.slc
	printed "^$(fill 30)ää\$"
	lines "{\"title\":\"$(fill 9)ä\",\"board\":[\"#####\",\"#@\$.#\",\
\"#####\"]}" >json
	over title=10 json 'a title of 11 bytes is cut at 10'
	printed '^x{9}$'
	try 0 sokfmt --limit=title=11 json
	lines "{\"author\":\"$(fill 12)\",\"board\":[\"#####\",\"#@\$.#\",\
\"#####\"]}" >json
	over title=10 json 'an author of 12 bytes is cut at 10'
	printed '^Author: x{10}$'
}

@test "keys over the title limit survive records and JSON Lines" {
	for key in Author Title; do
		{ board '#####/#@$.#/#####' && lines '' "$key: $(fill 12)"; } >in
		for to in records jsonl; do
			sokconv -t $to in >lines
			try 0 sokfmt --limit=title=10 lines
			expect_out <in
			expect_err </dev/null
		done
	done
}

@test "text over the limit is reported and truncated" {
	slc "$(fill 300)" "<Level Id=\"a\">$level</Level>" >in.slc
	over comment=100 in.slc 'text is cut at 100 bytes, the limit `comment`'
	printed "^$(fill 100)\$"
	printed '^#@\$\.#$'
	try 0 sokfmt --limit=comment=300 in.slc
	# Of attributes and comments there may be many small ones.
	slc D "<Level Id=\"a\">$(for _ in {1..9}; do
	    echo "<!--$(fill 40)-->"; done)$level</Level>" >in.slc
	over comment=100 in.slc 'more text in one place than the limit `comment`'
	try 0 sokfmt --limit=comment=400 in.slc
}

@test "an element with too many attributes ends the reading of an .slc" {
	slc D "<Level Id=\"z\">$level</Level><Level Id=\"a\" B=\"1\" C=\"2\">\
$level</Level>" >in.slc
	try 0 sokfmt --limit=attributes=3 in.slc
	over attributes=2 in.slc 'an XML element with more attributes than the limit `attributes`'
	printed '^z$'
	never_printed '^a$'
}

@test "headers over the limit are dropped, with an error" {
	lines '{"header":true,"text":"0123456789"}' \
	    '{"header":true,"text":"abcdefghij"}' \
	    '{"board":["#####","#@$.#","#####"]}' >json
	over text=15 json 'a header over the limit `text` was dropped'
	grep -q 0123456789 "$out"
	never_printed abcdefghij
	try 0 sokfmt --limit=text=100 json
	printed abcdefghij
}

@test "a trace over the limit is truncated" {
	lines '#######' '#@ $ .#' '#######' '---information---' level:1 \
	    '---trace-data---' rRR >hir
	try 0 sokfmt --limit=moves=3 hir
	over moves=2 hir 'more than 2 moves'
}

@test "a Macintosh set over the limit is not read" {
	board '#####/#@$.#/#####' | sokconv -q -t sokoban3d - >a.set
	over fork=100 a.set 'a Macintosh file of more than 100 bytes, the limit `fork`'
	no_output
}

@test "the findings about one puzzle are limited in number" {
	{ board '#####/#@$.#/#####'
	  yes Comment-End: | head -n 10005; } >in
	try 0 sokcheck in
	[ "$(wc -l <"$out")" -eq 10001 ]
	tail -n 1 "$out" >last
	grep -qxE 'in:10003: warning: 5 more findings after this line are not '\
'listed \[unclosed-comment\] \(puzzle 1\)' last
	try 0 sokfmt in
	[ "$(grep -cx ' Comment-End:' "$out")" -eq 10005 ]
}

@test "a maze name over the limit is kept as text, with an error" {
	{ lines 'Maze: 1234567890123' '' && board 'XXXXX/X@*.X/XXXXX'; } >in
	try 2 sokconv -f pusher -t sok --limit=title=10 in
	{ board '#####/#@$.#/#####' && lines '' 'Maze: 1234567890123'; } |
		expect_out
	said '^in:1:1: error: a title of 13 bytes is over the limit `title`; it was kept as text'
}

@test "findings that are listed do not count as findings left out" {
	{ board '#####/#@$.#/#####'
	  yes 'Comment-End:

Solution ab
rrll
' | head -n 30000; } >in
	try 2 sokfmt --limit=title=3 in
	never_said 'more findings'
	[ "$(wc -l <"$err")" -eq 12000 ]
}

@test "the text limit holds if decoding makes characters longer" {
	{ printf '<?xml version="1.0" encoding="ISO-8859-1"?><SokobanLevels>'
	  printf '<Description>'
	  head -c 300 /dev/zero | tr '\0' '\200'
	  printf '</Description><LevelCollection><Level Id="x">'
	  printf '<L>#####</L><L>#@$.#</L><L>#####</L></Level>'
	  printf '</LevelCollection></SokobanLevels>'; } >in.slc
	try 2 sokfmt --limit=comment=100 in.slc
	said 'text is cut at 100 bytes, the limit `comment` \[limit\]'
	[ "$(wc -c <"$out")" -lt 200 ]
}

@test "a board larger than the default limit can be written" {
	row=$(printf '#%.0s' {1..5000})
	lines "$row" "#@\$.@${row:5}" "$row" >in
	for to in sok xsb rle; do
		try 0 sokconv --limit=side=8000 -t $to in
		[ -s "$out" ]
	done
}

@test "every report format has a place for findings without a puzzle" {
	printf " 44 'Duh!'\n\n'" >in
	for format in text json sarif github junit tap tsv csv; do
		try 2 sokcheck -p -F $format --limit=line=9 in
		said 'read as the collection'
	done
}

@test "sokrle keeps moves over the text limit as text, up to a blank line" {
	{ board '#####/#@$.#/#####'
	  lines '' rrrrrrrrrr llllllllll rrrrrrrrrr llllllllll ''
	  board '#####/#@$.#/#####'; } >in
	try 0 sokrle --limit=text=33 in
	lines '5#|#@$.#|5#' '' 10r10l10r 10l '' '5#|#@$.#|5#' | expect_out
	try 2 sokrle --limit=text=32 in
	{ echo '5#|#@$.#|5#'; sed -n 4,9p in; echo '5#|#@$.#|5#'; } | expect_out
	said '^in:5:1: error: more bytes of moves than the limit `text`; they were kept as text \[limit\]'
	one_line "$err"
}

# A run of blank lines is removed from memory after 65,536 bytes.  Its last line
# end must be kept: otherwise the first row below begins with the bytes that
# remain.
@test "a long run of blank lines over the text limit does not shift a row" {
	{
		printf '%01000d\n' 5
		yes ' ' | head -n 32768
		board '#####/#@$.#/#####'
	} >in
	try 2 sokfmt --limit=text=1000 in
	[ "$(tail -n 3 "$out")" = "$(board '#####/#@$.#/#####')" ]
}

@test "lines over the text limit end in LF, whatever the input used" {
	local row='################################'

	printf '%s\n \n\r\r\n\t\r\r\r\n' $row >in
	try 2 sokfmt --limit=text=32 in
	printf '%s\n\n \n\n\t\n\n' $row | expect_out
}
