/* str.c - slices, growing strings, and escaping text from the input. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

struct sok_str
sok_str(const char *cstring)
{
	return (struct sok_str){cstring, strlen(cstring)};
}

bool
sok_str_eq(struct sok_str a, struct sok_str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}

bool
sok_str_starts(struct sok_str s, struct sok_str prefix)
{
	if (s.len < prefix.len)
		return false;
	/* Most strings differ in their first byte. */
	return prefix.len == 0 ||
	    (s.s[0] == prefix.s[0] && memcmp(s.s, prefix.s, prefix.len) == 0);
}

bool
sok_str_casestarts(struct sok_str s, struct sok_str prefix)
{
	if (s.len < prefix.len)
		return false;
	for (size_t i = 0; i < prefix.len; i++)
		if (s.s[i] != prefix.s[i] &&
		    sok_lower(s.s[i]) != sok_lower(prefix.s[i]))
			return false;
	return true;
}

bool
sok_str_caseeq(struct sok_str a, struct sok_str b)
{
	return a.len == b.len && sok_str_casestarts(a, b);
}

struct sok_str
sok_str_rtrim(struct sok_str s)
{
	while (s.len > 0 && sok_is_blank(s.s[s.len - 1]))
		s.len--;
	return s;
}

struct sok_str
sok_str_ltrim(struct sok_str s)
{
	size_t skip = 0;

	while (skip < s.len && sok_is_blank(s.s[skip]))
		skip++;
	return sok_str_from(s, skip);
}

struct sok_str
sok_str_trim(struct sok_str s)
{
	return sok_str_rtrim(sok_str_ltrim(s));
}

struct sok_str
sok_str_clip(struct sok_str s, size_t most)
{
	if (most >= s.len)
		return s;
	while (most > 0 && ((unsigned char)s.s[most] & 0xc0) == 0x80)
		most--;
	return sok_str_sub(s, 0, most);
}

size_t
sok_str_find(struct sok_str s, struct sok_str what)
{
	for (size_t i = 0; i + what.len <= s.len; i++) {
		const char *at = memchr(s.s + i, what.s[0], s.len - i);

		i = at != NULL ? (size_t)(at - s.s) : s.len;
		if (what.len == 1 || sok_str_starts(sok_str_from(s, i), what))
			return i;
	}
	return s.len;
}

struct sok_str
sok_str_line(struct sok_str *rest)
{
	size_t i = 0;

	while (i < rest->len && rest->s[i] != '\n' && rest->s[i] != '\r')
		i++;
	struct sok_str line = sok_str_sub(*rest, 0, i);
	if (i + 1 < rest->len && rest->s[i] == '\r' && rest->s[i + 1] == '\n')
		i++;
	*rest = sok_str_from(*rest, i + 1);
	return line;
}

struct sok_str
sok_str_unquote(struct sok_str s)
{
	while (s.len > 0 && s.s[0] == '>') {
		struct sok_str rest = sok_str_from(s, 1);
		struct sok_str next = sok_str_ltrim(rest);

		s = next.len > 0 && next.s[0] == '>' ? next : rest;
	}
	return s;
}

size_t
sok_str_digits(struct sok_str *rest, size_t *n)
{
	size_t i = 0, digit;

	for (*n = 0; i < rest->len && sok_is_digit(rest->s[i]); i++) {
		digit = (size_t)(rest->s[i] - '0');
		*n = *n > (SIZE_MAX - digit) / 10 ? SIZE_MAX : *n * 10 + digit;
	}
	*rest = sok_str_from(*rest, i);
	return i;
}

bool
str_is_formula(struct sok_str s)
{
	size_t i = 0;

	while (i < s.len && s.s[i] == '\'')
		i++;
	return i < s.len && memchr("=+-@\t\r", s.s[i], 6) != NULL;
}

bool
sok_str_number(struct sok_str s, size_t *n)
{
	return sok_str_digits(&s, n) > 0 && s.len == 0;
}

char *
str_terminated(struct sok_arena *arena, struct sok_str s)
{
	char *copy = sok_arena_zalloc(arena, s.len + 1, 1);

	return copy == NULL ? NULL : memcpy(copy, s.s, s.len);
}

