/* read_json.c - reads one JSON object per line, as fields for record.c. */
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "format/record.h"
#include "play/play.h"
#include "text/text.h"

/* The parser's values of a line are in the reader's arena and need not be
 * freed. If an allocation fails, the parser may silently shorten a string, so
 * this is recorded.  Nothing of this applies if the program has set its own
 * allocator. */
static _Thread_local struct sok_arena *memory; /* while parsing */
static _Thread_local bool refused;
static bool is_ours;

static void *
allocate(size_t size)
{
	if (memory == NULL)
		return malloc(size);
	void *block = sok_arena_alloc(memory, size, 1);
	refused |= block == NULL;
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

/* Whether parsing uses a reasonable amount of memory.  A line with a value
 * every few bytes, unlike any puzzle, needs many times its length. */
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

/* Parse a line; NULL on errors. */
static json_t *
load(struct sok_reader *r, struct sok_str line, size_t flags, json_error_t *e)
{
	memory = &r->arena;
	json_t *v = json_loadb(line.s, line.len, flags, e);
	memory = NULL;
	return v;
}

/* The members of a record in the order in which we write them, and those of a
 * game.  Others are not ours.  Each list makes an enum and the names for it. */
/* clang-format off */
#define RECORD_MEMBERS(X) \
	X(id) \
	X(exact_id) \
	X(title) \
	X(author) \
	X(board) \
	X(width) \
	X(height) \
	X(boxes) \
	X(game) \
	X(title_line) \
	X(keys) \
	X(text) \
	X(games) \
	X(source) \
	X(header)
#define GAME_MEMBERS(X) \
	X(name) \
	X(moves) \
	X(text) \
	X(metrics)
/* clang-format on */

#define RECORD_ID(name) RECORD_##name,
#define GAME_ID(name) GAME_##name,
#define NAME(name) #name,
enum { RECORD_MEMBERS(RECORD_ID) RECORD_END };
enum { GAME_MEMBERS(GAME_ID) GAME_END };
static const char *const record_member[] = {RECORD_MEMBERS(NAME) NULL};
static const char *const game_member[] = {GAME_MEMBERS(NAME) NULL};
#undef RECORD_ID
#undef GAME_ID
#undef NAME

/* Report once that a member, neither read nor computed, is dropped. */
static void
report_dropped(struct sok_reader *r, const struct record *rec, const char *name)
{
	if (reader_once(r, RECORD_DROPS))
		reader_report(r, SOK_LOSSY_RULE, rec->line, 1,
		    "\"%s\" and other members without a meaning here are "
		    "dropped",
		    name);
}

/* Fill v with the members of an object, in the order of names, which ends with
 * NULL; a missing member is NULL.  Reports other members as dropped. */
static void
members(struct sok_reader *r, const struct record *rec, json_t *object,
    const char *const *name, json_t **v)
{
	void *it = json_object_iter(object);
	size_t n = 0, i, tried;

	while (name[n] != NULL)
		v[n++] = NULL;
	/* Most members follow the one before in the list as well. */
	for (i = n - 1; it != NULL; it = json_object_iter_next(object, it)) {
		const char *key = json_object_iter_key(it);

		for (tried = 0; tried < n; tried++) {
			i = i + 1 < n ? i + 1 : 0;
			if (strcmp(name[i], key) == 0)
				break;
		}
		if (tried < n)
			v[i] = json_object_iter_value(it);
		else
			report_dropped(r, rec, key);
	}
}

static void
damage(struct sok_reader *r, struct record *rec, const char *name,
    const char *what)
{
	if (!rec->damaged)
		reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
		    "\"%s\" is not %s: this line was dropped", name, what);
	rec->damaged = true;
}

/* ---- fields */

static struct sok_str
string(struct sok_reader *r, const json_t *v)
{
	struct sok_str s = {json_string_value(v), json_string_length(v)};

	return is_ours ? s : reader_made(r, sok_str_dup(&r->arena, s));
}

static bool
is_missing(const json_t *v)
{
	return v == NULL || json_is_null(v);
}

/* ours: other programs use this name for nothing else. */
static struct sok_str
take_string(struct sok_reader *r, struct record *rec, const json_t *v,
    const char *name, bool ours)
{
	if (json_is_string(v))
		return string(r, v);
	if (!is_missing(v) && ours)
		damage(r, rec, name, "a string");
	else if (!is_missing(v))
		report_dropped(r, rec, name);
	return SOK_STR("");
}

/* The rows of a board: an array of strings, or one string with line feeds. */
static void
take_board(struct sok_reader *r, struct record *rec, const json_t *board)
{
	/* One of these two is 0. */
	size_t n = json_array_size(board), length = json_string_length(board);
	struct sok_str s = string(r, board);
	bool good =
	    json_is_string(board) || json_is_array(board) || is_missing(board);

	rec->row = sok_arena_alloc(&r->arena, n + length, sizeof(*rec->row));
	if (reader_fails(r, rec->row == NULL))
		return;
	while (s.len > 0)
		rec->row[rec->nrows++] = sok_str_line(&s);
	for (size_t i = 0; i < n; i++) {
		const json_t *v = json_array_get(board, i);

		good = good && json_is_string(v);
		rec->row[rec->nrows++] = string(r, v);
	}
	if (!good)
		damage(r, rec, "board", "an array of strings");
}

