/* output.c - all output is written, encoded on request, and a file is replaced
 * as a whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/io.h"
#include "folder.h"

static struct sok_str
slurp_fd(struct sok_arena *a, int fd)
{
	struct sok_buf b = {0};
	struct sok_str s;
	ssize_t n;

	while (sok_buf_room(&b, 4096) && (n = read(fd, b.s + b.len, 4096)) > 0)
		b.len += (size_t)n;
	s = sok_str_dup(a, sok_buf_str(&b));
	sok_buf_free(&b);
	return s;
}

static struct sok_str
slurp(struct sok_arena *a, const char *path)
{
	int fd = open(path, O_RDONLY);
	struct sok_str s = {NULL, 0};

	if (fd < 0)
		return s;
	s = slurp_fd(a, fd);
	close(fd);
	return s;
}

static void
memory(void)
{
	struct sok_buf b = {0};
	struct sok_output *o = sok_output_memory(&b);

	sok_out(o, SOK_STR("ab"));
	sok_outc(o, 'c');
	sok_out_fill(o, '-', 1000);
	sok_outf(o, "%d", 7);
	CHECK_NUM(b.len, 1004);
	sok_outf(o, "%400d", 7);
	CHECK(sok_output_flush(o) == 0 && !sok_output_failed(o));
	CHECK_NUM(b.len, 1404);
	CHECK(sok_output_close(o, true) == 0);
	CHECK(memcmp(b.s, "abc---", 6) == 0 && b.s[1003] == '7');
	sok_buf_free(&b);
	CHECK(sok_output_close(NULL, true) == 0);
}

/* Pieces of all sizes near that of the buffer. */
static void
pieces(void)
{
	static char bytes[700000];
	struct sok_arena a = {0};
	struct sok_output *o = sok_output_spool();
	struct sok_str all = {bytes, sizeof(bytes)}, rest = all;
	uint64_t seed = 3;
	size_t n;
	int fd;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)unit_random(&seed);
	for (; rest.len > 0; rest = sok_str_from(rest, n)) {
		n = unit_random(&seed) %
		        (unit_random(&seed) % 8 == 0 ? 200000 : 3000) +
		    1;
		if (n == 1)
			sok_outc(o, rest.s[0]);
		else
			sok_out(o, sok_str_sub(rest, 0, n));
	}
	fd = sok_output_reopen(o);
	CHECK(fd >= 0);
	CHECK(sok_str_eq(slurp_fd(&a, fd), all));
	close(fd);
	CHECK(sok_output_close(o, true) == 0);
	sok_arena_free(&a);
}

/* Compare n bytes with a file of `size` bytes that differs in the byte at `off`
 * (or nowhere, if off >= n); the output is kept or discarded. */
static void
compare_one(size_t n, size_t size, size_t off, bool nowhere)
{
	static char bytes[300000];
	struct sok_arena a = {0};
	struct sok_str text = {bytes, n};
	struct sok_output *file = sok_output_spool(), *o;
	bool same = n == size && off >= n;
	int fd, new;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * i >> 5);
	sok_out(file, (struct sok_str){bytes, size});
	fd = sok_output_reopen(file);
	if (off < n)
		bytes[off] ^= 1;
	o = sok_output_compare(fd, nowhere);
	for (size_t i = 0; i < n; i += 997)
		sok_out(o, sok_str_sub(text, i, i + 997));
	CHECK_NUM(sok_output_equal(o), same);
	new = nowhere ? -1 : sok_output_reopen(o);
	if (!nowhere)
		CHECK(new >= 0 && sok_str_eq(slurp_fd(&a, new), text));
	close(new);
	CHECK(sok_output_close(o, true) == 0);
	CHECK(sok_output_close(file, true) == 0);
	close(fd);
	sok_arena_free(&a);
}

