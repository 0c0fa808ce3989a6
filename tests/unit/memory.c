/*
 * memory.c - the library handles missing memory: every allocation of every
 * reader, writer and operation fails, alone and with all that follow.  The
 * result is -1 with ENOMEM, or the same as without failure, and no block is
 * leaked.
 */
#include "faults.h"
#include "play/play.h"

/* The input of the operations: every kind of part, formatted and not. */
static const char sample[] =
    "Collection: S\xe4\nAuthor: A\xe4\nCopyright: C\xe4\nEmail: e\xe4\n"
    "Url: u\xe4\n:: Macro\nTail=lluR\nnote\nComment:\n\xe4\nComment-End:\n\n"
    "Orphan\nrRdLurrD\n\n\n"
    "First \xe4\n\n#######\n#--.--#\n#-$#$-#\n#--@--#\n#--.--#\n#######\n"
    "Title: Its Key\nAuthor: B\n\na note <#Tail#/>, <#None#/>\n"
    "Comment:\n#-$#\n\nrrr\nComment-End:\n\n"
    "Solution 17/7\nlluurDDldRurrUruL\n\ntext of it\n\n"
    "Snapshot\nllu*rrr\n\nTitle: T\nl(ud)r\n\n"
    "> Quoted\n>\n> ####\n> #@ #\n>  #$.#\n> ####\n\n"
    "Reverse\n\n########\n#@ $. #\n########\n\nSolution\n[rr]Ll\n\n"
    "5#|#@2-3#|2#$3-#|-#.-#$-|-2#-#.-#|--#4-#|2-6#\n\n3#|0#@|((#\n\n"
    "Several\n\n#######\n#@$.  #\n#  .$@#\n#######\nGame: Multiban\n\n"
    "R{ddrrr}L\n\n"
    "########\n#@$.   \n########\n\nrR\n\n\n"
    "WWWWW\nWpbgW\nWWWWW\n\n\t###\n\t#@##\n\t#$.#\n\t####\n\n"
    "####\n#@$.#\n####\n####\n#@$.#\n####\n\nComment:\nopen \xe4\xf6\n\n"
    "\x1b$BF|K\\\x1b(B\n\n###\n#@###\n#$  #\n#. *#\n#####\nTitle: x=y\n\n"
    "Solution\nD\n";

static const char trace[] =
    "#######\n#@ $ .#\n#######\n---saved-image---\n#######\n#  @ *#\n#######\n"
    "---information---\nstatus:completed\nlevel:1\nmoves:3\nodd\n"
    "---trace-data---\n; said\n\"mark\"\nrRR\n";

static const char pusher[] =
    "*****\nMaze: 7\nFile offset: 0\nSize X: 5\nSize Y: 3\n\nXXXXX\nX@*.X\n"
    "XXXXX\n\n*****\nMaze: 8\nXXX\n*****\nA note.\n";

#define BYTES(text) \
	{ \
		text, sizeof(text) - 1 \
	}

/* jansson's function to set its allocator, if jansson is linked: the linker
 * cannot wrap calls within a shared library. */
void json_set_alloc_funcs(void *(*)(size_t), void (*)(void *))
    __attribute__((weak));

/* ---- a digest of the results, which needs no memory */

static uint64_t sum;

static void
tell(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		sum = (sum ^ (unsigned char)s.s[i]) * UINT64_C(0x100000001b3);
}

static void
tell_number(uint64_t n)
{
	sum = (sum ^ n) * UINT64_C(0x9e3779b97f4a7c15);
}

static void
tell_finding(void *ctx, const struct sok_finding *f)
{
	(void)ctx;
	tell_number(f->rule);
	tell_number(f->pos.line);
}

static struct sok_sink sink = {.fn = tell_finding};

/* ---- one run */

struct run {
	struct sok_str bytes;
	const char *from, *to; /* formats; NULL: scanned */
	const char *charset, *to_charset;
	/* Called for each puzzle between reading and writing; 0, -1. */
	int (*work)(
	    struct sok_puzzle *p, const struct run *r, struct sok_arena *a);
	unsigned what; /* for work */
};

