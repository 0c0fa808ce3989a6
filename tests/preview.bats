#!/usr/bin/env bats
# sokconv -t html --url: the preview of a link to a page.

load helper
load conversion

# link_of PAGE: the metadata of a page for link previews.
link_of() {
	sed -n 's/^<link rel="canonical" href="\(.*\)">$/page \1/p
		s/^<meta property="og:url" content="\(.*\)">$/url \1/p
		s/^<meta property="og:image" content="\(.*\)">$/picture \1/p
		s/^<meta name="twitter:card" content="\(.*\)">$/card \1/p' "$1"
}

# picture FILE: check that a file is a PNG picture: its chunks, their checksums,
# and its rows; print its size and the colours it uses, numbered as in the
# palette.
picture() {
	python3 - "$1" <<-'END'
	import struct, sys, zlib
	data = open(sys.argv[1], "rb").read()
	assert data[:8] == b"\x89PNG\r\n\x1a\n"
	at, part = 8, {}
	while at < len(data):
	    n, = struct.unpack(">I", data[at:at + 4])
	    name, body = data[at + 4:at + 8], data[at + 8:at + 8 + n]
	    assert zlib.crc32(name + body) == \
	        struct.unpack(">I", data[at + 8 + n:at + 12 + n])[0]
	    part[name] = body
	    at += 12 + n
	assert list(part) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
	width, height, *form = struct.unpack(">IIBBBBB", part[b"IHDR"])
	assert form == [4, 3, 0, 0, 0]
	raw, size = zlib.decompress(part[b"IDAT"]), width // 2 + 1
	assert len(raw) == size * height
	row, used = bytes(size - 1), set()
	for y in range(height):
	    line = raw[y * size:(y + 1) * size]
	    assert line[0] == 2
	    row = bytes(a + b & 255 for a, b in zip(row, line[1:]))
	    used |= {b >> 4 for b in row} | {b & 15 for b in row}
	assert max(used) < len(part[b"PLTE"]) // 3
	print(width, height, *("%02x%02x%02x" % tuple(part[b"PLTE"][3 * c:3 * c + 3])
	    for c in sorted(used)))
	END
}

@test "--url adds the address and a picture for links to a page" {
	needs python3
	collection >in
	try 0 sokconv -q -t html -o 'my page.html' --url=https://example.org/a/ in
	lines 'page https://example.org/a/my%20page.html' \
		'url https://example.org/a/my%20page.html' \
		'picture https://example.org/a/my%20page.png' \
		'card summary_large_image' | same - <(link_of 'my page.html')
	printf '1200 630 f4f1ea 4a5364 66718a efe7d6 e2d7c0 c8503c d99a3d' >want
	echo ' 8a5a1c 2f62a8 1d3f70 f3c9a0' >>want
	same want <(picture 'my page.png')
	# It is the address of the page, or that of its folder.
	try 0 sokconv -q -o index.html --url=https://example.org in
	lines 'page https://example.org/' 'url https://example.org/' \
		'picture https://example.org/index.png' \
		'card summary_large_image' | same - <(link_of index.html)
	try 0 sokconv -q -o p.htm -t html --url='HTTP://example.org/b/play&go' in
	lines 'page HTTP://example.org/b/play&amp;go' \
		'url HTTP://example.org/b/play&amp;go' \
		'picture HTTP://example.org/b/p.png' \
		'card summary_large_image' | same - <(link_of p.htm)
	# Nothing else changes, and the page is read back as before.
	try 0 sokconv -q -t html in
	grep -v -e 'og:\(url\|image\)' -e twitter -e canonical index.html |
		same "$out" -
	sokconv -q index.html | same <(sokfmt -q in) -
}

@test "the picture for links shows the first playable puzzle" {
	needs python3
	{ lines '#####' '# $.#' '#####' '' '' && board "$small"; } >in
	try 0 sokconv -q -o a.html --url=http://x.org/ in
	picture a.png | grep -q 2f62a8
	# Else the first board, and a box where there is none.
	head -n 4 in >unmanned
	try 0 sokconv -q -o b.html --url=http://x.org/ unmanned
	picture b.png | grep -q 66718a
	echo 'Only words.' | try 0 sokconv -q -o c.html --url=http://x.org/
	echo '1200 630 f4f1ea efe7d6 e2d7c0 d99a3d 8a5a1c' |
		same - <(picture c.png)
	# All grids are drawn.
	for game in hexoban trioban octoban multiban; do
		try 0 sokconv -q --game="$game" -o "$game.html" \
			--url=http://x.org/ <(board "$small")
		picture "$game.png" | grep -q 2f62a8
		cksum <"$game.png"
	done | sort -u >sums
	[ "$(wc -l <sums)" -eq 4 ]
	# Its colours are those of the page.
	picture hexoban.png | tr ' ' '\n' | tail -n +3 | while read -r colour; do
		grep -q "#$colour" hexoban.html || { echo "$colour"; return 1; }
	done
}

