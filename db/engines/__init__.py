"""What differs between SQLite and PostgreSQL. Everything else in db/ is the same for both."""
