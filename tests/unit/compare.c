/*
 * compare.c - the report of the differences between two collections.  Random
 * scripts drop, add, move, rename, redraw and change puzzles, their authors,
 * text and solutions, in generated collections or in those of the files named
 * after the number of rounds; the report must contain exactly these findings.
 * The likeness of boards is computed again here, in the plainest way.
 */
#include <stdlib.h>

#include "unit.h"

#include "compare/compare.h"

enum { MOST = 24, FINDINGS = 16 * MOST };

/* A puzzle of either collection, with the expected findings of each rule. */
struct entry {
	struct sok_puzzle p;
	int due[SOK_NRULES], found[SOK_NRULES];
	size_t partner; /* in the other collection, + 1 */
	bool made;      /* by make_puzzle(), with a known solution */
	bool plain;     /* must not be edited */
};

static uint64_t seed;
static struct sok_arena arena;
static struct entry was[MOST], is[2 * MOST];
static size_t nwas, nis, scripts, edits;
static struct sok_header header;
static const char *const old_file = "old", *const new_file = "new";

static int
below(int n)
{
	return (int)(unit_random(&seed) % (uint64_t)n);
}

static void
enough(bool yes)
{
	if (!yes)
		abort();
}

static struct sok_str
text(const char *what)
{
	static unsigned n;
	char *s = sok_arena_alloc(&arena, 1, 64);

	enough(s != NULL);
	n++;
	return (struct sok_str){s, (size_t)snprintf(s, 64, "%s %u", what, n)};
}

/* ---- puzzles */

/* Replace the text: an author and a note, if they are not empty. */
static void
set_text(struct sok_puzzle *p, struct sok_str author, struct sok_str note)
{
	struct sok_str *line = sok_arena_alloc(&arena, 2, sizeof(*line));

	enough(line != NULL);
	p->text = (struct sok_text){line, 0};
	if (author.len > 0)
		line[p->text.n++] = author;
	if (note.len > 0)
		line[p->text.n++] = note;
}

/* A solution: a walk to the box and the pushes, after a detour if it is long.
 */
static void
set_solution(struct sok_puzzle *p, bool detour)
{
	const struct sok_board *b = &p->board;
	char *moves = sok_arena_alloc(&arena, (size_t)b->width + 4, 1);
	struct sok_game *g = sok_arena_zalloc(&arena, 1, sizeof(*g));
	const unsigned char *row = b->sq + b->width;
	size_t n = 0;
	bool pushes = false;

	enough(moves != NULL && g != NULL);
	if (detour) {
		moves[n++] = 'r';
		moves[n++] = 'l';
	}
	for (int x = 2; row[x - 1] != SOK_GOAL; x++) {
		pushes |= row[x] == SOK_BOX;
		moves[n++] = pushes ? 'R' : 'r';
	}
	/* The last step is that of the box. */
	g->moves = (struct sok_str){moves, n - 1};
	g->letters_only = true;
	g->title = g->title_line = SOK_STR("Solution");
	p->game = g;
	p->ngames = 1;
}

/* A room whose second row is `#@  $ .#`, above random walls. */
static void
make_puzzle(struct entry *e)
{
	int width = 9 + below(8), height = 6 + below(6), box, goal;
	struct sok_puzzle *p = &e->p;
	struct sok_board *b = &p->board;

	*e = (struct entry){.made = true};
	p->has_board = true;
	p->header = &header;
	enough(sok_board_new(b, width, height, &arena) == 0);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			bool edge = x == 0 || y == 0 || x == width - 1 ||
			    y == height - 1;

			b->sq[y * width + x] = SOK_FLOOR;
			if (edge || (y > 1 && below(2) == 0))
				b->sq[y * width + x] = SOK_WALL;
		}
	box = 3 + below(width - 6);
	goal = box + 1 + below(width - 2 - box);
	b->sq[width + 1] = SOK_PLAYER;
	b->sq[width + box] = SOK_BOX;
	b->sq[width + goal] = SOK_GOAL;
	sok_board_count(b);
	set_text(p, text("Author: Ann"), text("A note"));
	if (below(3) > 0)
		p->title = p->title_line = text("Title");
	if (below(2) == 0)
		set_solution(p, below(2) == 0);
}

