"""Forms, commands, suggestions and counter-offers of the deals of TRUMP The Game."""

from dataclasses import replace
from itertools import product

from bot.ui.panels.panel import Request, Row
from bot.ui.ways.offers import example, on_hand
from bot.ui.ways.read import named_in
from bot.ui.ways.resolve import resolve
from cogs.trump import deal
from cogs.trump.deals.ways import COUNTER, GET, GIVE, PROMISES, PROPOSE, THEN, WITH
from cogs.trump.words import Voice
from games.trump.cards import CARDS, FORCE_SALE, PROPERTIES, TAX
from games.trump.moves import NOTHING, Counter, Tax
from games.trump.state import Offer
from tests.cogs.trump.typed_deals import NAMES, PAIR, given, may_make, opened, refusal, typed
from tests.games.trump.dealing import OUT, back, dealing, keep, pay, promised
from tests.games.trump.table import goods, play, propose, view

YOU, DONNA, MIKE, JEFF = range(4)
HOTEL, CASINO, _island, CRUISE = PROPERTIES[:4]


def test_they_means_the_player_named_beside_it():
    state = dealing()
    promises = "they pay 50 by 31; I return Casino by 34"
    filled = {"give": "10", "get": "Casino", "promises": promises, "then": ""}
    for name, seat in (("Donna", DONNA), ("Mike", MIKE)):
        move = given(state, YOU, PROPOSE, **{"with": name}, **filled)
        assert move.promises == (pay(seat, 50, turn=31), back(YOU, CASINO, turn=34))
    pressed = named_in(
        PROPOSE,
        Request("deal", {"to": "2", "?promises": "they pay 50 by 31"}),
        view(state, YOU),
        NAMES,
    )
    assert PROPOSE.settle(view(state, YOU), pressed)["promises"] == (pay(MIKE, 50, turn=31),)


def test_a_proposal_form_opens_with_a_legal_suggestion():
    state = dealing([PAIR])
    form = opened(state, YOU, PROPOSE)
    assert [field.label for field in form.entries] == [
        "Deal with",
        "You give",
        "You get",
        "Promises, and words in quotes",
        "Then you play",
    ]
    assert [field.label for field in form.entries[0].choices] == ["Donna", "Mike", "Jeff"]
    with_donna = opened(state, YOU, PROPOSE, to=DONNA)
    assert with_donna.title == "A deal with Donna"
    assert [field.default for field in with_donna.entries] == [
        "",
        CASINO,
        "",
        "",
    ]  # the pair needs it
    assert "$400M" in with_donna.note


def test_suggestions_begin_with_what_the_players_cards_need():
    state = dealing(["Cruise Line Profits"], owners={HOTEL: YOU, CASINO: JEFF, CRUISE: JEFF})
    assert GET.offer(view(state, YOU), {"to": JEFF})[:2] == [goods(CRUISE), goods(CASINO)]


def test_an_incomplete_command_opens_the_form():
    state = dealing()
    form = given(state, YOU, PROPOSE, **{"with": "Mike"})
    assert [field.key for field in form.entries] == ["?give", "?get", "?promises", "?then"]
    form = given(state, YOU, PROPOSE, **{"with": "Mike"}, give="nothing")
    assert "?get" in [field.key for field in form.entries]
    assert given(state, YOU, PROPOSE, **{"with": "Mike"}, get="10") == propose(
        MIKE, get=goods(cash=10)
    )


def test_every_suggestion_is_legal_to_offer():
    state = dealing([PAIR, TAX, FORCE_SALE], promises=[promised(1, JEFF, keep(YOU, HOTEL, 40))])
    own = view(state, YOU)
    assert goods(HOTEL) not in GIVE.offer(own, {"to": DONNA})  # promised to Jeff
    assert goods(HOTEL) in GIVE.offer(own, {"to": JEFF})
    assert len(GET.offer(own, {"to": DONNA})) > len(
        CARDS
    )  # every kind of card, whatever Donna holds
    for to, name in product((DONNA, MIKE, JEFF), ("give", "get")):
        for value in (GIVE if name == "give" else GET).offer(own, {"to": to}):
            play(state, YOU, replace(propose(to, get=NOTHING), **{name: value}))
    assert WITH.offer(own, {}) == (DONNA, MIKE, JEFF)
    assert Tax(seat=MIKE) in THEN.offer(own, {})


def test_the_first_suggested_promise_returns_the_property_in_the_deal():
    state = dealing()
    first = PROMISES.offer(
        view(state, YOU), {"to": DONNA, "give": goods(HOTEL), "get": goods(cash=10)}
    )[0]
    assert PROMISES.write(first, NAMES) == "Donna returns Hotel by 31"
    unsaid = PROMISES.offer(view(state, YOU), {"give": goods(HOTEL), "get": goods(cash=10)})[0]
    assert PROMISES.write(unsaid, NAMES) == "they return Hotel by 31"


def loan(*hands, **layout):
    """Set up deal #4: Mike asks Donna for the Casino and promises nothing by a date."""
    state = dealing(*hands, seat=MIKE, **layout)
    line = (
        "deal Donna: get Casino; give 10; I pay 60 with Hotel+Casino; I return Casino for 10"
        " with Hotel+Casino"
    )
    return play(state, MIKE, typed(state, MIKE, line)).state


