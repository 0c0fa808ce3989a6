/*
 * match.c - plays many games on many puzzles.  The games are sorted by their
 * letters, so that games with the same first moves are adjacent and are played
 * together until they differ or end.  A game that visits a square near its
 * start where the puzzle has a wall is not played.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "play/position.h"
#include "tools.h"

/* The number of letters of a game that are examined; the replay decides about
 * the rest. */
enum { KEY_MOST = 1024 };

/*
 * A game and its first letters, which can be played without looking ahead: in
 * small letters, because forward play does not depend on their case, or a jump
 * and the letters after it.
 */
struct key {
	const char *s;
	uint16_t len;
	uint16_t jump;   /* length of the jump, 0: forward play */
	uint16_t common; /* letters it shares with the key before */
	uint32_t game;
	uint32_t next; /* the next key that shares fewer */
};

struct sok_match {
	struct key *key;
	uint32_t n;
	/* The squares near the start that a key visits on a board of squares,
	 * a bit for each, see near_bit(); 0 after a jump. */
	uint64_t *visits;
	size_t *found;
	struct moved *played;
	/* What is played on. */
	struct sok_position *s;
	enum sok_mode mode;
	unsigned char *cell;
	ptrdiff_t at;
	size_t depth; /* letters played */
};

static char
key_char(const struct key *k, size_t i)
{
	return k->jump > 0 ? k->s[i] : (char)(k->s[i] | 32);
}

static uint16_t
common_length(const struct key *a, const struct key *b)
{
	uint16_t n = a->len < b->len ? a->len : b->len, i = 0;

	while (i < n && key_char(a, i) == key_char(b, i))
		i++;
	return i;
}

static int
compare_keys(const void *x, const void *y)
{
	const struct key *a = x, *b = y;
	uint16_t i = common_length(a, b);

	if (i < a->len && i < b->len)
		return key_char(a, i) < key_char(b, i) ? -1 : 1;
	return (a->len > b->len) - (a->len < b->len);
}

static void
set_key(struct key *k, struct sok_str moves)
{
	uint16_t n = moves.len < KEY_MOST ? (uint16_t)moves.len : KEY_MOST;
	const char *end;

	k->s = moves.s;
	if (n > 0 && moves.s[0] == '[') {
		end = memchr(moves.s, ']', n);
		if (end == NULL)
			return;
		k->jump = (uint16_t)(end - moves.s + 1);
	}
	k->len = k->jump;
	while (k->len < n && sok_is_letter(moves.s[k->len]))
		k->len++;
}

/* The squares near a player, up to NEAR_X columns and NEAR_Y rows away. */
enum { NEAR_X = 4, NEAR_Y = 3 };

static uint64_t
near_bit(int dx, int dy)
{
	if (abs(dx) > NEAR_X || abs(dy) > NEAR_Y)
		return 0;
	return (uint64_t)1 << ((dy + NEAR_Y) * (2 * NEAR_X + 1) + dx + NEAR_X);
}

static uint64_t
visits_near(const struct key *k)
{
	uint64_t near = 0;
	int x = 0, y = 0, dx, dy;

	for (size_t i = 0; k->jump == 0 && i < k->len; i++) {
		sok_move_delta(k->s[i], &dx, &dy);
		x += dx;
		y += dy;
		near |= near_bit(x, y);
	}
	return near;
}

struct sok_match *
sok_match_open(const struct sok_game *game, size_t n, struct sok_arena *a)
{
	struct sok_match *m = sok_arena_zalloc(a, 1, sizeof(*m));
	struct key *k;

	if (m == NULL)
		return NULL;
	if (n > UINT32_MAX) {
		errno = ENOMEM;
		return NULL;
	}
	m->n = (uint32_t)n;
	m->key = k = sok_arena_zalloc(a, n, sizeof(*m->key));
	m->visits = sok_arena_alloc(a, n, sizeof(*m->visits));
	m->found = sok_arena_alloc(a, n, sizeof(*m->found));
	m->played = sok_arena_alloc(a, KEY_MOST, sizeof(*m->played));
	if (k == NULL || m->visits == NULL || m->found == NULL ||
	    m->played == NULL)
		return NULL;
	for (uint32_t i = 0; i < m->n; i++) {
		set_key(&k[i], game[i].moves);
		k[i].game = i;
	}
	qsort(k, n, sizeof(*k), compare_keys);
	for (uint32_t i = 0; i < m->n; i++) {
		m->visits[i] = visits_near(&k[i]);
		k[i].common = i > 0 ? common_length(&k[i - 1], &k[i]) : 0;
	}
	for (uint32_t i = m->n; i-- > 0;) {
		k[i].next = i + 1;
		while (k[i].next < m->n && k[k[i].next].common >= k[i].common)
			k[i].next = k[k[i].next].next;
	}
	return m;
}

