"""The window in which a paper is read: its whole abstract, its links and its citation."""

from collections.abc import Iterator, Sequence

from handlers.blocks import kit, lines
from handlers.blocks.entry import NO_ABSTRACT
from handlers.blocks.shapes import Line, Run, bold, code, context, divider, modal, preformatted, rich
from handlers.messages import Block
from handlers.windows import Modal
from search.exports.bibtex import citation
from search.language.clean import clean
from search.language.sentences import sentences
from search.language.summary import summary
from search.models import Paper

ABSTRACT = 50_000  # characters; the longest abstract among 86,000 real papers has under a tenth of it
AUTHORS = 300
AUTHOR_CHARACTERS = 1_900
CITATION = 12_000


def reader(paper: Paper, beside: Sequence[Block] = ()) -> Modal:
    """The paper's window; its title is the handle, where that is short enough to be whole. `beside` stands below its
    name: what the person and others have said of it."""
    title = paper.id if 0 < kit.length(paper.id) <= kit.MODAL_TITLE else "Paper"
    return modal(title, [*_head(paper), *beside, divider(), *_abstract(paper), divider(), *_foot(paper)])


def _head(paper: Paper) -> Iterator[Block]:
    yield from rich([lines.linked_name(paper)])
    authors = kit.cut(lines.authors(paper, most=AUTHORS), AUTHOR_CHARACTERS)
    yield context(authors, lines.published(paper), handle=paper.id)


def _abstract(paper: Paper) -> tuple[Block, ...]:
    said = sentences(kit.cut(clean(paper.abstract), ABSTRACT))
    # A block for each paragraph: Slack leaves room between blocks, but none between the lines of one.
    read = tuple(block for paragraph in _paragraphs(paper, said) for block in rich(paragraph))
    return read or rich([Run(NO_ABSTRACT, italic=True)])


def _paragraphs(paper: Paper, said: tuple[str, ...]) -> list[Line]:
    """The sentences in order; each that states the problem, the idea or the result opens a paragraph with that label,
    in bold, so that the three can be read alone."""
    labels = _labels(paper)
    paragraphs: list[list[Run]] = [[]]
    for sentence in filter(None, map(kit.tidy, said)):
        label = labels.get(sentence)
        if label:
            paragraphs.append([code(label), Run(" "), bold(sentence)])
        else:
            paragraphs[-1].append(Run(f" {sentence}" if paragraphs[-1] else sentence))
    return list(filter(None, paragraphs))


def _labels(paper: Paper) -> dict[str, str]:
    stated = summary(paper.abstract)
    labels: dict[str, str] = {}
    for label, sentence in (("problem", stated.problem), ("idea", stated.idea), ("result", stated.result)):
        key = kit.tidy(sentence or "")
        if key:
            labels[key] = f"{labels[key]}, {label}" if key in labels else label
    return labels


def _foot(paper: Paper) -> Iterator[Block]:
    yield from rich(lines.links_line(paper))
    yield from rich([bold("Copy as BibTeX")])
    yield from preformatted(kit.cut(citation(paper), CITATION))
