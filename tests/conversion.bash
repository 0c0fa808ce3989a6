# conversion.bash - functions for the tests of conversions.
# shellcheck disable=SC2034 # small is used by the tests

small='#####/#@$.#/#####'

# A collection with parts that most formats cannot represent.
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

# names DIR: the names of its files, sorted.
names() {
	find "$1" -mindepth 1 -printf '%P\n' | LC_ALL=C sort
}
