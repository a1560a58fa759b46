"""What the shortcuts of Slack lead to: a private look at what a message is about, and a window for searching."""
