/*
 * words.c - each word of a file in another format is in the converted text,
 * once, in its order and separated from other words, or is in a message.
 *
 *     words [N [SEED]]     N random files of each format (3,000) from SEED (0)
 */
#include <stdlib.h>

#include "unit.h"

#define MOST 256 /* words in a file */

/* Each % in a piece is another word; the words of a piece without line ends
 * stay on one line. */
static const char *const head[] = {"<Title>% %</Title>", "<Email>%</Email>",
    "<Description>%<![CDATA[ % ]]>&amp; %</Description>",
    "<Description>\n%<br/>%\n\n% </Description>", "<Url>%&nope; %</Url>",
    "<Title>%&#10;%</Title>", "<a b='%'>\n%</a>", "<!-- % % -->", " % &gt; % "};
static const char *const loose[] = {" % &amp; % ", "<!-- % -->", "<a>% %</a>",
    "<t><d>%</d><d>%</d></t>", "<a>%<b/>%</a>", "\n%\n%\n", "<b c='%'/>",
    " % <![CDATA[%]]> <?p?> % ", "<L> </L>", " &nope; % "};
static const char *const lines[] = {"%\n", "% %\n", "Author: %\n", "Maze: %\n",
    "Title: %\n", "%: %\n", "  %\n", "\n", "; % %\n", "> %\n", "rR %\n", "::\n",
    "Comment:\n%\n\n%\nComment-End:\n", "Comment: %\n", "%\t%\n"};
static const char *const tokens[] = {"rl\n", "\n\n", " ; % \"%\n",
    "(% '(%) %)\n", "\"% (%\" ", "\"%\n%\"\n", "'% ", "(% \x1b$B(\"\n %)\n",
    "l ", "\n; %\n\n"};

struct step {
	const char *always;
	const char *const *any;
	size_t n;
};

#define ALWAYS(s) \
	{ \
		s, NULL, 0 \
	}
#define ANY(v) \
	{ \
		NULL, v, sizeof(v) / sizeof((v)[0]) \
	}
#define ROWS "<L>#####</L><L>#@$.#</L><L>#####</L>"
#define BOARD ALWAYS("######\n#@ $.#\n######\n")
#define MAP ALWAYS("XXXXX\nX@*.X\nXXXXX\n")

static const struct step slc[] = {ALWAYS("<SokobanLevels>"), ANY(head),
    ALWAYS("<LevelCollection>"), ANY(loose), ALWAYS("<Level Id='% %'>"),
    ANY(loose), ALWAYS(ROWS), ANY(loose), ALWAYS("</Level>"), ANY(loose),
    ALWAYS("<Level Copyright='%'>" ROWS), ANY(loose),
    ALWAYS("</Level></LevelCollection></SokobanLevels>"), ALWAYS(NULL)};
static const struct step pusher[] = {ANY(lines), MAP, ANY(lines),
    ALWAYS("**********\n"), ANY(lines), MAP, ANY(lines), ALWAYS(NULL)};
static const struct step hir[] = {ANY(lines), BOARD, ANY(lines),
    ALWAYS("---saved-image---\n"), ANY(lines), BOARD, ANY(lines),
    ALWAYS("---information---\n"), ANY(lines), ALWAYS("---trace-data---\n"),
    ANY(tokens), ALWAYS(NULL)};

struct document {
	struct sok_buf text, out, said;
	size_t n;        /* words */
	bool next[MOST]; /* the word is on the line of the one before it */
};

static void
put(struct document *d, const char *piece)
{
	bool line = strchr(piece, '\n') == NULL, first = true;

	for (; *piece != '\0'; piece++) {
		if (*piece != '%') {
			sok_buf_addc(&d->text, *piece);
			continue;
		}
		if (d->n == MOST)
			abort();
		sok_buf_fmt(&d->text, "w%zuw", d->n);
		d->next[d->n++] = line && !first;
		first = false;
	}
}

static void
make(struct document *d, const struct step *step, uint64_t seed)
{
	for (; step->always != NULL || step->any != NULL; step++) {
		size_t n = unit_random(&seed) % 5;

		if (step->always != NULL)
			put(d, step->always);
		for (; step->any != NULL && n > 0; n--)
			put(d, step->any[unit_random(&seed) % step->n]);
	}
}

static void
listen(void *ctx, const struct sok_finding *f)
{
	struct document *d = ctx;

	sok_buf_add(&d->said, f->message);
	sok_buf_addc(&d->said, '\n');
}

/* Convert it to .sok; false on failure. */
static bool
convert(struct document *d, const char *format)
{
	struct sok_sink sink = {.fn = listen, .ctx = d};
	struct sok_read_options ro = {
	    .name = "in", .format = sok_format_find(sok_str(format))};
	struct sok_write_options wo = {.name = "out"};
	struct sok_output *o = sok_output_memory(&d->out);
	struct sok_writer *w =
	    sok_writer_open(sok_format_find(SOK_STR("sok")), o, &wo, &sink);
	struct sok_reader *r =
	    sok_reader_open_memory(sok_buf_str(&d->text), &ro, &sink);
	struct sok_puzzle *p;
	bool headed = false;
	int got = r != NULL && w != NULL ? 1 : -1;

	while (got == 1 && (got = sok_read(r, &p)) != -1) {
		if (!headed)
			sok_write_header(w, sok_reader_header(r));
		headed = true;
		if (got == 1)
			sok_write(w, p);
	}
	sok_reader_close(r);
	got |= sok_writer_close(w);
	got |= sok_output_close(o, true);
	sok_buf_addc(&d->out, '\0');
	sok_buf_addc(&d->said, '\0');
	return got == 0;
}

/* Find word i in the text from p on; *n is set to its length. */
static const char *
find(const char *p, size_t i, size_t *n)
{
	char word[32];

	*n = (size_t)snprintf(word, sizeof(word), "w%zuw", i);
	return strstr(p, word);
}

/* The error of word i, or NULL; *last is the position of the word before it. */
static const char *
fault(const struct document *d, size_t i, const char **last)
{
	size_t n;
	const char *p = find(d->out.s, i, &n), *before = *last;

	*last = p;
	if (p == NULL)
		return find(d->said.s, i, &n) == NULL ? "lost" : NULL;
	if (find(p + n, i, &n) != NULL)
		return "doubled";
	if (p[n] == 'w')
		return "glued to another";
	if (!d->next[i] || before == NULL)
		return NULL;
	if (p < before)
		return "out of order";
	return memchr(before, '\n', (size_t)(p - before)) ? "torn off" : NULL;
}

static void
check(const char *format, const struct step *step, uint64_t seed)
{
	struct document d = {.n = 0};
	const char *last = NULL, *wrong = NULL;

	make(&d, step, seed);
	if (!CHECK(convert(&d, format)))
		wrong = "an error";
	for (size_t i = 0; i < d.n && wrong == NULL; i++) {
		wrong = fault(&d, i, &last);
		if (!CHECK(wrong == NULL))
			fprintf(stderr,
			    "%s %llu: word %zu is %s\n%.*s\n---\n%s", format,
			    (unsigned long long)seed, i, wrong, (int)d.text.len,
			    d.text.s, d.out.s);
	}
	sok_buf_free(&d.text);
	sok_buf_free(&d.out);
	sok_buf_free(&d.said);
}

int
main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 3000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	for (n += seed; seed < n && unit_failures == 0; seed++) {
		check("slc", slc, seed);
		check("hir", hir, seed);
		check("pusher", pusher, seed);
	}
	return unit_done();
}
