/*
 * explain.c - explains every rule to the author of a puzzle: the reason, the
 * remedy, and one small file that breaks the rule and one that does not.  Used
 * by sokcheck --explain, the manual and SARIF.
 */
#include "sok.h"

const struct sok_explanation sok_explanations[SOK_NRULES] = {
    [SOK_NO_PLAYER_RULE] =
        {"A puzzle needs one player, written `@`, or `+` if the player is on a "
         "goal. Often the row was lost, or another program writes the player "
         "with another letter.\nNothing else is checked on a board without a "
         "player.",
            "######\n#  $.#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_MANY_PLAYERS_RULE] =
        {"A puzzle has exactly one player. Programs differ if there are more: "
         "some use the last player, some the first, and some refuse the board. "
         "Remove all players but one.\nIf the puzzle is meant for several "
         "players, write the line `Game: Multiban` below the board or at the "
         "top of the file. Two boards without a blank line between them also "
         "cause this finding.",
            "#######\n#@ $.@#\n#######\n",
            "#######\n#@ $.@#\n#######\n\nGame: Multiban\n"},
    [SOK_NO_BOXES_RULE] =
        {"The player cannot reach a box, so there is nothing to push and "
         "nothing to solve. Boxes outside the walls do not count.",
            "######\n#@  .#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_BOX_GOAL_COUNT_RULE] =
        {"The number of boxes that the player can reach, when other boxes are "
         "ignored, must equal the number of goals that it can reach. Boxes and "
         "goals outside the walls are decoration and do not count. A wall in "
         "the wrong place can cut off a goal.",
            "#######\n#@ $ .#\n#    .#\n#######\n",
            "#######\n#@ $ .#\n#  $ .#\n#######\n"},
    [SOK_NOT_CLOSED_RULE] =
        {"Walls must keep the player in. When boxes are ignored, this player "
         "can walk to the edge of the picture; the finding points at the first "
         "such square. A square missing at the end of a short row is floor, "
         "and a box on a goal (`*`) is not a wall.\nMany programs refuse an "
         "open board, and an open board has no published id. Nothing else is "
         "checked on an open board.",
            "#######\n#@ $ .#\n#\n#######\n",
            "#######\n#@ $ .#\n#     #\n#######\n"},
    [SOK_OUTSIDE_ELEMENTS_RULE] =
        {"The player cannot reach these boxes or goals. Programs treat them as "
         "decoration; they are not needed to solve the puzzle. If they are "
         "part of the puzzle, a wall is wrong.",
            "*####*\n#@ $.#\n*####*\n", "######\n#@ $.#\n######\n"},
    [SOK_OUTSIDE_BOX_OFF_GOAL_RULE] =
        {"A box that the player cannot reach is not on a goal. Programs that "
         "count only reachable boxes can solve the puzzle; programs that count "
         "all boxes cannot. Put the box on a goal or remove it.",
            "#########\n#@ $.#$.#\n#########\n",
            "#########\n#@ $.#* #\n#########\n"},
    [SOK_OUTSIDE_COUNT_RULE] =
        {"The numbers of reachable boxes and goals are equal, but the numbers "
         "in the whole picture are not. Programs that count the whole picture "
         "refuse the board. Add or remove decoration so that the numbers are "
         "equal.",
            "#########\n#@ $.#. #\n#########\n",
            "#########\n#@ $.#* #\n#########\n"},
    [SOK_CIRCULAR_RULE] =
        {"Every box is on a goal at the start. This is legal: a solution then "
         "needs at least one push and must bring the boxes back to goals. Some "
         "programs refuse such a puzzle.",
            "#######\n#     #\n#@ *  #\n#     #\n#######\n",
            "#######\n#     #\n#@ $ .#\n#     #\n#######\n"},
    [SOK_DEAD_BOX_RULE] =
        {"A box off goal can never be pushed to a goal, even without all other "
         "boxes and with the player on any square: for example, a box along a "
         "wall without a goal. The puzzle cannot be solved.\nThe rule is never "
         "wrong, but it does not find every unsolvable puzzle. A box that can "
         "never be moved is reported as frozen-box instead.",
            "#######\n#  $  #\n#@    #\n# .  #\n#######\n",
            "#######\n#     #\n#@ $  #\n# .  #\n#######\n"},
    [SOK_FROZEN_BOX_RULE] =
        {"A box off goal is blocked on both axes by walls or by boxes that are "
         "blocked in the same way, so none of them can ever be moved: a box in "
         "a corner, two boxes side by side at a wall, four boxes in a square. "
         "The puzzle cannot be solved.",
            "#######\n# $$  #\n#@ .. #\n#     #\n#######\n",
            "#######\n#     #\n#@$$..#\n#     #\n#######\n"},
    [SOK_UNREACHABLE_GOAL_RULE] =
        {"No box can ever be pushed onto this goal, even if there were only "
         "one box, because the player cannot reach the square from which to "
         "push it. A goal around the corner of a corridor one square wide is "
         "the usual case. With as many boxes as goals the puzzle cannot be "
         "solved.",
            "########\n#  @   #\n# $ $. #\n#      #\n###### #\n   #.  #\n"
            "   #####\n",
            "########\n#  @   #\n# $ $. #\n#      #\n######.#\n     ###\n"},
    [SOK_ROW_EDGE_RULE] =
        {"In a .sok file the first and the last square of a row, ignoring "
         "floor, must be a wall or a box on a goal. Programs use this rule to "
         "tell rows from text; a row that breaks the rule may end the board in "
         "these programs.",
            "######\n#@ $.#.$\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_INTERIOR_EMPTY_ROW_RULE] =
        {"A row inside the board has only floor. This is legal if the row is "
         "written with at least one `-`, but many programs end the board there "
         "and read two boards. A single wall in the row avoids this.",
            "######\n-\n######\n#@ $.#\n######\n",
            "######\n#\n######\n#@ $.#\n######\n"},
    [SOK_SIZE_LIMIT_RULE] =
        {"A program named with --target cannot load the puzzle, most often "
         "because the board is larger than that program's. The message "
         "gives the limit. The example breaks the 20 columns of "
         "--target=xsokoban.",
            "######################\n#@ $                .#\n"
            "######################\n",
            "####################\n#@ $              .#\n"
            "####################\n"},
    [SOK_DUPLICATE_PUZZLE_RULE] =
        {"With --duplicates: the same puzzle appears earlier in this run, in "
         "this file or another file. A puzzle is the same if it is turned, "
         "mirrored or decorated differently, or if the player starts on "
         "another square that it can walk to. The message names the position "
         "of the earlier puzzle and the transformation that turns it into this "
         "one.",
            "First\n\n#######\n#@ $ .#\n#######\n\n"
            "Second\n\n#######\n#. $ @#\n#######\n",
            "First\n\n#######\n#@ $ .#\n#######\n\n"
            "Second\n\n#######\n#. $@ #\n###   #\n  #####\n"},
    [SOK_DUPLICATE_TITLE_RULE] =
        {"Two puzzles of one file have the same title. That is legal, but "
         "programs that keep results by title mix them up or rename one.",
            "Cellar\n\n#######\n#@ $ .#\n#######\n\n"
            "Cellar\n\n######\n#@ $.#\n######\n",
            "Cellar 1\n\n#######\n#@ $ .#\n#######\n\n"
            "Cellar 2\n\n######\n#@ $.#\n######\n"},
    [SOK_UNSUPPORTED_VARIANT_RULE] =
        {"The file declares that this puzzle belongs to a game whose rules are "
         "not supported. The board is kept unchanged and is not checked.",
            "######\n#@ $.#\n######\n\nGame: Sokoban 3D\n",
            "######\n#@ $.#\n######\n"},
    [SOK_NO_PUZZLE_RULE] =
        {"No board was recognised in the input. A board has at least three "
         "rows and three columns, and its first and last row begin with `#` "
         "or `*`. For an operand that was named, and for a folder or an "
         "archive as a whole, this is an error; for a file in a folder or an "
         "archive it is a warning, and for a .txt file a note.",
            "Cellar\n\n#@ $.#\n######\n", "Cellar\n\n######\n#@ $.#\n######\n"},
    [SOK_BAD_CELL_RULE] =
        {"The cells of a Hexoban board are every second character, and each "
         "row is shifted by one against the row above it. This square is "
         "between two cells. Perhaps a row has one blank too few, or the board "
         "is not Hexoban.",
            " # # # #\n# @ $ . #\n# # # #\nGame: Hexoban\n",
            " # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n"},
    [SOK_BAD_ORDER_RULE] =
        {"The keys `boxorder:` and `goalorder:` of Sokoban+ number the boxes "
         "and the goals in reading order. Each number must appear equally "
         "often in both keys, and a key must not have more numbers than there "
         "are boxes or goals; 0 means no number.",
            "########\n#@ $ . #\n#  $ . #\n########\n"
            "boxorder: 1 2\ngoalorder: 1 3\n",
            "########\n#@ $ . #\n#  $ . #\n########\n"
            "boxorder: 1 2\ngoalorder: 1 2\n"},
    [SOK_LEGACY_LETTER_RULE] =
        {"The board is written with the letters of early .sok files: `p` or "
         "`P` is the player, `b` or `B` a box, `o` a goal, `W` a wall. Most "
         "programs do not read these letters, and some read `o` as a box. "
         "sokfmt replaces them.",
            "######\n#p bo#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_TAB_IN_BOARD_RULE] =
        {"A board contains a TAB. Here a TAB is floor up to the next multiple "
         "of eight columns (--tabs sets another number); other programs read a "
         "TAB as one square or end the board. sokfmt writes spaces.",
            "\t######\n\t#@ $.#\n\t######\n", "######\n#@ $.#\n######\n"},
    [SOK_RAGGED_MAIL_QUOTE_RULE] =
        {"Some rows of the board are quoted with `>` as in mail and some "
         "are not, or they are quoted to different depths, so the columns "
         "may have shifted. Quote all rows alike or none.",
            "> ######\n> #@ $.#\n######\n", "> ######\n> #@ $.#\n> ######\n"},
    [SOK_GLUED_BOARDS_RULE] =
        {"Boards directly below each other have no blank line between them. "
         "They were read as several boards, because each is complete in "
         "itself; other programs read one board with several players.",
            "######\n#@ $.#\n######\n#######\n#@ $ .#\n#######\n",
            "######\n#@ $.#\n######\n\n#######\n#@ $ .#\n#######\n"},
    [SOK_UNKNOWN_SQUARE_RULE] =
        {"A line right above or below a board goes from wall to wall, but "
         "one of its characters is not a Sokoban square. The line was read "
         "as text, so the board lacks a row. Other programs may read the "
         "character; write it as `#`, `$`, `.`, `*`, `@`, `+` or a blank. "
         "The rule also finds walls that touch a quote or a tag, a `|` in "
         "the middle of a row, and words after a row. If a whole board was "
         "read as text because of such characters, this is an error.",
            "######\n#@ $.#\n#    #\n# X  #\n######\n",
            "######\n#@ $.#\n#    #\n# #  #\n######\n"},
    [SOK_RLE_COUNT_RULE] =
        {"In run-length text a number repeats the square, move or group that "
         "follows it. This number is 0, begins with 0, or has nothing to "
         "repeat: it is at the end of a row, before `|` or before `)`.",
            "6#|#@ $.#|#5\n", "6#|#@ $.#|6#\n"},
    [SOK_RLE_NESTING_RULE] =
        {"The parentheses of a run-length text do not match: a parenthesis is "
         "not closed in the same row, or a closing parenthesis was not opened.",
            "6#|#@ $.#|2(3#\n", "6#|#@ $.#|2(3#)\n"},
    [SOK_RLE_GROUP_RULE] =
        {"A group of a run-length text contains something that cannot be "
         "repeated: the end of a row (`|`) in a board, or the position mark "
         "(`*`) in moves. Write the rows one by one.",
            "######|2(#@ $.#|######)\n", "6#|#@ $.#|6#\n"},
    [SOK_RLE_EMPTY_ROW_RULE] =
        {"Two bars without anything between them were read as an empty "
         "row. Not every program does that: write `|-|`.",
            "6#||6#|#@ $.#|6#\n", "6#|-|6#|#@ $.#|6#\n"},
    [SOK_BAD_UTF8_RULE] =
        {"The file contains bytes that are not UTF-8, most often letters in "
         "windows-1252 or Latin-1. The bytes are copied unchanged, but "
         "programs that expect UTF-8 show replacement characters or fail. "
         "sokfmt --charset=windows-1252 converts the file.",
            "Caf\xe9\n\n######\n#@ $.#\n######\n",
            "Caf\xc3\xa9\n\n######\n#@ $.#\n######\n"},
    [SOK_CONTROL_CHAR_RULE] =
        {"The file contains a control character other than TAB and line ends. "
         "The character can change the display of a terminal, and some "
         "programs do not read it as text.",
            "Cellar\x07\n\n######\n#@ $.#\n######\n",
            "Cellar\n\n######\n#@ $.#\n######\n"},
    [SOK_MIXED_LINE_ENDS_RULE] =
        {"Lines of this file end in more than one way (LF, CRLF, CR). Programs "
         "that support only one of them see additional blank lines, or no line "
         "ends at all. sokfmt writes LF.",
            "######\r\n#@ $.#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_BOM_RULE] = {"There is a byte-order mark at the start of the file or "
                      "of a line. UTF-8 does not need it, and programs that do "
                      "not expect it lose the first line. sokfmt removes it.",
        "\xef\xbb\xbf######\n#@ $.#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_AMBIGUOUS_TITLE_RULE] =
        {"Programs disagree whether the text above or directly below the "
         "board is its title or a note: it contains a colon, or an equals "
         "sign above the first board, or it is not separated from other "
         "text, or it is a paragraph of keys that touches the board below. "
         "If the titles of other boards are below them, the line above this "
         "one may be a note. Put the title on a line of its own between "
         "blank lines, or write `Title: ...` below the board.",
            "######\n#@ $.#\n######\n\nPart 2: Attic\n\n"
            "#######\n#@ $ .#\n#######\n",
            "######\n#@ $.#\n######\n\nAttic\n\n"
            "#######\n#@ $ .#\n#######\n"},
    [SOK_SHIFTED_TITLES_RULE] =
        {"Keys such as `Title: ...` belong to the board above them. Here "
         "there are keys above the first board and below every board but the "
         "last, so each key seems to be meant for the board below it. The "
         "first title is read as the title of the collection, and all others "
         "are off by one. The same goes for several equal keys above each "
         "board, such as `Level: 3` and `Author: ...`, and for the reverse: "
         "single lines, which name the board below, follow the last board "
         "but do not precede the first. Write keys below their boards, or "
         "titles without a key on lines of their own above them.",
            "Title: Attic\n\n######\n#@ $.#\n######\n\nTitle: Shed\n\n"
            "#######\n#@ $ .#\n#######\n",
            "Attic\n\n######\n#@ $.#\n######\n\nShed\n\n"
            "#######\n#@ $ .#\n#######\n"},
    [SOK_ASSUMED_VARIANT_RULE] =
        {"Nothing declares the variant of this puzzle. On squares the player "
         "could leave the board, but every second character is empty, and "
         "the other characters, read as hexagons, form a closed board: the "
         "puzzle was read as Hexoban. Write `Game: Hexoban` below the board "
         "or above the first one, name the file .hsb, or use --game=sokoban "
         "if the board is meant to be open.",
            " # # # #\n# @ $ . #\n # # # #\n",
            " # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n"},
    [SOK_AMBIGUOUS_MOVES_RULE] =
        {"A short word made of the letters u, d, l and r is on a line of its "
         "own between lines of text, directly above a board, or in the place "
         "of a missing title, and was read as moves although it may be a "
         "word. If it is a word, put it in single quotes or add another word "
         "to the line. Or a line was kept as text although most of it is "
         "moves: it begins with a word or a number, contains other text, or "
         "has a few other bytes, such as commas. Moves need lines of their "
         "own.",
            "######\n#@ $.#\n######\n\nA cellar is\ndull\nand dark.\n",
            "######\n#@ $.#\n######\n\nA cellar is\n'dull'\nand dark.\n"},
    [SOK_UNMATCHED_BRACKET_RULE] =
        {"A jump `[...]` or a pusher change `{...}` in moves is not closed, is "
         "closed without being opened, or contains another one. The moves were "
         "kept as text.",
            "######\n#@ $.#\n######\n\nrR{lrRlL\n",
            "######\n#@ $.#\n######\n\nrR\n"},
    [SOK_MOVES_WITHOUT_BOARD_RULE] =
        {"Moves precede the first board, so their puzzle is unknown. The moves "
         "are kept as a puzzle without a board. sokreplay --match finds the "
         "puzzle that they solve.",
            "rrRR\n", "######\n#@ $.#\n######\n\nrR\n"},
    [SOK_UNCLOSED_COMMENT_RULE] =
        {"A line that contains only `Comment:` opens a block that a line "
         "`Comment-End:` must close. The closing line is missing, or a closing "
         "line has no block. The line was read as a single line.",
            "######\n#@ $.#\n######\n\nComment:\nEasy.\n",
            "######\n#@ $.#\n######\n\nComment:\nEasy.\nComment-End:\n"},
    [SOK_UNDEFINED_MACRO_RULE] =
        {"With --expand-macros: a note refers to a macro, <#Name#/>, that no "
         "line `Name=...` before the first board defines. The reference was "
         "kept unchanged.",
            "######\n#@ $.#\n######\n\n<#Rights#/>\n",
            "Rights=Free to copy\n\n######\n#@ $.#\n######\n\n<#Rights#/>\n"},
    [SOK_CHARSET_RULE] =
        {"Text does not fit its character set: undefined bytes were replaced "
         "while decoding, or characters that the target character set lacks "
         "became `?`. Name another character set with --charset or "
         "--to-charset. The example breaks --charset=UTF-8.",
            "Caf\xe9\n\n######\n#@ $.#\n######\n",
            "Caf\xc3\xa9\n\n######\n#@ $.#\n######\n"},
    [SOK_LIMIT_RULE] =
        {"A safety limit was exceeded: a board, line, title or group of moves "
         "is larger than any puzzle needs, or a short text would expand to "
         "such a size. The excess was not read, and the exit status is 2. To "
         "read this file, raise the limit that the message names with "
         "--limit=NAME=N; sok(5) lists the limits.",
            "9999999#|#@ $.#|6#\n", "6#|#@ $.#|6#\n"},
    [SOK_BINARY_RULE] =
        {"The file is a picture, a program or other data: its first 4,096 "
         "bytes contain NULs, or more than one control character in ten, and "
         "no format is recognised. The file is not read and the exit status "
         "is 2. To read text with such characters, name its format with "
         "--from.",
            "\x7f"
            "ELF\2\1\1\n",
            "#####\n#@$.#\n#####\n"},
    [SOK_SYNTAX_RULE] =
        {"The file breaks the rules of its own format, for example XML or a "
         "Macintosh resource fork, and could not be read completely.",
            "<SokobanLevels><Title>Cellar</Titel></SokobanLevels>\n",
            "<SokobanLevels><Title>Cellar</Title><Description/>\n"
            "<LevelCollection Copyright=\"\"><Level Id=\"1\">\n"
            "<L>######</L><L>#@ $.#</L><L>######</L>\n"
            "</Level></LevelCollection></SokobanLevels>\n"},
    [SOK_CANNOT_HOLD_RULE] =
        {"The output format cannot represent this puzzle at all, for example "
         "because the board is too large or missing; the puzzle was not "
         "written. The example is for sokconv -t screens.",
            "rrRR\n", "######\n#@ $.#\n######\n"},
    [SOK_LOSSY_RULE] =
        {"The output format cannot represent a part of the puzzle, such as "
         "notes, solutions or an author. The part was dropped and counted. "
         "With --strict this is an error and nothing is written. The example "
         "is for sokconv -t rle.",
            "######\n#@ $.#\n######\n\nAuthor: Ann\n",
            "######\n#@ $.#\n######\n"},
    [SOK_ILLEGAL_MOVE_RULE] =
        {"A move of the game is not possible: it walks or pushes into a wall, "
         "pushes two boxes, or jumps where a jump is not allowed. The message "
         "counts the moves from 1 and names the letter; the moves after it "
         "were not played.",
            "######\n#@ $.#\n######\n\nSolution\n\nrRR\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
    [SOK_NOT_SOLVED_RULE] =
        {"At the end of the game a box is still off goal, or nothing was "
         "pushed. Every game claims to solve its puzzle unless its title "
         "begins with `Snapshot` or `SaveGame`, or it marks a position before "
         "its end with `*`.",
            "#######\n#@ $ .#\n#######\n\nSolution\n\nrR\n",
            "#######\n#@ $ .#\n#######\n\nSolution\n\nrRR\n"},
    [SOK_SOLVED_EARLY_RULE] =
        {"All boxes were on goals at an earlier move, and the game continues. "
         "If a box is off goal at the end, the game does not solve the puzzle, "
         "although some programs stop at the earlier move and accept the game. "
         "End the game at that move.",
            "#######\n#@ $. #\n#######\n\nSolution\n\nrRR\n",
            "#######\n#@ $. #\n#######\n\nSolution\n\nrR\n"},
    [SOK_WRONG_COUNT_RULE] =
        {"The title or the tags of the game state a number of moves or pushes "
         "that differs from the replay. sokreplay -p --rewrite corrects the "
         "numbers.",
            "######\n#@ $.#\n######\n\nSolution 3/1\n\nrR\n",
            "######\n#@ $.#\n######\n\nSolution 2/1\n\nrR\n"},
    [SOK_WRONG_CASE_RULE] =
        {"A push is written with a small letter, or a step with a capital "
         "letter. The board decides, so the game is still played; with "
         "--strict-case this is an error. sokreplay -p --rewrite corrects the "
         "letters.",
            "######\n#@ $.#\n######\n\nSolution\n\nrr\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
    [SOK_JUMP_AFTER_PULL_RULE] =
        {"A reverse game may jump freely until its first pull. This jump is "
         "after the first pull and ends on a square that the player cannot "
         "walk to, so the game does not prove a solution.",
            "#######\n#.$@$.#\n#######\n\nSolution\n\n[l]R[ll]\n",
            "#######\n#.$@$.#\n#######\n\nSolution\n\n[]lRrL\n"},
    [SOK_NO_LEADING_JUMP_RULE] =
        {"A reverse game begins with a jump, `[]` if the player does not move. "
         "Here moves precede the first jump.",
            "######\n#@ $.#\n######\n\nSolution\n\nr[r]L\n",
            "######\n#@ $.#\n######\n\nSolution\n\n[rr]Ll\n"},
    [SOK_SAVED_IMAGE_MISMATCH_RULE] =
        {"A trace file contains the board as it was when the game was saved, "
         "and replaying the trace results in another board. One of the two was "
         "changed later.",
            "######\n#@ $.#\n######\n---saved-image---\n######\n#@ $.#\n"
            "######\n---information---\nstatus: cleared\n---trace-data---\n"
            "rR\n",
            "######\n#@ $.#\n######\n---saved-image---\n######\n#  @*#\n"
            "######\n---information---\nstatus: cleared\n---trace-data---\n"
            "rR\n"},
    [SOK_OVER_LIMIT_RULE] =
        {"The puzzle sets a limit of moves with a line `Limit: n`, and the "
         "game needs more.",
            "######\n#@ $.#\n######\nLimit: 1\n\nSolution\n\nrR\n",
            "######\n#@ $.#\n######\nLimit: 2\n\nSolution\n\nrR\n"},
    [SOK_REDO_MOVES_RULE] =
        {"Moves after the position mark `*` were taken back and can be played "
         "again. Here one of these moves is not possible, or there is more "
         "than one mark; the first mark is used.",
            "######\n#@ $.#\n######\n\nSnapshot\n\nr*RR\n",
            "######\n#@ $.#\n######\n\nSnapshot\n\nr*R\n"},
    [SOK_NO_SOLUTION_RULE] =
        {"With --require-solution: the puzzle has no game that solves it.",
            "######\n#@ $.#\n######\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
    [SOK_NO_GAMES_RULE] =
        {"There is nothing to replay: no puzzle of the file has moves.",
            "######\n#@ $.#\n######\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
};
