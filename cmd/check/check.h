/* check.h - sokcheck's state, shared by its files. */
#ifndef CHECK_H
#define CHECK_H

#include "compare/compare.h"
#include "rejects/rejects.h"
#include "report/report.h"

/* What identifies a puzzle, computed in any thread before its turn. */
struct check_keys {
	struct compare_key key;
	uint64_t level[COMPARE_NLEVELS]; /* the steps after `same` */
};

/* duplicates.c: what --duplicates and duplicate-title remember. */
struct duplicates {
	bool given;              /* the option */
	enum compare_level most; /* the last step that is looked for */
	/* By step, of the run.  That of `start` also answers `exchanged`. */
	struct compare_seen seen[COMPARE_NLEVELS];
	struct compare_seen titles; /* of this operand */
	/* The files of puzzles that were met, by `number` of their places.  A
	 * file occurs again if there were other ones in between. */
	const char **file;
	size_t nfiles, file_cap;
	struct sok_arena names; /* names of files that only records contain */
};

/* against.c: the collections that --against compares. */
struct against {
	struct names old; /* operands; none: nothing is compared */
	struct compare_hold *hold;
	struct compare_list was, is;
	struct sok_header *header; /* held, of the operand that is read */
	const char *file;          /* whose changes are reported, or NULL */
	size_t found;              /* findings about the puzzle so far */
};

/* waiting.c: headers, puzzles and ends of files, in their order. */
struct waiting_item;
struct waiting {
	bool on;
	struct waiting_item *item;
	size_t n, cap;
	struct sok_header *header; /* held, of the operand that is read */
	struct sok_arena scratch;
};

struct check {
	struct report run;
	struct rejects rejects;
	struct sok_check_options options;
	struct duplicates duplicates;
	struct against against;
	struct waiting waiting;
	size_t boards; /* of this operand */
	size_t held;   /* boards of this directory or archive */
	bool failed;   /* this puzzle has an error */
};

/* duplicates.c */

/* The option --duplicates; level may be NULL. */
void duplicates_option(struct check *check, const char *level);
/* Whether puzzles are compared, for --duplicates or --against. */
static inline bool
duplicates_compares(const struct check *check)
{
	return !check->run.off[SOK_DUPLICATE_PUZZLE_RULE] ||
	    check->against.old.n > 0;
}
/* Find the keys that the options need.  0, -1 with errno. */
int duplicates_keys(const struct check *check, const struct sok_puzzle *puzzle,
    struct check_keys *keys, struct sok_arena *scratch);
/* Report a puzzle that appeared earlier in the run, or its title in this
 * operand; remember any other. */
void duplicates_puzzle(struct check *check, const struct sok_puzzle *puzzle,
    const struct check_keys *keys);
void duplicates_title(struct check *check, const struct sok_puzzle *puzzle);
void duplicates_free(struct duplicates *duplicates);

/* against.c */

/* The option --against. */
void against_option(struct check *check, const char *old);
/* Without the option its rules are not looked for; with it, not before the
 * end. */
void against_unsought(struct check *check);
/* Read what is compared with, before the report begins; exits with 2 if that
 * cannot be read or has no puzzles. */
void against_read(struct check *check);
/* Remember a header that is checked.  0, -1 with errno. */
int against_header(struct check *check, const struct sok_header *header);
/* The same for a puzzle, if it is compared. */
int against_puzzle(struct check *check, const struct sok_puzzle *puzzle,
    const struct check_keys *keys, struct sok_arena *arena);
/* Whether a puzzle is compared; else it is text between puzzles, or exceeds a
 * limit. */
bool against_compares(const struct sok_puzzle *puzzle);
/* Report all changes, after the last operand. */
void against_report(struct check *check);
void against_free(struct against *against);

/* waiting.c */

/* Find out whether puzzles wait: what --against finds decides whether they pass
 * (-p --strict), or is part of their test case.  If so (waiting.on), the
 * functions below take the place of writing and report_case(). */
void waiting_begin(struct check *check);
/* Keep a header for the output.  0, -1 with errno. */
int waiting_header(struct check *check, const struct sok_header *header);
/* Keep a puzzle, after against_puzzle(), with the findings about it.  0, -1
 * with errno. */
int waiting_puzzle(struct check *check, const struct sok_puzzle *puzzle);
/* Keep the end of a file. */
void waiting_file_end(struct check *check, const char *file);
/* Report what changed in all that waits, complete its cases and write what
 * passes.  0, -1 with errno. */
int waiting_release(struct check *check, struct compare_report *changes);
void waiting_free(struct waiting *waiting);

#endif
