"""Tests that a standing order sends no different byte to anybody else until it makes a move.

Random games are played in two houses with the same luck, moves and times; in one of them a seat
gives standing orders. Only notices in the channel to that seat may differ.
"""

import json
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import pytest

from bot.host.reading.loaded_table import LoadedTable
from bot.show.draw.parts.message import Notice
from bot.ui.panels.panel import Panel
from bot.ui.panels.render import layout
from bot.ui.panels.words import Names
from db.tables.shown import BOARD
from games import GAMES
from games.downeast.state import Options as DowneastOptions
from games.rules import AnyRules, Seat, types_of
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, NAMES, House, house_on
from tests.bot.recording import Sent
from tests.contract.drawing import face_of
from tests.small.face import FACE as SMALL
from tests.small.game import SmallRules
from tests.small.game.moves import Hide
from tests.small.game.orders import HideLast, Order, SmallOrders
from tests.small.game.views import View

TERMS = {
    "downeast": DowneastOptions(bidding="once", payments="house")
}  # otherwise the usual options
FEW = 3
"""Players, unless a game is better tried with more."""
SEATS = {
    "small": FEW,
    **{name: FEW for name, rules in GAMES.items() if rules.orders is not None},
    "trump": 4,
    "yankee": 4,
}
PEOPLE = (ANN, BEN, CAT, DAN)
OWNER = BEN
"""Gives standing orders in one of the two houses."""


class HideAtOnce(SmallOrders):
    """Allows a standing order for hiding while others must still hide."""

    def answers(self, public: View, seat: Seat, orders: Sequence[Order]) -> bool:
        """Answer the question to hide coins."""
        if public.seen.guesser is None:
            return any(isinstance(order, HideLast) for order in orders)
        return super().answers(public, seat, orders)


class AskedTogether(SmallRules):
    """Hidden Coins with standing orders for a question to several seats."""

    orders = HideAtOnce()


def told_plainly(face: Any, openly: bool) -> Any:
    """Return a face that shows orders only on their owner's hand.

    `openly` makes it ask nothing in private, so notices go to the channel.
    """

    class Plain(type(face)):  # type: ignore[misc]
        orders = ()

        def describe_order(self, order: Any, view: Any, names: Names) -> str:
            return f"You have said {order.kind} ahead."

        def private(self, public: Any) -> frozenset[Seat]:
            return frozenset() if openly else super().private(public)

    return Plain()


@dataclass
class Twins:
    """One game in two houses; the owner gives orders in `said`."""

    said: House
    unsaid: House
    table: int
    people: tuple[int, ...]
    written: dict[int, tuple[Any, str]] = field(default_factory=dict[int, tuple[Any, str]])
    """Everything ever shown, by message id, as it was sent."""

    @property
    def both(self) -> tuple[House, House]:
        return self.said, self.unsaid

    async def loaded(self, house: House) -> LoadedTable:
        return await house.store.loaded(self.table)

    async def passes(self, seconds: float) -> None:
        for house in self.both:
            await house.passes(seconds)

    async def say(self, order: Any) -> None:
        await self.said.give_order(self.table, OWNER, order)
        await self.said.quiet()

    async def move(self, seat: Seat, move: Any) -> None:
        """Have a seat move in both houses, from its DM's hand or the board."""
        for house in self.both:
            person = self.people[seat]
            await house.play(self.table, person, move)
            board = house.store.shown(self.table, BOARD).message
            await house.display.answer_board(house.reply(person, message=board), self.table)
            await house.quiet()

    async def obeyed(self) -> bool:
        return any(entry.kind == "order" for entry in await self.said.log(self.table))

    async def check_alike(self) -> int:
        """Compare everything that others received or could look up."""
        here, there = (self.sent_to_others(house) for house in self.both)
        assert here == there
        for person in (*self.people, None):
            if person != OWNER:
                seen = [await self.looked_up(house, person) for house in self.both]
                assert seen[0] == seen[1], f"{person} could see that something was said ahead"
        return len(here)

    async def looked_up(self, house: House, person: int | None) -> dict[str, Any]:
        table = await house.seen(self.table, person)
        kept = {field.name for field in fields(table)} - {"names", "memo"}  # equal, but built anew
        return {name: getattr(table, name) for name in kept}

    def sent_to_others(self, house: House) -> list[Any]:
        """List every message and request that others could see.

        Reads from a server overtake each other, and so do the messages to different people.
        """
        sent = house.messenger.sent
        messages = [
            (post.channel, post.person, post.removed, [self.wire(shown) for shown in post.shown])
            for post in sent.values()
            if not is_owners(post)
        ]
        requests = [
            (call.verb, call.where)
            for call in house.messenger.calls
            if call.where != OWNER
            and call.verb != "notify"  # notices are compared as messages
            and not (call.message in sent and is_owners(sent[call.message]))
        ]
        listed: list[Any] = [*messages, *requests]
        return listed if isinstance(house.database.place, Path) else sorted(listed, key=repr)

    def wire(self, shown: Any) -> str:
        """Return what was shown as it was sent."""
        if id(shown) not in self.written:
            self.written[id(shown)] = shown, wire(shown)
        return self.written[id(shown)][1]


