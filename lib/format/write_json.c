/*
 * write_json.c - one puzzle per line as a JSON object, with everything that a
 * reader finds in it and what programs like to know besides.
 */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "base/escape.h"
#include "text/writer.h"

/* A piece of what jansson writes.  It leaves characters as they are that a
 * terminal would obey; they stand in strings only. */
static int
put_piece(const char *piece, size_t len, void *ctx)
{
	struct sok_output *o = ctx;
	struct sok_str s = {piece, len};
	size_t i = 0, n;
	uint32_t c;

	while (i < s.len) {
		if (s.s[i] > 0 && s.s[i] < 0x7f) {
			i++;
			continue;
		}
		n = sok_str_char(sok_str_from(s, i), &c);
		if (n > 0 && escape_needed(c)) {
			sok_out(o, sok_str_sub(s, 0, i));
			sok_outf(o, "\\u%04x", (unsigned)c);
			s = sok_str_from(s, i + n);
			i = 0;
		} else {
			i += n > 0 ? n : 1;
		}
	}
	sok_out(o, s);
	return 0;
}

/* A value after what introduces it. */
static int
dump(struct sok_writer *w, const char *before, json_t *v)
{
	int done = -1;

	sok_out(w->out, sok_str(before));
	if (v != NULL)
		done = json_dump_callback(
		    v, put_piece, w->out, JSON_COMPACT | JSON_ENCODE_ANY);
	json_decref(v);
	if (done == -1)
		errno = ENOMEM;
	return done;
}

/* Objects are built as long as there is memory: put() takes the value, frees
 * it if there is no object (any more), and gives back the object or NULL. */
static json_t *
put(json_t *o, const char *name, json_t *value)
{
	if (o == NULL) {
		json_decref(value);
		return NULL;
	}
	if (json_object_set_new_nocheck(o, name, value) == 0)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *
append(json_t *array, json_t *value)
{
	if (array == NULL) {
		json_decref(value);
		return NULL;
	}
	if (json_array_append_new(array, value) == 0)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *
string(struct sok_writer *w, struct sok_str s)
{
	if (s.len == 0)
		return json_string_nocheck("");
	s = writer_utf8(w, s);
	return s.s == NULL ? NULL : json_stringn_nocheck(s.s, s.len);
}

static json_t *
number(size_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *
text(struct sok_writer *w, const struct sok_text *t)
{
	struct sok_buf b = {0};
	json_t *v = NULL;

	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_buf_addc(&b, '\n');
		sok_buf_add(&b, t->line[i]);
	}
	if (!b.failed)
		v = string(w, sok_buf_str(&b));
	sok_buf_free(&b);
	return v;
}

static json_t *
hex(bool has_id, uint64_t id)
{
	char s[17];

	if (!has_id)
		return json_null();
	snprintf(s, sizeof(s), "%016" PRIX64, id);
	return json_string_nocheck(s);
}

/* Rows of full width, floor as a blank. */
static json_t *
rows(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	size_t width = p->has_board ? (size_t)b->width : 0;
	char *row = sok_arena_alloc(&w->arena, width, 1);
	json_t *v = row != NULL ? json_array() : NULL;

	for (int y = 0; v != NULL && p->has_board && y < b->height; y++) {
		for (size_t x = 0; x < width; x++)
			row[x] = sok_xsb[b->sq[(size_t)y * width + x]];
		v = append(v, json_stringn_nocheck(row, width));
	}
	return v;
}

/* Known keys in lower case; the first of a name counts. */
static json_t *
add_key(struct sok_writer *w, json_t *o, struct sok_str line)
{
	struct sok_str key, value;
	char name[64];

	if (!sok_key_known(line) || !sok_key_split(line, &key, &value) ||
	    key.len >= sizeof(name))
		return o;
	for (size_t i = 0; i < key.len; i++)
		name[i] = sok_lower(key.s[i]);
	name[key.len] = '\0';
	if (!sok_str_utf8(key) || json_object_get(o, name) != NULL)
		return o;
	return put(o, name, string(w, value));
}

static json_t *
keys(struct sok_writer *w, const struct sok_text *t)
{
	json_t *o = json_object();

	for (size_t i = 0; i < t->n && o != NULL; i++) {
		size_t end = sok_text_block(t, i);

		if (end > 0)
			i = end;
		else
			o = add_key(w, o, t->line[i]);
	}
	return o;
}

/* What a replay finds; null where the game cannot be replayed. */
static json_t *
metrics(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_position *position)
{
	const struct sok_replay_options o = {
	    .no_final = true, .position = position};
	struct sok_replay r;
	json_t *v;

	if (!p->has_board)
		return json_null();
	if (position == NULL || sok_replay(p, g, &o, &r, &w->arena) == -1)
		return NULL;
	if (r.verdict == SOK_NOT_SUPPORTED)
		return json_null();
	v = put(
	    json_object(), "verdict", json_string(sok_verdict_name[r.verdict]));
	v = put(v, "mode", json_string(sok_mode_name[r.mode]));
	v = put(v, "moves", number(r.at.moves));
	v = put(v, "pushes", number(r.at.pushes));
	v = put(v, "lines", number(r.at.lines));
	v = put(v, "yasc_lines", number(r.at.yasc_lines));
	v = put(v, "changes", number(r.at.changes));
	v = put(v, "sessions", number(r.at.sessions));
	return put(v, "player_lines", number(r.at.player_lines));
}

/* One at a time: there may be many. */
static int
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *position = NULL;
	json_t *o;

	if (p->has_board && p->ngames > 0)
		position = sok_position_open(p, &w->arena);
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		o = put(json_object(), "name", string(w, g->title_line));
		o = put(o, "moves", string(w, g->moves));
		o = put(o, "text", text(w, &g->text));
		o = put(o, "metrics", metrics(w, p, g, position));
		if (dump(w, i > 0 ? "," : "", o) == -1)
			return -1;
	}
	return 0;
}

