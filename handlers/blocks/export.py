"""Papers as a file: which forms there are, what the file holds, and what of its papers is not known."""

from collections.abc import Sequence

from handlers.blocks import kit
from handlers.blocks.asked import count
from handlers.blocks.export_state import Wanted, export_value
from handlers.blocks.moments import line_said
from handlers.blocks.shapes import Line, Run, actions, bold, button, reply, rich
from handlers.messages import Reply
from search.exports import FORMS
from search.exports.form import Export, Form

QUERY = 150
_NONE = {
    "list": "Your reading list is empty. Press Save wherever you see a paper.",
    "picks": "This channel has had no paper of the week yet.",
    "search": "No paper has all of that. Other words may find some.",
}


def offered_reply(wanted: Wanted, papers: int, *, most: int) -> Reply:
    """For the person to choose the form, or to have the file in the form that they typed."""
    first: Line = [
        bold(count(papers)),
        Run(f" {_place(wanted, papers)}. The file comes in your direct messages with me."),
    ]
    told = [
        first,
        *([[Run(f"A file holds {most:,} papers at most: these are the first of them.")]] if papers >= most else []),
    ]
    forms = [FORMS[wanted.form]] if wanted.form else list(FORMS.values())
    buttons = (
        button(
            f"Send {form.label}" if wanted.form else form.label,
            f"export:{form.name}",
            export_value(Wanted(wanted.source, wanted.query, form.name)),
            about=f"{papers} papers as a file",
        )
        for form in forms
    )
    return reply([*map(line_said, told), _typed(wanted)], [*rich(*told), actions(*buttons)])


def nothing_to_export(wanted: Wanted) -> Reply:
    """There is no paper."""
    return reply([_NONE[wanted.source]], rich([Run(_NONE[wanted.source])]))


def file_message(wanted: Wanted, export: Export, form: Form) -> Reply:
    """Stands above the file."""
    first: Line = [
        bold(export.name),
        Run(f": {count(export.papers)} {_place(wanted, export.papers)}, as {form.label}."),
    ]
    unknown = _unknown(export)
    told = [first, *([[Run(unknown)]] if unknown else [])]
    return reply(map(line_said, told), rich(*told))


def sent_reply(export: Export) -> Reply:
    """To who pressed."""
    line: Line = [Run("Sent to your direct messages with me: "), bold(export.name), Run(f", {count(export.papers)}.")]
    return reply([line_said(line)], rich(line))


def _place(wanted: Wanted, papers: int) -> str:
    match wanted.source:
        case "list":
            return "on your reading list"
        case "picks":
            return f"that this channel had as {'a paper' if papers == 1 else 'papers'} of the week"
        case "search":
            return f"that {'has' if papers == 1 else 'have'} all of “{kit.cut(kit.tidy(wanted.query), QUERY)}”"


def _typed(wanted: Wanted) -> str:
    return "" if wanted.form else f"To choose the form without buttons, type one after it: {_some(list(FORMS))}."


def _some(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _unknown(export: Export) -> str:
    """What is left out of the file, since nobody knows it; nothing is made up."""
    gaps = [f"{field} of {'all' if lacking >= export.papers else f'{lacking:,}'}" for field, lacking in export.missing]
    return f"Not known, and left out: {', '.join(gaps)}." if gaps else ""
