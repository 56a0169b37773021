"""Turns of TRUMP The Game: the draw, the spaces, the change of phase and the end."""

import pytest

from games.trump.cards import DECK, PROPERTIES
from games.trump.events import (
    Added,
    ClearingBegan,
    ClearingEnded,
    DealingBegan,
    Drew,
    DrewCard,
    Ended,
    EndIsNear,
    Kept,
    Left,
    NotSold,
    Passed,
    SaleBegan,
    Swapped,
    Took,
    TookCard,
    TurnBegan,
)
from games.trump.moves import (
    Accept,
    Add,
    ForceSale,
    Keep,
    Pass,
    Play,
    Propose,
    PutUp,
    Reject,
    Roll,
    Swap,
    Take,
    Tax,
    Withdraw,
)
from games.trump.state import (
    Acting,
    Adding,
    Clearing,
    Opening,
    Over,
    Putting,
    State,
    Taking,
    Trading,
)
from tests.games.trump.table import (
    RULES,
    T,
    before,
    bids,
    cash,
    goods,
    inside,
    landed,
    legal,
    opening,
    owner,
    play,
    plays,
    propose,
    refused,
    table,
    to_move,
    told,
    view,
)

START, FOR_SALE, ADD_30, ANY_FOR_SALE, TRADE = 0, 2, 9, 11, 13
ALL = dict.fromkeys(PROPERTIES, 1)  # Donna owns everything
NOBODY = bids(0, 0, 0)


def test_tr_3_the_draw_is_automatic():
    state = table((), ("Any 40",), (), pile=("Tax", "Any 50"))
    step = play(state, 0, Roll(), 1)
    assert told(step, Drew) == [Drew(seat=1, left=1, added=False)]
    assert told(step, DrewCard, 1) == [DrewCard(seat=1, card="Tax")]
    assert told(step, DrewCard, 0) == told(step, DrewCard) == []
    assert step.state.hands[1] == ("Any 40", "Tax")
    assert step.state.pile == ("Any 50",)


def test_tr_4_in_the_buying_phase_the_player_on_turn_rolls_or_plays_and_never_passes():
    state = table(("Hotel Profits", "You're Out"), ("Casino Profits",), (), owners={"Hotel": 0})
    assert legal(state, 0) == [Roll(), Play(card="Hotel Profits")]
    assert (legal(state, 1), to_move(state)) == ([], {0})
    with refused("Nobody passes in the Buying Phase. Roll the die or play a card"):
        play(state, 0, Pass())
    for move in (Roll(), Play(card="Casino Profits")):
        with refused("It's Ann's turn, not yours"):
            play(state, 1, move)
    step = play(state, 0, Play(card="Hotel Profits"))
    assert step.state.public.seat == 1, "a card ends the turn"
    assert step.state.public.pawns == (START,) * 3


def test_tr_9_there_is_no_hand_limit():
    state = table((), DECK[:40], (), pile=("Tax",))
    assert len(play(state, 0, Roll(), 1).state.hands[1]) == 41


def test_tr_10_tr_65_start_takes_a_card_from_each_opponent_clockwise():
    state = table((), ("Tax",), (), ("Any 40", "Any 50"), pawns=(0, 17, 0, 0), seat=1)
    step = play(state, 1, Roll(), 1, 0)  # Jeff's first card; Mike and Ann have none
    assert told(step, Took) == [Took(seat=1, victim=3, start=True)]
    assert told(step, TookCard, 3) == [TookCard(seat=1, victim=3, card="Any 40")]
    assert not told(step, TookCard, 0)
    state = table(("Tax",), (), ("Any 40", "Any 50"), pawns=before(START, 2), seat=1)
    step = play(state, 1, Roll(), 2, 1, 0)
    assert [took.card for took in told(step, TookCard, 1)] == ["Any 50", "Tax"]


def test_tr_10_passing_start_does_nothing():
    step = play(table((), ("Tax",), ("Tax",), pawns=(17, 0, 0)), 0, Roll(), 2)
    assert not told(step, Took)
    assert step.state.public.pawns[0] == 1


@pytest.mark.parametrize("whose", [None, 0, 1])
def test_tr_11_tr_17_landing_on_a_property_adds_10_for_all_to_see_whoever_owns_it(whose):
    owners = {} if whose is None else {"Casino": whose}
    state = table((), (), (), pawns=before(3, 2), owners=owners)
    step = play(state, 0, Roll(), 2)
    assert told(step, Added) == [Added(seat=0, property="Casino", amount=10, landed=True)]
    assert inside(step.state, "Casino") == 60
    assert cash(step.state) == (400, 400, 400)


