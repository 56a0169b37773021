"""The board, the hand and the end of TRUMP The Game, as they are drawn."""

import re
from dataclasses import replace

from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.trump import FACE
from cogs.trump.draw import PROMISES_LIMIT
from games.trump.cards import CARDS, DECK
from games.trump.events_sales import BidSealed
from games.trump.state import Debt, Over
from tests.cogs.trump.face import (
    ANN,
    BEN,
    CALLED,
    CAT,
    DAN,
    OPEN,
    RULES,
    SHOWN,
    board,
    buying,
    every_position,
    hand,
    labels,
    names,
    promise,
    tell,
)
from tests.games.trump import selling as sales
from tests.games.trump.dealing import (
    ACCEPT,
    DONNA,
    YOU,
    back,
    dealing,
    give_back,
    keep,
    pay,
    promised,
    will_play,
)
from tests.games.trump.selling import BACK, I50, OUT
from tests.games.trump.table import goods, plays, propose, table


def drawn(state, seat: int | None = None) -> str:
    return (board(state) if seat is None else hand(state, seat)).text()


def test_the_board_says_where_the_pawns_stand():
    state = buying(["Tax"], pawns=(0, 3, 3))
    text = drawn(state)
    assert text.splitlines()[0] == "It's Ann's turn to roll or play a card."
    assert "**Ann** · 1 card · on START\n" in text
    assert "nobody's yet" not in text, "the others' lines leave it out"
    assert "**Ben** · 1 card · on Casino · owns Casino" in text
    assert "**Cat** · 1 card · on Casino\n" in text
    assert "-# Turn 9, Ann's · Buying Phase · 20 cards to draw" in text


def test_with_closed_books_money_is_shown_to_its_owner_only_tr_55():
    owners, inside = {"Casino": BEN, "Hotel": ANN}, {"Casino": 170, "Hotel": 130}
    state = buying(["Tax"], owners=owners, inside=inside, cash=(310, 220, 90))
    for seat in (None, CAT):
        for money in ("310", "220", "170", "130"):
            assert money not in drawn(state, seat), (seat, money)
    mine = drawn(state, ANN)
    assert "\nYou have **$310M** in hand and $130M inside" in mine
    assert "220" not in mine
    assert "170" not in mine
    shown = buying(["Tax"], owners=owners, inside=inside, cash=(310, 220, 90), options=SHOWN)
    text = drawn(shown)
    assert "**Ann** · 1 card · $310M · on START · owns Hotel ($130M inside)" in text
    assert "**Ben** · 1 card · $220M · on START · owns Casino ($170M inside)" in text
    assert " · nobody's yet: Tropical Island ($50M inside)," in text


def test_the_board_does_not_depend_on_secrets_tr_24_tr_61():
    state = buying(["Tax"], ["Any 40"], [BACK])
    other = replace(
        state, hands=(("Any 50",), ("Hotel Roll",), ("Tax",)), pile=(*state.pile[1:], "Tax")
    )
    assert board(state) == board(other)

    state = sales.Sale([I50], [OUT], [BACK])
    other = sales.Sale([I50], [OUT], [BACK])
    state.play(ANN, sales.opening(120, 190, "use", "yes", "ask"))
    other.play(ANN, sales.opening(10))
    for seat in (None, BEN, CAT):
        assert drawn(state.state, seat) == drawn(other.state, seat)
    assert "$120M" in drawn(state.state, ANN)
    assert "Bids in: 1 of 3." in drawn(state.state)


def test_the_dealing_phase_shows_no_ring_and_how_near_the_end_is_tr_49():
    state = dealing(passes=2)
    text = drawn(state)
    assert "on START" not in text
    assert "Dealing Phase" in text
    assert "passes in a row: 2 (4 end the game)" in text
    gone = dealing(owners={"Hotel": 0}, gone=["Airline", "Cruise Line"])
    assert "left the game: the Cruise Line and the Airline" in drawn(gone)


def test_bids_are_listed_with_their_cards_and_the_leader_tr_63():
    sale = sales.Sale([I50, OUT], [OUT], [BACK], options=OPEN).open(50, 100, 30)
    text = drawn(sale.state)
    assert "Ben: **$100M** · leads" in text
    assert "-# You can't raise with cash alone until somebody plays an Outside Investor." in text
    sale.raises(ANN, 150, I50).outs(BEN, ANN).passes(CAT)
    text = drawn(sale.state)
    assert "Ann: **$150M** · knocked out · Investor 50, You're Out" in text
    assert "Ben: **$100M** · leads" in text
    assert "Cat: **$30M** · passed" in text
    assert "-# An Outside Investor has been played, so you can raise with cash too." in text
    assert "You: **$150M** · knocked out" in drawn(sale.state, ANN)


