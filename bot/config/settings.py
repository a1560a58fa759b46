"""Every setting as data, so that the checks, `.env.example` and the README say the same."""

from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable: `what` is one sentence for people, `default` its value when it is not set."""

    name: str
    what: str
    default: str = ""
    secret: bool = False


SETTINGS = (
    Setting(
        "SLACK_BOT_TOKEN",
        "The bot's token, xoxb-...; Slack shows it under OAuth & Permissions once the app is installed.",
        secret=True,
    ),
    Setting(
        "SLACK_APP_TOKEN",
        "The app-level token, xapp-..., with the scope connections:write; with it the bot uses Socket Mode.",
        secret=True,
    ),
    Setting(
        "SLACK_SIGNING_SECRET",
        "The signing secret from Basic Information; with it, and without an app token, the bot listens for HTTP.",
        secret=True,
    ),
    Setting(
        "SLACK_API_URL",
        "Where the Web API is; change it only for another Slack-compatible server (https, or http on this machine).",
        "https://slack.com/api/",
    ),
    Setting(
        "PAPERBOY_MODE",
        "socket, http, workspace or terminal; left empty, the tokens above decide, and without any it is workspace.",
    ),
    Setting("PAPERBOY_DATA", "The folder for the library and its index; it is made when missing.", "data"),
    Setting(
        "DATABASE_URL",
        "A PostgreSQL database for the library, postgresql://user:password@host/name; left empty, it is a file in the "
        "data folder.",
        secret=True,
    ),
    Setting("PAPERBOY_SEEDS", "The folder of papers that is read again at every start.", "seeds"),
    Setting(
        "PAPERBOY_HOST",
        "The address that HTTP mode and the health pages listen on; the workspace never leaves this machine.",
        "127.0.0.1",
    ),
    Setting("PAPERBOY_PORT", "The port of HTTP mode, the health pages and the workspace; 0 takes a free one.", "3000"),
    Setting("PAPERBOY_LOG_LEVEL", "DEBUG, INFO, WARNING, ERROR or CRITICAL; only DEBUG logs what people type.", "INFO"),
    Setting("PAPERBOY_WORKERS", "How many requests are answered at the same time (1 to 256).", "4"),
    Setting(
        "PAPERBOY_QUEUE", "How many more requests may wait before people are told to try later (1 to 10000).", "200"
    ),
    Setting(
        "PAPERBOY_MODEL",
        "A sentence-embedding model in ONNX form, as a folder or as owner/name on the model hub, to search by meaning "
        "too.",
    ),
    Setting(
        "PAPERBOY_CONTACT",
        "Your e-mail address, or a page about you, told to the services that papers are looked up at.",
    ),
    Setting(
        "PAPERBOY_WATCH",
        "A folder whose files of papers are imported while the bot runs, new and changed ones within two minutes.",
    ),
    Setting(
        "PAPERBOY_FEEDS",
        'Feeds that are fetched each hour, with commas between them: arxiv:cs.CL, arxiv:query:"KV cache", '
        "openreview:NeurIPS.cc/2025/Conference.",
    ),
)

BY_NAME = {setting.name: setting for setting in SETTINGS}


def stray_names(names: list[str]) -> tuple[str, ...]:
    """A warning for each name that looks like a setting of ours and is none.

    Everything that begins with PAPERBOY_ is ours. SLACK_ belongs to other programs too: there only a near miss counts.
    """
    return tuple(filter(None, (_stray(name) for name in sorted(names) if name not in BY_NAME)))


def _stray(name: str) -> str | None:
    written = name.upper()
    if not written.startswith(("PAPERBOY_", "SLACK_")):
        return None
    strict = written.startswith("SLACK_")
    near = get_close_matches(written, BY_NAME, n=1, cutoff=0.88 if strict else 0.6)
    if near:
        return f"{name} is not a setting and is ignored; did you mean {near[0]}?"
    return None if strict else f"{name} is not a setting and is ignored; .env.example lists them all."
