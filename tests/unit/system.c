/*
 * system.c - failing system calls: replacing a file leaves the old or the new
 * content under its name and no other file, and reading and writing report an
 * error, or retry after a signal.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "faults.h"
#include "folder.h"
#include "io/io.h"

/* Whether the file exists with this content. */
static bool
holds(const char *path, const char *text)
{
	char got[100];
	int fd = open(path, O_RDONLY);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, got, sizeof(got));
	close(fd);
	return n == (ssize_t)strlen(text) && memcmp(got, text, (size_t)n) == 0;
}

static int
count_files(void)
{
	DIR *d = opendir(".");
	int n = 0;

	while (d != NULL && readdir(d) != NULL)
		n++;
	if (d != NULL)
		closedir(d);
	return n - 2;
}

/* ---- replacing a file */

struct attempt {
	const char *call;
	int error;
	bool rewrite;
	const char *backup; /* suffix, or NULL */
	const char *never;
};

/* Replace "old", read to its end, by "new": 0, -1 with errno. */
static int
replace(const struct attempt *t)
{
	struct sok_output *o = t->rewrite ? sok_output_replace("f", t->backup)
	                                  : sok_output_file("f");

	int fd;

	if (o == NULL)
		return -1;
	fd = t->rewrite ? sok_output_original(o) : 0;
	if (t->rewrite && (fd == -1 || lseek(fd, 0, SEEK_END) == -1)) {
		sok_output_close(o, false);
		return -1;
	}
	sok_out(o, SOK_STR("new"));
	return sok_output_close(o, true);
}

/* An interrupting signal is not a failure, nor is a file system without
 * fsync(). */
static bool
is_nothing(const struct attempt *t)
{
	if (t->error == EINTR)
		return strcmp(t->call, "write") == 0 ||
		    strcmp(t->call, "fsync") == 0 ||
		    strcmp(t->call, "close") == 0 ||
		    strcmp(t->call, "read") == 0;
	return strcmp(t->call, "fsync") == 0 &&
	    (t->error == EINVAL || t->error == ENOTSUP);
}

static bool
sound(const struct attempt *t, int done, int error)
{
	bool is_new = holds("f", "new"), is_old = holds("f", "old");
	bool kept = t->backup == NULL || holds("f.bak", "old");

	if (done == 0)
		return is_new && kept &&
		    count_files() == 1 + (t->backup != NULL);
	if (error != t->error && error != EPERM)
		return false;
	if (is_old)
		return !is_nothing(t) && access("f.bak", F_OK) != 0 &&
		    count_files() == 1;
	return !is_nothing(t) && is_new && kept &&
	    count_files() == 1 + (t->backup != NULL);
}

static unsigned long
attempt(const struct attempt *t, unsigned long at)
{
	struct stat st;
	int done, error;

	unlink("f.bak");
	spill("f", "old");
	CHECK(chmod("f", 0640) == 0);
	faults.never = t->never;
	faults_begin(t->call, at, false, t->error);
	done = replace(t);
	error = errno;
	faults_end();
	faults.never = NULL;
	CHECK(stat("f", &st) == 0 && (st.st_mode & 0777) == 0640);
	if (!sound(t, done, error) || faults.held != 0) {
		fprintf(stderr, "%s %lu: %s: %d, %s\n", t->call, at,
		    strerror(t->error), done, strerror(error));
		unit_failures++;
	}
	return faults.n;
}

static void
replacing(void)
{
	static const char *const calls[] = {"open", "write", "fsync", "close",
	    "link", "rename", "fchmod", "read", "lseek"};
	static const int errors[] = {EIO, EINTR, ENOSPC, EINVAL, ENOTSUP};
	static const struct attempt ways[] = {
	    {.rewrite = false},
	    {.rewrite = true},
	    {.rewrite = true, .backup = ".bak"},
	    {.rewrite = true, .backup = ".bak", .never = "link"},
	};

	for (size_t i = 0; i < 4 * 9 * 5; i++) {
		struct attempt t = ways[i % 4];
		unsigned long n;

		t.call = calls[i / 4 % 9];
		t.error = errors[i / 36];
		n = attempt(&t, 0);
		for (unsigned long at = 1; at <= n; at++)
			attempt(&t, at);
	}
}

/* A failing allocation leaves the old file as well. */
static void
without_memory(void)
{
	struct attempt t = {.rewrite = true, .backup = ".bak"};
	unsigned long n = 1, at;

	for (at = 1; at <= n; at++) {
		t.error = ENOMEM;
		t.call = NULL;
		unlink("f.bak");
		spill("f", "old");
		faults.never = at % 2 ? "link" : NULL;
		faults_begin(NULL, at / 2, false, ENOMEM);
		if (replace(&t) == -1)
			CHECK(errno == ENOMEM && holds("f", "old"));
		else
			CHECK(holds("f", "new") && holds("f.bak", "old"));
		faults_end();
		n = at == 1 ? 2 * faults.n + 1 : n;
		CHECK_NUM(faults.held, 0);
		CHECK_NUM(count_files(), 1 + holds("f.bak", "old"));
	}
	faults.never = NULL;
}

/* On a file system without hard links, the backup is a complete copy of a large
 * file. */
