/*
 * simple_avx2.c - the rows of boards that are plain to see, thirty-two bytes at
 * a time, where the processor can.
 */
#include "simple_rows.h"

#ifdef __x86_64__
#include "avx2.h"

#define rows_bytes_fast rows_bytes_avx2
#define rows_fill_board_fast rows_fill_board_avx2
#define rows_as_written_fast rows_as_written_avx2
#include "simple_bytes.h"
#endif
