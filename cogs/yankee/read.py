"""What players name in Yankee Swap, and how it is read: gifts, claims, reasons for declining.

`mug to ben as wreath`, `to ben as mug`, `it isn't a wreath`: the little words are there to be read
easily and may be left out. A gift that nothing is said of is called what it is, unless it is Coal.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.ui.fields import ASK, Field, Known, one_of, player, read_player
from bot.ui.words import Names, escape, listed
from games.gifts import COAL, GIFTS, KEYS, LUMP, Card, gift, in_order
from games.rules import Refusal
from games.yankee.record import Reason
from games.yankee.state import Offer, counts_points
from games.yankee.views import View

_ARTICLE = re.compile(r"(?:an?|the|some|my) ")
_AS = re.compile(r"as(?!\w)")
_IT = re.compile(r"(?:it|this|that)(?= to(?!\w))")
# each gift as it may be written, the longest first: "pair of mittens", "mittens", "scratch off"
_WRITTEN = sorted(
    {
        (re.sub(_ARTICLE, "", words.casefold()), one.key)
        for one in (*GIFTS, LUMP)
        for words in (one.key, one.name, one.name.replace("-", " "), one.one)
    }
    | {("lump of coal", COAL)},
    key=lambda written: (-len(written[0]), written),
)


def read_gift(text: str, view: Any = None, names: Any = None) -> tuple[Card, str]:
    """Read a gift, or Coal, by its name or the beginning of a word of it."""
    line = " ".join(text.casefold().split())
    line = _ARTICLE.sub("", line, count=1) if _ARTICLE.match(line) else line
    for words, key in _WRITTEN:
        if re.match(rf"{re.escape(words)}(?!\w)", line):
            return key, line[len(words) :].strip(" ,")
    first = re.split(r"[ ,]", line, maxsplit=1)[0]
    near = [
        one.key
        for one in (*GIFTS, LUMP)
        if first and any(word.startswith(first) for word in one.name.casefold().split())
    ]
    if len(near) != 1:
        everything = ", ".join(one.name for one in GIFTS)
        raise Refusal(f"Which gift is “{escape(first[:20])}”? The ten are {everything}.")
    return near[0], line[len(first) :].strip(" ,")


_Read = Callable[[str, Any, Names], tuple[Any, str]]


def _after(word: str, read: _Read) -> _Read:
    """Read something that may stand after a little word: `to ben`."""

    def stripped(text: str, view: Any, names: Names) -> tuple[Any, str]:
        line = " ".join(text.split())
        if not line.casefold().startswith(f"{word} "):
            return read(line, view, names)
        try:
            return read(line[len(word) + 1 :], view, names)
        except Refusal:
            with suppress(Refusal):
                return read(line, view, names)  # of somebody who is called To, say
            raise

    return stripped


# --- what is named --------------------------------------------------------------------------------


def _about_held(card: Card, view: View, names: Names) -> str:
    count = view.held.count(card)
    stars = f"{gift(card).points}★" if counts_points(view.seats) else ""
    return " · ".join(part for part in (f"{count} in hand" if count > 1 else "", stars) if part)


def _targets(view: View, known: Known) -> Sequence[int]:
    return view.targets


def _truth(view: View, known: Known, values: Sequence[Any]) -> Any:
    """Fill a form in honestly; of a card that is still open, or Coal, that cannot be done."""
    card = known.get("card", view.known)
    return card if card in KEYS else ASK


def _nameless(view: View, known: Known) -> str:
    coal = known.get("card", view.known) == COAL
    return "It is Coal, and nothing may be called Coal" if coal else ""


CARD = Field(
    name="card",
    fills=("card",),
    label="One of your cards",
    write=lambda card, names: gift(card).name,
    read=read_gift,
    offer=lambda view, known: tuple(dict.fromkeys(in_order(view.held))),
    closed=True,
    about=_about_held,
)
TO = player(
    "to",
    "to",
    "To whom",
    before="to",
    read=_after("to", read_player),
    offer=_targets,
    closed=True,
)
SAYS = Field(
    name="as",
    fills=("declared",),
    label="What you say it is, true or not; never Coal",
    write=lambda card, names: gift(card).name,
    before="as",
    read=_after("as", read_gift),
    offer=lambda view, known: KEYS,
    closed=True,
    likely=_truth,
    hint=_nameless,
)


def _about_reason(reason: Reason, view: View, names: Names) -> str:
    if reason == "coal" or not isinstance(view.phase, Offer):
        return ""
    said = gift(view.phase.declared).one
    return f"{said}, as they say" if reason == "is" else f"neither {said} nor Coal"


_REASON = one_of(
    "because",
    "reason",
    "You shouldn't have, because",
    {"is": "it is", "isnt": "it isn't", "coal": "it is Coal"},
    also={
        **dict.fromkeys(("is", "yes", "true"), "is"),
        **dict.fromkeys(("isn't", "isnt", "it isnt", "is not", "it is not", "not", "no"), "isnt"),
        **dict.fromkeys(("coal", "is coal"), "coal"),
    },
    about=_about_reason,
)


def _read_reason(text: str, view: View, names: Names) -> tuple[Reason, str]:
    """Read a reason for declining: `isn't`, `it isn't a Wreath`, `it is a lump of Coal`."""
    line = " ".join(text.casefold().replace("’", "'").split()).removeprefix("because ")
    reason, rest = _REASON.read(line, view, names)
    if rest and reason != "coal":
        named, rest = read_gift(rest)
        if named == COAL and reason == "is":
            return "coal", rest
        if isinstance(view.phase, Offer) and named != view.phase.declared:
            said = gift(view.phase.declared).one
            words = listed([f"it is {said}", f"it isn't {said}", "it is Coal"], "or")
            raise Refusal(f"What is before you is said to be {said}: say that {words}.")
    return reason, rest


BECAUSE = replace(_REASON, read=_read_reason)


# --- whole lines ----------------------------------------------------------------------------------


def gift_in(text: str, view: View, names: Names) -> Known:
    """Read what is given: `mug to ben as wreath`, `mug as wreath`, `mug to ben`, `mug`."""
    if not text:
        return {}
    card, rest = read_gift(text)
    return {"card": card, **_claim_in(rest, card, view, names)}


def regift_in(text: str, view: View, names: Names) -> Known:
    """Read to whom a gift is passed on, and as what: `to ben as mug`, `ben as mug`, `ben`."""
    return _claim_in(_IT.sub("", text, count=1).strip(), view.known, view, names)


def _claim_in(text: str, card: Card | None, view: View, names: Names) -> Known:
    known: dict[str, Any] = {}
    rest = text
    if rest and not _AS.match(rest):
        known["to"], rest = TO.read(rest, view, names)
    if rest:
        known["declared"], rest = SAYS.read(rest, view, names)
    elif "to" in known and card in KEYS:
        known["declared"] = card
    if rest.strip(" .,!"):
        raise Refusal(f"I cannot make anything of “{escape(rest.strip()[:20])}” there.")
    return known
