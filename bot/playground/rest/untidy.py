"""Control endpoints for the disorder of a real server: people leave, change names and lose roles.

People also pin messages and open threads of their own.
"""

from dataclasses import asdict

from bot.playground.checks.discord_errors import Json, bad_form, unknown_user
from bot.playground.gateway.close_codes import GUILDS, MEMBERS
from bot.playground.rest.control_request import Pull
from bot.playground.rest.threads import open_thread, set_pin
from bot.playground.world import json_shapes, permissions
from bot.playground.world.app_context import Stage
from bot.playground.world.world import DM, PRIVATE_THREAD, PUBLIC_THREAD, Person, Role

GONE = ("", "left", "banned", "deleted")
MODERATION = 1 << 2


def _person(pull: Pull, name: str) -> Person:
    for person in pull.stage.world.people.values():
        if person.token == name.lower():
            return person
    raise unknown_user()


def set_person(pull: Pull) -> Json:
    """Change a person: `dms_open`, `locale`, `shown`, `nick`, `roles`, `gone`.

    `shown` is the display name and `nick` the server nickname (null resets either). `roles` are
    names or ids. `gone` is "left", "banned", "deleted", or empty when the person comes back.
    """
    stage, body = pull.stage, pull.body
    world, person = stage.world, _person(pull, pull["name"])
    before = _seen(stage, person)
    if "dms_open" in body:
        person.dms_open = bool(body["dms_open"])
    if "locale" in body:
        person.locale = str(body["locale"])
    for key in ("shown", "nick"):
        if key in body:
            _rename(person, key, body[key])
    if "roles" in body:
        person.roles = [_role(stage, str(role)).id for role in body["roles"]]
    if "gone" in body:
        _go(stage, person, str(body["gone"] or ""))
    elif {"shown", "nick", "roles"} & body.keys() and not person.gone:
        _tell_member(stage, "GUILD_MEMBER_UPDATE", person)
    if "shown" in body:
        stage.gateway.tell_people([person.id], "USER_UPDATE", json_shapes.me(world, person.id))
    world.on_change()
    tell_seen(stage, person, before)
    return asdict(person)


