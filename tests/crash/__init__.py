"""Real processes that send to a workspace and are killed in the midst of it."""
