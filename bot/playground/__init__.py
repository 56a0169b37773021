"""A stand-in for Discord on this machine, where one person can sit at a table as five.

REST, gateway, and a web page. It imports nothing else of ours; the real bot connects to it through
the real client.
"""

from bot.playground.playground import NAMES, Playground
from bot.playground.world.save_file import kept_ids

__all__ = ["NAMES", "Playground", "kept_ids"]
