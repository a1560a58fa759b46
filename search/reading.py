"""What reading a file yields: papers, facts about papers that stand in another file, and what was amiss."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace

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
class Skipped(Problem):
    """A record that was left out, or several for reasons that are not told one by one; `reason` says so."""

    records: int = 1


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


WANTED = (
    ("title", ("title",)),
    ("authors", ("authors",)),
    ("year", ("year",)),
    ("venue", ("venue",)),
    ("link", ("url", "pdf", "doi", "arxiv_id")),
)
"""What people look for in a paper, and the fields that hold it."""
Item = Paper | Fact | Problem
"""What a format yields, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one file holds; `form` is the label of the format it was read in."""

    papers: tuple[Paper, ...] = ()
    facts: tuple[Fact, ...] = ()
    problems: tuple[Problem, ...] = ()
    form: str = field(default="", compare=False)

    @property
    def skipped(self) -> int:
        """How many records were left out."""
        return left_out(self.problems)

    def missing(self) -> dict[str, int]:
        """How many of the papers lack a field that people look for; only fields that some lack."""
        lacking = {
            what: sum(not any(getattr(paper, name) for name in names) for paper in self.papers)
            for what, names in WANTED
        }
        return {what: number for what, number in lacking.items() if number}


def left_out(problems: Iterable[Problem]) -> int:
    """How many records these problems have cost."""
    return sum(problem.records for problem in problems if isinstance(problem, Skipped))


def source_file(paper: Paper) -> str:
    """The name of the file a paper was read from; empty when that is not known."""
    return (paper.source or "").rpartition("#")[0]


def filled(first: Paper, second: Paper) -> Paper:
    """`first`, with every field it leaves empty taken from `second`."""
    gaps = [each.name for each in fields(first) if not getattr(first, each.name)]
    return replace(first, **{name: getattr(second, name) for name in gaps}) if gaps else first
