"""Two people at two replicas over one store: whatever they press and type ends with the last word of each."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from bot.store import SqlStore
from handlers.actions import handle_press
from handlers.blocks import shelf_state, state
from handlers.blocks.shelf_state import ShelfEntry, entry_value
from handlers.dispatch import dispatch
from handlers.home.showing import show
from handlers.messages import Reply
from handlers.ports import Services
from handlers.shelves import READ_STATES, Hidden, Marked, Noted, Rated, Removed, Saved, Shelved, Whose, Word, after
from handlers.submissions import handle_submission
from handlers.windows import Look, Modal, Outcome, Submission
from tests.fakes_handlers import NOW, press, request, services
from tests.shelf_kit import ADA, BEN, HERE, TEAM, filled, labelled

PAPERS = ("kvflow", "rac", "forest-kernel")
ACTS = 1_000


@dataclass
class People:
    """Ada and Ben, each act at either replica; `expected` is what the last word of each makes of it."""

    replicas: list[Services]
    random: Random
    expected: dict[Whose, Shelved] = field(default_factory=dict)

    def act(self, number: int) -> None:
        over, whose = self.random.choice(self.replicas), self._somebody()
        word = self.random.choice(ACTS_OF)(self, over, whose, number)
        held = self.expected.get(whose, Shelved(paper_id=whose.paper_id, user_id=whose.user_id))
        self.expected[whose] = after(held, word)

    def save(self, over: Services, whose: Whose, _number: int) -> Word:
        self._press(over, whose, shelf_state.SAVE, entry_value(ShelfEntry(whose.paper_id)))
        return Saved(HERE, NOW)

    def undo(self, over: Services, whose: Whose, _number: int) -> Word:
        self._press(over, whose, shelf_state.UNSAVE, entry_value(ShelfEntry(whose.paper_id)))
        return Removed()

    def mark(self, over: Services, whose: Whose, _number: int) -> Word:
        mark = self.random.choice(READ_STATES)
        self._press(over, whose, shelf_state.MARK, entry_value(ShelfEntry(whose.paper_id, mark)))
        return Marked(mark, NOW)

    def hide(self, over: Services, whose: Whose, _number: int) -> Word:
        hidden = self.random.random() < 0.5
        value = state.written(state.PaperState(whose.paper_id))
        self._press(over, whose, shelf_state.HIDE if hidden else shelf_state.UNHIDE, value)
        return Hidden(hidden)

    def note(self, over: Services, whose: Whose, number: int) -> Word:
        text = f"private of {whose.user_id[-1]}, {number}"
        self._type(over, whose, text)
        return Noted(text, None, NOW)

    def share(self, over: Services, whose: Whose, number: int) -> Word:
        self._type(over, whose, f"shared: open, {number}")
        return Noted(f"open, {number}", HERE, NOW)

    def take_back(self, over: Services, whose: Whose, _number: int) -> Word:
        self._type(over, whose, "remove")
        return Noted("", None, NOW)

    def rate(self, over: Services, whose: Whose, _number: int) -> Word:
        """The window was opened at one replica and is sent off at another."""
        rating = self.random.randint(1, 5)
        button = labelled(self._type(over, whose, ""), "Note and stars")
        form = self._press(over, whose, button["action_id"], button["value"])
        assert isinstance(form, Modal)
        sent = Submission(
            callback_id=form.callback_id, state=form.state, values=filled(form) | {"stars": str(rating)},
            user_id=whose.user_id, team_id=TEAM, now=NOW,
        )  # fmt: skip
        handle_submission(sent, self.random.choice(self.replicas))
        return Rated(rating)

    def homes(self, user_id: str) -> list[str]:
        """What the person sees in every part of their Home, at each replica."""
        return [self._home(over, user_id) for over in self.replicas]

    def _home(self, over: Services, user_id: str) -> str:
        seen = ""
        for view, text in (("main", ""), ("notes", ""), *(("list", one) for one in READ_STATES), ("found", "cache")):
            place = f'{{"v":1,"h":"{view}","q":"{text}","o":0}}'
            seen += repr(show(Look(user_id=user_id, team_id=TEAM, place=place, now=NOW), over))
        return seen

    def _somebody(self) -> Whose:
        return Whose(TEAM, self.random.choice((ADA, BEN)), self.random.choice(PAPERS))

    def _press(self, over: Services, whose: Whose, action_id: str, value: str) -> Outcome:
        return handle_press(replace(press(action_id, value), user_id=whose.user_id, channel_id=HERE), over)

    def _type(self, over: Services, whose: Whose, text: str) -> Reply:
        asked = replace(request(f"note {whose.paper_id} {text}"), user_id=whose.user_id, channel_id=HERE)
        return dispatch(asked, over)


ACTS_OF = (
    People.save, People.undo, People.mark, People.hide, People.note, People.share, People.take_back, People.rate,
)  # fmt: skip


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    with ExitStack() as opened:
        stores = [opened.enter_context(closing(SqlStore.open(tmp_path / "both.sqlite3"))) for _ in range(2)]
        replicas = [replace(services(), shelf=store.shelf, visits=store.visits) for store in stores]
        yield People(replicas, Random(7))


def test_a_thousand_acts_at_two_replicas_end_with_the_last_word_of_each_and_no_home_tells_on_anybody(
    people: People,
) -> None:
    for number in range(ACTS):
        people.act(number)
        if number % 100 == 99:
            for user, other in ((ADA, BEN), (BEN, ADA)):
                assert not [home for home in people.homes(user) if f"private of {other[-1]}" in home]

    for over in people.replicas:
        assert {whose: over.shelf.shelved(whose) for whose in people.expected} == people.expected
        assert not [one for one in over.shelf.notes(TEAM, HERE, "kvflow") if "private" in one.note]
    first, second = people.homes(ADA)
    assert first == second
    assert any("private of" in one.note for one in people.expected.values())
