"""The printed rules of Yankee Swap. Comments with YS-… mark our rulings on what they leave open."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar, get_args

from games.chance import Chance
from games.fast_frozen import copier_of
from games.gifts import COAL, COPIES, GIFTS, KEYS, Card, gift, in_order, points
from games.rules import (
    IllegalMove,
    Question,
    Refusal,
    Rules,
    Seat,
    Standing,
    Step,
    Told,
    new_step,
    new_told,
)
from games.yankee.events import (
    Dealt,
    Declined,
    Event,
    Lost,
    Received,
    Unwrapped,
    given,
    looked,
)
from games.yankee.moves import Decline, Give, Look, Move, Regift
from games.yankee.orders import YankeeOrders
from games.yankee.player import YankeePlayer
from games.yankee.record import Reason, claimed, noted
from games.yankee.state import (
    ALIKE,
    LIMIT,
    EmptyHand,
    Giving,
    Loss,
    Offer,
    Options,
    Over,
    Phase,
    State,
    ThreeAlike,
    TooMany,
    coal_each,
    counts_points,
    giving,
    new_offer,
    new_state,
    targets,
    to_move,
)
from games.yankee.views import View, seen


class YankeeSwap(Rules[Options, State, Move, Event, View]):
    """Give presents away, lie about what they are, and try to take nothing home."""

    name = "yankee"
    title = "Yankee Swap"
    version = 2
    seats = range(2, 11)  # YS-1
    sampled = (Give, Regift)  # hundreds are legal: ten claims for each card and each seat
    orders = YankeeOrders()
    player = YankeePlayer()

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats:
            raise Refusal(f"{self.title} is for 2 to 10 players.")
        coal = coal_each(seats)
        deck = chance.shuffled(_GIFT_CARDS)
        # YS-3: only gifts lie under the tree, one for each Coal card; the top one is first.
        tree, rest = deck[: coal * seats], deck[coal * seats :]
        # YS-2: gifts are dealt round-robin, so the first seats may get one more; Coal follows.
        hands = tuple(rest[seat::seats] + (COAL,) * coal for seat in range(seats))
        # YS-4: "the youngest" is either drawn at random or the host.
        first = chance.below(seats) if options.first == "lot" else 0
        state = new_state(
            options=options,
            hands=hands,
            displays=((),) * seats,
            tree=tree,
            coal_left=(coal,) * seats,
            record="",
            phase=giving(first),
            gift=None,
        )
        sizes = tuple(len(hand) for hand in hands)
        told: list[Told[Event]] = [
            new_told(Dealt(hands=sizes, coal_each=coal, tree=len(tree), first=first))
        ]
        for seat, hand in enumerate(hands):
            told.append(new_told(Received(seat=seat, cards=hand), frozenset({seat})))
        return new_step(state, tuple(told))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        phase, seats = state.phase, len(state.hands)
        kinds = _kinds(phase, seat, seats, state.options.strict)
        kind = getattr(move, "kind", None)
        if type(seat) is not int or type(move) not in kinds or kind != _KIND_OF[type(move)]:
            raise _refusal(state, seat, move)
        if isinstance(move, Give):
            return _give(state, seat, move)
        assert isinstance(phase, Offer)
        if isinstance(move, Decline):
            return _decline(state, phase, move.reason)
        if isinstance(move, Look):
            return _look(state, phase)
        return _regift(state, phase, move)

    def view(self, state: State, seat: Seat | None) -> View:
        return seen(state, seat)

    def to_move(self, public: View) -> frozenset[Seat]:
        seat = to_move(public.phase)
        return _NOBODY if seat is None else _ALONE[seat]

    def legal_moves(self, view: View) -> Sequence[Move]:
        phase = view.phase
        kinds = _kinds(phase, view.seat, len(view.hands), view.options.strict)
        if kinds is _ANSWERS:
            return _DECLINES_OR_LOOK
        if kinds is _MUST_DECLINE:
            return _DECLINES
        if kinds is _GIVES:
            # YS-20: hands keep the order of the deal, so an absent giver gives the card they have
            # held longest to the next seat and declares it honestly; Coal comes last.
            to, turn, found = view.targets, view.rounds % _LIES, list[Give]()
            cards, coal = list(dict.fromkeys(view.held)), KEYS[0]
            if cards == [COAL]:
                coal = _most_common(view.displays)
            elif cards[:1] == [COAL]:
                cards = [*cards[1:], COAL]
            for card in cards:
                found += _fair_gifts(card, coal, to, turn)
            return found
        if kinds is _PASSES_ON:
            assert view.known is not None, "who has looked knows the gift"
            name = view.known if view.known != COAL else _most_common(view.displays)
            return _fair_regifts(name, view.targets, view.rounds % _LIES)
        return ()

    def standing(self, public: View) -> Standing:
        totals = tuple(points(display) for display in public.displays)
        if not isinstance(public.phase, Over):
            return Standing(totals)
        # YS-16: one player lost, and all others win.
        return Standing(totals, frozenset(range(public.seats)) - {public.phase.loser})

    def question(self, public: View) -> Question:
        phase, subject = public.phase, str(public.rounds)
        if not isinstance(phase, Offer):
            return Question(subject=subject, key=subject)
        return Question(subject=subject, key=f"{subject}:{len(phase.claims)}:{int(phase.looked)}")


T = TypeVar("T")

_NOBODY = frozenset[Seat]()
_ALONE = tuple(frozenset({seat}) for seat in range(YankeeSwap.seats[-1]))
_GIFT_CARDS = tuple(card for card in KEYS for _ in range(COPIES))  # YS-1, without the Coal cards

# --- legal moves ----------------------------------------------------------------------------------

_KIND_OF = {Give: "give", Look: "look", Regift: "regift", Decline: "decline"}
_GIVES, _PASSES_ON, _MUST_DECLINE, _ANSWERS = (Give,), (Regift,), (Decline,), (Decline, Look)
_LIES = len(KEYS) - 1  # false claims to sample for each card
_REASONS: tuple[Reason, ...] = get_args(Reason)

# YS-20: an absent recipient says "it isn't". YS-11: "it is Coal" is always possible.
_DECLINES = tuple(Decline(reason=reason) for reason in ("isnt", "is", "coal"))
_DECLINES_OR_LOOK = (*_DECLINES, Look())


def _kinds(phase: Phase, seat: Seat | None, seats: int, strict: bool) -> tuple[type[Move], ...]:
    """Return the kinds of move that a seat may make now, for `play` and `legal_moves`."""
    if seat is None or seat != to_move(phase):
        return ()
    if not isinstance(phase, Offer):
        return _GIVES
    if phase.looked:
        return _PASSES_ON  # YS-6: a player who has looked must pass the gift on
    return _ANSWERS if phase.may_look(seats, strict) else _MUST_DECLINE  # YS-8


def _refusal(state: State, seat: Seat, move: object) -> IllegalMove:
    """Return why a seat may not make a move of this kind now."""
    phase, seats = state.phase, len(state.hands)
    if isinstance(phase, Over):
        if seat == phase.loser:
            return IllegalMove("This game is over. You lost.")
        return IllegalMove("This game is over. {0} lost.", phase.loser)
    if type(seat) is not int or seat not in range(seats):
        return IllegalMove("You have no seat at this table.")
    kind = _KIND_OF.get(type(move))  # pyright: ignore[reportArgumentType]
    if kind is None or getattr(move, "kind", None) != kind:
        return IllegalMove("That isn't a move in this game.")
    if isinstance(phase, Giving):
        if seat == phase.seat:
            return IllegalMove("There's no gift to answer. It's your turn to give one.")
        if kind == "give":
            return IllegalMove(
                "It's {0}'s turn to give. Wait until a gift comes to you.", phase.seat
            )
        return IllegalMove("There's no gift to answer yet. {0} gives next.", phase.seat)
    if seat != phase.to:
        if kind == "give":
            return IllegalMove("A gift is in front of {0}. Whoever takes it gives next.", phase.to)
        if phase.looked:
            return IllegalMove("The gift is in front of {0}, so only {0} can pass it on.", phase.to)
        return IllegalMove("The gift is in front of {0}, so only {0} can answer it.", phase.to)
    if phase.looked:
        return IllegalMove(
            "You've looked, so you must pass it on. Say who gets it and what you call it."
        )
    if kind == "give":
        return IllegalMove("Answer {0}'s gift first. Whoever takes it gives next.", phase.giver)
    if phase.may_look(seats, state.options.strict):
        return IllegalMove("You haven't looked at this gift yet. Look first, then pass it on.")
    # YS-8, YS-18: a player who knows the card, or has nobody to pass it to, must decline.
    known = phase.to in phase.handled
    why = "You know this gift" if known else "There's nobody to pass this gift on to"
    return IllegalMove(f"{why}, so you must decline it. Say it is, it isn't, or it is Coal.")


def _most_common(displays: tuple[tuple[Card, ...], ...]) -> Card:
    """Find the gift with the most face-up copies; an absent giver calls Coal that (YS-20)."""
    up = [card for display in displays for card in display]
    return max(KEYS, key=up.count)  # if several are tied, choose the first in the deck's table


@lru_cache(maxsize=1024)
def _fair_gifts(card: Card, coal: Card, to: tuple[Seat, ...], turn: int) -> tuple[Give, ...]:
    name = card if card != COAL else coal
    return tuple(
        Give(card=card, to=seat, declared=declared)
        for seat, declared in _fair_claims(name, to, turn)
    )


@lru_cache(maxsize=1024)
def _fair_regifts(name: Card, to: tuple[Seat, ...], turn: int) -> tuple[Regift, ...]:
    return tuple(
        Regift(to=seat, declared=declared) for seat, declared in _fair_claims(name, to, turn)
    )


def _fair_claims(name: Card, to: tuple[Seat, ...], turn: int) -> list[tuple[Seat, Card]]:
    """Sample claims about a card: for each recipient, its true name and one other name."""
    lies = [card for card in KEYS if card != name]
    found: list[tuple[Seat, Card]] = []
    for i, seat in enumerate(to):
        found += [(seat, name), (seat, lies[(turn + i) % len(lies)])]
    return found


def _check_claim(state: State, seat: Seat, to: Seat, declared: Card) -> None:
    seats, may = len(state.hands), targets(state.phase, len(state.hands), state.options.strict)
    # check the type, because `True in may` would be true for seat 1
    if type(to) is not int or to not in may:
        if type(to) is not int or to not in range(seats):
            raise IllegalMove(f"Nobody sits there. This table has {seats} players.")
        if to == seat:
            raise IllegalMove("You can't give a gift to yourself. Pick somebody else.")
        *some, last = (f"{{{at}}}" for at in range(1, len(may) + 1))
        whom = f"{', '.join(some)} or {last}" if some else last
        raise IllegalMove(f"{{0}} already knows this gift. Pass it on to {whom}.", to, *may)
    if declared not in KEYS:
        if declared == COAL:  # YS-5, printed: only the ten gifts can be declared
            raise IllegalMove("You can't call any card Coal. Call it one of the ten gifts.")
        names = ", ".join(gift_.name for gift_ in GIFTS)
        raise IllegalMove(f"There's no such gift. The ten are {names}.")


# --- the moves ------------------------------------------------------------------------------------


def _give(state: State, seat: Seat, move: Give) -> Step[State, Event]:
    hand, card, to, declared = state.hands[seat], move.card, move.to, move.declared
    if card not in hand:  # YS-5: only cards in the hand can be given, never face-up cards
        held = ", ".join(gift(card).name for card in dict.fromkeys(in_order(hand)))
        that = gift(card).one if card in (*KEYS, COAL) else "that card"
        raise IllegalMove(f"You don't have {that} in your hand. You can give: {held}.")
    _check_claim(state, seat, to, declared)
    at = hand.index(card)
    claim = claimed(seat, to, declared)
    after = _same_table(
        state,
        hands=_with_item(state.hands, seat, hand[:at] + hand[at + 1 :]),
        phase=new_offer(claims=(claim,), looked=False),
        gift=hand[at],
    )
    return new_step(after, (given(seat, to, declared, False),))


def _look(state: State, offer: Offer) -> Step[State, Event]:
    after = _with_offer(state, new_offer(claims=offer.claims, looked=True))
    return new_step(after, looked(offer.to, _gift_on_its_way(state)))


def _regift(state: State, offer: Offer, move: Regift) -> Step[State, Event]:
    giver, to, declared = offer.to, move.to, move.declared
    _check_claim(state, giver, to, declared)
    # YS-6: the card stays the same; a decline now concerns only this giver and this recipient.
    passed = new_offer(claims=(*offer.claims, claimed(giver, to, declared)), looked=False)
    return new_step(_with_offer(state, passed), (given(giver, to, declared, True),))


def guessed_right(reason: Reason, declared: Card, card: Card) -> bool:
    """Return whether a reason for declining is correct, given the declared and the real card."""
    if reason == "coal":
        return card == COAL
    if card == COAL:  # YS-9, printed: "it isn't" is wrong for Coal
        return False
    return (card == declared) == (reason == "is")


def _decline(state: State, offer: Offer, reason: Reason) -> Step[State, Event]:
    if reason not in _REASONS:
        raise IllegalMove("Say why you decline: it is, it isn't, or it is Coal.")
    card, tree, hands = _gift_on_its_way(state), state.tree, state.hands
    taker = offer.giver if guessed_right(reason, offer.declared, card) else offer.to
    declined = Declined(
        seat=offer.to,
        reason=reason,
        giver=offer.giver,
        declared=offer.declared,
        card=card,
        taker=taker,
    )
    told: list[Told[Event]] = [new_told(declined)]
    display, coal_left = (*state.displays[taker], card), state.coal_left
    if card == COAL:  # YS-10: the player who takes Coal also takes the top gift from under the tree
        told.append(new_told(Unwrapped(seat=taker, card=tree[0])))
        display, tree = (*display, tree[0]), tree[1:]
        opener = offer.claims[0].giver
        coal_left = _with_item(coal_left, opener, coal_left[opener] - 1)
    losses = _losses(display, hands[taker], len(hands))
    phase: Phase = giving(taker)
    if losses:
        phase = Over(loser=taker, losses=losses)
        told.append(new_told(Lost(seat=taker, losses=losses)))
    after = new_state(
        options=state.options,
        hands=hands,
        displays=_with_item(state.displays, taker, display),
        tree=tree,
        coal_left=coal_left,
        record=state.record + noted(offer.claims, reason, card, taker),
        phase=phase,
        gift=None,
    )
    return new_step(after, tuple(told))


def _losses(display: tuple[Card, ...], hand: tuple[Card, ...], seats: int) -> tuple[Loss, ...]:
    """List all the reasons why a player who has just taken a gift loses."""
    # YS-12: checked after all taken cards lie face up; Coal counts like any other kind.
    losses: list[Loss] = []
    if many := {card for card in display if display.count(card) >= ALIKE}:
        losses += [ThreeAlike(card=card) for card in in_order(many)]
    if counts_points(seats) and (total := points(display)) >= LIMIT:  # YS-13: 207 loses, too
        losses.append(TooMany(total=total))
    if not hand:  # YS-14, YS-15: checked last, because only now is it this player's turn to give
        losses.append(EmptyHand())
    return tuple(losses)


def _gift_on_its_way(state: State) -> Card:
    assert state.gift is not None, "with every offer a gift is on its way"
    return state.gift


_same_table = copier_of(State, "options", "displays", "tree", "coal_left", "record")
_same_gift = copier_of(State, "options", "hands", "displays", "tree", "coal_left", "record", "gift")


def _with_offer(state: State, offer: Offer) -> State:
    return _same_gift(state, phase=offer)


def _with_item(row: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    return (*row[:seat], item, *row[seat + 1 :])
