/* gap_text.c - the text between two blocks: its lines, and the titles of the
 * board above and of the board or game below.  For the text reader. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/gap_text.h"
#include "text/key.h"
#include "text/text.h"

/* How many lines a blank line i becomes, if another one follows: in a comment
 * block it stands for all lines of a run. */
static size_t
count_blank(const struct line *e)
{
	return (e->has & HAS_COMMENT) && e[1].num > e->num ? e[1].num - e->num
	                                                   : 1;
}

/* Report what merging and comparing programs left in line i of the text. */
static void
report_left_mark(struct sok_reader *r, const struct lines *l, size_t i)
{
	enum sok_rule rule;
	const char *what = left_mark(&r->marks, lines_str(l, i), &rule);

	if (what != NULL)
		reader_report(r, rule, lines_number(l, i), 1, "%s", what);
}

/* Whether line i of text is nearly a row of board k, whose row is line `row`:
 * 1, 0, -1 on ENOMEM.  Only beside a closed board with one player is such a
 * line text and the board a board (grammar_picture.c). */
static int
adjoins(struct sok_reader *r, const struct blocks *b, size_t i,
    const struct block *k, size_t row)
{
	int x, y;

	if (k == NULL || k->kind != SOK_BLOCK_BOARD || k->board.players != 1 ||
	    (b->l.v[i].has & HAS_COMMENT) || !lines_wall(&b->l, i) ||
	    !rows_nearly(lines_str(&b->l, i), lines_row(&b->l, row).len))
		return 0;
	/* Rows with counts are written as pictures, where a line without counts
	 * is nearly a row as well; rows of letters are written differently. */
	bool counts = b->l.v[i].has & HAS_COUNT;
	for (size_t j = k->from; j < k->to; j++) {
		unsigned can = b->l.v[j].can;

		if (!(can & CAN_PLAIN) && (counts || !(can & CAN_RLE)))
			return 0;
	}
	return sok_board_closed(&k->board, &x, &y, &r->arena);
}

/* Take the margin that a board loses on its left (sok_board_crop()) from a line
 * that is nearly a row of it; false if the line has more than blanks there. */
static bool
take_margin(struct sok_str *line, const struct sok_board *b)
{
	size_t margin = 0, column = 0;

	while ((int)margin < b->width && board_column_blank(b, (int)margin))
		margin++;
	while (column < margin && column < line->len && line->s[column] == ' ')
		column++;
	if (column < margin)
		return false;
	*line = sok_str_from(*line, column);
	return true;
}

int
gap_take(struct sok_reader *r, const struct blocks *b, size_t from, size_t to,
    const struct block *above, const struct block *below, struct gap_text *p)
{
	const struct lines *l = &b->l;

	*p = (struct gap_text){.grid = b->grid, .next = to};
	if (from == to)
		return 0;
	p->direct = !lines_blank(l, from);
	p->gap = lines_blank(l, to - 1);
	int first = 0, last = 0;
	if (p->direct && from > 0)
		first = adjoins(r, b, from, above, from - 1);
	if (!p->gap)
		last = adjoins(r, b, to - 1, below, to);
	if (first == -1 || last == -1)
		return -1;
	p->adjoins_above = first == 1;
	p->adjoins_below = last == 1;
	while (from < to && lines_blank(l, to - 1))
		to--;
	while (from < to && lines_blank(l, from))
		from++;
	if (from == to)
		return 0;
	p->last = to - 1;
	p->line = lines_number(l, p->last);
	p->head = lines_number(l, from);
	size_t n = 0, room = to - from;
	for (size_t i = from + 1; i + 1 < to; i++)
		if (lines_blank(l, i))
			room += count_blank(&l->v[i]) - 1;
	struct sok_str *v = sok_arena_alloc(&r->arena, room, sizeof(*v));
	if (v == NULL)
		return -1;
	for (size_t i = from; i < to; i++) {
		struct sok_str s = lines_str(l, i);
		bool comment = l->v[i].has & HAS_COMMENT;

		if (lines_blank(l, i)) {
			size_t k = count_blank(&l->v[i]);

			while ((comment || v[n - 1].len > 0) && k-- > 0)
				v[n++] = SOK_STR("");
			continue;
		}
		report_left_mark(r, l, i);
		/* Indented, so that it closes no block when read again. */
		if (!comment && comment_mark(s, NULL) == COMMENT_CLOSE)
			s = sok_str_fmt(&r->arena, " %.*s", (int)s.len, s.s);
		if (s.s == NULL)
			return -1;
		v[n++] = s;
	}
	p->text = (struct sok_text){v, n};
	if (p->adjoins_above)
		p->adjoins_above = take_margin(&v[0], &above->board);
	if (p->adjoins_below)
		p->adjoins_below = take_margin(&v[n - 1], &below->board);
	return 0;
}

