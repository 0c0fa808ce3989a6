#!/usr/bin/env bats
# Files installed with the programs: completions, file types, snippets for git
# and for continuous integration, the library.  They are in ../share of the
# programs, both in the build folder and in an installation.

load helper

setup() {
	scratch
	root=$BATS_TEST_DIRNAME/..
	prefix=$(cd "$(dirname "$(command -v sokfmt)")/.." && pwd)
	share=$prefix/share
	[ -d "$share/soktools" ] || skip "built without what is shared"
	[ -z "${SANITIZE-}" ] || skip "what links it would need the sanitizers"
}

# ---- completions

# offers PROGRAM WORD ...: the completions of bash for the last word.
offers() {
	bash --norc -c '
		compopt() { :; }
		. "$0/bash-completion/completions/$1"
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
		"_$1"
		echo "${COMPREPLY[*]}"' "$share" "$@"
}

@test "bash completes every option of --help" {
	for program in $programs; do
		"$program" --help | grep -oE -- '--[a-z0-9-]+' | sort -u >shown
		offers "$program" -- | tr ' ' '\n' | tr -d = | sort >offered
		same shown offered
	done
}

@test "bash completes exactly the words that an option accepts" {
	[ "$(offers sokfmt --floor '')" = 'space dash underscore' ]
	[ "$(offers sokfmt --floor =)" = 'space dash underscore' ]
	[ "$(offers sokfmt --floor = d)" = dash ]
	[ "$(offers sokfmt --transform flip-)" = 'flip-h flip-v flip-h-rotate60 flip-h-rotate120 flip-h-rotate240 flip-h-rotate300' ]
	[ "$(offers sokconv -t sv)" = svg ]
	[ "$(offers sokcheck -f sv)" = '' ]
	[ "$(offers sokcheck --explain not-c)" = not-closed ]
	[ "$(offers sokcheck --limit si)" = side= ]
	[ "$(offers sokfmt --wrap '')" = '' ]
	[ "$(offers sokfmt lev)" = '' ]
}

@test "bash completes a list after its comma" {
	[ "$(offers sokfmt --drop = comments,no)" = comments,notes ]
	[ "$(offers sokcheck --disable dead-box,circ)" = dead-box,circular ]
}

@test "bash completes an optional argument only after an equals sign" {
	[ "$(offers sokfmt --unique =)" = 'picture exact unique' ]
	[ "$(offers sokfmt --unique '')" = '' ]
}

@test "bash completes folders for options that take a folder" {
	mkdir folder
	touch file
	[ "$(offers sokconv --split f)" = folder ]
}

@test "every completed word is accepted" {
	board '#####/#@$.#/#####' >in
	for word in $(offers sokfmt --transform ''); do
		try 0 sokfmt --transform="$word" in
	done
	for word in $(offers sokcheck --explain ''); do
		try 0 sokcheck --explain="$word"
	done
	for word in $(offers sokconv --to ''); do
		try 0 sokconv -q --to="$word" in
	done
}

@test "zsh parses the completions" {
	needs zsh
	for program in $programs; do
		try 0 zsh -n "$share/zsh/site-functions/_$program"
		quiet
		head -n 1 "$share/zsh/site-functions/_$program" >"$out"
		expect_out <<<"#compdef $program"
	done
}

@test "fish completes options and words" {
	needs fish
	export HOME=$PWD
	mkdir -p levels/a
	for program in $programs; do
		try 0 fish -n "$share/fish/vendor_completions.d/$program.fish"
	done
	for line in 'sokfmt --tra|--transform' 'sokfmt --floor=d|--floor=dash' \
	    'sokconv -t sv|svg' 'sokfmt --drop=comments,no|--drop=comments,notes' \
	    'sokconv --split=|--split=levels/' 'sokconv --split=lev|--split=levels/' \
	    'sokconv --split lev|levels/' \
	    'sokconv --split=levels/a|--split=levels/a/'; do
		fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
		    "$share/fish/vendor_completions.d/${line%% *}.fish" \
		    "${line%|*}" >"$out"
		grep -q "^${line#*|}" "$out" || { show; return 1; }
	done
}

