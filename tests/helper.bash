# helper.bash - loaded by every test file: a scratch folder, a function to run a
# program, and byte-for-byte comparisons (bats' own $output loses newlines). The
# programs are found in PATH, so that the suite can also test an installation.

setup() {
	scratch
}

scratch() {
	cases=$BATS_TEST_DIRNAME/golden
	corpus=${SOK_CORPUS:-$BATS_TEST_DIRNAME/../../shared/corpus}
	out=$BATS_TEST_TMPDIR/stdout
	err=$BATS_TEST_TMPDIR/stderr
	mkdir "$BATS_TEST_TMPDIR/work"
	cd "$BATS_TEST_TMPDIR/work" || return
	exec </dev/null
	# The line soup, for a test file run alone (`make build/tests/soup/soup').
	PATH=$PATH:$BATS_TEST_DIRNAME/../build/tests/soup
	export LC_ALL=C TZ=UTC
	# Ignore an enclosing git repository (git hooks set its name) and the
	# user's settings.
	unset "${!GIT_@}"
	export HOME=$BATS_TEST_TMPDIR XDG_CONFIG_HOME=$BATS_TEST_TMPDIR/.config
}

# The five programs, in the order of the pipeline.
programs='sokfmt sokrle sokcheck sokreplay sokconv'

# lines LINE ...: each argument as a line.
lines() {
	printf '%s\n' "$@"
}

# board '#####/#@$.#/#####': the rows of a board, written with slashes.
board() {
	printf '%s\n' "${1//\//$'\n'}"
}

# hex: bytes from hexadecimal text; '#' begins a comment.
hex() {
	# shellcheck disable=SC2059 # the format is made of \x escapes
	printf "$(sed 's/#.*//' | tr -d ' \t\n' | sed 's/../\\x&/g')"
}

# try STATUS PROGRAM [ARG ...]: run it with the stdin of this function; stdout
# and stderr are written to "$out" and "$err".
try() {
	local want=$1 got=0
	shift
	"$@" >"$out" 2>"$err" || got=$?
	[ "$got" -eq "$want" ] && return
	printf '%s: status %d, expected %d\n' "$*" "$got" "$want"
	show
	return 1
}

# show: print the output of the last run, for the log of a failed test.
show() {
	printf -- '-- stdout\n'
	head -c 4000 "$out" | cat -v
	printf -- '-- stderr\n'
	head -c 4000 "$err" | cat -v
}

# needs TOOL: skip the test if the tool is missing.
needs() {
	command -v "$1" >/dev/null || skip "there is no $1 here"
}

# same WANT GOT: the two files are equal byte for byte.
same() {
	cmp -s "$1" "$2" && return
	diff -u --label expected --label got "$1" "$2" | head -n 60 | cat -A
	return 1
}

# Stdout (stderr) of the last run is exactly this function's stdin.
expect_out() {
	cat >"$out.want"
	same "$out.want" "$out" || { show; return 1; }
}
expect_err() {
	cat >"$err.want"
	same "$err.want" "$err" || { show; return 1; }
}
no_output() {
	expect_out </dev/null
}
quiet() {
	expect_err </dev/null
}

# said REGEX: a line of stderr matches; printed REGEX: a line of stdout.
# (sokcheck and sokreplay print findings on stdout.)
said() {
	grep -qE -- "$1" "$err" || { echo "stderr lacks: $1"; show; return 1; }
}
printed() {
	grep -qE -- "$1" "$out" || { echo "stdout lacks: $1"; show; return 1; }
}
never_said() {
	! grep -E -- "$1" "$err" || { echo "stderr has: $1"; return 1; }
}
never_printed() {
	! grep -E -- "$1" "$out" || { echo "stdout has: $1"; return 1; }
}

# lacks FILE REGEX: no line of FILE matches (Perl's syntax, for bytes).  A bare
# "!" would not fail a test.
lacks() {
	! grep -aP -- "$2" "$1" || { echo "$1 has: $2"; return 1; }
}