bool
gap_title_below(struct sok_puzzle *z, struct gap_text *p,
    const struct block *next, struct titles_seen *seen)
{
	struct sok_text *t = &p->text;
	size_t lines = t->n > 1 ? 2 : 1;

	if (t->line[0].s[0] != ';' ||
	    (t->n > 1 ? t->line[1].len > 0 : !p->gap && next != NULL))
		return false;
	struct sok_str s = title_strip(t->line[0], p->grid);
	seen->below = s.len > 0;
	if (z->title_line.len > 0)
		return t->n == 1 &&
		    (next == NULL || next->kind != SOK_BLOCK_BOARD ||
		        !title_next(z->title_line, s));
	if (s.len > 0) {
		z->title_line = s;
		t->line += lines;
		t->n -= lines;
		p->direct = false;
		p->head = 0;
	}
	return false;
}

/* A title has at most two lines; a decision about it looks at three. */
#define TITLE_LINES 3

static bool
is_nameless(const struct sok_puzzle *p)
{
	return p->has_board && p->ngames == 0 && p->title_line.len == 0;
}

void
gap_title_above(struct sok_reader *r, struct gap_text *p, struct block *next,
    struct sok_arena *a)
{
	const struct sok_puzzle *z = &r->puzzle;
	struct sok_text *t = &p->text;
	bool first = r->number == 0 && !z->has_board && z->ngames == 0;
	struct title_place place = {t->line, t->n,
	    next->kind == SOK_BLOCK_BOARD, first, !p->direct, !p->gap,
	    p->direct && p->gap && is_nameless(z), p->grid, z->title_line};
	struct sok_str own[TITLE_LINES];
	const char *doubt = NULL;
	size_t n = 0;

	if (t->line[t->n - 1].len == 2 &&
	    sok_str_eq(t->line[t->n - 1], SOK_STR("::"))) {
		n = title_guarded(&place);
	} else if (p->adjoins_below || (p->adjoins_above && t->n == 1)) {
		/* What is nearly a row of a board names none. */
		n = 0;
	} else {
		/* Remove the mail quotes of a quoted board. */
		if (next->quoted) {
			place.n = t->n < TITLE_LINES ? t->n : TITLE_LINES;
			place.line = own;
			for (size_t i = 0; i < place.n; i++)
				own[i] = sok_str_trim(sok_str_unquote(
				    t->line[t->n - place.n + i]));
		}
		if (title_find(&place, &p->title))
			n = place.n - p->title.from;
		/* Words that are the only text are never in doubt. */
		if (place.board &&
		    (!p->title.plain || place.n > 1 || place.under))
			doubt = title_doubt(&place, n > 0);
		if (doubt != NULL)
			pending_add(&next->found, a, SOK_AMBIGUOUS_TITLE_RULE,
			    p->line, 1, "%s", doubt);
		if (p->title.line.len > r->o.limits->v[SOK_LIMIT_TITLE]) {
			reader_report(r, SOK_LIMIT_RULE, p->line, 1,
			    "a title of %zu bytes is over the limit `title`; "
			    "it was kept as text",
			    p->title.line.len);
			p->title = (struct title){.plain = false};
			n = 0;
		}
		if (n > 0)
			p->next = p->last + 1 - n;
	}
	/* Also the blank lines before them. */
	for (t->n -= n; t->n > 0 && t->line[t->n - 1].len == 0;)
		t->n--;
}

static bool
has_title(const struct sok_text *t)
{
	return title_key(t, 0) < t->n;
}

static bool
is_untitled(const struct sok_puzzle *p)
{
	return p->has_board && p->title_line.len == 0 && !has_title(&p->text);
}

/* The last paragraph of t; false if none, or if it has a comment block. */
static bool
last_paragraph(const struct sok_text *t, struct sok_text *last)
{
	size_t from = t->n;

	while (from > 0 && t->line[from - 1].len > 0)
		if (comment_mark(t->line[--from], NULL) != COMMENT_NONE)
			return false;
	if (from == t->n) /* there may be no lines at all */
		return false;
	*last = (struct sok_text){t->line + from, t->n - from};
	return true;
}

