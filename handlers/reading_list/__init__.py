"""A person's own list of papers: saved, read, rated, noted, shared, and forgotten when they ask for it."""
