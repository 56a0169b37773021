"""Count what the bot's requests were for, by kind of move: boards, hands and notices.

A drawing names its step and so its move; if moves came faster than drawings it counts for the
newest. A deletion counts for whatever replaced the message.
"""

import json
import re
from collections import Counter, defaultdict

from discord_playground.world.request_log import Line
from discord_playground.world.world import World

from db.base.place import Place
from tests.places import read

DRAWN_AT = re.compile(r'"custom_id": "([0-9]+):([0-9]+):')
CHANNEL = re.compile(r"/channels/([0-9]+)/messages")
ANSWERS = "answers"
ELSE = "all else"


class Costs:
    """Requests counted by purpose and by the move that caused them."""

    def __init__(self) -> None:
        self.purposes: Counter[str] = Counter()
        self._shown: Counter[tuple[str, int, int]] = Counter()  # purpose, table, step
        self._last: dict[str, tuple[int, int]] = {}  # the last post in each channel

    def add(self, line: Line, world: World) -> None:
        """Count a request."""
        purpose, channel = _purpose(line, world)
        self.purposes[purpose] += 1
        if not channel:
            return
        found = DRAWN_AT.search(json.dumps(line.body))
        at = (int(found[1]), int(found[2])) if found else self._last.get(channel)
        if found and line.method == "POST":
            self._last[channel] = int(found[1]), int(found[2])
        if at is not None:
            self._shown[purpose, *at] += 1

    def lines(self, place: Place) -> list[str]:
        """Return the counts as lines: the total, then each kind of move, most expensive first."""
        kinds, count = _moves(place)
        moves = max(1, count.total())
        found = [f"requests a move besides answers: {_listed(self.purposes, moves)}"]
        by_kind: dict[str, Counter[str]] = defaultdict(Counter)
        for (purpose, table, step), number in self._shown.items():
            by_kind[kinds.get((table, step), "")][purpose] += number
        for kind in sorted(count, key=lambda one: -by_kind[one].total()):
            each = count[kind]
            cost = by_kind[kind].total() / each
            found.append(f"  {each:5} {kind:10} {cost:5.2f} each: {_listed(by_kind[kind], each)}")
        return found


def _listed(purposes: Counter[str], moves: int) -> str:
    return ", ".join(
        f"{item} {count / moves:.2f}"
        for item, count in purposes.most_common()
        if item != ANSWERS and count / moves >= 0.005
    )


def _moves(place: Place) -> tuple[dict[tuple[int, int], str], Counter[str]]:
    """Return the kind of move that led to each step of each table, and the count of each kind."""
    rows = read(place, "SELECT table_id, step, move FROM log WHERE kind IN ('move', 'clock')")
    played = [(row["table_id"], row["step"], json.loads(row["move"])["kind"]) for row in rows]
    kinds = {(table, step): kind for table, step, kind in reversed(played)}  # the first to do so
    return kinds, Counter(kind for _, _, kind in played)


def _purpose(line: Line, world: World) -> tuple[str, str]:
    """Return a request's purpose and channel; "" without a channel."""
    if "/interactions" in line.route:
        return ANSWERS, ""
    if "/webhooks" in line.route:
        return "said besides", ""
    found = CHANNEL.search(line.path)
    if found is None or found[1] not in world.channels:
        return ELSE, ""
    channel = found[1]
    said = json.dumps(line.body)
    if isinstance(line.body, dict) and line.body.get(
        "content"
    ):  # everything else has components only
        return {"POST": "notice sent", "PATCH": "notice drawn"}.get(line.method, ELSE), channel
    if world.channels[channel].in_guild:
        at = {"POST": "board posted", "PATCH": "board drawn", "DELETE": "notice removed"}
    else:
        below = "hand sent below a line" if '"nonce": "t' in said else "hand sent"
        post = below if "### Your hand" in said else "line answered"
        at = {"POST": post, "PATCH": "hand drawn", "DELETE": "old hand or notice removed"}
    return at.get(line.method, ELSE), channel
