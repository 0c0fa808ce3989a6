/* diff_find.c - the script that changes one file into another. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff_private.h"

/* Lines that are removed and others that are added there. */
struct change {
	size_t old, new; /* the first of each, in the windows */
	size_t removed, added;
};

struct find {
	struct diff_window old, new;
	struct diff_memory memory;
	struct change *change; /* of the windows, with room for all */
	size_t n, cap;
	struct diff_anchors anchors;
	struct diff_script *script;
	const struct diff_sizes *sizes;
};

/* ---- equal beginnings */

static size_t
equal_bytes(const char *a, const char *b, size_t n)
{
	const size_t step = 64;
	size_t i = 0;

	while (i + step <= n && memcmp(a + i, b + i, step) == 0)
		i += step;
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

/* Drop the lines that both windows begin with: whether there are any. */
static bool
skip_equal(struct find *f)
{
	struct diff_window *old = &f->old, *new = &f->new;
	size_t most = old->n < new->n ? old->n : new->n, equal = 0, low = 0;

	if (most > 0) {
		size_t bytes = old->start[most] < new->start[most]
		    ? old->start[most]
		    : new->start[most];
		equal = equal_bytes(old->bytes, new->bytes, bytes);
	}
	/* The number of lines that end in the equal bytes.  An old last line
	 * without LF may go on in the new file. */
	while (low < most && old->start[low + 1] <= equal &&
	    old->start[low + 1] == new->start[low + 1])
		low++;
	diff_script_add(f->script, (struct diff_run){low, 0, 0});
	diff_window_drop(old, low);
	diff_window_drop(new, low);
	return low > 0;
}

/* ---- changes in the windows */

/* Add a change: 0, -1 with errno. */
static int
add_change(struct find *f, struct change c)
{
	struct change *more =
	    sok_grow(f->change, f->n, &f->cap, sizeof(*f->change));

	if (more == NULL)
		return -1;
	f->change = more;
	f->change[f->n++] = c;
	return 0;
}

/* Make changes of the marks of lines: 0, -1 with errno. */
static int
gather_changes(struct find *f)
{
	const struct diff_window *old = &f->old, *new = &f->new;
	size_t i = 0, j = 0;

	f->n = 0;
	while (i < old->n || j < new->n) {
		struct change c = {.old = i, .new = j};

		while (i < old->n && old->changed[i])
			i++;
		while (j < new->n &&new->changed[j])
			j++;
		c.removed = i - c.old;
		c.added = j - c.new;
		if (c.removed + c.added > 0 && add_change(f, c) == -1)
			return -1;
		while (i < old->n && j < new->n && !old->changed[i] &&
		    !new->changed[j]) {
			i++;
			j++;
		}
	}
	return 0;
}

/* Whether lines are only removed or only added. */
static bool
is_pure(const struct change *c)
{
	return c->removed == 0 || c->added == 0;
}

/* Whether a pure change may begin and end one line later, or earlier, with the
 * same result. */
static bool
may_follow(const struct find *f, const struct change *c)
{
	const uint32_t *key = c->removed > 0 ? f->old.key : f->new.key;
	size_t first = c->removed > 0 ? c->old : c->new;

	return key[first] != DIFF_NO_KEY &&
	    key[first] == key[first + c->removed + c->added];
}

static bool
may_precede(const struct find *f, const struct change *c)
{
	const uint32_t *key = c->removed > 0 ? f->old.key : f->new.key;
	size_t first = c->removed > 0 ? c->old : c->new;

	return key[first - 1] != DIFF_NO_KEY &&
	    key[first - 1] == key[first - 1 + c->removed + c->added];
}

/* How many lines a change can be earlier, after the change before it ends or
 * the windows begin. */
static size_t
room_before(const struct change *before, const struct change *c)
{
	return before == NULL ? c->old
	                      : c->old - (before->old + before->removed);
}

static bool
move_up(const struct find *f, const struct change *before, struct change *c)
{
	struct change up = *c;

	while (
	    is_pure(c) && room_before(before, &up) > 0 && may_precede(f, &up)) {
		up.old--;
		up.new --;
	}
	if (before == NULL || room_before(before, &up) > 0)
		return false;
	*c = (struct change){before->old, before->new,
	    before->removed + up.removed, before->added + up.added};
	return true;
}

/* Move a pure change as far down as possible, before the line `limit`. */
static void
move_down(const struct find *f, size_t limit, struct change *c)
{
	while (is_pure(c) && c->old + c->removed < limit && may_follow(f, c)) {
		c->old++;
		c->new ++;
	}
}

/* Where a change may be at several places, let it join a change above or below,
 * else take the last place: so a puzzle goes with the blank lines below it. */
static void
move_changes(struct find *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		struct change c = f->change[i];

		while (n > 0 && move_up(f, &f->change[n - 1], &c))
			n--;
		struct change *next = i + 1 < f->n ? &f->change[i + 1] : NULL;
		move_down(f, next == NULL ? f->old.n : next->old, &c);
		if (next != NULL && c.old + c.removed == next->old)
			*next = (struct change){c.old, c.new,
			    c.removed + next->removed, c.added + next->added};
		else
			f->change[n++] = c;
	}
	f->n = n;
}

