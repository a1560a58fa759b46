"""What every keeper of people's shelves promises, held against each kind of database and the fake."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.store import SqlStore
from handlers.ballots import Vote
from handlers.shelves import Hidden, Marked, Noted, Rated, Removed, Saved, Shared, Shelved, Whose, Word, after
from tests.postgres_kit import Postgres
from tests.posting_kit import CHANNEL, NOW, OTHER, PLACES, TEAM, Kept, kept_in

MINUTE = timedelta(minutes=1)
ADA, BEN = "U0ADA", "U0BEN"


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as place:
        yield place


def of(paper_id: str = "kvflow", user_id: str = ADA, team_id: str = TEAM) -> Whose:
    return Whose(team_id, user_id, paper_id)


def say(kept: Kept, *words: Word, whose: Whose | None = None) -> list[Shelved]:
    return [kept.shelf.say(whose or of(), word) for word in words]


def test_a_saved_paper_is_to_be_read_and_saving_it_again_changes_nothing(kept: Kept) -> None:
    before, again = say(kept, Saved(CHANNEL, NOW), Saved(OTHER, NOW + MINUTE))

    saved = Shelved(paper_id="kvflow", user_id=ADA, state="to read", saved=NOW, saved_in=CHANNEL)
    assert (before.state, again) == (None, saved)
    assert kept.shelf.shelved(of()) == saved
    assert kept.shelf.shelved(of(user_id=BEN)).state is None
    assert kept.shelf.shelved(of(team_id="T2")).state is None


def test_each_matter_has_its_own_last_word(kept: Kept) -> None:
    say(kept, Noted("a\x00 note ✓", None, NOW), Rated(4), Saved(None, NOW), Marked("read", NOW + MINUTE), Shared(True))
    say(kept, Rated(2), Hidden(True), Noted("a better note", CHANNEL, NOW + MINUTE))
    held = kept.shelf.shelved(of())
    say(kept, Removed(), Rated(None), Noted("", CHANNEL, NOW), Hidden(False))

    assert held == Shelved(
        paper_id="kvflow", user_id=ADA, state="read", saved=NOW, shared=True, rating=2, note="a better note",
        note_channel=CHANNEL, noted=NOW + MINUTE, hidden=True,
    )  # fmt: skip
    assert kept.shelf.of_person(TEAM, ADA) == ()


def test_what_left_the_list_is_private_when_it_comes_back(kept: Kept) -> None:
    say(kept, Saved(CHANNEL, NOW), Shared(True), Removed(), Shared(True), Marked("reading", NOW + MINUTE))

    assert kept.shelf.shelved(of()) == Shelved(
        paper_id="kvflow", user_id=ADA, state="reading", saved=NOW + MINUTE, shared=False
    )


def test_a_list_begins_with_what_was_saved_last_and_ends_with_what_is_not_on_it(kept: Kept) -> None:
    for minutes, paper in ((1, "b"), (2, "c"), (1, "a")):
        say(kept, Saved(None, NOW + minutes * MINUTE), whose=of(paper))
    say(kept, Hidden(True), whose=of("d"))
    say(kept, Saved(None, NOW), whose=of("e", BEN))

    assert [one.paper_id for one in kept.shelf.of_person(TEAM, ADA)] == ["c", "a", "b", "d"]


def test_others_see_what_is_shared_and_no_private_note(kept: Kept) -> None:
    say(kept, Saved(CHANNEL, NOW), Rated(5), Noted("mine alone", None, NOW), Hidden(True), Shared(True), whose=of("a"))
    say(kept, Saved(CHANNEL, NOW), Rated(1), Noted("for the channel", CHANNEL, NOW + MINUTE), whose=of("b"))
    say(kept, Saved(CHANNEL, NOW), Noted("private too", None, NOW), whose=of("c"))
    say(kept, Noted("earlier", CHANNEL, NOW), whose=of("b", BEN))

    here, elsewhere = (kept.shelf.shown(TEAM, ADA, channel) for channel in (CHANNEL, OTHER))
    assert {one.paper_id: (one.state, one.rating, one.note) for one in here} == {
        "a": ("to read", 5, ""),
        "b": (None, None, "for the channel"),
    }
    assert [one.paper_id for one in elsewhere] == ["a"]
    assert not any(one.hidden or one.saved_in for one in here)
    assert [(one.user_id, one.note) for one in kept.shelf.notes(TEAM, CHANNEL, "b")] == [
        (BEN, "earlier"),
        (ADA, "for the channel"),
    ]
    assert kept.shelf.notes(TEAM, CHANNEL, "a") == kept.shelf.notes(TEAM, OTHER, "b") == ()


def test_saves_are_counted_where_the_papers_were_found(kept: Kept) -> None:
    for user in (ADA, BEN, "U0CARL"):
        say(kept, Saved(CHANNEL, NOW), whose=of("a", user))
    say(kept, Removed(), whose=of("a", "U0CARL"))
    say(kept, Saved(OTHER, NOW), whose=of("b"))

    assert kept.shelf.saves(TEAM, (CHANNEL, OTHER, "C0EMPTY")) == {CHANNEL: {"a": 2}, OTHER: {"b": 1}, "C0EMPTY": {}}
    assert kept.shelf.saves("T2", (CHANNEL,)) == {CHANNEL: {}}


@pytest.mark.parametrize("place", ["file", "server"])
def test_two_people_and_two_processes_end_with_the_last_word_of_each(
    place: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A thousand words, each said at either process; the model keeps the last one of a person on a matter."""
    random = Random(17)
    address = str(tmp_path / "both.sqlite3") if place == "file" else _schema(request)
    expected: dict[Whose, Shelved] = {}
    votes: dict[str, bool | None] = {}
    with ExitStack() as open_ones:
        stores = [open_ones.enter_context(closing(SqlStore.open(address))) for _ in range(2)]
        for number in range(1_000):
            store, whose = random.choice(stores), of(random.choice("abc"), random.choice((ADA, BEN)))
            if random.random() < 0.2:
                votes[whose.user_id] = _vote(store, whose.user_id, random.choice((True, False, None)))
                continue
            word = _any_word(random, number)
            held = expected.get(whose, Shelved(paper_id=whose.paper_id, user_id=whose.user_id))
            assert store.shelf.say(whose, word) == held
            expected[whose] = after(held, word)
        shelves = [{whose: store.shelf.shelved(whose) for whose in expected} for store in stores]
        shown = [one for store in stores for user in (ADA, BEN) for one in store.shelf.shown(TEAM, user, CHANNEL)]
        counted = {vote.user_id: vote.up for vote in stores[0].week.votes(TEAM, CHANNEL)}

    assert shelves == [expected, expected]
    assert counted == {user: up for user, up in votes.items() if up is not None}
    assert shown
    assert not [one.note for one in shown if "private" in one.note]


