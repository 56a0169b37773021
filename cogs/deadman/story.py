"""Tell the story of a game of Dead Man's Chest: reveals, net changes, memorable moments, the truth.

The story includes only dice that a challenge revealed. Dice that were shaken away stay hidden after
the end too, no matter who had seen them (DM-17).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal, TypeAlias

from bot.ui.face.story import Game, Reveal, Turn
from bot.ui.panels.words import Names, listed
from cogs.deadman.draw import big, gem_count
from games.deadman.dice import DEAD_MAN, RANK, at_least, spoken, value_of
from games.deadman.events import (
    Challenged,
    Event,
    HasBid,
    LostGem,
    Opened,
    Revealed,
    Shook,
)
from games.deadman.views import View
from games.rules import Seat

OTHERS_SUMMED = 3  # number of players whose losses a net change names
LUCKY = 12  # of 36 rolls; a bid that more rolls would make true is not lucky
RIDE = 3  # bids on one roll that are worth mentioning

Answer: TypeAlias = Literal["challenged", "believed", "raised", ""]


# --- reveals and net changes ----------------------------------------------------------------------


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Describe a challenge: the bid, the dice under the lid, and the player who lost a gem."""
    doubted = next((event for event in events if isinstance(event, Challenged)), None)
    shown = next((event for event in events if isinstance(event, Revealed)), None)
    lost = next((event for event in events if isinstance(event, LostGem)), None)
    if doubted is None or shown is None or lost is None:
        return None
    again = ", the second one this round" if doubted.forced else ""
    if lost.left:
        paid = f"loses a gem and has {lost.left} left"
    else:
        paid = "loses their last gem and goes overboard"
    return Reveal(
        f"{names[doubted.bidder]} said {spoken(shown.bid)}{again}. "
        f"Under the lid: {big(shown.dice)}, so {names[lost.seat]} {paid}.",
        ends_round=True,
    )


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up which players lost gems, and how many each has left."""
    left: dict[Seat, int] = {}
    for event in events:
        if isinstance(event, LostGem):
            left[event.seat] = event.left
    if not left:
        return ""
    ranked = sorted(left, key=lambda seat: (seat != to, left[seat]))
    down = [seat for seat in ranked if left[seat]]
    out = ["You" if seat == to else names[seat] for seat in ranked if not left[seat]]
    named = down[: OTHERS_SUMMED + (to in down)]
    said: list[str] = []
    if named:
        is_now = "You're" if named[0] == to else f"{names[named[0]]} is"
        rest = [f"{names[seat]} to {left[seat]}" for seat in named[1:]]
        said.append(f"{listed([f'{is_now} down to {gem_count(left[named[0]])}', *rest])}.")
    if out:
        said.append(f"{listed(out)} went overboard.")
    if more := len(down) - len(named):
        others = f"{more} other players" if more > 1 else "Another player"
        said.append(f"{others} lost gems too.")
    return " ".join(said)


# --- the record of a finished game ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BidOnDice:
    """A bid, and the dice for which it was made.

    `shake` numbers the shakes of the game. `lay` is the value of the dice, and `knew` is the same
    if the bidder knew it. Both are None if no challenge revealed the dice. `only` means that no
    other bid was possible, `absent` that the clock made the bid.
    """

    seat: Seat
    value: int
    to: Seat
    unseen: bool
    only: bool
    shake: int
    knew: int | None
    lay: int | None
    absent: bool
    answer: Answer

    @property
    def bluffed(self) -> int:
        """The number of steps by which the bid exceeds the dice that its bidder had seen, or 0."""
        if self.knew is None or self.only:
            return 0
        return max(0, RANK[self.value] - RANK[self.knew])

    @property
    def held(self) -> bool:
        """Whether the dice were revealed and at least as high as the bid."""
        return self.lay is not None and RANK[self.lay] >= RANK[self.value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round that ended with a challenge. `absent` means that the clock made the challenge."""

    number: int
    opener: Seat
    bids: tuple[BidOnDice, ...]
    doubted: Challenged
    lay: int
    lost: LostGem
    absent: bool


