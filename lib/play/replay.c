/* replay.c - replays a game on its puzzle: whether it is a reverse game, the
 * verdict, and the board after the moves; and makes the forward solution of a
 * reverse one: its pulls in the opposite order, connected by shortest walks. */
#include <string.h>

#include "base/base.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

const char *const sok_verdict_name[4] = {
    "solved", "unsolved", "illegal", "unsupported"};
const char *const sok_mode_name[2] = {"forward", "reverse"};

size_t
play_mark(const struct sok_game *game, struct sok_replay *played)
{
	const char *s = game->moves.s;
	size_t n = game->moves.len, depth = 0, cut = 0;
	const char *star =
	    n == 0 || game->letters_only ? NULL : memchr(s, '*', n);

	if (star == NULL)
		return n;
	played->has_star = true;
	played->star_at = (size_t)(star - s);
	played->many_stars =
	    memchr(star + 1, '*', n - played->star_at - 1) != NULL;
	for (size_t i = 0; i < played->star_at; i++) {
		if (s[i] == '(' || s[i] == '[' || s[i] == '{')
			cut = depth++ == 0 ? i : cut;
		else if (depth > 0)
			depth -= s[i] == ')' || s[i] == ']' || s[i] == '}';
	}
	return depth > 0 ? cut : played->star_at;
}

enum sok_mode
play_mode(const struct sok_game *game, size_t cut, struct sok_replay *played)
{
	const char *s = game->moves.s;
	size_t n = game->moves.len, i;
	bool change = false;

	if (game->letters_only)
		return SOK_FORWARD;
	/* A pusher change may come before the first jump. */
	for (i = 0; i < n && (change || memchr("{()*", s[i], 4) != NULL); i++)
		change = s[i] == '{' || (change && s[i] != '}');
	if (i < n && s[i] == '[')
		return SOK_REVERSE;
	if (i == n || memchr(s, '[', cut) == NULL)
		return SOK_FORWARD;
	played->problem = SOK_NO_LEADING_JUMP_RULE;
	played->reason = "a reverse game must begin with a jump";
	played->fail_at = i;
	played->fail_move = 1;
	return SOK_REVERSE;
}

/* Why no game can be replayed on this puzzle, or NULL. */
static const char *
unfit(const struct sok_position *position, const struct sok_game *game,
    enum sok_rule *rule)
{
	*rule = SOK_MOVES_WITHOUT_BOARD_RULE;
	if (!position->puzzle->has_board)
		return "there is no board";
	*rule = SOK_UNSUPPORTED_VARIANT_RULE;
	if (position->puzzle->variant == SOK_UNSUPPORTED)
		return "this variant cannot be replayed";
	*rule = SOK_NO_PLAYER_RULE;
	if (position->board->players == 0)
		return "there is no player";
	*rule = SOK_MANY_PLAYERS_RULE;
	if (position->board->players > 1 && !position->multiban &&
	    !multiban_game(game))
		return "there is more than one player";
	*rule = SOK_NO_RULE;
	return NULL;
}

/* Whether each part of the board has as many players as at the start: 1; 0,
 * also if the search is too long (search.tired); -1 on ENOMEM. */
static int
all_home(struct play *play)
{
	struct sok_position *position = play->position;
	const struct cell_search *search = &position->search;
	uint32_t before = search->stamp;

	for (ptrdiff_t i = 0; i < position->size; i++) {
		long surplus = 0;

		if (!(play->cell[i] & CELL_PLAYER) ||
		    (search->seen != NULL && search->seen[i] > before))
			continue;
		int all = position_search(
		    position, play->cell, i, -1, CELL_WALL | CELL_BOX);
		if (all != 1)
			return all;
		for (size_t j = 0; j < search->n; j++) {
			uint32_t at = search->queue[j];

			surplus += (play->cell[at] & CELL_PLAYER) != 0;
			surplus -= (position->squares[at] & SOK_PLAYER) != 0;
		}
		if (surplus != 0)
			return 0;
	}
	return 1;
}

/* Whether, with the boxes back at the start, the players can walk back too.  1;
 * 0, also if the search is too long, which stops play; -1 on ENOMEM. */
