"""Leads what was said of one paper over to another one that it turned out to be, and its handle with it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import Connection, Table, Text, cast, delete, exists, insert, select, update

from bot.store.differences import one_of, these
from bot.store.keeping import row
from bot.store.names import key
from bot.store.tables.papers import names
from bot.store.tables.people import shelf
from bot.store.tables.posts import postings, shown_papers
from bot.store.tables.schedules import hidden_papers
from bot.store.tables.week import comparisons, nominations, week_votes
from handlers.shelves import LONGEST_NOTE, Shelved

MOVED = (
    (nominations, ("team_id", "channel_id", "user_id")),
    (shown_papers, ("schedule_id",)),
    (hidden_papers, ("schedule_id",)),
)
"""Tables with a row for a paper, and what else it is of: of two rows about the same, the one of the paper that stays
stays."""


def led(connection: Connection, paper_ids: Collection[str]) -> dict[str, str]:
    """Those of these handles that lead to another paper since two were joined, and to which."""
    keys = {key("handle", paper_id): paper_id for paper_id in paper_ids}
    leading = select(names.c.key, names.c.paper_id).where(
        names.c.kind == "handle", names.c.by_coat.is_(True), one_of(names.c.key)
    )
    return {keys[found.key]: found.paper_id for found in connection.execute(leading, these(list(keys)))}


def lead_over(connection: Connection, old: str, new: str) -> int:
    """Of how many people something stays under the old handle: their two notes together were too long for one."""
    for table, others in MOVED:
        _move(connection, table, others, old, new)
    connection.execute(update(week_votes).where(row(week_votes, paper_id=old)).values(paper_id=new))
    _posts(connection, old, new)
    _duels(connection, old, new)
    return _shelves(connection, old, new)


def _move(connection: Connection, table: Table, others: Sequence[str], old: str, new: str) -> None:
    twin = table.alias()
    is_there = exists().where(twin.c.paper_id == new, *(twin.c[name] == table.c[name] for name in others))
    connection.execute(delete(table).where(table.c.paper_id == old, is_there))
    connection.execute(update(table).where(table.c.paper_id == old).values(paper_id=new))


def _posts(connection: Connection, old: str, new: str) -> None:
    """Which papers a post was about; its words stay as they were sent."""
    about = select(postings.c.team_id, postings.c.key, postings.c.papers).where(
        cast(postings.c.papers, Text).contains(old, autoescape=True)
    )
    for found in connection.execute(about).all():
        now = list(dict.fromkeys(new if paper == old else paper for paper in found.papers))
        this = row(postings, team_id=found.team_id, key=found.key)
        connection.execute(update(postings).where(this).values(papers=now))


def _duels(connection: Connection, old: str, new: str) -> None:
    """A paper is in no duel with itself; of two duels with one other paper that of the paper that stays counts."""
    concerned = (comparisons.c.one == old) | (comparisons.c.other == old)
    for found in connection.execute(select(comparisons).where(concerned)).mappings().all():
        one, other = sorted(new if found[side] == old else found[side] for side in ("one", "other"))
        who = {name: found[name] for name in ("team_id", "channel_id", "user_id")}
        connection.execute(delete(comparisons).where(row(comparisons, **who, one=found["one"], other=found["other"])))
        there = select(comparisons.c.at).where(row(comparisons, **who, one=one, other=other))
        if one != other and connection.execute(there).first() is None:
            winner = new if found["winner"] == old else found["winner"]
            values = {**who, "one": one, "other": other, "winner": winner, "at": found["at"]}
            connection.execute(insert(comparisons).values(**values))


def _shelves(connection: Connection, old: str, new: str) -> int:
    stays = 0
    for found in connection.execute(select(shelf).where(row(shelf, paper_id=old))).mappings().all():
        who = {"team_id": found["team_id"], "user_id": found["user_id"]}
        mine = row(shelf, **who, paper_id=old)
        kept = connection.execute(select(shelf).where(row(shelf, **who, paper_id=new))).mappings().first()
        if kept is None:
            connection.execute(update(shelf).where(mine).values(paper_id=new))
            continue
        both = _both(
            *(Shelved(**{name: value for name, value in one.items() if name != "team_id"}) for one in (kept, found))
        )
        if len(both.note) > LONGEST_NOTE:
            stays += 1
            continue
        values = {name: getattr(both, name) for name in found if name not in {"team_id", "user_id", "paper_id"}}
        connection.execute(update(shelf).where(row(shelf, **who, paper_id=new)).values(**values))
        connection.execute(delete(shelf).where(mine))
    return stays


def _both(one: Shelved, other: Shelved) -> Shelved:
    """What a person said of two papers, said of the first; nothing is seen by more people than before."""
    listed = [each for each in (one, other) if each.state]
    first = min(listed, key=lambda each: (each.saved is None, each.saved), default=one)
    kept = replace(
        one,
        state=(listed or [one])[0].state,
        saved=first.saved,
        saved_in=first.saved_in,
        shared=bool(listed) and all(each.shared for each in listed),
        rating=one.rating if one.rating is not None else other.rating,
        hidden=one.hidden and other.hidden,
    )
    noted = [each for each in (one, other) if each.note]
    if not noted:
        return kept
    channels = {each.note_channel for each in noted}
    last = max(noted, key=lambda each: each.noted.timestamp() if each.noted else 0)
    together = "\n\n".join(dict.fromkeys(each.note for each in noted))
    return replace(
        kept, note=together, note_channel=last.note_channel if len(channels) == 1 else None, noted=last.noted
    )
