/* sokfmt - normalizes collections: reads any format and writes canonical .sok
 * text.  This file has the options, changes puzzles, and writes one output. */
#include <errno.h>

#include "base/base.h"
#include "board/board.h"
#include "fmt/fmt.h"
#include "io/io.h"
#include "jobs/jobs.h"
#include "merge/merge.h"
#include "play/play.h"
#include "text/text.h"

/* ---- options */

#define AT(member) CLI_STORE(struct fmt, member)

static const struct cli_option options[] = {
    INPLACE_ROWS(struct fmt, "an input would change"),
    {"floor", 0, "KIND", OPTION_FLOOR, "floor is space, dash or underscore"},
    {"simplify", 0, NULL, AT(simplify), "replace what the player cannot reach"},
    {"transform", 0, "T", OPTION_TRANSFORM,
        "rotate90 rotate180 rotate270 flip-h flip-v transpose "
        "anti-transpose canonical"},
    {"unique", 0, "[WHAT]", OPTION_UNIQUE,
        "drop later duplicates: same picture, exact or unique id"},
    {"prefer", 0, "LIST", OPTION_PREFER,
        "with --unique, which copy is kept: the one that is playable, solved, "
        "titled, authored, best or first"},
    {"best", 0, "LIST", OPTION_BEST,
        "with --unique, keep only the best solutions, by moves, pushes or "
        "both"},
    REJECTS_ROW(struct fmt, "--unique"),
    {"in", 0, "FILE", OPTION_IN, "only puzzles that FILE has; repeatable"},
    {"not-in", 0, "FILE", OPTION_NOT_IN,
        "only puzzles that FILE does not have; repeatable"},
    {"sort", 0, "KEYS", OPTION_SORT,
        "sort by title, author, boxes, goals, area, moves, pushes, id or file; "
        "- before a key reverses it"},
    {"number", 0, "TEMPLATE", AT(number),
        "new titles: %n is the number, %t the old title"},
    {"source", 0, NULL, AT(source),
        "add a key Source: with the file and line of each puzzle"},
    {"drop", 0, "LIST", OPTION_DROP,
        "drop comments, notes, keys, solutions, snapshots, titles or all"},
    {"expand-macros", 0, NULL, AT(macros),
        "replace <#Key#/> by its definition"},
    {"merge", 0, NULL, AT(merges),
        "merge OURS and THEIRS, two versions of BASE; -w writes OURS"},
    {"marker-size", 0, "N", OPTION_MARKER_SIZE,
        "with --merge, the length of the markers of a conflict"},
    {"title", 0, "WHERE", OPTION_TITLE,
        "move titles: key, all-keys or line; file: title puzzles that are "
        "alone in a file after it"},
    {"wrap", 0, "N", OPTION_WRAP,
        "column at which moves wrap; 0 disables wrapping"},
    {NULL, 0, NULL, 0, NULL},
};

/* In the order of their values. */
static const char *const uniques[] = {"picture", "exact", "unique"};
static const char *const titles[] = {"key", "all-keys", "line", "file"};
enum { TITLE_FILE = 3 };
static const char *const merits[FMT_NMERITS] = {
    "playable", "solved", "titled", "authored", "best", "first"};
static const char *const keys[FMT_NKEYS] = {"title", "author", "boxes", "goals",
    "area", "moves", "pushes", "id", "file"};
static const char *const bests[SOK_NBEST] = {"moves", "pushes"};
static const char *const drops[] = {
    "comments", "notes", "keys", "solutions", "snapshots", "titles"};

/* --prefer: points in the order of their importance.  A repeated one has no
 * effect. */
static void
take_prefer(struct cli *c, const char *arg)
{
	struct fmt *f = c->ctx;
	struct sok_str list = sok_str(arg), word;
	unsigned given = 0;

	f->nprefer = 0;
	f->prefers = true;
	while (cli_word(&list, &word)) {
		size_t merit = cli_choice(
		    c, "prefer", word, merits, SOK_COUNT(merits), "");

		if ((given & 1U << merit) == 0)
			f->prefer[f->nprefer++] = (enum fmt_merit)merit;
		given |= 1U << merit;
	}
}

