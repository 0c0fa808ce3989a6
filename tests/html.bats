#!/usr/bin/env bats
# sokconv -t html: what stands on the page, without a browser (tests/browser
# looks at it with one).

load helper
load conversion

# The puzzles of the page on stdin, without the style, tiles and script.
puzzles() {
	sed -n '/^<header>/,/^<\/main>/p'
}

# The text of the only element of a name: element style page.
element() {
	awk -v name="$1" '
		{ text = text $0 "\n" }
		END {
			from = index(text, "<" name ">") + length(name) + 2
			text = substr(text, from)
			printf "%s", substr(text, 1, index(text, "</" name ">") - 1)
		}' "$2"
}

@test "a page has everything that the collection says" {
	collection | try 0 sokconv -t html
	said '^<stdout>: note: 1 remark dropped: html cannot hold it \[lossy\]$'
	one_line "$err"
	puzzles <"$out" >page
	cat >want <<-'END'
		<header>
		<h1 dir="auto">Demo</h1>
		<p class="author" dir="auto">Ann</p>
		</header>
		<main>
		<article class="puzzle">
		<h2 dir="auto">First</h2>
		<p class="author" dir="auto">Bob</p>
		<svg role="img" aria-label="Board, 5 by 3, 1 box" viewBox="0 0 5 3" width="160">
		<path class="floors" fill="url(#floors)" d="M1 1h3v1H1z"/>
		<path class="walls" fill="url(#walls)" d="M0 0h5v1H0zM0 1h1v1H0zM4 1h1v1H4zM0 2h5v1H0z"/>
		<path class="goals" fill="url(#goals)" d="M3 1h1v1H3z"/>
		<path class="boxes" fill="url(#boxes)" d="M2 1h1v1H2z"/>
		<path class="players" fill="url(#players)" d="M1 1h1v1H1z"/>
		</svg>
		<p class="facts">5 × 3, 1 box</p>
		<p class="notes" dir="auto">A note.</p>
		<section class="game" data-verdict="solved">
		<h3 dir="auto">Solution</h3>
		<p class="verdict">Solved in 1 move, 1 push</p>
		<details><summary>Show the moves</summary><code>R</code></details>
		</section>
		<section class="game" data-verdict="illegal" data-moves="">
		<h3 dir="auto">Snapshot</h3>
		<p class="verdict">Stops at move 1: walks into a wall</p>
		<details><summary>Show the moves</summary><code>l*r</code></details>
		</section>
		</article>
		<article class="puzzle">
		<h2 dir="auto">Two: second</h2>
		<svg role="img" aria-label="Board, 7 by 3, 1 box" viewBox="0 0 7 3" width="224">
		<path class="floors" fill="url(#floors)" d="M1 1h5v1H1z"/>
		<path class="walls" fill="url(#walls)" d="M0 0h7v1H0zM0 1h1v1H0zM6 1h1v1H6zM0 2h7v1H0z"/>
		<path class="goals" fill="url(#goals)" d="M5 1h1v1H5z"/>
		<path class="boxes" fill="url(#boxes)" d="M3 1h1v1H3z"/>
		<path class="players" fill="url(#players)" d="M1 1h1v1H1z"/>
		</svg>
		<p class="facts">7 × 3, 1 box</p>
		<p class="notes" dir="auto">Author: no</p>
		</article>
		</main>
	END
	same want page
}

@test "the policy of a page names its style and its script, and nothing else" {
	collection | sokconv -q -t html >page
	for name in style script; do
		element $name page >text
		[ -s text ]
		hash=$(sha256sum <text | cut -c 1-64 | hex | base64)
		grep -q "$name-src 'sha256-$hash'" page
	done
	grep -q "Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; " page
	# Nothing is fetched, and no markup holds a style or a script.
	sed '/^<style>/,/^<\/style>/d; /^<script>/,/^<\/script>/d' page >markup
	lacks markup ' (src|style|on[a-z]+)='
	lacks markup 'href="(?!#)'
	lacks page 'http:|https:|//[a-z]|@import|<link|<img|<iframe'
}

@test "a page is small beside its puzzles" {
	try 0 sokconv -t html </dev/null
	[ "$(wc -c <"$out")" -lt 20000 ]
	# A board of 4,000 squares, every other one a wall.
	{ row 80 '#' && many 24 "$(row 80 '#' | sed 's/###/# #/g')" \
		"$(row 80 '#' | sed 's/./ /2g; s/.$/#/')" | grep . &&
		row 80 '#' | sed 's/##########/#@$.######/' && row 80 '#'; } >large
	try 0 sokconv -q -t html large
	printed 'viewBox="0 0 80 51"'
	[ "$(puzzles <"$out" | wc -c)" -lt 25000 ]
}

