/* rules_compare.h - the rules about two collections, a part of the table in
 * rules.c. */
/* clang-format off */
    RULE(MISSING_PUZZLE, "missing-puzzle", WARNING, 'c',
        "a puzzle of the old collection is missing",
        "With --against: the old collection has a puzzle that the new one has "
        "not, neither with the same id nor with the same title nor, between "
        "the same neighbours, with at least three quarters of its squares. "
        "The finding names its place in the old collection." COMPARED,
        CELLAR, CELLAR "\n" ATTIC),
    RULE(NEW_PUZZLE, "new-puzzle", NOTE, 'c', "a puzzle is new",
        "With --against: the old collection has no such puzzle." COMPARED,
        CELLAR "\n" ATTIC, CELLAR),
    RULE(MOVED_PUZZLE, "moved-puzzle", NOTE, 'c',
        "a puzzle stands elsewhere among the others",
        "With --against: the puzzle stands before or after other puzzles than "
        "in the old collection. The puzzles that did not move are the longest "
        "run that both collections have in the same order, so that a puzzle "
        "that was moved over fifty others is one finding." COMPARED,
        ATTIC "\n" CELLAR, CELLAR "\n" ATTIC),
    RULE(RENAMED_PUZZLE, "renamed-puzzle", NOTE, 'c',
        "a puzzle has another title",
        "With --against: the same puzzle had another title, or none, in the "
        "old collection. A title that is gone is lost-text instead." COMPARED,
        "Basement\n\n" BOARD, CELLAR),
    RULE(REDRAWN_PUZZLE, "redrawn-puzzle", NOTE, 'c',
        "the same puzzle is drawn differently",
        "With --against: the puzzle has the same Unique-Id as in the old "
        "collection, but another picture: it was turned or mirrored, the "
        "player stands elsewhere in the same area, or squares outside its "
        "walls differ." COMPARED,
        "######\n#.$ @#\n######\n", BOARD),
    RULE(CHANGED_PUZZLE, "changed-puzzle", NOTE, 'c',
        "squares of a puzzle changed",
        "With --against: the puzzle has the title of a puzzle of the old "
        "collection, or stands between the same neighbours and shares at least "
        "three quarters of its squares, but it is another puzzle. The message "
        "names the squares." COMPARED,
        "Cellar\n\n" CORRIDOR, CELLAR),
    RULE(CHANGED_TEXT, "changed-text", NOTE, 'c',
        "the text of a puzzle changed",
        "With --against: lines of text of a puzzle or of its games are new or "
        "differ, or a key, the header or the name of the file declares another "
        "game; for puzzles that name no game themselves, the first one has the "
        "finding. Blank lines, and the title and the author, do not "
        "count." COMPARED,
        BOARD "\nHard.\n", BOARD "\nEasy.\n"),
    RULE(CHANGED_AUTHOR, "changed-author", NOTE, 'c',
        "a puzzle has another author",
        "With --against: another author is named for the puzzle than in the "
        "old collection, in its own text or in the header. For puzzles that "
        "name no author themselves, the first one has the finding." COMPARED,
        BOARD "\nAuthor: Bob\n", BOARD "\nAuthor: Ann\n"),
    RULE(LOST_TEXT, "lost-text", WARNING, 'c', "text of a puzzle is gone",
        "With --against: the old collection has lines of text for the puzzle, "
        "a title, an author or a snapshot, which the new one has not." COMPARED,
        BOARD, BOARD "\nEasy.\n"),
    RULE(LOST_SOLUTION, "lost-solution", WARNING, 'c',
        "the only solution of a puzzle is gone",
        "With --against: a game of the old collection solves the puzzle, and "
        "no game of the new one does, by replay." COMPARED,
        BOARD, BOARD "\nSolution\n\nrR\n"),
    RULE(WORSE_SOLUTION, "worse-solution", WARNING, 'c',
        "the best solution of a puzzle became worse",
        "With --against: the best solution of the new collection has more "
        "moves, or more pushes, than that of the old one. The best by moves "
        "and the best by pushes may be two games, and are compared "
        "apart." COMPARED,
        BOARD "\nSolution\n\nrlrR\n", BOARD "\nSolution\n\nrR\n"),
    RULE(BETTER_SOLUTION, "better-solution", NOTE, 'c',
        "the best solution of a puzzle became better",
        "With --against: the best solution of the new collection has fewer "
        "moves, or fewer pushes, than that of the old one, or it is the first "
        "one." COMPARED,
        BOARD "\nSolution\n\nrR\n", BOARD "\nSolution\n\nrlrR\n"),
