"""Somebody who plays a table by what they see, and decides by dice; they know no game.

They press what is on their hand and on the board, choose from menus, fill in forms, type commands
(with what is suggested to them) and lines in the DM, and now and then do what people do: press
twice, press what is not theirs, press old buttons, type nonsense. A refusal is no harm: they try
something else. What they never are is stuck: then something is wrong.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.e2e.harbor import board_of, step_of
from tests.e2e.user import MENU, TYPED, Json, Outcome, User, prefilled, pressable, text_of

HOUSE = "table_"  # how the verbs of the frame begin: they move nothing
TO_MOVE = re.compile(r"^\*\*To move:\*\* (.*?)(?: · <t:.*)?$", re.MULTILINE)
HAND = "### Your hand at table "
NONSENSE = ("", "?!", "one million", "-5", "99999999999999999999", "pass the salt", "<@1> `*_~|")
MAIN = 1  # the style of a button that leads
HINT = re.compile(r"`([^`\n]{1,30})`")


class Stuck(AssertionError):
    """A table does not go on."""


@dataclass(slots=True)
class Tally:
    """What one table's players have counted."""

    tried: int = 0
    moved: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Manners:
    """How a player behaves: each a chance out of 1."""

    mischief: float = 0.05
    command: float = 0.10
    typed: float = 0.06
    perturbed: float = 0.1
    reserve: float = 0.2  # in auctions, say: rather pass
    think: float = 0.12  # seconds, at most: who is faster moves first
    patience: float = 60.0  # seconds in which a table has to go on
    line_patience: float = 8.0  # and a typed line to be answered


