"""Searching in a window: it shows what its fields ask for, and again whenever one of them changes."""

from dataclasses import replace
from datetime import datetime

from handlers.blocks import search_state
from handlers.blocks.found import Found
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.blocks.results import PAGE
from handlers.blocks.search_state import Wanted
from handlers.blocks.search_window import search_window
from handlers.errors import Unavailable, UserError
from handlers.mending import UNAVAILABLE
from handlers.paging import page_of
from handlers.ports import Services
from handlers.talk.querying import conditions
from handlers.windows import Modal, Outcome, Press, Submission
from search.errors import EngineUnavailable, InvalidQuery
from search.grammar import parse
from search.query import Filter, Has, Query, Venue, Years

PAGES = (search_state.NEXT, search_state.BACK)
BUTTONS = (*PAGES, search_state.SUGGEST)


def open_search(services: Services, now: datetime) -> Modal:
    """The window with nothing entered. Raises Unavailable."""
    return search_window(Wanted(), _invited(services), now.year)


def pressed_in_search(press: Press, services: Services) -> Outcome:
    """The window after a field changed, a page was turned, or other words were taken."""
    wanted, corrected = search_state.wanted_of(press.values).in_order, search_state.corrected_of(press.state)
    if press.action_id == search_state.SUGGEST:
        meant = search_state.meant_of(press.value)
        if meant is None:
            return notice(OLD_BUTTON)
        return _changed(replace(wanted, query=meant), 0, corrected + 1, press, services)
    turned = search_state.offset_of(press.value) if press.action_id in PAGES else 0
    if turned is None:
        return notice(OLD_BUTTON)
    # A page of what was searched before is none of what is entered now.
    offset = turned if press.state == search_state.kept(wanted, corrected) else 0
    return _changed(wanted, offset, corrected, press, services)


def sent_search(submission: Submission, services: Services) -> Modal:
    """The window after it was sent off, which is one more way to say that the fields are filled in."""
    wanted, corrected = search_state.wanted_of(submission.values).in_order, search_state.corrected_of(submission.state)
    return search_window(wanted, _answer(wanted, 0, services), submission.now.year, corrected=corrected)


def _changed(wanted: Wanted, offset: int, corrected: int, press: Press, services: Services) -> Modal:
    window = search_window(wanted, _answer(wanted, offset, services), press.now.year, corrected=corrected)
    return replace(window, replaces=True)


def _answer(wanted: Wanted, offset: int, services: Services) -> Found:
    """What keeps the search from an answer is said in the window, which stays."""
    try:
        return _found(wanted, offset, services)
    except (UserError, InvalidQuery, Unavailable) as told:
        return Found(notes=(str(told),))
    except EngineUnavailable:
        return Found(notes=(UNAVAILABLE,))


def _found(wanted: Wanted, offset: int, services: Services) -> Found:
    if wanted.is_empty:
        return _invited(services)
    return page_of(_query(wanted), offset, PAGE, services)


def _invited(services: Services) -> Found:
    size = services.library.size()
    papers = "one paper" if size == 1 else f"{size:,} papers"
    if not size:
        return Found(notes=("The library is empty so far. Whoever looks after me can add papers to it.",))
    return Found(notes=(f"There are {papers} to search. What is found comes here.",))


def _query(wanted: Wanted) -> Query:
    """The words in the notation of a typed search, with the conditions of the fields. Raises InvalidQuery."""
    query = parse(wanted.query) if wanted.query else Query("")
    filters: list[Filter] = [Venue(wanted.venue)] if wanted.venue else []
    if wanted.first or wanted.last:
        filters.append(Years(wanted.first, wanted.last))
    if wanted.code:
        filters.append(Has("code"))
    query = replace(query, filters=tuple(dict.fromkeys((*query.filters, *filters))))
    return query if query.typed else replace(query, typed=", ".join(conditions(query)))
