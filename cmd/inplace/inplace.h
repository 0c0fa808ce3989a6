/* inplace.h - -c, -l, -d and -w of sokfmt and sokreplay: the new text of a file
 * is compared with the old one, reported, printed or stored.  A file is
 * replaced only if a second reader finds in the new one everything that the
 * program meant to write. */
#ifndef INPLACE_H
#define INPLACE_H

#include "cli/cli.h"
#include "io/io.h"

/* Part of the state of a program, which may be copied for -j. */
struct inplace {
	/* From the options. */
	bool check, list, diff, write;
	const char *backup;
	/* Set by the program.  rewrite() writes the new text of an operand that
	 * is open at its start and is known to be text: 0, -1 with errno.  It
	 * calls inplace_count() for everything that a reader must find. */
	int (*rewrite)(struct cli *cli, const struct cli_operand *in,
	    struct sok_output *out);
	const char *charset; /* of the new text, or NULL */
	bool squares;        /* boards stay in the characters of --squares */
	/* Of the operand. */
	uint64_t digest; /* of all that was counted, if it may be replaced */
	bool refused;    /* something could not be written */
	bool undecoded;  /* invalid bytes were found */
	bool binary;     /* it is not text, which was reported */
	bool marked;     /* set by rewrite(): the markers of a conflict were
	                    written, so that it is not read back */
};

/* Rows of an option table; `type` has the member `inplace`. */
/* clang-format off */
#define INPLACE_ROWS(type, would_change) \
	{"check", 'c', NULL, CLI_STORE(type, inplace.check), \
	    "write no collection; status 1 if " would_change}, \
	{"list", 'l', NULL, CLI_STORE(type, inplace.list), \
	    "print the names of inputs that would change"}, \
	{"diff", 'd', NULL, CLI_STORE(type, inplace.diff), \
	    "print the changes as a unified diff"}, \
	{"write", 'w', NULL, CLI_STORE(type, inplace.write), \
	    "rewrite files in place"}, \
	{"backup", 0, "SUFFIX", CLI_STORE(type, inplace.backup), \
	    "with -w, keep the old file"}
/* clang-format on */

/* Whether one of -c, -l, -d and -w was given. */
bool inplace_wanted(const struct inplace *inplace);
/* Reject combinations that are harmful or have no effect. */
void inplace_options(struct cli *cli, const struct inplace *inplace);
/* Rewrite all operands as the options ask; cli->sink passes what it is given to
 * inplace_finding(). */
void inplace_run(struct cli *cli, struct inplace *inplace, cli_file_fn *file);
/* What file() does with each operand; 0. */
int inplace_file(
    struct cli *cli, struct inplace *inplace, const struct cli_operand *op);
/* Note a finding that decides what may be replaced. */
void inplace_finding(
    struct inplace *inplace, const struct sok_finding *finding);
/* Add a puzzle of the new text to the digest of all; 0, -1 on ENOMEM. */
int inplace_count(const struct cli *cli, struct inplace *inplace,
    const struct sok_puzzle *puzzle);

#endif
