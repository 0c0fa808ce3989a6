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

/* How many of the first n bytes are equal. */
static size_t
equal_bytes(const char *first, const char *second, size_t n)
{
	const size_t step = 64;
	size_t i = 0;

	while (i + step <= n && memcmp(first + i, second + i, step) == 0)
		i += step;
	while (i < n && first[i] == second[i])
		i++;
	return i;
}

/* Drop the lines that both windows begin with: whether there are any. */
static bool
skip_equal(struct find *search)
{
	struct diff_window *old = &search->old, *new = &search->new;
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
	diff_script_add(search->script, (struct diff_run){low, 0, 0});
	diff_window_drop(old, low);
	diff_window_drop(new, low);
	return low > 0;
}

/* ---- changes in the windows */

/* Add a change: 0, -1 with errno. */
static int
add_change(struct find *search, struct change change)
{
	struct change *more = sok_grow(
	    search->change, search->n, &search->cap, sizeof(*search->change));

	if (more == NULL)
		return -1;
	search->change = more;
	search->change[search->n++] = change;
	return 0;
}

/* Make changes of the marks of lines: 0, -1 with errno. */
static int
gather_changes(struct find *search)
{
	const struct diff_window *old = &search->old, *new = &search->new;
	size_t i = 0, j = 0;

	search->n = 0;
	while (i < old->n || j < new->n) {
		struct change change = {.old = i, .new = j};

		while (i < old->n && old->changed[i])
			i++;
		while (j < new->n &&new->changed[j])
			j++;
		change.removed = i - change.old;
		change.added = j - change.new;
		if (change.removed + change.added > 0 &&
		    add_change(search, change) == -1)
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
is_pure(const struct change *change)
{
	return change->removed == 0 || change->added == 0;
}

/* Whether a pure change may begin and end one line later with the same result.
 */
static bool
may_follow(const struct find *search, const struct change *change)
{
	const uint32_t *key =
	    change->removed > 0 ? search->old.key : search->new.key;
	size_t first = change->removed > 0 ? change->old : change->new;

	return key[first] != DIFF_NO_KEY &&
	    key[first] == key[first + change->removed + change->added];
}

/* The same for one line earlier. */
static bool
may_precede(const struct find *search, const struct change *change)
{
	const uint32_t *key =
	    change->removed > 0 ? search->old.key : search->new.key;
	size_t first = change->removed > 0 ? change->old : change->new;

	return key[first - 1] != DIFF_NO_KEY &&
	    key[first - 1] == key[first - 1 + change->removed + change->added];
}

/* How many lines a change can be earlier, after the change before it ends or
 * the windows begin. */
static size_t
room_before(const struct change *before, const struct change *change)
{
	return before == NULL ? change->old
	                      : change->old - (before->old + before->removed);
}

/* Move a pure change up until it touches the change before it, with which it
 * then becomes one; false if it does not get there, and it stays where it was.
 */
static bool
move_up(const struct find *search, const struct change *before,
    struct change *change)
{
	struct change up = *change;

	while (is_pure(change) && room_before(before, &up) > 0 &&
	    may_precede(search, &up)) {
		up.old--;
		up.new --;
	}
	if (before == NULL || room_before(before, &up) > 0)
		return false;
	*change = (struct change){before->old, before->new,
	    before->removed + up.removed, before->added + up.added};
	return true;
}

/* Move a pure change as far down as possible, before the line `limit`. */
static void
move_down(const struct find *search, size_t limit, struct change *change)
{
	while (is_pure(change) && change->old + change->removed < limit &&
	    may_follow(search, change)) {
		change->old++;
		change->new ++;
	}
}

/* Where a change may be at several places, let it join a change above or below,
 * else take the last place: so a puzzle goes with the blank lines below it. */
static void
move_changes(struct find *search)
{
	size_t n = 0;

	for (size_t i = 0; i < search->n; i++) {
		struct change change = search->change[i];

		while (
		    n > 0 && move_up(search, &search->change[n - 1], &change))
			n--;
		struct change *next =
		    i + 1 < search->n ? &search->change[i + 1] : NULL;
		size_t end = next == NULL ? search->old.n : next->old;
		move_down(search, end, &change);
		if (next != NULL && change.old + change.removed == next->old)
			*next = (struct change){change.old, change.new,
			    change.removed + next->removed,
			    change.added + next->added};
		else
			search->change[n++] = change;
	}
	search->n = n;
}

/* ---- one step */

/* Put the changes before a place that is in none of them into the script, and
 * drop the lines. */
static void
put_changes(struct find *search, size_t old, size_t new)
{
	size_t done = 0;

	for (size_t n = 0; n < search->n; n++) {
		const struct change *change = &search->change[n];

		if (change->old >= old && change->new >= new)
			break;
		diff_script_add(search->script,
		    (struct diff_run){
		        change->old - done, change->removed, change->added});
		done = change->old + change->removed;
	}
	diff_script_add(search->script, (struct diff_run){old - done, 0, 0});
	diff_window_drop(&search->old, old);
	diff_window_drop(&search->new, new);
}

/* Find the changes in the windows: 0, -1 with errno. */
static int
compare(struct find *search)
{
	if (diff_common(&search->old, &search->new, search->sizes,
	        &search->memory) == -1 ||
	    gather_changes(search) == -1)
		return -1;
	move_changes(search);
	return 0;
}

/* Put all changes in the windows into the script: 0, -1 with errno. */
static int
compare_all(struct find *search)
{
	if (compare(search) == -1)
		return -1;
	put_changes(search, search->old.n, search->new.n);
	return 0;
}

/* The number of lines that begin before a place in the file. */
static size_t
lines_before(const struct diff_window *window, off_t place)
{
	size_t low = 0, high = window->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (window->at + (off_t)window->start[middle] < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether a place is in the window or at its end. */
static bool
reaches(const struct diff_window *window, off_t place)
{
	return window->at + (off_t)window->start[window->n] >= place;
}

/* The number of lines in a share of the bytes before the end of a part. */
static size_t
lines_of_share(const struct diff_window *window, off_t end, double share)
{
	double bytes = share * (double)(end - window->at);

	return share >= 1 ? window->n
	                  : lines_before(window, window->at + (off_t)bytes);
}

/* The share of the bytes before the end of a part that the window has. */
static double
share_of(const struct diff_window *window, off_t end)
{
	return end == window->at
	    ? 1
	    : (double)window->start[window->n] / (double)(end - window->at);
}

/* Compare the windows where a part that ends in these places is longer than
 * they are and has no anchors: up to the last line that they have in common or,
 * if that is near the start, so far that both parts end at the same time.
 * 0, -1 with errno. */
static int
compare_long(struct find *search, struct diff_anchor end)
{
	struct diff_window *old = &search->old, *new = &search->new;

	old->n = lines_before(old, end.old);
	new->n = lines_before(new, end.new);
	if (compare(search) == -1)
		return -1;
	size_t last_old = old->n, last_new = new->n;
	if (search->n > 0) {
		const struct change *last = &search->change[search->n - 1];

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
		return compare_all(search);
	}
	put_changes(search, last_old, last_new);
	return 0;
}

/* Compare the windows, which begin differently, up to an anchor: 0, -1 with
 * errno. */
static int
compare_windows(struct find *search)
{
	struct diff_window *old = &search->old, *new = &search->new;
	struct diff_anchors *anchors = &search->anchors;

	if (diff_window_last(old) && diff_window_last(new))
		return compare_all(search);
	if (!anchors->made &&
	    diff_anchors_find(anchors, old->fd, new->fd, search->sizes) == -1)
		return -1;
	while (anchors->next < anchors->n - 1 &&
	    (anchors->list[anchors->next].old < old->at ||
	        anchors->list[anchors->next].new < new->at ||
	        (anchors->list[anchors->next].old == old->at &&
	            anchors->list[anchors->next].new == new->at)))
		anchors->next++;

	/* The last one that both windows reach is good for the next step. */
	struct diff_anchor end = anchors->list[anchors->next];
	if (!reaches(old, end.old) || !reaches(new, end.new))
		return compare_long(search, end);
	while (anchors->next < anchors->n - 1 &&
	    reaches(old, anchors->list[anchors->next + 1].old) &&
	    reaches(new, anchors->list[anchors->next + 1].new))
		anchors->next++;
	end = anchors->list[anchors->next];
	old->n = lines_before(old, end.old);
	new->n = lines_before(new, end.new);
	return compare_all(search);
}

/* ---- all of it */

/* Go through both texts, window by window, and write the script: 0, -1 with
 * errno. */
static int
find(struct find *search)
{
	for (;;) {
		if (diff_window_load(&search->old) == -1 ||
		    diff_window_load(&search->new) == -1)
			return -1;
		if (search->old.n == 0 && search->new.n == 0)
			return 0;
		if (skip_equal(search))
			continue;
		if (compare_windows(search) == -1)
			return -1;
	}
}

int
diff_find(struct diff_script *script, int old, int new,
    const struct diff_sizes *sizes)
{
	struct find search = {.script = script, .sizes = sizes};
	int got = diff_window_open(&search.old, old, sizes);

	if (diff_window_open(&search.new, new, sizes) == -1)
		got = -1;
	if (got == 0)
		got = find(&search);
	int error = errno;
	diff_window_close(&search.old);
	diff_window_close(&search.new);
	diff_memory_free(&search.memory);
	free(search.change);
	free(search.anchors.list);
	errno = error;
	return got;
}
