"""What happens in Dealt!, a sentence each: to a seat ("you"), or of everybody."""

from bot.panel import Names, listed
from cogs.dealt.drawn import count, label, row, said
from games.dealt.cards import DRAWN
from games.dealt.state import (
    Act,
    DealerChosen,
    DrawOwed,
    Drew,
    Event,
    GameEnded,
    HandDealt,
    LeadTaken,
    Placed,
    Played,
    Redrawn,
    ReserveTaken,
    RoundEnded,
    RoundStarted,
    Stopped,
    TrickEnded,
    WentOut,
)
from games.rules import Seat


def sentence(event: Event, names: Names, to: Seat | None) -> str:
    """Tell an event; "" if the panel says it already."""
    match event:
        case Played() | Stopped() | Redrawn() | ReserveTaken():
            return _acted(event, names, to)
        case DrawOwed() | Drew() | Placed():
            return _drawn(event, names, to)
        case TrickEnded() | WentOut() | LeadTaken():
            return _trick_over(event, names, to)
        case DealerChosen() | RoundStarted() | HandDealt():
            return _dealt(event, names, to)
        case RoundEnded():
            return _round_over(event, names, to)
        case GameEnded():
            return _game_over(event, names, to)


def _subject(seat: Seat, names: Names, to: Seat | None) -> tuple[str, str]:
    """Return who does something, and the ending of the verb: `Ann`, `s` or `You`, nothing."""
    return ("You", "") if seat == to else (names[seat], "s")


def _acted(event: Act, names: Names, to: Seat | None) -> str:
    who, s = _subject(event.seat, names, to)
    match event:
        case Played():
            return f"{who} play{s} {said(event.cards, event.values)}."
        case Stopped():
            return f"{who} play{s} STOP: the trick ends here."
        case Redrawn():
            return f"{who} play{s} REDRAW: {DRAWN} cards to draw for whoever takes the trick."
        case ReserveTaken():
            place = f"number {event.gap + 1} of {'your' if event.seat == to else 'the'} hand"
            return f"{who} take{s} {label(event.card)} from the reserve, as {place}."


def _drawn(event: DrawOwed | Drew | Placed, names: Names, to: Seat | None) -> str:
    who, s = _subject(event.seat, names, to)
    match event:
        case DrawOwed():
            return f"{who} draw{s} {count(event.cards, 'card')} for the Redraw."
        case Drew():
            return f"{who} drew {label(event.card)}."
        case Placed():
            rest = f"{event.left} more to come" if event.left else "the last one"
            return f"{who} put{s} the drawn card in as number {event.gap + 1}, {rest}."


def _trick_over(event: TrickEnded | WentOut | LeadTaken, names: Names, to: Seat | None) -> str:
    if isinstance(event, TrickEnded):
        if event.winner is None:
            return "Nobody played a combination in this trick."
        who, s = _subject(event.winner, names, to)
        return f"{who} take{s} the trick."
    who, s = _subject(event.seat, names, to)
    if isinstance(event, WentOut):
        return f"{who} {'are' if event.seat == to else 'is'} out of cards, and safe."
    why = {
        "highest": "",  # as a rule who takes a trick leads the next: not worth a sentence
        "next": "the highest of those who still have cards",
        "neighbour": "nobody whose play counts has cards left, so it goes to the right",
        "stop": "that is what a Stop is for",
        "redraw": "nobody topped the Redraw",
    }[event.why]
    return f"{who} lead{s} the next trick: {why}." if why else ""


def _dealt(event: DealerChosen | RoundStarted | HandDealt, names: Names, to: Seat | None) -> str:
    if isinstance(event, RoundStarted):
        who, s = _subject(event.leader, names, to)
        return f"Round {event.number}: new hands for everybody. {who} lead{s}."
    who, s = _subject(event.seat, names, to)
    if isinstance(event, DealerChosen):
        return f"By lot {who if s else 'you'} count{s} as the oldest, and deal{s} every round."
    if event.seat == to:
        return ""  # the strip shows it
    return f"{who} was dealt {row(event.cards)}."


def _several(seats: tuple[Seat, ...], names: Names, to: Seat | None) -> str:
    """Name several, the reader first: `you and Ben`."""
    return listed(["you"] * (to in seats) + [names[seat] for seat in seats if seat != to])


def _round_over(event: RoundEnded, names: Names, to: Seat | None) -> str:
    left = ", ".join(f"{names[seat]} {chips}" for seat, chips in enumerate(event.chips))
    if event.why == "all_out":
        who = _several(event.payers, names, to)
        one = len(event.payers) == 1 and to not in event.payers
        owe = "owes a chip" if one else "owe a chip" + " each" * (len(event.payers) > 1)
        return f"All hands are empty. Beaten at the last, {who} {owe}. Chips: {left}."
    payer = event.payers[0]
    who, _ = _subject(payer, names, to)
    you = payer == to
    why = (
        f"can play nothing and {'have' if you else 'has'} no reserve"
        if event.why == "stuck"
        else f"{'are' if you else 'is'} the last with cards"
    )
    return f"{who} {why}: that ends the round, and costs a chip. Chips: {left}."


def _game_over(event: GameEnded, names: Names, to: Seat | None) -> str:
    who = _several(event.losers, names, to)
    lose = "loses" if len(event.losers) == 1 and to not in event.losers else "lose"
    who = who[0].upper() + who[1:] if who.startswith("you") else who
    return f"{who} {lose}, owing a chip and having none. Everybody else wins."
