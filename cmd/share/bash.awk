# bash.awk - a completion for bash (4 or later, with or without the package
# bash-completion) of the table that completions makes.

# The case of an option; an optional argument follows "=".
function choose(    names) {
	names = "--" $1 "="
	if ($3 !~ /^\[/)
		names = names " | --" $1
	if ($2 != "")
		names = names " | -" $2
	printf "\t%s)\n\t\tkind=%s words='%s' ;;\n", names, $4, $5
}

BEGIN {
	print "# completion of " program " for bash, made of its options"
	print "_" program "()"
	print "{"
	print "\tlocal kind=option words='' before='' word=${COMP_WORDS[COMP_CWORD]}"
	print "\tlocal option=${COMP_WORDS[COMP_CWORD - 1]}"
	print "\t# --option=word comes in three pieces."
	print "\tif [[ $word == = ]]; then"
	print "\t\toption=$option= word=''"
	print "\telif [[ $option == = ]]; then"
	print "\t\toption=${COMP_WORDS[COMP_CWORD - 2]}="
	print "\tfi"
	print "\tcase $option in"
}

{
	options = options " --" $1 ($3 == "" || $3 ~ /^\[/ ? "" : "=")
	if ($5 != "" || $4 == "folder")
		choose()
}

END {
	print "\t-*=) return ;;"
	print "\t*)"
	print "\t\t[[ $word == -* ]] || return"
	printf "\t\twords='%s' ;;\n", substr(options, 2)
	print "\tesac"
	print "\tif [[ $kind == folder ]]; then"
	print "\t\tcompopt -o filenames"
	print "\t\tmapfile -t COMPREPLY < <(compgen -d -- \"$word\")"
	print "\t\treturn"
	print "\tfi"
	print "\t[[ $kind == list && $word == *,* ]] && before=${word%,*},"
	print "\tmapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \\"
	print "\t    \"${word#\"$before\"}\")"
	print "\t[[ $kind != list && ${COMPREPLY[0]-} != *= ]] || compopt -o nospace"
	print "}"
	print "complete -o default -F _" program " " program
}
