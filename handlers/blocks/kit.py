"""What Slack takes: its limits, and foreign text made safe, measured, cut and split to fit them."""

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

import regex

P = ParamSpec("P")
T = TypeVar("T")

# Slack's Block Kit reference, and the field lengths that slack_sdk's models check. Lengths are counted as Slack might
# count them at worst: after escaping, in UTF-16 units.
MESSAGE_BLOCKS = 50
MODAL_BLOCKS = 100
HEADER = 150
RICH_TEXT = 3_000  # Slack publishes no limit for rich text, so a section's holds
FIELD = 2_000
CONTEXT_ELEMENTS = 10
ACTION_ELEMENTS = 25
BUTTON_TEXT = 75
ACCESSIBILITY_LABEL = 75
VALUE = 2_000
MODAL_TITLE = 24
TEXT = 3_900  # Slack asks for fewer than 4,000 in a message's plain text
URL = 300  # ours: longer addresses are left unlinked, so that links cannot fill a message; Slack's own limit is 3,000
# Slack refuses a message (`msg_blocks_too_long`) at about 13,200 characters over all blocks and does not document it
# (bolt-js issue 2509). A modal may be 250 kB; half of it leaves room for the frame and for characters of several bytes.
MESSAGE_CHARACTERS = 12_000
MODAL_CHARACTERS = 80_000

KEPT, KEPT_LENGTH = 8192, 1000
"""Texts kept ready, and their characters at most: a message asks for a name several times, and the next one again."""
LONG_WORD = 16
"""Characters; a word up to here is left out whole rather than cut."""
ELLIPSIS = "…"

_UNSEEN = regex.compile(r"(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]")
_SPACES = regex.compile(r"[\s\u2028\u2029]+")
_ATOM = regex.compile(r"&(?:\w{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});|<(?:https?:|mailto:|[@#!])[^<>]{1,300}>|\X", regex.I)
_CODES = regex.compile(r":(?=[\w+'-]+:)|(?<=\w):(?=//)|(?<!\w)@(?=(?:channel|here|everyone|group)\b)", regex.I)
_EDGE_UNDERSCORE = regex.compile(r"(?<![^\W_])_|_(?![^\W_])")
_PLAIN = regex.compile(r"[ -%'-;=?-~]*")
_LOOK_ALIKES = str.maketrans({"*": "∗", "~": "∼", "`": "ˋ"})
_JOINER = "\u2060"
_ADDRESS = regex.compile(r"https?://[^\s\\\p{C}]+", regex.I)
_QUOTED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in '|<>"`{}^ '})


def _kept(made: Callable[P, T]) -> Callable[P, T]:
    """The function with its answers for short texts kept; its first argument is the text."""
    kept = lru_cache(maxsize=KEPT)(made)

    @wraps(made)
    def ready(*args: P.args, **kwargs: P.kwargs) -> T:
        short = len(str(args[0])) <= KEPT_LENGTH
        return kept(*args, **kwargs) if short else made(*args, **kwargs)  # type: ignore[arg-type]  # lru_cache's stubs ask for hashable arguments

    return ready


def tidy(text: str) -> str:
    """The text on one line, and nothing in it that is not `visible`."""
    if text.isprintable() and "  " not in text:  # most texts: one quick look instead of three slow ones
        return text.strip()
    return str(_SPACES.sub(" ", visible(_SPACES.sub(" ", text)))).strip()


def visible(text: str) -> str:
    """The text with its line ends, without control characters, half surrogates and marks that turn the reading."""
    return text if text.isprintable() else str(_UNSEEN.sub("", text))


def escape(text: str) -> str:
    """Exactly what Slack's mrkdwn asks for, once: `&`, `<` and `>`."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@_kept
def inert(text: str) -> str:
    """Foreign text for a place that Slack reads as mrkdwn: escaped, and nothing in it is bold, struck out, code,
    quoted, an emoji, a mention or a link. Signs that could be are set as their look-alikes, or parted by a joiner."""
    plain = _EDGE_UNDERSCORE.sub("＿", tidy(text).translate(_LOOK_ALIKES))
    parted = _CODES.sub(lambda code: code[0] + _JOINER, plain)
    return escape(_JOINER + parted if parted.startswith(">") else parted)


def address_to_read(url: str) -> str:
    """A web address for a place that Slack reads as mrkdwn: the signs that could become markup are percent-encoded."""
    scheme, _, rest = url.partition("://")
    plain = _EDGE_UNDERSCORE.sub("%5F", rest.replace("*", "%2A").replace("~", "%7E"))
    return escape(f"{scheme}://{_CODES.sub(lambda code: f'%{ord(code[0]):02X}', plain)}")


def length(text: str) -> int:
    """How long Slack may find this text at most: escaped, in UTF-16 units."""
    units = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
    return units + 4 * text.count("&") + 3 * (text.count("<") + text.count(">"))


def atoms(text: str) -> Iterator[str]:
    """The pieces that are never cut: entities, links in Slack's notation, and what a reader sees as one character."""
    return (match[0] for match in _ATOM.finditer(text))


@_kept
def cut(text: str, limit: int) -> str:
    """The text if it is at most `limit` long, else its beginning with an ellipsis: between words where one ends in the
    last fifth or among the last few characters, and never inside an atom."""
    if length(text) <= limit:
        return text
    kept = _beginning(text, limit - len(ELLIPSIS))
    whole = "".join(kept)
    if " " in kept and not text[len(whole) :].startswith(" "):
        before = "".join(kept[: len(kept) - 1 - kept[::-1].index(" ")])
        whole = before if len(before) > min(len(whole) * 4 // 5, len(whole) - LONG_WORD) else whole
    return whole.rstrip(" ,:") + ELLIPSIS


def _beginning(text: str, limit: int) -> list[str]:
    if limit > 0 and _PLAIN.fullmatch(text, 0, limit + 1):  # most texts: each character is an atom of length one
        return list(text[:limit])
    kept: list[str] = []
    used = 0
    for atom in atoms(text):
        used += length(atom)
        if used > limit:
            break
        kept.append(atom)
    return kept


def split(text: str, limit: int) -> tuple[str, ...]:
    """The whole text in pieces of at most `limit`, parted after spaces if possible; joined they are the text."""
    pieces: list[str] = []
    rest = text
    while length(rest) > limit:
        piece = "".join(_beginning(rest, limit)) or rest[: max(1, limit // 10)]
        space = max(piece.rfind(" "), piece.rfind("\n")) + 1
        piece = piece[:space] if space else piece
        pieces.append(piece)
        rest = rest[len(piece) :]
    return (*pieces, rest) if rest else tuple(pieces)


@_kept
def web_address(url: str | None) -> str | None:
    """The address as it may be linked: http or https, a host, no user name or password that could pass for a host, no
    sign that ends a link early; None for anything else or longer than `URL`."""
    stripped = (url or "").strip().translate(_QUOTED)
    if not _ADDRESS.fullmatch(stripped) or length(stripped) > URL:
        return None
    try:
        parts = urlsplit(stripped)
        sound = bool(parts.hostname) and "@" not in parts.netloc and (parts.port is None or parts.port > 0)
    except ValueError:  # urlsplit refuses broken brackets and ports: such an address leads nowhere
        return None
    return stripped if sound else None
