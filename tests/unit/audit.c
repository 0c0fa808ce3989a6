/*
 * audit.c - findings about games, their positions, and corrections.
 */
#include "game.h"
#include "unit.h"
#include "play/play.h"

/* ---- findings */

struct heard {
	struct sok_buf text;
};

static void
hear(void *ctx, const struct sok_finding *f)
{
	struct heard *h = ctx;

	sok_buf_fmt(&h->text, "%s %zu:%zu %s: %.*s\n",
	    sok_severity_name[f->severity], f->pos.line, f->pos.col,
	    sok_rules[f->rule].name, (int)f->message.len, f->message.s);
}

/* Moves that begin on line 9 of a file. */
static void
audit(struct heard *h, const char *rows, const char *title, const char *text,
    const char *moves)
{
	struct sok_sink sink = {.fn = hear, .ctx = h};
	struct sok_str line[] = {sok_str(text)},
	               limit[] = {SOK_STR("Limit: 3")};
	struct sok_source source = {.line = 9, .col = 1};
	struct sok_puzzle p;
	struct sok_replay r;
	struct sok_game g;

	read_game(&p, &g, rows, '/', moves);
	g.title = sok_str(title);
	g.text = (struct sok_text){line, 1};
	g.pos = (struct sok_pos){"-", 9, 1};
	source.text = g.moves;
	g.source = &source;
	g.nsource = 1;
	p.text = (struct sok_text){limit, 1};
	h->text.len = 0;
	if (sok_replay_report(&p, &g, NULL, &r, &sink, &arena) != 0)
		abort();
	sok_buf_addc(&h->text, '\0');
}

static const struct found {
	const char *rows, *title, *text, *moves, *want;
} founds[] = {
    {SMALL, "Solution 1/1", "", "R", ""},
    {SMALL, "Solution 1/1/1/1/1/1", "", "R", ""},
    {SMALL, "Solution/Moves 1/1", "", "R", ""},
    {SMALL, "Solution 2010/01", "", "R", ""},
    {SMALL, "Best solution (1/1) by 7/7", "", "R", ""},
    {SMALL, "Level 3/4", "", "R", ""},
    {SMALL, "Solution (YASS 2.36/1.0) 1/1", "", "R", ""},
    {SMALL, "Solution 2/1", "moves: 3", "R",
        "warning 9:1 wrong-count: the title says 2/1, the moves are 1/1\n"
        "warning 9:1 wrong-count: `moves: 3` should be 1\n"},
    {SMALL, "Solution 1/1/2", "pushes: 1", "R",
        "warning 9:1 wrong-count: the title says 1/1/2, the moves are "
        "1/1/1/1/1/1\n"},
    {"#######/#     #/#@$  .#/#     #/#######", "Solution 5/3/2/1/2", "",
        "RlrRR", "warning 9:1 over-limit: 5 moves, the limit is 3\n"},
    {"#######/#     #/#@$  .#/#     #/#######", "Solution 5/3/1/1/2", "",
        "RlrRR", "warning 9:1 over-limit: 5 moves, the limit is 3\n"},
    {SMALL, "", "", "RR",
        "error 9:2 illegal-move: move 2 `R` pushes into a "
        "wall\n"},
    {SMALL, "Snapshot", "", "uR",
        "error 9:1 illegal-move: move 1 `u` walks into a wall\n"},
    {SMALL, "Snapshot", "", "*", ""},
    {SMALL, "Snap", "", "*rR",
        "warning 9:3 redo-moves: `R` after `*` is not possible\n"},
    {"######/#@ $.#/######", "", "", "r",
        "error 9:1 not-solved: claims to solve, but 1 box is off goal\n"},
    {"######/#@ $.#/######", "", "status: cleared", "r",
        "error 9:1 not-solved: claims to solve, but 1 box is off goal\n"},
    {"######/#@ $.#/######", "", "status: playing", "r", ""},
    {"######/#@ $.#/######", "snapshot 1/0", "", "r", ""},
    {"######/#@ $.#/######", "SAVEGAME", "", "r", ""},
    {"######/#@ $.#/######", "Reverse mode snapshot", "", "[]r", ""},
    {"######/#@ $.#/######", "Mine", "", "r*R", ""},
    {"######/#@ $.#/######", "My solution", "", "r*R",
        "error 9:1 not-solved: claims to solve, but 1 box is off goal\n"},
    {"######/#@ $.#/######", "Mine", "", "r*",
        "error 9:1 not-solved: claims to solve, but 1 box is off goal\n"},
    {"######/#@$. #/######", "", "", "RR",
        "error 9:1 solved-early: was solved after move 1, but is not at the "
        "end\n"},
    {"######/#@$. #/######", "Snapshot", "", "RR",
        "note 9:1 solved-early: was solved after move 1, but is not at the "
        "end\n"},
    {"######/# @$.#/######", "", "", "Rl",
        "note 9:1 solved-early: already solved after move 1, but continues up "
        "to "
        "move 2\n"},
    {CIRCULAR, "", "", "u",
        "error 9:1 not-solved: claims to solve, but pushes no box\n"},
    {SMALL, "", "", "[]rl",
        "error 9:1 not-solved: claims to solve, but 1 box is not on the "
        "square where it starts\n"},
    {SMALL, "", "", "r[]rL",
        "error 9:1 no-leading-jump: a reverse game must begin with a jump\n"},
    {"#########/#@ $. $.#/#########", "", "", "[rr]L[rrr]rL",
        "error 9:6 jump-after-pull: jumps where the player cannot walk\n"
        "warning 9:1 over-limit: 8 moves, the limit is 3\n"},
    {"#########/#@ $. $.#/#########", "Snapshot", "", "[rr]L[rrr]rL",
        "note 9:6 jump-after-pull: jumps where the player cannot walk\n"
        "warning 9:1 over-limit: 8 moves, the limit is 3\n"},
    {"#########/#@ .  $ #/#########", "", "", "[rrr]RRR",
        "error 9:1 not-solved: claims to solve, but the player cannot walk "
        "back to its start\n"
        "warning 9:1 over-limit: 6 moves, the limit is 3\n"},
    {"#####/#.$ #/#####", "", "", "R",
        "error 9:1 no-player: not replayed: there is no player\n"},
    {"#######/#@$. @#/#######", "", "", "R",
        "error 9:1 many-players: not replayed: there is more than one "
        "player\n"},
    {"########/#@$.#$.#/########", "", "", "R",
        "error 9:1 not-solved: claims to solve, but 1 box out of the "
        "player's reach is off goal\n"},
    {"######/#@ $.#/######", "", "", "RR",
        "warning 9:1 wrong-case: `R` is not a push, but capitals are "
        "pushes\n"},
    {"######/#@ $.#/######", "", "", "rr",
        "warning 9:2 wrong-case: `r` is a push and must be a capital\n"},
    {SMALL, "", "", "R*RR*",
        "warning 9:2 redo-moves: there is more than one `*`; the first "
        "one is used\n"
        "warning 9:3 redo-moves: `R` after `*` is not possible\n"},
};

