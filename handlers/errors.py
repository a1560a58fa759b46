"""Mistakes a person can mend."""


class UserError(Exception):
    """Shown to the person as it stands; the message says what to do next."""


class Unavailable(Exception):
    """Something the answer needs (the store, the index) cannot be reached now; the message is calm and plain."""
