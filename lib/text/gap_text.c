/*
 * gap_text.c - the text between two blocks: its lines, the title of the board
 * above it, and the title of the board or game below it.  For the text reader.
 */
#include "text/key.h"
#include "text/gap_text.h"
#include "text/text.h"
#include "tools.h"

/* How many lines a blank line i becomes if another line follows: one, or in a
 * comment block the number of blank lines. */
static size_t
count_blank(const struct blocks *b, size_t i)
{
	const struct line *e = &b->l.v[i];

	return (e->has & HAS_COMMENT) && e[1].num > e->num ? e[1].num - e->num
	                                                   : 1;
}

/* Line i as text.  A closing line without an open comment block is indented, so
 * that it does not close one when it is read again. */
static struct sok_str
text_line(struct sok_reader *r, const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);
	int kind;

	if (comment_mark(s, &kind) != COMMENT_CLOSE ||
	    (b->l.v[i].has & HAS_COMMENT))
		return s;
	return sok_str_fmt(&r->arena, " %.*s", (int)s.len, s.s);
}

/* Take lines from to to, of which the first and the last one are not blank. */
static int
take_lines(struct sok_reader *r, const struct blocks *b, size_t from, size_t to,
    struct sok_text *t)
{
	size_t room = to - from;

	for (size_t i = from + 1; i + 1 < to; i++)
		if (lines_blank(&b->l, i))
			room += count_blank(b, i) - 1;
	t->line = sok_arena_alloc(&r->arena, room, sizeof(*t->line));
	if (t->line == NULL)
		return -1;
	for (size_t i = from; i < to; i++) {
		size_t more = 1;

		if (!lines_blank(&b->l, i)) {
			t->line[t->n] = text_line(r, b, i);
			if (t->line[t->n++].s == NULL)
				return -1;
			continue;
		}
		if ((b->l.v[i].has & HAS_COMMENT))
			more = count_blank(b, i);
		else if (t->line[t->n - 1].len == 0)
			more = 0;
		while (more-- > 0)
			t->line[t->n++] = SOK_STR("");
	}
	return 0;
}

int
gap_take(struct sok_reader *r, const struct blocks *b, size_t from, size_t to,
    struct gap_text *p)
{
	*p = (struct gap_text){.grid = b->grid};
	if (from == to)
		return 0;
	p->direct = !lines_blank(&b->l, from);
	p->gap = lines_blank(&b->l, to - 1);
	while (from < to && lines_blank(&b->l, to - 1))
		to--;
	while (from < to && lines_blank(&b->l, from))
		from++;
	if (from == to)
		return 0;
	p->last = to - 1;
	p->line = lines_number(&b->l, p->last);
	p->head = lines_number(&b->l, from);
	return take_lines(r, b, from, to, &p->text);
}

/* Remove the first line and a blank line after it. */
static void
shift(struct gap_text *p)
{
	size_t skip = p->text.n > 1 && p->text.line[1].len == 0 ? 2 : 1;

	p->text.line += skip;
	p->text.n -= skip;
	p->direct = false;
	p->head = 0;
}

struct sok_str
gap_title_below(struct gap_text *p, struct sok_str title,
    const struct block *next, bool *named, bool *kept)
{
	const struct sok_text *t = &p->text;
	struct sok_str s;

	if (t->n == 0 || !p->direct || t->line[0].s[0] != ';' ||
	    (t->n > 1 ? t->line[1].len > 0 : !p->gap && next != NULL))
		return SOK_STR("");
	s = title_strip(t->line[0], p->grid);
	*named = s.len > 0;
	if (title.len > 0) {
		*kept = t->n == 1 &&
		    !(next != NULL && next->kind == SOK_BLOCK_BOARD &&
		        title_next(title, s));
		return SOK_STR("");
	}
	if (s.len > 0)
		shift(p);
	return s;
}

/* A title has at most two lines; a decision about it looks at three. */
#define TITLE_LINES 3

