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

/* The words that options take. */
static const char *const uniques[] = {
    [FMT_PICTURE] = "picture", [FMT_EXACT] = "exact", [FMT_UNIQUE] = "unique"};
enum { TITLE_FILE = SOK_TITLE_LINE + 1 };
static const char *const titles[] = {[SOK_TITLE_KEY] = "key",
    [SOK_TITLE_ALL_KEYS] = "all-keys",
    [SOK_TITLE_LINE] = "line",
    [TITLE_FILE] = "file"};
static const char *const merits[FMT_NMERITS] = {[FMT_PLAYABLE] = "playable",
    [FMT_SOLVED] = "solved",
    [FMT_TITLED] = "titled",
    [FMT_AUTHORED] = "authored",
    [FMT_BEST] = "best",
    [FMT_FIRST] = "first"};
static const char *const keys[FMT_NKEYS] = {[FMT_BY_TITLE] = "title",
    [FMT_BY_AUTHOR] = "author",
    [FMT_BY_BOXES] = "boxes",
    [FMT_BY_GOALS] = "goals",
    [FMT_BY_AREA] = "area",
    [FMT_BY_MOVES] = "moves",
    [FMT_BY_PUSHES] = "pushes",
    [FMT_BY_ID] = "id",
    [FMT_BY_FILE] = "file"};
/* Word i is bit i of SOK_DROP_COMMENTS and those that follow it. */
static const char *const drops[] = {
    "comments", "notes", "keys", "solutions", "snapshots", "titles"};
_Static_assert(SOK_DROP_TITLES == 1 << (SOK_COUNT(drops) - 1),
    "a word for each part that is dropped");

/* --prefer: points in the order of their importance.  A repeated one has no
 * effect. */
static void
take_prefer(struct cli *cli, const char *arg)
{
	struct fmt *fmt = cli->ctx;
	struct sok_str list = sok_str(arg), word;
	unsigned given = 0;

	fmt->nprefer = 0;
	fmt->prefers = true;
	while (cli_word(&list, &word)) {
		size_t merit = cli_choice(
		    cli, "prefer", word, merits, SOK_COUNT(merits), "");

		if ((given & 1U << merit) == 0)
			fmt->prefer[fmt->nprefer++] = (enum fmt_merit)merit;
		given |= 1U << merit;
	}
}

/* --sort: keys in the order of their importance, with `-` before those that are
 * reversed. */
static void
take_sort(struct cli *cli, const char *arg)
{
	struct fmt *fmt = cli->ctx;
	struct sok_str list = sok_str(arg), word;
	unsigned given = 0;

	fmt->nsort = 0;
	while (cli_word(&list, &word)) {
		bool reverse = sok_str_starts(word, SOK_STR("-"));
		size_t key = cli_choice(cli, "sort",
		    sok_str_from(word, reverse), keys, SOK_COUNT(keys), "");

		if ((given & 1U << key) == 0)
			fmt->sort[fmt->nsort++] =
			    (struct fmt_order){(enum fmt_key)key, reverse};
		given |= 1U << key;
	}
}

