"""The steps by which the tables came to be what they are, run by Alembic when the store is opened."""
