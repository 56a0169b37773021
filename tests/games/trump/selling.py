"""Helpers for the tests of sales in TRUMP The Game."""

from collections.abc import Sequence
from typing import Any

from games.rules import Told
from games.trump.events import Event, Sold
from games.trump.moves import (
    Answer,
    ComeBack,
    DropPlan,
    Investors,
    KnockOut,
    Move,
    OpenBid,
    Pass,
    Plan,
    PutUp,
    Raise,
)
from games.trump.state import Bid, Bidding, Options, Promise, Putting
from tests.games.trump import table as laid

OUT, BACK, ANY = "You're Out", "I'm Back", "Any 40"
I20, I30, I40, I50, I60 = (f"Investor {pays}" for pays in (20, 30, 40, 50, 60))


def opening(
    amount: int,
    limit: int | None = None,
    investors: Investors = "keep",
    out: Answer = "no",
    back: Answer = "no",
) -> OpenBid:
    """Return an opening bid, with a plan if there is a limit."""
    return OpenBid(amount=amount, limit=limit, investors=investors, out=out, back=back)


def a_plan(
    limit: int, investors: Investors = "keep", out: Answer = "no", back: Answer = "no"
) -> Plan:
    """Return a plan."""
    return Plan(limit=limit, investors=investors, out=out, back=back)


class Sale:
    """A sale in progress, and everything told since the Broker put the property up."""

    def __init__(
        self,
        *hands: Sequence[str],
        property: str = "Hotel",
        broker: int = 0,
        owner: int | None = None,
        cash: Sequence[int] = (),
        inside: int = 50,
        dealing: bool = False,
        promises: Sequence[Promise] = (),
        options: Options | None = None,
    ) -> None:
        self.property = property
        self.state = laid.table(
            *hands,
            cash=cash,
            owners={} if owner is None else {property: owner},
            inside={property: inside},
            seat=broker,
            dealing=dealing,
            promises=promises,
            options=options,
            phase=Putting(any=True),
        )
        self.told: list[Told[Event]] = []
        self.play(broker, PutUp(property=property))

    def play(self, seat: int, move: Move) -> "Sale":
        step = laid.play(self.state, seat, move)
        self.state = step.state
        self.told += step.told
        return self

    def open(self, *bids: int | OpenBid) -> "Sale":
        """Seal the opening bids of all seats that are asked, in the order of the seats."""
        for seat, bid in enumerate(bids):
            if isinstance(bid, OpenBid):
                self.play(seat, bid)
            elif seat in laid.to_move(self.state):
                self.play(seat, opening(bid))
        return self

    def raises(self, seat: int, to: int, *investors: str) -> "Sale":
        return self.play(seat, Raise(to=to, investors=investors))

    def outs(self, seat: int, target: int) -> "Sale":
        return self.play(seat, KnockOut(seat=target))

    def returns(self, seat: int) -> "Sale":
        return self.play(seat, ComeBack())

    def passes(self, *seats: int) -> "Sale":
        for seat in seats:
            self.play(seat, Pass())
        return self

    def plans(self, seat: int, *how: Any, **also: Any) -> "Sale":
        return self.play(seat, a_plan(*how, **also))

    def drops(self, seat: int) -> "Sale":
        return self.play(seat, DropPlan())

    @property
    def phase(self) -> str:
        return self.state.public.phase.kind

    @property
    def bidding(self) -> Bidding:
        phase = self.state.public.phase
        assert isinstance(phase, Bidding), phase
        return phase

    @property
    def turn(self) -> int:
        return self.bidding.turn

    @property
    def leader(self) -> tuple[int, int]:
        """Return the leading seat and its bid."""
        bid = self.bidding.leader()
        return bid.seat, bid.amount

    def bid(self, seat: int) -> Bid:
        bid = self.bidding.bid_of(seat)
        assert bid is not None
        return bid

    def bids(self) -> list[tuple[int, int]]:
        return [(bid.seat, bid.amount) for bid in self.bidding.bids]

    @property
    def cash(self) -> tuple[int, ...]:
        return self.state.public.cash

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.state.hands[seat]

    @property
    def owner(self) -> int | None:
        return self.state.public.box(self.property).owner

    @property
    def inside(self) -> int:
        return self.state.public.box(self.property).inside

    @property
    def sold(self) -> Sold:
        """Return the event that settled the sale."""
        (sold,) = [event for event in self.heard() if isinstance(event, Sold)]
        return sold

    def bought(self) -> tuple[int, int]:
        """Return the buyer and the price."""
        return self.sold.seat, self.sold.price

    def heard(self, seat: int | None = None) -> list[Event]:
        """List the events that a seat, or the public (None), was told."""
        return [told.event for told in self.told if told.to is None or seat in told.to]

    def turns(self) -> list[str]:
        """List the public turns of the bidding: `1 raised`, `2 bid_passed`."""
        kinds = "raised", "knocked_out", "came_back", "bid_passed"
        heard: list[Any] = [event for event in self.heard() if event.kind in kinds]
        return [f"{event.seat} {event.kind}" for event in heard]

    def legal(self, seat: int) -> list[Move]:
        return laid.legal(self.state, seat)

    def kinds(self, seat: int) -> set[str]:
        """List the kinds of move that a seat may make."""
        return {move.kind for move in self.legal(seat)}

    def to_move(self) -> set[int]:
        return laid.to_move(self.state)

    def key(self) -> str:
        return laid.RULES.question(laid.view(self.state)).key
