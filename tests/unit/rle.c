/*
 * rle.c - run-length text: known texts, positions of errors, and runs compared
 * with a plain loop.
 */
#include "board/board.h"
#include "rle_text.h"

/* -- known texts */

static const struct known known[] = {
    {SOK_RLE_BOARD, "", ""},
    {SOK_RLE_BOARD, "3#4-@.#", "###----@.#"},
    {SOK_RLE_BOARD, "2(3(#-)#)", "#-#-#-##-#-#-#"},
    {SOK_RLE_BOARD, "--3#|3#-#|#@$.#|5#", "--###|###-#|#@$.#|#####"},
    {SOK_RLE_BOARD, "7#|#.@-#-#|#$*-$-#|#3-$-#|#-..--#|#--*--#|7#",
        "#######|#.@-#-#|#$*-$-#|#---$-#|#-..--#|#--*--#|#######"},
    {SOK_RLE_BOARD, "3#|#.3#|#*$-#|#-@-#|5#|", "###|#.###|#*$-#|#-@-#|#####|"},
    {SOK_RLE_BOARD, "18-5#", "------------------#####"},
    {SOK_RLE_BOARD, "#2$#", "#$$#"},
    {SOK_RLE_BOARD, "3#||3#", "###||###"},
    {SOK_RLE_BOARD, "(#)-()", "#-"},
    {SOK_RLE_BOARD, "100#", NULL},
    {SOK_RLE_BOARD, "4WpB_o", "WWWWpB_o"},
    {SOK_RLE_MOVES, "3r3U", "rrrUUU"},
    {SOK_RLE_MOVES, "2(3(dr)R)", "drdrdrRdrdrdrR"},
    {SOK_RLE_MOVES, "(rurrdD)(uLulDD)", "(rurrdD)(uLulDD)"},
    {SOK_RLE_MOVES, "urrrrddLL*ruulDD", "urrrrddLL*ruulDD"},
    {SOK_RLE_MOVES, "[3rd]UU(r3L)(drD)", "[rrrd]UU(rLLL)(drD)"},
    {SOK_RLE_MOVES, "<>2u\r\n1\n0\tl", "[]uullllllllll"},
    {SOK_RLE_MOVES, "{r3d}U2r", "{rddd}Urr"},
    {SOK_RLE_MOVES, "2(r(lu))", "r(lu)r(lu)"},
    {SOK_RLE_MOVES, "(2(r)u)", "(rru)"},
    {SOK_RLE_MOVES, "2([2(ul)]D)", "[ulul]D[ulul]D"},
    {SOK_RLE_MOVES, "u(r*l)d(r(u*)*)", "u*(rl)d**(r(u))"},
};

static void
known_texts(void)
{
	char hundred[101] = {0};

	memset(hundred, '#', 100);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const struct known *k = &known[i];
		struct sok_rle_error e;
		struct sok_buf b = {0};

		CHECK_NUM(sok_rle_decode(&b, sok_str(k->rle), k->kind,
		              &sok_default_limits, &e),
		    0);
		CHECK_STR(sok_buf_str(&b), k->flat ? k->flat : hundred);
		sok_buf_free(&b);
	}
}

struct wrong {
	enum sok_rle_kind kind;
	const char *rle;
	enum sok_rule rule;
	size_t at;
};

