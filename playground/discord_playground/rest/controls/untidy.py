"""Control endpoints for the disorder of a real server: people leave, change names and lose roles.

People also pin messages and open their own threads.
"""

from dataclasses import asdict

from discord_playground.gateway.close_codes import GUILDS, MEMBERS
from discord_playground.rest.app_context import AppContext
from discord_playground.rest.controls.control_request import ControlRequest
from discord_playground.rest.threads import open_thread, set_pin
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import Json, bad_form, unknown_user
from discord_playground.world.world import DM, PRIVATE_THREAD, PUBLIC_THREAD, Person, Role

GONE = ("", "left", "banned", "deleted")
MODERATION = 1 << 2


def _person(request: ControlRequest, name: str) -> Person:
    for person in request.app.world.people.values():
        if person.token == name.lower():
            return person
    raise unknown_user()


def set_person(request: ControlRequest) -> Json:
    """Change a person: `dms_open`, `locale`, `shown`, `nick`, `roles`, `gone`.

    `shown` is the display name and `nick` the server nickname (null resets either). `roles` are
    names or ids. `gone` is "left", "banned", "deleted", or empty when the person comes back.
    """
    app, body = request.app, request.body
    world, person = app.world, _person(request, request["name"])
    before = _seen(app, person)
    if "dms_open" in body:
        person.dms_open = bool(body["dms_open"])
    if "locale" in body:
        person.locale = str(body["locale"])
    for key in ("shown", "nick"):
        if key in body:
            _rename(person, key, body[key])
    if "roles" in body:
        person.roles = [_role(app, str(role)).id for role in body["roles"]]
    if "gone" in body:
        _set_gone(app, person, str(body["gone"] or ""))
    elif {"shown", "nick", "roles"} & body.keys() and not person.gone:
        _tell_member(app, "GUILD_MEMBER_UPDATE", person)
    if "shown" in body:
        app.gateway.tell_people([person.id], "USER_UPDATE", people_shapes.me(world, person.id))
    world.on_change()
    tell_seen(app, person, before)
    return asdict(person)


