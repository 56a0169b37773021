"""Discord's limits on the body of a message."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from discord_playground.checks.component_kinds import clean_name
from discord_playground.checks.component_rules import ComponentCheck
from discord_playground.world.discord_errors import (
    Form,
    Json,
    Path,
    bad_form,
    empty_message,
    fields,
    items,
    too_large,
)
from discord_playground.world.world import EPHEMERAL, V2, Message

CONTENT, EMBEDS, EMBED_TEXT, FILES, NONCE = 2000, 10, 6000, 10, 25
SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
# flags that a new message can have, and flags that an edit can change
SETTABLE, CHANGEABLE = SUPPRESS_EMBEDS | SILENT | V2, SUPPRESS_EMBEDS | V2
FILE_BYTES, REQUEST_BYTES = 10 * 1024 * 1024, 25 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was uploaded with a request."""

    key: int
    name: str
    content_type: str
    content: bytes


def check_files(files: Sequence[Upload]) -> None:
    """Raise an error if there are too many files or a file is too large."""
    if len(files) > FILES:
        raise bad_form(
            ("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length."
        )
    if any(len(file.content) > FILE_BYTES for file in files):
        raise too_large()


def check_message(
    body: Json,
    *,
    files: Sequence[Upload] = (),
    old: Message | None = None,
    emojis: Collection[str] = (),
    within: Path = (),
    ephemeral: bool = False,
) -> None:
    """Raise an error if Discord would refuse this message body.

    `old` is the message that the body edits. `within` is the path of the message in the request:
    `("data",)` in an interaction response. `ephemeral` allows the ephemeral flag. Features that the
    playground doesn't support are refused too, because ignoring them would look like success.
    """
    check_files(files)
    form = Form()
    flags = check_flags(form, within, body, old=old, ephemeral=ephemeral)
    _check_unknown(form, within, body)
    v2 = bool(flags & V2 or (old is not None and old.flags & V2))
    if body.get("content") is not None:
        form.length((*within, "content"), body["content"], 0, CONTENT)
    _check_embeds(form, (*within, "embeds"), body.get("embeds"))
    if body.get("nonce") is not None:
        form.length((*within, "nonce"), str(body["nonce"]), 0, NONCE)
    _check_mentions(form, within, body.get("allowed_mentions"))
    names = _check_attachments(form, within, body, files, old)
    if v2:
        _check_no_legacy(form, within, body, old)
    components = body.get("components")
    if components is not None:
        check = ComponentCheck(form, attachments=names, emojis=emojis)
        check.message((*within, "components"), components, v2=v2)
    form.close()
    if not _something_left(body, files, old):
        raise empty_message()


def check_flags(
    form: Form, within: Path, body: Json, *, old: Message | None = None, ephemeral: bool = False
) -> int:
    """Return the flags. If one of them can't be set here, return 0 and add a complaint."""
    flags = body.get("flags") or 0
    if not form.number((*within, "flags"), flags, 0, 2**31 - 1):
        return 0
    settable = SETTABLE if old is None else CHANGEABLE | old.flags
    if flags & ~(settable | (EPHEMERAL if ephemeral else 0)):
        form.add((*within, "flags"), "BASE_TYPE_CHOICES", "A flag cannot be set here.")
        return 0
    return flags


def _check_unknown(form: Form, within: Path, body: Json) -> None:
    for key in ("poll", "sticker_ids", "activity", "shared_client_theme"):
        if body.get(key):
            form.add((*within, key), "FEATURE_NOT_AVAILABLE", f"There is no '{key}' here.")
    if fields(body.get("message_reference")).get("type") not in (None, 0):
        form.add(
            (*within, "message_reference", "type"),
            "FEATURE_NOT_AVAILABLE",
            "Messages are not forwarded here.",
        )


def _check_embeds(form: Form, path: Path, embeds: Any) -> None:
    if not embeds:
        return
    total = 0
    for number, embed in enumerate(form.objects(path, embeds, 0, EMBEDS)):
        place = (*path, number)
        for key in ("author", "footer", "image", "thumbnail"):
            if embed.get(key) is not None and not isinstance(embed[key], dict):
                message = "Only dictionaries may be used in a ModelType"
                form.add((*place, key), "MODEL_TYPE_CONVERT", message)
        parts: list[tuple[Path, Any, int]] = [
            (("title",), embed.get("title"), 256),
            (("description",), embed.get("description"), 4096),
            (("footer", "text"), fields(embed.get("footer")).get("text"), 2048),
            (("author", "name"), fields(embed.get("author")).get("name"), 256),
        ]
        lines = form.objects((*place, "fields"), embed.get("fields") or [], 0, 25)
        for index, line in enumerate(lines):
            for key, limit in (("name", 256), ("value", 1024)):
                parts.append((("fields", index, key), line.get(key), limit))
                if not line.get(key):
                    form.required((*place, "fields", index, key))
        for where, text, limit in parts:
            if text:
                form.length((*place, *where), text, 0, limit)
                total += len(str(text))
    if total > EMBED_TEXT:
        form.add(
            path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TEXT}"
        )


def _check_mentions(form: Form, within: Path, given: Any) -> None:
    wanted = fields(given)
    parse = items(wanted.get("parse"))
    for number, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            form.add(
                (*within, "allowed_mentions", "parse", number),
                "BASE_TYPE_CHOICES",
                "Value must be one of {'everyone', 'roles', 'users'}.",
            )
    for key in ("users", "roles"):
        named = items(wanted.get(key))
        form.count((*within, "allowed_mentions", key), named, 0, 100)
        if named and key in parse:
            form.add(
                (*within, "allowed_mentions"),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )


def _check_attachments(
    form: Form, within: Path, body: Json, files: Sequence[Upload], old: Message | None
) -> set[str]:
    """Check the list of attachments and return the file names that components may refer to.

    A new message's components may refer to any upload. Those of an edit may refer only to files
    that this edit lists with their names: uploads, and the files of the message that it keeps.
    """
    uploads = {str(file.key): file.name for file in files}
    old_names = {file["id"]: file["filename"] for file in old.files} if old else {}
    names = set(uploads.values()) if old is None else set[str]()
    if body.get("attachments") is None:
        return {clean_name(name) for name in names}
    listed = form.objects((*within, "attachments"), body["attachments"], 0, FILES)
    for number, note in enumerate(listed):
        file_id, name = str(note.get("id")), note.get("filename")
        if file_id in uploads:
            names.add(str(name or uploads[file_id]))
        elif file_id not in old_names:
            form.add(
                (*within, "attachments", number, "id"),
                "ATTACHMENT_NOT_FOUND",
                f"Attachment {file_id} could not be found.",
            )
        elif name == old_names[file_id]:
            names.add(old_names[file_id])
        if note.get("description") is not None:
            form.length(
                (*within, "attachments", number, "description"), note["description"], 0, 1024
            )
    return {clean_name(name) for name in names}


def _check_no_legacy(form: Form, within: Path, body: Json, old: Message | None) -> None:
    """Check that a Components V2 message has no content, embeds, stickers or poll."""
    for key in ("content", "embeds", "sticker_ids", "poll"):
        left = body.get(key) if key in body or old is None else old.json.get(key)
        if left:
            form.add(
                (*within, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _something_left(body: Json, files: Sequence[Upload], old: Message | None) -> bool:
    if files or body.get("poll") or body.get("sticker_ids"):
        return True
    for key in ("content", "embeds", "attachments", "components"):
        kept = {} if old is None else old.json | {"attachments": old.files}
        left = body.get(key) if key in body else kept.get(key)
        if left.strip() if isinstance(left, str) else left:
            return True
    return False
