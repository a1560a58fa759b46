"""What the handlers need from outside, in protocols as small as the need."""

from dataclasses import dataclass, field
from random import Random

from handlers.ports.health import Health
from handlers.ports.intake import Intake
from handlers.ports.library import Library
from handlers.ports.personal import Privacy, Shelf, Visits
from handlers.ports.posting import Outbox, Schedules
from handlers.ports.week import Week
from handlers.ports.workspace import People, Threads
from search.engine import SearchEngine


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a handler may use. What keeps and what asks may be out of reach: any method of these ports but
    `health` may raise `handlers.errors.Unavailable`."""

    library: Library
    engine: SearchEngine
    health: Health
    people: People
    schedules: Schedules
    outbox: Outbox
    week: Week
    threads: Threads
    shelf: Shelf
    privacy: Privacy
    visits: Visits
    intake: Intake
    random: Random = field(default_factory=Random)
