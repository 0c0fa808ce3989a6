/* hold.c - puzzles that are held to the end, in an arena that continues in a
 * temporary file. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/base.h"
#include "compare/compare.h"
#include "io/io.h"
#include "text/text.h"

struct compare_hold {
	struct sok_arena arena;
	const char *end; /* of the arena's chunk */
	size_t chunks;   /* how many there were */
	/* The temporary file. */
	int fd;      /* -1: not open */
	bool full;   /* it cannot grow, or none could be made */
	char **part; /* mapped into memory */
	size_t nparts, part_cap;
	size_t touched; /* puzzles since its pages were released */
};

/* The size of a part of the file, and how much of it may stay unused. */
#define PART ((size_t)4 << 20)
#define LEAST ((size_t)256 << 10)
/* Chunks of the arena that stay in memory; puzzles between two checks. */
enum { MOST = 64, OFTEN = 4096 };

struct compare_hold *
compare_hold_open(void)
{
	struct compare_hold *h = calloc(1, sizeof(*h));

	if (h != NULL)
		h->fd = -1;
	return h;
}

void
compare_hold_close(struct compare_hold *h)
{
	if (h == NULL)
		return;
	sok_arena_free(&h->arena);
	for (size_t i = 0; i < h->nparts; i++)
		munmap(h->part[i], PART);
	free(h->part);
	if (h->fd != -1)
		close(h->fd);
	free(h);
}

static void *
map(const struct compare_hold *h, size_t i, int how)
{
	return mmap(h->part[i], PART, PROT_READ | PROT_WRITE, MAP_SHARED | how,
	    h->fd, (off_t)(i * PART));
}

struct sok_arena *
compare_hold_arena(struct compare_hold *h)
{
	size_t n = h->nparts;
	struct sok_output *spool;

	if (h->arena.end != h->end) {
		h->chunks++;
		h->end = h->arena.end;
	}
	if (h->chunks <= MOST)
		return &h->arena;
	if (h->fd == -1 && !h->full) {
		spool = sok_output_spool();
		h->fd = spool == NULL ? -1 : sok_output_reopen(spool);
		h->full = h->fd == -1;
		(void)sok_output_close(spool, false);
	}

	/* What is mapped again is not in memory until it is accessed. */
	if (n > 0 && ++h->touched >= OFTEN) {
		h->touched = 0;
		for (size_t i = 0; i < n; i++)
			if (map(h, i, MAP_FIXED) == MAP_FAILED)
				return NULL;
	}

	/* Add a part; if that fails, the arena continues in memory. */
	if (h->full || (size_t)(h->arena.end - h->arena.p) >= LEAST)
		return &h->arena;
	char **v = sok_grow(h->part, n, &h->part_cap, sizeof(*v));
	if (v == NULL)
		return NULL;
	h->part = v;
	v[n] = NULL;
	h->full = posix_fallocate(h->fd, (off_t)(n * PART), PART) != 0 ||
	    (v[n] = map(h, n, 0)) == MAP_FAILED;
	if (!h->full) {
		h->nparts++;
		h->arena.p = v[n];
		h->arena.end = v[n] + PART;
		h->end = h->arena.end;
	}
	return &h->arena;
}

struct sok_header *
compare_hold_header(struct compare_hold *h, const struct sok_header *from)
{
	struct sok_arena *a = compare_hold_arena(h);
	struct sok_header *to;

	to = a == NULL ? NULL : sok_arena_alloc(a, 1, sizeof(*to));
	if (to == NULL || sok_header_copy(to, from, a) == -1)
		return NULL;
	return to;
}

/* Without the lines of its moves, and with the name of its file shared. */
static int
copy_game(struct sok_game *to, const struct sok_game *from,
    struct sok_pos whole, const char *file, struct sok_arena *a)
{
	struct sok_game bare = *from;
	bool same = from->pos.file == whole.file;

	bare.source = NULL;
	bare.nsource = 0;
	if (same)
		bare.pos.file = NULL;
	if (sok_game_copy(to, &bare, a) == -1)
		return -1;
	if (same)
		to->pos.file = file;
	return 0;
}

struct sok_puzzle *
compare_hold_puzzle(struct compare_hold *h, const struct sok_puzzle *from,
    const struct sok_header *header)
{
	struct sok_arena *a = compare_hold_arena(h);
	struct sok_puzzle bare = *from, *to;

	bare.board.row = NULL;
	bare.ngames = 0;
	to = a == NULL ? NULL : sok_arena_alloc(a, 1, sizeof(*to));
	if (to == NULL || sok_puzzle_copy(to, &bare, a) == -1)
		return NULL;
	to->header = header;
	to->game = sok_arena_alloc(a, from->ngames, sizeof(*to->game));
	if (to->game == NULL)
		return NULL;
	for (size_t i = 0; i < from->ngames; i++)
		if (copy_game(&to->game[i], &from->game[i], from->pos,
		        to->pos.file, a) == -1)
			return NULL;
	to->ngames = from->ngames;
	if (to->ngames > 0)
		sok_puzzle_retitle(to);
	return to;
}
