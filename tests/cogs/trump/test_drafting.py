"""Drafts of deals in TRUMP The Game, put together by pressing and choosing as Discord shows it."""

import random
import re
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.entry.draft_requests import Desk, SlipDesk
from bot.host.table_view import TableView
from bot.ui import custom_id
from bot.ui.draft_kind import opened
from bot.ui.panel import Form, Panel, Request, Row
from bot.ui.render import layout, modal
from bot.ui.words import Names
from cogs.trump import FACE
from cogs.trump.draft_panel import DraftPage
from cogs.trump.drafting import COUNTERS, DRAFT, PROPOSES
from cogs.trump.promise_page import decode, encode
from cogs.trump.slip import EMPTY_DRAFT
from db.codec import Codec
from db.drafts import Slip
from games.rules import Refusal
from games.trump.cards import CARDS, DECK, PROFIT_CARDS, PROPERTIES
from games.trump.moves import (
    NOTHING,
    Clause,
    Counter,
    ForceSale,
    Goods,
    Pass,
    Play,
    Propose,
    Tax,
    well_made,
)
from games.trump.offers import MOST_MONEY
from games.trump.state import State
from tests.contract.limits import check_message, check_modal, nested
from tests.games.trump.dealing import (
    ACCEPT,
    CASINO,
    CRUISE,
    DONNA,
    HOTEL,
    ISLAND,
    JEFF,
    MIKE,
    OUT,
    PASS,
    REJECT,
    YOU,
    back,
    counter,
    dealing,
    keep,
    pay,
    promised,
    spare,
)
from tests.games.trump.table import NAMES, RULES, cash, goods, owner, plays, propose, table, view

TABLE, STEP = 123_456_789, 54_321
BOTH = "Hotel and Casino"
CODEC: Codec[DraftPage] = Codec(DRAFT.holds)