/* The key of a line such as `Level: 3`, known or not, or empty. */
static struct sok_str
key_of_pair(struct sok_str line)
{
	const char *colon = line.len > 0 ? memchr(line.s, ':', line.len) : NULL;

	if (colon == NULL || !sok_is_letter(line.s[0]))
		return SOK_STR("");
	return sok_str_sub(line, 0, (size_t)(colon - line.s));
}

/* Whether a paragraph has a title, as a key or first line, and only keys. */
static bool
is_head(const struct sok_text *t)
{
	const struct title_place first = {t->line, 1, .board = 1, .first = 1};
	struct title title;
	bool line = title_find(&first, &title);

	for (size_t i = line; i < t->n; i++)
		if (!sok_key_known(t->line[i]))
			return false;
	return t->n > 1 && (line || has_title(t));
}

void
gap_below(struct sok_reader *r, const struct gap_text *p, bool touches)
{
	const struct sok_text *t = &p->text;
	const struct title_place first = {t->line, 1, .board = true};
	struct title title;
	struct sok_str value;
	size_t n = 0, i = 0;

	if (p->head == 0)
		return;
	while (n < t->n && t->line[n].len > 0 && t->line[n].s[0] == ';')
		n++;
	if (p->direct && n > 1 && (n < t->n ? t->line[n].len == 0 : !touches) &&
	    is_untitled(&r->puzzle) && title_find(&first, &title))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, p->head, 1,
		    "kept as a note; a comment line directly below a board is "
		    "its title only if a blank line follows");
	for (; i < t->n && t->line[i].len > 0; i++) {
		struct sok_str s = t->line[i];

		if (comment_mark(s, NULL) != COMMENT_NONE ||
		    (key_is(s, SOK_STR("title"), &value) && value.len > 0))
			return;
		/* Most lines are other keys, or words. */
		if (sok_is_letter(s.s[0]))
			continue;
		s = key_of_pair(sok_str_ltrim(sok_str_unquote(s)));
		if (sok_str_caseeq(sok_str_rtrim(s), SOK_STR("Title")))
			break;
	}
	if (i < t->n && t->line[i].len > 0 && !has_title(t))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, p->head + i, 1,
		    "kept as a note, because blanks or mail quotes precede the "
		    "key; other programs read it as the title of the board "
		    "above");
}

/* ---- doubts about titles above and below boards */

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
	size_t rule = !has_words(t.line[0]);

	return (struct sok_text){t.line + rule, t.n - rule};
}

/* Whether the header and the text below the first board end in similar
 * paragraphs, which may be meant for the boards below them: both have a title
 * as a key, or several lines with the same keys.  Paragraphs without keys with
 * the same heading, such as `Level`, or headings that count on, such as `Level
 * 2`, above words are reported at once.  A comment is not a heading. */
static enum shift
find_shift(struct sok_reader *r, const struct gap_text *p)
{
	struct sok_text a, b;
	size_t same = 0;

	if (!last_paragraph(&r->header.text, &a) ||
	    !last_paragraph(&p->text, &b) || (b.n == p->text.n && p->direct))
		return SHIFT_NONE;
	a = below_rule(a);
	b = below_rule(b);
	if (has_title(&a) && has_title(&b))
		return SHIFT_KEYS;
	while (same < a.n && a.n == b.n && key_of_pair(a.line[same]).len > 0 &&
	    sok_str_caseeq(
	        key_of_pair(a.line[same]), key_of_pair(b.line[same])))
		same++;
	if (same > 1 && same == a.n)
		return SHIFT_PAIRS;
	if (p->gap && a.n > 1 && b.n > 1 && has_words(b.line[b.n - 1]) &&
	    !sok_str_starts(b.line[0], SOK_STR("::")) &&
	    key_of_pair(b.line[0]).len == 0 &&
	    (sok_str_eq(a.line[0], b.line[0]) ||
	        title_next(a.line[0], b.line[0])))
		reader_report(r, SOK_SHIFTED_TITLES_RULE, p->line, 1,
		    "this text belongs to the board above it, but begins like "
		    "the text above the first board; if it is meant for the "
		    "board below, all texts are off by one");
	return SHIFT_NONE;
}

/* The header may have the title of the first board, and all titles may be off
 * by one. */
