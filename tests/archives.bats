#!/usr/bin/env bats
# Compressed files and archives as operands.

load helper

setup() {
	scratch
	needs zip
	sokcheck <<<"$(board '#####/#@$.#/#####' | gzip | tr '\0' x)" \
		>/dev/null 2>unpacked || :
	lacks unpacked 'without libarchive' || skip "built without libarchive"
	mkdir -p set/sub
	{ lines One '' && board '#####/#@$.#/#####' && lines '' R; } >set/a.sok
	{ lines Two '' && board '######/#@ $.#/######'; } >set/sub/b.XSB
	lines 'Only words.' >set/read.txt
	lines 'not for us' >set/picture.png
}

# records OPERAND: its records, without the name of the file.
records() {
	sokconv -q -t records "$1" | sed 's/[^	]*:\([0-9]*\)$/\1/'
}

compressed='gzip bzip2 xz zstd lz4'

@test "a compressed file is read like the original, by name and on standard input" {
	for program in $programs; do
		"$program" set/a.sok >want
		for tool in $compressed; do
			command -v "$tool" >/dev/null || continue
			"$tool" -c <set/a.sok >set/packed
			try 0 "$program" --stdin-name=set/a.sok <set/packed
			same want "$out"
			cp set/a.sok set/kept
			mv set/packed set/a.sok
			try 0 "$program" set/a.sok
			mv set/kept set/a.sok
			same want "$out"
		done
	done
}

@test "a folder and its archives hold the same puzzles" {
	(cd set && sokconv -q -t records a.sok read.txt sub/b.XSB) |
		sed 's/[^	]*:\([0-9]*\)$/\1/' >want
	records set >got
	same want got
	zip -qX set.zip set/a.sok set/read.txt set/sub/b.XSB set/picture.png
	tar cf set.tar set/a.sok set/read.txt set/sub/b.XSB set/picture.png
	gzip -c set.tar >set.tar.gz
	! command -v xz >/dev/null || xz -c set.tar >set.tar.xz
	for archive in set.*; do
		records "$archive" >got
		same want got
		sokconv -q -t records - <"$archive" |
			sed 's/[^	]*:\([0-9]*\)$/\1/' >got
		same want got
	done
}

# pack_all NAME FILE ...: pack the files into ../NAME.KIND, for each kind of
# archive that can be made here.
pack_all() {
	local name=../$1 kind
	shift
	zip -q "$name.zip" "$@"
	if command -v bsdtar >/dev/null; then
		for kind in 7zip iso9660 newc odc pax ustar ar; do
			bsdtar -cf "$name.$kind" --format $kind "$@"
		done
		bsdtar -czf "$name.tgz" "$@"
		bsdtar -cf "$name.tzst" --zstd "$@"
	fi
	if command -v python3 >/dev/null; then
		for kind in cab lha rar4 rar5; do
			"$BATS_TEST_DIRNAME/pack" $kind "$name.$kind" "$@"
		done
	fi
}

