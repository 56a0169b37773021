"""What the bot asked for and what it got, for tests and the curious."""

import pytest

from bot.playground.world import request_log
from bot.playground.world.request_log import RequestLog


def test_requests_are_numbered_from_one_and_read_from_where_one_was() -> None:
    """A test asks for what came since it last looked, and must miss none and see none twice."""
    kept = RequestLog()
    assert kept.since(0) == []
    for path in ("/a", "/b", "/c"):
        kept.add(0.0, "GET", "/{x}", path)
    assert [(one["n"], one["path"]) for one in kept.since(1)] == [(2, "/b"), (3, "/c")]
    assert kept.since(3) == []


def test_a_line_is_there_before_its_answer_and_is_filled_in_later() -> None:
    """A request that hangs can be seen hanging."""
    kept = RequestLog()
    line = kept.add(12.5, "POST", "/channels/{channel_id}/messages", "/channels/5/messages")
    (seen,) = kept.since(0)
    assert (seen["at"], seen["status"], seen["code"], seen["body"]) == (12.5, 0, None, None)
    line.status, line.code, line.body = 403, 50013, {"content": "x"}
    (seen,) = kept.since(0)
    assert (seen["status"], seen["code"], seen["body"]) == (403, 50013, {"content": "x"})


def test_only_what_was_refused_counts_as_an_error() -> None:
    """Not what went well, and not what is still on its way."""
    kept = RequestLog()
    for status in (200, 204, 400, 429, 500, 0):
        kept.add(0.0, "GET", "/x", "/x").status = status
    assert [one["status"] for one in kept.errors(0)] == [400, 429, 500]
    assert [one["status"] for one in kept.errors(4)] == [500]


def test_the_oldest_lines_go_and_the_others_keep_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who has read up to 4 reads on from 5, though the first ones are forgotten."""
    monkeypatch.setattr(request_log, "KEPT", 3)
    kept = RequestLog()
    for _ in range(5):
        kept.add(0.0, "GET", "/x", "/x")
    assert [one["n"] for one in kept.since(0)] == [3, 4, 5]
    assert [one["n"] for one in kept.since(4)] == [5]


def test_what_is_written_out_is_a_copy_of_the_line() -> None:
    """A test that has taken its lines is not surprised by what comes after."""
    kept = RequestLog()
    line = kept.add(0.0, "GET", "/x", "/x")
    before = kept.since(0)
    line.status = 200
    assert before[0]["status"] == 0
