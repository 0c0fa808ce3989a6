/* duplicates.c - puzzles, and titles, that were met before. */
#include "base/base.h"
#include "check/check.h"
#include "compare/compare.h"
#include "text/text.h"

void
duplicates_option(struct check *k, const char *level)
{
	struct cli *c = k->run.c;
	struct duplicates *d = &k->duplicates;

	d->most = COMPARE_LEVEL_SAME;
	if (level != NULL)
		d->most = (enum compare_level)CLI_CHOICE(
		    c, "duplicates", level, compare_level_name);
	d->seen[COMPARE_LEVEL_SAME].exact = d->most == COMPARE_LEVEL_EXACT;
	k->run.off[SOK_DUPLICATE_PUZZLE_RULE] = false;
}

int
duplicates_keys(const struct check *k, const struct sok_puzzle *p,
    struct check_keys *keys, struct sok_arena *scratch)
{
	bool wanted = !k->run.off[SOK_DUPLICATE_PUZZLE_RULE];
	size_t last = k->duplicates.most;

	*keys = (struct check_keys){.key.kind = COMPARE_NOTHING};
	if (!wanted && k->against.old.n == 0)
		return 0;
	if (compare_identify(p, &keys->key, scratch) == -1)
		return -1;
	for (size_t i = COMPARE_LEVEL_START; i <= last && wanted; i++)
		if (compare_level_id(p, (enum compare_level)i, &keys->level[i],
		        scratch) == -1)
			return -1;
	return 0;
}

/* The first place of a key, or NULL: then the puzzle's has been added. */
static const struct compare_place *
find_or_add(struct check *k, struct compare_seen *s, struct compare_key key,
    const struct sok_puzzle *p)
{
	struct duplicates *d = &k->duplicates;
	struct compare_place at = {
	    .key = key, .line = (uint32_t)p->pos.line, .file = p->pos.file};
	struct compare_place *added, *met;
	struct cli *c = k->run.c;

	met = compare_seen_or_add(s, at, &added);
	cli_enough(c, met != NULL || added != NULL);
	/* The name of the file must live as long as the table. */
	if (met == NULL && puzzle_owns_file(p)) {
		if (d->name == NULL || strcmp(d->name, at.file) != 0)
			d->name = cli_must(
			    c, str_terminated(&d->names, sok_str(at.file)));
		added->file = d->name;
	}
	return met;
}

/* The key of a step, and the table that has it. */
static struct compare_key
step_key(struct duplicates *d, const struct check_keys *keys, size_t step,
    struct compare_seen **table)
{
	struct compare_key key = keys->key;

	*table = &d->seen[step];
	if (step == COMPARE_LEVEL_EXCHANGED)
		*table = &d->seen[COMPARE_LEVEL_START];
	if (step > COMPARE_LEVEL_SAME)
		key = (struct compare_key){
		    .id = keys->level[step], .kind = COMPARE_PICTURE};
	return key;
}

static void
report_same(struct check *k, const struct sok_puzzle *p,
    const struct compare_place *met, struct compare_key key)
{
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	const char *how = "board", *turned = "", *name = "";

	if (key.kind != COMPARE_ID) {
		how = "picture";
	} else if (met->key.more != key.more) {
		how = "puzzle";
		turned = ", the player elsewhere";
		enum sok_symmetry t =
		    compare_turn(p->board.grid, met->key, key);
		if (t != SOK_IDENTITY) {
			turned = ", turned by ";
			name = sok_symmetry_name[t];
		}
	}
	sok_report(&k->run.c->sink, SOK_DUPLICATE_PUZZLE_RULE, pos, p, NULL,
	    "the same %s as at %s:%zu%s%s", how, met->file, (size_t)met->line,
	    turned, name);
}

void
duplicates_puzzle(
    struct check *k, const struct sok_puzzle *p, const struct check_keys *keys)
{
	static const char *const same[COMPARE_NLEVELS][2] = {
	    [COMPARE_LEVEL_START] = {"walls, boxes and goals",
	        "the player in another area"},
	    [COMPARE_LEVEL_GOALS] = {"walls and boxes", "other goals"},
	    [COMPARE_LEVEL_BOXES] = {"walls and goals", "other boxes"},
	    [COMPARE_LEVEL_EXCHANGED] = {"walls", "boxes and goals exchanged"},
	    [COMPARE_LEVEL_LAYOUT] = {"walls", "other boxes and goals"}};
	struct duplicates *d = &k->duplicates;
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	const struct compare_place *met = NULL;
	size_t step = COMPARE_LEVEL_SAME;
	struct compare_seen *table;
	struct compare_key key;

	for (; step < COMPARE_NLEVELS && met == NULL; step++) {
		key = step_key(d, keys, step, &table);
		if (step > COMPARE_LEVEL_SAME && step > d->most)
			break;
		met = compare_seen_find(table, key);
	}
	if (met != NULL && --step == COMPARE_LEVEL_SAME)
		report_same(k, p, met, keys->key);
	else if (met != NULL)
		sok_report(&k->run.c->sink, SOK_DUPLICATE_PUZZLE_RULE, pos, p,
		    NULL, "the same %s as at %s:%zu, %s (step `%s`)",
		    same[step][0], met->file, (size_t)met->line, same[step][1],
		    compare_level_name[step]);
	for (step = COMPARE_LEVEL_SAME;
	     step == COMPARE_LEVEL_SAME || step <= d->most; step++) {
		key = step_key(d, keys, step, &table);
		if (step != COMPARE_LEVEL_EXCHANGED)
			(void)find_or_add(k, table, key, p);
	}
}

void
duplicates_title(struct check *k, const struct sok_puzzle *p)
{
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	/* Titles have a table of their own. */
	struct compare_key key = {
	    .id = sok_digest(p->title), .kind = COMPARE_PICTURE};
	const struct compare_place *met =
	    find_or_add(k, &k->duplicates.titles, key, p);

	if (met != NULL)
		sok_report(&k->run.c->sink, SOK_DUPLICATE_TITLE_RULE, pos, p,
		    NULL, "the same title as at %s:%zu", met->file,
		    (size_t)met->line);
}

void
duplicates_free(struct duplicates *d)
{
	for (size_t i = 0; i < COMPARE_NLEVELS; i++)
		compare_seen_free(&d->seen[i]);
	compare_seen_free(&d->titles);
	sok_arena_free(&d->names);
}
