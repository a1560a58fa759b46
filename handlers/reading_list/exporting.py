"""Papers as a file: those of one's reading list with one's own notes, of the channel's weeks, or of a search."""

from collections.abc import Mapping

from handlers.blocks.export import file_message, nothing_to_export, offered_reply, sent_reply
from handlers.blocks.export_state import Wanted, wanted_of
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.messages import File, Reply
from handlers.ports import Services
from handlers.windows import Outcome, Press
from search.exports import FORMS, write
from search.grammar import parse
from search.models import Paper

MOST = 1_000
"""Papers of one file."""
_TITLES = {"list": "Reading list", "picks": "Papers of the week"}


def offered(wanted: Wanted, team_id: str, user_id: str, channel_id: str, services: Services) -> Reply:
    """How many papers there are, with a button for each form. Raises InvalidQuery."""
    papers, _ = _found(wanted, team_id, user_id, channel_id, services)
    return offered_reply(wanted, len(papers), most=MOST) if papers else nothing_to_export(wanted)


def handle_export(press: Press, services: Services) -> Outcome:
    """The file, with the papers as they are now. Raises InvalidQuery."""
    wanted = wanted_of(press.value)
    if not wanted:
        return notice(OLD_BUTTON)
    papers, notes = _found(wanted, press.team_id, press.user_id, press.channel_id, services)
    if not papers:
        return nothing_to_export(wanted)
    form = FORMS[wanted.form]
    export = write(papers, form, notes, _TITLES.get(wanted.source, wanted.query))
    return File(
        name=export.name,
        media_type=export.media_type,
        text=export.text,
        message=file_message(wanted, export, form),
        done=sent_reply(export),
    )


def _found(
    wanted: Wanted, team_id: str, user_id: str, channel_id: str, services: Services
) -> tuple[tuple[Paper, ...], Mapping[str, str]]:
    """The papers, and the person's notes on them where it is their own list."""
    if wanted.source == "search":
        result = services.engine.search(parse(wanted.query), MOST)
        return services.library.papers([hit.id for hit in result.hits[: result.complete]]), {}
    if wanted.source == "picks":
        picked = [pick.paper_id for pick in services.week.picked(team_id, channel_id)]
        return services.library.papers(list(dict.fromkeys(picked))[:MOST]), {}
    listed = [one for one in services.shelf.of_person(team_id, user_id) if one.state][:MOST]
    notes = {one.paper_id: one.note for one in listed if one.note}
    return services.library.papers([one.paper_id for one in listed]), notes
