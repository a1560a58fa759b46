"""A person's Home: their own page with a search, the week's papers, what is new, their list, notes and channels."""
