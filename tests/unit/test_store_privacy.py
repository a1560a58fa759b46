"""What is kept of a person, and that nothing is left of them anywhere in the store once they are forgotten."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.store import SqlStore
from bot.store.privacy import OWN
from bot.store.tables.imports import imports
from bot.store.tables.metadata import metadata
from handlers.ballots import Comparison, Nomination, Vote
from handlers.conversation import Question
from handlers.schedules import Schedule
from handlers.shelves import Noted, Saved, Whose
from handlers.visits import Visit
from tests.posting_kit import CHANNEL, NOW, TEAM, posting, schedule

ADA, BEN, ADELE = "U0ADA1", "U0BEN1", "U0ADA12"


@pytest.fixture
def store(place: str) -> Iterator[SqlStore]:
    with closing(SqlStore.open(place)) as made:
        fill(made)
        yield made


def fill(store: SqlStore) -> None:
    """Everything that three people can leave in a store."""
    for user in (ADA, BEN, ADELE):
        say(store, user)
    people_say_of_each_other(store)
    store.claim(TEAM, f"paused:{CHANNEL}:{ADA}:2026-12-01", NOW)
    store.claim(TEAM, f"share:{CHANNEL}:kvflow", NOW)
    store.schedules.add(made_by(ADA))
    store.schedules.add(made_by(BEN))
    named = {"text": f"nominated by <@{ADA}> and 2 others", "blocks": [{"text": f"<@{ADA}>"}, {"text": f"<@{ADELE}>"}]}
    brought = {
        "number": 1,
        "team_id": TEAM,
        "who": f"<@{ADA}>",
        "at": NOW,
        "what": [f"asked by <@{ADA}>"],
        "counts": {},
    }
    with store._writing() as connection:
        connection.execute(insert(imports).values(**brought, report=[f"<@{ADELE}> was told."], files={}))
    store.outbox.plan(
        posting("week:1", kind="week", papers=("kvflow",), message=named, facts={"by": [ADA, "for our cache"]},
                slots=((f"made-by-{ADA[-4:]}", "2026-W49"),))
    )  # fmt: skip


def say(store: SqlStore, user: str) -> None:
    whole: dict[str, Any] = {"team_id": TEAM, "channel_id": CHANNEL, "user_id": user, "at": NOW}
    store.week.vote(Vote(posting_key="week:1", paper_id="kvflow", up=True, **whole))
    store.week.nominate(Nomination(paper_id="kvflow", because=f"with <@{ADA}|ada>, I say", **whole))
    store.week.compare(Comparison(winner="kvflow", loser="rac", **whole))
    store.shelf.say(Whose(TEAM, user, "kvflow"), Saved(CHANNEL, NOW))
    store.visits.keep(TEAM, user, Visit(NOW, 1, None, 1))
    for channel, direct in ((CHANNEL, False), (f"D{user[1:]}X", True)):
        ts = f"{len(user)}.{user[-2:]}"
        store.inbox.add(
            Question(text="a cache?", user_id=user, team_id=TEAM, channel_id=channel, ts=ts, thread_ts=None,
                     direct=direct, now=NOW)
        )  # fmt: skip
        facts = {"about": {"q": "cache"}} | ({} if direct else {"asker": user})
        store.outbox.plan(
            posting(f"answer:{channel}:{ts}", kind="answer", channel_id=channel, thread_ts=ts, facts=facts)
        )
    store.outbox.plan(posting(f"given-up:digest:{user}", kind="notice", channel_id=user))


def people_say_of_each_other(store: SqlStore) -> None:
    store.shelf.say(Whose(TEAM, BEN, "rac"), Noted(f"ask <@{ADA}> or {ADELE}", CHANNEL, NOW))
    store.week.searched(TEAM, CHANNEL, f"papers of <@{ADA}|ada>", f"paper {ADA.lower()}", NOW)
    store.week.flush()
    store.shelf.say(Whose("T2", ADA, "kvflow"), Saved(None, NOW))


def made_by(user: str) -> Schedule:
    return replace(schedule(f"made-by-{user[-4:]}"), creator=user)


def everything(store: SqlStore) -> dict[str, list[dict[str, Any]]]:
    with store._reading() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in metadata.sorted_tables
        }


def holding(rows: dict[str, list[dict[str, Any]]], user: str) -> list[str]:
    """Where in the store this id is, in whatever case, and not as a part of another id."""
    found = []
    for table, held in rows.items():
        for row in held:
            text = json.dumps(row, default=str, ensure_ascii=False).casefold().replace(ADELE.casefold(), "-")
            if row.get("team_id") != "T2" and user.casefold() in text:
                found.append(table)
    return found


def test_nothing_in_the_store_names_a_person_who_was_forgotten(store: SqlStore) -> None:
    before = everything(store)
    store.privacy.forget(TEAM, ADA)
    after = everything(store)

    named = {
        "claims", "schedules", "postings", "week_votes", "nominations", "comparisons", "questions", "shelf", "searches",
        "visits", "imports",
    }  # fmt: skip
    assert set(holding(before, ADA)) == named
    assert holding(after, ADA) == []
    assert store.privacy.kept(TEAM, ADA) == ()
    assert len(store.privacy.rows(ADA)) == 1, "the other workspace keeps its own"


def test_others_lose_nothing_and_what_was_made_for_a_channel_stays(store: SqlStore) -> None:
    before = {user: store.privacy.kept(TEAM, user) for user in (BEN, ADELE)}
    store.privacy.forget(TEAM, ADA)

    assert {user: store.privacy.kept(TEAM, user) for user in (BEN, ADELE)} == before
    kept = store.schedules.schedule(TEAM, f"made-by-{ADA[-4:]}")
    assert kept is not None
    assert (kept.creator, kept.paused) == ("", None)
    week = store.outbox.posting(TEAM, "week:1")
    assert week is not None
    assert week.message == {
        "text": "nominated by somebody and 2 others", "blocks": [{"text": "somebody"}, {"text": f"<@{ADELE}>"}],
    }  # fmt: skip
    assert week.facts == {"by": ["somebody", "for our cache"]}
    assert [vote.user_id for vote in store.week.votes(TEAM, CHANNEL)] == [ADELE, BEN]
    assert [one.note for one in store.shelf.notes(TEAM, CHANNEL, "rac")] == [f"ask somebody or {ADELE}"]
    assert not store.claim(TEAM, f"share:{CHANNEL}:kvflow", NOW)


def test_what_is_kept_is_told_in_words_and_in_rows(store: SqlStore) -> None:
    kept = dict(store.privacy.kept(TEAM, ADA))

    assert kept == {
        "papers saved, rated, noted or hidden": 1,
        "votes on papers of the week": 1,
        "nominations": 1,
        "duels answered": 1,
        "questions asked": 2,
        "last visit to Home": 1,
        "subscriptions and papers of the week set up": 1,
        "answers and messages received": 3,
        "mentions in posts and by other people": 7,
    }
    assert len(store.privacy.rows(ADA)) == sum(kept.values()) + 1
    assert store.privacy.rows("U0NOBODY") == ()


def test_each_table_of_peoples_own_rows_is_listed() -> None:
    assert {table.name for table, _ in OWN} == {one.name for one in metadata.sorted_tables if "user_id" in one.c}
