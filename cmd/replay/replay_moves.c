/* replay_moves.c - reads bare moves of -m and -M: a game for each paragraph
 * and, in case that there are as many lines as puzzles, a game for each
 * line. */
#include <stdlib.h>

#include "base/base.h"
#include "replay/supplied.h"
#include "text/text.h"

/* The paragraph that is being read. */
struct paragraph {
	struct replay_work *work;
	const char *name; /* of the file, or NULL */
	struct sok_source *line;
	size_t n, cap;
	struct sok_buf text; /* its lines with line ends */
	bool joined;         /* a line of it goes on in the next one */
	struct bare_moves *to;
};

/* Decode n lines, whose text this is, to a game; NULL with a fault. */
static struct sok_game *
decode(const struct paragraph *paragraph, const struct sok_source *line,
    size_t n, struct sok_str text, struct moves_fault *fault)
{
	struct sok_rle_error error = {
	    .message = "a number and a blank precede these moves"};
	struct replay_work *work = paragraph->work;
	struct sok_buf moves = {0};
	size_t size = sizeof(*line), at = 0;
	bool count = false, wrong = false;
	struct sok_str s;

	/* A number at the start of a line may be a count or the number of a
	 * list.  A count may continue in the next line. */
	for (size_t i = 0; i < n && !wrong; at += line[i++].text.len + 1) {
		s = sok_str_trim(line[i].text);
		error.at = at + (size_t)(s.s - line[i].text.s);
		wrong = !count && sok_moves_listed(s);
		count = sok_is_digit(s.s[s.len - 1]);
	}
	if (wrong ||
	    sok_rle_decode(&moves, text, SOK_RLE_VARIANT_MOVES,
	        &work->run.cli->limits, &error) != 0) {
		cli_enough(work->run.cli, error.message != NULL);
		for (at = error.at; at > line->text.len; line++)
			at -= line->text.len + 1;
		*fault = (struct moves_fault){
		    error.message, line->line, line->col + at};
		sok_buf_free(&moves);
		return NULL;
	}

	struct sok_game *game = cli_must(
	    work->run.cli, sok_arena_zalloc(&work->life, 1, sizeof(*game)));
	game->moves = sok_str_dup(&work->life, sok_buf_str(&moves));
	cli_enough(work->run.cli, game->moves.s != NULL);
	game->letters_only = sok_moves_plain(game->moves);
	if (paragraph->name != NULL) {
		game->pos =
		    (struct sok_pos){paragraph->name, line->line, line->col};
		game->source = cli_must(
		    work->run.cli, sok_arena_alloc(&work->life, n, size));
		memcpy(game->source, line, n * size);
		game->nsource = n;
	}
	sok_buf_free(&moves);
	return game;
}

/* Take the lines of a paragraph as games; whole: the game that it is, or
 * NULL. */
static void
add_lines(struct paragraph *paragraph, const struct sok_game *whole)
{
	struct moves_fault fault = {NULL, 0, 0};

	paragraph->to->no_lines |= paragraph->joined;
	for (size_t i = 0; i < paragraph->n && !paragraph->to->no_lines; i++) {
		struct sok_str s = paragraph->line[i].text;
		const struct sok_game *game = paragraph->n == 1 ? whole : NULL;
		bool holds = sok_str_eq(sok_str_trim(s), SOK_STR("-"));

		if (game == NULL && !holds)
			game = decode(
			    paragraph, &paragraph->line[i], 1, s, &fault);
		paragraph->to->no_lines = game == NULL && !holds;
		supply_add(
		    paragraph->work, &paragraph->to->line, game, game != NULL);
	}
}

static void
end_paragraph(struct paragraph *paragraph)
{
	const struct sok_game *game = NULL;

	if (paragraph->n == 0)
		return;
	cli_enough(paragraph->work->run.cli, !paragraph->text.failed);
	if (paragraph->to->fault.message == NULL)
		game = decode(paragraph, paragraph->line, paragraph->n,
		    sok_buf_str(&paragraph->text), &paragraph->to->fault);
	if (game != NULL)
		supply_add(paragraph->work, &paragraph->to->paragraph, game, 1);
	add_lines(paragraph, game);
	paragraph->n = paragraph->text.len = 0;
	paragraph->joined = false;
}

static void
read_lines(struct paragraph *paragraph, struct sok_str text)
{
	struct sok_str line, bare, trimmed, bom = SOK_UTF8_MARK;
	struct replay_work *work = paragraph->work;

	for (size_t number = 1; text.len > 0; number++) {
		line = bare = sok_str_line(&text);
		/* Concatenated files may contain byte-order marks anywhere. */
		if (sok_str_starts(bare, bom))
			bare = sok_str_from(bare, bom.len);
		bare = sok_str_unquote(bare);
		/* Moves continue with or without a backslash at the end. */
		trimmed = sok_str_rtrim(bare);
		if (trimmed.len > 0 && trimmed.s[trimmed.len - 1] == '\\') {
			bare = sok_str_sub(trimmed, 0, trimmed.len - 1);
			paragraph->joined = true;
		}

		trimmed = sok_str_trim(bare);
		if (trimmed.len == 0) {
			end_paragraph(paragraph);
			supply_add(work, &paragraph->to->line, NULL, 0);
			continue;
		}
		if (trimmed.s[0] == ';') /* a comment */
			continue;
		paragraph->line = cli_must(work->run.cli,
		    sok_grow(paragraph->line, paragraph->n, &paragraph->cap,
		        sizeof(*paragraph->line)));
		paragraph->line[paragraph->n++] = (struct sok_source){
		    bare, number, (size_t)(bare.s - line.s) + 1};
		sok_buf_add(&paragraph->text, bare);
		sok_buf_addc(&paragraph->text, '\n');
	}
	end_paragraph(paragraph);
}

void
moves_read(struct replay_work *work, struct sok_str text, const char *name,
    struct bare_moves *to)
{
	struct paragraph paragraph = {.work = work, .name = name, .to = to};

	*to = (struct bare_moves){.no_lines = false};
	read_lines(&paragraph, text);
	free(paragraph.line);
	sok_buf_free(&paragraph.text);
}
