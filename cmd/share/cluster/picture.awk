# picture.awk - a part of reduce.sh: print each board, which is closed and in
# run-length text, as rows with a bar between them, with the player wherever it
# can walk, as in the pictures of which the Unique-Id is made.

# The rows of a board as row[1] to row[height].
function read_rows(board,    y, square, n)
{
	height = split(board, row, "|")
	width = 0
	for (y = 1; y <= height; y++) {
		board = row[y]
		row[y] = ""
		while (match(board, /[0-9]*[^0-9]/)) {
			square = substr(board, RLENGTH, 1)
			n = RLENGTH > 1 ? substr(board, 1, RLENGTH - 1) : 1
			board = substr(board, RLENGTH + 1)
			for (; n > 0; n--)
				row[y] = row[y] square
		}
		gsub(/[-_]/, " ", row[y])
		if (length(row[y]) > width)
			width = length(row[y])
	}
	for (y = 1; y <= height; y++)
		while (length(row[y]) < width)
			row[y] = row[y] " "
}

# Put the player on all squares that it reaches.
function spread(    x, y, c, n, i)
{
	n = 0
	for (y = 1; y <= height; y++)
		for (x = 1; x <= width; x++) {
			c = square[x, y] = substr(row[y], x, 1)
			if (c == "@" || c == "+") {
				left[++n] = x
				top[n] = y
			}
		}
	while (n > 0) {
		x = left[n]
		y = top[n--]
		for (i = -1; i <= 1; i += 2) {
			n = reach(x + i, y, n)
			n = reach(x, y + i, n)
		}
	}
	for (y = 1; y <= height; y++) {
		row[y] = ""
		for (x = 1; x <= width; x++)
			row[y] = row[y] square[x, y]
	}
}

# Put a square on the stack if the player can step on it and has not yet.
function reach(x, y, n)
{
	if (square[x, y] != " " && square[x, y] != ".")
		return n
	square[x, y] = square[x, y] == " " ? "@" : "+"
	left[++n] = x
	top[n] = y
	return n
}

{
	read_rows($0)
	spread()
	picture = row[1]
	for (i = 2; i <= height; i++)
		picture = picture "|" row[i]
	print picture
}
