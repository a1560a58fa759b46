"""What a person means who talks to the bot, over five papers."""

import pytest

from handlers.talk.understanding import ONLY_LEFT_OUT, Kind, Understood, understand
from search.query import Author, Identifier, Word, Years
from tests.fakes_handlers import FORESTS, KVFLOW, NOW, UNTITLED, services


def understood(text: str) -> Understood:
    return understand(text, services(), NOW)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("thanks!", "thanks"),
        ("ok great, thank you so much paperboy", "thanks"),
        (":pray: :+1:", "thanks"),
        ("perfect, that helps a lot", "thanks"),
        ("hi there", "hello"),
        ("Good morning paperboy!", "hello"),
        ("help", "help"),
        ("hello, what can you do?", "help"),
        ("how does this work?", "help"),
        ("", "nothing"),
        ("   ", "nothing"),
        ("what about the one", "nothing"),
        (":eyes:", "nothing"),
    ],
)
def test_kind_words_need_no_search(text: str, kind: Kind) -> None:
    assert understood(text).kind == kind


def test_a_question_is_a_search_for_its_words() -> None:
    asked = understood("Hi! Do we have papers about KV cache eviction since 2020?")

    assert (asked.kind, asked.words) == ("search", ("KV", "cache", "eviction"))
    assert asked.query is not None
    assert asked.query.filters == (Years(2020, None),)
    assert asked.asked.startswith("Hi! Do we have")


def test_an_author_is_one_whom_a_paper_here_has() -> None:
    here, elsewhere = understood("kernels by Lovelace"), understood("kernels by Hinton")

    assert here.query is not None
    assert here.query.filters == (Author("Lovelace"),)
    assert elsewhere.words == ("kernels", "Hinton")


@pytest.mark.parametrize(
    "text",
    [
        "kvflow",
        "KVFlow?",
        "show me kvflow please",
        "tell me about KVFlow",
        "the KVFlow paper",
        "who wrote KVFlow?",
        "do you know the KVFlow paper?",
        "“KVFlow: Efficient Prefix Caching for Accelerating LLM-Based Multi-Agent Workflows”",
        "kvflow: efficient prefix caching for accelerating llm-based multi-agent workflows",
    ],
)
def test_a_name_or_a_title_is_its_paper(text: str) -> None:
    asked = understood(text)

    assert asked.kind == "paper"
    assert asked.paper == KVFLOW


def test_a_systems_name_as_a_small_word_is_a_search() -> None:
    assert understood("RAC").paper == UNTITLED
    assert understood("forest kernel").kind == "search"


@pytest.mark.parametrize(
    "text",
    [
        "1901.00001",
        "https://arxiv.org/pdf/1901.00001v2",
        "have you seen <https://arxiv.org/abs/1901.00001|arxiv.org/abs/1901.00001>?",
        "please open <https://example.org/forests.pdf>",
    ],
)
def test_an_identifier_or_a_link_is_its_paper(text: str) -> None:
    assert understood(text).paper == FORESTS


def test_a_link_that_no_paper_here_has_is_said_to_be_unknown() -> None:
    alone, asked = understood("https://arxiv.org/abs/2301.12345"), understood("eviction as in arxiv.org/abs/2301.12345")

    assert (alone.kind, alone.paper, alone.query) == ("paper", None, None)
    assert alone.identifier == asked.identifier == Identifier("arxiv", "2301.12345")
    assert asked.words == ("eviction",)


@pytest.mark.parametrize(
    "text",
    ["like kvflow", "show me papers similar to KVFlow", "anything like the KVFlow paper?", "more like kvflow please"],
)
def test_papers_like_one(text: str) -> None:
    asked = understood(text)

    assert asked.kind == "like"
    assert asked.paper == KVFLOW


def test_papers_like_one_that_nobody_knows_are_searched_by_its_words() -> None:
    asked = understood("papers like Tidewater")

    assert (asked.kind, asked.words, asked.name) == ("search", ("Tidewater",), "Tidewater")
    assert asked.notes == ("No paper here is called “Tidewater”, so this is a search for the words.",)
    assert understood("how do people reason like doctors").notes == ()
    assert understood("which papers are like that").kind == "nothing"


@pytest.mark.parametrize(
    "text",
    [
        KVFLOW.abstract,
        f"Look at this:\n\n{KVFLOW.abstract.upper()}\nwhat do you think?",
        KVFLOW.abstract[: len(KVFLOW.abstract) * 2 // 3],
        KVFLOW.abstract.replace("foresee", "see").replace("We propose", "We present"),
        f"{KVFLOW.abstract} {'Some more words of a person who likes to write. ' * 60}",
    ],
    ids=["whole", "within-a-message", "a-piece", "edited", "long"],
)
def test_a_pasted_abstract_is_its_paper(text: str) -> None:
    asked = understood(text)

    assert asked.kind == "abstract"
    assert asked.paper == KVFLOW


def test_another_abstract_is_searched_by_its_most_telling_words() -> None:
    asked = understood("We study glacier drift with kriging. Kriging of glacier drift is hard, as drift changes. " * 6)

    assert (asked.kind, asked.paper) == ("abstract", None)
    assert {"glacier", "drift", "kriging"} <= {word.lower() for word in asked.words}
    assert asked.query is not None
    assert asked.query.wanted == tuple(map(Word, asked.words))


def test_what_is_only_to_be_left_out_cannot_be_searched() -> None:
    asked = understood("without vision")

    assert (asked.kind, asked.notes) == ("nothing", (ONLY_LEFT_OUT,))
    assert asked.query is not None
    assert asked.query.excluded == (Word("vision"),)