static void
large_backup(void)
{
	struct sok_buf b = {0};
	struct sok_output *o;
	struct stat st;

	sok_buf_fill(&b, 'x', 100000);
	sok_buf_addc(&b, '\0');
	spill("f", b.s);
	unlink("f.bak");
	faults.never = "link";
	faults_begin("none", 0, false, 0);
	o = sok_output_replace("f", ".bak");
	sok_out(o, SOK_STR("new"));
	CHECK(sok_output_close(o, true) == 0);
	faults_end();
	faults.never = NULL;
	CHECK(stat("f.bak", &st) == 0 && st.st_size == 100000);
	CHECK(holds("f", "new"));
	sok_buf_free(&b);
}

/* ---- reading and writing */

/* The number of puzzles read through a descriptor; -1 with errno. */
static int
count(void)
{
	struct sok_read_options o = {.name = "in", .chunk = 16};
	int fd = open("f", O_RDONLY), got, n = 0, error;
	struct sok_reader *r = sok_reader_open(fd, &o, NULL);
	struct sok_puzzle *p;

	while (r != NULL && (got = sok_read(r, &p)) == 1)
		n++;
	error = errno;
	sok_reader_close(r);
	close(fd);
	errno = error;
	return r == NULL || got == -1 ? -1 : n;
}

static void
reading(void)
{
	unsigned long n;

	spill("f", "####\n#@ #\n#$.#\n####\n\n\n#####\n#@$.#\n#####\n");
	faults_begin("read", 0, false, 0);
	CHECK_NUM(count(), 2);
	faults_end();
	n = faults.n;
	CHECK(n > 2);
	for (unsigned long at = 1; at <= n; at++) {
		faults_begin("read", at, false, EINTR);
		CHECK_NUM(count(), 2);
		faults_begin("read", at, false, EIO);
		CHECK(count() == -1 && errno == EIO);
		faults_end();
	}
}

/* A write that would block is repeated; an error is remembered. */
static void
writing(void)
{
	int fd = open("f", O_WRONLY | O_TRUNC);
	struct sok_output *o = sok_output_fd(fd);

	sok_out(o, SOK_STR("all"));
	faults_begin("write", 1, false, EAGAIN);
	CHECK(sok_output_flush(o) == 0);
	faults_end();
	sok_out(o, SOK_STR(" of it"));
	CHECK(sok_output_close(o, true) == 0);
	CHECK(holds("f", "all of it"));
	o = sok_output_fd(fd);
	sok_out(o, SOK_STR("!"));
	faults_begin("write", 1, false, ENOSPC);
	CHECK(sok_output_close(o, true) == -1 && errno == ENOSPC);
	faults_end();
	close(fd);
	CHECK(holds("f", "all of it"));
}

/* If close() of a device fails, the output was not written. */
static void
closing(void)
{
	struct sok_output *o = sok_output_file("/dev/null");

	sok_out(o, SOK_STR("x"));
	faults_begin("close", 1, false, EIO);
	CHECK(sok_output_close(o, true) == -1 && errno == EIO);
	faults_end();
	o = sok_output_file("/dev/null");
	faults_begin("close", 1, false, EINTR);
	CHECK(sok_output_close(o, true) == 0);
	faults_end();
	o = sok_output_spool();
	faults_begin("lseek", 1, false, EIO);
	CHECK(sok_output_reopen(o) == -1 && errno == EIO);
	faults_end();
	CHECK(sok_output_close(o, false) == 0);
}

/* Names that the handler took are nobody's: no leak, where leaks are sought. */
void lsan_disable(void) __asm__("__lsan_disable") __attribute__((weak));
void lsan_enable(void) __asm__("__lsan_enable") __attribute__((weak));

/* The handler of a signal knows 64 names; there is no file beyond them. */
static void
many(void)
{
	struct sok_output *o[65];
	size_t n = 0;

	spill("f", "old");
	if (lsan_disable != NULL)
		lsan_disable();
	while (n < 65 && (o[n] = sok_output_file("f")) != NULL)
		n++;
	CHECK(n == 64 && errno == EMFILE);
	if (lsan_enable != NULL)
		lsan_enable();
	CHECK_NUM(count_files(), 66);
	CHECK(sok_output_close(o[--n], false) == 0);
	CHECK_NUM(count_files(), 65);
	sok_output_cleanup();
	CHECK_NUM(count_files(), 2);
	while (n > 0)
		CHECK(sok_output_close(o[--n], true) == -1);
	CHECK(holds("f", "old"));
	CHECK_NUM(count_files(), 2);
}

static void
spools(void)
{
	struct sok_output *o;

	CHECK(setenv("TMPDIR", "no such folder", 1) == 0);
	CHECK(sok_output_spool() == NULL && errno == ENOENT);
	CHECK(setenv("TMPDIR", "", 1) == 0);
	o = sok_output_spool();
	CHECK(o != NULL && sok_output_close(o, true) == 0);
	CHECK(setenv("TMPDIR", ".", 1) == 0);
	o = sok_output_spool();
	CHECK(o != NULL && sok_output_close(o, true) == 0);
	CHECK(unsetenv("TMPDIR") == 0);
	o = sok_output_spool();
	CHECK(o != NULL && sok_output_close(o, true) == 0);
}

int
main(void)
{
	if (!folder_enter())
		return unit_done();
	replacing();
	without_memory();
	large_backup();
	reading();
	writing();
	closing();
	spools();
	faults_named = true;
	replacing();
	large_backup();
	many();
	spools();
	folder_remove();
	return unit_done();
}
