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
cli_err(struct cli *cli)
{
	const char *name = cli->program->name;

	if (cli->err == NULL)
		cli->err = sok_output_fd(STDERR_FILENO);
	if (cli->err == NULL) {
		(void)dprintf(STDERR_FILENO, "%s: out of memory\n", name);
		sok_output_cleanup();
		_exit(CLI_TROUBLE);
	}
	return cli->err;
}

void
cli_flush(struct cli *cli)
{
	if (cli->err != NULL)
		(void)sok_output_flush(cli->err);
}

/* An encoder needs whole lines. */
void
cli_flush_output(struct cli *cli)
{
	if (cli->out != NULL && cli->output == NULL && cli->to_charset == NULL)
		(void)sok_output_flush(cli->out);
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
	uint64_t word;

	if (s.len > 2 && memchr(s.s + 2, '[', s.len - 2) != NULL)
		return false;
	if (s.len < sizeof(word)) {
		for (size_t i = 0; i < s.len; i++)
			if (s.s[i] < 0x20 || s.s[i] >= 0x7f)
				return false;
		return true;
	}
	/* Look at eight bytes at once; the last eight may overlap.  The highest
	 * bit of a byte outside printable ASCII is set in one of the terms. */
	for (size_t i = 0; i < s.len; i += sizeof(word)) {
		size_t last = s.len - sizeof(word);

		memcpy(&word, s.s + (i < last ? i : last), sizeof(word));
		word |= (word - every * 0x20) | (word + every);
		if ((word & every * 0x80) != 0)
			return false;
	}
	return true;
}

