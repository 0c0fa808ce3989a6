/*
 * read_json.c - reads one puzzle per line as a JSON object, which is split
 * into fields for record.c.
 */
#include <string.h>

#include "format/json.h"
#include "format/record.h"
#include "tools.h"

struct parsing {
	struct sok_reader *r;
	struct sok_str line;
	struct record *rec;
	bool damaged;
};

/* ---- members */

/* The members of a record: those that are used, and those that are made for
 * other programs. */
enum {
	TEXT,
	TITLE,
	TITLE_LINE,
	BOARD,
	GAMES,
	HEADER,
	AUTHOR,
	GAME,
	SOURCE,
	MEMBERS = 15
};
static const char *const member_name[MEMBERS + 1] = {"text", "title",
    "title_line", "board", "games", "header", "author", "game", "source", "id",
    "exact_id", "width", "height", "boxes", "keys"};

/* Those of a game, and of its source. */
enum { TEXT_OF_GAME, NAME, MOVES, GAME_MEMBERS = 4 };
static const char *const game_member[GAME_MEMBERS + 1] = {
    "text", "name", "moves", "metrics"};

enum { FILE_NAME, LINE, SOURCE_MEMBERS = 3 };
static const char *const source_member[SOURCE_MEMBERS + 1] = {
    "file", "line", "number"};

/* What is not there. */
static const struct json none;

/* Once per file: of a member nothing is made, nor was it made of a puzzle. */
static void
say_dropped(const struct parsing *x, struct sok_str name)
{
	if (record_say_once(x->r, RECORD_DROPS))
		reader_report(x->r, SOK_LOSSY_RULE, x->rec->line, 1,
		    "\"%.*s\" and other members that mean nothing here are "
		    "dropped",
		    (int)name.len, name.s);
}

/* The members of an object by names, which end with NULL, in v; others are
 * said if they are dropped. */
static void
members(const struct parsing *x, const struct json *object,
    const char *const *name, const struct json **v, bool say)
{
	size_t i;

	for (i = 0; name[i] != NULL; i++)
		v[i] = &none;
	for (const struct json *m = object->first; m != NULL; m = m->next) {
		for (i = 0; name[i] != NULL; i++)
			if (sok_str_eq(m->name, sok_str(name[i])))
				break;
		if (name[i] == NULL) {
			if (say)
				say_dropped(x, m->name);
			continue;
		}
		if (v[i] != &none && record_say_once(x->r, RECORD_TWICE))
			reader_report(x->r, SOK_LOSSY_RULE, x->rec->line,
			    lines_column(x->line, m->at),
			    "a member stands twice in an object: the last one "
			    "counts");
		v[i] = m;
	}
}

static void
damage(struct parsing *x, const char *what, const char *name)
{
	if (!x->damaged)
		reader_report(x->r, SOK_SYNTAX_RULE, x->rec->line, 1,
		    "\"%s\" is no %s: this line was dropped", name, what);
	x->damaged = true;
}

/* ---- fields */

static struct sok_str
take_string(struct parsing *x, const struct json *v, const char *name)
{
	if (v->kind == JSON_STRING)
		return v->text;
	if (v->kind != JSON_NULL)
		damage(x, "string", name);
	return SOK_STR("");
}

/* A member under whose name others have other things. */
static struct sok_str
take_any(const struct parsing *x, const struct json *v)
{
	if (v->kind == JSON_STRING)
		return v->text;
	if (v->kind != JSON_NULL)
		say_dropped(x, v->name);
	return SOK_STR("");
}

/* Rows that others join to one string with line feeds. */
static size_t
split_rows(struct sok_str s, struct sok_str *row)
{
	size_t n = 0;

	for (; s.len > 0; n++)
		row[n] = sok_str_line(&s);
	return n;
}

static void
take_board(struct parsing *x, const struct json *board)
{
	struct record *rec = x->rec;
	size_t most = board->kind == JSON_STRING ? board->text.len : board->n;

	rec->row = sok_arena_alloc(&x->r->arena, most, sizeof(*rec->row));
	if (reader_fails(x->r, rec->row == NULL))
		return;
	if (board->kind == JSON_STRING)
		rec->nrows = split_rows(board->text, rec->row);
	else if (board->kind != JSON_ARRAY && board->kind != JSON_NULL)
		damage(x, "array of strings", "board");
	for (const struct json *v = board->first; v != NULL; v = v->next) {
		if (v->kind != JSON_STRING)
			damage(x, "array of strings", "board");
		rec->row[rec->nrows++] = v->text;
	}
}

