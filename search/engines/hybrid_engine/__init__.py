"""The engine that adds likeness in meaning to the ranking of another one, with a model of the person's choice."""

from search.engines.hybrid_engine.encoder import Encoder, ModelUnavailable
from search.engines.hybrid_engine.engine import HybridEngine
from search.engines.hybrid_engine.fusion import Fusion
from search.engines.hybrid_engine.onnx_encoder import OnnxEncoder
from search.engines.hybrid_engine.vectors import VectorIndex

__all__ = ["Encoder", "Fusion", "HybridEngine", "ModelUnavailable", "OnnxEncoder", "VectorIndex"]
