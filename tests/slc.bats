#!/usr/bin/env bats
# SokobanLevels XML: reading and writing, in every character set.

load helper

small='#####/#@$.#/#####'

# level CHARSET ID: an .slc of one level; ID may have escapes.
level() {
	printf '<?xml version="1.0" encoding="%s"?>\n<SokobanLevels>' "$1"
	printf '<LevelCollection><Level Id="%b"><L>#####</L><L>#@$.#</L>' "$2"
	printf '<L>#####</L></Level></LevelCollection></SokobanLevels>\n'
}

@test "XML is read in every single-byte charset" {
	for set in 'windows-1251:\xcf\xf0:Пр' 'KOI8-R:\xf0\xd2:Пр' \
	    'ISO-8859-2:\xa3\xf3d\xbc:Łódź' 'windows-1252:\x80:€'; do
		IFS=: read -r name id title <<<"$set"
		level "$name" "$id" | try 0 sokconv -t xsb
		quiet
		printed "^; $title$"
	done
}

@test "XML in another charset needs --charset" {
	level Shift_JIS '\x91\x71' >in.slc
	try 1 sokconv -t xsb in.slc
	no_output
	said '^in.slc:1:1: error: the charset Shift_JIS is not a single-byte charset.*--charset=Shift_JIS'
	level no-such x | try 1 sokconv -t xsb -
	said '^<stdin>:1:1: error: unknown charset no-such: reading stops here \['
	try 0 sokconv --charset=Shift_JIS -t sok in.slc
	printed '^倉$'
}

@test "the error for invalid bytes in XML suggests --charset" {
	local way='nothing after (this|it) is read; --charset'
	level UTF-8 '\xe9' >in.slc
	try 1 sokconv -t xsb in.slc
	said "^in.slc:2:44: error: not well-formed .*: $way=windows-1252 may decode it \\["
	try 0 sokconv --charset=windows-1252 -t sok in.slc
	printed '^é$'
	level UTF-8 x | sed 's/<L>#@/\xe9&/' | try 1 sokconv -t xsb
	said "error: not well-formed .*: level \"x\" is incomplete .*$way=windows-1252"
	level UTF-16 '\xc3\xa9' >in.slc
	try 1 sokconv -f slc -t xsb in.slc
	said "^in.slc:1:31: error: encoding .* is incorrect: $way=UTF-8 may decode it \\["
	try 0 sokconv --charset=UTF-8 -t sok in.slc
	printed '^é$'
	# Nothing of the kind where the bytes are right.
	level UTF-8 'é<' | try 1 sokconv -t xsb
	never_said charset
}

@test "a byte-order mark overrides the XML declaration" {
	{ printf '\xef\xbb\xbf'; level ISO-8859-1 'é'; } >in.slc
	try 0 sokconv -t sok in.slc
	printed '^é$'
	said '^in.slc:1:1: warning: the byte-order mark of UTF-8 contradicts the declared charset ISO-8859-1: read as UTF-8 \[charset\]'
	one_line "$err"
	{ printf '\xef\xbb\xbf'; level utf-8 'é'; } | try 0 sokconv -t sok
	printed '^é$'
	quiet
}

@test "characters that XML cannot contain are replaced, with a warning" {
	{ board "$small"; printf 'Title: a\001b\357\277\276c\033d & <e> "f"\n'
	  printf 'Author: \344\005\n'; } >in
	for format in slc svg; do
		try 0 sokconv -t $format in
		said 'control characters became U\+FFFD: '$format' cannot hold them \[lossy\]'
		lacks "$out" '[\x01\x05\x1b]|\xef\xbf\xbe'
		LC_ALL=C grep -q $'a\357\277\275b\357\277\275c\357\277\275d &amp; ' \
			"$out"
		grep -q '&lt;e>\|&lt;e&gt;' "$out"
	done
	sokconv -q -t slc in >in.slc
	try 0 sokconv -t sok in.slc
	printed '<e> "f"'
	for format in slc svg; do
		try 1 sokconv --strict -t $format in
		no_output
	done
}

