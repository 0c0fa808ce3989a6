/* select.c - the list of -s, which selects puzzles by number, id, title, author
 * or the lack of a solution. */
#include <fnmatch.h>
#include <stdlib.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "text/text.h"

struct range {
	size_t from, to;
};

struct wanted {
	uint64_t id;
	bool seen;
};

/* A pattern for the title or the author, in small letters. */
struct pattern {
	const char *glob;
	bool author;
};

struct cli_select {
	bool not ;           /* all other puzzles are selected */
	struct range *range; /* sorted, disjoint and not adjacent */
	struct wanted *id;
	struct pattern *pattern;
	size_t nranges, nids, npatterns;
	bool unsolved;
	/* After cli_select_ahead(): a bit for each number of the operand. */
	bool is_ahead;
	unsigned char *ahead;
	size_t nahead, ahead_cap; /* its bytes */
};

/* N, N-M or N- */
static bool
parse_range(struct sok_str word, struct range *range)
{
	if (sok_str_digits(&word, &range->from) == 0 || range->from == 0 ||
	    range->from == SIZE_MAX)
		return false;
	range->to = range->from;
	if (word.len == 0)
		return true;
	range->to = SIZE_MAX;
	if (sok_str_eq(word, SOK_STR("-")))
		return true;
	return word.s[0] == '-' &&
	    sok_str_number(sok_str_from(word, 1), &range->to) &&
	    range->to < SIZE_MAX && range->to >= range->from;
}

/* @ and 16 digits */
static bool
parse_id(struct sok_str word, uint64_t *id)
{
	static const char hex[] = "0123456789abcdefABCDEF";

	if (word.len != 17 || word.s[0] != '@' || strspn(word.s + 1, hex) != 16)
		return false;
	*id = strtoull(word.s + 1, NULL, 16);
	return true;
}

static int
compare_ranges(const void *one, const void *other)
{
	const struct range *first = one, *second = other;

	return (first->from > second->from) - (first->from < second->from);
}

/* A copy in small letters that ends with NUL. */
static char *
small_letters(struct cli *cli, struct sok_arena *arena, struct sok_str s)
{
	char *copy = cli_must(cli, str_terminated(arena, s));

	for (char *p = copy; *p != '\0'; p++)
		*p = sok_lower(*p);
	return copy;
}

/* title:GLOB or author:GLOB */
static bool
parse_pattern(struct cli *cli, struct sok_str word, struct pattern *pattern)
{
	struct sok_str title = SOK_STR("title:"), author = SOK_STR("author:");

	pattern->author = sok_str_casestarts(word, author);
	if (!pattern->author && !sok_str_casestarts(word, title))
		return false;
	word = sok_str_from(word, pattern->author ? author.len : title.len);
	pattern->glob = small_letters(cli, &cli->names_kept, word);
	return true;
}

/* Take the next word of a list, in which `\,` is a comma; false at its end. */
static bool
next_word(struct cli *cli, struct sok_str *list, struct sok_str *word)
{
	size_t n = 0, at = 0;

	if (list->s == NULL)
		return false;
	char *copy =
	    cli_must(cli, sok_arena_alloc(&cli->names_kept, list->len + 1, 1));
	for (; at < list->len && list->s[at] != ','; at++) {
		if (list->s[at] == '\\' && at + 1 < list->len &&
		    list->s[at + 1] == ',')
			at++;
		copy[n++] = list->s[at];
	}
	*word = (struct sok_str){copy, n};
	*list = at < list->len ? sok_str_from(*list, at + 1)
	                       : (struct sok_str){NULL, 0};
	return true;
}

void
cli_parse_select(struct cli *cli, const char *list)
{
	struct sok_arena *arena = &cli->names_kept;
	struct cli_select *select =
	    cli_must(cli, sok_arena_zalloc(arena, 1, sizeof(*select)));
	size_t n = strlen(list) / 2 + 1; /* words that are not empty */
	struct range *range =
	    cli_must(cli, sok_arena_zalloc(arena, n, sizeof(*range)));
	struct sok_str rest, word;

	select->range = range;
	select->id =
	    cli_must(cli, sok_arena_zalloc(arena, n, sizeof(*select->id)));
	select->pattern =
	    cli_must(cli, sok_arena_zalloc(arena, n, sizeof(*select->pattern)));
	select->not = list[0] == '!';
	rest = sok_str(select->not ? list + 1 : list);
	while (next_word(cli, &rest, &word))
		if (parse_id(word, &select->id[select->nids].id))
			select->nids++;
		else if (parse_range(word, &range[select->nranges]))
			select->nranges++;
		else if (parse_pattern(
		             cli, word, &select->pattern[select->npatterns]))
			select->npatterns++;
		else if (sok_str_eq(word, SOK_STR("unsolved")))
			select->unsolved = true;
		else
			cli_usage(cli,
			    "--select: invalid selection `%.*s` (expected a "
			    "number, a range, @ID, title:GLOB, author:GLOB or "
			    "unsolved)",
			    (int)word.len, word.s);
	/* Sort the ranges and join those that overlap, for a binary search. */
	if (select->nranges > 0) {
		qsort(range, select->nranges, sizeof(*range), compare_ranges);
		n = 0;
		for (size_t i = 1; i < select->nranges; i++)
			if (range[i].from > range[n].to)
				range[++n] = range[i];
			else if (range[i].to > range[n].to)
				range[n].to = range[i].to;
		select->nranges = n + 1;
	}
	cli->select = select;
}

