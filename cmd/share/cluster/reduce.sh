#!/bin/sh
# reduce.sh JOB - the part of a job that needs all lines of map.sh with the same
# key.  They come on standard input, in any order, with those of other keys.
#
#	check, verify	the lines, sorted
#	count		a name and the sum of its numbers
#	duplicates	file, line and title of a puzzle, and the place of the
#			first one that is equal: by file name, then by line
#	all jobs	`!status` and the highest exit status, `!trouble` lines
#
# reduce.sh status reads the results of a job.  It prints the trouble on standard
# error, and its exit status is that of one program that had done all the work.
#
# Puzzles that have an id are equal if their canonical pictures are, with the
# player in the same area.  The id only says which are to be compared: of ten
# thousand million puzzles a few have the same 64 bits by chance.
set -u
export LC_ALL=C
job=${1:?usage: reduce.sh check|verify|count|duplicates|status}
here=$(cd "$(dirname "$0")" && pwd)
PATH=$here:$PATH
tab=$(printf '\t')
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Put what is said about the work aside, and write it at the end.
aside() {
	awk -v aside="$work/aside" '/^!/ { print >aside; next } { print }'
}
said() {
	[ -e "$work/aside" ] || return 0
	sort -u "$work/aside" | awk -F '\t' '
		$1 != "!status" { print; next }
		$2 >= most { most = $2; any = 1 }
		END { if (any) print "!status\t" most }'
}

# Keep the lines whose key another line has too, the first place first.
repeated() {
	sort -t "$tab" -k 1,1 -k 2,2 | awk -F '\t' '
		# Ids are compared as text: 00E1 and 00E2 are one number.
		$1 "" != key "" { key = $1; first = $0; next }
		first != "" { print first; first = "" }
		{ print }'
}

# Put the canonical picture in front of each line.
pictures() {
	cut -f 3- "$1" >"$work/as-read"
	sokfmt -q -f records --simplify --transform=canonical -o "$work/drawn.sok" \
	    "$work/as-read" &&
	    sokconv -q -t records "$work/drawn.sok" |
	    awk -F '\t' '$4 != "" { print $4 }' |
	    awk -f "$here/picture.awk" >"$work/pictures"
	# A board that is not drawn would shift all others.
	[ "$(wc -l <"$work/pictures")" -eq "$(wc -l <"$work/as-read")" ] || {
		echo "reduce.sh: cannot draw all boards" >&2
		exit 1
	}
	paste "$work/pictures" "$1"
}

# Name the first one of equal pictures with equal keys; places are sorted.
equal() {
	awk -F '\t' '
		$2 "" != key "" { key = $2; split("", first) }
		{
			match($3, /:[0-9]*$/)
			file = substr($3, 1, RSTART - 1)
			line = substr($3, RSTART + 1)
			sub(/^0+/, "", line)
			if ($1 in first)
				print file "\t" line "\t" $5 "\t" first[$1]
			else
				first[$1] = file ":" line
		}' "$work/with-pictures"
}

# The same of puzzles without an id, for which each game has rules of its own.
compared() {
	cut -f 3- "$1" |
	    sokcheck -f records --disable=all --duplicates -F tsv |
	    cut -f 1,2,7,8 |
	    sed -e 's/	the same [a-z]* as at /	/' \
		-e 's/, the player elsewhere$//' -e 's/, turned by [-a-z0-9]*$//'
}

case $job in
check | verify)
	aside | sort
	said
	;;
count)
	aside | awk -F '\t' '{ sum[$1] += $2 }
		END { for (name in sum) printf "%s\t%.0f\n", name, sum[name] }' |
	    sort
	said
	;;
duplicates)
	: >"$work/with-id" && : >"$work/without"
	aside | repeated | awk -F '\t' -v work="$work" '
		{ print >(work ($3 != "" ? "/with-id" : "/without")) }'
	pictures "$work/with-id" >"$work/with-pictures" || exit
	{ equal; compared "$work/without"; } | sort
	said
	;;
status)
	awk -F '\t' '
		$1 == "!trouble" { print substr($0, 10) | "cat >&2" }
		$1 == "!status" { n++; if ($2 > most) most = $2 }
		END { close("cat >&2"); exit n > 0 ? most : 2 }'
	;;
*)
	echo "reduce.sh: no job is called $job" >&2
	exit 2
	;;
esac
