/*
 * cli_say.c - every word the programs say about their work: troubles of the
 * system, remarks, and findings as lines that editors can jump to.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_part.h"
#include "cli_private.h"

#define TITLE_SHOWN 120 /* bytes of a title in a line */

struct sok_output *
cli_err(struct cli *c)
{
	static const char message[] = ": out of memory\n";
	const char *name = c->program->name;

	if (c->err == NULL)
		c->err = sok_output_fd(STDERR_FILENO);
	if (c->err == NULL) {
		if (write(STDERR_FILENO, name, strlen(name)) > 0)
			(void)!write(
			    STDERR_FILENO, message, sizeof(message) - 1);
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

const char *
cli_reason(int errnum)
{
	switch (errnum) {
	case EMLINK:
		return "has other hard links, left as it is";
	case ESTALE:
		return "changed meanwhile, left as it is";
	case ENOTSUP:
		return "not a regular file";
	case ENOSYS:
		return "built without the library for this format";
	default:
		return strerror(errnum);
	}
}

/* A bit for each of eight bytes that is not printable ASCII, or a reason to
 * look closer behind one that is not. */
static uint64_t
suspects(const char *s)
{
	const uint64_t every = UINT64_C(0x0101010101010101);
	uint64_t v;

	memcpy(&v, s, sizeof(v));
	return (v | (v - every * 0x20) | (v + every)) & every * 0x80;
}

bool
cli_plain(struct sok_str s)
{
	size_t i = 0;

	if (s.len >= 8) {
		for (; i < s.len - 8; i += 8)
			if (suspects(s.s + i) != 0)
				return false;
		return suspects(s.s + s.len - 8) == 0;
	}
	while (i < s.len && s.s[i] >= 0x20 && s.s[i] < 0x7f)
		i++;
	return i == s.len;
}

bool
cli_escape(struct sok_output *o, struct sok_str s)
{
	struct sok_buf b = {0};
	bool enough;

	if (cli_plain(s)) {
		sok_out(o, s);
		return true;
	}
	sok_escape(&b, s);
	enough = !b.failed;
	if (enough)
		sok_out(o, sok_buf_str(&b));
	/* Without memory the message that says so must still come out. */
	for (size_t i = 0; !enough && i < s.len; i++)
		sok_outc(o, s.s[i] >= ' ' && s.s[i] < 0x7f ? s.s[i] : '?');
	sok_buf_free(&b);
	return enough;
}

/* "sokfmt: text" on a line of its own. */
static void
say(struct cli *c, struct sok_str text)
{
	struct sok_output *o = cli_err(c);

	cli_progress_clear(c);
	sok_outf(o, "%s: ", c->program->name);
	(void)cli_escape(o, text);
	sok_outc(o, '\n');
	cli_flush(c);
}

SOK_PRINTF(2, 0)
static void
say_format(struct cli *c, const char *fmt, va_list ap)
{
	char text[8192];
	int n = vsnprintf(text, sizeof(text), fmt, ap);

	if (n < 0)
		n = 0;
	say(c,
	    (struct sok_str){
	        text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1});
}

void
cli_trouble(struct cli *c, const char *name, int errnum)
{
	cli_raise(c, CLI_TROUBLE);
	if (name == NULL || name == c->program->name)
		say(c, sok_str(cli_reason(errnum)));
	else
		cli_error(c, "%s: %s", name, cli_reason(errnum));
}

void
cli_error(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	cli_raise(c, CLI_TROUBLE);
	va_start(ap, fmt);
	say_format(c, fmt, ap);
	va_end(ap);
}

void
cli_remark(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	if (c->quiet)
		return;
	va_start(ap, fmt);
	say_format(c, fmt, ap);
	va_end(ap);
}

/* Nothing that was begun is kept. */
CLI_NORETURN static void
give_up(struct cli *c)
{
	if (c->whole != NULL)
		part_give_up(c);
	cli_flush(c);
	sok_output_cleanup();
	exit(CLI_TROUBLE);
}

void
cli_usage(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say_format(c, fmt, ap);
	va_end(ap);
	cli_print_usage(c, cli_err(c));
	give_up(c);
}

void
cli_die(struct cli *c, const char *name, int errnum)
{
	cli_trouble(c, name, errnum);
	give_up(c);
}

bool
cli_lint(enum sok_rule rule)
{
	static const bool lint[SOK_NRULES] = {
	    [SOK_LEGACY_LETTER_RULE] = true,
	    [SOK_TAB_IN_BOARD_RULE] = true,
	    [SOK_RAGGED_MAIL_QUOTE_RULE] = true,
	    [SOK_BAD_UTF8_RULE] = true,
	    [SOK_CONTROL_CHAR_RULE] = true,
	    [SOK_MIXED_LINE_ENDS_RULE] = true,
	    [SOK_BOM_RULE] = true,
	    [SOK_AMBIGUOUS_TITLE_RULE] = true,
	    [SOK_AMBIGUOUS_MOVES_RULE] = true,
	    [SOK_MOVES_WITHOUT_BOARD_RULE] = true,
	};

	return lint[rule];
}

static void
put_text(struct cli *c, struct sok_output *o, struct sok_str s)
{
	struct sok_str text;

	if (cli_plain(s)) {
		sok_out(o, s);
		return;
	}
	text = sok_charset_utf8(&c->scratch, s);
	if (!cli_escape(o, text.s == NULL ? s : text) || text.s == NULL)
		c->starved = true;
	sok_arena_reset(&c->scratch);
}

static void
put_title(struct cli *c, struct sok_output *o, struct sok_str title)
{
	size_t n = title.len;

	sok_outc(o, '"');
	if (n > TITLE_SHOWN) {
		n = TITLE_SHOWN;
		while (n > 0 && (title.s[n] & 0xc0) == 0x80)
			n--;
	}
	put_text(c, o, sok_str_sub(title, 0, n));
	sok_out(o, n < title.len ? SOK_STR("...\"") : SOK_STR("\""));
}

static void
put_number(struct sok_output *o, size_t n)
{
	char digit[20];

	sok_out(o, (struct sok_str){digit, cli_digits(digit, n)});
}

/* (puzzle 12 "Foo", "Solution") */
static void
put_puzzle(struct cli *c, struct sok_output *o, const struct sok_finding *f)
{
	const struct sok_puzzle *p = f->puzzle;
	const struct sok_game *g = f->game;

	sok_out(o, SOK_STR(" (puzzle "));
	put_number(o, p->number);
	if (p->title.len > 0) {
		sok_outc(o, ' ');
		put_title(c, o, p->title);
	}
	if (g != NULL && g->title.len > 0) {
		sok_out(o, SOK_STR(", "));
		put_title(c, o, g->title);
	} else if (g != NULL && g >= p->game && g < p->game + p->ngames) {
		sok_outf(o, ", game %zu", (size_t)(g - p->game) + 1);
	}
	sok_outc(o, ')');
}

/* :12:1 as far as it is known. */
static void
put_place(struct sok_output *o, struct sok_pos pos)
{
	if (pos.line == 0)
		return;
	sok_outc(o, ':');
	put_number(o, pos.line);
	if (pos.col == 0)
		return;
	sok_outc(o, ':');
	put_number(o, pos.col);
}

void
cli_finding(struct cli *c, struct sok_output *o, const struct sok_finding *f)
{
	if (f->pos.file != NULL && !cli_escape(o, sok_str(f->pos.file)))
		c->starved = true;
	put_place(o, f->pos);
	if (f->pos.file != NULL)
		sok_out(o, SOK_STR(": "));
	sok_out(o, sok_str(sok_severity_name[f->severity]));
	sok_out(o, SOK_STR(": "));
	put_text(c, o, f->message);
	sok_out(o, SOK_STR(" ["));
	sok_out(o, sok_str(sok_rules[f->rule].name));
	sok_outc(o, ']');
	if (f->puzzle != NULL && f->puzzle->number > 0)
		put_puzzle(c, o, f);
	sok_outc(o, '\n');
	/* Its words were disguised. */
	if (c->starved)
		cli_die(c, NULL, ENOMEM);
}

void
cli_print_finding(void *ctx, const struct sok_finding *f)
{
	struct cli *c = ctx;
	enum sok_severity lowest = c->quiet ? SOK_ERROR : SOK_WARNING;

	if (c->verbose > 0)
		lowest = SOK_NOTE;
	else if (f->severity < SOK_ERROR && cli_lint(f->rule))
		return;
	if (f->severity < lowest)
		return;
	cli_progress_clear(c);
	cli_finding(c, cli_err(c), f);
	if (c->err_tty)
		cli_flush(c);
}
