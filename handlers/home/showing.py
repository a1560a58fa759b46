"""What a person's Home shows: the part in which they stand, as it is now, or why it cannot be shown."""

from collections.abc import Callable, Sequence

from handlers.blocks.home import home_page, trouble_page
from handlers.blocks.home_state import HomePlace, View, place_of
from handlers.errors import Unavailable, UserError
from handlers.home.beginning import beginning
from handlers.home.finding import found, like, new
from handlers.home.keeping import listed, noted
from handlers.mending import UNAVAILABLE
from handlers.messages import Block
from handlers.ports import Services
from handlers.visits import Visit, visited
from handlers.windows import Home, Look
from search.errors import EngineUnavailable, InvalidQuery


def show(look: Look, services: Services) -> Home:
    """Whoever comes back after a while begins at the beginning. What can be told is told in Home."""
    place = place_of(look.place) or HomePlace()
    try:
        visit, again = _visit(look, services)
        place = place if again else HomePlace()
        place, blocks = _PARTS[place.view](place, look, visit, services)
        return home_page(place, look, blocks)
    except (UserError, InvalidQuery) as told:
        return trouble_page(place, str(told))
    except Unavailable as told:
        return trouble_page(place, str(told), passing=True)
    except EngineUnavailable:
        return trouble_page(place, UNAVAILABLE, passing=True)


def _visit(look: Look, services: Services) -> tuple[Visit, bool]:
    """The visit that goes on, and whether it did before they came. Only coming counts: a press writes nothing more."""
    last = services.visits.last(look.team_id, look.user_id)
    if last and not look.came:
        return last, True
    visit = visited(last, look.now, services.library.revision())
    services.visits.keep(look.team_id, look.user_id, visit)
    return visit, not look.came or (last is not None and visit.before == last.before)


Part = Callable[[HomePlace, Look, Visit, Services], tuple[HomePlace, Sequence[Block]]]
_PARTS: dict[View, Part] = {
    "main": beginning,
    "found": found,
    "similar": like,
    "list": listed,
    "notes": noted,
    "new": new,
}