/* ---- play */

/* The squares near the player where it cannot be, none on other grids. */
static uint64_t
walls_near(const struct sok_position *s)
{
	const struct sok_board *b = s->board;
	int at_x = (int)(s->start % s->stride);
	int at_y = (int)(s->start / s->stride) - 1;
	uint64_t walls = 0;

	if (b->grid != SOK_SQUARES)
		return 0;
	for (int dy = -NEAR_Y; dy <= NEAR_Y; dy++)
		for (int dx = -NEAR_X; dx <= NEAR_X; dx++) {
			int x = at_x + dx, y = at_y + dy;

			if (x < 0 || y < 0 || x >= b->width || y >= b->height ||
			    sok_board_at(b, x, y) & SOK_WALL)
				walls |= near_bit(dx, dy);
		}
	return walls;
}

/* Take back all letters but the first `depth`. */
static void
take_back(struct sok_match *m, size_t depth)
{
	while (m->depth > depth) {
		const struct moved *l = &m->played[--m->depth];

		m->at = l->at;
		position_carry(m->cell, l->box, l->from);
	}
}

/* Play the next letter of a key; false if it is not possible.  Only the end of
 * a jump matters. */
static bool
play_next(struct sok_match *m, const struct key *k)
{
	struct moved *l = &m->played[m->depth];
	struct sok_str jump = {k->s, k->jump};
	char c = k->s[m->depth];
	size_t i = 0, n;

	*l = (struct moved){.at = m->at, .to = m->at};
	if (m->depth >= k->jump) {
		if (!position_move(m->s, m->cell, m->mode, c, l))
			return false;
		position_carry(m->cell, l->from, l->box);
	} else if (c == ']') {
		if (!position_displaced(m->s, jump, &i, &l->to, &n) ||
		    l->to < 0 ||
		    (l->to != m->at && m->cell[l->to] != CELL_FREE))
			return false;
	}
	m->at = l->to;
	m->depth++;
	return true;
}

/* Play a key as far as possible, after taking back what it does not share with
 * the one before. */
static int
play_key(struct sok_match *m, const struct key *k, size_t common)
{
	struct sok_position *s = m->s;

	take_back(m, common);
	if (m->depth == 0) {
		m->mode = k->jump > 0 ? SOK_REVERSE : SOK_FORWARD;
		if (position_ready(s, m->mode) != 0)
			return -1;
		m->cell = s->side[m->mode].cell;
		m->at = s->start;
		m->cell[m->at] &= (unsigned char)~CELL_PLAYER;
		/* only this change remains */
		s->side[m->mode].used = 1;
	}
	while (m->depth < k->len && play_next(m, k))
		;
	return m->depth == k->len;
}

static int
compare_indices(const void *x, const void *y)
{
	const size_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

ptrdiff_t
sok_match_find(
    struct sok_match *m, struct sok_position *s, const size_t **index)
{
	const struct key *k = m->key, *last = k;
	const uint64_t *visits = m->visits;
	uint32_t i = 0, end = m->n;
	uint64_t walls;
	size_t n = 0;
	int possible;

	*index = m->found;
	if (!s->puzzle->has_board || s->board->players == 0)
		return 0;
	m->s = s;
	m->depth = 0;
	walls = walls_near(s);
	for (;;) {
		while (i < end && (visits[i] & walls) != 0)
			i++;
		if (i == end)
			break;
		possible = play_key(m, &k[i], common_length(last, &k[i]));
		if (possible < 0)
			return -1;
		if (possible > 0)
			m->found[n++] = k[i].game;
		last = &k[i];
		/* Keys that share the impossible letter are impossible, too. */
		for (i++; i < end && k[i].common > m->depth; i = k[i].next)
			;
	}
	take_back(m, 0);
	qsort(m->found, n, sizeof(*m->found), compare_indices);
	return (ptrdiff_t)n;
}
