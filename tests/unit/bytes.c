/*
 * bytes.c - classes of bytes: with and without vectors, they agree with the
 * table of characters, for each byte at any offset.
 */
#include <string.h>

#include "../../lib/board/alphabet.h"
#include "../../lib/sok.h"
#include "../../lib/text/bytes.h"
#include "unit.h"

enum { WORDS = 8, SIZE = 64 * WORDS };

static void
compare(const char *s, size_t n)
{
	struct bytes want[WORDS], got[WORDS];

	bytes_classify_plain(want, s, n);
	memset(got, 0x55, sizeof(got));
	bytes_classify(got, s, n);
	CHECK(memcmp(got, want, n * sizeof(*got)) == 0);
	/* Counts over any range. */
	for (size_t from = 0; from < 64 * n; from += 23) {
		struct bytes_count all = {0}, some = {0};
		size_t end = from + 1 + from * 7 % (64 * n - from);

		bytes_count_plain(&all, want, from, end);
		bytes_count(&some, want, from, end);
		CHECK(all.players == some.players && all.boxes == some.boxes &&
		    all.goals == some.goals && all.alias == some.alias);
	}
}

static void
check_class(int class, const char *members)
{
	char s[64];
	struct bytes of;
	int c;

	for (c = 0; c < 256; c++) {
		memset(s, c, sizeof(s));
		bytes_classify_plain(&of, s, 1);
		CHECK_NUM(of.of[class],
		    c != 0 && strchr(members, c) != NULL ? UINT64_MAX : 0);
	}
}

/* The characters of rows, with or without legacy letters, by the table. */
static const char *
characters(char to[256], bool letters)
{
	size_t n = 0;

	for (int c = 1; c < 256; c++)
		if (sok_square[c] != 0xff ||
		    (letters && alphabet_letters[c] != 0))
			to[n++] = (char)c;
	to[n] = '\0';
	return to;
}

/* Rows of any width with letters are converted to squares and counted as the
 * table of characters defines, and plain rows are unchanged. */
static void
check_rows(const char *chars, bool letters)
{
	static const char glyph[17] = " #.#$#*#@#+#$#*#";
	size_t n = strlen(chars);
	unsigned seed = 7;

	for (size_t width = 1; width < 70; width++) {
		char s[3 * 72 + BYTES_PAD], back[70 + BYTES_PAD];
		unsigned char sq[3 * 70 + BYTES_PAD];
		struct bytes_count got = {0, 0, 0, false}, want = got;
		size_t len = width - width / 3;

		for (size_t i = 0; i < sizeof(s); i++) {
			seed = seed * 1103515245 + 12345;
			s[i] = chars[(seed >> 16) % n];
		}
		bytes_grid(sq, s, 72, len, width, 3, letters);
		for (size_t i = 0; i < 3 * width; i++) {
			size_t x = i % width, y = i / width;
			unsigned char c = (unsigned char)s[72 * y + x];
			unsigned want_sq = x < len ? alphabet_letters[c] : 0;

			CHECK_NUM(sq[i], want_sq);
			if (y > 0)
				continue;
			want.players += (want_sq & SOK_PLAYER) != 0;
			want.boxes += (want_sq & SOK_BOX) != 0;
			want.goals += (want_sq & SOK_GOAL) != 0;
		}
		bytes_add(&got, s, len, letters);
		CHECK(got.players == want.players && got.boxes == want.boxes &&
		    got.goals == want.goals);
		bytes_glyphs(back, sq, width, 3 * width, glyph);
		for (size_t x = 0; x < width; x++)
			CHECK_NUM(back[x], glyph[sq[x]]);
	}
}

int
main(void)
{
	char s[SIZE + 64], rows[256];
	unsigned seed = 1;
	size_t i, k;

	for (i = 0; i < 256; i++)
		for (k = 0; k < 64; k++) {
			memset(s, k % 2 ? '#' : 'x', sizeof(s));
			s[k] = (char)i;
			compare(s, 1);
		}
	for (i = 0; i < 2000; i++) {
		for (k = 0; k < sizeof(s); k++) {
			seed = seed * 1103515245 + 12345;
			s[k] = (char)(seed >> 16);
		}
		compare(s + i % 64, 1 + i % WORDS);
	}
	check_class(BYTES_MARK, " \t*()[]{}<>\\0123456789");
	check_class(BYTES_PLAYER, "@+");
	check_class(BYTES_BOX, "$*");
	check_class(BYTES_GOAL, ".*+");
	check_class(BYTES_MOVE, "udlrUDLR");
	check_class(BYTES_COUNT, "0123456789()|");
	check_class(BYTES_BAR, "|");
	check_rows(characters(rows, false), false);
	check_rows(characters(rows, true), true);
	return unit_done();
}
