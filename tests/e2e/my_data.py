"""What people press behind *My data…* in `/settings`."""

from playground.tests.user import EPHEMERAL, Json, Outcome, User, text_of

MY_DATA, FILE, ASK = "My data…", "Send me the file", "Forget me…"
FORGET, KEEP = "Forget me for good", "Keep my data"


async def open_my_data(user: User, channel: str = "games") -> Json:
    """Open the first page with a person's data, on the panel of their settings; return the panel.

    `channel` "" is the DM.
    """
    outcome = await user.command("settings", channel=channel)
    assert outcome.said is not None, outcome
    assert outcome.said["flags"] & EPHEMERAL
    return await turn_to(user, outcome.said, MY_DATA, "### My data")


async def turn_to(user: User, panel: Json, label: str, text: str) -> Json:
    """Press a button of a panel, which turns it to another page; return the panel."""
    outcome = await user.click(panel, label=label)
    assert (outcome.kind, outcome.said) == ("answered", None), outcome
    return await user.until(lambda: _shows(user.messages[panel["id"]], text))


async def forget_me(user: User, channel: str = "games") -> Outcome:
    """Ask to be forgotten, and confirm it; return what became of the last press."""
    panel = await open_my_data(user, channel)
    panel = await turn_to(user, panel, ASK, "### Forget you?")
    outcome = await user.click(panel, label=FORGET)
    await user.until(lambda: _shows(user.messages[panel["id"]], "I've forgotten you."))
    return outcome


def _shows(message: Json, text: str) -> Json | None:
    return message if text in text_of(message) else None
