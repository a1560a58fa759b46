"""The query language: from what a person typed to a `Query`, the same for every engine."""

from search.grammar.asking import asked
from search.grammar.identifiers import identify
from search.grammar.parser import LONGEST, MOST_WORDS, parse
from search.grammar.question import question
from search.grammar.typed import plain

__all__ = ["LONGEST", "MOST_WORDS", "asked", "identify", "parse", "plain", "question"]
