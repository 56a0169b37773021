"""Lists the Discord permissions that the bot needs, with their labels in Discord's settings.

The bot can answer presses and commands without any permission. To post and edit a board, it needs
permissions that any channel can deny.
"""

import discord

from bot.show.discord_py.channel_sight import Place, allowed_in

NEEDED = {"view_channel": "View Channel", "send_messages": "Send Messages"}
IN_THREADS = {
    "view_channel": "View Channel",
    "send_messages_in_threads": "Send Messages in Threads",
}
WISHED = {
    "attach_files": "Attach Files",  # for the pictures of boards
    "read_message_history": "Read Message History",  # to count the messages below a board
    "create_public_threads": "Create Public Threads",  # for tables that are played in threads
}

THREAD_TERMS = {  # to make a thread for a table, and to play in it
    "create_public_threads": WISHED["create_public_threads"],
    "send_messages_in_threads": IN_THREADS["send_messages_in_threads"],
}


def missing(allowed: discord.Permissions, *, in_thread: bool) -> list[str]:
    """List the permissions that the bot lacks for a board in a channel or thread."""
    needed = IN_THREADS if in_thread else NEEDED
    return [label for name, label in needed.items() if not getattr(allowed, name)]


def lacking_of_all(allowed: discord.Permissions) -> list[str]:
    """List all permissions that the bot asks for when it is invited, and doesn't have."""
    wanted = {**NEEDED, **IN_THREADS, **WISHED}
    return [label for name, label in wanted.items() if not getattr(allowed, name)]


def may_count(place: Place) -> bool:
    """Return whether the bot may count the messages in a channel or thread."""
    allowed = allowed_in(place, place.guild.me)
    return allowed.view_channel and allowed.read_message_history


def invited() -> discord.Permissions:
    """Return the permissions that the bot asks for when it is invited."""
    return discord.Permissions(**dict.fromkeys({**NEEDED, **IN_THREADS, **WISHED}, True))


def invitation(application: int) -> str:
    """Return the link for adding the bot to a server with all permissions that it needs."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=invited(), scopes=scopes)
