"""Random games of Downeast Dealer, their records and states of earlier versions."""

import json
from collections import Counter
from dataclasses import asdict, replace

import pytest
from pydantic import TypeAdapter

from games.chance import Chance
from games.downeast.cash import handful
from games.downeast.decks import CHEST_PAYS, START_CASH
from games.downeast.displays import has_deal
from games.downeast.events import (
    BidsRevealed,
    Challenged,
    Compared,
    DealWon,
    Event,
    Exposed,
    HandedOver,
    Paid,
    Revealed,
    Surrendered,
    ThiefTaken,
    Tied,
    TieDecided,
    TookFree,
)
from games.downeast.moves import Challenge, Move, Offer, Raise, Seal, SetLimit
from games.downeast.record import noted, remembered
from games.downeast.state import Options, State, migrated
from games.rules import Step
from tests.games.downeast.table import RULES, TERMS, any_move, game


def all_cash(state: State) -> Counter[int]:
    hands = [card for holding in state.holdings for card in holding.cash]
    down = [card for pile in state.face_down for card in pile.cards]
    return Counter([*hands, *down, *getattr(state.phase, "pot", ())])


def all_items(state: State) -> Counter[str]:
    up = [name for holding in state.holdings for name in holding.items]
    block = [state.phase.item] if state.phase.kind not in ("choosing", "deal", "over") else []
    return Counter([*up, *state.deck, *block])


