"""What a person asked for, said back to them, and what of it a paper lacks."""

from handlers.blocks import kit
from handlers.blocks.shapes import Line, Run, bold
from search.language.words import STOP_WORDS, fold, tokens
from search.models import Hit, SearchResult
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Query, Word

SHOWN = 200


def count(number: int, noun: str = "paper") -> str:
    """`1 paper`, `13 papers`, `1,300 papers`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def typed(query: Query) -> str:
    """The query as typed, short enough for a sentence."""
    return kit.cut(kit.tidy(query.typed), SHOWN)


def as_typed(query: Query) -> Run:
    """The query as typed, set apart from our own words."""
    return Run(typed(query), italic=True)


def wording(clause: Clause) -> str:
    """A clause as a person would write it."""
    match clause:
        case Word(text):
            return text
        case Phrase(words):
            return f"“{' '.join(words)}”"
        case Prefix(letters):
            return f"{letters}…"
        case AnyOf(options):
            return " or ".join(map(wording, options))
        case AllOf(parts):
            return " and ".join(map(wording, parts))


def found_line(query: Query, result: SearchResult) -> Line:
    """How many papers were found, and with which words."""
    every, some = _every(query), _some(query)
    partial = result.total - result.complete - result.by_meaning
    meant = f" · {result.by_meaning:,} found by meaning" if result.by_meaning else ""
    if not query.wanted:
        return [bold(count(result.total)), Run(" fits " if result.total == 1 else " fit "), as_typed(query)]
    if not result.complete:
        have = "has" if partial == 1 else "have"
        less = f" · {count(partial)} {have} some of {some}" if partial else ""
        return [bold("No paper"), Run(f" has {every}"), as_typed(query), Run(less + meant)]
    have = "has" if result.complete == 1 else "have"
    more = f" · {partial:,} more {'has' if partial == 1 else 'have'} some of {some}" if partial else ""
    return [bold(count(result.complete)), Run(f" {have} {every}"), as_typed(query), Run(more + meant)]


def lacking(query: Query, hit: Hit, missing: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The wanted clauses of which this paper has nothing, as far as the matched words tell; none if it has nothing at
    all or only common words are missing."""
    lacks = tuple(kit.tidy(wording(clause)) for clause in query.wanted if not _has(clause, hit.terms))
    return tuple(word for word in lacks if word not in missing) if len(lacks) < len(query.wanted) else ()


def quoted(words: tuple[str, ...]) -> str:
    """`“a”`, `“a” or “b”`, `“a”, “b” or “c”`."""
    marked = [f"“{kit.cut(kit.tidy(word), 60)}”" for word in words]
    return f"{', '.join(marked[:-1])} or {marked[-1]}" if len(marked) > 1 else "".join(marked)


def _has(clause: Clause, terms: frozenset[str]) -> bool:
    match clause:
        case Word(text):
            stems = {token.stem for token in tokens(text) if token.exact not in STOP_WORDS}
            return not stems or bool(stems & terms)
        case Phrase(words):
            return all(_has(Word(word), terms) for word in words)
        case Prefix(letters):
            return any(term.startswith(fold(letters)[:3]) for term in terms)
        case AnyOf(options):
            return any(_has(option, terms) for option in options)
        case AllOf(parts):
            return all(_has(part, terms) for part in parts)


def _every(query: Query) -> str:
    if len(query.wanted) < 2:
        return "all of " if query.filters or query.excluded else ""
    return "every word of " if all(isinstance(clause, Word) for clause in query.wanted) else "all of "


def _some(query: Query) -> str:
    return "them" if _every(query) == "every word of " else "it"
