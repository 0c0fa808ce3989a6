/* io.h - the door of the room io: compressed files and archives, character
 * sets, and outputs, in addition to sok.h, with results as described there. */
#ifndef SOK_IO_DOOR_H
#define SOK_IO_DOOR_H

#include "sok.h"

struct sok_unpacker;

/* A source of bytes for a reader other than a descriptor: decompressed bytes,
 * or a member of an archive. */
struct sok_stream {
	/* Read up to size bytes: returns how many, 0 at the end, -1 with
	 * errno. */
	ptrdiff_t (*read)(struct sok_stream *stream, char *buf, size_t size);
	const char *fault; /* the reason for -1 if errno does not tell it */
	int waits_for;     /* 1 + a descriptor whose bytes these are, or 0 */
};

enum sok_packing { SOK_PLAIN, SOK_COMPRESSED, SOK_ARCHIVE };

struct sok_member {
	struct sok_str path; /* as in the archive, terminated */
	const char *skip;    /* why it cannot be read, or NULL */
	/* Set by sok_packed_enter(). */
	const char *packed; /* its compression or archive format, or NULL */
	bool holds;         /* it is an archive, which is not opened */
};

/* Unpacks in processes of its own, which a damaged archive cannot leave.  They
 * start with the first archive, from the thread that has opened the unpacker;
 * then all other threads must hold no lock: pause(ctx, true) is called before,
 * pause(ctx, false) after; or NULL.  NULL on ENOMEM. */
struct sok_unpacker *sok_unpacker_open(
    void (*pause)(void *ctx, bool pause), void *ctx);
/* Only after everything that it unpacks was closed. */
void sok_unpacker_close(struct sok_unpacker *unpacker);

/* Open a descriptor, which is not closed, and detect compression and archives,
 * which may expand to SOK_LIMIT_EXPAND bytes.  They are unpacked by unpacker
 * or, if it is NULL, in this process. */
struct sok_packed *sok_packed_open(
    int fd, const struct sok_limits *limits, struct sok_unpacker *unpacker);
/* The same for a stream, in this process. */
struct sok_packed *sok_packed_open_stream(
    struct sok_stream *from, const struct sok_limits *limits);
/* Whether a seekable file is packed, and how: 1, 0, -1 on ENOMEM. */
int sok_packed_detect(int fd, const char **name);
/* What the file is: an archive if it is one once all is unpacked. */
enum sok_packing sok_packed_kind(const struct sok_packed *packed);
/* A file name without the suffix of compressed files. */
struct sok_str sok_packed_stem(struct sok_str name);
/* The format, such as `zip` or `gzip`; NULL if there is none. */
const char *sok_packed_name(const struct sok_packed *packed);
/* The bytes unpacked, or of the open member.  NULL: read the descriptor. */
struct sok_stream *sok_packed_stream(struct sok_packed *packed);
/* The next member of an archive: 1, with a path that is valid until the next
 * call; 0 at the end; -1 with a fault. */
int sok_packed_next(struct sok_packed *packed, struct sok_member *member);
/* Open the member for reading; 0, -1 with a fault. */
int sok_packed_enter(struct sok_packed *packed, struct sok_member *member);
/* After all bytes of the stream were read: -1 with a fault for each thing that
 * is wrong with their end, such as bytes that follow it; then 0. */
int sok_packed_end(struct sok_packed *packed);
/* Whether it could not be opened, for the reason that is its fault. */
bool sok_packed_broken(const struct sok_packed *packed);
/* The reason for -1, or NULL. */
const char *sok_packed_fault(const struct sok_packed *packed);
void sok_packed_close(struct sok_packed *packed);

/* What a file in a folder or an archive is. */
enum file_name_kind {
	FILE_NAME_OTHER,
	FILE_NAME_DOUBTFUL, /* other games use its suffix as well */
	FILE_NAME_PUZZLES   /* or an archive */
};
/* What its name says about it. */
enum file_name_kind file_name_kind(const char *name);
/* Whether a file of this name, without the suffix of a compression, need not
 * have a board. */
bool file_name_may_be_text(struct sok_str name);
/* The length of a name before a suffix, in any case; 0 if it does not have it.
 */
size_t file_name_before(struct sok_str name, const char *suffix);
/* The same before the suffix of a file with puzzles. */
size_t file_name_stem(struct sok_str name);
/* input.c: whether text that begins with these bytes, 4096 of them or all, is
 * read as quoted mail, without the `>` of its lines. */
