/*
 * read_json.c - reads one puzzle per line as a JSON object: jansson parses one
 * object at a time, which is split into fields for record.c.
 */
#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "format/record.h"
#include "tools.h"

/*
 * What the parser makes of a line goes into the reader's arena, so nothing of
 * it is freed.  A string loses a byte, in silence, where the parser finds no
 * memory for it; so what it asks for is watched.  All that unless the program
 * has a say in that.
 */
static _Thread_local struct sok_arena *memory; /* while it parses */
static _Thread_local bool refused;
static bool is_ours;

static void *
allocate(size_t size)
{
	void *block =
	    memory == NULL ? malloc(size) : sok_arena_alloc(memory, size, 1);

	refused |= block == NULL && size > 0;
	return block;
}

static void
release(void *block)
{
	if (memory == NULL)
		free(block);
}

static void
watch_parser(void)
{
	json_malloc_t get;
	json_free_t put;

	json_get_alloc_funcs(&get, &put);
	is_ours = get == malloc && put == free;
	if (is_ours)
		json_set_alloc_funcs(allocate, release);
}

static void
forget(json_t *v)
{
	if (!is_ours)
		json_decref(v);
}

/* Whether it is worth the parser's memory, many times its length where there
 * is a value every few bytes: no record of a puzzle is so dense. */
static bool
is_sparse(struct sok_str s)
{
	bool inside = false;
	size_t values = 0, containers = 0;

	if (s.len <= 1000)
		return true;
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '"')
			inside = !inside;
		else if (inside)
			i += s.s[i] == '\\';
		else if (s.s[i] == ',')
			values++;
		else
			containers += s.s[i] == '[' || s.s[i] == '{';
	}
	return values <= 10000 + s.len / 8 && containers <= 1000 + s.len / 40;
}

/* ---- fields */

struct parsing {
	struct sok_reader *r;
	struct record *rec;
	bool damaged;
};

static void
damage(struct parsing *x, const char *what, const char *name)
{
	if (!x->damaged)
		reader_report(x->r, SOK_SYNTAX_RULE, x->rec->line, 1,
		    "\"%s\" is no %s: this line was dropped", name, what);
	x->damaged = true;
}

/* A copy in the arena; s == NULL (errno, or damaged) if there is none. */
static struct sok_str
copy(struct parsing *x, const json_t *v, const char *name)
{
	struct sok_str s = {"", 0};

	if (v != NULL && !json_is_null(v) && !json_is_string(v))
		damage(x, "string", name);
	else if (json_is_string(v))
		s = (struct sok_str){
		    json_string_value(v), json_string_length(v)};
	return sok_str_dup(&x->r->arena, s);
}

static struct sok_str
member(struct parsing *x, const json_t *object, const char *name)
{
	return copy(x, json_object_get(object, name), name);
}

/* The elements of an array, none if it is missing. */
static size_t
elements(struct parsing *x, const json_t *v, const char *name)
{
	if (v != NULL && !json_is_null(v) && !json_is_array(v))
		damage(x, "array of strings", name);
	return json_array_size(v);
}

/* Rows that others join to one string with line feeds. */
static int
take_rows(struct parsing *x, const json_t *board)
{
	struct sok_str s = copy(x, board, "board"), rest = s;
	size_t n = 0;

	if (s.s == NULL)
		return -1;
	for (; rest.len > 0; n++)
		(void)sok_str_line(&rest);
	x->rec->row = sok_arena_alloc(&x->r->arena, n, sizeof(s));
	if (x->rec->row == NULL)
		return -1;
	while (s.len > 0)
		x->rec->row[x->rec->nrows++] = sok_str_line(&s);
	return 0;
}

static int
take_board(struct parsing *x, const json_t *board)
{
	size_t n;

	if (json_is_string(board))
		return take_rows(x, board);
	n = elements(x, board, "board");
	x->rec->row = sok_arena_alloc(&x->r->arena, n, sizeof(struct sok_str));
	if (x->rec->row == NULL)
		return -1;
	for (size_t i = 0; i < n && !x->damaged; i++) {
		json_t *row = json_array_get(board, i);

		if (!json_is_string(row))
			damage(x, "array of strings", "board");
		x->rec->row[i] = copy(x, row, "board");
		if (x->rec->row[i].s == NULL)
			return -1;
		x->rec->nrows++;
	}
	return 0;
}