def test_an_offer_is_drawn_below_the_headline():
    offered = plays(dealing(), (0, propose(1, goods(cash=40), goods("Casino"))))
    lines = drawn(offered).splitlines()
    assert lines[:3] == [
        "Ben hasn't answered Ann's offer yet.",
        "Ann gives: $40M.",
        "Ben gives: the Casino.",
    ]
    mine = drawn(offered, 1)
    assert "You give: the Casino." in mine
    assert "You get: $40M." in mine


def test_promises_are_listed_and_mentioned_on_cards_and_properties():
    state = dealing(["Hotel Profits"])
    clauses = (back(0, "Casino", turn=34), pay(0, 50, card="Hotel Profits"))
    state = plays(state, (0, propose(1, goods(cash=10), goods("Casino"), *clauses)), (1, ACCEPT))
    text = drawn(state)
    assert "**Promised**" in text
    assert re.search(r"^1\. Ann .* the Casino .* Ben .*turn 34", text, re.MULTILINE)
    assert "Casino (promise 1)" in text
    mine = drawn(state, ANN)
    assert "Hotel Profits ($60M, you then pay Ben $50M)" in mine
    assert "Casino ($50M, Ben's after your turn 34)" in mine
    owed = dealing(debts=[Debt(number=7, by=2, to=3, amount=20)])
    assert "7. Cat owes Dan\\* $20M." in drawn(owed)

    state = dealing(["Hotel Profits"])
    state = plays(
        state, (0, propose(1, goods(cash=10), goods(), keep(0, "Hotel", 36))), (1, ACCEPT)
    )
    assert "Hotel ($50M, kept until the end of Cat's turn 36)" in drawn(state, 0)


def test_long_lists_of_promises_are_cut_and_shown_in_full_by_a_button():
    many = [promise(number=number, amount=10, turn=40) for number in range(1, 61)]
    state = dealing(promises=many)
    text = drawn(state)
    listed = re.findall(r"^\d+\. Ann pays Ben \$10M", text, re.MULTILINE)
    assert 0 < len(listed) < 60
    assert f"… and {60 - len(listed)} more: *Promises* on your hand lists them." in text
    assert sum(map(len, text.split("**Promised**")[1].splitlines())) <= PROMISES_LIMIT + 100
    aside = next(aside for aside in FACE.asides if aside.verb == "promises")
    whole = aside.panel(RULES.view(state, BEN), names(state)).text()
    assert "60. Ann pays you $10M" in whole
    none = aside.panel(RULES.view(dealing(), BEN), names(state)).text()
    assert none.endswith("There are none yet.")


def test_the_list_of_cards_names_them_all():
    aside = next(aside for aside in FACE.asides if aside.verb == "cards")
    text = aside.panel(RULES.view(buying(), ANN), Names(CALLED)).text()
    assert f"The {len(DECK)} cards" in text
    for card in CARDS.values():
        assert card.title in text, card
    assert "Hotel + Casino $120M" in text
    assert "You're Out ×13" in text


def test_a_hand_is_grouped_by_when_its_cards_can_be_played():
    held = ["Casino Profits", "Hotel and Casino", "Any 40", "Any 40", "Tax", I50, OUT, OUT]
    state = buying(held, owners={"Casino": ANN}, pawns=(0, 0, 0))
    text = drawn(state, ANN)
    assert "**Now**: Casino Profits ($60M), Any 40 ×2 ($40M)" in text
    assert "**In a sale**: Investor 50, You're Out ×2" in text
    assert "**Not yet**: Hotel + Casino ($120M, you need the Hotel)" in text
    assert "**Not right now**: Tax" in text  # nobody else owns anything
    assert text.index("**Now**") < text.index("**In a sale**") < text.index("**Not yet**")
    waiting = drawn(replace(state, public=replace(state.public, seat=BEN)), ANN)
    assert "**Now**" not in waiting
    assert "**On your turn**: Casino Profits ($60M), Any 40 ×2 ($40M), Tax" in waiting
    assert "-# Where a roll takes you: 1 Hotel, 2 FOR SALE, 3 Casino, 4 FOR SALE, 5 Trop" in text

    state = buying([], [OUT], cash=(0, 10, 10))
    assert "\nYou have **no cash** in hand and own no properties." in drawn(state, ANN)
    assert "You hold no cards." in drawn(state, ANN)


