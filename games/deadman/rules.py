"""The rules of Dead Man's Chest: who may do what with the chest, and where it leads."""

from collections.abc import Iterator
from dataclasses import replace

from games.chance import Chance
from games.deadman.dice import (
    DEAD_MAN,
    Dice,
    higher,
    named,
    spoken,
    value_of,
)
from games.deadman.moves import (
    Bid,
    Challenge,
    Challenged,
    Event,
    HasBid,
    Look,
    Looked,
    LostGem,
    Move,
    Opened,
    Revealed,
    Shake,
    ShakeAgain,
    Shook,
    Won,
)
from games.deadman.table import (
    Made,
    Options,
    Showdown,
    State,
    View,
    gems_each,
    left_of,
    survivors,
)
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step, Told


class DeadMan(Rules[Options, State, Move, Event, View]):
    """Dead Man's Chest, for two to eight pirates."""

    name = "deadman"
    title = "Dead Man's Chest"
    version = 1
    seats = range(2, 9)  # DM-1: the publisher says 3 to 8; two works, as every game ends with two

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        """Give out the gems, and the chest to somebody."""
        if seats not in self.seats:
            raise Refusal(f"Dead Man's Chest is for 2 to 8 pirates, not {seats}.")
        gems = (gems_each(seats),) * seats
        opener = chance.below(seats)  # DM-2
        state = _opened(State(options, gems, opener, "seen", (0, 0), frozenset()), opener, chance)
        return _step(state, Opened(seat=opener))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        """Make a move with the chest; only its holder has any."""
        _refuse_without_chest(state, seat)
        if isinstance(move, Challenge):
            return _challenge(state, move, chance)
        _refuse_stale(state, move.over)
        if isinstance(move, Bid):
            return _bid(state, move, chance)
        if isinstance(move, Shake):
            return _shake(state, move, chance)
        if isinstance(move, Look):
            return _look(state)
        return _shake_again(state, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the table; the dice only to who has seen these very dice."""
        return View(
            seat=seat,
            options=state.options,
            gems=state.gems,
            holder=state.holder,
            chest=state.chest,
            dice=state.dice if seat in state.seen_by else None,
            seen_by=state.seen_by,
            bids=state.bids,
            showdowns=state.showdowns,
        )

    def awaited(self, public: View) -> frozenset[Seat]:
        """Wait for who holds the chest."""
        return frozenset({public.holder}) if survivors(public.gems) > 1 else frozenset()

    def moves(self, view: View) -> Iterator[Move]:
        """Yield every legal move: the doubter doubts (DM-19), the roller tells the truth."""
        if survivors(view.gems) == 1 or view.seat != view.holder:
            return
        over = view.over
        if view.chest == "passed" and over is not None:
            yield Challenge(bid=over)  # DM-19
            yield Shake(over=over)
            yield Shake(over=over, look=True)
        if view.chest != "passed" or over != DEAD_MAN:  # DM-12
            yield from (Bid(value=value, over=over) for value in _likeliest_first(view))
        if view.chest == "shaken":
            yield Look(over=over)
        if view.chest in ("shaken", "seen") and (over or view.options.opener_may_reshake):
            yield ShakeAgain(over=over)  # DM-4, DM-7

    def standing(self, public: View) -> Standing:
        """Count gems; the last pirate who has any wins."""
        over = survivors(public.gems) == 1
        winners = frozenset(s for s, gems in enumerate(public.gems) if gems and over)
        return Standing(public.gems, winners)

    def question(self, public: View) -> Question:
        """Ask once per turn of the chest: shaking and looking win no time."""
        return Question(f"{public.round}.{len(public.bids)}")


def _step(state: State, *events: Event) -> Step[State, Event]:
    return Step(state, tuple(Told(event) for event in events))


def _roll(chance: Chance) -> Dice:
    one, other = chance.die(), chance.die()
    return max(one, other), min(one, other)


def _likeliest_first(view: View) -> list[int]:
    """List the legal bids upwards, but the truth first where a roller knows it."""
    values = list(higher(view.over))
    truth = value_of(view.dice) if view.dice and view.chest == "seen" else None
    if truth in values:
        values.remove(truth)
        values.insert(0, truth)  # DM-19: an absent opener bids the true value
    return values


# --- what is refused ------------------------------------------------------------------------------


def _refuse_without_chest(state: State, seat: Seat) -> None:
    if survivors(state.gems) == 1:
        raise IllegalMove("The game is over: one pirate has all the gems that are left.")
    if seat not in range(len(state.gems)):
        raise IllegalMove("Only the pirates at this table play here.")
    if not state.gems[seat]:
        raise IllegalMove("You are out of gems, and out of the game. Watch them bluff.")
    if seat != state.holder:
        raise IllegalMove("The chest is not with you. Wait until it is passed to you.")


def _refuse_stale(state: State, over: int | None) -> None:
    if over == state.over:
        return
    now = "nothing is bid yet" if state.over is None else f"the bid is {spoken(state.over)} now"
    if over is None:
        raise IllegalMove(f"That was for opening a round; {now}.")
    raise IllegalMove(f"That was about a bid of {spoken(over)}; {now}.")


# --- what each move does --------------------------------------------------------------------------


def _bid(state: State, move: Bid, chance: Chance) -> Step[State, Event]:
    value = named(str(move.value))
    if value is None:
        raise IllegalMove(f"{move.value} is no roll of two dice: 31 to 66, or 21 for Dead Man.")
    _refuse_bid(state, value)
    seat, to, unseen = state.holder, left_of(state.gems, state.holder), state.chest == "passed"
    bids = (*state.bids, Made(seat, value, unseen))
    passed = replace(state, holder=to, chest="passed", bids=bids)
    has_bid = HasBid(seat=seat, value=value, to=to, unseen=unseen)
    if sum(made.value == DEAD_MAN for made in bids) == 2:
        # DM-13: nobody may escape a second time, so there is nothing to ask; DM-14: an opening
        # bid of Dead Man was the first.
        return _showdown(passed, chance, (has_bid,), forced=True)
    return _step(passed, has_bid)


def _refuse_bid(state: State, value: int) -> None:
    over = state.over
    if over == DEAD_MAN and state.chest == "passed":
        # DM-12: challenge or re-roll; no passing on of what one has not shaken
        raise IllegalMove("Dead Man cannot be passed on as it is: challenge it, or shake first.")
    if value in higher(over):
        return
    if over == DEAD_MAN:
        raise IllegalMove(f"Nothing beats Dead Man, {value} least of all: you must bid Dead Man.")
    lowest = higher(over)[0]
    instead = "only Dead Man does" if lowest == DEAD_MAN else f"bid {lowest} or higher"
    raise IllegalMove(f"{value} does not beat {over}: {instead}.")  # DM-5


def _shake(state: State, move: Shake, chance: Chance) -> Step[State, Event]:
    if state.chest != "passed":
        again = " Once more, unseen, is a move of its own." if state.chest != "blind" else ""
        raise IllegalMove(f"You have shaken the chest already.{again}")
    shaken = replace(state, chest="shaken", dice=_roll(chance), seen_by=frozenset[Seat]())
    shook = Shook(seat=state.holder)
    if not move.look:
        return _step(shaken, shook)
    looked = _look(shaken)
    return Step(looked.state, (Told(shook), *looked.told))


def _look(state: State) -> Step[State, Event]:
    if state.chest == "passed":  # DM-8
        raise IllegalMove("Looking at dice that were passed to you is a challenge; shake first.")
    if state.chest == "blind":  # DM-7, DM-17
        raise IllegalMove("The second shake stays unseen, for you as well. Bid on it.")
    if state.chest == "seen":
        raise IllegalMove("You have looked already; the dice lie as you saw them.")
    return _step(
        replace(state, chest="seen", seen_by=frozenset({state.holder})), Looked(seat=state.holder)
    )


def _shake_again(state: State, chance: Chance) -> Step[State, Event]:
    if state.chest == "passed":
        raise IllegalMove("You have not shaken the chest yet: shake it once, then decide.")
    if state.chest == "blind":  # DM-7
        raise IllegalMove("Twice is all you get; nobody shakes a third time. Bid on it.")
    if not state.bids and not state.options.opener_may_reshake:  # DM-4
        raise IllegalMove("At this table who opens shakes only once. Bid on what you saw, or lie.")
    again = replace(state, chest="blind", dice=_roll(chance), seen_by=frozenset[Seat]())
    return _step(again, Shook(seat=state.holder, blind=True))


def _challenge(state: State, move: Challenge, chance: Chance) -> Step[State, Event]:
    if state.over is None:
        raise IllegalMove("There is no bid to challenge yet: you open the round.")
    _refuse_stale(state, move.bid)
    if state.chest != "passed":
        raise IllegalMove(f"You have shaken the chest: {spoken(state.over)} is believed. Bid.")
    return _showdown(state, chance)


def _showdown(
    state: State, chance: Chance, before: tuple[Event, ...] = (), forced: bool = False
) -> Step[State, Event]:
    """Take the lid off, take a gem, and begin the next round."""
    last = state.bids[-1]  # DM-9: the last bidder answers for the dice, whoever shook them
    shown = Showdown(last.seat, last.value, state.holder, state.dice, forced)
    loser = shown.loser
    gems = tuple(left - (seat == loser) for seat, left in enumerate(state.gems))  # DM-11
    told: list[Event] = [
        *before,
        Challenged(seat=state.holder, bidder=last.seat, bid=last.value, forced=forced),
        Revealed(dice=state.dice, bid=last.value),
        LostGem(seat=loser, left=gems[loser]),
    ]
    settled = replace(state, gems=gems, bids=(), showdowns=(*state.showdowns, shown))
    opener = loser if gems[loser] else left_of(gems, loser)  # DM-2, DM-15
    if survivors(gems) == 1:  # DM-16
        over = replace(settled, holder=opener, chest="passed", seen_by=frozenset[Seat]())
        return _step(over, *told, Won(seat=opener, gems=gems[opener]))
    return _step(
        _opened(settled, opener, chance),
        *told,
        Opened(seat=opener, round=len(settled.showdowns) + 1),
    )


def _opened(state: State, opener: Seat, chance: Chance) -> State:
    """Shake and look for the opener: the rules leave no choice about either (DM-3)."""
    return replace(
        state, holder=opener, chest="seen", dice=_roll(chance), seen_by=frozenset({opener})
    )