class Player:
    """One person at one table."""

    def __init__(
        self, user: User, game: str, table: int, dice: Random, tally: Tally, manners: Manners
    ) -> None:
        self.user = user
        self.game = game
        self.table = table
        self.dice = dice
        self.tally = tally
        self.manners = manners
        self.noticed: Callable[[Json, Outcome], None] = lambda component, outcome: None
        self.board: Json | None = None
        self.step = 0  # how far the table is, by its board
        self.to_move = False  # whether the board names them
        self.over = False  # whether it says who has won
        self.hands: dict[str, Json] = {}  # private panels of this table, oldest first
        self._tried: set[str] = set()
        self._tried_at = 0
        user.heard.append(self._see)
        board = board_of(user, table)
        if board is not None:
            self._see_board(board, text_of(board))

    # --- what they see ---

    def _see(self, kind: str, data: Json) -> None:
        """Keep the board and the hands apart from all else that is said."""
        if kind == "MESSAGE_DELETE":
            self.hands.pop(data["id"], None)
        elif kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            message = self.user.messages[data["id"]]
            text = text_of(message)
            if (step_of(text) or (0, 0))[0] == self.table:
                self._see_board(message, text)
            elif text.startswith(f"{HAND}{self.table},"):
                self.hands.pop(message["id"], None)
                self.hands[message["id"]] = message
                if len(self.hands) > 8:
                    del self.hands[next(iter(self.hands))]

    def _see_board(self, message: Json, text: str) -> None:
        found = TO_MOVE.search(text)
        names = re.split(r", | and ", found[1]) if found else []
        self.board = message
        self.step = (step_of(text) or (0, 0))[1]
        self.to_move = self.user.name in names
        self.over = _has(message, f"{HOUSE}rematch")

    @property
    def hand(self) -> Json | None:
        """The hand they looked at last."""
        return next(reversed(self.hands.values()), None)

    def offers(self, message: Json | None) -> list[tuple[Json, Json]]:
        """List what can be asked of the game on a message: buttons and menus."""
        if message is None:
            return []
        return [
            (message, one)
            for one in pressable(message)
            if one["custom_id"].startswith(f"{self.table}:") and not _of_house(one["custom_id"])
        ]

    def untried(self, message: Json | None) -> list[tuple[Json, Json]]:
        """List what was not pressed yet at this step."""
        return [one for one in self.offers(message) if one[1]["custom_id"] not in self._tried]

    # --- what they do ---

    async def play(self) -> None:
        """Play until the table is over. Raises Stuck."""
        self.user.minds = f"-# table {self.table} "
        try:
            await self._play()
        finally:
            self.user.minds = ""
            self.user.heard.remove(self._see)

    async def _play(self) -> None:
        clock = asyncio.get_running_loop().time
        last_step, since = -1, clock()
        while not self.over:
            if self.step != last_step:
                last_step, since = self.step, clock()
            elif clock() - since > self.manners.patience:
                raise Stuck(self.report())
            if self.to_move:
                await asyncio.sleep(self.dice.random() * self.manners.think)
                if self.step == last_step:
                    await self.act()
            elif self.dice.random() < self.manners.mischief / 4:
                await self.mischief()
            else:
                await self.user.change(0.5)

    async def act(self) -> None:
        """Try to make a move, one way or another."""
        if self._tried_at != self.step:
            self._tried, self._tried_at = set(), self.step
        roll = self.dice.random()
        manners = self.manners
        if roll < manners.mischief:
            await self.mischief()
        elif roll < manners.mischief + manners.command:
            await self.command()
        elif roll < manners.mischief + manners.command + manners.typed:
            await self.type_line()
        else:
            await self.press_something()

    async def press_something(self) -> None:
        """Press something on the newest hand or on the board that was not tried at this step."""
        offers = self.untried(self.board)
        if not offers or self.dice.random() < 0.5:
            hand = self.hand
            fresh = hand is not None and _rev_of(hand) >= self.step
            if not fresh and (hand is None or self.dice.random() < 0.8):
                await self.take_hand(hand)
            offers = [*self.untried(self.hand), *self.untried(self.board)]
        if offers:
            if self.dice.random() < self.manners.reserve:  # rather not the likeliest thing
                offers = [one for one in offers if one[1].get("style") != MAIN] or offers
            await self.press(*self.dice.choice(offers))
        else:
            self._tried.clear()
            await self.user.change(0.2)

    async def take_hand(self, old: Json | None) -> None:
        """Look at one's hand: by the button on the board, on the old hand, or by a command."""
        board, roll = self.board, self.dice.random()
        if old is not None and roll < 0.4:
            await self.user.click(old, label="Refresh") if _labelled(old, "Refresh") else None
        elif board is not None and _labelled(board, "My hand") and roll < 0.9:
            await self.user.click(board, label="My hand")
        else:
            channel = self.dice.choice(["games", ""])
            await self.user.command(f"{self.game} hand", {"table": self.table}, channel=channel)

    async def press(self, message: Json, component: Json, depth: int = 0) -> None:
        """Press one thing and go on with what it asks."""
        values = _some_of(component, self.dice) if component["type"] == MENU else None
        if values is None or len(component["options"]) == 1:
            self._tried.add(component["custom_id"])
        elif self.dice.random() < 0.1:
            self._tried.add(component["custom_id"])  # a menu has more to it than one try
        outcome = await self.user.press(message, component, values)
        self.noticed(component, outcome)
        await self.follow(component, outcome, depth)

    async def follow(self, component: Json, outcome: Outcome, depth: int = 0) -> None:
        """Go on after a press: fill in a form, answer a question, or see that it was a move."""
        if outcome.kind in ("failed", "lost"):
            self.problem(f"{component.get('custom_id')}: {outcome}")
        if outcome.kind == "form":
            form = outcome.form
            outcome = await self.user.submit(form, self.fill(form))
            self.noticed(form, outcome)
            return await self.follow(form, outcome, depth)
        self.tally.tried += 1
        if outcome.kind != "answered":
            return None
        if outcome.said is None:
            self.tally.moved += 1
        elif outcome.text.startswith(HAND):
            self.tally.moved += 1
            await self.catch_up(_rev_of(outcome.said))
        elif (more := self.offers(outcome.said)) and depth < 6:
            await self.press(*self.dice.choice(more), depth + 1)
        else:
            self.tally.refused += 1
        return None

    async def catch_up(self, rev: int) -> None:
        """Wait a little until the board shows what has just been done in private."""
        for _ in range(20):
            if self.step >= rev or not await self.user.change(0.3):
                return

    def fill(self, form: Json) -> dict[str, Any]:
        """Fill in a form as it is offered, or a little differently."""
        filled: dict[str, Any] = {}
        for one in form["components"]:
            inner = one.get("component")
            if inner is None:
                continue
            odd = self.dice.random() < self.manners.perturbed
            value = prefilled(inner)
            if inner["type"] == TYPED:
                hints = HINT.findall(one.get("description", ""))
                value = value or (self.dice.choice(hints) if hints else "10")
                if odd:
                    value = self.dice.choice([*NONSENSE, *hints, str(self.dice.randrange(20) * 10)])
                if not value and inner.get("required", True):
                    value = "nothing"
            elif odd or not value:
                value = _some_of(inner, self.dice)
            filled[inner["custom_id"]] = value
        return filled

    # --- commands and typed lines ---

    async def command(self) -> None:
        """Type one of the game's commands, with what is suggested for its options."""
        channel = self.dice.choice(["games", ""])
        group = next(one for one in await self.user.commands(channel) if one["name"] == self.game)
        usual = ("start", "hand", "table", "rules")
        subs = [one for one in group["options"] if one["name"] not in usual]
        sub = self.dice.choice(subs)
        path = f"{self.game} {sub['name']}"
        options: dict[str, Any] = {"table": self.table}
        for option in sub.get("options", ()):
            value = await self.option(path, option, options, channel)
            if value is not None:
                options[option["name"]] = value
        outcome = await self.user.command(path, options, channel=channel)
        self.noticed({"custom_id": f"/{path}"}, outcome)
        await self.follow({"custom_id": f"/{path}"}, outcome)

    async def option(self, path: str, option: Json, given: Json, channel: str) -> Any:
        """Choose a value for an option of a command; None leaves it out."""
        if option["name"] == "table":
            return self.table
        if not option.get("required") and self.dice.random() < 0.5:
            return None
        offered = option.get("choices") or []
        if option.get("autocomplete"):
            others = {key: value for key, value in given.items() if key != option["name"]}
            typed = self.dice.choice(["", "", "", "1", "a"])
            outcome = await self.user.suggestions(
                path, option["name"], typed, others, channel=channel
            )
            if outcome.kind != "choices":
                self.problem(f"no suggestions for {path} {option['name']}: {outcome}")
            offered = outcome.choices
        if offered:
            return self.dice.choice(offered)["value"]
        kind = option["type"]
        if kind == 5:
            return self.dice.random() < 0.5
        if kind in (4, 10):
            return self.dice.choice([0, 1, 2, 3, 10, 20, 50, -1])
        return self.dice.choice(["10", "1", "nothing", "a b c"]) if option.get("required") else None

    async def type_line(self, text: str | None = None) -> None:
        """Type a line in the DM: what a panel says one can type, or a button's words."""
        if text is None:
            hand = self.hand
            hints = HINT.findall(text_of(hand)) if hand else []
            labels = [one[1]["label"] for one in self.offers(hand) if one[1].get("label")]
            text = self.dice.choice([*hints, *labels, "pass", "10", "help"])
        if self.dice.random() < 0.5:
            text = f"{self.table}: {text}"
        mine = await self.user.say(text or "…")
        dm = await self.user.open_dm()

        def answered() -> Json | None:
            newest = self.user.look(channel=dm)
            return newest if newest and int(newest["id"]) > int(mine["id"]) else None

        try:
            answer = await self.user.until(answered, self.manners.line_patience)
        except TimeoutError:
            return self.problem(f"nobody answered the line {text!r}")
        self.tally.tried += 1
        if text_of(answer).startswith(HAND):
            self.tally.moved += 1
            await self.catch_up(_rev_of(answer))
        elif more := self.offers(answer):
            await self.press(*self.dice.choice(more))
        else:
            self.tally.refused += 1
        return None

    async def mischief(self) -> None:
        """Do one of the things people do."""
        board, hands = self.board, list(self.hands.values())
        some = [*self.offers(board), *self.offers(self.dice.choice(hands) if hands else None)]
        kind = self.dice.choice(["twice", "foreign", "old", "nonsense", "help"])
        if kind == "twice" and some:
            message, component = self.dice.choice(some)
            values = _some_of(component, self.dice) if component["type"] == MENU else None
            both = [self.user.press(message, component, values) for _ in range(2)]
            for outcome in await asyncio.gather(*both):
                self.noticed(component, outcome)
                await self.follow(component, outcome)
        elif kind in ("foreign", "old") and some:
            await self.press(*self.dice.choice(some))
        elif kind == "nonsense":
            await self.type_line(self.dice.choice(NONSENSE))
        elif board is not None and _labelled(board, "How to play"):
            outcome = await self.user.click(board, label="How to play")
            if outcome.said is not None and _labelled(outcome.said, "More"):
                await self.user.click(outcome.said, label="More")

    # --- saying what is wrong ---

    def problem(self, what: str) -> None:
        """Note something that should not have happened."""
        self.tally.problems.append(f"table {self.table}, {self.user.name}: {what}")

    def report(self) -> str:
        """Write down what this player sees, for whoever has to find out why it does not go on."""
        seen = [self.board, self.hand]
        pages = [
            text_of(one) + "\n" + "  ".join(map(_named, pressable(one))) for one in seen if one
        ]
        return f"{self.user.name} is stuck at table {self.table}:\n" + "\n---\n".join(pages)


def _of_house(custom_id: str) -> bool:
    return custom_id.split(":", 2)[2].startswith(HOUSE)


def _has(message: Json | None, verb: str) -> bool:
    return message is not None and any(verb in one["custom_id"] for one in pressable(message))


def _labelled(message: Json, label: str) -> bool:
    return any(one.get("label") == label for one in pressable(message))


def _named(component: Json) -> str:
    return f"[{component.get('label') or component.get('placeholder')} {component['custom_id']}]"


def _rev_of(message: Json) -> int:
    """Read from a panel's buttons which rev it shows."""
    revs = [int(one["custom_id"].split(":")[1]) for one in pressable(message)]
    return max(revs, default=0)


def _some_of(menu: Json, dice: Random) -> list[str]:
    """Choose as many from a menu as it takes."""
    values = [one["value"] for one in menu["options"]]
    least = max(menu.get("min_values", 1), 1 if menu.get("required", True) else 0)
    most = min(menu.get("max_values", 1), len(values))
    return dice.sample(values, dice.randint(min(least, most), most))
