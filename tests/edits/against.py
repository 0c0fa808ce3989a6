#!/usr/bin/env python3
"""against.py SEED SCRIPTS [FILE ...]: what random scripts did to a collection is
what sokcheck --against reports, finding for finding, and nothing else.

The collections are made up, or are parts of the files.  A script adds, drops,
moves, renames, turns, redraws and changes puzzles, their authors, notes and
games.  What is due is computed here from both collections and from which puzzle
became which; the files may be split and in other formats.
"""

import collections
import copy
import json
import re
import sys

from model import (
    SYMMETRIES,
    Maker,
    best,
    check,
    find,
    flood,
    identity,
    likeness,
    load,
    run,
    simplified,
    solve,
    text,
    turned_moves,
    without_player,
    write,
)

RULES = set("""missing-puzzle new-puzzle moved-puzzle renamed-puzzle redrawn-puzzle
    changed-puzzle changed-text changed-author lost-text lost-solution
    worse-solution better-solution""".split())

# Games whose titles begin so do not claim to be solutions.
NO_CLAIMS = ("snapshot", "savegame", "reverse mode snapshot")

# ---- edits


def toggle(maker, p, squares):
    """Put walls for floor and floor for walls."""
    rows = [list(row) for row in p["rows"]]
    for x, y in squares:
        rows[y][x] = " " if rows[y][x] == "#" else "#"
    p["rows"] = ["".join(row) for row in rows]


def change_squares(maker, p):
    """One or two squares that the player can see, so that all can be reached."""
    rows = p["rows"]
    inside = [
        (x, y)
        for y in range(1, len(rows) - 1)
        for x in range(1, len(rows[y]) - 1)
        if rows[y][x] in " #"
    ]
    for _ in range(20):
        other = dict(p)
        toggle(maker, other, maker.random.sample(inside, min(len(inside), 2)))
        seen = simplified(other["rows"])
        area = seen and flood(seen, find(seen, "@+")[0], "#")
        if (
            area
            and len(area) == sum(c not in "#" for row in other["rows"] for c in row)
            and identity(other["rows"]) != identity(rows)
        ):
            p["rows"] = other["rows"]
            return


def grow(maker, p):
    """One more column or row of floor before a side, where floor is beside it."""
    rows, name = p["rows"], maker.random.choice(sorted(SYMMETRIES))
    turned = SYMMETRIES[name](rows)
    wider = [
        row[:-1] + (row[-2] if row[-2] in "# " else " ") + row[-1] for row in turned
    ]
    back = {"rotate90": "rotate270", "rotate270": "rotate90"}.get(name, name)
    area = flood(wider, find(wider, "@+")[0], "#")
    if area and len(area) == sum(c != "#" for row in wider for c in row):
        p["rows"] = SYMMETRIES[back](wider)


def redraw_outside(maker, p):
    """A wall that the player never sees, or floor instead of it."""
    rows = p["rows"]
    area = flood(rows, find(rows, "@+")[0], "#")
    hidden = [
        (x, y)
        for x, y in find(rows, "#")
        if not any((x + i, y + j) in area for i in (-1, 0, 1) for j in (-1, 0, 1))
        and 0 < x < len(rows[0]) - 1
        and 0 < y < len(rows) - 1
    ]
    if hidden:
        toggle(maker, p, [maker.random.choice(hidden)])


def walk(maker, p):
    """The player begins elsewhere in its area; the games are no longer legal."""
    rows = p["rows"]
    (at,) = find(rows, "@+")
    to = maker.random.choice(sorted(flood(rows, at, "#$*")))
    squares = [list(row) for row in rows]
    squares[at[1]][at[0]] = "." if rows[at[1]][at[0]] == "+" else " "
    squares[to[1]][to[0]] = "+" if squares[to[1]][to[0]] == "." else "@"
    p["rows"] = ["".join(row) for row in squares]


