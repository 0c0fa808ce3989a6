/*
 * duplicates.c - finds puzzles and titles that appeared earlier, in a table
 * with a digest and a position for each, about 32 bytes in all.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check/duplicates.h"
#include "tools.h"

/* Digest (64 bits), position, and what distinguishes two puzzles with equal
 * digests. */
struct entry {
	uint32_t high, low;
	uint32_t more;
	uint32_t line;
	const char *file;
};

/*
 * Entries are stored in blocks that never move.  The table holds their numbers
 * plus 1; when it is three quarters full it is rebuilt from the entries, so
 * that the old and the new table are never in memory together.
 */
enum { BLOCK = 4096 };

struct seen {
	struct entry **block;
	uint32_t *table;
	size_t n, blocks, size; /* entries, room in block, of the table */
};

struct duplicates {
	struct cli *c;
	struct seen puzzles, titles;
	struct sok_arena names; /* names of files that only records contain */
	const char *name;       /* the last one */
};

/* `more` of a puzzle: the symmetry that gives its id, whether it has an id, and
 * as many bits of the player's square as fit. */
enum { MORE_SYMMETRY = 15, MORE_ID = 16, MORE_PLAYER = 5 };

static struct entry *
entry(const struct seen *s, size_t i)
{
	return &s->block[i / BLOCK][i % BLOCK];
}

/* The slot of a digest in the table, or the free slot for it. */
static size_t
slot(const struct seen *s, const struct entry *e)
{
	size_t i = e->low & (s->size - 1);
	const struct entry *there;

	for (; s->table[i] != 0; i = (i + 1) & (s->size - 1)) {
		there = entry(s, s->table[i] - 1);
		if (there->high == e->high && there->low == e->low &&
		    ((there->more ^ e->more) & MORE_ID) == 0)
			break;
	}
	return i;
}

static void
grow_table(struct duplicates *d, struct seen *s)
{
	size_t i;

	s->size = s->size == 0 ? 1024 : s->size * 2;
	free(s->table);
	s->table = NULL;
	s->table = cli_must(d->c, calloc(s->size, sizeof(*s->table)));
	for (i = 0; i < s->n; i++)
		s->table[slot(s, entry(s, i))] = (uint32_t)(i + 1);
}

static void
grow_blocks(struct duplicates *d, struct seen *s)
{
	size_t at = s->n / BLOCK;

	s->block = cli_must(
	    d->c, sok_grow(s->block, at, &s->blocks, sizeof(*s->block)));
	s->block[at] = cli_must(d->c, malloc(BLOCK * sizeof(**s->block)));
}

/* The name of the puzzle's file, kept as long as the table. */
static const char *
keep_name(struct duplicates *d, const struct sok_puzzle *p)
{
	const char *file = p->pos.file;

	if (!puzzle_owns_file(p))
		return file;
	if (d->name == NULL || strcmp(d->name, file) != 0)
		d->name =
		    cli_must(d->c, str_terminated(&d->names, sok_str(file)));
	return d->name;
}

/* The entry with this digest, or NULL; in that case one is added. */
static const struct entry *
find_or_add(struct duplicates *d, struct seen *s, uint64_t digest,
    uint32_t more, const struct sok_puzzle *p)
{
	struct entry e = {(uint32_t)(digest >> 32), (uint32_t)digest, more,
	    (uint32_t)p->pos.line, NULL};
	size_t i;

	if (s->n >= s->size / 4 * 3)
		grow_table(d, s);
	i = slot(s, &e);
	if (s->table[i] != 0)
		return entry(s, s->table[i] - 1);
	if (s->n % BLOCK == 0)
		grow_blocks(d, s);
	e.file = keep_name(d, p);
	*entry(s, s->n) = e;
	s->table[i] = (uint32_t)++s->n;
	return NULL;
}

static void
empty(struct seen *s)
{
	size_t i;

	for (i = 0; i < s->n; i += BLOCK)
		free(s->block[i / BLOCK]);
	free(s->block);
	free(s->table);
	*s = (struct seen){0};
}

struct duplicates *
duplicates_new(struct cli *c)
{
	struct duplicates *d = cli_must(c, calloc(1, sizeof(*d)));

	d->c = c;
	return d;
}

void
duplicates_file(struct duplicates *d)
{
	empty(&d->titles);
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

static void
report_puzzle(const struct entry *e, uint32_t more, const struct sok_puzzle *p,
    struct sok_sink *sink)
{
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	enum sok_symmetry t =
	    combine(p->board.grid, (enum sok_symmetry)(e->more & MORE_SYMMETRY),
	        (enum sok_symmetry)(more & MORE_SYMMETRY));
	const char *how = "the same board as", *turned = "", *name = "";

	if (!(more & MORE_ID)) {
		how = "the same picture as";
	} else if (e->more != more) {
		how = "the same puzzle as";
		turned = t == SOK_IDENTITY ? ", the player elsewhere"
		                           : ", turned by ";
		name = t == SOK_IDENTITY ? "" : sok_symmetry_name[t];
	}
	sok_report(sink, SOK_DUPLICATE_PUZZLE_RULE, pos, p, NULL,
	    "%s at %s:%zu%s%s", how, e->file, (size_t)e->line, turned, name);
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

	if (e != NULL)
		report_puzzle(e, key->more, p, sink);
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

void
duplicates_free(struct duplicates *d)
{
	if (d == NULL)
		return;
	empty(&d->puzzles);
	empty(&d->titles);
	sok_arena_free(&d->names);
	free(d);
}
