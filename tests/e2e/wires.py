"""Looks over everybody's shoulder, live: does a secret go out on somebody else's wire?

    wires = Wires(file)
    wires.watch(user)      # each of them
    wires.compare()        # now and then
    assert not wires.wrong

A hand may be shown to nobody but who sits at that table, in private. And now and then the newest
state of a table is put beside a twin that some reader cannot tell from it (tests/contract/twins):
whatever another's hand says of the one and not of the other must be nowhere in what that reader
was shown of this step.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from bot.ui.face import Drawing
from bot.ui.panel import Text
from bot.ui.pics import plain
from bot.ui.words import Names
from db.codec import codec_of
from games import GAMES
from games.chance import Chance
from tests.contract.twins import has_secrets, secrets_of
from tests.contract.twins.types import Otherwise, Reader
from tests.e2e.harbor import read, step_of
from tests.e2e.terms import face_of
from tests.e2e.user import EPHEMERAL, Json, User, drawn_at, text_of
from tests.e2e.watcher import hand_in

TWINS = 3  # for each reader: what one has in common with the state, another has not
STEPS = 3  # of a table, that are kept in mind
HOLDS_NOTHING = ("The cards are not dealt yet.", "This table is closed.")
"""How hands end that show nothing. Who looked at one may have left the table by the time it is
heard of, and closed it, as the last who sat there, or seen it dealt without them."""
Shown: TypeAlias = dict[tuple[str, str], set[str]]
"""The lines of the newest board and the newest hand that somebody was shown of a step."""


class Wires:
    """Everything that people were shown of the last steps of each table, by who it was."""

    def __init__(self, file: Path) -> None:
        self.wrong: list[str] = []
        self.compared = 0  # lines of hands that one reader or another must not see
        self.hands = 0
        self._file = file
        self._shown: dict[int, dict[int, Shown]] = defaultdict(dict)
        self._suspects: set[str] = set()

    def watch(self, user: User) -> None:
        """Look over somebody's shoulder."""
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
        # the newest hand alone: what one does in secret changes it within a step
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
        if not read(self._file, sql, table, int(user.id)):
            self.wrong.append(f"{user.name} does not sit at table {table}, and was shown: {text}")

    def compare(self, *, settled: bool = True) -> None:
        """Put each table in play beside twins, and look for what should not have been shown.

        Where not all is `settled`, somebody may still be looking at what was so a moment ago: then
        it has to be there twice in a row.
        """
        before, self._suspects = self._suspects, set[str]()
        self._look()
        found = self._suspects if settled else self._suspects & before
        self.wrong += sorted(found)

    def _look(self) -> None:
        playing = read(self._file, "SELECT * FROM tables WHERE phase='playing'")
        for gone in self._shown.keys() - {row["id"] for row in playing}:
            del self._shown[gone]  # in a long run it would be most of what is kept
        for row in playing:
            shown = self._shown.get(row["id"], {}).get(row["step"])
            if shown and has_secrets(row["game"]):
                self._compare(row, shown)

    def _compare(self, row: Any, shown: Shown) -> None:
        rules, face = GAMES[row["game"]], face_of(row["game"])
        sql = "SELECT person, name FROM seats WHERE table_id=? ORDER BY seat"
        seats = read(self._file, sql, row["id"])
        names = Names([seat["name"] for seat in seats])
        state = codec_of(rules).state.load(row["state"])
        sits = {str(item["person"]): seat for seat, item in enumerate(seats)}
        board = lines_of(face.board(rules.view(state, None), names))
        hands = [lines_of(face.hand(rules.view(state, seat), names)) for seat in sits.values()]
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
        """List the lines of others' hands that say what this reader cannot know."""
        rules, face = GAMES[game], face_of(game)
        for seed in range(TWINS):
            luck = Otherwise(Chance.of(b"wires", seed, 1))
            twin = secrets_of(game).disguised(state, reader, luck)
            for seat, hand in enumerate(hands):
                if seat != reader:
                    other = lines_of(face.hand(rules.view(twin, seat), names))
                    yield from ((seat, line) for line in sorted(hand - other))


def lines_of(drawing: Drawing) -> set[str]:
    """List what is written on a drawing, line by line."""
    texts = [drawing.headline, *(text.markdown for text in _texts(drawing.parts))]
    return {line for text in texts for line in plain(text).splitlines() if line.strip()}


def _texts(parts: Iterable[Any]) -> Iterator[Text]:
    return (part for part in parts if isinstance(part, Text))
