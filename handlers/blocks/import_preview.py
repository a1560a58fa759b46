"""Files that somebody uploaded: what is in them, what importing them did, and how files are brought."""

from collections.abc import Sequence

from handlers.blocks import kit
from handlers.blocks.intake_state import IMPORT, IMPORT_CANCEL, UNDO, Way, deposit_value, undo_value
from handlers.blocks.moments import line_said
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, mention, reply, rich
from handlers.intake import Deposit, FilesRead
from handlers.messages import Block, Reply

SENTENCE = 400
REMARKS = 12
NAME = 100


def names(deposit: Deposit) -> str:
    """The files by their names."""
    return ", ".join(kit.cut(kit.tidy(file.name), NAME) for file in deposit.files)


def preview_reply(deposit: Deposit, read: FilesRead, notes: Sequence[str] = ()) -> Reply:
    """What importing them would do, with the buttons for whoever uploaded them."""
    told = _told(read)
    told.append(
        [Run("Nothing is imported yet." if read.gain else "There is nothing new in it to import.", italic=True)]
    )
    blocks = [*rich(*told)]
    if read.gain:
        value = deposit_value(deposit)
        about = names(deposit)
        yes, no = button("Import", IMPORT, value, about=about), button("Cancel", IMPORT_CANCEL, value, about=about)
        blocks += [actions(yes, no), _by(deposit.user_id, "Only ", " can press these.")]
    blocks += [context(*notes)] if notes else []
    return reply([*map(line_said, told), *map(kit.inert, notes)], blocks)


def imported_reply(deposit: Deposit, read: FilesRead) -> Reply:
    """In the place of the preview, for all who saw it. Where nothing changed the press may be a second one: the way
    back from the first must stay, and only who pressed is told."""
    if not read.gain:
        nothing: list[Line] = [[bold("Nothing new was in it.")], *_told(read)]
        return reply(map(line_said, nothing), rich(*nothing))
    told: list[Line] = [[bold("Imported. "), Run("Searches find it from now on.")], *_told(read)]
    blocks = [*rich(*told)]
    if read.number is not None:
        value = undo_value(Way(read.number, deposit.user_id, public=True))
        blocks.append(actions(button("Undo", UNDO, value, about=names(deposit))))
    blocks.append(_by(deposit.user_id, "Imported by ", "." if read.number is None else f", import {read.number}."))
    return reply(map(line_said, told), blocks, public=True, replaces=True)


def undone_reply(sentences: Sequence[str], *, public: bool) -> Reply:
    """In the place of what was done."""
    told = [[Run(kit.cut(kit.tidy(sentence), SENTENCE))] for sentence in sentences[:REMARKS]]
    return reply(map(line_said, told), rich(*told), public=public, replaces=True)


def cancelled_reply(deposit: Deposit) -> Reply:
    """In the place of the preview."""
    line: Line = [Run("Not imported: "), bold(names(deposit)), Run(". Upload it again if you want it after all.")]
    return reply([line_said(line)], rich(line), public=True, replaces=True)


def how_to_reply(forms: str) -> Reply:
    """How files are brought."""
    told: list[Line] = [
        [bold("Drop a file of papers into our direct messages"), Run(", or into a channel with a mention of me.")],
        [Run("I read it and show what is in it; nothing is imported before you press Import, and Undo takes it back.")],
        [Run(f"I read {forms}; each also with .gz.")],
        [Run("For a paper or a few, type /papers add and a link, an arXiv number, a DOI or a BibTeX entry.")],
    ]
    return reply(map(line_said, told), rich(*told))


def _told(read: FilesRead) -> list[Line]:
    told: list[Line] = [[Run(kit.cut(kit.tidy(sentence), SENTENCE))] for sentence in read.told]
    return [*told, *([Run(f"• {kit.cut(kit.tidy(remark), SENTENCE)}")] for remark in read.remarks[:REMARKS])]


def _by(user_id: str, before: str, after: str) -> Block:
    return mention(user_id, before, after) if user_id.isalnum() and user_id.isupper() else context(before + after)
