/* write_json.c - writes each puzzle with properties as a line of JSON. */
#include <search.h>
#include <string.h>

#include "base/base.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* How many bytes from byte i on are ASCII without an escape. */
static size_t
plain_length(struct sok_str s, size_t i)
{
	const size_t from = i;
	uint64_t v;

	for (; i + sizeof(v) <= s.len; i += sizeof(v)) {
		memcpy(&v, s.s + i, sizeof(v));
		if (bits_equal(v, '"') | bits_equal(v, '\\') |
		    bits_equal(v, '\x7f') |
		    (((v - ' ' * BITS_EVERY) | v) & 0x80 * BITS_EVERY))
			break;
	}
	while (i < s.len && s.s[i] >= ' ' && s.s[i] <= '~' && s.s[i] != '"' &&
	    s.s[i] != '\\')
		i++;
	return i - from;
}

/* Write several lines as one string in UTF-8; before ends with its opening
 * quote.  Characters that control a terminal are escaped as well. */
static void
put_text(struct sok_writer *w, struct sok_str before, const struct sok_text *t)
{
	static const char special[] = "\"\\\b\f\n\r\t", name[] = "\"\\bfnrt";

	sok_out(w->out, before);
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i];
		size_t at = plain_length(s, 0), from = 0;

		if (i > 0)
			sok_out(w->out, SOK_STR("\\n"));
		if (at < s.len)
			s = writer_utf8(w, s);
		while (at < s.len) {
			uint32_t c = 0;
			size_t n = sok_str_char(sok_str_from(s, at), &c);
			const char *found =
			    c < 0x80 ? memchr(special, (int)c, 7) : NULL;

			n += n == 0;
			if (found != NULL || escape_needed(c)) {
				sok_out(w->out, sok_str_sub(s, from, at));
				if (found != NULL)
					sok_outf(w->out, "\\%c",
					    name[found - special]);
				else
					sok_outf(w->out,
					    c < ' ' ? "\\u%04X" : "\\u%04x",
					    (unsigned)c);
				from = at + n;
			}
			at += n + plain_length(s, at + n);
		}
		sok_out(w->out, sok_str_from(s, from));
	}
	sok_outc(w->out, '"');
}

static void
put_string(struct sok_writer *w, struct sok_str before, struct sok_str s)
{
	put_text(w, before, &(struct sok_text){&s, 1});
}

static void
put_number(struct sok_writer *w, struct sok_str before, size_t n)
{
	sok_out(w->out, before);
	sok_out_number(w->out, n);
}

static int
by_bytes(const void *a, const void *b)
{
	const struct sok_str *x = a, *y = b;
	int order = memcmp(x->s, y->s, x->len < y->len ? x->len : y->len);

	return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* Write the known keys, in lower case; the first of a name counts. */
static void
put_keys(struct sok_writer *w, const struct sok_text *t)
{
	enum { LONGEST = 63 };
	struct sok_str *name = sok_arena_alloc(&w->arena, t->n, sizeof(*name));
	struct sok_str key, value;
	void *names = NULL;
	size_t n = 0;

	sok_out(w->out, SOK_STR(",\"keys\":{"));
	if (writer_fails(w, name == NULL))
		return;
	for (size_t i = 0; (i = key_outside(t, i)) < t->n; i++) {
		if (!sok_key_known(t->line[i]) ||
		    !sok_key_split(t->line[i], &key, &value) ||
		    key.len > LONGEST || !sok_str_utf8(key))
			continue;
		char *lower = sok_arena_alloc(&w->arena, key.len, 1);
		if (writer_fails(w, lower == NULL))
			break;
		for (size_t k = 0; k < key.len; k++)
			lower[k] = sok_lower(key.s[k]);
		name[n] = (struct sok_str){lower, key.len};
		struct sok_str **at = tsearch(&name[n], &names, by_bytes);
		if (writer_fails(w, at == NULL))
			break;
		if (*at != &name[n])
			continue;
		put_string(w, n == 0 ? SOK_STR("\"") : SOK_STR(",\""), name[n]);
		put_string(w, SOK_STR(":\""), value);
		n++;
	}
	while (n > 0)
		tdelete(&name[--n], &names, by_bytes);
	sok_outc(w->out, '}');
}

/* Write the games with their replay, null where there is none. */
static void
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *at = write_position(w, p);
	const struct sok_replay_options o = {.no_final = true, .position = at};

	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];
		struct sok_replay r = {.verdict = SOK_NOT_SUPPORTED};

		sok_out(w->out, i > 0 ? SOK_STR(",{") : SOK_STR("{"));
		put_string(w, SOK_STR("\"name\":\""), g->title_line);
		put_string(w, SOK_STR(",\"moves\":\""), g->moves);
		put_text(w, SOK_STR(",\"text\":\""), &g->text);
		if (at != NULL)
			writer_fails(
			    w, sok_replay(p, g, &o, &r, &w->arena) == -1);
		if (r.verdict == SOK_NOT_SUPPORTED) {
			sok_out(w->out, SOK_STR(",\"metrics\":null}"));
			continue;
		}
		put_string(w, SOK_STR(",\"metrics\":{\"verdict\":\""),
		    sok_str(sok_verdict_name[r.verdict]));
		put_string(
		    w, SOK_STR(",\"mode\":\""), sok_str(sok_mode_name[r.mode]));
		/* Those of YASC stand beside the lines. */
