#!/usr/bin/env bats
# Round trips: sokfmt is idempotent, and conversions are lossless, for real
# files (if there is a corpus), for random line soup, and for small collections.

load helper

# promise FILE ...: sokfmt leaves its own output unchanged, and a reader finds
# the same puzzles in it.
promise() {
	local f bad=0
	for f; do
		promised "$f" || { echo "in $f"; bad=1; }
	done
	return $bad
}

promised() {
	local status=0 from=auto
	sokfmt -q "$1" >once 2>err1 || status=$?
	# What is refused as binary is text where it is said to be.
	if grep -q '\[binary\]$' err1; then
		status=0 from=sok
		sokfmt -q -f sok "$1" >once 2>err1 || status=$?
	fi
	[ $status -le 1 ] || { cat err1; return 1; }
	sokfmt -q once >twice 2>err2 || [ $? -eq 1 ] || { cat err2; return 1; }
	same once twice || return
	# A broken level of another format becomes text under the one before.
	[ $status -eq 0 ] || [ "${1%.slc}" = "$1" ] || return 0
	model $from "$1" 2>/dev/null >before
	model sok once 2>/dev/null >after
	same before after
}

real() {
	[ -d "$corpus/$1" ] || skip 'no corpus here'
	mapfile -d '' -t files < <(find "$corpus/$1" -type f -print0 | sort -z)
}

@test "sokfmt is idempotent and keeps the content of .sok files" {
	real sok
	promise "${files[@]}"
}

@test "sokfmt is idempotent and keeps the content of plain boards" {
	real xsb
	promise "${files[@]}"
	real boxoban
	promise "${files[@]}"
	real screens
	promise "${files[@]}"
}

@test "sokfmt is idempotent and keeps the content of XML" {
	real slc
	promise "${files[@]}"
}

@test "sokfmt is idempotent and keeps the content of solutions" {
	real solutions
	promise "${files[@]}"
}

@test "sokfmt is idempotent and keeps the content of odd files and variants" {
	real odd
	promise "${files[@]}"
	real variants
	promise "${files[@]}"
}

@test "sokfmt is idempotent and keeps the content of random line soup" {
	for seed in $(seq 900001 900060); do
		soup "$seed" >soup.txt
		sokfmt -q -f sok soup.txt >once 2>/dev/null || [ $? -eq 1 ]
		sokfmt -q -f sok once >twice 2>/dev/null || [ $? -eq 1 ]
		same once twice
		model sok soup.txt 2>/dev/null >before
		model sok once 2>/dev/null >after
		same before after || { cat -A soup.txt; false; }
	done
}

@test "records and jsonl are lossless" {
	for case in layout wrap; do
		sokfmt "$cases/$case.in" >want
		for format in records jsonl; do
			sokconv -t $format "$cases/$case.in" >there
			try 0 sokconv -f $format -t sok there
			same want "$out"
			try 0 sokfmt there
			same want "$out"
		done
	done
}

@test "records and jsonl are lossless for real files" {
	real sok
	for f in "${files[@]}"; do
		sokfmt -q "$f" >want 2>/dev/null || [ $? -eq 1 ]
		for format in records jsonl; do
			sokconv -q -t $format "$f" >there 2>/dev/null ||
				[ $? -eq 1 ]
			sokconv -q -f $format there >back 2>/dev/null ||
				[ $? -eq 1 ]
			# As text is bytes and JSON is Unicode:
			if iconv -f UTF-8 -t UTF-8 <want >/dev/null 2>&1; then
				same want back || { echo "$format: $f"; false; }
			fi
		done
	done
}

# A collection that every format can hold.
ours() {
	cat <<-'EOT'
	First

	#####
	#@$.#
	#####


	Second

	  ####
	###  #
	# $. #
	# @ ##
	#####


	Third

	######
	#+ $ #
	# *  #
	######
	EOT
}

@test "boards and titles survive every format" {
	ours >in
	for format in xsb slc sokoban3d boxoban records jsonl sok; do
		try 0 sokconv -q -t $format in
		cp "$out" there
		try 0 sokconv -q -f $format -t sok there
		grep -v -e '^$' -e ': ' "$out" >got
		grep -v '^$' in >want
		[ $format != boxoban ] || sed -i '/[A-Z]/d; /^[0-9]$/d' got want
		same want got || { echo "$format"; false; }
	done
}

@test "boards survive every format" {
	ours >in
	sokconv -q -t rle in >want
	for format in xsb rle slc sokoban3d pusher boxoban records jsonl sok; do
		sokconv -q -t $format in >there
		try 0 sokconv -q -f $format -t rle there
		same want "$out" || { echo "$format"; false; }
		if [ $format != pusher ]; then
			try 0 sokconv -q -t rle there
			same want "$out" || { echo "$format, detected"; false; }
		fi
	done
}

