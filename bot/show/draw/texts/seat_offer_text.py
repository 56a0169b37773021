"""Writes what players read about a seat that is offered to somebody, on the board and elsewhere."""

from bot.host.reading.table_view import SeatOffer, TableView
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Row
from bot.ui.panels.words import escape, short


def line(table: TableView) -> str:
    """Return the board's line about the seat that is offered, or "" if there is none."""
    offer = table.offer
    if offer is None:
        return ""
    return f"\n{_offered(table, offer)}{_missing(table)}"


def buttons(table: TableView) -> list[Button]:
    """Return the board's button for agreeing to the offer, or for taking the seat."""
    offer = table.offer
    if offer is None:
        return []
    if not table.must_agree:
        return [] if offer.seat in table.open_seats else [_take(table, offer)]
    meant = {"seat": str(offer.seat), "to": str(offer.person)}
    label = f"Let {short(offer.name, 24)} play for {short(table.names.plain(offer.seat), 24)}"
    return [Button(label, frame.REPLACE.with_args(meant))]


def ping(face: AnyFace, table: TableView, offer: SeatOffer) -> Notice:
    """Return the message that tells a person which seat they may take."""
    return Notice(
        content=(
            f"<@{offer.person}> {face.rules.title}, table {table.id}: "
            f"{_offered(table, offer)} The house plays it now."
        ),
        row=Row([_take(table, offer), Button("Not now", frame.REPLACE.with_args({"say": "no"}))]),
        table=table.id,
        step=table.step,
        person=offer.person,
    )


def asked(table: TableView, offer: SeatOffer, *, told: bool) -> str:
    """Tell whoever offered a seat what happens next.

    `told` means that the person to whom it is offered was pinged in the channel.
    """
    if table.must_agree:
        return f"The board now asks the others.{_missing(table)}"
    if not told:
        name = escape(offer.name)
        return f"{name} can take the seat on the board. I haven't pinged them just now."
    return f"I've asked {escape(offer.name)} in <#{table.channel}>. The house plays on until then."


def taken(table: TableView, newcomer: str, before: str) -> str:
    """Say that a newcomer has taken the seat of a player."""
    return f"{escape(newcomer)} now plays for {before} at table {table.id}."


def declined(table: TableView, offer: SeatOffer) -> str:
    """Say that the person to whom a seat was offered doesn't take it."""
    return f"{escape(offer.name)} can't take {table.names[offer.seat]}'s seat just now."


def settled(table: TableView, text: str, person: int) -> Notice:
    """Return what the message that pinged `person` says once their answer is known."""
    return Notice(content=text, row=Row([]), table=table.id, step=table.step, person=person)


def _offered(table: TableView, offer: SeatOffer) -> str:
    """Say who offers which seat to whom."""
    names = table.names.all(offer.agreed)
    verb = "offer" if len(offer.agreed) > 1 else "offers"
    return f"{names} {verb} {table.names[offer.seat]}'s seat to {escape(offer.name)}."


def _missing(table: TableView) -> str:
    missing = table.must_agree
    return f" {table.names.all(missing)} must agree." if missing else ""


def _take(table: TableView, offer: SeatOffer) -> Button:
    name = short(table.names.plain(offer.seat), 40)
    return Button(f"Take {name}'s seat", frame.JOIN.with_args({"seat": str(offer.seat)}))
