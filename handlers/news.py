"""Who hears that a paper changed: everyone who has it on their list, each once."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Literal

from handlers.blocks.news import new_version, withdrawn
from handlers.messages import Reply
from handlers.notices import tell
from handlers.ports import Services
from search.models import Paper


@dataclass(frozen=True, slots=True)
class News:
    """What a service says of a paper now. `mark` is equal for the same news from several feeds; `why` is what it says
    of a withdrawal; `changed` tells whether title or abstract did."""

    paper: Paper
    kind: Literal["version", "withdrawn"]
    service: str
    mark: str
    version: int = 0
    changed: bool = False
    why: str = ""


def tell_keepers(news: Iterable[News], now: datetime, services: Services) -> int:
    """Plans a message for each; how many were planned. The same news is told to nobody twice. Raises Unavailable."""
    return sum(
        tell(user, f"news:{one.paper.id}:{_digest(one)}:{user}", _said(one), team_id=team, at=now, services=services)
        for one in news
        for team, user in services.shelf.keepers(one.paper.id)
    )


def _digest(news: News) -> str:
    return sha256(f"{news.kind} {news.mark}".encode()).hexdigest()[:12]


def _said(news: News) -> Reply:
    if news.kind == "withdrawn":
        return withdrawn(news.paper, news.service, news.why)
    return new_version(news.paper, news.service, news.version, changed=news.changed)
