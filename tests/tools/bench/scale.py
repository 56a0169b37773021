"""How much is measured: all of it for docs/bench.md, or a little in two minutes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The numbers of rounds, presses, tables and seconds of one run."""

    rounds: int
    """Rounds of presses, playouts and starts; their medians count."""
    beats: int
    """Beats of each kind of press in a round."""
    tables_pressed: int
    """Tables at which people press, of each game."""
    moves: int
    """Moves of each game whose requests are counted."""
    tables_stored: int
    """Tables in the file with which the bot starts."""
    lots: tuple[int, int] | None
    """Tables that make one move before memory is measured, by batch; the first doesn't count.

    Half of each is enough for what Python counts, because that varies less.

    With few tables the figure would say nothing, so without any it is left out.
    """
    moves_a_second: float
    tables_loaded: int
    seconds_of_load: float


FULL = Scale(
    rounds=5,
    beats=8,
    tables_pressed=2,
    moves=80,
    tables_stored=100_000,
    lots=(1_000, 1_600),
    moves_a_second=200,
    tables_loaded=500,
    seconds_of_load=60,
)
QUICK = Scale(
    rounds=1,
    beats=3,
    tables_pressed=1,
    moves=8,
    tables_stored=2_000,
    lots=None,
    moves_a_second=50,
    tables_loaded=20,
    seconds_of_load=5,
)
