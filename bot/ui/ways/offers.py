"""What is offered: the buttons and menus of a board or a hand, lines to type, and suggestions."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from bot.ui.panels.panel import CHOICE_LIMIT, Button, Menu, Part, Request, Row, Text
from bot.ui.panels.words import Names, folded, listed, short
from bot.ui.ways.draft_kind import AnyDraftKind
from bot.ui.ways.fields import ASK, Field, Known
from bot.ui.ways.read import named_in
from bot.ui.ways.resolve import (
    ask,
    asks_first,
    attributes_of,
    choices_of,
    known_of,
    open_fields,
    usual_of,
    value_in,
    values_of,
)
from bot.ui.ways.ways import TYPED_TEXT, AnyWay, Legal, MenuOf, TypedText, field_of
from games.rules import Refusal, Seat

FEW = 3  # number of values up to which each gets its own button


def on_board(
    ways: Sequence[AnyWay],
    public: Any,
    names: Names,
    drafts: Sequence[AnyDraftKind] = (),
    *,
    to_move: Collection[Seat] = (),
) -> list[Part]:
    """Draw the buttons of the board from the public view alone.

    Buttons that only one seat may press stand in a row below that player's name. `to_move` are the
    seats that must move.
    """
    rows: dict[Seat | None, list[Button]] = {}
    alone = next(iter(to_move)) if len(to_move) == 1 else None
    for way in ways:
        seat = alone if way.presser is None else way.presser(public)
        for known in way.board(public):
            button = _button(way, public, known, names, ask(way, known), not _is_whole(way, known))
            rows.setdefault(seat, []).append(button)
    for kind in drafts:
        if buttons := kind.board(public, names):
            rows.setdefault(kind.presser(public), []).extend(buttons)
    parts: list[Part] = []
    for seat, buttons in rows.items():
        if seat is not None:
            can = "your move" if seat in to_move else "you can also"
            parts.append(Text(f"-# **{names[seat]}**, {can}:"))
        parts.append(Row(buttons))
    return parts


def on_hand(
    ways: Sequence[AnyWay],
    view: Any,
    names: Names,
    legal: Legal,
    drafts: Sequence[AnyDraftKind] = (),
) -> list[Part]:
    """Draw all menus and buttons for the legal moves of a view's owner.

    If a draft prepares a kind of move, no form button asks for that move as well.
    """
    begun = {verb for kind in drafts if kind.hand(view, names) for verb in kind.becomes}
    menus: list[Part] = []
    buttons: list[Button] = []
    menu_leads = False
    for way in ways:
        if not legal.of(way):
            continue
        offered = _default_offers(way, view, legal) if way.hand is None else way.hand(view)
        for offer in offered:
            if isinstance(offer, MenuOf):
                menus += _menu(way, offer, view, names, legal)
                menu_leads = menu_leads or not buttons
            elif isinstance(offer, TypedText):
                wanted = Request(way.verb, {TYPED_TEXT: offer.line})
                known = named_in(way, wanted, view, names)
                buttons.append(button_of(way, known, wanted, view, names, legal))
            elif way.verb not in begun or _is_whole(way, offer):
                buttons.append(button_of(way, offer, ask(way, offer), view, names, legal))
    rows = [Row(buttons)] if buttons else []
    return [*menus, *rows] if menu_leads else [*rows, *menus]


def button_of(
    way: AnyWay, known: Known, wanted: Request, view: Any, names: Names, legal: Legal
) -> Button:
    """Draw a button of a hand. Its label ends with `…` if something is asked first."""
    return _button(way, view, known, names, wanted, asks_first(way, known, view, legal))


def _button(
    way: AnyWay, view: Any, known: Known, names: Names, wanted: Request, asks: bool
) -> Button:
    label = f"{way.label(view, known, names).rstrip('…')}{'…' if asks else ''}"
    return Button(label, wanted, way.style, pic=way.pic(view, known))


def _is_whole(way: AnyWay, known: Known) -> bool:
    return all(name in known for field in way.fields for name in field.fills)


def _default_offers(way: AnyWay, view: Any, legal: Legal) -> Iterable[Known | MenuOf | TypedText]:
    """Offer the legal moves of one kind: a button each for a few values, a menu for up to 25."""
    known, missing = open_fields(way, {}, view, legal)
    if not missing:
        return [known]
    field, values = missing[0]
    counted = legal.all_of(way) or field.closed
    if len(missing) == 1 and values and (len(values) <= FEW or not counted):
        some = [{**known, **known_of(field, value)} for value in values[:FEW]]
        return some if counted else [*some, known]
    if counted and len(values) <= CHOICE_LIMIT:
        return [MenuOf(field=field.name, placeholder="", known=known)]
    return [known]


def _menu(way: AnyWay, wanted: MenuOf, view: Any, names: Names, legal: Legal) -> list[Part]:
    field = field_of(way, wanted.field)
    assert field is not None, f"{way.verb} has no field {wanted.field}"
    values = values_of(way, field, wanted.known, view, legal)
    listed = [value for value in values if value not in wanted.but_for]
    if not listed:
        return []
    label = way.label(view, wanted.known, names).rstrip("…")
    placeholder = wanted.placeholder or f"{label}…"
    choices = choices_of(way, field, listed, view, names)
    return [Menu(ask(way, wanted.known), f"*{field.name}", placeholder, choices)]


def examples(ways: Sequence[AnyWay], view: Any, names: Names, legal: Legal) -> list[str]:
    """Write an example line for each kind of move that is legal now: `pass`, `bid 80`.

    Quiet ways are left out: they can be typed too, but players rarely need them.
    """
    can = [way for way in ways if legal.of(way) and way.style != "quiet"]
    return [_with_verb_if_needed(ways, way, example(way, view, names, legal)) for way in can]


def _with_verb_if_needed(ways: Sequence[AnyWay], way: AnyWay, line: str) -> str:
    """Put the verb before a line that reads as another move, since a player may be named `pass`."""
    others = [other for other in ways if other is not way]
    taken = way.bare and any(other.spoken_in(line) for other in others)
    return f"{way.verb} {line}" if taken else line


def example(way: AnyWay, view: Any, names: Names, legal: Legal) -> str:
    """Write the likeliest legal move of one kind as a typed line."""
    move = way.example(view) or legal.of(way)[0]
    if isinstance(move, TypedText):
        return f"{way.verb} {move.line}"
    words = [] if way.bare else [way.verb]
    known = attributes_of(move)
    for field in way.fields:
        value = value_in(field, known)
        if value != usual_of(field, view, known):
            words.append(f"{field.before} {field.write(value, names)}".strip())
    return " ".join(words) if words else way.verb


def can_be_typed(ways: Sequence[AnyWay], view: Any, names: Names, legal: Legal) -> str:
    """Return a sentence that lists example lines, or "" if nothing can be typed now."""
    found = [f"`{line}`" for line in examples(ways, view, names, legal)]
    return f"You can type {listed(found, 'or')}." if found else ""


def what_else(ways: Sequence[AnyWay], situation: str, view: Any, names: Names, legal: Legal) -> str:
    """Describe the situation and the lines that can be typed, in reply to an impossible request."""
    return f"{situation} {can_be_typed(ways, view, names, legal)}".strip()


def suggestions(
    way: AnyWay, field: Field, given: Known, view: Any, names: Names, legal: Legal, typed: str
) -> list[tuple[str, str]]:
    """Suggest up to 25 legal values for a command's option, each as (shown text, typed text)."""
    wanted = typed.casefold().strip()
    try:
        meant, _ = field.read(typed, view, names) if wanted else (ASK, "")
    except Refusal:
        meant = ASK
    suggested: list[tuple[str, str]] = []
    for value, text in _suggestible(way, field, given, view, names, legal):
        near = text.casefold()
        if value == meant or wanted in near or wanted.startswith(near):
            shown = _shown(field, value, text, view, names)
            if value == meant or wanted in near or shown.casefold().startswith(wanted):
                # An exact match comes first, so that a long list doesn't cut it off.
                suggested.insert(0 if value == meant else len(suggested), (shown, text))
    return suggested[:CHOICE_LIMIT]