/* ---- one step */

/* Put the changes before a place that is in none of them into the script, and
 * drop the lines. */
static void
put_changes(struct find *f, size_t old, size_t new)
{
	size_t done = 0;

	for (size_t n = 0; n < f->n; n++) {
		const struct change *c = &f->change[n];

		if (c->old >= old && c->new >= new)
			break;
		diff_script_add(f->script,
		    (struct diff_run){c->old - done, c->removed, c->added});
		done = c->old + c->removed;
	}
	diff_script_add(f->script, (struct diff_run){old - done, 0, 0});
	diff_window_drop(&f->old, old);
	diff_window_drop(&f->new, new);
}

/* Find the changes in the windows: 0, -1 with errno. */
static int
compare(struct find *f)
{
	if (diff_common(&f->old, &f->new, f->sizes, &f->memory) == -1 ||
	    gather_changes(f) == -1)
		return -1;
	move_changes(f);
	return 0;
}

static int
compare_all(struct find *f)
{
	if (compare(f) == -1)
		return -1;
	put_changes(f, f->old.n, f->new.n);
	return 0;
}

/* The number of lines that begin before a place in the file. */
static size_t
lines_before(const struct diff_window *w, off_t place)
{
	size_t low = 0, high = w->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (w->at + (off_t)w->start[middle] < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether a place is in the window or at its end. */
static bool
reaches(const struct diff_window *w, off_t place)
{
	return w->at + (off_t)w->start[w->n] >= place;
}

/* The number of lines in a share of the bytes before the end of a part. */
static size_t
lines_of_share(const struct diff_window *w, off_t end, double share)
{
	double bytes = share * (double)(end - w->at);

	return share >= 1 ? w->n : lines_before(w, w->at + (off_t)bytes);
}

static double
share_of(const struct diff_window *w, off_t end)
{
	return end == w->at ? 1
	                    : (double)w->start[w->n] / (double)(end - w->at);
}

/* Compare the windows where a part that ends in these places is longer than
 * they are and has no anchors: up to the last line that they have in common or,
 * if that is near the start, so far that both parts end at the same time.
 * 0, -1 with errno. */
static int
compare_long(struct find *f, struct diff_anchor end)
{
	struct diff_window *old = &f->old, *new = &f->new;

	old->n = lines_before(old, end.old);
	new->n = lines_before(new, end.new);
	if (compare(f) == -1)
		return -1;
	size_t last_old = old->n, last_new = new->n;
	if (f->n > 0) {
		const struct change *last = &f->change[f->n - 1];

		if (last->old + last->removed == last_old &&
		    last->new + last->added == last_new) {
			last_old = last->old;
			last_new = last->new;
		}
	}
	if (last_old <= old->n / 2 && last_new <= new->n / 2) {
		double share = share_of(old, end.old);
		double other = share_of(new, end.new);

		if (share < other)
			new->n = lines_of_share(new, end.new, share);
		else
			old->n = lines_of_share(old, end.old, other);
		return compare_all(f);
	}
	put_changes(f, last_old, last_new);
	return 0;
}

/* Compare the windows, which begin differently, up to an anchor: 0, -1 with
 * errno. */
static int
compare_windows(struct find *f)
{
	struct diff_window *old = &f->old, *new = &f->new;
	struct diff_anchors *a = &f->anchors;

	if (diff_window_last(old) && diff_window_last(new))
		return compare_all(f);
	if (!a->made && diff_anchors_find(a, old->fd, new->fd, f->sizes) == -1)
		return -1;
	while (a->next < a->n - 1 &&
	    (a->list[a->next].old < old->at || a->list[a->next].new < new->at ||
	        (a->list[a->next].old == old->at &&
	            a->list[a->next].new == new->at)))
		a->next++;

	/* The last one that both windows reach is good for the next step. */
	struct diff_anchor end = a->list[a->next];
	if (!reaches(old, end.old) || !reaches(new, end.new))
		return compare_long(f, end);
	while (a->next < a->n - 1 && reaches(old, a->list[a->next + 1].old) &&
	    reaches(new, a->list[a->next + 1].new))
		a->next++;
	end = a->list[a->next];
	old->n = lines_before(old, end.old);
	new->n = lines_before(new, end.new);
	return compare_all(f);
}

/* ---- all of it */

static int
find(struct find *f)
{
	for (;;) {
		if (diff_window_load(&f->old) == -1 ||
		    diff_window_load(&f->new) == -1)
			return -1;
		if (f->old.n == 0 && f->new.n == 0)
			return 0;
		if (skip_equal(f))
			continue;
		if (compare_windows(f) == -1)
			return -1;
	}
}

int
diff_find(
    struct diff_script *s, int old, int new, const struct diff_sizes *sizes)
{
	struct find f = {.script = s, .sizes = sizes};
	int r = diff_window_open(&f.old, old, sizes);

	if (diff_window_open(&f.new, new, sizes) == -1)
		r = -1;
	if (r == 0)
		r = find(&f);
	int error = errno;
	diff_window_close(&f.old);
	diff_window_close(&f.new);
	diff_memory_free(&f.memory);
	free(f.change);
	free(f.anchors.list);
	errno = error;
	return r;
}
