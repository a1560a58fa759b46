"""What a person typed, with the marks of phones, word processors and Slack made plain."""

import re
import unicodedata

SLACK_LINK = re.compile(r"<(https?://[^<>|\s]+|mailto:[^<>|\s]+)(?:\|([^<>]*))?>")
SLACK_NAME = re.compile(r"<[#@!][^<>|\s]*(?:\|([^<>]*))?>")
ENTITY = re.compile(r"&(amp|lt|gt);")
ENTITIES = {"amp": "&", "lt": "<", "gt": ">"}
DASH_BEFORE_WORD = re.compile(r"(?<![^\s(])[-‐‑‒–—―−]+(?=[^\s\-‐‑‒–—―−])")
SHORT_DASH = re.compile(r"(?<=\S)[‐‑‒–−](?=\S)")
SPACES = re.compile(r"\s+")
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
PLAIN = str.maketrans(FULL_WIDTH | {ord(mark): '"' for mark in "“”„‟«»″〝〞"} | {ord(mark): "'" for mark in "‘’‚‛′"})


def plain(text: str) -> str:
    """The text with plain quotes, dashes and spaces, Slack's links and names as they were typed, entities decoded once,
    and nothing invisible."""
    text = SLACK_LINK.sub(_link, text)
    text = SLACK_NAME.sub(lambda match: match[1] or " ", text)
    text = ENTITY.sub(lambda match: ENTITIES[match[1]], text)
    if not (text.isascii() and text.isprintable()):  # most queries are plain already
        text = "".join(map(_visible, text)).translate(PLAIN)
    text = DASH_BEFORE_WORD.sub("-", text)
    text = SHORT_DASH.sub("-", text)
    return SPACES.sub(" ", text.replace("—", " ").replace("―", " ")).strip()


def _link(match: re.Match[str]) -> str:
    """Slack makes links of what people type; a label that is the address without its scheme is what they typed."""
    address, label = match[1], match[2]
    typed = re.sub(r"^(?:https?://|mailto:)", "", address)
    return label if label and label == typed else address.removeprefix("mailto:")


def _visible(letter: str) -> str:
    if letter < "\x7f":
        return max(letter, " ")
    category = unicodedata.category(letter)
    if category in ("Cf", "Cs", "Co"):
        return ""
    return " " if category in ("Cc", "Zs", "Zl", "Zp") else letter
