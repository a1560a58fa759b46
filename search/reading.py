"""What reading a file yields: papers, facts about papers that stand in another file, and what was amiss."""

from dataclasses import dataclass, fields, replace

from search.models import Paper


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was not read as it may have been meant: in which file, where (`paragraph 3`, `line 17`, empty for
    the whole file), and what is the matter, as the rest of a sentence."""

    file: str
    place: str
    reason: str

    def __str__(self) -> str:
        """The whole sentence."""
        where = f"{self.file}, {self.place}" if self.place else self.file
        return f"{where}: {self.reason}."


@dataclass(frozen=True, slots=True)
class Fact:
    """What one file says about a paper that stands in another one: the file it stands in (the beginning of the name is
    enough), its number there from 1 (a hint, 0 when not given), how its abstract begins, and what is known of it.
    `stated_in` and `place` tell where the fact itself was read."""

    file: str
    number: int
    begins: str
    about: Paper
    stated_in: str
    place: str


Item = Paper | Fact | Problem
"""What a format yields, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one file holds."""

    papers: tuple[Paper, ...] = ()
    facts: tuple[Fact, ...] = ()
    problems: tuple[Problem, ...] = ()


def source_file(paper: Paper) -> str:
    """The name of the file a paper was read from; empty when that is not known."""
    return (paper.source or "").rpartition("#")[0]


def filled(first: Paper, second: Paper) -> Paper:
    """`first`, with every field it leaves empty taken from `second`."""
    gaps = [field.name for field in fields(first) if not getattr(first, field.name)]
    return replace(first, **{name: getattr(second, name) for name in gaps}) if gaps else first
