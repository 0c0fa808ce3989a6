#!/usr/bin/env bats
# Sets of Sokoban 3D: containers, names, and incomplete forks.

load helper
load conversion

small='#####/#@$.#/#####'

# set_of CONTAINER NAME: a set of two puzzles in this container.
set_of() {
	{ lines "Collection: $2" '' $'Caf\xc3\xa9' '' && board "$small" &&
		lines '' && board '######/#@ $.#/######'; } |
		sokconv -q -t sokoban3d --container="$1"
}

@test "a Macintosh set is read alike from every container" {
	for container in rsrc appledouble macbinary; do
		set_of $container Demo >demo
		try 0 sokconv demo
		quiet
		{ lines 'Collection: Demo' '' '' $'Caf\xc3\xa9' '' &&
			board "$small" && lines '' '' &&
			board '######/#@ $.#/######'; } | expect_out
	done
}

@test "resource numbers may be negative and preceded by blanks" {
	for first in -16 ' -8'; do
		set_of rsrc Demo | LC_ALL=C sed $'s/128\r129/'"$first"$'\r129/' >demo
		try 0 sokconv demo
		said "TEXT ${first# } to 127 of the set are missing: skipped"
		one_line "$err"
	done
}

@test "a NUL in the name of a set does not end the name" {
	set_of rsrc 'Demo=of NULs' | LC_ALL=C sed 's/Demo=of/Demo\x00of/' >demo
	try 0 sokconv demo
	quiet
	printed '^Collection: Demo of NULs$'
}

@test "TEXT resources that are not levels of the set are reported as skipped" {
	set_of rsrc Demo >whole
	LC_ALL=C sed $'s/128\r129/128\r128/' whole >demo
	try 0 sokconv demo
	said '^demo: warning: 1 TEXT resource is not a level of the set: skipped \[syntax\]$'
	LC_ALL=C sed 's/Setx/Setz/; s/#@ \$\.#/by Ann/' whole >demo
	try 0 sokconv demo
	said '^demo: warning: TEXT 129 is not a level \(row 2, column 1\): skipped \[syntax\]$'
}

@test "every unusable part of a Setx resource is reported" {
	set_of rsrc 'Demo' >whole
	LC_ALL=C sed $'s/128\r129/1x8\r129/' whole >demo
	try 0 sokconv demo
	said '^demo: warning: Setx cannot be used .*: every TEXT resource is read'
	one_line "$err"
	printed '^Collection: Demo$'
	set_of rsrc 'Demo=by Ann' | LC_ALL=C sed $'s/Demo=by Ann/D\r128\r129\rA/' >demo
	try 0 sokconv demo
	said '^demo: warning: Setx contains more than a name and two resource ids, '
	one_line "$err"
	printed '^Collection: D$'
}

@test "a written set contains no dates and no random bytes" {
	for container in rsrc appledouble macbinary; do
		set_of $container Demo | od -An -v -tx1 | tr -d ' \n' |
			fold -w 64 >got
		echo >>got
		grep -v '^#' "$cases/conv-$container.hex" | same - got
	done
}

@test "the requirements of Sokoban 3D are reported" {
	collection >in
	try 0 sokconv -t sokoban3d -o demo in
	said 'warning: a bare resource fork has no type and creator: '
	said 'warning: a set with Setx needs Sokoban 3D 1\.0\.1'
	try 0 sokconv -t sokoban3d --container=macbinary -o demo in
	never_said 'no type and creator'
	try 2 sokconv -t xsb --container=rsrc in
}

