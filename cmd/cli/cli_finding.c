/* cli_finding.c - prints findings as lines that editors can parse. */
#include "cli/cli_private.h"

#define TITLE_SHOWN 120 /* bytes of a title in a line */

void
cli_add_text(struct cli *c, struct sok_buf *b, struct sok_str s, size_t most)
{
	struct sok_str text, shown;

	if (s.len <= most && cli_plain(s)) {
		sok_buf_add(b, s);
		return;
	}
	/* Decode the whole text before it is cut. */
	text = sok_charset_utf8(&c->scratch, s);
	b->failed |= text.s == NULL;
	shown = sok_str_clip(text, most);
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
cli_finding(struct cli *c, struct sok_output *o, const struct sok_finding *f)
{
	struct sok_buf b = {0};

	cli_add_finding(c, &b, f, o);
	cli_enough(c, !b.failed);
	sok_out(o, sok_buf_str(&b));
	sok_buf_free(&b);
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
	/* Reports of lost data are printed unless -q is given. */
	if (f->severity < lowest && (c->quiet || f->rule != SOK_LOSSY_RULE))
		return;
	cli_progress_clear(c);
	cli_finding(c, cli_err(c), f);
	if (c->err_tty)
		cli_flush(c);
}
