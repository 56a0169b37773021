"""The pictures of Dealt!, Yankee Swap and TRUMP The Game, and the text beside them."""

from collections.abc import Sequence

import pytest

from bot.ui.panels.panel import Menu, Part, Row, Text
from bot.ui.panels.pics import all_pics, names_in, pic
from bot.ui.panels.words import Names
from bot.ui.ways.offers import on_hand
from bot.ui.ways.ways import Legal
from cogs.dealt import FACE as DEALT
from cogs.dealt import pics as dealt
from cogs.trump import FACE as TRUMP
from cogs.trump import pics as trump
from cogs.yankee import FACE as YANKEE
from cogs.yankee import pics as yankee
from games import gifts
from games.dealt import cards as dealt_cards
from games.trump import cards as trump_cards
from tests.contract.playing import cases_of, played
from tests.games.dealt.table import ANN, Table

NAMES = Names(["Ann", "Ben", "Cat"])


def markdown(parts: Sequence[Part]) -> list[str]:
    return [part.markdown for part in parts if isinstance(part, Text)]


@pytest.mark.parametrize(
    "names",
    [
        [dealt.of(card) for card in dealt_cards.DECK],
        [yankee.of(gift.key) for gift in (*gifts.GIFTS, gifts.LUMP)],
        [trump.of(card) for card in trump_cards.PROPERTIES],
        [name for card in trump_cards.CARDS.values() for name in trump.named(card)],
    ],
    ids=["dealt", "yankee", "properties", "trump"],
)
def test_every_card_has_its_picture(names: list[str]):
    assert set(names) <= set(all_pics())


# --- Dealt! ---------------------------------------------------------------------------------------


def test_a_reserve_has_faces_and_a_hand_has_its_own_picture():
    table = Table("7 7 X 12 Stop", "1 2", "4", reserves=("2 6",))
    [held] = markdown(DEALT.draw.hand(table.view(ANN), NAMES).parts)
    first, rest = held.split("\n", 1)
    assert first == "**Your cards**: A:7 · B:7 · C:X · D:12 · E:STOP"
    assert f"{pic('card_2')}{pic('card_6')} 2 6" in rest


def test_play_button_shows_its_highest_card():
    assert dealt.of_play((0, (7, "X"), (7, 7))) == "card_7"
    assert dealt.of_play((0, (3, 4, 5), (3, 4, 5))) == "card_5"
    assert dealt.of_play((0, ("X",), (9,))) == "card_x"
    table = Table("7 7 X Stop Redraw", "1 2", "4", reserves=("2 6",))
    view = table.view(ANN)
    legal = Legal(tuple(DEALT.rules.legal_moves(view)), DEALT.rules.sampled)
    parts = on_hand(DEALT.ways, view, NAMES, legal)
    menu = next(part for part in parts if isinstance(part, Menu))
    assert {choice.pic for choice in menu.choices} <= set(all_pics())
    buttons = {button.pic for part in parts if isinstance(part, Row) for button in part.buttons}
    assert {"card_stop", "card_redraw"} <= buttons


# --- Yankee Swap ----------------------------------------------------------------------------------


def test_gift_picture_is_repeated_for_each_copy():
    game = played(cases_of("yankee")[0])
    names = Names([f"P{seat}" for seat in range(game.case.seats)])
    for position in game.positions:
        view = game.view(position, 0)
        held = next(iter(markdown(YANKEE.draw.hand(view, names).parts)))
        assert sorted(names_in(held)) == sorted(map(yankee.of, view.held))


# --- TRUMP The Game -------------------------------------------------------------------------------


def test_a_card_shows_the_properties_that_it_names():
    assert list(names_in(trump.on("Hotel Profits"))) == ["hotel"]
    assert list(names_in(trump.on("Hotel Roll"))) == ["hotel", "die_t"]
    assert list(names_in(trump.on("Hotel and Casino"))) == ["hotel", "casino"]
    assert list(names_in(trump.on("You're Out"))) == ["youre_out"]
    sorts = {card.sort: tuple(trump.named(card)) for card in trump_cards.CARDS.values()}
    assert len(set(sorts.values())) == len(sorts), "two kinds of card look alike"


def test_hand_and_properties_have_pictures():
    game = played(cases_of("trump")[0])
    names = Names([f"P{seat}" for seat in range(game.case.seats)])
    for position in game.in_play(20):
        view = game.view(position, 0)
        drawing = TRUMP.draw.hand(view, names)
        wanted = {name for card in view.hand for name in trump.named(trump_cards.CARDS[card])}
        held, cards = markdown(drawing.parts)[:2]
        assert wanted == set(names_in(cards))
        mine = view.public.owned(0)
        assert list(names_in(held)) == list(map(trump.of, mine))
