/*
 * replay.c - games: vectors of the formats' documents, what is reported and
 * where, corrections, boards from moves.
 */
#include "game.h"
#include "unit.h"

static void
play(struct sok_replay *r, const char *rows, const char *moves, bool reachable)
{
	struct sok_replay_options o = {.reachable_only = reachable};
	struct sok_puzzle p;
	struct sok_game g;

	read_game(&p, &g, rows, '/', moves);
	if (sok_replay(&p, &g, &o, r, &arena) != 0)
		abort();
}

/* ---- vectors: mode, verdict, moves/pushes, lines changes sessions
 * player-lines yasc-lines, problem */

#define D1 "########/#      #/#@ $   #/#   $  #/# . .  #/########"
#define D2 "########/#     .#/#@ $   #/#   $  #/# . *  #/########"
#define D3 "########/#      #/#  $   #/#   $  #/# + .  #/########"
#define CIRCULAR "#######/#     #/# @*  #/#     #/#######"
#define MULTI \
	"#######/#  .  #/#  $  #/# .$  #/# @ @ #/#  .  #/#  $  #/#  @  #/" \
	"#######"
#define SMALL "#####/#@$.#/#####"
#define COLUMN "#####/# $.#/#@$.#/# $.#/# $.#/#####"
#define MICROBAN3 "  ####/###  ####/#     $ #/# #  #$ #/# . .#@ #/#########"
#define MICROBAN4 "########/#      #/# .**$@#/#      #/#####  #/    ####"
#define PERFECT1 \
	" #######/ # @...#/ #   ####/###$    #/#   #$# #/# $ #   #/" \
	"#   #####/#####"

