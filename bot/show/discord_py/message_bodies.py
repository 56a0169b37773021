"""Writes the bodies of the requests that send and edit messages, as the JSON that Discord takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.show.discord_py.earlier_posts import mark, mark_of
from bot.show.draw.parts.message import File, LuckRecord, Message, Notice
from bot.ui.panels.custom_id import FIRST_EPOCH
from bot.ui.panels.panel import Attached
from bot.ui.panels.pics import plain
from bot.ui.panels.render import NONE, Json, Kind, Known, button_rows, file_part, layout

NO_EMBEDS, EPHEMERAL, SILENT, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 12, 1 << 15  # flags
NONCE_LIMIT = 25  # characters
_USUAL: Json = {"tts": False, "allowed_mentions": {"parse": []}}


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON of a request, and the files that are uploaded with it."""

    json: Json
    files: Sequence[File] = ()


def new(
    message: Message,
    known: Known = NONE,
    epoch: int = FIRST_EPOCH,
    *,
    flags: int = 0,
    nonce: str = "",
) -> Body:
    """Write a message that answers an interaction, with its file or picture.

    With a `nonce` it's marked, so that it can be found again (earlier_posts.py).
    """
    json = {**_USUAL, **_shown(message, known, epoch)}
    if nonce:
        mark(json, _nonce(nonce, epoch))
    json["flags"] |= flags
    return _uploading(json, message.file or message.picture)


def edited(
    shown: Message | Notice,
    known: Known = NONE,
    epoch: int = FIRST_EPOCH,
    *,
    drops_picture: bool = False,
    drops_text: bool = False,
) -> Body:
    """Write what a message becomes. Upload its new picture, or keep the one that is attached.

    A panel without a picture removes the old one if it `drops_picture`. A panel that takes the
    place of a notice `drops_text`, because Discord refuses text together with such components.
    """
    json = {**_USUAL, **_shown(shown, known, epoch)} | ({"content": None} if drops_text else {})
    if isinstance(shown, Notice):
        return Body(json)
    if shown.picture is not None:
        return _uploading(json, shown.picture)
    kept = shown.attached
    if kept is not None:  # Discord finds it only by id and name together
        json["attachments"] = [{"id": str(kept.file), "filename": kept.name}]
    elif drops_picture:
        json["attachments"] = []
    return Body(json)


def posted(
    shown: Message | Notice,
    known: Known,
    nonce: str,
    *,
    epoch: int = FIRST_EPOCH,
    pings: Sequence[int] = (),
) -> Body:
    """Write a message, or a notice that pings some people, for a channel.

    Only a notice makes a sound, because a message answers something or shows what everybody did.
    """
    flags = SILENT if isinstance(shown, Message) else 0
    return _post(_shown(shown, known, epoch), nonce, epoch, flags, pings)


def recorded(record: LuckRecord, nonce: str, epoch: int = FIRST_EPOCH) -> Body:
    """Write a fairness record that is posted without a sound."""
    rows = [] if record.row is None else button_rows(record.row, record.table, 0, epoch=epoch)
    return _post({"content": record.content, "components": rows}, nonce, epoch, SILENT | NO_EMBEDS)


def mentioning(people: Sequence[int], text: str, nonce: str, epoch: int = FIRST_EPOCH) -> Body:
    """Write a text that mentions people without a sound."""
    return _post({"content": text, "components": []}, nonce, epoch, SILENT, people)


def _post(shown: Json, nonce: str, epoch: int, flags: int, pings: Sequence[int] = ()) -> Body:
    json: Json = {**_USUAL, **shown}
    json |= {"nonce": _nonce(nonce, epoch), "enforce_nonce": True}
    mark(json, json["nonce"])
    if flags:
        json["flags"] = json.get("flags", 0) | flags
    if pings:
        json["allowed_mentions"] = {"parse": [], "users": list(pings)}
    return Body(json)


def _nonce(nonce: str, epoch: int) -> str:
    """Write a nonce. For a few minutes Discord posts no second message with the same one.

    After a restore the same steps and tables come again, but what is posted then is new. An epoch
    is a time in seconds, so its last byte tells it from those of these minutes.
    """
    mark = "" if epoch == FIRST_EPOCH else f"{epoch % 256:02x}"
    return f"{mark}{nonce}"[:NONCE_LIMIT]


def _shown(shown: Message | Notice, known: Known, epoch: int) -> Json:
    if isinstance(shown, Notice):
        rows = button_rows(shown.row, shown.table, shown.step, known, epoch)
        return {"content": plain(shown.content), "components": rows}
    parts = layout(shown.panel, shown.table, shown.step, shown.accent, known, epoch)
    if shown.file is not None:
        parts.append(file_part(shown.file.name))
    return {"components": parts, "flags": COMPONENTS_V2}


def _uploading(json: Json, file: File | None) -> Body:
    if file is None:
        return Body(json)
    described = {"description": file.alt} if file.alt else {}
    json["attachments"] = [{"id": 0, "filename": file.name, **described}]
    return Body(json, [file])


def again(body: Body) -> Body:
    """Write a posted message as an edit of the same message."""
    kept = ("content", "components", "allowed_mentions")
    flags = body.json.get("flags", 0) & COMPONENTS_V2
    json = {key: body.json[key] for key in kept if key in body.json}
    return Body(json | ({"flags": flags} if flags else {}), body.files)


def marked(nonce: str, epoch: int) -> str:
    """Return the mark of a message with components that was posted with this nonce."""
    json: Json = {"components": [{}]}
    mark(json, _nonce(nonce, epoch))
    return mark_of(json)


def file_shown(message: Json) -> int:
    """Return the id of the file that a message's gallery shows, or 0 if Discord names none."""
    for box in message.get("components", ()):
        for part in box.get("components", ()):
            if part["type"] == Kind.GALLERY:
                return int(part["items"][0]["media"].get("attachment_id") or 0)
    return 0


def picture_shown(message: Message, sent: Json) -> Attached | None:
    """Return the picture that a sent message shows, or None if Discord didn't name its file."""
    shown = message.attached
    if shown is None or shown.file:
        return shown
    file = file_shown(sent)
    return Attached(shown.name, shown.alt, file) if file else None
