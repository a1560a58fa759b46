"""The sub-commands of `/papers`, one a file, in the order in which help lists them."""

from handlers.command import Command
from handlers.commands.add import ADD
from handlers.commands.duel import DUEL
from handlers.commands.export import EXPORT
from handlers.commands.forget import FORGET
from handlers.commands.help import help_command
from handlers.commands.import_ import IMPORT
from handlers.commands.list import LIST
from handlers.commands.nominate import NOMINATE
from handlers.commands.note import NOTE
from handlers.commands.random import RANDOM
from handlers.commands.save import SAVE
from handlers.commands.search import SEARCH
from handlers.commands.show import SHOW
from handlers.commands.similar import SIMILAR
from handlers.commands.status import STATUS
from handlers.commands.subscribe import SUBSCRIBE
from handlers.commands.subscriptions import SUBSCRIPTIONS
from handlers.commands.week import WEEK

_OTHERS = (
    SEARCH, SHOW, SIMILAR, RANDOM, SAVE, NOTE, LIST, EXPORT, ADD, IMPORT, SUBSCRIBE, SUBSCRIPTIONS, WEEK, NOMINATE,
    DUEL, FORGET, STATUS,
)  # fmt: skip

COMMANDS: tuple[Command, ...] = (*_OTHERS, help_command(_OTHERS))
