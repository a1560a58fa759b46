"""What holds all tables together, for foreign keys, migrations and whoever goes through them all."""

from sqlalchemy import MetaData

metadata = MetaData()
