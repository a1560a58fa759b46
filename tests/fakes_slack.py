"""Working fakes of what stands behind the Slack edge."""

from datetime import datetime
from threading import Lock

from handlers.errors import Unavailable


class MemoryClaims:
    """Claims that last as long as the object; while `unavailable` they cannot be asked."""

    def __init__(self) -> None:
        self._taken: set[tuple[str, str]] = set()
        self._lock = Lock()
        self.unavailable = False

    def claim(self, team_id: str, key: str, now: datetime) -> bool:
        if self.unavailable:
            raise Unavailable("The store cannot be reached.")
        with self._lock:
            if (team_id, key) in self._taken:
                return False
            self._taken.add((team_id, key))
            return True

    def release(self, team_id: str, key: str) -> None:
        with self._lock:
            self._taken.discard((team_id, key))

    def taken(self) -> set[tuple[str, str]]:
        return set(self._taken)