/* The percentage of equal squares if the corners are aligned in the best
 * way. */
static size_t
likeness(const struct sok_board *a, const struct sok_board *b)
{
	size_t best = 0, all, equal;
	int width = a->width > b->width ? a->width : b->width;
	int height = a->height > b->height ? a->height : b->height;

	all = (size_t)width * (size_t)height;
	for (int corner = 0; corner < 4; corner++) {
		int dx = corner % 2 == 1 ? a->width - b->width : 0;
		int dy = corner / 2 == 1 ? a->height - b->height : 0;

		equal = 0;
		for (int y = 0; y < b->height; y++)
			for (int x = 0; x < b->width; x++)
				if (x + dx >= 0 && y + dy >= 0 &&
				    x + dx < a->width && y + dy < a->height)
					equal += sok_board_at(b, x, y) ==
					    sok_board_at(a, x + dx, y + dy);
		best = equal > best ? equal : best;
	}
	return 100 * best / all;
}

/* Whether a puzzle is unlike all puzzles of a collection, in any
 * orientation. */
static bool
is_unlike(const struct sok_puzzle *p, const struct entry *v, size_t n)
{
	struct sok_board turned;

	for (size_t i = 0; i < n; i++)
		for (int t = 0; t < SOK_NSQUARE_SYMMETRIES; t++) {
			enough(sok_board_transform(&p->board, &turned,
			           (enum sok_symmetry)t, &arena) == 0);
			if (likeness(&v[i].p.board, &turned) >= 72)
				return false;
		}
	return true;
}

/* ---- scripts */

static void
due(struct entry *e, enum sok_rule rule)
{
	e->due[rule]++;
	edits++;
}

static void
redraw(struct entry *e)
{
	enum sok_symmetry t =
	    (enum sok_symmetry)(1 + below(SOK_NSQUARE_SYMMETRIES - 1));
	struct sok_board before = e->p.board;
	struct sok_puzzle own = e->p;

	/* The old puzzle keeps its games. */
	enough(sok_puzzle_copy(&e->p, &own, &arena) == 0);
	enough(sok_transform(&e->p, t, &arena) == 0);
	e->p.board.xsb.len = 0;
	if (!sok_board_equal(&before, &e->p.board))
		due(e, SOK_REDRAWN_PUZZLE_RULE);
}

/* Change a square that the player can reach. */
static void
change(struct entry *e)
{
	struct sok_board *b = &e->p.board, before = *b;
	int x = 1 + below(b->width - 2);

	enough(sok_board_copy(b, &before, &arena) == 0);
	if (e->made)
		b->sq[2 * b->width + x] ^= SOK_WALL;
	else
		b->sq[sok_board_player(b)] ^= SOK_GOAL;
	sok_board_count(b);
	b->xsb.len = 0;
	due(e, SOK_CHANGED_PUZZLE_RULE);
}

static void
solve(struct entry *e)
{
	struct sok_game *g = e->p.game;
	bool solved = e->p.ngames > 0, detour = solved && g->moves.s[1] == 'l';

	if (solved && below(3) == 0) {
		e->p.ngames = 0;
		due(e, SOK_LOST_SOLUTION_RULE);
		return;
	}
	set_solution(&e->p, !detour && solved);
	if (!solved || detour)
		due(e, SOK_BETTER_SOLUTION_RULE);
	else
		due(e, SOK_WORSE_SOLUTION_RULE);
}

static void
write_text(struct entry *e)
{
	struct sok_text *t = &e->p.text;
	struct sok_str author = t->line[0], note = t->line[1];

	switch (below(4)) {
	case 0:
		author = text("Author: Bob");
		due(e, SOK_CHANGED_AUTHOR_RULE);
		break;
	case 1:
		author.len = 0;
		due(e, SOK_LOST_TEXT_RULE);
		break;
	case 2:
		note = text("Another note");
		due(e, SOK_CHANGED_TEXT_RULE);
		break;
	default:
		note.len = 0;
		due(e, SOK_LOST_TEXT_RULE);
	}
	set_text(&e->p, author, note);
}

static void
rename_puzzle(struct entry *e)
{
	bool named = e->p.title.len > 0;

	e->p.title = e->p.title_line = text("Renamed");
	if (named && below(3) == 0) {
		e->p.title.len = e->p.title_line.len = 0;
		due(e, SOK_LOST_TEXT_RULE);
	} else {
		due(e, SOK_RENAMED_PUZZLE_RULE);
	}
}

