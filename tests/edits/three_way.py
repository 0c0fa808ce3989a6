#!/usr/bin/env python3
"""three_way.py SEED CASES [FILE ...]: random three-way edits for sokfmt --merge.

Of disjoint edits the merge is both of them, in either order; of any edits it
loses nothing that a side added and nothing that both kept.  The collections are
made up, or are parts of the files; the versions may be in other formats.
"""

import copy
import re
import subprocess
import sys

from model import (
    SYMMETRIES,
    Maker,
    boards_in,
    check,
    identity,
    is_symmetric,
    load,
    run,
    simplified,
    text,
    turned_moves,
    words,
    write,
)

KINDS = ("title", "rows", "author", "notes", "games")


# ---- edits, each of one part of a puzzle


def change_square(maker, p):
    """A wall for floor or floor for a wall, so that the puzzle is another one."""
    rows = p["rows"]
    for _ in range(20):
        y = maker.random.randint(1, len(rows) - 2)
        x = maker.random.randint(1, len(rows[y]) - 2)
        row = rows[y]
        if row[x] not in " #":
            continue
        row = row[:x] + " #"[row[x] == " "] + row[x + 1 :]
        changed = rows[:y] + [row] + rows[y + 1 :]
        seen = simplified(changed)
        if seen and identity(changed) != identity(rows):
            p["rows"] = changed
            return


def add_game(maker, p):
    game = (f"Snapshot {maker.word()}", maker.snapshot())
    p["games"].insert(maker.random.randint(0, len(p["games"])), game)


def edit(maker, p, kind):
    some = maker.random
    if kind == "author":
        p["author"] = maker.word()
    elif kind == "title":
        p["title"] = maker.word()
    elif kind == "rows":
        change_square(maker, p)
    elif kind == "notes" and p["notes"] and some.random() < 0.5:
        p["notes"][some.randrange(len(p["notes"]))] = maker.word()
    elif kind == "notes" and p["notes"] and some.random() < 0.3:
        p["notes"].pop(some.randrange(len(p["notes"])))
    elif kind == "notes":
        p["notes"].insert(some.randint(0, len(p["notes"])), maker.word())
    elif p["games"] and some.random() < 0.4:
        p["games"].pop(some.randrange(len(p["games"])))
    else:
        add_game(maker, p)


def turn(p, name):
    p["rows"] = SYMMETRIES[name](p["rows"])
    p["games"] = [(title, turned_moves(name, moves)) for title, moves in p["games"]]


# ---- collections


class Version:
    def __init__(self, header, puzzles):
        self.header, self.puzzles = header, puzzles

    def at(self, name):
        return next(i for i, p in enumerate(self.puzzles) if p["id"] == name)

    def get(self, name):
        return self.puzzles[self.at(name)]

    def save(self, maker, name):
        """Write the version in any format; returns it as .sok."""
        write(name, text(self.puzzles, self.header))
        formatted = run("sokfmt", name)
        form = maker.random.choice(("sok", "sok", "formatted", "jsonl", "records"))
        if form == "formatted" or not self.puzzles:
            write(name, formatted)
        elif form != "sok":
            write(name, run("sokconv", "-t", form, name))
        return formatted


def make_base(maker, real, most):
    some = maker.random
    header = []
    if some.random() < 0.3:
        header = [f"Set: {maker.word()}", "", maker.word(), maker.word()]
    return Version(header, maker.some_puzzles(some.randint(1, most), real))


def edit_header(maker, sides, both):
    """Each line is changed by one side at most."""
    for k, line in enumerate(both.header):
        if line and maker.random.random() < 0.3:
            new = re.sub(r"w\d+x", maker.word(), line)
            # Neighbouring lines of one paragraph are one place of a text.
            side = sides[0] if k > 1 else sides[1]
            side.header[k] = both.header[k] = new


def disjoint(maker, real):
    """Every part of a puzzle, and every gap, is changed by one side at most, or
    by both in the same way.  Whether the order of games is anybody's."""
    some = maker.random
    base = make_base(maker, real, 12)
    ours, theirs, both = (copy.deepcopy(base) for _ in range(3))
    sides, every = (ours, theirs), (ours, theirs, both)
    edit_header(maker, some.sample(sides, 2), both)
    moves, removed, any_order = some.random() < 0.3, set(), False
    for p in base.puzzles:
        name = p["id"]
        if some.random() < 0.12:
            removed.add(name)
            for c in some.choice(((ours,), (theirs,), sides)) + (both,):
                del c.puzzles[c.at(name)]
            continue
        kinds = some.sample(KINDS, some.choice((0, 0, 1, 2, 3)))
        for kind in kinds:
            # What has another board and no title is known by its place.
            if kind == "rows" and ("title" in kinds or not p["title"]) and moves:
                continue
            edit(maker, both.get(name), kind)
            for side in some.choice(((ours,), (theirs,), (ours,), (theirs,), sides)):
                side.get(name)[kind] = copy.deepcopy(both.get(name)[kind])
        if "games" not in kinds and some.random() < 0.1:
            any_order = True
            for side in sides:
                add_game(maker, side.get(name))
            both.get(name)["games"] += [
                g
                for side in sides
                for g in side.get(name)["games"]
                if g not in p["games"]
            ]
        if "rows" not in kinds and some.random() < 0.3:
            name_of_turn, side = some.choice(sorted(SYMMETRIES)), some.choice(sides)
            # Games that the other side added are turned as well, where the
            # board says how.
            for c in () if is_symmetric(p["rows"]) else (side, both):
                turn(c.get(name), name_of_turn)
    if moves:
        side = some.choice(sides)
        order = [p["id"] for p in side.puzzles]
        for _ in range(some.choice((1, 1, 2, 4)) if order else 0):
            order.insert(
                some.randrange(len(order)), order.pop(some.randrange(len(order)))
            )
        place = {name: k for k, name in enumerate(order)}
        for c in (side, both):
            c.puzzles.sort(key=lambda p: place.get(p["id"], 0))
        if any(p["id"] not in place for p in both.puzzles):
            raise AssertionError("a puzzle of nobody")
        return base, every, any_order
    gaps = [None] + [p["id"] for p in base.puzzles if p["id"] not in removed]
    for gap in some.sample(gaps, min(len(gaps), some.randint(0, 3))):
        new = maker.some_puzzles(some.randint(1, 2), (), both.puzzles + base.puzzles)
        for c in some.choice(((ours,), (theirs,), sides)) + (both,):
            at = 0 if gap is None else c.at(gap) + 1
            c.puzzles[at:at] = copy.deepcopy(new)
    return base, every, any_order


