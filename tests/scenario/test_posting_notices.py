"""Words to one person whose answer was lost: looked for in direct messages, and said again only if not found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.workspace.model import Message
from bot.workspace.town import READER
from tests.office_kit import SECOND, Office, open_office


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path) as opened:
        opened.plan("a-word", channel=READER.id, kind="notice")
        yield opened


def read(office: Office) -> list[Message]:
    """What the person has read of us."""
    state = office.place.workspace.state
    return [one for channel in state.channels() if READER.id in channel.members for one in office.posts(channel.id)]


def test_a_word_whose_answer_was_lost_is_found_and_not_said_again(office: Office) -> None:
    office.fault("accept_then_drop")

    office.work(office.poster())

    (said,) = read(office)
    assert (office.kept("a-word").state, office.kept("a-word").ts) == ("sent", said.ts)


def test_a_word_that_was_lost_on_the_way_is_said(office: Office) -> None:
    office.fault("drop")

    office.work(office.poster())

    assert len(read(office)) == 1
    assert office.kept("a-word").attempts == 2


@pytest.mark.parametrize("code", ["missing_scope", "cannot_dm_bot"])
def test_where_nobody_can_look_a_word_is_better_said_twice_than_never(office: Office, code: str) -> None:
    office.fault("accept_then_drop")
    office.fault("error", "conversations.open", count=9, code=code)

    office.work(office.poster())

    assert len(read(office)) == 2
    assert office.kept("a-word").state == "sent"


def test_while_slack_does_not_answer_a_word_waits(office: Office) -> None:
    office.fault("accept_then_drop")
    office.fault("status", "conversations.open", count=2, status=503)

    office.work(office.poster(), rounds=12, step=61 * SECOND)

    assert len(read(office)) == 1
    assert office.kept("a-word").state == "sent"