def test_tr_12_an_add_space_fills_an_unowned_property_and_draws_a_card():
    state = landed(ADD_30, owners={"Hotel": 1, "Casino": 0})
    assert state.public.phase == Adding(amount=30)
    assert legal(state, 0) == [Add(property=name) for name in PROPERTIES[2:]]
    with refused("The Hotel is Donna's. Choose one that nobody owns"):
        play(state, 0, Add(property="Hotel"))
    with refused("The Casino is yours"):
        play(state, 0, Add(property="Casino"))
    step = play(state, 0, Add(property="Airline"))
    assert inside(step.state, "Airline") == 80
    drew = [(drew.seat, drew.left, drew.added) for drew in told(step, Drew)]
    assert drew == [(0, 19, True), (1, 18, False)]


def test_tr_12_a_single_unowned_property_is_not_asked_and_an_empty_pile_gives_no_card():
    owners: dict[str, int] = dict.fromkeys(PROPERTIES[1:], 1)
    step = play(table((), (), (), pawns=before(17, 1), owners=owners, pile=()), 0, Roll(), 1)
    assert told(step, Added) == [Added(seat=0, property="Hotel", amount=40, landed=False)]
    assert not told(step, Drew)


def test_tr_13_for_sale_puts_up_an_unowned_property():
    state = landed(FOR_SALE, owners={"Hotel": 0, "Casino": 1})
    assert state.public.phase == Putting(any=False)
    assert legal(state, 0) == [PutUp(property=name) for name in PROPERTIES[2:]]
    with refused("The Casino is Donna's. Choose one that nobody owns"):
        play(state, 0, PutUp(property="Casino"))
    step = play(state, 0, PutUp(property="Airline"))
    (began,) = told(step, SaleBegan)
    assert (began.property, began.broker, began.owner, began.by) == ("Airline", 0, None, "space")
    assert to_move(step.state) == {0, 1, 2}


def test_tr_13_tr_60_the_last_unowned_property_is_put_up_without_asking():
    state = landed(FOR_SALE, owners=dict.fromkeys(PROPERTIES[:7], 2))
    assert isinstance(state.public.phase, Opening)
    assert state.public.phase.property == "Sports Complex"


def test_tr_13_for_sale_any_puts_up_any_property_the_players_own_last():
    state = landed(ANY_FOR_SALE, owners={"Hotel": 0, "Casino": 1})
    assert state.public.phase == Putting(any=True)
    names = (*PROPERTIES[2:], "Casino", "Hotel")  # TR-53
    assert legal(state, 0) == [PutUp(property=name) for name in names]
    assert told(play(state, 0, PutUp(property="Hotel")), SaleBegan)[0].owner == 0


def test_tr_15_a_trade_swaps_properties_with_their_boxes_and_is_optional():
    state = landed(TRADE, owners={"Hotel": 0, "Airline": 0, "Casino": 1}, inside={"Casino": 130})
    assert state.public.phase == Trading()
    assert legal(state, 0)[0] == Keep()
    assert len(legal(state, 0)) == 1 + 2 * 6
    step = play(state, 0, Swap(give="Hotel", get="Casino"))
    assert told(step, Swapped) == [Swapped(seat=0, give="Hotel", get="Casino", owner=1)]
    assert (owner(step.state, "Hotel"), owner(step.state, "Casino")) == (1, 0)
    assert inside(step.state, "Casino") == 130
    step = play(state, 0, Keep())
    assert told(step, Kept) == [Kept(seat=0)]
    assert owner(step.state, "Hotel") == 0


def test_tr_15_tr_43_a_property_traded_to_the_board_is_unowned_again():
    owners = {**dict.fromkeys(PROPERTIES[:-1], 1), "Hotel": 0}
    state = play(landed(TRADE, owners=owners), 0, Swap(give="Hotel", get="Sports Complex")).state
    assert (owner(state, "Sports Complex"), state.public.owned(None)) == (0, ("Hotel",))
    assert not state.public.dealing


def test_tr_15_a_trade_needs_a_property_of_ones_own_and_another_to_get():
    state = landed(TRADE, owners={"Hotel": 0, "Casino": 0})
    for give, get, sentence in (
        ("Airline", "Hotel", "The Airline isn't yours to give"),
        ("Hotel", "Casino", "The Casino is already yours"),
        ("Hotel", "Opera", "There's no such property"),
    ):
        with refused(sentence):
            play(state, 0, Swap(give=give, get=get))
    assert isinstance(landed(TRADE).public.phase, Acting), "without a property there is no trade"


