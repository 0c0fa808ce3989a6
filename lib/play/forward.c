/*
 * forward.c - turns a reverse solution into the forward solution it proves:
 * its pulls from last to first, as pushes, with shortest walks between.
 */
#include "play/replay.h"

/* A pull: where it left the player, and the direction. */
struct pull {
	ptrdiff_t at, d;
};

/* All pulls of a game that is known to solve; -1 on ENOMEM. */
static int
list_pulls(struct sok_stage *s, const struct sok_game *g, size_t cut,
    struct pull *pull)
{
	struct play p;
	size_t i, n = 0;

	if (play_begin(&p, s, g, SOK_REVERSE, false) != 0)
		return -1;
	/* Its jumps are walks: the replay looked, as far as it may. */
	p.late_jump = 0;
	for (i = 0; i < cut; i++) {
		if (!play_token(&p, &i))
			return -1;
		if (p.t.m.pushes > n)
			pull[n++] = (struct pull){p.at, p.t.push};
	}
	return 0;
}

static char
letter(const struct sok_stage *s, ptrdiff_t d)
{
	if (d == 1 || d == -1)
		return d == 1 ? 'r' : 'l';
	return d == s->stride ? 'd' : 'u';
}

/* The shortest walk, found backwards and so written from its end. */
static int
walk(struct play *p, ptrdiff_t to, struct sok_buf *out)
{
	const unsigned char *from;
	ptrdiff_t at;
	size_t n = 0;
	char *end;

	if (to == p->at)
		return 0;
	if (stage_search(p->s, p->sq, p->at, to, STAGE_BLOCKED) != 1)
		return -1;
	from = p->s->search.from;
	for (at = to; at != p->at; at -= p->s->delta[from[at]])
		n++;
	if (!sok_buf_room(out, n))
		return -1;
	end = out->s + out->len + n;
	for (at = to; at != p->at; at -= p->s->delta[from[at]])
		*--end = (char)(from[at] | 0x60);
	out->len += n;
	p->at = to;
	return 0;
}

/* Play the pulls backwards on the puzzle as it starts. */
static int
play_back(
    struct play *p, const struct pull *pull, size_t n, struct sok_buf *out)
{
	while (n-- > 0) {
		ptrdiff_t d = pull[n].d;

		if (walk(p, pull[n].at, out) != 0)
			return -1;
		play_box(p, p->at - d, p->at - 2 * d);
		p->at -= d;
		sok_buf_addc(out, (char)(letter(p->s, -d) & ~32));
	}
	return out->failed ? -1 : 0;
}

static int
forward(struct sok_stage *s, const struct sok_game *g, size_t pushes,
    size_t cut, struct sok_buf *out, struct sok_arena *a)
{
	struct pull *pull = sok_arena_alloc(a, pushes, sizeof(*pull));
	struct play p;

	if (pull == NULL || list_pulls(s, g, cut, pull) != 0)
		return -1;
	if (play_begin(&p, s, g, SOK_FORWARD, false) != 0)
		return -1;
	s->search.left = UINT64_MAX;
	return play_back(&p, pull, pushes, out);
}

int
sok_to_forward(const struct sok_puzzle *p, const struct sok_game *g,
    struct sok_str *moves, struct sok_arena *a)
{
	struct sok_stage *s = sok_stage_open(p, a);
	struct sok_replay_options o = {
	    .no_final = true, .reachable_only = true, .stage = s};
	struct sok_buf out = {0};
	struct sok_replay r;
	int done;

	if (s == NULL || sok_replay(p, g, &o, &r, a) != 0)
		return -1;
	if (r.verdict != SOK_SOLVED || r.mode != SOK_REVERSE ||
	    s->board->players > 1)
		return 0;
	done = forward(s, g, r.at.pushes, play_mark(g, &r), &out, a);
	if (done == 0)
		*moves = sok_str_dup(a, sok_buf_str(&out));
	sok_buf_free(&out);
	return done == 0 && moves->s != NULL ? 1 : -1;
}
