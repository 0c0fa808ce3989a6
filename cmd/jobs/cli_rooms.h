/* cli_rooms.h - memory for the threads of -j to read and to work in. */
#ifndef CLI_ROOMS_H
#define CLI_ROOMS_H

#include <pthread.h>

#include "jobs/cli_team.h"
#include "sok.h"

struct room {
	struct sok_room *read;
	struct sok_arena arena; /* for one puzzle */
	char apart[TEAM_APART];
};

struct rooms {
	pthread_mutex_t lock;
	struct room *v;
	struct room **free;
	size_t n, nfree;
};

/* One for each of n threads; false without memory, and then they must be
 * freed, too. */
bool rooms_make(struct rooms *m, size_t n);
void rooms_free(struct rooms *m);
/* The one that was left last; there are enough of them. */
struct room *rooms_enter(struct rooms *m);
void rooms_leave(struct rooms *m, struct room *r);

#endif
