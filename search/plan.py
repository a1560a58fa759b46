"""What the library holds, and what is to be done with it, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from search.models import Paper
from search.reading import Problem
from search.recognition import Doubt, Duplicate
from search.wardrobe import Coats


@dataclass(frozen=True, slots=True)
class Held:
    """A paper as the library has it. One that was `imported` stays when the seeds no longer have it; one that was
    `retired` is not shown any more, but its handle is still its own. `coats` are its records, where it has several."""

    paper: Paper
    imported: bool = False
    retired: bool = False
    coats: Coats = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done. `added` papers have no handle yet; all others carry theirs. `unchanged` ones are as held.
    `torn` tells of abstracts that were whole and now stand in two paragraphs, `doubtful` of papers that may be one.

    `coats` are the records of papers that have others than before, by handle; `added_coats` those of added papers, by
    their places, and `doubts` what is doubtful of these.
    """

    added: tuple[Paper, ...] = ()
    updated: tuple[Paper, ...] = ()
    retired: tuple[Paper, ...] = ()
    unchanged: tuple[Paper, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    torn: tuple[Problem, ...] = ()
    doubtful: tuple[Problem, ...] = ()
    coats: Mapping[str, Coats] = field(default_factory=dict)
    added_coats: Mapping[int, Coats] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
