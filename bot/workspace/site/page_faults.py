"""What may go wrong on demand, as the page asks for it: in calls of the bot, in deliveries to it, on its connection."""

from typing import cast

from bot.workspace.delivery import faults as delivery_faults
from bot.workspace.delivery.transport_socket import SocketTransport
from bot.workspace.errors import CannotDo
from bot.workspace.model import Json
from bot.workspace.site.fields import Fields
from bot.workspace.webapi import faults

MOST = 1_000


class PageFaults:
    """`socket` is None where the bot is reached over HTTP, which has no connection to be cut."""

    def __init__(
        self, calls: faults.Faults, deliveries: delivery_faults.DeliveryFaults, socket: SocketTransport | None
    ) -> None:
        self._calls = calls
        self._deliveries = deliveries
        self._socket = socket

    def planned(self) -> list[Json]:
        """What is still to happen."""
        return self._calls.waiting() + self._deliveries.waiting()

    def plan(self, fields: Fields) -> None:
        """Raises CannotDo for what no fault is or has."""
        kind, count = fields.text("kind"), fields.count("count", MOST)
        if kind in ("duplicate", "late"):
            seconds = fields.number("seconds") if "seconds" in fields.given else 1.0
            self._deliveries.add(cast(delivery_faults.FaultKind, kind), count, seconds)
        elif kind in ("cut", "refresh", "silence"):
            self._spoil_connection(kind)
        else:
            self._plan_call(fields, kind, count)

    def clear(self) -> None:
        """Nothing goes wrong on purpose any more."""
        self._calls.clear()
        self._deliveries.clear()

    def _spoil_connection(self, kind: str) -> None:
        if self._socket is None:
            raise CannotDo("The bot is reached over HTTP: there is no connection to end.")
        spoil = {"cut": self._socket.cut, "refresh": self._socket.refresh, "silence": self._socket.silence}[kind]
        spoil()

    def _plan_call(self, fields: Fields, kind: str, count: int) -> None:
        details: Json = {
            name: fields.number(name) for name in ("retry_after", "status", "seconds") if name in fields.given
        }
        details |= {name: fields.text(name) for name in ("code", "text", "location") if name in fields.given}
        if not 200 <= details.get("status", 200) < 600:
            raise CannotDo("status must be from 200 to 599.")
        if not details.get("location", "").isprintable():
            raise CannotDo("location must be one line.")
        try:
            self._calls.add(
                fields.maybe("method") or faults.ANY,
                cast(faults.FaultKind, kind),
                count,
                **details,
            )
        except ValueError as error:
            raise CannotDo(str(error)) from error
