/* replay_rejects.c - --rejects of sokreplay: the games that -p leaves out, each
 * with its findings, below the title and the board of their puzzle. */
#include <errno.h>

#include "base/base.h"
#include "format/format.h"
#include "play/play.h"
#include "replay/replay.h"
#include "text/text.h"

/* Keep of the text only what the board and the games need to be read as they
 * are: the title, if it is a key, the order of boxes and goals, and the keys
 * that name the variant.  The writer adds what the header declares.  All other
 * text is in the output.  0, -1 on ENOMEM. */
static int
keep_declarations(struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	const struct sok_str kept[] = {SOK_STR("boxorder"),
	    SOK_STR("goalorder"), SOK_STR("Game"), SOK_STR("Puzzle Type"),
	    SOK_STR("Variant")};
	struct sok_text old = puzzle->text;

	puzzle->text = (struct sok_text){NULL, 0};
	puzzle->title_line = SOK_STR("");
	if (sok_title_set(
	        &puzzle->title_line, &puzzle->text, puzzle->title, arena) == -1)
		return -1;
	for (size_t i = 0; i < SOK_COUNT(kept); i++) {
		struct sok_str value = sok_text_get(&old, kept[i]), line;

		if (value.len == 0)
			continue;
		line = sok_str_fmt(
		    arena, "%s: %.*s", kept[i].s, (int)value.len, value.s);
		if (line.s == NULL ||
		    sok_text_insert(
		        &puzzle->text, puzzle->text.n, line, arena) == -1)
			return -1;
	}
	return 0;
}

void
replay_leave_out(struct replay_work *work, const struct sok_puzzle *puzzle,
    struct sok_game *game, const bool *left, size_t n, struct sok_arena *arena)
{
	struct cli *cli = work->run.cli;
	struct sok_puzzle own = *puzzle;
	bool any = false, *drop;

	if (work->rejects.path == NULL)
		return;
	drop = cli_must(cli, sok_arena_alloc(arena, n, sizeof(*drop)));
	for (size_t i = 0; i < n; i++) {
		drop[i] = !left[i];
		any |= left[i];
	}
	if (!any)
		return;
	own.game = game;
	own.ngames = n;
	cli_enough(cli,
	    sok_drop_games(&own, drop, arena) == 0 &&
	        keep_declarations(&own, arena) == 0);
	sok_puzzle_retitle(&own);
	if (rejects_write(cli, &work->rejects, &own, arena) == -1)
		cli_die(cli, work->rejects.path, errno);
}
