/*
 * output_text.c - writes numbers, runs of one character and printf formats to
 * an output.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/output.h"
#include "tools.h"

static void
fill_many(struct sok_output *o, char c, size_t n)
{
	char run[256];
	size_t part;

	memset(run, c, n < sizeof(run) ? n : sizeof(run));
	for (; n > 0; n -= part) {
		part = n < sizeof(run) ? n : sizeof(run);
		sok_out(o, (struct sok_str){run, part});
	}
}

void
sok_out_fill(struct sok_output *o, char c, size_t n)
{
	if (n > 2)
		fill_many(o, c, n);
	else
		for (; n > 0; n--)
			sok_outc(o, c);
}

void
sok_out_number(struct sok_output *o, size_t n)
{
	char digit[SOK_DIGITS];

	if (o->buf != NULL && SOK_DIGITS < OUTPUT_BUFFER - o->len)
		o->len += sok_digits(o->buf + o->len, n);
	else
		sok_out(o, (struct sok_str){digit, sok_digits(digit, n)});
}

void
sok_outf(struct sok_output *o, const char *fmt, ...)
{
	char text[256];
	struct sok_buf longer = {0};
	va_list ap, again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof(text)) {
		sok_out(o, (struct sok_str){text, (size_t)n});
	} else if (n >= 0 && sok_buf_room(&longer, (size_t)n + 1)) {
		vsnprintf(longer.s, (size_t)n + 1, fmt, again);
		sok_out(o, (struct sok_str){longer.s, (size_t)n});
	} else {
		output_fail(o, n < 0 ? errno : ENOMEM);
	}
	va_end(again);
	sok_buf_free(&longer);
}
