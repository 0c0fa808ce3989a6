#!/usr/bin/env bats
# sokcheck: its rules, its options, and the reports for other programs.

load helper

good='######/#@ $.#/######'
open='######/#@ $.#/#/######'
stuck='#######/#  $  #/#@    #/# .   #/#######'

# rules WANT ...: the rules of the findings, notes included, each once and in
# order.
rules() {
	cut -f 5 "$out" | awk '!seen[$0]++' | paste -sd' ' >found
	[ "$(<found)" = "$*" ] || { echo "rules: $(<found)"; show; return 1; }
}

# has_rules ROWS RULE ...: the rules of the findings about a board.
has_rules() {
	board "$1" | sokcheck --exit-zero --severity=note -F tsv >"$out"
	rules "${@:2}"
}

# --- rules

@test "a sound puzzle has no findings" {
	board "$good" | try 0 sokcheck
	no_output
	quiet
}

@test "a board without a player has only the finding no-player" {
	has_rules '######/#  $.#/#/######' no-player
}

@test "several players are an error unless the puzzle is Multiban" {
	has_rules '#######/#@ $.@#/#######' many-players
	board '#######/#@ $.@#/#######' >in
	lines '' 'Game: Multiban' >>in
	try 0 sokcheck in
	no_output
}

@test "an open board has only the finding not-closed" {
	has_rules "$open" not-closed
	has_rules '.#####/#@$.$/#####' not-closed
}

@test "the exit of an open board is located in the file and in the picture" {
	board "$open" | sed 's/^/   /' | try 1 sokcheck
	printed '^<stdin>:3:9: error: .*row 3, column 9 of the picture'
}

@test "a finding in run-length text is at the start of its row" {
	lines '6#|#@ $.#|#|6#' | try 1 sokcheck
	printed '^<stdin>:1:11: error: .*row 3, column 6 of the picture'
}

@test "boxes and goals are counted within reach and in the whole picture" {
	has_rules '######/#@  .#/######' \
		no-boxes box-goal-count unreachable-goal
	has_rules '#########/#@ $.#. #/#########' outside-elements outside-count
	has_rules '#########/#@ $.#$.#/#########' \
		outside-elements outside-box-off-goal
	board '########/#@$ #.##/########' | try 1 sokcheck
	printed '1 box but 0 goals can be reached; 0 boxes and 1 goal are out'
}

@test "a puzzle that starts solved is a note" {
	has_rules '#######/#     #/#@ *  #/#     #/#######' circular
}

@test "a box at a wall without a goal is dead, and its goal stays empty" {
	has_rules "$stuck" dead-box unreachable-goal
}

@test "boxes that block each other are frozen, but not also dead" {
	has_rules '#######/# $$  #/#@ .. #/#     #/#######' \
		frozen-box unreachable-goal
	has_rules '########/#@    #/# $$   #/# $$.. #/#   .. #/########' \
		frozen-box
}

@test "broken row edges and empty rows within a board are reported" {
	has_rules '######/#@ $.#.$/######' \
		outside-elements outside-box-off-goal row-edge
	has_rules '######/-/######/#@ $.#/######' interior-empty-row
}

@test "an unsupported variant gets a note and no other finding" {
	board "$open" >in
	lines '' 'Game: Pukoban' >>in
	try 0 sokcheck --severity=note in
	printed '\[unsupported-variant\]'
	one_line "$out"
	# What the puzzle says is nearer than the header.
	{ lines 'Game: Pukoban' '' && board '#####/#@$.#/#####' &&
		lines '' 'Puzzle Type: Sokomind Plus'; } >in
	try 0 sokcheck --severity=note in
	printed '`Sokomind Plus` are not checked'
	{ lines 'Puzzle Type: Pukoban' '' && board '#####/#@$.#/#####'; } >in
	try 0 sokcheck --severity=note in
	printed '`Pukoban` are not checked'
}

@test "the finding for a board that looks like Hexoban suggests the Game key" {
	board '# # # #/ # @ $/#   . #/ # # #' >in
	try 1 sokcheck in
	printed 'picture; if this is Hexoban, add the line `Game: Hexoban` below the board \[not-closed\]'
	board '# ###/ # @ $/#   . #/ # # #' >in
	try 1 sokcheck in
	never_printed Hexoban
}

@test "an operand without a board is an error, but a warning with -p" {
	lines 'Only words' >in
	try 1 sokcheck in
	printed '^in:1:1: error: .*\[no-puzzle\]$'
	try 1 sokcheck </dev/null
	printed '^<stdin>:1:1: error: .*\[no-puzzle\]$'
	try 0 sokcheck -p in
	said '^in:1:1: warning: .*\[no-puzzle\]$'
	try 1 sokcheck -p --strict in
	said '^in:1:1: error: .*\[no-puzzle\]$'
}

