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
draw_squares(struct pictures *pictures, const unsigned char *row, int x,
    size_t y, uint64_t set, unsigned walk)
{
	size_t row_size = pictures->width + 1, side_size = pictures->height + 1,
	       at;
	unsigned char *upright = pictures->image[SOK_IDENTITY] + y * row_size;
	unsigned char *flipped =
	    pictures->image[SOK_FLIP_V] + (pictures->height - 1 - y) * row_size;
	unsigned char *side = pictures->image[SOK_TRANSPOSE] + y;
	unsigned char *turned = pictures->image[SOK_ROTATE270] +
	    (pictures->width - 1) * side_size + y;
	ptrdiff_t left = x - pictures->left;

	row += x;
	for (; set != 0; set &= set - 1) {
		unsigned sq = row[bits_low(set)];
		unsigned char c = (unsigned char)sok_xsb[sq | walk];

		at = (size_t)left + bits_low(set);
		if (sq & SOK_PLAYER)
			pictures->player = y * pictures->width + at;
		upright[at] = flipped[at] = c;
		side[at * side_size] = *(turned - at * side_size) = c;
	}
}

/* The eight bytes from the end of `from` back are those from `to` on. */
static inline void
reverse_eight(unsigned char *to, const unsigned char *from)
{
	uint64_t word;

	memcpy(&word, from - 8, 8);
	word = __builtin_bswap64(word);
	memcpy(to, &word, 8);
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

/* Draw four images, make the others from them, and hash all.  1; 0 if no
 * identity is defined; -1 on ENOMEM. */
static int
hash_board(const struct sok_board *board, struct pictures *pictures,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch)
{
	size_t count[SOK_NSQUARE_SYMMETRIES], size, at;
	struct sok_area inside, walk;
	struct flood_box box;

	if (board->players != 1)
		return 0;
	int got = flood_both(board, &inside, &walk, &box, scratch);
	if (got != 1)
		return got;
	pictures->left = box.left - 1;
	pictures->top = box.top - 1;
	pictures->width = (size_t)(box.right - box.left) + 3;
	pictures->height = (size_t)(box.bottom - box.top) + 3;
	size = (pictures->width + 1) * (pictures->height + 1) + MD5_ROOM;
	unsigned char *room =
	    sok_arena_alloc(scratch, SOK_NSQUARE_SYMMETRIES, size);
	if (room == NULL)
		return -1;
	for (int i = 0; i < SOK_NSQUARE_SYMMETRIES; i++, room += size) {
		pictures->image[i] = room;
		count[i] = symmetry_swaps((enum sok_symmetry)i)
		    ? (pictures->height + 1) * pictures->width
		    : (pictures->width + 1) * pictures->height;
	}

	fill_walls(pictures->image[SOK_IDENTITY], pictures->image[SOK_FLIP_V],
	    pictures->width, pictures->height);
	fill_walls(pictures->image[SOK_TRANSPOSE],
	    pictures->image[SOK_ROTATE270], pictures->height, pictures->width);
	const unsigned char *row =
	    board->sq + (ptrdiff_t)board->width * pictures->top;
	at = (size_t)pictures->top * (size_t)inside.stride;
	for (size_t y = 0; y < pictures->height; y++, row += board->width)
		for (int i = 0; i < inside.stride; i++, at++) {
			uint64_t all = inside.bits[at];
			uint64_t free = walk.bits[at];

			draw_squares(
			    pictures, row, i * 64, y, all & free, SOK_PLAYER);
			draw_squares(pictures, row, i * 64, y, all & ~free, 0);
		}

	for (int i = 0; i < 4; i++)
		reverse(pictures->image[reversed[i][1]],
		    pictures->image[reversed[i][0]], count[reversed[i][0]]);
	md5_lanes(pictures->image, count, digest);
	return 1;
}

int
identity_board(const struct sok_board *board,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch)
{
	struct pictures pictures;

	return hash_board(board, &pictures, digest, scratch);
}

/* The digest of the picture with the player where it is; changes an image. */
static uint64_t
exact(const struct pictures *pictures)
{
	unsigned char *image = pictures->image[SOK_IDENTITY];
	size_t n = (pictures->width + 1) * pictures->height;
	size_t player = pictures->player + pictures->player / pictures->width;
	unsigned char sq = image[player];
	uint64_t word;

	/* MD5_ROOM bytes follow them. */
	for (size_t i = 0; i < n; i += 8) {
		memcpy(&word, image + i, 8);
		word ^= (bits_equal(word, '@') >> 7) * ('@' ^ ' ') ^
		    (bits_equal(word, '+') >> 7) * ('+' ^ '.');
		memcpy(image + i, &word, 8);
	}
	image[player] = sq;
	return sok_digest((struct sok_str){(const char *)image, n});
}

/* Find the identity of a puzzle; whole: also id->exact.  1; 0 if none is
 * defined; -1 on ENOMEM. */
static int
identify(const struct sok_puzzle *puzzle, struct sok_id *id, bool whole,
    struct sok_arena *scratch)
{
	struct pictures pictures;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES];

	if (!puzzle->has_board || puzzle->variant != SOK_SOKOBAN)
		return 0;
	int ok = hash_board(&puzzle->board, &pictures, digest, scratch);
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
sok_identify(struct sok_puzzle *puzzle, bool exact, struct sok_arena *arena,
    struct sok_arena *scratch)
{
	struct sok_identified *identified =
	    sok_arena_alloc(arena, 1, sizeof(*identified));

	if (identified == NULL)
		return -1;
	*identified = (struct sok_identified){
	    .exact = exact, .board = puzzle->board, .variant = puzzle->variant};
	identified->has = identify(puzzle, &identified->id, exact, scratch);
	puzzle->identified = identified->has == -1 ? NULL : identified;
	return identified->has == -1 ? -1 : 0;
}

/* What is known, or else what is found now. */
static int
known_id(const struct sok_puzzle *puzzle, struct sok_id *id, bool exact,
    struct sok_arena *scratch)
{
	const struct sok_identified *identified = puzzle->identified;

	if (identified == NULL || !puzzle->has_board ||
	    identified->board.sq != puzzle->board.sq ||
	    identified->board.width != puzzle->board.width ||
	    identified->board.height != puzzle->board.height ||
	    identified->variant != puzzle->variant ||
	    (exact && !identified->exact))
		return identify(puzzle, id, exact, scratch);
	*id = identified->id;
	if (!exact)
		id->exact = 0;
	return identified->has;
}

int
sok_identity(const struct sok_puzzle *puzzle, struct sok_id *id,
    struct sok_arena *scratch)
{
	return known_id(puzzle, id, true, scratch);
}

int
sok_unique_id(const struct sok_puzzle *puzzle, struct sok_id *id,
    struct sok_arena *scratch)
{
	return known_id(puzzle, id, false, scratch);
}

int
sok_picture_id(
    const struct sok_puzzle *puzzle, uint64_t *id, struct sok_arena *scratch)
{
	struct sok_board board;
	struct sok_str text;
	size_t n = 0;

	if (!puzzle->has_board)
		return 0;
	if (sok_board_copy(&board, &puzzle->board, scratch) < 0 ||
	    sok_board_crop(&board, scratch) < 0)
		return -1;
	char *to = sok_arena_alloc(
	    scratch, (size_t)(board.width + 1), (size_t)(board.height + 2));
	if (!to)
		return -1;
	if (board.grid != SOK_SQUARES)
		to[n++] = (char)('0' + (int)board.grid);
	text.len = n + board_text(&board, to + n);
	text.s = to;
	*id = sok_digest(text);
	return 1;
}

/* ---- everything that a reader finds in a puzzle */

/* Odd, half of its bits set: the fraction of the golden ratio. */
#define MULTIPLIER 0x9e3779b97f4a7c15u

static uint64_t
mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * MULTIPLIER;
	return hash ^ hash >> 32;
}

