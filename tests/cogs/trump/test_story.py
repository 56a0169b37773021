"""Headlines, summaries, moments and secrets of TRUMP The Game."""

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from bot.ui.face.story import Turn
from bot.ui.panels.words import Names
from cogs.trump import FACE
from cogs.trump.words import money
from games.chance import Chance
from games.trump.cards import CARDS
from games.trump.events import DealStruck, DebtPaid, HandDealt, Sold, Took, TookCard
from games.trump.events_deals import FromBox
from games.trump.moves import Accept, GiveUp, Pass, Play, Reject, Take, Tax
from games.trump.state import Debt, Options, State, Surrendering
from tests.cogs.trump.face import ANN, BEN, CALLED, CAT
from tests.contract.playing import Case, cases_of, heard, played
from tests.contract.stories import LONGEST_LINE, assert_line, assert_moments, laid_open
from tests.games.trump.dealing import back, dealing, give_back, pay, promised, will_play
from tests.games.trump.selling import ANY, BACK, I50, OUT, Sale, opening
from tests.games.trump.table import RULES, T, goods, propose, table

NAMES = Names(CALLED)


class Recorded:
    """Records turns, and tells their story."""

    turns: tuple[Turn, ...] = ()

    def record(self, before: State, seat: int, move: Any, told: Any) -> None:
        events, seen = tuple(news.event for news in told), partial(RULES.view, before)
        self.public = [news.event for news in told if news.to is None]
        self.turns += (Turn(seat=seat, move=move, by="hand", events=events, seen=seen),)

    def revealed(self):
        return FACE.story.reveal(self.public, NAMES)

    def moments(self) -> list[str]:
        return list(FACE.story.moments(self.turns, NAMES))

    def truth(self) -> list[str]:
        return list(FACE.story.truth(self.turns, NAMES))


class Played(Recorded):
    def __init__(self, state: State) -> None:
        self.state = state

    def play(self, seat: int, move: Any, *luck: Any) -> "Played":
        before, step = self.state, RULES.play(self.state, seat, move, Chance.tape(luck))
        self.state = step.state
        self.record(before, seat, move, step.told)
        return self


class Auctioned(Recorded, Sale):
    def play(self, seat, move):
        before, told = self.state, len(self.told)
        super().play(seat, move)
        self.record(before, seat, move, self.told[told:])
        return self


def auctioned(*hands: list[str], **layout: Any) -> Auctioned:
    held = [*hands, *[[ANY]] * (3 - len(hands))]
    return Auctioned(*held, **layout)


def test_opened_bids_and_sales_are_headlines_tr_17():
    sale = auctioned([OUT], [ANY], ["Investor 20"], [ANY])
    assert sale.open(100).revealed() is None  # a sealed bid is no headline
    for seat, amount in ((1, 70), (2, 120), (3, 0)):
        sale.play(seat, opening(amount))
    headline = sale.revealed()
    assert headline.text == (
        "Bids for the Hotel: Ann $100M, Ben $70M, Cat $120M, Dan\\* none. Cat leads."
    )
    assert not headline.ends_round
    headline = sale.outs(ANN, CAT).passes(BEN, CAT).revealed()
    assert headline.text == (
        "The Hotel goes to Ann for $100M, paid to the bank. There's $50M inside."
        " Ben bid $70M and Cat bid $120M (knocked out)."
    )
    assert headline.ends_round

    sold = auctioned(owner=BEN, dealing=True, inside=130).open(90, 0, 0).revealed()
    assert sold.text == "The Hotel goes to Ann for $90M, paid to Ben. There's $130M inside."
    kept = auctioned(owner=ANN, dealing=True).open(90, 0, 0).revealed()
    assert kept.text == "Ann keeps the Hotel for $90M, which goes inside."
    assert kept.ends_round
    unsold = auctioned().open(0, 0, 0).revealed()
    assert unsold.text == "Nobody bid for the Hotel, so it still has no owner."
    assert not unsold.ends_round