@test "a title used before in the file is a note" {
	for _ in 1 2; do
		lines Twice ''
		board "$good"
		echo
	done >in
	try 0 sokcheck --severity=note in
	printed '^in:9:1: note: the same title as at in:3 \[duplicate-title\]'
	try 0 sokcheck --severity=note in in
	[ "$(grep -c duplicate-title "$out")" -eq 2 ]
}

@test "an independent checker gives the same verdicts on random boards" {
	needs cc
	cc -o naive "$BATS_TEST_DIRNAME/oracle/check.c"
	awk -v n=3000 'BEGIN {
		srand(7)
		for (; n > 0; n--) {
			w = 4 + int(rand() * 5); h = 4 + int(rand() * 4)
			px = 1 + int(rand() * (w - 2))
			py = int(rand() * (h - 2)) + (rand() < .98)
			for (y = 0; y < h; y++) {
				row = ""
				for (x = 0; x < w; x++) {
					c = substr("   -$.*###", 1 + int(rand() * 10), 1)
					if (x == px && y == py)
						c = rand() < .1 ? "+" : "@"
					if (x == 0 || y == 0 || (y == h - 1 && rand() < .98) ||
					    (x == w - 1 && rand() < .95))
						c = "#"
					if (y == h - 1 && x == 0) c = "#"
					row = row c
				}
				printf "%s%s", row, y < h - 1 ? "|" : "\n"
			}
		}
	}' >boards
	./naive <boards | cut -d' ' -f 9 >want
	sed 's/|/\n/g; s/$/\n/' boards >in
	sokcheck --exit-zero --severity=note -F tsv \
		--disable=dead-box,frozen-box,unreachable-goal,row-edge \
		--disable=interior-empty-row in |
		awk -F'\t' -v n="$(wc -l <boards)" '
		!seen[$6, $5]++ { r[$6] = r[$6] (r[$6] == "" ? "" : ",") $5 }
		END { for (i = 1; i <= n; i++) print r[i] == "" ? "-" : r[i] }' >got
	same want got
}

# --- status and choice

@test "warnings fail only with --strict, and nothing fails with --exit-zero" {
	board "$stuck" >in
	try 0 sokcheck in
	try 1 sokcheck --strict in
	try 0 sokcheck --strict --exit-zero in
	board "$open" | try 1 sokcheck
	board "$open" | try 0 sokcheck --exit-zero
	printed not-closed
}

@test "an unreadable operand gives status 2, the others are checked" {
	board "$open" >in
	try 2 sokcheck missing in in/
	printed '^in:3:6: error'
	said '^sokcheck: missing: '
	said '^sokcheck: in/: '
}

@test "an unreadable operand has no findings" {
	try 2 sokcheck missing
	no_output
	one_line "$err"
}

@test "--severity applies to every format, but not to the status" {
	board '######/#@ *  #/######' >in
	for form in text json sarif github junit tap tsv csv; do
		try 0 sokcheck -F "$form" in
		never_printed 'already: a solution'
		try 0 sokcheck -F "$form" --severity=note in
		printed 'already: a solution'
	done
	board "$open" >in
	try 1 sokcheck --severity=error in
	board "$stuck" >in
	try 1 sokcheck --strict --severity=error in
	no_output
}

@test "--enable and --disable select rules by name, in the order of the options" {
	{ board "$stuck" && echo && board "$open"; } >in
	try 0 sokcheck --disable=not-closed in
	never_printed not-closed
	try 0 sokcheck --disable=all --enable=dead-box in
	one_line "$out"
	printed dead-box
	try 0 sokcheck --enable=dead-box --disable=all in
	no_output
	try 1 sokcheck --disable=dead-box,unreachable-goal in
	one_line "$out"
}

@test "an unknown rule, target, format or severity is a usage error" {
	for wrong in --disable=no-such --enable=dead-box,x --explain=x \
	    --target=emacs --format=xml --severity=fatal; do
		try 2 sokcheck "$wrong" </dev/null
		no_output
		said '^sokcheck: '
	done
}

@test "only the selected puzzles are checked" {
	{ board "$open" && echo && board "$good"; } >in
	try 0 sokcheck -s 2 in
	no_output
	try 1 sokcheck -s 1 in
	one_line "$out"
}

@test "--target reports boards that a program cannot load" {
	board '#######################/#@ $                 .#/#######################' >in
	try 0 sokcheck --target=xsokoban,yasc in
	one_line "$out"
	printed '^in:1:1: warning: xsokoban cannot load 23x3 .*\[size-limit\]'
	try 0 sokcheck --target=all in
	one_line "$out"
	try 0 sokcheck in
	no_output
}

