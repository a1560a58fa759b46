"""What is said to the bot and is the work of a command, which a question does not do."""

import re

_LONGEST = 120
_ASKED = r"(?:(?:please|can you|could you|will you)\s+)*"
_COMMAND = re.compile(
    rf"{_ASKED}(?P<command>(?:subscribe|unsubscribe|subscriptions|nominate|export|duel)\b.*|forget (?:me|hidden))"
    r"[\s.!?]*",
    re.IGNORECASE | re.DOTALL,
)
_WEEK = re.compile(r"\bpapers?\s+of\s+(?:the|this|last|next)\s+week\b", re.IGNORECASE)


def commanded(said: str) -> tuple[str, ...]:
    """Where somebody means a command: what to type, since nothing of it was done."""
    found = _COMMAND.fullmatch(said) if len(said) <= _LONGEST else None
    if found:
        return (f"I have only searched for that. To do it, type /papers {found['command'].rstrip(' .!?')}.",)
    return ("For this channel’s paper of the week, type /papers week.",) if _WEEK.search(said) else ()
