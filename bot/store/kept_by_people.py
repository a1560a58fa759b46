"""Which papers people keep something of: on a reading list, with stars or a note, nominated, or picked for a week."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from bot.store.differences import one_of, these
from bot.store.tables.people import shelf
from bot.store.tables.posts import postings
from bot.store.tables.week import nominations


def kept_by_people(connection: Connection, paper_ids: Collection[str]) -> frozenset[str]:
    """Those of the papers that somebody keeps, in any workspace; what was hidden only is not meant."""
    wanted = these(list(paper_ids))
    said = shelf.c.state.is_not(None) | shelf.c.rating.is_not(None) | (shelf.c.note != "")
    kept = select(shelf.c.paper_id).where(said, one_of(shelf.c.paper_id))
    nominated = select(nominations.c.paper_id).where(one_of(nominations.c.paper_id))
    weeks = select(postings.c.papers).where(postings.c.kind == "week")
    picked = {paper for papers in connection.execute(weeks).scalars() for paper in papers[:1]}
    found = {paper for each in (kept, nominated) for paper in connection.execute(each, wanted).scalars()}
    return frozenset(found | picked & set(paper_ids))