@test "boards without a finding for xsokoban can be written for it" {
	{ board '#####/-/#####/#@$.#/#####'; lines '' ''; } >'split'
	try 0 sokcheck --target=xsokoban,ksokoban split
	lines 'split:1:1: warning: ksokoban reads the empty row 2 as the end of the board [size-limit] (puzzle 1)' \
		'split:1:1: warning: xsokoban reads the empty row 2 as the end of the board [size-limit] (puzzle 1)' | expect_out
	for b in '#####/-/#####/#@$.#/#####' '#####/#@$.#/#####/---/###' \
		'#####/#@$.#/#####' '#####/#@$.#/#####/-#/###' \
		' ####/##@.#/#-$-#/#---#/#####' '#####/#@$. /#####' \
		'#####################/#@$.################/#####################'; do
		board "$b" >in
		sokcheck --strict --target=xsokoban in >/dev/null || continue
		try 0 sokconv --strict -t screens in
		quiet
		passed+=x
	done
	[ "$passed" = xxx ]
}

@test "-p --strict --target keeps the puzzles that the program loads" {
	{ lines One '' && board '#####/-/#####/#@$.#/#####' &&
		lines '' '' Two '' && board '#####/#@$.#/#####'; } >in
	try 1 sokcheck -p --strict --target=xsokoban in
	{ lines Two '' && board '#####/#@$.#/#####'; } | expect_out
	try 0 sokcheck -p --target=xsokoban in
	same in "$out"
}

@test "--target reports other reasons than the size, too" {
	board '#######/#     #/#@ *  #/#     #/#######' >in
	try 0 sokcheck --target=ksokoban in
	printed 'ksokoban does not load a puzzle that starts solved'
	board '#########/#@ $.#. #/#########' >in
	try 0 sokcheck --disable=outside-count --target=all in
	[ "$(wc -l <"$out")" -eq 2 ]
}

# --- duplicates

@test "duplicates are reported on request, across all operands" {
	board '#######/#@ $ .#/#######' >one
	board '#######/#. $ @#/#######' >two
	try 0 sokcheck one two
	no_output
	for ask in --duplicates --enable=duplicate-puzzle; do
		try 0 sokcheck $ask one two
		one_line "$out"
		printed '^two:1:1: warning: .* one:1, turned by rotate180 \['
	done
	try 1 sokcheck --duplicates --strict one two
}

@test "a duplicate names the symmetry between the two boards" {
	board '#######/#@ $ .#/#   ###/#####' >one
	for t in rotate90 rotate180 rotate270 flip-h flip-v transpose \
	    anti-transpose; do
		sokfmt --transform=$t one >two
		try 0 sokcheck --duplicates one two
		printed "^two:1:1: .* as at one:1, turned by $t \\["
	done
	cp one two
	try 0 sokcheck --duplicates one two
	printed 'the same board as at one:1 '
}

@test "duplicates include other player positions in the same room, and decoration" {
	board '#######/#@ $ .#/#######' >one
	board '#######/# @$ .#/#######' >two
	try 0 sokcheck --duplicates one two
	printed 'the same puzzle as at one:1, the player elsewhere'
	board '#######*/#@ $ .#/#######' >two
	try 0 sokcheck --duplicates one two
	printed 'the same board as at one:1'
}

@test "boards without an id are compared by their picture" {
	board "$open" >one
	board "$open" >two
	try 1 sokcheck --duplicates --severity=warning one two
	printed '^two:1:1: warning: the same picture as at one:1 '
	board "$good" >two
	try 1 sokcheck --duplicates one two
	never_printed duplicate-puzzle
}

@test "a thousand different puzzles are not duplicates, but their copies are" {
	awk 'BEGIN { for (i = 1; i <= 1000; i++) {
		s = sprintf("%*s", i % 40, ""); t = sprintf("%*s", i / 40, "")
		w = sprintf("%*s", length(s t) + 5, ""); gsub(/ /, "#", w)
		print w; print "#@" s "$" t ".#"; print w; print "" } }' >in
	try 0 sokcheck --duplicates in
	no_output
	try 0 sokcheck --duplicates in in
	[ "$(wc -l <"$out")" -eq 1000 ]
}

# --- filter

@test "-p writes the puzzles without errors, and their text" {
	{ lines 'Collection: C' '' Good '' && board "$good" &&
		lines '' 'Author: A' '' Open '' && board "$open" &&
		lines '' Stuck '' && board "$stuck"; } >in
	try 1 sokcheck -p in
	{ lines 'Collection: C' '' '' Good '' && board "$good" &&
		lines '' 'Author: A' '' '' Stuck '' &&
		board "$stuck"; } >want
	same want "$out"
	said '^in:15:6: error: .*\[not-closed\] \(puzzle 2 "Open"\)$'
	said 'dead-box'
}

