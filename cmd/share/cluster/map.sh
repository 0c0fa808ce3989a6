#!/bin/sh
# map.sh JOB [OPERAND ...] - the part of a job that needs one shard of a
# collection and nothing else.
#
# Without operands standard input is records, in any order and any part of a
# file, as an engine gives them; operands are what the programs take: files in
# any format, --files-from=-, -f records.  The programs are those beside this
# script, else those in PATH.  What is written has a key in its first column,
# by which an engine may bring lines together for reduce.sh:
#
#	check		what sokcheck finds: file, line, column, severity, rule,
#			title, message
#	verify		what sokreplay finds: file, line, title, and what follows
#			the title in sokreplay -F tsv
#	count		a name, such as `sokcheck not-closed`, and a number
#	duplicates	a key that equal puzzles have in common, the place in a
#			form that can be sorted, and a record without its games
#	all jobs	`!status` and the exit status of the program; `!trouble`
#			and a message, for what could not be read
#
# Numbers of puzzles are left out, because they depend on how a collection was
# cut.  Findings have no exit status here: an engine would repeat the task.  The
# exit status is not 0 if a program was killed or is missing; then the task is
# to be repeated.
set -u
export LC_ALL=C
job=${1:?usage: map.sh check|verify|count|duplicates [operand ...]}
shift
here=$(cd "$(dirname "$0")" && pwd)
PATH=$here:$PATH
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Headers apply to what follows them in their file, and each record has what it
# takes from its header.  A line that is no record is kept, to be reported.
records() {
	awk -F '\t' 'NF < 7 || $4 != "" || $5 != ""'
}

stdin=
[ $# -gt 0 ] || stdin=1

# run PROGRAM ARGUMENT ...: run it on the operands, or on records; its messages
# and its exit status are kept for the end.
run() {
	if [ -n "$stdin" ]; then
		records | "$@" -f records 2>>"$work/messages"
	else
		"$@" 2>>"$work/messages"
	fi
	echo $? >>"$work/status"
}

# What is said about a record itself has the line of this part of the records.
unplaced() {
	if [ -n "$stdin" ]; then
		awk -F '\t' -v OFS='\t' '$1 == "<stdin>" { $2 = "" } { print }'
	else
		cat
	fi
}

# Titles, boards, places and games of other rules travel, and text if numbers of
# Sokoban+ may be in it: numbers by which a puzzle is played leave it without an
# id.  The key of puzzles that have no id is what no symmetry changes.
keys() {
	awk -F '\t' -v OFS='\t' '
		function count(board, squares, n, total) {
			total = 0
			while (match(board, /[0-9]*[^0-9]/)) {
				n = RLENGTH > 1 ? substr(board, 1, RLENGTH - 1) : 1
				if (index(squares, substr(board, RLENGTH, 1)))
					total += n
				board = substr(board, RLENGTH + 1)
			}
			return total
		}
		$4 == "" { next }
		{
			if ($1 != "" || tolower($6) !~ /(box|goal)order/)
				$6 = ""
			key = $1
			if (key == "")
				key = "-" count($4, "$*bB") "-" count($4, "#")
			match($7, /:[0-9]*$/)
			place = substr($7, 1, RSTART) \
			    sprintf("%012d", substr($7, RSTART + 1))
			print key, place, $1, $2, "", $4, "", $6, $7, "", $9
		}'
}

# What a table of counts has; how many files there are depends on how they
# were cut.
table() {
	awk -F '\t' -v program="$1" -v messages="$work/messages" '
		NF != 2 || $2 !~ /^[0-9]+$/ { print >>messages; next }
		$1 != "files" { print program " " $0 }' "$work/table"
}

: >"$work/messages"
case $job in
check)
	run sokcheck -F tsv "$@" | cut -f 1-5,7- | unplaced
	;;
verify)
	run sokreplay -F tsv "$@" | cut -f 1,2,4- | unplaced
	;;
count)
	# Both programs read the same, which can be standard input.
	[ -z "$stdin" ] || cat >"$work/in"
	for program in sokcheck sokreplay; do
		[ -z "$stdin" ] || exec <"$work/in"
		run "$program" --summary -F tsv "$@" >/dev/null
		mv "$work/messages" "$work/table"
		: >"$work/messages"
		table "$program" >>"$work/counts"
		cat "$work/messages" >>"$work/trouble"
		: >"$work/messages"
	done
	mv "$work/trouble" "$work/messages"
	cat "$work/counts"
	;;
duplicates)
	run sokconv -q -t records "$@" | keys
	;;
*)
	echo "map.sh: no job is called $job" >&2
	exit 2
	;;
esac
status=$(sort -n "$work/status" | tail -n 1)
if [ "$status" -gt 2 ]; then
	cat "$work/messages" >&2
	exit "$status"
fi
sed 's/^/!trouble	/' "$work/messages"
printf '!status\t%d\n' "$status"
