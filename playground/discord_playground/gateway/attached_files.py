"""The files of messages: keep or add them, and find those that components or embeds show.

Discord leaves the files that components or embeds show out of a message's `attachments`.
"""

import mimetypes
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any

from discord_playground.checks.component_kinds import clean_name, file_named, used_files
from discord_playground.checks.message_limits import Upload
from discord_playground.world.discord_errors import Json, fields, objects
from discord_playground.world.world import Channel, Message, World

IN_UTF8 = ("text/", "application/json")  # content types that Discord completes with a charset
IN_EMBEDS = (
    *(("image", "url"), ("thumbnail", "url")),
    *(("author", "icon_url"), ("footer", "icon_url")),
)
_ID = re.compile(r"/attachments/\d+/(\d+)/")


class AttachedFiles:
    """Stores uploads. `base` is the address of attachments, known once the port is open."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base = ""

    def attach(
        self, channel: Channel, listed: Any, uploads: Sequence[Upload], old: list[Json]
    ) -> list[Json]:
        """Keep the listed old files (all if `listed` is None), add the uploads and return all."""
        notes = {str(note["id"]): note for note in objects(listed)}
        kept = [file for file in old if listed is None or file["id"] in notes]
        for gone in old:
            if gone not in kept:
                self.world.files.pop(gone["id"], None)
        files = [file | _description_of(notes.get(file["id"], {})) for file in kept]
        return files + [
            self._store(channel, upload, notes.get(str(upload.key), {})) for upload in uploads
        ]

    def _store(self, channel: Channel, upload: Upload, note: Json) -> Json:
        name = clean_name(note.get("filename") or upload.name)
        kind = upload.content_type
        if kind == "application/octet-stream":
            kind = mimetypes.guess_type(name)[0] or kind
        if kind.startswith(IN_UTF8):
            kind += "; charset=utf-8"
        file_id = self.world.snowflake()
        self.world.files[file_id] = (kind, upload.content)
        path = f"/attachments/{channel.id}/{file_id}/{name}"
        return {
            "id": file_id,
            "filename": name,
            "size": len(upload.content),
            "content_type": kind,
            "url": self.base + path,
            "proxy_url": f"{self.base}/media{path}",
            **_size_of(upload.content),
            **_description_of(note),
        }


def embeds_with(embeds: Any, files: list[Json], new_id: Callable[[], str]) -> list[Json]:
    """Return embeds as Discord stores them: `attachment://` becomes the address of the file."""
    named = {file["filename"]: file for file in files}
    stored: list[Json] = []
    for embed in objects(embeds):
        given = {key: value for key, value in embed.items() if value is not None}
        made: Json = {"type": "rich", **given, "id": new_id(), "content_scan_version": 0}
        if "fields" in made:
            made["fields"] = [{"inline": False, **line} for line in objects(made["fields"])]
        for key, inner in IN_EMBEDS:
            file = file_named(fields(embed.get(key)).get(inner), named)
            if file:
                made[key] = made[key] | _picture(inner, file)
        stored.append(made)
    return stored


def _picture(key: str, file: Json) -> Json:
    made: Json = {key: file["url"], f"proxy_{key}": file["proxy_url"]}
    sizes = {side: file[side] for side in ("width", "height") if side in file}
    return made if key == "icon_url" else made | sizes


def list_unused(message: Message) -> None:
    """List in `attachments` those files that neither components nor embeds show."""
    data = message.json
    used = used_files(data["components"])
    for embed in data["embeds"]:
        for key, inner in IN_EMBEDS:
            found = _ID.search(str(fields(embed.get(key)).get(inner)))
            used |= {found[1]} if found else set()
    data["attachments"] = [file for file in message.files if file["id"] not in used]


def _size_of(content: bytes) -> Json:
    """Read width and height from the header of a PNG file."""
    if content[:8] != b"\x89PNG\r\n\x1a\n" or content[12:16] != b"IHDR" or len(content) < 24:
        return {}
    width, height = struct.unpack(">II", content[16:24])
    return {"width": width, "height": height}


def _description_of(note: Json) -> Json:
    return {"description": note["description"]} if note.get("description") else {}
