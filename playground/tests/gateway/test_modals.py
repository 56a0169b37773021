"""Tests of the forms that interactions open: who sees them, and what may answer them."""

from playground.tests.callers import (
    EPHEMERAL,
    Bot,
    Person,
    board,
    button,
    field,
    form,
    panel,
    pressed,
    said,
    text,
)

HOUR = 3600


async def test_a_modal_opens_for_its_person_only(bot: Bot, ann: Person, ben: Person, games: str):
    message = await board(bot, games)
    one = await pressed(bot, ann, message)
    assert (await bot.answer(one, 9, form(field()))).status == 200
    shown = await ann.line.until("INTERACTION_MODAL_CREATE")
    assert shown["title"] == "A form"
    assert shown["components"][0]["component"]["id"] == 2
    assert (await ben.submit(shown, field="x")).code == 50035
    assert (await ann.submit(shown, field="50")).status == 204
    sent = await bot.line.until("INTERACTION_CREATE", type=5)
    assert sent["message"]["id"] == message["id"]
    assert sent["data"]["components"][0]["component"]["value"] == "50"
    again = await bot.answer(sent, 9, form(field()))  # no form after a form
    (why,) = again.body["errors"]["type"]["_errors"]
    assert why["message"] == "Value must be one of {4, 5, 6, 7, 10, 12}."
    assert (await bot.answer(sent, 12)).complaint("type") == "FEATURE_NOT_AVAILABLE"
    assert (await bot.answer(sent, 7, panel(text("fifty")))).status == 200
    assert (await ann.submit(shown, field="60")).code == 50035  # the modal is closed


async def test_a_modal_from_a_command_cannot_edit_a_message(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await bot.answer(one, 9, form(field()))
    await ann.submit(await ann.line.until("INTERACTION_MODAL_CREATE"), field="x")
    sent = await bot.line.until("INTERACTION_CREATE", type=5)
    assert "message" not in sent
    assert (await bot.answer(sent, 7, panel(text("x")))).code == 10008
    thanks = await bot.answer(sent, 4, {"content": "thanks", "flags": EPHEMERAL})
    metadata = thanks.body["resource"]["message"]["interaction_metadata"]
    assert metadata["triggering_interaction_metadata"]["id"] == one["id"]


async def test_a_modal_from_a_command_can_be_acknowledged(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await bot.answer(one, 9, form(field()))
    await ann.submit(await ann.line.until("INTERACTION_MODAL_CREATE"), field="x")
    sent = await bot.line.until("INTERACTION_CREATE", type=5)
    assert (await bot.answer(sent, 6)).status == 200
    assert (await bot("GET", bot.followed(sent))).code == 10008, "there is no message to show"


async def test_a_modal_over_a_limit_is_refused(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    for data, path in (
        (form(field(), title="x" * 46), "title"),
        (form(field(), custom_id="x" * 101), "custom_id"),
        (form(), "components"),
        (form(*(field(str(n)) for n in range(6))), "components"),
        (form(button()), "LABEL"),
    ):
        answer = await bot.answer(one, 9, data)
        assert (answer.code, bool(answer.complaint("data", path))) == (50035, True), path


async def test_only_the_page_with_the_press_shows_the_modal(bot: Bot, ann: Person, games: str):
    other = await Person(ann.play, ann.session, "ann").identify()
    one = await said(bot, ann, games)
    await bot.answer(one, 9, form(field()))
    assert (await ann.line.until("INTERACTION_MODAL_CREATE"))["title"]
    await other.line.quiet("INTERACTION_CREATE", "INTERACTION_SUCCESS", "INTERACTION_MODAL_CREATE")
    one = await said(bot, ann, games)
    await bot.answer(one, 4, {"content": "secret", "flags": EPHEMERAL})
    await other.line.until("MESSAGE_CREATE", content="secret")  # on all pages
    await other.line.socket.close()


async def test_a_closed_pages_modal_is_shown_on_the_other_pages(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await ann.line.socket.close()
    await ann.identify()
    await bot.answer(one, 9, form(field()))
    assert (await ann.line.until("INTERACTION_MODAL_CREATE"))["id"] == one["id"]
