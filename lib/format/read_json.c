/*
 * read_json.c - reads one puzzle per line as a JSON object: jansson parses one
 * object at a time, which is split into fields for record.c.
 */
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "format/record.h"
#include "tools.h"

/*
 * The parser's values of a line are in the reader's arena, so they need not be
 * freed.  If an allocation fails, the parser may silently shorten a string;
 * therefore failures are recorded.  None of this applies if the program has set
 * its own allocator.
 */
static _Thread_local struct sok_arena *memory; /* while parsing */
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

/* Whether parsing uses a reasonable amount of memory, which is many times the
 * length of a line with a value every few bytes.  Records of puzzles are never
 * that dense. */
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

struct parsing {
	struct sok_reader *r;
	struct record *rec;
	bool damaged;
};

/* ---- members */

/* The members of a record: those that are read, and those written for other
 * programs. */
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

/* The members of a game. */
enum { TEXT_OF_GAME, NAME, MOVES, GAME_MEMBERS = 4 };
static const char *const game_member[GAME_MEMBERS + 1] = {
    "text", "name", "moves", "metrics"};

/* Report once per file that a member is dropped because it is neither read nor
 * computed from the puzzle. */
static void
report_dropped(const struct parsing *x, const char *name)
{
	if (reader_once(x->r, RECORD_DROPS))
		reader_report(x->r, SOK_LOSSY_RULE, x->rec->line, 1,
		    "\"%s\" and other members without a meaning here are "
		    "dropped",
		    name);
}

/* Fill v with the members of an object, in the order of names, which ends with
 * NULL; a missing member is NULL.  Reports other members as dropped. */
static void
members(const struct parsing *x, json_t *object, const char *const *name,
    json_t **v)
{
	void *at = json_object_iter(object);
	size_t i;

	for (i = 0; name[i] != NULL; i++)
		v[i] = NULL;
	for (; at != NULL; at = json_object_iter_next(object, at)) {
		const char *key = json_object_iter_key(at);

		for (i = 0; name[i] != NULL && strcmp(name[i], key) != 0;)
			i++;
		if (name[i] != NULL)
			v[i] = json_object_iter_value(at);
		else
			report_dropped(x, key);
	}
}

static void
damage(struct parsing *x, const char *what, const char *name)
{
	if (!x->damaged)
		reader_report(x->r, SOK_SYNTAX_RULE, x->rec->line, 1,
		    "\"%s\" is not %s: this line was dropped", name, what);
	x->damaged = true;
}

/* ---- fields */

static struct sok_str
string(const struct parsing *x, const json_t *v)
{
	struct sok_str s = {json_string_value(v), json_string_length(v)};

	return is_ours ? s : reader_made(x->r, sok_str_dup(&x->r->arena, s));
}

static bool
is_missing(const json_t *v)
{
	return v == NULL || json_is_null(v);
}

/* ours: other programs use this name for nothing else. */
static struct sok_str
take_string(struct parsing *x, const json_t *v, const char *name, bool ours)
{
	if (json_is_string(v))
		return string(x, v);
	if (!is_missing(v) && ours)
		damage(x, "a string", name);
	else if (!is_missing(v))
		report_dropped(x, name);
	return SOK_STR("");
}

/* The rows of a board: an array of strings, or one string with line feeds. */
static void
take_board(struct parsing *x, const json_t *board)
{
	struct record *rec = x->rec;
	size_t n = json_array_size(board);

	rec->row = sok_arena_alloc(&x->r->arena,
	    json_is_string(board) ? json_string_length(board) : n,
	    sizeof(*rec->row));
	if (reader_fails(x->r, rec->row == NULL))
		return;
	if (json_is_string(board)) {
		struct sok_str s = string(x, board);

		while (s.len > 0)
			rec->row[rec->nrows++] = sok_str_line(&s);
	} else if (!json_is_array(board) && !is_missing(board)) {
		damage(x, "an array of strings", "board");
	}
	for (size_t i = 0; i < n; i++) {
		const json_t *v = json_array_get(board, i);

		if (json_is_string(v))
			rec->row[rec->nrows++] = string(x, v);
		else
			damage(x, "an array of strings", "board");
	}
}