def test_tr_16_pawns_share_a_space():
    state = table((), (), (), pawns=(1, 3, 3))
    assert play(state, 0, Roll(), 2).state.public.pawns == (3, 3, 3)


def test_tr_58_a_sale_on_a_space_ends_the_turn_even_without_a_bid():
    state = plays(landed(FOR_SALE), (0, PutUp(property="Hotel")), *NOBODY)
    assert (state.public.seat, state.public.turn) == (1, 10)
    assert owner(state, "Hotel") is None


def test_tr_42_the_last_property_bought_ends_the_buying_phase_with_that_turn():
    state = landed(FOR_SALE, owners=dict.fromkeys(PROPERTIES[1:], 1))
    step = play(plays(state, *bids(0, None, 0)), 1, opening(10))
    assert told(step, DealingBegan)
    assert told(step, TurnBegan) == [TurnBegan(seat=1, number=10, dealing=True)]
    assert not told(step, Drew), "the pile is out of use"
    assert step.state.public.hands == (1, 1, 1)
    assert Pass() in legal(step.state, 1)
    with refused("Nobody rolls"):
        play(step.state, 1, Roll())


def clearing(*hands: tuple[str, ...], unowned: int = 3, **layout) -> State:
    """Let Ann, who drew the last card, land on the Hotel while so many are unowned."""
    owners: dict[str, int] = dict.fromkeys(PROPERTIES[unowned:], 1)
    state = table(*hands or (("Tax",), (), ()), owners=owners, pile=(), **layout)
    return play(state, 0, Roll(), 1).state


def test_tr_41_the_player_with_the_last_card_ends_the_turn_then_sells_all_unowned_properties():
    owners: dict[str, int] = dict.fromkeys(PROPERTIES[3:], 1)
    state = table(("Tax",), (), (), owners=owners, pile=(), pawns=before(FOR_SALE, 1))
    state = play(state, 0, Roll(), 1).state
    assert state.public.phase == Putting(any=False)
    step = play(plays(state, (0, PutUp(property="Casino")), *bids(0, 0)), *bids(None, None, 0)[0])
    began = ClearingBegan(broker=0, properties=PROPERTIES[:3], round=1)
    assert told(step, ClearingBegan) == [began]
    assert (step.state.public.phase, to_move(step.state)) == (Clearing(), {0})
    assert legal(step.state, 0) == [PutUp(property=name) for name in PROPERTIES[:3]]
    assert not step.state.public.dealing


def test_tr_41_the_broker_names_the_order_and_the_last_property_needs_no_choice():
    state = clearing()
    first = RULES.question(view(state)).key
    state = plays(state, (0, PutUp(property="Casino")), *bids(0, 20, 0))
    assert RULES.question(view(state)).key != first
    assert legal(state, 0) == [PutUp(property="Hotel"), PutUp(property="Tropical Island")]
    with refused("The Casino is Donna's"):
        play(state, 0, PutUp(property="Casino"))
    state = plays(state, (0, PutUp(property="Tropical Island")), *NOBODY[:2])
    (began,) = told(play(state, *NOBODY[2]), SaleBegan)
    assert (began.property, began.broker) == ("Hotel", 0)


def test_tr_41_unsold_properties_are_offered_again_while_a_round_sells_anything():
    state = plays(clearing(unowned=4), (0, PutUp(property="Cruise Line")), *NOBODY)
    with refused("The Cruise Line has been offered. The others come first"):
        play(state, 0, PutUp(property="Cruise Line"))
    state = plays(state, (0, PutUp(property="Hotel")), *NOBODY)
    state = plays(state, (0, PutUp(property="Casino")), *bids(0, 10, 0))
    step = play(plays(state, *NOBODY[:2]), *NOBODY[2])  # the last property of round 1
    again = ("Cruise Line", "Hotel", "Tropical Island")
    assert told(step, ClearingBegan) == [ClearingBegan(broker=0, properties=again, round=2)]
    assert told(step, SaleBegan)[0].property == "Cruise Line"
    step = play(plays(step.state, *NOBODY * 2, *NOBODY[:2]), *NOBODY[2])
    left = tuple(Left(property=name, inside=50 + 10 * (name == "Hotel")) for name in again)
    assert told(step, ClearingEnded) == [ClearingEnded(left=left)]
    public = step.state.public
    assert (public.clearance, public.dealing, public.seat) == (None, True, 1)
    assert all(public.box(name).gone for name in again)


