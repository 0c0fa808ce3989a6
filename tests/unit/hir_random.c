/* hir_random.c - random traces, whose model is known from the generator. */
#include <stdlib.h>

#include "hir_file.h"

/* Remarks as written in a trace, and as lines of text. */
static const struct {
	const char *source, *line;
} remarks[] = {
    {"; a comment\n", "; a comment"},
    {";\n", ";"},
    {"\"message\"", "\"message\""},
    {"\"a\nb\"", "\"a\\nb\""},
    {"\"\\\\\"", "\"\\\\\""},
    {"\";)\"", "\";)\""},
    {"(f \"\\\")\"\n g)", "(f \"\\\")\" g)"},
    {"'((1 2) (3 4))", "'((1 2) (3 4))"},
    {"()", "()"},
};

struct made {
	struct sok_buf file, moves, text;
	size_t n; /* letters so far */
};

static void
put_gap(struct made *m, uint64_t *seed)
{
	static const char *const gap[] = {" ", "\n", "\t ", " \n "};

	/* Never write two line ends: there is no blank line here. */
	sok_buf_add(&m->file,
	    sok_str(gap[m->file.s[m->file.len - 1] == '\n'
	            ? 0
	            : unit_random(seed) % 4]));
	if (m->file.s[m->file.len - 1] == '\n')
		sok_buf_addc(&m->file, ' ');
}

static void
put_word(struct made *m, uint64_t *seed)
{
	size_t n = 1 + unit_random(seed) % 5;
	char c;

	for (size_t i = 0; i < n; i++) {
		c = "udlrUDLR"[unit_random(seed) % 8];
		sok_buf_addc(&m->file, c);
		sok_buf_addc(&m->moves, c);
	}
	m->n += n;
	put_gap(m, seed);
}

/* A paragraph of words and remarks.  A remark belongs to the next word; after
 * the last word, or in a paragraph without words, there is none. */
static void
put_paragraph(struct made *m, size_t words, uint64_t *seed)
{
	size_t items = words + unit_random(seed) % 4, left = words, k;

	items += items == 0;
	for (size_t i = 0; i < items; i++) {
		if (left > 0 && unit_random(seed) % (items - i) < left) {
			put_word(m, seed);
			left--;
			continue;
		}
		k = unit_random(seed) % 9;
		sok_buf_add(&m->file, sok_str(remarks[k].source));
		put_gap(m, seed);
		if (left > 0)
			sok_buf_fmt(&m->text, "/Before %zu: ", m->n + 1);
		else if (words > 0)
			sok_buf_fmt(&m->text, "/After %zu: ", m->n);
		else
			sok_buf_fmt(
			    &m->text, "/Between %zu and %zu: ", m->n, m->n + 1);
		sok_buf_add(&m->text, sok_str(remarks[k].line));
	}
}

/* A trace with moves in two or more paragraphs. */
static void
make(struct made *m, uint64_t *seed)
{
	size_t n = 2 + unit_random(seed) % 5;

	sok_buf_add(&m->file, SOK_STR(TRACE));
	for (size_t i = 0; i < n; i++) {
		size_t words =
		    i < 2 ? 1 + unit_random(seed) % 3 : unit_random(seed) % 3;

		if (words > 0)
			sok_buf_addc(&m->moves, '(');
		put_paragraph(m, words, seed);
		if (words > 0)
			sok_buf_addc(&m->moves, ')');
		sok_buf_fill(&m->file, '\n', 2 + unit_random(seed) % 3);
	}
	sok_buf_add(&m->moves, sok_buf_str(&m->text));
}

static void
random_trace(uint64_t seed)
{
	struct made m = {{0}, {0}, {0}, 0};
	struct sok_buf got = {0}, file = {0}, again = {0};
	struct found found;

	make(&m, &seed);
	sok_buf_addc(&m.moves, '\0');
	read_model(&got, sok_buf_str(&m.file), &found);
	CHECK_STR(sok_buf_str(&got), m.moves.s);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 0);
	convert(
	    &file, sok_buf_str(&m.file), "hir", (int)(unit_random(&seed) % 9));
	convert(&again, sok_buf_str(&file), "sok", 70);
	read_model(&got, sok_buf_str(&again), &found);
	CHECK_STR(sok_buf_str(&got), m.moves.s);
	convert(&file, sok_buf_str(&again), "hir", 7);
	convert(&again, sok_buf_str(&file), "hir", 7);
	CHECK(sok_str_eq(sok_buf_str(&file), sok_buf_str(&again)));
	sok_buf_free(&m.file);
	sok_buf_free(&m.moves);
	sok_buf_free(&m.text);
	sok_buf_free(&got);
	sok_buf_free(&file);
	sok_buf_free(&again);
}

int
main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) / 10 : 1000;

	for (uint64_t seed = 0; seed < n; seed++)
		random_trace(seed);
	return unit_done();
}
