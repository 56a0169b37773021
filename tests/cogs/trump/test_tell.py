"""Sentences that tell the events of TRUMP The Game."""

from dataclasses import replace
from typing import get_args

from bot.host.reading.table_view import News
from bot.show.draw.panels import board_panel, hand_panel
from bot.ui.panels.words import Names
from cogs.trump import FACE
from cogs.trump.tell import _TOLD as TOLD
from games.trump import events
from games.trump.cards import CARDS
from games.trump.events_deals import FromBox
from games.trump.events_sales import Opened
from games.trump.moves import Accept, Pass, Play, Roll, Tax
from games.trump.state import Debt
from tests.cogs.trump.face import ANN, BEN, CALLED, CAT, buying, promise, tell, told
from tests.contract.presses import table_at
from tests.games.trump.dealing import back, dealing, pay, promised, will_play
from tests.games.trump.selling import ANY, I20, OUT
from tests.games.trump.table import goods, play, propose


def test_every_event_is_told_in_few_words():
    state = buying(["Tax"], pawns=(16, 0, 0), owners={})
    assert told(play(state, ANN, Roll(), 4)) == ["Ann landed on FOR SALE."]
    state = buying(["Tax"], owners={})
    assert told(play(state, ANN, Roll(), 3)) == ["Ann landed on the Casino, so $10M goes inside."]
    state = buying(["Casino Profits"], owners={"Casino": ANN})
    step = play(state, ANN, Play(card="Casino Profits"))
    assert told(step) == ["Ann played Casino Profits and got $60M."]
    assert told(step, ANN) == ["You played Casino Profits and got $60M."]
    assert told(step, BEN) == [
        "Ann played Casino Profits and got $60M.",
        "You drew an Any 40 card.",
    ]

    assert set(TOLD) == set(get_args(events.Event))


