"""model.py - collections for random edits, and what is to be known of them, in
the plainest way: nothing here is shared with the programs under test.

A puzzle is a dict with rows, a title, an author, notes and games, which are
pairs of a title and moves; a collection is a list of puzzles.
"""

import copy
import functools
import heapq
import json
import random
import re
import subprocess
import sys

STEPS = {"l": (-1, 0), "u": (0, -1), "r": (1, 0), "d": (0, 1)}

# ---- symmetries: what becomes of the rows, and of up and right.


def mirrored(rows):
    return ["".join(reversed(row)) for row in rows]


def transposed(rows):
    return ["".join(column) for column in zip(*rows)]


SYMMETRIES = {
    "identity": lambda rows: list(rows),
    "flip-h": mirrored,
    "flip-v": lambda rows: rows[::-1],
    "rotate180": lambda rows: mirrored(rows[::-1]),
    "transpose": transposed,
    "rotate90": lambda rows: mirrored(transposed(rows)),
    "rotate270": lambda rows: transposed(rows)[::-1],
    "anti-transpose": lambda rows: mirrored(transposed(rows))[::-1],
}


def turned_moves(name, moves):
    """The moves in a turned board: each step is looked for on a turned map."""
    map_of_steps = SYMMETRIES[name]([" u ", "l r", " d "])
    at = {(1, 0): "u", (0, 1): "l", (2, 1): "r", (1, 2): "d"}
    become = {map_of_steps[y][x]: step for (x, y), step in at.items()}
    return "".join(
        become[m.lower()].upper() if m.isupper() else become[m] for m in moves
    )


# ---- boards


def padded(rows):
    width = max(map(len, rows))
    return [row.replace("-", " ").replace("_", " ").ljust(width) for row in rows]


