"""Play while everything goes wrong: `python -m tests.tools.soak --minutes 60 --seed 1`."""
