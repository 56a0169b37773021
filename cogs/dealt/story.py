"""Tell the story of a game of Dealt!: rounds and chips, memorable moments, the truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bot.ui.face.story import Game, Reveal, Turn
from bot.ui.panels.words import Names
from cogs.dealt.draw import count, name_of, row
from cogs.dealt.pics import faces
from games.dealt.cards import DRAWN, Card, Cards, Rank, spoken, strength
from games.dealt.events import (
    DrawOwed,
    Drew,
    Event,
    GameEnded,
    HandDealt,
    LeadTaken,
    Played,
    ReserveTaken,
    RoundEnded,
    RoundStarted,
    Stopped,
    TrickEnded,
    WentOut,
)
from games.dealt.legal import acts_of
from games.dealt.moves import Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import highest
from games.dealt.views import View
from games.rules import Seat

MIN_ROUNDS_SURVIVED = 2  # rounds survived without a chip that are worth mentioning
MIN_GRAND_RANK = Rank.STRAIGHT_3  # the lowest rank of a grand play
MAX_HUMBLE_VALUE = 6  # the highest value of a humble X
MIN_FULL_HAND = 3  # unplayable cards that are worth mentioning

# --- reveals and net changes ----------------------------------------------------------------------


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Describe how a trick ended, or how a round ended and which players give up a chip for it."""
    end = next((event for event in events if isinstance(event, RoundEnded)), None)
    if end is None:
        return _end_of_trick(events, names)
    over = next((event for event in events if isinstance(event, GameEnded)), None)
    losers = over.losers if over else ()
    payers, n = names.all(frozenset(end.payers)), end.number
    if end.why == "stuck":
        how = f"{payers} couldn't play and had no reserve left, so round {n} is over."
    elif end.why == "last":
        how = f"{payers} was the last one with cards, so round {n} is over."
    else:
        how = (
            f"Everybody's hand is empty, so round {n} is over. Anyone who was in its last trick "
            "and didn't take it owes a chip."
        )
    return Reveal(" ".join([how, *_payments(end, losers, names)]), ends_round=True)


def _end_of_trick(events: Sequence[Event], names: Names) -> Reveal | None:
    """Say which player took a trick, and which one stopped it, if anybody did."""
    over = next((event for event in events if isinstance(event, TrickEnded)), None)
    if over is None:
        return None
    stop = next((event for event in events if isinstance(event, Stopped)), None)
    who = "Nobody" if over.winner is None else names[over.winner]
    if stop is None:
        return Reveal(f"{who} takes the trick.")
    return Reveal(f"{names[stop.seat]}'s STOP ended the trick. {who} takes it.")


