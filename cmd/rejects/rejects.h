/* rejects.h - --rejects=FILE: what a filter leaves out is written to a second
 * collection, with the reasons as `:: ` lines below it, so that both files
 * together have the puzzles and games of the input.  The header, which the
 * output has, is not repeated. */
#ifndef REJECTS_H
#define REJECTS_H

#include "cli/cli.h"

/* Initialize with 0. */
struct rejects {
	const char *path; /* set by the option; NULL: nothing is kept */
	/* Private. */
	struct sok_output *out;
	struct sok_writer *writer;
	struct sok_text notes; /* the reasons so far, for the next taker */
	size_t cap;
	struct sok_arena arena; /* for the notes */
};

/* The row of an option table; `type` has the member `rejects`. */
/* clang-format off */
#define REJECTS_ROW(type, what) \
	{"rejects", 0, "FILE", CLI_STORE(type, rejects.path), \
	    "with " what ": write what is left out, with the reasons, to FILE"}
/* clang-format on */

/* Begin the file, which cli_finish() must not precede; exits on errors, and if
 * the file is also an operand or another output.  All functions do nothing
 * without a path. */
void rejects_open(struct cli *cli, struct rejects *rejects);
/* Add a reason for what may be left out next: a finding, or text. */
void rejects_finding(struct cli *cli, struct rejects *rejects,
    const struct sok_finding *finding);
void rejects_note(
    struct cli *cli, struct rejects *rejects, struct sok_str text);
/* For rejects_forget(), if there may be reasons. */
void rejects_clear(struct rejects *rejects);
/* Forget the reasons, because it was not left out. */
static inline void
rejects_forget(struct rejects *rejects)
{
	if (rejects->path != NULL)
		rejects_clear(rejects);
}
/* Append the reasons to the text of a puzzle or game, which becomes a copy in
 * the arena, and forget them. */
void rejects_explain(struct cli *cli, struct rejects *rejects,
    struct sok_text *text, struct sok_arena *arena);
/* Write a puzzle, whose reasons are in its text: 0, -1 with errno. */
int rejects_write(struct cli *cli, struct rejects *rejects,
    const struct sok_puzzle *puzzle, struct sok_arena *arena);
/* Replace the file if the status is below 2; report errors. */
void rejects_close(struct cli *cli, struct rejects *rejects);

#endif
