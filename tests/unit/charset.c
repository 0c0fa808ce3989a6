/* charset.c - text between character sets, in one piece and cut anywhere. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "io/charset.h"
#include "io/input.h"
#include "unit.h"

/* Bytes, read in chunks of a size. */
static void
open_bytes(struct sok_str bytes, size_t chunk, struct sok_input *in)
{
	const struct sok_read_options o = {.chunk = chunk};

	CHECK(input_open(in, (struct input_source){.fd = -1, .memory = bytes},
	          &o) == 0);
}

/* Everything an input gives, read in chunks of a size. */
static struct sok_str
read_all(struct sok_arena *a, struct sok_str bytes, const char *charset,
    size_t chunk, size_t *bad)
{
	struct sok_buf out = {0};
	const struct sok_read_options o = {.charset = charset, .chunk = chunk};
	struct sok_input in;
	struct sok_str s;

	if (!CHECK(
	        input_open(&in,
	            (struct input_source){.fd = -1, .memory = bytes}, &o) == 0))
		return (struct sok_str){NULL, 0};
	while (input_more(&in) > 0) {
		CHECK(in.cap - in.end >= INPUT_PAD);
		sok_buf_add(&out, input_bytes(&in));
		input_consume(&in, in.end - in.start);
	}
	*bad = in.decode == NULL ? 0 : charset_bad(in.decode);
	input_close(&in);
	s = sok_str_dup(a, sok_buf_str(&out));
	sok_buf_free(&out);
	return s;
}

static const size_t chunks[] = {1, 2, 3, 7, 4096, 262144};

static void
decodes(struct sok_str bytes, const char *charset, const char *want, size_t bad)
{
	struct sok_arena a = {0};
	size_t got;

	for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
		CHECK_STR(read_all(&a, bytes, charset, chunks[i], &got), want);
		CHECK_NUM(got, bad);
	}
	sok_arena_free(&a);
}

