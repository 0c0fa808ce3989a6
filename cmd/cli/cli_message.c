/* cli_message.c - prints errors of the system, remarks and usage messages. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"

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

/* An encoder needs whole lines. */
void
cli_flush_output(struct cli *c)
{
	if (c->out != NULL && c->output == NULL && c->to_charset == NULL &&
	    !c->task)
		(void)sok_output_flush(c->out);
}

/* The text for an errno; clearer than strerror() where the library uses a
 * number with a special meaning. */
static const char *
reason(int errnum)
{
	switch (errnum) {
	case EDEADLK:
		return "is both an input and the output";
	case EMLINK:
		return "has other hard links; left unchanged";
	case ESTALE:
		return "was changed meanwhile; left unchanged";
	case EPROTO:
		return "has an access control list or attributes that cannot "
		       "be kept; left unchanged";
	case ENOTSUP:
		return "not a regular file";
	case ENOSYS:
		return "built without the library for this format";
	default:
		return strerror(errnum);
	}
}

/* A bit for each of eight bytes that is not printable ASCII, or that may need
 * an escape because of the bytes before it. */
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

	if (s.len > 2 && memchr(s.s + 2, '[', s.len - 2) != NULL)
		return false;
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

/* Print "sokfmt: text" as a line of its own. */
SOK_PRINTF(2, 0)
static void
print_message(struct cli *c, const char *fmt, va_list ap)
{
	struct sok_output *o = cli_err(c);
	char text[8192];
	int n = vsnprintf(text, sizeof(text), fmt, ap);
	size_t len = n < 0 ? 0 : (size_t)n;

	cli_progress_clear(c);
	cli_flush_output(c);
	sok_outf(o, "%s: ", c->program->name);
	(void)cli_escape(o,
	    (struct sok_str){
	        text, len < sizeof(text) ? len : sizeof(text) - 1});
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
		cli_error(c, "%s", reason(errnum));
	else
		cli_error(c, "%s: %s", name, reason(errnum));
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

/* Exit and discard unfinished files. */
CLI_NORETURN static void
give_up(struct cli *c)
{
	if (c->task)
		files_give_up(c);
	cli_flush(c);
	sok_output_cleanup();
	exit(CLI_TROUBLE);
}

void
cli_usage(struct cli *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(c, fmt, ap);
	va_end(ap);
	cli_print_usage(c, cli_err(c), CLI_SEE_HELP);
	give_up(c);
}

void
cli_need(struct cli *c, const char *what, enum sok_library l)
{
	if (sok_has_library(l))
		return;
	cli_error(c, "%s needs %s, which this build does not have", what,
	    sok_library_name[l]);
	give_up(c);
}

void
cli_die(struct cli *c, const char *name, int errnum)
{
	cli_trouble(c, name, errnum);
	give_up(c);
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
