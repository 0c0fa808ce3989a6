/* made.c - make a puzzle with a game and write it to standard output. */
#include <stdio.h>
#include <sok.h>

int
main(void)
{
	static const char *const row[] = {"######", "#@ $.#", "######"};
	struct sok_write_options options = {.name = "<stdout>", .wrap = 70};
	struct sok_sink sink = {.fn = NULL}; /* counts findings */
	struct sok_arena a = {0};
	struct sok_str note = SOK_STR("Author: Ann");
	struct sok_game game = {.moves = SOK_STR("rR"), .letters_only = true};
	struct sok_puzzle p = {
	    .number = 1, .has_board = true, .game = &game, .ngames = 1};
	struct sok_output *out = sok_output_fd(1);
	struct sok_writer *w = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), out, &options, &sink);
	int r = -1;

	if (w != NULL && sok_board_new(&p.board, 6, 3, &a) == 0 &&
	    sok_text_insert(&p.text, 0, note, &a) == 0 &&
	    sok_title_set(&p.title_line, &p.text, SOK_STR("Made"), &a) == 0 &&
	    sok_title_set(
	        &game.title_line, &game.text, SOK_STR("Solution"), &a) == 0) {
		for (size_t i = 0; i < 18; i++)
			p.board.sq[i] =
			    sok_square[(unsigned char)row[i / 6][i % 6]];
		sok_board_count(&p.board);
		sok_puzzle_retitle(&p);
		r = sok_write(w, &p);
	}
	if (sok_writer_close(w) != 0 || sok_output_close(out, true) != 0)
		r = -1;
	if (r == -1)
		perror("made");
	sok_arena_free(&a);
	return r == 1 ? 0 : 2;
}
