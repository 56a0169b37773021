"""What people press in `/settings`, and behind *My data…* there.

For tests of settings, of what is kept about a person, and of a server's moderators.
"""

from playground.tests.user import EPHEMERAL, Json, Outcome, User, text_of

MY_DATA, FILE, ASK = "My data…", "Send me the file", "Forget me…"
FORGET, KEEP = "Forget me for good", "Keep my data"


async def open_settings(user: User, channel: str = "games", command: str = "settings") -> Json:
    """Open somebody's settings, or with another command the server's; return the panel."""
    outcome = await user.command(command, channel=channel)
    assert outcome.message["flags"] & EPHEMERAL, "nobody else reads it"
    return outcome.message


async def open_my_data(user: User, channel: str = "games") -> Json:
    """Open the first page with a person's data, on the panel of their settings; return the panel.

    `channel` "" is the DM.
    """
    return await turn_to(user, await open_settings(user, channel), MY_DATA, "### My data")


async def turn_to(user: User, panel: Json, label: str, text: str) -> Json:
    """Press a button of a panel, which turns it to another page; return the panel."""
    outcome = await user.click(panel, label=label)
    assert (outcome.kind, outcome.said) == ("answered", None), outcome
    return await shows(user, panel, text)


async def forget_me(user: User, channel: str = "games") -> Outcome:
    """Ask to be forgotten, and confirm it; return what became of the last press."""
    panel = await open_my_data(user, channel)
    panel = await turn_to(user, panel, ASK, "### Forget you?")
    outcome = await user.click(panel, label=FORGET)
    await shows(user, panel, "I've forgotten you.")
    return outcome


async def shows(user: User, panel: Json, text: str) -> Json:
    """Wait until a panel shows a text; return it as it is then."""
    return await user.until(
        lambda: now if text in text_of(now := user.messages[panel["id"]]) else None
    )
