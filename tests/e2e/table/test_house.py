"""What the house offers at every table: help, the list of tables, the end, the truth, the proof."""

import asyncio
import json
from pathlib import Path
from typing import Any

from bot.host.proof.verify import verify
from games import GAMES
from games.chance import short_form
from playground.tests.user import MENU, User, files_in, pressable, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import board_of, deal_by_command, is_dealt, join, open_table


async def played_out(here: Harbor) -> tuple[int, User]:
    """Play a table of Dead Man's Chest to the last gem; return it and who opened it."""
    table = await here.table("deadman", ("Ann", "Ben"))
    while (seen := await here.seen(table)).to_move:
        user = await here.mover(table)
        if seen.public.over is None:
            await user.command("deadman bid", {"value": "66"})
        else:
            await user.command("deadman challenge")
    ann = here.users["Ann"]
    await ann.find(label="Rematch")
    return table, ann


async def test_help_can_be_leafed_through_without_a_table(tmp_path: Path) -> None:
    """The pages' buttons must work where nobody has opened anything."""
    async with harbor(tmp_path) as here:
        ann = here.users["Ann"]
        for name, rules in GAMES.items():
            outcome = await ann.command(f"{name} rules")
            first = outcome.text
            assert rules.title in first
            if len(here.bot.faces[name].how_to) == 1:
                continue  # there is nothing to leaf through
            assert (await ann.click(outcome.message, label="More")).kind == "answered"
            page = outcome.message["id"]
            await ann.until(lambda page=page, first=first: text_of(ann.messages[page]) != first)
            menu = [button for button in pressable(ann.messages[page]) if button["type"] == MENU][
                -1
            ]
            last = menu["options"][-1]["value"]
            assert (await ann.press(ann.messages[page], menu, [last])).kind == "answered"
            many = len(here.bot.faces[name].how_to)
            end = f"{many} of {many}"
            await ann.until(lambda page=page, end=end: end in text_of(ann.messages[page]))
        assert here.unhappy() == []


async def test_ones_tables_are_listed_with_what_waits(tmp_path: Path) -> None:
    """Otherwise a player with several tables has to look for each."""
    async with harbor(tmp_path) as here:
        ann = here.users["Ann"]
        assert "You aren't at any table" in (await ann.command("games", channel="")).text
        table = await here.table("deadman", ("Ann", "Ben"))
        await open_table(ann, "dealt start", channel="parlor")
        text = (await ann.command("games")).text
        assert f"**Dead Man's Chest, table {table}**" in text
        assert "Dealt!" in text
        assert "open, 1 at the table" in text
        assert "aiting for" in text  # for them or the other: whoever opens is luck


async def test_a_table_is_joined_from_the_list_by_whoever_sees_its_channel(tmp_path: Path) -> None:
    async with harbor(tmp_path) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        table = await open_table(ann, "dealt start", channel="parlor")
        listed = (await ben.command("games")).message
        assert f"table {table}**, [board](https:" in text_of(listed)
        assert "Ann waits for" in text_of(listed)
        assert (await ben.command("games", channel="")).text.startswith("You aren't at any table.")
        joined = await ben.click(listed, label=f"Join table {table}")
        assert "You're in, seat 2" in joined.text
        assert f"Join table {table}" not in (await ben.command("games")).text
        assert here.unhappy() == []


async def test_only_its_opener_or_a_moderator_ends_a_table(tmp_path: Path) -> None:
    """Anybody else could take a game away from those who play it."""
    async with harbor(tmp_path) as here:
        ben = here.users["Ben"]
        table = await open_table(ben, "deadman start")
        await join(here.users["Cat"], table)
        refused = await here.users["Cat"].command("table end", {"table": table})
        assert f"Only Ben or a moderator can close table {table} before its deal." in refused.text
        done = await ben.command("table end", {"table": table})
        assert "closed" in done.text
        await ben.until(lambda: "was closed" in text_of(board_of(ben, table) or {"content": ""}))
        late = await here.users["Dan"].command("table end", {"table": table})
        assert late.kind == "answered"


