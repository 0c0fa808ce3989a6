/*
 * write_json.c - writes one puzzle per line as a JSON object, with all
 * contents of the puzzle and computed properties.
 */
#include <string.h>

#include "text/key.h"
#include "text/writer.h"
#include "tools.h"

/* Characters that a terminal would obey are written as escapes: cut at s.s[i];
 * how many bytes it has, 0 if it can stay. */
static size_t
put_high(struct sok_output *o, struct sok_str *s, size_t i)
{
	uint32_t c;
	size_t n = sok_str_char(sok_str_from(*s, i), &c);

	if (n == 0 || !escape_needed(c))
		return 0;
	sok_out(o, sok_str_sub(*s, 0, i));
	sok_outf(o, "\\u%04x", (unsigned)c);
	*s = sok_str_from(*s, i + n);
	return n;
}

static void
put_escape(struct sok_output *o, char c)
{
	static const char escaped[] = "\"\"\\\\\bb\ff\nn\rr\tt";

	for (size_t i = 0; escaped[i] != '\0'; i += 2)
		if (escaped[i] == c) {
			sok_outc(o, '\\');
			sok_outc(o, escaped[i + 1]);
			return;
		}
	sok_outf(o, "\\u%04X", (unsigned)(unsigned char)c);
}

/* The inside of a string, of UTF-8. */
static void
put_inside(struct sok_output *o, struct sok_str s)
{
	size_t i = 0;

	while (i < s.len) {
		unsigned char c = (unsigned char)s.s[i];

		if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
			i++;
		} else if (c >= 0x7f) {
			i = put_high(o, &s, i) > 0 ? 0 : i + 1;
		} else {
			sok_out(o, sok_str_sub(s, 0, i));
			put_escape(o, s.s[i]);
			s = sok_str_from(s, i + 1);
			i = 0;
		}
	}
	sok_out(o, s);
}

/* A string after what introduces it; -1 on ENOMEM. */
static int
string(struct sok_writer *w, const char *before, struct sok_str s)
{
	sok_out(w->out, sok_str(before));
	sok_outc(w->out, '"');
	if (s.len > 0) {
		s = writer_utf8(w, s);
		if (s.s == NULL)
			return -1;
		put_inside(w->out, s);
	}
	sok_outc(w->out, '"');
	return 0;
}

static void
put_number(struct sok_writer *w, const char *before, size_t n)
{
	sok_out(w->out, sok_str(before));
	sok_out_number(w->out, n);
}

/* Lines of a text, which may be of different character sets. */
static int
text(struct sok_writer *w, const char *before, const struct sok_text *t)
{
	struct sok_buf b = {0};
	int done = -1;

	if (t->n == 1)
		return string(w, before, t->line[0]);
	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_buf_addc(&b, '\n');
		sok_buf_add(&b, t->line[i]);
	}
	if (!b.failed)
		done = string(w, before, sok_buf_str(&b));
	sok_buf_free(&b);
	return done;
}

static void
hex(struct sok_writer *w, const char *before, bool has_id, uint64_t id)
{
	char s[18] = "\"";

	sok_out(w->out, sok_str(before));
	if (!has_id) {
		sok_out(w->out, SOK_STR("null"));
		return;
	}
	for (int i = 16; i > 0; i--, id >>= 4)
		s[i] = "0123456789ABCDEF"[id & 15];
	s[17] = '"';
	sok_out(w->out, (struct sok_str){s, sizeof(s)});
}

/* Rows of full width, floor as a blank. */
static int
rows(struct sok_writer *w, const char *before, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	size_t width = p->has_board ? (size_t)b->width : 0;
	char *row = sok_arena_alloc(&w->arena, width + 3, 1), *end;

	if (row == NULL)
		return -1;
	sok_out(w->out, sok_str(before));
	sok_outc(w->out, '[');
	for (int y = 0; p->has_board && y < b->height; y++) {
		end = row;
		if (y > 0)
			*end++ = ',';
		*end++ = '"';
		for (size_t x = 0; x < width; x++)
			*end++ = sok_xsb[b->sq[(size_t)y * width + x]];
		*end++ = '"';
		sok_out(w->out, (struct sok_str){row, (size_t)(end - row)});
	}
	sok_outc(w->out, ']');
	return 0;
}

/* A known key in lower case. */
struct key {
	char name[64];
	size_t len;
};

static bool
known_key(struct sok_str line, struct key *k, struct sok_str *value)
{
	struct sok_str key;

	if (!sok_key_known(line) || !sok_key_split(line, &key, value) ||
	    key.len >= sizeof(k->name) || !sok_str_utf8(key))
		return false;
	for (size_t i = 0; i < key.len; i++)
		k->name[i] = sok_lower(key.s[i]);
	k->len = key.len;
	return true;
}

/* The keys of a text that were written: indices of its lines, from 1, in a
 * table of twice as many places or more. */
struct written {
	const struct sok_text *t;
	uint32_t *line;
	size_t mask;
};

static bool
open_written(struct written *v, const struct sok_text *t, struct sok_arena *a)
{
	v->t = t;
	v->mask = 1;
	while (v->mask < 2 * t->n)
		v->mask = 2 * v->mask + 1;
	v->line = sok_arena_zalloc(a, v->mask + 1, sizeof(*v->line));
	return v->line != NULL;
}

/* Whether the key of line i is the first of its name, which it is from now
 * on. */
