"""Paint the podium of a finished game: up to five players on the first three places.

The same painter serves every game. Players are shown by their avatar, or by their initials in their
seat's colour.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.ui.face.face import Place
from bot.ui.paint.avatar import SIDE, Avatar
from bot.ui.paint.paint import FEW, Colour, width_of
from bot.ui.paint.sheet import GOLD, INK, LEAST, WIDTH, Sheet, disc, fitted_names, star
from bot.ui.panels.panel import ALT_LIMIT, Painter, Picture
from bot.ui.panels.words import Names, short
from games.rules import Standing

HEIGHT, MARGIN, APART = 450, 30, 14
STANDS = 3  # places that have a step on the podium
STAR = "★"
MANY = 256  # colours of a podium with avatars, which may be photographs
MOST = 5  # players on the podium; when more share its places, the text names them all
RIM = 7
CIRCLE = SIDE + 2 * RIM
STEPS = {1: 196, 2: 156, 3: 126}  # height of each step
GROUND, SILVER, BRONZE = "#1d2430", "#c9d1db", "#d99a62"
METALS = {1: GOLD, 2: SILVER, 3: BRONZE}
SEATS = (
    *("#2d6a8f", "#8a4b2a", "#3d7048", "#7a3f74", "#8b3a45"),
    *("#4a5696", "#6d6320", "#2c6f6b", "#71503a", "#5b4a86"),
)


@dataclass(frozen=True, slots=True)
class Stand:
    """One player on the podium, as the picture shows them."""

    place: int
    name: str
    initials: str
    score: str
    colour: Colour
    avatar: Avatar | None = None


def places_by(standing: Standing, score: Callable[[int], str]) -> list[Place]:
    """Rank all seats of a finished game, the winners first. `score` writes points."""
    places = [
        Place(place, seat, score(standing.points[seat]))
        for seat, place in enumerate(standing.places)
    ]
    return sorted(places, key=lambda place: place.place)


def podium(
    places: Sequence[Place], names: Names, avatars: Mapping[int, Avatar] | None = None
) -> Picture:
    """Return the picture of a finished game's podium. Its alt text ranks all players.

    `avatars` has those of the seats whose avatars are known.
    """
    known = avatars or {}
    ranked = [place for place in places if place.place <= STANDS and not place.lost][:MOST]
    wide = _width(len(ranked)) - 8
    shown = fitted_names(names, len(names), wide, LEAST)
    stands = tuple(
        Stand(
            place.place,
            shown[place.seat],
            _initials(shown[place.seat]),
            place.score,
            SEATS[place.seat % len(SEATS)],
            known.get(place.seat),
        )
        for place in ranked
    )
    told = "; ".join(f"{place.place}. {names.plain(place.seat)}, {place.score}" for place in places)
    return Picture(stands, short(f"The podium: {told}.", ALT_LIMIT), PODIUM)


def _width(stands: int) -> float:
    """Return the width of each step."""
    return min(280, (WIDTH - 2 * MARGIN - (stands - 1) * APART) / stands)


def _initials(name: str) -> str:
    """Shorten a name to at most two capital letters or digits."""
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in (words or [name])[:2]).upper()


def paint(stands: Sequence[Stand]) -> bytes:
    """Paint a podium as a PNG."""
    sheet = Sheet(HEIGHT, GROUND)
    wide = _width(len(stands))
    left = (WIDTH - len(stands) * wide - (len(stands) - 1) * APART) / 2
    for number, stand in enumerate(_arranged(stands)):
        _paint_stand(sheet, stand, left + number * (wide + APART), wide)
    pictured = any(stand.avatar is not None for stand in stands)
    return sheet.png(MANY if pictured else FEW)


def _arranged(stands: Sequence[Stand]) -> list[Stand]:
    """Put the first in the middle, the next to its left, then to its right, and so on outward."""
    return [*reversed(stands[1::2]), *stands[0::2]]


def _paint_stand(sheet: Sheet, stand: Stand, left: float, wide: float) -> None:
    middle, top = left + wide / 2, HEIGHT - STEPS[stand.place]
    metal = METALS[stand.place]
    above = top - 56 - CIRCLE
    sheet.shape(disc, CIRCLE, metal, middle - CIRCLE / 2, above)
    sheet.shape(disc, SIDE, stand.colour, middle - SIDE / 2, above + RIM)
    if stand.avatar is not None:
        sheet.round(stand.avatar, middle - SIDE / 2, above + RIM)
    else:
        sheet.write(middle, above + CIRCLE / 2, stand.initials, size=56, anchor="mm", bold=True)
    sheet.write(middle, top - 28, stand.name, anchor="mm", width=wide - 4)
    sheet.box((left, top, left + wide, HEIGHT + 20), metal, radius=12)
    sheet.write(middle, top + 38, str(stand.place), INK, size=52, anchor="mm", bold=True)
    _paint_score(sheet, stand.score, middle, top + 92, wide - 16)


def _paint_score(sheet: Sheet, score: str, middle: float, across: float, wide: float) -> None:
    """Write a score, and paint its star, which the font doesn't have."""
    text = score.removesuffix(STAR)
    size = _fitting(text, wide - LEAST * (text != score))
    sign = size - 4 if text != score else 0
    left = middle - (min(width_of(text, size), wide - sign) + sign) / 2
    taken = sheet.write(left, across, text, INK, size=size, width=wide - sign)
    if sign:
        sheet.shape(star, sign, INK, left + taken + 2, across - sign / 2)


def _fitting(text: str, width: float) -> int:
    """Return the largest size from 44 down to the least at which a text fits a width."""
    return next((size for size in range(44, LEAST, -2) if width_of(text, size) <= width), LEAST)


PODIUM = Painter("podium", 2, paint, lasting=True)
