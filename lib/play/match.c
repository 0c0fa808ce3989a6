/*
 * match.c - plays many games on many puzzles.  The games are sorted by their
 * letters, so that games with the same first moves are adjacent and are played
 * together until they differ or end.
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

static void
set_key(struct key *k, struct sok_str moves)
{
	uint16_t n = moves.len < KEY_MOST ? (uint16_t)moves.len : KEY_MOST;
	const char *end = NULL;

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
link_keys(struct sok_match *m)
{
	struct key *k = m->key;
	uint32_t i;

	for (i = 1; i < m->n; i++)
		k[i].common = common_length(&k[i - 1], &k[i]);
	for (i = m->n; i-- > 0;) {
		k[i].next = i + 1;
		while (k[i].next < m->n && k[k[i].next].common >= k[i].common)
			k[i].next = k[k[i].next].next;
	}
}

struct sok_match *
sok_match_open(const struct sok_game *game, size_t n, struct sok_arena *a)
{
	struct sok_match *m = sok_arena_zalloc(a, 1, sizeof(*m));
	uint32_t i;

	if (m == NULL)
		return NULL;
	if (n > UINT32_MAX) {
		errno = ENOMEM;
		return NULL;
	}
	m->n = (uint32_t)n;
	m->key = sok_arena_zalloc(a, n, sizeof(*m->key));
	m->found = sok_arena_alloc(a, n, sizeof(*m->found));
	m->played = sok_arena_alloc(a, KEY_MOST, sizeof(*m->played));
	if (m->key == NULL || m->found == NULL || m->played == NULL)
		return NULL;
	for (i = 0; i < m->n; i++) {
		set_key(&m->key[i], game[i].moves);
		m->key[i].game = i;
	}
	qsort(m->key, n, sizeof(*m->key), compare_keys);
	link_keys(m);
	return m;
}

/* ---- play */

static int
begin_mode(struct sok_match *m, enum sok_mode mode)
{
	struct sok_position *s = m->s;

	if (position_ready(s, mode) != 0)
		return -1;
	m->mode = mode;
	m->cell = s->side[mode].cell;
	m->at = s->start;
	m->cell[m->at] &= (unsigned char)~CELL_PLAYER;
	/* only this change remains */
	s->side[mode].used = 1;
	return 0;
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

static bool
jump(struct sok_match *m, const struct key *k)
{
	size_t i = 0, n;
	ptrdiff_t to = m->at;

	if (!position_displaced(
	        m->s, (struct sok_str){k->s, k->jump}, &i, &to, &n) ||
	    to < 0 || (to != m->at && m->cell[to] != CELL_FREE))
		return false;
	m->at = to;
	return true;
}

/* Play the next letter of a key; false if it is not possible.  Only the end of
 * a jump matters. */
static bool
play_next(struct sok_match *m, const struct key *k)
{
	struct moved *l = &m->played[m->depth];
	char c = k->s[m->depth];

	*l = (struct moved){.at = m->at};
	if (m->depth >= k->jump) {
		if (!position_move(m->s, m->cell, m->mode, c, l))
			return false;
		position_carry(m->cell, l->from, l->box);
		m->at = l->to;
	} else if (c == ']' && !jump(m, k)) {
		return false;
	}
	m->depth++;
	return true;
}

/* Play a key as far as possible, continuing where the previous one stopped. */
static int
play_key(struct sok_match *m, const struct key *k)
{
	take_back(m, k->common);
	if (m->depth == 0 &&
	    begin_mode(m, k->jump > 0 ? SOK_REVERSE : SOK_FORWARD) != 0)
		return -1;
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
	const struct key *k = m->key;
	uint32_t i = 0;
	size_t n = 0;
	int possible;

	*index = m->found;
	if (!s->puzzle->has_board || s->board->players == 0)
		return 0;
	m->s = s;
	m->depth = 0;
	while (i < m->n) {
		possible = play_key(m, &k[i]);
		if (possible < 0)
			return -1;
		if (possible > 0)
			m->found[n++] = k[i].game;
		/* Keys that share the impossible letter are impossible, too. */
		for (i++; i < m->n && k[i].common > m->depth; i = k[i].next)
			;
	}
	take_back(m, 0);
	qsort(m->found, n, sizeof(*m->found), compare_indices);
	return (ptrdiff_t)n;
}
