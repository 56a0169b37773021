"""Events of Downeast Dealer, told in sentences."""

import pytest

from bot.show.deliver.public.board_pictures import with_picture
from bot.ui.panels.words import Names
from cogs.downeast import FACE
from games.downeast.events import (
    BidsRevealed,
    Challenged,
    ChestFound,
    Compared,
    DealWon,
    Ended,
    Exposed,
    HandedOver,
    LaidDown,
    LimitSet,
    Raised,
    Revealed,
    SetCompleted,
    ThiefTaken,
    TurnedOver,
)
from tests.cogs.downeast.face import CALLED, START, bidding, board, names
from tests.games.downeast.table import ANN, BEN, CAT, DAN, Table


@pytest.mark.parametrize(
    ("event", "to", "text"),
    [
        (Raised(seat=BEN, amount=1200), None, "Ben bid $1,200."),
        (Raised(seat=BEN, amount=60), BEN, "You bid $60."),
        (LimitSet(seat=BEN, limit=100), BEN, "You set a secret limit of $100."),
        (
            ChestFound(item="Chest", number=2, card=100),
            None,
            "The second Chest turned up, so everybody got $100.",
        ),
        (HandedOver(payer=ANN, payee=BEN, price=80, cards=(100,)), BEN, "Ann handed you a $100."),
        (
            Exposed(seat=BEN, item="Canoe", price=100, cash=(50, 0)),
            None,
            "Ben couldn't pay $100 for the Canoe and had to show all their cash: $50 (50 + a bad"
            " check).",
        ),
        (
            SetCompleted(seat=CAT, item="Canoe", stars=80),
            CAT,
            "You have all four Canoes, a set worth 80★.",
        ),
        (
            SetCompleted(seat=CAT, item="Thief", stars=0),
            None,
            "Cat has all four Thieves. At the end, Cat's lowest set won't count, if there is one.",
        ),
        (
            Challenged(challenger=BEN, target=CAT, item="Canoe", stake=2, offer=1, count=4),
            None,
            "Ben challenged Cat for two Canoes with a face-down offer (4 cards).",
        ),
        (
            Challenged(challenger=BEN, target=CAT, item="Canoe", stake=1, offer=2, count=None),
            BEN,
            "You offered again, face down.",
        ),
        (
            LaidDown(seat=BEN, cards=(0, 0)),
            BEN,
            "You laid down nothing but 2 bad checks, face down.",
        ),
        (
            Compared(challenger=ANN, target=BEN, item="Canoe", offer=(50, 10, 10), answer=(100,)),
            BEN,
            "Ann's offer was $70 (50 + 10 ×2), and your answer was a $100.",
        ),
        (
            Compared(challenger=ANN, target=BEN, item="Canoe", offer=(0,), answer=None),
            BEN,
            "You found nothing but a bad check in Ann's offer.",
        ),
        (DealWon(winner=BEN, loser=ANN, item="Canoe", stake=2), ANN, "Ben won your two Canoes."),
        (DealWon(winner=BEN, loser=ANN, item="Coal", stake=1), BEN, "You had to take Ann's Coal."),
        (
            BidsRevealed(
                item="Thief",
                round=1,
                bids=(
                    Revealed(seat=BEN, cards=(50, 10)),
                    Revealed(seat=CAT, cards=()),
                    Revealed(seat=ANN, cards=(0,)),
                ),
                tied=(CAT, ANN),
            ),
            ANN,
            "The sealed bids: Ben $60 (50 + 10), Cat nothing, you nothing but a bad check."
            " Cat and you tied for the lowest.",
        ),
        (
            ThiefTaken(seat=CAT, item="Thief", pot=(50, 10, 10), by_order=False),
            None,
            "Cat bid lowest and took the Thief and $70 (50 + 10 ×2).",
        ),
        (
            ThiefTaken(seat=CAT, item="Thief", pot=(0, 0, 0), by_order=True),
            None,
            "The tie can't be broken, so Cat, first in bidding order, took the Thief and"
            " 3 bad checks.",
        ),
        (
            ThiefTaken(seat=CAT, item="Thief", pot=(), by_order=False),
            None,
            "Cat bid lowest and took the Thief.",
        ),
        (
            Ended(points=(300, 300, 0), winners=(ANN, BEN), cut_short=False),
            BEN,
            "The game is over. Ann and you share the win with 300★ each.",
        ),
    ],
)
def test_each_event_is_told_in_a_sentence(event, to, text: str):
    assert FACE.tell.sentence(event, Names(CALLED), to) == text


