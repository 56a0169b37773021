"""Tests of messages that were posted before the bot was killed, and are found again."""

from typing import Any

import pytest

from bot.show.deliver.queues.messenger import Refused, TryLater
from bot.show.discord_py.earlier_posts import EarlierPosts, mark, mark_of
from tests.bot.show.test_on_the_wire import ANN, BOARD, CHANNEL, NOTICE, Desk, desk
from tests.bot.show.wire import ME, error, user

__all__ = ["desk"]

DM = 777
RECORD = "Dealing to Ann and Ben."


def sent(number: int, body: Any, author: int = ME) -> dict[str, Any]:
    """Return a posted body as Discord lists it later, without its nonce."""
    kept = {key: body[key] for key in ("content", "components") if key in body}
    return {"id": str(number), "author": user(author), "content": "", **kept}


async def posted(desk: Desk, how: str) -> tuple[str, dict[str, Any], int]:
    """Send a message; return how it was sent, its body, and the id that it got."""
    ways: dict[str, Any] = {
        "post": lambda: desk.messenger.post(CHANNEL, BOARD, "round1:7"),
        "notify": lambda: desk.messenger.notify(CHANNEL, NOTICE, "n1:0:7"),
        "dm": lambda: desk.messenger.send_dm(ANN, NOTICE, "n1:0:7"),
        "add": lambda: desk.messenger.add_people(CHANNEL, [ANN], RECORD, "thread1"),
    }
    found = await ways[how]()
    method, _, body = desk.wire.asked[-1]
    return method, body, found or 0


@pytest.mark.parametrize("how", ["post", "notify", "dm", "add"])
async def test_what_a_killed_process_has_posted_is_not_posted_again(desk: Desk, how: str):
    _, body, _ = await posted(desk, how)
    desk.wire.history = [sent(41, body)]
    desk.messenger._earlier._found.clear()  # as in a new process
    before = len(desk.wire.asked)
    method, again, found = await posted(desk, how)
    if how != "add":
        assert found == 41
        assert method == "PATCH", "its text may depend on the time"
        assert not {"nonce", "enforce_nonce"} & again.keys()
    assert [line[0] for line in desk.wire.asked[before:]] == ([] if how == "add" else ["PATCH"])


async def test_a_post_whose_answer_was_lost_is_looked_for(desk: Desk):
    _, body, _ = await posted(desk, "post")
    desk.wire.fail("POST", f"/channels/{CHANNEL}/messages", error(500, 0))
    with pytest.raises(TryLater):
        await posted(desk, "post")
    desk.wire.history = [sent(41, body)]
    assert (await posted(desk, "post"))[2] == 41


async def test_other_messages_are_not_taken_for_it(desk: Desk):
    _, body, _ = await posted(desk, "post")
    desk.messenger._earlier._found.clear()
    other = {"content": "", "components": [{**body["components"][0], "id": 1}]}
    desk.wire.history = [sent(43, body, author=5), sent(42, other)]
    assert (await posted(desk, "post"))[0] == "POST"


async def test_a_found_message_that_is_gone_meanwhile_is_posted_anew(desk: Desk):
    _, body, _ = await posted(desk, "post")
    desk.wire.history = [sent(41, body)]
    desk.messenger._earlier._found.clear()
    desk.wire.fail("PATCH", f"/channels/{CHANNEL}/messages/41", error(404, 10008))
    assert (await posted(desk, "post"))[0] == "POST"


async def test_a_channel_is_looked_at_once_and_only_if_it_may_be():
    looked: list[int] = []

    async def newest(channel: int) -> list[Any]:
        looked.append(channel)
        if channel == 1:
            raise TryLater("busy")
        raise Refused("no")

    earlier = EarlierPosts(newest, lambda: ME)
    with pytest.raises(TryLater):
        await earlier.take(1, "#5")
    assert await earlier.take(2, "#5") is None
    assert await earlier.take(2, "#5") is None
    assert looked == [1, 2]


async def test_a_message_is_found_once_and_only_above_the_one_that_is_known():
    json: dict[str, Any] = {"components": [{"type": 17}]}
    mark(json, "b12#7:99")

    async def newest(_: int) -> list[Any]:
        return [sent(9, json), sent(8, json)]

    earlier = EarlierPosts(newest, lambda: ME)
    assert await earlier.take(2, mark_of(json), after=9) is None
    assert await earlier.take(2, mark_of(json), after=8) == 9
    assert await earlier.take(2, mark_of(json), after=7) is None


def test_what_follows_the_hash_sign_and_a_number_of_discords_are_no_mark():
    one, other, third = ({"components": [{"type": 17}]} for _ in range(3))
    for json, nonce in ((one, "b12#7"), (other, "b12#8"), (third, "b13#7")):
        mark(json, nonce)
    assert mark_of(one) == mark_of(other) != mark_of(third)
    assert int(mark_of(one)[1:]) >= 2**30