def test_deals_and_valuable_cards_are_headlines():
    game = Played(dealing([ANY], [ANY]))
    clause = pay(ANN, 20, turn=34)
    game.play(ANN, propose(BEN, goods(cash=50), goods("Casino"), clause))
    assert game.revealed() is None
    assert game.play(BEN, Accept()).revealed().text == (
        "Ann and Ben have a deal: Ann gives $50M and makes 1 promise, and Ben gives the Casino."
    )

    def collected(card: str):
        owners = {"Hotel": ANN, "Casino": ANN}
        state = table([card, ANY], [ANY], [ANY], owners=owners, dealing=True)
        return Played(state).play(ANN, Play(card=card)).revealed()

    sentence = "Ann played Hotel + Casino and got $120M."
    assert collected("Hotel and Casino").text == sentence
    assert collected("Hotel Profits") is None


def test_the_headline_of_a_deal_says_who_promises_and_what_is_only_lent():
    def headline(*terms: Any) -> str:
        game = Played(dealing([ANY, OUT], [ANY, OUT])).play(ANN, propose(BEN, *terms))
        return game.play(BEN, Accept()).revealed().text

    four = [pay(ANN, sum, turn=34) for sum in (10, 20, 30, 40)]
    assert headline(goods(), goods("Casino"), *four) == (
        "Ann and Ben have a deal: Ann makes 4 promises, and Ben gives the Casino."
    )
    card, hotel = give_back(BEN, OUT, turn=34), back(BEN, "Hotel", turn=34)
    assert headline(
        goods("Hotel", ANY, OUT), goods(cash=10), card, hotel, pay(BEN, 20, turn=34)
    ) == (
        "Ann and Ben have a deal: Ann gives an Any 40 card and lends the Hotel and a You're Out"
        " card, and Ben gives $10M and makes 1 promise."
    )


def net(seat: int, *told: Any) -> str:
    events = [news.event for news in told if news.to is None or seat in news.to]
    return FACE.story.net(events, NAMES, seat)


def test_the_net_counts_sales_and_open_bids_but_no_sealed_ones():
    sale = auctioned(owner=BEN, dealing=True).open(90, 40, 0).passes(ANN, BEN)
    assert net(ANN, *sale.told) == "You're down $90M in cash and got the Hotel."
    assert net(BEN, *sale.told) == "You're up $90M in cash and lost the Hotel. " + (
        "Ann got the Hotel."
    )
    assert net(CAT, *sale.told) == "Ann got the Hotel."

    sale = auctioned([OUT], [OUT], [OUT]).play(ANN, opening(100)).play(BEN, opening(70))
    assert net(ANN, *sale.told) == ""
    sale.play(CAT, opening(50))
    assert net(ANN, *sale.told) == "You're down $100M in cash."


def test_the_net_counts_taken_cards_and_paid_debts():
    took = [Took(seat=ANN, victim=BEN, start=False), TookCard(seat=ANN, victim=BEN, card=OUT)]
    assert FACE.story.net(took, NAMES, BEN) == "A card was taken from you."
    assert FACE.story.net(took * 2, NAMES, BEN) == "2 cards were taken from you."
    assert FACE.story.net(took, NAMES, ANN) == ""

    debt = Debt(number=1, by=ANN, to=BEN, amount=90)
    boxes = (FromBox(property="Hotel", amount=40),)
    events = [DebtPaid(debt=debt, amount=50, boxes=boxes, left=0)]
    assert FACE.story.net(events, NAMES, BEN) == "You're up $90M in cash."
    assert FACE.story.net(events, NAMES, ANN) == "You're down $50M in cash."


