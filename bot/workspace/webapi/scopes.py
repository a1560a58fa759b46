"""Which scope a method needs, and which ones the app's manifest asks for."""

from dataclasses import dataclass

from bot.workspace.errors import Refusal
from bot.workspace.model import ChannelKind, Json

NEEDED: dict[str, tuple[str, ...]] = {
    "assistant.threads.setStatus": ("assistant:write", "chat:write"),
    "assistant.threads.setSuggestedPrompts": ("assistant:write",),
    "assistant.threads.setTitle": ("assistant:write",),
    "bots.info": ("users:read",),
    "chat.delete": ("chat:write",),
    "chat.postEphemeral": ("chat:write",),
    "chat.postMessage": ("chat:write",),
    "chat.unfurl": ("links:write",),
    "chat.update": ("chat:write",),
    "conversations.history": ("channels:history", "groups:history", "mpim:history", "im:history"),
    "conversations.info": ("channels:read", "groups:read", "mpim:read", "im:read"),
    "conversations.list": ("channels:read", "groups:read", "mpim:read", "im:read"),
    "conversations.members": ("channels:read", "groups:read", "mpim:read", "im:read"),
    "conversations.open": ("channels:manage", "groups:write", "im:write", "mpim:write"),
    "conversations.replies": ("channels:history", "groups:history", "mpim:history", "im:history"),
    "files.completeUploadExternal": ("files:write",),
    "files.getUploadURLExternal": ("files:write",),
    "files.info": ("files:read",),
    "reactions.add": ("reactions:write",),
    "reactions.get": ("reactions:read",),
    "reactions.remove": ("reactions:write",),
    "team.info": ("team:read",),
    "users.conversations": ("channels:read", "groups:read", "mpim:read", "im:read"),
    "users.info": ("users:read",),
    "users.list": ("users:read",),
}
"""Any one of them opens the method (each method's page on docs.slack.dev); a method without a row needs none."""

_AREAS: dict[ChannelKind, str] = {"public": "channels", "private": "groups", "dm": "im"}


@dataclass(frozen=True, slots=True)
class Scopes:
    """What the bot token may do."""

    granted: frozenset[str]

    @classmethod
    def of(cls, manifest: Json) -> "Scopes":
        """The bot scopes of a manifest."""
        return cls(frozenset(manifest.get("oauth_config", {}).get("scopes", {}).get("bot", ())))

    @property
    def listed(self) -> str:
        """As Slack lists them in headers and answers."""
        return ",".join(sorted(self.granted))

    def has(self, scope: str) -> bool:
        """Whether the token was given this scope."""
        return scope in self.granted

    def demand(self, *alternatives: str) -> None:
        """Raises Refusal unless the token has one of them. No alternatives: nothing is needed."""
        if alternatives and not self.granted.intersection(alternatives):
            raise Refusal("missing_scope", needed=",".join(alternatives), provided=self.listed)

    def covers(self, kind: ChannelKind, right: str) -> bool:
        """Whether conversations of this kind may be `read`, or their `history` be."""
        return self.has(f"{_AREAS[kind]}:{right}")

    def demand_for(self, kind: ChannelKind, right: str) -> None:
        """As `covers`; raises Refusal when it does not."""
        self.demand(f"{_AREAS[kind]}:{right}")
