"""The frame that the house puts around what a face draws: the same for every game.

Pure: a Sight in, a Panel out. Text is fitted into Discord's 4000 characters by leaving out the
oldest events first, never a part of the position.
"""

import hashlib
from collections.abc import Sequence

from bot.face import AnyFace, Drawing
from bot.pace import PACES
from bot.panel import TEXT_LIMIT, Ask, Button, Line, Names, Panel, Part, Row, Text, ask
from bot.sight import News, Sight
from bot.words import spoken

EVENTS_SHOWN = 6
ROOM = TEXT_LIMIT - 200  # what the frame itself may need

JOIN = ask("table_join")
LEAVE = ask("table_leave")
DEAL = ask("table_deal")
HAND = ask("table_hand")
HOW_TO = ask("table_howto")
REMATCH = ask("table_rematch")
TRANSCRIPT = ask("table_transcript")
TRUTH = ask("table_truth")


def board(face: AnyFace, sight: Sight) -> Panel:
    """Draw the one message in the channel, whatever phase the table is in."""
    if sight.phase == "open":
        return lobby(face, sight)
    if sight.phase == "ended":
        return closed(face, sight)
    if sight.public is None:
        return Panel([Text(f"{_title(face, sight)}\n{outdated(sight)}")])
    if sight.phase == "over":
        return ending(face, sight)
    drawing = face.board(sight.public, sight.names)
    parts: list[Part] = [
        Text(_title(face, sight)),
        Text(f"{drawing.headline}\n{waiting(sight)}"),
        Line(),
        *drawing.parts,
    ]
    lines = told(face, sight.news, sight.names, None)
    recent = newest(lines, ROOM - _length([*parts, *drawing.controls]), EVENTS_SHOWN)
    if recent:
        parts += [Line(), Text("\n".join(f"-# {line}" for line in recent))]
    way_in = Button("My hand", HAND, "plain" if drawing.controls else "main")
    return Panel([*parts, *drawing.controls, Row([way_in, Button("How to play", HOW_TO)])])


def lobby(face: AnyFace, sight: Sight) -> Panel:
    """Draw the opening: the terms before anybody joins, and who sits here."""
    rules = face.rules
    pace = PACES[sight.pace].label
    end = (
        "Everything is laid open at the end."
        if sight.laid_open
        else "What was hidden stays hidden, after the end too."
    )
    here = ", ".join(sight.names)
    opener = sight.names[sight.people.index(sight.opener)]
    enough = len(sight.names) in rules.seats
    full = len(sight.names) >= rules.seats.stop - 1
    return Panel(
        [
            Text(_title(face, sight)),
            Text(
                f"{opener} opens a table. {face.terms(sight.options)} · {pace}\n"
                f"{end}\n"
                f"**At the table:** {here} ({spoken(rules.seats)} can play)"
            ),
            Text(f"-# Fair-deal seal: `{sight.seal}`"),
            Row(
                [
                    Button("Join", JOIN, "yes", disabled=full),
                    Button("Leave", LEAVE),
                    Button("Deal", DEAL, "main", disabled=not enough),
                    Button("How to play", HOW_TO),
                ]
            ),
        ]
    )


def outdated(sight: Sight) -> str:
    """Say why a table that was dealt under older rules shows nothing."""
    if sight.phase == "over":
        return "This game was played under older rules, and can no longer be shown."
    return (
        f"Table {sight.id} was dealt under older rules and cannot go on. "
        "End it with `/table end`, and open a new one."
    )


def ending(face: AnyFace, sight: Sight) -> Panel:
    """Draw the final board: the score, and the way to the truth behind it."""
    drawing = face.ending(sight.public, sight.names)
    title = Text(_title(face, sight))
    parts: list[Part] = [title, Text(drawing.headline), Line(), *drawing.parts]
    buttons = [Button("Rematch", REMATCH, "yes")]
    if sight.secret is not None:
        parts += [Line(), Text(proof(sight))]
        buttons += [Button("What really happened", TRUTH), Button("Transcript", TRANSCRIPT)]
    return Panel([*parts, *drawing.controls, Row(buttons)])


def closed(face: AnyFace, sight: Sight) -> Panel:
    """Draw a table that was ended before its game was over."""
    words = "This table was closed before its game was over. No hard feelings."
    return Panel([Text(_title(face, sight)), Text(words)])


