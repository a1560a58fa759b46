"""Who imports papers, when and from what; and afterwards, under which number the import is kept."""

from dataclasses import dataclass
from datetime import datetime

from bot.library.report import LibraryReport


@dataclass(slots=True)
class By:
    """One import, over however many files and transactions. `who` is in words (`command line`), or a person of the
    workspace `team_id` as Slack writes them (`<@U012>`). Of `news_only`, nothing is kept where nothing is new.

    `number` is None until something of it is stored, and `report` tells of all that is.
    """

    who: str
    at: datetime
    what: tuple[str, ...] = ()
    team_id: str = ""
    news_only: bool = False
    number: int | None = None
    report: LibraryReport | None = None
