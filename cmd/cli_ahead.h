/* cli_ahead.h - puzzles that another thread reads ahead (-j). */
#ifndef CLI_AHEAD_H
#define CLI_AHEAD_H

#include "cli.h"

/*
 * Start reading a descriptor, which stays the caller's.  NULL with errno:
 * the caller reads by itself.  Everything comes out as from sok_read(), in
 * the same order.
 */
struct cli_ahead *cli_ahead_open(
    int fd, const struct sok_read_options *o, size_t operand);
/* The same for the blocks of a scan. */
struct cli_ahead *cli_ahead_open_scan(int fd, const struct sok_read_options *o);
int cli_ahead_scan(
    struct cli_ahead *h, struct sok_sink *sink, struct sok_block *block);
/* The operand it reads. */
size_t cli_ahead_operand(const struct cli_ahead *h);
/* As sok_read(); findings go to the sink, work on *p may use *a. */
int cli_ahead_read(struct cli_ahead *h, struct sok_sink *sink,
    struct sok_puzzle **p, struct sok_arena **a);
struct sok_header *cli_ahead_header(struct cli_ahead *h);
/* Bytes of the input behind what was handed out. */
size_t cli_ahead_bytes(const struct cli_ahead *h);
/* May be called before the end. */
void cli_ahead_close(struct cli_ahead *h);

#endif
