/* str.c - slices, growing strings, UTF-8 compared with a separate decoder, and
 * arenas, limits and rules. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "unit.h"

static void
slices(void)
{
	struct sok_str s = SOK_STR(" \t Foo\t ");

	CHECK_STR(sok_str_trim(s), "Foo");
	CHECK_STR(sok_str_rtrim(s), " \t Foo");
	CHECK_STR(sok_str_trim(SOK_STR(" \t")), "");
	CHECK_STR(sok_str_from(s, 4), "oo\t ");
	CHECK_STR(sok_str_from(s, 400), "");
	CHECK_STR(sok_str_sub(s, 3, 5), "Fo");
	CHECK_STR(sok_str_sub(s, 5, 3), "");
	CHECK_STR(sok_str_sub(s, 3, 99), "Foo\t ");
	CHECK(sok_str_caseeq(SOK_STR("tItle"), SOK_STR("TiTLE")));
	CHECK(!sok_str_caseeq(SOK_STR("[a"), SOK_STR("{A")));
	CHECK(!sok_str_caseeq(SOK_STR("\xc4"), SOK_STR("\xe4")));
	CHECK(!sok_str_eq(SOK_STR("a"), SOK_STR("A")));
	CHECK(sok_str_eq(SOK_STR(""), (struct sok_str){NULL, 0}));
	CHECK(sok_str_starts(SOK_STR("Foobar"), SOK_STR("Foo")));
	CHECK(!sok_str_starts(SOK_STR("Fo"), SOK_STR("Foo")));
	CHECK(!sok_str_starts(SOK_STR("foobar"), SOK_STR("Foo")));
	CHECK(sok_str_casestarts(SOK_STR("fOobar"), SOK_STR("Foo")));
	CHECK(sok_str_starts(SOK_STR("x"), SOK_STR("")));
	CHECK_NUM(sok_str_find(SOK_STR("<<#x<#"), SOK_STR("<#")), 1);
	CHECK_NUM(sok_str_find(SOK_STR("a<"), SOK_STR("<#")), 2);
	CHECK_NUM(sok_str_find((struct sok_str){NULL, 0}, SOK_STR("x")), 0);
}

static void
numbers(void)
{
	struct sok_str s = SOK_STR("12-0034x");
	char most[32];
	size_t n = 9;

	CHECK_NUM(sok_str_digits(&s, &n), 2);
	CHECK_NUM(n, 12);
	CHECK_STR(s, "-0034x");
	CHECK_NUM(sok_str_digits(&s, &n), 0);
	CHECK_NUM(n, 0);
	CHECK_STR(s, "-0034x");
	s = sok_str_from(s, 1);
	CHECK_NUM(sok_str_digits(&s, &n), 4);
	CHECK_NUM(n, 34);
	CHECK_STR(s, "x");
	CHECK(sok_str_number(SOK_STR("0"), &n) && n == 0);
	CHECK(sok_str_number(SOK_STR("007"), &n) && n == 7);
	CHECK(!sok_str_number(SOK_STR(""), &n));
	CHECK(!sok_str_number(SOK_STR(" 1"), &n));
	CHECK(!sok_str_number(SOK_STR("1 "), &n));
	CHECK(!sok_str_number(SOK_STR("-1"), &n));
	CHECK(!sok_str_number(SOK_STR("/"), &n));
	CHECK(!sok_str_number(SOK_STR(":"), &n));
	(void)snprintf(most, sizeof(most), "%zu", SIZE_MAX - 1);
	CHECK(sok_str_number(sok_str(most), &n) && n == SIZE_MAX - 1);
	(void)snprintf(most, sizeof(most), "%zu0", SIZE_MAX / 10 + 1);
	CHECK(sok_str_number(sok_str(most), &n) && n == SIZE_MAX);
	CHECK(sok_str_number(SOK_STR("36893488147419103232"), &n));
	CHECK_NUM(n, SIZE_MAX);
	CHECK(sok_str_number(SOK_STR("100000000000000000000000000"), &n));
	CHECK_NUM(n, SIZE_MAX);
}

static void
letters(void)
{
	for (int i = 0; i < 256; i++) {
		char c = (char)i;
		bool capital = i >= 'A' && i <= 'Z';

		CHECK(sok_is_letter(c) == (capital || (i >= 'a' && i <= 'z')));
		CHECK(sok_is_digit(c) == (i >= '0' && i <= '9'));
		CHECK(sok_lower(c) == (capital ? (char)(i + 32) : c));
	}
}

static void
copies(void)
{
	struct sok_arena a = {0};
	struct sok_str s = sok_str_fmt(&a, "%s-%05d", "x", 42);

	CHECK_STR(s, "x-00042");
	CHECK_STR(sok_str_dup(&a, s), "x-00042");
	CHECK(sok_str_dup(&a, (struct sok_str){NULL, 0}).s != NULL);
	sok_arena_free(&a);
}

static void
buffers(void)
{
	struct sok_buf b = {0};

	CHECK_NUM(sok_buf_str(&b).len, 0);
	sok_buf_add(&b, SOK_STR("ab"));
	sok_buf_addc(&b, 'c');
	sok_buf_fill(&b, '-', 3);
	sok_buf_fill(&b, '-', 0);
	sok_buf_fmt(&b, "%d|", 7);
	CHECK_STR(sok_buf_str(&b), "abc---7|");
	for (int i = 0; i < 1000; i++)
		sok_buf_fmt(&b, "%d,", i);
	CHECK_NUM(b.len, 8 + 3890);
	CHECK(!b.failed && !sok_buf_room(&b, SIZE_MAX - 5));
	CHECK(b.failed);
	sok_buf_add(&b, SOK_STR("after a failure nothing is added"));
	CHECK_NUM(b.len, 8 + 3890);
	sok_buf_free(&b);
}

/* The length of a character by the bit patterns of RFC 3629, one case at a
 * time: slow and plain. */
