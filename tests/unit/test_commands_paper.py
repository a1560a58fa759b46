"""`/papers show`, `similar` and `random`: one paper, its neighbours, and one by chance."""

from dataclasses import replace

import pytest

from handlers.blocks import lines
from handlers.dispatch import dispatch
from handlers.messages import Reply
from handlers.ports import Services
from search.exports.bibtex import citation
from search.models import OTHERS, Paper
from tests.block_rules import problems
from tests.fakes import FakeLibrary
from tests.fakes_handlers import EVICTION, KVFLOW, PAPERS, request, services
from tests.shelf_kit import labelled, typed, window
from tests.unit.test_commands_search import buttons, labels, rich_lines, small_lines


def asked(text: str, papers: tuple[Paper, ...] = PAPERS) -> Reply:
    reply = dispatch(request(text), services(papers))
    assert problems(reply) == []
    return reply


@pytest.mark.parametrize("name", ["kvflow", "KVFlow", "`kvflow`", "“kvflow”", KVFLOW.title])
def test_a_paper_is_shown_by_handle_or_name(name: str) -> None:
    assert asked(f"show {name}").text.startswith("KVFlow: Efficient Prefix Caching")


@pytest.mark.parametrize("name", ["1901.00001", "https://arxiv.org/abs/1901.00001", "id:forest-kernel"])
def test_a_paper_is_shown_by_its_identifier(name: str) -> None:
    assert "[forest-kernel]" in asked(f"show {name}").text


def test_a_shown_paper_has_its_facts_its_sentences_and_its_links() -> None:
    reply = asked("show forest-kernel")

    assert rich_lines(reply)[0] == "*Random Forests as Kernels*"
    assert small_lines(reply) == ["`forest-kernel` · Ada Lovelace · 2019 · code · PDF"]
    assert rich_lines(reply)[-1] == "PDF · Code · arXiv"
    assert "*Idea  *We propose a kernel that reads a forest as distances." in rich_lines(reply)
    assert labels(reply) == ["Read", "Similar", "Save", "Share", "Nominate"]
    assert buttons(reply)[0]["accessibility_label"] == "Read: forest-kernel, Random Forests as Kernels"


PREPRINT = replace(KVFLOW, id="kv-old", url="https://arxiv.org/abs/2507.07400v2", arxiv_id="2507.07400")
PRINT = replace(KVFLOW, id="", doi="https://doi.org/10.1145/KV.Flow", url="https://example.org/kv", arxiv_id=None)


def made_of(*records: Paper) -> Services:
    return services(library=FakeLibrary(PAPERS, {"kvflow": (replace(KVFLOW, id=""), *records)}))


def test_a_paper_made_of_several_records_says_what_else_it_is_called() -> None:
    over = made_of(PREPRINT, PRINT, PREPRINT)
    reply = typed("show kvflow", over)
    reading = window(over, labelled(reply, "Read"))

    said = "Also known as arXiv:2507.07400, kv-old, doi:10.1145/kv.flow"
    assert said in reply.text.split("\n")
    assert said in small_lines(reply)
    assert said in small_lines(Reply("", reading.blocks))
    assert "Also known" not in asked("show forest-kernel").text


def test_of_many_names_a_few_are_said_and_none_comes_alive() -> None:
    many = [replace(PRINT, doi=f"10.1000/<!channel>*{number}*") for number in range(9)]
    reply = typed("show kvflow", made_of(*many))

    assert small_lines(reply)[-1].endswith("doi:10.1000/<!channel>*4* and 4 more")
    assert "<!channel>" not in reply.text


def test_a_name_that_no_paper_has_is_told_and_searched() -> None:
    reply = asked("show forests")

    assert "No paper is called “forests”; this is a search for the words." in small_lines(reply)
    assert "[forest-kernel]" in reply.text


@pytest.mark.parametrize("text", ["show me forests", "show us something about forests", "show papers on forests"])
def test_a_request_in_words_is_a_search_that_needs_no_explanation(text: str) -> None:
    reply = asked(text)

    assert rich_lines(reply)[0] == "*1 paper* has _forests_"
    assert "is called" not in reply.text


