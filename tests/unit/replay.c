/*
 * replay.c - games: vectors from the specifications of formats, and boards from
 * moves.
 */
#include "game.h"
#include "unit.h"
#include "play/play.h"

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
    /* A jump after the first pull is allowed if the walk is possible. */
    {"#########/#@ $. $.#/#       #/#########", "[rr]L[rrr]rL",
        "reverse solved 8/2 2 2 2 3 2"},
    {"#########/#@ $. $.#/#########", "[rr]L[rrr]rL",
        "reverse unsolved 8/2 2 2 2 3 2 jump-after-pull"},
    {"#########/#@ $. $.#/#########", "[rr]*L[rrr]rL",
        "reverse unsolved 2/0 0 0 0 0 0 redo"},
    /* In the end any player may be at any start, unless a box is in the way. */
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
	if (r->problem != SOK_NO_RULE)
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

/* A game may consist only of a star. */
static void
test_lone_star(void)
{
	struct sok_replay r;

	play(&r, D1, "*", false);
	CHECK(r.has_star && !r.many_stars);
	CHECK_NUM(r.star_at, 0);
}

/* In reverse play, a box is missing if the goals inside cannot supply it,
 * whatever goals are outside. */
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
	/* In reverse play there are as many boxes as goals. */
	play(&r, "######/#@$..#/######", "[]", false);
	read_board(&want, "######/#@ **#/######", '/');
	CHECK(sok_board_equal(&r.final, &want));
	CHECK(r.final.boxes == 2 && r.final.goals == 2);
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
	struct sok_no_board why;
	struct sok_board b, wanted;

	CHECK_NUM(sok_board_from_moves(&b, SOK_SOKOBAN, &g, &why, &arena),
	    want != NULL);
	if (want == NULL)
		return;
	read_board(&wanted, want, '/');
	if (!CHECK(sok_board_equal(&b, &wanted)))
		fprintf(stderr, "\tmoves %s\n", moves);
}

/* A game ends with its moves, whatever bytes follow them in memory. */
static void
test_end(void)
{
	struct sok_replay_options o = {.reachable_only = false};
	struct sok_puzzle p;
	struct sok_replay r;
	struct sok_game g;

	for (size_t n = 0; n <= 12; n++) {
		read_game(&p, &g, "##########/#@$     .#/##########", '/',
		    "RRRRRRllllllrrrrrr");
		g.moves.len = n;
		CHECK(sok_replay(&p, &g, &o, &r, &arena) == 0);
		CHECK_NUM(r.at.moves, n);
		CHECK_NUM(r.at.pushes, n < 6 ? n : 6);
		CHECK(r.verdict == (n < 6 ? SOK_UNSOLVED : SOK_SOLVED));
	}
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
	test_end();
	test_compare();
	test_rebuild();
	sok_arena_free(&arena);
	return unit_done();
}