# ---- types of files

banner() {
	lines :::::::::::::::::::::::::::::::::::::::::::::::::::::::::::: \
	    '::         Sokoban (c) by Falcon Co., Ltd., Japan         ::' \
	    :::::::::::::::::::::::::::::::::::::::::::::::::::::::::::: \
	    '::                    File Format 0.19                    ::'
	board '#####/#@$.#/#####'
}

@test "file recognises marked Sokoban files, but not plain boards" {
	needs file
	banner >banner
	board '#####/#@$.#/#####' >plain
	sokconv -q -t slc banner >levels
	file -b -m "$share/soktools/sok.magic:/usr/share/misc/magic" \
	    banner levels plain >"$out" 2>"$err" || skip "this file cannot"
	printed '^Sokoban puzzles, .sok 0.19'
	printed '^Sokoban puzzles, SokobanLevels XML'
	printed '^ASCII text$'
	file -b --mime-type -m "$share/soktools/sok.magic" banner levels >"$out"
	expect_out <<-EOF
		application/x-sokoban
		application/x-sokoban-levels+xml
	EOF
}

@test "the MIME database accepts the types" {
	needs update-mime-database
	mkdir -p data/mime/packages
	cp "$share/mime/packages/soktools.xml" data/mime/packages
	try 0 update-mime-database data/mime
	never_said 'rror|arning'
	grep -q 'application/x-sokoban:\*.xsb$' data/mime/globs2
	grep -q ' SokobanLevels application/x-sokoban-levels+xml' \
	    data/mime/XMLnamespaces
	needs gio
	banner >nameless
	XDG_DATA_HOME=$PWD/data gio info -a standard::content-type nameless >"$out"
	printed 'content-type: application/x-sokoban$'
}

# ---- git

# A repository of levels with the installed snippets.
repository() {
	needs git
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.org
	export GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.org
	git init -q
	git config --local include.path "$share/soktools/gitconfig"
	cp "$share/soktools/gitattributes" .gitattributes
}

@test "git diff shows any format as .sok" {
	repository
	board 'Foo//#####/#@$.#/#####' | sokconv -q -t slc -o foo.slc
	git add .
	sed -i s/Foo/Bar/ foo.slc
	git diff -U0 foo.slc >"$out"
	printed '^-Foo$'
	printed '^\+Bar$'
	never_printed Level
}

@test "git diff shows a file that contains errors" {
	repository
	lines '#####|#@$.#|#####' '' 0r >bad.xsb
	git add .
	lines '#####|#@$.#|#####' '' 0r '' More >bad.xsb
	git diff bad.xsb >"$out"
	printed '^\+More$'
}

@test "git diff does not take a file name for an option" {
	repository
	board '#####/#@$.#/#####' >precious.xsb
	cp precious.xsb ./-oprecious.xsb
	git add .
	lines '' More >>./-oprecious.xsb
	git diff ./-oprecious.xsb >"$out"
	printed '^\+More$'
	board '#####/#@$.#/#####' | cmp - precious.xsb
}

@test "git filters .sok files through sokfmt" {
	repository
	board 'Foo/#####///#@$.#/#####' >foo.sok
	lines 5#'|#@$.#|5#' >rle.sok
	git add . 2>"$err"
	git show :rle.sok >"$out"
	board '#####/#@$.#/#####' | expect_out
	git commit -qm one
	git status --porcelain >"$out"
	no_output
}

@test "git adds a file unchanged if sokfmt refuses it, with a message" {
	repository
	lines '#####|#@$.#|#####' '' Solution '(r' >bad.sok
	try 1 sokfmt -q bad.sok
	git add bad.sok 2>"$err"
	said filter
	git show :bad.sok >"$out"
	same bad.sok "$out"
}

# ---- continuous integration

