# bash.awk - a completion for bash of the table that completions makes.
# Plain bash of any age, with or without the package bash-completion.

# The case of an option: an argument that can be left out stands behind "=".
function choose(    names) {
	names = "--" $1 "="
	if ($3 !~ /^\[/)
		names = names " | --" $1
	if ($2 != "")
		names = names " | -" $2
	printf "\t%s)\n", names
	if ($4 == "folder")
		print "\t\tcompopt -o filenames"
	if ($4 == "folder")
		print "\t\tCOMPREPLY=($(compgen -d -- \"$word\")); return ;;"
	else if ($5 == "")
		print "\t\treturn ;;"
	else
		printf "\t\tkind=%s words='%s' ;;\n", $4, $5
}

BEGIN {
	print "# completion of " program " for bash, made of its options"
	print "_" program "()"
	print "{"
	print "\tlocal word=${COMP_WORDS[COMP_CWORD]} kind=option words="
	print "\tlocal option=${COMP_WORDS[COMP_CWORD - 1]} before="
	print "\t# --option=word comes in three pieces."
	print "\tif [[ $word == = ]]; then"
	print "\t\toption+== word="
	print "\telif [[ $option == = ]]; then"
	print "\t\toption=${COMP_WORDS[COMP_CWORD - 2]}="
	print "\tfi"
	print "\tcase $option in"
}

{
	names = names " --" $1 ($3 == "" || $3 ~ /^\[/ ? "" : "=")
	if ($3 != "")
		choose()
}

END {
	print "\t-*=) return ;;"
	print "\t*)"
	print "\t\t[[ $word == -* ]] || return"
	printf "\t\twords='%s' ;;\n", substr(names, 2)
	print "\tesac"
	print "\t[[ $kind == list && $word == *,* ]] && before=${word%,*},"
	print "\tCOMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \\"
	print "\t    \"${word#\"$before\"}\"))"
	print "\t[[ $kind == list || ${COMPREPLY[0]-} == *= ]] && compopt -o nospace"
	print "}"
	print "complete -o default -F _" program " " program
}
