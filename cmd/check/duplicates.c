/* duplicates.c - puzzles, and titles, that were met before. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "check/check.h"
#include "compare/compare.h"
#include "text/text.h"

void
duplicates_option(struct check *check, const char *level)
{
	struct cli *cli = check->run.cli;
	struct duplicates *duplicates = &check->duplicates;

	duplicates->given = true;
	duplicates->most = COMPARE_LEVEL_SAME;
	if (level != NULL)
		duplicates->most = (enum compare_level)CLI_CHOICE(
		    cli, "duplicates", level, compare_level_name);
	duplicates->seen[COMPARE_LEVEL_SAME].exact =
	    duplicates->most == COMPARE_LEVEL_EXACT;
	check->run.off[SOK_DUPLICATE_PUZZLE_RULE] = false;
}

int
duplicates_keys(const struct check *check, const struct sok_puzzle *puzzle,
    struct check_keys *keys, struct sok_arena *scratch)
{
	bool wanted = !check->run.off[SOK_DUPLICATE_PUZZLE_RULE];
	size_t last = check->duplicates.most;

	*keys = (struct check_keys){.key.kind = COMPARE_NOTHING};
	if (!duplicates_compares(check))
		return 0;
	if (compare_identify(puzzle, &keys->key, scratch) == -1)
		return -1;
	for (size_t i = COMPARE_LEVEL_START; i <= last && wanted; i++)
		if (compare_level_id(puzzle, (enum compare_level)i,
		        &keys->level[i], scratch) == -1)
			return -1;
	return 0;
}

/* The number of the file of a puzzle. */
static uint32_t
file_number(struct check *check, const struct sok_puzzle *puzzle)
{
	struct duplicates *duplicates = &check->duplicates;
	struct cli *cli = check->run.cli;
	const char *name = puzzle->pos.file;
	size_t n = duplicates->nfiles;

	if (n > 0 &&
	    (duplicates->file[n - 1] == name ||
	        strcmp(duplicates->file[n - 1], name) == 0))
		return (uint32_t)(n - 1);
	if (n > UINT32_MAX)
		cli_die(cli, NULL, EOVERFLOW);
	/* It must live as long as the tables. */
	if (puzzle_owns_file(puzzle))
		name = cli_must(
		    cli, str_terminated(&duplicates->names, sok_str(name)));
	duplicates->file = cli_must(cli,
	    sok_grow(duplicates->file, n, &duplicates->file_cap,
	        sizeof(*duplicates->file)));
	duplicates->file[duplicates->nfiles++] = name;
	return (uint32_t)n;
}

/* The file of a puzzle that was met. */
static const char *
file_of(const struct check *check, const struct compare_place *met)
{
	return check->duplicates.file[met->number];
}

/* The first place of a key, or NULL: then the puzzle's has been added. */
static const struct compare_place *
find_or_add(struct check *check, struct compare_seen *seen,
    struct compare_key key, const struct sok_puzzle *puzzle)
{
	struct compare_place at = {.key = key,
	    .number = file_number(check, puzzle),
	    .line = (uint32_t)puzzle->pos.line};
	struct compare_place *added, *met;

	met = compare_seen_or_add(seen, at, &added);
	cli_enough(check->run.cli, met != NULL || added != NULL);
	return met;
}

/* The key of a step, and the table that has it. */
static struct compare_key
step_key(struct duplicates *duplicates, const struct check_keys *keys,
    size_t step, struct compare_seen **table)
{
	struct compare_key key = keys->key;

	*table = &duplicates->seen[step];
	if (step == COMPARE_LEVEL_EXCHANGED)
		*table = &duplicates->seen[COMPARE_LEVEL_START];
	if (step > COMPARE_LEVEL_SAME)
		key = (struct compare_key){
		    .id = keys->level[step], .kind = COMPARE_PICTURE};
	return key;
}

