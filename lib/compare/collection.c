/* collection.c - the puzzles of a collection with the digests by which they are
 * compared. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "text/text.h"

/* Any start for a digest, which is never 0. */
static uint64_t
digest(struct sok_str s)
{
	return sok_mix(1, s) | 1;
}

int
compare_add(struct compare_list *list, const struct sok_puzzle *puzzle,
    struct compare_key key)
{
	struct compare_item *item =
	    sok_grow(list->item, list->n, &list->cap, sizeof(*item));

	if (list->n >= UINT32_MAX - 1) {
		errno = EOVERFLOW;
		return -1;
	}
	if (item == NULL)
		return -1;
	list->item = item;
	item += list->n++;
	*item = (struct compare_item){.key = key, .puzzle = puzzle};
	if (puzzle->title.len > 0)
		item->title = digest(puzzle->title);
	item->whole =
	    sok_mix(sok_puzzle_digest(puzzle), sok_puzzle_author(puzzle));
	/* In any order. */
	for (size_t i = 0; i < puzzle->ngames; i++)
		item->games += digest(puzzle->game[i].moves);
	return 0;
}

void
compare_list_free(struct compare_list *list)
{
	free(list->item);
	*list = (struct compare_list){NULL, 0, 0};
}
