"""Gives memory that nobody uses any more back to the system, which the C library otherwise keeps for later."""

import ctypes

MMAP_THRESHOLD = -3
"""The number of that option of GNU's `mallopt`."""
LARGE = 4 << 20
"""Bytes from which on an array has memory of its own, which goes when it goes. Left alone, the C library puts arrays up
to eight times as large into its heap once it has seen some, and there they leave holes."""


def give_back() -> None:
    """Takes milliseconds; does nothing where the C library knows no such thing."""
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt") and hasattr(library, "malloc_trim"):
        library.mallopt(MMAP_THRESHOLD, LARGE)
        library.malloc_trim(0)
