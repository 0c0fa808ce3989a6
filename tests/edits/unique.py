#!/usr/bin/env python3
"""unique.py SEED CASES [FILE ...]: sokfmt --unique --rejects=FILE on copies of
puzzles that are turned, redrawn, renamed and played in other ways, in several
files in any order.

The output and the rejects together have every puzzle and every game of the input;
the copy that is kept is in no point of --prefer worse than the others, in its
order; it stands in the place of the first one, and gets from the others what it
lacks.  The copies are of puzzles that are made up, or are in the files.
"""

import collections
import copy
import json
import sys

from against import redraw_outside, turn, walk
from model import (
    SYMMETRIES,
    Maker,
    best,
    check,
    find,
    identity,
    load,
    padded,
    run,
    simplified,
    solve,
    text,
    words,
    write,
)

POINTS = ("playable", "solved", "titled", "authored", "best", "first")
STUCK = ("dead-box", "frozen-box", "outside-box-off-goal")
USUAL = ("playable", "solved", "titled", "first")


# ---- the input


def with_room(p):
    """The same puzzle beside a room with a box that nobody reaches: it cannot be
    played to its end."""
    height = len(p["rows"])
    room = ["####", "# $#", "####"] + ["    "] * height
    p["rows"] = [row + room[y] for y, row in enumerate(p["rows"])]


def make_copy(maker, p):
    some = maker.random
    p = copy.deepcopy(p)
    p["id"] = maker.word()
    if some.random() < 0.3:
        redraw_outside(maker, p)
    if some.random() < 0.2:
        p["games"] = []
        walk(maker, p)
    if some.random() < 0.4:
        turn(maker, p)
    if some.random() < 0.3:
        with_room(p)
    if some.random() < 0.7:
        p["title"] = some.choice(("", maker.word()))
    p["author"] = some.choice(("", "", maker.word()))
    p["notes"] = [maker.word() for _ in range(some.choice((0, 1, 2)))]
    if some.random() < 0.6:
        solution = solve(some, p["rows"])
        p["games"] = []
        if solution and some.random() < 0.8:
            p["games"] = [(f"Solution {maker.word()}", maker.detour(solution))]
    if some.random() < 0.2:
        p["games"].append((f"Snapshot {maker.word()}", maker.snapshot()))
    # So that a line above is no title.
    p["key"] = False
    if not p["title"] and p["real"]:
        p["title"] = maker.word()
    return p


def make_files(maker, real):
    some = maker.random
    puzzles = maker.some_puzzles(some.randint(1, 6), real)
    for p in list(puzzles):
        puzzles += [make_copy(maker, p) for _ in range(some.choice((0, 1, 1, 2, 4)))]
    some.shuffle(puzzles)
    ends = sorted(some.randint(0, len(puzzles)) for _ in range(some.choice((0, 1, 2))))
    return [
        puzzles[a:b] for a, b in zip([0] + ends, ends + [len(puzzles)]) if puzzles[a:b]
    ]


# ---- the output


def read(name):
    """The puzzles of a file, with all words of their text."""
    puzzles = []
    for line in run("sokconv", "-q", "-t", "jsonl", name).splitlines():
        puzzle = json.loads(line)
        if puzzle.get("header"):
            raise AssertionError("a header of nobody")
        puzzles.append(
            {
                "rows": padded(puzzle["board"]),
                "title": puzzle["title"],
                "author": puzzle["author"],
                "text": puzzle["text"].split("\n"),
                "words": words(puzzle["text"]),
                "games": [(g["name"], g["moves"]) for g in puzzle["games"]],
            }
        )
    return puzzles


def pads(rows):
    return padded([row.rstrip() for row in rows])


def has_all(there, p):
    """Whether a puzzle of the output is one of the input, with all that it had."""
    return (
        there["rows"] == pads(p["rows"])
        and p["title"] in ("", there["title"])
        and p["author"] in ("", there["author"])
        and words(" ".join(p["notes"])) <= there["words"]
        and set(p["games"]) <= set(there["games"])
    )


def is_same(there, p):
    """Whether a reject is a puzzle of the input."""
    return (
        has_all(there, p)
        and p["title"] == there["title"]
        and p["author"] == there["author"]
        and words(" ".join([p["author"], *p["notes"]])) == there["words"]
        and len(p["games"]) == len(there["games"])
    )


def unplayable(names):
    """The files and numbers of puzzles with an error or a stuck box."""
    bad = set()
    for line in run("sokcheck", "-F", "json", *names).splitlines():
        finding = json.loads(line)
        rule = finding["code"]["value"]
        if finding["severity"] == "ERROR" or rule in STUCK:
            bad.add((finding["location"]["path"], finding["puzzle"]))
    return bad


def points(p, prefer, bad):
    """What is compared, in its order; more is better."""
    solved = best(p)
    value = {
        "playable": p["at"] not in bad,
        "solved": solved is not None,
        "titled": p["title"] != "",
        "authored": p["author"] != "",
        "best": tuple(-n for n in solved[0]) if solved else (-1e9, 0),
    }
    # After `first` nothing counts.
    upto = prefer.index("first") if "first" in prefer else len(prefer)
    return [value[point] for point in prefer[:upto]]


def account(puzzles, output, rejects):
    """Each puzzle of the input is the kept one of its copies, or a reject."""
    left = list(rejects)
    for p in puzzles:
        found = [r for r in left if is_same(r, p)]
        if found:
            left.remove(found[0])
        elif not any(has_all(o, p) for o in output):
            return f"{p['id']} is lost"
    if left:
        return f"{len(left)} rejects too many"
    if len(output) + len(rejects) != len(puzzles):
        return f"{len(puzzles)} became {len(output)} and {len(rejects)}"
    return None


