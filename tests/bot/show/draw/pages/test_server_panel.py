"""Tests of the panel of a server's settings, and of the moderators' log."""

from importlib import import_module
from typing import Any

import pytest

from bot.show.draw.pages import server_panel
from bot.ui.panels.panel import Menu, Panel, Picker
from bot.ui.panels.render import layout
from db.servers.servers import Act, Server
from games import GAMES
from tests.contract.limits import check_message

FACES: dict[str, Any] = {name: import_module(f"cogs.{name}").FACE for name in GAMES}
EVERYTHING = Server(
    name="Ours",
    channels=(5, 3),
    games=("dealt", "trump"),
    opener_role=7,
    most_tables=3,
    in_threads=True,
    blocked=frozenset({101, 103}),
)


def drawn(server: Server, there: set[int] | None = None) -> Panel:
    found = {3, 5, 7} if there is None else there
    panel = server_panel.settings("*Ours*", server, FACES, found)
    check_message(layout(panel, 0, 0))
    return panel


def pickers(panel: Panel) -> dict[str, Picker]:
    return {part.what: part for part in panel.parts if isinstance(part, Picker)}


def menus(panel: Panel) -> dict[str, list[str]]:
    """Return the chosen values of each menu, by its verb."""
    return {
        part.request.verb: [choice.value for choice in part.choices if choice.chosen]
        for part in panel.parts
        if isinstance(part, Menu)
    }


def test_the_panel_says_that_everything_is_allowed():
    panel = drawn(Server())
    text = panel.text()
    assert "### Tables on \\*Ours\\*" in text
    assert "tables can be opened in every channel." in text
    assert "all of mine" in text
    assert "everybody may open a table" in text
    assert "no limit" in text
    assert "**In:** tables stay in the channel." in text
    assert "**Blocked:** nobody." in text
    assert [picker.picked for picker in pickers(panel).values()] == [[], []]
    assert menus(panel) == {"server_games": [], "server_limit": ["0"], "server_threads": ["no"]}


def test_the_panel_says_what_is_set_and_its_menus_show_it():
    panel = drawn(EVERYTHING)
    text = panel.text()
    assert "<#5> and <#3>, and in their threads" in text
    assert f"{FACES['dealt'].rules.title} and {FACES['trump'].rules.title}" in text
    assert "<@&7> may open a table" in text
    assert "3 tables, open or in play" in text
    assert "<@101> and <@103>" in text
    assert {what: list(menu.picked) for what, menu in pickers(panel).items()} == {
        "channels": [5, 3],
        "roles": [7],
    }
    assert menus(panel) == {
        "server_games": ["dealt", "trump"],
        "server_limit": ["3"],
        "server_threads": ["yes"],
    }


def test_a_menu_names_no_channel_or_role_that_is_gone():
    """Discord would refuse the whole panel."""
    assert [list(menu.picked) for menu in pickers(drawn(EVERYTHING, {3})).values()] == [[3], []]


def test_the_panel_has_room_for_the_longest_settings():
    many = Server(
        channels=tuple(range(10**18, 10**18 + 25)), blocked=frozenset(range(10**18, 10**18 + 500))
    )
    text = drawn(many, set(many.channels)).text()
    assert "and 470 more" in text
    assert server_panel.FOOT in text


DONE = [
    (Act(moderator=1, kind="block", at=9, person=2), "blocked <@2>."),
    (Act(moderator=1, kind="unblock", at=9, person=2), "unblocked <@2>."),
    (
        Act(moderator=1, kind="remove", at=9, person=2, table=12),
        "removed <@2> from table 12 before its deal.",
    ),
    (Act(moderator=1, kind="end", at=9, table=12), "closed table 12."),
    (
        Act(moderator=1, kind="channels", at=9, detail="5"),
        "let tables be opened in <#5>, and in its threads.",
    ),
    (Act(moderator=1, kind="channels", at=9), "let tables be opened in every channel."),
    (
        Act(moderator=1, kind="games", at=9, detail="dealt"),
        f"set the games: {FACES['dealt'].rules.title}.",
    ),
    (Act(moderator=1, kind="games", at=9), "set the games: all of mine."),
    (Act(moderator=1, kind="opener", at=9, detail="7"), "let <@&7> open tables."),
    (Act(moderator=1, kind="opener", at=9), "let everybody open tables."),
    (
        Act(moderator=1, kind="limit", at=9, detail="1"),
        "set the limit: one table, open or in play.",
    ),
    (Act(moderator=1, kind="limit", at=9), "set the limit: no limit."),
]


@pytest.mark.parametrize(("act", "said"), DONE, ids=lambda value: str(value)[:40])
def test_the_log_says_who_did_what_and_when(act: Act, said: str):
    assert f"<t:9:f> · <@1> {said}" in server_panel.log("Ours", [act], FACES).text()


def test_the_log_is_limited_and_may_be_empty():
    assert "anything here yet" in server_panel.log("Ours", [], FACES).text()
    acts = [Act(moderator=1, kind="block", at=9, person=person) for person in range(1000, 1050)]
    panel = server_panel.log("Ours", acts, FACES)
    assert panel.text().count("blocked") == server_panel.ACTS_SHOWN
    check_message(layout(panel, 0, 0))


def test_moderators_read_how_to_reach_whoever_runs_the_bot():
    panel = server_panel.settings("Ours", EVERYTHING, FACES, set(), "Ada, ada@example.org")
    assert panel.text().endswith("I'm run by Ada, ada@example.org.")
    assert "run by" not in drawn(EVERYTHING).text(), "nobody has said so"


def test_a_game_that_is_off_is_no_choice():
    rules = GAMES["trump"].offered_as("", "TRUMP")
    faces = FACES | {"trump": FACES["trump"].called_as(rules)}
    [choices] = [
        part.choices
        for part in server_panel.settings("Ours", Server(), faces, set()).parts
        if isinstance(part, Menu) and part.request == server_panel.GAMES
    ]
    assert [choice.value for choice in choices] == server_panel.offered(faces)
    assert "trump" not in server_panel.offered(faces)