@test "-p -q shows errors only, with the same output" {
	{ lines 'Note:' '' && board "$good" && lines '' '' && board "$open"; } >in
	try 1 sokcheck -p in
	said ambiguous-title
	mv "$out" want
	try 1 sokcheck -p -q in
	same want "$out"
	said not-closed
	never_said ambiguous-title
	try 1 sokcheck -q in
	printed ambiguous-title
}

@test "characters missing in the output charset are reported for the output file" {
	{ lines $'caf\xc3\xa9' '' && board "$good" &&
		lines '' Solution '' rR; } >in
	for program in sokcheck sokreplay; do
		try 0 $program -p --to-charset=ascii in
		said '^<stdout>: warning: 1 character written as .*\[charset\]$'
		try 0 $program -p --to-charset=ascii -o made in
		said '^made: warning: 1 character written as '
		for form in json sarif github junit tap tsv csv; do
			try 0 $program -p --to-charset=ascii -F $form -o made in
			said made
			said 'ascii does not have it'
		done
		try 0 $program -p --to-charset=ascii -F junit in
		command -v xmllint >xml || continue
		xmllint --noout "$err"
		grep -q '<testsuite name="&lt;stdout&gt;" tests="1"' "$err"
	done
}

@test "-p -F writes the report to standard error" {
	{ board "$good" && echo && board "$open"; } >in
	try 1 sokcheck -p -F json in
	board "$good" | expect_out
	said '^\{"message":'
}

# --- baseline

@test "a baseline accepts its findings, even if the puzzles move" {
	{ board "$stuck" && lines '' x y '' && board "$open"; } >in
	try 0 sokcheck --write-baseline=base in
	no_output
	quiet
	try 0 sokcheck --baseline=base --strict in
	no_output
	{ board "$open" && lines '' z '' && board "$good" && echo &&
		board "$stuck"; } >moved
	try 0 sokcheck --baseline=base --strict moved
	no_output
	try 1 sokcheck --baseline=base --strict in moved
	cp "$out" twice
	try 1 sokcheck moved
	same "$out" twice
}

@test "a baseline is sorted text, and depends only on the findings" {
	{ board "$stuck" && lines '' x y '' && board "$open" && echo &&
		board "$stuck"; } >in
	lines text >none
	try 0 sokcheck --write-baseline=base in none
	try 0 sokcheck --write-baseline=again none in
	same base again
	expect_out <<-EOT
	EOT
	grep -v '^#' base >body
	LC_ALL=C sort -c body
	awk -F'\t' 'NF != 3 || $3 !~ /^[0-9]+$/ { exit 1 }' body
	grep -qE $'^dead-box\t[0-9A-F]{16}\t2$' body
	grep -qE $'^not-closed\t[0-9A-F]{16}\t1$' body
	grep -qE $'^no-puzzle\tnone\t1$' body
}

@test "a missing or malformed baseline gives status 2" {
	board "$good" >in
	try 2 sokcheck --baseline=missing in
	said '^sokcheck: missing: '
	lines 'dead-box 12' >base
	try 2 sokcheck --baseline=base in
	said '^sokcheck: base:1: '
}

@test "a baseline can be written to standard output" {
	board "$open" | try 0 sokcheck --write-baseline=base
	board "$open" | try 0 sokcheck --write-baseline=-
	same base "$out"
	[ ! -e ./- ]
	board "$open" | try 2 sokcheck -p --write-baseline=-
	board "$open" | try 2 sokcheck -F tap --write-baseline=-
}

@test "a baseline never accepts a limit" {
	lines '9(9(9(9(9(9(9(9(9(r)))))))))' >bomb
	try 2 sokcheck --write-baseline=base bomb
	printed '\[limit\]'
	[ ! -e base ]
	try 2 sokcheck --write-baseline=- bomb
	never_printed '^limit'
	said '\[limit\]'
	printf 'limit\tbomb\t9\n' >base
	try 2 sokcheck --baseline=base bomb
	printed '\[limit\]'
}

@test "binary input is always reported, and a baseline never accepts it" {
	hex >elf <<<'7f45 4c46 0201 0100 0000 0000 0000 0000'
	what='^elf:1:1: error: this is binary and was not read; .* \[binary\]$'
	for option in --write-baseline=base --disable=all --severity=error -j2; do
		try 2 sokcheck "$option" elf elf
		printed "$what"
		try 2 sokreplay "$option" elf elf
		printed "$what"
		[ ! -e base ]
	done
	printf 'binary\telf\t9\n' >base
	try 2 sokcheck --baseline=base elf
	printed "$what"
	try 2 sokcheck --disable=binary elf
	no_output
	said '^sokcheck: --disable: `binary` is always reported$'
	try 2 sokcheck -o report elf
	said "$what"
	[ ! -e report ]
}