def turn(maker, p):
    name = maker.random.choice(sorted(SYMMETRIES))
    p["rows"] = SYMMETRIES[name](p["rows"])
    p["games"] = [(title, turned_moves(name, moves)) for title, moves in p["games"]]


def rename(maker, p):
    some = maker.random.random()
    if p["real"]:
        # Its text may end in what would be a title of the next one.
        p["title"] = maker.word()
    elif some < 0.2:
        p["key"] = not p["key"]
    elif some < 0.4:
        p["title"] = ""
    else:
        p["title"] = maker.word()


def sign(maker, p):
    p["author"] = "" if maker.random.random() < 0.3 else maker.word()


def annotate(maker, p):
    some, notes = maker.random, p["notes"]
    for _ in range(some.choice((1, 1, 2))):
        what = some.randrange(4)
        if what == 0 or not notes:
            notes.insert(some.randint(0, len(notes)), maker.word())
        elif what == 1:
            notes.pop(some.randrange(len(notes)))
        elif what == 2:
            notes[some.randrange(len(notes))] = maker.word()
        else:
            some.shuffle(notes)


def play(maker, p):
    some, games = maker.random, p["games"]
    for _ in range(some.choice((1, 1, 2))):
        what = some.randrange(8)
        if what < 3 and games:
            games.pop(some.randrange(len(games)))
        elif what == 3 and games:
            k = some.randrange(len(games))
            games[k] = (f"{games[k][0].split()[0]} {maker.word()}", games[k][1])
        elif what == 4:
            games.insert(
                some.randint(0, len(games)),
                (f"Snapshot {maker.word()}", maker.snapshot()),
            )
        else:
            solution = solve(some, p["rows"])
            new = solution and maker.detour(solution)
            if new and new not in [moves for _, moves in games]:
                games.insert(
                    some.randint(0, len(games)), (f"Solution {maker.word()}", new)
                )


EDITS = (
    change_squares,
    grow,
    redraw_outside,
    walk,
    turn,
    rename,
    sign,
    annotate,
    play,
    play,
    play,
)
# Copies of one puzzle are told apart by their titles, on the same board.
OF_COPIES = (sign, annotate, play)


def make_base(maker, real):
    some = maker.random
    base = maker.some_puzzles(some.randint(2, 10), real)
    for p in base:
        p["copy"] = False
    if some.random() < 0.4:
        p = some.choice(base)
        p["title"] = p["title"] or maker.word()
        p["copy"] = True
        twin = copy.deepcopy(p)
        twin.update(id=maker.word(), title=maker.word(), notes=[maker.word()])
        base.insert(some.randint(0, len(base)), twin)
    if some.random() < 0.2:
        # A title of several puzzles matches nothing.
        for p in some.sample(base, min(len(base), 2)):
            if not p["copy"] and not p["real"]:
                p["title"] = "Level"
    if sum(p["title"] == "Level" for p in base) == 1:
        for p in base:
            p["title"] = p["title"].replace("Level", "")
    return base


def make_script(maker, base, moves):
    some = maker.random
    new = copy.deepcopy(base)
    for p in list(new):
        if some.random() < 0.12 and len(new) > 1:
            new.remove(p)
        elif some.random() < 0.5:
            for edit in some.sample(EDITS, some.choice((1, 1, 2, 3))):
                if not p["copy"] or edit in OF_COPIES:
                    edit(maker, p)
    for _ in range(some.choice((0, 0, 1, 2))):
        for p in maker.some_puzzles(1, (), base + new):
            p["copy"] = False
            new.insert(some.randint(0, len(new)), p)
    if some.random() < 0.1:
        # Two puzzles exchange their titles.
        pair = some.sample(new, 2) if len(new) > 1 else []
        if pair and not any(p["copy"] or p["real"] for p in pair):
            pair[0]["title"], pair[1]["title"] = pair[1]["title"], pair[0]["title"]
    copies = [j for j, p in enumerate(new) if p["copy"]]
    if len(copies) > 1 and moves:
        i, j = copies[:2]
        new[i], new[j] = new[j], new[i]
    for _ in range(moves):
        new.insert(some.randrange(len(new)), new.pop(some.randrange(len(new))))
    return new


