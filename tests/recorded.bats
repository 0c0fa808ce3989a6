#!/usr/bin/env bats
# recorded.bats - the output for random files has not changed: one checksum per
# command, of output, messages and status.  After an intended change, UPDATE=1
# records the checksums again.

load helper

commands() {
	cat <<-'EOF'
		sokfmt
		sokfmt --simplify
		sokfmt --transform=rotate90 --unique
		sokfmt --transform=canonical --wrap=0
		sokfmt --expand-macros --title=line --drop=comments
		sokfmt --floor=dash -v
		sokfmt --drop=solutions,keys
		sokfmt -l
		sokfmt -d
		sokrle
		sokrle -d
		sokrle --groups
		sokrle --lines --floor=underscore
		sokcheck --severity=note
		sokcheck -F tsv --enable=all --target=all
		sokcheck -F json --duplicates
		sokcheck -p
		sokreplay
		sokreplay -F tsv
		sokreplay -p --rewrite
		sokreplay -p --to-forward --best=moves
		sokreplay --board-from-moves -p
		sokconv -t xsb
		sokconv -t rle
		sokconv -t slc
		sokconv -t records
		sokconv -t jsonl
		sokconv -t jsoko
		sokconv -t svg
		sokconv -t html
	EOF
}

@test "the output for random line soups matches the recorded checksums" {
	needs soup
	for seed in $(seq 100 179); do soup "$seed" >"$seed"; done
	cat 1?? >all
	commands >list
	while read -r command; do
		for of in '???' all; do
			# shellcheck disable=SC2086 # options and operands
			$command -f sok $of >o 2>e && status=0 || status=$?
			# What -v says of the system is not the same everywhere.
			sed -i '/: sandbox: /d' e
			echo "$(cat o e - <<<"$status" | cksum) $command $of"
		done
	done <list >sums
	if [ -n "${UPDATE-}" ]; then cp sums "$cases/soups.sums"; fi
	same "$cases/soups.sums" sums
}