@test "a board a thousand squares wide has a picture for links" {
	needs python3
	{ printf '%01000d\n' 0 | tr 0 '#' && printf '#@$.%0995d#\n' 0 | tr 0 ' ' &&
		printf '%01000d\n' 0 | tr 0 '#'; } >wide
	try 0 sokconv -q -o wide.html --url=http://x.org/ wide
	picture wide.png | grep -q '^1200 630 f4f1ea .*66718a'
}

@test "--url gives each page of --split and --outdir its own picture" {
	needs python3
	collection >in
	try 0 sokconv -q -t html --split=out --name=%s.html --url=http://x.org/s/ in
	lines First.html First.png Two-second.html Two-second.png index.html \
		index.png | same - <(names out)
	lines 'page http://x.org/s/Two-second.html' \
		'url http://x.org/s/Two-second.html' \
		'picture http://x.org/s/Two-second.png' \
		'card summary_large_image' | same - <(link_of out/Two-second.html)
	lines 'page http://x.org/s/' 'url http://x.org/s/' \
		'picture http://x.org/s/index.png' 'card summary_large_image' |
		same - <(link_of out/index.html)
	same out/First.png out/index.png
	grep -q 'rel="next" href="Two-second.html"' out/First.html
	mkdir set set/b && cp in set/a.sok && cp in set/b/c.sok
	for jobs in 1 4; do
		try 0 sokconv -q -j "$jobs" -t html --outdir=all --url=http://x.org/ set
		lines a.html a.png b/c.html b/c.png index.html index.png |
			same - <(cd all && find . -type f | sed 's/^..//' | sort)
		lines 'page http://x.org/b/c.html' 'url http://x.org/b/c.html' \
			'picture http://x.org/b/c.png' 'card summary_large_image' |
			same - <(link_of all/b/c.html)
		picture all/b/c.png | grep -q 2f62a8
		rm -r all
	done
}

@test "the picture of --url is an output file like the page" {
	collection >in && cp in page.png
	# It replaces no input,
	try 2 sokconv -t html -o page.html --url=http://x.org/ page.png
	said '^sokconv: page.png: is both an input and the output of --url$'
	[ ! -e page.html ]
	cp in page.sok
	try 2 sokconv -t html --outdir=. --url=http://x.org/ page.sok page.png
	said '^sokconv: page.sok: \./page.png is an input$'
	same in page.png
	# is not written without the page,
	try 2 sokconv -q -o a.html --url=http://x.org/ in none
	try 1 sokconv -q --strict -o a.html --url=http://x.org/ in
	lines '<<<<<<< a' '#####' '=======' '######' '>>>>>>> b' >torn
	try 1 sokconv -q -o a.html --url=http://x.org/ torn
	try 1 sokconv -q -t html --strict --split=out --url=http://x.org/ in
	[ ! -e a.html ] && [ ! -e a.png ] && [ ! -e out ]
	# nor the page without it.
	mkdir b.png
	try 2 sokconv -o b.html --url=http://x.org/ in
	said '^sokconv: b.png: Is a directory$'
	said '^sokconv: b.html: not written$'
	[ ! -e b.html ]
	# Pages of --split replace no picture.
	mkdir old && echo mine >old/0001.png
	try 2 sokconv -q -t html --split=old --url=http://x.org/ in
	said '^sokconv: old/0001.png: File exists$'
	echo mine | same - old/0001.png
}

@test "--url is refused if there is no page with a name to link to" {
	collection >in
	no() {
		try 2 sokconv "${@:2}" in
		said "^sokconv: $1"
	}
	no '--url needs --to=html$' -o a.sok --url=http://x.org/
	no '--url needs -o FILE, --split or --outdir' -t html --url=http://x.org/
	no '--url needs -o FILE, --split or --outdir' -t html -o /dev/null \
		--url=http://x.org/
	for url in '' x.org/a.html ftp://x.org/ data:text/html //x.org/; do
		no "--url=$url: the address of a page begins with http:// or https://$" \
			-o a.html --url="$url"
	done
	no '--url=http:///a.html: the address has no host$' -o a.html \
		--url=http:///a.html
	for url in 'http://x.org/a b' 'http://x.org/?a' 'http://x.org/#a' \
		'http://x.org/"'; do
		try 2 sokconv -o a.html --url="$url" in
		said ': an address of a file has no blanks, quotes, brackets, `\?` or `#`$'
	done
	for to in --split --outdir; do
		no '--url=http://x.org/a: the address of a folder ends in `/`$' \
			-t html "$to=out" --url=http://x.org/a
	done
	lines in | same - <(names .)
}
