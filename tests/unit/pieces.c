/*
 * pieces.c - an input scanned in pieces, the last one first, against the same
 * input scanned from its beginning.
 *
 *     pieces [N]     N / 200 collections (20,000)
 */
#include "model.h"
#include "unit.h"

#include "plain.h"

#define PIECES 4
#define SIZE 20000

static size_t by_scan, by_pieces;

/* Text, boards and moves as they come; where those of the scan stood. */
struct blocks_found {
	struct sok_buf found, places;
	size_t reported;
};

static void
count(void *ctx, const struct sok_finding *f)
{
	struct blocks_found *m = ctx;

	(void)f;
	m->reported++;
}

static void
take(struct blocks_found *m, const struct sok_block *b)
{
	if (b->kind == SOK_BLOCK_BOARD) {
		sok_buf_fmt(&m->found, "[board %d]", b->open);
		model_board(&m->found, &b->board);
	}
	if (b->kind == SOK_BLOCK_MOVES)
		model_str(&m->found, "moves", b->game.moves);
	sok_buf_add(&m->found, b->raw);
}

/* What of the pieces fits together: how many of them. */
static int
take_pieces(struct blocks_found *m, struct sok_scan *s,
    struct sok_scan *const *piece, struct blocks_found *own)
{
	size_t at[PIECES + 1];
	int n = sok_scan_cut(s, piece[PIECES], SIZE, at, PIECES + 1), i;
	bool good[PIECES];
	struct sok_block b;

	CHECK(n >= 0);
	for (i = n - 1; i >= 0; i--) {
		own[i].found.len = own[i].reported = 0;
		good[i] = true;
		sok_scan_place(piece[i], s, at[i]);
		while (good[i] && sok_scan_at(piece[i]) < at[i + 1]) {
			good[i] = sok_scan_next(piece[i], &b) == 1;
			if (good[i])
				take(&own[i], &b);
		}
		good[i] = good[i] && own[i].reported == 0 &&
		    sok_scan_ends(piece[i], at[i + 1]);
	}
	for (i = 0; i < n && good[i]; i++) {
		CHECK(sok_scan_at(s) == at[i]);
		sok_buf_add(&m->found, sok_buf_str(&own[i].found));
		sok_scan_pass(s, piece[i]);
		by_pieces++;
	}
	return i;
}

static void
scan_all(struct blocks_found *m, struct sok_str bytes, bool in_pieces)
{
	struct sok_read_options o = {.name = "-"};
	struct sok_sink sink = {.fn = count, .ctx = m};
	struct sok_scan *s, *piece[PIECES + 1] = {NULL};
	struct blocks_found own[PIECES + 1] = {{.reported = 0}};
	struct sok_sink sinks[PIECES + 1];
	struct sok_block b;
	size_t blocks = 0;

	*m = (struct blocks_found){.reported = 0};
	s = sok_scan_open_memory(bytes, &o, &sink);
	for (int i = 0; i <= PIECES; i++) {
		sinks[i] = (struct sok_sink){.fn = count, .ctx = &own[i]};
		piece[i] = sok_scan_piece(&o, &sinks[i]);
	}
	while (sok_scan_next(s, &b) == 1) {
		take(m, &b);
		if (b.kind != SOK_BLOCK_TEXT)
			sok_buf_fmt(&m->places, "%zu\n", b.pos.line);
		by_scan += b.raw.len;
		if (in_pieces && b.kind == SOK_BLOCK_TEXT &&
		    blocks++ % 64 == 0 && take_pieces(m, s, piece, own) > 0)
			blocks = 0;
	}
	for (int i = 0; i <= PIECES; i++) {
		sok_scan_close(piece[i]);
		sok_buf_free(&own[i].found);
	}
	sok_scan_close(s);
}

static void
release(struct blocks_found *m)
{
	sok_buf_free(&m->found);
	sok_buf_free(&m->places);
}

static void
compare(struct sok_str bytes)
{
	struct blocks_found a, b;

	scan_all(&a, bytes, false);
	by_scan = 0;
	scan_all(&b, bytes, true);
	if (!CHECK(a.reported == b.reported &&
	        model_equal(&a.found, &b.found) &&
	        model_is_part(&b.places, &a.places)))
		model_print("input", bytes);
	release(&a);
	release(&b);
}

/* In the comment nothing is a board, though it looks so from within. */
static void
compare_comment(struct soup *o)
{
	o->len = 0;
	for (unsigned i = 0; i < 16000; i++) {
		if (i == 1000)
			soup_puts(o, "Comment:\n");
		soup_puts(o, "; x\n\n#####\n#@$.#\n#####\n\n");
		if (i == 5000)
			soup_puts(o, "Comment-End:\n\n");
	}
	compare((struct sok_str){o->s, o->len});
}

int
main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
	struct soup o = {0};
	size_t bytes = 0, alone = 0;

	for (uint64_t i = 0; i < n / 200 + 2 && unit_failures < 3; i++) {
		plain_make(&o, i, (PIECES + 20) * SIZE);
		compare((struct sok_str){o.s, o.len});
		bytes += o.len;
		alone += by_scan;
	}
	CHECK(by_pieces > n / 100 && alone < bytes);
	compare_comment(&o);
	free(o.s);
	return unit_done();
}
