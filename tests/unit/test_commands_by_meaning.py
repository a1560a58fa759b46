"""Papers that were found by meaning are called so, and counted apart from those that have the words."""

import pytest

from handlers.blocks.results import relaxed_sentence
from handlers.dispatch import dispatch
from handlers.messages import Reply
from search.grammar import parse
from search.models import Hit, SearchResult
from search.query import Query
from tests.block_rules import problems
from tests.fakes_handlers import PAPERS, HandlersEngine, request, services


class MeaningEngine(HandlersEngine):
    """Adds all other papers as found by meaning."""

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        words = super().search(query, 100)
        found = {hit.id for hit in words.hits}
        hits = (*words.hits, *(Hit(paper, 0.1) for paper in self.held if paper not in found))
        more = len(self.held) - len(found)
        return SearchResult(hits[offset : offset + limit], len(hits), words.complete, words.missing, None, more)


def asked(text: str) -> Reply:
    reply = dispatch(request(text), services(PAPERS, engine=MeaningEngine()))
    assert problems(reply) == []
    return reply


def said(reply: Reply) -> list[str]:
    """What stands in small letters."""
    contexts = [block for block in reply.blocks if block["type"] == "context"]
    return [" · ".join(element["text"] for element in block["elements"]) for block in contexts]


def test_they_are_counted_apart_and_stand_below_the_line() -> None:
    reply = asked("kv cache eviction")

    assert reply.text.startswith(
        "1 paper has every word of kv cache eviction · 1 more has some of them · 3 found by meaning."
    )
    assert "From here on papers have only some of the words or are like it in meaning." in said(reply)
    assert [line.endswith("found by meaning") for line in said(reply) if line.startswith("`")] == [
        False, False, True, True, True,
    ]  # fmt: skip


def test_without_any_paper_that_has_a_word_they_are_all_there_is() -> None:
    reply = asked("zebra")

    assert reply.text.startswith("No paper has zebra · 5 found by meaning.")
    assert "No paper has the word “zebra”; these mean something like it." in said(reply)


def test_no_word_is_said_to_be_lacking_of_a_paper_that_has_none() -> None:
    assert not [line for line in said(asked("zebra")) if "without" in line]


HITS = tuple(Hit(f"paper-{number}", 1.0) for number in range(5))


@pytest.mark.parametrize(
    ("complete", "by_meaning", "missing", "offset", "sentence"),
    [
        (2, 4, (), 0, "From number 3 on, papers have only some of the words or are like it in meaning."),
        (2, 10, (), 0, "From number 3 on, papers are only like it in meaning."),
        (5, 7, (), 5, "These papers are only like it in meaning."),
        (0, 4, (), 0, "No paper has all the words together; these have some of them, or mean something like it."),
        (
            0, 4, ("zebra",), 0,
            "No paper has the word “zebra”; these have some of the other words, or mean something like it.",
        ),
        (0, 12, (), 0, "No paper has enough of the words; these mean something like it."),
    ],
)  # fmt: skip
def test_relaxing_is_said_as_it_was_done(
    complete: int, by_meaning: int, missing: tuple[str, ...], offset: int, sentence: str
) -> None:
    result = SearchResult(HITS, 12, complete, missing, by_meaning=by_meaning)

    assert relaxed_sentence(parse("kv cache"), result, HITS, offset) == sentence