static void
test_findings(void)
{
	size_t n = sizeof(founds) / sizeof(*founds), i;
	struct heard h = {0};

	for (i = 0; i < n; i++) {
		const struct found *f = &founds[i];

		audit(&h, f->rows, f->title, f->text, f->moves);
		if (strcmp(h.text.s, f->want) == 0)
			continue;
		fprintf(stderr, "%s \"%s\" %s:\n-- got\n%s-- want\n%s", f->rows,
		    f->title, f->moves, h.text.s, f->want);
		unit_failures++;
	}
	sok_buf_free(&h.text);
}

/* ---- positions in the file */

/* The positions of all bytes of moves written as these lines.  Line i begins at
 * line 3 + i, column 1 + i. */
static void
check_places(const char *moves, const char *const *line, const char *want)
{
	struct sok_source source[4];
	struct sok_game g = {.moves = sok_str(moves), .pos = {"-", 1, 1}};
	struct sok_buf got = {0};
	struct sok_pos pos;
	size_t i;

	for (i = 0; line[i] != NULL; i++)
		source[i] = (struct sok_source){sok_str(line[i]), 3 + i, 1 + i};
	g.source = source;
	g.nsource = i;
	for (i = 0; i <= g.moves.len; i++) {
		pos = sok_game_pos(&g, i);
		sok_buf_fmt(&got, "%zu:%zu ", pos.line, pos.col);
	}
	CHECK_STR(sok_buf_str(&got), want);
	sok_buf_free(&got);
}

