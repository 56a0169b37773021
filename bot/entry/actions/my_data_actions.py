"""Serves *My data…* in `/settings`: sends a person all that is kept of them, or forgets them."""

from bot.host.host import Host
from bot.show.deliver.display import Display
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts.message import File, Message
from bot.show.draw.people import my_data_panel as panel
from bot.show.my_data_file import written
from bot.ui.panels.panel import Panel, Request, Text
from games.rules import Refusal

MOST_BYTES = 9_000_000  # Discord takes files of 10 MiB


class MyDataActions:
    """Serves the pages of a person's data."""

    def __init__(self, host: Host, display: Display) -> None:
        self._host = host
        self._display = display

    async def my_data(self, reply: InteractionReply, table_id: int, wanted: Request) -> None:
        """Show the choices, or do what was chosen. Raises Refusal."""
        match wanted.args.get("do"):
            case panel.FILE:
                await self._send_file(reply)
            case panel.ASK:
                seats = await self._host.forgetting.seats_of(reply.person)
                await self._show(reply, table_id, panel.question(seats))
            case panel.FORGET:
                await self._forget(reply, table_id)
            case _:
                await self._show(reply, table_id, panel.choices())

    async def _send_file(self, reply: InteractionReply) -> None:
        records = await self._host.forgetting.records(reply.person)
        content = written(reply.person, records, self._host.now())
        if len(content) > MOST_BYTES:
            raise Refusal(
                "That's more than Discord lets me send. Ask whoever runs me for the file; "
                "`/privacy` says who that is."
            )
        file = File(name="my-data.json", content=content, alt="All that I keep about you, as JSON")
        await reply.say(Message(panel=Panel([Text(panel.SENT)]), file=file))

    async def _forget(self, reply: InteractionReply, table_id: int) -> None:
        for changed in await self._host.forgetting.forget(reply.person):
            self._display.board_changed(changed)
        await self._show(reply, table_id, panel.forgotten())

    async def _show(self, reply: InteractionReply, table_id: int, drawn: Panel) -> None:
        """Show a page on the pressed panel, or in a new answer."""
        message = Message(panel=drawn, table=table_id)
        if not reply.on_own_panel or not await reply.update(message):
            await reply.say(message)
