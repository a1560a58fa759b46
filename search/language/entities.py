"""HTML entities decoded exactly once, and only those that are written out in full."""

import html
import re

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def decoded(text: str) -> str:
    """`&amp;lt;` becomes `&lt;`, never `<`; a lone `&` and unknown names stay as they are."""
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text)