static void
test_places(void)
{
	check_places(
	    "rrU", (const char *[]){"rr", "", " U", NULL}, "3:1 3:2 5:4 1:1 ");
	check_places("rrrUUUd", (const char *[]){"3r 3", "U d", NULL},
	    "3:2 3:2 3:2 4:2 4:2 4:2 4:4 1:1 ");
	/* The position is that of the atom, not of its count. */
	check_places("rrU", (const char *[]){"12r", NULL}, "3:3 3:3 3:3 3:3 ");
	check_places("drdrdrR", (const char *[]){"3(dr)R", NULL},
	    "3:3 3:4 3:3 3:4 3:3 3:4 3:6 1:1 ");
	check_places("(r(d)u)l", (const char *[]){"(r(d)u)l", NULL},
	    "3:1 3:2 3:3 3:4 3:5 3:6 3:7 3:8 1:1 ");
	check_places("(r)d(r)dlu", (const char *[]){"2((r", ")d)lu", NULL},
	    "3:3 3:4 4:2 4:3 3:3 3:4 4:2 4:3 4:5 4:6 1:1 ");
	check_places("[rr]L{u}*", (const char *[]){"<2r>L{u}*", NULL},
	    "3:1 3:3 3:3 3:4 3:5 3:6 3:7 3:8 3:9 1:1 ");
}

static void
test_deep_places(void)
{
	struct sok_buf b = {0};
	struct sok_source source = {.line = 7, .col = 1};
	struct sok_game g = {.pos = {"-", 1, 1}, .source = &source};

	sok_buf_fill(&b, '(', 100000);
	sok_buf_addc(&b, 'r');
	sok_buf_fill(&b, ')', 100000);
	g.moves = source.text = sok_buf_str(&b);
	g.nsource = 1;
	CHECK_NUM(sok_game_pos(&g, 100).col, 101);
	b.len = 0;
	sok_buf_add(
	    &b, SOK_STR("9999999999999999999999(99999999999999999999r)u"));
	g.moves = source.text = sok_buf_str(&b);
	CHECK_NUM(sok_game_pos(&g, 1000000).col, 44);
	sok_buf_free(&b);
}

/* ---- corrections */

static void
check_recase(const char *rows, const char *moves, const char *want)
{
	struct sok_puzzle p;
	struct sok_game g;

	read_game(&p, &g, rows, '/', moves);
	CHECK_NUM(sok_game_recase(&p, &g, &arena), 0);
	CHECK_STR(g.moves, want);
}

static void
test_recase(void)
{
	check_recase(SMALL, "r", "R");
	check_recase("######/#@ $.#/######", "(R)R", "(r)R");
	check_recase("######/#@ $.#/######", "R*RR", "r*RR");
	check_recase(SMALL, "ur", "ur");
	check_recase(SMALL, "[]Rl", "[]Rl");
	check_recase("####/#$.#/####", "rU", "rU");
	check_recase(MULTI, "{RDdd}urr{uul}ulu", "{RDdd}Urr{uul}uLU");
}

static void
check_recount(const char *title, const char *text, const char *want_title,
    const char *want_text)
{
	struct sok_str line[] = {SOK_STR("A note: 7"), sok_str(text)};
	struct sok_puzzle p;
	struct sok_replay r;
	struct sok_game g;

	read_game(
	    &p, &g, "#######/#     #/#@$  .#/#     #/#######", '/', "RlrRR");
	g.title_line = g.title = sok_str(title);
	g.text = (struct sok_text){line, 2};
	CHECK_NUM(sok_replay(&p, &g, NULL, &r, &arena), 0);
	CHECK_NUM(sok_game_recount(&g, &r, &arena), 0);
	CHECK_STR(g.title_line, want_title);
	CHECK_STR(g.text.line[0], "A note: 7");
	CHECK_STR(g.text.line[1], want_text);
}

static void
test_recount(void)
{
	check_recount(
	    "Solution 7/3 (me)", "moves:9", "Solution 5/3 (me)", "moves:5");
	check_recount("Solution/Moves 5/3/1/9/9/9", "Pushes = 3",
	    "Solution/Moves 5/3/1/1/2/3", "Pushes = 3");
	check_recount("Solution 5/2/9", "Title: Solution 1/1 x",
	    "Solution 5/3/2", "Title: Solution 5/3 x");
	check_recount("97/31", "moves: many", "97/31", "moves: many");
	check_recount(
	    "Solution", "first-moves: 1", "Solution", "first-moves: 1");
}

int
main(void)
{
	test_findings();
	test_places();
	test_deep_places();
	test_recase();
	test_recount();
	sok_arena_free(&arena);
	return unit_done();
}
