/*
 * metrics.c - counts the metrics of games, a block of letters at a time, and
 * compares metrics.
 */
#include <string.h>

#include "base/bits.h"
#include "play/position.h"
#include "tools.h"

static int
compare_counts(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

int
sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes)
{
	int moved = compare_counts(a->moves, b->moves);
	int order = compare_counts(a->pushes, b->pushes);

	if (moved != 0 && (!pushes || order == 0))
		return moved;
#define COMPARE(name) \
	if (order == 0) \
		order = compare_counts(a->name, b->name);
	SOK_METRICS(COMPARE)
#undef COMPARE
	return order;
}

/* A small letter that differs from every direction letter in its low five
 * bits, in which those differ from each other. */
#define BREAK '`'

void
tally_begin(struct play *p, size_t enough)
{
	struct tally *t = &p->t;

	t->m = (struct sok_metrics){0};
	t->off = position_off(p->s, p->mode);
	t->enough = enough;
	t->solved_at = 0;
	t->before = BREAK;
	t->line = 0;
	t->box = NULL;
	t->n = t->pushes = 0;
}

/*
 * Sixteen letters at a time: a comparison is -1 where it holds, and a block has
 * so few letters that no count exceeds a byte.
 */
typedef signed char lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) };

/* How many letters have the direction of the letter before, how many pushes
 * follow a push, and how many of those have its direction. */
struct letters {
	lanes straight, on, both;
};

static inline lanes
every(int c)
{
	lanes v;

	memset(&v, c, sizeof(v));
	return v;
}

/* The letters from s on that are wanted. */
static inline void
add_lanes(struct letters *l, const char *s, lanes wanted)
{
	lanes now, before, straight, on;

	memcpy(&now, s, LANES);
	memcpy(&before, s - 1, LANES);
	straight = (((now ^ before) & every(31)) == every(0)) & wanted;
	on = (((now | before) & every(32)) == every(0)) & wanted;
	l->straight -= straight;
	l->on -= on;
	l->both -= straight & on;
}

static inline size_t
sum(lanes v)
{
	uint64_t half[2];

	memcpy(half, &v, sizeof(v));
	return bits_sum(half[0] + half[1]);
}

/* n letters, LANES or more, each of which follows one. */
static void
count_lanes(struct sok_metrics *m, const char *s, size_t n)
{
	struct letters l = {every(0), every(0), every(0)};
	const char *end = s + n;
	signed char wanted[2 * LANES] = {0};
	lanes last;

	for (; end - s >= LANES; s += LANES)
		add_lanes(&l, s, every(-1));
	memset(wanted + LANES, -1, LANES);
	memcpy(&last, wanted + (end - s), LANES);
	add_lanes(&l, end - LANES, last);
	m->player_lines -= sum(l.straight);
	m->sessions -= sum(l.on);
	m->lines -= sum(l.both);
}

static inline void
count_letter(struct sok_metrics *m, char before, char c)
{
	bool straight = ((c ^ before) & 31) == 0, on = ((c | before) & 32) == 0;

	m->player_lines -= straight;
	m->sessions -= on;
	m->lines -= straight && on;
}

/* What the letters of the block show by themselves: each could be a line, each
 * push a line and a session, if they did not follow others. */
static void
count_letters(struct tally *t, const char *s)
{
	size_t i = 1;

	t->m.player_lines += t->n;
	t->m.sessions += t->pushes;
	t->m.lines += t->pushes;
	count_letter(&t->m, t->before, s[0]);
	if (t->n > LANES) {
		count_lanes(&t->m, s + 1, t->n - 1);
		i = t->n;
	}
	for (; i < t->n; i++)
		count_letter(&t->m, s[i - 1], s[i]);
	t->before = s[t->n - 1];
}

/* Count the pushes of the block; how many there were before it was solved. */
static size_t
count_pushes(struct play *p)
{
	const struct sok_position *s = p->s;
	ptrdiff_t goal = s->side[p->mode].goal - p->cell;
	const unsigned char *cell = p->cell, *box, *at;
	struct tally *t = &p->t;
	size_t same = 0, straight = 0, before = 0, i;
	size_t unsolved = t->solved_at == 0;
	ptrdiff_t off = (ptrdiff_t)t->off, enough = (ptrdiff_t)t->enough;
	char line = t->line;

	box = t->box;
	for (i = 0; i < t->pushes; i++) {
		at = t->at[i];
		same += at == box;
		straight += (at == box) & (t->push[i] == line);
		line = t->push[i];
		box = at + position_step(s, at - cell, line);
		off += at[goal];
		off -= box[goal];
		unsolved &= off > enough;
		before += unsolved;
	}
	t->m.changes += t->pushes - same;
	t->m.yasc_lines += t->pushes - straight;
	t->off = (size_t)off;
	t->box = box;
	t->line = line;
	return before;
}

/* The letter among s[n] that is the last push but so many: mostly the last
 * letter of all. */
static size_t
find_push(const char *s, size_t n, size_t after)
{
	size_t left = after + 1;

	while (left > 0)
		left -= !(s[--n] & 32);
	return n;
}

void
tally_count(struct play *p, const char *letters)
{
	struct tally *t = &p->t;
	size_t before;

	if (t->n == 0)
		return;
	count_letters(t, letters);
	before = count_pushes(p);
	if (t->solved_at == 0 && before < t->pushes)
		t->solved_at = t->m.moves + 1 +
		    find_push(letters, t->n, t->pushes - before - 1);
	t->m.moves += t->n;
	t->m.pushes += t->pushes;
	t->n = t->pushes = 0;
}

void
tally_break(struct play *p, size_t n)
{
	tally_count(p, p->t.letter);
	p->t.m.moves += n;
	p->t.before = BREAK;
	p->t.line = 0;
}
