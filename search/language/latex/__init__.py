"""LaTeX made readable."""

from search.language.latex.translation import without_latex

__all__ = ["without_latex"]
