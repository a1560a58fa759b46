"""The encoder on ONNX Runtime: loads a model when it is first needed, and runs it on one core."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.engines.hybrid_engine.encoder import ModelUnavailable, Vector, Vectors
from search.engines.hybrid_engine.model import Model, model

RUNTIME = ("onnxruntime", "tokenizers")

MOST_TOKENS = 128
"""Most sentence encoders are trained on texts of this length; an abstract says what it is about within it, and twice
as many tokens take more than twice as long."""

BATCH = 16
"""Texts of about the same length that go through the network together."""

READING = 1
"""To be raised when the same text would get another vector than before."""


class OnnxEncoder:
    """See `search.engines.hybrid_engine.encoder.Encoder`. Opening is quick; the first text takes a second or two."""

    def __init__(self, files: Model) -> None:
        self._files = files
        self._loading = Lock()

    @classmethod
    def open(cls, name: str) -> "OnnxEncoder":
        """The encoder for the model with this name or in this folder. Raises `ModelUnavailable`."""
        for package in RUNTIME:
            if find_spec(package) is None:
                raise ModelUnavailable(f"{package} is not installed; pip install 'paperboy-slack[semantic]' brings it")
        return cls(model(name))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the model's files, so that another model under the same name is another model."""
        digest = hashlib.sha256(repr((READING, MOST_TOKENS, *self._usage())).encode())
        for path in (self._files.network, self._files.tokenizer):
            try:
                with path.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
            except OSError as error:
                raise ModelUnavailable(f"{path} cannot be read") from error
        return digest.hexdigest()[:32]

    @cached_property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return len(self.encode_query("dimension"))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts that are to be found."""
        made = np.zeros((len(texts), self.dimension), np.float32)
        # Alike in length, so that little of a batch is padding.
        order = sorted((place for place, text in enumerate(texts) if text.strip()), key=lambda place: len(texts[place]))
        for first in range(0, len(order), BATCH):
            chosen = order[first : first + BATCH]
            made[chosen] = self._encoded([self._files.text_prompt + texts[place] for place in chosen])
        return made

    def encode_query(self, text: str) -> Vector:
        """The vector of what somebody looks for."""
        return np.asarray(self._encoded([self._files.query_prompt + text])[0])

    def _usage(self) -> tuple[object, ...]:
        return (self._files.first_token, self._files.query_prompt, self._files.text_prompt)

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """The tokenizer and the network."""
        with self._loading:
            try:
                return _tokenizer(self._files), _session(self._files)
            except Exception as error:  # The boundary to the runtime, which raises types of its own.
                raise ModelUnavailable(f"{self._files.network} cannot be run ({type(error).__name__})") from error

    def _encoded(self, texts: list[str]) -> Vectors:
        tokenizer, session = self._loaded
        read = tokenizer.encode_batch(texts)
        longest = max(len(each.ids) for each in read)
        ids = np.zeros((len(read), longest), np.int64)
        mask = np.zeros_like(ids)
        for row, each in enumerate(read):
            ids[row, : len(each.ids)] = each.ids
            mask[row, : len(each.ids)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            out = session.run(None, {each.name: given[each.name] for each in session.get_inputs()})[0]
        except Exception as error:  # The boundary to the runtime, as above.
            raise ModelUnavailable(f"{self._files.network} cannot be run ({type(error).__name__})") from error
        return _unit(_pooled(np.asarray(out, np.float32), mask, self._files.first_token))


def _tokenizer(files: Model) -> Any:
    from tokenizers import Tokenizer  # late, as below: an extra, and slow to import

    tokenizer = Tokenizer.from_file(str(files.tokenizer))
    tokenizer.enable_truncation(MOST_TOKENS)
    tokenizer.no_padding()
    return tokenizer


def _session(files: Model) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One thread: requests are answered side by side, and a library that fills the machine would starve them.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(files.network), options, providers=["CPUExecutionProvider"])


def _pooled(out: NDArray[np.float32], mask: NDArray[np.int64], first_token: bool) -> Vectors:
    """One vector a text, from one a token; some networks end with this step themselves."""
    if out.ndim == 2:
        return out
    if first_token:
        return out[:, 0]
    weights = mask[..., np.newaxis].astype(np.float32)
    return np.asarray((out * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1))


def _unit(rows: Vectors) -> Vectors:
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(np.divide(rows, sizes, out=np.zeros_like(rows), where=sizes > 0))
