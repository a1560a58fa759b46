"""`/papers WORDS`: what was found, what was relaxed, and the way on."""

from dataclasses import replace

import pytest

from handlers.blocks.results import relaxed_sentence
from handlers.dispatch import dispatch
from handlers.messages import Block, Reply
from search.grammar import parse
from search.models import Hit, Paper, SearchResult
from search.query import Query
from tests.block_rules import problems
from tests.fakes import FakeLibrary
from tests.fakes_handlers import FORESTS, KVFLOW, PAPERS, HandlersEngine, request, services


def asked(text: str, papers: tuple[Paper, ...] = PAPERS, suggestion: str | None = None) -> Reply:
    reply = dispatch(request(text), services(papers, engine=HandlersEngine(papers, suggestion)))
    assert problems(reply) == []
    return reply


def rich_lines(reply: Reply) -> list[str]:
    """The lines of rich text; bold stretches between stars, what is italic between underscores, moments in seconds."""
    sections = [part for block in reply.blocks if block["type"] == "rich_text" for part in block["elements"]]
    return [line for section in sections for line in "".join(map(shown, section["elements"])).split("\n")]


def shown(element: Block) -> str:
    style = element.get("style", {})
    mark = "*" if style.get("bold") else "_" if style.get("italic") else ""
    named = f"#{element['channel_id']}" if element["type"] == "channel" else f"@{element.get('timestamp')}"
    return f"{mark}{element.get('text', named)}{mark}"


def small_lines(reply: Reply) -> list[str]:
    contexts = [block for block in reply.blocks if block["type"] == "context"]
    return [" · ".join(element["text"] for element in block["elements"]) for block in contexts]


def buttons(reply: Reply) -> list[Block]:
    return [button for block in reply.blocks if block["type"] == "actions" for button in block["elements"]]


def labels(reply: Reply) -> list[str]:
    return [button["text"]["text"] for button in buttons(reply)]


def test_a_result_shows_the_count_the_sentence_and_what_is_known() -> None:
    reply = asked("kv cache")

    assert rich_lines(reply) == [
        "*1 paper* has every word of _kv cache_",
        "1. *KVFlow: Efficient Prefix Caching for Accelerating LLM-Based Multi-Agent Workflows*",
        "Large language model agents keep a *KV cache* for their prompts.",
    ]
    assert small_lines(reply) == ["`kvflow` · Zaifeng Pan, Ajjkumar Patel, Zhengding Hu et al. · NeurIPS 2025"]
    assert labels(reply) == ["Read", "Similar", "Save", "Share"]
    assert (reply.public, reply.replaces) == (False, False)


def test_papers_with_only_some_of_the_words_stand_below_a_line() -> None:
    reply = asked("kv cache eviction")

    kinds = [block["type"] for block in reply.blocks]
    line = kinds.index("divider")
    assert rich_lines(reply)[0] == "*1 paper* has every word of _kv cache eviction_ · 1 more has some of them"
    assert kinds.index("actions") < line < len(kinds) - 1 - kinds[::-1].index("actions")
    assert small_lines(reply)[1] == "From here on papers have only some of the words."
    assert small_lines(reply)[2] == "`rent-eviction` · 2021 · without kv, cache"


def test_the_text_alone_says_it_all_and_how_to_go_on() -> None:
    text = asked("kv cache eviction").text

    assert "1 paper has every word of kv cache eviction" in text
    assert "[kvflow] (Zaifeng Pan, Ajjkumar Patel, Zhengding Hu et al.; NeurIPS 2025): " in text
    assert "[rent-eviction]" in text
    assert "From number 2 on, papers have only some of the words." in text
    assert text.endswith("for example /papers show kvflow")


def test_a_word_that_no_paper_has_is_named_and_a_suggestion_can_be_pressed() -> None:
    reply = asked("evicton cache", suggestion="eviction cache")

    assert "No paper has the word “evicton”; these have some of the other words." in small_lines(reply)
    assert "Did you mean “eviction cache”?" in small_lines(reply)
    assert "Did you mean “eviction cache”?" in reply.text
    suggested = next(button for button in buttons(reply) if button["action_id"] == "find:suggest")
    assert suggested["value"] == '{"v":1,"q":"eviction cache","o":0}'


def test_nothing_found_says_why_and_where_to_look() -> None:
    reply = asked("zebra")

    assert rich_lines(reply) == [
        "*No paper* fits _zebra_",
        "No paper has the word “zebra”.",
        "Other words may find it; /papers random shows what the library holds.",
    ]
    assert buttons(reply) == []


def test_nothing_found_under_a_condition_asks_for_another_condition() -> None:
    assert rich_lines(asked("year:1999")) == [
        "*No paper* fits _year:1999_",
        "Leave a condition out, or change it; /papers random shows what the library holds.",
    ]


@pytest.mark.parametrize("text", ["forests?", "zebra?"])
def test_a_question_ends_its_sentence(text: str) -> None:
    assert asked(text).text.split("\n")[0].endswith(f" {text}")


