/*
 * variants.c - games of Hexoban, Trioban and Octoban.  A naive search solves
 * small boards, and its solutions must replay, also from run-length text,
 * turned and turned back; random games must end like those of a player that
 * uses only a list of steps.
 */
#include "board/steps.h"
#include "boards.h"
#include "play/play.h"

/* The step of a letter, as on the inventors' pages; false: none. */
static bool
lead(enum sok_grid g, char letter, int *x, int *y)
{
	bool even = (*x + *y) % 2 == 0;
	int dx = 0, dy = 0;

	switch (letter) {
	case 'l':
		dx = g == SOK_HEXAGONS ? -2 : -1;
		break;
	case 'r':
		dx = g == SOK_HEXAGONS ? 2 : 1;
		break;
	case 'u':
		dx =
		    g == SOK_HEXAGONS || (g == SOK_TRIANGLES && !even) ? -1 : 0;
		dy = g == SOK_TRIANGLES && !even ? 0 : -1;
		break;
	case 'd':
		dx = g == SOK_HEXAGONS || (g == SOK_TRIANGLES && even) ? 1 : 0;
		dy = g == SOK_TRIANGLES && even ? 0 : 1;
		break;
	case 'n':
		dx = g == SOK_TRIANGLES && even ? 0 : 1;
		dy = g == SOK_TRIANGLES && !even ? 0 : -1;
		break;
	case 's':
		dx = g == SOK_TRIANGLES && !even ? 0 : -1;
		dy = g == SOK_TRIANGLES && even ? 0 : 1;
		break;
	case 'e':
		dx = dy = 1;
		break;
	case 'w':
		dx = dy = -1;
		break;
	}
	if (g == SOK_OCTAGONS && !even && strchr("nsew", letter))
		return false;
	*x += dx;
	*y += dy;
	return true;
}

/* ---- boards of one small room */

enum { SIDE = 9, MOST = SIDE * SIDE, BOXES = 2 };

struct room {
	enum sok_grid grid;
	bool wall[MOST], goal[MOST];
	int box[BOXES], player;
};

static int
step(const struct room *r, int at, char letter)
{
	int x = at % SIDE, y = at / SIDE;

	if (!lead(r->grid, letter, &x, &y) || x < 0 || y < 0 || x >= SIDE ||
	    y >= SIDE)
		return -1;
	return y * SIDE + x;
}

static const char *
letters_of(enum sok_grid g)
{
	return g == SOK_OCTAGONS ? "udlrnsew" : "udlrns";
}

static int
box_at(const struct room *r, int at)
{
	for (int i = 0; i < BOXES; i++)
		if (r->box[i] == at)
			return i;
	return -1;
}

/* 0 not possible, 1 a walk, 2 a push. */
static int
move(struct room *r, char letter)
{
	int to = step(r, r->player, letter), box, beyond;

	if (to < 0 || r->wall[to])
		return 0;
	box = box_at(r, to);
	if (box >= 0) {
		beyond = step(r, to, letter);
		if (beyond < 0 || r->wall[beyond] || box_at(r, beyond) >= 0)
			return 0;
		r->box[box] = beyond;
	}
	r->player = to;
	return box >= 0 ? 2 : 1;
}

static bool
solved(const struct room *r)
{
	for (int i = 0; i < BOXES; i++)
		if (!r->goal[r->box[i]])
			return false;
	return true;
}

/* Cells at a distance of two from the edge; on hexagons only every second. */
static bool
is_inside(enum sok_grid g, int at)
{
	int x = at % SIDE, y = at / SIDE;

	return x >= 2 && y >= 2 && x < SIDE - 2 && y < SIDE - 2 &&
	    (g != SOK_HEXAGONS || (x + y) % 2 == 0);
}

static int
pick(const struct room *r, uint64_t *seed)
{
	int at;

	do
		at = boards_below(seed, MOST);
	while (!is_inside(r->grid, at) || r->wall[at] || r->player == at ||
	    box_at(r, at) >= 0);
	return at;
}

