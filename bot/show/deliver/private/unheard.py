"""Remembers whose change was saved while its answer was lost, so that their next answer says so.

Discord then showed them *This interaction failed*, as if nothing had happened.
"""

from collections import OrderedDict
from collections.abc import Mapping

from bot.host.reading.queries import Queries
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from games.rules import Refusal

KEPT = 1000  # people


class Unheard:
    """The sentences that people haven't heard yet."""

    def __init__(self, queries: Queries, faces: Mapping[str, AnyFace]) -> None:
        self._queries = queries
        self._faces = faces
        self._said: OrderedDict[int, str] = OrderedDict()

    async def lost(self, person: int, table_id: int) -> None:
        """Remember that a person wasn't told that their change of a table was saved."""
        try:
            seen = await self._queries.table(table_id, person)
        except Refusal:  # its record was deleted meanwhile
            return
        own = [entry for entry in seen.news if entry.own][-1:]
        told = frame.told(self._faces[seen.game], own, seen.names, seen.seat, public=seen.public)
        what = f"counted: {told[-1]}" if told else f"at table {table_id} was saved."
        self._said[person] = f"Discord lost one of my answers, but what you did {what}"
        while len(self._said) > KEPT:
            self._said.popitem(last=False)

    def take(self, person: int, text: str = "") -> str:
        """Return what a person hasn't heard yet, if anything, on a line above a text."""
        return "\n".join(filter(None, [self._said.pop(person, ""), text]))
