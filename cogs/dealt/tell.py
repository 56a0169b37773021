"""Write each event of Dealt! as a sentence, to a seat ("you") or to everybody."""

from collections.abc import Sequence

from bot.ui.panels.words import Names, listed
from cogs.dealt.draw import count, name_of, row
from games.dealt.cards import DRAWN, label, place, with_article
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
            return f"{who} played {name_of(event.cards, event.values)}."
        case Stopped():
            return f"{who} played a STOP, which ended the trick."
        case Redrawn():
            return f"{who} played a REDRAW, so {DRAWN} more cards are drawn when the trick ends."
        case ReserveTaken():
            own = "your" if event.seat == to else "their"
            card, where = label(event.card), place(event.gap + 1)
            return f"{who} took the {card} from {own} reserve and put it at {where}."


def _draw_text(event: DrawOwed | Drew | Placed, names: Names, to: Seat | None) -> str:
    who = _who(event.seat, names, to)
    match event:
        case DrawOwed():
            what = "the REDRAW" if event.cards <= DRAWN else "both REDRAWs"
            return f"{who} had to draw {count(event.cards, 'card')} for {what}."
        case Drew():
            return f"{who} drew {with_article(event.card)}."
        case Placed():
            card, rest = "the last drawn card", ""
            if event.left:
                card, rest = "a drawn card", f" ({event.left} more to come)"
            return f"{who} put {card} at {place(event.gap + 1)}{rest}."


def _trick_over(event: TrickEnded | WentOut | LeadTaken, names: Names, to: Seat | None) -> str:
    if isinstance(event, TrickEnded):
        if event.winner is None:
            return "Nobody played a combination, so nobody took the trick."
        return f"{_who(event.winner, names, to)} took the trick."
    if isinstance(event, WentOut):
        who = "You're" if event.seat == to else f"{names[event.seat]} is"
        return f"{who} out of cards and safe this round."
    return _lead(event, names, to)


def _lead(event: LeadTaken, names: Names, to: Seat | None) -> str:
    """Say why a player leads the next trick, or "" if they had the highest combination."""
    who, you = _who(event.seat, names, to), _who(event.seat, names, to, "you")
    leads = f"{you} {'lead' if event.seat == to else 'leads'}"
    match event.why:
        case "highest":
            return ""  # a trick's winner usually leads the next one, which needs no sentence
        case "next":
            best = "the highest combination of those who still have cards"
            return f"{who} played {best}, so {leads}."
        case "neighbour":
            gone = "The player who should lead is out of cards"
            return f"{gone}, so the lead passes to the right: {leads}."
        case "stop":
            return f"{who} played the STOP, so {leads}."
        case "redraw":
            return f"{who} led the REDRAW and nobody played a combination, so {leads} again."


def _dealt(event: DealerChosen | RoundStarted | HandDealt, names: Names, to: Seat | None) -> str:
    if isinstance(event, RoundStarted):
        leads = "You lead" if event.leader == to else f"{names[event.leader]} leads"
        return f"Round {event.number}: everybody gets a new hand. {leads}."
    if isinstance(event, DealerChosen):
        was = "You were" if event.seat == to else f"{names[event.seat]} was"
        return f"{was} picked at random to deal every round."
    if event.seat == to:
        return ""  # the hand shows it
    return f"{names[event.seat]} was dealt {row(event.cards)}."


def _names_of(seats: tuple[Seat, ...], names: Names, to: Seat | None) -> str:
    """List several players at the beginning of a sentence, the reader first: `You and Ben`."""
    return listed(["You"] * (to in seats) + [names[seat] for seat in seats if seat != to])


def _they(seats: tuple[Seat, ...], names: Names, to: Seat | None) -> str:
    """Mention players again in their sentence."""
    if to in seats:
        return "you"
    return names[seats[0]] if len(seats) == 1 else "they"


def _round_over(event: RoundEnded, names: Names, to: Seat | None) -> str:
    left = ", ".join(f"{names[seat]} {chips}" for seat, chips in enumerate(event.chips))
    who, they = _names_of(event.payers, names, to), _they(event.payers, names, to)
    was = "was" if they == who else "were"  # one other player, and not the reader or several
    if event.why == "all_out":
        each = "each " * (len(event.payers) > 1)
        return (
            "Everybody's hand was empty, so the round ended. "
            f"{who} {was} in the last trick without its highest combination, "
            f"so {they} {each}owed a chip. Chips: {left}."
        )
    if event.why == "stuck":
        why = f"{who} couldn't play and had no reserve left"
    else:
        why = f"{who} {was} the last one with cards"
    # DL-33: the player who owes it may have none
    return f"{why}, so the round ended and {they} owed a chip. Chips: {left}."


def _game_over(event: GameEnded, names: Names, to: Seat | None) -> str:
    who, they = _names_of(event.losers, names, to), _they(event.losers, names, to)
    return f"{who} owed a chip but had none left, so {they} lost and everybody else won."


def sentences(events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
    """Write consecutive events, with the reason why somebody draws for a trick nobody took."""
    lines: list[str] = []
    for before, event in zip([None, *events], events, strict=False):
        line = sentence(event, names, to)
        if isinstance(event, DrawOwed) and isinstance(before, TrickEnded) and before.winner is None:
            who, you = _who(event.seat, names, to), _who(event.seat, names, to, "you")
            line = f"{who} led the REDRAW, so {you}{line.removeprefix(who)}"  # DL-23, DL-26
        lines += [line] if line else []
    return lines