static void
make_room(struct room *r, enum sok_grid g, uint64_t *seed)
{
	*r = (struct room){.grid = g, .player = -1, .box = {-1, -1}};
	for (int at = 0; at < MOST; at++)
		r->wall[at] = !is_inside(g, at);
	r->wall[pick(r, seed)] = true;
	r->player = pick(r, seed);
	for (int i = 0; i < BOXES; i++)
		r->box[i] = pick(r, seed);
	for (int i = 0; i < BOXES; i++)
		r->goal[pick(r, seed)] = true;
}

static struct sok_puzzle
puzzle(const struct room *r, const char *moves, struct sok_arena *a)
{
	static const enum sok_variant variant[] = {[SOK_HEXAGONS] = SOK_HEXOBAN,
	    [SOK_TRIANGLES] = SOK_TRIOBAN,
	    [SOK_OCTAGONS] = SOK_OCTOBAN};
	struct sok_puzzle p = {.number = 1, .has_board = true};

	if (sok_board_new(&p.board, SIDE, SIDE, a) == -1)
		abort();
	p.variant = variant[r->grid];
	p.board.grid = r->grid;
	for (int at = 0; at < MOST; at++) {
		bool cell =
		    r->grid != SOK_HEXAGONS || (at % SIDE + at / SIDE) % 2 == 0;

		if (r->wall[at] && cell)
			p.board.sq[at] = SOK_WALL;
		if (r->goal[at])
			p.board.sq[at] |= SOK_GOAL;
		if (box_at(r, at) >= 0)
			p.board.sq[at] |= SOK_BOX;
		if (r->player == at)
			p.board.sq[at] |= SOK_PLAYER;
	}
	sok_board_count(&p.board);
	p.game = sok_arena_zalloc(a, 1, sizeof(*p.game));
	p.ngames = 1;
	p.game->moves = sok_str_dup(a, sok_str(moves));
	p.game->letters_only = true;
	return p;
}

/* ---- random games */

/* Play letters in a room: as many as are possible, in the right case. */
static size_t
play(struct room *r, char *moves, size_t *pushes)
{
	size_t i = 0;
	int done;

	for (*pushes = 0; moves[i] != '\0'; i++) {
		done = move(r, moves[i]);
		if (done == 0)
			break;
		*pushes += done == 2;
		if (done == 2)
			moves[i] = (char)(moves[i] & ~32);
	}
	return i;
}

static void
check_final(const struct room *r, const struct sok_board *b)
{
	for (int at = 0; at < MOST; at++) {
		CHECK_NUM((b->sq[at] & SOK_BOX) != 0, box_at(r, at) >= 0);
		CHECK_NUM((b->sq[at] & SOK_PLAYER) != 0, r->player == at);
	}
}

static void
test_random(enum sok_grid g, uint64_t *seed, struct sok_arena *a)
{
	const char *letters = letters_of(g);
	struct room start, r;
	struct sok_puzzle p;
	struct sok_replay played;
	char moves[65] = "";
	size_t n = unit_random(seed) % 64, right, pushes;

	make_room(&start, g, seed);
	r = start;
	for (size_t i = 0; i < n; i++) {
		/* Mostly possible moves. */
		for (int tries = 0; tries < 20; tries++) {
			struct room next = r;

			moves[i] = letters[unit_random(seed) % strlen(letters)];
			if (move(&next, moves[i]) > 0) {
				r = next;
				break;
			}
		}
	}
	r = start;
	right = play(&r, moves, &pushes);
	p = puzzle(&start, moves, a);
	if (!CHECK(sok_replay(&p, p.game, NULL, &played, a) == 0))
		return;
	CHECK_NUM(played.verdict == SOK_ILLEGAL, right < n);
	CHECK_NUM(played.at.moves, right);
	CHECK_NUM(played.at.pushes, pushes);
	CHECK(!played.wrong_case);
	if (right == n)
		CHECK_NUM(
		    played.verdict == SOK_SOLVED, solved(&r) && pushes > 0);
	check_final(&r, &played.final);
}

/* ---- solutions */

enum { STATES = 1 << 16 };

struct state {
	struct room room;
	int from;
	char letter;
};

