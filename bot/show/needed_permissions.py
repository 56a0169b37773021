"""Lists the Discord permissions that the bot needs, with the labels of Discord's settings.

Answers to presses and commands need no permission. Posting and editing a board does, and any
channel can deny it.
"""

import discord

NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
IN_THREADS = {
    "view_channel": "View Channel",
    "send_messages_in_threads": "Send Messages in Threads",
}
WISHED = {"attach_files": "Attach Files"}  # without it, boards have no pictures


def missing(allowed: discord.Permissions, *, in_thread: bool) -> list[str]:
    """List the missing permissions for a board in a channel or thread."""
    needed = IN_THREADS if in_thread else NEEDED
    return [label for name, label in needed.items() if not getattr(allowed, name)]


def invited() -> discord.Permissions:
    """Return the permissions that the bot asks for when it is invited."""
    return discord.Permissions(**dict.fromkeys({**NEEDED, **IN_THREADS, **WISHED}, True))


def invitation(application: int) -> str:
    """Return the link that adds an application to a server with the permissions it needs."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=invited(), scopes=scopes)
