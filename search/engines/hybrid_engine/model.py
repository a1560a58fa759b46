"""A sentence-embedding model as files in a folder, and how its authors want it to be used."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search.engines.hybrid_engine.encoder import ModelUnavailable

NETWORKS = ("model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx")
"""Where the network is, the smaller one first."""

TOKENIZER = "tokenizer.json"
POOLING = "1_Pooling/config.json"
PROMPTS = "config_sentence_transformers.json"


@dataclass(frozen=True, slots=True)
class Model:
    """The files of a model and what sentence-transformers' own files beside them say of its use. `first_token`: the
    vector is that of the first token, not the mean of all. The prompts are put before every query and every text."""

    network: Path
    tokenizer: Path
    first_token: bool = False
    query_prompt: str = ""
    text_prompt: str = ""


def model(name: str) -> Model:
    """The model in the folder `name`, or the one that the model hub calls so (`owner/name`), which is fetched the first
    time and kept by the hub's own library. Raises `ModelUnavailable`."""
    folder = Path(name).expanduser()
    if not folder.is_dir():
        if folder.is_absolute() or name.count("/") != 1 or name.startswith((".", "~")):
            raise ModelUnavailable(f"there is no folder {name}")
        folder = _fetched(name)
    return _read(folder)


def _read(folder: Path) -> Model:
    network = next((path for each in NETWORKS if (path := folder / each).is_file()), None)
    if network is None or not (folder / TOKENIZER).is_file():
        raise ModelUnavailable(f"{folder} holds no model: there must be {NETWORKS[0]} and {TOKENIZER}")
    prompts = _json(folder / PROMPTS).get("prompts") or {}
    return Model(
        network,
        folder / TOKENIZER,
        bool(_json(folder / POOLING).get("pooling_mode_cls_token")),
        str(prompts.get("query") or ""),
        str(prompts.get("document") or prompts.get("passage") or ""),
    )


def _fetched(name: str) -> Path:
    """The hub's copy on this machine, made if there is none yet."""
    try:
        from huggingface_hub import snapshot_download  # late: an extra
    except ImportError as error:
        raise ModelUnavailable("huggingface_hub, which fetches models, is not installed") from error
    wanted = [*NETWORKS, TOKENIZER, POOLING, PROMPTS]
    for only_here in (True, False):
        try:
            return Path(snapshot_download(name, allow_patterns=wanted, local_files_only=only_here))
        except Exception as error:  # The boundary to the hub's library, which raises what its HTTP library raises.
            reason = type(error).__name__
    raise ModelUnavailable(f"the model {name} cannot be fetched ({reason})")


def _json(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ModelUnavailable(f"{path} cannot be read") from error
    return read if isinstance(read, dict) else {}
