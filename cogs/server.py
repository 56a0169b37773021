"""What a stranger wants to know first: `/help` and `/privacy`. Both are answered in private."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.show.messenger import Message
from bot.show.reply import InteractionReply
from bot.ui.face import AnyFace
from bot.ui.panel import Panel, Text
from bot.ui.words import escape, spoken

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]

STARTING = """\
**To play**, open a table in a channel of a server with one of the commands above. Whoever \
wants to play presses *Join* on its board, and anybody who sits there *Deal*.

**Your turn** comes when the board says so; most moves are a button on it. What is yours alone \
(a hand, a bid, a look under the lid) stands under *My hand*; nobody else is shown it while the \
game goes on. What a button on a board or a hand does, a command does as well.

**No hurry.** A table has a pace, from five minutes a move to a day. If you are away I write \
to you, and say by when; who does not come in time makes the timid move, and the game goes on. \
`/me notices` says where I write (by DM, in the channel, nowhere), `/me hours` when you sleep.

**Leaving.** Before the deal, press *Leave*. Later just stop: the clock plays for you, and \
after three questions I write no more. `/table end` closes a table: whoever opened it closes it \
at once; who else plays says by it that they would, and it closes when all have said so.

-# `/games` lists your tables · each game has `rules` · `/privacy` says what I keep"""

POLICY = (
    "**What I keep of a table.** The ids of its server, its channel and my messages; the ids "
    "and display names of who plays, and the ids of the presses with which they sat down and "
    "dealt; the cards, drafts of deals and what is said ahead, after the game too; every move "
    "with its time; until when each may think, how long they have not answered, and whether "
    "they were found to have left the server; when the table meets, and who comes; and who "
    "would end its game early.",
    "**What I keep of you.** The id of our DM channel and whether it was closed to me, and "
    "what you have said with `/me`: where I write to you, whether you are shown as here, your "
    "time zone and hours. `/me show` tells you all of it, `/me notices`, `/me hours` and `/me "
    "here` change it.",
    "**What I do not keep.** Messages. I read no channel. What you type to me in a DM is read "
    "for a move, and forgotten.",
    "**Who reads it.** What is on a board, whoever sees its channel. What is on your hand, "
    "you alone, until the end of a game whose terms lay everything open. Whoever runs me can "
    "read the file in which all of it is kept, and with it every hand: play with a host you "
    "trust. It is used for the games and nothing else, and handed to nobody but Discord, "
    "which shows it.",
    "**For how long.** Drafts and what was said ahead go when their game is over. The rest "
    "stays until whoever runs me deletes it: ask them for a copy of what is kept of you, or to "
    "have it deleted.",
)


class Server(commands.Cog):
    """`/help` and `/privacy`."""

    def __init__(self, router: "Router", bot: "Downeast | None" = None) -> None:
        self.router = router
        self.bot = bot

    @app_commands.command(name="help", description="What this is, and how to begin")
    async def help(self, interaction: Interaction) -> None:
        """Answer with what a stranger wants to know first."""

        async def work(reply: InteractionReply) -> None:
            await reply.say(Message(panel=welcome(self.router.faces.values())))

        await self.router.answered(interaction, work)

    @app_commands.command(name="privacy", description="What I keep of you and your tables")
    async def privacy(self, interaction: Interaction) -> None:
        """Answer with the privacy policy."""

        async def work(reply: InteractionReply) -> None:
            await reply.say(Message(panel=policy(self._host())))

        await self.router.answered(interaction, work)

    def _host(self) -> str:
        """Name whoever runs the bot, as far as Discord tells."""
        known = None if self.bot is None else self.bot.application
        if known is None:
            return ""
        return known.owner.name if known.team is None else known.team.name


def welcome(faces: Iterable[AnyFace]) -> Panel:
    """Say what can be played here, and how to begin."""
    games = [
        f"`/{face.rules.name} start` · **{face.rules.title}**, {spoken(face.rules.seats)} players. "
        f"{_in_a_line(face)}"
        for face in faces
    ]
    first = "I host tabletop games: bidding, bluffing and dealing, each when you have a minute."
    listed = "\n".join(games)
    return Panel([Text("### What this is"), Text(f"{first}\n{listed}"), Text(STARTING)])


def _in_a_line(face: AnyFace) -> str:
    """Write what a game is about, without its name before it."""
    about = face.about.removeprefix(f"{face.rules.title}: ").rstrip(".")
    return f"{about[:1].upper()}{about[1:]}."


def policy(host: str) -> Panel:
    """Write the privacy policy, as it stands in docs/privacy.md."""
    whose = f"\n\n-# I am run by {escape(host)}." if host else ""
    return Panel([Text("### What I keep"), Text("\n\n".join(POLICY) + whose)])


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Server(bot.router, bot))