static void
report_same(struct check *check, const struct sok_puzzle *puzzle,
    const struct compare_place *met, struct compare_key key)
{
	struct sok_pos pos = {puzzle->pos.file, puzzle->pos.line, 1};
	const char *how = "picture", *turned = "", *name = "";
	enum sok_symmetry symmetry = SOK_IDENTITY;
	bool differs = met->key.more != key.more;

	if (differs)
		symmetry = compare_turn(puzzle->board.grid, met->key, key);
	if (key.kind == COMPARE_ID)
		how = differs ? "puzzle" : "board";
	if (symmetry != SOK_IDENTITY) {
		turned = ", turned by ";
		name = sok_symmetry_name[symmetry];
	} else if (differs) {
		turned = ", the player elsewhere";
	}
	sok_report(&check->run.cli->sink, SOK_DUPLICATE_PUZZLE_RULE, pos,
	    puzzle, NULL, "the same %s as at %s:%zu%s%s", how,
	    file_of(check, met), (size_t)met->line, turned, name);
}

void
duplicates_puzzle(struct check *check, const struct sok_puzzle *puzzle,
    const struct check_keys *keys)
{
	static const char *const same[COMPARE_NLEVELS][2] = {
	    [COMPARE_LEVEL_START] = {"walls, boxes and goals",
	        "the player in another area"},
	    [COMPARE_LEVEL_GOALS] = {"walls and boxes", "other goals"},
	    [COMPARE_LEVEL_BOXES] = {"walls and goals", "other boxes"},
	    [COMPARE_LEVEL_EXCHANGED] = {"walls", "boxes and goals exchanged"},
	    [COMPARE_LEVEL_LAYOUT] = {"walls", "other boxes and goals"}};
	struct duplicates *duplicates = &check->duplicates;
	struct sok_pos pos = {puzzle->pos.file, puzzle->pos.line, 1};
	const struct compare_place *met = NULL;
	size_t step = COMPARE_LEVEL_SAME;
	struct compare_seen *table;
	struct compare_key key;

	for (; step < COMPARE_NLEVELS && met == NULL; step++) {
		key = step_key(duplicates, keys, step, &table);
		if (step > COMPARE_LEVEL_SAME && step > duplicates->most)
			break;
		met = compare_seen_find(table, key);
	}
	if (met != NULL && --step == COMPARE_LEVEL_SAME)
		report_same(check, puzzle, met, keys->key);
	else if (met != NULL)
		sok_report(&check->run.cli->sink, SOK_DUPLICATE_PUZZLE_RULE,
		    pos, puzzle, NULL,
		    "the same %s as at %s:%zu, %s (step `%s`)", same[step][0],
		    file_of(check, met), (size_t)met->line, same[step][1],
		    compare_level_name[step]);
	for (step = COMPARE_LEVEL_SAME;
	     step == COMPARE_LEVEL_SAME || step <= duplicates->most; step++) {
		key = step_key(duplicates, keys, step, &table);
		if (step != COMPARE_LEVEL_EXCHANGED)
			(void)find_or_add(check, table, key, puzzle);
	}
}

void
duplicates_title(struct check *check, const struct sok_puzzle *puzzle)
{
	struct sok_pos pos = {puzzle->pos.file, puzzle->pos.line, 1};
	/* Titles have a table of their own. */
	struct compare_key key = {
	    .id = sok_digest(puzzle->title), .kind = COMPARE_PICTURE};
	const struct compare_place *met =
	    find_or_add(check, &check->duplicates.titles, key, puzzle);

	if (met != NULL)
		sok_report(&check->run.cli->sink, SOK_DUPLICATE_TITLE_RULE, pos,
		    puzzle, NULL, "the same title as at %s:%zu",
		    file_of(check, met), (size_t)met->line);
}

void
duplicates_free(struct duplicates *duplicates)
{
	for (size_t i = 0; i < COMPARE_NLEVELS; i++)
		compare_seen_free(&duplicates->seen[i]);
	compare_seen_free(&duplicates->titles);
	free(duplicates->file);
	sok_arena_free(&duplicates->names);
}
