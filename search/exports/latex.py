"""Text in characters that every LaTeX reads, with braces that BibTeX can count."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from pylatexenc.latexencode import (
    RULE_DICT,
    RULE_REGEX,
    UnicodeToLatexConversionRule,
    UnicodeToLatexEncoder,
    get_builtin_uni2latex_dict,
)

from search.language.vocabulary import pairs

_NOT_IN_ADDRESSES = re.compile(r"[\s{}\\\"<>^`]")

_MATHS = r"{ \lbrace } \rbrace √ \surd × \times · \cdot → \rightarrow ← \leftarrow µ \mu ′ {}^{\prime}"
r"""BibTeX counts braces even behind a backslash, so one lone `\{` would swallow the rest of the file. The long names of
these signs in text are not known to every LaTeX, and are lost by programs that read BibTeX without one."""
_LETTERS = r"í \'i ì \`i î \^i ï \"i ĩ \~i ī \=i … \ldots"
_ACCENTS = pairs(
    "\u0300 grave \u0301 acute \u0302 hat \u0303 tilde \u0304 bar \u0306 breve \u0307 dot \u0308 ddot \u030c check"
)
"""Over letters that have no such form of their own; they come from formulas."""
_RAISED = ((0xAA, 0xBA), (0x2B0, 0x2B8), (0x2E0, 0x2E4), (0x1D2C, 0x1D78), (0x1D9B, 0x1DBF), (0x2070, 0x209C))
_KNOWN = get_builtin_uni2latex_dict()


def _own() -> Iterator[tuple[int, str]]:
    """Codes where the common ones are wrong, and those of raised and lowered letters, some of which have none."""
    yield from ((ord(sign), rf"\ensuremath{{{code}}}") for sign, code in pairs(_MATHS).items())
    yield from ((ord(sign), code) for sign, code in pairs(_LETTERS).items())
    for sign in chain.from_iterable(range(first, last + 1) for first, last in _RAISED):
        kind, *plain = unicodedata.decomposition(chr(sign)).split(" ")
        mark = {"<super>": "^", "<sub>": "_"}.get(kind)
        if mark:
            code = "".join(_KNOWN.get(int(each, 16), chr(int(each, 16))) for each in plain)
            yield sign, rf"\ensuremath{{{mark}{{{code}}}}}"


def _accented(match: re.Match[str]) -> str:
    base = _KNOWN.get(ord(match[1]), match[1])
    return rf"\ensuremath{{\{_ACCENTS[match[2]]}{{{base}}}}}"


_TYPED = str.maketrans(pairs("’ ' ‘ ` “ `` ” '' – -- — ---"))
"""As people type them in LaTeX: the long names of these signs get lost in some programs."""
_ENCODER = UnicodeToLatexEncoder(
    conversion_rules=[
        UnicodeToLatexConversionRule(RULE_REGEX, [(re.compile(rf"(\w)([{''.join(_ACCENTS)}])"), _accented)]),
        UnicodeToLatexConversionRule(RULE_DICT, dict(_own())),
        "defaults",
    ],
    replacement_latex_protection="braces-all",
    unknown_char_policy="keep",
    unknown_char_warning=False,
)
_PAIR = re.compile(r"(?<=['’”])(?=['’”])|(?<=[`‘“])(?=[`‘“])|(?<=[-–—])(?=[-–—])|(?<=[?!])(?=[`‘“])|(?<=,)(?=,)")
"""Between two signs that LaTeX would set as one other."""
_PLAIN = re.compile(r"[A-Za-z0-9 ,.:;()/!?'`*+=|@\[\]-]+")


def latex(text: str) -> str:
    """The text, set as it stands."""
    return "".join(_encoded(word) for word in re.split(r"( )", text))


def title(text: str) -> str:
    """Words with capitals of their own (`KVFlow`, `LLM`) are braced, so that styles keep them."""
    return "".join(_part(part) for part in re.split(r"([^\w\u0300-\u036f]+)", text))


def address(text: str) -> str:
    """As it is, for styles set addresses verbatim; signs that would end the field are quoted."""
    return _NOT_IN_ADDRESSES.sub(lambda sign: f"%{ord(sign[0]):02X}", text)


def _part(part: str) -> str:
    return f"{{{latex(part)}}}" if any(letter.isupper() for letter in part[1:]) else latex(part)


@lru_cache(maxsize=8192)
def _encoded(word: str) -> str:
    apart = _PAIR.sub("\0", word).translate(_TYPED)
    if _PLAIN.fullmatch(apart):
        return apart
    return str(_ENCODER.unicode_to_latex(apart)).replace("\0", "{}")