/* Edit a puzzle in several ways.  A puzzle that is renamed and changed is
 * matched by its position. */
static void
edit(struct entry *e)
{
	if (below(3) > 0)
		return;
	if (below(3) == 0)
		rename_puzzle(e);
	if (below(3) == 0)
		write_text(e);
	if (e->made && below(3) == 0)
		solve(e);
	if (below(3) == 0)
		change(e);
	else if (below(3) == 0)
		redraw(e);
}

/* Move one puzzle over at least two others that keep their places. */
static void
move_one(void)
{
	size_t from = (size_t)below((int)nis), to = (size_t)below((int)nis);
	size_t low = from < to ? from : to, high = from < to ? to : from;
	struct entry moved = is[from];
	int fixed = 0;

	/* A puzzle matched by its position must keep the position. */
	if (moved.partner == 0 || moved.due[SOK_CHANGED_PUZZLE_RULE] > 0)
		return;
	for (size_t i = low; i <= high; i++)
		fixed += i != from && is[i].partner != 0 &&
		    is[i].due[SOK_CHANGED_PUZZLE_RULE] == 0;
	if (fixed < 2)
		return;
	if (from < to)
		memmove(is + from, is + from + 1, (to - from) * sizeof(*is));
	else
		memmove(is + to + 1, is + to, (from - to) * sizeof(*is));
	is[to] = moved;
	due(&is[to], SOK_MOVED_PUZZLE_RULE);
}

static void
add_new(void)
{
	struct entry *e = &is[nis];

	make_puzzle(e);
	if (!is_unlike(&e->p, was, nwas) || !is_unlike(&e->p, is, nis))
		return;
	due(e, SOK_NEW_PUZZLE_RULE);
	nis++;
}

static void
make_script(void)
{
	scripts++;
	nis = 0;
	for (size_t i = 0; i < nwas; i++) {
		while (below(8) == 0 && nis < MOST)
			add_new();
		if (below(8) == 0) {
			due(&was[i], SOK_MISSING_PUZZLE_RULE);
			continue;
		}
		is[nis] = was[i];
		is[nis].partner = i + 1;
		memset(is[nis].due, 0, sizeof(is[nis].due));
		edit(&is[nis++]);
	}
	if (below(2) == 0 && nis > 3)
		move_one();
}

/* ---- the report */

static void
take(void *ctx, const struct sok_finding *f)
{
	struct entry *e = was;

	(void)ctx;
	if (!CHECK(f->puzzle != NULL))
		return;
	if (f->pos.file == new_file)
		e = is;
	e[f->puzzle->number - 1].found[f->rule]++;
}

static void
add_all(struct compare_list *l, struct entry *v, size_t n, const char *file)
{
	struct sok_arena scratch = {NULL, NULL, NULL};
	struct compare_key key;

	for (size_t i = 0; i < n; i++) {
		v[i].p.number = i + 1;
		v[i].p.pos = (struct sok_pos){file, i + 1, 1};
		v[i].p.identified = NULL;
		memset(v[i].found, 0, sizeof(v[i].found));
		enough(compare_identify(&v[i].p, &key, &scratch) == 0);
		enough(compare_add(l, &v[i].p, key) == 0);
		sok_arena_reset(&scratch);
	}
	sok_arena_free(&scratch);
}

