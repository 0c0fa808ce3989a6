/* cli_message.c - prints errors of the system, remarks and usage messages, and
 * findings as lines that editors can parse. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "io/io.h"
#include "jobs/jobs.h"
#include "text/text.h"

#define TITLE_SHOWN 120 /* bytes of a title in a line */

struct sok_output *
cli_err(struct cli *c)
{
	const char *name = c->program->name;

	if (c->err == NULL)
		c->err = sok_output_fd(STDERR_FILENO);
	if (c->err == NULL) {
		(void)dprintf(STDERR_FILENO, "%s: out of memory\n", name);
		sok_output_cleanup();
		_exit(CLI_TROUBLE);
	}
	return c->err;
}

void
cli_flush(struct cli *c)
{
	if (c->err != NULL)
		(void)sok_output_flush(c->err);
}

/* An encoder needs whole lines. */
void
cli_flush_output(struct cli *c)
{
	if (c->out != NULL && c->output == NULL && c->to_charset == NULL)
		(void)sok_output_flush(c->out);
}

const char *
cli_reason(int errnum)
{
	static const struct {
		int errnum;
		const char *text;
	} own[] = {
	    {EDEADLK, "is both an input and the output"},
	    {EMLINK, "has other hard links; left unchanged"},
	    {ESTALE, "was changed meanwhile; left unchanged"},
	    {EPROTO,
	        "has an access control list or attributes that cannot be "
	        "kept; left unchanged"},
	    {ENOTSUP, "not a regular file"},
	    {ENOSYS, "built without the library for this format"},
	};

	for (size_t i = 0; i < SOK_COUNT(own); i++)
		if (own[i].errnum == errnum)
			return own[i].text;
	return strerror(errnum);
}

bool
cli_plain(struct sok_str s)
{
	const uint64_t every = UINT64_C(0x0101010101010101);
	uint64_t v;

	if (s.len > 2 && memchr(s.s + 2, '[', s.len - 2) != NULL)
		return false;
	if (s.len < sizeof(v)) {
		for (size_t i = 0; i < s.len; i++)
			if (s.s[i] < 0x20 || s.s[i] >= 0x7f)
				return false;
		return true;
	}
	/* Look at eight bytes at once; the last eight may overlap.  The highest
	 * bit of a byte outside printable ASCII is set in one of the terms. */
	for (size_t i = 0; i < s.len; i += sizeof(v)) {
		size_t last = s.len - sizeof(v);

		memcpy(&v, s.s + (i < last ? i : last), sizeof(v));
		v |= (v - every * 0x20) | (v + every);
		if ((v & every * 0x80) != 0)
			return false;
	}
	return true;
}

bool
cli_escape(struct sok_output *o, struct sok_str s)
{
	struct sok_buf b = {0};

	sok_escape(&b, s);
	bool enough = !b.failed;
	if (enough)
		sok_out(o, sok_buf_str(&b));
	/* This must also work without memory. */
	for (size_t i = 0; !enough && i < s.len; i++)
		sok_outc(o, s.s[i] >= ' ' && s.s[i] < 0x7f ? s.s[i] : '?');
	sok_buf_free(&b);
	return enough;
}

struct sok_str
cli_name_guard(const char *name)
{
	while (*name == ' ')
		name++;
	return name[0] == ':' && name[1] == ':' ? SOK_STR("./") : SOK_STR("");
}

SOK_PRINTF(2, 0)
static void
print_message(struct cli *c, const char *fmt, va_list ap)
{
	struct sok_output *o = cli_err(c);
	char text[8192] = "";

	(void)vsnprintf(text, sizeof(text), fmt, ap);
	cli_progress_clear(c);
	cli_flush_output(c);
	sok_outf(o, "%s: ", c->program->name);
	(void)cli_escape(o, sok_str(text));
	sok_outc(o, '\n');
	cli_flush(c);
}

void
cli_error(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	cli_raise(c, CLI_TROUBLE);
	va_start(ap, fmt);
	print_message(c, fmt, ap);
	va_end(ap);
}

void
cli_trouble(struct cli *c, const char *name, int errnum)
{
	if (name == NULL)
		cli_error(c, "%s", cli_reason(errnum));
	else
		cli_error(c, "%s: %s", name, cli_reason(errnum));
}

void
cli_remark(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	if (c->quiet)
		return;
	va_start(ap, fmt);
	print_message(c, fmt, ap);
	va_end(ap);
}

void
cli_give_up(struct cli *c)
{
	if (c->task)
		files_give_up(c);
	cli_flush(c);
	sok_output_cleanup();
	exit(CLI_TROUBLE);
}

void
cli_show_usage(struct cli *c)
{
	sok_outf(cli_err(c),
	    "usage: %s [options] [file ...] (-h lists the options)\n",
	    c->program->name);
	cli_give_up(c);
}

void
cli_usage(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(c, fmt, ap);
	va_end(ap);
	cli_show_usage(c);
}

