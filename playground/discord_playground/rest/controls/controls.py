"""The playground's control endpoints, `/playground/*`, for its page and for tests.

The bot never uses them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict

from aiohttp import web

from discord_playground.checks.strangeness import as_it_is, make_strange
from discord_playground.rest.app_context import AppContext
from discord_playground.rest.bodies import read_json
from discord_playground.rest.channel_removal import remove_channel
from discord_playground.rest.controls import untidy
from discord_playground.rest.controls.control_request import ControlHandler, ControlRequest
from discord_playground.rest.messages import tell_thread
from discord_playground.rest.middleware import answer, disconnected
from discord_playground.rest.threads import active
from discord_playground.world import json_shapes, people_shapes, permissions, shown_games
from discord_playground.world.discord_errors import Json, Refused, bad_form, fields
from discord_playground.world.world import CATEGORY, FORUM, NEWS, STAGE, TEXT, VOICE, Channel


def state(request: ControlRequest) -> Json:
    """Return everything that a page needs when it loads."""
    app, world = request.app, request.app.world
    return {
        "people": [
            {
                "id": person.id,
                "name": person.name,
                "token": person.token,
                "dms_open": person.dms_open,
                "called": person.called,
                "roles": person.roles,
                "gone": person.gone,
                "colour": f"#{person.colour:06x}",
            }
            for person in world.people.values()
        ],
        "roles": [asdict(role) for role in world.roles.values()],
        "guild": {"id": world.guild_id, "name": world.guild_name, "owner_id": world.owner_id},
        "channels": [
            {
                "id": channel.id,
                "name": channel.name,
                "type": channel.kind,
                "parent_id": channel.parent,
                "bot_permissions": {
                    name: bool(permissions.of_bot(world, channel) & bit)
                    for name, bit in permissions.BITS.items()
                },
            }
            for channel in world.channels.values()
            if channel.in_guild
        ],
        "bot": {
            "id": world.bot_id,
            "application_id": world.bot_id,
            "name": world.bot_name,
            "token": world.bot_token,
            "connected": app.gateway.bot_connected,
            "in_guild": world.bot_in_guild,
        },
        "gateway": app.gateway.url,
        "rest": app.post.attached.base,
        "clock_offset": world.offset,
        "clock_followed": world.on_clock is not None,
        "rates": app.rates.on,
    }


def add_channel(request: ControlRequest) -> Json:
    """Create a channel: `{name, type, parent_id, bot_permissions}`."""
    app, body = request.app, request.body
    world, kind = app.world, body.get("type", TEXT)
    if kind not in KINDS:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {KINDS}.")
    name, parent = str(body.get("name") or "table"), body.get("parent_id")
    made = Channel(world.snowflake(), kind, name, parent, overrides=_overrides(body))
    hidden = _hidden(app)
    channel = world.add_channel(made)
    data = json_shapes.channel(world, channel)
    app.gateway.tell_people(world.members(), "CHANNEL_CREATE", data)
    _tell_bot(app, "CHANNEL_CREATE", channel)
    _tell_hidden(app, hidden, channel)
    return data


KINDS = (TEXT, VOICE, CATEGORY, NEWS, STAGE, FORUM)


def _overrides(body: Json) -> dict[str, bool]:
    """Read changes of the bot's permissions: `{send_messages: false}`."""
    given = fields(body.get("bot_permissions"))
    for name in given.keys() - permissions.BITS.keys():
        raise bad_form(
            ("bot_permissions", name),
            "BASE_TYPE_CHOICES",
            f"Value must be one of {set(permissions.BITS)}.",
        )
    return {name: bool(allowed) for name, allowed in given.items()}


def _tell_bot(app: AppContext, event: str, channel: Channel) -> None:
    data = json_shapes.for_bot(app.world, channel)
    app.gateway.tell_bot(event, data, intent=1, guild_id=app.world.guild_id)


def _hidden(app: AppContext) -> set[str]:
    there = app.world.guild_channels()
    return {channel.id for channel in there if permissions.hides(app.world, channel)}


