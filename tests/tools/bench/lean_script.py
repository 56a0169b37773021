"""Recorded requests of moves, made ready for the lean bot.

A beat's requests are shared out among its presses: each press has one answer, and the other
requests are dealt round, so the lean bot's beat sends the same requests altogether.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from discord_playground.world.request_log import Line

DEFER_UPDATE, UPDATE = 6, 7
MOVE = {  # the row with the button that stays on every panel of the lean bot
    "type": 1,
    "components": [{"type": 2, "style": 2, "label": "Move", "custom_id": "move"}],
}
IN_A_CHANNEL = {"PATCH": "board", "POST": "post", "DELETE": "delete", "GET": "read"}


@dataclass(frozen=True, slots=True)
class Script:
    """What one press is answered with, and the other requests that follow: kind and body."""

    answer: Any
    others: Sequence[tuple[str, Any]]

    @property
    def updates(self) -> bool:
        """Whether the answer changes the pressed panel, which its token then reaches."""
        return self.answer["type"] in (DEFER_UPDATE, UPDATE)


def scripts_of(beat: Sequence[Line]) -> list[Script]:
    """Make a script for each press of a beat."""
    answers = [_answer(line) for line in beat if "/callback" in line.route]
    others = [(_kind(line), _body(line)) for line in beat if "/callback" not in line.route]
    return [Script(answer, others[number :: len(answers)]) for number, answer in enumerate(answers)]


def save(scripts: Sequence[Script], file: Path) -> None:
    """Write scripts to a file for the lean bot."""
    file.write_text(json.dumps([asdict(script) for script in scripts]), encoding="utf-8")


def read(file: Path) -> list[Script]:
    """Read the scripts that `save` wrote."""
    return [Script(**item) for item in json.loads(file.read_text(encoding="utf-8"))]


def _answer(line: Line) -> Any:
    if line.body["type"] != UPDATE:
        return line.body
    return line.body | {"data": _with_button(line.body["data"])}


def _kind(line: Line) -> str:
    return "hand" if "/webhooks" in line.route else IN_A_CHANNEL[line.method]


def _body(line: Line) -> Any:
    if not isinstance(line.body, dict):
        return _with_button({"components": []}) if "/webhooks" in line.route else None
    body = {key: value for key, value in line.body.items() if key != "nonce"}  # never sent twice
    return _with_button(body) if "/webhooks" in line.route else body


def _with_button(body: dict[str, Any]) -> dict[str, Any]:
    return body | {"components": [*body.get("components", ()), MOVE]}