def overlapping(maker, real):
    """Both sides edit what they like."""
    some = maker.random
    base = make_base(maker, real, 6)
    sides = []
    for _ in range(2):
        side = copy.deepcopy(base)
        puzzles = side.puzzles
        for _ in range(some.randint(0, 8)):
            what = some.random()
            if what < 0.1 or not puzzles:
                at = some.randint(0, len(puzzles))
                puzzles[at:at] = maker.some_puzzles(1)
            elif what < 0.2:
                puzzles.pop(some.randrange(len(puzzles)))
            elif what < 0.3:
                p = puzzles.pop(some.randrange(len(puzzles)))
                puzzles.insert(some.randint(0, len(puzzles)), p)
            elif what < 0.35:
                turn(some.choice(puzzles), some.choice(sorted(SYMMETRIES)))
            elif what < 0.4 and side.header:
                side.header[some.choice((0, 2, 3))] = f"Set: {maker.word()}"
            else:
                edit(maker, some.choice(puzzles), some.choice(KINDS))
        sides.append(side)
    return base, sides[0], sides[1]


# ---- what comes of them


def merge(*names):
    done = subprocess.run(("sokfmt", "--merge") + names, capture_output=True, text=True)
    return done.returncode, done.stdout


def lost_boards(base, ours, theirs, merged):
    b, o, t = (boards_in(version) for version in (base, ours, theirs))
    return ((o - b) | (t - b) | (o & t)) - boards_in(merged)


def sorted_lines(string):
    return sorted(line for line in string.split("\n") if line)


def check_disjoint(maker, real):
    base, (ours, theirs, both), any_order = disjoint(maker, real)
    want = {
        name: version.save(maker, name)
        for name, version in (
            ("base", base),
            ("ours", ours),
            ("theirs", theirs),
            ("both", both),
        )
    }
    for names, result in (
        (("base", "ours", "theirs"), "both"),
        (("base", "theirs", "ours"), "both"),
        (("base", "ours", "base"), "ours"),
        (("base", "base", "ours"), "ours"),
        (("base", "theirs", "theirs"), "theirs"),
    ):
        status, merged = merge(*names)
        same = merged == want[result]
        if any_order and result == "both":
            same = sorted_lines(merged) == sorted_lines(want[result])
        if status != 0 or not same:
            write("merged", merged)
            write("want", want[result])
            return f"disjoint: {' '.join(names)}: status {status}"
    return None


def check_overlapping(maker, real):
    base, ours, theirs = (
        version.save(maker, name)
        for name, version in zip(("base", "ours", "theirs"), overlapping(maker, real))
    )
    status, merged = merge("base", "ours", "theirs")
    b, o, t = words(base), words(ours), words(theirs)
    lost = ((o - b) | (t - b) | (o & t)) - words(merged)
    if status != (1 if "<<<<<<<" in merged else 0):
        return f"overlapping: status {status}"
    if lost:
        return f"overlapping: lost {sorted(lost)}"
    lost = lost_boards(base, ours, theirs, merged)
    if lost:
        return f"overlapping: lost {lost}"
    for side, other in (("ours", r"^=======$.*?^>>>>>>> theirs\n"), ("theirs", r"^<<<<<<< ours$.*?^=======\n")):
        # What is resolved is formatted, and nothing has become a title.
        marks = r"|^<<<<<<< ours\n|^>>>>>>> theirs\n"
        resolved = re.sub("(?ms)" + other + marks, "", merged).lstrip("\n")
        write("resolved", resolved)
        if without_guards(run("sokfmt", "resolved")) != without_guards(resolved):
            return f"overlapping: resolved to {side}, the text is not formatted"
    return None


def without_guards(what):
    """A guard may be needed by the other version alone."""
    return re.sub(r"(?m)^::\n", "", what)


def main():
    files = load(sys.argv[3:])

    def fails(seed):
        maker = Maker(seed)
        real = files and files[seed % len(files)]
        return check_disjoint(maker, real) or check_overlapping(maker, real)

    check(int(sys.argv[1]), int(sys.argv[2]), fails)


if __name__ == "__main__":
    main()