struct sok_str
sok_str_dup(struct sok_arena *arena, struct sok_str s)
{
	char *copy = sok_arena_alloc(arena, s.len, 1);

	if (copy == NULL)
		return (struct sok_str){NULL, 0};
	if (s.len > 0)
		memcpy(copy, s.s, s.len);
	return (struct sok_str){copy, s.len};
}

struct sok_str
str_vfmt(char *text, size_t size, char **longer, const char *fmt, va_list ap)
{
	va_list again;
	char *s = text;

	va_copy(again, ap);
	int n = vsnprintf(text, size, fmt, ap);
	*longer = NULL;
	if (n >= 0 && (size_t)n >= size) {
		s = *longer = malloc((size_t)n + 1);
		if (s != NULL)
			vsnprintf(s, (size_t)n + 1, fmt, again);
	}
	va_end(again);
	if (n < 0 || s == NULL)
		return (struct sok_str){NULL, 0};
	return (struct sok_str){s, (size_t)n};
}

struct sok_str
sok_str_vfmt(struct sok_arena *arena, const char *fmt, va_list ap)
{
	char text[256], *longer;
	struct sok_str s = str_vfmt(text, sizeof(text), &longer, fmt, ap);

	s.s = s.s != NULL ? str_terminated(arena, s) : NULL;
	free(longer);
	return (struct sok_str){s.s, s.s != NULL ? s.len : 0};
}

struct sok_str
sok_str_fmt(struct sok_arena *arena, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct sok_str s = sok_str_vfmt(arena, fmt, ap);
	va_end(ap);
	return s;
}