static const struct wrong wrong[] = {
    {SOK_RLE_BOARD, "0#", SOK_RLE_COUNT_RULE, 0},
    {SOK_RLE_BOARD, "#-03#", SOK_RLE_COUNT_RULE, 2},
    {SOK_RLE_BOARD, "3#2", SOK_RLE_COUNT_RULE, 2},
    {SOK_RLE_BOARD, "3#12|3#", SOK_RLE_COUNT_RULE, 2},
    {SOK_RLE_BOARD, "(#3)", SOK_RLE_COUNT_RULE, 2},
    {SOK_RLE_BOARD, "#3()", SOK_RLE_COUNT_RULE, 1},
    {SOK_RLE_BOARD, "#)", SOK_RLE_NESTING_RULE, 1},
    {SOK_RLE_BOARD, "#2((#)", SOK_RLE_NESTING_RULE, 1},
    {SOK_RLE_BOARD, "2(#-|)", SOK_RLE_GROUP_RULE, 0},
    {SOK_RLE_BOARD, "#(#|#)", SOK_RLE_GROUP_RULE, 1},
    {SOK_RLE_BOARD, "##r#", SOK_SYNTAX_RULE, 2},
    {SOK_RLE_BOARD, "#9999999#", SOK_LIMIT_RULE, 1},
    {SOK_RLE_BOARD, "12345678#", SOK_LIMIT_RULE, 0},
    {SOK_RLE_BOARD, "4096#|#4096-", SOK_LIMIT_RULE, 7},
    {SOK_RLE_BOARD, "((((((((((((((((#(#", SOK_LIMIT_RULE, 17},
    {SOK_RLE_MOVES, "0r", SOK_RLE_COUNT_RULE, 0},
    {SOK_RLE_MOVES, "r3", SOK_RLE_COUNT_RULE, 1},
    {SOK_RLE_MOVES, "[r3]", SOK_RLE_COUNT_RULE, 2},
    {SOK_RLE_MOVES, "r2*l", SOK_RLE_COUNT_RULE, 1},
    {SOK_RLE_MOVES, "r2[l]", SOK_RLE_GROUP_RULE, 1},
    {SOK_RLE_MOVES, "r2{l}", SOK_RLE_GROUP_RULE, 1},
    {SOK_RLE_MOVES, "3(r*l)", SOK_RLE_GROUP_RULE, 3},
    {SOK_RLE_MOVES, "3(r(*l))", SOK_RLE_GROUP_RULE, 4},
    {SOK_RLE_MOVES, "[r*l]", SOK_RLE_GROUP_RULE, 2},
    {SOK_RLE_MOVES, "r]", SOK_UNMATCHED_BRACKET_RULE, 1},
    {SOK_RLE_MOVES, "[[r]]", SOK_UNMATCHED_BRACKET_RULE, 1},
    {SOK_RLE_MOVES, "{r]", SOK_UNMATCHED_BRACKET_RULE, 2},
    {SOK_RLE_MOVES, "[(r])", SOK_UNMATCHED_BRACKET_RULE, 3},
    {SOK_RLE_MOVES, "([r)]", SOK_RLE_NESTING_RULE, 3},
    {SOK_RLE_MOVES, "u[r", SOK_UNMATCHED_BRACKET_RULE, 1},
    {SOK_RLE_MOVES, "rrWr", SOK_SYNTAX_RULE, 2},
    {SOK_RLE_MOVES, "9(9(9(9(9(9(9(9(9(r)))))))))", SOK_LIMIT_RULE, 2},
    {SOK_RLE_MOVES, "9999999(9999999(9999999(u)))", SOK_LIMIT_RULE, 8},
};

/* An error leaves the buffer and its memory unchanged. */
static void
wrong_texts(void)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		const struct wrong *w = &wrong[i];
		struct sok_rle_error e = {0};
		struct sok_buf b = {0};

		CHECK_NUM(sok_rle_decode(&b, sok_str(w->rle), w->kind,
		              &sok_default_limits, &e),
		    -1);
		CHECK_STR(
		    sok_str(sok_rules[e.rule].name), sok_rules[w->rule].name);
		if (!CHECK(e.at == w->at))
			fprintf(stderr, "%s: at %zu\n", w->rle, e.at);
		CHECK(e.message != NULL && b.s == NULL);
	}
}

/* Exactly the limits are allowed. */
static void
limits(void)
{
	struct sok_limits l = sok_default_limits;
	struct sok_rle_error e;
	struct sok_buf b = {0};

	l.v[SOK_LIMIT_SIDE] = 300;
	l.v[SOK_LIMIT_SQUARES] = 500;
	l.v[SOK_LIMIT_MOVES] = 100;
	l.v[SOK_LIMIT_DIGITS] = 3;
	l.v[SOK_LIMIT_NESTING] = 2;
	CHECK(
	    !sok_rle_decode(&b, SOK_STR("300#|200#|"), SOK_RLE_BOARD, &l, &e));
	CHECK(b.len == 502);
	CHECK(sok_rle_decode(&b, SOK_STR("300#|201#"), SOK_RLE_BOARD, &l, &e));
	CHECK(e.rule == SOK_LIMIT_RULE && e.at == 5 && b.len == 502);
	CHECK(sok_rle_decode(&b, SOK_STR("30(10#)#"), SOK_RLE_BOARD, &l, &e));
	CHECK(e.rule == SOK_LIMIT_RULE && e.at == 7);
	CHECK(!sok_rle_decode(&b, SOK_STR("50(r)50u"), SOK_RLE_MOVES, &l, &e));
	CHECK(sok_rle_decode(&b, SOK_STR("50(r)51u"), SOK_RLE_MOVES, &l, &e));
	CHECK(e.rule == SOK_LIMIT_RULE && e.at == 5);
	CHECK(sok_rle_decode(&b, SOK_STR("1000u"), SOK_RLE_MOVES, &l, &e));
	CHECK(e.rule == SOK_LIMIT_RULE && e.at == 0);
	CHECK(!sok_rle_decode(&b, SOK_STR("2(2(u))"), SOK_RLE_MOVES, &l, &e));
	CHECK(sok_rle_decode(&b, SOK_STR("2(2(2(u)))"), SOK_RLE_MOVES, &l, &e));
	CHECK(e.rule == SOK_LIMIT_RULE && e.at == 5);
	sok_buf_free(&b);
}

/* -- random texts, encoded and decoded */

