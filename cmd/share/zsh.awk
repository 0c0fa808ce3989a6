# zsh.awk - a completion for zsh of the table that completions makes.

function quote(s) {
	gsub(/'/, "'\\''", s)
	return s
}

# What _arguments does about an argument.
function action() {
	if ($4 == "file")
		return "_files"
	if ($4 == "folder")
		return "_files -/"
	if ($5 == "")
		return " "
	if ($4 == "list")
		return "_values -s , " $3 " " $5
	return $5 ~ /=/ ? "compadd -S \"\" - " $5 : "(" $5 ")"
}

BEGIN {
	print "#compdef " program
	print "# completion of " program " for zsh, made of its options"
	printf "_arguments -s -S"
}

{
	optional = $3 ~ /^\[/
	long = "--" $1 ($3 == "" ? "" : optional ? "=-" : "=")
	short = "-" $2 ($3 == "" ? "" : optional ? "-" : "+")
	help = $6
	gsub(/[]:[]/, "\\\\&", help)
	rest = "[" help "]"
	gsub(/[][]/, "", $3)
	if ($3 != "")
		rest = rest (optional ? "::" : ":") $3 ":" action()
	printf " \\\n\t"
	if ($2 != "")
		printf "'(-%s --%s)'{%s,%s}'%s'", $2, $1, short, long, quote(rest)
	else
		printf "'%s%s'", long, quote(rest)
}

END {
	print " \\\n\t'*:file:_files'"
}
