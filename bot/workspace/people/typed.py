"""Text as people type it, turned into what Slack keeps: mentions, channels and addresses in angle brackets."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.workspace.model import Channel, Person
from bot.workspace.text import links as addresses

_PARTS = re.compile(
    r"(?P<code>```.*?```|`[^`\n]+`)"
    r"|(?P<address>https?://[^\s<>]+)"
    r"|(?<![\w@])@(?P<person>[\w.-]*\w)"
    r"|(?<![\w#&])#(?P<channel>[\w.-]*\w)",
    re.DOTALL,
)
_MENTION = re.compile(r"<@(\w+)(?:\|[^>]*)?>")
_BROADCASTS = {"here": "<!here>", "channel": "<!channel>", "everyone": "<!everyone>"}
_AFTER_ADDRESS = tuple(".,;:!?'\")]}")
_SIGNS = ("&lt;", "&gt;")


@dataclass(frozen=True, slots=True)
class Names:
    """Whom and what the typing person can name. `with_handles` writes `<@U…|name>`, as Slack does in commands."""

    people: tuple[Person, ...]
    channels: tuple[Channel, ...]
    with_handles: bool = False

    def __call__(self, part: re.Match[str]) -> str:
        """What stands in the place of a part of the text."""
        if part["address"]:
            return _address(part["address"])
        if part["person"]:
            return self._person(part["person"]) or part[0]
        if part["channel"]:
            return self._channel(part["channel"]) or part[0]
        return part[0]

    def _person(self, name: str) -> str | None:
        if name in _BROADCASTS:
            return _BROADCASTS[name]
        found = next((person for person in self.people if person.name.lower() == name.lower()), None)
        if found is None:
            return None
        return f"<@{found.id}|{found.name}>" if self.with_handles else f"<@{found.id}>"

    def _channel(self, name: str) -> str | None:
        found = next((one for one in self.channels if one.kind != "dm" and one.name == name.lower()), None)
        return None if found is None else f"<#{found.id}|{found.name}>"


def escaped(text: str) -> str:
    """The three signs that mean something to Slack (docs.slack.dev, "Formatting message text")."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def as_slack(text: str, names: Names) -> str:
    """As Slack keeps a message that was typed like this."""
    return _PARTS.sub(names, escaped(text))


def mentioned(text: str) -> frozenset[str]:
    """The ids of the people who are mentioned in a text of Slack's."""
    return frozenset(_MENTION.findall(text))


def links(text: str, domains: Iterable[str]) -> list[dict[str, str]]:
    """The addresses in a text of Slack's that belong to one of the domains, each once."""
    wanted = tuple(domains)
    found = {}
    for url in addresses(text):
        host = _host(url)
        domain = next((one for one in wanted if host == one or host.endswith(f".{one}")), None)
        if domain is not None:
            found[url] = {"domain": domain, "url": url}
    return list(found.values())


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        # Brackets that are no IPv6 address.
        return ""


def _address(typed: str) -> str:
    """Signs after an address belong to the sentence, and so does an entity that stands for one."""
    end = len(typed)
    while not typed.endswith("&amp;", 0, end) and typed.endswith(_AFTER_ADDRESS, 0, end):
        end -= 4 if typed.endswith(_SIGNS, 0, end) else 1
    return f"<{typed[:end]}>{typed[end:]}"
