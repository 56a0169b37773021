"""Tests of the operator's choice of games: what it can say, and what each mistake is told."""

from importlib import import_module

import pytest
from discord import app_commands

from bot.app import SHARED_COGS
from bot.game_choice import OWN_COMMANDS, BadChoice, chosen_games
from games import GAMES


def test_choice_gives_games_commands_and_titles_in_its_order():
    chosen = chosen_games(" trump = deal : The  Deal: again , downeast,, dealt=chips-2_3", GAMES)
    named = {name: (rules.command, rules.title) for name, rules in chosen.items()}
    assert list(named.items())[:3] == [
        ("trump", ("deal", "The Deal: again")),
        ("downeast", ("downeast", "Downeast Dealer")),
        ("dealt", ("chips-2_3", "Dealt!")),
    ]
    assert named["yankee"] == ("", "Yankee Swap"), "it's off, and its tables keep its title"
    assert set(chosen) == set(GAMES), "tables in play need the rules of every game"


def test_choice_changes_no_name_and_not_the_games_themselves():
    chosen = chosen_games("deadman=skull:Skulls", GAMES)
    assert all(rules.name == name for name, rules in chosen.items())
    assert all(rules.command == name for name, rules in GAMES.items())
    assert GAMES["deadman"].title == "Dead Man's Chest"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" , ", "must name a game"),
        ("poker", f"must begin entry 1 with the name of a game: {', '.join([*GAMES][:-1])} or"),
        ("deadman, =chest", "must begin entry 2 with the name of a game"),
        ("trump=Deal", "must give entry 1 a command of 1 to 32 small letters"),
        ("trump=the deal", "must give entry 1 a command of 1 to 32 small letters"),
        ("trump=dêal", "must give entry 1 a command of 1 to 32 small letters"),
        ("trump=:The Deal", "must give entry 1 a command of 1 to 32 small letters"),
        (f"trump={'d' * 33}", "must give entry 1 a command of 1 to 32 small letters"),
        ("trump=table", "must give entry 1 another command: games, help, me, privacy, server,"),
        ("trump=deal, trump", "must give entry 2 another game,"),
        ("trump=dealt, dealt", "must give entry 2 another command,"),
        ("trump=deal:dealt!, dealt", "must give entry 2 another title,"),
        ("trump=deal:", "must give entry 1 a title of at most 40 characters"),
        ("trump=deal:\u200b", "must give entry 1 a title of at most 40 characters"),
        (f"trump=deal:{'d' * 41}", "must give entry 1 a title of at most 40 characters"),
        ("trump=deal:- The Deal", "must give entry 1 a title of at most 40 characters"),
        ("trump=deal:The *Deal*", "must give entry 1 a title of at most 40 characters"),
        ("trump=deal:A <@1>", "must give entry 1 a title of at most 40 characters"),
        ("trump=deal:See https://example.org", "must give entry 1 a title of at most 40"),
    ],
)
def test_mistake_is_named_by_its_entry(text: str, said: str):
    with pytest.raises(BadChoice) as raised:
        chosen_games(text, GAMES)
    assert str(raised.value).startswith(said)
    assert "poker" not in str(raised.value), "what was set may be a secret in a wrong place"


def test_no_game_can_take_a_command_of_the_bot():
    own: set[str] = set()
    for cog in SHARED_COGS:
        for kind in vars(import_module(cog)).values():
            own |= {command.name for command in getattr(kind, "__cog_app_commands__", ())}
            if isinstance(group := getattr(kind, "group", None), app_commands.Group):
                own.add(group.name)
    assert {"games", "help", "me", "settings", "table"} <= own, "the search finds them"
    assert own <= OWN_COMMANDS
