"""Permissions: the defaults, the bot's overrides per channel, and what roles add for people."""

from discord_playground.world.discord_errors import Refused, missing_access, missing_permissions
from discord_playground.world.world import DM, PRIVATE_THREAD, Channel, World

BITS = {
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}
_NOT_USUAL = {"manage_guild", "manage_messages", "mention_everyone", "manage_threads"}
USUAL = sum(bit for name, bit in BITS.items() if name not in _NOT_USUAL)
ALL = (1 << 54) - 1  # the bits that Discord knew in 2026
IN_DM = USUAL  # a DM has no roles: whoever is in it may use it
_SEND_POLLS = 1 << 49
REPORTED_IN_DM = (  # neither view_channel nor send_messages, although the bot has both
    BITS["embed_links"]
    | BITS["attach_files"]
    | BITS["mention_everyone"]
    | BITS["use_external_emojis"]
    | _SEND_POLLS
)


def of_bot(world: World, channel: Channel) -> int:
    """Return the bot's effective permissions in a channel.

    The bot has none in a private thread that it has not joined, unless it has manage_threads.
    """
    allowed = granted(world, channel)
    if channel.kind == PRIVATE_THREAD and world.bot_id not in channel.members:
        return allowed if allowed & BITS["manage_threads"] else 0
    return allowed


def granted(world: World, channel: Channel) -> int:
    """Return the bot's permissions in a channel, whether or not it has joined the thread."""
    if channel.kind == DM:
        return IN_DM if world.bot_id in channel.members else 0
    if not world.bot_in_guild:
        return 0
    overrides = {**world.gate(channel).overrides, **channel.overrides}
    allowed = USUAL
    for name, given in overrides.items():
        allowed = allowed | BITS[name] if given else allowed & ~BITS[name]
    if not allowed & BITS["view_channel"]:
        return 0  # without view_channel, all other permissions are void
    if world.bot_timed_out_until > world.now():
        return allowed & (BITS["view_channel"] | BITS["read_message_history"])
    return allowed


def hides(world: World, channel: Channel) -> bool:
    """Return whether Discord obfuscates a channel for the bot. A category shows what is in it."""
    inside = (other for other in world.guild_channels() if other.parent == channel.id)
    return not any(of_bot(world, place) for place in (channel, *inside))


def reported(world: World, channel: Channel) -> int:
    """Return what an interaction says of the bot's permissions (`app_permissions`)."""
    return REPORTED_IN_DM if channel.kind == DM else granted(world, channel)


def overwrites(world: World, channel: Channel) -> list[dict[str, str | int]]:
    """Return a channel's permission overwrites in Discord's format."""
    shapes: list[dict[str, str | int]] = []
    if channel.role is not None:
        seen = str(BITS["view_channel"])
        shapes.append({"id": world.guild_id, "type": 0, "allow": "0", "deny": seen})
        shapes.append({"id": channel.role, "type": 0, "allow": seen, "deny": "0"})
    if not channel.overrides and not shapes:
        return []
    allow = sum(BITS[name] for name, given in channel.overrides.items() if given)
    deny = sum(BITS[name] for name, given in channel.overrides.items() if not given)
    if channel.role is not None and not deny & BITS["view_channel"]:
        allow |= BITS["view_channel"]
    return [*shapes, {"id": world.bot_id, "type": 1, "allow": str(allow), "deny": str(deny)}]


def require(world: World, channel: Channel, *names: str) -> None:
    """Raise 50001 if the bot cannot see the channel, 50013 if it lacks one of the permissions."""
    refused = missing(world, channel, *names)
    if refused is not None:
        raise refused


def missing(world: World, channel: Channel, *names: str) -> Refused | None:
    """Return the error for the permission that the bot lacks, or None if it has all of them."""
    held = of_bot(world, channel)
    if not held & BITS["view_channel"]:
        return missing_access()
    if any(not held & BITS[name] for name in names):
        return missing_permissions()
    return None


def of_person(world: World, person_id: str) -> int:
    """Return a person's permissions: all for the owner, else the defaults plus their roles'."""
    if person_id == world.owner_id:
        return ALL
    person = world.people.get(person_id)
    if person is None:
        return USUAL  # the bot
    allowed = 0 if person.gone else USUAL
    for role in person.roles:
        allowed |= world.roles[role].permissions if role in world.roles else 0
    return allowed
