"""Downeast Dealer: auctions and bluffed trades for sets of yard-sale items."""

from games.downeast.rules import Downeast

__all__ = ["Downeast"]
