#!/usr/bin/env bats
# sokconv -t html: the content of the page, without a browser (tests/browser
# tests it in one).

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

@test "a page contains all parts of the collection" {
	collection | try 0 sokconv -t html
	said '^<stdout>: note: 1 remark dropped: html cannot hold it \[lossy\]$'
	one_line "$err"
	puzzles <"$out" | sed 's/ data-id="[0-9A-F]*"//' >page
	cat >want <<-'END'
		<header>
		<h1 dir="auto">Demo</h1>
		<p class="author" dir="auto">Ann</p>
		<pre class="sok">
		:: raw
		Collection: Demo
		Author: Ann
		</pre>
		</header>
		<main>
		<article class="puzzle" id="1">
		<h2 dir="auto"><a href="#1">First</a></h2>
		<div class="board" data-board="5#|#@$.#|5#"><svg role="img" aria-label="Board, 5 by 3, 1 box" viewBox="0 0 5 3" width="160">
		<path class="floors" fill="url(#floors)" d="M1 1h3v1H1z"/>
		<path class="walls" fill="url(#walls)" d="M0 0h5v1H0zM0 1h1v1H0zM4 1h1v1H4zM0 2h5v1H0z"/>
		<path class="goals" fill="none" stroke="#c8503c" stroke-width=".08" stroke-linecap="round" d="M3.3 1.5a.2.2 0 1 0 .4 0 .2.2 0 1 0-.4 0m.2 0h0"/>
		<path class="boxes" fill="#d99a3d" stroke="#8a5a1c" stroke-width=".05" stroke-linejoin="round" d="M2.1 1.1h.8v.8h-.8zm.14.14h.52v.52h-.52zm0 .52 .52-.52"/>
		<use class="piece" href="#figure" x="1" y="1"/>
		</svg></div>
		<div class="about">
		<p class="author" dir="auto">Bob</p>
		<p class="facts">5 × 3, 1 box</p>
		<p class="notes" dir="auto">A note.</p>
		<section class="game" data-name="solution-1" data-verdict="solved" data-count="1/1" data-moves="R">
		<h3 dir="auto">Solution</h3>
		<p class="verdict">Solved in 1 move, 1 push</p>
		</section>
		<section class="game" data-name="snapshot-1" data-verdict="illegal" data-moves="">
		<h3 dir="auto">Snapshot</h3>
		<p class="verdict">Stops at move 1: walks into a wall</p>
		</section>
		<pre class="sok">


		First

		#####
		#@$.#
		#####

		A note.

		Author: Bob

		Solution
		R

		Snapshot
		l*r
		</pre>
		</div>
		</article>
		<article class="puzzle" id="2">
		<h2 dir="auto"><a href="#2">Two: second</a></h2>
		<div class="board" data-board="7#|#@-$-.#|7#"><svg role="img" aria-label="Board, 7 by 3, 1 box" viewBox="0 0 7 3" width="224">
		<path class="floors" fill="url(#floors)" d="M1 1h5v1H1z"/>
		<path class="walls" fill="url(#walls)" d="M0 0h7v1H0zM0 1h1v1H0zM6 1h1v1H6zM0 2h7v1H0z"/>
		<path class="goals" fill="none" stroke="#c8503c" stroke-width=".08" stroke-linecap="round" d="M5.3 1.5a.2.2 0 1 0 .4 0 .2.2 0 1 0-.4 0m.2 0h0"/>
		<path class="boxes" fill="#d99a3d" stroke="#8a5a1c" stroke-width=".05" stroke-linejoin="round" d="M3.1 1.1h.8v.8h-.8zm.14.14h.52v.52h-.52zm0 .52 .52-.52"/>
		<use class="piece" href="#figure" x="1" y="1"/>
		</svg></div>
		<div class="about">
		<p class="facts">7 × 3, 1 box</p>
		<p class="notes" dir="auto">Author: no</p>
		<pre class="sok">


		#######
		#@ $ .#
		#######

		Title: Two: second
		Comment:
		Author: no
		Comment-End:
		</pre>
		</div>
		</article>
		</main>
	END
	same want page
}

# round FILE ...: the page of the files, read back, equals the output of sokfmt.
round() {
	sokconv -q -t html "$@" >page.html
	sokconv -q "$@" >want.sok
	sokconv -q page.html | same want.sok -
	sokfmt -q <page.html | same want.sok -
}