@test "text of the input is text on the page, whatever it contains" {
	hostile='</title></style></script><script>alert(1)</script>"'\''&amp;]]>--><!--'
	lines "Collection: $hostile" '' "Author: $hostile" '' '' "$hostile" '' \
		'#####' '#@$.#' '#####' '' "$hostile" note '' "Solution $hostile" \
		R "$hostile" >in
	try 0 sokconv -t html in
	quiet
	lacks "$out" 'alert\(1\)</'
	[ "$(grep -c '<script' "$out")" -eq 1 ]
	[ "$(grep -c '<title' "$out")" -ge 1 ]
	printed '^<h2 dir="auto">&lt;/title&gt;&lt;/style&gt;.*&quot;.&amp;amp;\]\]&gt;--&gt;&lt;!--</h2>$'
	printed '^<h1 dir="auto">&lt;/title&gt;'
	printed '^<h3 dir="auto">Solution &lt;/title&gt;'
	# What turns the direction, ends lines or controls a terminal.
	printf 'a\xe2\x80\xaeb\xe2\x80\xa8c\xc2\x85d\xc2\x9be\xc2\xadf\33g\177h\n\n' >in
	board "$small" >>in
	try 0 sokconv -t html in
	said '3 control characters became U\+FFFD: html cannot hold them'
	LC_ALL=C grep -aqP '^<h2 dir="auto">a&#x202E;b&#x2028;c\xEF\xBF\xBDd\xEF\xBF\xBDe\xC2\xADf\xEF\xBF\xBDg&#x7F;h</h2>$' "$out"
	# Addresses of pages are made by the user's template.
	try 0 sokconv -t html --split=out '--name=a"<b>?#:%%-%s.html' in
	grep -q '<a href="a%22%3Cb%3E%3F%23%3A%25-' out/index.html
}

@test "a game on a page is played as far as sokreplay plays it" {
	# verdict MOVES: the section of a game with these moves.
	verdict() {
		{ board '#######/#@ $ .#/#######' && lines '' "$1"; } |
			try 0 sokconv -t html
		sed -n '/^<section/p; /verdict">/p' "$out"
	}
	for moves in rRR rrr rRRR 'rR*R' '[rrr]LL' rR; do
		verdict "$moves"
	done >got
	cat >want <<-'END'
		<section class="game" data-verdict="solved">
		<p class="verdict">Solved in 3 moves, 2 pushes</p>
		<section class="game" data-verdict="solved" data-moves="rRR">
		<p class="verdict">Solved in 3 moves, 2 pushes</p>
		<section class="game" data-verdict="illegal" data-moves="rRR">
		<p class="verdict">Stops at move 4: pushes into a wall</p>
		<section class="game" data-verdict="unsolved" data-moves="rR">
		<p class="verdict">2 moves, 1 push, 1 box off goal</p>
		<section class="game" data-verdict="solved" data-mode="reverse">
		<p class="verdict">In reverse. Solved in 5 moves, 2 pushes</p>
		<section class="game" data-verdict="unsolved">
		<p class="verdict">Not solved after 2 moves, 1 push, 1 box off goal</p>
	END
	same want got
}

@test "long notes are folded, and the title is that of the file" {
	{ seq -f 'line %g' 9 && lines '' Title '' && board "$small" &&
		lines '' a b; } >my.sok
	try 0 sokconv -t html my.sok
	printed '^<title>my</title>$'
	printed '^<h1 dir="auto">my</h1>$'
	printed '^<details><summary>Notes</summary>$'
	[ "$(grep -c '<details' "$out")" -eq 1 ]
	sed 1d my.sok | try 0 sokconv -t html
	[ "$(grep -c '<details' "$out")" -eq 0 ]
	printed '^<title>Sokoban</title>$'
}

@test "a puzzle without a board or a title has its place on a page" {
	lines R >in
	try 0 sokconv -t html in
	printed '^<h2 dir="auto">Puzzle 1</h2>$'
	printed '^<h3>Game 1</h3>$'
	printed '<code>R</code>'
	never_printed 'aria-label="Board'
}

@test "what stands on goals is drawn otherwise" {
	board '######/#+*$.#/#@ $.#/######' | try 0 sokconv -t html
	puzzles <"$out" | sed '/"floors"/d; /"walls"/d' |
		sed -n 's/^<path class="\(.*\)" fill.* d="\(.*\)".*/\1 \2/p' >got
	lines 'goals M1 1h2v1H1zM4 1h1v1H4zM4 2h1v1H4z' \
		'boxes M3 1h1v1H3zM3 2h1v1H3z' 'placed M2 1h1v1H2z' \
		'players M1 2h1v1H1z' 'arrivals M1 1h1v1H1z' >want
	same want got
}

@test "later collections have their headings on the same page" {
	{ lines 'Collection: Two' 'Author: Cee' '' '' Other '' &&
		board "$small"; } >b
	collection >a
	try 0 sokconv -q -t html a b
	printed '^<h1 dir="auto">Demo</h1>$'
	printed '^<h2 dir="auto">Two</h2>$'
	[ "$(grep -c '^<article' "$out")" -eq 3 ]
	[ "$(grep -c '^<h1' "$out")" -eq 1 ]
}

