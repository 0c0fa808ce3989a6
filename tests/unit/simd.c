/*
 * simd.c - functions with vectors agree with their plain versions: bits of
 * bytes, moves, joined parts, boards as bits, growing sets and metrics.  Bytes
 * of text are compared in bytes.c, MD5 in md5.c.
 */
#include <stdlib.h>

#include "base/simd.h"
#include "board/flood.h"
#include "board/steps.h"
#include "boards.h"
#include "play/position.h"
#include "unit.h"

static uint64_t seed = 11;

static int
below(int n)
{
	return (int)(unit_random(&seed) % (uint64_t)n);
}

static void
test_bytes(void)
{
	unsigned char byte[32];
	uint32_t plane[4];
	char moves[16];

	for (int round = 0; round < 2000; round++) {
		for (int i = 0; i < 32; i++)
			byte[i] = (unsigned char)below(256);
		for (int k = 0; k < 8; k++)
			CHECK(simd_plane(byte, k) == simd_plane_plain(byte, k));
		for (int avx2 = 0; avx2 < 2; avx2++) {
			if (avx2 && !CPU_HAS("avx2"))
				continue;
			(avx2 ? simd_planes_avx2 : simd_planes)(
			    byte, byte + 16, plane);
			for (int k = 0; k < 4; k++)
				CHECK_NUM(plane[k],
				    simd_plane_plain(byte, k) |
				        simd_plane_plain(byte + 16, k) << 16);
		}
		for (int i = 0; i < 16; i++)
			moves[i] = "udlrUDLRudlrUDLRx"[below(17)];
		moves[below(16)] = (char)below(256);
		CHECK_NUM(simd_moves(moves), simd_moves_plain(moves));
	}
}

static void
test_parts(void)
{
	static const int from[] = {0, 16, 32, 64, 96, 112, 128};
	square_bits low, high, want, got;

	for (int round = 0; round < 200; round++)
		for (int i = 0; i < 14; i++) {
			int n = from[i / 2];

			low = (square_bits){
			    unit_random(&seed), unit_random(&seed)};
			high = (square_bits){
			    unit_random(&seed), unit_random(&seed)};
			want = n < 128 ? part_from_plain(low, high, n) : high;
			got = part_from(low, high, n, i % 2 == 1);
			CHECK(want[0] == got[0] && want[1] == got[1]);
		}
}

/* A board of any squares, with few walls or many. */
static struct sok_board
any_board(int width, int height, enum sok_grid grid, struct sok_arena *a)
{
	struct sok_board b;
	int walls = 1 + below(6);

	if (sok_board_new(&b, width, height, a) < 0)
		abort();
	b.grid = grid;
	for (int i = 0; i < width * height; i++) {
		b.sq[i] = (unsigned char)below(16);
		if (below(8) < walls)
			b.sq[i] = SOK_WALL;
		else if (below(2) == 0)
			b.sq[i] &= (unsigned char)~SOK_WALL;
	}
	if (below(2) == 0)
		for (int x = 0; x < width; x++)
			b.sq[x] = b.sq[width * (height - 1) + x] = SOK_WALL;
	sok_board_count(&b);
	return b;
}

/* Copy n sets of a flood. */
static void
copy_sets(const struct bitboard *b, struct flood *to, const struct flood *from,
    square_bits *const set[FLOOD_RULES])
{
	for (int i = 0; i < FLOOD_RULES; i++) {
		to[i] = from[i];
		to[i].set = set[i];
		memcpy(set[i], from[i].set, b->n * sizeof(square_bits));
	}
}

