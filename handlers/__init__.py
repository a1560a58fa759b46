"""What the bot does when something happens: pure Python from a request to a reply, with no I/O of its own."""
