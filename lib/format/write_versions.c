/* write_versions.c - two versions of some text, of which readers of the output
 * will choose one. */
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "text/text.h"

int
sok_writer_fork(struct sok_writer *writer)
{
	size_t size = writer->format->writer->state;

	if (writer->format->writer->join == NULL)
		return 0;
	writer->other = malloc(size);
	if (writer->other == NULL)
		return -1;
	memcpy(writer->other, writer->state, size);
	return 0;
}

void
sok_writer_other(struct sok_writer *writer)
{
	void *first = writer->state;

	if (writer->other == NULL)
		return;
	writer->state = writer->other;
	writer->other = first;
}

void
sok_writer_join(struct sok_writer *writer)
{
	if (writer->other == NULL)
		return;
	writer->format->writer->join(writer->state, writer->other);
	free(writer->other);
	writer->other = NULL;
}

void
sok_writer_guard(struct sok_writer *writer)
{
	if (writer->format->writer->guard != NULL)
		writer->format->writer->guard(writer);
}