/* --sort: keys in the order of their importance, with `-` before those that are
 * reversed. */
static void
take_sort(struct cli *c, const char *arg)
{
	struct fmt *f = c->ctx;
	struct sok_str list = sok_str(arg), word;
	unsigned given = 0;

	f->nsort = 0;
	while (cli_word(&list, &word)) {
		bool reverse = sok_str_starts(word, SOK_STR("-"));
		size_t key = cli_choice(c, "sort", sok_str_from(word, reverse),
		    keys, SOK_COUNT(keys), "");

		if ((given & 1U << key) == 0)
			f->sort[f->nsort++] =
			    (struct fmt_order){(enum fmt_key)key, reverse};
		given |= 1U << key;
	}
}

static bool
fmt_option(struct cli *c, int id, const char *arg)
{
	struct fmt *f = c->ctx;
	const char *names[SOK_NSYMMETRIES];
	size_t choice;

	switch (id) {
	case OPTION_FLOOR:
		f->floor = cli_floor(c, arg);
		break;
	case OPTION_TRANSFORM:
		/* Not the identity, but FMT_CANONICAL. */
		for (int i = 1; i < SOK_NSYMMETRIES; i++)
			names[i - 1] = sok_symmetry_name[i];
		names[SOK_NSYMMETRIES - 1] = "canonical";
		f->symmetry = 1 + (int)CLI_CHOICE(c, "transform", arg, names);
		break;
	case OPTION_UNIQUE:
		f->unique = FMT_UNIQUE;
		if (arg != NULL)
			f->unique = (int)CLI_CHOICE(c, "unique", arg, uniques);
		break;
	case OPTION_DROP:
		f->drop |= CLI_SET(c, "drop", arg, drops);
		break;
	case OPTION_TITLE:
		choice = CLI_CHOICE(c, "title", arg, titles);
		if (choice == TITLE_FILE)
			f->title_file = c->splits = c->counts = true;
		else
			f->title = (int)choice;
		break;
	case OPTION_MARKER_SIZE:
		f->marker_size = cli_number(c, "marker-size", arg, 1, 1000);
		break;
	case OPTION_IN:
		cli_add_name(c, &f->in, arg);
		break;
	case OPTION_NOT_IN:
		cli_add_name(c, &f->not_in, arg);
		break;
	case OPTION_PREFER:
		take_prefer(c, arg);
		break;
	case OPTION_BEST:
		f->best = CLI_SET(c, "best", arg, bests);
		break;
	case OPTION_SORT:
		take_sort(c, arg);
		break;
	case OPTION_WRAP:
		/* Every line of moves must have room for a letter. */
		f->wrap = (int)cli_number(c, "wrap", arg, 0, 1000000);
		if (f->wrap > 0 && f->wrap < 10)
			cli_usage(
			    c, "--wrap=%s: at least 10, or 0 for never", arg);
		break;
	default:
		return false;
	}
	return true;
}

/* Reject combinations that are harmful or have no effect. */
static void
check_options(struct cli *c)
{
	struct fmt *f = c->ctx;
	bool prints = f->inplace.list || f->inplace.diff;
	bool nothing = f->inplace.check && !prints;

	inplace_options(c, &f->inplace);
	merge_options(c);
	if (f->unique == FMT_NONE && (f->prefers || f->best != 0))
		cli_usage(
		    c, "--%s needs --unique", f->prefers ? "prefer" : "best");
	if (f->unique == FMT_NONE && f->rejects.path != NULL)
		cli_usage(c, "--rejects needs --unique");
	if (f->rejects.path != NULL && inplace_wanted(&f->inplace))
		cli_usage(
		    c, "--rejects needs one output, not -c, -l, -d or -w");
	if (f->in.n + f->not_in.n > 0 && inplace_wanted(&f->inplace))
		cli_usage(c,
		    "--in and --not-in would drop the other puzzles of the "
		    "files; use -o, not -c, -l, -d or -w");
	if (f->number != NULL && !fmt_number_valid(f->number))
		cli_usage(c,
		    "--number=%s: a template has %%n or %%4n, %%t and %%%%",
		    f->number);
	if (nothing && c->output != NULL)
		cli_usage(c, "-c writes nothing; use -o with -l or -d");
	c->no_output = nothing || (f->inplace.write && !prints);
}

