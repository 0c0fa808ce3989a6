/* sokcheck - checks puzzles and reports findings: those of the library's rules,
 * and of the rules about a whole run (duplicates, files without a board). */
#include <stdlib.h>

#include "jobs/jobs.h"
#include "report/report.h"

/* A digest and a position for each puzzle or title, about 32 bytes in all.  The
 * hash table has the numbers of entries plus 1, or 0; it is rebuilt from the
 * entries, so that the old and the new one are never in memory together. */
struct seen {
	struct entry *v;
	uint32_t *table;
	size_t n, cap, size; /* entries, room for them, of the table */
};

/* more: of a puzzle, the symmetry that gives its id, whether it has an id, and
 * as many bits of the player's square as fit. */
struct entry {
	uint64_t digest;
	uint32_t more, line;
	const char *file;
};

enum { MORE_SYMMETRY = 15, MORE_ID = 16, MORE_PLAYER = 5 };

struct check {
	struct report run;
	struct sok_check_options options;
	struct seen puzzles;    /* of the run */
	struct seen titles;     /* of this operand */
	struct sok_arena names; /* names of files that only records contain */
	const char *name;       /* the last one */
	size_t boards;          /* of this operand */
	size_t held;            /* boards of this directory or archive */
	bool failed;            /* this puzzle has an error */
};

/* ---- options */

static const struct cli_option options[] = {
    {"pass", 'p', NULL, CLI_STORE(struct check, run.pass),
        "print the puzzles without errors, findings on stderr"},
    REPORT_ROWS(struct check),
    {"target", 0, "PROGRAMS", OPTION_TARGET,
        "also report what yasc, jsoko, ksokoban, xsokoban, sokoban3d "
        "or simplesokoban cannot load, or all"},
    {"duplicates", 0, NULL, OPTION_DUPLICATES,
        "report puzzles that repeat an earlier one"},
    {NULL, 0, NULL, 0, NULL},
};

static bool
check_option(struct cli *c, int id, const char *arg)
{
	struct check *k = c->ctx;

	if (id == OPTION_TARGET) {
		k->options.targets |=
		    CLI_SET(c, "target", arg, sok_target_name);
	} else if (id == OPTION_DUPLICATES) {
		cli_need(c, "--duplicates", SOK_LIBMD);
		k->run.off[SOK_DUPLICATE_PUZZLE_RULE] = false;
	} else {
		return report_take(&k->run, id, arg);
	}
	return true;
}

/* ---- duplicates */

/* Identify a puzzle with a board, in any thread.  0, -1 with errno. */
static int
find_key(const struct sok_puzzle *p, struct entry *e, struct sok_arena *scratch)
{
	struct sok_id id;
	int has = sok_duplicate_id(p, &id, scratch);

	*e = (struct entry){.digest = 0};
	if (has == 1) {
		e->digest = id.unique;
		e->more = (uint32_t)id.symmetry | MORE_ID |
		    (uint32_t)id.player << MORE_PLAYER;
	} else if (has == 0) {
		has = sok_picture_id(p, &e->digest, scratch);
	}
	return has == -1 ? -1 : 0;
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

/* The entry with the digest of e, or NULL; in that case e is added. */
static const struct entry *
find_or_add(
    struct check *k, struct seen *s, struct entry e, const struct sok_puzzle *p)
{
	struct cli *c = k->run.c;

	if (s->n >= s->size / 4 * 3) {
		s->size = s->size == 0 ? 1024 : s->size * 2;
		free(s->table);
		s->table = cli_must(c, calloc(s->size, sizeof(*s->table)));
		for (size_t i = 0; i < s->n; i++)
			*find_slot(s, &s->v[i]) = (uint32_t)(i + 1);
	}
	uint32_t *slot = find_slot(s, &e);
	if (*slot != 0)
		return &s->v[*slot - 1];
	e.line = (uint32_t)p->pos.line;
	e.file = p->pos.file;
	/* The name of the file must live as long as the table. */
	if (puzzle_owns_file(p)) {
		if (k->name == NULL || strcmp(k->name, e.file) != 0)
			k->name = cli_must(
			    c, str_terminated(&k->names, sok_str(e.file)));
		e.file = k->name;
	}
	s->v = cli_must(c, sok_grow(s->v, s->n, &s->cap, sizeof(*s->v)));
	s->v[s->n++] = e;
	*slot = (uint32_t)s->n;
	return NULL;
}

static void
forget(struct seen *s)
{
	free(s->v);
	free(s->table);
	*s = (struct seen){0};
}

/* The symmetry in `first` followed by the inverse of the one in `second`. */
static enum sok_symmetry
turn(enum sok_grid grid, uint32_t first, uint32_t second)
{
	enum sok_symmetry to = first & MORE_SYMMETRY;
	enum sok_symmetry back = sok_symmetry_inverse(second & MORE_SYMMETRY);
	char up = sok_symmetry_move(grid, to, 'u');
	char right = sok_symmetry_move(grid, to, 'r');
	enum sok_symmetry t = SOK_IDENTITY;

	up = sok_symmetry_move(grid, back, up);
	right = sok_symmetry_move(grid, back, right);
	while (!sok_grid_has_symmetry(grid, t) ||
	    sok_symmetry_move(grid, t, 'u') != up ||
	    sok_symmetry_move(grid, t, 'r') != right)
		t++;
	return t;
}

/* Report a puzzle that appeared earlier in the run, remember any other. */
static void
check_seen(struct check *k, const struct sok_puzzle *p, const struct entry *key)
{
	const struct entry *e = find_or_add(k, &k->puzzles, *key, p);
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	const char *how = "board", *turned = "", *name = "";

	if (e == NULL)
		return;
	if (!(key->more & MORE_ID)) {
		how = "picture";
	} else if (e->more != key->more) {
		how = "puzzle";
		turned = ", the player elsewhere";
		enum sok_symmetry t = turn(p->board.grid, e->more, key->more);
		if (t != SOK_IDENTITY) {
			turned = ", turned by ";
			name = sok_symmetry_name[t];
		}
	}
	sok_report(&k->run.c->sink, SOK_DUPLICATE_PUZZLE_RULE, pos, p, NULL,
	    "the same %s as at %s:%zu%s%s", how, e->file, (size_t)e->line,
	    turned, name);
}

/* The same for its title in this operand. */
static void
check_title(struct check *k, const struct sok_puzzle *p)
{
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};
	struct entry key = {.digest = sok_digest(p->title)};
	const struct entry *e = find_or_add(k, &k->titles, key, p);

	if (e != NULL)
		sok_report(&k->run.c->sink, SOK_DUPLICATE_TITLE_RULE, pos, p,
		    NULL, "the same title as at %s:%zu", e->file,
		    (size_t)e->line);
}

