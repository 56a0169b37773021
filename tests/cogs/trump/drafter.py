"""A player who drafts deals of TRUMP The Game with the mouse."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.entry.requests.draft_requests import Desk, DraftRequests
from bot.host.reading.table_view import TableView
from bot.ui.panels import custom_id
from bot.ui.panels.panel import Form, Panel, Request, Row
from bot.ui.panels.render import layout, modal
from bot.ui.panels.words import Names
from cogs.trump import FACE
from cogs.trump.deals.draft_panel import DraftPage
from cogs.trump.deals.drafting import DRAFT
from db.base.codec import Codec
from db.tables.drafts import Draft
from games.rules import Refusal
from games.trump.cards import CARDS
from games.trump.moves import Counter, Propose
from games.trump.state import State
from tests.contract.limits import check_message, check_modal, nested
from tests.contract.presses import table_at
from tests.games.trump.dealing import YOU, dealing
from tests.games.trump.table import NAMES, view

TABLE, STEP = 123_456_789, 54_321
BOTH = "Hotel and Casino"
CODEC: Codec[DraftPage] = Codec(DRAFT.holds)


class StoredDrafts:
    """The stored drafts of one player, in memory."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.made = 0

    async def of(self, table_id: int, person: int) -> Sequence[Draft]:
        return list(self.drafts)

    async def begin(self, table_id: int, person: int, kind: str, json: str) -> Draft:
        self.made += 1
        self.drafts.append(Draft(self.made, kind, json))
        return self.drafts[-1]

    async def change(self, table_id: int, person: int, before: Draft, json: str) -> Draft:
        now = Draft(before.number, before.kind, json)
        self.drafts[self.drafts.index(before)] = now
        return now

    async def delete(self, table_id: int, person: int, number: int) -> None:
        self.drafts = [draft for draft in self.drafts if draft.number != number]


class Drafter:
    """A player who drafts deals with the mouse, counting presses; a menu takes two.

    Each press goes through the custom_id that Discord would send, and each panel and form is
    checked against Discord's limits.
    """

    def __init__(self, state: State, seat: int, names: Sequence[str] = NAMES) -> None:
        self.names, self.seat, self.state = Names(names), seat, state
        self.kept = StoredDrafts()
        self.desk: DraftRequests = DraftRequests(self.kept)  # pyright: ignore[reportArgumentType]
        self.presses = 0
        self.panel = Panel([Row(DRAFT.hand(self.view, self.names))])
        self.form: Form | None = None

    @property
    def view(self):
        return view(self.state, self.seat)

    @property
    def text(self) -> str:
        return self.panel.text()

    @property
    def content(self) -> DraftPage:
        """The last draft as it is stored."""
        return CODEC.load(self.kept.drafts[-1].json)

    def table(self) -> TableView:
        seen = table_at("trump", self.state.public.options, self.state, self.seat)
        return replace(seen, names=self.names)

    def ask(self, wanted: Request) -> Desk:
        return asyncio.run(self.desk.serve(FACE, self.table(), DRAFT, wanted, self.seat + 1))

    def send(self, wanted: Request) -> Propose | Counter | None:
        desk = self.ask(wanted)
        if isinstance(desk.made.made, Panel):
            self.panel = desk.made.made
            self.components()
        elif isinstance(desk.made.made, Form):
            self.form = desk.made.made
            check_modal(modal(self.form, TABLE, STEP))
        else:
            assert desk.draft is not None
            asyncio.run(self.desk.became_a_move(self.table(), self.seat + 1, desk.draft))
            return desk.made.made
        return None

    def components(self) -> list[dict[str, Any]]:
        return check_message(layout(self.panel, TABLE, STEP))

    def buttons(self) -> dict[str, dict[str, Any]]:
        return {part["label"]: part for part in nested(self.components()) if part["type"] == 2}

    def menus(self) -> list[dict[str, Any]]:
        found = {part["custom_id"]: part for part in self.components() if part["type"] == 3}
        return list(found.values())

    def choices(self, menu: str) -> dict[str, tuple[dict[str, Any], str]]:
        """Return the options of the menus whose placeholder matches, by label."""
        return {
            option["label"]: (part, option["value"])
            for part in self.menus()
            if re.search(menu, part["placeholder"])
            for option in part["options"]
        }

    def press(self, label: str) -> Propose | Counter | None:
        part = self.buttons()[label]
        assert not part.get("disabled"), f"{label} is disabled"
        self.presses += 1
        return self.send(request_of(part["custom_id"]))

    def choose(self, menu: str, label: str) -> "Drafter":
        part, value = self.choices(menu)[label]
        self.presses += 2
        read = custom_id.read(part["custom_id"])
        assert read is not None
        assert read.pick is not None
        self.send(read.request.with_args({read.pick: value}))
        return self

    def fill(self, **texts: str) -> None:
        """Submit the open form with these texts."""
        assert self.form is not None
        keys = [field.key for field in self.form.entries]
        assert {f"?{name}" for name in texts} <= set(keys)
        filled = {field.key: field.default for field in self.form.entries}
        self.presses += 1
        form, self.form = self.form, None
        self.send(
            form.request.with_args(filled | {f"?{name}": text for name, text in texts.items()})
        )

    def put_in(self, what: str, **chosen: str) -> None:
        """Choose a promise, then its terms, and add it to the draft."""
        self.choose("A promise", what)
        for menu, name in chosen.items():
            label = CARDS[name].title if name in CARDS else name
            self.choose(
                {"amount": "How much", "turn": "which turn", "card": "which (other )?card"}[menu],
                label,
            )
        self.press("Add")


def request_of(text: str) -> Request:
    """Read a custom_id."""
    read = custom_id.read(text)
    assert read is not None
    return read.request


def sentences(player: Drafter) -> list[str]:
    return [line for line in player.text.split("\n") if line[:1] not in ("#", "-", "*", "")]


def refused_to(player: Drafter, wanted: str) -> str:
    with pytest.raises(Refusal) as refusal:
        player.press(wanted)
    sentence = str(refusal.value)
    assert sentence[:1].isupper()
    assert sentence[-1:] in ".?"
    return sentence


def with_donna(*hands: Sequence[str], **layout: Any) -> Drafter:
    """Return Ann with a new draft of a deal with Donna."""
    you = Drafter(dealing(*hands, **layout), YOU)
    you.press("Deal with Donna…")
    return you