# ---- what is due


def partners(old, new):
    """By index in new: the index in old, or None."""
    place = {p["id"]: i for i, p in enumerate(old)}
    return [place.get(p["id"]) for p in new]


def runs(order):
    """For each item of an order, the longest run that ends and that begins there."""
    ends, begins = [], []
    for j, i in enumerate(order):
        ends.append(1 + max((ends[k] for k in range(j) if order[k] < i), default=0))
    for j in reversed(range(len(order))):
        begins.insert(
            0,
            1
            + max(
                (
                    begins[k - j - 1]
                    for k in range(j + 1, len(order))
                    if order[k] > order[j]
                ),
                default=0,
            ),
        )
    return ends, begins


def is_plain(old, new):
    """Whether the contract says of each puzzle which one it was: those that are
    found by place stand between partners that cannot but have stayed."""
    to_old = partners(old, new)
    titles = [collections.Counter(p["title"] for p in c) for c in (old, new)]

    def found(j):
        p, q = old[to_old[j]], new[j]
        return identity(p["rows"]) == identity(q["rows"]) or (
            p["title"]
            and p["title"] == q["title"]
            and all(t[p["title"]] == 1 for t in titles)
        )

    # An old and a new puzzle that have nothing in common but a title.
    for p in old:
        for q in new:
            if p["id"] != q["id"] and p["title"] and p["title"] == q["title"]:
                if not all(
                    identity(a["rows"]) in [identity(b["rows"]) for b in c]
                    for a, c in ((p, new), (q, old))
                ):
                    if all(t[p["title"]] == 1 for t in titles):
                        return False
    by_place = [j for j, i in enumerate(to_old) if i is not None and not found(j)]
    if not by_place:
        return True
    sure = [j for j, i in enumerate(to_old) if i is not None and j not in by_place]
    ends, begins = runs([to_old[j] for j in sure])
    longest = max(ends, default=0)
    at = collections.Counter(e for e, b in zip(ends, begins) if e + b - 1 == longest)
    if any(n > 1 for n in at.values()):
        return False
    stays = [j for j, e, b in zip(sure, ends, begins) if e + b - 1 == longest]
    for j in by_place:
        before = max((k for k in stays if k < j), default=None)
        after = min((k for k in stays if k > j), default=None)
        if before is not None and to_old[before] > to_old[j]:
            return False
        if after is not None and to_old[after] < to_old[j]:
            return False
        if likeness(old[to_old[j]]["rows"], new[j]["rows"]) < 0.76:
            return False
    # Those that are found by place have not moved either.
    order = [i for i in to_old if i is not None]
    ends, begins = runs(order)
    last = [to_old[j] for j in by_place]
    return last == sorted(last)


def due_board(due, p, q):
    if p["rows"] == q["rows"]:
        return
    if identity(p["rows"]) == identity(q["rows"]):
        due.append("redrawn-puzzle")
    else:
        due.append("changed-puzzle")


def due_title(due, p, q):
    if p["title"] != q["title"]:
        due.append("renamed-puzzle" if q["title"] else "lost-text")


def due_author(due, was, now):
    if was != now:
        due.append("changed-author" if now else "lost-text")


