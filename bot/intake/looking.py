"""Looks up what somebody typed, unless the library has it, and says what adding it would do."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.sources import Asked, Sources
from bot.store import SqlStore
from handlers.intake import Fate, Sighting
from search.grammar.identifiers import identify
from search.models import Paper
from search.plan import Plan
from search.reading import filled
from search.sameness import fingerprint


def looked_up(asked: Asked, store: SqlStore, sources: Sources) -> Sighting:
    """The paper that is asked for: as it was given, or with what a service knows of it."""
    if asked.trouble:
        return Sighting(asked.text, trouble=asked.trouble)
    if asked.is_whole or asked.wanted is None:
        return Sighting(asked.text, asked.given)
    if held := _held(store, str(asked.wanted), *_names_of(asked.given)):
        return Sighting(asked.text, held, fate="held", handle=held.id)
    found = sources.find(asked.wanted)
    if found.paper is None:
        return Sighting(asked.text, trouble=" ".join(found.said))
    if held := _held(store, *_names_of(found.paper)):
        return Sighting(asked.text, held, found.service, "held", held.id)
    paper = found.paper if asked.given is None else replace(filled(asked.given, found.paper), source=found.paper.source)
    return Sighting(asked.text, paper, found.service)


def with_fates(sightings: Iterable[Sighting], plan: Plan) -> tuple[Sighting, ...]:
    """What the plan does, or did, with each paper that was seen."""
    fates: dict[str, tuple[Fate, str]] = {}
    kinds: tuple[tuple[Fate, Sequence[Paper]], ...] = (
        ("held", plan.unchanged), ("completes", plan.updated), ("new", plan.added),
    )  # fmt: skip
    for fate, papers in kinds:
        fates |= {fingerprint(paper.abstract): (fate, paper.id) for paper in papers}
    return tuple(_with_fate(sighting, fates) for sighting in sightings)


def _with_fate(sighting: Sighting, fates: dict[str, tuple[Fate, str]]) -> Sighting:
    if sighting.paper is None or not sighting.adds:
        return sighting
    fate, handle = fates.get(fingerprint(sighting.paper.abstract), ("held", ""))
    return replace(sighting, fate=fate, handle=handle)


def _names_of(paper: Paper | None) -> tuple[str, ...]:
    return tuple(filter(None, (paper.arxiv_id, paper.doi, paper.url))) if paper else ()


def _held(store: SqlStore, *names: str) -> Paper | None:
    """The paper in the library that has one of these names."""
    identifiers = filter(None, (identify(_page(name)) for name in names))
    return next((paper for each in identifiers if (paper := store.library.identified(each))), None)


def _page(name: str) -> str:
    kind, _, value = name.partition(":")
    return f"https://openreview.net/forum?id={value}" if kind == "openreview" else name
