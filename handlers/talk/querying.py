"""A query as JSON and back, a query with more conditions, and a query in a person's words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from handlers.blocks.asked import wording
from search.query import AllOf, AnyOf, Author, Clause, Filter, Has, Phrase, Prefix, Query, Venue, Without, Word, Years

Json = Any
DEEPEST = 8


def as_fields(query: Query) -> dict[str, Json]:
    """What is asked, without the notes on how it was read."""
    made = {
        "t": query.typed,
        "w": [_clause(clause) for clause in query.wanted],
        "x": [_clause(clause) for clause in query.excluded],
        "f": [_filter(condition) for condition in query.filters],
    }
    return {name: value for name, value in made.items() if value}


def as_query(fields: Json) -> Query | None:
    """The query of these fields; None where they are not ours."""
    match fields:
        case dict():
            try:
                return Query(
                    str(fields.get("t", "")),
                    tuple(_read_clause(made, 0) for made in fields.get("w", ())),
                    tuple(_read_clause(made, 0) for made in fields.get("x", ())),
                    tuple(_read_filter(made) for made in fields.get("f", ())),
                )
            except (TypeError, ValueError):  # not what we write: of another version, or nobody's
                return None
    return None


def joined(query: Query, more: Query) -> Query:
    """With the conditions of both: new years take the place of the old ones, and what is now excluded is no longer
    wanted."""
    years = any(isinstance(condition, Years) for condition in more.filters)
    kept = [condition for condition in query.filters if not (years and isinstance(condition, Years))]
    excluded = tuple(dict.fromkeys((*query.excluded, *more.excluded)))
    wanted = tuple(clause for clause in dict.fromkeys((*query.wanted, *more.wanted)) if clause not in excluded)
    filters = tuple(dict.fromkeys((*kept, *more.filters)))
    return _named(Query("", wanted or query.wanted, excluded, filters))


def narrowed(query: Query, by: Clause | Filter) -> Query:
    """With one more clause or condition."""
    if isinstance(by, Author | Venue | Years | Has | Without):
        return _named(replace(query, filters=(*query.filters, by)))
    return _named(replace(query, wanted=(*query.wanted, by)))


def conditions(query: Query) -> tuple[str, ...]:
    """What must hold beside the words, in words."""
    without = [f"without {wording(clause)}" for clause in query.excluded]
    return (*without, *map(_said, query.filters))


def _named(query: Query) -> Query:
    return replace(query, typed=", ".join((*map(wording, query.wanted), *conditions(query))), identifier=None, notes=())


def _said(condition: Filter) -> str:
    match condition:
        case Author(name):
            return f"by {name}"
        case Venue(name):
            return f"at {name}"
        case Years(first, last):
            return _years(first, last)
        case Has(what):
            return "with code" if what == "code" else "with a PDF"
        case Without(barred):
            return f"not {_said(barred)}"


def _years(first: int | None, last: int | None) -> str:
    if first is None or last is None:
        return f"since {first}" if last is None else f"up to {last}"
    return f"from {first}" if first == last else f"from {first} to {last}"


def _clause(clause: Clause) -> Json:
    match clause:
        case Word(text):
            return text
        case Phrase(words):
            return {"p": list(words)}
        case Prefix(letters):
            return {"b": letters}
        case AnyOf(options):
            return {"o": [_clause(option) for option in options]}
        case AllOf(parts):
            return {"a": [_clause(part) for part in parts]}


def _read_clause(made: Json, depth: int) -> Clause:
    match made:
        case str(text) if text:
            return Word(text)
        case {"p": [*words]} if words:
            return Phrase(tuple(map(str, words)))
        case {"b": str(letters)} if letters:
            return Prefix(letters)
        case {"o": [*options]} if options and depth < DEEPEST:
            return AnyOf(tuple(_read_clause(option, depth + 1) for option in options))
        case {"a": [*parts]} if parts and depth < DEEPEST:
            return AllOf(tuple(_read_clause(part, depth + 1) for part in parts))
    raise ValueError(made)


def _filter(condition: Filter) -> Json:
    match condition:
        case Author(name):
            return {"by": name}
        case Venue(name):
            return {"at": name}
        case Years(first, last):
            return {"y": [first, last]}
        case Has(what):
            return {"has": what}
        case Without(barred):
            return {"not": _filter(barred)}


def _read_filter(made: Json) -> Filter:
    match made:
        case {"by": str(name)}:
            return Author(name)
        case {"at": str(name)}:
            return Venue(name)
        case {"y": [int() | None as first, int() | None as last]}:
            return Years(first, last)
        case {"has": ("code" | "pdf") as what}:
            return Has(what)
        case {"not": inner}:
            barred = _read_filter(inner)
            if not isinstance(barred, Without):
                return Without(barred)
    raise ValueError(made)


def said_words(query: Query) -> Iterator[str]:
    """The words that a query asks for, as a person would write them."""
    yield from map(wording, query.wanted)
