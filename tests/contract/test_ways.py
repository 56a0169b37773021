"""Every press, choice, form and line becomes the move that was meant."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from bot.entry.requests.move_parsing import read_request
from bot.host.reading.table_view import TableView
from bot.show.draw.panels import hand_panel, orders_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Form, Menu, Panel, Request
from bot.ui.ways.fields import Known
from bot.ui.ways.order_menus import END, EndOrder
from bot.ui.ways.ways import AnyWay, Legal
from games.rules import Seat
from tests.contract.asking import (
    allowed,
    asked_by,
    can_be_pressed,
    ends_of,
    names_at,
    some_of,
    way_of,
)
from tests.contract.drafts import made_by_slips, verbs_of_slips
from tests.contract.drawing import (
    LONGEST_NAMES,
    NAMES,
    check_drawn,
    drawn,
    face_of,
    requests_of,
    seen_at,
)
from tests.contract.pieces import listed
from tests.contract.playing import (
    Case,
    Game,
    Position,
    assert_sentence,
    attributes,
    cases_of,
    every_case,
    every_game,
    kinds_of_move,
    one_game,
    played,
)
from tests.contract.standing_orders import every_case_with_orders, orders_of


def offered_to(game: Game, position: Position, seat: Seat) -> list[Request]:
    """Return the requests on a seat's hand, behind its *More…*, and on the board."""
    panels = drawn(game, position, seat), more_at(game, position, seat), drawn(game, position, None)
    found = [request for panel in panels for request in requests_of(panel)]
    return list({repr(result): result for result in found}.values())


def more_at(game: Game, position: Position, seat: Seat) -> Panel:
    """Draw what lies behind *More…* on a seat's hand."""
    return hand_panel.more(face_of(game.case.game), seen_at(game, position, seat, news=0))


def difference(wanted: Iterable[Any], there: Iterable[Any]) -> tuple[set[Any], set[Any]]:
    """Return what is wanted and isn't there, and what is there and isn't wanted."""
    return set(wanted) - set(there), set(there) - set(wanted)


# --- what is declared -----------------------------------------------------------------------------


@every_game
def test_every_kind_of_move_has_its_one_way(game: str):
    face = face_of(game)
    kinds = [way.move for way in face.ways]
    missing, unknown = difference(kinds_of_move(face.rules), kinds)
    assert not missing, f"`ways` in cogs/{game}/__init__.py has no Way for {listed(missing)}"
    assert not unknown, f"{listed(unknown)} in `ways` is no kind of move of the rules"
    assert len(set(kinds)) == len(kinds), "two ways to the same kind of move"


@every_game
def test_every_kind_of_order_has_its_one_way(game: str):
    face = face_of(game)
    orders = face.rules.orders
    kinds = [way.move for way in face.orders]
    missing, unknown = difference(() if orders is None else orders.kinds, kinds)
    assert not missing, f"`orders` in cogs/{game}/__init__.py has no Way for {listed(missing)}"
    assert not unknown, f"{listed(unknown)} in `orders` of the face is no kind of {game}'s `orders`"
    assert len(set(kinds)) == len(kinds), "two ways to the same kind of order"
    called = [way.called for way in face.orders]
    assert all(called), "a button that ends an order has no name for it"
    assert len(set(called)) == len(called)


@every_game
def test_a_way_fills_every_field_of_its_move_once(game: str):
    """`settle` may add a date to an order; the next test covers that."""
    face = face_of(game)
    for way in (*face.ways, *face.orders):
        filled = [name for field in way.fields for name in field.fills]
        wanted = [field.name for field in fields(way.move) if field.name != "kind"]
        assert len(set(filled)) == len(filled), f"{way.verb} says something twice"
        if way in face.ways:
            assert set(filled) == set(wanted), f"{way.verb} does not say all of its move"
        assert set(filled) <= set(wanted)
        assert len({field.name for field in way.fields}) == len(way.fields)
        for known in way.phrases.values():
            assert set(known) <= set(wanted), f"a phrase of {way.verb} says what is no field"


def settled(way: AnyWay, view: Any, order: Any) -> Known:
    """Rebuild an order from its named fields, and settle the rest."""
    named = {name for field in way.fields for name in field.fills}
    said = {name: value for name, value in attributes(order).items() if name in named}
    return way.settled(view, said)


@every_case_with_orders
def test_what_no_field_of_an_order_says_is_settled(case: Case):
    """Otherwise a form would keep asking for something; together they are all that can be said."""
    game, orders = played(case), orders_of(case.rules)
    for position, seat, legal_with_orders in saying(game, 12):
        view = game.view(position, seat)
        for way in face_of(case.game).orders:
            for move in some_of(legal_with_orders, way.move):
                whole = settled(way, view, move)
                assert set(whole) == set(attributes(move)), f"{way.verb} leaves something open"
                kept = orders.accept(view, way.move(**whole))
                assert kept == orders.accept(view, move), "it has become something else"


