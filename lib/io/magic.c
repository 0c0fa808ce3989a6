/* magic.c - recognizes compressed files, archives and other data that is not
 * text by its bytes. */
#include <string.h>

#include "base/base.h"
#include "io/io.h"
#include "io/packed.h"

/* Tar headers have the sum of their bytes in octal, as if it were blank. */
static bool
is_tar(struct sok_str head)
{
	enum { SIZE = 512, SUM = 148, NSUM = 8 };
	long sum = NSUM * ' ', stated = 0;
	size_t i;

	if (head.len < SIZE || head.s[0] == '\0')
		return false;
	for (i = 0; i < SIZE; i++)
		if (i < SUM || i >= SUM + NSUM)
			sum += (unsigned char)head.s[i];
	for (i = SUM; i < SUM + NSUM && head.s[i] == ' ';)
		i++;
	for (; i < SUM + NSUM && head.s[i] >= '0' && head.s[i] <= '7'; i++)
		stated = stated * 8 + (head.s[i] - '0');
	return stated == sum &&
	    (i == SUM + NSUM || head.s[i] == ' ' || head.s[i] == '\0');
}

/* 0707 in octal digits, like all fields of these headers; the file may be cut
 * inside the first of them. */
static bool
is_cpio(struct sok_str head)
{
	enum { FIELDS = 76, HEX = 110 };
	size_t n = head.len > 5 && head.s[5] == '7' ? FIELDS : HEX;

	if (head.len < 6 || !sok_str_starts(head, SOK_STR("07070")) ||
	    memchr("127", head.s[5], 3) == NULL)
		return false;
	for (size_t i = 6; i < n && i < head.len; i++)
		if (memchr("0123456789abcdef", sok_lower(head.s[i]),
		        n == HEX ? 16 : 10) == NULL)
			return false;
	return true;
}

/* The method between hyphens, and the level of the header unless the file is
 * cut before it. */
static bool
is_lha(struct sok_str head)
{
	const char *s = head.s;

	return head.len > 6 && s[2] == '-' && s[3] == 'l' &&
	    (s[4] == 'h' || s[4] == 'z') && s[6] == '-' &&
	    memchr("01234567dsx", s[5], 11) != NULL &&
	    (head.len <= 20 || (unsigned char)s[20] <= 3);
}

/* Bytes that text does not have at this position, bytes that must precede them,
 * and a further test, or NULL.  Packed formats come first. */
static const struct magic {
	struct packed_form form;
	size_t at;
	struct sok_str bytes, front;
	bool (*is)(struct sok_str head);
} magics[] = {
#define MAGIC_AT(at, name, kind, bytes, before) \
	{ \
		{name, kind}, at, SOK_STR_INIT(bytes), \
		    .front = SOK_STR_INIT(before) \
	}
#define MAGIC(name, kind, bytes) MAGIC_AT(0, name, kind, bytes, "")
    MAGIC("gzip", SOK_COMPRESSED, "\x1f\x8b\x08"),
    MAGIC_AT(4, "bzip2", SOK_COMPRESSED, "\x31\x41\x59\x26\x53\x59", "BZh"),
    MAGIC_AT(4, "bzip2", SOK_COMPRESSED, "\x17\x72\x45\x38\x50\x90", "BZh"),
    MAGIC("xz", SOK_COMPRESSED, "\xfd\x37zXZ\0"),
    MAGIC("zstd", SOK_COMPRESSED, "\x28\xb5\x2f\xfd"),
    MAGIC("lz4", SOK_COMPRESSED, "\x04\x22\x4d\x18"),
    MAGIC("lz4", SOK_COMPRESSED, "\x02\x21\x4c\x18"),
    MAGIC("compress", SOK_COMPRESSED, "\x1f\x9d"),
    MAGIC("lzip", SOK_COMPRESSED, "LZIP\x01"),
    MAGIC("zip", SOK_ARCHIVE, "PK\x03\x04"),
    MAGIC("zip", SOK_ARCHIVE, "PK\x05\x06"),
    MAGIC("zip", SOK_ARCHIVE, "PK\x07\x08PK\x03\x04"),
    MAGIC("7z", SOK_ARCHIVE, "7z\xbc\xaf\x27\x1c"),
    MAGIC("ar", SOK_ARCHIVE, "!<arch>\n"),
    MAGIC_AT(257, "tar", SOK_ARCHIVE, "ustar", ""),
    MAGIC("cpio", SOK_ARCHIVE, "\xc7\x71"),
    MAGIC("cpio", SOK_ARCHIVE, "\x71\xc7"),
    MAGIC("rar", SOK_ARCHIVE, "Rar!\x1a\x07"),
    MAGIC("cab", SOK_ARCHIVE, "MSCF\0\0\0\0"),
    MAGIC_AT(32769, "iso", SOK_ARCHIVE, "CD001", ""),
    {{"tar", SOK_ARCHIVE}, .is = is_tar},
    {{"cpio", SOK_ARCHIVE}, .is = is_cpio},
    {{"lha", SOK_ARCHIVE}, .is = is_lha},
    MAGIC("PNG", SOK_PLAIN, "\x89PNG"),
    MAGIC("JPEG", SOK_PLAIN, "\xff\xd8\xff"),
    MAGIC("GIF", SOK_PLAIN, "GIF8"),
    MAGIC("TIFF", SOK_PLAIN, "II*\0"),
    MAGIC("TIFF", SOK_PLAIN, "MM\0*"),
    MAGIC("BMP", SOK_PLAIN, "BM"),
    MAGIC("RIFF", SOK_PLAIN, "RIFF"),
    MAGIC("Ogg", SOK_PLAIN, "OggS"),
    MAGIC("MP3", SOK_PLAIN, "ID3"),
    MAGIC("PDF", SOK_PLAIN, "%PDF"),
    MAGIC("an ELF program", SOK_PLAIN, "\177ELF"),
    MAGIC("a Windows program", SOK_PLAIN, "MZ"),
    MAGIC("a Java class", SOK_PLAIN, "\xca\xfe\xba\xbe"),
    MAGIC("WebAssembly", SOK_PLAIN, "\0asm"),
    MAGIC("SQLite", SOK_PLAIN, "SQLite format 3"),
    MAGIC("an Office document", SOK_PLAIN, "\xd0\xcf\x11\xe0"),
};

