/*
 * cli_rooms.c - memory for the threads of -j: as much as there are threads, not
 * as there is work, and what was used last is used first.
 */
#include <stdlib.h>

#include "jobs/cli_rooms.h"

bool
rooms_make(struct rooms *m, size_t n)
{
	pthread_mutex_init(&m->lock, NULL);
	m->v = calloc(n, sizeof(*m->v));
	m->free = calloc(n, sizeof(struct room *));
	while (m->v != NULL && m->free != NULL && m->n < n &&
	    (m->v[m->n].read = sok_room_new()) != NULL) {
		m->free[m->nfree++] = &m->v[m->n];
		m->n++;
	}
	return m->n == n;
}

void
rooms_free(struct rooms *m)
{
	for (size_t i = 0; i < m->n; i++) {
		sok_room_free(m->v[i].read);
		sok_arena_free(&m->v[i].arena);
	}
	pthread_mutex_destroy(&m->lock);
	free(m->v);
	free(m->free);
}

struct room *
rooms_enter(struct rooms *m)
{
	struct room *r;

	pthread_mutex_lock(&m->lock);
	r = m->free[--m->nfree];
	pthread_mutex_unlock(&m->lock);
	return r;
}

void
rooms_leave(struct rooms *m, struct room *r)
{
	pthread_mutex_lock(&m->lock);
	m->free[m->nfree++] = r;
	pthread_mutex_unlock(&m->lock);
}