struct search {
	struct state state[STATES];
	int slot[4 * STATES];
};

static size_t
hash(const struct room *r)
{
	int low = r->box[0] < r->box[1] ? r->box[0] : r->box[1];
	int high = r->box[0] + r->box[1] - low;

	return ((size_t)low * MOST + (size_t)high) * MOST + (size_t)r->player;
}

/* The first slot of the state: 1 + its number, or 0. */
static int *
find(struct search *s, const struct room *r)
{
	size_t key = hash(r), i = key * 2654435761u % (4 * STATES);

	while (s->slot[i] != 0 && hash(&s->state[s->slot[i] - 1].room) != key)
		i = (i + 1) % (4 * STATES);
	return &s->slot[i];
}

/* Write a shortest solution to moves; false if the search needs too much
 * memory. */
static bool
solve(struct search *s, const struct room *start, char *moves, size_t most)
{
	int head = 0, tail = 0, *slot, at;
	size_t n = 0;

	memset(s->slot, 0, sizeof(s->slot));
	s->state[tail++] = (struct state){*start, -1, '\0'};
	*find(s, start) = 1;
	for (; head < tail; head++) {
		if (solved(&s->state[head].room))
			break;
		for (const char *c = letters_of(start->grid); *c; c++) {
			struct state next = {s->state[head].room, head, *c};
			int done = move(&next.room, *c);

			if (done == 0 || tail == STATES)
				continue;
			slot = find(s, &next.room);
			if (*slot != 0)
				continue;
			if (done == 2)
				next.letter = (char)(*c & ~32);
			s->state[tail] = next;
			*slot = ++tail;
		}
	}
	if (head == tail)
		return false;
	for (at = head; s->state[at].from >= 0; at = s->state[at].from)
		n++;
	if (n == 0 || n >= most)
		return false;
	moves[n] = '\0';
	for (at = head; s->state[at].from >= 0; at = s->state[at].from)
		moves[--n] = s->state[at].letter;
	return true;
}

static void
check_solves(const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_replay r;

	CHECK(sok_replay(p, p->game, NULL, &r, a) == 0);
	CHECK_NUM(r.verdict, SOK_SOLVED);
	CHECK(!r.wrong_case);
}

/* A game still solves its puzzle when both are turned, and when they are turned
 * back. */
static void
check_turned(const struct sok_puzzle *p, const struct sok_game *game,
    enum sok_symmetry s, struct sok_arena *a)
{
	struct sok_puzzle q = *p;
	struct sok_game g = *game;
	struct sok_replay r;

	if (!sok_grid_has_symmetry(p->board.grid, s))
		return;
	q.game = &g;
	CHECK(sok_transform(&q, s, a) == 0);
	CHECK(sok_replay(&q, &g, NULL, &r, a) == 0);
	CHECK_NUM(r.verdict, SOK_SOLVED);
	CHECK(sok_transform(&q, sok_symmetry_inverse(s), a) == 0);
	CHECK(sok_replay(&q, &g, NULL, &r, a) == 0);
	CHECK_NUM(r.verdict, SOK_SOLVED);
	CHECK(sok_board_equal(&q.board, &p->board));
}

/* The same solution in reverse, turned, and converted to forward play. */
static void
check_reverse(const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_puzzle q = *p;
	struct sok_game g = *p->game;
	struct sok_replay r;
	struct sok_str forward;
	struct sok_buf b = {0};
	long from = sok_board_player(&p->board), to;
	const char *letters = letters_of(p->board.grid), *at;
	char path[256];

	CHECK(sok_replay(p, &g, NULL, &r, a) == 0);
	to = sok_board_player(&r.final);
	/* A jump to the final square of the player, by any letters. */
	sok_buf_addc(&b, '[');
	sok_buf_add(&b,
	    (struct sok_str){path,
	        steps_path(p->board.grid, (int)(from % SIDE),
	            (int)(from / SIDE), (int)(to % SIDE), (int)(to / SIDE),
	            path)});
	sok_buf_addc(&b, ']');
	for (size_t i = g.moves.len; i-- > 0;) {
		at = strchr(letters, g.moves.s[i] | 32);
		at = letters + ((at - letters) ^ 1);
		sok_buf_addc(&b, (char)(*at & (g.moves.s[i] | ~32)));
	}
	g.moves = sok_buf_str(&b);
	g.letters_only = false;
	CHECK(sok_replay(&q, &g, NULL, &r, a) == 0);
	CHECK_NUM(r.mode, SOK_REVERSE);
	CHECK_NUM(r.verdict, SOK_SOLVED);
	for (int t = 0; t < SOK_NSYMMETRIES; t++)
		check_turned(&q, &g, (enum sok_symmetry)t, a);
	CHECK(sok_to_forward(&q, &g, &forward, a) == 1);
	g.moves = forward;
	g.letters_only = true;
	q.game = &g;
	check_solves(&q, a);
	sok_buf_free(&b);
}

