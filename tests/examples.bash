# examples.bash - the examples of the manuals and of the README, as they stand
# there: lines that begin with "$ " are commands, the others what they print.
# shellcheck disable=SC2154 # $out is helper.bash's

root=$BATS_TEST_DIRNAME/..

# examples PAGE [NAME]: the displays below the lines `.\" try NAME` of a
# manual, of all names or of one.
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

# files: the files that an example on stdin shows first with "$ cat FILE".
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

# complete TEXT: whether these lines are a whole command.
complete() {
	[[ $1 != *\\ ]] && [ -z "$(bash -n <<<"$1" 2>&1)" ]
}

# as_script: an example on stdin as a script that prints it, if it is true.
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

# holds: the example on stdin prints what it shows, in a folder with demo.sok.
holds() {
	cp "$BATS_TEST_DIRNAME/demo.sok" .
	cat >"$out.want"
	grep -q '^\$ ' "$out.want" || { echo 'no example'; return 1; }
	files <"$out.want"
	as_script <"$out.want" >"$out.script"
	# What -v says of the system is not the same everywhere.
	bash "$out.script" | sed '/: sandbox: /d' >"$out"
	same "$out.want" "$out"
}
