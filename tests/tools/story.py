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
CARDS = {
    "promise_made:give_back": "lent",
    "card_given_back": "given back",
    "promise_ended:played": "played by the borrower",
    "promise_made:play": "plays promised",
    "promise_ended:done:play": "made",
    "promise_ended:unplayable": "impossible",
}


class Story:
    """The number of events of each kind."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()
        self.cards: Counter[str] = Counter()  # promises about cards, by their duty

    def add(self, transcript: Any) -> list[str]:
        """Count a transcript; return promises without an outcome, which are impossible."""
        if transcript["game"] != GAME:
            return []
        here = Counter(
            _kind(told["event"]) for item in transcript["steps"] for told in item["told"]
        )
        self.told += here
        self.cards += Counter(
            name
            for item in transcript["steps"]
            for told in item["told"]
            for name in _about_cards(told["event"])
        )
        settled = sum(here[item] for item in PROMISES if item != "promise_made")
        made = here["promise_made"]
        if made == settled:
            return []
        return [f"table {transcript['table']}: {made} promises made, {settled} settled"]

    def lines(self) -> list[str]:
        """Return the counts as lines; none if there were no deals."""
        if not self.told["deal_proposed"]:
            return []
        return [
            f"deals: {_listed(self.told, DEALS)}",
            f"promises: {_listed(self.told, PROMISES)}",
            f"of cards: {_listed(self.cards, CARDS)}",
        ]


def _listed(counts: Counter[str], kinds: dict[str, str]) -> str:
    return ", ".join(f"{counts[item]} {word}" for item, word in kinds.items())


def _about_cards(event: Any) -> list[str]:
    """Name an event as CARDS does, whether or not it is about a card."""
    kind, why = event["kind"], f":{event['why']}" if "why" in event else ""
    duty = event.get("promise", {}).get("duty", "")
    return [f"{kind}{why}", f"{kind}{why}:{duty}"]


def _kind(event: Any) -> str:
    """Name an event; promises are named by how they ended."""
    kind = event["kind"]
    if kind == "promise_ended":
        return f"{kind}:{event['why']}"
    owing = kind in ("promise_paid", "handed_over", "card_given_back") and event["owing"]
    return "in part" if owing else kind
