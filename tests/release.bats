#!/usr/bin/env bats
# Files for people who do not build from a checkout: make dist, html, tag and
# install-strip.  Packages and static programs take minutes, and are tested by
# make check-full.

load helper

setup() {
	scratch
	root=$BATS_TEST_DIRNAME/..
	prefix=$(cd "$(dirname "$(command -v sokfmt)")/.." && pwd)
	[ -e "$prefix/libsok.a" ] || skip "not a build folder"
	unset MAKEFLAGS MAKELEVEL SANITIZE
	version=$(sed -n 's/^.define SOK_VERSION "\(.*\)"/\1/p' "$root/lib/sok.h")
}

# checkout: create a repository of the sources with one commit in ./checkout.
checkout() {
	needs git
	[ -e "$root/.git" ] || skip "not a checkout"
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.org
	export GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.org
	git -C "$root" ls-files -z >files
	mkdir checkout
	tar -C "$root" --null -T files --ignore-failed-read -cf - 2>/dev/null |
		tar -C checkout -xf -
	cd checkout || return
	git init -q
	git add .
	git commit -q -m 'All of it'
}

@test "make dist writes the same archive from every checkout of a commit" {
	checkout
	make -s dist
	cp build/soktools-"$version".tar.gz ../first
	touch Makefile
	umask 077
	git clone -q . ../again
	make -s -C ../again dist
	cmp ../first ../again/build/soktools-"$version".tar.gz
	tar -tzf ../first | sed "s,^soktools-$version/,," | sort >"$out"
	git ls-files | sort | expect_out
}

@test "make recipes writes recipes that fetch this version" {
	checkout
	make -s recipes URL=https://example.org/a.tar.gz
	sum=$(sha256sum <build/soktools-"$version".tar.gz | cut -d ' ' -f 1)
	for f in soktools.rb PKGBUILD default.nix; do
		grep -q "$sum" "build/recipes/$f"
		grep -q 'https://example.org/a.tar.gz' "build/recipes/$f"
		[ "$(grep -c '@[A-Z0-9]*@' "build/recipes/$f")" -eq 0 ]
	done
	bash -n build/recipes/PKGBUILD
	if command -v ruby >/dev/null; then
		ruby -wc build/recipes/soktools.rb
	fi
	if command -v nix-instantiate >/dev/null; then
		nix-instantiate --parse build/recipes/default.nix >/dev/null
	fi
	# makepkg does not run for root.
	if command -v makepkg >/dev/null && command -v pacman >/dev/null &&
		[ "$(id -u)" -eq 0 ]; then
		open=$(mktemp -d)
		cp build/recipes/PKGBUILD "$open"
		chmod a+rwx "$open"
		chmod a+r "$open/PKGBUILD"
		(cd "$open" && setpriv --reuid=65534 --regid=65534 --clear-groups \
			env HOME="$open" makepkg --printsrcinfo) >"$out"
		rm -r "$open"
		printed "pkgver = $version"
	fi
}

@test "make tag writes a tag with the entry of NEWS" {
	checkout
	git config user.name Ann
	git config user.email ann@example.org
	make -s tag
	git cat-file tag "v$version" >"$out"
	printed "^soktools $version$"
	printed '^The first release'
	printed '^Signed-off-by: Ann <ann@example.org>$'
	try 2 make -s tag
	said "v$version exists"
}

@test "make tag refuses a modified tree and a version that NEWS lacks" {
	checkout
	echo >>Makefile
	try 2 make -s tag
	said 'the tree has changes'
	git checkout -q Makefile
	try 1 .ci/tag 9.9.9
	said 'NEWS says nothing of 9.9.9'
	[ -z "$(git tag)" ]
}

@test "the HTML manuals have an anchor for every rule" {
	needs mandoc
	make -s -C "$root" BUILD="$PWD/build" html
	# SARIF names them all.
	for program in sokcheck sokreplay; do
		$program -F sarif --exit-zero /dev/null 2>/dev/null
	done | grep -o '"helpUri":"[^"]*"' | sort -u |
		sed 's/.*"man:\(.*\)(1)#\(.*\)"/\1 \2/' >rules
	[ "$(wc -l <rules)" -ge 80 ]
	while read -r page rule; do
		grep -q "id=\"$rule\"" "build/html/$page.1.html" ||
			echo "$page $rule"
	done <rules >"$out"
	no_output
}

# action URL-FOLDER [NAME=VALUE]: run the script of the action, which downloads
# from a folder.
action() {
	mkdir -p bin temp
	cat >bin/curl <<-'EOT'
		#!/bin/sh
		# curl OPTION ... -o FILE URL, where URL is below a folder.
		while [ "$1" != -o ]; do shift; done
		cp "served/${3##*/}" "$2"
	EOT
	sed 's,served,'"$1"',' bin/curl >bin/curl.new && mv bin/curl.new bin/curl
	chmod +x bin/curl
	python3 - "$root/.github/actions/soktools/action.yml" >script <<-'EOT'
		import sys, yaml
		print(yaml.safe_load(open(sys.argv[1]))["runs"]["steps"][0]["run"])
	EOT
	: >path
	env PATH="$PWD/bin:$PATH" RUNNER_TEMP="$PWD/temp" GITHUB_PATH="$PWD/path" \
	    VERSION=1.2.3 REPOSITORY=a/b SERVER=x SHA256="${2-}" bash script
}

@test "the action installs a release only if its checksum is right" {
	python3 -c 'import yaml' 2>/dev/null || skip "there is no YAML parser"
	[ -d "$root/.github" ] || skip "there is no source here"
	name=soktools-1.2.3-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
	mkdir -p "$name/bin" served
	printf '#!/bin/sh\necho fake\n' >"$name/bin/sokfmt"
	chmod +x "$name/bin/sokfmt"
	tar -czf "served/$name.tar.gz" "$name"
	(cd served && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
	try 0 action "$PWD/served"
	printed '^fake$'
	[ "$(cat path)" = "$PWD/temp/$name/bin" ]
	sum=$(cut -d ' ' -f 1 "served/$name.tar.gz.sha256")
	try 0 action "$PWD/served" "$sum"
	# A file that was changed, or another sum, is not installed.
	try 1 action "$PWD/served" "$(echo "$sum" | tr 0-9a-f 1-9a-f0)"
	never_printed fake
	echo more >>"served/$name.tar.gz"
	try 1 action "$PWD/served"
	never_printed fake
	[ ! -s path ]
}

@test "actionlint accepts the workflows" {
	needs actionlint
	[ -d "$root/.github" ] || skip "there is no source here"
	try 0 actionlint "$root"/.github/workflows/*.yml \
		"$root/cmd/share/github-workflow.yml"
}
