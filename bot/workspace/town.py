"""Who and what is there when a workspace begins: accounts called by their role, and a few channels."""

from bot.workspace.model import BOT_USER, SLACKBOT, Channel, Person

READER = Person(id="U0READER", name="reader", real_name="Reader", tz="Europe/Berlin")
CURATOR = Person(id="U0CURATOR", name="curator", real_name="Curator", tz="America/New_York")
ADMIN = Person(id="U0ADMIN", name="admin", real_name="Admin", tz="Asia/Tokyo", is_admin=True)
HUMANS = (READER, CURATOR, ADMIN)

GENERAL, PAPERS, READING_GROUP, RANDOM = "C0GENERAL", "C0PAPERS", "C0READING", "C0RANDOM"


def people(bot_name: str, bot_handle: str) -> tuple[Person, ...]:
    """The accounts, the bot's and Slackbot's among them."""
    bot = Person(id=BOT_USER, name=bot_handle, real_name=bot_name, is_bot=True)
    slackbot = Person(id=SLACKBOT, name="slackbot", real_name="Slackbot", is_bot=True)
    return (*HUMANS, bot, slackbot)


def channels(created: int) -> tuple[Channel, ...]:
    """The conversations at the beginning; the bot is in all but `#random`, and `#reading-group` is private."""
    humans = frozenset(person.id for person in HUMANS)
    with_bot = humans | {BOT_USER}
    creator = ADMIN.id
    return (
        Channel(id=GENERAL, name="general", kind="public", creator=creator, created=created, members=with_bot),
        Channel(id=PAPERS, name="papers", kind="public", creator=creator, created=created, members=with_bot),
        Channel(
            id=READING_GROUP, name="reading-group", kind="private", creator=creator, created=created, members=with_bot
        ),
        Channel(id=RANDOM, name="random", kind="public", creator=creator, created=created, members=humans),
        *(_direct(person, created) for person in HUMANS),
    )


def _direct(person: Person, created: int) -> Channel:
    members = frozenset({person.id, BOT_USER})
    return Channel(id=direct_id(person.id), name="", kind="dm", creator=person.id, created=created, members=members)


def direct_id(user: str) -> str:
    """The id of the direct messages between this person and the bot."""
    return f"D{user[1:]}"
