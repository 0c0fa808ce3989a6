/* arena.c - memory with one lifetime: that of a puzzle, released at once. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN
#endif

/* Let the sanitizer detect uses of memory that was freed or not requested. */
#if defined(ARENA_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

#define ALIGN ((size_t)16)
#define CHUNK_FIRST ((size_t)64 << 10)
#define CHUNK_MAX ((size_t)1 << 20)
#define HALF_BITS (sizeof(size_t) * 4)

/* Chunks double in size, so the newest, the head of the list, is the largest.
 * A request over a quarter of CHUNK_MAX gets its own chunk after the head. */
struct sok_chunk {
	_Alignas(ALIGN) struct sok_chunk *next;
	size_t size; /* of the memory after this header */
};

static_assert(sizeof(struct sok_chunk) % ALIGN == 0, "chunks stay aligned");

/* Where the memory of a chunk begins. */
static char *
chunk_bytes(struct sok_chunk *chunk)
{
	return (char *)(chunk + 1);
}

static void
use_chunk(struct sok_arena *arena, struct sok_chunk *chunk)
{
	arena->head = chunk;
	arena->p = chunk_bytes(chunk);
	arena->end = arena->p + chunk->size;
}

/* Round a size up to a multiple of the alignment. */
static size_t
round_up(size_t n)
{
	return (n + ALIGN - 1) & ~(ALIGN - 1);
}

/* Allocate so many bytes, more than 0, that the current chunk does not have;
 * NULL on ENOMEM. */
static void *SOK_APART
alloc_slow(struct sok_arena *arena, size_t bytes)
{
	bool big = bytes > CHUNK_MAX / 4;
	size_t size = CHUNK_FIRST;
	struct sok_chunk *chunk = NULL;

	if (arena->head != NULL && arena->head->size <= CHUNK_MAX)
		size = arena->head->size * 2;
	while (size < bytes && !big)
		size *= 2;
	if (size > CHUNK_MAX)
		size = CHUNK_MAX;
	if (big)
		size = round_up(bytes);
	if (bytes <= PTRDIFF_MAX - sizeof(*chunk) - ALIGN)
		chunk = malloc(sizeof(*chunk) + size);
	if (chunk == NULL) {
		errno = ENOMEM;
		return NULL;
	}
	chunk->size = size;
	ASAN_POISON_MEMORY_REGION(chunk_bytes(chunk), size);
	if (big && arena->head != NULL) {
		chunk->next = arena->head->next;
		arena->head->next = chunk;
	} else {
		chunk->next = arena->head;
		use_chunk(arena, chunk);
		arena->p += round_up(bytes);
	}
	ASAN_UNPOISON_MEMORY_REGION(chunk_bytes(chunk), bytes);
	return chunk_bytes(chunk);
}

void *
sok_arena_alloc(struct sok_arena *arena, size_t n, size_t size)
{
	size_t bytes = n * size;
	char *at = arena->p;

	/* Divide only if a factor has a high half.  No chunk is so large. */
	if ((n | size) >> HALF_BITS != 0 && size != 0 && n > SIZE_MAX / size)
		bytes = SIZE_MAX;
	bytes += bytes == 0;
	/* p and end are aligned, so a size that fits also fits rounded up. */
	if (at == NULL || bytes > (size_t)(arena->end - at))
		return alloc_slow(arena, bytes);
	arena->p = at + round_up(bytes);
	ASAN_UNPOISON_MEMORY_REGION(at, bytes);
	return at;
}

void *
sok_arena_zalloc(struct sok_arena *arena, size_t n, size_t size)
{
	void *p = sok_arena_alloc(arena, n, size);

	return p == NULL ? NULL : memset(p, 0, n * size);
}

/* Free all chunks except keep. */
static void
free_chunks(struct sok_arena *arena, const struct sok_chunk *keep)
{
	for (struct sok_chunk *chunk = arena->head, *next; chunk != NULL;
	     chunk = next) {
		next = chunk->next;
		if (chunk == keep)
			continue;
		ASAN_UNPOISON_MEMORY_REGION(chunk_bytes(chunk), chunk->size);
		free(chunk);
	}
}

void
sok_arena_reset(struct sok_arena *arena)
{
	struct sok_chunk *keep = arena->head;

	if (keep == NULL)
		return;
	if (keep->size > CHUNK_MAX) {
		sok_arena_free(arena);
		return;
	}
	if (keep->next != NULL)
		free_chunks(arena, keep);
	keep->next = NULL;
	use_chunk(arena, keep);
	ASAN_POISON_MEMORY_REGION(arena->p, keep->size);
}

void
sok_arena_free(struct sok_arena *arena)
{
	free_chunks(arena, NULL);
	*arena = (struct sok_arena){0};
}

void *
arena_grow_array(void *array, size_t *cap, size_t size)
{
	size_t more = *cap > 0 ? *cap * 2 : 64;

	if (more > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	void *at = realloc(array, more * size);
	if (at != NULL)
		*cap = more;
	return at;
}
