"""Draws the pages behind *My data…* in `/settings`: have all that is kept, or be forgotten."""

from bot.show.draw.parts import frame
from bot.ui.panels.panel import Button, Panel, Row, Text
from db.people.forgetting import FORMER

FILE, ASK, FORGET = "file", "ask", "forget"  # what the argument `do` of the requests asks for

START = Button("My data…", frame.MY_DATA)
_BACK = Button("Back to settings", frame.SETTINGS)
_FILE = Button("Send me the file", frame.MY_DATA.with_args({"do": FILE}))
_ASK = Button("Forget me…", frame.MY_DATA.with_args({"do": ASK}), "danger")
_FORGET = Button("Forget me for good", frame.MY_DATA.with_args({"do": FORGET}), "danger")
_KEEP = Button("Keep my data", frame.MY_DATA)

SENT = (
    "This is all that I keep about you. The cards of your games aren't in it. Once a game is over, "
    "`/table transcript` has them. Only you see this message."
)
FORGOTTEN = (
    "I've forgotten you. What I posted on Discord is still there. If you use me again, we start "
    "from scratch."
)


def choices() -> Panel:
    """Offer a file with all that is kept of a person, and to forget them."""
    text = (
        "### My data\n-# Only you see this.\n"
        "`/privacy` says what I keep. I can send you all that I keep about you as a file, or "
        "forget you."
    )
    return Panel([Text(text), Row([_FILE, _ASK, _BACK])])


def question(tables: int) -> Panel:
    """Ask whether to forget a person, who has a seat at this number of unfinished tables."""
    seats = {
        0: "You have no seat in a game now.",
        1: "You leave the game that you're in, for good.",
    }.get(tables, f"You leave the {tables} games that you're in, for good.")
    lines = (
        seats,
        "You can't take a seat in any game that's going on now, because you may know its cards.",
        f'In every game, "{FORMER}" takes the place of your name and id. The moves stay, so that '
        "the others can play on and check their deals.",
        "Your settings, standing orders and drafts are deleted.",
        "These stay: what I posted on Discord, blocks by moderators, and the ids of your presses. "
        "The luck of a deal rests on those ids, and they don't say who pressed.",
        "Nightly backups still have you for up to four weeks.",
        "This can't be undone.",
    )
    listed = "\n".join(f"- {line}" for line in lines)
    return Panel([Text(f"### Forget you?\n{listed}"), Row([_FORGET, _KEEP])])


def forgotten() -> Panel:
    """Say that a person was forgotten."""
    return Panel([Text(FORGOTTEN)])