/* Remove the mail quotes from the last lines above a quoted board. */
static void
unquote_last(struct title_place *p, struct sok_str last[TITLE_LINES])
{
	const struct sok_str *line = p->line;

	if (p->n > TITLE_LINES) {
		line += p->n - TITLE_LINES;
		p->n = TITLE_LINES;
	}
	for (size_t i = 0; i < p->n; i++)
		last[i] = sok_str_trim(sok_str_unquote(line[i]));
	p->line = last;
}

/* Remove n lines and the blank lines before them from the end of a text. */
static size_t
take_last(struct sok_text *t, size_t n)
{
	t->n -= n;
	while (t->n > 0 && t->line[t->n - 1].len == 0)
		t->n--;
	return n;
}

static bool
is_nameless(const struct sok_puzzle *p)
{
	return p->has_board && p->ngames == 0 && p->title_line.len == 0;
}

size_t
gap_title_above(struct sok_reader *r, struct gap_text *p, struct block *next,
    bool first, struct title *title, struct sok_arena *a)
{
	struct sok_text *t = &p->text;
	struct title_place place = {t->line, t->n,
	    next->kind == SOK_BLOCK_BOARD, first, !p->direct, !p->gap,
	    p->direct && p->gap && is_nameless(&r->puzzle), p->grid,
	    &r->puzzle.title_line};
	struct sok_str own[TITLE_LINES];
	const char *doubt = NULL;
	bool found;

	if (t->n == 0)
		return 0;
	if (t->line[t->n - 1].len == 2 &&
	    sok_str_eq(t->line[t->n - 1], SOK_STR("::"))) {
		take_last(t, title_guarded(&place));
		return 0;
	}
	if (next->quoted)
		unquote_last(&place, own);
	found = title_find(&place, title);
	/* Words that are the only text are never in doubt. */
	if (place.board && (!title->plain || place.n > 1 || place.under))
		doubt = title_doubt(&place, found);
	if (doubt != NULL)
		pending_add(&next->found, a, SOK_AMBIGUOUS_TITLE_RULE, p->line,
		    1, "%s", doubt);
	if (!found)
		return 0;
	if (title->line.len > r->o.limits->v[SOK_LIMIT_TITLE]) {
		reader_report(r, SOK_LIMIT_RULE, p->line, 1,
		    "a title of %zu bytes is over the limit `title`; it was "
		    "kept as text",
		    title->line.len);
		return 0;
	}
	return take_last(t, place.n - title->from);
}

struct sok_str
gap_title(struct sok_reader *r, const struct title *t)
{
	if (t->number.len == 0)
		return t->line;
	return sok_str_fmt(&r->arena, "%.*s %.*s", (int)t->number.len,
	    t->number.s, (int)t->line.len, t->line.s);
}

static bool
is_untitled(const struct sok_puzzle *p)
{
	return p->has_board && p->title_line.len == 0 &&
	    sok_text_get(&p->text, SOK_STR("Title")).len == 0;
}

/* The first of several comment lines directly below an untitled board may be
 * its title. */
static void
report_commented(struct sok_reader *r, const struct gap_text *p, bool touches)
{
	const struct sok_text *t = &p->text;
	const struct title_place first = {t->line, 1, .board = true};
	struct title title;
	size_t n = 0;

	while (n < t->n && t->line[n].len > 0 && t->line[n].s[0] == ';')
		n++;
	if (n > 1 && (n < t->n ? t->line[n].len == 0 : !touches) &&
	    is_untitled(&r->puzzle) && title_find(&first, &title))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, p->head, 1,
		    "kept as a note; a comment line directly below a board is "
		    "its title only if a blank line follows");
}

/* Whether a line is `Title:` after its blanks and mail quotes. */
static bool
is_title(struct sok_str s)
{
	s = key_of_pair(sok_str_ltrim(sok_str_unquote(s)));
	return sok_str_caseeq(sok_str_rtrim(s), SOK_STR("Title"));
}