def done(work: Coroutine[Any, Any, Any]) -> Any:
    """Run what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits for something")


class Kept:
    """Slips, as the house keeps them for one seat."""

    def __init__(self) -> None:
        self.slips: list[Slip] = []
        self.made = 0

    async def of(self, table_id: int, person: int) -> Sequence[Slip]:
        return list(self.slips)

    async def begin(self, table_id: int, person: int, kind: str, json: str) -> Slip:
        self.made += 1
        self.slips.append(Slip(self.made, kind, json))
        return self.slips[-1]

    async def change(self, table_id: int, person: int, before: Slip, json: str) -> Slip:
        now = Slip(before.number, before.kind, json)
        self.slips[self.slips.index(before)] = now
        return now

    async def tear_up(self, table_id: int, person: int, number: int) -> None:
        self.slips = [draft for draft in self.slips if draft.number != number]


class Player:
    """One who drafts with the mouse, and how often they have pressed.

    A menu takes two presses: one opens it, the other chooses. Whatever is pressed goes through the
    custom_id that Discord would send, and whatever is shown is held against Discord's limits.
    """

    def __init__(self, state: State, seat: int, names: Sequence[str] = NAMES) -> None:
        self.names, self.seat, self.state = Names(names), seat, state
        self.kept = Kept()
        self.desk: SlipDesk = SlipDesk(self.kept)  # pyright: ignore[reportArgumentType]
        self.presses = 0
        self.panel = Panel([Row(DRAFT.hand(self.view, self.names))])
        self.form: Form | None = None

    @property
    def view(self):
        return view(self.state, self.seat)

    @property
    def text(self) -> str:
        return self.panel.text()

    @property
    def content(self) -> DraftPage:
        """The last draft, as it is in the file."""
        return CODEC.load(self.kept.slips[-1].json)

    def table(self) -> TableView:
        public = view(self.state)
        return TableView(
            rules=RULES,
            id=TABLE,
            game="trump",
            guild=1,
            channel=1,
            opener=1,
            phase="playing",
            options=public.options,
            pace="day",
            laid_open=True,
            seal="",
            rev=1,
            step=STEP,
            names=self.names,
            people=tuple(range(1, public.seats + 1)),
            seat=self.seat,
            view=self.view,
            public=public,
            to_move=RULES.to_move(public),
            question="",
            until=None,
            standing=None,
            news=(),
            secret=None,
        )

    def ask(self, wanted: Request) -> Desk:
        return done(self.desk.serve(FACE, self.table(), DRAFT, wanted, self.seat + 1))

    def _do(self, wanted: Request) -> Propose | Counter | None:
        desk = self.ask(wanted)
        if isinstance(desk.made.made, Panel):
            self.panel = desk.made.made
            self.components()
        elif isinstance(desk.made.made, Form):
            self.form = desk.made.made
            check_modal(modal(self.form, TABLE, STEP))
        else:
            assert desk.slip is not None
            done(self.desk.became_a_move(self.table(), self.seat + 1, desk.slip))
            return desk.made.made
        return None

    def components(self) -> list[dict[str, Any]]:
        return check_message(layout(self.panel, TABLE, STEP))

    def buttons(self) -> dict[str, dict[str, Any]]:
        return {part["label"]: part for part in nested(self.components()) if part["type"] == 2}

    def menus(self) -> list[dict[str, Any]]:
        found = {part["custom_id"]: part for part in self.components() if part["type"] == 3}
        return list(found.values())

    def choices(self, menu: str) -> dict[str, tuple[dict[str, Any], str]]:
        """All that can be chosen on the menus that are called so."""
        return {
            option["label"]: (one, option["value"])
            for one in self.menus()
            if re.search(menu, one["placeholder"])
            for option in one["options"]
        }

    def press(self, label: str) -> Propose | Counter | None:
        """Press a button."""
        one = self.buttons()[label]
        assert not one.get("disabled"), f"{label} is disabled"
        self.presses += 1
        read = custom_id.read(one["custom_id"])
        assert read is not None
        return self._do(read.request)

    def choose(self, menu: str, label: str) -> "Player":
        """Choose from a menu."""
        one, value = self.choices(menu)[label]
        self.presses += 2
        read = custom_id.read(one["custom_id"])
        assert read is not None
        assert read.pick is not None
        self._do(read.request.with_args({read.pick: value}))
        return self

    def fill(self, **texts: str) -> None:
        """Send the form that is open, with what is typed into it."""
        assert self.form is not None
        keys = [field.key for field in self.form.entries]
        assert {f"?{name}" for name in texts} <= set(keys)
        filled = {field.key: field.default for field in self.form.entries}
        self.presses += 1
        form, self.form = self.form, None
        self._do(
            form.request.with_args(filled | {f"?{name}": text for name, text in texts.items()})
        )

    def put_in(self, what: str, **chosen: str) -> None:
        """Choose a promise, then what there is to say of it, and put it in."""
        self.choose("A promise", what)
        for menu, label in chosen.items():
            self.choose(
                {"amount": "How much", "turn": "which turn", "card": "which (other )?card"}[menu],
                label,
            )
        self.press("Put it in")


def said(player: Player) -> list[str]:
    """The sentences of a draft: what stands between its title and the small print."""
    return [line for line in player.text.split("\n") if line[:1] not in ("#", "-", "*", "")]


def refused_to(player: Player, wanted: str) -> str:
    with pytest.raises(Refusal) as refusal:
        player.press(wanted)
    sentence = str(refusal.value)
    assert sentence[:1].isupper()
    assert sentence[-1:] in ".?"
    return sentence


# --- the printed deals ----------------------------------------------------------------------------


def test_deal_1_a_card_is_sold():
    state = dealing(["Hotel Profits", OUT], [OUT], owners={HOTEL: DONNA})
    you = Player(state, YOU)
    you.press("Deal with Donna…")
    you.press("Cards…")
    you.choose("You give a card", "Hotel Profits")
    you.choose("You get…", "$40M")
    assert said(you) == ["You give: the Hotel Profits card.", "You get: $40M."]
    move = you.press("Propose")
    assert move == propose(DONNA, goods("Hotel Profits"), goods(cash=40))
    assert you.presses == 7
    assert cash(plays(state, (YOU, move), (DONNA, ACCEPT))) == (440, 360, 400, 400)


def test_deal_2_is_put_together_and_kept_by_mouse_alone_in_twenty_presses():
    """Buy on loan, play, pay, give back (TR-69, TR-70)."""
    state = dealing([BOTH, OUT], turn=33, seat=JEFF, owners={HOTEL: YOU, CASINO: JEFF})
    jeff = Player(state, JEFF)
    jeff.press("Deal with Ann…")
    jeff.choose("You give…", "the Casino").choose("You get…", "$10M")
    jeff.put_in("Ann pays you money", amount="$50M", card=BOTH)
    jeff.put_in("Ann gives the Casino back")  # for what is paid now, at the end of her next turn
    assert said(jeff)[:4] == [
        "You give: the Casino.",
        "You get: $10M.",
        "Ann promises to pay you $50M when Ann plays Hotel and Casino.",
        "Ann promises to give the Casino back to you for $10M at the end of Ann's turn 34.",
    ]
    assert not any("⚠" in line for line in said(jeff))
    move = jeff.press("Propose")
    assert move == propose(
        YOU, goods(CASINO), goods(cash=10), pay(YOU, 50, card=BOTH), back(YOU, CASINO, 10, turn=34)
    )
    # then one press to accept it, and at most two to play the card
    assert jeff.presses == 16
    assert jeff.presses + 1 + 2 <= 20
    state = plays(state, (JEFF, move), (YOU, ACCEPT), (YOU, Play(card=BOTH)))
    assert cash(state) == (470, 400, 400, 450)
    assert owner(state, CASINO) == JEFF


def test_deal_2_may_be_proposed_by_who_borrows():
    state = dealing([BOTH, OUT], owners={HOTEL: YOU, CASINO: JEFF})
    you = Player(state, YOU)
    you.press("Deal with Jeff…")
    you.choose("You get…", "the Casino").choose("You give…", "$10M")
    you.put_in("You pay Jeff money", amount="$50M", card=BOTH)
    you.put_in("You give the Casino back", turn="the end of your turn 30")
    you.choose("Then I play", f"You play {BOTH}")
    move = you.press("Propose")
    assert you.presses == 20
    assert move == propose(
        JEFF,
        goods(cash=10),
        goods(CASINO),
        pay(YOU, 50, card=BOTH),
        back(YOU, CASINO, 10, turn=30),
        then=Play(card=BOTH),
    )
    state = plays(state, (YOU, move), (JEFF, ACCEPT))
    assert cash(state) == (470, 400, 400, 450)
    assert owner(state, CASINO) == JEFF


def test_deal_3_is_a_counter_with_another_price():
    state = dealing([OUT], [OUT], [OUT], ["Tax", "Any 40", OUT], turn=30, seat=JEFF)
    jeff = Player(state, JEFF)
    jeff.press("Deal with Ann…")
    jeff.press("Cards…")
    jeff.choose("You give cards drawn at random", "2 cards").choose("You get…", "$40M")
    move = jeff.press("Propose")
    assert move == propose(YOU, goods(random=2), goods(cash=40))
    assert jeff.presses == 7

    you = Player(plays(state, (JEFF, move)), YOU)
    assert next(iter(you.buttons())) == "Counter Jeff's offer…"
    you.press("Counter Jeff's offer…")
    assert said(you) == ["You give: $40M.", "You get: 2 cards drawn at random."]
    you.choose("You give…", "$30M")
    answer = you.press("Counter with this")
    assert answer == counter(goods(cash=30), goods(random=2))
    assert you.presses == 4


def test_deal_4_the_date_is_added_to_the_mirror():
    both = "Tropical Island and Cruise Line"
    state = dealing([both, OUT], owners={ISLAND: YOU, CRUISE: JEFF})
    you = Player(state, YOU)
    you.press("Deal with Jeff…")
    you.choose("You give…", "$10M").choose("You get…", "the Cruise Line")
    you.put_in("You pay Jeff money", amount="$60M", card=both)
    you.put_in("You give the Cruise Line back", card=both, turn="at no turn")
    move = you.press("Propose")
    when = {"card": both}
    assert move == propose(
        JEFF,
        goods(cash=10),
        goods(CRUISE),
        pay(YOU, 60, **when),
        back(YOU, CRUISE, 10, **when),
    )
    assert you.presses == 20

    jeff = Player(plays(state, (YOU, move)), JEFF)
    jeff.press("Counter Ann's offer…")
    assert "Mind: as long as Ann does not play" in jeff.text  # TR-48
    jeff.put_in(
        "Ann gives the Cruise Line back", turn="the end of Ann's turn 34", card="with no card"
    )
    answer = jeff.press("Counter with this")
    assert answer == counter(
        goods(CRUISE), goods(cash=10), pay(YOU, 60, **when), back(YOU, CRUISE, 10, turn=34)
    )
    state = plays(jeff.state, (JEFF, answer), (YOU, ACCEPT))
    assert cash(state) == (390, 400, 400, 410)


def test_deal_5_has_three_promises():
    one, three = "Sports Complex Profits", "3 Properties"
    state = dealing([one, three], owners={HOTEL: YOU, CASINO: YOU, "Sports Complex": DONNA})
    you = Player(state, YOU)
    you.press("Deal with Donna…")
    you.choose("You get…", "the Sports Complex")
    you.put_in("You pay Donna money", amount="$20M", card=one)
    you.put_in("You pay Donna money", amount="$70M", card=three)
    you.put_in("You give the Sports Complex back", card=three, turn="at no turn")
    you.choose("Then I play", f"You play {one}")
    move = you.press("Propose")
    assert move == propose(
        DONNA,
        NOTHING,
        goods("Sports Complex"),
        pay(YOU, 20, card=one),
        pay(YOU, 70, card=three),
        back(YOU, "Sports Complex", card=three),
        then=Play(card=one),
    )
    assert cash(plays(state, (YOU, move), (DONNA, ACCEPT))) == (410, 420, 400, 400)


# --- begun and found again ------------------------------------------------------------------------


def test_tr_68_anybody_may_prepare_a_draft_at_any_time():
    state = dealing(seat=JEFF)
    you = Player(state, YOU)
    assert list(you.buttons()) == ["Deal with Donna…", "Deal with Mike…", "Deal with Jeff…"]
    you.press("Deal with Donna…")
    assert "It is Jeff's turn; the draft is kept for yours." in you.text
    you.choose("You give…", "$10M")
    assert refused_to(you, "Propose") == (
        "It is Jeff's turn: offer a deal on your own. The draft is kept."
    )
    assert you.content.slip.give == goods(cash=10)

    buying = Player(table([OUT], [OUT], [OUT]), YOU)
    assert not buying.panel.parts[0].buttons
    buying._do(opened("draft", **{"with": "Donna"}))
    assert "The Buying Phase is still on" in buying.text
    assert refused_to(buying, "Propose") == (
        "Deals are made in the Dealing Phase, and the Buying Phase is still on. The draft is kept."
    )


def test_on_the_board_it_is_asked_with_whom():
    state = dealing()
    (button,) = DRAFT.board(view(state), Names(NAMES))
    assert button.label == "Deal…"
    donna = Player(state, DONNA)
    donna._do(button.request)
    assert donna.text == "With whom do you deal?"
    assert list(donna.buttons()) == ["Deal with Ann…", "Deal with Mike…", "Deal with Jeff…"]
    assert donna.kept.slips == []
    donna.press("Deal with Mike…")
    assert donna.content == DraftPage(slip=replace(EMPTY_DRAFT, to=MIKE), answers=None)
    assert DRAFT.board(view(table([OUT], [OUT], [OUT])), Names(NAMES)) == ()


def test_on_the_board_an_offer_is_countered_by_who_is_to_answer_it():
    state = offered()
    (button,) = DRAFT.board(view(state), Names(NAMES))
    assert button.label == "Counter…"
    jeff, donna = Player(state, JEFF), Player(state, DONNA)
    for _ in range(2):  # it is found again
        jeff._do(button.request)
        assert "### Your answer to Ann's offer" in jeff.text
    assert len(jeff.kept.slips) == 1
    donna._do(button.request)
    assert donna.text == "Jeff is to answer that. With whom do you prepare a deal?"
    assert "Deal with Jeff…" in donna.buttons()
    countered = plays(state, (JEFF, counter(goods(cash=10), NOTHING)))
    assert DRAFT.board(view(countered), Names(NAMES)) == ()


def test_two_drafts_with_two_people_are_found_again_each():
    you = Player(dealing(), YOU)
    hand = you.panel
    for name, amount in (("Donna", "$10M"), ("Mike", "$20M")):
        you.panel = hand
        you.press(f"Deal with {name}…")
        you.choose("You give…", amount)
    for name, amount in (("Donna", "$10M"), ("Mike", "$20M")):
        you.panel = hand
        you.press(f"Deal with {name}…")
        assert f"### A deal with {name}" in you.text
        assert f"You give: {amount}." in you.text
    assert len(you.kept.slips) == 2
    you.press("Tear up")
    assert you.text == "Torn up."
    assert [CODEC.load(draft.json).to for draft in you.kept.slips] == [DONNA]


def test_a_draft_becomes_a_move_and_is_gone():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("You give…", "$10M")
    before = you.panel
    assert you.press("Propose") == propose(DONNA, goods(cash=10))
    assert you.kept.slips == []
    you.panel = before
    assert refused_to(you, "Propose") == "That draft is no longer there."


def test_what_has_been_proposed_is_said_in_its_place_and_what_comes_next():
    you = Player(dealing([BOTH]), YOU)
    you.press("Deal with Donna…")
    you.choose("You give…", "$10M").choose("You get…", "the Casino")
    you.put_in("You give the Casino back")
    (offer,) = [button for button in you.buttons().values() if button["label"] == "Propose"]
    read = custom_id.read(offer["custom_id"])
    assert read is not None
    desk = you.ask(read.request)
    assert desk.done == (
        "### Proposed to Donna\nYou give: $10M.\nYou get: the Casino.\n"
        "You promise to give the Casino back to Donna for $10M at the end of your turn 30.\n"
        "-# Donna answers next; the board says by when, and what comes of it. Until then you can"
        " withdraw the offer there."
    )


def test_what_has_been_countered_is_said_in_its_place_as_well():
    jeff = Player(plays(dealing(), (YOU, propose(JEFF, goods(cash=90)))), JEFF)
    jeff.press("Counter Ann's offer…")
    jeff.choose("You get…", "$100M")
    read = custom_id.read(jeff.buttons()["Counter with this"]["custom_id"])
    assert read is not None
    done = jeff.ask(read.request).done
    assert done.startswith("### Your counter-offer to Ann\nYou give: nothing.\nYou get: $100M.\n")
    assert "Ann accepts or rejects it" in done


def test_only_what_can_be_offered_leads():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    assert you.buttons()["Propose"]["style"] == 2, "there is nothing on it yet"
    you.choose("You give…", "$10M")
    assert you.buttons()["Propose"]["style"] == 1


def test_who_borrows_on_their_own_turn_gives_back_when_it_ends_if_a_card_of_theirs_waits():
    """TR-46: it can be played at once."""
    for hand, turn in (([BOTH], 30), ([OUT], 34)):
        you = Player(dealing(hand), YOU)
        you.press("Deal with Donna…")
        you.choose("You get…", "the Casino")
        you.choose("A promise", "You give the Casino back")
        assert f"at the end of your turn {turn}." in you.text


def test_its_moves_are_ways_of_the_face():
    assert {PROPOSES: Propose, COUNTERS: Counter}.items() <= {
        way.verb: way.move for way in FACE.ways
    }.items()
    assert DRAFT.becomes == (PROPOSES, COUNTERS)
    verbs = {way.verb for way in FACE.ways} | {aside.verb for aside in FACE.asides}
    assert not any(verb.startswith("draft_") for verb in verbs)
    assert "draft" not in verbs


# --- a counter-offer ------------------------------------------------------------------------------


OFFER = propose(
    JEFF,
    goods(HOTEL, "Any 40", cash=20),
    goods(CRUISE, "Tax", random=1),
    back(JEFF, HOTEL, 20, turn=33),
    pay(YOU, 50, card=BOTH),
    words="On my honour!",
    then=Tax(seat=MIKE),
)


def offered(*promises: Clause) -> State:
    state = dealing(["Any 40", OUT], [OUT], [OUT], [OUT, OUT])
    return plays(state, (YOU, OFFER))


def test_a_counter_begins_as_the_mirror_of_the_offer():
    jeff = Player(offered(), JEFF)
    jeff.press("Counter Ann's offer…")
    slip, turned = jeff.content.slip, goods(CRUISE, "Tax", random=1)
    assert (slip.to, slip.give, slip.get) == (YOU, turned, goods(HOTEL, "Any 40", cash=20))
    assert slip.promises == OFFER.promises
    assert (slip.words, slip.then) == ("", None)
    assert jeff.content.answers == 30
    assert "### Your answer to Ann's offer" in jeff.text
    assert not jeff.choices("Then I play")
    # he does not hold what she asks for: that is told to him alone
    assert "⚠ You do not hold Tax." in jeff.text
    assert refused_to(jeff, "Counter with this") == "You do not hold Tax."
    jeff.choose("Take a line out", "You give a Tax card")
    assert jeff.press("Counter with this") == counter(
        goods(CRUISE, random=1), goods(HOTEL, "Any 40", cash=20), *OFFER.promises
    )


def test_a_counter_is_a_draft_beside_another_with_the_same_player():
    jeff = Player(dealing(["Any 40", OUT], [OUT], [OUT], [OUT, OUT]), JEFF)
    jeff.press("Deal with Ann…")
    jeff.choose("You give…", "$50M")
    jeff.state = offered()
    jeff._do(opened("draft", **{"with": "Ann"}))
    assert jeff.content.answers == 30
    jeff.choose("Take a line out", "You give 1 card drawn at random")
    jeff._do(opened("draft", **{"with": "Ann"}))  # it is found again
    assert "drawn at random" not in jeff.text
    assert len(jeff.kept.slips) == 2
    # the offer is rejected, and later there is another: that has a draft of its own
    jeff.state = plays(jeff.state, (JEFF, REJECT))
    jeff._do(opened("draft", **{"with": "Ann"}))
    assert "You give: $50M." in jeff.text
    jeff.state = plays(
        jeff.state, (DONNA, PASS), (MIKE, PASS), (JEFF, PASS), (YOU, propose(JEFF, goods(cash=90)))
    )
    jeff._do(opened("draft", **{"with": "Ann"}))
    assert "You get: $90M." in jeff.text
    assert jeff.content.answers == 34


def test_who_has_countered_cannot_be_countered():
    state = plays(offered(), (JEFF, counter(goods(cash=10), NOTHING)))
    you = Player(state, YOU)
    assert "Deal with Jeff…" in you.buttons()
    you.press("Deal with Jeff…")
    assert refused_to(you, "Propose") == (
        "You cannot offer a deal now: you are to answer Jeff's offer. The draft is kept."
    )


# --- what is no longer so -------------------------------------------------------------------------


def test_tr_68_what_is_gone_is_marked_and_must_be_mended():
    state = dealing(["Any 40", OUT])
    you = Player(state, YOU)
    you.press("Deal with Donna…")
    you.press("Cards…")
    you.choose("You give a card", "Any 40")
    you.choose("You give…", "the Hotel").choose("You get…", "the Casino").choose(
        "You give…", "$100M"
    )
    assert "⚠" not in you.text
    gone = replace(
        dealing([OUT], owners={HOTEL: MIKE, CASINO: JEFF}, cash=(90, 400, 400, 400)),
    )
    you.state = gone
    you.press("Refresh")
    for sentence in (
        "You give: ~~the Hotel~~, ~~an Any 40 card~~ and ~~$100M~~.",
        "You get: ~~the Casino~~.",
        "⚠ The Hotel is not yours to give.",
        "⚠ You do not hold Any 40.",
        "⚠ The Casino is not Donna's to give.",
        "⚠ You have $90M in hand: promise what is to be paid later.",
    ):
        assert sentence in said(you)
    assert refused_to(you, "Propose")
    for line in ("You give the Hotel", "You give an Any 40 card", "You get the Casino"):
        you.choose("Take a line out", line)
    you.choose("You give…", "$90M")
    assert "⚠" not in you.text
    assert you.press("Propose") == propose(DONNA, goods(cash=90))


def test_what_is_missing_is_marked_on_an_empty_draft():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    assert said(you) == [
        "You give: nothing.",
        "You get: nothing.",
        "⚠ Nothing changes hands and nothing is promised: say what the deal is.",
    ]
    assert refused_to(you, "Propose").startswith("Nothing changes hands")


def test_a_promise_is_marked_when_its_turn_has_passed_or_its_property_is_gone():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.put_in("You keep the Hotel", turn="the end of your turn 30")
    you.put_in("Donna spares you Tax and Force Sale")
    you.state = dealing(turn=34, owners={HOTEL: MIKE, CASINO: DONNA})
    you.press("Refresh")
    assert "~~You promise to keep the Hotel until the end of your turn 30.~~" in said(you)
    assert "⚠ A promise can name a turn from 34 to 66." in you.text


def test_tr_73_what_is_promised_to_another_is_said_where_it_is_chosen():
    lent = promised(1, JEFF, back(DONNA, CASINO, 10, turn=35))
    you = Player(dealing(promises=[lent]), YOU)
    you.press("Deal with Donna…")
    menu, value = you.choices("You get…")["the Casino"]
    (option,) = [option for option in menu["options"] if option["value"] == value]
    assert option["description"] == "Jeff's for $10M after turn 35"
    you.choose("You get…", "the Casino")
    assert "⚠ Donna has promised the Casino to Jeff." in you.text


def test_nobody_offers_what_they_have_not_seen():
    """An old panel of a draft that was changed elsewhere shows it anew before it is offered."""
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("You give…", "$10M")
    old = you.panel
    you.choose("You give…", "the Hotel")
    you.panel = old
    assert you.press("Propose") is None
    assert you.text.startswith("**The table has gone on since, or you have changed the draft")
    assert "You give: the Hotel and $10M." in you.text
    assert you.press("Propose") == propose(DONNA, goods(HOTEL, cash=10))


def test_it_is_shown_anew_when_ones_turn_has_come():
    you = Player(dealing(seat=JEFF, turn=29), YOU)
    you.press("Deal with Donna…")
    you.choose("You give…", "$10M")
    you.state = dealing()
    assert you.press("Propose") is None
    assert "It is your turn." in you.text
    assert you.press("Propose") == propose(DONNA, goods(cash=10))


# --- goods ----------------------------------------------------------------------------------------


def test_tr_45_cash_goes_one_way():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("You give…", "$100M").choose("You get…", "$10M")
    assert said(you)[:2] == ["You give: nothing.", "You get: $10M."]
    you.press("Other sums…")
    you.fill(give="$110", get="")
    assert said(you)[:2] == ["You give: $110M.", "You get: nothing."]
    you.press("Other sums…")
    you.fill(give="$110M", get="1,250")
    assert "⚠ Cash goes one way in a deal: take the smaller sum from the larger." in said(you)


@pytest.mark.parametrize("text", ["lots", "15", "-10", "10 cards", "$20,000M", "9" * 30])
def test_what_is_no_sum_is_refused_with_what_is(text):
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.press("Other sums…")
    with pytest.raises(Refusal, match=re.escape("in tens, from $10M to $10,000M.")):
        you.fill(give=text)
    assert you.content.slip.give == NOTHING


def test_sums_on_the_menu_are_what_one_has():
    you = Player(dealing(cash=(70, 400, 400, 400)), YOU)
    you.press("Deal with Donna…")
    assert list(you.choices("You give…"))[-2:] == ["$60M", "$70M"]
    assert "$400M" in you.choices("You get…")
    broke = Player(dealing(owners={}, cash=(0, 400, 400, 400)), YOU)
    broke.press("Deal with Donna…")
    assert not broke.choices("You give…")
    broke.press("Other sums…")
    assert "nothing in hand" in broke.form.entries[0].hint


def test_of_the_others_cards_all_kinds_are_asked_for_and_none_of_them_is_shown():
    """TR-66: the page and the panel are the same whatever the other holds."""
    yours = ["Tax", "Tax", "Any 40"]
    for page in (False, True):
        shown = list[Any]()
        for theirs in (["Hotel Profits", OUT], ["4 Properties", "Force Sale"]):
            you = Player(dealing(yours, theirs), YOU)
            you.press("Deal with Donna…")
            if page:
                you.press("Cards…")
                assert set(you.choices("You get a card")) == set(CARDS)
                assert set(you.choices("You give a card…")) == {"Tax", "Any 40"}
                assert list(you.choices("You get cards drawn")) == ["1 card", "2 cards"]
            shown.append(you.components())
        assert shown[0] == shown[1]


def test_cards_are_put_in_one_by_one_and_taken_out_together():
    you = Player(dealing(["Tax", "Tax"]), YOU)
    you.press("Deal with Donna…")
    for _ in range(2):
        you.press("Cards…")
        you.choose("You give a card…", "Tax")
    assert "You give: 2 Tax cards." in you.text
    you.press("Cards…")
    assert not you.choices("You give a card…")
    assert not you.choices("You give cards drawn")
    you.press("Back")
    you.choose("Take a line out", "You give 2 Tax cards")
    assert you.content.slip.give == NOTHING


def test_a_hand_of_all_kinds_fits():
    hand = [card for card in DECK if card != OUT][:59]
    you = Player(dealing(hand, owners=dict.fromkeys(PROPERTIES, YOU)), YOU)
    you.press("Deal with Donna…")
    you.press("Cards…")
    you.choose("You get a card", "Tax")
    you.press("Cards…")
    you.choose("You get a card", "Force Sale")
    you.choose("You give…", "the Hotel")
    assert len(you.choices("Then I play")) > 10


# --- promises -------------------------------------------------------------------------------------


def test_a_promise_says_what_it_lacks_and_is_not_put_in_before():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("A promise", "Donna pays you money")
    when = "when (a turn, a card, or both)"
    assert (
        you.text == f"### A promise\nDonna pays you money …\n-# Still to say: how much and {when}."
    )
    assert you.buttons()["Put it in"]["disabled"]
    half = you.buttons()["Put it in"]["custom_id"]
    you.choose("How much", "$50M")
    assert you.text == f"### A promise\nDonna pays you $50M …\n-# Still to say: {when}."
    you.choose("which turn", "the end of Donna's turn 31")
    assert you.text == (
        "### A promise\nDonna promises to pay you $50M at the end of Donna's turn 31."
    )
    read = custom_id.read(half)
    assert read is not None
    with pytest.raises(Refusal, match="Say how much and when"):
        you.ask(read.request)
    you.press("Put it in")
    assert you.content.slip.promises == (pay(DONNA, 50, turn=31),)


def test_with_a_card_and_a_turn_it_is_due_then_or_lapses():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("A promise", "You pay Donna money").choose("How much", "$50M")
    you.choose("which card", "Hotel Profits").choose("which turn", "the end of your turn 34")
    assert "when you play Hotel Profits, at the latest at the end of your turn 34." in you.text
    you.press("Off if not played")
    assert "if you play Hotel Profits by the end of your turn 34." in you.text
    you.press("Due at turn 34 at the latest")
    you.press("Off if not played")
    you.press("Put it in")
    assert you.content.slip.promises == (pay(YOU, 50, card="Hotel Profits", turn=34, lapses=True),)
    you.choose("A promise", "You pay Donna money").choose("How much", "$10M")
    you.choose("which other card", "Any 40").choose("which turn", "the end of your turn 34")
    you.press("Off if not played")
    you.choose("which card", "with no card")
    you.press("Put it in")
    assert you.content.slip.promises[1] == pay(YOU, 10, turn=34)


def test_other_sums_and_turns_are_typed():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("A promise", "You pay Donna money")
    you.press("Another sum or turn…")
    you.fill(amount="$330M", turn="turn 62")
    assert "$330M at the end of your turn 62." in you.text
    you.press("Put it in")
    assert you.content.slip.promises == (pay(YOU, 330, turn=62),)
    you.choose("A promise", "You spare Donna Tax and Force Sale")
    you.press("Another turn…")
    with pytest.raises(Refusal, match="from 30 to 62"):
        you.fill(turn="63")


def test_a_property_is_promised_once_and_its_promise_can_be_changed():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("You get…", "the Casino").choose("You give…", "$40M")
    you.put_in("You give the Casino back")
    you.put_in("You give the Casino back", amount="nothing", turn="the end of your turn 38")
    assert you.content.slip.promises == (back(YOU, CASINO, 0, turn=38),)
    assert not [choice for choice in you.choices("A promise") if "keep the Casino" in choice]


def test_at_most_four_promises():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.choose("A promise", "You pay Donna money").choose("How much", "$10M")
    you.choose("which turn", "the end of your turn 34")
    page = you.panel
    for _ in range(4):
        you.panel = page
        you.press("Put it in")
    assert not you.choices("A promise")
    you.panel = page
    assert refused_to(you, "Put it in") == "A deal holds at most 4 promises: take one out first."
    you.press("Back")
    (line,) = you.choices("Take a line out")  # four of a kind
    you.choose("Take a line out", line)
    assert len(you.content.slip.promises) == 3


@pytest.mark.parametrize("owners", [{}, dict.fromkeys(PROPERTIES, YOU), None])
def test_every_promise_that_is_offered_can_be_made(owners):
    state = dealing() if owners is None else dealing(owners=owners)
    you = Player(state, YOU)
    you.press("Deal with Donna…")
    home = you.panel
    for label in you.choices("A promise"):
        you.panel = home
        you.choose("A promise", label)
        if "money" in label:
            you.choose("How much", "$10M").choose("which turn", "the end of Donna's turn 31")
        you.press("Put it in")
        assert "⚠" not in you.text, label
        (line,) = you.choices("Take a line out")
        you.choose("Take a line out", line)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_promise_is_read_back_as_it_was_written(data):
    some = st.one_of(
        st.builds(
            pay,
            st.sampled_from([YOU, DONNA]),
            st.integers(0, MOST_MONEY),
            card=st.sampled_from([None, *sorted(PROFIT_CARDS)]),
            turn=st.none() | st.integers(0, 999_999),
            lapses=st.booleans(),
        ),
        st.builds(
            back,
            st.sampled_from([YOU, DONNA]),
            st.sampled_from(PROPERTIES),
            st.integers(0, MOST_MONEY),
            turn=st.none() | st.integers(0, 999_999),
        ),
        st.builds(keep, st.sampled_from([YOU, DONNA]), st.sampled_from(PROPERTIES), st.just(9)),
        st.builds(spare, st.sampled_from([YOU, DONNA]), st.integers(0, 999_999)),
    )
    clause = data.draw(some)
    text = encode(clause, YOU)
    assert decode(text, YOU, DONNA) == clause
    assert len(text) <= 24


@pytest.mark.parametrize(
    "text",
    ["", "m", "m.p..0...0.", "x.p..10..34.0", "m.r..10..34.0", "m.p.3.10..34.0", "m.p..1.77.3.0"],
)
def test_a_forged_promise_is_refused(text):
    with pytest.raises(Refusal, match="not one of mine"):
        decode(text, YOU, DONNA)


# --- then, words, and all the rest ----------------------------------------------------------------


def test_tr_78_what_is_played_on_it_is_said_ahead():
    you = Player(dealing(["Hotel and Casino", "Hotel Profits", "Any 50", OUT]), YOU)
    you.press("Deal with Donna…")
    assert not you.choices("Then I play")
    you.choose("You get…", "the Casino")
    # the Hotel is no news, and You're Out is played in a sale
    assert list(you.choices("Then I play")) == [
        "You play Hotel and Casino",
        "You play Any 50",
        "You play no card",
    ]
    you.choose("Then I play", "You play no card")
    assert "Then you play no card." in you.text
    assert you.content.slip.then == Pass()
    you.choose("Then I play", "You play Any 50")
    you.choose("Then I play", "Ask me when it is struck")
    assert you.content.slip.then is None
    you.press("Cards…")
    you.choose("You get a card", "Tax")
    you.press("Cards…")
    you.choose("You get a card", "Force Sale")
    assert {"You play Tax on Mike", "You play Force Sale on the Cruise Line"} <= set(
        you.choices("Then I play")
    )
    you.choose("Then I play", "You play Force Sale on the Cruise Line")
    assert you.content.slip.then == ForceSale(property=CRUISE)
    you.choose("Take a line out", "You get a Force Sale card")
    assert "⚠ You do not hold Force Sale, and this deal does not bring it." in you.text


def test_words_are_harmless():
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    you.press("Words…")
    you.fill(words=" @everyone  **now** <#12> https://x.example ")
    (line,) = [line for line in said(you) if "honour" in line]
    assert "@everyone" not in line
    assert "**now**" not in line
    assert "<#" not in line
    you.press("Words…")
    assert you.form.entries[0].default == "@everyone **now** <#12> https://x.example"
    you.fill(words="x" * 200)
    you.choose("You give…", "$10M")
    assert you.press("Propose").words == "x" * 200


def test_names_are_harmless_and_plain_on_labels():
    called = ["Ann", "*Do|nna*" + "x" * 30, "@everyone", "J:e;f=f"]
    you = Player(dealing(), YOU, called)
    for label in list(you.buttons()):
        you.panel = Panel([Row(DRAFT.hand(you.view, you.names))])
        you.press(label)
        assert "\\" not in str([part for part in you.components() if part["type"] in (2, 3)])
        assert "@everyone" not in you.text
        you.put_in(next(choice for choice in you.choices("A promise") if "keeps" in choice))
        assert "@everyone" not in you.text
        you.press("Cards…")
        you.press("Back")


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("draft_nothing", {}),
        ("draft_give", {}),
        ("draft_give", {"*what": "the moon"}),
        ("draft_give", {"*what": "random -1"}),
        ("draft_get", {"*what": "cash 15"}),
        ("draft_promise", {}),
        ("draft_promise", {"*so": "m.p..0...0", "*card": "Tax"}),
        ("draft_promise", {"*so": "m.p..0...0", "*amount": "seven"}),
        ("draft_promise", {"*so": "m.p..0...0", "*turn": "1"}),
        ("draft_put", {"so": "m.p..0...0"}),
        ("draft_then", {"*what": "play Aces"}),
        ("draft_then", {"*what": "tax 0"}),
        ("draft_then", {}),
        ("draft_take", {"*what": "promise 7"}),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(verb, args):
    you = Player(dealing(), YOU)
    you.press("Deal with Donna…")
    before = you.kept.slips[0]
    with pytest.raises(Refusal) as refusal:
        you.ask(Request(verb, {"slip": "1", **args}))
    assert str(refusal.value)[-1] in ".?"
    assert you.kept.slips == [before]


def test_whatever_is_pressed_is_answered_within_discords_limits():
    """Press and choose at random; whatever is offered in the end is a move, legal or refused."""
    luck = random.Random(78)
    made, refused = 0, set[str]()
    for turn in range(30, 60):
        hands = [[luck.choice(list(CARDS)) for _ in range(luck.randrange(1, 20))] for _ in NAMES]
        owners = {name: luck.randrange(4) for name in PROPERTIES}
        state = dealing(*hands, turn=turn, owners=owners)
        you = Player(state, YOU)
        you.press(luck.choice(list(you.buttons())))
        for _ in range(60):
            asked = [
                read.request
                for button in you.buttons().values()
                if not button.get("disabled") and (read := custom_id.read(button["custom_id"]))
            ]
            for menu in you.menus():
                read = custom_id.read(menu["custom_id"])
                assert read is not None
                value = luck.choice(menu["options"])["value"]
                asked += [read.request.with_args({read.pick or "": value})] * 3
            wanted = luck.choice([request for request in asked if request.verb != "draft_tear"])
            try:
                move = you._do(wanted)
            except Refusal as refusal:
                refused.add(str(refusal))
                continue
            you.form = None
            if move is not None:
                assert well_made(move)
                plays(state, (YOU, move))  # it is legal
                made += 1
                break
    assert made > 5
    assert refused
    assert all(re.fullmatch("[A-Z].*[.?]", line) for line in refused)


def test_three_may_play():
    state = dealing()
    three = table([OUT], [OUT], [OUT], dealing=True, turn=30, owners={HOTEL: YOU, CASINO: DONNA})
    assert len(DRAFT.hand(view(three, YOU), Names(NAMES[:3]))) == 2
    assert DRAFT.hand(view(state), Names(NAMES)) == ()
    you = Player(three, YOU, NAMES[:3])
    you.press("Deal with Donna…")
    you.choose("A promise", "You keep the Hotel")
    assert len(you.choices("which turn")) == 24
    assert isinstance(you.content.slip.give, Goods)
