"""The workspace's one port: the routes that the bot calls, and the page with its API for people."""
