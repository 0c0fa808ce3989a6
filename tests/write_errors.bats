#!/usr/bin/env bats
# Every program reports, once, that its output could not be written completely.

load helper

setup_file() {
	many 2000 '#####' '# $.#' '#####' '' R >"$BATS_FILE_TMPDIR/many"
	many 1 '#####' '# $.#' '#####' '' R >"$BATS_FILE_TMPDIR/one"
}

# Each program, with options for which it prints something for these inputs.
commands() {
	lines sokfmt sokrle 'sokrle -d' sokcheck 'sokcheck -F json' \
	    'sokcheck -F sarif' 'sokcheck -F tap' sokreplay \
	    'sokreplay -F tsv' 'sokconv -t sok' 'sokconv -t jsonl' \
	    'sokconv -t records' 'sokconv -t slc' 'sokconv -t rle' \
	    'sokconv -t xsb' 'sokfmt -d' 'sokconv --list-formats' \
	    'sokcheck --list-rules' 'sokfmt -h' 'sokrle -V'
}

# fails MESSAGE REDIRECTION: all commands fail with MESSAGE, for a short and a
# long output.
fails() {
	while read -r command; do
		for input in one many; do
			try 2 bash -c "$command '$BATS_FILE_TMPDIR/$input' $2"
			grep -E "^${command%% *}: .*$1" "$err" >line ||
				{ show; return 1; }
			one_line line
		done
	done < <(commands)
}

@test "a full disk is an error" {
	fails 'No space left on device' '>/dev/full'
}

@test "a closed standard output is an error" {
	fails 'Bad file descriptor$' '>&-'
}

@test "a file size limit is an error, and does not kill the program" {
	while read -r command; do
		case $command in *-V | *-h | *--list*) continue ;; esac
		try 2 bash -c "ulimit -f 4; $command '$BATS_FILE_TMPDIR/many' >big"
		grep -E "^${command%% *}: .*File too large" "$err" >line
		one_line line
	done < <(commands)
}

@test "a full disk leaves the file of -o unchanged" {
	echo old >target
	for program in sokfmt sokrle sokconv; do
		try 2 bash -c "ulimit -f 4; $program -o target '$BATS_FILE_TMPDIR/many'"
		echo old | same - target
		[ "$(find . -type f | wc -l)" -eq 1 ]
	done
}

@test "a full disk leaves the file of -w unchanged" {
	printf '%s\n' '-#####' '-#@$.#' '-#####' >in
	cat "$BATS_FILE_TMPDIR/many" >>in
	cp in before
	try 2 bash -c 'ulimit -f 4; sokfmt -w in'
	same before in
	[ "$(find . -type f | wc -l)" -eq 2 ]
}
