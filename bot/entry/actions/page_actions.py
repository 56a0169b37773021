"""Serves the pages that people read: the help, and the story of a finished game."""

import json
import logging
from collections.abc import Sequence

from bot.host.proof.self_check import SelfCheck
from bot.host.reading.queries import Queries
from bot.host.reading.table_view import NO_SEAL, TableView
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import CannotSend
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.pages import pages
from bot.show.draw.pages.welcome import HOW_IT_WORKS, starting, welcome
from bot.show.draw.panels import poster
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import File, Message
from bot.ui.panels.panel import Button, Panel, Request, Text
from bot.ui.panels.pics import plain
from games.rules import Refusal

log = logging.getLogger(__name__)


class PageActions:
    """Serves pages and files."""

    def __init__(self, queries: Queries, display: Display) -> None:
        self._queries = queries
        self._faces = display.faces
        self._truths = display.truths
        self._check = SelfCheck(queries.transcript)

    async def how_to(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Show a help page of the named game, or of the table's game, or a page about all games."""
        if wanted.args.get("game") == frame.ALL_GAMES:
            first = wanted.args.get("page") != HOW_IT_WORKS
            panel = welcome(self._faces.values()) if first else starting()
            await self._page_or_say(reply, wanted, Message(panel=panel))
            return
        face = self._faces.get(wanted.args.get("game", ""))
        if face is None:
            face = self._faces[(await self._queries.table(table_id, None)).game]
        panel = pages.how_to(face, _page(wanted))
        message = Message(panel=panel, table=table_id, accent=face.colour)
        await self._page_or_say(reply, wanted, message)

    async def truth(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Show a page of the secrets of a finished game, to everyone if asked. Raises Refusal."""
        if wanted.args.get("to") == "all":
            await self._show_to_all(table_id, reply.person)
        table, page = await self._laid_open(table_id, reply.person), _page(wanted)
        plays = table.seat is not None and not table.practice
        shown = self._truths.is_posted(table_id)
        more = [pages.show_truth(page, shown=shown)] if plays else []
        await self._page_or_say(reply, wanted, self._truth(table, page, more))

    async def _show_to_all(self, table_id: int, person: int) -> None:
        """Post the truth in the table's channel at the request of a player. Raises Refusal."""
        table = await self._laid_open(table_id, person)
        if table.seat is None or table.practice:
            raise Refusal(f"Only the players of table {table_id} can show this to everyone.")
        everyones = await self._laid_open(table_id, None)
        try:
            await self._truths.post(table.channel, self._truth(everyones, 0))
        except CannotSend as problem:
            log.warning("I couldn't post the truth about table %s: %s", table_id, problem)
            raise Refusal(
                f"I couldn't post it in <#{table.channel}>. Please try again later."
            ) from None

    def _truth(self, table: TableView, page: int, more: Sequence[Button] = ()) -> Message:
        face = self._faces[table.game]
        panel = pages.truth(face, table, page, more)
        return Message(panel=panel, table=table.id, step=table.step, accent=face.colour)

    async def _laid_open(self, table_id: int, person: int | None) -> TableView:
        table = await self._queries.story(table_id, person)
        if table.secret is None:
            raise Refusal("You can see that once the game is over, if its terms say so.")
        return table

    async def story(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        """Send all events of a finished game as a file. Raises Refusal."""
        table = await self._laid_open(table_id, reply.person)
        lines = map(plain, pages.everything(self._faces[table.game], table))
        file = File(
            name=f"table-{table_id}.txt",
            content=("\n".join(lines) + "\n").encode(),
            alt=f"Everything that happened at table {table_id}, a line each",
        )
        which = f"{table.rules.title}, table {table_id}"
        words = Text(f"Everything that happened at {which}, including what was hidden.")
        await reply.say(Message(panel=Panel([words]), table=table_id, file=file))

    async def share(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        """Show a finished game's result as text to paste elsewhere. Raises Refusal."""
        table = await self._queries.table(table_id, reply.person)
        if table.phase != "over" or table.public is None:
            raise Refusal("You can share the result once the game is over.")
        panel = poster.to_share(self._faces[table.game], table)
        await reply.say(Message(panel=panel, table=table_id, step=table.step))

    async def fair(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        """Show how to check the deal. After the game, also show the secret behind it."""
        table = await self._queries.table(table_id, reply.person)
        if table.practice:
            raise Refusal(NO_SEAL)
        games = {game: face.rules for game, face in self._faces.items()}
        checked = None if table.secret is None else await self._check.of(table_id, games)
        panel = pages.fairness(table, checked)
        await reply.say(Message(panel=panel, table=table_id, step=table.step))

    async def _page_or_say(
        self, reply: InteractionReply, wanted: Request, message: Message
    ) -> None:
        if ("page" in wanted.args or frame.LEAF in wanted.args) and reply.on_own_panel:
            await reply.update(message)
        else:
            await reply.say(message)

    async def transcript(self, reply: InteractionReply, table_id: int, _: Request) -> None:
        """Send the transcript as a file. Raises Refusal."""
        written = await self._queries.transcript(table_id)
        name = f"table-{table_id}.json"
        title = self._faces[written["game"]].rules.title
        text = (
            f"The whole game of {title}, table {table_id}. `python -m bot verify {name}` deals it "
            "again and says what to compare here, what that proves and what it doesn't."
        )
        file = File(
            name=name,
            content=json.dumps(written, indent=1).encode(),
            alt=f"The transcript of table {table_id}, as JSON",
        )
        await reply.say(Message(panel=Panel([Text(text)]), table=table_id, file=file))


def _page(wanted: Request) -> int:
    text = wanted.args.get("page") or wanted.args.get(frame.LEAF, "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
