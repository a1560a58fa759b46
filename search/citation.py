"""A paper as a BibTeX entry, in characters that every LaTeX reads."""

import re
from collections.abc import Iterator

from pylatexenc.latexencode import RULE_DICT, UnicodeToLatexConversionRule, UnicodeToLatexEncoder

from search.language.clean import clean
from search.language.headline import headline
from search.models import Paper

MOST_AUTHORS = 100  # a longer list ends in "and others", which every BibTeX style knows

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]+")
_NOT_IN_KEYS = re.compile(r"[^A-Za-z0-9:._/+-]+")
_NOT_IN_ADDRESSES = re.compile(r"[\s{}\\\"<>^`]")
_AND = re.compile(r"\band\b", re.IGNORECASE)

# BibTeX counts braces even behind a backslash, so one lone `\{` would swallow the rest of the file.
_BRACES = UnicodeToLatexConversionRule(RULE_DICT, {ord("{"): r"\textbraceleft", ord("}"): r"\textbraceright"})
_ENCODER = UnicodeToLatexEncoder(
    conversion_rules=[_BRACES, "defaults"],
    replacement_latex_protection="braces-all",
    unknown_char_policy="keep",
    unknown_char_warning=False,
)


def bibtex(paper: Paper) -> str:
    """The entry under the paper's handle; what is unknown is left out, and so is the abstract. Without a title the
    headline stands in a note, for it is our wording and not the authors'."""
    kind = "inproceedings" if _plain(paper.venue) else "misc"
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in _fields(paper) if value)
    return f"@{kind}{{{_NOT_IN_KEYS.sub('-', paper.id) or 'paper'},\n{fields}}}"


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    title = " ".join(map(_word, _plain(clean(paper.title or "")).split()))
    yield "title", title
    yield "author", " and ".join(_authors(paper))
    yield "booktitle", _latex(_plain(paper.venue))
    yield "year", str(paper.year) if paper.year is not None else ""
    yield "doi", _address(paper.doi)
    yield "eprint", _address(paper.arxiv_id)
    yield "archiveprefix", "arXiv" if _address(paper.arxiv_id) else ""
    yield "url", _address(paper.url)
    yield "note", "" if title else _latex(_plain(headline(paper)))


def _authors(paper: Paper) -> Iterator[str]:
    names = [name for author in paper.authors if (name := _plain(author))]
    for name in names[:MOST_AUTHORS]:
        encoded = _latex(name)
        yield f"{{{encoded}}}" if _AND.search(name) or name.count(",") > 2 else encoded
    if len(names) > MOST_AUTHORS:
        yield "others"


def _word(word: str) -> str:
    """A word of the title; parts with capitals of their own (`KVFlow`, `LLM`) are braced, so that styles keep them."""
    return "".join(_part(part) for part in re.split(r"([^\w]+)", word))


def _part(part: str) -> str:
    encoded = _latex(part)
    return f"{{{encoded}}}" if any(letter.isupper() for letter in part[1:]) else encoded


def _plain(text: str | None) -> str:
    return " ".join(_UNSEEN.sub(" ", text or "").split())


def _latex(text: str) -> str:
    return str(_ENCODER.unicode_to_latex(text))


def _address(address: str | None) -> str:
    """As it is, for styles set addresses verbatim; signs that would end the field are quoted."""
    return _NOT_IN_ADDRESSES.sub(lambda sign: f"%{ord(sign[0]):02X}", _plain(address))
