"""Draw Hidden Coins: the fists, and one's own coins."""

from bot.ui.face.face import Drawing, Outcome, Place
from bot.ui.panels.panel import Text
from bot.ui.panels.words import Names
from games.rules import Seat
from tests.small.face.tell import of_coins
from tests.small.game import SmallRules
from tests.small.game.state import Public
from tests.small.game.views import View


def board(public: View, names: Names) -> Drawing:
    """Draw everything that is public."""
    return Drawing(situation(public, names), [Text(_fists(public.seen, names))])


def hand(view: View, names: Names) -> Drawing:
    """Draw the owner's coins, and the question."""
    return Drawing(f"{own_coins(view)} {situation(view, names)}")


def ending(public: View, names: Names) -> Drawing:
    """Draw the hands, which are all open at the end."""
    total, winners = sum(public.seen.hands or ()), SmallRules().standing(public).winners
    wins = "wins" if len(winners) == 1 else "win"
    said = f"There are {of_coins(total)} in all, and {names.all(winners)} {wins}."
    return Drawing(said, [Text(_fists(public.seen, names))])


def outcome(public: View, names: Names) -> Outcome:
    """Put the winners on the first place, and all others behind them."""
    winners = SmallRules().standing(public).winners
    seats = range(len(public.seen.ready))
    ranked = sorted(seats, key=lambda seat: (seat not in winners, seat))
    places = [
        Place(1, seat, "1 point") if seat in winners else Place(len(winners) + 1, seat, "no point")
        for seat in ranked
    ]
    return Outcome(places, f"There are {of_coins(sum(public.seen.hands or ()))} in all.")


def situation(view: View, names: Names) -> str:
    """Tell a view's owner what they are asked, or which player the table waits for."""
    seen, seat = view.seen, view.seat
    if seen.hands is not None:
        return "All fists are open: the game is over."
    if not all(seen.ready):
        waiting = frozenset(other for other, ready in enumerate(seen.ready) if not ready)
        if seat in waiting:
            done = sum(seen.ready)
            ready = f" Ready: {done} of {len(seen.ready)}." if done else ""
            return f"How many coins do you hide? Take up to {seen.options.most}, or none.{ready}"
        still = f"{names.all(waiting)} {'has' if len(waiting) == 1 else 'have'} yet to hide coins."
        return still if seat is None else f"{still} Until then you can change yours."
    guesser = seen.guesser
    assert guesser is not None
    if seat == guesser:
        return "How many coins are there in all? Say a number that nobody has said."
    return f"{names[guesser]} is guessing how many coins there are in all."


def wanted(view: View, names: Names) -> str:
    """Write the question for a notice: to the view's owner or, from the public view, to anybody."""
    seen = view.seen
    if seen.guesser is not None:
        if view.seat is None:
            return f"{names[seen.guesser]} is to guess how many coins there are in all"
        return "guess how many coins there are in all"
    if view.seat is None:
        return "coins are to be hidden"
    return f"hide up to {of_coins(seen.options.most)}, or none"


def own_coins(view: View) -> str:
    """Count the coins in the owner's fist."""
    return "Your hand is empty." if view.own is None else f"You hide {of_coins(view.own)}."


def _fists(seen: Public, names: Names) -> str:
    return "\n".join(f"**{names[seat]}**  {_fist(seen, seat)}" for seat in range(len(seen.ready)))


def _fist(seen: Public, seat: Seat) -> str:
    """Describe what everybody knows about a fist."""
    turn = (seat - seen.first) % len(seen.ready)
    said = f", guessed {seen.guesses[turn]}" if turn < len(seen.guesses) else ""
    if seen.hands is not None:
        return f"{of_coins(seen.hands[seat])}{said}"
    return f"a closed fist{said}" if seen.ready[seat] else "an open hand"