static void
take_games(struct parsing *x, const json_t *games)
{
	json_t *v[GAME_MEMBERS];
	struct record *rec = x->rec;
	size_t n = json_array_size(games);

	if (!json_is_array(games) && !is_missing(games))
		damage(x, "an array of strings", "games");
	rec->game = sok_arena_alloc(&x->r->arena, n, sizeof(*rec->game));
	if (reader_fails(x->r, rec->game == NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		json_t *g = json_array_get(games, i);

		if (!json_is_object(g))
			damage(x, "an array of objects", "games");
		members(x, g, game_member, v);
		rec->game[rec->ngames++] = (struct record_game){
		    .name = take_string(x, v[NAME], "name", true),
		    .moves = take_string(x, v[MOVES], "moves", true),
		    .text = take_string(x, v[TEXT_OF_GAME], "text", true)};
	}
}

/* Report members of a header that only puzzles have. */
static void
report_members(const struct parsing *x, json_t *const *v)
{
	static const int of_puzzle[] = {BOARD, GAMES, TITLE, TITLE_LINE};

	for (size_t i = 0; i < SOK_COUNT(of_puzzle); i++) {
		const json_t *m = v[of_puzzle[i]];

		if (json_array_size(m) + json_string_length(m) > 0) {
			report_dropped(x, member_name[of_puzzle[i]]);
			break;
		}
	}
}

static bool
take_fields(struct parsing *x, json_t *const *v)
{
	/* Other programs may use this name for something else. */
	const json_t *file = json_object_get(v[SOURCE], "file");
	double line = json_number_value(json_object_get(v[SOURCE], "line"));
	struct record *rec = x->rec;

	rec->header = json_is_true(v[HEADER]);
	if (!is_missing(v[HEADER]) && !json_is_boolean(v[HEADER]))
		report_dropped(x, "header");
	if (rec->header)
		report_members(x, v);
	rec->text = take_string(x, v[TEXT], "text", true);
	rec->title = take_string(x, v[TITLE], "title", true);
	rec->title_line = take_string(x, v[TITLE_LINE], "title_line", true);
	rec->author = take_string(x, v[AUTHOR], "author", false);
	rec->play = take_string(x, v[GAME], "game", false);
	if (v[TITLE] == NULL)
		rec->title = rec->title_line;
	if (json_is_string(file) && line >= 1 && line <= UINT32_MAX)
		record_source(x->r, rec, string(x, file), (size_t)line);
	take_board(x, v[BOARD]);
	take_games(x, v[GAMES]);
	return !x->damaged;
}

/* ---- lines */

/* The line is not an object.  Report once how to convert the file, and that
 * these lines are skipped. */
static void
report_broken(struct sok_reader *r, const struct record *rec,
    struct sok_str line, const char *what, int col)
{
	bool array = sok_str_starts(line, SOK_STR("["));

	if (reader_once(r, RECORD_LINES))
		reader_report(r, SOK_SYNTAX_RULE, rec->line,
		    col > 0 ? (size_t)col : 1,
		    "%s: this line and all lines up to the next object were "
		    "dropped; an object must be on one line (%s)",
		    what, array ? "jq -c '.[]'" : "jq -c");
}

/* Parse a line; NULL on errors.  Integers may exceed the parser's, and
 * duplicate members must be reported, which the parser does not do by itself.
 */
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
	if (col > 0 && v != NULL && reader_once(r, RECORD_TWICE))
		reader_report(r, SOK_LOSSY_RULE, rec->line, (size_t)col,
		    "a member is repeated in an object: the last one wins");
	return v;
}

static bool
parse_object(struct sok_reader *r, struct sok_str line, struct record *rec)
{
	struct parsing x = {r, rec, false};
	json_t *v[MEMBERS];
	bool good = false;
	json_error_t e;
	json_t *o;

	if (!is_sparse(line)) {
		reader_report(r, SOK_LIMIT_RULE, rec->line, 1,
		    "too many values for a puzzle: this line was dropped");
		return false;
	}
	refused = false;
	o = load_object(r, line, rec, &e);
	/* The parser does not always set a reason. */
	if (reader_fails(r, refused || (o == NULL && e.text[0] == '\0'))) {
		forget(o);
		return false;
	}
	if (json_is_object(o)) {
		r->reported &= ~(unsigned)RECORD_LINES;
		members(&x, o, member_name, v);
		if (v[BOARD] != NULL || v[GAMES] != NULL || v[TEXT] != NULL ||
		    json_is_true(v[HEADER]))
			good = take_fields(&x, v);
		else
			reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
			    "not a puzzle: there is no \"board\", an array of "
			    "rows; this line was dropped");
	} else if (o == NULL) {
		report_broken(r, rec, line, e.text, e.column);
	} else {
		report_broken(r, rec, line, "no JSON object", 1);
	}
	forget(o);
	return good;
}

/* Whether the member belongs to the object itself and not to one inside it. */
static bool
is_header(struct sok_reader *r, struct sok_str line)
{
	json_error_t e;
	json_t *o;
	bool header;

	if (sok_str_find(line, SOK_STR("header\"")) == line.len ||
	    !is_sparse(line))
		return false;
	memory = &r->arena;
	o = json_loadb(line.s, line.len, JSON_DECODE_INT_AS_REAL, &e);
	memory = NULL;
	header = json_is_true(json_object_get(o, "header"));
	forget(o);
	return header;
}

static int
open_json(struct sok_reader *r)
{
	static const struct record_format format = {is_header, parse_object};
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, watch_parser);
	return record_open(r, &format);
}

const struct sok_read_ops read_json_ops = {
    .open = open_json, .read = record_read, .close = record_close};
