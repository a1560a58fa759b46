"""What somebody typed is looked up and shown, and added when they press the button."""

import html
import re
from dataclasses import replace

from handlers.blocks.added import added_reply, found_reply
from handlers.blocks.intake_state import add_value
from handlers.blocks.notice import notice
from handlers.errors import UserError
from handlers.messages import Reply
from handlers.ports import Services
from handlers.windows import Press

_LINK = re.compile(r"<((?:https?|mailto|ftp):[^<>|\s]+)(?:\|[^<>]*)?>")
_NAMES_ONE = re.compile(r".*[\d:/].*|(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{10}")
TOO_LONG = (
    "That is too long for a button to remember. Save it as a file whose name ends in .bib, and drop that into our "
    "direct messages: I show what is in it, and import it when you say so."
)


def names_papers(words: str) -> bool:
    """Whether this may name papers: an entry, or words each of which may be a link or a number."""
    return words.startswith("@") or all(map(_NAMES_ONE.fullmatch, as_typed(words).replace(",", " ").split()))


def as_typed(text: str) -> str:
    """The text without what Slack sets around links, and without its escapes."""
    return html.unescape(_LINK.sub(r"\1", text)).strip()


def look_up(words: str, services: Services) -> Reply:
    """Who is asked, and what they say once they have said it."""
    text = as_typed(words)
    text = text if text.startswith("@") else " ".join(text.replace(",", " ").split())
    places = services.intake.asks(text)
    if not places:
        return _found(text, services)
    told = notice(f"Looking it up at {places}…", "What I find follows here, mostly within seconds.")
    return replace(told, then=lambda: _found(text, services))


def add(text: str, press: Press, services: Services) -> Reply:
    """Looks it up again, since a button remembers only what was typed, and adds it."""

    def added() -> Reply:
        found = services.intake.look_up(text)
        return added_reply(services.intake.add(found, press.team_id, press.user_id, press.now), press.user_id)

    places = services.intake.asks(text)
    told = notice(f"Looking it up at {places} once more, and adding it…") if places else Reply("")
    return replace(told, then=added)


def _found(text: str, services: Services) -> Reply:
    found = services.intake.look_up(text)
    value = add_value(text)
    if value is None and any(each.adds for each in found):
        raise UserError(TOO_LONG)
    return found_reply(found, value)
