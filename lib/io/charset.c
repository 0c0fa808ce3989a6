/* charset.c - converts streams and strings between character sets. */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io/charset.h"
#include "io/io.h"

#define NONE ((iconv_t)-1)

struct charset {
	enum charset_kind kind;
	bool big;    /* the first byte of a unit of UTF-16 is the high one */
	iconv_t cd;  /* NONE for UTF-16, which needs no library */
	bool ended;  /* the shift state was reset */
	size_t unit; /* code unit of the source, to skip invalid input */
	size_t bad;
	unsigned last; /* a character of UTF-16 */
	bool narrow;   /* part of the input is text of single bytes */
};

uint32_t
charset_windows1252(unsigned char byte)
{
	static const uint16_t first[32] = {0x20ac, 0x81, 0x201a, 0x0192, 0x201e,
	    0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
	    0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
	    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,
	    0x017e, 0x0178};

	return byte < 0xa0 ? first[byte - 0x80] : byte;
}

uint32_t
charset_macroman(unsigned char byte)
{
	static const uint16_t upper[128] = {0xc4, 0xc5, 0xc7, 0xc9, 0xd1, 0xd6,
	    0xdc, 0xe1, 0xe0, 0xe2, 0xe4, 0xe3, 0xe5, 0xe7, 0xe9, 0xe8, 0xea,
	    0xeb, 0xed, 0xec, 0xee, 0xef, 0xf1, 0xf3, 0xf2, 0xf4, 0xf6, 0xf5,
	    0xfa, 0xf9, 0xfb, 0xfc, 0x2020, 0xb0, 0xa2, 0xa3, 0xa7, 0x2022,
	    0xb6, 0xdf, 0xae, 0xa9, 0x2122, 0xb4, 0xa8, 0x2260, 0xc6, 0xd8,
	    0x221e, 0xb1, 0x2264, 0x2265, 0xa5, 0xb5, 0x2202, 0x2211, 0x220f,
	    0x03c0, 0x222b, 0xaa, 0xba, 0x03a9, 0xe6, 0xf8, 0xbf, 0xa1, 0xac,
	    0x221a, 0x0192, 0x2248, 0x2206, 0xab, 0xbb, 0x2026, 0xa0, 0xc0,
	    0xc3, 0xd5, 0x0152, 0x0153, 0x2013, 0x2014, 0x201c, 0x201d, 0x2018,
	    0x2019, 0xf7, 0x25ca, 0xff, 0x0178, 0x2044, 0x20ac, 0x2039, 0x203a,
	    0xfb01, 0xfb02, 0x2021, 0xb7, 0x201a, 0x201e, 0x2030, 0xc2, 0xca,
	    0xc1, 0xcb, 0xc8, 0xcd, 0xce, 0xcf, 0xcc, 0xd3, 0xd4, 0xf8ff, 0xd2,
	    0xda, 0xdb, 0xd9, 0x0131, 0x02c6, 0x02dc, 0xaf, 0x02d8, 0x02d9,
	    0x02da, 0xb8, 0x02dd, 0x02db, 0x02c7};

	return upper[byte - 0x80];
}

/* The size of a code unit of a charset, in bytes: that of a second letter.  1
 * if it can only be decoded; 0 with errno. */
static size_t
unit_of(const char *name)
{
	iconv_t cd = iconv_open(name, "UTF-8");
	char letter[] = "AA", out[CHARSET_ROOM], *in = letter, *to = out;
	size_t left = 1, room = sizeof(out), one;

	if (cd == NONE)
		return errno == EINVAL; /* it can only be decoded */
	iconv(cd, &in, &left, &to, &room);
	one = room;
	left = 1;
	iconv(cd, &in, &left, &to, &room);
	iconv_close(cd);
	return one > room ? one - room : 1;
}

struct charset *
charset_open(enum charset_kind kind, const char *name)
{
	struct charset *charset = calloc(1, sizeof(*charset));

	if (charset == NULL)
		return NULL;
	charset->kind = kind;
	charset->big = kind == CHARSET_BE;
	charset->cd = NONE;
	if (kind == CHARSET_DECODE && (charset->unit = unit_of(name)) > 0)
		charset->cd = iconv_open("UTF-8", name);
	else if (kind == CHARSET_ENCODE)
		charset->cd = iconv_open(name, "UTF-8");
	if (charset->cd != NONE || name == NULL)
		return charset;
	int error = errno;
	free(charset);
	errno = error;
	return NULL;
}

