/* inplace.c - -c, -l, -d and -w: has the program write the new text of an
 * operand, and reports, prints or stores the changes.  A file is replaced only
 * if a second reader finds in the new one everything that was written. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "diff/diff.h"
#include "format/format.h"
#include "inplace/inplace.h"
#include "io/io.h"
#include "text/text.h"

/* An operand before and after the change. */
struct pair {
	const struct cli_operand *op;
	int before;
	struct sok_output *after;
	const char *culprit; /* the file that caused an error; NULL: op */
};

static const char temporary[] = "temporary file in TMPDIR";

/* ---- options */

bool
inplace_wanted(const struct inplace *inplace)
{
	return inplace->check || inplace->list || inplace->diff ||
	    inplace->write;
}

void
inplace_options(struct cli *cli, const struct inplace *inplace)
{
	if (inplace->write && cli->select != NULL)
		cli_usage(cli, "-w with -s would drop the other puzzles");
	if (inplace_wanted(inplace) && cli->select != NULL)
		cli_usage(cli, "-c, -l and -d are for whole files, not for -s");
	if (inplace->write && inplace->check)
		cli_usage(
		    cli, "-w writes and -c does not; use -w with -l or -d");
	if (inplace->write && cli->output != NULL)
		cli_usage(cli, "-w and -o exclude each other");
	if (inplace->backup != NULL && !inplace->write)
		cli_usage(cli, "--backup needs -w");
	if (inplace->backup != NULL && strchr(inplace->backup, '/') != NULL)
		cli_usage(cli, "--backup=%s: a suffix must not contain `/`",
		    inplace->backup);
}

/* Every file gets a backup beside it, which must not be an input. */
static void
claim_backups(struct cli *cli, const struct inplace *inplace)
{
	for (size_t n = 0; n < cli->operands.n; n++) {
		struct sok_buf buf = {0};
		char *path = realpath(cli->operands.name[n], NULL);

		if (path == NULL)
			continue; /* which is reported later */
		sok_buf_fmt(&buf, "%s%s", path, inplace->backup);
		sok_buf_addc(&buf, '\0');
		free(path);
		cli_enough(cli, !buf.failed);
		cli_writes(cli, buf.s, "--backup");
		sok_buf_free(&buf);
	}
}

void
inplace_run(struct cli *cli, struct inplace *inplace, cli_file_fn *file)
{
	cli->syncs = inplace->write;
	cli_find_files(cli);
	if (inplace->write && inplace->backup != NULL)
		claim_backups(cli, inplace);
	cli_confine(cli, CLI_SPOOLS | (inplace->write ? CLI_REPLACES : 0));
	cli_each(cli, !inplace->write, file);
}

void
inplace_finding(struct inplace *inplace, const struct sok_finding *finding)
{
	inplace->undecoded |= finding->rule == SOK_CHARSET_RULE;
	inplace->binary |= finding->rule == SOK_BINARY_RULE;
}

/* ---- the proof: digests, so that neither collection is kept in memory */

/* Convert n lines to UTF-8, in place; false on ENOMEM. */
static bool
make_utf8(struct sok_str *s, size_t n, struct sok_arena *arena)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i].len == 0)
			continue;
		s[i] = sok_charset_utf8(arena, s[i]);
		if (s[i].s == NULL)
			return false;
	}
	return true;
}

/* Add a puzzle to the digest of a file.  The order matters, and equal puzzles
 * do not cancel out.  0, -1 on ENOMEM. */
static int
count(const struct cli *cli, uint64_t *all, const struct sok_puzzle *puzzle)
{
	struct sok_arena arena = {0};
	struct sok_puzzle own;
	bool done = true;

	/* As UTF-8 the text does not depend on the character set. */
	if (cli->to_charset != NULL) {
		done = sok_puzzle_copy(&own, puzzle, &arena) == 0 &&
		    make_utf8(&own.raw, 1, &arena) &&
		    make_utf8(&own.title_line, 1, &arena) &&
		    make_utf8(&own.title, 1, &arena) &&
		    make_utf8(own.text.line, own.text.n, &arena);
		for (size_t i = 0; done && i < own.ngames; i++) {
			struct sok_game *game = &own.game[i];

			done = make_utf8(&game->title_line, 1, &arena) &&
			    make_utf8(&game->title, 1, &arena) &&
			    make_utf8(game->text.line, game->text.n, &arena);
		}
		puzzle = &own;
	}
	if (done)
		*all = (*all << 7 | *all >> 57) * 0x9e3779b97f4a7c15U ^
		    sok_puzzle_digest(puzzle);
	sok_arena_free(&arena);
	return done ? 0 : -1;
}

int
inplace_count(const struct cli *cli, struct inplace *inplace,
    const struct sok_puzzle *puzzle)
{
	return inplace->write ? count(cli, &inplace->digest, puzzle) : 0;
}

/* Read the new file as any program does: 0, and *why if it must not replace the
 * old one; -1 with errno. */
