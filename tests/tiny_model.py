"""A model of six words, written as ONNX by hand: it looks each token's vector up and does nothing else."""

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

VECTORS = {
    "[UNK]": (1.0, 1.0, 1.0, 1.0),
    "turtle": (1.0, 0.0, 0.0, 0.0),
    "tortoise": (1.0, 0.0, 0.0, 0.0),
    "cache": (0.0, 1.0, 0.0, 0.0),
    "query": (0.0, 0.0, 1.0, 0.0),
    "text": (0.0, 0.0, 0.0, 1.0),
}
FLOAT, INT64 = 1, 7


def write_model(folder: Path, scale: float = 1.0) -> None:
    """The network and its tokenizer."""
    table = np.array(list(VECTORS.values()), np.float32) * scale
    (folder / "model.onnx").write_bytes(_model(table))
    words = {"type": "WordLevel", "vocab": {word: place for place, word in enumerate(VECTORS)}, "unk_token": "[UNK]"}
    made: dict[str, object] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
    }
    parts = {"pre_tokenizer": {"type": "Whitespace"}, "post_processor": None, "decoder": None, "model": words}
    (folder / "tokenizer.json").write_text(json.dumps(made | parts))


# Protocol Buffers by hand: a field is its number and kind, then a number, or a length and that many bytes. The numbers
# of the fields are those of onnx.proto.
def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _varint(value: int) -> bytes:
    made = b""
    while value > 127:
        made += bytes([value & 127 | 128])
        value >>= 7
    return made + bytes([value])


def _value(name: str, kind: int, shape: Iterable[str | int]) -> bytes:
    sizes = b"".join(_bytes(1, _bytes(2, size) if isinstance(size, str) else _number(1, size)) for size in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, sizes)))


def _model(table: np.ndarray) -> bytes:
    sizes = b"".join(_number(1, size) for size in table.shape)
    weights = sizes + _number(2, FLOAT) + _bytes(8, "table") + _bytes(9, table.tobytes())
    node = _bytes(1, "table") + _bytes(1, "input_ids") + _bytes(2, "tokens") + _bytes(4, "Gather")
    graph = _bytes(1, node) + _bytes(2, "graph") + _bytes(5, weights)
    graph += _bytes(11, _value("input_ids", INT64, ("batch", "length")))
    graph += _bytes(12, _value("tokens", FLOAT, ("batch", "length", table.shape[1])))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))
