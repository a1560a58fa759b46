"""Finds the records that are read among those that the library has: by the same abstract, or by an edited one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from search.duplicates import Coat, clearly_another, mixed_up
from search.models import Paper
from search.reading import source_file
from search.sameness import alike, fingerprint
from search.wardrobe import SAYING


@dataclass(frozen=True, slots=True)
class Known:
    """A record that the library has: the paper at `place` as it is shown, or one of its coats. `retired`: the paper is
    not shown any more."""

    place: int
    record: Paper
    retired: bool = False
    coat: Coat | None = None


def same(known: Sequence[Known], papers: Sequence[Paper], settled: Mapping[int, Known]) -> dict[int, Known]:
    """By the places of papers that were read, the known records with the same abstract; those still shown come before
    retired ones. `settled` are those of which a person has said what they are."""
    by_text: dict[str, list[Known]] = defaultdict(list)
    for each in sorted(known, key=lambda each: (each.retired, each.coat is not None)):
        by_text[fingerprint(each.record.abstract)].append(each)
    found = dict(settled)
    for place, paper in enumerate(papers):
        if place not in found:
            alike_ones = by_text.get(fingerprint(paper.abstract), ())
            fitting = [each for each in alike_ones if not mixed_up(each.record, paper)]
            if fitting:
                found[place] = fitting[0] if len(fitting) == 1 else _nearest(fitting, paper)
    return found


def edited(
    known: Sequence[Known], papers: Sequence[Paper], found: Mapping[int, Known], swept: frozenset[str]
) -> dict[int, Known]:
    """As `same`, for papers whose text has changed: the most similar pairs first, each record once."""
    taken = set(map(id, found.values()))
    files = {source_file(paper) for paper in papers}
    free = [each for each in known if id(each) not in taken]
    old = [each for each in free if each.retired or source_file(each.record) in files | swept]
    new = [place for place in range(len(papers)) if place not in found]
    scores = alike([each.record.abstract for each in old], [papers[place].abstract for place in new])
    pairs: dict[int, Known] = {}
    used: set[int] = set()
    for _, from_place, to_place in sorted(scores, key=lambda score: -score[0]):
        before, after = old[from_place], new[to_place]
        file = source_file(before.record)
        may_be = file == source_file(papers[after]) or file not in files or before.retired
        free_both = after not in pairs and from_place not in used
        if may_be and free_both and not clearly_another(before.record, papers[after]):
            pairs[after] = before
            used.add(from_place)
    return pairs


def _nearest(fitting: Sequence[Known], paper: Paper) -> Known:
    """Several have the abstract: the one that agrees in most other fields, as each has its own record."""

    def agreeing(each: Known) -> tuple[bool, int]:
        equal = (getattr(each.record, name) == getattr(paper, name) for name in (*SAYING, "source"))
        return not each.retired, sum(equal)

    return max(fitting, key=agreeing)
