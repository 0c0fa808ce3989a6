/* write_mac.c - writes a Sokoban 3D set in one of three containers: a TEXT
 * resource for each puzzle and a Setx with the first and the last id. */
#include <errno.h>
#include <string.h>

#include "base/base.h"
#include "format/mac/mac.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

enum {
	NAME = 255,               /* length of a resource's name */
	TYPES = 2 + 2 * MAC_TYPE, /* length of the list of types */
	/* The list of names must begin below 64 KiB. */
	MOST = (0xffff - MAC_MAP_HEAD - TYPES - MAC_REFERENCE) / MAC_REFERENCE,
	SIDE = 32,     /* the most rows and columns in Sokoban 3D */
	FIRST_ID = 128 /* the first resource id that the system does not use */
};

enum { RSRC, DOUBLE, BINARY };
static const char *const container[] = {
    [RSRC] = "rsrc", [DOUBLE] = "appledouble", [BINARY] = "macbinary"};

struct set {
	/* Resources, references to TEXT, and names of resources. */
	struct sok_buf data, references, names;
	struct sok_buf title;
	size_t container;
};

static bool
mac_begin(struct sok_writer *writer)
{
	const char *name = writer->options.container ? writer->options.container
	                                             : container[RSRC];
	struct set *set = writer->state;

	while (set->container < SOK_COUNT(container) &&
	    strcmp(name, container[set->container]) != 0)
		set->container++;
	errno = EINVAL;
	return set->container < SOK_COUNT(container);
}

static struct sok_str
mac_text(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_str s)
{
	size_t lost = 0;

	s = charset_to(
	    charset_macroman, &writer->arena, writer_utf8(writer, s), &lost);
	writer_lost(writer, puzzle, "character that is not in MacRoman",
	    "characters that are not in MacRoman", lost);
	return writer_made(writer, s);
}

/* How many bytes of a name fit. */
static size_t
name_length(
    struct sok_writer *writer, const struct sok_puzzle *puzzle, size_t n)
{
	writer_lost(writer, puzzle, "end of a title over 255 bytes",
	    "ends of titles over 255 bytes", n > NAME);
	return n < NAME ? n : NAME;
}

static void
mac_header(struct sok_writer *writer, const struct sok_header *header)
{
	struct set *set = writer->state;
	struct sok_str name = key_collection(&header->text);
	bool taken = name.len > 0 && set->title.len == 0;

	if (taken)
		sok_buf_add(&set->title, mac_text(writer, NULL, name));
	writer_lost(writer, NULL, "line of the header", "lines of the header",
	    writer_lines(&header->text) - taken);
	writer_fails(writer, set->title.failed);
}

/* Append a resource with its size. */
static void
put_data(struct set *set, const struct sok_buf *bytes)
{
	mac_add32(&set->data, bytes->len);
	sok_buf_add(&set->data, sok_buf_str(bytes));
	set->data.failed |= bytes->failed;
}

/* Append a reference to a resource, with the positions of its name and data. */
static void
put_reference(struct sok_buf *buf, size_t id, size_t name, size_t data)
{
	mac_add16(buf, (unsigned)id);
	mac_add16(buf, (unsigned)name);
	mac_add32(buf, data); /* attributes 0, then three bytes of position */
	mac_add32(buf, 0);
}

static bool
mac_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct set *set = writer->state;
	const struct sok_board *board = &puzzle->board;
	struct sok_buf rows = {0};
	size_t at = MAC_NO_NAME; /* position of the name */
	int x, y;

	if (!puzzle->has_board)
		return writer_refuse(writer, puzzle, "moves without a board");
	if (board->width > SIDE || board->height > SIDE)
		return writer_refuse(writer, puzzle,
		    "a board of %d x %d, over %d x %d", board->width,
		    board->height, SIDE, SIDE);
	if (board->players != 1)
		return writer_refuse(
		    writer, puzzle, "a board with %zu players", board->players);
	if (writer->written == MOST)
		return writer_refuse(
		    writer, puzzle, "more than %d puzzles", MOST);
	int closed = sok_board_closed(board, &x, &y, &writer->arena);
	if (closed == 0)
		return writer_refuse(
		    writer, puzzle, "a board that is not closed");
	if (writer_fails(writer, closed == -1))
		return false;

	/* Rows end with CR; an empty row is a blank. */
	for (y = 0; y < board->height; y++) {
		int n = (int)write_row_width(board, y);

		for (x = 0; x < n + (n == 0); x++)
			sok_buf_addc(&rows, sok_xsb[sok_board_at(board, x, y)]);
		sok_buf_addc(&rows, '\r');
	}

	if (puzzle->title.len > 0) {
		struct sok_str name = mac_text(writer, puzzle, puzzle->title);
		name.len = name_length(writer, puzzle, name.len);
		if (set->names.len + 1 + name.len > MAC_NO_NAME) {
			writer_lost(writer, puzzle, "title", "titles", 1);
		} else {
			at = set->names.len;
			sok_buf_addc(&set->names, (char)name.len);
			sok_buf_add(&set->names, name);
		}
	}

	put_reference(
	    &set->references, FIRST_ID + writer->written, at, set->data.len);
	put_data(set, &rows);
	sok_buf_free(&rows);
	writer_lost_rest(writer, puzzle);
	return true;
}

