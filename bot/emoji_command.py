"""`python -m bot emojis`: uploads the small pictures to Discord, and can delete outdated ones.

The bot also uploads them at every start. A picture is outdated if it was redrawn after its upload.
Messages of running tables may still show it, so it is deleted only if no table is in play.
"""

from pathlib import Path

import discord

from bot.gateway_fixes import read_plainly
from bot.host.time.clock import Clock, SystemClock
from bot.service import OUTAGES, CannotServe, CutOff
from bot.settings import Settings
from bot.show.deliver.queues.timing import Timing
from bot.show.discord_py.discord_emojis import DiscordApplication
from bot.show.discord_py.discord_messenger import error_line
from bot.show.discord_py.emoji_sync import EmojiSync
from db.upkeep import inspection, read_only

NO_TOKEN = (
    "There is no DISCORD_TOKEN, so there is no application on Discord to which pictures could be "
    "brought up. Put the token into .env (.env.example says how), and try again. The playground "
    "gets its pictures by itself."
)


async def bring_up(settings: Settings, *, tidy: bool, clock: Clock | None = None) -> str:
    """Upload missing pictures and return a sentence or two about the result.

    Raises CannotServe, CutOff, DatabaseProblem.
    """
    if settings.discord_token is None:
        raise CannotServe(NO_TOKEN)
    read_plainly()
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(settings.discord_token.get_secret_value())
        except discord.LoginFailure:
            raise CannotServe(
                "Discord doesn't accept this DISCORD_TOKEN. Make a new one in Discord's developer "
                "portal (Bot, Reset Token), put it into .env and try again."
            ) from None
        except OUTAGES as problem:
            raise CutOff(
                f"I can't log in to Discord: {error_line(problem)}. Check the network, and the "
                "application in Discord's developer portal, and try again."
            ) from None
        emojis = EmojiSync(
            DiscordApplication(client), clock or SystemClock(), pace=Timing().emoji_pace
        )
        counts = await emojis.bring_up()
        report = f"{counts.there} pictures were there, {counts.added} were added"
        report += f", {counts.left} are missing still." if counts.left else "; none is missing."
        if not tidy:
            return report
        if await _in_play(settings):
            return f"{report} Tables are in play that may show older ones: none was removed."
        removed = await emojis.tidy()
        older = "one was" if removed == 1 else "ones were"
        return f"{report} {removed or 'No'} older {older} removed."


async def _in_play(settings: Settings) -> bool:
    place = settings.place
    if isinstance(place, Path) and not place.exists():
        return False
    async with read_only.opened(place) as (reads, _):
        return bool(await inspection.unfinished(reads))
