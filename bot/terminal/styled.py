"""Slack's text formats as styled text, with everything that a terminal could obey taken out of them."""

import re
import unicodedata
from collections.abc import Iterable

from rich.text import Text

from handlers.messages import Block

DIM = "bright_black"
CODE = "cyan"

# Whole sequences go first: the escape character alone would leave their letters behind.
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, cursor moves
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f]).*?(?:\x07|\x1b\\|\x9c|$)"  # window titles, links, device commands
    r"|\x1b[ -/]*[0-~]",
    re.DOTALL,
)
_LINE_END = re.compile(r"\r\n|[\r\v\f\x85\u2028\u2029]")
# Zero-width joiners and emoji tags are parts of letters and signs; no other invisible character is for a terminal.
_KEPT = frozenset({"\n", "\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))})
_DROPPED = frozenset({"Cc", "Cf", "Co"})

_MARKUP = re.compile(
    r"<(?P<reference>[^<>\n]+)>"
    r"|```\n?(?P<block>.+?)\n?```"
    r"|`(?P<code>[^`\n]+)`"
    r"|(?<![\w*])\*(?P<bold>(?=\S)[^*\n]+(?<=\S))\*(?![\w*])"
    r"|(?<![\w_])_(?P<italic>(?=\S)[^_\n]+(?<=\S))_(?![\w_])"
    r"|(?<![\w~])~(?P<strike>(?=\S)[^~\n]+(?<=\S))~(?![\w~])",
    re.DOTALL,
)
_STYLE = {"block": CODE, "code": CODE, "bold": "bold", "italic": "italic", "strike": "strike"}


def safe(text: str) -> str:
    """The text without escape sequences, control, direction and other invisible characters; line ends stay."""
    plain = _LINE_END.sub("\n", _SEQUENCE.sub("", text)).replace("\t", " ")
    return "".join(map(_harmless, plain))


def _harmless(character: str) -> str:
    if character.isprintable() or character in _KEPT:
        return character
    category = unicodedata.category(character)
    if category == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    return "" if category in _DROPPED else character


def text_object(value: Block, style: str = "") -> Text:
    """A text object of Block Kit, plain or mrkdwn."""
    text = str(value.get("text", ""))
    return mrkdwn(text, style) if value.get("type") == "mrkdwn" else Text(safe(text), style)


def mrkdwn(text: str, style: str = "") -> Text:
    """Slack's mrkdwn with its links, names, dates and entities spelled out."""
    styled = Text(style=style)
    end = 0
    for found in _MARKUP.finditer(text):
        styled.append(_decoded(text[end : found.start()]))
        styled.append_text(_marked(found.lastgroup or "", found[found.lastgroup or 0]))
        end = found.end()
    return styled.append(_decoded(text[end:]))


def _marked(kind: str, body: str) -> Text:
    if kind == "reference":
        return Text(safe(_reference(body)))
    if kind in ("block", "code"):
        return Text(_decoded(body), CODE)
    return mrkdwn(body, _STYLE[kind])


def _decoded(text: str) -> str:
    return safe(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def _reference(body: str) -> str:
    """What stands between `<` and `>`: a link, a member, a channel, a date or a word to everyone."""
    target, _, label = body.partition("|")
    target, label = _decoded(target), _decoded(label)
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("@"):
        return f"@{label or target[1:]}"
    if target.startswith("!"):
        return label or "@" + target[1:].partition("^")[0]
    return link(target, label)


def link(url: str, label: str) -> str:
    """A link as it can be read and copied."""
    address = url.removeprefix("mailto:")
    return f"{label} ({address})" if label and label not in (address, url) else address


def rich_text(elements: Iterable[Block]) -> Text:
    """The elements of a rich text section."""
    styled = Text()
    for element in elements:
        styled.append(safe(_element(element)), _element_style(element.get("style") or {}))
    return styled


def _element(element: Block) -> str:
    kind = element.get("type")
    if kind == "link":
        return link(str(element.get("url", "")), str(element.get("text", "")))
    if kind in ("user", "usergroup", "broadcast"):
        return "@" + str(element.get(f"{kind}_id") or element.get("range", ""))
    if kind == "channel":
        return f"#{element.get('channel_id', '')}"
    if kind == "emoji":
        return f":{element.get('name', '')}:"
    return str(element.get("text") or element.get("fallback") or "")


def _element_style(style: Block) -> str:
    return " ".join(_STYLE[name] for name in ("bold", "italic", "strike", "code") if style.get(name))
