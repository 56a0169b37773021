"""Discord's error responses: an HTTP status, an error code, a message and the invalid fields.

Codes and messages come from Discord's topics/opcodes-and-status-codes page, "JSON Error Codes". The
codes inside a form (`BASE_TYPE_MAX_LENGTH` …) are those that its API has been seen to answer.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]


class Refused(Exception):
    """Raised to answer a request with an error."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        retry_after: float | None = None,
        scope: str = "user",
        headers: Mapping[str, str] | None = None,
        text: str | None = None,
    ) -> None:
        """Describe an error. `scope` is that of a rate limit; `text` replaces the JSON body."""
        super().__init__(f"{status} {code} {message} {errors or ''}".strip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after
        self.scope = scope
        self.headers = dict(headers or {})
        self.text = text

    def body(self) -> Json:
        """Return the error as Discord's JSON."""
        made: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            made["errors"] = self.errors
        if self.retry_after is not None:
            made["retry_after"] = self.retry_after
            made["global"] = self.scope == "global"
        return made


def items(value: Any) -> list[Any]:
    """Return a copy of a list, or an empty list if the value is not a list."""
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]


def fields(value: Any) -> Json:
    """Return a copy of a dict, or an empty dict if the value is not a dict."""
    return dict(value) if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]


def objects(value: Any) -> list[Json]:
    """Return the dicts in a list and skip all other elements."""
    return [item for item in items(value) if isinstance(item, dict)]


class Form:
    """Collects the complaints about a request body by field, to report all of them together."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Add a complaint about the field at `path`."""
        place = self.errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: Any, least: int, most: int) -> bool:
        """Add a complaint unless the value is a text of `least` to `most` characters."""
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return False
        if least <= len(value) <= most:
            return True
        if least == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not value:
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def count(self, path: Path, value: Any, least: int, most: int) -> bool:
        """Add a complaint unless the value is a list of `least` to `most` elements."""
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return False
        number = len(items(value))
        if least <= number <= most:
            return True
        if least == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        else:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def objects(self, path: Path, value: Any, least: int, most: int) -> list[Json]:
        """Return a list of `least` to `most` objects; add a complaint and return [] if invalid."""
        if not self.count(path, value, least, most):
            return []
        made = objects(value)
        if len(made) < len(items(value)):
            self.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return []
        return made

    def number(self, path: Path, value: Any, least: int, most: int) -> bool:
        """Add a complaint unless the value is an integer from `least` to `most`."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return False
        if value < least:
            self.add(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}."
            )
        elif value > most:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return least <= value <= most

    def numbers(self, path: Path, value: Any, least: int, most: int) -> None:
        """Add a complaint unless the value is a list of integers from `least` to `most`."""
        if self.count(path, value, 0, most - least + 1):
            for place, number in enumerate(items(value)):
                self.number((*path, place), number, least, most)

    def required(self, path: Path) -> None:
        """Add the complaint that a required field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def close(self) -> None:
        """Raise Refused with all complaints if there are any."""
        if self.errors:
            raise Refused(400, 50035, "Invalid Form Body", errors=self.errors)


def bad_form(path: Path, code: str, message: str) -> Refused:
    """Return the error for a body with a single complaint."""
    form = Form()
    form.add(path, code, message)
    return Refused(400, 50035, "Invalid Form Body", errors=form.errors)


def not_found() -> Refused:
    """No route matches the request."""
    return Refused(404, 0, "404: Not Found")


def unauthorized() -> Refused:
    """The token belongs to nobody."""
    return Refused(401, 0, "401: Unauthorized")


def unknown_channel() -> Refused:
    """The channel does not exist."""
    return Refused(404, 10003, "Unknown Channel")


def unknown_guild() -> Refused:
    """The bot is not in a server with this id."""
    return Refused(404, 10004, "Unknown Guild")


def unknown_member() -> Refused:
    """No member of the server has this id."""
    return Refused(404, 10007, "Unknown Member")


def unknown_message() -> Refused:
    """The message does not exist, or it is ephemeral."""
    return Refused(404, 10008, "Unknown Message")


def unknown_user() -> Refused:
    """No user has this id."""
    return Refused(404, 10013, "Unknown User")


def unknown_emoji() -> Refused:
    """No emoji has this id."""
    return Refused(404, 10014, "Unknown Emoji")


def unknown_webhook() -> Refused:
    """The interaction has no first answer yet, or the application id is wrong."""
    return Refused(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refused:
    """The interaction does not exist, or its three seconds are over."""
    return Refused(404, 10062, "Unknown interaction")


def unknown_command() -> Refused:
    """No command has this id."""
    return Refused(404, 10063, "Unknown application command")


def too_large() -> Refused:
    """A file or the whole request is too large."""
    return Refused(413, 40005, "Request entity too large")


def already_answered() -> Refused:
    """The interaction already has a first answer."""
    return Refused(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refused:
    """The caller cannot see the channel."""
    return Refused(403, 50001, "Missing Access")


def not_the_author() -> Refused:
    """A message can only be edited by its author."""
    return Refused(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refused:
    """The message would be empty."""
    return Refused(400, 50006, "Cannot send an empty message")


def no_text_channel() -> Refused:
    """Messages cannot be sent to a forum, only to its posts."""
    return Refused(400, 50008, "Cannot send messages in a non-text channel")


def closed_dms(status: int = 403) -> Refused:
    """The user has closed their DMs. Discord answers with 403 or with 400."""
    return Refused(status, 50007, "Cannot send messages to this user")


def no_mutual_guilds() -> Refused:
    """The user and the bot share no server."""
    return Refused(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def missing_permissions() -> Refused:
    """The caller sees the channel but lacks a permission for this action."""
    return Refused(403, 50013, "Missing Permissions")


def expired_token() -> Refused:
    """The interaction token is older than fifteen minutes."""
    return Refused(401, 50027, "Invalid Webhook Token")


def archived_thread() -> Refused:
    """The thread is archived and must be reopened first."""
    return Refused(400, 50083, "Thread is archived")


def unavailable(status: int) -> Refused:
    """A proxy in front of Discord's API could not reach it; it answers in plain text."""
    reason = "upstream connect error or disconnect/reset before headers. reset reason: overflow"
    return Refused(status, 0, reason, text=reason)


def thread_locked() -> Refused:
    """The thread is locked; only members with manage_threads can reopen it."""
    return Refused(403, 160005, "This thread is locked")
