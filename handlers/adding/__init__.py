"""Papers that people bring: looked up or read first, shown, and added when they say so."""
