#!/usr/bin/env python3
"""edits.py SEED CASES: random three-way edits for sokfmt --merge.

Of disjoint edits the merge is both of them, in either order; of any edits it
loses nothing that a side added and nothing that both kept.  Each case has its
own seed; what fails is printed with it, and its files remain.
"""
import copy
import random
import re
import subprocess
import sys

KINDS = ("title", "board", "author", "notes", "games")


def sokfmt(*arguments):
    done = subprocess.run(("sokfmt",) + arguments, capture_output=True, text=True)
    return done.returncode, done.stdout


class Case:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.words = 0

    def word(self):
        self.words += 1
        return f"w{self.words}x"

    def moves(self, least, most):
        n = self.random.randint(least, most)
        return "".join(self.random.choice("lurd") for _ in range(n))

    def board(self):
        w, h = self.random.randint(6, 12), self.random.randint(4, 8)
        rows = [
            [
                "#" if x in (0, w - 1) or y in (0, h - 1) else self.random.choice("     #")
                for x in range(w)
            ]
            for y in range(h)
        ]
        cells = [(x, y) for y in range(1, h - 1) for x in range(1, w - 1)]
        self.random.shuffle(cells)
        for square in "@$.$.":
            x, y = cells.pop()
            rows[y][x] = square
        return ["".join(row) for row in rows]

    def puzzle(self):
        some = self.random
        return {
            "id": self.word(),
            "title": self.word(),
            "board": self.board(),
            "author": self.word() if some.random() < 0.5 else "",
            "notes": [self.word() for _ in range(some.randint(0, 3))],
            "games": [
                (self.word(), self.moves(2, 30)) for _ in range(some.randint(0, 2))
            ],
        }

    def edit(self, p, kind):
        some = self.random
        if kind in ("title", "author"):
            p[kind] = self.word()
        elif kind == "board":
            rows = [list(row) for row in p["board"]]
            y = some.randint(1, len(rows) - 2)
            x = some.randint(1, len(rows[0]) - 2)
            if rows[y][x] in " #":
                rows[y][x] = " #"[rows[y][x] == " "]
            p["board"] = ["".join(row) for row in rows]
        elif kind == "notes" and p["notes"] and some.random() < 0.5:
            p["notes"][some.randrange(len(p["notes"]))] = self.word()
        elif kind == "notes":
            p["notes"].insert(some.randint(0, len(p["notes"])), self.word())
        elif p["games"] and some.random() < 0.4:
            p["games"].pop(some.randrange(len(p["games"])))
        else:
            game = (self.word(), self.moves(31, 40))
            p["games"].insert(some.randint(0, len(p["games"])), game)


def text(collection):
    parts = []
    for p in collection:
        part = p["title"] + "\n\n" + "\n".join(p["board"]) + "\n"
        lines = ["Author: " + p["author"]] if p["author"] else []
        if lines and p["notes"]:
            lines.append("")
        lines += p["notes"]
        if lines:
            part += "\n" + "\n".join(lines) + "\n"
        for name, moves in p["games"]:
            part += f"\nSnapshot {name}\n{moves}\n"
        parts.append(part)
    return "\n\n".join(parts)


def find(collection, name):
    return next(i for i, p in enumerate(collection) if p["id"] == name)


def write(name, collection):
    with open(name, "w") as f:
        f.write(text(collection))
    status, formatted = sokfmt(name)
    assert status == 0
    with open(name, "w") as f:
        f.write(formatted)
    return formatted


def disjoint(case):
    """Every part of a puzzle, and every gap, is changed by one side at most."""
    some = case.random
    base = [case.puzzle() for _ in range(some.randint(2, 12))]
    ours, theirs, both = (copy.deepcopy(base) for _ in range(3))
    moves = some.random() < 0.3
    removed = set()
    for p in base:
        side = some.choice((ours, theirs))
        if not moves and some.random() < 0.15:
            removed.add(p["id"])
            for c in (side, both):
                del c[find(c, p["id"])]
            continue
        kinds = some.sample(KINDS, some.choice((0, 0, 1, 2, 3)))
        for kind in kinds:
            # A puzzle with another board is known by its title.
            if kind == "board" and "title" in kinds:
                continue
            side = some.choice((ours, theirs))
            case.edit(both[find(both, p["id"])], kind)
            side[find(side, p["id"])][kind] = copy.deepcopy(
                both[find(both, p["id"])][kind]
            )
    if moves:
        side = some.choice((ours, theirs))
        name = some.choice(base)["id"]
        at = some.randint(0, len(base) - 1)
        for c in (side, both):
            c.insert(at, c.pop(find(c, name)))
        return base, ours, theirs, both
    gaps = [None] + [p["id"] for p in base if p["id"] not in removed]
    for gap in some.sample(gaps, min(len(gaps), some.randint(0, 3))):
        new = case.puzzle()
        for c in (some.choice((ours, theirs)), both):
            c.insert(0 if gap is None else find(c, gap) + 1, new)
    return base, ours, theirs, both


def overlapping(case):
    """Both sides edit what they like."""
    some = case.random
    base = [case.puzzle() for _ in range(some.randint(1, 6))]
    sides = []
    for _ in range(2):
        side = copy.deepcopy(base)
        for _ in range(some.randint(0, 8)):
            what = some.random()
            if what < 0.1 or not side:
                side.insert(some.randint(0, len(side)), case.puzzle())
            elif what < 0.2:
                side.pop(some.randrange(len(side)))
            elif what < 0.3:
                p = side.pop(some.randrange(len(side)))
                side.insert(some.randint(0, len(side)), p)
            else:
                case.edit(some.choice(side), some.choice(KINDS))
        sides.append(side)
    return base, sides[0], sides[1]


def words(string):
    return set(re.findall(r"w\d+x", string))


def fails(seed):
    case = Case(seed)
    base, ours, theirs, both = (
        write(name, c)
        for name, c in zip(("base", "ours", "theirs", "both"), disjoint(case))
    )
    for arguments, want in (
        (("base", "ours", "theirs"), both),
        (("base", "theirs", "ours"), both),
        (("base", "ours", "base"), ours),
        (("base", "base", "ours"), ours),
        (("base", "theirs", "theirs"), theirs),
    ):
        if sokfmt("--merge", *arguments) != (0, want):
            return "disjoint: " + " ".join(arguments)
    base, ours, theirs = (
        write(name, c)
        for name, c in zip(("base", "ours", "theirs"), overlapping(case))
    )
    status, merged = sokfmt("--merge", "base", "ours", "theirs")
    b, o, t = words(base), words(ours), words(theirs)
    lost = ((o - b) | (t - b) | (o & t)) - words(merged)
    if status != (1 if "<<<<<<<" in merged else 0):
        return f"overlapping: status {status}"
    if lost:
        return f"overlapping: lost {sorted(lost)}"
    # What is resolved is formatted.
    resolved = re.sub(r"(?ms)^=======$.*?^>>>>>>> theirs\n|^<<<<<<< ours\n", "", merged)
    resolved = resolved.lstrip("\n")
    with open("resolved", "w") as f:
        f.write(resolved)
    if sokfmt("resolved") != (0, resolved):
        return "overlapping: the resolved text is not formatted"
    return None


def main():
    seed, cases = int(sys.argv[1]), int(sys.argv[2])
    for n in range(seed, seed + cases):
        why = fails(n)
        if why is not None:
            sys.exit(f"seed {n}: {why}")


main()
