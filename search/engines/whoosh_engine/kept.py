"""A bounded memory of what was read or worked out, forgetting what was not asked for longest."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Safe to use from several threads. `capacity` and `weight` have the same unit, which is the caller's choice."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._weight = 0
        self._items: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """What was kept under the key, if it still is."""
        try:
            self._items.move_to_end(key)
            return self._items[key][0]
        except KeyError:  # It was never there, or another thread has just forgotten it.
            return None

    def put(self, key: K, value: V, weight: int) -> None:
        """Keep the value, and forget old ones until all fit."""
        with self._lock:
            self._weight += weight - self._items.pop(key, (value, 0))[1]
            self._items[key] = (value, weight)
            while self._weight > self._capacity and len(self._items) > 1:
                self._weight -= self._items.popitem(last=False)[1][1]
