"""The bot with four extra commands for measuring.

    python -m tests.tools.bench.idle_bot            # otherwise like `python -m bot`

`/nothing` is answered at once with a small ephemeral message, the least that a bot can do.
`/tidy` collects garbage, gives free memory back to the system, and says how many bytes are in use
if Python counts them (PYTHONTRACEMALLOC=1). `/later seconds` sets the clock ahead.
`/collected` says what the garbage collector did since it was asked before.
"""

import ctypes
import gc
import json
import sys
import time
import tracemalloc
from typing import Any

import discord
from discord import app_commands

from bot import __main__ as bot
from bot.app import Downeast
from bot.host.time.clock import ClockAhead


@app_commands.command(description="Do nothing.")
async def nothing(interaction: discord.Interaction[Any]) -> None:
    """Answer the interaction and do nothing else."""
    await interaction.response.send_message("nothing", ephemeral=True)


@app_commands.command(description="Set the bot's clock ahead.")
async def later(interaction: discord.Interaction[Any], seconds: int) -> None:
    """Set the bot's clock ahead."""
    clock = interaction.client.services.store.clock
    assert isinstance(clock, ClockAhead)
    clock.set_ahead(clock.ahead + seconds)
    await interaction.response.send_message("later", ephemeral=True)


@app_commands.command(description="Give back what memory can be given back.")
async def tidy(interaction: discord.Interaction[Any]) -> None:
    """Collect garbage, and return free memory to the system (glibc)."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    used = tracemalloc.get_traced_memory()[0]
    await interaction.response.send_message(str(used), ephemeral=True)


class Collections:
    """The CPU seconds of this process's garbage collections."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._began = 0.0

    def note(self, phase: str, info: dict[str, int]) -> None:
        """Note the start or the end of a collection, as gc.callbacks wants it."""
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.seconds.append(time.thread_time() - self._began)

    def taken(self) -> dict[str, float]:
        """Return the sum, the longest and the number, and start anew."""
        found, self.seconds = self.seconds, []
        return {"seconds": sum(found), "longest": max(found, default=0.0), "runs": len(found)}


collections = Collections()


@app_commands.command(description="Say what the garbage collector did.")
async def collected(interaction: discord.Interaction[Any]) -> None:
    """Say what the garbage collector did since it was asked before."""
    await interaction.response.send_message(json.dumps(collections.taken()), ephemeral=True)


def offer(*more: app_commands.Command[Any, ..., Any]) -> None:
    """Add these commands to every bot of this process."""
    set_up = Downeast.setup_hook

    async def setup_hook(client: Downeast) -> None:
        for command in more:
            client.tree.add_command(command)
        await set_up(client)

    Downeast.setup_hook = setup_hook  # type: ignore[method-assign]


if __name__ == "__main__":
    gc.callbacks.append(collections.note)
    offer(nothing, tidy, later, collected)
    sys.exit(bot.main())
