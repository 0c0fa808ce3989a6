/* replay_supplied.c - reads the games of --moves and --moves-file, which are
 * bare moves or collections in any format, and enters them where the puzzles
 * that get them find them: in order, by id, by title, or to be tried. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "play/play.h"
#include "replay/supplied.h"
#include "text/text.h"

/* ---- entries */

struct supply *
supply_add(struct replay_work *work, struct supply_list *list,
    const struct sok_game *game, size_t n)
{
	list->supply = cli_must(work->run.cli,
	    sok_grow(list->supply, list->n, &list->cap, sizeof(*list->supply)));
	list->supply[list->n] = (struct supply){.game = game, .n = n};
	if (n > 0)
		list->supply[list->n].pos = game->pos;
	return &list->supply[list->n++];
}

static void
append(struct replay_work *work, struct supply_list *to,
    const struct supply_list *from)
{
	for (size_t i = 0; i < from->n; i++)
		supply_add(work, to, from->supply[i].game, from->supply[i].n);
}

/* Titles are in a table of their own, so any kind of key will do. */
struct compare_key
supplied_title_key(struct sok_str title)
{
	struct compare_key key = {.kind = COMPARE_NOTHING};

	if (title.len > 0)
		key.kind = COMPARE_GAMES;
	key.id = sok_digest(title);
	return key;
}

/* Enter games that are found by a key, or by none. */
static void
add_found(struct replay_work *work, struct compare_key key, struct sok_pos pos,
    const struct sok_puzzle *board, const struct sok_game *game, size_t n)
{
	struct supplied *supplied = &work->supplied;
	struct supply *supply = supply_add(work, &supplied->found, game, n);
	struct compare_place *known, *added;

	supply->key = key;
	supply->pos = pos;
	supply->board = board;
	if (key.kind == COMPARE_NOTHING)
		return;
	if (supplied->found.n > UINT32_MAX)
		cli_die(work->run.cli, NULL, EOVERFLOW);
	uint32_t number = (uint32_t)supplied->found.n;
	known = compare_seen_or_add(&supplied->seen,
	    (struct compare_place){.key = key, .number = number}, &added);
	cli_enough(work->run.cli, known != NULL || added != NULL);
	/* Games of several puzzles with this key stay in their order; `line` is
	 * the last of them. */
	if (known != NULL)
		supplied->found.supply[known->line - 1].next = number;
	(known != NULL ? known : added)->line = number;
}

/* ---- collections */

/* A copy for the rest of the run, without its text and its header unless they
 * may number boxes and goals, by which its games are turned.  Exits on ENOMEM.
 */
static const struct sok_puzzle *
keep_puzzle(struct replay_work *work, const struct sok_puzzle *puzzle)
{
	struct cli *cli = work->run.cli;
	struct sok_arena *arena = cli_must(cli, compare_hold_arena(work->hold));
	struct sok_puzzle bare = *puzzle, *kept;

	bool numbered = orders_possible(puzzle);

	bare.board.row = NULL;
	if (!numbered)
		bare.text = (struct sok_text){NULL, 0};
	bare.raw.s = NULL;
	kept = cli_must(cli, sok_arena_alloc(arena, 1, sizeof(*kept)));
	cli_enough(cli, sok_puzzle_copy(kept, &bare, arena) == 0);
	kept->header = NULL;
	if (numbered && puzzle->header != NULL)
		kept->header = cli_must(
		    cli, compare_hold_header(work->hold, puzzle->header));
	return kept;
}

/* Enter the games of a puzzle in order: together if it has a board, else each
 * by itself. */
static void
add_ordered(struct replay_work *work, const struct sok_puzzle *puzzle)
{
	struct supplied *supplied = &work->supplied;
	size_t step = puzzle->has_board ? puzzle->ngames : 1;

	if (puzzle->has_board && puzzle->ngames == 0) {
		supply_add(work, &supplied->paragraph, NULL, 0);
		supply_add(work, &supplied->line, NULL, 0);
	}
	for (size_t i = 0; i < puzzle->ngames; i += step) {
		supply_add(work, &supplied->paragraph, &puzzle->game[i], step);
		supply_add(work, &supplied->line, &puzzle->game[i], step);
	}
}