static json_t *
source(struct sok_writer *w, const struct sok_puzzle *p)
{
	const char *file = p->pos.file != NULL ? p->pos.file : "-";
	json_t *o = put(json_object(), "file", string(w, sok_str(file)));

	o = put(o, "line", number(p->pos.line));
	return put(o, "number", number(p->number));
}

static int
header(struct sok_writer *w, const struct sok_header *h)
{
	if (dump(w, "{\"header\":true,\"text\":", text(w, &h->text)) == -1)
		return -1;
	sok_out(w->out, SOK_STR("}\n"));
	return 0;
}

/* Members are written one by one, so that what a puzzle costs in memory is
 * its longest text. */
static int
puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board none = {0},
	                       *b = p->has_board ? &p->board : &none;
	struct sok_id id;
	int has = sok_identity(p, &id, &w->arena);

	if (has == -1 || dump(w, "{\"id\":", hex(has == 1, id.unique)) == -1 ||
	    dump(w, ",\"exact_id\":", hex(has == 1, id.exact)) == -1 ||
	    dump(w, ",\"title\":", string(w, p->title)) == -1 ||
	    dump(w, ",\"author\":", string(w, sok_puzzle_author(p))) == -1 ||
	    dump(w, ",\"board\":", rows(w, p)) == -1)
		return -1;
	sok_outf(w->out, ",\"width\":%d,\"height\":%d,\"boxes\":%zu", b->width,
	    b->height, b->boxes);
	if (dump(w, ",\"title_line\":", string(w, p->title_line)) == -1 ||
	    dump(w, ",\"keys\":", keys(w, &p->text)) == -1 ||
	    dump(w, ",\"text\":", text(w, &p->text)) == -1)
		return -1;
	sok_out(w->out, SOK_STR(",\"games\":["));
	if (put_games(w, p) == -1 ||
	    dump(w, "],\"source\":", source(w, p)) == -1)
		return -1;
	sok_out(w->out, SOK_STR("}\n"));
	return 1;
}

const struct sok_write_ops write_json_ops = {
    .header = header, .puzzle = puzzle, .join = writer_join, .lasts = true};
