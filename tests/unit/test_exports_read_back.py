"""What is written comes back equal when a different library reads it."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.companion import completed
from search.exports import FORMS, write
from search.exports.bibliography import Entry, entry
from search.formats import json_lines, seed_text
from search.ingest import with_handles
from search.models import OTHERS, Paper
from search.reading import Fact
from tests import exports_kit as kit

SEEDS = Path(__file__).parents[2] / "seeds"
READERS: dict[str, Callable[[str], Iterator[kit.Read]]] = {
    "bibtex": kit.bibtex,
    "ris": kit.ris,
    "csv": kit.csv_table,
    "csl-json": kit.csl_json,
}
TEXT = st.text("ab cdE ÉöłíßÇ αβ ≤∈×ℝ ²₁ᵈ ’“”'–—- 王 .:,;()[]+=@!|/ \\{}$%&#_^~<>\" 0123", max_size=60)
NAME = st.lists(
    st.text("abcÉößí’-.", min_size=1, max_size=7).filter(lambda word: word[0].isalpha()), min_size=1, max_size=4
)
ADDRESS = st.text("abc/?=&_%#.~-", max_size=12).map("https://example.org/".__add__)
PAPER = st.builds(
    Paper,
    id=st.text("abc123", min_size=1, max_size=6),
    abstract=st.lists(TEXT, max_size=3).map("\n\n".join),
    title=st.none() | TEXT,
    authors=st.lists(NAME.map(" ".join) | st.just(OTHERS), max_size=4, unique=True).map(
        lambda names: tuple(sorted(names, key=OTHERS.__eq__))
    ),
    year=st.none() | st.integers(1500, 2199),
    venue=st.none() | st.sampled_from(["NeurIPS", "Journal of R&D_1", "arXiv", "50% {Workshop}"]),
    url=st.none() | ADDRESS,
    pdf=st.none() | ADDRESS,
    code=st.none() | ADDRESS,
    doi=st.none() | st.text("ab_().1", min_size=1, max_size=9).map("10.1000/".__add__),
    arxiv_id=st.none() | st.just("2501.00001"),
    keywords=st.lists(st.text("ab_& =", min_size=1, max_size=6), max_size=3).map(tuple),
)


@cache
def seeds(with_companion: bool) -> tuple[Paper, ...]:
    files = {
        path.name: path.read_text(encoding="utf-8").splitlines(keepends=True) for path in sorted(SEEDS.glob("*.txt"))
    }
    read = [item for name, lines in files.items() for item in seed_text.read(name, lines)]
    papers = tuple(item for item in read if isinstance(item, Paper))
    if with_companion:
        lines = (SEEDS / "companion.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        facts = [item for item in json_lines.read("companion.jsonl", lines) if isinstance(item, Fact)]
        papers, _ = completed(papers, facts)
    return tuple(with_handles(papers, ()))


def same(form: str, papers: Iterable[Paper], notes: dict[str, str]) -> None:
    known = list({paper.id: paper for paper in reversed(list(papers))}.values())[::-1]
    meant = [kit.meant(said(paper, notes), "; " if form == "csv" else ", ") for paper in known]
    found = list(READERS[form](write(known, FORMS[form], notes).text))
    if form == "bibtex":
        meant, found = list(map(kit.folded, meant)), list(map(kit.folded, found))
    assert found == meant


def said(paper: Paper, notes: dict[str, str]) -> Entry:
    return entry(paper, notes.get(paper.id, ""))


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("with_companion", [True, False], ids=["with titles", "abstracts alone"])
def test_the_seeds_come_back(form: str, with_companion: bool) -> None:
    papers = seeds(with_companion)

    assert len(papers) == 57
    assert all(bool(paper.title) is with_companion for paper in papers)
    same(form, papers, {papers[0].id: "Read this; it is about caches."})


@pytest.mark.parametrize("form", READERS)
@settings(max_examples=60, deadline=None)
@given(st.lists(PAPER, min_size=1, max_size=3), TEXT)
def test_whatever_is_written_comes_back(form: str, papers: list[Paper], note: str) -> None:
    same(form, papers, {papers[0].id: note})


@pytest.mark.parametrize("with_companion", [True, False], ids=["with titles", "abstracts alone"])
def test_the_seeds_read_as_markdown_say_the_same(with_companion: bool) -> None:
    markdown_says(seeds(with_companion))


@settings(max_examples=60, deadline=None)
@given(st.lists(PAPER, min_size=1, max_size=3, unique_by=lambda paper: paper.id))
def test_whatever_is_written_as_markdown_says_the_same_and_nothing_in_it_acts(papers: list[Paper]) -> None:
    markdown_says(papers)


def markdown_says(papers: Iterable[Paper]) -> None:
    entries = list(map(entry, papers))
    blocks, addresses, kinds = kit.markdown(write(papers, FORMS["markdown"]).text)

    for each in entries:
        start = max(0, next(place for place, block in enumerate(blocks) if block.endswith(each.key)) - 2)
        names = ", ".join(author.said for author in each.authors) + (" et al." if each.others else "")
        assert (each.title or each.headline) in blocks
        assert not names or names.strip() in blocks
        assert all(paragraph in blocks[start:] for paragraph in each.abstract.split("\n\n") if paragraph)
    own = {unquote(address) for each in entries for address in (each.url, each.pdf, each.code) if address}
    own |= {f"https://doi.org/{each.doi}" for each in entries if each.doi}
    own |= {f"https://arxiv.org/abs/{each.arxiv_id}" for each in entries if each.arxiv_id}
    assert addresses == own
    assert kinds <= {
        "heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "text", "text_special",
        "link_open", "link_close", "code_inline", "em_open", "em_close",
    }  # fmt: skip
