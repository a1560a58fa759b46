"""Which records a paper consists of as more of them are read: each that says something, with its source, once."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from hashlib import blake2b

from search.duplicates import Coat, merge
from search.models import Paper
from search.reading import filled, source_file

Coats = tuple[Coat, ...]
"""The records of a paper, the first one first; none while there is only one, which the paper itself is then."""
SAME_ABSTRACT = "the same abstract"
SAYING = tuple(each.name for each in fields(Paper) if each.name not in {"id", "source"})
"""The fields in which a record says something of its paper."""


def with_gaps_filled(paper: Paper, record: Paper) -> Paper:
    """The paper with what it lacks; its handle and where it came from stay."""
    return merge((paper, record)).paper


def worn_by(coats: Coats, paper: Paper) -> Coats:
    """All records of the paper, one at least."""
    return coats or (Coat(replace(paper, id="")),)


def with_coat(coats: Coats, shown: Paper, coat: Coat, instead: Coat | None = None) -> Coats:
    """With one more record of the paper that is shown, in the place of what its source said before, or `instead` of
    another one. A record that says nothing which no other one says is not kept."""
    first, *others = worn_by(coats, shown)
    if adds_nothing(coat.record, [first.record, *(each.record for each in others)]):
        return coats
    if first is instead:
        return (coat, *others)
    kept = (each for each in others if each is not instead and each.record.source != coat.record.source)
    return (first, *kept, coat)


def led_by(coats: Coats, before: Paper, record: Paper) -> Coats:
    """With this record as the first one: it has its say from now on. It takes the place of the one before, if that
    came from the same file."""
    same_file = source_file(record) == source_file(before)
    if same_file and not coats:
        return ()
    first, *others = worn_by(coats, before)
    if same_file:
        return _more_than_one((Coat(filled(record, first.record)), *others))
    # What the first one said otherwise would be lost; the others keep their reasons.
    kept = (replace(first, because=first.because or SAME_ABSTRACT), *others)
    return _more_than_one((Coat(record), *(each for each in kept if each.record.source != record.source)))


def back_with(coats: Coats, record: Paper) -> Coats:
    """Of a paper that left and comes back with this record: of the others, those that somebody joined to it stay."""
    return _more_than_one((Coat(record), *(each for each in coats[1:] if each.record.id)))


def adds_nothing(record: Paper, others: Sequence[Paper]) -> bool:
    """Whether everything that this record says is said by another one."""
    said = ((name, getattr(record, name)) for name in SAYING)
    return all(any(getattr(each, name) == value for each in others) for name, value in said if value)


def without(coats: Coats, shown: Paper, coat: Coat) -> tuple[Paper, Coats]:
    """The paper and its records once this one is taken away. What was changed in the paper since, by whatever means,
    stays as it is."""
    left = tuple(each for each in coats if each is not coat)
    was, now = (merge([each.record for each in some]).paper for some in (coats, left))
    changed = {name: getattr(now, name) for name in SAYING if getattr(shown, name) == getattr(was, name)}
    source = now.source if shown.source == was.source else shown.source
    return replace(shown, source=source, **changed), left if len(left) > 1 else ()


def record_print(record: Paper) -> str:
    """Equal for two records that say the same, wherever they stand."""
    said = {name: value for name, value in asdict(record).items() if name in SAYING and value}
    return blake2b(json.dumps(said, sort_keys=True).encode("utf-8", "replace"), digest_size=16).hexdigest()


def _more_than_one(coats: Coats) -> Coats:
    first, *others = coats
    kept = [each for each in others if not adds_nothing(each.record, [first.record])]
    return (first, *kept) if kept else ()
