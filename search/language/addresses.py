"""Web addresses in running text, found and set aside so that no rule for prose touches them."""

import re

# `\_` and the like are how LaTeX writes these signs inside an address; `](` ends the label of a Markdown link.
_ADDRESS = re.compile(
    r"https?://(?:(?!\]\()[^\s<>\"{}|\\^`$\u201c\u201d\U00100000-\U0010fffd]|\\[_~%#&]){1,2000}", re.IGNORECASE
)
_TRAILING = ".,;:!?'’*_~)]\\"
_FIRST_MARK = 0x100000
_MOST_MARKS = 0xFFFD
_MARK = re.compile("[\U00100000-\U0010fffd]")


def addresses(text: str) -> tuple[str, ...]:
    """The http(s) addresses of a text in their order, without the punctuation of the sentence around them."""
    return tuple(_plain(_address(match[0])) for match in _ADDRESS.finditer(text))


def set_aside(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with one private character for each address, the same for the same address, and the addresses."""
    if "://" not in text:
        return text, ()
    kept: dict[str, int] = {}

    def mark(match: re.Match[str]) -> str:
        address = _address(match[0])
        if len(kept) >= _MOST_MARKS or len(address) < len("http://x"):
            return match[0]
        place = kept.setdefault(_plain(address), len(kept))
        return chr(_FIRST_MARK + place) + match[0][len(address) :]

    return _ADDRESS.sub(mark, text), tuple(kept)


def put_back(text: str, kept: tuple[str, ...]) -> str:
    """The reverse of `set_aside`; a mark without an address disappears."""
    if not kept:
        return text
    return _MARK.sub(lambda match: "".join(kept[ord(match[0]) - _FIRST_MARK :][:1]), text)


def _address(found: str) -> str:
    """What was found without the sentence's own punctuation; a closing bracket stays when it was opened inside."""
    end = len(found)
    while end and found[end - 1] in _TRAILING:
        opener = {")": "(", "]": "["}.get(found[end - 1])
        if opener and found.count(opener, 0, end) >= found.count(found[end - 1], 0, end):
            break
        end -= 1
    # An opening bracket too many belongs to the sentence: `https://x.org(see below`.
    opened = found.find("(")
    if 0 <= opened < end and found.count("(", 0, end) > found.count(")", 0, end):
        end = opened
    closed = found.find(")")
    if 0 <= closed < end and "(" not in found[:closed]:
        end = closed
    return found[:end]


def _plain(address: str) -> str:
    return re.sub(r"\\([_~%#&])", r"\1", address)
