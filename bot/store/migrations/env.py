"""Runs the migrations inside the transaction that the store has already begun."""

from alembic import context

from bot.store.tables.metadata import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
