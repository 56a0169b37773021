"""The rules of Yankee Swap as its makers printed them; YS-… are rulings where they are silent."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.chance import Chance
from games.gifts import COAL, COPIES, GIFTS, KEYS, Card, gift, in_order, points
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step, Told
from games.yankee.moves import (
    Dealt,
    Decline,
    Declined,
    Event,
    Give,
    Given,
    Look,
    Looked,
    Lost,
    Move,
    Received,
    Regift,
    Saw,
    Unwrapped,
)
from games.yankee.table import (
    ALIKE,
    LIMIT,
    Claim,
    EmptyHand,
    Giving,
    Loss,
    Offer,
    Options,
    Over,
    Phase,
    Reason,
    Round,
    State,
    ThreeAlike,
    TooMany,
    View,
    coal_each,
    counts_points,
    others,
)


class YankeeSwap(Rules[Options, State, Move, Event, View]):
    """Give presents away, lie about what they are, and try to take nothing home."""

    name = "yankee"
    title = "Yankee Swap"
    version = 1
    seats = range(2, 11)  # YS-1

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        if seats not in self.seats:
            raise Refusal("Yankee Swap is for 2 to 10 players.")
        coal = coal_each(seats)
        deck = chance.shuffled(one for one in KEYS for _ in range(COPIES))
        # YS-3: under the tree are gifts only, as many as Coal cards in play; the top one is first.
        tree, rest = deck[: coal * seats], deck[coal * seats :]
        # YS-2: round-robin, so the first seats have a card more; Coal is part of the hand.
        hands = tuple(rest[seat::seats] + (COAL,) * coal for seat in range(seats))
        # YS-4: "the youngest" is whoever the lot, or the host, makes it.
        first = chance.below(seats) if options.first == "lot" else 0
        state = State(options, hands, ((),) * seats, tree, (), Giving(seat=first))
        sizes = tuple(len(hand) for hand in hands)
        told: list[Told[Event]] = [
            Told(Dealt(hands=sizes, coal_each=coal, tree=len(tree), first=first))
        ]
        for seat, hand in enumerate(hands):
            told.append(Told(Received(seat=seat, cards=hand), frozenset({seat})))
        return Step(state, tuple(told))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if isinstance(state.phase, Over):
            raise IllegalMove("This game is over; nobody gives anything any more.")
        if seat not in range(len(state.hands)):
            raise IllegalMove("You have no seat at this table.")
        if isinstance(move, Give):
            return _give(state, seat, move)
        offer = _offer_before(state, seat, move)
        if isinstance(move, Look):
            return _look(state, offer)
        if isinstance(move, Regift):
            return _regift(state, offer, move)
        return _decline(state, offer, move.reason)

    def view(self, state: State, seat: Seat | None) -> View:
        phase = state.phase
        # YS-19: displays, hand sizes, claims are public; hands, and the card on its way, are not.
        knows = isinstance(phase, Offer) and seat in phase.handled
        return View(
            seat=seat,
            options=state.options,
            hands=tuple(len(hand) for hand in state.hands),
            displays=state.displays,
            tree=len(state.tree),
            coal_left=_coal_left(state),
            past=state.past,
            phase=phase,
            held=() if seat is None else state.hands[seat],
            known=state.gift if knows else None,
        )

    def awaited(self, public: View) -> frozenset[Seat]:
        match public.phase:
            case Giving(seat=seat):
                return frozenset({seat})
            case Offer(to=to):
                return frozenset({to})
            case Over():
                return frozenset()

    def moves(self, view: View) -> Iterator[Move]:
        """Yield moves; of the hundreds of gifts one can make, each card to each seat, two ways."""
        phase = view.phase
        if isinstance(phase, Giving) and phase.seat == view.seat:
            # YS-20: an absent giver gives the first card held to the next seat, and is honest.
            for card in dict.fromkeys(view.held):
                for to, declared in _fair_claims(view, card):
                    yield Give(card=card, to=to, declared=declared)
        elif isinstance(phase, Offer) and phase.to == view.seat:
            if phase.looked:
                for to, declared in _fair_claims(view, view.known or COAL):
                    yield Regift(giver=phase.giver, to=to, declared=declared)
                return
            # YS-20: an absent recipient says that it isn't.
            for reason in ("isnt", "is", "coal"):  # YS-11: "it is Coal" can always be said
                yield Decline(reason=reason, giver=phase.giver, declared=phase.declared)
            if view.may_look:
                yield Look(giver=phase.giver, declared=phase.declared)

    def standing(self, public: View) -> Standing:
        totals = tuple(points(display) for display in public.displays)
        if not isinstance(public.phase, Over):
            return Standing(totals)
        # YS-16: one has lost, and all others have won.
        return Standing(totals, frozenset(range(public.seats)) - {public.phase.loser})

    def question(self, public: View) -> Question:
        match public.phase:
            case Offer(claims=claims, looked=looked):
                return Question(f"{len(public.past)}:{len(claims)}:{looked:d}")
            case _:
                return Question(f"{len(public.past)}")


def _fair_claims(view: View, card: Card) -> Iterator[tuple[Seat, Card]]:
    """Sample to whom, and as what, a card can be given: to each the truth, and one other claim."""
    honest = KEYS[0] if card == COAL else card
    lies = [one for one in KEYS if one != honest]
    for i, to in enumerate(view.targets):
        yield to, honest
        yield to, lies[(len(view.past) + i) % len(lies)]


def _coal_left(state: State) -> tuple[int, ...]:
    seats = len(state.hands)
    shown = [past.opener for past in state.past if past.card == COAL]
    return tuple(coal_each(seats) - shown.count(seat) for seat in range(seats))


# --- each move ------------------------------------------------------------------------------------


def _give(state: State, seat: Seat, move: Give) -> Step[State, Event]:
    if not isinstance(state.phase, Giving):
        raise IllegalMove("A gift is on its way already; the next one waits until it is taken.")
    if seat != state.phase.seat:
        raise IllegalMove("It isn't your turn to give: whoever took the last gift gives the next.")
    hand = state.hands[seat]
    if move.card not in hand:  # YS-5: held cards only, never what lies face up
        held = ", ".join(gift(card).name for card in dict.fromkeys(in_order(hand)))
        raise IllegalMove(f"You don't hold that. You can give: {held}.")
    _check_claim(state, seat, move.to, move.declared, others(seat, len(state.hands)))
    at = hand.index(move.card)
    claim = Claim(seat, move.to, move.declared)
    given = Given(giver=seat, to=move.to, declared=move.declared, again=False)
    after = replace(
        state,
        hands=_put(state.hands, seat, hand[:at] + hand[at + 1 :]),
        phase=Offer(claims=(claim,), looked=False),
        gift=move.card,
    )
    return Step(after, (Told(given),))


def _offer_before(state: State, seat: Seat, move: Look | Regift | Decline) -> Offer:
    """Return the offer that a move answers, if it is the one that its player meant."""
    phase = state.phase
    if not isinstance(phase, Offer):
        raise IllegalMove("No gift is on its way just now; the next one is still to be given.")
    if seat != phase.to:
        raise IllegalMove("That gift isn't before you; whoever it was given to answers.")
    meant = move.giver == phase.giver
    if not isinstance(move, Regift):
        meant = meant and move.declared == phase.declared
    if not meant:
        said = gift(phase.declared).one
        raise IllegalMove(f"That offer is gone. What is before you now is said to be {said}.")
    if phase.looked and not isinstance(move, Regift):
        raise IllegalMove("You have looked, so you pass it on: say to whom, and as what.")
    return phase


def _look(state: State, offer: Offer) -> Step[State, Event]:
    seats = len(state.hands)
    if not offer.may_look(seats, state.options.strict):
        # YS-8, YS-18: who knows the card, or could pass it to nobody, must decline.
        who = "You know" if offer.to in offer.handled else "Everybody else knows"
        raise IllegalMove(f"{who} this gift, so you decline it: it is, it isn't, or it is Coal.")
    saw = Saw(seat=offer.to, card=state.gift or COAL)
    told: list[Told[Event]] = [Told(Looked(seat=offer.to)), Told(saw, frozenset({offer.to}))]
    return Step(replace(state, phase=replace(offer, looked=True)), tuple(told))


def _regift(state: State, offer: Offer, move: Regift) -> Step[State, Event]:
    if not offer.looked:
        raise IllegalMove("Look at it first; then you pass it on.")
    targets = offer.targets(len(state.hands), state.options.strict)
    _check_claim(state, offer.to, move.to, move.declared, targets)
    # YS-6: the same card, and whoever gave it before is out of it.
    claim = Claim(offer.to, move.to, move.declared)
    given = Given(giver=offer.to, to=move.to, declared=move.declared, again=True)
    passed = Offer(claims=(*offer.claims, claim), looked=False)
    return Step(replace(state, phase=passed), (Told(given),))


def _check_claim(
    state: State, seat: Seat, to: Seat, declared: Card, targets: Iterable[Seat]
) -> None:
    if to == seat:
        raise IllegalMove("You can't give it to yourself; that is rather the point.")
    if to not in range(len(state.hands)):
        raise IllegalMove(f"Nobody sits there; there are {len(state.hands)} of you.")
    if to not in targets:
        raise IllegalMove("They have seen this gift. Pass it on to somebody who hasn't.")
    if declared == COAL:  # YS-5, printed: only the ten gifts can be declared
        raise IllegalMove("Nothing may be called Coal, not even Coal. Call it one of the gifts.")
    if declared not in KEYS:
        names = ", ".join(one.name for one in GIFTS)
        raise IllegalMove(f"There is no such gift. The ten are {names}.")


def guessed_right(reason: Reason, declared: Card, card: Card) -> bool:
    """Judge a reason for declining a gift that was declared to be one card and is another."""
    if reason == "coal":
        return card == COAL
    if card == COAL:  # YS-9, printed: Coal is escaped only by naming it, also with "it isn't"
        return False
    return (card == declared) == (reason == "is")


def _decline(state: State, offer: Offer, reason: Reason) -> Step[State, Event]:
    if reason not in ("is", "isnt", "coal") or state.gift is None:
        raise IllegalMove("Decline because it is, because it isn't, or because it is Coal.")
    card, tree = state.gift, state.tree
    taker = offer.giver if guessed_right(reason, offer.declared, card) else offer.to
    declined = Declined(
        seat=offer.to,
        reason=reason,
        giver=offer.giver,
        declared=offer.declared,
        card=card,
        taker=taker,
    )
    told: list[Told[Event]] = [Told(declined)]
    display = (*state.displays[taker], card)
    if card == COAL:  # YS-10: whoever takes it takes the top gift from under the tree too
        told.append(Told(Unwrapped(seat=taker, card=tree[0])))
        display, tree = (*display, tree[0]), tree[1:]
    displays = _put(state.displays, taker, display)
    played = Round(offer.claims, reason, card, taker)
    losses = _losses(display, state.hands[taker], len(state.hands))
    phase: Phase = Giving(seat=taker)
    if losses:
        phase = Over(loser=taker, losses=losses)
        told.append(Told(Lost(seat=taker, losses=losses)))
    past = (*state.past, played)
    after = replace(state, displays=displays, tree=tree, past=past, phase=phase, gift=None)
    return Step(after, tuple(told))


def _losses(display: tuple[Card, ...], hand: tuple[Card, ...], seats: int) -> tuple[Loss, ...]:
    """List all that whoever has just taken a gift loses by, and is to give the next."""
    # YS-12: checked when all that is taken lies on the table; Coal counts as any other kind.
    kinds = dict.fromkeys(in_order(display))
    losses: list[Loss] = [ThreeAlike(card=c) for c in kinds if display.count(c) >= ALIKE]
    total = points(display)
    if counts_points(seats) and total >= LIMIT:  # YS-13: 207 is too many already
        losses.append(TooMany(total=total))
    if not hand:  # YS-14, YS-15: last, as it is only now their turn to give
        losses.append(EmptyHand())
    return tuple(losses)


def _put(
    rows: tuple[tuple[Card, ...], ...], seat: Seat, row: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])