def _payments(end: RoundEnded, losers: tuple[Seat, ...], names: Names) -> Iterator[str]:
    """Say which players give up a chip, and how many they have left.

    The losers, who have none to give, are told by the result of the game.
    """
    for seat in end.payers:
        if seat in losers:
            continue
        if left := end.chips[seat]:
            yield f"{names[seat]} gives up a chip and has {left} left."
        else:
            yield f"{names[seat]} gives up their last chip."


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up which players lost chips, and which are out of the current round."""
    chips: tuple[int, ...] = ()
    payers, out = set[Seat](), list[Seat]()
    for event in events:
        if isinstance(event, RoundEnded):
            chips = event.chips
            payers.update(event.payers)
        elif isinstance(event, RoundStarted):
            out = []
        elif isinstance(event, WentOut):
            out.append(event.seat)
    parts: list[str] = []
    for seat in sorted(payers, key=lambda seat: (seat != to, seat)):
        left = count(chips[seat], "chip")
        if chips[seat]:
            who = "You're" if seat == to else f"{names[seat]} is"
            parts.append(f"{who} down to {left}.")
        else:
            who = "You have" if seat == to else f"{names[seat]} has"
            parts.append(f"{who} {left} left.")
    if to in out:
        parts.append("You're out of cards and safe this round.")
    if others := [seat for seat in out if seat != to]:
        are = "is" if len(others) == 1 else "are"
        parts.append(f"{names.all(frozenset(others))} {are} out of cards.")
    return " ".join(parts)


# --- the record of a finished game ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    """A play and the combination it beat. `absent` means that the clock made it."""

    round: int
    played: Played
    over: Played | None
    absent: bool


@dataclass(slots=True)
class Draws:
    """The cards a player drew for a Redraw. `best` is the play that won them the trick, if any."""

    seat: Seat
    best: Played | None
    cards: list[Card] = field(default_factory=list[Card])


@dataclass(frozen=True, slots=True, kw_only=True)
class Spared:
    """The highest play that a player could have made on `over`, but took a reserve card instead."""

    seat: Seat
    play: Play
    over: Played


@dataclass(slots=True)
class Round:
    """A round: the cards that were dealt, played and drawn, and those left at its end.

    `spared` has the highest play that each player kept back for a reserve card.

    `best` is the highest combination of the current trick or, at the end, of the last trick.
    """

    number: int
    dealt: list[HandDealt] = field(default_factory=list[HandDealt])
    tops: list[Top] = field(default_factory=list[Top])
    draws: list[Draws] = field(default_factory=list[Draws])
    spared: dict[Seat, Spared] = field(default_factory=dict[Seat, Spared])
    best: Played | None = None
    end: RoundEnded | None = None
    held: dict[Seat, Cards] = field(default_factory=dict[Seat, Cards])


def rounds_of(game: Game) -> list[Round]:
    """Read a revealed game round by round."""
    found: list[Round] = []
    for turn in game:
        for event in turn.events:
            if isinstance(event, RoundStarted):
                found.append(Round(number=event.number))
            elif found:
                _read(found[-1], event, turn)
    return found


def _read(now: Round, event: Event, turn: Turn) -> None:
    if isinstance(event, HandDealt):
        now.dealt.append(event)
    elif isinstance(event, Played):
        absent = turn.by == "clock"
        now.tops.append(Top(round=now.number, played=event, over=now.best, absent=absent))
        now.best = event
    elif isinstance(event, ReserveTaken):
        spare = None if turn.by == "clock" else _spared(turn, event.seat)
        if spare and _height(spare) >= _height(now.spared.get(event.seat)):
            now.spared[event.seat] = spare
    elif isinstance(event, DrawOwed):
        now.draws.append(Draws(seat=event.seat, best=now.best))
    elif isinstance(event, Drew):
        now.draws[-1].cards.append(event.card)
    elif isinstance(event, LeadTaken):
        now.best = None
    elif isinstance(event, RoundEnded):
        now.end = event
        held = [(seat, _hand_after(turn, seat)) for seat in range(len(event.chips))]
        now.held = {seat: cards for seat, cards in held if cards}


def _height(spare: Spared | None) -> int:
    return 0 if spare is None else strength(spare.play.values)


def _spared(turn: Turn, seat: Seat) -> Spared | None:
    """Return the highest play that a player who took a reserve card could have made instead."""
    view: View = turn.seen(seat)
    over = highest(view.up)
    plays = [move for move in acts_of(view.up, seat, view.hand) if isinstance(move, Play)]
    if over is None or not plays:
        return None
    return Spared(seat=seat, play=max(plays, key=lambda move: strength(move.values)), over=over)


def _hand_after(turn: Turn, seat: Seat) -> Cards:
    """Return a seat's hand after a move. Only the hand of the player who moved has changed."""
    view: View = turn.seen(seat)
    hand, move = view.hand, turn.move
    if seat != turn.seat:
        return hand
    if isinstance(move, Play):
        return hand[: move.first - 1] + hand[move.first - 1 + len(move.cards) :]
    if isinstance(move, PlayStop | PlayRedraw):
        return hand[: move.position - 1] + hand[move.position :]
    if isinstance(move, TakeReserve):
        return (*hand[: move.gap], move.card, *hand[move.gap :])
    assert isinstance(move, Place)
    assert view.drawn is not None
    return (*hand[: move.gap], view.drawn, *hand[move.gap :])


# --- memorable moments ----------------------------------------------------------------------------


def moments(game: Game, names: Names) -> list[str]:
    """Pick the best survivor, the dearest trick, the highest play, a large hand and a low X."""
    rounds = rounds_of(game)
    found = (
        _best_survivor(game, rounds, names),
        _dearest(rounds, names),
        _grandest(rounds, names),
        _fullest(rounds, names),
        _humblest(rounds, names),
    )
    return [moment for moment in found if moment]


def _best_survivor(game: Game, rounds: Sequence[Round], names: Names) -> str:
    """Find the player who survived the most rounds without a chip to give."""
    ends = [round_.end for round_ in rounds if round_.end is not None]
    over = next((event for event in game[-1].events if isinstance(event, GameEnded)), None)
    if over is None:
        return ""
    survived = dict.fromkeys(range(len(names)), 0)
    for before, end in pairwise(ends):
        for seat, chips in enumerate(before.chips):
            survived[seat] += not chips and seat not in end.payers
    best = max(survived, key=lambda seat: survived[seat])
    if survived[best] < MIN_ROUNDS_SURVIVED:
        return ""
    end = "then lost the next one" if best in over.losers else "and won"
    return (
        f"**Living dangerously:** {names[best]} survived {survived[best]} rounds with no chips "
        f"left, {end}."
    )