SENTENCES = {
    "Ann rolled a T.": events.Rolled(seat=ANN, die=6, rolling="move", left=0),
    "Ann rolled a 4 on the last of five rolls: no card.": events.Rolled(
        seat=ANN, die=4, rolling="five", left=0
    ),
    "Ann landed on ADD $30M.": events.Moved(seat=ANN, space=9),
    "Ann took a card from Ben.": events.Took(seat=ANN, victim=BEN, start=False),
    "Ann put $30M from the bank into the Hotel.": events.Added(
        seat=ANN, property="Hotel", amount=30, landed=False
    ),
    "Ann rolled a 4 and got $80M.": events.Collected(seat=ANN, amount=80, card=None),
    "Ann rolled a 4 for Hotel Roll and got $80M.": events.Collected(
        seat=ANN, amount=80, card="Hotel Roll"
    ),
    "Ann traded the Hotel for the Casino. Now nobody owns the Hotel.": events.Swapped(
        seat=ANN, give="Hotel", get="Casino", owner=None
    ),
    "Ben paid Ann $60M in Tax.": events.Taxed(seat=ANN, victim=BEN, due=60, amount=60),
    "Ben paid Ann $50M of the $60M Tax and must give up a property too.": events.Taxed(
        seat=ANN, victim=BEN, due=60, amount=50
    ),
    "Ben had no cash for Ann's $60M Tax and must give up a property.": events.Taxed(
        seat=ANN, victim=BEN, due=60, amount=0
    ),
    "Ben surrendered the Hotel to Ann, with the money inside.": events.Surrendered(
        victim=BEN, to=ANN, property="Hotel"
    ),
    "Ann passed.": events.Passed(seat=ANN, in_row=1),
    "Ann passed (3 passes in a row).": events.Passed(seat=ANN, in_row=3),
    "Ann drew the last card of the pile.": events.Drew(seat=ANN, left=0, added=False),
    "The draw pile is empty, so Ann sells what nobody owns: the Hotel and the"
    " Airline.": events.ClearingBegan(broker=ANN, properties=("Hotel", "Airline"), round=1),
    "Ann offers what is left once more: the Hotel.": events.ClearingBegan(
        broker=ANN, properties=("Hotel",), round=2
    ),
    "Everything has been sold.": events.ClearingEnded(left=()),
    "Nobody bought the Hotel, so it has left the game. The bank took the $60M"
    " inside.": events.ClearingEnded(left=(events.Left(property="Hotel", inside=60),)),
    "The game is over. Ann and Cat share the win. Ann $500M, Ben $400M, Cat $500M.": events.Ended(
        why="passes", totals=(500, 400, 500), winners=(0, 2)
    ),
    "Ann sealed a bid or chose not to: 2 to come.": events.BidSealed(seat=ANN, left=2),
    "Ann chose not to bid.": events.BidNoted(seat=ANN, amount=0),
    "Ann planned to pass for the rest of this sale.": events.PlanNoted(seat=ANN, limit=0),
    "Bids for the Hotel: Ben none, Ann $10M. Ann leads.": events.BidsOpened(
        property="Hotel", bids=(Opened(seat=BEN, amount=0), Opened(seat=ANN, amount=10)), leader=ANN
    ),
    "Ann raised to $110M, with Investor 20 and $10M in cash.": events.Raised(
        seat=ANN, to=110, cash=10, investors=(I20,), leader=ANN
    ),
    "Ann knocked Ben out and leads.": events.KnockedOut(seat=ANN, target=BEN, leader=ANN),
    "Ann knocked Ben out, and Cat leads.": events.KnockedOut(seat=ANN, target=BEN, leader=CAT),
    "Ann came back and leads.": events.CameBack(seat=ANN, leader=ANN),
    "Ann stayed out.": events.BidPassed(seat=ANN, out=True, asked=True),
    "Nobody bid for the Hotel, so it still has no owner.": events.NotSold(
        property="Hotel", owner=None
    ),
    "Nobody bid for the Hotel, so Ben keeps it.": events.NotSold(property="Hotel", owner=BEN),
    "Ben rejected Ann's offer.": events.DealRejected(seat=BEN, by=ANN, countered=False),
    "Ann paid Ben $30M of the promised $50M and owes $20M.": events.PromisePaid(
        promise=promise(amount=50), amount=30, owing=20
    ),
    "Ann handed the Hotel over to Ben for $70M, as promised.": events.HandedOver(
        promise=promise(duty="return", property="Hotel", amount=70), amount=70, owing=0
    ),
    "Ann handed the Hotel over to Ben, as promised. Ben paid nothing of the promised $70M and owes"
    " $70M.": events.HandedOver(
        promise=promise(duty="return", property="Hotel", amount=70), amount=0, owing=70
    ),
    "Ann gave a Tax card back to Ben, as promised. Ben paid $10M of the promised $70M and owes"
    " $60M.": events.CardGivenBack(
        promise=promise(duty="give_back", card="Tax", amount=70), amount=10, owing=60
    ),
    "Promise 3: Ann gives a Tax card back to Ben at the end of turn 31.": events.PromiseMade(
        promise=promise(duty="give_back", card="Tax", amount=0)
    ),
    "Promise 3: Ann plays Hotel + Casino on turn 31.": events.PromiseMade(
        promise=promise(duty="play", card="Hotel and Casino", amount=0)
    ),
    "Promise 3 (Ann gives a Tax card back to Ben at the end of turn 31) is off, because Ann played"
    " the card.": events.PromiseEnded(promise=promise(duty="give_back", card="Tax"), why="played"),
    "Promise 3 (Ann keeps the Hotel until the end of turn 31) is over.": events.PromiseEnded(
        promise=promise(duty="keep", property="Hotel", lapses=True), why="done"
    ),
    "Promise 3 (Ann gives a Tax card back to Ben for $10M at the end of turn 31) is off, because"
    " Ben now has the card. The $10M isn't due.": events.PromiseEnded(
        promise=promise(duty="give_back", card="Tax", amount=10), why="done"
    ),
    "Promise 3 (Ann hands the Hotel over to Ben at the end of turn 31) is off,"
    " because Ann lost the Hotel.": events.PromiseEnded(
        promise=promise(duty="return", property="Hotel"), why="lost"
    ),
    "Ann paid Ben a debt: $10M in cash and $20M out of the Hotel. $20M is still"
    " owed.": events.DebtPaid(
        debt=Debt(number=3, by=ANN, to=BEN, amount=50),
        amount=10,
        boxes=(FromBox(property="Hotel", amount=20),),
        left=20,
    ),
    "Ben forgave Ann's debt of $50M.": events.DebtEnded(
        debt=Debt(number=3, by=ANN, to=BEN, amount=50), released=True
    ),
}
UNTOLD = [
    events.Rolled(seat=ANN, die=4, rolling="move", left=0),
    events.Moved(seat=ANN, space=1),
    events.Drew(seat=ANN, left=3, added=False),
    events.BidPassed(seat=ANN, out=False, asked=False),
]


def test_an_event_is_one_sentence():
    assert {sentence: tell(event) for sentence, event in SENTENCES.items()} == {
        sentence: sentence for sentence in SENTENCES
    }
    assert [tell(event) for event in UNTOLD] == [""] * len(UNTOLD)


