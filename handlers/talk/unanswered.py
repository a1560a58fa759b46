"""What follows when an answer cannot be sent where it was asked for: whoever asked is told once, in private."""

from datetime import datetime

from handlers.blocks.notice import notice
from handlers.notices import tell
from handlers.ports import Services
from handlers.schedules import Posting

TAKEN_BACK = frozenset({"thread_not_found", "message_not_found"})
"""The question is not there any more: nobody waits for an answer."""
_WHY = {
    "is_archived": "the channel is archived",
    "not_in_channel": "I am not in the channel. Type /invite @paperboy there, and ask again",
    "channel_not_found": "I cannot see the channel any more",
    "msg_too_long": "Slack found it too long. Please ask for less at once",
}
_FORBIDDEN = "I may not post there"
_OTHERWISE = "Slack did not take it"
_ELSEWHERE = "You can ask me here as well."


def regret_answer(posting: Posting, code: str, now: datetime, services: Services) -> None:
    """Plans the word to whoever asked, if anybody but the place of the question itself can tell them. `code` is
    Slack's. Raises Unavailable."""
    asker = posting.facts.get("asker")
    if not isinstance(asker, str) or code in TAKEN_BACK:
        return
    why = _WHY.get(code) or (_FORBIDDEN if code.startswith("restricted_action") else _OTHERWISE)
    message = notice(f"I have an answer to what you asked me, but could not post it: {why}.", _ELSEWHERE)
    tell(asker, f"unanswered:{posting.key}", message, team_id=posting.team_id, at=now, services=services)
