"""Markdown, backticks and leftover tags taken out of a text; every word of it stays."""

import re

from search.language.latex.formulas import script

_FENCE = re.compile(r"```+(?:[a-z]{1,12}\n)?|~~~+")
_QUOTED = re.compile(r"(?<![\w`])`([^`'\n]{1,120})'(?!')(?!\w)")
_IMAGE = re.compile(r"!(?=\[[^\[\]\n]{0,200}\]\()")
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\(\s*([\U00100000-\U0010fffd]|[\w./#?=&%-]{3,200})\s*\)")
_AUTOLINK = re.compile(r"<([\U00100000-\U0010fffd])>")
_TAG = re.compile(
    r"<(?P<tag>(?:jats:)?(?:p|i|b|u|em|strong|sub|sup|tt|code|span|small|title|italic|bold|sec))(?:\s[^<>]{0,100})?>"
    r"(?P<inside>[^<>]{0,3000})</(?P=tag)>"
)
_SCRIPTS = {"sup": "^", "sub": "_"}
_NUMBER = re.compile(r"\s*(?:[-+\u2212\u2013]?\s?\d{1,9}[-+\u2212]?|[-+\u2212]|[ij-np-t])\s*")
_BREAK = re.compile(r"<br\s*/?>")
_HEADING = re.compile(r"(?:(?<=\n)|^)[^\S\n]{0,3}#{1,6}[^\S\n]+|(?<=\s)#{1,6}[^\S\n]+(?=[A-Z*_])")
_BULLET = re.compile(r"(?<=\n)[^\S\n]*[*+][^\S\n]+(?=\S)")
_STARS = re.compile(r"\*{2,3}(?=[^\s*])([^*\n]{1,1000}?)(?<=\S)\*{2,3}")
_STAR = re.compile(r"(?<![\w*)\]′ℓ])\*(?=[^\W_]|[\"'“‘(~∼$])([^*\n]{0,1000}?[^\s*])\*(?![\w*])")
_INITIAL = re.compile(r"\*([A-Z])\*(?=[a-z])")
_LOW_LINES = re.compile(r"(?<![\w_])__(?=[^\s_])([^_\n]{1,300}?)(?<=[^\s_])__(?![\w_]|\.\w)")
_LOW_LINE = re.compile(r"(?<![\w_)\]√∑∏|.])_(?=[A-Za-z“\"])([^_\n]{0,300}?[\w.!?”\"])_(?![\w_(])")
_STRUCK = re.compile(r"~~(?=\S)([^~\n]{1,300}?)(?<=\S)~~")
_STRAY_STARS = re.compile(r"(?<!\w)\*{2,}|\*{2,}(?!\w)")
_STRAY_LINES = re.compile(r"(?<![\w_])_{2,}(?=\s|$)")
_RULE = re.compile(r"(?:(?<=\n)|^)[^\S\n]*(?:[-*_][^\S\n]*){3,}(?=\n|$)")


def without_tags(text: str) -> str:
    """HTML and JATS tags around words taken away; a lone `<b>` is text."""
    if "<" not in text:
        return text
    text = _BREAK.sub("\n", text)
    for _ in range(4):
        text, count = _TAG.subn(_without_tag, text)
        if not count:
            break
    return text


def _without_tag(match: re.Match[str]) -> str:
    """The words of an element; numbers raised or lowered stay so, since `10<sup>5</sup>` is not 105."""
    mark, inside = _SCRIPTS.get(match["tag"].removeprefix("jats:")), match["inside"]
    return script(mark, inside) if mark and _NUMBER.fullmatch(inside) else inside


def without_markdown(text: str) -> str:
    """Headings, emphasis, links and code as plain words; `2 * 3 * 4`, `A*`, `p*` and `snake_case` are none of these."""
    if "`" in text:
        text = _QUOTED.sub(r"‘\1’", _FENCE.sub("", text).replace("``", "“")).replace("`", "")
    if "](" in text:
        text = _LINK.sub(_link, _IMAGE.sub("", text))
    if "<" in text:
        text = _AUTOLINK.sub(r"\1", text)
    if "#" in text:
        text = _HEADING.sub("", text)
    if "*" in text:
        text = _without_stars(text)
    if "_" in text:
        text = _LOW_LINE.sub(r"\1", _LOW_LINES.sub(r"\1", text))
        text = _STRAY_LINES.sub("", text)
    return _STRUCK.sub(r"\1", text) if "~~" in text else text


def _link(match: re.Match[str]) -> str:
    label, target = match.groups()
    return target if label == target else f"{label} ({target})"


def _without_stars(text: str) -> str:
    text = _BULLET.sub("• ", _RULE.sub("", text))
    text = _INITIAL.sub(r"\1", _STARS.sub(r"\1", text))
    return _STRAY_STARS.sub("", _STAR.sub(r"\1", text))
