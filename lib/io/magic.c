/*
 * magic.c - recognizes compressed files, archives, and data that is not text,
 * such as pictures and programs, by their first bytes.
 */
#include <string.h>

#include "io/input.h"

/* Bytes that text does not have at this position, and bytes that must precede
 * them. */
struct magic {
	const char *name;
	enum sok_packing kind;
	size_t at;
	struct sok_str bytes, front;
};

#define MAGIC_AT(at, name, kind, bytes, front) \
	{ \
		name, kind, at, SOK_STR_INIT(bytes), SOK_STR_INIT(front) \
	}
#define MAGIC(name, kind, bytes) MAGIC_AT(0, name, kind, bytes, "")

static const struct magic magics[] = {
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

/* The entry that matches the first bytes, packed or not, or NULL. */
static const struct magic *
find_magic(struct sok_str head, bool packed)
{
	for (size_t i = 0; i < SOK_COUNT(magics); i++)
		if ((magics[i].kind != SOK_PLAIN) == packed &&
		    sok_str_starts(head, magics[i].front) &&
		    sok_str_starts(
		        sok_str_from(head, magics[i].at), magics[i].bytes))
			return &magics[i];
	return NULL;
}

/* All tar headers contain the sum of their bytes in octal, with the sum itself
 * counted as blanks. */
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

/* 0707 in octal digits, like all fields of these headers. */
static bool
is_cpio(struct sok_str head)
{
	enum { FIELDS = 76, HEX = 110 };
	size_t n = head.len > 5 && head.s[5] == '7' ? FIELDS : HEX;

	if (head.len < n || !sok_str_starts(head, SOK_STR("07070")) ||
	    memchr("127", head.s[5], 3) == NULL)
		return false;
	for (size_t i = 6; i < n; i++)
		if (!sok_is_digit(head.s[i]) &&
		    (n == FIELDS || sok_lower(head.s[i]) < 'a' ||
		        sok_lower(head.s[i]) > 'f'))
			return false;
	return true;
}

const char *
magic_find(struct sok_str head, enum sok_packing *kind)
{
	const struct magic *m = find_magic(head, true);
	const char *s = head.s;

	*kind = SOK_ARCHIVE;
	if (m != NULL) {
		*kind = m->kind;
		return m->name;
	}
	if (is_tar(head))
		return "tar";
	if (is_cpio(head))
		return "cpio";
	/* The method between hyphens, and the level of the header. */
	if (head.len > 20 && s[2] == '-' && s[3] == 'l' &&
	    (s[4] == 'h' || s[4] == 'z') && s[6] == '-' &&
	    (unsigned char)s[20] <= 3)
		return "lha";
	*kind = SOK_PLAIN;
	return NULL;
}

bool
binary_is(struct sok_str all, const char **like)
{
	struct sok_str head = sok_str_sub(all, 0, BINARY_HEAD);
	const struct magic *m;
	enum sok_packing kind;
	size_t nuls = 0, controls = 0;
	unsigned char c;

	for (size_t i = 0; i < head.len; i++) {
		c = (unsigned char)head.s[i];
		nuls += c == '\0';
		/* Not line ends, TABs and ESC, which switches alphabets. */
		controls += c == 0x7f ||
		    (c < ' ' && (c < '\t' || c > '\r') && c != 0x1b);
	}
	/* One NUL may end a line, and one more may be anywhere. */
	if (nuls <= 1 && (controls <= 1 || controls <= head.len / 10))
		return false;
	m = find_magic(all, false);
	*like = m != NULL ? m->name : magic_find(all, &kind);
	return true;
}
