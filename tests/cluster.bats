#!/usr/bin/env bats
# Jobs of cmd/share/cluster, without an engine: any partition of a collection,
# in any order, gives the result of one process.  make check-cluster tests the
# engines.

load helper

setup() {
	scratch
	cluster=$BATS_TEST_DIRNAME/../cmd/share/cluster
	[ -d "$cluster" ] || skip "there is no source here"
	tab=$(printf '\t')
}

# parts JOB: the result of a job over the records on stdin, with one map task
# per line.
parts() {
	local line
	while IFS= read -r line; do
		printf '%s\n' "$line" | "$cluster/map.sh" "$1"
	done | "$cluster/reduce.sh" "$1"
}

# collection: write puzzles of several games, with duplicates, to games.rec.
collection() {
	sokfmt --transform=flip-h -o turned.sok "$BATS_TEST_DIRNAME/demo.sok"
	lines 'Game: Octoban' '' A '' '#######' '#@ $ .#' '#     #' '#######' '' '' \
	    B '' '#######' '#     #' '#. $ @#' '#######' '' lLL >octoban.sok
	lines Plain '' '#######' '#@ $ .#' '#     #' '#######' '' '' \
	    Elsewhere '' '#######' '#  $ .#' '#   @ #' '#######' '' '' \
	    Numbers '' '#######' '#@ $ .#' '#     #' '#######' 'Goalorder: 1' '' '' \
	    Other '' '#######' '#@   $#' '#    .#' '#######' '' '' Moves '' Rr >plain.sok
	cp "$BATS_TEST_DIRNAME/demo.sok" demo.sok
	for file in demo octoban plain turned; do
		sokconv -q -t records -o $file.rec $file.sok
	done
	cat demo.rec octoban.rec plain.rec turned.rec >games.rec
}

@test "a job over single records in any order has the results of one process" {
	collection
	sort -r games.rec >reversed
	sokcheck -F tsv demo.rec octoban.rec plain.rec turned.rec >found || :
	cut -f 1-5,7- found | sort >want
	parts check <reversed | grep -v '^!' >got
	same want got
	sokreplay -F tsv demo.rec octoban.rec plain.rec turned.rec >found || :
	cut -f 1,2,4- found | sort >want
	parts verify <reversed | grep -v '^!' >got
	same want got
}

@test "a job finds the duplicates that sokcheck finds" {
	collection
	sokcheck --disable=all --duplicates -F tsv demo.sok octoban.sok plain.sok \
	    turned.sok | cut -f 1,2,7,8 |
	    sed 's/the same .* as at //; s/, .*//' | sort >want
	[ "$(wc -l <want)" -eq 7 ] || cat want
	sort -r games.rec | parts duplicates | grep -v '^!' | sort >got
	same want got
}

@test "the counts of all parts are added, and the highest status wins" {
	collection
	parts count <games.rec >"$out"
	printed "^sokcheck not-closed${tab}2$"
	printed "^sokreplay not-solved${tab}3$"
	printed "^sokcheck puzzles${tab}18$"
	printed "^!status${tab}1$"
	never_printed files
	cp "$out" result
	try 1 "$cluster/reduce.sh" status <result
}

@test "puzzles with equal ids but different boards are not duplicates" {
	lines A '' '######' '#@ $.#' '######' '' '' B '' '######' '#@$ .#' '######' \
	    '' '' C '' '######' '#.$@ #' '######' '' '' \
	    E '' '######' '# @$.#' '######' |
	    sokconv -t records --stdin-name=x.sok | "$cluster/map.sh" duplicates |
	    sed "s/^[0-9A-F]*$tab/0123456789ABCDEF$tab/" >same-id
	try 0 "$cluster/reduce.sh" duplicates <same-id
	expect_out <<-EOT
		x.sok	17	C	x.sok:3
		x.sok	24	E	x.sok:3
		!status	0
	EOT
}

@test "ids are compared as text, not as numbers" {
	for id in 0000000000000E10 0000000000000E20; do
		lines A '' '######' '#@ $.#' '######' |
		    sokconv -t records --stdin-name=$id | "$cluster/map.sh" duplicates |
		    sed "s/^[0-9A-F]*$tab/$id$tab/"
	done >different
	try 0 "$cluster/reduce.sh" duplicates <different
	expect_out <<<"!status${tab}0"
}

@test "a damaged record is a finding, and the other records are unaffected" {
	collection
	"$cluster/map.sh" check <games.rec | "$cluster/reduce.sh" check >whole
	lines garbage "half${tab}a" | cat - games.rec >damaged
	"$cluster/map.sh" check <damaged | "$cluster/reduce.sh" check >"$out"
	diff whole "$out" | grep '^[<>]' >changed || :
	cat >want <<-EOT
		> <stdin>		1	error	syntax		a record has at least 7 columns: this line of 1 was dropped
		> <stdin>		1	error	syntax		a record has at least 7 columns: this line of 2 was dropped
	EOT
	same want changed
}

@test "a file that cannot be read is reported, and the job goes on" {
	collection
	gzip -n <games.rec | head -c 400 >cut.rec.gz
	try 0 "$cluster/map.sh" check cut.rec.gz missing demo.sok
	printed 'demo.sok.*not-closed'
	printed "^!trouble${tab}sokcheck: cut.rec.gz: gzip: truncated gzip input"
	printed "^!trouble${tab}sokcheck: missing: "
	"$cluster/reduce.sh" check <"$out" >result
	try 2 "$cluster/reduce.sh" status <result
	said 'sokcheck: missing'
}

@test "a killed program fails its task, so that the engine repeats it" {
	mkdir killed
	cp "$cluster"/* killed
	printf '#!/bin/sh\nkill -9 $$\n' >killed/sokcheck
	chmod +x killed/sokcheck
	try 137 killed/map.sh check </dev/null
	never_printed '!status'
}

@test "an empty part has no findings" {
	for job in check verify count duplicates; do
		"$cluster/map.sh" $job </dev/null >"$out"
		printed "^!status${tab}0$"
		never_printed '[a-z]${tab}[1-9]'
	done
}

@test "keys are partitioned by their last digits, each line into one part" {
	seq 1000 1999 | sed 's/$/	x/' >keys
	printf '!status\t1\n' >>keys
	mkdir parts
	awk -v n=4 -v folder=parts -f "$cluster/partition.awk" keys
	cat parts/* | sort | cmp - <(sort keys)
	grep -q '^!status' parts/0
	# 1003 and 1203 have the same last digits.
	[ "$(grep -l '^1[0-9]03' parts/* | wc -l)" -eq 1 ]
	for part in parts/*; do
		[ "$(wc -l <"$part")" -gt 150 ]
	done
}
