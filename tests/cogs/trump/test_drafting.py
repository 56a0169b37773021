"""Drafts of deals in TRUMP The Game: starting, finding, changing and offering them."""

import random
import re
from dataclasses import replace

import pytest

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Request
from bot.ui.panels.words import Names
from bot.ui.ways.draft_kind import opened
from cogs.trump import FACE
from cogs.trump.deals.draft_panel import DraftPage
from cogs.trump.deals.drafting import COUNTERS, DRAFT, PROPOSES
from cogs.trump.deals.offer_draft import EMPTY_DRAFT
from games.rules import Refusal
from games.trump.cards import CARDS, PROPERTIES
from games.trump.moves import NOTHING, Clause, Counter, Goods, Play, Propose, Tax, well_made
from games.trump.state import State
from tests.cogs.trump.drafter import (
    BOTH,
    CODEC,
    Drafter,
    refused_to,
    request_of,
    sentences,
    with_donna,
)
from tests.games.trump.dealing import ACCEPT, OUT, PASS, REJECT, back, counter, dealing, pay
from tests.games.trump.table import NAMES, cash, goods, owner, plays, propose, table, view

YOU, DONNA, MIKE, JEFF = range(4)
HOTEL, CASINO, ISLAND, CRUISE = PROPERTIES[:4]


def test_deal_1_sells_a_card():
    you = with_donna(["Hotel Profits", OUT], [OUT], owners={HOTEL: DONNA})
    you.press("Cards…")
    you.choose("You give a card", "Hotel Profits")
    you.choose("You get…", "$40M")
    assert sentences(you) == ["You give: the Hotel Profits card.", "You get: $40M."]
    move = propose(DONNA, goods("Hotel Profits"), goods(cash=40))
    assert you.press("Propose") == move
    assert you.presses == 7
    assert cash(plays(you.state, (YOU, move), (DONNA, ACCEPT))) == (440, 360, 400, 400)


def test_deal_2_takes_at_most_twenty_presses_tr_69_tr_70():
    state = dealing([BOTH, OUT], turn=33, seat=JEFF, owners={HOTEL: YOU, CASINO: JEFF})
    jeff = Drafter(state, JEFF)
    jeff.press("Deal with Ann…")
    jeff.choose("You give…", "the Casino").choose("You get…", "$10M")
    jeff.put_in("Ann pays you money", amount="$50M", card=BOTH)
    jeff.put_in(
        "Ann gives the Casino back"
    )  # suggested for the same cash at the end of her next turn
    assert sentences(jeff)[:4] == [
        "You give: the Casino.",
        "You get: $10M.",
        "Ann promises to pay you $50M when Ann plays Hotel + Casino.",
        "Ann promises to give the Casino back to you for $10M at the end of Ann's turn 34.",
    ]
    assert not any("⚠" in line for line in sentences(jeff))
    move = propose(
        YOU, goods(CASINO), goods(cash=10), pay(YOU, 50, card=BOTH), back(YOU, CASINO, 10, turn=34)
    )
    assert jeff.press("Propose") == move
    # accepting takes one press more, and playing the card at most two
    assert jeff.presses == 16
    assert jeff.presses + 1 + 2 <= 20
    state = plays(state, (JEFF, move), (YOU, ACCEPT), (YOU, Play(card=BOTH)))
    assert cash(state) == (470, 400, 400, 450)
    assert owner(state, CASINO) == JEFF


def test_deal_2_can_be_proposed_by_the_borrower():
    state = dealing([BOTH, OUT], owners={HOTEL: YOU, CASINO: JEFF})
    you = Drafter(state, YOU)
    you.press("Deal with Jeff…")
    you.choose("You get…", "the Casino").choose("You give…", "$10M")
    you.put_in("You pay Jeff money", amount="$50M", card=BOTH)
    you.put_in("You give the Casino back", turn="the end of your turn 30")
    you.choose("Then I play", f"You play {CARDS[BOTH].title}")
    move = propose(
        JEFF,
        goods(cash=10),
        goods(CASINO),
        pay(YOU, 50, card=BOTH),
        back(YOU, CASINO, 10, turn=30),
        then=Play(card=BOTH),
    )
    assert you.press("Propose") == move
    assert you.presses == 20
    state = plays(state, (YOU, move), (JEFF, ACCEPT))
    assert cash(state) == (470, 400, 400, 450)
    assert owner(state, CASINO) == JEFF