static void
report_first(struct sok_reader *r, const struct gap_text *p, bool last,
    struct titles_seen *n)
{
	const struct sok_text *h = &r->header.text;
	const struct sok_puzzle *z = &r->puzzle;
	struct sok_str line = h->n > 1 ? h->line[h->n - 1] : SOK_STR("");
	bool named = p->title.line.len > 0;
	struct sok_text paragraph;

	if (z->has_board && !n->above && !last && !named)
		n->shifts = find_shift(r, p);
	/* No text but a title, which touches both boards or neither. */
	if (named && is_nameless(z) && p->direct != p->gap && p->text.n == 0)
		n->shifts = SHIFT_LINES;
	if (!is_untitled(z))
		return;
	if (last_paragraph(h, &paragraph) && is_head(&paragraph))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, z->pos.line, 1,
		    "the title in the header is not the title of this board, "
		    "which has none; the title of a board is a separate line "
		    "above it");
	/* Plain numbers were reported before. */
	if (!title_counts(line) &&
	    title_next(title_strip(line, SOK_SQUARES), p->title.line))
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, z->pos.line, 1,
		    "the next title continues the numbering of the last line "
		    "of the header, which may be meant as the title of this "
		    "board; only a separate line is a title");
}

/* Longer words are rarely titles, unlike `DULL`, or the `D` of an alphabet. */
#define WORD_MOST 7

int
gap_report(struct sok_reader *r, const struct gap_text *p, bool last,
    size_t line, struct titles_seen *n)
{
	const struct sok_puzzle *z = &r->puzzle;
	bool next = last || p->title.line.len > 0;
	const struct sok_game *g = NULL;
	int solved = 1;

	if (r->number == 0)
		report_first(r, p, last, n);
	/* The next board has no title but this one has.  A last game that is
	 * one word and does not solve the puzzle may be that title. */
	if (n->above && !next && z->has_board && z->ngames > 0 &&
	    p->text.n == 0 && p->gap)
		g = &z->game[z->ngames - 1];
	if (g != NULL && g->title_line.len == 0 && g->nsource == 1 &&
	    g->source[0].text.len <= WORD_MOST)
		solved = r->helpers->solves(z, g, &r->arena);
	if (solved == -1)
		return -1;
	if (solved == 0)
		reader_report(r, SOK_AMBIGUOUS_MOVES_RULE, g->pos.line, 1,
		    "`%.*s` is read as moves; it may be the title of the board "
		    "below, which has none",
		    (int)g->source[0].text.len, g->source[0].text.s);
	/* A title above a board that also has its name below may be a note, if
	 * the previous board has its name only below, or belong to the header,
	 * if the board is the first one, its name follows directly, and the
	 * next board has no title above. */
	bool asked = n->lower || (r->number == 0 && n->close && !next);
	bool below =
	    (n->above ? asked : next) && (n->below || has_title(&z->text));
	if (n->above && below)
		reader_report(r, SOK_AMBIGUOUS_TITLE_RULE, line, 1,
		    "read as a title of the board below, which also has a name "
		    "below it; this may be a note about the board above");
	n->lower = next && below;
	n->below = n->close = false;
	return 0;
}

bool
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
	const struct title_place line = {p->text.line, 1, .board = true};
	struct sok_str was = p->title_line;
	bool shifted = p->has_board && (was.len > 0) == (shifts == SHIFT_LINES);
	struct title title;

	if (shifts == SHIFT_NONE || !shifted)
		return false;
	/* The text is one line that may be the title, in place of the one
	 * above.  If that one counts, the line must count on. */
	if (shifts == SHIFT_LINES)
		shifted = p->ngames == 0 && p->text.n == 1 &&
		    title_find(&line, &title) &&
		    (!sok_is_digit(was.s[was.len - 1]) ||
		        title_next(was, title.line));
	/* There is no title and no key of the kind that the others have. */
	for (size_t i = 0; shifts != SHIFT_LINES && i <= p->ngames; i++) {
		struct sok_text t = i == 0 ? p->text : p->game[i - 1].text;

		shifted &= shifts != SHIFT_KEYS || !has_title(&t);
		for (size_t j = 0; shifts == SHIFT_PAIRS && j < t.n; j++)
			shifted &= key_of_pair(t.line[j]).len == 0;
	}
	if (shifted)
		reader_report(r, SOK_SHIFTED_TITLES_RULE, p->pos.line, 1, "%s",
		    what[shifts]);
	return shifted;
}