async def test_those_who_play_end_a_game_together(tmp_path: Path) -> None:
    """A player who didn't open it proposes the end by command; the others agree on the board."""
    async with harbor(tmp_path, 2) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        table = await here.table("deadman", ("Ann", "Ben"))
        back = {"table": table, "say": False}
        for given, says in (({"table": table}, "Ann hasn't agreed"), (back, "You want to play on")):
            assert says in (await ben.command("table end", given)).text
        await ben.command("table end", {"table": table})
        board = await ann.find(label="Agree to end it")
        assert "Ben wants to end this game now. Ann hasn't agreed yet." in text_of(board)
        await ann.click(board, label="Agree to end it")
        await ben.until(lambda: "was closed" in text_of(board_of(ben, table) or {"content": ""}))
        assert here.unhappy() == []


async def test_a_seat_of_the_house_is_offered_to_somebody_who_takes_it(tmp_path: Path) -> None:
    """A friend who comes late gets one ping in the channel, with the button under it."""
    async with harbor(tmp_path) as here:
        ann, dan = here.users["Ann"], here.users["Dan"]
        table = await open_table(ann, "deadman start", {"house": 2})
        await deal_by_command(ann, table)
        meant = {"player": dan.id, "seat": 2, "table": table}
        assert (
            "Only a person"
            in (await ann.command("table replace", {**meant, "player": ann.bot_id})).text
        )
        names = await ann.suggestions("table replace", "seat", "", meant)
        assert [choice["value"] for choice in names.choices] == [2, 3]
        assert "I've asked Dan" in (await ann.command("table replace", meant)).text
        ping = await dan.find(label="Not now")
        assert [person["id"] for person in ping["mentions"]] == [dan.id]
        take = next(button for button in pressable(ping) if button["label"].startswith("Take"))
        await dan.click(ping, label=take["label"])
        await dan.until(lambda: [m for m in dan.messages.values() if "seat 2!" in text_of(m)])
        await dan.until(lambda: "Dan now plays for" in text_of(dan.messages[ping["id"]]))
        assert pressable(dan.messages[ping["id"]]) == []
        assert "Your hand" in (await dan.command("deadman hand", {"table": table})).text
        assert here.unhappy() == []


async def test_a_finished_table_is_proven_told_and_played_again(tmp_path: Path) -> None:
    """The transcript in a player's hands must deal the very game that was played."""
    async with harbor(tmp_path) as here:
        table, ann = await played_out(here)
        board = await here.board(ann, table)
        given = await ann.command("table transcript", {"table": table})
        assert given.message["flags"] & 64
        written = json.loads(await ann.read_file(given.message))
        said = verify(written, GAMES)
        assert "the seal opens" in said
        for what, by in (("seal", "sealed_by"), ("mixed", "mixed_by")):
            message = ann.messages[written[by]]
            assert message["edited_timestamp"] is None, "Discord would mark it"
            short = short_form(written[what])
            assert f"`{short}`" in message["content"], "whole, and as plain text"
            assert f"{written[what]}, in the channel {short}" in said, "it is said what to compare"
            assert f"/{message['channel_id']}/{message['id']}," in said, "and where"
            assert message["mentions"] == []
            assert message["flags"] & 4096, "it makes no phone ring"
        explained = await ann.click(ann.messages[written["sealed_by"]], label="What's this?")
        assert short_form(written["seal"]) in explained.text
        fair = await ann.click(board, label="Was it fair?")
        assert written["seal"] in fair.text
        assert written["secret"] in fair.text
        truth = await ann.click(board, label="The truth")
        assert "What really happened" in truth.text
        whole = await ann.click(truth.message, label="Everything, as a file")
        (attached,) = files_in(whole.message)
        assert attached["name"] == f"table-{table}.txt"
        opened = await ann.click(board, label="Rematch")
        assert "opened this table" in opened.text
        twice = await here.users["Ben"].click(board, label="Rematch")
        assert "You're in, seat 2" in twice.text, "it leads to the same table"
        assert here.unhappy() == []


