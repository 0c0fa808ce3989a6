# levels.awk - make a collection in shards of what `make solutions` prints: boards
# and their solutions, a paragraph each.
#
#	awk -v n=LEVELS -v shards=N -v folder=FOLDER -f levels.awk
#
# One level in 16 repeats an earlier one, as it is, turned, or with the player
# elsewhere; one solution in 50 fails, one counts wrong; one board in 200 is open.
# Shards 2 and 5 are Octoban, 3 and 6 are Hexoban.

function random(most)
{
	state = (state * 16807) % 2147483647
	return state % most
}

function turned(board, how,    rows, row, y, x, line, all)
{
	rows = split(board, row, "\n")
	all = ""
	for (y = 1; y <= rows; y++) {
		line = ""
		for (x = length(row[y]); x > 0; x--)
			line = line substr(row[y], x, 1)
		if (how == 1)
			all = all line "\n"
		else
			all = line "\n" all
	}
	return substr(all, 1, length(all) - 1)
}

# The player one square to the right or to the left, if that is free floor.
function elsewhere(board)
{
	if (!sub(/@ /, " @", board))
		sub(/ @/, "@ ", board)
	return board
}

# The same squares in Hexoban, whose rows are shifted in turn and have every other
# column.
function hexagons(board,    rows, row, y, all)
{
	rows = split(board, row, "\n")
	all = ""
	for (y = 1; y <= rows; y++) {
		gsub(/./, "& ", row[y])
		all = all (y % 2 ? "" : " ") row[y] "\n"
	}
	return substr(all, 1, length(all) - 1)
}

function finish_shard()
{
	if (file != "")
		close(file)
}

function begin_shard()
{
	finish_shard()
	file = sprintf("%s/shard-%03d.sok", folder, shard)
	print "Author: Author " shard % 7 >file
	if (shard % 10 == 2 || shard % 10 == 5)
		print "Game: Octoban" >file
	hex = shard % 10 == 3 || shard % 10 == 6
	if (hex)
		print "Game: Hexoban" >file
	shard++
}

BEGIN {
	RS = ""
	state = 4711
	kept = 0
}

/#/ {
	board = $0
	next
}

{
	if (made == n)
		exit
	if (made * shards >= shard * n)
		begin_shard()
	moves = $0
	sub(/^[^\n]*\n/, "", moves)
	chance = random(800)
	if (chance < 50 && kept > 0) {
		board = ring[random(kept)]
		moves = ""
		if (chance >= 40)
			board = elsewhere(board)
		else if (chance >= 10)
			board = turned(board, chance % 2)
	} else if (chance < 66)
		moves = moves "U"
	else if (chance < 70)
		sub(/#/, " ", board)
	ring[kept < 20000 ? kept++ : random(kept)] = board
	made++
	printf "\n\nLevel %d\n\n%s\n", made, hex ? hexagons(board) : board >file
	if (moves != "" && chance >= 100 && chance < 116)
		printf "\nSolution 1/1\n%s\n", moves >file
	else if (moves != "")
		printf "\nSolution\n%s\n", moves >file
}

END {
	finish_shard()
}