def due_text(due, p, q):
    played = [{moves for _, moves in x["games"]} for x in (p, q)]
    was = p["notes"] + [t for t, moves in p["games"] if moves in played[1]]
    now = q["notes"] + [t for t, moves in q["games"] if moves in played[0]]
    was, now = ([line.strip() for line in x if line.strip()] for x in (was, now))
    counts = collections.Counter(was), collections.Counter(now)
    gone = sum((counts[0] - counts[1]).values())
    added = sum((counts[1] - counts[0]).values())
    if gone > added:
        due.append("lost-text")
    elif gone or added or was != now:
        due.append("changed-text")
    if p["rows"] == q["rows"]:
        due += ["lost-text"] * any(
            title.lower().startswith(NO_CLAIMS) and moves not in played[1]
            for title, moves in p["games"]
        )


def due_solutions(due, p, q):
    was, now = best(p), best(q)
    if was and not now:
        due.append("lost-solution")
    elif now and not was:
        due.append("better-solution")
    elif was and now:
        for by, (a, b) in enumerate(zip(was, now)):
            if a[by] != b[by]:
                due.append("better-solution" if b[by] < a[by] else "worse-solution")


def expected(old, new, authors):
    """By side and index, the rules that are due, apart from moved-puzzle."""
    due = collections.defaultdict(list)
    to_old = partners(old, new)
    inherited = False
    for j, q in enumerate(new):
        if to_old[j] is None:
            due["new", j] = ["new-puzzle"]
            continue
        p, of = old[to_old[j]], due["new", j]
        due_title(of, p, q)
        due_board(of, p, q)
        was, now = p["author"] or authors[0], q["author"] or authors[1]
        # What all inherit is said once.
        if p["author"] or q["author"] or not inherited:
            due_author(of, was, now)
            inherited |= not p["author"] and not q["author"] and was != now
        due_text(of, p, q)
        due_solutions(of, p, q)
    for i in range(len(old)):
        if i not in to_old:
            due["old", i] = ["missing-puzzle"]
    return due


# ---- what is reported


def save(maker, side, collection, header):
    """Write a collection as one or several files of any format: their names, and
    by name and number the index of a puzzle."""
    some = maker.random
    pieces, names, index, start = 1, [], {}, 0
    if not header and len(collection) > 2:
        pieces = some.choice((1, 1, 2, 3))
    ends = sorted(some.sample(range(1, len(collection)), pieces - 1)) + [
        len(collection)
    ]
    for k, end in enumerate(ends):
        name = f"{side}{k}.sok"
        write(name, text(collection[start:end], header))
        form = some.choice(("sok", "sok", "jsonl", "records", "formatted"))
        if form in ("jsonl", "records"):
            run("sokconv", "-t", form, "-o", f"{side}{k}.{form}", name)
            name = f"{side}{k}.{form}"
        elif form == "formatted":
            run("sokfmt", "-w", name)
        names.append(name)
        for i in range(start, end):
            index[f"{side}{k}", i - start + 1] = i
        start = end
    return names, index


def check_message(rule, message, p, q):
    """What the message says is so: '' or what is not."""
    numbers = re.search(r"changed since .*: (\d+) squares? differ", message)
    if rule == "changed-puzzle" and len(p["rows"]) == len(q["rows"]) and numbers:
        n = sum(a != b for r, s in zip(p["rows"], q["rows"]) for a, b in zip(r, s))
        if n != int(numbers[1]) and likeness(p["rows"], q["rows"]) > 0.8:
            return f"{n} squares differ"
    if rule == "redrawn-puzzle":
        was, now = simplified(p["rows"]), simplified(q["rows"])
        turned = re.search(r"turned by ([a-z0-9-]+)$", message)
        if turned:
            was = SYMMETRIES[turned[1]](was)
        if turned or message.endswith("the player stands elsewhere in its area"):
            was, now = without_player(was), without_player(now)
        elif not message.endswith("the squares outside its walls differ"):
            return "no reason"
        if was != now:
            return "another symmetry"
    if rule == "renamed-puzzle" and f"`{q['title']}`" not in message:
        return "another title"
    solved = re.search(
        r"by (moves|pushes) has (\d+)/(\d+) .* has (\d+)/(\d+)$", message
    )
    if solved:
        by = solved[1] == "pushes"
        n = [int(solved[i]) for i in range(2, 6)]
        if tuple(n[:2]) != best(q)[by] or tuple(n[2:]) != best(p)[by]:
            return "other numbers"
    return ""


