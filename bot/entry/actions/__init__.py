"""Serves the buttons and commands that all games share, by topic."""
