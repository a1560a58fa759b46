"""A shortcut that was chosen, and what it leads to."""

from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.mending import answered
from handlers.ports import Services
from handlers.shortcuts.about import about_message
from handlers.shortcuts.searching import open_search
from handlers.windows import Chosen, Shortcut

FIND, SEARCH = "find_papers", "search_papers"
"""Their names in the manifest: in the menu of a message, and everywhere."""


def handle_shortcut(shortcut: Shortcut, services: Services) -> Chosen:
    """A private answer, or a window."""
    if shortcut.callback_id == FIND:
        return answered(lambda: about_message(shortcut, services))
    if shortcut.callback_id == SEARCH:
        return answered(lambda: open_search(services, shortcut.now))
    return notice(OLD_BUTTON)