static void
take_games(struct parsing *x, const struct json *games)
{
	const struct json *v[GAME_MEMBERS];
	struct record *rec = x->rec;

	if (games->kind != JSON_ARRAY && games->kind != JSON_NULL)
		damage(x, "array of strings", "games");
	rec->game = sok_arena_alloc(&x->r->arena, games->n, sizeof(*rec->game));
	if (reader_fails(x->r, rec->game == NULL))
		return;
	for (const struct json *g = games->first; g != NULL; g = g->next) {
		if (g->kind != JSON_OBJECT)
			damage(x, "array of objects", "games");
		members(x, g, game_member, v, true);
		rec->game[rec->ngames++] = (struct record_game){
		    .name = take_string(x, v[NAME], "name"),
		    .moves = take_string(x, v[MOVES], "moves"),
		    .text = take_string(x, v[TEXT_OF_GAME], "text")};
	}
}

/* Others have other things under this name, too. */
static void
take_source(struct parsing *x, const struct json *source)
{
	const struct json *v[SOURCE_MEMBERS];
	size_t line;

	members(x, source, source_member, v, false);
	if (v[FILE_NAME]->kind == JSON_STRING && v[LINE]->kind == JSON_NUMBER &&
	    sok_str_number(v[LINE]->text, &line))
		record_source(x->r, x->rec, v[FILE_NAME]->text, line);
}

/* What an object says of a header though only puzzles have it. */
static void
say_of_puzzle(const struct parsing *x, const struct json **v)
{
	static const int of_puzzle[] = {BOARD, GAMES, TITLE, TITLE_LINE};
	const struct json *m;

	for (size_t i = 0; i < SOK_COUNT(of_puzzle); i++) {
		m = v[of_puzzle[i]];
		if (m->n + m->text.len > 0) {
			say_dropped(x, m->name);
			break;
		}
	}
}

static bool
take_fields(struct parsing *x, const struct json **v)
{
	struct record *rec = x->rec;

	rec->header = v[HEADER]->kind == JSON_TRUE;
	if (v[HEADER]->kind > JSON_TRUE)
		say_dropped(x, v[HEADER]->name);
	if (rec->header)
		say_of_puzzle(x, v);
	rec->text = take_string(x, v[TEXT], "text");
	rec->title = take_string(x, v[TITLE], "title");
	rec->title_line = take_string(x, v[TITLE_LINE], "title_line");
	rec->author = take_any(x, v[AUTHOR]);
	rec->play = take_any(x, v[GAME]);
	if (v[TITLE] == &none)
		rec->title = rec->title_line;
	take_source(x, v[SOURCE]);
	take_board(x, v[BOARD]);
	take_games(x, v[GAMES]);
	return !x->damaged;
}

/* ---- lines */

/* What is no object ends with the next one: it is said once how to get out of
 * it, and that the lines between are gone. */
static void
say_broken(const struct parsing *x, const char *what, size_t at)
{
	bool array = sok_str_starts(x->line, SOK_STR("["));

	/* What ends too early does so with its last byte. */
	at -= at == x->line.len;
	if (record_say_once(x->r, RECORD_LINES))
		reader_report(x->r, SOK_SYNTAX_RULE, x->rec->line,
		    lines_column(x->line, at),
		    "%s: this line was dropped, and all up to an object; each "
		    "stands on one line (%s)",
		    what, array ? "jq -c '.[]'" : "jq -c");
}

static bool
parse_object(struct sok_reader *r, struct sok_str line, struct record *rec)
{
	struct parsing x = {.r = r, .line = line, .rec = rec};
	const struct json *o, *v[MEMBERS];
	struct json_error e;

	o = json_parse(&r->arena, line, &e);
	if (reader_fails(r, o == NULL && e.message == NULL))
		return false;
	if (o == NULL && e.limit)
		reader_report(r, SOK_LIMIT_RULE, rec->line, 1,
		    "%s for a puzzle: this line was dropped", e.message);
	else if (o == NULL)
		say_broken(&x, e.message, e.at);
	else if (o->kind != JSON_OBJECT)
		say_broken(&x, "no JSON object", 0);
	if (o == NULL || o->kind != JSON_OBJECT)
		return false;
	record_say_again(r, RECORD_LINES);
	members(&x, o, member_name, v, true);
	if (v[BOARD] != &none || v[GAMES] != &none || v[TEXT] != &none ||
	    v[HEADER]->kind == JSON_TRUE)
		return take_fields(&x, v);
	reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
	    "no puzzle: an object has a \"board\", an array of rows; this line "
	    "was dropped");
	return false;
}

/* Of a header, as of all records, the last member of a name counts. */
static bool
is_header(struct sok_reader *r, struct sok_str line)
{
	const struct json *o;
	struct json_error e;
	bool header = false;

	if (sok_str_find(line, SOK_STR("header\"")) == line.len)
		return false;
	o = json_parse(&r->arena, line, &e);
	for (o = o != NULL ? o->first : NULL; o != NULL; o = o->next)
		if (sok_str_eq(o->name, SOK_STR("header")))
			header = o->kind == JSON_TRUE;
	return header;
}

static int
open_json(struct sok_reader *r)
{
	static const struct record_format format = {is_header, parse_object};

	return record_open(r, &format);
}

const struct sok_read_ops read_json_ops = {
    .open = open_json, .read = record_read, .close = record_close};
