"""Text that somebody typed after a command, as they meant it: Slack escapes it, and sets names in brackets."""

import html
import re

import regex

_BRACKETS = re.compile(r"<(?:([@#!])([^<>|\s]+)|((?:https?://|mailto:|tel:)[^<>|\s]+))(?:\|([^<>]*))?>")
_BROADCASTS = ("channel", "here", "everyone")
_SEEN = regex.compile(r"[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]")


def said(text: str) -> str:
    """The text without the space around it; empty where nothing of it can be seen, as with zero-width signs alone."""
    return text.strip() if _SEEN.search(text) else ""


def as_meant(text: str) -> str:
    """People and channels by their names, links by their addresses. Nobody's id stays in it: what people keep of one
    another must be forgotten with them."""
    return said(html.unescape(_BRACKETS.sub(_named, text)))


def _named(found: re.Match[str]) -> str:
    sign, what, address, label = found[1], found[2], found[3], found[4] or ""
    match sign:
        case "@":
            return f"@{label or 'somebody'}"
        case "#":
            return f"#{label or 'a channel'}"
        case "!":
            return f"@{what}" if what in _BROADCASTS else label
    return address.removeprefix("mailto:").removeprefix("tel:")
