"""The panel of standing orders through the real client: on the hand, in a channel and in a DM."""

from pathlib import Path
from typing import Any

from playground.tests.user import EPHEMERAL, MENU, Json, User, pressable, text_of
from tests.actors.harbor import Harbor, harbor

NAMES = ("Ann", "Ben", "Cat")
MORE, OPENS, BACK = "More…", "Standing orders…", "Back to my hand"


def chosen(panel: Json) -> list[str]:
    """Return what is chosen in each menu of a panel."""
    return [
        option["label"]
        for part in pressable(panel)
        if part["type"] == MENU
        for option in part["options"]
        if option.get("default")
    ]


def orders(here: Harbor, table: int) -> list[Any]:
    """Return the kinds of order that stand at a table."""
    rows = here.rows("SELECT kind FROM orders WHERE table_id=? AND stands=1 ORDER BY kind", table)
    return [row["kind"] for row in rows]


def private(user: User) -> list[Json]:
    """Return the private messages in the channel that have buttons."""
    return [
        message
        for message in user.messages.values()
        if message["flags"] & EPHEMERAL
        and message["channel_id"] == user.channels["games"]
        and pressable(message)
    ]


async def test_orders_are_set_and_ended_by_menus_on_the_hand(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=["downeast"]) as here:
        table = await here.table("downeast", NAMES)
        user = here.users["Ben"]
        step, rev = here.step(table), here.rev(table)
        opened = await here.open_hand(user, table)
        panel = opened.message["id"]

        def now() -> Json:
            return user.messages[panel]

        await user.click(now(), label=MORE)
        await user.click(now(), label=OPENS)
        assert "You have none." in text_of(now()), "it is drawn on the hand"
        assert len(chosen(now())) == 4
        await user.choose(now(), "$50", label="My limit for a Canoe")
        assert "My limit for a Canoe: $50" in chosen(now())
        assert "you'll pay up to: Canoe $50" in text_of(now())
        await user.click(now(), label="More")
        assert "page 2 of" in text_of(now())
        await user.choose(now(), "Pass", label="My limit for a Quilt")
        assert "page 2 of" in text_of(now()), "a choice leads back to its page"
        assert "you'll pass on: Quilt" in text_of(now())
        form = await user.choose(now(), "Other…", label="My limit for a Quilt")
        assert form.kind == "form"
        await user.submit(form.form, {"?prices": "quilt 130"})
        assert "My limit for a Quilt: Quilt $130" in chosen(now())
        await user.click(now(), label="Back")
        assert "My limit for a Canoe: $50" in chosen(now()), "what was chosen is kept"
        assert orders(here, table) == ["price_list"]
        assert (here.step(table), here.rev(table)) == (step, rev), "nobody else notices"
        await user.click(now(), label=BACK)
        assert "Your standing orders: price list." in text_of(now())
        await user.click(now(), label=MORE)
        await user.click(now(), label=OPENS)
        await user.click(now(), label="End: price list")
        assert "You have none." in text_of(now())
        assert orders(here, table) == []
        assert [message["id"] for message in private(user)] == [panel], "all on the one panel"
        assert here.unhappy() == []


async def test_in_a_dm_the_panel_is_beside_the_hand(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=["downeast"]) as here:
        table = await here.table("downeast", NAMES)
        user = here.users["Ben"]
        await user.say("hand")
        hand = await user.find(text="### Your hand", channel=await user.open_dm())
        await user.click(hand, label=MORE)
        assert "### More" in text_of(user.messages[hand["id"]]), "More… takes the hand's place"
        opened = await user.click(user.messages[hand["id"]], label=OPENS)
        panel = opened.message["id"]
        assert panel != hand["id"], "the hand stays"
        await user.choose(user.messages[panel], "Auction the next item", label="On my next turn")
        assert "End: next turn" in str(user.messages[panel])
        assert orders(here, table) == ["turn_ahead"]
        await user.until(
            lambda: "Your standing orders: next turn." in text_of(user.messages[hand["id"]])
        )
        assert here.unhappy() == []


async def test_the_command_opens_the_panel_and_an_order_by_command_shows_it(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=["downeast"]) as here:
        table = await here.table("downeast", NAMES)
        user = here.users["Ben"]
        assert "You have none." in (await user.command("table orders", {"table": table})).text
        said = await user.command("downeast ahead prices", {"prices": "canoe 70"})
        assert "you'll pay up to: Canoe $70" in said.text
        await here.settled()
        offered = (await user.suggestions("table unsay", "what", "canoe")).choices
        assert [choice["value"] for choice in offered] == ["price_list"]
        wrong = await user.command("table unsay", {"what": "canoe"})
        assert "no standing order of that kind" in wrong.text
        shown = offered[0]["name"]
        assert "Canoe $70" in shown
        await user.command("table unsay", {"what": shown.upper()})
        assert orders(here, table) == []
        assert here.unhappy() == []


async def test_an_order_that_was_chosen_makes_its_move_and_ends(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=["trump"]) as here:
        table = await here.table("trump", NAMES)
        mover = await here.mover(table)
        user = next(user for user in here.users.values() if user is not mover)
        opened = await user.command("table orders", {"table": table})
        await user.choose(opened.message, "Roll", label="On my next turn")
        assert orders(here, table) == ["turns_ahead"]
        obeyed = "SELECT person FROM log WHERE table_id=? AND kind='order'"
        for _ in range(40):
            if here.rows(obeyed, table):
                break
            await here.move(table)
        assert [row["person"] for row in here.rows(obeyed, table)] == [int(user.id)]
        assert orders(here, table) == []
        assert here.unhappy() == []
