"""Holds the installed bot: this folder has bot/, cogs/, db/ and games/ in it (pyproject.toml)."""