def is_among(kept, copies):
    """The copies that may be the kept one."""
    return [p for p in copies if has_all(kept, p)]


def titles_of(o):
    also = {line[6:] for line in o["text"] if line.startswith("Also: ")}
    return ({o["title"]} | also) - {""}


def check_kept(kept, beside, copies, prefer, bad):
    mine = is_among(kept, copies)
    if not mine:
        return "a puzzle of nobody is kept"
    order = max(points(p, prefer, bad) for p in copies)
    firsts = [p for p in copies if points(p, prefer, bad) == order]
    if not any(p in firsts for p in mine):
        return f"{mine[0]['id']} is worse than {firsts[0]['id']}"
    if firsts[0] not in mine:
        return f"{mine[0]['id']} is kept, not {firsts[0]['id']}"
    titles = {p["title"] for p in copies if p["title"]}
    there = set().union(*(titles_of(o) for o in [kept, *beside]))
    if titles != there:
        return f"titles {sorted(titles)} became {sorted(there)}"
    if any(p["author"] for p in copies) and not any(
        o["author"] for o in [kept, *beside]
    ):
        return "no author"
    return check_records(kept, beside, copies)


def check_records(kept, beside, copies):
    """No copy whose games fit had a better solution; those of others are with
    the copies beside."""
    start = start_of(kept["rows"])
    for p in copies:
        if start is None or start_of(p["rows"]) is None or not best(p):
            continue
        if not best(kept) and not any(best(o) for o in beside):
            return f"the solution of {p['id']} is lost"
        if not best(kept):
            continue
        if start_of(p["rows"]) != start:
            continue
        for by in (0, 1):
            if best(kept)[by][by] > best(p)[by][by]:
                return f"the solution of {p['id']} is better"
    return None


def start_of(rows):
    """Equal where the games of one fit the other after turning; None with a box
    that nobody reaches, which no game can bring home."""
    seen = simplified(rows)
    if len(find(seen, "$*")) != len(find(rows, "$*")):
        return None
    return min(tuple(t(seen)) for t in SYMMETRIES.values())


def set_apart(output):
    """The kept copy of each puzzle, and further ones with games that the first
    one cannot hold."""
    kept, apart = {}, []
    for o in output:
        if kept.setdefault(identity(o["rows"]), o) is not o:
            apart.append(o)
    return list(kept.values()), apart


def check_apart(kept, apart):
    """Whether a game is the reason why each of them stayed."""
    for o in apart:
        first = next(k for k in kept if identity(k["rows"]) == identity(o["rows"]))
        start = start_of(o["rows"])
        if not o["games"]:
            return "a copy without games is kept beside another one"
        if start is not None and start == start_of(first["rows"]):
            return "a copy with games that fit is kept beside another one"
    return None


def fails_with(puzzles, names, prefer, how):
    extra = [f"--prefer={','.join(prefer)}"] if prefer != USUAL else []
    if how == "best":
        extra.append("--best=moves,pushes")
    run("sokfmt", "-q", "--unique", "--rejects=rejects", "-o", "kept", *extra, *names)
    output, rejects = read("kept"), read("rejects")
    bad = unplayable(names)
    copies = collections.defaultdict(list)
    for p in puzzles:
        copies[identity(p["rows"])].append(p)
    kept, apart = set_apart(output)
    if [identity(o["rows"]) for o in kept] != list(copies):
        return "the places are others"
    wrong = check_apart(kept, apart)
    if wrong:
        return wrong
    beside = collections.defaultdict(list)
    for o in apart:
        beside[identity(o["rows"])].append(o)
    if how == "best":
        return check_best(puzzles, kept, apart, rejects, copies)
    wrong = account(puzzles, output, rejects)
    for o in kept:
        key = identity(o["rows"])
        wrong = wrong or check_kept(o, beside[key], copies[key], prefer, bad)
    return wrong


def check_best(puzzles, kept, apart, rejects, copies):
    """Only records are left, and every game is somewhere."""
    games = [g for p in kept + apart + rejects for g in p["games"]]
    for p in puzzles:
        for game in p["games"]:
            if game not in games:
                return f"{game[0]} of {p['id']} is lost"
    for o in kept:
        solutions = [best({"rows": o["rows"], "games": [g]}) for g in o["games"]]
        solutions = [s[0] for s in solutions if s]
        if len(solutions) > 2:
            return f"{len(solutions)} records"
        wrong = check_records(o, apart, copies[identity(o["rows"])])
        if wrong:
            return wrong
    return None


def fails(maker, real):
    some = maker.random
    files = make_files(maker, real)
    if not files:
        return None
    prefer = USUAL
    if some.random() < 0.5:
        prefer = tuple(some.sample(POINTS, some.randint(1, len(POINTS))))
    how = "best" if some.random() < 0.3 else ""
    for _ in range(2):
        names = []
        for k, puzzles in enumerate(files):
            name = f"f{k}.sok"
            write(name, text(puzzles))
            for n, p in enumerate(puzzles):
                p["at"] = name, n + 1
            names.append(name)
        puzzles = [p for puzzles in files for p in puzzles]
        wrong = fails_with(puzzles, names, prefer, how)
        if wrong:
            return f"{names} --prefer={','.join(prefer)} {how}: {wrong}"
        some.shuffle(files)
    return None


def main():
    files = load(sys.argv[3:])

    def one(seed):
        return fails(Maker(seed), files and files[seed % len(files)])

    check(int(sys.argv[1]), int(sys.argv[2]), one)


if __name__ == "__main__":
    main()
