"""Tests of the slash commands built from a face, and of the requests they make."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.entry.game_cog import GameCog, given_in, make, text_of
from bot.host.time.pace import PACES
from bot.ui.panels.panel import Request
from bot.ui.panels.words import Names
from bot.ui.ways.ways import Legal
from games.rules import Refusal
from tests.bot.entry.arriving import arrives, option, options
from tests.bot.entry.faces import AskingFace, Give, TermsFace
from tests.bot.house import ANN


class Seen:
    """The view and the legal moves that an autocomplete sees."""

    def __init__(self, *legal: Any) -> None:
        self.view = type("View", (), {"seat": 0})()
        self.names = Names(["Ann", "Ben"])
        self.legal = self.legal_with_orders = Legal(legal)


class RecordingRouter:
    """Records the requests of commands."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.saw: list[tuple[str, int | None]] = []
        self.sees: Seen | None = None
        self.access = self
        self.blocked = False

    async def command(self, interaction: Any, face: Any, wanted: Request, table: Any) -> None:
        self.asked.append(("command", wanted, table))

    async def open(self, interaction: Any, face: Any, given: Any, **how: Any) -> None:
        self.asked.append(("open", given, how))

    async def hand(self, interaction: Any, face: Any, table: Any) -> None:
        self.asked.append(("hand", table))

    async def table(self, interaction: Any, face: Any, table: Any) -> None:
        self.asked.append(("table", table))

    def check_here(self, interaction: Any) -> None:
        if self.blocked:
            raise Refusal("blocked")

    async def rules(self, interaction: Any, face: Any) -> None:
        self.asked.append(("rules",))

    async def tables(self, interaction: Any, face: Any, current: Any) -> list[Any]:
        return [app_commands.Choice(name=f"table {current}", value=7)]

    async def seen(self, interaction: Any, game: str, table: int | None) -> Seen | None:
        self.saw.append((game, table))
        return self.sees


@pytest.fixture
def router() -> RecordingRouter:
    return RecordingRouter()


@pytest.fixture
def cog(router: RecordingRouter) -> GameCog:
    return make(TermsFace(), router)  # type: ignore[arg-type]


def group_of(cog: GameCog) -> app_commands.Group:
    assert isinstance(cog.app_command, app_commands.Group)
    return cog.app_command


def params(cog: GameCog, name: str) -> dict[str, app_commands.Parameter]:
    """Return a command's options by name, in Discord's order."""
    command = group_of(cog).get_command(name)
    assert isinstance(command, app_commands.Command)
    return {str(option.display_name): option for option in command.parameters}


async def run(cog: GameCog, name: str, *given: dict[str, Any]) -> None:
    """Run a command as discord.py does."""
    interaction = arrives(ANN, data={**options(*given, name=name), "name": "terms"})
    await tree_of(cog)._call(interaction)


def tree_of(cog: GameCog) -> app_commands.CommandTree[Any]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    tree.add_command(group_of(cog))
    return tree


def test_game_has_a_command_group_with_descriptions(cog: GameCog):
    group = group_of(cog)
    assert group.name == "terms"
    assert len(group.description) <= 100
    assert group.description.endswith("…")
    assert {command.name for command in group.commands} == {
        *("start", "practice", "hand", "table", "rules"),
        *("give", "odds"),
    }
    assert type(cog).__name__ == "TermsCog"
    described = {command.name: command.description for command in group_of(cog).commands}
    assert described["give"] == "Give something, and say what it is"
    assert described["odds"] == "See the odds"
    assert "Terms" in described["start"]


def test_each_game_has_its_own_cog(router: RecordingRouter):
    other: Any = make(AskingFace(), router)  # type: ignore[arg-type]
    assert (other.qualified_name, group_of(other).name) == ("AskingCog", "small")
    assert {command.name for command in group_of(other).commands} >= {
        "guess",
        "hide",
        "ponder",
        "hurry",
    }


async def test_discord_accepts_the_commands(cog: GameCog):
    tree = tree_of(cog)
    sent = group_of(cog).to_dict(tree)
    for command in sent["options"]:
        required = [option.get("required", False) for option in command["options"]]
        assert required == sorted(required, reverse=True), "what must be given comes first"
        for given in command["options"]:
            assert not (given.get("choices") and given.get("autocomplete")), given["name"]


def test_move_command_has_its_fields_and_a_table(cog: GameCog):
    found = params(cog, "give")
    assert [(name, option.type, option.required) for name, option in found.items()] == [
        ("as", Kind.string, False),
        ("with", Kind.integer, False),
        ("from", Kind.boolean, False),
        ("table", Kind.integer, False),
    ]
    assert str(found["as"].description) == "What you say it is"
    assert [option.autocomplete for option in found.values()] == [True, True, False, True]


