"""Working fakes of what stands behind the Slack edge."""

from datetime import datetime, timedelta
from threading import Lock

from handlers.errors import Unavailable


class MemoryClaims:
    """Claims that last as long as the object; while `unavailable` they cannot be asked."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], datetime] = {}
        self._lock = Lock()
        self.unavailable = False

    def claim(self, team_id: str, key: str, now: datetime, lasting: timedelta | None = None) -> bool:
        if self.unavailable:
            raise Unavailable("The store cannot be reached.")
        with self._lock:
            before = self._taken.get((team_id, key))
            if before and (lasting is None or now - before < lasting):
                return False
            self._taken[team_id, key] = now
            return True

    def release(self, team_id: str, key: str) -> None:
        with self._lock:
            self._taken.pop((team_id, key), None)

    def taken(self) -> set[tuple[str, str]]:
        return set(self._taken)