@test "the CI recipes are YAML, and their commands work" {
	python3 -c 'import yaml' 2>/dev/null || skip "there is no YAML parser"
	{ board '#####/#@$.#/#####' && lines '' Solution R; } >good.sok
	cat >commands.py <<-'EOF'
		import sys, yaml
		steps = yaml.safe_load(open(sys.argv[1]))["jobs"]["check"]["steps"]
		print("\n".join(s["run"] for s in steps if "run" in s
		    and not s["name"].startswith("Install")))
	EOF
	needs git
	git init -q
	git add good.sok
	python3 commands.py "$share/soktools/github-workflow.yml" >commands
	try 0 env RUNNER_TEMP="$PWD" sh -e commands
	[ -s levels ]
	grep -q '"version":"2.1.0"' levels.sarif
	# A warning fails, and so does what nobody solved.
	for bad in '######/#$ .#/#@  #/######' '#####/#@$.#/#####'; do
		{ board "$bad" && lines '' Solution l; } >good.sok
		try 1 env RUNNER_TEMP="$PWD" sh -e commands
	done
	{ board '#####/#@$.#/#####' && lines '' Solution R; } >good.sok
	[ -e "$root/.pre-commit-hooks.yaml" ] || return 0
	python3 - "$root/.pre-commit-hooks.yaml" >commands <<-'EOF'
		import sys, yaml
		for hook in yaml.safe_load(open(sys.argv[1])):
		    assert hook["language"] == "system" and hook["name"]
		    print(hook["entry"], *hook["args"], "good.sok")
	EOF
	try 0 sh -e commands
	# No name is an option: -o would write.
	cp good.sok ./-onot.sok
	try 0 sh -e <(sed 's/good/-onot/' commands)
	[ ! -e not.sok ]
	rm ./-onot.sok
	board '#####/#@$.#/#####' >good.sok
	try 1 sh -e <(grep sokreplay commands)
	{ board '######/#$ .#/#@  #/######' && lines '' Solution R; } >good.sok
	try 1 sh -e <(grep sokcheck commands)
	# Who commits is told what was changed.
	lines '-#####' '-#@$.#' '-#####' >good.sok
	try 0 sh -e <(grep sokfmt commands)
	expect_out <<<good.sok
}

@test "the workflow accepts old findings, and fails for new ones" {
	python3 -c 'import yaml' 2>/dev/null || skip "there is no YAML parser"
	needs git
	cat >"$BATS_TEST_TMPDIR/commands.py" <<-'EOF'
		import sys, yaml
		steps = yaml.safe_load(open(sys.argv[1]))["jobs"]["check"]["steps"]
		for s in steps:
		    if "run" in s and not s["name"].startswith("Install"):
		        print(s["run"])
	EOF
	python3 "$BATS_TEST_TMPDIR/commands.py" \
	    "$share/soktools/github-workflow.yml" >"$BATS_TEST_TMPDIR/commands"
	repository
	# Old sins: a dead box, an illegal game, text that is no collection.
	{ board '######/#$ .#/#@  #/######' && lines '' Solution ll; } >old.txt
	board '#####/#@$.#/#####' >'one more.lvl'
	lines 'Levels by Ann.' >readme.txt
	git add .
	git commit -qm old
	{ board '#######/#@ $ .#/#######' && lines '' Solution rRR; } >good.sok
	git add .
	git commit -qm good
	work() {
		rm -rf "$BATS_TEST_TMPDIR/runner"
		mkdir "$BATS_TEST_TMPDIR/runner"
		env RUNNER_TEMP="$BATS_TEST_TMPDIR/runner" "$@" \
		    sh -e "$BATS_TEST_TMPDIR/commands"
	}
	try 0 work
	lacks "$out" '::error'
	tr '\0' '\n' <"$BATS_TEST_TMPDIR/runner/levels" | sort >named
	lines good.sok old.txt 'one more.lvl' | same - named
	rm named
	try 1 work SOLVED=.
	printed '\.lvl.*no game solves'
	# What is new fails, until it is accepted for good.
	{ board '########/#@   .#/#$     #/########' && lines '' Solution l; } >bad.sok
	git add .
	git commit -qm bad
	try 1 work
	printed '^::warning file=bad.sok.*title=frozen-box'
	lacks "$out" 'file=old.txt'
	sokcheck --write-baseline=.sokcheck . 2>"$err"
	sokreplay --write-baseline=.sokreplay . >"$out" 2>"$err"
	git add .
	git commit -qm accepted
	try 0 work
}

