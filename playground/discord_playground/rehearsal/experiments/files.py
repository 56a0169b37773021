"""A message of components with a picture, as a board is: how an edit keeps its file."""

import zlib
from struct import pack
from typing import Any

from discord_playground.rehearsal.experiments.experiment import Experiment
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.stage import COMPONENTS_V2, NOBODY, POST, Impossible, Stage

SENT, CLEANED = "pic ture.png", "pic_ture.png"


def chunk(name: bytes, data: bytes) -> bytes:
    """Make one chunk of a PNG file."""
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))


def picture(size: int = 64) -> bytes:
    """Paint a grey square as a PNG file."""
    rows = b"".join(b"\0" + b"\x60" * size for _ in range(size))
    head = pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def board(text: str, name: str = "picture.png") -> list[Json]:
    """Draw a text and the picture, as a board does."""
    media = {"media": {"url": f"attachment://{name}"}}
    return [{"type": 10, "content": text}, {"type": 12, "items": [media]}]


def media_of(message: Json) -> Json:
    """Return the picture of a board."""
    return message["components"][1]["items"][0]["media"]


async def run(stage: Stage) -> None:
    """Post a board with a picture and edit it in the ways that differ."""
    body: Json = {"flags": COMPONENTS_V2, "components": board("Rehearsal: a board.")}
    body |= {"attachments": [{"id": 0, "filename": "picture.png"}], "allowed_mentions": NOBODY}
    file = ("picture.png", picture())
    made = await stage.wire.call(POST, body, file=file, ids={"channel": stage.where.channel})
    if not made.ok:
        raise Impossible(f"Discord didn't take a picture: {made}")
    stage.clean_up_message(made.data)
    await shapes(stage, made.data)
    await edits(stage, made.data, str(media_of(made.data).get("attachment_id")))
    await cleaned(stage)


async def shapes(stage: Stage, message: Json) -> None:
    """Look at what the answer says of the file."""
    media, note = media_of(message), stage.report.note
    count = len(message["attachments"])
    note("files-of-components", count == 0, f"{count} attachments are listed")
    own = "attachment_id" in media
    note("files-id-in-media", own, f"the media have {', '.join(sorted(media))}")
    note("media-own-id", media.get("id") != media.get("attachment_id"), "the two ids are compared")
    url = str(media["url"])
    seen = "the address is signed" if "ex=" in url else "the address isn't signed"
    note("signed-urls", "ex=" in url and "hm=" in url, seen)
    other = media.get("proxy_url") != url
    note("proxy-url", other, f"the proxy's address is {'another' if other else 'the same'}")


async def edits(stage: Stage, message: Json, file_id: str) -> None:
    """Keep the file in the right way, by id alone, and without a list."""

    async def edit(**more: Any) -> Any:
        return await stage.edit(message, {"components": board("Edited."), **more})

    kept = await edit(attachments=[{"id": file_id, "filename": "picture.png"}])
    alone = await edit(attachments=[{"id": file_id}])
    note = stage.report.note
    seen = f"with a name: {kept}; the id alone: {alone}"
    note("files-kept-by-id-and-name", kept.ok and not alone.ok, seen)
    unlisted = await edit()
    note("files-edit-unlisted", not unlisted.ok, f"an edit without a list gets {unlisted}")
    same = await stage.edit(message, {"allowed_mentions": NOBODY})
    seen = f"an edit that names no file gets {same}"
    note("files-unlisted-stay", same.ok and bool(media_of(same.data)), seen)


async def cleaned(stage: Stage) -> None:
    """Upload a file whose name has a space."""
    body = {"content": "Rehearsal: a file.", "attachments": [{"id": 0, "filename": SENT}]}
    file = (SENT, picture())
    made = await stage.wire.call(POST, body, file=file, ids={"channel": stage.where.channel})
    if not made.ok:
        raise Impossible(f"Discord didn't take a file: {made}")
    stage.clean_up_message(made.data)
    name = made.data["attachments"][0]["filename"]
    stage.report.note("file-name-cleaned", name == CLEANED, f"{SENT!r} became {name!r}")


KEYS = (
    *("files-of-components", "files-id-in-media", "media-own-id", "signed-urls", "proxy-url"),
    *("files-kept-by-id-and-name", "files-edit-unlisted", "files-unlisted-stay"),
    "file-name-cleaned",
)
EXPERIMENT = Experiment("Pictures in components", KEYS, 0, run)
