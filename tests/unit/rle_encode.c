/*
 * rle_encode.c - the shortest run-length text: compared with every encoding of
 * short texts, and with a slow search for longer ones; boards.
 */
#include "board/board.h"
#include "rle_text.h"

/* -- shortest */

#define SHORT 16  /* letters of a short text */
#define LONGEST 6 /* bytes of an encoding that is tried */

/* By text of a and b, as binary digits after a 1: the shortest encoding. */
static unsigned char shortest[2 << SHORT];

static void
try_encoding(const char *rle, size_t n)
{
	static struct sok_buf b;
	struct sok_limits l = sok_default_limits;
	struct sok_rle_error e;
	size_t text = 1;

	l.v[SOK_LIMIT_MOVES] = SHORT;
	b.len = 0;
	if (sok_rle_decode(&b, cut(rle, n), SOK_RLE_MOVES, &l, &e) == -1)
		return;
	for (size_t i = 0; i < b.len; i++) {
		if (b.s[i] == '(' || b.s[i] == ')')
			return;
		text = 2 * text + (b.s[i] == 'r');
	}
	if (shortest[text] == 0)
		shortest[text] = (unsigned char)n;
}

/* Every text of up to six bytes is decoded: none gives a text in fewer bytes
 * than the encoding with groups. */
static void
nothing_shorter(void)
{
	static const char alphabet[] = "lr()0123456789";
	struct sok_buf b = {0};
	char rle[LONGEST], flat[SHORT];

	for (size_t n = 1, all = 14; n <= LONGEST; n++, all *= 14)
		for (size_t k = 0; k < all; k++) {
			for (size_t i = 0, rest = k; i < n; i++, rest /= 14)
				rle[i] = alphabet[rest % 14];
			try_encoding(rle, n);
		}
	for (size_t text = 2; text < 2 << SHORT; text++) {
		size_t n = 0;

		for (size_t rest = text; rest > 1; rest /= 2)
			n++;
		for (size_t i = 0; i < n; i++)
			flat[i] = text >> (n - 1 - i) & 1 ? 'r' : 'l';
		b.len = 0;
		sok_rle_encode(&b, cut(flat, n), SOK_RLE_MOVES, 3, true);
		CHECK(
		    shortest[text] ? b.len == shortest[text] : b.len > LONGEST);
	}
	sok_buf_free(&b);
}

/* The shortest encoding of every part, by trying every split and every period,
 * however long this takes. */
static size_t
slow_search(const char *s, size_t n)
{
	static unsigned char best[64][64];

	for (size_t len = 1; len <= n; len++)
		for (size_t i = 0; i + len <= n; i++) {
			size_t min = len;

			for (size_t k = 1; k < len; k++) {
				size_t sum =
				    (size_t)best[i][k] + best[i + k][len - k];

				min = sum < min ? sum : min;
			}
			for (size_t p = 1; p <= len / 2; p++) {
				size_t price = p == 1 ? 1 : 2u + best[i][p];

				price += len / p < 10 ? 1 : 2;
				if (len % p == 0 &&
				    !memcmp(s + i, s + i + p, len - p) &&
				    price < min)
					min = price;
			}
			best[i][len] = (unsigned char)min;
		}
	return best[0][n];
}

static void
random_shortest(void)
{
	size_t n = 1 + below(60), p = 1 + below(n);
	char *s = random_text(below(2) ? "rl" : "rlu", n, 4);
	struct sok_buf b = {0};

	for (size_t i = p; i < n; i++)
		if (below(16))
			s[i] = s[i - p];
	sok_rle_encode(&b, cut(s, n), SOK_RLE_MOVES, 3, true);
	if (!CHECK(b.len == slow_search(s, n)))
		fprintf(stderr, "%.*s -> %.*s\n", (int)n, s, (int)b.len, b.s);
	sok_buf_free(&b);
	free(s);
}

static const struct known encoded[] = {
    {SOK_RLE_BOARD, "2(3(#-)#)", "#-#-#-##-#-#-#"},
    {SOK_RLE_BOARD, "3#4-@.#", "###----@.#"},
    {SOK_RLE_BOARD, "##|##|4#", "##|##|####"},
    {SOK_RLE_BOARD, "3#||3#", "###||###"},
    {SOK_RLE_MOVES, "2(3(dr)R)", "drdrdrRdrdrdrR"},
    {SOK_RLE_MOVES, "3(rl)r", "rlrlrlr"}, /* not r3(lr) */
    {SOK_RLE_MOVES, "3((rl))", "(rl)(rl)(rl)"},
    {SOK_RLE_MOVES, "((rr))", "((rr))"},
    {SOK_RLE_MOVES, "4([r]u)", "[r]u[r]u[r]u[r]u"},
    {SOK_RLE_MOVES, "[4(ru)]4(ul)", "[rurururu]ulululul"},
    {SOK_RLE_MOVES, "3(ru)*3(ru)", "rururu*rururu"},
    {SOK_RLE_MOVES, "**", "**"},
};

