"""Puzzles, games and findings, which refer to blocks of memory in C."""

from __future__ import annotations

import errno
import os
from typing import Any, NamedTuple, Optional, Sequence, Tuple, Union

from ._sok import ffi, lib

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

FLOOR, WALL, GOAL, BOX, PLAYER = 0, 1, 2, 4, 8
# The characters of the 16 sums; ? is a sum that no text has.
_XSB = " #.?$?*?@?+?????"
_TABLE = bytes(ord(_XSB[i]) if i < 16 else ord("?") for i in range(256))


class Finding(NamedTuple):
    """Something that is wrong with the input or with a puzzle.  line and column
    count from 1; 0: unknown."""
    rule: str
    severity: str  # note, warning or error
    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
        return f"{place}: {self.severity}: {self.message} [{self.rule}]"


class InputError(ValueError):
    """Input that cannot be read as it should be.

    file, line (0: unknown) and rule (None: it could not be read at all) say
    where and what."""

    def __init__(self, message: str, file: str, line: int = 0,
                 rule: Optional[str] = None) -> None:
        place = f"{file}:{line}" if line else file
        super().__init__(f"{place}: {message}")
        self.message, self.file, self.line, self.rule = message, file, line, rule

    def __reduce__(self) -> Any:
        return InputError, (self.message, self.file, self.line, self.rule)


class LossWarning(UserWarning):
    """A format cannot represent something that a puzzle has."""


class Replay(NamedTuple):
    """What a replay finds out.  The metrics are those up to the position mark,
    the end or the illegal move."""
    verdict: str  # solved, unsolved, illegal or unsupported
    mode: str  # forward or reverse
    moves: int
    pushes: int
    lines: int
    changes: int
    sessions: int
    player_lines: int
    total_moves: int
    total_pushes: int
    boxes_off: int  # boxes off goal at the end
    failed_move: int  # the illegal move, from 1; 0: none
    reason: Optional[str]  # why it is illegal or unsupported

    @property
    def solved(self) -> bool:
        """Whether the verdict is solved."""
        return self.verdict == "solved"


def raise_errno(file: str) -> None:
    """Raise what errno says."""
    if ffi.errno == errno.ENOMEM:
        raise MemoryError
    raise OSError(ffi.errno, os.strerror(ffi.errno), file)


def _text(raw: bytes) -> str:
    """Text of any encoding: bytes that are not UTF-8 are kept as surrogates."""
    return raw.decode("utf-8", "surrogateescape")


def memory(owner: Any, at: Any, size: int) -> Any:
    """A buffer of size bytes at a pointer into what owner refers to, which
    stays as long as the buffer does.  A pointer that is read from a structure
    does not keep the structure."""
    return ffi.buffer(ffi.gc(at, lambda _, owner=owner: None), size)


class Block:
    """Memory of the C part, released with its last user."""
    __slots__ = ("c", "squares", "_array", "_bytes")

    def __init__(self, c: Any) -> None:
        if c == ffi.NULL:
            raise MemoryError
        self.c = ffi.gc(c, lib.block_free)
        self._bytes = memory(self.c, self.c.text, self.c.ntext)
        self.squares = memory(self.c, self.c.square, self.c.nsquares)
        self._array = None

    def raw(self, span: Any) -> bytes:
        """The bytes of a span."""
        at = span.at
        return self._bytes[at:at + span.len]

    def string(self, span: Any) -> str:
        """The text of a span."""
        return _text(self.raw(span))

    def board(self, p: Any) -> Any:
        """The board of a puzzle."""
        width, height, at = p.width, p.height, p.square
        size = width * height
        if numpy is None:
            flat = self.squares[at:at + size]
            return tuple(flat[y * width:(y + 1) * width]
                         for y in range(height))
        if self._array is None:
            # The array refers to the buffer, and that to the memory.
            self._array = numpy.frombuffer(self.squares, dtype=numpy.uint8)
            self._array.flags.writeable = False
        return self._array[at:at + size].reshape(height, width)

    def file(self, i: int) -> str:
        """The name of a file."""
        return self.string(self.c.file[i])

    def finding(self, i: int) -> Finding:
        """Finding i."""
        f = self.c.finding[i]
        return Finding(ffi.string(lib.block_rule_name(f.rule)).decode(),
                       ffi.string(lib.block_severity_name(f.severity)).decode(),
                       self.file(f.file), f.line, f.col,
                       self.string(f.message))

    def findings(self, first: int = 0, n: int = -1) -> Tuple[Finding, ...]:
        """n findings, or all."""
        if n < 0:
            n = self.c.nfindings - first
        return tuple(map(self.finding, range(first, first + n)))

    def between(self) -> Tuple[Finding, ...]:
        """The findings that are not about a puzzle."""
        return tuple(self.finding(i) for i in range(self.c.nfindings)
                     if self.c.finding[i].puzzle == -1)

    def error(self) -> InputError:
        """The first finding that is an error."""
        f = self.finding(self.c.bad)
        return InputError(f.message, f.file, f.line, f.rule)

    def fault(self) -> Exception:
        """Why nothing more was read."""
        if self.c.error == errno.ENOMEM:
            return MemoryError()
        return InputError(self.string(self.c.fault),
                          self.string(self.c.fault_file))