#define METRIC(name) \
	put_number(w, SOK_STR(",\"" #name "\":"), r.at.name); \
	if (&r.at.name == &r.at.lines) \
		put_number(w, SOK_STR(",\"yasc_lines\":"), r.at.yasc_lines);
		SOK_METRICS(METRIC)
#undef METRIC
		sok_out(w->out, SOK_STR("}}"));
	}
}

static void
json_header(struct sok_writer *w, const struct sok_header *h)
{
	put_text(w, SOK_STR("{\"header\":true,\"text\":\""), &h->text);
	sok_out(w->out, SOK_STR("}\n"));
}

static bool
json_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	static const struct sok_board none;
	const struct sok_board *b = p->has_board ? &p->board : &none;
	const char *file = p->pos.file != NULL ? p->pos.file : "-";
	size_t width = (size_t)b->width, height = (size_t)b->height, n = 0;
	struct sok_id id = {0};
	int has = sok_identity(p, &id, &w->arena);
	char *rows = sok_arena_alloc(
	    &w->arena, height * (width + 3) + BYTES_PAD, sizeof(*rows));

	writer_fails(w, has == -1);
	if (writer_fails(w, rows == NULL))
		return false;
	struct sok_str game = write_game(p);
	if (game.len == 0)
		game = sok_str(sok_variant_name(SOK_SOKOBAN));
	/* Rows at full width, with blanks for floor. */
	for (size_t y = 0; y < height; y++) {
		rows[n++] = '"';
		bytes_glyphs(rows + n, b->sq + y * width, width,
		    (height - y) * width, sok_xsb);
		n += width;
		rows[n++] = '"';
		rows[n++] = ',';
	}

	if (has == 1) {
		sok_out(w->out, SOK_STR("{\"id\":\""));
		write_id(w->out, id.unique);
		sok_out(w->out, SOK_STR("\",\"exact_id\":\""));
		write_id(w->out, id.exact);
		sok_outc(w->out, '"');
	} else {
		sok_out(w->out, SOK_STR("{\"id\":null,\"exact_id\":null"));
	}
	put_string(w, SOK_STR(",\"title\":\""), p->title);
	put_string(w, SOK_STR(",\"author\":\""), sok_puzzle_author(p));
	sok_out(w->out, SOK_STR(",\"board\":["));
	sok_out(w->out, (struct sok_str){rows, n - (n > 0)});
	sok_out(w->out, SOK_STR("]"));
	put_number(w, SOK_STR(",\"width\":"), width);
	put_number(w, SOK_STR(",\"height\":"), height);
	put_number(w, SOK_STR(",\"boxes\":"), b->boxes);
	put_string(w, SOK_STR(",\"game\":\""), game);
	put_string(w, SOK_STR(",\"title_line\":\""), p->title_line);
	put_keys(w, &p->text);
	put_text(w, SOK_STR(",\"text\":\""), &p->text);
	sok_out(w->out, SOK_STR(",\"games\":["));
	put_games(w, p);
	put_string(w, SOK_STR("],\"source\":{\"file\":\""), sok_str(file));
	put_number(w, SOK_STR(",\"line\":"), p->pos.line);
	put_number(w, SOK_STR(",\"number\":"), p->number);
	sok_out(w->out, SOK_STR("}}\n"));
	return true;
}

const struct sok_write_ops write_json_ops = {
    .header = json_header, .puzzle = json_puzzle, .lasts = true};
