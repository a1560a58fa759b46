"""Whatever papers and topics hold, digests keep Slack's limits and lose no paper, and nothing foreign comes alive."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.blocks import state
from handlers.blocks.digest import Digest, Nothing, digest_message, hidden_reply, rest_message
from handlers.blocks.entry import Entry
from handlers.blocks.items import Item
from handlers.blocks.subscription import Listing, Row, list_reply
from handlers.blocks.subscription_form import edit_form
from handlers.messages import Block, Reply
from handlers.subscriptions.subscribing import LIMIT
from search.language.snippet import snippet
from search.models import Paper
from tests.block_rules import problems
from tests.digest_kit import HERE, MONDAY, handles, subscription
from tests.unit.test_blocks_payloads import MODEST, PAPER, TEXT
from tests.unit.test_commands_search import buttons

MANY = st.lists(PAPER, min_size=1, max_size=14, unique_by=lambda paper: paper.id)
TOPICS = st.lists(TEXT.filter(str.strip), min_size=1, max_size=LIMIT)
KEY = f"digest:{HERE}:2025-12-01T08:00Z"


def items(papers: Sequence[Paper], topics: Sequence[str]) -> tuple[Item, ...]:
    ids = tuple(f"{number:012x}" for number in range(len(topics)))
    terms = frozenset({"cach"})
    return tuple(
        Item(Entry(paper, number, snippet(paper, terms)), ids, tuple(topics))
        for number, paper in enumerate(papers, start=1)
    )


def more_button(reply: Reply) -> Block | None:
    return next((button for button in buttons(reply) if button["action_id"] == state.DIGEST_MORE), None)


@settings(MODEST, max_examples=8)
@given(MANY, TOPICS)
def test_every_paper_is_in_the_message_or_in_its_thread(papers: list[Paper], topics: list[str]) -> None:
    held = items(papers, topics)
    nothing = tuple(Nothing(topic, MONDAY, "Asia/Kathmandu") for topic in topics)
    message, shown = digest_message(Digest(key=KEY, items=held, topics=tuple(topics), nothing=nothing, waiting=True))
    pages = [message]
    read = shown
    while button := more_button(pages[-1]):
        more = state.more_state(button["value"])
        assert more
        assert (more.key, more.offset) == (KEY, read)
        message, shown = rest_message(held[read:], KEY, "1764576001.000100")
        pages.append(message)
        read += shown

    assert [problem for page in pages for problem in problems(page)] == []
    assert [handle for page in pages for handle in handles(page)] == [paper.id for paper in papers]


@MODEST
@given(PAPER, TOPICS)
def test_what_is_said_of_not_for_us_is_inert(paper: Paper, topics: list[str]) -> None:
    hide = state.HideState(paper.id, tuple(f"{number:012x}" for number in range(len(topics))))

    assert problems(hidden_reply(paper.title or "", topics, hide)) == []


@MODEST
@given(TOPICS, TEXT.filter(str.strip), st.booleans())
def test_lists_and_windows_are_inert(topics: list[str], why: str, everywhere: bool) -> None:
    schedules = [
        replace(subscription(), id=f"{number:012x}", query=topic[:300], paused=why if number % 2 else None)
        for number, topic in enumerate(topics)
    ]
    rows = tuple(Row(schedule, None, MONDAY, 3) for schedule in schedules[:5])

    assert (
        problems(list_reply(Listing(rows, len(topics), state.ListState(0, everywhere), (why,))), sharer="U0READER1")
        == []
    )
    assert [problem for schedule in schedules for problem in problems(edit_form(schedule))] == []