def test_a_sale_is_told_with_its_price_and_the_money_inside_tr_17():
    usual = {"property": "Hotel", "seat": BEN, "price": 100, "returned": (), "discarded": ()}
    for owner, inside, sentence in (
        (None, 50, "The Hotel goes to Ben for $100M, paid to the bank. There's $50M inside."),
        (CAT, 130, "The Hotel goes to Ben for $100M, paid to Cat. There's $130M inside."),
        (BEN, None, "Ben keeps the Hotel for $100M, which goes inside."),
    ):
        assert tell(events.Sold(**usual, owner=owner, inside=inside)) == sentence


def test_a_card_is_named_as_a_card_because_youre_out_is_a_sentence():
    assert tell(events.DrewCard(seat=ANN, card=OUT), ANN) == "You drew a You're Out card."
    taken = events.TookCard(seat=ANN, victim=CAT, card=OUT)
    assert tell(taken, ANN) == "You took a You're Out card from Cat."
    drawn = events.DrawnAtRandom(seat=ANN, giver=CAT, cards=(OUT, OUT))
    assert tell(drawn, ANN) == "You drew 2 You're Out cards from Cat's hand."


def test_tr_72_a_property_that_the_promisee_got_otherwise_was_not_handed_over():
    held = [promised(1, ANN, back(BEN, "Casino", 30, turn=33))]
    state = dealing(["Tax"], promises=held, cash=(400, 0, 400, 400))
    lines = told(play(state, ANN, Tax(seat=BEN)))
    assert lines[-1] == (
        "Promise 1 (Ben hands the Casino over to Ann for $30M at the end of turn 33) is off,"
        " because Ann now has the Casino. The $30M isn't due."
    )


def test_tr_81_a_promise_of_an_impossible_play_says_why_it_is_off_and_what_stands():
    for card, why in (
        ("3 Properties", "Ann owns fewer than 3 properties"),
        ("Any 40", "Ann owns no property"),
        ("Hotel Profits", "Ann doesn't own the Hotel"),
        ("Hotel and Casino", "Ann doesn't own both the Hotel and the Casino"),
    ):
        off = events.PromiseEnded(promise=promise(duty="play", card=card), why="unplayable")
        title = CARDS[card].title
        assert tell(off) == (
            f"Promise 3 (Ann plays {title} on turn 31) is off, because {why}."
            f" Other promises that wait for {title} still stand."
        )


def test_tr_81_a_promised_play_is_told_as_one_card():
    held = [promised(1, CAT, will_play(BEN, ANY, 31))]
    step = play(dealing([], [ANY], promises=held), ANN, Pass())
    assert told(step)[1:] == [
        "Promise 1 (Ben plays Any 40 on turn 31) has been kept.",
        "Ben played Any 40 and got $40M.",
    ]


def test_tr_56_boards_and_hands_name_turns_with_their_owner_in_the_log_too():
    offer = propose(BEN, goods(), goods("Casino"), pay(ANN, 50, turn=33))
    state = play(dealing(), ANN, offer).state
    step = play(state, BEN, Accept())
    news = tuple(News(1, 1, news.event) for news in step.told if news.to is None)
    table = table_at("trump", state.public.options, step.state, CAT)
    table = replace(table, news=news, names=Names(CALLED))
    for drawn in (board_panel.draw(FACE, table, 0), hand_panel.draw(FACE, table, in_dm=True)):
        assert r"Promise 1: Ann pays Ben $50M at the end of Dan\*'s turn 33." in drawn.text()


def test_the_reader_is_you():
    taken = events.TookCard(seat=ANN, victim=BEN, card="Tax")
    assert tell(taken, ANN) == "You took a Tax card from Ben."
    assert tell(taken, BEN) == "Ann took a Tax card from you."
    assert tell(events.Took(seat=ANN, victim=BEN, start=True), BEN) == ""
    assert tell(events.KnockedOut(seat=ANN, target=BEN, leader=ANN), ANN) == (
        "You knocked Ben out and lead."
    )
    ended = events.Ended(why="cards", totals=(10, 20, 5), winners=(1,))
    assert tell(ended, BEN) == "The game is over. You win. Ann $10M, you $20M, Cat $5M."
    assert tell(ended, ANN).startswith("The game is over. Ben wins.")
    owing = events.PromisePaid(promise=promise(amount=50), amount=0, owing=50)
    assert tell(owing, ANN) == "You paid Ben nothing of the promised $50M and owe $50M."