/* Sizes near those of blocks and buffers. */
static void
compared(void)
{
	static const size_t at[] = {
	    0, 1, 65535, 65536, 65537, 131071, 131072, 131073, 200000, 262144};

	for (size_t i = 0; i < SOK_COUNT(at); i++)
		for (size_t j = 0; j < SOK_COUNT(at); j++)
			for (size_t k = 0; k < SOK_COUNT(at); k += 3) {
				compare_one(at[i], at[j], at[k], false);
				compare_one(at[i], at[j], at[k], true);
				compare_one(at[i], at[j], SIZE_MAX, false);
			}
}

static void
failures(void)
{
	int fd = open("/dev/full", O_WRONLY);
	struct sok_output *o;

	if (fd < 0)
		return;
	o = sok_output_fd(fd);
	sok_out(o, SOK_STR("lost"));
	CHECK(!sok_output_failed(o));
	CHECK(sok_output_flush(o) == -1);
	errno = 0;
	CHECK(sok_output_failed(o) && errno == ENOSPC);
	sok_out_fill(o, 'x', 500000);
	errno = 0;
	CHECK(sok_output_close(o, true) == -1 && errno == ENOSPC);
	close(fd);
}

static struct sok_str
encode(struct sok_arena *a, const char *name, struct sok_str s, size_t step,
    size_t *replaced)
{
	struct sok_buf b = {0};
	struct sok_output *o = sok_output_memory(&b);
	struct sok_str out;

	CHECK(sok_output_charset(o, name) == 0);
	for (; s.len > 0; s = sok_str_from(s, step))
		sok_out(o, sok_str_sub(s, 0, step));
	CHECK(sok_output_flush(o) == 0);
	*replaced = sok_output_replaced(o);
	CHECK(sok_output_close(o, true) == 0);
	out = sok_str_dup(a, sok_buf_str(&b));
	sok_buf_free(&b);
	return out;
}

static void
encodings(void)
{
	/* A line of UTF-8, a line of windows-1252, a character too much. */
	struct sok_str text = SOK_STR("\xc3\xa4\n\xe4\xf6\n\xe6\x97\xa5!\n");
	struct sok_arena a = {0};
	size_t n;

	for (size_t step = 1; step < 5; step++) {
		CHECK_STR(encode(&a, "ISO-8859-1", text, step, &n),
		    "\xe4\n\xe4\xf6\n?!\n");
		CHECK_NUM(n, 1);
		CHECK_STR(encode(&a, "ISO-2022-JP",
		              SOK_STR("\xe6\x97\xa5\xe6\x9c\xac"), step, &n),
		    "\x1b$BF|K\\\x1b(B");
		CHECK_NUM(n, 0);
		CHECK(sok_str_eq(
		    encode(&a, "UTF-16LE", SOK_STR("\xc3\xa4\n"), step, &n),
		    SOK_STR("\xe4\0\n\0")));
	}
	sok_arena_free(&a);
}

/* A line longer than all buffers is cut between characters, not within. */
static void
long_line(void)
{
	struct sok_arena a = {0};
	struct sok_buf b = {0};
	struct sok_str out;
	size_t n;

	sok_buf_addc(&b, 'x');
	for (int i = 0; i < 300000; i++)
		sok_buf_add(&b, SOK_STR("\xc3\xa4"));
	out = encode(&a, "ISO-8859-1", sok_buf_str(&b), 1000, &n);
	CHECK_NUM(n, 0);
	CHECK_NUM(out.len, 300001);
	CHECK(out.len == 300001 && memchr(out.s, '\xc3', out.len) == NULL);
	sok_buf_free(&b);
	sok_arena_free(&a);
}

/* Text that becomes longer by encoding.  Whether a line is UTF-8 is decided for
 * the whole line, even across the end of a buffer. */
