"""What a thread is about: the papers that are linked in it, or else its most telling words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.conversation import Said
from handlers.ports import Services
from handlers.talk.weighing import MOST, stems, weighed
from search.grammar import identify, plain
from search.language.prose import PROSE
from search.language.words import STOP_WORDS, WRITTEN, fold, written
from search.models import Paper
from search.query import Query, Word

LATEST = 30
"""Messages that are read, the newest first."""
LONGEST = 4_000
FADING = 0.85
"""What a message counts in parts of the one after it."""
WORDS = 6
LINKS = 5
"""Links that are looked up."""
OFTEN = 3
"""A word counts for so many messages at most."""
_TALK = """
ask asks asked asking bot prior review reviews reviewed reviewing conference workshop neurips icml iclr tonight
anyone anybody everyone everybody guys hi hello hey thanks thank please sorry yes yeah yep nope okay ok sure lol
paper papers article articles abstract read reading know knows think thinks thought guess maybe probably wonder
wondering look looks looking looked find found search question questions idea ideas thing things stuff something
anything nothing someone somebody really actually basically kind sort lot bit today yesterday tomorrow week month
http https www com org thread channel message link links team meeting discuss discussed discussing interesting
remember recall heard saw seen tell says say said want need like liked got get gets getting going go let lets
"""
TALK = frozenset(_TALK.split())
"""What people say around their subject."""


@dataclass(frozen=True, slots=True)
class ThreadTopic:
    """Papers that are linked in a thread, the newest link first; else the words to look for, the most telling first."""

    papers: tuple[Paper, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def query(self) -> Query:
        """The search for the words."""
        return Query(", ".join(self.words), tuple(map(Word, self.words)))


def thread_topic(said: Sequence[Said], services: Services) -> ThreadTopic:
    """What these messages, the oldest first, are about; our own answers do not count. Raises what the ports raise."""
    texts = [plain(message.text[:LONGEST]) for message in reversed(said) if message.facts is None][:LATEST]
    papers = tuple(_linked(texts, services))
    return ThreadTopic(papers) if papers else ThreadTopic(words=_telling(texts, services))


def _linked(texts: Sequence[str], services: Services) -> Iterator[Paper]:
    named = (identify(word) for text in texts for word in text.split())
    different = list(dict.fromkeys(identifier for identifier in named if identifier))[:LINKS]
    found = {paper.id: paper for paper in map(services.library.identified, different) if paper}
    yield from found.values()


def _telling(texts: Sequence[str], services: Services) -> tuple[str, ...]:
    """The words that are rare in the library, were said lately and more than once, in this measure together."""
    said: dict[str, float] = defaultdict(float)
    spelt: dict[str, str] = {}
    times: Counter[str] = Counter()
    for age, text in enumerate(texts):
        for stem, word in _words(text).items():
            times[stem] += 1
            spelt.setdefault(stem, word)
            said[stem] += FADING**age if times[stem] <= OFTEN else 0
    likely = sorted(said, key=lambda stem: (-said[stem], stem))[:MOST]
    known = {word.word: word for word in weighed((spelt[stem] for stem in likely), services)}
    worth = {
        spelt[stem]: said[stem] * known[spelt[stem]].weight
        for stem in likely
        if spelt[stem] in known and known[spelt[stem]].papers
    }
    return tuple(sorted(worth, key=lambda word: (-worth[word], word))[:WORDS])


def _words(text: str) -> dict[str, str]:
    """The telling words of a message by their stems, each as it is first written."""
    found: dict[str, str] = {}
    for word in WRITTEN.findall(" ".join(part for part in text.split() if not identify(part))):
        if fold(word) not in STOP_WORDS | TALK and stems(Word(word)) and not word.isdigit() and len(word) > 1:
            stem = written(word).readings[0].stem
            if stem not in PROSE:
                found.setdefault(stem, word)
    return found
