"""The painted board: what it shows, and how it is painted."""
