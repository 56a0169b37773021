"""A table of Downeast Dealer for tests: positions as players lay them out.

`Table("Trophy Trophy / 100 50 0", "Trap / 50")` sits Ann and Ben down with their items and their
cash; Ann is to choose. `deck` is what is still to come, the top card first.
"""

from games.chance import Chance
from games.downeast import Downeast
from games.downeast.cash import Cash, handful
from games.downeast.decks import DECKS
from games.downeast.displays import arranged
from games.downeast.events import Event
from games.downeast.moves import (
    Answer,
    Buy,
    Call,
    Challenge,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Choosing, Holding, Options, State
from games.downeast.views import View
from games.rules import Question, Seat, Told

RULES = Downeast()
ANN, BEN, CAT, DAN, EVE = range(5)


def cash(text: str) -> Cash:
    """Read `50 10 0`."""
    return handful(int(word) for word in text.split())


class Table:
    """A game in progress, and everything told since it was laid out."""

    def __init__(
        self,
        *seats: str,
        deck: str = "",
        turn: Seat = ANN,
        terms: Options | None = None,
        **options: bool,
    ) -> None:
        terms = terms or Options(**options)
        holdings: list[Holding] = []
        for text in seats:
            items, _, held = text.partition("/")
            display = arranged(tuple(items.split()), DECKS[terms.deck])
            holdings.append(Holding(cash=cash(held), items=display))
        self.state = State(
            options=terms,
            holdings=tuple(holdings),
            deck=tuple(deck.split()),
            turn=turn,
            phase=Choosing(),
            turns=1,
            lots=0,
            chests=0,
            end_deals=0,
            face_down=(),
            limit=None,
            record="",
            own_records=("",) * len(seats),
        )
        self.told: list[Told[Event]] = []

    def play(self, seat: Seat, move: Move) -> "Table":
        step = RULES.play(self.state, seat, move, Chance.tape())
        self.state = step.state
        self.told += step.told
        return self

    # --- moves ---

    def turn_over(self, seat: Seat) -> "Table":
        return self.play(seat, TurnOver())

    def bid(self, seat: Seat, amount: int, limit: int | None = None) -> "Table":
        return self.play(seat, Raise(amount=amount, limit=limit))

    def limit(self, seat: Seat, limit: int | None) -> "Table":
        return self.play(seat, SetLimit(limit=limit))

    def passes(self, *seats: Seat) -> "Table":
        for seat in seats:
            self.play(seat, Pass())
        return self

    def call(self, seat: Seat) -> "Table":
        return self.play(seat, Call())

    def sell(self, seat: Seat) -> "Table":
        return self.play(seat, Sell())

    def buy(self, seat: Seat) -> "Table":
        return self.play(seat, Buy())

    def pay(self, seat: Seat, cards: str) -> "Table":
        return self.play(seat, Pay(cards=cash(cards)))

    def deal(
        self, seat: Seat, item: str, target: Seat, cards: str = "", fanned: bool = False
    ) -> "Table":
        return self.play(
            seat, Challenge(item=item, target=target, cards=cash(cards), fanned=fanned)
        )

    def offer(self, seat: Seat, cards: str = "", fanned: bool = False) -> "Table":
        return self.play(seat, Offer(cards=cash(cards), fanned=fanned))

    def answer(self, seat: Seat, cards: str = "") -> "Table":
        return self.play(seat, Answer(cards=cash(cards)))

    def surrender(self, seat: Seat) -> "Table":
        return self.play(seat, Surrender())

    def seal(self, seat: Seat, cards: str = "") -> "Table":
        return self.play(seat, Seal(cards=cash(cards)))

    # --- what there is to see ---

    @property
    def high(self) -> int:
        return self.state.phase.high

    @property
    def phase(self) -> str:
        return self.state.phase.kind

    @property
    def turn(self) -> Seat:
        return self.state.turn

    def view(self, seat: Seat | None = None) -> View:
        return RULES.view(self.state, seat)

    def to_move(self) -> set[Seat]:
        return set(RULES.to_move(self.view()))

    def legal(self, seat: Seat) -> list[Move]:
        return list(RULES.legal_moves(self.view(seat)))

    def question(self) -> Question:
        return RULES.question(self.view())

    def default(self, seat: Seat) -> Move:
        return next(iter(RULES.legal_moves(self.view(seat))))

    def cash(self, seat: Seat) -> Cash:
        return self.state.holdings[seat].cash

    def items(self, seat: Seat) -> str:
        return " ".join(self.state.holdings[seat].items)

    def heard(self, seat: Seat | None) -> list[Event]:
        """List what a seat (None: somebody who only watches) was told."""
        return [told.event for told in self.told if told.to is None or seat in told.to]

    def kinds(self, seat: Seat | None = None) -> list[str]:
        return [event.kind for event in self.heard(seat)]
