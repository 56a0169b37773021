"""A lever that is pulled: what was asked, and from where on."""

import pytest
from aiohttp.test_utils import make_mocked_request

from bot.playground import Playground
from bot.playground.rest.control_request import ControlRequest


def served(play: Playground, path: str, **named: str) -> ControlRequest:
    request = make_mocked_request("POST", path, match_info=named)
    return ControlRequest(play.stage, request, {"by": "ben"})


@pytest.mark.parametrize(
    ("query", "since"),
    [("", 0), ("?since=12", 12), ("?since=", 0), ("?since=-3", 0), ("?since=soon", 0)],
)
def test_from_the_beginning_unless_a_number_is_named(
    play: Playground, query: str, since: int
) -> None:
    assert served(play, f"/playground/log{query}").since == since


def test_what_is_named_on_the_way_can_be_read(play: Playground) -> None:
    assert served(play, "/playground/people/Ben", name="Ben")["name"] == "Ben"


def test_as_a_call_it_is_nobodys_and_is_not_in_the_log(play: Playground) -> None:
    call = served(play, "/playground/channels/7", channel_id="7").call()
    assert (call["channel_id"], call.json, call.app) == ("7", {"by": "ben"}, play.stage)
    assert (call.caller, call.line, call.files, call.query) == (None, None, [], {})