static void
put_fork_header(struct sok_buf *buf, size_t data, size_t map)
{
	mac_add32(buf, MAC_FORK_START);
	mac_add32(buf, MAC_FORK_START + data);
	mac_add32(buf, data);
	mac_add32(buf, map);
}

/* Write the data of n puzzles, and the map. */
static void
put_fork(struct sok_buf *buf, struct set *set, size_t n)
{
	/* The list of names follows the references in the map. */
	size_t names = MAC_MAP_HEAD + TYPES + (n + 1) * MAC_REFERENCE;
	size_t setx = set->data.len;
	struct sok_buf lines = {0};

	/* Line 1 is always 1; then come the name and two resource ids. */
	sok_buf_add(&lines, SOK_STR("1\r"));
	sok_buf_add(&lines, sok_buf_str(&set->title));
	sok_buf_fmt(&lines, "\r%d\r%zu\r", FIRST_ID, FIRST_ID + n - 1);
	put_data(set, &lines);
	sok_buf_free(&lines);

	put_fork_header(buf, set->data.len, names + set->names.len);
	sok_buf_fill(buf, '\0', MAC_FORK_START - 16);
	sok_buf_add(buf, sok_buf_str(&set->data));

	put_fork_header(buf, set->data.len, names + set->names.len);
	sok_buf_fill(buf, '\0', 8);
	mac_add16(buf, MAC_MAP_HEAD);
	mac_add16(buf, (unsigned)names);
	mac_add16(buf, 1); /* two types */
	sok_buf_add(buf, SOK_STR("TEXT"));
	mac_add16(buf, (unsigned)n - 1);
	mac_add16(buf, TYPES + MAC_REFERENCE);
	sok_buf_add(buf, SOK_STR("Setx"));
	mac_add16(buf, 0);
	mac_add16(buf, TYPES);
	/* The reference to Setx comes first, so its position always fits. */
	put_reference(buf, FIRST_ID, MAC_NO_NAME, setx);
	sok_buf_add(buf, sok_buf_str(&set->references));
	sok_buf_add(buf, sok_buf_str(&set->names));
	buf->failed |=
	    set->data.failed | set->references.failed | set->names.failed;
}

static void
warn(struct sok_writer *writer, const char *what)
{
	if (!writer->warned)
		sok_report_as(writer->sink, SOK_WARNING, SOK_LOSSY_RULE,
		    (struct sok_pos){.file = writer->options.name}, NULL, NULL,
		    "%s", what);
}

static void
mac_end(struct sok_writer *writer)
{
	struct set *set = writer->state;
	struct sok_buf fork = {0}, file = {0};

	if (writer->written == 0)
		return;
	/* A set needs a name: that of the first header, else of the output. */
	if (set->title.len == 0) {
		sok_arena_reset(&writer->arena);
		sok_buf_add(
		    &set->title, mac_text(writer, NULL, writer_title(writer)));
	}
	set->title.len = name_length(writer, NULL, set->title.len);
	for (size_t i = 0; i < set->title.len; i++)
		if (set->title.s[i] == '\r' || set->title.s[i] == '\n')
			set->title.s[i] = ' ';
	put_fork(&fork, set, writer->written);
	if (set->container == DOUBLE)
		mac_wrap_double(&file, sok_buf_str(&fork));
	else if (set->container == BINARY)
		mac_wrap_binary(
		    &file, sok_buf_str(&fork), sok_buf_str(&set->title));
	else
		warn(writer,
		    "a bare resource fork has no type and creator: Sokoban 3D "
		    "needs Sets and Sk3d");
	sok_out(
	    writer->out, sok_buf_str(set->container == RSRC ? &fork : &file));
	warn(writer, "a set with Setx needs Sokoban 3D 1.0.1");
	writer->warned = true;
	writer_fails(writer, set->title.failed || file.failed || fork.failed);
	sok_buf_free(&fork);
	sok_buf_free(&file);
}

static void
mac_close(struct sok_writer *writer)
{
	struct set *set = writer->state;

	sok_buf_free(&set->data);
	sok_buf_free(&set->references);
	sok_buf_free(&set->names);
	sok_buf_free(&set->title);
}

const struct sok_write_ops write_mac_ops = {.state = sizeof(struct set),
    .begin = mac_begin,
    .header = mac_header,
    .puzzle = mac_puzzle,
    .end = mac_end,
    .close = mac_close};
