/* write_ids.c - writes the ids and the place of each puzzle with a board, and
 * nothing else, for sort, join and comparing collections on many machines. */
#include "format/record.h"
#include "format/write_text.h"

static bool
put_ids(struct sok_writer *w, const struct sok_puzzle *p)
{
	const char *file = p->pos.file != NULL ? p->pos.file : "-";
	struct sok_id id;
	int has = p->has_board ? sok_identity(p, &id, &w->arena) : 0;

	if (writer_fails(w, has == -1))
		return false;
	if (!p->has_board)
		return true;
	if (has == 1)
		write_id(w->out, id.unique);
	sok_outc(w->out, '\t');
	if (has == 1)
		write_id(w->out, id.exact);
	record_put_field(w->out, sok_str(file));
	sok_outc(w->out, ':');
	sok_out_number(w->out, p->pos.line);
	sok_outc(w->out, '\n');
	return true;
}

/* As of bare boards, nobody expects anything else of it. */
const struct sok_write_ops write_ids_ops = {.puzzle = put_ids, .bare = true};