def test_deal_3_is_countered_with_another_price():
    state = dealing([OUT], [OUT], [OUT], ["Tax", "Any 40", OUT], turn=30, seat=JEFF)
    jeff = Drafter(state, JEFF)
    jeff.press("Deal with Ann…")
    jeff.press("Cards…")
    jeff.choose("You give cards drawn at random", "2 cards").choose("You get…", "$40M")
    move = propose(YOU, goods(random=2), goods(cash=40))
    assert jeff.press("Propose") == move
    assert jeff.presses == 7

    you = Drafter(plays(state, (JEFF, move)), YOU)
    assert next(iter(you.buttons())) == "Counter Jeff's offer…"
    you.press("Counter Jeff's offer…")
    assert sentences(you) == ["You give: $40M.", "You get: 2 cards drawn at random."]
    you.choose("You give…", "$30M")
    answer = counter(goods(cash=30), goods(random=2))
    assert you.press("Counter with this") == answer
    assert you.presses == 4


def test_deal_4_is_countered_with_a_date():
    both = "Tropical Island and Cruise Line"
    state = dealing([both, OUT], owners={ISLAND: YOU, CRUISE: JEFF})
    you = Drafter(state, YOU)
    you.press("Deal with Jeff…")
    you.choose("You give…", "$10M").choose("You get…", "the Cruise Line")
    you.put_in("You pay Jeff money", amount="$60M", card=both)
    you.put_in("You give the Cruise Line back", card=both, turn="at no turn")
    when = {"card": both}
    move = propose(
        JEFF, goods(cash=10), goods(CRUISE), pay(YOU, 60, **when), back(YOU, CRUISE, 10, **when)
    )
    assert you.press("Propose") == move
    assert you.presses == 20

    jeff = Drafter(plays(state, (YOU, move)), JEFF)
    jeff.press("Counter Ann's offer…")
    assert "because Ann needn't play Tropical Island" in jeff.text  # TR-48
    jeff.put_in(
        "Ann gives the Cruise Line back", turn="the end of Ann's turn 34", card="with no card"
    )
    answer = counter(
        goods(CRUISE), goods(cash=10), pay(YOU, 60, **when), back(YOU, CRUISE, 10, turn=34)
    )
    assert jeff.press("Counter with this") == answer
    state = plays(jeff.state, (JEFF, answer), (YOU, ACCEPT))
    assert cash(state) == (390, 400, 400, 410)


def test_deal_5_has_three_promises():
    single, three = "Sports Complex Profits", "3 Properties"
    you = with_donna([single, three], owners={HOTEL: YOU, CASINO: YOU, "Sports Complex": DONNA})
    you.choose("You get…", "the Sports Complex")
    you.put_in("You pay Donna money", amount="$20M", card=single)
    you.put_in("You pay Donna money", amount="$70M", card=three)
    you.put_in("You give the Sports Complex back", card=three, turn="at no turn")
    you.choose("Then I play", f"You play {single}")
    move = propose(
        DONNA,
        NOTHING,
        goods("Sports Complex"),
        pay(YOU, 20, card=single),
        pay(YOU, 70, card=three),
        back(YOU, "Sports Complex", card=three),
        then=Play(card=single),
    )
    assert you.press("Propose") == move
    assert cash(plays(you.state, (YOU, move), (DONNA, ACCEPT))) == (410, 420, 400, 400)


def test_tr_68_anybody_can_prepare_a_draft_at_any_time():
    state = dealing(seat=JEFF)
    you = Drafter(state, YOU)
    assert list(you.buttons()) == ["Deal with Donna…", "Deal with Mike…", "Deal with Jeff…"]
    you.press("Deal with Donna…")
    assert "It's Jeff's turn. The draft is kept for yours." in you.text
    you.choose("You give…", "$10M")
    assert refused_to(you, "Propose") == ("It's Jeff's turn, not yours. The draft is kept.")
    assert you.content.slip.give == goods(cash=10)

    buying = Drafter(table([OUT], [OUT], [OUT]), YOU)
    assert not buying.panel.parts[0].buttons
    buying.send(opened("draft", **{"with": "Donna"}))
    assert "You can't make deals in the Buying Phase" in buying.text
    assert refused_to(buying, "Propose") == (
        "You can't make deals until the Dealing Phase, and this is the Buying Phase."
        " The draft is kept."
    )


