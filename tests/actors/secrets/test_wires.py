"""The secrecy watcher (wires.py) finds a hand on a wrong wire, and nothing otherwise."""

from pathlib import Path

from playground.tests.user import Json, User
from tests.actors.harbor import harbor
from tests.actors.secrets.wires import Wires
from tests.actors.tables import open_table

PLAYERS = ("Ann", "Ben", "Cat")


def shown_to(user: User, message: Json) -> None:
    """Have somebody hear of a message."""
    for hear in user.heard:
        hear("MESSAGE_UPDATE", message)


async def test_a_hand_on_a_wrong_wire_is_seen(tmp_path: Path) -> None:
    """Otherwise fuzzer and soak would miss a leak."""
    async with harbor(tmp_path, 4, games=["dealt"]) as here:
        wires = Wires(here.place)
        for user in here.users.values():
            wires.watch(user)
        table = await here.table("dealt", PLAYERS)
        hands = {
            name: (await here.users[name].command("dealt hand", {"table": table})).said
            for name in PLAYERS
        }
        wires.compare()
        assert wires.wrong == []
        assert wires.hands >= 3
        assert wires.compared > 0
        ann = hands["Ann"]
        assert ann is not None
        shown_to(here.users["Ben"], ann)
        wires.compare()
        assert "what seat 0 alone may know" in wires.wrong[0]
        wires.wrong.clear()
        shown_to(here.users["Dan"], ann)
        assert "Dan does not sit" in wires.wrong[0]
        wires.wrong.clear()
        shown_to(here.users["Ann"], ann | {"flags": 0})
        assert "to everybody" in wires.wrong[0]


async def test_who_left_before_the_deal_has_seen_nothing(tmp_path: Path) -> None:
    """Closing a table by leaving, with a hand on its way, must not look like a leak."""
    async with harbor(tmp_path, 1, games=["dealt"]) as here:
        wires, ann = Wires(here.place), here.users["Ann"]
        wires.watch(ann)
        table = await open_table(ann, "dealt start")
        hand = (await ann.command("dealt hand", {"table": table})).message
        await ann.command("table leave", {"table": table})
        assert here.rows("SELECT phase FROM tables")[0]["phase"] == "ended"
        shown_to(ann, hand)
        assert wires.hands >= 2
        assert wires.wrong == []


async def test_of_a_table_that_is_over_nothing_is_kept(tmp_path: Path) -> None:
    """Otherwise a long run would measure the watcher's own memory."""
    async with harbor(tmp_path, 2, games=["deadman"]) as here:
        wires, ann = Wires(here.place), here.users["Ann"]
        wires.watch(ann)
        tables = [await here.table("deadman", list(here.users)) for _ in range(2)]
        await here.settled()
        wires.compare()
        assert set(wires._shown) == set(tables)
        await ann.command("table end", {"table": tables[0]})
        await here.settled()
        wires.compare()
        assert set(wires._shown) == {tables[1]}
