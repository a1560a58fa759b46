"""The address of code or data that an abstract itself states."""

import pytest

from search.language.links import code_address


@pytest.mark.parametrize(
    ("abstract", "address"),
    [
        ("Our code is available at https://github.com/OpenBMB/ChatDev/tree/puppeteer.", "https://github.com/OpenBMB/ChatDev/tree/puppeteer"),
        ("a toolkit at [GPLQ code](https://github.com/wujx2001/GPLQ).", "https://github.com/wujx2001/GPLQ"),
        (r"Code: \url{https://github.com/a/b\_c}.", "https://github.com/a/b_c"),
        ("See https://x.org. Code (https://gitlab.com/a/b), too.", "https://gitlab.com/a/b"),
        ("The leaderboard is at https://struct-bench.github.io.", "https://struct-bench.github.io"),
        ("For more information and demos, refer to https://the-agent-company.com.", "https://the-agent-company.com"),
        ("Models: https://huggingface.co/a/b, data elsewhere", "https://huggingface.co/a/b"),
        ("Code is at github.com/a/b.", "https://github.com/a/b"),
        ("As in https://en.wikipedia.org/wiki/Cat we sleep.", None),
        ("Code is at ftp://x.org/a or javascript:alert(1).", None),
        ("No code.", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_stated_address_is_found(abstract: str, address: str | None) -> None:
    assert code_address(abstract) == address
