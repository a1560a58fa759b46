"""Two ways to use the page: with a mouse, and with keys alone."""

from typing import TYPE_CHECKING, Protocol

from tests.browser.visits import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Locator


class Hand(Protocol):
    """What a person does to reach things."""

    visit: Visit

    def press(self, target: "Locator") -> None:
        """Uses a button or a link."""

    def choose(self, name: str) -> None:
        """Takes an entry of the menu that is open."""

    def point_at(self, row: "Locator") -> None:
        """Goes to a message, whose bar appears."""

    def write(self, box: "Locator", text: str) -> None:
        """Puts text into a box, in the place of what is there."""

    def look(self, name: str) -> None:
        """Looks at the page as it stands; one hand's look is enough where both see the same."""


class Mouse:
    """Points and clicks."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    def press(self, target: "Locator") -> None:
        target.click()

    def choose(self, name: str) -> None:
        self.visit.page.get_by_role("menuitem", name=name).click()

    def point_at(self, row: "Locator") -> None:
        row.hover()

    def write(self, box: "Locator", text: str) -> None:
        box.click()
        self.visit.page.keyboard.press("Control+a")
        self.visit.page.keyboard.type(text)

    def look(self, name: str) -> None:
        self.visit.look(name)


class Keys:
    """Tab, Shift + Tab, the arrow keys, Enter."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    def press(self, target: "Locator") -> None:
        self.visit.walk_to(target, "Tab")
        self.visit.page.keyboard.press("Enter")

    def choose(self, name: str) -> None:
        self.visit.walk_to(self.visit.page.get_by_role("menuitem", name=name), "ArrowDown")
        self.visit.page.keyboard.press("Enter")

    def point_at(self, row: "Locator") -> None:
        stop = row.locator("xpath=..").locator("li.message[tabindex='0']")
        self.visit.walk_to(stop, "Shift+Tab")
        self.visit.walk_to(row, "ArrowUp")

    def write(self, box: "Locator", text: str) -> None:
        self.visit.walk_to(box, "Tab")
        self.visit.page.keyboard.press("Control+a")
        self.visit.page.keyboard.type(text)

    def look(self, name: str) -> None:
        """The mouse has been here, and saw the same."""