static int
walk_home(struct play *play)
{
	int home;

	if (play->position->board->players > 1) {
		play->cell[play->at] |= CELL_PLAYER;
		home = all_home(play);
		play->cell[play->at] &= (unsigned char)~CELL_PLAYER;
	} else {
		home = position_search(play->position, play->cell, play->at,
		    play->position->start, CELL_BLOCKED);
	}
	if (play->position->search.tired)
		play_stop(
		    play, SOK_LIMIT_RULE, play->game->moves.len - 1, TOO_LONG);
	return home;
}

/* The numbers of squares, by cell.  NULL on ENOMEM. */
static uint32_t *
by_cell(const struct sok_position *position, const uint32_t *from,
    struct sok_arena *arena)
{
	const struct sok_board *board = position->board;
	uint32_t *cell =
	    sok_arena_zalloc(arena, (size_t)position->size, sizeof(*cell));

	for (ptrdiff_t y = 0; cell != NULL && y < board->height; y++)
		memcpy(cell + (y + 1) * position->stride,
		    from + y * board->width,
		    (size_t)board->width * sizeof(*cell));
	return cell;
}

/* Number the boxes of Sokoban+, which takes the general loop; -1 on ENOMEM. */
static int
number_boxes(struct play *play, struct orders *orders, struct sok_arena *arena)
{
	bool forward = play->played->mode == SOK_FORWARD;
	int has = orders_read(play->position->puzzle, orders, arena);

	if (has != 1 || orders->fault != NULL)
		return has == -1 ? -1 : 0;
	play->number = by_cell(
	    play->position, forward ? orders->box : orders->goal, arena);
	play->want = by_cell(
	    play->position, forward ? orders->goal : orders->box, arena);
	return play->number == NULL || play->want == NULL ? -1 : 0;
}

/* Find the verdict of moves that were all played: whether all boxes are on
 * goals, in Sokoban+ those of their numbers, and whether in reverse play the
 * players can walk back.  reachable_only: boxes out of reach do not count.
 * `orders` is read only if play->number is not NULL.  0, -1 on ENOMEM. */
static int
judge(struct play *play, bool reachable_only, const struct orders *orders)
{
	struct sok_position *position = play->position;
	struct sok_replay *played = play->played;
	bool reverse = played->mode == SOK_REVERSE;
	int home = 1;

	played->solved_at = reverse ? 0 : play->tally.solved_at;
	if (play->tally.off > 0 && position_area(position) != 0)
		return -1;
	played->boxes_off_outside = position->outside_off[played->mode];
	played->boxes_off = play->tally.off - played->boxes_off_outside;
	/* In reverse play there must also be as many boxes as at the start. */
	size_t boxes =
	    reachable_only ? position->inside_boxes : position->board->boxes;
	size_t goals =
	    reachable_only ? position->inside_goals : position->board->goals;
	if (reverse && boxes > goals)
		played->boxes_off += boxes - goals;
	played->verdict = SOK_UNSOLVED;
	if (played->at.pushes == 0 || played->boxes_off > 0 ||
	    (played->boxes_off_outside > 0 && !reachable_only))
		return 0;
	if (reverse)
		home = walk_home(play);
	if (home <= 0 || played->problem != SOK_NO_RULE)
		return home < 0 ? -1 : 0;
	played->verdict = SOK_SOLVED;
	played->solved_at = reverse ? played->at.moves : played->solved_at;

	/* In Sokoban+ each goal, and in reverse play each box's square, must
	 * hold a box of its number. */
	if (play->number == NULL)
		return 0;
	for (ptrdiff_t i = position->stride;
	     i < position->size - position->stride; i++)
		if (position->side[played->mode].goal[i] == 1 &&
		    !orders_same(orders, play->number[i], play->want[i]))
			played->out_of_order = true;
	if (played->out_of_order &&
	    sok_variant_base(position->puzzle->variant) == SOK_SOKOBAN_PLUS) {
		played->verdict = SOK_UNSOLVED;
		played->solved_at = 0;
	}
	return 0;
}

