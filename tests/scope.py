"""How much of the suite runs: everything with `pytest --all`, otherwise what takes two minutes.

The quick run plays the contract on one usual case of each game and leaves out every test marked
`full`: those that need a browser, npm or real time. `--database` chooses the engine of the tests'
databases. conftest.py sets both before any test module is
imported, because the cases are parametrized at import.
"""

everything = False
database = "sqlite"


def examples(count: int) -> int:
    """Return how many hypothesis examples to try: a quarter in a quick run."""
    return count if everything else count // 4
