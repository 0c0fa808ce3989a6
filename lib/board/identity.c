/* identity.c - identifies equal puzzles: the published ids, and digests, which
 * are never stored, of pictures and of all that a reader finds in a puzzle. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "board/flood.h"
#include "board/steps.h"

/* The pictures of a board as text, rows of XSB characters, each with its LF:
 * with the player wherever it can walk, in all symmetries. */
struct pictures {
	int left, top;        /* of the board, and a wall around it */
	size_t width, height; /* of those that are not on their side */
	size_t player;        /* its square, row by row */
	unsigned char *image[SOK_NSQUARE_SYMMETRIES];
};

/* Which images are others with their bytes in the opposite order. */
static const enum sok_symmetry reversed[4][2] = {{SOK_IDENTITY, SOK_ROTATE180},
    {SOK_FLIP_V, SOK_FLIP_H}, {SOK_TRANSPOSE, SOK_ANTI_TRANSPOSE},
    {SOK_ROTATE270, SOK_ROTATE90}};

/* Two pictures of nothing but walls. */
static void
fill_walls(unsigned char *one, unsigned char *two, size_t width, size_t height)
{
	size_t n = (width + 1) * height, i;

	memset(one, '#', n);
	for (i = width; i < n; i += width + 1)
		one[i] = '\n';
	memcpy(two, one, n);
}

/* Draw a set of squares of row y, from column x on, into the images that no
 * other has in reverse; walk: SOK_PLAYER if they are reached, else 0. */
static inline void
draw_squares(struct pictures *p, const unsigned char *row, int x, size_t y,
    uint64_t set, unsigned walk)
{
	size_t row_size = p->width + 1, side_size = p->height + 1, at;
	unsigned char *upright = p->image[SOK_IDENTITY] + y * row_size;
	unsigned char *flipped =
	    p->image[SOK_FLIP_V] + (p->height - 1 - y) * row_size;
	unsigned char *side = p->image[SOK_TRANSPOSE] + y;
	unsigned char *turned =
	    p->image[SOK_ROTATE270] + (p->width - 1) * side_size + y;
	ptrdiff_t left = x - p->left;

	row += x;
	for (; set != 0; set &= set - 1) {
		unsigned sq = row[bits_low(set)];
		unsigned char c = (unsigned char)sok_xsb[sq | walk];

		at = (size_t)(left + bits_low(set));
		if (sq & SOK_PLAYER)
			p->player = y * p->width + at;
		upright[at] = flipped[at] = c;
		side[at * side_size] = *(turned - at * side_size) = c;
	}
}

/* The eight bytes from the end of `from` back are those from `to` on. */
static inline void
reverse_eight(unsigned char *to, const unsigned char *from)
{
	uint64_t v;

	memcpy(&v, from - 8, 8);
	v = __builtin_bswap64(v);
	memcpy(to, &v, 8);
}

/* The rows and their bytes in opposite order, but for the last LF; n > 11. */
static void
reverse(unsigned char *to, const unsigned char *from, size_t n)
{
	n--;
	for (size_t i = 0; i + 8 < n; i += 8)
		reverse_eight(to + i, from + n - i);
	reverse_eight(to + n - 8, from + 8);
	to[n] = '\n';
}

/* Draw four images, make the others from them, and hash all. */
static int
hash_board(const struct sok_board *b, struct pictures *p,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch)
{
	size_t n[SOK_NSQUARE_SYMMETRIES], size, at;
	struct sok_area inside, walk;
	struct flood_box box;

	if (b->players != 1)
		return 0;
	int r = flood_both(b, &inside, &walk, &box, scratch);
	if (r != 1)
		return r;
	p->left = box.left - 1;
	p->top = box.top - 1;
	p->width = (size_t)(box.right - box.left) + 3;
	p->height = (size_t)(box.bottom - box.top) + 3;
	size = (p->width + 1) * (p->height + 1) + MD5_ROOM;
	unsigned char *room =
	    sok_arena_alloc(scratch, SOK_NSQUARE_SYMMETRIES, size);
	if (room == NULL)
		return -1;
	for (int i = 0; i < SOK_NSQUARE_SYMMETRIES; i++, room += size) {
		p->image[i] = room;
		n[i] = symmetry_swaps((enum sok_symmetry)i)
		    ? (p->height + 1) * p->width
		    : (p->width + 1) * p->height;
	}

	fill_walls(
	    p->image[SOK_IDENTITY], p->image[SOK_FLIP_V], p->width, p->height);
	fill_walls(p->image[SOK_TRANSPOSE], p->image[SOK_ROTATE270], p->height,
	    p->width);
	const unsigned char *row = b->sq + (ptrdiff_t)b->width * p->top;
	at = (size_t)p->top * (size_t)inside.stride;
	for (size_t y = 0; y < p->height; y++, row += b->width)
		for (int i = 0; i < inside.stride; i++, at++) {
			uint64_t all = inside.bits[at];
			uint64_t free = walk.bits[at];

			draw_squares(p, row, i * 64, y, all & free, SOK_PLAYER);
			draw_squares(p, row, i * 64, y, all & ~free, 0);
		}

	for (int i = 0; i < 4; i++)
		reverse(p->image[reversed[i][1]], p->image[reversed[i][0]],
		    n[reversed[i][0]]);
	md5_lanes(p->image, n, digest);
	return 1;
}

int
identity_board(const struct sok_board *b,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch)
{
	struct pictures p;

	return hash_board(b, &p, digest, scratch);
}

