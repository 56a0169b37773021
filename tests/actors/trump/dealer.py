"""A simulated TRUMP player that also makes deals: drafts, proposes, counters and answers them.

The deals are random, but so that there are some, the player prefers offering to passing and
rarely rejects an offer.

For drives of TRUMP.
"""

import re
from typing import Any, Literal, TypeAlias

from games.trump.cards import PROPERTIES
from playground.tests.user import MENU, Json, Outcome, drawn_at, text_of
from tests.actors.drafter import Drafter, is_draft
from tests.actors.player import Player, verb_of
from tests.actors.trump import card_deals, typed_deals

How: TypeAlias = Literal["buttons", "commands", "lines"]

OPENS = "draft_open"
NUMBERED = re.compile(r"^(?:-# )?[0-9]+\. (.*)$", re.MULTILINE)  # a promise, on the board
TRIES = 4  # attempts at a deal in one step; then the player acts like any other
WEARS_OFF = 0.75  # each deal begun makes the next less likely
IN_A_SALE = {"bid", "raise", "out", "plan"}
TAKES_BACK = 0.04  # chance of withdrawing an offer at each look
STRIKES_OUT = 0.2  # preference for cards that can break other players' promises,
STRIKES = {"force": "property", "tax": "player"}  # and for the properties that they name
PLAYS = ("play", *STRIKES)
ANSWERS = {"accept": 0.5, "counter": 0.3, "reject": 0.2}
BY_FORM = 0.15  # chance that an offer is made by a form, if every way is used
OF_A_CARD = 0.45  # chance that an offer lends a card or promises its play,
TAKES_IT = 0.7  # that such an offer is accepted at once,
PLAYS_IT = 0.6  # and that a borrowed card is played when it can be
HOW: dict[How, float] = {"buttons": 0.6, "commands": 0.2, "lines": 0.2}


