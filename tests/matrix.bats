#!/usr/bin/env bats
# matrix.bats - every format to every other: content that the target supports is
# kept, and each other kind of content is reported once.

load helper

texts='sok xsb rle slc screens hir sokoban3d pusher boxoban records jsonl'
titled=' sok xsb slc hir sokoban3d records jsonl '
# These formats contain only boards, and report all losses in one message.
bare=' rle screens pusher boxoban '
played=' sok hir records jsonl '

has() { case $1 in *" $2 "*) ;; *) return 1 ;; esac; }

@test "every format converts to every other, and reports each loss once" {
	lines 'Author: Ann' '' Corner '' '#####' '#@$.#' '#####' '' \
		'A note.' '' 'Solution 1/1' R >source
	for from in $texts; do
		sokconv -q -t "$from" source >"in.$from" 2>err
		for to in $texts svg ansi; do
			sokconv -f "$from" -t "$to" "in.$from" >made 2>err
			grep 'cannot hold' err | grep -oE '[0-9]+ [a-z ]*[a-z](,|:)' |
				sed -E 's/ dropped|[,:]//g' | sort | uniq -d >twice
			[ ! -s twice ]
			if has "$played" "$from" && ! has "$played svg ansi " "$to"; then
				if has "$bare" "$to"; then
					grep -E "[, ]1 solution( dropped: $to cannot hold it|: $to cannot hold them) \\[lossy\\]\$" err
				else
					grep "1 solution dropped: $to cannot hold it" err
				fi
			fi
			case $to in svg | ansi) continue ;; esac
			sokconv -q -f "$to" -t rle made 2>err | grep -Fx '5#|#@$.#|5#'
			if has "$titled" "$from" && has "$titled" "$to"; then
				sokconv -q -f "$to" -t xsb made 2>err | grep -xE '(;|Title:) Corner'
			fi
			if has "$played" "$from" && has "$played" "$to"; then
				sokreplay -f "$to" made | grep ' solved 1/1 '
			fi
		done
	done
}

@test "sort and uniq find equal puzzles in records" {
	lines '#####' '#@$.#' '#####' '' '#####' '#.$@#' '#####' '' \
		'######' '#@ $.#' '######' >source
	sokconv -t records source | cut -f 1 | grep . | sort | uniq -d >same
	lines "$(sokconv -t records source | grep . | sed -n 1p | cut -f 1)" >one
	same one same
}
