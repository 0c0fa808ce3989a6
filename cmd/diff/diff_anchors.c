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
thin(struct samples *s)
{
	size_t kept = 0;

	s->below /= 2;
	for (size_t i = 0; i < s->n; i++)
		if (s->list[i].hash < s->below)
			s->list[kept++] = s->list[i];
	s->n = kept;
}

/* Take samples of a file, of hashes below s->below: 0, -1 with errno. */
static int
take_samples(struct samples *s, int fd, const struct diff_sizes *sizes)
{
	struct diff_window w;
	int r = diff_window_open(&w, fd, sizes);

	s->n = 0;
	s->list = malloc(sizes->samples * sizeof(*s->list));
	if (s->list == NULL)
		r = -1;
	while (r == 0) {
		r = diff_window_load(&w);
		if (r == -1 || w.n == 0)
			break;
		for (size_t i = 0; i < w.n; i++) {
			uint64_t hash = diff_hash(diff_line(&w, i), 0);

			/* Equal lines may be more than there is room for. */
			while (s->n == sizes->samples && s->below > 0)
				thin(s);
			if (hash < s->below)
				s->list[s->n++] = (struct sample){
				    hash, w.at + (off_t)w.start[i], -1};
		}
		diff_window_drop(&w, w.n);
	}
	s->end = w.at;
	diff_window_close(&w);
	return r;
}

static int
by_hash(const void *a, const void *b)
{
	const struct sample *p = a, *q = b;

	if (p->hash != q->hash)
		return p->hash < q->hash ? -1 : 1;
	return (p->at > q->at) - (p->at < q->at);
}

static int
by_place(const void *a, const void *b)
{
	const struct sample *p = a, *q = b;

	return (p->at > q->at) - (p->at < q->at);
}

static void
sort(struct samples *s, int (*order)(const void *, const void *))
{
	if (s->n > 0)
		qsort(s->list, s->n, sizeof(*s->list), order);
}

/* Keep the lines that are there once, sorted by hash. */
static void
keep_single(struct samples *s)
{
	size_t kept = 0, next;

	sort(s, by_hash);
	for (size_t i = 0; i < s->n; i = next) {
		next = i + 1;
		while (next < s->n && s->list[next].hash == s->list[i].hash)
			next++;
		if (next == i + 1)
			s->list[kept++] = s->list[i];
	}
	s->n = kept;
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
choose(struct diff_anchors *a, const struct samples *s, struct diff_anchor end)
{
	struct sok_rise rise = {.end = calloc(2 * s->n + 1, sizeof(uint32_t))};

	a->list = calloc(s->n + 1, sizeof(*a->list));
	if (rise.end == NULL || a->list == NULL) {
		free(rise.end);
		return -1;
	}
	rise.before = rise.end + s->n;
	for (size_t i = 0; i < s->n; i++)
		sok_rise_add(&rise, (uint32_t)i, other_place, s->list);
	uint32_t i = sok_rise_last(&rise);
	for (size_t n = rise.n; n > 0; i = rise.before[i - 1]) {
		const struct sample *at = &s->list[i - 1];

		a->list[--n] = (struct diff_anchor){at->at, at->other};
	}
	a->n = rise.n;
	a->list[a->n++] = end;
	free(rise.end);
	return 0;
}

int
diff_anchors_find(
    struct diff_anchors *a, int old, int new, const struct diff_sizes *sizes)
{
	struct samples of_old = {.below = UINT64_MAX}, of_new = {.below = 0};
	int r = take_samples(&of_old, old, sizes);

	of_new.below = of_old.below;
	if (r == 0)
		r = take_samples(&of_new, new, sizes);
	/* Both must be of the same hashes. */
	while (r == 0 && of_old.below > of_new.below)
		thin(&of_old);
	if (r == 0) {
		keep_single(&of_old);
		keep_single(&of_new);
		keep_common(&of_old, &of_new);
		r = choose(
		    a, &of_old, (struct diff_anchor){of_old.end, of_new.end});
		a->made = true;
	}
	int error = errno;
	free(of_old.list);
	free(of_new.list);
	errno = error;
	return r;
}
