"""TRUMP The Game: buy properties at auction, then make deals for those that pay with your cards."""

from games.trump.rules import Trump

__all__ = ["Trump"]