/* The board of the cells, with a player at `at`; -1 on ENOMEM. */
static int
draw_board(const struct sok_position *position, const unsigned char *cell,
    ptrdiff_t at, struct sok_board *board, struct sok_arena *arena)
{
	const unsigned char *from = position->board->sq;
	unsigned char *to;

	*board = *position->board;
	board->xsb = (struct sok_str){0};
	board->sq = to = sok_arena_alloc(arena, sok_board_size(board), 1);
	if (to == NULL)
		return -1;
	for (int y = 0; y < board->height; y++) {
		cell += position->stride;
		for (int x = 0; x < board->width; x++, to++) {
			*to = *from++ & (SOK_WALL | SOK_GOAL);
			*to |= cell[x] & CELL_BOX ? SOK_BOX : 0;
			*to |= cell[x] & CELL_PLAYER ? SOK_PLAYER : 0;
		}
	}
	at = (at / position->stride - 1) * board->width + at % position->stride;
	board->sq[at] |= SOK_PLAYER;
	if (board->boxes != board->goals)
		sok_board_count(board);
	return 0;
}

int
sok_replay(const struct sok_puzzle *puzzle, const struct sok_game *game,
    const struct sok_replay_options *options, struct sok_replay *played,
    struct sok_arena *arena)
{
	static const struct sok_replay_options plain;
	struct orders orders;
	struct play play;

	options = options != NULL ? options : &plain;
	struct sok_position *position = options->position != NULL
	    ? options->position
	    : sok_position_open(puzzle, arena);
	if (position == NULL)
		return -1;
	*played = (struct sok_replay){
	    .verdict = SOK_NOT_SUPPORTED, .limit = position->limit};
	played->reason = unfit(position, game, &played->problem);
	if (played->reason != NULL)
		return 0;
	played->verdict = SOK_ILLEGAL;
	size_t cut = play_mark(game, played);
	played->mode = play_mode(game, cut, played);
	if (played->problem != SOK_NO_RULE)
		return 0;
	if (play_begin(
	        &play, position, game, played, options->reachable_only) != 0 ||
	    number_boxes(&play, &orders, arena) != 0)
		return -1;
	bool fine = play_bytes(&play, 0, cut);
	played->at = play.tally.metrics;
	if (play.no_memory)
		return -1;
	if (fine && judge(&play, options->reachable_only, &orders) != 0)
		return -1;
	/* The search for the walk home may have stopped as well. */
	if (!fine || played->problem == SOK_LIMIT_RULE) {
		played->verdict = SOK_ILLEGAL;
		played->fail_move = played->at.moves + 1;
		played->wrong_case &= fine;
	}
	if (!options->no_final &&
	    draw_board(position, play.cell, play.at, &played->final, arena) !=
	        0)
		return -1;

	/* The moves after `*` may be illegal, but decide nothing. */
	if (fine && cut < game->moves.len) {
		struct sok_replay redo = {
		    .mode = played->mode, .problem = SOK_NO_RULE};

		play.played = &redo;
		(void)play_bytes(&play, cut, game->moves.len);
		if (play.no_memory)
			return -1;
		played->redo_illegal = redo.problem != SOK_NO_RULE;
		played->redo_fail_at = redo.fail_at;
	}
	played->total_moves = play.tally.metrics.moves;
	played->total_pushes = play.tally.metrics.pushes;
	return 0;
}

int
sok_game_recase(const struct sok_puzzle *puzzle, struct sok_game *game,
    struct sok_arena *arena)
{
	struct sok_position *position = sok_position_open(puzzle, arena);
	struct sok_replay played = {.mode = SOK_FORWARD};
	struct play play;

	if (position == NULL)
		return -1;
	if (unfit(position, game, &played.problem) != NULL ||
	    play_mode(game, play_mark(game, &played), &played) != SOK_FORWARD)
		return 0;
	struct sok_str copy = sok_str_dup(arena, game->moves);
	if (copy.s == NULL ||
	    play_begin(&play, position, game, &played, false) != 0)
		return -1;
	play.recase = (char *)(uintptr_t)copy.s;
	play_bytes(&play, 0, game->moves.len);
	if (play.no_memory)
		return -1;
	game->moves = copy;
	return 0;
}