static void
inputs(void)
{
	decodes(SOK_STR("plain \xff\n"), NULL, "plain \xff\n", 0);
	decodes(SOK_STR(""), NULL, "", 0);
	decodes(SOK_STR("\xff"), NULL, "\xff", 0);
	/* UTF-16 is recognised by its BOM, which is removed. */
	decodes(SOK_STR("\xff\xfe#\0\xe4\0\x3d\xd8\x00\xde\n\0"), NULL,
	    "#\xc3\xa4\xf0\x9f\x98\x80\n", 0);
	decodes(SOK_STR("\xfe\xff\0#\0\xe4\xd8\x3d\xde\x00\0\n"), NULL,
	    "#\xc3\xa4\xf0\x9f\x98\x80\n", 0);
	decodes(SOK_STR("\xff\xfe"), NULL, "", 0);
	/* The first and the last character of two, three and four bytes. */
	decodes(SOK_STR("\xfe\xff\0\x7f\0\x80\x07\xff\x08\0\xff\xff"
	                "\xd8\0\xdc\0\xdb\xff\xdf\xff"),
	    NULL,
	    "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"
	    "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
	    0);
	/* A high surrogate alone, a low one alone, and an incomplete
	 * character. */
	decodes(SOK_STR("\xfe\xff\xd8\x3d\0a\xde\x00\0"), NULL,
	    "\xef\xbf\xbd\x61\xef\xbf\xbd\xef\xbf\xbd", 3);
	/* The requested charset overrides the detected one. */
	decodes(SOK_STR("\xff\xfe"), "ISO-8859-1", "\xc3\xbf\xc3\xbe", 0);
	decodes(SOK_STR("\xe4\n"), "WINDOWS-1252", "\xc3\xa4\n", 0);
	decodes(SOK_STR("\xc3\xa4\xff\xe3\x81"), "UTF-8",
	    "\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 3);
	decodes(SOK_STR("\x1b$BF|K\\\x1b(B!"), "ISO-2022-JP",
	    "\xe6\x97\xa5\xe6\x9c\xac!", 0);
	decodes(SOK_STR("\x93\xfa\x96\x7b"), "SHIFT_JIS",
	    "\xe6\x97\xa5\xe6\x9c\xac", 0);
	/* A high surrogate at the very end; one that a letter follows. */
	decodes(SOK_STR("\xff\xfe\x61\0\x3d\xd8"), NULL, "a\xef\xbf\xbd", 1);
	decodes(SOK_STR("\xff\xfe\x3d\xd8\x61\0\0\xe0"), NULL,
	    "\xef\xbf\xbd\x61\xee\x80\x80", 1);
}

/* An invalid character is replaced alone, whatever the width of the charset. */
static void
wide_inputs(void)
{
	decodes(SOK_STR("a\0\0\xdc\x62\0c\0"), "UTF-16LE",
	    "a\xef\xbf\xbd\x62\x63", 1);
	decodes(SOK_STR("\0a\xdc\0\0b"), "UTF-16BE", "a\xef\xbf\xbd\x62", 1);
	decodes(SOK_STR("a\0\0\0\0\xd8\0\0b\0\0\0"), "UTF-32LE",
	    "a\xef\xbf\xbd\x62", 1);
	/* Half a character at the end. */
	decodes(SOK_STR("\0\0\0a\0\0"), "UTF-32BE", "a\xef\xbf\xbd", 1);
	/* iconv of some systems accepts values outside Unicode. */
	if (sok_charset_known("UCS-4LE"))
		decodes(SOK_STR("a\0\0\0\0\0\x11\0b\0\0\0\xff\xff\xff"
		                "\x7f\xe4\0\0\0"),
		    "UCS-4LE", "a\xef\xbf\xbd\x62\xef\xbf\xbd\xc3\xa4", 2);
}

/* Input larger than any buffer. */
static void
long_inputs(void)
{
	static char wide[400000], narrow[400000];
	struct sok_arena a = {0};
	struct sok_str s;
	size_t bad;

	memset(narrow, '\xe4', sizeof(narrow));
	s = read_all(&a, (struct sok_str){narrow, sizeof(narrow)}, "ISO-8859-1",
	    262144, &bad);
	CHECK_NUM(s.len, 2 * sizeof(narrow));
	CHECK(bad == 0 && sok_str_utf8(s));
	for (size_t i = 0; i < sizeof(wide); i += 2) {
		wide[i] = '\x4e';
		wide[i + 1] = '\x2d';
	}
	memcpy(wide, "\xfe\xff", 2);
	s = read_all(
	    &a, (struct sok_str){wide, sizeof(wide)}, NULL, 262144, &bad);
	CHECK_NUM(s.len, (sizeof(wide) / 2 - 1) * 3);
	CHECK(bad == 0 && sok_str_utf8(s));
	sok_arena_free(&a);
}

/* Consume at random positions: the output equals the input. */
static void
streams(void)
{
	static char bytes[300000];
	uint64_t seed = 5;
	struct sok_input in;
	struct sok_str all = {bytes, sizeof(bytes)}, left;
	size_t n;
	bool same = true;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)unit_random(&seed);
	bytes[0] = 'x';
	for (size_t i = 1; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
		open_bytes(all, chunks[i], &in);
		while (input_more(&in) > 0) {
			n = in.end - in.start;
			n = n > 1000 ? n - unit_random(&seed) % 1000 : 0;
			left = input_bytes(&in);
			same &= memcmp(left.s, bytes + input_consumed(&in),
			            left.len) == 0;
			input_consume(&in, n);
		}
		CHECK(same);
		CHECK_NUM(
		    input_consumed(&in) + (in.end - in.start), sizeof(bytes));
		input_close(&in);
	}
	open_bytes(all, 10, &in);
	CHECK(input_want(&in, 1000) == 0 && in.end >= 1000);
	CHECK(input_want(&in, sizeof(bytes) + 1) == 0);
	CHECK_NUM(in.end, sizeof(bytes));
	CHECK(in.eof);
	input_close(&in);
}

