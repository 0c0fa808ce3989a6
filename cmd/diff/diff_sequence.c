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

static void solve(const struct diff_sequence *s, struct part p, int depth);

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
keep_ends(const struct diff_sequence *s, struct part *p)
{
	while (p->old < p->old_end && p->new < p->new_end &&
	    s->old[p->old] == s->new[p->new]) {
		s->old_kept[p->old++] = true;
		s->new_kept[p->new ++] = true;
	}
	while (p->old < p->old_end && p->new < p->new_end &&
	    s->old[p->old_end - 1] == s->new[p->new_end - 1]) {
		s->old_kept[--p->old_end] = true;
		s->new_kept[--p->new_end] = true;
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
widen(struct reach *r, const struct part *p, int32_t *place, int32_t outside)
{
	if (r->first > p->old - p->new_end)
		place[--r->first - 1] = outside;
	else
		r->first++;
	if (r->last < p->old_end - p->new)
		place[++r->last + 1] = outside;
	else
		r->last--;
}

static int32_t
go_forward(const struct diff_sequence *s, const struct part *p,
    const int32_t *forward, int32_t diagonal)
{
	int32_t old = longer(forward[diagonal - 1] + 1, forward[diagonal + 1]);

	while (old < p->old_end && old - diagonal < p->new_end &&
	    s->old[old] == s->new[old - diagonal])
		old++;
	return old;
}

static int32_t
go_backward(const struct diff_sequence *s, const struct part *p,
    const int32_t *backward, int32_t diagonal)
{
	int32_t old =
	    shorter(backward[diagonal - 1], backward[diagonal + 1] - 1);

	while (old > p->old && old - diagonal > p->new &&
	    s->old[old - 1] == s->new[old - diagonal - 1])
		old--;
	return old;
}

/* The place that is furthest from its end of both parts. */
static struct point
furthest(const struct part *p, const int32_t *forward, struct reach there,
    const int32_t *backward, struct reach back)
{
	struct point best = {p->old, p->new, false};
	int32_t gain = 0;

	for (int32_t d = there.first; d <= there.last; d += 2) {
		int32_t old =
		    shorter(shorter(forward[d], p->old_end), p->new_end + d);
		int32_t gained = old - p->old + old - d - p->new;

		if (gained > gain && old >= p->old && old - d >= p->new) {
			gain = gained;
			best = (struct point){old, old - d, false};
		}
	}
	for (int32_t d = back.first; d <= back.last; d += 2) {
		int32_t old = longer(longer(backward[d], p->old), p->new + d);
		int32_t gained = p->old_end - old + p->new_end - (old - d);

		if (gained > gain && old <= p->old_end &&
		    old - d <= p->new_end) {
			gain = gained;
			best = (struct point){old, old - d, false};
		}
	}
	return best;
}

/* A place to divide parts that begin and end differently: where the ways from
 * both ends meet or, after many edits, which one of them has reached. */
static struct point
meet(const struct diff_sequence *s, const struct part *p)
{
	int32_t *forward = s->forward + s->nnew + 1;
	int32_t *backward = s->backward + s->nnew + 1;
	int32_t start = p->old - p->new, end = p->old_end - p->new_end;
	struct reach there = {start, start}, back = {end, end};
	bool odd = ((start - end) & 1) != 0;

	forward[start] = p->old;
	backward[end] = p->old_end;
	for (int edits = 0; edits < s->most_edits; edits++) {
		widen(&there, p, forward, -1);
		for (int32_t d = there.last; d >= there.first; d -= 2) {
			int32_t old = go_forward(s, p, forward, d);

			forward[d] = old;
			if (odd && d >= back.first && d <= back.last &&
			    backward[d] <= old)
				return (struct point){old, old - d, true};
		}
		widen(&back, p, backward, INT32_MAX);
		for (int32_t d = back.last; d >= back.first; d -= 2) {
			int32_t old = go_backward(s, p, backward, d);

			backward[d] = old;
			if (!odd && d >= there.first && d <= there.last &&
			    old <= forward[d])
				return (struct point){old, old - d, true};
		}
	}
	return furthest(p, forward, there, backward, back);
}

/* ---- numbers that both have once */

/* Find where each number of the parts is, if it is there once. */
static void
find_single(const struct diff_sequence *s, const struct part *p)
{
	for (int32_t i = p->old; i < p->old_end; i++)
		s->place[s->old[i]] = (struct diff_place){0, 0};
	for (int32_t i = p->new; i < p->new_end; i++)
		s->place[s->new[i]] = (struct diff_place){0, 0};
	for (int32_t i = p->old; i < p->old_end; i++) {
		uint32_t *where = &s->place[s->old[i]].old;

		*where = *where == 0 ? (uint32_t)i + 1 : TWICE;
	}
	for (int32_t i = p->new; i < p->new_end; i++) {
		uint32_t *where = &s->place[s->new[i]].new;

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
pair_single(const struct diff_sequence *s, const struct part *p)
{
	/* The ways from both ends are not needed any more. */
	struct sok_rise rise = {
	    .end = (uint32_t *)s->forward, .before = (uint32_t *)s->backward};

	find_single(s, p);
	for (int32_t i = p->old; i < p->old_end; i++) {
		struct diff_place place = s->place[s->old[i]];

		s->pair[i] = NOWHERE;
		if (place.old != TWICE && place.new != TWICE &&place.new != 0)
			sok_rise_add(&rise, (uint32_t)i, new_place, s);
	}
	for (uint32_t i = sok_rise_last(&rise); i != 0; i = rise.before[i - 1])
		s->pair[i - 1] = s->place[s->old[i - 1]].new - 1;
	return rise.n;
}

/* Divide parts at each of these pairs. */
static void
solve_between(const struct diff_sequence *s, struct part p, int depth)
{
	int32_t old = p.old, new = p.new;

	for (int32_t i = p.old; i < p.old_end; i++) {
		if (s->pair[i] == NOWHERE)
			continue;
		int32_t other = (int32_t)s->pair[i];
		s->old_kept[i] = s->new_kept[other] = true;
		solve(s, (struct part){old, i, new, other}, depth);
		old = i + 1;
		new = other + 1;
	}
	solve(s, (struct part){old, p.old_end, new, p.new_end}, depth);
}

/* ---- all of it */

static void
solve(const struct diff_sequence *s, struct part p, int depth)
{
	for (;;) {
		keep_ends(s, &p);
		if (p.old == p.old_end || p.new == p.new_end)
			return;
		struct point at = meet(s, &p);
		if (!at.exact && depth < DEEPEST && pair_single(s, &p) > 0) {
			solve_between(s, p, depth + 1);
			return;
		}

		struct part first = {p.old, at.old, p.new, at.new};
		struct part rest = {at.old, p.old_end, at.new, p.new_end};
		/* The smaller half calls, so that calls are not deep. */
		if (at.old - p.old + at.new - p.new <
		    p.old_end - at.old + p.new_end - at.new) {
			solve(s, first, depth);
			p = rest;
		} else {
			solve(s, rest, depth);
			p = first;
		}
	}
}

void
diff_sequence(const struct diff_sequence *s)
{
	struct part all = {0, (int32_t)s->nold, 0, (int32_t)s->nnew};

	solve(s, all, 0);
}
