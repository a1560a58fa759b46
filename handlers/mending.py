"""What stands in the way of an answer, told in its place: what the person can mend, or that the moment is a bad one."""

from collections.abc import Callable
from typing import TypeVar

from handlers.blocks.notice import notice
from handlers.errors import Unavailable, UserError
from handlers.messages import Reply
from search.errors import EngineUnavailable, InvalidQuery

Answer = TypeVar("Answer")

UNAVAILABLE = "The search index cannot answer at the moment. Please try again in a minute; nothing is lost."


def answered(answer: Callable[[], Answer]) -> Answer | Reply:
    """The answer, or the sentence in its place when the person or the moment is what stands in the way."""
    try:
        return answer()
    except (UserError, InvalidQuery, Unavailable) as told:
        return notice(str(told))
    except EngineUnavailable:  # its message is for whoever runs the bot, who finds it in the log
        return notice(UNAVAILABLE)