static void
descriptors(void)
{
	const struct sok_read_options plain = {0};
	const struct sok_read_options wrong = {.charset = "no such charset"};
	struct input_source from = {.fd = -1};
	struct sok_input in;
	int fd[2];

	CHECK(input_open(&in, from, &plain) == -1 && errno == EBADF);
	from.fd = 0;
	CHECK(input_open(&in, from, &wrong) == -1);
	input_close(&in);
	if (!CHECK(pipe(fd) == 0))
		return;
	CHECK(write(fd[1], "abc", 3) == 3);
	close(fd[1]);
	from.fd = fd[0];
	CHECK(input_open(&in, from, &plain) == 0);
	CHECK_NUM(input_more(&in), 1);
	CHECK_STR(input_bytes(&in), "abc");
	CHECK_NUM(input_more(&in), 0);
	CHECK_NUM(input_more(&in), 0);
	input_close(&in);
	close(fd[0]);
	/* Writing only: an error of the system. */
	fd[0] = open("/dev/null", O_WRONLY);
	from.fd = fd[0];
	CHECK(input_open(&in, from, &plain) == 0);
	CHECK_NUM(input_more(&in), -1);
	input_close(&in);
	close(fd[0]);
}

static void
guesses(void)
{
	struct sok_arena a = {0};
	struct sok_str s = SOK_STR("plain");

	CHECK(sok_charset_utf8(&a, s).s == s.s);
	s = SOK_STR("\xc3\xa4");
	CHECK(sok_charset_utf8(&a, s).s == s.s);
	CHECK_STR(sok_charset_utf8(&a, SOK_STR("\xe4z\x80\x81")),
	    "\xc3\xa4z\xe2\x82\xac\xc2\x81");
	/* Every line on its own. */
	CHECK_STR(sok_charset_utf8(&a, SOK_STR("\xc3\xa4\n\xe4\r\n\xe4")),
	    "\xc3\xa4\n\xc3\xa4\r\n\xc3\xa4");
	CHECK_STR(sok_charset_utf8(&a, SOK_STR("\x1b$BF|K\\\x1b(B\n\xe4")),
	    "\xe6\x97\xa5\xe6\x9c\xac\n\xc3\xa4");
	/* An invalid escape. */
	CHECK_STR(sok_charset_utf8(&a, SOK_STR("\x1b$\xe4")), "\x1b$\xc3\xa4");
	CHECK_STR(sok_charset_utf8(&a, SOK_STR("\x1b[1m")), "\x1b[1m");
	CHECK_STR(sok_charset_utf8(&a, SOK_STR("\xe4\x1b")), "\xc3\xa4\x1b");
	CHECK_NUM(sok_charset_utf8(&a, SOK_STR("")).len, 0);
	sok_arena_free(&a);
}

/* Compare our own tables with those of iconv, if iconv has them. */
static void
table(charset_upper *upper, const char *const *names)
{
	struct sok_arena a = {0};
	struct sok_str byte, ours, theirs;
	size_t bad, lost = 0, differ = 0;
	char c;

	while (*names != NULL && !sok_charset_known(*names))
		names++;
	for (int i = 0; i < 256; i++) {
		c = (char)i;
		byte = (struct sok_str){&c, 1};
		ours = charset_from(upper, &a, byte);
		CHECK(sok_str_eq(charset_to(upper, &a, ours, &lost), byte));
		if (*names == NULL)
			continue;
		theirs = read_all(&a, byte, *names, 10, &bad);
		differ += bad == 0 && !sok_str_eq(ours, theirs);
	}
	CHECK_NUM(lost, 0);
	/* Currency sign or euro, and Apple's own sign. */
	CHECK(differ <= 2);
	CHECK_STR(charset_to(upper, &a, SOK_STR("a\xe6\x97\xa5z\xff"), &lost),
	    "a?z?");
	CHECK_NUM(lost, 2);
	sok_arena_free(&a);
}

static void
tables(void)
{
	static const char *const mac[] = {"MACINTOSH", "MAC", NULL};
	static const char *const windows[] = {"WINDOWS-1252", "CP1252", NULL};
	char out[4];

	table(charset_macroman, mac);
	table(charset_windows1252, windows);
	CHECK_NUM(charset_put(out, 0x10ffff), 4);
	CHECK_NUM(charset_put(out, 0xd800), 3);
	CHECK(memcmp(out, "\xef\xbf\xbd", 3) == 0);
	CHECK_NUM(charset_put(out, 0x110000), 3);
}

int
main(void)
{
	inputs();
	wide_inputs();
	long_inputs();
	streams();
	descriptors();
	guesses();
	tables();
	CHECK(sok_charset_known("UTF-8"));
	CHECK(!sok_charset_known(""));
	CHECK(!sok_charset_known("no such charset"));
	return unit_done();
}