@test "a baseline in a missing folder gives status 2" {
	board "$open" | try 2 sokcheck --write-baseline=no/base
	said '^sokcheck: no/base: '
}

@test "after an error, a baseline and the file of -o are left unchanged" {
	board "$open" >in
	board "$good" >good
	try 0 sokcheck --write-baseline=base in
	cp base before
	try 2 sokcheck --write-baseline=base missing good
	said '^sokcheck: missing: '
	said '^sokcheck: base: not written$'
	same before base
	lines '9999999#|#@ $.#|6#' >bomb
	try 2 sokcheck --write-baseline=none good bomb
	said '^sokcheck: none: not written$'
	[ ! -e none ]
}

@test "a limit is reported on standard error if the report is not written" {
	lines '9999999#|#@ $.#|6#' >bomb
	for form in text junit; do
		for run in sokcheck sokreplay; do
			for jobs in 1 2; do
				try 2 "$run" -q -F "$form" -j "$jobs" -o report bomb
				said '^bomb:1:.* error: .* \[limit\]'
				no_output
				[ ! -e report ]
			done
		done
	done
	try 2 sokcheck bomb
	quiet
}

# --- reports

# form STATUS FORMAT: the report on one hostile file equals the reviewed one.
form() {
	try "$1" sokcheck -F "$2" --stdin-name='a%,:b.sok' --duplicates \
		--severity=note --target=sokoban3d <"$cases/check.in"
	if [ -n "${UPDATE-}" ]; then keep "$out" "$cases/check-$2.out"; fi
	golden_same "$cases/check-$2.out" "$out"
	quiet
	# Nothing of the input controls a terminal or a log.
	lacks "$out" '[\x01-\x08\x0b-\x1f\x7f]|\xe2\x80\xae'
}

@test "text reports have one line per finding" {
	form 1 text
}

@test "json reports have one object per line, with the fields of rdjsonl" {
	form 1 json
	needs jq
	jq -e '.message and .location.path == "a%,:b.sok" and
		.location.range.start.line > 0 and
		(.severity | test("^(ERROR|WARNING|INFO)$")) and
		.source.name == "sokcheck" and .code.value and
		(has("puzzle") and has("title") and has("id"))' "$out" >all
	lacks all '^(?!true$)'
}

@test "sarif reports list every rule and satisfy SARIF 2.1.0" {
	form 1 sarif
	command -v jq || skip 'no jq'
	jq -e '.version == "2.1.0" and (.runs | length) == 1' "$out"
	jq -r '.runs[0].tool.driver.rules[].id' "$out" | sort >listed
	sokcheck --list-rules | awk '{ print $1 }' | sort >table
	same table listed
	jq -e '.runs[0] as $run | [$run.results[] |
		.ruleId == $run.tool.driver.rules[.ruleIndex].id and
		(.level | test("^(error|warning|note)$")) and .message.text and
		.locations[0].physicalLocation.artifactLocation.uri ==
			"a%25%2C%3Ab.sok" and
		.locations[0].physicalLocation.region.startLine > 0 and
		(.partialFingerprints | length) > 0] | all' "$out"
	jq -r '.runs[0].results[].partialFingerprints[]' "$out" | sort >prints
	sort -u prints >different
	same prints different
}

@test "braces in the input are escaped in sarif messages" {
	lines '<SokobanLevels><LevelCollection><Level Id="{0} }"><L>#?#</L>' \
		'</Level></LevelCollection></SokobanLevels>' >in
	try 1 sokcheck -F sarif in
	printed '"text":"level \\"\{\{0\}\} \}\}\\": column 2'
	try 1 sokcheck in
	printed ': error: level "\{0\} \}": column 2'
}

@test "sarif reports list the rules of every input format" {
	board '#####/#@$.#/#####/---saved-image---/#####/#@$.#/#####/---information---/status:completed/---trace-data---/R' >in
	try 0 sokcheck -F sarif in
	command -v jq || skip 'no jq'
	jq -e '.runs[0] as $run | [$run.results[] |
		.ruleId == $run.tool.driver.rules[.ruleIndex].id] == [true]' \
		"$out"
}

@test "github reports contain only workflow commands of sokcheck" {
	form 1 github
	lacks "$out" '^(?!::(error|warning|notice) file=a%25%2C%3Ab\.sok,line=[0-9]+,col=[0-9]+,title=[a-z0-9-]+::)'
}

