"""How well papers are found, beside bm25s, SQLite FTS5 and Tantivy, on every test collection of a folder in one run.

    python bench/quality.py COLLECTIONS [NAME ...] [--abstracts FILE] [--half odd|even] [--split scifact=test]

A collection is a folder with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, as `paperboy evaluate` takes it; one
without a corpus is asked of the abstracts in FILE. Each engine has its English stemming and its own defaults, gets the
words of each question and nothing else, and is measured over its first 1000 papers. `--half` takes every other
question, for tuning on one half and reporting the other; a question's half is told by its place in the file.
Needs bm25s, tantivy and ir-measures.
"""

import argparse
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bot.cli.collection import Collection, UnreadableCollection, read  # noqa: E402
from bot.cli.evaluate import index, ranked  # noqa: E402
from bot.cli.measures import DEPTH, NAMES, Figures, Run, measured, p_value  # noqa: E402
from bot.wiring import trial_engine  # noqa: E402

OURS = "paperboy"
LETTERS = re.compile(r"\w+")
"""What the query parsers of the peers take for words and never for syntax, in small letters."""

Engine = Callable[[Collection], Run]


def texts(asked: Collection) -> list[str]:
    return [f"{paper.title or ''} {paper.abstract}".strip() for paper in asked.papers]


def bm25s(asked: Collection) -> Run:
    """bm25s with its English stop words and the Snowball stemmer."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    found = bm25s.BM25()
    found.index(bm25s.tokenize(texts(asked), stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)
    words = bm25s.tokenize(list(asked.questions.values()), stopwords="en", stemmer=stemmer, show_progress=False)
    depth = min(DEPTH, len(asked.papers))
    papers, scores = found.retrieve(words, k=depth, show_progress=False)
    return {
        name: [asked.names[paper] for paper, score in zip(row, marks, strict=True) if score > 0]
        for name, row, marks in zip(asked.questions, papers.tolist(), scores.tolist(), strict=True)
    }


def fts5(asked: Collection) -> Run:
    """SQLite's full-text index with the Porter stemmer, the words joined by OR."""
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE VIRTUAL TABLE papers USING fts5(text, tokenize = 'porter unicode61')")
        database.executemany("INSERT INTO papers(rowid, text) VALUES (?, ?)", enumerate(texts(asked)))
        statement = "SELECT rowid FROM papers WHERE papers MATCH ? ORDER BY rank LIMIT ?"
        return {
            name: [asked.names[row] for (row,) in database.execute(statement, (_or(text), DEPTH))]
            for name, text in asked.questions.items()
        }


def _or(text: str) -> str:
    return " OR ".join(f'"{word}"' for word in LETTERS.findall(text))


def tantivy(asked: Collection) -> Run:
    """Tantivy with its English stemmer, the words joined by OR."""
    import tantivy

    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field("number", stored=True)
    schema.add_text_field("text", tokenizer_name="en_stem")
    papers = tantivy.Index(schema.build())
    writer = papers.writer(num_threads=1)
    for number, text in enumerate(texts(asked)):
        writer.add_document(tantivy.Document(number=number, text=text))
    writer.commit()
    writer.wait_merging_threads()
    papers.reload()
    searcher = papers.searcher()
    run = {}
    for name, text in asked.questions.items():
        query = papers.parse_query(" ".join(LETTERS.findall(text)).lower(), ["text"])
        hits = searcher.search(query, DEPTH).hits
        run[name] = [asked.names[searcher.doc(address)["number"][0]] for _, address in hits]
    return run


def paperboy(asked: Collection) -> Run:
    """This engine."""
    with tempfile.TemporaryDirectory() as folder:
        engine = trial_engine(Path(folder))
        try:
            index(asked, engine)
            return ranked(asked, engine)
        finally:
            engine.close()


ENGINES: dict[str, Engine] = {"bm25s": bm25s, "FTS5": fts5, "Tantivy": tantivy, OURS: paperboy}


def halved(asked: Collection, half: str | None) -> Collection:
    if half is None:
        return asked
    names = list(asked.questions)[0 if half == "odd" else 1 :: 2]
    return replace(
        asked,
        questions={name: asked.questions[name] for name in names},
        judgements={name: asked.judgements[name] for name in names},
    )


def collections(given: argparse.Namespace) -> Iterator[tuple[str, Collection]]:
    splits = dict(each.split("=") for each in given.split)
    for folder in sorted(path for path in given.folder.iterdir() if path.is_dir()):
        if not given.names or folder.name in given.names:
            try:
                asked = read(folder, splits.get(folder.name), given.abstracts)
            except UnreadableCollection as error:
                print(f"left out: {error}", file=sys.stderr)
                continue
            yield folder.name, halved(asked, given.half)


def table(name: str, results: dict[str, dict[str, Figures]]) -> Iterator[str]:
    """One measure: a row a collection, bold for the best; and the gain over the best peer with its chance."""
    yield f"\n| {name} | questions | {' | '.join(ENGINES)} | over the best | p |"
    yield f"|---|{'---|' * (len(ENGINES) + 3)}"
    gains = []
    for collection, figures in results.items():
        means = {engine: each.mean(name) for engine, each in figures.items()}
        best = max((engine for engine in means if engine != OURS), key=means.__getitem__)
        gains.append(means[OURS] / means[best] - 1)
        cells = [f"**{mean:.4f}**" if mean == max(means.values()) else f"{mean:.4f}" for mean in means.values()]
        chance = p_value(figures[OURS].values[name], figures[best].values[name])
        count = len(figures[OURS].values[name])
        yield f"| {collection} | {count} | {' | '.join(cells)} | {gains[-1]:+.1%} | {chance:.3f} |"
    yield f"| mean | | {'| ' * len(ENGINES)}| {sum(gains) / len(gains):+.1%} | |"


def main() -> None:
    """Every engine on every collection, then the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of collections")
    parser.add_argument("names", nargs="*", help="only these of them")
    parser.add_argument("--abstracts", type=Path, help="papers for a collection without a corpus")
    parser.add_argument("--half", choices=("odd", "even"), help="every other question only")
    parser.add_argument("--split", action="append", default=[], metavar="NAME=SPLIT", help="one split of a collection")
    given = parser.parse_args()
    results: dict[str, dict[str, Figures]] = {}
    for name, asked in collections(given):
        print(f"{name}: {len(asked.papers)} papers, {len(asked.questions)} questions", file=sys.stderr)
        results[name] = {engine: measured(asked.judgements, run(asked)) for engine, run in ENGINES.items()}
    for name in NAMES:
        print("\n".join(table(name, results)))


if __name__ == "__main__":
    main()