def find(rows, kinds):
    return [
        (x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c in kinds
    ]


def flood(rows, start, stop):
    """The squares that can be walked to, or None if that leaves the board."""
    area, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for dx, dy in STEPS.values():
            to = x + dx, y + dy
            if not (0 <= to[1] < len(rows) and 0 <= to[0] < len(rows[0])):
                return None
            if to not in area and rows[to[1]][to[0]] not in stop:
                area.add(to)
                todo.append(to)
    return area


def simplified(rows):
    """What the player can see: the squares that it could reach without boxes,
    and the walls around them, cropped.  None if the board is not closed."""
    players = find(rows, "@+")
    area = flood(rows, players[0], "#") if len(players) == 1 else None
    if area is None:
        return None
    around = {(x + i, y + j) for x, y in area for i in (-1, 0, 1) for j in (-1, 0, 1)}
    left, top = min(x for x, _ in around), min(y for _, y in around)
    right, bottom = max(x for x, _ in around), max(y for _, y in around)
    return [
        "".join(
            rows[y][x] if (x, y) in area else "#" if (x, y) in around else " "
            for x in range(left, right + 1)
        )
        for y in range(top, bottom + 1)
    ]


def without_player(rows):
    return [row.replace("@", " ").replace("+", ".") for row in rows]


def identity(rows):
    return identity_of(tuple(rows))


def marked(rows):
    """What identifies a puzzle, as it is drawn; None if it is not closed."""
    seen = simplified(rows)
    if seen is None:
        return None
    area = flood(seen, find(seen, "@+")[0], "#$*")
    return [
        "".join(
            ("P" if c == "." else "p") if (x, y) in area else c
            for x, c in enumerate(row)
        )
        for y, row in enumerate(without_player(seen))
    ]


def is_symmetric(rows):
    """Whether nobody can see how the puzzle was turned."""
    shape = marked(rows)
    return shape is None or 1 < sum(
        turn(shape) == shape for turn in SYMMETRIES.values()
    )


@functools.lru_cache(4096)
def identity_of(rows):
    """Equal in puzzles that are the same: turned, with other squares outside,
    or with the player elsewhere in the area that it can walk in."""
    shape = marked(rows)
    if shape is None:
        return None
    return min(tuple(turn(shape)) for turn in SYMMETRIES.values())


def likeness(a, b):
    """The share of squares that are equal where corners fit best."""
    best = 0
    aw, ah, bw, bh = len(a[0]), len(a), len(b[0]), len(b)
    for dx in {0, aw - bw}:
        for dy in {0, ah - bh}:
            best = max(
                best,
                sum(
                    a[y + dy][x + dx] == b[y][x]
                    for y in range(bh)
                    for x in range(bw)
                    if 0 <= x + dx < aw and 0 <= y + dy < ah
                ),
            )
    return best / (max(aw, bw) * max(ah, bh))


# ---- games


def replay(rows, moves):
    """(moves, pushes) of a game that solves, else None."""
    walls, boxes, goals = (set(find(rows, k)) for k in ("#", "$*", ".*+"))
    (at,) = find(rows, "@+")
    pushes = 0
    for m in moves:
        dx, dy = STEPS[m.lower()]
        to, beyond = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
        if to in walls or (to in boxes and (beyond in walls or beyond in boxes)):
            return None
        if to in boxes:
            boxes.remove(to)
            boxes.add(beyond)
            pushes += 1
        at = to
    return (len(moves), pushes) if pushes and boxes <= goals else None


def best(puzzle):
    """The best solutions by moves and by pushes, or None."""
    found = [replay(puzzle["rows"], moves) for _, moves in puzzle["games"]]
    found = [f for f in found if f is not None]
    if not found:
        return None
    return min(found), min(found, key=lambda f: (f[1], f[0]))


def step(walls, at, boxes, m):
    """Where the player and the boxes are after a step, or None; and the letter."""
    dx, dy = STEPS[m]
    to, beyond = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
    if to in walls or (to in boxes and (beyond in walls or beyond in boxes)):
        return None, m
    if to in boxes:
        return (to, (boxes - {to}) | {beyond}), m.upper()
    return (to, boxes), m


def solve(some, rows, most=700):
    """A solution, which may begin with some steps at random, or None."""
    price = some.choice((1, 2, 5)), some.choice((0, 1, 3, 20))
    walls, goals = set(find(rows, "#")), set(find(rows, ".*+"))
    state, path = (find(rows, "@+")[0], frozenset(find(rows, "$*"))), ""
    for _ in range(some.choice((0, 0, 10, 40))):
        then, letter = step(walls, *state, some.choice("lurd"))
        if then:
            state, path = then, path + letter
    todo, seen = [(0, 0, state, path)], set()
    while todo and len(seen) < most:
        cost, _, (at, boxes), path = heapq.heappop(todo)
        if (at, boxes) in seen:
            continue
        seen.add((at, boxes))
        if boxes <= goals and any(c.isupper() for c in path):
            return path
        for m in STEPS:
            then, letter = step(walls, at, boxes, m)
            if then and then not in seen:
                paid = cost + price[0] + letter.isupper() * price[1]
                heapq.heappush(todo, (paid, some.random(), then, path + letter))
    return None


# ---- collections


class Maker:
    """What a seed makes up."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.words = 0

    def word(self):
        self.words += 1
        return f"w{self.words}x"

    def board(self):
        some = self.random
        w, h = some.randint(6, 11), some.randint(5, 8)
        density = some.choice(("     #", "     #", "          #"))
        rows = [
            [
                "#" if x in (0, w - 1) or y in (0, h - 1) else some.choice(density)
                for x in range(w)
            ]
            for y in range(h)
        ]
        # What cannot be reached is filled.
        inside = [(x, y) for y in range(1, h - 1) for x in range(1, w - 1)]
        area = flood(rows, some.choice(inside), "#")
        for x, y in inside:
            if (x, y) not in area:
                rows[y][x] = "#"
        cells = sorted(area)
        some.shuffle(cells)
        if len(cells) < 6:
            return self.board()
        for square in some.choice(("@$.", "@$.", "@$.$.", "@*$.", "+$")):
            x, y = cells.pop()
            rows[y][x] = square
        rows = ["".join(row) for row in rows]
        # Most boards are to have a solution.
        if some.random() < 0.8 and not solve(some, rows):
            return self.board()
        if identity(rows) is None or any(
            c in "@+" and r == "#" for r in rows for c in r
        ):
            return self.board()
        return rows

    def games(self, rows):
        some = self.random
        games = []
        for _ in range(some.choice((0, 1, 2, 3))):
            solution = solve(some, rows)
            if solution:
                games.append((f"Solution {self.word()}", self.detour(solution)))
        if some.random() < 0.3:
            games.append((f"Snapshot {self.word()}", self.snapshot()))
        return games

    def detour(self, moves):
        some = self.random
        for _ in range(some.choice((0, 0, 1, 2))):
            # A step and the step back, where the solution walks.
            walks = [(m, "lurd"["rdlu".index(m)]) for m in moves[:1] if m.islower()]
            for there, back in walks:
                moves = there + back + moves
        return moves

    def snapshot(self):
        """Moves, longer than any solution, so that no two are equal by chance."""
        return "".join(self.random.choices("lurd", k=self.random.randint(40, 60)))

    def some_puzzles(self, n, real=(), known=()):
        """Up to n puzzles that are unlike each other and unlike known ones: made
        up, or of a file."""
        made = []
        start = self.random.randrange(len(real)) if real else 0
        for p in real[start : start + n] if real else [None] * n:
            p = copy.deepcopy(p) if real else self.puzzle()
            if is_unlike(p["rows"], made) and is_unlike(p["rows"], known):
                made.append(p)
        return made

    def puzzle(self):
        some = self.random
        rows = self.board()
        return {
            "id": self.word(),
            "rows": rows,
            "title": self.word() if some.random() < 0.7 else "",
            "author": self.word() if some.random() < 0.4 else "",
            "notes": [self.word() for _ in range(some.choice((0, 0, 1, 2, 3)))],
            "games": self.games(rows),
            "key": False,
            "real": False,
        }


def is_unlike(rows, collection):
    return all(
        identity(p["rows"]) != identity(rows) and likeness(p["rows"], rows) < 0.7
        for p in collection
    )


def text(collection, header=()):
    """A collection as a file; a puzzle with a `key` has its title as one."""
    parts = ["\n".join(header) + "\n"] if header else []
    for p in collection:
        title = p["title"] and not p["key"]
        above = parts[-1].split("\n\n")[-1] if parts else ""
        if not title and re.fullmatch(r"[^\n:]+\n", above):
            # Else this paragraph of one line would be the title.
            parts[-1] += "::\n"
        part = (p["title"] + "\n\n" if title else "") + "\n".join(p["rows"]) + "\n"
        lines = [f"Title: {p['title']}"] if p["title"] and p["key"] else []
        lines += [f"Author: {p['author']}"] if p["author"] else []
        if lines and p["notes"]:
            lines.append("")
        lines += p["notes"]
        if lines:
            part += "\n" + "\n".join(lines) + "\n"
        for name, moves in p["games"]:
            part += f"\n{name}\n{moves}\n"
        parts.append(part)
    return "\n\n".join(parts)


def run(*arguments, status=(0, 1)):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode not in status:
        raise AssertionError(f"{arguments}: {done.returncode}: {done.stderr}")
    return done.stdout


def write(name, what):
    with open(name, "w", encoding="utf-8") as f:
        f.write(what)


def puzzles_of(path):
    """The puzzles of a file that can stand in a script, with all their text:
    those that are written here as they are read by the programs."""
    puzzles = []
    for line in run(
        "sokconv", "-q", "-t", "jsonl", path, status=(0, 1, 2)
    ).splitlines():
        puzzle = json.loads(line)
        rows = padded(puzzle["board"]) if puzzle.get("board") else []
        if puzzle.get("game", "Sokoban") != "Sokoban" or not rows:
            continue
        if len(rows) * len(rows[0]) > 500 or "".join(rows).strip("#@+$*. "):
            continue
        seen = simplified(rows)
        # Neither boxes nor goals that the player cannot reach.
        if seen is None or len(find(seen, "$*.+")) != len(find(rows, "$*.+")):
            continue
        puzzles.append(
            {
                "id": f"p{len(puzzles)}",
                "rows": rows,
                "title": f"p{len(puzzles)} {puzzle['title']}".strip(),
                "author": "",
                "notes": puzzle["text"].split("\n") if puzzle["text"] else [],
                "games": [(g["name"], g["moves"]) for g in puzzle["games"]],
                "key": False,
                "real": True,
            }
        )
    write("puzzles", text(puzzles))
    again = [
        json.loads(line)
        for line in run("sokconv", "-q", "-t", "jsonl", "puzzles").splitlines()
    ]
    again = [p for p in again if not p.get("header")]
    if len(again) != len(puzzles):
        return []
    return [
        p
        for p, q in zip(puzzles, again)
        if (p["title"], "\n".join(p["notes"])) == (q["title"], q["text"])
        and p["games"] == [(g["name"], g["moves"]) for g in q["games"]]
        and all(set(moves) <= set("lurdLURD") for _, moves in p["games"])
        and not any(line.lower().startswith("author") for line in p["notes"])
    ]


def load(paths):
    """The files that have some puzzles for scripts."""
    return [puzzles for puzzles in map(puzzles_of, paths) if len(puzzles) > 2]


def words(string):
    return set(re.findall(r"w\d+x", string))


def boards_in(string):
    """The identities of all boards in a text, markers of conflicts or not."""
    paragraphs = re.split(r"\n\s*\n|\n[<=>]{7}.*", "\n" + string)
    boards = [padded(p.strip("\n").split("\n")) for p in paragraphs if "#" in p]
    return {identity(rows) for rows in boards if not "".join(rows).strip("#@+$*. ")}


def check(seed, cases, fails):
    """Print what fails, and exit with 1 if anything did."""
    wrong = 0
    for n in range(seed, seed + cases):
        why = fails(n)
        if why is not None:
            print(f"seed {n}: {why}", flush=True)
            wrong += 1
        if wrong == 10:
            break
    sys.exit(wrong > 0)
