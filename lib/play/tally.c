/* tally.c - the metrics of a game, counted move by move.  Only its test calls
 * it: it says what tally_count() of play_simd.c computes. */
#include "play/position.h"
#include "text/text.h"

void
tally_plain(struct play *p)
{
	const unsigned char *goals = p->s->side[p->r->mode].goal;
	struct tally *t = &p->t;

	for (size_t i = 0; i < t->n; i++) {
		int letter = t->letter[i + 1], before = t->letter[i];
		bool straight = (letter & 31) == (before & 31);
		bool push = !(letter & CELL_BOX), pushed = !(before & CELL_BOX);

		t->m.moves++;
		t->m.player_lines += !straight;
		if (!push)
			continue;
		/* A line of pushes is straight, without a walk between. */
		const unsigned char *at = t->at[i];
		const unsigned char *to =
		    at + position_step(p->s, (ptrdiff_t)(uintptr_t)at, letter);
		bool other = at != t->box;

		t->m.pushes++;
		t->m.sessions += !pushed;
		t->m.lines += !pushed || !straight;
		t->m.changes += other;
		t->m.yasc_lines += other || letter != t->line;
		t->off += goals[at - p->cell];
		t->off -= goals[to - p->cell];
		if ((ptrdiff_t)(t->off - t->enough) <= 0 && t->solved_at == 0)
			t->solved_at = t->m.moves;
		t->box = to;
		t->line = (unsigned char)letter;
	}
	t->letter[0] = t->letter[t->n];
	t->n = 0;
}
