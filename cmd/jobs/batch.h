/* batch.h - puzzles on their way from the reader to the main thread. */
#ifndef BATCH_H
#define BATCH_H

#include "cli/cli.h"
#include "jobs/pool.h"
#include "jobs/record.h"

/* What comes of one operand, in order: its beginning, puzzles, its end. */
enum item_kind { ITEM_OPERAND, ITEM_PUZZLE, ITEM_END };

struct item {
	enum item_kind kind;
	int error; /* operand: errno if it cannot be opened; end: of reading */
	size_t bytes; /* read so far */
	struct collection *from;
	struct sok_puzzle *p;
	struct recorded *found; /* by the reader */
	struct cli_ready ready;
};

/* The header of an operand, which outlives its reader. */
struct collection {
	struct sok_header header;
	struct sok_arena arena;
	bool headed;
	const struct sok_format *format; /* set at its end */
};

struct batch {
	_Alignas(POOL_APART) struct item *item;
	size_t n, cap;
	size_t cost;            /* bytes of memory, about */
	bool failed;            /* out of memory */
	struct sok_arena arena; /* puzzles and what was done with them */
};

/* Where the reader is. */
struct feed {
	const struct cli *c;
	size_t operand; /* the next one to open */
	bool open;      /* one is */
	int fd;
	struct sok_reader *reader;
	struct collection *from;
	struct record found;
};

/* Read the next puzzles into an empty batch: false if they are the last. */
bool batch_read(struct batch *b, struct feed *f);
/* Do the work on each puzzle that depends on nothing else. */
void batch_work(struct batch *b, const struct cli *c, cli_prepare_fn *prepare,
    struct sok_arena *scratch);
/* Release what the batch holds, but for the memory of the next. */
void batch_reset(struct batch *b);
void batch_free(struct batch *b);
void feed_close(struct feed *f);
void collection_free(struct collection *from);

#endif