@every_game
def test_a_way_that_holds_longer_says_more_than_its_kind(game: str):
    """A pass, a challenge or a call is about the current question only."""
    for way in (*face_of(game).ways, *face_of(game).orders):
        assert way.holds == "key" or way.fields, f"{way.verb} may come late, and says nothing"


@every_game
def test_verbs_and_fields_can_be_commands_and_their_options(game: str):
    face = face_of(game)
    ways = (*face.ways, *face.orders)
    verbs = [way.verb for way in ways] + [aside.verb for aside in face.asides]
    assert len(set(verbs)) == len(verbs), "a verb twice"
    assert not set(verbs) & {"start", "hand", "table", "rules"}, "the house has these itself"
    words = {word for way in ways for word in (way.verb, *way.words, *way.phrases)}
    looks = {
        word for aside in face.asides for word in (aside.verb, aside.label.strip("?").casefold())
    }
    assert not words & looks, "a word for a move opens something to look at"
    assert not {way.group for way in ways if way.group} & set(verbs), "a group called like a verb"
    for way in ways:
        assert re.fullmatch(r"[a-z_]{1,30}", way.verb)
        assert not way.verb.startswith("table_")
        assert 1 <= len(way.help) <= 100
        for field in way.fields:
            assert re.fullmatch(r"[a-z_]{1,30}", field.name)
            assert field.name not in ("table", "kind")
            assert 1 <= len(field.label) <= 45
            assert field.option in (str, int, bool)


@every_game
def test_words_are_written_as_they_are_read(game: str):
    """Typed lines are normalized to lower case and single spaces first."""
    for way in (*face_of(game).ways, *face_of(game).orders):
        for word in (*way.words, *way.phrases):
            assert word == " ".join(word.split()).casefold() == word.strip("`“”\"' .!")
            assert word, f"{way.verb} has an empty word"
        said = [way.verb, *way.words, *way.phrases]
        assert len(set(said)) == len(said), f"{way.verb} says a word twice"


@every_game
def test_what_is_said_ahead_is_never_taken_for_a_move(game: str):
    """A player who means to move now must not be told that an order was kept, or the reverse."""
    face = face_of(game)

    def words_of(ways: Iterable[AnyWay]) -> set[str]:
        return {word for way in ways for word in (way.verb, *way.words, *way.phrases)}

    moves, orders = words_of(face.ways), words_of(face.orders)
    for move in moves:
        for other in orders:
            assert not move.startswith(other), f"`{move}` begins like `{other}`, which is for later"
            assert not other.startswith(move), f"`{other}` begins like `{move}`, which is for now"


