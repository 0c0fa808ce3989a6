# fish.awk - a completion for fish of the table that completions makes.

function quote(s) {
	gsub(/[\\']/, "\\\\&", s)
	return "'" s "'"
}

BEGIN {
	print "# completion of " program " for fish, made of its options"
}

{
	printf "complete -c %s", program
	if ($2 != "")
		printf " -s %s", $2
	printf " -l %s", $1
	if ($4 == "file")
		printf " -r -F"
	else if ($4 == "folder")
		# The word may be all of --split=folder.
		printf " -x -a '(__fish_complete_directories " \
		    "(commandline -ct | string replace -r -- %s %s))'", \
		    "\"^--?[^=]*=\"", "\"\""
	else if ($3 != "" && $3 !~ /^\[/)
		printf " -x"
	if ($4 == "list" && $5 != "")
		printf " -a %s", quote("(__fish_append , " $5 ")")
	else if ($5 != "")
		printf "%s -a %s", $3 ~ /^\[/ ? " -f" : "", quote($5)
	printf " -d %s\n", quote($6)
}
