"""A format: how it is called, how files in it look, and how they are read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from search.reading import Item

Read = Callable[[str, Iterable[str]], Iterator[Item]]
"""Given the name of a file and its lines, with their ends: the papers in their order, and what was amiss."""


@dataclass(frozen=True, slots=True)
class Form:
    """`name` is what people type, `label` what they read. `fits` knows a file by its beginning, `suffixes` by its name.
    With `in_pieces`, lines of any length are read, and the longest come in several pieces."""

    name: str
    label: str
    suffixes: tuple[str, ...]
    read: Read
    fits: Callable[[str], bool] = lambda _: False
    in_pieces: bool = False