bool input_reads_as_quoted(struct sok_str head);
/* For qsort(): names in natural order, with level2 before level10. */
int file_name_order(const void *one, const void *other);
/* Whether iconv can convert from and to this character set. */
bool sok_charset_known(const char *name);
/* An output to memory that fails with EFBIG if it would need more than so many
 * bytes, including those in buf.  The bytes are in buf after
 * sok_output_flush(). */
struct sok_output *sok_output_bounded(struct sok_buf *buf, size_t most);
/* The same as sok_output_file() for an existing file.  Fails also with EMLINK
 * if it has other hard links, and ENOTSUP if it is not a regular file; closing
 * fails with ESTALE if the file was changed meanwhile.  No file is written as
 * long as the output equals the old content.  backup: the suffix of the old
 * file, which is kept and replaces an older backup, or NULL. */
struct sok_output *sok_output_replace(const char *path, const char *backup);
/* A descriptor of the old file at its start, which belongs to the output; -1
 * with errno, EBADF if the output replaces no file. */
int sok_output_original(struct sok_output *out);
/* An unlinked temporary file in $TMPDIR; read it with sok_output_reopen(). */
struct sok_output *sok_output_spool(void);
/* The folder of these files. */
const char *sok_output_spool_folder(void);
/* A descriptor of what was written to a temporary file, at its start, which the
 * caller closes; -1 with errno.  Nothing may be written afterwards. */
int sok_output_reopen(struct sok_output *out);
/* Compare the output with the bytes of a file, which the caller closes later.
 * After the first difference the output is dropped (nowhere) or put into a
 * temporary file as by sok_output_spool(), from its start. */
struct sok_output *sok_output_compare(int fd, bool nowhere);
/* Whether the output equals the file, here or in sok_output_replace(): 1, 0.
 * Nothing may be written afterwards. */
int sok_output_equal(struct sok_output *out);
/* Escape everything from now on with sok_escape() for a terminal.  Lines are
 * interpreted as in sok_charset_utf8(). */
void sok_output_shown(struct sok_output *out);
/* The number of characters that became '?'.  Final after sok_output_flush(). */
size_t sok_output_replaced(const struct sok_output *out);
/* Whether lines were taken as windows-1252; final at the same time. */
bool sok_output_guessed(const struct sok_output *out);
/* Write the rest of a descriptor, until the output fails: 0, -1 with errno if
 * it cannot be read. */
int sok_output_copy(struct sok_output *out, int fd);
/* The same for a stream or, if it is NULL, a descriptor. */
int sok_output_copy_stream(
    struct sok_output *out, struct sok_stream *from, int fd);
void sok_out(struct sok_output *out, struct sok_str s);
void sok_outc(struct sok_output *out, char c);
void sok_out_fill(struct sok_output *out, char c, size_t n);
void sok_out_number(struct sok_output *out, size_t n);
void sok_outf(struct sok_output *out, const char *fmt, ...) SOK_PRINTF(2, 3);
/* Complete the output before out is closed with commit false, which then undoes
 * nothing.  0, -1 with errno. */
int sok_output_commit(struct sok_output *out);
/* The name of the backup if that caused the error of sok_output_commit(), else
 * NULL. */
const char *sok_output_culprit(const struct sok_output *out);

/* The small headers of this room that other rooms use. */
#include "io/charset.h"
#include "io/file_paths.h"
#include "io/input.h"
#include "io/output.h"
#include "io/packed.h"

/* Read up to size bytes at a place of a file that is seekable, whose own
 * position stays, as pread(), but without EINTR: their number, 0 at the end, -1
 * with errno. */
ssize_t sok_read_at(int fd, void *to, size_t size, off_t at);

/* A sandbox for the rest of a process, as far as the system has one (Landlock,
 * seccomp on Linux).  Nothing fails where it has none. */
struct sok_sandbox {
	bool confines_files; /* after sok_sandbox_enter(): nothing is written */
	bool confines_calls; /* or made elsewhere; no network, no programs */
	/* Private. */
	int rules;
	uint64_t handled;
};

void sok_sandbox_open(struct sok_sandbox *sandbox);
/* Allow writing a file, or writing, making, renaming and removing what is in a
 * folder and below.  A path that cannot be opened is ignored. */
void sok_sandbox_allow(struct sok_sandbox *sandbox, const char *path);
/* To be called while there is one thread. */
void sok_sandbox_enter(struct sok_sandbox *sandbox);

#endif
