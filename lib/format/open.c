/*
 * open.c - opens a reader of any format, and supplies functions of later rooms:
 * detection of formats and replay of games.
 */
#include "text/reader.h"
#include "format/record.h"
#include "tools.h"

static int
solves(
    const struct sok_puzzle *p, const struct sok_game *g, struct sok_arena *a)
{
	const struct sok_replay_options o = {.no_final = true};
	struct sok_replay played;

	if (sok_replay(p, g, &o, &played, a) == -1)
		return -1;
	return played.verdict == SOK_SOLVED;
}

static const struct reader_helpers helpers = {
    sok_format_detect, solves, record_stands};

struct sok_reader *
sok_reader_open(int fd, const struct sok_read_options *o, struct sok_sink *sink)
{
	return reader_open((struct input_source){.fd = fd}, o, sink, &helpers);
}

struct sok_reader *
sok_reader_open_memory(struct sok_str bytes, const struct sok_read_options *o,
    struct sok_sink *sink)
{
	if (bytes.s == NULL)
		bytes = SOK_STR("");
	return reader_open((struct input_source){.fd = -1, .memory = bytes}, o,
	    sink, &helpers);
}

struct sok_reader *
sok_reader_open_stream(struct sok_stream *from,
    const struct sok_read_options *o, struct sok_sink *sink)
{
	return reader_open(
	    (struct input_source){.fd = -1, .stream = from}, o, sink, &helpers);
}
