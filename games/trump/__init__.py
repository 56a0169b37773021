"""TRUMP The Game: buy properties at auction, then trade for those that your profit cards need."""

from games.trump.rules import Trump

__all__ = ["Trump"]
