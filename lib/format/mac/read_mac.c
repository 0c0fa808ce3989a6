/* read_mac.c - reads sets of Sokoban 3D: TEXT resources, a puzzle each. */
#include <stdlib.h>

#include "base/base.h"
#include "format/mac/mac.h"
#include "io/io.h"
#include "text/text.h"

struct set {
	struct sok_str rest; /* the input after this set */
	bool later;          /* it is not the first set */
	struct sok_str name; /* of a later set, until it is given to a puzzle */
	struct mac_file file;
	struct mac_fork fork;
	struct mac_resource *level; /* ascending */
	size_t n, next;
	size_t used; /* bytes of data that levels have used so far */
	bool named;  /* Setx tells their ids */
	bool any;    /* one of them was read */
};

static const struct sok_str set_key = SOK_STR_INIT("Collection");

int
bid_mac(struct sok_str head, bool eof)
{
	return (int)mac_kind(head, eof);
}

/* Report something about the file, not about one of its puzzles. */
#define REPORT(reader, severity, ...) \
	sok_report_as((reader)->sink, severity, SOK_SYNTAX_RULE, \
	    (struct sok_pos){.file = (reader)->options.name}, NULL, NULL, \
	    __VA_ARGS__)

/* A resource id: a number of up to five digits, possibly negative. */
static bool
parse_id(struct sok_str s, long *id)
{
	size_t n;

	s = sok_str_trim(s);
	bool minus = sok_str_starts(s, SOK_STR("-"));
	if (!sok_str_number(sok_str_from(s, minus), &n) || n > 99999)
		return false;
	*id = minus ? -(long)n : (long)n;
	return true;
}

static int
by_id(const void *one, const void *other)
{
	const struct mac_resource *first = one, *second = other;

	if (first->id != second->id)
		return first->id < second->id ? -1 : 1;
	return first->index < second->index ? -1 : first->index > second->index;
}

/* Keep the levels whose ids Setx names, and report ids without a level. */
static void
keep_range(struct sok_reader *reader, struct set *set, long first, long last)
{
	size_t n = set->n;
	long id, next = first;

	for (; set->n > 0 && set->level[0].id < first; set->n--)
		set->level++;
	while (set->n > 0 && set->level[set->n - 1].id > last)
		set->n--;
	for (size_t i = 0; i <= set->n; i++) {
		id = i < set->n ? set->level[i].id : last + 1;
		if (id == next + 1)
			REPORT(reader, SOK_WARNING,
			    "TEXT %ld of the set is missing: skipped", next);
		else if (id > next)
			REPORT(reader, SOK_WARNING,
			    "TEXT %ld to %ld of the set are missing: skipped",
			    next, id - 1);
		next = id + 1;
	}
	if (set->n < n)
		REPORT(reader, SOK_WARNING,
		    "%zu TEXT resource%s of the set: skipped", n - set->n,
		    n - set->n == 1 ? " is not a level" : "s are not levels");
}

/* Read Setx: the name of the set and the ids of its levels. */
static void
read_setx(struct sok_reader *reader, struct set *set)
{
	const struct mac_type *type = &set->fork.setx;
	struct mac_resource setx = {.wrong = "a list of resources is cut off"};
	long first = 0, last = 0;

	if (type->count == 0) {
		if (set->fork.sets.count > 0 && !set->fork.sets.cut)
			REPORT(reader, SOK_WARNING,
			    "SETs is in an unpublished format and skipped: "
			    "every TEXT resource is read");
		else if (set->n > 0)
			REPORT(reader, SOK_WARNING,
			    "no Setx: every TEXT resource is read");
		return;
	}
	if (!type->cut)
		setx = mac_fork_resource(&set->fork, type, 0);
	const char *wrong = setx.wrong;
	struct sok_str rest = wrong == NULL ? setx.bytes : SOK_STR("");
	sok_str_line(&rest); /* always 1 */
	struct sok_str name = sok_str_line(&rest);
	set->named = parse_id(sok_str_line(&rest), &first) &&
	    parse_id(sok_str_line(&rest), &last) && first <= last;
	bool more = set->named && sok_str_trim(rest).len > 0;
	if (wrong == NULL && (type->count > 1 || more))
		REPORT(reader, SOK_WARNING,
		    "Setx contains more than a name and two resource ids, or "
		    "there is another Setx: skipped");
	if (wrong == NULL && !set->named)
		wrong = "its lines 3 and 4 are not two resource ids";
	if (wrong != NULL)
		REPORT(reader, SOK_WARNING,
		    "Setx cannot be used (%s): every TEXT resource is read",
		    wrong);

	/* The name of the first set is that of the collection. */
	name = reader_made(
	    reader, charset_from(charset_macroman, &reader->life, name));
	name = sok_str_trim(
	    reader_made(reader, foreign_flat(name, &reader->life)));
	if (set->later)
		set->name = name;
	else if (name.len > 0)
		reader_fails(reader,
		    key_add(&reader->header.text, set_key, name,
		        &reader->life) == -1);
	if (set->named)
		keep_range(reader, set, first, last);
}

