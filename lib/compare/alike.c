/* alike.c - how alike two boards are. */
#include "base/base.h"
#include "compare/compare.h"
#include "io/io.h"

/* Count equal bytes, eight at once while there are so many. */
static size_t
count_equal(const unsigned char *first, const unsigned char *second, size_t n)
{
	size_t equal = 0, i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t word = bits_load(first + i) ^ bits_load(second + i);

		equal += bits_sum(bits_equal(word, '\0') >> 7);
	}
	for (; i < n; i++)
		equal += first[i] == second[i];
	return equal;
}

static int
least(int a, int b)
{
	return a < b ? a : b;
}

struct compare_alike
compare_boards(const struct sok_board *first, const struct sok_board *second)
{
	int dx = first->width - second->width;
	int dy = first->height - second->height;
	int width = least(first->width, second->width);
	int height = least(first->height, second->height);
	struct compare_alike best = {0, 0, 0, 0};
	size_t equal, columns, rows;

	/* Rows of one width are one run of squares. */
	bool runs = dx == 0;
	size_t run = (size_t)width * (runs ? (size_t)height : 1);
	columns = (size_t)(first->width + second->width - width);
	rows = (size_t)(first->height + second->height - height);
	best.all = columns * rows;
	for (int corner = 0; corner < 4; corner++) {
		int x = corner & 1 ? dx : 0;
		int y = corner & 2 ? dy : 0;
		const unsigned char *first_square = first->sq,
		                    *second_square = second->sq;

		/* Where sizes are equal, corners are the same. */
		if ((corner & 1 && dx == 0) || (corner & 2 && dy == 0))
			continue;
		if (x > 0)
			first_square += x;
		else
			second_square -= x;
		if (y > 0)
			first_square += (size_t)y * (size_t)first->width;
		else
			second_square += (size_t)-y * (size_t)second->width;
		equal = 0;
		for (int i = 0; i < (runs ? 1 : height); i++) {
			equal += count_equal(first_square, second_square, run);
			first_square += first->width;
			second_square += second->width;
		}
		if (corner == 0 || equal > best.equal) {
			best.equal = equal;
			best.dx = x;
			best.dy = y;
		}
	}
	return best;
}
