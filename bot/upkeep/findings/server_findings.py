"""Says how a PostgreSQL database and its server are, and what is in it.

The room on the server's disk can't be seen from here, so nothing is said about it.
"""

from typing import Any

from bot.settings import Settings
from bot.ui.panels.words import listed
from bot.upkeep.findings.file_findings import about_content
from bot.upkeep.findings.findings import Finding
from db.base.place import PostgresUrl
from db.base.problems import ConnectionLost, DatabaseProblem
from db.upkeep import read_only, server_state
from db.upkeep.server_state import OnServer

OLDEST = 13  # version of the server: none before it gets corrections any more


async def about_server(
    place: PostgresUrl, settings: Settings, now: float, facts: dict[str, Any]
) -> list[Finding]:
    """Look at the database and its server, and add what is in it to `facts`."""
    facts["database"] = str(place)
    try:
        running = await read_only.is_in_use(place)
        facts["running"] = running
        async with read_only.opened(place) as (reads, _):
            seen = await server_state.look_at(reads)
    except ConnectionLost as problem:
        return [Finding("broken", f"{problem} A bot that runs, or that you start, waits for it.")]
    except DatabaseProblem as problem:
        return [Finding("broken", str(problem))]
    facts["server"] = seen.version
    content = await about_content(place, settings, now, facts, running=running)
    return about_state(seen) + content


def about_state(seen: OnServer) -> list[Finding]:
    """Say what of the server, of the connection or of the user's rights needs attention."""
    findings: list[Finding] = []

    def say(level: Any, text: str) -> None:
        findings.append(Finding(level, text))

    if seen.major < OLDEST:
        say(
            "warning",
            f"The server is PostgreSQL {seen.version}, and I'm made for {OLDEST} or later. Update "
            "it.",
        )
    if seen.standby:
        say(
            "broken",
            "The server only follows another one, so nothing can be saved there. Name the main "
            "server as DOWNEAST_DATABASE.",
        )
    if seen.foreign_tables:
        say(
            "broken",
            f"The user {seen.user} doesn't own {listed(seen.foreign_tables)}. Name the owner as "
            "the user in DOWNEAST_DATABASE, or make this user the owner of all my tables.",
        )
    elif not seen.may_create:
        say(
            "warning",
            f"The user {seen.user} can't make tables, which an update needs. Make it the owner of "
            "the database and of the schema.",
        )
    for setting, on in (("fsync", seen.fsync), ("full_page_writes", seen.full_page_writes)):
        if not on:
            say(
                "warning",
                f"The server runs with {setting} = off, so a power cut can ruin the database. "
                f"Set {setting} = on in its postgresql.conf and restart it.",
            )
    if seen.idle_limit:
        say(
            "warning",
            f"The server ends connections that are idle for {seen.idle_limit / 1000:g} s, and with "
            "the connection goes the lock that keeps a second bot out. Run `ALTER ROLE "
            f'"{seen.user}" SET idle_session_timeout = 0` there, and restart the bot.',
        )
    if seen.elsewhere and not seen.encrypted:
        say(
            "warning",
            "The server is on another machine and the connection isn't encrypted, so anyone on the "
            "network between them can read every hand. Set up TLS there, and add "
            "?sslmode=verify-full&sslrootcert=FILE to DOWNEAST_DATABASE, with the certificate that "
            "vouches for the server's.",
        )
    return findings
