"""Decides what files now say against what the library holds: which papers are new, edited, gone or the same."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from search.duplicates import clearly_another, mixed_up
from search.language.handle import handles
from search.language.links import code_address
from search.language.words import squeeze
from search.models import Paper
from search.reading import Problem, filled, source_file
from search.recognition import Duplicate, Recognised, recognised, with_gaps_filled
from search.sameness import alike, fingerprint


@dataclass(frozen=True, slots=True)
class Held:
    """A paper as the library has it. One that was `imported` stays when the seeds no longer have it; one that was
    `retired` is not shown any more, but its handle is still its own."""

    paper: Paper
    imported: bool = False
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done. `added` papers have no handle yet; all others carry theirs. `unchanged` ones are as held.
    `torn` tells of abstracts that were whole and now stand in two paragraphs, `doubtful` of papers that may be one."""

    added: tuple[Paper, ...] = ()
    updated: tuple[Paper, ...] = ()
    retired: tuple[Paper, ...] = ()
    unchanged: tuple[Paper, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    torn: tuple[Problem, ...] = ()
    doubtful: tuple[Problem, ...] = ()


def reconcile(
    held: Sequence[Held], read: Sequence[Paper], swept: frozenset[str] = frozenset(), partial: bool = False
) -> Plan:
    """What becomes of the papers that were read and of those that the library holds.

    The same abstract is the same paper, wherever it now stands. Failing that, the most similar paper of the same file
    is the same paper, edited; or of a `swept` file that is gone. What was imported may also be a known paper in another
    coat (`search.duplicates`). The rest is new. Retired papers come back so, too.

    `swept` are the files that were looked through whole: what stood there and is not found again is retired, unless it
    was imported too. `partial` says that some file could not be read, so that what seems to be missing may still be
    true. Papers earlier in `held` win over later ones.
    """
    papers, duplicates = _distinct(read)
    same = _same(held, papers)
    matches = {**_edited(held, papers, same, swept), **same}
    new = [paper for place, paper in enumerate(papers) if place not in matches]
    coats = Recognised(tuple(new)) if swept else recognised([old.paper for old in held], new)
    results = {
        matches[place]: merged(held[matches[place]], paper, swept, partial)
        for place, paper in enumerate(papers)
        if place in matches
    }
    for place, record in coats.known:
        results[place] = with_gaps_filled(results.get(place, held[place].paper), record)
    changed = [place for place, after in results.items() if held[place].retired or after != held[place].paper]
    left = [
        old.paper for place, old in enumerate(held) if place not in results and not old.retired and not old.imported
    ]
    return Plan(
        added=coats.added,
        updated=tuple(results[place] for place in changed),
        retired=tuple(paper for paper in left if source_file(paper) in swept),
        unchanged=tuple(after for place, after in results.items() if place not in set(changed)),
        duplicates=(*duplicates, *coats.duplicates),
        torn=tuple(_torn(held, papers)),
        doubtful=coats.doubtful,
    )


def merged(before: Held, read: Paper, swept: frozenset[str], partial: bool = False) -> Paper:
    """The one record of a paper that is held and was read again; where a swept file has it, that file has its say."""
    now = replace(read, id=before.paper.id)
    if source_file(read) in swept:
        return filled(now, before.paper) if before.imported or partial else now
    if before.retired or source_file(read) == source_file(before.paper):
        return filled(now, before.paper)
    return filled(before.paper, now)


def _distinct(read: Iterable[Paper]) -> tuple[list[Paper], tuple[Duplicate, ...]]:
    first: dict[str, list[Paper]] = defaultdict(list)
    papers = []
    duplicates = []
    for paper in read:
        alike_so_far = first[fingerprint(paper.abstract)]
        earlier = next((one for one in alike_so_far if not mixed_up(one, paper)), None)
        if earlier is None:
            alike_so_far.append(paper)
            papers.append(paper)
        else:
            duplicates.append(Duplicate(paper.source or "a paper", earlier.source or "another one"))
    return papers, tuple(duplicates)


def _torn(held: Sequence[Held], papers: Sequence[Paper]) -> Iterator[Problem]:
    whole = {fingerprint(old.paper.abstract): old.paper.id for old in held}
    for first, second in pairwise(papers):
        handle = whole.get(fingerprint(f"{first.abstract} {second.abstract}"))
        file, _, number = (first.source or "").rpartition("#")
        if handle and file == source_file(second):
            reason = f"with the next one it is the abstract of {handle}; if the two are one, join them"
            yield Problem(file, f"paragraph {number}", reason)


def _same(held: Sequence[Held], papers: Sequence[Paper]) -> dict[int, int]:
    """From the place of a paper that was read to the place of the one held; those still shown come before retired."""
    places: dict[str, list[int]] = defaultdict(list)
    for place in sorted(range(len(held)), key=lambda place: held[place].retired):
        places[fingerprint(held[place].paper.abstract)].append(place)
    found: dict[int, int] = {}
    for place, paper in enumerate(papers):
        fitting = places.get(fingerprint(paper.abstract), ())
        same = next((old for old in fitting if not mixed_up(held[old].paper, paper)), None)
        if same is not None:
            found[place] = same
    return found


def _edited(
    held: Sequence[Held], papers: Sequence[Paper], same: dict[int, int], swept: frozenset[str]
) -> dict[int, int]:
    """As `_same`, for papers whose text has changed: the most similar pairs first, each paper once."""
    taken = set(same.values())
    files = {source_file(paper) for paper in papers}
    free = [place for place in range(len(held)) if place not in taken]
    old = [place for place in free if held[place].retired or source_file(held[place].paper) in files | swept]
    new = [place for place in range(len(papers)) if place not in same]
    scores = alike([held[place].paper.abstract for place in old], [papers[place].abstract for place in new])
    pairs: dict[int, int] = {}
    for _, from_place, to_place in sorted(scores, key=lambda score: -score[0]):
        before, after = old[from_place], new[to_place]
        file = source_file(held[before].paper)
        may_be = file == source_file(papers[after]) or file not in files or held[before].retired
        free_both = after not in pairs and before not in taken
        if may_be and free_both and not clearly_another(held[before].paper, papers[after]):
            pairs[after] = before
            taken.add(before)
    return pairs


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
