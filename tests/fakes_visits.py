"""When people came to their Home, in memory."""

from handlers.visits import Visit


class MemoryVisits:
    """Stands behind `handlers.ports.personal.Visits`."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Visit] = {}

    def last(self, team_id: str, user_id: str) -> Visit | None:
        return self.kept.get((team_id, user_id))

    def keep(self, team_id: str, user_id: str, visit: Visit) -> None:
        self.kept[team_id, user_id] = visit
