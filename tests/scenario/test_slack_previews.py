"""Links to papers in a workspace: previews below them, once in a while, with buttons that work."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest

from bot.workspace.model import Json
from bot.workspace.town import CURATOR, GENERAL, PAPERS, RANDOM, READER, direct_id
from handlers.actions import handle_press
from handlers.errors import Unavailable
from handlers.previews import Linked, Preview, previews
from tests.fakes_handlers import services
from tests.slack_kit import WAIT, Edge, Place, staged
from tests.waiting import until

LINK = "https://arxiv.org/abs/1901.00001v2"
OTHER = "https://openreview.net/forum?id=5Iw1nDtYmT&a=b"
Stage = tuple[Edge, Place]


@pytest.fixture
def stage() -> Iterator[Stage]:
    behind = services()
    with staged() as (edge, place):
        edge.preview = lambda linked: previews(linked, behind)
        edge.press = lambda press: handle_press(press, behind)
        yield edge, place


def say(stage: Stage, text: str, channel: str = GENERAL, user: str = READER.id) -> str:
    """Somebody says this, and everything that follows is done; its `ts`."""
    _, place = stage
    ts = str(place.workspace.people.say(user, channel, text)["ts"])
    settle(stage)
    return ts


def wait(stage: Stage, step: timedelta) -> None:
    """Time goes by, in the workspace and for the bot."""
    edge, place = stage
    place.workspace.state.move_time(step)
    edge.now = place.workspace.state.now()


def settle(stage: Stage) -> None:
    edge, place = stage
    assert place.workspace.deliveries.settle(WAIT)
    until(lambda: not any(pool.unfinished() for pool in edge.app.pools))


def below(stage: Stage, ts: str, channel: str = GENERAL) -> list[Json]:
    """The previews of a message, as everybody sees them."""
    message = stage[1].workspace.state.message(channel, ts)
    assert message is not None
    return list(message.body.get("attachments", []))


def links(shown: list[Json]) -> list[str]:
    return [one["app_unfurl_url"] for one in shown]


def test_a_link_to_a_paper_gets_a_preview(stage: Stage) -> None:
    shown = below(stage, say(stage, f"Look at {LINK} and at {OTHER}!"))

    assert links(shown) == [LINK, OTHER]
    assert shown[0]["fallback"].startswith("Random Forests as Kernels")
    assert [block["type"] for block in shown[0]["blocks"]] == ["rich_text", "rich_text", "context", "actions"]


def test_the_buttons_of_a_preview_work(stage: Stage) -> None:
    _, place = stage
    ts = say(stage, LINK)
    for action_id in ("paper:similar", "paper:read"):
        place.workspace.people.press(CURATOR.id, channel=GENERAL, ts=ts, action={"action_id": action_id})
    place.wait_until(lambda: place.seen(user=CURATOR.id)[1:] and place.workspace.state.modals(CURATOR.id))

    (pressed, _) = place.travelled("block_actions")
    assert pressed.body["container"]["type"] == "message_attachment"
    assert "Random Forests as Kernels" in place.seen(user=CURATOR.id)[1]
    assert place.seen() == [f"<{LINK}>"]
    assert links(below(stage, ts)) == [LINK]


def test_the_same_paper_is_shown_again_after_half_an_hour_and_in_another_channel_at_once(stage: Stage) -> None:
    shown = [below(stage, say(stage, LINK))]
    shown.append(below(stage, say(stage, "https://arxiv.org/pdf/1901.00001")))
    shown.append(below(stage, say(stage, LINK, PAPERS), PAPERS))
    wait(stage, timedelta(minutes=29))
    shown.append(below(stage, say(stage, f"{LINK} {OTHER}")))
    wait(stage, timedelta(minutes=1))
    shown.append(below(stage, say(stage, LINK)))

    assert [links(one) for one in shown] == [[LINK], [], [LINK], [OTHER], [LINK]]


def test_where_the_bot_is_no_member_and_in_its_direct_messages_slack_is_not_asked(stage: Stage) -> None:
    _, place = stage
    say(stage, LINK, RANDOM)
    say(stage, LINK, direct_id(READER.id))
    say(stage, f"{LINK} {OTHER} https://doi.org/10.1/x")
    say(stage, "https://arxiv.org/abs/2999.00001")

    assert len([one for one in place.travelled() if one.name == "event link_shared"]) == 4
    assert place.called("chat.unfurl") == []


def test_what_somebody_types_and_has_not_sent_is_left_alone(stage: Stage) -> None:
    edge, place = stage
    heard: list[Linked] = []

    def preview(linked: Linked) -> tuple[Preview, ...]:
        heard.append(linked)
        return previews(linked, services())

    edge.preview = preview
    typing = {"channel": "COMPOSER", "source": "composer", "is_bot_user_member": True, "user": READER.id}
    event = {"type": "link_shared", "message_ts": "U0-1-x", "links": [{"domain": "arxiv.org", "url": LINK}]}
    edge_event = {"type": "event_callback", "team_id": "T1", "event": event | typing}
    assert deliver(edge, edge_event) == 200
    settle(stage)

    assert [linked.sent for linked in heard] == [False]
    assert place.called("chat.unfurl") == []


@pytest.mark.parametrize(
    "broken",
    [{"links": None}, {"links": [None]}, {"links": [{"url": 7}]}, {"channel": None}, {"message_ts": 12}],
)
def test_an_event_that_cannot_be_read_is_refused(stage: Stage, broken: Json) -> None:
    edge, place = stage
    event = {"type": "link_shared", "channel": GENERAL, "message_ts": "1.2", "is_bot_user_member": True}
    event |= {"links": [{"domain": "arxiv.org", "url": LINK}]}

    assert deliver(edge, {"type": "event_callback", "team_id": "T1", "event": event | broken}) == 400
    assert place.called("chat.unfurl") == []


def deliver(edge: Edge, body: Json) -> int:
    return edge.post(json.dumps(body).encode(), "application/json").status


def test_a_preview_that_slack_does_not_take_may_come_with_the_next_link(stage: Stage) -> None:
    _, place = stage
    place.workspace.faults.add("chat.unfurl", "error", code="ratelimited")
    first = say(stage, LINK)
    second = say(stage, LINK)

    assert [links(below(stage, ts)) for ts in (first, second)] == [[], [LINK]]


def test_a_lost_answer_is_not_asked_for_again(stage: Stage) -> None:
    _, place = stage
    place.workspace.faults.add("chat.unfurl", "accept_then_drop")
    first = say(stage, LINK)
    second = say(stage, LINK)

    assert [links(below(stage, ts)) for ts in (first, second)] == [[LINK], []]


def test_a_library_out_of_reach_costs_the_preview_and_nothing_else(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage

    def preview(linked: Linked) -> tuple[Preview, ...]:
        raise Unavailable("The library is busy.")

    edge.preview = preview
    with caplog.at_level("INFO"):
        ts = say(stage, LINK)

    assert below(stage, ts) == []
    assert "A link has no preview" in caplog.text
    assert place.seen() == [f"<{LINK}>"]
