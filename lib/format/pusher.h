/* pusher.h - the lines of stars between pusher maps. */
#ifndef SOK_PUSHER_H
#define SOK_PUSHER_H

enum {
	PUSHER_STARS = 10, /* as many at least */
	PUSHER_RULE = 37   /* as they are written */
};

#endif
