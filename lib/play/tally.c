/* tally.c - the metrics of a game, counted move by move.  Only its test calls
 * it: it says what tally_count() of play_simd.c computes. */
#include "play/position.h"
#include "text/text.h"

void
tally_plain(struct play *play)
{
	const unsigned char *goals =
	    play->position->side[play->played->mode].goal;
	struct tally *tally = &play->tally;

	for (size_t i = 0; i < tally->n; i++) {
		int letter = tally->letter[i + 1], before = tally->letter[i];
		bool straight = (letter & 31) == (before & 31);
		bool push = !(letter & CELL_BOX), pushed = !(before & CELL_BOX);

		tally->metrics.moves++;
		tally->metrics.player_lines += !straight;
		if (!push)
			continue;
		/* A line of pushes is straight, without a walk between. */
		const unsigned char *at = tally->at[i];
		const unsigned char *to = at +
		    position_step(
		        play->position, (ptrdiff_t)(uintptr_t)at, letter);
		bool other = at != tally->box;

		tally->metrics.pushes++;
		tally->metrics.sessions += !pushed;
		tally->metrics.lines += !pushed || !straight;
		tally->metrics.changes += other;
		tally->metrics.yasc_lines += other || letter != tally->line;
		tally->off += goals[at - play->cell];
		tally->off -= goals[to - play->cell];
		if ((ptrdiff_t)(tally->off - tally->enough) <= 0 &&
		    tally->solved_at == 0)
			tally->solved_at = tally->metrics.moves;
		tally->box = to;
		tally->line = (unsigned char)letter;
	}
	tally->letter[0] = tally->letter[tally->n];
	tally->n = 0;
}
