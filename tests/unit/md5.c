/*
 * md5.c - MD5: the messages of RFC 1321, one by one and eight at once, and a
 * comparison of both for messages of all lengths.
 */
#include "base/md5.h"
#include "unit.h"

static const struct {
	const char *message;
	uint64_t digest;
} known[MD5_LANES] = {
    {"", 0xd41d8cd98f00b204},
    {"a", 0x0cc175b9c0f1b6a8},
    {"abc", 0x900150983cd24fb0},
    {"message digest", 0xf96b697d7cb7938d},
    {"abcdefghijklmnopqrstuvwxyz", 0xc3fcd3d76192e400},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        0xd174ab98d277d9f5},
    {"1234567890123456789012345678901234567890123456789012345678901234567890"
     "1234567890",
        0x57edf4a22be3c955},
    {"", 0xd41d8cd98f00b204},
};

static void
test_known(void)
{
	static unsigned char room[MD5_LANES][100 + MD5_ROOM];
	unsigned char *message[MD5_LANES];
	uint64_t got[MD5_LANES];
	size_t n[MD5_LANES], i;

	for (i = 0; i < MD5_LANES; i++) {
		message[i] = room[i];
		n[i] = strlen(known[i].message);
		memcpy(room[i], known[i].message, n[i]);
	}
	md5_lanes(message, n, got);
	for (i = 0; i < MD5_LANES; i++)
		CHECK(got[i] == known[i].digest &&
		    sok_digest(sok_str(known[i].message)) == got[i]);
}

/* Eight different messages of the given lengths. */
static bool
test_lanes(const size_t n[MD5_LANES], uint64_t *seed)
{
	static unsigned char room[MD5_LANES][1000 + MD5_ROOM];
	unsigned char *message[MD5_LANES];
	uint64_t want[MD5_LANES], got[MD5_LANES];
	bool ok = true;
	size_t i, j;

	for (i = 0; i < MD5_LANES; i++) {
		message[i] = room[i];
		for (j = 0; j < n[i]; j++)
			room[i][j] = (unsigned char)unit_random(seed);
		want[i] = sok_digest(
		    (struct sok_str){(const char *)message[i], n[i]});
	}
	md5_lanes(message, n, got);
	for (i = 0; i < MD5_LANES; i++)
		ok &= CHECK(got[i] == want[i]);
	return ok;
}

/* Eight messages at once give the results of one by one: all of one length, and
 * each of another. */
static void
test_all_lengths(void)
{
	uint64_t seed = 3;
	size_t n[MD5_LANES], length, i;
	bool ok = true;

	for (length = 0; ok && length <= 300; length++) {
		for (i = 0; i < MD5_LANES; i++)
			n[i] = length;
		ok = test_lanes(n, &seed);
		for (i = 0; i < MD5_LANES; i++)
			n[i] = unit_random(&seed) % 1000;
		ok = ok && test_lanes(n, &seed);
	}
}

int
main(void)
{
	test_known();
	test_all_lengths();
	return unit_done();
}