def test_nothing_found_says_each_note_once() -> None:
    reply = asked('"zebra')

    assert small_lines(reply) == ["I left out a quotation mark that has no partner."]
    assert reply.text.count("I left out a quotation mark") == 1


def test_where_nobody_has_a_compound_papers_with_a_part_of_it_are_near() -> None:
    reply = asked("forest-99")

    assert "The nearest papers have a part of the word:" in rich_lines(reply)
    assert "[forest-kernel]" in reply.text


def test_the_nearest_papers_stand_below_the_sentence_that_announces_them() -> None:
    said = asked("cachew", suggestion="cache").text

    assert said.index("Did you mean") < said.index("The nearest papers") < said.index("[kvflow]")


class Complete(HandlersEngine):
    """Finds one paper that has everything, though the text shows one word only."""

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        return SearchResult((Hit(FORESTS.id, 2.0, frozenset({"forest"})),), total=1, complete=1)


def test_a_paper_with_everything_is_never_said_to_lack_a_word() -> None:
    reply = dispatch(request("lovelace forests"), services(engine=Complete()))

    assert "[forest-kernel]" in reply.text
    assert "without" not in reply.text


def test_nothing_found_with_a_condition_offers_the_nearest_without_it() -> None:
    reply = asked("cache author:lovelace")

    assert "The nearest papers, with the conditions left out:" in rich_lines(reply)
    assert "[kvflow]" in reply.text


def test_too_few_words_in_common_offers_papers_with_one_of_them() -> None:
    reply = asked("eviction zebra yak lion")

    assert "The nearest papers have at least one of the words:" in rich_lines(reply)
    assert "[rent-eviction]" in reply.text


def test_what_was_read_otherwise_than_typed_is_said() -> None:
    query = parse('"kv cache')
    reply = asked('"kv cache')

    assert query.notes
    assert all(note in small_lines(reply) for note in query.notes)
    assert all(note in reply.text for note in query.notes)


def test_pages_are_counted_and_turned() -> None:
    papers = tuple(replace(KVFLOW, id=f"kv-{number}") for number in range(13))
    reply = asked("cache", papers)

    assert rich_lines(reply)[0] == "*13 papers* have _cache_"
    assert small_lines(reply)[-1] == "1–5 of 13"
    assert labels(reply)[-1:] == ["Next"]
    assert buttons(reply)[-1]["value"] == '{"v":1,"q":"cache","o":5}'


def test_a_paper_that_has_just_left_the_library_is_passed_over_and_told() -> None:
    library = FakeLibrary([KVFLOW])
    reply = dispatch(request("eviction"), services(library=library, engine=HandlersEngine()))

    assert problems(reply) == []
    assert "1 paper that stood here has left the library since." in small_lines(reply)
    assert "[rent-eviction]" not in reply.text


def test_an_identifier_leads_to_its_paper() -> None:
    assert asked("1901.00001").text.startswith("Random Forests as Kernels [forest-kernel]")


def test_an_unknown_identifier_is_told_and_words_beside_it_are_searched() -> None:
    alone = asked("2301.00001")
    beside = asked("2301.00001 eviction")

    assert alone.text.startswith("No paper here has the arXiv id “2301.00001”.")
    assert "No paper here has the arXiv id “2301.00001”." in small_lines(beside)
    assert "[rent-eviction]" in beside.text


def test_a_condition_alone_is_a_search_too() -> None:
    assert rich_lines(asked("author:lovelace"))[0] == "*1 paper* fits _author:lovelace_"


def test_words_after_search_may_be_missing() -> None:
    assert asked("search").text.startswith("What shall I look for?")


def test_a_mark_in_a_long_sentence_is_never_cut_away() -> None:
    long = replace(KVFLOW, abstract="We propose " + "many other things and " * 60 + "at last a zebra crossing.")
    reply = asked("zebra", (long,))

    assert any("*zebra*" in line and line.startswith("…") for line in rich_lines(reply))


HITS = tuple(Hit(f"paper-{number}", 1.0) for number in range(5))


@pytest.mark.parametrize(
    ("complete", "missing", "offset", "sentence"),
    [
        (5, (), 0, None),
        (7, (), 0, None),
        (2, (), 0, "From number 3 on, papers have only some of the words."),
        (7, (), 5, "From number 8 on, papers have only some of the words."),
        (5, (), 5, "These papers have only some of the words."),
        (0, (), 0, "No paper has all the words together; these have some of them."),
        (0, ("zebra",), 0, "No paper has the word “zebra”; these have some of the other words."),
        (0, ("a", "b", "c"), 0, "No paper has the word “a”, “b” or “c”; these have some of the other words."),
    ],
)
def test_relaxing_is_said_in_one_sentence(
    complete: int, missing: tuple[str, ...], offset: int, sentence: str | None
) -> None:
    result = SearchResult(HITS, total=12, complete=complete, missing=missing)

    assert relaxed_sentence(parse("kv cache"), result, HITS, offset) == sentence


def test_nothing_is_relaxed_where_nothing_is_shown() -> None:
    assert relaxed_sentence(parse("zebra"), SearchResult((), 0, 0, ("zebra",)), ()) is None