static const struct vector {
	const char *rows, *moves, *want;
} vectors[] = {
    {D1, "(rurrdD)(uLulDD)", "forward solved 12/4 3 2 3 9 3"},
    {D1, "rurrdDuLulDD", "forward solved 12/4 3 2 3 9 3"},
    {D1, "urrrrdd", "forward unsolved 7/0 0 0 0 3 0"},
    {D1, "urrrrddLL*ruulDD", "forward unsolved 9/2 1 1 1 4 1"},
    {D1, "urrrrddL(L*r)uulDD", "forward unsolved 8/1 1 1 1 4 1"},
    {D1, "u(rrrr(dd))LL*r*uulDD", "forward unsolved 9/2 1 1 1 4 1"},
    {D2, "(rRRR)(drU)(dlLLulD)", "forward solved 14/7 4 2 4 9 4"},
    {D2, "[rrrd]UU(rLLL)(drD)", "reverse unsolved 13/6 3 2 3 6 3"},
    {D3, "(rrruul)(Lr)(Duull)(DD)", "forward solved 15/4 3 3 3 8 3"},
    {D3, "[]r", "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {D3, "[r]", "reverse unsolved 1/0 0 0 0 0 0"},
    {D3, "[][r]", "reverse unsolved 1/0 0 0 0 0 0"},
    {D3, "[uuu]", "reverse unsolved 3/0 0 0 0 0 0"},
    {D3, "[rr]", "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {D3, "[ll]", "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {D3, "[uuuuuu]", "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {"#######/#@$.# #/#######", "[rrrr]",
        "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {"#######/#@$.#$#/#   #.#/#######", "R", "forward unsolved 1/1 1 1 1 1 1"},
    {"###########/#@$.  # $.#/###########", "R",
        "forward unsolved 1/1 1 1 1 1 1"},
    {SMALL, "R", "forward solved 1/1 1 1 1 1 1"},
    {SMALL, "r", "forward solved 1/1 1 1 1 1 1 wrong-case"},
    {SMALL, "", "forward unsolved 0/0 0 0 0 0 0"},
    {SMALL, "*", "forward unsolved 0/0 0 0 0 0 0"},
    {SMALL, "()R", "forward solved 1/1 1 1 1 1 1"},
    {SMALL, "l", "forward illegal 0/0 0 0 0 0 0 illegal-move"},
    {SMALL, "RR", "forward illegal 1/1 1 1 1 1 1 illegal-move"},
    {SMALL, "[]rL", "reverse solved 2/1 1 1 1 2 1"},
    {SMALL, "[]rl", "reverse unsolved 2/0 0 0 0 2 0"},
    {SMALL, "[]", "reverse unsolved 0/0 0 0 0 0 0"},
    {SMALL, "(*[]r)L", "reverse unsolved 0/0 0 0 0 0 0"},
    {SMALL, "[", "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {SMALL, "R*[]", "forward solved 1/1 1 1 1 1 1 redo"},
    {SMALL, "R*R", "forward solved 1/1 1 1 1 1 1 redo"},
    {SMALL, "R*l*", "forward solved 1/1 1 1 1 1 1 stars"},
    {SMALL, "{}R", "forward solved 1/1 1 1 1 1 1"},
    {SMALL, "{r}R", "forward illegal 0/0 0 0 0 0 0 illegal-move"},
    {"########/#@   .$#/########", "rr[]rL",
        "reverse illegal 0/0 0 0 0 0 0 no-leading-jump"},
    {"######/#@ $.#/######", "RR", "forward solved 2/1 1 1 1 1 1 wrong-case"},
    {"######/#@$. #/######", "RR", "forward unsolved 2/2 1 1 1 1 1 early 1"},
    {"######/# @$.#/######", "Rl", "forward solved 2/1 1 1 1 2 1 early 1"},
    {CIRCULAR, "", "forward unsolved 0/0 0 0 0 0 0"},
    {CIRCULAR, "u", "forward unsolved 1/0 0 0 0 1 0"},
    {CIRCULAR, "RurrdL", "forward solved 6/2 2 1 2 5 2"},
    {CIRCULAR, "[]", "reverse unsolved 0/0 0 0 0 0 0"},
    {CIRCULAR, "[rr]RulldL", "reverse solved 8/2 2 1 2 5 2"},
    {"*###*/#@$.#/*###*", "R", "forward solved 1/1 1 1 1 1 1"},
    {"########/#@$.#$.#/########", "R", "forward unsolved 1/1 1 1 1 1 1"},
    {"#######/#     #/#@$  .#/#     #/#######", "RlrRR",
        "forward solved 5/3 2 1 2 3 1"},
    {D1, "lr", "forward illegal 0/0 0 0 0 0 0 illegal-move"},
    {D1, "rl", "forward unsolved 2/0 0 0 0 2 0"},
    {COLUMN, "[]urLdrLdrLdrL", "reverse solved 12/4 4 4 4 12 4"},
    {COLUMN, "ddRluRluRluR", "forward solved 12/4 4 4 4 11 4"},
    {"-----/@.$--/-----", "urrrdL", "forward solved 6/1 1 1 1 4 1"},
    {"-----/@.$--/-----", "l", "forward illegal 0/0 0 0 0 0 0 illegal-move"},
    {MULTI, "{rddd}Urr{uul}uLU", "forward solved 6/3 3 3 2 5 3"},
    {MULTI, "{rdd}U", "forward illegal 0/0 0 0 0 0 0 illegal-move"},
    {MULTI, "{}{rr}ll", "forward illegal 1/0 0 0 0 1 0 illegal-move"},
    {MULTI, "[]{}[rr]", "reverse illegal 0/0 0 0 0 0 0 illegal-move"},
    {MULTI, "[]{rr}ll", "reverse illegal 1/0 0 0 0 1 0 illegal-move"},
    {MULTI, "U", "forward unsupported 0/0 0 0 0 0 0 many-players"},
    {"####/#$.#/####", "U", "forward unsupported 0/0 0 0 0 0 0 no-player"},
    {MICROBAN3, "ruuLLLLrrrrddlUruLLLulDrddllluuRRDrdLuuurDD",
        "forward solved 43/15 8 5 7 25 8"},
    {MICROBAN4, "ullDullddrRuLurrrdLLrrddlUruL",
        "forward solved 29/7 6 4 6 20 6"},
    {PERFECT1,
        "dDDllddrrUUUUluRRRlldddlldRdrUUUUluRRddrrrddllUdrruulLLulDDlddrUUUU"
        "luR",
        "forward solved 70/26 11 3 11 38 11"},
    /* A jump after the first pull is as good as the walk it stands for. */
    {"#########/#@ $. $.#/#       #/#########", "[rr]L[rrr]rL",
        "reverse solved 8/2 2 2 2 3 2"},
    {"#########/#@ $. $.#/#########", "[rr]L[rrr]rL",
        "reverse unsolved 8/2 2 2 2 3 2 jump-after-pull"},
    {"#########/#@ $. $.#/#########", "[rr]*L[rrr]rL",
        "reverse unsolved 2/0 0 0 0 0 0 redo"},
    /* Any player may come home to any start, but none from beyond a box. */
    {"#########/#@@ $. @#/#########", "[]{r}rrL",
        "reverse solved 3/1 1 1 1 2 1"},
    {"#########/#@@ $. @#/#########", "[rrrrr]{llll}rrL",
        "reverse unsolved 8/1 1 1 1 2 1"},
};

static void
describe(char *out, size_t size, const struct sok_replay *r)
{
	const struct sok_metrics *m = &r->at;
	int n = snprintf(out, size, "%s %s %zu/%zu %zu %zu %zu %zu %zu",
	    sok_mode_name[r->mode], sok_verdict_name[r->verdict], m->moves,
	    m->pushes, m->lines, m->changes, m->sessions, m->player_lines,
	    m->yasc_lines);

	out += n;
	size -= (size_t)n;
	if (r->problem != SOK_NRULES)
		snprintf(out, size, " %s", sok_rules[r->problem].name);
	else if (r->wrong_case)
		snprintf(out, size, " wrong-case");
	else if (r->redo_illegal)
		snprintf(out, size, " redo");
	else if (r->many_stars && m->moves == 1)
		snprintf(out, size, " stars");
	else if (r->mode == SOK_FORWARD && r->solved_at > 0 &&
	    r->solved_at < m->moves)
		snprintf(out, size, " early %zu", r->solved_at);
}

static void
test_vectors(void)
{
	size_t n = sizeof(vectors) / sizeof(*vectors), i;
	struct sok_replay r;
	char got[200];

	for (i = 0; i < n; i++) {
		play(&r, vectors[i].rows, vectors[i].moves, false);
		describe(got, sizeof(got), &r);
		if (strcmp(got, vectors[i].want) == 0)
			continue;
		fprintf(stderr, "%s with %s:\n\tgot  %s\n\twant %s\n",
		    vectors[i].rows, vectors[i].moves, got, vectors[i].want);
		unit_failures++;
	}
}

/* A cursor may be all there is of a game. */
static void
test_lone_star(void)
{
	struct sok_replay r;

	play(&r, D1, "*", false);
	CHECK(r.has_star && !r.many_stars);
	CHECK_NUM(r.star_at, 0);
}

/* In reverse play a box that no goal inside could give is missing, whatever
 * goals there are outside. */
static void
test_missing_box(void)
{
	struct sok_replay r;

	play(&r, "#########/#@$$. #.#/#########", "[]rrLl", true);
	CHECK_NUM(r.boxes_off, 1);
	CHECK_NUM(r.verdict, SOK_UNSOLVED);
}

static void
test_off_goal(void)
{
	const char *outside = "########/#@$.#$.#/########";
	struct sok_replay r;

	play(&r, outside, "R", false);
	CHECK_NUM(r.boxes_off, 0);
	CHECK_NUM(r.boxes_off_outside, 1);
	play(&r, outside, "R", true);
	CHECK_NUM(r.verdict, SOK_SOLVED);
	play(&r, outside, "[]rL", false);
	CHECK_NUM(r.verdict, SOK_UNSOLVED);
	CHECK_NUM(r.boxes_off_outside, 1);
	play(&r, outside, "[]rL", true);
	CHECK_NUM(r.verdict, SOK_SOLVED);
	/* More boxes than goals: pulls cannot fill the start squares. */
	play(&r, "#######/#@$. $#/#######", "[]rL", false);
	CHECK_NUM(r.verdict, SOK_UNSOLVED);
	CHECK_NUM(r.boxes_off, 1);
	play(&r, D1, "urrrrddLL*ruulDD", false);
	CHECK_NUM(r.boxes_off, 2);
	CHECK_NUM(r.total_moves, 15);
	CHECK_NUM(r.total_pushes, 4);
	CHECK_NUM(r.star_at, 9);
}

static void
test_final(void)
{
	struct sok_board want;
	struct sok_replay r;

	play(&r, D1, "urrrrddLL*ruulDD", false);
	read_board(&want,
	    "########/#      #/#  $   #/# $@   #/# . .  #/########", '/');
	CHECK(sok_board_equal(&r.final, &want));
	play(&r, D2, "[rrrd]UU(rLLL)(drD)", false);
	read_board(&want,
	    "########/#     .#/#  $$  #/#  @   #/# * .  #/########", '/');
	CHECK(sok_board_equal(&r.final, &want));
	play(&r, MULTI, "{rr}ll", false);
	read_board(&want,
	    "#######/#  .  #/#  $  #/# .$  #/# @@  #/#  .  #/#  $  #/#  @  #/"
	    "#######",
	    '/');
	CHECK(r.verdict == SOK_ILLEGAL && sok_board_equal(&r.final, &want));
	CHECK_NUM(r.fail_move, 2);
	CHECK_NUM(r.fail_at, 5);
}

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
        "warning 9:3 redo-moves: `R` behind `*` is not possible\n"},
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
        "note 9:1 solved-early: solved after move 1 already, played on to "
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
        "warning 9:1 wrong-case: `R` is no push, which is what a capital "
        "says\n"},
    {"######/#@ $.#/######", "", "", "rr",
        "warning 9:2 wrong-case: `r` is a push, which is written with a "
        "capital\n"},
    {SMALL, "", "", "R*RR*",
        "warning 9:2 redo-moves: there is more than one `*`; the first "
        "counts\n"
        "warning 9:3 redo-moves: `R` behind `*` is not possible\n"},
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

/* ---- places in the file */

/* The places of all bytes of moves that were written as these lines, the
 * first of which is line 3, with the column of its first byte. */
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
	/* The atom has the place, not the count. */
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

static void
test_compare(void)
{
	struct sok_metrics a = {.moves = 5, .pushes = 4, .lines = 3};
	struct sok_metrics b = {.moves = 6, .pushes = 3, .lines = 3};

	CHECK(sok_metrics_compare(&a, &b, false) < 0);
	CHECK(sok_metrics_compare(&a, &b, true) > 0);
	CHECK(sok_metrics_compare(&a, &a, true) == 0);
	b = a;
	b.player_lines = 1;
	CHECK(sok_metrics_compare(&a, &b, false) < 0);
}

/* ---- boards from moves */

static void
check_rebuild(const char *moves, const char *want)
{
	struct sok_game g = {.moves = sok_str(moves)};
	struct sok_board b, wanted;

	CHECK_NUM(sok_board_from_moves(&b, &g, &arena), want != NULL);
	if (want == NULL)
		return;
	read_board(&wanted, want, '/');
	if (!CHECK(sok_board_equal(&b, &wanted)))
		fprintf(stderr, "\tmoves %s\n", moves);
}

static void
test_rebuild(void)
{
	check_rebuild("R", SMALL);
	check_rebuild("[]rL", "#####/#@$.#/#####");
	check_rebuild("[rr]L", "######/#@ $.#/######");
	check_rebuild("rRR*l", "#######/#@ $ .#/#######");
	check_rebuild("R*R", "######/#@$. #/######");
	check_rebuild(
	    "(rurrdD)(uLulDD)", " #####/##   #/#@ $ #/## #$#/ #.#.#/ #####");
	check_rebuild("", NULL);
	check_rebuild("rrl", NULL);
	check_rebuild("RlRR", NULL);
	check_rebuild("Rr", NULL);
	check_rebuild("r[]L", NULL);
	check_rebuild("{}R", NULL);
	check_rebuild("[rrrr]L", NULL);
}

int
main(void)
{
	test_vectors();
	test_lone_star();
	test_missing_box();
	test_off_goal();
	test_final();
	test_findings();
	test_places();
	test_deep_places();
	test_recase();
	test_recount();
	test_compare();
	test_rebuild();
	sok_arena_free(&arena);
	return unit_done();
}
