"""An encoder without a model: texts are near in meaning as far as they share words or synonyms."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from search.engines.hybrid_engine.encoder import ModelUnavailable, Vector, Vectors
from search.language.words import STOP_WORDS, tokens

WORDS = 4096
OWN = 512
ASKED = 64  # to make the width a whole number of 64 bits, as models' mostly are

SYNONYMS = {"tortois": "turtl", "terrapin": "turtl", "automobil": "car"}


@dataclass
class WordEncoder:
    """A number a word, by its digest, and a part that is each text's own, so that no two texts are nearly the same.
    `read` are the texts that were encoded, `broken` is a model that fails."""

    fingerprint: str = "words"
    own: float = 1.0
    read: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    broken: bool = False

    @property
    def dimension(self) -> int:
        return WORDS + OWN + ASKED

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.read += texts
        return np.array([self._vector(text, crc32(text.encode()) % OWN) for text in texts], np.float32).reshape(
            len(texts), self.dimension
        )

    def encode_query(self, text: str) -> Vector:
        self.asked.append(text)
        return self._vector(text, OWN)

    def _vector(self, text: str, own: int) -> Vector:
        if self.broken:
            raise ModelUnavailable("the model cannot be run")
        vector = np.zeros(self.dimension, np.float32)
        for token in tokens(text):
            if token.exact not in STOP_WORDS:
                vector[crc32(SYNONYMS.get(token.stem, token.stem).encode()) % WORDS] += 1
        size = float(np.linalg.norm(vector))
        if not size:
            return vector
        vector[WORDS + own] = self.own * size
        return np.asarray(vector / np.linalg.norm(vector))
