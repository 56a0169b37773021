"""A simulated player that plays by what it sees, at random, without knowing the game.

It presses what is on its hand and on the board, chooses from menus, fills in forms, types commands
(with suggested values) and lines in the DM. Now and then it does what people do: presses twice,
presses other people's or old buttons, types nonsense. After a refusal it tries something else.
If it is ever stuck, something is wrong.

With `Manners.only` it uses one input method: buttons, commands or typed lines. It then makes no
deliberate mistakes.

For drives, kills, soaks, benches and end-to-end tests of whole tables.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeAlias

from playground.tests.user import (
    MENU,
    TYPED,
    Json,
    Outcome,
    User,
    drawn_at,
    part_of,
    prefilled,
    pressable,
    subcommands,
    text_of,
)
from tests.actors.tables import NOTHING, board_of, deal_table
from tests.actors.watcher import BACK, HINT, Watcher, hand_in

NONSENSE = ("", "?!", "one million", "-5", "99999999999999999999", "pass the salt", "<@1> `*_~|")
MAIN = 1  # the style of a primary button
OPENS_MORE = "More…"  # the label of a button on hands
OF_THE_TABLE = (
    "start",
    "practice",
    "hand",
    "table",
    "rules",
)  # commands of a game that make no move

Only: TypeAlias = Literal["", "buttons", "commands", "lines"]


class Stuck(AssertionError):
    """A table stopped making progress."""


@dataclass(slots=True)
class Tally:
    """The counts of one table's players."""

    tried: int = 0
    moved: int = 0
    refused: int = 0
    looked: int = 0
    problems: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Manners:
    """A player's habits; probabilities unless noted."""

    mischief: float = 0.05
    command: float = 0.10
    typed: float = 0.06
    deals: float = 0.8  # chance of offering a deal on its turn; it wears off
    perturbed: float = 0.1
    orders: float = 0.05  # chance of setting a standing order, each time they wait
    reserve: float = 0.2  # preference for passing, in auctions for instance
    think: float = 0.12  # seconds of thought at most
    patience: float = 60.0  # seconds within which a table must make progress
    line_patience: float = 20.0  # and within which a typed line must be answered
    only: Only = ""  # the only input method used


UNHESITATING = Manners(think=0.0)