/* Add the games of a puzzle of -M, by what finds their puzzle.  0, -1 on
 * ENOMEM. */
static int
add_puzzle(struct replay_work *work, const struct sok_puzzle *puzzle,
    struct sok_arena *scratch)
{
	struct compare_key key = supplied_title_key(puzzle->title);
	enum supplied_by by = work->by;

	if (by == SUPPLIED_BY_DEFAULT)
		by = puzzle->has_board ? SUPPLIED_BY_ID : SUPPLIED_BY_ORDER;
	if (puzzle->ngames == 0 && by != SUPPLIED_BY_ORDER)
		return 0;
	if (by == SUPPLIED_BY_ID &&
	    compare_identify(puzzle, &key, scratch) == -1)
		return -1;
	/* Moves alone identify no other puzzle. */
	if (by == SUPPLIED_BY_ID && !puzzle->has_board)
		key.kind = COMPARE_NOTHING;
	const struct sok_puzzle *kept = keep_puzzle(work, puzzle);
	if (by == SUPPLIED_BY_ORDER || by == SUPPLIED_BY_TRY) {
		add_ordered(work, kept);
	} else if (kept->has_board) {
		add_found(work, key, kept->pos, kept, kept->game, kept->ngames);
	} else {
		for (size_t i = 0; i < kept->ngames; i++) {
			const struct sok_game *game = &kept->game[i];

			/* The games of several puzzles may come together. */
			if (by == SUPPLIED_BY_TITLE && puzzle->title.len == 0)
				key = supplied_title_key(game->title);
			add_found(work, key, game->pos, NULL, game, 1);
		}
	}
	return 0;
}

/* A stream of bytes in memory. */
struct memory {
	struct sok_stream stream;
	struct sok_str rest;
};

/* The function of a stream that has bytes in memory. */
static ptrdiff_t
memory_read(struct sok_stream *stream, char *buf, size_t size)
{
	struct memory *memory = (struct memory *)stream;

	if (size > memory->rest.len)
		size = memory->rest.len;
	if (size > 0)
		memcpy(buf, memory->rest.s, size);
	memory->rest = sok_str_from(memory->rest, size);
	return (ptrdiff_t)size;
}

/* Whether a line is not moves with a wrong letter: half of its letters are not
 * letters of moves. */