int
sok_metrics_compare(const struct sok_metrics *first,
    const struct sok_metrics *second, bool pushes)
{
#define COUNTS(name) {first->name, second->name},
	const size_t count[][2] = {SOK_METRICS(COUNTS)};
#undef COUNTS

	for (size_t i = 0; i < SOK_COUNT(count); i++) {
		/* Moves and pushes change places. */
		const size_t *counts = count[pushes && i < 2 ? 1 - i : i];

		if (counts[0] != counts[1])
			return counts[0] < counts[1] ? -1 : 1;
	}
	return 0;
}

/* ---- the forward solution */

/* The cell of the player after a pull, and those of it and the box before. */
struct pull {
	ptrdiff_t at, from, box;
};

/* Add the letters of a shortest walk, which exists; -1 on ENOMEM. */
static int
add_walk(struct play *play, ptrdiff_t to, struct sok_buf *out)
{
	size_t from = out->len, end;

	if (position_search(
	        play->position, play->cell, play->at, to, CELL_BLOCKED) != 1)
		return -1;
	while (to != play->at)
		sok_buf_addc(out, position_back(play->position, &to));
	for (end = out->len; from + 1 < end; from++) {
		char c = out->s[from];

		out->s[from] = out->s[--end];
		out->s[end] = c;
	}
	return 0;
}

/* List all pulls of a valid solution, then play them backwards from the start
 * of the puzzle.  0, -1 on ENOMEM. */
static int
forward(struct sok_position *position, const struct sok_game *game,
    struct sok_replay *played, struct sok_buf *out, struct sok_arena *arena)
{
	struct pull *pull = sok_arena_alloc(
	                arena, played->at.pushes, sizeof(*pull)),
	            *last = pull;
	size_t cut = play_mark(game, played);
	const char *pushes;
	struct play play;

	if (pull == NULL ||
	    play_begin(&play, position, game, played, false) != 0)
		return -1;
	/* The replay has verified that its jumps are walks. */
	played->problem = SOK_JUMP_AFTER_PULL_RULE;
	for (size_t i = 0; i < cut; i++) {
		ptrdiff_t from = play.at;
		char letter = game->moves.s[i];

		if (!play_token(&play, &i))
			return -1;
		if (letter >= 'A' && letter <= 'Z')
			*last++ = (struct pull){play.at, from,
			    position_origin(position, from, letter)};
	}
	played->mode = SOK_FORWARD;
	if (play_begin(&play, position, game, played, false) != 0)
		return -1;
	position->search.left = UINT64_MAX;
	while (last > pull) {
		last--;
		if (add_walk(&play, last->at, out) == -1)
			return -1;
		play.cell[last->from] = CELL_FREE;
		play.cell[last->box] = CELL_BOX;
		play.at = last->from;
		/* Two letters may move the player alike; one moves the box. */
		pushes = position->letters;
		while (last->at + position_step(position, last->at, *pushes) !=
		        last->from ||
		    last->from + position_step(position, last->from, *pushes) !=
		        last->box)
			pushes++;
		sok_buf_addc(out, (char)(*pushes & ~32));
	}
	return out->failed ? -1 : 0;
}

int
sok_to_forward(const struct sok_puzzle *puzzle, const struct sok_game *game,
    struct sok_str *moves, struct sok_arena *arena)
{
	struct sok_position *position = sok_position_open(puzzle, arena);
	struct sok_replay_options options = {
	    .no_final = true, .reachable_only = true, .position = position};
	struct sok_buf out = {0};
	struct sok_replay played;

	if (position == NULL ||
	    sok_replay(puzzle, game, &options, &played, arena) != 0)
		return -1;
	if (played.verdict != SOK_SOLVED || played.mode != SOK_REVERSE ||
	    position->board->players > 1)
		return 0;
	int done = forward(position, game, &played, &out, arena);
	if (done == 0)
		*moves = sok_str_dup(arena, sok_buf_str(&out));
	sok_buf_free(&out);
	return done == 0 && moves->s != NULL ? 1 : -1;
}
