"""Dead Man's Chest: two dice in a chest, a bid on them, and the next pirate believes it or not.

Who has the chest shakes it, looks, and bids what lies there, or says so. The next pirate on the
left challenges, or bids higher and passes the chest on. Whoever is wrong loses a gem; the last
pirate with gems wins.

The state keeps the dice that lie in the chest now, and who has seen exactly these. A shake
overwrites them: what lay there before is kept nowhere and told to nobody (DM-17). A look is told
without its value; the value is in the looker's own view, for as long as it is true.

DM-… are the rulings of this house, where the printed rules are silent.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.chance import Chance
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step, Told

# --- the dice -------------------------------------------------------------------------------------

Dice: TypeAlias = tuple[int, int]
"""Two dice, the higher first."""

DEAD_MAN = 21

CHART = (31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, DEAD_MAN)
"""All that two dice can show, from the lowest to the highest."""


def rank(value: int) -> int:
    """Say where a value stands on the chart: 0 for 31, 20 for the Dead Man."""
    return CHART.index(value)


def value_of(dice: Dice) -> int:
    """Read two dice, the higher as the tens."""
    return max(dice) * 10 + min(dice)


def at_least(value: int) -> int:
    """Count the rolls, of 36, that are as high as this value or higher."""
    return sum(1 if at % 11 == 0 else 2 for at in CHART[rank(value) :])


def higher(over: int | None) -> tuple[int, ...]:
    """List what may be bid over a bid, the lowest first; over None, everything."""
    if over is None:
        return CHART  # DM-3: anything, the Dead Man included
    if over == DEAD_MAN:
        return (DEAD_MAN,)  # DM-12: the only equal bid in the game
    return CHART[rank(over) + 1 :]  # DM-5: strictly, and by the chart


def named(text: str) -> int | None:
    """Read a value as players write it: `52`, `25`, `5 2`, `dead man`; None if it is no roll."""
    plain = "".join(text.casefold().split())
    if plain in ("deadman", "thedeadman"):
        return DEAD_MAN
    if len(plain) == 2 and all(digit in "123456" for digit in plain):
        return value_of((int(plain[0]), int(plain[1])))  # DM-6: 25 is 52, 12 is the Dead Man
    return None


def spoken(value: int) -> str:
    """Write a value as players say it."""
    return "Dead Man" if value == DEAD_MAN else str(value)


# --- what there is --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed before the game."""

    opener_may_reshake: bool = True
    """May who opens a round shake a second time, unseen? (DM-4)"""


Chest: TypeAlias = Literal["passed", "shaken", "seen", "blind"]
"""What its holder has done with the chest: nothing; shaken it; looked as well; shaken it again."""


@dataclass(frozen=True, slots=True)
class Made:
    """A bid of this round. `unseen`: the chest went on as it had come."""

    seat: Seat
    value: int
    unseen: bool


@dataclass(frozen=True, slots=True)
class Showdown:
    """A challenge, settled. `forced`: the second Dead Man of a round must be challenged."""

    bidder: Seat
    bid: int
    challenger: Seat
    dice: Dice
    forced: bool

    @property
    def loser(self) -> Seat:
        """Say who loses a gem: the bidder if the dice are lower than the bid, else the doubter."""
        held = rank(value_of(self.dice)) >= rank(self.bid)
        return self.challenger if held else self.bidder  # DM-11


@dataclass(frozen=True, slots=True)
class State:
    """The table, with what lies in the chest."""

    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice
    seen_by: frozenset[Seat]
    """Who has seen these very dice."""
    bids: tuple[Made, ...] = ()
    showdowns: tuple[Showdown, ...] = ()

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or the public, sees and remembers."""

    seat: Seat | None
    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice | None
    """What this seat knows to lie in the chest: its own roll, or one it saw and nobody shook since
    (DM-10)."""
    seen_by: frozenset[Seat]
    bids: tuple[Made, ...]
    showdowns: tuple[Showdown, ...]

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None

    @property
    def round(self) -> int:
        """Which round it is, from 1; after the end, the last one."""
        return len(self.showdowns) + (survivors(self.gems) > 1)


# --- moves and events -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt a bid: the lid comes off."""

    kind: Literal["challenge"] = "challenge"
    bid: int = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a value over another (None: open the round), and pass the chest to the left."""

    kind: Literal["bid"] = "bid"
    value: int = 0
    over: int | None = None


@dataclass(frozen=True, slots=True)
class Shake:
    """Believe a bid and shake the chest; look at once, or leave the lid on for now."""

    kind: Literal["shake"] = "shake"
    over: int | None = None
    look: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Look at what one has shaken oneself."""

    kind: Literal["look"] = "look"
    over: int | None = None


@dataclass(frozen=True, slots=True)
class ShakeAgain:
    """Shake a second time. Nobody will see what lies there then, unless it is challenged."""

    kind: Literal["again"] = "again"
    over: int | None = None


Move: TypeAlias = Challenge | Bid | Shake | Look | ShakeAgain


@dataclass(frozen=True, slots=True)
class Opened:
    """A round has begun: its opener has shaken the chest and looked into it."""

    kind: Literal["opened"] = "opened"
    seat: Seat = 0
    round: int = 1


@dataclass(frozen=True, slots=True)
class Shook:
    """The chest was shaken; `blind`: a second time, and nobody looks."""

    kind: Literal["shook"] = "shook"
    seat: Seat = 0
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody looked under the lid. What they saw is theirs (DM-17)."""

    kind: Literal["looked"] = "looked"
    seat: Seat = 0


@dataclass(frozen=True, slots=True)
class HasBid:
    """A bid was made, and the chest passed to the left; `unseen`: just as it had come."""

    kind: Literal["has_bid"] = "has_bid"
    seat: Seat = 0
    value: int = 0
    to: Seat = 0
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Challenged:
    """A bid was doubted; `forced`: it was the second Dead Man of the round."""

    kind: Literal["challenged"] = "challenged"
    seat: Seat = 0
    bidder: Seat = 0
    bid: int = 0
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """The lid came off, for everybody."""

    kind: Literal["revealed"] = "revealed"
    dice: Dice = (0, 0)
    bid: int = 0


@dataclass(frozen=True, slots=True)
class LostGem:
    """A gem went out of play; with none `left`, its pirate did too."""

    kind: Literal["lost_gem"] = "lost_gem"
    seat: Seat = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Won:
    """One pirate alone has gems."""

    kind: Literal["won"] = "won"
    seat: Seat = 0
    gems: int = 0


Event: TypeAlias = Opened | Shook | Looked | HasBid | Challenged | Revealed | LostGem | Won


# --- the rules ------------------------------------------------------------------------------------


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


def gems_each(seats: int) -> int:
    """Say how many gems each pirate begins with."""
    return 3 if seats >= 7 else 4  # DM-1


def survivors(gems: tuple[int, ...]) -> int:
    """Count the pirates who are still in."""
    return sum(1 for left in gems if left)


def left_of(gems: tuple[int, ...], seat: Seat) -> Seat:
    """Find the next pirate to the left who still has gems."""
    around = (*range(seat + 1, len(gems)), *range(seat))
    return next(other for other in around if gems[other])  # DM-20


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
