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
compare_add(
    struct compare_list *l, const struct sok_puzzle *p, struct compare_key key)
{
	struct compare_item *v = sok_grow(l->v, l->n, &l->cap, sizeof(*v));

	if (l->n >= UINT32_MAX - 1) {
		errno = EOVERFLOW;
		return -1;
	}
	if (v == NULL)
		return -1;
	l->v = v;
	v += l->n++;
	*v = (struct compare_item){.key = key, .puzzle = p};
	if (p->title.len > 0)
		v->title = digest(p->title);
	v->whole = sok_mix(sok_puzzle_digest(p), sok_puzzle_author(p));
	/* In any order. */
	for (size_t i = 0; i < p->ngames; i++)
		v->games += digest(p->game[i].moves);
	return 0;
}

void
compare_list_free(struct compare_list *l)
{
	free(l->v);
	*l = (struct compare_list){NULL, 0, 0};
}
