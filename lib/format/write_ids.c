/* write_ids.c - writes the ids and the place of each puzzle with a board, and
 * nothing else, for sort, join and comparing collections on many machines. */
#include "format/record.h"
#include "format/write_text.h"

static bool
put_ids(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const char *file = puzzle->pos.file != NULL ? puzzle->pos.file : "-";
	struct sok_id id;
	int has =
	    puzzle->has_board ? sok_identity(puzzle, &id, &writer->arena) : 0;

	if (writer_fails(writer, has == -1))
		return false;
	if (!puzzle->has_board)
		return true;
	if (has == 1)
		write_id(writer->out, id.unique);
	sok_outc(writer->out, '\t');
	if (has == 1)
		write_id(writer->out, id.exact);
	record_put_field(writer->out, sok_str(file));
	sok_outc(writer->out, ':');
	sok_out_number(writer->out, puzzle->pos.line);
	sok_outc(writer->out, '\n');
	return true;
}

/* Of ids nobody expects titles, text and games, so one note reports all that is
 * lost (bare, in text/writer.h). */
const struct sok_write_ops write_ids_ops = {.puzzle = put_ids, .bare = true};