static int
compare_number(const void *number, const void *range)
{
	const size_t *n = number;
	const struct range *r = range;

	return (*n > r->to) - (*n < r->from);
}

/* Whether the title or the author matches one of the patterns. */
static bool
matches(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	const struct cli_select *select = cli->select;

	for (size_t i = 0; i < select->npatterns; i++) {
		const struct pattern *pattern = &select->pattern[i];
		struct sok_str text = puzzle->title;

		if (pattern->author)
			text = sok_puzzle_author(puzzle);
		text = sok_charset_utf8(scratch, text);
		cli_enough(cli, text.s != NULL || text.len == 0);
		if (fnmatch(pattern->glob, small_letters(cli, scratch, text),
		        0) == 0)
			return true;
	}
	return false;
}

/* Whether no game solves the puzzle when it is replayed. */
static bool
is_unsolved(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	struct sok_replay_options options = {.no_final = true};
	struct sok_replay played;

	for (size_t i = 0; i < puzzle->ngames; i++) {
		cli_enough(cli,
		    sok_replay(puzzle, &puzzle->game[i], &options, &played,
		        scratch) == 0);
		if (played.verdict == SOK_SOLVED)
			return false;
	}
	return true;
}

/* Whether a puzzle is in the list after `!`. */
static bool
is_listed(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	struct cli_select *select = cli->select;
	bool listed = bsearch(&puzzle->number, select->range, select->nranges,
	                  sizeof(*select->range), compare_number) != NULL;
	struct sok_id id;
	int known = 0;

	if (select->nids > 0)
		known = sok_identity(puzzle, &id, scratch);
	cli_enough(cli, known >= 0);
	for (size_t i = 0; known > 0 && i < select->nids; i++)
		if (select->id[i].id == id.unique ||
		    select->id[i].id == id.exact)
			listed = select->id[i].seen = true;
	return listed || matches(cli, puzzle, scratch) ||
	    (select->unsolved && is_unsolved(cli, puzzle, scratch));
}

bool
cli_selected(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	const struct cli_select *select = cli->select;

	if (select == NULL)
		return true;
	/* Text without a number follows the puzzle before it. */
	if (puzzle == NULL || puzzle->number == 0)
		return cli->selected;
	if (select->is_ahead)
		cli->selected = puzzle->number / 8 < select->nahead &&
		    (select->ahead[puzzle->number / 8] >> puzzle->number % 8 &
		        1) != 0;
	else
		cli->selected = is_listed(cli, puzzle, scratch) != select->not ;
	return cli->selected;
}

/* ---- for programs that do not read puzzles */

bool
cli_select_reads(const struct cli *cli)
{
	return cli->select != NULL &&
	    (cli->select->npatterns > 0 || cli->select->unsolved);
}

int
cli_select_ahead(struct cli *cli, const struct cli_operand *op, int fd)
{
	struct cli_operand in = *op;
	struct sok_sink quiet = {.fn = NULL};
	struct cli_select *select = cli->select;
	struct sok_puzzle *puzzle;
	int got = -1;

	in.fd = fd;
	in.stream = NULL;
	select->is_ahead = false;
	select->nahead = 0;
	struct sok_reader *reader = cli_reader(cli, &in, &quiet);
	while (reader != NULL && (got = sok_read(reader, &puzzle)) == 1) {
		size_t byte = puzzle->number / 8;

		for (; select->nahead <= byte; select->nahead++) {
			select->ahead = cli_must(cli,
			    sok_grow(select->ahead, select->nahead,
			        &select->ahead_cap, 1));
			select->ahead[select->nahead] = 0;
		}
		if (cli_selected(cli, puzzle, sok_reader_arena(reader)))
			select->ahead[byte] |=
			    (unsigned char)(1 << puzzle->number % 8);
	}
	sok_reader_close(reader);
	select->is_ahead = got == 0;
	cli->selected = true;
	return got;
}

/* ---- the end */

bool
cli_select_ends(const struct cli_select *select)
{
	return select != NULL && !select->not &&select->nids == 0 &&
	    select->npatterns == 0 && !select->unsolved;
}

bool
cli_select_past(const struct cli_select *select, size_t number)
{
	return cli_select_ends(select) &&
	    (select->nranges == 0 ||
	        number > select->range[select->nranges - 1].to);
}

void
cli_select_close(struct cli *cli)
{
	if (cli->select != NULL)
		free(cli->select->ahead);
}

void
cli_select_missed(struct cli *cli, const char *name, size_t puzzles)
{
	const struct cli_select *select = cli->select;

	for (size_t i = 0; select != NULL && i < select->nranges; i++) {
		const struct range *range = &select->range[i];
		size_t n = range->from > puzzles ? range->from : range->to;

		if (n > puzzles && n != SIZE_MAX)
			cli_remark(cli, "%s: no puzzle %zu, there %s %zu", name,
			    n, puzzles == 1 ? "is" : "are", puzzles);
	}
}

void
cli_select_unseen(struct cli *cli)
{
	const struct cli_select *select = cli->select;

	for (size_t i = 0; select != NULL && i < select->nids; i++)
		if (!select->id[i].seen)
			cli_remark(cli, "no puzzle @%016llX",
			    (unsigned long long)select->id[i].id);
}