def test_term_options_have_the_type_of_the_field(cog: GameCog):
    found = params(cog, "start")
    assert [(name, option.type) for name, option in found.items()] == [
        ("deck", Kind.string),
        ("rounds", Kind.integer),
        ("open", Kind.boolean),
        ("most", Kind.integer),
        ("with", Kind.string),
        ("pace", Kind.string),
        ("reveal", Kind.boolean),
        ("absent", Kind.integer),
        ("where", Kind.string),
        ("house", Kind.integer),
    ]
    choices = {name: [(c.name, c.value) for c in option.choices] for name, option in found.items()}
    assert choices["deck"] == [("plain", "plain"), ("fancy", "fancy")]
    assert choices["rounds"] == [("1", 1), ("3", 3)]
    assert choices["most"] == [("one", 1), ("five", 5)]
    assert choices["pace"] == [(pace.label, name) for name, pace in PACES.items()]
    assert [name for name, option in found.items() if option.autocomplete] == ["with"]
    assert not any(option.required for option in found.values())


async def test_command_requests_a_move_with_the_given_options(
    cog: GameCog, router: RecordingRouter
):
    await run(
        cog,
        "give",
        option("as", "a cup"),
        {"name": "with", "type": 4, "value": 80},
        {"name": "from", "type": 5, "value": False},
        {"name": "table", "type": 4, "value": 12},
    )
    typed = {"?as": "a cup", "?with": "80", "?from": "no"}
    assert router.asked == [("command", Request("give", typed), 12)]


async def test_only_given_options_are_requested(cog: GameCog, router: RecordingRouter):
    await run(cog, "give")
    assert router.asked.pop() == ("command", Request("give"), None)
    await run(
        cog,
        "give",
        {"name": "with", "type": 4, "value": 0},
        {"name": "from", "type": 5, "value": False},
    )
    assert router.asked == [("command", Request("give", {"?with": "0", "?from": "no"}), None)]


async def test_shared_commands_take_a_table(cog: GameCog, router: RecordingRouter):
    which = {"name": "table", "type": 4, "value": 12}
    for name in ("hand", "table", "odds"):
        await run(cog, name, which)
        await run(cog, name)
    await run(cog, "rules")
    assert router.asked == [
        ("hand", 12),
        ("hand", None),
        ("table", 12),
        ("table", None),
        ("command", Request("odds"), 12),
        ("command", Request("odds"), None),
        ("rules",),
    ]


async def test_start_uses_the_default_terms(cog: GameCog, router: RecordingRouter):
    await run(cog, "start")
    ((_, given, how),) = router.asked
    assert given() == {}
    assert how == {
        "pace": "day",
        "laid_open": True,
        "stand_in": 2,
        "house": 0,
        "in_thread": None,
    }


async def test_start_uses_the_given_terms(cog: GameCog, router: RecordingRouter):
    await run(
        cog,
        "start",
        option("deck", "fancy"),
        {"name": "rounds", "type": 4, "value": 3},
        {"name": "open", "type": 5, "value": False},
        option("with", "cups hats"),
        option("pace", "week"),
        {"name": "reveal", "type": 5, "value": False},
        {"name": "absent", "type": 4, "value": 0},
        {"name": "house", "type": 4, "value": 2},
        option("where", "thread"),
    )
    ((_, given, how),) = router.asked
    assert given() == {"deck": "fancy", "rounds": 3, "open": False, "with": ("cups", "hats")}
    assert how == {
        "pace": "week",
        "laid_open": False,
        "stand_in": 0,
        "house": 2,
        "in_thread": True,
    }


async def test_start_uses_the_terms_of_the_pace(router: RecordingRouter):
    class PacedFace(TermsFace):
        def usual(self, pace: str, said: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"rounds": 3 if pace == "week" else 1, "deck": "fancy" if said else "plain"}

    cog = make(PacedFace(), router)  # type: ignore[arg-type]
    await run(cog, "start")
    await run(cog, "start", option("pace", "week"))
    await run(cog, "start", option("pace", "week"), {"name": "rounds", "type": 4, "value": 1})
    assert [given() for _, given, _ in router.asked] == [
        {"rounds": 1, "deck": "plain"},
        {"rounds": 3, "deck": "plain"},
        {"rounds": 1, "deck": "fancy"},
    ]


async def test_start_refuses_impossible_terms(cog: GameCog, router: RecordingRouter):
    await run(cog, "start", option("with", " "))
    ((_, given, _),) = router.asked
    with pytest.raises(Refusal, match="Name a set"):
        given()


@pytest.mark.parametrize(("name", "value"), [("deck", "gone"), ("pace", "hour"), ("rounds", 99)])
async def test_start_refuses_an_outdated_choice(
    cog: GameCog, router: RecordingRouter, name: str, value: Any
):
    await run(cog, "start", {"name": name, "type": 4 if name == "rounds" else 3, "value": value})
    ((_, given, _),) = router.asked
    with pytest.raises(Refusal, match="That command has changed"):
        given()


GIVES = [Give(what="cup", cash=cash, look=True) for cash in (1000, 20)]
GIVES.append(Give(what="hat", cash=500, look=True))


