"""The sentence that answers: chosen by what the question asks for, in the abstract's own words, the same every time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.language.answering import LONGEST, answering
from search.language.questions import Aim, aim
from search.language.words import STOP_WORDS, tokens
from search.models import Paper

ABSTRACT = """Serving agents is costly because every step computes its prompt again. Existing caches evict the prompt of
the agent that was used last, and how much does that cost? We propose Tidewater, a cache that is kept by the workflow.
Tidewater decides what to evict by looking at which agent acts next. We find that eviction by workflow never hurts small
models. Tidewater is 1.8 times faster than SGLang and saves 40% of the memory. Moreover, eviction is simple. Code for
eviction is available at https://example.org/tidewater."""
PAPER = Paper(id="tidewater", abstract=ABSTRACT, title="Tidewater")


def answer(question: str, rarity: dict[str, float] | None = None) -> str:
    terms = frozenset(token.stem for token in tokens(question) if token.exact not in STOP_WORDS)
    return answering(PAPER, question, terms, rarity).text


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("why is serving agents costly?", "Serving agents is costly because"),
        ("how much faster is Tidewater than SGLang?", "Tidewater is 1.8 times faster"),
        ("how much memory does it save?", "Tidewater is 1.8 times faster"),
        ("what is Tidewater?", "We propose Tidewater"),
        ("how does Tidewater decide what to evict?", "Tidewater decides"),
        ("does eviction by workflow hurt small models?", "We find that eviction"),
        ("caches for agents", "We propose Tidewater"),
        ("eviction", "Tidewater decides what to evict"),
    ],
)
def test_the_sentence_fits_the_question(question: str, begins: str) -> None:
    assert answer(question).startswith(begins)


def test_rare_words_say_more_than_common_ones() -> None:
    assert answer("models memory", {"model": 0.1, "memori": 5.0}).startswith("Tidewater is 1.8")
    assert answer("models memory", {"model": 5.0, "memori": 0.1}).startswith("We find")


def test_without_a_question_it_is_what_the_paper_contributes() -> None:
    assert answering(PAPER, "", frozenset()).text.startswith("We propose Tidewater")
    assert answering(Paper(abstract=""), "why?", frozenset({"cach"})).text == ""


def test_the_matched_words_are_marked() -> None:
    shown = answering(PAPER, "SGLang", frozenset({"sglang"}))

    assert [shown.text[start:end] for start, end in shown.marks] == ["SGLang"]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("how much faster is it?", "speed"),
        ("what success rate do agents reach", "number"),
        ("what's wrong with quantization", "reason"),
        ("can I train with batch size one?", "finding"),
        ("what do users have to provide", "fact"),
        ("hi, what is a JFK-score?", "definition"),
        ("how do you reparameterize weights", "way"),
        ("polar coordinates", "theme"),
        ("can you find papers on pruning", "theme"),
    ],
)
def test_what_a_question_asks_for(question: str, kind: Aim) -> None:
    assert aim(question) == kind


@given(st.text(max_size=400), st.text(max_size=60), st.frozensets(st.text(max_size=6), max_size=5))
def test_any_text_is_answered_and_marks_lie_inside(abstract: str, question: str, terms: frozenset[str]) -> None:
    shown = answering(Paper(abstract=abstract), question, terms)

    assert len(shown.text) <= LONGEST
    assert all(0 <= start < end <= len(shown.text) for start, end in shown.marks)
