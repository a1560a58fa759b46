"""Threads that look for work again and again, at once when they are woken, until they are told to stop."""

import time
from collections.abc import Callable, Iterator, Mapping
from threading import Event, Thread


class Loops:
    """`loops` are what the threads do, by their names; each must end soon once they are `stopping`."""

    def __init__(self, loops: Mapping[str, Callable[[], None]]) -> None:
        self._woken, self._stopping = Event(), Event()
        self._threads = [Thread(target=loop, name=name, daemon=True) for name, loop in loops.items()]

    def start(self) -> None:
        """Begins, once."""
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """There is something to do."""
        self._woken.set()

    def repeat(self, look: Callable[[], float]) -> None:
        """Looks until told to stop; `look` says for how many seconds to rest, or until woken."""
        while not self.stopping():
            # Forgotten before we look: what comes from here on wakes us again.
            self._woken.clear()
            self._woken.wait(look())

    def stopping(self) -> bool:
        """Whether nothing more is to be begun."""
        return self._stopping.is_set()

    def stopped_within(self, seconds: float) -> bool:
        """Rests for so long, which nothing but stopping cuts short; whether that came."""
        return self._stopping.wait(seconds)

    def stop(self, seconds: float) -> bool:
        """Begins nothing more and waits for what was begun; False when `seconds` were not enough."""
        end = time.monotonic() + seconds
        self._stopping.set()
        self._woken.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def ended(self) -> Iterator[bool]:
        """Of each thread, whether it has ended, which it should not by itself."""
        return (thread.ident is not None and not thread.is_alive() for thread in self._threads)