void
cli_die(struct cli *c, const char *name, int errnum)
{
	cli_trouble(c, name, errnum);
	cli_give_up(c);
}

void
cli_enough(struct cli *c, bool enough)
{
	if (!enough)
		cli_die(c, NULL, ENOMEM);
}

void *
cli_must(struct cli *c, void *p)
{
	cli_enough(c, p != NULL);
	return p;
}

/* ---- findings */

void
cli_add_text(struct cli *c, struct sok_buf *b, struct sok_str s, size_t most)
{
	if (s.len <= most && cli_plain(s)) {
		sok_buf_add(b, s);
		return;
	}
	/* Decode the whole text before it is cut. */
	struct sok_str text = sok_charset_utf8(&c->scratch, s);
	struct sok_str shown = sok_str_clip(text, most);
	b->failed |= text.s == NULL;
	sok_escape(b, shown);
	if (shown.len < text.len)
		sok_buf_add(b, SOK_STR("..."));
	sok_arena_reset(&c->scratch);
}

void
cli_add_whose(struct cli *c, struct sok_buf *b, const struct sok_puzzle *p,
    const struct sok_game *g, size_t most)
{
	const struct sok_str title[] = {
	    p->title, g == NULL ? SOK_STR("") : g->title};

	sok_buf_add(b, SOK_STR("puzzle "));
	cli_add_number(b, p->number);
	for (int i = 0; i < 2; i++) {
		if (title[i].len == 0)
			continue;
		sok_buf_add(b, i == 0 ? SOK_STR(" \"") : SOK_STR(", \""));
		cli_add_text(c, b, title[i], most);
		sok_buf_addc(b, '"');
	}
	if (g != NULL && title[1].len == 0 && g >= p->game &&
	    g < p->game + p->ngames) {
		sok_buf_add(b, SOK_STR(", game "));
		cli_add_number(b, sok_game_number(p, g));
	}
}

void
cli_add_number(struct sok_buf *b, size_t n)
{
	if (sok_buf_room(b, SOK_DIGITS))
		b->len += sok_digits(b->s + b->len, n);
}

void
cli_add_place(struct sok_buf *b, struct sok_pos pos, const char *before_line,
    const char *before_column)
{
	if (pos.line == 0)
		return;
	sok_buf_add(b, sok_str(before_line));
	cli_add_number(b, pos.line);
	if (pos.col == 0)
		return;
	sok_buf_add(b, sok_str(before_column));
	cli_add_number(b, pos.col);
}

void
cli_add_finding(struct cli *c, struct sok_buf *b, const struct sok_finding *f,
    const struct sok_output *o)
{
	static const char *const colour[] = {[SOK_NOTE] = "\033[1;36m",
	    [SOK_WARNING] = "\033[1;35m",
	    [SOK_ERROR] = "\033[1;31m"};
	bool coloured = o == c->err ? c->colour_err : c->colour_out;

	if (f->pos.file != NULL) {
		sok_buf_add(b, cli_name_guard(f->pos.file));
		cli_add_text(c, b, sok_str(f->pos.file), SIZE_MAX);
	}
	cli_add_place(b, f->pos, ":", ":");
	if (f->pos.file != NULL)
		sok_buf_add(b, SOK_STR(": "));
	if (coloured)
		sok_buf_add(b, sok_str(colour[f->severity]));
	sok_buf_add(b, sok_str(sok_severity_name[f->severity]));
	sok_buf_add(b, coloured ? SOK_STR("\033[0m: ") : SOK_STR(": "));
	cli_add_text(c, b, f->message, SIZE_MAX);
	sok_buf_add(b, SOK_STR(" ["));
	sok_buf_add(b, sok_str(sok_rules[f->rule].name));
	sok_buf_addc(b, ']');
	if (f->puzzle != NULL && f->puzzle->number > 0) {
		sok_buf_add(b, SOK_STR(" ("));
		cli_add_whose(c, b, f->puzzle, f->game, TITLE_SHOWN);
		sok_buf_addc(b, ')');
	}
	sok_buf_addc(b, '\n');
}

void
cli_finding(struct cli *c, const struct sok_finding *f)
{
	struct sok_buf b = {0};

	cli_add_finding(c, &b, f, cli_err(c));
	cli_enough(c, !b.failed);
	sok_out(c->err, sok_buf_str(&b));
	sok_buf_free(&b);
}

void
cli_print_finding(void *ctx, const struct sok_finding *f)
{
	struct cli *c = ctx;
	enum sok_severity lowest = c->quiet ? SOK_ERROR : SOK_WARNING;

	if (c->verbose)
		lowest = SOK_NOTE;
	else if (f->severity < SOK_ERROR && sok_rules[f->rule].origin == 's')
		return;
	/* Reports of lost data are printed unless -q is given. */
	if (f->severity < lowest && (c->quiet || f->rule != SOK_LOSSY_RULE))
		return;
	cli_progress_clear(c);
	cli_finding(c, f);
	if (c->err_tty)
		cli_flush(c);
}
