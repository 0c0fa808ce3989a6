/*
 * edges.c - the edges of the interface: arguments that may be NULL, refused
 * arguments, and calls after an error.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "unit.h"
#include "text/text.h"

static const struct sok_read_options plain = {.name = "test"};

/* A reader that failed continues to fail, for the same reason. */
static void
after_an_error(void)
{
	struct sok_read_options o = plain;
	struct sok_reader *r;
	struct sok_puzzle *p;
	int fd = open("/", O_RDONLY);

	o.format = sok_format_find(SOK_STR("sok"));
	r = sok_reader_open(fd, &o, NULL);
	for (int i = 0; CHECK(r != NULL) && i < 3; i++) {
		errno = 0;
		CHECK_NUM(sok_read(r, &p), -1);
		CHECK_NUM(errno, EISDIR);
		CHECK(p == NULL);
	}
	sok_reader_close(r);
	close(fd);
}

/* The result of a failed open() is not read as an empty file. */
static void
no_file(void)
{
	struct sok_reader *r;
	struct sok_scan *s;
	struct sok_output *o;

	errno = 0;
	r = sok_reader_open(-1, &plain, NULL);
	CHECK(r == NULL && errno == EBADF);
	sok_reader_close(r);
	errno = 0;
	s = sok_scan_open(-1, NULL, &plain, NULL);
	CHECK(s == NULL && errno == EBADF);
	sok_scan_close(s);
	o = sok_output_fd(-1);
	sok_out(o, SOK_STR("x"));
	errno = 0;
	CHECK(sok_output_close(o, true) == -1 && errno == EBADF);
}

static void
refused(const struct sok_read_options *o)
{
	const struct sok_str text = SOK_STR("#####\n#@$.#\n#####\n");
	struct sok_reader *r;
	struct sok_scan *s;

	errno = 0;
	r = sok_reader_open_memory(text, o, NULL);
	CHECK(r == NULL && errno == EINVAL);
	sok_reader_close(r);
	errno = 0;
	s = sok_scan_open_memory(text, o, NULL);
	CHECK(s == NULL && errno == EINVAL);
	sok_scan_close(s);
}

static void
read_options(void)
{
	struct sok_read_options o = plain;
	struct sok_limits limits;

	o.tabs = -1;
	refused(&o);
	o.tabs = 0;
	o.limits = &limits;
	for (int i = 0; i < SOK_NLIMITS; i++) {
		limits = sok_default_limits;
		limits.v[i] = 0;
		refused(&o);
		limits.v[i] = sok_highest_limits.v[i] + 1;
		refused(&o);
	}
}

/* Data that is already in the buffer counts. */
static void
bounded(void)
{
	for (size_t most = 0; most < 8; most++) {
		struct sok_buf b = {0};
		struct sok_output *o;

		sok_buf_add(&b, SOK_STR("1234"));
		o = sok_output_bounded(&b, most);
		if (!CHECK(o != NULL))
			return;
		sok_out(o, SOK_STR("56"));
		errno = 0;
		CHECK_NUM(sok_output_flush(o), most < 6 ? -1 : 0);
		CHECK_NUM(errno, most < 6 ? EFBIG : 0);
		CHECK_STR(sok_buf_str(&b), most < 6 ? "1234" : "123456");
		sok_output_close(o, true);
		sok_buf_free(&b);
	}
}

static void
no_writer(void)
{
	struct sok_write_options o = {.name = "test"};
	struct sok_buf b = {0};
	struct sok_output *out = sok_output_memory(&b);
	struct sok_writer *w;

	errno = 0;
	w = sok_writer_open(
	    sok_format_find(SOK_STR("nonesuch")), out, &o, NULL);
	CHECK(w == NULL && errno == EINVAL);
	CHECK_NUM(sok_writer_close(w), 0);
	errno = ENOMEM; /* as an output that could not be opened leaves it */
	w = sok_writer_open(sok_format_find(SOK_STR("sok")), NULL, &o, NULL);
	CHECK(w == NULL && errno == ENOMEM);
	sok_output_close(out, true);
	CHECK_NUM(sok_output_close(NULL, true), 0);
	sok_reader_close(NULL);
	sok_scan_close(NULL);
	sok_buf_free(&b);
}

/* A board with every possible finding, and no sink for them. */
static void
no_sink(struct sok_arena *a)
{
	struct sok_check_options o = {.targets = ~0U};
	struct sok_str text = SOK_STR(
	    "#######\n#$@. .#\n#$$  ##\n#######\n\nR\n\nSolution\nlll\n");
	struct sok_reader *r = sok_reader_open_memory(text, &plain, NULL);
	struct sok_replay replay;
	struct sok_puzzle *p;

	if (!CHECK(r != NULL && sok_read(r, &p) == 1))
		return;
	CHECK_NUM(sok_check(p, &o, NULL, a), 0);
	CHECK_NUM(sok_check(p, NULL, NULL, a), 0);
	for (size_t i = 0; i < p->ngames; i++)
		CHECK_NUM(
		    sok_replay_report(p, &p->game[i], NULL, &replay, NULL, a),
		    0);
	CHECK_NUM(sok_expand_macros(p, p->header, NULL, NULL, a), 0);
	CHECK_NUM(sok_read(r, &p), 0);
	sok_reader_close(r);
}

/* Empty input is valid, also for the sanitizers. */
static void
nothing(struct sok_arena *a)
{
	struct sok_game game = {.letters_only = true};
	struct sok_puzzle to = {.header = NULL},
	                  from = {.game = &game, .ngames = 1};
	struct sok_area area;
	struct sok_rle_error e;
	struct sok_merge *m = sok_merge_open(&to, a);
	struct sok_merged n;
	struct sok_buf b = {0};

	for (int kind = SOK_RLE_BOARD; kind <= SOK_RLE_MOVES; kind++) {
		CHECK_NUM(sok_rle_decode(&b, (struct sok_str){NULL, 0},
		              (enum sok_rle_kind)kind, &sok_default_limits, &e),
		    0);
		sok_rle_encode(&b, (struct sok_str){NULL, 0},
		    (enum sok_rle_kind)kind, 3, kind == SOK_RLE_MOVES);
	}
	CHECK_NUM(b.len, 0);
	sok_buf_free(&b);
	CHECK_NUM(sok_board_flood(&to.board, true, &area, a), 0);
	CHECK_NUM(sok_merge_games(m, &from, &n, a), 0);
	CHECK_NUM(n.left, 1);
	CHECK_NUM(n.taken + n.known, 0);
}

int
main(void)
{
	struct sok_arena a = {0};

	after_an_error();
	no_file();
	read_options();
	bounded();
	no_writer();
	no_sink(&a);
	nothing(&a);
	sok_arena_free(&a);
	return unit_done();
}
