/* write_versions.c - two versions of some text, of which readers of the output
 * will choose one. */
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "text/text.h"

int
sok_writer_fork(struct sok_writer *w)
{
	size_t size = w->format->writer->state;

	if (w->format->writer->join == NULL)
		return 0;
	w->other = malloc(size);
	if (w->other == NULL)
		return -1;
	memcpy(w->other, w->state, size);
	return 0;
}

void
sok_writer_other(struct sok_writer *w)
{
	void *first = w->state;

	if (w->other == NULL)
		return;
	w->state = w->other;
	w->other = first;
}

void
sok_writer_join(struct sok_writer *w)
{
	if (w->other == NULL)
		return;
	w->format->writer->join(w->state, w->other);
	free(w->other);
	w->other = NULL;
}

void
sok_writer_guard(struct sok_writer *w)
{
	if (w->format->writer->guard != NULL)
		w->format->writer->guard(w);
}