/* The length goes first, so that no two lists of strings look alike. */
static uint64_t
mix_bytes(uint64_t hash, const unsigned char *at, size_t n)
{
	hash = mix(hash, n);
	for (; n >= 8; at += 8, n -= 8)
		hash = mix(hash, bits_load(at));
	return n > 0 ? mix(hash, bits_load_some(at, n)) : hash;
}

uint64_t
sok_mix(uint64_t hash, struct sok_str s)
{
	return mix_bytes(hash, (const unsigned char *)s.s, s.len);
}

static uint64_t
mix_text(uint64_t hash, const struct sok_text *text)
{
	hash = mix(hash, text->n);
	for (size_t i = 0; i < text->n; i++)
		hash = sok_mix(hash, text->line[i]);
	return hash;
}

uint64_t
sok_puzzle_digest(const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	uint64_t hash = mix(MULTIPLIER, puzzle->has_board);

	if (puzzle->has_board) {
		hash = mix(hash,
		    (uint64_t)board->width << 32 | (uint32_t)board->height);
		hash = mix_bytes(hash, board->sq, sok_board_size(board));
	}
	hash = sok_mix(hash, puzzle->title_line);
	hash = sok_mix(hash, puzzle->title);
	hash = mix_text(hash, &puzzle->text);
	hash = sok_mix(hash, puzzle->raw);
	hash = mix(hash, puzzle->ngames);
	for (size_t i = 0; i < puzzle->ngames; i++) {
		hash = sok_mix(hash, puzzle->game[i].title_line);
		hash = sok_mix(hash, puzzle->game[i].title);
		hash = sok_mix(hash, puzzle->game[i].moves);
		hash = mix_text(hash, &puzzle->game[i].text);
	}
	return mix(hash, hash >> 29);
}
