"""Papers and finding them: reading, cleaning, indexing and ranking abstracts; no Slack, no SQL, no clock."""