/* A game: matching brackets, and at most one position mark outside of them. */
static size_t
random_game(char *s, size_t max)
{
	char open[16];
	size_t n = 0, depth = 0, jump = 0;

	while (n + depth + 20 < max && below(max)) {
		size_t what = below(12);

		if (what == 0 && depth < 10) {
			s[n++] = '(';
			open[depth++] = ')';
		} else if (what == 1 && depth < 10 && !jump) {
			s[n++] = below(2) ? '[' : '{';
			jump = depth + 1;
			open[depth++] = s[n - 1] == '[' ? ']' : '}';
		} else if (what < 4 && depth > 0) {
			s[n++] = open[--depth];
			jump = jump == depth + 1 ? 0 : jump;
		} else if (what == 4 && depth == 0) {
			s[n++] = '*';
		} else {
			for (size_t k = 1 + below(1 + below(9)); k > 0; k--)
				s[n++] = "udlrUDLR"[below(8)];
		}
	}
	while (depth > 0)
		s[n++] = open[--depth];
	return n;
}

/* The encoding without groups, a run at a time. */
static void
run_by_run(struct sok_buf *out, struct sok_str flat, enum sok_rle_kind kind,
    size_t min_run)
{
	char count[24];

	for (size_t i = 0, n; i < flat.len; i += n) {
		for (n = 1; i + n < flat.len && flat.s[i + n] == flat.s[i];)
			n++;
		if (n >= min_run && rle_is_atom(kind, flat.s[i])) {
			snprintf(count, sizeof(count), "%zu", n);
			sok_buf_add(out, sok_str(count));
			sok_buf_addc(out, flat.s[i]);
		} else {
			sok_buf_fill(out, flat.s[i], n);
		}
	}
}

static void
there_and_back(struct sok_str flat, enum sok_rle_kind kind)
{
	struct sok_buf rle = {0}, plain = {0}, back = {0};
	struct sok_rle_error e;
	size_t min_run = 2 + below(below(4) ? 4 : 40);

	for (int groups = 0; groups < 2; groups++) {
		rle.len = back.len = 0;
		sok_rle_encode(&rle, flat, kind, min_run, groups);
		CHECK(!rle.failed);
		CHECK(!sok_rle_decode(
		    &back, sok_buf_str(&rle), kind, &sok_default_limits, &e));
		if (CHECK(sok_str_eq(sok_buf_str(&back), flat)))
			continue;
		fprintf(stderr, "%.*s -> %.*s\n", (int)flat.len, flat.s,
		    (int)rle.len, rle.s);
	}
	sok_rle_encode(&plain, flat, kind, min_run, false);
	CHECK(rle.len <= plain.len && plain.len <= flat.len);
	back.len = 0;
	run_by_run(&back, flat, kind, min_run);
	CHECK(sok_str_eq(sok_buf_str(&plain), sok_buf_str(&back)));
	sok_buf_free(&rle);
	sok_buf_free(&plain);
	sok_buf_free(&back);
}

static void
random_flat(void)
{
	size_t n = below(below(20) ? 150 : 1200);
	char *s = random_text("#-$.*@|", n, 40);
	char game[400];

	there_and_back(cut(s, n), SOK_RLE_BOARD);
	free(s);
	s = random_text(below(2) ? "udlrUDLR" : "rl", n, below(2) ? 2 : 300);
	there_and_back(cut(s, n), SOK_RLE_MOVES);
	free(s);
	there_and_back(cut(game, random_game(game, below(400))), SOK_RLE_MOVES);
}

/* Any bytes: accepted text is within the limits, and survives encoding. */
static void
random_rle(void)
{
	static const char *const alphabet[] = {"##--$|12", "#-3(2)",
	    "#-@ 1902|", "udlrURDL2349", "rl25()[]", "r*(3)<>{ \n", "ul1790"};
	size_t which = below(7), n = below(200);
	enum sok_rle_kind kind = which < 3 ? SOK_RLE_BOARD : SOK_RLE_MOVES;
	char *s = random_text(alphabet[which], n, 3);
	struct sok_buf flat = {0};
	struct sok_rle_error e = {0};
	struct sok_limits l = sok_default_limits;
	int got;

	l.v[SOK_LIMIT_SIDE] = below(2) ? 300 : 4000;
	l.v[SOK_LIMIT_SQUARES] = below(2) ? 500 : 5000;
	l.v[SOK_LIMIT_MOVES] = below(2) ? 500 : 5000;
	l.v[SOK_LIMIT_DIGITS] = 1 + below(4);
	got = sok_rle_decode(&flat, cut(s, n), kind, &l, &e);
	CHECK(e.at <= n && flat.len <= 5000 + n);
	CHECK(got == 0 || flat.s == NULL);
	if (got == 0)
		there_and_back(sok_buf_str(&flat), kind);
	sok_buf_free(&flat);
	free(s);
}

int
main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;

	known_texts();
	wrong_texts();
	limits();
	for (size_t i = 0; i < n; i++) {
		random_flat();
		random_rle();
	}
	return unit_done();
}
