"""Helpers that finish a game of three and ask for a rematch."""

from typing import Any

from bot.show.draw.parts import frame
from bot.show.draw.texts import rematch_text
from bot.ui.panels.panel import Request
from tests.bot.entry.asking import ask
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House
from tests.bot.recording import RecordingReply, Sent
from tests.small.game.moves import Guess

NOT_NOW: Request = rematch_text.NOT_NOW


async def three_over(house: House, **terms: Any) -> int:
    """Play a game of Ann, Ben and Cat to its end."""
    table = await house.dealt(ANN, BEN, CAT, **terms)
    await house.hide(table, ANN, BEN, CAT)
    for person, total in ((ANN, 3), (BEN, 4), (CAT, 5)):
        await house.play(table, person, Guess(total=total))
    await house.quiet()
    return table


async def rematch_of(house: House, old: int, person: int = CAT) -> int:
    """Press *Rematch*, wait until the question is posted, and return the new table."""
    await ask(house, person, old, frame.REMATCH)
    await house.passes(house.timing.settle)
    [new] = await house.host.rematches.unfinished_of(old)
    return new


async def says_in(house: House, table: int, person: int) -> RecordingReply:
    return await ask(house, person, table, frame.JOIN, message=question(house).id)


async def says_not_now(house: House, table: int, person: int) -> RecordingReply:
    return await ask(house, person, table, NOT_NOW, message=question(house).id)


def questions(house: House) -> list[Sent]:
    """List the messages in the channel that ask for a rematch."""
    return [
        message
        for message in house.messenger.notices()
        if message.channel == CHANNEL and "wants a rematch" in message.text
    ]


def question(house: House) -> Sent:
    [found] = questions(house)
    return found
