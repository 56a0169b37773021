"""Notices of each game: their text and their buttons."""

from typing import Any

import pytest

from bot.host.reading.table_view import TableView
from bot.show.draw.people import notice_panel
from bot.ui.face.face import AnyFace
from bot.ui.panels.words import Names
from cogs.deadman import FACE as DEADMAN
from cogs.dealt import FACE as DEALT
from cogs.downeast import FACE as DOWNEAST
from cogs.trump import FACE as TRUMP
from cogs.yankee import FACE as YANKEE
from db.tables.tables import Player
from games.chance import Chance
from games.deadman.moves import Bid, Shake
from games.deadman.state import Options as DeadManOptions
from games.gifts import COAL
from games.trump.moves import OpenBid, Pass, PutUp, Raise
from games.trump.state import Options, Putting
from games.yankee.moves import Give, Look
from tests.cogs.yankee.face import after, laid
from tests.games.dealt.table import Table as DealtTable
from tests.games.downeast.table import Table, rich, thief, three
from tests.games.trump import table

ANN, BEN, CAT, DAN = range(4)
WELL_OFF = "/ 100 50 10 10 10 10 10"  # $200


def noticed(face: AnyFace, state: Any, seat: int, place: str = "dm") -> list[str]:
    """Return the text and the buttons of a notice to a seat that is to move."""
    public = face.rules.view(state, None)
    standing, to_move = face.rules.standing(public), face.rules.to_move(public)
    assert seat in to_move
    reader = seat if place == "dm" else None
    seen = TableView(
        rules=face.rules,
        id=12,
        game=face.rules.name,
        guild=1,
        channel=2,
        opener=3,
        phase="playing",
        options=public.options if hasattr(public, "options") else None,
        pace="day",
        laid_open=True,
        seal="",
        rev=1,
        step=1,
        names=Names(("Ann", "Ben", "Cat", "Dan")[: len(standing.points)]),
        people=(3,) * len(standing.points),
        seat=reader,
        view=face.rules.view(state, reader),
        public=public,
        to_move=to_move,
        question="",
        until=None,
        standing=standing,
        news=(),
        secret=None,
    )
    drawn = notice_panel.draw(face, seen, Player(seat, 3, "Ann"), sent_at=0.0, again=False)
    labels = [button.label for button in drawn.row.buttons]
    assert labels.pop() == "My hand"
    assert len(labels) <= notice_panel.MOST
    return [drawn.content.split("table 12: ", 1)[1], *labels]


# --- Downeast Dealer ------------------------------------------------------------------------------


def lot(*seats: str) -> Table:
    """Ann turns over a Canoe, and each is asked once."""
    return Table(*seats, deck="Canoe Trap", bidding="once", payments="house").turn_over(ANN)


def test_notice_of_a_lot_offers_likely_amounts_and_a_form():
    table = lot(WELL_OFF, f"Canoe Canoe {WELL_OFF}", WELL_OFF, "/ 0 0").state
    amounts = ["Up to $20", "Up to $50", "Other…", "Pass"]
    assert noticed(DOWNEAST, table, BEN) == ["Ann is auctioning a Canoe; you own two.", *amounts]
    assert noticed(DOWNEAST, table, CAT) == ["Ann is auctioning a Canoe.", *amounts]
    assert noticed(DOWNEAST, table, DAN) == ["Ann is auctioning a Canoe; you have only $0.", "Pass"]
    up = "you're auctioning a Canoe: sell it, or name the most you'd pay to keep it."
    assert noticed(DOWNEAST, table, ANN) == [
        *(up, "Sell it", "Keep it for up to $20", "Keep it for up to…")
    ]


def test_channel_notice_of_a_lot_reveals_no_cash():
    table, up = lot(WELL_OFF, WELL_OFF, "/ 0 0").state, "Ann is auctioning a Canoe."
    amounts = ["Up to $20", "Up to $50", "Other…", "Pass"]
    for seat in (BEN, CAT):
        found = noticed(DOWNEAST, table, seat, "channel")
        assert found == [up, *noticed(DOWNEAST, table, BEN, "channel")[1:]]
        assert found[-2:] == amounts[-2:]
    assert noticed(DOWNEAST, table, ANN, "channel") == [up, "Sell it", "Keep it for up to…"]


