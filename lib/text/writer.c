/* writer.c - the common part of all writers: the order of the calls, and the
 * account of what a format cannot represent. */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/text.h"
#include "text/variant.h"
#include "text/writer.h"

static struct sok_pos
place(const struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	return puzzle != NULL ? puzzle->pos
	                      : (struct sok_pos){.file = writer->options.name};
}

/* A place that is reported at the end.  If only a record names the file, the
 * name lives only as long as the puzzle. */
static struct sok_pos
keep_place(struct sok_writer *writer, struct sok_pos pos)
{
	if (pos.file == NULL || pos.file == writer->operand ||
	    pos.file == writer->options.name)
		return pos;
	writer_fails(writer, pos_copy(&pos, &writer->names) == -1);
	return pos;
}

void
writer_lost(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const char *one, const char *many, size_t n)
{
	size_t i = 0;

	if (n == 0)
		return;
	while (i < writer->nlost && strcmp(writer->lost[i].one, one) != 0)
		i++;
	if (i == writer->nlost) {
		assert(writer->nlost < WRITER_KINDS);
		writer->lost[writer->nlost++] = (struct writer_loss){
		    one, many, 0, keep_place(writer, place(writer, puzzle))};
	}
	writer->lost[i].n += n;
}

static void
add_guess(struct sok_writer *writer, struct sok_pos pos)
{
	if (!writer->guessed)
		writer->guess = keep_place(writer, pos);
	writer->guessed = true;
}

struct sok_str
writer_utf8(struct sok_writer *writer, struct sok_str s)
{
	bool guessed = false;

	if (s.len > 0)
		s = writer_made(
		    writer, charset_guess(&writer->arena, s, &guessed));
	if (guessed)
		add_guess(writer, writer->at);
	return s;
}

