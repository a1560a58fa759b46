"""Records that are of a paper are told from those that only look like it, and fill only what is empty."""

import pytest

from search.enriching import agreement, completed, gained, matches, telling_words, titles
from search.models import Paper
from tests.sources_kit import ABSTRACT

RECORD = Paper(
    abstract=ABSTRACT, title="Counting Wells from Above", authors=("Ann Lee",), year=2024, source="enriched:x#1",
    url="https://arxiv.org/abs/2405.00001", arxiv_id="2405.00001",
)  # fmt: skip


@pytest.mark.parametrize(
    "other",
    [
        ABSTRACT,
        ABSTRACT.upper(),
        ABSTRACT.replace("41,000", r"$41{,}000$").replace("WellCount", r"\textbf{WellCount}"),
        ABSTRACT.replace("satellites", "satel- lites").replace(". ", ".\n\n"),
        ABSTRACT.replace("finds", "ﬁnds"),
    ],
)
def test_an_abstract_in_another_print_is_the_same(other: str) -> None:
    assert agreement(ABSTRACT, other) == 100.0


def test_a_corrected_word_leaves_it_the_same_and_says_so() -> None:
    (match,) = matches(Paper(abstract=ABSTRACT.replace("drew", "draw")), [RECORD], "arXiv")

    assert 97.0 <= match.alike < 100.0
    assert match.sureness == f"{match.alike:.1f} % of the abstract is the same"


@pytest.mark.parametrize(
    "other",
    [
        "",
        "We count wells in dry lands.",
        ABSTRACT[:150],
        ABSTRACT
        + " In this part, the second of two, we count springs instead, and find that the maps miss few of them.",
        ABSTRACT.replace("wells", "springs").replace("dry lands", "wet hills").replace("WellCount", "SpringCount"),
    ],
)
def test_an_abstract_of_another_paper_is_not(other: str) -> None:
    assert agreement(ABSTRACT, other) == 0.0
    assert agreement(other, ABSTRACT) == 0.0


def test_short_texts_must_be_equal() -> None:
    assert (
        agreement("We count 4 wells in the dry lands of the north.", "We count 5 wells in the dry lands of the north.")
        == 0.0
    )
    assert agreement("We count wells.", "We count Wells") == 100.0


def test_records_without_titles_add_nothing_and_the_surest_comes_first() -> None:
    nearly = Paper(abstract=ABSTRACT.replace("drew", "draw"), title="Nearly")
    found = matches(Paper(abstract=ABSTRACT), [nearly, Paper(abstract=ABSTRACT), RECORD], "arXiv")

    assert ["Counting Wells from Above", "Nearly"] == [match.found.title for match in found]


def test_titles_that_differ_in_print_only_are_one() -> None:
    prints = [Paper(abstract=ABSTRACT, title=title) for title in ("On {W}ells", "On wells.", "On Springs")]

    assert len(titles(matches(Paper(abstract=ABSTRACT), prints, "arXiv"))) == 2
    assert titles(()) == ()


def test_only_what_is_empty_is_filled_in() -> None:
    held = Paper(abstract="As it was read.", id="wellcount", venue="Our Group", year=2023, source="seeds.txt#4")
    after = completed(held, RECORD)

    assert (after.id, after.abstract, after.source) == ("wellcount", "As it was read.", "seeds.txt#4")
    assert (after.venue, after.year) == ("Our Group", 2023)
    assert gained(held, after) == {
        "title": "Counting Wells from Above",
        "authors": "Ann Lee",
        "url": "https://arxiv.org/abs/2405.00001",
        "arxiv_id": "2405.00001",
    }


def test_words_to_look_for_are_names_and_what_is_said_often() -> None:
    words = telling_words(ABSTRACT)

    assert words[0] == "WellCount"
    assert "satellites" in words
    assert len(words) == len({word.casefold() for word in words}) == 8
    assert not {"which", "from", "with", "their"} & set(words)


@pytest.mark.parametrize("abstract", ["", "a b c", "我们数井。", "$x^2$", '"OR" AND abs:(x)'])
def test_words_are_plain_whatever_the_abstract_is(abstract: str) -> None:
    assert all(word.isascii() and word.replace("-", "").isalnum() for word in telling_words(abstract))