/* Whether a file of few bytes has them all, and was cut inside them. */
static bool
is_cut(const struct magic *magic, struct sok_str head)
{
	const size_t least = 4;

	return magic->form.kind != SOK_PLAIN && magic->is == NULL &&
	    head.len >= least && head.len < magic->at + magic->bytes.len &&
	    magic->at <= least && sok_str_starts(head, magic->front) &&
	    sok_str_starts(magic->bytes, sok_str_from(head, magic->at));
}

const struct packed_form *
packed_find(struct sok_str head)
{
	for (size_t i = 0; i < SOK_COUNT(magics); i++) {
		const struct magic *magic = &magics[i];

		if (is_cut(magic, head) ||
		    (sok_str_starts(head, magic->front) &&
		        sok_str_starts(
		            sok_str_from(head, magic->at), magic->bytes) &&
		        (magic->is == NULL || magic->is(head))))
			return &magic->form;
	}
	return NULL;
}

const struct packed_form *
packed_named(struct sok_str name)
{
	for (size_t i = 0; i < SOK_COUNT(magics); i++)
		if (sok_str_eq(name, sok_str(magics[i].form.name)))
			return &magics[i].form;
	return NULL;
}

/* Whether the NULs from byte i on are line ends, because they are beside a line
 * end; *n: how many they are. */
static bool
nuls_end_line(struct sok_str s, size_t i, size_t *n)
{
	size_t to = i;

	while (to < s.len && s.s[to] == '\0')
		to++;
	*n = to - i;
	return (i > 0 && memchr("\r\n", s.s[i - 1], 2) != NULL) ||
	    (to < s.len && memchr("\r\n", s.s[to], 2) != NULL);
}

bool
binary_is(struct sok_str all, const char **like)
{
	struct sok_str head = sok_str_sub(all, 0, BINARY_HEAD);
	size_t nuls = 0, controls = 0;

	for (size_t i = 0, n = 1; i < head.len; i += n) {
		unsigned char c = (unsigned char)head.s[i];

		n = 1;
		if (c == '\0') {
			if (nuls_end_line(head, i, &n))
				continue;
			nuls += n;
			controls += n;
			continue;
		}
		/* Not line ends, TABs and ESC, which switches alphabets. */
		controls += c == 0x7f ||
		    (c < ' ' && (c < '\t' || c > '\r') && c != 0x1b);
	}
	/* One NUL may end a line, and one more may be anywhere. */
	if (nuls <= 1 && (controls <= 1 || controls <= head.len / 10))
		return false;
	const struct packed_form *form = packed_find(all);
	*like = form != NULL ? form->name : NULL;
	return true;
}