@test "an .slc has only the first header" {
	{ lines 'Author: X' one '' '' && board "$small"; } >first
	{ lines 'Author: Y' 'two lines' here '' Last '' && board "$small"; } >later
	try 0 sokconv -t slc first later
	said ': 3 lines of later headers dropped: slc cannot hold them'
	never_printed 'two lines'
	printed '<LevelCollection Copyright="">'
	printed '<Level Id="" .*Copyright="X">'
	printed '<Level Id="Last" .*Copyright="Y">'
	# Nothing in is a whole file, too.
	try 0 sokconv -t slc /dev/null
	printed '^</SokobanLevels>$'
	stable_slc=$(sokconv -t slc <"$out")
	[ "$stable_slc" = "$(cat "$out")" ]
}

@test "a collection without a title is not named after its file" {
	board "$small" >m.sok
	try 2 sokconv -t slc nonexistent m.sok
	printed '^  <Title></Title>$'
	try 0 sokconv -t slc m.sok
	cp "$out" m.slc
	try 0 sokconv m.slc
	same m.sok "$out"
	# A set needs a name, but not that of what is not there.
	try 2 sokconv -t sokoban3d nonexistent m.sok
	cp "$out" m.rsrc
	try 0 sokconv m.rsrc
	printed '^Collection: m$'
}

@test "the game type of a header is dropped in an .slc, with a warning" {
	for key in 'Game: Multiban' 'Puzzle Type: Hexoban' 'Variant: Trioban'; do
		{ lines "$key" '' '' && board "$small"; } >in
		try 0 sokconv -t slc in
		said 'warning: 1 game type of the header dropped: slc cannot hold it \[lossy\]'
		one_line "$err"
		printed "^$key$"
		try 1 sokconv --strict -t slc in
		no_output
	done
	{ lines 'Game: Sokoban' '' '' && board "$small"; } >in
	try 0 sokconv --strict -t slc in
	quiet
}

# levels TEXT LATE: an .slc of two levels, with TEXT between and LATE after
# them.
levels() {
	local board='<L>#####</L><L>#@$.#</L><L>#####</L></Level>'
	lines '<SokobanLevels><LevelCollection>' "<Level Id=\"1\">$board" "$1" \
		"<Level Id=\"2\">$board" "</LevelCollection>$2" '</SokobanLevels>'
}

@test "text between two levels of an .slc belongs to the level below" {
	levels '<!-- easy --><Foo>hello</Foo>' '' >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:3:14: warning: unknown element <Foo>: its text goes to the level below .*puzzle 2'
	[ "$(tail -n 3 "$out")" = "$(lines ' easy' '' 'Foo: hello')" ]
	levels '' '<Title>Mine</Title><Email>a@b</Email>' >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:5:.*: warning: 2 lines of text after the last level are dropped, from "Title: Mine" on \[lossy\]'
	{ levels '' ''; lines '<!-- solved by Bob -->'; } >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:7:1: warning: text after the last level is dropped: "solved by Bob"'
}

@test "text between levels is joined from any number of XML pieces" {
	levels '   one two &amp; &#116;hree
  <![CDATA[four
five]]> <?x?> six

' '' >in.slc
	lines 'one two & three' '  four' 'five  six' >want
	try 0 sokconv -t sok in.slc
	quiet
	same want <(tail -n 3 "$out")
	for n in $(seq 130820 3 131060); do
		{ printf '<!--%*s-->' "$n" '' && cat in.slc; } >long.slc
		try 0 sokconv -f slc -t sok long.slc
		same want <(tail -n 3 "$out")
	done
}

@test "text of an .slc that begins with > keeps it, in a comment block" {
	lines '<SokobanLevels>' '<Description>&gt; Dear reader' '&gt; hello' \
		'</Description>' '</SokobanLevels>' >in.slc
	try 0 sokconv -t sok in.slc
	lines Comment: '> Dear reader' '> hello' Comment-End: | expect_out
	cp "$out" again
	try 0 sokfmt -q again
	expect_out <again
}

@test "blank lines may precede the XML declaration" {
	{ lines '' ' ' '<?xml version="1.0"?>'; levels '<Foo/>' ''; } >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:6:1: warning: unknown element <Foo>'
}

