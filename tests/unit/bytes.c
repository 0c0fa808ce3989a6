/*
 * bytes.c - classes of bytes: every way to find them gives what the table of
 * characters says, for each byte wherever it stands.
 */
#include <string.h>

#include "../../lib/text/bytes.h"
#include "unit.h"

enum { WORDS = 8, SIZE = 64 * WORDS };

static void
compare(const char *s, size_t n)
{
	struct bytes want[WORDS], got[WORDS];
	int way;

	bytes_classify_by(BYTES_TABLE, want, s, n);
	for (way = BYTES_SSE2; way < BYTES_WAYS; way++) {
		if (!bytes_can(way))
			continue;
		memset(got, 0x55, sizeof(got));
		bytes_classify_by(way, got, s, n);
		CHECK(memcmp(got, want, n * sizeof(*got)) == 0);
	}
	bytes_classify(got, s, n);
	CHECK(memcmp(got, want, n * sizeof(*got)) == 0);
}

static void
check_class(int class, const char *members)
{
	char s[64];
	struct bytes of;
	int c;

	for (c = 0; c < 256; c++) {
		memset(s, c, sizeof(s));
		bytes_classify_by(BYTES_TABLE, &of, s, 1);
		CHECK_NUM(of.of[class],
		    c != 0 && strchr(members, c) != NULL ? UINT64_MAX : 0);
	}
}

int
main(void)
{
	char s[SIZE + 64];
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
	return unit_done();
}