@test "a Macintosh file without a level shows how to read its data fork as text" {
	board "$small" | tr '\n' '\r' >data
	{ hex <<<"00 01 61 $(printf '%0160d' 0) 00000012 00000000 $(printf '%074d' 0)"
	  cat data && head -c 110 /dev/zero; } >in.bin
	{ hex <<<"00051600 00020000 $(printf '%032d' 0) 0001 00000001 00000026 00000012"
	  cat data; } >in.as
	for name in bin:129 as:39; do
		try 0 sokconv -t sok in.${name%:*}
		no_output
		said "^in.${name%:*}: warning: no level was read, nor the data fork \
of 18 bytes, which may be text: tail -c \+${name#*:} \| head -c 18 \[lossy\]$"
		one_line "$err"
		tail -c +${name#*:} in.${name%:*} | head -c 18 | same data -
	done
}

@test "a set without a name is named after its file" {
	board "$small" >nice.set.sok
	sokconv -q -t sokoban3d nice.set.sok >demo
	try 0 sokconv demo
	printed '^Collection: nice\.set$'
	mv nice.set.sok $'two\nlines.sok'
	sokconv -q -t sokoban3d $'two\nlines.sok' >demo
	try 0 sokconv demo
	quiet
	printed '^Collection: two lines$'
}

@test "a resource fork without levels gives no output and no finding" {
	hex >empty <<-'EOT'
		00000100 00000100 00000000 0000001e
	EOT
	{ head -c 240 /dev/zero && hex <<-'EOT'; } >>empty
		00000100 00000100 00000000 0000001e 000000000000 0000 001c 001e
		ffff
	EOT
	try 0 sokconv empty
	no_output
	quiet
}

@test "characters outside MacRoman are reported" {
	{ lines $'\xe9\x93\x81 1' '' && board "$small"; } >in
	try 0 sokconv -t sokoban3d -o demo in
	said 'warning: 1 character that is not in MacRoman dropped'
	try 0 sokconv demo
	printed '^\? 1$'
}

@test "the title of a set is truncated at 255 bytes" {
	{ printf 'Collection: %300s\n' x | tr ' ' y; echo; board "$small"; } >in
	try 0 sokconv -t sokoban3d in
	said ': 1 end of a title over 255 bytes dropped: '
}

@test "a truncated container is not read as text" {
	for container in rsrc macbinary appledouble; do
		set_of $container Demo >whole
		head -c 300 whole | try 1 sokconv
		said 'damaged .*: not read \[syntax\]'
		no_output
	done
}

@test "a wrong checksum is only a warning" {
	set_of macbinary Demo >whole
	sokconv whole >want
	{ head -c 124 whole && printf '\377' && tail -c +126 whole; } >odd
	try 0 sokconv odd
	same want "$out"
	said 'the checksum of the MacBinary header is wrong'
}

@test "several sets in one stream are read separately" {
	for first in rsrc appledouble macbinary; do
		set_of $first One >one
		for second in rsrc appledouble macbinary; do
			set_of $second Two >two
			cat one two one >all
			try 0 sokconv all
			quiet
			[ "$(grep -c '^#@' "$out")" -eq 6 ]
			{ lines 'Collection: One' '' '' $'Caf\xc3\xa9' '' &&
				board "$small" && lines '' '' &&
				board '######/#@ $.#/######' &&
				lines '' '' $'Caf\xc3\xa9' '' && board "$small" &&
				lines '' 'Collection: Two' '' '' &&
				board '######/#@ $.#/######'; } >want
			head -n "$(wc -l <want)" "$out" | same want -
			dd if=all bs=1 status=none | try 0 sokconv
			[ "$(grep -c '^#@' "$out")" -eq 6 ]
		done
	done
	# What is cut off behind the first is said, what is no set is not read.
	{ cat one && head -c 100 one; } | try 0 sokconv
	[ "$(grep -c '^#@' "$out")" -eq 2 ]
	set_of rsrc Two | head -c 300 | cat one - | try 1 sokconv
	said 'a damaged resource fork'
	[ "$(grep -c '^#@' "$out")" -eq 2 ]
}

# ---- input that two programs read differently

@test "35: a Macintosh set is read alike from every container" {
	hex <"$cases/mac-rsrc.hex" >set.rsrc
	hex <"$cases/mac-appledouble.hex" >._set
	hex <"$cases/mac-macbinary.hex" >set.bin
	try 0 sokfmt set.rsrc
	cp "$out" rsrc
	try 0 sokfmt ._set
	same rsrc "$out"
	try 0 sokfmt set.bin
	same rsrc "$out"
	sed -n '/^First$/,$p' rsrc >levels
	{ lines First '' && board "$small" && lines '' '' &&
		board '######/#@ $.#/######'; } >want
	same want levels
	printed Demo
}