def _suggestible(
    way: AnyWay, field: Field, given: Known, view: Any, names: Names, legal: Legal
) -> Iterator[tuple[Any, str]]:
    """Yield each value that can be suggested, with its typed text."""
    known = {name: value for name, value in given.items() if name not in field.fills}
    for value in values_of(way, field, known, view, legal) if legal.of(way) else ():
        yield value, field.write(value, names)


def _shown(field: Field, value: Any, text: str, view: Any, names: Names) -> str:
    """Return the text of a suggestion, which begins with what can be typed for it."""
    about = field.about(value, view, names)
    return short(f"{text}: {about}" if about else text, 100)


def named_or_suggested(
    way: AnyWay, wanted: Request, view: Any, names: Names, legal: Legal
) -> Known:
    """Parse a request's arguments. Each can also be the shown text of a suggestion.

    Raises Refusal.
    """
    try:
        return named_in(way, wanted, view, names)
    except Refusal:
        args, known, unread = dict(wanted.args), dict[str, Any](), list[str]()
        for key, said in args.items():
            try:
                known |= named_in(way, Request(way.verb, {key: said}), view, names)
            except Refusal:
                unread.append(key)
        for key in unread:
            field = field_of(way, key[1:]) if key[0] == "?" else None
            if field is None:
                raise
            said = folded(args[key])
            found = [  # what is suggested depends on the options that were filled in by then
                (_shown(field, value, text, view, names), text)
                for given in (known, {})
                for value, text in _suggestible(way, field, given, view, names, legal)
                if said.startswith(folded(text))
            ]
            args[key] = text_meant(args[key], found)
        return named_in(way, Request(way.verb, args), view, names)


def text_meant(typed: str, offered: Collection[tuple[str, str]]) -> str:
    """Return the text of the choice with this shown text, or the typed text if there is none.

    `offered` are the choices as (shown text, text).

    >>> games = [("Skull", "skull"), ("Dead Man", "deadman"), ("dead man", "other")]
    >>> [text_meant(typed, games) for typed in ("deadman", "Dead Man", " SKULL ", "DEAD MAN")]
    ['deadman', 'deadman', 'skull', 'DEAD MAN']
    """
    if typed in [text for _, text in offered]:
        return typed
    for same in (str, folded):
        texts = {text for shown, text in offered if same(shown) == same(typed)}
        if len(texts) == 1:
            return texts.pop()
    return typed