static void
long_text(void)
{
	static const char line[] = "\xc3\xa4 is not UTF-8 but \xe4\n";
	struct sok_arena a = {0};
	struct sok_buf b = {0};
	struct sok_str out;
	size_t n, lines = 20000, len = sizeof(line) - 1;
	bool same = true;

	for (size_t i = 0; i < lines; i++)
		sok_buf_add(&b, (struct sok_str){line, len});
	out = encode(&a, "UTF-32LE", sok_buf_str(&b), 997, &n);
	CHECK_NUM(n, 0);
	CHECK_NUM(out.len, 4 * lines * len);
	for (size_t i = 0; i < out.len; i += 4)
		same &= out.s[i] == line[i / 4 % len] &&
		    memcmp(out.s + i + 1, "\0\0", 3) == 0;
	CHECK(same);
	sok_buf_free(&b);
	sok_arena_free(&a);
}

static void
unknown_charset(void)
{
	struct sok_buf b = {0};
	struct sok_output *o = sok_output_memory(&b);

	CHECK(sok_output_charset(o, "no such charset") == -1);
	CHECK(sok_output_close(o, true) == 0);
	sok_buf_free(&b);
}

static void
files(void)
{
	struct sok_arena a = {0};
	struct sok_output *o = sok_output_file("new");
	struct stat st;

	CHECK(o != NULL);
	sok_out(o, SOK_STR("one"));
	CHECK(access("new", F_OK) == -1);
	CHECK(sok_output_close(o, true) == 0);
	CHECK_STR(slurp(&a, "new"), "one");
	CHECK(stat("new", &st) == 0 && (st.st_mode & 0777) == 0644);
	/* Without a commit, the file is unchanged. */
	o = sok_output_file("new");
	sok_out(o, SOK_STR("two"));
	CHECK(sok_output_close(o, false) == 0);
	CHECK_STR(slurp(&a, "new"), "one");
	/* A link is kept, and so is the mode. */
	CHECK(chmod("new", 0640) == 0 && symlink("new", "link") == 0);
	o = sok_output_file("link");
	sok_out(o, SOK_STR("three"));
	CHECK(sok_output_close(o, true) == 0);
	CHECK_STR(slurp(&a, "new"), "three");
	CHECK(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
	CHECK(stat("new", &st) == 0 && (st.st_mode & 0777) == 0640);
	CHECK(symlink("nowhere", "dangling") == 0);
	CHECK(sok_output_file("dangling") == NULL && errno == ENOENT);
	CHECK(sok_output_file("no/such") == NULL && errno == ENOENT);
	CHECK(sok_output_file(".") == NULL && errno == EISDIR);
	/* A device is written directly, not replaced. */
	o = sok_output_file("/dev/null");
	sok_out(o, SOK_STR("gone"));
	CHECK(sok_output_close(o, true) == 0);
	CHECK(stat("/dev/null", &st) == 0 && !S_ISREG(st.st_mode));
	sok_arena_free(&a);
}

static void
rewrite(const char *text, const char *backup)
{
	struct sok_arena a = {0};
	struct sok_output *o = sok_output_replace("file", backup);
	int fd;

	if (!CHECK(o != NULL))
		return;
	CHECK_STR(slurp_fd(&a, sok_output_original(o)), "old");
	sok_out(o, sok_str(text));
	fd = sok_output_reopen(o);
	CHECK_STR(slurp_fd(&a, fd), text);
	close(fd);
	CHECK_STR(slurp_fd(&a, sok_output_original(o)), "old");
	CHECK_STR(slurp(&a, "file"), "old");
	CHECK(sok_output_close(o, true) == 0);
	CHECK_STR(slurp(&a, "file"), text);
	if (backup != NULL)
		CHECK_STR(slurp(&a, "file.bak"), "old");
	sok_arena_free(&a);
}

static void
in_place(void)
{
	struct sok_arena a = {0};
	struct sok_output *o;

	spill("file", "old");
	rewrite("new", NULL);
	spill("file", "old");
	rewrite("newer", ".bak");
	spill("file", "old");
	spill("file.bak", "an older backup");
	rewrite("newest", ".bak");
	/* The same content, a shorter and a longer one. */
	spill("file", "old");
	o = sok_output_replace("file", ".same");
	sok_out(o, SOK_STR("old"));
	CHECK(sok_output_close(o, true) == 0);
	CHECK(access("file.same", F_OK) == -1);
	rewrite("ol", NULL);
	spill("file", "old");
	rewrite("older", NULL);
	spill("file", "old");
	rewrite("", ".bak");
	CHECK(sok_output_replace("file", "/../x") == NULL);
	/* Another process writes the file meanwhile. */
	o = sok_output_replace("file", ".bak2");
	sok_out(o, SOK_STR("mine"));
	spill("file", "theirs");
	CHECK(sok_output_close(o, true) == -1 && errno == ESTALE);
	CHECK_STR(slurp(&a, "file"), "theirs");
	CHECK(access("file.bak2", F_OK) == -1);
	/* Files that cannot be replaced. */
	CHECK(link("file", "second") == 0);
	CHECK(sok_output_replace("file", NULL) == NULL && errno == EMLINK);
	CHECK(unlink("second") == 0);
	CHECK(mkfifo("fifo", 0600) == 0);
	CHECK(sok_output_replace("fifo", NULL) == NULL && errno == ENOTSUP);
	CHECK(sok_output_replace(".", NULL) == NULL && errno == EISDIR);
	CHECK(sok_output_replace("none", NULL) == NULL && errno == ENOENT);
	o = sok_output_file("file");
	CHECK(sok_output_original(o) == -1);
	CHECK(sok_output_close(o, false) == 0);
	sok_arena_free(&a);
}

/* A new file appears only when it is complete, and never replaces another
 * one. */
static void
afresh(void)
{
	struct sok_arena a = {0};
	struct sok_output *o = sok_output_new("fresh");

	if (!CHECK(o != NULL))
		return;
	sok_out(o, SOK_STR("one"));
	CHECK(sok_output_flush(o) == 0 && access("fresh", F_OK) == -1);
	CHECK(sok_output_close(o, true) == 0);
	CHECK_STR(slurp(&a, "fresh"), "one");
	CHECK(sok_output_new("fresh") == NULL && errno == EEXIST);
	CHECK(symlink("nowhere", "lost") == 0);
	CHECK(sok_output_new("lost") == NULL && errno == EEXIST);
	CHECK(sok_output_new("no/where") == NULL && errno == ENOENT);
	/* Another process takes the name meanwhile. */
	o = sok_output_new("late");
	sok_out(o, SOK_STR("mine"));
	spill("late", "theirs");
	CHECK(sok_output_close(o, true) == -1 && errno == EEXIST);
	CHECK_STR(slurp(&a, "late"), "theirs");
	CHECK(unlink("fresh") == 0 && unlink("lost") == 0);
	CHECK(unlink("late") == 0);
	o = sok_output_new("late");
	CHECK(sok_output_close(o, false) == 0 && access("late", F_OK) == -1);
	sok_arena_free(&a);
}

/* The cleanup of a signal handler finds every temporary file. */
static void
clean_up(void)
{
	struct sok_output *a = sok_output_file("x"), *b = sok_output_file("y");
	int status = -1;
	pid_t child;

	CHECK(a != NULL && b != NULL);
	/* An unnamed temporary file need not be removed. */
	bool named = system("ls -A | grep -q '^\\.sok'") == 0;
	child = fork();
	if (child == 0) {
		sok_output_cleanup();
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK(system("ls -A | grep -q '^\\.sok'") != 0);
	CHECK(sok_output_close(a, true) == (named ? -1 : 0));
	CHECK(named || unlink("x") == 0);
	CHECK(sok_output_close(b, false) == 0);
}

int
main(void)
{
	if (!folder_enter())
		return unit_done();
	memory();
	pieces();
	compared();
	failures();
	encodings();
	long_line();
	long_text();
	unknown_charset();
	files();
	in_place();
	afresh();
	clean_up();
	folder_remove();
	return unit_done();
}