@test "junit reports have one case per puzzle, and count the failures" {
	form 1 junit
	command -v xmllint || skip 'no xmllint'
	xmllint --noout "$out"
	[ "$(xmllint --xpath 'string(//testsuite/@tests)' "$out")" = \
		"$(xmllint --xpath 'count(//testcase)' "$out")" ]
	[ "$(xmllint --xpath 'string(//testsuite/@failures)' "$out")" = \
		"$(xmllint --xpath 'count(//testcase[failure])' "$out")" ]
	grep -B1 '<failure' "$out" >before
	lacks before system-out
}

@test "noncharacters of XML are escaped in junit and text reports" {
	{ lines $'T\xef\xbf\xbe\xef\xbf\xbf' '' && board "$stuck"; } >in
	try 0 sokcheck in
	printed '"T\\u\{fffe}\\u\{ffff}"'
	try 0 sokcheck -F junit in
	printed '&quot;T\\u\{fffe}\\u\{ffff}&quot;'
	command -v xmllint || skip 'no xmllint'
	xmllint --noout "$out"
}

@test "tap reports have one test point per puzzle, and a plan" {
	form 1 tap
	points=$(grep -cE '^(not )?ok [0-9]+ - ' "$out")
	printed "^1\\.\\.$points\$"
	grep -oE '^(not )?ok [0-9]+' "$out" | grep -oE '[0-9]+$' >numbers
	seq "$points" >want
	same want numbers
}

@test "tsv reports have eight columns" {
	form 1 tsv
	awk -F'\t' 'NF != 8 { exit 1 }' "$out"
	try 1 sokcheck -F tsv --header <"$cases/check.in"
	head -n 1 "$out" >"$out.1"
	printf 'file\tline\tcolumn\tseverity\trule\tpuzzle\ttitle\tmessage\n' >want
	same want "$out.1"
}

@test "a title is decoded as a whole in every report format" {
	long=$(printf '%0130d' 0)
	{ lines $'caf\xc3\xa9 \\ b\xff' '' && board "$stuck"; } >in
	for form in text json sarif github junit tap; do
		try 0 sokcheck -F $form in
		printed $'caf\xc3\x83\xc2\xa9 \\\\+ b\xc3\xbf'
	done
	try 0 sokcheck -F tsv in
	printed $'\tcaf\xc3\x83\xc2\xa9 \\\\\\\\ b\xc3\xbf\t'
	{ lines $'caf\xc3\xa9 '"$long"$'\xff' '' && board "$stuck"; } >in
	try 0 sokcheck in
	printed $'"caf\xc3\x83\xc2\xa9 0+\.\.\."'
}

@test "a report is well-formed without findings and without input" {
	board "$good" >in
	for form in text json github tsv; do
		try 0 sokcheck -F $form in
		no_output
	done
	try 0 sokcheck -F tap in
	lines 'TAP version 13' 'ok 1 - in:1: puzzle 1' 1..1 | expect_out
	try 0 sokcheck -F junit in
	printed '<testcase classname="in" name="puzzle 1"/>'
	try 0 sokcheck -F sarif in
	printed '"results":\[\]'
	for form in tap junit sarif; do
		try 2 sokcheck -F $form missing
		[ -s "$out" ]
	done
}

# Two levels with invalid rows, between puzzles of two files.
strays() {
	board '#####/#@$ #/#####' >nog.sok
	cat >bad.slc <<-'EOT'
		<SokobanLevels><LevelCollection>
		<Level Id="8"><L>A####</L><L>#@$.#</L><L>#####</L></Level>
		<Level Id="9"><L>B####</L><L>#@$.#</L><L>#####</L></Level>
		</LevelCollection></SokobanLevels>
	EOT
}

@test "a finding outside a puzzle names no puzzle in any report format" {
	strays
	for program in sokcheck sokreplay; do
		for form in text json sarif github junit tap tsv csv; do
			try 1 $program -F $form nog.sok bad.slc
			printed 'column 1 of row 1 is not a square'
			never_printed '[Pp]uzzle"?[: ]+0'
		done
		try 1 $program -F json nog.sok bad.slc
		grep '"syntax"' "$out" >found
		[ "$(wc -l <found)" -eq 2 ]
		lacks found '"(puzzle|title|id)"'
		try 1 $program -F tap nog.sok bad.slc
		printed '^not ok [0-9]+ - bad.slc$'
		never_printed '^(not )?ok [0-9]+ - bad.slc:'
	done
	try 1 sokcheck -F sarif nog.sok bad.slc
	printed '"syntax:bad.slc:1"'
	printed '"syntax:bad.slc:2"'
	try 1 sokcheck --summary bad.slc
	said '^0 puzzles in 1 file: '
}