static void
test_board(int width, int height, enum sok_grid grid)
{
	struct sok_arena a = {0};
	struct sok_board board = any_board(width, height, grid, &a);
	struct bitboard b, plain;
	struct flood f[FLOOD_RULES], slow[FLOOD_RULES], fast[FLOOD_RULES];
	square_bits *set[2][FLOOD_RULES], *want;
	int n = below(2) == 0 ? 1 : FLOOD_RULES;

	if (bitboard_load(&b, &board, 5 * FLOOD_RULES, &a) == -1)
		abort();
	/* Clear the sets and compute them again in the plain way. */
	plain = b;
	plain.open = bitboard_set(&b);
	plain.goal = bitboard_set(&b);
	plain.box = bitboard_set(&b);
	plain.player = bitboard_set(&b);
	bitboard_rows_plain(&plain, board.sq + (ptrdiff_t)b.top * b.width);
	for (size_t i = 0; i < b.n; i++)
		for (int w = 0; w < 2; w++)
			CHECK(plain.open[i][w] == b.open[i][w] &&
			    plain.goal[i][w] == b.goal[i][w] &&
			    plain.box[i][w] == b.box[i][w] &&
			    plain.player[i][w] == b.player[i][w]);

	/* Random start sets of a few squares, and the wanted squares. */
	want = bitboard_set(&b);
	for (int i = 0; i < FLOOD_RULES; i++) {
		f[i] = (struct flood){(enum flood_rule)i, bitboard_set(&b),
		    below(2) == 0 ? b.goal : want};
		set[0][i] = bitboard_set(&b);
		set[1][i] = bitboard_set(&b);
		for (size_t k = 0; k < b.n; k++)
			for (int w = 0; w < 2; w++)
				f[i].set[k][w] = b.open[k][w] &
				    unit_random(&seed) & unit_random(&seed);
	}
	/* All open squares are usually more than the reachable ones. */
	memcpy(want, b.open, b.n * sizeof(*want));
	copy_sets(&b, slow, f, set[0]);
	copy_sets(&b, fast, f, set[1]);
	int missing = flood_plain(&b, slow, n);
	CHECK_NUM(flood_grow(&b, fast, n, &a), missing);
	for (int i = 0; i < n; i++)
		for (size_t k = 0; k < b.n && missing >> i & 1; k++)
			CHECK(slow[i].set[k][0] == fast[i].set[k][0] &&
			    slow[i].set[k][1] == fast[i].set[k][1]);
	sok_arena_free(&a);
}

/* Letters on a field without obstacles, with pushes from any cell. */
static void
test_tally(void)
{
	static unsigned char cell[40 * 40], goal[40 * 40];
	static struct sok_position s;
	struct sok_replay r = {.mode = SOK_FORWARD};
	struct play plain = {.position = &s, .cell = cell, .played = &r}, fast;

	for (int i = 0; i < 4; i++) {
		static const int step[] = {-40, 40, -1, 1};

		s.step[0]["udlr"[i] & 31] = step[i];
		s.step[1]["udlr"[i] & 31] = step[i];
	}
	s.side[SOK_FORWARD].goal = goal;
	for (size_t i = 0; i < sizeof(goal); i++)
		goal[i] = below(3) == 0;
	plain.tally.letter[0] = TALLY_BREAK;
	plain.tally.off = (size_t)below(8);
	plain.tally.enough = (size_t)below(3);
	fast = plain;
	for (int block = 0; block < 4; block++) {
		size_t n = (size_t)below(TALLY_BLOCK + 1);
		int at = 820, box = 820, letter = 'u';

		for (size_t i = 0; i < n; i++) {
			if (below(3) == 0)
				letter = "udlrUDLR"[below(8)];
			/* Walk to a box in the middle before the edge is
			 * reached. */
			if (below(20) == 0 || box < 80 || box >= 1520) {
				letter |= 32;
				box = 420 + below(800);
			}
			at = box;
			if (!(letter & 32))
				box += s.step[0][letter & 31];
			plain.tally.letter[i + 1] = letter & LEADS_MASK;
			plain.tally.at[i] = cell + at;
		}
		memcpy(fast.tally.letter + 1, plain.tally.letter + 1, n);
		memcpy(fast.tally.at, plain.tally.at, sizeof(plain.tally.at));
		plain.tally.n = fast.tally.n = n;
		tally_plain(&plain);
		tally_count(&fast);
		CHECK(memcmp(&plain.tally.metrics, &fast.tally.metrics,
		          sizeof(fast.tally.metrics)) == 0);
		CHECK_NUM(fast.tally.off, plain.tally.off);
		CHECK_NUM(fast.tally.solved_at, plain.tally.solved_at);
		CHECK_NUM(fast.tally.line, plain.tally.line);
		CHECK(fast.tally.box == plain.tally.box);
	}
}

int
main(void)
{
	test_bytes();
	test_parts();
	/* Boards of squares of every width up to three parts of a row, and
	 * boards of every grid with rows of one word and more. */
	for (int width = 1; width <= 140; width++)
		for (int height = 1; height <= 40; height += 1 + below(12))
			test_board(width, height, SOK_SQUARES);
	for (int i = 0; i < 600; i++)
		test_board(1 + below(i % 3 == 0 ? 140 : 40), 1 + below(24),
		    (enum sok_grid)below(SOK_NGRIDS));
	for (int i = 0; i < 2000; i++)
		test_tally();
	return unit_done();
}