static int
pass(const struct run *r, struct sok_reader *in, struct sok_writer *out)
{
	struct sok_puzzle *p;
	int got;

	while ((got = sok_read(in, &p)) == 1) {
		if (p->number == 1 &&
		    sok_write_header(out, sok_reader_header(in)) == -1)
			return -1;
		if (r->work != NULL &&
		    r->work(p, r, sok_reader_arena(in)) == -1)
			return -1;
		tell_number(sok_puzzle_digest(p));
		if (sok_write(out, p) == -1)
			return -1;
	}
	return got;
}

static int
write_all(const struct run *r, struct sok_reader *in, struct sok_output *o)
{
	struct sok_write_options wo = {
	    .wrap = 70, .name = "out", .charset = r->to_charset};
	struct sok_writer *w =
	    sok_writer_open(sok_format_find(sok_str(r->to)), o, &wo, &sink);
	int done, error;

	if (w == NULL)
		return -1;
	done = pass(r, in, w);
	error = errno;
	if (sok_writer_close(w) == -1 && done != -1)
		return -1;
	errno = error;
	return done;
}

/* The output is written to text. */
static int
convert(const struct run *r, struct sok_buf *text)
{
	struct sok_read_options ro = {.name = "in", .charset = r->charset};
	struct sok_reader *in;
	struct sok_output *o;
	int done = -1, error = 0;

	ro.format = sok_format_find(sok_str(r->from));
	in = sok_reader_open_memory(r->bytes, &ro, &sink);
	o = in == NULL ? NULL : sok_output_memory(text);
	if (o != NULL) {
		done = write_all(r, in, o);
		error = errno;
		if (sok_output_close(o, true) == -1 && done == 0) {
			done = -1;
			error = errno;
		}
		errno = error;
	}
	error = errno;
	sok_reader_close(in);
	errno = error;
	return done;
}

/* Block by block, encode boards and moves as run-length text and decode
 * them. */
static int
scan(struct sok_scan *s)
{
	struct sok_buf rle = {0}, flat = {0};
	struct sok_rle_error e;
	struct sok_block b;
	int got, bad = 0;

	while (bad == 0 && (got = sok_scan_next(s, &b)) == 1) {
		tell(b.raw); /* in pieces of any length */
		rle.len = flat.len = 0;
		if (b.kind == SOK_BLOCK_BOARD) {
			sok_rle_board(&rle, &b.board, b.open, 3, true);
			bad = rle.failed
			    ? -1
			    : sok_rle_decode(&flat, sok_buf_str(&rle),
			          SOK_RLE_BOARD, &sok_default_limits, &e);
		} else if (b.kind == SOK_BLOCK_MOVES) {
			sok_rle_encode(
			    &rle, b.game.moves, SOK_RLE_MOVES, 2, true);
			bad = rle.failed
			    ? -1
			    : sok_rle_decode(&flat, sok_buf_str(&rle),
			          SOK_RLE_MOVES, &sok_default_limits, &e);
		}
		tell(sok_buf_str(&flat));
	}
	sok_buf_free(&rle);
	sok_buf_free(&flat);
	return bad == -1 ? -1 : got;
}

static int
scan_all(const struct run *r)
{
	struct sok_read_options o = {.name = "in"};
	struct sok_scan *s = sok_scan_open_memory(r->bytes, &o, &sink);
	int done = s == NULL ? -1 : scan(s), error = errno;

	sok_scan_close(s);
	errno = error;
	return done;
}

static int
once(const struct run *r)
{
	struct sok_buf text = {0};
	int done, error;

	sum = 0;
	done = r->from == NULL ? scan_all(r) : convert(r, &text);
	error = errno;
	tell(sok_buf_str(&text));
	sok_buf_free(&text);
	errno = error;
	return done;
}

/* ---- with each allocation failing */

