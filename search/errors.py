"""The errors of this storey: what a person can mend, and what is out of order."""


class SearchError(Exception):
    """Anything that goes wrong while reading or finding papers."""


class InvalidQuery(SearchError):
    """A query that cannot be searched; the message is shown to the person as it stands and says what to do."""


class UnreadableFile(SearchError):
    """A file that holds no papers we can read; the message names the file and the reason."""


class EngineUnavailable(SearchError):
    """The index cannot answer now: being rebuilt, locked or damaged."""