static int
read_back(struct cli *cli, const struct inplace *inplace, const char *name,
    int fd, const char **why)
{
	struct sok_read_options options = cli->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *puzzle;
	struct sok_reader *reader = NULL;
	uint64_t digest = 0;

	options.name = name;
	options.charset = inplace->charset;
	if (!inplace->squares) {
		options.squares = NULL;
		options.squares_apart = false;
	}
	if (lseek(fd, 0, SEEK_SET) != -1)
		reader = sok_reader_open(fd, &options, &quiet);
	if (reader == NULL)
		return -1;
	int got = sok_read(reader, &puzzle);
	const struct sok_format *format = sok_reader_format(reader);
	struct sok_puzzle header = {.text = sok_reader_header(reader)->text};
	if (count(cli, &digest, &header) == -1)
		got = -1;
	while (got == 1)
		got = count(cli, &digest, puzzle) == -1
		    ? -1
		    : sok_read(reader, &puzzle);
	sok_reader_close(reader);
	if (got == -1)
		return -1;

	if (!sok_format_is_text(format))
		*why = "it would no longer be read as text";
	else if (digest == inplace->digest)
		*why = inplace->undecoded ? "some of its bytes would be lost"
		                          : NULL;
	else if (quiet.limit_hit)
		*why = "the new text would be over a limit, which --limit can "
		       "raise";
	else
		*why = cli->to_charset != NULL
		    ? "its text cannot all be written in that character set"
		    : "internal error: the new text does not read back as the "
		      "same puzzles";
	return 0;
}

/* ---- both files */

/* Open both files; 0, -1 with errno.  The caller closes them. */
static int
open_pair(const struct inplace *inplace, struct pair *pair)
{
	struct sok_stream *from = pair->op->stream;

	if (inplace->write) {
		pair->after =
		    sok_output_replace(pair->op->path, inplace->backup);
		if (pair->after != NULL)
			pair->before = dup(sok_output_original(pair->after));
		return pair->before == -1 ? -1 : 0;
	}

	/* The old text is read twice, so a stream is copied. */
	if (from == NULL) {
		pair->before = dup(pair->op->fd);
	} else {
		struct sok_output *copy = sok_output_spool();
		bool read =
		    copy == NULL || sok_output_copy_stream(copy, from, -1) == 0;

		if (copy != NULL && read)
			pair->before = sok_output_reopen(copy);
		if (read && pair->before == -1)
			pair->culprit = temporary;
		(void)sok_output_close(copy, false);
	}
	if (pair->before == -1)
		return -1;
	pair->after = sok_output_compare(pair->before, !inplace->diff);
	return pair->after == NULL ? -1 : 0;
}

/* Whether a puzzle shows that its file is a collection: it has a board, or a
 * game below a heading. */
static bool
is_certain(const struct sok_puzzle *puzzle)
{
	bool certain = puzzle->has_board;

	for (size_t i = 0; i < puzzle->ngames; i++)
		certain |= puzzle->game[i].title.len > 0;
	return certain;
}

/* Find the format of a file and, if it was found in a folder, whether it is
 * certain to be a collection.  The first puzzle decides what the format is.
 * NULL with errno. */
static const struct sok_format *
find_kind(struct cli *cli, const struct cli_operand *in, bool *certain)
{
	struct sok_sink quiet = {.fn = NULL};
	const struct sok_format *kind = NULL;
	struct sok_reader *reader = cli_reader(cli, in, &quiet);
	struct sok_puzzle *puzzle;
	int got = reader == NULL ? -1 : sok_read(reader, &puzzle);

	if (got != -1)
		kind = sok_reader_format(reader);
	/* Nothing is certain of what was not read, which is reported later. */
	*certain = !in->met;
	while (got == 1 && !*certain) {
		*certain = is_certain(puzzle);
		got = sok_read(reader, &puzzle);
	}
	*certain |= quiet.limit_hit || got == -1;
	sok_reader_close(reader);
	return kind;
}

/* Write the new text: 1, 0 if the old one is not text (reported), -1 with
 * errno. */
static int
write_new(struct cli *cli, struct inplace *inplace, const struct pair *pair)
{
	struct cli_operand in = *pair->op;
	struct sok_pos pos = {in.name, 1, 1};
	const char *packed;
	int is_packed;
	bool certain;

	if (inplace->write) {
		is_packed = sok_packed_detect(pair->before, &packed);
		if (is_packed == -1)
			return -1;
		if (is_packed == 1) {
			cli_error(cli,
			    "%s: is packed (%s) and cannot be rewritten in "
			    "place; left unchanged",
			    in.name, packed);
			return 0;
		}
	}

	in.fd = pair->before;
	in.regular = true; /* what was not is a copy, which is */
	in.stream = NULL;
	const struct sok_format *kind = find_kind(cli, &in, &certain);
	if (kind == NULL)
		return -1;
	if (!sok_format_is_text(kind)) {
		cli_error(cli,
		    "%s: is %s, not text; left unchanged, use sokconv to "
		    "convert it",
		    in.name, kind->name);
		return 0;
	}

	/* A text that only looks like moves is not touched. */
	if (!certain) {
		sok_report_as(&cli->sink, SOK_NOTE, SOK_NO_PUZZLE_RULE, pos,
		    NULL, NULL,
		    "no board was recognised in this file; it was left "
		    "unchanged");
		return 0;
	}
	if (lseek(pair->before, 0, SEEK_SET) == -1 ||
	    inplace->rewrite(cli, &in, pair->after) == -1)
		return -1;
	/* Of two versions in one file neither is the right one. */
	if (cli->sink.conflict)
		cli_raise(cli, CLI_NO);
	return inplace->binary || cli->sink.conflict ? 0 : 1;
}

