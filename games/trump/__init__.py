"""TRUMP The Game: buy properties at auction, then deal for what makes them pay."""

from games.trump.rules import Trump

__all__ = ["Trump"]