static bool
is_first(struct written *v, size_t i, const struct key *k)
{
	uint64_t hash = 0xcbf29ce484222325;
	struct sok_str value;
	struct key other;
	size_t at;

	for (size_t n = 0; n < k->len; n++)
		hash = (hash ^ (unsigned char)k->name[n]) * 0x100000001b3;
	for (at = (size_t)hash & v->mask; v->line[at] != 0;
	     at = (at + 1) & v->mask)
		if (known_key(v->t->line[v->line[at] - 1], &other, &value) &&
		    other.len == k->len &&
		    memcmp(other.name, k->name, k->len) == 0)
			return false;
	v->line[at] = (uint32_t)i + 1;
	return true;
}

/* Known keys; the first of a name counts. */
static int
keys(struct sok_writer *w, const char *before, const struct sok_text *t)
{
	const char *comma = "\"";
	struct written written;
	struct sok_str value;
	struct key k;

	if (!open_written(&written, t, &w->arena))
		return -1;
	sok_out(w->out, sok_str(before));
	sok_outc(w->out, '{');
	for (size_t i = 0; i < t->n; i++) {
		size_t end = sok_text_block(t, i);

		if (end > 0) {
			i = end;
			continue;
		}
		if (!known_key(t->line[i], &k, &value) ||
		    !is_first(&written, i, &k))
			continue;
		sok_out(w->out, sok_str(comma));
		put_inside(w->out, (struct sok_str){k.name, k.len});
		if (string(w, "\":", value) == -1)
			return -1;
		comma = ",\"";
	}
	sok_outc(w->out, '}');
	return 0;
}

/* What a replay finds; null where the game cannot be replayed. */
static int
metrics(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_position *position)
{
	const struct sok_replay_options o = {
	    .no_final = true, .position = position};
	struct sok_replay r = {.verdict = SOK_NOT_SUPPORTED};

	if (p->has_board &&
	    (position == NULL || sok_replay(p, g, &o, &r, &w->arena) == -1))
		return -1;
	if (r.verdict == SOK_NOT_SUPPORTED) {
		sok_out(w->out, SOK_STR("null"));
		return 0;
	}
	sok_outf(w->out, "{\"verdict\":\"%s\",\"mode\":\"%s\"",
	    sok_verdict_name[r.verdict], sok_mode_name[r.mode]);
#define METRIC(name) \
	put_number(w, ",\"" #name "\":", r.at.name); \
	if (&r.at.name == &r.at.lines) \
		put_number(w, ",\"yasc_lines\":", r.at.yasc_lines);
	SOK_METRICS(METRIC)
#undef METRIC
	sok_outc(w->out, '}');
	return 0;
}

static int
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *position = NULL;

	if (p->has_board && p->ngames > 0)
		position = sok_position_open(p, &w->arena);
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (string(w, i > 0 ? ",{\"name\":" : "{\"name\":",
		        g->title_line) == -1 ||
		    string(w, ",\"moves\":", g->moves) == -1 ||
		    text(w, ",\"text\":", &g->text) == -1)
			return -1;
		sok_out(w->out, SOK_STR(",\"metrics\":"));
		if (metrics(w, p, g, position) == -1)
			return -1;
		sok_outc(w->out, '}');
	}
	return 0;
}

static int
json_header(struct sok_writer *w, const struct sok_header *h)
{
	if (text(w, "{\"header\":true,\"text\":", &h->text) == -1)
		return -1;
	sok_out(w->out, SOK_STR("}\n"));
	return 0;
}

/* Under the name that was given to it where that is no known one. */
static struct sok_str
game(const struct sok_puzzle *p)
{
	struct sok_str name;

	if (p->variant != SOK_UNSUPPORTED)
		return sok_str(sok_variant_name(p->variant));
	name = key_game(&p->text);
	return name.s == NULL && p->header != NULL ? p->header->game : name;
}

static int
json_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board none = {0},
	                       *b = p->has_board ? &p->board : &none;
	const char *file = p->pos.file != NULL ? p->pos.file : "-";
	struct sok_id id;
	int has = sok_identity(p, &id, &w->arena);

	if (has == -1)
		return -1;
	hex(w, "{\"id\":", has == 1, id.unique);
	hex(w, ",\"exact_id\":", has == 1, id.exact);
	if (string(w, ",\"title\":", p->title) == -1 ||
	    string(w, ",\"author\":", sok_puzzle_author(p)) == -1 ||
	    rows(w, ",\"board\":", p) == -1)
		return -1;
	put_number(w, ",\"width\":", (size_t)b->width);
	put_number(w, ",\"height\":", (size_t)b->height);
	put_number(w, ",\"boxes\":", b->boxes);
	if (string(w, ",\"game\":", game(p)) == -1 ||
	    string(w, ",\"title_line\":", p->title_line) == -1 ||
	    keys(w, ",\"keys\":", &p->text) == -1 ||
	    text(w, ",\"text\":", &p->text) == -1)
		return -1;
	sok_out(w->out, SOK_STR(",\"games\":["));
	if (put_games(w, p) == -1 ||
	    string(w, "],\"source\":{\"file\":", sok_str(file)) == -1)
		return -1;
	put_number(w, ",\"line\":", p->pos.line);
	put_number(w, ",\"number\":", p->number);
	sok_out(w->out, SOK_STR("}}\n"));
	return 1;
}

const struct sok_write_ops write_json_ops = {.begin = writer_begin_ids,
    .header = json_header,
    .puzzle = json_puzzle,
    .lasts = true};
