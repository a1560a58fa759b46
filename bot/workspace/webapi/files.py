"""Files: those that the bot sends in two steps, and those that people put into a message."""

from dataclasses import dataclass
from mimetypes import guess_type
from secrets import token_hex
from threading import Lock

from bot.workspace.model import BOT_USER, Json

LARGEST = 10 * 1024 * 1024
"""Bytes. Slack takes a gigabyte; a workspace in memory need not."""
KEPT = 50
"""Files; the oldest is forgotten first."""


@dataclass(slots=True)
class File:
    """`content` is None until the bytes have come, `shared` false until the upload is completed."""

    id: str
    name: str
    length: int
    created: int
    title: str = ""
    alt_text: str = ""
    content: bytes | None = None
    shared: bool = False
    channels: tuple[str, ...] = ()
    user: str = BOT_USER

    @property
    def mimetype(self) -> str:
        """Guessed from the name, as Slack does."""
        return guess_type(self.name)[0] or "application/octet-stream"

    def described(self, url: str) -> Json:
        """Slack's file object; `url` is where the bytes are."""
        direct = [channel for channel in self.channels if channel.startswith("D")]
        elsewhere = [channel for channel in self.channels if channel not in direct]
        kind = self.name.rpartition(".")[2].lower() if "." in self.name else "binary"
        return {
            "id": self.id,
            "created": self.created,
            "timestamp": self.created,
            "name": self.name,
            "title": self.title or self.name,
            "mimetype": self.mimetype,
            "filetype": kind,
            "pretty_type": kind.upper(),
            "user": self.user,
            "size": self.length,
            "mode": "hosted",
            "is_external": False,
            "is_public": bool(elsewhere),
            "url_private": url,
            "url_private_download": url,
            "permalink": url,
            "channels": elsewhere,
            "groups": [],
            "ims": direct,
            "comments_count": 0,
        }


class Files:
    """They live as long as the process. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._files: dict[str, File] = {}

    def announce(self, name: str, length: int, created: int, alt_text: str = "") -> File:
        """A file that will be sent."""
        file = File(f"F0{token_hex(5).upper()}", name, length, created, alt_text=alt_text)
        with self._lock:
            self._files[file.id] = file
            while len(self._files) > KEPT:
                del self._files[next(iter(self._files))]
        return file

    def put(self, name: str, content: bytes, created: int, user: str, channel: str) -> File:
        """A file that a person has put into a message of this channel."""
        file = self.announce(name, len(content), created)
        file.content, file.user, file.shared, file.channels = content, user, True, (channel,)
        return file

    def receive(self, file_id: str, content: bytes) -> bool:
        """The bytes of an announced file. Whether they were taken: once, and with the announced length."""
        with self._lock:
            file = self._files.get(file_id)
            if file is None or file.content is not None or len(content) != file.length:
                return False
            file.content = content
            return True

    def find(self, file_id: str) -> File | None:
        """The file with this id."""
        return self._files.get(file_id)
