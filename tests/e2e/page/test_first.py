"""What who opens the playground's page is told, shown and spared: a browser for several checks."""

from discord_playground import Playground
from playwright.async_api import Locator, Page, expect

from tests.actors.page.browser import be, messages, needs_chromium, rail, screen
from tests.actors.page.page_bot import PageBot, opened
from tests.actors.waiting import until

pytestmark = needs_chromium


async def start(page: Page) -> Locator:
    """Open a board by the command that leads the list; return it."""
    await page.locator(".composer textarea").fill("/")
    await page.locator(".suggestion").first.click()
    await page.keyboard.press("Enter")
    board = messages(page).filter(has_text="At the table: ")
    await board.wait_for()
    return board


async def test_who_opens_it_is_told_who_they_are_and_how_to_begin() -> None:
    async with opened(welcome=True) as (_, _, page):
        welcome = page.get_by_role("region", name="Welcome")
        await expect(welcome).to_contain_text("You are all five: Ann, Ben, Cat, Dan and Eve.")
        await expect(welcome).to_contain_text("Alt+1 to Alt+5")
        await welcome.get_by_role("button", name="/demo start").click()
        await page.locator('.command-line[data-command="demo start"]').wait_for()
        await page.keyboard.press("Enter")
        await messages(page).filter(has_text="At the table: nobody").wait_for()
        await welcome.get_by_role("button", name="Got it").click()
        await expect(welcome).to_be_hidden()
        await page.reload()
        await page.locator("html[data-ready]").wait_for()
        await expect(welcome).to_be_hidden()  # it has been read
        await page.keyboard.press("Alt+b")
        await page.get_by_role("button", name="Show the welcome").click()
        await expect(welcome).to_be_visible()
        assert await page.evaluate(LISTED) == [
            ["go practice", "go start", "hearts start", "go bid", "hearts pass"],
            ["go practice", "go start", "go bid"],
            ["go bid"],
        ]  # or a newcomer reads twenty commands that want a table first


async def test_on_a_phone_the_welcome_makes_room_for_the_game_that_is_begun() -> None:
    async with opened(welcome=True, width=390) as (_, _, page):
        welcome = page.get_by_role("region", name="Welcome")
        await welcome.get_by_role("button", name="/demo start").click()
        await page.locator('.command-line[data-command="demo start"]').wait_for()
        await expect(welcome).to_be_hidden()


LISTED = """async () => {
    const { matching, typeable } = await import("/static/slash.js");
    const verb = name => ({ type: 1, name, description: "" });
    const game = (name, verbs) => ({ name, description: "", options: verbs.map(verb) });
    const [go, hearts] = [["practice", "bid", "start"], ["pass", "start"]];
    const all = typeable([game("go", go), game("hearts", hearts)]);
    return ["", "go", "bid"].map(typed => matching(all, typed).map(one => one.name));
}"""


# --- what is private, what a phone shows, what is read out --------------------------------------


async def test_what_is_for_one_person_and_what_is_read_out() -> None:
    async with opened() as (playground, bot, page):
        board = await start(page)
        await only_what_is_new_is_read_out(page, board)
        await the_strip_shows_what_phones_show(playground, bot, page)
        await be(page, "Ann")
        await board.get_by_role("button", name="My hand").click()
        hand = messages(page).get_by_text("Three Canoes and $80.")
        await hand.wait_for()
        await break_the_line(playground, "ann")
        await expect(hand).to_have_count(1)  # a broken line is no reload
        await page.reload()
        await page.locator("html[data-ready]").wait_for()
        await board.wait_for()
        await expect(hand).to_have_count(0)


async def only_what_is_new_is_read_out(page: Page, board: Locator) -> None:
    """A board is drawn anew after every move; nobody can listen to all of it each time."""
    voice = page.locator(".voice p")
    await expect(voice).to_have_count(1)
    await expect(voice).to_contain_text("Downeast Dealer table 12")  # it came: all of it
    await board.get_by_role("button", name="Join").click()
    await expect(voice).to_have_count(2)
    await expect(voice.last).to_have_text("Changed: At the table: Ann.")
    live = "[...document.querySelectorAll('[aria-live], [role=log], [role=status]')]"
    around = f"{live}.some(one => one.querySelector('.message'))"
    assert await page.evaluate(around) is False, "the whole board is read out besides"
    for before, after, said in (
        (["-# step 1\nA\nB", "Bid"], ["-# step 2\nA\nC", "Bid"], "Changed: C."),
        (["A", "Bid"], ["A", "Pass", "Bid"], "To press now: Pass."),
        (["A\nB"], ["A"], "No longer there: B."),
        (["-# step 1\nA", "Bid"], ["-# step 2\nA", "Bid"], ""),
        (["**Ann** <t:1:R>\nA"], ["**Ann** <t:2:R>\nB"], "Changed: B."),
        (["A"], ["A\n-# The lid comes off: **3 2**"], "Changed: The lid comes off: 3 2."),
        (["A"], ["A\nAnn <:gem_b5g:1><:gem_b5g:1> 2 gems"], "Changed: Ann 2 gems."),
    ):
        assert await page.evaluate(SPOKEN, [before, after]) == said


