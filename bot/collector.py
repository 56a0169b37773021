"""Sets up Python's garbage collector for a process that lives long and keeps most of what it loads.

With Python's own settings the collector runs after every 700 new objects, which is several times in
each press, and again and again walks through modules and tables that never become garbage.
"""

import gc

THRESHOLD = 50_000  # new objects, about a hundred presses


def settle() -> None:
    """Exempt everything loaded so far from collection, and collect less often from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(THRESHOLD, *gc.get_threshold()[1:])
