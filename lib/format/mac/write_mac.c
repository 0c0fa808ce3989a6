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

static const char *const container[] = {"rsrc", "appledouble", "macbinary"};
enum { RSRC, DOUBLE, BINARY };

struct set {
	/* Resources, references to TEXT, and names of resources. */
	struct sok_buf data, references, names;
	struct sok_buf title;
	size_t container;
};

static bool
mac_begin(struct sok_writer *w)
{
	const char *name = w->o.container ? w->o.container : container[RSRC];
	struct set *s = w->state;

	while (s->container < SOK_COUNT(container) &&
	    strcmp(name, container[s->container]) != 0)
		s->container++;
	errno = EINVAL;
	return s->container < SOK_COUNT(container);
}

static struct sok_str
mac_text(struct sok_writer *w, const struct sok_puzzle *p, struct sok_str s)
{
	size_t lost = 0;

	s = charset_to(charset_macroman, &w->arena, writer_utf8(w, s), &lost);
	writer_lost(w, p, "character that is not in MacRoman",
	    "characters that are not in MacRoman", lost);
	return writer_made(w, s);
}

/* How many bytes of a name fit. */
static size_t
name_length(struct sok_writer *w, const struct sok_puzzle *p, size_t n)
{
	writer_lost(w, p, "end of a title over 255 bytes",
	    "ends of titles over 255 bytes", n > NAME);
	return n < NAME ? n : NAME;
}

static void
mac_header(struct sok_writer *w, const struct sok_header *h)
{
	struct set *s = w->state;
	struct sok_str name = key_collection(&h->text);
	bool taken = name.len > 0 && s->title.len == 0;

	if (taken)
		sok_buf_add(&s->title, mac_text(w, NULL, name));
	writer_lost(w, NULL, "line of the header", "lines of the header",
	    writer_lines(&h->text) - taken);
	writer_fails(w, s->title.failed);
}

/* Append a resource with its size. */
static void
put_data(struct set *s, const struct sok_buf *bytes)
{
	mac_add32(&s->data, bytes->len);
	sok_buf_add(&s->data, sok_buf_str(bytes));
	s->data.failed |= bytes->failed;
}

/* Append a reference to a resource, with the positions of its name and data. */
static void
put_reference(struct sok_buf *b, size_t id, size_t name, size_t data)
{
	mac_add16(b, (unsigned)id);
	mac_add16(b, (unsigned)name);
	mac_add32(b, data); /* attributes 0, then three bytes of position */
	mac_add32(b, 0);
}

static bool
mac_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct set *s = w->state;
	const struct sok_board *b = &p->board;
	struct sok_buf rows = {0};
	size_t at = MAC_NO_NAME; /* position of the name */
	int x, y;

	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	if (b->width > SIDE || b->height > SIDE)
		return writer_refuse(w, p, "a board of %d x %d, over %d x %d",
		    b->width, b->height, SIDE, SIDE);
	if (b->players != 1)
		return writer_refuse(
		    w, p, "a board with %zu players", b->players);
	if (w->written == MOST)
		return writer_refuse(w, p, "more than %d puzzles", MOST);
	int closed = sok_board_closed(b, &x, &y, &w->arena);
	if (closed == 0)
		return writer_refuse(w, p, "a board that is not closed");
	if (writer_fails(w, closed == -1))
		return false;

	/* Rows end with CR; an empty row is a blank. */
	for (y = 0; y < b->height; y++) {
		int n = (int)write_row_width(b, y);

		for (x = 0; x < n + (n == 0); x++)
			sok_buf_addc(&rows, sok_xsb[sok_board_at(b, x, y)]);
		sok_buf_addc(&rows, '\r');
	}

	if (p->title.len > 0) {
		struct sok_str name = mac_text(w, p, p->title);
		name.len = name_length(w, p, name.len);
		if (s->names.len + 1 + name.len > MAC_NO_NAME) {
			writer_lost(w, p, "title", "titles", 1);
		} else {
			at = s->names.len;
			sok_buf_addc(&s->names, (char)name.len);
			sok_buf_add(&s->names, name);
		}
	}

	put_reference(&s->references, FIRST_ID + w->written, at, s->data.len);
	put_data(s, &rows);
	sok_buf_free(&rows);
	writer_lost_rest(w, p);
	return true;
}

