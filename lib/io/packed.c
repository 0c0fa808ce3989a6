/* packed.c - detects compressed files, archives, and data that is not text. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/input.h"
#include "io/packed.h"
#include "tools.h"

/* ---- detection */

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
		if (memchr("0123456789abcdef", sok_lower(head.s[i]),
		        n == HEX ? 16 : 10) == NULL)
			return false;
	return true;
}

/* The method between hyphens, and the level of the header. */
static bool
is_lha(struct sok_str head)
{
	const char *s = head.s;

	return head.len > 20 && s[2] == '-' && s[3] == 'l' &&
	    (s[4] == 'h' || s[4] == 'z') && s[6] == '-' &&
	    (unsigned char)s[20] <= 3;
}

/* Bytes that text does not have at this position, bytes that must precede them,
 * and a further test, or NULL.  Packed formats come first. */
static const struct magic {
	const char *name;
	enum sok_packing kind;
	size_t at;
	struct sok_str bytes, front;
	bool (*is)(struct sok_str head);
} magics[] = {
#define MAGIC_AT(at, name, kind, bytes, before) \
	{ \
		name, kind, at, SOK_STR_INIT(bytes), \
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
    {"tar", SOK_ARCHIVE, .is = is_tar},
    {"cpio", SOK_ARCHIVE, .is = is_cpio},
    {"lha", SOK_ARCHIVE, .is = is_lha},
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

/* The entry that matches the first bytes, or NULL. */
static const struct magic *
find_magic(struct sok_str head)
{
	for (size_t i = 0; i < SOK_COUNT(magics); i++) {
		const struct magic *m = &magics[i];

		if (sok_str_starts(head, m->front) &&
		    sok_str_starts(sok_str_from(head, m->at), m->bytes) &&
		    (m->is == NULL || m->is(head)))
			return m;
	}
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
	const struct magic *m = find_magic(all);
	*like = m != NULL ? m->name : NULL;
	return true;
}

/* ---- reading */

int
packed_fail(struct sok_packed *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(p->fault, sizeof(p->fault), fmt, ap);
	va_end(ap);
	p->stream.fault = p->fault;
	errno = EIO;
	return -1;
}

bool
packed_grow(struct sok_packed *p, uint64_t n)
{
	if (n <= p->expand - p->grown) {
		p->grown += n;
		return true;
	}
	p->grown = p->expand;
	(void)packed_fail(p,
	    "expands to more than %llu bytes, the limit `expand`",
	    (unsigned long long)p->expand);
	return false;
}

static ssize_t
read_on(struct sok_packed *p, char *buf, size_t size)
{
	if (p->from == NULL)
		return input_read_fd(p->fd, buf, size);
	ssize_t n = p->from->read(p->from, buf, size);
	if (n == -1 && p->from->fault != NULL)
		p->stream.fault = p->from->fault;
	return n;
}

ssize_t
packed_raw(struct sok_packed *p, char *buf, size_t size)
{
	size_t n = p->nhead - p->at;

	if (n == 0 && p->head_error == 0)
		return read_on(p, buf, size);
	if (n == 0) {
		errno = p->head_error;
		return -1;
	}
	n = n < size ? n : size;
	memcpy(buf, p->head + p->at, n);
	p->at += n;
	return (ssize_t)n;
}

static ptrdiff_t
read_stream(struct sok_stream *s, char *buf, size_t size)
{
	struct sok_packed *p = (struct sok_packed *)s;

	if (p->kind == SOK_PLAIN)
		return packed_raw(p, buf, size);
	if (p->stream.fault != NULL) {
		errno = EIO;
		return -1;
	}
	ssize_t n = p->unpack == NULL ? 0 : unpack_ops->read(p, buf, size);
	return n > 0 && !packed_grow(p, (uint64_t)n) ? -1 : n;
}

/* Read the first n bytes, or all if there are fewer; false on ENOMEM.  The next
 * reader finds a read error again. */
static bool
look(struct sok_packed *p, size_t n)
{
	char *head = realloc(p->head, n);
	ssize_t got;

	if (head == NULL)
		return false;
	p->head = head;
	do {
		size_t left = n - p->nhead;

		got = p->start == -1 ? read_on(p, head + p->nhead, left)
		                     : pread(p->fd, head + p->nhead, left,
		                           p->start + (off_t)p->nhead);
		p->nhead += got > 0 ? (size_t)got : 0;
	} while (p->nhead < n && (got > 0 || (got == -1 && errno == EINTR)));
	if (got == -1) {
		p->head_error = errno;
		p->start = -1;
	}
	return true;
}

struct sok_packed *
sok_packed_open(int fd, struct sok_stream *from, const struct sok_limits *limit)
{
	struct sok_packed *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->fd = fd;
	p->from = from;
	p->start = fd == -1 ? -1 : lseek(fd, 0, SEEK_CUR);
	p->expand = limit->v[SOK_LIMIT_EXPAND];
	p->stream.read = read_stream;
	bool got = look(p, PACKED_HEAD);
	/* An iso image begins with code to start a computer, usually none. */
	if (got && p->nhead == PACKED_HEAD && p->head[0] == '\0' &&
	    memcmp(p->head, p->head + 1, PACKED_HEAD - 1) == 0)
		got = look(p, ISO_HEAD);
	if (!got) {
		sok_packed_close(p);
		errno = ENOMEM;
		return NULL;
	}
	/* A seekable file was not consumed. */
	p->at = p->start == -1 ? 0 : p->nhead;
	const struct magic *m = find_magic((struct sok_str){p->head, p->nhead});
	if (m == NULL || m->kind == SOK_PLAIN)
		return p;
	p->name = m->name;
	p->kind = m->kind;
	if (unpack_ops != NULL)
		p->broken = unpack_ops->open(p) == -1;
	else
		p->broken = packed_fail(p,
		    "is %s, which this build without libarchive cannot read",
		    p->name);
	if (p->broken && p->stream.fault == NULL)
		(void)packed_fail(p, "%s: %s", p->name, strerror(errno));
	return p;
}

enum sok_packing
sok_packed_kind(const struct sok_packed *p)
{
	return p->kind;
}

const char *
sok_packed_name(const struct sok_packed *p)
{
	return p->name;
}

struct sok_stream *
sok_packed_stream(struct sok_packed *p)
{
	return p->kind == SOK_PLAIN && p->start != -1 ? NULL : &p->stream;
}

int
sok_packed_next(struct sok_packed *p, struct sok_member *m)
{
	*m = (struct sok_member){.skip = NULL};
	if (p->broken) {
		p->broken = false;
		errno = EIO;
		return -1;
	}
	p->stream.fault = NULL;
	return p->unpack == NULL ? 0 : unpack_ops->next(p, m);
}

void
sok_packed_close(struct sok_packed *p)
{
	if (p == NULL)
		return;
	if (p->unpack != NULL)
		unpack_ops->close(p);
	free(p->head);
	free(p);
}

struct sok_str
sok_packed_stem(struct sok_str name)
{
	static const char *const suffix[] = {
	    ".gz", ".bz2", ".xz", ".zst", ".lz4", ".lz", ".z"};

	for (size_t i = 0; i < SOK_COUNT(suffix); i++) {
		struct sok_str end = sok_str(suffix[i]);
		size_t keep = name.len - end.len;

		if (name.len > end.len &&
		    sok_str_caseeq(sok_str_from(name, keep), end))
			return sok_str_sub(name, 0, keep);
	}
	return name;
}