# ---- the library

# compile ARGUMENT ...: compile like make; CC may have several words.
compile() {
	${CC:-cc} -std=c17 "$@"
}

# example FOLDER: compile the example programs with the flags of pkg-config,
# with the shared and the static library, and run both.
example() {
	local kind libs
	needs pkg-config
	export PKG_CONFIG_PATH=$1/lib/pkgconfig
	export LD_LIBRARY_PATH=$1/lib
	for kind in shared static; do
		if [ $kind = shared ]; then
			libs=$(pkg-config --libs sok)
		else
			libs=$(pkg-config --static --libs sok |
				sed 's/-lsok/-l:libsok.a/')
		fi
		for name in solved made; do
			# shellcheck disable=SC2046,SC2086 # options
			compile -o $name "$root/tests/example/$name.c" \
			    $(pkg-config --cflags sok) $libs
		done
		if [ $kind = shared ]; then
			readelf -d made >"$out"
			printed 'NEEDED.*libsok\.so\.1\]'
		else
			unset LD_LIBRARY_PATH
		fi
		try 0 ./made
		{ lines Made '' && board '######/#@ $.#/######' &&
			lines '' 'Author: Ann' '' Solution rR; } | expect_out
		stable
		sokfmt "$root/tests/demo.sok" | try 0 ./solved
		printed '^5 Zipper: 7 pushes$'
	done
}

@test "the examples in sok(3) are the tested ones" {
	for file in "$root"/tests/example/*.c; do
		name=${file##*/}
		sed -n "/^\\.\\\\\" try ${name%.c}\$/,/^\\.Ed/p" "$root/man/sok.3" |
		    sed '1,2d; $d; s/\\e/\\/g' >"$out"
		same "$file" "$out"
	done
}

@test "sok.h compiles as C++" {
	needs c++
	echo '#include <sok.h>
	int main() { sok_buf b = {}; sok_buf_free(&b); return sok_is_move(0); }' >in.cc
	try 0 c++ -Wall -Wextra -Werror -I "$root/lib" -fsyntax-only in.cc
	try 0 c++ -I "$root/lib" -S -o in.s in.cc
	grep -q 'sok_is_move' in.s
	lacks in.s '_Z[0-9]*sok'
}

@test "pkg-config finds the installed library" {
	[ -e "$prefix/lib/pkgconfig/sok.pc" ] || skip "not an installation"
	example "$prefix"
}

# public NM-OPTION LIBRARY: the library exports the names of sok.h only, and all
# of its functions.
public() {
	nm -g "$1" --defined-only "$2" |
		sed -n '/ A /d; s/@.*//; s/.* [A-Z] //p' | sort >names
	[ -s names ]
	compile -E "$root/lib/sok.h" >header
	grep -o 'sok_[a-z0-9_]*' header | sort -u >public
	comm -23 names public >"$out"
	no_output
	grep -v '^#' header | tr -s '\n ' ' ' |
		sed 's/{[^{}]*}/;/g; s/;/;\n/g' | grep -vE 'typedef|inline' |
		grep -oE '\<sok_[a-z0-9_]+\(.*\);' | sed 's/(.*//' | sort -u >declared
	[ "$(wc -l <declared)" -gt 70 ]
	comm -13 names declared >"$out"
	no_output
}

@test "the installed library exports exactly the functions of sok.h" {
	[ -e "$prefix/lib/libsok.a" ] || skip "not an installation"
	[ -d "$root/lib" ] || skip "there is no source here"
	public --extern-only "$prefix/lib/libsok.a"
	public --dynamic "$prefix/lib/libsok.so"
}

