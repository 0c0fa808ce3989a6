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
#define REPORT(r, severity, ...) \
	sok_report_as((r)->sink, severity, SOK_SYNTAX_RULE, \
	    (struct sok_pos){.file = (r)->o.name}, NULL, NULL, __VA_ARGS__)

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
by_id(const void *a, const void *b)
{
	const struct mac_resource *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* Keep the levels whose ids Setx names, and report ids without a level. */
static void
keep_range(struct sok_reader *r, struct set *s, long first, long last)
{
	size_t n = s->n;
	long id, next = first;

	for (; s->n > 0 && s->level[0].id < first; s->n--)
		s->level++;
	while (s->n > 0 && s->level[s->n - 1].id > last)
		s->n--;
	for (size_t i = 0; i <= s->n; i++) {
		id = i < s->n ? s->level[i].id : last + 1;
		if (id == next + 1)
			REPORT(r, SOK_WARNING,
			    "TEXT %ld of the set is missing: skipped", next);
		else if (id > next)
			REPORT(r, SOK_WARNING,
			    "TEXT %ld to %ld of the set are missing: skipped",
			    next, id - 1);
		next = id + 1;
	}
	if (s->n < n)
		REPORT(r, SOK_WARNING,
		    "%zu TEXT resource%s of the set: skipped", n - s->n,
		    n - s->n == 1 ? " is not a level" : "s are not levels");
}

/* Read Setx: the name of the set and the ids of its levels. */
static void
read_setx(struct sok_reader *r, struct set *s)
{
	const struct mac_type *t = &s->fork.setx;
	struct mac_resource setx = {.wrong = "a list of resources is cut off"};
	long first = 0, last = 0;

	if (t->count == 0) {
		if (s->fork.sets.count > 0 && !s->fork.sets.cut)
			REPORT(r, SOK_WARNING,
			    "SETs is in an unpublished format and skipped: "
			    "every TEXT resource is read");
		else if (s->n > 0)
			REPORT(r, SOK_WARNING,
			    "no Setx: every TEXT resource is read");
		return;
	}
	if (!t->cut)
		setx = mac_fork_resource(&s->fork, t, 0);
	const char *wrong = setx.wrong;
	struct sok_str rest = wrong == NULL ? setx.bytes : SOK_STR("");
	sok_str_line(&rest); /* always 1 */
	struct sok_str name = sok_str_line(&rest);
	s->named = parse_id(sok_str_line(&rest), &first) &&
	    parse_id(sok_str_line(&rest), &last) && first <= last;
	bool more = s->named && sok_str_trim(rest).len > 0;
	if (wrong == NULL && (t->count > 1 || more))
		REPORT(r, SOK_WARNING,
		    "Setx contains more than a name and two resource ids, or "
		    "there is another Setx: skipped");
	if (wrong == NULL && !s->named)
		wrong = "its lines 3 and 4 are not two resource ids";
	if (wrong != NULL)
		REPORT(r, SOK_WARNING,
		    "Setx cannot be used (%s): every TEXT resource is read",
		    wrong);

	/* The name of the first set is that of the collection. */
	name = reader_made(r, charset_from(charset_macroman, &r->life, name));
	name = sok_str_trim(reader_made(r, foreign_flat(name, &r->life)));
	if (s->later)
		s->name = name;
	else if (name.len > 0)
		reader_fails(
		    r, key_add(&r->header.text, set_key, name, &r->life) == -1);
	if (s->named)
		keep_range(r, s, first, last);
}

/* Open the set at the start of the rest. */
static void
open_next(struct sok_reader *r, struct set *s)
{
	struct sok_str bytes = s->rest;
	struct mac_file file;
	const char *why = mac_open(bytes, &file), *what = "Macintosh file";
	const struct mac_type *text = &s->fork.text;

	*s = (struct set){.later = s->later};
	if (file.damaged)
		REPORT(r, SOK_WARNING,
		    "the checksum of the MacBinary header is wrong");
	if (why == NULL) {
		s->file = file;
		s->rest = sok_str_from(bytes, file.size);
		why = mac_fork_open(&s->fork, file.fork);
		what = "resource fork";
	}
	if (why != NULL) {
		REPORT(r, SOK_ERROR, "a damaged %s (%s): not read", what, why);
		return;
	}
	if (s->fork.others > 0)
		REPORT(r, SOK_NOTE, "%zu resources of other types: skipped",
		    s->fork.others);

	s->level = sok_arena_alloc(&r->life, text->count, sizeof(*s->level));
	if (reader_fails(r, s->level == NULL))
		return;
	for (; s->n < text->count; s->n++)
		s->level[s->n] = mac_fork_resource(&s->fork, text, s->n);
	qsort(s->level, s->n, sizeof(*s->level), by_id);
	read_setx(r, s);
}

static int
mac_reader_open(struct sok_reader *r)
{
	struct set *s = sok_arena_zalloc(&r->life, 1, sizeof(*s));
	size_t limit = r->o.limits->v[SOK_LIMIT_FORK];

	r->state = s;
	if (s == NULL ||
	    input_want(&r->in, limit < SIZE_MAX ? limit + 1 : limit) == -1)
		return -1;
	if (input_bytes(&r->in).len > limit) {
		sok_report(r->sink, SOK_LIMIT_RULE,
		    (struct sok_pos){.file = r->o.name}, NULL, NULL,
		    "a Macintosh file of more than %zu bytes, the limit "
		    "`fork`: not read",
		    limit);
		return 0;
	}
	s->rest = input_bytes(&r->in);
	open_next(r, s);
	return 0;
}

/* Read a resource as r->puzzle; false (reported) if it is not a level. */
static bool
read_level(struct sok_reader *r, const struct mac_resource *l)
{
	struct set *s = r->state;
	struct sok_puzzle *p = &r->puzzle;
	struct sok_arena *a = &r->arena;
	struct sok_str rest = l->bytes;
	struct sok_text all = {NULL, 0};
	enum sok_severity severity = s->named ? SOK_ERROR : SOK_WARNING;
	size_t room = 0, y, x = 0;

	p->pos = (struct sok_pos){.file = r->o.name};
	while (rest.len > 0) {
		struct sok_str row = sok_str_rtrim(sok_str_line(&rest));

		if (row.len > 0 || all.n > 0)
			reader_fails(r, text_append(&all, &room, row, a) == -1);
	}
	while (all.n > 0 && all.line[all.n - 1].len == 0)
		all.n--;
	if (all.n == 0) {
		REPORT(r, s->named ? SOK_ERROR : SOK_NOTE,
		    "TEXT %d is empty: skipped", l->id);
		return false;
	}
	if (!reader_board(r, all.line, 0, all.n, &y, &x)) {
		if (y < all.n)
			REPORT(r, severity,
			    "TEXT %d is not a level (row %zu, column %zu): "
			    "skipped",
			    l->id, y + 1, x + 1);
		return false;
	}
	if (s->name.len > 0)
		reader_fails(r, key_add(&p->text, set_key, s->name, a) == -1);
	s->name.len = 0;
	if (l->name.s == NULL)
		return true;
	struct sok_str name = charset_from(charset_macroman, a, l->name);
	name = reader_made(r, name);
	reader_fails(r, sok_title_set(&p->title_line, &p->text, name, a) == -1);
	return true;
}

/* Read the next level, of this set or of one that follows. */
static int
mac_reader_read(struct sok_reader *r)
{
	struct set *s = r->state;

	for (;;) {
		while (s->next < s->n) {
			const struct mac_resource *l = &s->level[s->next++];
			const char *why = l->wrong;

			/* Resources overlap only in damaged forks; the work
			 * must stay linear. */
			s->used += why == NULL ? l->bytes.len + 4 : 0;
			if (s->used > s->fork.data.len) {
				s->next = s->n;
				why = "its data overlap other data, and "
				      "those of later resources may, too";
			}
			if (why != NULL) {
				reader_report(r, SOK_SYNTAX_RULE, 0, 0,
				    "TEXT %d cannot be read (%s): skipped",
				    l->id, why);
			} else if (read_level(r, l)) {
				s->any = true;
				return 1;
			}
		}
		/* Without a set, the data fork may be the content. */
		size_t n = s->file.data;
		if (n > 0 && s->any)
			REPORT(r, SOK_NOTE, "a data fork of %zu bytes: skipped",
			    n);
		else if (n > 0)
			reader_report(r, SOK_LOSSY_RULE, 0, 0,
			    "no level was read, nor the data fork of %zu "
			    "bytes, which may be text: tail -c +%zu | head -c "
			    "%zu",
			    n, s->file.data_at + 1, n);
		if (mac_kind(s->rest, true) == MAC_NONE)
			return 0;
		s->later = true;
		open_next(r, s);
	}
}

const struct sok_read_ops read_mac_ops = {
    .open = mac_reader_open, .read = mac_reader_read};
