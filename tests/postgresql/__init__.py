"""A PostgreSQL server of our own for the tests, from the system's packages."""
