"""Tests of what a request of the bot is counted as."""

from typing import Any

import pytest
from discord_playground.world.request_log import Line

from tests.tools.bench.requests import BY_TOKEN, REPOSTS, THROUGH_WEBHOOKS, UPLOADS, purpose

CHANNEL, HOOK = "/channels/{id}/messages", "/webhooks/{id}/{token}/messages/@original"
KEPT = {"components": [], "attachments": [{"id": "77", "filename": "board.png"}]}
NEW = {"components": [], "attachments": [{"id": 0, "filename": "board.png"}]}


@pytest.mark.parametrize(
    ("method", "route", "body", "counted"),
    [
        ("POST", "/interactions/{id}/{token}/callback", {"type": 7, "data": NEW}, ""),
        ("PATCH", f"{CHANNEL}/{{id}}", KEPT, BY_TOKEN),
        ("PATCH", f"{CHANNEL}/{{id}}", NEW, UPLOADS),
        ("PATCH", HOOK, KEPT, THROUGH_WEBHOOKS),
        ("PATCH", HOOK, NEW, UPLOADS),
        ("POST", CHANNEL, KEPT, REPOSTS),
        ("DELETE", f"{CHANNEL}/{{id}}", None, REPOSTS),
        ("GET", CHANNEL, None, REPOSTS),
        ("POST", CHANNEL, {"content": "Your turn", "components": []}, BY_TOKEN),
    ],
)
def test_a_request_is_counted_once(method: str, route: str, body: Any, counted: str) -> None:
    assert purpose(Line(1, 0.0, method, route, route, body)) == counted