@test "a loss in the header of another format is not reported for a puzzle" {
	{ lines '<SokobanLevels>' '<Foo>words</Foo>'; levels '' '' | sed 1s/.SokobanLevels.//; } >in.slc
	try 0 sokconv -t sok in.slc
	said '^in.slc:2:1: warning: unknown element <Foo>: its text is kept \[lossy\]$'
	lines '{"header":true,"text":"Ann","colour":"red"}' '{"board":["#####","#@$.#","#####"]}' |
		try 0 sokconv -f jsonl
	said '^<stdin>:1:.*"colour".*\[lossy\]$'
}

@test "an error above the first puzzle of another format is not reported for a puzzle" {
	{ lines '<SokobanLevels>' '<Title>&none;</Title>'; levels '' '' | sed 1s/.SokobanLevels.//; } >in.slc
	try 1 sokconv -t sok in.slc
	said '^in.slc:2:8: error: the entity &none; is not defined \[syntax\]$'
	lines '{"board":7}' '{"board":["#####","#@$.#","#####"]}' | try 1 sokconv -f jsonl
	said '^<stdin>:1:1: error: .* dropped \[syntax\]$'
}

@test "text before an .slc is kept as a note, with a warning" {
	local front='GET packs/cellar.slc'
	{ lines '<?xml version="1.0"?>'; levels '' ''; } >plain.slc
	{ lines "$front" && cat plain.slc; } >in.slc
	try 0 sokconv -t sok in.slc
	same <(lines 'in.slc:1:1: warning: text before the XML is kept as a note [lossy]') \
		"$err"
	printed "^$front\$"
	sed 1,3d "$out" >without
	try 0 sokconv -t sok plain.slc
	same "$out" without
	try 0 sokconv -j 2 -t sok <in.slc
	printed "^$front\$"
}

@test "text before an .slc is located, whatever its line ends" {
	{ printf '\xef\xbb\xbf\r\n  one\rtwo \r\n\r\n \t'; levels '<Foo/>' ''; } >in.slc
	try 0 sokconv -t records in.slc
	said '^in.slc:2:3: warning: text before the XML '
	said '^in.slc:7:1: warning: unknown element <Foo>'
	printed 'one\\ntwo'
}

@test "text before an .slc may not be a board or XML" {
	{ lines '#####' '#@$.#' '#####' ''; levels '' ''; } >in.slc
	try 0 sokconv -t sok in.slc
	quiet
	printed '^<SokobanLevels>'
	{ lines '<!-- words -->' '<?xml version="1.0"?>'; levels '' ''; } >in.slc
	try 1 sokconv -t sok in.slc
	said '^in.slc:2:1: error: .*: nothing after this is read'
	lines words '<SokobanLevels>' more '' '#####' '#@$.#' '#####' >in
	try 0 sokconv -f sok -t sok in
	said ': the output begins like slc: only -f sok reads it as text'
	try 0 sokconv -f sok -t xsb in
	quiet
	cp "$out" in.xsb
	try 0 sokconv -t records in.xsb
	quiet
	printed '5#|#@\$.#|5#'
	{ printf 'a\0b\n'; levels '' ''; } >in.slc
	try 1 sokconv -f slc -t sok in.slc
	said '^in.slc:1:2: error: .*: nothing after this is read'
}

@test "text before an .slc is at most 512 bytes long" {
	local n
	for n in 500 511 512 513 600; do
		{ printf '%*s\n' "$((n - 1))" words; levels '' ''; } >in.slc
		try 0 sokconv -t sok in.slc
		cp "$out" want
		try 0 sokconv -t sok <in.slc
		same want "$out"
	done
	printed '^<SokobanLevels>'
	{ printf '%*s\n' 490 words; levels '' ''; } | try 0 sokconv -t sok
	printed '^words$'
}

@test "the error for a bare ampersand in an .slc suggests &amp;" {
	levels '' '' | sed 's/"2"/"one \& two"/' | try 1 sokconv -t xsb
	said '^<stdin>:4:17: error: not well-formed .*: nothing after this is read; `&` is written `&amp;` \[syntax\]$'
	levels '<Foo>AT&T</Foo>' '' | try 1 sokconv -t xsb
	said '; `&` is written `&amp;` \[syntax\]$'
	levels '' '' | sed 's/<L>#/<L>\x01#/' | try 1 sokconv -t xsb
	never_said '&amp;'
}

@test "an .slc without another copyright uses the author of the puzzle" {
	lines 'Copyright: us' '' $small '' 'Author: Ann' '' '' $small '' \
		'Author: Bob' 'Copyright: Eve' | tr / '\n' | try 0 sokconv -t slc
	printed ' Copyright="Ann">$'
	printed ' Copyright="Eve">$'
	said ': 1 key dropped: slc cannot hold it'
}

@test "a long comment may precede the root of an .slc" {
	{ lines '<?xml version="1.0"?>' '<!--'; many 400 'a licence that is long'
	  lines '-->'; levels '' ''; } >in.slc
	try 0 sokconv -t xsb in.slc
	[ "$(grep -cx '; [12]' "$out")" -eq 2 ]
}

@test "line ends within a row of an .slc begin new rows" {
	lines '<SokobanLevels><LevelCollection><Level Id="1"><L>#####' '#@$.#' \
		'</L><L>' '#####' '</L></Level></LevelCollection></SokobanLevels>' >in.slc
	try 0 sokconv -t sok in.slc
	same <(lines 1 '' '#####' '#@$.#' '#####') "$out"
	sed 's/\$/x/' in.slc >bad.slc
	try 1 sokconv -t sok bad.slc
	said '^bad.slc:2:3: error: level "1": column 3 of row 2 is not a square'
}

@test "the amount of dropped text after the last level is reported" {
	levels '' '<Foo>one</Foo><Foo>two</Foo><Foo>three</Foo>' | try 0 sokconv
	said ': 3 lines of text after the last level are dropped, from "Foo: one" on \[lossy\]'
	levels '' "$(lines '<!--' '' '  one' '-->')" | try 0 sokconv
	said ': text after the last level is dropped: "one" \[lossy\]'
}

# later ATTRIBUTES: an .slc with a level in a second collection that has these
# attributes.
later() {
	local board='<L>#####</L><L>#@$.#</L><L>#####</L></Level>'
	lines '<SokobanLevels><LevelCollection Copyright="first">' \
		"<Level Id=\"1\">$board" '</LevelCollection>' \
		'<LevelCollection Copyright="second">' \
		"<Level Id=\"2\"$1>$board" '</LevelCollection>' '</SokobanLevels>'
}

@test "the copyright of a later collection of an .slc is added to its levels or reported" {
	later '' | try 0 sokconv
	quiet
	printed '^Copyright: second$'
	later ' Copyright="own"' | try 0 sokconv
	said '^<stdin>:4:1: warning: the copyright of a later collection, which no level needs, is dropped: "second" \[lossy\]'
	printed '^Copyright: own$'
	lines '<SokobanLevels><LevelCollection>' "$(later '' | sed -n 2,3p)" \
		'<LevelCollection Copyright="none"/>' '<LevelCollection Copyright="last"/>' \
		'</SokobanLevels>' | try 0 sokconv
	said 'dropped: "none"'
	said 'dropped: "last"'
	later ' Copyright="own"' | sed 's/"second"/""/' | try 0 sokconv
	quiet
}

@test "a second board in a level is located at its rows" {
	{ lines '<SokobanLevels><LevelCollection><Level Id="a">' \
		'<L>#####</L>' '<L>#@$.#</L>' '<L>#####</L>' '' \
		'<L>#####</L>' '<L>#@$.#</L>' '<L>#####</L>' \
		'</Level></LevelCollection></SokobanLevels>'; } >in.slc
	try 0 sokconv in.slc
	expect_err <<<'in.slc:6:4: warning: a second board begins at row 4; they were read as two [glued-boards] (puzzle 1 "a")'
}

@test "a level of one row is a board, even if it is open" {
	lines '<SokobanLevels><LevelCollection><Level Id="a">' \
		'<L>#@$.#</L>' '</Level></LevelCollection></SokobanLevels>' |
		try 1 sokcheck --disable=no-puzzle
	printed '^<stdin>:2:5: error: the player can leave the board here, in row 1, column 2'
}

@test "attributes are recognised in any case, and the first of two wins" {
	for level in 'id="One" width="5"' 'ID="One" HEIGHT="3"' \
		'Id="One" id="Two"'; do
		lines '<SokobanLevels><LevelCollection copyright="Jo">' \
			"<Level $level copyright=\"Al\">" \
			'<L>#####</L><L>#@$.#</L><L>#####</L>' \
			'</Level></LevelCollection></SokobanLevels>' |
			try 0 sokconv
		quiet
		{ lines 'Copyright: Jo' '' '' One '' && board "$small" &&
			lines '' 'Copyright: Al'; } >want
		[[ $level != *Two* ]] ||
			lines '' Comment: 'id: Two' Comment-End: >>want
		same want "$out"
	done
}

@test "known elements of an .slc are read within unknown ones" {
	lines '<SokobanLevels><Foo>words<Title>T</Title>more</Foo>' \
		'<LevelCollection Copyright="A"/><LevelCollection Copyright="B">' \
		'<Level Id="1"><L>#####</L><L>#@$.#</L><L>#####</L></Level>' \
		'</LevelCollection></SokobanLevels>' | try 0 sokconv
	{ lines 'Collection: T' 'Copyright: A, B' '' 'Foo: words' '' more '' '' 1 ''
	  board '#####/#@$.#/#####'; } | expect_out
	said '^<stdin>:1:16: warning: unknown element <Foo>: its text is kept'
	one_line "$err"
}

@test "charset names of other programs are recognised" {
	for name in utf8 UTF_8 Utf8 latin1 LATIN_1 cp1252 CP1252 ascii ASCII; do
		who=Andr$'\xe9'
		case ${name,,} in
		utf*) who=André😀 ;;
		ascii) who=Andre ;;
		esac
		{ lines "<?xml version='1.0' encoding='$name'?>" &&
			lines "<SokobanLevels><LevelCollection Copyright='$who'>" \
				'<Level Id="a"><L>#####</L><L>#@$.#</L><L>#####</L></Level>' \
				'</LevelCollection></SokobanLevels>'; } >in.slc
		try 0 sokcheck --strict in.slc
		no_output
		try 0 sokfmt in.slc
		printed '^Copyright: Andr(e|é)'
	done
}

