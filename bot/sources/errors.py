"""What goes wrong while a service is asked; each message is a sentence for people."""


class SourceError(Exception):
    """A service gave no paper."""


class Refused(SourceError):
    """The address is none that may be asked; nothing was sent there."""


class NotThere(SourceError):
    """The service answered that it does not have this."""


class NoAnswer(SourceError):
    """The service could not be reached, or did not answer as it should; later it may."""
