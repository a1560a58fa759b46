"""A plan in pieces that are each written at once, and what is written so far."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from search.ingest import with_handles
from search.models import Paper
from search.plan import Plan
from search.recognition import Doubt
from search.wardrobe import Coats

PIECE = 2_000
"""Papers that are written at once: whoever else wants to write waits no longer, and no more is lost by a crash."""
KINDS = ("added", "updated", "unchanged")


def pieces(plan: Plan, taken: Iterable[str]) -> Iterator[tuple[Plan, bool]]:
    """The plan in pieces, one at least, each with whether it is the last one, which also has what is retired.

    Added papers have their handles here, and the `coats` and `doubts` of a piece are by handle for them too; none of
    them is made ready before its piece is asked for.
    """
    named: list[str] = []
    papers = _papers(plan, taken, named)
    left = sum(len(getattr(plan, kind)) for kind in KINDS)
    while left > PIECE:
        yield _doubtful(_piece(islice(papers, PIECE)), plan.doubts, named), False
        left -= PIECE
    yield replace(_doubtful(_piece(papers), plan.doubts, named), retired=plan.retired), True


def _papers(plan: Plan, taken: Iterable[str], named: list[str]) -> Iterator[tuple[str, Paper, Coats | None]]:
    for place, paper in enumerate(with_handles(plan.added, taken)):
        named.append(paper.id)
        yield "added", paper, plan.added_coats.get(place)
    for kind, papers in (("updated", plan.updated), ("unchanged", plan.unchanged)):
        yield from ((kind, paper, plan.coats.get(paper.id)) for paper in papers)


def _piece(papers: Iterable[tuple[str, Paper, Coats | None]]) -> Plan:
    found: dict[str, list[Paper]] = {kind: [] for kind in KINDS}
    dressed: dict[str, Coats] = {}
    for kind, paper, coats in papers:
        found[kind].append(paper)
        if coats is not None:
            dressed[paper.id] = coats
    return replace(_with(Plan(), found), coats=dressed)


def _doubtful(piece: Plan, doubts: Iterable[Doubt], named: Sequence[str]) -> Plan:
    """What is doubtful of the new papers of the piece; the other paper of each doubt is known before."""
    new = {paper.id for paper in piece.added}
    found = (each for each in doubts if isinstance(each.one, int) and each.one < len(named) and named[each.one] in new)
    told = (Doubt(_name(each.one, named), _name(each.other, named), each.because) for each in found)
    return replace(piece, doubts=tuple(told))


def _name(paper: str | int, named: Sequence[str]) -> str:
    return paper if isinstance(paper, str) else named[paper]


def _with(plan: Plan, papers: Mapping[str, Iterable[Paper]]) -> Plan:
    added, updated, unchanged = (tuple(papers[kind]) for kind in KINDS)
    return replace(plan, added=added, updated=updated, unchanged=unchanged)


class SoFar:
    """What has become of papers over all pieces, also where another process came between them and the rest was decided
    anew: what this import added is no known paper to it."""

    def __init__(self) -> None:
        self._papers: dict[str, dict[str, Paper]] = {kind: {} for kind in KINDS}

    def take(self, piece: Plan) -> None:
        """This piece is written."""
        for kind in KINDS:
            for paper in getattr(piece, kind):
                if not any(paper.id in each for each in self._papers.values()):
                    self._papers[kind][paper.id] = paper

    def of(self, plan: Plan) -> Plan:
        """The plan, of which no more is done than that."""
        return _with(plan, {kind: papers.values() for kind, papers in self._papers.items()})
