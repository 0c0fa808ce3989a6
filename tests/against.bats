#!/usr/bin/env bats
# sokcheck --against: what changed from one collection to another.

load helper

# example RULE: its examples, as two files.
example() {
	sokcheck --explain="$1" >explained
	sed -n '/^Found in:/,/^Not in:/{/^    /s/^    //p; /^$/p;}' explained |
		sed '1d;$d' >found
	sed -n '/^Not in:/,${/^    /s/^    //p; /^$/p;}' explained |
		sed 1d >not
}

@test "the examples of the rules show what each rule finds" {
	for rule in missing-puzzle new-puzzle moved-puzzle renamed-puzzle \
	    redrawn-puzzle changed-puzzle changed-text changed-author \
	    lost-text lost-solution worse-solution better-solution; do
		example $rule
		try 0 sokcheck --against=not found
		[ "$(wc -l <"$out")" -eq 1 ]
		printed "\[$rule\]"
		try 0 sokcheck --against=not not
		no_output
	done
}
