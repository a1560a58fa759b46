"""`paperboy search`: finds papers, for people and for scripts."""

from typing import TYPE_CHECKING

import click

from bot.cli.opening import ready_library
from bot.cli.options import FAILED, QueryCommand, folders, joined, stdin_lines, write, write_json
from search.errors import InvalidQuery

if TYPE_CHECKING:
    from bot.cli.answers import Answer


@click.command(cls=QueryCommand)
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--limit", type=click.IntRange(min=1, max=100_000), default=10, show_default=True, help="Papers an answer."
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON an answer.")
@folders
def search(query: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Find papers that have all the words of QUERY.

    With - it reads a query a line from standard input and writes an answer a line: JSON, or the query, the number of
    papers and their names with tabs between. A line that cannot be searched is answered with its error, and the exit
    status is then 1.
    """
    from bot.cli.answers import Search, as_text  # late: the search needs libraries that --help does not

    with ready_library() as paperboy:
        find = Search(paperboy.services, limit).answer
        if query == ("-",):
            write_line = write_json_answer if as_json else write_row
            answered = [write_line(find(line)) for line in stdin_lines()]
            return 0 if all(answered) else FAILED
        found = find(joined(query))
        if found.error is not None:
            raise InvalidQuery(found.error)
        if as_json:
            write_json(found.as_json())
        else:
            write(as_text(found))
        return 0


def write_json_answer(answer: "Answer") -> bool:
    """Write an answer's line; whether the query could be answered."""
    write_json(answer.as_json())
    return answer.error is None


def write_row(answer: "Answer") -> bool:
    """Write an answer's line of columns; whether the query could be answered."""
    write(answer.as_row() + "\n")
    return answer.error is None