@test "a baseline identifies a finding outside a puzzle by its file" {
	strays
	try 0 sokcheck --write-baseline=base nog.sok bad.slc
	grep -q $'^syntax\tbad.slc\t2$' base
}

@test "--summary writes to standard error" {
	{ board "$stuck" && echo && board "$open"; } >in
	try 1 sokcheck --summary in
	printed not-closed
	expect_err <<-EOT
	not-closed            error           1
	dead-box              warning         1
	unreachable-goal      warning         1
	2 puzzles in 1 file: 1 error, 2 warnings, 0 notes
	EOT
}

@test "--summary counts the effective severities" {
	try 1 sokcheck --strict --summary /dev/null
	expect_err <<-EOT
	no-puzzle             error           1
	0 puzzles in 1 file: 1 error, 0 warnings, 0 notes
	EOT
}

# --- the table of rules

@test "--list-rules and --explain write to the file of -o" {
	for option in --list-rules --explain=bom; do
		sokcheck $option >want
		try 0 sokcheck $option -o after
		no_output
		same want after
		try 0 sokcheck -o before $option
		same want before
		try 2 sokcheck $option --no-such-option
		no_output
	done
}

@test "--explain explains every rule, with an example" {
	sokcheck --list-rules | awk '{ print $1 }' >table
	[ "$(wc -l <table)" -gt 30 ]
	for rule in $(<table) illegal-move no-solution; do
		try 0 sokcheck --explain="$rule"
		printed "^$rule \\((error|warning|note)\\): "
		printed '^Found in:$'
		printed '^Not in:$'
		awk 'length > 79 { exit 1 }' "$out"
	done
}

@test "sokcheck(1) and --list-rules describe every rule alike" {
	man=$BATS_TEST_DIRNAME/../man/sokcheck.1
	[ -e "$man" ] || skip 'no manual here'
	sokcheck --list-rules | sed -E 's/^([^ ]+) +([a-z]+) +/\1 \2 /' |
		while read -r name severity summary; do
			lines ".It Cm $name Pq $severity" "$summary."
		done | sed 's/`/\\(ga/g; s/--/\\-\\-/' >table
	sed -n '/^\.Ss Rules/,/^\.El/p' "$man" |
		sed -n '/^\.It Cm/{p;n;p;}' >manual
	tr '[:upper:]' '[:lower:]' <manual >manual.low
	tr '[:upper:]' '[:lower:]' <table >table.low
	same table.low manual.low
}

@test "a limit is reported even if disabled" {
	board '#####/#@$.#/#####' >in
	try 2 sokcheck --disable=all --limit=side=4 in
	printed '\[limit\]'
	try 2 sokcheck --disable=not-closed,limit in
	no_output
	said '^sokcheck: --disable: `limit` is always reported$'
}

@test "bad run-length text in the header is not a finding of the first puzzle" {
	{ lines Head '3#|5#)' '' && board "$good"; } >in
	try 1 sokcheck -p in
	{ lines Head '3#|5#)' '' '' && board "$good"; } | expect_out
	try 1 sokcheck -F tap in
	printed '^ok 1 - in:4: puzzle 1$'
	printed '^not ok 2 - in$'
}

@test "findings in rows with TABs are at the start of their rows" {
	printf '\t######\n\t#$ .@#\n\t#    #\n\t######\n' >in
	try 0 sokcheck in
	printed '^in:2:1: warning: .*\[frozen-box\]'
	never_printed ':1[0-9]:'
	printf '#####\n#@$. \t\n#####\n' | try 1 sokcheck
	printed '^<stdin>:2:5: error: '
}

@test "identical puzzles have different fingerprints" {
	{ board '######/#@ $ #/######' && lines '' &&
		board '######/#@ $ #/######'; } >in
	try 1 sokcheck -F sarif --severity=error in
	[ "$(grep -o '"partialFingerprints":{[^}]*}' "$out" | sort -u |
		wc -l)" -eq 2 ]
}

@test "a finding fails the run even if --severity hides it" {
	board '#####/#@$.#$./#####' >in
	try 1 sokcheck --strict --severity=error in
	no_output
	try 1 sokcheck --strict --severity=error -F tap in
	printed '^not ok 1 '
	try 1 sokcheck --strict --severity=error -F junit in
	printed 'failures="1"'
	printed '<failure message='
	printf '\xef\xbb\xbfNo board\n' >in
	try 1 sokcheck --strict --severity=error --disable=no-puzzle -F tap in
	printed '^not ok 1 - in$'
	try 1 sokcheck --strict --severity=error --disable=no-puzzle \
		-F junit in
	printed 'failures="1"'
	printed '<failure message='
}