@test "boards survive formats with one puzzle per file" {
	ours >in
	sokconv -q -t rle in >want
	for format in screens hir; do
		try 0 sokconv -q -t $format --split=$format in
		try 0 sokconv -q -t rle $format/*
		same want "$out"
	done
	ls screens | paste -sd' ' >got
	echo 'screen.1 screen.2 screen.3' | same - got
}

@test "boards and moves survive run-length text" {
	for case in layout wrap; do
		sokfmt "$cases/$case.in" >want
		for option in '' --groups --min-run=2 --min-run=9 \
		    --only=boards --only=moves --floor=underscore; do
			# shellcheck disable=SC2086 # none or one
			sokrle $option want >there
			try 0 sokfmt there
			same want "$out" || { echo "$option"; false; }
		done
		sokrle want | try 0 sokrle -d
		same want "$out"
	done
}

@test "real files survive run-length text" {
	real sok
	for f in "${files[@]}"; do
		sokfmt -q "$f" >want 2>/dev/null || [ $? -eq 1 ]
		sokrle -q want 2>/dev/null >there
		sokfmt -q there >back 2>/dev/null || [ $? -eq 1 ]
		same want back || { echo "$f"; false; }
		sokrle -q --groups want 2>/dev/null >there
		sokfmt -q there >back 2>/dev/null || [ $? -eq 1 ]
		same want back || { echo "groups, $f"; false; }
	done
}

@test "four quarter turns give the original" {
	for case in layout wrap; do
		sokfmt "$cases/$case.in" >want
		cp want turned
		for _ in 1 2 3 4; do
			sokfmt --transform=rotate90 turned >next
			mv next turned
		done
		same want turned
	done
}

@test "the output does not depend on how the bytes arrive" {
	golden 0 layout sokfmt
	cp "$out" want
	try 0 sokfmt "$cases/layout.in"
	same want "$out"
	dd if="$cases/layout.in" bs=1 status=none | try 0 sokfmt
	same want "$out"
	{ head -c 100; sleep 0.1; cat; } <"$cases/layout.in" | try 0 sokfmt
	same want "$out"
	for end in '\r\n' '\r'; do
		awk -v ORS="$end" 1 "$cases/layout.in" | try 0 sokfmt
		same want "$out"
	done
}

@test "a completely quoted file is read like the original" {
	{ lines 'Title: The set' 'Author: Ann' '' 'One' '' '    #####' &&
		board '    #@$.#/    #####' && lines '' 'Author: Bob' '' rR '' \
		'; not quoted: > 1' '' 'Two' '' && board '#####/#.@$#/#####' &&
		lines '' Comment: '> rR' '>> ##' Comment-End:; } >in
	sokconv -t jsonl - <in >want
	sokfmt in >formatted
	for quote in 's/^/> /' 's/^/>/' 's/^./> &/' 's/^/> /; s/ *$//'; do
		sed "$quote" in >mail
		sokconv -t jsonl - <mail | same want -
		dd if=mail bs=1 status=none | sokconv -t jsonl - | same want -
		try 0 sokfmt mail
		same formatted "$out"
		sed 's/$/\r/' mail | try 0 sokfmt
		same formatted "$out"
		sokrle mail | sokrle -d | try 0 sokfmt
		same formatted "$out"
	done
	# NULs between lines and beside their ends are as blank as nothing.
	sed 's/^>$/\x00\x00/; s/R$/R\x00/' mail | try 0 sokfmt
	same formatted "$out"
	# Where one line is not quoted, there is mail around it.
	{ lines Hello && cat mail; } >reply
	try 0 sokfmt reply
	printed '^Hello$'
	printed '^> .*Author: Bob'
	# What is quoted in part, or without blanks, is so after sokrle as well.
	lines '> Level: 1' '' '> rrr' 'RRR' >moves
	lines '> Level: 1' '' '>#####' '>#@$.#' '>#####' '#####' >rows
	lines '> Level: 1' '' '>#####' '>#@$.#' '>#####' >narrow
	for mail in moves rows narrow; do
		sokfmt $mail >want.$mail
		sokrle $mail | sokrle -d | sokfmt | same want.$mail -
	done
	# Other formats, too.
	sokconv -t records - <want >records
	sed 's/^/> /' want | sokconv -t records - | same records -
}

@test "a format is recognised within the first 16 KiB, however the bytes arrive" {
	{ lines '{' && yes Note | head -n 4000 && lines '"board"' '' &&
		board '#####/#@$.#/#####'; } >json
	{ board '#####/#@$.#/#####' && yes 'Date: 1' | head -n 3000 &&
		lines ---saved-image--- && board '#####/# @*#/#####'; } >trace
	for file in json trace; do
		try 0 sokfmt $file
		cp "$out" got
		grep . $file >want
		grep . got | same want -
		{ head -c 100; sleep 0.1; cat; } <$file | try 0 sokfmt
		same got "$out"
		try 0 sokrle $file
		{ head -c 100; sleep 0.1; cat; } <$file | sokrle | same "$out" -
	done
}
