"""The storage of the bot: one SQLite file that holds all tables."""
