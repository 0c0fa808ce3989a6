/*
 * stretch.c - an input read in stretches, the last one first, against the
 * same input read from its beginning.
 *
 *     stretch [N]     N / 1200 collections in each mode (20,000), 5 at least
 */
#include "runs.h"
#include "unit.h"

#include "plain.h"

#define PIECES 6
#define SIZE 10000

/* What passes: nothing, puzzles in order, puzzles that are formatted, games
 * that solve; of records and XML nothing does. */
static enum {
	NOTHING,
	ORDER,
	FORM,
	GAMES,
	RECORDS,
	JSON,
	SLC,
	SLC_LEVELS,
	NMODES
} mode;
static const struct sok_format *format; /* of the input */
static uint64_t document;               /* counts those of a mode */
static size_t by_reader[NMODES], by_stretches[NMODES], by_runs[NMODES];
static struct sok_writer *writer; /* FORM: of both ways */

static void
take(struct model *m, const struct sok_puzzle *p, struct sok_sink *sink)
{
	struct sok_arena a = {0};

	m->puzzles++;
	if (mode == GAMES) {
		CHECK(runs_replay(&m->found, sink, p, &a));
		sok_arena_free(&a);
		return;
	}
	if (mode == FORM) {
		CHECK(sok_write(writer, p) == 1);
		return;
	}
	sok_buf_fmt(&m->found, "%zu, line %zu", p->number, p->pos.line);
	for (int y = 0; y < p->board.height; y++)
		sok_buf_fmt(&m->found, " %zu", p->board.row[y].line);
	for (size_t i = 0; i < p->ngames; i++)
		sok_buf_fmt(&m->found, ", %zu %zu", p->game[i].pos.line,
		    p->game[i].nsource > 0 ? p->game[i].source[0].line : 0);
	model_puzzle(&m->found, p);
}

static void
take_run(struct model *m, const struct sok_run *run, struct sok_sink *sink)
{
	m->puzzles += run->n;
	by_runs[mode] += run->n;
	if (mode == FORM)
		sok_write_run(writer, run);
	for (size_t i = 0; mode == GAMES && i < run->n; i++)
		runs_solved(&m->found, sink, &run->solved[i]);
}

static struct sok_run
find_run(void *ctx, struct sok_reader *r)
{
	(void)ctx;
	return mode == FORM ? sok_read_run(r)
	    : mode == GAMES ? sok_replay_run(r, true)
	                    : sok_check_run(r);
}

/* What of the stretches fits together. */
static void
take_stretches(struct model *m, struct sok_reader *r, struct sok_sink *sink,
    struct sok_stretch **v, struct sok_room **room)
{
	int n = sok_stretch_cut(r, SIZE, v, PIECES), i;
	struct sok_puzzle *p;
	struct sok_run run;

	CHECK(n >= 0);
	for (i = n - 1; i >= 0; i--)
		CHECK(sok_stretch_read(v[i], room[i],
		          mode >= ORDER && mode <= GAMES ? find_run : NULL,
		          NULL) == 0);
	for (i = 0; i < n; i++) {
		if (i > 0 && !sok_stretch_follow(v[i], v[i - 1]))
			break;
		while ((p = sok_stretch_next(v[i], sink, &run)) != NULL ||
		    run.n > 0) {
			if (p != NULL)
				take(m, p, sink);
			else
				take_run(m, &run, sink);
			by_stretches[mode]++;
		}
		sok_reader_pass(r, v[i]);
	}
}

/* And which puzzle it is about. */
static void
finding(void *ctx, const struct sok_finding *f)
{
	struct model *m = ctx;

	model_finding(m, f);
	sok_buf_fmt(
	    &m->findings, "\t%zu\n", f->puzzle != NULL ? f->puzzle->number : 0);
}

static void
read_all(struct model *m, struct sok_str bytes, struct sok_stretch **v,
    struct sok_room **room)
{
	struct sok_sink sink = {.fn = finding, .ctx = m};
	struct sok_read_options o = {.name = "-", .format = format};
	struct sok_write_options wo = {.wrap = 70, .name = "-"};
	struct sok_reader *r = sok_reader_open_memory(bytes, &o, &sink);
	struct sok_output *out = sok_output_memory(&m->found);
	struct sok_puzzle *p;

	*m = (struct model){0};
	writer = sok_writer_open(format, out, &wo, &sink);
	while (r != NULL && sok_read(r, &p) == 1) {
		take(m, p, &sink);
		by_reader[mode] += v != NULL;
		if (v != NULL && m->puzzles % 7 == 1)
			take_stretches(m, r, &sink, v, room);
	}
	CHECK(r != NULL && sok_writer_close(writer) == 0);
	CHECK(sok_output_close(out, true) == 0);
	sok_reader_close(r);
}

static void
compare(struct sok_str bytes, struct sok_stretch **v, struct sok_room **room)
{
	struct model a, b;

	read_all(&a, bytes, NULL, NULL);
	read_all(&b, bytes, v, room);
	CHECK(a.puzzles == b.puzzles);
	if (mode == ORDER)
		CHECK(model_equal(&a.findings, &b.findings) &&
		    model_is_part(&b.found, &a.found));
	else
		CHECK(
		    model_alike(bytes, "in one piece", &a, "in stretches", &b));
	model_free(&a);
	model_free(&b);
}

