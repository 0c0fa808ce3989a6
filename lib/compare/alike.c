/* alike.c - how alike two boards are. */
#include "compare/compare.h"
#include "io/io.h"

static size_t
count_equal(const unsigned char *a, const unsigned char *b, size_t n)
{
	size_t equal = 0;

	for (size_t i = 0; i < n; i++)
		equal += a[i] == b[i];
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

	if (first->grid != second->grid)
		return best;
	columns = (size_t)(first->width + second->width - width);
	rows = (size_t)(first->height + second->height - height);
	best.all = columns * rows;
	for (int corner = 0; corner < 4; corner++) {
		int x = corner & 1 ? dx : 0;
		int y = corner & 2 ? dy : 0;
		const unsigned char *a = first->sq, *b = second->sq;

		/* Where sizes are equal, corners are the same. */
		if ((corner & 1 && dx == 0) || (corner & 2 && dy == 0))
			continue;
		if (x > 0)
			a += x;
		else
			b -= x;
		if (y > 0)
			a += (size_t)y * (size_t)first->width;
		else
			b += (size_t)-y * (size_t)second->width;
		equal = 0;
		for (int i = 0; i < height; i++) {
			equal += count_equal(a, b, (size_t)width);
			a += first->width;
			b += second->width;
		}
		if (corner == 0 || equal > best.equal) {
			best.equal = equal;
			best.dx = x;
			best.dy = y;
		}
	}
	return best;
}