def test_tr_41_if_nobody_can_bid_all_unowned_properties_leave_the_game_at_once():
    state = clearing(("Tax",), ("Tax",), (), unowned=2, cash=(0, 0, 0))
    step = play(state, 0, PutUp(property="Hotel"))
    assert [event.property for event in told(step, NotSold)] == ["Hotel", "Casino"]
    (ended,) = told(step, ClearingEnded)
    assert [left.property for left in ended.left] == ["Hotel", "Casino"]
    assert told(step, DealingBegan)


def dealing(*hands: tuple[str, ...], **layout) -> State:
    """Lay out a table in the Dealing Phase; Donna owns everything."""
    return table(*hands, **{"dealing": True, "owners": ALL, **layout})


def test_tr_44_in_the_dealing_phase_a_player_plays_a_card_deals_or_passes():
    state = dealing(("Any 40", "Tax"), ("Tax",), (), owners={**ALL, "Hotel": 0})
    moves = legal(state, 0)
    assert moves[:3] == [Pass(), Play(card="Any 40"), Tax(seat=1)]
    assert any(isinstance(move, Propose) for move in moves)
    assert play(state, 0, Play(card="Any 40")).state.public.seat == 1, "one action is the turn"


def test_tr_44_ts_and_force_sales_work_in_the_dealing_phase():
    state = dealing(("Hotel Roll",), ("Tax",), ("Tax",), owners={**ALL, "Hotel": 0})
    state = play(state, 0, Play(card="Hotel Roll"), T).state
    assert isinstance(state.public.phase, Taking)
    assert cash(play(state, 0, Take(seat=1), 0, 2).state) == (440, 400, 400)
    state = dealing(("Force Sale",), ("Tax",), ())
    state = plays(state, (0, ForceSale(property="Hotel")), *bids(60, 0, 0))
    assert (owner(state, "Hotel"), cash(state)) == (0, (340, 460, 400))


def test_tr_49_a_circle_of_passes_ends_the_game():
    step = play(dealing(("Tax",), (), ()), 0, Pass())
    assert told(step, Passed) == [Passed(seat=0, in_row=1)]
    step = play(plays(step.state, (1, Pass())), 2, Pass())
    assert [ended.why for ended in told(step, Ended)] == ["passes"]
    assert step.state.public.phase == Over(why="passes")
    assert not to_move(step.state)
    assert legal(step.state, 0) == []
    with refused("The game is over"):
        play(step.state, 0, Pass())


def test_tr_49_a_rejected_or_withdrawn_deal_is_not_a_pass():
    offer = propose(0, goods(cash=10))
    state = dealing(("Tax",), (), ())
    state = plays(state, (0, Pass()), (1, offer), (0, Reject()), (2, Pass()), (0, Pass()))
    state = plays(state, (1, offer), (1, Withdraw()), (2, Pass()), (0, Pass()))
    assert to_move(state) == {1}
    assert isinstance(play(state, 1, Pass()).state.public.phase, Over)


def test_tr_49_three_circles_without_a_card_or_a_deal_end_the_game_and_two_announce_it():
    state = dealing(("Tax",), (), (), turn=10, lively=9)
    for number in range(9):
        seat, other = state.public.seat, (state.public.seat + 1) % 3
        step = play(play(state, seat, propose(other, goods(cash=10))).state, other, Reject())
        assert told(step, EndIsNear) == ([EndIsNear(last=18)] if number == 5 else [])
        assert bool(told(step, Ended)) == (number == 8)
        state = step.state
    assert state.public.phase == Over(why="circles")


def test_tr_49_an_accepted_deal_or_a_card_restarts_the_count_of_quiet_turns():
    state = dealing(("Any 40", "Tax"), ("Tax",), (), owners={"Hotel": 0}, turn=20, lively=13)
    offered = play(state, 0, propose(1, goods(cash=10))).state
    after = [play(state, 0, Play(card="Any 40")).state, offered]
    after += [play(offered, 1, answer).state for answer in (Accept(), Reject())]
    assert [state.public.lively for state in after] == [20, 13, 20, 13]


def test_tr_50_the_game_ends_when_nobody_holds_a_card():
    state = dealing(("Any 40",), (), (), owners={**ALL, "Hotel": 0}, inside={"Casino": 130})
    (ended,) = told(play(state, 0, Play(card="Any 40")), Ended)
    assert (ended.why, ended.totals) == ("cards", (490, 400 + 130 + 6 * 50, 400))
    # also at the start of the Dealing Phase
    state = landed(FOR_SALE, owners=dict.fromkeys(PROPERTIES[1:], 1), hands=((), (), ()))
    step = play(plays(state, *bids(0, 10)), 2, opening(0))
    assert told(step, DealingBegan)
    assert step.state.public.phase == Over(why="cards")
