"""Quotes, dashes, tildes and spaces as a printer sets them."""

import re

_OPENING = re.compile(r"(?:``|''|,,)(?=\w)(?<![\w.,;!?)]'')|``")
_CLOSING = re.compile(r"(?<=[\w.,;:!?)%…])''(?!')|(?<=\S)´´")
_DASHES = re.compile(r"(?<!-)(---?)(?!-)")
# An address that stands alone, or a word with a slash after it, is no tie; `Figure~2` is, and so is `6~mm`.
_TIE = re.compile(r"(?<=[^\W\d])~(?=\w)|(?<=\d)~(?=[^\W\d])|(?<=[^\s\d(\[~])~(?=[A-Z\[(])|(?<=[,.;:)])~(?=[\w(\[])")
_OPENERS = (
    "We|The|This|These|Those|That|Our|In|It|Its|However|To|For|Experiments?|Extensive|Moreover|Furthermore|"
    "Additionally|"
    "Specifically|Finally|While|By|As|An|Although|Despite|Here|Then|When|With|On|Based|Existing|Recent|Code|Results|"
    "Unlike|"
    "First|Second|Third|Therefore|Thus|Hence|There|They|Such|Our|One|From|At|Using|Through|Under|Across|Also|But|Yet|"
    "If|"
    "Notably|Importantly|Empirically|Theoretically|Compared|Inspired|Motivated|Given|Since|Because|Both|Each|Most|Many|"
    "Some"
)
_MISSING_SPACE = re.compile(
    rf"([.?!])(?:(?<=[a-z)\]%’”\"\d][.?!])|(?<=[A-Z][A-Z][.?!]))(?=(?:{_OPENERS})(?: |, )|A [a-z]|I [a-z])"
)
_SPACE_BEFORE_STOP = re.compile(r"(?<=[\w)\]”’%\U00100000-\U0010fffd])[^\S\n]+(?=[,;](?:\s|$)|\.(?:\s|$))")
_PARAGRAPHS = re.compile(r"[^\S\n]*\n[^\S\n]*(?:\n\s*)+")


def well_set(text: str) -> str:
    """Typewriter habits replaced; ties become spaces and `about` tildes U+223C, which never strike text out."""
    if "''" in text or "``" in text or "´´" in text:
        text = _CLOSING.sub("”", _OPENING.sub("“", text)).replace("''", "”")
    if "--" in text:
        text = _DASHES.sub(lambda match: "—" if len(match[1]) == 3 else "–", text)
    if "~" in text:
        text = _TIE.sub(" ", text).replace("~", "∼")
    return _MISSING_SPACE.sub(r"\1 ", text)


def paragraphs(text: str) -> str:
    """One line a paragraph, an empty line between two, single spaces."""
    parts = _PARAGRAPHS.split(text.strip()) if "\n" in text else [text]
    return "\n\n".join(one_line for part in parts if (one_line := _one_line(part)))


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if " ," in line or " ." in line or " ;" in line:
        return _SPACE_BEFORE_STOP.sub("", line)
    return line