def hand(face: AnyFace, sight: Sight, *, in_dm: bool) -> Panel:
    """Draw the private panel of a seat: what it holds, what was told, what it may do.

    Only in a DM is its owner told what may be typed: in the channel everybody would read it.
    """
    title = f"### Your hand at table {sight.id}, <#{sight.channel}>\n-# step {sight.rev}"
    parts: list[Part] = [Text(title)]
    if sight.view is None:
        waits = {"open": "The cards are not dealt yet.", "ended": "This table is closed."}
        return Panel([*parts, Text(waits.get(sight.phase) or outdated(sight))])
    if sight.phase == "over":
        done = face.ending(sight.public, sight.names)
        return Panel([*parts, Text(done.headline)])
    drawing = face.hand(sight.view, sight.names)
    if sight.seat in sight.awaited:
        parts.append(Text(f"**It is your move**{_until(sight)}"))
    parts += [Text(drawing.headline), *drawing.parts]
    lines = told(face, sight.news, sight.names, sight.seat)
    recent = newest(lines, ROOM - _length([*parts, *drawing.controls]), 12)
    if recent:
        parts += [Line(), Text("**Since you last looked**\n" + "\n".join(recent))]
    if in_dm and drawing.typing:
        parts.append(Text(f"-# {drawing.typing}"))
    return Panel([*parts, *drawing.controls, Row([Button("Refresh", HAND)])])


def asked(face: AnyFace, sight: Sight) -> frozenset[int]:
    """Say who owes something private, as everybody could tell."""
    if sight.phase != "playing" or sight.public is None:
        return frozenset()
    return face.private(sight.public) & sight.awaited


def hand_print(face: AnyFace, sight: Sight) -> str:
    """Fingerprint what a hand in a DM has to show; it is drawn anew only when this changes.

    While it asks for something it is kept up to date. Then it rests: it says at which step it was
    drawn, and has a button to refresh it. To edit it for every move of the others would cost more
    requests than all the rest.
    """
    if sight.seat not in asked(face, sight):
        return "at rest" if sight.phase == "playing" else sight.phase
    drawing: Drawing = face.hand(sight.view, sight.names)
    return hashlib.sha256(repr(drawing).encode()).hexdigest()[:16]


def waiting(sight: Sight) -> str:
    """Say whom the table waits for, and until when in Discord's own relative time."""
    if not sight.awaited:
        return "-# Nobody is to move."
    return f"**To move:** {sight.names.all(sight.awaited)}{_until(sight)}"


def _until(sight: Sight) -> str:
    return "" if sight.until is None else f" · <t:{int(sight.until)}:R>"


def told(face: AnyFace, news: Sequence[News], names: Names, to: int | None) -> list[str]:
    """Tell news in sentences, oldest first; those not worth one are left out."""
    lines: list[str] = []
    for one in news:
        line = face.tell(one.event, names, to)
        if line:
            lines.append(f"{line} _(time was up)_" if one.absent else line)
    return lines


def truth(face: AnyFace, sight: Sight, page: int) -> Panel:
    """Tell one page of the whole story of a table that is laid open; page 0 is the first."""
    pages = _pages(told(face, sight.news, sight.names, None), 3200)
    page = max(0, min(page, len(pages) - 1))
    parts: list[Part] = [
        Text(f"### What really happened at table {sight.id} ({page + 1} of {len(pages)})"),
        Text(pages[page]),
    ]
    buttons = [
        Button("Earlier", ask(TRUTH.verb, page=page - 1), disabled=page == 0),
        Button("Later", ask(TRUTH.verb, page=page + 1), disabled=page + 1 == len(pages)),
    ]
    return Panel([*parts, Row(buttons)] if len(pages) > 1 else parts)


def how_to(face: AnyFace, page: int) -> Panel:
    """Draw one page of a game's help; its buttons name the game, as it may stand at no table."""
    pages = face.how_to()
    page = max(0, min(page, len(pages) - 1))
    parts: list[Part] = [Text(f"## {face.rules.title}"), Text(pages[page])]

    def turn(to: int) -> Ask:
        return ask(HOW_TO.verb, game=face.rules.name, page=to)

    buttons = [
        Button("Back", turn(page - 1), disabled=page == 0),
        Button("More", turn(page + 1), disabled=page + 1 == len(pages)),
    ]
    return Panel([*parts, Row(buttons)] if len(pages) > 1 else parts)


def proof(sight: Sight) -> str:
    """Open the seal, and say how anybody can check the deal."""
    secret = "" if sight.secret is None else sight.secret.hex()
    return (
        f"-# The seal `{sight.seal}` opens to `{secret}`. "
        f"Take the transcript and run `python -m bot verify table-{sight.id}.json`: "
        "it deals the whole game again."
    )


def _title(face: AnyFace, sight: Sight) -> str:
    # the seal stays in sight all through the game, so that whoever looked can tell a changed one
    return f"## {face.rules.title}\n-# table {sight.id} · step {sight.rev} · seal {sight.seal[:8]}"


def _length(parts: Sequence[Part]) -> int:
    return sum(len(part.markdown) + 1 for part in parts if isinstance(part, Text))


def newest(lines: Sequence[str], room: int, most: int) -> list[str]:
    """Keep the last lines that fit into so many characters."""
    kept: list[str] = []
    for line in reversed(lines[-most:]):
        room -= len(line) + 4
        if room < 0:
            break
        kept.insert(0, line)
    return kept


def _pages(lines: Sequence[str], limit: int) -> list[str]:
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) + 1 > limit:
            pages.append("")
        pages[-1] += ("\n" if pages[-1] else "") + line[:limit]
    return [page or "Nothing happened." for page in pages]
