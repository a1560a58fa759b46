"""`/papers nominate`, its button and its window: who wants which paper, why, and what is told of it."""

from dataclasses import replace

import pytest

from handlers.messages import Whisper
from handlers.ports import Services
from handlers.submissions import handle_submission
from handlers.windows import Mend, Modal, Submission
from tests.block_rules import problems
from tests.digest_kit import BEFORE, HERE, LIBRARY, TEAM, stage
from tests.fakes_handlers import BrokenEngine
from tests.unit.test_commands_search import rich_lines
from tests.weekly_kit import BEN, due, labelled, pressed, replied, said, sent, typed, week, weekly


def nominations(over: Services) -> list[tuple[str, str]]:
    return [(one.paper_id, one.because) for one in over.week.nominations(TEAM, HERE)]


def test_a_paper_is_nominated_with_a_reason_and_taken_back() -> None:
    over = weekly()

    reply = typed("nominate On a cache with eviction, because: we need it", over)
    again = typed("nominate both because we want it", over)
    typed("nominate both", over, BEN)

    assert nominations(over) == [("both", "we want it"), ("both", "")]
    assert rich_lines(reply)[0].startswith("Nominated for this channel’s paper of the week: *On a cache with eviction*")
    assert "You had nominated this already" in again.text
    back = replied(over, labelled(again, "Take it back"))
    assert back.replaces
    assert nominations(over) == [("both", "")]
    assert "does not stand any more" in replied(over, labelled(again, "Take it back")).text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("nominate", "Which paper?"),
        ("nominate evictions", "Do you mean “On a cache with eviction”? Its handle is both."),
        ("nominate !!!", "Look it up with /papers first."),
        ("nominate because it is good", "I know no paper called"),
    ],
)
def test_a_paper_that_nobody_knows_is_told(text: str, part: str) -> None:
    over = weekly()

    assert part in typed(text, over).text
    assert nominations(over) == []


@pytest.mark.parametrize(
    ("typed_reason", "kept"),
    [
        (":tada: it is new", ":tada: it is new"),
        (": :tada::tada:", ":tada::tada:"),
        ("\u200b\u2060", ""),
        ("\u3164 \u2800", ""),
        ("👍🏽", "👍🏽"),
        ("&lt;!channel&gt;", "<!channel>"),
    ],
)
def test_a_reason_is_kept_with_its_emoji_and_is_none_where_nothing_can_be_seen(typed_reason: str, kept: str) -> None:
    over = weekly()

    reply = typed(f"nominate both because {typed_reason}", over)

    assert nominations(over) == [("both", kept)]
    assert ("Because:" in reply.text) == bool(kept)


def test_what_the_channel_had_is_not_nominated_again() -> None:
    over = weekly()
    had = sent(over, due(over)).papers[0]

    assert "on Mon 1 Dec 2025; it comes again once all others were here." in typed(f"nominate {had}", over).text
    assert nominations(over) == []


def test_a_nomination_outside_the_topic_waits_and_one_without_a_week_is_kept() -> None:
    over = weekly(week("eviction"))
    assert "this channel’s topic, so it waits" in typed("nominate cache-01", over).text
    assert "nominated ones first" not in typed("week", over).text
    assert "To have it, type /papers week on" in typed("nominate cache-01", stage()).text


def test_the_button_of_a_shown_paper_nominates_it() -> None:
    over = weekly()

    replied(over, labelled(typed("show cache-05", over), "Nominate"))

    assert nominations(over) == [("cache-05", "")]


def submitted(over: Services, modal: Modal, **values: str) -> Mend | Whisper:
    done = handle_submission(
        Submission(
            callback_id=modal.callback_id, state=modal.state, values=values, user_id=BEN, team_id=TEAM, now=BEFORE
        ),
        over,
    )
    assert problems(done) == []
    assert isinstance(done, Mend | Whisper)
    return done


def test_the_window_nominates_for_its_channel_and_stays_open_for_an_unknown_paper() -> None:
    over = weekly()
    modal = pressed(over, labelled(said(due(over)), "Nominate another…"))
    assert isinstance(modal, Modal)

    refused = submitted(over, modal, paper="zebra")
    done = submitted(over, modal, paper="cache-11", because="it is small")

    assert isinstance(refused, Mend)
    assert refused.sentences["paper"].startswith("I know no paper called “zebra”.")
    assert isinstance(done, Whisper)
    assert (done.channel_id, done.user_id) == (HERE, BEN)
    assert nominations(over) == [("cache-11", "it is small")]
    assert isinstance(submitted(over, replace(modal, state="{}"), paper="cache-11"), Mend)
    broken = replace(over, engine=BrokenEngine(LIBRARY))
    assert submitted(broken, modal, paper="zebra") == Mend(
        {"paper": "The search index cannot answer at the moment. Please try again in a minute; nothing is lost."}
    )
