"""What a person has said of papers, and those papers, for their own Home."""

from collections.abc import Iterable, Sequence

from handlers.blocks.home_parts import Row
from handlers.ports import Services
from handlers.shelves import READ_STATES, ReadState, Shelved
from handlers.windows import Look


def mine(look: Look, services: Services) -> tuple[Shelved, ...]:
    """All of their own, and nothing of anybody else's."""
    return services.shelf.of_person(look.team_id, look.user_id)


def by_paper(shelved: Iterable[Shelved]) -> dict[str, Shelved]:
    """By handle."""
    return {one.paper_id: one for one in shelved}


def in_state(shelved: Iterable[Shelved], state: ReadState) -> tuple[Shelved, ...]:
    """Those of the list in this state, what was saved last first."""
    return tuple(one for one in shelved if one.state == state)


def with_notes(shelved: Iterable[Shelved]) -> tuple[Shelved, ...]:
    """Those with a note, the latest first."""
    noted = [(one.noted, one) for one in shelved if one.note and one.noted]
    return tuple(one for _, one in sorted(noted, key=lambda pair: (pair[0], pair[1].paper_id), reverse=True))


def counts(shelved: Sequence[Shelved]) -> dict[ReadState, int]:
    """How many papers are on the list in each state."""
    return {state: len(in_state(shelved, state)) for state in READ_STATES}


def rows(shelved: Sequence[Shelved], services: Services) -> tuple[Row, ...]:
    """With their papers, in one read."""
    papers = {paper.id: paper for paper in services.library.papers([one.paper_id for one in shelved])}
    return tuple(Row(one, papers.get(one.paper_id)) for one in shelved)
