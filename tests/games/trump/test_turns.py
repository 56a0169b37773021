"""TRUMP The Game: turns, spaces, cards, phases and the end, a test for each ruling."""

import pytest

from games.chance import Chance
from games.rules import IllegalMove, Refusal
from games.trump.cards import BOARD, CARDS, DECK, PROPERTIES
from games.trump.events import (
    Added,
    ClearingBegan,
    ClearingEnded,
    Collected,
    DealingBegan,
    Dealt,
    Drew,
    DrewCard,
    Ended,
    EndIsNear,
    HandDealt,
    Kept,
    Left,
    Moved,
    NotSold,
    OpeningRoll,
    Passed,
    Played,
    Rolled,
    RolledToStart,
    SaleBegan,
    Surrendered,
    Swapped,
    Taxed,
    Took,
    TookCard,
    TurnBegan,
)
from games.trump.moves import (
    Accept,
    Add,
    ForceSale,
    GiveUp,
    Keep,
    KnockOut,
    OpenBid,
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
    Options,
    Over,
    Promise,
    Putting,
    State,
    Surrendering,
    Taking,
    Trading,
)
from tests.games.trump.table import (
    RULES,
    T,
    cash,
    goods,
    inside,
    legal,
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

START, FOR_SALE, ROLL_SPACE, ADD_30, ANY_FOR_SALE, TRADE = 0, 2, 6, 9, 11, 13
ALL = dict.fromkeys(PROPERTIES, 1)  # Donna owns everything
NO_BID = OpenBid(amount=0, limit=None, investors="keep", out="no", back="no")


def bid(amount: int) -> OpenBid:
    """Make an opening bid without a plan."""
    return OpenBid(amount=amount, limit=None, investors="keep", out="no", back="no")


def before(space: int, die: int) -> tuple[int, int, int]:
    """Put everybody's pawn where a roll of so many brings it to a space."""
    return ((space - die) % len(BOARD),) * 3


def landed(space: int, *luck: int, **laid: object) -> State:
    """Roll a 2 that ends on a space, three at the table; return what is asked then."""
    hands = laid.pop("hands", (("Any 40",), ("Any 40",), ("Any 40",)))
    state = table(*hands, pawns=before(space, 2), **laid)  # type: ignore
    return play(state, 0, Roll(), 2, *luck).state


# --- the table ------------------------------------------------------------------------------------


def test_the_deck_has_72_cards_of_38_kinds():
    assert len(DECK) == 72
    assert len(CARDS) == 38
    sorts = [CARDS[name].sort for name in DECK]
    counts = {sort: sorts.count(sort) for sort in dict.fromkeys(sorts)}
    assert counts == {
        "single": 8,
        "die": 8,
        "pair": 8,
        "any": 8,
        "multi": 3,
        "tax": 5,
        "force_sale": 4,
        "die_roll": 2,
        "investor": 8,
        "out": 13,
        "back": 5,
    }


def test_the_figures_that_are_printed():
    pays = {name: card.pays for name, card in CARDS.items()}
    assert pays["Hotel Profits"] == 60
    assert pays["Convention Center Profits"] == 40
    assert pays["Sports Complex Profits"] == 30
    assert pays["Hotel and Casino"] == 120
    assert pays["Tropical Island and Cruise Line"] == 100
    assert pays["3 Properties"] == 160
    assert [pays[name] for name in CARDS if CARDS[name].sort == "investor"] == [20, 30, 40, 50, 60]


def test_every_property_is_named_by_a_single_a_die_card_and_two_pairs():
    for name in PROPERTIES:
        sorts = sorted(card.sort for card in CARDS.values() if name in card.named)
        assert sorts == ["die", "pair", "pair", "single"]
    assert [space.property for space in BOARD if space.property] == list(PROPERTIES)
    assert BOARD[START].sort == "start"


@pytest.mark.parametrize("seats", [-1, 0, 2, 5])
def test_tr_1_three_or_four_play(seats: int):
    with pytest.raises(Refusal, match="three or four"):
        RULES.start(seats, Options(), Chance.tape())


@pytest.mark.parametrize(("seats", "pile"), [(3, 57), (4, 52)])
def test_everybody_starts_with_400_and_five_cards_and_50_in_each_box(seats: int, pile: int):
    step = RULES.start(seats, Options(), Chance.tape([DECK, *range(1, seats + 1)]))
    state = step.state
    assert told(step, Dealt) == [Dealt(seats=seats, cash=400, inside=50, cards=5, pile=pile)]
    assert cash(state) == (400,) * seats
    assert [inside(state, name) for name in PROPERTIES] == [50] * 8
    assert [owner(state, name) for name in PROPERTIES] == [None] * 8
    assert state.public.pawns == (START,) * seats
    assert state.public.hands == (*[5] * (seats - 1), 6)  # who begins has drawn
    for seat in range(seats):
        (dealt,) = told(step, HandDealt, seat)
        assert dealt.seat == seat
        assert len(dealt.cards) == 5
    assert not told(step, HandDealt)


def test_tr_2_the_highest_roll_begins_and_a_t_is_higher_than_a_five():
    step = RULES.start(4, Options(), Chance.tape([DECK, 5, 1, T, 4]))
    assert step.state.public.seat == 2
    assert told(step, TurnBegan) == [TurnBegan(seat=2, number=1, dealing=False)]


def test_tr_2_only_the_tied_roll_again_and_tr_65_a_t_takes_no_card_there():
    step = RULES.start(4, Options(), Chance.tape([DECK, T, 3, T, T, 2, 4, 4, 1, 5]))
    (rolled,) = told(step, RolledToStart)
    assert [(one.seat, one.die) for one in rolled.rolls] == [
        *[(0, T), (1, 3), (2, T), (3, T)],
        *[(0, 2), (2, 4), (3, 4)],
        *[(2, 1), (3, 5)],
    ]
    assert rolled.first == 3
    assert isinstance(rolled.rolls[0], OpeningRoll)
    assert not told(step, Took)


# --- a turn ---------------------------------------------------------------------------------------


def test_tr_3_the_draw_is_made_by_itself():
    state = table((), ("Any 40",), (), pile=("Tax", "Any 50"))
    step = play(state, 0, Roll(), 1)
    assert told(step, Drew) == [Drew(seat=1, left=1, added=False)]
    assert told(step, DrewCard, 1) == [DrewCard(seat=1, card="Tax")]
    assert not told(step, DrewCard, 0)
    assert not told(step, DrewCard)
    assert step.state.hands[1] == ("Any 40", "Tax")
    assert step.state.pile == ("Any 50",)


def test_tr_4_in_the_buying_phase_one_rolls_or_plays_and_never_passes():
    state = table(("Hotel Profits", "You're Out"), (), (), owners={"Hotel": 0})
    assert legal(state, 0) == [Roll(), Play(card="Hotel Profits")]
    assert legal(state, 1) == []
    with refused("nobody passes: roll the die, or play a card"):
        play(state, 0, Pass())
    step = play(state, 0, Play(card="Hotel Profits"))  # and then it is the next player's turn
    assert step.state.public.seat == 1
    assert step.state.public.pawns == (START,) * 3


def test_tr_4_it_is_one_players_turn():
    state = table(("Tax",), ("Hotel Profits",), (), owners={"Hotel": 1})
    with refused("It is Ann's turn, not yours"):
        play(state, 1, Roll())
    with refused("It is Ann's turn, not yours"):
        play(state, 1, Play(card="Hotel Profits"))
    assert to_move(state) == {0}


def test_tr_5_what_can_be_played_on_a_turn():
    hand = ("Hotel Profits", "Casino Profits", "Hotel Roll", "Hotel and Casino", "Any 40")
    others = ("3 Properties", "Tax", "Die Roll", "Investor 30", "You're Out", "I'm Back")
    state = table((*hand, *others), (), (), owners={"Hotel": 0, "Airline": 2, "Sports Complex": 2})
    assert legal(state, 0) == [
        Roll(),
        Play(card="Hotel Profits"),
        Play(card="Hotel Roll"),
        Play(card="Any 40"),
        Tax(seat=2),
        Play(card="Die Roll"),
    ]
    for card in ("Investor 30", "You're Out", "I'm Back"):
        with refused("is played in a sale"):
            play(state, 0, Play(card=card))
    with refused("Say whom you tax"):
        play(state, 0, Play(card="Tax"))
    with refused("You do not hold Force Sale"):
        play(state, 0, ForceSale(property="Airline"))
    with refused("There is no such card"):
        play(state, 0, Play(card="Coal"))


def test_tr_6_a_t_takes_a_card_from_an_opponent_of_ones_choice_and_rolls_again():
    state = table((), ("Tax", "Any 40"), ("Any 50",), pile=("Any 40",) * 9)
    step = play(state, 0, Roll(), T)
    assert step.state.public.phase == Taking(rolling="move", card=None, left=0, number=1)
    assert step.state.public.pawns[0] == START  # a T never moves anybody
    assert legal(step.state, 0) == [Take(seat=1), Take(seat=2)]
    with refused("Take a card from one of the other players"):
        play(step.state, 0, Take(seat=0))
    # another T, and another choice; then a 1
    step = play(step.state, 0, Take(seat=1), 1, T)
    assert told(step, Took) == [Took(seat=0, victim=1, start=False)]
    assert step.state.public.phase == Taking(rolling="move", card=None, left=0, number=2)
    step = play(step.state, 0, Take(seat=2), 0, 1)
    assert told(step, Moved) == [Moved(seat=0, space=1)]
    assert step.state.hands[0] == ("Any 50", "Tax")


def test_tr_6_if_nobody_has_a_card_one_just_rolls_again():
    state = table(("Tax",), (), ())
    step = play(state, 0, Roll(), T, T, 3)
    assert [one.die for one in told(step, Rolled)] == [T, T, 3]
    assert not told(step, Took)
    assert step.state.public.pawns[0] == 3


def test_tr_7_a_t_takes_from_a_hand_and_not_from_the_pile():
    state = table((), ("Tax",), (), pile=("Any 40", "Any 50"))
    step = play(state, 0, Roll(), T, 0, 1)
    assert step.state.hands == (("Tax",), ("Any 40",), ())  # Donna has then drawn
    assert step.state.pile == ("Any 50",)


def test_tr_8_how_many_cards_everybody_holds_is_public():
    state = table(("Tax", "Any 40"), ("Tax",), ())
    assert view(state).public.hands == (2, 1, 0)
    assert view(state).hand == ()
    assert view(state, 1).hand == ("Tax",)


def test_tr_9_there_is_no_limit_to_a_hand():
    state = table((), DECK[:40], (), pile=DECK[40:])
    assert len(play(state, 0, Roll(), 1).state.hands[1]) == 41


# --- spaces ---------------------------------------------------------------------------------------


def test_tr_10_start_takes_a_card_from_each_opponent_and_tr_65_clockwise():
    state = table((), ("Tax",), (), ("Any 40", "Any 50"), pawns=(0, 17, 0, 0), seat=1)
    step = play(state, 1, Roll(), 1, 0)  # Jeff's first card; Mike and Ann have none
    assert told(step, Took) == [Took(seat=1, victim=3, start=True)]
    assert told(step, TookCard, 3) == [TookCard(seat=1, victim=3, card="Any 40")]
    assert not told(step, TookCard, 0)
    state = table(("Tax",), (), ("Any 40", "Any 50"), pawns=before(START, 2), seat=1)
    step = play(state, 1, Roll(), 2, 1, 0)
    assert [one.card for one in told(step, TookCard, 1)] == ["Any 50", "Tax"]


def test_tr_10_start_does_nothing_for_who_passes_it():
    state = table((), ("Tax",), ("Tax",), pawns=(17, 0, 0))
    step = play(state, 0, Roll(), 2)
    assert not told(step, Took)
    assert step.state.public.pawns[0] == 1


@pytest.mark.parametrize("whose", [None, 0, 1])
def test_tr_11_landing_on_a_property_puts_10_into_its_box_whoever_owns_it(whose: int | None):
    owners = {} if whose is None else {"Casino": whose}
    state = table((), (), (), pawns=before(3, 2), owners=owners)
    step = play(state, 0, Roll(), 2)
    assert told(step, Added) == [Added(seat=0, property="Casino", amount=10, landed=True)]
    assert inside(step.state, "Casino") == 60
    assert cash(step.state) == (400, 400, 400)


def test_tr_12_an_add_space_puts_its_money_into_an_unowned_property_and_draws():
    state = landed(ADD_30, owners={"Hotel": 1, "Casino": 0})
    assert state.public.phase == Adding(amount=30)
    assert legal(state, 0) == [Add(property=name) for name in PROPERTIES[2:]]
    with refused("The Hotel is Donna's: choose one that nobody owns"):
        play(state, 0, Add(property="Hotel"))
    with refused("The Casino is yours"):
        play(state, 0, Add(property="Casino"))
    step = play(state, 0, Add(property="Airline"))
    assert inside(step.state, "Airline") == 80
    assert told(step, Drew) == [
        Drew(seat=0, left=19, added=True),
        Drew(seat=1, left=18, added=False),
    ]


def test_tr_12_with_one_unowned_left_nothing_is_asked_and_an_empty_pile_gives_nothing():
    owners = dict.fromkeys(PROPERTIES[1:], 1)
    state = table((), (), (), pawns=before(17, 1), owners=owners, pile=())
    step = play(state, 0, Roll(), 1)
    assert told(step, Added) == [Added(seat=0, property="Hotel", amount=40, landed=False)]
    assert not told(step, Drew)


def test_tr_13_for_sale_is_for_unowned_properties():
    state = landed(FOR_SALE, owners={"Hotel": 0, "Casino": 1})
    assert state.public.phase == Putting(any=False)
    assert legal(state, 0) == [PutUp(property=name) for name in PROPERTIES[2:]]
    with refused("The Casino is Donna's: choose one that nobody owns"):
        play(state, 0, PutUp(property="Casino"))
    step = play(state, 0, PutUp(property="Airline"))
    (began,) = told(step, SaleBegan)
    assert (began.property, began.broker, began.owner, began.by) == ("Airline", 0, None, "space")
    assert to_move(step.state) == {0, 1, 2}


def test_tr_13_tr_60_the_last_unowned_one_is_put_up_by_itself():
    state = landed(FOR_SALE, owners=dict.fromkeys(PROPERTIES[:7], 2))
    assert isinstance(state.public.phase, Opening)
    assert state.public.phase.property == "Sports Complex"


def test_tr_13_on_any_one_may_choose_ones_own_too():
    state = landed(ANY_FOR_SALE, owners={"Hotel": 0, "Casino": 1})
    assert state.public.phase == Putting(any=True)
    # TR-53: first an unowned one, and one's own comes last
    names = (*PROPERTIES[2:], "Casino", "Hotel")
    assert legal(state, 0) == [PutUp(property=name) for name in names]
    step = play(state, 0, PutUp(property="Hotel"))
    assert told(step, SaleBegan)[0].owner == 0


def test_tr_14_roll_pays_20_times_the_die_and_a_t_takes_a_card():
    state = table((), (), ("Tax",), pawns=before(ROLL_SPACE, 3))
    step = play(state, 0, Roll(), 3, T, 0, T, 4)
    assert [(one.die, one.rolling) for one in told(step, Rolled)] == [
        (3, "move"),
        (T, "space"),
        (T, "space"),
        (4, "space"),
    ]
    assert told(step, Collected) == [Collected(seat=0, amount=80, card=None)]
    assert cash(step.state) == (480, 400, 400)
    assert step.state.hands[0] == ("Tax",)


def test_tr_14_whom_to_take_from_is_asked_on_the_roll_space_too():
    state = landed(ROLL_SPACE, T)
    assert state.public.phase == Taking(rolling="space", card=None, left=0, number=1)
    step = play(state, 0, Take(seat=2), 0, 1)
    assert cash(step.state) == (420, 400, 400)


def test_tr_15_trade_is_a_choice_and_needs_no_consent():
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


def test_tr_15_tr_43_what_is_traded_to_the_board_is_unowned_again():
    owners = {**ALL, "Hotel": 0, "Sports Complex": None}
    del owners["Sports Complex"]
    state = landed(TRADE, owners=owners)
    step = play(state, 0, Swap(give="Hotel", get="Sports Complex"))
    assert owner(step.state, "Sports Complex") == 0
    assert owner(step.state, "Hotel") is None
    assert not step.state.public.dealing
    assert step.state.public.owned(None) == ("Hotel",)


def test_tr_15_only_ones_own_is_traded_for_what_is_not():
    state = landed(TRADE, owners={"Hotel": 0, "Casino": 0})
    with refused("The Airline is not yours to give"):
        play(state, 0, Swap(give="Airline", get="Hotel"))
    with refused("The Casino is yours already"):
        play(state, 0, Swap(give="Hotel", get="Casino"))
    with refused("There is no such property"):
        play(state, 0, Swap(give="Hotel", get="Opera"))


def test_tr_15_without_a_property_there_is_nothing_to_trade():
    assert isinstance(landed(TRADE).public.phase, Acting)


def test_tr_16_pawns_share_a_space():
    state = table((), (), (), pawns=(1, 3, 3))
    assert play(state, 0, Roll(), 2).state.public.pawns == (3, 3, 3)


def test_tr_17_every_addition_is_told_to_all():
    state = table((), (), (), pawns=before(1, 1), owners={"Hotel": 1})
    assert told(play(state, 0, Roll(), 1), Added)


# --- cards ----------------------------------------------------------------------------------------


def test_tr_18_tax_takes_20_for_each_property():
    owners = {"Hotel": 2, "Casino": 2, "Airline": 2}
    state = table(("Tax",), (), (), owners=owners)
    step = play(state, 0, Tax(seat=2))
    assert told(step, Played) == [Played(seat=0, card="Tax", target=2, property=None)]
    assert told(step, Taxed) == [Taxed(seat=0, victim=2, due=60, amount=60)]
    assert cash(step.state) == (460, 400, 340)
    assert step.state.public.discards == ("Tax",)


def test_tr_18_who_has_exactly_enough_surrenders_nothing():
    state = table(("Tax",), (), (), owners={"Hotel": 2, "Casino": 2}, cash=(0, 0, 40))
    step = play(state, 0, Tax(seat=2))
    assert cash(step.state) == (40, 0, 0)
    assert owner(step.state, "Hotel") == 2


def test_tr_18_who_is_short_gives_all_cash_and_one_property_of_their_choice():
    owners = {"Hotel": 2, "Casino": 2, "Airline": 1}
    state = table(
        ("Tax",), (), (), owners=owners, cash=(0, 0, 30), inside={"Hotel": 200, "Casino": 70}
    )
    step = play(state, 0, Tax(seat=2))
    assert told(step, Taxed) == [Taxed(seat=0, victim=2, due=40, amount=30)]
    assert step.state.public.phase == Surrendering(victim=2)
    assert to_move(step.state) == {2}
    assert legal(step.state, 2) == [GiveUp(property="Casino"), GiveUp(property="Hotel")]
    assert legal(step.state, 0) == []
    with refused("The Airline is not yours to surrender"):
        play(step.state, 2, GiveUp(property="Airline"))
    with refused("Mike is to choose a property"):
        play(step.state, 0, GiveUp(property="Hotel"))
    step = play(step.state, 2, GiveUp(property="Hotel"))
    assert told(step, Surrendered) == [Surrendered(victim=2, to=0, property="Hotel")]
    assert (owner(step.state, "Hotel"), inside(step.state, "Hotel")) == (0, 200)
    assert cash(step.state) == (30, 0, 0)  # and nothing more


def test_tr_18_with_one_property_to_choose_from_nothing_is_asked():
    state = table(("Tax",), (), (), owners={"Hotel": 2}, cash=(0, 0, 10))
    step = play(state, 0, Tax(seat=2))
    assert told(step, Surrendered) == [Surrendered(victim=2, to=0, property="Hotel")]
    assert cash(step.state) == (10, 0, 0)


def test_tr_18_nobody_is_taxed_who_owns_nothing():
    state = table(("Tax",), (), (), owners={"Hotel": 0})
    assert legal(state, 0) == [Roll()]
    with refused("Mike owns no property"):
        play(state, 0, Tax(seat=2))
    for stranger in (-1, 0, 3, 10**9):
        with refused("Tax one of the other players"):
            play(state, 0, Tax(seat=stranger))


def test_tr_18_what_is_promised_is_not_surrendered_while_there_is_something_else():
    owners = {"Hotel": 2, "Casino": 2, "Airline": 2}
    keeps = Promise(
        number=1,
        by=2,
        to=1,
        duty="keep",
        amount=0,
        property="Hotel",
        card=None,
        turn=20,
        lapses=True,
    )
    laid = {"owners": owners, "cash": (0, 0, 30), "dealing": True, "promises": [keeps]}
    state = play(table(("Tax",), ("Tax",), ("Tax",), **laid), 0, Tax(seat=2)).state  # type: ignore
    assert legal(state, 2) == [GiveUp(property="Casino"), GiveUp(property="Airline")]
    with refused("The Hotel is promised"):
        play(state, 2, GiveUp(property="Hotel"))
    laid["owners"] = {"Hotel": 2, "Casino": 2}
    step = play(table(("Tax",), ("Tax",), ("Tax",), **laid), 0, Tax(seat=2))  # type: ignore
    assert told(step, Surrendered)[0].property == "Casino"  # all that is left to choose from
    laid["owners"] = {"Hotel": 2}
    step = play(table(("Tax",), ("Tax",), ("Tax",), **laid, inside={}), 0, Tax(seat=2))  # type: ignore
    assert cash(step.state) == (20, 0, 10)


def test_tr_19_an_owner_without_cash_gives_a_property_alone():
    state = table(("Tax",), (), (), owners={"Hotel": 2, "Casino": 2}, cash=(400, 400, 0))
    state = plays(state, (0, Tax(seat=2)), (2, GiveUp(property="Casino")))
    assert cash(state) == (400, 400, 0)
    assert owner(state, "Casino") == 0


def test_tr_20_a_die_roll_card_rolls_five_times_and_each_t_takes_a_card():
    state = table(("Die Roll",), ("Tax", "Any 40"), ("Any 50",))
    step = play(state, 0, Play(card="Die Roll"), 5, T)
    assert step.state.public.phase == Taking(rolling="five", card="Die Roll", left=3, number=1)
    step = play(step.state, 0, Take(seat=2), 0, 3, T, 1, 1)  # only Donna has any: not asked
    assert told(step, Took) == [
        Took(seat=0, victim=2, start=False),
        Took(seat=0, victim=1, start=False),
    ]
    assert cash(step.state) == (400, 400, 400)  # numbers do nothing
    assert step.state.hands[0] == ("Any 50", "Tax")
    assert step.state.public.seat == 1


def test_tr_20_two_ts_in_a_row_are_two_questions():
    state = table(("Die Roll",), ("Tax", "Any 40"), ("Any 50", "Any 50"))
    state = play(state, 0, Play(card="Die Roll"), T).state
    first = RULES.question(view(state))
    state = play(state, 0, Take(seat=1), 0, T).state
    assert state.public.phase == Taking(rolling="five", card="Die Roll", left=3, number=2)
    assert RULES.question(view(state)).key != first.key
    assert RULES.question(view(state)).subject == first.subject


def test_tr_21_a_die_card_pays_20_times_the_roll_and_a_t_takes_a_card():
    state = table(("Hotel Roll",), ("Tax",), ("Any 40",), owners={"Hotel": 0})
    step = play(state, 0, Play(card="Hotel Roll"), T)
    assert step.state.public.phase == Taking(rolling="card", card="Hotel Roll", left=0, number=1)
    step = play(step.state, 0, Take(seat=1), 0, 5)
    assert told(step, Collected) == [Collected(seat=0, amount=100, card="Hotel Roll")]
    assert cash(step.state) == (500, 400, 400)


@pytest.mark.parametrize(
    ("card", "enough", "lacking"),
    [
        ("Hotel Profits", ["Hotel"], ["Casino"]),
        ("Hotel Roll", ["Hotel"], ["Casino"]),
        ("Hotel and Casino", ["Hotel", "Casino"], ["Hotel", "Airline"]),
        ("Sports Complex and Hotel", ["Hotel", "Sports Complex"], ["Sports Complex"]),
        ("Any 50", ["Airline"], []),
        ("3 Properties", ["Hotel", "Casino", "Airline"], ["Hotel", "Casino"]),
        ("3 Properties", list(PROPERTIES[:5]), ["Casino"]),
        ("4 Properties", list(PROPERTIES[4:]), list(PROPERTIES[:3])),
    ],
)
def test_tr_22_what_a_profit_card_needs(card: str, enough: list[str], lacking: list[str]):
    state = table((card,), (), (), owners=dict.fromkeys(enough, 0))
    luck = [1] if CARDS[card].sort == "die" else []
    step = play(state, 0, Play(card=card), *luck)
    assert cash(step.state)[0] == 400 + (CARDS[card].pays or 20)
    assert step.state.public.discards == (card,)
    assert card not in step.state.hands[0]
    state = table((card,), (), (), owners=dict.fromkeys(lacking, 0))
    with refused("you must own"):
        play(state, 0, Play(card=card))


def test_tr_23_a_force_sale_puts_up_any_property_and_its_player_is_the_broker():
    state = table(("Force Sale",), (), (), owners={"Hotel": 0, "Casino": 1})
    assert legal(state, 0)[1:] == [ForceSale(property=name) for name in PROPERTIES]
    for name, whose in (("Hotel", 0), ("Casino", 1), ("Airline", None)):
        (began,) = told(play(state, 0, ForceSale(property=name)), SaleBegan)
        assert (began.broker, began.owner, began.by) == (0, whose, "card")


def test_tr_58_a_force_sale_without_a_bid_is_spent_and_is_the_whole_turn():
    state = table(("Force Sale",), (), (), owners={"Hotel": 1})
    state = play(state, 0, ForceSale(property="Hotel")).state
    state = plays(state, (0, NO_BID), (2, NO_BID), (1, NO_BID))
    assert state.public.seat == 1
    assert state.public.discards == ("Force Sale",)
    assert owner(state, "Hotel") == 1


def test_tr_58_a_sale_on_a_space_ends_the_turn_whether_or_not_anybody_bids():
    state = landed(FOR_SALE)
    state = play(state, 0, PutUp(property="Hotel")).state
    state = plays(state, (0, NO_BID), (1, NO_BID), (2, NO_BID))
    assert (state.public.seat, state.public.turn) == (1, 10)
    assert owner(state, "Hotel") is None


# --- the end of the Buying Phase ------------------------------------------------------------------


def test_tr_42_the_last_property_bought_ends_the_buying_phase_with_that_turn():
    owners = dict.fromkeys(PROPERTIES[1:], 1)
    state = landed(FOR_SALE, owners=owners)
    state = plays(state, (0, NO_BID), (2, NO_BID))
    step = play(state, 1, bid(10))
    assert told(step, DealingBegan)
    assert told(step, TurnBegan) == [TurnBegan(seat=1, number=10, dealing=True)]
    assert not told(step, Drew)  # the pile is out of use; hands stay
    assert step.state.public.hands == (1, 1, 1)
    assert Pass() in legal(step.state, 1)
    with refused("nobody rolls"):
        play(step.state, 1, Roll())


def clearing(*hands: tuple[str, ...], unowned: int = 3, **laid: object) -> State:
    """Empty the pile with so many unowned: Ann drew the last card, and lands on the Hotel."""
    owners = dict.fromkeys(PROPERTIES[unowned:], 1)
    state = table(*hands or (("Tax",), (), ()), owners=owners, pile=(), **laid)  # type: ignore
    return play(state, 0, Roll(), 1).state


def test_tr_41_who_drew_the_last_card_finishes_the_turn_and_then_sells_all_that_is_unowned():
    owners = dict.fromkeys(PROPERTIES[3:], 1)
    state = table(("Tax",), (), (), owners=owners, pile=(), pawns=before(FOR_SALE, 1))
    state = play(state, 0, Roll(), 1).state
    assert state.public.phase == Putting(any=False)
    state = plays(state, (0, PutUp(property="Casino")), (0, NO_BID), (1, NO_BID))
    step = play(state, 2, NO_BID)
    assert told(step, ClearingBegan) == [
        ClearingBegan(broker=0, properties=PROPERTIES[:3], round=1)
    ]
    assert step.state.public.phase == Clearing()
    assert to_move(step.state) == {0}
    assert legal(step.state, 0) == [PutUp(property=name) for name in PROPERTIES[:3]]
    assert not step.state.public.dealing


def test_tr_41_the_broker_names_the_order_and_the_last_is_put_up_by_itself():
    state = clearing()
    assert state.public.phase == Clearing()
    keys = {RULES.question(view(state)).key}
    state = plays(state, (0, PutUp(property="Casino")), (0, NO_BID), (1, bid(20)), (2, NO_BID))
    keys.add(RULES.question(view(state)).key)
    assert legal(state, 0) == [PutUp(property="Hotel"), PutUp(property="Tropical Island")]
    with refused("The Casino is Donna's"):
        play(state, 0, PutUp(property="Casino"))
    state = plays(state, (0, PutUp(property="Tropical Island")), (0, NO_BID), (1, NO_BID))
    step = play(state, 2, NO_BID)
    assert told(step, SaleBegan)[0].property == "Hotel"
    assert told(step, SaleBegan)[0].broker == 0
    assert len(keys) == 2


def test_tr_41_what_got_no_bid_is_offered_again_in_the_same_order_while_anything_sells():
    nobody = ((0, NO_BID), (1, NO_BID), (2, NO_BID))
    state = plays(clearing(unowned=4), (0, PutUp(property="Cruise Line")), *nobody)
    with refused("The Cruise Line has been offered: it comes up again"):
        play(state, 0, PutUp(property="Cruise Line"))
    state = plays(state, (0, PutUp(property="Hotel")), *nobody)
    state = plays(state, (0, PutUp(property="Casino")), (1, bid(10)), (0, NO_BID), (2, NO_BID))
    # the last of the round comes up by itself, and then round 2, in the order of round 1
    state = plays(state, *nobody[:2])
    step = play(state, *nobody[2])
    again = ("Cruise Line", "Hotel", "Tropical Island")
    assert told(step, ClearingBegan) == [ClearingBegan(broker=0, properties=again, round=2)]
    assert told(step, SaleBegan)[0].property == "Cruise Line"
    state = plays(step.state, *nobody, *nobody, *nobody[:2])
    step = play(state, *nobody[2])  # a round that sells nothing ends it
    left = tuple(Left(property=one, inside=50 + 10 * (one == "Hotel")) for one in again)
    assert told(step, ClearingEnded) == [ClearingEnded(left=left)]
    assert step.state.public.clearance is None
    assert step.state.public.dealing
    assert step.state.public.seat == 1  # on his left
    assert all(step.state.public.box(name).gone for name in again)


def test_tr_41_nobody_can_bid_and_all_leaves_the_game_at_once():
    state = clearing(("Tax",), ("Tax",), (), unowned=2, cash=(0, 0, 0))
    step = play(state, 0, PutUp(property="Hotel"))
    assert [one.property for one in told(step, NotSold)] == ["Hotel", "Casino"]
    (ended,) = told(step, ClearingEnded)
    assert [one.property for one in ended.left] == ["Hotel", "Casino"]
    assert told(step, DealingBegan)


def test_tr_64_what_has_left_the_game_is_for_nothing():
    hand = ("Hotel Profits", "Hotel and Casino", "3 Properties", "Force Sale")
    owners = {"Casino": 0, "Airline": 0, "Sports Complex": 0}
    state = table(hand, (), (), owners=owners, gone=["Hotel"], dealing=True)
    kinds = [move for move in legal(state, 0) if isinstance(move, Play | ForceSale)]
    assert (
        kinds
        == [
            Play(card="3 Properties"),  # it counts the others
            *[ForceSale(property=name) for name in PROPERTIES[1:]],
        ]
    )
    with refused("Hotel and Casino can no longer be played: the Hotel has left the game"):
        play(state, 0, Play(card="Hotel and Casino"))
    with refused("The Hotel has left the game"):
        play(state, 0, ForceSale(property="Hotel"))


# --- the Dealing Phase and the end ----------------------------------------------------------------


def dealing(*hands: tuple[str, ...], **laid: object) -> State:
    """Lay out a table in the Dealing Phase."""
    return table(*hands, dealing=True, owners=laid.pop("owners", ALL), **laid)  # type: ignore


def test_tr_44_in_the_dealing_phase_one_plays_a_card_deals_or_passes():
    state = dealing(("Any 40", "Tax"), ("Tax",), (), owners={**ALL, "Hotel": 0})
    offered = legal(state, 0)
    assert offered[:3] == [Pass(), Play(card="Any 40"), Tax(seat=1)]
    assert any(isinstance(move, Propose) for move in offered)
    step = play(state, 0, Play(card="Any 40"))
    assert step.state.public.seat == 1  # one of these, and the turn is over


def test_tr_44_ts_take_cards_as_before():
    state = dealing(("Hotel Roll",), ("Tax",), ("Tax",), owners={**ALL, "Hotel": 0})
    state = play(state, 0, Play(card="Hotel Roll"), T).state
    assert isinstance(state.public.phase, Taking)
    assert cash(play(state, 0, Take(seat=1), 0, 2).state) == (440, 400, 400)


def test_tr_44_force_sales_work_in_the_dealing_phase():
    state = dealing(("Force Sale",), ("Tax",), ())
    state = plays(state, (0, ForceSale(property="Hotel")), (0, bid(60)), (1, NO_BID), (2, NO_BID))
    assert owner(state, "Hotel") == 0
    assert cash(state) == (340, 460, 400)


def test_tr_49_a_circle_of_passes_ends_the_game():
    state = dealing(("Tax",), (), ())
    step = play(state, 0, Pass())
    assert told(step, Passed) == [Passed(seat=0, in_row=1)]
    state = plays(step.state, (1, Pass()))
    step = play(state, 2, Pass())
    (ended,) = told(step, Ended)
    assert ended.why == "passes"
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


def test_tr_49_three_circles_without_a_card_or_a_deal_end_it_and_two_announce_it():
    state = dealing(("Tax",), (), (), turn=10, lively=9)
    for number in range(9):
        seat = state.public.seat
        near: list[EndIsNear] = []
        offered = play(state, seat, propose((seat + 1) % 3, goods(cash=10))).state
        step = play(offered, (seat + 1) % 3, Reject())
        near = told(step, EndIsNear)
        assert near == ([EndIsNear(last=18)] if number == 5 else [])
        assert bool(told(step, Ended)) == (number == 8)
        state = step.state
    assert state.public.phase == Over(why="circles")


def test_tr_49_an_accepted_deal_or_a_card_begins_the_count_anew():
    laid = {"owners": {"Hotel": 0}, "turn": 20, "lively": 13}
    state = dealing(("Any 40", "Tax"), ("Tax",), (), **laid)
    assert play(state, 0, Play(card="Any 40")).state.public.lively == 20
    offered = play(state, 0, propose(1, goods(cash=10))).state
    assert offered.public.lively == 13
    assert play(offered, 1, Accept()).state.public.lively == 20
    assert play(offered, 1, Reject()).state.public.lively == 13


def test_tr_50_when_nobody_holds_a_card_the_game_ends_with_that_turn():
    state = dealing(("Any 40",), (), (), owners={**ALL, "Hotel": 0}, inside={"Casino": 130})
    step = play(state, 0, Play(card="Any 40"))
    (ended,) = told(step, Ended)
    assert ended.why == "cards"
    assert ended.totals == (490, 400 + 130 + 6 * 50, 400)


def test_tr_50_also_at_the_start_of_the_dealing_phase():
    state = landed(FOR_SALE, owners=dict.fromkeys(PROPERTIES[1:], 1), hands=((), (), ()))
    state = plays(state, (0, NO_BID), (1, bid(10)))
    step = play(state, 2, NO_BID)
    assert told(step, DealingBegan)
    assert step.state.public.phase == Over(why="cards")


def test_tr_51_the_most_money_wins_cards_are_worth_nothing_and_ties_are_shared():
    owners = {"Hotel": 0, "Casino": 1}
    state = dealing(("Any 40",) * 5, (), ("Tax",), owners=owners, cash=(400, 400, 440))
    assert not RULES.standing(view(state)).winners
    state = plays(state, (0, Pass()), (1, Pass()), (2, Pass()))
    standing = RULES.standing(view(state))
    assert standing.points == (450, 450, 440)
    assert standing.winners == {0, 1}


# --- for the absent, and what is known ------------------------------------------------------------


def test_tr_53_the_default_moves_of_a_turn():
    assert legal(table(("Tax",), (), (), owners={"Hotel": 1}), 0)[0] == Roll()
    assert legal(dealing(("Tax",), (), ()), 0)[0] == Pass()
    state = table((), ("Any 40",), ("Any 40", "Tax"), ("Any 40", "Tax"))
    state = play(state, 0, Roll(), T).state  # the most cards, then the first on the left
    assert legal(state, 0) == [Take(seat=2), Take(seat=3), Take(seat=1)]
    assert legal(landed(FOR_SALE, owners={"Hotel": 0}), 0)[0] == PutUp(property="Casino")
    assert legal(landed(ADD_30, owners={"Hotel": 0}), 0)[0] == Add(property="Casino")
    assert legal(landed(TRADE, owners={"Hotel": 0}), 0)[0] == Keep()


def test_tr_54_which_card_was_taken_only_the_two_learn():
    state = table((), ("Tax", "Any 40"), (), ())
    step = play(state, 0, Roll(), T, 1, 1)
    assert told(step, TookCard) == []
    assert told(step, TookCard, 2) == []
    for seat in (0, 1):
        assert told(step, TookCard, seat) == [TookCard(seat=0, victim=1, card="Tax")]


def test_tr_55_everybody_sees_every_purse_and_box_and_nobody_sees_hands_or_the_pile():
    state = table(("Tax",), ("Any 40",), (), inside={"Hotel": 130})
    other = table(("Any 40",), ("Tax",), (), inside={"Hotel": 130}, pile=("Tax",) * 20)
    assert view(state) == view(other)
    assert view(state, 2) == view(other, 2)
    assert view(state, 1).public is view(state).public


def test_tr_56_turns_are_numbered_and_none_is_skipped():
    state = table(("Tax",), (), (), seat=2, turn=12)
    assert [state.public.turn_of(number) for number in (10, 11, 12, 13, 14, 18)] == [
        0,
        1,
        2,
        0,
        1,
        2,
    ]
    state = play(state, 2, Roll(), 1).state
    assert (state.public.turn, state.public.seat) == (13, 0)


def test_tr_57_there_are_no_deals_in_the_buying_phase_nor_in_a_sale():
    state = table(("Tax",), (), (), owners={"Hotel": 1})
    assert not [move for move in legal(state, 0) if isinstance(move, Propose)]
    with pytest.raises(IllegalMove):
        play(state, 0, propose(1, goods(cash=10)))
    state = play(dealing(("Force Sale",), ("Tax",), ()), 0, ForceSale(property="Hotel")).state
    for seat in range(3):
        assert not [move for move in legal(state, seat) if isinstance(move, Propose)]
        with pytest.raises(IllegalMove):
            play(state, seat, propose((seat + 1) % 3, goods(cash=10)))


def test_tr_60_a_card_is_taken_by_itself_when_one_opponent_alone_has_any():
    state = table((), (), ("Tax",))
    step = play(state, 0, Roll(), T, 0, 1)
    assert told(step, Took) == [Took(seat=0, victim=2, start=False)]


def test_tr_75_a_game_that_nobody_attends_ends():
    luck = Chance.of(b"nobody", 1, 1)
    step = RULES.start(4, Options(), luck)
    for _ in range(2000):
        waiting = to_move(step.state)
        if not waiting:
            break
        seat = min(waiting)
        step = RULES.play(step.state, seat, legal(step.state, seat)[0], luck)
    assert isinstance(step.state.public.phase, Over)
    assert step.state.public.pile == 0


@pytest.mark.parametrize("seat", [-1, 3, 10**9, True, None, "0"])
def test_strangers_do_not_play(seat: object):
    state = table(("Tax",), (), ())
    with refused("You do not sit at this table"):
        play(state, seat, Roll())  # type: ignore[arg-type]


def test_what_is_no_move_is_refused():
    state = table(("Tax",), (), ())
    for move in (None, "roll", Tax, Tax(seat="1"), Tax(seat=True), Play(card=None)):  # type: ignore
        with refused("That is no move of this game"):
            play(state, 0, move)  # type: ignore[arg-type]


def test_moves_of_another_phase_are_refused_and_say_what_is_going_on():
    state = landed(FOR_SALE)
    for move in (Roll(), Keep(), Add(property="Hotel"), Take(seat=1), GiveUp(property="Hotel")):
        with refused("you are to put a property up for sale"):
            play(state, 0, move)
        with refused("Ann is to put a property up for sale"):
            play(state, 1, move)
    for move in (Pass(), Tax(seat=1), KnockOut(seat=1), Accept(), Swap(give="Hotel", get="Casino")):
        with pytest.raises(IllegalMove):
            play(state, 0, move)