static void
known_encodings(void)
{
	struct sok_buf b = {0};

	for (size_t i = 0; i < sizeof(encoded) / sizeof(encoded[0]); i++) {
		const struct known *k = &encoded[i];

		b.len = 0;
		sok_rle_encode(&b, sok_str(k->flat), k->kind, 3, true);
		CHECK_STR(sok_buf_str(&b), k->rle);
	}
	sok_buf_free(&b);
}

/* Texts of every length that fits twice in a window, without a period of their
 * own: repeated, each is a group. */
static void
groups_of_every_length(void)
{
	char text[256];
	struct sok_buf once = {0}, twice = {0}, want = {0};

	for (size_t n = 2; n <= sizeof(text) / 2; n++) {
		/* Some u and one r, then some more and one l, and so on. */
		for (size_t i = 0, next = 1, step = 1; i < n; i++) {
			text[i] = 'u';
			if (i == next) {
				text[i] = step % 2 ? 'r' : 'l';
				next += 2 + ++step;
			}
		}
		memcpy(text + n, text, n);
		once.len = twice.len = want.len = 0;
		sok_rle_encode(&once, cut(text, n), SOK_RLE_MOVES, 3, true);
		sok_rle_encode(
		    &twice, cut(text, 2 * n), SOK_RLE_MOVES, 3, true);
		sok_buf_fmt(&want, "2(%.*s)", (int)once.len, once.s);
		if (n < 8)
			CHECK(twice.len <= want.len);
		else
			CHECK(sok_str_eq(
			    sok_buf_str(&twice), sok_buf_str(&want)));
	}
	sok_buf_free(&once);
	sok_buf_free(&twice);
	sok_buf_free(&want);
}

/* Longer than a window: a run is not split. */
static void
long_runs(void)
{
	struct sok_buf flat = {0}, rle = {0};

	sok_buf_fill(&flat, 'u', 200);
	sok_buf_fill(&flat, 'r', 12345678);
	sok_buf_fill(&flat, 'd', 100);
	sok_rle_encode(&rle, sok_buf_str(&flat), SOK_RLE_MOVES, 3, true);
	CHECK_STR(sok_buf_str(&rle), "200u9999999r2345679r100d");
	rle.len = 0;
	sok_rle_encode(&rle, sok_buf_str(&flat), SOK_RLE_MOVES, 3, false);
	CHECK_STR(sok_buf_str(&rle), "200u9999999r2345679r100d");
	sok_buf_free(&flat);
	sok_buf_free(&rle);
}

/* -- boards */

static void
boards(void)
{
	unsigned char sq[] = {1, 1, 1, 0, 0, 0, 0, 0, 1, 8, 4, 1};
	struct sok_board b = {.width = 4, .height = 3, .sq = sq};
	struct sok_buf out = {0};

	sok_rle_board(&out, &b, false, 3, false);
	sok_buf_addc(&out, ' ');
	sok_rle_board(&out, &b, true, 2, true);
	CHECK_STR(sok_buf_str(&out), "3#|-|#@$# 3#-|4-|#@$#");
	sok_buf_free(&out);
}

/* The squares of any board, compared with a plain loop. */
static void
random_board(void)
{
	static const unsigned char square[] = {0, 0, 0, 1, 2, 4, 6, 8, 10};
	size_t width = 1 + below(70), height = 1 + below(5), n = 0;
	unsigned char *sq = malloc(width * height);
	char want[5 * 71 + 1];
	struct sok_board b = {
	    .width = (int)width, .height = (int)height, .sq = sq};
	struct sok_buf out = {0};
	bool full = below(2);

	for (size_t y = 0; y < height; y++) {
		size_t start = n;

		for (size_t x = 0; x < width; x++) {
			unsigned char s = square[below(9)];

			sq[y * width + x] = s;
			want[n++] = s ? sok_xsb[s] : '-';
		}
		while (!full && n > start + 1 && want[n - 1] == '-')
			n--;
		want[n++] = y + 1 < height ? '|' : '\0';
	}
	sok_rle_board(&out, &b, full, SIZE_MAX, false);
	CHECK_STR(sok_buf_str(&out), want);
	sok_buf_free(&out);
	free(sq);
}

int
main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;

	known_encodings();
	groups_of_every_length();
	long_runs();
	boards();
	nothing_shorter();
	for (size_t i = 0; i < n; i++) {
		random_shortest();
		random_board();
	}
	return unit_done();
}
