/* replay_waiting.c - keeps what is read while puzzles wait for their games. */
#include <stdlib.h>

#include "base/base.h"
#include "replay/supplied.h"
#include "text/text.h"

/* One of these is set. */
struct deferred {
	struct deferred *next;
	const struct sok_finding *finding;
	struct sok_header header;          /* a copy */
	const struct sok_header *original; /* of the header, or NULL */
	struct sok_puzzle *puzzle;
	bool gets;        /* games are for this puzzle */
	const char *file; /* the end of an operand */
};

/* The arena for what is kept, which may continue in a file. */
static struct sok_arena *
kept(struct replay_work *work)
{
	return cli_must(work->run.cli, compare_hold_arena(work->hold));
}

/* Memory for an object, zeroed, for the rest of the run. */
static void *
lasting(struct replay_work *work, size_t size)
{
	return cli_must(work->run.cli, sok_arena_zalloc(kept(work), 1, size));
}

/* A new entry for the caller to fill in.  Exits on ENOMEM. */
static struct deferred *
defer(struct replay_work *work)
{
	struct deferred *deferred = lasting(work, sizeof(*deferred));

	if (work->deferred == NULL)
		work->deferred = deferred;
	else
		work->last->next = deferred;
	return work->last = deferred;
}

/* A header for the rest of the run, with what the given one says; its reader
 * may be closed before what is deferred is processed.  Exits on ENOMEM. */
static const struct sok_header *
header_to_keep(struct replay_work *work, const struct sok_header *from)
{
	struct sok_header *header = work->kept_header;
	bool same = header != NULL && header->variant == from->variant &&
	    header->text.n == from->text.n;

	for (size_t i = 0; same && i < from->text.n; i++)
		same = sok_str_eq(header->text.line[i], from->text.line[i]);
	if (same)
		return header;
	header = lasting(work, sizeof(*header));
	cli_enough(
	    work->run.cli, sok_header_copy(header, from, kept(work)) == 0);
	work->kept_header = header;
	return header;
}

void
defer_finding(struct replay_work *work, const struct sok_finding *finding)
{
	const struct deferred *last = work->last;
	const struct sok_puzzle *from = finding->puzzle, *before = NULL;
	struct sok_finding *own = lasting(work, sizeof(*own));
	bool enough = finding_copy(own, finding, kept(work)) == 0;
	struct sok_puzzle *puzzle;
	struct sok_game *game;

	defer(work)->finding = own;

	/* The puzzle is usually that of the previous finding. */
	if (last != NULL && last->finding != NULL)
		before = last->finding->puzzle;
	if (from != NULL && before != NULL && before->number == from->number &&
	    strcmp(before->pos.file, from->pos.file) == 0 &&
	    before->pos.line == from->pos.line &&
	    before->pos.col == from->pos.col) {
		own->puzzle = before;
	} else if (from != NULL) {
		own->puzzle = puzzle = lasting(work, sizeof(*puzzle));
		enough &= sok_puzzle_copy(puzzle, from, kept(work)) == 0;
		if (from->header != NULL)
			puzzle->header = header_to_keep(work, from->header);
	}
	cli_enough(work->run.cli, enough);

	/* The game is in the copy of its puzzle, or gets a separate one. */
	if (finding->game == NULL)
		return;
	for (size_t i = 0; from != NULL && i < own->puzzle->ngames; i++)
		if (&from->game[i] == finding->game) {
			own->game = &own->puzzle->game[i];
			return;
		}
	own->game = game = lasting(work, sizeof(*game));
	cli_enough(
	    work->run.cli, sok_game_copy(game, finding->game, kept(work)) == 0);
}

void
defer_header(struct replay_work *work, const struct sok_header *header)
{
	struct deferred *deferred = defer(work);

	cli_enough(work->run.cli,
	    sok_header_copy(&deferred->header, header, kept(work)) == 0);
	deferred->original = header;
}

/* A copy for the rest of the run, including what the puzzle inherits from a
 * header that may no longer exist then.  Exits on ENOMEM. */
static struct sok_puzzle *
copy_to_keep(struct replay_work *work, const struct sok_puzzle *puzzle)
{
	const struct sok_header *from = puzzle->header;
	struct sok_puzzle *copy = lasting(work, sizeof(*copy));
	struct sok_header *header = lasting(work, sizeof(*header));
	struct cli *cli = work->run.cli;

	cli_enough(cli, sok_puzzle_copy(copy, puzzle, kept(work)) == 0);
	if (work->run.pass && from->merged)
		cli_enough(cli,
		    sok_inherit(copy, from, NULL, cli_sink(cli), kept(work)) ==
		        0);
	header->variant = from->variant;
	header->text = header_to_keep(work, from)->text;
	copy->header = header;
	return copy;
}

/* Findings while the puzzle is copied come after it. */
void
defer_puzzle(
    struct replay_work *work, const struct sok_puzzle *puzzle, bool gets)
{
	struct deferred *deferred = defer(work);

	work->waiting = true;
	deferred->gets = gets;
	deferred->puzzle = copy_to_keep(work, puzzle);
}

void
defer_file_end(struct replay_work *work, const char *file)
{
	defer(work)->file = file;
}

/* Process one of what was deferred. */
static int
release(struct replay_work *work, const struct deferred *deferred,
    const struct sok_header *now, struct sok_arena *arena)
{
	const struct sok_header *header = &deferred->header;

	if (deferred->finding != NULL) {
		replay_finding(work, deferred->finding);
	} else if (deferred->original != NULL) {
		if (deferred->original == now)
			header = now;
		return sok_write_header(work->run.writer, header);
	} else if (deferred->puzzle != NULL) {
		return deferred->gets
		    ? assign_now(work, deferred->puzzle, arena)
		    : replay_own(work, deferred->puzzle, arena);
	} else if (deferred->file != NULL) {
		report_input_end(&work->run, deferred->file);
	}
	return 0;
}

int
defer_release(struct replay_work *work, const struct sok_header *now)
{
	struct deferred *deferred = work->deferred;
	struct sok_arena once = {0};
	int got = 0;

	work->waiting = false;
	work->deferred = work->last = NULL;
	for (; deferred != NULL && got >= 0; deferred = deferred->next) {
		(void)kept(work); /* releases what was read before */
		got = release(work, deferred, now, &once);
		sok_arena_reset(&once);
	}
	sok_arena_free(&once);
	return got < 0 ? -1 : 0;
}
