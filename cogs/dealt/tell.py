"""Write each event of Dealt! as a sentence, to a seat ("you") or to everybody."""

from bot.ui.story import one_by_one
from bot.ui.words import Names, listed
from cogs.dealt.draw import count, row, said
from games.dealt.cards import DRAWN, label, place
from games.dealt.events import (
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
    """Write an event as a sentence, or "" if the panel shows it already."""
    match event:
        case Played() | Stopped() | Redrawn() | ReserveTaken():
            return _act_text(event, names, to)
        case DrawOwed() | Drew() | Placed():
            return _draw_text(event, names, to)
        case TrickEnded() | WentOut() | LeadTaken():
            return _trick_over(event, names, to)
        case DealerChosen() | RoundStarted() | HandDealt():
            return _dealt(event, names, to)
        case RoundEnded():
            return _round_over(event, names, to)
        case GameEnded():
            return _game_over(event, names, to)


def _who(seat: Seat, names: Names, to: Seat | None, you: str = "You") -> str:
    return you if seat == to else names[seat]


def _act_text(event: Act, names: Names, to: Seat | None) -> str:
    who = _who(event.seat, names, to)
    match event:
        case Played():
            return f"{who} played {said(event.cards, event.values)}."
        case Stopped():
            return f"{who} played STOP, and that ended the trick."
        case Redrawn():
            return f"{who} played REDRAW: {DRAWN} more cards to draw when the trick ends."
        case ReserveTaken():
            where = f"at {place(event.gap + 1)} of {'your' if event.seat == to else 'the'} hand"
            return f"{who} took {label(event.card)} from the reserve: it is {where}."


def _draw_text(event: DrawOwed | Drew | Placed, names: Names, to: Seat | None) -> str:
    who = _who(event.seat, names, to)
    match event:
        case DrawOwed():
            you = _who(event.seat, names, to, "you")
            what = "The REDRAW" if event.cards <= DRAWN else "The two REDRAWs"
            return f"{what} gave {you} {count(event.cards, 'card')} to draw."
        case Drew():
            return f"{who} drew {label(event.card)}."
        case Placed():
            rest = f"{event.left} more to come" if event.left else "it was the last"
            return f"{who} put the drawn card in at {place(event.gap + 1)}; {rest}."


def _trick_over(event: TrickEnded | WentOut | LeadTaken, names: Names, to: Seat | None) -> str:
    if isinstance(event, TrickEnded):
        if event.winner is None:
            return "Nobody played a combination in this trick."
        return f"{_who(event.winner, names, to)} took the trick."
    if isinstance(event, WentOut):
        return (
            "You are out of cards, and safe."
            if event.seat == to
            else (f"{names[event.seat]} is out of cards, and safe.")
        )
    why = {
        "highest": "",  # a trick's winner usually leads the next one, which needs no sentence
        "next": "the highest of those who still have cards",
        "neighbour": "nobody whose play counts has cards left, so it goes to the right",
        "stop": "that is what a STOP is for",
        "redraw": "it stays with whoever led the REDRAW",
    }[event.why]
    return f"The lead went to {_who(event.seat, names, to, 'you')}: {why}." if why else ""


def _dealt(event: DealerChosen | RoundStarted | HandDealt, names: Names, to: Seat | None) -> str:
    if isinstance(event, RoundStarted):
        leads = "You lead" if event.leader == to else f"{names[event.leader]} leads"
        return f"Round {event.number}: new hands for everybody. {leads}."
    if isinstance(event, DealerChosen):
        if event.seat == to:
            return "By lot you count as the oldest, and deal every round."
        return f"By lot {names[event.seat]} counts as the oldest, and deals every round."
    if event.seat == to:
        return ""  # the hand shows it
    return f"{names[event.seat]} was dealt {row(event.cards)}."


def _names_of(seats: tuple[Seat, ...], names: Names, to: Seat | None) -> str:
    """List several players, the reader first: `you and Ben`."""
    return listed(["you"] * (to in seats) + [names[seat] for seat in seats if seat != to])


def _round_over(event: RoundEnded, names: Names, to: Seat | None) -> str:
    left = ", ".join(f"{names[seat]} {chips}" for seat, chips in enumerate(event.chips))
    if event.why == "all_out":
        who = _names_of(event.payers, names, to)
        each = " each" * (len(event.payers) > 1)
        return (
            "All hands were empty: that ended the round. Without the highest combination, "
            f"{who} owed a chip{each}. Chips: {left}."
        )
    payer = event.payers[0]
    if event.why == "stuck":
        why = f"{_who(payer, names, to)} could play nothing and had no reserve"
    else:
        why = "You were" if payer == to else f"{names[payer]} was"
        why += " the last with cards"
    # DL-33: the player who owes it may have none
    return f"{why}: that ended the round, and a chip was owed. Chips: {left}."


def _game_over(event: GameEnded, names: Names, to: Seat | None) -> str:
    who = _names_of(event.losers, names, to)
    who = who[0].upper() + who[1:] if to in event.losers else who
    return f"{who} lost, owing a chip and having none. Everybody else won."


sentences = one_by_one(sentence)
