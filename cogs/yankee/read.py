"""Read gifts, claims and reasons for declining in Yankee Swap.

In `mug to ben as wreath`, `to ben as mug` and `it isn't a wreath`, the little words make a line
easier to read and can be left out. A gift without a claim is declared to be what it is, except
Coal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import Names, begins, escape, folded, listed, short
from bot.ui.ways.fields import ASK, Field, Known, one_of, player, read_player
from cogs.yankee.pics import of
from games.gifts import COAL, GIFTS, KEYS, LUMP, Card, gift, in_order
from games.rules import Refusal, Seat
from games.yankee.record import Reason
from games.yankee.state import Giving, Offer, counts_points, others, to_move
from games.yankee.views import View

_ARTICLE = re.compile(r"(?:an?|one|the|some|my) ")
_AS = re.compile(r"as(?!\w)")
_NUMBERED = re.compile(r"card ([0-9]{1,2})(?!\w)", re.ASCII)
_IT = re.compile(r"(?:it|this|that)(?= to(?!\w))")
_EVERY = (*KEYS, COAL)


def _ways_to_write(words: str) -> Iterator[str]:
    """List the spellings of a gift's name: `pair of mittens`, `pairs of mittens`, `mitten`."""
    packed, of, inside = words.rpartition(" of ")
    for outer in (packed, f"{packed}s", f"{packed}es") if of else ("",):
        for inner in (inside, f"{inside}s", inside.removesuffix("s")):
            written = f"{outer}{of}{inner}"
            yield from (written, written.replace("-", " "), written.replace("-", ""))


# every spelling of each gift, the longest first
_WRITTEN = sorted(
    {
        (written, gift_.key)
        for gift_ in (*GIFTS, LUMP)
        for words in (
            gift_.key,
            gift_.name,
            gift_.one,
            *(["lump of coal"] if gift_ is LUMP else []),
        )
        for written in _ways_to_write(re.sub(_ARTICLE, "", words.casefold()))
    },
    key=lambda written: (-len(written[0]), written),
)


def read_gift(text: str, view: Any = None, names: Any = None) -> tuple[Card, str]:
    """Read a gift, or Coal, by its name or the beginning of one of its words."""
    line = " ".join(text.casefold().split())
    line = _ARTICLE.sub("", line, count=1) if _ARTICLE.match(line) else line
    for words, key in _WRITTEN:
        if begins(line, words):
            return key, line[len(words) :].strip(" ,")
    first = re.split(r"[ ,]", line, maxsplit=1)[0]
    near = [
        gift_.key
        for gift_ in (*GIFTS, LUMP)
        if first and any(word.startswith(first) for word in gift_.name.casefold().split())
    ]
    if len(near) != 1:
        everything = ", ".join(gift_.name for gift_ in GIFTS)
        raise Refusal(f"Which gift is “{escape(short(first, 20))}”? The ten are {everything}.")
    return near[0], line[len(first) :].strip(" ,")


def _read_to(text: str, view: Any, names: Names) -> tuple[Seat, str]:
    """Read a player, whose name may follow a little word: `to ben`."""
    line = folded(text)
    if line != "to" and not line.startswith("to "):
        return read_player(line, view, names)
    rest = line[3:]
    called = [folded(names.called(seat)) for seat in range(len(names)) if seat != view.seat]

    def whole(line: str) -> bool:
        return any(begins(line, name) for name in called)

    # `to be` can name a player Be or a player To Be, but is no abbreviation of Tom
    return read_player(line if whole(line) and not whole(rest) else rest, view, names)


def _read_claim(text: str, view: Any, names: Names) -> tuple[Card, str]:
    """Read the declared gift, which may follow a little word: `as a Mug`."""
    line = " ".join(text.split())
    card, rest = read_gift(line[3:] if line.casefold().startswith("as ") else line)
    if card == COAL:  # YS-5
        raise Refusal("You can't call any card Coal. Call it one of the ten gifts.")
    return card, rest


# --- the fields -----------------------------------------------------------------------------------


def _about_held(card: Card, view: View, names: Names) -> str:
    count = view.held.count(card)
    stars = f"{gift(card).points}★" if counts_points(view.seats) else ""
    return " · ".join(part for part in (f"{count} in hand" if count > 1 else "", stars) if part)


def kinds_held(view: View) -> Sequence[Card]:
    """List the kinds of card in a hand, in the order in which the hand is drawn."""
    return tuple(dict.fromkeys(in_order(view.held)))


def _cards(view: View, known: Known) -> Sequence[Card]:
    """Offer the cards in the hand. Offer every card to a player who can't give one now."""
    gives = isinstance(view.phase, Giving) and view.phase.seat == view.seat
    return kinds_held(view) if gives else _EVERY


def _targets(view: View, known: Known) -> Sequence[Seat]:
    if view.seat is None or view.seat == to_move(view.phase):
        return view.targets
    return others(view.seat, view.seats)


def _truth(view: View, known: Known, values: Sequence[Any]) -> Any:
    """Prefill the form with the true claim, unless the card is Coal or not chosen yet."""
    card = known.get("card", view.known)
    return card if card in KEYS else ASK


