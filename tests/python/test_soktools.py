"""Tests of the Python package: it says the same as the programs, which must be
in PATH, and bad input raises."""

import gc
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
import weakref

import soktools

try:
    import numpy
except ImportError:
    numpy = None

OWN = """Made by hand
Author: Ann

One

#####
#@$.#
#####

Solution
R

Two

######
#@ $.#
######
Author: Bob

Solution
rR

Solution
r

Bad
D
"""
BOXOBAN = "".join(f"; {i}\n" + "\n".join(["#####", "#@$.#", "#####"]) + "\n\n"
                  for i in range(1000))
TOP = pathlib.Path(__file__).resolve().parent.parent
CORPUS = os.environ.get("CORPUS")


def run(*args, data=None):
    """What a program prints."""
    return subprocess.run(args, input=data, capture_output=True).stdout


def samples():
    """Own files, and those of the corpus if there is one."""
    files = sorted((TOP / "fuzz/seeds").glob("*")) + [TOP / "demo.sok"]
    if CORPUS:
        files += sorted(p for p in pathlib.Path(CORPUS).rglob("*")
                        if p.is_file())
    return [f for f in files if f.is_file()]


# What sokcheck says of a file or of several puzzles, and check() does not.
OF_FILES = ("not-read", "no-puzzle", "duplicate-puzzle", "duplicate-title")


class Here(unittest.TestCase):
    """A folder for the files of a test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        """A file in it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


class Reading(Here):
    """read(), parse() and what a puzzle has."""

    def test_a_puzzle_has_title_author_board_and_games(self):
        one, two = soktools.read(self.write("own.sok", OWN))
        self.assertEqual((one.title, one.author), ("One", "Ann"))
        self.assertEqual((two.title, two.author), ("Two", "Bob"))
        self.assertEqual(str(two), "######\n#@ $.#\n######")
        self.assertEqual((two.width, two.height, two.boxes), (6, 3, 1))
        self.assertEqual([g.title for g in two.games],
                         ["Solution", "Solution", "Bad"])
        self.assertEqual([g.moves for g in two.games], ["rR", "r", "D"])
        self.assertEqual([g.verdict for g in two.games],
                         ["solved", "unsolved", "illegal"])
        self.assertEqual(two.position, (str(self.folder / "own.sok"), 15))
        self.assertEqual((two.number, two.variant), (2, "Sokoban"))

    def test_a_board_is_an_array_of_squares(self):
        one = soktools.parse(OWN)[0]
        rows = [[1, 1, 1, 1, 1], [1, 8, 4, 2, 1], [1, 1, 1, 1, 1]]
        self.assertEqual([list(row) for row in one.board], rows)
        if numpy is not None:
            self.assertEqual(one.board.dtype, numpy.uint8)
            self.assertEqual(one.board.shape, (3, 5))
            with self.assertRaises(ValueError):
                one.board[0, 0] = 0

    def test_ids_are_those_of_the_programs(self):
        path = self.write("own.sok", OWN)
        ids = [json.loads(line) for line in
               run("sokconv", "-q", "-t", "jsonl", str(path)).splitlines()]
        ids = [r for r in ids if "board" in r]
        for puzzle, record in zip(soktools.read(path), ids, strict=True):
            self.assertIn(puzzle.id, json.dumps(record))
            self.assertIn(puzzle.exact_id, json.dumps(record))

    def test_an_open_board_has_no_id(self):
        self.assertIsNone(soktools.parse("#####\n#@$. \n#####\n")[0].id)

    def test_every_text_is_a_string(self):
        puzzle, = soktools.parse(b"T\xe9st \xff\n\n#####\n#@$.#\n#####\n")
        self.assertIn("st", puzzle.title)
        puzzle.title.encode("utf-8", "surrogateescape")

    def test_folders_archives_and_compressed_files_are_read(self):
        board = "\n#####\n#@$.#\n#####\n"
        for name in ("a10.sok", "a2.sok", "b/c.xsb", ".hidden.sok", "x.dat"):
            self.write("levels/" + name, name + board)
        folder = self.folder / "levels"
        want = ["a2.sok", "a10.sok", "c.xsb"]
        names = [os.path.basename(p.file) for p in soktools.read(folder)]
        self.assertEqual(names, want)
        subprocess.run(["tar", "-C", folder, "-czf", self.folder / "l.tar.gz",
                        "a2.sok", "a10.sok", "b", "x.dat"], check=True)
        files = [p.file for p in soktools.read(self.folder / "l.tar.gz")]
        self.assertEqual(files, [f"{self.folder}/l.tar.gz:{name}" for name in
                                 ("a2.sok", "a10.sok", "b/c.xsb")])
        subprocess.run(["gzip", folder / "a2.sok"], check=True)
        one, = soktools.read(folder / "a2.sok.gz")
        self.assertEqual(one.title, "a2.sok")

    def test_an_empty_folder_has_no_puzzles(self):
        self.assertEqual(list(soktools.read(self.folder)), [])

    def test_the_arguments_choose_format_and_game(self):
        path = self.write("x", "XXXXX\nX*@&X\nXXXXX\n")
        self.assertEqual(len(list(soktools.read(path, from_="pusher",
                                                errors="keep"))), 1)
        with self.assertRaises(ValueError):
            soktools.read(path, from_="nonsense")
        with self.assertRaises(ValueError):
            soktools.read(path, from_="svg")
        with self.assertRaises(ValueError):
            soktools.read(path, charset="nonsense")
        with self.assertRaises(ValueError):
            soktools.read(path, errors="nonsense")


