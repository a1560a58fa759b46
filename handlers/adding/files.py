"""Files that somebody uploaded are read and shown, and imported when they press the button."""

from collections.abc import Sequence
from dataclasses import replace

from handlers.blocks.import_preview import imported_reply, names, preview_reply
from handlers.blocks.notice import notice
from handlers.conversation import Question
from handlers.errors import UserError
from handlers.intake import Deposit, Sent
from handlers.messages import Reply
from handlers.ports import Services
from handlers.windows import Press

MOST = 5
"""Files of one message."""
UNREADABLE = "I can read no papers from that file. Type /papers import to see which files I can read."
NO_QUESTION = "I read the file and took the words for a remark; to ask me something, send a message without a file."


def about_files(words: str, files: Sequence[Sent], question: Question, services: Services) -> Reply | None:
    """What the files hold; None where the words are to be answered instead.

    A message with files that may hold papers is about them, and what else it says is no question. Where no file can
    hold papers, the words are a question as ever.
    """
    papers = tuple(file for file in files if services.intake.may_hold_papers(file.name))
    if not papers:
        return None if words else notice(UNREADABLE)
    deposit = Deposit(question.team_id, question.user_id, papers[:MOST])
    left, others = papers[MOST:], [file for file in files if file not in papers]
    notes = [NO_QUESTION] if words else []
    notes += [f"Not looked at: {_listed(left)}. Upload them again, {MOST} at a time."] if left else []
    notes += [f"Passed over, since I can read no papers from it: {_listed(others)}."] if others else []
    return preview_reply(deposit, services.intake.read_files(deposit), notes)


def _listed(files: Sequence[Sent]) -> str:
    return ", ".join(file.name for file in files)


def import_them(deposit: Deposit, press: Press, services: Services) -> Reply:
    """Fetches and reads them again, and imports them."""

    def imported() -> Reply:
        return imported_reply(deposit, services.intake.import_files(deposit, press.now))

    told = notice(f"Importing {names(deposit)}… The report takes the place of the preview.")
    return replace(told, then=imported)


def only_for(user_id: str, press: Press) -> None:
    """Raises UserError for anybody else."""
    if press.user_id != user_id:
        raise UserError("Only whoever brought these papers can press that. You can upload the file yourself.")