static size_t
plain_char(const unsigned char *s, size_t n, uint32_t *c)
{
	static const uint32_t lowest[5] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = (s[0] & 0x80) == 0 ? 1
	    : (s[0] & 0xe0) == 0xc0     ? 2
	    : (s[0] & 0xf0) == 0xe0     ? 3
	    : (s[0] & 0xf8) == 0xf0     ? 4
	                                : 0;

	if (len == 0 || len > n)
		return 0;
	*c = len == 1 ? s[0] : s[0] & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		*c = *c * 64 + s[i] % 64;
	}
	if (*c < lowest[len] || *c > 0x10ffff || *c / 0x800 == 0x1b)
		return 0;
	return len;
}

static bool
plain_utf8(const unsigned char *s, size_t n)
{
	uint32_t c;
	size_t len;

	for (size_t i = 0; i < n; i += len) {
		len = plain_char(s + i, n - i, &c);
		if (len == 0)
			return false;
	}
	return true;
}

/* Bytes near the limits of valid UTF-8. */
static unsigned char
edge(uint64_t *seed)
{
	static const unsigned char bytes[] = {0x00, 0x41, 0x7f, 0x80, 0x8f,
	    0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef,
	    0xf0, 0xf4, 0xf5, 0xff};

	return bytes[unit_random(seed) % sizeof(bytes)];
}

static void
utf8(void)
{
	unsigned char s[24];
	uint64_t seed = 1;
	size_t n, valid = 0, len;
	uint32_t c = 0, want = 0;
	struct sok_str str;

	for (int i = 0; i < 400000; i++) {
		n = unit_random(&seed) % 6;
		/* Leading letters move the bytes through the machine words. */
		memset(s, 'a', sizeof(s));
		str.len = unit_random(&seed) % 18 + n;
		str.s = (const char *)s;
		for (size_t k = str.len - n; k < str.len; k++)
			s[k] = edge(&seed);
		valid += plain_utf8(s, str.len);
		if (!CHECK(sok_str_utf8(str) == plain_utf8(s, str.len)))
			return;
		str = sok_str_from(str, str.len - n);
		len = n == 0
		    ? 0
		    : plain_char((const unsigned char *)str.s, n, &want);
		if (!CHECK(sok_str_char(str, &c) == len) ||
		    !CHECK(len == 0 || c == want))
			return;
	}
	CHECK(valid > 50000);
}

