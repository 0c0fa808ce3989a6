/*
 * json.c - parses JSON texts into the arena of a puzzle.  Strings are decoded
 * where they stand in a copy of the text, and a value takes one allocation:
 * most of what a record is made of are the rows of its board.
 */
#include <string.h>

#include "io/charset.h"
#include "format/json.h"
#include "tools.h"

enum { DEEPEST = 2048 }; /* values inside values */

struct parser {
	struct sok_arena *a;
	char *start, *at, *end;
	size_t depth;
	size_t room; /* for so many values more */
	struct json_error *e;
};

static bool
fail(struct parser *x, const char *message)
{
	x->e->message = message;
	return false;
}

static bool
take(struct parser *x, char c)
{
	bool found = x->at < x->end && *x->at == c;

	x->at += found;
	return found;
}

static void
skip_blanks(struct parser *x)
{
	while (take(x, ' ') || take(x, '\t') || take(x, '\n') || take(x, '\r'))
		continue;
}

/* ---- strings and numbers */

/* The four digits behind `\u`. */
static bool
take_unit(struct parser *x, uint32_t *u)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;

	*u = 0;
	if (!take(x, 'u') || x->end - x->at < 4)
		return false;
	for (int i = 0; i < 4; i++, x->at++) {
		digit = memchr(digits, sok_lower(*x->at), 16);
		if (digit == NULL)
			return false;
		*u = *u << 4 | (uint32_t)(digit - digits);
	}
	return true;
}

/* What an escape stands for goes to *to. */
static bool
take_escape(struct parser *x, char **to)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	uint32_t u, low;

	for (size_t i = 0; letters[i] != '\0'; i++)
		if (take(x, letters[i])) {
			*(*to)++ = meant[i];
			return true;
		}
	if (!take_unit(x, &u))
		return fail(x, "a backslash that escapes nothing");
	if (u >= 0xd800 && u < 0xdc00 && take(x, '\\') && take_unit(x, &low) &&
	    low >= 0xdc00 && low < 0xe000)
		u = 0x10000 + ((u - 0xd800) << 10) + (low - 0xdc00);
	if (u == 0 || (u >= 0xd800 && u < 0xe000))
		return fail(x, "an escape of no character");
	*to += charset_put(*to, u);
	return true;
}

/* Bytes of the character there, if it stands for itself. */
static size_t
plain(const struct parser *x)
{
	unsigned char c = (unsigned char)(x->at < x->end ? *x->at : 0);
	uint32_t u;

	if (c < 0x80)
		return c >= ' ' && c != '"' && c != '\\';
	return sok_str_char(
	    (struct sok_str){x->at, (size_t)(x->end - x->at)}, &u);
}

/* Behind its first quote. */
static bool
take_string(struct parser *x, struct sok_str *s)
{
	char *to = x->at, *from;
	size_t n;

	for (s->s = to; !take(x, '"');) {
		if (take(x, '\\')) {
			if (!take_escape(x, &to))
				return false;
			continue;
		}
		for (from = x->at; (n = plain(x)) > 0;)
			x->at += n;
		if (x->at == from)
			return fail(x,
			    x->at == x->end ? "a string that never ends"
			                    : "a byte that no string has");
		if (to != from)
			memmove(to, from, (size_t)(x->at - from));
		to += x->at - from;
	}
	s->len = (size_t)(to - s->s);
	return true;
}

static bool
take_digits(struct parser *x)
{
	char *from = x->at;

	while (x->at < x->end && sok_is_digit(*x->at))
		x->at++;
	return x->at > from;
}

static bool
take_number(struct parser *x, struct sok_str *s)
{
	bool good;

	s->s = x->at;
	take(x, '-');
	good = take(x, '0') || take_digits(x);
	if (good && take(x, '.'))
		good = take_digits(x);
	if (good && (take(x, 'e') || take(x, 'E'))) {
		(void)(take(x, '+') || take(x, '-'));
		good = take_digits(x);
	}
	s->len = (size_t)(x->at - s->s);
	return good || fail(x, "no value");
}

/* ---- values */

static struct json *parse_value(struct parser *x);

static bool
take_name(struct parser *x, struct sok_str *name, size_t *at)
{
	skip_blanks(x);
	*at = (size_t)(x->at - x->start);
	if (!take(x, '"'))
		return fail(x, "no name of a member");
	if (!take_string(x, name))
		return false;
	skip_blanks(x);
	return take(x, ':') || fail(x, "no `:` behind a name");
}

/* Elements or members behind the bracket. */
static bool
take_inside(struct parser *x, struct json *v)
{
	char close = v->kind == JSON_ARRAY ? ']' : '}';
	struct json **next = &v->first;
	struct sok_str name = {NULL, 0};
	size_t at = 0;

	skip_blanks(x);
	if (take(x, close))
		return true;
	x->e->limit = ++x->depth > DEEPEST;
	if (x->e->limit)
		return fail(x, "values nested too deep");
	do {
		if (v->kind == JSON_OBJECT && !take_name(x, &name, &at))
			return false;
		*next = parse_value(x);
		if (*next == NULL)
			return false;
		(*next)->name = name;
		(*next)->at = at;
		next = &(*next)->next;
		v->n++;
	} while (take(x, ','));
	x->depth--;
	return take(x, close) ||
	    fail(x, close == ']' ? "no `,` or `]`" : "no `,` or `}`");
}

/* A value of the kind that its first byte says. */
static bool
take_value(struct parser *x, struct json *v)
{
	static const char *const word[] = {
	    [JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
	struct sok_str rest = {x->at, (size_t)(x->end - x->at)};

	v->kind = take(x, '"') ? JSON_STRING
	    : take(x, '[')     ? JSON_ARRAY
	    : take(x, '{')     ? JSON_OBJECT
	                       : JSON_NUMBER;
	if (v->kind == JSON_STRING)
		return take_string(x, &v->text);
	if (v->kind != JSON_NUMBER)
		return take_inside(x, v);
	for (enum json_kind k = JSON_NULL; k <= JSON_TRUE; k++)
		if (sok_str_starts(rest, sok_str(word[k]))) {
			v->kind = k;
			x->at += strlen(word[k]);
			return true;
		}
	return take_number(x, &v->text);
}

/* With the blanks around it. */
static struct json *
parse_value(struct parser *x)
{
	struct json *v;

	x->e->limit = x->room-- == 0;
	if (x->e->limit) {
		fail(x, "too many values");
		return NULL;
	}
	skip_blanks(x);
	v = sok_arena_zalloc(x->a, 1, sizeof(*v));
	if (v == NULL || !take_value(x, v))
		return NULL;
	skip_blanks(x);
	return v;
}

struct json *
json_parse(struct sok_arena *a, struct sok_str text, struct json_error *e)
{
	char *copy = sok_arena_alloc(a, text.len, 1);
	/* A value is many times longer than its text where there is one every
	 * few bytes: no record of a puzzle is so dense. */
	struct parser x = {
	    a, copy, copy, copy + text.len, 0, 10000 + text.len / 8, e};
	struct json *v;

	*e = (struct json_error){.message = NULL};
	if (copy == NULL)
		return NULL;
	memcpy(copy, text.s, text.len);
	v = parse_value(&x);
	e->at = (size_t)(x.at - copy);
	if (v == NULL || x.at == x.end)
		return v;
	fail(&x, "something behind the value");
	return NULL;
}