static bool
fmt_option(struct cli *cli, int id, const char *arg)
{
	struct fmt *fmt = cli->ctx;
	const char *names[SOK_NSYMMETRIES];
	size_t choice;

	switch (id) {
	case OPTION_FLOOR:
		fmt->floor = cli_floor(cli, arg);
		break;
	case OPTION_TRANSFORM:
		/* Not the identity, but FMT_CANONICAL. */
		for (int i = 1; i < SOK_NSYMMETRIES; i++)
			names[i - 1] = sok_symmetry_name[i];
		names[SOK_NSYMMETRIES - 1] = "canonical";
		fmt->symmetry =
		    1 + (int)CLI_CHOICE(cli, "transform", arg, names);
		break;
	case OPTION_UNIQUE:
		fmt->unique = FMT_UNIQUE;
		if (arg != NULL)
			fmt->unique =
			    (int)CLI_CHOICE(cli, "unique", arg, uniques);
		break;
	case OPTION_DROP:
		fmt->drop |= CLI_SET(cli, "drop", arg, drops);
		break;
	case OPTION_TITLE:
		choice = CLI_CHOICE(cli, "title", arg, titles);
		if (choice == TITLE_FILE)
			fmt->title_file = cli->splits = cli->counts = true;
		else
			fmt->title = (int)choice;
		break;
	case OPTION_MARKER_SIZE:
		fmt->marker_size = cli_number(cli, "marker-size", arg, 1, 1000);
		break;
	case OPTION_IN:
		cli_add_name(cli, &fmt->in, arg);
		break;
	case OPTION_NOT_IN:
		cli_add_name(cli, &fmt->not_in, arg);
		break;
	case OPTION_PREFER:
		take_prefer(cli, arg);
		break;
	case OPTION_BEST:
		fmt->best = CLI_SET(cli, "best", arg, sok_best_name);
		break;
	case OPTION_SORT:
		take_sort(cli, arg);
		break;
	case OPTION_WRAP:
		/* Every line of moves must have room for a letter. */
		fmt->wrap = (int)cli_number(cli, "wrap", arg, 0, 1000000);
		if (fmt->wrap > 0 && fmt->wrap < 10)
			cli_usage(
			    cli, "--wrap=%s: at least 10, or 0 for never", arg);
		break;
	default:
		return false;
	}
	return true;
}

/* Reject combinations that are harmful or have no effect. */
static void
check_options(struct cli *cli)
{
	struct fmt *fmt = cli->ctx;
	bool prints = fmt->inplace.list || fmt->inplace.diff;
	bool nothing = fmt->inplace.check && !prints;

	inplace_options(cli, &fmt->inplace);
	merge_options(cli);
	if (fmt->unique == FMT_NONE && (fmt->prefers || fmt->best != 0))
		cli_usage(cli, "--%s needs --unique",
		    fmt->prefers ? "prefer" : "best");
	if (fmt->unique == FMT_NONE && fmt->rejects.path != NULL)
		cli_usage(cli, "--rejects needs --unique");
	if (fmt->rejects.path != NULL && inplace_wanted(&fmt->inplace))
		cli_usage(
		    cli, "--rejects needs one output, not -c, -l, -d or -w");
	if (fmt->in.n + fmt->not_in.n > 0 && inplace_wanted(&fmt->inplace))
		cli_usage(cli,
		    "--in and --not-in would drop the other puzzles of the "
		    "files; use -o, not -c, -l, -d or -w");
	if (fmt->number != NULL && !fmt_number_valid(fmt->number))
		cli_usage(cli,
		    "--number=%s: a template has %%n or %%4n, %%t and %%%%",
		    fmt->number);
	if (nothing && cli->output != NULL)
		cli_usage(cli, "-c writes nothing; use -o with -l or -d");
	cli->no_output = nothing || (fmt->inplace.write && !prints);
}

/* ---- output */

int
fmt_open(struct cli *cli, struct sok_output *out, const char *name)
{
	struct fmt *fmt = cli->ctx;
	struct sok_write_options writing = {
	    .floor = fmt->floor, .wrap = fmt->wrap};

	writing.charset = cli->to_charset;
	writing.same_game = inplace_wanted(&fmt->inplace) || fmt->merges;
	writing.name = name;
	fmt->numbered = fmt->retitled = 0;
	fmt->writer = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), out, &writing, cli_sink(cli));
	return fmt->writer == NULL ? -1 : fmt_hold_open(fmt);
}

int
fmt_write_puzzle(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct fmt *fmt = cli->ctx;
	struct sok_puzzle named;

	/* --drop may have removed everything. */
	if (!puzzle->has_board && puzzle->ngames == 0 &&
	    puzzle->raw.s == NULL && puzzle->text.n == 0 &&
	    puzzle->title_line.len == 0)
		return 0;
	if (fmt->number != NULL && puzzle->has_board) {
		named = *puzzle;
		if (fmt_number(fmt, &named, arena) == -1)
			return -1;
		puzzle = &named;
	}
	int got = sok_write(fmt->writer, puzzle);
	fmt->inplace.refused |= got == 0;
	if (got == 1)
		got = inplace_count(cli, &fmt->inplace, puzzle);
	return got == -1 ? -1 : 0;
}

