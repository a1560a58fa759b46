"""How much of a file is read before it is taken for a mistake or an attack."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """`file` counts bytes, and characters once unpacked; `line` and `record` count characters; `depth` counts values
    inside one another; `papers` and `problems` are what is kept of a file."""

    file: int = 200_000_000
    line: int = 1_000_000
    record: int = 10_000_000
    depth: int = 100
    papers: int = 500_000
    problems: int = 10_000


LIMITS = Limits()
