"""Adds the painted cards to a hand that is sent or edited with an interaction's token.

The picture goes out together with the hand, so the cards that it shows are always the current ones,
and it costs no request of its own. As long as the cards are the same, the file that is already
attached is kept. A hand without a picture is complete in words: where pictures are off, where a
hand is sent without a token, or where Discord refused its file.
"""

import logging
from dataclasses import replace

from bot.show.deliver.public.board_pictures import picture_of, with_picture
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.draw.parts.message import File, Message
from bot.ui.panels.panel import Attached

log = logging.getLogger(__name__)


class HandPictures:
    """Adds pictures to hands. If `pictures` is None, hands have only text."""

    def __init__(self, pictures: PictureCache | None) -> None:
        self._pictures = pictures

    async def added(self, hand: Message, before: Attached | None) -> Message:
        """Return a hand with its picture, if it has one: the one from `before`, or a new one.

        `before` is the picture that is attached to the panel now.
        """
        wanted = picture_of(hand.panel)
        if wanted is None or self._pictures is None:
            return hand
        if before is not None and before.name == wanted.name:
            return replace(hand, panel=with_picture(hand.panel, before))
        try:
            png = await self._pictures.painted(wanted)
        except Exception:
            log.exception("I couldn't paint a hand at table %s", hand.table)
            return hand
        shown = with_picture(hand.panel, Attached(wanted.name, wanted.alt))
        return replace(
            hand, panel=shown, picture=File(name=wanted.name, content=png, alt=wanted.alt)
        )
