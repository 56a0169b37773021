import pytest
from aiohttp.test_utils import make_mocked_request
from discord_playground import Playground
from discord_playground.rest.controls.control_request import ControlRequest


def served(play: Playground, path: str, **named: str) -> ControlRequest:
    request = make_mocked_request("POST", path, match_info=named)
    return ControlRequest(play.stage, request, {"by": "ben"})


@pytest.mark.parametrize(
    ("query", "since"),
    [("", 0), ("?since=12", 12), ("?since=", 0), ("?since=-3", 0), ("?since=soon", 0)],
)
def test_since_is_zero_unless_a_number_is_given(play: Playground, query: str, since: int):
    assert served(play, f"/playground/log{query}").since == since


def test_route_parameters_can_be_read(play: Playground):
    assert served(play, "/playground/people/Ben", name="Ben")["name"] == "Ben"


def test_a_control_request_as_a_call_has_no_caller_and_no_log_entry(play: Playground):
    call = served(play, "/playground/channels/7", channel_id="7").call()
    assert (call["channel_id"], call.json, call.app) == ("7", {"by": "ben"}, play.stage)
    assert (call.caller, call.line, call.files, call.query) == (None, None, [], {})