/* Once per file: of a member nothing is made, nor was it made of a puzzle. */
static void
say_dropped(const struct parsing *x, const char *name)
{
	if (record_say_once(x->r, RECORD_DROPS))
		reader_report(x->r, SOK_LOSSY_RULE, x->rec->line, 1,
		    "\"%s\" and other members that mean nothing here are "
		    "dropped",
		    name);
}

/* Members beside those of these names, which end with NULL. */
static void
look_for_others(
    const struct parsing *x, json_t *object, const char *const *names)
{
	void *at = json_object_iter(object);
	size_t i;

	for (; at != NULL; at = json_object_iter_next(object, at)) {
		const char *name = json_object_iter_key(at);

		for (i = 0; names[i] != NULL && strcmp(names[i], name) != 0;)
			i++;
		if (names[i] == NULL)
			say_dropped(x, name);
	}
}

static int
take_game(struct parsing *x, json_t *game, struct record_game *g)
{
	static const char *const names[] = {
	    "name", "moves", "text", "metrics", NULL};

	if (!json_is_object(game))
		damage(x, "array of objects", "games");
	look_for_others(x, game, names);
	*g = (struct record_game){.name = member(x, game, "name"),
	    .moves = member(x, game, "moves"),
	    .text = member(x, game, "text")};
	return g->name.s && g->moves.s && g->text.s ? 0 : -1;
}

static int
take_games(struct parsing *x, const json_t *games)
{
	size_t n = elements(x, games, "games");

	x->rec->game = sok_arena_alloc(&x->r->arena, n, sizeof(*x->rec->game));
	if (x->rec->game == NULL)
		return -1;
	for (size_t i = 0; i < n && !x->damaged; i++)
		if (take_game(x, json_array_get(games, i),
		        &x->rec->game[x->rec->ngames++]) == -1)
			return -1;
	return 0;
}

/* Whether an object has what a puzzle or a header is made of. */
static bool
is_record(const json_t *o)
{
	static const char *const name[] = {"board", "games", "text"};

	for (size_t i = 0; i < SOK_COUNT(name); i++)
		if (json_object_get(o, name[i]) != NULL)
			return true;
	return json_is_true(json_object_get(o, "header"));
}

/* What an object says of a header though only puzzles have it, or NULL. */
static const char *
of_puzzle(const json_t *o)
{
	if (json_array_size(json_object_get(o, "board")) > 0)
		return "board";
	if (json_array_size(json_object_get(o, "games")) > 0)
		return "games";
	if (json_string_length(json_object_get(o, "title")) > 0)
		return "title";
	return json_string_length(json_object_get(o, "title_line")) > 0
	    ? "title_line"
	    : NULL;
}

/* A member under whose name others have other things. */
static struct sok_str
take_string(struct parsing *x, const json_t *object, const char *name)
{
	const json_t *v = json_object_get(object, name);

	if (json_is_string(v))
		return copy(x, v, name);
	if (v != NULL && !json_is_null(v))
		say_dropped(x, name);
	return SOK_STR("");
}

/* Others have other things under this name, too. */
static int
take_source(struct parsing *x, const json_t *v)
{
	const json_t *file = json_object_get(v, "file");
	double line = json_number_value(json_object_get(v, "line"));

	if (!json_is_string(file) || line < 1 || line > UINT32_MAX)
		return 0;
	return record_source(&x->r->arena, x->rec,
	    (struct sok_str){json_string_value(file), json_string_length(file)},
	    (size_t)line);
}

static int
take_fields(struct parsing *x, json_t *o)
{
	static const char *const names[] = {"text", "title", "title_line",
	    "board", "games", "id", "exact_id", "author", "width", "height",
	    "boxes", "keys", "source", "header", "game", NULL};
	const json_t *header = json_object_get(o, "header");
	struct record *rec = x->rec;

	if (header != NULL && !json_is_boolean(header) && !json_is_null(header))
		say_dropped(x, "header");
	look_for_others(x, o, names);
	rec->header = json_is_true(header);
	if (rec->header && of_puzzle(o) != NULL)
		say_dropped(x, of_puzzle(o));
	rec->text = member(x, o, "text");
	rec->title = member(x, o, "title");
	rec->title_line = member(x, o, "title_line");
	rec->author = take_string(x, o, "author");
	rec->play = take_string(x, o, "game");
	if (rec->text.s == NULL || rec->title.s == NULL ||
	    rec->title_line.s == NULL || rec->author.s == NULL ||
	    rec->play.s == NULL)
		return -1;
	if (json_object_get(o, "title") == NULL)
		rec->title = rec->title_line;
	if (take_source(x, json_object_get(o, "source")) == -1 ||
	    take_board(x, json_object_get(o, "board")) == -1 ||
	    take_games(x, json_object_get(o, "games")) == -1)
		return -1;
	return x->damaged ? 0 : 1;
}

