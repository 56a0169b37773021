"""Tests of the question that asks people for a rematch."""

from bot.host.reading.table_view import RematchView, TableView
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Message, Notice
from bot.show.draw.texts import rematch_text
from tests.bot.entry.rematches import question, rematch_of, says_in, says_not_now, three_over
from tests.bot.house import ANN, BEN, CAT, House
from tests.small.face import FACE


def labels(notice: Notice | Message) -> list[str]:
    assert isinstance(notice, Notice)
    return [button.label for button in notice.row.buttons]


async def asked(house: House) -> tuple[TableView, RematchView]:
    seen = await house.seen(await rematch_of(house, await three_over(house)))
    assert seen.rematch is not None
    return seen, seen.rematch


async def test_the_question_says_who_wants_what_and_when_it_is_dealt(house: House):
    seen, who = await asked(house)
    notice = rematch_text.question(FACE, seen, who)
    assert notice.content == (
        f"<@{ANN}> and <@{BEN}>, Cat wants a rematch of Hidden Coins (table {seen.id}). "
        "Are you in? When everybody's in, I'll deal."
    )
    assert labels(notice) == ["I'm in", "Not now"]
    assert [button.request for button in notice.row.buttons] == [frame.JOIN, rematch_text.NOT_NOW]


async def test_the_text_is_the_same_whoever_is_pinged(house: House):
    """Nobody may see from it who wants no notices, or who is asleep."""
    seen, who = await asked(house)
    quiet, loud = (rematch_text.question(FACE, seen, who, some) for some in ((), (ANN, BEN)))
    assert (quiet.content, quiet.row) == (loud.content, loud.row)
    assert {quiet.person, *quiet.others} == {CAT}, "whom the text doesn't mention"
    assert loud.others == (ANN, BEN)


async def test_a_button_deals_without_everybody_who_is_missing(house: House):
    seen, who = await asked(house)
    await says_not_now(house, seen.id, ANN)
    assert labels(question(house).shown[-1]) == ["I'm in", "Not now"], "Cat can't play alone"
    await says_in(house, seen.id, BEN)
    assert question(house).text == (
        f"Cat wants a rematch of Hidden Coins (table {seen.id}). Ben is in. Ann can't play now."
    )
    assert labels(question(house).shown[-1]) == ["I'm in", "Not now", "Deal without Ann"]
    everybody = RematchView(who.waits_for[:1], who.waits_for[1:])
    two = await house.seen(seen.id)
    notice = rematch_text.question(FACE, two, everybody)
    assert labels(notice)[-1] == "Deal without Ben and Ann"