@dataclass(slots=True)
class _GameReader:
    """Collect the rounds of a game while it is read turn by turn."""

    rounds: list[Round] = field(default_factory=list[Round])
    number: int = 0
    opener: Seat = 0
    bids: list[BidOnDice] = field(default_factory=list[BidOnDice])
    shake: int = 0
    lay: int = 0
    doubted: Challenged | None = None

    def read(self, turn: Turn) -> None:
        """Read one turn: what its player knew beforehand, then its events."""
        knew = _value_known_to(turn) if turn.seat is not None else None
        absent = turn.by == "clock"
        for event in turn.events:
            if isinstance(event, Opened):
                self.number, self.opener, self.bids = event.round, event.seat, []
                self.shake += 1
            elif isinstance(event, Shook):
                self._answered("" if event.blind else "believed")
                knew = None
                self.shake += 1
            elif isinstance(event, HasBid):
                self._answered("raised")
                self._bid(event, knew, absent)
            elif isinstance(event, Challenged):
                self._answered("challenged")
                self.doubted = event
            elif isinstance(event, Revealed):
                self.lay = value_of(event.dice)
            elif isinstance(event, LostGem):
                self._end_round(event, absent)

    def _answered(self, answer: Answer) -> None:
        if self.bids and not self.bids[-1].answer and answer:
            self.bids[-1] = replace(self.bids[-1], answer=answer)

    def _bid(self, event: HasBid, knew: int | None, absent: bool) -> None:
        self.bids.append(
            BidOnDice(
                seat=event.seat,
                value=event.value,
                to=event.to,
                unseen=event.unseen,
                only=bool(self.bids) and self.bids[-1].value == DEAD_MAN,
                shake=self.shake,
                knew=knew,
                lay=None,
                absent=absent,
                answer="",
            )
        )

    def _end_round(self, lost: LostGem, absent: bool) -> None:
        assert self.doubted is not None
        bids = tuple(
            replace(bid, lay=self.lay)
            if bid.shake == self.shake
            else replace(bid, knew=None)  # DM-17: dice that were shaken away are never revealed
            for bid in self.bids
        )
        self.rounds.append(
            Round(
                number=self.number,
                opener=self.opener,
                bids=bids,
                doubted=self.doubted,
                lay=self.lay,
                lost=lost,
                absent=absent,
            )
        )


def _value_known_to(turn: Turn) -> int | None:
    """Return the value of the dice if the player of this turn knew it."""
    view: View = turn.seen(turn.seat)
    return None if view.dice is None else value_of(view.dice)


def rounds_of(game: Game) -> list[Round]:
    """Read a revealed game round by round."""
    book = _GameReader()
    for turn in game:
        book.read(turn)
    return book.rounds


# --- memorable moments ----------------------------------------------------------------------------


def moments(game: Game, names: Names) -> list[str]:
    """Pick the boldest bluff, a truth that was doubted, the luckiest bid and the longest run."""
    rounds = rounds_of(game)
    bids = [bid for round_ in rounds for bid in round_.bids]
    found = (_boldest(bids, names), _doubted(rounds, names), _luckiest(bids, names))
    return [moment for moment in (*found, _longest(rounds, names)) if moment]


def _boldest(bids: Sequence[BidOnDice], names: Names) -> str:
    went_by = [bid for bid in bids if bid.answer == "raised" and not bid.absent]
    best = max(went_by, key=lambda bid: bid.bluffed, default=None)
    if best is None or best.knew is None or not best.bluffed:
        return ""
    steps = "1 step" if best.bluffed == 1 else f"{best.bluffed} steps"
    return (
        f"**Boldest bluff:** {names[best.seat]} saw {spoken(best.knew)} and bid "
        f"{spoken(best.value)}, {steps} too high, and {names[best.to]} raised instead of "
        "challenging."
    )


def _doubted(rounds: Sequence[Round], names: Names) -> str:
    true = [
        round_.bids[-1]
        for round_ in rounds
        if round_.bids[-1].knew is not None
        and round_.bids[-1].held
        and not (round_.doubted.forced or round_.absent)
    ]
    best = min(true, key=lambda bid: at_least(bid.value), default=None)
    if best is None or best.knew is None or at_least(best.value) > LUCKY:
        return ""
    bid = "exactly that" if best.value == best.knew else f"only {spoken(best.value)}"
    return (
        f"**Hard to believe:** {names[best.seat]} saw {spoken(best.knew)} and bid {bid}. "
        f"{names[best.to]} challenged and lost a gem: {_rarity(best.value)}."
    )


