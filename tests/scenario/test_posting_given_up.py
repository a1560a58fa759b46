"""Posts that nothing becomes of: they are given up after a day, their creators are told, and nothing is paused."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.slack.patience import TRIES, is_given_up
from bot.slack.poster import Poster
from bot.workspace.town import GENERAL, READER, direct_id
from handlers.failing import GIVEN_UP, regret
from handlers.schedules import Posting
from tests.fakes_handlers import services
from tests.office_kit import DAY, MINUTE, Office, open_office
from tests.posting_kit import NOW, TEAM, posting, schedule

HOUR = 60 * MINUTE
FOR_EVER = 10_000


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path) as opened:
        yield opened


def regretting(office: Office) -> Poster:
    """A poster over a subscription, which tells its creator as the bot does."""
    over = services(schedules=office.store.schedules, outbox=office.store.outbox)  # type: ignore[arg-type]
    office.store.schedules.add(schedule("s1", creator=READER.id, channel_id=GENERAL))
    poster = office.poster()

    def failed(posting: Posting, code: str) -> None:
        office.failed.append((posting.key, code))
        regret(posting, office.now(), over)

    poster._sending._failed = failed
    return poster


@pytest.mark.parametrize(
    ("kind", "details"), [("status", {"status": 503}), ("drop", {}), ("error", {"code": "token_revoked"})]
)
def test_what_slack_never_answers_is_given_up_and_told_and_the_next_comes(
    office: Office, kind: str, details: dict[str, Any]
) -> None:
    poster = regretting(office)
    office.fault(kind, count=FOR_EVER, **details)
    office.plan("one", slots=(("s1", "2026-W49"),))
    office.work(poster, rounds=2 * TRIES + 2, step=HOUR)
    office.place.workspace.faults.clear()
    office.plan("two", slots=(("s1", "2026-W50"),))
    office.work(poster, rounds=4)

    assert office.failed == [("one", GIVEN_UP)]
    assert office.kept("one").state == "failed"
    assert office.texts() == ["two"]
    (told,) = office.place.seen(direct_id(READER.id))
    assert told.startswith("A post of Caching s1 in <#")
    kept = office.store.schedules.schedule(TEAM, "s1")
    assert kept is not None
    assert kept.paused is None


def test_a_channel_that_can_never_be_looked_into_does_not_hold_its_next_posts_up(office: Office) -> None:
    poster = regretting(office)
    office.fault("accept_then_drop")
    office.fault("error", "conversations.history", count=FOR_EVER, code="missing_scope")
    office.plan("one", "two")
    office.work(poster, rounds=TRIES, step=2 * HOUR)
    assert (office.kept("one").state, office.texts()) == ("unknown", ["one"])
    office.work(poster, rounds=2, step=2 * HOUR)

    assert office.failed == [("one", GIVEN_UP)]
    assert office.texts() == ["one", "two"]


@pytest.mark.parametrize(
    ("tries", "late", "given_up"),
    [
        pytest.param(1, timedelta(days=3653), False, id="a clock that jumped ten years"),
        pytest.param(300, 5 * HOUR, False, id="an outage of five hours"),
        pytest.param(TRIES, DAY + MINUTE, True, id="both"),
        pytest.param(300, -DAY, False, id="a clock that was set back"),
    ],
)
def test_neither_tries_nor_time_alone_are_enough(tries: int, late: timedelta, given_up: bool) -> None:
    assert is_given_up(posting("one", at=NOW), tries, NOW + late) is given_up
