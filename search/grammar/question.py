"""A text read for its words alone, however long: no operators, no fields, no quotes."""

from search.errors import InvalidQuery
from search.grammar.asking import asked
from search.grammar.typed import plain
from search.language.words import WRITTEN
from search.query import Query, Word


def question(text: str) -> Query:
    """The query for all words of the text, each as often as it stands there. Raises `InvalidQuery` without a word."""
    about = asked(plain(text))
    words = tuple(map(Word, WRITTEN.findall(about)))
    if not words:
        raise InvalidQuery("There is no word to search for.")
    return Query(about, words)