static void
sweep(const char *name, const struct run *r)
{
	uint64_t want;
	unsigned long n, at;
	int done, bad = 0;

	faults_begin(NULL, 0, false, ENOMEM);
	done = once(r);
	faults_end();
	n = faults.n;
	want = sum;
	if (!CHECK(done == 0 && n > 0 && faults.held == 0))
		fprintf(stderr, "%s: %s to %s\n", name, r->from ? r->from : "",
		    r->to ? r->to : "");
	for (at = 0; at < 2 * n && bad < 3; at++) {
		faults_begin(NULL, at / 2 + 1, at % 2, ENOMEM);
		done = once(r);
		faults_end();
		if (done == -1 ? errno == ENOMEM : sum == want)
			if (faults.held == 0)
				continue;
		bad++;
		fprintf(stderr,
		    "%s, %s to %s: allocation %lu of %lu%s: %d, %s, %s, %ld "
		    "blocks held\n",
		    name, r->from ? r->from : "", r->to ? r->to : "",
		    at / 2 + 1, n, at % 2 ? " and all behind" : "", done,
		    strerror(errno), sum == want ? "as ever" : "something else",
		    faults.held);
	}
	unit_failures += bad;
}

/* ---- readers and writers */

static bool
have(const char *format, unsigned flag)
{
	const struct sok_format *f = sok_format_find(sok_str(format));
	struct sok_read_options ro = {.name = "in", .format = f};
	struct sok_buf text = {0};
	struct sok_output *o;
	struct sok_writer *w = NULL;
	struct sok_reader *r;
	struct sok_puzzle *p;
	bool can;

	if (f == NULL || !(f->flags & flag))
		return false;
	if (flag == SOK_CAN_READ) {
		r = sok_reader_open_memory(SOK_STR(""), &ro, NULL);
		can = r != NULL && (sok_read(r, &p) != -1 || errno != ENOSYS);
		sok_reader_close(r);
		return can;
	}
	o = sok_output_memory(&text);
	w = sok_writer_open(
	    f, o, &(struct sok_write_options){.name = "out"}, &sink);
	can = w != NULL;
	if (w != NULL)
		sok_writer_close(w);
	sok_output_close(o, false);
	sok_buf_free(&text);
	return can;
}

static void
formats(void)
{
	const struct run to = {.bytes = BYTES(sample), .from = "sok"};
	struct sok_buf text;
	struct run r;

	for (size_t i = 0; i < sok_nformats; i++) {
		r = to;
		r.to = sok_formats[i].name;
		if (!have(r.to, SOK_CAN_WRITE))
			continue;
		if (json_set_alloc_funcs != NULL)
			json_set_alloc_funcs(wrap_malloc, wrap_free);
		sweep("write", &r);
		text = (struct sok_buf){0};
		CHECK(convert(&r, &text) == 0);
		r.from = r.to;
		r.to = "sok";
		r.bytes = sok_buf_str(&text);
		/* jansson's parser has an assert() that fails without
		 * memory. */
		if (json_set_alloc_funcs != NULL)
			json_set_alloc_funcs(real_malloc, real_free);
		if (have(r.from, SOK_CAN_READ))
			sweep("read", &r);
		sok_buf_free(&text);
	}
}

/* ---- operations on a puzzle */

static int
drop(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	return sok_drop_puzzle(p, r->what, a);
}

static int
retitle(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	return sok_move_titles(p, (enum sok_title_place)r->what, a);
}

static int
turn(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	enum sok_symmetry t = (enum sok_symmetry)r->what;

	if (!p->has_board)
		return 0;
	if (t == SOK_NSQUARE_SYMMETRIES && sok_canonical(p, &t, a) == -1)
		return -1;
	return sok_transform(p, t, a);
}

static int
simplify(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	(void)r;
	return p->has_board ? sok_simplify(p, a) : 0;
}

static int
inherit(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	(void)r;
	return sok_inherit(p, p->header, NULL, &sink, a);
}

