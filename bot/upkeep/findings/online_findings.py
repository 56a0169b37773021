"""Asks Discord whether it knows the application, its commands and its permissions as we do.

Only REST is used: a second connection to the gateway would get presses that the running bot waits
for.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord

from bot.app import Downeast
from bot.endpoint import NoPlayground, aim_at, ask_for_address
from bot.gateway_fixes import read_plainly
from bot.host.reading.store import OWNER
from bot.registered_commands import differences
from bot.service import OUTAGES
from bot.settings import Settings
from bot.show.deliver.queues.timing import Timing
from bot.show.discord_py.discord_messenger import error_line
from bot.show.discord_py.needed_permissions import invitation, lacking_of_all
from bot.ui.panels.words import listed
from bot.upkeep.findings.findings import Finding
from db.base.problems import DatabaseProblem
from db.database import Database
from db.upkeep import inspection, read_only

FEW_STARTS = 20  # of the thousand connections that Discord allows a day
LISTED = 10  # servers named


async def about_discord(settings: Settings, facts: dict[str, Any]) -> list[Finding]:
    """Log in and ask. Add what Discord says to `facts`."""
    try:
        token = await _token(settings)
    except NoPlayground as problem:
        return [Finding("broken", str(problem))]
    if token is None:
        return [
            Finding(
                "broken",
                "There is no DISCORD_TOKEN, so there is nobody to ask on Discord. Put the token "
                "into .env (.env.example says how).",
            )
        ]
    read_plainly()
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(token)
            findings = about_application(client.application, facts)
            findings += await _about_owner(settings, client.application_id)
            findings += await _about_gateway(client)
            findings += await _about_commands(settings, client, facts)
            findings += await _about_servers(client, facts)
        except discord.LoginFailure:
            return [
                Finding(
                    "broken",
                    "Discord doesn't accept this DISCORD_TOKEN. Make a new one in Discord's "
                    "developer portal (Bot, Reset Token) and put it into .env.",
                )
            ]
        except OUTAGES as problem:
            why = error_line(problem)
            text = f"I can't reach Discord: {why}. Check the network and try again."
            return [Finding("broken", text)]
    return findings


async def _token(settings: Settings) -> str | None:
    """Return the token of the bot, on Discord or on a playground that runs. None: there is none."""
    if settings.discord_token is not None:
        return settings.discord_token.get_secret_value()
    if settings.playground_url is None:
        return None
    address = await ask_for_address(settings.playground_url)
    aim_at(address)
    return address.token


def about_application(application: discord.AppInfo | None, facts: dict[str, Any]) -> list[Finding]:
    """Say which settings in Discord's developer portal keep the bot from working."""
    assert application is not None, "discord.py asks for it at the login"
    facts["application"] = application.id
    facts["application_flags"] = application.flags.value
    findings = [
        Finding(
            "fine",
            f"Discord accepts the token. It is that of {application.name} ({application.id}). No "
            "privileged intents are needed.",
        )
    ]
    if application.interactions_endpoint_url:
        findings.append(
            Finding(
                "broken",
                "Discord sends all presses and commands to an Interactions Endpoint URL, so the "
                "bot gets none. Remove that address in the developer portal (General Information).",
            )
        )
    if application.bot_require_code_grant:
        findings.append(
            Finding(
                "broken",
                "Nobody can add the bot to a server while Requires OAuth2 Code Grant is on. Switch "
                "it off in the developer portal (Bot).",
            )
        )
    return findings


async def _about_owner(settings: Settings, application: int | None) -> list[Finding]:
    try:
        async with read_only.opened(settings.place) as (reads, _):
            owner = await inspection.note(reads, OWNER)
    except DatabaseProblem:  # the other part of the check says so
        return []
    if owner is None or owner == str(application):
        return []
    return [
        Finding(
            "broken",
            f"The database {settings.place} belongs to another application ({owner}), so the bot "
            "won't start with it. Name another one as DOWNEAST_DATABASE, or use its token.",
        )
    ]


async def _about_gateway(client: discord.Client) -> list[Finding]:
    shards, _, starts = await client.http.get_bot_gateway()
    findings: list[Finding] = []
    if shards > 1:
        findings.append(
            Finding(
                "warning",
                f"Discord wants {shards} connections for so many servers, and the bot has one. "
                "From 2,500 servers on, Discord refuses it.",
            )
        )
    if starts["remaining"] < FEW_STARTS:
        findings.append(
            Finding(
                "warning",
                f"Discord allows {starts['remaining']} more connections today. Find out from the "
                "log why the bot connects so often.",
            )
        )
    return findings


async def _about_commands(
    settings: Settings, client: discord.Client, facts: dict[str, Any]
) -> list[Finding]:
    """Compare the registered commands with those of this release."""
    own = await _own_commands(settings)
    registered = await client.http.get_global_commands(client.application_id or 0)
    wrong = differences(own, registered)
    facts.update(commands=len(registered), commands_current=not wrong)
    if wrong:
        return [
            Finding(
                "warning",
                f"Discord has the commands {listed(wrong)}. The bot registers its own when it "
                "starts. If it has, its log says why Discord refused.",
            )
        ]
    return [Finding("fine", f"All {len(own)} commands are registered.")]


async def _own_commands(settings: Settings) -> list[dict[str, Any]]:
    """Return the commands that the bot would register."""
    with TemporaryDirectory(prefix="downeast-") as folder:
        database = await Database.open(Path(folder) / "empty.sqlite3", durable=False)
        bot = Downeast(database, settings.rules, Timing())
        try:
            await bot.load_commands()
            return bot.own_commands()
        finally:
            await bot.close()
            await database.close()


async def _about_servers(client: discord.Client, facts: dict[str, Any]) -> list[Finding]:
    """Say on which servers the bot's roles lack permissions. A channel can deny more of them."""
    lacking: list[str] = []
    count, last = 0, None
    while page := await client.http.get_guilds(200, after=last, with_counts=False):
        count, last = count + len(page), page[-1]["id"]
        for guild in page:
            needed = lacking_of_all(discord.Permissions(int(guild.get("permissions", 0))))
            if needed:
                lacking.append(f"{guild['name']} ({guild['id']}): {listed(needed)}")
        if len(page) < 200:
            break
    facts.update(servers=count, servers_lacking_permissions=len(lacking))
    if not lacking:
        return [Finding("fine", f"On all {count} servers my roles have the permissions I need.")]
    link = invitation(client.application_id or 0)
    shown = [Finding("warning", f"I lack permissions on {line}.") for line in lacking[:LISTED]]
    more = len(lacking) - LISTED
    text = f"Whoever manages such a server can add me again with {link}, or change my role there."
    text = f"The same is so on {more} more servers. {text}" if more > 0 else text
    return [*shown, Finding("warning", text)]
