"""What workspaces cannot do, so that a scenario that skips says why, and a reader sees what is compared with what."""

import pytest

LACKS: dict[tuple[str, str], str] = {
    ("local-slack", "shortcuts"): "local-slack 0.1.8 has neither message shortcuts nor global ones.",
    ("local-slack", "presses in Home"): "local-slack 0.1.8 knows presses in messages only: Home is shown, and no more.",
    ("local-slack", "previews"): "local-slack 0.1.8 sends no link_shared and answers chat.unfurl with unknown_method.",
    (
        "local-slack",
        "single-use triggers",
    ): "local-slack 0.1.8 takes a trigger id as often as it comes, for 30 minutes.",
    ("local-slack", "refusals"): "local-slack 0.1.8 looks at neither scopes, hashes, triggers nor authors.",
}
"""By workspace and what it lacks.

emulate 0.11.2 lacks Socket Mode, slash commands, interactivity, response URLs, events and chat.unfurl. The edge before
it has them, built of parts of our own workspace: with emulate it is the Web API that others wrote.
"""


def able_to(surface: str, stage: tuple[str, str]) -> None:
    """Skips where the workspace has no such thing, with the reason in the table."""
    if reason := LACKS.get((stage[0], surface)):
        pytest.skip(reason)
