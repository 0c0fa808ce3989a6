#!/usr/bin/env bats
# The released programs, which need only a kernel.  Each test compiles
# everything.

load ../helper

setup() {
	scratch
	root=$BATS_TEST_DIRNAME/../..
	[ -e "$root/Makefile" ] || skip "there is no source here"
	unset MAKEFLAGS MAKELEVEL SANITIZE
	board '#####/#@$.#/#####' >board
	version=$(sed -n 's/^.define SOK_VERSION "\(.*\)"/\1/p' "$root/lib/sok.h")
}

# stands_alone FOLDER: the five programs in the folder need no other files, and
# give the output of the programs in PATH.
stands_alone() {
	for program in sokfmt sokrle sokcheck sokreplay sokconv; do
		if readelf -lW "$1/$program" | grep -q INTERP; then
			echo "$program needs a loader"
			return 1
		fi
		try 0 "$1/$program" --version
		printed "^$program \\(soktools\\) $version"
		$program board >want
		try 0 "$1/$program" board
		same want "$out"
	done
	# What a library would have to be loaded for is named.
	gzip -c board | try 2 "$1/sokfmt"
	said 'is gzip, which this build without libarchive cannot read'
}

@test "the programs of the static build in sok(7) need no other files" {
	needs readelf
	line=$(sed -n 's/^\$ \(make BUILD=build\/static .*\)/\1/p' "$root/man/sok.7")
	[ -n "$line" ]
	cp -R "$root/Makefile" "$root/cmd" "$root/lib" "$root/man" .
	eval "$line" >/dev/null
	stands_alone "$PWD/build/static/bin"
}

@test "the programs of make release need no other files" {
	needs readelf
	make -s -C "$root" BUILD="$PWD/build" release >/dev/null
	(cd build && sha256sum -c soktools-*.tar.gz.sha256)
	mkdir unpacked
	tar -xzf build/soktools-*.tar.gz -C unpacked --strip-components=1
	stands_alone "$PWD/unpacked/bin"
	# None of them is larger than 1.5 MiB.
	stat -c '%n %s' unpacked/bin/* >&3
	find unpacked/bin -type f -size +1536k >"$out"
	no_output
}
