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
forget(json_t *json)
{
	if (!is_ours)
		json_decref(json);
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
load(struct sok_reader *reader, struct sok_str line, size_t flags,
    json_error_t *error)
{
	memory = &reader->arena;
	json_t *json = json_loadb(line.s, line.len, flags, error);
	memory = NULL;
	return json;
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
	X(adjoins) \
	X(header)
#define GAME_MEMBERS(X) \
	X(name) \
	X(moves) \
	X(text) \
	X(metrics)
/* clang-format on */

#define OF_RECORD(name) MEMBER_##name,
#define OF_GAME(name) GAME_##name,
#define NAME(name) #name,
enum { RECORD_MEMBERS(OF_RECORD) MEMBER_END };
enum { GAME_MEMBERS(OF_GAME) GAME_END };
static const char *const record_member[] = {RECORD_MEMBERS(NAME) NULL};
static const char *const game_member[] = {GAME_MEMBERS(NAME) NULL};
#undef OF_RECORD
#undef OF_GAME
#undef NAME

/* The members of an object by the number of their name; NULL: missing. */
struct members {
	const char *const *name; /* one of the lists above */
	json_t *json[MEMBER_END];
};
_Static_assert((int)GAME_END <= (int)MEMBER_END, "all members of a game");

/* Report once that a member, neither read nor computed, is dropped. */
static void
report_dropped(
    struct sok_reader *reader, const struct record *rec, const char *name)
{
	if (reader_once(reader, ONCE_DROPS))
		reader_report(reader, SOK_LOSSY_RULE, rec->line, 1,
		    "\"%s\" and other members without a meaning here are "
		    "dropped",
		    name);
}

/* The members of an object that have one of the names, a list that ends with
 * NULL.  Reports other members as dropped. */
static struct members
members(struct sok_reader *reader, const struct record *rec, json_t *object,
    const char *const *name)
{
	struct members all = {.name = name};
	void *it = json_object_iter(object);
	size_t n = 0, i, tried;

	while (name[n] != NULL)
		n++;
	/* Most members follow the one before in the list as well. */
	for (i = n - 1; it != NULL; it = json_object_iter_next(object, it)) {
		const char *key = json_object_iter_key(it);

		for (tried = 0; tried < n; tried++) {
			i = i + 1 < n ? i + 1 : 0;
			if (strcmp(name[i], key) == 0)
				break;
		}
		if (tried < n)
			all.json[i] = json_object_iter_value(it);
		else
			report_dropped(reader, rec, key);
	}
	return all;
}

static void
damage(struct sok_reader *reader, struct record *rec, const char *name,
    const char *what)
{
	if (!rec->damaged)
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, 1,
		    "\"%s\" is not %s: this line was dropped", name, what);
	rec->damaged = true;
}

/* ---- fields */

static struct sok_str
string(struct sok_reader *reader, const json_t *json)
{
	struct sok_str s = {json_string_value(json), json_string_length(json)};

	return is_ours ? s
	               : reader_made(reader, sok_str_dup(&reader->arena, s));
}

static bool
is_missing(const json_t *json)
{
	return json == NULL || json_is_null(json);
}

/* A member that is a string, or an empty string.  ours: other programs use its
 * name for nothing else, so that another type is an error. */
static struct sok_str
take_string(struct sok_reader *reader, struct record *rec,
    const struct members *of, int member, bool ours)
{
	const json_t *json = of->json[member];

	if (json_is_string(json))
		return string(reader, json);
	if (!is_missing(json) && ours)
		damage(reader, rec, of->name[member], "a string");
	else if (!is_missing(json))
		report_dropped(reader, rec, of->name[member]);
	return SOK_STR("");
}

/* The rows of a board: an array of strings, or one string with line feeds. */
static void
take_board(struct sok_reader *reader, struct record *rec, const json_t *board)
{
	/* One of these two is 0. */
	size_t n = json_array_size(board), length = json_string_length(board);
	struct sok_str s = string(reader, board);
	bool good =
	    json_is_string(board) || json_is_array(board) || is_missing(board);

	rec->row =
	    sok_arena_alloc(&reader->arena, n + length, sizeof(*rec->row));
	if (reader_fails(reader, rec->row == NULL))
		return;
	while (s.len > 0)
		rec->row[rec->nrows++] = sok_str_line(&s);
	for (size_t i = 0; i < n; i++) {
		const json_t *json = json_array_get(board, i);

		good = good && json_is_string(json);
		rec->row[rec->nrows++] = string(reader, json);
	}
	if (!good)
		damage(reader, rec, "board", "an array of strings");
}

static void
take_games(struct sok_reader *reader, struct record *rec, const json_t *games)
{
	size_t n = json_array_size(games);

	if (!json_is_array(games) && !is_missing(games))
		damage(reader, rec, "games", "an array of objects");
	rec->game = sok_arena_alloc(&reader->arena, n, sizeof(*rec->game));
	if (reader_fails(reader, rec->game == NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		json_t *one = json_array_get(games, i);

		if (!json_is_object(one))
			damage(reader, rec, "games", "an array of objects");
		struct members of = members(reader, rec, one, game_member);
		rec->game[rec->ngames++] = (struct record_game){
		    .name = take_string(reader, rec, &of, GAME_name, true),
		    .moves = take_string(reader, rec, &of, GAME_moves, true),
		    .text = take_string(reader, rec, &of, GAME_text, true)};
	}
}

static bool
take_fields(struct sok_reader *reader, struct record *rec, json_t *object)
{
	static const int of_puzzle[] = {
	    MEMBER_board, MEMBER_games, MEMBER_title, MEMBER_title_line};
	struct members all = members(reader, rec, object, record_member);
	json_t *const *json = all.json;

	rec->header = json_is_true(json[MEMBER_header]);
	if (!json[MEMBER_board] && !json[MEMBER_games] && !json[MEMBER_text] &&
	    !rec->header) {
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, 1,
		    "not a puzzle: there is no \"board\", an array of "
		    "rows; this line was dropped");
		return false;
	}
	if (!is_missing(json[MEMBER_header]) &&
	    !json_is_boolean(json[MEMBER_header]))
		report_dropped(reader, rec, record_member[MEMBER_header]);
	/* Only puzzles have these. */
	for (size_t i = 0; rec->header && i < SOK_COUNT(of_puzzle); i++) {
		const json_t *member = json[of_puzzle[i]];

		if (json_array_size(member) + json_string_length(member) > 0)
			report_dropped(
			    reader, rec, record_member[of_puzzle[i]]);
	}
	rec->text = take_string(reader, rec, &all, MEMBER_text, true);
	rec->title = take_string(reader, rec, &all, MEMBER_title, true);
	rec->title_line =
	    take_string(reader, rec, &all, MEMBER_title_line, true);
	rec->author = take_string(reader, rec, &all, MEMBER_author, false);
	rec->play = take_string(reader, rec, &all, MEMBER_game, false);
	rec->adjoins = take_string(reader, rec, &all, MEMBER_adjoins, false);
	if (json[MEMBER_title] == NULL)
		rec->title = rec->title_line;
	/* Other programs may use this name for something else. */
	const json_t *file = json_object_get(json[MEMBER_source], "file");
	double line =
	    json_number_value(json_object_get(json[MEMBER_source], "line"));
	if (json_is_string(file) && line >= 1 && line <= UINT32_MAX)
		record_source(reader, rec, string(reader, file), (size_t)line);
	take_board(reader, rec, json[MEMBER_board]);
	take_games(reader, rec, json[MEMBER_games]);
	return !rec->damaged;
}

static bool
parse_object(struct sok_reader *reader, struct sok_str line, struct record *rec)
{
	bool good = false;
	json_error_t error;
	int twice = 0;

	if (!is_sparse(line)) {
		reader_report(reader, SOK_LIMIT_RULE, rec->line, 1,
		    "too many values for a puzzle: this line was dropped");
		return false;
	}

	/* Accept large integers and, with a report, duplicate members. */
	refused = false;
	json_t *json = load(reader, line, JSON_REJECT_DUPLICATES, &error);
	if (json == NULL &&
	    json_error_code(&error) == json_error_numeric_overflow)
		json = load(reader, line,
		    JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
	if (json == NULL &&
	    json_error_code(&error) == json_error_duplicate_key) {
		twice = error.column;
		json = load(reader, line, JSON_DECODE_INT_AS_REAL, &error);
	}
	if (twice > 0 && json != NULL && reader_once(reader, ONCE_TWICE))
		reader_report(reader, SOK_LOSSY_RULE, rec->line, (size_t)twice,
		    "a member is repeated in an object: the last one wins");

	/* The parser does not always set a reason. */
	if (reader_fails(
	        reader, refused || (json == NULL && error.text[0] == '\0'))) {
		forget(json);
		return false;
	}
	if (json_is_object(json)) {
		reader->reported &= ~(unsigned)ONCE_LINES;
		good = take_fields(reader, rec, json);
	} else if (reader_once(reader, ONCE_LINES)) {
		/* Report once how to convert the file. */
		bool array = sok_str_starts(line, SOK_STR("["));
		const char *how = array ? "jq -c '.[]'" : "jq -c";
		const char *wrong =
		    json == NULL ? error.text : "no JSON object";
		size_t column = 1;

		if (json == NULL && error.column > 0)
			column = (size_t)error.column;
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, column,
		    "%s: this line and all lines up to the next object were "
		    "dropped; an object must be on one line (%s)",
		    wrong, how);
	}
	forget(json);
	return good;
}

/* Whether the member belongs to the object itself and not to one inside it. */
static bool
is_header(struct sok_reader *reader, struct sok_str line)
{
	json_error_t error;

	if (sok_str_find(line, SOK_STR("header\"")) == line.len ||
	    !is_sparse(line))
		return false;
	json_t *json = load(reader, line, JSON_DECODE_INT_AS_REAL, &error);
	bool header = json_is_true(json_object_get(json, "header"));
	forget(json);
	return header;
}

static int
open_json(struct sok_reader *reader)
{
	static const struct record_format format = {
	    NULL, is_header, parse_object};
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, watch_parser);
	return record_open(reader, &format);
}

const struct sok_read_ops read_json_ops = {
    .open = open_json, .read = record_read, .close = record_close};
