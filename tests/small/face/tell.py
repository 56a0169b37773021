"""Write each event of Hidden Coins as a sentence."""

from bot.ui.face.story import one_by_one
from bot.ui.panels.words import Names, listed
from games.rules import Seat
from tests.small.game.events import Began, Event, Guessed, Hid, HidSo, Hurried, Opened, Pondered


def sentence(event: Event, names: Names, to: Seat | None) -> str:
    """Write an event as a sentence, to a seat or (None) to everybody."""
    match event:
        case Began(first=first):
            return f"Everybody hides coins; {_who(first, names, to)} will guess first."
        case Hid(seat=seat):
            return "" if seat == to else f"{names[seat]} has hidden coins."
        case HidSo(seat=seat, coins=coins):
            return f"{_who(seat, names, to, 'You')} hid {of_coins(coins)}."
        case Guessed(seat=seat, total=total):
            return f"{_who(seat, names, to, 'You')} guessed {total}."
        case Pondered(seat=seat, least=least, most=most):
            return f"With yours, there are {least} to {most} in all." if seat == to else ""
        case Hurried(seat=seat, guesser=guesser):
            hurries = "You hurry" if seat == to else f"{names[seat]} hurries"
            return f"{hurries} {_who(guesser, names, to)}."
        case Opened(hands=hands):
            each = [f"{names[seat]} {coins}" for seat, coins in enumerate(hands)]
            return f"The fists open: {listed(each)}; {of_coins(sum(hands))} in all."


def of_coins(count: int) -> str:
    """Count coins in words: `no coins`, `1 coin`, `2 coins`."""
    return "1 coin" if count == 1 else f"{count or 'no'} coins"


def _who(seat: Seat, names: Names, to: Seat | None, you: str = "you") -> str:
    return you if seat == to else names[seat]


sentences = one_by_one(sentence)