def _rename(person: Person, key: str, name: object) -> None:
    if name is not None and not (isinstance(name, str) and 1 <= len(name) <= 32):
        raise bad_form((key,), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 32 in length.")
    setattr(person, key, name)


def _role(stage: Stage, wanted: str) -> Role:
    for role in stage.world.roles.values():
        if wanted in (role.id, role.name):
            return role
    raise bad_form(("roles",), "ROLE_INVALID", f"Unknown role: {wanted}")


def _tell_member(stage: Stage, event: str, person: Person) -> None:
    world = stage.world
    data = json_shapes.member(world, person.id) | {"guild_id": world.guild_id}
    stage.gateway.tell_people(world.members(), event, data)
    stage.gateway.tell_bot(event, data, intent=MEMBERS, guild_id=world.guild_id)


def _go(stage: Stage, person: Person, how: str) -> None:
    """Make a person leave the server or come back; the owner cannot leave."""
    world, gateway = stage.world, stage.gateway
    if how not in GONE or (how and person.id == world.owner_id):
        raise bad_form(("gone",), "BASE_TYPE_CHOICES", f"Value must be one of {GONE}.")
    before, person.gone = person.gone, how
    if bool(before) == bool(how):
        return
    if not how:
        _tell_member(stage, "GUILD_MEMBER_ADD", person)
        return
    person.roles, person.nick = [], None
    for thread in world.threads():
        if person.id in thread.members:
            thread.members.remove(person.id)
    data: Json = {"guild_id": world.guild_id, "user": json_shapes.user(world, person.id)}
    gateway.tell_people(world.members(), "GUILD_MEMBER_REMOVE", data)
    gateway.tell_people([person.id], "GUILD_DELETE", {"id": world.guild_id})
    gateway.tell_bot("GUILD_MEMBER_REMOVE", data, intent=MEMBERS, guild_id=world.guild_id)
    if how == "banned":
        gateway.tell_bot("GUILD_BAN_ADD", data, intent=MODERATION, guild_id=world.guild_id)


# --- visible channels ---


def _seen(stage: Stage, person: Person) -> set[str]:
    there = stage.world.channels.values()
    return {
        channel.id for channel in there if channel.in_guild and stage.world.sees(person.id, channel)
    }


def tell_seen(stage: Stage, person: Person, before: set[str]) -> None:
    """Send a person's pages the channels that became visible or hidden."""
    world, after = stage.world, _seen(stage, person)
    for own in sorted(before ^ after, key=int):
        channel = world.channels[own]
        event = "CREATE" if own in after else "DELETE"
        kind = f"THREAD_{event}" if channel.is_thread else f"CHANNEL_{event}"
        stage.gateway.tell_people([person.id], kind, json_shapes.channel(world, channel))


def set_visible(stage: Stage, channel_id: str, role: object) -> None:
    """Show a channel only to members with this role, or to everybody if `role` is None."""
    world = stage.world
    before = {person.id: _seen(stage, person) for person in world.people.values()}
    world.channel(channel_id).role = None if role is None else _role(stage, str(role)).id
    for person in world.people.values():
        tell_seen(stage, person, before[person.id])


# --- roles ---


def add_role(pull: Pull) -> Json:
    """Create a role with permissions beyond the usual: `{name, permissions: ["manage_messages"]}`."""
    stage, world = pull.stage, pull.stage.world
    held = 0
    for name in pull.body.get("permissions") or ():
        if name not in permissions.BITS:
            raise bad_form(("permissions",), "BASE_TYPE_CHOICES", f"Unknown permission: {name}")
        held |= permissions.BITS[name]
    role = Role(world.snowflake(), str(pull.body.get("name") or "role")[:100], held)
    world.roles[role.id] = role
    world.on_change()
    _tell_role(stage, "GUILD_ROLE_CREATE", role)
    return asdict(role)


def delete_role(pull: Pull) -> None:
    """Delete a role; afterwards only the owner sees a channel that was limited to it."""
    stage, world = pull.stage, pull.stage.world
    role = _role(stage, pull["role"])
    before = {person.id: _seen(stage, person) for person in world.people.values()}
    for person in world.people.values():
        if role.id in person.roles:
            person.roles.remove(role.id)
            _tell_member(stage, "GUILD_MEMBER_UPDATE", person)
        tell_seen(stage, person, before[person.id])
    del world.roles[role.id]
    world.on_change()
    gone: Json = {"guild_id": world.guild_id, "role_id": role.id}
    stage.gateway.tell_people(world.members(), "GUILD_ROLE_DELETE", gone)
    stage.gateway.tell_bot("GUILD_ROLE_DELETE", gone, intent=GUILDS, guild_id=world.guild_id)


def _tell_role(stage: Stage, event: str, role: Role) -> None:
    world = stage.world
    written = next(shape for shape in json_shapes.roles(world) if shape["id"] == role.id)
    data: Json = {"guild_id": world.guild_id, "role": written}
    stage.gateway.tell_people(world.members(), event, data)
    stage.gateway.tell_bot(event, data, intent=GUILDS, guild_id=world.guild_id)


# --- pins, threads, phones ---


def pin(pull: Pull) -> None:
    """Pin a message as the person `by`, or unpin it (`pinned: false`)."""
    message = pull.stage.world.find_message(pull["message_id"])
    by = _person(pull, str(pull.body.get("by") or "ann"))
    set_pin(pull.stage, message, by.id, pinned=bool(pull.body.get("pinned", True)))


def thread(pull: Pull) -> Json:
    """Open a thread as the person `by`: `name`, `private`, or at a message (`message_id`)."""
    stage, body = pull.stage, pull.body
    by = _person(pull, str(body.get("by") or "ann"))
    parent = stage.world.channel(pull["channel_id"])
    kind = PRIVATE_THREAD if body.get("private") else PUBLIC_THREAD
    starter = None
    if body.get("message_id"):
        starter = stage.world.message(parent.id, str(body["message_id"]))
    return json_shapes.channel(stage.world, open_thread(stage, body, parent, kind, by.id, starter))


def set_members(pull: Pull) -> Json:
    """Add people or the bot to a thread, or remove them: `{add: ["ben"], remove: ["bot"]}`."""
    stage, body = pull.stage, pull.body
    world = stage.world
    channel = world.channel(pull["channel_id"])
    if not channel.is_thread or channel.kind == DM:
        raise bad_form(("channel_id",), "BASE_TYPE_CHOICES", "This is no thread.")

    def who(name: object) -> str:
        return world.bot_id if name == "bot" else _person(pull, str(name)).id

    before = {person.id: _seen(stage, person) for person in world.people.values()}
    saw = permissions.of_bot(world, channel)
    for user_id in [who(name) for name in body.get("remove") or ()]:
        if user_id in channel.members:
            channel.members.remove(user_id)
    for user_id in [who(name) for name in body.get("add") or ()]:
        if user_id not in channel.members:
            channel.members.append(user_id)
    for person in world.people.values():
        tell_seen(stage, person, before[person.id])
    sees = permissions.of_bot(world, channel)
    if bool(saw) != bool(sees):
        event = "THREAD_CREATE" if sees else "THREAD_DELETE"
        data = json_shapes.channel(world, channel)
        stage.gateway.tell_bot(event, data, intent=GUILDS, guild_id=world.guild_id)
    world.on_change()
    return {"members": channel.members}


def phone(pull: Pull) -> Json:
    """Return the push notifications on a person's phone: author, channel and plain text."""
    name = _person(pull, pull["name"]).name
    phones = pull.stage.post.phones
    mine = [asdict(push) for push in phones.pushes if push.to == name and push.n > pull.since]
    return {"pushes": mine, "next": phones.number}


LEVERS = [
    ("POST", "/people/{name}", set_person),
    ("POST", "/roles", add_role),
    ("DELETE", "/roles/{role}", delete_role),
    ("POST", "/messages/{message_id}/pin", pin),
    ("POST", "/channels/{channel_id}/threads", thread),
    ("POST", "/channels/{channel_id}/members", set_members),
    ("GET", "/phone/{name}", phone),
]
