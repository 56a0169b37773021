"""Shows tables on Discord: draws their messages, and keeps the messages up to date."""
