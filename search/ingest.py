"""Decides what files now say against what the library holds: which papers are new, edited, gone or the same."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from search.duplicates import Coat, mixed_up
from search.language.handle import handles
from search.language.links import code_address
from search.language.words import squeeze
from search.matching import Known, edited, same
from search.models import Paper
from search.outcome import Results
from search.plan import Held, Plan
from search.reading import Problem, source_file
from search.recognition import Duplicate, Recognised, recognised
from search.sameness import fingerprint
from search.wardrobe import SAME_ABSTRACT, adds_nothing, record_print


def reconcile(
    held: Sequence[Held],
    read: Sequence[Paper],
    swept: frozenset[str] = frozenset(),
    partial: bool = False,
    apart: Mapping[str, str] | None = None,
) -> Plan:
    """What becomes of the papers that were read and of those that the library holds.

    The same abstract is the same paper, wherever it now stands. Failing that, the most similar paper of the same file
    is the same paper, edited; or of a `swept` file that is gone. What was imported may also be a known paper in another
    coat (`search.duplicates`). The rest is new. Retired papers come back so, too.

    `swept` are the files that were looked through whole: what stood there and is not found again is retired, unless it
    was imported too. `partial` says that some file could not be read, so that what seems to be missing may still be
    true. Papers earlier in `held` win over later ones. `apart` has, by their prints, records that somebody has split
    off, and the handles of the papers that they are now.
    """
    known = tuple(_known(held))
    distinct = _distinct(known, held, read, apart or {})
    exact = same(known, distinct.papers, distinct.settled)
    found = {**edited(known, distinct.papers, exact, swept), **exact}
    coats = _unknown(known, held, distinct, found, merged=not swept)
    results = Results(held, swept, partial)
    _meet(results, found, distinct, merged=not swept)
    for number, coat in coats.known:
        results.dress(known[number].place, coat)
    return replace(
        results.plan(),
        added=coats.added,
        duplicates=(*_repeats(distinct, merged=not swept), *coats.duplicates),
        torn=tuple(_torn(held, distinct.papers, exact)),
        doubtful=coats.doubtful,
        added_coats=coats.coats,
        doubts=coats.doubts,
    )


@dataclass(frozen=True, slots=True)
class _Distinct:
    """The papers with different abstracts; by their places what somebody has settled, and the further records that have
    their abstract."""

    papers: list[Paper] = field(default_factory=list)
    settled: dict[int, Known] = field(default_factory=dict)
    repeated: dict[int, list[Coat]] = field(default_factory=lambda: defaultdict(list))


def _known(held: Sequence[Held]) -> Iterator[Known]:
    """Every record, the papers as they are shown first; those that were joined to another one are records of that."""
    joined = {coat.record.id for old in held for coat in old.coats}
    for place, old in enumerate(held):
        if not (old.retired and old.paper.id in joined):
            yield Known(place, old.paper, old.retired)
    for place, old in enumerate(held):
        yield from (Known(place, coat.record, old.retired, coat) for coat in old.coats)


def _named(each: Known, held: Sequence[Held]) -> Paper:
    paper = held[each.place].paper
    return replace(each.record, id=paper.id, source=paper.source) if each.coat else each.record


def _distinct(
    known: Sequence[Known], held: Sequence[Held], read: Iterable[Paper], apart: Mapping[str, str]
) -> _Distinct:
    own = {held[each.place].paper.id: each for each in known if each.coat is None} if apart else {}
    first: dict[str, list[int]] = defaultdict(list)
    distinct = _Distinct()
    for paper in read:
        handle = apart.get(record_print(paper), "") if apart else ""
        alike_so_far = first[fingerprint(paper.abstract)]
        earlier = next((place for place in alike_so_far if not mixed_up(distinct.papers[place], paper)), None)
        if handle in own:
            distinct.settled[len(distinct.papers)] = own[handle]
            distinct.papers.append(paper)
        elif earlier is None:
            alike_so_far.append(len(distinct.papers))
            distinct.papers.append(paper)
        else:
            distinct.repeated[earlier].append(Coat(paper, SAME_ABSTRACT))
    return distinct


def _unknown(
    known: Sequence[Known], held: Sequence[Held], distinct: _Distinct, found: Collection[int], *, merged: bool
) -> Recognised:
    """What becomes of the papers that are no record the library has."""
    new = [place for place in range(len(distinct.papers)) if place not in found]
    papers = [distinct.papers[place] for place in new]
    if not merged:
        return Recognised(tuple(papers))
    repeated = {number: distinct.repeated[place] for number, place in enumerate(new) if place in distinct.repeated}
    return recognised([_named(each, held) for each in known], papers, repeated)


def _meet(results: Results, found: Mapping[int, Known], distinct: _Distinct, *, merged: bool) -> None:
    """The papers as they are shown first, and then their further records."""
    for place, each in sorted(found.items(), key=lambda item: (item[1].coat is not None, item[0])):
        results.meet(each, distinct.papers[place])
        for coat in distinct.repeated.get(place, ()) if merged else ():
            results.dress(each.place, coat)


def _repeats(distinct: _Distinct, *, merged: bool) -> Iterator[Duplicate]:
    for place, coats in distinct.repeated.items():
        first = distinct.papers[place]
        for coat in coats:
            because = coat.because if merged and not adds_nothing(coat.record, [first]) else ""
            yield Duplicate(coat.record.source or "a paper", first.source or "another one", because)


def _torn(held: Sequence[Held], papers: Sequence[Paper], known: Collection[int]) -> Iterator[Problem]:
    """Of two halves at least one is not `known` as it stands."""
    if not held or len(known) == len(papers):
        return
    whole = {fingerprint(old.paper.abstract): old.paper.id for old in held}
    for place, (first, second) in enumerate(pairwise(papers)):
        if place in known and place + 1 in known:
            continue
        handle = whole.get(fingerprint(f"{first.abstract} {second.abstract}"))
        file, _, number = (first.source or "").rpartition("#")
        if handle and file == source_file(second):
            reason = f"with the next one it is the abstract of {handle}; if the two are one, join them"
            yield Problem(file, f"paragraph {number}", reason)


def with_code(paper: Paper) -> Paper:
    """The paper with the address of its code, where only its abstract states one."""
    address = None if paper.code else code_address(paper.abstract)
    return replace(paper, code=address) if address else paper


def with_handles(papers: Iterable[Paper], taken: Iterable[str]) -> Iterator[Paper]:
    """The papers, each with the best handle that no paper has or had, whatever signs and case it is typed with."""
    used = {squeeze(handle) for handle in taken}
    for paper in papers:
        handle = next(handle for handle in handles(paper) if squeeze(handle) not in used)
        used.add(squeeze(handle))
        yield replace(paper, id=handle)