def test_notice_of_an_auction_shows_the_bid_and_only_the_auctioneer_calls():
    table = rich().bid(BEN, 50)
    says = "a Canoe is up for auction, and Ben bid $50."
    for place in ("dm", "channel"):
        assert noticed(DOWNEAST, table.state, CAT, place) == [
            *(says, "Raise to $60", "Raise to $100", "Bid…", "Pass")
        ]
    assert noticed(DOWNEAST, table.call(ANN).state, CAT)[0] == (
        "last call for a Canoe, and Ben bid $50."
    )


def test_notice_tells_only_a_player_without_enough_cash():
    table = three().bid(BEN, 90).state
    up = "a Canoe is up for auction, and Ben bid $90"
    assert noticed(DOWNEAST, table, CAT) == [f"{up}; you have only $90.", "Pass"]
    assert noticed(DOWNEAST, table, CAT, "channel")[0] == f"{up}."


def test_notice_of_a_turn_offers_a_deal_form():
    table = Table(f"Canoe {WELL_OFF}", f"Canoe {WELL_OFF}", WELL_OFF, deck="Trap").state
    assert noticed(DOWNEAST, table, ANN) == [
        "your turn to auction the next item or start a Downeast Deal.",
        *("Auction the next item", "Deal with Ben: Canoe…"),
    ]
    crowd = Table(
        "Canoe Buoy Quilt " + WELL_OFF,
        "Canoe Buoy " + WELL_OFF,
        "Canoe Quilt " + WELL_OFF,
        WELL_OFF,
        deck="Trap",
    )
    assert noticed(DOWNEAST, crowd.state, ANN)[1:] == ["Auction the next item", "Downeast Deal…"]


def test_notice_of_a_deal_shows_the_stakes():
    table = Table(f"Canoe {WELL_OFF}", f"Canoe {WELL_OFF}", WELL_OFF, deck="Trap")
    table.deal(ANN, "Canoe", BEN, "50 10")
    wants = (
        "Ann wants your Canoe (each stakes one); the offer is face down.",
        *("Answer with cash…", "Answer with nothing"),
    )
    assert noticed(DOWNEAST, table.state, BEN) == [*wants, "Take the offer, give the Canoe"]
    table.answer(BEN, "50 10")
    assert noticed(DOWNEAST, table.state, ANN)[0] == (
        "you and Ben tied over the Canoe, so you offer again."
    )
    assert noticed(DOWNEAST, table.state, ANN, "channel")[0] == (
        "Ann and Ben tied over the Canoe, so Ann offers again."
    )


def test_notice_of_the_thief_asks_everybody_for_a_bid():
    table = thief(WELL_OFF, WELL_OFF, "/").state
    door = "a Thief turned up: "
    seal = f"{door}seal a bid (the lowest takes the Thief and all the cash)."
    assert noticed(DOWNEAST, table, BEN) == [seal, "Seal a bid…", "Bid nothing"]
    assert noticed(DOWNEAST, table, CAT) == [
        *(f"{door}seal an empty bid, because you have no cash.", "Bid nothing")
    ]
    assert noticed(DOWNEAST, table, CAT, "channel") == [seal, "Seal a bid…", "Bid nothing"]


# --- Dead Man's Chest -----------------------------------------------------------------------------


def test_notice_of_the_chest_shows_the_bid_and_a_raise_form():
    luck = Chance.tape([0, 4, 3, 6, 5])
    state = DEADMAN.rules.start(3, DeadManOptions(), luck).state
    rolled = "you rolled 43 to open round 1: bid anything from 31 to Dead Man."
    assert noticed(DEADMAN, state, state.holder)[:3] == [rolled, "Bid 43, the truth", "Bid 51"]
    shaken = "Ann shook to open round 1 and looked: bid anything from 31 to Dead Man."
    assert noticed(DEADMAN, state, state.holder, "channel")[0] == shaken
    state = DEADMAN.rules.play(state, ANN, Bid(value=62), luck).state
    says = "Ann says 62: challenge, raise or shake."
    answers = ["Challenge 62", "Raise to 63", "Raise…", "Shake and look"]
    assert noticed(DEADMAN, state, BEN) == [says, *answers]
    assert noticed(DEADMAN, state, BEN, "channel") == [says, *answers]
    state = DEADMAN.rules.play(state, BEN, Shake(look=True), luck).state
    assert noticed(DEADMAN, state, BEN)[0] == (
        "you rolled 65 after Ann's 62: bid 63 to 65, any double, or Dead Man."
    )


# --- Yankee Swap ----------------------------------------------------------------------------------


