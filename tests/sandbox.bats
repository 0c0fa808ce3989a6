#!/usr/bin/env bats
# A program can only read its inputs and write its outputs, if the system can
# enforce this: no file can make it do anything else.

load helper

setup() {
	scratch
	try 0 sokrle -v /dev/null
	grep -q ': sandbox: ' "$err" || skip "this system cannot confine"
	cp "$BATS_TEST_DIRNAME/demo.sok" demo.sok
	mkdir elsewhere to temp
	export TMPDIR=$PWD/temp
	cp demo.sok to
	echo kept >elsewhere/victim
}

# refused PROGRAM ARGUMENT ...: in elsewhere/, only reading is possible.  A
# thread makes the attempts when the program has done its work.
refused() {
	(cd elsewhere && LD_PRELOAD=$PWD/../intrude.so "$@" >../got 2>../log) ||
		[ $? -le 1 ]
	grep -E ': (done|refused)$' log >attempts
	if [ "$(wc -l <attempts)" -ne 13 ] || ! grep -qx 'read: done' attempts
	then
		cat log
		return 1
	fi
	[ "$(grep -c ': refused$' attempts)" -eq 12 ] ||
		{ echo "$*"; cat attempts; return 1; }
	[ "$(ls elsewhere)" = victim ] && [ "$(cat elsewhere/victim)" = kept ]
}

intruder() {
	try 0 sokrle -v /dev/null
	grep -q ': sandbox: Landlock and seccomp' "$err" ||
		skip "this system confines only in part"
	! sanitized || skip "a sanitizer must be the first library"
	compile intrude.c intrude.so -shared -fPIC -pthread
}

@test "no program can write elsewhere, use the network or run another program" {
	intruder
	for p in $programs; do
		refused "$p" ../demo.sok
		refused "$p" -o ../to/result ../demo.sok
	done
}

@test "threads, and programs that write several files, are confined" {
	intruder
	refused sokcheck -j4 ../demo.sok
	refused sokfmt -w ../to/demo.sok
	refused sokfmt -c ../demo.sok
	refused sokfmt -d ../demo.sok
	refused sokreplay -d --rewrite ../demo.sok
	refused sokfmt --in=../demo.sok --unique --rejects=../to/out ../demo.sok
	refused sokcheck --against=../demo.sok --write-baseline=../to/base ../demo.sok
	refused sokreplay -p --rewrite ../demo.sok
	refused sokconv -t html --outdir=../to/pages ../demo.sok
	refused sokconv -t html --url=http://x.org/ -o ../to/a.html ../demo.sok
	refused sokconv -t xsb --split=../to/parts ../demo.sok
	refused sokconv -t records --strict ../demo.sok
}

@test "-v names the sandbox in use" {
	try 0 sokfmt -v demo.sok
	[ "$(grep -c '^sokfmt: sandbox: ' "$err")" -eq 1 ]
	try 0 sokfmt demo.sok
	never_said sandbox
}

@test "output and status are the same on a system without a sandbox" {
	compile old_kernel.c old_kernel
	./old_kernel sokfmt -v demo.sok 2>log >/dev/null ||
		skip "this system cannot look older than it is"
	[ "$(grep -c 'sandbox' log)" -eq 0 ]
	mkdir set
	cp demo.sok set/a.sok
	printf '#####\n#@$.#\n#####\n\n\n\ntitle\n' >set/b.sok
	(cd set && tar -cf ../set.tar .)
	ln -s set/b.sok link.sok
	mkdir full
	local n=0
	while read -r command; do
		n=$((n + 1))
		for how in '' "$PWD/old_kernel"; do
			rm -rf now
			mkdir now
			cp -R set set.tar demo.sok link.sok now
			(
				cd now
				status=0
				eval "$how $command" >../stdout 2>../stderr || status=$?
				echo "status $status" >>../stderr
				mv ../stdout ../stderr .
			)
			[ -n "$how" ] || { rm -rf full; mv now full; }
		done
		diff -r full now || { echo "$command"; return 1; }
	done <<-'END'
		sokfmt -w set
		sokfmt -w link.sok set.tar
		sokfmt -w --backup=.old set/a.sok set/b.sok
		sokfmt -l -w --files-from=- <<<'set/b.sok'
		sokfmt -d set link.sok set.tar
		sokfmt -d -j2 set/a.sok set/b.sok
		sokfmt -c - <set/b.sok
		sokfmt --sort=title --unique --rejects=set/rest -o set/sum set
		sokfmt -o missing/file set
		sokfmt -o set set/a.sok
		sokfmt -o link.sok demo.sok
		sokfmt -o /dev/stdout demo.sok
		sokfmt -o /dev/full demo.sok
		sokfmt --merge demo.sok set/a.sok set/b.sok
		sokfmt --merge -w demo.sok set/a.sok set/b.sok
		env TMPDIR=/missing sokfmt -d set
		env TMPDIR=/proc sokfmt -d set
		sokrle -s 'title:*' - <demo.sok
		sokrle -o set/c set.tar
		sokcheck --write-baseline=set/base --duplicates set
		sokcheck --against=set/a.sok -p --rejects=set/bad set.tar
		sokreplay -w demo.sok
		sokconv -t html --outdir=pages set set.tar
		sokconv -t html --outdir=pages/of/it set
		sokconv -t xsb --split=parts set
		sokconv --strict -t boxoban --split=parts set
		sokconv -t hir -s 1 --strict -o set/x demo.sok
		sokconv --charset=ISO-8859-2 -t records set.tar
		sokconv --charset=ISO-8859-2 --to-charset=UTF-16 -t xsb set
	END
	[ "$n" -eq 29 ]
}
