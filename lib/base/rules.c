/* rules.c - every rule: its permanent name, severity, origin and summary, the
 * reason and the remedy, and a file that breaks it and one that does not. */
#include "base/base.h"

#define RULE(id, name, severity, origin, summary, text, bad, good) \
	[SOK_##id##_RULE] = { \
	    name, SOK_##severity, origin, summary, text, bad, good}

/* Most examples contain one of these boards. */
#define BOARD "######\n#@ $.#\n######\n"
#define CORRIDOR "#######\n#@ $ .#\n#######\n"
/* Of rules about two collections. */
#define COMPARED " The example is compared with the second one."
/* Two puzzles with titles. */
#define CELLAR "Cellar\n\n" BOARD
#define ATTIC "Attic\n\n" CORRIDOR
#define DEAD_BOX "#######\n#  $  #\n#@    #\n# .  #\n#######\n"

const struct sok_rule_info sok_rules[SOK_RULES_ROOM] = {
    RULE(NO_PLAYER, "no-player", ERROR, 'c', "there is no player",
        "A puzzle needs one player, written `@`, or `+` if the player is on a "
        "goal. Often the row was lost, or another program writes the player "
        "with another letter.\nNothing else is checked on a board without a "
        "player.",
        "######\n#  $.#\n######\n", BOARD),
    RULE(MANY_PLAYERS, "many-players", ERROR, 'c',
        "there is more than one player",
        "A puzzle has exactly one player. Programs differ if there are more: "
        "some use the last player, some the first, and some refuse the board. "
        "Remove all players but one.\nIf the puzzle is meant for several "
        "players, write the line `Game: Multiban` below the board or at the "
        "top of the file. Two boards without a blank line between them also "
        "cause this finding.",
        "#######\n#@ $.@#\n#######\n",
        "#######\n#@ $.@#\n#######\n\nGame: Multiban\n"),
    RULE(NO_BOXES, "no-boxes", ERROR, 'c', "the player cannot reach a box",
        "The player cannot reach a box, so there is nothing to push and "
        "nothing to solve. Boxes outside the walls do not count.",
        "######\n#@  .#\n######\n", BOARD),
    RULE(BOX_GOAL_COUNT, "box-goal-count", ERROR, 'c',
        "reachable boxes and goals differ in number",
        "The number of boxes that the player can reach, when other boxes are "
        "ignored, must equal the number of goals that it can reach. Boxes and "
        "goals outside the walls are decoration and do not count. A wall in "
        "the wrong place can cut off a goal.",
        "#######\n#@ $ .#\n#    .#\n#######\n",
        "#######\n#@ $ .#\n#  $ .#\n#######\n"),
    RULE(NOT_CLOSED, "not-closed", ERROR, 'c', "the player can leave the board",
        "Walls must keep the player in. When boxes are ignored, this player "
        "can walk to the edge of the picture; the finding points at the first "
        "such square. A square missing at the end of a short row is floor, and "
        "a box on a goal (`*`) is not a wall.\nMany programs refuse an open "
        "board, and an open board has no published id. Nothing else is checked "
        "on an open board.",
        "#######\n#@ $ .#\n#\n#######\n",
        "#######\n#@ $ .#\n#     #\n#######\n"),
    RULE(OUTSIDE_ELEMENTS, "outside-elements", NOTE, 'c',
        "the player cannot reach some boxes or goals",
        "The player cannot reach these boxes or goals. Programs treat them as "
        "decoration; they are not needed to solve the puzzle. If they are part "
        "of the puzzle, a wall is wrong.",
        "*####*\n#@ $.#\n*####*\n", BOARD),
    RULE(OUTSIDE_BOX_OFF_GOAL, "outside-box-off-goal", WARNING, 'c',
        "an unreachable box is not on a goal",
        "A box that the player cannot reach is not on a goal. Programs that "
        "count only reachable boxes can solve the puzzle; programs that count "
        "all boxes cannot. Put the box on a goal or remove it.",
        "#########\n#@ $.#$.#\n#########\n",
        "#########\n#@ $.#* #\n#########\n"),
    RULE(OUTSIDE_COUNT, "outside-count", WARNING, 'c',
        "boxes and goals of the whole picture differ in number",
        "The numbers of reachable boxes and goals are equal, but the numbers "
        "in the whole picture are not. Programs that count the whole picture "
        "refuse the board. Add or remove decoration so that the numbers are "
        "equal.",
        "#########\n#@ $.#. #\n#########\n",
        "#########\n#@ $.#* #\n#########\n"),
    RULE(CIRCULAR, "circular", NOTE, 'c', "the puzzle starts solved",
        "Every box is on a goal at the start. This is legal: a solution then "
        "needs at least one push and must bring the boxes back to goals. Some "
        "programs refuse such a puzzle.",
        "#######\n#     #\n#@ *  #\n#     #\n#######\n",
        "#######\n#     #\n#@ $ .#\n#     #\n#######\n"),
    RULE(DEAD_BOX, "dead-box", WARNING, 'c',
        "a box can never be pushed to a goal",
        "A box off goal can never be pushed to a goal, even without all other "
        "boxes and with the player on any square: for example, a box along a "
        "wall without a goal. The puzzle cannot be solved.\nThe rule is never "
        "wrong, but it does not find every unsolvable puzzle. A box that can "
        "never be moved is reported as frozen-box instead.",
        "#######\n#  $  #\n#@    #\n# .  #\n#######\n",
        "#######\n#     #\n#@ $  #\n# .  #\n#######\n"),
    RULE(FROZEN_BOX, "frozen-box", WARNING, 'c',
        "boxes off goal block each other permanently",
        "A box off goal is blocked on every axis by walls or by boxes that are "
        "blocked in the same way, so none of them can ever be moved: a box in "
        "a corner, two boxes side by side at a wall, four boxes in a square. "
        "The puzzle cannot be solved.",
        "#######\n# $$  #\n#@ .. #\n#     #\n#######\n",
        "#######\n#     #\n#@$$..#\n#     #\n#######\n"),
    RULE(UNREACHABLE_GOAL, "unreachable-goal", WARNING, 'c',
        "no box can ever be pushed onto a goal",
        "No box can ever be pushed onto this goal, even if there were only one "
        "box, because the player cannot reach the square from which to push "
        "it. A goal around the corner of a corridor one square wide is the "
        "usual case. With as many boxes as goals the puzzle cannot be solved.",
        "########\n#  @   #\n# $ $. #\n#      #\n###### #\n   #.  #\n"
        "   #####\n",
        "########\n#  @   #\n# $ $. #\n#      #\n######.#\n     ###\n"),
    RULE(ROW_EDGE, "row-edge", WARNING, 'c',
        "a row does not begin and end with a wall or a box on a goal",
        "In a .sok file the first and the last square of a row, ignoring "
        "floor, must be a wall or a box on a goal. Programs use this rule to "
        "tell rows from text; a row that breaks the rule may end the board in "
        "these programs.",
        "######\n#@ $.#.$\n######\n", BOARD),
    RULE(INTERIOR_EMPTY_ROW, "interior-empty-row", NOTE, 'c',
        "an empty row inside the board",
        "A row inside the board has only floor. This is legal if the row is "
        "written with at least one `-`, but many programs end the board there "
        "and read two boards. A single wall in the row avoids this.",
        "######\n-\n" BOARD, "######\n#\n" BOARD),
    RULE(SIZE_LIMIT, "size-limit", WARNING, 'c',
        "a program named with --target cannot load the puzzle",
        "A program named with --target cannot load the puzzle, most often "
        "because the board is larger than that program's. The message gives "
        "the limit. The example breaks the 20 columns of --target=xsokoban.",
        "######################\n#@ $                .#\n"
        "######################\n",
        "####################\n#@ $              .#\n####################\n"),
    RULE(DUPLICATE_PUZZLE, "duplicate-puzzle", WARNING, 'c',
        "the puzzle repeats an earlier puzzle of this run",
        "With --duplicates: the same puzzle appears earlier in this run, in "
        "this file or another file. A puzzle is the same if it is turned, "
        "mirrored or decorated differently, or if the player starts on another "
        "square that it can walk to. The message names the position of the "
        "earlier puzzle and the transformation that turns it into this one.",
        "First\n\n" CORRIDOR "\nSecond\n\n#######\n#. $ @#\n#######\n",
        "First\n\n" CORRIDOR
        "\nSecond\n\n#######\n#. $@ #\n###   #\n  #####\n"),
    RULE(DUPLICATE_TITLE, "duplicate-title", NOTE, 'c',
        "the title repeats an earlier title of this file",
        "Two puzzles of one file have the same title. That is legal, but "
        "programs that keep results by title mix them up or rename one.",
        "Cellar\n\n" CORRIDOR "\nCellar\n\n" BOARD,
        "Cellar 1\n\n" CORRIDOR "\nCellar 2\n\n" BOARD),
#include "base/rules_compare.h"
    RULE(UNUSED_IGNORE, "unused-ignore", NOTE, 'c',
        "a line that ignores a rule has no effect",
        "A line `:: sok: ignore RULE` in the text of a puzzle, or in the "
        "header for the whole file, suppresses findings of that rule. Here "
        "nothing was found to suppress, or there is no such rule. Remove the "
        "line, so that it does not hide later findings.",
        BOARD "\n:: sok: ignore dead-box\n",
        DEAD_BOX "\n:: sok: ignore dead-box\n"),
    RULE(STALE_BASELINE, "stale-baseline", NOTE, 'c',
        "a line of the baseline accepts nothing",
        "The file of --baseline lists more findings than there are: they were "
        "mended, or their puzzles are gone. Write the baseline again over the "
        "old one, so that it does not accept later findings. "
        "The example has a baseline that was written for the second one.",
        BOARD, DEAD_BOX),
    RULE(UNSUPPORTED_VARIANT, "unsupported-variant", NOTE, 'c',
        "this version does not check this variant",
        "The file declares that this puzzle belongs to a game whose rules are "
        "not supported. The board is kept unchanged and is not checked.",
        BOARD "\nGame: Pukoban\n", BOARD),
    RULE(NO_PUZZLE, "no-puzzle", WARNING, 'c', "no board was recognised",
        "No board was recognised in the input. A board has at least three rows "
        "and three columns, and its first and last row begin with `#` or `*`. "
        "For an operand that was named, and for a folder or an archive as a "
        "whole, this is an error; for a file in a folder or an archive it is a "
        "warning, and for a .txt file a note.",
        "Cellar\n\n#@ $.#\n######\n", "Cellar\n\n" BOARD),
    RULE(NOT_READ, "not-read", WARNING, 'c',
        "a file in a folder or an archive was not read",
        "Files in folders and archives are read if their names are those of "
        "collections. This folder or archive also has files with other names "
        "that hold puzzles: a closed board with one player and as many boxes "
        "as goals, or another format. The message counts and names them; -v "
        "names all files that were not read. To read them, use --include; to "
        "silence the message, use --exclude. A file that cannot be opened is "
        "reported as well.\nThis warning goes to standard error and never "
        "fails --strict, except for a file that cannot be opened.",
        "levels/cellar.dat\n", "levels/cellar.sok\n"),
    RULE(BAD_CELL, "bad-cell", ERROR, 'c',
        "a square of the board is not a cell of its variant",
        "The cells of a Hexoban board are every second character, and each row "
        "is shifted by one against the row above it. This square is between "
        "two cells. Perhaps a row has one blank too few, or the board is not "
        "Hexoban.",
        " # # # #\n# @ $ . #\n# # # #\nGame: Hexoban\n",
        " # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n"),
    RULE(BAD_ORDER, "bad-order", ERROR, 'c',
        "boxes and goals are numbered differently",
        "The keys `boxorder:` and `goalorder:` of Sokoban+ number the boxes "
        "and the goals in reading order. Each number must appear equally often "
        "in both keys, and a key must not have more numbers than there are "
        "boxes or goals; 0 means no number.",
        "########\n#@ $ . #\n#  $ . #\n########\n"
        "boxorder: 1 2\ngoalorder: 1 3\n",
        "########\n#@ $ . #\n#  $ . #\n########\n"
        "boxorder: 1 2\ngoalorder: 1 2\n"),
    RULE(LEGACY_LETTER, "legacy-letter", WARNING, 's',
        "squares are written as letters",
        "The board is written with the letters of early .sok files: `p` or `P` "
        "is the player, `b` or `B` a box, `o` a goal, `W` a wall. Most "
        "programs do not read these letters, and some read `o` as a box. "
        "sokfmt replaces them.",
        "######\n#p bo#\n######\n", BOARD),
    RULE(TAB_IN_BOARD, "tab-in-board", WARNING, 's', "a TAB inside a board",
        "A board contains a TAB. Here a TAB is floor up to the next multiple "
        "of eight columns (--tabs sets another number); other programs read a "
        "TAB as one square or end the board. sokfmt writes spaces.",
        "\t######\n\t#@ $.#\n\t######\n", BOARD),
    RULE(RAGGED_MAIL_QUOTE, "ragged-mail-quote", WARNING, 's',
        "rows of a board are quoted to different depths",
        "Some rows of the board are quoted with `>` as in mail and some are "
        "not, or they are quoted to different depths, so the columns may have "
        "shifted. Quote all rows alike or none.",
        "> ######\n> #@ $.#\n######\n", "> ######\n> #@ $.#\n> ######\n"),
    RULE(GLUED_BOARDS, "glued-boards", WARNING, 'r',
        "there is no blank line between two boards",
        "Boards directly below each other have no blank line between them. "
        "They were read as several boards, because each is complete in itself; "
        "other programs read one board with several players.",
        BOARD CORRIDOR, BOARD "\n" CORRIDOR),
    RULE(UNKNOWN_SQUARE, "unknown-square", WARNING, 'r',
        "a row contains a character that is not a square",
        "A line right above or below a board goes from wall to wall, but one "
        "of its characters is not a Sokoban square. The line was read as text, "
        "so the board lacks a row. Other programs may read the character; "
        "write it as `#`, `$`, `.`, `*`, `@`, `+` or a blank. The rule also "
        "finds walls that touch a quote or a tag, a digit or a `|` in the "
        "middle of a row that is spelled out, and words after a row. If a "
        "whole board was read as text because "
        "of such characters, this is an error: the rows above and below the "
        "line are not boards by themselves, so all of them are kept together, "
        "unchanged, until the line is mended.",
        "######\n#@ $.#\n#    #\n# X  #\n######\n",
        "######\n#@ $.#\n#    #\n# #  #\n######\n"),
    RULE(RLE_COUNT, "rle-count", ERROR, 'r', "a run count repeats nothing",
        "In run-length text a number repeats the square, move or group that "
        "follows it. This number is 0, begins with 0, or has nothing to "
        "repeat: it is at the end of a row, before `|` or before `)`.",
        "6#|#@ $.#|#5\n", "6#|#@ $.#|6#\n"),
    RULE(RLE_NESTING, "rle-nesting", ERROR, 'r', "parentheses do not match",
        "The parentheses of a run-length text do not match: a parenthesis is "
        "not closed in the same row, or a closing parenthesis was not opened.",
        "6#|#@ $.#|2(3#\n", "6#|#@ $.#|2(3#)\n"),
    RULE(RLE_GROUP, "rle-group", ERROR, 'r', "a group that cannot be repeated",
        "A group of a run-length text contains something that cannot be "
        "repeated: the end of a row (`|`) in a board, or the position mark "
        "(`*`) in moves. Write the rows one by one.",
        "######|2(#@ $.#|######)\n", "6#|#@ $.#|6#\n"),
    RULE(RLE_EMPTY_ROW, "rle-empty-row", WARNING, 'r',
        "`||` is read as an empty row",
        "Two bars without anything between them were read as an empty row. Not "
        "every program does that: write `|-|`.",
        "6#||6#|#@ $.#|6#\n", "6#|-|6#|#@ $.#|6#\n"),
    RULE(BAD_UTF8, "bad-utf8", WARNING, 's', "bytes that are not UTF-8",
        "The file contains bytes that are not UTF-8, most often letters in "
        "windows-1252 or Latin-1. The bytes are copied unchanged, but programs "
        "that expect UTF-8 show replacement characters or fail. sokfmt "
        "--charset=windows-1252 converts the file.",
        "Caf\xe9\n\n" BOARD, "Caf\xc3\xa9\n\n" BOARD),
    RULE(CONTROL_CHAR, "control-char", WARNING, 's', "a control character",
        "The file contains a control character other than TAB and line ends. "
        "The character can change the display of a terminal, and some programs "
        "do not read it as text.",
        "Cellar\x07\n\n" BOARD, "Cellar\n\n" BOARD),
    RULE(MIXED_LINE_ENDS, "mixed-line-ends", WARNING, 's',
        "the file has more than one kind of line end",
        "Lines of this file end in more than one way (LF, CRLF, CR). Programs "
        "that support only one of them see additional blank lines, or no line "
        "ends at all. sokfmt writes LF.",
        "######\r\n#@ $.#\n######\n", BOARD),
    RULE(BOM, "bom", WARNING, 's', "a byte-order mark",
        "There is a byte-order mark at the start of the file or of a line. "
        "UTF-8 does not need it, and programs that do not expect it lose the "
        "first line. sokfmt removes it.",
        "\xef\xbb\xbf######\n#@ $.#\n######\n", BOARD),
    RULE(AMBIGUOUS_TITLE, "ambiguous-title", WARNING, 's',
        "programs disagree whether text is a title or a note",
        "Programs disagree whether the text above or directly below the board "
        "is its title or a note: it contains a colon, or an equals sign above "
        "the first board, or it is not separated from other text, or it is a "
        "paragraph of keys that touches the board below. If the titles of "
        "other boards are below them, the line above this one may be a note. "
        "Put the title on a line of its own between blank lines, or write "
        "`Title: ...` below the board.",
        BOARD "\nPart 2: Attic\n\n" CORRIDOR, BOARD "\nAttic\n\n" CORRIDOR),
    RULE(SHIFTED_TITLES, "shifted-titles", WARNING, 'r',
        "titles seem to be off by one board",
        "Keys such as `Title: ...` belong to the board above them. Here there "
        "are keys above the first board and below every board but the last, so "
        "each key seems to be meant for the board below it. The first title is "
        "read as the title of the collection, and all others are off by one. "
        "The same goes for several equal keys above each board, such as "
        "`Level: 3` and `Author: ...`, and for the reverse: single lines, "
        "which name the board below, follow the last board but do not precede "
        "the first. Write keys below their boards, or titles without a key on "
        "lines of their own above them.\nWhere two files were joined, the "
        "header "
        "of the second one follows the last board of the first one, so its "
        "`Author`, `Copyright`, `Collection` and `Game` are read as those of "
        "that board. This is reported if the header at the top has another "
        "value, no board has such a key directly below it, and the last board "
        "has none.",
        "Title: Attic\n\n" BOARD "\nTitle: Shed\n\n" CORRIDOR,
        "Attic\n\n" BOARD "\nShed\n\n" CORRIDOR),
    RULE(UNKNOWN_GAME, "unknown-game", WARNING, 'r',
        "a key names a game that does not exist",
        "The value of `Game:` or `Puzzle Type:` is not the name of a game, or "
        "that of `Variant:` contains the name of a game but does not begin "
        "with it. The puzzle was read, checked and replayed as if the line "
        "were not there. sok(5) lists the names; a game that is known and not "
        "supported is `unsupported-variant`. Any other value of `Variant:` is "
        "a note.",
        BOARD "\nGame: Soko-Ban\n", BOARD "\nGame: Sokoban\n"),
    RULE(ASSUMED_VARIANT, "assumed-variant", NOTE, 'r',
        "a board without a declared variant is read as Hexoban",
        "Nothing declares the variant of this puzzle. On squares the player "
        "could leave the board, but every second character is empty, and the "
        "other characters, read as hexagons, form a closed board: the puzzle "
        "was read as Hexoban. Write `Game: Hexoban` below the board or above "
        "the first one, name the file .hsb, or use --game=sokoban if the board "
        "is meant to be open.",
        " # # # #\n# @ $ . #\n # # # #\n",
        " # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n"),
    RULE(AMBIGUOUS_MOVES, "ambiguous-moves", WARNING, 's',
        "it is unclear whether a text is moves",
        "A short word made of the letters u, d, l and r is on a line of its "
        "own between lines of text, directly above a board, or in the place of "
        "a missing title, and was read as moves although it may be a word. If "
        "it is a word, put it in single quotes or add another word to the "
        "line. Or a line was kept as text although most of it is moves: it "
        "begins with a word or a number, contains other text, or has a few "
        "other bytes, such as commas. Moves need lines of their own.",
        BOARD "\nA cellar is\ndull\nand dark.\n",
        BOARD "\nA cellar is\n'dull'\nand dark.\n"),
    RULE(UNMATCHED_BRACKET, "unmatched-bracket", ERROR, 'r',
        "a jump or pusher change lacks a bracket",
        "A jump `[...]` or a pusher change `{...}` in moves is not closed, is "
        "closed without being opened, or contains another one. The moves were "
        "kept as text.",
        BOARD "\nSolution\n\nrR{lrRlL\n", BOARD "\nSolution\n\nrR\n"),
    RULE(MOVES_WITHOUT_BOARD, "moves-without-board", WARNING, 's',
        "moves before the first board",
        "Moves precede the first board, so their puzzle is unknown. The moves "
        "are kept as a puzzle without a board. sokreplay --match finds the "
        "puzzle that they solve.",
        "rrRR\n", BOARD "\nrR\n"),
    RULE(UNCLOSED_COMMENT, "unclosed-comment", WARNING, 'r',
        "a comment block is not opened or not closed",
        "A line that contains only `Comment:` opens a block that a line "
        "`Comment-End:` must close. The closing line is missing, or a closing "
        "line has no block. The line was read as a single line.",
        BOARD "\nComment:\nEasy.\n", BOARD "\nComment:\nEasy.\nComment-End:\n"),
    RULE(UNDEFINED_MACRO, "undefined-macro", WARNING, 'r',
        "a macro is not defined",
        "With --expand-macros: a note refers to a macro, <#Name#/>, that no "
        "line `Name=...` before the first board defines. The reference was "
        "kept unchanged.",
        BOARD "\n<#Rights#/>\n",
        "Rights=Free to copy\n\n" BOARD "\n<#Rights#/>\n"),
    RULE(CHARSET, "charset", WARNING, 'r',
        "text does not fit its character set",
        "Text does not fit its character set: undefined bytes were replaced "
        "while decoding, or characters that the target character set lacks "
        "became `?`. Name another character set with --charset or "
        "--to-charset. The example breaks --charset=UTF-8.",
        "Caf\xe9\n\n" BOARD, "Caf\xc3\xa9\n\n" BOARD),
    RULE(LIMIT, "limit", ERROR, 'r', "a safety limit was exceeded",
        "A safety limit was exceeded: a board, line, title or group of moves "
        "is larger than any puzzle needs, or a short text would expand to such "
        "a size. The excess was not read, and the exit status is 2. To read "
        "this file, raise the limit that the message names with "
        "--limit=NAME=N; sok(5) lists the limits.",
        "9999999#|#@ $.#|6#\n", "6#|#@ $.#|6#\n"),
    RULE(BINARY, "binary", ERROR, 'r', "the input is binary, not text",
        "The file is a picture, a program or other data: its first 4,096 bytes "
        "contain NULs inside lines, or more than one control character in "
        "ten, and no format is recognised. NULs beside line ends are line "
        "ends. The file is not read and the exit status is 2. To read text "
        "with such characters, name its format: -f sok.",
        "\x7f"
        "ELF\2\1\1\n",
        "#####\n#@$.#\n#####\n"),
    RULE(UNKNOWN_ALPHABET, "unknown-alphabet", WARNING, 'r',
        "a picture seems to be a board in another alphabet",
        "At least three adjoining lines have one character all around them, at "
        "most eight kinds of characters, one of them once, and two others "
        "equally often: they may be a board in characters of its own. They "
        "were kept as text. The option --squares names the square of each "
        "character (sok(5), \"Other alphabets\"). The finding is an error if "
        "the file has no other board. If the lines are not a board, write them "
        "between `Comment:` and `Comment-End:`.",
        BOARD "\n%%%%%%%\n%P X O%\n%%%%%%%\n", BOARD "\n" CORRIDOR),
    RULE(CONFLICT_MARKER, "conflict-marker", ERROR, 'r',
        "git left the marker of a conflict in the text",
        "The line begins with seven `<`, `=`, `>` or `|`, as git marks the two "
        "versions of lines that it could not merge. Both versions are in the "
        "file, so puzzles may be there twice or in parts. Choose one version "
        "and remove the markers. sokfmt and sokreplay leave the file "
        "unchanged until then.",
        "<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> topic\n\n" BOARD,
        "One\n\n" BOARD),
    RULE(PATCH_TEXT, "patch-text", WARNING, 'r',
        "the text is a patch, not a collection",
        "The line is the heading of a change, as diff and patch write it, "
        "below a line that begins with `+++`. The rows of a patch begin with a "
        "sign or a blank, so they are not the rows of the puzzles. Apply the "
        "patch, and read the result.",
        "--- a\n+++ b\n@@ -1,3 +1,3 @@\n-One\n+Two\n\n" BOARD, "Two\n\n" BOARD),
    RULE(JSON_TEXT, "json-text", NOTE, 'r', "the text is JSON, not records",
        "The file is JSON, but its first line does not begin an object with a "
        "\"board\" of its own, as each line of records does. So it was read as "
        "text, and boards in it are not puzzles. The message names the member "
        "that has the first rows of a board, and a filter of jq that makes "
        "records of such members, which sokconv reads.",
        "[{\"rows\":[\"#####\",\"#@$.#\",\"#####\"]}]\n",
        "{\"board\":[\"#####\",\"#@$.#\",\"#####\"]}\n"),
    RULE(SYNTAX, "syntax", ERROR, 'r',
        "the input breaks the rules of its format",
        "The file breaks the rules of its own format, for example XML or a "
        "Macintosh resource fork, and could not be read completely.",
        "<SokobanLevels><Title>Cellar</Titel></SokobanLevels>\n",
        "<SokobanLevels><Title>Cellar</Title><Description/>\n"
        "<LevelCollection Copyright=\"\"><Level Id=\"1\">\n"
        "<L>######</L><L>#@ $.#</L><L>######</L>\n"
        "</Level></LevelCollection></SokobanLevels>\n"),
    RULE(CANNOT_HOLD, "cannot-hold", ERROR, 'w',
        "the target format cannot represent a puzzle",
        "The output format cannot represent this puzzle at all, for example "
        "because the board is too large or missing; the puzzle was not "
        "written. The example is for sokconv -t screens.",
        "rrRR\n", BOARD),
    RULE(LOSSY, "lossy", WARNING, 'w',
        "the target format cannot represent part of the input",
        "The output format cannot represent a part of the puzzle, such as "
        "notes, solutions or an author. The part was dropped and counted. With "
        "--strict this is an error and nothing is written. The example is for "
        "sokconv -t rle.",
        BOARD "\nAuthor: Ann\n", BOARD),
#include "base/rules_play.h"
};

const char *const sok_severity_name[3] = {"note", "warning", "error"};

enum sok_rule
sok_rule_find(struct sok_str name)
{
	unsigned i = 0;

	while (i < SOK_NRULES && !sok_str_eq(sok_str(sok_rules[i].name), name))
		i++;
	return i < SOK_NRULES ? (enum sok_rule)i : SOK_NO_RULE;
}

bool
sok_rule_unread(enum sok_rule rule)
{
	return rule == SOK_LIMIT_RULE || rule == SOK_BINARY_RULE;
}
