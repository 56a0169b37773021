"""Watch everybody's messages live and check that no secret reaches the wrong person.

    wires = Wires(place)
    wires.watch(user)      # each user
    wires.compare()        # from time to time
    assert not wires.wrong

A hand may reach only its seat's owner, privately. In addition, the newest state of a table is
compared with a twin that some reader can't distinguish from it (tests/contract/twins): whatever
another seat's hand says in one and not in the other must not be in what that reader was shown at
this step.

For the fuzzer and the soak.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, TypeAlias

from bot.ui.face.face import Drawing
from bot.ui.panels.panel import Text
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from db.base.codec import codec_of
from db.base.place import Place
from games import GAMES
from games.chance import Chance
from playground.tests.user import EPHEMERAL, Json, User, drawn_at, text_of
from tests.actors.tables import step_of
from tests.actors.watcher import hand_in
from tests.contract.drawing import face_of
from tests.contract.twins import has_secrets, secrets_of
from tests.contract.twins.types import Otherwise, Reader
from tests.places import read

TWINS = 3  # twins to try for each reader
STEPS = 3  # steps of a table to remember
HOLDS_NOTHING = ("The cards haven't been dealt yet.", "This table is closed.")
"""The endings of hands that show nothing. Their reader may have left the table since, closed it by
leaving last, or seen it dealt without them.
"""
Shown: TypeAlias = dict[tuple[str, str], set[str]]
"""The lines of the newest board and hand that a person was shown at a step."""


class Wires:
    """What each person was shown of the last steps of each table."""

    def __init__(self, place: Place) -> None:
        self.wrong: list[str] = []
        self.compared = 0  # lines of hands that some reader must not see
        self.hands = 0
        self._place = place
        self._shown: dict[int, dict[int, Shown]] = defaultdict(dict)
        self._suspects: set[str] = set()

    def watch(self, user: User) -> None:
        """Watch a user's messages."""
        user.heard.append(partial(self._hear, user))

    def _hear(self, user: User, kind: str, data: Json) -> None:
        if kind not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or data["author"]["id"] != user.bot_id:
            return
        text = text_of(data)
        if (held := hand_in(text)) is not None:
            table, step, kind = held, drawn_at(data), "hand"
            self._look_at_hand(user, table, data)
        elif (found := step_of(data)) is not None:
            (table, step), kind = found, "board"
        else:
            return
        steps = self._shown[table]
        # only the newest hand, because secret moves change it within a step
        steps.setdefault(step, {})[user.id, kind] = set(text.splitlines())
        for old in sorted(steps)[:-STEPS]:
            del steps[old]

    def _look_at_hand(self, user: User, table: int, message: Json) -> None:
        self.hands += 1
        private = message["channel_id"] == user.dm_id or message["flags"] & EPHEMERAL
        if not private:
            self.wrong.append(f"a hand at table {table} was shown to everybody, {user.name} too")
        text = text_of(message)
        if text.endswith(HOLDS_NOTHING):
            return
        sql = "SELECT 1 FROM seats WHERE table_id=? AND person=?"
        if not read(self._place, sql, table, int(user.id)):
            self.wrong.append(f"{user.name} does not sit at table {table}, and was shown: {text}")

    def compare(self, *, settled: bool = True) -> None:
        """Compare each table in play with twins, and record what should not have been shown.

        Before everything is `settled` a person may still see an older panel; then a finding
        counts only if it occurs twice in a row.
        """
        before, self._suspects = self._suspects, set[str]()
        self._look()
        found = self._suspects if settled else self._suspects & before
        self.wrong += sorted(found)

    def _look(self) -> None:
        playing = read(self._place, "SELECT * FROM tables WHERE phase='playing'")
        for gone in self._shown.keys() - {row["id"] for row in playing}:
            del self._shown[gone]  # in a long run this would be most of the memory
        for row in playing:
            shown = self._shown.get(row["id"], {}).get(row["step"])
            if shown and has_secrets(row["game"]):
                self._compare(row, shown)

    def _compare(self, row: Any, shown: Shown) -> None:
        rules, face = GAMES[row["game"]], face_of(row["game"])
        sql = "SELECT person, name FROM seats WHERE table_id=? ORDER BY seat"
        seats = read(self._place, sql, row["id"])
        names = Names([seat["name"] for seat in seats])
        state = codec_of(rules).state.load(row["state"])
        sits = {str(item["person"]): seat for seat, item in enumerate(seats)}
        board = lines_of(face.draw.board(rules.view(state, None), names))
        hands = [
            lines_of(face.draw.hand(rules.view(state, seat), names)) for seat in range(len(seats))
        ]
        for (person, _), seen in list(shown.items()):
            reader = sits.get(person)
            allowed = board if reader is None else board | hands[reader]
            for seat, line in self._secret(row["game"], state, reader, names, hands):
                self.compared += 1
                if line in seen - allowed:
                    self._suspects.add(
                        f"table {row['id']}, step {row['step']}: {person} was shown what seat "
                        f"{seat} alone may know: {line}"
                    )

    def _secret(
        self, game: str, state: Any, reader: Reader, names: Names, hands: list[set[str]]
    ) -> Iterator[tuple[int, str]]:
        """Return the lines of other hands that tell what this reader can't know."""
        rules, face = GAMES[game], face_of(game)
        for seed in range(TWINS):
            luck = Otherwise(Chance.of(b"wires", seed, 1))
            twin = secrets_of(game).twin(state, reader, luck)
            for seat, hand in enumerate(hands):
                if seat != reader:
                    other = lines_of(face.draw.hand(rules.view(twin, seat), names))
                    yield from ((seat, line) for line in sorted(hand - other))


def lines_of(drawing: Drawing) -> set[str]:
    """Return the lines of a drawing."""
    texts = [drawing.headline, *(text.markdown for text in _texts(drawing.parts))]
    return {line for text in texts for line in plain(text).splitlines() if line.strip()}


def _texts(parts: Iterable[Any]) -> Iterator[Text]:
    return (part for part in parts if isinstance(part, Text))
