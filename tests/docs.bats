#!/usr/bin/env bats
# The manuals and the README agree with the programs.

# shellcheck disable=SC2013,SC2010 # names of files without blanks
load helper
load examples

man=$BATS_TEST_DIRNAME/../man

# of_program PROGRAM: its options: long name, letter, and whether it takes an
# argument.
of_program() {
	"$1" --print-options | awk -F '\t' '{
		print $1 "\t" $2 "\t" ($3 == "" ? "no" : $3 ~ /^\[/ ? "may" : "yes")
	}' | sort
}

# of_manual PROGRAM: the same, from the lines of its manual like `.It Fl o Ar
# file , Fl -output Ns = Ns Ar file`.
of_manual() {
	awk '
		$1 != ".It" || $2 != "Fl" { next }
		{
			long = letter = ""
			arg = "no"
			for (i = 2; i < NF; i++) {
				if ($i != "Fl")
					continue
				if ($(i + 1) !~ /^-/) {
					letter = $(i + 1)
					continue
				}
				long = substr($(i + 1), 2)
				if ($(i + 2) == "Ns")
					arg = $(i + 3) == "Op" ? "may" : "yes"
			}
			print long "\t" letter "\t" arg
		}
	' "$man/$1.1" | sort
}

# of_synopsis PROGRAM: the letters of its SYNOPSIS, without and with an
# argument.
of_synopsis() {
	sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/p' "$man/$1.1" | awk '
		$2 == "Fl" && NF == 3 {
			for (i = 1; i <= length($3); i++)
				print substr($3, i, 1) "\tno"
		}
		$2 == "Fl" && NF > 3 { print $3 "\tyes" }
	' | sort
}

@test "the manuals list exactly the options of each program" {
	for program in $programs; do
		of_program "$program" >"$program.has"
		of_manual "$program" >"$program.says"
		same "$program.has" "$program.says"
		awk -F '\t' '$2 != "" { print $2 "\t" $3 }' "$program.has" |
			sort >"$program.letters"
		of_synopsis "$program" >"$program.synopsis"
		same "$program.letters" "$program.synopsis"
	done
}

@test "sokcheck(1) lists every rule with its severity" {
	sokcheck --list-rules | awk '{ print $1, $2 }' | sort >has
	awk '$1 == ".It" && $2 == "Cm" && $4 == "Pq" { print $3, $5 }' \
		"$man/sokcheck.1" | sort >says
	same has says
}

@test "sok(5) lists exactly the supported formats" {
	sokconv --list-formats | awk '{
		print $1, $2 == "read" ? "y" : "-", $3 == "write" ? "y" : "-"
	}' >has
	awk '$1 == ".It" && $2 == "Cm" && $6 == "Ta" && $5 ~ /^[y-]$/ {
		print $3, $5, $7
	}' "$man/sok.5" >says
	same has says
}

@test "sok(5) lists exactly the known keys" {
	grep -o 'KEY("[^"]*")' "$BATS_TEST_DIRNAME/../lib/text/key.c" |
		cut -d '"' -f 2 | sort -u >has
	awk '/^Also, / { list = 1 } /^\.Ed/ { list = 0 } list' "$man/sok.5" |
		tr '\n' ' ' | sed 's/, /\n/g' | grep -v '^and whatever' |
		tr '[:upper:]' '[:lower:]' | sort >says
	[ -s says ]
	same has says
}

@test "sokcheck(1) and sokreplay(1) list exactly the report formats" {
	for program in sokcheck sokreplay; do
		try 2 "$program" -F x
		sed -n 's/.* is not one of //p' "$err" | tr , '\n' | tr -d ' ' |
			sort >has
		awk '$1 == ".Ss" || $1 == ".Sh" { list = $2 == "Formats" }
			list && $1 == ".It" && $2 == "Cm" { print $3 }
		' "$man/$program.1" | sort >says
		[ -s says ]
		same has says
		"$program" --help | grep -A 1 -e '--format' >help
		while read -r format; do grep -qw "$format" help; done <has
	done
}

@test "sok(5) lists exactly the limits, with their maxima" {
	try 2 sokfmt --limit=x=1
	sed -n 's/.* is not one of //p' "$err" | tr -d ' ' | tr , '\n' >has
	awk '$1 == ".It" && $2 == "Cm" && $5 ~ /^[0-9]+$/ {
		print $3, $5, $7
	}' "$man/sok.5" >table
	cut -d ' ' -f 1 table >says
	same has says
	while read -r name default highest; do
		[ "$default" -lt "$highest" ]
		try 0 sokfmt "--limit=$name=$highest" </dev/null
		try 2 sokfmt "--limit=$name=$((highest + 1))" </dev/null
	done <table
}