/* The run-length text of the moves decodes to the moves, with groups and
 * without. */
static void
check_rle(const struct sok_puzzle *p)
{
	struct sok_str moves = p->game->moves;
	struct sok_buf rle = {0}, back = {0};
	struct sok_rle_error e;

	for (int groups = 0; groups < 2; groups++) {
		rle.len = back.len = 0;
		sok_rle_encode(&rle, moves, SOK_RLE_MOVES, 2, groups > 0);
		CHECK(sok_rle_decode(&back, sok_buf_str(&rle),
		          SOK_RLE_VARIANT_MOVES, &sok_default_limits, &e) == 0);
		CHECK(sok_str_eq(sok_buf_str(&back), moves));
	}
	sok_buf_free(&rle);
	sok_buf_free(&back);
}

static void
check_turns(const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_sink none = {.fn = NULL};
	struct sok_id id, turned;

	CHECK(sok_duplicate_id(p, &id, a) == 1);
	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		enum sok_symmetry s = (enum sok_symmetry)t;
		struct sok_puzzle q = *p;
		struct sok_game g = *p->game;

		if (!sok_grid_has_symmetry(p->board.grid, s))
			continue;
		q.game = &g;
		CHECK(sok_transform(&q, s, a) == 0);
		check_solves(&q, a);
		CHECK(sok_check(&q, NULL, &none, a) == 0);
		CHECK(sok_duplicate_id(&q, &turned, a) == 1);
		CHECK(turned.unique == id.unique);
		CHECK(sok_transform(&q, sok_symmetry_inverse(s), a) == 0);
		CHECK(sok_str_eq(q.game->moves, p->game->moves));
		CHECK(sok_board_equal(&q.board, &p->board));
	}
	CHECK_NUM(none.count[SOK_ERROR] + none.count[SOK_WARNING], 0);
}

/* A solved board has no findings. */
static void
test_solution(
    enum sok_grid g, struct search *s, uint64_t *seed, struct sok_arena *a)
{
	struct room r;
	struct sok_puzzle p;
	char moves[200];

	do
		make_room(&r, g, seed);
	while (!solve(s, &r, moves, sizeof(moves)));
	p = puzzle(&r, moves, a);
	CHECK(sok_board_crop(&p.board, a) == 0);
	check_solves(&p, a);
	check_rle(&p);
	check_turns(&p, a);
	check_reverse(&p, a);
}

int
main(int argc, char **argv)
{
	static const enum sok_grid grids[] = {
	    SOK_HEXAGONS, SOK_TRIANGLES, SOK_OCTAGONS};
	struct search *s = malloc(sizeof(*s));
	long n = argc > 1 ? atol(argv[1]) : 4000;
	struct sok_arena a = {0};
	uint64_t seed = 3;

	if (s == NULL)
		return 2;
	for (size_t g = 0; g < SOK_COUNT(grids); g++)
		for (long i = 0; i < n && unit_failures == 0; i++) {
			test_random(grids[g], &seed, &a);
			if (i % 100 == 0)
				test_solution(grids[g], s, &seed, &a);
			sok_arena_reset(&a);
		}
	sok_arena_free(&a);
	free(s);
	return unit_done();
}