# many N LINE ...: print the lines N times.
many() {
	local n=$1
	shift
	yes -- "$(lines "$@" x)" | sed 's/^x$//' | head -n $((n * ($# + 1)))
}

# one_line FILE: exactly one line, not empty.
one_line() {
	[ "$(wc -l <"$1")" -eq 1 ] || { echo "not one line:"; show; return 1; }
}

# golden STATUS CASE PROGRAM [ARG ...]: run the program on golden/CASE.in or
# CASE.hex, if there is one; stdout, stderr and status must be CASE.out,
# CASE.err (no file: empty) and STATUS.  UPDATE=1 writes these files.
golden() {
	local want=$1 case=$cases/$2 in=/dev/null
	shift 2
	[ ! -e "$case.in" ] || in=$case.in
	if [ -e "$case.hex" ]; then
		in=$out.in
		hex <"$case.hex" >"$in"
	fi
	try "$want" "$@" <"$in"
	if [ -n "${UPDATE-}" ]; then
		keep "$out" "$case.out"
		keep "$err" "$case.err"
	fi
	golden_same "$case.out" "$out" && golden_same "$case.err" "$err"
}

keep() {
	if [ -s "$1" ]; then cp "$1" "$2"; else rm -f "$2"; fi
}

golden_same() {
	if [ -e "$1" ]; then same "$1" "$2"; else same /dev/null "$2"; fi
}

# compile SOURCE OUTPUT OPTION ...: compile a program of tests/sandbox.
compile() {
	local source=$1 output=$2 cc
	shift 2
	read -ra cc <<<"${CC:-cc}"
	needs "${cc[0]}"
	"${cc[@]}" "$@" -o "$output" "$BATS_TEST_DIRNAME/sandbox/$source" \
		2>"$BATS_TEST_TMPDIR/log" || skip "$source cannot be compiled here"
}

# model FORMAT FILE: everything a reader finds in FILE, without positions: one
# line per puzzle.
model() {
	sokconv -q -f "$1" -t jsonl "$2" | sed 's/,"source":{[^}]*}//'
}

# sanitized: succeed if the programs are built with ASan, which needs more
# memory than a limit on address space allows.
sanitized() {
	[ -n "${SANITIZE-}" ]
}

# stable: sokfmt does not change the output of its last run.
stable() {
	cp "$out" "$out.once"
	try 0 sokfmt "$out.once"
	same "$out.once" "$out"
}

# formats EXPECTED: sokfmt formats stdin as the file EXPECTED, without messages,
# and does not change that file.
formats() {
	try 0 sokfmt "${@:2}"
	quiet
	same "$1" "$out"
	stable
}

# unchanged: sokfmt does not change stdin.
unchanged() {
	cat >already
	formats already <already
}

# unchanged_again FILE: sokfmt does not change its output for FILE, and a reader
# finds the same in it.
unchanged_again() {
	sokfmt -q "$1" >once
	try 0 sokfmt once
	same once "$out"
}

# finds FILE LINE:COLUMN RULE TEXT: sokcheck has exactly this finding.
finds() {
	try 0 sokcheck "$1"
	one_line "$out"
	printed "^$1:$2: warning: .*$4.* \[$3\]"
}

# fill N: print N letters.
fill() {
	printf '%*s' "$1" '' | tr ' ' x
}

# replays STATUS RESULT BOARD MOVES [OPTION ...]: RESULT is a prefix of columns
# 7 to 15 of sokreplay (mode verdict moves pushes lines changes sessions
# player-lines finding) for these moves on this board, with blanks for TABs.
replays() {
	local want=$1 result=$2
	board "$3" >board
	try "$want" sokreplay -F tsv -m "$4" "${@:5}" board
	cut -f 7-15 "$out" | tr '\t' ' ' | grep -qE "^$result( |\$)" ||
		{ echo "expected $result"; show; return 1; }
}

# titles FILE: the titles, one per line.
titles() {
	sokconv -q -t records "$1" | awk -F '\t' '$4 { print $2 }'
}
