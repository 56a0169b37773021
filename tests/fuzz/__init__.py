"""Hostile inputs by the ten thousand: `python -m tests.fuzz --inputs 100000 --seed 1`."""
