"""What every library promises, held against the store on disk, in memory and on a server, and against the fake."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.store import SqlStore, entry_of
from handlers.errors import Unavailable
from handlers.ports.library import Library
from search.models import Paper
from search.query import Identifier
from tests.fakes import BrokenLibrary, FakeLibrary
from tests.postgres_kit import Postgres

KVFLOW = Paper(
    id="kvflow",
    abstract="We propose KVFlow, a cache for agents. KVFlow is fast.",
    title="KVFlow: Efficient Prefix Caching",
    authors=("Zaifeng Pan", "Łukasz Ünal"),
    year=2025,
    venue="NeurIPS",
    url="https://openreview.net/forum?id=5Iw1nDtYmT",
    pdf="https://arxiv.org/pdf/2507.07400v2",
    code="https://github.com/example/KVFlow/",
    doi="10.1000/KV.Flow",
    arxiv_id="2507.07400v1",
    keywords=("cache", "agents"),
    source="a.txt#1",
)
BARE = Paper(id="tabular-play", abstract="Self-play under doubt, in 日本語 and with a 𝔾 sign.")
TITLED = Paper(
    id="schrodinger", abstract="A bridge between two ends.", title="A Schrödinger Bridge: α-Divergence & C++"
)
SAME_TITLE = Paper(id="second-bridge", abstract="Another bridge.", title="A Schrodinger bridge  α divergence & C++")
PAPERS = (KVFLOW, BARE, TITLED, SAME_TITLE)

Make = Callable[[Iterable[Paper]], Library]


def filled(store: SqlStore, papers: Iterable[Paper]) -> Library:
    with store.writing() as writing:
        writing.add([entry_of(paper) for paper in papers], imported=True)
    return store.library


@pytest.fixture(params=["file", "memory", "server", "fake"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    stores: list[SqlStore] = []

    def place() -> str:
        if request.param == "server":
            server: Postgres = request.getfixturevalue("postgres")
            return server.schema()
        return str(tmp_path / "papers.sqlite3") if request.param == "file" else ":memory:"

    def library(papers: Iterable[Paper]) -> Library:
        if request.param == "fake":
            return FakeLibrary(papers)
        stores.append(SqlStore.open(place()))
        return filled(stores[-1], papers)

    yield library
    for store in stores:
        store.close()


@pytest.fixture
def library(make: Make) -> Library:
    return make(PAPERS)


def test_papers_come_back_as_they_went_in_and_in_the_order_asked(library: Library) -> None:
    assert library.papers(["schrodinger", "kvflow", "tabular-play"]) == (TITLED, KVFLOW, BARE)


def test_unknown_ids_are_left_out_whatever_they_hold(library: Library) -> None:
    asked = ["nobody", "kvflow", "", "'; DROP TABLE papers", "\ud800", "a\0b"]
    assert library.papers(asked) == (KVFLOW,)
    assert library.present(asked) == {"kvflow"}


def test_no_ids_are_no_papers(library: Library) -> None:
    assert library.papers([]) == ()
    assert library.present([]) == frozenset()


def test_ids_may_come_from_a_generator_and_be_many(library: Library) -> None:
    assert library.papers(f"paper-{number}" if number else "kvflow" for number in range(40_000)) == (KVFLOW,)


@pytest.mark.parametrize(
    "typed",
    [
        "kvflow",
        "KVFlow",
        " kv-flow ",
        "KV flow",
        "kvflow: efficient prefix caching",
        "KVFlow – Efficient  Prefix Caching!",
        "ＫＶＦｌｏｗ",
    ],
)
def test_a_paper_is_found_by_handle_title_or_system_however_typed(library: Library, typed: str) -> None:
    assert library.named(typed) == KVFLOW


def test_of_two_papers_with_one_title_the_earlier_is_meant(library: Library) -> None:
    assert library.named("a schrodinger bridge α-divergence & c++") == TITLED


def test_a_handle_wins_over_a_title_that_was_there_before(make: Make) -> None:
    titled = Paper(id="a-map", abstract="Of the land.", title="Atlas")
    handled = Paper(id="atlas", abstract="Of the sea.")

    assert make([titled, handled]).named("Atlas") == handled


def test_a_title_wins_over_a_system_that_was_there_before(make: Make) -> None:
    system = Paper(id="prefix-cache", abstract=KVFLOW.abstract, title="KVFlow: Efficient Prefix Caching")
    titled = Paper(id="another", abstract="On names.", title="KVFlow")

    assert make([system, titled]).named("kvflow") == titled


@pytest.mark.parametrize("typed", ["", "  ", "?!", "\ud800", "\0", "kvflow efficient", "x" * 10_000])
def test_what_no_paper_is_called_finds_none(library: Library, typed: str) -> None:
    assert library.named(typed) is None


@pytest.mark.parametrize(
    "identifier",
    [
        Identifier("handle", "KVFlow"),
        Identifier("arxiv", "2507.07400"),
        Identifier("arxiv", "arXiv:2507.07400v3"),
        Identifier("doi", "10.1000/kv.flow"),
        Identifier("doi", "https://doi.org/10.1000/KV.flow"),
        Identifier("url", "https://openreview.net/forum?id=5Iw1nDtYmT"),
        Identifier("url", "http://www.openreview.net/forum?id=5Iw1nDtYmT#discussion"),
        Identifier("url", "https://github.com/example/KVFlow"),
        Identifier("url", "https://arxiv.org/pdf/2507.07400v2"),
    ],
)
def test_an_identifier_finds_its_paper_in_every_usual_spelling(library: Library, identifier: Identifier) -> None:
    assert library.identified(identifier) == KVFLOW


@pytest.mark.parametrize(
    "identifier",
    [
        Identifier("handle", "Schrödinger bridge"),
        Identifier("arxiv", "2507.07401"),
        Identifier("arxiv", ""),
        Identifier("doi", "kvflow"),
        Identifier("url", "https://openreview.net/forum?id=5IW1NDTYMT"),
        Identifier("url", "https://["),
        Identifier("url", "https://example.org/\ud800"),
        Identifier("url", "https://example.org/a%00b"),
        Identifier("arxiv", "2507\0.07401"),
    ],
)
def test_an_identifier_of_no_paper_finds_none(library: Library, identifier: Identifier) -> None:
    assert library.identified(identifier) is None


@pytest.mark.parametrize(("count", "drawn"), [(0, 0), (-1, 0), (2, 2), (4, 4), (9, 4)])
def test_papers_drawn_at_random_differ_and_are_at_most_all(library: Library, count: int, drawn: int) -> None:
    papers = library.draw(count, Random(7))

    assert drawn == len(papers) == len(set(papers))
    assert set(papers) <= set(PAPERS)


def test_every_paper_can_be_drawn(library: Library) -> None:
    random = Random(7)

    assert {paper for _ in range(60) for paper in library.draw(1, random)} == set(PAPERS)


def test_one_seed_draws_the_same_in_whichever_order_the_papers_came(make: Make) -> None:
    drawn = make(PAPERS[::-1]).draw(3, Random(7))

    assert [paper.id for paper in drawn] == Random(7).sample(sorted(paper.id for paper in PAPERS), 3)


def test_the_size_is_the_number_of_papers(library: Library) -> None:
    assert library.size() == 4


def test_an_empty_library_answers_everything_with_nothing(make: Make) -> None:
    library = make([])

    assert (library.size(), library.draw(3, Random(7)), library.named("kvflow"), library.papers(["kvflow"])) == (
        0,
        (),
        None,
        (),
    )


@pytest.mark.parametrize("broken", ["closed", "fake"])
def test_a_library_out_of_reach_says_so(broken: str) -> None:
    library: Library = BrokenLibrary()
    if broken == "closed":
        store = SqlStore.open(":memory:")
        store.close()
        library = store.library

    for ask in (
        lambda: library.papers(["kvflow"]),
        lambda: library.identified(Identifier("handle", "kvflow")),
        lambda: library.named("kvflow"),
        lambda: library.draw(1, Random(7)),
        library.size,
    ):
        with pytest.raises(Unavailable, match=r"[.]$"):
            ask()


def test_what_came_after_a_revision_is_told_newest_first(library: Library) -> None:
    assert library.revision() == len(PAPERS)
    assert library.added_since(0, 2) == (SAME_TITLE, TITLED)
    assert library.added_since(2, 10) == (SAME_TITLE, TITLED)
    assert library.added_since(library.revision(), 10) == ()


def test_withdrawn_papers_are_there_and_known_as_that(make: Make) -> None:
    gone = replace(BARE, withdrawn=True)
    library = make([KVFLOW, gone])

    assert library.withdrawn() == {gone.id}
    assert library.papers([gone.id, KVFLOW.id]) == (gone, KVFLOW)