@test "a game type in the description of an .slc is only text" {
	local board='<L>#####</L><L>#@$.#</L><L>#####</L></Level>'
	for key in 'Game: Hexoban' 'Game: Foo'; do
		lines '<SokobanLevels><Title>T</Title><Description>' "$key" \
			'</Description><LevelCollection><Level Id="1">' \
			"$board</LevelCollection></SokobanLevels>" >in.slc
		try 0 sokcheck --severity=note --strict in.slc
		no_output
		try 0 sokfmt in.slc
		lines 'Collection: T' '' 'Comment:' "$key" 'Comment-End:' '' '' 1 \
			'' '#####' '#@$.#' '#####' | expect_out
	done
	# As text it names no game then either, and an option can.
	cp "$out" again
	try 0 sokcheck --severity=note --strict again
	no_output
	try 1 sokcheck --game=hexoban in.slc
	printed bad-cell
}

# ---- input that two programs read differently

slc() {
	lines '<?xml version="1.0" encoding="ISO-8859-1"?>' \
	'<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">' \
	'<SokobanLevels><Title>T</Title><Description>D</Description>' \
	'<LevelCollection Copyright="C">' "$@" \
	'</LevelCollection></SokobanLevels>'
}

@test "33: an .slc row keeps its leading blanks and its empty rows" {
	slc '<Level Id="A &#x26; B">' '<L>  ###</L>' '<L></L>' '<L>#####</L>' \
	'<L>#@$.#</L>' '<L>#####</L>' '<L></L>' '</Level>' | try 0 sokfmt
	quiet
	sed -n '/^A & B$/,$p' "$out" >level
	{ lines 'A & B' '' && board '  ###/-/#####/#@$.#/#####'; } >want
	same want level
	printed '^Collection: T$'
	printed '^Copyright: C$'
	printed '^D$'
}

@test "33: a byte that ISO-8859-1 does not define is a warning" {
	slc "<Level Id=\"Cura"$'\x87'"ao\">" '<L>#####</L>' '<L>#@$.#</L>' \
	'<L>#####</L>' '</Level>' >in
	try 0 sokcheck in
	printed 'in:[0-9]+:[0-9]+: warning: '
	try 0 sokfmt in
	printed '^Cura.*ao$'
}

@test "33: an invalid square in an .slc row is reported with its level" {
	slc '<Level Id="Good">' '<L>#####</L>' '<L>#@$.#</L>' '<L>#####</L>' \
	'</Level>' '<Level Id="Bad">' '<L>|####</L>' '<L>#@$.#</L>' \
	'<L>#####</L>' '</Level>' | try 1 sokfmt
	said 'error: .*Bad'
	printed '^Good$'
}
