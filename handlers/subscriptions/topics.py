"""One name for a topic in whatever spelling, so that a channel is not subscribed to it twice."""

from search.language.words import fold
from search.query import AllOf, AnyOf, Author, Clause, Filter, Has, Phrase, Prefix, Query, Venue, Without, Word, Years


def topic_key(topic: Query) -> str:
    """The same for queries that differ only in case, accents, brackets that mean nothing, and the order of parts."""
    parts = [
        *map(_clause, topic.wanted),
        *(f"-{_clause(clause)}" for clause in topic.excluded),
        *map(_filter, topic.filters),
    ]
    return " ".join(sorted(set(parts)))


def _clause(clause: Clause) -> str:
    match clause:
        case Word(text):
            return fold(text)
        case Phrase(words):
            return f'"{" ".join(map(fold, words))}"'
        case Prefix(letters):
            return f"{fold(letters)}*"
        case AnyOf(options):
            return f"({' OR '.join(sorted(set(map(_clause, options))))})"
        case AllOf(parts):
            return f"({' '.join(sorted(set(map(_clause, parts))))})"


def _filter(condition: Filter) -> str:
    match condition:
        case Author(name):
            return f"author:{fold(name)}"
        case Venue(name):
            return f"venue:{fold(name)}"
        case Years(first, last):
            return f"year:{first or ''}..{last or ''}"
        case Has(what):
            return f"has:{what}"
        case Without(barred):
            return f"-{_filter(barred)}"