class BadInput(Here):
    """What cannot be read raises, with the place."""

    def test_a_missing_file_raises(self):
        with self.assertRaises(FileNotFoundError) as caught:
            soktools.read(self.folder / "missing")
        self.assertEqual(caught.exception.filename, str(self.folder / "missing"))
        with self.assertRaises(FileNotFoundError):
            soktools.boards(self.folder / "missing")
        with self.assertRaises(FileNotFoundError):
            soktools.check(self.folder / "missing")
        with self.assertRaises(FileNotFoundError):
            soktools.convert(self.folder / "missing", "sok")

    def test_an_error_raises_with_file_line_and_rule_after_what_is_before_it(self):
        path = self.write("bad.sok", OWN + "\nThree\n\n(r\n\n#####\n#@$.#\n"
                                           "#####\n\nSolution\n(R\n")
        seen = []
        with self.assertRaises(soktools.InputError) as caught:
            for puzzle in soktools.read(path):
                seen.append(puzzle.title)
        error = caught.exception
        self.assertEqual(error.file, str(path))
        self.assertGreater(error.line, 0)
        self.assertIsNotNone(error.rule)
        self.assertIn(f"{path}:{error.line}: ", str(error))
        self.assertEqual(seen[0], "One")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.file, again.line, again.rule, str(again)),
                         (error.file, error.line, error.rule, str(error)))
        reader = soktools.read(path, errors="keep")
        kept = list(reader)
        self.assertGreaterEqual(len(kept), 2)
        found = [f for p in kept for f in p.findings] + reader.findings
        self.assertIn(error.rule, [f.rule for f in found])

    def test_binary_data_raises(self):
        path = self.write("x", bytes(range(256)) * 64)
        with self.assertRaises(soktools.InputError):
            list(soktools.read(path))
        with self.assertRaises(soktools.InputError):
            soktools.boards(path)

    def test_a_damaged_compressed_file_raises(self):
        path = self.write("x.sok", BOXOBAN)
        subprocess.run(["gzip", path], check=True)
        whole = (self.folder / "x.sok.gz").read_bytes()
        cut = self.write("cut.sok.gz", whole[:len(whole) // 2])
        with self.assertRaises(soktools.InputError) as caught:
            list(soktools.read(cut))
        self.assertEqual(caught.exception.file, str(cut))
        with self.assertRaises(soktools.InputError):
            soktools.boards(cut)
        reader = soktools.read(cut, errors="keep")
        list(reader)
        self.assertIn("not-read", [f.rule for f in reader.findings])

    def test_no_bytes_crash(self):
        seeds = [f.read_bytes() for f in samples()[:60]]
        for seed in seeds:
            for i in range(0, min(len(seed), 400), 37):
                bad = seed[:i] + b"\xff\0(" + seed[i + 1:]
                for puzzle in soktools.parse(bad, errors="keep"):
                    repr(puzzle)
                    puzzle.board, puzzle.id, puzzle.findings
                    soktools.replay(puzzle)
                    soktools.check(puzzle)


class Boards(Here):
    """boards()."""

    def test_all_boards_are_one_array(self):
        path = self.write("b.txt", BOXOBAN)
        got = soktools.boards(path)
        self.assertEqual(got.shape, (1000, 3, 5))
        if numpy is None:
            return
        self.assertEqual(got.dtype, numpy.uint8)
        one = next(soktools.read(path)).board
        self.assertTrue((got == one).all())
        got[0] = 0
        row = got[999, 1]
        del got
        gc.collect()
        self.assertEqual(list(row), [1, 8, 4, 2, 1])

    def test_a_board_of_another_size_raises(self):
        path = self.write("own.sok", OWN)
        with self.assertRaises(soktools.InputError) as caught:
            soktools.boards(path)
        self.assertEqual((caught.exception.file, caught.exception.line),
                         (str(path), 15))

    def test_no_boards_are_an_empty_array(self):
        self.assertEqual(len(soktools.boards(self.folder)), 0)


class Same(Here):
    """The same results as the programs, for all files there are."""

    def test_checks_find_what_sokcheck_finds(self):
        for path in samples():
            want = [json.loads(line) for line in
                    run("sokcheck", "--severity=note", "-F",
                        "json", str(path)).splitlines()]
            want = sorted(
                (f["code"]["value"], f["location"].get("range", {}).get(
                    "start", {}).get("line", 0)) for f in want
                if f["code"]["value"] not in OF_FILES)
            got = sorted((f.rule, f.line) for f in soktools.check(path)
                         if f.rule not in OF_FILES)
            with self.subTest(path=path):
                self.assertEqual(got, want)

    def test_replays_have_the_verdicts_of_sokreplay(self):
        for path in samples():
            want = run("sokreplay", "-q", "-F", "tsv", str(path)).decode(
                "utf-8", "replace").splitlines()
            want = [line.split("\t") for line in want]
            got = [g.replay() for p in soktools.read(path, errors="keep")
                   for g in p.games]
            verdicts = ("solved", "unsolved", "illegal", "unsupported")
            want = [next(w for w in line if w in verdicts) for line in want
                    if any(w in verdicts for w in line)]
            with self.subTest(path=path):
                self.assertEqual([r.verdict for r in got], want)

    def test_conversions_are_those_of_sokconv(self):
        for path in samples():
            for to in ("sok", "xsb", "slc", "jsonl"):
                want = run("sokconv", "-q", "-t", to, str(path))
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    try:
                        got = soktools.convert(path, to)
                    except (soktools.InputError, ValueError):
                        continue
                with self.subTest(path=path, to=to):
                    self.assertEqual(
                        got.encode("utf-8", "surrogateescape"), want)

    def test_what_was_read_is_written_as_the_file_is(self):
        for path in samples():
            puzzles = list(soktools.read(path, errors="keep"))
            if not puzzles or len({p.file for p in puzzles}) > 1:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    want = soktools.convert(path, "sok")
                except (soktools.InputError, ValueError):
                    continue
                with self.subTest(path=path):
                    self.assertEqual(soktools.convert(puzzles, "sok"), want)


class Replays(Here):
    """replay() with moves."""

    def test_moves_are_replayed(self):
        two = soktools.parse(OWN)[1]
        r = soktools.replay(two, "r R")
        self.assertTrue(r.solved)
        self.assertEqual((r.moves, r.pushes, r.mode), (2, 1, "forward"))
        self.assertTrue(soktools.replay(two, "1r1R").solved)
        self.assertEqual(soktools.replay(two, "").verdict, "unsolved")
        r = soktools.replay(two, "rd")
        self.assertEqual((r.verdict, r.failed_move), ("illegal", 2))
        self.assertIsNotNone(r.reason)

    def test_what_is_not_moves_raises(self):
        two = soktools.parse(OWN)[1]
        for bad in ("rxR", "(r", "r\0", "\udcff"):
            with self.assertRaises(ValueError):
                soktools.replay(two, bad)


class Losses(Here):
    """convert() says what is lost."""

    def test_a_loss_is_a_warning_or_raises(self):
        path = self.write("own.sok", OWN)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            soktools.convert(path, "boxoban")
        self.assertTrue(caught)
        self.assertIs(caught[0].category, soktools.LossWarning)
        with self.assertRaises(soktools.InputError):
            soktools.convert(path, "boxoban", strict=True)

    def test_an_unknown_format_raises(self):
        path = self.write("own.sok", OWN)
        with self.assertRaises(ValueError):
            soktools.convert(path, "nonsense")

    def test_a_binary_format_is_bytes(self):
        one = soktools.parse(OWN)[0]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertIsInstance(soktools.convert(one, "sokoban3d"), bytes)


class Memory(Here):
    """Nothing refers to memory that is gone, in any thread."""

    def test_puzzles_and_boards_outlive_their_reader(self):
        path = self.write("b.txt", BOXOBAN)
        reader = soktools.read(path)
        first = next(reader)
        rest = list(reader)
        board, games = rest[-1].board, rest[-1].games
        reader.close()
        gone = weakref.ref(reader)
        del reader, rest
        gc.collect()
        self.assertIsNone(gone())
        self.assertEqual((first.title, len(games)), ("0", 0))
        self.assertEqual(list(board[1]), [1, 8, 4, 2, 1])

    def test_a_board_alone_keeps_what_it_refers_to(self):
        path = self.write("b.txt", BOXOBAN)
        for board in (next(soktools.read(path)).board,
                      soktools.parse(BOXOBAN)[0].board,
                      soktools.boards(path)[0]):
            gc.collect()
            others = [bytearray(b"\xff" * n) for n in range(8, 65536, 8)]
            self.assertEqual(list(board[1]), [1, 8, 4, 2, 1])
            del others

    def test_a_reader_may_be_left_before_its_end(self):
        path = self.write("b.txt", BOXOBAN)
        fds = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
        for _ in range(50):
            with soktools.read(path) as reader:
                next(reader)
            next(iter(soktools.read(path)))
        gc.collect()
        if fds:
            self.assertEqual(len(os.listdir("/proc/self/fd")), fds)

    def test_threads_read_check_and_replay_at_the_same_time(self):
        path = self.write("own.sok", OWN * 200)
        want = [(p.title, p.id) for p in soktools.read(path)]
        shared = list(soktools.read(path))
        bad = []

        def work():
            try:
                for _ in range(3):
                    assert [(p.title, p.id)
                            for p in soktools.read(path)] == want
                    for p in shared:
                        soktools.replay(p)
                        soktools.check(p)
            except BaseException as error:
                bad.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(bad, [])

    def test_threads_may_not_share_an_iteration_but_nothing_crashes(self):
        reader = soktools.read(self.write("b.txt", BOXOBAN * 20))

        def work():
            try:
                for _ in reader:
                    pass
            except ValueError:
                pass

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        reader.close()
        for t in threads:
            t.join()


class Lines(unittest.TestResult):
    """One line for each test, as other tests print them."""

    @staticmethod
    def _name(test):
        return test.id().split(".")[-1].removeprefix("test_").replace("_", " ")

    def addSuccess(self, test):
        super().addSuccess(test)
        print("ok python", self._name(test))

    def _failed(self, test, err):
        print("".join("# " + line for line in self._exc_info_to_string(
            err, test).splitlines(True)))
        print("not ok python", self._name(test))

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._failed(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._failed(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            print("#", subtest)
            self._failed(test, err)


if __name__ == "__main__":
    result = Lines()
    unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"]).run(result)
    sys.exit(not result.wasSuccessful())
