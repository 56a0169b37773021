"""Play for an hour while everything goes wrong: `python -m tests.soak --minutes 60 --seed 1`."""
