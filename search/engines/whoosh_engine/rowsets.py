"""Rows of paper numbers in order as sets: which are among others, and both as one."""

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers

MANY = 1_000
"""So many binary searches take longer than marking a long list."""


def inside(values: Numbers, papers: Numbers) -> Mask:
    """Which of the values are among the papers, which are in order."""
    if not len(papers):
        return np.zeros(len(values), bool)
    asked = values.astype(papers.dtype, copy=False)
    return np.asarray(papers.take(papers.searchsorted(asked), mode="clip") == asked)


def among(values: Numbers, papers: Numbers, count: int) -> Mask:
    """The same for many values, by marking the papers in a row of them all."""
    return inside(values, papers) if len(values) < MANY else marked(papers, count).take(values)


def marked(papers: Numbers, count: int) -> Mask:
    """The papers as marks in a row of so many."""
    marks = np.zeros(count, bool)
    marks[papers.astype(np.intp)] = True  # NumPy takes several times as long with numbers of any other width.
    return marks


def merged(papers: Numbers, others: Numbers) -> Numbers:
    """The papers of both rows, each of which has a paper once, in order."""
    if not len(papers) or not len(others):
        return papers if len(papers) else others
    return np.sort(np.concatenate([papers, others[~inside(others, papers)]]))