@pytest.mark.parametrize("options", TERMS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_games_end_and_keep_every_card_and_every_dollar(seats: int, options: Options):
    steps = game(seats, options, seed=seats)
    items = all_items(steps[0].state)
    assert len(steps[0].told) > 1  # DD-46: the first item is up
    for step in steps:
        state = step.state
        assert all_items(state) == items
        expected = [*START_CASH, *CHEST_PAYS[: state.chests]] * seats
        assert all_cash(state) == Counter(expected)
    last = steps[-1].state
    standing = RULES.standing(RULES.view(last, None))
    assert standing.winners
    if not last.phase.cut_short:
        assert all(display.count(name) == 4 for display in last.displays for name in display)


@pytest.mark.parametrize("options", TERMS)
@pytest.mark.parametrize("seats", [3, 5])
def test_a_game_of_default_moves_ends(seats: int, options: Options):
    luck = Chance.of(b"clock", seats, 0)
    state = RULES.start(seats, options, luck).state
    for _ in range(3000):
        to_move = RULES.to_move(RULES.view(state, None))
        if not to_move:
            break
        seat = min(to_move)
        move = next(iter(RULES.legal_moves(RULES.view(state, seat))))
        state = RULES.play(state, seat, move, luck).state
    assert state.phase.kind == "over"
    assert not state.phase.cut_short


def secretly_otherwise(state: State, seat: int, move: Move) -> Move | None:
    """Return a move that differs only in its secret, or None."""
    hand = state.holdings[seat].cash
    if isinstance(move, Seal) and len(state.phase.bidders) - len(state.phase.sealed) > 1:
        return replace(move, cards=hand[:1] if move.cards != hand[:1] else ())
    if isinstance(move, Challenge | Offer):
        return None if move.fanned else replace(move, cards=handful(set(hand) - set(move.cards)))
    if isinstance(move, Raise) and move.limit is None and state.limit is None:
        fits = state.options.limits and move.amount <= sum(hand)
        return replace(move, limit=move.amount) if fits else None
    if isinstance(move, SetLimit) and move.limit is not None:
        return replace(move, limit=state.phase.high)
    return None


def test_a_secret_in_a_move_changes_nothing_others_are_told():
    compared = Counter()
    for number, options in enumerate(TERMS):
        luck = Chance.of(b"told", number, 0)
        state = RULES.start(4, options, luck).state
        while RULES.to_move(RULES.view(state, None)):
            seat, move = any_move(state, luck)
            step = RULES.play(state, seat, move, luck)
            other = secretly_otherwise(state, seat, move)
            if other is not None:
                twin = RULES.play(state, seat, other, luck)
                for reader in {None, 0, 1, 2, 3} - {seat}:
                    assert heard(step, reader) == heard(twin, reader)
                    assert RULES.view(step.state, reader) == RULES.view(twin.state, reader)
                compared[type(move)] += 1
            state = step.state
    assert {Seal, Challenge, Offer, Raise, SetLimit} <= set(compared)


def heard(step: Step, reader: int | None) -> list[Event]:
    return [told.event for told in step.told if told.to is None or reader in told.to]


def test_a_view_remembers_exactly_what_its_seat_was_told():
    for number, options in enumerate(TERMS):
        steps = game(4, options, seed=400 + number)
        for seat in (None, 0, 1, 2, 3):
            told = [event for step in steps for event in heard(step, seat)]
            assert RULES.view(steps[-1].state, seat).past == tuple(filter(noted, told))


def test_dd_39_spectators_remember_how_each_deal_went():
    met = Counter()
    for number, options in enumerate(TERMS):
        deals = list[Event]()
        for event in RULES.view(game(4, options, seed=600 + number)[-1].state, None).past:
            if isinstance(event, Challenged | Surrendered | Tied | TieDecided | DealWon):
                deals.append(event)
            if isinstance(event, DealWon):
                first, *later = deals
                assert isinstance(first, Challenged)
                assert {first.challenger, first.target} == {event.winner, event.loser}
                met.update(type(event) for event in later[:-1])
                met["fanned"] += any(getattr(event, "count", None) is not None for event in deals)
                met["answered"] += not any(isinstance(event, Surrendered) for event in deals)
                deals = []
        assert not deals
    assert {Challenged, Surrendered, Tied, "fanned", "answered"} <= set(met)


def as_version_1(steps: list[Step]) -> dict:
    """Return the last state of a game as version 1 stored it, with a list of events."""
    stored = json.loads(TypeAdapter(State).dump_json(steps[-1].state))
    del stored["record"], stored["own_records"]
    stored["past"] = [
        {"event": asdict(told.event), "to": None if told.to is None else sorted(told.to)}
        for step in steps
        for told in step.told
        if noted(told.event)
    ]
    return stored


def test_a_stored_record_is_read_back():
    record = (
        "took_free 2 Outboard;paid 2 1 50 Decoy;exposed 1 10 0,0,0 Trophy;deal_won 2 0 1 Decoy;"
        "bids_revealed 1 4:0/0:10,0/1:0/2:./3:0 4,1,2,3 Thief;thief_taken 1 50,10,0 no Thief;"
    )
    own = "2 handed_over 2 1 50 50;3 compared 2 0 10,10 - Decoy;3 compared 2 0 . 50,0 Decoy;"
    past = remembered(record, own)
    bids = [(4, (0,)), (0, (10, 0)), (1, (0,)), (2, ()), (3, (0,))]
    revealed = tuple(Revealed(seat=seat, cards=cards) for seat, cards in bids)
    assert past == (
        TookFree(seat=2, item="Outboard"),
        Paid(payer=2, payee=1, item="Decoy", price=50),
        HandedOver(payer=2, payee=1, price=50, cards=(50,)),
        Exposed(seat=1, item="Trophy", price=10, cash=(0, 0, 0)),
        Compared(challenger=2, target=0, item="Decoy", offer=(10, 10), answer=None),
        Compared(challenger=2, target=0, item="Decoy", offer=(), answer=(50, 0)),
        DealWon(winner=2, loser=0, item="Decoy", stake=1),
        BidsRevealed(item="Thief", round=1, bids=revealed, tied=(4, 1, 2, 3)),
        ThiefTaken(seat=1, item="Thief", pot=(50, 10, 0), by_order=False),
    )
    public = [event for event in past if not isinstance(event, HandedOver | Compared)]
    assert "".join(map(noted, public)) == record


@pytest.mark.parametrize("options", TERMS)
def test_a_state_of_version_1_is_migrated_with_its_record(options: Options):
    steps = game(4, options, seed=450)
    for end in (1, len(steps) // 3, len(steps)):
        old = json.loads(json.dumps(as_version_1(steps[:end])))
        door = TypeAdapter(State)
        now = door.validate_json(json.dumps(migrated(old)), strict=True)
        assert now == steps[end - 1].state


def test_dd_36_every_owner_of_an_incomplete_set_can_deal_once_the_deck_is_empty():
    met = 0
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=1000 + number):
            displays = step.state.displays
            if step.state.deck or step.state.phase.kind != "choosing":
                continue
            met += 1
            for seat, display in enumerate(displays):
                part = any(display.count(name) < 4 for name in display)
                assert has_deal(displays, seat) == part
            assert has_deal(displays, step.state.turn), "who can start no deal is skipped"
    assert met


def test_dd_4_a_game_without_chests_gets_no_new_cash_and_ends():
    terms = Options(thief=True, short=True, removed=("Chest", "Trophy"))
    for seats in (3, 5):
        last = game(seats, terms, seed=1200 + seats)[-1].state
        assert (last.phase.kind, last.chests) == ("over", 0)
        assert all_cash(last) == Counter(START_CASH * seats)


def test_dd_46_players_choose_only_if_a_deal_is_possible():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=900 + number):
            if step.state.phase.kind == "choosing":
                assert has_deal(step.state.displays, step.state.turn)


def test_each_record_entry_is_parsed_once():
    """Otherwise a busy host would keep a copy of each event for every later move."""
    record = "took_free 2 Outboard;paid 2 1 50 Decoy;"
    before, after = remembered(record, ""), remembered(f"{record}took_free 1 Trap;", "")
    assert all(event is same for event, same in zip(before, after, strict=False))
    assert len(after) == 3
