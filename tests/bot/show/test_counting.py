"""Tests that secret actions change no byte that anybody else receives.

One game is played in two houses with the same luck. In one of them Ben makes secret changes, looks
at his hand, gives and withdraws standing orders, and ends where he began. All messages and requests
that anybody else could see must be equal in both houses.
"""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bot.host.reading.history import NEWS_KEPT
from bot.show.deliver.display import Display
from bot.ui.panels import custom_id
from db.tables.shown import BOARD
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House
from tests.bot.recording import Sent
from tests.bot.show.at_table import settled
from tests.bot.show.test_orders_twins import Twins, same_luck, twins_of, wire
from tests.small.game.moves import Guess, Hide, Ponder
from tests.small.game.orders import GuessAhead, HideLast

__all__ = ["same_luck"]
OWNER = BEN


async def fidgets(house: House, table: int, times: int = 3) -> None:
    """Have Ben do everything he can do in secret, and end where he began."""
    for turn in range(times):
        for coins in (2, 3, 1) if turn % 2 else (3, 2, 1):
            await house.play(table, OWNER, Hide(coins=coins))
    await house.give_order(table, OWNER, GuessAhead(totals=(9,)))
    await house.host.orders.cancel(table, OWNER, "guess_ahead")
    await house.opens_hand(table, OWNER)
    await house.display.answer_hand(house.reply(OWNER, message=1, on_own_panel=True), table)
    slip = await house.host.drafts.begin(table, OWNER, "sum", "{}")
    await settled(house, house.host.drafts.delete(table, OWNER, slip.number))


def read_by_others(house: House) -> list[Any]:
    """List all messages that anybody but Ben received, and the requests for them."""
    sent = house.messenger.sent
    mine = {post.id for post in sent.values() if is_private(post)}
    messages = [
        (post.channel, post.person, post.nonce, post.removed, [wire(shown) for shown in post.shown])
        for post in sent.values()
        if post.id not in mine
    ]
    requests = [
        (call.verb, call.where)
        for call in house.messenger.calls
        if call.where != OWNER and call.message not in mine
    ]
    return [*messages, *requests]


def is_private(one: Sent) -> bool:
    return one.person == OWNER or (one.channel is None and one.person is None)


async def looked_up(house: House, table: int, person: int | None) -> list[Any]:
    """List everything that a person could look up now."""
    seen = await house.seen(table, person)
    plain = {field.name for field in fields(seen)} - {"names", "memo", "rev", "news"}
    found = [getattr(seen, name) for name in sorted(plain)]
    found += [(news.step, news.event, news.absent, news.ordered) for news in seen.news]
    reply = house.reply(person or CAT, message=house.store.shown(table, BOARD).message)
    await house.display.answer_board(reply, table)
    return [*found, *(wire(shown) for shown in (*reply.said, *reply.drawn))]


async def check_alike(twins: Twins) -> None:
    said, unsaid = twins.both
    assert read_by_others(said) == read_by_others(unsaid)
    for person in (ANN, CAT, None):
        assert await looked_up(said, twins.table, person) == await looked_up(
            unsaid, twins.table, person
        )


async def both(twins: Twins, person: int, move: Any) -> None:
    for house in twins.both:
        await settled(house, house.play(twins.table, person, move))


async def test_private_news_change_nothing_that_others_can_read(tmp_path: Path):
    async with twins_of(tmp_path, "small", 3) as twins:
        await both(twins, OWNER, Hide(coins=1))
        await fidgets(twins.said, twins.table)
        await check_alike(twins)
        await twins.passes(200)
        await check_alike(twins)
        await both(twins, ANN, Hide(coins=2))
        await fidgets(twins.said, twins.table)
        await twins.passes(700)
        await check_alike(twins)
        await both(twins, CAT, Hide(coins=2))
        while to_move := (await twins.unsaid.seen(twins.table)).to_move:
            (seat,) = to_move
            if twins.people[seat] == OWNER:
                await twins.said.play(twins.table, OWNER, Ponder())
                await twins.said.quiet()
                await check_alike(twins)
            taken = (await twins.unsaid.seen(twins.table)).public.seen.guesses
            await both(twins, twins.people[seat], Guess(total=4 + len(taken)))
            await check_alike(twins)


async def test_many_secret_changes_push_no_public_news_off_the_board(tmp_path: Path):
    async with twins_of(tmp_path, "small", 3) as twins:
        await both(twins, ANN, Hide(coins=2))
        await both(twins, OWNER, Hide(coins=1))
        await fidgets(twins.said, twins.table, times=NEWS_KEPT)
        for house in twins.both:
            assert [type(news.event).__name__ for news in (await house.seen(twins.table)).news]
        await check_alike(twins)
        for house in twins.both:
            house.store.cache.drop(twins.table)
        await check_alike(twins)
        history = (await twins.said.store.loaded(twins.table)).history
        assert len(history) <= 2 * NEWS_KEPT, "nor does it fill the memory"


async def test_no_number_on_a_message_counts_secrets(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.play(table, BEN, Hide(coins=1))
    before = (await house.seen(table)).step
    for coins in (2, 3, 1, 2):
        await house.play(table, BEN, Hide(coins=coins))
    await house.passes(60)
    after = await house.seen(table)
    assert (after.step, after.rev) == (before, before + 4)
    for person in (ANN, CAT):
        await house.opens_hand(table, person)
    written = [wire(post.shown[-1]) for post in house.messenger.sent.values() if not post.removed]
    ids = [found for text in written for found in ids_in(json.loads(text))]
    steps = {read.step for text in ids if (read := custom_id.read(text)) is not None}
    assert ids
    assert max(steps) == before


def ids_in(sent: Any) -> list[str]:
    if isinstance(sent, list):
        return [found for drawn in sent for found in ids_in(drawn)]
    if isinstance(sent, dict):
        below = [found for post in sent.values() for found in ids_in(post)]
        return [*below, *([sent["custom_id"]] if "custom_id" in sent else [])]
    return []


async def test_looking_at_a_hand_makes_nobody_present(house: House):
    table = await house.dealt(ANN, BEN)
    await house.passes(3600)
    before, board = await house.stored(table), len(house.board().shown)
    await house.opens_hand(table, BEN)
    await settled(house, house.give_order(table, BEN, HideLast(coins=2)))
    assert [player.acted_at for player in (await house.stored(table)).players] == [
        player.acted_at for player in before.players
    ]
    assert len(house.board(CHANNEL).shown) == board


async def test_a_secret_move_makes_nobody_present(house: House, monkeypatch: pytest.MonkeyPatch):
    table = await house.dealt(ANN, BEN)
    await house.play(table, BEN, Hide(coins=2))
    await house.passes(3600)
    drawn: list[int] = []
    monkeypatch.setattr(Display, "answer_board", lambda *_: drawn.append(1))
    acted = (await house.stored(table)).players[1].acted_at
    await house.play(table, BEN, Hide(coins=1))
    assert (await house.stored(table)).players[1].acted_at == acted
    assert drawn == []
