"""Tests of the private answers to a move, which name the next table that waits for its player."""

from pathlib import Path

from bot.show.draw.parts import frame
from bot.ui.panels.panel import request
from bot.ui.ways.draft_kind import about, opened
from tests.bot.entry.faces import ReckoningFace
from tests.bot.entry.requests.test_request_handler import closed, press, serve
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House, house_on
from tests.bot.recording import buttons


async def test_a_private_answer_names_the_next_table_and_a_board_never_does(house: House):
    next_one = await house.dealt(ANN, CAT, channel=44)
    table = await closed(house)
    on_board = await press(house, ANN, table, request("guess", total=3))
    assert on_board.said == []
    assert "Next:" not in on_board.drawn[-1].panel.text()
    table = await house.dealt(ANN, BEN, channel=45)
    reply = await serve(house, house.reply(ANN, channel=45), table, request("hide", coins=2))
    assert f"Next: Hidden Coins, table {next_one}, waits for you." in reply.text
    opens = buttons(reply.said[-1].panel)[f"Open table {next_one}"]
    assert (opens.table, opens.request.verb) == (next_one, frame.HAND.verb)
    assert all("Next:" not in sent.text for sent in house.boards(45))


async def test_a_pressed_hand_names_the_next_table(house: House):
    next_one = await house.dealt(ANN, CAT, channel=44)
    table = await house.dealt_by_dm(ANN, BEN)
    reply = house.reply(ANN, message=house.hand(ANN).id, in_dm=True)
    with house.counting() as queries:
        await serve(house, reply, table, request("hide", coins=2), house.hand(ANN).steps[-1])
    assert f"Next: Hidden Coins, table {next_one}" in reply.drawn[-1].panel.text()
    assert queries.reads <= 2


async def test_a_table_that_still_waits_for_its_player_comes_first(house: House):
    await house.dealt(ANN, CAT, channel=44)
    table = await house.dealt(ANN, BEN)
    assert [*await house.router.request_handler.next_table(ANN, table)] == []


async def test_a_draft_that_became_a_move_names_the_next_table(tmp_path: Path):
    async with house_on(tmp_path / "reckoning", faces={"small": ReckoningFace()}) as house:
        next_one = await house.dealt(ANN, CAT, channel=44)
        table = await closed(house)
        await serve(house, house.reply(ANN), table, opened("sum", first="2"))
        reply = await serve(house, house.reply(ANN), table, about("sum", "guess", 1))
        assert reply.text.endswith(f"Next: Hidden Coins, table {next_one}, waits for you.")


async def test_a_table_of_a_server_that_blocks_the_player_is_not_named(house: House):
    await house.dealt(ANN, CAT, channel=44)
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    handler = house.router.request_handler
    assert [*await handler.next_table(ANN, table)] != []
    await house.host.moderation.block(GUILD, "this server", DAN, ANN)
    assert [*await handler.next_table(ANN, table)] == []
