"""The accounts of the workspace, the bot's among them."""

from zoneinfo import ZoneInfo

from bot.workspace.errors import Refusal
from bot.workspace.model import APP, BOT, BOT_USER, TEAM, Json, Person
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.paging import Page, cursor_of


def info(context: Context, arguments: Arguments) -> Json:
    """users.info."""
    person = context.state.person(arguments.required("user"))
    if person is None:
        raise Refusal("user_not_found")
    return {"user": _described(context, person)}


def listed(context: Context, arguments: Arguments) -> Json:
    """users.list."""
    people = context.state.people()
    page, cursor = Page.asked(arguments).cut(people, [person.id for person in people])
    members = [_described(context, person) for person in page]
    return {"members": members, "cache_ts": int(context.state.now().timestamp()), **cursor_of(cursor)}


def _described(context: Context, person: Person) -> Json:
    zone = context.state.now().astimezone(ZoneInfo(person.tz))
    offset = zone.utcoffset()
    return {
        "id": person.id,
        "team_id": TEAM,
        "name": person.name,
        "real_name": person.real_name,
        "deleted": False,
        "color": "9f69e7",
        "tz": person.tz,
        "tz_label": zone.tzname(),
        "tz_offset": 0 if offset is None else int(offset.total_seconds()),
        "profile": _profile(person),
        "is_admin": person.is_admin,
        "is_owner": person.is_admin,
        "is_primary_owner": False,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "is_bot": person.is_bot,
        "is_app_user": False,
        "updated": 0,
    }


def _profile(person: Person) -> Json:
    profile: Json = {
        "real_name": person.real_name,
        "real_name_normalized": person.real_name,
        "display_name": "" if person.is_bot else person.name,
        "display_name_normalized": "" if person.is_bot else person.name,
        "status_text": "",
        "status_emoji": "",
        "status_expiration": 0,
        "avatar_hash": "",
        "team": TEAM,
    }
    if person.id == BOT_USER:
        profile |= {"bot_id": BOT, "api_app_id": APP, "always_active": False}
    return profile


METHODS: dict[str, Method] = {"users.info": info, "users.list": listed}