@pytest.mark.parametrize("text", ["show me kvflow", "Show us the KVFlow"])
def test_a_paper_may_be_asked_for_in_words(text: str) -> None:
    assert asked(text).text.startswith("KVFlow: Efficient")


@pytest.mark.parametrize("text", ["similar to kvflow", "similar papers to kvflow", "similar papers like KVFlow"])
def test_similar_may_be_asked_for_in_words(text: str) -> None:
    assert asked(text).text.startswith("Most like KVFlow")


@pytest.mark.parametrize("command", ["show", "similar"])
def test_a_missing_name_is_asked_for_with_an_example_from_the_library(command: str) -> None:
    assert asked(command, (EVICTION,)).text.endswith(f"as in /papers {command} rent-eviction")


def test_similar_papers_are_listed_without_the_paper_itself() -> None:
    reply = asked("similar kvflow")

    assert rich_lines(reply)[0] == f"*Most like **{KVFLOW.title}*"
    assert "[forest-kernel]" in reply.text
    assert "1. KVFlow" not in reply.text


def test_a_paper_without_neighbours_says_so() -> None:
    assert asked("similar kvflow", (KVFLOW,)).text.startswith("Nothing in the library is much like KVFlow")


def test_similar_to_a_name_that_no_paper_has_is_a_search() -> None:
    assert "No paper is called “forests table”; this is a search for the words." in small_lines(
        asked("similar forests table")
    )


def test_a_random_paper_comes_from_the_whole_library() -> None:
    assert small_lines(asked("random"))[0] == "Drawn at random from 5 papers."


def test_a_random_paper_with_words_comes_from_those_that_have_them() -> None:
    papers = (EVICTION, *(replace(KVFLOW, id=f"kv-{number}") for number in range(3)))
    reply = asked("random cache", papers)

    assert small_lines(reply)[0] == "Drawn at random from 3 papers for cache."
    assert "[kv-" in reply.text
    assert buttons(reply)[-1]["value"] == '{"v":1,"q":"cache","o":0}'
    assert labels(reply)[-1] == "See all 3 papers"


def test_the_only_paper_with_the_words_is_called_so() -> None:
    assert small_lines(asked("random workflow"))[0] == "The only paper for workflow."


def test_a_topic_that_begins_with_random_is_offered_as_a_search() -> None:
    reply = asked("random forests")
    topic = buttons(reply)[-1]

    assert (
        small_lines(reply)[0]
        == "The only paper for forests. · For the topic itself, type /papers search random forests"
    )
    assert (topic["text"]["text"], topic["value"]) == (
        "Search for random forests",
        '{"v":1,"q":"random forests","o":0}',
    )
    assert "For the topic itself, type /papers search random forests" in reply.text


@pytest.mark.parametrize(("text", "papers"), [("random zebra", PAPERS), ("random", ())])
def test_nothing_to_draw_from_is_said(text: str, papers: tuple[Paper, ...]) -> None:
    assert asked(text, papers).text in (
        "No paper fits zebra. Other words may find one; /papers random draws from all papers.",
        "The library holds no papers yet.",
    )


@pytest.mark.parametrize("text", ["random paper", "random papers", "random one", "random Article"])
def test_a_random_paper_is_not_one_about_papers(text: str) -> None:
    assert small_lines(asked(text))[0] == "Drawn at random from 5 papers."


def test_authors_that_the_source_does_not_name_are_et_al() -> None:
    paper = Paper(id="x", abstract="", authors=("Ann Lee", "Bo Ray", OTHERS))

    assert (lines.authors(paper), lines.authors(paper, most=1)) == ("Ann Lee, Bo Ray et al.", "Ann Lee et al.")
    assert lines.authors(Paper(id="x", abstract="", authors=(OTHERS,))) == ""
    assert "author = {Ann Lee and Bo Ray and others}" in citation(paper)
