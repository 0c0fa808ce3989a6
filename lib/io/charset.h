/* charset.h - conversion between character sets: streams for input.c and
 * output.c, and the 8-bit sets of some formats. */
#ifndef SOK_CHARSET_H
#define SOK_CHARSET_H

#include "sok.h"

/* The longest replacement or end of a stream that a conversion may add. */
#define CHARSET_ROOM 32

struct charset;

/* From a charset of iconv to UTF-8, or back; or, if the name is NULL, from
 * UTF-16 without its BOM to UTF-8, where another BOM changes the byte order. */
enum charset_kind {
	CHARSET_DECODE,
	CHARSET_ENCODE,
	CHARSET_LE, /* UTF-16, little-endian */
	CHARSET_BE
};
/* Open a conversion; NULL with errno. */
struct charset *charset_open(enum charset_kind kind, const char *name);
/* Convert as much as fits from the start of *in to out[0, size), size >=
 * CHARSET_ROOM.  Removes it from *in and returns the number of bytes written.
 * Invalid input becomes U+FFFD or '?' and is counted.  An incomplete sequence
 * at the end of *in remains, unless `last` is set; then call it until *in is
 * empty and 0 is returned. */
size_t charset_convert(struct charset *charset, struct sok_str *in, char *out,
    size_t size, bool last);
/* How many invalid sequences were replaced so far. */
size_t charset_bad(const struct charset *charset);
/* What to report with the rule `charset` about the input so far: invalid
 * sequences, or text of single bytes in UTF-16; NULL if nothing.  charset may
 * be NULL. */
const char *charset_fault(const struct charset *charset);
void charset_free(struct charset *charset);

/* The name of the Japanese charset, EUC-JP or SHIFT_JIS, in which a line that
 * is not UTF-8 is valid and has kana, which text in other charsets hardly has;
 * or NULL. */
const char *charset_japanese(struct sok_str line);

/* As sok_charset_utf8(); sets *guessed if bytes were taken as windows-1252.  s
 * == NULL on ENOMEM. */
struct sok_str charset_guess(
    struct sok_arena *arena, struct sok_str s, bool *guessed);

/* The code point of a byte from 0x80 on in an 8-bit character set. */
typedef uint32_t charset_upper(unsigned char byte);
charset_upper charset_windows1252, charset_macroman;

/* Convert 8-bit text to UTF-8; s == NULL on ENOMEM. */
struct sok_str charset_from(
    charset_upper *upper, struct sok_arena *arena, struct sok_str s);
/* Convert UTF-8 to 8-bit text; *lost counts characters that became '?'.  s ==
 * NULL on ENOMEM. */
struct sok_str charset_to(charset_upper *upper, struct sok_arena *arena,
    struct sok_str s, size_t *lost);
/* Write a code point as UTF-8, 1 to 4 bytes.  Surrogates and values above
 * 10FFFF become U+FFFD. */
size_t charset_put(char *out, uint32_t c);

#endif
