/* parts.c - merges the versions of one puzzle part by part: board, title, text
 * and games. */
#include "board/board.h"
#include "merge/merge.h"

static const struct sok_puzzle empty;

static const struct sok_puzzle *
version(const struct merge_puzzle *m, enum merge_side side)
{
	return m->version[side] == NULL ? NULL : m->version[side]->puzzle;
}

/* Merge titles.  Of what both added a missing title is not a change. */
static int
merge_title(const struct merge_puzzle *m,
    const struct sok_str title[MERGE_NSIDES], struct sok_str *to)
{
	int r = merge_string(title, to);

	if (r == 1 || m->version[MERGE_BASE] != NULL)
		return r;
	if (title[MERGE_OURS].len > 0 && title[MERGE_THEIRS].len > 0)
		return 0;
	*to = title[title[MERGE_OURS].len > 0 ? MERGE_OURS : MERGE_THEIRS];
	return 1;
}

static bool
same_board(const struct sok_puzzle *x, const struct sok_puzzle *y)
{
	return x->has_board == y->has_board &&
	    (!x->has_board || sok_board_equal(&x->board, &y->board));
}

/* Whether two versions are the same in all but their places. */
static bool
same_puzzle(const struct sok_puzzle *x, const struct sok_puzzle *y)
{
	return x != NULL && y != NULL &&
	    sok_puzzle_digest(x) == sok_puzzle_digest(y);
}

/* Find the side whose board is the result: 1; 0 if both sides changed it. */
static int
choose_board(const struct sok_puzzle *base, const struct sok_puzzle *ours,
    const struct sok_puzzle *theirs, enum merge_side *side)
{
	*side = MERGE_OURS;
	/* Without a base both added the same puzzle. */
	if (base == NULL || same_board(ours, theirs) ||
	    same_board(base, theirs))
		return 1;
	*side = MERGE_THEIRS;
	return same_board(base, ours);
}

/* If a version has the chosen board in another symmetry, turn a copy of it, so
 * that its games can be compared.  0, -1 on ENOMEM. */
static int
turn(struct sok_puzzle *p, const struct compare_item *of,
    const struct compare_item *chosen, struct sok_arena *a)
{
	const struct sok_board *board = &chosen->puzzle->board;
	struct sok_puzzle turned;

	if (!compare_same(of->key, chosen->key) || of->key.kind != COMPARE_ID ||
	    sok_board_equal(&p->board, board))
		return 0;
	enum sok_symmetry t = compare_turn(board->grid, of->key, chosen->key);
	if (sok_puzzle_copy(&turned, p, a) == -1 ||
	    sok_transform(&turned, t, a) == -1)
		return -1;
	if (sok_board_equal(&turned.board, board))
		*p = turned;
	return 0;
}

static int
merge_all_games(const struct merge_puzzle *m, enum merge_side chosen,
    struct sok_puzzle *to, struct sok_arena *a)
{
	struct sok_puzzle all[MERGE_NSIDES];

	for (int i = 0; i < MERGE_NSIDES; i++) {
		const struct compare_item *item = m->version[i];

		all[i] = item == NULL ? empty : *item->puzzle;
		if (item != NULL &&
		    turn(&all[i], item, m->version[chosen], a) == -1)
			return -1;
	}
	return merge_games(all, to, a);
}

/* Merge the parts of a puzzle that both sides have. */
static int
merge_parts(struct merge_puzzle *m, struct sok_puzzle *to, struct sok_arena *a)
{
	const struct sok_puzzle *was = version(m, MERGE_BASE);
	const struct sok_puzzle *base = was != NULL ? was : &empty;
	const struct sok_puzzle *ours = m->version[MERGE_OURS]->puzzle;
	const struct sok_puzzle *theirs = m->version[MERGE_THEIRS]->puzzle;
	const struct sok_str title[] = {
	    base->title_line, ours->title_line, theirs->title_line};
	/* Whether they are lines or keys. */
	const struct sok_str names[] = {
	    base->title, ours->title, theirs->title};
	const struct sok_text *const text[] = {
	    &base->text, &ours->text, &theirs->text};
	enum merge_side chosen;
	struct sok_str name;

	*to = *ours;
	m->conflict = "both sides changed the board of this puzzle";
	if (choose_board(was, ours, theirs, &chosen) == 0)
		return 0;
	const struct sok_puzzle *board = chosen == MERGE_OURS ? ours : theirs;
	to->has_board = board->has_board;
	to->board = board->board;
	to->variant = board->variant;
	m->conflict = "both sides changed the title of this puzzle";
	if (merge_title(m, names, &name) == 0 ||
	    merge_title(m, title, &to->title_line) == 0)
		return 0;
	m->conflict = "both sides changed the text of this puzzle";
	int r = merge_text(text, &to->text, a);
	if (r != 1)
		return r;
	m->conflict = "both sides changed the games of this puzzle";
	r = merge_all_games(m, chosen, to, a);
	if (r == 1)
		m->conflict = NULL;
	return r;
}

int
merge_puzzle(struct merge_puzzle *m, struct sok_arena *a)
{
	const struct sok_puzzle *base = version(m, MERGE_BASE);
	const struct sok_puzzle *ours = version(m, MERGE_OURS);
	const struct sok_puzzle *theirs = version(m, MERGE_THEIRS);
	const struct sok_puzzle *left = ours != NULL ? ours : theirs;
	bool alone = ours == NULL || theirs == NULL;
	struct sok_puzzle *to;

	m->result = left;
	m->conflict = NULL;
	/* Both removed it, or one side added it. */
	if (left == NULL || (base == NULL && alone))
		return 1;
	if (alone) {
		m->result = NULL;
		if (!same_puzzle(base, left))
			m->conflict = ours == NULL
			    ? "ours removed this puzzle, which theirs changed"
			    : "theirs removed this puzzle, which ours changed";
		return m->conflict == NULL;
	}
	if (same_puzzle(ours, theirs) || same_puzzle(base, theirs))
		return 1;
	m->result = theirs;
	if (same_puzzle(base, ours))
		return 1;
	to = sok_arena_alloc(a, 1, sizeof(*to));
	if (to == NULL)
		return -1;
	m->result = to;
	int r = merge_parts(m, to, a);
	if (r == 1)
		sok_puzzle_retitle(to);
	return r;
}
