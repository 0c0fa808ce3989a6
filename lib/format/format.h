/* format.h - the door of the room format: what formats need and read, in
 * addition to sok.h, with results as described there. */
#ifndef SOK_FORMAT_DOOR_H
#define SOK_FORMAT_DOOR_H

#include "sok.h"

struct sok_stream;

/* Libraries that a build may lack. */
enum sok_library { SOK_EXPAT, SOK_JANSSON, SOK_LIBARCHIVE, SOK_NLIBRARIES };
extern const char *const sok_library_name[SOK_NLIBRARIES];
/* Whether this build has a library. */
bool sok_has_library(enum sok_library library);
/* The missing library that this format would need, or NULL. */
const char *sok_format_lacks(const struct sok_format *format);
/* Whether the format is one that the text reader reads. */
bool sok_format_is_text(const struct sok_format *format);
/* Add a link to the page after to a page of one puzzle (-t html); -1: ENOMEM.
 */
int sok_page_link_next(struct sok_buf *page, struct sok_str name);
/* The size of the picture in a preview of a page, in pixels. */
enum { SOK_PREVIEW_WIDTH = 1200, SOK_PREVIEW_HEIGHT = 630 };
/* Write this picture as a PNG file: a board, or if that is NULL one box.  0, -1
 * with errno. */
int sok_preview(const struct sok_board *board, struct sok_output *out);
/* The name of its file, beside that of the page, with a terminating NUL; s NULL
 * on ENOMEM. */
struct sok_str sok_preview_name(struct sok_str page, struct sok_arena *arena);
/* Whether a puzzle can be played by hand on a page. */
bool sok_page_plays(const struct sok_puzzle *puzzle);
/* write_versions.c: two versions of some text follow, as between the markers of
 * a conflict; the second one; the end of both.  What is written is right
 * whichever of them remains.  fork: 0, -1 on ENOMEM. */
int sok_writer_fork(struct sok_writer *writer);
void sok_writer_other(struct sok_writer *writer);
void sok_writer_join(struct sok_writer *writer);
/* A board without a title follows: write now what keeps the text above from
 * becoming its title, so that it is part of the version that needs it. */
void sok_writer_guard(struct sok_writer *writer);
/* The most columns that a list may name. */
enum { SOK_CSV_COLUMNS = 64 };
/* write_csv.c: the columns in a comma-separated list of names; false with the
 * name that is unknown, or one too many, or with an empty name if the list is
 * empty. */
bool csv_columns(const char *list, unsigned char column[SOK_CSV_COLUMNS],
    size_t *n, struct sok_str *unknown);
/* write_csv.c: the names of all *n columns. */
const char *const *csv_names(size_t *n);
/* The same as sok_reader_open(). */
struct sok_reader *sok_reader_open_stream(struct sok_stream *from,
    const struct sok_read_options *options, struct sok_sink *sink);

/* The small headers of this room that other rooms use. */
#include "format/write_text.h"

#endif
