"""Tell the story of Hidden Coins: the coins in each fist at each guess."""

from collections.abc import Sequence

from bot.ui.face.story import Game, Reveal
from bot.ui.panels.words import Names, listed
from games.rules import Seat
from tests.small.face.tell import of_coins
from tests.small.game.events import Event, Guessed, HidSo, Opened


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Describe the coins in the fists when they open."""
    for event in events:
        if isinstance(event, Opened):
            each = [f"{names[seat]} {coins}" for seat, coins in enumerate(event.hands)]
            text = f"The fists open: {listed(each)}, {of_coins(sum(event.hands))} in all."
            return Reveal(text, ends_round=True)
    return None


def moments(game: Game, names: Names) -> list[str]:
    """Find the nearest guess; in a tie, the first."""
    events = [event for turn in game for event in turn.events]
    total = sum(sum(event.hands) for event in events if isinstance(event, Opened))
    guesses = [event for event in events if isinstance(event, Guessed)]
    nearest = min(guesses, key=lambda event: abs(event.total - total), default=None)
    if nearest is None:
        return []
    was = f"{total} it was" if nearest.total == total else f"it was {total}"
    return [f"**Nearest guess:** {names[nearest.seat]} said {nearest.total}, and {was}."]


def gaps(game: Game, names: Names) -> list[str]:
    """Name the guesses that were furthest from the number of coins."""
    events = [event for turn in game for event in turn.events]
    total = sum(sum(event.hands) for event in events if isinstance(event, Opened))
    guesses = [event for event in events if isinstance(event, Guessed) and event.total != total]
    guesses.sort(key=lambda event: -abs(event.total - total))
    return [f"{names[event.seat]} said {event.total}, and it was {total}." for event in guesses]


def truth(game: Game, names: Names) -> list[str]:
    """Compare the coins each player hid, and changed, with their guess."""
    events = [event for turn in game for event in turn.events]
    lines = ["**What was hidden**"]
    for seat, hid in sorted(_hidden(events).items()):
        first = [of_coins(coins) for coins in hid[:-1]]
        rather = f", after {listed(first)}" if first else ""
        lines.append(f"{names[seat]} hid {of_coins(hid[-1])}{rather}.")
    lines.append("**What was said**")
    own = {seat: hid[-1] for seat, hid in _hidden(events).items()}
    lines += [
        f"{names[event.seat]}, with {of_coins(own[event.seat])} in hand, guessed {event.total}."
        for event in events
        if isinstance(event, Guessed)
    ]
    return lines


def _hidden(events: Sequence[Event]) -> dict[Seat, list[int]]:
    """List the coins each player put into their fist; the last number counts."""
    found: dict[Seat, list[int]] = {}
    for event in events:
        if isinstance(event, HidSo):
            found.setdefault(event.seat, []).append(event.coins)
    return found


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up nothing: the events are few."""
    return ""
