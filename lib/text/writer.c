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
place(const struct sok_writer *w, const struct sok_puzzle *p)
{
	return p != NULL ? p->pos : (struct sok_pos){.file = w->o.name};
}

/* A place that is reported at the end.  If only a record names the file, the
 * name lives only as long as the puzzle. */
static struct sok_pos
keep_place(struct sok_writer *w, struct sok_pos pos)
{
	if (pos.file == NULL || pos.file == w->operand || pos.file == w->o.name)
		return pos;
	writer_fails(w, pos_copy(&pos, &w->names) == -1);
	return pos;
}

void
writer_lost(struct sok_writer *w, const struct sok_puzzle *p, const char *one,
    const char *many, size_t n)
{
	size_t i = 0;

	if (n == 0)
		return;
	while (i < w->nlost && strcmp(w->lost[i].one, one) != 0)
		i++;
	if (i == w->nlost) {
		assert(w->nlost < WRITER_KINDS);
		w->lost[w->nlost++] = (struct writer_loss){
		    one, many, 0, keep_place(w, place(w, p))};
	}
	w->lost[i].n += n;
}

static void
add_guess(struct sok_writer *w, struct sok_pos pos)
{
	if (!w->guessed)
		w->guess = keep_place(w, pos);
	w->guessed = true;
}

struct sok_str
writer_utf8(struct sok_writer *w, struct sok_str s)
{
	bool guessed = false;

	if (s.len > 0)
		s = writer_made(w, charset_guess(&w->arena, s, &guessed));
	if (guessed)
		add_guess(w, w->at);
	return s;
}

bool
writer_refuse(
    struct sok_writer *w, const struct sok_puzzle *p, const char *fmt, ...)
{
	char why[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	w->refused = true;
	sok_report(w->sink, SOK_CANNOT_HOLD_RULE, place(w, p), p, NULL,
	    "not written: %s cannot hold %s", w->format->name, why);
	return false;
}

void
writer_warn(struct sok_writer *w, const struct sok_puzzle *p,
    enum sok_rule rule, const char *fmt, ...)
{
	char what[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	w->refused = true;
	sok_report_as(w->sink, w->o.strict ? SOK_ERROR : SOK_WARNING, rule,
	    place(w, p), p, NULL, "%s", what);
}

static void
close_state(struct sok_writer *w)
{
	if (w->format->writer->close != NULL)
		w->format->writer->close(w);
	free(w->state);
	free(w->other);
	w->state = w->other = NULL;
}

/* Begin a file; false with errno. */
static bool
writer_start(struct sok_writer *w, struct sok_output *out)
{
	const struct sok_write_ops *f = w->format->writer;

	w->out = out;
	w->written = 0;
	w->begun = false;
	/* Binary formats and those that declare UTF-8 are not converted. */
	if (w->o.charset != NULL &&
	    !(w->format->flags & (SOK_BINARY | SOK_UNICODE)) &&
	    sok_output_charset(out, w->o.charset) == -1)
		return false;
	w->state = calloc(1, f->state + 1);
	if (w->state == NULL)
		return false;
	if (f->begin == NULL || f->begin(w))
		return true;
	close_state(w);
	return false;
}

static int
result(const struct sok_writer *w, int r)
{
	if (w->failed)
		errno = ENOMEM;
	return w->failed ? -1 : r;
}

struct sok_writer *
sok_writer_open(const struct sok_format *f, struct sok_output *out,
    const struct sok_write_options *o, struct sok_sink *sink)
{
	struct sok_writer *w = NULL;

	if (f == NULL || f->writer == NULL)
		errno = EINVAL;
	else if (out != NULL) /* else opening the output has set errno */
		w = calloc(1, sizeof(*w));
	if (w == NULL)
		return NULL;
	w->format = f;
	w->o = *o;
	w->sink = sink;
	if (writer_start(w, out))
		return w;
	free(w);
	return NULL;
}

size_t
writer_lines(const struct sok_text *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += t->line[i].len > 0;
	return n;
}

/* The text of a header of merged collections.  At the top, keys that puzzles
 * inherit become remarks, because they would apply to the puzzles of the other
 * collections as well.  A later header is written below the puzzle above: all
 * lines become remarks, with a finding.  -1 on ENOMEM. */
static int
make_remarks(struct sok_writer *w, const struct sok_header *h, bool later,
    struct sok_text *t)
{
	static const char *const inherited[] = {"Author", "Copyright", "Game",
	    "Puzzle Type", "Variant", "boxorder", "goalorder"};
	struct sok_str value;