@test "sokconv reads its own page back completely" {
	collection >in.sok
	round in.sok
	sokfmt -q in.sok | same - <(sokconv -q page.html)
	sokcheck page.html
	sokreplay -F tsv in.sok | cut -f 4- | same - <(sokreplay -F tsv page.html | cut -f 4-)
	# Whatever is in it: markup, references, byte-order, bytes that are no
	# UTF-8, control characters, blank lines in comments, guards, macros.
	{ lines '<pre class="sok">' '</pre>' '&lt;&amp;&#x41; <i>\xe9</i>' '' \
		'Key=Value' Title '' && board "$small" &&
		printf 'caf\xe9 & \x93quoted\x94\n\nna\xc3\xafve \xe2\x80\xae \xc2\x9b \033[31m \177\n' &&
		lines '' 'Comment:' '' '' '  <#Key#/>' '' 'Comment-End:' '' 'text' '' &&
		board "$small" && lines '' 'R' '' '<i>not a title' ':: note' '' R; } >odd.sok
	round odd.sok
	# Several collections, formats, and a page of a page.
	{ lines 'Collection: Two' 'Author: Cee' '' '' Other '' && board "$small"; } >b.sok
	round in.sok odd.sok b.sok
	cp page.html first.html
	round first.html
	round first.html b.sok
	lines '3#|#@$.#|3#' >in.rle
	round in.rle
	round -s 2 in.sok
	# Read bit by bit, and as a page of a folder.
	sokconv -q -t html odd.sok >page.html
	sokconv -q - <page.html | same <(sokfmt -q odd.sok) -
	sokconv -q -t html --split=out in.sok
	sokconv -q out/0002.html | same <(sokconv -q -s 2 in.sok) -
	[ "$(sokconv --list-formats | grep -c '^html *read')" -eq 1 ]
}

@test "a page from another program is text, and a page cannot be rewritten" {
	collection | sokconv -q -t html >page.html
	sed 's/content="soktools/content="other/' page.html >other.html
	sokconv -q other.html | grep -q '^<meta name="generator" content="other'
	try 2 sokfmt -w page.html
	said 'page.html: .*sokconv'
	try 2 sokrle page.html
}

@test "the page of an unplayable board states the reason" {
	{ board '#####/#@@$.#/#####' && lines '' && board '######/#@ $ #/######'; } |
		sokconv -q -t html >page
	grep -c '^<ul class="findings">$' page | same <(echo 2) -
	grep -q '^<li data-rule="many-players">.*</li>$' page
	grep -q '^<li data-rule="box-goal-count">.*</li>$' page
	[ "$(grep -c 'data-board=' page)" -eq 1 ]
	collection | sokconv -q -t html | puzzles >page
	lacks page 'class="findings"'
}

@test "puzzle numbers, ids and box orders are data attributes" {
	board "$small" >a
	many 2 '#####' '#@$.#' '#####' '' >b
	sokconv -q -t html a b a | grep -o '<article[^>]* id="[0-9]*"' |
		grep -o '[0-9]*' | same <(lines 1 2 3 4) -
	sokconv -q -t html -s 2 b | grep -q '<article class="puzzle" id="2"'
	id=$(sokconv -t records a | cut -f 1)
	[ -z "$id" ] || sokconv -q -t html a | grep -q " data-id=\"$id\">"
	{ board '########/#@$$$..#/#     .#/########' && lines '' 'boxorder: 2 99' \
		'goalorder: 0 2' 'Game: Sokoban+'; } >plus
	sokconv -q -t html plus | grep -q ' data-boxes="2 0 0" data-goals="0 2 0">'
}

@test "the content security policy allows exactly the page's own style and script" {
	collection | sokconv -q -t html >page
	for name in style script; do
		element $name page >text
		[ -s text ]
		hash=$(sha256sum <text | cut -c 1-64 | hex | base64)
		grep -q "$name-src 'sha256-$hash'" page
	done
	grep -q "Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; " page
	grep -q " img-src data:; worker-src blob:; " page
	# Nothing is fetched, and no markup holds a style or a script.
	sed '/^<style>/,/<\/style>/d; /^<script>/,/^.*<\/script>/d' page >markup
	lacks markup ' (src|style|on[a-z]+)='
	lacks markup 'href="(?!#|data:image)'
	lacks page 'http:|https:|//[a-z]|@import|<img|<iframe'
}

@test "the fixed part of a page is small" {
	try 0 sokconv -t html </dev/null
	cp "$out" page
	[ "$({ element style page && element script page; } | wc -c)" -lt 40000 ]
	# A board of 4,000 squares, every other one a wall.
	{ row 80 '#' && many 24 "$(row 80 '#' | sed 's/###/# #/g')" \
		"$(row 80 '#' | sed 's/./ /2g; s/.$/#/')" | grep . &&
		row 80 '#' | sed 's/##########/#@$.######/' && row 80 '#'; } >large
	try 0 sokconv -q -t html large
	printed 'viewBox="0 0 80 51"'
	[ "$(puzzles <"$out" | wc -c)" -lt 26000 ]
}

