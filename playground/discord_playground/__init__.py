"""A stand-in for Discord on this machine, in which one person can play all seats of a table.

It serves Discord's REST API, its gateway and a web page, and imports nothing else of this project.
The real bot connects to it with the real client library.
"""

from discord_playground.playground import NAMES, Playground
from discord_playground.world.save_file import kept_ids

__all__ = ["NAMES", "Playground", "kept_ids"]