def _dearest(rounds: Sequence[Round], names: Names) -> str:
    """Find the dearest trick: the one that cost most drawn cards for the lowest combination."""
    caught = [
        (round_.number, draw) for round_ in rounds for draw in round_.draws if draw.best is not None
    ]
    if not caught:
        return ""
    number, draw = max(caught, key=lambda pair: (len(pair[1].cards), -_strength(pair[1].best)))
    assert draw.best is not None
    return (
        f"**Dearest trick:** In round {number} {names[draw.seat]} took a trick with "
        f"{name_of(draw.best.cards, draw.best.values)} and had to draw "
        f"{count(len(draw.cards), 'card')}: {row(tuple(draw.cards))}."
    )


def _strength(played: Played | None) -> int:
    return 0 if played is None else strength(played.values)


def _grandest(rounds: Sequence[Round], names: Names) -> str:
    tops = [top for round_ in rounds for top in round_.tops if not top.absent]
    best = max(tops, key=lambda top: _strength(top.played), default=None)
    if best is None or _strength(best.played) < MIN_GRAND_RANK * 100:
        return ""
    beat = "played"
    if best.over is not None:
        beat = f"beat {names[best.over.seat]}'s {_play_name(best.over)} with"
    return (
        f"**Biggest play:** In round {best.round} {names[best.played.seat]} {beat} "
        f"{faces(best.played.cards)}{name_of(best.played.cards, best.played.values)}."
    )


def _play_name(played: Played) -> str:
    """Name a combination after its player: `Ben's pair of 7s`."""
    words = spoken(played.values)
    return words.removeprefix("a ").removeprefix("an ")


def _fullest(rounds: Sequence[Round], names: Names) -> str:
    """Find the largest hand without a legal play."""
    stuck = [
        (round_, round_.end.payers[0])
        for round_ in rounds
        if round_.end is not None and round_.end.why == "stuck" and round_.best is not None
    ]
    if not stuck:
        return ""
    best, seat = max(stuck, key=lambda pair: len(pair[0].held.get(pair[1], ())))
    held = best.held.get(seat, ())
    if len(held) < MIN_FULL_HAND or best.best is None:
        return ""
    return (
        f"**Fullest hand:** In round {best.number} {names[seat]} had {row(held)}, and none of it "
        f"could beat {names[best.best.seat]}'s {_play_name(best.best)}."
    )


def _humblest(rounds: Sequence[Round], names: Names) -> str:
    tops = [top for round_ in rounds for top in round_.tops if top.played.cards == ("X",)]
    least = min(
        [top for top in tops if not top.absent], key=lambda top: top.played.values, default=None
    )
    if least is None or least.played.values[0] > MAX_HUMBLE_VALUE:
        return ""
    seat, [value] = least.played.seat, least.played.values
    return (
        f"**Humblest X:** In round {least.round} {names[seat]} played an X as {spoken((value,))}."
    )


# --- the truth ------------------------------------------------------------------------------------


def gaps(game: Game, names: Names) -> list[str]:
    """Name the plays that players kept back when they took a reserve card.

    Nobody claims anything in this game, so there are no lies to reveal. The plays of players who
    lost the round come first, then the highest ones.
    """
    kept = [(round_, spare) for round_ in rounds_of(game) for spare in round_.spared.values()]
    kept.sort(key=lambda pair: (not _lost(*pair), -_height(pair[1])))
    return [
        f"In round {round_.number} {names[spare.seat]} took a reserve card, but "
        f"{name_of(spare.play.cards, spare.play.values)} would have beaten "
        f"{names[spare.over.seat]}'s {_play_name(spare.over)}"
        f"{f'. {names[spare.seat]} lost that round' if _lost(round_, spare) else ''}."
        for round_, spare in kept
    ]


def _lost(round_: Round, spare: Spared) -> bool:
    return round_.end is not None and spare.seat in round_.end.payers


def truth(game: Game, names: Names) -> list[str]:
    """Write for each round which cards were dealt, drawn and never played."""
    return [line for round_ in rounds_of(game) for line in _chapter(round_, names)]


def _chapter(round_: Round, names: Names) -> Iterator[str]:
    yield f"**Round {round_.number}**"
    for hand in round_.dealt:
        yield f"{names[hand.seat]} was dealt {row(hand.cards)}."
    for draw in round_.draws:
        if draw.cards:
            why = "a REDRAW" if len(draw.cards) <= DRAWN else "two REDRAWs"
            yield f"{names[draw.seat]} drew {row(tuple(draw.cards))} for {why}."
    if round_.end is None:
        return
    left = [f"{names[seat]} {row(cards)}" for seat, cards in round_.held.items()]
    yield f"Left in hand: {'; '.join(left)}." if left else "Every card in hand was played."