def test_the_current_item_is_told_once():
    table = bidding()
    called = names(table.state)
    turned_over = "Ann turned over a Canoe."
    assert FACE.tell.sentences(table.heard(None), called, None) == [turned_over], (
        "or nothing is told"
    )
    table.bid(BEN, 60)
    for to in (None, CAT):
        lines = FACE.tell.sentences(table.heard(to), called, to)
        assert turned_over not in lines
        assert "Ben bid $60." in lines
    table.passes(CAT, DAN)
    lines = FACE.tell.sentences(table.heard(None), called, None)
    assert turned_over in lines
    assert with_picture(board(table), None).text().count("Canoe") == 1


def test_an_item_taken_free_after_bluffs_is_told_correctly():
    table = Table(START, "/ 10", "/", deck="Canoe Trap", bluff_bids=True).turn_over(ANN)
    table.bid(BEN, 50).passes(CAT).sell(ANN)
    news = [FACE.tell.sentence(event, names(table.state), None) for event in table.heard(None)]
    assert news[-2:] == [
        "Ben couldn't pay $50 for the Canoe and had to show all their cash: a $10.",
        "The auction of the Canoe starts again without Ben.",
    ]
    table.told.clear()
    table.bid(CAT, 20).sell(ANN)
    news = [FACE.tell.sentence(event, names(table.state), None) for event in table.heard(None)]
    assert "Cat couldn't pay $20 for the Canoe and had to show all their cash: none." in news
    assert "Nobody was left in the bidding, so Ann got the Canoe for nothing." in news
    assert not [line for line in news if "Nobody bid" in line or "again" in line]


def test_items_are_counted_in_pairs_boxes_jugs_and_lumps():
    wanted = {
        "Snowshoes": "two pairs of Snowshoes",
        "Whoopie Pies": "two boxes of Whoopie Pies",
        "Maple Syrup": "two jugs of Maple Syrup",
        "Coal": "two lumps of Coal",
        "Chest": "two treasure Chests",
        "Thief": "two Thieves",
        "Trophy": "two Trophies",
    }
    for name, text in wanted.items():
        won = DealWon(winner=BEN, loser=ANN, item=name, stake=2)
        assert text.removeprefix("two ") in FACE.tell.sentence(won, Names(CALLED), None)
        challenged = Challenged(challenger=BEN, target=CAT, item=name, stake=2, offer=1, count=None)
        assert f" {text} with a face-down offer." in FACE.tell.sentence(
            challenged, Names(CALLED), None
        )
    alone = Challenged(challenger=BEN, target=CAT, item="Thief", stake=1, offer=1, count=None)
    assert "over a Thief with a face-down offer" in FACE.tell.sentence(alone, Names(CALLED), None)
    over = TurnedOver(seat=ANN, item="Coal", to_come=3)
    assert FACE.tell.sentence(over, Names(CALLED), ANN) == "You turned over a lump of Coal."


def test_dd_25_dd_33_a_deciding_tie_is_told_with_its_reason():
    broke = Table("Canoe / 0", "Canoe /", "/", deck="Trap").deal(ANN, "Canoe", BEN, "0")
    broke.answer(BEN, "")
    lines = [FACE.tell.sentence(event, names(broke.state), BEN) for event in broke.heard(BEN)]
    decided = "It's a tie and neither has any money, so Ann wins as the challenger."
    assert lines[lines.index(decided) + 1] == "Ann won your Canoe."
    assert not [line for line in lines if "again" in line]
    rich = Table("Thief / 50", "Thief / 50", "/", deck="Trap", thief=True)
    rich.deal(ANN, "Thief", BEN).answer(BEN)
    for _ in range(9):
        rich.offer(ANN).answer(BEN)
    lines = [FACE.tell.sentence(event, names(rich.state), ANN) for event in rich.heard(ANN)]
    decided = "That's 10 ties in a row, so you, as the challenger, get rid of the stake."
    assert lines[lines.index(decided) + 1] == "Ben had to take your Thief."
    assert lines.count("It's a tie, so you offer again.") == 9
