"""Who the bot is, in which workspace, and where it can listen."""

from bot.workspace.composing import bot_profile
from bot.workspace.errors import Refusal
from bot.workspace.model import BOT, BOT_USER, TEAM, Json
from bot.workspace.webapi.methods.context import Arguments, Context, Method

TEAM_NAME = "Paper Lab"
DOMAIN = "paperboy"


def auth_test(context: Context, _: Arguments) -> Json:
    """auth.test."""
    return {
        "url": f"{context.origin}/",
        "team": TEAM_NAME,
        "user": context.bot.name,
        "team_id": TEAM,
        "user_id": BOT_USER,
        "bot_id": BOT,
        "is_enterprise_install": False,
    }


def open_connection(context: Context, _: Arguments) -> Json:
    """apps.connections.open."""
    if not context.manifest.get("settings", {}).get("socket_mode_enabled"):
        raise Refusal("forbidden_team")
    return {"url": context.socket_url()}


def team_info(context: Context, arguments: Arguments) -> Json:
    """team.info."""
    if (arguments.optional("team") or TEAM) != TEAM:
        raise Refusal("team_not_found")
    team = {"id": TEAM, "name": TEAM_NAME, "domain": DOMAIN, "email_domain": "", "url": f"{context.origin}/"}
    return {"team": team | {"icon": {"image_default": True}}}


def bots_info(context: Context, arguments: Arguments) -> Json:
    """bots.info: of the bot itself, the only one here."""
    if (arguments.optional("bot") or BOT) != BOT:
        raise Refusal("bot_not_found")
    profile = bot_profile(context.bot, 0)
    return {"bot": {name: value for name, value in profile.items() if name != "team_id"}}


METHODS: dict[str, Method] = {
    "apps.connections.open": open_connection,
    "auth.test": auth_test,
    "bots.info": bots_info,
    "team.info": team_info,
}
