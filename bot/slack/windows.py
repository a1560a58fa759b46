"""Windows opened and changed in answer to what was pressed, within the three seconds that Slack allows."""

import logging
from collections import OrderedDict
from threading import Lock

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_view
from bot.slack.failures import PASSING, slack_code
from bot.slack.requests import Way
from handlers.messages import Reply
from handlers.windows import Modal

log = logging.getLogger(__name__)

TOO_LATE = Reply("Slack gave the window up before it could open. Please press the button again.")
NOT_OPENED = Reply(
    "Slack did not say whether the window opened. If you do not see it, please press the button again in a moment."
)
BUSY = Reply("Slack has too much to do to open the window. Please press the button again in a moment.")
HIGHEST_STACK = 3
"""Windows on top of each other (docs.slack.dev, "Modals")."""
REMEMBERED = 500
"""Windows of which we know what was pressed last."""


class Windows:
    """Of two presses in a window, worked out side by side, the later one has the last word."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._latest: OrderedDict[str, str] = OrderedDict()
        self._locks = tuple(Lock() for _ in range(16))
        self._remembering = Lock()

    def show(self, modal: Modal, way: Way) -> Reply | None:
        """What to tell the person when it is not shown. Raises SlackApiError when Slack finds fault with the window."""
        try:
            if way.in_modal and (modal.replaces or way.stacked >= HIGHEST_STACK):
                self._change(modal, way)
            else:
                self._open(modal, way)
        except SlackApiError as error:
            return _refused(error, way)
        except OSError as error:
            log.warning("Opening a window got no answer: %s", type(error).__name__)
            return NOT_OPENED
        return None

    def renew(self, view_id: str, modal: Modal) -> None:
        """A window that another one lies on. Where that fails it is logged: what was kept is to be seen when the window
        is opened again."""
        try:
            with self._lock(view_id):
                self._client.views_update(view_id=view_id, view=as_view(modal))
        except SlackApiError as error:
            log.warning("Slack did not change the window below: %s", slack_code(error))
        except OSError as error:
            log.warning("Changing the window below got no answer: %s", type(error).__name__)

    def _open(self, modal: Modal, way: Way) -> None:
        # Slack refuses to open a second window; it has to be laid on top of the first.
        method = self._client.views_push if way.in_modal else self._client.views_open
        method(trigger_id=way.trigger_id, view=as_view(modal))

    def _change(self, modal: Modal, way: Way) -> None:
        with self._lock(way.view_id):
            if self._is_latest(way):
                self._client.views_update(view_id=way.view_id, view=as_view(modal))

    def _lock(self, view_id: str) -> Lock:
        return self._locks[hash(view_id) % len(self._locks)]

    def _is_latest(self, way: Way) -> bool:
        with self._remembering:
            latest = max(self._latest.pop(way.view_id, ""), way.at, key=_as_number)
            self._latest[way.view_id] = latest
            while len(self._latest) > REMEMBERED:
                self._latest.popitem(last=False)
        return latest == way.at


def _as_number(at: str) -> float:
    try:
        return float(at or 0)
    except ValueError:
        return 0.0


def _refused(error: SlackApiError, way: Way) -> Reply | None:
    code = slack_code(error)
    if code in {"expired_trigger_id", "exchanged_trigger_id"}:
        log.info("A window came too late for its button")
        return TOO_LATE
    if code == "not_found" and way.in_modal:
        # The window was closed meanwhile: nobody looks at it any more.
        return None
    if code in PASSING:
        log.warning("Slack did not open a window: %s", code)
        return BUSY
    if code is None:
        log.warning("Slack's answer to opening a window could not be read")
        return NOT_OPENED
    raise error
