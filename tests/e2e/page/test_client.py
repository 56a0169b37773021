"""The page of the playground, clicked through in a real browser, with a tiny bot behind it."""

import json

from discord_playground import Playground
from playwright.async_api import Page, expect

from bot.ui.panels.pics import all_pics
from playground.tests.user import User
from tests.actors.page.browser import (
    be,
    begin_command,
    go,
    messages,
    needs_chromium,
    rail,
    run_command,
    screen,
)
from tests.actors.page.page_bot import opened

pytestmark = needs_chromium


async def open_board(page: Page) -> None:
    await run_command(page, "demo start")
    await messages(page).get_by_text("At the table: nobody").wait_for()


async def post(playground: Playground, who: str, content: str) -> None:
    """Have somebody write into #games without the page."""
    async with User(who, playground.base) as user:
        await user.say(content, "games")


async def test_a_panel_is_drawn_with_all_that_is_on_it() -> None:
    async with opened() as (_, _, page):
        await open_board(page)
        message = messages(page).last
        await expect(message).to_contain_text("Ann used /demo start")
        await expect(message.get_by_role("heading", name="Downeast Dealer")).to_be_visible()
        await expect(message.locator("strong", has_text="Ann").last).to_be_visible()
        await expect(message.locator("time[data-relative]")).to_have_text("in 3 hours")
        stripe = "node => getComputedStyle(node, '::before').backgroundColor"
        assert await message.locator(".container").evaluate(stripe) == "rgb(200, 69, 59)"
        await expect(message.locator(".section .accessory button")).to_have_text("My hand")
        assert await message.locator("hr").count() == 1
        await expect(message.get_by_role("button", name="Not now")).to_be_disabled()
        await expect(message.get_by_role("combobox", name="Lay down sets")).to_be_visible()


async def test_a_press_changes_the_message_for_everybody() -> None:
    async with opened() as (_, _, page):
        await open_board(page)
        await page.get_by_role("button", name="Join").click()
        await messages(page).get_by_text("At the table: Ann").wait_for()
        await be(page, "Ben")
        await page.get_by_role("button", name="Join").click()
        await messages(page).get_by_text("At the table: Ann, Ben").wait_for()
        await be(page, "Ann")
        await expect(messages(page).last).to_contain_text("At the table: Ann, Ben")
        await expect(messages(page).last).to_contain_text("(edited)")


async def test_what_is_pressed_is_in_view_although_somebody_writes_below_it() -> None:
    async with opened(where="ann/games", width=390, height=600) as (playground, _, page):
        await open_board(page)
        await post(playground, "Ben", "one line\nand another")
        await messages(page).get_by_text("and another").wait_for()
        await page.get_by_role("button", name="Join").click()
        await messages(page).get_by_text("At the table: Ann").wait_for()
        board = messages(page).filter(has_text="At the table")
        for part in (board.get_by_role("heading"), board.get_by_role("combobox")):
            await expect(part).to_be_in_viewport(ratio=1)


async def test_a_press_that_is_not_answered_is_said_to_have_failed() -> None:
    async with opened() as (_, _, page):
        await open_board(page)
        button = page.get_by_role("button", name="Silence")
        await button.click()
        await expect(button).to_have_attribute("aria-busy", "true")
        await expect(messages(page).last).to_contain_text("This interaction failed")
        await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_a_failed_command_is_told_until_the_next_press() -> None:
    async with opened() as (_, _, page):
        await open_board(page)
        await run_command(page, "demo silence")
        told = page.get_by_text("The application did not respond.")
        await told.wait_for()
        await page.get_by_role("button", name="Join").click()
        await messages(page).get_by_text("At the table: Ann").wait_for()
        await expect(told).to_have_count(0)


async def test_a_private_answer_is_seen_by_its_owner_alone_and_can_be_dismissed() -> None:
    async with opened() as (_, _, page):
        await open_board(page)
        await be(page, "Ben")
        await page.get_by_role("button", name="My hand").click()
        hand = messages(page).last
        await expect(hand).to_contain_text("Three Canoes and $80.")
        await expect(hand).to_contain_text("Only you can see this")
        await be(page, "Ann")
        await expect(messages(page).get_by_text("Three Canoes")).to_have_count(0)
        await be(page, "Ben")
        await expect(messages(page).get_by_text("Three Canoes")).to_have_count(1)
        await page.get_by_role("button", name="Dismiss message").click()
        await expect(messages(page).get_by_text("Three Canoes")).to_have_count(0)


async def test_a_form_is_filled_checked_and_sent() -> None:
    async with opened() as (_, bot, page):
        await open_board(page)
        await page.get_by_role("button", name="Bid…").click()
        form = page.get_by_role("dialog", name="Bid for the Canoe")
        await expect(form).to_contain_text("$70 to $130, in tens.")
        field = form.get_by_label("Your bid")
        await expect(field).to_have_value("70")
        await expect(field).to_be_focused()
        await field.fill("")
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_contain_text("This field is required.")
        await field.fill("90")
        await page.keyboard.press("Enter")
        await expect(messages(page).get_by_text("Your form is in.")).to_be_visible()
        await expect(form).to_have_count(0)
        assert bot.values() == {"amount": "90"}


