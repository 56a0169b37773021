"""The `/help` and `/privacy` commands, both answered in private."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.show.draw.message import Message
from bot.show.draw.welcome import welcome
from bot.ui.face import AnyFace
from bot.ui.panel import Panel, Text
from bot.ui.words import escape
from games import GAMES

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]

DEALER = GAMES["downeast"].title
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
    "it asks, when I ping them, and who can't play this time. Who watches.",
    "**What I keep about you.** The id of our DM channel and whether it was closed to me, and your "
    "settings: where I write to you, whether you are shown as here, your time zone and quiet "
    "hours, and whether posters show your avatar. `/settings` shows and changes them.",
    "**What I keep about a server.** What its moderators set with `/server`: its name, "
    "channels, games, role, limit and whether tables get threads, and the ids of people they "
    "blocked. Also a log of what "
    "moderators did, to whom, at which table and when, which only people who can manage the "
    "server can read with `/server log`. All of this stays when I'm removed from the server, "
    "so that a block still holds when I'm back.",
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
    "**For how long.** I forget a meeting when it begins or the game ends, and my ping for it "
    "an hour later. I forget who a rematch asks when it is dealt or closed, and after a day at "
    "the latest. I forget who watches a game once I've told them how it ended, or can't. Drafts "
    "and standing orders go when the game ends. I keep only those that make sense in another "
    f"game too, such as the price lists of {DEALER}, to offer them in your next game. The rest "
    "stays until whoever runs me deletes it. Ask them for a copy of what I keep about you, or to "
    "delete it.",
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
            await reply.say(Message(panel=policy(self.host(), self.router.faces)))

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


def policy(host: str, faces: Mapping[str, AnyFace]) -> Panel:
    """Return the privacy policy, which docs/privacy.md contains too.

    `host` says who runs the bot. Games have the titles that they are called by here.
    """
    kept = "\n\n".join(POLICY)
    if "downeast" in faces:
        kept = kept.replace(DEALER, faces["downeast"].rules.title)
    whose = f"\n\n-# I'm run by {host}." if host else ""
    return Panel([Text("### What I keep"), Text(kept + whose)])


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Server(bot.services.router, bot))
