"""A hikari bot with one of every feature, for the playground; test_clients.py plays its users.

It does the same as `discordjs/bot.js`, and prints each event as a line of JSON.
"""

import asyncio
import json
import os
import traceback
from typing import Any

import hikari  # pyright: ignore[reportMissingImports]  # it is in tests/foreign/.venv only

FLAGS = hikari.MessageFlag.EPHEMERAL
REPLY = hikari.ResponseType.MESSAGE_CREATE
DEFER = hikari.ResponseType.DEFERRED_MESSAGE_CREATE
DEEDS = ("file", "edit", "delete", "dm", "thread", "look")


def say(event: str, **more: Any) -> None:
    print(json.dumps({"event": event, **more}), flush=True)


bot = hikari.GatewayBot(
    os.environ["DISCORD_TOKEN"],
    rest_url=f"{os.environ['PLAYGROUND']}/api/v10",
    intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES | hikari.Intents.DM_MESSAGES,
    banner=None,
    logs="WARNING",
)


def commands() -> list[Any]:
    make = hikari.CommandOption
    kinds = hikari.OptionType
    stake = make(
        type=kinds.INTEGER,
        name="stake",
        description="How much",
        is_required=True,
        autocomplete=True,
    )
    rival = make(type=kinds.USER, name="rival", description="Against whom", is_required=True)
    choices = [hikari.CommandChoice(name=deed, value=deed) for deed in DEEDS]
    what = make(
        type=kinds.STRING, name="what", description="Which", is_required=True, choices=choices
    )
    table = bot.rest.slash_command_builder("table", "Opens a table")
    deed = bot.rest.slash_command_builder("do", "Does one thing")
    return [table.add_option(stake).add_option(rival), deed.add_option(what)]


def board() -> list[Any]:
    def row() -> Any:
        return bot.rest.build_message_action_row()

    menu = row().add_text_menu("colours", max_values=2)
    for name in ("red", "blue", "green"):
        menu.add_option(name, name)
    kinds = hikari.ComponentType
    return [
        row().add_interactive_button(hikari.ButtonStyle.PRIMARY, "bid", label="Bid"),
        menu.parent,
        row().add_select_menu(kinds.ROLE_SELECT_MENU, "role"),
        row().add_select_menu(kinds.USER_SELECT_MENU, "who"),
        row().add_channel_menu("where"),
    ]


# --- tasks that Ann asks for ---


async def do_file(one: hikari.CommandInteraction) -> None:
    file = hikari.Bytes(b"a\nb\n", "log.txt")
    await one.create_initial_response(REPLY, "the file", attachment=file)


async def do_edit(one: hikari.CommandInteraction) -> None:
    await one.create_initial_response(DEFER)
    await one.edit_initial_response("edited once")
    await one.edit_initial_response("edited twice")


async def do_delete(one: hikari.CommandInteraction) -> None:
    await one.create_initial_response(REPLY, "soon gone")
    await one.delete_initial_response()
    await one.execute("it is gone", flags=FLAGS)


async def do_dm(one: hikari.CommandInteraction) -> None:
    await one.create_initial_response(DEFER, flags=FLAGS)
    sent = await one.user.send("a word in private")
    await sent.edit("a better word in private")
    await one.edit_initial_response("sent")


async def do_thread(one: hikari.CommandInteraction) -> None:
    await one.create_initial_response(DEFER)
    thread = await bot.rest.create_thread(
        one.channel_id, hikari.ChannelType.GUILD_PUBLIC_THREAD, "a thread", auto_archive_duration=60
    )
    await thread.send("in the thread")
    await bot.rest.edit_channel(thread, archived=True)
    await bot.rest.edit_channel(thread, archived=False)
    await one.edit_initial_response(f"see {thread.name}")


async def do_look(one: hikari.CommandInteraction) -> None:
    await one.create_initial_response(DEFER)
    messages = await bot.rest.fetch_messages(one.channel_id).limit(5)
    owned = [
        f"{guild.is_owner} {bool(guild.my_permissions & hikari.Permissions.SEND_MESSAGES)}".lower()
        async for guild in bot.rest.fetch_my_guilds()
    ]
    await one.edit_initial_response(
        f"read {str(bool(messages)).lower()}; servers {','.join(owned)}"
    )


# --- interactions ---


async def command(one: hikari.CommandInteraction) -> None:
    options = {option.name: option.value for option in one.options or ()}
    if one.command_name == "do":
        await globals()[f"do_{options['what']}"](one)
        return
    assert one.resolved is not None
    rival = one.resolved.users[hikari.Snowflake(options["rival"])]
    words = f"{options['stake']} against {rival.global_name}"
    await one.create_initial_response(REPLY, words, components=board())
    await one.execute("Your hand", flags=FLAGS)


async def suggest(one: hikari.AutocompleteInteraction) -> None:
    typed = str(next(option.value for option in one.options if option.is_focused))
    found = [stake for stake in (5, 50) if typed in str(stake)]
    await one.create_response(
        [hikari.impl.AutocompleteChoiceBuilder(f"${stake}", stake) for stake in found]
    )


async def press(one: hikari.ComponentInteraction) -> None:
    if one.custom_id == "bid":
        label = bot.rest.build_modal_action_row().add_text_input("amount", "How much?")
        await one.create_modal_response("A bid", "form", component=label)
        return
    found = one.resolved
    if one.custom_id == "colours":
        words = " and ".join(one.values)
    else:
        assert found is not None
        words = {
            "role": lambda: next(iter(found.roles.values())).name,
            "who": lambda: next(iter(found.users.values())).global_name,
            "where": lambda: f"#{next(iter(found.channels.values())).name}",
        }[one.custom_id]()
    await one.create_initial_response(REPLY, f"chose {words}", flags=FLAGS)


async def submitted(one: hikari.ModalInteraction) -> None:
    amount = one.components[0][0].value
    words = f"{one.user.global_name} bids {amount}"
    await one.create_initial_response(hikari.ResponseType.MESSAGE_UPDATE, words)


ANSWERS = {
    hikari.CommandInteraction: command,
    hikari.AutocompleteInteraction: suggest,
    hikari.ComponentInteraction: press,
    hikari.ModalInteraction: submitted,
}


@bot.listen()
async def interaction(event: hikari.InteractionCreateEvent) -> None:
    for kind, answer in ANSWERS.items():
        if isinstance(event.interaction, kind):
            try:
                await answer(event.interaction)
            except Exception:
                say("trouble", words=traceback.format_exc())


@bot.listen()
async def heard(event: hikari.DMMessageCreateEvent) -> None:
    if event.is_human:
        say("heard", words=event.content)


@bot.listen()
async def ready(event: hikari.ShardReadyEvent) -> None:
    own = await bot.rest.fetch_application()
    await bot.rest.set_application_commands(own.id, commands())
    say("ready", name=event.my_user.username, servers=len(event.unavailable_guilds))


@bot.listen()
async def resumed(_: hikari.ShardResumedEvent) -> None:
    say("resumed")


@bot.listen()
async def failed(event: hikari.ExceptionEvent[Any]) -> None:
    say("trouble", words=repr(event.exception))


if __name__ == "__main__":
    asyncio.set_event_loop(asyncio.new_event_loop())
    bot.run(check_for_updates=False)
