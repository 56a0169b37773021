"""Yankee Swap: give presents away, lie about them, and try to take nothing home."""

from games.yankee.rules import YankeeSwap

__all__ = ["YankeeSwap"]
