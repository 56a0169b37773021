"""Hostile inputs, made from the bot's commands, from buttons in sight and from each game's ways in.

An `Input` is plain JSON, so a printed one can be sent again alone.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from bot.show.draw.pages import server_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Request
from playground.tests.user import AUTOCOMPLETE as SUGGEST
from playground.tests.user import COMMAND, MENU, MODAL, User, pressable, subcommands
from playground.tests.user import COMPONENT as PRESS
from tests.tools.fuzz import odd

Json: TypeAlias = dict[str, Any]
Side: TypeAlias = Literal["user", "raw", "line"]

NOOK = "nook"  # a public thread of #games
CHANNELS = ("games", "games", "games", NOOK, NOOK, "parlor", "")  # the last is the DM
LINE = 2000  # characters in a message
CUSTOM_ID = 100
NAMED_BY_ID = (6, 7, 8, 9)  # command options that name a person, a channel, a role or either
TYPED, LABELLED = 4, 18  # the fields of a form


@dataclass(frozen=True, slots=True)
class Input:
    """One hostile action of a person.

    `side` is `user` (sent through Discord's own app), `raw` (a forged payload that skips Discord's
    checks) or `line` (typed in the DM). `on` is a custom_id on the pressed message.
    """

    side: Side
    kind: int
    who: str
    where: str
    data: Json
    on: str = ""

    def written(self) -> str:
        """Return the input as JSON that `--again` can read."""
        return json.dumps(asdict(self))


def read_input(text: str) -> Input:
    """Read an input that was printed."""
    return Input(**json.loads(text))


class Maker:
    """Makes inputs from random dice and from what people see at the moment."""

    def __init__(
        self,
        dice: Random,
        users: Mapping[str, User],
        commands: Sequence[Json],
        faces: Mapping[str, AnyFace],
    ) -> None:
        self.dice = dice
        self.users = users
        self.commands = commands
        self.tables: list[int] = []  # ids of all tables: open, in play, over
        self._paths = list(_paths(commands))
        self._verbs = _verbs_of(faces)
        self._words = sorted({*self._verbs, *users, *_words_of(faces), "table", "1", "10", "20"})

    def make(self) -> Input:
        """Make the next input: half of them from a user, half raw."""
        who = self.dice.choice(list(self.users))
        roll = self.dice.random()
        if roll < 0.12:
            return Input("line", 0, who, "", {"content": self._line()})
        if roll < 0.27:
            return self._command(who, "user")
        if roll < 0.35:
            return self._suggest(who, "user")
        if roll < 0.50:
            return self._seen_press(who) or self._command(who, "user")
        if roll < 0.70:
            return self._press(who)
        if roll < 0.85:
            return self._modal(who)
        return self._command(who, "raw") if roll < 0.93 else self._suggest(who, "raw")

    def typed_in(self, form: Json) -> dict[str, Any]:
        """Fill in a form that has opened, as Discord's app would send it."""
        filled: dict[str, Any] = {}
        for item in form["components"]:
            inner = item.get("component")
            if inner is None:
                continue
            if inner["type"] == TYPED:
                most = inner.get("max_length") or 4000
                filled[inner["custom_id"]] = odd.text(self.dice, self._words, most) or "0"
            elif inner.get("options"):
                filled[inner["custom_id"]] = [self.dice.choice(inner["options"])["value"]]
        return filled

    # --- typed ---

    def _line(self) -> str:
        begun = self.dice.choice(("", "", f"{self._table()}: ", f"#{self._table()}:", "²: "))
        verb = self.dice.choice(("", f"{self.dice.choice(self._verbs)} "))
        return (begun + verb + odd.text(self.dice, self._words, LINE))[:LINE]

    def _table(self) -> int:
        known = self.tables or [1]
        return self.dice.choice((*known, *known, 0, 10**9, 10**14))

    def _command(self, who: str, side: Side) -> Input:
        path, options = self.dice.choice(self._paths)
        if path[-1] in ("start", "rematch", "end") and self.dice.random() < 0.9:
            path, options = self.dice.choice(self._paths)  # or most inputs would be commands
        beyond = side == "raw"
        given: list[Json] = []
        for option in options:
            needed = option.get("required") and not (beyond and self.dice.random() < 0.1)
            if needed or self.dice.random() < 0.6:
                given.append(self._option(option, beyond=beyond))
        if beyond and self.dice.random() < 0.1:  # of an outdated version
            given.append({"name": "gone", "type": 3, "value": odd.text(self.dice, (), 6000)})
        return Input(side, COMMAND, who, self.dice.choice(CHANNELS), _filled(path, given))

    def _option(self, option: Json, *, beyond: bool) -> Json:
        if option["name"] == "table" and self.dice.random() < 0.8:
            return {"name": "table", "type": 4, "value": self._table()}
        made: Json = {key: option[key] for key in ("name", "type")}
        choices = option.get("choices")
        if choices and not (beyond and self.dice.random() < 0.3):
            made["value"] = self.dice.choice(choices)["value"]
        elif option["type"] in NAMED_BY_ID:  # Discord never sends what is no id
            ids = [*(user.id for user in self.users.values()), *map(str, odd.NUMBERS)]
            made["value"] = self.dice.choice(ids)
        else:
            made["value"] = odd.value(self.dice, option["type"], self._words, beyond=beyond)
        return made

    def _suggest(self, who: str, side: Side) -> Input:
        asked = [
            (path, options, option)
            for path, options in self._paths
            for option in options
            if option.get("autocomplete")
        ]
        path, options, focused = self.dice.choice(asked)
        half = {"name": focused["name"], "type": focused["type"], "focused": True}
        given = [half | {"value": odd.text(self.dice, self._words, 6000)}]
        for option in options:
            if option is not focused and self.dice.random() < 0.5:
                given.append(self._option(option, beyond=side == "raw"))
        return Input(side, SUGGEST, who, self.dice.choice(CHANNELS), _filled(path, given))

    # --- pressed ---

    def _seen_press(self, who: str) -> Input | None:
        """Press something that a person sees, even if it is disabled."""
        user = self.users[who]
        newest = list(user.messages.values())[-self.dice.choice((4, 20, 100)) :]
        here = [(message, on) for message in newest for on in pressable(message)]
        if not here:
            return None
        message, component = self.dice.choice(here)
        data: Json = {"component_type": component["type"], "custom_id": component["custom_id"]}
        if component["type"] == MENU:
            data["values"] = [self.dice.choice(component["options"])["value"]]
        where = next(
            (key for key, own in user.channels.items() if own == message["channel_id"]), ""
        )
        return Input("user", PRESS, who, where, data, component["custom_id"])

    def _press(self, who: str) -> Input:
        """Forge a press of a button or a menu."""
        data: Json = {"custom_id": self._custom_id(), "component_type": self.dice.choice((2, 3))}
        if data["component_type"] == MENU and self.dice.random() < 0.9:
            many = self.dice.choice((0, 1, 1, 1, 2, 25))
            data["values"] = [odd.text(self.dice, self._words, 100) for _ in range(many)]
        return Input("raw", PRESS, who, self.dice.choice(CHANNELS), data, self._some_message())

    def _modal(self, who: str) -> Input:
        """Send a form that nobody has opened, with the fields of any form or none."""
        many = self.dice.choice((0, 1, 1, 2, 2, 3, 5))
        data = {
            "custom_id": self._custom_id(),
            "components": [self._entry(number) for number in range(many)],
        }
        on = self.dice.choice(("", self._some_message()))
        return Input("raw", MODAL, who, self.dice.choice(CHANNELS), data, on)

    def _entry(self, number: int) -> Json:
        name = self.dice.choice(self._args)
        own = f"{self.dice.choice(('?', '?', '?', '*', ''))}{name}"
        inner: Json = {"type": TYPED, "id": number * 2 + 2, "custom_id": own}
        if self.dice.random() < 0.1:
            inner["custom_id"] = odd.text(self.dice, self._words, CUSTOM_ID)
        if self.dice.random() < 0.8:
            inner["value"] = odd.text(self.dice, self._words, 4000)
        else:
            inner |= {"type": MENU, "values": [odd.text(self.dice, self._words, 100)]}
        kind = self.dice.random()
        if kind < 0.8:
            return {"type": LABELLED, "id": number * 2 + 1, "component": inner}
        if kind < 0.9:
            return {"type": 1, "id": number * 2 + 1, "components": [inner]}
        return {"type": 10, "id": number * 2 + 1}  # a text display between the fields

    def _some_message(self) -> str:
        """Choose the pressed message by a custom_id on it; "" is any message."""
        user = self.users[self.dice.choice(list(self.users))]
        seen = [
            button["custom_id"] for each in user.messages.values() for button in pressable(each)
        ]
        return self.dice.choice(seen) if seen else ""

    @property
    def _args(self) -> list[str]:
        return ["amount", "slip", "page", "game", "when", "at", "kind", "say", *self._words[::7]]

    def _custom_id(self) -> str:
        roll = self.dice.random()
        if roll < 0.15:
            return self.dice.choice(odd.FOREIGN_IDS)[:CUSTOM_ID]
        real = self._some_message()
        if real and roll < 0.45:
            return self._shifted(real)[:CUSTOM_ID]
        if real and roll < 0.55:
            return odd.mutated(self.dice, real)[:CUSTOM_ID]
        made = f"{self._table()}:{self._step()}:{self.dice.choice(self._verbs)}"
        for _ in range(self.dice.choice((0, 0, 1, 1, 2, 3))):
            made += f";{self.dice.choice(self._args)}={self._argument()}"
        if self.dice.random() < 0.2:
            made += f";*{self.dice.choice(self._args)}"
        return made[:CUSTOM_ID]

    def _argument(self) -> str:
        usual = ("0", "1", "2", "-1", "50", "true", "null", '"a"', "[]", "[0,1]", "{}", "1e9", "²")
        text = self.dice.choice((*usual, odd.text(self.dice, self._words, 60)))
        return "".join(char for char in text if char not in ":;=")

    def _step(self) -> int:
        return self.dice.choice((0, 1, 5, 10, 10**6, 10**14, self.dice.randrange(60)))

    def _shifted(self, real: str) -> str:
        """Return the custom_id of a real button, moved to another table or another step."""
        table, step, *rest = real.split(":", 2)
        if self.dice.random() < 0.5:
            table = str(self._table())
        if self.dice.random() < 0.5:
            step = str(self._step())
        return ":".join((table, step, *rest))


