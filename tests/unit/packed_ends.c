/*
 * packed_ends.c - compressed files and archives that are truncated anywhere, or
 * followed by other bytes, are never taken as complete; everything before that
 * point is read, from files and from streams.
 */
#include <stdlib.h>
#include <unistd.h>

#include "format/format.h"
#include "unit.h"

#define SEEDS "tests/fuzz/seeds/two-"
#define ROOM ((size_t)65536)

static struct kind {
	const char *name;
	size_t boundaries; /* undetectable cuts between members */
	bool seeks;        /* it cannot be read from a stream */
	bool endless;      /* its end is undetectable */
} kinds[] = {{"gzip", 1, false, false}, {"bzip2", 1, false, false},
    {"xz", 1, false, false}, {"zstd", 1, false, false},
    {"lz4", 1, false, false}, {"lz4-old", 1, false, false},
    {"compress", 0, false, true}, {"tgz", 0, false, false},
    {"txz", 0, false, false}, {"tar", 0, false, false},
    {"cpio-odc", 0, false, false}, {"cpio-newc", 0, false, false},
    {"cpio-bin", 0, false, false}, {"ar", 2, false, false},
    {"cab", 0, false, false}, {"lha", 0, false, false},
    {"rar4", 0, false, false}, {"rar5", 0, false, false},
    {"zip", 0, false, false}, {"7z", 0, true, false}};

static unsigned char data[ROOM];

/* The bytes of a seed: pairs of hexadecimal digits after a line of comment. */
static size_t
load(const char *name)
{
	char path[80], line[256];
	size_t n = 0;
	unsigned byte;

	(void)snprintf(path, sizeof(path), SEEDS "%s.hex", name);
	FILE *f = fopen(path, "r");
	if (!CHECK(f != NULL && fgets(line, sizeof(line), f) != NULL))
		exit(1);
	while (fscanf(f, "%2x", &byte) == 1)
		data[n++] = (unsigned char)byte;
	fclose(f);
	return n;
}

/* The bytes as a stream. */
struct byte_stream {
	struct sok_stream stream; /* must be first */
	size_t at, n;
};

static ptrdiff_t
read_bytes(struct sok_stream *s, char *buf, size_t size)
{
	struct byte_stream *b = (struct byte_stream *)s;
	size_t n = b->n - b->at < size ? b->n - b->at : size;

	memcpy(buf, data + b->at, n);
	b->at += n;
	return (ptrdiff_t)n;
}

/* The result: everything that could be read, and the number of faults. */
static char result[ROOM];
static size_t nresult;
static int faults;

static void
drain(struct sok_packed *p)
{
	struct sok_stream *s = sok_packed_stream(p);
	ptrdiff_t n;

	while ((n = s->read(s, result + nresult, 100)) > 0)
		nresult += (size_t)n;
	faults += n == -1;
	while (sok_packed_end(p) == -1)
		faults++;
}

/* Read n bytes of data; false if the format is not recognised. */
static bool
unpack(size_t n, bool from_file)
{
	static int fd = -1;
	char name[] = "/tmp/packed_endsXXXXXX";
	struct byte_stream b = {{read_bytes, NULL, 0}, 0, n};
	struct sok_packed *p;
	struct sok_member m;
	int got;

	nresult = 0;
	faults = 0;
	if (fd == -1) {
		fd = mkstemp(name);
		(void)unlink(name);
	}
	if (from_file) {
		CHECK(ftruncate(fd, 0) == 0 &&
		    pwrite(fd, data, n, 0) == (ssize_t)n &&
		    lseek(fd, 0, SEEK_SET) == 0);
		p = sok_packed_open(fd, &sok_default_limits, NULL);
	} else {
		p = sok_packed_open_stream(&b.stream, &sok_default_limits);
	}
	if (!CHECK(p != NULL))
		exit(1);
	bool packed = sok_packed_name(p) != NULL;
	if (packed && sok_packed_kind(p) != SOK_ARCHIVE)
		drain(p);
	while (packed && sok_packed_kind(p) == SOK_ARCHIVE &&
	    (got = sok_packed_next(p, &m)) != 0) {
		if (got == -1)
			faults++;
		else if (sok_packed_enter(p, &m) == 0)
			drain(p);
	}
	sok_packed_close(p);
	return packed;
}

