"""Feeds bring new papers, newer versions and withdrawals, each once, and one that fails keeps no other from it."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.config.feeds import feeds
from bot.feeds import told
from bot.feeds.telling import summary
from bot.library import By, add_papers, sync_seeds, undo
from handlers.blocks.lines import facts
from handlers.blocks.news import new_version, withdrawn
from handlers.digests.unseen import unseen
from handlers.weekly.picking import contenders
from search.grammar import parse
from search.models import Paper
from tests.block_rules import problems
from tests.fakes_handlers import PAPERS, services
from tests.feeds_kit import ANN, BEN, START, Newsroom, abstract_of, atom_of, entry, newsroom, notes_of
from tests.posting_kit import schedule
from tests.sources_kit import Told

HOUR = timedelta(hours=1)
GONE = "This paper has been withdrawn by the author due to an error in Lemma 2."


def say(room: Newsroom, *entries: str) -> None:
    room.services.say("/api/query", Told(atom_of(*entries)))


def test_new_papers_of_a_category_arrive_each_once_and_each_fetch_is_an_import() -> None:
    with newsroom("arxiv:cs.CL") as room:
        say(room, entry(2), entry(1))
        first = room.fetch()
        again = room.fetch()
        say(room, entry(3, changed=START + HOUR), entry(2), entry(1))
        more = room.fetch()
        listed = room.store.imports.recent(10)
        papers, state = room.papers(), room.state()

    assert (first, again, more) == (["arxiv:cs.CL: 2 new."], ["arxiv:cs.CL: 0 new."], ["arxiv:cs.CL: 1 new."])
    assert [paper.source for paper in papers] == [f"arxiv:2612.0000{number}#1" for number in (1, 2, 3)]
    assert [(one.who, one.counts["new"]) for one in listed] == [("feed arxiv:cs.CL", 1), ("feed arxiv:cs.CL", 2)]
    assert (state.papers, state.latest, state.next) == (3, 1, room.at + HOUR)
    assert "search_query=cat%3Acs.CL&sortBy=lastUpdatedDate&sortOrder=descending&start=0" in room.services.paths[0]


def test_nothing_is_fetched_before_its_hour_or_by_two_processes() -> None:
    with newsroom("arxiv:cs.CL") as room:
        say(room, entry(1))
        other = room.another()
        room.fetch()
        early = [*room.fetch(timedelta(minutes=59)), *other.round()]
        due = [*room.fetch(timedelta(minutes=2)), *other.round()]
        later = room.at + 2 * HOUR
        taken = [room.store.feeds.take("arxiv:cs.CL", later, later + HOUR) for _ in range(2)]
        left_alone = room.store.feeds.take("arxiv:cs.CL", later + HOUR, later + 2 * HOUR)
        set_back = room.store.feeds.take("arxiv:cs.CL", START - timedelta(days=400), START)

    assert (early, due) == ([], ["arxiv:cs.CL: 0 new."])
    assert [state is None for state in (*taken, left_alone, set_back)] == [False, True, False, False]


def test_a_new_version_takes_the_place_of_the_text_and_is_told_once_to_those_who_saved_it() -> None:
    with newsroom("arxiv:cs.CL, arxiv:cs.LG") as room:
        say(room, entry(1), entry(2))
        room.fetch()
        one, two = room.papers()
        room.save(one, ANN, BEN)
        room.save(two, BEN)
        say(room, entry(1, 2, START + HOUR, summary=abstract_of(1, "Now there are proofs.")), entry(2))
        room.fetch()
        room.fetch()
        after = room.papers()[0]
        heard = [[post.message or {} for post in room.told(user)] for user in (ANN, BEN)]
        undo(room.store, room.store.imports.recent(1)[0].number, room.at)
        undone_for_good = room.fetch()
        undone = room.papers()[0]

    assert (after.id, after.abstract) == (one.id, abstract_of(1, "Now there are proofs."))
    assert heard[0] == heard[1]
    assert (undone.abstract, undone_for_good) == (abstract_of(1), ["arxiv:cs.CL: 0 new.", "arxiv:cs.LG: 0 new."])
    [message] = heard[0]
    assert message["text"].splitlines()[0] == "A paper on your list has a new version at arXiv (version 2)."
    assert message["text"].splitlines()[-1] == "Its title or abstract has changed."


def test_what_is_withdrawn_keeps_its_text_is_marked_and_told_once() -> None:
    with newsroom("arxiv:cs.CL") as room:
        say(room, entry(1), entry(2))
        room.fetch()
        room.save(room.papers()[0], ANN)
        gone = (
            entry(1, 2, START + HOUR, summary=GONE),
            entry(9, 2, START + HOUR, comment="Withdrawn &lt;!here&gt; by us"),
        )
        say(room, *gone, entry(2))
        room.fetch()
        room.fetch()
        one, two = room.papers()
        marked = room.store.library.withdrawn()
        [heard] = [post.message or {} for post in room.told(ANN)]
        say(room, entry(1, 3, START + 2 * HOUR))
        room.fetch()
        back = room.store.library.withdrawn()

    assert (one.abstract, one.withdrawn, two.withdrawn) == (abstract_of(1), True, False)
    assert [sorted(marked), sorted(back)] == [[one.id], []]
    assert GONE in heard["text"]


def test_what_people_hear_is_within_what_slack_takes_and_nothing_in_it_acts() -> None:
    odd = Paper(
        id="odd", abstract="<!channel> " * 500, title="*A* <@U1> " * 200, url="https://arxiv.org/abs/2612.00001"
    )
    said = [new_version(odd, "arXiv", 3, changed=False), withdrawn(odd, "arXiv", "<!here> withdrawn " * 100)]

    assert [problems(reply) for reply in said] == [[], []]
    assert all(sign not in reply.text for reply in said for sign in ("<!", "<@"))


def test_what_was_withdrawn_is_found_and_says_so_and_nothing_suggests_it() -> None:
    gone, there = replace(PAPERS[0], withdrawn=True), PAPERS[1]
    around = services((gone, there))
    weekly = contenders(schedule(kind="week", query=""), "2026-W49", around, START)
    topic = schedule(query=gone.title or "")

    assert around.engine.search(parse(topic.query), 5).hits[0].id == gone.id
    assert "withdrawn by its authors" in facts(gone)
    assert "withdrawn by its authors" not in facts(there)
    assert gone.id not in {hit.id for hit in unseen(topic, around).hits}
    assert [choice.paper_id for choice in weekly] == [there.id]


def test_a_crash_after_the_import_loses_no_word_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with newsroom("arxiv:cs.CL") as room:
        say(room, entry(1))
        room.fetch()
        room.save(room.papers()[0], ANN)
        say(room, entry(1, 2, START + HOUR, summary=abstract_of(1, "Anew.")))
        with monkeypatch.context() as crash:
            crash.setattr("bot.feeds.rounds.tell_keepers", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                room.fetch()
        before = len(room.told(ANN))
        room.fetch()

        assert (before, len(room.told(ANN))) == (0, 1)
        assert room.papers()[0].abstract == abstract_of(1, "Anew.")


def test_text_that_a_publisher_or_the_seeds_have_stays(tmp_path: Path) -> None:
    seed = {"abstract": abstract_of(3, "As sown."), "arxiv_id": "2612.00003"}
    (tmp_path / "own.jsonl").write_text(json.dumps(seed), encoding="utf-8")
    with newsroom("arxiv:cs.CL") as room:
        sync_seeds(room.store, tmp_path)
        printed = Paper(
            abstract=abstract_of(1, "As printed."), doi="10.1000/x.1", arxiv_id="2612.00001", source="a.bib#1"
        )
        typed = Paper(abstract=abstract_of(2, "As typed."), arxiv_id="2612.00002", source="b.bib#1")
        add_papers(room.store, [printed, typed], by=By("command line", room.at))
        say(room, entry(1, 2), entry(2, 2), entry(3, 2))
        room.fetch()
        texts = {paper.arxiv_id: (paper.abstract, paper.pdf is not None) for paper in room.papers()}
        [kept] = [room.store.coats.of(paper.id) for paper in room.papers() if paper.arxiv_id == "2612.00002"]
        undo(room.store, room.store.imports.recent(1)[0].number, room.at)
        undone = {paper.arxiv_id: paper.abstract for paper in room.papers()}

    assert texts["2612.00001"] == (abstract_of(1, "As printed."), True)
    assert texts["2612.00002"] == (abstract_of(2), True)
    assert [each.coat.record.abstract for each in kept] == [abstract_of(2, "As typed."), abstract_of(2)]
    assert undone["2612.00002"] == abstract_of(2, "As typed.")
    assert texts["2612.00003"] == (abstract_of(3, "As sown."), True)


def test_pages_are_read_back_to_where_the_feed_was_and_days_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sources.arxiv_feed.SIZE", 2)
    with newsroom("arxiv:query:au:lee") as room:
        say(room, entry(1, changed=START), entry(2, changed=START))
        room.fetch()
        late = entry(3, changed=START - timedelta(days=3))
        old = entry(4, changed=START - timedelta(days=9)), entry(5, changed=START - timedelta(days=10))
        pages = (entry(6, changed=START + HOUR), entry(1)), (entry(2), late), old, old
        room.services.say("/api/query", *(Told(atom_of(*page)) for page in pages))
        told = room.fetch()
        numbers = [paper.arxiv_id for paper in room.papers()]

    assert told == ["arxiv:query:au:lee: 2 new."]
    assert numbers == ["2612.00001", "2612.00002", "2612.00003", "2612.00006"]
    assert [path.partition("&start=")[2] for path in room.services.paths[1:]] == [
        f"{start}&max_results=2" for start in (0, 2, 4)
    ]


def test_a_feed_that_fails_is_told_waits_longer_each_time_and_keeps_no_other_from_it() -> None:
    with newsroom("arxiv:cs.XX, openreview:NeurIPS.cc/2025/Conference") as room:
        room.services.say("/api/query", Told(status=503), Told(status=503), Told(status=503), Told("<html>", 200))
        room.services.say("/notes?content.venueid=NeurIPS.cc%2F2025%2FConference%2FW", Told('{"notes": []}'))
        room.services.say("/notes", Told(notes_of(1, 2)))
        first = room.fetch()
        waits = [room.state().next - room.at]
        room.fetch()
        waits.append(room.state().next - room.at)
        state = room.state()
        line = told(room.source.feeds[0], state)
        short = summary(room.source.feeds, room.source.states())
        say(room, entry(5))
        room.fetch()
        mended = room.state()

    assert first[0].startswith("arxiv:cs.XX: not fetched. services.test cannot answer now (status 503)")
    assert first[1] == "openreview:NeurIPS.cc/2025/Conference: 2 new."
    assert (waits, state.failures) == ([timedelta(minutes=5), timedelta(minutes=10)], 2)
    assert line == (
        "arxiv:cs.XX: arXiv answered with something that is no list of papers. It failed 2 times in a row. "
        "Next 2026-12-01 12:10 UTC."
    )
    assert short.startswith(line)
    assert "2 in all" in short
    assert (mended.failures, mended.trouble, mended.papers) == (0, "", 1)


def test_an_empty_answer_is_no_news_but_a_trouble() -> None:
    with newsroom("arxiv:cs.CL") as room:
        say(room, entry(1))
        room.fetch()
        say(room)
        [said] = room.fetch()
        state = room.state()

    assert said.startswith("arxiv:cs.CL: not fetched. Nothing is listed under arxiv:cs.CL")
    assert (state.papers, state.failures) == (1, 1)


def test_openreview_tells_of_decisions_new_texts_and_withdrawals() -> None:
    with newsroom("openreview:NeurIPS.cc/2025/Conference") as room:
        left = "/notes?content.venueid=NeurIPS.cc%2F2025%2FConference%2FW"
        room.services.say(left, Told('{"notes": []}'))
        room.services.say("/notes", Told(notes_of(1, 2)))
        room.fetch()
        one, two = room.papers()
        room.save(one, ANN)
        room.save(two, ANN)
        room.services.say("/notes", Told(notes_of(1, changed=START + HOUR, venue="NeurIPS 2025 oral")))
        room.fetch()
        decided = room.papers()[0].venue, len(room.told(ANN))
        room.services.say(left, Told(notes_of(2, changed=START + HOUR)))
        room.services.say("/notes", Told(notes_of(1, changed=START + 2 * HOUR, abstract=abstract_of(1, "And more."))))
        room.fetch()
        texts = sorted(post.message["text"].splitlines()[0] for post in room.told(ANN) if post.message)

    assert decided == ("NeurIPS 2025 oral", 0)
    assert texts == [
        "A paper on your list has a new version at OpenReview.",
        "A paper on your list was withdrawn at OpenReview.",
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("arxiv:CS.cl", ["arxiv:cs.CL"]),
        ("arxiv:cs , arxiv:astro-ph.ga,\narxiv:gr-qc", ["arxiv:cs", "arxiv:astro-ph.GA", "arxiv:gr-qc"]),
        ('arxiv:query:"KV cache, paged"', ['arxiv:query:all:"KV cache, paged"']),
        ("arxiv:query:au:lee AND cat:cs.LG", ["arxiv:query:au:lee AND cat:cs.LG"]),
        ("openreview:A.cc/26/Conference,,OpenReview:A.cc/26/Conference", ["openreview:A.cc/26/Conference"]),
    ],
)  # fmt: skip
def test_feeds_have_one_name_however_they_are_written(text: str, names: list[str]) -> None:
    assert [feed.name for feed in feeds(text)] == names


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("cs.CL", "'cs.CL', which is no feed; write arxiv:cs.CL"),
        ("arxiv:sc.CL", "'sc.CL', which is no category of arXiv"),
        ("arxiv:", "no feed"),
        ("openreview:https://openreview.net/group?id=x", "no venue's id"),
        ('arxiv:query:"open', "a double quote that is not closed"),
        (",".join(f"arxiv:query:w{number}" for number in range(51)), "at most 50"),
    ],
)
def test_what_is_no_feed_is_named(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        feeds(text)
    assert hint in str(refused.value)
