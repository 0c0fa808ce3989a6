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
	struct compare_hold *hold = calloc(1, sizeof(*hold));

	if (hold != NULL)
		hold->fd = -1;
	return hold;
}

void
compare_hold_close(struct compare_hold *hold)
{
	if (hold == NULL)
		return;
	sok_arena_free(&hold->arena);
	for (size_t i = 0; i < hold->nparts; i++)
		munmap(hold->part[i], PART);
	free(hold->part);
	if (hold->fd != -1)
		close(hold->fd);
	free(hold);
}

/* Map part i of the spool at its address again; MAP_FAILED with errno. */
static void *
map(const struct compare_hold *hold, size_t i, int how)
{
	return mmap(hold->part[i], PART, PROT_READ | PROT_WRITE,
	    MAP_SHARED | how, hold->fd, (off_t)(i * PART));
}

struct sok_arena *
compare_hold_arena(struct compare_hold *hold)
{
	size_t n = hold->nparts;
	struct sok_output *spool;

	if (hold->arena.end != hold->end) {
		hold->chunks++;
		hold->end = hold->arena.end;
	}
	if (hold->chunks <= MOST)
		return &hold->arena;
	if (hold->fd == -1 && !hold->full) {
		spool = sok_output_spool();
		hold->fd = spool == NULL ? -1 : sok_output_reopen(spool);
		hold->full = hold->fd == -1;
		(void)sok_output_close(spool, false);
	}

	/* What is mapped again is not in memory until it is accessed. */
	if (n > 0 && ++hold->touched >= OFTEN) {
		hold->touched = 0;
		for (size_t i = 0; i < n; i++)
			if (map(hold, i, MAP_FIXED) == MAP_FAILED)
				return NULL;
	}

	/* Add a part; if that fails, the arena continues in memory. */
	if (hold->full || (size_t)(hold->arena.end - hold->arena.p) >= LEAST)
		return &hold->arena;
	char **part = sok_grow(hold->part, n, &hold->part_cap, sizeof(*part));
	if (part == NULL)
		return NULL;
	hold->part = part;
	part[n] = NULL;
	hold->full = posix_fallocate(hold->fd, (off_t)(n * PART), PART) != 0 ||
	    (part[n] = map(hold, n, 0)) == MAP_FAILED;
	if (!hold->full) {
		hold->nparts++;
		hold->arena.p = part[n];
		hold->arena.end = part[n] + PART;
		hold->end = hold->arena.end;
	}
	return &hold->arena;
}

struct sok_header *
compare_hold_header(struct compare_hold *hold, const struct sok_header *from)
{
	struct sok_arena *arena = compare_hold_arena(hold);
	struct sok_header *to;

	to = arena == NULL ? NULL : sok_arena_alloc(arena, 1, sizeof(*to));
	if (to == NULL || sok_header_copy(to, from, arena) == -1)
		return NULL;
	return to;
}

/* Without the lines of its moves, and with the name of its file shared. */
static int
copy_game(struct sok_game *to, const struct sok_game *from,
    struct sok_pos whole, const char *file, struct sok_arena *arena)
{
	struct sok_game bare = *from;
	bool same = from->pos.file == whole.file;

	bare.source = NULL;
	bare.nsource = 0;
	if (same)
		bare.pos.file = NULL;
	if (sok_game_copy(to, &bare, arena) == -1)
		return -1;
	if (same)
		to->pos.file = file;
	return 0;
}

struct sok_puzzle *
compare_hold_puzzle(struct compare_hold *hold, const struct sok_puzzle *from,
    const struct sok_header *header)
{
	struct sok_arena *arena = compare_hold_arena(hold);
	struct sok_puzzle bare = *from, *to;

	bare.board.row = NULL;
	bare.ngames = 0;
	to = arena == NULL ? NULL : sok_arena_alloc(arena, 1, sizeof(*to));
	if (to == NULL || sok_puzzle_copy(to, &bare, arena) == -1)
		return NULL;
	to->header = header;
	to->game = sok_arena_alloc(arena, from->ngames, sizeof(*to->game));
	if (to->game == NULL)
		return NULL;
	for (size_t i = 0; i < from->ngames; i++)
		if (copy_game(&to->game[i], &from->game[i], from->pos,
		        to->pos.file, arena) == -1)
			return NULL;
	to->ngames = from->ngames;
	if (to->ngames > 0)
		sok_puzzle_retitle(to);
	return to;
}