@test "text of the input is escaped on a page" {
	hostile='</title></style></script><script>alert(1)</script>"'\''&amp;]]>--><!--'
	lines "Collection: $hostile" '' "Author: $hostile" '' '' "$hostile" '' \
		'#####' '#@$.#' '#####' '' "$hostile" note '' "Solution $hostile" \
		R "$hostile" >in
	try 0 sokconv -t html in
	quiet
	lacks "$out" 'alert\(1\)</'
	[ "$(grep -c '<script' "$out")" -eq 1 ]
	[ "$(grep -c '<title' "$out")" -ge 1 ]
	printed '^<h2 dir="auto"><a href="#1">&lt;/title&gt;&lt;/style&gt;.*&quot;.&amp;amp;\]\]&gt;--&gt;&lt;!--</a></h2>$'
	printed '^<h1 dir="auto">&lt;/title&gt;'
	printed '^<h3 dir="auto">Solution &lt;/title&gt;'
	# What turns the direction, ends lines or controls a terminal.
	printf 'a\xe2\x80\xaeb\xe2\x80\xa8c\xc2\x85d\xc2\x9be\xc2\xadf\33g\177h\n\n' >in
	board "$small" >>in
	try 0 sokconv -t html in
	said '3 control characters became U\+FFFD: html cannot hold them'
	LC_ALL=C grep -aqP '^<h2 dir="auto"><a href="#1">a&#x202E;b&#x2028;c\xEF\xBF\xBDd\xEF\xBF\xBDe\xC2\xADf\xEF\xBF\xBDg&#x7F;h</a></h2>$' "$out"
	# Addresses of pages are made by the user's template.
	try 0 sokconv -t html --split=out '--name=a"<b>?#:%%-%s.html' in
	grep -q '<a href="a%22%3Cb%3E%3F%23%3A%25-' out/index.html
}

@test "a page plays a game as far as sokreplay does" {
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
		<section class="game" data-name="solution-1" data-verdict="solved" data-count="3/2" data-moves="rRR">
		<p class="verdict">Solved in 3 moves, 2 pushes</p>
		<section class="game" data-name="solution-1" data-verdict="solved" data-count="3/2" data-moves="rRR">
		<p class="verdict">Solved in 3 moves, 2 pushes</p>
		<section class="game" data-name="solution-1" data-verdict="illegal" data-moves="rRR">
		<p class="verdict">Stops at move 4: pushes into a wall</p>
		<section class="game" data-name="snapshot-1" data-verdict="unsolved" data-moves="rR">
		<p class="verdict">2 moves, 1 push, 1 box off goal</p>
		<section class="game" data-name="solution-1" data-verdict="solved" data-mode="reverse" data-count="5/2" data-moves="[rrr]LL">
		<p class="verdict">In reverse. Solved in 5 moves, 2 pushes</p>
		<section class="game" data-name="solution-1" data-verdict="unsolved" data-moves="rR">
		<p class="verdict">Not solved after 2 moves, 1 push, 1 box off goal</p>
	END
	same want got
}

