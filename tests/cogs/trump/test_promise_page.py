"""The page of a deal draft on which a promise is put together."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.trump.deals.promise_page import decode, encode
from games.rules import Refusal
from games.trump.cards import CARDS, PROFIT_CARDS, PROPERTIES
from games.trump.deals.offers import MOST_MONEY
from tests.cogs.trump.drafter import BOTH, Drafter, refused_to, request_of, with_donna
from tests.games.trump.dealing import (
    ANY,
    CASINO,
    DONNA,
    OUT,
    YOU,
    back,
    dealing,
    give_back,
    keep,
    pay,
    spare,
    will_play,
)


def test_tr_46_a_borrower_who_can_play_at_once_returns_the_property_this_turn():
    for hand, turn in (([BOTH], 30), ([OUT], 34)):
        you = with_donna(hand)
        you.choose("You get…", "the Casino")
        you.choose("A promise", "You give the Casino back")
        assert f"at the end of your turn {turn}." in you.text


def test_an_incomplete_promise_says_what_is_missing():
    you = with_donna()
    you.choose("A promise", "Donna pays you money")
    when = "when (a turn, a card, or both)"
    assert (
        you.text == f"### A promise\nDonna pays you money …\n-# Still missing: how much and {when}."
    )
    assert you.buttons()["Add"]["disabled"]
    half = you.buttons()["Add"]["custom_id"]
    you.choose("How much", "$50M")
    assert you.text == f"### A promise\nDonna pays you $50M …\n-# Still missing: {when}."
    you.choose("which turn", "the end of Donna's turn 31")
    assert you.text == (
        "### A promise\nDonna promises to pay you $50M at the end of Donna's turn 31."
    )
    with pytest.raises(Refusal, match="Say how much and when"):
        you.ask(request_of(half))
    you.press("Add")
    assert you.content.slip.promises == (pay(DONNA, 50, turn=31),)


def test_a_promise_with_card_and_turn_falls_due_or_lapses():
    you = with_donna()
    you.choose("A promise", "You pay Donna money").choose("How much", "$50M")
    you.choose("which card", "Hotel Profits").choose("which turn", "the end of your turn 34")
    assert "when you play Hotel Profits, or at the end of your turn 34 at the latest." in you.text
    you.press("Off if not played")
    assert "if you play Hotel Profits by the end of your turn 34." in you.text
    you.press("Due at your turn 34 at the latest")
    you.press("Off if not played")
    you.press("Add")
    assert you.content.slip.promises == (pay(YOU, 50, card="Hotel Profits", turn=34, lapses=True),)
    you.choose("A promise", "You pay Donna money").choose("How much", "$10M")
    you.choose("which other card", "Any 40").choose("which turn", "the end of your turn 34")
    you.press("Off if not played")
    you.choose("which card", "with no card")
    you.press("Add")
    assert you.content.slip.promises[1] == pay(YOU, 10, turn=34)


def test_other_amounts_and_turns_can_be_typed():
    you = with_donna()
    you.choose("A promise", "You pay Donna money")
    you.press("Another amount or turn…")
    you.fill(amount="$330M", turn="turn 62")
    assert "$330M at the end of your turn 62." in you.text
    you.press("Add")
    assert you.content.slip.promises == (pay(YOU, 330, turn=62),)
    you.choose("A promise", "You spare Donna Tax and Force Sale")
    you.press("Another turn…")
    with pytest.raises(Refusal, match="from 30 to 62"):
        you.fill(turn="63")


def test_a_property_is_promised_once_and_can_be_changed():
    you = with_donna()
    you.choose("You get…", "the Casino").choose("You give…", "$40M")
    you.put_in("You give the Casino back")
    you.put_in("You give the Casino back", amount="nothing", turn="the end of your turn 38")
    assert you.content.slip.promises == (back(YOU, CASINO, 0, turn=38),)
    assert not [choice for choice in you.choices("A promise") if "keep the Casino" in choice]


def test_a_deal_holds_at_most_four_promises():
    you = with_donna()
    you.choose("A promise", "You pay Donna money").choose("How much", "$10M")
    you.choose("which turn", "the end of your turn 34")
    page = you.panel
    for _ in range(4):
        you.panel = page
        you.press("Add")
    assert not you.choices("A promise")
    you.panel = page
    assert refused_to(you, "Add") == "A deal has room for 4 promises. Remove one first."
    you.press("Back")
    (line,) = you.choices("Remove a line")  # all four are alike
    you.choose("Remove a line", line)
    assert len(you.content.slip.promises) == 3


@pytest.mark.parametrize("owners", [{}, dict.fromkeys(PROPERTIES, YOU), None])
def test_every_suggested_promise_is_legal(owners):
    state = dealing() if owners is None else dealing(owners=owners)
    you = Drafter(state, YOU)
    you.press("Deal with Donna…")
    home = you.panel
    for label in you.choices("A promise"):
        you.panel = home
        you.choose("A promise", label)
        if "money" in label:
            you.choose("How much", "$10M").choose("which turn", "the end of Donna's turn 31")
        if "a card" in label:
            you.choose("hich (other )?card", next(iter(you.choices("hich (other )?card"))))
        you.press("Add")
        assert "⚠" not in you.text, label
        (line,) = you.choices("Remove a line")
        you.choose("Remove a line", line)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_an_encoded_promise_can_be_decoded(data):
    clauses = st.one_of(
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
        st.builds(
            give_back,
            st.sampled_from([YOU, DONNA]),
            st.sampled_from(sorted(CARDS)),
            st.integers(0, MOST_MONEY),
            turn=st.integers(0, 999_999),
        ),
        st.builds(will_play, st.sampled_from([YOU, DONNA]), st.just(ANY), st.integers(0, 999_999)),
    )
    clause = data.draw(clauses)
    text = encode(clause, YOU)
    assert decode(text, YOU, DONNA) == clause
    assert len(text) <= 24


def test_a_forged_promise_is_refused():
    for text in [
        "",
        "m",
        "m.p..0...0.",
        "x.p..10..34.0",
        "m.r..10..34.0",
        "m.p.3.10..34.0",
        "m.p..1.77.3.0",
    ]:
        with pytest.raises(Refusal, match="doesn't work any more"):
            decode(text, YOU, DONNA)


def test_tr_80_a_card_in_the_deal_is_lent_with_the_mouse():
    you = with_donna()
    you.press("Cards…")
    you.choose("You get a card of another kind", "Tax")
    you.choose("A promise", "You give a Tax card back")
    assert (
        you.text
        == "### A promise\nYou promise to give a Tax card back to Donna at the end of your turn 34."
    )
    you.choose("How much", "$20M").choose("which turn", "the end of Donna's turn 35")
    you.press("Add")
    assert you.content.slip.promises == (give_back(YOU, "Tax", 20, turn=35),)
    you.choose("A promise", "You give a Tax card back").choose("How much", "nothing")
    you.press("Add")
    assert you.content.slip.promises == (give_back(YOU, "Tax", turn=35),)


def test_tr_80_each_copy_of_a_card_is_lent_with_the_mouse():
    you, back = with_donna([OUT], [ANY, ANY]), "You give an Any 40 card back"
    for _ in range(2):
        you.press("Cards…")
        you.choose("You get a card of another kind", "Any 40")
    you.put_in(back, amount="$20M", turn="the end of Donna's turn 35")
    you.put_in(back)
    first, second = give_back(YOU, ANY, 20, turn=35), give_back(YOU, ANY, turn=34)
    assert you.content.slip.promises == (first, second)
    you.choose("A promise", back)
    assert "for $20M at the end of Donna's turn 35" in you.text, (
        "with both promised, one is changed"
    )
    you.choose("which turn", "the end of Mike's turn 36").press("Add")
    changed = (second, give_back(YOU, ANY, 20, turn=36))
    assert you.content.slip.promises == changed
    move = you.press("Propose")
    assert move is not None
    assert move.promises == changed


def test_tr_81_only_cards_that_the_writer_can_play_are_offered():
    you = with_donna(["Tax"], [])
    assert not [label for label in you.choices("A promise") if "a card" in label]
    you = with_donna(["Tax", ANY], ["Tax"])
    you.choose("A promise", "You play a card on a later turn")
    assert list(you.choices("hich (other )?card")) == ["Any 40"]
    you.press("Back")
    you.choose("A promise", "Donna plays a card on a later turn")
    assert len(you.choices("hich (other )?card")) == len(PROFIT_CARDS)


def test_tr_81_a_play_is_promised_with_the_mouse():
    you = with_donna([ANY])
    you.choose("A promise", "You play a card on a later turn")
    assert you.text == (
        "### A promise\nYou play a card on a later turn …\n-# Still missing: which card."
    )
    assert "Off if not played" not in you.buttons()
    you.choose("hich (other )?card", "Any 40")
    assert you.text == "### A promise\nYou promise to play Any 40 on your turn 34."
    you.choose("On which turn", "your turn 38").press("Add")
    assert you.content.slip.promises == (will_play(YOU, ANY, 38),)