class Player(Watcher):
    """One player at one table."""

    def __init__(
        self,
        user: User,
        game: str,
        table: int,
        dice: Random | None = None,
        tally: Tally | None = None,
        manners: Manners = UNHESITATING,
    ) -> None:
        super().__init__(user, table)
        self.game = game
        self.dice = dice or Random(user.name)
        self.tally = tally or Tally()
        self.manners = manners
        self.noticed: Callable[[Json, Outcome], None] = lambda component, outcome: None
        self._tried: set[str] = set()
        self._tried_at = 0
        self._looks: set[str] = set()  # verbs that only showed something

    def untried(self, message: Json | None) -> list[tuple[Json, Json]]:
        """List requests not tried at this step; those that only show something, rarely."""
        looks = self._looks if self.dice.random() < 0.9 else set[str]()
        return [
            (message, component)
            for message, component in self.offers(message)
            if component["custom_id"] not in self._tried and verb_of(component) not in looks
        ]

    async def play(self) -> None:
        """Play until the table is over. Raise Stuck."""
        self.user.minds = str(self.table)
        try:
            await self._play()
        finally:
            self.user.minds = ""
            self.look_away()

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
            else:
                await self.idle()

    async def idle(self) -> None:
        """Do something idle while others think."""
        if not self.manners.only and self.dice.random() < self.manners.mischief / 4:
            await self.mischief()
        elif self.manners.only in ("", "buttons") and self.dice.random() < self.manners.orders:
            await self.set_order()
        else:
            await self.user.change(0.5)

    async def set_order(self) -> None:
        """Press *More…* on the newest hand, and something there, such as the standing orders."""
        hand = self.hand
        more = hand and part_of(hand, label=OPENS_MORE)
        if hand and more:
            await self.press(hand, more)
        else:
            await self.user.change(0.5)

    async def act(self) -> None:
        """Try to make a move by some input method."""
        if self._tried_at != self.step:
            self._tried, self._tried_at = set(), self.step
        roll = self.dice.random()
        manners = self.manners
        if manners.only == "commands":
            await self.command()
        elif manners.only == "lines":
            await self.type_what_can_be_typed()
        elif manners.only == "buttons":
            await self.press_something()
        elif roll < manners.mischief:
            await self.mischief()
        elif roll < manners.mischief + manners.command:
            await self.command()
        elif roll < manners.mischief + manners.command + manners.typed:
            await self.type_line()
        else:
            await self.press_something()

    async def press_something(self) -> None:
        """Press something untried on the newest hand or on the board."""
        offers = self.untried(self.board)
        if not offers or self.dice.random() < 0.5:
            hand = self.hand
            fresh = hand is not None and drawn_at(hand) >= self.step
            if not fresh and (hand is None or self.dice.random() < 0.8):
                await self.take_hand(hand)
            offers = [*self.untried(self.hand), *self.untried(self.board)]
        if offers:
            if self.dice.random() < self.manners.reserve:  # skip the most likely choice
                offers = [offer for offer in offers if offer[1].get("style") != MAIN] or offers
            await self.press(*self.dice.choice(offers))
        else:
            self._tried.clear()
            await self.user.change(0.2)

    @property
    def _by_buttons(self) -> bool:
        return self.manners.only == "buttons"

    async def take_hand(self, old: Json | None) -> None:
        """Open the hand: by the button on the board, on the old hand, or by a command."""
        board, roll = self.board, self.dice.random()
        if self.covered is not None:
            await self.user.click(self.covered, label=BACK)
        elif old is not None and roll < 0.4:
            await self.user.click(old, label="Refresh") if part_of(old, label="Refresh") else None
        elif (
            board is not None
            and part_of(board, label="My hand")
            and (roll < 0.9 or self._by_buttons)
        ):
            await self.user.click(board, label="My hand")
        elif not self._by_buttons:
            channel = self.dice.choice(["games", ""])
            await self.user.command(f"{self.game} hand", {"table": self.table}, channel=channel)

    async def press(self, message: Json, component: Json, depth: int = 0) -> None:
        """Press a button and continue with what it asks."""
        values = _some_of(component, self.dice) if component["type"] == MENU else None
        if values is None or len(component["options"]) == 1:
            self._tried.add(component["custom_id"])
        elif self.dice.random() < 0.1:
            self._tried.add(component["custom_id"])  # a menu deserves several attempts
        outcome = await self.user.press(message, component, values)
        self.noticed(component, outcome)
        if self.covered is not None and self.covered["id"] == message["id"]:
            outcome.said = outcome.said or self.covered  # it asks back on the pressed panel
        await self.follow(component, outcome, depth)

    async def follow(self, component: Json, outcome: Outcome, depth: int = 0) -> None:
        """Continue after a press: fill in a form, answer a question, or note the move."""
        if outcome.kind in ("failed", "lost"):
            self.problem(f"{component.get('custom_id')}: {outcome}")
        if outcome.kind == "form" and self.manners.only == "commands":
            self.tally.refused += 1  # a field was left out
            return None
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
        elif hand_in(outcome.text) is not None:
            self.tally.moved += 1
            await self.catch_up(drawn_at(outcome.said))
        elif (more := self._pressed_on(outcome.said)) and depth < 6:
            await self.press(*self.dice.choice(more), depth + 1)
        elif _striped(outcome.said):
            self.tally.looked += 1
            self._looks.add(verb_of(component))
        else:
            self.tally.refused += 1
        return None

    def _pressed_on(self, panel: Json) -> list[tuple[Json, Json]]:
        """List the buttons of a panel that asks back."""
        return [] if self.manners.only in ("commands", "lines") else self.offers(panel)

    async def catch_up(self, step: int) -> None:
        """Wait until the board shows the move just made in private."""
        for _ in range(20):
            if self.step >= step or not await self.user.change(0.3):
                return

    def fill(self, form: Json) -> dict[str, Any]:
        """Fill in a form with its defaults or slight changes."""
        filled: dict[str, Any] = {}
        for item in form["components"]:
            inner = item.get("component")
            if inner is None:
                continue
            odd = self.dice.random() < self.manners.perturbed
            value = prefilled(inner)
            if inner["type"] == TYPED:
                hints = HINT.findall(item.get("description", ""))
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
        """Type one of the game's commands with suggested options."""
        channel = self.dice.choice(["games", ""])
        sub = self.dice.choice(await self._verbs(channel))
        options = await self.options(sub, channel)
        if options is None:
            return
        path = f"{self.game} {sub['path']}"
        outcome = await self.user.command(path, options, channel=channel)
        self.noticed({"custom_id": f"/{path}"}, outcome)
        await self.follow({"custom_id": f"/{path}"}, outcome)

    async def _verbs(self, channel: str) -> list[Json]:
        """List the game's commands that may be moves; useless ones wait a little."""
        group = next(
            option for option in await self.user.commands(channel) if option["name"] == self.game
        )
        below = [{**option, "path": path} for path, option in subcommands(group)]
        subs = [option for option in below if option["path"] not in OF_THE_TABLE]
        if self.manners.only:
            subs = await self._said_to_be_legal(subs) or subs
        untried = [command for command in subs if command["name"] not in self._tried]
        if not untried:
            self._tried.clear()
        return untried or subs

    async def _said_to_be_legal(self, subs: list[Json]) -> list[Json]:
        """Open the hand by command; in the DM it says what can be typed now."""
        if self.told_at < self.step:
            await self.user.command(f"{self.game} hand", {"table": self.table}, channel="")
        verbs = {line.split()[0].casefold() for line in self.can_type}
        # a bare value belongs to an option of a command
        bare = not verbs <= {command["name"] for command in subs}
        return [
            command for command in subs if command["name"] in verbs or (bare and _asks(command))
        ]

    async def options(self, sub: Json, channel: str) -> dict[str, Any] | None:
        """Choose values for the options of a command; None if one has no suggestion.

        A player that may leave options out does so now and then, and may type other values.
        """
        path, options = f"{self.game} {sub['path']}", {"table": self.table}
        if self.manners.only:
            self._tried.add(sub["name"])
        for option in sub.get("options", ()):
            value = await self.option(path, option, options, channel)
            if value is not None:
                options[option["name"]] = value
            elif self.manners.only and option.get("autocomplete"):
                return None
        return options

    async def option(self, path: str, option: Json, given: Json, channel: str) -> Any:
        """Choose a value for an option; None leaves it out."""
        if option["name"] == "table":
            return self.table
        alone = bool(self.manners.only)
        if not alone and not option.get("required") and self.dice.random() < 0.5:
            return None
        offered = option.get("choices") or []
        if option.get("autocomplete"):
            others = {key: value for key, value in given.items() if key != option["name"]}
            typed = "" if alone else self.dice.choice(["", "", "", "1", "a"])
            outcome = await self.user.suggestions(
                path, option["name"], typed, others, channel=channel
            )
            if outcome.kind != "choices":
                self.problem(f"no suggestions for {path} {option['name']}: {outcome}")
            offered = outcome.choices
        if offered:
            return self.dice.choice(offered)["value"]
        if alone and option.get("autocomplete"):
            return None  # the command doesn't fit this moment
        kind = option["type"]
        if kind == 5:
            return self.dice.random() < 0.5
        if kind in (4, 10):
            return self.dice.choice([0, 1, 2, 3, 10, 20, 50, -1])
        return self.dice.choice(["10", "1", "nothing", "a b c"]) if option.get("required") else None

    async def type_line(self, text: str | None = None) -> None:
        """Type a line in the DM: a suggested one, or the words of a button."""
        if text is None:
            hand = self.hand
            hints = HINT.findall(text_of(hand)) if hand else []
            labels = [offer[1]["label"] for offer in self.offers(hand) if offer[1].get("label")]
            text = self.dice.choice([*hints, *labels, "pass", "10", "help"])
        if self.dice.random() < 0.5:
            text = f"{self.table}: {text}"
        try:
            answer = await self.user.exchange(text or "…", self.manners.line_patience)
        except TimeoutError:
            return self.problem(f"nobody answered the line {text!r}")
        self.tally.tried += 1
        if hand_in(text_of(answer)) is not None:
            self.tally.moved += 1
            await self.catch_up(drawn_at(answer))
        elif more := self._pressed_on(answer):
            await self.press(*self.dice.choice(more))
        else:
            self.tally.refused += 1
            self.hear_what_can_be_typed(text_of(answer), self.step)
        return None

    async def type_what_can_be_typed(self) -> None:
        """Type a line that was suggested at this step, or a variant; else ask for the hand."""
        if self.told_at < self.step or not self.can_type or self.dice.random() < 0.1:
            return await self.type_line("?")
        text = self.dice.choice(self.can_type)
        if self.dice.random() < 0.5:
            text = await self.in_other_words(text) or text
        return await self.type_line(text)

    async def in_other_words(self, text: str) -> str | None:
        """Replace the values in a line by others that its command suggests."""
        offered = await self.user.commands("")
        group = next((option for option in offered if option["name"] == self.game), None)
        if group is None:  # the game is off, so nothing suggests values
            return None
        words = text.casefold().split()
        subs = [{**option, "path": path} for path, option in subcommands(group)]
        sub = next((command for command in subs if command["name"] == words[0]), None)
        if sub is None:
            sub = self.dice.choice(subs)
        if sub["path"] in OF_THE_TABLE:
            return None
        given = await self.options(sub, "")
        if given is None:
            return None
        del given["table"]
        said = {True: "yes", False: "no"}
        values = (said[item] if isinstance(item, bool) else str(item) for item in given.values())
        return " ".join([sub["name"], *values])

    async def mischief(self) -> None:
        """Do one of the clumsy things that people do."""
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
        elif board is not None and part_of(board, label="How to play"):
            outcome = await self.user.click(board, label="How to play")
            if outcome.said is not None and part_of(outcome.said, label="More"):
                await self.user.click(outcome.said, label="More")

    # --- saying what is wrong ---

    def problem(self, what: str) -> None:
        """Record a problem."""
        self.tally.problems.append(f"table {self.table}, {self.user.name}: {what}")

    def report(self) -> str:
        """Describe what this player sees, for the report of a stuck table."""
        seen = [self.board, self.hand]
        pages = [
            text_of(item) + "\n" + "  ".join(map(_named, pressable(item))) for item in seen if item
        ]
        return f"{self.user.name} is stuck at table {self.table}:\n" + "\n---\n".join(pages)


