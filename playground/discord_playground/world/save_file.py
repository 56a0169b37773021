"""The file that keeps the world between runs, replaced atomically soon after each change.

It holds private messages, so other accounts of the machine may not read it. Ephemeral messages and
interactions are not saved, because nobody could answer them after a restart.
"""

import asyncio
import base64
import json
import logging
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from discord_playground.world.discord_errors import Json
from discord_playground.world.world import Channel, Message, Person, Role, World

log = logging.getLogger(__name__)

SAVE_DELAY = 0.2  # seconds after a change
OTHERS_ACCESS = 0o077  # permission bits of all accounts except the owner


def to_text(world: World) -> str:
    """Return the world as JSON. Messages that have not changed are not serialized again."""
    head: Json = {
        "version": 1,
        "offset": world.offset,
        "bot_id": world.bot_id,
        "guild_id": world.guild_id,
        "role_id": world.role_id,
        "bot_in_guild": world.bot_in_guild,
        "roles": [asdict(role) for role in world.roles.values()],
        "people": [asdict(person) for person in world.people.values()],
        "channels": [asdict(channel) for channel in world.channels.values()],
        "commands": world.commands,
        "guild_commands": world.guild_commands,
        "creations": world.creations,
        "emojis": world.emojis,
        "emoji_images": _written(world.emoji_images),
        "files": _written(world.files),
    }
    lines: list[str] = []
    for messages in world.messages.values():
        for message in messages.values():
            if message.only_for is None:
                if message.kept is None:
                    message.kept = json.dumps(message.json | {"files": message.files})
                lines.append(message.kept)
    return json.dumps(head)[:-1] + ',"messages":[\n' + ",\n".join(lines) + "\n]}\n"


def read_into(world: World, text: str) -> None:
    """Load a saved world into a fresh one. Keep people who are not in the file."""
    kept = json.loads(text)
    names = [person.name for person in world.people.values()]
    world.offset = kept["offset"]
    world.bot_id, world.guild_id, world.role_id = (
        kept["bot_id"],
        kept["guild_id"],
        kept["role_id"],
    )
    world.bot_in_guild = kept["bot_in_guild"]
    world.roles = {role["id"]: Role(**role) for role in kept.get("roles", [])}
    world.people = {person["id"]: Person(**person) for person in kept["people"]}
    world.channels = {channel["id"]: Channel(**channel) for channel in kept["channels"]}
    world.messages = {channel_id: {} for channel_id in world.channels}
    world.commands = kept["commands"]
    world.guild_commands = kept["guild_commands"]
    world.creations = kept["creations"]
    world.emojis = kept["emojis"]
    world.emoji_images = _read(kept.get("emoji_images", {}))
    world.files = _read(kept["files"])
    for message in kept["messages"]:
        files = message.pop("files", message["attachments"])
        world.messages[message["channel_id"]][message["id"]] = Message(message, files)
    for name in names:
        world.add_person(name)


def _written(files: Mapping[str, tuple[str, bytes]]) -> Json:
    return {
        key: [kind, base64.b64encode(content).decode()] for key, (kind, content) in files.items()
    }


def _read(kept: Json) -> dict[str, tuple[str, bytes]]:
    return {key: (kind, base64.b64decode(content)) for key, (kind, content) in kept.items()}


def kept_ids(path: Path) -> tuple[int, int] | None:
    """Return the ids of the application and the server in a saved world, if there is one."""
    try:
        kept = json.loads(read_file(path))
        return int(kept["bot_id"]), int(kept["guild_id"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def read_file(path: Path) -> str:
    """Return the saved text and remove other accounts' access to the file. Raises OSError."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS_ACCESS:
        with suppress(OSError):  # the file belongs to another account, or the disk is read-only
            path.chmod(mode & ~OTHERS_ACCESS)
    return path.read_text(encoding="utf-8")


def write(path: Path, text: str) -> None:
    """Replace the file atomically, so that readers see either the old text or the new text."""
    _make_folder(path.parent)
    fresh = path.with_suffix(path.suffix + ".new")
    fresh.unlink(missing_ok=True)  # a file left by an interrupted write may have any permissions
    only_new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with open(os.open(fresh, only_new, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _try_to_write(path: Path, text: str) -> None:
    """Replace the file. If that fails (a full disk), keep the old file until the next change."""
    try:
        write(path, text)
    except OSError as error:
        log.warning(
            "The playground couldn't be saved in %s, so that file is unchanged: %s.", path, error
        )


def _make_folder(folder: Path) -> None:
    """Create a folder that only our account can use. An existing folder stays as it is."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


class SaveFile:
    """Saves the world to its file shortly after each change."""

    def __init__(self, path: Path | None, text: Callable[[], str]) -> None:
        self.path = path
        self.text = text
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Future[None] | None = None

    def note_change(self) -> None:
        """Schedule a save."""
        self._changed.set()

    def start(self) -> None:
        """Start watching for changes."""
        if self.path is not None:
            self._task = asyncio.create_task(self._run(self.path))

    async def _run(self, path: Path) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(SAVE_DELAY)
            self._changed.clear()
            text = self.text()
            self._writing = asyncio.ensure_future(asyncio.to_thread(_try_to_write, path, text))
            await asyncio.shield(self._writing)

    async def stop(self) -> None:
        """Save one last time."""
        if self.path is None or self._task is None:
            return
        self._task.cancel()
        await asyncio.wait([self._task])
        if self._writing is not None:  # the thread keeps running although its task was cancelled
            await asyncio.wait([self._writing])
        _try_to_write(self.path, self.text())