static void
check_script(uint64_t round)
{
	struct compare_list old_list = {NULL, 0, 0}, new_list = old_list;
	struct compare_hold *hold = compare_hold_open();
	struct sok_sink sink = {.fn = take};
	struct compare_pairs pairs;
	struct compare_report r = {.old_list = &old_list,
	    .new_list = &new_list,
	    .pairs = &pairs,
	    .hold = hold,
	    .sink = &sink};

	enough(hold != NULL);
	add_all(&old_list, was, nwas, old_file);
	add_all(&new_list, is, nis, new_file);
	enough(compare_match(&old_list, &new_list, hold, &pairs, &arena) == 0);
	for (size_t j = 0; j < nis; j++)
		enough(compare_report_new(&r, j) == 0);
	for (size_t i = 0; i < nwas; i++)
		enough(compare_report_missing(&r, i) == 0);
	for (size_t i = 0; i < nwas + nis; i++) {
		const struct entry *e = i < nwas ? &was[i] : &is[i - nwas];

		for (size_t rule = 0; rule < SOK_NRULES; rule++)
			if (e->due[rule] != e->found[rule]) {
				fprintf(stderr,
				    "round %llu: %s %zu: %s: %d, want %d\n",
				    (unsigned long long)round, e->p.pos.file,
				    e->p.number, sok_rules[rule].name,
				    e->found[rule], e->due[rule]);
				unit_failures++;
			}
	}
	compare_report_free(&r);
	compare_list_free(&old_list);
	compare_list_free(&new_list);
	compare_hold_close(hold);
}

/* ---- any order */

/* The puzzles that did not move are the longest subsequence in the same
 * order. */
static void
check_order(void)
{
	struct compare_list old_list = {NULL, 0, 0}, new_list = old_list;
	size_t longest[MOST], most = 0, stayed = 0;
	struct compare_pairs pairs;
	uint32_t last = 0;

	memcpy(is, was, nwas * sizeof(*was));
	for (size_t i = nwas; i > 1; i--) {
		size_t j = (size_t)below((int)i);
		struct entry other = is[j];

		is[j] = is[i - 1];
		is[i - 1] = other;
	}
	add_all(&old_list, was, nwas, old_file);
	add_all(&new_list, is, nwas, new_file);
	enough(compare_match(&old_list, &new_list, NULL, &pairs, &arena) == 0);
	for (size_t j = 0; j < nwas; j++) {
		longest[j] = 1;
		for (size_t i = 0; i < j; i++)
			if (pairs.to_old[i] < pairs.to_old[j] &&
			    longest[i] >= longest[j])
				longest[j] = longest[i] + 1;
		most = longest[j] > most ? longest[j] : most;
		if (pairs.moved[j])
			continue;
		CHECK(pairs.to_old[j] > last);
		last = pairs.to_old[j];
		stayed++;
	}
	CHECK_NUM(stayed, most);
	compare_list_free(&old_list);
	compare_list_free(&new_list);
}

/* ---- collections */

static void
make_collection(void)
{
	int n = 3 + below(MOST / 2 - 3);

	for (nwas = 0; nwas < (size_t)n;) {
		make_puzzle(&was[nwas]);
		if (is_unlike(&was[nwas].p, was, nwas))
			nwas++;
	}
}

/* Some puzzles of a file that have an id and are unlike each other, with text
 * of their own, and without games. */
static void
read_collection(const char *path)
{
	struct sok_read_options o = {.name = path};
	FILE *f = fopen(path, "r");
	struct sok_reader *r;
	struct sok_puzzle *p;
	struct sok_id id;

	enough(f != NULL);
	r = sok_reader_open(fileno(f), &o, NULL);
	enough(r != NULL);
	nwas = 0;
	while (nwas < MOST && sok_read(r, &p) == 1) {
		struct entry *e = &was[nwas];

		if (sok_identity(p, &id, sok_reader_arena(r)) != 1 ||
		    sok_board_size(&p->board) > 2500)
			continue;
		*e = (struct entry){.plain = false};
		p->ngames = 0;
		enough(sok_puzzle_copy(&e->p, p, &arena) == 0);
		e->p.header = &header;
		e->p.title = e->p.title_line = text("Title");
		set_text(&e->p, text("Author: Ann"), text("A note"));
		nwas += is_unlike(&e->p, was, nwas);
	}
	sok_reader_close(r);
	fclose(f);
}

int
main(int argc, char **argv)
{
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;

	/* A script takes as long as fifty soups. */
	rounds = argc > 2 ? rounds : rounds / 50;
	for (uint64_t i = 0; i < rounds; i++) {
		seed = i;
		if (argc > 2)
			read_collection(argv[2 + i % (uint64_t)(argc - 2)]);
		else
			make_collection();
		if (nwas > 1) {
			make_script();
			check_script(i);
			check_order();
		}
		sok_arena_reset(&arena);
	}
	printf("%zu scripts, %zu edits\n", scripts, edits);
	sok_arena_free(&arena);
	return unit_done();
}