def test_notice_of_a_gift_offers_the_answers_and_the_giver_a_form():
    state = laid("mug coal pies", "wreath mug", "candle pies")
    assert noticed(YANKEE, state, ANN) == [
        *("you give next: pick a gift and who gets it.", "Give a gift…")
    ]
    state = after(state, Give(card=COAL, to=BEN, declared="wreath"))
    answers = ["It is a Wreath", "It isn't a Wreath", "It is Coal", "Look and re-gift"]
    offers = "“a Wreath”: decline it, or look and pass it on."
    assert noticed(YANKEE, state, BEN) == [f"Ann offers you {offers}", *answers]
    assert noticed(YANKEE, state, BEN, "channel") == [f"Ann offers Ben {offers}", *answers]


def test_notice_shows_a_seen_card_only_in_a_dm():
    state = after(laid("mug coal", "wreath mug"), Give(card=COAL, to=1, declared="wreath"), Look())
    assert noticed(YANKEE, state, BEN)[0] == "you looked and it's Coal, so pass it on."
    assert noticed(YANKEE, state, BEN, "channel")[0] == (
        "Ben has looked and must pass the gift on."
    )


# --- Dealt! ---------------------------------------------------------------------------------------


def test_notice_offers_likely_plays_and_a_channel_notice_reveals_no_hand():
    table = DealtTable("7 7 X 12 Stop Redraw", "8 8 1", "2 2")
    assert noticed(DEALT, table.state, ANN) == [
        "you lead a new trick.",
        *("Play the pair of 7s", "Play…", "Stop the trick", "Play a REDRAW"),
    ]
    assert noticed(DEALT, table.state, ANN, "channel") == ["Ann leads a new trick."]
    table.play(ANN, 1, 2)
    beat = "the play to beat is Ann's pair of 7s"
    assert noticed(DEALT, table.state, BEN, "channel") == [f"{beat}."]
    assert noticed(DEALT, table.state, BEN)[:2] == [f"{beat}.", "Play the pair of 8s"]


# --- TRUMP The Game -------------------------------------------------------------------------------


@pytest.fixture
def sale() -> Any:
    """Ann, with little in hand, puts the Hotel up for sale."""
    state = table.table((), (), (), cash=(30, 400, 400), phase=Putting(any=False))
    return table.plays(state, (ANN, PutUp(property="Hotel")))


def test_notice_of_a_sale_offers_pass_likely_bids_and_a_form(sale: Any):
    asks = "the Hotel is up for sale: seal an opening bid or choose not to bid"
    likely = ["Bid $10M", "Bid $50M", "Bid…", "No bid"]
    assert noticed(TRUMP, sale, BEN) == [f"{asks} (you have $400M).", *likely]
    assert noticed(TRUMP, sale, ANN) == [f"{asks} (you have $30M).", likely[0], *likely[2:]]
    for seat in (ANN, BEN):
        assert noticed(TRUMP, sale, seat, "channel") == [f"{asks}.", *likely]


def test_notice_always_offers_pass_and_says_if_nothing_else_is_possible():
    held = ("You're Out", "Investor 50")
    state = table.table(
        held,
        ("Any 40",),
        ("Any 40",),
        ("Any 40",),
        phase=Putting(any=False),
        options=Options(bidding="open"),
    )
    state = table.plays(state, (ANN, PutUp(property="Hotel")))
    for seat, amount in enumerate((10, 20, 30, 40)):
        bid = OpenBid(amount=amount, limit=None, investors="keep", out="no", back="no")
        state = table.plays(state, (seat, bid))
    leads = "Dan leads with $40M for the Hotel"
    assert noticed(TRUMP, state, state.public.phase.turn)[0].startswith(leads)
    found = noticed(TRUMP, state, ANN)
    assert found == [
        f"{leads}: raise, play You're Out or pass.",
        *("Raise to $60M with 50", "Raise…", "You're Out: Ben", "Pass"),
    ]
    unlocked = table.plays(state, (ANN, Raise(to=60, investors=("Investor 50",))))
    assert noticed(TRUMP, unlocked, BEN, "channel")[1:] == [
        *("Raise to $70M", "Raise to $100M", "Raise…", "Pass")
    ]
    state = table.plays(state, (ANN, Pass()))
    assert noticed(TRUMP, state, BEN) == [f"{leads}, and you can only pass.", "Pass"]
    assert noticed(TRUMP, state, BEN, "channel") == [
        *(f"{leads}, and it's Ben's turn.", "Raise…", "You're Out…", "Pass")
    ]