/* A line of records, and now and then one that is out of turn. */
static void
add_record(struct soup *o, struct sok_str line, unsigned odd)
{
	static const char *const other[] = {"\n", " \t \r\n", "no record\n",
	    "{\"header\":true,\"text\":\"Author: Ann\"}\n",
	    "{\"x\":1,\"board\":[\"#####\",\"#@$.#\",\"#####\"]}\n",
	    "\t\t\t\t\tAuthor: Ann\t-:1\n", "\t\t\t5#|#@$.#|5#\t\t\t-:1\n"};

	soup_add(o, line.s, line.len);
	if (soup_below(o, odd) == 0)
		soup_puts(o, SOUP_PICK(o, other));
}

/* The same of XML, and another first line: in each document of one kind. */
static void
add_tag(struct soup *o, struct sok_str line, unsigned odd)
{
	static const char *const first[] = {"", "<?xml version='1.0'?>\n",
	    "\xef\xbb\xbf", "<?xml version='1.0' encoding='KOI8-R'?>\n",
	    "\xef\xbb\xbf<?xml version='1.0' encoding='ISO-8859-1'?>\n",
	    "<?xml version='1.0' encoding='ISO-8859-1'?>\n<!-- \x80 -->",
	    " \n\r\n<?xml version='1.0'?>\r",
	    "<!DOCTYPE Set [<!ATTLIST Level Copyright CDATA 'Bob'>]>\n"};
	static const char *const tag[] = {"<!-- </Level>\n<Level -->", "&x;",
	    "<?x </Level>\r\n<Level>?>", "\r\n\r <X/>", "<!-- ",
	    "<Title>\xc3\xa9</Title>", "<![CDATA[</Level>\n<Level>]]>\n"};

	if (sok_str_starts(line, SOK_STR("<?xml")))
		line = sok_str(SOUP_PICK(o, first));
	soup_add(o, line.s, line.len);
	if (line.len > 0 && soup_below(o, odd) == 0)
		soup_puts(o, tag[document % SOK_COUNT(tag)]);
}

/* The same between levels; and another root. */
static void
add_level(struct soup *o, struct sok_str line, unsigned odd)
{
	static const char *const level[] = {"<Level></Level >\r\r\n",
	    "<Level><L>#####\n#@$.#\n#####</L></Level\r\n>\n<!-- x -->",
	    "<Level></Level\n><!-- x -->", "<Pack>", "<Level></Level><Set>",
	    "</LevelCollection><LevelCollection Copyright='Ann'>"};

	if (sok_str_starts(line, SOK_STR("<Sok")) && soup_below(o, 9) == 0)
		line = SOK_STR("<Set>\n");
	soup_add(o, line.s, line.len);
	if (sok_str_starts(sok_str_ltrim(line), SOK_STR("</Level>")) &&
	    soup_below(o, odd / 4 + 1) == 0)
		soup_puts(o, level[document % SOK_COUNT(level)]);
}

/* A text in another format, with something between its lines. */
static void
make_foreign(struct soup *text)
{
	struct sok_sink none = {.fn = model_ignore};
	struct sok_read_options o = {
	    .name = "-", .format = sok_format_find(SOK_STR("sok"))};
	struct sok_write_options wo = {.name = "-"};
	struct sok_reader *r = sok_reader_open_memory(
	    (struct sok_str){text->s, text->len}, &o, &none);
	struct sok_buf b = {0};
	struct sok_output *out = sok_output_memory(&b);
	struct sok_writer *w = sok_writer_open(format, out, &wo, &none);
	struct model m = {0};
	struct sok_str rest, line;
	unsigned odd = 10 + soup_below(text, 3000);

	CHECK(r != NULL && w != NULL && model_drain(&m, r, w) == 0);
	CHECK(sok_writer_close(w) == 0 && sok_output_close(out, true) == 0);
	sok_reader_close(r);
	model_free(&m);
	text->len = 0;
	for (rest = sok_buf_str(&b); rest.len > 0;
	     rest = sok_str_from(rest, line.len)) {
		const char *lf = memchr(rest.s, '\n', rest.len);

		line = sok_str_sub(rest, 0, (size_t)(lf + 1 - rest.s));
		(mode == SLC                 ? add_tag
		        : mode == SLC_LEVELS ? add_level
		                             : add_record)(text, line, odd);
	}
	sok_buf_free(&b);
}

static void
make(struct soup *o, uint64_t seed)
{
	static const char *const name[NMODES] = {
	    "sok", "sok", "sok", "sok", "records", "jsonl", "slc", "slc"};

	document = seed;
	format = sok_format_find(sok_str(name[mode]));
	plain_make(o, seed, (PIECES + 4) * SIZE);
	if (mode >= RECORDS)
		make_foreign(o);
}

int
main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
	struct sok_stretch *v[PIECES];
	struct sok_room *room[PIECES];
	struct soup o = {0};

	for (int i = 0; i < PIECES; i++) {
		v[i] = sok_stretch_new();
		room[i] = sok_room_new();
	}
	for (uint64_t i = 0; i < n / 1200 + 5 && unit_failures < 3; i++)
		for (mode = NOTHING; mode < NMODES; mode++) {
			make(&o, i);
			compare((struct sok_str){o.s, o.len}, v, room);
		}
	/* Most of it was there for the stretches, but no XML is from where
	 * something stays open. */
	for (mode = NOTHING; mode < SLC; mode++)
		CHECK(by_stretches[mode] + by_runs[mode] > by_reader[mode]);
	CHECK(by_stretches[SLC] > 0 && by_stretches[SLC_LEVELS] > 0);
	CHECK(by_runs[ORDER] > 0 && by_runs[FORM] > 0 && by_runs[GAMES] > 0);
	for (int i = 0; i < PIECES; i++) {
		sok_stretch_free(v[i]);
		sok_room_free(room[i]);
	}
	free(o.s);
	return unit_done();
}
