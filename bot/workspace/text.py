"""What stands in a message's text beside words."""

import re

_LINK = re.compile(r"<(?P<link>[a-z][a-z0-9+.-]*:[^|<>\s]+)(?:\|[^<>]*)?>", re.IGNORECASE)


def links(text: str) -> list[str]:
    """The addresses that a text links to, in their order, with `&amp;` read as `&` as Slack tells them to the bot."""
    return [match["link"].replace("&amp;", "&") for match in _LINK.finditer(text)]
