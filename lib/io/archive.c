/* archive.c - decompression and archives by libarchive, as streams. */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#include "io/libarchive.h"
#include "io/packed.h"
#include "tools.h"

#define BLOCK ((size_t)64 << 10)

struct unpack {
	struct libarchive lib;
	locale_t utf8; /* 0 if there is none */
	struct archive *a;
	struct archive_entry *entry; /* NULL before the first member */
	bool ahead;                  /* not returned to a caller yet */
	bool begun;                  /* its bytes were requested */
	bool failed;                 /* the last header could not be read */
	bool ended;
	/* What was read, and how it ends: the last four bytes, the number of
	 * bytes from the end of a zip's directory on, or 0, and NULs. */
	off_t size;
	uint32_t window;
	size_t directory, zeros;
	char block[BLOCK];
};

/* The reason that libarchive gives for its last failure. */
static int
fail(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const char *why = u->lib.error_string(u->a);

	return packed_fail(p, "%s: %s", p->name, why != NULL ? why : "damaged");
}

const bool unpack_is_built = true;

/* ---- reading for libarchive */

/* A zip archive ends with a record of this length and a comment of up to 64
 * KiB. */
#define END_OF_ZIP 0x504b0506u /* PK\5\6 */
#define END_SIZE 22
#define ZIP_TAIL ((off_t)END_SIZE + 65535)
/* A tar archive ends with two blocks of NULs. */
#define TAR_END 1024

/* Look for the end of an archive in the bytes that were read. */
static void
note_end(struct unpack *u, const unsigned char *s, size_t n)
{
	u->size += (off_t)n;
	for (size_t i = 0; i < n; i++) {
		u->window = u->window << 8 | s[i];
		u->zeros = s[i] == 0 ? u->zeros + 1 : 0;
		if (u->window == END_OF_ZIP)
			u->directory = 4;
		else if (u->directory > 0)
			u->directory++;
	}
}

static la_ssize_t
read_block(struct archive *a, void *ctx, const void **block)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	ssize_t n = packed_raw(p, u->block, sizeof(u->block));

	*block = u->block;
	if (n > 0)
		note_end(u, (const unsigned char *)u->block, (size_t)n);
	if (n == -1)
		u->lib.set_error(a, errno, "%s",
		    p->stream.fault != NULL ? p->stream.fault
		                            : strerror(errno));
	return n;
}

static la_int64_t
seek_to(struct archive *a, void *ctx, la_int64_t offset, int whence)
{
	struct sok_packed *p = ctx;
	off_t at;

	if (whence == SEEK_SET)
		offset += p->start;
	at = lseek(p->fd, (off_t)offset, whence);
	if (at >= p->start)
		return at - p->start;
	p->unpack->lib.set_error(a, errno, "%s", strerror(errno));
	return ARCHIVE_FATAL;
}

static la_int64_t
skip_bytes(struct archive *a, void *ctx, la_int64_t n)
{
	struct sok_packed *p = ctx;

	(void)a;
	return lseek(p->fd, (off_t)n, SEEK_CUR) == -1 ? 0 : n;
}

static int
open_archive(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const struct libarchive *l = &u->lib;

	u->a = l->read_new();
	if (u->a == NULL) {
		errno = ENOMEM;
		return -1;
	}
	libarchive_enable(l, u->a, p->kind);
	(void)l->read_set_callback_data(u->a, p);
	(void)l->read_set_read_callback(u->a, read_block);
	if (p->start != -1) {
		(void)l->read_set_seek_callback(u->a, seek_to);
		(void)l->read_set_skip_callback(u->a, skip_bytes);
	}
	return l->read_open1(u->a) < ARCHIVE_WARN ? fail(p) : 0;
}

/* ---- members */

/* Whether the unpacked size is still within the limit. */
static bool
is_within(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	la_int64_t n;

	if (u->lib.filter_count(u->a) < 2)
		return true;
	n = u->lib.filter_bytes(u->a, 0);
	if (n < 0 || (uint64_t)n <= p->expand)
		return true;
	p->grown = p->expand;
	return packed_grow(p, 1);
}

/* Whether a member can only be skipped by unpacking it. */
static bool
is_costly(const struct unpack *u)
{
	int format = u->lib.format(u->a) & ARCHIVE_FORMAT_BASE_MASK;

	return u->lib.filter_count(u->a) > 1 || format == ARCHIVE_FORMAT_7ZIP ||
	    format == ARCHIVE_FORMAT_RAR || format == ARCHIVE_FORMAT_RAR_V5 ||
	    format == ARCHIVE_FORMAT_CAB || format == ARCHIVE_FORMAT_LHA;
}

/* Skip the rest of the member; false if it exceeds the limit. */
static bool
pass_over(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const void *block;
	size_t n;
	la_int64_t at;

	if (u->entry == NULL || !is_costly(u))
		return true;
	while (u->lib.read_data_block(u->a, &block, &n, &at) == ARCHIVE_OK)
		if (!is_within(p) ||
		    (u->lib.filter_count(u->a) < 2 && !packed_grow(p, n)))
			return false;
	return true;
}

/* Read the rest of the file, or, if it is seekable, only its end. */
static void
read_end(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const void *block;
	off_t end, from = p->start;

	if (from != -1) {
		end = lseek(p->fd, 0, SEEK_END);
		if (end - from > ZIP_TAIL)
			from = end - ZIP_TAIL;
		u->size = lseek(p->fd, from, SEEK_SET) - p->start;
	}
	while (read_block(u->a, p, &block) > 0)
		;
}

