"""Send tens of thousands of hostile inputs: `python -m tests.tools.fuzz --inputs 100000 --seed 1`."""