class Dealer(Player):
    """One player at one table of TRUMP."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.drafter = Drafter(self.user, self.dice)
        self._begun = 0
        self._tries = (0, 0)  # at a step
        self._refused: set[str] = set()  # failed answers at this step

    async def act(self) -> None:
        """Answer an offer, make one, or do what anybody does."""
        there = {verb_of(item) for _, item in self.offers(self.board)}
        if "accept" in there and self._once_more():
            await self.answer()
        elif OPENS in there and "pass" in there and self._once_more():
            if self.dice.random() < PLAYS_IT and await self.play_borrowed():
                return
            strikes = 0.7 if self._promised() else STRIKES_OUT
            if self.dice.random() < strikes and await self.strike():
                return
            if self._is_minded():
                self._begun += 1
                await self.deal()
            elif self.dice.random() < 0.5:  # enough of deals for now
                await self.say("pass")
            else:
                await super().act()
        elif self.manners.only == "lines" and self.dice.random() < 0.5:
            await self._bid_by_line(sorted(there & IN_A_SALE))
        else:
            await super().act()

    async def _bid_by_line(self, verbs: list[str]) -> None:
        """Type a bid, a plan or a raise; the hand shows just one example of each."""
        text = await self.in_other_words(self.dice.choice(verbs)) if verbs else None
        if text is None:
            await super().act()
        else:
            await self.type_line(text)

    async def idle(self) -> None:
        """Sometimes draft a deal for later, or withdraw an own offer."""
        there = {verb_of(item) for _, item in self.offers(self.board)}
        may = self.manners.only in ("", "buttons")
        if may and OPENS in there and self.dice.random() < self.manners.deals / 20:
            await self.deal_by_buttons()
        elif "withdraw" in there and self.dice.random() < TAKES_BACK:
            await self.say("withdraw")
        else:
            await super().idle()

    def _is_minded(self) -> bool:
        return self.dice.random() < self.manners.deals * WEARS_OFF**self._begun

    def _once_more(self) -> bool:
        """Count an attempt at this step; return False if there were enough."""
        step, tries = self._tries
        if step != self.step:
            step, tries = self.step, 0
            self._refused.clear()
        self._tries = (step, tries + 1)
        return tries < TRIES

    def _how(self) -> How:
        only = self.manners.only
        return only or self.dice.choices(list(HOW), list(HOW.values()))[0]

    async def follow(self, component: Json, outcome: Outcome, depth: int = 0) -> None:
        """Continue after a press, on a draft if that is the answer."""
        by_hand = self.manners.only in ("", "buttons")
        if by_hand and outcome.kind == "answered" and is_draft(outcome.said):
            await self._draft(outcome.message)
        else:
            await super().follow(component, outcome, depth)

    async def _draft(self, panel: Json) -> None:
        step = self.step
        of_a_card = self.dice.random() < OF_A_CARD
        first = card_deals.presses(self.dice, self._hand_text()) if of_a_card else ()
        end = await self.drafter.draft(panel, first)
        for component, outcome in self.drafter.outcomes:
            self.noticed(component, outcome)
            if outcome.kind in ("failed", "lost"):
                self.problem(f"{component['custom_id']}: {outcome}")
        if end == "offered":
            self.tally.moved += 1
            await self.catch_up(step + 1)
        elif end == "kept":
            self.tally.refused += 1

    # --- an offer of one's own ---

    async def deal(self) -> None:
        """Offer a deal."""
        how = self._how()
        if not self.manners.only and self.dice.random() < BY_FORM:
            await self.deal_by_form()
            return
        if how == "buttons":
            await self.deal_by_buttons()
            return
        if self.dice.random() < OF_A_CARD:
            given = await self._of_a_card()
        else:
            given = await self._named("deal", ("with", "give", "get", "promises", "then"))
        if "with" in given:
            await self._type(how, "deal", given)

    async def deal_by_buttons(self) -> None:
        """Begin or reopen a draft and work on it."""
        await self._look_at_hand()
        found = [
            (message, item)
            for message in (self.hand, self.board)
            for _, item in self.offers(message)
            if verb_of(item) == OPENS
            if message is not None and not item["label"].startswith("Counter")
        ]
        if found:
            await self.press(*self.dice.choice(found))

    async def _of_a_card(self) -> dict[str, str]:
        """Choose the terms of a deal about a card of one's own; may return none."""
        await self._look_at_hand()
        given = await self._named("deal", ("with",))
        return given | self._card_terms()

    def _card_terms(self) -> dict[str, str]:
        board = "" if self.board is None else text_of(self.board)
        players = card_deals.players_on(board)
        return card_deals.terms(self.dice, self._turn(), players, self._hand_text())

    def _hand_text(self) -> str:
        return "" if self.hand is None else text_of(self.hand)

    def fill(self, form: Json) -> dict[str, Any]:
        """Fill in a form. The form of a deal is about a card, if the hand has a suitable one."""
        filled = super().fill(form)
        if verb_of(form) == "deal" and (terms := self._card_terms()):
            texts = {f"?{name}": text for name, text in {"then": "", **terms}.items()}
            filled |= {key: text for key, text in texts.items() if key in filled}
        return filled

    async def deal_by_form(self) -> None:
        """Name only the other party in the command, and fill in the form that it opens."""
        await self._look_at_hand()
        given = await self._named("deal", ("with",))
        if given:
            await self._type("commands", "deal", given)

    async def play_borrowed(self) -> bool:
        """Play a borrowed card; return False if none can be played now."""
        await self._look_at_hand()
        cards = card_deals.borrowed_now(self._hand_text())
        if not cards:
            return False
        how, card = self._how(), self.dice.choice(cards)
        if how != "buttons":
            await self._type(how, "play", {"card": card})
            return True
        for message, component in self.offers(self.hand):
            if verb_of(component) != "play":
                continue
            choices = [
                each["value"] for each in component.get("options", ()) if card in each["label"]
            ]
            if choices:
                outcome = await self.user.press(message, component, choices[:1])
                await self.follow(component, outcome)
                return True
            if card in component.get("label", ""):
                await self.press(message, component)
                return True
        return False

    async def strike(self) -> bool:
        """Play a Force Sale of a promised property, or a Tax; False if neither is possible."""
        how, promised = self._how(), self._promised()
        if how == "buttons":
            await self._look_at_hand()
            for message, component in self.offers(self.hand):
                if verb_of(component) == "force" and component["type"] == MENU:
                    some = [each for each in component["options"] if each["label"] in promised]
                    if some:
                        value = self.dice.choice(some)["value"]
                        await self.follow(
                            component, await self.user.press(message, component, [value])
                        )
                        return True
                elif verb_of(component) == "tax":
                    await self.press(message, component)
                    return True
            return False
        for verb, name in STRIKES.items():
            given = await self._named(verb, (name,))
            if given and promised and verb == "force":
                given[name] = self.dice.choice(promised)
            if given:
                await self._type(how, verb, given)
                return True
        return False

    def _promised(self) -> list[str]:
        """Return the properties that the board shows as promised."""
        text = "" if self.board is None else text_of(self.board)
        listed = " ".join(NUMBERED.findall(text))
        return [item for item in PROPERTIES if item in listed]

    def untried(self, message: Json | None) -> list[tuple[Json, Json]]:
        """List requests not tried yet, mostly without Force Sales during the Buying Phase."""
        found = super().untried(message)
        buying = not any(verb_of(item) == OPENS for _, item in self.offers(self.board))
        if buying and self.dice.random() < 0.8:
            return [result for result in found if verb_of(result[1]) != "force"]
        return found

    async def _look_at_hand(self) -> None:
        hand = self.hand
        if hand is not None and drawn_at(hand) >= self.step:
            return
        if self.manners.only == "lines":
            await self.type_line("?")
        elif self.manners.only == "commands":
            await self.user.command(f"{self.game} hand", {"table": self.table}, channel="")
        else:
            await self.take_hand(hand)

    # --- an answer ---

    async def answer(self) -> None:
        """Accept, counter or reject an offer."""
        left = {
            item: much for item, much in ANSWERS.items() if item not in self._refused
        } or ANSWERS
        word = self.dice.choices(list(left), list(left.values()))[0]
        of_a_card = card_deals.OFFERED.search("" if self.board is None else text_of(self.board))
        if of_a_card and "accept" not in self._refused and self.dice.random() < TAKES_IT:
            word = "accept"
        how, before = self._how(), self.step
        if word == "counter" and how != "buttons":
            given = await self._named("counter", ("give", "get", "promises"))
            await self._type(how, word, given)
        else:
            await self.say(word, how)
        if self.step == before:  # they may lack something
            self._refused.add(word)

    async def say(self, word: str, how: How | None = None) -> None:
        """Press a one-word answer, or begin a counter-offer with one press."""
        how = how or self._how()
        if how != "buttons":
            await self._type(how, word, {})
            return
        await self._look_at_hand()
        labels = ("Counter", "Accept, if")  # both are counter-offers
        found = [
            (message, item)
            for message in (self.hand, self.board)
            for _, item in self.offers(message)
            if message is not None
            if (
                item.get("label", "").startswith(labels)
                if word == "counter"
                else verb_of(item) == word
            )
        ]
        if found:
            await self.press(*self.dice.choice(found))

    # --- by commands and typed lines ---

    async def _type(self, how: How, word: str, given: dict[str, str]) -> None:
        """Answer or propose a deal by a command or a typed line."""
        if how == "lines":
            text = " ".join(given.values()) if word in PLAYS else typed_deals.line(given)
            if word == "counter" and self.dice.random() < 0.2:
                text = f"by {self._turn() + self.dice.randint(1, 6)}"
            await self.type_line(f"{word} {text}".strip())
            return
        path, options = self._path(word), {"table": self.table, **given}
        outcome = await self.user.command(path, options, channel=self.dice.choice(["games", ""]))
        self.noticed({"custom_id": f"/{path}"}, outcome)
        await self.follow({"custom_id": f"/{path}"}, outcome)

    def _path(self, word: str) -> str:
        group = "" if word in ("pass", *PLAYS) else "offer "
        return f"{self.game} {group}{word}"

    def _turn(self) -> int:
        return typed_deals.turn_in("" if self.board is None else text_of(self.board))

    async def _named(self, verb: str, names: tuple[str, ...]) -> dict[str, str]:
        """Choose values from the suggestions, sometimes inventing promises."""
        given: dict[str, str] = {}
        suggested: dict[str, list[str]] = {}
        for name in names:
            about = {"table": self.table, **given}
            path = self._path(verb)
            outcome = await self.user.suggestions(path, name, "", about, channel="")
            if outcome.kind != "choices":
                self.problem(f"no suggestions for {path} {name}: {outcome}")
                return {}
            suggested[name] = [choice["value"] for choice in outcome.choices]
            sure = name in ("with", "get", *STRIKES.values())
            if suggested[name] and (sure or self.dice.random() < 0.6):
                of = typed_deals.likely(suggested[name]) if name == "get" else suggested[name]
                given[name] = of[int(len(of) * self.dice.random() ** 2)]
        both = [given.get(name, "")[:1] for name in ("give", "get")]
        if both == ["$", "$"]:  # cash goes one way
            del given["give"]
        if "promises" in given and self.dice.random() < 0.7:
            gives, gets = given.get("give", ""), given.get("get", "")
            mine = {*suggested["give"], gets} - {gives}
            theirs = {*suggested["get"], gives} - {gets}
            given["promises"] = typed_deals.promises(
                self.dice,
                self._turn(),
                sorted(mine),
                sorted(theirs),
                {"I": gets, "they": gives},
            )
        return given
