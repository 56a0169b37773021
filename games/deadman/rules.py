"""The rules of Dead Man's Chest: the legal moves and their results."""

from games.chance import Chance
from games.deadman.dice import DEAD_MAN, RANK, Dice, higher, spoken, value_of, what_beats
from games.deadman.events import (
    Challenged,
    Event,
    LostGem,
    Opened,
    Revealed,
    Won,
    has_bid,
    looked,
    shook,
)
from games.deadman.moves import (
    Bid,
    Challenge,
    Look,
    Move,
    Shake,
    ShakeAgain,
    is_legal,
    is_move,
    legal,
)
from games.deadman.player import DeadManPlayer
from games.deadman.state import (
    Chest,
    Options,
    Showdown,
    State,
    gems_each,
    left_of,
    made,
    new_state,
    survivors,
)
from games.deadman.views import View, seen_from
from games.fast_frozen import copier_of
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

_NOBODY = frozenset[Seat]()
_ALONE = tuple([frozenset((seat,)) for seat in range(8)])


class DeadMan(Rules[Options, State, Move, Event, View]):
    """Dead Man's Chest, for two to eight pirates."""

    name = "deadman"
    title = "Dead Man's Chest"
    version = 2
    seats = range(2, 9)  # DM-1: the publisher says 3 to 8; two works, as every game ends with two
    player = DeadManPlayer()

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        """Give each pirate their gems, and give the chest to a random pirate."""
        if seats not in self.seats:
            raise Refusal(f"{self.title} is for 2 to 8 pirates, not {seats}.")
        opener = chance.below(seats)  # DM-2
        state = _opened(options, (gems_each(seats),) * seats, (), opener, chance)
        return new_step(state, (new_told(Opened(seat=opener, round=1)),))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        """Make a move with the chest; only its holder can."""
        if type(seat) is not int or seat != state.holder or survivors(state.gems) == 1:
            raise _why_seat_cannot_move(state, seat)
        if not is_legal(move, state.chest, state.over, state.options.opener_may_reshake):
            raise _refusal(state, move)
        if isinstance(move, Challenge):
            return _challenge(state, chance)
        if isinstance(move, Bid):
            return _bid(state, move.value, chance)
        if isinstance(move, Shake):
            return _shake(state, move, chance)
        if isinstance(move, Look):
            return new_step(_with_chest(state, "seen", state.dice, True), (looked(seat),))
        return _shake_again(state, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """Build a seat's view. It shows the dice only if the seat has seen these same dice."""
        return seen_from(state, seat)

    def to_move(self, public: View) -> frozenset[Seat]:
        """Return the seat that holds the chest. Return no seat after the game is over."""
        return _ALONE[public.holder] if survivors(public.gems) > 1 else _NOBODY

    def legal_moves(self, view: View) -> tuple[Move, ...]:
        """List every legal move; only the holder of the chest has any."""
        if view.seat != view.holder or survivors(view.gems) == 1:
            return ()
        truth = value_of(view.dice) if view.dice else None
        return legal(view.chest, view.over, view.options.opener_may_reshake, truth)

    def standing(self, public: View) -> Standing:
        """Count the gems; the last pirate with gems wins."""
        over = survivors(public.gems) == 1
        winners = frozenset(s for s, gems in enumerate(public.gems) if gems and over)
        return Standing(public.gems, winners)

    def question(self, public: View) -> Question:
        """Ask one question per turn with the chest. Shaking and looking don't extend the turn."""
        asked = str(len(public.showdowns) + 1)
        return Question(subject=asked, key=f"{asked}.{len(public.bids)}")


# --- refusals -------------------------------------------------------------------------------------


def _why_seat_cannot_move(state: State, seat: Seat) -> IllegalMove:
    holder = state.holder
    if survivors(state.gems) == 1:
        if seat == holder:
            return IllegalMove("The game is over. You won.")
        return IllegalMove("The game is over. {0} won.", holder)
    if type(seat) is not int or seat not in range(len(state.gems)):
        return IllegalMove("You have no seat at this table.")
    if not state.gems[seat]:
        return IllegalMove("You're out of gems, so you're out of the game. Watch them bluff.")
    return IllegalMove("{0} has the chest. Wait until it comes to you.", holder)


def _refusal(state: State, move: object) -> IllegalMove:
    """Return the refusal of a move that `is_legal` has rejected."""
    if isinstance(move, Bid):
        return IllegalMove(_why_no_bid(state, move))
    if not is_move(move):
        return IllegalMove("You can't do that with the chest.")
    if isinstance(move, Challenge) and state.over is not None:
        return IllegalMove(
            f"You accepted {{0}}'s {spoken(state.over)} when you shook the chest, so it's too late"
            f" to challenge. Bid {what_beats(state.over)}.",
            state.bids[-1].seat,
        )
    return IllegalMove(_why_not(state, move))


def _why_not(state: State, move: Move) -> str:
    again = bool(state.bids) or state.options.opener_may_reshake
    if isinstance(move, Challenge):
        return "There's no bid to challenge yet. You open the round, so bid."
    if isinstance(move, Look):
        if state.chest == "passed":  # DM-8
            return "Looking at dice that were passed to you counts as a challenge. Shake first."
        if state.chest == "blind":  # DM-7, DM-17
            return "Nobody looks after a second shake, not even you. Just bid."
        return "You've already looked, and the dice haven't changed. Bid on them."
    if isinstance(move, ShakeAgain) and state.chest == "passed":
        return "You haven't shaken the chest yet. Shake it once, then decide."
    if state.chest == "blind":  # DM-7
        return "You've shaken twice, and nobody gets a third shake. Just bid."
    if not again:  # DM-4
        return (
            "At this table you get only one shake when you open a round. Bid the truth, or a lie."
        )
    return "You've already shaken. You can shake once more without looking, or bid."


def _why_no_bid(state: State, bid: Bid) -> str:
    over, value = state.over, getattr(bid, "value", None)
    if type(value) is not int or value not in RANK:
        what = value if type(value) is int and abs(value) < 1000 else "That"
        return f"{what} isn't a roll of two dice, read with the higher die first."  # DM-6
    if not is_move(bid):
        return "You can't do that with the chest."
    if over == DEAD_MAN and state.chest == "passed":  # DM-12
        return "You can't pass on Dead Man without shaking. Challenge it, or shake first."
    if over == DEAD_MAN:
        return "Nothing beats Dead Man, so you have to bid Dead Man too."
    return f"{value} doesn't beat {over}. Bid {what_beats(over)}."  # DM-5


# --- the moves ------------------------------------------------------------------------------------


def _after(step: Step[State, Event], before: Told[Event]) -> Step[State, Event]:
    """Put an event before the events of a step and return the new step."""
    return new_step(step.state, (before, *step.told))


def _roll(chance: Chance) -> Dice:
    first, second = chance.die(), chance.die()
    return (first, second) if first >= second else (second, first)


_same_holder = copier_of(State, "options", "gems", "holder", "bids", "showdowns")
_same_dice = copier_of(State, "options", "gems", "dice", "seen_by", "showdowns")


def _with_chest(state: State, chest: Chest, dice: Dice, seen: bool) -> State:
    """Leave the chest with its holder, with these dice in it."""
    seen_by = _ALONE[state.holder] if seen else _NOBODY
    return _same_holder(state, chest=chest, dice=dice, seen_by=seen_by)


def _opened(
    options: Options,
    gems: tuple[int, ...],
    showdowns: tuple[Showdown, ...],
    opener: Seat,
    chance: Chance,
) -> State:
    """Start a round: shake and look for the opener, who has no other choice (DM-3)."""
    return new_state(
        options=options,
        gems=gems,
        holder=opener,
        chest="seen",
        dice=_roll(chance),
        seen_by=_ALONE[opener],
        bids=(),
        showdowns=showdowns,
    )


def _bid(state: State, value: int, chance: Chance) -> Step[State, Event]:
    seat, to, unseen = state.holder, left_of(state.gems, state.holder), state.chest == "passed"
    passed = _same_dice(
        state, holder=to, chest="passed", bids=(*state.bids, made(seat, value, unseen))
    )
    told = has_bid(seat, value, to, unseen)
    if state.over == DEAD_MAN:
        # DM-13: a second Dead Man is always challenged, so the bot asks nobody; DM-14: an opening
        # bid of Dead Man counts as the first.
        return _after(_challenge(passed, chance, forced=True), told)
    return new_step(passed, (told,))


def _shake(state: State, move: Shake, chance: Chance) -> Step[State, Event]:
    told = shook(state.holder, False)
    if move.look:
        seen = _with_chest(state, "seen", _roll(chance), True)
        return new_step(seen, (told, looked(state.holder)))
    return new_step(_with_chest(state, "shaken", _roll(chance), False), (told,))


def _shake_again(state: State, chance: Chance) -> Step[State, Event]:
    told = shook(state.holder, True)
    again = _with_chest(state, "blind", _roll(chance), False)
    if higher(state.over) == (DEAD_MAN,):
        # DM-7: a third shake is illegal and one bid is left, so make it; everybody can see why
        return _after(_bid(again, DEAD_MAN, chance), told)
    return new_step(again, (told,))


def _challenge(state: State, chance: Chance, forced: bool = False) -> Step[State, Event]:
    """Reveal the dice, take a gem from the loser, and begin the next round."""
    last = state.bids[-1]  # DM-9: the last bidder risks the gem, no matter who shook the dice
    shown = Showdown(
        bidder=last.seat,
        bid=last.value,
        challenger=state.holder,
        dice=state.dice,
        forced=forced,
    )
    loser, gems = shown.loser, list(state.gems)
    gems[loser] -= 1  # DM-11
    left, showdowns = tuple(gems), (*state.showdowns, shown)
    told: tuple[Told[Event], ...] = (
        new_told(Challenged(seat=state.holder, bidder=last.seat, bid=last.value, forced=forced)),
        new_told(Revealed(dice=state.dice, bid=last.value)),
        new_told(LostGem(seat=loser, left=left[loser])),
    )
    opener = loser if left[loser] else left_of(left, loser)  # DM-2, DM-15
    if survivors(left) > 1:
        opened = new_told(Opened(seat=opener, round=len(showdowns) + 1))
        return new_step(_opened(state.options, left, showdowns, opener, chance), (*told, opened))
    ended = new_state(  # DM-16
        options=state.options,
        gems=left,
        holder=opener,
        chest="passed",
        dice=state.dice,
        seen_by=_NOBODY,
        bids=(),
        showdowns=showdowns,
    )
    return new_step(ended, (*told, new_told(Won(seat=opener, gems=left[opener]))))
