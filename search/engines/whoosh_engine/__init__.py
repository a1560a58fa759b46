"""The engine on a Whoosh index: Whoosh keeps the postings, NumPy ranks them."""

from search.engines.whoosh_engine.engine import WhooshEngine
from search.engines.whoosh_engine.weights import Weights

__all__ = ["Weights", "WhooshEngine"]