@test "findings about a whole file have no column" {
	printf '######\r\n#@ $.#\n######\n' >in
	try 0 sokcheck -F junit in
	printed '^<system-out>in:2: warning: '
}

@test "a baseline may have CRLF line ends" {
	board "$open" >in
	try 0 sokcheck --write-baseline=known in
	sed 's/$/\r/' known >crlf
	try 0 sokcheck --baseline=crlf in
	no_output
}

@test "--stats counts puzzles, boards, boxes, titles, authors and solutions" {
	{ lines 'Author: Eve' '' '' One '' && board '#####/#@$.#/#####' &&
		lines '' Solution R '' Snapshot R '' Two '' &&
		board '######/#@$ .#/######' && lines '' 'Author: Adam'; } >in
	lines '12#|#@2$2.5-#|12#' >wide
	try 0 sokcheck --stats in wide
	expect_out <<-'EOT'
	files                            2
	puzzles                          3
	boards                           3
	boards up to 10                  2
	boards up to 20                  1
	boards up to 32                  0
	boards up to 50                  0
	boards larger                    0
	min width                        5
	max width                       12
	min height                       3
	max height                       3
	boxes                            4
	min boxes                        1
	max boxes                        2
	different titles                 2
	puzzles without title            1
	different authors                2
	puzzles without author           1
	games                            2
	solutions                        1
	puzzles with solution            1
	EOT
	quiet
	cp "$out" text
	try 0 sokcheck -j 2 -F tsv --header --stats in wide
	cp "$out" tsv
	{ lines 'name	value' && sed 's/  *\([0-9]*\)$/	\1/; y/ /_/' text
	  lines 'frozen-box	2'; } | expect_out
	try 0 sokcheck -F csv --stats --enable=all in wide
	grep -v '^frozen-box' tsv | tr '\t' , | sed 's/$/\r/' | tail -n +2 |
		expect_out
	try 0 sokcheck -F json --stats <in
	printed '^\{"files":1,"puzzles":2,.*,"puzzles_with_solution":1\}$'
}

@test "--stats prints no findings, but reports unread input" {
	board '#####/#@$ #/#####' >bad
	try 0 sokcheck --stats bad
	quiet
	never_printed 'box-goal-count'
	printf 'x\0y\0\1\2\3' >binary
	try 2 sokcheck --stats binary bad
	said '\[binary\]'
	grep -qx 'files                            2' "$out"
	for options in -p --write-baseline=-; do
		try 2 sokcheck --stats $options bad
		said '^sokcheck: --stats cannot be combined with other output'
	done
	try 2 sokcheck --stats -F tap bad
	said '^sokcheck: --stats needs -F text, json, tsv or csv'
}

@test "--show prints the rows around a square, and marks it" {
	{ lines Foo '' && board '  #####/  #@$ #/  #  .#/  #$  #/  #####'; } >in
	lines '     3 | #####' '     4 | #@$ #' '       |   ^' \
		'     5 | #  .#' '     6 | #$  #' >want
	for j in 1 2; do
		try 1 sokcheck --duplicates --show -j $j in
		grep -A 5 '^in:4:5: warning: .*dead-box' "$out" | tail -n 5 |
			diff want -
		try 1 sokcheck --duplicates -p --show -j $j in
		grep -A 5 '^in:4:5: warning: .*dead-box' "$err" | tail -n 5 |
			diff want -
	done
	try 1 sokcheck --show --color=always in
	printed $'^       \\|   \033\\[1;32m\\^\033\\[0m$'
	# A row of run-length text has no column, and one line may have all.
	lines '5#|#@$-#|#2-.#|#$2-#|5#' >rle
	try 1 sokcheck --show rle
	grep -A 3 'dead-box' "$out" | tail -n 3 >got
	lines '     1 > #####' '     1 | #@$ #' '     1 | #  .#' | diff - got
	try 2 sokcheck --show -F tsv in
	said -- '--show needs -F text'
	try 2 sokreplay --show -F json in
	# Findings without a square have nothing below them.
	lines text >none
	try 1 sokcheck --show none
	one_line "$out"
}

@test "--show cuts a long row around its square" {
	{ printf '#%.0s' {1..200} && echo
	  printf '#%197s@#\n' '' && printf '#%100s$%96s.#\n' '' ''
	  printf '#$%197s#\n' ''
	  printf '#%.0s' {1..200} && echo; } >wide
	try 1 sokcheck --show wide
	grep -A 4 '^wide:4:2: ' "$out" >got
	grep -qE '^     4 \| #\$ *\.\.\.$' got
	grep -qE '^       \|  \^$' got
	grep -E '^ +[0-9]* [|>]' "$out" >shown
	[ "$(wc -L <shown)" -le $((9 + 72 + 6)) ]
}
