"""The characters of a text made plain: nothing invisible, no look-alike spaces or hyphens, accents composed."""

import re
import unicodedata

_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029\v\f]")
_SPACES = re.compile("[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
# The soft hyphen marks a word broken at the end of a line.
_SOFT_HYPHEN = re.compile(r"\u00ad[^\S\n]*\n?[^\S\n]*")
# PDF readers give U+0002 or `(cid:173)` for any hyphen at the end of a line; `hyphens` decides what it was.
_PDF_HYPHEN = re.compile(r"(?<=[^\W\d_])(?:\x02|\(cid:173\))\s*(?=[^\W\d_])")
_CID_HYPHEN = re.compile(r"\(cid:173\)[^\S\n]*\n?[^\S\n]*")
# Controls, surrogates, zero-width and bidi signs, tags, noncharacters, and planes 15 and 16, which we use ourselves.
_ASCII_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufdd0-\ufdef"
    "\ufff9-\ufffc\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f\U000f0000-\U0010ffff]"
)
# Joiners are part of emoji and of Indic and Persian words; between other characters they only hide there.
_JOINER = re.compile("(.?)([\u200c\u200d]+)(?=(.?))", re.DOTALL)
_JOINED = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})


def plain_characters(text: str) -> str:
    """The same text in characters that people can see and search; lines end with a newline."""
    if text.isascii() and text.isprintable() and "(cid:" not in text:
        return text
    text = _LINE_ENDS.sub("\n", text)
    if text.isascii() and "(cid:" not in text and "\x02" not in text:
        return _ASCII_CONTROLS.sub("", text).replace("\t", " ")
    text = _SOFT_HYPHEN.sub("", text)
    if "\x02" in text or "(cid:" in text:
        text = _CID_HYPHEN.sub("", _PDF_HYPHEN.sub("- ", text))
    text = _INVISIBLE.sub("", _SPACES.sub(" ", text))
    if "\u200c" in text or "\u200d" in text:
        text = _JOINER.sub(_joiner, text)
    text = _LIGATURE.sub(lambda match: _LIGATURES[match[0]], text).replace("\u2010", "-").replace("\u2011", "-")
    return unicodedata.normalize("NFC", text)


def _joiner(match: re.Match[str]) -> str:
    before, joiners, after = match.groups()
    if before and after and {unicodedata.category(before), unicodedata.category(after)} <= _JOINED:
        return before + joiners[0]
    return before
