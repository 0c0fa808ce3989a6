/* diff_sequence.c - a long common subsequence of two sequences of numbers, in
 * linear space: the shortest way of edits is divided where the ways from both
 * ends meet (E. W. Myers, An O(ND) Difference Algorithm and Its Variations,
 * 1986).  Where they do not meet soon, numbers that both sequences have once
 * divide it, as in Bram Cohen's patience diff. */
#include "diff/diff_private.h"

#define DEEPEST 2 /* divisions at single numbers inside each other */
#define NOWHERE UINT32_MAX
#define TWICE UINT32_MAX

/* Parts of both sequences, and a place in them. */
struct part {
	int32_t old, old_end, new, new_end;
};

struct point {
	int32_t old, new;
	bool exact; /* a shortest way goes through it */
};

static void solve(
    const struct diff_sequence *sequence, struct part part, int depth);

static int32_t
longer(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static int32_t
shorter(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

/* Keep what both parts begin and end with, and take it from them. */
static void
keep_ends(const struct diff_sequence *sequence, struct part *part)
{
	while (part->old < part->old_end && part->new < part->new_end &&
	    sequence->old[part->old] == sequence->new[part->new]) {
		sequence->old_kept[part->old++] = true;
		sequence->new_kept[part->new ++] = true;
	}
	while (part->old < part->old_end && part->new < part->new_end &&
	    sequence->old[part->old_end - 1] ==
	        sequence->new[part->new_end - 1]) {
		sequence->old_kept[--part->old_end] = true;
		sequence->new_kept[--part->new_end] = true;
	}
}

/* ---- the shortest way

   A diagonal is the number of a place in the old part less that in the new one.
   forward[] has the furthest place in the old part, on each diagonal, that so
   many edits reach from the start, backward[] the nearest from the end. */

/* The diagonals that so many edits reach. */
struct reach {
	int32_t first, last;
};

/* Allow one more edit.  The places beside the outermost diagonals are such that
 * nobody comes from there. */
static void
widen(struct reach *reach, const struct part *part, int32_t *place,
    int32_t outside)
{
	if (reach->first > part->old - part->new_end)
		place[--reach->first - 1] = outside;
	else
		reach->first++;
	if (reach->last < part->old_end - part->new)
		place[++reach->last + 1] = outside;
	else
		reach->last--;
}

static int32_t
go_forward(const struct diff_sequence *sequence, const struct part *part,
    const int32_t *forward, int32_t diagonal)
{
	int32_t old = longer(forward[diagonal - 1] + 1, forward[diagonal + 1]);

	while (old < part->old_end && old - diagonal < part->new_end &&
	    sequence->old[old] == sequence->new[old - diagonal])
		old++;
	return old;
}

static int32_t
go_backward(const struct diff_sequence *sequence, const struct part *part,
    const int32_t *backward, int32_t diagonal)
{
	int32_t old =
	    shorter(backward[diagonal - 1], backward[diagonal + 1] - 1);

	while (old > part->old && old - diagonal > part->new &&
	    sequence->old[old - 1] == sequence->new[old - diagonal - 1])
		old--;
	return old;
}

/* The place that is furthest from its end of both parts. */
static struct point
furthest(const struct part *part, const int32_t *forward, struct reach there,
    const int32_t *backward, struct reach back)
{
	struct point best = {part->old, part->new, false};
	int32_t gain = 0;

	for (int32_t diagonal = there.first; diagonal <= there.last;
	     diagonal += 2) {
		int32_t old = shorter(shorter(forward[diagonal], part->old_end),
		    part->new_end + diagonal);
		int32_t gained = old - part->old + old - diagonal - part->new;

		if (gained > gain && old >= part->old &&
		    old - diagonal >= part->new) {
			gain = gained;
			best = (struct point){old, old - diagonal, false};
		}
	}
	for (int32_t diagonal = back.first; diagonal <= back.last;
	     diagonal += 2) {
		int32_t old = longer(longer(backward[diagonal], part->old),
		    part->new + diagonal);
		int32_t gained =
		    part->old_end - old + part->new_end - (old - diagonal);

		if (gained > gain && old <= part->old_end &&
		    old - diagonal <= part->new_end) {
			gain = gained;
			best = (struct point){old, old - diagonal, false};
		}
	}
	return best;
}

/* A place to divide parts that begin and end differently: where the ways from
 * both ends meet or, after many edits, which one of them has reached. */
static struct point
meet(const struct diff_sequence *sequence, const struct part *part)
{
	int32_t *forward = sequence->forward + sequence->nnew + 1;
	int32_t *backward = sequence->backward + sequence->nnew + 1;
	int32_t start = part->old - part->new,
	        end = part->old_end - part->new_end;
	struct reach there = {start, start}, back = {end, end};
	bool odd = ((start - end) & 1) != 0;

	forward[start] = part->old;
	backward[end] = part->old_end;
	for (int edits = 0; edits < sequence->most_edits; edits++) {
		widen(&there, part, forward, -1);
		for (int32_t diagonal = there.last; diagonal >= there.first;
		     diagonal -= 2) {
			int32_t old =
			    go_forward(sequence, part, forward, diagonal);

			forward[diagonal] = old;
			if (odd && diagonal >= back.first &&
			    diagonal <= back.last && backward[diagonal] <= old)
				return (struct point){
				    old, old - diagonal, true};
		}
		widen(&back, part, backward, INT32_MAX);
		for (int32_t diagonal = back.last; diagonal >= back.first;
		     diagonal -= 2) {
			int32_t old =
			    go_backward(sequence, part, backward, diagonal);

			backward[diagonal] = old;
			if (!odd && diagonal >= there.first &&
			    diagonal <= there.last && old <= forward[diagonal])
				return (struct point){
				    old, old - diagonal, true};
		}
	}
	return furthest(part, forward, there, backward, back);
}

/* ---- numbers that both have once */

/* Find where each number of the parts is, if it is there once. */
static void
find_single(const struct diff_sequence *sequence, const struct part *part)
{
	for (int32_t i = part->old; i < part->old_end; i++)
		sequence->place[sequence->old[i]] = (struct diff_place){0, 0};
	for (int32_t i = part->new; i < part->new_end; i++)
		sequence->place[sequence->new[i]] = (struct diff_place){0, 0};
	for (int32_t i = part->old; i < part->old_end; i++) {
		uint32_t *where = &sequence->place[sequence->old[i]].old;

		*where = *where == 0 ? (uint32_t)i + 1 : TWICE;
	}
	for (int32_t i = part->new; i < part->new_end; i++) {
		uint32_t *where = &sequence->place[sequence->new[i]].new;

		*where = *where == 0 ? (uint32_t)i + 1 : TWICE;
	}
}

static uint64_t
new_place(const void *sequence, uint32_t i)
{
	const struct diff_sequence *s = sequence;

	return s->place[s->old[i]].new;
}

/* Find the longest row of single numbers that is in the same order in both:
 * pair[] is the place in the new sequence for those of the old one, else
 * NOWHERE.  Returns its length. */
static size_t
pair_single(const struct diff_sequence *sequence, const struct part *part)
{
	/* The ways from both ends are not needed any more. */
	struct sok_rise rise = {.end = (uint32_t *)sequence->forward,
	    .before = (uint32_t *)sequence->backward};

	find_single(sequence, part);
	for (int32_t i = part->old; i < part->old_end; i++) {
		struct diff_place place = sequence->place[sequence->old[i]];

		sequence->pair[i] = NOWHERE;
		if (place.old != TWICE && place.new != TWICE &&place.new != 0)
			sok_rise_add(&rise, (uint32_t)i, new_place, sequence);
	}
	for (uint32_t i = sok_rise_last(&rise); i != 0; i = rise.before[i - 1])
		sequence->pair[i - 1] =
		    sequence->place[sequence->old[i - 1]].new - 1;
	return rise.n;
}

/* Divide parts at each of these pairs. */
static void
solve_between(const struct diff_sequence *sequence, struct part part, int depth)
{
	int32_t old = part.old, new = part.new;

	for (int32_t i = part.old; i < part.old_end; i++) {
		if (sequence->pair[i] == NOWHERE)
			continue;
		int32_t other = (int32_t)sequence->pair[i];
		sequence->old_kept[i] = sequence->new_kept[other] = true;
		solve(sequence, (struct part){old, i, new, other}, depth);
		old = i + 1;
		new = other + 1;
	}
	solve(sequence, (struct part){old, part.old_end, new, part.new_end},
	    depth);
}

/* ---- all of it */

static void
solve(const struct diff_sequence *sequence, struct part part, int depth)
{
	for (;;) {
		keep_ends(sequence, &part);
		if (part.old == part.old_end || part.new == part.new_end)
			return;
		struct point at = meet(sequence, &part);
		if (!at.exact && depth < DEEPEST &&
		    pair_single(sequence, &part) > 0) {
			solve_between(sequence, part, depth + 1);
			return;
		}

		struct part first = {part.old, at.old, part.new, at.new};
		struct part rest = {at.old, part.old_end, at.new, part.new_end};
		/* The smaller half calls, so that calls are not deep. */
		if (at.old - part.old + at.new - part.new <
		    part.old_end - at.old + part.new_end - at.new) {
			solve(sequence, first, depth);
			part = rest;
		} else {
			solve(sequence, rest, depth);
			part = first;
		}
	}
}

void
diff_sequence(const struct diff_sequence *sequence)
{
	struct part all = {
	    0, (int32_t)sequence->nold, 0, (int32_t)sequence->nnew};

	solve(sequence, all, 0);
}
