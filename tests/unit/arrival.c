/*
 * arrival.c - the results of the reader and the scan do not depend on how the
 * bytes arrive: at once, one by one, or in pieces of any size.
 *
 *     arrival [N [SEED]]     N texts (1,000) from SEED (0) on
 */
#include "model.h"
#include "unit.h"

#include "../soup/soup.h"

static const size_t chunk[] = {1, 7, 63, 64, 100, 4096, 4097};

static const char *const boards[] = {"#####\n#@$.#\n#####",
    "  ###\n  #.#\n###$#\n#@  #\n#####", "#####\n#pbo#\n#####", "5#|#@$.#|5#",
    "5#\n#@$.#\n5#", "4#-\n#@2-2#\n#2-$.#\n6#", "> #####\n> #@$.#\n> #####",
    "\t#####\n\t#@$.#\n\t#####", "#####\n#@$.#\n#####\n#####\n#@$.#\n#####",
    "#####\n#@$. \n#####",
    "####################\n#@$             .  #\n####################"};
/* Longer than two words of bits. */
static const char long_text[] =
    "a text that is long enough to go over the end of a word of bits, and of "
    "another one behind it, surely";
static const char *const texts[] = {"Level 1", "; 1", "Title: a = b", "x",
    "Author: \xc3\xa9t\xc3\xa9", "Caf\xe9", long_text,
    "rrrrUUUUllllDDDD\nrr2(uR)", "urdl\\\nurdl",
    "Comment:", "Comment-End:", "\xef\xbb\xbfrr", "> quoted", "#####", "|",
    "   ", ""};

/* Limits of lines and of text, low enough for some of the texts here. */
static struct sok_limits limits;

static void
put_text(struct soup *o)
{
	struct soup other = {0};

	switch (soup_below(o, 4)) {
	case 0:
		soup_puts(o, SOUP_PICK(o, texts));
		break;
	case 1:
		soup_make(&other, soup_random(o), soup_below(o, 2));
		soup_add(o, other.s, other.len);
		free(other.s);
		break;
	default:
		soup_puts(o, SOUP_PICK(o, boards));
	}
}

/* wordy: half of the lines are long, so that a puzzle exceeds the limit of
 * bytes before the limit of lines. */
static void
make_text(struct soup *o, uint64_t seed, bool wordy)
{
	static const char *const end[] = {"\n", "\n\n", "\r\n", "\r", "\r\r\n"};
	unsigned n, kind;

	soup_begin(o, seed);
	kind = soup_below(o, 8);
	for (n = 1 + soup_below(o, seed % 16 == 0 ? 400 : 30); n > 0; n--) {
		if (wordy && soup_below(o, 2) == 0)
			soup_puts(o, long_text);
		else
			put_text(o);
		soup_puts(o, end[kind < 5 ? kind : soup_below(o, 5)]);
		soup_puts(o, soup_below(o, 3) ? "\n" : "");
	}
}

static bool
drain_reader(struct model *m, struct sok_str bytes, size_t chunk_size)
{
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_read_options o = {.name = "-",
	    .format = sok_format_find(SOK_STR("sok")),
	    .limits = &limits,
	    .chunk = chunk_size};
	struct sok_reader *r = sok_reader_open_memory(bytes, &o, &sink);
	struct sok_puzzle *p;
	int got = -1;

	while (r != NULL && (got = sok_read(r, &p)) == 1) {
		model_puzzle(&m->found, p);
		for (int y = 0; p->has_board && y < p->board.height; y++)
			sok_buf_fmt(&m->found, "%zu:%zu%s%s ",
			    p->board.row[y].line, p->board.row[y].col,
			    p->board.row[y].rle ? "r" : "",
			    p->board.row[y].tab ? "t" : "");
		sok_buf_fmt(&m->found, "%zu %zu %zu\n", p->board.players,
		    p->board.boxes, p->board.goals);
	}
	if (r != NULL)
		model_text(&m->found, "header", &sok_reader_header(r)->text);
	sok_reader_close(r);
	return got == 0;
}

/* Text may be cut anywhere between lines. */
static bool
drain_scan(struct model *m, struct sok_str bytes, size_t chunk_size)
{
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_read_options o = {
	    .name = "-", .limits = &limits, .chunk = chunk_size};
	struct sok_scan *s = sok_scan_open_memory(bytes, &o, &sink);
	struct sok_block k;
	int got = -1;

	while (s != NULL && (got = sok_scan_next(s, &k)) == 1) {
		if (k.kind == SOK_BLOCK_BOARD) {
			sok_buf_fmt(&m->found, "\nboard %zu%s%s %zu:\n",
			    k.pos.line, k.open ? " open" : "",
			    k.quoted ? " quoted" : "", strlen(k.eol));
			model_board(&m->found, &k.board);
		} else if (k.kind == SOK_BLOCK_MOVES) {
			sok_buf_fmt(&m->found, "\nmoves %zu %zu:\n", k.pos.line,
			    k.wrap);
			sok_buf_add(&m->found, k.game.moves);
		}
		sok_buf_add(&m->found, k.raw);
	}
	sok_scan_close(s);
	return got == 0;
}

/* Chunks of every other size only, because there are many texts. */
static bool
is_alike(struct sok_str bytes, bool scan, size_t first)
{
	struct model want = {0}, got;
	bool same = true;

	CHECK(
	    scan ? drain_scan(&want, bytes, 0) : drain_reader(&want, bytes, 0));
	for (size_t i = first; i < sizeof(chunk) / sizeof(*chunk) && same;
	     i += 2) {
		if (bytes.len > 5000 && chunk[i] < 7)
			continue;
		got = (struct model){0};
		CHECK(scan ? drain_scan(&got, bytes, chunk[i])
		           : drain_reader(&got, bytes, chunk[i]));
		same = model_alike(bytes, "at once", &want, "in chunks", &got);
		model_free(&got);
	}
	model_free(&want);
	return same;
}

int
main(int argc, char **argv)
{
	unsigned long long n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
	unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	struct soup o = {0};
	bool good = true;

	for (unsigned long long i = seed; i < seed + n && good; i++) {
		struct sok_str bytes;

		make_text(&o, i, i % 3 == 0);
		limits = sok_default_limits;
		if (i % 3 == 0)
			limits.v[SOK_LIMIT_TEXT] = 64 + i % 1021;
		else if (i % 4 == 0)
			limits.v[SOK_LIMIT_LINE] = 5 + i % 67;
		bytes = (struct sok_str){o.s, o.len};
		good = is_alike(bytes, false, i / 4 % 2) &&
		    is_alike(bytes, true, i / 4 % 2);
		if (!good)
			fprintf(stderr, "text %llu is not well\n", i);
	}
	CHECK(good);
	free(o.s);
	return unit_done();
}