/* What is no object ends with the next one: it is said once how to get out of
 * it, and that the lines between are gone. */
static void
say_broken(struct sok_reader *r, const struct record *rec, int col,
    const char *what, const char *way)
{
	if (record_say_once(r, RECORD_LINES))
		reader_report(r, SOK_SYNTAX_RULE, rec->line,
		    col > 0 ? (size_t)col : 1,
		    "%s: this line was dropped, and all up to an object; each "
		    "stands on one line (%s)",
		    what, way);
}

/* The value of a line, or NULL.  Others have integers that are larger than the
 * parser's own, and members that stand twice, which it would not tell. */
static json_t *
load_object(struct sok_reader *r, struct sok_str line, const struct record *rec,
    json_error_t *e)
{
	const size_t flags = JSON_DECODE_INT_AS_REAL;
	json_t *v;
	int col;

	memory = &r->arena;
	v = json_loadb(line.s, line.len, flags | JSON_REJECT_DUPLICATES, e);
	col = e->column;
	if (v == NULL && json_error_code(e) == json_error_duplicate_key)
		v = json_loadb(line.s, line.len, flags, e);
	else
		col = 0;
	memory = NULL;
	if (col > 0 && v != NULL && record_say_once(r, RECORD_TWICE))
		reader_report(r, SOK_LOSSY_RULE, rec->line, (size_t)col,
		    "a member stands twice in an object: the last one counts");
	return v;
}

static int
parse_object(struct sok_reader *r, struct sok_str line, struct record *rec)
{
	struct parsing x = {r, rec, false};
	json_error_t e;
	json_t *o;
	const char *way = "jq -c";
	int got = 0;

	if (!is_sparse(line)) {
		reader_report(r, SOK_LIMIT_RULE, rec->line, 1,
		    "too many values for a puzzle: this line was dropped");
		return 0;
	}
	refused = false;
	o = load_object(r, line, rec, &e);
	/* The parser does not always tell why it failed. */
	if (refused || (o == NULL && e.text[0] == '\0')) {
		forget(o);
		errno = ENOMEM;
		return -1;
	}
	if (json_is_object(o))
		record_say_again(r, RECORD_LINES);
	if (!json_is_object(o) && sok_str_starts(line, SOK_STR("[")))
		way = "jq -c '.[]'";
	if (o == NULL)
		say_broken(r, rec, e.column, e.text, way);
	else if (!json_is_object(o))
		say_broken(r, rec, 1, "no JSON object", way);
	else if (!is_record(o))
		reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
		    "no puzzle: an object has a \"board\", an array of rows; "
		    "this line was dropped");
	else
		got = take_fields(&x, o);
	forget(o);
	return got;
}

/* `"header":true` with any blanks. */
static bool
could_be_header(struct sok_str line)
{
	const char *at = line.s, *end = line.s + line.len;
	struct sok_str s;

	while (at < end && (at = memchr(at, 'h', (size_t)(end - at))) != NULL) {
		s = (struct sok_str){at, (size_t)(end - at)};
		if (at++ == line.s || at[-2] != '"' ||
		    !sok_str_starts(s, SOK_STR("header\"")))
			continue;
		s = sok_str_ltrim(sok_str_from(s, 7));
		if (sok_str_starts(s, SOK_STR(":")) &&
		    sok_str_starts(
		        sok_str_ltrim(sok_str_from(s, 1)), SOK_STR("true")))
			return true;
	}
	return false;
}

static int
open_json(struct sok_reader *r)
{
	static const struct record_format format = {
	    could_be_header, parse_object};
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, watch_parser);
	return record_open(r, &format);
}

const struct sok_read_ops read_json_ops = {
    .open = open_json, .read = record_read, .close = record_close};
