"""Finding papers and saying what was found: the same for a typed search, a turned page and an accepted suggestion."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from handlers.blocks.asked import lacking, quoted
from handlers.blocks.entry import Entry
from handlers.blocks.notice import notice
from handlers.blocks.paper import paper_reply
from handlers.blocks.results import PAGE, Page, nothing_reply, page_reply
from handlers.messages import Reply
from handlers.ports import Services
from search.grammar import parse
from search.language.snippet import snippet
from search.language.words import STOP_WORDS, tokens
from search.models import Hit, Paper, SearchResult
from search.query import AnyOf, Clause, Query, Word

NEAREST = 3

_KINDS = {"handle": "handle", "arxiv": "arXiv id", "doi": "DOI", "url": "address"}


def search_reply(
    text: str, services: Services, *, offset: int = 0, replaces: bool = False, note: str = "",
    found: Callable[[Query], None] | None = None,
) -> Reply:  # fmt: skip
    """The paper itself when the text names one, else the page of papers after the first `offset`. `found` is told the
    query where papers have some of its words.

    Raises `InvalidQuery` when the text cannot be searched, and `EngineUnavailable` or `Unavailable`.
    """
    query = parse(text)
    notes = (note,) if note else ()
    if query.identifier:
        paper = services.library.identified(query.identifier)
        if paper:
            return paper_reply(paper, *notes, replaces=replaces)
        unknown = f"No paper here has the {_KINDS[query.identifier.kind]} {quoted((query.identifier.value,))}."
        if not (query.wanted or query.filters or query.excluded):
            return notice(*notes, unknown, replaces=replaces)
        notes = (*notes, unknown)
    return _found(query, services, offset, replaces, notes, found)


def named_paper(name: str, services: Services) -> Paper | None:
    """The paper that a person means by this handle, name, arXiv id, DOI or address."""
    found = services.library.named(name)
    if found:
        return found
    identifier = parse(name).identifier
    return services.library.identified(identifier) if identifier else None


def unnamed_reply(name: str, about: str, services: Services) -> Reply:
    """A search in place of the paper that nobody knows by this name; `about` is the name without the words of a
    request, which needs no explanation where there was one."""
    note = "" if about != name else f"No paper is called {quoted((name,))}; this is a search for the words."
    return search_reply(about, services, note=note)


def some_handle(services: Services) -> str:
    """A handle to show how handles are typed."""
    return next((paper.id for paper in services.library.draw(1, services.random)), "kvflow")


def entries(
    hits: Iterable[Hit],
    services: Services,
    *,
    offset: int = 0,
    query: Query | None = None,
    result: SearchResult | None = None,
) -> tuple[Entry, ...]:
    """The papers of these hits, numbered by their place in the list, without those that have left the library; with
    the words of the query that they lack and others of the `result` have, but for its complete ones."""
    hits = tuple(hits)
    complete, missing = (result.complete, result.missing) if result else (0, ())
    papers = {paper.id: paper for paper in services.library.papers([hit.id for hit in hits])}
    return tuple(
        Entry(
            papers[hit.id],
            number,
            snippet(papers[hit.id], hit.terms),
            lacking(query, hit, missing) if query and number > complete else (),
            by_meaning=bool(query and query.wanted) and number > complete and not hit.terms,
        )
        for number, hit in enumerate(hits, start=offset + 1)
        if hit.id in papers
    )


def _found(
    query: Query, services: Services, offset: int, replaces: bool, notes: tuple[str, ...],
    found: Callable[[Query], None] | None,
) -> Reply:  # fmt: skip
    result = services.engine.search(query, PAGE, offset)
    if not result.hits and 0 < result.total <= offset:  # the list has become shorter since the button was made
        offset = (result.total - 1) // PAGE * PAGE
        result = services.engine.search(query, PAGE, offset)
    if not result.total:
        return _nothing(query, result, services, replaces, notes)
    if found and result.total > result.by_meaning:
        found(query)
    shown = entries(result.hits, services, offset=offset, query=query, result=result)
    page = Page(query, result, shown, offset, len(result.hits) - len(shown), notes)
    return page_reply(page, replaces=replaces)


def _nothing(query: Query, result: SearchResult, services: Services, replaces: bool, notes: tuple[str, ...]) -> Reply:
    if query.identifier and len(query.wanted) == 1 and notes:
        return notice(*notes, "A few words of its title or abstract may find it.", replaces=replaces)
    reasons, near = nearest(query, result, services)
    return nothing_reply(Page(query, result, near, notes=notes), reasons, replaces=replaces)


def nearest(query: Query, result: SearchResult, services: Services) -> tuple[list[str], tuple[Entry, ...]]:
    """Why nothing fits, and the papers that come nearest, which the last reason announces: less is asked for step by
    step, the conditions last."""
    reasons = [f"No paper has the word {quoted(result.missing)}."] if result.missing else []
    near: tuple[Entry, ...] = ()
    for reason, wider in (*_corrected(query, result), *_wider(query)):
        hits = services.engine.search(wider, NEAREST).hits
        near = entries(hits, services, query=wider)
        if near:
            reasons.append(reason)
            break
    if not near:
        may_help = "Other words may find it" if query.wanted else "Leave a condition out, or change it"
        reasons.append(f"{may_help}; /papers random shows what the library holds.")
    return reasons, near


def corrected(query: Query, suggestion: str) -> Query:
    """The suggestion under the conditions of the query, which in a spoken question stand beside its words."""
    parsed = parse(suggestion)
    return replace(
        parsed,
        excluded=tuple(dict.fromkeys((*parsed.excluded, *query.excluded))),
        filters=tuple(dict.fromkeys((*parsed.filters, *query.filters))),
    )


def _corrected(query: Query, result: SearchResult) -> list[tuple[str, Query]]:
    better = result.suggestion
    return [("The nearest papers, with the words corrected:", corrected(query, better))] if better else []


def _wider(query: Query) -> list[tuple[str, Query]]:
    wider: list[tuple[str, Query]] = []
    any_word, parts = _any_of(query.wanted), _parts(query.wanted)
    if len(query.wanted) > 1:
        wider.append(("The nearest papers have at least one of the words:", replace(query, wanted=any_word)))
    elif parts:
        wider.append(("The nearest papers have a part of the word:", replace(query, wanted=(AnyOf(parts),))))
    if query.wanted and (query.filters or query.excluded):
        plain = replace(query, filters=(), excluded=())
        wider.append(("The nearest papers, with the conditions left out:", plain))
        wider.append(
            (
                "The nearest papers have at least one of the words, with the conditions left out:",
                replace(plain, wanted=any_word),
            )
        )
    return wider


def _any_of(wanted: tuple[Clause, ...]) -> tuple[Clause, ...]:
    return (AnyOf(wanted),) if len(wanted) > 1 else wanted


def _parts(wanted: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The parts of compounds that say something by themselves: `gpt` of `GPT-4`."""
    whole = [clause.text for clause in wanted if isinstance(clause, Word)]
    read = [token for text in whole for token in tokens(text) if token.surface != text and token.span == 1]
    return tuple(Word(token.surface) for token in read if len(token.surface) > 1 and token.exact not in STOP_WORDS)