SPOKEN = """async ([before, after]) => {
    const { Voice, written } = await import("/static/voice.js");
    const voice = new Voice({ user: () => null, channel: () => null });
    const buttons = labels => labels.map(label => ({ type: 2, label }));
    const drawn = ([content, ...labels]) => written({
        components: [{ type: 10, content }, { type: 1, components: buttons(labels) }],
    });
    voice.sayChange(drawn(before), drawn(after));
    return voice.node.textContent;
}"""


async def the_strip_shows_what_phones_show(
    playground: Playground, bot: PageBot, page: Page
) -> None:
    """Otherwise a person who plays all five never sees a notice as its reader does."""
    phones = page.get_by_role("region", name="What their phones show")
    await expect(phones).to_be_hidden()
    await bot.write(playground, "Cat", "Seal a bid, Cat, in **tens**.")
    push = phones.get_by_role("button", name="Cat's phone")
    await expect(push).to_contain_text("Seal a bid, Cat, in **tens**.")  # as a phone has it
    await push.click()
    await expect(screen(page, "Cat").get_by_text("Seal a bid, Cat, in tens.")).to_be_visible()
    await expect(phones).to_be_hidden()
    await bot.write(playground, "Dan", "Your turn.")
    await phones.get_by_role("button", name="Put the notifications away").click()
    await expect(phones).to_be_hidden()
    await expect(rail(page, "Dan")).to_have_attribute("data-pings", "1")  # it still waits


async def break_the_line(playground: Playground, token: str) -> None:
    """Cut the line of somebody's page, and wait until it is back."""
    person = playground.world.person(token)
    assert person is not None
    sessions = playground.stage.gateway.sessions

    def theirs() -> set[str]:
        there = sessions.values()
        return {
            message.id
            for message in there
            if message.owner == person.id and message.wire is not None
        }

    before = theirs()
    for item in before:
        wire = sessions[item].wire
        assert wire is not None
        wire.abort()
    await until(lambda: theirs() - before)


async def test_two_pages_of_one_person_do_not_stand_in_each_others_way() -> None:
    async with opened() as (_, bot, page):
        board = await start(page)
        other = await page.context.new_page()
        await other.goto(page.url)
        await other.locator("html[data-ready]").wait_for()
        await board.get_by_role("button", name="Bid…").click()
        await page.get_by_label("Your bid").fill("90")
        there = messages(other).filter(has_text="At the table: ")
        await there.get_by_role("button", name="Join").click()  # no form lies over it there
        await expect(there).to_contain_text("At the table: Ann")
        await expect(other.get_by_role("dialog")).to_have_count(0)
        await there.get_by_role("button", name="Bid…").click()
        await other.get_by_label("Your bid").fill("80")
        for item, amount in ((other, "80"), (page, "90")):
            await item.bring_to_front()  # or it is drawn once in a while only
            await item.get_by_role("button", name="Submit").click()
            await expect(item.get_by_role("dialog")).to_have_count(0)
            assert bot.values() == {"amount": amount}
        await expect(rail(other, "Ben")).to_have_attribute("data-unread", "1")
        await be(page, "Ben")  # what he reads on one page he has read on the other
        await expect(rail(other, "Ben")).to_have_attribute("data-unread", "0")


# --- on a phone -----------------------------------------------------------------------------------


