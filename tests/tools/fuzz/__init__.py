"""Hostile inputs by the ten thousand: `python -m tests.tools.fuzz --inputs 100000 --seed 1`."""
