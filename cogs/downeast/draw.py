"""The board, the hand and the final board. Their texts are in `text` and `situation`."""

from bot.ui.face.face import Drawing, Outcome
from bot.ui.face.podium import places_by
from bot.ui.panels.panel import Part, Text
from bot.ui.panels.words import Names
from cogs.downeast import text
from cogs.downeast.orders import order_hint
from cogs.downeast.pics import item_picture
from cogs.downeast.pictures.picture import picture
from cogs.downeast.situation import situation
from games.downeast import Downeast
from games.downeast.views import View


def board(public: View, names: Names) -> Drawing:
    """Draw each player's items and the rest of the deck."""
    recap = text.bids(public, names) or text.pot(public, names)
    payers = text.own_payers(public, names)
    lines = [
        *([recap] if recap else []),
        text.displays(public, names),
        f"-# {text.deck_line(public)}",
        *([f"-# {payers}"] if payers else []),
    ]
    parts: list[Part] = [picture(public, names), Text("\n".join(lines))]
    return Drawing(f"{item_picture(public.phase)}{situation(public, names)}", parts)


def hand(view: View, names: Names) -> Drawing:
    """Show a player their cash and the question that they must answer."""
    parts: list[Part] = [Text(text.hand(view))]
    recap = text.pot(view, names)
    if recap:
        parts.append(Text(recap))
    if line := order_hint(view):
        parts.append(Text(f"-# {line}"))
    return Drawing(f"{item_picture(view.phase)}{situation(view, names)}", parts)


def ending(public: View, names: Names) -> Drawing:
    """Draw the winners and everybody's score."""
    standing = Downeast().standing(public)
    headline = text.winners(names, standing.winners, max(standing.points))
    return Drawing(headline, [picture(public, names), *text.ending(public, names)])


def outcome(public: View, names: Names) -> Outcome:
    """Rank the players by their stars."""
    return Outcome(places_by(Downeast().standing(public), lambda points: f"{points}★"))
