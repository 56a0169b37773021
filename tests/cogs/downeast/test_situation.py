"""Situations of Downeast Dealer are true for their reader, and suggest only legal moves."""

import re
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from bot.ui.ways.offers import can_be_typed
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
    keep = "The bidding closed at $60, Ben's bid. Sell the Canoe, or pay Ben $60 to keep it."
    assert FACE.asked.situation(rich.view(ANN), names(rich.state)) == keep
    sell = (
        "The bidding closed at $60, Ben's bid. Sell the Canoe. You have $50, too little to keep it."
    )
    assert FACE.asked.situation(poor.view(ANN), names(poor.state)) == sell
    assert what_can_be_typed(rich, ANN) == "You can type `sell` or `buy`."
    assert what_can_be_typed(poor, ANN) == "You can type `sell`."
    assert "buy" not in said(poor, ANN)
    assert type_in(rich, ANN, "keep it and pay") == Buy()
    for seat, bidder, paid in [(BEN, "your", "you"), (CAT, "Ben's", "Ben")]:
        others = FACE.asked.situation(poor.view(seat), names(poor.state))
        assert others == (
            f"The bidding closed at $60, {bidder} bid. Now Ann sells the Canoe or, with enough"
            " cash,"
            f" pays {paid} $60 to keep it."
        )


def test_the_auctioneer_is_told_the_choices_after_the_auction():
    table = Table("/ 50", START, START, deck="Canoe Trap").turn_over(ANN)
    text = FACE.asked.situation(table.view(ANN), names(table.state))
    assert text.endswith(
        "You're auctioning a Canoe (a set is worth 80★). No bids yet. If nobody bids, it's yours"
        " for"
        " nothing."
    )
    text = FACE.asked.situation(table.bid(BEN, 50).view(ANN), names(table.state))
    assert text.endswith("you sell it, or pay the high bidder that price to keep it.")
    text = FACE.asked.situation(table.bid(CAT, 60).view(ANN), names(table.state))
    assert text.endswith("You have $50, too little to keep it at that price.")


def test_a_bidder_with_too_little_cash_is_told_only_to_pass():
    for cash, least in [("/", 10), ("/ 0 0", 10), ("/ 50", 60)]:
        table = Table("/", cash, "/ 50", deck="Canoe").turn_over(ANN)
        if least > 10:
            table.bid(CAT, 50)
        held = sum(table.cash(BEN))
        assert "You can only pass. " in said(table, BEN)
        assert "Bid or pass" not in said(table, BEN)
        assert what_can_be_typed(table, BEN) == "You can type `pass`."
        assert labels(hand(table, BEN)) == ["Pass"]
        amount = WAYS["bid"].fields[0]
        with pytest.raises(
            Refusal,
            match=rf"now\..*You can only pass\. You have \${held}, and the next bid must be at"
            rf" least \${least}\.",
        ):
            amount.read("a lot", table.view(BEN), names(table.state))


def test_the_high_bidder_is_told_only_about_the_limit():
    table = bidding().bid(BEN, 60)
    assert "You have the high bid. " in said(table, BEN)
    assert what_can_be_typed(table, BEN) == "You can type `limit $90`."
    assert not {"Pass", "Bid…", "Raise to $70"} & set(labels(hand(table, BEN)))
    assert said(table, BEN).endswith("You can type `limit $90`.")
    without = bidding(limits=False).bid(BEN, 60)
    assert said(without, BEN).endswith("You have the high bid.")
    limit = WAYS["limit"].fields[0]
    with pytest.raises(Refusal, match=r"You can't do that now\..*You have the high bid\."):
        limit.read("x", without.view(BEN), names(without.state))


