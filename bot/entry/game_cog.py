"""A game's slash commands, built from its face: `start hand table rules`, and one per kind of move.

discord.py reads the options of a command from its callback's signature, so each callback gets a
signature that is built from the face's declarations.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from types import new_class
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import discord
from discord import app_commands
from discord.ext import commands

from bot.entry.error_messages import CHANGED, kindly
from bot.host.time.pace import PACES, STAND_IN, USUAL_PACE, USUAL_STAND_IN
from bot.ui.face.face import AnyFace, Aside, Term
from bot.ui.panels.panel import Request
from bot.ui.panels.words import listed, short, visible
from bot.ui.ways.draft_kind import AnyDraftKind, opened
from bot.ui.ways.fields import Field
from bot.ui.ways.offers import named_or_suggested, suggestions
from bot.ui.ways.ways import AnyWay, field_of
from games.rules import Refusal, types_of

if TYPE_CHECKING:
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]
Suggest = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[Any]]]]

# descriptions of the options that every game has
WHICH = "Which table, if you're at several"
PACE = "How much time players get to answer (usual: a day's pace)"
ABSENT = "When the house steps in for a player who doesn't answer (usual: after two questions)"
HOUSE = "How many house players join you (usual: none)"
WHERE = "Where to play (usual: what this server's moderators chose)"
PLACES = {"in this channel": "channel", "in a thread": "thread"}
REVEAL = "Reveal everything at the end, including the luck (usual: yes)"


class Option:
    """One option of a command under construction."""

    def __init__(
        self,
        name: str,
        help: str,
        kind: Any,
        *,
        required: bool = False,
        choices: Mapping[str, Any] | None = None,
        suggest: Suggest | None = None,
    ) -> None:
        self.name = name
        self.argument = f"option_{name}"  # options may be named `as` or `with`, parameters not
        self.help = short(help, 100)
        self.kind = kind
        self.required = required
        self.choices = choices
        self.suggest = suggest

    def offers(self, value: Any) -> bool:
        """Return whether the option accepts this value. Without choices it accepts any value."""
        return not self.choices or value in self.choices.values()

    @property
    def parameter(self) -> inspect.Parameter:
        """The parameter of the callback from which discord.py reads this option."""
        return inspect.Parameter(
            self.argument,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if self.required else None,
            annotation=self.kind if self.required else self.kind | None,
        )


def command(
    name: str,
    help: str,
    options: list[Option],
    work: Callable[[Interaction, dict[str, Any]], Awaitable[None]],
) -> app_commands.Command[Any, ..., None]:
    """Build a slash command. `work` receives the given options by name."""

    async def callback(interaction: Interaction, **given: Any) -> None:
        named = {option.name: given.get(option.argument) for option in options}
        await work(interaction, {key: value for key, value in named.items() if value is not None})

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    made: Any = callback
    made.__name__ = made.__qualname__ = name  # otherwise discord.py takes the callback for a method
    made.__signature__ = inspect.Signature([first, *(option.parameter for option in options)])
    if options:
        app_commands.rename(**{option.argument: option.name for option in options})(made)
        app_commands.describe(**{option.argument: option.help for option in options})(made)
    listed = {option.argument: _choices(option.choices) for option in options if option.choices}
    if listed:
        app_commands.choices(**listed)(made)
    finished = app_commands.Command(name=name, description=short(help, 100), callback=made)
    for option in options:
        if option.suggest is not None:
            suggest: Any = kindly(
                option.suggest
            )  # Any, because discord.py's types cannot tell a function from a method
            finished.autocomplete(option.argument)(suggest)
    return finished


def _choices(labels: Mapping[str, Any]) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=label, value=value) for label, value in labels.items()]


class GameCog(commands.GroupCog):
    """One game's commands. Call `make` to build it."""

    def __init__(self, face: AnyFace, router: "Router") -> None:
        super().__init__()
        self.face = face
        self.router = router
        self._ways = (*face.ways, *face.orders)
        group = self.app_command
        assert isinstance(group, app_commands.Group)
        own_commands = [
            *self._practice(),
            self._start(),
            *(self._move(way) for way in self._ways if not way.group),
            *(self._aside(aside) for aside in face.asides),
            *(self._draft_command(kind) for kind in face.drafts),
            command("hand", "See your hand and what you can do", [self._which()], self._hand),
            command(
                "table",
                "Post the table's board again below the newest messages",
                [self._which()],
                self._table,
            ),
            command("rules", "How to play", [], self._rules),
        ]
        for own_command in own_commands:
            group.add_command(own_command)
        for name in dict.fromkeys(way.group for way in self._ways if way.group):
            ways = [way for way in self._ways if way.group == name]
            verbs = short(f"{face.rules.title}: {listed([way.verb for way in ways])}", 100)
            below = app_commands.Group(name=name, description=verbs, parent=group)
            for way in ways:
                below.add_command(self._move(way))

    def _practice(self) -> list[app_commands.Command[Any, ..., None]]:
        """Return the `practice` command, if the house plays the game."""
        if self.face.rules.player is None:
            return []

        async def work(interaction: Interaction, given: dict[str, Any]) -> None:
            await self.router.practice(interaction, self.face)

        return [command("practice", "Play on your own against the house, right now", [], work)]

    def _which(self) -> Option:
        async def tables(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
            return await self.router.tables(interaction, self.face, current)

        return Option("table", WHICH, int, suggest=tables)

    async def _hand(self, interaction: Interaction, given: dict[str, Any]) -> None:
        await self.router.hand(interaction, self.face, given.get("table"))

    async def _table(self, interaction: Interaction, given: dict[str, Any]) -> None:
        await self.router.table(interaction, self.face, given.get("table"))

    async def _rules(self, interaction: Interaction, given: dict[str, Any]) -> None:
        await self.router.rules(interaction, self.face)

    def _start(self) -> app_commands.Command[Any, ..., None]:
        hints = get_type_hints(types_of(self.face.rules).options)
        options = [self._term(term, hints[term.fills]) for term in self.face.terms_asked]
        paces = {pace.label: pace.name for pace in PACES.values()}
        options.append(Option("pace", PACE, str, choices=paces))
        options.append(Option("reveal", REVEAL, bool))
        options.append(Option("absent", ABSENT, int, choices=STAND_IN))
        options.append(Option("where", WHERE, str, choices=PLACES))
        if self.face.rules.player is not None:
            numbers = {str(number): number for number in range(1, self.face.rules.seats.stop - 1)}
            options.append(Option("house", HOUSE, int, choices=numbers))
        help = f"Open a table of {self.face.rules.title} in this channel"

        async def work(interaction: Interaction, given: dict[str, Any]) -> None:
            await self._open(interaction, given, options)

        return command("start", help, options, work)

    def _term(self, term: Term, hint: Any) -> Option:
        choices = term.choices
        if choices is None and get_origin(hint) is Literal:
            choices = {str(value): value for value in get_args(hint)}
        kind: Any = hint if hint in (bool, int) else str
        if choices is not None:
            kind = int if all(isinstance(value, int) for value in choices.values()) else str
        return Option(
            term.name, term.help, kind, choices=choices, suggest=self._terms_suggested(term)
        )

    def _terms_suggested(self, term: Term) -> Suggest | None:
        offer = term.suggest
        if offer is None:
            return None

        async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            self.router.access.check_here(interaction)
            texts = offer(visible(current), given_in(interaction))
            return [app_commands.Choice(name=short(text, 100), value=text) for text in texts][:25]

        return suggest

    async def _open(
        self, interaction: Interaction, given: dict[str, Any], options: list[Option]
    ) -> None:
        filled = [option for option in options if option.name in given]
        offered = all(option.offers(given[option.name]) for option in filled)
        pace, reveal = given.pop("pace", USUAL_PACE), given.pop("reveal", True)
        stand_in = given.pop("absent", USUAL_STAND_IN)
        where = given.pop("where", None)
        readers = {term.name: term.read for term in self.face.terms_asked}

        def read() -> dict[str, Any]:
            if not offered:  # Discord may still show the choices of an older release
                raise Refusal(CHANGED)
            chosen = {
                name: value if (reader := readers[name]) is None else reader(value)
                for name, value in given.items()
            }
            return {**self.face.usual(pace, chosen), **chosen}

        house = given.pop("house", 0)
        terms: dict[str, Any] = {
            "pace": pace,
            "laid_open": reveal,
            "stand_in": stand_in,
            "house": house,
            "in_thread": None if where is None else where == PLACES["in a thread"],
        }
        await self.router.open(interaction, self.face, read, **terms)

    def _move(self, way: AnyWay) -> app_commands.Command[Any, ..., None]:
        options = [self._field(way, field) for field in way.fields]
        options.sort(key=lambda option: not option.required)
        options.append(self._which())

        async def work(interaction: Interaction, given: dict[str, Any]) -> None:
            table = given.pop("table", None)
            typed = {f"?{name}": text_of(value) for name, value in given.items()}
            await self.router.command(interaction, self.face, Request(way.verb, typed), table)

        return command(way.verb, way.help, options, work)

    def _field(self, way: AnyWay, field: Field) -> Option:
        async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[Any]]:
            return await self._suggested(way, field, interaction, current)

        # No field is required: some have only one legal value, and a form asks for the rest.
        return Option(
            field.name, field.label, field.option, suggest=None if field.option is bool else suggest
        )

    async def _suggested(
        self, way: AnyWay, field: Field, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[Any]]:
        given = given_in(interaction)
        table = str(given.pop("table", ""))  # Discord sends a half-typed number as text
        which = int(table[:15]) if table.isascii() and table.isdigit() else None
        seen = await self.router.seen(interaction, self.face.rules.name, which)
        if seen is None:
            return []
        known: dict[str, Any] = {}
        table_now = (seen.view, seen.names, seen.legal_with_orders)
        for name, value in given.items():
            if name != field.name and field_of(way, name) is not None:
                try:
                    wanted = Request(way.verb, {f"?{name}": text_of(value)})
                    known |= named_or_suggested(way, wanted, *table_now)
                except Refusal:
                    continue  # a half-typed value doesn't restrict other options yet
        offers = suggestions(way, field, known, *table_now, text_of(current))
        if field.option is int:
            return [
                app_commands.Choice(name=label, value=int(text.strip("$").replace(",", "")))
                for label, text in offers
            ]
        return [app_commands.Choice(name=label, value=short(text, 100)) for label, text in offers]

    def _aside(self, aside: Aside) -> app_commands.Command[Any, ..., None]:
        async def work(interaction: Interaction, given: dict[str, Any]) -> None:
            wanted = Request(aside.verb)
            await self.router.command(interaction, self.face, wanted, given.get("table"))

        return command(aside.verb, aside.help, [self._which()], work)

    def _draft_command(self, kind: AnyDraftKind) -> app_commands.Command[Any, ..., None]:
        options = [Option(field.name, field.label, str) for field in kind.fields]

        async def work(interaction: Interaction, given: dict[str, Any]) -> None:
            table = given.pop("table", None)
            wanted = opened(kind.kind, **{name: text_of(value) for name, value in given.items()})
            await self.router.command(interaction, self.face, wanted, table)

        return command(kind.kind, kind.help, [*options, self._which()], work)


def text_of(value: Any) -> str:
    """Convert an option's value to typed text, because Discord sends numbers and booleans."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible(str(value))


def given_in(interaction: Interaction) -> dict[str, Any]:
    """Return the options of a command that are filled in so far, by name."""
    given: dict[str, Any] = {}

    def gather(options: Any) -> None:
        for option in options or ():
            if "value" in option:
                given[option["name"]] = option["value"]
            gather(option.get("options"))

    gather(dict(interaction.data or {}).get("options"))
    return given


def make(face: AnyFace, router: "Router") -> GameCog:
    """Build the cog of a face."""
    title = type(face).__name__.removesuffix("Face")
    about = short(f"{face.rules.title}: {face.about}", 100)
    terms = {"group_name": face.rules.command, "group_description": about}
    kind = new_class(f"{title}Cog", (GameCog,), terms)
    return kind(face, router)
