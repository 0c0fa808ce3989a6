"""What the package does."""

from __future__ import annotations

import errno
import os
import threading
import warnings
from itertools import repeat
from typing import Any, Iterable, Iterator, List, Optional, Union, overload

from ._puzzle import (Block, Finding, InputError, LossWarning, Puzzle, Replay,
                      memory, numpy, raise_errno)
from ._sok import ffi, lib

Path = Union[str, "os.PathLike[str]"]
_BLOCK = 256  # puzzles read at a time: what they need stays in the caches


def _open(path: Optional[Path], data: Optional[bytes], name: str,
          format: Optional[str], charset: Optional[str],
          game: Optional[str]) -> Any:
    """A reader in C, and what it refers to."""
    def string(value: Optional[str]) -> Any:
        return ffi.NULL if value is None else ffi.new("char[]", os.fsencode(value))

    if path is not None:
        path = os.fspath(path)
        name = path if isinstance(path, str) else os.fsdecode(path)
        if "\0" in name:
            raise ValueError("a path has a NUL in it")
    keep = [string(value) for value in
            (None if path is None else name, name, format, charset, game)]
    given = ffi.NULL if data is None else ffi.from_buffer(data)
    c = lib.block_reader_open(keep[0], given, 0 if data is None else len(data),
                              *keep[1:])
    if c == ffi.NULL:
        if ffi.errno == errno.EINVAL:
            raise ValueError(f"the format {format!r}, the charset {charset!r} "
                             f"or the game {game!r} is not known")
        raise_errno(name)
    return c, (keep, given, data)


