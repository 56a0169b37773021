"""What is leafed through: the help, and the story of a table that is laid open. Pure."""

import math
from collections.abc import Sequence

from bot.host.table_view import TableView
from bot.show import frame
from bot.ui.face import AnyFace, Page
from bot.ui.panel import (
    CHOICE_LIMIT,
    Button,
    Choice,
    Menu,
    Panel,
    Part,
    Request,
    Row,
    Text,
    request,
)

PAGE = 1800  # characters


def how_to(face: AnyFace, page: int) -> Panel:
    """Draw one page of a game's help, and the way to every other.

    What is asked for names the game, as it may stand at no table.
    """
    pages = face.how_to()
    page = max(0, min(page, len(pages) - 1))
    asked = frame.HOW_TO.with_args({"game": face.rules.name})
    where = f" · {page + 1} of {len(pages)}" if len(pages) > 1 else ""
    parts: list[Part] = [
        Text(f"### {pages[page].title}\n-# {face.rules.title}, how to play{where}"),
        Text(pages[page].text),
    ]
    if len(pages) == 1:
        return Panel(parts)

    def turn(to: int) -> Request:
        return asked.with_args({"page": str(to)})

    buttons = [
        Button("Back", turn(page - 1), disabled=page == 0),
        Button("More", turn(page + 1), "main", disabled=page + 1 == len(pages)),
    ]
    return Panel([*parts, Row(buttons), *_contents(asked, pages)])


def _contents(asked: Request, pages: Sequence[Page]) -> list[Menu]:
    """List the titles of all pages, in as many menus as that takes, each about as long."""
    titles = [Choice(f"{at}. {one.title}", str(at - 1)) for at, one in enumerate(pages, 1)]
    if len(titles) <= CHOICE_LIMIT:
        return [Menu(asked, frame.LEAF, "Another page…", titles)]
    each = math.ceil(len(titles) / math.ceil(len(titles) / CHOICE_LIMIT))
    parts = [titles[at : at + each] for at in range(0, len(titles), each)]
    return [
        Menu(asked, frame.LEAF, f"Pages {at * each + 1} to {at * each + len(some)}…", some)
        for at, some in enumerate(parts)
    ]


def truth(face: AnyFace, table: TableView, page: int) -> Panel:
    """Tell one page of what was hidden at a table that is laid open; page 0 is the first."""
    hidden = list(face.truth(table.turns, table.names)) if table.turns else []
    pages = _pages(hidden or everything(face, table), PAGE)
    page = max(0, min(page, len(pages) - 1))
    which = f"{face.rules.title}, table {table.id}"
    parts: list[Part] = [
        Text(f"### What really happened · {which}{_numbered(page, len(pages))}"),
        Text(pages[page]),
    ]
    turn = [
        Button("Earlier", request(frame.TRUTH.verb, page=page - 1), disabled=page == 0),
        Button("Later", request(frame.TRUTH.verb, page=page + 1), disabled=page + 1 == len(pages)),
    ]
    whole = Button("Everything, as a file", frame.STORY)
    return Panel([*parts, Row([*(turn if len(pages) > 1 else []), whole])])


def _numbered(page: int, pages: int) -> str:
    return f" ({page + 1} of {pages})" if pages > 1 else ""


def everything(face: AnyFace, table: TableView) -> list[str]:
    """Tell all that happened at a table that is laid open, a line each."""
    return frame.told(face, table.news, table.names, None, each=True)


def fairness(table: TableView) -> Panel:
    """Open the seal, and say how anybody can check the deal."""
    secret = "" if table.secret is None else table.secret.hex()
    where = f" ([in this message]({table.sealed}))" if table.sealed else ""
    return Panel(
        [
            Text(f"### Was it dealt fairly? · {table.rules.title}, table {table.id}"),
            Text(
                f"Its seal, published before the deal{where}:\n`{table.seal}`\n"
                f"It opens to the secret behind all its luck:\n`{secret}`\n"
                "Who has that can deal the whole game again. *Transcript* holds all of it: "
                f"`python -m bot verify table-{table.id}.json` checks every step, and says what to "
                "compare here, what that proves and what not."
            ),
            Row([Button("Transcript", frame.TRANSCRIPT)]),
        ]
    )


def _pages(lines: Sequence[str], limit: int) -> list[str]:
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) + 1 > limit:
            pages.append("")
        pages[-1] += ("\n" if pages[-1] else "") + line[:limit]
    return [page or "Nothing happened." for page in pages]
