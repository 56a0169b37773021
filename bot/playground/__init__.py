"""A stand-in for Discord on this machine: REST, gateway, and a web page where one person can sit at a
table as five. It imports nothing else of ours; the real bot connects to it through the real client.
"""

from bot.playground.playground import NAMES, Playground

__all__ = ["NAMES", "Playground"]
