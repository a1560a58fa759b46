"""What travels between the probe and our workspace is of the types that Slack publishes."""

from collections.abc import Iterator

import pytest

from bot.workspace.checks import check_answer, check_event, check_interaction
from bot.workspace.delivery.exchanges import Exchange
from tests.foreign.ours import Ours
from tests.foreign.slack_like import shown
from tests.foreign.steps import card, filled, form

KINDS = {
    "/probe", "block_actions", "event app_home_opened", "event app_mention", "event link_shared", "event message",
    "message_action", "shortcut", "view_submission",
}  # fmt: skip
METHODS = {
    "auth.test", "chat.postEphemeral", "chat.postMessage", "chat.unfurl", "reactions.add", "views.open",
    "views.publish", "views.update",
}  # fmt: skip

STRICTER = {
    "event message /event/bot_profile: Unknown here: user_id.",
    "event message /event/message/bot_profile: Unknown here: user_id.",
    "event message /event/previous_message/bot_profile: Unknown here: user_id.",
    "event message /event/message: Missing: channel, channel_type, event_ts.",
    "event message /event/previous_message: Missing: channel, channel_type, event_ts.",
    "view_submission /user: Unknown here: username.",
    "view_submission /view: Unknown here: submit_disabled.",
    "views.open /view/previous_view_id: null is not of type string.",
    "views.publish /view/close: null is not of type object.",
    "views.publish /view/previous_view_id: null is not of type string.",
    "views.publish /view/submit: null is not of type object.",
    "views.update /view/previous_view_id: null is not of type string.",
}
"""Where the types are stricter than Slack. @slack/web-api, made from real answers, has the `user_id` and
`submit_disabled` that @slack/types and @slack/bolt lack. The examples on docs.slack.dev have the nulls (views.open,
views.publish), and no channel in the messages inside `message_changed`. `username` is in every interaction."""


def tour(place: Ours) -> None:
    """Every surface once."""
    place.command("/probe", "now tour")
    place.command("/probe", "later tour")
    message = card(place, "tour")
    place.press(message, message.action("menu"))
    place.press(message, message.action("form"))
    form(place)
    place.submit(filled(place, "wrong"))
    place.submit(filled(place, "tour"))
    place.press(message, message.action("replace"))
    place.open_home()
    ts = place.say("@probe https://papers.example/tour")
    place.say("Following", thread_ts=ts)
    place.shortcut("about", shown(place, "saved: tour"))
    place.shortcut("ask")
    form(place)
    for text in ("later: tour", "picked: tour", "replaced: tour", "heard", "followed: Following", "about: saved: tour"):
        shown(place, text)
    place.wait_until(place.home, "the Home tab")
    place.wait_until(lambda: next(one for one in place.messages() if one.ts == ts).attachments, "the preview")


def amiss(exchange: Exchange) -> Iterator[str]:
    """What in an exchange is not of Slack's types."""
    if exchange.way == "from bot":
        problems = () if exchange.name == "response_url" else check_answer(exchange.name, exchange.answer)
    elif exchange.name.startswith("event "):
        problems = check_event(exchange.body)
    else:
        problems = check_interaction(exchange.body)
    return (f"{exchange.name} {problem.pointer}: {problem.sentence}" for problem in problems)


@pytest.mark.parametrize("stage", [("ours", "socket"), ("ours", "http")], indirect=True, scope="module", ids="-".join)
def test_everything_that_travels_is_of_slacks_types(place: Ours) -> None:
    tour(place)

    travelled = place.travelled()
    assert {one.name for one in travelled if one.way == "to bot"} == KINDS
    assert {one.name for one in travelled if one.way == "from bot"} >= METHODS
    assert {sentence for exchange in travelled for sentence in amiss(exchange)} - STRICTER == set()