@every_case
def test_no_word_means_two_things_that_can_be_done_at_once(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(40):
        for seat in range(case.seats):
            legal, meant = game.legal_with_orders(position, seat), defaultdict[str, set[str]](set)
            for way in (*face.ways, *face.orders):
                for word in (way.verb, *way.words, *way.phrases) if legal.of(way) else ():
                    meant[word].add(way.verb)
            twice = {word: verbs for word, verbs in meant.items() if len(verbs) > 1}
            assert not twice, f"after move {position.number} a word means two things: {twice}"


@every_game
def test_a_slip_becomes_moves_of_the_face(game: str):
    verbs = {way.verb for way in face_of(game).ways}
    for kind in face_of(game).drafts:
        assert kind.becomes, f"{kind.kind} becomes nothing"
        assert verbs.issuperset(kind.becomes)


# --- what is drawn can be pressed -----------------------------------------------------------------


@every_case
def test_every_legal_move_can_be_made_by_what_is_drawn(case: Case):
    """Through buttons, menus and forms of hand and board, for every seat that may move.

    For a move that ends a draft, it is enough that the draft leads to some move of that kind.
    """
    game, by_slip = played(case), verbs_of_slips(case.game)
    for position in game.in_play(15):
        for seat in range(case.seats):
            legal = game.legal(position, seat)
            offered = offered_to(game, position, seat) if legal.moves else []
            for kind in kinds_of_move(case.rules):
                some = some_of(legal, kind)
                if some and (verb := way_of(case.game, some[0]).verb) in by_slip:
                    made = made_by_slips(game, position, seat)
                    assert verb in made, (
                        f"after move {position.number} no slip leads {NAMES[seat]} to {verb}"
                    )
                    continue
                for move in some:
                    assert can_be_pressed(game, position, seat, offered, move), (
                        f"after move {position.number} no button leads {NAMES[seat]} to {move}"
                    )


@one_game
def test_a_move_that_is_drawn_nowhere_would_be_caught(game: str):
    found = played(cases_of(game)[0])
    for position in found.in_play(5):
        for seat in found.to_move(position):
            offered, move = offered_to(found, position, seat), found.legal(position, seat).moves[0]
            verb = way_of(game, move).verb
            assert verb not in verbs_of_slips(game), "by default nothing need be put together"
            others = [order for order in offered if order.verb != verb]
            assert can_be_pressed(found, position, seat, offered, move)
            assert not can_be_pressed(found, position, seat, others, move)


@every_case
def test_what_is_owed_in_private_can_be_made_by_the_hand_alone(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(15):
        for seat in face.private(game.view(position, None)):
            offered = list(requests_of(drawn(game, position, seat)))
            assert any(
                allowed(game, position, seat, end)
                for order in offered
                for end in ends_of(game, position, seat, order)
            ), f"after move {position.number} no button on the hand leads {NAMES[seat]} to a move"


def is_of_use(game: Game, position: Position, seat: Seat, wanted: Request) -> bool:
    """Return whether a request leads to a legal move, or to a panel that only tells something."""
    made = asked_by(game, position, seat, wanted)
    if isinstance(made, Panel) and not list(requests_of(made)):
        return True
    return any(allowed(game, position, seat, end) for end in ends_of(game, position, seat, wanted))


@every_case
def test_everything_on_a_hand_is_of_use_to_its_owner(case: Case):
    game = played(case)
    for position in game.picked(10):
        for seat in range(case.seats):
            for wanted in requests_of(drawn(game, position, seat)):
                assert is_of_use(game, position, seat, wanted), (
                    f"after move {position.number} {NAMES[seat]} cannot {wanted}"
                )


@every_game
def test_everything_on_the_board_is_of_use_to_somebody_at_some_time(game: str):
    """Useful at some time: a button nobody can afford must still be there, or it would tell."""
    useful: dict[tuple[str, tuple[str, ...]], bool] = {}
    for case in cases_of(game):
        for position in played(case).in_play(12):
            for wanted in requests_of(drawn(played(case), position, None)):
                what = (wanted.verb, tuple(wanted.args))
                useful[what] = useful.get(what, False) or any(
                    is_of_use(played(case), position, seat, wanted) for seat in range(case.seats)
                )
    assert not [what for what, of_use in useful.items() if not of_use]


@every_case
def test_whatever_is_pressed_on_the_board_is_answered_for_whoever_presses_it(case: Case):
    game = played(case)
    for position in game.in_play(8):
        for wanted in requests_of(drawn(game, position, None)):
            for seat in range(case.seats):
                for end in ends_of(game, position, seat, wanted):
                    allowed(game, position, seat, end)


# --- labels and hints -----------------------------------------------------------------------------


@every_case
def test_a_label_says_what_will_happen_and_whether_something_is_asked_first(case: Case):
    """A label ends in `…` exactly if it opens a form."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(15):
        for seat in range(case.seats):
            for part in drawn(game, position, seat).parts:
                for button in getattr(part, "buttons", ()):
                    if button.request.verb not in {way.verb for way in (*face.ways, *face.orders)}:
                        continue
                    made = asked_by(game, position, seat, button.request)
                    if not isinstance(made, str | Panel):
                        asks = isinstance(made, Form)
                        assert button.label.endswith("…") == asks, (button.label, made)


@every_case
def test_what_is_filled_in_on_the_board_are_fields_of_the_move(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(20):
        public = game.view(position, None)
        for way in face.ways:
            for known in way.board(public):
                assert set(known) <= {field.name for field in fields(way.move)} - {"kind"}


# --- what is said ahead ---------------------------------------------------------------------------


def saying(game: Game, about: int) -> Iterator[tuple[Position, Seat, Legal]]:
    """Yield the positions and orders that a seat can give."""
    kinds = orders_of(game.case.rules).kinds
    for position in game.in_play(about):
        for seat in range(game.case.seats):
            legal_with_orders = game.legal_with_orders(position, seat)
            if any(isinstance(move, kinds) for move in legal_with_orders.moves):
                yield position, seat, legal_with_orders


def pages_of(table: TableView, face: AnyFace) -> list[Panel]:
    """Draw every page of a seat's standing orders."""
    found: list[Panel] = []
    while True:
        panel = orders_panel.draw(face, table, len(found))
        found.append(panel)
        if frame.ORDERS.with_args({frame.ORDERS_PAGE: str(len(found))}) not in panel.requests():
            return found


@every_case_with_orders
def test_every_kind_of_order_that_is_offered_can_be_given_on_its_panel(case: Case):
    game, face = played(case), face_of(case.game)
    for position, seat, legal_with_orders in saying(game, 15):
        assert frame.MORE in drawn(game, position, seat).requests(), "the hand leads to it"
        pages = pages_of(seen_at(game, position, seat, NAMES, 0), face)
        offered = [request for page in pages for request in requests_of(page)]
        for way in face.orders:
            if legal_with_orders.of(way):
                wanted = [request for request in offered if request.verb == way.verb]
                ends = (end for choice in wanted for end in ends_of(game, position, seat, choice))
                assert any(
                    type(end) is way.move and allowed(game, position, seat, end) for end in ends
                ), f"after move {position.number} no choice leads {NAMES[seat]} to {way.verb}"


@every_case_with_orders
def test_one_button_behind_more_is_for_all_that_can_be_said_ahead(case: Case):
    game, verbs = played(case), {way.verb for way in face_of(case.game).orders}
    for position, seat, _ in saying(game, 15):
        hand, more = drawn(game, position, seat), more_at(game, position, seat)
        requests = [*hand.requests(), *more.requests()]
        assert requests.count(frame.ORDERS) == 1
        assert not [request for request in requests if request.verb in verbs]


@every_case_with_orders
def test_a_menu_shows_in_a_sentence_what_stands_and_setting_it_again_changes_nothing(case: Case):
    """At most four on a page, with the value that stands chosen, and *Ask me* in each."""
    game, face, orders = played(case), face_of(case.game), orders_of(case.rules)
    for position, seat, legal_with_orders in saying(game, 6):
        view, seen = game.view(position, seat), seen_at(game, position, seat, NAMES, 0)
        for order in one_of_each(legal_with_orders, orders.kinds):
            kept = orders.merged(orders.accept(view, order), None)
            said = () if kept is None else (kept,)
            table = replace(seen, orders=said, memo={})
            for panel in pages_of(table, face):
                menus = [part for part in panel.parts if isinstance(part, Menu)]
                assert len(menus) <= orders_panel.ON_A_PAGE
                for menu in menus:
                    [chosen] = [choice for choice in menu.choices if choice.chosen]
                    assert chosen.label.startswith(f"{menu.placeholder}: ")
                    assert any(choice.label.endswith("Ask me") for choice in menu.choices)
                    again = menu.request.with_args({menu.key: chosen.value})
                    made = read_request(face, table, again, line=False).made
                    if not isinstance(made, Form | Panel):
                        taken = orders.accept(view, made)
                        before = next((item for item in said if item.kind == taken.kind), None)
                        assert orders.merged(taken, before) == before


def one_of_each(legal: Legal, kinds: Sequence[type]) -> list[Any]:
    """Return an order of each kind that can be given."""
    firsts = {type(order): order for order in legal.moves if type(order) in kinds}
    return list(firsts.values())


@every_case_with_orders
def test_an_order_says_what_it_will_do_in_a_sentence(case: Case):
    game, face, orders = played(case), face_of(case.game), orders_of(case.rules)
    for called in (NAMES, LONGEST_NAMES):
        names = names_at(game, called)
        for position, seat, legal_with_orders in saying(game, 8):
            view = game.view(position, seat)
            for way in face.orders:
                for move in some_of(legal_with_orders, way.move):
                    said = face.describe_order(orders.accept(view, move), view, names)
                    if called is NAMES:
                        assert_sentence(said)
                        assert NAMES[seat] not in said.split(), f"{NAMES[seat]} is “you”: {said}"


@every_case_with_orders
def test_all_that_can_be_said_ahead_at_once_can_be_drawn_and_ended(case: Case):
    game, face, orders = played(case), face_of(case.game), orders_of(case.rules)
    for position, seat, legal_with_orders in saying(game, 8):
        view = game.view(position, seat)
        firsts = {
            type(move): move
            for move in reversed(legal_with_orders.moves)
            if type(move) in orders.kinds
        }
        said = tuple(orders.accept(view, first) for first in firsts.values())
        seen = replace(seen_at(game, position, seat, LONGEST_NAMES, 60), orders=said, memo={})
        check_drawn(hand_panel.draw(face, seen, in_dm=True), face.colour)
        for panel in pages_of(seen, face):
            check_drawn(frame.with_way_back(panel), face.colour)
            ends = [
                read_request(face, seen, request, line=False).made
                for request in panel.requests()
                if END in request.args
            ]
            assert ends == [EndOrder(line.kind) for line in said]