bool
cli_escape(struct sok_output *out, struct sok_str s)
{
	struct sok_buf buf = {0};

	sok_escape(&buf, s);
	bool enough = !buf.failed;
	if (enough)
		sok_out(out, sok_buf_str(&buf));
	/* This must also work without memory. */
	for (size_t i = 0; !enough && i < s.len; i++)
		sok_outc(out, s.s[i] >= ' ' && s.s[i] < 0x7f ? s.s[i] : '?');
	sok_buf_free(&buf);
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
print_message(struct cli *cli, const char *fmt, va_list ap)
{
	struct sok_output *out = cli_err(cli);
	char text[8192] = "";

	(void)vsnprintf(text, sizeof(text), fmt, ap);
	cli_progress_clear(cli);
	cli_flush_output(cli);
	sok_outf(out, "%s: ", cli->program->name);
	(void)cli_escape(out, sok_str(text));
	sok_outc(out, '\n');
	cli_flush(cli);
}

void
cli_error(struct cli *cli, const char *fmt, ...)
{
	va_list ap;

	cli_raise(cli, CLI_TROUBLE);
	va_start(ap, fmt);
	print_message(cli, fmt, ap);
	va_end(ap);
}

void
cli_trouble(struct cli *cli, const char *name, int errnum)
{
	if (name == NULL)
		cli_error(cli, "%s", cli_reason(errnum));
	else
		cli_error(cli, "%s: %s", name, cli_reason(errnum));
}

void
cli_remark(struct cli *cli, const char *fmt, ...)
{
	va_list ap;

	if (cli->quiet)
		return;
	va_start(ap, fmt);
	print_message(cli, fmt, ap);
	va_end(ap);
}

void
cli_give_up(struct cli *cli)
{
	if (cli->task)
		files_give_up(cli);
	cli_flush(cli);
	sok_output_cleanup();
	exit(CLI_TROUBLE);
}

void
cli_show_usage(struct cli *cli)
{
	sok_outf(cli_err(cli),
	    "usage: %s [options] [file ...] (-h lists the options)\n",
	    cli->program->name);
	cli_give_up(cli);
}

void
cli_usage(struct cli *cli, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(cli, fmt, ap);
	va_end(ap);
	cli_show_usage(cli);
}

void
cli_die(struct cli *cli, const char *name, int errnum)
{
	cli_trouble(cli, name, errnum);
	cli_give_up(cli);
}

void
cli_enough(struct cli *cli, bool enough)
{
	if (!enough)
		cli_die(cli, NULL, ENOMEM);
}

void *
cli_must(struct cli *cli, void *memory)
{
	cli_enough(cli, memory != NULL);
	return memory;
}

void
cli_wrap(struct sok_output *out, const char *text, size_t indent, size_t width)
{
	size_t col = indent, n;

	for (; *text != '\0'; text += n + (text[n] == ' ')) {
		if (*text == '\n') {
			sok_out(out, SOK_STR("\n\n"));
			col = indent;
			text++;
		}
		n = strcspn(text, " \n");
		if (col > indent && col + 1 + n > width) {
			sok_outc(out, '\n');
			sok_out_fill(out, ' ', indent);
			col = indent;
		}
		if (col > indent)
			sok_outc(out, ' ');
		col += n + (col > indent);
		sok_out(out, (struct sok_str){text, n});
	}
	sok_outc(out, '\n');
}

/* ---- findings */

void
cli_add_text(
    struct cli *cli, struct sok_buf *buf, struct sok_str s, size_t most)
{
	if (s.len <= most && cli_plain(s)) {
		sok_buf_add(buf, s);
		return;
	}
	/* Decode the whole text before it is cut. */
	struct sok_str text = sok_charset_utf8(&cli->scratch, s);
	struct sok_str shown = sok_str_clip(text, most);
	buf->failed |= text.s == NULL;
	sok_escape(buf, shown);
	if (shown.len < text.len)
		sok_buf_add(buf, SOK_STR("..."));
	sok_arena_reset(&cli->scratch);
}

void
cli_add_whose(struct cli *cli, struct sok_buf *buf,
    const struct sok_puzzle *puzzle, const struct sok_game *game, size_t most)
{
	const struct sok_str title[] = {
	    puzzle->title, game == NULL ? SOK_STR("") : game->title};

	sok_buf_add(buf, SOK_STR("puzzle "));
	cli_add_number(buf, puzzle->number);
	for (int i = 0; i < 2; i++) {
		if (title[i].len == 0)
			continue;
		sok_buf_add(buf, i == 0 ? SOK_STR(" \"") : SOK_STR(", \""));
		cli_add_text(cli, buf, title[i], most);
		sok_buf_addc(buf, '"');
	}
	if (game != NULL && title[1].len == 0 && game >= puzzle->game &&
	    game < puzzle->game + puzzle->ngames) {
		sok_buf_add(buf, SOK_STR(", game "));
		cli_add_number(buf, sok_game_number(puzzle, game));
	}
}

void
cli_add_number(struct sok_buf *buf, size_t n)
{
	if (sok_buf_room(buf, SOK_DIGITS))
		buf->len += sok_digits(buf->s + buf->len, n);
}

void
cli_add_place(struct sok_buf *buf, struct sok_pos pos, const char *before_line,
    const char *before_column)
{
	if (pos.line == 0)
		return;
	sok_buf_add(buf, sok_str(before_line));
	cli_add_number(buf, pos.line);
	if (pos.col == 0)
		return;
	sok_buf_add(buf, sok_str(before_column));
	cli_add_number(buf, pos.col);
}

void
cli_add_finding(struct cli *cli, struct sok_buf *buf,
    const struct sok_finding *finding, const struct sok_output *out)
{
	static const char *const colour[] = {[SOK_NOTE] = "\033[1;36m",
	    [SOK_WARNING] = "\033[1;35m",
	    [SOK_ERROR] = "\033[1;31m"};
	bool coloured = out == cli->err ? cli->colour_err : cli->colour_out;

	if (finding->pos.file != NULL) {
		sok_buf_add(buf, cli_name_guard(finding->pos.file));
		cli_add_text(cli, buf, sok_str(finding->pos.file), SIZE_MAX);
	}
	cli_add_place(buf, finding->pos, ":", ":");
	if (finding->pos.file != NULL)
		sok_buf_add(buf, SOK_STR(": "));
	if (coloured)
		sok_buf_add(buf, sok_str(colour[finding->severity]));
	sok_buf_add(buf, sok_str(sok_severity_name[finding->severity]));
	sok_buf_add(buf, coloured ? SOK_STR("\033[0m: ") : SOK_STR(": "));
	cli_add_text(cli, buf, finding->message, SIZE_MAX);
	sok_buf_add(buf, SOK_STR(" ["));
	sok_buf_add(buf, sok_str(sok_rules[finding->rule].name));
	sok_buf_addc(buf, ']');
	if (finding->puzzle != NULL && finding->puzzle->number > 0) {
		sok_buf_add(buf, SOK_STR(" ("));
		cli_add_whose(
		    cli, buf, finding->puzzle, finding->game, TITLE_SHOWN);
		sok_buf_addc(buf, ')');
	}
	sok_buf_addc(buf, '\n');
}

void
cli_finding(struct cli *cli, const struct sok_finding *finding)
{
	struct sok_buf buf = {0};

	cli_add_finding(cli, &buf, finding, cli_err(cli));
	cli_enough(cli, !buf.failed);
	sok_out(cli->err, sok_buf_str(&buf));
	sok_buf_free(&buf);
}

void
cli_print_finding(void *ctx, const struct sok_finding *finding)
{
	struct cli *cli = ctx;
	enum sok_severity lowest = cli->quiet ? SOK_ERROR : SOK_WARNING;

	if (cli->verbose)
		lowest = SOK_NOTE;
	else if (finding->severity < SOK_ERROR &&
	    sok_rules[finding->rule].origin == 's')
		return;
	/* Reports of lost data are printed unless -q is given. */
	if (finding->severity < lowest &&
	    (cli->quiet || finding->rule != SOK_LOSSY_RULE))
		return;
	cli_progress_clear(cli);
	cli_finding(cli, finding);
	if (cli->err_tty)
		cli_flush(cli);
}