static void
escapes(void)
{
	struct sok_buf b = {0};

	sok_escape(&b, SOK_STR("a\x1b[1m\n\xc2\x9b\xe2\x80\xae\xff\xc3\xa4"));
	CHECK_STR(
	    sok_buf_str(&b), "a\\x1b[1m\\x0a\\u{9b}\\u{202e}\\xff\xc3\xa4");
	b.len = 0;
	sok_escape(&b, SOK_STR("\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf"));
	CHECK_STR(sok_buf_str(&b), "\xef\xbf\xbd\\u{fffe}\\u{ffff}");
	b.len = 0;
	sok_escape(&b, SOK_STR("##[a] #[b] ###x[c] ##1[d] [e] ##"));
	CHECK_STR(sok_buf_str(&b), "##\\x5ba] #[b] ###x\\x5bc] ##1[d] [e] ##");
	sok_buf_free(&b);
}

static void
arenas(void)
{
	struct sok_arena a = {0};
	uint64_t seed = 7;
	unsigned char *p[200];
	size_t n[200];

	for (int round = 0; round < 50; round++) {
		for (size_t i = 0; i < 200; i++) {
			n[i] = unit_random(&seed) %
			    (unit_random(&seed) % 20 == 0 ? 400000 : 300);
			p[i] = sok_arena_alloc(&a, n[i], 1);
			if (!CHECK(p[i] != NULL && (uintptr_t)p[i] % 16 == 0))
				return;
			memset(p[i], (int)i, n[i]);
		}
		for (size_t i = 0; i < 200; i++)
			for (size_t k = 0; k < n[i]; k++)
				if (!CHECK(p[i][k] == i))
					return;
		sok_arena_reset(&a);
	}
	p[0] = sok_arena_zalloc(&a, 10, 10);
	CHECK(p[0] != NULL && p[0][0] == 0 && p[0][99] == 0);
	errno = 0;
	CHECK(sok_arena_alloc(&a, SIZE_MAX / 2, 3) == NULL);
	CHECK_NUM(errno, ENOMEM);
	CHECK(sok_arena_alloc(&a, SIZE_MAX - 3, 1) == NULL);
	sok_arena_free(&a);
}

static size_t seen;
static struct sok_finding last;

static void
take(void *ctx, const struct sok_finding *f)
{
	(void)ctx;
	seen = f->message.len;
	last = *f;
}

static void
rules(void)
{
	static struct sok_sink sink = {.fn = take};
	struct sok_pos pos = {"x", 3, 4};

	CHECK_NUM(sok_rule_find(SOK_STR("bom")), SOK_BOM_RULE);
	CHECK_NUM(sok_rule_find(SOK_STR("bo")), SOK_NO_RULE);
	sok_report(&sink, SOK_BOM_RULE, pos, NULL, NULL, "%d", 12345);
	CHECK_NUM(seen, 5);
	CHECK_NUM(last.severity, SOK_WARNING);
	CHECK_NUM(last.pos.col, 4);
	sok_report(&sink, SOK_BOM_RULE, pos, NULL, NULL, "%9000d", 1);
	CHECK_NUM(seen, 9000);
	sink.level[SOK_BOM_RULE] = 1 + SOK_ERROR;
	sok_report(&sink, SOK_BOM_RULE, pos, NULL, NULL, "x");
	CHECK_NUM(last.severity, SOK_ERROR);
	sok_report_as(
	    &sink, SOK_NOTE, SOK_SOLVED_EARLY_RULE, pos, NULL, NULL, "x");
	CHECK_NUM(last.severity, SOK_NOTE);
	sink.off[SOK_LIMIT_RULE] = true;
	CHECK(!sink.limit_hit);
	sok_report(&sink, SOK_LIMIT_RULE, pos, NULL, NULL, "silenced");
	CHECK(sink.limit_hit);
	CHECK_NUM(seen, 1);
	CHECK_NUM(sink.count[SOK_NOTE], 1);
	CHECK_NUM(sink.count[SOK_WARNING], 2);
	CHECK_NUM(sink.count[SOK_ERROR], 1);
	sok_report(NULL, SOK_BOM_RULE, pos, NULL, NULL, "nobody listens");
}

static void
limits(void)
{
	for (int i = 0; i < SOK_NLIMITS; i++) {
		CHECK(sok_limit_name[i] != NULL);
		CHECK(sok_default_limits.v[i] > 0);
		CHECK(sok_default_limits.v[i] <= sok_highest_limits.v[i]);
	}
}

int
main(void)
{
	slices();
	numbers();
	letters();
	copies();
	buffers();
	utf8();
	escapes();
	arenas();
	rules();
	limits();
	return unit_done();
}
