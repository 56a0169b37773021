"""The bot's endpoints for itself, the server and its commands."""

from typing import Any

from discord_playground.checks.commands import check_commands, register
from discord_playground.rest.messages import read_whole
from discord_playground.rest.middleware import Call, Reply
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import (
    Form,
    Json,
    Refused,
    missing_access,
    unknown_command,
    unknown_guild,
    unknown_member,
    unknown_user,
)


def get_me(call: Call) -> Json:
    """Return the bot's user."""
    return people_shapes.me(call.app.world, call.app.world.bot_id)


def get_application(call: Call) -> Json:
    """Return the bot's application."""
    return json_shapes.application(call.app.world)


def get_gateway(call: Call) -> Json:
    """Return the gateway's URL and the remaining identifies."""
    counted = call.app.gateway.identifies
    return {
        "url": call.app.gateway.url,
        "shards": 1,
        "session_start_limit": {
            "total": counted.a_day,
            "remaining": counted.remaining,
            "reset_after": counted.reset_after,
            "max_concurrency": 1,
        },
    }


def get_user(call: Call) -> Json:
    """Return a user."""
    world, wanted = call.app.world, call["user_id"]
    if wanted != world.bot_id and (
        wanted not in world.people or world.people[wanted].gone == "deleted"
    ):
        raise unknown_user()
    return people_shapes.fetched_user(world, wanted)


def get_sounds(_: Call) -> list[Json]:
    """Return an empty list of default sounds, which py-cord requests before it is ready."""
    return []


def _in_guild(call: Call) -> None:
    world = call.app.world
    if call["guild_id"] != world.guild_id:
        raise unknown_guild()
    if not world.bot_in_guild:
        raise missing_access()


def get_guild(call: Call) -> Json:
    """Return the server."""
    _in_guild(call)
    made = json_shapes.guild(call.app.world)
    if call.query.get("with_counts") in ("1", "true"):
        people = len(call.app.world.members())
        made |= {"approximate_member_count": people + 1, "approximate_presence_count": people}
    return made


def get_guilds(call: Call) -> list[Json]:
    """List the servers the bot is in, paged by `before`, `after` and `limit`."""
    world, form = call.app.world, Form()
    limit = read_whole(form, call, "limit", "int", 200)
    if limit is not None:
        form.number(("limit",), limit, 1, 200)
    before = read_whole(form, call, "before", "snowflake", 2**64)
    after = read_whole(form, call, "after", "snowflake", 0)
    form.close()
    assert before is not None
    assert after is not None
    in_page = world.bot_in_guild and after < int(world.guild_id) < before
    return [json_shapes.partial_guild(world, world.bot_id)] if in_page else []


def get_guild_channels(call: Call) -> list[Json]:
    """List the server's channels that the bot can see."""
    _in_guild(call)
    world = call.app.world
    return [
        json_shapes.channel(world, channel)
        for channel in world.guild_channels()
        if not permissions.hides(world, channel)
    ]


def get_guild_roles(call: Call) -> list[Json]:
    """List the server's roles."""
    _in_guild(call)
    return json_shapes.roles(call.app.world)


def get_member(call: Call) -> Json:
    """Return a member of the server."""
    _in_guild(call)
    world, wanted = call.app.world, call["user_id"]
    if wanted not in world.members() and wanted != world.bot_id:
        raise unknown_member()
    return people_shapes.member(world, wanted)


def own_application(call: Call) -> None:
    """Raise an error if the route names an application other than the bot's."""
    if call["application_id"] != call.app.world.bot_id:
        raise Refused(
            403, 20012, "You are not authorized to perform this action on this application"
        )


def _registry(call: Call) -> tuple[dict[str, Json], bool]:
    """Return the command store that the route names, and whether it is the server's."""
    world = call.app.world
    own_application(call)
    if "guild_id" not in call.params:
        return world.commands, False
    _in_guild(call)
    return world.guild_commands, True


def get_commands(call: Call) -> list[Json]:
    """List the registered commands."""
    return list(_registry(call)[0].values())


def put_commands(call: Call) -> list[Json]:
    """Replace all registered commands."""
    kept, guild = _registry(call)
    check_commands(call.body)
    names = {(command.get("type") or 1, command["name"]) for command in call.body}
    stored = [register(call.app.world, kept, command, guild)[0] for command in call.body]
    for old in list(kept.values()):
        if (old["type"], old["name"]) not in names:
            del kept[old["id"]]
    call.app.world.on_change()
    return stored


def post_command(call: Call) -> Reply:
    """Register one command."""
    kept, guild = _registry(call)
    check_commands([call.json])
    made, new = register(call.app.world, kept, call.json, guild)
    return Reply(201 if new else 200, made)


def get_command(call: Call) -> Json:
    """Return one registered command."""
    found = _registry(call)[0].get(call["command_id"])
    if found is None:
        raise unknown_command()
    return found


def patch_command(call: Call) -> Json:
    """Change one registered command."""
    old = get_command(call)
    check_commands([old | call.json])
    kept, guild = _registry(call)
    return register(call.app.world, kept, old | call.json, guild)[0]


def delete_command(call: Call) -> None:
    """Delete a registered command."""
    old = get_command(call)
    del _registry(call)[0][old["id"]]
    call.app.world.on_change()


_APP = "/applications/{application_id}"
_GUILD = "/guilds/{guild_id}"
ROUTES: list[tuple[str, str, Any]] = [
    ("GET", "/users/@me", get_me),
    ("GET", "/users/@me/guilds", get_guilds),
    ("GET", "/users/{user_id}", get_user),
    ("GET", "/oauth2/applications/@me", get_application),
    ("GET", "/applications/@me", get_application),
    ("GET", "/gateway", get_gateway),
    ("GET", "/gateway/bot", get_gateway),
    ("GET", "/soundboard-default-sounds", get_sounds),
    ("GET", _GUILD, get_guild),
    ("GET", _GUILD + "/channels", get_guild_channels),
    ("GET", _GUILD + "/roles", get_guild_roles),
    ("GET", _GUILD + "/members/{user_id}", get_member),
    *(
        row
        for base in (_APP, _APP + "/guilds/{guild_id}")
        for row in (
            ("GET", base + "/commands", get_commands),
            ("PUT", base + "/commands", put_commands),
            ("POST", base + "/commands", post_command),
            ("GET", base + "/commands/{command_id}", get_command),
            ("PATCH", base + "/commands/{command_id}", patch_command),
            ("DELETE", base + "/commands/{command_id}", delete_command),
        )
    ),
]