@test "sok(5) states the default of each limit" {
	board=$(printf '#%.0s' {1..60})
	limits=$(dirname "$(command -v soup)")/../unit/limits
	[ -x "$limits" ] || skip "this is not the folder of the build"
	awk '$1 == ".It" && $2 == "Cm" && $5 ~ /^[0-9]+$/ {
		print $3, $5, $7
	}' "$man/sok.5" >says
	"$limits" -p >has
	same has says
	# The ones that are cheap to meet.
	echo "4096#|#@\$.#|4096#" >held
	try 0 sokrle -d held
	echo "4097#|#@\$.#|4097#" >over
	try 2 sokrle -d over
	said '\[limit\]'
	printf '%s\n#@$.#\n%s\n\n10000000r\n' "$board" "$board" >over
	try 2 sokfmt over
	said '\[limit\]'
}

@test "HACKING names exactly the source files" {
	[ -d "$root/lib" ] || skip "there is no source here"
	(cd "$root" && find lib cmd -name '*.c' ! -path 'lib/without/*') |
		sed 's/.*\///' | sort -u >has
	grep -oE '[a-z0-9_]+\.c\b' "$root/HACKING" | sort -u >says
	same has says
	# Those with a folder are there.
	cd "$root"
	for file in $(grep -oE '\b(lib|cmd|tests|cli|board)/[a-z0-9_/]+\.[ch]\b' HACKING); do
		ls "$file" "lib/$file" "cmd/$file" 2>/dev/null | grep -q . || {
			echo "no $file"
			return 1
		}
	done
}

@test "sections that are referred to exist" {
	sed -n 's/^\.S[hs] //p' "$man"/*.[1-8] | sort -u >sections
	sed -n 's/^\.Sx \(.*[^ .,]\).*/\1/p' "$man"/*.[1-8] | sort -u >named
	[ -s named ]
	comm -13 sections named >"$out"
	no_output
	[ -d "$root/lib" ] || skip "there is no source here"
	sed -n 's/^\.S[hs] //p' "$man/sok.5" | sort -u >sections
	grep -ohE 'sok\(5\), "[^"]*"' -r "$root/lib" "$root/cmd" |
		cut -d '"' -f 2 | sort -u >named
	[ -s named ]
	comm -13 sections named >"$out"
	no_output
}