int
fmt_write_header(struct cli *cli, struct sok_header *header)
{
	struct fmt *fmt = cli->ctx;

	if (fmt->drop != 0)
		sok_drop_header(header, fmt->drop);
	struct sok_puzzle as_text = {.text = header->text};
	if (inplace_count(cli, &fmt->inplace, &as_text) == -1)
		return -1;
	return sok_write_header(fmt->writer, header);
}

int
fmt_close(struct cli *cli)
{
	struct fmt *fmt = cli->ctx;
	int got = fmt_release(cli);

	if (sok_writer_close(fmt->writer) == -1)
		got = -1;
	fmt_number_report(cli);
	fmt->writer = NULL;
	return got;
}

/* The function of the sink while files are formatted; ctx is the struct cli. */
static void
take_finding(void *ctx, const struct sok_finding *found)
{
	struct fmt *fmt = ((struct cli *)ctx)->ctx;

	inplace_finding(&fmt->inplace, found);
	cli_print_finding(ctx, found);
}

/* Format an open operand. */
static int
format_file(
    struct cli *cli, const struct cli_operand *in, struct sok_output *out)
{
	if (fmt_open(cli, out, in->name) == -1)
		return -1;
	int got = cli_puzzles(cli, in);
	return fmt_close(cli) == -1 ? -1 : got;
}

static int
fmt_file(struct cli *cli, const struct cli_operand *op)
{
	struct fmt *fmt = cli->ctx;

	return inplace_file(cli, &fmt->inplace, op);
}

/* ---- changes between reading and writing */

/* Turn or mirror the puzzle as --transform asks, or report why it stays as it
 * is: 0, -1 on ENOMEM. */
static int
transform(const struct fmt *fmt, struct sok_puzzle *puzzle,
    struct sok_sink *sink, struct sok_arena *arena)
{
	enum sok_symmetry symmetry = (enum sok_symmetry)fmt->symmetry;
	const char *why = "the puzzle is of another variant";

	if (puzzle->variant != SOK_UNSUPPORTED) {
		if (fmt->symmetry == FMT_CANONICAL &&
		    sok_canonical(puzzle, &symmetry, arena) == -1)
			return -1;
		int got = sok_can_transform(puzzle, symmetry, arena);
		if (got != 0)
			return got == 1 ? sok_transform(puzzle, symmetry, arena)
			                : -1;
		why = sok_grid_has_symmetry(puzzle->board.grid, symmetry)
		    ? "the board is open or has squares that are not cells of "
		      "its variant"
		    : "boards of this variant have no such symmetry";
	}
	sok_report(sink, SOK_LOSSY_RULE, puzzle->pos, puzzle, NULL,
	    "not transformed: %s", why);
	return 0;
}

int
fmt_edit_board(const struct cli *cli, struct sok_puzzle *puzzle,
    struct sok_sink *sink, struct sok_arena *arena)
{
	const struct fmt *fmt = cli->ctx;
	int got = 1;

	if (fmt->simplify && puzzle->has_board)
		got = sok_simplify(puzzle, arena);
	if (got == 0)
		sok_report(sink, SOK_LOSSY_RULE, puzzle->pos, puzzle, NULL,
		    "not simplified: the board is open, has no player or is "
		    "of another variant");
	if (got == -1 || fmt->symmetry == FMT_NONE || !puzzle->has_board)
		return got == -1 ? -1 : 0;
	return transform(fmt, puzzle, sink, arena);
}

int
fmt_edit(const struct cli *cli, struct sok_puzzle *puzzle,
    struct sok_sink *sink, struct sok_arena *arena)
{
	const struct fmt *fmt = cli->ctx;