/* ---- output */

int
fmt_open(struct cli *c, struct sok_output *out, const char *name)
{
	struct fmt *f = c->ctx;
	struct sok_write_options o = {.floor = f->floor, .wrap = f->wrap};

	o.charset = c->to_charset;
	o.same_game = inplace_wanted(&f->inplace) || f->merges;
	o.name = name;
	f->numbered = f->retitled = 0;
	f->writer = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), out, &o, cli_sink(c));
	return f->writer == NULL ? -1 : fmt_hold_open(f);
}

int
fmt_write_puzzle(struct cli *c, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;
	struct sok_puzzle named;

	/* --drop may have removed everything. */
	if (!p->has_board && p->ngames == 0 && p->raw.s == NULL &&
	    p->text.n == 0 && p->title_line.len == 0)
		return 0;
	if (f->number != NULL && p->has_board) {
		named = *p;
		if (fmt_number(f, &named, a) == -1)
			return -1;
		p = &named;
	}
	int r = sok_write(f->writer, p);
	f->inplace.refused |= r == 0;
	if (r == 1)
		r = inplace_count(c, &f->inplace, p);
	return r == -1 ? -1 : 0;
}

int
fmt_write_header(struct cli *c, struct sok_header *h)
{
	struct fmt *f = c->ctx;

	if (f->drop != 0)
		sok_drop_header(h, f->drop);
	struct sok_puzzle as_text = {.text = h->text};
	if (inplace_count(c, &f->inplace, &as_text) == -1)
		return -1;
	return sok_write_header(f->writer, h);
}

int
fmt_close(struct cli *c)
{
	struct fmt *f = c->ctx;
	int r = fmt_release(c);

	if (sok_writer_close(f->writer) == -1)
		r = -1;
	fmt_number_report(c);
	f->writer = NULL;
	return r;
}

/* The function of the sink while files are formatted; ctx is c. */
static void
take_finding(void *ctx, const struct sok_finding *found)
{
	struct fmt *f = ((struct cli *)ctx)->ctx;

	inplace_finding(&f->inplace, found);
	cli_print_finding(ctx, found);
}

/* Format an open operand. */
static int
format_file(struct cli *c, const struct cli_operand *in, struct sok_output *out)
{
	if (fmt_open(c, out, in->name) == -1)
		return -1;
	int r = cli_puzzles(c, in);
	return fmt_close(c) == -1 ? -1 : r;
}

static int
fmt_file(struct cli *c, const struct cli_operand *op)
{
	struct fmt *f = c->ctx;

	return inplace_file(c, &f->inplace, op);
}

/* ---- changes between reading and writing */

static int
transform(const struct fmt *f, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a)
{
	enum sok_symmetry t = (enum sok_symmetry)f->symmetry;
	const char *why = "the puzzle is of another variant";

	if (p->variant != SOK_UNSUPPORTED) {
		if (f->symmetry == FMT_CANONICAL &&
		    sok_canonical(p, &t, a) == -1)
			return -1;
		int r = sok_can_transform(p, t, a);
		if (r != 0)
			return r == 1 ? sok_transform(p, t, a) : -1;
		why = sok_grid_has_symmetry(p->board.grid, t)
		    ? "the board is open or has squares that are not cells of "
		      "its variant"
		    : "boards of this variant have no such symmetry";
	}
	sok_report(
	    sink, SOK_LOSSY_RULE, p->pos, p, NULL, "not transformed: %s", why);
	return 0;
}

int
fmt_edit_board(const struct cli *c, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a)
{
	const struct fmt *f = c->ctx;
	int r = 1;

	if (f->simplify && p->has_board)
		r = sok_simplify(p, a);
	if (r == 0)
		sok_report(sink, SOK_LOSSY_RULE, p->pos, p, NULL,
		    "not simplified: the board is open, has no player or is "
		    "of another variant");
	if (r == -1 || f->symmetry == FMT_NONE || !p->has_board)
		return r == -1 ? -1 : 0;
	return transform(f, p, sink, a);
}

