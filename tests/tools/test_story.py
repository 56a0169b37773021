"""What the drivers say at the end: which deals there were, and what the requests were for."""

from typing import Any

from discord_playground.world.request_log import Line
from discord_playground.world.world import World

from tests.tools.costs import Costs
from tests.tools.story import Story


def transcript(*events: dict[str, Any]) -> dict[str, Any]:
    """Write what a transcript says of one step in which all this was told."""
    told = [{"event": event, "to": None} for event in events]
    return {"game": "trump", "table": 7, "steps": [{"told": told}]}


def test_deals_and_promises_are_counted() -> None:
    story = Story()
    wrong = story.add(
        transcript(
            {"kind": "deal_proposed"},
            {"kind": "deal_struck"},
            {"kind": "promise_made"},
            {"kind": "promise_made"},
            {"kind": "promise_made"},
            {"kind": "promise_paid", "owing": 0},
            {"kind": "handed_over", "owing": 20},
            {"kind": "promise_ended", "why": "lost"},
            *[{"kind": "promise_made", "promise": {"duty": "give_back"}}] * 3,
            *[{"kind": "promise_made", "promise": {"duty": "play"}}] * 2,
            {"kind": "card_given_back", "owing": 0},
            {"kind": "card_given_back", "owing": 0},
            {"kind": "promise_ended", "why": "played"},
            {"kind": "promise_ended", "why": "unplayable"},
            {"kind": "promise_ended", "why": "done", "promise": {"duty": "play"}},
        )
    )
    assert wrong == []
    deals, promises, cards = story.lines()
    assert deals.startswith("deals: 1 proposed, 0 countered, 1 struck")
    assert "8 made, 1 done, 1 paid, 0 handed over, 1 paid in part" in promises
    assert "2 cards given back, 1 borrowed cards played, 1 plays impossible" in promises
    assert "1 made impossible" in promises
    assert cards == (
        "of cards: 3 lent, 2 given back, 1 played by the borrower, 2 plays promised, 1 made, "
        "1 impossible"
    )


def test_a_promise_that_nothing_came_of_is_a_fault() -> None:
    """A table whose promises are forgotten at its end must not pass for a good one."""
    assert Story().add(transcript({"kind": "promise_made"})) == [
        "table 7: 1 promises made, 0 settled"
    ]


def test_nothing_is_said_of_deals_where_there_were_none() -> None:
    story = Story()
    assert story.add(transcript({"kind": "rolled"})) == []
    other = transcript({"kind": "promise_paid"}, {"kind": "deal_proposed"})
    assert story.add({**other, "game": "downeast"}) == []
    assert story.lines() == []


def test_requests_are_told_apart_by_what_they_are_for() -> None:
    """Else nobody could see where the requests of a move go."""
    world, costs = World(("Ann",), lambda: None), Costs()
    guild = next(channel.id for channel in world.guild_channels())
    dm = world.dm(world.bot_id, world.owner_id)[0].id
    button = {"custom_id": "1:4:pass"}
    hand = {"content": "### Your hand · Dealt!, table 1, <#2>"}
    for method, channel, body in (
        ("POST", guild, {"components": [button]}),
        ("PATCH", guild, {"components": [button]}),
        ("POST", guild, {"content": "<@1>, Hidden Coins, table 1: guess."}),
        ("POST", dm, {"components": [hand, button], "nonce": "h1:0:4"}),
        ("POST", dm, {"components": [hand, button], "nonce": "t12"}),
        ("POST", dm, {"components": [{"content": "Not now."}]}),
        ("DELETE", dm, None),
    ):
        route, path = "/channels/{channel_id}/messages", f"/channels/{channel}/messages"
        costs.add(Line(1, 0.0, method, route, path, body), world)
    assert costs.purposes == {
        "board posted": 1,
        "board drawn": 1,
        "notice sent": 1,
        "hand sent": 1,
        "hand sent below a line": 1,
        "line answered": 1,
        "old hand or notice removed": 1,
    }
