"""Everything that the tests share."""