def _paths(commands: Sequence[Json]) -> Sequence[tuple[tuple[str, ...], list[Json]]]:
    """Return the bot's commands by the words that one types, with their options."""
    found: list[tuple[tuple[str, ...], list[Json]]] = []
    for command in commands:
        if any(option["type"] in (1, 2) for option in command.get("options", ())):
            for path, sub in subcommands(command):
                found.append(((command["name"], *path.split()), sub.get("options", [])))
        else:
            found.append(((command["name"],), command.get("options", [])))
    return found


def _filled(path: Sequence[str], given: list[Json]) -> Json:
    """Return a filled-in command without its id, which is added when it is sent."""
    for depth, name in enumerate(reversed(path[1:])):
        given = [{"name": name, "type": 2 if depth else 1, "options": given}]
    return {"name": path[0], "type": 1, "options": given}


def _verbs_of(faces: Mapping[str, AnyFace]) -> list[str]:
    """List the verbs of all buttons, and some that no button has.

    Only those inside a game's drafts are missing; they come from drafts in sight.
    """
    shared = [wanted.verb for wanted in vars(frame).values() if isinstance(wanted, Request)]
    found = [*shared, *server_panel.VERBS, f"{frame.HOUSE}nosuch"]
    for face in faces.values():
        found += [request.verb for request in (*face.ways, *face.orders, *face.asides)]
        for slip in face.drafts:
            found += [f"{slip.kind}_{word}" for word in ("open", "tear", "nosuch")]
    return sorted(set(found))


def _words_of(faces: Mapping[str, AnyFace]) -> set[str]:
    """Return words that mean something in moves: fields, attributes and names of ways."""
    found: set[str] = set()
    for face in faces.values():
        for way in (*face.ways, *face.orders):
            found |= {*way.words, *way.phrases, *(field.name for field in way.fields)}
            if is_dataclass(way.move):
                found |= {field.name for field in fields(way.move)}
    return found
