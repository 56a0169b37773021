"""What the services in bot/host report: changed tables, notices and meetings."""

from collections.abc import Sequence

from bot.host.reading.loaded_table import LoadedTable
from games.rules import Seat


class Listener:
    """Hears what happens at the tables. A method does nothing unless a subclass overrides it."""

    def table_changed(self, loaded: LoadedTable) -> None:
        """Called with the changed table after each commit."""

    def table_unsure(self, table_id: int) -> None:
        """Called if a commit was interrupted, so that it may or may not have succeeded."""

    def table_forgotten(self, table_id: int) -> None:
        """Called when an inactive table is no longer kept in memory."""

    def deadlines_moved(self, tables: Sequence[int]) -> None:
        """Called after a long outage with the tables whose boards show outdated deadlines."""

    def found_again(self, table_id: int) -> None:
        """Called when people can reach a table again, and its time was given back."""

    def clock_set_back(self) -> None:
        """Called when the clock is set back, because pauses in memory would take too long."""

    def notice_sent(self, table_id: int, seat: Seat) -> None:
        """Called after a notice that was due for a seat has been sent."""
