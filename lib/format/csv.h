/* csv.h - the columns of CSV (RFC 4180): those of records and, for people, some
 * properties of the puzzles. */
#ifndef SOK_CSV_H
#define SOK_CSV_H

#include "format/record.h"

/* Those of records first, in their order, which are also read. */
enum {
	CSV_WIDTH = RECORD_COLUMNS,
	CSV_HEIGHT,
	CSV_BOXES,
	CSV_GOALS,
	CSV_FLOOR,
	CSV_MOVES,
	CSV_PUSHES,
	CSV_MODE,
	CSV_VERDICT,
	CSV_COLUMNS
};

/* The column of a name, CSV_COLUMNS if there is none. */
size_t csv_find(struct sok_str name);

#endif
