"""Write and read the basic words of the game: money, properties, cards and player names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.ui.panels.words import Names, begins, folded, listed
from games.rules import Seat
from games.trump.cards import CARDS, DIE_PAYS, PROPERTIES, Space
from games.trump.state import Public

T = TypeVar("T")

# --- written --------------------------------------------------------------------------------------


def money(amount: int) -> str:
    """Write an amount: `$10M`, `$1,250M`."""
    return f"${amount:,}M"


def purse(amount: int) -> str:
    """Write a player's cash: `$340M`, `no cash`."""
    return money(amount) if amount else "no cash"


def titled(card: str) -> str:
    """Write a card's name as players read it: `Hotel + Casino`, `Any 40`."""
    return CARDS[card].title


def the(property: str) -> str:
    """Write a property with its article: `the Hotel`."""
    return f"the {property}"


def space(place: Space) -> str:
    """Name a space of the board."""
    match place.sort:
        case "start":
            return "START"
        case "property":
            return str(place.property)
        case "for_sale":
            return "FOR SALE"
        case "any_for_sale":
            return "ANY FOR SALE"
        case "roll":
            return f"ROLL ×{money(DIE_PAYS)}"
        case "add":
            return f"ADD {money(place.amount)}"
        case "trade":
            return "TRADE"


def all_of(properties: Iterable[str]) -> str:
    """Write a list of properties: `the Hotel, the Casino and the Airline`."""
    return listed([the(name) for name in properties])


def counted(number: int, thing: str) -> str:
    """Write a number of things: `1 card`, `2 cards`, `no cards`."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def upper(sentence: str) -> str:
    """Capitalize the first letter of a sentence."""
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True, slots=True)
class Voice:
    """Names for sentences: "you" for the reader `to`. If `to` is None, nobody is "you".

    `public` has the table's public facts if known. With them, turns are named with their owner.
    """

    names: Sequence[str]
    to: Seat | None
    public: Public | None = None

    @classmethod
    def plain(cls, names: Names, to: Seat | None) -> "Voice":
        """Return a copy with unescaped names, for labels and menus."""
        return cls([names.plain(seat) for seat in range(len(names))], to)

    def who(self, seat: Seat) -> str:
        """Write `you` or a name."""
        return "you" if seat == self.to else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """Write `your` or `Ann's`."""
        return "your" if seat == self.to else f"{self.names[seat]}'s"

    def verb(self, seat: Seat, you: str, they: str) -> str:
        """Write a subject and its verb: `you have` or `Ann has`."""
        return f"{self.who(seat)} {you if seat == self.to else they}"

    def all(self, seats: Iterable[Seat], last: str = "and") -> str:
        """Write a list of players: `Ann, Mike and you`."""
        named = list(seats)
        others = [self.names[seat] for seat in named if seat != self.to]
        return listed([*others, *(["you"] if self.to in named else [])], last)


# --- read -----------------------------------------------------------------------------------------

_MONEY = re.compile(
    r"\$? ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9}) ?(?:m(?:illions?)?(?![a-z]))?(?!\w|,[0-9])"
)
_LED_IN = re.compile(r"(?:the|a|an|my|your) ")


def money_in(text: str) -> tuple[int, str] | None:
    """Read an amount at the beginning of a text: `$10M`, `1,250m`. Return None if there is none."""
    line = folded(text)
    if (match := _MONEY.match(line)) is None:
        return None
    return int(match[1].replace(",", "")), line[match.end() :].strip(" ,")


def named_in(text: str, called: Mapping[str, T]) -> tuple[T, str] | None:
    """Read the longest name at the beginning of a text, or an unambiguous abbreviation.

    The keys of `called` are normalized names.
    """
    line = folded(text)
    led_in = _LED_IN.match(line)
    for words in (line, line[led_in.end() :]) if led_in else (line,):
        for word in sorted(called, key=len, reverse=True):
            if begins(words, word):
                return called[word], words[len(word) :].strip(" ,")
        if found := _abbreviated(words, called):
            return found
    return None


def _abbreviated(line: str, called: Mapping[str, T]) -> tuple[T, str] | None:
    """Read an abbreviation at the beginning of a line. Return None if it is ambiguous."""
    words = re.match(r"[^,;:]*", line)
    parts = words[0].split() if words else []
    for count in range(len(parts), 0, -1):
        begun = " ".join(parts[:count])
        near = dict.fromkeys(value for word, value in called.items() if word.startswith(begun))
        if near:
            return (next(iter(near)), line[len(begun) :].strip(" ,")) if len(near) == 1 else None
    return None


PROPERTY_WORDS: Mapping[str, str] = {folded(name): name for name in PROPERTIES} | {
    "island": "Tropical Island",
    "center": "Convention Center",
    "building": "Office Building",
    "offices": "Office Building",
    "complex": "Sports Complex",
}
"""What players can type for each property, in normalized form."""


def _card_words() -> Iterable[tuple[str, str]]:
    for card in CARDS.values():
        yield folded(card.name), card.name
        if card.sort == "pair":
            first, second = map(folded, card.named)
            for joint in ("+", " + ", "&", " & "):
                yield f"{first}{joint}{second}", card.name
        elif card.sort == "multi":
            yield folded(card.name).removesuffix("ies") + "y", card.name  # `3 property`
        elif card.sort == "investor":
            yield f"outside {folded(card.name)}", card.name
    yield "out", "You're Out"
    yield "back", "I'm Back"
    yield "taxes", "Tax"


CARD_WORDS: Mapping[str, str] = dict(_card_words())
"""What players can type for each kind of card, in normalized form."""