def test_a_counter_keeps_the_terms_it_does_not_name():
    state = loan()
    promises = (pay(MIKE, 60, card=PAIR), back(MIKE, CASINO, 10, card=PAIR))
    as_offered = Counter(give=goods(CASINO), get=goods(cash=10), promises=promises, words="")
    assert typed(state, DONNA, "counter get 20") == replace(as_offered, get=goods(cash=20))
    assert typed(state, DONNA, 'counter "So not."') == replace(as_offered, words="So not")
    dated = (pay(MIKE, 60, turn=34), back(MIKE, CASINO, turn=34))
    line = "counter they pay 60 by 34; they return Casino by 34"
    assert typed(state, DONNA, line) == replace(as_offered, promises=dated)
    assert typed(state, DONNA, "counter no promises") == replace(as_offered, promises=())
    assert given(state, DONNA, COUNTER, get="20") == replace(as_offered, get=goods(cash=20))
    assert "Only the player who proposes" in refusal(state, DONNA, "counter get 20 then no card")


def test_tr_48_an_undated_promise_is_warned_of_and_dated_by_one_press():
    state = loan()
    offer = state.public.phase.offer
    lines = deal.offer_lines(offer, state.public, Voice(NAMES, DONNA))
    assert lines[-1] == (
        "Careful: those promises may never fall due, because Mike needn't play Hotel + Casino."
    )
    for reader in (MIKE, YOU, None):
        assert "Careful" not in " ".join(
            deal.offer_lines(offer, state.public, Voice(NAMES, reader))
        )
    buttons = [
        button
        for part in on_hand((COUNTER,), view(state, DONNA), NAMES, may_make(state, DONNA))
        if isinstance(part, Row)
        for button in part.buttons
    ]
    assert [button.label for button in buttons] == [
        "Accept if it's due by Mike's turn 34",
        "Counter in one form…",
    ]
    known = named_in(COUNTER, buttons[0].request, view(state, DONNA), NAMES)
    move = typed(state, DONNA, "counter by 34")
    assert resolve(COUNTER, known, view(state, DONNA), NAMES, may_make(state, DONNA)) == move
    assert move == Counter(
        give=goods(CASINO),
        get=goods(cash=10),
        promises=(pay(MIKE, 60, card=PAIR, turn=34), back(MIKE, CASINO, 10, card=PAIR, turn=34)),
        words="",
    )
    assert isinstance(play(state, DONNA, move).state.public.phase.counter, Offer)

    state = dealing(seat=MIKE)
    state = play(state, MIKE, typed(state, MIKE, "deal Donna get Casino, I pay 60 by 34")).state
    assert deal.undated(state.public.phase.offer) == ()
    assert COUNTER.hand is not None
    assert [*COUNTER.hand(view(state, DONNA))] == [{}]
    assert "waits for a card alone" in refusal(state, DONNA, "counter by 34")


def test_a_counter_form_opens_with_the_mirrored_offer():
    form = opened(loan(), DONNA, COUNTER)
    assert form.title == "A counter-offer to Mike"
    assert [field.default for field in form.entries] == [
        CASINO,
        "$10M",
        "Mike pays $60M with Hotel + Casino; Mike returns Casino for $10M with Hotel + Casino",
    ]

    state = dealing([OUT], [TAX], cash=(400, 30, 400, 400))
    line = "deal Donna give Hotel get Force Sale, Tax"
    state = play(state, YOU, typed(state, YOU, "deal Donna give Hotel get 30, Tax")).state
    assert opened(state, DONNA, COUNTER).entries[0].default == "Tax, $30M"
    state = play(dealing(), YOU, typed(dealing(), YOU, "deal Donna give Hotel get 500")).state
    assert (
        opened(state, DONNA, COUNTER).entries[0].default == "nothing"
    )  # rather than all the cash she has
    state = dealing([OUT], [TAX, OUT])
    state = play(state, YOU, typed(state, YOU, line)).state
    assert opened(state, DONNA, COUNTER).entries[0].default == "Tax"


def shown(state, seat) -> str:
    return example(COUNTER, view(state, seat), NAMES, may_make(state, seat))


def offered_by_you(line: str, *hands, **layout):
    state = dealing(*hands, **layout)
    return play(state, YOU, typed(state, YOU, f"deal Donna {line}")).state


def test_the_example_counter_changes_the_price_and_keeps_the_promises():
    assert shown(offered_by_you("give 60 get Casino"), DONNA) == "counter get $90M"
    assert shown(offered_by_you("give Hotel get 100"), DONNA) == "counter give $60M"
    assert shown(offered_by_you("give Hotel get Casino"), DONNA) == "counter get Hotel, $10M"
    dear = offered_by_you("give Hotel get 500", cash=(400, 30, 400, 400))
    assert shown(dear, DONNA) == "counter give $30M", "no more than she has"

    state = loan()
    assert shown(state, DONNA) == "counter get $20M"
    offer = view(state, DONNA).phase.offer
    assert typed(state, DONNA, shown(state, DONNA)).promises == offer.promises

    state = offered_by_you("give 40 get Force Sale", [OUT], [TAX])
    assert shown(state, DONNA) == "counter give 1 card"
    move = typed(state, DONNA, shown(state, DONNA))
    assert (move.give, move.get) == (goods(random=1), goods(cash=40))


def test_the_example_deal_is_realistic():
    own = view(dealing([PAIR], owners={HOTEL: YOU}), YOU)
    assert example(PROPOSE, own, NAMES, may_make(dealing([PAIR], owners={HOTEL: YOU}), YOU)) == (
        "deal with Donna give Hotel get $100M"
    ), "nobody else has anything"
    state = dealing(["Casino Profits"], owners={})
    assert example(PROPOSE, view(state, YOU), NAMES, may_make(state, YOU)) == (
        "deal with Donna give Casino Profits get $40M"
    )

    state = dealing([PAIR])
    own = view(state, YOU)
    assert (
        example(PROPOSE, own, NAMES, may_make(state, YOU))
        == "deal with Donna give $100M get Casino"
    )
