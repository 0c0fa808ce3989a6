/*
 * block.h - the part of the Python package that is in C: it reads many puzzles
 * in one call, into memory that Python looks at, and makes puzzles for the
 * library from that memory.  cffi reads this file, so it has no expressions.
 *
 * Functions that return a pointer return NULL, and others -1, with errno.
 */

/* Bytes [at, at + len) of the text of a block. */
struct span {
	size_t at, len;
};

struct block_finding {
	int rule, severity;
	size_t file; /* an index of block.file */
	size_t line, col;
	struct span message;
	ptrdiff_t puzzle, game; /* in the block; -1: none */
};

struct block_game {
	struct span title_line, title, moves, text;
	size_t line, col, number;
	bool letters_only;
};

struct block_header {
	struct span text, author, copyright, game, boxorder, goalorder;
	int variant;
};

struct block_puzzle {
	size_t number, line, col;
	size_t file, header; /* indices */
	bool has_board;
	int width, height, grid, variant;
	size_t players, boxes, goals;
	size_t square; /* of the first one in block.square */
	size_t row;    /* of the first one in block.row */
	size_t nrows;  /* 0: the places of the rows are not known, or */
	size_t row_line, row_col; /* row n is at (row_line + n, row_col) */
	struct span title_line, title, author, text;
	size_t game, ngames;
	size_t finding, nfindings;
};

/* Puzzles, and findings about them and about what is between them. */
struct block {
	struct block_puzzle *puzzle;
	struct block_game *game;
	struct block_finding *finding;
	struct block_header *header;
	struct span *file;
	size_t npuzzles, ngames, nfindings, nheaders, nfiles;
	char *text;
	size_t ntext;
	unsigned char *square;
	size_t nsquares;
	ptrdiff_t bad; /* the first finding that is an error, or -1 */
	bool ended;    /* everything was read */
	int error;     /* an errno; what cannot be read is fault_file */
	struct span fault, fault_file;
	/* For block.c. */
	size_t puzzle_cap, game_cap, finding_cap, header_cap, file_cap;
	size_t text_cap, square_cap, row_cap, nrows;
	struct sok_row *row;
};

/* Boards of one size, one after the other. */
struct block_boards {
	unsigned char *square;
	size_t n;
	int width, height;
	/* Why it ended before the end: an errno, or a board of another size,
	 * or a finding. */
	int error;
	bool other_size, bad;
	int other_width, other_height;
	char *message, *file, *rule; /* or NULL */
	size_t line;
	size_t cap; /* for block.c */
	bool strict;
};

struct block_replay {
	int verdict, mode;
	size_t moves, pushes, lines, changes, sessions, player_lines;
	size_t total_moves, total_pushes, fail_move, solved_at;
	size_t boxes_off;
	const char *reason;  /* or NULL */
	const char *problem; /* the name of a rule, or NULL */
};

struct block_reader;
struct block_writer;

/* Read a path or, if it is NULL, bytes, which are not copied.  format, charset
 * and game may be NULL. */
struct block_reader *block_reader_open(const char *path, const char *bytes,
    size_t n, const char *name, const char *format, const char *charset,
    const char *game);
void block_reader_close(struct block_reader *reader);
/* The next puzzles, at most so many.  check: with the findings of sok_check().
 */
struct block *block_read(struct block_reader *reader, size_t most, bool check);
void block_free(struct block *block);
/* All boards.  strict: end at the first finding that is an error. */
struct block_boards *block_read_boards(
    struct block_reader *reader, bool strict);
void block_boards_free(struct block_boards *boards);

/* Findings about puzzle i: a block without puzzles. */
struct block *block_check(const struct block *block, size_t i);
/* The identity: 1; 0 if there is none. */
int block_identity(
    const struct block *block, size_t i, uint64_t *exact, uint64_t *unique);
/* Replay a game of the puzzle or, if moves is not NULL, moves, which may be
 * encoded (EILSEQ: byte *at of them is at fault). */
int block_replay(const struct block *block, size_t i, size_t game,
    const char *moves, size_t n, struct block_replay *to, size_t *at);

/* Write puzzles to memory.  EINVAL: the format is not known or not written. */
struct block_writer *block_writer_open(const char *format, bool strict);
/* Write puzzle i: 1; 0 if the format cannot represent it. */
int block_write(
    struct block_writer *writer, const struct block *block, size_t i);
/* Write everything that a reader reads (EXDEV: several files). */
int block_write_all(struct block_writer *writer, struct block_reader *reader);
/* The bytes written, as squares of a block, and the findings. */
struct block *block_writer_end(struct block_writer *writer);
void block_writer_close(struct block_writer *writer);

const char *block_rule_name(int rule);
const char *block_severity_name(int severity);
const char *block_verdict_name(int verdict);
const char *block_mode_name(int mode);
const char *block_variant_name(int variant); /* or NULL */
bool block_format_is_binary(const char *format);
const char *block_version(void);