def test_nobody_is_told_to_pass_or_call_twice():
    table = bidding().bid(BEN, 60).passes(CAT).call(ANN)
    assert "You've passed, but you can still bid." in said(table, CAT)
    assert what_can_be_typed(table, CAT) == "You can type `$70`."
    assert what_can_be_typed(table, ANN) == ""
    assert labels(hand(table, ANN)) == []
    bluff = Table(START, "/ 50", START, START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    bluff.bid(BEN, 100).passes(CAT, DAN).sell(ANN)
    assert said(bluff, BEN).endswith("No bids yet. You're out of this auction.")
    assert "Out, because their bids were bluffs: Ben." in board(bluff).text()
    assert labels(hand(bluff, BEN)) == []


def test_a_turn_names_only_possible_actions():
    empty = Table("Canoe / 10", "Canoe Canoe Canoe /", "/")
    assert said(empty, ANN).startswith("It's your turn to start a Downeast Deal. ")
    assert "auction" not in said(empty, ANN)
    alone = Table("Canoe /", "Trap /", "/", deck="Buoy")
    assert said(alone, ANN).startswith("It's your turn to auction the next item. ")
    assert "deal" not in said(alone, ANN)
    assert "deal" not in " ".join(labels(board(alone))).lower()
    what = WAYS["deal"].fields[0]
    for seat, whose in [(ANN, "your"), (BEN, "Ann's")]:
        with pytest.raises(
            Refusal, match=rf"You can't do that now\. It's {whose} turn to auction the next item"
        ):
            what.read("canoe with cat", alone.view(seat), names(alone.state))


def test_the_board_announces_when_only_deals_are_left():
    last = Table("Trap /", "/ 50", "/", deck="Canoe", turn=CAT).turn_over(CAT)
    after = "This is the last card. After it there are only deals, until all sets are complete"
    assert after in board(last).text()
    assert after in board(last.bid(BEN, 50).passes(ANN)).text()
    assert after in board(last.sell(CAT)).text()
    thief = Table(START, START, START, deck="Thief", thief=True).turn_over(ANN)
    assert after in board(thief).text()
    dealing_only = "The deck is empty. From now on there are only deals"
    table = Table("Canoe / 10", "Canoe Canoe Canoe /", "/")
    assert dealing_only in board(table).text()
    assert dealing_only in board(table.deal(ANN, "Canoe", BEN, "10")).text()


def test_dd_4_the_thief_cannot_be_left_out_as_a_set():
    for thief, sentence in [
        (True, "The Thief isn't a set. Name two sets here; `thief: no` leaves it out."),
        (False, "The Thief isn't a set, and isn't in this game anyway. Name two sets."),
    ]:
        for name in ("Thief", "thieves"):
            with pytest.raises(Refusal, match=sentence) as refused:
                FACE.options({"short": True, "thief": thief, "without": name, "and": "Trap"})
            assert "There is no" not in str(refused.value)
    with pytest.raises(Refusal, match=r"There's no “\\\*Coal\\\*” in this deck. Its sets are"):
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
    assert (
        "Ann's offer is no cash at all, for everybody to see. Ben can answer it or give in."
        in everybody
    )
    mine = hand(empty, BEN).text()
    assert (
        "Ann's offer is no cash at all, for everybody to see. If you give in, Ann gets your two"
        in mine
    )
    assert labels(hand(empty, BEN))[2] == "Give up two Canoes"
    lines = [FACE.tell.sentence(event, names(empty.state), BEN) for event in empty.heard(BEN)]
    assert lines == ["Ann challenged you for two Canoes, offering no cash at all."]
    stacked = [board(dealing("")).text(), hand(dealing(""), BEN).text()]
    for text in (everybody, mine, *stacked, *lines):
        assert "no card" not in text
        assert "Cash is on the table" not in text
    assert dealing("").view() == dealing("50").view()  # nobody knows whether a stack is empty
    assert "Ann's offer is face down. Ben can answer it or give in." in stacked[0]


def test_both_players_of_a_deal_are_addressed_as_you():
    table = dealing()
    ann = FACE.asked.situation(table.view(ANN), names(table.state))
    assert ann == (
        "You want Ben's two Canoes (each stakes two). Your offer is face down. Ben can answer it"
        " or give in."
    )
    ben = FACE.asked.situation(table.view(BEN), names(table.state))
    assert ben == (
        "Ann wants your two Canoes (each stakes two). Ann's offer is face down. If you give in, you"
        " take it unseen, and Ann gets your two. Or answer with any cash or none: you swap, and"
        " whoever laid down more wins the stakes."
    )
    thieves = Table("Thief / 50", "Thief / 50", "/", deck="Trap", thief=True)
    thieves.deal(ANN, "Thief", BEN, "50")
    ben = FACE.asked.situation(thieves.view(BEN), names(thieves.state))
    assert ben == (
        "Ann challenges you over a Thief (each stakes one). Whoever lays down less takes both, and"
        " all the cash. Ann's offer is face down. If you give in, you take it unseen, along with"
        " Ann's Thief. Or answer with any cash or none."
    )


def test_dd_25_target_without_money_is_told_what_a_tie_means():
    def told(item: str, cash: str) -> str:
        hands = (f"{item} / 50", f"{item} / {cash}", "/")
        table = Table(*hands, deck="Trap", thief=True).deal(ANN, item, BEN, "50")
        return FACE.asked.situation(table.view(BEN), names(table.state))

    assert told("Canoe", "0 0").endswith(
        "you swap, and Ann wins, or offers again if it's a tie and Ann has money."
    )
    assert told("Thief", "").endswith(
        "Or answer with nothing: you take all, or get a new offer if it's a tie and Ann has money."
    )
    assert "tie" not in told("Canoe", "10")


def test_dd_10_no_button_form_or_suggestion_exceeds_all_the_money():
    table = Table(START, START, START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    table.bid(BEN, 250)
    form = read(table, CAT, press(board(table), "Bid…"))
    assert form.entries[0].hint == "$260 to $270, in tens"
    assert form.note == "You have $90. A bid above that is a bluff."
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
        assert "You can only pass" in said(full, CAT)
    assert "because all the money in the game has been bid." in said(full, CAT)


def test_dd_17_a_player_without_cash_may_bluff_up_to_all_the_money():
    table = Table(START, "/", START, deck="Canoe", bluff_bids=True).turn_over(ANN)
    text = "Bid or pass. You have $0, so any bid is a bluff."
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
COUNTED = r"is face down(?: \((?:one card|[0-9]+ cards)\))?"
LIES = rf"(?:{COUNTED}|is no cash at all, for everybody to see)"
EACH = r"\(each stakes (?:one|two)\)"
NEXT_BID = rf"(?:\. You have {MONEY}, and the next bid must be at least {MONEY}\.)"
TOO_HIGH = rf"(?:{NEXT_BID}|, because all the money in the game has been bid\.)"


@dataclass(frozen=True)
class Says:
    """A sentence that may stand in a situation, and what must be legal and what not where it does.

    `asks`: it stands only where its reader is to move.
    """

    wording: str
    can: tuple[type, ...] = ()
    cannot: tuple[type, ...] = ()
    asks: bool = False


FOR_ONE = rf"(?:up to {MONEY} if {NAME} bids most|sell it if {NAME}(?: or {NAME})? bids most)"
WORD = rf"{FOR_ONE}(?:(?:,| and) {FOR_ONE})*"

IF_TIED = rf"if it's a tie and {NAME} has money"
SENTENCES = (
    Says(rf"It's {NAME}'s turn to (?:auction the next item|start)[^.]*\."),
    Says(
        r"It's your turn to auction the next item or start a Downeast Deal\.",
        (TurnOver, Challenge),
        asks=True,
    ),
    Says(r"It's your turn to start a Downeast Deal\.", (Challenge,), (TurnOver,), asks=True),
    Says(rf"(?:{NAME} is|You're) auctioning an? [\w -]+ \(a set is worth [0-9]+★\)\."),
    Says(r"What's the most you'd pay\?", (AnswerLot, Pass), (Sell, Keep), asks=True),
    Says(
        rf"You can only pass\. You have {MONEY}, and a bid is at least {MONEY}\.",
        (Pass,),
        (AnswerLot,),
        asks=True,
    ),
    Says(
        r"Sell it, or name the most you'd pay to keep it\.",
        (Sell, Keep),
        (AnswerLot, Pass),
        asks=True,
    ),
    Says(
        rf"You can only sell it, because {MONEY} is too little to keep it\.",
        (Sell,),
        (Keep,),
        asks=True,
    ),
    Says(rf"You'd pay up to {MONEY}(?:, and you'd pick the cards yourself)?\.", (AnswerLot, Pass)),
    Says(r"You've passed\.", (), (Raise, Pass)),
    Says(r"You'll sell it\.", (), (Sell, AnswerLot)),
    Says(
        rf"You'll keep it for (?:up to {MONEY}(?:, but {WORD})?|{WORD}, but otherwise sell it)"
        r"(?:, and pick the cards yourself)?\.",
        (Keep, Sell),
    ),
    Says(r"You can change that until everybody has answered\."),
    Says(rf"No bids yet\.|High bid: \*\*{MONEY}\*\* by {NAME}\."),
    Says(r"\*\*Going once, going twice …\*\*", (), (Call,)),
    Says(r"Bid or pass\.", (Raise, Pass), asks=True),
    Says(rf"You have {MONEY}, so any bid is a bluff\.", (Raise,)),
    Says(rf"You can only pass{TOO_HIGH}", (Pass,), (Raise,), asks=True),
    Says(rf"You've passed{TOO_HIGH}", (), (Raise, Pass)),
    Says(r"You've passed, but you can still bid\.", (Raise,), (Pass,)),
    Says(r"You're out of this auction\.", (), (Raise, Pass, SetLimit)),
    Says(r"You have the high bid\.", (), (Raise, Pass)),
    Says(rf"You have the high bid, and your secret limit is {MONEY}\.", (SetLimit,), (Raise, Pass)),
    Says(r"If nobody bids, it's yours for nothing\.", (), (Raise, Pass)),
    Says(
        r"Once the bidding is over, you sell it, or pay the high bidder that price to keep it\.",
        (),
        (Raise, Pass),
    ),
    Says(rf"You have {MONEY}, too little to keep it at that price\.", (), (Raise, Pass)),
    Says(rf"The bidding closed at {MONEY}, (?:{NAME}'s|your) bid\."),
    Says(rf"Sell the {IT}, or pay {NAME} {MONEY} to keep it\.", (Sell, Buy), asks=True),
    Says(rf"Sell the {IT}\. You have {MONEY}, too little to keep it\.", (Sell,), (Buy,), asks=True),
    Says(
        rf"Now {NAME} sells the {IT} or, with enough cash, pays (?:{NAME}|you) {MONEY} to keep it\."
    ),
    Says(rf"You owe {NAME} {MONEY} for the {IT}\.", (Pay,), asks=True),
    Says(r"You won't get any change\.", (Pay,)),
    Says(rf"{NAME} owes (?:{NAME}|you) {MONEY} for the {IT}\.", (), (Pay,)),
    Says(rf"(?:{NAME} wants|You want) (?:{NAME}'s|your) {LOT} {EACH}\."),
    Says(
        rf"(?:{NAME} challenges|You challenge) (?:{NAME}|you) over (?:an? [\w ]+|two [\w ]+)"
        rf" {EACH}\."
    ),
    Says(r"Whoever lays down less takes (?:both|all four), and all the cash\."),
    Says(r"Tied (?:once|twice|[0-9]+ times) so far\."),
    Says(rf"{NAME} makes another offer\.", (), (Offer,)),
    Says(rf"Make {NAME} another offer: any cash or none\.", (Offer,), asks=True),
    Says(
        rf"Make {NAME} another offer: nothing, because you have no cash\.",
        (Offer,),
        asks=True,
    ),
    Says(rf"(?:{NAME}'s|Your) offer {LIES}\."),
    Says(rf"{NAME} can answer it or give in\.", (), (Offer, Answer)),
    Says(
        rf"If you give in,(?: you take it unseen, and)? {NAME} gets your (?:two|{IT})\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(
        r"Or answer with (?:any cash or none|nothing): you swap, and (?:whoever laid down more"
        rf" wins the stakes|{NAME} wins, or offers again {IF_TIED})\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(
        rf"If you give in, you take(?: it unseen, along with)? {NAME}'s {LOT}\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(
        r"Or answer with (?:any cash or none|nothing)"
        rf"(?:: you take all, or get a new offer {IF_TIED})?\.",
        (Surrender, Answer),
        asks=True,
    ),
    Says(
        rf"An? [\w ]+ turned up\. Everybody seals a bid, and the lowest bidder takes the {IT} and"
        r" all the cash\."
    ),
    Says(rf"{NAME}(?:, {NAME})* and (?:{NAME}|you) tied for the lowest bid and must bid again\."),
    Says(r"(?:1 of [0-9] bids is|[02-9] of [0-9] bids are) in\."),
    Says(
        rf"Bid any cash or none\. Your bid is gone, unless you take the {IT}\.", (Seal,), asks=True
    ),
    Says(r"You have no cash, so seal an empty bid\.", (Seal,), asks=True),
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
                held = re.findall(rf"You have {MONEY}|because {MONEY} is too little", text)
                assert {first or second for first, second in held} <= {f"{sum(view.cash):,}"}, text
                if least := re.search(rf"the next bid must be at least {MONEY}", text):
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
                        r"(?:.*\*\*\$[0-9,]+ in all\*\*|You have no cash at all\."
                        r"|You laid down .*|You laid down no cash\..*"
                        r"|Your items: .*)",
                        line,
                    ), line
                assert plain(drawing.headline) == FACE.asked.situation(
                    game.view(position, seat), called
                )
