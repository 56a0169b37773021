"""Tell the story of a game of Yankee Swap: what each gift was, and who believed what.

A player who gives a card knows it, from their hand or from a look, so every claim is true or a lie.
A lie is believed if the player who is offered the card says that it is what was declared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.ui.face.story import Game, Reveal
from bot.ui.panels.words import Names, listed
from cogs.yankee.pics import some
from games.gifts import COAL, Card, gift, in_order
from games.rules import Seat
from games.yankee.events import Declined, Event, Given, Lost, Unwrapped
from games.yankee.record import Reason

OTHERS_SUMMED = 3  # number of players whose gifts a net change names
KINDS_SUMMED = 4  # kinds that a net change names for the reader; half as many for others
TOLD = 5  # the most claims of a round that are listed one by one
WAY = 3  # hand-overs of one gift that are worth mentioning
CLAIMS = 4  # fewest claims for a remark about a player's honesty

_SAID: dict[Reason, str] = {"is": "it is", "isnt": "it isn't", "coal": "it's Coal"}


def many(cards: Iterable[Card], most: int = 99) -> str:
    """List gifts in a sentence, the smallest first: `a Mug, Wreath ×2 and Coal`."""
    counted = Counter(in_order(cards))
    words = [gift(card).one if n == 1 else f"{gift(card).name} ×{n}" for card, n in counted.items()]
    return listed(words if len(words) <= most else [*words[:most], "more"])


# --- reveals and net changes ----------------------------------------------------------------------


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Describe the card that a declined gift turned out to be, and who takes it."""
    declined = next((event for event in events if isinstance(event, Declined)), None)
    if declined is None:
        return None
    under = next((event for event in events if isinstance(event, Unwrapped)), None)
    end = f", so {names[declined.taker]} takes it"
    if declined.taker == declined.giver:
        end += " back"
    elif declined.card == COAL and declined.reason == "isnt":
        end = f". For Coal, “it isn't” counts as wrong{end}"  # YS-9
    tree = f", plus {some(under.card)}{gift(under.card).one} from under the tree" if under else ""
    return Reveal(
        f"{names[declined.giver]} said “{gift(declined.declared).one}” and "
        f"{names[declined.seat]} said “{_SAID[declined.reason]}”. "
        f"It was {some(declined.card)}{gift(declined.card).one}{end}{tree}.",
        ends_round=True,
    )


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up which gifts each player took."""
    taken: dict[Seat, list[Card]] = {}
    for event in events:
        if isinstance(event, Declined):
            taken.setdefault(event.taker, []).append(event.card)
        elif isinstance(event, Unwrapped):
            taken.setdefault(event.seat, []).append(event.card)
    if not taken:
        return ""
    mine = taken.pop(to, None)
    others = sorted(taken, key=lambda seat: -len(taken[seat]))
    parts = [f"You took {many(mine, KINDS_SUMMED)}"] if mine else []
    parts += [
        f"{names[seat]} took {many(taken[seat], KINDS_SUMMED // 2)}"
        for seat in others[:OTHERS_SUMMED]
    ]
    if len(others) > OTHERS_SUMMED:
        more = len(others) - OTHERS_SUMMED
        others = f"{more} other players" if more > 1 else "another player"
        parts.append(f"{others} took gifts too")
    return f"{'; '.join(parts)}."


# --- the record of a finished game ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A hand-over. `absent` means that the clock made it."""

    giver: Seat
    to: Seat
    declared: Card
    absent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: all claims about one gift, and who took it. `lost` means that they lost the game."""

    number: int
    claims: tuple[Claimed, ...]
    declined: Declined
    absent: bool
    lost: bool

    @property
    def card(self) -> Card:
        """The card that the gift was."""
        return self.declined.card

    @property
    def lies(self) -> tuple[Claimed, ...]:
        """The claims that were false."""
        return tuple([claim for claim in self.claims if claim.declared != self.card])

    @property
    def believed(self) -> bool:
        """Whether the last claim was a lie that the recipient believed."""
        return self.declined.reason == "is" and self.declined.declared != self.card

    @property
    def doubted(self) -> bool:
        """Whether the last claim was true and the recipient doubted it."""
        return self.declined.reason != "is" and self.declined.declared == self.card


def rounds_of(game: Game) -> list[Round]:
    """Read a revealed game round by round."""
    found: list[Round] = []
    claims: list[Claimed] = []
    for turn in game:
        absent = turn.by == "clock"
        lost = any(isinstance(event, Lost) for event in turn.events)
        for event in turn.events:
            if isinstance(event, Given):
                claims = claims if event.again else []
                claims.append(
                    Claimed(giver=event.giver, to=event.to, declared=event.declared, absent=absent)
                )
            elif isinstance(event, Declined):
                found.append(
                    Round(
                        number=len(found) + 1,
                        claims=tuple(claims),
                        declined=event,
                        absent=absent,
                        lost=lost,
                    )
                )
    return found


# --- memorable moments ----------------------------------------------------------------------------


def moments(game: Game, names: Names) -> list[str]:
    """Pick the boldest lie, a truth nobody believed, the longest way, a good guesser and a liar."""
    rounds = rounds_of(game)
    doubted = _doubted(rounds, names)
    found = [_boldest(rounds, names), doubted, _longest(rounds, names)]
    if any(round_.doubted and round_.lost for round_ in rounds):
        found = [doubted, *found[:1], *found[2:]]
    found += [_best_nose(rounds, names), _biggest_liar(rounds, names)]
    return [moment for moment in found if moment]


def _boldest(rounds: Sequence[Round], names: Names) -> str:
    """Find the believed lie that was furthest from the truth. Lies about Coal come first."""
    told = [
        round_
        for round_ in rounds
        if round_.believed and not (round_.absent or round_.claims[-1].absent)
    ]
    if not told:
        return ""
    best = max(told, key=lambda lie: (lie.card == COAL, _distance(lie)))
    last = best.declined
    return (
        f"**Boldest lie:** {_lie(best, best.claims[-1], names)}. {names[last.seat]} believed it "
        "and had to take it."
    )


def _distance(round_: Round) -> int:
    return abs(gift(round_.declined.declared).points - gift(round_.card).points)


def _lie(round_: Round, claim: Claimed, names: Names) -> str:
    """Write what a liar called a gift: `Ann called Coal “a Candle”`."""
    return f"{names[claim.giver]} called {gift(round_.card).one} “{gift(claim.declared).one}”"


def _doubted(rounds: Sequence[Round], names: Names) -> str:
    told = [round_ for round_ in rounds if round_.doubted and not round_.absent]
    if not told:
        return ""
    best = max(told, key=lambda truth: (truth.lost, gift(truth.card).points))
    last = best.declined
    end = ", which lost the game" if best.lost else ""
    return (
        f"**The plain truth:** {names[last.giver]} said “{gift(last.declared).one}”, and it was. "
        f"{names[last.seat]} said “{_SAID[last.reason]}” and had to take it{end}."
    )


def _longest(rounds: Sequence[Round], names: Names) -> str:
    best = max(rounds, key=lambda way: len(way.claims), default=None)
    if best is None or len(best.claims) < WAY:
        return ""
    called = {claim.declared for claim in best.claims}
    under = f"under {len(called)} different names"
    if len(called) == 1:
        under = f"as {gift(best.claims[0].declared).one} each time"
    return (
        f"**Longest trip:** In round {best.number} {gift(best.card).one} changed hands "
        f"{len(best.claims)} times, {under}, and ended up with {names[best.declined.taker]}."
    )


def _best_nose(rounds: Sequence[Round], names: Names) -> str:
    """Find the player who recognized Coal most often."""
    tried = [round_ for round_ in rounds if round_.declined.reason == "coal" and not round_.absent]
    said = Counter(round_.declined.seat for round_ in tried)
    right = Counter(round_.declined.seat for round_ in tried if round_.card == COAL)
    if not right:
        return ""
    best = max(sorted(right), key=lambda seat: (right[seat], -said[seat]))
    if said[best] > 1:
        return (
            f"**Best nose for Coal:** {names[best]} said “it's Coal” {_times(said[best])} and was "
            f"right {_times(right[best]) if right[best] < said[best] else 'every time'}."
        )
    [last] = [round_.declined for round_ in tried if round_.declined.seat == best]
    return (
        f"**Best nose for Coal:** {names[last.giver]} said “{gift(last.declared).one}”, but "
        f"{names[best]} said “it's Coal” and was right."
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _biggest_liar(rounds: Sequence[Round], names: Names) -> str:
    """Find the player who lied most, if they lied more often than not."""
    claims, lies, believed = Counter[Seat](), Counter[Seat](), Counter[Seat]()
    for round_ in rounds:
        for claim in round_.claims:
            if not claim.absent:
                claims[claim.giver] += 1
                lies[claim.giver] += claim.declared != round_.card
        if round_.believed and not (round_.claims[-1].absent or round_.absent):
            believed[round_.declined.giver] += 1
    liars = [seat for seat in sorted(lies) if claims[seat] >= CLAIMS]
    liars = [seat for seat in liars if lies[seat] * 2 > claims[seat]]
    if not liars:
        return ""
    best = max(liars, key=lambda seat: (lies[seat], believed[seat]))
    end = f"believed {_times(believed[best])}" if believed[best] else "never believed"
    return (
        f"**Straightest face:** {names[best]} lied in {lies[best]} of {claims[best]} claims and "
        f"was {end}."
    )


# --- the truth ------------------------------------------------------------------------------------


def gaps(game: Game, names: Names) -> list[str]:
    """Name the lies that were furthest from the truth. Lies about Coal come first."""
    lies = [
        (round_, claim) for round_ in rounds_of(game) for claim in round_.lies if not claim.absent
    ]

    def distance(pair: tuple[Round, Claimed]) -> tuple[bool, int]:
        card, declared = pair[0].card, pair[1].declared
        return card == COAL, abs(gift(declared).points - gift(card).points)

    return [
        f"In round {round_.number} {_lie(round_, claim, names)}{_met(round_, claim, names)}."
        for round_, claim in sorted(lies, key=distance, reverse=True)
    ]


def _met(round_: Round, claim: Claimed, names: Names) -> str:
    """Say how the recipient of a gift met the lie about it, or "" if the clock answered."""
    to = names[claim.to]
    if claim is not round_.claims[-1]:
        return f", and {to} looked and passed it on"
    if round_.absent:
        return ""
    return f", and {to} believed it" if round_.believed else f", but {to} didn't believe it"


def truth(game: Game, names: Names) -> list[str]:
    """Tell what each gift was declared to be and what it was, and which cards were left."""
    rounds = rounds_of(game)
    return [*_lies(rounds, names), *_cards_left(game, names)]


def _lies(rounds: Sequence[Round], names: Names) -> Iterator[str]:
    false = [round_ for round_ in rounds if round_.lies]
    yield "**What was said and what it was**"
    if not false:
        yield "Nobody told a single lie."
    elif len(false) < len(rounds):
        yield f"{len(false)} of {len(rounds)} rounds had a lie in them."
    yield from (_round_text(round_, names) for round_ in false)


def _round_text(round_: Round, names: Names) -> str:
    """Write a round: its claims, and the card that the gift was."""
    told = round_.claims[-TOLD:]
    said = [f"{names[claim.giver]} said {gift(claim.declared).one}" for claim in told]
    if len(told) < len(round_.claims):
        said.insert(0, f"{len(round_.claims) - len(told)} claims")
    it = f"It was {gift(round_.card).one}. {names[round_.declined.taker]} {_took(round_)}."
    return f"{round_.number}. {', then '.join(said)}. {it}"


def _took(round_: Round) -> str:
    """Say why the player who took the gift had to."""
    if round_.believed:
        return "believed it"
    if round_.declined.taker != round_.declined.seat:
        return "had to take it back"
    if round_.declined.reason == "coal":
        return "guessed Coal and had to take it"
    doubted = "doubted it" if round_.doubted else "didn't guess Coal"  # or it would be taken back
    return f"{doubted} and had to take it"


def _cards_left(game: Game, names: Names) -> Iterator[str]:
    yield "**Left in hand at the end**"
    for seat, name in enumerate(names):
        held: tuple[Card, ...] = game[-1].seen(seat).held
        yield f"{name} still had {many(held)}." if held else f"{name} had no cards left."
