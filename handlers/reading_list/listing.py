"""The reading list, page by page: one's own, or what another person shares of theirs."""

from collections.abc import Sequence
from dataclasses import replace

from handlers.blocks.shelf import PAGE, Row, Shown, own_list, shared_list
from handlers.blocks.shelf_state import ShelfPage
from handlers.messages import Reply
from handlers.ports import Services
from handlers.shelves import READ_STATES, Shelved


def own(
    team_id: str, user_id: str, page: ShelfPage, services: Services, *notes: str, replaces: bool = False
) -> Reply:  # fmt: skip
    """The page of the person's own list, or the last one where there are fewer papers by now."""
    listed = [one for one in services.shelf.of_person(team_id, user_id) if one.state]
    wanted = [one for one in listed if page.state in (None, one.state)]
    counts = (len(listed), *(sum(one.state == state for one in listed) for state in READ_STATES))
    shown = replace(_page(wanted, page, services), counts=counts, notes=tuple(filter(None, notes)))
    return own_list(shown, replaces=replaces)


def shared(
    team_id: str, page: ShelfPage, channel_id: str, services: Services, *, replaces: bool = False
) -> Reply:  # fmt: skip
    """The page of what `page.user_id` shares, as others may see it in this channel."""
    theirs = services.shelf.shown(team_id, page.user_id, channel_id)
    return shared_list(_page(theirs, page, services), replaces=replaces)


def _page(wanted: Sequence[Shelved], page: ShelfPage, services: Services) -> Shown:
    offset = min(page.offset, max(0, len(wanted) - 1)) // PAGE * PAGE
    there = wanted[offset : offset + PAGE]
    papers = {paper.id: paper for paper in services.library.papers([one.paper_id for one in there])}
    rows = tuple(Row(one, papers.get(one.paper_id)) for one in there)
    return Shown(rows=rows, page=replace(page, offset=offset), total=len(wanted))
