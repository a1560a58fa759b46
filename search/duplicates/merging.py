"""Several records of one paper as one, which keeps each of them whole, so that they can be listed and split again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from search.duplicates.exact import ExactName, exact_names
from search.models import OTHERS, Paper
from search.reading import filled


@dataclass(frozen=True, slots=True)
class Coat:
    """One record of a paper, as it was read, and why it is of this paper; of the first one there is nothing to say."""

    record: Paper
    because: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """What one record says of one field; `source` is the record's."""

    field: str
    value: object
    source: str


@dataclass(frozen=True, slots=True)
class Merged:
    """`paper` is shown, `records` are what it was made of, the one that counts most first."""

    paper: Paper
    records: tuple[Paper, ...]

    @property
    def names(self) -> frozenset[ExactName]:
        """Every exact name that any of the records gives."""
        return frozenset[ExactName]().union(*map(exact_names, self.records))

    def values(self) -> Iterator[Value]:
        """Every value of every field with where it came from, also those that are not shown."""
        for each in fields(Paper):
            for record in self.records:
                value = getattr(record, each.name)
                if value and each.name not in {"id", "source"}:
                    yield Value(each.name, value, record.source or "")


def merge(records: Sequence[Paper]) -> Merged:
    """The first record with its gaps filled from the others in their order; its id and its source stay.

    Only where the first names some authors and `others`, a list of all is taken instead. Raises `ValueError` for none.
    """
    if not records:
        raise ValueError("There is nothing to merge.")
    paper = records[0]
    for record in records[1:]:
        paper = filled(paper, replace(record, id=paper.id))
        if OTHERS in paper.authors and record.authors and OTHERS not in record.authors:
            paper = replace(paper, authors=record.authors)
    return Merged(paper, tuple(records))


def split(merged: Merged, source: str) -> tuple[Merged, Paper]:
    """What is left without the record from this source, and that record, as it came.

    Raises `ValueError` where no record came from there, and where it is the only one.
    """
    taken = next((record for record in merged.records if record.source == source), None)
    if taken is None or len(merged.records) == 1:
        raise ValueError(f"There is no second record from {source} to split off.")
    left = [record for record in merged.records if record is not taken]
    if merged.records[0] is taken:
        left[0] = replace(left[0], id=taken.id)
        taken = replace(taken, id="")
    return merge(left), taken
