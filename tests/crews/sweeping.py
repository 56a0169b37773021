"""The program `python -m bot`, which deletes old games right after its start."""

import sys

from bot import __main__ as program
from bot.upkeep.nightly import nightly_sweeps

if __name__ == "__main__":
    nightly_sweeps.AFTER_START = nightly_sweeps.PAUSE = 0.01
    sys.exit(program.main())
