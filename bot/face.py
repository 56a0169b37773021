"""The base of every game's cog: how one game is drawn, told and asked on Discord.

A face is handed views and events that its reader may know, never a state: what it could leak, it
does not have. It answers with panels (bot/panel.py). Everything that is the same for all games
(opening a table, the frame of a board, the way to one's hand, refusals) is the house's, here and in
bot/press.py.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.pace import PACES
from bot.panel import Ask, Form, Names, Panel, Part
from games.rules import AnyRules, E, M, O, Seat, V

if TYPE_CHECKING:
    from bot.press import Press

Command: TypeAlias = "discord.Interaction[Any]"

# what options that every game has are called in the list of commands
WHICH = "Which table, if you sit at several"
PACE = "How long a decision may take (usual: a day's pace)"
PACES_OFFERED = [app_commands.Choice(name=pace.label, value=pace.name) for pace in PACES.values()]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a face draws of a view; the house puts its frame around it.

    On a board the house adds the title, table number, whom the table waits for and until when, the
    last few events, and the row with *My hand*. On a hand it adds which table it is, and what was
    told since its owner last looked.
    """

    headline: str
    """One or two sentences: what is happening, or what you hold."""
    parts: Sequence[Part] = ()
    """The rest of what there is to see."""
    controls: Sequence[Part] = ()
    """Buttons (Row) and menus (Menu). On a board: what *somebody* may do in public now."""
    typing: str = ""
    """On a hand: a sentence that says what may be typed instead; shown only in the DM."""


class _FaceMeta(ABCMeta, commands.CogMeta):
    pass


class Face(commands.GroupCog, Generic[O, M, E, V], metaclass=_FaceMeta):
    """One game on Discord. Subclass in cogs/<name>.py, with `group_name=<name>`.

    The module names its face `FACE`. Its `start` command ends in `self.open(...)`, each command
    for a kind of move in `self.serve(...)`.
    """

    rules: ClassVar[AnyRules]
    colour: ClassVar[int]
    """The stripe beside this game's panels, 0xRRGGBB, not 0."""

    def __init__(self, press: "Press") -> None:
        super().__init__()
        self.press = press
        for command in self.walk_app_commands():
            if isinstance(command, app_commands.Command) and any(
                option.name == "table" for option in command.parameters
            ):
                command.autocomplete("table")(self._tables)

    async def _tables(self, interaction: Command, current: str) -> list[app_commands.Choice[int]]:
        return await self.press.tables(interaction, self, current)

    # --- drawn from views; pure ---

    @abstractmethod
    def terms(self, options: O) -> str:
        """Say the terms of the game in one line: `Classified deck, with the Thief · full game`."""

    @abstractmethod
    def how_to(self) -> Sequence[str]:
        """Explain the game in our own words: pages of markdown, at most 3500 characters each.

        Say what is assumed in the deck, and the rulings a player could wonder about.
        """

    @abstractmethod
    def board(self, public: V, names: Names) -> Drawing:
        """Draw what everybody may see, complete in text, while the game goes on."""

    @abstractmethod
    def hand(self, view: V, names: Names) -> Drawing:
        """Draw what the owner of this view has in private, and what they may do now."""

    @abstractmethod
    def ending(self, public: V, names: Names) -> Drawing:
        """Draw the final board: who won and by what sum."""

    @abstractmethod
    def tell(self, event: E, names: Names, to: Seat | None) -> str:
        """Tell an event in one short sentence, to a seat ("you") or, with None, of everybody.

        "" if it is not worth a sentence. An event that only some seats may know is told to them,
        and after the end, if the terms say so, to everybody (`to=None`).
        """

    @abstractmethod
    def private(self, public: V) -> frozenset[Seat]:
        """Say which awaited seats owe something that is done in private (they get it by DM)."""

    # --- reading what a player asks for; pure ---

    @abstractmethod
    def read(self, ask: Ask, view: V, names: Names) -> M | Form | Panel:
        """Turn what the owner of this view asks for into a move, or a form or panel that asks on.

        Raises Refusal, in a sentence with the limits, if it makes no sense. Whether the move is
        legal is the rules' to say.
        """

    @abstractmethod
    def typed(self, text: str, view: V) -> Ask:
        """Read a line typed in the DM (`50 10 10`); the Refusal says what can be typed."""

    # --- served by the house ---

    async def open(
        self, interaction: Command, options: O, *, pace: str = "day", laid_open: bool = True
    ) -> None:
        """Open a table of this game in the channel; the end of every `start` command."""
        await self.press.open(interaction, self, options, pace=pace, laid_open=laid_open)

    async def serve(self, interaction: Command, ask: Ask, table: int | None = None) -> None:
        """Do what a slash command asks for; the end of every move's command."""
        await self.press.command(interaction, self, ask, table)

    async def seen(self, interaction: Command) -> tuple[V, Names] | None:
        """Return the asker's view of the table they mean (for an autocomplete), if there is one."""
        return await self.press.seen(interaction, self)

    @app_commands.command(name="hand", description="See your hand, and what you may do")
    @app_commands.describe(table=WHICH)
    async def hand_command(self, interaction: Command, table: int | None = None) -> None:
        """Answer with the hand."""
        await self.press.hand(interaction, self, table)

    @app_commands.command(name="table", description="Bring the table's board down here")
    @app_commands.describe(table="Which table, if there are several")
    async def table_command(self, interaction: Command, table: int | None = None) -> None:
        """Answer with the board."""
        await self.press.table(interaction, self, table)

    @app_commands.command(name="rules", description="How to play")
    async def rules_command(self, interaction: Command) -> None:
        """Answer with the help."""
        await self.press.rules(interaction, self)


AnyFace: TypeAlias = Face[Any, Any, Any, Any]


def choices(values: Sequence[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Offer (label, value) pairs that contain what has been typed so far; at most 25."""
    typed = current.casefold().strip()
    return [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in values
        if typed in label.casefold() or typed in value.casefold()
    ][:25]


def numbers(
    values: Sequence[int], current: str, label: str = "{}"
) -> list[app_commands.Choice[int]]:
    """Offer numbers that begin with what has been typed so far; at most 25."""
    return [
        app_commands.Choice(name=label.format(value), value=value)
        for value in values
        if str(value).startswith(current.strip() or "")
    ][:25]