	if (fmt->drop != 0 && sok_drop_puzzle(puzzle, fmt->drop, arena) == -1)
		return -1;
	if ((fmt->simplify || fmt->symmetry != FMT_NONE) &&
	    fmt_edit_board(cli, puzzle, sink, arena) == -1)
		return -1;
	if (fmt->source && fmt_add_source(puzzle, arena) == -1)
		return -1;
	if (fmt->title == FMT_NONE)
		return 0;
	return sok_move_titles(puzzle, (enum sok_title_place)fmt->title, arena);
}

static int
put_header(struct cli *cli, struct sok_header *header)
{
	int waits = fmt_hold_header(cli, header);

	if (waits != 0)
		return waits == -1 ? -1 : 0;
	return fmt_write_header(cli, header);
}

static int
put_puzzle(struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct fmt *fmt = cli->ctx;
	int wanted = fmt->among == NULL ? 1 : fmt_is_among(fmt, puzzle, arena);

	if (wanted != 1)
		return wanted;
	if (!fmt_holds(fmt) && cli->ready == NULL &&
	    fmt_edit(cli, puzzle, cli_sink(cli), arena) == -1)
		return -1;
	if (fmt->hold != NULL)
		return fmt_hold(cli, puzzle, arena);
	return fmt_write_puzzle(cli, puzzle, arena);
}

static int
end_operand(struct cli *cli, const struct cli_operand *op)
{
	(void)op;
	fmt_hold_end(cli);
	return 0;
}

/* Puzzles that wait for the end are changed then; only their identities can be
 * computed ahead. */
static int
prepare_edit(
    const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	const struct fmt *fmt = cli->ctx;

	if (!fmt_holds(fmt)) {
		to->result = puzzle;
		return fmt_edit(cli, puzzle, &to->found.sink, to->arena);
	}
	if (fmt->unique == FMT_NONE || fmt->unique == FMT_PICTURE)
		return 0;
	return sok_identify(puzzle, false, to->arena, &to->scratch);
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
    .light = fmt_is_light,
    .end = end_operand,
};

int
main(int argc, char **argv)
{
	struct fmt fmt = {.symmetry = FMT_NONE,
	    .unique = FMT_NONE,
	    .inplace.rewrite = format_file};
	struct cli cli;

	fmt.title = FMT_NONE;
	fmt.wrap = SOK_WRAP;
	fmt_prefer_default(&fmt);
	cli_init(&cli, &program, &fmt, argc, argv);
	if (fmt.merges) {
		merge_read(&cli);
		fmt.inplace.rewrite = merge_write;
	}
	if (inplace_wanted(&fmt.inplace)) {
		/* An output file is created even if it stays empty. */
		if (cli.output != NULL)
			(void)cli_output(&cli);
		cli.sink.fn = take_finding;
		/* Two names may refer to the same file, which has only one
		 * backup. */
		cli.parallel = fmt.inplace.backup == NULL && !fmt.merges;
		fmt.inplace.charset = cli.to_charset;
		inplace_run(&cli, &fmt.inplace, fmt_file);
		merge_close(&fmt);
		return cli_finish(&cli);
	}
	if (fmt.merges) {
		struct cli_operand ours = {.name = cli.operands.name[0]};

		if (merge_write(&cli, &ours, cli_text_output(&cli)) == -1)
			cli_die(&cli, "writer", errno);
		merge_close(&fmt);
		return cli_finish(&cli);
	}
	fmt_among_open(&cli);
	rejects_open(&cli, &fmt.rejects);
	if (fmt_open(&cli, cli_text_output(&cli), cli_output_name(&cli)) == -1)
		cli_die(&cli, "writer", errno);
	cli_confine(&cli, fmt_holds(&fmt) ? CLI_SPOOLS : 0);
	cli_run(&cli);
	if (fmt_close(&cli) == -1)
		cli_die(&cli, "writer", errno);
	cli_withhold(&cli);
	rejects_close(&cli, &fmt.rejects);
	fmt_among_close(&fmt);
	return cli_finish(&cli);
}