def _tell_hidden(app: AppContext, before: set[str], told: Channel) -> None:
    """Tell the bot of all channels, except `told`, that a change has hidden or shown.

    The threads of a shown channel follow, also those of `told`.
    """
    world, after = app.world, _hidden(app)
    for own in sorted((before ^ after) & world.channels.keys(), key=int):
        if own != told.id:
            _tell_bot(app, "CHANNEL_UPDATE", world.channels[own])
        if own not in after:
            synced = active(world, own) | {"guild_id": world.guild_id, "channel_ids": [own]}
            app.gateway.tell_bot("THREAD_LIST_SYNC", synced, intent=1, guild_id=world.guild_id)


def set_channel(request: ControlRequest) -> Json:
    """Change the bot's permissions in a channel, or archive or lock a thread.

    `role` limits the channel to members with that role; null shows it to everybody.
    """
    app, world = request.app, request.app.world
    channel = world.channel(request["channel_id"])
    hidden = _hidden(app)
    channel.overrides |= _overrides(request.body)
    if "role" in request.body:
        untidy.set_visible(app, channel.id, request.body["role"])
    channel.archived = bool(request.body.get("archived", channel.archived))
    channel.locked = bool(request.body.get("locked", channel.locked))
    world.on_change()
    data = json_shapes.channel(world, channel)
    if channel.is_thread:
        tell_thread(app, "THREAD_UPDATE", channel)
    elif channel.in_guild:
        app.gateway.tell_people(app.post.audience(channel), "CHANNEL_UPDATE", data)
        _tell_bot(app, "CHANNEL_UPDATE", channel)
        _tell_hidden(app, hidden, channel)
    return data


def delete_channel(request: ControlRequest) -> None:
    """Delete a channel, as an administrator would."""
    channel, hidden = request.app.world.channel(request["channel_id"]), _hidden(request.app)
    remove_channel(request.call(), channel)
    _tell_hidden(request.app, hidden, channel)


def delete_message(request: ControlRequest) -> None:
    """Delete a message, as a moderator would."""
    request.app.post.delete(request.app.world.find_message(request["message_id"]))


def set_guild(request: ControlRequest) -> Json:
    """Remove the bot from the server (`bot: false`), add it again, or give it a time-out.

    `time_out` has its seconds. With `outage: true` the server is out of order until
    `outage: false`. The event of its return has `unavailable: false` after an outage, and no such
    field after an invitation; `quiet: true` leaves it out after an outage, too.
    """
    app, world, body = request.app, request.app.world, request.body
    if "time_out" in body:
        world.bot_timed_out_until = world.now() + float(body["time_out"])
        data = people_shapes.member(world, world.bot_id) | {"guild_id": world.guild_id}
        app.gateway.tell_bot("GUILD_MEMBER_UPDATE", data, intent=1, guild_id=world.guild_id)
    was = world.serves_bot
    world.bot_in_guild = bool(body.get("bot", world.bot_in_guild))
    world.outage = bool(body.get("outage", world.outage))
    world.on_change()
    if world.serves_bot and not was:
        data = json_shapes.guild_create(world, members=[world.bot_id])
        if body.get("bot") or body.get("quiet"):
            del data["unavailable"]
        app.gateway.tell_bot("GUILD_CREATE", data, intent=1, guild_id=world.guild_id)
    elif was and not world.serves_bot:
        gone = {"id": world.guild_id} | ({"unavailable": True} if world.outage else {})
        app.gateway.tell_bot("GUILD_DELETE", gone, intent=1, guild_id=world.guild_id)
    return {"bot": world.bot_in_guild, "outage": world.outage}


async def _fault(request: ControlRequest) -> Json:
    fault, gateway = request.app.faults.add(request.body), request.app.gateway
    if fault.kind == "drop_gateway":
        gateway.drop()
    elif fault.kind == "reconnect":
        gateway.ask_to_reconnect()
    elif fault.kind == "invalid_session":
        gateway.invalidate()
    elif fault.kind == "gateway_down":
        await gateway.go_down(fault.seconds)
    return asdict(fault)


