"""A compact text record of what players remember: prices, deals and revealed bids.

The record grows with the game and is stored with every move, so it must be short. It looks like the
notation of a chess game: `paid 1 0 80 Canoe;deal_won 2 1 2 Trap;`. An entry consists of the event's
kind and its fields, with the item last. Cash is written as `50,10,0`, no cash as `.`, and None as
`-`. Each seat also has a record of private events. A private entry begins with the number of public
entries before it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any, cast, get_type_hints

from games.downeast.cash import Cash
from games.downeast.events import MEMORABLE, Event, Memorable, Revealed

END = ";"


def noted(event: Event) -> str:
    """Return an event as a record entry, or "" if players need not remember it."""
    form = _FORMS.get(event.kind)
    if form is None:
        return ""
    words = [event.kind, *[write(getattr(event, name)) for name, write, _ in form]]
    return f"{' '.join(words)}{END}"


@lru_cache(maxsize=256)
def remembered(record: str, own: str) -> tuple[Memorable, ...]:
    """Return the events of the public record and a seat's own record, merged in order."""
    events = [_read(entry) for entry in record.split(END)[:-1]]
    before: list[tuple[int, Memorable]] = []
    for entry in own.split(END)[:-1]:
        number, _, rest = entry.partition(" ")
        before.append((int(number), _read(rest)))
    return tuple(_merged(events, before))


def _merged(events: list[Memorable], before: list[tuple[int, Memorable]]) -> Iterator[Memorable]:
    own = iter([*before, (len(events) + 1, None)])
    number, mine = next(own)
    for at in range(len(events) + 1):
        while number == at and mine is not None:
            yield mine
            number, mine = next(own)
        if at < len(events):
            yield events[at]


# --- the fields of an entry -----------------------------------------------------------------------


def _write_cash(cards: Cash | None) -> str:
    if cards is None:
        return "-"
    return ",".join(map(str, cards)) or "."


def _read_cash(text: str) -> Cash:
    return () if text == "." else tuple(map(int, text.split(",")))


def _read_answer(text: str) -> Cash | None:
    return None if text == "-" else _read_cash(text)


def _write_count(count: int | None) -> str:
    return "-" if count is None else str(count)


def _read_count(text: str) -> int | None:
    return None if text == "-" else int(text)


def _write_bids(bids: tuple[Revealed, ...]) -> str:
    return "/".join(f"{bid.seat}:{_write_cash(bid.cards)}" for bid in bids)


def _read_bids(text: str) -> tuple[Revealed, ...]:
    return tuple(
        Revealed(seat=int(seat), cards=_read_cash(cards))
        for seat, _, cards in (entry.partition(":") for entry in text.split("/"))
    )


def _write_flag(value: bool) -> str:
    return "yes" if value else "no"


def _read_flag(text: str) -> bool:
    return text == "yes"


_Form = tuple[str, Callable[[Any], str], Callable[[str], Any]]
_WORDS: dict[Any, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    int: (str, int),
    int | None: (_write_count, _read_count),
    bool: (_write_flag, _read_flag),
    str: (str, str),
    Cash: (_write_cash, _read_cash),
    Cash | None: (_write_cash, _read_answer),
    tuple[Revealed, ...]: (_write_bids, _read_bids),
}


def _forms(kind: type) -> tuple[_Form, ...]:
    types = {name: hint for name, hint in get_type_hints(kind).items() if name != "kind"}
    names = [name for name in types if name != "item"]
    names += ["item"] if "item" in types else []  # last, because an item name may contain spaces
    return tuple((name, *_WORDS[types[name]]) for name in names)


_TYPES: dict[str, type[Memorable]] = {str(fields(kind)[0].default): kind for kind in MEMORABLE}
_FORMS: dict[str, tuple[_Form, ...]] = {name: _forms(kind) for name, kind in _TYPES.items()}


@lru_cache(maxsize=2048)  # a record that has grown is read again, but its old entries are unchanged
def _read(entry: str) -> Memorable:
    kind, *words = entry.split(" ", len(_FORMS[entry.partition(" ")[0]]))
    read = {name: read(word) for (name, _, read), word in zip(_FORMS[kind], words, strict=True)}
    return cast(Any, _TYPES[kind])(**read)


# --- the record of version 1 ----------------------------------------------------------------------


def records_from_version_1(
    past: Iterable[Mapping[str, Any]], seats: int
) -> tuple[str, tuple[str, ...]]:
    """Convert the events stored by version 1 (a JSON list) into the public and own records."""
    public, own, count = "", [""] * seats, 0
    for told in past:
        entry = noted(_event_of(told["event"]))
        if told["to"] is None:
            public, count = public + entry, count + 1
        else:
            for seat in told["to"]:
                own[seat] += f"{count} {entry}"
    return public, tuple(own)


def _event_of(stored: Mapping[str, Any]) -> Memorable:
    def value(name: str, json: Any) -> Any:
        if name == "bids":
            return tuple(Revealed(seat=bid["seat"], cards=tuple(bid["cards"])) for bid in json)
        return tuple(cast(list[int], json)) if isinstance(json, list) else json

    return cast(Any, _TYPES[stored["kind"]])(
        **{name: value(name, json) for name, json in stored.items()}
    )
