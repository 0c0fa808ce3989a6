#!/usr/bin/env python3
"""solver.py - verify what a solver prints.

usage: solver.py levels [boxes [solver ...]]

Reads a folder of levels, takes those with at most so many boxes (3), gives each
of them to the solver and replays what it prints.  The solver reads a level from
standard input and prints moves; without one, a search in this file is used,
which solves small levels.  At the end the sizes of all levels are drawn, by
matplotlib to sizes.png if it is there, else as text.

The cells, marked by # %%, can be run one by one in an editor or a notebook."""

# %% A folder of levels, which may be an archive or a file as well.
import collections
import subprocess
import sys

import soktools

levels = sys.argv[1] if len(sys.argv) > 1 else "."
most_boxes = int(sys.argv[2]) if len(sys.argv) > 2 else 3
command = sys.argv[3:]

puzzles = [p for p in soktools.read(levels, errors="keep")
           if p.variant == "Sokoban" and p.id is not None]
print(f"{len(puzzles)} closed levels with one player")

# %% Of equal levels, also if they are turned or mirrored, the first one.
distinct = list({p.id: p for p in reversed(puzzles)}.values())[::-1]
small = [p for p in distinct if p.boxes <= most_boxes]
print(f"{len(distinct)} of them are distinct, {len(small)} have at most "
      f"{most_boxes} boxes")


# %% A solver: a search in order of the number of moves.
def search(puzzle, most=100000):
    """The moves of a solution, or an empty string."""
    step = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
    square = {(x, y): int(value) for y, row in enumerate(puzzle.board)
              for x, value in enumerate(row)}
    goals = {at for at, value in square.items() if value & soktools.GOAL}
    walls = {at for at, value in square.items() if value & soktools.WALL}
    player = next(at for at, value in square.items()
                  if value & soktools.PLAYER)
    boxes = frozenset(at for at, value in square.items()
                      if value & soktools.BOX)
    seen, queue = {(player, boxes)}, collections.deque([(player, boxes, "")])
    while queue and len(seen) < most:
        (x, y), boxes, moves = queue.popleft()
        if boxes <= goals:
            return moves
        for letter, (dx, dy) in step.items():
            to, behind, after = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy), boxes
            if to in walls:
                continue
            if to in boxes:
                if behind in walls or behind in boxes:
                    continue
                after = boxes - {to} | {behind}
                letter = letter.upper()
            if (to, after) not in seen:
                seen.add((to, after))
                queue.append((to, after, moves + letter))
    return ""


def solve(puzzle):
    """What the solver prints for a puzzle."""
    if not command:
        return search(puzzle)
    done = subprocess.run(command, input=str(puzzle) + "\n", text=True,
                          capture_output=True, timeout=600)
    return done.stdout


# %% Verify every answer.
verdicts = collections.Counter()
for puzzle in small:
    try:
        answer = soktools.replay(puzzle, solve(puzzle))
    except ValueError as error:
        verdicts["no moves"] += 1
        print(f"{puzzle.file}:{puzzle.line}: {error}")
        continue
    verdicts[answer.verdict] += 1
    if answer.verdict != "solved":
        print(f"{puzzle.file}:{puzzle.line}: {puzzle.title}: {answer.verdict}"
              + (f": {answer.reason}" if answer.reason else ""))
print(", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items())))

# %% The sizes of all levels.
areas = [p.width * p.height for p in distinct]
try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    bins = collections.Counter(area // 50 * 50 for area in areas)
    for low in sorted(bins):
        bar = "#" * max(1, round(60 * bins[low] / max(bins.values())))
        print(f"{low:6} to {low + 49:6} squares {bar} {bins[low]}")
else:
    pyplot.hist(areas, bins=40)
    pyplot.xlabel("squares")
    pyplot.ylabel("levels")
    pyplot.savefig("sizes.png")
    print("sizes.png has the sizes")