def test_tr_80_the_net_names_borrowed_cards_that_went_back():
    loans = [promised(at, BEN, give_back(ANN, card, turn=30)) for at, card in ((1, ANY), (2, OUT))]
    more = promised(3, CAT, give_back(ANN, ANY, 20, turn=30))
    game = Played(dealing([ANY, ANY, OUT], promises=[*loans, more])).play(ANN, Pass())
    both = "an Any 40 card and a You're Out card"
    assert FACE.story.net(game.public, NAMES, BEN) == f"Ann gave you back {both}."
    came = "You're down $20M in cash. Ann gave you back an Any 40 card."
    assert FACE.story.net(game.public, NAMES, CAT) == came
    gave = "You gave back 2 Any 40 cards and a You're Out card."
    assert FACE.story.net(game.public, NAMES, ANN) == f"You're up $20M in cash. {gave}"
    assert FACE.story.net(game.public, NAMES, 3) == ""


def test_the_dearest_and_the_best_buy():
    assert auctioned([], [], []).open(200, 40, 30).moments() == [
        "**Dearest property:** Ann bid $200M for the Hotel, and the next bid was only $40M."
    ]
    assert auctioned([], [], []).open(70, 40, 30).moments() == []

    assert auctioned(inside=130).open(80, 0, 0).moments() == [
        "**Loneliest bid:** Ann bid $80M for the Hotel, and nobody else bid.",
        "**Best buy:** Ann got the Hotel for $80M, with $130M inside.",
    ]


def test_a_lost_bid_earns_its_investors_money_tr_37():
    sale = auctioned([OUT], [I50], [ANY]).open(100, 80, 0).passes(ANN).raises(BEN, 130, I50)
    sale.outs(ANN, BEN)
    said = "Ben didn't get the Hotel but took home $50M of investors' money."
    assert sale.moments() == [f"**Sweetest defeat:** {said}"]

    sale = auctioned([ANY], [I50], [ANY]).open(100, 80, 0).passes(ANN).raises(BEN, 130, I50)
    assert sale.passes(ANN).moments() == []


def test_the_fiercest_sale_and_the_harshest_tax():
    sale = auctioned([OUT, OUT], [BACK, ANY], [ANY]).open(60, 70, 0)
    sale.outs(ANN, BEN).returns(BEN).outs(ANN, BEN).passes(BEN)
    cards = "2 You're Out cards and 1 I'm Back card"
    sentence = f"**Fiercest sale:** it took {cards} before Ann got the Hotel for $60M."
    assert sale.moments() == [sentence]

    owners = {"Hotel": BEN, "Casino": BEN}
    state = table(["Tax"], [ANY], [ANY], owners=owners, inside={"Casino": 180}, cash=(400, 10, 400))
    game = Played(state).play(ANN, Tax(seat=BEN))
    assert isinstance(game.state.public.phase, Surrendering)
    game.play(BEN, GiveUp(property="Casino"))
    assert game.moments() == [
        "**Harshest Tax:** Ben was $30M short and gave up the Casino, with $180M inside."
    ]


def test_a_gift_is_the_kindest_deal():
    def given(*promises):
        game = Played(dealing([ANY], [ANY]))
        return game.play(ANN, propose(BEN, goods("Hotel"), goods(), *promises)).play(BEN, Accept())

    said = "Ann gave Ben the Hotel for nothing, with $50M inside."
    assert given().moments() == [f"**Kindest deal:** {said}"]
    assert given(pay(BEN, 20, turn=34)).moments() == []


def test_tr_80_a_card_that_went_back_with_the_last_turn_is_in_its_owners_last_hand():
    loan = promised(1, BEN, give_back(ANN, "4 Properties", turn=30))
    game = Played(dealing(["4 Properties"], [ANY], owners={}, promises=[loan], passes=3))
    lines = game.play(ANN, Pass()).truth()
    assert "Ben: Any 40, 4 Properties." in lines
    assert not [line for line in lines if line.startswith("Ann: ")]