async def suggested(cog: GameCog, name: str, *given: dict[str, Any]) -> list[tuple[str, Any]]:
    """Request an autocomplete for the focused option."""
    data = {**options(*given, name=name), "name": "terms"}
    typing = next(option for option in given if option.get("focused"))
    command = group_of(cog).get_command(name)
    assert isinstance(command, app_commands.Command)
    options_of = {option.display_name: option for option in command._params.values()}
    suggest: Any = options_of[typing["name"]].autocomplete
    found = await suggest(arrives(ANN, data=data), typing["value"])
    return [(choice.name, choice.value) for choice in found]


async def test_autocomplete_suggests_legal_values(cog: GameCog, router: RecordingRouter):
    router.sees = Seen(*GIVES)
    typing = {"name": "with", "type": 4, "value": "", "focused": True}
    assert await suggested(cog, "give", typing) == [("$1,000", 1000), ("$20", 20), ("$500", 500)]
    assert await suggested(cog, "give", option("as", "", focused=True)) == [
        ("a cup", "a cup"),
        ("a hat: It has feathers", "a hat"),
    ]
    assert router.saw == [("terms", None)] * 2


async def test_autocomplete_respects_the_other_options(cog: GameCog, router: RecordingRouter):
    router.sees = Seen(*GIVES)
    typing = {"name": "with", "type": 4, "value": "", "focused": True}
    table = {"name": "table", "type": 4, "value": 12}
    assert await suggested(cog, "give", option("as", "a hat"), typing, table) == [("$500", 500)]
    assert router.saw == [("terms", 12)]
    shown = await suggested(cog, "give", option("as", "a hat: It has feathers"), typing)
    assert shown == [("$500", 500)], "the shown text of a suggestion is its value"
    half = await suggested(cog, "give", option("as", "a h"), typing)
    assert len(half) == 3, "half a word narrows nothing down yet"
    number = {"name": "with", "type": 4, "value": 500}
    assert await suggested(cog, "give", number, option("as", "", focused=True)) == [
        ("a hat: It has feathers", "a hat")
    ]


async def test_autocomplete_ignores_its_own_option(cog: GameCog, router: RecordingRouter):
    router.sees = Seen(*GIVES)
    typing = {"name": "with", "type": 4, "value": "1000", "focused": True}
    assert await suggested(cog, "give", typing) == [("$1,000", 1000)]


@pytest.mark.parametrize(
    ("value", "table"), [(12, 12), ("12", 12), ("", None), ("1x", None), ("١", None), ("-1", None)]
)
async def test_autocomplete_needs_a_whole_table_number(
    cog: GameCog, router: RecordingRouter, value: Any, table: int | None
):
    router.sees = Seen(*GIVES)
    which = {"name": "table", "type": 4, "value": value}
    await suggested(cog, "give", which, option("as", "", focused=True))
    assert router.saw == [("terms", table)]


async def test_autocomplete_without_a_table_is_empty(cog: GameCog, router: RecordingRouter):
    assert await suggested(cog, "give", option("as", "", focused=True)) == []


async def test_autocomplete_of_a_term_sees_the_others(cog: GameCog):
    found = await suggested(cog, "start", option("deck", "fancy"), option("with", "", focused=True))
    assert len(found) == 25
    assert all(name.startswith("fancy ") and len(name) == 100 for name, _ in found)


async def test_autocomplete_suggests_no_terms_to_a_blocked_person(
    cog: GameCog, router: RecordingRouter
):
    router.blocked = True
    typing = option("deck", "fancy"), option("with", "", focused=True)
    assert await suggested(cog, "start", *typing) == []


async def test_autocomplete_suggests_tables(cog: GameCog):
    typing = {"name": "table", "type": 4, "value": "7", "focused": True}
    for name in ("hand", "give"):
        assert await suggested(cog, name, typing) == [("table 7", 7)]


def test_options_are_written_as_typed_text():
    for value, text in [(True, "yes"), (False, "no"), (0, "0"), (80, "80"), ("a cup", "a cup")]:
        assert text_of(value) == text


async def test_nested_options_are_found():
    data = options(option("as", "a cup"), {"name": "with", "type": 4, "value": 0})
    assert given_in(arrives(ANN, data=data)) == {"as": "a cup", "with": 0}
    deeper = {"name": "terms", "options": [{"name": "x", "type": 2, **data}]}
    assert given_in(arrives(ANN, data=deeper)) == {"as": "a cup", "with": 0}
    assert given_in(arrives(ANN, data={"name": "terms"})) == {}


def test_ways_can_have_a_subgroup(router: RecordingRouter):
    class Grouped(AskingFace):
        ways = tuple(
            replace(way, group="fist") if way.verb in ("hide", "ponder") else way
            for way in AskingFace.ways
        )

    group = group_of(make(Grouped(), router))  # type: ignore[arg-type]
    paths = {command.qualified_name for command in group.walk_commands()}
    assert {"small fist", "small fist hide", "small fist ponder", "small guess"} <= paths
    below = next(command for command in group.commands if command.name == "fist")
    assert below.description == f"{Grouped.rules.title}: hide and ponder"
    assert not {"small hide", "small ponder"} & paths