bool
writer_refuse(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const char *fmt, ...)
{
	char why[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	writer->refused = true;
	sok_report(writer->sink, SOK_CANNOT_HOLD_RULE, place(writer, puzzle),
	    puzzle, NULL, "not written: %s cannot hold %s",
	    writer->format->name, why);
	return false;
}

void
writer_warn(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    enum sok_rule rule, const char *fmt, ...)
{
	char what[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	writer->refused = true;
	sok_report_as(writer->sink,
	    writer->options.strict ? SOK_ERROR : SOK_WARNING, rule,
	    place(writer, puzzle), puzzle, NULL, "%s", what);
}

static void
close_state(struct sok_writer *writer)
{
	if (writer->format->writer->close != NULL)
		writer->format->writer->close(writer);
	free(writer->state);
	free(writer->other);
	writer->state = writer->other = NULL;
}

/* Begin a file; false with errno. */
static bool
writer_start(struct sok_writer *writer, struct sok_output *out)
{
	const struct sok_write_ops *ops = writer->format->writer;

	writer->out = out;
	writer->written = 0;
	writer->begun = false;
	/* Binary formats and those that declare UTF-8 are not converted. */
	if (writer->options.charset != NULL &&
	    !(writer->format->flags & (SOK_BINARY | SOK_UNICODE)) &&
	    sok_output_charset(out, writer->options.charset) == -1)
		return false;
	writer->state = calloc(1, ops->state + 1);
	if (writer->state == NULL)
		return false;
	if (ops->begin == NULL || ops->begin(writer))
		return true;
	close_state(writer);
	return false;
}

/* What a function of the writer answers: -1 with errno once memory has failed,
 * else `got`. */
static int
result(const struct sok_writer *writer, int got)
{
	if (writer->failed)
		errno = ENOMEM;
	return writer->failed ? -1 : got;
}

struct sok_writer *
sok_writer_open(const struct sok_format *format, struct sok_output *out,
    const struct sok_write_options *options, struct sok_sink *sink)
{
	struct sok_writer *writer = NULL;

	if (format == NULL || format->writer == NULL)
		errno = EINVAL;
	else if (out != NULL) /* else opening the output has set errno */
		writer = calloc(1, sizeof(*writer));
	if (writer == NULL)
		return NULL;
	writer->format = format;
	writer->options = *options;
	writer->sink = sink;
	if (writer_start(writer, out))
		return writer;
	free(writer);
	return NULL;
}

size_t
writer_lines(const struct sok_text *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->n; i++)
		n += text->line[i].len > 0;
	return n;
}

/* Whether a reader of the output would take the puzzle, which has a board, for
 * one of another variant; -1 on ENOMEM. */
static int SOK_APART
reads_as_other(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	enum sok_variant variant = puzzle->variant;
	const struct sok_board *board = &puzzle->board;
	struct naming naming =
	    naming_over(key_naming(&puzzle->text), writer->top);
	/* What the shape and braces in a game tell a reader. */
	if (!naming.grid) {
		int hexoban = variant_is_hexoban(board, &writer->arena);

		if (hexoban == -1)
			return -1;
		naming.variant |= hexoban == 1 ? SOK_HEXOBAN : SOK_SOKOBAN;
	}
	if (naming.variant != SOK_UNSUPPORTED && multiban_first(puzzle) != NULL)
		naming.variant |= SOK_MULTIBAN;
	/* With one player, both games are the same. */
	if (board->players <= 1)
		return sok_variant_base(naming.variant) !=
		    sok_variant_base(variant);
	return naming.variant != variant;
}

/* Whether the puzzle needs a key that names its variant; -1 on ENOMEM. */
static inline int
needs_game(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	if (writer->options.same_game || writer->format->reader == NULL ||
	    !puzzle->has_board || puzzle->variant == SOK_UNSUPPORTED)
		return 0;
	/* Most puzzles are obviously Sokoban. */
	if (puzzle->variant == SOK_SOKOBAN &&
	    !key_may_name_game(&puzzle->text) && !naming_any(&writer->top) &&
	    variant_has_corner(&puzzle->board))
		return 0;
	return reads_as_other(writer, puzzle);
}

/* Whether the puzzle has orders of its header that a reader of the output, or
 * of this part of it, would not find. */
static bool
needs_orders(const struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	return header_has_orders(puzzle->header) &&
	    !writer->options.same_game && writer->format->reader != NULL &&
	    (writer->format->writer->alone || !writer->orders) &&
	    orders_inherited(puzzle, puzzle->header);
}

int
sok_write_header(struct sok_writer *writer, const struct sok_header *header)
{
	const struct sok_write_ops *ops = writer->format->writer;
	struct sok_header own = *header;
	/* An empty header ends the effect of another one. */
	bool ends = writer->lasting && header->text.n == 0;
	/* When read back, the header applies to the whole file: a later header
	 * does if its own lines are all that marks it. */
	bool top = !(writer->format->flags & SOK_BINARY) &&
	    (!header->later || (ops->lasts && !writer->begun));
	bool remarks = header->later && ops->remarks;

	writer->lasting =
	    ops->lasts && header->later && header->text.n > 0 && writer->begun;
	writer->merged = header->merged ? header : NULL;
	writer->at = (struct sok_pos){.file = header->file};
	writer->operand = header->file;
	writer->top = (struct naming){.grid = false};
	writer->orders = !header->merged && header_has_orders(header);
	if (!header->merged)
		writer->top = key_naming(&header->text);
	if (header->text.n == 0 && !ends)
		return 0;
	if (ops->header == NULL) {
		bool author = ops->author &&
		    sok_text_get(&header->text, SOK_STR("Author")).s != NULL;

		/* With one file per puzzle the same header comes repeatedly. */
		if (writer->headless != header->file)
			writer_lost(writer, NULL, "line of the header",
			    "lines of the header",
			    writer_lines(&header->text) - author);
		writer->headless = header->file;
		return 0;
	}
	sok_arena_reset(&writer->arena);
	if (remarks)
		sok_report(writer->sink, SOK_LOSSY_RULE,
		    (struct sok_pos){.file = header->file}, NULL, NULL,
		    "a later header was written as `::` lines");
	if ((remarks || (header->merged && top)) &&
	    header_remarks(&own.text, remarks, &writer->arena) == -1)
		return -1;
	ops->header(writer, &own);
	writer->begun = true;
	return result(writer, 0);
}

/* The puzzle as one that may be changed: a copy of the caller's, made in *own
 * by the first change. */
static struct sok_puzzle *SOK_APART
changed(const struct sok_puzzle **puzzle, struct sok_puzzle *own)
{
	if (*puzzle != own)
		*own = **puzzle;
	*puzzle = own;
	return own;
}

/* Give a puzzle what a reader of the output would not find elsewhere: what it
 * inherits from a header that was merged with others, its macros, its orders,
 * and a key that names its variant.  0, -1 on ENOMEM. */
static int
complete(struct sok_writer *writer, const struct sok_puzzle **puzzle,
    struct sok_puzzle *own)
{
	const struct sok_header *header = (*puzzle)->header;
	struct sok_arena *arena = &writer->arena;

	if (writer->merged != NULL && header == writer->merged &&
	    sok_inherit(
	        changed(puzzle, own), header, NULL, writer->sink, arena) < 0)
		return -1;
	if (header != NULL && !writer->format->writer->defines &&
	    sok_uses_macros(*puzzle) &&
	    sok_expand_macros(
	        changed(puzzle, own), header, NULL, writer->sink, arena) == -1)
		return -1;
	/* Before a key names the variant, which would end the inheritance. */
	if (needs_orders(writer, *puzzle) &&
	    orders_own(changed(puzzle, own), header, arena) == -1)
		return -1;
	int named = needs_game(writer, *puzzle);
	if (named != 1)
		return named;
	return key_insert(&changed(puzzle, own)->text, SOK_STR("Game"),
	    sok_str(sok_variant_name((*puzzle)->variant)), arena);
}

int
sok_write(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_puzzle own;

	sok_arena_reset(&writer->arena);
	writer->bare = false;
	writer->at = puzzle->pos;
	writer->operand = puzzle->header != NULL ? puzzle->header->file : NULL;
	if (writer->format->flags & SOK_ONE_PUZZLE &&
	    writer->options.columns == 0 && writer->written > 0)
		return writer_refuse(
		    writer, puzzle, "more than one puzzle in a file");
	if (puzzle->raw.s != NULL && !writer->format->writer->raw) {
		/* Lines that come in parts are reported once. */
		if (!puzzle->raw_goes_on)
			(void)writer_refuse(
			    writer, puzzle, "lines that are over a limit");
		return 0;
	}
	if (complete(writer, &puzzle, &own) == -1)
		return -1;
	bool written =
	    writer->format->writer->puzzle(writer, puzzle) && !writer->failed;
	writer->written += written;
	writer->begun |= written;
	return result(writer, written);
}

bool
sok_writer_bare(const struct sok_writer *writer)
{
	return writer->bare;
}

int
sok_writer_end(struct sok_writer *writer)
{
	if (writer->state == NULL)
		return 0;
	if (writer->format->writer->end != NULL)
		writer->format->writer->end(writer);
	/* The output remembers write errors. */
	if (writer->options.charset != NULL &&
	    sok_output_flush(writer->out) == 0) {
		writer->replaced += sok_output_replaced(writer->out);
		if (sok_output_guessed(writer->out))
			add_guess(writer, place(writer, NULL));
	}
	close_state(writer);
	return result(writer, 0);
}

int
sok_writer_next(struct sok_writer *writer, struct sok_output *out)
{
	return sok_writer_end(writer) == 0 && writer_start(writer, out) ? 0
	                                                                : -1;
}

/* ---- what was lost */

void
sok_output_report_replaced(size_t n, const char *charset, const char *name,
    enum sok_severity severity, struct sok_sink *sink)
{
	const char *characters = n == 1 ? "character" : "characters";
	const char *them = n == 1 ? "it" : "them";

	if (n > 0)
		sok_report_as(sink, severity, SOK_CHARSET_RULE,
		    (struct sok_pos){.file = name}, NULL, NULL,
		    "%zu %s written as `?`: %s does not have %s", n, characters,
		    charset, them);
}

void
sok_output_report_guessed(
    struct sok_pos pos, enum sok_severity severity, struct sok_sink *sink)
{
	sok_report_as(sink, severity, SOK_LOSSY_RULE, pos, NULL, NULL,
	    "text that is not UTF-8 was read as windows-1252; --charset "
	    "decodes other character sets");
}

/* The noun for the things of a kind. */
static const char *
noun_of(const struct writer_loss *loss)
{
	return loss->n == 1 ? loss->one : loss->many;
}

/* Report how many things of a kind were dropped, and which others. */
static void
report_kind(const struct sok_writer *writer, const struct writer_loss *loss,
    enum sok_severity severity, struct sok_str more)
{
	const char *them = loss->n == 1 && more.len == 0 ? "it" : "them";

	if (writer->options.strict)
		severity = SOK_ERROR;
	sok_report_as(writer->sink, severity, SOK_LOSSY_RULE, loss->pos, NULL,
	    NULL, "%zu %s dropped%.*s: %s cannot hold %s", loss->n,
	    noun_of(loss), (int)more.len, more.s, writer->format->name, them);
}

/* What the writer has not written unchanged, at the end. */
static void
report_lost(struct sok_writer *writer)
{
	/* Nobody expects these in a picture or with bare boards. */
	static const char *const expected[] = {"line of the header", "title",
	    "title line", "author", "line of notes", "solution", "snapshot",
	    "remark"};
	enum sok_severity severity =
	    writer->options.strict ? SOK_ERROR : SOK_WARNING;
	const struct writer_loss *first = NULL;
	const size_t n = SOK_COUNT(expected);
	struct sok_buf more = {0};

	/* All kinds that are expected to be lost are one finding. */
	for (size_t i = 0; i < writer->nlost; i++) {
		const struct writer_loss *loss = &writer->lost[i];
		size_t kind = writer->format->writer->bare ? 0 : n;

		while (kind < n && strcmp(loss->one, expected[kind]) != 0)
			kind++;
		if (kind == n)
			report_kind(writer, loss, SOK_WARNING, SOK_STR(""));
		else if (first == NULL)
			first = loss;
		else
			sok_buf_fmt(&more, "%s%zu %s",
			    more.len == 0 ? ", and " : ", ", loss->n,
			    noun_of(loss));
	}
	if (first != NULL)
		report_kind(writer, first, SOK_NOTE, sok_buf_str(&more));
	sok_buf_free(&more);

	const char *characters =
	    writer->marked == 1 ? "control character" : "control characters";
	const char *them = writer->marked == 1 ? "it" : "them";
	if (writer->marked > 0)
		sok_report_as(writer->sink, severity, SOK_LOSSY_RULE,
		    place(writer, NULL), NULL, NULL,
		    "%zu %s became U+FFFD: %s cannot hold %s", writer->marked,
		    characters, writer->format->name, them);
	if (writer->guessed)
		sok_output_report_guessed(
		    writer->guess, severity, writer->sink);
	sok_output_report_replaced(writer->replaced, writer->options.charset,
	    writer->options.name, severity, writer->sink);
}

int
sok_writer_close(struct sok_writer *writer)
{
	if (writer == NULL)
		return 0;
	int got = sok_writer_end(writer);
	int error = errno;
	report_lost(writer);
	if (got == 0 && writer->options.strict &&
	    (writer->nlost > 0 || writer->refused || writer->replaced > 0 ||
	        writer->marked > 0 || writer->guessed))
		got = 1;
	sok_arena_free(&writer->arena);
	sok_arena_free(&writer->names);
	free(writer);
	errno = error;
	return got;
}
