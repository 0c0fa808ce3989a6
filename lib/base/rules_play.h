/* rules_play.h - the rules about games, a part of the table in rules.c. */
/* clang-format off */
    RULE(ILLEGAL_MOVE, "illegal-move", ERROR, 'p', "a move is not possible",
        "A move of the game is not possible: it walks or pushes into a wall, "
        "pushes two boxes, or jumps where a jump is not allowed. The message "
        "counts the moves from 1 and names the letter; the moves after it were "
        "not played.",
        BOARD "\nSolution\n\nrRR\n", BOARD "\nSolution\n\nrR\n"),
    RULE(NOT_SOLVED, "not-solved", ERROR, 'p',
        "a game that should solve the puzzle does not",
        "At the end of the game a box is still off goal, or nothing was "
        "pushed. Every game claims to solve its puzzle unless its title begins "
        "with `Snapshot` or `SaveGame`, or it marks a position before its end "
        "with `*`.",
        CORRIDOR "\nSolution\n\nrR\n", CORRIDOR "\nSolution\n\nrRR\n"),
    RULE(SOLVED_EARLY, "solved-early", ERROR, 'p',
        "solved at an earlier move, but not at the end",
        "All boxes were on goals at an earlier move, and the game continues. "
        "If a box is off goal at the end, the game does not solve the puzzle, "
        "although some programs stop at the earlier move and accept the game. "
        "End the game at that move.",
        "#######\n#@ $. #\n#######\n\nSolution\n\nrRR\n",
        "#######\n#@ $. #\n#######\n\nSolution\n\nrR\n"),
    RULE(WRONG_COUNT, "wrong-count", WARNING, 'p',
        "a stated number of moves or pushes is wrong",
        "The title or the tags of the game state a number of moves or pushes "
        "that differs from the replay. sokreplay -p --rewrite corrects the "
        "numbers.",
        BOARD "\nSolution 3/1\n\nrR\n", BOARD "\nSolution 2/1\n\nrR\n"),
    RULE(WRONG_CASE, "wrong-case", WARNING, 'p',
        "letter case does not match the pushes",
        "A push is written with a small letter, or a step with a capital "
        "letter. The board decides, so the game is still played; with "
        "--strict-case this is an error. sokreplay -p --rewrite corrects the "
        "letters.",
        BOARD "\nSolution\n\nrr\n", BOARD "\nSolution\n\nrR\n"),
    RULE(JUMP_AFTER_PULL, "jump-after-pull", ERROR, 'p',
        "a late jump ends where the player cannot walk",
        "A reverse game may jump freely until its first pull. This jump is "
        "after the first pull and ends on a square that the player cannot walk "
        "to, so the game does not prove a solution.",
        "#######\n#.$@$.#\n#######\n\nSolution\n\n[l]R[ll]\n",
        "#######\n#.$@$.#\n#######\n\nSolution\n\n[]lRrL\n"),
    RULE(NO_LEADING_JUMP, "no-leading-jump", ERROR, 'p',
        "a reverse game does not begin with a jump",
        "A reverse game begins with a jump, `[]` if the player does not move. "
        "Here moves precede the first jump.",
        BOARD "\nSolution\n\nr[r]L\n", BOARD "\nSolution\n\n[rr]Ll\n"),
    RULE(SAVED_IMAGE_MISMATCH, "saved-image-mismatch", WARNING, 'r',
        "a saved image is not the board after the moves",
        "A trace file contains the board as it was when the game was saved, "
        "and replaying the trace results in another board. One of the two was "
        "changed later.",
        BOARD "---saved-image---\n" BOARD
              "---information---\nstatus: cleared\n---trace-data---\nrR\n",
        BOARD "---saved-image---\n######\n#  @*#\n######\n"
              "---information---\nstatus: cleared\n---trace-data---\nrR\n"),
    RULE(OVER_LIMIT, "over-limit", WARNING, 'p',
        "a game has more moves than the puzzle allows",
        "The puzzle sets a limit of moves with a line `Limit: n`, and the game "
        "needs more.",
        BOARD "Limit: 1\n\nSolution\n\nrR\n",
        BOARD "Limit: 2\n\nSolution\n\nrR\n"),
    RULE(REDO_MOVES, "redo-moves", WARNING, 'p',
        "the moves after `*` are not valid",
        "Moves after the position mark `*` were taken back and can be played "
        "again. Here one of these moves is not possible, or there is more than "
        "one mark; the first mark is used.",
        BOARD "\nSnapshot\n\nr*RR\n", BOARD "\nSnapshot\n\nr*R\n"),
    RULE(NO_SOLUTION, "no-solution", ERROR, 'p',
        "a puzzle has no valid solution",
        "With --require-solution: the puzzle has no game that solves it.",
        BOARD, BOARD "\nSolution\n\nrR\n"),
    RULE(NO_GAMES, "no-games", WARNING, 'p', "there is nothing to replay",
        "There is nothing to replay: no puzzle of the file has moves.", BOARD,
        BOARD "\nSolution\n\nrR\n"),