# Compares every puzzle, finding and game of the test files, without positions.
@test "a folder, each kind of archive and the files themselves give the same output" {
	mkdir own
	cp "$BATS_TEST_DIRNAME/demo.sok" "$cases"/*.in own
	# A text without a board is an error only if it is named.
	rm own/conv-pusher.in
	(cd own && for file in *.in; do mv "$file" "${file%.in}.txt"; done)
	mapfile -t files < <(cd own && ls)
	(cd own && pack_all own "${files[@]}")
	for program in 'sokconv -t records' 'sokcheck -F tsv' \
	    'sokreplay -F json' 'sokfmt -l'; do
		# shellcheck disable=SC2086 # options
		said_of $program own >want
		# shellcheck disable=SC2086
		(cd own && said_of $program "${files[@]}") >alone
		same want alone
		for archive in own.*; do
			# shellcheck disable=SC2086
			said_of $program "$archive" >got
			# Where members have an order of their own.
			case $archive in
			*.iso9660 | *.7zip) sort -o got got && sort want ;;
			*) cat want ;;
			esac >in_order
			same in_order got
		done
	done
}

# said_of PROGRAM ... OPERAND ...: the output, without the operand in file
# names.  Findings about missing boards are removed, because their severity
# depends on how the file was named.
said_of() {
	{ "$@" 2>&1 || :; } |
		sed -E '/no-puzzle|no-games/d; s/"path":"own[.a-z0-9]*","member"/"path"/; s/own(\.[a-z0-9]+)?[:\/]//g'
}

@test "a member is called archive:member" {
	printf '#####\n#@$.#\n## ##\n' >set/a.sok
	zip -q set.zip set/a.sok
	try 1 sokcheck set.zip
	printed '^set.zip:set/a.sok:3:3: error: .*\[not-closed\]'
	try 1 sokcheck <set.zip
	printed '^<stdin>:set/a.sok:3:3: error: '
	try 1 sokcheck -F json set.zip
	printed '"path":"set.zip","member":"set/a.sok","range":\{"start":\{"line":3,"column":3'
	try 1 sokcheck -F github set.zip
	printed '^::error file=set.zip,title=not-closed::set/a.sok:3:3: '
	try 1 sokcheck -F sarif set.zip
	printed '"uri":"set.zip"'
	printed '"logicalLocations":\[\{"name":"set/a.sok","kind":"member"\}'
	try 1 sokcheck -F tsv set.zip
	printed '^set.zip:set/a.sok	3	3	error'
	for format in junit tap; do
		try 1 sokcheck -F $format set.zip
		printed 'set.zip:set/a.sok'
	done
	echo >>set/a.sok
	zip -q set.zip set/a.sok
	try 1 sokfmt -l set.zip
	lines set.zip:set/a.sok | expect_out
}

@test "-w refuses compressed files and rewrites the others" {
	gzip -k set/a.sok
	zip -q set.zip set/a.sok
	cp set/a.sok.gz .
	printf '#####  \n#@$.#\n#####\n' >ugly
	try 2 sokfmt -w a.sok.gz set.zip ugly
	said '^sokfmt: a.sok.gz: is packed \(gzip\) and cannot be rewritten'
	said '^sokfmt: set.zip: is packed \(zip\) and cannot be rewritten'
	cmp a.sok.gz set/a.sok.gz
	board '#####/#@$.#/#####' | same - ugly
}

@test "a truncated archive is read as far as possible; status 2" {
	tar cf set.tar set/a.sok set/sub
	zip -q set.zip set/a.sok set/sub/b.XSB
	gzip -k set.tar
	for archive in set.tar set.zip set.tar.gz; do
		size=$(stat -c %s $archive)
		try 0 sokfmt $archive
		for ((n = 520; n < size && n < 3000; n += 97)); do
			head -c $n $archive >'cut'
			[ $archive != set.tar.gz ] || head -c $((n / 20)) $archive >'cut'
			got=0
			sokfmt -q <'cut' >piped 2>"$err" || got=$?
			[ $got -eq 2 ]
			said '^sokfmt: <stdin>(:set/.*)?: (zip|tar|gzip): '
			try 2 sokfmt -q cut
		done
	done
	if command -v bsdtar >/dev/null; then
		bsdtar -cf set.iso --format iso9660 set/a.sok
		for n in 33000 40000 50000 $(($(stat -c %s set.iso) - 1)); do
			head -c $n set.iso >'cut'
			try 2 sokfmt -q cut
			said '^sokfmt: cut: iso: '
			try 2 sokfmt -q <'cut'
		done
	fi
	head -c 1700 set.tar >'cut'
	try 2 sokconv -t rle cut
	lines '5#|#@$.#|5#' | expect_out
}

@test "an encrypted member is reported, the others are read" {
	zip -qP secret set.zip set/sub/b.XSB
	zip -q set.zip set/a.sok
	try 2 sokconv -t rle set.zip
	lines '5#|#@$.#|5#' | expect_out
	said '^sokconv: set.zip:set/sub/b.XSB: zip: '
}

@test "an archive in an archive is not opened" {
	zip -q inner.zip set/a.sok
	zip -q outer.zip inner.zip set/sub/b.XSB
	for program in sokfmt sokcheck 'sokconv -q'; do
		# shellcheck disable=SC2086 # options
		try 2 $program outer.zip
	done
	try 2 sokconv -t rle outer.zip
	lines '6#|#@-$.#|6#' | expect_out
	said '^sokconv: outer.zip:inner.zip: an archive \(zip\) inside an archive is not opened$'
	try 0 sokconv --exclude='inner.*' -t rle outer.zip
	# One that was not named is counted.
	mkdir folder
	mv outer.zip folder
	try 0 sokconv -t rle folder
	said "^folder: warning: 1 file with puzzles not read \(outer.zip:inner.zip\): "
	# Programs and documents are archives, but not files with puzzles.
	rm folder/outer.zip
	zip -q inner.jar set/read.txt
	zip -q folder/program.zip inner.jar set/a.sok
	try 0 sokconv -t rle folder
	never_said not-read
	try 0 sokconv -v -t rle folder
	said '^sokconv: folder/program.zip:inner.jar: not read: an archive inside an archive is not opened$'
	gzip set/sub/b.XSB
	zip -q packed.zip set/sub/b.XSB.gz
	try 0 sokconv -t rle packed.zip
	lines '6#|#@-$.#|6#' | expect_out
}

@test "hostile member names are harmless" {
	needs python3
	python3 - <<-'EOT'
	import tarfile, io
	board = b'#####\n#@$.#\n#####\n'
	with tarfile.open('set.tar', 'w', format=tarfile.PAX_FORMAT) as t:
	    for name in ('../../up.sok', '/root.sok', 'a\x1b[2J\n::error::b.sok',
	                 'x' * 10000 + '.sok', 'twice.sok', 'twice.sok',
	                 '.hidden.sok', 'a/.b/c.sok'):
	        i = tarfile.TarInfo(name)
	        i.size = len(board)
	        t.addfile(i, io.BytesIO(board))
	    i = tarfile.TarInfo('link.sok')
	    i.type, i.linkname = tarfile.SYMTYPE, '/etc/passwd'
	    t.addfile(i)
	EOT
	try 0 sokconv -t rle set.tar
	[ "$(grep -c '^5#|#@$.#|5#$' "$out")" -eq 6 ]
	try 1 sokreplay --require-solution set.tar
	lacks "$out" '[\x01-\x08\x0b-\x1f\x7f]'
	lacks "$out" '^::error'
	try 2 sokconv --outdir=o -t rle set.tar
	said 'twice.sok: o/twice.rle is the output of an earlier input'
	[ ! -e ../up.rle ] && [ ! -e /root.rle ]
	[ -f o/up.rle ] && [ -f o/root.rle ]
}

@test "member names outside ASCII are kept in every locale" {
	needs python3
	python3 - <<-'EOT'
	import zipfile
	board = b'#####\n#@$.#\n#####\n'
	with zipfile.ZipFile('set.zip', 'w') as z:
	    for name in 'caf\u00e9.sok', '\u65e5\u672c.sok', 'QQ.sok', 'EE.sok':
	        z.writestr(name, board)
	    z.writestr('last\u00e9.sok', board)
	bytes = open('set.zip', 'rb').read()
	open('set.zip', 'wb').write(bytes.replace(b'QQ', b'\x81\xff'))
	open('bad.zip', 'wb').write(bytes.replace(b'caf\xc3\xa9', b'caf\xc3\x28'))
	EOT
	lines café.sok 日本.sok $'\x81\xff.sok' EE.sok lasté.sok >want
	try 0 sokconv -t records set.zip
	sed 's/.*	set.zip:\(.*\):1$/\1/' "$out" | same want -
	try 2 sokconv -t records bad.zip
	[ "$(wc -l <"$out")" -eq 4 ]
	expect_err <<<"sokconv: bad.zip: zip: a member's name cannot be read"
	if command -v bsdtar >/dev/null; then
		mkdir own
		cp set/a.sok own/日本.sok
		(cd own && LC_ALL=C.UTF-8 bsdtar -cf ../own.7z --format 7zip 日本.sok)
		try 0 sokconv -t records own.7z
		printed '	own.7z:日本.sok:3$'
	fi
}

@test "input that expands beyond the limit is refused at once" {
	yes '; a' | head -c 300000000 | gzip >bomb.gz
	yes '; a' | head -c 3000000 >set/a.sok
	zip -q bomb.zip set/a.sok
	tar czf bomb.tgz set/picture.png set/a.sok
	for bomb in bomb.gz bomb.zip bomb.tgz; do
		try 2 timeout 60 sokcheck --limit=expand=1000000 $bomb
		said 'expands to more than 1000000 bytes, the limit `expand`$'
	done
	dd if=/dev/zero bs=1000000 count=300 status=none | gzip >zeros.gz
	(sanitized || ulimit -v 100000; try 2 timeout 60 sokfmt zeros.gz)
	said 'contains only NUL bytes$'
	head -c 50000000 /dev/zero >set/a.sok
	zip -q zeros.zip set/a.sok
	(sanitized || ulimit -v 100000; try 1 timeout 60 sokfmt zeros.zip)
	said '\[binary\]'
}

@test "an archive without a board is one error" {
	zip -q words.zip set/read.txt
	try 1 sokcheck words.zip
	lines 'words.zip: error: no board was recognised in any of its files [no-puzzle]' |
		expect_out
	try 0 sokfmt words.zip
	try 1 sokreplay words.zip
	printed '^words.zip: error: there are no games in any of its files \[no-games\]$'
	zip -q set.zip set/read.txt set/a.sok
	try 0 sokcheck --strict set.zip
	try 0 sokreplay set.zip
}

@test "-j does not change the output" {
	for n in {1..30}; do cp set/a.sok "set/$n.sok"; done
	zip -qr set.zip set
	for program in $programs; do
		"$program" set set.zip set.zip >want 2>&1 || :
		"$program" -j 4 set set.zip set.zip >got 2>&1 || :
		same want got
	done
}

@test "the suffix of a variant is found before the suffix of a compressed file" {
	{ board '#####/#  .#/# $ #/#@  #/#####' && lines '' N; } >in.OSB
	gzip -k in.OSB
	try 0 sokreplay -v in.OSB.gz
	printed ': solved 1/1'
	mv in.OSB.gz in.sok.gz
	try 0 sokconv -t jsonl in.sok.gz
	printed '"game":"Sokoban"'
}

@test "data after compressed data or an archive gives status 2, after the data before it" {
	board '#####/#@$.#/#####' >want
	gzip -c want >one.gz
	zip -q one.zip want
	tar cf one.tar want
	printf '\n####\n#@ #\n####\n' >board
	printf x >byte
	head -c 3000 /dev/zero >nuls
	for program in $programs; do
		"$program" want >alone 2>&1 || :
		for packed in one.gz one.zip one.tar; do
			for tail in board byte one.zip one.tar; do
				cat $packed $tail >both
				try 2 "$program" -q --include='*' both
				said "^$program: both: [a-z]*: bytes that follow its end were not read\$"
				try 2 "$program" -q --include='*' <both
			done
			"$program" --include='*' $packed >"$out.want" || :
			cat $packed nuls >both
			"$program" --include='*' both >"$out" 2>"$err" || :
			sed "s/both/$packed/" "$out" | same "$out.want" -
		done
	done
	cat one.gz board >both
	try 2 sokfmt both
	expect_out <want
}

@test "of two concatenated zip files, only the first is read" {
	zip -q a.zip set/a.sok
	zip -q b.zip set/sub/b.XSB
	cat a.zip b.zip >both.zip
	try 2 sokconv -t rle both.zip
	lines '5#|#@$.#|5#' | expect_out
	try 2 sokconv -t rle <both.zip
	lines '5#|#@$.#|5#' | expect_out
	# Offsets that count from the start of the first change nothing.
	zip -qA both.zip
	try 2 sokconv -t rle both.zip
	lines '5#|#@$.#|5#' | expect_out
}

@test "compressed data within compressed data is unpacked, and both ends are checked" {
	gzip -c set/a.sok >once
	gzip -c once >twice
	try 0 sokconv -t rle twice
	lines '5#|#@$.#|5#' | expect_out
	echo more >>once
	gzip -c once >twice
	try 2 sokconv -t rle twice
	lines '5#|#@$.#|5#' | expect_out
	said '^sokconv: twice: gzip: bytes that follow its end were not read$'
	cp once set/packed.sok
	zip -q set.zip set/packed.sok
	try 2 sokconv -t rle set.zip
	lines '5#|#@$.#|5#' | expect_out
	said '^sokconv: set.zip:set/packed.sok: gzip: bytes that follow'
}

@test "an archive that makes libarchive fail or crash is reported as unreadable" {
	mkdir walk
	# libarchive has read on after an error here, and crashed.
	printf 'MSCF\0\0\0\0\134\0\0\0\0\0\0\0,\0\0\0\0\0\0\0\003\001\001\0\001\0\0\0\001\0\0\0B\0\0\0\001\0\0\0\022\0\0\0\0\0\0\0\0\0!\0\0\0 \0a.so\0\0\0\0\022\0\022\0#####\n#@$.#\n#####\n' >walk/c.cab
	cp set/a.sok walk/d.sok
	for program in $programs; do
		try 2 "$program" --include='*' walk/c.cab
		said '^[a-z]*: walk/c\.cab: cab: what follows in the archive'
		try 2 "$program" walk
		said '/c\.cab'
	done
	try 2 sokconv -t rle walk
	lines '5#|#@$.#|5#' | expect_out
}

# The archive arrives on a pipe and never ends.
@test "the run continues if the unpacking process is killed" {
	needs pgrep
	tar cf set.tar set/a.sok set/sub/b.XSB
	mkfifo pipe
	{ head -c 1024 set.tar; sleep 20; } >pipe &
	local writer=$!
	got=0
	sokconv -t rle - set/a.sok <pipe >"$out" 2>"$err" &
	local run=$!
	for _ in {1..100}; do
		worker=$(pgrep -P "$(pgrep -P $run | head -n 1)" 2>/dev/null) && break
		sleep 0.1
	done
	kill -9 "$worker"
	wait $run || got=$?
	kill $writer 2>/dev/null || :
	[ $got -eq 2 ]
	said '^sokconv: <stdin>: the archive could not be read: the process that unpacks it was ended by signal 9 '
	lines '5#|#@$.#|5#' | expect_out
}

@test "plain input starts no process, and archives leave no process" {
	needs strace
	[ -z "${SANITIZE-}" ] || skip 'leaks cannot be looked for under strace'
	cp set/a.sok plain.sok
	strace -f -qq -e trace=clone,clone3,fork,vfork -o calls sokcheck plain.sok set
	[ ! -s calls ] || { cat calls; return 1; }
	zip -q set.zip set/a.sok
	strace -f -qq -e trace=clone,clone3,fork,vfork,connect,execve -o calls \
		sokcheck plain.sok set.zip set.zip
	[ "$(grep -cE 'clone|fork' calls)" -eq 3 ]
	[ "$(grep -c execve calls)" -eq 1 ]
}

@test "-j does not change the output if only some files are packed" {
	mkdir many
	for n in {1..60}; do
		{ cat set/a.sok; yes ' ' | head -n 10000; } >"many/$n.sok"
	done
	for n in 7 21 33; do gzip -c set/a.sok >many/$n.sok; done
	{ gzip -c set/a.sok; echo more; } >many/40.sok
	for option in -l -c; do
		got=0
		sokfmt $option many/* >want 2>want.err || got=$?
		try $got sokfmt $option -j 4 many/*
		same want "$out"
		same want.err "$err"
	done
}