static bool
has_words(struct sok_str line)
{
	size_t moves = 0, letters = 0;

	for (size_t i = 0; i < line.len; i++) {
		char c = sok_lower(line.s[i]);
		bool move = c == 'u' || c == 'd' || c == 'l' || c == 'r';

		letters += (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
		moves += move;
	}
	return letters > 1 && 2 * moves < letters;
}

/* Whether the line with a number, from 1, has words. */
static bool
line_has_words(struct sok_str text, size_t number)
{
	struct sok_str line = SOK_STR("");

	for (size_t i = 0; i < number; i++)
		line = sok_str_line(&text);
	return has_words(line);
}

/* Whether a puzzle shows that its file is more than bare moves; titled: so does
 * a title. */
static bool
shows_collection(const struct sok_puzzle *puzzle, bool titled)
{
	bool shows = puzzle->has_board;

	for (size_t i = 0; titled && i < puzzle->ngames && !shows; i++)
		shows = puzzle->game[i].title.len > 0;
	return shows;
}

/* Read a text as a collection and, if `add`, enter its games.  Returns whether
 * it is one, and not bare moves with a fault; titled: titles show it. */
static bool
read_collection(struct replay_work *work, const struct cli_operand *op,
    struct sok_str text, bool titled, bool add)
{
	struct memory memory = {.stream.read = memory_read, .rest = text};
	struct sok_sink none = {.fn = NULL};
	struct cli_operand own = *op;
	struct cli *cli = work->run.cli;
	struct sok_puzzle *puzzle;
	bool is = false;
	int got;

	own.stream = &memory.stream;
	struct sok_reader *reader =
	    cli_must(cli, cli_reader(cli, &own, add ? cli_sink(cli) : &none));
	while ((got = sok_read(reader, &puzzle)) > 0 && (add || !is)) {
		is = is || shows_collection(puzzle, titled);
		if (add &&
		    add_puzzle(work, puzzle, sok_reader_arena(reader)) == -1)
			cli_die(cli, NULL, errno);
	}
	const struct sok_format *format = sok_reader_format(reader);
	if (got < 0 && add)
		cli_read_trouble(cli, op, format, errno);
	is =
	    is || (format != NULL && format != sok_format_find(SOK_STR("sok")));
	sok_reader_close(reader);
	return is;
}

/* ---- files */

/* Report a fault in the moves and exit: later games would be assigned to the
 * wrong puzzles. */
CLI_NORETURN static void
moves_error(
    struct replay_work *work, const struct moves_fault *fault, const char *name)
{
	if (name == NULL)
		cli_usage(work->run.cli, "--moves: byte %zu: %s", fault->col,
		    fault->message);
	cli_error(work->run.cli,
	    "%s:%zu:%zu: %s; only lines that begin with `;` are ignored", name,
	    fault->line, fault->col, fault->message);
	exit(cli_finish(work->run.cli));
}

/* Enter bare moves, of which either the paragraphs or the lines may have a
 * fault. */
static void
add_moves(
    struct replay_work *work, const struct bare_moves *bare, const char *name)
{
	struct supplied *supplied = &work->supplied;
	const struct moves_fault *fault = &bare->fault;
	const struct compare_key none = {.kind = COMPARE_NOTHING};

	bool finds =
	    work->by == SUPPLIED_BY_ID || work->by == SUPPLIED_BY_TITLE;

	if (fault->message != NULL && (bare->no_lines || finds))
		moves_error(work, fault, name);
	for (size_t i = 0; finds && i < bare->paragraph.n; i++) {
		const struct sok_game *game = bare->paragraph.supply[i].game;

		add_found(work, none, game->pos, NULL, game, 1);
	}
	if (finds)
		return;
	if (work->match) {
		append(work, &supplied->paragraph,
		    fault->message != NULL ? &bare->line : &bare->paragraph);
		return;
	}
	supplied->no_lines |= bare->no_lines;
	if (fault->message != NULL && supplied->fault.len == 0) {
		supplied->fault = sok_str_fmt(&work->life,
		    "%s:%zu:%zu: %s; only lines that begin with `;` are "
		    "ignored",
		    name == NULL ? "--moves" : name, fault->line, fault->col,
		    fault->message);
		cli_enough(work->run.cli, supplied->fault.s != NULL);
	}
	if (fault->message == NULL && bare->paragraph.n == 0)
		return;
	append(work, &supplied->paragraph, &bare->paragraph);
	append(work, &supplied->line, &bare->line);
}

/* All bytes of a file; false: it could not be read, which was reported. */
static bool
read_all(struct cli *cli, const struct cli_operand *op, struct sok_buf *to)
{
	struct sok_output *out = cli_must(cli, sok_output_memory(to));
	int copied = sok_output_copy_stream(out, op->stream, op->fd);

	if (copied == -1)
		cli_read_trouble(cli, op, NULL, errno);
	cli_enough(cli, sok_output_close(out, true) == 0);
	return copied == 0;
}

/* Binary data, which no text of moves is. */
static bool
has_nul(struct sok_str text)
{
	return text.len > 0 && memchr(text.s, '\0', text.len) != NULL;
}

/* Read the games of a file of -M: bare moves, else a collection.  0: what
 * cannot be read has been reported. */
static int
read_file(struct cli *cli, const struct cli_operand *op)
{
	struct replay_work *work = cli->ctx;
	struct sok_buf bytes = {0};
	struct bare_moves bare;

	if (!read_all(cli, op, &bytes)) {
		sok_buf_free(&bytes);
		return 0;
	}
	/* The positions of games refer to it. */
	struct sok_str text = SOK_STR("");
	if (bytes.len > 0)
		text = sok_str_dup(&work->life, sok_buf_str(&bytes));
	cli_enough(cli, text.s != NULL);
	sok_buf_free(&bytes);

	moves_read(work, text, op->name, &bare);
	bool wrong = bare.fault.message != NULL && bare.no_lines;
	bool titled = wrong && line_has_words(text, bare.fault.line);
	if (wrong && read_collection(work, op, text, titled, false))
		(void)read_collection(work, op, text, titled, true);
	else if (wrong && op->met && (titled || has_nul(text)))
		/* A README or a picture in a folder is passed.  Of a file that
		 * was named, or may be moves with a wrong letter, the fault
		 * ends the run. */
		cli_remark(cli, "%s: no games; it was passed", op->name);
	else
		add_moves(work, &bare, op->name);
	free(bare.paragraph.supply);
	free(bare.line.supply);
	return 0;
}

/* ---- all */

/* A number that grows with each game. */
static size_t
entries(const struct supplied *supplied)
{
	return supplied->paragraph.n + supplied->line.n + supplied->found.n;
}

static void
read_files(struct replay_work *work)
{
	struct cli *cli = work->run.cli;

	memcpy(cli->sink.off, work->run.off, sizeof(cli->sink.off));
	for (size_t i = 0; i < work->moves_files.n; i++) {
		const char *path = work->moves_files.name[i];
		struct names one = {&work->moves_files.name[i], 1, 1};
		size_t before = entries(&work->supplied);

		int status = cli_each_other(cli, &one, read_file, work);
		cli_raise(cli, status);
		/* Others would be assigned to the wrong puzzles. */
		if (status == CLI_TROUBLE)
			exit(cli_finish(cli));
		if (entries(&work->supplied) > before)
			continue;
		if (!work->match)
			cli_usage(cli, "--moves-file: no games in `%s`", path);
		cli_remark(cli, "--moves-file: no games in `%s`", path);
	}
}

static void
read_option(struct replay_work *work)
{
	struct bare_moves bare;

	moves_read(work, sok_str(work->moves), NULL, &bare);
	add_moves(work, &bare, NULL);
	if (bare.paragraph.n == 0 && bare.fault.message == NULL) {
		struct sok_game *game = cli_must(work->run.cli,
		    sok_arena_zalloc(&work->life, 1, sizeof(*game)));

		game->letters_only = true;
		supply_add(work, &work->supplied.paragraph, game, 1);
		supply_add(work, &work->supplied.line, game, 1);
	}
	free(bare.paragraph.supply);
	free(bare.line.supply);
}

/* The games that are tried, as sok_match_open() takes them. */
static void
open_match(struct replay_work *work)
{
	struct supplied *supplied = &work->supplied;
	struct cli *cli = work->run.cli;

	for (size_t i = 0; i < supplied->paragraph.n; i++)
		supplied->n += supplied->paragraph.supply[i].n;
	supplied->game = cli_must(cli,
	    sok_arena_alloc(&work->life, supplied->n, sizeof(*supplied->game)));
	supplied->n = 0;
	for (size_t i = 0; i < supplied->paragraph.n; i++)
		for (size_t j = 0; j < supplied->paragraph.supply[i].n; j++)
			supplied->game[supplied->n++] =
			    supplied->paragraph.supply[i].game[j];
	supplied->solves = cli_must(
	    cli, sok_arena_zalloc(&work->life, supplied->n, sizeof(bool)));
	supplied->match = cli_must(
	    cli, sok_match_open(supplied->game, supplied->n, &work->life));
}

void
supplied_read(struct replay_work *work)
{
	if (!work->given)
		return;
	work->hold = cli_must(work->run.cli, compare_hold_open());
	if (work->moves != NULL)
		read_option(work);
	read_files(work);
	if (work->match)
		open_match(work);
}

bool
supplied_assigns(const struct replay_work *work)
{
	return work->given && !work->match;
}

void
supplied_free(struct replay_work *work)
{
	free(work->supplied.paragraph.supply);
	free(work->supplied.line.supply);
	free(work->supplied.found.supply);
	compare_seen_free(&work->supplied.seen);
	compare_hold_close(work->hold);
	free(work->moves_files.name);
}