class Reader:
    """Yields the puzzles of a path or of bytes, once.

    It may be closed before its end, as by a with statement.  findings has what
    was found so far and is not about a puzzle."""

    def __init__(self, opened: Any, errors: str, check: bool = False) -> None:
        if errors not in ("raise", "keep"):
            lib.block_reader_close(opened[0])
            raise ValueError("errors is neither 'raise' nor 'keep'")
        self.findings: List[Finding] = []
        self._strict = errors == "raise"
        self._check = check
        self._keep = opened[1]
        self._c: Any = ffi.gc(opened[0], lib.block_reader_close)
        self._lock = threading.Lock()
        self._blocks = self._next_blocks()
        self._puzzles = self._next_puzzles()

    def _read(self) -> Optional[Block]:
        """The next block; None if the reader is closed."""
        with self._lock:
            if self._c is None:
                return None
            return Block(lib.block_read(self._c, _BLOCK, self._check))

    def _next_blocks(self) -> Iterator[Block]:
        while True:
            block = self._read()
            if block is None:
                return
            if block.c.nfindings:
                self.findings += block.between()
            yield block
            if block.c.error:
                fault = block.fault()
                if self._strict or isinstance(fault, MemoryError):
                    raise fault
                assert isinstance(fault, InputError)
                self.findings.append(Finding("not-read", "error", fault.file,
                                             0, 0, fault.message))
                # A damaged file ends; what follows it in a folder is read.
                if block.c.npuzzles == 0 and self._stuck(fault):
                    return
            if block.c.ended:
                self.close()
                return

    _last: Optional[str] = None

    def _stuck(self, fault: InputError) -> bool:
        """Whether the same thing fails again."""
        same, self._last = self._last == str(fault), str(fault)
        return same

    def _next_puzzles(self) -> Iterator[Puzzle]:
        for block in self._blocks:
            c = block.c
            if c.bad == -1 or not self._strict:
                yield from map(Puzzle, repeat(block), range(c.npuzzles))
                continue
            n = c.finding[c.bad].puzzle
            for i in range(c.npuzzles if n == -1 else n):
                yield Puzzle(block, i)
            self.close()
            raise block.error()

    def __iter__(self) -> Iterator[Puzzle]:
        return self._puzzles

    def __next__(self) -> Puzzle:
        return next(self._puzzles)

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Read no more; puzzles that were read remain."""
        with self._lock:
            c, self._c = self._c, None
        if c is not None:
            ffi.release(c)
            self._keep = None


def read(path: Path, *, from_: Optional[str] = None,
         charset: Optional[str] = None, game: Optional[str] = None,
         errors: str = "raise") -> Reader:
    """Read the puzzles of a file, of an archive or of the files in a folder.

    from_, charset and game are the options -f, --charset and --game of the
    programs; None: detect.  Iterate over the result for Puzzle objects.

    Raises OSError if the path cannot be opened, ValueError for unknown
    options, and, while iterating, InputError for a finding of severity error
    and for what cannot be read.  errors="keep" raises for neither: such
    findings are in Puzzle.findings and Reader.findings."""
    return Reader(_open(path, None, "", from_, charset, game), errors)


def parse(text: Union[str, bytes], *, name: str = "<string>",
          from_: Optional[str] = None, charset: Optional[str] = None,
          game: Optional[str] = None, errors: str = "raise") -> List[Puzzle]:
    """The puzzles in a string or in the bytes of a file.  name stands for a
    file in messages; everything else is as in read()."""
    data = text.encode("utf-8", "surrogateescape") \
        if isinstance(text, str) else bytes(text)
    return list(Reader(_open(None, data, name, from_, charset, game), errors))


def boards(path: Path, *, from_: Optional[str] = None,
           errors: str = "raise") -> Any:
    """All boards below a path, which must be of one size.

    The result is an array of uint8 with shape (n, height, width), C-contiguous
    and writeable; (0, 0, 0) without boards.  Without NumPy it is a memoryview
    with this shape.  Squares are as in the description of the package.

    Raises InputError, with file and line, for a board of another size and,
    unless errors="keep", for a finding of severity error; also OSError and
    ValueError as read()."""
    if errors not in ("raise", "keep"):
        raise ValueError("errors is neither 'raise' nor 'keep'")
    opened = _open(path, None, "", from_, None, None)
    try:
        c = lib.block_read_boards(opened[0], errors == "raise")
    finally:
        lib.block_reader_close(opened[0])
    if c == ffi.NULL:
        raise MemoryError
    c = ffi.gc(c, lib.block_boards_free)

    def string(value: Any) -> str:
        return os.fsdecode(ffi.string(value)) if value else ""

    if c.bad:
        raise InputError(string(c.message), string(c.file), c.line,
                         string(c.rule))
    if c.other_size:
        raise InputError(f"a board of {c.other_width} x {c.other_height} "
                         f"squares; those before it have {c.width} x "
                         f"{c.height}", string(c.file), c.line)
    if c.error == errno.ENOMEM:
        raise MemoryError
    if c.error:
        raise InputError(string(c.message), string(c.file))
    shape = (c.n, c.height, c.width)
    size = c.n * c.height * c.width
    if size == 0:
        return numpy.zeros(shape, numpy.uint8) if numpy is not None else \
            memoryview(b"")
    squares = memory(c, c.square, size)
    if numpy is None:
        return memoryview(squares).cast("B", shape)
    return numpy.frombuffer(squares, dtype=numpy.uint8).reshape(shape)


def check(source: Union[Path, Puzzle]) -> List[Finding]:
    """What is wrong with a puzzle; or what sokcheck --severity=note reports of
    each puzzle below a path, and the reader of the text between them, but not
    no-puzzle, duplicate-puzzle and duplicate-title, which are about files and
    about several puzzles.  not-read: a file that cannot be read.

    Raises OSError if the path cannot be opened, and nothing for bad input."""
    if isinstance(source, Puzzle):
        block = Block(lib.block_check(source._block.c, source._i))
        if block.c.error:
            raise MemoryError
        return list(block.findings())
    reader = Reader(_open(source, None, "", None, None, None), "keep", True)
    found: List[Finding] = []
    for block in reader._blocks:
        found += block.findings()
    known = set(found)
    return found + [f for f in reader.findings if f not in known]


@overload
def replay(puzzle: Puzzle, moves: None = None) -> List[Replay]: ...
@overload
def replay(puzzle: Puzzle, moves: str) -> Replay: ...
def replay(puzzle: Puzzle, moves: Optional[str] = None) -> Any:
    """Replay moves on a puzzle, or all of its games: one Replay, or a list.

    moves may have blanks, counts and groups, as in files.  Raises ValueError
    for what is not moves; illegal moves are a verdict."""
    if moves is None:
        return [game.replay() for game in puzzle.games]
    return puzzle._replay(0, "".join(moves.split()).encode(
        "utf-8", "surrogateescape"))


def convert(source: Union[Path, Puzzle, Iterable[Puzzle]], to: str, *,
            from_: Optional[str] = None,
            strict: bool = False) -> Union[str, bytes]:
    """Write puzzles in another format, a name of sokconv --list-formats.

    source is the path of one file, which keeps its header, or a puzzle, or
    puzzles, of which the first one brings the header.  The result is a string,
    or bytes for a binary format.

    What the format cannot represent is a LossWarning, or InputError if strict.
    Raises ValueError for unknown formats and for a path with several files,
    OSError, and InputError for input that is an error or cannot be read."""
    w = lib.block_writer_open(to.encode(), strict)
    if w == ffi.NULL:
        if ffi.errno == errno.EINVAL:
            raise ValueError(f"the format {to!r} is not known or not written")
        raise_errno(to)
    try:
        if isinstance(source, (str, os.PathLike)):
            _write_path(w, source, from_)
        else:
            puzzles = [source] if isinstance(source, Puzzle) else source
            for puzzle in puzzles:
                if lib.block_write(w, puzzle._block.c, puzzle._i) == -1:
                    raise_errno(puzzle.file)
        block = Block(lib.block_writer_end(w))
    finally:
        lib.block_writer_close(w)
    if block.c.error:
        raise OSError(block.c.error, os.strerror(block.c.error))
    if block.c.bad != -1:
        raise block.error()
    for finding in block.findings():
        if finding.rule in ("lossy", "cannot-hold"):
            warnings.warn(finding.message, LossWarning, stacklevel=2)
    out = bytes(block.squares)
    if lib.block_format_is_binary(to.encode()):
        return out
    return out.decode("utf-8", "surrogateescape")


def _write_path(w: Any, path: Path, from_: Optional[str]) -> None:
    opened = _open(path, None, "", from_, None, None)
    try:
        if lib.block_write_all(w, opened[0]) == -1:
            if ffi.errno == errno.EXDEV:
                raise ValueError(f"{path}: convert() takes one file")
            raise_errno(os.fspath(path))
    finally:
        lib.block_reader_close(opened[0])
