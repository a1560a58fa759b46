"""The engines that the benches compare: each indexes papers and is asked the same questions in its own language."""

import re
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse, question
from search.models import Changes, Paper

LETTERS = re.compile(r"\w+")

Search = Callable[[], object]
"""One question, made ready; calling it searches the first ten papers."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of one class: its words, and where the class has one, the year from which papers count."""

    kind: str
    words: tuple[str, ...]
    year: int | None = None


class Ours:
    """This engine, asked through the whole of `engine.search`."""

    def __init__(self, folder: Path, papers: Sequence[Paper]) -> None:
        self.engine = WhooshEngine.open(folder / "index", "bench")
        if self.engine.revision() == 0:
            self.engine.apply(Changes(1, tuple(papers)))

    def ready(self, asked: Asked) -> Search:
        text = " ".join(asked.words)
        match asked.kind:
            case "phrase":
                query = parse(f'"{text}"')
            case "prefix":
                query = parse(f"{text}*")
            case "filtered":
                query = parse(f"{text} year:>={asked.year}")
            case _:
                query = question(text)
        return lambda: self.engine.search(query, 10)


class Fts5:
    """SQLite's full-text index in a file, with the Porter stemmer."""

    def __init__(self, folder: Path, papers: Sequence[Paper]) -> None:
        self.base = sqlite3.connect(folder / "fts5.db")
        if not self.base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self.base.execute("CREATE VIRTUAL TABLE papers USING fts5(title, abstract, tokenize = 'porter unicode61')")
            self.base.execute("CREATE TABLE facts(number INTEGER PRIMARY KEY, id TEXT, year INTEGER)")
            rows = [(number, paper.title, paper.abstract) for number, paper in enumerate(papers)]
            self.base.executemany("INSERT INTO papers(rowid, title, abstract) VALUES (?, ?, ?)", rows)
            facts = [(number, paper.id, paper.year) for number, paper in enumerate(papers)]
            self.base.executemany("INSERT INTO facts VALUES (?, ?, ?)", facts)
            self.base.execute("INSERT INTO papers(papers) VALUES ('optimize')")
            self.base.commit()

    def ready(self, asked: Asked) -> Search | None:
        words = LETTERS.findall(" ".join(asked.words))
        statement = "SELECT id FROM papers JOIN facts ON number = papers.rowid WHERE papers MATCH ?"
        match asked.kind:
            case "fuzzy":
                return None
            case "phrase":
                given: tuple[object, ...] = (f'"{" ".join(words)}"',)
            case "prefix":
                given = (f"{words[0]}*",)
            case "filtered":
                statement += " AND year >= ?"
                given = (" OR ".join(f'"{word}"' for word in words), asked.year)
            case _:
                given = (" OR ".join(f'"{word}"' for word in words),)
        return lambda: self.base.execute(f"{statement} ORDER BY rank LIMIT 10", given).fetchall()


class Tantivy:
    """Tantivy with its English stemmer, on disk, one segment."""

    def __init__(self, folder: Path, papers: Sequence[Paper]) -> None:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        builder.add_text_field("title", tokenizer_name="en_stem")
        builder.add_text_field("abstract", tokenizer_name="en_stem")
        builder.add_text_field("word", tokenizer_name="default")
        builder.add_integer_field("year", indexed=True, fast=True)
        place = folder / "tantivy"
        new = not place.exists()
        place.mkdir(exist_ok=True)
        self.index = tantivy.Index(builder.build(), path=str(place))
        if new:
            writer = self.index.writer(heap_size=1_000_000_000, num_threads=1)
            for paper in papers:
                text = f"{paper.title or ''} {paper.abstract}"
                document = tantivy.Document(id=paper.id, title=paper.title or "", abstract=paper.abstract, word=text)
                document.add_integer("year", paper.year or 0)
                writer.add_document(document)
            writer.commit()
            writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()
        self.tantivy = tantivy

    def ready(self, asked: Asked) -> Search:
        words = [word.lower() for word in LETTERS.findall(" ".join(asked.words))]
        fields = ["title", "abstract"]
        match asked.kind:
            case "phrase":
                text = f'"{" ".join(words)}"'
            case "prefix":
                schema, query = self.index.schema, self.tantivy.Query
                return lambda: self._first(query.regex_query(schema, "word", f"{words[0]}.*"))
            case "fuzzy":
                return lambda: self._first(self._fuzzy(words))
            case "filtered":
                text = f"+({' '.join(words)}) +year:[{asked.year} TO 3000]"
            case _:
                text = " ".join(words)
        return lambda: self._first(self.index.parse_query(text, fields))

    def _fuzzy(self, words: list[str]) -> object:
        query, occur = self.tantivy.Query, self.tantivy.Occur
        terms = (query.fuzzy_term_query(self.index.schema, "word", word, distance=2) for word in words)
        return query.boolean_query([(occur.Should, term) for term in terms])

    def _first(self, query: object) -> list[object]:
        return [self.searcher.doc(address)["id"] for _, address in self.searcher.search(query, 10).hits]


class Bm25s:
    """bm25s in memory, which knows no phrases, prefixes, filters or slips."""

    def __init__(self, _: Path, papers: Sequence[Paper]) -> None:
        import bm25s
        import Stemmer

        self.library, self.stemmer, self.ids = bm25s, Stemmer.Stemmer("english"), [paper.id for paper in papers]
        texts = [f"{paper.title or ''} {paper.abstract}" for paper in papers]
        self.found = bm25s.BM25()
        self.found.index(self._words(texts), show_progress=False)

    def ready(self, asked: Asked) -> Search | None:
        text = " ".join(asked.words)
        if asked.kind in ("phrase", "prefix", "filtered", "fuzzy"):
            return None
        return lambda: self.found.retrieve(self._words([text]), k=10, show_progress=False)

    def _words(self, texts: list[str]) -> object:
        return self.library.tokenize(texts, stopwords="en", stemmer=self.stemmer, show_progress=False)
