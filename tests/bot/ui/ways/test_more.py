"""Tests of what a hand shows at once and what it leaves to *More…*."""

from dataclasses import replace

from bot.ui.panels.panel import Button, Choice, Menu, Part, Row, request
from bot.ui.ways.more import Offers, split
from tests.bot.ui.market import BID_WAY, PASS_WAY, SWAP_WAY

WAYS = (BID_WAY, SWAP_WAY, PASS_WAY)


def bids(number: int) -> list[Button]:
    return [Button(f"Bid {at}", request("bid", amount=at)) for at in range(number)]


def menu(verb: str, placeholder: str, choices: int = 3) -> Menu:
    return Menu(
        request(verb), "*who", placeholder, [Choice(str(at), str(at)) for at in range(choices)]
    )


PASS = Button("Pass", request("pass"))


def shown(parts: Offers) -> tuple[list[str], list[str]]:
    def words(some: list[Part]) -> list[str]:
        found: list[str] = []
        for part in some:
            if isinstance(part, Row):
                found += [button.label for button in part.buttons]
            elif isinstance(part, Menu):
                found.append(part.placeholder)
        return found

    return words([*parts.at_once]), words([*parts.more])


def test_the_first_four_buttons_and_the_last_one_are_shown_at_once():
    assert shown(split(WAYS, [Row([*bids(4), PASS])], 1)) == (
        ["Bid 0", "Bid 1", "Bid 2", "Bid 3", "Pass"],
        [],
    )
    assert shown(split(WAYS, [Row([*bids(6), PASS])], 1)) == (
        ["Bid 0", "Bid 1", "Bid 2", "Bid 3", "Pass"],
        ["Bid 4", "Bid 5"],
    )


def test_a_quiet_way_is_never_shown_at_once():
    ways = (BID_WAY, SWAP_WAY, replace(PASS_WAY, style="quiet"))
    quiet = Button("Pass", request("pass"), "quiet")
    assert shown(split(ways, [Row([*bids(1), quiet])], 1)) == (["Bid 0"], ["Pass"])
    assert shown(split(ways, [Row([quiet])], 1)) == ([], ["Pass"])
    ways = (replace(SWAP_WAY, style="quiet"), BID_WAY)
    assert shown(split(ways, [menu("swap", "With…")], 1)) == ([], ["With…"])


def test_menus_of_different_moves_are_shown_first():
    menus = [menu("bid", "Bid…"), menu("bid", "Bid in tens…"), menu("swap", "With…")]
    assert shown(split(WAYS, menus, 1)) == (["Bid…"], ["Bid in tens…", "With…"])
    assert shown(split(WAYS, menus, 2)) == (["Bid…", "With…"], ["Bid in tens…"])


def test_a_menu_of_more_than_25_choices_needs_the_room_of_two():
    long = menu("bid", "Bid…", choices=26)
    assert shown(split(WAYS, [long, menu("swap", "With…")], 1)) == (["With…"], ["Bid…"])
    assert shown(split(WAYS, [long, menu("swap", "With…")], 2)) == (["Bid…"], ["With…"])


def test_the_order_of_buttons_and_menus_stays():
    parts = [menu("swap", "With…"), Row([*bids(1), PASS])]
    assert split(WAYS, parts, 1) == Offers(parts, [])