static int
check(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	struct sok_check_options o = {.targets = ~0U};

	(void)r;
	return p->has_board ? sok_check(p, &o, &sink, a) : 0;
}

/* Ids, and the games of the turned copy turned back. */
static int
merge(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	struct sok_puzzle copy;
	struct sok_id id = {0};
	struct sok_merge *m;
	struct sok_merged n;
	uint64_t picture = 0;

	(void)r;
	if (sok_identity(p, &id, a) == -1 ||
	    sok_picture_id(p, &picture, a) == -1 ||
	    sok_puzzle_copy(&copy, p, a) == -1)
		return -1;
	tell_number(id.unique);
	tell_number(picture);
	if (!p->has_board || p->variant != SOK_SOKOBAN)
		return 0;
	if (sok_transform(&copy, SOK_ROTATE90, a) == -1)
		return -1;
	p->ngames = 0;
	m = sok_merge_open(p, a);
	if (m == NULL || sok_merge_games(m, &copy, &n, a) == -1)
		return -1;
	tell_number(n.taken * 10000 + n.known * 100 + n.left);
	return 0;
}

/* All operations on one game. */
static int
replay(const struct sok_puzzle *p, struct sok_game *g, struct sok_arena *a)
{
	struct sok_replay_options o = {.no_final = false};
	struct sok_no_board why;
	struct sok_replay r;
	struct sok_board b;
	struct sok_str moves;
	int got;

	if (!p->has_board)
		return sok_board_from_moves(&b, SOK_SOKOBAN, g, &why, a);
	o.position = sok_position_open(p, a);
	if (o.position == NULL ||
	    sok_replay_report(p, g, &o, &r, &sink, a) == -1)
		return -1;
	tell_number(r.verdict);
	got = sok_to_forward(p, g, &moves, a);
	if (got == 1)
		tell(moves);
	if (got == -1 || sok_game_recase(p, g, a) == -1)
		return -1;
	return sok_game_recount(g, &r, a);
}

static int
replay_all(struct sok_puzzle *p, const struct run *r, struct sok_arena *a)
{
	(void)r;
	for (size_t i = 0; i < p->ngames; i++)
		if (replay(p, &p->game[i], a) == -1)
			return -1;
	sok_puzzle_retitle(p);
	return 0;
}

static void
works(void)
{
	static const struct {
		const char *name;
		int (*work)(struct sok_puzzle *p, const struct run *r,
		    struct sok_arena *a);
		unsigned what;
	} work[] = {
	    {"drop", drop, 1 | 2},
	    {"drop", drop, 4 | 8 | 32},
	    {"title to key", retitle, SOK_TITLE_ALL_KEYS},
	    {"title to line", retitle, SOK_TITLE_LINE},
	    {"rotate", turn, SOK_ROTATE90},
	    {"canonical", turn, SOK_NSQUARE_SYMMETRIES},
	    {"simplify", simplify, 0},
	    {"inherit", inherit, 0},
	    {"check", check, 0},
	    {"merge", merge, 0},
	    {"replay", replay_all, 0},
	};
	struct run r = {.bytes = BYTES(sample), .from = "sok", .to = "sok"};

	for (size_t i = 0; i < sizeof(work) / sizeof(*work); i++) {
		r.work = work[i].work;
		r.what = work[i].what;
		sweep(work[i].name, &r);
	}
}

int
main(void)
{
	static const struct run reads[] = {
	    {.bytes = BYTES(trace), .from = "hir", .to = "hir"},
	    {.bytes = BYTES(trace), .from = "hir", .to = "sok"},
	    {.bytes = BYTES(pusher), .from = "pusher", .to = "sok"},
	    {.bytes = BYTES(sample),
	        .from = "sok",
	        .to = "sok",
	        .charset = "ISO-8859-1",
	        .to_charset = "UTF-16"},
	    {.bytes = BYTES(sample)},
	};

	formats();
	works();
	for (size_t i = 0; i < sizeof(reads) / sizeof(*reads); i++)
		sweep("more", &reads[i]);
	return unit_done();
}
