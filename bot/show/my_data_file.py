"""Writes the file with all that is kept of a person."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

EXACT = 2**53  # many readers of JSON round whole numbers beyond
ABOUT = (
    "All that this bot keeps of you, under the names of its database. docs/privacy.md of the bot "
    "says what each name means. Times are in seconds since 1970, UTC."
)


def written(person: int, records: Mapping[str, list[dict[str, Any]]], now: float) -> bytes:
    """Write the records of a person as JSON. Ids are text, so that no reader rounds them."""
    kept = {
        kind: [{name: _exact(value) for name, value in row.items()} for row in rows]
        for kind, rows in records.items()
        if rows
    }
    made = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%dT%H:%M:%SZ}"
    whole = {"about": ABOUT, "person": str(person), "made": made, **kept}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")


def _exact(value: Any) -> Any:
    return str(value) if isinstance(value, int) and abs(value) >= EXACT else value
