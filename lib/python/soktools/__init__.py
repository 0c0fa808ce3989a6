"""Sokoban puzzles in all formats of the soktools.

read(path)      puzzles with their board, games, identity and findings
parse(text)     the same from a string or bytes
boards(path)    all boards of equal size as one array, for training
check(source)   what is wrong with puzzles, as sokcheck reports it
replay(puzzle)  the verdicts of games, as sokreplay gives them
convert(source) another format, as sokconv writes it

A board is an array of uint8, shape (height, width).  A square is a sum of
WALL, GOAL, BOX and PLAYER; 0 is floor.  With NumPy it is a numpy.ndarray that
cannot be written to, otherwise a tuple of rows, each of them bytes.

A path may be a file, compressed or not, an archive, or a folder.  Bad input
raises InputError, which has the file, the line and the rule.  With
errors="keep" it is only a finding, and what could be read is returned.

Different threads may use different readers; puzzles can be shared.
"""

from ._puzzle import (BOX, FLOOR, GOAL, PLAYER, WALL, Finding, Game,
                      InputError, LossWarning, Puzzle, Replay)
from ._functions import Reader, boards, check, convert, parse, read, replay
from ._version import __version__

__all__ = ["BOX", "FLOOR", "GOAL", "PLAYER", "WALL", "Finding", "Game",
           "InputError", "LossWarning", "Puzzle", "Reader", "Replay",
           "__version__", "boards", "check", "convert", "parse", "read",
           "replay"]