static void
put_fork_header(struct sok_buf *b, size_t data, size_t map)
{
	mac_add32(b, MAC_FORK_START);
	mac_add32(b, MAC_FORK_START + data);
	mac_add32(b, data);
	mac_add32(b, map);
}

/* Write the data of n puzzles, and the map. */
static void
put_fork(struct sok_buf *b, struct set *s, size_t n)
{
	/* The list of names follows the references in the map. */
	size_t names = MAC_MAP_HEAD + TYPES + (n + 1) * MAC_REFERENCE;
	size_t setx = s->data.len;
	struct sok_buf lines = {0};

	/* Line 1 is always 1; then come the name and two resource ids. */
	sok_buf_add(&lines, SOK_STR("1\r"));
	sok_buf_add(&lines, sok_buf_str(&s->title));
	sok_buf_fmt(&lines, "\r%d\r%zu\r", FIRST_ID, FIRST_ID + n - 1);
	put_data(s, &lines);
	sok_buf_free(&lines);

	put_fork_header(b, s->data.len, names + s->names.len);
	sok_buf_fill(b, '\0', MAC_FORK_START - 16);
	sok_buf_add(b, sok_buf_str(&s->data));

	put_fork_header(b, s->data.len, names + s->names.len);
	sok_buf_fill(b, '\0', 8);
	mac_add16(b, MAC_MAP_HEAD);
	mac_add16(b, (unsigned)names);
	mac_add16(b, 1); /* two types */
	sok_buf_add(b, SOK_STR("TEXT"));
	mac_add16(b, (unsigned)n - 1);
	mac_add16(b, TYPES + MAC_REFERENCE);
	sok_buf_add(b, SOK_STR("Setx"));
	mac_add16(b, 0);
	mac_add16(b, TYPES);
	/* The reference to Setx comes first, so its position always fits. */
	put_reference(b, FIRST_ID, MAC_NO_NAME, setx);
	sok_buf_add(b, sok_buf_str(&s->references));
	sok_buf_add(b, sok_buf_str(&s->names));
	b->failed |= s->data.failed | s->references.failed | s->names.failed;
}

static void
warn(struct sok_writer *w, const char *what)
{
	if (!w->warned)
		sok_report_as(w->sink, SOK_WARNING, SOK_LOSSY_RULE,
		    (struct sok_pos){.file = w->o.name}, NULL, NULL, "%s",
		    what);
}

static void
mac_end(struct sok_writer *w)
{
	struct set *s = w->state;
	struct sok_buf fork = {0}, file = {0};

	if (w->written == 0)
		return;
	/* A set needs a name: that of the first header, else of the output. */
	if (s->title.len == 0) {
		sok_arena_reset(&w->arena);
		sok_buf_add(&s->title, mac_text(w, NULL, writer_title(w)));
	}
	s->title.len = name_length(w, NULL, s->title.len);
	for (size_t i = 0; i < s->title.len; i++)
		if (s->title.s[i] == '\r' || s->title.s[i] == '\n')
			s->title.s[i] = ' ';
	put_fork(&fork, s, w->written);
	if (s->container == DOUBLE)
		mac_wrap_double(&file, sok_buf_str(&fork));
	else if (s->container == BINARY)
		mac_wrap_binary(
		    &file, sok_buf_str(&fork), sok_buf_str(&s->title));
	else
		warn(w,
		    "a bare resource fork has no type and creator: Sokoban 3D "
		    "needs Sets and Sk3d");
	sok_out(w->out, sok_buf_str(s->container == RSRC ? &fork : &file));
	warn(w, "a set with Setx needs Sokoban 3D 1.0.1");
	w->warned = true;
	writer_fails(w, s->title.failed || file.failed || fork.failed);
	sok_buf_free(&fork);
	sok_buf_free(&file);
}

static void
mac_close(struct sok_writer *w)
{
	struct set *s = w->state;

	sok_buf_free(&s->data);
	sok_buf_free(&s->references);
	sok_buf_free(&s->names);
	sok_buf_free(&s->title);
}

const struct sok_write_ops write_mac_ops = {.state = sizeof(struct set),
    .begin = mac_begin,
    .header = mac_header,
    .puzzle = mac_puzzle,
    .end = mac_end,
    .close = mac_close};
