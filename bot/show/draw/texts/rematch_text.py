"""Writes the message that asks the players of a finished game for a rematch."""

from collections.abc import Collection

from bot.host.reading.table_view import RematchView, TableView
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Row
from bot.ui.panels.words import escape, listed, short

NOT_NOW = frame.REMATCH.with_args({"say": "no"})


def question(
    face: AnyFace, table: TableView, asked: RematchView, pinged: Collection[int] = ()
) -> Notice:
    """Return the question as it stands. Sending it pings the people in `pinged`.

    It mentions all who haven't answered, so nobody can see from the text who was pinged.
    """
    return Notice(
        content=" ".join(_sentences(face, table, asked)),
        row=Row(_buttons(face, table, asked)),
        table=table.id,
        step=table.step,
        person=table.opener,  # whom the text doesn't mention, so this pings nobody
        others=tuple(pinged),
    )


def _sentences(face: AnyFace, table: TableView, asked: RematchView) -> list[str]:
    opener = table.people.index(table.opener)
    mentions = [f"<@{person}>" for person, _ in asked.waits_for]
    wants = f"{table.names[opener]} wants a rematch of {face.rules.title} (table {table.id})."
    lines = [f"{listed(mentions)}, {wants} Are you in?" if mentions else wants]
    others = frozenset(range(len(table.people))) - table.house - {opener}
    if others:
        lines.append(f"{table.names.all(others)} {'is' if len(others) == 1 else 'are'} in.")
    if asked.declined:
        lines.append(f"{listed([escape(name) for _, name in asked.declined])} can't play now.")
    else:
        lines.append("When everybody's in, I'll deal.")
    return lines


def _buttons(face: AnyFace, table: TableView, asked: RematchView) -> list[Button]:
    buttons = [Button("I'm in", frame.JOIN, "yes"), Button("Not now", NOT_NOW)]
    if asked.declined and len(table.people) in face.rules.seats:
        without = short(listed([name for _, name in asked.missing]), 60)
        buttons.append(Button(f"Deal without {without}", frame.DEAL))
    return buttons


def declined(table: TableView) -> str:
    """Confirm to a person that they don't play this time."""
    opener = table.names[table.people.index(table.opener)]
    return (
        f"All right, {opener} knows that you can't play now. If you change your mind, press "
        "**I'm in**, or use `/table join`."
    )
