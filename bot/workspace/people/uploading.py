"""Files in people's hands: put into a message, with words or without."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.workspace.errors import CannotDo
from bot.workspace.model import Json
from bot.workspace.people.context import Context
from bot.workspace.people.speaking import Speaking
from bot.workspace.webapi.files import LARGEST, Files

MOST = 10
"""Files of one message, as in Slack."""
LONGEST_NAME = 255


@dataclass(frozen=True, slots=True)
class FileShelf:
    """Where files lie; `url` is the address of one by its id."""

    files: Files
    url: Callable[[str], str]


class Uploading:
    """What is put into a message is there for everybody who sees the message."""

    def __init__(self, context: Context, speaking: Speaking, shelf: FileShelf) -> None:
        self._context = context
        self._speaking = speaking
        self._shelf = shelf

    def upload(
        self,
        user: str,
        channel: str,
        files: Sequence[tuple[str, bytes]],
        text: str = "",
        thread_ts: str | None = None,
    ) -> Json:
        """Posts a message with these files, each a name and what it holds; the answer has its `ts`."""
        self._context.open_channel(user, channel)
        if not 0 < len(files) <= MOST:
            raise CannotDo(f"A message holds 1 to {MOST} files.")
        for name, content in files:
            if not content:
                raise CannotDo(f"{name[:LONGEST_NAME]} is empty.")
            if len(content) > LARGEST:
                raise CannotDo(
                    f"{name[:LONGEST_NAME]} is larger than the {LARGEST >> 20} MB that this workspace keeps."
                )
        created = int(self._context.state.now().timestamp())
        put = [
            self._shelf.files.put(name[-LONGEST_NAME:] or "file", content, created, user, channel)
            for name, content in files
        ]
        shown = [file.described(self._shelf.url(file.id)) for file in put]
        return self._speaking.say(user, channel, text, thread_ts, shown)
