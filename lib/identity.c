/* identity.c - what makes two puzzles the same: the published Exact-Id and
 * Unique-Id, and digests of pictures and of whole puzzles. */
#include <string.h>

#include "bits.h"
#include "flood.h"
#include "identity.h"
#include "transform.h"

/* The pictures of a board as text: rows of XSB characters, each with its LF. */
struct pictures {
	int left, top;        /* of the board, and a wall around it */
	size_t width, height; /* of those that are not on their side */
	char *exact, *image[SOK_NSYMMETRIES];
};

static int
make_room(
    struct pictures *p, const struct flood_box *box, struct sok_arena *scratch)
{
	size_t size;
	char *room;
	int i;

	p->left = box->left - 1;
	p->top = box->top - 1;
	p->width = (size_t)(box->right - box->left) + 3;
	p->height = (size_t)(box->bottom - box->top) + 3;
	size = (p->width + 1) * (p->height + 1);
	room = sok_arena_alloc(scratch, SOK_NSYMMETRIES + 1, size);
	if (!room)
		return -1;
	p->exact = room;
	for (i = 0; i < SOK_NSYMMETRIES; i++)
		p->image[i] = room += size;
	return 0;
}

static void
fill(char *picture, size_t width, size_t height)
{
	memset(picture, '#', (width + 1) * height);
	for (; height > 0; height--, picture += width + 1)
		picture[width] = '\n';
}

/*
 * Draw the squares inside, a word of bits of row y from column x on.  In the
 * images the player stands wherever it can walk.
 */
static void
draw_word(struct pictures *p, const unsigned char *row, int x, size_t y,
    uint64_t inside, uint64_t walk)
{
	char *exact = p->exact + y * (p->width + 1);
	char *upright = p->image[SOK_IDENTITY] + y * (p->width + 1);
	char *side = p->image[SOK_TRANSPOSE] + y;
	size_t at, down = p->height + 1;
	unsigned char sq;

	for (; inside != 0; inside &= inside - 1) {
		sq = row[x + bits_low(inside)];
		at = (size_t)(x + bits_low(inside) - p->left);
		exact[at] = sok_xsb[sq];
		if (walk >> bits_low(inside) & 1)
			sq |= SOK_PLAYER;
		upright[at] = sok_xsb[sq];
		side[at * down] = sok_xsb[sq];
	}
}

static void
draw(struct pictures *p, const struct sok_board *b,
    const struct sok_area *inside, const struct sok_area *walk)
{
	const unsigned char *row = b->sq + (ptrdiff_t)b->width * p->top;
	size_t y, at = (size_t)p->top * (size_t)inside->stride;
	int i;

	fill(p->exact, p->width, p->height);
	fill(p->image[SOK_IDENTITY], p->width, p->height);
	fill(p->image[SOK_TRANSPOSE], p->height, p->width);
	for (y = 0; y < p->height; y++, row += b->width)
		for (i = 0; i < inside->stride; i++, at++)
			draw_word(p, row, i * 64, y, inside->bits[at],
			    walk->bits[at]);
}

/* The rows in the opposite order. */
static void
flip(char *to, const char *from, size_t width, size_t height)
{
	size_t row = width + 1;

	for (from += row * height; height > 0; height--, to += row)
		memcpy(to, from -= row, row);
}

/* The rows in the opposite order, and each of them as well: all bytes but the
 * last LF. */
static void
reverse(char *to, const char *from, size_t n)
{
	uint64_t v;

	from += --n;
	for (; n >= 8; n -= 8, to += 8) {
		memcpy(&v, from -= 8, 8);
		v = __builtin_bswap64(v);
		memcpy(to, &v, 8);
	}
	while (n-- > 0)
		*to++ = *--from;
	*to = '\n';
}

static uint64_t
hash(const char *s, size_t n)
{
	return sok_digest((struct sok_str){s, n});
}

/* Six images from two, and the digests of all. */
static void
hash_pictures(const struct pictures *p, struct identity *id)
{
	static const struct {
		enum sok_symmetry from, flipped, reversed, both;
	} family[2] = {{SOK_IDENTITY, SOK_FLIP_V, SOK_ROTATE180, SOK_FLIP_H},
	    {SOK_TRANSPOSE, SOK_ROTATE270, SOK_ANTI_TRANSPOSE, SOK_ROTATE90}};
	size_t width = p->width, height = p->height, n[2];
	char *const *image = p->image;
	int i;

	n[0] = (width + 1) * height;
	n[1] = (height + 1) * width;
	flip(image[SOK_FLIP_V], image[SOK_IDENTITY], width, height);
	flip(image[SOK_ROTATE270], image[SOK_TRANSPOSE], height, width);
	for (i = 0; i < 2; i++) {
		reverse(image[family[i].reversed], image[family[i].from], n[i]);
		reverse(image[family[i].both], image[family[i].flipped], n[i]);
	}
	id->exact = hash(p->exact, n[0]);
	for (i = 0; i < SOK_NSYMMETRIES; i++)
		id->unique[i] = hash(image[i], n[i == 1 || i == 3 || i >= 6]);
}

int
identity_board(
    const struct sok_board *b, struct identity *id, struct sok_arena *scratch)
{
	struct sok_area inside, walk;
	struct flood_box box;
	struct pictures p;

	if (b->players != 1 || !digest_is_md5)
		return 0;
	if (sok_board_flood(b, false, &inside, scratch) < 0)
		return -1;
	if (!flood_box(&inside, &box))
		return 0;
	if (sok_board_flood(b, true, &walk, scratch) < 0 ||
	    make_room(&p, &box, scratch) < 0)
		return -1;
	draw(&p, b, &inside, &walk);
	hash_pictures(&p, id);
	return 1;
}

int
sok_identity(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct identity all;
	int i, ok;

	if (!p->has_board || p->variant != SOK_SOKOBAN)
		return 0;
	ok = identity_board(&p->board, &all, scratch);
	if (ok <= 0)
		return ok;
	*id = (struct sok_id){all.exact, all.unique[0], SOK_IDENTITY};
	for (i = 1; i < SOK_NSYMMETRIES; i++)
		if (all.unique[i] < id->unique) {
			id->unique = all.unique[i];
			id->symmetry = (enum sok_symmetry)i;
		}
	return 1;
}

int
sok_picture_id(
    const struct sok_puzzle *p, uint64_t *id, struct sok_arena *scratch)
{
	struct sok_board b;
	struct sok_str text;
	char *to;

	if (!p->has_board)
		return 0;
	if (sok_board_copy(&b, &p->board, scratch) < 0)
		return -1;
	sok_board_crop(&b);
	to = sok_arena_alloc(
	    scratch, (size_t)(b.width + 1), (size_t)(b.height + 1));
	if (!to)
		return -1;
	text.len = transform_text(&b, SOK_IDENTITY, to);
	text.s = to;
	*id = sok_digest(text);
	return 1;
}