bool
sok_charset_known(const char *name)
{
	/* For iconv the empty name means the charset of the locale. */
	if (name[0] == '\0')
		return false;
	struct charset *in = charset_open(CHARSET_DECODE, name);
	struct charset *out = charset_open(CHARSET_ENCODE, name);
	bool known = in != NULL && out != NULL;
	charset_free(in);
	charset_free(out);
	return known;
}

size_t
charset_bad(const struct charset *charset)
{
	return charset->bad;
}

const char *
charset_fault(const struct charset *charset)
{
	if (charset == NULL)
		return NULL;
	if (charset->narrow)
		return "the file also contains text that is not UTF-16, but "
		       "was decoded as UTF-16: puzzles may be lost; split the "
		       "file";
	if (charset->bad > 0)
		return "invalid bytes in the input's character set became "
		       "U+FFFD";
	return NULL;
}

void
charset_free(struct charset *charset)
{
	if (charset == NULL)
		return;
	if (charset->cd != NONE)
		iconv_close(charset->cd);
	free(charset);
}

size_t
charset_put(char *out, uint32_t c)
{
	static const unsigned char first[5] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t n = 1 + (size_t)(c >= 0x80) + (size_t)(c >= 0x800) +
	    (size_t)(c >= 0x10000);

	if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return charset_put(out, 0xfffd);
	for (size_t i = n - 1; i > 0; i--) {
		out[i] = (char)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	out[0] = (char)(first[n] | c);
	return n;
}

/* The unit of UTF-16 at s. */
static unsigned
utf16_unit(const struct charset *charset, const char *s)
{
	const unsigned char *p = (const unsigned char *)s;

	return (unsigned)p[!charset->big] << 8 | p[charset->big];
}

/* charset_convert() from UTF-16.  Surrogates without their partners become
 * U+FFFD. */
static size_t
convert_utf16(struct charset *charset, struct sok_str *in, char *out,
    size_t size, bool last)
{
	size_t n = 0, bytes;

	while (in->len > 0 && size - n >= 4) {
		/* A single byte is half a character, as a high surrogate is. */
		unsigned unit =
		    in->len < 2 ? 0xd800 : utf16_unit(charset, in->s);
		unsigned low = 0;
		if (unit >= 0xd800 && unit < 0xdc00) {
			if (in->len < 4 && !last)
				break;
			low = in->len < 4 ? 0 : utf16_unit(charset, in->s + 2);
		}
		/* A file of the other byte order was appended. */
		if (unit == 0xfffe) {
			charset->big = !charset->big;
			unit = 0xfeff;
		}

		bytes = in->len < 2 ? 1 : 2;
		uint32_t ch = unit;
		if (unit < 0xd800 || unit > 0xdfff) {
			/* Four walls as single bytes; as UTF-16 they would be
			 * two smileys, which are rare in a row.  Report the
			 * first fault, however the bytes arrive. */
			charset->narrow |= charset->bad == 0 &&
			    unit == 0x2323 && charset->last == 0x2323;
			charset->last = unit;
		} else if (low >= 0xdc00 && low <= 0xdfff) {
			ch = 0x10000 + ((unit & 0x3ff) << 10 | (low & 0x3ff));
			bytes = 4;
		} else {
			ch = 0xfffd;
			charset->bad++;
		}
		n += charset_put(out + n, ch);
		*in = sok_str_from(*in, bytes);
	}
	return n;
}

/* iconv() for slices, with its result and errno.  Its input is not const, but
 * is never written. */
static size_t
run_iconv(iconv_t cd, struct sok_str *in, char **out, size_t *room)
{
	union {
		const char *in;
		char *iconv;
	} from = {in->s};
	size_t n = iconv(cd, &from.iconv, &in->len, out, room);

	in->s = from.in;
	return n;
}

/* charset_convert() by iconv.  Decoded bytes may be code points that Unicode
 * does not have. */
static size_t
convert_iconv(struct charset *charset, struct sok_str *in, char *out,
    size_t size, bool last)
{
	size_t room = size, n, bytes;
	uint32_t ch;

	while (in->len > 0) {
		n = run_iconv(charset->cd, in, &out, &room);
		charset->ended = false;
		/* Some systems write a replacement themselves and count it. */
		if (n != (size_t)-1 && charset->kind == CHARSET_ENCODE)
			charset->bad += n;
		if (n != (size_t)-1)
			break;
		if ((errno == E2BIG && room < size) ||
		    (errno == EINVAL && !last) || room < CHARSET_ROOM / 2)
			return size - room;

		/* Skip an invalid sequence and write a replacement. */
		if (charset->kind == CHARSET_DECODE) {
			bytes = charset->unit;
			n = charset_put(out, 0xfffd);
			out += n;
			room -= n;
		} else {
			bytes = sok_str_char(*in, &ch);
			struct sok_str sign = SOK_STR("?");
			run_iconv(charset->cd, &sign, &out, &room);
		}
		*in = sok_str_from(*in, bytes > 0 ? bytes : 1);
		charset->bad++;
	}
	if (last && !charset->ended)
		charset->ended =
		    iconv(charset->cd, NULL, NULL, &out, &room) != (size_t)-1;
	return size - room;
}

size_t
charset_convert(struct charset *charset, struct sok_str *in, char *out,
    size_t size, bool last)
{
	static const char sign[3] = {'\xef', '\xbf', '\xbd'};
	size_t n, from = 0, to = 0, len;
	uint32_t ch;

	if (charset->cd == NONE)
		return convert_utf16(charset, in, out, size, last);
	n = convert_iconv(charset, in, out, size, last);
	if (charset->kind == CHARSET_ENCODE ||
	    sok_str_utf8((struct sok_str){out, n}))
		return n;

	/* iconv accepts values above Unicode and surrogates.  They take at
	 * least three bytes, so a replacement fits in their place. */
	while (from < n) {
		len = sok_str_char((struct sok_str){out + from, n - from}, &ch);
		if (len > 0) {
			memmove(out + to, out + from, len);
			to += len;
			from += len;
			continue;
		}
		do
			from++;
		while (from < n && (out[from] & 0xc0) == 0x80);
		len = from - to < sizeof(sign) ? from - to : sizeof(sign);
		memcpy(out + to, sign, len);
		to += len;
		charset->bad++;
	}
	return to;
}

struct sok_str
charset_from(charset_upper *upper, struct sok_arena *arena, struct sok_str s)
{
	char *out = sok_arena_alloc(arena, s.len, 3);
	size_t n = 0;

	if (out == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++) {
		unsigned char byte = (unsigned char)s.s[i];

		n += charset_put(out + n, byte < 128 ? byte : upper(byte));
	}
	return (struct sok_str){out, n};
}

struct sok_str
charset_to(charset_upper *upper, struct sok_arena *arena, struct sok_str s,
    size_t *lost)
{
	char *out = sok_arena_alloc(arena, s.len, 1);
	size_t n = 0, bytes;
	uint32_t c, byte;

	if (out == NULL)
		return (struct sok_str){NULL, 0};
	for (; s.len > 0; s = sok_str_from(s, bytes > 0 ? bytes : 1)) {
		bytes = sok_str_char(s, &c);
		byte = bytes == 0 ? 256 : c;
		if (bytes > 0 && c >= 128)
			for (byte = 128; byte < 256; byte++)
				if (upper((unsigned char)byte) == c)
					break;
		*lost += byte > 255;
		out[n++] = (char)(byte > 255 ? '?' : byte);
	}
	return (struct sok_str){out, n};
}

/* Convert ISO-2022-JP: 1; 0 if it is something else; -1 on ENOMEM. */
static int
from_japanese(struct sok_arena *arena, struct sok_str s, struct sok_str *to)
{
	size_t size = s.len * 3 + CHARSET_ROOM, n, bad;
	char *out = sok_arena_alloc(arena, size, 1);
	struct charset *charset =
	    out == NULL ? NULL : charset_open(CHARSET_DECODE, "ISO-2022-JP");

	if (charset == NULL) /* EINVAL: unknown to iconv */
		return out != NULL && errno == EINVAL ? 0 : -1;
	n = charset_convert(charset, &s, out, size, true);
	bad = charset_bad(charset);
	charset_free(charset);
	if (bad > 0 || s.len > 0)
		return 0;
	*to = (struct sok_str){out, n};
	return 1;
}

struct sok_str
charset_guess(struct sok_arena *arena, struct sok_str s, bool *guessed)
{
	struct sok_buf all = {0};

	if (sok_str_find(s, SOK_STR("\x1b")) == s.len && sok_str_utf8(s))
		return s;
	for (struct sok_str rest = s; s.len > 0; s = rest) {
		(void)sok_str_line(&rest);
		struct sok_str line = sok_str_sub(s, 0, s.len - rest.len);
		struct sok_str out = line;
		int found = 0;

		if (sok_str_find(line, SOK_STR("\x1b$")) < line.len)
			found = from_japanese(arena, line, &out);
		if (found == 0 && !sok_str_utf8(line)) {
			*guessed = true;
			out = charset_from(charset_windows1252, arena, line);
		}
		all.failed |= out.s == NULL || found == -1;
		sok_buf_add(&all, out);
	}
	struct sok_str out = all.failed ? (struct sok_str){NULL, 0}
	                                : sok_str_dup(arena, sok_buf_str(&all));
	sok_buf_free(&all);
	if (out.s == NULL)
		errno = ENOMEM;
	return out;
}

struct sok_str
sok_charset_utf8(struct sok_arena *arena, struct sok_str s)
{
	bool guessed = false;

	return charset_guess(arena, s, &guessed);
}

/* ---- Japanese text */

/* Whether a byte is in a range, with both ends. */
static bool
within(unsigned char c, unsigned char from, unsigned char to)
{
	return c >= from && c <= to;
}

/* The length of the character that begins at `at`, before end, and whether it
 * is kana of two bytes; 0 if it is not of the charset. */
static size_t
euc_jp(const unsigned char *at, const unsigned char *end, bool *kana)
{
	ptrdiff_t left = end - at;

	*kana =
	    left > 1 && within(at[0], 0xa4, 0xa5) && within(at[1], 0xa1, 0xf6);
	if (at[0] < 0x80)
		return 1;
	if (left > 1 && at[0] == 0x8e)
		return within(at[1], 0xa1, 0xdf) ? 2 : 0;
	if (left > 2 && at[0] == 0x8f)
		return within(at[1], 0xa1, 0xfe) && within(at[2], 0xa1, 0xfe)
		    ? 3
		    : 0;
	return left > 1 && within(at[0], 0xa1, 0xfe) &&
	        within(at[1], 0xa1, 0xfe)
	    ? 2
	    : 0;
}

/* The same for Shift_JIS. */
static size_t
shift_jis(const unsigned char *at, const unsigned char *end, bool *kana)
{
	bool two = end - at > 1 &&
	    (within(at[0], 0x81, 0x9f) || within(at[0], 0xe0, 0xfc)) &&
	    (within(at[1], 0x40, 0x7e) || within(at[1], 0x80, 0xfc));

	*kana = two &&
	    ((at[0] == 0x82 && within(at[1], 0x9f, 0xf1)) ||
	        (at[0] == 0x83 && within(at[1], 0x40, 0x96)));
	if (at[0] < 0x80 || (!two && within(at[0], 0xa1, 0xdf)))
		return 1;
	return two ? 2 : 0;
}

const char *
charset_japanese(struct sok_str line)
{
	static const struct {
		const char *name;
		size_t (*length)(const unsigned char *at,
		    const unsigned char *end, bool *kana);
	} sets[] = {{"EUC-JP", euc_jp}, {"SHIFT_JIS", shift_jis}};
	const unsigned char *end = (const unsigned char *)line.s + line.len;

	for (size_t i = 0; i < SOK_COUNT(sets); i++) {
		const unsigned char *at = (const unsigned char *)line.s;
		size_t n = 1, kana = 0, kanji = 0;
		bool is_kana;

		for (; at < end && n > 0; at += n) {
			n = sets[i].length(at, end, &is_kana);
			kana += is_kana;
			/* Bytes that other charsets use for punctuation. */
			kanji += n == 2 && within(*at, 0x88, 0x9f);
		}
		if (n > 0 && (kana > 1 || kanji > line.len / 4))
			return sets[i].name;
	}
	return NULL;
}