def test_who_has_a_paper_on_their_list_is_known_in_every_workspace(kept: Kept) -> None:
    for whose in (of(), of(user_id=BEN), of(team_id="T2"), of("other")):
        say(kept, Saved(CHANNEL, NOW), whose=whose)
    say(kept, Removed(), whose=of(user_id=BEN))
    say(kept, Rated(5), whose=of(user_id="U0CAT"))

    assert kept.shelf.keepers("kvflow") == ((TEAM, ADA), ("T2", ADA))


def test_words_said_at_once_lose_no_other_matter(kept: Kept) -> None:
    words = [Rated(3), Noted("said at once", None, NOW), Hidden(True), Saved(CHANNEL, NOW)]
    with ThreadPoolExecutor(len(words)) as pool:
        list(pool.map(lambda word: kept.shelf.say(of(), word), words))

    assert kept.shelf.shelved(of()) == Shelved(
        paper_id="kvflow", user_id=ADA, state="to read", saved=NOW, saved_in=CHANNEL, rating=3, note="said at once",
        noted=NOW, hidden=True,
    )  # fmt: skip


def _any_word(random: Random, number: int) -> Word:
    at = NOW + number * MINUTE
    channel = random.choice((CHANNEL, None))
    note = f"{'for all' if channel else 'private'} {number}"
    return random.choice((
        Saved(CHANNEL, at), Marked(random.choice(("to read", "reading", "read")), at), Removed(),
        Shared(random.random() < 0.5), Rated(random.choice((None, 1, 5))),
        Noted(random.choice((note, "")), channel, at), Hidden(random.random() < 0.5),
    ))  # fmt: skip


def _vote(store: SqlStore, user_id: str, up: bool | None) -> bool | None:
    if up is None:
        store.week.unvote(TEAM, "week:1", user_id)
    else:
        store.week.vote(
            Vote(team_id=TEAM, channel_id=CHANNEL, posting_key="week:1", paper_id="a", user_id=user_id, up=up, at=NOW)
        )
    return up


def _schema(request: pytest.FixtureRequest) -> str:
    server: Postgres = request.getfixturevalue("postgres")
    return server.schema()