static void
take_games(struct sok_reader *r, struct record *rec, const json_t *games)
{
	json_t *v[GAME_END];
	size_t n = json_array_size(games);

	if (!json_is_array(games) && !is_missing(games))
		damage(r, rec, "games", "an array of objects");
	rec->game = sok_arena_alloc(&r->arena, n, sizeof(*rec->game));
	if (reader_fails(r, rec->game == NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		json_t *g = json_array_get(games, i);

		if (!json_is_object(g))
			damage(r, rec, "games", "an array of objects");
		members(r, rec, g, game_member, v);
		rec->game[rec->ngames++] = (struct record_game){
		    .name = take_string(r, rec, v[GAME_name], "name", true),
		    .moves = take_string(r, rec, v[GAME_moves], "moves", true),
		    .text = take_string(r, rec, v[GAME_text], "text", true)};
	}
}

static bool
take_fields(struct sok_reader *r, struct record *rec, json_t *object)
{
	static const int of_puzzle[] = {
	    RECORD_board, RECORD_games, RECORD_title, RECORD_title_line};
	json_t *v[RECORD_END];

	members(r, rec, object, record_member, v);
	rec->header = json_is_true(v[RECORD_header]);
	if (!v[RECORD_board] && !v[RECORD_games] && !v[RECORD_text] &&
	    !rec->header) {
		reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
		    "not a puzzle: there is no \"board\", an array of "
		    "rows; this line was dropped");
		return false;
	}
	if (!is_missing(v[RECORD_header]) && !json_is_boolean(v[RECORD_header]))
		report_dropped(r, rec, "header");
	/* Only puzzles have these. */
	for (size_t i = 0; rec->header && i < SOK_COUNT(of_puzzle); i++) {
		const json_t *m = v[of_puzzle[i]];

		if (json_array_size(m) + json_string_length(m) > 0)
			report_dropped(r, rec, record_member[of_puzzle[i]]);
	}
	rec->text = take_string(r, rec, v[RECORD_text], "text", true);
	rec->title = take_string(r, rec, v[RECORD_title], "title", true);
	rec->title_line =
	    take_string(r, rec, v[RECORD_title_line], "title_line", true);
	rec->author = take_string(r, rec, v[RECORD_author], "author", false);
	rec->play = take_string(r, rec, v[RECORD_game], "game", false);
	if (v[RECORD_title] == NULL)
		rec->title = rec->title_line;
	/* Other programs may use this name for something else. */
	const json_t *file = json_object_get(v[RECORD_source], "file");
	double line =
	    json_number_value(json_object_get(v[RECORD_source], "line"));
	if (json_is_string(file) && line >= 1 && line <= UINT32_MAX)
		record_source(r, rec, string(r, file), (size_t)line);
	take_board(r, rec, v[RECORD_board]);
	take_games(r, rec, v[RECORD_games]);
	return !rec->damaged;
}

static bool
parse_object(struct sok_reader *r, struct sok_str line, struct record *rec)
{
	bool good = false;
	json_error_t e;
	int twice = 0;

	if (!is_sparse(line)) {
		reader_report(r, SOK_LIMIT_RULE, rec->line, 1,
		    "too many values for a puzzle: this line was dropped");
		return false;
	}

	/* Accept large integers and, with a report, duplicate members. */
	refused = false;
	json_t *o = load(r, line, JSON_REJECT_DUPLICATES, &e);
	if (o == NULL && json_error_code(&e) == json_error_numeric_overflow)
		o = load(r, line,
		    JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &e);
	if (o == NULL && json_error_code(&e) == json_error_duplicate_key) {
		twice = e.column;
		o = load(r, line, JSON_DECODE_INT_AS_REAL, &e);
	}
	if (twice > 0 && o != NULL && reader_once(r, RECORD_TWICE))
		reader_report(r, SOK_LOSSY_RULE, rec->line, (size_t)twice,
		    "a member is repeated in an object: the last one wins");

	/* The parser does not always set a reason. */
	if (reader_fails(r, refused || (o == NULL && e.text[0] == '\0'))) {
		forget(o);
		return false;
	}
	if (json_is_object(o)) {
		r->reported &= ~(unsigned)RECORD_LINES;
		good = take_fields(r, rec, o);
	} else if (reader_once(r, RECORD_LINES)) {
		/* Report once how to convert the file. */
		bool array = sok_str_starts(line, SOK_STR("["));
		const char *how = array ? "jq -c '.[]'" : "jq -c";
		const char *wrong = o == NULL ? e.text : "no JSON object";
		size_t column = 1;

		if (o == NULL && e.column > 0)
			column = (size_t)e.column;
		reader_report(r, SOK_SYNTAX_RULE, rec->line, column,
		    "%s: this line and all lines up to the next object were "
		    "dropped; an object must be on one line (%s)",
		    wrong, how);
	}
	forget(o);
	return good;
}

/* Whether the member belongs to the object itself and not to one inside it. */
static bool
is_header(struct sok_reader *r, struct sok_str line)
{
	json_error_t e;

	if (sok_str_find(line, SOK_STR("header\"")) == line.len ||
	    !is_sparse(line))
		return false;
	json_t *o = load(r, line, JSON_DECODE_INT_AS_REAL, &e);
	bool header = json_is_true(json_object_get(o, "header"));
	forget(o);
	return header;
}

static int
open_json(struct sok_reader *r)
{
	static const struct record_format format = {
	    NULL, is_header, parse_object};
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, watch_parser);
	return record_open(r, &format);
}

const struct sok_read_ops read_json_ops = {
    .open = open_json, .read = record_read, .close = record_close};
