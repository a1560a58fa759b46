"""What turns text into vectors, whatever model and runtime stand behind it."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from search.errors import EngineUnavailable

Vector = NDArray[np.float32]
"""One text: a row of `dimension` numbers of length 1, or zeros where the text says nothing."""

Vectors = NDArray[np.float32]
"""A row a text."""


class ModelUnavailable(EngineUnavailable):
    """The model cannot be used; the message is a sentence that says why and what to do."""


class Encoder(Protocol):
    """A sentence-embedding model. Texts that mean alike have vectors with a large inner product.

    Any member may raise `ModelUnavailable`; all may be used from several threads.
    """

    @property
    def fingerprint(self) -> str:
        """Tells vectors of this model from those of any other, whatever the model is called."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts that are to be found."""

    def encode_query(self, text: str) -> Vector:
        """The vector of what somebody looks for; some models read a question otherwise than a text."""
