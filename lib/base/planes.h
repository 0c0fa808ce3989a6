/* planes.h - rows of squares as words of bits, and words side by side. */
#ifndef SOK_PLANES_H
#define SOK_PLANES_H

#include "base/bits.h"
#include "sok.h"

/* What up to 64 squares hold. */
struct planes {
	uint64_t wall, goal, box, player;
};

/* Put 16 squares from sq on before those that are there; of the first ones,
 * `back` are others. */
static inline void
planes_add(struct planes *p, const unsigned char *sq, size_t back)
{
	p->wall = p->wall << 16 | bits_plane(sq, 0) >> back;
	p->goal = p->goal << 16 | bits_plane(sq, 1) >> back;
	p->box = p->box << 16 | bits_plane(sq, 2) >> back;
	p->player = p->player << 16 | bits_plane(sq, 3) >> back;
}

/* The n > 0 squares from sq on; `rest` can be read, and if those are fewer than
 * 16, the ones before. */
static inline struct planes
planes_load(const unsigned char *sq, size_t n, size_t rest)
{
	size_t x = (n - 1) / 16 * 16;
	struct planes p = {0, 0, 0, 0};
	uint64_t mask = bits_first(n);

	if (x + 16 > rest)
		planes_add(&p, sq + rest - 16, x + 16 - rest);
	else
		planes_add(&p, sq + x, 0);
	while (x > 0)
		planes_add(&p, sq + (x -= 16), 0);
	return (struct planes){
	    p.wall & mask, p.goal & mask, p.box & mask, p.player & mask};
}

/* Four words.  (They come and go by address: not all machines agree how
 * else.) */
#define LANES uint64_t __attribute__((vector_size(32)))

static inline bool
any_lane(const LANES *v)
{
	return ((*v)[0] | (*v)[1] | (*v)[2] | (*v)[3]) != 0;
}

#endif
