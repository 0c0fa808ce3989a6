/* format.c - looks formats up in their table, format_table.c; opens a reader of
 * any format; and knows the optional libraries. */
#include <string.h>

#include "base/base.h"
#include "format/format.h"
#include "format/record.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* What follows the blanks, TABs and line ends at the start. */
static struct sok_str
skip_blanks(struct sok_str head)
{
	size_t i = 0;

	while (i < head.len && memchr(" \t\r\n", head.s[i], 4) != NULL)
		i++;
	return sok_str_from(head, i);
}

size_t
slc_front(struct sok_str head)
{
	struct sok_str rest = sok_str_sub(head, 0, SLC_FRONT), line;

	while (rest.len > 0) {
		rest = skip_blanks(rest);
		if (sok_str_starts(rest, SOK_STR("<?xml")) ||
		    sok_str_starts(rest, SOK_STR("<SokobanLevels")))
			return (size_t)(rest.s - head.s);
		line = sok_str_line(&rest);
		/* The line is XML, text about XML, a board, or binary data. */
		if (sok_str_starts(line, SOK_STR("<")) ||
		    comment_mark(line, NULL) != COMMENT_NONE ||
		    memchr(line.s, '#', line.len) != NULL ||
		    memchr(line.s, '\0', line.len) != NULL)
			return 0;
	}
	return 0;
}

int
bid_slc(struct sok_str head, bool eof)
{
	(void)eof;
	head = skip_blanks(sok_str_from(head, slc_front(head)));
	return sok_str_starts(head, SOK_STR("<")) &&
	        sok_str_find(head, SOK_STR("<SokobanLevels")) < head.len
	    ? 100
	    : 0;
}

int
bid_json(struct sok_str head, bool eof)
{
	struct foreign_rows rows;

	(void)eof;
	return foreign_json(head, &rows) == FOREIGN_RECORDS ? 90 : 0;
}

const struct sok_format *
sok_format_find(struct sok_str name)
{
	for (size_t i = 0; i < sok_nformats; i++)
		if (sok_str_eq(name, sok_str(sok_formats[i].name)))
			return &sok_formats[i];
	return NULL;
}

bool
sok_format_is_text(const struct sok_format *format)
{
	return format->reader == &read_text_ops;
}

const struct sok_format *
sok_format_detect(struct sok_str head)
{
	bool eof = head.len < SOK_FORMAT_HEAD;
	const struct sok_format *format =
	    &sok_formats[0]; /* anything can be text */
	int best = 0, bid;

	head = sok_str_sub(head, 0, SOK_FORMAT_HEAD);
	if (sok_str_starts(head, SOK_UTF8_MARK))
		head = sok_str_from(head, 3);
	for (size_t i = 0; i < sok_nformats; i++) {
		bid = sok_formats[i].bid ? sok_formats[i].bid(head, eof) : 0;
		if (bid > best) {
			best = bid;
			format = &sok_formats[i];
		}
	}
	return format;
}

/* ---- readers, with functions of later rooms */

/* Whether a game solves the puzzle: 1, 0, -1 on ENOMEM. */
static int
solves(const struct sok_puzzle *puzzle, const struct sok_game *game,
    struct sok_arena *arena)
{
	const struct sok_replay_options options = {.no_final = true};
	struct sok_replay played;

	if (sok_replay(puzzle, game, &options, &played, arena) == -1)
		return -1;
	return played.verdict == SOK_SOLVED;
}

static const struct reader_helpers helpers = {
    sok_format_detect, solves, record_stands};

struct sok_reader *
sok_reader_open(
    int fd, const struct sok_read_options *options, struct sok_sink *sink)
{
	return reader_open(
	    (struct input_source){.fd = fd}, options, sink, &helpers);
}

struct sok_reader *
sok_reader_open_memory(struct sok_str bytes,
    const struct sok_read_options *options, struct sok_sink *sink)
{
	if (bytes.s == NULL)
		bytes = SOK_STR("");
	return reader_open((struct input_source){.fd = -1, .memory = bytes},
	    options, sink, &helpers);
}

struct sok_reader *
sok_reader_open_path(const char *path, const struct sok_read_options *options,
    struct sok_sink *sink)
{
	return reader_open_path(path, options, sink, &helpers);
}

struct sok_reader *
sok_reader_open_stream(struct sok_stream *from,
    const struct sok_read_options *options, struct sok_sink *sink)
{
	return reader_open((struct input_source){.fd = -1, .stream = from},
	    options, sink, &helpers);
}

/* ---- the version, and libraries that a build may lack */

const char *const sok_library_name[SOK_NLIBRARIES] = {
    "expat", "jansson", "libarchive"};

const char *
sok_version(void)
{
	return SOK_VERSION;
}

bool
sok_has_library(enum sok_library library)
{
	const bool has[SOK_NLIBRARIES] = {
	    [SOK_EXPAT] = read_slc_ops.lacks == NULL,
	    [SOK_JANSSON] = read_json_ops.lacks == NULL,
	    [SOK_LIBARCHIVE] = unpack_ops != NULL};

	return has[library];
}

const char *
sok_format_lacks(const struct sok_format *format)
{
	return format->reader == NULL ? NULL : format->reader->lacks;
}
