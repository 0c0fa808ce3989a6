/* hold.c - puzzles that are held to the end, in an arena that continues in a
 * temporary file. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* MAP_ANONYMOUS */
#else
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise() */
#endif
#include <errno.h>
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
	/* The temporary file, and its parts, which are mapped into memory.  A
	 * part is filled in memory, and stored when the next one is begun. */
	int fd;    /* -1: not open */
	bool full; /* it cannot grow, or none could be made */
	char **part;
	size_t nparts, part_cap;
	size_t stored;  /* how many of the parts are in the file */
	size_t touched; /* calls since its pages were released */
};

/* The size of a part of the file; with less room than this in it, another part
 * is begun. */
#define PART ((size_t)4 << 20)
#define LEAST ((size_t)256 << 10)
/* Chunks of the arena that stay in memory; calls of compare_hold_arena() after
 * which memory is released. */
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

/* Map part i of the file at the address that it has; its pages are then not in
 * memory until they are accessed.  -1 with errno. */
static int
map_stored(const struct compare_hold *hold, size_t i)
{
	void *at = mmap(hold->part[i], PART, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_FIXED, hold->fd, (off_t)(i * PART));

	return at == MAP_FAILED ? -1 : 0;
}

/* Store the part that is in memory, if there is one.  Without room in the file
 * it stays in memory, and the file gives back what was stored of it.  0, -1
 * with errno. */
static int
store_part(struct compare_hold *hold)
{
	size_t i = hold->stored;

	if (i == hold->nparts || hold->full)
		return 0;
	for (size_t done = 0; done < PART;) {
		ssize_t n = pwrite(hold->fd, hold->part[i] + done, PART - done,
		    (off_t)(i * PART + done));

		if (n > 0) {
			done += (size_t)n;
		} else if (n == 0 || errno != EINTR) {
			hold->full = true;
			return ftruncate(hold->fd, (off_t)(i * PART));
		}
	}
	hold->stored++;
	return map_stored(hold, i);
}

/* Begin another part, in which the arena continues: 0, -1 with errno. */
static int
add_part(struct compare_hold *hold)
{
	size_t n = hold->nparts;
	char **part = sok_grow(hold->part, n, &hold->part_cap, sizeof(*part));

	if (part == NULL)
		return -1;
	hold->part = part;
	void *at = mmap(NULL, PART, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return -1;
#ifdef MADV_HUGEPAGE
	/* One large page takes the time of a few small ones. */
	(void)madvise(at, PART, MADV_HUGEPAGE);
#endif
	part[hold->nparts++] = at;
	hold->arena.p = at;
	hold->arena.end = hold->arena.p + PART;
	hold->end = hold->arena.end;
	return 0;
}

/* Open the temporary file, once. */
static void
open_file(struct compare_hold *hold)
{
	struct sok_output *spool = sok_output_spool();

	if (spool != NULL)
		hold->fd = sok_output_reopen(spool);
	hold->full = hold->fd == -1;
	(void)sok_output_close(spool, false);
}

/* The arena, with another part of the file if it has little room; NULL with
 * errno. */
static struct sok_arena *
arena_with_room(struct compare_hold *hold)
{
	if (hold->arena.end != hold->end) {
		hold->chunks++;
		hold->end = hold->arena.end;
	}
	if (hold->chunks <= MOST)
		return &hold->arena;
	if (hold->fd == -1 && !hold->full)
		open_file(hold);
	if (hold->full || (size_t)(hold->arena.end - hold->arena.p) >= LEAST)
		return &hold->arena;
	/* Without another part the arena continues in memory. */
	if (store_part(hold) == -1 || (!hold->full && add_part(hold) == -1))
		return NULL;
	return &hold->arena;
}

struct sok_arena *
compare_hold_arena(struct compare_hold *hold)
{
	if (hold->stored > 0 && ++hold->touched >= OFTEN) {
		hold->touched = 0;
		for (size_t i = 0; i < hold->stored; i++)
			if (map_stored(hold, i) == -1)
				return NULL;
	}
	return arena_with_room(hold);
}

/* What follows reads nothing that is held, so it releases no memory. */

struct sok_header *
compare_hold_header(struct compare_hold *hold, const struct sok_header *from)
{
	struct sok_arena *arena = arena_with_room(hold);
	struct sok_header *to;

	to = arena == NULL ? NULL : sok_arena_alloc(arena, 1, sizeof(*to));
	if (to == NULL || sok_header_copy(to, from, arena) == -1)
		return NULL;
	return to;
}

/* Copy a game without the lines of its moves; it shares the name of its file
 * with the puzzle.  0, -1 on ENOMEM. */
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
	struct sok_arena *arena = arena_with_room(hold);
	struct sok_puzzle bare = *from, *to;

	bare.board.row = NULL;
	/* The squares say the same as the lines of the input. */
	bare.board.xsb = SOK_STR("");
	bare.ngames = 0;
	to = arena == NULL ? NULL : sok_arena_alloc(arena, 1, sizeof(*to));
	if (to == NULL || sok_puzzle_copy(to, &bare, arena) == -1)
		return NULL;
	to->header = header;
	if (from->ngames == 0)
		return to;
	to->game = sok_arena_alloc(arena, from->ngames, sizeof(*to->game));
	if (to->game == NULL)
		return NULL;
	for (size_t i = 0; i < from->ngames; i++)
		if (copy_game(&to->game[i], &from->game[i], from->pos,
		        to->pos.file, arena) == -1)
			return NULL;
	to->ngames = from->ngames;
	sok_puzzle_retitle(to);
	return to;
}