/* Open the set at the start of the rest. */
static void
open_next(struct sok_reader *reader, struct set *set)
{
	struct sok_str bytes = set->rest;
	struct mac_file file;
	const char *why = mac_open(bytes, &file), *what = "Macintosh file";
	const struct mac_type *text = &set->fork.text;

	*set = (struct set){.later = set->later};
	if (file.damaged)
		REPORT(reader, SOK_WARNING,
		    "the checksum of the MacBinary header is wrong");
	if (why == NULL) {
		set->file = file;
		set->rest = sok_str_from(bytes, file.size);
		why = mac_fork_open(&set->fork, file.fork);
		what = "resource fork";
	}
	if (why != NULL) {
		REPORT(reader, SOK_ERROR, "a damaged %s (%s): not read", what,
		    why);
		return;
	}
	if (set->fork.others > 0)
		REPORT(reader, SOK_NOTE,
		    "%zu resources of other types: skipped", set->fork.others);

	set->level =
	    sok_arena_alloc(&reader->life, text->count, sizeof(*set->level));
	if (reader_fails(reader, set->level == NULL))
		return;
	for (; set->n < text->count; set->n++)
		set->level[set->n] =
		    mac_fork_resource(&set->fork, text, set->n);
	qsort(set->level, set->n, sizeof(*set->level), by_id);
	read_setx(reader, set);
}

static int
mac_reader_open(struct sok_reader *reader)
{
	struct set *set = sok_arena_zalloc(&reader->life, 1, sizeof(*set));
	size_t limit = reader->options.limits->v[SOK_LIMIT_FORK];

	reader->state = set;
	if (set == NULL ||
	    input_want(&reader->in, limit < SIZE_MAX ? limit + 1 : limit) == -1)
		return -1;
	if (input_bytes(&reader->in).len > limit) {
		sok_report(reader->sink, SOK_LIMIT_RULE,
		    (struct sok_pos){.file = reader->options.name}, NULL, NULL,
		    "a Macintosh file of more than %zu bytes, the limit "
		    "`fork`: not read",
		    limit);
		return 0;
	}
	set->rest = input_bytes(&reader->in);
	open_next(reader, set);
	return 0;
}

/* Read a resource as reader->puzzle; false (reported) if it is not a level. */
static bool
read_level(struct sok_reader *reader, const struct mac_resource *resource)
{
	struct set *set = reader->state;
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_arena *arena = &reader->arena;
	struct sok_str rest = resource->bytes;
	struct sok_text all = {NULL, 0};
	enum sok_severity severity = set->named ? SOK_ERROR : SOK_WARNING;
	size_t room = 0, y, x = 0;

	puzzle->pos = (struct sok_pos){.file = reader->options.name};
	while (rest.len > 0) {
		struct sok_str row = sok_str_rtrim(sok_str_line(&rest));

		if (row.len > 0 || all.n > 0)
			reader_fails(
			    reader, text_append(&all, &room, row, arena) == -1);
	}
	while (all.n > 0 && all.line[all.n - 1].len == 0)
		all.n--;
	if (all.n == 0) {
		REPORT(reader, set->named ? SOK_ERROR : SOK_NOTE,
		    "TEXT %d is empty: skipped", resource->id);
		return false;
	}
	if (!reader_board(reader, all.line, 0, all.n, &y, &x)) {
		if (y < all.n)
			REPORT(reader, severity,
			    "TEXT %d is not a level (row %zu, column %zu): "
			    "skipped",
			    resource->id, y + 1, x + 1);
		return false;
	}
	if (set->name.len > 0)
		reader_fails(reader,
		    key_add(&puzzle->text, set_key, set->name, arena) == -1);
	set->name.len = 0;
	if (resource->name.s == NULL)
		return true;
	struct sok_str name =
	    charset_from(charset_macroman, arena, resource->name);
	name = reader_made(reader, name);
	reader_fails(reader,
	    sok_title_set(&puzzle->title_line, &puzzle->text, name, arena) ==
	        -1);
	return true;
}

/* Read the next level, of this set or of one that follows. */
static int
mac_reader_read(struct sok_reader *reader)
{
	struct set *set = reader->state;

	for (;;) {
		while (set->next < set->n) {
			const struct mac_resource *resource =
			    &set->level[set->next++];
			const char *why = resource->wrong;

			/* Resources overlap only in damaged forks; the work
			 * must stay linear. */
			set->used += why == NULL ? resource->bytes.len + 4 : 0;
			if (set->used > set->fork.data.len) {
				set->next = set->n;
				why = "its data overlap other data, and "
				      "those of later resources may, too";
			}
			if (why != NULL) {
				reader_report(reader, SOK_SYNTAX_RULE, 0, 0,
				    "TEXT %d cannot be read (%s): skipped",
				    resource->id, why);
			} else if (read_level(reader, resource)) {
				set->any = true;
				return 1;
			}
		}
		/* Without a set, the data fork may be the content. */
		size_t n = set->file.data;
		if (n > 0 && set->any)
			REPORT(reader, SOK_NOTE,
			    "a data fork of %zu bytes: skipped", n);
		else if (n > 0)
			reader_report(reader, SOK_LOSSY_RULE, 0, 0,
			    "no level was read, nor the data fork of %zu "
			    "bytes, which may be text: tail -c +%zu | head -c "
			    "%zu",
			    n, set->file.data_at + 1, n);
		if (mac_kind(set->rest, true) == MAC_NONE)
			return 0;
		set->later = true;
		open_next(reader, set);
	}
}

const struct sok_read_ops read_mac_ops = {
    .open = mac_reader_open, .read = mac_reader_read};