def test_the_boards_deal_button_asks_for_the_other_party():
    state = dealing()
    (button,) = DRAFT.board(view(state), Names(NAMES))
    assert button.label == "Deal…"
    donna = Drafter(state, DONNA)
    donna.send(button.request)
    assert donna.text == "Who do you want to deal with?"
    assert list(donna.buttons()) == ["Deal with Ann…", "Deal with Mike…", "Deal with Jeff…"]
    assert donna.kept.drafts == []
    donna.press("Deal with Mike…")
    assert donna.content == DraftPage(slip=replace(EMPTY_DRAFT, to=MIKE), answers=None)
    assert DRAFT.board(view(table([OUT], [OUT], [OUT])), Names(NAMES)) == ()


def test_the_boards_counter_button_opens_the_same_draft_again():
    state = offered()
    (button,) = DRAFT.board(view(state), Names(NAMES))
    assert button.label == "Counter…"
    jeff, donna = Drafter(state, JEFF), Drafter(state, DONNA)
    for _ in range(2):  # the second press finds the draft again
        jeff.send(button.request)
        assert "### Your answer to Ann's offer" in jeff.text
    assert len(jeff.kept.drafts) == 1
    donna.send(button.request)
    assert donna.text == "That offer is Jeff's to answer. Who do you want to deal with?"
    assert "Deal with Jeff…" in donna.buttons()
    countered = plays(state, (JEFF, counter(goods(cash=10), NOTHING)))
    assert DRAFT.board(view(countered), Names(NAMES)) == ()


def test_drafts_with_two_players_are_kept_apart():
    you = Drafter(dealing(), YOU)
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
    assert len(you.kept.drafts) == 2
    you.press("Discard")
    assert you.text == "Discarded."
    assert [CODEC.load(draft.json).to for draft in you.kept.drafts] == [DONNA]


def test_a_proposed_draft_is_deleted():
    you = with_donna()
    you.choose("You give…", "$10M")
    before = you.panel
    assert you.press("Propose") == propose(DONNA, goods(cash=10))
    assert you.kept.drafts == []
    you.panel = before
    assert refused_to(you, "Propose") == "That draft is gone."


def test_a_confirmation_says_what_was_offered_and_what_comes_next():
    you = with_donna([BOTH])
    you.choose("You give…", "$10M").choose("You get…", "the Casino")
    you.put_in("You give the Casino back")
    (offer,) = [button for button in you.buttons().values() if button["label"] == "Propose"]
    desk = you.ask(request_of(offer["custom_id"]))
    assert desk.done == (
        "### Proposed to Donna\nYou give: $10M.\nYou get: the Casino.\n"
        "You promise to give the Casino back to Donna for $10M at the end of your turn 30.\n"
        "-# Donna answers next, and the board shows by when. Until then you can"
        " withdraw the offer there."
    )

    jeff = Drafter(plays(dealing(), (YOU, propose(JEFF, goods(cash=90)))), JEFF)
    jeff.press("Counter Ann's offer…")
    jeff.choose("You get…", "$100M")
    done = jeff.ask(request_of(jeff.buttons()["Counter with this"]["custom_id"])).done
    assert done.startswith("### Your counter-offer to Ann\nYou give: nothing.\nYou get: $100M.\n")
    assert "Ann accepts or rejects it" in done


def test_the_drafts_moves_are_ways_of_the_face():
    assert {PROPOSES: Propose, COUNTERS: Counter}.items() <= {
        way.verb: way.move for way in FACE.ways
    }.items()
    assert DRAFT.becomes == (PROPOSES, COUNTERS)
    verbs = {way.verb for way in FACE.ways} | {aside.verb for aside in FACE.asides}
    assert not any(verb.startswith("draft_") for verb in verbs)
    assert "draft" not in verbs


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


def test_a_counter_starts_as_the_mirrored_offer():
    jeff = Drafter(offered(), JEFF)
    jeff.press("Counter Ann's offer…")
    slip, turned = jeff.content.slip, goods(CRUISE, "Tax", random=1)
    assert (slip.to, slip.give, slip.get) == (YOU, turned, goods(HOTEL, "Any 40", cash=20))
    assert slip.promises == OFFER.promises
    assert (slip.words, slip.then) == ("", None)
    assert jeff.content.answers == 30
    assert "### Your answer to Ann's offer" in jeff.text
    assert not jeff.choices("Then I play")
    # only Jeff is told that he lacks the card
    assert "⚠ You have no Tax card." in jeff.text
    assert refused_to(jeff, "Counter with this") == "You have no Tax card."
    jeff.choose("Remove a line", "You give a Tax card")
    assert jeff.press("Counter with this") == counter(
        goods(CRUISE, random=1), goods(HOTEL, "Any 40", cash=20), *OFFER.promises
    )


