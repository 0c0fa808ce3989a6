# examples.bash - run the examples of the manuals and of the README.  Lines that
# begin with "$ " are commands, the other lines are their output.
# shellcheck disable=SC2154 # $out is set by helper.bash

root=$BATS_TEST_DIRNAME/..

# examples PAGE [NAME]: the displays below the lines `.\" try NAME` of a manual,
# for all names or for one.
examples() {
	awk -v name="${2-}" '
		$1 == ".\\\"" && $2 == "try" {
			found = name == "" || $3 == name
		}
		shown && /^\.Ed/ { found = shown = 0 }
		shown
		found && /^\.Bd/ { shown = 1 }
	' "$root/man/$1" | sed 's/^\\&//; s/\\e/\\/g'
}

# files: write the files that an example on stdin shows with "$ cat FILE".
files() {
	local line file=

	while IFS= read -r line; do
		case $line in
		'$ cat '[a-z]*.[a-z]*)
			file=${line#'$ cat '}
			: >"$file" ;;
		'$ '*) file= ;;
		*) [ -z "$file" ] || printf '%s\n' "$line" >>"$file" ;;
		esac
	done
}

# complete TEXT: succeed if the lines are a complete command.
complete() {
	[[ $1 != *\\ ]] && [ -z "$(bash -n <<<"$1" 2>&1)" ]
}

# as_script: convert an example on stdin to a script that prints the example, if
# its output is right.
as_script() {
	local line command='' rest=

	echo 'exec 2>&1'
	while IFS= read -r line; do
		if [ -n "$rest" ]; then
			command+=$'\n'$line
		elif [[ $line == '$ '* ]]; then
			command=${line#'$ '}
		else
			continue
		fi
		if complete "$command"; then
			printf 'cat <<\\.END.\n$ %s\n.END.\n%s\n' \
				"$command" "$command"
			rest=
		else
			rest=yes
		fi
	done
}

# holds: the commands of the example on stdin print the output shown; run in a
# folder with demo.sok.
holds() {
	cp "$BATS_TEST_DIRNAME/demo.sok" .
	cat >"$out.want"
	grep -q '^\$ ' "$out.want" || { echo 'no example'; return 1; }
	files <"$out.want"
	as_script <"$out.want" >"$out.script"
	# The message of -v about the sandbox depends on the system.
	bash "$out.script" | sed '/: sandbox: /d' >"$out"
	same "$out.want" "$out"
}
