/*
 * replay.c - any bytes as a collection with games: replay is safe, and the
 * verdict survives all operations on a puzzle: the symmetries, corrected
 * letters, a reverse solution converted to forward play.
 */
#include "play/play.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
ignore(void *ctx, const struct sok_finding *f)
{
	(void)ctx;
	(void)f;
}

static const struct sok_replay_options plain;

static void
replay(const struct sok_puzzle *p, const struct sok_game *g,
    struct sok_replay *r, struct sok_arena *a)
{
	must(sok_replay(p, g, &plain, r, a) == 0);
	must(r->fail_at <= g->moves.len && r->at.pushes <= r->at.moves);
	must(r->verdict != SOK_SOLVED || r->boxes_off == 0);
}

static bool
same_metrics(const struct sok_metrics *a, const struct sok_metrics *b)
{
	return a->moves == b->moves && a->pushes == b->pushes &&
	    a->lines == b->lines && a->changes == b->changes &&
	    a->sessions == b->sessions && a->player_lines == b->player_lines &&
	    a->yasc_lines == b->yasc_lines;
}

static void
recased(const struct sok_puzzle *p, const struct sok_replay *was,
    const struct sok_game *g, struct sok_arena *a)
{
	struct sok_game game = *g;
	struct sok_replay r;

	must(sok_game_recase(p, &game, a) == 0);
	replay(p, &game, &r, a);
	must(r.verdict == was->verdict && same_metrics(&r.at, &was->at));
	must(r.verdict == SOK_ILLEGAL || !r.wrong_case);
}

static void
forwarded(
    const struct sok_puzzle *p, const struct sok_game *g, struct sok_arena *a)
{
	struct sok_game game = {0};
	struct sok_replay r;

	must(sok_to_forward(p, g, &game.moves, a) == 1);
	replay(p, &game, &r, a);
	must(r.verdict == SOK_SOLVED && r.mode == SOK_FORWARD);
}

/* All eight, one after the other: three turns, a flip, three turns. */
static void
transformed(struct sok_puzzle *p, const struct sok_replay *was, size_t n,
    struct sok_arena *a)
{
	struct sok_replay r;
	size_t i;
	int step;

	for (step = 0; step < 7; step++) {
		must(sok_transform(
		         p, step == 3 ? SOK_FLIP_H : SOK_ROTATE90, a) != -1);
		for (i = 0; i < n; i++) {
			replay(p, &p->game[i], &r, a);
			must(r.verdict == was[i].verdict);
			must(r.verdict == SOK_ILLEGAL ||
			    same_metrics(&r.at, &was[i].at));
		}
	}
}

static void
puzzle(struct sok_puzzle *p, struct sok_arena *a)
{
	enum { MOST = 16 };
	struct sok_replay was[MOST];
	size_t i, n = p->ngames < MOST ? p->ngames : MOST;

	for (i = 0; i < n; i++) {
		const struct sok_game *g = &p->game[i];

		replay(p, g, &was[i], a);
		if (was[i].mode == SOK_FORWARD)
			recased(p, &was[i], g, a);
		else if (was[i].verdict == SOK_SOLVED &&
		    p->variant == SOK_SOKOBAN) /* one player */
			forwarded(p, g, a);
	}
	transformed(p, was, n, a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sok_sink sink = {.fn = ignore};
	struct sok_limits limits = sok_default_limits;
	struct sok_read_options o = {.name = "-",
	    .format = sok_format_find(SOK_STR("sok")),
	    .limits = &limits};
	struct sok_str bytes = {(const char *)data, size};
	struct sok_reader *r;
	struct sok_puzzle *p;

	limits.v[SOK_LIMIT_SQUARES] = limits.v[SOK_LIMIT_MOVES] = 10000;
	r = sok_reader_open_memory(bytes, &o, &sink);
	must(r != NULL);
	while (sok_read(r, &p) == 1)
		if (p->has_board && p->variant != SOK_UNSUPPORTED)
			puzzle(p, sok_reader_arena(r));
	sok_reader_close(r);
	return 0;
}