def clear_faults(request: ControlRequest) -> None:
    """Remove all pending faults."""
    request.app.faults.clear()


FURTHEST = 10 * 365 * 86400  # seconds by which the clock can be set ahead or back


def set_clock(request: ControlRequest) -> Json:
    """Set the world's clock ahead, and the clock of a bot that follows it."""
    offset = request.app.world.offset + float(request.body.get("add", 0))
    if not abs(offset) <= FURTHEST:
        raise bad_form(("add",), "NUMBER_TYPE_MAX", f"At most {FURTHEST} seconds from now.")
    request.app.world.set_ahead(offset)
    return {"clock_offset": request.app.world.offset}


def set_rates(request: ControlRequest) -> Json:
    """Change the rate limits: `{on, limits: {create: [5, 5]}, everywhere, identifies}`.

    `on` and `identifies` switch the rate limits and the identify limit on or off.
    """
    rates, body, counted = request.app.rates, request.body, request.app.gateway.identifies
    counted.on = bool(body.get("identifies", counted.on))
    rates.on = bool(body.get("on", rates.on))
    for name, (limit, seconds) in fields(body.get("limits")).items():
        rates.limits[name] = (int(limit), float(seconds))
    rates.everywhere = int(body.get("everywhere", rates.everywhere))
    return {
        "on": rates.on,
        "limits": rates.limits,
        "everywhere": rates.everywhere,
        "identifies": counted.on,
    }


def set_strange(request: ControlRequest) -> Json:
    """Send the bot unknown fields and values from now on, or stop it: `{on}`."""
    on = bool(request.body.get("on", True))
    request.app.gateway.to_bot = make_strange if on else as_it_is
    return {"on": on}


def log(request: ControlRequest) -> Json:
    """Return the bot's requests and all interactions."""
    app = request.app
    return {
        "requests": app.log.since(request.since),
        "interactions": [interaction.line() for interaction in app.interactions.all.values()],
        "next": app.log.number,
    }


def events(request: ControlRequest) -> Json:
    """Return what went wrong: unanswered and late interactions, refused requests and complaints."""
    all_of_them = [interaction.line() for interaction in request.app.interactions.all.values()]
    return {
        "unanswered": [line for line in all_of_them if line["failed"] and not line["late"]],
        "late": [line for line in all_of_them if line["late"]],
        "bot_errors": request.app.log.errors(request.since),
        "complaints": request.app.complaints,
        "next": request.app.log.number,
    }


def games(request: ControlRequest) -> Json:
    """Return the games that the bot's cards offer, for the page's welcome."""
    cards = request.app.cards()
    return {"games": [shown_games.shape(number, card) for number, card in enumerate(cards)]}


CONTROLS: list[tuple[str, str, ControlHandler]] = [
    ("GET", "/state", state),
    ("POST", "/channels", add_channel),
    ("POST", "/channels/{channel_id}", set_channel),
    ("DELETE", "/channels/{channel_id}", delete_channel),
    ("DELETE", "/messages/{message_id}", delete_message),
    ("POST", "/guild", set_guild),
    ("POST", "/faults", _fault),
    ("DELETE", "/faults", clear_faults),
    ("POST", "/clock", set_clock),
    ("POST", "/rates", set_rates),
    ("POST", "/strange", set_strange),
    ("GET", "/games", games),
    ("GET", "/log", log),
    ("GET", "/events", events),
    *untidy.CONTROLS,
]


def add_controls(web_app: web.Application, app: AppContext) -> None:
    """Add the control endpoints to the app."""

    def served(handler: ControlHandler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                text = await request.text()
                result = handler(
                    ControlRequest(app, request, fields(read_json(text)) if text else {})
                )
                if asyncio.iscoroutine(result):
                    result = await result
            except Refused as refused:
                return answer(refused.body(), refused.status)
            except ConnectionError:
                return disconnected(request)
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                return answer({"message": repr(error), "code": 0}, 400)
            return answer(result, 204 if result is None else 200)

        return serve

    for method, route, handler in CONTROLS:
        web_app.router.add_route(method, "/playground" + route, served(handler))
