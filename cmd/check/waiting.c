/* waiting.c - puzzles that wait for what --against finds about them at the end
 * of the run: with -p --strict whether they pass, and in formats with test
 * cases the rest of their case. */
#include <stdlib.h>

#include "base/base.h"
#include "check/check.h"
#include "text/text.h"

/* One of `header`, `puzzle` and `file` is set. */
struct waiting_item {
	struct sok_header *header;
	const struct sok_puzzle *puzzle;
	const char *file; /* which ends here */
	struct report_kept found;
	struct sok_text reasons; /* for --rejects */
	size_t index;            /* 1 + that in the new collection; 0: none */
	bool failed;
};

void
waiting_begin(struct check *check)
{
	check->waiting.on = check->against.old.n > 0 &&
	    (report_has_cases(&check->run) ||
	        (check->run.pass && check->run.cli->strict));
}

/* A new item, zeroed, and an arena for it; NULL on ENOMEM. */
static struct waiting_item *
next_item(struct check *check, struct sok_arena **arena)
{
	struct waiting *waiting = &check->waiting;
	struct waiting_item *item =
	    sok_grow(waiting->item, waiting->n, &waiting->cap, sizeof(*item));

	*arena = compare_hold_arena(check->against.hold);
	if (item == NULL || *arena == NULL)
		return NULL;
	waiting->item = item;
	item += waiting->n++;
	*item = (struct waiting_item){.index = 0};
	return item;
}

int
waiting_header(struct check *check, const struct sok_header *header)
{
	struct sok_arena *arena;
	struct waiting_item *item = next_item(check, &arena);

	if (item == NULL)
		return -1;
	item->header = compare_hold_header(check->against.hold, header);
	check->waiting.header = item->header;
	return item->header == NULL ? -1 : 0;
}

int
waiting_puzzle(struct check *check, const struct sok_puzzle *puzzle)
{
	struct compare_hold *hold = check->against.hold;
	const struct compare_list *list = &check->against.is;
	struct sok_arena *arena;
	struct waiting_item *item = next_item(check, &arena);

	if (item == NULL)
		return -1;
	item->failed = check->failed;
	if (against_compares(puzzle)) {
		item->index = list->n;
		item->puzzle = list->item[list->n - 1].puzzle;
	}
	/* That copy does not have the bytes of the text as they were. */
	if (item->index == 0 || check->run.writer != NULL)
		item->puzzle =
		    compare_hold_puzzle(hold, puzzle, check->waiting.header);
	if (item->puzzle == NULL)
		return -1;
	rejects_explain(check->run.cli, &check->rejects, &item->reasons, arena);
	report_keep_case(&check->run, puzzle, &item->found, arena);
	return 0;
}

void
waiting_file_end(struct check *check, const char *file)
{
	struct sok_arena *arena;
	struct waiting_item *item =
	    cli_must(check->run.cli, next_item(check, &arena));

	item->file = file;
	report_keep_file(&check->run, file, &item->found, arena);
}

/* Write a puzzle to the output, or to --rejects with its findings: 0, -1 with
 * errno. */
static int
pass(struct check *check, const struct waiting_item *item)
{
	struct sok_puzzle own = *item->puzzle;
	struct sok_arena *arena = &check->waiting.scratch;
	size_t room = 0;

	if (check->run.writer == NULL)
		return 0;
	if (!check->failed)
		return sok_write(check->run.writer, &own) == -1 ? -1 : 0;
	if (text_append_all(&own.text, &room, &item->reasons, arena) == -1)
		return -1;
	rejects_explain(check->run.cli, &check->rejects, &own.text, arena);
	return rejects_write(check->run.cli, &check->rejects, &own, arena);
}

int
waiting_release(struct check *check, struct compare_report *changes)
{
	struct waiting *waiting = &check->waiting;
	int done = 0;

	for (size_t i = 0; i < waiting->n && done == 0; i++) {
		const struct waiting_item *item = &waiting->item[i];
		struct report_case puzzle = {.puzzle = item->puzzle};

		sok_arena_reset(&waiting->scratch);
		if (compare_hold_arena(check->against.hold) == NULL)
			return -1;
		if (item->header != NULL) {
			if (check->run.writer != NULL)
				done = sok_write_header(
				    check->run.writer, item->header);
			continue;
		}
		report_resume(&check->run, &item->found, item->file != NULL);
		if (item->file != NULL) {
			report_file_end(&check->run, item->file);
			continue;
		}
		check->failed = item->failed;
		if (item->index > 0)
			done = compare_report_new(changes, item->index - 1);
		if (done == 0)
			done = pass(check, item);
		rejects_forget(&check->rejects);
		puzzle.pos = item->puzzle->pos;
		report_case(&check->run, &puzzle);
		check->failed = false;
	}
	return done;
}

void
waiting_free(struct waiting *waiting)
{
	free(waiting->item);
	sok_arena_free(&waiting->scratch);
}
