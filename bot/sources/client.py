"""The one client for services on the internet: says who asks, waits its turn, tries again when that may help."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from threading import Lock
from urllib.parse import urlsplit

from bot.sources.access import Access
from bot.sources.errors import NoAnswer, NotThere
from bot.sources.exchange import Answer, Bounds, Lost, exchange

MOVED = frozenset((301, 302, 303, 307, 308))
PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))
"""Answers after which the same request may be answered."""
UNKNOWN = frozenset((400, 404, 410, 422))
BOUNDS = Bounds()


class Turns:
    """Whose turn it is with a service, for all that ask it: one request at a time, and its interval between two."""

    def __init__(self) -> None:
        self._own: dict[str, Lock] = defaultdict(Lock)
        self._all = Lock()
        self.free: dict[str, float] = {}

    @contextmanager
    def with_service(self, origin: str) -> Iterator[None]:
        """Once everybody else has had their answer from there."""
        with self._all:
            turn = self._own[origin]
        with turn:
            yield


class Client:
    """`agent` is who asks; `pause` waits a number of seconds and `elapsed` tells how many have passed. For any number
    of threads, which take turns, also with those of other clients that have the same `turns` and time."""

    def __init__(
        self,
        access: Access,
        agent: str,
        *,
        pause: Callable[[float], None],
        elapsed: Callable[[], float],
        bounds: Bounds = BOUNDS,
        turns: Turns | None = None,
    ) -> None:
        self._access, self._pause, self._elapsed, self._bounds = access, pause, elapsed, bounds
        self._headers = {"User-Agent": agent, "Accept-Encoding": "gzip", "Connection": "close"}
        self._turns = turns or Turns()

    def get(self, url: str) -> bytes:
        """The body of the answer. Raises `Refused`, `NotThere` or `NoAnswer`."""
        for _ in range(self._bounds.redirects + 1):
            answer = self._tried(url)
            if answer.status not in MOVED:
                return _body(answer, str(urlsplit(url).hostname))
            url = self._access.moved(url, answer.headers.get("location", ""))
        raise NoAnswer(f"{urlsplit(url).hostname} sends from one address to the next without end.")

    def _tried(self, url: str) -> Answer:
        """The first answer that is more than a request to come back."""
        trouble = ""
        for attempt in range(self._bounds.tries):
            place = self._access.place(url)  # Each time anew: what a name stands for may change.
            wait = 2.0**attempt
            try:
                with self._turns.with_service(place.origin):
                    self._wait_for(place.origin)
                    answer = exchange(place, self._headers, self._access, self._bounds)
            except Lost as lost:
                trouble = f"{lost}; try again later."
            else:
                if answer.status not in PASSING:
                    return answer
                trouble = f"{place.host} cannot answer now (status {answer.status}); try again later."
                wait = _asked(answer, wait)
            if wait > self._bounds.wait:
                raise NoAnswer(f"{place.host} asks to wait {wait:,.0f} seconds; try again then.")
            if attempt + 1 < self._bounds.tries:
                self._pause(wait)
        raise NoAnswer(trouble)

    def _wait_for(self, origin: str) -> None:
        """Until it is our turn with this service."""
        now = self._elapsed()
        free = self._turns.free.get(origin, now)
        if free > now:
            self._pause(free - now)
        self._turns.free[origin] = max(free, now) + self._access.origins[origin]


def _body(answer: Answer, host: str) -> bytes:
    if answer.status == 200:
        return answer.body
    if answer.status in UNKNOWN:
        raise NotThere(f"{host} does not have it.")
    if answer.status in {401, 403}:
        raise NotThere(f"{host} does not show it to everybody.")
    raise NoAnswer(f"{host} answered with status {answer.status}, which is no answer about papers.")


def _asked(answer: Answer, usual: float) -> float:
    """Seconds that a `Retry-After` asks for, as a number or as a moment, which counts from the server's own `Date`."""
    header = answer.headers.get("retry-after", "").strip()
    if header.isascii() and header.isdigit():
        return max(float(header[:9]), usual)
    try:
        until, now = (parsedate_to_datetime(text) for text in (header, answer.headers.get("date", "")))
        return max((until - now).total_seconds(), usual)
    except (ValueError, TypeError):
        return usual
