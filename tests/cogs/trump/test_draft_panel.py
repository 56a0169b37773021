"""The panel of a deal draft in TRUMP The Game: its sentences, menus and page of cards."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.ui.panels.panel import Panel, Row
from cogs.trump.deals.drafting import DRAFT
from games.rules import Refusal
from games.trump.cards import CARDS, DECK, PROPERTIES
from games.trump.moves import NOTHING, ForceSale, Pass
from tests.cogs.trump.drafter import Drafter, refused_to, sentences, with_donna
from tests.games.trump.dealing import OUT, back, dealing, give_back, promised
from tests.games.trump.table import goods, propose

YOU, DONNA, MIKE, JEFF = range(4)
HOTEL, CASINO, _island, CRUISE = PROPERTIES[:4]


def test_propose_is_highlighted_once_the_draft_is_legal():
    you = with_donna()
    assert you.buttons()["Propose"]["style"] == 2, "there is nothing on it yet"
    you.choose("You give…", "$10M")
    assert you.buttons()["Propose"]["style"] == 1

    you = with_donna()
    assert sentences(you) == [
        "You give: nothing.",
        "You get: nothing.",
        "⚠ There's nothing in this deal yet. Say what you give and what you want.",
    ]
    assert refused_to(you, "Propose").startswith("There's nothing in this deal")


def test_tr_68_illegal_lines_are_marked_and_must_be_removed():
    you = with_donna(["Any 40", OUT])
    you.press("Cards…")
    you.choose("You give a card", "Any 40")
    you.choose("You give…", "the Hotel").choose("You get…", "the Casino").choose(
        "You give…", "$100M"
    )
    assert "⚠" not in you.text
    gone = replace(dealing([OUT], owners={HOTEL: MIKE, CASINO: JEFF}, cash=(90, 400, 400, 400)))
    you.state = gone
    you.press("Refresh")
    for sentence in (
        "You give: ~~the Hotel~~, ~~an Any 40 card~~ and ~~$100M~~.",
        "You get: ~~the Casino~~.",
        "⚠ The Hotel isn't yours to give.",
        "⚠ You have no Any 40 card.",
        "⚠ The Casino isn't Donna's to give.",
        "⚠ You have $90M in hand. You can promise to pay the rest later.",
    ):
        assert sentence in sentences(you)
    assert refused_to(you, "Propose")
    for line in ("You give the Hotel", "You give an Any 40 card", "You get the Casino"):
        you.choose("Remove a line", line)
    you.choose("You give…", "$90M")
    assert "⚠" not in you.text
    assert you.press("Propose") == propose(DONNA, goods(cash=90))


def test_an_outdated_promise_is_marked():
    you = with_donna()
    you.put_in("You keep the Hotel", turn="the end of your turn 30")
    you.put_in("Donna spares you Tax and Force Sale")
    you.state = dealing(turn=34, owners={HOTEL: MIKE, CASINO: DONNA})
    you.press("Refresh")
    assert "~~You promise to keep the Hotel until the end of your turn 30.~~" in sentences(you)
    assert "⚠ A promise can name a turn from 34 to 66." in you.text


def test_tr_73_menus_show_what_is_promised_to_somebody_else():
    lent = promised(1, JEFF, back(DONNA, CASINO, 10, turn=35))
    you = with_donna(promises=[lent])
    menu, value = you.choices("You get…")["the Casino"]
    (option,) = [option for option in menu["options"] if option["value"] == value]
    assert option["description"] == "Jeff's for $10M after Donna's turn 35"
    you.choose("You get…", "the Casino")
    assert "⚠ Donna has promised the Casino to Jeff." in you.text


def test_tr_45_only_one_side_pays_cash():
    you = with_donna()
    you.choose("You give…", "$100M").choose("You get…", "$10M")
    assert sentences(you)[:2] == ["You give: nothing.", "You get: $10M."]
    you.press("Other amounts…")
    you.fill(give="$110", get="")
    assert sentences(you)[:2] == ["You give: $110M.", "You get: nothing."]
    you.press("Other amounts…")
    you.fill(give="$110M", get="1,250")
    assert "⚠ In a deal, cash goes one way. Take the smaller amount off the larger." in sentences(
        you
    )


@pytest.mark.parametrize("text", ["lots", "15", "-10", "10 cards", "$20,000M", "9" * 30])
def test_an_invalid_amount_is_refused_with_the_valid_range(text):
    you = with_donna()
    you.press("Other amounts…")
    with pytest.raises(Refusal, match=re.escape("in tens, from $10M to $10,000M.")):
        you.fill(give=text)
    assert you.content.slip.give == NOTHING


def test_the_cash_menu_offers_only_what_the_player_has():
    you = with_donna(cash=(70, 400, 400, 400))
    assert list(you.choices("You give…"))[-2:] == ["$60M", "$70M"]
    assert "$400M" in you.choices("You get…")
    broke = with_donna(owners={}, cash=(0, 400, 400, 400))
    assert not broke.choices("You give…")
    broke.press("Other amounts…")
    assert "no cash" in broke.form.entries[0].hint


def test_tr_66_the_panel_does_not_reveal_the_other_partys_cards():
    yours = ["Tax", "Tax", "Any 40"]
    for page in (False, True):
        shown = list[Any]()
        for theirs in (["Hotel Profits", OUT], ["4 Properties", "Force Sale"]):
            you = with_donna(yours, theirs)
            if page:
                you.press("Cards…")
                assert set(you.choices("You get a card")) == {card.title for card in CARDS.values()}
                assert set(you.choices("You give a card…")) == {"Tax", "Any 40"}
                assert list(you.choices("You get cards drawn")) == ["1 card", "2 cards"]
            shown.append(you.components())
        assert shown[0] == shown[1]


def test_tr_80_tr_82_a_draft_warns_the_lender_and_offers_a_borrowed_card_back():
    loan = [promised(1, DONNA, give_back(YOU, OUT, turn=34))]
    you = with_donna(["Tax", OUT], promises=loan)
    you.press("Cards…")
    assert set(you.choices("You give a card…")) == {"Tax", OUT}
    you.choose("You give a card…", OUT)
    assert "⚠" not in you.text
    you.press("Cards…")
    you.choose("You give a card…", "Tax").choose("A promise", "Donna gives a Tax card back")
    you.press("Add")
    assert "Careful: Donna may play a Tax card before then" in you.text


def test_cards_are_added_one_by_one_and_removed_together():
    you = with_donna(["Tax", "Tax"])
    for _ in range(2):
        you.press("Cards…")
        you.choose("You give a card…", "Tax")
    assert "You give: 2 Tax cards." in you.text
    you.press("Cards…")
    assert not you.choices("You give a card…")
    assert not you.choices("You give cards drawn")
    you.press("Back")
    you.choose("Remove a line", "You give 2 Tax cards")
    assert you.content.slip.give == NOTHING


def test_a_panel_with_a_huge_hand_fits_discords_limits():
    hand = [card for card in DECK if card != OUT][:59]
    you = with_donna(hand, owners=dict.fromkeys(PROPERTIES, YOU))
    you.press("Cards…")
    you.choose("You get a card", "Tax")
    you.press("Cards…")
    you.choose("You get a card", "Force Sale")
    you.choose("You give…", "the Hotel")
    assert len(you.choices("Then I play")) > 10


def test_tr_78_the_play_after_the_deal_can_be_chosen_in_the_draft():
    you = with_donna(["Hotel and Casino", "Hotel Profits", "Any 50", OUT])
    assert not you.choices("Then I play")
    you.choose("You get…", "the Casino")
    # the Hotel isn't part of the deal, and You can only play You're Out
    assert list(you.choices("Then I play")) == [
        "You play Hotel + Casino",
        "You play Any 50",
        "You play no card",
    ]
    you.choose("Then I play", "You play no card")
    assert "Then you play no card." in you.text
    assert you.content.slip.then == Pass()
    you.choose("Then I play", "You play Any 50")
    you.choose("Then I play", "Ask me once it's a deal")
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
    you.choose("Remove a line", "You get a Force Sale card")
    assert "⚠ You have no Force Sale card, and this deal doesn't bring you one." in you.text


def test_words_cannot_ping_or_format():
    you = with_donna()
    you.press("Words…")
    you.fill(words=" @everyone  **now** <#12> https://x.example ")
    (line,) = [line for line in sentences(you) if "honour" in line]
    assert "@everyone" not in line
    assert "**now**" not in line
    assert "<#" not in line
    you.press("Words…")
    assert you.form.entries[0].default == "@everyone **now** <#12> https://x.example"
    you.fill(words="x" * 200)
    you.choose("You give…", "$10M")
    assert you.press("Propose").words == "x" * 200


def test_hostile_names_are_harmless_and_unescaped_on_labels():
    called = ["Ann", "*Do|nna*" + "x" * 30, "@everyone", "J:e;f=f"]
    you = Drafter(dealing(), YOU, called)
    for label in list(you.buttons()):
        you.panel = Panel([Row(DRAFT.hand(you.view, you.names))])
        you.press(label)
        assert "\\" not in str([part for part in you.components() if part["type"] in (2, 3)])
        assert "@everyone" not in you.text
        you.put_in(next(choice for choice in you.choices("A promise") if "keeps" in choice))
        assert "@everyone" not in you.text
        you.press("Cards…")
        you.press("Back")
