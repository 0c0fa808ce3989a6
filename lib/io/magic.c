/* magic.c - recognizes compressed files and archives by their first bytes. */
#include <string.h>

#include "io/packed.h"
#include "tools.h"

/* Bytes at a place, of which text has none. */
struct magic {
	const char *name;
	enum sok_packing kind;
	size_t at;
	struct sok_str bytes;
};

#define MAGIC(name, kind, at, bytes) \
	{ \
		name, kind, at, SOK_STR_INIT(bytes) \
	}

static const struct magic magics[] = {
    MAGIC("gzip", SOK_COMPRESSED, 0, "\x1f\x8b\x08"),
    MAGIC("bzip2", SOK_COMPRESSED, 4, "\x31\x41\x59\x26\x53\x59"),
    MAGIC("bzip2", SOK_COMPRESSED, 4, "\x17\x72\x45\x38\x50\x90"),
    MAGIC("xz", SOK_COMPRESSED, 0, "\xfd\x37zXZ\0"),
    MAGIC("zstd", SOK_COMPRESSED, 0, "\x28\xb5\x2f\xfd"),
    MAGIC("lz4", SOK_COMPRESSED, 0, "\x04\x22\x4d\x18"),
    MAGIC("lz4", SOK_COMPRESSED, 0, "\x02\x21\x4c\x18"),
    MAGIC("compress", SOK_COMPRESSED, 0, "\x1f\x9d"),
    MAGIC("lzip", SOK_COMPRESSED, 0, "LZIP\x01"),
    MAGIC("zip", SOK_ARCHIVE, 0, "PK\x03\x04"),
    MAGIC("zip", SOK_ARCHIVE, 0, "PK\x05\x06"),
    MAGIC("zip", SOK_ARCHIVE, 0, "PK\x07\x08PK\x03\x04"),
    MAGIC("7z", SOK_ARCHIVE, 0, "7z\xbc\xaf\x27\x1c"),
    MAGIC("ar", SOK_ARCHIVE, 0, "!<arch>\n"),
    MAGIC("tar", SOK_ARCHIVE, 257, "ustar"),
    MAGIC("cpio", SOK_ARCHIVE, 0, "\xc7\x71"),
    MAGIC("cpio", SOK_ARCHIVE, 0, "\x71\xc7"),
    MAGIC("rar", SOK_ARCHIVE, 0, "Rar!\x1a\x07"),
    MAGIC("cab", SOK_ARCHIVE, 0, "MSCF\0\0\0\0"),
    MAGIC("iso", SOK_ARCHIVE, 32769, "CD001"),
};

static bool
matches(struct sok_str head, const struct magic *m)
{
	return sok_str_starts(sok_str_from(head, m->at), m->bytes);
}

/* The octal number of a field that ends with a blank or NUL; -1 if there is
 * none. */
static long
octal(const char *s, size_t n)
{
	size_t i = 0;
	long v = 0;

	while (i < n && s[i] == ' ')
		i++;
	if (i == n || s[i] < '0' || s[i] > '7')
		return -1;
	for (; i < n && s[i] >= '0' && s[i] <= '7'; i++)
		v = v * 8 + (s[i] - '0');
	return i == n || s[i] == ' ' || s[i] == '\0' ? v : -1;
}

/* A tar header of any age holds the sum of its bytes, where those of the sum
 * itself count as blanks. */
static bool
is_tar(struct sok_str head)
{
	enum { SIZE = 512, SUM = 148, NSUM = 8 };
	long sum = NSUM * ' ';

	if (head.len < SIZE || head.s[0] == '\0')
		return false;
	for (size_t i = 0; i < SIZE; i++)
		if (i < SUM || i >= SUM + NSUM)
			sum += (unsigned char)head.s[i];
	return octal(head.s + SUM, NSUM) == sum;
}

/* 0707 in octal digits, as all fields of these headers are. */
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

/* Its method, between hyphens, and the level of its header. */
static bool
is_lha(struct sok_str head)
{
	const char *s = head.s;

	return head.len > 20 && s[2] == '-' && s[3] == 'l' &&
	    (s[4] == 'h' || s[4] == 'z') && s[6] == '-' &&
	    (unsigned char)s[20] <= 3;
}

const char *
magic_find(struct sok_str head, enum sok_packing *kind)
{
	for (size_t i = 0; i < SOK_COUNT(magics); i++) {
		if (!matches(head, &magics[i]) ||
		    (magics[i].at == 4 &&
		        !sok_str_starts(head, SOK_STR("BZh"))))
			continue;
		*kind = magics[i].kind;
		return magics[i].name;
	}
	*kind = SOK_ARCHIVE;
	if (is_tar(head))
		return "tar";
	if (is_cpio(head))
		return "cpio";
	if (is_lha(head))
		return "lha";
	*kind = SOK_PLAIN;
	return NULL;
}
