"""A finished game: its sales, its most memorable moments and its secrets."""
