# conversion.bash - what the tests of conversions share.
# shellcheck disable=SC2034 # small is theirs

small='#####/#@$.#/#####'

# A collection with something that most formats cannot hold.
collection() {
	lines ':: raw' 'Collection: Demo' 'Author: Ann' '' First ''
	board "$small"
	lines '' 'A note.' '' 'Author: Bob' '' Solution R '' 'Snapshot' 'l*r' '' ''
	board '#######/#@ $ .#/#######'
	lines '' 'Title: Two: second' Comment: 'Author: no' Comment-End:
}

# A row of n copies of a character.
row() {
	printf "%$1s\n" '' | tr ' ' "$2"
}

# names DIR: what stands in it, sorted.
names() {
	find "$1" -mindepth 1 -printf '%P\n' | LC_ALL=C sort
}
