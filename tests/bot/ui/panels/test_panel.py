"""Tests of requests, panels and pictures."""

import pytest

from bot.ui.panels.panel import (
    Attached,
    Button,
    Choice,
    Line,
    Menu,
    Painter,
    Panel,
    Picture,
    Request,
    Row,
    Text,
    request,
)


def test_request_keys_are_checked():
    assert request("bid", amount=80) == Request("bid", {"amount": "80"})
    more = request("bid", amount=80).with_args({"over": "60", "amount": "70"})
    assert more == request("bid", amount=70, over=60)
    for key in ["amount", "*amount", "?amount", "open_cash", "a" * 30, "?" + "a" * 30]:
        assert Request("bid", {key: "80"}).args[key] == "80"
    for key in [
        "",
        "*",
        "Amount",
        "amount!",
        "a" * 31,
        "**amount",
        "+amount",
        "amount*",
        "größe",
        "a\n",
    ]:
        with pytest.raises(ValueError):
            Request("bid", {key: "80"})
    first = request("bid", amount=80)
    first.with_args({"amount": "90"})
    assert first == request("bid", amount=80)


def test_panel_lists_its_text_and_requests():
    row = Row([Button("a", request("a")), Button("b", request("b"), disabled=True)])
    menu = Menu(request("pick", of=2), "*number", "Pick one…", [Choice("A", "0"), Choice("B", "1")])
    panel = Panel([Text("One."), Line(), Text("Two."), row, menu])
    assert panel.text() == "One.\nTwo."
    assert list(panel.requests()) == [
        request("a"),
        Request("pick", {"of": "2", "*number": "0"}),
        Request("pick", {"of": "2", "*number": "1"}),
    ]


def paint(content: object) -> bytes:
    return repr(content).encode()


COINS = Painter("coins", 1, paint)


def test_picture_name_repr_and_alt_text():
    name = Picture((1, "Ann"), "One coin.", COINS).name
    assert name == Picture((1, "Ann"), "A coin.", Painter("coins", 1, repr)).name  # type: ignore[arg-type]
    assert name != Picture((2, "Ann"), "One coin.", COINS).name
    assert name != Picture((1, "Ann"), "One coin.", Painter("coins", 2, paint)).name
    assert name.startswith("coins-")
    assert name.endswith(".png")
    assert name == "coins-7c81a6d2cbe547c1.png", "after a restart it must be known again"
    picture = Picture((1, "Ann"), "One coin.", COINS)
    assert repr(picture) == f"Picture({picture.name!r}, alt='One coin.')"
    parts = [Text("Coins."), Picture((1,), "One coin.", COINS), Attached("a.png", "No coin.")]
    assert Panel(parts).text() == "Coins.\n[One coin.]\n[No coin.]"