def test_a_card_says_what_it_lacks_tr_64():
    state = dealing(["Hotel and Casino"], owners={"Hotel": 0}, gone=["Casino"])
    assert "Hotel + Casino ($120M, the Casino has left the game)" in drawn(state, 0)
    many = dealing(["3 Properties"], owners={"Hotel": 0})
    assert "3 Properties ($160M, you need 2 more properties)" in drawn(many, 0)


def test_a_bidders_hand_says_where_the_money_goes():
    own = sales.Sale([OUT], [OUT], [OUT], owner=ANN, inside=130)
    assert "-# It's yours, with $130M inside. If you win, your bid goes inside." in drawn(
        own.state, ANN
    )
    assert "goes to the owner" in drawn(own.state, BEN)
    assert "130" not in drawn(own.state, BEN)
    free = sales.Sale([OUT], [OUT], [OUT], inside=130, options=SHOWN)
    assert "goes to the bank. Everybody else gets theirs back. $130M is inside." in drawn(
        free.state, BEN
    )


def test_names_are_escaped_on_the_board_but_not_on_labels():
    state = dealing()
    assert "**Dan\\***" in drawn(state)
    taxing = dealing(["Tax"])
    assert "Tax Dan*: $20M" in labels(hand(taxing, 0))
    assert tell(BidSealed(seat=DAN, left=0)) == "Dan\\* sealed a bid or chose not to: all are in."


def test_no_drawing_is_broken_or_guesses_a_gender():
    for state in every_position():
        for seat in (None, *range(len(state.hands))):
            view = RULES.view(state, seat)
            if isinstance(state.public.phase, Over):
                text = FACE.draw.ending(RULES.view(state, None), names(state)).headline
            else:
                text = drawn(state, seat)
            assert len(text) <= 3600, (view.phase, len(text))
            assert not re.search(r"\b(he|she|his|her|him)\b|\.\.|  | ,|None|\(\)", text), text


def test_the_end_is_counted_line_by_line_tr_51():
    owners, inside = {"Casino": BEN, "Hotel": BEN, "Airline": CAT}, {"Casino": 170, "Airline": 150}
    state = table(
        [],
        [],
        [],
        owners=owners,
        inside=inside,
        cash=(480, 190, 330),
        dealing=True,
        phase=Over(why="cards"),
    )
    ending = FACE.draw.ending(RULES.view(state, None), names(state))
    assert ending.headline == "**Ann and Cat share the win, with $480M each.**"
    text = "\n".join(plain(part.markdown) for part in ending.parts if hasattr(part, "markdown"))
    assert "**3. Ben** · $190M in hand + Hotel $50M + Casino $170M = **$410M**" in text
    assert text.startswith("**1. Ann** · $480M in hand = **$480M**\n**1. Cat** · "), "a tie"
    assert "Nobody had a card left." in text
    alone = replace(state, public=replace(state.public, cash=(490, 190, 330)))
    ending = FACE.draw.ending(RULES.view(alone, None), names(alone))
    assert ending.headline == "**Ann wins, with $490M.**"


def test_tr_80_tr_81_open_cards_are_shown_on_the_board_and_in_their_holders_hand():
    held = [
        promised(1, DONNA, give_back(YOU, "Tax", turn=35)),
        promised(2, DONNA, will_play(YOU, "Hotel and Casino", 34)),
        promised(3, DONNA, will_play(YOU, "Any 40", 38)),
    ]
    cards = ["Tax", "Any 40", "Any 40", "Hotel and Casino"]
    state = dealing(cards, promises=held, owners={"Hotel": YOU, "Casino": YOU})
    opened = "open: Tax (promise 1), Hotel + Casino (promise 2), Any 40 (promise 3)"
    assert f"**Ann** · 4 cards · {opened} · owns" in drawn(state)
    assert drawn(state).count("open:") == 1
    mine = drawn(state, YOU)
    assert "Tax (lent by Ben until Ben's turn 35)" in mine
    assert "Any 40 ×2 ($40M, you play one on your turn 38)" in mine
    assert "Hotel + Casino ($120M, you play it on your turn 34)" in mine
