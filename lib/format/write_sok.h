/* write_sok.h - canonical text, for the writers of its dialects. */
#ifndef SOK_WRITE_SOK_H
#define SOK_WRITE_SOK_H

#include "text/writer.h"

/* The state of these calls. */
struct sok {
	bool begun;         /* something was written */
	bool midline;       /* lines over a limit ended without a line end */
	bool guard[2];      /* the text above would name moves, a board */
	bool top;           /* neither a board nor moves so far */
	bool apart;         /* the last one is lines over a limit */
	enum sok_grid grid; /* whose letters a reader takes for moves */
};

bool write_sok_begin(struct sok_writer *w);
void write_sok_header(struct sok_writer *w, const struct sok_header *h);
bool write_sok_puzzle(struct sok_writer *w, const struct sok_puzzle *p);
void write_sok_end(struct sok_writer *w);

#endif