/* Every truncation is reported, unless no data is missing or the format cannot
 * show it. */
static void
cut(const struct kind *k, size_t n, bool from_file)
{
	char whole[ROOM];
	size_t boundaries = 0;

	CHECK(unpack(n, from_file));
	CHECK_NUM(faults, 0);
	size_t nwhole = nresult;
	CHECK(nwhole > 0);
	memcpy(whole, result, nwhole);
	/* Fewer bytes do not identify the format. */
	size_t first =
	    strncmp(k->name, "cpio", 4) == 0 || strcmp(k->name, "lha") == 0 ? 7
	                                                                    : 4;
	for (size_t i = first; i < n && !k->endless; i++) {
		/* A tar begins with a name, so a short start is not
		 * recognised. */
		if (!unpack(i, from_file) && strcmp(k->name, "tar") == 0)
			continue;
		if (faults > 0)
			continue;
		if (nresult == nwhole && memcmp(result, whole, nwhole) == 0)
			continue;
		if (++boundaries > k->boundaries)
			fprintf(
			    stderr, "%s: cut at %zu of %zu\n", k->name, i, n);
	}
	CHECK(boundaries <= k->boundaries);
}

/* Bytes after the end, except NULs, are reported after all data is read. */
static void
follow(const struct kind *k, size_t n, bool from_file)
{
	static const struct {
		const char *bytes;
		size_t n;
		int faults;
	} tails[] = {{"\n####\n#@ #\n####\n", 16, 1}, {"x", 1, 1},
	    {"PK\3\4 but no more of a zip", 24, 1},
	    {"\xff\xd8\xff\xe0\0\1\2\3\4\5\6\7", 12, 1},
	    {"\0\0\0\0\0\0\0\0\0\0\0x", 12, 1},
	    {"\0\0\0\0\0\0\0\0\0\0\0\0", 12, 0}, {"\0", 1, 0}};
	char whole[ROOM];

	CHECK(unpack(n, from_file));
	size_t nwhole = nresult;
	memcpy(whole, result, nwhole);
	for (size_t i = 0; i < SOK_COUNT(tails) && !k->endless; i++) {
		memcpy(data + n, tails[i].bytes, tails[i].n);
		CHECK(unpack(n + tails[i].n, from_file));
		if (faults != tails[i].faults || nresult != nwhole ||
		    memcmp(result, whole, nwhole) != 0) {
			fprintf(stderr, "%s, tail %zu, file %d: %d faults\n",
			    k->name, i, from_file, faults);
			unit_failures++;
		}
	}
	/* Twice the same data: both parts are read if the format can be
	 * concatenated, else only the first. */
	memcpy(data + n, data, n);
	CHECK(unpack(2 * n, from_file));
	bool again = nresult == 2 * nwhole && faults == 0;
	bool first = nresult == nwhole && faults == 1;
	if (!k->endless && !again && !first) {
		fprintf(stderr, "%s twice, file %d: %zu of %zu, %d faults\n",
		    k->name, from_file, nresult, nwhole, faults);
		unit_failures++;
	}
}

int
main(void)
{
	for (size_t i = 0; i < SOK_COUNT(kinds); i++)
		for (int from_file = kinds[i].seeks; from_file < 2;
		     from_file++) {
			size_t n = load(kinds[i].name);

			/* The library of a build may lack this format. */
			if (!sok_has_library(SOK_LIBARCHIVE))
				return 0;
			cut(&kinds[i], n, from_file);
			follow(&kinds[i], n, from_file);
		}
	return unit_done();
}