def _rarity(value: int) -> str:
    """Say how few rolls make a bid true."""
    return f"only {at_least(value)} of 36 rolls are as good as {spoken(value)}"


def _luckiest(bids: Sequence[BidOnDice], names: Names) -> str:
    blind = [
        bid
        for bid in bids
        if bid.answer == "challenged" and bid.knew is None and bid.held and not bid.absent
    ]
    best = min(blind, key=lambda bid: at_least(bid.value), default=None)
    if best is None or best.lay is None or at_least(best.value) > LUCKY:
        return ""
    return (
        f"**Luckiest bid:** {names[best.seat]} bid {spoken(best.value)} without knowing the dice. "
        f"{names[best.to]} challenged, and they showed {spoken(best.lay)}: {_rarity(best.value)}."
    )


def _longest(rounds: Sequence[Round], names: Names) -> str:
    rides = [
        (round_.number, list(ride))
        for round_ in rounds
        for _, ride in groupby(round_.bids, key=lambda bid: bid.shake)
    ]
    told = [(number, ride) for number, ride in rides if ride[0].lay is not None]
    if not told:
        return ""
    number, best = max(told, key=lambda pair: len(pair[1]))
    if len(best) < RIDE or best[0].lay is None:
        return ""
    return (
        f"**Longest ride:** In round {number} one roll went through {len(best)} bids, from "
        f"{spoken(best[0].value)} to {names[best[-1].seat]}'s {spoken(best[-1].value)}. The dice "
        f"showed {spoken(best[0].lay)} the whole time."
    )


# --- the truth ------------------------------------------------------------------------------------


def gaps(game: Game, names: Names) -> list[str]:
    """Name the bids that were furthest above the dice their bidders had seen."""
    bids = [(round_.number, bid) for round_ in rounds_of(game) for bid in round_.bids]
    bluffs = [(number, bid) for number, bid in bids if bid.bluffed and not bid.absent]
    bluffs.sort(key=lambda pair: -pair[1].bluffed)
    return [
        f"In round {number} {names[bid.seat]} saw {spoken(bid.knew)} and said {spoken(bid.value)}, "
        f"and {names[bid.to]} {'raised it' if bid.answer == 'raised' else 'caught it'}."
        for number, bid in bluffs
        if bid.knew is not None
    ]


def truth(game: Game, names: Names) -> list[str]:
    """Write a line for each round: which dice were seen, and what was bid on them."""
    rounds = [_round_text(round_, names) for round_ in rounds_of(game)]
    return ["**Round by round**", *rounds] if rounds else []


def _round_text(round_: Round, names: Names) -> str:
    told = [f"{line}." for bid in round_.bids if (line := _compared(bid, names))]
    last, loser, dice = round_.bids[-1], names[round_.lost.seat], spoken(round_.lay)
    challenged = f"{names[last.to]} {'had to challenge' if round_.doubted.forced else 'challenged'}"
    if last.knew is None:
        challenged += f" {names[last.seat]}'s {spoken(last.value)}"
    told.append(f"{challenged}. The dice showed {dice}, so {loser} lost a gem.")
    return f"{round_.number}. {' '.join(told)}"


def _compared(bid: BidOnDice, names: Names) -> str:
    """Compare a bid with the dice its bidder knew; "" if they knew no more than the others."""
    said = spoken(bid.value)
    if bid.knew is None:
        return ""
    saw = f"{names[bid.seat]} {'still knew the' if bid.unseen else 'saw'} {spoken(bid.knew)} and"
    if bid.value == bid.knew:
        return f"{saw} bid exactly that"
    if bid.only:
        return f"{saw} could bid nothing but {said}"
    if not bid.bluffed:
        return f"{saw} bid only {said}"
    raised = f", and {names[bid.to]} raised it" if bid.answer == "raised" else ""
    return f"{saw} bluffed with {said}{raised}"
