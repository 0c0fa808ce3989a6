"""Build the extension, and put the sources of the library into the sdist."""

import pathlib
import shutil

from setuptools import setup
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
# What make needs to build libsok.a.
SOURCES = ("Makefile", "LICENSE", "lib/**/*.[ch]", "lib/sok.pc.in",
           "lib/format/html/embed", "lib/format/html/page/*",
           "lib/format/picture/*.svg", "cmd/share/*.mk")


class Sdist(sdist):
    """An sdist with src/, which a checkout has around this folder."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        top = HERE / "src" if (HERE / "src").exists() else TOP
        for pattern in SOURCES:
            for path in sorted(top.glob(pattern)):
                part = path.relative_to(top)
                if not path.is_file() or part.parts[:2] == ("lib", "python"):
                    continue
                target = pathlib.Path(base_dir) / "src" / part
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)


def version() -> str:
    """The version of the library, from its header."""
    top = HERE / "src" if (HERE / "src").exists() else TOP
    for line in (top / "lib/sok.h").read_text().splitlines():
        if line.startswith("#define SOK_VERSION "):
            return line.split('"')[1]
    raise SystemExit("soktools: lib/sok.h has no version")


setup(version=version(), cmdclass={"sdist": Sdist},
      cffi_modules=["build_sok.py:builder"])
