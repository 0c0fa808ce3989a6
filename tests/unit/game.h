/*
 * game.h - for tests: a puzzle with one game, made from a picture and moves;
 * all of it is in one arena.
 */
#ifndef GAME_H
#define GAME_H

#include <stdlib.h>
#include <string.h>

#include "sok.h"

/* Pictures, with a bar between rows. */
#define SMALL "#####/#@$.#/#####"
#define CIRCULAR "#######/#     #/# @*  #/#     #/#######"
#define MULTI \
	"#######/#  .  #/#  $  #/# .$  #/# @ @ #/#  .  #/#  $  #/#  @  #/" \
	"#######"

static struct sok_arena arena;

static void
read_board(struct sok_board *b, const char *rows, char bar)
{
	int width = 0, height = 1, x = 0, y = 0;
	const char *c;

	for (c = rows; *c; c++) {
		x = *c == bar ? 0 : x + 1;
		height += *c == bar;
		width = x > width ? x : width;
	}
	if (sok_board_new(b, width, height, &arena) != 0)
		abort();
	for (c = rows, x = 0; *c; c++) {
		if (*c == bar) {
			x = 0;
			y++;
		} else {
			b->sq[y * width + x++] = sok_square[(unsigned char)*c];
		}
	}
	sok_board_count(b);
}

static void
read_game(struct sok_puzzle *p, struct sok_game *g, const char *rows, char bar,
    const char *moves)
{
	*p = (struct sok_puzzle){.has_board = true, .game = g, .ngames = 1};
	*g = (struct sok_game){.moves = sok_str(moves)};
	g->letters_only = moves[strspn(moves, "udlrUDLR")] == '\0';
	read_board(&p->board, rows, bar);
}

#endif
