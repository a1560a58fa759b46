"""What papers are written in: English with LaTeX, made readable and searchable."""