def test_a_counter_has_a_draft_of_its_own():
    jeff = Drafter(dealing(["Any 40", OUT], [OUT], [OUT], [OUT, OUT]), JEFF)
    jeff.press("Deal with Ann…")
    jeff.choose("You give…", "$50M")
    jeff.state = offered()
    jeff.send(opened("draft", **{"with": "Ann"}))
    assert jeff.content.answers == 30
    jeff.choose("Remove a line", "You give 1 card drawn at random")
    jeff.send(opened("draft", **{"with": "Ann"}))  # finds the draft again
    assert "drawn at random" not in jeff.text
    assert len(jeff.kept.drafts) == 2
    # after a rejection, the next offer has a draft of its own
    jeff.state = plays(jeff.state, (JEFF, REJECT))
    jeff.send(opened("draft", **{"with": "Ann"}))
    assert "You give: $50M." in jeff.text
    jeff.state = plays(
        jeff.state, (DONNA, PASS), (MIKE, PASS), (JEFF, PASS), (YOU, propose(JEFF, goods(cash=90)))
    )
    jeff.send(opened("draft", **{"with": "Ann"}))
    assert "You get: $90M." in jeff.text
    assert jeff.content.answers == 34


def test_a_counter_offer_cannot_be_countered():
    state = plays(offered(), (JEFF, counter(goods(cash=10), NOTHING)))
    you = Drafter(state, YOU)
    assert "Deal with Jeff…" in you.buttons()
    you.press("Deal with Jeff…")
    assert refused_to(you, "Propose") == (
        "You can't offer a deal now: you haven't answered Jeff's offer yet. The draft is kept."
    )


def test_staleness_redraws_the_panel_instead_of_offering():
    you = with_donna()
    you.choose("You give…", "$10M")
    old = you.panel
    you.choose("You give…", "the Hotel")
    you.panel = old
    assert you.press("Propose") is None
    assert you.text.startswith("**The table or your draft has changed since")
    assert "You give: the Hotel and $10M." in you.text
    assert you.press("Propose") == propose(DONNA, goods(HOTEL, cash=10))

    you = with_donna(seat=JEFF, turn=29)
    you.choose("You give…", "$10M")
    you.state = dealing()
    assert you.press("Propose") is None
    assert "It's your turn." in you.text
    assert you.press("Propose") == propose(DONNA, goods(cash=10))


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
def test_a_malformed_request_is_refused_and_changes_nothing(verb, args):
    you = with_donna()
    before = you.kept.drafts[0]
    with pytest.raises(Refusal) as refusal:
        you.ask(Request(verb, {"slip": "1", **args}))
    assert str(refusal.value)[-1] in ".?"
    assert you.kept.drafts == [before]


def test_random_presses_are_answered_within_discords_limits():
    luck = random.Random(78)
    moves, refused = 0, set[str]()
    for turn in range(30, 60):
        hands = [[luck.choice(list(CARDS)) for _ in range(luck.randrange(1, 20))] for _ in NAMES]
        owners = {name: luck.randrange(4) for name in PROPERTIES}
        state = dealing(*hands, turn=turn, owners=owners)
        you = Drafter(state, YOU)
        you.press(luck.choice(list(you.buttons())))
        for _ in range(60):
            asked = [
                request_of(button["custom_id"])
                for button in you.buttons().values()
                if not button.get("disabled")
            ]
            for menu in you.menus():
                read = custom_id.read(menu["custom_id"])
                assert read is not None
                value = luck.choice(menu["options"])["value"]
                asked += [read.request.with_args({read.pick or "": value})] * 3
            chosen = luck.choice([request for request in asked if request.verb != "draft_tear"])
            try:
                move = you.send(chosen)
            except Refusal as refusal:
                refused.add(str(refusal))
                continue
            you.form = None
            if move is not None:
                assert well_made(move)
                plays(state, (YOU, move))  # raises if the move is illegal
                moves += 1
                break
    assert moves > 5
    assert refused
    assert all(re.fullmatch("[A-Z].*[.?]", line) for line in refused)


def test_three_players_can_draft():
    state = dealing()
    three = table([OUT], [OUT], [OUT], dealing=True, turn=30, owners={HOTEL: YOU, CASINO: DONNA})
    assert len(DRAFT.hand(view(three, YOU), Names(NAMES[:3]))) == 2
    assert DRAFT.hand(view(state), Names(NAMES)) == ()
    you = Drafter(three, YOU, NAMES[:3])
    you.press("Deal with Donna…")
    you.choose("A promise", "You keep the Hotel")
    assert len(you.choices("which turn")) == 24
    assert isinstance(you.content.slip.give, Goods)
