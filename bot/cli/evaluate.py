"""`paperboy evaluate`: how well the ranking finds what was judged right, and whether other weights find it better."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from bot.cli.options import folders, write
from bot.cli.progress import Bar

if TYPE_CHECKING:
    from bot.cli.collection import Collection
    from bot.cli.measures import Figures, Run
    from search.engine import SearchEngine

Given = dict[str, float]

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _weights(_context: click.Context, _option: click.Parameter, typed: tuple[str, ...]) -> Given:
    given: Given = {}
    for each in typed:
        name, _, number = each.partition("=")
        try:
            given[name.strip()] = float(number)
        except ValueError as error:
            raise click.BadParameter(f"{each!r} is not of the form NAME=NUMBER.") from error
    return given


@click.command()
@click.argument("collection", type=FOLDER, metavar="COLLECTION_DIR")
@click.option("--set", "given", multiple=True, metavar="NAME=NUMBER", callback=_weights, help="Rank with this weight.")
@click.option(
    "--compare", multiple=True, metavar="NAME=NUMBER", callback=_weights, help="Rank also with this one, and compare."
)
@click.option("--split", metavar="NAME", help="Only the questions of this split.")
@click.option("--abstracts", type=FILE, help="Papers for a collection without a corpus; their titles are left out.")
@folders
def evaluate(collection: Path, given: Given, compare: Given, split: str | None, abstracts: Path | None) -> None:
    """Measure the ranking on a test collection: corpus.jsonl, queries.jsonl and qrels.tsv in COLLECTION_DIR.

    The library is not touched. With --compare the measures are given for both ways to rank, with the probability that
    the difference is chance (paired randomisation test). --set and --compare may be repeated; --compare adds to --set.
    """
    from bot.cli.collection import UnreadableCollection, read  # late, like all that only this command needs
    from bot.cli.measures import MeasuresMissing, measured, required

    _known(given | compare)
    try:
        required()
        asked = read(collection, split, abstracts)
        ways = [given, given | compare] if compare else [given]
        figures = [measured(asked.judgements, run) for run in _runs(asked, ways)]
    except (MeasuresMissing, UnreadableCollection) as error:
        raise click.ClickException(str(error)) from error
    write(_table(len(asked.questions), figures))


def _runs(asked: "Collection", ways: list[Given]) -> "list[Run]":
    from bot import wiring

    with TemporaryDirectory() as folder:
        index(asked, wiring.trial_engine(Path(folder)))
        return [ranked(asked, wiring.trial_engine(Path(folder), **way)) for way in ways]


def _known(given: Given) -> None:
    from bot.wiring import weights

    for name in given.keys() - set(weights()):
        raise click.UsageError(f"There is no weight “{name}”. There are {', '.join(weights())}.")


def index(asked: "Collection", engine: "SearchEngine") -> None:
    """Fill the engine with the collection's papers."""
    from search.models import Changes

    with Bar() as bar:
        done = 0

        def step(papers: int) -> None:
            nonlocal done
            done += papers
            bar("indexing", done, len(asked.papers))

        engine.apply(Changes(1, asked.papers), step)


def ranked(asked: "Collection", engine: "SearchEngine") -> "Run":
    """What the engine finds for each question, by the collection's own ids."""
    from bot.cli.measures import DEPTH
    from search.grammar import question

    return {
        name: [asked.name(hit.id) for hit in engine.search(question(text), DEPTH).hits]
        for name, text in asked.questions.items()
    }


def _table(questions: int, figures: "list[Figures]") -> str:
    from bot.cli.measures import NAMES, p_value

    lines = [f"{questions} questions", ""]
    heads = ["", "value"] if len(figures) == 1 else ["", "value", "compared", "difference", "p"]
    rows = [heads]
    for name in NAMES:
        means = [each.mean(name) for each in figures]
        row = [name, *(f"{mean:.4f}" for mean in means)]
        if len(figures) > 1:
            chance = p_value(figures[1].values[name], figures[0].values[name])
            row += [f"{means[1] - means[0]:+.4f}", f"{chance:.4f}"]
        rows.append(row)
    lines += [
        "".join(cell.ljust(12) if not place else cell.rjust(12) for place, cell in enumerate(row)) for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"