def _rename(person: Person, key: str, name: object) -> None:
    if name is not None and not (isinstance(name, str) and 1 <= len(name) <= 32):
        raise bad_form((key,), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 32 in length.")
    setattr(person, key, name)


def _role(app: AppContext, wanted: str) -> Role:
    for role in app.world.roles.values():
        if wanted in (role.id, role.name):
            return role
    raise bad_form(("roles",), "ROLE_INVALID", f"Unknown role: {wanted}")


def _tell_member(app: AppContext, event: str, person: Person) -> None:
    world = app.world
    data = people_shapes.member(world, person.id) | {"guild_id": world.guild_id}
    app.gateway.tell_people(world.members(), event, data)
    app.gateway.tell_bot(event, data, intent=MEMBERS, guild_id=world.guild_id)


def _set_gone(app: AppContext, person: Person, how: str) -> None:
    """Make a person leave the server or come back. The owner can't leave."""
    world, gateway = app.world, app.gateway
    if how not in GONE or (how and person.id == world.owner_id):
        raise bad_form(("gone",), "BASE_TYPE_CHOICES", f"Value must be one of {GONE}.")
    before, person.gone = person.gone, how
    if bool(before) == bool(how):
        return
    if not how:
        _tell_member(app, "GUILD_MEMBER_ADD", person)
        return
    person.roles, person.nick = [], None
    for thread in world.threads():
        if person.id in thread.members:
            thread.members.remove(person.id)
    data: Json = {"guild_id": world.guild_id, "user": people_shapes.user(world, person.id)}
    gateway.tell_people(world.members(), "GUILD_MEMBER_REMOVE", data)
    gateway.tell_people([person.id], "GUILD_DELETE", {"id": world.guild_id})
    gateway.tell_bot("GUILD_MEMBER_REMOVE", data, intent=MEMBERS, guild_id=world.guild_id)
    if how == "banned":
        gateway.tell_bot("GUILD_BAN_ADD", data, intent=MODERATION, guild_id=world.guild_id)


def _seen(app: AppContext, person: Person) -> set[str]:
    there = app.world.channels.values()
    return {
        channel.id for channel in there if channel.in_guild and app.world.sees(person.id, channel)
    }


def tell_seen(app: AppContext, person: Person, before: set[str]) -> None:
    """Tell a person's open pages which channels have become visible or hidden."""
    world, after = app.world, _seen(app, person)
    for own in sorted(before ^ after, key=int):
        channel = world.channels[own]
        event, shape = "CREATE", json_shapes.channel
        if own not in after:
            event, shape = "DELETE", json_shapes.removed_channel
        kind = f"THREAD_{event}" if channel.is_thread else f"CHANNEL_{event}"
        app.gateway.tell_people([person.id], kind, shape(world, channel))


def set_visible(app: AppContext, channel_id: str, role: object) -> None:
    """Show a channel only to members with this role, or to everybody if `role` is None."""
    world = app.world
    before = {person.id: _seen(app, person) for person in world.people.values()}
    world.channel(channel_id).role = None if role is None else _role(app, str(role)).id
    for person in world.people.values():
        tell_seen(app, person, before[person.id])


def add_role(request: ControlRequest) -> Json:
    """Create a role with extra permissions: `{name, permissions: ["manage_messages"]}`."""
    app, world = request.app, request.app.world
    held = 0
    for name in request.body.get("permissions") or ():
        if name not in permissions.BITS:
            raise bad_form(("permissions",), "BASE_TYPE_CHOICES", f"Unknown permission: {name}")
        held |= permissions.BITS[name]
    role = Role(world.snowflake(), str(request.body.get("name") or "role")[:100], held)
    world.roles[role.id] = role
    world.on_change()
    _tell_role(app, "GUILD_ROLE_CREATE", role)
    return asdict(role)


def delete_role(request: ControlRequest) -> None:
    """Delete a role. A channel limited to that role is then visible only to the owner."""
    app, world = request.app, request.app.world
    role = _role(app, request["role"])
    before = {person.id: _seen(app, person) for person in world.people.values()}
    for person in world.people.values():
        if role.id in person.roles:
            person.roles.remove(role.id)
            _tell_member(app, "GUILD_MEMBER_UPDATE", person)
        tell_seen(app, person, before[person.id])
    del world.roles[role.id]
    world.on_change()
    gone: Json = {"guild_id": world.guild_id, "role_id": role.id}
    app.gateway.tell_people(world.members(), "GUILD_ROLE_DELETE", gone)
    app.gateway.tell_bot("GUILD_ROLE_DELETE", gone, intent=GUILDS, guild_id=world.guild_id)


def _tell_role(app: AppContext, event: str, role: Role) -> None:
    world = app.world
    written = next(shape for shape in json_shapes.roles(world) if shape["id"] == role.id)
    data: Json = {"guild_id": world.guild_id, "role": written}
    app.gateway.tell_people(world.members(), event, data)
    app.gateway.tell_bot(event, data, intent=GUILDS, guild_id=world.guild_id)


def pin(request: ControlRequest) -> None:
    """Pin a message as the person `by`, or unpin it (`pinned: false`)."""
    message = request.app.world.find_message(request["message_id"])
    by = _person(request, str(request.body.get("by") or "ann"))
    set_pin(request.app, message, by.id, pinned=bool(request.body.get("pinned", True)))


def thread(request: ControlRequest) -> Json:
    """Open a thread as the person `by`: `name`, `private`, or at a message (`message_id`)."""
    app, body = request.app, request.body
    by = _person(request, str(body.get("by") or "ann"))
    parent = app.world.channel(request["channel_id"])
    kind = PRIVATE_THREAD if body.get("private") else PUBLIC_THREAD
    starter = None
    if body.get("message_id"):
        starter = app.world.message(parent.id, str(body["message_id"]))
    return json_shapes.channel(app.world, open_thread(app, body, parent, kind, by.id, starter))


def set_members(request: ControlRequest) -> Json:
    """Add people or the bot to a thread, or remove them: `{add: ["ben"], remove: ["bot"]}`."""
    app, body = request.app, request.body
    world = app.world
    channel = world.channel(request["channel_id"])
    if not channel.is_thread or channel.kind == DM:
        raise bad_form(("channel_id",), "BASE_TYPE_CHOICES", "This is no thread.")

    def who(name: object) -> str:
        return world.bot_id if name == "bot" else _person(request, str(name)).id

    before = {person.id: _seen(app, person) for person in world.people.values()}
    saw = permissions.of_bot(world, channel)
    for user_id in [who(name) for name in body.get("remove") or ()]:
        if user_id in channel.members:
            channel.members.remove(user_id)
    for user_id in [who(name) for name in body.get("add") or ()]:
        if user_id not in channel.members:
            channel.members.append(user_id)
    for person in world.people.values():
        tell_seen(app, person, before[person.id])
    sees = permissions.of_bot(world, channel)
    if bool(saw) != bool(sees):
        event, shape = "THREAD_CREATE", json_shapes.channel
        if not sees:
            event, shape = "THREAD_DELETE", json_shapes.removed_channel
        app.gateway.tell_bot(event, shape(world, channel), intent=GUILDS, guild_id=world.guild_id)
    world.on_change()
    return {"members": channel.members}


def phone(request: ControlRequest) -> Json:
    """Return the push notifications on a person's phone: author, channel and plain text."""
    name = _person(request, request["name"]).name
    phones = request.app.post.phones
    mine = [asdict(push) for push in phones.pushes if push.to == name and push.n > request.since]
    return {"pushes": mine, "next": phones.number}


CONTROLS = [
    ("POST", "/people/{name}", set_person),
    ("POST", "/roles", add_role),
    ("DELETE", "/roles/{role}", delete_role),
    ("POST", "/messages/{message_id}/pin", pin),
    ("POST", "/channels/{channel_id}/threads", thread),
    ("POST", "/channels/{channel_id}/members", set_members),
    ("GET", "/phone/{name}", phone),
]
