/* diff_anchors.c - lines that both files have once.  Where two windows have
 * nothing in common, the next of these lines says where to go on.  Only lines
 * with certain hashes are looked at, and the longer a file is, the fewer. */
#include <errno.h>
#include <stdlib.h>

#include "diff/diff_private.h"

/* A line of a file. */
struct sample {
	uint64_t hash;
	off_t at;
	off_t other; /* where it is in the other file, -1 nowhere */
};

struct samples {
	struct sample *list;
	size_t n;
	uint64_t below; /* only hashes below this are looked at */
	off_t end;      /* of the file */
};

/* Keep only half of the hashes. */
static void
thin(struct samples *samples)
{
	size_t kept = 0;

	samples->below /= 2;
	for (size_t i = 0; i < samples->n; i++)
		if (samples->list[i].hash < samples->below)
			samples->list[kept++] = samples->list[i];
	samples->n = kept;
}

/* Take samples of a file, of hashes below samples->below: 0, -1 with errno. */
static int
take_samples(struct samples *samples, int fd, const struct diff_sizes *sizes)
{
	struct diff_window window;
	int got = diff_window_open(&window, fd, sizes);

	samples->n = 0;
	samples->list = malloc(sizes->samples * sizeof(*samples->list));
	if (samples->list == NULL)
		got = -1;
	while (got == 0) {
		got = diff_window_load(&window);
		if (got == -1 || window.n == 0)
			break;
		for (size_t i = 0; i < window.n; i++) {
			uint64_t hash = diff_hash(diff_line(&window, i), 0);

			/* Equal lines may be more than there is room for. */
			while (
			    samples->n == sizes->samples && samples->below > 0)
				thin(samples);
			if (hash < samples->below)
				samples->list[samples->n++] =
				    (struct sample){hash,
				        window.at + (off_t)window.start[i], -1};
		}
		diff_window_drop(&window, window.n);
	}
	samples->end = window.at;
	diff_window_close(&window);
	return got;
}

static int
by_hash(const void *one, const void *other)
{
	const struct sample *first = one, *second = other;

	if (first->hash != second->hash)
		return first->hash < second->hash ? -1 : 1;
	return (first->at > second->at) - (first->at < second->at);
}

static int
by_place(const void *one, const void *other)
{
	const struct sample *first = one, *second = other;

	return (first->at > second->at) - (first->at < second->at);
}

static void
sort(struct samples *samples, int (*order)(const void *, const void *))
{
	if (samples->n > 0)
		qsort(samples->list, samples->n, sizeof(*samples->list), order);
}

/* Keep the lines that are there once, sorted by hash. */
static void
keep_single(struct samples *samples)
{
	size_t kept = 0, next;

	sort(samples, by_hash);
	for (size_t i = 0; i < samples->n; i = next) {
		next = i + 1;
		while (next < samples->n &&
		    samples->list[next].hash == samples->list[i].hash)
			next++;
		if (next == i + 1)
			samples->list[kept++] = samples->list[i];
	}
	samples->n = kept;
}

/* Keep the old lines that are in both, in the order of the old file. */
static void
keep_common(struct samples *old, const struct samples *new)
{
	size_t kept = 0, j = 0;

	for (size_t i = 0; i < old->n; i++) {
		while (j < new->n &&new->list[j].hash < old->list[i].hash)
			j++;
		if (j == new->n || new->list[j].hash != old->list[i].hash)
			continue;
		old->list[kept] = old->list[i];
		old->list[kept++].other = new->list[j].at;
	}
	old->n = kept;
	sort(old, by_place);
}

static uint64_t
other_place(const void *list, uint32_t i)
{
	return (uint64_t)((const struct sample *)list)[i].other;
}

/* Make anchors of the longest row of lines that is in the order of both files,
 * and of the ends of the files: 0, -1 on ENOMEM. */
static int
choose(struct diff_anchors *anchors, const struct samples *samples,
    struct diff_anchor end)
{
	struct sok_rise rise = {
	    .end = calloc(2 * samples->n + 1, sizeof(uint32_t))};

	anchors->list = calloc(samples->n + 1, sizeof(*anchors->list));
	if (rise.end == NULL || anchors->list == NULL) {
		free(rise.end);
		return -1;
	}
	rise.before = rise.end + samples->n;
	for (size_t i = 0; i < samples->n; i++)
		sok_rise_add(&rise, (uint32_t)i, other_place, samples->list);
	uint32_t i = sok_rise_last(&rise);
	for (size_t n = rise.n; n > 0; i = rise.before[i - 1]) {
		const struct sample *at = &samples->list[i - 1];

		anchors->list[--n] = (struct diff_anchor){at->at, at->other};
	}
	anchors->n = rise.n;
	anchors->list[anchors->n++] = end;
	free(rise.end);
	return 0;
}

int
diff_anchors_find(struct diff_anchors *anchors, int old, int new,
    const struct diff_sizes *sizes)
{
	struct samples of_old = {.below = UINT64_MAX}, of_new = {.below = 0};
	int got = take_samples(&of_old, old, sizes);

	of_new.below = of_old.below;
	if (got == 0)
		got = take_samples(&of_new, new, sizes);
	/* Both must be of the same hashes. */
	while (got == 0 && of_old.below > of_new.below)
		thin(&of_old);
	if (got == 0) {
		keep_single(&of_old);
		keep_single(&of_new);
		keep_common(&of_old, &of_new);
		got = choose(anchors, &of_old,
		    (struct diff_anchor){of_old.end, of_new.end});
		anchors->made = true;
	}
	int error = errno;
	free(of_old.list);
	free(of_new.list);
	errno = error;
	return got;
}