/* A title key with blanks or mail quotes before it is not read as a key. */
static void
report_masked(struct sok_reader *r, const struct gap_text *p)
{
	const struct sok_text *t = &p->text;
	struct sok_str value;
	int kind;

	for (size_t i = 0; i < t->n && t->line[i].len > 0; i++) {
		struct sok_str s = t->line[i];
		bool key = title_is_key(s, &value);

		if (comment_mark(s, &kind) != COMMENT_NONE ||
		    (key && value.len > 0))
			return;
		/* Most lines begin with a letter, and are other keys or words.
		 */
		if (key || sok_is_letter(s.s[0]) || !is_title(s))
			continue;
		if (sok_text_get(t, SOK_STR("Title")).len == 0)
			reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, p->head + i,
			    1,
			    "kept as a note, because blanks or mail quotes "
			    "precede the key; other programs read it as the "
			    "title of the board above");
		return;
	}
}

void
gap_below(struct sok_reader *r, const struct gap_text *p, bool touches)
{
	if (p->head == 0)
		return;
	report_masked(r, p);
	if (p->direct)
		report_commented(r, p, touches);
}

/* Whether two paragraphs of several lines have the same keys. */
static bool
are_alike(const struct sok_text *a, const struct sok_text *b)
{
	struct sok_str key;

	for (size_t i = 0; i < a->n && a->n == b->n; i++) {
		key = key_of_pair(a->line[i]);
		if (key.len == 0 ||
		    !sok_str_caseeq(key, key_of_pair(b->line[i])))
			return false;
	}
	return a->n == b->n && a->n > 1;
}

/* Whether a line has words. */
static bool
has_words(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (sok_is_letter(s.s[i]) || sok_is_digit(s.s[i]) ||
		    (unsigned char)s.s[i] >= 0x80)
			return true;
	return false;
}

/* Without a line above it that separates it from a board, such as `*****`. */
static struct sok_text
below_rule(struct sok_text t)
{
	return has_words(t.line[0]) ? t
	                            : (struct sok_text){t.line + 1, t.n - 1};
}

/* Whether two paragraphs have the same heading, such as `Level`, or headings
 * that count on, such as `Level 2`, with words below it.  A comment line is not
 * a heading. */
static bool
are_headed(const struct sok_text *a, const struct sok_text *b)
{
	return a->n > 1 && b->n > 1 && has_words(b->line[b->n - 1]) &&
	    !sok_str_starts(b->line[0], SOK_STR("::")) &&
	    key_of_pair(b->line[0]).len == 0 &&
	    (sok_str_eq(a->line[0], b->line[0]) ||
	        title_next(a->line[0], b->line[0]));
}

enum shift
gap_shift(struct sok_reader *r, const struct gap_text *p)
{
	struct sok_str title = SOK_STR("Title");
	struct sok_text a, b;

	if (!text_last(&r->header.text, &a) || !text_last(&p->text, &b) ||
	    (b.n == p->text.n && p->direct))
		return SHIFT_NONE;
	a = below_rule(a);
	b = below_rule(b);
	if (sok_text_get(&a, title).len > 0 && sok_text_get(&b, title).len > 0)
		return SHIFT_KEYS;
	if (are_alike(&a, &b))
		return SHIFT_PAIRS;
	if (p->gap && are_headed(&a, &b))
		reader_report(r, SOK_SHIFTED_TITLES_RULE, p->line, 1,
		    "this text belongs to the board above it, but begins like "
		    "the text above the first board; if it is meant for the "
		    "board below, all texts are off by one");
	return SHIFT_NONE;
}

bool
gap_captioned(const struct sok_puzzle *z, const struct gap_text *p)
{
	return is_nameless(z) && p->direct != p->gap && p->text.n == 0;
}

void
gap_started(struct sok_reader *r, struct sok_str next)
{
	const struct sok_text *h = &r->header.text;
	struct sok_str last = h->n > 1 ? h->line[h->n - 1] : SOK_STR("");
	size_t line = r->puzzle.pos.line;
	struct sok_text paragraph;

	if (!is_untitled(&r->puzzle))
		return;
	if (text_last(h, &paragraph) && title_heads(&paragraph))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, line, 1,
		    "the title in the header is not the title of this board, "
		    "which has none; the title of a board is a separate line "
		    "above it");
	/* Plain numbers were reported before. */
	if (!title_counts(last) &&
	    title_next(title_strip(last, SOK_SQUARES), next))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, line, 1,
		    "the next title continues the numbering of the last line "
		    "of the header, which may be meant as the title of this "
		    "board; only a separate line is a title");
}

