"""The one person at a terminal, of whom no time zone is known."""

HERE = "terminal"
"""Workspace and channel of the terminal."""


class OnlyYou:
    """Stands behind `handlers.ports.workspace.People` where there is no Slack to ask."""

    def zone(self, team_id: str, user_id: str) -> str | None:  # noqa: ARG002
        """Not known."""
        return None

    def channels_of(self, team_id: str, user_id: str) -> tuple[str, ...]:  # noqa: ARG002
        """None: nothing could be posted at a terminal by itself."""
        return ()