@test "--split makes a folder of pages with an index" {
	collection >in
	try 0 sokconv -q -t html --split=out --name=%s.html in
	lines First.html Two-second.html index.html | same - <(names out)
	grep -q '^<title>First - Demo</title>$' out/First.html
	grep -q '^<h1 dir="auto"><a href="index.html">Demo</a></h1>$' \
		out/First.html
	grep -q 'class="game"' out/First.html
	[ "$(grep -c '<article' out/First.html)" -eq 1 ]
	grep -q '^<h2 dir="auto"><a href="Two-second.html">Two: second</a></h2>$' \
		out/index.html
	[ "$(grep -c '<article' out/index.html)" -eq 2 ]
	lacks out/index.html 'class="game"|<script'
	grep -q "script-src 'none'" out/index.html
	# Other formats have none, and what is there is left alone.
	try 0 sokconv -q --split=plain in
	lines 0001.sok 0002.sok | same - <(names plain)
	mkdir old && echo mine >old/index.html
	try 2 sokconv -q -t html --split=old in
	said '^sokconv: old/index.html: File exists$'
	lines index.html | same - <(names old)
	echo mine | same - old/index.html
}

@test "the index of --outdir is in order when one name begins another" {
	collection >x.sok
	cp x.sok x.html.sok
	cp x.sok x.html.html.sok
	try 0 sokconv -q -t html --outdir=out x.html.html.sok x.sok x.html.sok
	grep -o '<a href="x[^"]*"' out/index.html | uniq | cut -d '"' -f 2 |
		same <(lines x.html x.html.html x.html.html.html) -
}

@test "--outdir makes an index of the pages" {
	mkdir -p set/sub
	collection >set/a.sok
	{ lines '; One' '' && board '#######/#@ $ .#/#######'; } >'set/sub/b <i>.sok'
	lines 'Only words' >set/words.txt
	printf 'GIF89a\0\1\2\3\4\5\6' >set/bad.sok
	for jobs in 1 2; do
		try 2 sokconv -q -j "$jobs" -t html --outdir=out/ set
		lines a.html index.html 'sub/b <i>.html' words.html |
			same - <(cd out && find . -type f | sed 's|^./||' | LC_ALL=C sort)
		grep -E '<h[12]|"author"|"facts"|aria-label' out/index.html >got
		lines '<h1 dir="auto">Sokoban</h1>' \
			'<h2 dir="auto"><a href="a.html">Demo</a></h2>' \
			'<p class="author" dir="auto">Ann</p>' \
			'<svg role="img" aria-label="Board, 5 by 3, 1 box" viewBox="0 0 5 3" width="160">' \
			'<p class="facts">2 puzzles</p>' \
			'<h2 dir="auto"><a href="sub/b%20%3Ci%3E.html">b &lt;i&gt;</a></h2>' \
			'<svg role="img" aria-label="Board, 7 by 3, 1 box" viewBox="0 0 7 3" width="224">' \
			'<p class="facts">1 puzzle</p>' \
			'<h2 dir="auto"><a href="words.html">words</a></h2>' \
			'<p class="facts">0 puzzles</p>' >want
		same want got
		lacks out/index.html 'class="game"|<script'
		grep -q '^<h1 dir="auto"><a href="index.html">Demo</a></h1>$' out/a.html
		grep -q '^<h1 dir="auto"><a href="../index.html">b ' out/sub/b*.html
		# An index that is there is replaced, as pages are.
		echo old >out/index.html
	done
	# The notes of a collection are on its page.
	[ "$(grep -c notes out/a.html)" -eq "$(sokconv -q -t html set/a.sok | grep -c notes)" ]
	try 0 sokconv -q -t svg --sheet=3 --outdir=plain set/a.sok
	lines a.svg | same - <(names plain)
}

@test "a page that has the name of the index replaces it" {
	mkdir set
	lines index '' '#####' '#@$.#' '#####' >set/index.sok
	cp set/index.sok set/one.sok
	try 0 sokconv -t html --outdir=out set
	lines index.html one.html | same - <(names out)
	lacks out/index.html 'one.html'
	grep -q '<h1 dir="auto">index</h1>' out/index.html
	grep -q '<h1 dir="auto"><a href="index.html">one</a></h1>' out/one.html
	needs zip
	(cd set && zip -q ../set.zip one.sok index.sok)
	try 0 sokconv -t html --outdir=zipped set.zip
	lines index.html one.html | same - <(names zipped)
	lacks zipped/index.html 'one.html'
}

@test "a puzzle's page does not take the index's name" {
	lines index '' '#####' '#@$.#' '#####' >in
	try 0 sokconv -t html --split=out --name=%s.html in
	lines index-1.html index.html | same - <(names out)
	grep -q 'href="index-1.html"' out/index.html
}

@test "with --strict the index goes when the pages go" {
	collection >in
	try 1 sokconv -t html --split=out --strict in
	[ ! -e out ]
	lines R >bare
	try 0 sokconv -t html --split=one --strict <(board "$small") bare
	lines 0001.html 0002.html index.html | same - <(names one)
}

@test "a page is the same for every number of jobs" {
	{ lines 'Author: Ann' '' && many 3000 '#####' '#@$.#' '#####' '' R ''; } >in
	sokconv -t html in >one
	for jobs in 2 3; do
		try 0 sokconv -t html -j $jobs in
		same one "$out"
	done
	[ "$(grep -c '^<article' one)" -eq 3000 ]
}
