"""Questions to begin a talk: about what the abstract says, for every seed, and never a silly one."""

import re
from pathlib import Path

import pytest

from handlers.weekly.claims import QUOTED
from handlers.weekly.questions import LEAST, MOST, questions
from search.formats import read
from search.language.clean import clean
from search.models import Paper
from tests.fakes_handlers import EMPTY, KVFLOW

SEEDS = [paper for file in sorted((Path(__file__).parents[2] / "seeds").glob("*.txt")) for paper in read(file).papers]
BACKWARDS = re.compile(r"\b(?:these|those)\b|^(?:it|they|we)\b", re.IGNORECASE)
QUOTE = re.compile(r"“([^”]*)”")


def plain(text: str) -> str:
    """Without quotes and in small letters: a question quotes within quotes, and begins with a capital."""
    return re.sub(r"[“”‘’\"']", "", text).lower()


def test_there_are_questions_to_every_seed_in_their_own_words() -> None:
    assert len(SEEDS) == 57
    for paper in SEEDS:
        asked = questions(paper)
        abstract = plain(clean(paper.abstract))
        assert 1 <= len(asked) <= MOST, paper.source
        assert len(set(asked)) == len(asked)
        for question in asked:
            assert question.endswith("?")
            assert question.count("“") == question.count("”") <= 1
            for quoted in QUOTE.findall(question):
                assert 10 < len(quoted) <= QUOTED
                assert plain(quoted) in abstract, question
                assert quoted.endswith("?") or not BACKWARDS.search(quoted)
                assert quoted.count("(") == quoted.count(")")


def test_most_seeds_offer_something_of_their_own() -> None:
    own = [
        paper
        for paper in SEEDS
        if sum("“" in one or re.search(r"[A-Z]\w*[A-Z]", one) is not None for one in questions(paper))
    ]
    several = [paper for paper in SEEDS if len(questions(paper)) >= LEAST]

    assert len(own) >= 48
    assert len(several) >= 54


@pytest.mark.parametrize(
    ("abstract", "question"),
    [
        (
            "Do language models plan? We study agents. We show that they do.",
            "“Do language models plan?” What would you have answered before reading this paper?",
        ),
        (
            "We propose Foo, a cache. Foo is 3 times faster than vLLM.",
            "“Foo is 3 times faster than vLLM”: more or less than you expected, and how would you check it?",
        ),
        (
            "We present a sampler. It achieves good results without any labelled data.",
            "It works “without any labelled data”. What has to be paid for that instead?",
        ),
        (
            "We prove a bound. The bound holds provided that the losses are smooth and bounded.",
            "This holds “provided that the losses are smooth and bounded”. Where in our own work would that fail?",
        ),
        (
            "We introduce FooBench, a benchmark of tasks. Models fail on it.",
            "What would you want FooBench to measure that it does not measure yet?",
        ),
    ],
)
def test_what_a_paper_says_decides_what_is_asked(abstract: str, question: str) -> None:
    assert question in questions(Paper(id="x", abstract=abstract))


def test_a_paper_that_says_nothing_gets_no_questions() -> None:
    assert questions(EMPTY) == ()
    assert questions(Paper(id="x", abstract="Eviction.")) == ()
    assert questions(KVFLOW) == questions(KVFLOW) != ()