async def test_on_a_phone_a_thumb_hits_everything_and_nothing_lies_over_what_is_read() -> None:
    async with opened(welcome=True, width=390) as (playground, bot, page):
        await page.get_by_role("button", name="/demo start").wait_for()
        assert await page.evaluate(SMALL) == []
        await page.get_by_role("button", name="Got it").click()
        board = await start(page)
        await board.get_by_role("button", name="My hand").click()
        await page.get_by_role("button", name="Dismiss message").wait_for()
        await bot.write(playground, "Cat", *(f"Call {number}" for number in range(10)))
        await expect(rail(page, "Cat")).to_have_attribute("data-pings", "10")
        await page.locator(".push").last.wait_for()
        assert await page.evaluate(SMALL) == []
        assert await page.evaluate(BESIDE_THE_LETTER) >= 0
        await board.get_by_role("combobox", name="Lay down sets").click()
        await page.get_by_role("option").first.wait_for()
        assert await page.evaluate(SMALL) == []
        await page.keyboard.press("Escape")
        await page.locator(".composer textarea").fill("/demo bid")
        await page.locator(".suggestion").click()
        await page.locator(".suggestion").first.wait_for()
        assert await page.evaluate(SMALL) == []
        await page.get_by_role("button", name="Leave the command").click()
        await board.get_by_role("button", name="Terms…").click()
        await page.get_by_role("dialog").wait_for()
        assert await page.evaluate(SMALL) == []
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Backstage").click()
        await page.locator(".backstage h2").wait_for()
        assert await page.evaluate(SMALL) == []
        assert await page.evaluate(ROOM_FOR_NUMBERS, "99. a\n100. b\n101. c") >= 0
        assert await page.evaluate(COUNTED, nearly_full()) == [True, True]
        assert await page.evaluate(HIDDEN_LINES, "\n".join(map(str, range(10)))) <= 0


# what is under 44 px wide or high, and no link or name within a text
SMALL = """() => {
    const all = "button, input, textarea, [role=option], a";
    const label = "label.line, label.switch, label.pill";
    const small = one => {
        const { width, height } = (one.closest(label) ?? one).getBoundingClientRect();
        return width < 44 || height < 44;
    };
    return [...document.querySelectorAll(all)]
        .filter(one => one.checkVisibility() && !one.matches(".text a, .text .mention"))
        .filter(small)
        .map(one => one.outerHTML.slice(0, 120));
}"""

# pixels between the initial of somebody's disc and what is counted on it
BESIDE_THE_LETTER = """() => {
    const face = document.querySelector("[data-person=cat] .avatar");
    const letter = document.createElement("span");
    Object.assign(letter.style, { font: getComputedStyle(face).font, position: "fixed" });
    letter.textContent = face.dataset.initial;
    document.body.append(letter);
    const { width } = letter.getBoundingClientRect();
    letter.remove();
    const box = face.getBoundingClientRect();
    const badge = document.querySelector("[data-person=cat] .badge").getBoundingClientRect();
    return badge.left - (box.left + box.width / 2 + width / 2);
}"""

# pixels left beside the widest number of a list, within its card
ROOM_FOR_NUMBERS = """async text => {
    const { markdown } = await import("/static/markdown.js");
    const put = (tag, style) => {
        const node = document.body.appendChild(document.createElement(tag));
        Object.assign(node.style, { position: "fixed", ...style });
        return node;
    };
    const card = put("div", {});
    card.className = "text";
    card.append(...markdown(text, { user: () => null, channel: () => null }));
    const list = card.querySelector("ol");
    const number = put("span", { font: getComputedStyle(list).font });
    number.textContent = "101. ";
    const edge = card.getBoundingClientRect().left;
    const room = list.firstChild.getBoundingClientRect().left - edge;
    const left = room - number.getBoundingClientRect().width;
    [card, number].forEach(one => one.remove());
    return left;
}"""

# of each field of a form: whether what is counted lies beside or below what is written
COUNTED = """async form => {
    const { drawForm } = await import("/static/form.js");
    const acts = { send: () => ({ ok: true }), gone: () => {} };
    const drawn = drawForm(form, { botName: "Downeast" }, acts);
    document.querySelector(".conversation").append(drawn);
    return [...drawn.querySelectorAll(".typed")].map(one => {
        const field = one.querySelector("input, textarea");
        const [box, count] = [field, one.querySelector(".left")]
            .map(at => at.getBoundingClientRect());
        const end = box.right - parseFloat(getComputedStyle(field).paddingRight);
        return count.width > 0 && (count.top >= box.bottom || count.left >= end);
    });
}"""


# pixels of ten lines in a field of a form that are out of sight until somebody scrolls there
HIDDEN_LINES = """async value => {
    const { drawForm } = await import("/static/form.js");
    const input = { type: 4, style: 2, custom_id: "a", value };
    const form = { id: "1", title: "T", components: [{ type: 18, label: "L", component: input }] };
    const drawn = drawForm(form, { botName: "Downeast" }, { send: () => {}, gone: () => {} });
    document.querySelector(".conversation").append(drawn);
    const field = drawn.querySelector("textarea");
    const hidden = field.scrollHeight - field.clientHeight;
    drawn.remove();
    return hidden;
}"""


def nearly_full() -> dict[str, object]:
    """Make a form, a line and a field, in which little more can be written."""
    typed = {"type": 4, "custom_id": "a", "max_length": 100, "value": "W" * 95}
    parts = [{"type": 18, "label": "L", "component": typed | {"style": style}} for style in (1, 2)]
    return {"id": "1", "custom_id": "f", "title": "T", "components": parts}
