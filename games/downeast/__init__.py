"""Downeast Dealer: players collect sets of yard-sale items in auctions and bluffing trades."""

from games.downeast.rules import Downeast

__all__ = ["Downeast"]