async def test_a_table_that_stays_closed_gives_no_transcript(tmp_path: Path) -> None:
    """Its terms said that what was hidden stays hidden: also from /table log."""
    async with harbor(tmp_path) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        table = await open_table(ann, "deadman start", {"reveal": False})
        await join(ben, table)
        for command in ("table transcript", "table log"):
            outcome = await here.users["Cat"].command(command, {"table": table})
            assert outcome.kind == "answered"
            assert "secret" not in outcome.text
        assert (
            "once the game is over"
            in (await ann.command("table transcript", {"table": table})).text
        )


async def test_a_table_is_joined_dealt_and_played_by_commands_alone(tmp_path: Path) -> None:
    """A player who can't press buttons must be able to play too."""
    async with harbor(tmp_path) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        assert "no open table for that" in (await ann.command("table join")).text
        table = await open_table(ann, "deadman start")
        assert "You're in, seat 2" in (await ben.command("table join")).text
        await open_table(here.users["Cat"], "deadman start")  # another, opened after it
        assert "You have left" in (await ben.command("table leave")).text
        assert "You're in, seat 2" in (await ben.command("table join", {"table": table})).text
        assert "Your hand" in (await ann.command("table deal")).text
        await ann.until(lambda: is_dealt(ann, table))
        mover = await here.mover(table)
        assert "You bid 66" in (await mover.command("deadman bid", {"value": "66"})).text
        other = ben if mover is ann else ann
        assert (await other.command("deadman challenge")).kind == "answered"
        await here.settled()
        assert here.unhappy() == []


async def test_numbers_are_suggested_while_they_come_as_text(tmp_path: Path) -> None:
    """Discord sends what is half typed as text, in an option for a number as well."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", ("Ann", "Ben", "Cat"), {"bidding": "open"})
        bidder = await here.mover(table)
        second = await open_table(bidder, "downeast start", channel="parlor")  # which is meant?

        async def suggested(option: str, typed: str, **given: Any) -> list[Any]:
            outcome = await bidder.suggestions("downeast bid", option, typed, given)
            assert outcome.kind == "choices"
            return [choice["value"] for choice in outcome.choices]

        cash = sum((await here.services.queries.table(table, int(bidder.id))).view.cash)
        assert cash in (90, 140)  # where the first item is a chest, everybody has $50 more
        for which in (table, str(table)):
            tens = list(range(10, cash + 1, 10))
            assert await suggested("amount", "", table=which) == tens
            assert await suggested("amount", "8", table=which) == [80]
            assert await suggested("amount", "$8", table=which) == [80]
            assert await suggested("amount", "x", table=which) == []
            limits = ["none", *(f"${ten}" for ten in tens if ten >= 50)]
            assert await suggested("limit", "", table=which, amount="50") == limits
        assert await suggested("amount", "", table=str(second)) == []
        assert await suggested("table", str(second)) == [second]
        assert here.unhappy() == []


async def test_of_autocompletes_that_come_all_at_once_the_newest_are_read(tmp_path: Path) -> None:
    """Each letter is one: were all of them worked through, everybody else would stand behind it."""
    async with harbor(tmp_path, 2) as here:
        await here.table("deadman", ("Ann", "Ben"))
        router, go_on, read = here.services.router, asyncio.Event(), list[str]()
        seen = router.seen

        async def slow(interaction: Any, *asked: Any) -> Any:
            read.append(interaction.user.display_name)
            await go_on.wait()
            return await seen(interaction, *asked)

        router.seen = slow  # type: ignore[method-assign]
        ann = here.users["Ann"]
        typed = [str(n) for n in range(12)]
        flood = [
            asyncio.create_task(ann.suggestions("deadman bid", "value", line)) for line in typed
        ]
        await here.until(lambda: sum(item.done() for item in flood) == len(flood) - 2)
        assert read == ["Ann"]
        go_on.set()
        await asyncio.gather(*flood)
        assert len(read) <= 2
        assert {item.result().kind for item in flood} == {"choices"}
