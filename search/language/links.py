"""Where an abstract says that code, data or the project's page can be found."""

import re
from functools import lru_cache

from search.language.addresses import addresses
from search.language.characters import plain_characters
from search.language.sentences import sentences

_CODE_HOSTS = re.compile(
    r"https?://(?:www\.)?(?:github\.com|gitlab\.[\w.-]+|bitbucket\.org|codeberg\.org|sourceforge\.net|gitee\.com|"
    r"anonymous\.4open\.science|"
    r"huggingface\.co|zenodo\.org|osf\.io|kaggle\.com|code\.google\.com)/[^/]",
    re.IGNORECASE,
)
_PROJECT_HOSTS = re.compile(r"https?://[\w-]+\.(?:github|gitlab)\.io\b|https?://sites\.google\.com/", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w/.@-])(?=(?:www\.)?(?:github\.com|gitlab\.com|huggingface\.co|bitbucket\.org)/\w)", re.IGNORECASE
)
_ABOUT_CODE = re.compile(
    r"\b(?:code|implementation|source|software|library|package|toolkit|dataset|data|benchmark|demos?|available|released?|"
    r"project|website|web ?page|homepage|leaderboard|videos?|models?)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def code_address(abstract: str) -> str | None:
    """The http(s) address the abstract itself states: a code host's before a project page's before another's.

    Another address counts only in a sentence about code, data, a project or a demonstration.
    """
    text = _BARE.sub("https://", plain_characters(abstract))
    stated = addresses(text)
    if not stated:
        return None
    for hosts in (_CODE_HOSTS, _PROJECT_HOSTS):
        for address in stated:
            if hosts.match(address):
                return address
    about = (sentence for sentence in sentences(text) if _ABOUT_CODE.search(sentence))
    return next((address for sentence in about for address in addresses(sentence)), None)
