"""The version of the library that is linked."""

from ._sok import ffi, lib

__version__: str = ffi.string(lib.block_version()).decode()