@test "the shared library exports exactly the functions of sok.h" {
	[ -e "$prefix/libsok.a" ] || skip "not a build folder"
	needs readelf
	unset MAKEFLAGS MAKELEVEL
	mapfile -t flags <"$prefix/flags"
	make -s -C "$root" "${flags[@]}" \
	    "BUILD=$(realpath --relative-to="$root" "$prefix")" libsok.so
	public --dynamic "$share/libsok.so"
	readelf -d "$share/libsok.so" >"$out"
	printed 'SONAME.*\[libsok\.so\.1\]'
	# Its symbols have a version, so that two of them can be told apart.
	nm -D "$share/libsok.so" >names
	grep -q ' sok_read@@SOK_1$' names
}

@test "a program can query the version of the library" {
	[ -d "$root/lib" ] || skip "there is no source here"
	needs cc
	cat >version.c <<-'EOF'
		#include <stdio.h>
		#include <sok.h>
		int main(void) { return puts(sok_version()) < 0; }
	EOF
	local lib=$prefix/lib/libsok.a
	[ -e "$lib" ] || lib=$prefix/libsok.a
	# shellcheck disable=SC2046 # options
	try 0 compile -I"$root/lib" -o version version.c "$lib" \
		-pthread $(pkg-config --libs expat jansson)
	try 0 ./version
	sok_version=$(sed -n 's/^.define SOK_VERSION "\(.*\)"/\1/p' "$root/lib/sok.h")
	expect_out <<<"$sok_version"
}

@test "a static program can be linked" {
	[ -e "$prefix/libsok.a" ] || skip "not a build folder"
	compile -pie -static-pie -pthread -o sokcheck "$prefix/cmd/sokcheck.o" \
		"$prefix/libcmd.a" "$prefix/libsok.a" \
		-lexpat -ljansson 2>/dev/null ||
		skip "there are no static libraries here"
	needs readelf
	readelf -d sokcheck >"$out"
	never_printed NEEDED
	board '#####/#@$.#/#####' | try 0 ./sokcheck --duplicates
}

@test "only sokconv links the writers of other formats" {
	for program in sokfmt sokrle sokcheck sokreplay sokconv; do
		grep -q 'class="author" dir="auto"' "$(command -v $program)" &&
			echo "$program"
	done >"$out" || :
	expect_out <<<sokconv
	# They name all formats, and read them.
	board '#####/#@$.#/#####' >board
	sokconv -t html board >page.html
	sokfmt page.html | grep '#' | same board -
	try 2 sokfmt -f no board
	said jsonl
}

@test "the library can be linked into a shared object" {
	local lib=$prefix/lib/libsok.a
	needs cc
	[ -e "$lib" ] || lib=$prefix/libsok.a
	cat >module.c <<-'EOF'
		#include <sok.h>
		const char *module(void) { return sok_formats[0].name; }
	EOF
	# shellcheck disable=SC2046 # options
	try 0 compile -shared -fPIC -I"$root/lib" -I"$prefix/include" \
		-o module.so module.c -Wl,--whole-archive "$lib" \
		-Wl,--no-whole-archive -pthread \
		$(pkg-config --libs expat jansson)
	nm -D --defined-only module.so >names
	grep -q ' module$' names
	cat >main.c <<-'EOF'
		#include <stdio.h>
		const char *module(void);
		int main(void) { return puts(module()) < 0; }
	EOF
	compile -o main main.c ./module.so
	try 0 ./main
	expect_out <<<sok
}

@test "a library built with -flto can be linked" {
	[ -d "$root/lib" ] || skip "there is no source here"
	needs objcopy
	echo 'int main(void) { return 0; }' >main.c
	compile -O1 -flto main.c 2>/dev/null || skip "no -flto here"
	unset MAKEFLAGS
	try 0 make -s -C "$root" BUILD="$PWD/build" PKGS= CFLAGS='-O1 -g -flto' \
		LIB_SRC='lib/base/str.c lib/base/arena.c' "$PWD/build/share/libsok.a"
	nm -g --defined-only build/share/libsok.a >names
	lacks names ' [A-Z] (?!sok_)'
	grep -q ' T sok_str_dup$' names
	# Those of doors are not for others.
	lacks names ' sok_(grow|str_from)$'
	cat >use.c <<-'EOF'
		#include <sok.h>
		int main(void) { return (int)sok_str("").len; }
	EOF
	compile -I"$root/lib" -o use use.c build/share/libsok.a
	./use
}

