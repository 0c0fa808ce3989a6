"""diffs.py SEED NUMBER [FILE ...] - what `sokfmt -d` prints is a diff with which
patch and git make of a file exactly what sokfmt makes of it: of NUMBER random
texts or, if there are files, of random changes to these.  Prints what is wrong.
"""

import os
import random
import subprocess
import sys
import tempfile

OPTIONS = [
    [],
    ["--floor=dash"],
    ["--transform=rotate90"],
    ["--transform=flip-h", "--simplify"],
    ["--drop=titles"],
    ["--drop=solutions,notes"],
    ["--title=key", "--wrap=20"],
    ["--sort=-boxes,title"],
    ["--unique=unique"],
    ["--number=Level %n"],
]

PIECES = [
    b"#####\n#@$.#\n#####\n",
    b"; 7\n",
    b"\n",
    b" \n",
    b"\r\n",
    b"Title: a\r\n",
    b"Author: \xe9\n",
    b"Caf\xc3\xa9\n",
    b"R\n",
    b"rrRRuull\n",
    b"5#|#@$.#|5#\n",
    b"  #####  \n  #@$.#\n  #####\n",
    b"Comment:\n#-#\nComment-End:\n",
    b"--- a\n",
    b"+++ b\n",
    b"@@ -1 +1 @@\n",
    b"\\ No newline at end of file\n",
    b"a\0b\n",
    b"####\t#\n",
    b"\xff\xfe\x80\n",
    b"-#####\n-#@$.#\n-#####\n",
]


def soup(rng):
    pieces = [rng.choice(PIECES) for _ in range(rng.randrange(60))]
    if rng.random() < 0.5:
        pieces *= rng.randrange(1, 4)
    return b"".join(pieces)


def mutated(rng, data):
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randrange(12)):
        at = rng.randrange(len(lines) + 1)
        what = rng.randrange(6)
        if what == 0:
            del lines[at : at + rng.randrange(1, 30)]
        elif what == 1:
            lines[at:at] = lines[: rng.randrange(30)]
        elif what == 2:
            lines.insert(at, rng.choice(PIECES))
        elif at < len(lines):
            line = lines[at]
            end = b" \r\n" if what == 3 else b"\r\n" if what == 4 else b" \n"
            lines[at] = line.rstrip(b"\r\n") + end
    if rng.random() < 0.2:
        lines = [line.rstrip(b"\r\n") + b"\r\n" for line in lines]
    return b"".join(lines)


def run(command, **more):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
    )


def check(options, data):
    """What is wrong, or None."""
    with open("in", "wb") as f:
        f.write(data)
    want = run(["sokfmt", "-f", "sok", *options, "in"])
    diff = run(["sokfmt", "-d", "-f", "sok", *options, "in"])
    same = want.stdout == data
    # A file with an error has the status of that anyway.
    if want.returncode == 0 and diff.returncode != (0 if same else 1):
        return "status %d" % diff.returncode
    if want.returncode > 1:
        return None if want.returncode == diff.returncode else "status"
    # Nothing is proposed for the two versions of a conflict.
    if b"conflict-marker" in diff.stderr:
        return None
    if diff.stdout == b"":
        return None if same else "no diff"
    if not diff.stdout.startswith(b"--- in\n+++ in\n@@ "):
        return "not a diff"
    for tool in (
        ["patch", "-s", "--binary", "-F0", "in"],
        ["git", "apply", "-p0", "--whitespace=nowarn"],
    ):
        with open("in", "wb") as f:
            f.write(data)
        done = run(tool, input=diff.stdout)
        with open("in", "rb") as f:
            got = f.read()
        os.unlink("in")
        if done.returncode != 0 or done.stderr != b"" or got != want.stdout:
            return "%s: %s" % (tool[0], (done.stdout + done.stderr).decode())
    return None


def main():
    seed, number = int(sys.argv[1]), int(sys.argv[2])
    files = [os.path.abspath(name) for name in sys.argv[3:]]
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for n in range(seed, seed + number):
            rng = random.Random(n)
            name = files[n % len(files)] if files else "soup"
            if files:
                with open(name, "rb") as f:
                    data = f.read()
                # The first time as it is.
                data = data if n < len(files) else mutated(rng, data)
            else:
                data = soup(rng)
            options = rng.choice(OPTIONS)
            wrong = check(options, data)
            if wrong:
                print("seed %d, %s %s: %s" % (n, name, options, wrong))


main()
