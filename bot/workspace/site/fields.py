"""What the page sends with an act, read carefully: it must be there, and of the right kind."""

from base64 import b64decode

from bot.workspace.errors import CannotDo
from bot.workspace.model import Json


class Fields:
    """What came with a verb. Raises CannotDo for what is absent or of another kind."""

    def __init__(self, given: Json) -> None:
        self.given = given

    def text(self, name: str) -> str:
        """Must be there, though it may be empty."""
        value = self.maybe(name)
        if value is None:
            raise CannotDo(f"The page did not say which {name} is meant.")
        return value

    def maybe(self, name: str) -> str | None:
        """May be absent."""
        value = self.given.get(name)
        if value is not None and not isinstance(value, str):
            raise CannotDo(f"{name} must be text.")
        return value

    def flag(self, name: str) -> bool:
        """False when it is absent."""
        return self.given.get(name) is True

    def count(self, name: str, most: int) -> int:
        """A whole number from 1 to `most`; 1 when it is absent."""
        value = self.given.get(name, 1)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= most:
            raise CannotDo(f"{name} must be a whole number from 1 to {most}.")
        return value

    def number(self, name: str) -> int | float:
        """Must be there."""
        value = self.given.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
            raise CannotDo(f"{name} must be a number.")
        return value

    def files(self, name: str) -> list[tuple[str, bytes]]:
        """A list of objects with a `name` and a `content` in base64."""
        given = self.given.get(name)
        files = [Fields(each) for each in given if isinstance(each, dict)] if isinstance(given, list) else []
        try:
            return [(file.text("name"), b64decode(file.text("content"), validate=True)) for file in files]
        except ValueError as error:
            raise CannotDo("A file must be sent in base64.") from error

    def part(self, name: str) -> Json:
        """An object."""
        value = self.given.get(name)
        if not isinstance(value, dict):
            raise CannotDo(f"{name} must be an object.")
        return value
