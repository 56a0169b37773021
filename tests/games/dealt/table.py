"""A table of Dealt! for tests: positions as players lay them out, moves as they say them.

`Table("7 7 X", "3 Stop", "12")` deals those hands to Ann, Ben and Cat; Ann leads. Every other card
of the 54 lies in the discard pile, so that any position is one that could be on a table.
"""

from collections import Counter

from games.chance import Chance
from games.dealt.cards import DECK, Card, Cards, readings
from games.dealt.events import Event
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.rules import Dealt
from games.dealt.state import FaceUp, Options, State
from games.dealt.trick import cards_in
from games.dealt.views import View
from games.rules import Question

RULES = Dealt()
ANN, BEN, CAT, DAN, EVE = range(5)


def cards(text: str) -> Cards:
    """Read `7 X Stop`."""
    return tuple(int(word) if word.isdigit() else word for word in text.split())  # type: ignore


def all_cards(state: State) -> Counter[Card]:
    """Count every card there is, wherever it lies."""
    up = state.up
    lying = [*state.hands, *up.reserves, state.pile, up.discards, cards_in(up)]
    found: Counter[Card] = Counter(card for some in lying for card in some)
    if state.drawn is not None:
        found[state.drawn] += 1
    return found


class Table:
    """A table of Dealt!, and the events since it was laid out."""

    def __init__(
        self,
        *hands: str,
        reserves: tuple[str, ...] = (),
        pile: str = "",
        leader: int = ANN,
        dealer: int = ANN,
        chips: tuple[int, ...] = (),
    ) -> None:
        held = tuple(cards(hand) for hand in hands)
        reserve = tuple(cards(some) for some in reserves) + ((),) * (len(hands) - len(reserves))
        rest = Counter(DECK)
        rest.subtract(card for some in (*held, *reserve, cards(pile)) for card in some)
        assert min(rest.values()) >= 0, "more of a card than there are"
        up = FaceUp(
            options=Options(),
            dealer=dealer,
            round=1,
            chips=chips or (2,) * len(hands),
            backs=tuple((None,) * len(hand) for hand in held),
            reserves=reserve,
            inside=tuple(seat for seat, hand in enumerate(held) if hand),
            leader=leader,
            trick=(),
            drawing=None,
            discards=tuple(rest.elements()),
            past=(),
            losers=(),
        )
        self.state = State(up=up, hands=held, pile=cards(pile), drawn=None)
        self.events: list[Event] = []

    @property
    def up(self) -> FaceUp:
        return self.state.up

    def view(self, seat: int | None) -> View:
        return RULES.view(self.state, seat)

    def hand(self, seat: int) -> str:
        return " ".join(str(card) for card in self.state.hands[seat])

    def to_move(self) -> set[int]:
        return set(RULES.to_move(self.view(None)))

    def legal(self, seat: int) -> list[Move]:
        return list(RULES.legal_moves(self.view(seat)))

    def question(self) -> Question:
        return RULES.question(self.view(None))

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

    def do(self, seat: int, move: Move) -> "Table":
        """Make a move; if a round ends, deal the next from an unshuffled deck."""
        step = RULES.play(self.state, seat, move, Chance.tape([DECK]))
        assert all_cards(step.state) == Counter(DECK)
        self.state = step.state
        self.events += [told.event for told in step.told]
        return self

    def play(self, seat: int, first: int, last: int = 0, values: str = "") -> "Table":
        """Play the cards at these positions; an X gets its highest value, or `values`."""
        some = self.state.hands[seat][first - 1 : last or first]
        plain = tuple(card if isinstance(card, int) else 0 for card in some)
        meant = cards(values) or (readings(some) or (plain,))[-1]
        return self.do(seat, Play(first=first, cards=some, values=meant))  # type: ignore

    def stop(self, seat: int) -> "Table":
        return self.do(seat, PlayStop(position=self.state.hands[seat].index("Stop") + 1))

    def redraw(self, seat: int) -> "Table":
        return self.do(seat, PlayRedraw(position=self.state.hands[seat].index("Redraw") + 1))

    def take(self, seat: int, card: Card, gap: int = 0) -> "Table":
        return self.do(seat, TakeReserve(card=card, gap=gap))

    def place(self, seat: int, *gaps: int) -> "Table":
        """Place the next drawn cards into these gaps."""
        for gap in gaps:
            self.do(seat, Place(gap=gap))
        return self