int
fmt_edit(const struct cli *c, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a)
{
	const struct fmt *f = c->ctx;

	if (f->drop != 0 && sok_drop_puzzle(p, f->drop, a) == -1)
		return -1;
	if (fmt_edit_board(c, p, sink, a) == -1)
		return -1;
	if (f->source && fmt_add_source(p, a) == -1)
		return -1;
	if (f->title == FMT_NONE)
		return 0;
	return sok_move_titles(p, (enum sok_title_place)f->title, a);
}

static int
put_header(struct cli *c, struct sok_header *h)
{
	int waits = fmt_hold_header(c, h);

	if (waits != 0)
		return waits == -1 ? -1 : 0;
	return fmt_write_header(c, h);
}

static int
put_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;
	int wanted = fmt_is_among(f, p, a);

	if (wanted != 1)
		return wanted;
	if (!fmt_holds(f) && c->ready == NULL &&
	    fmt_edit(c, p, cli_sink(c), a) == -1)
		return -1;
	if (f->hold != NULL)
		return fmt_hold(c, p, a);
	return fmt_write_puzzle(c, p, a);
}

static int
end_operand(struct cli *c, const struct cli_operand *op)
{
	(void)op;
	fmt_hold_end(c);
	return 0;
}

/* Puzzles that wait for the end are changed then; only their identities can be
 * computed ahead. */
static int
prepare_edit(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	const struct fmt *f = c->ctx;

	if (!fmt_holds(f)) {
		to->result = p;
		return fmt_edit(c, p, &to->found.sink, to->a);
	}
	if (f->unique == FMT_NONE || f->unique == FMT_PICTURE)
		return 0;
	return sok_identify(p, false, to->a, &to->scratch);
}

static const struct cli_program program = {
    .name = "sokfmt",
    .summary = "normalize Sokoban collections",
    .examples = {"sokfmt -w levels.sok               # format a file in place",
        "sokfmt a.sok b.xsb > all.sok       # merge collections",
        "sokfmt -l levels/                  # name what is not formatted"},
    .options = options,
    .take = fmt_option,
    .check = check_options,
    .state = sizeof(struct fmt),
    .header = put_header,
    .puzzle = put_puzzle,
    .prepare = prepare_edit,
    .end = end_operand,
};

int
main(int argc, char **argv)
{
	struct fmt fmt = {.symmetry = FMT_NONE,
	    .unique = FMT_NONE,
	    .inplace.rewrite = format_file};
	struct cli c;

	fmt.title = FMT_NONE;
	fmt.wrap = SOK_WRAP;
	fmt_prefer_default(&fmt);
	cli_init(&c, &program, &fmt, argc, argv);
	if (fmt.merges) {
		merge_read(&c);
		fmt.inplace.rewrite = merge_write;
	}
	if (inplace_wanted(&fmt.inplace)) {
		/* An output file is created even if it stays empty. */
		if (c.output != NULL)
			(void)cli_output(&c);
		c.sink.fn = take_finding;
		/* Two names may refer to the same file, which has only one
		 * backup. */
		c.parallel = fmt.inplace.backup == NULL && !fmt.merges;
		fmt.inplace.charset = c.to_charset;
		inplace_run(&c, &fmt.inplace, fmt_file);
		merge_close(&fmt);
		return cli_finish(&c);
	}
	if (fmt.merges) {
		struct cli_operand ours = {.name = c.operands.v[0]};

		if (merge_write(&c, &ours, cli_text_output(&c)) == -1)
			cli_die(&c, "writer", errno);
		merge_close(&fmt);
		return cli_finish(&c);
	}
	fmt_among_open(&c);
	rejects_open(&c, &fmt.rejects);
	if (fmt_open(&c, cli_text_output(&c), cli_output_name(&c)) == -1)
		cli_die(&c, "writer", errno);
	cli_confine(&c, fmt_holds(&fmt) ? CLI_SPOOLS : 0);
	cli_run(&c);
	if (fmt_close(&c) == -1)
		cli_die(&c, "writer", errno);
	cli_withhold(&c);
	rejects_close(&c, &fmt.rejects);
	fmt_among_close(&fmt);
	return cli_finish(&c);
}
