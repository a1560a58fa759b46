"""A plain query cut into words, phrases, fields, operators and brackets, in one pass over its letters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from search.grammar.identifiers import identify

Kind = Literal["word", "prefix", "phrase", "field", "and", "or", "not", "open", "close", "note"]

OPERATORS: dict[str, Kind] = {"AND": "and", "OR": "or", "NOT": "not"}
PUNCTUATION = ".,;:!?'`_*[]{}<>|…\\=&~^$%"
TIGHT = r"(?:[^\s\"()]|(?<=[^\s(\"])\([^\s\"()]*\)?)+"
MARK = re.compile(
    rf"""(?P<minus>-+(?=[^\s-]))
    | (?P<name>authors?|venue|years?|has|id|doi|arxiv|url): [ ]? (?:"(?P<quoted>[^"]*)" | (?P<value>{TIGHT}))
    | "(?P<phrase>[^"]*)"
    | (?P<quote>")
    | (?P<bracket>[()])
    | (?P<word>{TIGHT})""",
    re.VERBOSE | re.IGNORECASE,
)
UNKNOWN_FIELD = re.compile(r"([a-z]{2,12}):(?!:)(.*)")
SUFFIX = re.compile(r"[~^][\d.]*$")
BETWEEN_WORDS = re.compile(r"[,;|]+(?!\d)|(?<!\d)[,;|]+")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of the query: what it is, its text, and for a field its name. A `note` is a sentence for the person."""

    kind: Kind
    text: str
    field: str = ""


def marks(typed: str) -> Iterator[Mark]:
    """The marks of a plain query. Whatever was typed can be cut: what is no mark of ours is words."""
    for match in MARK.finditer(typed):
        if match["minus"]:
            yield Mark("not", "-")
        elif match["name"]:
            yield from _field(match["name"], match["quoted"] or match["value"] or "")
        elif match["phrase"] is not None:
            yield Mark("phrase", match["phrase"])
        elif match["quote"]:
            yield Mark("note", "I left out a quotation mark that has no partner.")
        elif match["bracket"]:
            yield Mark("open" if match["bracket"] == "(" else "close", match["bracket"])
        else:
            yield from _word(match["word"])


def _field(name: str, value: str) -> Iterator[Mark]:
    field = name.lower().removesuffix("s") if name.lower() != "has" else "has"
    if field in ("doi", "arxiv", "url"):
        if identify(value):
            yield Mark("word", value)
        else:
            yield from _unknown(field, value)
    elif value.strip(PUNCTUATION + " ") or field == "year":
        yield Mark("field", value.strip(",;\"' "), field)
    else:
        yield from _unknown(field, value)


def _word(text: str) -> Iterator[Mark]:
    if text in OPERATORS:
        yield Mark(OPERATORS[text], text)
    elif identify(text):
        yield Mark("word", text)
    elif match := UNKNOWN_FIELD.fullmatch(text):
        yield from _unknown(match[1], match[2])
    else:
        for part in BETWEEN_WORDS.split(text):
            yield from _bare_word(part)


def _unknown(field: str, value: str) -> Iterator[Mark]:
    known = "Fields are author, venue, year, has and id."
    yield Mark("note", f"“{field}:” names no field with a value, so I read it as a word. {known}")
    yield from _bare_word(field)
    yield from _bare_word(value)


def _bare_word(text: str) -> Iterator[Mark]:
    suffix = SUFFIX.search(text)
    if suffix:
        yield Mark("note", f"“{suffix[0]}” means nothing here and was left out.")
        text = text[: suffix.start()]
    letters = text.strip(PUNCTUATION)
    starred = text.startswith("*"), text.endswith("*")
    if starred == (False, True) and letters and "*" not in letters:
        yield Mark("prefix", letters)
        return
    if "*" in letters or starred == (True, False):
        yield Mark("note", "A star stands only at the end of a word (quant*); elsewhere I leave it out.")
    yield from (Mark("word", part) for part in letters.split("*") if part)
