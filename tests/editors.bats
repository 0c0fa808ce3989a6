#!/usr/bin/env bats
# Editors: the installed files for vim, Emacs and VS Code highlight and format
# files, and list findings with their severity.

load helper

setup() {
	scratch
	prefix=$(cd "$(dirname "$(command -v sokfmt)")/.." && pwd)
	share=$prefix/share
	[ -d "$share/vim/vimfiles" ] || skip "built without what is shared"
	unset TMPDIR # :make cannot have a blank in it
	cat >levels.sok <<-'EOT'
		Author: Ann

		First

		#####
		#@$.#
		#####

		Solution
		R

		:: The second has a leak.

		Second

		#####
		#@$.
		#####

		Title: x
		y
	EOT
	tr -d '\t' <levels.sok >level && mv level levels.sok
}

# vi COMMAND ...: the output of vim with the installed runtime files.
vi() {
	local c args=()
	for c; do args+=(-c "$c"); done
	vim -Nu NONE -es --cmd "set rtp^=$share/vim/vimfiles" \
	    -c 'filetype plugin on' -c 'syntax on' -c 'edit levels.sok' \
	    "${args[@]}" -c 'qa!' </dev/null 2>&1 | tr -d '\r'
}

vim_works() {
	needs vim
	vim --version | grep -q '+quickfix' || skip "this vim is too small"
	vim --version | grep -q '+syntax' || skip "this vim is too small"
}

@test "vim lists errors and warnings of sokcheck" {
	vim_works
	sokcheck levels.sok >findings || :
	vi 'silent make' 'redir! >list' \
	    'for f in getqflist() | echo f.lnum f.col f.type | endfor' 'redir END'
	sed -nE 's/^[^:]*:([0-9]+):([0-9]+): (.).*/\1 \2 \3/p' findings >"$out.want"
	grep . list >"$out"
	[ -s "$out" ]
	same "$out.want" "$out"
}

@test "vim formats with gq through sokfmt" {
	vim_works
	board '/#####/#@$.#/#####////' >levels.sok
	vi 'normal! gggqG' write
	board '#####/#@$.#/#####' | cmp - levels.sok
}

@test "vim highlights boards, moves, keys and comments" {
	vim_works
	vi 'redir! >groups' \
	    'for l in [1, 5, 6, 9, 10, 12] | echo l synIDattr(synID(l, 1, 1), "name") | endfor' \
	    'echo "box" synIDattr(synID(6, 3, 1), "name")' 'redir END'
	grep . groups >"$out"
	expect_out <<-EOT
		1 sokKey
		5 sokWall
		6 sokWall
		9 sokGame
		10 sokPush
		12 sokComment
		box sokBox
	EOT
}

# emacs_says EXPRESSION: the value of an expression in a buffer of the file.
emacs_says() {
	emacs -Q --batch --load "$share/emacs/site-lisp/sok-mode.el" \
	    --eval "(progn (find-file \"levels.sok\") (princ $1))" 2>/dev/null
}

@test "Emacs selects sok-mode, and compiles it without warnings" {
	needs emacs
	cp "$share/emacs/site-lisp/sok-mode.el" .
	try 0 emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' \
	    -f batch-byte-compile sok-mode.el
	[ "$(emacs_says major-mode)" = sok-mode ]
}

@test "Emacs lists errors and warnings of sokcheck" {
	needs emacs
	sokcheck --severity=note levels.sok >findings || :
	TERM=xterm emacs_says '(progn
		(setq compilation-scroll-output nil)
		(compile compile-command)
		(while compilation-in-progress (accept-process-output nil 0.1))
		(with-current-buffer "*compilation*"
		  (compilation--ensure-parse (point-max))
		  (format "%d errors, %d warnings, %d notes\n%s"
		    compilation-num-errors-found compilation-num-warnings-found
		    compilation-num-infos-found
		    (buffer-substring (point-min) (point-max)))))' >"$out"
	printed "^$(grep -c ' error: ' findings) errors"
	printed "errors, $(grep -c ' warning: ' findings || :) warnings"
	printed "warnings, $(grep -c ' note: ' findings || :) notes$"
	never_printed $'\e'
}

@test "Emacs formats the buffer, and leaves it unchanged if sokfmt fails" {
	needs emacs
	board '/#####/#@$.#/#####////' >levels.sok
	emacs_says '(progn (sok-format-buffer) (buffer-string))' >"$out"
	board '#####/#@$.#/#####' | expect_out
	mkdir bin
	printf '#!/bin/sh\nexit 2\n' >bin/sokfmt
	chmod +x bin/sokfmt
	PATH=$PWD/bin:$PATH emacs_says '(progn
		(condition-case nil (sok-format-buffer) (user-error nil))
		(buffer-string))' >"$out"
	same levels.sok "$out"
}

@test "the VS Code files are valid JSON, and the problem matcher matches findings" {
	needs python3
	sokcheck levels.sok >findings || :
	sokreplay levels.sok >>findings || :
	python3 - "$share/soktools/vscode" findings >"$out" <<-'EOT'
		import json, re, sys
		folder, findings = sys.argv[1:]
		load = lambda name: json.load(open(f"{folder}/{name}"))
		package = load("package.json")
		for language in package["contributes"]["languages"]:
		    load(language["configuration"])
		for grammar in package["contributes"]["grammars"]:
		    def check(rule):
		        for key in ("match", "begin", "end"):
		            if key in rule:
		                re.compile(rule[key])
		        for inner in rule.get("patterns", []):
		            check(inner)
		        for capture in rule.get("captures", {}).values():
		            check(capture)
		    text = load(grammar["path"].removeprefix("./"))
		    check(text)
		    check(text["repository"]["square"])
		matcher = package["contributes"]["problemMatchers"][0]["pattern"]
		for line in open(findings):
		    found = re.match(matcher["regexp"], line.rstrip("\n"))
		    print(found[matcher["severity"]], found[matcher["code"]])
	EOT
	grep -q '^error not-closed$' "$out"
	grep -q '^note None$' "$out"
}
