/* sheet.h - several puzzles in one picture; called by write_svg.c. */
#ifndef SOK_SHEET_H
#define SOK_SHEET_H

#include "format/picture/picture.h"

struct sheet {
	struct sok_buf cells;
	struct sok_output *out;
	size_t n;
};

bool sheet_begin(struct sok_writer *w);
void sheet_puzzle(struct sok_writer *w, const struct sok_puzzle *p);
void sheet_end(struct sok_writer *w);
void sheet_close(struct sok_writer *w);

#endif
