"""Count what happened at TRUMP tables from their transcripts: deals, promises, outcomes.

Other games are ignored.
"""

from collections import Counter
from typing import Any

GAME = "trump"
DEALS = {
    "deal_proposed": "proposed",
    "deal_countered": "countered",
    "deal_struck": "struck",
    "deal_rejected": "rejected",
    "deal_withdrawn": "withdrawn",
}
PROMISES = {
    "promise_made": "made",
    "promise_ended:done": "done",
    "promise_paid": "paid",
    "handed_over": "handed over",
    "in part": "paid in part (a debt)",
    "card_given_back": "cards given back",
    "promise_ended:played": "borrowed cards played",
    "promise_ended:unplayable": "plays impossible",
    "promise_ended:lost": "made impossible",
    "promise_ended:lapsed": "lapsed",
    "promise_ended:released": "let go",
    "promise_ended:replaced": "replaced",
}


class Story:
    """The number of events of each kind."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def add(self, transcript: Any) -> list[str]:
        """Count a transcript; return promises without an outcome, which are impossible."""
        if transcript["game"] != GAME:
            return []
        here = Counter(
            _kind(told["event"]) for item in transcript["steps"] for told in item["told"]
        )
        self.told += here
        settled = sum(here[item] for item in PROMISES if item != "promise_made")
        made = here["promise_made"]
        if made == settled:
            return []
        return [f"table {transcript['table']}: {made} promises made, {settled} settled"]

    def lines(self) -> list[str]:
        """Return the counts as lines; none if there were no deals."""
        if not self.told["deal_proposed"]:
            return []
        return [f"deals: {self._listed(DEALS)}", f"promises: {self._listed(PROMISES)}"]

    def _listed(self, kinds: dict[str, str]) -> str:
        return ", ".join(f"{self.told[item]} {word}" for item, word in kinds.items())


def _kind(event: Any) -> str:
    """Name an event; promises are named by how they ended."""
    kind = event["kind"]
    if kind == "promise_ended":
        return f"{kind}:{event['why']}"
    owing = kind in ("promise_paid", "handed_over", "card_given_back") and event["owing"]
    return "in part" if owing else kind
