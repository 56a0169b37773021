"""What the bot must be allowed, in the words of Discord's own settings: the least that works.

Answers to presses and commands need nothing. A board is written and kept up to date with the bot's
own permissions, which can be taken away in any channel.
"""

import discord

NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
IN_THREADS = {
    "view_channel": "View Channel",
    "send_messages_in_threads": "Send Messages in Threads",
}
WISHED = {"attach_files": "Attach Files"}  # a board without it is complete in words


def missing(allowed: discord.Permissions, *, in_thread: bool) -> list[str]:
    """Name what is not allowed, and needed to keep a board in a channel or thread."""
    needed = IN_THREADS if in_thread else NEEDED
    return [label for name, label in needed.items() if not getattr(allowed, name)]


def invited() -> discord.Permissions:
    """Return what the bot is invited with."""
    return discord.Permissions(**dict.fromkeys({**NEEDED, **IN_THREADS, **WISHED}, True))


def invitation(application: int) -> str:
    """Write the link by which an application is added to a server, with just what it needs."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=invited(), scopes=scopes)