@test "long notes are folded, and the page is named after the file" {
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

@test "a puzzle without a board or a title is listed on a page" {
	lines R >in
	try 0 sokconv -t html in
	printed '^<h2 dir="auto"><a href="#1">Puzzle 1</a></h2>$'
	printed '^<h3>Game 1</h3>$'
	printed ' data-moves=|^R$'
	never_printed 'aria-label="Board'
}

@test "boxes and players on goals are drawn differently" {
	board '######/#+*$.#/#@ $.#/######' | try 0 sokconv -t html
	puzzles <"$out" | grep -o 'class="[a-z]*" .* d="[^"]*"\|href="#[a-z]*" x.*"' |
		sed '/"floors"/d; /"walls"/d; s/fill.* d=//; s/a\.2[^M"]*//g; s/h\.8[^M"]*//g' >got
	lines 'class="goals" "M1.3 1.5M2.3 1.5M4.3 1.5M4.3 2.5"' \
		'class="boxes" "M3.1 1.1M3.1 2.1"' 'class="placed" "M2.1 1.1"' \
		'href="#arrived" x="1" y="1"' 'href="#figure" x="1" y="2"' >want
	same want got
}

@test "later collections have headings on the same page" {
	{ lines 'Collection: Two' 'Author: Cee' '' '' Other '' &&
		board "$small"; } >b
	collection >a
	try 0 sokconv -q -t html a b
	printed '^<h1 dir="auto">Demo</h1>$'
	printed '^<h2 dir="auto">Two</h2>$'
	[ "$(grep -c '^<article' "$out")" -eq 3 ]
	[ "$(grep -c '^<h1' "$out")" -eq 1 ]
}

@test "--split writes a folder of pages with an index" {
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

@test "each page of --split links to the previous and the next page" {
	{ collection && many 1 '' '' '#####' '#@$.#' '#####'; } >in
	try 0 sokconv -q -t html --split=out '--name=%n b.html' in
	for page in '1 b' '2 b' '3 b'; do
		sed -n '/^<nav/,$p' "out/$page.html"
	done >got
	lines '<nav class="pages">' '<a rel="next" href="2%20b.html">Next</a>' \
		'</nav>' '</body>' '</html>' '<nav class="pages">' \
		'<a rel="prev" href="1%20b.html">Previous</a>' \
		'<a rel="next" href="3%20b.html">Next</a>' '</nav>' '</body>' '</html>' \
		'<nav class="pages">' '<a rel="prev" href="2%20b.html">Previous</a>' \
		'</nav>' '</body>' '</html>' >want
	same want got
	# Nothing is left behind, or written after a page that cannot be.
	mkdir old && echo mine >'old/2 b.html'
	try 2 sokconv -q -t html --split=old '--name=%n b.html' in
	lines '1 b.html' '2 b.html' index.html | same - <(names old)
	try 0 sokconv -q -t html --split=none </dev/null
	names none | same /dev/null -
}

@test "a page shows expanded macros, and keeps them in its source text" {
	{ lines 'Who=Ann' '<#Who#/> made this' '' '' && board "$small" &&
		lines '' 'Author: <#Who#/>'; } >in
	try 0 sokconv -q -t html in
	printed '^<p class="author" dir="auto">Ann</p>$'
	printed '^<p class="notes" dir="auto">&lt;#Who#/&gt; made this</p>$'
	sokconv -q - <"$out" | same <(sokfmt -q in) -
}

@test "the index of --outdir is sorted even if one name begins another" {
	collection >x.sok
	cp x.sok x.html.sok
	cp x.sok x.html.html.sok
	try 0 sokconv -q -t html --outdir=out x.html.html.sok x.sok x.html.sok
	grep -o '<a href="x[^"]*"' out/index.html | uniq | cut -d '"' -f 2 |
		same <(lines x.html x.html.html x.html.html.html) -
}

@test "--outdir writes an index of the pages" {
	mkdir -p set/sub
	collection >set/a.sok
	{ lines '; One' '' && board '#######/#@ $ .#/#######'; } >'set/sub/b <i>.sok'
	lines 'Only words' >set/words.txt
	printf 'GIF89a\0\1\2\3\4\5\6' >set/bad.sok
	for jobs in 1 2; do
		try 0 sokconv -q -j "$jobs" -t html --outdir=out/ set
		lines a.html index.html 'sub/b <i>.html' |
			same - <(cd out && find . -type f | sed 's|^./||' | LC_ALL=C sort)
		grep -E '<h[12]|"author"|"facts"|aria-label' out/index.html >got
		lines '<h1 dir="auto">Sokoban</h1>' \
			'<h2 dir="auto"><a href="a.html">Demo</a></h2>' \
			'<div class="board"><svg role="img" aria-label="Board, 5 by 3, 1 box" viewBox="0 0 5 3" width="160">' \
			'<p class="author" dir="auto">Ann</p>' \
			'<p class="facts">2 puzzles</p>' \
			'<h2 dir="auto"><a href="sub/b%20%3Ci%3E.html">b &lt;i&gt;</a></h2>' \
			'<div class="board"><svg role="img" aria-label="Board, 7 by 3, 1 box" viewBox="0 0 7 3" width="224">' \
			'<p class="facts">1 puzzle</p>' >want
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

@test "a page named like the index replaces the index" {
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

@test "a page of --split does not take the name of the index" {
	lines index '' '#####' '#@$.#' '#####' >in
	try 0 sokconv -t html --split=out --name=%s.html in
	lines index-1.html index.html | same - <(names out)
	grep -q 'href="index-1.html"' out/index.html
}

@test "--strict removes the index together with the pages" {
	collection >in
	try 1 sokconv -t html --split=out --strict in
	[ ! -e out ]
	lines R >bare
	try 0 sokconv -t html --split=one --strict <(board "$small") bare
	lines 0001.html 0002.html index.html | same - <(names one)
}

@test "a page does not depend on the number of jobs" {
	{ lines 'Author: Ann' '' && many 3000 '#####' '#@$.#' '#####' '' R ''; } >in
	sokconv -t html in >one
	for jobs in 2 3; do
		try 0 sokconv -t html -j $jobs in
		same one "$out"
	done
	[ "$(grep -c '^<article' one)" -eq 3000 ]
}
