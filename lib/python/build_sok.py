"""How cffi builds soktools._sok: the two C files of this package, linked with
the library.

Without further settings the library is built by make from the sources: those
around this folder in a checkout, or those in src/ in an sdist.
SOKTOOLS_LIBSOK=FILE links that libsok.a or libsok.so; the header is then
SOKTOOLS_INCLUDE/sok.h."""

import os
import pathlib
import shutil
import subprocess

import cffi

HERE = pathlib.Path(__file__).resolve().parent
OPTIONAL = ("expat", "jansson", "libarchive")


def root() -> pathlib.Path:
    """The folder with the Makefile."""
    for folder in (HERE / "src", HERE.parent.parent):
        if (folder / "lib" / "sok.h").exists():
            return folder
    raise SystemExit("soktools: the sources of libsok are not there")


def found() -> list:
    """The optional libraries that pkg-config knows."""
    if shutil.which("pkg-config") is None:
        return []
    return [name for name in OPTIONAL
            if subprocess.run(["pkg-config", "--exists", name]).returncode == 0]


def library() -> tuple:
    """The library to link with, the folder of sok.h, and further options."""
    given = os.environ.get("SOKTOOLS_LIBSOK")
    packages = found()
    if given:
        include = os.environ.get("SOKTOOLS_INCLUDE") or str(root() / "lib")
        file = os.path.abspath(given)
    else:
        top = root()
        # CFLAGS of Python are for Python.
        env = {name: value for name, value in os.environ.items()
               if name not in ("CFLAGS", "LDFLAGS", "MAKEFLAGS", "MAKELEVEL")}
        subprocess.run(["make", "-s", f"-j{os.cpu_count() or 1}", "-C", str(top),
                        "BUILD=build/python", "PKGS=" + " ".join(packages),
                        "build/python/libsok.a"], check=True, env=env)
        include, file = str(top / "lib"), str(top / "build/python/libsok.a")
    link = [file, "-pthread"]
    if file.endswith(".a"):
        names = [name for name in packages if name != "libarchive"]
        if names:
            link += subprocess.run(["pkg-config", "--libs", *names], check=True,
                                   capture_output=True, text=True).stdout.split()
        link.append("-ldl")
    return include, link


def builder() -> cffi.FFI:
    """What setuptools asks for by cffi_modules."""
    include, link = library()
    ffi = cffi.FFI()
    ffi.cdef("struct sok_row;\n" + (HERE / "soktools/block.h").read_text())
    ffi.set_source(
        "soktools._sok", '#include "block_private.h"',
        sources=["soktools/block.c", "soktools/block_use.c"],
        depends=["soktools/block.h", "soktools/block_private.h", link[0]],
        include_dirs=[include, "soktools"],
        extra_compile_args=["-std=c17", "-O2", "-D_POSIX_C_SOURCE=200809L"],
        extra_link_args=link)
    return ffi
