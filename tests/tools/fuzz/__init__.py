"""Send hostile inputs: `python -m tests.tools.fuzz --inputs 100000 --seed 1`."""