class Game:
    """A solution, a snapshot or a savegame of a puzzle."""
    __slots__ = ("puzzle", "_i")

    def __init__(self, puzzle: "Puzzle", i: int) -> None:
        self.puzzle = puzzle
        self._i = i

    @property
    def _c(self) -> Any:
        p = self.puzzle._c
        return self.puzzle._block.c.game[p.game + self._i]

    @property
    def title(self) -> str:
        """Its title, such as Solution; may be empty."""
        return self.puzzle._block.string(self._c.title)

    @property
    def moves(self) -> str:
        """Moves without counts and blanks: udlrUDLR and, in some games,
        ( ) [ ] { } and *."""
        return self.puzzle._block.string(self._c.moves)

    @property
    def text(self) -> str:
        """Its keys and notes; lines end in LF, the last one in nothing."""
        return self.puzzle._block.string(self._c.text)

    @property
    def line(self) -> int:
        """The line of its first move in the file, from 1."""
        return int(self._c.line)

    def replay(self) -> Replay:
        """Replay it."""
        return self.puzzle._replay(self._i, None)

    @property
    def verdict(self) -> str:
        """solved, unsolved, illegal or unsupported; replayed on each call."""
        return self.replay().verdict

    def __repr__(self) -> str:
        return f"<soktools.Game {self.title!r}, {len(self.moves)} letters>"


class Puzzle:
    """A puzzle that was read.  It cannot be changed, and may be shared by
    threads."""
    __slots__ = ("_block", "_i")

    def __init__(self, block: Block, i: int) -> None:
        self._block = block
        self._i = i

    @property
    def _c(self) -> Any:
        return self._block.c.puzzle[self._i]

    @property
    def title(self) -> str:
        """The title; may be empty."""
        return self._block.string(self._c.title)

    @property
    def author(self) -> str:
        """The author of the puzzle, else of the collection; may be empty."""
        return self._block.string(self._c.author)

    @property
    def text(self) -> str:
        """Keys and notes; lines end in LF, the last one in nothing."""
        return self._block.string(self._c.text)

    @property
    def board(self) -> Any:
        """The board: uint8, shape (height, width), read-only; None if there
        are only games.  Without NumPy a tuple of rows of bytes."""
        p = self._c
        return self._block.board(p) if p.has_board else None

    @property
    def games(self) -> Sequence[Game]:
        """Its games, in the order of the file."""
        return tuple(Game(self, i) for i in range(self._c.ngames))

    @property
    def number(self) -> int:
        """Its number in the file, from 1."""
        return int(self._c.number)

    @property
    def file(self) -> str:
        """The file it was read from."""
        return self._block.file(self._c.file)

    @property
    def line(self) -> int:
        """The line of its first row, else of its moves, from 1."""
        return int(self._c.line)

    @property
    def position(self) -> Tuple[str, int]:
        """(file, line)."""
        return self.file, self.line

    @property
    def variant(self) -> Optional[str]:
        """The name of the game, such as Sokoban; None if it is not
        supported."""
        name = lib.block_variant_name(self._c.variant)
        return None if name == ffi.NULL else ffi.string(name).decode()

    @property
    def width(self) -> int:
        """Columns of the board."""
        return int(self._c.width)

    @property
    def height(self) -> int:
        """Rows of the board."""
        return int(self._c.height)

    @property
    def boxes(self) -> int:
        """The number of boxes."""
        return int(self._c.boxes)

    @property
    def goals(self) -> int:
        """The number of goals."""
        return int(self._c.goals)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._c.players)

    def _ids(self) -> Optional[Tuple[str, str]]:
        exact, unique = ffi.new("uint64_t *"), ffi.new("uint64_t *")
        got = lib.block_identity(self._block.c, self._i, exact, unique)
        if got == -1:
            raise_errno(self.file)
        return (f"{exact[0]:016X}", f"{unique[0]:016X}") if got else None

    @property
    def id(self) -> Optional[str]:
        """The identity, equal for all rotations and reflections: 16
        hexadecimal digits.  None if it is not defined (an open board, not
        exactly one player, a variant)."""
        ids = self._ids()
        return ids[1] if ids else None

    @property
    def exact_id(self) -> Optional[str]:
        """The identity of the board as it is drawn, or None."""
        ids = self._ids()
        return ids[0] if ids else None

    @property
    def findings(self) -> Tuple[Finding, ...]:
        """What the reader has found; check(puzzle) finds more."""
        return self._block.findings(self._c.finding, self._c.nfindings)

    def _replay(self, game: int, moves: Optional[bytes]) -> Replay:
        r, at = ffi.new("struct block_replay *"), ffi.new("size_t *")
        given = ffi.NULL if moves is None else ffi.from_buffer(moves)
        if lib.block_replay(self._block.c, self._i, game, given,
                            0 if moves is None else len(moves), r, at) == -1:
            if ffi.errno == errno.EILSEQ:
                raise ValueError(
                    f"moves: byte {at[0]} is not a move or a count")
            raise_errno(self.file)
        return Replay(ffi.string(lib.block_verdict_name(r.verdict)).decode(),
                      ffi.string(lib.block_mode_name(r.mode)).decode(),
                      r.moves, r.pushes, r.lines, r.changes, r.sessions,
                      r.player_lines, r.total_moves, r.total_pushes,
                      r.boxes_off, r.fail_move,
                      None if r.reason == ffi.NULL
                      else ffi.string(r.reason).decode())

    def __str__(self) -> str:
        """The board as text, with # @ + $ * . and blanks."""
        p = self._c
        size = p.width * p.height
        flat = self._block.squares[p.square:p.square + size].translate(_TABLE)
        return "\n".join(flat[y * p.width:(y + 1) * p.width].decode().rstrip()
                         for y in range(p.height))

    def __repr__(self) -> str:
        return (f"<soktools.Puzzle {self.number} {self.title!r}, "
                f"{self.width}x{self.height}>")


Source = Union[str, "os.PathLike[str]", bytes]
