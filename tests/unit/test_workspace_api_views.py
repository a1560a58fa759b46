"""Windows and the Home tab: opened by a trigger, stacked, changed by whoever knows the newest version."""

from typing import Any

import pytest

from tests.workspace_calls import READER, Calls, home, manifest, modal


def opened(calls: Calls, **view: Any) -> dict[str, object]:
    answer = calls.ok("views.open", trigger_id=calls.triggers.mint(READER), view=modal(**view))
    return dict(answer["view"])


def pushed(calls: Calls, onto: object, **view: Any) -> dict[str, object]:
    trigger = calls.triggers.mint(READER, view=str(onto))
    return dict(calls.ok("views.push", trigger_id=trigger, view=modal(**view))["view"])


def test_a_window_opens_for_whoever_acted() -> None:
    calls = Calls()

    view = opened(calls, private_metadata="remember", callback_id="read")

    (window,) = calls.state.modals(READER)
    assert window.body == view
    assert (view["type"], view["private_metadata"], view["callback_id"]) == ("modal", "remember", "read")
    assert (view["root_view_id"], view["previous_view_id"]) == (view["id"], None)
    assert view["state"] == {"values": {}}
    assert view["hash"]


def test_a_trigger_opens_one_window_within_three_seconds() -> None:
    calls = Calls()
    used, late = calls.triggers.mint(READER), calls.triggers.mint(READER)
    calls.ok("views.open", trigger_id=used, view=modal())
    calls.seconds += 3.1

    assert calls.error("views.open", trigger_id=used, view=modal()) == "exchanged_trigger_id"
    assert calls.error("views.open", trigger_id=late, view=modal()) == "expired_trigger_id"
    assert calls.error("views.open", trigger_id="1.2.3", view=modal()) == "invalid_trigger_id"
    assert calls.error("views.push", trigger_id=calls.triggers.mint(READER), view=modal()) == "invalid_trigger_id"


def test_what_is_pressed_in_the_home_tab_opens_a_window_and_lies_on_none() -> None:
    calls = Calls()
    published = calls.ok("views.publish", user_id=READER, view=home())["view"]
    trigger = calls.triggers.mint(READER, view=str(published["id"]))
    calls.ok("views.open", trigger_id=trigger, view=modal())

    assert [window.body["previous_view_id"] for window in calls.state.modals(READER)] == [None]


def test_a_window_that_is_refused_leaves_the_trigger_good() -> None:
    calls = Calls()
    trigger = calls.triggers.mint(READER)

    assert (
        calls.error("views.open", trigger_id=trigger, view=modal("A title that is much too long"))
        == "invalid_arguments"
    )
    assert calls.error("views.open", trigger_id=trigger, view=home()) == "invalid_arguments"
    calls.ok("views.open", trigger_id=trigger, view=modal())


def test_windows_are_laid_on_each_other_three_high() -> None:
    calls = Calls()
    first = opened(calls)
    second = pushed(calls, first["id"])
    third = pushed(calls, second["id"])
    trigger = calls.triggers.mint(READER, view=str(third["id"]))

    assert calls.error("views.push", trigger_id=trigger, view=modal()) == "push_limit_reached"
    assert [view.id for view in calls.state.modals(READER)] == [first["id"], second["id"], third["id"]]
    assert (third["root_view_id"], third["previous_view_id"]) == (first["id"], second["id"])


def test_a_window_opened_from_a_window_lies_on_top_and_from_elsewhere_takes_its_place() -> None:
    calls = Calls()
    first = opened(calls)
    trigger = calls.triggers.mint(READER, view=str(first["id"]))

    second = calls.ok("views.open", trigger_id=trigger, view=modal())["view"]
    assert second["previous_view_id"] == first["id"]
    third = opened(calls)
    assert [view.id for view in calls.state.modals(READER)] == [third["id"]]


def test_nothing_is_pushed_when_the_window_was_closed_meanwhile() -> None:
    calls = Calls()
    trigger = calls.triggers.mint(READER, view=str(opened(calls)["id"]))
    calls.state.remove_view(calls.state.modals(READER)[0].id)

    assert calls.error("views.push", trigger_id=trigger, view=modal()) == "not_found"


