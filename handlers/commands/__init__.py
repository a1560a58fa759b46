"""The sub-commands of `/papers`, one a file, in the order in which help lists them."""

from handlers.command import Command
from handlers.commands.help import help_command
from handlers.commands.random import RANDOM
from handlers.commands.search import SEARCH
from handlers.commands.show import SHOW
from handlers.commands.similar import SIMILAR
from handlers.commands.status import STATUS
from handlers.commands.subscribe import SUBSCRIBE
from handlers.commands.subscriptions import SUBSCRIPTIONS

_OTHERS = (SEARCH, SHOW, SIMILAR, RANDOM, SUBSCRIBE, SUBSCRIPTIONS, STATUS)

COMMANDS: tuple[Command, ...] = (*_OTHERS, help_command(_OTHERS))
