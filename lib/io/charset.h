/* charset.h - text between character sets: streams for input.c and output.c,
 * the old 8-bit sets for the formats that need them. */
#ifndef SOK_CHARSET_H
#define SOK_CHARSET_H

#include "sok.h"

/* Longest U+FFFD, '?' or end of a stream that a conversion adds. */
#define CHARSET_ROOM 32

struct charset;

/* From a charset of iconv to UTF-8, back, or from UTF-16 without its BOM to
 * UTF-8, where the name is NULL and another BOM changes the order. */
enum charset_kind {
	CHARSET_DECODE,
	CHARSET_ENCODE,
	CHARSET_UTF16_LITTLE,
	CHARSET_UTF16_BIG
};
/* NULL with errno. */
struct charset *charset_open(enum charset_kind kind, const char *name);
/*
 * Convert what fits from the front of *in to out[0, size), size at least
 * CHARSET_ROOM: takes it off *in and returns the bytes written.  What is
 * wrong becomes U+FFFD or '?' and is counted.  A sequence cut by the end of
 * *in stays there unless it is the last; at the last, call until *in is empty
 * and 0 comes back.
 */
size_t charset_convert(
    struct charset *c, struct sok_str *in, char *out, size_t size, bool last);
size_t charset_bad(const struct charset *c);
/* What is to be said of that, or of text of bytes that was met in UTF-16; NULL
 * if there is nothing. */
const char *charset_fault(const struct charset *c);
void charset_free(struct charset *c);

/* sok_charset_utf8(); *guessed becomes true where bytes were taken for
 * windows-1252. */
struct sok_str charset_guess(
    struct sok_arena *a, struct sok_str s, bool *guessed);

/* The upper halves, as code points. */
extern const uint16_t charset_windows1252[128], charset_macroman[128];

/* Text of 8-bit bytes as UTF-8; s == NULL on ENOMEM. */
struct sok_str charset_from(
    const uint16_t upper[128], struct sok_arena *a, struct sok_str s);
/* UTF-8 as 8-bit bytes; *lost counts characters that became '?'. */
struct sok_str charset_to(const uint16_t upper[128], struct sok_arena *a,
    struct sok_str s, size_t *lost);
/* Write a code point as UTF-8, 1 to 4 bytes; a surrogate or a value over
 * 10FFFF as U+FFFD. */
size_t charset_put(char *out, uint32_t c);

#endif