	if (later)
		sok_report(w->sink, SOK_LOSSY_RULE,
		    (struct sok_pos){.file = h->file}, NULL, NULL,
		    "a later header was written as `::` lines");
	*t = h->text;
	if (text_own(t, &w->arena) == -1)
		return -1;
	for (size_t i = 0; (i = later ? i : key_outside(t, i)) < t->n; i++) {
		bool remark = later;

		for (size_t k = 0; k < SOK_COUNT(inherited) && !remark; k++)
			remark =
			    key_is(t->line[i], sok_str(inherited[k]), &value) &&
			    value.len > 0;
		if (remark)
			t->line[i] = foreign_remark(t->line[i], &w->arena);
		if (t->line[i].s == NULL)
			return -1;
	}
	return 0;
}

/* Whether the puzzle needs a key that names its variant; -1 on ENOMEM. */
static int
needs_game(struct sok_writer *w, const struct sok_puzzle *p)
{
	enum sok_variant v = p->variant;
	const struct sok_board *b = &p->board;

	if (w->o.same_game || w->format->reader == NULL || !p->has_board ||
	    v == SOK_UNSUPPORTED)
		return 0;
	struct naming n = key_naming(&p->text);
	/* Most puzzles are obviously Sokoban. */
	if (v == SOK_SOKOBAN && !naming_any(n) && !naming_any(w->top) &&
	    variant_has_corner(b))
		return 0;
	n = naming_over(n, w->top);
	/* What the shape and braces in a game tell a reader. */
	if (!n.grid) {
		int hexoban = variant_is_hexoban(b, &w->arena);

		if (hexoban == -1)
			return -1;
		n.variant |= hexoban == 1 ? SOK_HEXOBAN : SOK_SOKOBAN;
	}
	if (n.variant != SOK_UNSUPPORTED && multiban_first(p) != NULL)
		n.variant |= SOK_MULTIBAN;
	/* With one player, both games are the same. */
	if (b->players <= 1)
		return sok_variant_base(n.variant) != sok_variant_base(v);
	return n.variant != v;
}

int
sok_write_header(struct sok_writer *w, const struct sok_header *h)
{
	const struct sok_write_ops *f = w->format->writer;
	struct sok_header own = *h;
	/* An empty header ends the effect of another one. */
	bool ends = w->lasting && h->text.n == 0;
	/* When read back, the header applies to the whole file: a later header
	 * does if its own lines are all that marks it. */
	bool top = !(w->format->flags & SOK_BINARY) &&
	    (!h->later || (f->lasts && !w->begun));
	bool remarks = h->later && f->remarks;

	w->lasting = f->lasts && h->later && h->text.n > 0 && w->begun;
	w->merged = h->merged ? h : NULL;
	w->at = (struct sok_pos){.file = h->file};
	w->operand = h->file;
	w->top = (struct naming){.grid = false};
	if (!h->merged)
		w->top = key_naming(&h->text);
	if (h->text.n == 0 && !ends)
		return 0;
	if (f->header == NULL) {
		bool author = f->author &&
		    sok_text_get(&h->text, SOK_STR("Author")).s != NULL;

		/* With one file per puzzle the same header comes repeatedly. */
		if (w->headless != h->file)
			writer_lost(w, NULL, "line of the header",
			    "lines of the header",
			    writer_lines(&h->text) - author);
		w->headless = h->file;
		return 0;
	}
	sok_arena_reset(&w->arena);
	if ((remarks || (h->merged && top)) &&
	    make_remarks(w, h, remarks, &own.text) == -1)
		return -1;
	f->header(w, &own);
	w->begun = true;
	return result(w, 0);
}

int
sok_write(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own;

	sok_arena_reset(&w->arena);
	w->bare = false;
	w->at = p->pos;
	w->operand = p->header != NULL ? p->header->file : NULL;
	if (w->format->flags & SOK_ONE_PUZZLE && w->o.columns == 0 &&
	    w->written > 0)
		return writer_refuse(w, p, "more than one puzzle in a file");
	if (p->raw.s != NULL && !w->format->writer->raw)
		return !p->raw_goes_on &&
		    writer_refuse(w, p, "lines that are over a limit");
	if (w->merged != NULL && p->header == w->merged) {
		own = *p;
		p = &own;
		if (sok_inherit(&own, w->merged, NULL, w->sink, &w->arena) < 0)
			return -1;
	}
	int named = needs_game(w, p);
	if (named == 1) {
		own = *p;
		p = &own;
		named = key_insert(&own.text, SOK_STR("Game"),
		    sok_str(sok_variant_name(p->variant)), &w->arena);
	}
	if (named == -1)
		return -1;
	bool written = w->format->writer->puzzle(w, p) && !w->failed;
	w->written += written;
	w->begun |= written;
	return result(w, written);
}

bool
sok_writer_bare(const struct sok_writer *w)
{
	return w->bare;
}

int
sok_writer_end(struct sok_writer *w)
{
	if (w->state == NULL)
		return 0;
	if (w->format->writer->end != NULL)
		w->format->writer->end(w);
	/* The output remembers write errors. */
	if (w->o.charset != NULL && sok_output_flush(w->out) == 0) {
		w->replaced += sok_output_replaced(w->out);
		if (sok_output_guessed(w->out))
			add_guess(w, place(w, NULL));
	}
	close_state(w);
	return result(w, 0);
}

int
sok_writer_next(struct sok_writer *w, struct sok_output *out)
{
	return sok_writer_end(w) == 0 && writer_start(w, out) ? 0 : -1;
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
noun_of(const struct writer_loss *k)
{
	return k->n == 1 ? k->one : k->many;
}

/* Report how many things of a kind were dropped, and which others. */
static void
report_kind(const struct sok_writer *w, const struct writer_loss *k,
    enum sok_severity severity, struct sok_str more)
{
	const char *them = k->n == 1 && more.len == 0 ? "it" : "them";

	if (w->o.strict)
		severity = SOK_ERROR;
	sok_report_as(w->sink, severity, SOK_LOSSY_RULE, k->pos, NULL, NULL,
	    "%zu %s dropped%.*s: %s cannot hold %s", k->n, noun_of(k),
	    (int)more.len, more.s, w->format->name, them);
}

/* What the writer has not written unchanged, at the end. */
static void
report_lost(struct sok_writer *w)
{
	/* Nobody expects these in a picture or with bare boards. */
	static const char *const expected[] = {"line of the header", "title",
	    "title line", "author", "line of notes", "solution", "snapshot",
	    "remark"};
	enum sok_severity severity = w->o.strict ? SOK_ERROR : SOK_WARNING;
	const struct writer_loss *first = NULL;
	const size_t n = SOK_COUNT(expected);
	struct sok_buf more = {0};

	/* All kinds that are expected to be lost are one finding. */
	for (size_t i = 0; i < w->nlost; i++) {
		const struct writer_loss *k = &w->lost[i];
		size_t e = w->format->writer->bare ? 0 : n;

		while (e < n && strcmp(k->one, expected[e]) != 0)
			e++;
		if (e == n)
			report_kind(w, k, SOK_WARNING, SOK_STR(""));
		else if (first == NULL)
			first = k;
		else
			sok_buf_fmt(&more, "%s%zu %s",
			    more.len == 0 ? ", and " : ", ", k->n, noun_of(k));
	}
	if (first != NULL)
		report_kind(w, first, SOK_NOTE, sok_buf_str(&more));
	sok_buf_free(&more);

	const char *characters =
	    w->marked == 1 ? "control character" : "control characters";
	const char *them = w->marked == 1 ? "it" : "them";
	if (w->marked > 0)
		sok_report_as(w->sink, severity, SOK_LOSSY_RULE, place(w, NULL),
		    NULL, NULL, "%zu %s became U+FFFD: %s cannot hold %s",
		    w->marked, characters, w->format->name, them);
	if (w->guessed)
		sok_output_report_guessed(w->guess, severity, w->sink);
	sok_output_report_replaced(
	    w->replaced, w->o.charset, w->o.name, severity, w->sink);
}

int
sok_writer_close(struct sok_writer *w)
{
	if (w == NULL)
		return 0;
	int r = sok_writer_end(w);
	int error = errno;
	report_lost(w);
	if (r == 0 && w->o.strict &&
	    (w->nlost > 0 || w->refused || w->replaced > 0 || w->marked > 0 ||
	        w->guessed))
		r = 1;
	sok_arena_free(&w->arena);
	sok_arena_free(&w->names);
	free(w);
	errno = error;
	return r;
}
