"""Models in folders: what is wrong with one is said, and a tiny one made here runs as sentence-transformers would."""

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from search.engines.hybrid_engine import ModelUnavailable, OnnxEncoder
from search.engines.hybrid_engine.model import model
from tests.tiny_model import VECTORS, write_model

Skip = Callable[[str, bool, str], None]


@pytest.fixture
def folder(tmp_path: Path, skip_without: Skip) -> Path:
    """A model of six words. Skips where the extra is not installed."""
    present = bool(find_spec("onnxruntime") and find_spec("tokenizers"))
    skip_without("semantic", present, "the extra is not installed: onnxruntime and tokenizers")
    write_model(tmp_path)
    return tmp_path


def unit(*rows: str) -> np.ndarray:
    mean = np.mean([VECTORS[row] for row in rows], axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


def test_a_text_is_the_mean_of_its_tokens(folder: Path) -> None:
    encoder = OnnxEncoder.open(str(folder))

    assert np.allclose(encoder.encode_query("cache turtle"), unit("cache", "turtle"))
    assert 4 == encoder.dimension


def test_texts_of_any_length_come_back_in_their_order_and_empty_ones_as_zeros(folder: Path) -> None:
    texts = ["turtle " * number for number in range(1, 40)] + ["cache", "  "]

    made = OnnxEncoder.open(str(folder)).encode(texts)

    assert np.allclose(made[:39], unit("turtle"), atol=1e-6)
    assert np.allclose(made[39], unit("cache"))
    assert not made[40].any()


def test_the_first_token_and_the_prompts_are_used_where_the_model_says_so(folder: Path) -> None:
    plain = OnnxEncoder.open(str(folder)).fingerprint
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    prompts = {"prompts": {"query": "query ", "document": "text "}}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))

    encoder = OnnxEncoder.open(str(folder))

    assert np.allclose(encoder.encode_query("turtle cache"), unit("query"))
    assert np.allclose(encoder.encode(["turtle cache"])[0], unit("text"))
    assert plain != encoder.fingerprint


def test_a_network_that_cannot_be_run_is_told_when_it_is_needed(folder: Path) -> None:
    (folder / "model.onnx").write_bytes(b"no network")

    with pytest.raises(ModelUnavailable, match="cannot be run"):
        OnnxEncoder.open(str(folder)).encode_query("turtle")


def test_another_network_is_another_model(folder: Path) -> None:
    before = OnnxEncoder.open(str(folder)).fingerprint
    write_model(folder, scale=2.0)

    assert before != OnnxEncoder.open(str(folder)).fingerprint


@pytest.mark.parametrize("name", ["/no/such/folder", "./none", "~/none-such/x", "name", "a/b/c"])
def test_a_folder_that_is_not_there_is_not_asked_of_the_hub(name: str) -> None:
    with pytest.raises(ModelUnavailable, match="there is no folder"):
        model(name)


def test_a_folder_without_a_model_says_what_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"model\.onnx and tokenizer\.json"):
        model(str(tmp_path))


def test_the_smaller_network_of_an_exported_model_is_taken(tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    for name in ("onnx/model.onnx", "onnx/model_quantized.onnx", "tokenizer.json"):
        (tmp_path / name).write_bytes(b"x")

    assert tmp_path / "onnx/model_quantized.onnx" == model(str(tmp_path)).network


def test_a_file_of_the_model_that_is_not_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"x")
    for name in ("tokenizer.json", "config_sentence_transformers.json"):
        (tmp_path / name).write_text("{")

    with pytest.raises(ModelUnavailable, match=r"config_sentence_transformers\.json cannot be read"):
        model(str(tmp_path))


@pytest.mark.skipif(
    bool(find_spec("onnxruntime") and find_spec("tokenizers")), reason="the extra is installed, so nothing is missing"
)
def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"pip install 'paperboy-slack\[semantic\]'"):
        OnnxEncoder.open(str(tmp_path))
