"""Tell the story of a game of Dead Man's Chest: reveals, net changes, memorable moments, the truth.

The story includes only dice that a challenge revealed. Dice that were shaken away stay hidden after
the end too, no matter who had seen them (DM-17).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal, TypeAlias

from bot.ui.story import Game, Reveal, Turn
from bot.ui.words import Names, listed
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
    again = ", the second of the round" if doubted.forced else ""
    if lost.left:
        paid = f"loses a gem: {lost.left} left"
    else:
        paid = "loses the last gem, and goes overboard"
    return Reveal(
        f"{names[doubted.bidder]} said {spoken(shown.bid)}{again}. "
        f"Under the lid: {big(shown.dice)}. {names[lost.seat]} {paid}.",
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
    mine, others = left.pop(to, None), sorted(left, key=lambda seat: left[seat])
    parts: list[str] = []
    if mine is not None:
        parts.append(f"you are down to {gem_count(mine)}" if mine else "you went overboard")
    named = others[:OTHERS_SUMMED]
    if out := [names[seat] for seat in named if not left[seat]]:
        parts.append(f"{listed(out)} went overboard")
    for seat in [other for other in named if left[other]]:
        counted = parts and " down to " in parts[-1]  # do not repeat the word "gems"
        down = left[seat] if counted else gem_count(left[seat])
        parts.append(f"{names[seat]} is down to {down}")
    if len(others) > OTHERS_SUMMED:
        parts.append("others lost gems, too")
    said = ", ".join(parts)
    return f"{said[0].upper() if mine is not None else said[0]}{said[1:]}."


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
        f"**Boldest bluff:** {names[best.seat]} bid {spoken(best.value)} over {spoken(best.knew)}, "
        f"{steps} up the chart, and {names[best.to]} went higher without a look."
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
    return (
        f"**Too good to be believed:** {names[best.seat]} saw {spoken(best.knew)} and bid "
        f"{_bid_text(best)}, {names[best.to]} challenged, and there it lay: "
        f"{at_least(best.value)} of 36 shakes are as high or higher."
    )


def _bid_text(bid: BidOnDice) -> str:
    return "just that" if bid.value == bid.knew else spoken(bid.value)


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
        f"**Luckiest bid:** {names[best.seat]} bid {spoken(best.value)} without knowing the dice, "
        f"and {spoken(best.lay)} lay there: {at_least(best.value)} of 36 shakes are as high or "
        "higher."
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
        f"**Longest ride:** in round {number} one shake went through {len(best)} bids, from "
        f"{spoken(best[0].value)} to {names[best[-1].seat]}'s {spoken(best[-1].value)}, and "
        f"{spoken(best[0].lay)} lay there all the while."
    )


# --- the truth ------------------------------------------------------------------------------------


def gaps(game: Game, names: Names) -> list[str]:
    """Name the bids that were furthest above the dice their bidders had seen."""
    bids = [(round_.number, bid) for round_ in rounds_of(game) for bid in round_.bids]
    bluffs = [(number, bid) for number, bid in bids if bid.bluffed and not bid.absent]
    bluffs.sort(key=lambda pair: -pair[1].bluffed)
    return [
        f"{names[bid.seat]} said {spoken(bid.value)} in round {number} and had seen "
        f"{spoken(bid.knew)}."
        for number, bid in bluffs
        if bid.knew is not None
    ]


def truth(game: Game, names: Names) -> list[str]:
    """Write for each round which dice were seen and what was bid on them."""
    return [line for round_ in rounds_of(game) for line in _chapter(round_, names)]


def _chapter(round_: Round, names: Names) -> Iterator[str]:
    yield f"**Round {round_.number}, opened by {names[round_.opener]}**"
    for bid in round_.bids[:-1]:
        if line := _compared(bid, names):
            yield f"{line}."
    last, loser, dice = round_.bids[-1], names[round_.lost.seat], spoken(round_.lay)
    bidder, doubter = names[last.seat], names[last.to]
    challenged = "had to challenge" if round_.doubted.forced else "challenged"
    if line := _compared(last, names):
        yield f"{line}. {doubter} {challenged}: it was {dice}, and {loser} lost a gem."
    else:
        said = spoken(last.value)
        yield (f"{doubter} {challenged} {bidder}'s {said}: it was {dice}, and {loser} lost a gem.")


def _compared(bid: BidOnDice, names: Names) -> str:
    """Compare a bid with the dice its bidder knew; "" if they knew no more than the others."""
    who, said, to = names[bid.seat], spoken(bid.value), names[bid.to]
    if bid.knew is None:
        return ""
    saw = f"{who} {'still knew of' if bid.unseen else 'saw'} {spoken(bid.knew)} and"
    if bid.value == bid.knew:
        return f"{saw} bid just that"
    if bid.only:
        return f"{saw} could bid nothing but {said}"
    if not bid.bluffed:
        return f"{saw} bid only {said}"
    ends = {"believed": f", and {to} believed it", "raised": f", and {to} went higher, unseen"}
    return f"{saw} bid {said}: a bluff{ends.get(bid.answer, '')}"