def test_tr_80_the_best_use_of_a_borrowed_card_is_remembered():
    loans = [promised(1, BEN, give_back(ANN, ANY, turn=40))]
    loans.append(promised(2, CAT, give_back(ANN, "Hotel Profits", turn=40)))
    game = Played(dealing([ANY, "Hotel Profits", OUT], promises=loans))
    game.play(ANN, Play(card=ANY))
    borrowed = "Ann borrowed an Any 40 card from Ben and made $40M with it"
    assert game.moments() == [f"**Best loan:** {borrowed}."]
    for seat in (BEN, CAT, 3):
        game.play(seat, Pass())
    game.play(ANN, Play(card="Hotel Profits"))
    assert "the Hotel Profits card from Cat and made $60M" in game.moments()[0]
    assert not Played(dealing([ANY])).play(ANN, Play(card=ANY)).moments()


def test_tr_80_a_borrowed_die_card_whose_t_asks_first_is_remembered_too():
    loan = promised(1, BEN, give_back(ANN, "Hotel Roll", turn=40))
    game = Played(dealing(["Hotel Roll"], [ANY], [ANY], promises=[loan]))
    game.play(ANN, Play(card="Hotel Roll"), T).play(ANN, Take(seat=CAT), 0, 5)
    borrowed = "Ann borrowed the Hotel Roll card from Ben and made $100M with it"
    assert f"**Best loan:** {borrowed}." in game.moments()


def test_unpaid_debts_and_unplayed_cards_are_told_at_the_end_tr_50():
    state = dealing(
        ["4 Properties"],
        [ANY],
        cash=(0, 400, 400, 400),
        owners={},
        debts=[Debt(number=1, by=ANN, to=BEN, amount=70)],
        passes=3,
    )
    game = Played(state).play(ANN, Pass())
    held = "Ann still held the 4 Properties card ($200M)"
    assert game.moments() == [
        "**Unpaid bill:** Ann still owed Ben $70M when the game ended.",
        f"**The one that got away:** {held} when the game ended.",
    ]
    assert game.truth()[:2] == ["**Left in hand at the end**", "Ann: 4 Properties."]

    owners = {"Hotel": ANN, "Casino": ANN}
    state = table(["Hotel and Casino"], [], [], owners=owners, dealing=True)
    game = Played(state).play(ANN, Play(card="Hotel and Casino"))
    sentence = "**Biggest payday:** Ann played Hotel + Casino and got $120M."
    assert game.moments() == [sentence]
    assert game.truth() == []


def test_the_truth_tells_plans_above_the_price():
    sale = auctioned([ANY], [ANY], [ANY])
    sale.open(opening(60, 200), opening(50, 90), opening(20, 50))
    assert FACE.story.gaps(sale.turns, NAMES) == [
        "Ann would have paid $200M for the Hotel, and got it for $60M.",
        "Ben would have paid $90M for the Hotel, and Ann got it for $60M.",
        "Ann paid $60M for the Hotel, with only $50M inside.",
    ]
    said = "The Hotel went to Ann for $60M. Secret limits: Ann $200M and Ben $90M."
    assert sale.truth()[:2] == ["**The Buying Phase**", said]

    sale = auctioned([OUT], [ANY], [ANY]).open(opening(60, 200, out="ask"), 70, 0)
    assert sale.phase == "bidding"
    sale.drops(ANN).passes(ANN)
    assert not [line for line in sale.truth() if "in secret" in line]


def test_a_limit_counts_as_far_as_its_bidder_could_pay_it():
    sale = auctioned([I50], [ANY], [ANY], cash=(300, 60, 60), inside=0)
    sale.open(opening(60, 10_000), opening(50, 10_000), opening(20, 50))
    assert FACE.story.gaps(sale.turns, NAMES) == [
        "Ann would have paid $350M for the Hotel, and got it for $60M.",
        "Ann paid $60M for the Hotel, with nothing inside.",
    ]


def test_the_truth_tells_which_cards_were_asked_for_in_vain():
    game = Played(dealing([ANY], ["Tax"]))
    game.play(ANN, propose(BEN, goods(cash=50), goods("Any 50"))).play(BEN, Reject())
    assert "Ann asked Ben for an Any 50 card, but Ben couldn't give it." in game.truth()
    game = Played(dealing([ANY], ["Tax", ANY]))
    game.play(ANN, propose(BEN, goods(cash=50), goods("Tax", "Tax"))).play(BEN, Reject())
    assert "Ann asked Ben for 2 Tax cards, but Ben couldn't give it." in game.truth()


