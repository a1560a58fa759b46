"""What people read of every seed abstract, kept in files that are reviewed when they change."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

import pytest

from search.language.clean import clean
from search.language.handle import handles
from search.language.headline import headline
from search.language.links import code_address
from search.language.names import system_name
from search.language.summary import summary
from search.models import Paper

SEEDS = Path(__file__).parents[2] / "seeds"
GOLDEN = Path(__file__).parent / "seeds"
FILES = sorted(path.name for path in SEEDS.glob("*.txt"))


def abstracts(name: str) -> list[str]:
    """The paragraphs of a seed file after its heading line."""
    paragraphs = re.split(r"\n\s*\n", (SEEDS / name).read_text(encoding="utf-8").strip())
    return [paragraph.strip() for paragraph in paragraphs[1:]]


def described(number: int, abstract: str) -> Iterator[str]:
    paper, parts = Paper(abstract=abstract), summary(abstract)
    yield f"#{number}  {next(handles(paper))}"
    facts = {
        "name": system_name(paper),
        "headline": headline(paper),
        "problem": parts.problem,
        "idea": parts.idea,
        "result": parts.result,
        "code": code_address(abstract),
        "abstract": clean(abstract),
    }
    for label, value in facts.items():
        lines = wrap(value, 110, break_long_words=False, break_on_hyphens=False) if value else ["-"]
        yield f"{label:>9}: {lines[0]}"
        yield from (f"           {line}" for line in lines[1:])
    yield ""


@pytest.mark.parametrize("name", FILES)
def test_every_seed_reads_as_reviewed(name: str, update_golden: bool) -> None:
    text = "\n".join(
        line for number, abstract in enumerate(abstracts(name), start=1) for line in described(number, abstract)
    )
    golden = GOLDEN / name
    if update_golden:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")

    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "leftover",
    [
        pytest.param(r"\\", id="a LaTeX command"),
        pytest.param(r"\$", id="a formula sign"),
        pytest.param(r"[{}]", id="a brace"),
        pytest.param(r"\*\*|(?<!\w)\*\w|__|`|^#{1,6} |\]\(", id="Markdown"),
        pytest.param(r"&#?\w+;", id="an entity"),
        pytest.param(r"~", id="a tilde that strikes text out"),
        pytest.param(r"''|\s--\s", id="typewriter signs"),
        pytest.param(r"[\u00ad\u200b-\u200f\u2010\u2011\u202a-\u202e\ufeff\ufb00-\ufb06\u00a0]", id="an odd character"),
        pytest.param(r"  |[^\n]\n[^\n]", id="a ragged space"),
        pytest.param(r"[a-z]- (?!and|or|to)[a-z]{2}", id="a broken word"),
    ],
)
@pytest.mark.parametrize("name", FILES)
def test_no_cleaned_seed_keeps(name: str, leftover: str) -> None:
    found = [
        match[0]
        for abstract in abstracts(name)
        for match in [re.search(leftover, clean(abstract), re.MULTILINE)]
        if match
    ]

    assert found == []


@pytest.mark.parametrize("name", FILES)
def test_no_word_of_a_seed_is_lost(name: str) -> None:
    """Every plain word between spaces is still there; what changed is markup."""
    for abstract in abstracts(name):
        written = re.findall(r"(?:(?<=[^-]\s)|^)[A-Za-z]{2,}(?=[.,;:]?\s)(?!\S*- )", html.unescape(abstract))
        kept = set(re.findall(r"\w+", clean(abstract)))

        assert [word for word in written if word not in kept] == []


def test_handles_of_all_seeds_differ() -> None:
    first = [next(handles(Paper(abstract=abstract))) for name in FILES for abstract in abstracts(name)]

    assert len(first) == len(set(first)) == 57


@pytest.mark.parametrize("name", FILES)
def test_headlines_of_seeds_fit_and_end_well(name: str) -> None:
    for abstract in abstracts(name):
        line = headline(Paper(abstract=abstract))

        assert len(line) <= 120
        assert not re.search(r"(?:[,;:(—]|\b(?:the|an?|of|for|with|by|and|or|that|to|in|from|via))$", line), line
        assert not re.match(r"(?:In this|We|Here|This paper)\b", line)


@pytest.mark.parametrize("name", FILES)
def test_problem_idea_and_result_are_different_sentences_of_the_abstract(name: str) -> None:
    for abstract in abstracts(name):
        parts = summary(abstract)
        given = [sentence for sentence in (parts.problem, parts.idea, parts.result) if sentence]

        assert all(sentence in clean(abstract) for sentence in given)
        assert len(set(given)) == len(given)
        assert parts.idea is not None
