"""Tests of the requests about drafts."""

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Request
from bot.ui.ways.draft_kind import about, opened, torn


def test_draft_request_has_fields_and_fits_a_custom_id():
    wanted = opened("deal", **{"with": "seat 2"})
    assert wanted == Request("deal_open", {"with": "seat 2"})
    assert opened("deal") == Request("deal_open")
    read = custom_id.read(custom_id.write(123456, 4321, wanted))
    assert read is not None
    assert read.request == wanted
    wanted = about("deal", "goods", 12, side="give")
    assert wanted == Request("deal_goods", {"slip": "12", "side": "give"})
    read = custom_id.read(custom_id.write(123456, 4321, wanted))
    assert read is not None
    assert read.request == wanted
    assert torn("deal", 3) == Request("deal_tear", {"slip": "3"})