/* Whether the text below the last board is one line that may be its title, in
 * place of the one above.  If that one counts, the line must count on. */
static bool
ends_in_caption(const struct sok_puzzle *p)
{
	const struct title_place line = {p->text.line, 1, .board = true};
	struct sok_str was = p->title_line;
	struct title t;

	return p->has_board && p->ngames == 0 && was.len > 0 &&
	    p->text.n == 1 && title_find(&line, &t) &&
	    (!sok_is_digit(was.s[was.len - 1]) || title_next(was, t.line));
}

/* Whether a puzzle has no title and no key of the kind that the others have. */
static bool
lacks_keys(const struct sok_puzzle *p, enum shift shifts)
{
	bool found = !p->has_board || p->title_line.len > 0;

	for (size_t i = 0; i <= p->ngames && !found; i++) {
		const struct sok_text *t =
		    i == 0 ? &p->text : &p->game[i - 1].text;

		found = shifts == SHIFT_PAIRS
		    ? key_has_pair(t)
		    : sok_text_get(t, SOK_STR("Title")).len > 0;
	}
	return !found;
}

void
gap_last(struct sok_reader *r, enum shift shifts)
{
	static const char *const what[] = {
	    [SHIFT_KEYS] = "keys belong to the board above them, so this last "
	                   "board has no title; if they are meant for the "
	                   "boards below, all titles are off by one",
	    [SHIFT_PAIRS] = "text belongs to the board above it, so this last "
	                    "board has none; if it is meant for the boards "
	                    "below, all texts are off by one",
	    [SHIFT_LINES] =
	        "titles belong to the board below them, so the first board has "
	        "none and the text below this last board is a note; if they "
	        "are meant for the boards above, all titles are off by one"};
	const struct sok_puzzle *p = &r->puzzle;

	if (shifts == SHIFT_LINES ? ends_in_caption(p) : lacks_keys(p, shifts))
		reader_report(r, SOK_SHIFTED_TITLES_RULE, p->pos.line, 1, "%s",
		    what[shifts]);
}

void
gap_named(struct sok_reader *r, struct titles_seen *n, size_t line, bool above,
    bool next)
{
	/* Only then it matters that the previous board has its name below it.
	 */
	bool asked = above ? n->lower || (n->first && n->close && !next) : next;
	bool below = asked &&
	    (n->below ||
	        sok_text_get(&r->puzzle.text, SOK_STR("Title")).len > 0);

	if (above && below)
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, line, 1,
		    "read as a title of the board below, which also has a name "
		    "below it; this may be a note about the board above");
	*n = (struct titles_seen){.lower = next && below};
}

/* Longer words are rarely titles, unlike `DULL`, or the `D` of an alphabet. */
#define WORD_MOST 7

int
gap_word(struct sok_reader *r, const struct gap_text *p)
{
	const struct sok_puzzle *z = &r->puzzle;
	const struct sok_game *g;
	int solved;

	if (!z->has_board || z->ngames == 0 || p->text.n > 0 || !p->gap)
		return 0;
	g = &z->game[z->ngames - 1];
	if (g->title_line.len > 0 || g->nsource > 1 ||
	    g->source[0].text.len > WORD_MOST)
		return 0;
	solved = r->helpers->solves(z, g, &r->arena);
	if (solved == 0)
		reader_report(r, SOK_AMBIGUOUS_MOVES_RULE, g->pos.line, 1,
		    "`%.*s` is read as moves; it may be the title of the board "
		    "below, which has none",
		    (int)g->source[0].text.len, g->source[0].text.s);
	return solved == -1 ? -1 : 0;
}
