"""Chips part a long list so that two presses lead to the paper somebody has in mind."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot.store import SqlStore
from handlers.talk.chipping import MANY
from handlers.talk.narrowing import LEAST, MOST, best_facets
from handlers.talk.querying import narrowed
from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.models import Paper
from search.query import Query, Venue, Years
from tests.quality.asking import library

BROAD = ("learning", "language models", "training", "data", "training performance")


@dataclass(frozen=True)
class Seeds:
    store: SqlStore
    engine: WhooshEngine

    def complete(self, query: Query) -> tuple[Paper, ...]:
        result = self.engine.search(query, 100)
        return self.store.library.papers([hit.id for hit in result.hits[: result.complete]])


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seeds]:
    store, engine = library(tmp_path_factory.mktemp("seeds"))
    yield Seeds(store, engine)
    engine.close()
    store.close()


def presses(target: Paper, query: Query, seeds: Seeds, left: int) -> bool:
    """Whether somebody who presses the smallest chip that their paper has sees it among the first ones."""
    papers = seeds.complete(query)
    if target in papers[:MANY]:
        return True
    fitting = [facet for facet in best_facets(papers, query) if target.id in facet.papers]
    if not left or not fitting:
        return False
    best = min(fitting, key=lambda facet: len(facet.papers))
    return presses(target, narrowed(query, best.by), seeds, left - 1)


def test_two_presses_reach_most_papers_of_a_broad_search(seeds: Seeds) -> None:
    reached = [presses(paper, query, seeds, 2) for query in map(parse, BROAD) for paper in seeds.complete(query)[MANY:]]

    assert len(reached) > 60
    assert sum(reached) / len(reached) >= 0.7


def test_chips_split_the_list_and_say_different_things(seeds: Seeds) -> None:
    for query in map(parse, BROAD):
        papers = seeds.complete(query)
        facets = best_facets(papers, query)

        assert 2 <= len(facets) <= MOST
        assert all(LEAST <= len(facet.papers) < len(papers) for facet in facets)
        assert len({facet.papers for facet in facets}) == len(facets)
        assert facets == best_facets(papers, query)


def test_years_and_venues_are_offered_where_they_part_the_list() -> None:
    papers = [
        Paper(
            id=str(number),
            abstract=f"Distinct{number}.",
            year=2020 if number < 2 else 2021,
            venue="ICML" if number < 4 else "ACL",
        )
        for number in range(8)
    ]
    found = {facet.label: facet.by for facet in best_facets(papers, parse("anything"))}

    assert found == {"2020": Years(2020, 2020), "ICML": Venue("ICML"), "ACL": Venue("ACL")}


def test_words_that_were_asked_for_are_no_chips() -> None:
    papers = [Paper(id=str(number), abstract="Caches of caches. The cache evicts entries.") for number in range(3)]
    papers.append(Paper(id="other", abstract="A cache."))
    labels = {facet.label for facet in best_facets(papers, parse("cache"))}

    assert not {"cache", "caches"} & labels