# lean: copy the programs of a build without optional libraries to ./bin.
lean() {
	local p files=("$root"/lib/without/*.c) gone=()
	[ -e "$prefix/libsok.a" ] || skip "not a build folder"
	needs ar
	mkdir bin
	cp "$prefix/libsok.a" lean.a
	for p in "$root"/lib/format/slc/*.c; do
		case $p in */write_slc.c) continue ;; esac
		p=${p##*/}
		gone+=("${p%c}o")
	done
	ar d lean.a "${gone[@]}" read_json.o archive.o \
		libarchive.o
	compile -D_POSIX_C_SOURCE=200809L -fPIE -I"$root/lib" \
		-c "${files[@]}"
	ar qs lean.a expat.o jansson.o libarchive.o
	for p in $programs; do
		compile -pthread -pie -o "bin/$p" "$prefix/cmd/$p.o" \
			"$prefix/libcmd.a" lean.a
	done
}

@test "a build without optional libraries reports what is missing, and works otherwise" {
	lean
	board '#####/#@$.#/#####' >in
	sokconv -t slc in >in.slc
	sokconv -t jsonl in >in.jsonl
	for p in $programs; do
		try 0 "bin/$p" -V
		lines "$p (soktools) 1.0.0" 'libraries: none' | expect_out
	done
	while IFS='|' read -r p arguments what; do
		# shellcheck disable=SC2086 # several
		try 2 bin/$p $arguments
		no_output
		lines "$p: $what, which this build does not have" | expect_err
	done <<-'EOF'
		sokconv|in.slc|in.slc: reading slc needs expat
		sokfmt|in.jsonl|in.jsonl: reading jsonl needs jansson
		sokcheck|in.jsonl|in.jsonl: reading jsonl needs jansson
	EOF
	[ ! -e x ]
	try 0 bin/sokfmt --unique=picture in in
	try 0 bin/sokconv --list-formats
	grep -E '^(slc|jsonl) ' "$out" | cut -c 1-22 >got
	lines 'slc        -    write ' 'jsonl      -    write ' | same - got
	for to in records jsonl; do
		try 0 bin/sokconv -t $to in in
		quiet
		same - "$out" < <(sokconv -t $to in in)
	done
	try 0 bin/sokconv -t slc in
	same in.slc "$out"
}

@test "make install and make uninstall are complete" {
	[ -e "$prefix/libsok.a" ] || skip "not a build folder"
	unset MAKEFLAGS MAKELEVEL
	mapfile -t flags <"$prefix/flags"
	make=(make -s -C "$root" "${flags[@]}"
	    "BUILD=$(realpath --relative-to="$root" "$prefix")"
	    "DESTDIR=$PWD/top" PREFIX=/usr)
	try 0 "${make[@]}" install
	mkdir top/usr/share/other
	touch top/usr/share/other/file
	for program in $programs; do
		[ -x "top/usr/bin/$program" ]
		[ -e "top/usr/share/man/man1/$program.1" ]
	done
	nm -g --defined-only top/usr/lib/libsok.a |
		awk 'NF == 3 && $3 !~ /^sok_/' >names
	[ ! -s names ]
	export PKG_CONFIG_SYSROOT_DIR=top
	(example top/usr)
	try 0 "${make[@]}" uninstall
	find top ! -type d >"$out"
	expect_out <<<top/usr/share/other/file
	[ ! -e top/usr/share/soktools ]
	# Files of others stay, and that is no failure.
	mkdir top/usr/share/soktools
	touch top/usr/share/soktools/mine
	try 0 "${make[@]}" uninstall
	[ -e top/usr/share/soktools/mine ]
}