async def test_a_form_asks_in_every_way_there_is() -> None:
    async with opened() as (_, bot, page):
        await open_board(page)
        await page.get_by_role("button", name="Terms…").click()
        form = page.get_by_role("dialog", name="The terms")
        await form.get_by_label("A note").fill("Two lines\nof it")
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_contain_text("Choose something here.")
        await expect(form).to_contain_text("Choose one of these.")
        await form.get_by_role("combobox").click()
        await page.get_by_role("option", name="Trap").click()
        await form.get_by_label("Live").check()
        await form.get_by_label("Bad checks").check()
        await form.get_by_label("Laid open").check()
        await form.get_by_role("button", name="Submit").click()
        await expect(messages(page).get_by_text("Your form is in.")).to_be_visible()
        assert bot.values() == {
            "note": "Two lines\nof it",
            "which": ["trap"],
            "pace": "live",
            "extras": ["checks"],
            "open": True,
        }


async def test_an_open_form_waits_while_one_is_somebody_else() -> None:
    async with opened() as (_, _, page):
        await open_board(page)
        await page.get_by_role("button", name="Bid…").click()
        await page.get_by_label("Your bid").fill("110")
        await be(page, "Ben")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await be(page, "Ann")
        await expect(page.get_by_label("Your bid")).to_have_value("110")
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_menu_sends_as_many_as_it_asks_for() -> None:
    async with opened() as (_, bot, page):
        await open_board(page)
        await page.get_by_role("combobox", name="Lay down sets").click()
        await page.get_by_role("option", name="Canoe").click()
        done = page.get_by_role("button", name="Done")
        await expect(done).to_be_disabled()  # two at least
        await page.get_by_role("option", name="Trap").click()
        await done.click()
        await expect(messages(page).get_by_text("Three Canoes")).to_be_visible()
        assert bot.heard[-1]["values"] == ["canoe", "trap"]


async def test_a_command_is_completed_and_checked_before_it_is_sent() -> None:
    async with opened() as (_, bot, page):
        box = page.locator(".composer textarea")
        await box.click()
        await page.keyboard.type("/bid")
        suggestion = page.locator(".suggestion")
        await expect(suggestion).to_have_count(1)
        await expect(suggestion).to_contain_text("/demo bid")
        await page.keyboard.press("Tab")
        line = page.locator(".command-line")
        await page.keyboard.type("500")
        await expect(page.get_by_text("Nothing fits what is typed.")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.locator(".hint-line")).to_contain_text("from 10 to 130")
        await line.get_by_role("combobox", name="amount").fill("7")
        await expect(suggestion).to_have_count(1)
        await page.keyboard.press("Enter")
        await expect(line.get_by_role("combobox", name="amount")).to_have_value("$70")
        await line.get_by_role("combobox", name="optional").click()
        await suggestion.filter(has_text="secret").click()
        await suggestion.filter(has_text="True").click()
        await page.keyboard.press("Enter")
        await expect(messages(page).last).to_contain_text("$70 is bid.")
        await expect(messages(page).last).to_contain_text("Only you can see this")
        sent = bot.heard[-1]["options"][0]["options"]
        assert {message["name"]: message["value"] for message in sent} == {
            "amount": 70,
            "secret": True,
        }


async def test_a_required_option_is_asked_for() -> None:
    async with opened() as (_, bot, page):
        await begin_command(page, "demo bid")
        await page.locator(".suggestion", has_text="$10").first.wait_for()
        await page.keyboard.press("Escape")  # the list of amounts
        before = len(bot.heard)
        await page.get_by_role("button", name="Send").click()
        await expect(page.locator(".hint-line")).to_contain_text("This option is required.")
        assert all(event["type"] != 2 for event in bot.heard[before:])


async def test_what_waits_for_somebody_is_marked_until_they_have_seen_it() -> None:
    async with opened() as (playground, bot, page):
        await post(playground, "Ben", "Anyone for a game?")
        await expect(rail(page, "Cat")).to_have_attribute("data-unread", "1")
        await expect(rail(page, "Cat")).to_have_attribute("data-pings", "0")
        await expect(rail(page, "Ann")).to_have_attribute("data-unread", "0")  # she looks at it
        await bot.write(playground, "Cat", "Seal a bid, Cat.")
        await expect(rail(page, "Cat")).to_have_attribute("data-pings", "1")
        await expect(rail(page, "Cat")).to_contain_text("DM")
        await page.keyboard.press("Alt+n")
        await expect(screen(page, "Cat").get_by_text("Seal a bid, Cat.")).to_be_visible()
        await expect(rail(page, "Cat")).to_have_attribute("data-pings", "0")
        await expect(rail(page, "Cat")).to_have_attribute("data-unread", "1")  # #games still
        await page.reload()
        await expect(rail(page, "Cat")).to_have_attribute("data-pings", "0")
        await expect(rail(page, "Cat")).to_have_attribute("data-unread", "1")