def _named(component: Json) -> str:
    return f"[{component.get('label') or component.get('placeholder')} {component['custom_id']}]"


def verb_of(component: Json) -> str:
    """Return the verb of a button, a form or a command."""
    return re.split("[:;]", component["custom_id"].partition(":")[2].partition(":")[2])[0]


def _asks(sub: Json) -> bool:
    """Return whether a command has options."""
    return any(option["name"] != "table" for option in sub.get("options", ()))


def _striped(message: Json) -> bool:
    """Return whether a message is a game's panel: panels have its colour, sentences none."""
    return any(item.get("accent_color") for item in message["components"])


def _some_of(menu: Json, dice: Random) -> list[str]:
    """Choose as many values of a menu as it requires."""
    values = [item["value"] for item in menu["options"]]
    least = max(menu.get("min_values", 1), 1 if menu.get("required", True) else 0)
    most = min(menu.get("max_values", 1), len(values))
    return dice.sample(values, dice.randint(min(least, most), most))


async def play_table(users: Sequence[User], game: str) -> str:
    """Deal and play a table to its end, whatever the game; return the text of its board then."""
    table = await deal_table(users, game)
    await asyncio.gather(*(Player(user, game, table).play() for user in users))
    return text_of(board_of(users[0], table) or NOTHING)