def _missing_claim_hint(view: View, known: Known) -> str:
    coal = known.get("card", view.known) == COAL
    return "It's Coal, but you can't call it Coal" if coal else ""


CARD = Field(
    name="card",
    fills=("card",),
    label="One of your cards",
    write=lambda card, names: gift(card).name,
    read=read_gift,
    offer=_cards,
    closed=True,
    about=_about_held,
    pic=of,
)
TO = player(
    "to",
    "to",
    "Who gets it",
    before="to",
    read=_read_to,
    offer=_targets,
    closed=True,
)
SAYS = Field(
    name="as",
    fills=("declared",),
    label="What you call it: true or not, never Coal",
    write=lambda card, names: gift(card).name,
    before="as",
    read=_read_claim,
    offer=lambda view, known: KEYS,
    closed=True,
    likely=_truth,
    hint=_missing_claim_hint,
    pic=of,
)


def _about_reason(reason: Reason, view: View, names: Names) -> str:
    if reason == "coal" or not isinstance(view.phase, Offer):
        return ""
    said = gift(view.phase.declared).one
    return f"{said}, as they said" if reason == "is" else f"neither {said} nor Coal"


_REASON = one_of(
    "because",
    "reason",
    "You shouldn't have, because",
    {"is": "it is", "isnt": "it isn't", "coal": "it is Coal"},
    also={
        **dict.fromkeys(("is", "it's", "its", "yes", "true"), "is"),
        **dict.fromkeys(("isn't", "isnt", "it isnt", "is not", "it is not", "not", "no"), "isnt"),
        **dict.fromkeys(("it's not", "its not", "false"), "isnt"),
        **dict.fromkeys(("coal", "is coal"), "coal"),
    },
    about=_about_reason,
)


def _read_reason(text: str, view: View, names: Names) -> tuple[Reason, str]:
    """Read a reason for declining: `isn't`, `it isn't a Wreath`, `it is a lump of Coal`."""
    offer = view.phase if isinstance(view.phase, Offer) and view.phase.to == view.seat else None
    line = " ".join(text.casefold().replace("’", "'").split()).removeprefix("because ")
    try:
        reason, rest = _REASON.read(line, view, names)
    except Refusal:
        if offer is None:
            raise Refusal("There's no gift for you to decline right now.") from None
        if offer.looked:
            raise Refusal("You've looked at this gift, so you must pass it on.") from None
        raise
    if rest and reason != "coal":
        named, rest = read_gift(rest)
        if named == COAL and reason == "is":
            return "coal", rest
        if offer is not None and named != offer.declared:
            said = gift(offer.declared).one
            words = listed([f"it is {said}", f"it isn't {said}", "it is Coal"], "or")
            raise Refusal(f"They said it's {said}. Say {words}.")
    return reason, rest


BECAUSE = replace(_REASON, read=_read_reason)


# --- whole lines ----------------------------------------------------------------------------------


def _kind(number: int, view: View) -> Card:
    """Return the card with this number among the kinds in the hand, which buttons count from 1."""
    held = kinds_held(view)
    if not 1 <= number <= len(held):
        raise Refusal("That card isn't in your hand anymore.")
    return held[number - 1]


def gift_in(text: str, view: View, names: Names) -> Known:
    """Read a gift to give: `mug to ben as wreath`, `mug as wreath`, `mug to ben`, `mug`."""
    if not text:
        return {}
    numbered = _NUMBERED.match(text)
    if numbered is not None:
        card, rest = _kind(int(numbered[1]), view), text[numbered.end() :].strip(" ,")
    else:
        card, rest = read_gift(text)
    if card not in (can := _cards(view, {})):
        held = ", ".join(gift(card).name for card in can)
        raise Refusal(f"You don't have {gift(card).one} in your hand. You can give: {held}.")
    return {"card": card, **claim_in(rest, card, _targets(view, {}), view, names)}


def regift_in(text: str, view: View, names: Names) -> Known:
    """Read a recipient and a claim for a gift to pass on: `to ben as mug`, `ben as mug`, `ben`."""
    line = _IT.sub("", text, count=1).strip()
    return claim_in(line, view.known, _targets(view, {}), view, names)


def claim_in(text: str, card: Card | None, can: Sequence[Seat], view: View, names: Names) -> Known:
    """Read one of the possible recipients, and a claim: `to ben as mug`."""
    known: dict[str, Any] = {}
    rest = text
    if rest and not _AS.match(rest):
        known["to"], rest = TO.read(rest, view, names)
        if known["to"] not in can:  # YS-8, at a strict table
            whom = listed([names[seat] for seat in can], "or")
            raise Refusal(f"{names[known['to']]} already knows this gift. Pass it on to {whom}.")
    if rest:
        known["declared"], rest = SAYS.read(rest, view, names)
    elif "to" in known and card in KEYS:
        known["declared"] = card
    if rest.strip(" .,!"):
        raise Refusal(f"I don't understand “{escape(short(rest.strip(), 20))}” there.")
    return known
