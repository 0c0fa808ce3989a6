/*
 * write_json.c - writes one puzzle per line as a JSON object, with all
 * contents of the puzzle and computed properties.
 */
#include <search.h>
#include <string.h>

#include "base/bits.h"
#include "format/write_text.h"
#include "text/key.h"
#include "tools.h"

/* How many of the first bytes of a string, from byte i on, are ASCII that
 * stands for itself. */
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

/* The inside of a string, in UTF-8.  Characters that control a terminal are
 * escaped as well. */
static void
put_inside(struct sok_output *o, struct sok_str s)
{
	static const char special[] = "\"\\\b\f\n\r\t", name[] = "\"\\bfnrt";
	const char *found;
	size_t from = 0, n;

	for (size_t i = 0; (i += plain_length(s, i)) < s.len; i += n) {
		uint32_t c = (unsigned char)s.s[i];

		n = 1;
		if (c >= 0x80)
			n = sok_str_char(sok_str_from(s, i), &c);
		n += n == 0;
		found = c < 0x80 ? memchr(special, (int)c, 7) : NULL;
		if (found == NULL && !escape_needed(c))
			continue;
		sok_out(o, sok_str_sub(s, from, i));
		if (found != NULL)
			sok_outf(o, "\\%c", name[found - special]);
		else
			sok_outf(
			    o, c < ' ' ? "\\u%04X" : "\\u%04x", (unsigned)c);
		from = i + n;
	}
	sok_out(o, sok_str_from(s, from));
}

/* Several lines as one string; before ends with its opening quote. */
static void
put_text(struct sok_writer *w, const char *before, const struct sok_text *t)
{
	sok_out(w->out, sok_str(before));
	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_out(w->out, SOK_STR("\\n"));
		if (plain_length(t->line[i], 0) == t->line[i].len)
			sok_out(w->out, t->line[i]);
		else
			put_inside(w->out, writer_utf8(w, t->line[i]));
	}
	sok_outc(w->out, '"');
}

static void
put_string(struct sok_writer *w, const char *before, struct sok_str s)
{
	put_text(w, before, &(struct sok_text){&s, 1});
}

static void
put_number(struct sok_writer *w, const char *before, size_t n)
{
	sok_out(w->out, sok_str(before));
	sok_out_number(w->out, n);
}

static void
put_id(struct sok_writer *w, const char *before, bool has_id, uint64_t id)
{
	sok_out(w->out, sok_str(before));
	if (!has_id) {
		sok_out(w->out, SOK_STR("null"));
		return;
	}
	sok_outc(w->out, '"');
	write_id(w->out, id);
	sok_outc(w->out, '"');
}

/* Rows at full width, with blanks for floor. */
static void
put_rows(struct sok_writer *w, const char *before, const struct sok_board *b)
{
	sok_out(w->out, sok_str(before));
	for (int y = 0; y < b->height; y++) {
		sok_out(w->out, y > 0 ? SOK_STR("\",\"") : SOK_STR("\""));
		write_squares(w->out, b, y, (size_t)b->width, sok_xsb);
	}
	sok_out(w->out, b->height > 0 ? SOK_STR("\"]") : SOK_STR("]"));
}

/* ---- keys */