/* The digest of the picture with the player where it is; changes an image. */
static uint64_t
exact(const struct pictures *p)
{
	unsigned char *image = p->image[SOK_IDENTITY];
	size_t n = (p->width + 1) * p->height;
	size_t player = p->player + p->player / p->width;
	unsigned char sq = image[player];
	uint64_t v;

	/* MD5_ROOM bytes follow them. */
	for (size_t i = 0; i < n; i += 8) {
		memcpy(&v, image + i, 8);
		v ^= (bits_equal(v, '@') >> 7) * ('@' ^ ' ') ^
		    (bits_equal(v, '+') >> 7) * ('+' ^ '.');
		memcpy(image + i, &v, 8);
	}
	image[player] = sq;
	return sok_digest((struct sok_str){(const char *)image, n});
}

static int
identify(const struct sok_puzzle *p, struct sok_id *id, bool whole,
    struct sok_arena *scratch)
{
	struct pictures pictures;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES];

	if (!p->has_board || p->variant != SOK_SOKOBAN)
		return 0;
	int ok = hash_board(&p->board, &pictures, digest, scratch);
	if (ok != 1)
		return ok;
	*id = (struct sok_id){.unique = digest[0]};
	for (int i = 1; i < SOK_NSQUARE_SYMMETRIES; i++)
		if (digest[i] < id->unique) {
			id->unique = digest[i];
			id->symmetry = (enum sok_symmetry)i;
		}
	id->player = pictures.player;
	if (whole)
		id->exact = exact(&pictures);
	return 1;
}

/* What sok_identify() found, and for which board. */
struct sok_identified {
	int has;
	struct sok_id id;
	bool exact;
	struct sok_board board;
	enum sok_variant variant;
};

int
sok_identify(struct sok_puzzle *p, bool exact, struct sok_arena *a,
    struct sok_arena *scratch)
{
	struct sok_identified *k = sok_arena_alloc(a, 1, sizeof(*k));

	if (k == NULL)
		return -1;
	*k = (struct sok_identified){
	    .exact = exact, .board = p->board, .variant = p->variant};
	k->has = identify(p, &k->id, exact, scratch);
	p->identified = k->has == -1 ? NULL : k;
	return k->has == -1 ? -1 : 0;
}

/* What is known, or else what is found now. */
static int
known_id(const struct sok_puzzle *p, struct sok_id *id, bool exact,
    struct sok_arena *scratch)
{
	const struct sok_identified *k = p->identified;

	if (k == NULL || !p->has_board || k->board.sq != p->board.sq ||
	    k->board.width != p->board.width ||
	    k->board.height != p->board.height || k->variant != p->variant ||
	    (exact && !k->exact))
		return identify(p, id, exact, scratch);
	*id = k->id;
	if (!exact)
		id->exact = 0;
	return k->has;
}

int
sok_identity(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	return known_id(p, id, true, scratch);
}

int
sok_unique_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	return known_id(p, id, false, scratch);
}

int
sok_picture_id(
    const struct sok_puzzle *p, uint64_t *id, struct sok_arena *scratch)
{
	struct sok_board b;
	struct sok_str text;
	size_t n = 0;

	if (!p->has_board)
		return 0;
	if (sok_board_copy(&b, &p->board, scratch) < 0 ||
	    sok_board_crop(&b, scratch) < 0)
		return -1;
	char *to = sok_arena_alloc(
	    scratch, (size_t)(b.width + 1), (size_t)(b.height + 2));
	if (!to)
		return -1;
	if (b.grid != SOK_SQUARES)
		to[n++] = (char)('0' + (int)b.grid);
	text.len = n + board_text(&b, to + n);
	text.s = to;
	*id = sok_digest(text);
	return 1;
}

/* ---- everything that a reader finds in a puzzle */

/* Odd, half of its bits set: the fraction of the golden ratio. */
#define MULTIPLIER 0x9e3779b97f4a7c15u

static uint64_t
mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * MULTIPLIER;
	return h ^ h >> 32;
}

/* The length goes first, so that no two lists of strings look alike. */
static uint64_t
mix_bytes(uint64_t h, const unsigned char *p, size_t n)
{
	h = mix(h, n);
	for (; n >= 8; p += 8, n -= 8)
		h = mix(h, bits_load(p));
	return n > 0 ? mix(h, bits_load_some(p, n)) : h;
}

uint64_t
sok_mix(uint64_t h, struct sok_str s)
{
	return mix_bytes(h, (const unsigned char *)s.s, s.len);
}

static uint64_t
mix_text(uint64_t h, const struct sok_text *t)
{
	h = mix(h, t->n);
	for (size_t i = 0; i < t->n; i++)
		h = sok_mix(h, t->line[i]);
	return h;
}

uint64_t
sok_puzzle_digest(const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	uint64_t h = mix(MULTIPLIER, p->has_board);

	if (p->has_board) {
		h = mix(h, (uint64_t)b->width << 32 | (uint32_t)b->height);
		h = mix_bytes(h, b->sq, sok_board_size(b));
	}
	h = sok_mix(h, p->title_line);
	h = sok_mix(h, p->title);
	h = mix_text(h, &p->text);
	h = sok_mix(h, p->raw);
	h = mix(h, p->ngames);
	for (size_t i = 0; i < p->ngames; i++) {
		h = sok_mix(h, p->game[i].title_line);
		h = sok_mix(h, p->game[i].title);
		h = sok_mix(h, p->game[i].moves);
		h = mix_text(h, &p->game[i].text);
	}
	return mix(h, h >> 29);
}
