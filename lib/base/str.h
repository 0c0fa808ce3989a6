/* str.h - characters, slices and formatted text, besides sok.h. */
#ifndef SOK_STR_H
#define SOK_STR_H

#include <stdarg.h>

#include "sok.h"

/* A function that few lines of most inputs need, such as one that says
 * something about them, or that is called once for a file: what leads to its
 * calls is put aside, after the rest of the code. */
#if defined(__GNUC__)
#define SOK_SELDOM __attribute__((cold))
/* A function that most puzzles do not pass: it does not become a part of the
 * code that calls it, which all puzzles pass. */
#define SOK_APART __attribute__((noinline))
#else
#define SOK_SELDOM
#define SOK_APART
#endif

/* SOK_STR() for static initializers. */
#define SOK_STR_INIT(literal) \
	{ \
		"" literal, sizeof(literal) - 1 \
	}
/* The byte-order mark of UTF-8. */
#define SOK_UTF8_MARK SOK_STR("\xef\xbb\xbf")
/* A copy with a terminating NUL; NULL on ENOMEM. */
char *str_terminated(struct sok_arena *arena, struct sok_str s);
/* The position of the first occurrence of what, which is not empty, in s; s.len
 * if there is none. */
size_t sok_str_find(struct sok_str s, struct sok_str what);
/* Characters, independent of the locale: decimal digits. */
static inline bool
sok_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Letters of ASCII. */
static inline bool
sok_is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* A blank or a TAB. */
static inline bool
sok_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The small letter of a capital of ASCII; other characters unchanged. */
static inline char
sok_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The rest of s after skip bytes, empty if it has fewer. */
static inline struct sok_str
sok_str_from(struct sok_str s, size_t skip)
{
	skip = skip < s.len ? skip : s.len;
	return skip > 0 ? (struct sok_str){s.s + skip, s.len - skip} : s;
}

/* The bytes from `from` to `to` (exclusive).  Positions after the end mean the
 * end. */
static inline struct sok_str
sok_str_sub(struct sok_str s, size_t from, size_t to)
{
	s.len = to < s.len ? to : s.len;
	return sok_str_from(s, from);
}

/* Remove blanks and TABs at both ends; at the start; at the end. */
struct sok_str sok_str_trim(struct sok_str s);
struct sok_str sok_str_ltrim(struct sok_str s);
struct sok_str sok_str_rtrim(struct sok_str s);
/* At most so many bytes from the start, without cutting a UTF-8 character. */
struct sok_str sok_str_clip(struct sok_str s, size_t most);
/* Take the first line: up to LF, CR, CRLF, which is removed, or the end. */
struct sok_str sok_str_line(struct sok_str *rest);
/* A line after its mail quotes, `>`, with the blanks between them. */
struct sok_str sok_str_unquote(struct sok_str s);
/* Take the decimal digits at the start: returns how many there were; *n is
 * their number, at most SIZE_MAX. */
size_t sok_str_digits(struct sok_str *rest, size_t *n);
/* Whether s consists of decimal digits, at least one. */
bool sok_str_number(struct sok_str s, size_t *n);
/* printf into the arena, with a terminating NUL; s NULL on ENOMEM. */
struct sok_str sok_str_fmt(struct sok_arena *arena, const char *fmt, ...)
    SOK_PRINTF(2, 3);
struct sok_str sok_str_vfmt(
    struct sok_arena *arena, const char *fmt, va_list ap) SOK_PRINTF(2, 0);
/* The same into size bytes of text or, if it is longer, into *longer, which the
 * caller frees.  Without memory the result's s is NULL, and text has the start
 * of it. */
struct sok_str str_vfmt(char *text, size_t size, char **longer, const char *fmt,
    va_list ap) SOK_PRINTF(4, 0);
/* The length of the UTF-8 character at the start of s, and its code point in
 * *c; 0 if there is none, and *c is unchanged. */
size_t sok_str_char(struct sok_str s, uint32_t *c);
/* The most digits of a size_t. */
#define SOK_DIGITS 20
/* Write the digits of n to `to`, which has room for SOK_DIGITS; returns how
 * many. */
size_t sok_digits(char *to, size_t n);

#endif
