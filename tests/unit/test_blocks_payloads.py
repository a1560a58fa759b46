"""Whatever papers hold, every message and window keeps Slack's limits and nothing foreign in it comes alive."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from handlers.actions import handle_press
from handlers.blocks import state
from handlers.blocks.notice import notice, share_failed
from handlers.blocks.reader import reader
from handlers.blocks.shapes import header
from handlers.dispatch import dispatch
from handlers.messages import Share
from handlers.windows import Modal, Outcome
from search.models import Paper
from tests.block_rules import problems
from tests.fakes_handlers import KVFLOW, GoodHealth, press, request, services

FAMILY = "👩‍👩‍👧‍👦"
HOSTILE = [
    "<!channel>", "<!here|x>", "<@U0READER1>", "<https://evil.test|arxiv.org>", "& &amp; &lt;b&gt;", "*bold* _it_ ~no~",
    "```\ncode", "`", ":smile:", "@everyone", "> quote", "שלום \u202eabc", "\x00\x07", FAMILY, "🇨🇭", "e\u0301" * 30,
    "$\\alpha_1$", "https://auto.link/x", "a|b(c)<d>", "\ud800", "cache", "We propose a cache. However, it fails.",
    "漢字" * 20, "&" * 400,
]  # fmt: skip
WORDS = st.lists(st.sampled_from(HOSTILE) | st.text(st.characters(codec=None), max_size=12), max_size=12)
TEXT = WORDS.map(" ".join)
LONG = st.tuples(TEXT, st.integers(1, 8)).map(lambda pair: (pair[0] + " ") * pair[1])
ADDRESS = st.none() | st.sampled_from(
    ["https://a.org/x?y=1&z=<2>|3", "javascript:alert(1)", "http://a@b.org/", "HTTP://A.ORG", "https://a.org/~*_&" * 9]
) | TEXT  # fmt: skip
HANDLE = st.from_regex(r"[a-z0-9]{1,12}(-[a-z0-9]{1,8}){0,3}", fullmatch=True)
PAPER = st.builds(
    Paper,
    id=HANDLE,
    abstract=LONG,
    title=st.none() | TEXT,
    authors=st.lists(TEXT, max_size=5).map(tuple) | st.just(("Ann <b>&", "Bo *") * 1_500),
    year=st.none() | st.integers(-5, 99_999),
    venue=st.none() | TEXT,
    url=ADDRESS,
    pdf=ADDRESS,
    code=ADDRESS,
    doi=st.none() | TEXT,
    arxiv_id=st.none() | TEXT,
)
PAPERS = st.lists(PAPER, min_size=1, max_size=7, unique_by=lambda paper: paper.id)
TYPED = (
    st.sampled_from(["cache", "cache zebra", "zebra", "help", "", "show", "status", "random", "random cache"]) | TEXT
)
MODEST = settings(  # without shrinking: a paper of 3,000 authors takes minutes to shrink and is readable as it is
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def outcomes(papers: list[Paper]) -> list[Outcome]:
    """Everything that can be said about the first of these papers."""
    over = services(papers)
    value = state.written(state.PaperState(papers[0].id))
    pressed = [handle_press(press(action_id, value), over) for action_id in (state.READ, state.SIMILAR, state.SHARE)]
    return [*pressed, dispatch(request(f"show {papers[0].id}"), over)]


@MODEST
@given(PAPERS)
def test_every_answer_about_any_papers_keeps_the_rules(papers: list[Paper]) -> None:
    said = [problem for outcome in outcomes(papers) for problem in problems(outcome, sharer="U0READER1")]

    assert said == []


@MODEST
@given(PAPERS, TYPED, st.integers(0, 3))
def test_every_answer_to_any_words_keeps_the_rules(papers: list[Paper], typed: str, page: int) -> None:
    over = services(papers)
    turned = press(state.PAGE_NEXT, state.written(state.PageState(typed or "cache", page * 5)))

    assert problems(dispatch(request(typed), over)) == []
    assert problems(handle_press(turned, over)) == []


@MODEST
@given(TEXT, LONG)
def test_every_sentence_and_fact_keeps_the_rules(short: str, long: str) -> None:
    health = GoodHealth(facts=[(short or "x", long), (long or "y", ""), *([("fact", long[:500])] * 60)])

    assert problems(dispatch(request("status"), services(health=health))) == []
    assert problems(notice("Something to say.", short, long)) == []
    assert problems(share_failed(short)) == []


@pytest.mark.parametrize("count", [1, 4, 5, 6, 16, 51, 500])
def test_a_search_that_finds_many_papers_shows_a_page_of_them(count: int) -> None:
    papers = [
        replace(KVFLOW, id=f"kvflow-{number}", title="&" * 400, abstract="cache & " * 400) for number in range(count)
    ]
    reply = dispatch(request("cache"), services(papers))

    assert problems(reply) == []
    assert sum(block["type"] == "actions" for block in reply.blocks) == min(count, 5) + (count > 5)


@pytest.mark.parametrize("length", [149, 150, 151, 400])
def test_a_long_title_is_cut_in_a_header_and_whole_in_the_citation(length: int) -> None:
    title = (f"{FAMILY} " * length)[:length]
    window = reader(replace(KVFLOW, title=title))

    assert len(header(title)["text"]["text"]) <= 150
    assert problems(window) == []
    assert json.dumps(window.blocks, ensure_ascii=False).count(FAMILY) >= title.count(FAMILY)


@pytest.mark.parametrize("abstract", ["", "   ", "\n\n", "\x00"])
def test_a_paper_without_an_abstract_says_so(abstract: str) -> None:
    bare = Paper(id="bare", abstract=abstract, title=" ")

    for outcome in outcomes([bare]):
        assert problems(outcome, sharer="U0READER1") == []
    window = reader(bare)
    assert "No abstract." in json.dumps(window.blocks)


def test_a_very_long_abstract_is_read_in_full_over_several_blocks() -> None:
    sentences = [f"Sentence number {number} is about caches & queues." for number in range(700)]
    window = reader(replace(KVFLOW, abstract=" ".join(sentences)))

    said = words(window)
    assert problems(window) == []
    assert all(sentence in said for sentence in sentences)


def test_an_odd_paper_does_not_take_the_others_with_it() -> None:
    odd = Paper(id="odd", abstract="cache " + "\x00&<" * 5_000, title="x/" * 200, authors=("a\ud800",) * 3_000)
    reply = dispatch(request("cache"), services([odd, KVFLOW]))

    assert problems(reply) == []
    assert "[odd]" in reply.text
    assert "[kvflow]" in reply.text


def test_three_backticks_in_an_abstract_open_no_code_block() -> None:
    paper = replace(KVFLOW, abstract="We propose a cache ``` that stays open and a lone ` tick. It works.")

    for outcome in outcomes([paper, KVFLOW]):
        assert problems(outcome, sharer="U0READER1") == []
        if isinstance(outcome, Share):
            assert "`" not in outcome.message.text


def test_text_that_looks_like_markup_is_shown_letter_by_letter() -> None:
    paper = replace(KVFLOW, title="P(A|B) > 0 [v2] <x>", abstract="We propose to write <b>cache</b> & more.")
    reply = dispatch(request("show kvflow"), services([paper]))

    assert reply.blocks[0]["elements"][0]["elements"][0]["text"] == "P(A|B) > 0 [v2] <x>"
    assert "P(A|B) &gt; 0 [v2] &lt;x&gt;" in reply.text


def words(window: Modal) -> str:
    """All the text of a window's rich text."""
    sections = [part for block in window.blocks if block["type"] == "rich_text" for part in block["elements"]]
    return "".join(element["text"] for section in sections for element in section["elements"])
