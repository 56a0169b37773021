"""Situations of Downeast Dealer are true for their reader, and suggest only legal moves."""

import re
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from bot.ui.offers import can_be_typed
from bot.ui.pics import plain
from bot.ui.words import Names
from cogs.downeast import FACE
from games.downeast.moves import (
    Answer,
    AnswerLot,
    Buy,
    Call,
    Challenge,
    Keep,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Bid
from games.rules import Refusal
from tests.cogs.downeast.face import (
    CALLED_PLAINLY,
    START,
    WAYS,
    bidding,
    board,
    completed,
    dealing,
    filled,
    followed,
    hand,
    labels,
    legal,
    names,
    press,
    read,
    said,
    type_in,
    values,
)
from tests.contract.playing import Case, played, variants
from tests.games.downeast.table import ANN, BEN, CAT, DAN, RULES, Table


def what_can_be_typed(table: Table, seat: int) -> str:
    view, called = table.view(seat), names(table.state)
    return can_be_typed(FACE.ways, view, called, legal(view))


def hammered(auctioneer: str) -> Table:
    table = Table(auctioneer, "/ 100", "/", deck="Canoe Trap").turn_over(ANN)
    return table.bid(BEN, 60).passes(CAT)


def test_an_auctioneer_who_cannot_pay_is_told_only_to_sell():
    rich, poor = hammered("/ 50 10"), hammered("/ 50")
    keep = "The hammer fell at $60, for Ben. Sell the Canoe, or keep it and pay Ben $60."
    assert FACE.asked.situation(rich.view(ANN), names(rich.state)) == keep
    sell = "The hammer fell at $60, for Ben. Sell the Canoe: to keep it, $50 is too little."
    assert FACE.asked.situation(poor.view(ANN), names(poor.state)) == sell
    assert what_can_be_typed(rich, ANN) == "You can type `sell` or `buy`."
    assert what_can_be_typed(poor, ANN) == "You can type `sell`."
    assert "buy" not in said(poor, ANN)
    assert type_in(rich, ANN, "keep it and pay") == Buy()
    for seat, bidder, paid in [(BEN, "you", "you"), (CAT, "Ben", "Ben")]:
        others = FACE.asked.situation(poor.view(seat), names(poor.state))
        assert others == (
            f"The hammer fell at $60, for {bidder}. Ann sells the Canoe, or, with cash enough,"
            f" keeps it and pays {paid} as much."
        )


def test_the_auctioneer_is_told_the_choices_after_the_auction():
    table = Table("/ 50", START, START, deck="Canoe Trap").turn_over(ANN)
    text = FACE.asked.situation(table.view(ANN), names(table.state))
    assert text.endswith(
        "You auction a Canoe (80★ the set). No bid yet. With no bid it is yours for nothing."
    )
    text = FACE.asked.situation(table.bid(BEN, 50).view(ANN), names(table.state))
    assert text.endswith("Once the hammer has fallen you sell it, or keep it and pay as much.")
    text = FACE.asked.situation(table.bid(CAT, 60).view(ANN), names(table.state))
    assert text.endswith("Once the hammer has fallen you sell it; to keep it, $50 is too little.")


def test_a_bidder_with_too_little_cash_is_told_only_to_pass():
    for cash, least in [("/", 10), ("/ 0 0", 10), ("/ 50", 60)]:
        table = Table("/", cash, "/ 50", deck="Canoe").turn_over(ANN)
        if least > 10:
            table.bid(CAT, 50)
        held = sum(table.cash(BEN))
        assert f"You hold ${held}, and the least bid is ${least}: pass." in said(table, BEN)
        assert "Bid, or pass" not in said(table, BEN)
        assert what_can_be_typed(table, BEN) == "You can type `pass`."
        assert labels(hand(table, BEN)) == ["Pass"]
        amount = WAYS["bid"].fields[0]
        with pytest.raises(Refusal, match=r"Not now\..*the least bid is .*: pass\."):
            amount.read("a lot", table.view(BEN), names(table.state))


def test_the_high_bidder_is_told_only_about_the_limit():
    table = bidding().bid(BEN, 60)
    assert "That bid is yours. " in said(table, BEN)
    assert what_can_be_typed(table, BEN) == "You can type `limit $90`."
    assert not {"Pass", "Bid…", "Raise to $70"} & set(labels(hand(table, BEN)))
    assert said(table, BEN).endswith("You can type `limit $90`.")
    without = bidding(limits=False).bid(BEN, 60)
    assert said(without, BEN).endswith("That bid is yours.")
    limit = WAYS["limit"].fields[0]
    with pytest.raises(Refusal, match=r"Not now\..*That bid is yours\."):
        limit.read("x", without.view(BEN), names(without.state))


def test_nobody_is_told_to_pass_or_call_twice():
    table = bidding().bid(BEN, 60).passes(CAT).call(ANN)
    assert "You have passed, and may still bid." in said(table, CAT)
    assert what_can_be_typed(table, CAT) == "You can type `$70`."
    assert what_can_be_typed(table, ANN) == ""
    assert labels(hand(table, ANN)) == []
    bluff = Table(START, "/ 50", START, START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    bluff.bid(BEN, 100).passes(CAT, DAN).sell(ANN)
    assert said(bluff, BEN).endswith("No bid yet. You are out of this auction.")
    assert "Out, for bidding what was not there: Ben." in board(bluff).text()
    assert labels(hand(bluff, BEN)) == []


def test_a_turn_names_only_possible_actions():
    empty = Table("Canoe / 10", "Canoe Canoe Canoe /", "/")
    assert said(empty, ANN).startswith("It is your turn to start a Downeast Deal. ")
    assert "auction" not in said(empty, ANN)
    alone = Table("Canoe /", "Trap /", "/", deck="Buoy")
    assert said(alone, ANN).startswith("It is your turn to auction the next item. ")
    assert "deal" not in said(alone, ANN)
    assert "deal" not in " ".join(labels(board(alone))).lower()
    what = WAYS["deal"].fields[0]
    for seat, whose in [(ANN, "your"), (BEN, "Ann's")]:
        with pytest.raises(
            Refusal, match=rf"Not now\. It is {whose} turn to auction the next item"
        ):
            what.read("canoe with cat", alone.view(seat), names(alone.state))


def test_the_board_announces_when_only_deals_are_left():
    last = Table("Trap /", "/ 50", "/", deck="Canoe", turn=CAT).turn_over(CAT)
    after = "This is the last card: after it there are deals only, until all sets are complete"
    assert after in board(last).text()
    assert after in board(last.bid(BEN, 50).passes(ANN)).text()
    assert after in board(last.sell(CAT)).text()
    thief = Table(START, START, START, deck="Thief", thief=True).turn_over(ANN)
    assert after in board(thief).text()
    dealing_only = "No cards to come: from here on there are deals only"
    table = Table("Canoe / 10", "Canoe Canoe Canoe /", "/")
    assert dealing_only in board(table).text()
    assert dealing_only in board(table.deal(ANN, "Canoe", BEN, "10")).text()


def test_dd_4_the_thief_cannot_be_left_out_as_a_set():
    for thief, sentence in [
        (True, "The Thief is no set: to leave it out say no to `thief`; name two sets."),
        (False, "The Thief is no set, and stays in the box already: name two sets."),
    ]:
        for name in ("Thief", "thieves"):
            with pytest.raises(Refusal, match=sentence) as refused:
                FACE.options({"short": True, "thief": thief, "without": name, "and": "Trap"})
            assert "There is no" not in str(refused.value)
    with pytest.raises(Refusal, match=r"There is no “\\\*Coal\\\*” in this deck. Its sets are"):
        FACE.options({"short": True, "without": "*Coal*", "and": "Trap"})
    named = FACE.options({"short": True, "without": "treasure chest", "and": "traps"})
    assert named.removed == ("Chest", "Trap")


def test_a_long_auction_shows_only_its_last_bids():
    table = Table("/", "/" + " 50" * 6, "/" + " 50" * 6, deck="Canoe").turn_over(ANN)
    for number in range(8):
        table.bid((BEN, CAT)[number % 2], 10 * number + 10)
    assert "Bids: Ben $10, Cat $20, " in board(table).text()
    table.bid(BEN, 90)
    shown = "The last 8 of 9 bids: Cat $20, Ben $30, "
    assert shown in board(table).text()
    assert "Bids: " not in board(table).text()


def test_a_fanned_empty_offer_is_shown_as_no_cash():
    empty = dealing("", fanned=True)
    everybody = board(empty).text()
    assert "Ann's offer is no cash at all, for all to see; Ben answers or gives in." in everybody
    mine = hand(empty, BEN).text()
    assert "Ann's offer is no cash at all, for all to see. Give in, and Ann gets the two" in mine
    assert labels(hand(empty, BEN))[2] == "Give up the two Canoes"
    lines = [FACE.tell.sentence(event, names(empty.state), BEN) for event in empty.heard(BEN)]
    assert lines == ["Ann challenged you for two Canoes: no cash at all, for all to see."]
    stacked = [board(dealing("")).text(), hand(dealing(""), BEN).text()]
    for text in (everybody, mine, *stacked, *lines):
        assert "no card" not in text
        assert "Cash is on the table" not in text
    assert dealing("").view() == dealing("50").view()  # nobody knows whether a stack is empty
    assert "Ann's offer lies face down; Ben answers or gives in." in stacked[0]


def test_both_players_of_a_deal_are_addressed_as_you():
    table = dealing()
    ann = FACE.asked.situation(table.view(ANN), names(table.state))
    assert ann == (
        "You want Ben's two Canoes, two against two. Your offer lies face down; Ben answers or"
        " gives in."
    )
    ben = FACE.asked.situation(table.view(BEN), names(table.state))
    assert ben == (
        "Ann wants your two Canoes, two against two. Ann's offer lies face down. Take it unseen,"
        " and Ann gets the two Canoes; or answer: you swap offers, and whoever laid down more"
        " takes the other's two."
    )
    thieves = Table("Thief / 50", "Thief / 50", "/", deck="Trap", thief=True)
    thieves.deal(ANN, "Thief", BEN, "50")
    ben = FACE.asked.situation(thieves.view(BEN), names(thieves.state))
    assert ben == (
        "Ann challenges you, Thief against Thief: whoever lays down less takes both, and all the"
        " cash. Ann's offer lies face down. Take it unseen, and Ann's Thief is yours; or answer"
        " with cash or none."
    )


def test_dd_10_no_button_form_or_suggestion_exceeds_all_the_money():
    table = Table(START, START, START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    table.bid(BEN, 250)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert form.entries[0].hint == "$260 to $270, in tens"
    assert form.note == "You hold $90: a bid above that is a bluff."
    assert values(completed("amount", "bid", table, CAT)) == ["$260", "$270"]
    table.bid(CAT, 260)
    form = read(table, BEN, press(board(table), "Bid…"))
    assert form.entries[0].hint == "$270, all there is"
    assert read(table, BEN, filled(form)) == Raise(amount=270, limit=None)
    for bluffs in (False, True):  # possible at a table of an earlier version
        full = Table(START, START, START, deck="Canoe", bluff_bids=bluffs).turn_over(ANN)
        all_money_bid = replace(full.state.phase, bids=(Bid(seat=BEN, amount=270),))
        full.state = replace(full.state, phase=all_money_bid)
        assert labels(board(full)) == ["Pass", "Call it"]
        assert labels(hand(full, CAT)) == ["Pass"]
        assert completed("amount", "bid", full, CAT) == []
        assert "and the least bid is $280: pass." in said(full, CAT)
    assert "All the money that there is has been bid, and" in said(full, CAT)


def test_dd_17_a_player_without_cash_may_bluff_up_to_all_the_money():
    table = Table(START, "/", START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    text = "Bid, or pass: you hold $0, so any bid is a bluff."
    assert FACE.asked.situation(table.view(BEN), names(table.state)).endswith(text)
    assert labels(hand(table, BEN)) == [*("Bid $10, a bluff", "Bid $50, a bluff", "Bid…", "Pass")]
    for wanted in hand(table, BEN).requests():
        followed(table.state, BEN, wanted, names(table.state))
    form = read(table, BEN, press(hand(table, BEN), "Bid…"))
    assert [entry.key for entry in form.entries] == ["?amount"]  # DD-42: no limit on a bluff
    assert form.entries[0].hint == "$10 to $270, in tens"
    assert type_in(table, BEN, "bid 270") == Raise(amount=270, limit=None)


NAME, MONEY, IT = r"(?:Ann|Ben|Cat|Dan|Eve)", r"\$([0-9]+(?:,[0-9]{3})*)", r"[A-Z][\w -]*?"
LOT = rf"(?:{IT}|two [\w -]+?)"
COUNTED = r"lies face down(?: \((?:one card|[0-9]+ cards)\))?"
LIES = rf"(?:{COUNTED}|is no cash at all, for all to see)"
NOTHING_TO_BID = rf"(?:You hold (?P<held>{MONEY})|All the money that there is has been bid)"


@dataclass(frozen=True)
class Says:
    """A sentence that may stand in a situation, and what must be legal and what not where it does.

    `asks`: it stands only where its reader is to move.
    """

    wording: str
    can: tuple[type, ...] = ()
    cannot: tuple[type, ...] = ()
    asks: bool = False


FOR_ONE = rf"(?:up to {MONEY} against {NAME}|not against {NAME}(?: or {NAME})?)"
WORD = rf"{FOR_ONE}(?:(?:,| and) {FOR_ONE})*"

SENTENCES = (
    Says(rf"It is {NAME}'s turn to (?:auction the next item|start)[^.]*\."),
    Says(
        r"It is your turn to auction the next item, or to start a Downeast Deal\.",
        (TurnOver, Challenge),
        asks=True,
    ),
    Says(r"It is your turn to start a Downeast Deal\.", (Challenge,), (TurnOver,), asks=True),
    Says(rf"(?:{NAME} auctions|You auction) an? [\w -]+ \([0-9]+★ the set\)\."),
    Says(r"An? [\w -]+ is up \([0-9]+★ the set\)\."),
    Says(r"What is the most you would pay\?", (AnswerLot, Pass), (Sell, Keep), asks=True),
    Says(rf"You hold {MONEY}, and the least is {MONEY}: pass\.", (Pass,), (AnswerLot,), asks=True),
    Says(
        r"Sell it, or keep it if the price is low enough: up to what\?",
        (Sell, Keep),
        (AnswerLot, Pass),
        asks=True,
    ),
    Says(rf"Sell it: to keep it, {MONEY} is too little\.", (Sell,), (Keep,), asks=True),
    Says(rf"You would pay up to {MONEY}(?:, and pick the cards)?\.", (AnswerLot, Pass)),
    Says(r"You have passed\.", (), (Raise, Pass)),
    Says(r"Your word: sell it\.", (), (Sell, AnswerLot)),
    Says(
        rf"Your word: keep it (?:up to {MONEY}(?:, but {WORD})?|{WORD}, else sell it)"
        r"(?:; you pick the cards)?\.",
        (Keep, Sell),
    ),
    Says(r"You may change that until all have answered\."),
    Says(rf"{NAME}(?:, {NAME})*(?: and {NAME})? (?:is|are) still to answer\."),
    Says(rf"No bid yet\.|High bid \*\*{MONEY}\*\*, {NAME}\."),
    Says(r"\*\*Going once, going twice …\*\*", (), (Call,)),
    Says(r"Bid, or pass\.", (Raise, Pass), asks=True),
    Says(rf"Bid, or pass: you hold {MONEY}, so any bid is a bluff\.", (Raise, Pass), asks=True),
    Says(rf"{NOTHING_TO_BID}, and the least bid is {MONEY}: pass\.", (Pass,), (Raise,), asks=True),
    Says(rf"{NOTHING_TO_BID}, and the least bid is {MONEY}: you have passed\.", (), (Raise, Pass)),
    Says(r"You have passed, and may still bid\.", (Raise,), (Pass,)),
    Says(
        rf"You have passed, and may still bid: you hold {MONEY}, so any bid is a bluff\.",
        (Raise,),
        (Pass,),
    ),
    Says(r"You are out of this auction\.", (), (Raise, Pass, SetLimit)),
    Says(r"That bid is yours\.", (), (Raise, Pass)),
    Says(rf"That bid is yours, and your secret limit is {MONEY}\.", (SetLimit,), (Raise, Pass)),
    Says(r"With no bid it is yours for nothing\.", (), (Raise, Pass)),
    Says(
        rf"Once the hammer has fallen you sell it(?:, or keep it and pay as"
        rf" much|; to keep it, {MONEY} is too little)\.",
        (),
        (Raise, Pass),
    ),
    Says(rf"The hammer fell at {MONEY}, for (?:{NAME}|you)\."),
    Says(rf"Sell the {IT}, or keep it and pay {NAME} {MONEY}\.", (Sell, Buy), asks=True),
    Says(rf"Sell the {IT}: to keep it, {MONEY} is too little\.", (Sell,), (Buy,), asks=True),
    Says(
        rf"{NAME} sells the {IT}, or, with cash enough, keeps it and pays (?:{NAME}|you) as much\."
    ),
    Says(rf"You are to pay {NAME} {MONEY} for the {IT}\.", (Pay,), asks=True),
    Says(r"No change is given\.", (Pay,)),
    Says(rf"{NAME} is to pay (?:{NAME}|you) {MONEY} for the {IT}\.", (), (Pay,)),
    Says(
        rf"(?:{NAME} wants|You want) (?:{NAME}'s|your) {LOT}, (?:one against one|two against two)\."
    ),
    Says(
        rf"(?:{NAME} challenges|You challenge) (?:{NAME}|you), {LOT} against (?:{IT}|two): whoever"
        r" lays down less takes (?:both|all four), and all the cash\."
    ),
    Says(r"Tied (?:once|twice|[0-9]+ times) so far\."),
    Says(rf"{NAME} is to offer again\.", (), (Offer,)),
    Says(rf"Make {NAME} another offer: any cash, or none\.", (Offer,), asks=True),
    Says(
        rf"Make {NAME} another offer: you hold no cash, so nothing is all you have\.",
        (Offer,),
        asks=True,
    ),
    Says(rf"(?:{NAME}'s|Your) offer {LIES}; (?:{NAME}) answers or gives in\.", (), (Offer, Answer)),
    Says(rf"{NAME}'s offer {LIES}\."),
    Says(
        rf"(?:Take it unseen|Give in), and {NAME} gets the {LOT}; or answer: you swap offers, and"
        rf" whoever laid down more takes the other's (?:two|{IT})\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(
        rf"(?:Take it unseen|Give in), and {NAME}'s {LOT} (?:is|are) yours; or answer with cash or"
        r" none\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(r"You hold no cash: your answer would be nothing\.", (Answer,)),
    Says(
        rf"The {IT} is at the door\. Everybody seals a bid: the lowest takes the {IT}, and all the"
        r" cash\."
    ),
    Says(rf"{NAME}(?:, {NAME})* and (?:{NAME}|you) tied for the lowest bid, and seal another\."),
    Says(r"(?:1 of [0-9] bids is|[02-9] of [0-9] bids are) in\."),
    Says(r"Lay down any cash or none: it is gone, unless you take all of it\.", (Seal,), asks=True),
    Says(r"You hold no cash: seal an empty bid\.", (Seal,), asks=True),
    Says(r"The game is over\."),
)


def sentences_of(text: str) -> list[tuple[Says, str]]:
    """Split a situation into known sentences, and fail for an unknown one."""
    found, rest = list[tuple[Says, str]](), text
    while rest:
        fits = [(says, got[0]) for says in SENTENCES if (got := re.match(says.wording, rest))]
        assert fits, f"this is not in the table of what is said: {rest!r}, in {text!r}"
        found.append(max(fits, key=lambda fit: len(fit[1])))
        rest = rest[len(found[-1][1]) :].lstrip()
    return found


def played_positions():
    """Yield games of all variants with some of their positions."""
    for number, options in enumerate(variants(RULES)):
        for seed in (3 * number + 1, 3 * number + 2):
            case = Case("downeast", 3 + (number + seed) % 3, options, seed)
            found = played(case)
            yield found, [*found.picked(60), found.positions[-1]]


def test_every_sentence_of_a_situation_asks_only_for_legal_moves():
    met = Counter[str]()
    for game, positions in played_positions():
        called = Names(CALLED_PLAINLY[: game.case.seats])
        for position in positions:
            waits_for = game.to_move(position)
            for seat in (None, *range(game.case.seats)):
                view = game.view(position, seat)
                text = FACE.asked.situation(view, called)
                can = set() if seat is None else set(map(type, RULES.legal_moves(view)))
                asked = False
                for sentence, _ in sentences_of(text):
                    met[sentence.wording] += 1
                    assert can.issuperset(sentence.can), (text, can)
                    assert can.isdisjoint(sentence.cannot), (text, can)
                    assert not sentence.asks or seat in waits_for, f"{seat} is not asked: {text}"
                    asked = asked or (sentence.asks and bool(sentence.can))
                assert asked == (seat in waits_for), f"{seat} is asked nothing: {text}"
    rare = {sentence.wording for sentence in SENTENCES if not met[sentence.wording]}
    assert len(rare) <= 4, f"sentences that nobody meets: {rare}"


def test_the_numbers_in_a_situation_are_right():
    for game, positions in played_positions():
        called = Names(CALLED_PLAINLY[: game.case.seats])
        for position in positions[::3]:
            for seat in range(game.case.seats):
                view = game.view(position, seat)
                text = FACE.asked.situation(view, called)
                held = re.findall(rf"[Yy]ou hold {MONEY}|to keep it, {MONEY}", text)
                assert {first or second for first, second in held} <= {f"{sum(view.cash):,}"}, text
                if least := re.search(rf"the least bid is {MONEY}", text):
                    assert least[1] == f"{view.phase.high + 10:,}"
                if mine := re.search(rf"your secret limit is {MONEY}", text):
                    assert mine[1] == f"{view.limit:,}"


def test_a_hand_asks_only_in_its_situation():
    for game, positions in played_positions():
        called = Names(CALLED_PLAINLY[: game.case.seats])
        for position in positions[::4]:
            for seat in range(game.case.seats):
                drawing = FACE.draw.hand(game.view(position, seat), called)
                for line in plain(drawing.parts[0].markdown).split("\n"):
                    assert re.fullmatch(
                        r"(?:.*\*\*\$[0-9,]+ in all\*\*|You hold no cash at all\."
                        r"|Face down on the table, yours: .*|You have laid down no cash\..*"
                        r"|Before you: .*)",
                        line,
                    ), line
                assert plain(drawing.headline) == FACE.asked.situation(
                    game.view(position, seat), called
                )
