/*
 * duplicates.c - finds puzzles and titles that appeared earlier, by digests.
 */
#include <stdlib.h>

#include "check/duplicates.h"

struct entry {
	uint64_t digest;
	uint32_t more; /* distinguishes two puzzles with equal digests */
	uint32_t line;
	const char *file;
};

/* `more` of a puzzle: the symmetry that gives its id, whether it has an id, and
 * as many bits of the player's square as fit. */
enum { MORE_SYMMETRY = 15, MORE_ID = 16, MORE_PLAYER = 5 };

void
duplicates_file_end(struct duplicates *d)
{
	free(d->titles.v);
	free(d->titles.table);
	d->titles = (struct seen){0};
}

void
duplicates_free(struct duplicates *d)
{
	duplicates_file_end(d);
	free(d->puzzles.v);
	free(d->puzzles.table);
	sok_arena_free(&d->names);
}

/* The slot of a digest in the table, or the free slot for it. */
static uint32_t *
find_slot(const struct seen *s, const struct entry *e)
{
	size_t i = (size_t)e->digest & (s->size - 1);

	for (; s->table[i] != 0; i = (i + 1) & (s->size - 1)) {
		const struct entry *there = &s->v[s->table[i] - 1];

		if (there->digest == e->digest &&
		    ((there->more ^ e->more) & MORE_ID) == 0)
			break;
	}
	return &s->table[i];
}

/* The entry with this digest, or NULL; in that case one is added. */
static const struct entry *
find_or_add(struct duplicates *d, struct seen *s, uint64_t digest,
    uint32_t more, const struct sok_puzzle *p)
{
	struct entry e = {digest, more, (uint32_t)p->pos.line, p->pos.file};
	uint32_t *slot;

	if (s->n >= s->size / 4 * 3) {
		s->size = s->size == 0 ? 1024 : s->size * 2;
		free(s->table);
		s->table = NULL;
		s->table = cli_must(d->c, calloc(s->size, sizeof(*s->table)));
		for (size_t i = 0; i < s->n; i++)
			*find_slot(s, &s->v[i]) = (uint32_t)(i + 1);
	}
	slot = find_slot(s, &e);
	if (*slot != 0)
		return &s->v[*slot - 1];
	/* The name of the file must live as long as the table. */
	if (puzzle_owns_file(p)) {
		if (d->name == NULL || strcmp(d->name, e.file) != 0)
			d->name = cli_must(
			    d->c, str_terminated(&d->names, sok_str(e.file)));
		e.file = d->name;
	}
	s->v = cli_must(d->c, sok_grow(s->v, s->n, &s->cap, sizeof(*s->v)));
	s->v[s->n++] = e;
	*slot = (uint32_t)s->n;
	return NULL;
}

/* The symmetry of the grid that equals `first` followed by the inverse of
 * `second`. */
static enum sok_symmetry
combine(enum sok_grid grid, enum sok_symmetry first, enum sok_symmetry second)
{
	enum sok_symmetry back = sok_symmetry_inverse(second);
	char up = sok_symmetry_move(grid, first, 'u');
	char right = sok_symmetry_move(grid, first, 'r');
	int t = SOK_IDENTITY;

	up = sok_symmetry_move(grid, back, up);
	right = sok_symmetry_move(grid, back, right);
	while (!sok_grid_has_symmetry(grid, (enum sok_symmetry)t) ||
	    sok_symmetry_move(grid, (enum sok_symmetry)t, 'u') != up ||
	    sok_symmetry_move(grid, (enum sok_symmetry)t, 'r') != right)
		t++;
	return (enum sok_symmetry)t;
}

int
duplicates_key(const struct sok_puzzle *p, struct duplicate_key *key,
    struct sok_arena *scratch)
{
	struct sok_id id;
	int has = sok_duplicate_id(p, &id, scratch);

	*key = (struct duplicate_key){.digest = 0};
	if (has == 1) {
		key->digest = id.unique;
		key->more = (uint32_t)id.symmetry | MORE_ID |
		    (uint32_t)id.player << MORE_PLAYER;
	} else if (has == 0) {
		has = sok_picture_id(p, &key->digest, scratch);
	}
	return has == -1 ? -1 : 0;
}

void
duplicates_puzzle(struct duplicates *d, const struct sok_puzzle *p,
    const struct duplicate_key *key, struct sok_sink *sink)
{
	const struct entry *e =
	    find_or_add(d, &d->puzzles, key->digest, key->more, p);
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	const char *how = "the same board as", *turned = "", *name = "";
	enum sok_symmetry t;

	if (e == NULL)
		return;
	if (!(key->more & MORE_ID)) {
		how = "the same picture as";
	} else if (e->more != key->more) {
		how = "the same puzzle as";
		t = combine(p->board.grid,
		    (enum sok_symmetry)(e->more & MORE_SYMMETRY),
		    (enum sok_symmetry)(key->more & MORE_SYMMETRY));
		turned = t == SOK_IDENTITY ? ", the player elsewhere"
		                           : ", turned by ";
		name = t == SOK_IDENTITY ? "" : sok_symmetry_name[t];
	}
	sok_report(sink, SOK_DUPLICATE_PUZZLE_RULE, pos, p, NULL,
	    "%s at %s:%zu%s%s", how, e->file, (size_t)e->line, turned, name);
}

void
duplicates_title(
    struct duplicates *d, const struct sok_puzzle *p, struct sok_sink *sink)
{
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	const struct entry *e;

	if (p->title.len == 0)
		return;
	e = find_or_add(d, &d->titles, sok_digest(p->title), 0, p);
	if (e != NULL)
		sok_report(sink, SOK_DUPLICATE_TITLE_RULE, pos, p, NULL,
		    "the same title as at %s:%zu", e->file, (size_t)e->line);
}
