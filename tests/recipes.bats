#!/usr/bin/env bats
# The recipes of sok(7) give the output shown in the manual.  docs.bats checks
# that each recipe has a test.

load helper
load examples

recipe() {
	examples sok.7 "$1" | holds
}

# Ignore the user's configuration of git, and set a name for commits.
alone() {
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.org
	export GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.org
}

@test "recipe pipeline: five programs in one pipeline" {
	recipe pipeline
}

@test "recipe duplicates: copies are found in any file and orientation" {
	recipe duplicates
}

@test "recipe bulk: a folder of .slc files is converted to .sok files" {
	recipe bulk
}

@test "recipe sort: sorted records are converted back to a collection" {
	recipe sort
}

@test "recipe count: awk counts puzzles by author" {
	recipe count
}

@test "recipe join: the puzzles that two collections share" {
	recipe join
}

@test "recipe parallel: GNU parallel replays blocks of records" {
	needs parallel
	parallel --version 2>/dev/null | grep -q GNU ||
		skip "parallel is not GNU's"
	recipe parallel
}

@test "recipe splits: a mapper reads any part of the records" {
	split --version 2>/dev/null | grep -q GNU || skip "split is not GNU's"
	recipe splits
}

@test "recipe mapreduce: a job over parts of a collection" {
	[ -d "$root/cmd/share/cluster" ] || skip "there is no source here"
	examples sok.7 mapreduce |
	    sed "s,/usr/local/share/soktools/cluster,$root/cmd/share/cluster," | holds
}

@test "recipe jq: JSON Lines contain the metrics" {
	needs jq
	recipe jq
}

@test "recipe changed: losses since another commit" {
	needs git
	alone
	recipe changed
}

@test "recipe origin: the collection that a puzzle comes from" {
	recipe origin
}

@test "recipe baseline: today's findings are accepted" {
	recipe baseline
}

@test "recipe mended: corrected findings are removed from a baseline" {
	recipe mended
}

@test "recipe hook: git refuses unformatted files" {
	needs git
	alone
	recipe hook
}

@test "recipe textconv: git shows the puzzles in a diff" {
	needs git
	alone
	recipe textconv
}

@test "recipe merge: git merges puzzles, not lines" {
	needs git
	alone
	recipe merge
}

@test "recipe vim: the quickfix list has the findings" {
	needs vim
	vim --version | grep -q '+quickfix' || skip "this vim is too small"
	unset TMPDIR # :make cannot have a blank in it
	recipe vim
}

@test "recipe solver: the games of a solver are replayed on their puzzles" {
	recipe solver
}

@test "recipe orphans: games are matched to the puzzles they solve" {
	recipe orphans
}
