/* cli_finding.c - prints findings as lines that editors can parse. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "tools.h"

#define TITLE_SHOWN 120 /* bytes of a title in a line */

/* Decoded as a whole, then cut. */
static void
put_text(struct cli *c, struct sok_output *o, struct sok_str s, size_t most)
{
	struct sok_str text, shown;

	if (s.len <= most && cli_plain(s)) {
		sok_out(o, s);
		return;
	}
	text = sok_charset_utf8(&c->scratch, s);
	c->starved |= text.s == NULL;
	if (text.s == NULL)
		text = s;
	shown = sok_str_clip(text, most);
	c->starved |= !cli_escape(o, shown);
	if (shown.len < text.len)
		sok_out(o, SOK_STR("..."));
	sok_arena_reset(&c->scratch);
}

static void
put_title(struct cli *c, struct sok_output *o, struct sok_str title)
{
	sok_outc(o, '"');
	put_text(c, o, title, TITLE_SHOWN);
	sok_outc(o, '"');
}

/* (puzzle 12 "Foo", "Solution") */
static void
put_puzzle(struct cli *c, struct sok_output *o, const struct sok_finding *f)
{
	const struct sok_puzzle *p = f->puzzle;
	const struct sok_game *g = f->game;

	sok_out(o, SOK_STR(" (puzzle "));
	sok_out_number(o, p->number);
	if (p->title.len > 0) {
		sok_outc(o, ' ');
		put_title(c, o, p->title);
	}
	if (g != NULL && g->title.len > 0) {
		sok_out(o, SOK_STR(", "));
		put_title(c, o, g->title);
	} else if (g != NULL && g >= p->game && g < p->game + p->ngames) {
		sok_outf(o, ", game %zu", sok_game_number(p, g));
	}
	sok_outc(o, ')');
}

struct sok_str
cli_place(char text[CLI_PLACE], struct sok_pos pos)
{
	const size_t number[] = {pos.line, pos.col};
	size_t n = 0;

	for (int i = 0; i < 2 && number[i] > 0; i++) {
		text[n++] = ':';
		n += sok_digits(text + n, number[i]);
	}
	return (struct sok_str){text, n};
}

void
cli_put_file(struct cli *c, struct sok_output *o, const char *name)
{
	sok_out(o, cli_name_guard(name));
	put_text(c, o, sok_str(name), SIZE_MAX);
}

void
cli_settle_colour(struct cli *c)
{
	const char *no = getenv("NO_COLOR");
	bool may = c->colour == COLOUR_AUTO && (no == NULL || no[0] == '\0');

	c->colour_out = c->colour == COLOUR_ALWAYS ||
	    (may && c->output == NULL && isatty(STDOUT_FILENO));
	c->colour_err =
	    c->colour == COLOUR_ALWAYS || (may && isatty(STDERR_FILENO));
}

static void
put_severity(struct cli *c, struct sok_output *o, enum sok_severity severity)
{
	static const char *const colour[] = {[SOK_NOTE] = "\033[1;36m",
	    [SOK_WARNING] = "\033[1;35m",
	    [SOK_ERROR] = "\033[1;31m"};
	bool coloured = o == c->err ? c->colour_err : c->colour_out;

	if (coloured)
		sok_out(o, sok_str(colour[severity]));
	sok_out(o, sok_str(sok_severity_name[severity]));
	if (coloured)
		sok_out(o, SOK_STR("\033[0m"));
}

void
cli_finding(struct cli *c, struct sok_output *o, const struct sok_finding *f)
{
	char place[CLI_PLACE];

	if (f->pos.file != NULL)
		cli_put_file(c, o, f->pos.file);
	sok_out(o, cli_place(place, f->pos));
	if (f->pos.file != NULL)
		sok_out(o, SOK_STR(": "));
	put_severity(c, o, f->severity);
	sok_out(o, SOK_STR(": "));
	put_text(c, o, f->message, SIZE_MAX);
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
	else if (f->severity < SOK_ERROR && sok_rules[f->rule].origin == 's')
		return;
	/* Nothing is lost in silence. */
	if (f->severity < lowest && (c->quiet || f->rule != SOK_LOSSY_RULE))
		return;
	cli_progress_clear(c);
	cli_finding(c, cli_err(c), f);
	if (c->err_tty)
		cli_flush(c);
}
