"""What is kept of a person: told to them, reset, and forgotten when they ask for it twice."""

from handlers.blocks.forgetting import forgotten_reply, kept_reply, reset_reply
from handlers.messages import Reply
from handlers.ports import Services
from handlers.reading_list.saving import hidden_from
from handlers.shelves import Hidden, Whose


def kept(team_id: str, user_id: str, services: Services, *, ask: bool) -> Reply:
    """What is kept, with the question whether to forget it or the way to it."""
    return kept_reply(services.privacy.kept(team_id, user_id), len(hidden_from(team_id, user_id, services)), ask=ask)


def forget(team_id: str, user_id: str, services: Services) -> Reply:
    """Forgets the person."""
    services.privacy.forget(team_id, user_id)
    return forgotten_reply()


def reset(team_id: str, user_id: str, services: Services, *, replaces: bool = False) -> Reply:
    """What was not for them is for them again."""
    hidden = hidden_from(team_id, user_id, services)
    for paper_id in sorted(hidden):
        services.shelf.say(Whose(team_id, user_id, paper_id), Hidden(False))
    return reset_reply(len(hidden), replaces=replaces)