/* The length of the UTF-8 sequence at s[0, n); 0: none (Unicode, table 3-7). */
static size_t
utf8_sequence(const unsigned char *s, size_t n)
{
	size_t len = 1;

	if (s[0] >= 0x80) {
		if (s[0] < 0xc2 || s[0] > 0xf4)
			return 0;
		len = 2 + (size_t)(s[0] >= 0xe0) + (size_t)(s[0] >= 0xf0);
	}
	if (len > n)
		return 0;
	if (len == 1)
		return 1;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

size_t
sok_str_char(struct sok_str s, uint32_t *c)
{
	static const unsigned char first[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	const unsigned char *at = (const unsigned char *)s.s;
	size_t len = s.len == 0 ? 0 : utf8_sequence(at, s.len);

	if (len == 0)
		return 0;
	*c = at[0] & first[len];
	for (size_t i = 1; i < len; i++)
		*c = *c << 6 | (at[i] & 0x3f);
	return len;
}

bool
sok_str_utf8(struct sok_str s)
{
	const unsigned char *at = (const unsigned char *)s.s;
	size_t i = 0, len;
	uint64_t word;

	while (i < s.len) {
		while (i + sizeof(word) <= s.len) {
			memcpy(&word, at + i, sizeof(word));
			if (word & UINT64_C(0x8080808080808080))
				break;
			i += sizeof(word);
		}
		if (i == s.len)
			break;
		if (at[i] < 0x80) {
			i++;
			continue;
		}
		len = utf8_sequence(at + i, s.len - i);
		if (len == 0)
			return false;
		i += len;
	}
	return true;
}

/* Growing by half keeps the total time for copying linear. */
bool
sok_buf_room(struct sok_buf *buf, size_t n)
{
	if (buf->failed)
		return false;
	if (n <= buf->cap - buf->len && buf->s != NULL)
		return true;
	size_t cap = buf->cap + buf->cap / 2 + 64;
	if (cap < buf->len + n)
		cap = buf->len + n;
	char *s = n > PTRDIFF_MAX / 2 - buf->len ? NULL : realloc(buf->s, cap);
	if (s == NULL) {
		errno = ENOMEM;
		buf->failed = true;
		return false;
	}
	buf->s = s;
	buf->cap = cap;
	return true;
}

void
sok_buf_add(struct sok_buf *buf, struct sok_str s)
{
	if (s.len == 0 || !sok_buf_room(buf, s.len))
		return;
	memcpy(buf->s + buf->len, s.s, s.len);
	buf->len += s.len;
}

void
sok_buf_addc(struct sok_buf *buf, char c)
{
	if (sok_buf_room(buf, 1))
		buf->s[buf->len++] = c;
}

void
sok_buf_fill(struct sok_buf *buf, char c, size_t n)
{
	if (n == 0 || !sok_buf_room(buf, n))
		return;
	memset(buf->s + buf->len, c, n);
	buf->len += n;
}

void
sok_buf_fmt(struct sok_buf *buf, const char *fmt, ...)
{
	char text[256], *longer;
	va_list ap;

	va_start(ap, fmt);
	struct sok_str s = str_vfmt(text, sizeof(text), &longer, fmt, ap);
	va_end(ap);
	buf->failed |= s.s == NULL;
	sok_buf_add(buf, s);
	free(longer);
}

struct sok_str
sok_buf_str(const struct sok_buf *buf)
{
	return (struct sok_str){buf->s, buf->len};
}

void
sok_buf_free(struct sok_buf *buf)
{
	free(buf->s);
	*buf = (struct sok_buf){0};
}

/* The digits from 00 to 99. */
static const char pair[] = "0001020304050607080910111213141516171819"
                           "2021222324252627282930313233343536373839"
                           "4041424344454647484950515253545556575859"
                           "6061626364656667686970717273747576777879"
                           "8081828384858687888990919293949596979899";

size_t
sok_digits(char *to, size_t n)
{
	size_t two = n >= 10, len;

	if (n >= 100) {
		len = sok_digits(to, n / 100);
		memcpy(to + len, pair + n % 100 * 2, 2);
		return len + 2;
	}
	/* The processor cannot predict whether there are one or two. */
	to[0] = pair[2 * n + !two];
	to[two] = pair[2 * n + 1];
	return two + 1;
}

/* ---- escaping */

bool
escape_needed(uint32_t c)
{
	static const uint32_t range[][2] = {
	    {0x00, 0x1f},     /* control characters */
	    {0x7f, 0x9f},     /* DEL and C1 */
	    {0x61c, 0x61c},   /* Arabic letter mark */
	    {0x200e, 0x200f}, /* direction marks */
	    {0x2028, 0x202e}, /* separators, embeddings, overrides */
	    {0x2066, 0x2069}, /* isolates */
	    {0xfeff, 0xfeff}, /* byte-order mark */
	    {0xfff9, 0xfffb}, /* annotations */
	    {0xfffe, 0xffff}, /* not characters, also not in XML */
	};

	if (c - 0x20 < 0x5f)
		return false;
	for (size_t i = 0; i < SOK_COUNT(range); i++)
		if (c >= range[i][0] && c <= range[i][1])
			return true;
	return false;
}

/* Whether byte i completes a command of build services, as in `##[error]`. */
static bool
is_command(struct sok_str s, size_t i)
{
	if (s.s[i] != '[')
		return false;
	while (i > 0 && s.s[i - 1] >= 'a' && s.s[i - 1] <= 'z')
		i--;
	return i >= 2 && s.s[i - 1] == '#' && s.s[i - 2] == '#';
}

void
sok_escape(struct sok_buf *buf, struct sok_str s)
{
	size_t i = 0, from, n;
	uint32_t c;

	while (i < s.len) {
		from = i;
		while (i < s.len && s.s[i] >= 0x20 && s.s[i] < 0x7f &&
		    !is_command(s, i))
			i++;
		sok_buf_add(buf, sok_str_sub(s, from, i));
		if (i == s.len)
			break;

		/* A bracket, a control character, or no ASCII. */
		n = sok_str_char(sok_str_from(s, i), &c);
		if (n <= 1)
			sok_buf_fmt(buf, "\\x%02x", (unsigned char)s.s[i]);
		else if (escape_needed(c))
			sok_buf_fmt(buf, "\\u{%x}", (unsigned)c);
		else
			sok_buf_add(buf, sok_str_sub(s, i, i + n));
		i += n > 0 ? n : 1;
	}
}
