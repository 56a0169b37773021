"""Draws the panel with which moderators set up their server, and the log of what they did."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import CHOICE_LIMIT, Choice, Line, Menu, Panel, Picker, Request, Text
from bot.ui.panels.words import capital, escape, listed
from db.people.forgetting import FORMER
from db.servers.servers import Act, Server

CHANNELS = Request("server_channels")
GAMES = Request("server_games")
OPENER = Request("server_opener")
LIMIT = Request("server_limit")
THREADS = Request("server_threads")
VERBS: Final = frozenset(wanted.verb for wanted in (CHANNELS, GAMES, OPENER, LIMIT, THREADS))

PICKED: Final = "*picked"
"""The argument with what was picked in a menu of the panel."""
LIMITS: Final = (1, 2, 3, 5, 10)
NO_LIMIT: Final = 0
ACTS_SHOWN: Final = 20
BLOCKED_SHOWN: Final = 30

FOOT = (
    "-# Changes apply to new tables; the ones already open go on. `/server block` keeps a person "
    "from the tables here, and `/server unblock` lets them back. `/table remove` takes a player "
    "off a table before the deal, and `/table end` closes a table. `/server check` says whether "
    "all is well in a channel, and `/server log` what moderators have done."
)


def offered(faces: Mapping[str, AnyFace]) -> list[str]:
    """List the games of which the bot deals new tables."""
    return [name for name, face in faces.items() if face.rules.command]


def settings(
    name: str,
    server: Server,
    faces: Mapping[str, AnyFace],
    there: set[int],
    contact: str = "",
    unseen: Sequence[int] = (),
) -> Panel:
    """Draw the settings of a server called `name`, with a menu for each.

    `there` are the ids of its channels and roles. Discord refuses a menu that names others.
    `contact` says as Markdown how to reach the people who run the bot. `unseen` are the chosen
    channels that the bot can't see.
    """
    shut = listed([f"<#{channel}>" for channel in unseen])
    said = [
        f"**Where:** tables can be opened in {where(server)}.",
        *([f"I can't see {shut}, because I need View Channel there."] if unseen else []),
        f"**Games:** {games(server.games, faces)}.",
        f"**Who:** {opener(server.opener_role)} may open a table.",
        f"**How many at once:** {limit(server.most_tables)}.",
        f"**In:** {threads(in_threads=server.in_threads)}.",
        f"**Blocked:** {_blocked(server)}.",
    ]
    role = [] if server.opener_role is None else [server.opener_role]
    return Panel(
        [
            Text(f"### Tables on {escape(name)}"),
            Text("\n".join(said)),
            Picker(
                CHANNELS,
                PICKED,
                "Channels for tables (none picked: all)",
                "channels",
                [channel for channel in server.channels if channel in there],
                CHOICE_LIMIT,
            ),
            Menu(
                GAMES,
                PICKED,
                "Games (none picked: all)",
                _game_choices(server, faces),
                several=True,
            ),
            Picker(
                OPENER,
                PICKED,
                "Role that may open tables (none: everybody)",
                "roles",
                [known for known in role if known in there],
            ),
            Menu(LIMIT, PICKED, "Tables at once", _limit_choices(server)),
            Menu(THREADS, PICKED, "Where tables are played", _thread_choices(server)),
            Line(),
            Text(f"{FOOT}\n-# I'm run by {contact}." if contact else FOOT),
        ]
    )


def where(server: Server) -> str:
    """Return the channels in which tables are opened, for a sentence."""
    if not server.channels:
        return "every channel"
    threads = "its threads" if len(server.channels) == 1 else "their threads"
    return f"{listed([f'<#{channel}>' for channel in server.channels])}, and in {threads}"


def games(names: Sequence[str], faces: Mapping[str, AnyFace]) -> str:
    """Return the titles of these games (none: all of them), for a sentence."""
    titles = [faces[name].rules.title for name in names if name in faces]
    if not titles:
        return "none of mine" if names else "all of mine"
    return listed(titles)


def opener(role: int | None) -> str:
    """Return who may open tables, for a sentence."""
    return "everybody" if role is None else f"<@&{role}>"


def limit(most: int | None) -> str:
    """Return how many tables there may be at the same time, for a sentence."""
    if most is None:
        return "no limit"
    return "one table, open or in play" if most == 1 else f"{most} tables, open or in play"


def threads(*, in_threads: bool) -> str:
    """Return where tables are played unless their opener chooses otherwise, for a sentence."""
    return "each table gets a thread at its deal" if in_threads else "tables stay in the channel"


def _blocked(server: Server) -> str:
    people = [f"<@{person}>" for person in sorted(server.blocked)]
    if not people:
        return "nobody"
    more = len(people) - BLOCKED_SHOWN
    return listed([*people[:BLOCKED_SHOWN], *([f"{more} more"] if more > 0 else [])])


def _game_choices(server: Server, faces: Mapping[str, AnyFace]) -> list[Choice]:
    return [
        Choice(faces[name].rules.title, name, chosen=name in server.games)
        for name in offered(faces)
    ]


def _limit_choices(server: Server) -> list[Choice]:
    limits = {NO_LIMIT: None} | {most: most for most in LIMITS}
    return [
        Choice(f"At once: {limit(most)}", str(value), chosen=most == server.most_tables)
        for value, most in limits.items()
    ]


def _thread_choices(server: Server) -> list[Choice]:
    return [
        Choice(capital(threads(in_threads=each)), value, chosen=each == server.in_threads)
        for value, each in (("no", False), ("yes", True))
    ]


def check(closed: str, said: Sequence[str]) -> Panel:
    """Draw how a channel is. `closed` says why no table can be opened there ("": one can)."""
    head = (
        f"❌ Tables can't be opened here. {closed}" if closed else "✅ Tables can be opened here."
    )
    foot = "-# In another channel it may be different. `/server settings` changes what you set."
    return Panel([Text("### This channel"), Text("\n".join([head, *said])), Line(), Text(foot)])


def log(name: str, acts: Sequence[Act], faces: Mapping[str, AnyFace]) -> Panel:
    """Draw the newest acts of the moderators of a server called `name`."""
    lines = [
        f"<t:{int(act.at)}:f> · {_called(act.moderator)} {_done(act, faces)}"
        for act in acts[:ACTS_SHOWN]
    ]
    text = "\n".join(lines) or "Moderators haven't done anything here yet."
    return Panel([Text(f"### What moderators have done on {escape(name)}"), Text(text)])


def _called(person: int | None) -> str:
    """Return how a moderator, or a person whom an act is about, is named in the log."""
    return f"<@{person}>" if person else FORMER


def _done(act: Act, faces: Mapping[str, AnyFace]) -> str:
    """Say what a moderator did, as the rest of a sentence that begins with their name."""
    person, table = _called(act.person), f"table {act.table}"
    match act.kind:
        case "block":
            return f"blocked {person}."
        case "unblock":
            return f"unblocked {person}."
        case "remove":
            return f"removed {person} from {table} before its deal."
        case "end":
            return f"closed {table}."
        case "channels":
            channels = tuple(int(channel) for channel in act.detail.split())
            return f"let tables be opened in {where(Server(channels=channels))}."
        case "games":
            return f"set the games: {games(act.detail.split(), faces)}."
        case "opener":
            return f"let {opener(int(act.detail) if act.detail else None)} open tables."
        case "threads":
            return f"chose: {threads(in_threads=act.detail == 'yes')}."
        case "limit":
            return f"set the limit: {limit(int(act.detail) if act.detail else None)}."
