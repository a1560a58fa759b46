"""Words to one person that nobody waits for, planned as posts: kept whatever happens to us, and sent once."""

from datetime import datetime

from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Posting


def tell(user_id: str, key: str, message: Reply, *, team_id: str, at: datetime, services: Services) -> bool:
    """Plans it for their direct messages; False when it was told before under this key, or nobody is there to be told:
    whoever made the schedule has been forgotten. Raises Unavailable."""
    if not user_id:
        return False
    return services.outbox.plan(
        Posting(
            key=key,
            team_id=team_id,
            channel_id=user_id,
            kind="notice",
            at=at,
            slots=(),
            message={"text": message.text, "blocks": list(message.blocks)},
        )
    )
