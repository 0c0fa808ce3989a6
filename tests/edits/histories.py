#!/usr/bin/env python3
"""histories.py SNIPPETS SEED HISTORIES [FILE ...]: real git, with the gitconfig
and the gitattributes in the folder SNIPPETS, merges collections that two branches
edited in a few commits each.

Where the edits are disjoint, git merge, rebase and cherry-pick are clean and give
both; where they are not, a conflict has markers, and in any case no puzzle, no
solution and no note of either side is lost.
"""

import copy
import os
import shutil
import subprocess
import sys

from model import Maker, check, load, run, text, words, write
from three_way import disjoint, lost_boards, overlapping, sorted_lines

PATHS = ("levels.sok", "my levels/-it's.sok")


def git(*arguments, status=(0,)):
    return run("git", *arguments, status=status)


def new_repository(snippets):
    shutil.rmtree("history", ignore_errors=True)
    os.mkdir("history")
    os.chdir("history")
    git("init", "-q")
    git("config", "--local", "include.path", snippets + "/gitconfig")
    shutil.copy(snippets + "/gitattributes", ".gitattributes")
    os.mkdir("my levels")


def commit(path, version, message):
    write(path, text(version.puzzles, version.header))
    git("add", "-A")
    git("commit", "-q", "--allow-empty", "-m", message)


def halfway(maker, base, end):
    """Some version between: puzzles that both have, some of them edited."""
    between, edited = copy.deepcopy(base), {p["id"]: p for p in end.puzzles}
    for k, p in enumerate(between.puzzles):
        if p["id"] in edited and maker.random.random() < 0.5:
            between.puzzles[k] = copy.deepcopy(edited[p["id"]])
    return between


def branch(maker, path, base, end, name):
    """Commit a version in one or several steps."""
    for step in range(maker.random.choice((0, 0, 1, 2))):
        commit(path, halfway(maker, base, end), f"{name} {step}")
    commit(path, end, name)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def one_history(maker, how, base, ours, theirs):
    """Returns whether git was content, and the file as it left it."""
    path = maker.random.choice(PATHS)
    commit(path, base, "base")
    git("checkout", "-q", "-b", "side")
    # A file that one side renames is still merged puzzle by puzzle.
    moved = path
    if maker.random.random() < 0.2:
        moved = "renamed.sok"
        git("mv", path, moved)
        git("commit", "-q", "-m", "rename")
    branch(maker, moved, base, theirs, "theirs")
    git("checkout", "-q", "-")
    branch(maker, path, base, ours, "ours")
    # Small files with many edits are hardly alike.
    command = {
        "rebase": ("rebase", "-q", "-X", "find-renames=1%", "side"),
        "squash": ("merge", "-q", "-X", "find-renames=1%", "--squash", "side"),
        "merge": ("merge", "-q", "-X", "find-renames=1%", "-m", "both", "side"),
    }[how]
    done = subprocess.run(("git",) + command, capture_output=True)
    files = [there for there in {path, moved} if os.path.exists(there)]
    if len(files) == 2:
        # Where nothing is alike git sees no renaming, and leaves both.
        return None, "\n\n".join(map(read, files))
    # What git left alone is as it was written.
    if done.returncode == 0:
        return 0, run("sokfmt", files[0])
    return done.returncode, read(files[0])


def formatted(version):
    write("../version", text(version.puzzles, version.header))
    return run("sokfmt", "../version")


def history(maker, real):
    if maker.random.random() < 0.6:
        base, (ours, theirs, both), any_order = disjoint(maker, real)
        how = maker.random.choice(("merge", "merge", "squash", "rebase"))
        status, merged = one_history(maker, how, base, ours, theirs)
        if status is None:
            return None
        want = formatted(both)
        if how == "rebase":
            # The roles are exchanged, and places and games with them.
            merged, want = sorted_lines(merged), sorted_lines(want)
        elif any_order:
            merged, want = sorted_lines(merged), sorted_lines(want)
        if status != 0 or merged != want:
            return f"{how}: status {status}"
        return None
    base, ours, theirs = overlapping(maker, real)
    status, merged = one_history(maker, "merge", base, ours, theirs)
    b, o, t = (formatted(version) for version in (base, ours, theirs))
    lost = (
        (words(o) - words(b)) | (words(t) - words(b)) | (words(o) & words(t))
    ) - words(merged)
    if lost or lost_boards(b, o, t, merged):
        return f"conflict: lost {sorted(lost)}"
    if status is None:
        return None
    conflict = "\n<<<<<<<" in "\n" + merged
    unmerged = git("ls-files", "-u") != ""
    if (status != 0) != conflict or conflict != unmerged:
        return f"conflict: status {status}, markers {conflict}, unmerged {unmerged}"
    return None


def main():
    snippets, home = os.path.abspath(sys.argv[1]), os.getcwd()
    os.environ.update(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_NOSYSTEM="1",
        GIT_AUTHOR_NAME="Ann",
        GIT_AUTHOR_EMAIL="ann@example.org",
        GIT_COMMITTER_NAME="Ann",
        GIT_COMMITTER_EMAIL="ann@example.org",
    )
    files = load(sys.argv[4:])

    def fails(seed):
        os.chdir(home)
        new_repository(snippets)
        return history(Maker(seed), files and files[seed % len(files)])

    check(int(sys.argv[2]), int(sys.argv[3]), fails)


if __name__ == "__main__":
    main()