/* An iso image has at least the size in its header, which counts blocks. */
static off_t
iso_size(const struct sok_packed *p)
{
	const unsigned char *s = (const unsigned char *)p->head + ISO_SIZE;
	uint32_t blocks = (uint32_t)s[3] << 24 | (uint32_t)s[2] << 16 |
	    (uint32_t)s[1] << 8 | s[0];

	return p->nhead < ISO_HEAD ? 0 : (off_t)blocks * ISO_BLOCK;
}

/* A zip without its directory, a tar without its final blocks of NULs and a
 * short iso image can be read, but are truncated. */
static bool
is_cut(struct sok_packed *p)
{
	const struct unpack *u = p->unpack;
	bool zip = strcmp(p->name, "zip") == 0;
	bool tar = strcmp(p->name, "tar") == 0;

	if (!zip && !tar && strcmp(p->name, "iso") != 0)
		return false;
	read_end(p);
	if (zip)
		return u->directory < END_SIZE;
	return tar ? u->zeros < TAR_END : u->size < iso_size(p);
}

/* Many archives have names in Unicode.  libarchive converts them to the charset
 * of the locale, and fails if a character is missing there. */
static int
read_header(struct unpack *u)
{
	locale_t before = uselocale(u->utf8);
	int r = u->lib.read_next_header(u->a, &u->entry);

	(void)uselocale(before);
	return r;
}

/* The next header: 1, 0 at the end, -1.  A readable header may follow an
 * unreadable one, but not two. */
static int
next_header(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	bool failed = u->failed;
	int r;

	if (!pass_over(p) || !is_within(p)) {
		u->ended = true;
		return -1;
	}
	r = read_header(u);
	u->failed = r != ARCHIVE_OK && r != ARCHIVE_WARN;
	u->begun = false;
	if (!u->failed)
		return 1;
	u->entry = NULL;
	u->ended = r == ARCHIVE_EOF || r == ARCHIVE_FATAL || failed;
	if (r != ARCHIVE_EOF)
		return fail(p);
	return is_cut(p)
	    ? packed_fail(p, "%s: the end of the archive is missing", p->name)
	    : 0;
}

/* NULL if it cannot be read. */
static const char *
path_of(const struct unpack *u)
{
	locale_t before = uselocale(u->utf8);
	const char *path = u->lib.entry_pathname(u->entry);

	if (path == NULL)
		path = u->lib.entry_pathname_utf8(u->entry);
	(void)uselocale(before);
	return path;
}

/* A hard link, whose contents are elsewhere in the archive. */
static bool
is_bare_link(const struct unpack *u)
{
	return u->lib.entry_hardlink(u->entry) != NULL &&
	    u->lib.entry_size(u->entry) == 0;
}

int
unpack_next(struct sok_packed *p, struct sok_member *m)
{
	struct unpack *u = p->unpack;
	const char *path;
	unsigned type;
	int r = 1;

	while (!u->ended) {
		if (!u->ahead)
			r = next_header(p);
		u->ahead = false;
		if (r != 1)
			return r;
		/* Some archives do not store types. */
		type = u->lib.entry_filetype(u->entry);
		if (type != AE_IFREG && type != 0)
			continue;
		path = path_of(u);
		if (path == NULL)
			return packed_fail(
			    p, "%s: a member's name cannot be read", p->name);
		m->path = sok_str(path);
		if (is_bare_link(u))
			m->skip = "a link to another member";
		return 1;
	}
	return 0;
}

/* ---- */

/* Compressed data may be an archive; its first header decides. */
static int
find_kind(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	int r;

	if (p->kind == SOK_ARCHIVE)
		return 0;
	r = next_header(p);
	if (r == -1)
		return -1;
	switch (u->lib.format(u->a) & ARCHIVE_FORMAT_BASE_MASK) {
	case ARCHIVE_FORMAT_TAR:
		/* libarchive takes NULs as an archive without members. */
		if (r == 0)
			return packed_fail(
			    p, "%s: contains only NUL bytes", p->name);
		p->kind = SOK_ARCHIVE;
		break;
	case ARCHIVE_FORMAT_CPIO:
		p->kind = SOK_ARCHIVE;
	}
	u->ahead = r == 1;
	return 0;
}

int
unpack_open(struct sok_packed *p)
{
	p->unpack = calloc(1, sizeof(*p->unpack));
	if (p->unpack == NULL)
		return -1;
	p->unpack->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (libarchive_load(p, &p->unpack->lib) == 0 && open_archive(p) == 0 &&
	    find_kind(p) == 0)
		return 0;
	p->unpack->ended = true;
	return -1;
}

/* Whether a member may be as large as its header says. */
static bool
is_allowed(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	la_int64_t n;

	if (u->begun || !u->lib.entry_size_is_set(u->entry))
		return true;
	n = u->lib.entry_size(u->entry);
	u->begun = true;
	return n <= 0 || (uint64_t)n <= p->expand - p->grown ||
	    packed_grow(p, (uint64_t)n);
}

ssize_t
unpack_read(struct sok_packed *p, char *buf, size_t size)
{
	struct unpack *u = p->unpack;
	la_ssize_t n;

	if (p->stream.fault != NULL) {
		errno = EIO;
		return -1;
	}
	if (u == NULL || u->entry == NULL)
		return 0;
	if (!is_allowed(p))
		return -1;
	n = u->lib.read_data(u->a, buf, size);
	return n >= 0 ? n : fail(p);
}

void
unpack_close(struct sok_packed *p)
{
	if (p->unpack != NULL && p->unpack->a != NULL)
		(void)p->unpack->lib.read_free(p->unpack->a);
	if (p->unpack != NULL && p->unpack->utf8 != (locale_t)0)
		freelocale(p->unpack->utf8);
	free(p->unpack);
	p->unpack = NULL;
}
