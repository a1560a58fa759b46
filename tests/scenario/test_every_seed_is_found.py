"""Every paper of the seeds is found first: by its system's name, by its title, and by a few words of its own."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from bot.library import catch_up, sync_seeds
from bot.store import SqlStore
from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.language.clean import clean
from search.language.names import system_name
from search.language.words import STOP_WORDS, tokens
from search.models import Paper

SEEDS = Path(__file__).parents[2] / "seeds"
Library = tuple[WhooshEngine, tuple[Paper, ...]]


def filled(data: Path, seeds: Path) -> Iterator[Library]:
    store = SqlStore.open(data / "papers.sqlite3")
    engine = WhooshEngine.open(data / "index", store.library_id())
    sync_seeds(store, seeds)
    catch_up(store, engine)
    yield engine, store.changes_since(0).papers
    engine.close()
    store.close()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    yield from filled(tmp_path_factory.mktemp("with"), SEEDS)


@pytest.fixture(scope="module")
def untitled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The same papers without the companion file, as more of them will come."""
    seeds = copytree(SEEDS, tmp_path_factory.mktemp("seeds") / "seeds")
    (seeds / "companion.jsonl").unlink()
    yield from filled(tmp_path_factory.mktemp("without"), seeds)


def not_first(engine: WhooshEngine, asked: dict[str, str]) -> dict[str, str]:
    """What was typed for each paper that did not come first, by its handle."""
    found = {handle: engine.search(parse(typed), 1).hits for handle, typed in asked.items()}
    return {handle: asked[handle] for handle, hits in found.items() if [hit.id for hit in hits] != [handle]}


def names(papers: tuple[Paper, ...]) -> dict[str, str]:
    return {paper.id: name for paper in papers if (name := system_name(paper))}


def own_words(papers: tuple[Paper, ...]) -> dict[str, str]:
    """The three rarest words of each abstract, in the order of the alphabet."""
    words = {paper.id: {token.exact for token in tokens(clean(paper.abstract))} - STOP_WORDS for paper in papers}
    papers_with = Counter(word for each in words.values() for word in each)
    rarest = {
        handle: sorted(filter(str.isalpha, each), key=lambda word: (papers_with[word], word))
        for handle, each in words.items()
    }
    return {handle: " ".join(each[:3]) for handle, each in rarest.items()}


@pytest.mark.parametrize("typed_as", [str, str.lower, str.upper], ids=["written", "small", "capital"])
@pytest.mark.parametrize("which", ["library", "untitled"])
def test_a_name_finds_its_paper_first(which: str, typed_as: "type[str]", request: pytest.FixtureRequest) -> None:
    engine, papers = request.getfixturevalue(which)
    named = {handle: typed_as(name) for handle, name in names(papers).items()}

    assert len(named) > 30
    assert not_first(engine, named) == {}


def test_a_title_finds_its_paper_first(library: Library) -> None:
    engine, papers = library
    titles = {paper.id: clean(paper.title or "") for paper in papers}

    assert len(titles) == 57
    assert not_first(engine, titles) == {}


@pytest.mark.parametrize("which", ["library", "untitled"])
def test_three_words_of_its_own_find_a_paper_first(which: str, request: pytest.FixtureRequest) -> None:
    engine, papers = request.getfixturevalue(which)

    assert not_first(engine, own_words(papers)) == {}
