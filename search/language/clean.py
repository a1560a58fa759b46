"""Abstracts as people read them: LaTeX, Markdown, entities, broken words and odd characters made plain text."""

import re
import unicodedata
from functools import lru_cache

from search.language.acronyms import lowered_initials
from search.language.addresses import put_back, set_aside
from search.language.characters import plain_characters
from search.language.entities import decoded
from search.language.hyphens import whole_words
from search.language.latex import without_latex
from search.language.markdown import without_markdown, without_tags
from search.language.naming import stated_name
from search.language.typography import paragraphs, well_set

_ROUNDS = 8
# Without any of these nothing is left that a second round could find.
_UNSETTLED = re.compile(r"[\\${}*_`~#<\]]|- |''|--|´´|,,")


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """Readable Unicode text: one line a paragraph, an empty line between paragraphs.

    Never raises; what it does not know stays as words. Takes time linear in the length. Cleaning twice changes nothing
    more, but for what was escaped: entities are decoded once, so `&amp;lt;` is shown as `&lt;`, and a tag that was
    written as entities is text and stays.
    """
    plain = plain_characters(decoded(without_tags(plain_characters(text))))
    for _ in range(_ROUNDS):
        without_addresses, kept = set_aside(plain)
        before, plain = plain, put_back(_settled(without_addresses), kept)
        if plain == before or not kept:  # what now stands beside an address may belong to it
            break
    return plain


def _settled(text: str) -> str:
    """The rules applied until nothing changes: taking one mark away may bare another. Most texts need one round."""
    for _ in range(_ROUNDS):
        before, text = text, _round(text)
        if text == before or not _UNSETTLED.search(text):
            break
    return text


def _round(text: str) -> str:
    text = without_latex(lowered_initials(text), _own_name)
    text = well_set(without_markdown(text))
    return unicodedata.normalize("NFC", whole_words(paragraphs(text)))


def _own_name(text: str) -> str | None:
    return stated_name(paragraphs(well_set(without_markdown(text))))
