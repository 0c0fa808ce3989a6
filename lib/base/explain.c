/*
 * explain.c - what every rule means, for the author of a level: why it
 * matters, what to do, and a small file that breaks it beside one that does
 * not. sokcheck --explain, the manual and SARIF print these.
 */
#include "sok.h"

const struct sok_explanation sok_explanations[SOK_NRULES] = {
    [SOK_NO_PLAYER_RULE] =
        {"A puzzle needs one player, written `@`, or `+` where it stands on "
         "a goal; without one nobody can push. Often the row was lost, or "
         "the player is a letter of some other program's alphabet.\n"
         "Nothing else is checked on a board without a player.",
            "######\n#  $.#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_MANY_PLAYERS_RULE] =
        {"A puzzle has exactly one player. Programs differ on what to do "
         "with more: some take the last one, some the first, some refuse "
         "the board. Remove all but one.\n"
         "If several players are the point, say so with the line `Game: "
         "Multiban` below the board or at the top of the file. Two boards "
         "without a blank line between them look like this, too.",
            "#######\n#@ $.@#\n#######\n",
            "#######\n#@ $.@#\n#######\n\nGame: Multiban\n"},
    [SOK_NO_BOXES_RULE] =
        {"The player can reach no box, so there is nothing to push and "
         "nothing to solve. Boxes behind walls do not count.",
            "######\n#@  .#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_BOX_GOAL_COUNT_RULE] =
        {"The boxes and the goals that the player can reach, other boxes "
         "out of the way, must be equal in number. What stands behind "
         "walls is decoration and does not count; a wall in the wrong place "
         "can cut a goal off.",
            "#######\n#@ $ .#\n#    .#\n#######\n",
            "#######\n#@ $ .#\n#  $ .#\n#######\n"},
    [SOK_NOT_CLOSED_RULE] =
        {"Walls must keep the player in. Here the player can walk, boxes "
         "out of the way, to the edge of the picture; the finding points at "
         "the first such square. A square missing at the end of a short "
         "row is floor, and a box on a goal (`*`) is no wall.\n"
         "Many programs refuse an open board, and it has no published id. "
         "Nothing else is checked on an open board.",
            "#######\n#@ $ .#\n#\n#######\n",
            "#######\n#@ $ .#\n#     #\n#######\n"},
    [SOK_OUTSIDE_ELEMENTS_RULE] =
        {"Boxes or goals stand where the player can never come. Programs "
         "take them for decoration; they are not needed to solve the "
         "puzzle. If they were meant to be played, a wall is wrong.",
            "*####*\n#@ $.#\n*####*\n", "######\n#@ $.#\n######\n"},
    [SOK_OUTSIDE_BOX_OFF_GOAL_RULE] =
        {"A box that the player can never come near does not stand on a "
         "goal. To programs that look at the reachable boxes alone the "
         "puzzle can be solved, to those that look at all boxes it cannot. "
         "Put the box on a goal or take it away.",
            "#########\n#@ $.#$.#\n#########\n",
            "#########\n#@ $.#* #\n#########\n"},
    [SOK_OUTSIDE_COUNT_RULE] =
        {"The boxes and goals in reach agree in number, but those of the "
         "whole picture do not. Programs that count the whole picture "
         "refuse the board. Balance the decoration or take it away.",
            "#########\n#@ $.#. #\n#########\n",
            "#########\n#@ $.#* #\n#########\n"},
    [SOK_CIRCULAR_RULE] =
        {"Every box is on a goal from the start. That is legal: a solution "
         "then has to push at least once and bring the boxes back. Some "
         "programs refuse such a puzzle.",
            "#######\n#     #\n#@ *  #\n#     #\n#######\n",
            "#######\n#     #\n#@ $ .#\n#     #\n#######\n"},
    [SOK_DEAD_BOX_RULE] =
        {"A box off goal stands where no pushes can take it to any goal, "
         "even with all other boxes gone and the player wherever it likes: "
         "along a wall without a goal, for example. The puzzle cannot be "
         "solved.\n"
         "The rule is sound but not complete: a board without this finding "
         "may still be unsolvable. A box that cannot be moved at all is a "
         "frozen-box instead.",
            "#######\n#  $  #\n#@    #\n# .  #\n#######\n",
            "#######\n#     #\n#@ $  #\n# .  #\n#######\n"},
    [SOK_FROZEN_BOX_RULE] =
        {"A box off goal is blocked along both axes by walls or by other "
         "boxes that are blocked in the same way, so none of them can ever "
         "be moved: a box in a corner, two side by side at a wall, four in "
         "a square. The puzzle cannot be solved.",
            "#######\n# $$  #\n#@ .. #\n#     #\n#######\n",
            "#######\n#     #\n#@$$..#\n#     #\n#######\n"},
    [SOK_UNREACHABLE_GOAL_RULE] =
        {"No box can ever be pushed onto this goal, even if it were the "
         "only one: nowhere can the player get behind a box to push it "
         "there. A goal around the corner of a corridor one square wide is "
         "the usual case. With as many boxes as goals the puzzle cannot be "
         "solved.",
            "########\n#  @   #\n# $ $. #\n#      #\n###### #\n   #.  #\n"
            "   #####\n",
            "########\n#  @   #\n# $ $. #\n#      #\n######.#\n     ###\n"},
    [SOK_ROW_EDGE_RULE] =
        {"In a .sok file the first and the last square of a row that are "
         "not floor must be a wall or a box on a goal. That is how programs "
         "tell a row from a line of text; a row that breaks the rule may "
         "end the board for them.",
            "######\n#@ $.#.$\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_INTERIOR_EMPTY_ROW_RULE] =
        {"A row inside the board has floor only. It is legal when it is "
         "written with at least one `-`, but many programs take it for the "
         "end of the board and read two. A single wall in the row avoids "
         "it.",
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
        {"With --duplicates: the same puzzle stands earlier in this run, in "
         "this file or another one. Turned, mirrored, decorated otherwise, "
         "or with the player elsewhere in the same room it is still the "
         "same. The message names the place and how to turn the earlier "
         "board to get this one.",
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
        {"The file says that this is a puzzle of a game whose rules are not "
         "known here. The board is kept as it is and not checked.",
            "######\n#@ $.#\n######\n\nGame: Sokoban 3D\n",
            "######\n#@ $.#\n######\n"},
    [SOK_NO_PUZZLE_RULE] =
        {"Nothing in the file was recognised as a board. A board has at "
         "least three rows and three columns, and its first and last row "
         "begin with `#` or `*`. For an operand that was named, or a folder "
         "or an archive as a whole, this is an error; for a file in them it "
         "is a warning, and for a .txt file a note.",
            "Cellar\n\n#@ $.#\n######\n", "Cellar\n\n######\n#@ $.#\n######\n"},
    [SOK_BAD_CELL_RULE] =
        {"The cells of a Hexoban board are every second character, and each "
         "row is shifted by one against the row above it. This square stands "
         "between two cells, where there is none. Perhaps a row is one blank "
         "too short, or the board is not Hexoban.",
            " # # # #\n# @ $ . #\n# # # #\nGame: Hexoban\n",
            " # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n"},
    [SOK_BAD_ORDER_RULE] =
        {"The keys `boxorder:` and `goalorder:` of Sokoban+ number the boxes "
         "and the goals in reading order. Each number must stand in both as "
         "often, and there can be no more numbers than boxes or goals; 0 "
         "means that there is none.",
            "########\n#@ $ . #\n#  $ . #\n########\n"
            "boxorder: 1 2\ngoalorder: 1 3\n",
            "########\n#@ $ . #\n#  $ . #\n########\n"
            "boxorder: 1 2\ngoalorder: 1 2\n"},
    [SOK_LEGACY_LETTER_RULE] =
        {"The board is written with the letters of early .sok files: `p` or "
         "`P` the player, `b` or `B` a box, `o` a goal, `W` a wall. Most "
         "programs do not read them, and `o` is a box to some. sokfmt "
         "rewrites them.",
            "######\n#p bo#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_TAB_IN_BOARD_RULE] =
        {"A TAB stands inside a board. Here it fills up to the next "
         "multiple of eight columns (--tabs sets another number); other "
         "programs count it as one square or end the board. sokfmt writes "
         "spaces.",
            "\t######\n\t#@ $.#\n\t######\n", "######\n#@ $.#\n######\n"},
    [SOK_RAGGED_MAIL_QUOTE_RULE] =
        {"Some rows of the board are quoted with `>` as in mail and some "
         "are not, or they are quoted to different depths, so the columns "
         "may have shifted. Quote all rows alike or none.",
            "> ######\n> #@ $.#\n######\n", "> ######\n> #@ $.#\n> ######\n"},
    [SOK_GLUED_BOARDS_RULE] =
        {"Boards stand directly below each other without a blank line. "
         "They were read as several, because each is complete in itself; "
         "other programs read one board with several players.",
            "######\n#@ $.#\n######\n#######\n#@ $ .#\n#######\n",
            "######\n#@ $.#\n######\n\n#######\n#@ $ .#\n#######\n"},
    [SOK_UNKNOWN_SQUARE_RULE] =
        {"A line right above or below a board goes from wall to wall, but "
         "one of its characters is no square. So it is text, and the board "
         "has a row less than it was meant to have. Other programs may read "
         "the character; write it as `#`, `$`, `.`, `*`, `@`, `+` or a "
         "blank. The same is said of walls that touch a quote or a tag, of a "
         "`|` in the middle of a row, of words behind a row, and of a whole "
         "paragraph that would be a board without such characters.",
            "######\n#@ $.#\n#    #\n# X  #\n######\n",
            "######\n#@ $.#\n#    #\n# #  #\n######\n"},
    [SOK_RLE_COUNT_RULE] =
        {"In run-length text a number repeats the square, move or group "
         "that follows it. This one is 0, begins with 0, or has nothing "
         "behind it to repeat: it stands at the end of a row, before `|` or "
         "before `)`.",
            "6#|#@ $.#|#5\n", "6#|#@ $.#|6#\n"},
    [SOK_RLE_NESTING_RULE] =
        {"The parentheses of a run-length text do not match: one that is "
         "opened is not closed in the same row, or one is closed that was "
         "not opened.",
            "6#|#@ $.#|2(3#\n", "6#|#@ $.#|2(3#)\n"},
    [SOK_RLE_GROUP_RULE] =
        {"A group of a run-length text holds what cannot be repeated: the "
         "end of a row (`|`) in a board, the position mark (`*`) in moves. "
         "Write the rows one by one.",
            "######|2(#@ $.#|######)\n", "6#|#@ $.#|6#\n"},
    [SOK_RLE_EMPTY_ROW_RULE] =
        {"Two bars without anything between them were read as an empty "
         "row. Not every program does that: write `|-|`.",
            "6#||6#|#@ $.#|6#\n", "6#|-|6#|#@ $.#|6#\n"},
    [SOK_BAD_UTF8_RULE] =
        {"The file holds bytes that are not UTF-8, most often letters in "
         "windows-1252 or Latin-1. They are passed on as they are, but "
         "programs that expect UTF-8 show replacement characters or fail. "
         "sokfmt --charset=windows-1252 converts the file.",
            "Caf\xe9\n\n######\n#@ $.#\n######\n",
            "Caf\xc3\xa9\n\n######\n#@ $.#\n######\n"},
    [SOK_CONTROL_CHAR_RULE] =
        {"The file holds a control character other than TAB and line ends. "
         "It can change what a terminal shows, and programs differ on "
         "whether it is text.",
            "Cellar\x07\n\n######\n#@ $.#\n######\n",
            "Cellar\n\n######\n#@ $.#\n######\n"},
    [SOK_MIXED_LINE_ENDS_RULE] =
        {"Lines of this file end in more than one way (LF, CRLF, CR). "
         "Programs that know one of them see blank lines that are not "
         "there, or none at all. sokfmt writes LF.",
            "######\r\n#@ $.#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_BOM_RULE] =
        {"A byte-order mark stands at the start of the file or of a line. "
         "UTF-8 needs none, and programs that do not expect it lose the "
         "first line. sokfmt removes it.",
            "\xef\xbb\xbf######\n#@ $.#\n######\n", "######\n#@ $.#\n######\n"},
    [SOK_AMBIGUOUS_TITLE_RULE] =
        {"The text above the board is a title to one known program and a "
         "note to another: it holds a colon, or an equals sign above the "
         "first board, or stands so close to other text that they disagree, or "
         "it is a paragraph of keys that touches the board below. Or names "
         "stand below boards, and what stands above this one may be a note. "
         "Put the title on a line of its own between blank lines, or write "
         "`Title: ...` below the board.",
            "######\n#@ $.#\n######\n\nPart 2: Attic\n\n"
            "#######\n#@ $ .#\n#######\n",
            "######\n#@ $.#\n######\n\nAttic\n\n"
            "#######\n#@ $ .#\n#######\n"},
    [SOK_SHIFTED_TITLES_RULE] =
        {"Keys such as `Title: ...` belong to the board above them. Here they "
         "stand above the first board, below it, and so on, and the last "
         "board has none: it seems that each is meant for the board below it. "
         "As it stands the first title is that of the collection, and all "
         "others are off by one. The same goes for several keys that are the "
         "same above each board, as `Level: 3` and `Author: ...`. Or lines by "
         "themselves stand below the first "
         "board, which has no title, and below the last, as if each were meant "
         "for the board above it, while such a line names the board below. "
         "Write keys below their boards, or titles on lines of their own above "
         "them, without a key.",
            "Title: Attic\n\n######\n#@ $.#\n######\n\nTitle: Shed\n\n"
            "#######\n#@ $ .#\n#######\n",
            "Attic\n\n######\n#@ $.#\n######\n\nShed\n\n"
            "#######\n#@ $ .#\n#######\n"},
    [SOK_ASSUMED_VARIANT_RULE] =
        {"Nothing says which game this puzzle is for. On squares the player "
         "could leave the board, but every second character is empty, and on "
         "the hexagons that the others are the player cannot: the puzzle was "
         "read as Hexoban. Write `Game: Hexoban` below the board, or above "
         "the first one, name the file .hsb, or use --game=sokoban if the "
         "board is meant to be open.",
            " # # # #\n# @ $ . #\n # # # #\n",
            " # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n"},
    [SOK_AMBIGUOUS_MOVES_RULE] =
        {"A short word made of the letters u, d, l and r stands alone "
         "between lines of text, or right above a board, or where the title "
         "of a board is missing and solves nothing, and was read as moves. "
         "If it is a word, put it in single quotes or on a line with another "
         "word. Or a word, or a number and a blank, stand before moves on the "
         "same line, or long moves stand among other text, or a line is moves "
         "but for a few bytes, such as a comma, or for a remark behind them: "
         "those lines were kept as text. "
         "Moves stand on lines of their own.",
            "######\n#@ $.#\n######\n\nA cellar is\ndull\nand dark.\n",
            "######\n#@ $.#\n######\n\nA cellar is\n'dull'\nand dark.\n"},
    [SOK_UNMATCHED_BRACKET_RULE] =
        {"A jump `[...]` or a pusher change `{...}` among moves is not closed, "
         "is closed without being opened, or has another one inside. The "
         "moves were kept as text.",
            "######\n#@ $.#\n######\n\nrR{lrRlL\n",
            "######\n#@ $.#\n######\n\nrR\n"},
    [SOK_MOVES_WITHOUT_BOARD_RULE] =
        {"Moves stand before the first board, so it is not known which "
         "puzzle they belong to. They are kept as a puzzle without a "
         "board. sokreplay --match finds the puzzle that they solve.",
            "rrRR\n", "######\n#@ $.#\n######\n\nrR\n"},
    [SOK_UNCLOSED_COMMENT_RULE] =
        {"A line `Comment:` with nothing behind it opens a block that a "
         "line `Comment-End:` must close, and the closing line is missing, "
         "or there is one that closes nothing. The line was taken for "
         "itself alone.",
            "######\n#@ $.#\n######\n\nComment:\nEasy.\n",
            "######\n#@ $.#\n######\n\nComment:\nEasy.\nComment-End:\n"},
    [SOK_UNDEFINED_MACRO_RULE] =
        {"With --expand-macros: a note refers to a macro, <#Name#/>, that "
         "no line `Name=...` before the first board defines. The reference "
         "was left as it is.",
            "######\n#@ $.#\n######\n\n<#Rights#/>\n",
            "Rights=Free to copy\n\n######\n#@ $.#\n######\n\n<#Rights#/>\n"},
    [SOK_CHARSET_RULE] =
        {"Text does not fit the character set it is said to be in or is to "
         "be written in: undefined bytes were replaced while decoding, or "
         "characters that the target lacks became `?`. Name another "
         "character set with --charset or --to-charset. The example breaks "
         "--charset=UTF-8.",
            "Caf\xe9\n\n######\n#@ $.#\n######\n",
            "Caf\xc3\xa9\n\n######\n#@ $.#\n######\n"},
    [SOK_LIMIT_RULE] =
        {"A safety limit was reached: a board, line, title or group of moves "
         "is larger than anything a puzzle needs, or a short text would "
         "expand to it. What is beyond was not read, and the exit status "
         "is 2. If the file is what you want, raise the limit that the "
         "message names with --limit=NAME=N; sok(5) lists them.",
            "9999999#|#@ $.#|6#\n", "6#|#@ $.#|6#\n"},
    [SOK_BINARY_RULE] =
        {"The file is a picture, a program or other data: its first 4,096 "
         "bytes hold NULs, or more than one control character in ten, and no "
         "format is recognised. Nothing of it is read and the exit status is "
         "2. A text with such characters is read when --from names its "
         "format.",
            "<NUL><NUL><NUL><NUL>\n", "#####\n#@$.#\n#####\n"},
    [SOK_SYNTAX_RULE] =
        {"The file breaks the rules of its own format, XML or a Macintosh "
         "resource fork for example, and could not be read or not be read "
         "to its end.",
            "<SokobanLevels><Title>Cellar</Titel></SokobanLevels>\n",
            "<SokobanLevels><Title>Cellar</Title><Description/>\n"
            "<LevelCollection Copyright=\"\"><Level Id=\"1\">\n"
            "<L>######</L><L>#@ $.#</L><L>######</L>\n"
            "</Level></LevelCollection></SokobanLevels>\n"},
    [SOK_CANNOT_HOLD_RULE] =
        {"The format that was asked for cannot hold this puzzle at all, for "
         "its size for example, or because it has no board; it was not "
         "written. The example is for sokconv -t screens.",
            "rrRR\n", "######\n#@ $.#\n######\n"},
    [SOK_LOSSY_RULE] =
        {"The format that was asked for has no place for something the "
         "puzzle holds: notes, solutions, an author. It was left out and "
         "counted. With --strict that is an error and nothing is written. "
         "The example is for sokconv -t rle.",
            "######\n#@ $.#\n######\n\nAuthor: Ann\n",
            "######\n#@ $.#\n######\n"},
    [SOK_ILLEGAL_MOVE_RULE] =
        {"A move of the game is not possible where it stands: it walks or "
         "pushes into a wall, pushes two boxes, or jumps where no jump is "
         "allowed. The message counts the moves from 1 and names the "
         "letter; nothing behind it was played.",
            "######\n#@ $.#\n######\n\nSolution\n\nrRR\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
    [SOK_NOT_SOLVED_RULE] =
        {"The game is played to its end, but a box is still off goal, or "
         "nothing was pushed. Every game claims to solve its puzzle unless "
         "its title begins with `Snapshot` or `SaveGame`, or it marks a "
         "position before its end with `*`.",
            "#######\n#@ $ .#\n#######\n\nSolution\n\nrR\n",
            "#######\n#@ $ .#\n#######\n\nSolution\n\nrRR\n"},
    [SOK_SOLVED_EARLY_RULE] =
        {"All boxes were on goals at an earlier move and the game was "
         "played on. If a box is off goal at the end the game does not "
         "solve the puzzle, though some programs stop at the earlier move "
         "and accept it. Cut the game there.",
            "#######\n#@ $. #\n#######\n\nSolution\n\nrRR\n",
            "#######\n#@ $. #\n#######\n\nSolution\n\nrR\n"},
    [SOK_WRONG_COUNT_RULE] =
        {"The title or the tags of the game state a number of moves or "
         "pushes, and the replay counts another one. sokreplay -p "
         "--rewrite corrects the numbers.",
            "######\n#@ $.#\n######\n\nSolution 3/1\n\nrR\n",
            "######\n#@ $.#\n######\n\nSolution 2/1\n\nrR\n"},
    [SOK_WRONG_CASE_RULE] =
        {"A push is written with a small letter or a walk with a capital "
         "one. The position decides, so the game is played all the same; "
         "with --strict-case this is an error. sokreplay -p --rewrite "
         "corrects the letters.",
            "######\n#@ $.#\n######\n\nSolution\n\nrr\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
    [SOK_JUMP_AFTER_PULL_RULE] =
        {"A reverse game may jump until it pulls for the first time. This "
         "jump comes later, to a square that the player cannot walk to, so "
         "the game proves nothing.",
            "#######\n#.$@$.#\n#######\n\nSolution\n\n[l]R[ll]\n",
            "#######\n#.$@$.#\n#######\n\nSolution\n\n[]lRrL\n"},
    [SOK_NO_LEADING_JUMP_RULE] =
        {"A reverse game begins with a jump, `[]` if the player stays "
         "where it is. Here moves stand before the first jump.",
            "######\n#@ $.#\n######\n\nSolution\n\nr[r]L\n",
            "######\n#@ $.#\n######\n\nSolution\n\n[rr]Ll\n"},
    [SOK_SAVED_IMAGE_MISMATCH_RULE] =
        {"A trace file holds the board as it was when the game was saved, "
         "and replaying the trace gives another board. One of the two was "
         "changed afterwards.",
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
        {"Moves behind the position mark `*` were taken back and can be "
         "played again. Here one of them is not possible, or there is more "
         "than one mark; the first one counts.",
            "######\n#@ $.#\n######\n\nSnapshot\n\nr*RR\n",
            "######\n#@ $.#\n######\n\nSnapshot\n\nr*R\n"},
    [SOK_NO_SOLUTION_RULE] =
        {"With --require-solution: none of the puzzle's games solves it, or "
         "it has none.",
            "######\n#@ $.#\n######\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
    [SOK_NO_GAMES_RULE] =
        {"There is nothing to replay: no puzzle of the file has moves.",
            "######\n#@ $.#\n######\n",
            "######\n#@ $.#\n######\n\nSolution\n\nrR\n"},
};