def test_tr_81_the_truth_tells_which_plays_were_asked_for_in_vain():
    offer = propose(BEN, goods(cash=50), goods(), will_play(BEN, ANY, 31))
    game = Played(dealing([OUT], ["Tax"])).play(ANN, offer).play(BEN, Reject())
    said = "Ann asked Ben to promise a play of Any 40, but Ben had no such card to spare."
    assert said in game.truth()
    game = Played(dealing([OUT], [ANY])).play(ANN, offer).play(BEN, Reject())
    assert not [line for line in game.truth() if "asked" in line]


def test_the_truth_names_the_cards_that_were_drawn_in_a_deal():
    offer = propose(BEN, goods(cash=10), goods(random=3))
    game = Played(dealing([OUT], ["Tax", "Tax", "Hotel and Casino"])).play(ANN, offer)
    drew = "Ann drew the Hotel + Casino card and 2 Tax cards from Ben in a deal."
    assert drew in game.play(BEN, Accept(), 0, 0, 0).truth()


CASES = [
    *cases_of("trump"),
    *(Case("trump", 3 + seed % 2, Options(), seed) for seed in range(3, 16)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_story_of_a_random_game_fits_and_its_figures_are_right(case):
    game = played(case)
    names, turns = Names(CALLED[: case.seats]), laid_open(game)
    moments, truth = FACE.story.moments(turns, names), FACE.story.truth(turns, names)
    assert 0 < len(moments) <= 3
    assert_moments(moments)
    for line in truth:
        assert_line(line, LONGEST_LINE)
    events = [event for turn in turns for event in turn.events]
    assert sum(isinstance(event, HandDealt) for event in events) == case.seats
    took = [event for event in events if isinstance(event, TookCard)]
    assert sum(" took " in line for line in truth) == len(took)
    for line in moments:
        if line.startswith("The best buy"):
            assert any(
                isinstance(event, Sold) and event.price < (event.inside or 0) for event in events
            )
    over = {seat: hand for seat, hand in enumerate(game.positions[-1].state.hands) if hand}
    left = truth[truth.index("**Left in hand at the end**") + 1 :] if over else []
    assert len(left) == len(over)
    for line, (seat, hand) in zip(left, over.items(), strict=True):
        assert line.startswith(f"{names[seat]}: ")
        assert all(CARDS[card].title in line for card in hand)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_sale_and_deal_of_a_random_game_is_a_headline(case):
    game = played(case)
    names = Names(CALLED[: case.seats])
    for position in game.positions:
        public = heard(position.step, None)
        headline = FACE.story.reveal(public, names)
        if headline is not None:
            assert_line(headline.text)
        sold = any(isinstance(event, Sold) for event in public)
        assert (headline is not None and headline.ends_round) == sold
        if any(isinstance(event, DealStruck) for event in public):
            assert headline is not None


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_net_of_a_random_game_agrees_with_the_cash(case):
    game = played(case)
    names = Names(CALLED[: case.seats])
    for seat in range(case.seats):
        for before, after in pairwise(game.positions[::19]):
            stretch = game.positions[before.number + 1 : after.number + 1]
            events = [event for position in stretch for event in heard(position.step, seat)]
            summary = FACE.story.net(events, names, seat)
            if summary:
                assert_line(summary)
            old, new = before.state.public, after.state.public
            more = new.cash[seat] - old.cash[seat]
            word = f"You're {'up' if more > 0 else 'down'} {money(abs(more))} in cash"
            assert (word in summary) if more else ("in cash" not in summary)
            got = set(new.owned(seat)) - set(old.owned(seat))
            own = summary.split(". ")[0]
            assert all(f"the {name}" in own for name in got) or "properties" in own
