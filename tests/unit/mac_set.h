/* mac_set.h - for tests: read bytes as a Sokoban 3D set, with the findings. */
#ifndef MAC_SET_H
#define MAC_SET_H

#include "unit.h"

/* The number of findings of each rule, and the last of each. */
struct found {
	size_t n[SOK_NRULES];
	char last[SOK_NRULES][200];
};

static void
note(void *ctx, const struct sok_finding *f)
{
	struct found *found = ctx;

	found->n[f->rule]++;
	snprintf(found->last[f->rule], sizeof(found->last[0]), "%.*s",
	    (int)f->message.len, f->message.s);
}

static struct sok_reader *
open_set(struct sok_str bytes, struct sok_sink *sink)
{
	struct sok_read_options o = {
	    .name = "in", .format = sok_format_find(SOK_STR("sokoban3d"))};

	return sok_reader_open_memory(bytes, &o, sink);
}

/* The number of puzzles, for any bytes. */
static size_t
count(struct sok_str bytes, struct found *found)
{
	struct sok_sink sink = {.fn = note, .ctx = found};
	struct sok_reader *r = open_set(bytes, &sink);
	struct sok_puzzle *p;
	size_t n = 0;

	memset(found, 0, sizeof(*found));
	while (CHECK(r != NULL) && sok_read(r, &p) == 1)
		n++;
	sok_reader_close(r);
	return n;
}

#endif