def is_owners(one: Sent) -> bool:
    """Return whether a message is the owner's DM or a notice to the owner."""
    newest = one.shown[-1]
    return one.person == OWNER or (isinstance(newest, Notice) and newest.person == OWNER)


def wire(shown: Any) -> str:
    """Return a message as it is sent."""
    if isinstance(shown, Notice):
        buttons = layout(Panel([shown.row]), shown.table, shown.step, None)
        return json.dumps([shown.content, shown.person, buttons])
    return json.dumps(layout(shown.panel, shown.table, shown.step, shown.accent))


@asynccontextmanager
async def twins_of(
    folder: Path, game: str, seats: int, *, rules: AnyRules | None = None, openly: bool = False
) -> AsyncGenerator[Twins]:
    """Deal a game in two houses."""
    people = PEOPLE[:seats]
    face = SMALL if game == "small" else face_of(game)
    faces = {game: told_plainly(face, openly)}
    for name in ("said", "unsaid"):
        (folder / name).mkdir()
    async with (
        house_on(folder / "said", faces=faces) as said,
        house_on(folder / "unsaid", faces=faces) as unsaid,
    ):
        tables = [await dealt(house, game, people, rules) for house in (said, unsaid)]
        assert tables[0] == tables[1]
        twins = Twins(said, unsaid, tables[0], people)
        assert await twins.check_alike() > seats, "nothing is sent, so nothing is compared"
        yield twins


async def dealt(house: House, game: str, people: tuple[int, ...], rules: AnyRules | None) -> int:
    if rules is not None:
        house.played_by(rules)
    await house.start()
    table = await house.host.seats.open(
        game,
        TERMS.get(game) or types_of(house.games[game]).options(),
        pace="day",
        laid_open=True,
        guild=GUILD,
        channel=CHANNEL,
        person=people[0],
        name=NAMES[people[0]],
        receipt=house.receipt(),
    )
    await house.display.post_board(house.reply(people[0], channel=CHANNEL), table)
    for person in people[1:]:
        await house.host.seats.join(table, person, NAMES[person], house.receipt())
    await house.deal(table, people[0])
    await house.quiet()
    return table


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open every table of a test with the same secret."""
    secret = random.Random(request.node.name).randbytes(32)
    monkeypatch.setattr("secrets.token_bytes", lambda count: secret)


async def play(twins: Twins, picks: random.Random) -> int:
    """Play until an order makes a move; return the number of comparisons with an order pending."""
    owner, compared = twins.people.index(OWNER), 0
    while not await twins.obeyed():
        said, unsaid = await twins.loaded(twins.said), await twins.loaded(twins.unsaid)
        if not unsaid.to_move():
            break
        assert said.to_move() == unsaid.to_move()
        await twins.passes(picks.choice((5, 45, 200)))
        await twins.check_alike()
        compared += owner in said.orders
        offered = list(said.rules.orders.offered(said.view(owner)))
        if offered and picks.random() < 0.4:
            await twins.say(picks.choice(offered))
        elif (seat := picks.choice(sorted(unsaid.to_move()))) is not None:
            await twins.move(seat, picks.choice(list(unsaid.rules.legal_moves(unsaid.view(seat)))))
    return compared


@pytest.mark.parametrize(
    "openly",
    [pytest.param(False, id="by_dm", marks=pytest.mark.full), pytest.param(True, id="in_channel")],
)
@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        *(
            pytest.param(
                game, seats, None, marks=() if game in ("small", "dealt") else pytest.mark.full
            )
            for game, seats in SEATS.items()
        ),
        ("small", 4, AskedTogether()),
    ],
    ids=[*SEATS, "asked_together"],
)
async def test_a_standing_order_changes_nothing_for_anybody_else(
    tmp_path: Path, game: str, seats: int, rules: AnyRules | None, openly: bool
):
    compared = obeyed = 0
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with twins_of(folder, game, seats, rules=rules, openly=openly) as twins:
            compared += await play(twins, random.Random(seed))
            obeyed += await twins.obeyed()
    assert compared > 3, "an order must have stood for a while"
    assert obeyed > 1, "and have acted"


async def test_a_standing_order_only_removes_the_notice_of_its_own_seat(tmp_path: Path):
    rules = AskedTogether()
    async with twins_of(tmp_path, "small", 3, rules=rules, openly=True) as twins:
        await twins.say(HideLast(coins=2))
        await twins.move(0, Hide(coins=1))
        await twins.passes(100)
        assert [called(house) for house in twins.both] == [{CAT}, {OWNER, CAT}], "the one exception"
        await twins.check_alike()
        assert not await twins.obeyed()
        await twins.move(2, Hide(coins=3))
        assert await twins.obeyed()
        with pytest.raises(AssertionError):
            await twins.check_alike()


def called(house: House) -> set[int]:
    """List the people who got a notice in the channel."""
    newest = [notice.shown[-1] for notice in house.messenger.notices()]
    return {notice.person for notice in newest if isinstance(notice, Notice)}
