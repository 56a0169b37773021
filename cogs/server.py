"""The `/help` and `/privacy` commands, both answered in private."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.show.draw.pages.welcome import welcome
from bot.show.draw.parts.message import Message
from bot.ui.face.face import AnyFace
from bot.ui.panels.operator import KEEP_DAYS
from bot.ui.panels.panel import Panel, Text
from bot.ui.panels.words import escape
from games import GAMES

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]

DEALER = GAMES["downeast"].title
RECORDS = f"I delete the record of a game {KEEP_DAYS} days after its end."
KEPT_FOR_EVER = "The record of a game stays until whoever runs me deletes it."
POLICY = (
    "**What I keep about a table.** The ids of its server, its channels and my messages; its "
    "game, terms, cards and the secret of its luck; who opened it and who plays, with user id "
    "and display name. In its log: each press, line or command that changed something, with "
    "its id, whose it was, what it did and when. For each seat: when its player was asked, by "
    "when they must answer and when I'll write to them, when they last moved for all to see, "
    "how many questions in a row they left unanswered, how far they have read, what I last "
    "showed them, whether they have left the server, until when they are away, about how fast "
    "they answer, and whether they want to end the game early. Also who gave up a seat "
    "before, to whom a seat is offered, who agrees to that, and who wants the house to "
    "answer. The deals you're drafting, and your standing orders. When the table meets, who "
    "called the meeting, and who said whether they're coming. Which game a rematch repeats, who "
    "it asks, when I ping them, and who can't play this time. Whom I pinged about a seat or a "
    "rematch, and when. Who watches.",
    "**What stays of a game.** Its result: game, server and terms, who held which seat and when, "
    "their place and points, and how many moves they made by hand, by standing order, by the clock "
    "and by the house.",
    "**What I keep about you.** The id of our DM channel and whether it was closed to me, and your "
    "settings: where I write to you, whether you are shown as here, your time zone and quiet "
    "hours, and whether posters show your avatar. `/settings` shows and changes them.",
    "**What I keep about a server.** What its moderators set with `/server`: its name, "
    "channels, games, role, limit and whether tables get threads, and the ids of people they "
    "blocked. Also a log of what "
    "moderators did, to whom, at which table and when, which only people who can manage the "
    "server can read with `/server log`. When I'm removed from the server, I note when, and keep "
    "all of this for 30 days, so that a block still holds if I'm back. Then I delete it, and with "
    "it the server's tables and results.",
    "**What I don't keep.** Messages. I don't read channels, and only count the messages "
    "below a board. If you type a line to me in a DM, I look for a move in it and then forget "
    "it. If it made a move, I keep that move and the line's id. Avatars. When a game ends I "
    "fetch those of its players from Discord for the poster, unless they hide them. I remember "
    "which avatar is whose until I'm restarted, and write it nowhere else. A poster that is up "
    "stays as it is.",
    "**Who can read it.** Everybody who sees a table's channel can read its board. Only you "
    "can read your hand, until the end of a game whose terms reveal everything. Whoever runs "
    "me can read the file with all of this, and with it every hand, so play with a host you "
    "trust. I use it for the games and nothing else, and pass it to nobody but Discord, which "
    "shows it.",
    f"**For how long.** {RECORDS} Results stay. I forget a meeting when it begins or the game "
    "ends, and my ping for it an hour later. I forget who a rematch asks when it is dealt or "
    "closed, and after a day at the latest. I forget who watches a game once I've told them how it "
    "ended, or can't. Drafts and standing orders go when the game ends. I keep only those that "
    f"make sense in another game too, such as the price lists of {DEALER}, to offer them in your "
    "next game, and delete them with their table. Your settings stay until you have me forget you. "
    "*My data…* in `/settings` does that, and it sends you a file with all that I keep about you.",
)


class Server(commands.Cog):
    """The `/help` and `/privacy` commands."""

    def __init__(self, router: "Router", bot: "Downeast | None" = None) -> None:
        self.router = router
        self.bot = bot

    @app_commands.command(name="help", description="What you can play here, and how to start")
    async def help(self, interaction: Interaction) -> None:
        """Explain the bot to a newcomer."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await reply.say(Message(panel=welcome(self.router.faces.values())))

    @app_commands.command(name="privacy", description="What I keep about you and your tables")
    async def privacy(self, interaction: Interaction) -> None:
        """Show the privacy policy."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            days = self.router.operator.keep_days
            await reply.say(Message(panel=policy(self.host(), self.router.faces, days)))

    def host(self) -> str:
        """Return who runs the bot as Markdown, or "" if it is unknown.

        It is what they say of themselves, or else the owner of the application.
        """
        if contact := self.router.operator.shown:
            return contact
        known = None if self.bot is None else self.bot.application
        if known is None:
            return ""
        return escape(known.owner.name if known.team is None else known.team.name)


def policy(host: str, faces: Mapping[str, AnyFace], keep_days: int = KEEP_DAYS) -> Panel:
    """Return the privacy policy, which docs/privacy.md contains too.

    `host` says who runs the bot, and records of games are kept for `keep_days` (0: for ever). Games
    have the titles that they are called by here.
    """
    kept = "\n\n".join(POLICY).replace(RECORDS, records_sentence(keep_days))
    if "downeast" in faces:
        kept = kept.replace(DEALER, faces["downeast"].rules.title)
    whose = f"\n\n-# I'm run by {host}." if host else ""
    return Panel([Text("### What I keep"), Text(kept + whose)])


def records_sentence(keep_days: int) -> str:
    """Say for how long the record of a game is kept (0: for ever).

    >>> records_sentence(1)
    'I delete the record of a game 1 day after its end.'
    """
    usual = f"{KEEP_DAYS} days"
    days = "1 day" if keep_days == 1 else f"{keep_days} days"
    return RECORDS.replace(usual, days) if keep_days else KEPT_FOR_EVER


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Server(bot.services.router, bot))