/* ---- operands */

/* For cli.sink. */
static void
take_finding(void *ctx, const struct sok_finding *f)
{
	struct check *k = ctx;

	if (report_finding(&k->run, f) && f->puzzle != NULL)
		k->failed |= report_fails(k->run.c, f);
}

/* Report that no board was found; false if there may be one that was not read.
 * It is an error, except in a filter, which passes its input on. */
static bool
report_nothing(struct check *k, const struct cli_operand *op)
{
	struct cli *c = k->run.c;
	enum sok_severity severity = SOK_WARNING;

	if (choose_may_be_text(op))
		severity = SOK_NOTE;
	else if (c->strict || (!op->met && k->run.writer == NULL))
		severity = SOK_ERROR;
	return cli_report_nothing(
	    c, op, SOK_NO_PUZZLE_RULE, severity, "no board was recognised");
}

static int
end_operand(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;

	if (k->boards == 0)
		(void)report_nothing(k, op);
	report_file_end(&k->run, op->name);
	k->run.files++;
	if (op->met)
		k->held += k->boards;
	k->boards = 0;
	k->failed = false;
	forget(&k->titles);
	return 0;
}

/* The end of a folder or an archive. */
static void
end_whole(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;

	if (k->held == 0 && report_nothing(k, op))
		report_file_end(&k->run, op->name);
	k->held = 0;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct check *k = c->ctx;

	return k->run.writer == NULL ? 0 : sok_write_header(k->run.writer, h);
}

/* ---- puzzles */

static int
check_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct check *k = c->ctx;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};
	const bool *off = k->run.off;
	struct entry key;

	k->boards += p->has_board;
	report_puzzle(&k->run, p);
	for (size_t i = 0; k->run.stats.wanted && i < p->ngames; i++)
		stats_game(&k->run.stats, p, sok_game_claims(&p->game[i]));
	if (c->ready == NULL && sok_check(p, &k->options, &c->sink, a) == -1)
		return -1;

	if (!off[SOK_DUPLICATE_TITLE_RULE] && k->run.lowest == SOK_NOTE &&
	    p->title.len > 0)
		check_title(k, p);
	if (!off[SOK_DUPLICATE_PUZZLE_RULE] && p->has_board) {
		if (c->ready != NULL)
			key = *(const struct entry *)c->ready;
		else if (find_key(p, &key, a) == -1)
			return -1;
		check_seen(k, p, &key);
	}
	if (k->run.writer != NULL && !k->failed &&
	    sok_write(k->run.writer, p) == -1)
		return -1;
	report_case(&k->run, &puzzle);
	k->failed = false;
	return 0;
}

/* In any thread, before the puzzle's turn. */
static int
prepare_check(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	const struct check *k = c->ctx;
	struct entry *key = sok_arena_zalloc(to->a, 1, sizeof(*key));
	bool finds = !k->run.off[SOK_DUPLICATE_PUZZLE_RULE];
	size_t reported = 0;

	to->result = key;
	if (key == NULL ||
	    sok_check(p, &k->options, &to->found.sink, &to->scratch) == -1)
		return -1;
	for (unsigned i = k->run.lowest; i <= SOK_ERROR; i++)
		reported += to->found.sink.count[i];
	if ((finds || (reported > 0 && report_identifies(&k->run))) &&
	    sok_identify(p, false, to->a, &to->scratch) == -1)
		return -1;
	return finds ? find_key(p, key, &to->scratch) : 0;
}

static const struct cli_program program = {
    .name = "sokcheck",
    .summary = "check Sokoban puzzles",
    .options = options,
    .take = check_option,
    .end = end_operand,
    .whole = end_whole,
    .header = take_header,
    .puzzle = check_puzzle,
    .prepare = prepare_check,
};

int
main(int argc, char **argv)
{
	struct cli c;
	struct check k = {.boards = 0};

	k.run = (struct report){.c = &c,
	    .origins = RULES_CHECK,
	    .format = &report_text,
	    .lowest = SOK_WARNING,
	    .off[SOK_DUPLICATE_PUZZLE_RULE] = true};
	cli_init(&c, &program, &k, argc, argv);
	if (report_print_rules(&k.run))
		return cli_finish(&c);
	report_begin(&k.run);
	c.sink.fn = take_finding;
	c.sink.ctx = &k;
	cli_run(&c);
	report_end(&k.run);
	forget(&k.puzzles);
	forget(&k.titles);
	sok_arena_free(&k.names);
	return cli_finish(&c);
}
