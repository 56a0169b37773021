"""Tests of the bodies that send and edit messages."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.show.discord_py import message_bodies
from bot.show.discord_py.message_bodies import Body, edited, mentioning, new, posted, recorded
from bot.show.draw.parts.message import File, LuckRecord, Message, Notice
from bot.ui.panels import custom_id
from bot.ui.panels.custom_id import FIRST_EPOCH
from bot.ui.panels.panel import Attached, Button, Line, Panel, Request, Row, Text
from bot.ui.panels.render import NONE
from playground.tests.schema import Checker
from tests.contract.limits import check_message

ANN, BEN = 11, 12
EPHEMERAL, SILENT, COMPONENTS_V2 = 64, 4096, 32768
ROW = Row([Button("Press", Request("press"))])
PLAIN = Message(panel=Panel([Text("Here."), Line(), ROW]), table=1)
PICTURE = File(name="board.png", content=b"png", alt="A board")
NOTICE = Notice(content="Ann, it's your turn.", row=ROW, table=1, step=2, person=ANN, others=(BEN,))


def with_picture(file: int = 0, picture: File | None = None) -> Message:
    parts = [Text("Here."), Attached("board.png", "A board", file)]
    return Message(panel=Panel(parts), picture=picture)


def test_a_file_is_shown_below_its_panel_with_alt_text():
    file = File(name="table-1.json", content=b"{}", alt="The transcript of table 1")
    body = new(Message(panel=Panel([Text("Here.")]), file=file))
    assert body.json["components"][-1]["file"] == {"url": "attachment://table-1.json"}
    assert body.json["attachments"] == [
        {"id": 0, "filename": "table-1.json", "description": "The transcript of table 1"}
    ]
    assert body.files == [file]


def test_a_message_without_a_file_attaches_nothing():
    for body in (new(PLAIN), edited(PLAIN), posted(PLAIN, NONE, "a")):
        assert "attachments" not in body.json
        assert not body.files
        check_message(body.json["components"])


def test_an_edit_uploads_a_new_picture_and_keeps_an_old_one():
    uploaded, kept = edited(with_picture(0, PICTURE)), edited(with_picture(5))
    assert uploaded.files == [PICTURE]
    assert uploaded.json["attachments"][0]["filename"] == "board.png"
    assert (kept.json["attachments"], kept.files) == ([{"id": "5", "filename": "board.png"}], ())


def test_a_picture_is_removed_from_a_panel_that_shows_none():
    assert edited(PLAIN, drops_picture=True).json["attachments"] == []
    assert edited(with_picture(5), drops_picture=True).json["attachments"] != []


def test_a_panel_in_place_of_a_notice_drops_its_text():
    assert edited(PLAIN, drops_text=True).json["content"] is None
    assert "content" not in edited(PLAIN).json


def test_only_a_notice_makes_a_sound():
    assert posted(PLAIN, NONE, "a").json["flags"] == COMPONENTS_V2 | SILENT
    assert "flags" not in posted(NOTICE, NONE, "a").json
    assert recorded(LuckRecord(content="Luck", table=1), "a").json["flags"] & SILENT
    assert mentioning([ANN], "Come in", "a").json["flags"] == SILENT


def test_an_answer_can_be_private():
    assert new(PLAIN, flags=EPHEMERAL).json["flags"] == COMPONENTS_V2 | EPHEMERAL
    assert new(PLAIN).json["flags"] == COMPONENTS_V2


def test_nobody_is_pinged_but_those_who_are_named():
    pinged = posted(NOTICE, NONE, "a", pings=(ANN, BEN))
    assert pinged.json["allowed_mentions"] == {"parse": [], "users": [ANN, BEN]}
    silent = (new(PLAIN), edited(PLAIN), edited(NOTICE), posted(PLAIN, NONE, "a"))
    assert all(body.json["allowed_mentions"] == {"parse": []} for body in silent)


def test_a_nonce_is_cut_to_what_discord_takes():
    body = posted(PLAIN, NONE, "n" * 30).json
    assert (body["nonce"], body["enforce_nonce"]) == ("n" * 25, True)


def test_a_nonce_of_the_time_before_a_restore_stands_for_nothing_that_is_posted_after_it():
    later = 1_790_000_000
    for write in (
        lambda epoch: posted(PLAIN, NONE, "b12:34:567890", epoch=epoch),
        lambda epoch: posted(NOTICE, NONE, "n12:0:34", epoch=epoch),
        lambda epoch: recorded(LuckRecord(content="Luck", table=1), "deal12", epoch),
        lambda epoch: mentioning([ANN], "Come in", "add12", epoch),
    ):
        nonces = [write(epoch).json["nonce"] for epoch in (FIRST_EPOCH, later, later + 200)]
        assert len(set(nonces)) == 3
    longest = f"line{2**63}"  # a typed line's, with the highest id
    assert posted(PLAIN, NONE, longest, epoch=later).json["nonce"].endswith(longest)


def test_the_button_of_a_fairness_record_works_after_a_restore_too():
    record = LuckRecord(content="Luck", table=7, row=ROW)
    [row] = recorded(record, "a", 1_790_000_000).json["components"]
    pressed = custom_id.read(row["components"][0]["custom_id"])
    assert pressed is not None
    assert (pressed.table, pressed.epoch) == (7, 1_790_000_000)


def sent(**media: Any) -> dict[str, Any]:
    """Build the part of a sent message that shows its picture."""
    gallery = {"type": 12, "items": [{"media": {"url": "x"} | media}]}
    return {"components": [{"type": 17, "components": [{"type": 10}, gallery]}]}


def test_a_sent_message_names_the_file_of_its_picture():
    message = with_picture()
    assert message_bodies.picture_shown(message, sent(attachment_id="7")) == Attached(
        "board.png", "A board", 7
    )
    assert message_bodies.picture_shown(message, sent()) is None
    assert message_bodies.picture_shown(message, {}) is None
    assert message_bodies.picture_shown(PLAIN, sent(attachment_id="7")) is None
    assert (
        message_bodies.file_shown({"components": [{"type": 1, "components": [{"type": 2}]}]}) == 0
    )


def test_a_kept_picture_keeps_its_file():
    message = with_picture(5)
    assert message_bodies.picture_shown(message, sent(attachment_id="7")) == message.attached


ODD = "Z\ud800 and \udc00"


def odd_bodies() -> Iterator[tuple[str, str, Body]]:
    """Yield bodies of all kinds whose texts contain lone surrogates, with their routes."""
    row = Row([Button(ODD, Request("press"))])
    message = Message(panel=Panel([Text(ODD), Attached("board.png", ODD), row]), picture=PICTURE)
    notice = Notice(content=ODD, row=row, table=1, step=2, person=ANN)
    posts, edits = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
    yield "POST", posts, posted(message, NONE, "a")
    yield "POST", posts, posted(notice, NONE, "a", pings=(ANN,))
    yield "POST", posts, recorded(LuckRecord(content=ODD, table=1, row=row), "a")
    yield "POST", posts, mentioning([ANN], ODD, "a")
    yield "PATCH", edits, edited(message)
    yield "PATCH", edits, edited(notice)
    answer = Body({"type": 4, "data": new(message, flags=EPHEMERAL).json})
    yield "POST", "/interactions/{interaction_id}/{interaction_token}/callback", answer


@pytest.mark.parametrize(("method", "route", "body"), list(odd_bodies()))
def test_each_body_fits_discords_description(method: str, route: str, body: Body):
    checker = Checker()
    assert checker(method, route, body.json) == []
    assert checker.checked == 1