def compare(maker, old, new, headers):
    authors = [
        next((h[8:] for h in header if h.startswith("Author: ")), "")
        for header in headers
    ]
    old_names, old_index = save(maker, "old", old, headers[0])
    new_names, new_index = save(maker, "new", new, headers[1])
    jobs = f"-j{maker.random.choice((1, 1, 2))}"
    report = run(
        "sokcheck",
        jobs,
        "-F",
        "json",
        *(f"--against={o}" for o in old_names),
        *new_names,
    )
    due, found = expected(old, new, authors), collections.defaultdict(list)
    to_old, moved, of_header = partners(old, new), set(), []
    for line in report.splitlines():
        finding = json.loads(line)
        rule = finding["code"]["value"]
        # Records have the name of the file that they were made from.
        path = finding["location"]["path"].split(".")[0]
        if rule not in RULES:
            continue
        if "puzzle" not in finding:
            of_header.append(rule)
            continue
        side = path[:3]
        at = (old_index if side == "old" else new_index)[path, finding["puzzle"]]
        message = finding["message"]
        if rule == "moved-puzzle":
            moved.add(at)
            was = re.search(r"it was puzzle (\d+), at (.*):\d+$", message)
            if old_index[was[2].split(".")[0], int(was[1])] != to_old[at]:
                return f"new {at}: {message}"
            continue
        found[side, at].append(rule)
        if side == "new" and to_old[at] is not None:
            wrong = check_message(rule, message, old[to_old[at]], new[at])
            if wrong:
                return f"new {at}: {message}: {wrong}"
    for at in sorted(due.keys() | found.keys()):
        if sorted(due[at]) != sorted(found[at]):
            return (
                f"{at[0]} {at[1]}: reported {sorted(found[at])}, due {sorted(due[at])}"
            )
    stay = [i for j, i in enumerate(to_old) if i is not None and j not in moved]
    order = [i for i in to_old if i is not None]
    if stay != sorted(stay) or len(stay) != max(runs(order)[0], default=0):
        return f"moved {sorted(moved)} of {order}"
    notes = [[line for line in h if not line.startswith("Author")] for h in headers]
    lost = len(set(notes[0]) - set(notes[1])) > len(set(notes[1]) - set(notes[0]))
    want = ["lost-text" if lost else "changed-text"] if notes[0] != notes[1] else []
    if any(i is not None for i in to_old) and of_header != want:
        return f"header: reported {of_header}, due {want}"
    return None


def make_headers(maker):
    some = maker.random
    old = [f"Author: {maker.word()}"] * some.randint(0, 1)
    old += [f"Set: {maker.word()}"]
    new = list(old)
    what = some.randrange(5)
    if what == 0:
        new[-1] = f"Set: {maker.word()}"
    elif what == 1:
        new.append(maker.word())
    elif what == 2 and len(old) > 1:
        new[0] = f"Author: {maker.word()}"
    elif what == 3 and len(old) > 1:
        new.pop(0)
    return old, new


def fails(seed, files):
    maker = Maker(seed)
    real = files and files[seed % len(files)]
    base = make_base(maker, real)
    headers = make_headers(maker) if maker.random.random() < 0.2 else ((), ())
    for attempt in range(20):
        new = make_script(
            maker, base, 0 if attempt > 10 else maker.random.choice((0, 0, 1, 2, 6))
        )
        if is_plain(base, new):
            return compare(maker, base, new, headers)
    return None


def main():
    seed, scripts = int(sys.argv[1]), int(sys.argv[2])
    files = load(sys.argv[3:])
    check(seed, scripts, lambda n: fails(n, files))


if __name__ == "__main__":
    main()
