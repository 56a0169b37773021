import pytest
from discord_playground.world import request_log
from discord_playground.world.request_log import RequestLog


def test_log_entries_are_numbered_and_read_from_a_number_on():
    kept = RequestLog()
    assert kept.since(0) == []
    for path in ("/a", "/b", "/c"):
        kept.add(0.0, "GET", "/{x}", path)
    assert [(entry["n"], entry["path"]) for entry in kept.since(1)] == [(2, "/b"), (3, "/c")]
    assert kept.since(3) == []


def test_a_log_entry_exists_before_its_answer():
    kept = RequestLog()
    line = kept.add(12.5, "POST", "/channels/{channel_id}/messages", "/channels/5/messages")
    (seen,) = kept.since(0)
    assert (seen["at"], seen["status"], seen["code"], seen["body"]) == (12.5, 0, None, None)
    line.status, line.code, line.body = 403, 50013, {"content": "x"}
    (seen,) = kept.since(0)
    assert (seen["status"], seen["code"], seen["body"]) == (403, 50013, {"content": "x"})


def test_only_refused_requests_are_errors():
    kept = RequestLog()
    for status in (200, 204, 400, 429, 500, 0):
        kept.add(0.0, "GET", "/x", "/x").status = status
    assert [entry["status"] for entry in kept.errors(0)] == [400, 429, 500]
    assert [entry["status"] for entry in kept.errors(4)] == [500]


def test_the_oldest_log_entries_are_dropped_and_numbers_stay(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(request_log, "KEPT", 3)
    kept = RequestLog()
    for _ in range(5):
        kept.add(0.0, "GET", "/x", "/x")
    assert [entry["n"] for entry in kept.since(0)] == [3, 4, 5]
    assert [entry["n"] for entry in kept.since(4)] == [5]


def test_returned_log_entries_are_copies():
    kept = RequestLog()
    line = kept.add(0.0, "GET", "/x", "/x")
    before = kept.since(0)
    line.status = 200
    assert before[0]["status"] == 0
