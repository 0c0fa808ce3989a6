/* solved.c - name the puzzles on standard input that have a solution. */
#include <stdio.h>
#include <sok.h>

int
main(void)
{
	struct sok_read_options options = {.name = "<stdin>"};
	struct sok_sink sink = {.fn = NULL}; /* counts findings */
	struct sok_reader *r = sok_reader_open(0, &options, &sink);
	struct sok_replay replay;
	struct sok_puzzle *p;
	int got = -1;

	while (r != NULL && (got = sok_read(r, &p)) == 1)
		for (size_t i = 0; i < p->ngames; i++)
			if (sok_replay(p, &p->game[i], NULL, &replay,
			        sok_reader_arena(r)) == 0 &&
			    replay.verdict == SOK_SOLVED)
				printf("%zu %.*s: %zu pushes\n", p->number,
				    (int)p->title.len, p->title.s,
				    replay.at.pushes);
	if (got == -1)
		perror("solved");
	sok_reader_close(r);
	return got == -1 ? 2 : sink.count[SOK_ERROR] > 0;
}
