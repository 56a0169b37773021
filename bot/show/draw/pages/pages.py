"""Draws texts with several pages: the help, the hidden story and the fairness page."""

import math
import re
from collections.abc import Sequence

from bot.host.proof.self_check import Checked
from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace, Page
from bot.ui.panels.panel import (
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
from games.chance import short_form

NOT_SHOWN = (
    "**What it can't show:** that whoever runs me didn't look at the cards or try out deals. And "
    "don't take my word for it: anyone can do the same check."
)
GAPS = 5  # the most gaps at the head of the truth
PAGE = 1800  # maximum characters of a page
COMMAND = re.compile(r",? ?`/GAME([^`]*)`")  # with the comma before it, which goes with it


def how_to(face: AnyFace, page: int) -> Panel:
    """Draw one page of a game's help. The pages of the fine print follow those of the help.

    Each button carries the game's name, because the help can be read without a table.
    """
    pages = [*face.how_to, *face.fine_print]
    page = max(0, min(page, len(pages) - 1))
    fine = page >= len(face.how_to)
    first = len(face.how_to) if fine else 0
    chapter = face.fine_print if fine else face.how_to
    asked = frame.HOW_TO.with_args({"game": face.rules.name})
    where = f" · {page - first + 1} of {len(chapter)}" if len(chapter) > 1 else ""
    what = "the fine print" if fine else "how to play"
    parts: list[Part] = [
        Text(f"### {pages[page].title}\n-# {face.rules.title}, {what}{where}"),
        Text(with_command(pages[page].text, face.rules.command)),
    ]
    if page == 0:
        parts.append(Text(frame.UNOFFICIAL))
    if len(pages) == 1:
        return Panel(parts)

    def turn(to: int) -> Request:
        return asked.with_args({"page": str(to)})

    buttons: list[Button] = []
    if len(chapter) > 1:
        last = first + len(chapter) - 1
        buttons += [
            Button("Back", turn(page - 1), disabled=page == first),
            Button("More", turn(page + 1), "main", disabled=page == last),
        ]
    if fine:
        buttons.append(Button("How to play", turn(0)))
        return Panel([*parts, Row(buttons), *_contents(asked, chapter, first)])
    if face.fine_print:
        buttons.append(Button("The fine print", turn(len(face.how_to))))
    return Panel([*parts, Row(buttons), *_contents(asked, chapter, first)])


def with_command(text: str, command: str) -> str:
    """Write a game's own command into a help text. Without a command, leave its mentions out.

    >>> with_command("Your hand, `/GAME bid` or a line says it.", "auction")
    'Your hand, `/auction bid` or a line says it.'
    >>> with_command("Your hand, `/GAME bid` or a line says it.", "")
    'Your hand or a line says it.'
    """
    if not command:
        return COMMAND.sub("", text)
    return text.replace("`/GAME", f"`/{command}")


def _contents(asked: Request, chapter: Sequence[Page], first: int) -> list[Menu]:
    """Return menus of the page titles of a chapter, whose first page has the number `first`.

    Use as few menus as possible, of about equal length.
    """
    titles = [
        Choice(f"{at}. {page.title}", str(first + at - 1)) for at, page in enumerate(chapter, 1)
    ]
    if len(titles) <= CHOICE_LIMIT:
        return [Menu(asked, frame.LEAF, "Another page…", titles)] if len(titles) > 1 else []
    each = math.ceil(len(titles) / math.ceil(len(titles) / CHOICE_LIMIT))
    parts = [titles[at : at + each] for at in range(0, len(titles), each)]
    return [
        Menu(asked, frame.LEAF, f"Pages {at * each + 1} to {at * each + len(some)}…", some)
        for at, some in enumerate(parts)
    ]


def show_truth(page: int, *, shown: bool) -> Button:
    """Return the button that shows the truth to everyone, or says that it has been shown.

    `page` is the page on which the button is.
    """
    if shown:
        return Button("Shown to everyone", frame.TRUTH_TO_ALL, disabled=True)
    return Button("Show to everyone", frame.TRUTH_TO_ALL.with_args({"page": str(page)}))


def truth(face: AnyFace, table: TableView, page: int, more: Sequence[Button] = ()) -> Panel:
    """Draw a page of the secrets of a finished game whose terms reveal them. Pages count from 0.

    `more` are further buttons.
    """
    hidden = list(face.story.truth(table.turns, table.names)) if table.turns else []
    pages = _pages(hidden or everything(face, table), PAGE)
    page = max(0, min(page, len(pages) - 1))
    which = f"{face.rules.title}, table {table.id}"
    gaps = face.story.gaps(table.turns, table.names)[:GAPS] if table.turns and not page else ()
    largest = "\n".join(["**Did you know?**", *(f"- {gap}" for gap in gaps)])
    parts: list[Part] = [
        Text(f"### What really happened · {which}{_numbered(page, len(pages))}"),
        *([Text(largest)] if gaps else []),
        Text(pages[page]),
    ]
    turn = [
        Button("Earlier", request(frame.TRUTH.verb, page=page - 1), disabled=page == 0),
        Button("Later", request(frame.TRUTH.verb, page=page + 1), disabled=page + 1 == len(pages)),
    ]
    whole = Button("Everything, as a file", frame.STORY)
    return Panel([*parts, Row([*(turn if len(pages) > 1 else []), whole, *more])])


def _numbered(page: int, pages: int) -> str:
    return f" ({page + 1} of {pages})" if pages > 1 else ""


def everything(face: AnyFace, table: TableView) -> list[str]:
    """Describe everything that happened in a finished game, with one line per event."""
    return frame.told(face, table.news, table.names, None, public=table.public, each=True)


def fairness(table: TableView, checked: Checked | None = None) -> Panel:
    """Explain the purpose of a table's seal and, after the game, whether the deal was fair.

    `checked` is what dealing the game again has found, or None if that isn't known.
    """
    asked = "Is the deal fair?" if table.secret is None else "Was it fair?"
    title = Text(f"### {asked} · {table.rules.title}, table {table.id}")
    posted = f" It was posted [in this message]({table.sealed})." if table.sealed else ""
    seal = f"`{short_form(table.seal)}`.{posted}"
    if table.secret is None:
        return Panel([title, Text(_sealed(table, seal))])
    return Panel(
        [
            title,
            Text(f"{_verdict(checked)}\n{NOT_SHOWN}"),
            Text(
                f"The seal was published before the deal: {seal}\n"
                "It was made from this secret, from which all the luck comes:\n"
                f"`{table.secret.hex()}`\n"
                "Anyone who has it can deal the whole game again. *Transcript* gives you the game "
                f"as a file, and `python -m bot verify table-{table.id}.json` checks every step, "
                "then says what to compare here, what that proves and what it doesn't.\n"
                f"-# In hex, as the transcript has it, the seal is `{table.seal}`."
            ),
            Row([Button("Transcript", frame.TRANSCRIPT)]),
        ]
    )


def _verdict(checked: Checked | None) -> str:
    """Answer plainly whether a finished game was fair."""
    if checked is None:
        return (
            "**Check it yourself.** The secret behind all the luck was sealed before the deal. I'm "
            "still dealing the game again from it: ask once more in a minute."
        )
    if checked.problem:
        return f"**I can't show it for this game.** {checked.problem}"
    locked = "The secret behind all the luck was locked before the deal"
    if checked.frozen:
        locked = (
            "The shuffle was locked before the first card was dealt, and nothing after changed it"
        )
    house = f" {checked.house.capitalize()}." if checked.house else ""
    return (
        f"**Yes, as far as this can show.** {locked}. I've dealt the whole game again from its "
        f"secret, and all {checked.steps} steps match.{house}"
    )


def _sealed(table: TableView, seal: str) -> str:
    """Explain a table's seal as long as its secret isn't published."""
    what = (
        "All luck at this table (who starts, the cards, the dice) comes from one secret number. "
        f"Its fingerprint, the seal, was fixed when the table opened: {seal} Nobody can "
        "find another number with the same fingerprint."
    )
    if not table.laid_open:
        return (
            f"{what}\nThis table keeps its secrets even after the end. So the number is never "
            "published, and nobody can check the deal."
        )
    if table.phase in ("over", "ended"):
        return f"{what}\nThis game wasn't finished, so the number stays secret."
    deal = (
        "Just before the cards are dealt, a second fingerprint is posted. It fixes who plays and "
        "on which terms, and the luck depends on that message too, so nobody can try out deals "
        "beforehand. "
    )
    return (
        f"{what}\n{deal if table.phase == 'open' else ''}When the game is over I publish the "
        "secret, and anyone can check the whole game.\nThis can't show that whoever runs me never "
        "looks at the cards, so play with a host you trust."
    )


def _pages(lines: Sequence[str], limit: int) -> list[str]:
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) + 1 > limit:
            pages.append("")
        pages[-1] += ("\n" if pages[-1] else "") + line[:limit]
    return [page or "Nothing happened." for page in pages]
