"""A simulated player that puts a draft together by pressing and choosing on its panel.

The player doesn't know the game. A leading button is pressed once nothing on the page is marked
wrong or missing. Before that the player chooses from menus, mostly near the top, fills in forms and
removes things again. A draft may fail; it is then discarded or left.

For the players of a game with drafts.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Literal, TypeAlias

from playground.tests.user import MENU, TYPED, Json, Outcome, User, prefilled, pressable, text_of

MAIN, DANGER = 1, 4  # button styles: primary and danger
LONGEST = 16  # presses on a draft before giving up
LATE = 5.0  # seconds
WRONG = re.compile(r"⚠|^-# Still to say", re.MULTILINE)
LIMITS = re.compile(r"(\$?)([0-9][0-9,]*)M? to \$?([0-9][0-9,]*)M?(, in tens)?")

End: TypeAlias = Literal["offered", "torn", "kept"]


def is_draft(message: Json | None) -> bool:
    """Return whether a message is the panel of a draft or one of its pages."""
    return message is not None and any(map(_of_draft, pressable(message)))


def _of_draft(component: Json) -> bool:
    return ";slip=" in component["custom_id"]


class Drafter:
    """A player that works on one draft after the other."""

    def __init__(self, user: User, dice: Random) -> None:
        self.user = user
        self.dice = dice
        self.outcomes: list[tuple[Json, Outcome]] = []  # the number of the current draft

    async def draft(self, panel: Json, first: Sequence[tuple[str, str]] = ()) -> End:
        """Work on a draft until it is offered, discarded or left.

        `first` names parts of the panel to press at first, as far as they are there: how each
        begins, and for a menu a pattern for its choice.
        """
        self.outcomes.clear()
        enough = self.dice.randint(2, 8)
        errand = list(first)
        for number in range(len(errand) + LONGEST):
            now = self.user.messages.get(panel["id"])
            if now is None or not is_draft(now):
                return "kept"
            label, wanted = errand.pop(0) if errand else ("", "")
            one = _labelled(now, label) or self._next(now, patient=number < enough)
            if one is None:
                return "kept"
            outcome = await self._press(now, one, wanted)
            after = self.user.messages.get(panel["id"])
            if not is_draft(after):
                return "torn" if _is(one, "tear") else "offered"
            if outcome.kind != "answered" or (outcome.said is not None and _is(one, "offer")):
                return "kept"  # it was refused and is unchanged
        return "kept"

    # --- what to press ---

    def _next(self, panel: Json, *, patient: bool) -> Json | None:
        """Choose a button; None if the draft is complete and shouldn't be offered yet."""
        there = [button for button in pressable(panel) if _of_draft(button)]
        leads = next((message for message in there if message.get("style") == MAIN), None)
        wrong = WRONG.search(text_of(panel)) is not None
        page = not any(_is(message, "tear") for message in there)
        if (
            leads is not None
            and not wrong
            and self.dice.random() < (0.6 if page else 0.2 if patient else 0.9)
        ):
            return leads
        if leads is None and not wrong and not page and not patient:
            return None
        others = [message for message in there if message is not leads]
        return self.dice.choices(others, [self._likes(other, wrong) for other in others])[0]

    def _likes(self, one: Json, wrong: bool) -> float:
        """Return how likely the player presses a button."""
        if one["type"] == MENU:
            return (8.0 if wrong else 0.5) if _is(one, "take") else 4.0
        if one.get("style") == DANGER:
            return 0.15
        return 0.3 if _is(one, "look") else 1.0

    def _chosen(self, menu: Json, wanted: str) -> str:
        """Choose from a menu, what is wanted or else entries near the top more often."""
        options = [item for item in menu["options"] if not item.get("default")] or menu["options"]
        options = [item for item in options if re.search(wanted, item["label"])] or options
        return options[int(len(options) * self.dice.random() ** 2)]["value"]

    async def _press(self, panel: Json, one: Json, wanted: str) -> Outcome:
        values = [self._chosen(one, wanted)] if one["type"] == MENU else None
        outcome = await self.user.press(panel, one, values)
        self.outcomes.append((one, outcome))
        if outcome.kind == "form":
            form = outcome.form
            outcome = await self.user.submit(form, self._filled(form))
            self.outcomes.append((form, outcome))
        if outcome.kind == "answered" and outcome.said is None:
            # a late answer changes the panel a little later, or refuses in a message beside it
            with suppress(TimeoutError):
                await self.user.until(
                    lambda: self.user.messages.get(panel["id"]) is not panel, LATE
                )
        return outcome

    # --- its forms ---

    def _filled(self, form: Json) -> dict[str, str | Sequence[str]]:
        """Fill in a form: keep each default or change it within the limits that the form names.

        Some of several optional fields stay empty.
        """
        filled: dict[str, str | Sequence[str]] = {}
        for component in form["components"]:
            inner = component.get("component")
            if inner is None or inner["type"] != TYPED:
                continue
            text = prefilled(inner)
            if inner.get("required", True) or self.dice.random() < 0.5:
                text = suited(component.get("description", ""), self.dice)
            filled[inner["custom_id"]] = text
        return filled


def suited(hint: str, dice: Random) -> str:
    """Return a text that fits a field's hint, such as `35 to 59` or `$10M to $90M, in tens`."""
    found = LIMITS.search(hint)
    if found is None:
        return dice.choice(["You will not regret it.", "As agreed. 100%!", ""])
    least, most = (int(found[at].replace(",", "")) for at in (2, 3))
    if not found[4]:
        return str(dice.randint(least, min(most, least + 9)))
    tens = dice.randint(least // 10, max(least // 10, min(most, 150) // 10)) * 10
    return dice.choice([f"{tens}", f"${tens}M", f"{tens} million"])


def _labelled(panel: Json, start: str) -> Json | None:
    """Return the button or menu of a draft that begins like this; None if there is none."""
    if not start:
        return None
    there = [button for button in pressable(panel) if _of_draft(button)]
    labels = [button.get("label") or button.get("placeholder") or "" for button in there]
    found = zip(there, labels, strict=True)
    return next((button for button, label in found if label.startswith(start)), None)


def _is(component: Json, word: str) -> bool:
    """Return whether a request has this verb: `take`, `offer`, `tear`."""
    return re.search(rf":[a-z]+_{word};", component["custom_id"]) is not None