# interface HEADER: its functions, each with the files named in the comment
# above its section.
interface() {
	awk '
		/^\/\* ---/ {
			files = ""
			for (i = 3; i < NF; i++)
				if ($i ~ /\.c,?$/)
					files = files " lib/*/" $i " lib/*/*/" $i
			gsub(",", "", files)
		}
		/^static inline/ { inside = 1 }
		inside { inside = $0 != "}"; next }
		/^(\/\*| \*|#|typedef)/ { next }
		match($0, /(sok|compare)_[a-z0-9_]+\(([^)]|$)/) {
			name = substr($0, RSTART, RLENGTH)
			sub(/\(.*/, "", name)
			print name files
		}
	' "$root/lib/$1"
}

@test "sok.h names the source files of its functions" {
	[ -d "$root/lib" ] || skip "there is no source here"
	interface sok.h >named
	[ "$(wc -l <named)" -gt 70 ]
	cd "$root"
	while read -r name files; do
		# shellcheck disable=SC2086 # several of them
		grep -qs "^$name(" $files || { echo "$name: $files"; return 1; }
	done <"$OLDPWD/named"
}

@test "the functions of lib/X/X.h are defined in lib/X" {
	[ -d "$root/lib" ] || skip "there is no source here"
	for door in "$root"/lib/*/*.h; do
		room=$(basename "$(dirname "$door")")
		[ "$room" = "$(basename "$door" .h)" ] || continue
		interface "$room/$room.h" >named
		[ -s named ]
		while read -r name _; do
			grep -qrs --include='*.c' "^$name(" "$root/lib/$room" || {
				echo "$name is not in lib/$room"
				return 1
			}
		done <named
	done
}

@test "manuals that are referred to exist" {
	sed -n 's/^\.Xr \(sok[a-z]*\) \([157]\).*/\1.\2/p' "$man"/* |
		sort -u >named
	while read -r page; do
		[ -e "$man/$page" ] || { echo "no $page"; return 1; }
	done <named
	for program in $programs; do
		grep -qx "$program.1" named
	done
}

@test "every recipe of sok(7) has a test" {
	awk '$1 == ".\\\"" && $2 == "try" { print $3 }' "$man/sok.7" |
		sort >marked
	sed -n 's/^@test "recipe \([a-z]*\):.*/\1/p' \
		"$BATS_TEST_DIRNAME/recipes.bats" | sort >tested
	same marked tested
}

@test "the examples of the README give the output shown" {
	mkdir tests
	cp "$BATS_TEST_DIRNAME/demo.sok" tests
	awk '/^```$/ { shown = 0 } shown; /^```console$/ { shown = 1 }' \
		"$root/README.md" | holds
}

@test "the picture of the README is the output of make picture" {
	picture=$(sed -n 's/^PICTURE = //p' "$root/cmd/share/release.mk")
	grep -Fq '](man/puzzles.svg)' "$root/README.md"
	cd "$root"
	# shellcheck disable=SC2086 # several words
	try 0 sokconv $picture
	same man/puzzles.svg "$out"
}

@test "the README is short, and its links lead to files" {
	[ "$(wc -l <"$root/README.md")" -le 150 ]
	grep -oE '\]\([^)]*\)' "$root/README.md" | tr -d '])(' >links
	while read -r file; do
		[ -e "$root/$file" ] || { echo "no $file"; return 1; }
	done <links
}

@test "the examples of sokfmt(1) give the output shown" {
	examples sokfmt.1 | holds
}

@test "the examples of sok(5) give the output shown" {
	needs jq
	examples sok.5 | holds
}

# works PAGE <TRANSCRIPT: the transcript has the commands of the EXAMPLES of the
# manual, in their order, and shows their output.
works() {
	cat >"$out.shown"
	sed -n '/^\.Sh EXAMPLES/,/^\.Sh [^E]/p' "$man/$1" |
	    sed -n 's/^\.Dl //; s/\\e/\\/g; /^\$ /p' >has
	grep '^\$ ' "$out.shown" >says
	same has says
	rm has says
	holds <"$out.shown"
}

# Three puzzles: the player can leave the second board, and the solution of the
# third has unnecessary moves.
three() {
	lines Hall '' '#####' '#@$.#' '#####' '' 'Solution' R '' '' \
	    Yard '' '#####' ' @$.#' '#####' '' 'Solution' R '' '' \
	    Cave '' '######' '#   .#' '#    #' '#    #' '#   $#' '#@   #' \
	    '######' '' 'Solution 9/3' rlrlrlrrrUUU
}

@test "the examples of sokrle(1) give the output shown" {
	three >set.sok
	works sokrle.1 <<-'EOF'
	$ sokrle -s 3 --lines set.sok
	6#|#3-.#|#4-#|#4-#|#3-$#|#@3-#|6#
	$ sokrle --groups --only=moves set.sok
	Hall

	#####
	#@$.#
	#####

	Solution
	R


	Yard

	#####
	 @$.#
	#####

	Solution
	R


	Cave

	######
	#   .#
	#    #
	#    #
	#   $#
	#@   #
	######

	Solution 9/3
	3(rl)3r3U
	$ sokrle --lines *.sok | sort -u | wc -l
	9
	$ sokrle set.sok > message
	$ sokrle -d message
	Hall

	#####
	#@$.#
	#####

	Solution
	R


	Yard

	#####
	 @$.#
	#####

	Solution
	R


	Cave

	######
	#   .#
	#    #
	#    #
	#   $#
	#@   #
	######

	Solution 9/3
	rlrlrlrrrUUU
	EOF
}

@test "the examples of sokcheck(1) give the output shown" {
	mkdir levels
	three | tee old.txt >levels/three.sok
	{ printf '#%.0s' {1..51} && lines '' '#@$.#' '#####'; } >a.xsb
	works sokcheck.1 <<-'EOF'
	$ sokcheck --strict --duplicates *.sok
	demo.sok:40:4: error: the player can leave the board here, in row 1, column 4 of the picture [not-closed] (puzzle 4 "Leaky Roof")
	$ sokcheck --target=ksokoban --disable=all --enable=size-limit a.xsb
	a.xsb:1:1: warning: ksokoban cannot load 51x3 squares: at most 50x50 [size-limit] (puzzle 1)
	$ sokcheck -p -q old.txt > good.sok
	old.txt:14:1: error: the player can leave the board here, in row 2, column 1 of the picture [not-closed] (puzzle 2 "Yard")
	$ sokcheck -F tsv *.sok | cut -f 5 | sort | uniq -c
	      1 not-closed
	$ sokcheck --write-baseline=.sokcheck levels/*.sok
	$ sokcheck --baseline=.sokcheck levels/*.sok
	EOF
}

@test "the examples of sokreplay(1) give the output shown" {
	mkdir levels
	three | tee all.sok levels/three.sok >levels.sok
	lines rrrUUU '' u >orphans.txt
	works sokreplay.1 <<-'EOF'
	$ sokreplay --require-solution levels.sok
	levels.sok:8:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1 "Hall", "Solution")
	levels.sok:18:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 2 "Yard", "Solution")
	levels.sok:32:1: warning: the title says 9/3, the moves are 12/3 [wrong-count] (puzzle 3 "Cave", "Solution 9/3")
	levels.sok:32:1: note: solved 12/3 lines 1 changes 1 sessions 1 player-lines 8 (puzzle 3 "Cave", "Solution 9/3")
	$ sokreplay --final -s 3 -m 3r3U2l levels.sok
	levels.sok:23:1: note: already solved after move 6, but continues up to move 8 [solved-early] (puzzle 3 "Cave", game 1)
	levels.sok:23:1: note: solved 8/3 lines 1 changes 1 sessions 1 player-lines 3 (puzzle 3 "Cave", game 1)
	######
	#   *#
	# @  #
	#    #
	#    #
	#    #
	######

	$ sokreplay -p --match -M orphans.txt levels.sok > solved.sok
	levels.sok:32:1: warning: the title says 9/3, the moves are 12/3 [wrong-count] (puzzle 3 "Cave", "Solution 9/3")
	sokreplay: orphans.txt:3: solves none of the puzzles
	$ sokreplay -p --rewrite --best=pushes all.sok > best.sok
	all.sok:32:1: warning: the title says 9/3, the moves are 12/3 [wrong-count] (puzzle 3 "Cave", "Solution 9/3")
	$ sokreplay -w --rewrite levels/
	levels/three.sok:32:1: warning: the title says 9/3, the moves are 12/3 [wrong-count] (puzzle 3 "Cave", "Solution 9/3")
	$ sokreplay --write-baseline=.sokreplay levels/*.sok
	levels/three.sok:8:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 1 "Hall", "Solution")
	levels/three.sok:18:1: note: solved 1/1 lines 1 changes 1 sessions 1 player-lines 1 (puzzle 2 "Yard", "Solution")
	levels/three.sok:32:1: note: solved 12/3 lines 1 changes 1 sessions 1 player-lines 8 (puzzle 3 "Cave", "Solution 12/3")
	$ sokreplay --failures --baseline=.sokreplay levels/*.sok
	$ sokreplay -F tsv *.sok | cut -f 8 | sort | uniq -c
	     18 solved
	      1 unsolved
	EOF
}

@test "the examples of sokconv(1) give the output shown" {
	ls -v >"$out" 2>"$err" || skip "this ls has no -v"
	three | tee my.sok >levels.xsb
	sokfmt -s 1,3 -o a.sok my.sok
	sokconv -q -t slc -o my.slc my.sok
	sokconv -q -t sokoban3d --container=appledouble -o ._Set a.sok
	works sokconv.1 <<-'EOF'
	$ sokconv -t sokoban3d --container=macbinary -o My.bin my.sok
	my.sok:13:1: error: not written: sokoban3d cannot hold a board that is not closed [cannot-hold] (puzzle 2 "Yard")
	My.bin: warning: a set with Setx needs Sokoban 3D 1.0.1 [lossy]
	my.sok:3:1: warning: 2 solutions dropped: sokoban3d cannot hold them [lossy]
	$ sokconv ._Set
	Collection: a


	Hall

	#####
	#@$.#
	#####


	Cave

	######
	#   .#
	#    #
	#    #
	#   $#
	#@   #
	######
	$ sokconv -t screens --split=screens levels.xsb
	levels.xsb:3:1: note: 3 titles dropped, and 3 solutions: screens cannot hold them [lossy]
	$ ls -v screens/screen.* | sokconv --files-from=- -t xsb
	#####
	#@$.#
	#####

	#####
	 @$.#
	#####

	######
	#   .#
	#    #
	#    #
	#   $#
	#@   #
	######
	$ sokconv --split=all --name=%3n-%s.sok *.slc
	$ sokconv -t html -o my.html my.sok
	$ sokconv -t html --split=pages --name=%3n-%s.html my.sok
	$ sokconv -t html --url=https://example.org/my/ --split=site my.sok
	$ sokconv -s 1-3 -t svg --sheet=3 -o my.svg my.sok
	my.sok:3:1: note: 3 solutions dropped: svg cannot hold them [lossy]
	$ sokconv -t records a.sok | cut -f 1,2
	17CC66887E16DCF3	Hall
	1DF2E2A10DC1E956	Cave
	EOF
}

@test "mandoc -Tlint has no warnings for the manuals" {
	needs mandoc
	for page in "$man"/*.[1-8]; do
		try 0 mandoc -Tlint -W warning "$page"
		no_output
	done
}
