"""Storage: one SQLite file that holds every table in progress."""