async def test_a_withdrawn_notice_no_longer_waits() -> None:
    async with opened() as (playground, bot, page):
        [message] = await bot.write(playground, "Dan", "It's your move.")
        await expect(rail(page, "Dan")).to_have_attribute("data-pings", "1")
        async with User("Ann", playground.base) as ann:
            await ann.lever(f"/messages/{message}", "DELETE")
        await expect(rail(page, "Dan")).to_have_attribute("data-pings", "0")


async def test_two_people_can_be_seen_side_by_side_and_by_keyboard() -> None:
    async with opened() as (_, _, page):
        await page.keyboard.press("Alt+Shift+2")
        await expect(page.locator(".pane")).to_have_count(2)
        await screen(page, "Ben").locator("textarea").fill("Hello, Ann")
        await page.keyboard.press("Enter")
        await expect(screen(page, "Ann").get_by_text("Hello, Ann")).to_be_visible()
        await page.keyboard.press("Alt+4")  # instead of Ben, who is active
        await expect(screen(page, "Dan")).to_be_visible()
        await expect(screen(page, "Ben")).to_have_count(0)
        assert page.url.endswith("#ann/games+dan/games")


async def test_a_direct_message_goes_to_the_bot_alone() -> None:
    async with opened() as (_, _, page):
        await go(page, "Downeast")
        await page.locator(".composer textarea").fill("50 10 10")
        await page.keyboard.press("Enter")
        await expect(messages(page).last).to_contain_text("50 10 10")
        await expect(page.locator(".composer textarea")).to_have_value("")
        await be(page, "Ben")
        await go(page, "Downeast")
        await expect(messages(page)).to_have_count(0)


async def test_what_people_write_is_never_run() -> None:
    evil = '<img src=x onerror="document.title=1"> [x](javascript:alert(1)) <script>1</script>'
    async with opened() as (playground, _, page):
        await post(playground, "Ben", evil)
        message = messages(page).last
        await expect(message).to_contain_text(evil)
        assert await message.locator(".text :is(img, script, a)").count() == 0


async def test_it_fits_a_phone() -> None:
    async with opened(where="eve/games", width=380, height=720) as (_, _, page):
        await open_board(page)
        wide = "[...document.querySelectorAll('body *')].filter(node => node.checkVisibility()"
        wide += " && node.getBoundingClientRect().right > innerWidth + 1).map(n => n.className)"
        assert await page.evaluate(wide) == []
        await page.get_by_role("button", name="Terms…").click()
        form = page.get_by_role("dialog", name="The terms")
        await expect(form.get_by_role("button", name="Submit")).to_be_in_viewport()
        assert await page.evaluate(wide) == []


MARKDOWN = {
    "**bold** *it* _it_": "<strong>bold</strong> <em>it</em> <em>it</em>",
    "__un__ ~~no~~": "<u>un</u> <s>no</s>",
    "***both***": "<strong><em>both</em></strong>",
    "snake_case_name 2 * 3 * 4": "snake_case_name 2 * 3 * 4",
    r"\*plain\* \_plain\_ \# \`x\`": "*plain* _plain_ # `x`",
    "`a *b*` ``c`d``": "<code>a *b*</code> <code>c`d</code>",
    "# One\n## Two\n-# small": '<h1>One</h1><h2>Two</h2><small class="subtext">small</small>',
    "#no heading": "#no heading",
    "> a\n> b\nc": "<blockquote>a\nb</blockquote>c",
    "- a\n  - b\n- c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "3. a\n4. b": '<ol start="3"><li>a</li><li>b</li></ol>',
    "9. a\n10. b": '<ol start="9" style="--digits: 2;"><li>a</li><li>b</li></ol>',
    "```py\n**x**\n```": '<pre><code data-language="py">**x**</code></pre>',
    "a ** b": "a ** b",
    "**unclosed": "**unclosed",
    "<@1> <@2>": '<span class="mention" data-user="1">@Ann</span>'
    ' <span class="mention" data-user="2">@unknown-user</span>',
    "<t:0:Q> <b>": "&lt;t:0:Q&gt; &lt;b&gt;",
    "[a *b*](https://x.org/y)": '<a href="https://x.org/y" target="_blank"'
    ' rel="noopener noreferrer">a <em>b</em></a>',
    "[a](javascript:b)": "[a](javascript:b)",
    "# <:canoe_k3f:12> a Canoe": '<h1><img class="emoji" src="/emojis/12.png"'
    ' alt=":canoe_k3f:" draggable="false"> a Canoe</h1>',
}


async def test_markdown_is_read_as_discord_reads_it() -> None:
    draw = """async texts => {
        const { markdown } = await import("/static/markdown.js");
        const about = { user: id => ({ 1: "Ann" })[id], channel: () => null };
        return texts.map(text => {
            const holder = document.createElement("div");
            holder.append(...markdown(text, about));
            return holder.innerHTML;
        });
    }"""
    async with opened() as (playground, _, page):
        playground.world.emoji_images["12"] = ("image/png", all_pics()["canoe"].file.read_bytes())
        drawn = await page.evaluate(draw, list(MARKDOWN))
    assert json.dumps(dict(zip(MARKDOWN, drawn, strict=True)), indent=1) == json.dumps(
        MARKDOWN, indent=1
    )