static int
by_bytes(const void *a, const void *b)
{
	const struct sok_str *x = a, *y = b;
	int order = memcmp(x->s, y->s, x->len < y->len ? x->len : y->len);

	return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* The name of a known key in lower case, empty if the line has none. */
static struct sok_str
key_name(struct sok_writer *w, struct sok_str line, struct sok_str *value)
{
	struct sok_str key;
	char *name;

	if (!sok_key_known(line) || !sok_key_split(line, &key, value) ||
	    key.len > 63 || !sok_str_utf8(key))
		return SOK_STR("");
	name = sok_arena_alloc(&w->arena, key.len, 1);
	if (writer_fails(w, name == NULL))
		return SOK_STR("");
	for (size_t i = 0; i < key.len; i++)
		name[i] = sok_lower(key.s[i]);
	return (struct sok_str){name, key.len};
}

/* Write the known keys.  If a key is repeated, the first one counts. */
static void
put_keys(struct sok_writer *w, const char *before, const struct sok_text *t)
{
	struct sok_str *name = sok_arena_alloc(&w->arena, t->n, sizeof(*name));
	struct sok_str value, **at;
	void *names = NULL;
	size_t n = 0;

	sok_out(w->out, sok_str(before));
	sok_outc(w->out, '{');
	if (writer_fails(w, name == NULL))
		return;
	for (size_t i = 0; (i = key_outside(t, i)) < t->n; i++) {
		name[n] = key_name(w, t->line[i], &value);
		if (name[n].len == 0)
			continue;
		at = tsearch(&name[n], &names, by_bytes);
		if (writer_fails(w, at == NULL))
			break;
		if (*at != &name[n])
			continue;
		put_string(w, n == 0 ? "\"" : ",\"", name[n]);
		put_string(w, ":\"", value);
		n++;
	}
	while (n > 0)
		tdelete(&name[--n], &names, by_bytes);
	sok_outc(w->out, '}');
}

/* ---- games */

/* What a replay finds; null where the game cannot be replayed. */
static void
put_metrics(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_position *position)
{
	const struct sok_replay_options o = {
	    .no_final = true, .position = position};
	struct sok_replay r = {.verdict = SOK_NOT_SUPPORTED};

	if (position != NULL)
		writer_fails(w, sok_replay(p, g, &o, &r, &w->arena) == -1);
	if (r.verdict == SOK_NOT_SUPPORTED) {
		sok_out(w->out, SOK_STR("null"));
		return;
	}
	sok_outf(w->out, "{\"verdict\":\"%s\",\"mode\":\"%s\"",
	    sok_verdict_name[r.verdict], sok_mode_name[r.mode]);
	/* Those of YASC stand beside the lines. */
#define METRIC(name) \
	put_number(w, ",\"" #name "\":", r.at.name); \
	if (&r.at.name == &r.at.lines) \
		put_number(w, ",\"yasc_lines\":", r.at.yasc_lines);
	SOK_METRICS(METRIC)
#undef METRIC
	sok_outc(w->out, '}');
}

static void
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *position = write_position(w, p);

	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		put_string(
		    w, i > 0 ? ",{\"name\":\"" : "{\"name\":\"", g->title_line);
		put_string(w, ",\"moves\":\"", g->moves);
		put_text(w, ",\"text\":\"", &g->text);
		sok_out(w->out, SOK_STR(",\"metrics\":"));
		put_metrics(w, p, g, position);
		sok_outc(w->out, '}');
	}
}

/* ---- lines */

static void
json_header(struct sok_writer *w, const struct sok_header *h)
{
	put_text(w, "{\"header\":true,\"text\":\"", &h->text);
	sok_out(w->out, SOK_STR("}\n"));
}

static bool
json_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board none = {0},
	                       *b = p->has_board ? &p->board : &none;
	const char *file = p->pos.file != NULL ? p->pos.file : "-";
	struct sok_str game;
	struct sok_id id = {0};
	int has = sok_identity(p, &id, &w->arena);

	writer_fails(w, has == -1);
	/* The name of the variant; of an unknown one the name in the text. */
	game = p->variant == SOK_UNSUPPORTED
	    ? key_game(&p->text)
	    : sok_str(sok_variant_name(p->variant));
	if (game.s == NULL && p->header != NULL)
		game = p->header->game;
	put_id(w, "{\"id\":", has == 1, id.unique);
	put_id(w, ",\"exact_id\":", has == 1, id.exact);
	put_string(w, ",\"title\":\"", p->title);
	put_string(w, ",\"author\":\"", sok_puzzle_author(p));
	put_rows(w, ",\"board\":[", b);
	put_number(w, ",\"width\":", (size_t)b->width);
	put_number(w, ",\"height\":", (size_t)b->height);
	put_number(w, ",\"boxes\":", b->boxes);
	put_string(w, ",\"game\":\"", game);
	put_string(w, ",\"title_line\":\"", p->title_line);
	put_keys(w, ",\"keys\":", &p->text);
	put_text(w, ",\"text\":\"", &p->text);
	sok_out(w->out, SOK_STR(",\"games\":["));
	put_games(w, p);
	put_string(w, "],\"source\":{\"file\":\"", sok_str(file));
	put_number(w, ",\"line\":", p->pos.line);
	put_number(w, ",\"number\":", p->number);
	sok_out(w->out, SOK_STR("}}\n"));
	return true;
}

const struct sok_write_ops write_json_ops = {
    .header = json_header, .puzzle = json_puzzle, .lasts = true};