def test_a_window_is_changed_by_whoever_knows_its_newest_version() -> None:
    calls = Calls()
    view = opened(calls)

    new = calls.ok("views.update", view_id=view["id"], hash=view["hash"], view=modal("Changed"))["view"]

    assert new["title"]["text"] == "Changed"
    assert new["hash"] != view["hash"]
    assert (new["id"], new["root_view_id"]) == (view["id"], view["id"])
    assert calls.error("views.update", view_id=view["id"], hash=view["hash"], view=modal()) == "hash_conflict"
    assert calls.error("views.update", view_id=view["id"], hash="", view=modal()) == "hash_conflict"
    calls.ok("views.update", view_id=view["id"], view=modal())


def test_what_was_entered_stays_in_the_inputs_that_stay() -> None:
    calls = Calls()
    view = opened(calls)
    window = calls.state.modals(READER)[0]
    window.body["state"] = {"values": {"a": {"x": {"value": "typed"}}, "b": {"y": {"value": "lost"}}}}
    kept = {
        "type": "input",
        "block_id": "a",
        "label": {"type": "plain_text", "text": "Name"},
        "element": {"type": "plain_text_input", "action_id": "x"},
    }

    changed = modal(submit={"type": "plain_text", "text": "Send"}) | {"blocks": [kept]}
    new = calls.ok("views.update", view_id=view["id"], view=changed)["view"]

    assert new["state"] == {"values": {"a": {"x": {"value": "typed"}}}}


def test_the_bots_own_id_finds_a_window_and_belongs_to_one_alone() -> None:
    calls = Calls()
    view = opened(calls, external_id="mine")

    assert calls.ok("views.update", external_id="mine", view=modal(external_id="mine"))["view"]["id"] == view["id"]
    trigger = calls.triggers.mint(READER, view=str(view["id"]))
    assert calls.error("views.push", trigger_id=trigger, view=modal(external_id="mine")) == "duplicate_external_id"
    assert calls.error("views.update", external_id="yours", view=modal()) == "not_found"
    assert calls.error("views.update", view_id="V0", view=modal()) == "not_found"
    assert calls.error("views.update", view=modal()) == "invalid_arguments"


def test_a_new_stack_may_take_over_the_id_of_the_one_it_closes() -> None:
    calls = Calls()
    opened(calls, external_id="mine")

    assert opened(calls, external_id="mine")["external_id"] == "mine"


def test_a_home_tab_is_published_and_published_again() -> None:
    calls = Calls()

    first = calls.ok("views.publish", user_id=READER, view=home())["view"]
    second = calls.ok("views.publish", user_id=READER, hash=first["hash"], view=home(callback_id="two"))["view"]

    shown = calls.state.home(READER)
    assert shown is not None
    assert (shown.id, shown.body["callback_id"]) == (first["id"], "two")
    assert second["type"] == "home"
    assert calls.error("views.publish", user_id=READER, hash=first["hash"], view=home()) == "hash_conflict"
    assert calls.error("views.publish", user_id="U0CURATOR", hash=first["hash"], view=home()) == "hash_conflict"


def test_a_home_tab_can_be_changed_as_a_window_can() -> None:
    calls = Calls()
    view = calls.ok("views.publish", user_id=READER, view=home())["view"]

    assert calls.ok("views.update", view_id=view["id"], view=home(callback_id="new"))["view"]["callback_id"] == "new"
    assert calls.error("views.update", view_id=view["id"], view=modal()) == "invalid_arguments"


@pytest.mark.parametrize("user", ["U0NOBODY", "U0PAPERBOY"])
def test_a_home_tab_is_a_persons(user: str) -> None:
    assert Calls().error("views.publish", user_id=user, view=home()) == "invalid_arguments"


def test_an_app_without_a_home_tab_publishes_nothing() -> None:
    without = manifest(app_home={"home_tab_enabled": False})

    assert Calls(without).error("views.publish", user_id=READER, view=home()) == "not_enabled"