/* ---- what changed */

/* Print the name for other programs: 1, -1 with errno.  Only characters that
 * would forge a line or control a terminal or a log are escaped, and on a
 * terminal also those that change the order of what it shows. */
static int
list(struct cli *cli, const char *name)
{
	struct sok_output *out = cli_output(cli);
	const unsigned char *at = (const unsigned char *)name;
	bool plain = strstr(name, "##") == NULL &&
	    (cli->output != NULL || !isatty(STDOUT_FILENO));

	/* Some control characters have two bytes in UTF-8. */
	for (; *at != '\0'; at++)
		plain &= *at >= ' ' && *at != 0x7f &&
		    (*at != 0xc2 || at[1] < 0x80 || at[1] >= 0xa0);
	sok_out(out, cli_name_guard(name));
	if (plain)
		sok_out(out, sok_str(name));
	else if (!cli_escape(out, sok_str(name)))
		return -1;
	sok_outc(out, '\n');
	return 1;
}

/* Print a unified diff, with the name escaped as in messages: 1, -1 with
 * errno. */
static int
show_diff(struct cli *cli, int new, struct pair *pair)
{
	struct sok_buf label = {0};
	bool spool = false;
	int got = -1;

	sok_escape(&label, sok_str(pair->op->name));
	if (!label.failed)
		got = diff_print(cli_text_output(cli), pair->before, new,
		    sok_buf_str(&label), &spool);
	if (spool)
		pair->culprit = temporary;
	sok_buf_free(&label);
	return got == -1 ? -1 : 1;
}

/* Compare the texts, with -w decide whether the new one may replace the old
 * one, and show the changes: 1; 0 if there are none or it may not; -1 with
 * errno. */
static int
compare(struct cli *cli, const struct inplace *inplace, struct pair *pair)
{
	const char *name = pair->op->name, *why = NULL;
	int new = -1, got = sok_output_equal(pair->after);

	if (got != 0)
		return got == 1 ? 0 : -1;
	if (inplace->write || inplace->diff) {
		new = sok_output_reopen(pair->after);
		if (new == -1)
			return -1;
	}

	got = 1;
	if (!inplace->write)
		cli_raise(cli, CLI_NO);
	else if (cli_status(cli) == CLI_TROUBLE || inplace->refused)
		why = "not all of it could be formatted";
	else if (!inplace->marked &&
	    read_back(cli, inplace, name, new, &why) == -1)
		got = -1;
	if (why != NULL) {
		cli_error(cli, "%s: not rewritten: %s; the file is unchanged",
		    name, why);
		got = 0;
	}

	if (got == 1 && inplace->list)
		got = list(cli, name);
	if (got == 1 && inplace->diff)
		got = show_diff(cli, new, pair);
	if (new != -1)
		close(new);
	return got;
}

/* Every operand has its own status, which decides whether it is replaced.  0:
 * errors are reported. */
int
inplace_file(
    struct cli *cli, struct inplace *inplace, const struct cli_operand *op)
{
	struct pair pair = {.op = op, .before = -1};

	if (inplace->write && op->is_stdin) {
		cli_error(cli, "standard input cannot be rewritten in place");
		return 0;
	}
	bool conflict = cli->sink.conflict;

	cli->headed = cli->sink.conflict = false;
	inplace->digest = 0;
	inplace->refused = inplace->undecoded = inplace->binary =
	    inplace->marked = false;
	int got = open_pair(inplace, &pair);
	if (got == 0)
		got = write_new(cli, inplace, &pair);
	if (got == 1)
		got = compare(cli, inplace, &pair);
	if (got == -1 && inplace->diff && !inplace->write &&
	    pair.after != NULL && sok_output_failed(pair.after))
		pair.culprit = temporary;
	if (got == 1 && inplace->write && sok_output_commit(pair.after) == -1) {
		pair.culprit = sok_output_culprit(pair.after);
		got = -1;
	}

	if (got == -1 && pair.culprit != NULL)
		cli_trouble(cli, pair.culprit, errno);
	else if (got == -1)
		cli_read_trouble(cli, op, NULL, errno);
	if (pair.before != -1)
		close(pair.before);
	(void)sok_output_close(pair.after, false);
	cli->sink.conflict |= conflict;
	return 0;
}
