/* transform.c - the eight symmetries of a board, carried through its games;
 * after the reader, before the writer. */
#include <string.h>

#include "board/identity.h"
#include "play/rewrite.h"
#include "play/transform.h"

void
transform_square(enum sok_symmetry t, int width, int height, int *x, int *y)
{
	int right = width - 1 - *x, bottom = height - 1 - *y;
	const int image[SOK_NSQUARE_SYMMETRIES][2] = {{*x, *y}, {bottom, *x},
	    {right, bottom}, {*y, right}, {right, *y}, {*x, bottom}, {*y, *x},
	    {bottom, right}};

	*x = image[t][0];
	*y = image[t][1];
}

/*
 * Square (x, y) of a width x height board stands at byte
 * origin + x * right + y * down of its image, whose rows are pad bytes
 * longer than they have squares.
 */
struct turn {
	int width, height; /* of the image */
	ptrdiff_t origin, right, down;
};

static struct turn
turn(enum sok_symmetry t, int width, int height, int pad)
{
	bool swap = transform_swaps(t);
	struct turn s = {
	    .width = swap ? height : width, .height = swap ? width : height};
	int x[3] = {0, 1, 0}, y[3] = {0, 0, 1}, i;
	ptrdiff_t at[3];

	for (i = 0; i < 3; i++) {
		transform_square(t, width, height, &x[i], &y[i]);
		at[i] = y[i] * (ptrdiff_t)(s.width + pad) + x[i];
	}
	s.origin = at[0];
	s.right = at[1] - at[0];
	s.down = at[2] - at[0];
	return s;
}

int
sok_board_transform(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry t, struct sok_arena *a)
{
	struct turn s = turn(t, from->width, from->height, 0);
	const unsigned char *sq = from->sq;
	struct sok_board b;
	ptrdiff_t row = s.origin, at;
	int x, y;

	if (sok_board_new(&b, s.width, s.height, a) < 0)
		return -1;
	for (y = 0; y < from->height; y++, row += s.down)
		for (x = 0, at = row; x < from->width; x++, at += s.right)
			b.sq[at] = *sq++;
	b.players = from->players;
	b.boxes = from->boxes;
	b.goals = from->goals;
	*to = b;
	return 0;
}

size_t
transform_text(const struct sok_board *b, enum sok_symmetry t, char *to)
{
	struct turn s = turn(t, b->width, b->height, 1);
	const unsigned char *sq = b->sq;
	ptrdiff_t row = s.origin, at;
	int x, y;

	for (y = 0; y < b->height; y++, row += s.down)
		for (x = 0, at = row; x < b->width; x++, at += s.right)
			to[at] = sok_xsb[*sq++];
	for (y = 0; y < s.height; y++)
		to[(ptrdiff_t)y * (s.width + 1) + s.width] = '\n';
	return (size_t)(s.width + 1) * (size_t)s.height;
}

int
sok_transform(struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *a)
{
	struct sok_board before = p->board;

	if (!p->has_board || p->variant == SOK_UNSUPPORTED || t == SOK_IDENTITY)
		return 0;
	if (sok_board_transform(&before, &p->board, t, a) < 0)
		return -1;
	return rewrite_games(p, &before, t, false, a);
}

/* Leave those symmetries in the set whose image reads first. */
static int
least_text(const struct sok_board *b, unsigned *set, struct sok_arena *scratch)
{
	size_t room = (size_t)(b->width + 1) * (size_t)(b->height + 1);
	char *best, *text, *swap;
	size_t best_len = 0, len;
	unsigned least = 0;
	int i, order;

	best = sok_arena_alloc(scratch, room, 1);
	text = sok_arena_alloc(scratch, room, 1);
	if (!best || !text)
		return -1;
	for (i = 0; i < SOK_NSQUARE_SYMMETRIES; i++) {
		if (!(*set >> i & 1))
			continue;
		len = transform_text(b, (enum sok_symmetry)i, text);
		order = memcmp(text, best, len < best_len ? len : best_len);
		if (order == 0)
			order = (len > best_len) - (len < best_len);
		if (least == 0 || order < 0) {
			least = 0;
			swap = best;
			best = text;
			text = swap;
			best_len = len;
		} else if (order > 0) {
			continue;
		}
		least |= 1u << i;
	}
	*set = least;
	return 0;
}

/* The moves of two puzzles, game by game, in the order of their bytes. */
static int
compare_games(const struct sok_puzzle *p, const struct sok_puzzle *q)
{
	int order = 0;

	for (size_t i = 0; order == 0 && i < p->ngames; i++) {
		struct sok_str a = p->game[i].moves, b = q->game[i].moves;
		size_t n = a.len < b.len ? a.len : b.len;

		order = n > 0 ? memcmp(a.s, b.s, n) : 0;
		if (order == 0)
			order = (a.len > b.len) - (a.len < b.len);
	}
	return order;
}

/* Of the symmetries in the set, the one whose games read first. */
static int
least_games(const struct sok_puzzle *p, unsigned set, enum sok_symmetry *t,
    struct sok_arena *scratch)
{
	struct sok_puzzle best = {0};

	for (int i = 0; i < SOK_NSQUARE_SYMMETRIES; i++) {
		struct sok_puzzle own = *p;

		if (!(set >> i & 1))
			continue;
		own.game =
		    sok_arena_alloc(scratch, p->ngames, sizeof(*own.game));
		if (!own.game)
			return -1;
		memcpy(own.game, p->game, p->ngames * sizeof(*own.game));
		if (sok_transform(&own, (enum sok_symmetry)i, scratch) < 0)
			return -1;
		if (best.game && compare_games(&own, &best) >= 0)
			continue;
		best = own;
		*t = (enum sok_symmetry)i;
	}
	return 0;
}

int
sok_canonical(
    const struct sok_puzzle *p, enum sok_symmetry *t, struct sok_arena *scratch)
{
	unsigned set = (1u << SOK_NSQUARE_SYMMETRIES) - 1;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES], least = UINT64_MAX;
	int i, has = identity_board(&p->board, digest, scratch);

	if (has < 0)
		return -1;
	for (i = 0; has && i < SOK_NSQUARE_SYMMETRIES; i++)
		if (digest[i] < least) {
			least = digest[i];
			set = 1u << i;
		} else if (digest[i] == least) {
			set |= 1u << i;
		}
	if ((set & (set - 1)) != 0 && least_text(&p->board, &set, scratch) < 0)
		return -1;
	*t = (enum sok_symmetry)__builtin_ctz(set);
	if ((set & (set - 1)) == 0 || p->ngames == 0)
		return 0;
	return least_games(p, set, t, scratch);
}
