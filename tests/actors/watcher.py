"""What one person sees of one table: its board, their hands, and what they may type.

For simulated players, who act on it.
"""

import re

from playground.tests.user import Json, User, drawn_at, part_of, pressable, table_of, text_of
from tests.actors.tables import board_of, step_of

HOUSE = "table_"  # the prefix of the frame's verbs, which make no move,
LEAD_TO_MOVES = ("table_orders", "table_more")  # but these lead to buttons and menus that do
HAND = re.compile(r"### Your hand · [^\n]+?, table (\d+), <#")
TO_MOVE = re.compile(r"^\*\*To move:\*\* (.*)$", re.MULTILINE)
DEADLINE = re.compile(r"(?: ·)? <t:\d+:R>")
HINT = re.compile(r"`([^`\n]{1,60})`")
BACK = "Back to my hand"  # the button on what covers a hand
CAN_TYPE = re.compile(r"You can type (.*?)(?: The rules are in .*)?$", re.MULTILINE)


class Watcher:
    """One person and what they see of one table."""

    def __init__(self, user: User, table: int) -> None:
        self.user = user
        self.table = table
        self.board: Json | None = None
        self.step = 0  # the step on the board
        self.to_move = False  # whether the board waits for this person
        self.over = False  # whether the board shows the winner
        self.hands: dict[str, Json] = {}  # this table's private panels, oldest first
        self.covered: Json | None = None  # a panel of this table that covers a hand
        self.can_type: list[str] = []  # the latest lines suggested for typing,
        self.told_at = -1  # and their step
        user.heard.append(self._see)
        board = board_of(user, table)
        if board is not None:
            self._see_board(board, text_of(board))

    def look_away(self) -> None:
        """Stop watching."""
        self.user.heard.remove(self._see)

    def _see(self, kind: str, data: Json) -> None:
        """Record the board and the hands, apart from other messages."""
        if self.covered is not None and self.covered["id"] == data.get("id"):
            self.covered = None
        if kind == "MESSAGE_DELETE":
            self.hands.pop(data["id"], None)
        elif kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            message = self.user.messages[data["id"]]
            text = text_of(message)
            if (step_of(message) or (0, 0))[0] == self.table:
                self._see_board(message, text)
            elif hand_in(text) == self.table:
                self.hear_what_can_be_typed(text, drawn_at(message))
                self.hands.pop(message["id"], None)
                self.hands[message["id"]] = message
                if len(self.hands) > 8:
                    del self.hands[next(iter(self.hands))]
            elif self._covers(message):
                self.hands.pop(message["id"], None)
                self.covered = message

    def _covers(self, message: Json) -> bool:
        back = part_of(message, label=BACK)
        return back is not None and table_of(back["custom_id"]) == self.table

    def _see_board(self, message: Json, text: str) -> None:
        found = TO_MOVE.search(text)
        # players with different deadlines have theirs behind their names
        names = re.split(r", | and ", DEADLINE.sub("", found[1])) if found else []
        self.board = message
        self.step = drawn_at(message, self.table)
        self.to_move = self.user.name in names
        ended = ("rematch", "truth")  # a game that is off has no rematch
        self.over = any(part_of(message, custom_id=f"{HOUSE}{verb}") for verb in ended)

    def hear_what_can_be_typed(self, text: str, step: int) -> None:
        """Remember the lines that a text suggests for typing."""
        found = CAN_TYPE.search(text)
        if found is not None and step >= self.told_at:
            self.can_type, self.told_at = HINT.findall(found[1]), step

    @property
    def hand(self) -> Json | None:
        """The newest hand."""
        return next(reversed(self.hands.values()), None)

    def offers(self, message: Json | None) -> list[tuple[Json, Json]]:
        """List a message's buttons and menus that belong to the game."""
        if message is None:
            return []
        return [
            (message, button)
            for button in pressable(message)
            if table_of(button["custom_id"]) == self.table and not _of_house(button["custom_id"])
        ]


def hand_in(text: str) -> int | None:
    """Return the table that a text is a hand of; None for other texts."""
    found = HAND.match(text)
    return None if found is None else int(found[1])


def _of_house(custom_id: str) -> bool:
    wanted = custom_id.split(":", 2)[2]
    return wanted.startswith(HOUSE) and not wanted.startswith(LEAD_TO_MOVES)
