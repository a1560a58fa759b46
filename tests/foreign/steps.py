"""Steps that scenarios of the probe share."""

from tests.foreign.slack_like import Json, Seen, SlackLike, inputs, shown


def card(place: SlackLike, words: str) -> Seen:
    """A message of the probe with things to press."""
    place.command("/probe", f"card {words}")
    return shown(place, f"card: {words}")


def form(place: SlackLike) -> None:
    """Waits for the probe's window."""

    def ready() -> bool:
        view = place.modal()
        return view is not None and view["title"]["text"] == "Ready"

    place.wait_until(ready, "the window")


def filled(place: SlackLike, value: str) -> Json:
    """The values of the topmost window with this in its one input."""
    view = place.modal()
    assert view is not None
    ((block, element),) = inputs(view)
    return {block: {element["action_id"]: {"type": element["type"], "value": value}}}
