"""Runs the bot for people who open one table after another, without the limit of an hour.

python -m tests.crews.tireless      # as `python -m bot`
"""

import sys
from dataclasses import replace

from bot import __main__ as bot
from bot.host.seating.seats import Seats


def lift_limit() -> None:
    """Let people open as many tables in an hour as they like."""
    Seats.limits = replace(Seats.limits, in_an_hour=10**6)


if __name__ == "__main__":
    lift_limit()
    sys.exit(bot.main())
